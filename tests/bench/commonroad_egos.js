import { between, randomFor } from '../../js/bench/random.js';

/**
 * Candidate trajectories of a sampling planner: from the ego's start to other speeds and lateral offsets, by quintic
 * polynomials.
 *
 * @import { Graze, Motion } from 'graze'
 * @import { RoadScenario } from './commonroad_files.js'
 *
 * @typedef {{ length: number, width: number, motions: () => Motion[] }} Candidates
 */

/** BMW 320i, vehicle 2 of CommonRoad. */
const VEHICLE = { length: 4.508, width: 1.61 };
/** In meters, to the left; in meters a second; in seconds. */
const OFFSETS = /** @type {const} */ ([-12, 4]);
const SPEEDS = /** @type {const} */ ([0, 18]);
const MAX_TIME = 3;

/**
 * Returns the quintic with these values, velocities and accelerations at 0 and at T.
 *
 * @param {[p: number, v: number, a: number]} start
 * @param {[p: number, v: number, a: number]} end
 * @param {number} T
 */
function quintic([p, v, a], [q, w, b], T) {
    const rest = q - p - v * T - (a * T * T) / 2;
    const slope = w - v - a * T;
    const bend = b - a;
    return [
        p,
        v,
        a / 2,
        (10 * rest - 4 * slope * T + (bend * T * T) / 2) / T ** 3,
        (-15 * rest + 7 * slope * T - bend * T * T) / T ** 4,
        (6 * rest - 3 * slope * T + (bend * T * T) / 2) / T ** 5,
    ];
}

/**
 * @param {Graze} g
 * @param {RoadScenario} road
 * @param {number} count
 * @param {number} seed
 * @returns {Candidates}
 */
export function sampledCandidates(g, road, count, seed) {
    const random = randomFor('candidates', seed);
    const { ego } = road;
    const T = Math.min(MAX_TIME, road.end);
    const [c, s] = [Math.cos(ego.angle), Math.sin(ego.angle)];
    const pieces = Array.from({ length: count }, () => {
        const [speed, offset] = [between(random, ...SPEEDS), between(random, ...OFFSETS)];
        const mean = (ego.speed + speed) / 2;
        const along = quintic([0, ego.speed, 0], [mean * T, speed, 0], T);
        const aside = quintic([0, 0, 0], [offset, 0, 0], T);
        const x = along.map((one, k) => c * one - s * aside[k]);
        const y = along.map((one, k) => s * one + c * aside[k]);
        // The slope of the offset, over the mean speed: the heading, for small angles.
        const angle = aside.slice(1).map((one, k) => ((k + 1) * one) / Math.max(mean, 1));
        x[0] += ego.x;
        y[0] += ego.y;
        angle[0] += ego.angle;
        return { t0: ego.t, t1: ego.t + T, x, y, angle };
    });
    return {
        ...VEHICLE,
        motions: () => pieces.map((one) => g.motion({ pieces: [one] }, GONE)),
    };
}

/** Behind its time a body is not there, nor before. */
export const GONE = /** @type {const} */ ({ before: 'vanish', after: 'vanish' });
