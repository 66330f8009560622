import { findHeader, isCommentLine } from './track_layout.js';

/**
 * Lists the formats of plans, and detects the format of a file by its beginning. It loads no reader and no parser.
 */

/**
 * A format of plans.
 *
 * @typedef {object} FormatEntry
 * @property {string} origin programs and data sets that write it
 * @property {(head: string, name: string) => boolean} matches returns whether a file with this beginning and name is a plan
 *   of this format, and not of one before it
 * @property {readonly string[]} [extensions] extensions of the files that are written, with the dot; absent: the format is
 *   not written
 */

/** @typedef {keyof typeof ENTRIES} FormatName */

/**
 * All formats, in the order in which they are tried.
 */
const ENTRIES = /** @satisfies {Record<string, FormatEntry>} */ ({
    graze: {
        origin: "graze's own JSON",
        matches: (head) => /^\s*\{\s*"graze"\s*:/.test(head),
        extensions: ['.json'],
    },
    lorr: {
        origin: 'League of Robot Runners',
        matches: (head) => looksLikeJson(head, LORR_MEMBERS),
        extensions: ['.json'],
    },
    kei18: {
        origin: 'LaCAM, PIBT',
        matches: (head) => /^(?:[a-z_]+=|\d+:\()/.test(head),
        extensions: ['.txt'],
    },
    // Both orders of the axes look the same: that of the planners is assumed.
    paths: {
        origin: 'EECBS, CBSH2, PBS, MAPF-LNS',
        matches: (head) => /^\s*Agent[ \t]+\d+[ \t]*:/.test(head),
        extensions: [],
    },
    'paths-xy': {
        origin: 'the same, x first',
        matches: () => false,
        extensions: [],
    },
    'mapf-tracker': {
        origin: 'MAPF tracker',
        matches: (head) => detectTrackerNotation(head) !== null,
        extensions: ['.csv'],
    },
    crazyswarm: {
        origin: 'Crazyflies',
        matches: (head) => detectTrajectory(head) || detectSwarm(head),
    },
    // YAML with a key of its schedules or inputs.
    libmrp: {
        origin: 'libMultiRobotPlanning',
        matches: (head) =>
            /^(?:schedule|statistics|roadmap|agents|map)[ \t]*:(?:[ \t]|$)/m.test(head),
        extensions: ['.yaml', '.yml'],
    },
    tracks: {
        origin: 'INTERACTION, highD, inD, other CSV, JuPedSim',
        matches: looksLikeTracks,
    },
    commonroad: {
        origin: 'CommonRoad',
        matches: (head) => commonRoadRoot(head) !== undefined,
    },
    // All XML that no other format claims, so that an error can name the place of what is wrong with it.
    ccbs: {
        origin: 'Continuous-time CBS',
        matches: (head) => looksLikeXml(head),
        extensions: ['.xml'],
    },
});

/** @type {[FormatName, FormatEntry][]} */
const LISTED = /** @type {any} */ (Object.entries(ENTRIES));

/** Names of the formats of plans, in the order in which they are tried. @type {readonly string[]} */
export const FORMATS = Object.freeze(LISTED.map(([name]) => name));

/** Programs and data sets that write each format. @type {Readonly<Record<string, string>>} */
export const FORMAT_ORIGINS = Object.freeze({
    __proto__: /** @type {any} */ (null),
    ...Object.fromEntries(LISTED.map(([name, { origin }]) => [name, origin])),
});

/** Formats that are written, with the extensions of their files. */
export const WRITABLE_FORMATS = Object.freeze(
    LISTED.flatMap(([name, { extensions }]) => (extensions ? [{ name, extensions }] : [])),
);

/**
 * Returns the format of a plan; undefined where none is recognized. O(characters of the beginning).
 *
 * @param {string} head beginning of the file, from `peek`
 * @param {string} name name of the file
 * @returns {FormatName | undefined}
 */
export function detectFormat(head, name) {
    return LISTED.find(([, { matches }]) => matches(head, name))?.[0];
}

/**
 * Returns which of the two MovingAI files one is, by its beginning, or null for neither.
 *
 * @param {string} head
 * @returns {'map' | 'scenario' | null}
 */
export function detectMovingAi(head) {
    if (/^(?:type \S+[ \t]*\n)?height \S+[ \t]*\nwidth /.test(head)) return 'map';
    return /^version 1(?:\.0)?[ \t]*\n/.test(head) ? 'scenario' : null;
}

/** Characters of free cells by default; `E` and `S` also mark service stations in the maps of the League of Robot Runners. */
export const FREE_CELLS = '.GSE';
export const BLOCKED_CELLS = '@OTW';

/** All characters of the cells of MovingAI maps. */
export const MAP_CELLS = `${FREE_CELLS}${BLOCKED_CELLS}`;

/**
 * Returns the first character that no map has, an empty text if there is no character, or null if all are those of maps.
 *
 * @param {string} passable
 * @returns {string | null}
 */
export function findUnknownCell(passable) {
    if (passable === '') return '';
    return [...passable].find((each) => !MAP_CELLS.includes(each)) ?? null;
}

/** Returns whether a file is the YAML file of an occupancy map of ROS. @param {string} head its beginning, from `peek` */
export function detectRosMap(head) {
    const isInBraces = looksLikeJson(head, ['image']) || /^\s*\{[^{}]*\bimage[ \t]*:/.test(head);
    const isBlock = /^(['"]?)(?:image|occupied_thresh|free_thresh)\1[ \t]*:/m.test(head);
    return (isBlock || isInBraces) && !looksLikeXml(head);
}

/** @param {string} head beginning of a file, from `peek` */
export function looksLikeXml(head) {
    return /^\s*(?:<|$)/.test(head);
}

/** Members of a file of the League of Robot Runners that are near its beginning. */
const LORR_MEMBERS = ['actionModel', 'actualPaths', 'plannerPaths', 'numTaskFinished'];

/**
 * Returns whether a file begins as a JSON object with one of some names near its beginning.
 *
 * @param {string} head
 * @param {readonly string[]} names
 */
function looksLikeJson(head, names) {
    return /^\s*\{/.test(head) && names.some((name) => new RegExp(`"${name}"\\s*:`).test(head));
}

/** Returns whether a file is a trajectory of Crazyswarm. @param {string} head its beginning, from `peek` */
export function detectTrajectory(head) {
    return /^\s*duration\s*,\s*x\^0\s*,/.test(head);
}

/** Returns whether a file is a swarm: a list of trajectories, in YAML or JSON. @param {string} head */
function detectSwarm(head) {
    return /^drones[ \t]*:/m.test(head) || looksLikeJson(head, ['drones']);
}

/** Columns of the plan in a file of the MAPF tracker; the older one is that of files of 2022. */
export const TRACKER_PLAN_COLUMN = 'solution_plan';
export const OLD_TRACKER_PLAN_COLUMN = 'path';

/**
 * Returns the notation of a file of the MAPF tracker; null for other files.
 *
 * @param {string} head
 * @returns {'csv' | 'json' | 'yaml' | null}
 */
export function detectTrackerNotation(head) {
    const columns = head.split('\n', 1)[0].replaceAll('"', '').split(',');
    if (
        columns.includes('agents') &&
        (columns.includes(TRACKER_PLAN_COLUMN) || columns.includes(OLD_TRACKER_PLAN_COLUMN))
    ) {
        return 'csv';
    }
    if (/^\s*[[{]/.test(head))
        return /"(?:solution_plan|scen_type)"\s*:/.test(head) ? 'json' : null;
    return /^(?:-[ \t]+|[ \t]+)?(?:solution_plan|scen_type)[ \t]*:/m.test(head) ? 'yaml' : null;
}

/** Minimum number of columns of a table of tracks. */
const MIN_COLUMNS = 4;

/**
 * Recognizes a table with the header of a known data set or with columns that state their roles, or a CSV file by its name, for
 * which a map of columns is then required.
 *
 * @param {string} head
 * @param {string} name
 */
function looksLikeTracks(head, name) {
    if (findHeader(head, undefined) !== undefined) return true;
    const line = head.split('\n').find((each) => each.trim() !== '' && !isCommentLine(each)) ?? '';
    return (
        /\.csv$/i.test(name) && !looksLikeXml(head) && line.split(/[,;\t]/).length >= MIN_COLUMNS
    );
}

/** Markup that may precede the root element. */
const PROLOG = /^\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--(?:[^-]|-(?!->))*-->\s*)*/;
const COMMONROAD_ROOT = /^<(commonRoad|CommonRoadSolution)[\s/>]/;

/**
 * Returns the beginning of XML from its root element on.
 *
 * @param {string} head
 */
export function skipProlog(head) {
    return head.slice(PROLOG.exec(head)?.[0].length ?? 0);
}

/**
 * Returns the name of the root element of a CommonRoad file; undefined for other files.
 *
 * @param {string} head
 * @returns {string | undefined}
 */
export function commonRoadRoot(head) {
    return COMMONROAD_ROOT.exec(skipProlog(head))?.[1];
}
