import { createSync, GrazeError } from 'graze';
import { readScenario, repair } from 'graze/scenario';
import { EXIT, UsageError } from '../exit.js';
import { readInput } from '../input.js';
import { DIGITS_HELP, parseChoice, parseCount, parseDecimal, parseDigits } from '../options.js';
import { fail } from '../output.js';
import {
    chooseFormat,
    PLAN_HELP,
    PLAN_OPTIONS,
    parsePlanCommand,
    put,
    readPlan,
    tellFailure,
    written,
} from '../plan_files.js';
import { jsonRepair, textRepair } from '../report/repair.js';

/** @import { Plan } from '../plan_files.js' */

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
When the budget ends, the best waits found so far are written, with how much less there could be.

Exit codes: 0 it was valid or is repaired, 1 no waits repair it, which is proved: nothing is
written, 2 wrong usage, 3 an input that cannot be read or is malformed, or a plan that the
format cannot carry, 4 no waits were found, but there may be some: nothing is written,
5 unsolved: a planner says that it found no plan, 73 the plan cannot be written.
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

/** Exit codes by the outcome of a repair. */
const EXIT_OF = Object.freeze({
    least: EXIT.valid,
    repaired: EXIT.valid,
    impossible: EXIT.violation,
    'gave-up': EXIT.undecided,
});

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
    const judging = {
        graze: createSync(),
        tolerance: parseDecimal('tolerance', values.tolerance),
        reading: parseChoice('reading', values.reading, /** @type {const} */ (['open', 'closed'])),
    };
    const digits = parseDigits(values.digits);
    const budget = parseCount('budget', values.budget, 1, 1e9);
    const kind = parseChoice('report', values.report, /** @type {const} */ (['text', 'json']));
    if (name === '-' && values.before === '-') {
        throw new UsageError('- is named more than once, but standard input can be read only once');
    }
    try {
        const plan = await readPlan(name, values, values.format);
        const before = await readBefore(plan, values.before);
        // Before the search: it may take long.
        const format = await chooseFormat(values.to, undefined, plan.scenario.format);
        const result = repair(plan.scenario, { ...judging, budget, before });
        const isMended = result.status !== 'refused';
        let notices = plan.scenario.notices;
        if (isMended) {
            const made = await written(plan, result.scenario, format, judging);
            await put(values.out, made.pieces, '--out');
            notices = [...result.scenario.notices, ...made.notices];
        }
        notices = [...notices, ...result.notices];
        const isPlanOut = values.out === undefined || values.out === '-';
        if (kind === 'json') {
            const report = jsonRepair(name, result, notices, isMended ? format : null);
            (isPlanOut ? process.stderr : process.stdout).write(report);
        } else if (!values.quiet) {
            for (const line of textRepair(name, result, notices, digits)) fail(line);
        }
        return EXIT_OF[result.outcome];
    } catch (error) {
        // The plan that another one was held against does not go with it.
        const isOther = error instanceof GrazeError && error.code === 'other-plan';
        return tellFailure(isOther ? String(values.before) : name, error);
    }
}

/**
 * Reads the plan as it was meant, with what goes with the plan as it is.
 *
 * @param {Plan} plan
 * @param {string | undefined} name
 */
async function readBefore({ scenario, files, how }, name) {
    if (name === undefined) return undefined;
    const before = { ...files, plan: await readInput(name, how.limits?.characters) };
    return readScenario(before, { ...how, format: scenario.format });
}
