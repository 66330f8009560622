import { TOTAL_RELATIVE } from '../model/tolerance.js';
import { sumDelays } from './delay_search.js';
import { Heap } from './heap.js';
import { unlessOver } from './search_limit.js';

/**
 * Finds an order in which agents can be delayed one after the other, from what must happen before what.
 *
 * An agent that stands at its start on another one's path must leave before that one comes; an agent that passes another
 * one's goal must do so before that one arrives and stays. If these dependencies have no cycle, agents that are delayed
 * in a topological order always find delays: at the latest they wait at their starts until all before them have arrived,
 * since none of these has its goal on their paths, and no later one its start. A cycle proves nothing: its agents may pass
 * each other where their paths are apart. It is broken where the fewest dependencies are violated.
 *
 * @import { ConflictModel, Delays } from './delay_search.js'
 * @import { Pausable } from './search_limit.js'
 */

/**
 * Returns an order of all agents: those that cannot be delayed, then the others, of which the one with the fewest open
 * dependencies comes next: a topological order, if there is one (compare Eades, Lin, Smyth, "A Fast and Effective Heuristic
 * for the Feedback Arc Set Problem", 1993). Cost: O((n + m) log n) for n agents and m dependencies.
 *
 * @param {ConflictModel} conflictModel
 * @param {[before: number, after: number][]} pairs dependencies
 * @param {number[]} ranks order of agents that have equally many open dependencies
 * @returns {number[]}
 */
export function orderAgents(conflictModel, pairs, ranks) {
    const { sizes } = conflictModel;
    /** Agents that must come after each agent. @type {Set<number>[]} */
    const after = sizes.map(() => new Set());
    for (const [before, agent] of pairs) after[before].add(agent);
    /** Number of open dependencies of each agent. */
    const open = sizes.map(() => 0);
    for (const own of after) for (const agent of own) open[agent]++;
    /** @type {Heap<{ agent: number, count: number }>} */
    const heap = new Heap(
        (p, q) => (p.count - q.count || ranks[p.agent] - ranks[q.agent] || p.agent - q.agent) < 0,
    );
    for (const [agent, count] of open.entries()) heap.push({ agent, count });
    /** @type {Set<number>} */
    const placed = new Set([...sizes.keys()].filter((agent) => conflictModel.isFixed(agent)));
    /** @type {Set<number>} */
    const taken = new Set();
    for (let next = heap.pop(); next !== undefined; next = heap.pop()) {
        const { agent, count } = next;
        // An entry is out of date when the agent has been taken, or has fewer open dependencies by now.
        if (taken.has(agent) || count !== open[agent]) continue;
        taken.add(agent);
        placed.add(agent);
        for (const other of after[agent]) {
            if (!taken.has(other)) heap.push({ agent: other, count: --open[other] });
        }
    }
    return [...placed];
}

/**
 * Finds the least delay of one agent among others whose delays are fixed.
 *
 * The agent keeps its path, so it only has to choose a delay for each piece, which never decreases. Others block intervals of
 * these delays: of a piece, or of a stay between two pieces. Between two blocked intervals of a stay the earliest arrival is
 * the best one, since the agent can wait there (safe intervals: Phillips, Likhachev, "SIPP: Safe Interval Path Planning for
 * Dynamic Environments", 2011). So one pass along the path finds the least delay, or that there is none.
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
 * @returns {Delays | null} null: there are none
 */
export function insertAgent(conflictModel, agent, others, waitsEarly, maxDelay = Infinity) {
    // Most delays are small, and what blocks larger ones does not matter then.
    for (let limit = conflictModel.usualDelay; limit < maxDelay; limit *= GROWTH) {
        const delays = insertUpTo(conflictModel, agent, others, waitsEarly, limit);
        if (delays !== null) return delays;
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
 * @returns {Delays | null} null: there are none
 */
function insertUpTo(conflictModel, agent, others, waitsEarly, limit) {
    const { margin } = conflictModel;
    const count = conflictModel.sizes[agent];
    /** @type {BlockedInterval[][]} */
    const blocked = Array.from({ length: 2 * count + 1 }, () => []);
    conflictModel.visitBlocked(agent, others, limit, (part, lo, hi) => {
        // A delay is at least 0.
        if (hi > 0) blocked[part].push({ lo: Math.min(lo, hi), hi });
    });
    const delays = new Float64Array(count);
    if (count === 0) return blocked[0].length > 0 ? null : delays;
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
        if (found.length === 0) return null;
        reachable.push(found);
        departures = passStay(found, joinBlocked(blocked[2 * k + 2]), margin);
    }
    // At its goal the agent stays for ever.
    const last = departures.findIndex(({ to }) => to === Infinity);
    if (last < 0) return null;
    let { parent, arrival } = departures[last];
    if (arrival > limit) return null;
    let next = arrival;
    for (let k = count - 1; k >= 0; k--) {
        const own = reachable[k][parent];
        delays[k] = waitsEarly ? Math.max(arrival, Math.min(own.to, next)) : arrival;
        next = delays[k];
        ({ parent, arrival } = own);
    }
    return delays;
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

/**
 * Finds delays quickly, for many agents too; they are seldom minimal. The agents are delayed one after the other, each as
 * little as possible among those before it, which do not give way (prioritized planning: Silver, "Cooperative Pathfinding",
 * 2005).
 *
 * Delaying an agent again counts as one iteration. Delaying each agent once counts none: it takes about as long as finding
 * all conflicts of the plan.
 */

/** Maximum number of times that agents move to a random place of an order. */
const MAX_MOVES = 1000;

/** Maximum number of agents that are delayed anew together. Larger groups seldom fit among the others. */
const MAX_GROUP = 3;

/** Maximum number of orders that are tried, and the number of pieces of all agents for which a single one is. */
const [MAX_ORDERS, PIECES_OF_ONE_ORDER] = [4, 100_000];

/** Number of groups without an improvement after which the improvement ends: at least, and per delayed agent. */
const [MIN_IDLE, IDLE_PER_AGENT] = [12, 2];

/**
 * Delays the agents in orders that follow from what must happen before what. Each waits as late on its path as it can.
 *
 * @param {ConflictModel} conflictModel
 * @returns {Pausable<Delays[] | null>} the delays with the smallest total; null: no order gives any
 */
export function* delaysByDependencies(conflictModel) {
    const pairs = unlessOver(() => conflictModel.orderedPairs());
    if (pairs === null) return null;
    const { sizes } = conflictModel;
    const pieces = sizes.reduce((sum, size) => sum + size, 0);
    const orders = Math.min(MAX_ORDERS, Math.max(1, Math.floor(PIECES_OF_ONE_ORDER / pieces)));
    const random = makeRandom(1);
    /** @type {Delays[] | null} */
    let best = null;
    for (let k = 0; k < orders && !conflictModel.limit.isOver; k++) {
        // Short paths come first; then the order of agents that do not depend on each other is a matter of chance.
        const ranks = k === 0 ? sizes : sizes.map(() => random());
        const order = orderAgents(conflictModel, pairs, ranks);
        const { delays } = yield* insertInOrder(conflictModel, order, 0);
        if (delays !== null && (best === null || sumDelays(delays) < sumDelays(best)))
            best = delays;
    }
    return best;
}

/**
 * Delays the agents in a given order. An agent for which no delays are found moves to a random earlier place.
 *
 * @param {ConflictModel} conflictModel
 * @param {number[]} order it is changed
 * @param {number} maxIterations maximum number of agents that are delayed again
 * @returns {Pausable<{ delays: Delays[] | null, iterations: number }>}
 */
export function* insertInOrder(conflictModel, order, maxIterations) {
    const random = makeRandom(1);
    /** @type {(Delays | null)[]} */
    const delays = conflictModel.sizes.map(() => null);
    let [iterations, moves, reached] = [0, 0, 0];
    for (let position = 0; position < order.length; ) {
        yield;
        if (position < reached && iterations >= maxIterations) break;
        if (position < reached) iterations++;
        const agent = order[position];
        const found = unlessOver(() => insertAgent(conflictModel, agent, delays, false));
        if (conflictModel.limit.isOver) break;
        if (found !== null) {
            delays[agent] = found;
            reached = Math.max(reached, ++position);
            continue;
        }
        const place = Math.floor(random() * position);
        if (place === position || moves++ === MAX_MOVES) break;
        reached = Math.max(reached, position + 1);
        order.splice(place, 0, ...order.splice(position, 1));
        for (const moved of order.slice(place)) delays[moved] = null;
        position = place;
    }
    const isDone = delays.every((own) => own !== null);
    return { delays: isDone ? delays : null, iterations };
}

/**
 * Delays agents anew, alone and in small groups with those that are in their way, while that reduces the total (large
 * neighborhood search: Li et al., "Anytime Multi-Agent Path Finding via Large Neighborhood Search", 2021).
 *
 * @param {ConflictModel} conflictModel
 * @param {Delays[]} known delays without conflicts
 * @param {number} maxIterations maximum number of agents that are delayed again
 * @param {(delays: Delays[]) => void} onBetter takes all delays whenever they are better
 * @returns {Pausable<number>} the number of iterations
 */
export function* improveByInsertion(conflictModel, known, maxIterations, onBetter) {
    const random = makeRandom(1);
    const delays = known.slice();
    let iterations = 0;
    let late = lateAgents(delays);
    let total = sumDelays(delays);
    for (let turn = 0, idle = 0; late.length > 0; turn++) {
        if (idle >= MIN_IDLE + IDLE_PER_AGENT * late.length) break;
        const first = late[turn % late.length];
        // The first turn of each agent is its own.
        const group =
            turn < late.length ? [first] : chooseGroup(conflictModel, first, delays, random);
        if (group === null || iterations + group.length > maxIterations) break;
        iterations += group.length;
        yield;
        const found = reinsert(conflictModel, group, delays, random() < 0.5);
        if (conflictModel.limit.isOver) break;
        idle++;
        if (found === null) continue;
        const saved = totalOf(group, delays) - totalOf(group, found);
        for (const agent of group) delays[agent] = /** @type {Delays} */ (found[agent]);
        // Sums in another order differ by rounding.
        if (saved <= TOTAL_RELATIVE * total) continue;
        total -= saved;
        onBetter(delays.slice());
        late = lateAgents(delays);
        idle = 0;
    }
    return iterations;
}

/** Returns the agents that are delayed, the latest first. @param {Delays[]} delays */
function lateAgents(delays) {
    const late = [...delays.keys()].filter((agent) => (delays[agent].at(-1) ?? 0) > 0);
    return late.sort((a, b) => Number(delays[b].at(-1)) - Number(delays[a].at(-1)) || a - b);
}

/** @param {number[]} agents @param {(Delays | null)[]} delays */
function totalOf(agents, delays) {
    return sumDelays(agents.map((agent) => /** @type {Delays} */ (delays[agent])));
}

/**
 * Returns an agent and some of those that it would meet if it was less delayed, in random order; null: the time has ended.
 *
 * @param {ConflictModel} conflictModel
 * @param {number} agent
 * @param {Delays[]} delays
 * @param {() => number} random
 * @returns {number[] | null}
 */
function chooseGroup(conflictModel, agent, delays, random) {
    /** @type {Set<number>} */
    const met = new Set();
    const own = delays[agent];
    const isDone = unlessOver(() => {
        conflictModel.visitBlocked(agent, delays, own[own.length - 1], (part, lo, hi, other) => {
            const delay = own[Math.min(part >> 1, own.length - 1)];
            if (hi > 0 && lo < delay && !conflictModel.isFixed(other)) met.add(other);
        });
        return true;
    });
    if (isDone === null) return null;
    const others = shuffle(
        [...met].sort((a, b) => a - b),
        random,
    );
    const size = 1 + Math.floor(random() * (MAX_GROUP - 1));
    return shuffle([agent, ...others.slice(0, size)], random);
}

/**
 * Returns all delays with those of a group anew, with a total that is not larger; null: none were found.
 *
 * @param {ConflictModel} conflictModel
 * @param {number[]} group
 * @param {Delays[]} delays
 * @param {boolean} waitsEarly
 * @returns {(Delays | null)[] | null}
 */
function reinsert(conflictModel, group, delays, waitsEarly) {
    /** @type {(Delays | null)[]} */
    const changed = delays.slice();
    for (const agent of group) changed[agent] = null;
    // A delay that exceeds the known total is of no use.
    let remaining = totalOf(group, delays);
    for (const agent of group) {
        const found = unlessOver(() =>
            insertAgent(conflictModel, agent, changed, waitsEarly, remaining),
        );
        if (found === null) return null;
        changed[agent] = found;
        remaining -= found[found.length - 1];
    }
    return changed;
}

/** Puts items in a random order. @template T @param {T[]} items @param {() => number} random @returns {T[]} */
function shuffle(items, random) {
    for (let k = items.length - 1; k > 0; k--) {
        const other = Math.floor(random() * (k + 1));
        [items[k], items[other]] = [items[other], items[k]];
    }
    return items;
}

/**
 * Returns a generator of numbers in [0, 1) that depend on the seed alone: mulberry32 (Ettinger, 2017).
 *
 * @param {number} seed
 */
function makeRandom(seed) {
    let state = seed | 0;
    return () => {
        state = (state + 0x6d2b79f5) | 0;
        let z = Math.imul(state ^ (state >>> 15), state | 1);
        z ^= z + Math.imul(z ^ (z >>> 7), z | 61);
        return ((z ^ (z >>> 14)) >>> 0) / 2 ** 32;
    };
}
