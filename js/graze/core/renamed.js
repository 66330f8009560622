import { GrazeError } from './errors.js';

/** Names of version 0.1 and their replacements. The error of an old name states the new one. */

/** Options, and properties of records that are passed as an argument. */
export const OPTIONS = /** @type {const} */ ({
    slack: 'distanceTolerance',
    budget: 'maxIterations',
    reading: 'touching',
    verdict: 'anyContact',
    theta: 'angle',
    omega: 'angularVelocity',
    turnRate: 'angularVelocity',
    alpha: 'angularAcceleration',
    segments: 'pieces',
    start: 't0',
    end: 't1',
});

/**
 * Names that other libraries have for properties of options, records and parameters, and the names here. The error of such a
 * name states those of the names here that the object can have.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const MISNOMERS = {
    rotation: ['angle'],
    rot: ['angle', 'quaternion'],
    yaw: ['angle'],
    heading: ['angle'],
    orientation: ['angle', 'quaternion'],
    position: ['x', 'y'],
    pos: ['x', 'y'],
    velocity: ['vx', 'vy', 'vz'],
    vel: ['vx', 'vy', 'vz'],
    speed: ['vx', 'vy', 'vz'],
    vX: ['vx'],
    vY: ['vy'],
    vZ: ['vz'],
    acceleration: ['ax', 'ay'],
    r: ['radius'],
    type: ['kind'],
    origin: ['pose'],
    time: ['t', 't0', 't1'],
    times: ['t', 't0', 't1'],
};

/** Properties of spheres, which other objects cannot have. */
const SPACE_KEYS = ['z', 'vz', 'az', 'dz', 'vZ'];

/** Values of options. */
export const VALUES = /** @type {const} */ ({ open: 'allowed', closed: 'conflict', hold: 'stay' });

/** Methods of an instance. */
export const METHODS = /** @type {const} */ ({
    separation: 'gap',
    difference: 'study.minkowskiDifference',
    segments: 'movingDiscs',
    movers: 'movingPairs',
    distanceOver: 'separationsAt',
    motionDelays: 'unsafeMotionDelays',
    conflictBy: 'study.conflictBy',
    minkowskiDifference: 'study.minkowskiDifference',
    trace: 'study.trace',
    traceContact: 'study.traceContact',
});

/** Constructors of `motion`. */
export const MOTIONS = /** @type {const} */ ({ still: 'static' });

/** Properties of handles, by the noun for the owner in the errors of its lifetime. */
export const HANDLE_PROPERTIES = /** @type {const} */ ({
    motion: { begin: 't0', end: 't1' },
    path: { first: 'firstStep', last: 'endStep' },
    'batch of moving pairs': { firsts: 'firstPieces', counts: 'pieceCounts' },
    'batch of moving discs': { verdicts: 'relations' },
});

/**
 * Returns the end of a message about an unknown property: its new name, if the property is an old name and `known` has the
 * new one; the names in `known` for what other libraries call so; otherwise an empty text.
 *
 * @param {string} key
 * @param {readonly string[]} known
 */
export function renamedOption(key, known) {
    if (key === 'method' && known.includes('from'))
        return '; study.firstContact and study.sweep take one';
    const names = Object.hasOwn(MISNOMERS, key)
        ? MISNOMERS[key].filter((name) => known.includes(name))
        : [];
    if (names.length > 0) return `; use ${names.join(', ').replace(/, (?=[^,]*$)/, ' and ')}`;
    if (SPACE_KEYS.includes(key) && known.includes('x') && !known.includes('z'))
        return '; only moving discs can leave the plane';
    return renamed(OPTIONS, key, known);
}

/**
 * Returns the error of the options of a query whose options were all for study.
 *
 * @param {string} method name of the query
 * @param {unknown} options
 */
export function noOptionsError(method, options) {
    const text = `options: ${method} has no options; those of version 0.1 are options of study.${method}`;
    return new GrazeError('unknown-option', text, { argument: 'options', value: options });
}

/**
 * Returns the end of a message about an unknown value, as `renamedOption`.
 *
 * @param {unknown} value
 * @param {readonly string[]} known
 */
export function renamedValue(value, known) {
    return typeof value === 'string' ? renamed(VALUES, value, known) : '';
}

/**
 * @param {Readonly<Record<string, string>>} table
 * @param {string} old
 * @param {readonly string[]} known
 */
function renamed(table, old, known) {
    const name = Object.hasOwn(table, old) ? table[old] : undefined;
    return name !== undefined && known.includes(name) ? `; ${old} is now ${name}` : '';
}

/**
 * Defines old properties, whose reading throws an error that states the new name. They are not enumerable, and only those are
 * defined whose new name the owner has.
 *
 * @param {object} owner
 * @param {object} target the owner, or the prototype on which the properties are defined once for all owners
 * @param {Readonly<Record<string, string>>} names
 */
export function refuseOldNames(owner, target, names) {
    for (const [old, name] of Object.entries(names)) {
        const [first] = name.split('.');
        if (!(first in owner) || Object.hasOwn(target, old)) continue;
        Object.defineProperty(target, old, {
            configurable: true,
            get() {
                throw renamedError(old, name);
            },
        });
    }
}

/**
 * Returns the error of a name that is not there any more.
 *
 * @param {string} old
 * @param {string} name
 */
export function renamedError(old, name) {
    return new GrazeError('unknown-option', `${old} is now ${name}`, { argument: old });
}

/**
 * Throws an error with the new name. O(1).
 *
 * @deprecated Use `toPrintable`.
 * @returns {never}
 */
export function printable() {
    throw renamedError('printable', 'toPrintable');
}

/**
 * Throws an error with the new name. O(1).
 *
 * @deprecated Use `formatValue`.
 * @returns {never}
 */
export function show() {
    throw renamedError('show', 'formatValue');
}
