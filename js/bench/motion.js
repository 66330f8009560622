import { createSync } from 'graze';
import { createShapes } from './graze.js';
import { measure } from './measure.js';
import { makePairs, splitChunks } from './pairs.js';
import { between, randomFor } from './random.js';
import { medianRatio, quantile } from './statistics.js';

/**
 * Measures the savings of a search that begins where the last search of that pair ended, when bodies have moved
 * only a little. No poses occur twice in succession: that would measure nothing but the first round.
 *
 * @import { Body, PairSet } from './pairs.js'
 * @import { Run } from './contestant.js'
 */

/**
 * @typedef {object} Saving
 * @property {Body} body
 * @property {number} step distance and angle that a body moves between two calls, in bodies' sizes and radians
 * @property {number} cold nanoseconds per pair, setting the poses included
 * @property {number} coherent
 * @property {number} ratio ratio of `coherent` to `cold`
 */

const STEPS = [0.01, 0.1];

/** Number of steps that bodies move before they move back again. */
const FRAMES = 12;

/**
 * @param {{ bodies: readonly Body[], pairs: number, rounds: number, seed: number }} options
 * @returns {Saving[]}
 */
export function measureMotion({ bodies, pairs: count, rounds, seed }) {
    return bodies.flatMap((body) => {
        const set = makePairs({ body, scene: 'distant', count, seed });
        return STEPS.map((step) => {
            const frames = makeFrames(set, step, randomFor(seed, 'motion', body, step));
            const [cold, coherent] = [false, true].map((isCoherent) =>
                prepareRun(set, frames, isCoherent),
            );
            const times = measure([cold.run, coherent.run], splitChunks(count), rounds, 'first');
            for (const { leave: release } of [cold, coherent]) release();
            return {
                body,
                step,
                cold: quantile(times[0]),
                coherent: quantile(times[1]),
                ratio: medianRatio(times[1], times[0]),
            };
        });
    });
}

/**
 * Returns the poses of B step by step; each pair moves in its own direction.
 *
 * @param {PairSet} set
 * @param {number} step
 * @param {() => number} random
 */
function makeFrames({ count, poseB }, step, random) {
    const velocities = Float64Array.from({ length: 3 * count }, () => between(random, -step, step));
    return Array.from({ length: FRAMES }, (_, frame) => {
        const poses = poseB.slice();
        for (let k = 0; k < count; k++) {
            const [dx, dy, turn] = velocities.subarray(3 * k, 3 * k + 3);
            const [c, s] = [Math.cos(frame * turn), Math.sin(frame * turn)];
            const [cos, sin] = poses.subarray(4 * k + 2, 4 * k + 4);
            poses[4 * k] += frame * dx;
            poses[4 * k + 1] += frame * dy;
            poses[4 * k + 2] = c * cos - s * sin;
            poses[4 * k + 3] = s * cos + c * sin;
        }
        return poses;
    });
}

/**
 * @param {PairSet} set
 * @param {Float32Array[]} frames
 * @param {boolean} coherent
 * @returns {{ run: Run, leave: () => void }}
 */
function prepareRun(set, frames, coherent) {
    const g = createSync();
    const shapes = createShapes(g, set);
    const batches = splitChunks(set.count).map(({ first, count }) => {
        const pairs = g.pairs(count, { coherent });
        return { pairs, first, count, calls: 0 };
    });
    // The views are taken only now: whatever allocates may move them.
    for (const { pairs, first, count } of batches) {
        for (let pair = first; pair < first + count; pair++) {
            pairs.shapeA[pair - first] = shapes[set.shapeA[pair]].id;
            pairs.shapeB[pair - first] = shapes[set.shapeB[pair]].id;
        }
        pairs.poseA.set(set.poseA.subarray(4 * first, 4 * (first + count)));
    }
    const chunk = batches[0].count;
    return {
        run(first, count) {
            const batch = batches[Math.floor(first / chunk)];
            const turn = batch.calls++ % (2 * FRAMES - 2);
            const frame = frames[turn < FRAMES ? turn : 2 * FRAMES - 2 - turn];
            batch.pairs.poseB.set(frame.subarray(4 * first, 4 * (first + count)));
            batch.pairs.distance(count);
        },
        leave() {
            for (const resource of [...batches.map(({ pairs }) => pairs), ...shapes])
                resource.free();
        },
    };
}
