import { Heap } from '../../js/scenario/repair/heap.js';
import { obstaclesOf } from './forbidden.js';
import { routeOf } from './paths.js';
import { findPath } from './sipp.js';
import { agentsOf, NoPlan } from './tasks.js';

/**
 * Plans with the least sum of arrival times, by conflict-based search in continuous time (Sharon, Stern, Felner, Sturtevant,
 * "Conflict-based search", 2015; Andreychuk, Yakovlev, Surynek, Atzmon, Stern, "Multi-agent pathfinding with continuous
 * time", 2022): all agents are planned alone; the first conflict of two of them forbids either the one or the other what
 * it does then, and that agent is planned again.
 *
 * Of two moves in conflict, either begins no sooner than the other permits (minimumDelay), if it does not begin before. Of
 * a stay and a move, at an instant of the conflict, either the agent is not at that place, or the other one does not move
 * so that it is in contact with the place then: this excludes no solution, up to rounding. It is the end
 * of the stay if the conflict ends with it, so that the move can begin exactly when the place is left.
 *
 * @import { Graze } from 'graze'
 * @import { Forbidden } from './forbidden.js'
 * @import { Graph, Move, MovingDisc, Place } from './graph.js'
 * @import { Counts, Interval, Path } from './sipp.js'
 * @import { Task } from './tasks.js'
 *
 * @typedef {object} Node
 * @property {Forbidden[]} forbidden for each agent
 * @property {Path[]} paths
 * @property {MovingDisc[][]} routes of the paths
 * @property {number} cost sum of the times of arrival
 */

/** Depth up to which agents touch: a delay that is rounded leaves an overlap of the last bit. */
const ROUNDING = 1e-12;

/** Returns the first conflict of any two routes. @param {Graze} g @param {Node} node */
function firstConflict(g, { routes }) {
    const all = routes.flatMap((route, i) => {
        return routes.slice(i + 1).flatMap((other, k) => {
            const conflict = g.conflicts(route, other).find((each) => each.separation < -ROUNDING);
            return conflict === undefined ? [] : [{ ...conflict, agents: [i, i + 1 + k] }];
        });
    });
    return all.reduce((a, b) => (a === undefined || b.begin < a.begin ? b : a), all[0]);
}

/**
 * Returns what the agents of a conflict do in it: a leg, or the place where they stay.
 *
 * @param {Node} node
 * @param {NonNullable<ReturnType<typeof firstConflict>>} conflict
 */
function actionsOf({ paths, routes }, { agents, first, second }) {
    return [first, second].map(({ piece, stay }, k) => {
        const agent = agents[k];
        const { start, legs } = paths[agent];
        const leg = legs[piece];
        const place = stay === 'before' || leg === undefined ? start : leg.to;
        return { agent, disc: routes[agent][piece], leg: stay ? undefined : leg, place };
    });
}

/**
 * Returns what a conflict forbids: one of the two, to either agent.
 *
 * @param {Graze} g
 * @param {Node} node
 * @param {NonNullable<ReturnType<typeof firstConflict>>} conflict
 * @returns {[agent: number, what: Move | Place, interval: Interval][]}
 */
function choicesOf(g, node, conflict) {
    const actions = actionsOf(node, conflict);
    const [still, moving] = actions[0].leg ? actions.toReversed() : actions;
    if (still.leg) {
        return actions.map(({ agent, disc, leg, place }, k) => {
            const delay = g.minimumDelay(disc, [actions[1 - k].disc], { touching: 'allowed' });
            return [agent, leg?.move ?? place, [disc.t0 - BIT, disc.t0 + delay]];
        });
    }
    const { x, y, radius } = still.place;
    const { disc, leg } = moving;
    const stay = { x, y, vx: 0, vy: 0, t0: disc.t0, t1: disc.t1, radius };
    const [meeting] = leg ? g.conflictIntervals(disc, stay) : [];
    if (meeting === undefined || !leg?.move) return [];
    const { begin, end } = conflict;
    const instant = end < meeting[1] ? end : begin + 0.9 * (end - begin);
    const [hi, lo] = meeting.map((time) => disc.t0 + (instant - time));
    return [
        [still.agent, still.place, [instant - BIT, instant + BIT]],
        [moving.agent, leg.move, [lo - BIT, hi]],
    ];
}

/** Rounding of the times of a plan: what is forbidden begins a bit earlier. */
const BIT = 2 ** -44;

/**
 * Plans for all agents, with the least sum of arrival times.
 *
 * @param {Graze} g
 * @param {Graph} graph
 * @param {readonly Task[]} tasks
 * @param {{ maxNodes?: number }} [options] `maxNodes`: number of nodes of the search after which it gives up
 * @returns {{ paths: Path[], counts: Counts & { nodes: number } }}
 * @throws {NoPlan}
 */
export function planOptimally(g, graph, tasks, { maxNodes = 10_000 } = {}) {
    const counts = { nodes: 0, searches: 0, expanded: 0 };
    const agents = agentsOf(graph, tasks);
    /** Replaces the path of an agent; returns null if it has none. @param {Node} node @param {number} k @returns {Node | null} */
    const replan = ({ forbidden, paths, routes }, k) => {
        const { from, to, distances } = agents[k];
        const path = findPath(obstaclesOf(forbidden[k]), from, to, distances, counts);
        if (path === null) return null;
        const replaced = paths.with(k, path);
        const cost = replaced.reduce((sum, { legs }) => sum + (legs.at(-1)?.end ?? 0), 0);
        return { forbidden, paths: replaced, routes: routes.with(k, routeOf(path)), cost };
    };
    const empty = { start: agents[0].from, legs: [] };
    /** @type {Node | null} */
    let root = {
        forbidden: tasks.map(() => new Map()),
        paths: tasks.map(() => empty),
        routes: tasks.map(() => []),
        cost: 0,
    };
    for (let k = 0; k < tasks.length && root !== null; k++) root = replan(root, k);
    const open = new Heap((/** @type {Node} */ a, b) => a.cost < b.cost);
    if (root !== null) open.push(root);
    for (let node = open.pop(); node !== undefined && counts.nodes < maxNodes; node = open.pop()) {
        counts.nodes++;
        const conflict = firstConflict(g, node);
        if (conflict === undefined) return { paths: node.paths, counts };
        for (const [agent, what, interval] of choicesOf(g, node, conflict)) {
            const before = node.forbidden[agent].get(what) ?? [];
            const intervals = [...before, interval].sort((a, b) => a[0] - b[0]);
            const own = new Map(node.forbidden[agent]).set(what, intervals);
            const next = replan({ ...node, forbidden: node.forbidden.with(agent, own) }, agent);
            if (next !== null) open.push(next);
        }
    }
    throw new NoPlan(0, `no plan found in ${counts.nodes} nodes`);
}
