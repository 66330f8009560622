/** Minimum gap of any two agents, or of an agent and an obstacle, over time: exact at the sampled instants only. */

import { Poses } from './poses.js';

/**
 * @import { Distances } from './distances.js'
 * @import { Scene } from './scene.js'
 *
 * @typedef {object} Curve
 * @property {number[]} times
 * @property {(number | null)[]} separations null: fewer than two bodies are present
 */

/** Number of equally spaced instants. */
const SAMPLES = 600;
/** Largest number of additional instants taken from the validation. */
const MAX_EXTRA = 200;

/**
 * @param {Scene} scene
 * @param {Distances} distances
 * @param {readonly number[]} extraTimes additional instants
 * @param {(done: number, total: number) => void} progress
 * @returns {Curve}
 */
export function sampleSeparations(scene, distances, extraTimes, progress) {
    const [begin, end] = scene.span;
    const steps = Array.from(
        { length: SAMPLES + 1 },
        (_, i) => begin + ((end - begin) * i) / SAMPLES,
    );
    const usedExtra = extraTimes.slice(0, MAX_EXTRA).filter((time) => time >= begin && time <= end);
    const times = [...new Set([...steps, ...usedExtra])].sort((p, q) => p - q);
    const poses = new Poses(scene);
    const separations = times.map((time, i) => {
        progress(i, times.length);
        poses.moveTo(time);
        return distances.nearestPair(poses)?.separation ?? null;
    });
    return { times, separations };
}
