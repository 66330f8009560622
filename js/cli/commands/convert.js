import { FORMATS } from 'graze/scenario';
import { EXIT } from '../console/exit.js';
import { PLAN_OPTIONS } from '../console/options.js';
import { chooseFormat, locatePlan, PLAN_HELP, parsePlanCommand } from '../rewriting/plan_files.js';
import { rewritePlan } from '../rewriting/rewrite.js';

/** @param {string} formats formats that can be written */
const help = (formats) => `graze convert IN OUT : write a plan in another format

  IN                   a plan; - reads standard input
  OUT                  the file to write; - writes standard output
  --to NAME            format to write: ${formats}
                       (default: the only format with the extension of OUT)
  --from NAME          format of IN: ${FORMATS.join(', ')}
                       (default: detected from the content)
${PLAN_HELP}
  --quiet              do not report what the format cannot carry
  --help

Motions and bodies are preserved, or nothing is written; other losses are reported on
standard error. OUT is written completely or not at all, after it has been read back: a valid
plan stays valid.

Exit codes: 0 written, 2 wrong usage, 3 an input that cannot be read or is malformed, or a
plan that is out of memory or that the format cannot carry, 5 unsolved: a planner reports that
it found no plan, 73 the output cannot be written.
`;

const OPTIONS = /** @type {const} */ ({
    ...PLAN_OPTIONS,
    from: { type: 'string' },
    to: { type: 'string' },
    quiet: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
});

/**
 * @param {string[]} args
 * @returns {Promise<number>} the exit code
 */
export async function run(args) {
    const usage = { help, operands: 'an input and an output', count: 2 };
    const parsed = await parsePlanCommand('convert', args, OPTIONS, usage);
    if (parsed === null) return EXIT.valid;
    const { values, positionals } = parsed;
    const [name, path] = positionals;
    const to = await chooseFormat(values.to, path);
    const source = await locatePlan(name, values, values.from);
    const options = { to, isQuiet: values.quiet };
    const activity = values.quiet ? undefined : 'the plan is converted';
    return rewritePlan('convert', { source, options }, { path, option: 'OUT' }, activity);
}
