import { conflictsOf, leastDelays } from './retiming.js';

/**
 * @import { Conflict, Delays, Encounters } from './retiming.js'
 */

/** Sets of decisions that one agent among fixed ones may take: it has few, as the others do not give way. */
const MOST_OF_ONE = 500;

/** Orders of the agents that are tried. */
const MOST_ROUNDS = 1000;

/**
 * Some delays, fast and for many agents, but seldom the least: one agent after the other among those before it, which do
 * not give way (prioritised planning: Silver, "Cooperative Pathfinding", 2005), each as little delayed as they let it be.
 * Agents in no conflict come first, undelayed. One that finds no delays comes earlier the next time: at the front, then at
 * random places before those that were in its way.
 *
 * @param {Encounters} encounters
 * @param {number} budget most sets of decisions to try
 * @returns {{ delays: Delays[] | null, tried: number }}
 */
export function delaysByPriority(encounters, budget) {
    const random = makeRandom(1);
    const met = new Set(conflictsOf(encounters).flatMap(({ a, b }) => [a, b]));
    const order = encounters.sizes.map((_, a) => a);
    order.sort((a, b) => Number(met.has(a)) - Number(met.has(b)) || a - b);
    /** @type {Delays[]} */
    const delays = [];
    let tried = 0;
    let kept = 0;
    for (let round = 0; round < MOST_ROUNDS; round++) {
        let stuck = -1;
        for (let place = kept; place < order.length && stuck < 0; place++) {
            const agent = order[place];
            const most = Math.min(MOST_OF_ONE, budget - tried);
            const found = leastDelays(
                among(encounters, agent, order.slice(0, place), delays),
                most,
            );
            tried += found.tried;
            if (found.delays === null && tried >= budget) return { delays: null, tried };
            if (found.delays === null) stuck = place;
            else delays[agent] = found.delays[0];
        }
        if (stuck < 0) return { delays, tried };
        kept = Math.floor(random() * stuck);
        order.splice(kept, 0, ...order.splice(stuck, 1));
    }
    return { delays: null, tried };
}

/**
 * One agent among others whose delays are fixed: as agent 0, all others as agent 1.
 *
 * @param {Encounters} encounters
 * @param {number} agent
 * @param {number[]} others
 * @param {Delays[]} delays of the others
 * @returns {Encounters}
 */
function among(encounters, agent, others, delays) {
    return {
        sizes: [encounters.sizes[agent], 1],
        conflict(_a, _b, own) {
            /** @type {Conflict | null} */
            let first = null;
            for (const other of others) {
                const [a, b] = agent < other ? [agent, other] : [other, agent];
                const [p, q] = agent < other ? [own, delays[other]] : [delays[other], own];
                const found = encounters.conflict(a, b, p, q);
                if (found !== null && (first === null || found.time < first.time)) first = found;
            }
            if (first === null) return null;
            // What asks the others to be late is no way out.
            const ways = first.ways
                .filter(({ late }) => late.agent === agent)
                .map(({ late, early, wait }) => ({
                    late: { agent: 0, segment: late.segment },
                    early: { agent: 1, segment: 0 },
                    wait: wait + delays[early.agent][early.segment],
                }));
            return { a: 0, b: 1, time: first.time, ways };
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
