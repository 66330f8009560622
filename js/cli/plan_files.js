import { GrazeError } from 'graze';
import {
    InputError,
    LIMITS,
    readScenario,
    validate,
    writableFormats,
    writeScenario,
} from 'graze/scenario';
import { EXIT, exitCodeOf, UsageError } from './exit.js';
import { readInput } from './input.js';
import { isFolder, MapFolder } from './map_folder.js';
import { AT_GOAL, parseAssignments, parseChoice, parseCommand, parseDecimal } from './options.js';
import { fail, writeWhole } from './output.js';

/**
 * One plan read with the files that go with it, and a plan written: what `repair` and `convert` share.
 *
 * @import { Graze } from 'graze'
 * @import { ReadOptions, Scenario, SourceFile, ValidateOptions } from 'graze/scenario'
 */

/** The options that say what a plan is and what goes with it. */
export const PLAN_OPTIONS = /** @type {const} */ ({
    map: { type: 'string' },
    task: { type: 'string' },
    config: { type: 'string' },
    radius: { type: 'string' },
    'at-goal': { type: 'string' },
    case: { type: 'string' },
    limit: { type: 'string', multiple: true },
});

export const PLAN_HELP = `  --map FILE|DIR       its map, where its format has one of its own; a folder of CommonRoad scenarios
  --task FILE          its task
  --config FILE        its configuration
  --radius R           of every agent, in map units
  --at-goal stay|vanish   what an agent does after its path (as the format has it)
  --case ID            which plan of a file that holds several
  --limit NAME=N       what a file may hold, where other than usual; repeatable. NAME:
                       ${Object.keys(LIMITS).join(', ')}`;

/**
 * @typedef {object} PlanValues the values of PLAN_OPTIONS
 * @property {string} [map]
 * @property {string} [task]
 * @property {string} [config]
 * @property {string} [radius]
 * @property {'stay' | 'vanish' | string} [at-goal]
 * @property {string} [case]
 * @property {string[]} [limit]
 *
 * @typedef {object} PlanFiles
 * @property {SourceFile} plan
 * @property {SourceFile} [map]
 * @property {SourceFile} [task]
 * @property {SourceFile} [config]
 *
 * @typedef {{ scenario: Scenario, files: PlanFiles, how: ReadOptions }} Plan
 */

/**
 * Reads the arguments of a command that writes plans. Help that is asked for is told, with the formats that can be
 * written.
 *
 * @template {{ help: { type: 'boolean' } } & NonNullable<import('node:util').ParseArgsConfig['options']>} T
 * @param {string} command
 * @param {string[]} args
 * @param {T} options
 * @param {{ help: (formats: string) => string, takes: string, count: number }} usage `count` of positionals, which
 *   `takes` names
 * @returns {Promise<ReturnType<typeof parseCommand<T>> | null>} null when help was told
 */
export async function parsePlanCommand(command, args, options, { help, takes, count }) {
    const parsed = parseCommand(command, args, options);
    if (/** @type {{ help?: unknown }} */ (parsed.values).help) {
        const formats = await writableFormats();
        process.stdout.write(help(formats.map(({ name }) => name).join(', ')));
        return null;
    }
    if (parsed.positionals.length !== count) {
        throw new UsageError(`${command} takes ${takes}. Try graze ${command} --help`);
    }
    return parsed;
}

/**
 * @param {string} name
 * @param {PlanValues} values
 * @param {string | undefined} format
 * @returns {Promise<Plan>}
 */
export async function readPlan(name, values, format) {
    const names = { plan: name, map: values.map, task: values.task, config: values.config };
    if (Object.values(names).filter((each) => each === '-').length > 1) {
        throw new UsageError('- is named more than once, but standard input can be read only once');
    }
    const named = names.map === undefined ? undefined : { name: names.map, path: names.map };
    const folder = named && (await isFolder(named)) ? new MapFolder(named) : undefined;
    const limits = parseAssignments('limit', values.limit ?? [], Object.keys(LIMITS));
    const { characters } = limits;
    /** @type {ReadOptions} */
    const how = {
        limits,
        format,
        case: values.case,
        findMap:
            folder && (async (wanted) => readInput((await folder.find(wanted)).path, characters)),
        radius: parseDecimal('radius', values.radius),
        atGoal: parseChoice('at-goal', values['at-goal'], AT_GOAL),
    };
    /** @param {string | undefined} each */
    const read = async (each) => (each === undefined ? undefined : readInput(each, characters));
    const files = {
        plan: await readInput(name, characters),
        map: folder === undefined ? await read(names.map) : undefined,
        task: await read(names.task),
        config: await read(names.config),
    };
    return { scenario: await readScenario(files, how), files, how };
}

/**
 * What a failure says on stderr when a file is at fault, and its exit code; anything else goes on up.
 *
 * @param {string} name
 * @param {unknown} error
 * @returns {number}
 */
export function tellFailure(name, error) {
    const isCarried = error instanceof GrazeError && error.code === 'cannot-carry';
    if (isCarried && error.argument === 'format') throw new UsageError(error.message);
    if (!(error instanceof GrazeError)) throw error;
    if (!isCarried && exitCodeOf(error) !== EXIT.input) throw error;
    const isPlaced = error instanceof InputError;
    fail(isPlaced ? error.message : `${name}:1:1: ${error.code}: ${error.message}`);
    return EXIT.input;
}

/**
 * The format to write: as asked for; else `own`, where there is one; else the only one whose files are called so.
 *
 * @param {string | undefined} asked
 * @param {string | undefined} path
 * @param {string} [own]
 */
export async function chooseFormat(asked, path, own) {
    const formats = await writableFormats();
    const known = formats.map(({ name }) => name);
    if (asked !== undefined) {
        if (known.includes(asked)) return asked;
        const shown = JSON.stringify(asked);
        throw new UsageError(`--to must be one of ${known.join(', ')}, not ${shown}`);
    }
    if (own !== undefined) {
        if (known.includes(own)) return own;
        throw new UsageError(
            `graze reads ${own}, but does not write it: name a format with --to: ${known.join(', ')}`,
        );
    }
    const named = formats.filter(({ extensions }) =>
        extensions.some((each) => path?.toLowerCase().endsWith(each)),
    );
    if (named.length === 1) return named[0].name;
    throw new UsageError(
        `the name of the output does not tell its format: name it with --to: ${known.join(', ')}`,
    );
}

/**
 * A plan as text, read back before anybody gets it: what was valid must be so as it is written, and what was clear at
 * tolerance 0 too, or a notice says that it is not.
 *
 * @param {Plan} plan
 * @param {Scenario} scenario the plan, or what was made of it
 * @param {string} format
 * @param {ValidateOptions & { graze: Graze }} judging
 * @returns {Promise<{ pieces: string[], notices: string[] }>}
 */
export async function written(plan, scenario, format, judging) {
    const { text, notices, task } = await writeScenario(scenario, format);
    const pieces = [...text];
    const back = await readBack(plan, scenario, format, pieces, task);
    const options = { ...judging, mend: false };
    /** @param {ValidateOptions} how */
    const isLost = (how) => !validate(back, how).valid && validate(scenario, how).valid;
    if (isLost(options)) {
        const text =
            'a valid plan is not valid any more as it would be written: its times cannot be said exactly enough';
        throw new GrazeError('cannot-carry', text, { argument: 'scenario' });
    }
    if (judging.reading !== 'closed' && isLost({ ...options, tolerance: 0 })) {
        notices.push(
            'the plan is valid at tolerance 0, but not as it is written: its times cannot be said exactly enough',
        );
    }
    return { pieces, notices };
}

/**
 * Reads what is written, with what it cannot be read without.
 *
 * @param {Plan} plan
 * @param {Scenario} scenario
 * @param {string} format
 * @param {string[]} pieces
 * @param {string | undefined} task that the format needs
 * @returns {Promise<Scenario>}
 */
async function readBack(
    { files, how },
    { format: given, agents, sized, atGoal },
    format,
    pieces,
    task,
) {
    const shape = agents[0]?.shape;
    const size = sized && shape?.kind === 'disc' ? shape.radius : 0;
    // Another format may have another frame: what goes with the plan does not go with it then.
    const isOwn = format === given;
    /** @param {number | undefined} radius */
    const read = (radius) => {
        const plan = { name: `what is written as ${format}`, text: stream(pieces) };
        const starts = task === undefined ? {} : { task: { name: 'its starts', text: task } };
        const all =
            isOwn && files.task !== undefined
                ? { ...files, plan }
                : { ...(isOwn ? files : {}), ...starts, plan };
        return readScenario(all, { format, radius, atGoal, limits: how.limits });
    };
    try {
        const back = await read(isOwn ? how.radius : undefined).catch((error) => {
            if (error.code === 'radius-unknown') return read(size);
            throw error;
        });
        return sized && !back.sized ? await read(size) : back;
    } catch (error) {
        if (!(error instanceof InputError)) throw error;
        const text = `the plan cannot be read again as it would be written: ${error.message}`;
        throw new GrazeError('cannot-carry', text, { argument: 'scenario' });
    }
}

/** @param {string[]} pieces */
async function* stream(pieces) {
    yield* pieces;
}

/**
 * @param {string | undefined} path standard output unless given, or for `-`
 * @param {string[]} pieces
 * @param {string} option that named the path
 */
export async function put(path, pieces, option) {
    if (path !== undefined && path !== '-') return writeWhole(path, stream(pieces), option);
    for (const piece of pieces) process.stdout.write(piece);
}
