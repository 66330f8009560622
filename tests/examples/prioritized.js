import { joinMoves, routeOf } from './paths.js';
import { makeRandom } from './random.js';
import { findPath } from './sipp.js';
import { agentsOf, NoPlan } from './tasks.js';

/**
 * Plans for many discs on a graph, without a conflict at any time: agents are planned one after the other (prioritized
 * planning: Silver, "Cooperative Pathfinding", 2005), each by safe-interval path planning among the routes of those
 * before it.
 *
 * @import { Graze, RouteLike } from 'graze'
 * @import { Graph } from './graph.js'
 * @import { Counts, Obstacles, Path } from './sipp.js'
 * @import { Task } from './tasks.js'
 *
 * @typedef {object} RouteSet routes, which can be added and removed by their keys
 * @property {(route: RouteLike) => number} add
 * @property {(key: number) => void} remove
 * @property {() => void} free
 */

/**
 * Returns an empty set of routes, kept by graze.
 *
 * @param {Graze} g
 * @returns {RouteSet & Obstacles}
 */
export function keepRoutes(g) {
    const traffic = g.traffic();
    const always = /** @type {const} */ ({ from: 0, touching: 'allowed' });
    return {
        add: (route) => traffic.add(route),
        remove: (key) => traffic.remove(key),
        free: () => traffic.free(),
        intervals: (place) => traffic.safeIntervals(place, always),
        departures: (moves, from, to) => {
            const discs = moves.map(({ disc }) => disc);
            return traffic.safeDepartures(discs, { from, to, touching: 'allowed' });
        },
    };
}

/**
 * Plans for all agents. One that finds no way moves up in the order, to a random place, and those after it are planned again.
 * `patience`: how long the starts of those not planned yet are kept clear. Without it, of two neighbors that want to pass
 * each other the one planned first drives over the other, whichever that is.
 *
 * @param {Graze} g
 * @param {Graph} graph
 * @param {readonly Task[]} tasks
 * @param {{ seed?: number, rounds?: number, patience?: number, keep?: typeof keepRoutes }} [options]
 * @returns {{ paths: Path[], counts: Counts & { rounds: number } }}
 * @throws {NoPlan}
 */
export function plan(
    g,
    graph,
    tasks,
    { seed = 1, rounds = 200, patience = 2, keep = keepRoutes } = {},
) {
    const counts = { rounds: 0, searches: 0, expanded: 0 };
    const random = makeRandom(seed);
    const agents = agentsOf(graph, tasks);
    // Those with the longest way first: they have the least choice.
    const wayOf = (/** @type {number} */ k) => agents[k].distances[agents[k].from.cell];
    const order = [...agents.keys()].sort((a, b) => wayOf(b) - wayOf(a) || a - b);
    /** @type {Path[]} */
    const paths = [];
    let late = -1;
    for (let kept = 0; counts.rounds < rounds; ) {
        counts.rounds++;
        const obstacles = keep(g);
        const starts = agents.map(({ from: { x, y, radius } }) => {
            return obstacles.add({ x, y, vx: 0, vy: 0, t0: 0, t1: patience, radius });
        });
        late = order.findIndex((k, place) => {
            obstacles.remove(starts[k]);
            if (place >= kept) {
                const { from, to, distances } = agents[k];
                const path = findPath(obstacles, from, to, distances, counts);
                if (path === null) return true;
                paths[k] = joinMoves(path);
            }
            obstacles.add(routeOf(paths[k]));
            return false;
        });
        obstacles.free();
        if (late < 0) return { paths, counts };
        kept = Math.floor(random() * late);
        order.splice(kept, 0, ...order.splice(late, 1));
    }
    throw new NoPlan(order[late], `no plan found in ${rounds} orders of the agents`);
}
