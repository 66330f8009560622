/**
 * Times that are forbidden to an agent, as the obstacles of a search.
 *
 * @import { Move, Place } from './graph.js'
 * @import { Interval, Obstacles } from './sipp.js'
 *
 * @typedef {Map<Move | Place, readonly Interval[]>} Forbidden times at which an agent may not begin a move or be at a
 *   place, ascending
 */

/** Returns the gaps within a range between closed intervals. @param {readonly Interval[]} intervals @param {number} from @param {number} to */
function gaps(intervals, from, to) {
    /** @type {Interval[]} */
    const free = [];
    let cursor = from;
    for (const [lo, hi] of intervals) {
        if (lo > cursor && lo < to) free.push([cursor, lo]);
        cursor = Math.max(cursor, hi);
    }
    if (cursor <= to) free.push([cursor, to]);
    return free;
}

/** Returns what is forbidden as the obstacles of a search. @param {Forbidden} forbidden @returns {Obstacles} */
export function obstaclesOf(forbidden) {
    const of = (/** @type {Move | Place} */ what) => forbidden.get(what) ?? [];
    return {
        intervals: (place) => gaps(of(place), 0, Infinity),
        departures: (moves, from, to) => moves.map((move) => gaps(of(move), from, to)),
    };
}
