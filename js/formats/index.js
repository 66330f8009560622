import {
    argumentError,
    checkChoice,
    checkFunction,
    checkNumber,
    ENDINGS,
    formatValue,
    GrazeError,
    requireOptions,
} from '#internal';
import { explainRenamed, OPTIONS as OLD_OPTIONS } from '../scenario/model/renamed.js';
import {
    detectFormat,
    detectMovingAi,
    detectRosMap,
    FORMAT_ORIGINS,
    FORMATS,
    findUnknownCell,
    MAP_CELLS,
    WRITABLE_FORMATS,
} from './detection/detection.js';
import {
    FILE_START,
    HEAD_LENGTH,
    InputError,
    LIMITS,
    MAX_MAGNITUDE,
    normalizeText,
    peek,
    readWholeText,
} from './text/source.js';

/**
 * @import { PointLike } from 'graze'
 * @import { FormatName } from './detection/detection.js'
 * @import { ImageFile, RosMap } from './maps/ros_map.js'
 * @import { Limits, SourceFile } from './text/source.js'
 * @import { Polygon, Scenario, SourcePosition } from '../scenario/model/scenario.js'
 */

export { FORMAT_ORIGINS, FORMATS } from './detection/detection.js';
export { InputError, LIMITS } from './text/source.js';

/**
 * A plan and the files that belong to it.
 *
 * @typedef {object} ScenarioFiles
 * @property {SourceFile} plan the plan, or a driving scenario
 * @property {SourceFile} [map] blocked cells, a roadmap, or the YAML file of an occupancy map of ROS
 * @property {SourceFile} [task] overrides a copy of the task in the plan
 * @property {SourceFile} [config] settings of the planner, of which the radius is used
 * @property {SourceFile} [footprint] outline of every agent: a list of points in YAML or JSON, or parameters of Nav2
 * @property {ImageFile} [image] the image that an occupancy map of ROS names
 */

/**
 * The map that a plan names by an id.
 *
 * @typedef {object} MapRequest
 * @property {string} id as `identify` returns it
 * @property {string} description description description of the map, for messages
 * @property {string} fileName usual name of the file
 * @property {string} extension extension of such files, with the dot
 * @property {(head: string) => string | null} identify returns the id of a file by its beginning; null for other files
 * @property {(id: string) => boolean} isOtherVersion returns whether an id is that of another version of the map
 */

/**
 * Options of reading.
 *
 * @typedef {object} ReadOptions
 * @property {string} [format] format of the plan; default: recognized from its content
 * @property {number} [radius] radius of every agent; overrides the configuration
 * @property {'stay' | 'vanish'} [atGoal] default: that of the format
 * @property {string} [case] label of the only plan to read, of a file that holds several
 * @property {(request: MapRequest) => Promise<SourceFile>} [findMap] finds the map of a plan that names one, when
 *   `files.map` is not given
 * @property {ArrayLike<PointLike>} [footprint] outline of every agent, in its own frame, in place of a radius; it need not
 *   be convex. It turns with agents that have a heading
 * @property {'blocked' | 'free'} [unknownCells] how unknown cells of an occupancy map of ROS count; default: 'blocked'
 * @property {string} [passable] characters of the free cells of a MovingAI map, of `.GSE@OTW`; default: `.GSE`
 * @property {(name: string) => Promise<ImageFile>} [findImage] finds the image that an occupancy map of ROS names, when
 *   `files.image` is not given
 * @property {(name: string) => Promise<SourceFile>} [findTrajectory] finds a trajectory that a swarm of `crazyswarm` names
 * @property {Partial<Limits>} [limits] limits of each file; default: LIMITS
 */

/**
 * One plan of a file.
 *
 * @typedef {object} PlanCase
 * @property {string | null} label as the file names it; null where it has no name
 * @property {SourcePosition} [position] its beginning in the file
 * @property {() => Promise<Scenario>} read makes the Scenario; rejects with an InputError or a GrazeError that
 *   concerns this plan alone
 */

/**
 * @typedef {object} ReadRequest a request to a reader
 * @property {ScenarioFiles} files
 * @property {number | undefined} radius
 * @property {Polygon | undefined} footprint outline of every agent; readers that know their headings need it
 * @property {'stay' | 'vanish' | undefined} atGoal
 * @property {string | undefined} case label of the only plan to read; readers may leave out the others
 * @property {ReadOptions['findMap']} findMap only of formats that say `findsMap`
 * @property {ReadOptions['findTrajectory']} findTrajectory
 */

/**
 * A plan as a file of a format.
 *
 * @typedef {object} WrittenPlan
 * @property {Iterable<string>} text in pieces
 * @property {string[]} notices about what the format could not carry
 * @property {string} [task] a MovingAI scenario, where the plan cannot be read without one: it has the starts
 */

/**
 * A format that can be written.
 *
 * @typedef {object} WritableFormat
 * @property {string} name as `writeScenario` takes it
 * @property {readonly string[]} extensions extensions of its files, with the dot
 */

/**
 * Reader of a format, and its writer where it has one.
 *
 * @typedef {object} Format
 * @property {(request: ReadRequest) => Promise<Scenario>} [read] reads a format with one plan per file
 * @property {(request: ReadRequest) => Promise<PlanCase[]>} [readCases] reads a format with one or more plans per file, in
 *   the order of the file
 * @property {boolean} [findsMap] its plans may name their maps
 * @property {(scenario: Scenario) => WrittenPlan} [write] throws `cannot-carry` for what would be lost of the
 *   motion or the bodies
 * @property {Scenario['axes']} [axes] in which it is written: see `withAxes`
 */

/** Loaders of the readers, by format. @type {Readonly<Record<FormatName, () => Promise<Format>>>} */
const FORMAT_MODULES = Object.freeze({
    graze: () => import('./graze/graze.js'),
    lorr: () => import('./lorr/lorr.js'),
    kei18: () => import('./kei18/kei18.js'),
    paths: async () => (await import('./paths/paths.js')).makePathsFormat('paths'),
    'paths-xy': async () => (await import('./paths/paths.js')).makePathsFormat('paths-xy'),
    'mapf-tracker': () => import('./tracker/tracker.js'),
    libmrp: () => import('./libmrp/libmrp.js'),
    crazyswarm: () => import('./crazyswarm/crazyswarm.js'),
    tracks: () => import('./tracks/tracks.js'),
    commonroad: () => import('./commonroad/commonroad.js'),
    ccbs: () => import('./ccbs/ccbs.js'),
});

/** Loads a format. @param {string} name one of FORMATS */
function loadFormat(name) {
    return FORMAT_MODULES[/** @type {FormatName} */ (name)]();
}

/** @typedef {Exclude<keyof ScenarioFiles, 'image'>} Role */

const ROLES = Object.freeze(/** @type {const} */ (['plan', 'map', 'task', 'config', 'footprint']));
const OPTIONS = Object.freeze([
    'format',
    'radius',
    'atGoal',
    'case',
    'findMap',
    'limits',
    'footprint',
    'unknownCells',
    'passable',
    'findImage',
    'findTrajectory',
]);
const UNKNOWN_CELLS = Object.freeze(/** @type {const} */ (['blocked', 'free']));

/** Maximum number of cases that an error lists. */
const MAX_LABELS = 5;

/**
 * Reads a plan, with its map, task and configuration as far as they are given, into a Scenario. Anything
 * that cannot be read raises an InputError, whose message begins with file, line and column. Of a file that holds
 * several plans `case` selects one; `readScenarios` reads them all. O(characters).
 *
 * @param {ScenarioFiles} files
 * @param {ReadOptions} [options]
 * @returns {Promise<Scenario>}
 * @throws {InputError} with the codes of docs/formats.md
 * @throws {GrazeError} `wrong-type`, `unknown-option`, `unknown-format`, `not-finite`, `out-of-range` for the options
 */
export async function readScenario(files, options = {}) {
    const cases = await readScenarios(files, options);
    const [first, second] = cases;
    if (second === undefined) return first.read();
    const text = `the file holds ${cases.length} plans, ${listLabels(cases)}: choose one by its case (--case)`;
    throw new InputError('several-plans', files.plan, second.position ?? FILE_START, text);
}

/**
 * Reads all plans of a file: one in most formats; tables of tracks and of the MAPF tracker may hold several. The files
 * are read before the promise resolves; each plan's Scenario is made when its `read` is called, so that only
 * one needs to be held at a time. O(characters).
 *
 * @param {ScenarioFiles} files
 * @param {ReadOptions} [options] `case`: only the plan of this label
 * @returns {Promise<PlanCase[]>} at least one, in the order of the file
 * @throws {InputError} with the codes of docs/formats.md
 * @throws {GrazeError} `wrong-type`, `unknown-option`, `unknown-format`, `not-finite`, `out-of-range` for the options
 */
export async function readScenarios(files, options = {}) {
    const checked = checkFiles(files);
    const {
        format: namedFormat,
        radius,
        atGoal,
        case: label,
        findMap,
        limits,
        unknownCells,
        passable,
        findImage,
        findTrajectory,
        footprint,
    } = checkOptions(options);
    const heads = new FileHeads();
    /** @param {Role} role */
    const openWithLimits = (role) => {
        const file = checked[role];
        return file && heads.record(role, { ...file, limits: { ...file.limits, ...limits } });
    };
    try {
        const { head, file: plan } = await peek(/** @type {SourceFile} */ (openWithLimits('plan')));
        const format = namedFormat ?? (await recognize(head, plan));
        const { read, readCases, findsMap = false } = await loadFormat(format);
        if (findMap !== undefined && !findsMap) {
            const text = `plans of the format ${format} do not name their maps: name the file, not a folder (--map)`;
            throw new InputError('unused-file', plan, FILE_START, text);
        }
        const [map, task, config, footprintFile] = [
            openWithLimits('map'),
            openWithLimits('task'),
            openWithLimits('config'),
            openWithLimits('footprint'),
        ];
        const surroundings = await openSurroundings(
            format,
            { map, image: checked.image, footprint: footprintFile },
            { radius, unknownCells, passable, findImage, footprint },
        );
        const { complete = (/** @type {Scenario} */ scenario) => scenario, ...around } =
            surroundings;
        const files = { plan, map: around.map, task, config };
        const request = {
            ...{ files, radius: around.radius, footprint: around.footprint },
            ...{ atGoal, case: label, findMap, findTrajectory },
        };
        if (readCases !== undefined) {
            const cases = (await readCases(request)).map((each) => ({
                ...each,
                read: async () => complete(await each.read()),
            }));
            return chooseCases(plan, cases, label);
        }
        if (label !== undefined) {
            const text = `files of the format ${format} hold one plan: there is no case ${formatValue(label)}`;
            throw new InputError('unknown-case', plan, FILE_START, text, label);
        }
        const scenario = complete(await /** @type {NonNullable<typeof read>} */ (read)(request));
        return [{ label: null, read: async () => scenario }];
    } catch (error) {
        throw error instanceof InputError
            ? await heads.explain(error, namedFormat === undefined)
            : error;
    }
}

/**
 * Reads what is around a plan and not part of its format: an occupancy map of ROS, a footprint. It loads nothing without them.
 *
 * @param {string} format
 * @param {Pick<ScenarioFiles, 'map' | 'image' | 'footprint'>} files
 * @param {Pick<ReadOptions, 'radius' | 'unknownCells' | 'passable' | 'findImage' | 'footprint'>} options
 */
async function openSurroundings(format, files, options) {
    const { head, file } = files.map ? await peek(files.map) : { head: '', file: undefined };
    const isRosMap = file !== undefined && detectRosMap(head);
    const { footprint, unknownCells, passable } = options;
    const map = passable === undefined ? file : withPassable(file, head, passable);
    const given = [files.image, files.footprint, footprint, unknownCells];
    const isNeeded = given.some((each) => each !== undefined);
    const { radius } = options;
    if (!isRosMap && !isNeeded) return { map, radius, footprint: undefined, complete: undefined };
    const { readSurroundings } = await import('./maps/surroundings.js');
    return readSurroundings(format, { ...files, map }, isRosMap, options);
}

/**
 * Returns a map with the characters of its free cells.
 *
 * @param {SourceFile | undefined} map
 * @param {string} head beginning of the map, from `peek`
 * @param {string} passable
 * @returns {import('./maps/movingai.js').MapFile}
 */
function withPassable(map, head, passable) {
    if (map !== undefined && detectMovingAi(head) === 'map') return { ...map, passable };
    const found = map === undefined ? 'no map' : `the map ${formatValue(map.name)}`;
    const text = `passable must be given with a MovingAI map (--map), whose characters it names, got ${found}`;
    throw new GrazeError('unused-option', text, { argument: 'passable', value: passable });
}

/**
 * Returns the plans to read: all, or the one of a label.
 *
 * @param {SourceFile} plan
 * @param {PlanCase[]} cases
 * @param {string | undefined} label
 * @returns {PlanCase[]}
 */
function chooseCases(plan, cases, label) {
    if (label === undefined) return cases;
    const found = cases.filter((each) => each.label === label);
    if (found.length > 0) return found.slice(0, 1);
    const isNamed = cases.some(({ label }) => label !== null);
    const held = isNamed ? listLabels(cases) : 'one plan, which has no name';
    const text = `there is no case ${formatValue(label)}; the file holds ${held}`;
    throw new InputError('unknown-case', plan, FILE_START, text, label);
}

/** @param {PlanCase[]} cases */
function listLabels(cases) {
    const shown = cases.slice(0, MAX_LABELS).map(({ label }) => formatValue(label));
    return `${shown.join(', ')}${cases.length > MAX_LABELS ? ', …' : ''}`;
}

/** The beginnings of files, by which an unreadable file is described. */
class FileHeads {
    /** @type {{ role: Role, file: SourceFile, head: string }[]} */
    #seen = [];

    /** Keeps the beginning of a file as far as it is read. @param {Role} role @param {SourceFile} file */
    record(role, file) {
        const { text } = file;
        if (typeof text === 'string') {
            this.#seen.push({ role, file, head: text.slice(0, HEAD_LENGTH) });
            return file;
        }
        const seen = { role, file, head: '' };
        this.#seen.push(seen);
        const recorded = async function* () {
            for await (const piece of text) {
                if (seen.head.length < HEAD_LENGTH) seen.head += piece.slice(0, HEAD_LENGTH);
                yield piece;
            }
        };
        return { ...file, text: recorded() };
    }

    /**
     * Returns an error that says what the file at fault is, where that is known.
     *
     * @param {InputError} error
     * @param {boolean} isDetected the plan's format was not named by the caller
     */
    async explain(error, isDetected) {
        const { describeBytes, describeUnsupported, describeRoot } = await import(
            './detection/unsupported.js'
        );
        for (const { role, file, head } of this.#seen) {
            if (file.name !== error.file) continue;
            const text = normalizeText(head);
            const byteProblem = error.code === 'not-text' ? describeBytes(text) : null;
            if (byteProblem !== null)
                return new InputError('not-text', file, FILE_START, byteProblem);
            const unsupported = describeUnsupported(text, role);
            const code = role === 'plan' ? 'not-a-plan' : 'wrong-content';
            if (unsupported !== null) return new InputError(code, file, FILE_START, unsupported);
            // A caller who did not name a format did not mean the one that accepts all XML.
            if (role === 'plan' && isDetected && error.code === 'wrong-root') {
                return new InputError('wrong-root', file, error, describeRoot(text));
            }
        }
        return error;
    }
}

/**
 * Writes a plan as a file of a format. It is an error (`cannot-carry`) if the format cannot carry the motions and the
 * bodies; notices name everything else that is lost. O(pieces).
 *
 * @param {Scenario} scenario
 * @param {string} format one of `writableFormats()`
 * @returns {Promise<WrittenPlan>}
 * @throws {GrazeError} `cannot-carry`, `unknown-format`
 */
export async function writeScenario(scenario, format) {
    /** @type {typeof import('../scenario/model/check_model.js')} */
    const modelCheck = await import('../scenario/model/check_model.js');
    modelCheck.checkScenario(scenario);
    checkFormat(format);
    const { write, axes = scenario.axes } = await loadFormat(format);
    if (write !== undefined) {
        const { isInSpace } = await import('../scenario/model/scenario.js');
        if (format !== 'graze' && isInSpace(scenario)) {
            const text = `the plan is in space, and ${format} has only plans in the plane`;
            throw new GrazeError('cannot-carry', text, { argument: 'scenario' });
        }
        const { withAxes } = await import('./steps/axes_order.js');
        return write(withAxes(scenario, axes));
    }
    const known = WRITABLE_FORMATS.map(({ name }) => name).join(', ');
    const text = `graze reads ${format}, but does not write it; it writes ${known}`;
    throw new GrazeError('cannot-carry', text, { argument: 'format', value: format });
}

/**
 * Returns the formats that `writeScenario` writes, with the extensions of their files.
 *
 * @returns {Promise<WritableFormat[]>}
 */
export async function writableFormats() {
    return WRITABLE_FORMATS.map((each) => ({ ...each }));
}

/**
 * @param {string} head
 * @param {SourceFile} plan
 * @returns {Promise<FormatName>}
 */
async function recognize(head, plan) {
    const kind = detectMovingAi(head);
    if (kind !== null) {
        const flag = kind === 'map' ? '--map' : '--task';
        const text = `this is a MovingAI ${kind}, not a plan: name it with ${flag}`;
        throw new InputError('not-a-plan', plan, FILE_START, text);
    }
    const format = detectFormat(head, plan.name);
    if (format !== undefined) return format;
    // Reading reports a file that is empty or not text, which has no format.
    await readWholeText(plan);
    const known = FORMATS.map((name) => `${name} (${FORMAT_ORIGINS[name]})`).join(', ');
    const text = `the format is not recognized by its beginning ${formatValue(firstLine(head))}; if it is one of these, --format NAME shows what is wrong: ${known}`;
    throw new InputError('unknown-format', plan, FILE_START, text);
}

/** Returns the first line that is not blank. @param {string} head */
function firstLine(head) {
    return head.trimStart().split('\n', 1)[0].trimEnd();
}

/** @param {ScenarioFiles} files @returns {ScenarioFiles} the files that are present */
function checkFiles(files) {
    const checked = checkOptionsObject(files, 'files', [...ROLES, 'image']);
    const { image } = checked;
    if (
        image !== undefined &&
        !(typeof image?.name === 'string' && image.bytes instanceof Uint8Array)
    ) {
        const expected = '{ name, bytes }, the bytes a Uint8Array';
        throw argumentError('wrong-type', 'files.image', expected, image);
    }
    for (const role of ROLES) {
        const file = checked[role];
        if (file === undefined && role !== 'plan') continue;
        const isText = typeof file?.text === 'string' || file?.text?.[Symbol.asyncIterator];
        if (typeof file?.name === 'string' && isText) continue;
        const expected = '{ name, text }, the text a string or its pieces';
        throw argumentError('wrong-type', `files.${role}`, expected, file);
    }
    return /** @type {any} */ (checked);
}

/** @param {ReadOptions} options @returns {ReadOptions} the options that are present */
function checkOptions(options) {
    const checked = checkOptionsObject(options, 'options', OPTIONS);
    const { format, radius, atGoal, limits = {} } = checked;
    if (format !== undefined) checkFormat(format);
    // None has another name in version 0.1.
    if (atGoal !== undefined) checkChoice(atGoal, 'atGoal', ENDINGS, () => '');
    if (radius !== undefined) checkNumber(radius, 'radius', 0, MAX_MAGNITUDE);
    if (checked.case !== undefined && typeof checked.case !== 'string') {
        throw argumentError('wrong-type', 'case', 'a string', checked.case);
    }
    checkFunction(checked.findMap, 'findMap');
    checkFunction(checked.findImage, 'findImage');
    checkFunction(checked.findTrajectory, 'findTrajectory');
    if (checked.unknownCells !== undefined) {
        checkChoice(checked.unknownCells, 'unknownCells', UNKNOWN_CELLS, () => '');
    }
    if (checked.passable !== undefined) checkPassable(checked.passable);
    checkOptionsObject(limits, 'limits', Object.keys(LIMITS));
    for (const [name, value] of Object.entries(limits)) checkLimit(name, value);
    return checked;
}

/**
 * Returns the properties of an options object. An unknown one is an error, since a misspelt property would otherwise count
 * as absent.
 *
 * @param {unknown} options
 * @param {string} argument
 * @param {readonly string[]} known
 * @returns {Record<string, any>}
 */
function checkOptionsObject(options, argument, known) {
    return requireOptions(options, argument, known, (key) =>
        explainRenamed(OLD_OPTIONS, key, known),
    );
}

/** @param {unknown} passable */
function checkPassable(passable) {
    const unknown = typeof passable === 'string' ? findUnknownCell(passable) : '';
    if (unknown === null) return;
    const reason = unknown === '' ? '' : `: no map has ${formatValue(unknown)}`;
    const text = `passable must be one or more of the characters ${MAP_CELLS}, got ${formatValue(passable)}${reason}`;
    throw new GrazeError('out-of-range', text, { argument: 'passable', value: passable });
}

/** @param {unknown} format */
function checkFormat(format) {
    checkChoice(format, 'format', FORMATS, () => '', 'unknown-format');
}

/** @param {string} name @param {unknown} value */
function checkLimit(name, value) {
    if (Number.isSafeInteger(value) && /** @type {number} */ (value) >= 1) return;
    const text = `limits.${name} must be a whole number from 1, got ${formatValue(value)}`;
    throw new GrazeError('out-of-range', text, { argument: 'limits', value });
}
