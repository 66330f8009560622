import { delaysByPriority } from './priorities.js';
import { conflictsOf, leastDelays } from './retiming.js';

/**
 * @import { Conflict, Delays, Encounters } from './retiming.js'
 */

/** Of the budget, what may go into pairs of agents that nothing keeps apart. */
const FOR_PAIRS = 0.25;

/** Orders of the agents that are tried when the search has found no delays, for each unit of the budget. */
const ROUNDS = 0.03;

/**
 * @typedef {object} Solution
 * @property {Delays[] | null} delays of each agent; null: none were found
 * @property {number} bound no delays have a smaller total
 * @property {boolean} complete the delays are the least, or there are none
 * @property {number} tried sets of decisions that were tried
 * @property {number[]} stuck the agents among which there are none, or none were found; empty with delays
 *
 * @typedef {object} Group
 * @property {number[]} agents ascending
 * @property {number} total
 * @property {number} bound
 */

/**
 * Least delays of all agents: agents that never meet are delayed by themselves, and those who do
 * together (independence detection: Standley, "Finding Optimal Solutions to Cooperative Pathfinding Problems",
 * 2010). As no group can do better among others than alone, the sum of their totals is the least there is; and where
 * one has no delays alone, all have none.
 *
 * @param {Encounters} encounters
 * @param {number} budget most sets of decisions to try, about
 * @returns {Solution}
 */
export function leastDelaysOfAll(encounters, budget) {
    /** @type {Delays[]} */
    const delays = encounters.sizes.map((size) => new Float64Array(size));
    /** @type {Group[]} */
    const groupOf = encounters.sizes.map((_, a) => ({ agents: [a], total: 0, bound: 0 }));
    const met = conflictsOf(encounters);
    let tried = 0;
    // Two that cannot get past each other are found soon alone, and late among many.
    const share = Math.ceil((FOR_PAIRS * budget) / Math.max(1, met.length));
    for (const { a, b } of met) {
        const alone = leastDelays(only(encounters, [a, b]), share);
        tried += alone.tried;
        if (alone.delays !== null || !alone.complete) continue;
        return { delays: null, bound: 0, complete: true, tried, stuck: [a, b] };
    }
    for (let conflicts = met; conflicts.length > 0; ) {
        /** @type {Set<Group>} */
        const fresh = new Set();
        for (const { a, b } of conflicts) {
            const [p, q] = [groupOf[a], groupOf[b]];
            if (p === q) continue;
            const agents = [...p.agents, ...q.agents].sort((x, y) => x - y);
            const group = { agents, total: 0, bound: 0 };
            for (const agent of agents) groupOf[agent] = group;
            fresh.delete(p);
            fresh.delete(q);
            fresh.add(group);
        }
        for (const group of fresh) {
            const { agents } = group;
            const found = leastDelays(only(encounters, agents), Math.max(1, budget - tried));
            tried += found.tried;
            group.bound = found.bound;
            if (found.delays === null && found.complete) {
                return { delays: null, bound: 0, complete: true, tried, stuck: agents };
            }
            if (found.delays === null) return anyDelays(encounters, groupOf, budget, tried, agents);
            for (const [k, agent] of agents.entries()) delays[agent] = found.delays[k];
            group.total = found.total;
        }
        conflicts = conflictsBetween(encounters, delays, groupOf, fresh);
    }
    const bound = boundOf(groupOf);
    const total = [...new Set(groupOf)].reduce((sum, group) => sum + group.total, 0);
    return { delays, bound, complete: bound === total, tried, stuck: [] };
}

/** @param {Group[]} groupOf */
function boundOf(groupOf) {
    return [...new Set(groupOf)].reduce((sum, { bound }) => sum + bound, 0);
}

/**
 * Delays that are not the least, where the search for those has ended without any.
 *
 * @param {Encounters} encounters
 * @param {Group[]} groupOf
 * @param {number} budget
 * @param {number} before tried until now
 * @param {number[]} stuck
 * @returns {Solution}
 */
function anyDelays(encounters, groupOf, budget, before, stuck) {
    const { delays, tried } = delaysByPriority(encounters, Math.ceil(ROUNDS * budget));
    const found = { bound: boundOf(groupOf), complete: false, tried: before + tried };
    return { ...found, delays, stuck: delays === null ? stuck : [] };
}

/**
 * What agents of groups that have just been delayed do to those of others.
 *
 * @param {Encounters} encounters
 * @param {Delays[]} delays
 * @param {Group[]} groupOf
 * @param {Set<Group>} fresh
 */
function conflictsBetween(encounters, delays, groupOf, fresh) {
    /** @type {Conflict[]} */
    const found = [];
    for (let a = 0; a < delays.length; a++) {
        for (let b = a + 1; b < delays.length; b++) {
            const [p, q] = [groupOf[a], groupOf[b]];
            if (p === q || !(fresh.has(p) || fresh.has(q))) continue;
            const conflict = encounters.conflict(a, b, delays[a], delays[b]);
            if (conflict !== null) found.push(conflict);
        }
    }
    return found;
}

/**
 * Some agents by themselves, numbered in their order.
 *
 * @param {Encounters} encounters
 * @param {number[]} agents ascending
 * @returns {Encounters}
 */
function only(encounters, agents) {
    const numbers = new Map(agents.map((agent, k) => [agent, k]));
    /** @param {{ agent: number, segment: number }} knot */
    const knot = ({ agent, segment }) => ({
        agent: /** @type {number} */ (numbers.get(agent)),
        segment,
    });
    return {
        sizes: agents.map((agent) => encounters.sizes[agent]),
        conflict(a, b, p, q) {
            const found = encounters.conflict(agents[a], agents[b], p, q);
            if (found === null) return null;
            const ways = found.ways.map(({ late, early, wait }) => {
                return { late: knot(late), early: knot(early), wait };
            });
            return { ...found, a, b, ways };
        },
    };
}
