import {
    InputError,
    LIMITS,
    readScenario,
    validate,
    writableFormats,
    writeScenario,
} from 'graze/scenario';
import { GrazeError } from '#internal';
import { EXIT, exitCodeOf, isOutOfMemory, UsageError } from '../console/exit.js';
import {
    checkSizeOptions,
    isStdinNamed,
    PASSABLE_HELP,
    parseAssignments,
    parseChoice,
    parseCommand,
    parsePlanOptions,
} from '../console/options.js';
import { isFolder } from '../files/folder.js';
import { fileNamedIn, footprintFile, imageFinder, readInput } from '../files/input.js';
import { MapFolder } from '../files/map_folder.js';
import { OUT_OF_MEMORY, OUT_OF_MEMORY_MESSAGE } from '../results/plan_result.js';

/**
 * Reads one plan with its further files, and writes a plan; `repair` and `convert` share these functions.
 *
 * @import { Graze } from 'graze'
 * @import { ReadOptions, Scenario, SourceFile, ValidateOptions } from 'graze/scenario'
 * @import { PlanValues } from '../console/options.js'
 */

export const PLAN_HELP = `  --map FILE|DIR       its map; for a CommonRoad solution the scenario, or a folder that has it
  --unknown-cells blocked|free   how unknown cells of an occupancy map of ROS count (default:
                       blocked)
${PASSABLE_HELP}
  --task FILE          its starts and goals (default: the copy in the plan, where it has one)
  --config FILE        its configuration: for CCBS the agents' radius, for a table of tracks frame
                       rate, units or a map of columns
  --radius R           radius of every agent, in map units
  --footprint FILE|POINTS   outline of every agent, in place of a radius: [[x, y], …], or a file
                       with it or with parameters of Nav2
  --at-goal stay|vanish   whether agents stay or vanish after their paths (default: as a graze
                       file says; vanish in commonroad and tracks, stay in all others)
  --case ID            select this plan of a file with several plans, which requires it
  --limit NAME=N       change a limit of the content of a file: the error of a file that is too
                       large states the option to use; repeatable. NAME:
                       ${Object.keys(LIMITS).join(', ')}`;

/**
 * @typedef {object} PlanFiles
 * @property {SourceFile} plan
 * @property {SourceFile} [map]
 * @property {SourceFile} [task]
 * @property {SourceFile} [config]
 * @property {SourceFile} [footprint]
 *
 * @typedef {object} Plan
 * @property {Scenario} scenario
 * @property {PlanFiles} files
 * @property {ReadOptions} readOptions
 * @property {Scenario} [reference] reference plan, for example the plan before some agents were late
 *
 * A plan by name, with its further files and options: plain data, so that it can be posted to another thread.
 *
 * @typedef {object} PlanSource
 * @property {{ plan: string, map?: string, task?: string, config?: string, footprint?: string, reference?: string }} paths
 * @property {Omit<ReadOptions, 'findMap' | 'findImage' | 'findTrajectory'>} readOptions
 * @property {SourceFile & { text: string }} [stdin] text of standard input, where one of the files is it
 */

/**
 * A plan with the options of a command: plain data, too.
 *
 * @template T
 * @typedef {{ source: PlanSource, options: T }} PlanWork
 */

/**
 * Result of a command on a plan.
 *
 * @typedef {object} WorkResult
 * @property {number} code exit code
 * @property {string[]} [chunks] text of the plan to write, in chunks; absent: no plan is written
 * @property {string} [report] report as JSON
 * @property {string[]} lines lines for standard error
 */

/**
 * Parses the arguments of a command that writes plans. With `--help` it prints the help, which lists the
 * formats that can be written.
 *
 * @template {{ help: { type: 'boolean' } } & NonNullable<import('node:util').ParseArgsConfig['options']>} T
 * @param {string} command
 * @param {string[]} args
 * @param {T} options
 * @param {{ help: (formats: string) => string, operands: string, count: number }} usage `count` is the number
 *   of positional arguments, which `operands` names
 * @returns {Promise<ReturnType<typeof parseCommand<T>> | null>} null when the help was printed
 */
export async function parsePlanCommand(command, args, options, { help, operands, count }) {
    const parsed = parseCommand(command, args, options);
    if (/** @type {{ help?: unknown }} */ (parsed.values).help) {
        const formats = await writableFormats();
        process.stdout.write(help(formats.map(({ name }) => name).join(', ')));
        return null;
    }
    if (parsed.positionals.length !== count) {
        throw new UsageError(`${command} takes ${operands}. Try graze ${command} --help`);
    }
    return parsed;
}

/**
 * Returns the plan and the further files that a command line names. It reads standard input.
 *
 * @param {string} name
 * @param {PlanValues} values
 * @param {string | undefined} format
 * @param {string} [reference] name of the reference plan
 * @returns {Promise<PlanSource>}
 * @throws {UsageError} for options that contradict each other
 */
export async function locatePlan(name, values, format, reference) {
    const { map, task, config, footprint } = values;
    const paths = { plan: name, map, task, config, footprint, reference };
    const isStdin = isStdinNamed(Object.values(paths));
    checkSizeOptions(values);
    const limits = parseAssignments('limit', values.limit ?? [], Object.keys(LIMITS));
    const readOptions = { limits, format, ...parsePlanOptions(values) };
    const stdin = isStdin ? await readInput('-', limits.characters) : undefined;
    return { paths, readOptions, stdin };
}

/**
 * Reads a plan with its further files.
 *
 * @param {PlanSource} source
 * @returns {Promise<Plan>}
 */
export async function readPlan({ paths, readOptions: baseOptions, stdin }) {
    const { characters } = baseOptions.limits ?? {};
    const mapFile = paths.map === undefined ? undefined : { name: paths.map, path: paths.map };
    const folder = mapFile && (await isFolder(mapFile)) ? new MapFolder(mapFile) : undefined;
    /** @type {ReadOptions} */
    const readOptions = {
        ...baseOptions,
        findMap:
            folder && (async (request) => readInput((await folder.find(request)).path, characters)),
        findImage: mapFile && imageFinder(mapFile, characters),
        findTrajectory: async (name) => {
            const plan = { name: paths.plan, path: paths.plan };
            return readInput(fileNamedIn(plan, name).path, characters);
        },
    };
    /** @param {string} path */
    const readOne = async (path) =>
        path === '-' && stdin !== undefined ? stdin : readInput(path, characters);
    /** @param {string | undefined} value */
    const readFootprint = async (value) => {
        const file = value === undefined ? undefined : footprintFile(value);
        return file?.text === undefined ? read(value) : { name: file.name, text: file.text };
    };
    /** @param {string | undefined} path */
    const read = async (path) => (path === undefined ? undefined : readOne(path));
    const files = {
        plan: await readOne(paths.plan),
        map: folder === undefined ? await read(paths.map) : undefined,
        task: await read(paths.task),
        config: await read(paths.config),
        footprint: await readFootprint(paths.footprint),
    };
    const scenario = await readScenario(files, readOptions);
    if (paths.reference === undefined) return { scenario, files, readOptions };
    const referenceFiles = { ...files, plan: await readOne(paths.reference) };
    const reference = await readScenario(referenceFiles, {
        ...readOptions,
        format: scenario.format,
    });
    return { scenario, files, readOptions, reference };
}

/**
 * Returns the line and the exit code of a failure that is due to a file; throws any other error again.
 *
 * @param {string} name
 * @param {unknown} error
 * @returns {WorkResult}
 */
export function toFailedWork(name, error) {
    if (isOutOfMemory(error)) return outOfMemoryResult(name);
    const isCannotCarry = error instanceof GrazeError && error.code === 'cannot-carry';
    if (isCannotCarry && error.argument === 'format') throw new UsageError(error.message);
    if (!(error instanceof GrazeError)) throw error;
    const code = exitCodeOf(error);
    if (!isCannotCarry && code !== EXIT.input && code !== EXIT.unsolved) throw error;
    const hasPosition = error instanceof InputError;
    const line = hasPosition ? error.message : `${name}:1:1: ${error.code}: ${error.message}`;
    return { code: isCannotCarry ? EXIT.input : code, lines: [line] };
}

/**
 * Returns the result of a plan for which there is not enough memory.
 *
 * @param {string} name
 * @returns {WorkResult}
 */
export function outOfMemoryResult(name) {
    return { code: EXIT.input, lines: [`${name}: ${OUT_OF_MEMORY}: ${OUT_OF_MEMORY_MESSAGE}`] };
}

/**
 * Returns the format to write: the requested one, else `sourceFormat`, where there is one, or graze's own format if it
 * cannot be written, else the only format whose files have such a name.
 *
 * @param {string | undefined} requested
 * @param {string | undefined} path
 * @param {string} [sourceFormat]
 */
export async function chooseFormat(requested, path, sourceFormat) {
    const formats = await writableFormats();
    const known = formats.map(({ name }) => name);
    const chosen = parseChoice('to', requested, known);
    if (chosen !== undefined) return chosen;
    if (sourceFormat !== undefined) return known.includes(sourceFormat) ? sourceFormat : 'graze';
    const matching = formats.filter(({ extensions }) =>
        extensions.some((each) => path?.toLowerCase().endsWith(each)),
    );
    if (matching.length === 1) return matching[0].name;
    throw new UsageError(
        `the name of the output does not determine its format: name a format with --to: ${known.join(', ')}`,
    );
}

/**
 * Returns a plan as text, which has been read back: if the plan was valid, the text must be valid too; if the
 * plan was free of conflicts at tolerance 0, the text must be too, or a notice reports that it is not.
 *
 * @param {Plan} plan
 * @param {Scenario} scenario the plan, or the repaired one
 * @param {string} format
 * @param {ValidateOptions & { graze: Graze }} validateOptions
 * @returns {Promise<{ chunks: string[], notices: string[] }>}
 */
export async function writeChecked(plan, scenario, format, validateOptions) {
    const carried = withoutFootprint(plan, scenario, format);
    const { text, notices, task } = await writeScenario(carried, format);
    if (carried !== scenario) {
        notices.push(
            'the footprint is not written: give it again with the written plan (--footprint)',
        );
    }
    const chunks = [...text];
    const reread = await readBack(plan, scenario, format, chunks, task);
    const options = { ...validateOptions, suggestDelays: false };
    /** @param {ValidateOptions} checkOptions */
    const isNoLongerValid = async (checkOptions) =>
        !(await validate(reread, checkOptions)).valid &&
        (await validate(scenario, checkOptions)).valid;
    if (await isNoLongerValid(options)) {
        const text =
            'the plan is valid, but it would not be valid as written: the format cannot express its times exactly enough';
        throw new GrazeError('cannot-carry', text, { argument: 'scenario' });
    }
    const isTouchingAllowed = validateOptions.touching !== 'conflict';
    if (isTouchingAllowed && (await isNoLongerValid({ ...options, tolerance: 0 }))) {
        notices.push(
            'the plan is valid at tolerance 0, but not as written: the format cannot express its times exactly enough',
        );
    }
    return { chunks, notices };
}

/**
 * Returns a plan with points in place of the footprint that the command line gives, for formats that do not have bodies.
 *
 * @param {Plan} plan
 * @param {Scenario} scenario
 * @param {string} format
 * @returns {Scenario}
 */
function withoutFootprint({ files }, scenario, format) {
    if (files.footprint === undefined || format === 'graze') return scenario;
    const shape = { kind: /** @type {const} */ ('disc'), radius: 0 };
    const agents = scenario.agents.map((agent) => ({ ...agent, shape }));
    // Logs of CCBS describe bodies, even if they are points.
    return { ...scenario, agents, sizesKnown: format === 'ccbs' };
}

/**
 * Reads the text back, with the files and options that it needs.
 *
 * @param {Plan} plan
 * @param {Scenario} scenario
 * @param {string} format
 * @param {string[]} chunks
 * @param {string | undefined} task task that the format needs
 * @returns {Promise<Scenario>}
 */
async function readBack(
    { files, readOptions },
    { format: sourceFormat, agents, sizesKnown, atGoal },
    format,
    chunks,
    task,
) {
    const footprint = format === 'graze' ? undefined : files.footprint;
    const shape = agents[0]?.shape;
    const discRadius = sizesKnown && shape?.kind === 'disc' ? shape.radius : 0;
    // Another format may have other axes, so the further files do not fit it.
    const isSameFormat = format === sourceFormat;
    /** @param {number | undefined} radius */
    const read = (radius) => {
        const plan = { name: `what is written as ${format}`, text: toAsyncIterable(chunks) };
        const taskFile = task === undefined ? {} : { task: { name: 'its starts', text: task } };
        const all =
            isSameFormat && files.task !== undefined
                ? { ...files, plan, footprint }
                : { ...(isSameFormat ? files : {}), ...taskFile, plan, footprint };
        const { limits, unknownCells, passable, findImage } = readOptions;
        const options = {
            ...{ format, atGoal, limits, unknownCells, findImage },
            ...(all.map !== undefined && { passable }),
        };
        return readScenario(all, footprint === undefined ? { ...options, radius } : options);
    };
    try {
        const reread = await read(isSameFormat ? readOptions.radius : undefined).catch((error) => {
            if (error.code === 'radius-unknown') return read(discRadius);
            throw error;
        });
        return sizesKnown && !reread.sizesKnown ? await read(discRadius) : reread;
    } catch (error) {
        if (!(error instanceof InputError)) throw error;
        const text = `the plan cannot be read back as it would be written: ${error.message}`;
        throw new GrazeError('cannot-carry', text, { argument: 'scenario' });
    }
}

/** @param {string[]} chunks */
async function* toAsyncIterable(chunks) {
    yield* chunks;
}
