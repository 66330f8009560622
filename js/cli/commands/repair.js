import { createSync, GrazeError } from 'graze';
import { repair } from 'graze/scenario';
import { EXIT } from '../exit.js';
import { DIGITS_HELP, parseChoice, parseCount, parseDecimal, parseDigits } from '../options.js';
import {
    chooseFormat,
    failedOn,
    namePlan,
    PLAN_HELP,
    PLAN_OPTIONS,
    parsePlanCommand,
    readPlan,
    written,
} from '../plan_files.js';
import { runWork } from '../plan_work.js';
import { jsonRepair, textRepair } from '../report/repair.js';
import { checkSmall, TooLargeHere } from '../size.js';

/**
 * @import { Scenario } from 'graze/scenario'
 * @import { Digits } from 'graze/scenario/words'
 * @import { Done } from '../plan_files.js'
 * @import { Work } from '../plan_work.js'
 */

/** @param {string} formats that can be written */
const help = (
    formats,
) => `graze repair PLAN : waits that make a plan valid, the least where that is proved

  PLAN                 a plan; - reads standard input
  --out FILE           write the repaired plan there (default: standard output)
  --to NAME            format to write: ${formats}
                       (default: that of PLAN)
  --format NAME        format of PLAN (default: detected from the content)
${PLAN_HELP}
  --tolerance T        map units; an overlap must be deeper to be a violation
                       (1e-9 of the radii's sum; 0: any overlap)
  --reading open|closed   open: agents may touch; closed: touching counts (open)
  --before FILE        the plan as it was meant, of the same format: its order of passing
                       is kept where nothing better is found
  --budget N           maximum number of orders of passing that are tried (default: 10000)
  --report text|json   of what is changed: text on standard error; json on standard output,
                       or on standard error when the plan goes there (text)
${DIGITS_HELP}
  --quiet              no text report
  --help

Every agent keeps its way and its speeds; it only waits, at the ends of segments or before it
sets out. The plan that is written has been checked: nothing is written that is not valid.
When the budget ends, the best waits found so far are written, and the report gives a lower
bound of the total.

Exit codes: 0 it was valid or is repaired, 1 no waits repair it, which is proved: nothing is
written, 2 wrong usage, 3 an input that cannot be read or is malformed, or a plan that is out
of memory or that the format cannot carry, 4 no waits were found, but there may be some:
nothing is written, 5 unsolved: a planner says that it found no plan, 73 the plan cannot be
written.
`;

const OPTIONS = /** @type {const} */ ({
    ...PLAN_OPTIONS,
    format: { type: 'string' },
    to: { type: 'string' },
    tolerance: { type: 'string' },
    reading: { type: 'string', default: 'open' },
    budget: { type: 'string' },
    before: { type: 'string' },
    report: { type: 'string', default: 'text' },
    out: { type: 'string' },
    quiet: { type: 'boolean', default: false },
    digits: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
});

/** Sets of decisions that are tried unless a budget is given. */
const DEFAULT_BUDGET = 10_000;

/** Most sets of decisions times motions of a search on the main thread. */
const MOST_TRIED = 2 ** 20;

/** Exit codes by the outcome of a repair. */
const EXIT_OF = Object.freeze({
    least: EXIT.valid,
    repaired: EXIT.valid,
    impossible: EXIT.violation,
    'gave-up': EXIT.undecided,
});

/**
 * @typedef {object} RepairOptions
 * @property {string | undefined} to the format to write, as given
 * @property {number | undefined} tolerance
 * @property {'open' | 'closed' | undefined} reading
 * @property {number | undefined} budget
 * @property {'text' | 'json' | undefined} kind of report
 * @property {Digits | undefined} digits
 * @property {boolean} isQuiet
 */

/**
 * @param {string[]} args
 * @returns {Promise<number>} the exit code
 */
export async function run(args) {
    const usage = { help, takes: 'one plan', count: 1 };
    const parsed = await parsePlanCommand('repair', args, OPTIONS, usage);
    if (parsed === null) return EXIT.valid;
    const { values, positionals } = parsed;
    const [name] = positionals;
    const options = {
        to: values.to,
        tolerance: parseDecimal('tolerance', values.tolerance),
        reading: parseChoice('reading', values.reading, /** @type {const} */ (['open', 'closed'])),
        digits: parseDigits(values.digits),
        budget: parseCount('budget', values.budget, 1, 1e9),
        kind: parseChoice('report', values.report, /** @type {const} */ (['text', 'json'])),
        isQuiet: values.quiet,
    };
    const named = await namePlan(name, values, values.format, values.before);
    const out = { path: values.out, option: '--out' };
    return runWork('repair', perform, { named, options }, out);
}

/**
 * Repairs a plan, and writes it as text.
 *
 * @param {Work<RepairOptions>} work
 * @param {boolean} isHere on the main thread
 * @returns {Promise<Done>}
 * @throws {TooLargeHere}
 */
export async function perform({ named, options }, isHere) {
    const { to, tolerance, reading, budget = DEFAULT_BUDGET, kind, digits, isQuiet } = options;
    const { plan: name, before: meant } = named.paths;
    try {
        const plan = await readPlan(named);
        if (isHere) checkTried(plan.scenario, budget);
        const judging = { graze: createSync(), tolerance, reading };
        // Before the search: it may take long.
        const format = await chooseFormat(to, undefined, plan.scenario.format);
        const result = repair(plan.scenario, { ...judging, budget, before: plan.before });
        const isRepaired = result.status !== 'refused';
        const made = isRepaired ? await written(plan, result.scenario, format, judging) : undefined;
        const notices = [
            ...(made === undefined ? plan.scenario.notices : result.scenario.notices),
            ...(made?.notices ?? []),
            ...result.notices,
        ];
        const done = { code: EXIT_OF[result.outcome], pieces: made?.pieces };
        if (kind === 'json') {
            const report = jsonRepair(name, result, notices, isRepaired ? format : null);
            return { ...done, report, lines: [] };
        }
        return { ...done, lines: isQuiet ? [] : textRepair(name, result, notices, digits) };
    } catch (error) {
        // The plan that another one was held against does not go with it.
        const isOther = error instanceof GrazeError && error.code === 'other-plan';
        return failedOn(isOther ? String(meant) : name, error);
    }
}

/**
 * Throws where the search may take too much memory or time for the main thread: each set of decisions that is tried takes memory
 * by the motions.
 *
 * @param {Scenario} scenario
 * @param {number} budget
 * @throws {TooLargeHere}
 */
function checkTried(scenario, budget) {
    checkSmall(scenario);
    const motions = scenario.agents.reduce((sum, { motion }) => sum + motion.length, 0);
    if (budget * motions > MOST_TRIED) throw new TooLargeHere();
}
