/**
 * Finds the least delay of one agent among others whose delays are fixed.
 *
 * The agent keeps its path, so it only has to choose a delay for each piece, which never decreases. Others block intervals of
 * these delays: of a piece, or of a stay between two pieces. Between two blocked intervals of a stay the earliest arrival is
 * the best one, since the agent can wait there (safe intervals: Phillips, Likhachev, "SIPP: Safe Interval Path Planning for
 * Dynamic Environments", 2011). So one pass along the path finds the least delay, or that there is none.
 *
 * @import { ConflictModel, Delays } from './delay_search.js'
 *
 * @typedef {object} BlockedInterval delays strictly between `lo` and `hi`
 * @property {number} lo
 * @property {number} hi
 *
 * Delays of a piece that the agent can have.
 *
 * @typedef {object} ReachableInterval
 * @property {number} from
 * @property {number} to
 * @property {number} parent number of the interval of the piece before
 * @property {number} arrival least delay of the piece before from which this interval is reached
 *
 * @typedef {object} Insertion
 * @property {Delays | null} delays null: there are none
 * @property {number[]} blockers agents that block the delays for ever: without delays, at least one of them must give way
 */

/**
 * Returns the delays of an agent with the least last one. Cost: O(w log w + n) for n pieces and w blocked intervals, in
 * practice; each piece may keep an interval for each blocked one of its stay.
 *
 * @param {ConflictModel} conflictModel
 * @param {number} agent
 * @param {(Delays | null | undefined)[]} others delays of the others, as for `visitBlocked`
 * @param {boolean} waitsEarly true: the agent waits as early on its path as it can; false: as late
 * @param {number} [maxDelay] maximum of the last delay; default: Infinity
 * @returns {Insertion}
 */
export function insertAgent(conflictModel, agent, others, waitsEarly, maxDelay = Infinity) {
    // Most delays are small, and what blocks larger ones does not matter then.
    for (let limit = conflictModel.usualDelay; limit < maxDelay; limit *= GROWTH) {
        const { delays, blockers } = insertUpTo(conflictModel, agent, others, waitsEarly, limit);
        if (delays !== null) return { delays, blockers };
        if (limit > MAX_GROWTH * conflictModel.usualDelay) break;
    }
    return insertUpTo(conflictModel, agent, others, waitsEarly, maxDelay);
}

/** Growth of the limit of delays from one attempt to the next, and its maximum in units of the first limit. */
const [GROWTH, MAX_GROWTH] = [4, 64];

/**
 * Returns the delays of an agent with the least last one, if that is at most `limit`.
 *
 * @param {ConflictModel} conflictModel
 * @param {number} agent
 * @param {(Delays | null | undefined)[]} others
 * @param {boolean} waitsEarly
 * @param {number} limit
 * @returns {Insertion}
 */
function insertUpTo(conflictModel, agent, others, waitsEarly, limit) {
    const { margin } = conflictModel;
    const count = conflictModel.sizes[agent];
    /** @type {BlockedInterval[][]} */
    const blocked = Array.from({ length: 2 * count + 1 }, () => []);
    /** @type {Set<number>} */
    const blockers = new Set();
    conflictModel.visitBlocked(agent, others, limit, (part, lo, hi, other) => {
        if (hi === Infinity || part === 0) blockers.add(other);
        // A delay is at least 0.
        if (hi > 0) blocked[part].push({ lo: Math.min(lo, hi), hi });
    });
    const delays = new Float64Array(count);
    if (count === 0)
        return { delays: blocked[0].length > 0 ? null : delays, blockers: [...blockers] };
    // The agent is at its start from the beginning, so it has to leave before anyone comes.
    const leave = blocked[0].reduce((min, { lo }) => Math.min(min, lo), Infinity);
    const latest = conflictModel.isFixed(agent) ? 0 : leave - margin;
    /** @type {ReachableInterval[][]} */
    const reachable = [];
    /** @type {ReachableInterval[]} */
    let departures =
        leave >= 0 ? [{ from: 0, to: Math.max(0, latest), parent: -1, arrival: 0 }] : [];
    for (let k = 0; k < count; k++) {
        const found = subtract(departures, joinBlocked(blocked[2 * k + 1]), margin);
        if (found.length === 0) return { delays: null, blockers: [...blockers] };
        reachable.push(found);
        departures = passStay(found, joinBlocked(blocked[2 * k + 2]), margin);
    }
    // At its goal the agent stays for ever.
    const last = departures.findIndex(({ to }) => to === Infinity);
    if (last < 0) return { delays: null, blockers: [...blockers] };
    let { parent, arrival } = departures[last];
    if (arrival > limit) return { delays: null, blockers: [...blockers] };
    let next = arrival;
    for (let k = count - 1; k >= 0; k--) {
        const own = reachable[k][parent];
        delays[k] = waitsEarly ? Math.max(arrival, Math.min(own.to, next)) : arrival;
        next = delays[k];
        ({ parent, arrival } = own);
    }
    return { delays, blockers: [...blockers] };
}

/** Joins intervals that overlap; their common ends stay free. @param {BlockedInterval[]} blocked @returns {BlockedInterval[]} ascending */
function joinBlocked(blocked) {
    blocked.sort((p, q) => p.lo - q.lo);
    /** @type {BlockedInterval[]} */
    const joined = [];
    for (const each of blocked) {
        const last = joined[joined.length - 1];
        if (last !== undefined && each.lo < last.hi) last.hi = Math.max(last.hi, each.hi);
        else joined.push(each);
    }
    return joined;
}

/**
 * Removes blocked delays from intervals. A delay that a blocked one raises gets the margin.
 *
 * @param {ReachableInterval[]} intervals ascending
 * @param {BlockedInterval[]} blocked ascending
 * @param {number} margin
 * @returns {ReachableInterval[]}
 */
function subtract(intervals, blocked, margin) {
    if (blocked.length === 0) return intervals;
    /** @type {ReachableInterval[]} */
    const found = [];
    let first = 0;
    for (const interval of intervals) {
        let { from } = interval;
        while (first < blocked.length && blocked[first].hi <= from) first++;
        for (let k = first; k < blocked.length && blocked[k].lo < interval.to; k++) {
            const { lo, hi } = blocked[k];
            if (hi <= from) continue;
            if (lo >= from) found.push({ ...interval, from, to: Math.max(from, lo - margin) });
            from = hi + margin;
        }
        // A delay that is blocked for ever has become infinite.
        if (from <= interval.to && from < Infinity) found.push({ ...interval, from });
    }
    return found;
}

/**
 * Returns the delays with which an agent can leave a place: those from its earliest arrival in each interval in which it can
 * stay there, to the end of that interval.
 *
 * @param {ReachableInterval[]} arrivals ascending
 * @param {BlockedInterval[]} blocked ascending
 * @param {number} margin
 * @returns {ReachableInterval[]}
 */
function passStay(arrivals, blocked, margin) {
    /** @type {ReachableInterval[]} */
    const found = [];
    let parent = 0;
    for (let k = 0; k <= blocked.length; k++) {
        const begin = k === 0 ? -Infinity : blocked[k - 1].hi;
        const end = k === blocked.length ? Infinity : blocked[k].lo;
        if (begin === Infinity) break;
        while (parent < arrivals.length && arrivals[parent].to < begin) parent++;
        if (parent === arrivals.length) break;
        let arrival = arrivals[parent].from;
        if (arrival < begin) {
            arrival = begin + margin;
            if (arrival > arrivals[parent].to) {
                if (++parent === arrivals.length) break;
                arrival = arrivals[parent].from;
            }
        }
        if (arrival > end) continue;
        const to = end === Infinity ? end : Math.max(arrival, end - margin);
        found.push({ from: arrival, to, parent, arrival });
    }
    return found;
}
