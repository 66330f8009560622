import { EXIT } from '../console/exit.js';
import {
    DIGITS_HELP,
    PLAN_OPTIONS,
    parseChoice,
    parseCount,
    parseDecimal,
    parseDigits,
    parseTimeLimit,
    parseTouching,
} from '../console/options.js';
import { locatePlan, PLAN_HELP, parsePlanCommand } from '../rewriting/plan_files.js';
import { rewritePlan } from '../rewriting/rewrite.js';

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
    return rewritePlan('repair', { source, options }, out, activity);
}
