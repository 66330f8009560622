/**
 * The files of a scenario: dropped, opened, or from an example. The role of each is detected from its content, and small
 * ones are packed into the address.
 */

import { MAX_FILES } from '../../base/drop.js';
import * as read from '../../base/state_reader.js';

/**
 * @typedef {typeof ROLES[number]} Role
 *
 * @typedef {object} Entry
 * @property {string} name
 * @property {Blob} blob
 * @property {Guess} guess
 * @property {Role | 'none'} role assigned beside the other files, or chosen
 */

export const ROLES = /** @type {const} */ (['plan', 'map', 'image', 'task', 'config', 'footprint']);

/**
 * Detects the roles of files that arrived together.
 *
 * @param {readonly { name: string, blob: Blob }[]} files
 * @returns {Promise<Entry[]>}
 */
export async function recognizeFiles(files) {
    const guesses = await Promise.all(
        files.map(async ({ name, blob }) => guessRole(name, await blob.slice(0, HEAD_SIZE).text())),
    );
    const roles = assignRoles(guesses);
    return files.map((file, k) => ({ ...file, guess: guesses[k], role: roles[k] }));
}

/**
 * Returns the files after more have arrived: a plan replaces the previous one but keeps companions that waited for a
 * plan, and a solution keeps the scenario that it belongs to.
 *
 * @param {readonly Entry[]} previous
 * @param {readonly Entry[]} added
 * @returns {Entry[]}
 */
export function mergeFiles(previous, added) {
    /** @param {readonly Entry[]} entries @param {'is' | 'needs'} commonRoad */
    const has = (entries, commonRoad) =>
        entries.some(({ guess }) => guess.commonRoad === commonRoad);
    /** Returns whether a previous file is the missing other half of an added one. @param {'is' | 'needs'} one @param {'is' | 'needs'} other */
    const completes = (one, other) => has(added, one) && !has(added, other) && has(previous, other);
    for (const [one, other] of /** @type {const} */ ([
        ['needs', 'is'],
        ['is', 'needs'],
    ])) {
        if (!completes(one, other)) continue;
        const pair = [...previous.filter(({ guess }) => guess.commonRoad === other), ...added];
        const roles = assignRoles(pair.map(({ guess }) => guess));
        return pair.map((entry, k) => ({ ...entry, role: roles[k] }));
    }
    const isComplete = previous.some(({ role }) => role === 'plan');
    if (isComplete && added.some(({ role }) => role === 'plan')) return [...added];
    const usedRoles = new Set(added.map(({ role }) => role));
    // The image of an occupancy map does not belong to a map of another kind.
    if (added.some(({ role, guess }) => role === 'map' && !guess.hasImage)) usedRoles.add('image');
    return [...previous.filter(({ role }) => role === 'none' || !usedRoles.has(role)), ...added];
}

/**
 * Returns the entries with another role for one of them; the previous holder of that role then has none.
 *
 * @param {readonly Entry[]} entries
 * @param {number} index
 * @param {Entry['role']} role
 * @returns {Entry[]}
 */
export function assignRole(entries, index, role) {
    return entries.map((entry, k) => {
        if (k === index) return { ...entry, role };
        return entry.role === role && role !== 'none' ? { ...entry, role: 'none' } : entry;
    });
}

/** @param {readonly Entry[]} entries @returns {Partial<Record<Role, { name: string, blob: Blob }>>} */
export function filesByRole(entries) {
    /** @type {Partial<Record<Role, { name: string, blob: Blob }>>} */
    const files = {};
    for (const { role, name, blob } of entries) if (role !== 'none') files[role] = { name, blob };
    return files;
}

/* ---- roles of files ---- */

/**
 * @typedef {{ role: Role, description: string, commonRoad?: 'is' | 'needs', hasImage?: true }} Guess guessed role;
 *   commonRoad 'is': a scenario that is a plan itself or the map of a solution, which 'needs' it; hasImage: a map that
 *   names an image
 */

/** Size of the part of a file that determines its role: the task in a CCBS log comes before the log. */
const HEAD_SIZE = 4 * 2 ** 20;

/** @param {Role} role @param {string} description @returns {Guess} */
const makeGuess = (role, description) => ({ role, description });

/** Returns the name of the first element after declarations and comments. @param {string} head */
function rootElement(head) {
    const body = head.replace(/^(?:\s|<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<![^>]*>)*/, '');
    return /^<([\w.:-]+)/.exec(body)?.[1] ?? '';
}

/** @param {string} head @returns {Guess} */
function guessXml(head) {
    const root = rootElement(head);
    if (root === 'CommonRoadSolution')
        return { ...makeGuess('plan', 'CommonRoad solution'), commonRoad: 'needs' };
    if (root === 'commonRoad')
        return { ...makeGuess('plan', 'CommonRoad scenario'), commonRoad: 'is' };
    if (root === 'graphml') return makeGuess('map', 'roadmap (GraphML)');
    if (/<log[\s>/]/.test(head)) return makeGuess('plan', 'CCBS plan');
    if (/<algorithm[\s>/]/.test(head)) return makeGuess('config', 'CCBS configuration');
    if (/<(?:map|grid)[\s>/]/.test(head)) return makeGuess('map', 'CCBS map');
    if (/<agent[\s>/]/.test(head)) return makeGuess('task', 'CCBS task');
    return makeGuess('plan', 'XML');
}

/** @param {string} head @returns {Guess} */
function guessJson(head) {
    if (/^\s*\{\s*"graze"\s*:/.test(head)) return makeGuess('plan', 'graze plan');
    if (/"(?:actionModel|actualPaths|plannerPaths)"\s*:/.test(head)) {
        return makeGuess('plan', 'League of Robot Runners plan');
    }
    if (/"(?:solution_plan|scen_type)"\s*:/.test(head))
        return makeGuess('plan', 'MAPF tracker solutions');
    if (/"columns"\s*:/.test(head)) return makeGuess('config', 'column mapping');
    return makeGuess('plan', 'JSON');
}

/** @param {string} name @param {string} head @returns {Guess} */
function guessTable(name, head) {
    const columns = (head.split('\n', 1)[0] ?? '')
        .split(/[,;\t]/)
        .map((column) => column.trim().replace(/^"(.*)"$/, '$1'));
    if (columns.includes('agents')) return makeGuess('plan', 'MAPF tracker solutions');
    const isMeta = columns.includes('frameRate') && !columns.includes('frame');
    if (isMeta || /recordingMeta/i.test(name)) return makeGuess('config', 'recording metadata');
    return makeGuess('plan', 'table of tracks');
}

/**
 * Detects the role of a file from its beginning: a plan, or a companion of one.
 *
 * @param {string} name
 * @param {string} text the beginning of the file
 * @returns {Guess}
 */
export function guessRole(name, text) {
    const head = text.replace(/^\ufeff/, '');
    if (/^P[1-7][\s#]/.test(head) || /\.(?:p[gnp]m|png)$/i.test(name)) {
        return makeGuess('image', 'image of a map');
    }
    if (/^\s*</.test(head)) return guessXml(head);
    // A list of points, or parameters of Nav2.
    if (/^\s*(?:\[\s*|-\s+)\[\s*[-+.\d]/.test(head) || /^[ \t]*footprint[ \t]*:/m.test(head)) {
        return makeGuess('footprint', 'footprint');
    }
    if (/^\s*[{[]/.test(head)) return guessJson(head);
    if (/^(?:image|occupied_thresh|free_thresh)[ \t]*:/m.test(head)) {
        return { ...makeGuess('map', 'occupancy map (ROS)'), hasImage: true };
    }
    if (/^(?:type\s+octile|height\s+\d+|width\s+\d+)\s*$/m.test(head.slice(0, 200))) {
        return makeGuess('map', 'MovingAI map');
    }
    if (/^version\s+\d/.test(head)) return makeGuess('task', 'MovingAI scenario');
    if (/^\s*Agent[ \t]+\d+[ \t]*:/.test(head)) return makeGuess('plan', 'paths of agents');
    if (/^(?:-[ \t]+|[ \t]+)?(?:solution_plan|scen_type)[ \t]*:/m.test(head)) {
        return makeGuess('plan', 'MAPF tracker solutions');
    }
    if (/^schedule[ \t]*:/m.test(head)) return makeGuess('plan', 'libMultiRobotPlanning schedule');
    if (/^(?:agents|map|roadmap)[ \t]*:(?:[ \t]|$)/m.test(head)) {
        return makeGuess('map', 'libMultiRobotPlanning input');
    }
    if (/^(?:[a-z_]+=|\d+:\()/.test(head)) return makeGuess('plan', 'kei18 result');
    if (/^[^\n]*[,;\t][^\n]*[,;\t]/.test(head)) return guessTable(name, head);
    return makeGuess('plan', 'not recognized');
}

/**
 * Assigns roles to files that arrived together: among equal guesses the first wins; a CommonRoad scenario beside a
 * solution becomes its map.
 *
 * @param {readonly Guess[]} guesses
 * @returns {(Role | 'none')[]}
 */
export function assignRoles(guesses) {
    const hasSolution = guesses.some(({ commonRoad }) => commonRoad === 'needs');
    /** @type {Set<Role>} */
    const usedRoles = new Set();
    return guesses.map(({ role, commonRoad }) => {
        const wanted = commonRoad === 'is' && hasSolution ? 'map' : role;
        if (usedRoles.has(wanted)) return 'none';
        usedRoles.add(wanted);
        return wanted;
    });
}

/* ---- files as text for the address ---- */

/** Largest number of characters of an address that still passes through mail and chat. */
const MAX_PACKED = 12_000;
/** Size limit of unpacked data, because anybody may have written the link. */
const MAX_UNPACKED = 4 * 2 ** 20;

/**
 * Packs small files as text for the address: names, roles and texts, deflated. An image has its bytes in place of a text.
 *
 * @param {readonly Entry[]} entries
 * @returns {Promise<string | null>} null: the files are too large for a link
 */
export async function pack(entries) {
    const size = entries.reduce((sum, { blob }) => sum + blob.size, 0);
    if (size > MAX_UNPACKED / 4) return null;
    const files = await Promise.all(
        entries.map(async ({ name, role, guess, blob }) =>
            guess.role === 'image'
                ? [name, role, toCharacters(new Uint8Array(await blob.arrayBuffer())), 1]
                : [name, role, await blob.text()],
        ),
    );
    const stream = new Blob([JSON.stringify(files)])
        .stream()
        .pipeThrough(new CompressionStream('deflate-raw'));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    if (bytes.length > MAX_PACKED) return null;
    return btoa(toCharacters(bytes));
}

/** Returns a text of one character per byte. @param {Uint8Array} bytes */
const toCharacters = (bytes) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');

/** @param {string} characters */
const toBytes = (characters) => Uint8Array.from(characters, (character) => character.charCodeAt(0));

/**
 * @param {string} packed
 * @returns {Promise<{ name: string, role: Entry['role'], blob: Blob }[] | null>} null: the text is invalid
 */
export async function unpack(packed) {
    try {
        const stream = new Blob([toBytes(atob(packed))])
            .stream()
            .pipeThrough(new DecompressionStream('deflate-raw'));
        const json = JSON.parse(await readText(stream));
        return read.list(json, readFile, 1, MAX_FILES);
    } catch {
        return null;
    }
}

/** @param {unknown} value */
function readFile(value) {
    if (!Array.isArray(value) || value.length < 3 || value.length > 4) return null;
    const [name, role, text, isImage] = value;
    if (typeof name !== 'string' || typeof text !== 'string') return null;
    return {
        name,
        role: read.choice(role, ['none', ...ROLES]),
        blob: new Blob([isImage ? toBytes(text) : text]),
    };
}

/** @param {ReadableStream<Uint8Array>} stream */
async function readText(stream) {
    const reader = stream.getReader();
    const decoder = new TextDecoder();
    let text = '';
    for (;;) {
        const { done, value } = await reader.read();
        text += decoder.decode(value, { stream: !done });
        if (text.length > MAX_UNPACKED) {
            await reader.cancel();
            throw new RangeError('too long');
        }
        if (done) return text;
    }
}

/* ---- formats of plans, as in graze/scenario, which only the worker loads ---- */

/**
 * Names of the readable formats, with the file extension for writing; null: the format is not written.
 *
 * @type {readonly (readonly [name: string, ending: string | null])[]}
 */
export const FORMATS = [
    ['graze', '.graze.json'],
    ['lorr', '.json'],
    ['kei18', '.txt'],
    ['paths', '.txt'],
    ['paths-xy', '.txt'],
    ['mapf-tracker', '.csv'],
    ['crazyswarm', null],
    ['libmrp', '.yaml'],
    ['tracks', null],
    ['commonroad', null],
    ['ccbs', '.xml'],
];

/** @param {string | null} format */
export function fileExtension(format) {
    return FORMATS.find(([name]) => name === format)?.[1] ?? null;
}
