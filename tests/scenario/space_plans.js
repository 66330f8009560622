/**
 * Plans in space: random ones, and real ones of the shared data.
 *
 * @import { Agent, MotionPiece, Obstacle, Scenario } from 'graze/scenario'
 */

import { readFileSync } from 'node:fs';
import { blankScenario, readScenario } from 'graze/scenario';
import { inShared } from '../helpers.js';

/**
 * Reads the trajectories of Crazyswarm that cross.
 *
 * @param {number} radius of both drones
 */
export function readCrossing(radius) {
    const text = 'drones:\n  - trajectory: pp1.csv\n  - trajectory: pp2.csv\n';
    return readScenario(
        { plan: { name: 'swarm.yaml', text } },
        {
            radius,
            findTrajectory: async (name) => {
                const path = inShared(`real/crazyswarm/crossing2/${name}`);
                return { name, text: readFileSync(path, 'utf8') };
            },
        },
    );
}

/**
 * Returns the coefficients of degree 7 that join two states: position, velocity, acceleration and jerk at both ends.
 *
 * @param {readonly number[]} from
 * @param {readonly number[]} to
 * @param {number} T duration
 */
function joinStates(from, to, T) {
    const c = [from[0], from[1], from[2] / 2, from[3] / 6];
    const p = to[0] - (c[0] + T * (c[1] + T * (c[2] + T * c[3])));
    const v = T * (to[1] - (c[1] + T * (2 * c[2] + 3 * T * c[3])));
    const a = T * T * (to[2] - (2 * c[2] + 6 * T * c[3]));
    const j = T ** 3 * (to[3] - 6 * c[3]);
    const ends = [
        35 * p - 15 * v + 2.5 * a - j / 6,
        -84 * p + 39 * v - 7 * a + j / 2,
        70 * p - 34 * v + 6.5 * a - j / 2,
        -20 * p + 10 * v - 2 * a + j / 6,
    ];
    return [...c, ...ends.map((each, k) => each / T ** (k + 4))];
}

/**
 * Returns a motion of degree 7 through random states within a box.
 *
 * @param {() => number} random
 * @param {object} form
 * @param {number} form.pieces
 * @param {number} form.size side of the box
 * @param {boolean} [form.isTurning] whether the body turns about an axis at random
 * @returns {MotionPiece[]}
 */
export function randomMotion(random, { pieces, size, isTurning = false }) {
    /** @param {number} half */
    const within = (half) => half * (2 * random() - 1);
    let states = [0, 1, 2].map(() => [size * random(), 0, 0, 0]);
    let t0 = 2 * random();
    let angle = within(3);
    const axis = randomUnit(random, 3);
    /** @type {MotionPiece[]} */
    const motion = [];
    for (let k = 0; k < pieces; k++) {
        const t1 = t0 + 1 + 2 * random();
        const isLast = k === pieces - 1;
        const next = states.map(([at]) => {
            const to = Math.min(size, Math.max(0, at + within(size / 3)));
            return isLast ? [to, 0, 0, 0] : [to, within(1), within(0.5), within(0.5)];
        });
        const [x, y, z] = states.map((state, i) => joinStates(state, next[i], t1 - t0));
        const turn = within(4);
        const rotation = { angle: [angle, turn / (t1 - t0)], axis };
        motion.push({ t0, t1, x, y, z, ...(isTurning && rotation) });
        [t0, states, angle] = [t1, next, angle + turn];
    }
    return motion;
}

/** @param {() => number} random @param {number} length @returns {any} */
function randomUnit(random, length) {
    for (;;) {
        const vector = Array.from({ length }, () => 2 * random() - 1);
        const norm = Math.sqrt(vector.reduce((sum, x) => sum + x * x, 0));
        if (norm > 0.1 && norm < 1) return vector.map((x) => x / norm);
    }
}

/**
 * Returns a swarm of spheres.
 *
 * @param {() => number} random
 * @param {{ drones: number, pieces: number, size: number, radius: number }} form
 * @returns {Scenario}
 */
export function randomSwarm(random, { drones, pieces, size, radius }) {
    return {
        ...blankScenario('test'),
        agents: Array.from({ length: drones }, (_, k) => ({
            name: `d${k}`,
            shape: { kind: /** @type {const} */ ('sphere'), radius: radius * (0.5 + random()) },
            start: null,
            goal: null,
            motion: randomMotion(random, { pieces, size }),
        })),
    };
}

/** Returns a footprint around the origin. @param {() => number} random @returns {[number, number][]} */
function randomFootprint(random) {
    const count = 3 + Math.floor(4 * random());
    return Array.from({ length: count }, (_, k) => {
        const angle = (2 * Math.PI * (k + 0.4 * random())) / count;
        // All corners are on an ellipse, so that they are those of a convex polygon.
        return [0.5 * Math.cos(angle), 0.3 * Math.sin(angle)];
    });
}

/**
 * Returns a plan of prisms and spheres that turn, among obstacles.
 *
 * @param {() => number} random
 * @param {{ bodies: number, size: number }} form
 * @returns {Scenario}
 */
export function randomBodies(random, { bodies, size }) {
    /** @returns {Agent['shape']} */
    const shape = () => {
        if (random() < 0.3) return { kind: 'sphere', radius: 0.1 + 0.3 * random() };
        const height = 0.2 + random();
        const points = randomFootprint(random);
        return random() < 0.5
            ? { kind: 'prism', points, height }
            : { kind: 'prism', points, bottom: -height * random(), height };
    };
    /** @param {string} name @returns {Agent} */
    const agent = (name) => {
        const motion = randomMotion(random, { pieces: 3, size, isTurning: true });
        const rotation = randomUnit(random, 4);
        if (random() < 0.5) for (const piece of motion) piece.rotation = rotation;
        return { name, shape: shape(), start: null, goal: null, motion };
    };
    /** @param {number} k @returns {Obstacle} */
    const obstacle = (k) => {
        const [x, y, z] = [0, 1, 2].map(() => size * random());
        const pose = { x, y, z, angle: 6 * random() };
        const still = { name: `o${k}`, shape: shape(), pose };
        if (k % 2 === 0) return still;
        return { ...still, motion: randomMotion(random, { pieces: 2, size, isTurning: true }) };
    };
    return {
        ...blankScenario('test'),
        agents: Array.from({ length: bodies }, (_, k) => agent(`a${k}`)),
        obstacles: Array.from({ length: 4 }, (_, k) => obstacle(k)),
        beforeStart: random() < 0.5 ? 'stay' : 'vanish',
        atGoal: random() < 0.5 ? 'stay' : 'vanish',
    };
}
