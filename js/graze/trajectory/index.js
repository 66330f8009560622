import { coreOf } from '../core/facade.js';
import { createBoxIndex } from './box_index.js';
import { Path } from './path.js';
import * as queries from './queries.js';
import { Scene } from './scene.js';

/**
 * @import { GroupOptions, ListOptions, MotionOptions, TimeRange } from '../motion/types.js'
 * @import { Motion } from '../motion/motion.js'
 * @import { Shape } from '../static/shape.js'
 * @import { StepIterator } from './queries.js'
 * @import { BoxIndex } from './box_index.js'
 * @import { BodyContact, BoxIndexOptions, Clock, PathOptions, SweepResult, WallOptions } from './types.js'
 */

/**
 * The queries on whole trajectories: many steps, or many bodies, of which few are ever near each other. Paths
 * must be those of the instance (`foreign-handle`), alive together with their shapes (`stale-handle`), and on
 * one clock (`different-clock`). Each query is about the clock's time, or the part of it from `from` to `to`.
 *
 * @hideconstructor
 */
export class TrajectoryQueries {
    /**
     * Creates the path of a body along its motion: a box for each step, and a pyramid of boxes over them.
     * O(steps n + pieces) for n vertices.
     *
     * @param {Shape} shape
     * @param {Motion} motion
     * @param {Clock} clock
     * @param {PathOptions} [options]
     * @returns {Path}
     * @throws {GrazeError} `out-of-order` for a clock whose end is not after its beginning
     */
    path(shape, motion, clock, options) {
        return new Path(coreOf(this), shape, motion, clock, options);
    }

    /**
     * Returns the steps in which two bodies may meet, as far as boxes show: a step whose boxes meet while both
     * bodies exist, also relative to each other. They are in order, and found as the iterator advances. `tests`
     * is the number of boxes compared so far, some 256 steps ahead. O(log steps) to O(steps) in all.
     *
     * @param {Path} pathA
     * @param {Path} pathB
     * @param {TimeRange} [options] `from` and `to` default to the clock's range, and are cut to it
     * @returns {StepIterator}
     */
    sweepSteps(pathA, pathB, options) {
        return queries.sweepSteps(coreOf(this), pathA, pathB, options);
    }

    /**
     * Returns the first contact of two paths, by default also a touch: the certified one within the candidate
     * steps. The verdict is that of `firstContact` over that time, except that a gap within the
     * distanceTolerance, which may be 'grazing' there, is 'free' where boxes separate it. O(log steps) where
     * the paths are far apart, O(steps) where they stay near each other, plus the narrow phase, at most
     * maxIterations + 512 iterations for each run of steps. With boxes of 'step-ends' contacts can be missed.
     *
     * @param {Path} pathA
     * @param {Path} pathB
     * @param {MotionOptions} [options] `from` and `to` default to the clock's range, and are cut to it
     * @returns {SweepResult}
     */
    sweep(pathA, pathB, options) {
        return queries.sweep(coreOf(this), pathA, pathB, options);
    }

    /**
     * Returns the first contacts of a path, by default also touches, with each of some others, one after the
     * other. For many queries against the same others, a `scene` is quicker. Cost as `sweep`, for each.
     *
     * @param {Path} ego
     * @param {readonly Path[]} others
     * @param {ListOptions} [options]
     * @returns {BodyContact[]} contacts that are not free, in ascending order of `body`
     * @throws {GrazeError} `too-many-intervals` where more than `maxIntervals` are not free
     */
    sweepMany(ego, others, options) {
        return queries.sweepMany(coreOf(this), ego, others, options);
    }

    /**
     * Creates an index of boxes over shared buffers: the boxes that meet one, and the pairs within reach of each other.
     * O(capacity). It takes 200 bytes per box, 216 with three axes, and 8 per pair; 32 more per pair beyond the number of
     * boxes.
     *
     * @param {number} capacity maximum number of boxes, 1 to 2^24
     * @param {BoxIndexOptions} [options]
     * @returns {BoxIndex}
     */
    boxIndex(capacity, options) {
        return createBoxIndex(coreOf(this), capacity, options);
    }

    /**
     * Creates an index over bodies along their motions. With `groups`, successive paths are one body, as a car
     * and its trailer: they are not tested against each other, and answers have one contact per body. `walls` are
     * polylines that stand still. O(n steps / 16), by radix sort.
     *
     * @param {readonly Path[]} paths paths on one clock
     * @param {GroupOptions & WallOptions} [options] `groups` divide the paths
     * @returns {Scene}
     */
    scene(paths, options) {
        return new Scene(coreOf(this), paths, options);
    }
}
