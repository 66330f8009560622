import { dirname } from 'node:path/posix';

/** Circles of graphs. @typedef {Map<string, Set<string>>} Graph what each node uses */

/**
 * Returns a circle of each group of nodes that use each other (Tarjan, "Depth-first search and linear graph algorithms", 1972):
 * nodes of which each uses the next, and which end as they begin. A node that uses itself is one.
 *
 * @param {Graph} graph
 * @returns {string[][]}
 */
export function circlesOf(graph) {
    /** @type {Map<string, number>} */
    const order = new Map();
    /** @type {Map<string, number>} */
    const lowest = new Map();
    /** @type {string[]} */
    const path = [];
    /** @type {Set<string>[]} */
    const groups = [];
    const waiting = new Set();
    /** @param {string} node */
    const visit = (node) => {
        order.set(node, order.size);
        let low = order.size - 1;
        path.push(node);
        waiting.add(node);
        for (const next of graph.get(node) ?? []) {
            if (!order.has(next)) visit(next);
            if (waiting.has(next)) low = Math.min(low, lowest.get(next) ?? order.get(next) ?? low);
        }
        lowest.set(node, low);
        if (low !== order.get(node)) return;
        const group = new Set(path.splice(path.indexOf(node)));
        for (const one of group) waiting.delete(one);
        if (group.size > 1 || graph.get(node)?.has(node)) groups.push(group);
    };
    for (const node of graph.keys()) if (!order.has(node)) visit(node);
    return groups.map((group) => circleIn(graph, group));
}

/** Returns a shortest circle through the first node of a group. @param {Graph} graph @param {Set<string>} group */
function circleIn(graph, group) {
    const [first] = group;
    /** @type {Map<string, string>} */
    const before = new Map();
    const queue = [first];
    for (const node of queue) {
        for (const next of graph.get(node) ?? []) {
            if (!group.has(next) || before.has(next)) continue;
            before.set(next, node);
            queue.push(next);
        }
    }
    const circle = [first];
    do circle.unshift(before.get(circle[0]) ?? first);
    while (circle[0] !== first);
    return circle;
}

/** Returns the graph of the folders: each uses those whose files its files use. @param {Graph} graph @returns {Graph} */
export function foldersOf(graph) {
    /** @type {Graph} */
    const folders = new Map();
    for (const [file, used] of graph) {
        const folder = dirname(file);
        const others = folders.get(folder) ?? new Set();
        folders.set(folder, others);
        for (const other of used) if (dirname(other) !== folder) others.add(dirname(other));
    }
    return folders;
}
