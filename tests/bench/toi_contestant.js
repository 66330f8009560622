/**
 * Measures what is measured: something that finds first contacts of moving bodies.
 *
 * @import { SweepSet } from './toi_sweeps.js'
 * @import { Rotation } from './toi_truth.js'
 */

/**
 * @typedef {(first: number, count: number) => void} Run asks for `count` pairs; `first` begins a chunk,
 *   and the pairs do not go beyond it
 *
 * @typedef {object} Answers one for each pair, when all chunks have been run
 * @property {ArrayLike<number>} lo the time of the first contact; Infinity: none; NaN: it gave up
 * @property {ArrayLike<number>} [hi] a bracket's end: certified by those who give one
 * @property {ArrayLike<number>} [iterations]
 *
 * @typedef {object} Entry a set as prepared by a contestant
 * @property {Run} run
 * @property {() => Answers} answers
 * @property {() => void} [leave] frees it
 *
 * @typedef {object} Contestant
 * @property {string} name the head of its column
 * @property {string} about a line for the legend
 * @property {string} [beside] the contestant that its times are compared with; without: it is such a one
 * @property {boolean} ours wrong answers of ours end the benchmark; those of others are counted
 * @property {Rotation} rotation how bodies turn for it: it is checked by the contacts of that motion
 * @property {number} [tolerance] tolerance of ours: how wide a bracket may be
 * @property {(set: SweepSet) => Entry} enter
 */

/**
 * Asks for one pair at a time. Keeping the answers stops the compiler from leaving out the question.
 *
 * @param {SweepSet} set
 * @param {(pair: number) => number} query
 * @returns {Pick<Entry, 'run' | 'answers'>}
 */
export function eachSweep(set, query) {
    const lo = new Float64Array(set.count);
    return {
        run(first, count) {
            for (let pair = first; pair < first + count; pair++) lo[pair] = query(pair);
        },
        answers: () => ({ lo }),
    };
}
