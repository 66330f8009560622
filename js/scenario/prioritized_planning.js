import { initialConflicts, leastDelays } from './delay_search.js';

/**
 * @import { Conflict, Delays, ConflictModel } from './delay_search.js'
 */

/** Maximum number of precedence sets for one agent among fixed ones: it needs few, because the others do not give way. */
const MAX_ITERATIONS_PER_AGENT = 500;

/** Maximum number of orders of the agents that are tried. */
const MAX_ROUNDS = 1000;

/**
 * Finds delays quickly, for many agents too; they are seldom minimal. The agents are delayed one after the other, each
 * as little as possible among those before it, which do not give way (prioritized planning: Silver, "Cooperative
 * Pathfinding", 2005). Agents without conflicts come first, undelayed. An agent for which no delays are found moves to a
 * random earlier place in the order, and the agents from that place on are delayed again.
 *
 * @param {ConflictModel} conflictModel
 * @param {number} maxIterations maximum number of precedence sets to try
 * @returns {{ delays: Delays[] | null, iterations: number }}
 */
export function delaysByPriority(conflictModel, maxIterations) {
    const random = makeRandom(1);
    const conflicting = new Set(initialConflicts(conflictModel).flatMap(({ a, b }) => [a, b]));
    const order = conflictModel.sizes.map((_, a) => a);
    order.sort((a, b) => Number(conflicting.has(a)) - Number(conflicting.has(b)) || a - b);
    /** @type {Delays[]} */
    const delays = [];
    let iterations = 0;
    let firstUnplaced = 0;
    for (let round = 0; round < MAX_ROUNDS; round++) {
        let stuck = -1;
        for (let position = firstUnplaced; position < order.length && stuck < 0; position++) {
            const agent = order[position];
            const limit = Math.min(MAX_ITERATIONS_PER_AGENT, maxIterations - iterations);
            const found = leastDelays(
                withFixedOthers(conflictModel, agent, order.slice(0, position), delays),
                limit,
            );
            iterations += found.iterations;
            if (found.delays === null && iterations >= maxIterations)
                return { delays: null, iterations };
            if (found.delays === null) stuck = position;
            else delays[agent] = found.delays[0];
        }
        if (stuck < 0) return { delays, iterations };
        firstUnplaced = Math.floor(random() * stuck);
        order.splice(firstUnplaced, 0, ...order.splice(stuck, 1));
    }
    return { delays: null, iterations };
}

/**
 * Returns a conflict model of one agent among others whose delays are fixed: that agent is agent 0, all others are agent 1.
 *
 * @param {ConflictModel} conflictModel
 * @param {number} agent
 * @param {number[]} others
 * @param {Delays[]} delays delays of the others
 * @returns {ConflictModel}
 */
function withFixedOthers(conflictModel, agent, others, delays) {
    return {
        sizes: [conflictModel.sizes[agent], 1],
        conflict(_a, _b, own) {
            /** @type {Conflict | null} */
            let first = null;
            for (const other of others) {
                const [a, b] = agent < other ? [agent, other] : [other, agent];
                const [p, q] = agent < other ? [own, delays[other]] : [delays[other], own];
                const found = conflictModel.conflict(a, b, p, q);
                if (found !== null && (first === null || found.time < first.time)) first = found;
            }
            if (first === null) return null;
            // The others are fixed, so an alternative in which one of them is late does not help.
            const alternatives = first.alternatives
                .filter(({ late }) => late.agent === agent)
                .map(({ late, early, lag }) => ({
                    late: { agent: 0, piece: late.piece },
                    early: { agent: 1, piece: 0 },
                    lag: lag + delays[early.agent][early.piece],
                }));
            return { a: 0, b: 1, time: first.time, alternatives };
        },
    };
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
