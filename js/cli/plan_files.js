import { GrazeError } from 'graze';
import {
    InputError,
    LIMITS,
    readScenario,
    validate,
    writableFormats,
    writeScenario,
} from 'graze/scenario';
import { EXIT, exitCodeOf, isOutOfMemory, UsageError } from './exit.js';
import { readInput } from './input.js';
import { isFolder, MapFolder } from './map_folder.js';
import { AT_GOAL, parseAssignments, parseChoice, parseCommand, parseDecimal } from './options.js';
import { NO_MEMORY, OUT_OF_MEMORY } from './outcome.js';

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

export const PLAN_HELP = `  --map FILE|DIR       its map; of a CommonRoad solution the scenario, or a folder that has it
  --task FILE          its starts and goals (default: the copy in the plan, where it has one)
  --config FILE        its configuration, for the agents' radius
  --radius R           of every agent, in map units
  --at-goal stay|vanish   what an agent does after its path (default: as a graze file says;
                       vanish in commonroad and tracks, stay in all others)
  --case ID            take this plan of a file that holds several; such a file needs it
  --limit NAME=N       change how much a file may hold: the error of a file that is too large
                       prints the option to give; repeatable. NAME:
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
 * @typedef {object} Plan
 * @property {Scenario} scenario
 * @property {PlanFiles} files
 * @property {ReadOptions} how
 * @property {Scenario} [before] the plan as it was meant
 *
 * A plan by name, with what goes with it: plain data, so that it reaches another thread.
 *
 * @typedef {object} Named
 * @property {{ plan: string, map?: string, task?: string, config?: string, before?: string }} paths
 * @property {Omit<ReadOptions, 'findMap'>} how
 * @property {SourceFile & { text: string }} [stdin] the text of standard input, where one of the files is it
 *
 * The result of a command on a plan.
 *
 * @typedef {object} Done
 * @property {number} code the exit code
 * @property {string[]} [pieces] of the text that is to be written; absent: nothing is
 * @property {string} [report] as json
 * @property {string[]} lines for standard error
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
 * Returns the plan that a command line names, and what goes with it. Standard input is read.
 *
 * @param {string} name
 * @param {PlanValues} values
 * @param {string | undefined} format
 * @param {string} [before] the plan as it was meant
 * @returns {Promise<Named>}
 * @throws {UsageError} for options that make no sense
 */
export async function namePlan(name, values, format, before) {
    const { map, task, config, case: label } = values;
    const paths = { plan: name, map, task, config, before };
    const isStdin = Object.values(paths).filter((each) => each === '-').length;
    if (isStdin > 1) {
        throw new UsageError('- is named more than once, but standard input can be read only once');
    }
    const limits = parseAssignments('limit', values.limit ?? [], Object.keys(LIMITS));
    const how = {
        limits,
        format,
        case: label,
        radius: parseDecimal('radius', values.radius),
        atGoal: parseChoice('at-goal', values['at-goal'], AT_GOAL),
    };
    const stdin = isStdin > 0 ? await readInput('-', limits.characters) : undefined;
    return { paths, how, stdin };
}

/**
 * Reads a plan with what goes with it.
 *
 * @param {Named} named
 * @returns {Promise<Plan>}
 */
export async function readPlan({ paths, how: given, stdin }) {
    const { characters } = given.limits ?? {};
    const named = paths.map === undefined ? undefined : { name: paths.map, path: paths.map };
    const folder = named && (await isFolder(named)) ? new MapFolder(named) : undefined;
    /** @type {ReadOptions} */
    const how = {
        ...given,
        findMap:
            folder && (async (wanted) => readInput((await folder.find(wanted)).path, characters)),
    };
    /** @param {string} path */
    const readOne = async (path) =>
        path === '-' && stdin !== undefined ? stdin : readInput(path, characters);
    /** @param {string | undefined} path */
    const read = async (path) => (path === undefined ? undefined : readOne(path));
    const files = {
        plan: await readOne(paths.plan),
        map: folder === undefined ? await read(paths.map) : undefined,
        task: await read(paths.task),
        config: await read(paths.config),
    };
    const scenario = await readScenario(files, how);
    if (paths.before === undefined) return { scenario, files, how };
    const meant = { ...files, plan: await readOne(paths.before) };
    const before = await readScenario(meant, { ...how, format: scenario.format });
    return { scenario, files, how, before };
}

/**
 * Returns the line that a failure is where a file is at fault, and the exit code; throws anything else on.
 *
 * @param {string} name
 * @param {unknown} error
 * @returns {Done}
 */
export function failedOn(name, error) {
    if (isOutOfMemory(error)) return outOfMemory(name);
    const isCarried = error instanceof GrazeError && error.code === 'cannot-carry';
    if (isCarried && error.argument === 'format') throw new UsageError(error.message);
    if (!(error instanceof GrazeError)) throw error;
    const code = exitCodeOf(error);
    if (!isCarried && code !== EXIT.input && code !== EXIT.unsolved) throw error;
    const isPlaced = error instanceof InputError;
    const line = isPlaced ? error.message : `${name}:1:1: ${error.code}: ${error.message}`;
    return { code: isCarried ? EXIT.input : code, lines: [line] };
}

/**
 * Returns what becomes of a plan for which there is not enough memory.
 *
 * @param {string} name
 * @returns {Done}
 */
export function outOfMemory(name) {
    return { code: EXIT.input, lines: [`${name}: ${OUT_OF_MEMORY}: ${NO_MEMORY}`] };
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
