import { blankScenario } from 'graze/scenario';

/**
 * Plans of agents at speed 1, made by hand and at random, for the tests of repair.
 *
 * @import { Agent, MotionPiece, Scenario } from 'graze/scenario'
 * @import { Cell } from '../oracle/waits_oracle.js'
 */

/**
 * Returns an agent that visits points at speed 1; a number between points waits that long.
 *
 * @param {(Cell | number)[]} stops
 * @param {number} [radius]
 * @returns {Agent}
 */
export function agent(stops, radius = 0.5) {
    const [first, ...rest] = stops;
    let [x, y] = /** @type {Cell} */ (first);
    const start = { x, y };
    /** @type {MotionPiece[]} */
    const motion = [];
    let t0 = 0;
    for (const stop of rest) {
        const [toX, toY] = typeof stop === 'number' ? [x, y] : stop;
        const duration = typeof stop === 'number' ? stop : Math.hypot(toX - x, toY - y);
        const t1 = t0 + duration;
        const isStill = toX === x && toY === y;
        motion.push({
            t0,
            t1,
            x: isStill ? [x] : [x, (toX - x) / duration],
            y: isStill ? [y] : [y, (toY - y) / duration],
            end: { x: toX, y: toY },
        });
        [t0, x, y] = [t1, toX, toY];
    }
    return { name: '', shape: { kind: 'disc', radius }, start, goal: { x, y }, motion };
}

/** @param {Agent[]} agents @param {Partial<Scenario>} [given] @returns {Scenario} */
export function scenario(agents, given = {}) {
    return { ...blankScenario('test'), agents, ...given };
}

/**
 * Returns a generator of numbers in [0, 1) that depend on the seed alone.
 *
 * @param {number} seed
 */
export function randomNumbers(seed) {
    let state = seed | 0;
    return () => {
        state = (state + 0x6d2b79f5) | 0;
        let z = Math.imul(state ^ (state >>> 15), state | 1);
        z ^= z + Math.imul(z ^ (z >>> 7), z | 61);
        return ((z ^ (z >>> 14)) >>> 0) / 2 ** 32;
    };
}

/**
 * Returns walks of unit steps on a small grid, without waits, with distinct starts and distinct ends.
 *
 * @param {number} seed
 * @param {number} agents
 * @param {number} size
 * @param {number} most steps
 * @returns {Cell[][]}
 */
export function randomWalks(seed, agents, size, most) {
    const random = randomNumbers(seed);
    const below = (/** @type {number} */ n) => Math.floor(random() * n);
    /** @type {Cell[][]} */
    const walks = [];
    for (let tries = 0; walks.length < agents && tries < 1000; tries++) {
        /** @type {Cell[]} */
        const walk = [[below(size), below(size)]];
        const steps = 1 + below(most);
        let way = below(4);
        while (walk.length <= steps) {
            if (random() < 0.4) way = below(4);
            const [x, y] = walk[walk.length - 1];
            const next = /** @type {Cell} */ ([x + [1, 0, -1, 0][way], y + [0, 1, 0, -1][way]]);
            if (random() < 0.1) walk.push([x, y]);
            else if (next.every((c) => c >= 0 && c < size)) walk.push(next);
            else way = below(4);
        }
        const isTaken = walks.some((other) =>
            [0, -1].some((k) => String(other.at(k)) === String(walk.at(k))),
        );
        if (!isTaken) walks.push(walk);
    }
    return walks;
}

/** @param {Cell[][]} walks @param {number} radius */
export function walkers(walks, radius) {
    return walks.map(([first, ...rest]) => {
        let last = first;
        /** @type {(Cell | number)[]} */
        const stops = [first];
        for (const next of rest) {
            stops.push(next[0] === last[0] && next[1] === last[1] ? 1 : next);
            last = next;
        }
        return agent(stops, radius);
    });
}

/** @param {number} seed @param {number} agents @param {number} size @param {number} most @param {number} radius */
export function randomPlan(seed, agents, size, most, radius) {
    return scenario(walkers(randomWalks(seed, agents, size, most), radius));
}

/**
 * Returns a plan in steps, of agents without a size.
 *
 * @param {Cell[][]} walks
 * @param {Partial<Scenario>} [given]
 */
export function inCells(walks, given) {
    const cells = walks.map((walk) => Int32Array.from(walk.flat()));
    return scenario(walkers(walks, 0), {
        sizesKnown: false,
        timeStep: 1,
        discrete: { cells, commanded: null },
        ...given,
    });
}
