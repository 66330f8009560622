/** Bodies in space of all kinds, and random poses, for tests of batches. */

/** @import { Solid, SolidGraze } from 'graze/solid' */

/** Points on a ball, whose overlaps need more memory than the stack has. */
export const ROUND = Array.from({ length: 200 }, (_, k) => {
    const z = 1 - (2 * k + 1) / 200;
    const radius = Math.sqrt(1 - z * z);
    return [radius * Math.cos(2.4 * k), radius * Math.sin(2.4 * k), z];
});

/** Returns a function of reproducible numbers from 0 to 1. @param {number} seed */
export function random(seed) {
    let state = seed;
    return () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return state / 2 ** 32;
    };
}

/** Returns the numbers of a pose within `size` of the origin. @param {() => number} next @param {number} size */
export function randomPose(next, size) {
    const turn = [0, 0, 0, 0].map(() => next() - 0.5);
    const length = Math.sqrt(turn.reduce((sum, q) => sum + q * q, 0));
    const at = [0, 0, 0].map(() => 2 * size * (next() - 0.5));
    return [...at, ...turn.map((q) => q / length)];
}

/** Returns record k of a view of poses, as a pose. @param {Float32Array} view @param {number} k */
export function poseAt(view, k) {
    const [x, y, z, qx, qy, qz, qw] = view.subarray(7 * k, 7 * k + 7);
    return { x, y, z, qx, qy, qz, qw };
}

/** Creates bodies of every kind. @param {SolidGraze} s @returns {Solid[]} */
export function makeBodies(s) {
    const next = random(3);
    const cloud = Array.from({ length: 12 }, () => [0, 0, 0].map(() => next() - 0.5));
    const box = s.box(1, 0.5, 0.75, { radius: 0.125 });
    const ball = s.sphere(0.5);
    return [
        box,
        ball,
        s.sphere(0),
        s.capsule([-0.5, 0, 0], [0.5, 0.25, 0], 0.25),
        s.box(1, 1, 0),
        s.hull(cloud),
        s.hull(cloud, { radius: 0.0625 }),
        s.compound([{ body: box }, { body: ball, pose: { x: 0.75, y: 0.25 } }]),
        s.mesh([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], [0, 1, 2, 0, 1, 3, 0, 2, 3]),
    ];
}
