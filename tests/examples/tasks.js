import { distancesTo } from './sipp.js';

/**
 * The agents of a plan.
 *
 * @import { Graph } from './graph.js'
 *
 * @typedef {{ start: number, goal: number }} Task cells
 */

/** The error of a plan that is not found. */
export class NoPlan extends Error {
    /** @param {number} agent @param {string} message */
    constructor(agent, message) {
        super(message);
        this.name = 'NoPlan';
        this.agent = agent;
    }
}

/**
 * Returns the places and the distances of agents.
 *
 * @param {Graph} graph
 * @param {readonly Task[]} tasks
 * @throws {NoPlan}
 */
export function agentsOf(graph, tasks) {
    return tasks.map(({ start, goal }, k) => {
        const [from, to] = [graph[start], graph[goal]];
        if (from === undefined || to === undefined) {
            throw new NoPlan(k, `agent ${k} does not fit into its ${from ? 'goal' : 'start'}`);
        }
        const distances = distancesTo(graph, to);
        if (distances[from.cell] < Infinity) return { from, to, distances };
        throw new NoPlan(k, `no way leads agent ${k} to its goal`);
    });
}
