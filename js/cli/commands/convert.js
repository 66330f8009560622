import { FORMATS } from 'graze/scenario';
import { EXIT } from '../exit.js';
import { createInstance } from '../instance.js';
import { checkScenarioSize } from '../main_thread_limit.js';
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

/**
 * @import { WorkResult } from '../plan_files.js'
 * @import { PlanWork } from '../plan_work.js'
 */

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

/** @typedef {{ to: string, isQuiet: boolean }} ConvertOptions */

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
    return runPlanWork('convert', perform, { source, options }, { path, option: 'OUT' }, activity);
}

/**
 * Writes a plan as text in another format.
 *
 * @param {PlanWork<ConvertOptions>} work
 * @param {boolean} isMainThread whether this is the main thread
 * @returns {Promise<WorkResult>}
 * @throws {TooLargeForMainThread}
 */
export async function perform({ source, options: { to, isQuiet } }, isMainThread) {
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
