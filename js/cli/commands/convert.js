import { createSync } from 'graze';
import { FORMATS } from 'graze/scenario';
import { EXIT } from '../exit.js';
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

/** @param {string} formats that can be written */
const help = (formats) => `graze convert IN OUT : a plan in another format

  IN                   a plan; - reads standard input
  OUT                  where to write it; - writes standard output
  --to NAME            format to write: ${formats}
                       (default: the only one whose files end as OUT does)
  --from NAME          the format of IN: ${FORMATS.join(', ')}
                       (default: detected from the content)
${PLAN_HELP}
  --quiet              do not report what the format cannot carry
  --help

Motions and bodies are kept, or nothing is written; what else is lost is reported on
standard error. OUT is written whole or not at all, after it has been read back: a valid plan stays
valid.

Exit codes: 0 written, 2 wrong usage, 3 an input that cannot be read or is malformed, or a
plan that the format cannot carry, 5 unsolved: a planner says that it found no plan, 73 the
output cannot be written.
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
    const usage = { help, takes: 'an input and an output', count: 2 };
    const parsed = await parsePlanCommand('convert', args, OPTIONS, usage);
    if (parsed === null) return EXIT.valid;
    const { values, positionals } = parsed;
    const [name, out] = positionals;
    try {
        const to = await chooseFormat(values.to, out);
        const plan = await readPlan(name, values, values.from);
        const { scenario } = plan;
        const { pieces, notices } = await written(plan, scenario, to, { graze: createSync() });
        await put(out, pieces, 'OUT');
        const told = values.quiet ? [] : [...scenario.notices, ...notices];
        for (const notice of told) fail(`notice: ${notice}`);
    } catch (error) {
        return tellFailure(name, error);
    }
    return EXIT.valid;
}
