import { checkChoice, checkOptions } from './arguments.js';
import { pathSpan, sweep, sweepMany, sweepSteps } from './bind_sweep.js';
import { SWEEP_METHODS } from './layout.js';
import { checkListOptions, checkMotionOptions, MOTION_OPTION_KEYS } from './motion.js';
import { MotionQueries } from './motion_queries.js';
import { Path } from './path.js';
import { checkPaths, Scene } from './scene.js';

/**
 * @import { Core } from './bind.js'
 * @import { BodyContact } from './bind_sweep.js'
 * @import { FirstContact, ListOptions, MotionOptions, TimeRange } from './motion_queries.js'
 * @import { Motion } from './motion.js'
 * @import { Clock, PathOptions } from './path.js'
 * @import { Shape } from './shape.js'
 */

/**
 * Search for candidate steps. A pyramid of boxes bounds successive steps: each box of a level contains four of
 * the level below. 'pyramid': steps whose boxes meet, found through the pyramids of both paths; 'relative':
 * those of them in which the differences of the two bodies' boxes at the step's ends, inflated by how far the
 * bodies deviate from a straight line in between, also meet; and, after Germar and Fernandez, "Time Advancement
 * and Bounds Intersection Checking", 2018, 'si' (one step after the other), 'sta' (jumps), 'bvh' and 'bvi-bvh'
 * (trees, built anew each time). 'auto' (default) is the quickest: 'relative'. All lead to the same first
 * contact.
 *
 * @typedef {typeof SWEEP_METHODS[number]} SweepMethod
 */

/**
 * Choice of the search for candidate steps.
 *
 * @typedef {object} SweepMethodOption
 * @property {SweepMethod} [method] default 'auto'
 */

/**
 * Options of the candidate steps. `from` and `to` default to the clock's range, and are cut to it.
 *
 * @typedef {TimeRange & SweepMethodOption} StepOptions
 */

/**
 * Options of a sweep. `from` and `to` default to the clock's range, and are cut to it.
 *
 * @typedef {MotionOptions & SweepMethodOption} SweepOptions
 */

/**
 * Counts of the work of a sweep.
 *
 * @typedef {object} SweepCounts
 * @property {number | null} step step that contains the contact; null when free
 * @property {number} tests number of comparisons of boxes, each of a pair of steps or nodes
 * @property {number} candidates number of steps that the boxes left as candidates
 * @property {number} runs number of runs of successive candidates that only the narrow phase could decide
 */

/**
 * First contact of two paths, with the counts of the search for it.
 *
 * @typedef {FirstContact & SweepCounts} SweepResult
 */

const STEP_KEYS = ['method', 'from', 'to'];
const SWEEP_KEYS = [...MOTION_OPTION_KEYS, 'method'];

/**
 * Candidate steps, one by one; they are found a list at a time. The iteration may end at any step.
 *
 * @hideconstructor
 */
export class StepIterator {
    /** @type {(next: number) => { steps: Int32Array, next: number, tests: number }} */ #fetch;
    /** @type {Int32Array} */ #steps = new Int32Array(0);
    #position = 0;
    #nextStep = 0;

    /**
     * @param {readonly Path[]} paths
     * @param {(next: number) => { steps: Int32Array, next: number, tests: number }} fetch
     */
    constructor(paths, fetch) {
        /** The paths are kept so that they live as long as the iterator. */
        this.paths = Object.freeze(paths);
        this.#fetch = fetch;
        /** Number of comparisons of boxes so far. */
        this.tests = 0;
    }

    /**
     * Returns the next candidate step. Cost: see `sweepSteps`.
     *
     * @returns {IteratorResult<number, undefined>}
     */
    next() {
        if (this.#position === this.#steps.length && this.#nextStep >= 0) {
            const { steps, next, tests } = this.#fetch(this.#nextStep);
            this.#steps = steps;
            this.#position = 0;
            this.tests += tests;
            // No step follows an empty list, or a list without a next step.
            this.#nextStep = steps.length > 0 ? next : -1;
        }
        if (this.#position === this.#steps.length) return { done: true, value: undefined };
        return { done: false, value: this.#steps[this.#position++] };
    }

    /** Returns the iterator itself, for `for ... of`. */
    [Symbol.iterator]() {
        return this;
    }
}

/**
 * An instance with the queries on whole trajectories: many steps, or many bodies, of which few are ever near
 * each other. Paths must be those of the instance (`foreign-handle`), alive together with their shapes
 * (`stale-handle`), and on one clock (`different-clock`). Each query is about the clock's time, or the part of
 * it from `from` to `to`.
 *
 * @hideconstructor
 */
export class TrajectoryQueries extends MotionQueries {
    /** @type {Core} */ #core;

    /** @param {Core} core */
    constructor(core) {
        super(core);
        this.#core = core;
    }

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
        return new Path(this.#core, shape, motion, clock, options);
    }

    /**
     * Returns the steps in which the boxes of two paths meet while both bodies exist, in order, found as the
     * iterator advances; with 'relative', those of them in which the bodies may meet. `tests` is the number of
     * boxes compared so far, some 256 steps ahead. O(log steps) to O(steps) in all.
     *
     * @param {Path} pathA
     * @param {Path} pathB
     * @param {StepOptions} [options]
     * @returns {StepIterator}
     */
    sweepSteps(pathA, pathB, options) {
        const [a, b] = Path.handles(this.#core, [pathA, pathB], ['pathA', 'pathB']);
        const { method, ...time } = checkOptions(options, 'options', STEP_KEYS);
        const [from, to] = checkMotionOptions(time, MOTION_OPTION_KEYS);
        const methodIndex = method === undefined ? 0 : checkChoice(method, 'method', SWEEP_METHODS);
        // These calls report freed paths now, not when the first step is read.
        pathSpan(this.#core, a, 'pathA');
        pathSpan(this.#core, b, 'pathB');
        return new StepIterator([pathA, pathB], (next) => {
            return sweepSteps(this.#core, a, b, methodIndex, from, to, next);
        });
    }

    /**
     * Returns the first contact of two paths: the certified one within the candidate steps. The verdict is that
     * of `firstContact` over that time, except that a gap within the distanceTolerance, which may be 'grazing'
     * there, is 'free' where boxes separate it. O(log steps) where the paths are far apart, O(steps) where they
     * stay near each other, plus the narrow phase, at most maxIterations + 512 iterations for each run of
     * steps. With boxes of 'step-ends' contacts can be missed.
     *
     * @param {Path} pathA
     * @param {Path} pathB
     * @param {SweepOptions} [options]
     * @returns {SweepResult}
     */
    sweep(pathA, pathB, options) {
        const [a, b] = Path.handles(this.#core, [pathA, pathB], ['pathA', 'pathB']);
        const { method, ...rest } = checkOptions(options, 'options', SWEEP_KEYS);
        const checked = checkMotionOptions(rest, MOTION_OPTION_KEYS);
        checked[5] = method === undefined ? 0 : checkChoice(method, 'method', SWEEP_METHODS);
        return sweep(this.#core, a, b, checked);
    }

    /**
     * Returns the first contacts of a path with each of some others, one after the other. For many queries
     * against the same others, a `scene` is quicker. Cost as `sweep`, for each.
     *
     * @param {Path} ego
     * @param {readonly Path[]} others
     * @param {ListOptions} [options]
     * @returns {BodyContact[]} contacts that are not free, in ascending order of `body`
     * @throws {GrazeError} `too-many-intervals` where more than `maxIntervals` are not free
     */
    sweepMany(ego, others, options) {
        const list = checkPaths(others, 'others');
        const names = ['ego', ...list.map((_, k) => `others[${k}]`)];
        const [handle, ...handles] = Path.handles(this.#core, [ego, ...list], names);
        return sweepMany(this.#core, handle, handles, checkListOptions(options));
    }

    /**
     * Creates an index over bodies along their motions. O(n steps / 16), by radix sort.
     *
     * @param {readonly Path[]} paths paths on one clock
     * @returns {Scene}
     */
    scene(paths) {
        return new Scene(this.#core, paths);
    }
}
