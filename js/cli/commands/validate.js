import { parseArgs } from 'node:util';
import { createSync, GrazeError } from 'graze';
import { InputError, readScenario, validate } from 'graze/scenario';
import { EXIT, exitCodeOf, UsageError, worst } from '../exit.js';
import { readInput } from '../input.js';
import { fail, hasColour, seeSignals, writeWhole } from '../output.js';
import { jsonReport } from '../report/json.js';
import { textReport } from '../report/text.js';

/**
 * @import { Graze } from 'graze'
 * @import { Result, SourceFile } from 'graze/scenario'
 */

/**
 * What became of one file.
 *
 * @typedef {{ file: string, result: Result } | { file: string, error: GrazeError }} Outcome
 */

const HELP = `graze validate FILE... : judge plans in continuous time

  FILE                 a plan; - reads standard input
  --map FILE           its map: CCBS grid or roadmap, MovingAI .map
  --task FILE          its task: CCBS task, MovingAI .scen; else the copy in the plan
  --config FILE        its configuration, for the agents' radius
  --format NAME        of the plan: ccbs; recognised from the content unless given
  --radius R           of every agent, in map units; wins over --config
  --at-goal stay|vanish   what an agent does after its path (stay)
  --tolerance T        map units; an overlap must be deeper to be a violation
                       (1e-9 of the radii's sum; 0: any overlap)
  --reading open|closed   open: agents may touch; closed: touching counts (open)
  --report text|json   (text)
  --out FILE           write the report there instead of standard output
  --quiet              no text report; the exit code tells
  --help

Without --map nothing is said about obstacles, without a task nothing about starts and goals:
the report says what was checked.

Exit codes: 0 all valid, 1 at least one violation, 2 wrong usage, 3 an input that cannot
be read or is malformed. Of several the worst: 3 before 1 before 0.
`;

const OPTIONS = /** @type {const} */ ({
    map: { type: 'string' },
    task: { type: 'string' },
    config: { type: 'string' },
    format: { type: 'string' },
    radius: { type: 'string' },
    'at-goal': { type: 'string', default: 'stay' },
    tolerance: { type: 'string' },
    reading: { type: 'string', default: 'open' },
    report: { type: 'string', default: 'text' },
    out: { type: 'string' },
    quiet: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
});

/** @param {string[]} args */
function parse(args) {
    try {
        return parseArgs({ args, options: OPTIONS, allowPositionals: true, strict: true });
    } catch (error) {
        // Node's own words, without its advice on programming.
        const text = error instanceof Error ? error.message : String(error);
        throw new UsageError(`${text.split(/\.\s/)[0]}. Try graze validate --help`);
    }
}

const DECIMAL = /^(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/**
 * @param {string} option
 * @param {string | undefined} text
 * @returns {number | undefined}
 */
function parseLength(option, text) {
    if (text === undefined) return undefined;
    const value = Number(text);
    if (!DECIMAL.test(text) || !Number.isFinite(value)) {
        throw new UsageError(
            `--${option} must be a decimal number, at least 0, not ${JSON.stringify(text)}`,
        );
    }
    return value;
}

/**
 * @template {string} T
 * @param {string} option
 * @param {string} value
 * @param {readonly T[]} choices
 * @returns {T}
 */
function parseChoice(option, value, choices) {
    const found = choices.find((choice) => choice === value);
    if (found !== undefined) return found;
    throw new UsageError(
        `--${option} must be ${choices.join(' or ')}, not ${JSON.stringify(value)}`,
    );
}

/**
 * @param {string[]} args
 * @returns {Promise<number>} the exit code
 */
export async function run(args) {
    const { values, positionals } = parse(args);
    if (values.help) {
        process.stdout.write(HELP);
        return EXIT.valid;
    }
    if (positionals.length === 0) {
        throw new UsageError('no file is named. Try graze validate --help');
    }
    const named = [...positionals, values.map, values.task, values.config];
    if (named.filter((name) => name === '-').length > 1) {
        throw new UsageError('- is named more than once, but standard input can be read only once');
    }
    const reading = {
        tolerance: parseLength('tolerance', values.tolerance),
        reading: parseChoice('reading', values.reading, /** @type {const} */ (['open', 'closed'])),
    };
    const how = {
        format: values.format,
        radius: parseLength('radius', values.radius),
        atGoal: parseChoice(
            'at-goal',
            values['at-goal'],
            /** @type {const} */ (['stay', 'vanish']),
        ),
    };
    const kind = parseChoice('report', values.report, /** @type {const} */ (['text', 'json']));

    const graze = createSync();
    /** @type {Outcome[]} */
    const outcomes = [];
    const shared = openShared(values);
    for (const name of positionals) {
        outcomes.push(await judge(name, shared, how, { ...reading, graze }));
        await seeSignals();
    }
    const colour = values.out === undefined && hasColour();
    const report = kind === 'json' ? jsonReport(outcomes) : textReport(outcomes, colour);
    if (values.out !== undefined) await writeWhole(values.out, report);
    else if (kind === 'json' || !values.quiet) process.stdout.write(report);
    return worst(outcomes.map(codeOf));
}

/**
 * The files that all plans share, each read once, when the first plan wants it: one of them may be
 * standard input.
 *
 * @typedef {Record<'map' | 'task' | 'config', () => Promise<SourceFile | undefined>>} Shared
 */

/**
 * @param {{ map?: string, task?: string, config?: string }} names
 * @returns {Shared}
 */
function openShared(names) {
    /** @param {string | undefined} name */
    const once = (name) => {
        /** @type {Promise<SourceFile> | undefined} */
        let file;
        return async () => {
            if (name === undefined) return undefined;
            file ??= readInput(name);
            return file;
        };
    };
    return { map: once(names.map), task: once(names.task), config: once(names.config) };
}

/**
 * @param {string} name
 * @param {Shared} shared
 */
async function readFiles(name, shared) {
    return {
        plan: await readInput(name),
        map: await shared.map(),
        task: await shared.task(),
        config: await shared.config(),
    };
}

/**
 * One plan's outcome. A file that cannot be used, its own or a shared one, is told on stderr as well.
 *
 * @param {string} name
 * @param {Shared} shared
 * @param {import('graze/scenario').ReadOptions} how
 * @param {import('graze/scenario').ValidateOptions} reading
 * @returns {Promise<Outcome>}
 */
async function judge(name, shared, how, reading) {
    try {
        const scenario = await readScenario(await readFiles(name, shared), how);
        return { file: name, result: validate(scenario, reading) };
    } catch (error) {
        if (!(error instanceof GrazeError) || exitCodeOf(error) !== EXIT.input) throw error;
        const placed = error instanceof InputError;
        fail(placed ? error.message : `${name}:1:1: ${error.code}: ${error.message}`);
        return { file: name, error };
    }
}

/** @param {Outcome} outcome */
function codeOf(outcome) {
    if ('error' in outcome) return EXIT.input;
    return outcome.result.valid ? EXIT.valid : EXIT.violation;
}
