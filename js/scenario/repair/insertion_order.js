import { Heap } from './heap.js';

/**
 * Finds an order in which agents can be delayed one after the other, from what must happen before what.
 *
 * An agent that stands at its start on another one's path must leave before that one comes; an agent that passes another
 * one's goal must do so before that one arrives and stays. If these dependencies have no cycle, agents that are delayed
 * in a topological order always find delays: at the latest they wait at their starts until all before them have arrived,
 * since none of these has its goal on their paths, and no later one its start. A cycle proves nothing: its agents may pass
 * each other where their paths are apart. It is broken where the fewest dependencies are violated.
 *
 * @import { ConflictModel } from './delay_search.js'
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
