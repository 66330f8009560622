import { between, pick, randomFor } from '../../js/bench/random.js';

/**
 * Trajectories for what the paper's data set does not ask: pairs that are nearly always far apart or always near each
 * other, traffic, and crowds of any size. In meters and seconds.
 *
 * @import { Random } from '../../js/bench/random.js'
 * @import { Curve, Trajectory } from './trajectories.js'
 *
 * @typedef {typeof DISTANCES[number]} Distance
 * @typedef {typeof TRAFFICS[number]} Traffic
 */

/** 'sparse': hundreds of meters apart, but for one meeting; 'dense': side by side. */
export const DISTANCES = /** @type {const} */ (['sparse', 'dense']);
export const TRAFFICS = /** @type {const} */ (['platoons', 'crossing', 'random']);

const DURATION = 10;
/** Headway of a stream, in meters from one car to the next. */
const HEADWAY = 14;

/** @param {number} length @param {number} width */
const boxOf = (length, width) => {
    const [x, y] = [Math.fround(length / 2), Math.fround(width / 2)];
    return [
        [-x, -y],
        [x, -y],
        [x, y],
        [-x, y],
    ];
};

export const CAR = boxOf(4.5, 1.8);

/**
 * Bodies 2 k and 2 k + 1 are pair k.
 *
 * @param {Distance} distance
 * @param {number} count of pairs
 * @param {number} seed
 * @returns {Trajectory[]}
 */
export function pairsAt(distance, count, seed) {
    const random = randomFor('pairs at', seed, distance);
    return Array.from({ length: count }, () => {
        const theta = between(random, -Math.PI, Math.PI);
        return distance === 'dense' ? sideBySide(random, theta) : farApart(random, theta);
    }).flat();
}

/** Returns two bodies in lanes 3.5 m apart, at the same speed or nearly. @param {Random} random @param {number} theta */
function sideBySide(random, theta) {
    const speed = between(random, 10, 30);
    const road = roadOf(random, theta, speed);
    return [0, 3.5].map((side) => ({ outline: CAR, motion: laneOf(road, side, 0) }));
}

/** Returns two bodies that come to within 40 m once, and leave at the angle at which they came. @param {Random} random @param {number} theta */
function farApart(random, theta) {
    const when = between(random, 2, 8);
    return [0, between(random, 2, 3)].map((turn, k) => {
        const speed = between(random, 40, 60);
        const [vx, vy] = [speed * Math.cos(theta + turn), speed * Math.sin(theta + turn)];
        const [x, y] = [k * between(random, 20, 40) - vx * when, -vy * when];
        const motion = { t0: 0, t1: DURATION, x, y, angle: theta + turn, vx, vy };
        return { outline: CAR, motion };
    });
}

/** Returns a winding road: a place and a heading for each second. @param {Random} random @param {number} theta @param {number} speed */
function roadOf(random, theta, speed) {
    const road = [[0, 0, theta]];
    let bend = 0;
    for (let k = 0; k < DURATION; k++) {
        const [x, y, heading] = road[k];
        bend = 0.5 * bend + between(random, -0.08, 0.08);
        const middle = heading + bend / 2;
        road.push([x + speed * Math.cos(middle), y + speed * Math.sin(middle), heading + bend]);
    }
    return road;
}

/**
 * Returns poses along a road, one lane aside and a distance ahead.
 *
 * @param {number[][]} road
 * @param {number} side
 * @param {number} ahead
 * @returns {Curve}
 */
function laneOf(road, side, ahead) {
    const points = road.map(([x, y, heading]) => {
        const [c, s] = [Math.cos(heading), Math.sin(heading)];
        return [x + ahead * c - side * s, y + ahead * s + side * c, heading];
    });
    return { points, times: road.map((_, k) => k) };
}

/**
 * Cars of a scene, any two of them a pair. In platoons they keep 3 to 8 m from one another, on two lanes; crossing, two
 * streams meet, in which others go 14 m behind; random ones wander about in a square.
 *
 * @param {Traffic} traffic
 * @param {number} count
 * @param {number} seed
 * @returns {Trajectory[]}
 */
export function trafficOf(traffic, count, seed) {
    const random = randomFor('traffic', seed, traffic);
    const theta = between(random, -Math.PI, Math.PI);
    if (traffic === 'random') return wanderers(random, count, 60, DURATION);
    if (traffic === 'platoons') {
        const road = roadOf(random, theta, between(random, 15, 25));
        const ahead = [0, 0];
        return Array.from({ length: count }, (_, k) => {
            ahead[k % 2] += 4.5 + between(random, 3, 8);
            return { outline: CAR, motion: laneOf(road, 3.5 * (k % 2), ahead[k % 2]) };
        });
    }
    const speed = 12;
    const streams = [theta, theta + Math.PI / 2].map((heading) => {
        const [vx, vy] = [speed * Math.cos(heading), speed * Math.sin(heading)];
        return { heading, vx, vy };
    });
    return Array.from({ length: count }, (_, k) => {
        const { heading, vx, vy } = streams[k % 2];
        // The second stream passes halfway between two of the first.
        const when = DURATION / 2 + (((k >> 1) - count / 4 + (k % 2) / 2) * HEADWAY) / speed;
        const motion = {
            t0: 0,
            t1: DURATION,
            x: -vx * when,
            y: -vy * when,
            angle: heading,
            vx,
            vy,
        };
        return { outline: CAR, motion };
    });
}

/**
 * Cars that wander about in a square, at 2 to 10 m/s.
 *
 * @param {Random} random
 * @param {number} count
 * @param {number} size of the square
 * @param {number} duration
 * @returns {Trajectory[]}
 */
export function wanderers(random, count, size, duration) {
    return Array.from({ length: count }, () => ({
        outline: CAR,
        motion: wander(random, size, duration),
    }));
}

/** @param {Random} random @param {number} size @param {number} duration @returns {Curve} */
function wander(random, size, duration) {
    const span = duration / 5;
    const travel = span * between(random, 2, 10);
    let heading = between(random, -Math.PI, Math.PI);
    const points = [[between(random, 0, size), between(random, 0, size), heading]];
    const times = [0];
    for (let k = 0; k < 5; k++) {
        const [x, y] = points[k];
        const bend = between(random, -0.8, 0.8);
        const middle = heading + bend / 2;
        heading += bend;
        points.push([x + travel * Math.cos(middle), y + travel * Math.sin(middle), heading]);
        times.push(k === 4 ? duration : (k + 1) * span);
    }
    return { points, times };
}

/**
 * Returns static boxes of 1 to 4 m, scattered over a square.
 *
 * @param {Random} random
 * @param {number} count
 * @param {number} size
 */
export function obstaclesOf(random, count, size) {
    const outlines = Array.from({ length: 32 }, () => {
        return boxOf(between(random, 1, 4), between(random, 1, 4));
    });
    return Array.from({ length: count }, () => ({
        outline: outlines[pick(random, outlines.length)],
        pose: {
            x: between(random, 0, size),
            y: between(random, 0, size),
            angle: between(random, -Math.PI, Math.PI),
        },
    }));
}
