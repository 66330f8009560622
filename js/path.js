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
 * The time that paths are laid out on. Step i lasts from t0 + i step to t0 + (i + 1) step; the last one is the
 * first to end at `end` or behind it. What is asked of paths is asked about [t0, end] only.
 *
 * @typedef {object} Clock
 * @property {number} [t0] 0 unless said
 * @property {number} t1 above `t0`
 * @property {number} step above 0; at most 2^24 steps
 * @property {number} [x] the point boxes are measured from, in float32; 0 unless said. Near the scene, where that is
 *   far from the origin
 * @property {number} [y] as x
 */

/**
 * How a body is laid out.
 *
 * @typedef {object} PathOptions
 * @property {typeof BOXES[number]} [boxes] 'cover' (the default): the box of a step holds all that the body sweeps in
 *   it; 'step-ends': the body at the step's two ends, as in the paper (Germar and Fernandez, 2018, III A), which misses
 *   what bulges in between
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
        throw new GrazeError('out-of-order', `clock.t1 must be above t0 (${t0}), not ${t1}`, {
            argument: 'clock.t1',
            value: t1,
        });
    }
    if (!(step > 0 && (t1 - t0) / step <= LIMITS.maxSteps)) {
        throw new GrazeError(
            'out-of-range',
            `clock.step must be above 0 and give at most ${LIMITS.maxSteps} steps, not ${step}`,
            { argument: 'clock.step', value: step },
        );
    }
    return Object.freeze({ t0, t1, step, x, y });
}

/**
 * A body along its motion: boxes in float32, rounded outward, over the steps of a clock. It has a copy of the motion,
 * which may be freed; the shape may not. Made by an instance's `path`.
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
        /** Kept, so that it lives as long. @readonly */
        this.shape = /** @type {Shape} */ (shape);
        /** As given, with what was left out. @readonly */
        this.clock = checkClock(clock);
        const { boxes = BOXES[0] } = checkOptions(options, 'options', ['boxes']);
        const { t0, t1, step, x, y } = this.clock;
        const boxesKind = checkChoice(boxes, 'boxes', BOXES);
        /** The handle. Never used again after `free`. @readonly */
        this.id = newPath(core, handles[0], handles[1], [t0, t1, step, x, y], boxesKind);
        const steps = pathSpan(core, this.id);
        /** How many steps the clock has. @readonly */
        this.count = steps.count;
        /** The first step in which it moves: it is held in those before, or absent, as the motion says. @readonly */
        this.firstStep = steps.firstStep;
        /** The first one behind those in which it moves. @readonly */
        this.endStep = steps.endStep;
        Object.freeze(this);
        this.#lifetime = new Lifetime(this, core, this.id, 'path');
    }

    /**
     * The boxes of steps `from` to `to` - 1. Where the body is not there, the lowest is Infinity, the highest -Infinity;
     * in a step in which it appears or vanishes, if only at its border, the box is as if it were held. O(to - from).
     *
     * @param {number} [from] 0 unless said
     * @param {number} [to] at least `from`; `count` unless said
     * @returns {Float32Array} four numbers a step: lowest x, lowest y, highest x, highest y, from the clock's point
     */
    boxes(from = 0, to = this.count) {
        checkCount(from, 'from', 0, this.count);
        checkCount(to, 'to', from, this.count);
        return pathBoxes(this.#core, this.#lifetime.getHandle('path'), from, to);
    }

    /**
     * Gives the memory back. Using the path afterwards, or a scene that has it, is an error (`stale-handle`); freeing it
     * again does nothing.
     */
    free() {
        this.#lifetime.free(this);
    }

    /** `free`, for `using`. */
    [Symbol.dispose]() {
        this.free();
    }

    /**
     * @internal
     * The handle of a path that belongs to an instance.
     *
     * @param {Core} core
     * @param {unknown} path
     * @param {string} argument
     * @returns {number}
     */
    static handle(core, path, argument) {
        // By the brand, which nothing that only looks like one has.
        const isPath = typeof path === 'object' && path !== null && #core in path;
        if (!isPath) throw ownershipError(path, 'path', false, argument);
        if (path.#core !== core) throw ownershipError(path, 'path', true, argument);
        return path.#lifetime.getHandle(argument);
    }

    /**
     * @internal
     * The handles of paths that belong to an instance and are on one clock.
     *
     * @param {Core} core
     * @param {readonly unknown[]} paths
     * @param {readonly string[]} names their arguments
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
                `${names[k]} is on another clock than ${names[0]}`,
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
