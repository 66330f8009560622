import { readFileSync } from 'node:fs';
import { createSync } from 'graze/external';
import { inRepository } from '../helpers.js';

/**
 * Instances with one of everything in them, and what can be seen of an answer.
 *
 * @typedef {ReturnType<typeof makeWorld>} World
 */

/** @type {Record<string, WebAssembly.Module>} */
const modules = {};

/** @param {string} path */
function moduleAt(path) {
    modules[path] ??= new WebAssembly.Module(readFileSync(inRepository(path)));
    return modules[path];
}

/** Behavior of the test build at the time that `arm` chooses. */
export const HOST = Object.freeze({ refuseOnce: 1, refuseFrom: 2, grow: 3 });

/**
 * Creates an instance and returns its WebAssembly exports, which the package does not expose.
 *
 * @param {string} [path] of the module
 * @param {(exports: Record<string, any>) => Record<string, any>} [change] change of what the package calls
 */
export function openInstance(path, change) {
    return openBy(createSync, path, change);
}

/**
 * Creates an instance of an entry, as openInstance.
 *
 * @template G
 * @param {(options: { wasm: WebAssembly.Module }) => G} create
 * @param {string} [path]
 * @param {(exports: Record<string, any>) => Record<string, any>} [change]
 */
export function openBy(create, path = 'dist/graze.wasm', change = (exports) => exports) {
    const { Instance } = WebAssembly;
    /** @type {any} */
    let exports = null;
    try {
        WebAssembly.Instance = /** @type {any} */ (
            function Opened(/** @type {WebAssembly.Module} */ module) {
                exports = new Instance(module, {}).exports;
                return { exports: change(exports) };
            }
        );
        return { g: create({ wasm: moduleAt(path) }), exports };
    } finally {
        WebAssembly.Instance = Instance;
    }
}

/** Creates an instance of the module whose memory the tests control: see host.c. */
export function openTested() {
    return openInstance('build/wasm-test/graze.wasm');
}

export const CLOCK = Object.freeze({ t0: 0, t1: 4, step: 0.1, x: 0.5, y: -0.5 });

/** Seven numbers each: four discs, of which two pairs meet. */
const DISCS = [
    [0, 0, 1, 0, 0, 10, 0.5],
    [5, 5, 0, -1, 0, 10, 0.5],
    [0, 4, 1, 0, 2, 9, 0.25],
    [9, 4, -1, 0.1, 0, 8, 0.75],
].flat();

/**
 * Creates one object of every kind, the same for every instance.
 *
 * @param {ReturnType<typeof createSync>} g
 */
export function makeWorld(g) {
    const box = g.box(2, 1, { radius: 0.125 });
    const disc = g.disc(0.5);
    const hexagon = g.hull([1, 0, 0.5, 0.9, -0.5, 0.9, -1, 0, -0.5, -0.9, 0.5, -0.9]);
    const east = g.motion.linear({ t0: 0, t1: 4, x: -3, y: 0.1, vx: 1.5, angularVelocity: 1 });
    const turning = g.motion.turn({ t0: 0, t1: 4, x: -2, y: -1, speed: 1, angularVelocity: 0.4 });
    const standing = g.motion.static({ x: 1, y: 0.2, angle: 0.3 });
    const ego = g.path(box, east, CLOCK);
    const other = g.path(disc, standing, CLOCK);
    const third = g.path(hexagon, turning, CLOCK);
    const scene = g.scene([other, third]);
    const pairs = g.pairs(4, { witnesses: true, coherent: true, manifolds: true });
    pairs.shapeA.set([box.id, box.id, disc.id, hexagon.id]);
    pairs.shapeB.set([disc.id, hexagon.id, hexagon.id, box.id]);
    pairs.poseB.set([4, 1, 1, 0, 1, 0.5, 0.6, 0.8, 1.5, 0, 0, 1, 0.25, 0, 1, 0]);
    const bodies = g.bodies(4, { pairs: 16, still: 1, rays: 2, manifolds: true, filters: true });
    bodies.rays.set([-3, 0.1, 9, 0.5, -3, 0.1, -9, 0.5]);
    bodies.shapes.set([box.id, disc.id, hexagon.id, disc.id]);
    bodies.poses.set([0, 0, 1, 0, 1, 1, 1, 0, 2.5, 0, 0, 1, -4, 0, 1, 0]);
    const movingPairs = g.movingPairs(3, { pieces: 8, pairs: 4 });
    let next = movingPairs.set(0, box, east, 0);
    next = movingPairs.set(1, disc, standing, next);
    movingPairs.set(2, hexagon, turning, next);
    movingPairs.pairs.set([0, 1, 1, 2, 0, 2]);
    const movingDiscs = g.movingDiscs(4, { pairs: 8, precision: 'float64' });
    movingDiscs.records.set(DISCS);
    movingDiscs.pairs.set([0, 1, 1, 3, 2, 3]);
    movingDiscs.agents.set([0, 1, 2, 3]);
    const boxIndex = g.boxIndex(4, { pairs: 8 });
    boxIndex.sides.set([0, 0, 1, 1, 1, 1, 2, 3, 3, 0, 4, 1, -1, -1, 0.5, Infinity]);
    boxIndex.update();
    const wall = g.chain([-3, 2, 0, 2.5, 3, 2]);
    const route = [
        { x: 9, y: 0, vx: -1, vy: 0, t0: 0, t1: 4, radius: 0.5 },
        { x: 5, y: 0, vx: 0, vy: 1, t0: 5, t1: 8, radius: 0.5 },
    ];
    const stay = { x: 3, y: 1, vx: 0, vy: 0, t0: 1, t1: Infinity, radius: 0.25 };
    const traffic = g.traffic([route, stay], { before: 'vanish' });
    // Routes are added to this one and removed from it.
    const changing = g.traffic([route]);
    const shapes = { box, disc, hexagon, wall };
    const motions = { east, turning, standing };
    const paths = { ego, other, third };
    const batches = { pairs, bodies, movingPairs, movingDiscs, boxIndex };
    return { g, ...shapes, ...motions, ...paths, scene, traffic, changing, ...batches };
}

/** Frees what `makeWorld` made, as far as it has not been freed. @param {World} world */
export function freeWorld(world) {
    for (const object of Object.values(world)) {
        if (!('free' in object)) continue;
        try {
            object.free();
        } catch (error) {
            if (/** @type {any} */ (error).code !== 'stale-handle') throw error;
        }
    }
}

/**
 * Returns what a few queries of all kinds answer.
 *
 * @param {World} w
 */
export function probe(w) {
    const { g } = w;
    // Behind what was found there may be what an earlier call left.
    const near = w.bodies.near(4, 1);
    const conflicts = w.movingDiscs.conflictsAmong(4);
    const beside = w.boxIndex.near(4, 1);
    const met = w.boxIndex.search([0, 0, 1, 9]);
    return bits([
        g.distance(w.box, w.hexagon, { x: 0.3, angle: 1 }, { x: 3, y: 1 }),
        g.penetration(w.box, w.disc, undefined, { x: 0.2 }),
        g.study.minkowskiDifference(w.box, w.hexagon),
        g.firstContact(w.box, w.disc, w.east, w.standing),
        g.contactIntervals(w.box, w.hexagon, w.east, w.turning),
        g.sweep(w.ego, w.other),
        w.scene.contacts(),
        w.scene.firstContact(w.ego),
        [w.traffic.count, w.traffic.safeIntervals({ x: 5, y: 0.5, radius: 0.5 })],
        [w.pairs.distance(4), w.pairs.distances, w.pairs.normal],
        [near, w.bodies.distances.subarray(0, near)],
        [w.movingPairs.firstContacts(3), w.movingPairs.times.subarray(0, 6)],
        [conflicts, w.movingDiscs.intervals.subarray(0, 2 * conflicts)],
        [beside, w.boxIndex.pairs.subarray(0, 2 * beside), w.boxIndex.found.subarray(0, met)],
    ]);
}

/**
 * Returns a value as text that states every bit of its numbers, but for those of a NaN.
 *
 * @param {unknown} value
 * @returns {string}
 */
export function bits(value) {
    if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
    if (Array.isArray(value) || ArrayBuffer.isView(value)) {
        return `[${Array.from(/** @type {any} */ (value), bits).join()}]`;
    }
    if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
    const parts = Object.entries(value).map(([key, one]) => `${key}:${bits(one)}`);
    return `{${parts.join()}}`;
}
