import { createSync } from 'graze';
import { createShapes, toPoses } from './graze.js';
import { measure } from './measure.js';
import { makePairs, splitChunks } from './pairs.js';
import { quantile } from './statistics.js';

/**
 * Measures the cost of copying pairs to shared memory, and of a call of WebAssembly.
 *
 * @import { Graze } from 'graze'
 * @import { Run } from './contestant.js'
 */

/** @typedef {{ name: string, about: string, ns: number, low: number, high: number }} Cost */

/** Distance that a body moves in a step of `in place`; the bodies do not end up anywhere in particular. */
const STEP = 2 ** -20;

/**
 * @param {{ pairs: number, rounds: number, seed: number }} options
 * @returns {Cost[]} nanoseconds per pair; for the empty call, per call
 */
export function measureCopies({ pairs: count, rounds, seed }) {
    const set = makePairs({ body: 'box', scene: 'distant', count, seed });
    const g = createSync();
    const shapes = createShapes(g, set);
    const batch = g.pairs(count);
    const methods = fillMethods(batch, {
        a: Array.from(set.shapeA, (shape) => shapes[shape]),
        b: Array.from(set.shapeB, (shape) => shapes[shape]),
        p: toPoses(set.poseA),
        q: toPoses(set.poseB),
    });
    const runs = methods.map(({ run }) => run);
    const costs = measure(runs, splitChunks(count), rounds, 'first').map((times, k) => ({
        name: methods[k].name,
        about: methods[k].about,
        ns: quantile(times),
        low: quantile(times, 0.25),
        high: quantile(times, 0.75),
    }));
    for (const resource of [batch, ...shapes]) resource.free();
    return costs;
}

/**
 * @param {ReturnType<Graze['pairs']>} batch
 * @param {{ a: { id: number }[], b: { id: number }[], p: ReturnType<typeof toPoses>,
 *   q: ReturnType<typeof toPoses> }} bodies
 * @returns {{ name: string, about: string, run: Run }[]}
 */
function fillMethods(batch, { a, b, p, q }) {
    const { shapeA, shapeB, poseA, poseB } = batch;
    const source = {
        shapeA: shapeA.slice(),
        shapeB: shapeB.slice(),
        poseA: poseA.slice(),
        poseB: poseB.slice(),
    };
    /** @param {Float32Array} poses @param {number} k @param {ReturnType<typeof toPoses>[number]} pose */
    const writePose = (poses, k, { x, y, cos, sin }) => {
        poses[4 * k] = x;
        poses[4 * k + 1] = y;
        poses[4 * k + 2] = cos;
        poses[4 * k + 3] = sin;
    };
    /** @param {Float32Array} poses @param {number} k */
    const movePose = (poses, k) => {
        poses[4 * k] += STEP;
        poses[4 * k + 1] -= STEP;
    };
    return [
        {
            name: 'one by one',
            about: 'ids and poses from objects into the views, number by number',
            run(first, count) {
                for (let k = first; k < first + count; k++) {
                    shapeA[k] = a[k].id;
                    shapeB[k] = b[k].id;
                    writePose(poseA, k, p[k]);
                    writePose(poseB, k, q[k]);
                }
            },
        },
        {
            name: 'set',
            about: "the same from arrays of one's own, four times view.set(array)",
            run(first, count) {
                shapeA.set(source.shapeA.subarray(first, first + count), first);
                shapeB.set(source.shapeB.subarray(first, first + count), first);
                poseA.set(source.poseA.subarray(4 * first, 4 * (first + count)), 4 * first);
                poseB.set(source.poseB.subarray(4 * first, 4 * (first + count)), 4 * first);
            },
        },
        {
            name: 'step and set',
            about: "both bodies moved in arrays of one's own, then set",
            run(first, count) {
                for (let k = first; k < first + count; k++) {
                    movePose(source.poseA, k);
                    movePose(source.poseB, k);
                }
                poseA.set(source.poseA.subarray(4 * first, 4 * (first + count)), 4 * first);
                poseB.set(source.poseB.subarray(4 * first, 4 * (first + count)), 4 * first);
            },
        },
        {
            name: 'in place',
            about: 'both bodies moved in the views: nothing is copied',
            run(first, count) {
                for (let k = first; k < first + count; k++) {
                    movePose(poseA, k);
                    movePose(poseB, k);
                }
            },
        },
        {
            name: 'empty call',
            about: 'pairs.collide(0), from JavaScript into WebAssembly and back; time per call',
            run(_, count) {
                for (let k = 0; k < count; k++) batch.collide(0);
            },
        },
    ];
}
