import { repair, writeScenario } from 'graze/scenario';
import { GrazeError } from '#internal';
import { isInSpace } from '../../scenario/model/scenario.js';
import { EXIT } from '../console/exit.js';
import { repairToJson, repairToText } from '../report/repair.js';
import { createInstance } from '../threads/instance.js';
import { checkScenarioSize, TooLargeForMainThread } from '../threads/main_thread_limit.js';
import { chooseFormat, readPlan, toFailedWork, writeChecked } from './plan_files.js';

/**
 * @import { Scenario } from 'graze/scenario'
 * @import { Digits } from 'graze/scenario/messages'
 * @import { Plan, PlanWork, WorkResult } from './plan_files.js'
 */

/** Default of the maximum number of sets of decisions that are tried. */
const DEFAULT_MAX_ITERATIONS = 10_000;

/** Maximum product of precedence sets and pieces of all agents, for a search on the main thread. */
const MAX_MAIN_THREAD_SEARCH = 2 ** 20;

/** Exit codes by status of a repair. */
const EXIT_CODES = Object.freeze({
    optimal: EXIT.valid,
    repaired: EXIT.valid,
    impossible: EXIT.violation,
    'gave-up': EXIT.undecided,
});

/**
 * @typedef {object} RepairOptions
 * @property {string | undefined} to the format to write, as given
 * @property {number | undefined} tolerance
 * @property {'allowed' | 'conflict' | undefined} touching
 * @property {number | undefined} maxIterations
 * @property {number | undefined} timeLimit in seconds
 * @property {'text' | 'json' | undefined} kind kind of the report
 * @property {Digits | undefined} digits
 * @property {boolean} isQuiet
 */

/**
 * Repairs a plan, and writes it as text.
 *
 * @param {PlanWork<RepairOptions>} work
 * @param {boolean} isMainThread whether this is the main thread
 * @returns {Promise<WorkResult>}
 * @throws {TooLargeForMainThread}
 */
export async function repairPlan({ source, options }, isMainThread) {
    const {
        to,
        tolerance,
        touching,
        maxIterations = DEFAULT_MAX_ITERATIONS,
        timeLimit,
        kind,
        digits,
        isQuiet,
    } = options;
    const { plan: name, reference: referencePath } = source.paths;
    const begin = performance.now();
    try {
        const plan = await readPlan(source);
        if (isMainThread) checkSearchSize(plan.scenario, maxIterations);
        const validateOptions = { graze: await createInstance(), tolerance, touching };
        // The format is chosen before the search, which may take long.
        const format = await chooseFormat(to, undefined, plan.scenario.format);
        // Waits do not change which formats have bodies in space.
        if (isInSpace(plan.scenario)) await writeScenario(plan.scenario, format);
        const result = await repair(plan.scenario, {
            ...validateOptions,
            maxIterations,
            timeLimit: remainingTime(timeLimit, begin),
            reference: plan.reference,
        });
        const isRepaired = result.status !== 'unrepaired';
        const written = isRepaired
            ? await writeAsChosen(plan, result.scenario, format, to, validateOptions)
            : undefined;
        const notices = [
            ...(written === undefined ? plan.scenario.notices : result.scenario.notices),
            ...(written?.notices ?? []),
            ...result.notices,
        ];
        const workResult = { code: EXIT_CODES[result.outcome], chunks: written?.chunks };
        if (kind === 'json') {
            const report = repairToJson(name, result, notices, written?.format ?? null);
            return { ...workResult, report, lines: [] };
        }
        return { ...workResult, lines: isQuiet ? [] : repairToText(name, result, notices, digits) };
    } catch (error) {
        // The error concerns the reference plan, which does not fit the plan.
        const isReferencePlan = error instanceof GrazeError && error.code === 'other-plan';
        return toFailedWork(isReferencePlan ? String(referencePath) : name, error);
    }
}

/**
 * Returns the time that remains for the search, in seconds: some, so that the result says what has ended it.
 *
 * @param {number | undefined} timeLimit
 * @param {number} begin beginning of the work, in milliseconds
 */
function remainingTime(timeLimit, begin) {
    if (timeLimit === undefined) return undefined;
    return Math.max(timeLimit - (performance.now() - begin) / 1000, Number.EPSILON);
}

/**
 * Returns the repaired plan as text. Without a requested format, a plan that its own format cannot carry is written in
 * graze's format.
 *
 * @param {Plan} plan
 * @param {Scenario} scenario the repaired plan
 * @param {string} format
 * @param {string | undefined} requested
 * @param {Parameters<typeof writeChecked>[3]} validateOptions
 * @returns {Promise<{ chunks: string[], notices: string[], format: string }>}
 */
async function writeAsChosen(plan, scenario, format, requested, validateOptions) {
    const explanation = `the plan is written in graze's own format (--to names another):`;
    try {
        const { chunks, notices } = await writeChecked(plan, scenario, format, validateOptions);
        if (requested === undefined && format !== scenario.format)
            notices.push(`${explanation} graze reads ${scenario.format}, but does not write it`);
        return { chunks, notices, format };
    } catch (error) {
        const isCannotCarry = error instanceof GrazeError && error.code === 'cannot-carry';
        if (!isCannotCarry || requested !== undefined || format === 'graze') throw error;
        const { chunks, notices } = await writeChecked(plan, scenario, 'graze', validateOptions);
        notices.push(`${explanation} ${format} cannot carry it: ${error.message}`);
        return { chunks, notices, format: 'graze' };
    }
}

/**
 * Throws where the search may take too much memory or time for the main thread: the memory of each precedence set
 * that is tried grows with the number of pieces.
 *
 * @param {Scenario} scenario
 * @param {number} maxIterations
 * @throws {TooLargeForMainThread}
 */
function checkSearchSize(scenario, maxIterations) {
    checkScenarioSize(scenario);
    const pieceCount = scenario.agents.reduce((sum, { motion }) => sum + motion.length, 0);
    if (maxIterations * pieceCount > MAX_MAIN_THREAD_SEARCH) throw new TooLargeForMainThread();
}
