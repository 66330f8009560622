import { TOTAL_RELATIVE } from '../model/tolerance.js';
import { insertAgent } from './agent_insertion.js';
import { sumDelays } from './delay_search.js';
import { findDependencies, orderAgents } from './insertion_order.js';
import { unlessOver } from './search_limit.js';

/**
 * Finds delays quickly, for many agents too; they are seldom minimal. The agents are delayed one after the other, each as
 * little as possible among those before it, which do not give way (prioritized planning: Silver, "Cooperative Pathfinding",
 * 2005).
 *
 * Delaying an agent again counts as one iteration. Delaying each agent once counts none: it takes about as long as finding
 * all conflicts of the plan.
 *
 * @import { ConflictModel, Delays } from './delay_search.js'
 * @import { Pausable } from './search_limit.js'
 *
 * @typedef {object} InsertionRules
 * @property {boolean} waitsEarly as for `insertAgent`
 * @property {number} maxMoves maximum number of times that agents move to another place in the order
 * @property {number} maxIterations
 * @property {(stuck: number, blockers: number[]) => number} choosePlace returns the place in the order to which an agent
 *   moves: from its place, and those of the agents that are in its way for ever. Its own place: give up
 */

/** Maximum number of times that agents move to an earlier place in an order: at least, and per agent. */
const [MIN_MOVES, MOVES_PER_AGENT] = [100, 2];

/** Maximum number of times that agents move to a random place. */
const MAX_RANDOM_MOVES = 1000;

/** Maximum number of agents that are delayed anew together. Larger groups seldom fit among the others. */
const MAX_GROUP = 3;

/** Maximum number of orders that are tried, and the number of pieces of all agents for which a single one is. */
const [MAX_ORDERS, PIECES_OF_ONE_ORDER] = [4, 100_000];

/** Number of groups without an improvement after which the improvement ends: at least, and per delayed agent. */
const [MIN_IDLE, IDLE_PER_AGENT] = [12, 2];

/**
 * Delays the agents in orders that follow from what must happen before what. An agent for which no delays are found moves
 * before the first agent that is in its way for ever. Agents wait as late on their paths as they can; if that fails, as early.
 *
 * @param {ConflictModel} conflictModel
 * @param {number} maxIterations maximum number of agents that are delayed again
 * @param {(delays: Delays[]) => Pausable<void>} onFound takes the delays that each order gives
 * @returns {Pausable<number>} the number of iterations
 */
export function* delaysByDependencies(conflictModel, maxIterations, onFound) {
    const dependencies = unlessOver(() => findDependencies(conflictModel));
    if (dependencies === null) return 0;
    const { sizes } = conflictModel;
    const pieces = sizes.reduce((sum, size) => sum + size, 0);
    const orders = Math.min(MAX_ORDERS, Math.max(1, Math.floor(PIECES_OF_ONE_ORDER / pieces)));
    const random = makeRandom(1);
    let iterations = 0;
    for (let k = 0; k < orders; k++) {
        // Short paths come first; then the order of agents that do not depend on each other is a matter of chance.
        const ranks = k === 0 ? sizes : sizes.map(() => random());
        const order = orderAgents(
            conflictModel,
            dependencies,
            (a, b) => ranks[a] - ranks[b] || a - b,
        );
        for (const waitsEarly of [false, true]) {
            const found = yield* insertInOrder(conflictModel, order.slice(), {
                waitsEarly,
                maxMoves: MIN_MOVES + MOVES_PER_AGENT * order.length,
                maxIterations: maxIterations - iterations,
                choosePlace: (stuck, blockers) => Math.min(stuck, ...blockers),
            });
            iterations += found.iterations;
            if (found.delays !== null) yield* onFound(found.delays);
            if (conflictModel.limit.isOver) return iterations;
            if (found.delays !== null) break;
        }
    }
    return iterations;
}

/**
 * Delays the agents in a given order. An agent for which no delays are found moves to a random earlier place.
 *
 * @param {ConflictModel} conflictModel
 * @param {number[]} order
 * @param {number} maxIterations maximum number of agents that are delayed again
 * @returns {Pausable<{ delays: Delays[] | null, iterations: number }>}
 */
export function* delaysByPriority(conflictModel, order, maxIterations) {
    const random = makeRandom(1);
    return yield* insertInOrder(conflictModel, order.slice(), {
        waitsEarly: false,
        maxMoves: MAX_RANDOM_MOVES,
        maxIterations,
        choosePlace: (stuck) => Math.floor(random() * stuck),
    });
}

/**
 * @param {ConflictModel} conflictModel
 * @param {number[]} order it is changed
 * @param {InsertionRules} rules
 * @returns {Pausable<{ delays: Delays[] | null, iterations: number }>}
 */
function* insertInOrder(conflictModel, order, rules) {
    const { waitsEarly, maxMoves, maxIterations, choosePlace } = rules;
    /** @type {(Delays | null)[]} */
    const delays = conflictModel.sizes.map(() => null);
    let [iterations, moves, reached] = [0, 0, 0];
    for (let position = 0; position < order.length; ) {
        yield;
        if (position < reached && iterations >= maxIterations) break;
        if (position < reached) iterations++;
        const agent = order[position];
        const found = unlessOver(() => insertAgent(conflictModel, agent, delays, waitsEarly));
        if (found === null || conflictModel.limit.isOver) break;
        if (found.delays !== null) {
            delays[agent] = found.delays;
            reached = Math.max(reached, ++position);
            continue;
        }
        const inTheWay = new Set(found.blockers);
        const blockers = [...order.keys()].filter((k) => k < position && inTheWay.has(order[k]));
        const place = choosePlace(position, blockers);
        if (place === position || moves++ === maxMoves) break;
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
        if (found === null || found.delays === null) return null;
        changed[agent] = found.delays;
        remaining -= found.delays[found.delays.length - 1];
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
