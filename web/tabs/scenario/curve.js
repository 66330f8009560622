/** Least gap of any two agents, or of an agent and an obstacle, over time: exact at the sampled instants alone. */

import { Poses } from './poses.js';

/**
 * @import { Gaps } from './gaps.js'
 * @import { Scene } from './scene.js'
 *
 * @typedef {object} Curve
 * @property {number[]} times
 * @property {(number | null)[]} gaps null: no two are there
 */

/** Instants that are equally far apart. */
const SAMPLES = 600;
/** Instants of the judgement that are taken beside them. */
const MOST_EXTRA = 200;

/**
 * @param {Scene} scene
 * @param {Gaps} gaps
 * @param {readonly number[]} extra instants to be among them
 * @param {(done: number, of: number) => void} progress
 * @returns {Curve}
 */
export function clearanceCurve(scene, gaps, extra, progress) {
    const [begin, end] = scene.span;
    const steps = Array.from(
        { length: SAMPLES + 1 },
        (_, i) => begin + ((end - begin) * i) / SAMPLES,
    );
    const kept = extra.slice(0, MOST_EXTRA).filter((time) => time >= begin && time <= end);
    const times = [...new Set([...steps, ...kept])].sort((p, q) => p - q);
    const poses = new Poses(scene);
    const found = times.map((time, i) => {
        progress(i, times.length);
        poses.moveTo(time);
        return gaps.nearest(poses)?.distance ?? null;
    });
    return { times, gaps: found };
}
