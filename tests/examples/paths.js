/**
 * Paths of agents, and the routes of graze that they are.
 *
 * @import { MovingDisc } from './graph.js'
 * @import { Leg, Path } from './sipp.js'
 */

/** Joins moves that continue in the same direction without a wait. @param {Path} path @returns {Path} */
export function joinMoves({ start, legs }) {
    /** @type {Leg[]} */
    const joined = [];
    for (const leg of legs) {
        const last = joined.at(-1);
        if (last !== undefined && goesOn(last, leg))
            joined[joined.length - 1] = { ...last, to: leg.to, end: leg.end, move: null };
        else joined.push(leg);
    }
    return { start, legs: joined };
}

/** Returns whether a leg continues another one in the same direction without a wait. @param {Leg} p @param {Leg} q */
function goesOn(p, q) {
    const [px, py] = [p.to.x - p.from.x, p.to.y - p.from.y];
    const [qx, qy] = [q.to.x - q.from.x, q.to.y - q.from.y];
    return p.end === q.start && px * qy === py * qx && px * qx + py * qy > 0;
}

/** Returns a path as an argument of graze: waits are the gaps between its moving discs. @param {Path} path @returns {MovingDisc[]} */
export function routeOf({ start: { x, y, radius }, legs }) {
    if (legs.length === 0) return [{ x, y, vx: 0, vy: 0, t0: 0, t1: 0, radius }];
    return legs.map(({ from, to, start: t0, end: t1 }) => {
        const [vx, vy] = [(to.x - from.x) / (t1 - t0), (to.y - from.y) / (t1 - t0)];
        return { x: from.x, y: from.y, vx, vy, t0, t1, radius };
    });
}
