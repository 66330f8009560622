/**
 * What is measured: something that answers a task for pairs of bodies.
 *
 * @import { PairSet } from './pairs.js'
 */

export const TASKS = /** @type {const} */ (['distance', 'collide', 'relation']);

/**
 * @typedef {typeof TASKS[number]} Task
 *   distance: the distance, 0 for bodies that meet; collide: 1 for those that meet, else 0; relation: 0
 *   disjoint, 1 touching, 2 overlapping
 *
 * @typedef {(first: number, count: number) => void} Run asks for `count` pairs; `first` begins a chunk,
 *   and the pairs do not go beyond it
 *
 * @typedef {object} Query a task on a set of pairs
 * @property {Run} run
 * @property {() => ArrayLike<number>} answers an answer for each pair, when all chunks have been run
 *
 * @typedef {object} PreparedSet what a contestant has made ready for a set
 * @property {Partial<Record<Task, Query>>} queries what it can do
 * @property {() => void} [release] frees it
 *
 * @typedef {object} Tolerance how far a distance may be off; and verdicts count only where the bodies
 *   are further than `absolute` from contact
 * @property {number} absolute
 * @property {number} relative
 *
 * @typedef {object} Contestant
 * @property {string} name the head of its column
 * @property {string} description a line for the legend
 * @property {string} [baseline] the contestant that its times are compared with; without: it is such a one
 * @property {boolean} isGraze wrong answers of ours end the benchmark; those of others are counted
 * @property {Tolerance} tolerance
 * @property {(set: PairSet) => PreparedSet} prepare
 */

/**
 * The oracle's error, and the answer's last rounding: to double, or to float32.
 *
 * @type {Record<'double' | 'float', Tolerance>}
 */
export const EXACT = {
    double: { absolute: 1e-12, relative: 2 ** -50 },
    float: { absolute: 1e-12, relative: 2 ** -24 },
};

/**
 * What others are held to, for bodies that measure about 1: wide of the rounding of single precision, but
 * not of a wrong answer.
 *
 * @type {Tolerance}
 */
export const LENIENT = { absolute: 1e-4, relative: 1e-4 };
