import { checkOptionalChoice, checkOptions } from '../core/arguments.js';
import * as calls from '../core/calls.js';
import { PATH_SPAN, SWEEP_METHODS, SWEEP_RESULT } from '../core/layout.js';
import { PLANE } from '../motion/form.js';
import { checkListOptions, checkMotionOptions, MOTION_OPTION_KEYS } from '../motion/options.js';
import { readContact } from '../motion/queries.js';
import { Path, pathListError, pathsError, readPathSpan } from './path.js';
import { checkPaths, readBodyContacts } from './scene.js';

/** The queries of paths, as functions of the core. */

/**
 * @import { Core } from '../core/core.js'
 * @import { BodyContact, SweepResult } from './types.js'
 */

const STEP_KEYS = ['from', 'to'];

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
 * Returns a list of candidate steps from step `next` on, and the step at which the next list begins.
 *
 * @param {Core} core
 * @param {number} a
 * @param {number} b
 * @param {number} method
 * @param {number} from
 * @param {number} to
 * @param {number} next
 */
function readSteps(core, a, b, method, from, to, next) {
    if (calls.sweepSteps(core, a, b, method, from, to, next) !== 0) {
        throw pathsError(core, ['pathA', 'pathB']);
    }
    const { address, count } = core.list;
    const ints = core.memory.int32;
    const base = core.result >> 2;
    return {
        steps: ints.slice(address >> 2, (address >> 2) + count),
        next: ints[base + PATH_SPAN.next],
        tests: ints[base + PATH_SPAN.tests],
    };
}

/**
 * Returns an iterator of the candidate steps of two paths.
 *
 * @param {Core} core
 * @param {Path} pathA
 * @param {Path} pathB
 * @param {unknown} options
 * @param {readonly string[]} [keys] keys of the options; those of study have a method
 */
export function sweepSteps(core, pathA, pathB, options, keys = STEP_KEYS) {
    const [a, b] = Path.handles(core, [pathA, pathB], ['pathA', 'pathB']);
    const { method, ...time } = checkOptions(options, 'options', keys);
    const [from, to] = checkMotionOptions(time, MOTION_OPTION_KEYS);
    const methodIndex = checkOptionalChoice(method, 'method', SWEEP_METHODS);
    // These calls report freed paths now, not when the first step is read.
    readPathSpan(core, a, 'pathA');
    readPathSpan(core, b, 'pathB');
    return new StepIterator([pathA, pathB], (next) => {
        return readSteps(core, a, b, methodIndex, from, to, next);
    });
}

/**
 * Returns the first contact of two paths.
 *
 * @param {Core} core
 * @param {unknown} pathA
 * @param {unknown} pathB
 * @param {unknown} options
 * @param {readonly string[]} [keys] as for sweepSteps
 * @returns {SweepResult}
 */
export function sweep(core, pathA, pathB, options, keys = MOTION_OPTION_KEYS) {
    const [a, b] = Path.handles(core, [pathA, pathB], ['pathA', 'pathB']);
    const { method, ...rest } = checkOptions(options, 'options', keys);
    const checked = checkMotionOptions(rest, MOTION_OPTION_KEYS);
    checked[5] = checkOptionalChoice(method, 'method', SWEEP_METHODS);
    if (calls.sweep(core, a, b, ...checked) !== 0) throw pathsError(core, ['pathA', 'pathB']);
    const contact = readContact(core, PLANE);
    const ints = core.memory.int32;
    const base = core.result >> 2;
    const counts = {
        tests: ints[base + SWEEP_RESULT.tests],
        candidates: ints[base + SWEEP_RESULT.candidates],
        runs: ints[base + SWEEP_RESULT.runs],
    };
    if (contact.status === 'free') return { ...contact, step: null, ...counts };
    return { ...contact, step: ints[base + SWEEP_RESULT.step], ...counts };
}

/**
 * Returns the first contacts of a path with some others.
 *
 * @param {Core} core
 * @param {unknown} ego
 * @param {unknown} others
 * @param {unknown} options
 * @returns {BodyContact[]}
 */
export function sweepMany(core, ego, others, options) {
    const list = checkPaths(others, 'others');
    const names = ['ego', ...list.map((_, k) => `others[${k}]`)];
    const [handle, ...handles] = Path.handles(core, [ego, ...list], names);
    const { checked, maxIntervals } = checkListOptions(options);
    const count = handles.length;
    core.run(() => {
        const stage = calls.pathsStage(core, count);
        if (stage === 0) throw core.faultError('others');
        core.memory.uint32.set(handles, stage >> 2);
        if (calls.sweepMany(core, handle, stage, count, ...checked, maxIntervals) !== 0) {
            throw pathListError(core, 'others', count, 'ego');
        }
    });
    return readBodyContacts(core);
}
