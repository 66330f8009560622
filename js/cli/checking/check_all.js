import { PlanProgress } from '../console/progress.js';
import { yieldToSignals } from '../console/streams.js';
import { tryOnMainThread } from '../threads/main_thread_limit.js';
import { PlanChecker } from './plan_checker.js';

/**
 * Checks plans on the main thread or on others, whose code loads only then.
 *
 * @import { Settings } from './plan_checker.js'
 * @import { Entry } from '../files/plan_list.js'
 * @import { PlanResult } from '../results/plan_result.js'
 */

/**
 * Checks all plans. A plan that runs out of memory ends its thread, so only a small plan that is the only one
 * is checked on the main thread.
 *
 * @param {Entry[]} entries
 * @param {Settings} settings
 * @param {object} options
 * @param {number} options.jobs number of threads
 * @param {number} [options.timeLimit] maximum time for one plan, in seconds
 * @returns {AsyncGenerator<PlanResult>} results in the order of the entries, and within a file in the order of
 *   its plans
 */
export async function* checkAll(entries, settings, { jobs, timeLimit }) {
    const isMainThread = settings.isOnlyPlan && timeLimit === undefined;
    const results = isMainThread ? await checkOnMainThread(entries[0], settings) : null;
    if (results !== null) {
        yield* results;
        return;
    }
    const { checkOnThreads } = await import('./plan_pool.js');
    // The threads that have no plan of their own help with large ones.
    const plansAtOnce = Math.min(jobs, entries.length);
    const threads = Math.floor(jobs / Math.max(1, plansAtOnce));
    yield* checkOnThreads(entries, settings, { jobs: plansAtOnce, threads, timeLimit });
}

/**
 * @param {Entry} entry the only entry
 * @param {Settings} settings
 * @returns {Promise<PlanResult[] | null>} null: it is too large to be checked here
 */
async function checkOnMainThread(entry, settings) {
    const paths = Object.values(entry.files).map((namedFile) => namedFile?.path);
    return tryOnMainThread(paths, settings.stdin, async () => {
        const progress = settings.showsProgress ? new PlanProgress() : undefined;
        try {
            const checker = new PlanChecker(settings, { isMainThread: true });
            const checked = checker.check(entry, (done, total) => progress?.show(done, total));
            const results = [];
            for await (const result of checked) {
                results.push(result);
                await yieldToSignals();
            }
            return results;
        } finally {
            progress?.end();
        }
    });
}
