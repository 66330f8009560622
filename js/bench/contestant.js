/**
 * The contestants of the benchmark: each answers tasks for pairs of bodies.
 *
 * @import { PairSet } from './pairs.js'
 */

export const TASKS = /** @type {const} */ (['distance', 'collide', 'relation']);

/**
 * @typedef {typeof TASKS[number]} Task distance: the distance, 0 for bodies that meet; collide: 1 for those
 *   that meet, else 0; relation: 0 disjoint, 1 touching, 2 overlapping
 *
 * @typedef {(first: number, count: number) => void} Run runs `count` pairs; `first` begins a chunk, and the
 *   pairs do not extend beyond it
 *
 * @typedef {object} Query a task on a set of pairs
 * @property {Run} run
 * @property {() => ArrayLike<number>} answers an answer for each pair, after all chunks have been run
 *
 * @typedef {object} PreparedSet a contestant's preparation for a set
 * @property {Partial<Record<Task, Query>>} queries queries that it supports
 * @property {() => void} [release] frees the preparation
 *
 * @typedef {object} Tolerance error of a distance that is allowed; verdicts count only where the bodies are
 *   further than `absolute` from contact
 * @property {number} absolute
 * @property {number} relative
 *
 * @typedef {object} Contestant
 * @property {string} name heading of its column
 * @property {string} description line for the legend
 * @property {string} [baseline] contestant with which its times are compared; absent: it is a baseline itself
 * @property {boolean} isGraze whether it belongs to graze: its wrong answers end the benchmark; those of others
 *   are counted
 * @property {Tolerance} tolerance
 * @property {(set: PairSet) => PreparedSet} prepare
 */

/**
 * Tolerance of the oracle's error and of the answer's last rounding, to double or to float32.
 *
 * @type {Record<'double' | 'float', Tolerance>}
 */
export const EXACT = {
    double: { absolute: 1e-12, relative: 2 ** -50 },
    float: { absolute: 1e-12, relative: 2 ** -24 },
};

/**
 * Tolerance of foreign contestants, for bodies that measure about 1: far larger than the rounding of single
 * precision, but smaller than the error of a wrong answer.
 *
 * @type {Tolerance}
 */
export const LENIENT = { absolute: 1e-4, relative: 1e-4 };
