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
 * Which steps are looked at: 'relative' (boxes of the bodies at the steps' ends less how far they bulge in between, where
 * pyramids over time meet), 'pyramid' (those alone), and after Germar and Fernandez, "Time Advancement and Bounds
 * Intersection Checking", 2018, 'si' (one after the other), 'sta' (jumps), 'bvh' and 'bvi-bvh' (trees, made anew each
 * time). 'auto' (the default) is the quickest: 'relative'. All lead to the same first contact.
 *
 * @typedef {typeof SWEEP_METHODS[number]} SweepMethod
 */

/**
 * How candidate steps are found.
 *
 * @typedef {object} SweepMethodOption
 * @property {SweepMethod} [method] 'auto' unless given
 */

/**
 * Which steps are asked for. `from` and `to` are the clock's unless said, and cut to them.
 *
 * @typedef {TimeRange & SweepMethodOption} StepOptions
 */

/**
 * What is asked of a sweep. `from` and `to` are the clock's unless said, and cut to them.
 *
 * @typedef {MotionOptions & SweepMethodOption} SweepOptions
 */

/**
 * What a sweep took.
 *
 * @typedef {object} SweepCounts
 * @property {number | null} step in which the contact is; null when free
 * @property {number} tests boxes compared: a pair of steps or of nodes each
 * @property {number} candidates steps that boxes left
 * @property {number} runs stretches of these that nothing but the narrow phase could decide
 *
 */

/**
 * The first contact of two paths, and what it took to find it.
 *
 * @typedef {FirstContact & SweepCounts} SweepResult
 */

const STEP_KEYS = ['method', 'from', 'to'];
const SWEEP_KEYS = [...MOTION_OPTION_KEYS, 'method'];

/**
 * Candidate steps, one by one, found a list at a time. It may be left at any step.
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
        /** Kept, so that they live as long. */
        this.paths = Object.freeze(paths);
        this.#fetch = fetch;
        /** Boxes compared so far. */
        this.tests = 0;
    }

    /**
     * The next candidate step. Cost: see `sweepSteps`.
     *
     * @returns {IteratorResult<number, undefined>}
     */
    next() {
        if (this.#position === this.#steps.length && this.#nextStep >= 0) {
            const { steps, next, tests } = this.#fetch(this.#nextStep);
            this.#steps = steps;
            this.#position = 0;
            this.tests += tests;
            // Nothing is behind a list that is empty, or where there is nowhere to go on.
            this.#nextStep = steps.length > 0 ? next : -1;
        }
        if (this.#position === this.#steps.length) return { done: true, value: undefined };
        return { done: false, value: this.#steps[this.#position++] };
    }

    /** Itself, for `for ... of`. */
    [Symbol.iterator]() {
        return this;
    }
}

/**
 * What an instance can be asked about whole trajectories: many steps, or many bodies, of which few are ever near each
 * other. Paths must be its own (`foreign-handle`), alive, with their shapes (`stale-handle`), and on one clock
 * (`different-clock`). Everything is asked about the clock's time, unless `from` and `to` say a part of it.
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
     * Lays a body out along its motion: a box a step, and a pyramid over them. O(steps n + pieces) for n vertices.
     *
     * @param {Shape} shape
     * @param {Motion} motion
     * @param {Clock} clock
     * @param {PathOptions} [options]
     * @returns {Path}
     * @throws {GrazeError} `out-of-order` for a clock that does not go forwards
     */
    path(shape, motion, clock, options) {
        return new Path(this.#core, shape, motion, clock, options);
    }

    /**
     * The steps in which the boxes of two paths meet while both are there, in order, as far as they are asked for; for
     * 'relative' those of them in which the bodies may meet. `tests`: boxes compared so far, some 256 steps ahead. O(log
     * steps) to O(steps) in all.
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
        // What has been freed is an error here, not only when steps are asked for.
        pathSpan(this.#core, a, 'pathA');
        pathSpan(this.#core, b, 'pathB');
        return new StepIterator([pathA, pathB], (next) => {
            return sweepSteps(this.#core, a, b, methodIndex, from, to, next);
        });
    }

    /**
     * The first contact of two paths: of candidate steps the certified one. The same verdict as `firstContact` over that
     * time, but that a gap within the distanceTolerance, which may be called a graze there, is free where boxes part it.
     * O(log steps) where they are far apart, O(steps) where they stay near each other, and the narrow phase, at most
     * maxIterations + 512 iterations for each run of steps. With boxes of 'step-ends' contacts can be missed.
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
     * The first contacts of a path with each of some others, one after the other. Where there are many questions to the
     * same others, a `scene` answers them sooner. Cost as `sweep`, for each.
     *
     * @param {Path} ego
     * @param {readonly Path[]} others
     * @param {ListOptions} [options]
     * @returns {BodyContact[]} those that are not free, in ascending order of `body`
     * @throws {GrazeError} `too-many-intervals` where more than `maxIntervals` are not free
     */
    sweepMany(ego, others, options) {
        const list = checkPaths(others, 'others');
        const names = ['ego', ...list.map((_, k) => `others[${k}]`)];
        const [handle, ...handles] = Path.handles(this.#core, [ego, ...list], names);
        return sweepMany(this.#core, handle, handles, checkListOptions(options));
    }

    /**
     * An index over bodies along their motions. O(n steps / 16), sorted by digits.
     *
     * @param {readonly Path[]} paths on one clock
     * @returns {Scene}
     */
    scene(paths) {
        return new Scene(this.#core, paths);
    }
}
