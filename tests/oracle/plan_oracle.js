import { exact, sub } from './dyadic.js';
import { leastGapSign } from './interval_oracle.js';

/** @import { Segment } from './interval_oracle.js' */

/**
 * Second oracle of whole plans: every piece of every agent against every piece of every other, each pair decided
 * exactly. It has no broad phase, no model, and its own reader of the file.
 */

/**
 * Returns the pieces of each agent of a CCBS log, and the end of each; by regular expressions, for files that are known
 * to be well-formed.
 *
 * @param {string} text
 * @param {number} radius
 * @returns {Segment[][]}
 */
export function readLog(text, radius) {
    const log = text.slice(text.indexOf('<log>'));
    return log
        .split('<agent ')
        .slice(1)
        .map((agent) => {
            let t0 = 0;
            return [...agent.matchAll(/<section ([^>]*)>/g)].map(([, attributes]) => {
                /** @param {string} name */
                const number = (name) =>
                    Number(new RegExp(`${name}="([^"]*)"`).exec(attributes)?.[1] ?? Number.NaN);
                const [x, y] = [number('start_i'), number('start_j')];
                const [toX, toY] = [number('goal_i'), number('goal_j')];
                const duration = number('duration');
                const segment = {
                    x,
                    y,
                    vx: toX === x ? 0 : (toX - x) / duration,
                    vy: toY === y ? 0 : (toY - y) / duration,
                    t0,
                    t1: t0 + duration,
                    radius,
                    toX,
                    toY,
                };
                t0 += duration;
                return segment;
            });
        });
}

/**
 * Adds to each agent the time that it waits at its goal.
 *
 * @param {(Segment & { toX?: number, toY?: number })[][]} paths none empty
 * @returns {Segment[][]}
 */
export function parkAtGoals(paths) {
    const horizon = Math.max(...paths.map((path) => path[path.length - 1].t1));
    return paths.map((path) => {
        const last = path[path.length - 1];
        const [x, y] = [last.toX ?? last.x, last.toY ?? last.y];
        return [...path, { x, y, vx: 0, vy: 0, t0: last.t1, t1: horizon, radius: last.radius }];
    });
}

/**
 * Returns the pairs of agents that overlap by more than `tolerance` at some time.
 *
 * @param {Segment[][]} paths
 * @param {number} tolerance
 * @returns {[number, number][]}
 */
export function conflictingPairs(paths, tolerance) {
    /** @type {[number, number][]} */
    const found = [];
    for (let a = 0; a < paths.length; a++) {
        for (let b = a + 1; b < paths.length; b++) {
            if (paths[a].some((s) => paths[b].some((r) => overlaps(s, r, tolerance))))
                found.push([a, b]);
        }
    }
    return found;
}

/** @param {Segment} s @param {Segment} r @param {number} tolerance */
function overlaps(s, r, tolerance) {
    if (s.t1 < r.t0 || r.t1 < s.t0) return false;
    // Pairs that are far apart in double, by a wide margin, need no exact arithmetic.
    const span = Math.min(s.t1, r.t1) - Math.max(s.t0, r.t0);
    const reach = s.radius + r.radius;
    const speed = Math.hypot(s.vx - r.vx, s.vy - r.vy);
    const lo = Math.max(s.t0, r.t0);
    const dx = s.x + s.vx * (lo - s.t0) - (r.x + r.vx * (lo - r.t0));
    const dy = s.y + s.vy * (lo - s.t0) - (r.y + r.vy * (lo - r.t0));
    if (Math.hypot(dx, dy) > (reach + speed * span) * 1.001 + 1e-6) return false;
    const limit = sub(sub(exact(s.radius), exact(-r.radius)), exact(tolerance));
    return limit.m > 0n && leastGapSign(s, r, limit) === -1;
}
