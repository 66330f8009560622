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
 * @typedef {object} Dependencies
 * @property {number[][]} after agents that must come after each agent, ascending, without repetitions
 * @property {number[][]} before agents that must come before each agent
 */

/**
 * @param {ConflictModel} conflictModel
 * @returns {Dependencies}
 */
export function findDependencies(conflictModel) {
    const pairs = conflictModel.orderedPairs();
    pairs.sort(([a, b], [p, q]) => a - p || b - q);
    const after = conflictModel.sizes.map(() => /** @type {number[]} */ ([]));
    const before = conflictModel.sizes.map(() => /** @type {number[]} */ ([]));
    for (const [a, b] of pairs) {
        if (after[a].at(-1) === b) continue;
        after[a].push(b);
        before[b].push(a);
    }
    return { after, before };
}

/**
 * Returns an order of all agents: those that cannot be delayed, then the others in a topological order of their
 * dependencies. Cost: O((n + m) log n) for n agents and m dependencies.
 *
 * @param {ConflictModel} conflictModel
 * @param {Dependencies} dependencies
 * @param {(a: number, b: number) => number} compare order of agents that do not depend on each other, as for a sort
 * @returns {number[]}
 */
export function orderAgents(conflictModel, { after, before }, compare) {
    const components = findComponents(after);
    /** Dependencies of each agent on agents that are not in the order yet, inside of its component. */
    const inside = before.map((own, a) =>
        own.reduce((sum, b) => sum + Number(components[a] === components[b]), 0),
    );
    /** The same number for each component, on others. */
    const outside = new Map(components.map((component) => [component, 0]));
    for (const [a, own] of before.entries()) {
        const count = own.length - inside[a];
        outside.set(components[a], Number(outside.get(components[a])) + count);
    }
    /** @type {Map<number, number[]>} */
    const members = new Map();
    for (const [a, component] of components.entries())
        members.set(component, [...(members.get(component) ?? []), a]);
    const placed = conflictModel.sizes.map((_, a) => conflictModel.isFixed(a));
    const order = [...placed.keys()].filter((a) => placed[a]);
    /** @type {Heap<{ first: number, component: number }>} */
    const ready = new Heap((p, q) => compare(p.first, q.first) < 0);
    /** @param {number} component */
    const release = (component) => {
        const own = /** @type {number[]} */ (members.get(component));
        ready.push({ first: own.reduce((p, q) => (compare(q, p) < 0 ? q : p)), component });
    };
    for (const [component, count] of outside) if (count === 0) release(component);
    for (let next = ready.pop(); next !== undefined; next = ready.pop()) {
        const own = /** @type {number[]} */ (members.get(next.component));
        for (const agent of breakCycles(own, after, inside, compare)) {
            if (!placed[agent]) order.push(agent);
            for (const other of after[agent]) {
                const component = components[other];
                if (component === next.component) continue;
                const count = Number(outside.get(component)) - 1;
                outside.set(component, count);
                if (count === 0) release(component);
            }
        }
    }
    return order;
}

/**
 * Returns the agents of a component in an order that violates few of its dependencies: the agent with the fewest open ones
 * comes next (compare Eades, Lin, Smyth, "A Fast and Effective Heuristic for the Feedback Arc Set Problem", 1993).
 *
 * @param {number[]} agents agents of one component
 * @param {number[][]} after
 * @param {number[]} inside number of open dependencies of each agent; it is changed
 * @param {(a: number, b: number) => number} compare
 */
function breakCycles(agents, after, inside, compare) {
    if (agents.length === 1) return agents;
    const open = new Set(agents);
    /** @type {Heap<{ agent: number, count: number }>} */
    const heap = new Heap((p, q) => (p.count - q.count || compare(p.agent, q.agent)) < 0);
    for (const agent of agents) heap.push({ agent, count: inside[agent] });
    /** @type {number[]} */
    const order = [];
    for (let next = heap.pop(); next !== undefined; next = heap.pop()) {
        const { agent, count } = next;
        // An entry is out of date when the agent has been taken, or has fewer open dependencies by now.
        if (!open.has(agent) || count !== inside[agent]) continue;
        open.delete(agent);
        order.push(agent);
        for (const other of after[agent]) {
            if (open.has(other)) heap.push({ agent: other, count: --inside[other] });
        }
    }
    return order;
}

/**
 * Returns the strongly connected component of each node, as a number (Tarjan, "Depth-First Search and Linear Graph
 * Algorithms", 1972; without recursion).
 *
 * @param {number[][]} after successors of each node
 * @returns {number[]}
 */
function findComponents(after) {
    const count = after.length;
    const component = new Array(count).fill(-1);
    const visited = new Array(count).fill(-1);
    const low = new Array(count).fill(0);
    const tried = new Array(count).fill(0);
    /** @type {number[]} */
    const stack = [];
    let visits = 0;
    let components = 0;
    for (let root = 0; root < count; root++) {
        if (visited[root] >= 0) continue;
        const path = [root];
        while (path.length > 0) {
            const node = path[path.length - 1];
            if (visited[node] < 0) {
                visited[node] = low[node] = visits++;
                stack.push(node);
            }
            if (tried[node] < after[node].length) {
                const next = after[node][tried[node]++];
                if (visited[next] < 0) path.push(next);
                else if (component[next] < 0) low[node] = Math.min(low[node], visited[next]);
                continue;
            }
            path.pop();
            const parent = path[path.length - 1];
            if (parent !== undefined) low[parent] = Math.min(low[parent], low[node]);
            if (low[node] < visited[node]) continue;
            for (let member = -1; member !== node; ) {
                member = /** @type {number} */ (stack.pop());
                component[member] = components;
            }
            components++;
        }
    }
    return component;
}
