import { repair } from 'graze/scenario';
import { GrazeError } from '#internal';
import { EXIT } from '../exit.js';
import { createInstance } from '../instance.js';
import { checkScenarioSize, TooLargeForMainThread } from '../main_thread_limit.js';
import {
    DIGITS_HELP,
    parseChoice,
    parseCount,
    parseDecimal,
    parseDigits,
    parseTimeLimit,
    parseTouching,
} from '../options.js';
import {
    chooseFormat,
    locatePlan,
    PLAN_HELP,
    PLAN_OPTIONS,
    parsePlanCommand,
    readPlan,
    toFailedWork,
    writeChecked,
} from '../plan_files.js';
import { runPlanWork } from '../plan_work.js';
import { repairToJson, repairToText } from '../report/repair.js';

/**
 * @import { Scenario } from 'graze/scenario'
 * @import { Digits } from 'graze/scenario/messages'
 * @import { Plan, WorkResult } from '../plan_files.js'
 * @import { PlanWork } from '../plan_work.js'
 */

/** @param {string} formats formats that can be written */
const help = (
    formats,
) => `graze repair PLAN : make a plan valid with waits, the least where that is proved

  PLAN                 a plan; - reads standard input
  --out FILE           write the repaired plan to FILE (default: standard output)
  --to NAME            format to write: ${formats}
                       (default: that of PLAN, and graze where that cannot be written, or
                       cannot carry the repaired plan, which standard error states)
  --format NAME        format of PLAN (default: detected from the content)
${PLAN_HELP}
  --tolerance T        map units; an overlap must be deeper to be a violation
                       (1e-9 of the radii's sum; 0: any overlap)
  --touching allowed|conflict   allowed: agents may touch; conflict: touching counts (default: allowed)
  --reference FILE     the plan as intended, in the same format: its order of passing is
                       kept where nothing better is found
  --max-iterations N   maximum number of orders of passing that are tried (default: 10000)
  --time-limit S       maximum time for reading the plan and for the search, in seconds; the best
                       waits found until then are written
  --report text|json   report of the changes: text on standard error; json on standard output,
                       or on standard error when the plan goes to standard output (text)
${DIGITS_HELP}
  --quiet              no text report
  --help

Every agent keeps its path and its speeds; it only waits, at the ends of pieces or before it
sets out. The plan is checked before it is written: an invalid plan is never written. When
--max-iterations or --time-limit ends the search, the best waits found so far are written, and
the report gives a lower bound of the total.

Exit codes: 0 the plan was valid or is repaired, 1 it is proved that no waits repair it:
nothing is written, 2 wrong usage, 3 an input that cannot be read or is malformed, or a plan
that is out of memory or that the format of --to cannot carry, 4 no waits were found, but there
may be some: nothing is written, 5 unsolved: a planner reports that it found no plan, 73 the
plan cannot be written.
`;

const OPTIONS = /** @type {const} */ ({
    ...PLAN_OPTIONS,
    format: { type: 'string' },
    to: { type: 'string' },
    tolerance: { type: 'string' },
    touching: { type: 'string', default: 'allowed' },
    'max-iterations': { type: 'string' },
    'time-limit': { type: 'string' },
    reference: { type: 'string' },
    report: { type: 'string', default: 'text' },
    out: { type: 'string' },
    quiet: { type: 'boolean', default: false },
    digits: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
});

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
 * @param {string[]} args
 * @returns {Promise<number>} the exit code
 */
export async function run(args) {
    const usage = { help, operands: 'one plan', count: 1 };
    const parsed = await parsePlanCommand('repair', args, OPTIONS, usage);
    if (parsed === null) return EXIT.valid;
    const { values, positionals } = parsed;
    const [name] = positionals;
    const options = {
        to: values.to,
        tolerance: parseDecimal('tolerance', values.tolerance),
        touching: parseTouching(values.touching),
        digits: parseDigits(values.digits),
        maxIterations: parseCount('max-iterations', values['max-iterations'], 1, 1e9),
        timeLimit: parseTimeLimit(values['time-limit']),
        kind: parseChoice('report', values.report, /** @type {const} */ (['text', 'json'])),
        isQuiet: values.quiet,
    };
    const source = await locatePlan(name, values, values.format, values.reference);
    const out = { path: values.out, option: '--out' };
    const activity = values.quiet ? undefined : 'waits are searched';
    return runPlanWork('repair', perform, { source, options }, out, activity);
}

/**
 * Repairs a plan, and writes it as text.
 *
 * @param {PlanWork<RepairOptions>} work
 * @param {boolean} isMainThread whether this is the main thread
 * @returns {Promise<WorkResult>}
 * @throws {TooLargeForMainThread}
 */
export async function perform({ source, options }, isMainThread) {
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
