import { checkChoice, checkCount, checkNumber, checkOptions } from './arguments.js';
import { newPath, pathBoxes, pathSpan } from './bind_sweep.js';
import { GrazeError } from './errors.js';
import { Lifetime, ownershipError } from './handle_lifetime.js';
import { BOXES, LIMITS } from './layout.js';
import { Motion } from './motion.js';
import { Shape } from './shape.js';

/**
 * @import { Core } from './bind.js'
 */

/**
 * Time steps of paths. Step i lasts from t0 + i step to t0 + (i + 1) step; the last one is the first that ends
 * at `t1` or after it. Queries of paths are about [t0, t1] only.
 *
 * @typedef {object} Clock
 * @property {number} [t0] beginning; default 0
 * @property {number} t1 end, above `t0`
 * @property {number} step duration of a step, above 0; at most 2^24 steps
 * @property {number} [x] x of the point relative to which the boxes are stored; default 0. Boxes are in
 *   float32, so choose a point near the scene where that is far from the origin
 * @property {number} [y] y of that point, as x
 */

/**
 * Options of a path.
 *
 * @typedef {object} PathOptions
 * @property {typeof BOXES[number]} [boxes] 'cover' (default): the box of a step contains all that the body
 *   sweeps in it; 'step-ends': it contains the body at the step's two ends, as in the paper (Germar and
 *   Fernandez, 2018, III A), which misses what bulges in between
 */

const CLOCK_KEYS = ['t0', 't1', 'step', 'x', 'y'];

/**
 * @param {unknown} clock
 * @returns {Readonly<Required<Clock>>}
 */
function checkClock(clock) {
    const given = checkOptions(clock ?? null, 'clock', CLOCK_KEYS);
    const numbers = CLOCK_KEYS.map((key) => {
        const value = given[key] ?? (key === 't1' || key === 'step' ? undefined : 0);
        const maxMagnitude = key === 'x' || key === 'y' ? LIMITS.maxPosition : LIMITS.maxMagnitude;
        return checkNumber(value, `clock.${key}`, -maxMagnitude, maxMagnitude);
    });
    const [t0, t1, step, x, y] = numbers;
    if (!(t1 > t0)) {
        throw new GrazeError('out-of-order', `clock.t1 must be above t0 (${t0}), got ${t1}`, {
            argument: 'clock.t1',
            value: t1,
        });
    }
    if (!(step > 0 && (t1 - t0) / step <= LIMITS.maxSteps)) {
        throw new GrazeError(
            'out-of-range',
            `clock.step must be above 0 and give at most ${LIMITS.maxSteps} steps, got ${step}`,
            { argument: 'clock.step', value: step },
        );
    }
    return Object.freeze({ t0, t1, step, x, y });
}

/**
 * A body along its motion: boxes in float32, rounded outward, over the steps of a clock. The path has a copy of
 * the motion, which may be freed; the shape may not. An instance's `path` makes it.
 *
 * @hideconstructor
 */
export class Path {
    /** @type {Core} */ #core;
    #lifetime;

    /**
     * @param {Core} core
     * @param {unknown} shape
     * @param {unknown} motion
     * @param {unknown} clock
     * @param {unknown} options
     */
    constructor(core, shape, motion, clock, options) {
        this.#core = core;
        const handles = [Shape.handle(core, shape, 'shape'), Motion.handle(core, motion, 'motion')];
        /** The shape, which lives as long as the path. @readonly */
        this.shape = /** @type {Shape} */ (shape);
        /** The clock, with its defaults filled in. @readonly */
        this.clock = checkClock(clock);
        const { boxes = BOXES[0] } = checkOptions(options, 'options', ['boxes']);
        const { t0, t1, step, x, y } = this.clock;
        const boxesKind = checkChoice(boxes, 'boxes', BOXES);
        /** The handle, which is never used again after `free`. @readonly */
        this.id = newPath(core, handles[0], handles[1], [t0, t1, step, x, y], boxesKind);
        const steps = pathSpan(core, this.id);
        /** Number of steps of the clock. @readonly */
        this.count = steps.count;
        /**
         * First step in which the body moves: in the steps before it stays or is absent, as the motion says.
         * @readonly
         */
        this.firstStep = steps.firstStep;
        /** First step after those in which the body moves. @readonly */
        this.endStep = steps.endStep;
        Object.freeze(this);
        this.#lifetime = new Lifetime(this, core, this.id, 'path');
    }

    /**
     * Returns the boxes of steps `from` to `to` - 1. Where the body is absent, the lowest is Infinity and the
     * highest -Infinity; in a step in which it appears or vanishes, even at the step's first or last instant,
     * the box is that of a body that is present throughout. O(to - from).
     *
     * @param {number} [from] default 0
     * @param {number} [to] at least `from`; default `count`
     * @returns {Float32Array} four numbers per step: lowest x, lowest y, highest x, highest y, relative to the
     *   clock's point
     */
    boxes(from = 0, to = this.count) {
        checkCount(from, 'from', 0, this.count);
        checkCount(to, 'to', from, this.count);
        return pathBoxes(this.#core, this.#lifetime.getHandle('path'), from, to);
    }

    /**
     * Frees the memory. Using the path afterwards, or a scene that contains it, is an error (`stale-handle`);
     * freeing it again does nothing.
     */
    free() {
        this.#lifetime.free(this);
    }

    /** Frees the memory, for `using`. */
    [Symbol.dispose]() {
        this.free();
    }

    /**
     * @internal
     * Returns the handle of a path of an instance; throws for any other value.
     *
     * @param {Core} core
     * @param {unknown} path
     * @param {string} argument
     * @returns {number}
     */
    static handle(core, path, argument) {
        // The check is by the private brand, which an object that only resembles a path does not have.
        const isPath = typeof path === 'object' && path !== null && #core in path;
        if (!isPath) throw ownershipError(path, 'path', false, argument);
        if (path.#core !== core) throw ownershipError(path, 'path', true, argument);
        return path.#lifetime.getHandle(argument);
    }

    /**
     * @internal
     * Returns the handles of paths of an instance that have one clock; throws for other values.
     *
     * @param {Core} core
     * @param {readonly unknown[]} paths
     * @param {readonly string[]} names names of the arguments
     * @returns {number[]}
     */
    static handles(core, paths, names) {
        return paths.map((path, k) => {
            const handle = Path.handle(core, path, names[k]);
            const { clock } = /** @type {Path} */ (path);
            const first = /** @type {Path} */ (paths[0]).clock;
            const isSame =
                clock === first ||
                CLOCK_KEYS.every((key) => readKey(clock, key) === readKey(first, key));
            if (isSame) return handle;
            throw new GrazeError(
                'different-clock',
                `${names[k]} must have the same clock as ${names[0]}`,
                {
                    argument: names[k],
                    value: clock,
                },
            );
        });
    }
}

/**
 * @param {object} record
 * @param {string} key
 */
function readKey(record, key) {
    return /** @type {Record<string, unknown>} */ (record)[key];
}
