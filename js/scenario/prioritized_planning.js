import { initialConflicts, leastDelays } from './delay_search.js';

/**
 * @import { Conflict, Delays, ConflictModel } from './delay_search.js'
 */

/** Sets of decisions that one agent among fixed ones may take: it has few, as the others do not give way. */
const MAX_ITERATIONS_PER_AGENT = 500;

/** Orders of the agents that are tried. */
const MAX_ROUNDS = 1000;

/**
 * Some delays, fast and for many agents, but seldom the least: one agent after the other among those before it, which do
 * not give way (prioritised planning: Silver, "Cooperative Pathfinding", 2005), each as little delayed as they let it be.
 * Agents in no conflict come first, undelayed. One that finds no delays comes earlier the next time: at the front, then at
 * random places before those that were in its way.
 *
 * @param {ConflictModel} conflictModel
 * @param {number} maxIterations most sets of decisions to try
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
 * One agent among others whose delays are fixed: as agent 0, all others as agent 1.
 *
 * @param {ConflictModel} conflictModel
 * @param {number} agent
 * @param {number[]} others
 * @param {Delays[]} delays of the others
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
            // An alternative that delays other agents does not help.
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
 * Numbers in [0, 1) that depend on the seed alone: mulberry32 (Ettinger, 2017).
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
