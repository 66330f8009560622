import { EXIT } from '../console/exit.js';
import { createInstance } from '../threads/instance.js';
import { checkScenarioSize } from '../threads/main_thread_limit.js';
import { readPlan, toFailedWork, writeChecked } from './plan_files.js';

/** @import { PlanWork, WorkResult } from './plan_files.js' */

/** @typedef {{ to: string, isQuiet: boolean }} ConvertOptions */

/**
 * Writes a plan as text in another format.
 *
 * @param {PlanWork<ConvertOptions>} work
 * @param {boolean} isMainThread whether this is the main thread
 * @returns {Promise<WorkResult>}
 * @throws {TooLargeForMainThread}
 */
export async function convertPlan({ source, options: { to, isQuiet } }, isMainThread) {
    try {
        const plan = await readPlan(source);
        const { scenario } = plan;
        if (isMainThread) checkScenarioSize(scenario);
        const { chunks, notices } = await writeChecked(plan, scenario, to, {
            graze: await createInstance(),
        });
        const all = isQuiet ? [] : [...scenario.notices, ...notices];
        return { code: EXIT.valid, chunks, lines: all.map((notice) => `notice: ${notice}`) };
    } catch (error) {
        return toFailedWork(source.paths.plan, error);
    }
}
