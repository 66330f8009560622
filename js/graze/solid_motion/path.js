import { checkCount } from '../core/arguments.js';
import * as calls from '../core/calls.js';
import { Lifetime, ownershipError } from '../core/handles.js';
import { SOLID_PATH_SPAN } from '../core/layout.js';
import { Solid } from '../solid/solid.js';
import { checkClock, checkSameClock, SOLID_CLOCK_KEYS } from '../trajectory/clock.js';
import { SolidMotion } from './motion.js';

/** Paths of bodies in space. */

/**
 * @import { Core } from '../core/core.js'
 * @import { SolidClock } from './types.js'
 */

/** Numbers of a box: lowest x, y and z, highest x, y and z. */
export const BOX_NUMBERS = 6;

/**
 * A body in space along its motion: boxes in float32, rounded outward, over the steps of a clock. The path keeps the motion,
 * whose handle may be freed, and the body, which may not. An instance's `path` makes it.
 *
 * @hideconstructor
 */
export class SolidPath {
    /** @type {Core} */ #core;
    #lifetime;

    /**
     * @param {Core} core
     * @param {unknown} shape
     * @param {unknown} motion
     * @param {unknown} clock
     */
    constructor(core, shape, motion, clock) {
        this.#core = core;
        Solid.handle(core, shape, 'shape');
        SolidMotion.handle(core, motion, 'motion');
        /** The body, which lives as long as the path. @readonly */
        this.shape = /** @type {Solid} */ (shape);
        /** The clock, with its defaults filled in. @readonly @type {Readonly<Required<SolidClock>>} */
        this.clock = checkClock(clock, SOLID_CLOCK_KEYS);
        /** The handle, which is never used again after `free`. @readonly */
        this.id = newPath(core, shape, motion, this.clock);
        const span = readPathSpan(core, this.id);
        /** Number of steps of the clock. @readonly */
        this.count = span.count;
        /**
         * First step in which the body moves: in the steps before it stays or is absent, as the motions of its chain say.
         * @readonly
         */
        this.firstStep = span.firstStep;
        /** First step after those in which the body moves. @readonly */
        this.endStep = span.endStep;
        Object.freeze(this);
        this.#lifetime = new Lifetime(this, core, this.id, 'path');
    }

    /**
     * Returns the boxes of steps `from` to `to` - 1, which contain all that the body sweeps in each, with its radius. Where
     * the body is absent, the lowest are Infinity and the highest -Infinity. O(to - from).
     *
     * @param {number} [from] default 0
     * @param {number} [to] at least `from`; default `count`
     * @returns {Float32Array} six numbers per step: lowest x, y and z, highest x, y and z, relative to the clock's point
     */
    boxes(from = 0, to = this.count) {
        checkCount(from, 'from', 0, this.count);
        checkCount(to, 'to', from, this.count);
        const core = this.#core;
        const at = findBoxes(core, SolidPath.handle(core, this, 'path'), from, to);
        return core.memory.float32.slice(at, at + BOX_NUMBERS * (to - from));
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
     * Returns the handle of a path of an instance, whose body is not freed; throws for any other value.
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
        const handle = path.#lifetime.getHandle(argument);
        Solid.handle(core, path.shape, argument);
        return handle;
    }

    /**
     * @internal
     * Returns the handles of paths on one clock; throws for other values.
     *
     * @param {Core} core
     * @param {readonly unknown[]} paths
     * @param {string} list name of the argument
     * @returns {number[]}
     */
    static handles(core, paths, list) {
        return paths.map((path, k) => {
            const handle = SolidPath.handle(core, path, `${list}[${k}]`);
            const [{ clock }, first] = /** @type {SolidPath[]} */ ([path, paths[0]]);
            checkSameClock(clock, first.clock, `${list}[${k}]`, `${list}[0]`);
            return handle;
        });
    }
}

/**
 * Checking the clock may have freed both.
 *
 * @param {Core} core
 * @param {unknown} shape
 * @param {unknown} motion
 * @param {Readonly<Required<SolidClock>>} clock
 * @returns {number} the handle
 */
function newPath(core, shape, motion, { t0, t1, step, x, y, z }) {
    const solid = Solid.handle(core, shape, 'shape');
    const handle = calls.solidPathNew(
        core,
        solid,
        SolidMotion.handle(core, motion, 'motion'),
        t0,
        t1,
        step,
        x,
        y,
        z,
    );
    if (handle !== 0) return handle >>> 0;
    const error = core.faultError(['shape', 'motion', 'clock'][core.readFault().index]);
    if (error.argument === 'clock') error.message += `: steps of ${step} from ${t0} to ${t1}`;
    error.index = undefined;
    throw error;
}

/**
 * Returns the numbers of a path and of the body along it.
 *
 * @param {Core} core
 * @param {number} path
 */
export function readPathSpan(core, path) {
    if (calls.solidPathSpan(core, path) !== 0) throw core.faultError();
    const doubles = core.memory.float64;
    const ints = core.memory.int32;
    const [d, i] = [core.result >> 3, core.result >> 2];
    return {
        size: doubles[d + SOLID_PATH_SPAN.size],
        speed: doubles[d + SOLID_PATH_SPAN.speed],
        firstStep: ints[i + SOLID_PATH_SPAN.firstStep],
        endStep: ints[i + SOLID_PATH_SPAN.endStep],
        count: ints[i + SOLID_PATH_SPAN.count],
        blockSteps: ints[i + SOLID_PATH_SPAN.blockSteps],
    };
}

/**
 * Returns the index in the view of floats at which the boxes of some steps of a path begin, or those of all blocks of steps,
 * which need no memory.
 *
 * @param {Core} core
 * @param {number} path
 * @param {number} [from] default: all blocks
 * @param {number} [to]
 */
export function findBoxes(core, path, from = -1, to = from) {
    if (calls.solidPathBoxes(core, path, from, to) !== 0) throw core.faultError();
    return core.list.address >> 2;
}
