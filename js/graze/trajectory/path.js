import { checkChoice, checkCount, checkOptions } from '../core/arguments.js';
import * as calls from '../core/calls.js';
import { Lifetime, ownershipError } from '../core/handles.js';
import { BOXES_KINDS, PATH_SPAN } from '../core/layout.js';
import { Motion } from '../motion/motion.js';
import { Shape } from '../static/shape.js';
import { checkClock, checkSameClock } from './clock.js';

/**
 * @import { Core } from '../core/core.js'
 */

/**
 * A body along its motion: boxes in float32, rounded outward, over the steps of a clock. The path has a copy of
 * the motion, which may be freed, and keeps the shape, which may not. An instance's `path` makes it.
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
        const { boxes = BOXES_KINDS[0] } = checkOptions(options, 'options', ['boxes']);
        const { t0, t1, step, x, y } = this.clock;
        const boxesKind = checkChoice(boxes, 'boxes', BOXES_KINDS);
        /** The handle, which is never used again after `free`. @readonly */
        this.id = newPath(core, handles[0], handles[1], [t0, t1, step, x, y], boxesKind);
        const steps = readPathSpan(core, this.id);
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
        return readBoxes(this.#core, this.#lifetime.getHandle('path'), from, to);
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
            checkSameClock(clock, first, names[k], names[0]);
            return handle;
        });
    }
}

/**
 * @param {Core} core
 * @param {number} shape
 * @param {number} motion
 * @param {readonly number[]} clock numbers t0, t1, step, x, y
 * @param {number} kind position in BOXES_KINDS
 * @returns {number} the handle
 */
function newPath(core, shape, motion, clock, kind) {
    const [t0, t1, step, x, y] = clock;
    const handle = calls.pathNew(core, shape, motion, t0, t1, step, x, y, kind);
    if (handle === 0) throw newPathError(core, clock);
    return handle >>> 0;
}

/**
 * @param {Core} core
 * @param {readonly number[]} clock
 */
function newPathError(core, [t0, t1, step]) {
    const name = ['shape', 'motion', 'clock'][core.readFault().index];
    const error = core.faultError(name);
    if (name === 'clock') error.message += `: steps of ${step} from ${t0} to ${t1}`;
    error.index = undefined;
    return error;
}

/**
 * Returns the steps in which a path moves, and the number of steps of its clock.
 *
 * @param {Core} core
 * @param {number} path
 * @param {string} [argument]
 */
export function readPathSpan(core, path, argument = 'path') {
    if (calls.pathSpan(core, path) !== 0) throw pathError(core, argument, argument);
    const ints = core.memory.int32;
    const base = core.result >> 2;
    return {
        firstStep: ints[base + PATH_SPAN.firstStep],
        endStep: ints[base + PATH_SPAN.endStep],
        count: ints[base + PATH_SPAN.count],
    };
}

/**
 * @param {Core} core
 * @param {number} path
 * @param {number} from
 * @param {number} to
 * @returns {Float32Array}
 */
function readBoxes(core, path, from, to) {
    if (calls.pathBoxes(core, path, from, to) !== 0) throw pathsError(core, ['path']);
    const { address, count } = core.list;
    return core.memory.float32.slice(address >> 2, (address >> 2) + 4 * count);
}

/**
 * Builds the error of a call of named paths. A fault's index is 2 k for path k and 2 k + 1 for its shape.
 *
 * @param {Core} core
 * @param {readonly string[]} names names of the paths
 */
export function pathsError(core, names) {
    const { index } = core.readFault();
    if (index < 0) return core.faultError();
    return pathError(core, names[index >> 1], names[index >> 1]);
}

/**
 * Builds the error of a call whose paths are `count` records of a list, followed by one path with a name of its
 * own, or by those of a second list.
 *
 * @param {Core} core
 * @param {string} list
 * @param {number} count
 * @param {string} lastName
 * @param {boolean} [isList] whether the last name is that of a list
 */
export function pathListError(core, list, count, lastName, isList = false) {
    const { index } = core.readFault();
    if (index < 0) return core.faultError(list);
    const last = (index >> 1) - count;
    if (last >= 0 && !isList) return pathError(core, lastName, lastName);
    if (last >= 0) return pathError(core, `${lastName}[${last}]`, lastName, last);
    return pathError(core, `${list}[${index >> 1}]`, list, index >> 1);
}

/**
 * @param {Core} core
 * @param {string} name name of the path at fault, or of the path whose shape is at fault
 * @param {string} argument
 * @param {number} [record]
 */
function pathError(core, name, argument, record) {
    const { index } = core.readFault();
    const error = core.faultError(index % 2 === 1 ? `the shape of ${name}` : name);
    error.argument = argument;
    error.index = record;
    return error;
}
