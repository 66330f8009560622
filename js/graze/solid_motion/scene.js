import { checkArrayEntries, checkBoolean, checkOptions } from '../core/arguments.js';
import * as calls from '../core/calls.js';
import { tooManyIntervals } from '../core/errors.js';
import { Lifetime } from '../core/handles.js';
import {
    BOX_INDEX_VIEWS,
    CLEARANCE_STATUSES,
    CONTACT_STATUSES,
    SOLID_CLEARANCE,
    SOLID_CONTACT,
} from '../core/layout.js';
import {
    checkClearanceOptions,
    checkListOptions,
    checkMotionOptions,
    MOTION_OPTION_KEYS,
} from '../motion/options.js';
import { checkSameClock } from '../trajectory/clock.js';
import { BOX_NUMBERS, findBoxes, readPathSpan, SolidPath } from './path.js';

/** Scenes of many bodies in space. */

/**
 * @import { Core } from '../core/core.js'
 * @import { BodyContact, SceneClearanceOptions, SceneOptions } from '../trajectory/types.js'
 * @import { CheckedOptions } from '../motion/options.js'
 * @import { FoundNearestBody, ListOptions, NoNearestBody, SolidBodyPair, SolidClock, SolidSceneClearance, SolidSceneContact } from './types.js'
 *
 * @typedef {object} Span numbers of paths: sizes and speeds are the largest
 * @property {number} size
 * @property {number} speed
 * @property {number} count number of steps
 * @property {number} blockSteps steps of a block
 */

const FIRST_CONTACT_KEYS = [...MOTION_OPTION_KEYS, 'anyContact'];
const SIDES = BOX_INDEX_VIEWS.indexOf('sides');
const FOUND = BOX_INDEX_VIEWS.indexOf('found');

/** Span of no path. @type {Span} */
const NO_SPAN = { size: 0, speed: 0, count: 1, blockSteps: 1 };

/**
 * Many bodies in space along their motions, on one clock, and an index of boxes for each block of 16 steps or more: only pairs
 * whose boxes come near each other in a block are decided, and of these only the steps in which their boxes do. Each path is
 * a body. The scene keeps the paths, and must not be used after one of them, or its body, was freed (`stale-handle`). An
 * instance's `scene` makes it. A path on another clock is `different-clock`.
 *
 * The verdicts are those of the queries of two bodies, `firstContact` and `clearance`, over the clock's time, and the brackets
 * have their guarantees: nothing that the boxes exclude has a contact, a graze or a smaller separation. `maxIterations` is
 * about each run of steps that boxes leave.
 *
 * A query of one body costs O(blocks log n + boxes that meet), plus the narrow phase for the bodies whose boxes meet:
 * O(count) of these when all are near all.
 *
 * @hideconstructor
 */
export class SolidScene {
    /** @type {Core} */ #core;
    /** @type {Readonly<Required<SolidClock>> | undefined} */ #clock;
    /** @type {Span} */ #span;
    /** @type {Lifetime[]} handles of the indices of the blocks, at least one */ #indices;

    /**
     * @param {Core} core
     * @param {unknown} paths
     * @param {unknown} options
     */
    constructor(core, paths, options) {
        this.#core = core;
        const list = checkArrayEntries(paths, 'paths', 'paths', (path) => path);
        checkOptions(options, 'options', []);
        const handles = SolidPath.handles(core, list, 'paths');
        /** The paths, in their order. @readonly */
        this.paths = Object.freeze(/** @type {SolidPath[]} */ (list));
        /** Number of bodies. @readonly */
        this.count = list.length;
        this.#clock = this.paths[0]?.clock;
        this.#span = handles.map((handle) => readPathSpan(core, handle)).reduce(joinSpans, NO_SPAN);
        const ids = newIndices(core, handles, Math.ceil(this.#span.count / this.#span.blockSteps));
        /** Handle of the first index, which is never used again after `free`. @readonly */
        this.id = ids[0];
        Object.freeze(this);
        this.#indices = ids.map((id) => new Lifetime(this, core, id, 'scene'));
    }

    /**
     * Returns the first contacts of all pairs of its bodies that meet, by default also touches.
     *
     * @param {ListOptions} [options]
     * @returns {SolidBodyPair[]} contacts in ascending order of `first`, then `second`
     * @throws {GrazeError} `too-many-intervals` where more than `maxIntervals` pairs meet
     */
    contacts(options) {
        const { checked, maxIntervals } = checkListOptions(options);
        const handles = this.#handles();
        const seen = new Int32Array(this.count).fill(-1);
        /** @type {SolidBodyPair[]} */
        const list = [];
        handles.forEach((handle, first) => {
            const contacts = this.#contactsOf(handles, handle, checked, seen, first);
            for (const { body, status, time } of sortContacts(contacts)) {
                list.push({ first, second: body, status, time });
            }
            if (list.length > maxIntervals) throw tooManyIntervals(maxIntervals);
        });
        return list;
    }

    /**
     * Returns the first contacts of a body with the bodies that it meets, by default also touches.
     *
     * @param {SolidPath} ego its path on the same clock
     * @param {ListOptions} [options]
     * @returns {BodyContact[]} contacts in ascending order of `body`
     * @throws {GrazeError} `too-many-intervals` where it meets more than `maxIntervals` bodies
     */
    contactsWith(ego, options) {
        const { checked, maxIntervals } = checkListOptions(options);
        const contacts = this.#contactsOf(this.#handles(), this.#ego(ego), checked);
        if (contacts.length > maxIntervals) throw tooManyIntervals(maxIntervals);
        return sortContacts(contacts);
    }

    /**
     * Returns the first contact of a body, by default also a touch, with any of the bodies: the one with the
     * least lo or, where several have the same lo, the one of the lowest body.
     *
     * @param {SolidPath} ego its path on the same clock
     * @param {SceneOptions} [options]
     * @returns {SolidSceneContact}
     */
    firstContact(ego, options) {
        const { anyContact, ...rest } = checkOptions(options, 'options', FIRST_CONTACT_KEYS);
        const checked = checkMotionOptions(rest, MOTION_OPTION_KEYS);
        const mode = checkBoolean(anyContact ?? false, 'anyContact') ? 'any' : 'first';
        const handle = this.#ego(ego);
        const contacts = this.#contactsOf(this.#handles(), handle, checked, undefined, -1, mode);
        const earliest = (/** @type {BodyContact} */ a, /** @type {BodyContact} */ b) =>
            b.time[0] < a.time[0] ? b : a;
        if (contacts.length > 0) return sortContacts(contacts).reduce(earliest);
        return { body: null, status: 'free', time: null };
    }

    /**
     * Returns the clearance of a body: the least separation from any body over the time, as far as it is below
     * `atMost`, to within the distanceTolerance. The method is branch and bound over the bodies, the nearest boxes first.
     *
     * @param {SolidPath} ego its path on the same clock
     * @param {SceneClearanceOptions} [options]
     * @returns {SolidSceneClearance}
     */
    clearance(ego, options) {
        const core = this.#core;
        const { limit, checked } = checkClearanceOptions(options);
        const [handle, handles] = [this.#ego(ego), this.#handles()];
        /** @type {Map<number, number>} least gap of boxes of each body that may come near */
        const gaps = new Map();
        this.#search(handle, checked, limit, (body, _, gap) => {
            gaps.set(body, Math.min(gap, gaps.get(body) ?? Infinity));
        });
        /** @type {FoundNearestBody | NoNearestBody} */
        let nearest = { time: null, body: null };
        let [bound, lo] = [limit, limit];
        /** @type {typeof CLEARANCE_STATUSES[number]} */
        let status = CLEARANCE_STATUSES[0];
        for (const [body, gap] of [...gaps].sort((a, b) => a[1] - b[1])) {
            if (gap > bound) break;
            if (calls.solidSweepClearance(core, handle, handles[body], ...checked, bound) !== 0) {
                throw core.faultError();
            }
            const doubles = core.memory.float64;
            const [d, i] = [core.result >> 3, core.result >> 2];
            if (doubles[d + SOLID_CLEARANCE.lo] < lo) {
                lo = doubles[d + SOLID_CLEARANCE.lo];
                status = CLEARANCE_STATUSES[core.memory.int32[i + SOLID_CLEARANCE.status]];
            }
            if (!(doubles[d + SOLID_CLEARANCE.hi] < bound)) continue;
            bound = doubles[d + SOLID_CLEARANCE.hi];
            nearest = { time: doubles[d + SOLID_CLEARANCE.time], body };
        }
        const hi = nearest.time === null ? Infinity : bound;
        return { separation: [Math.min(lo, bound), hi], status, ...nearest };
    }

    /**
     * Frees the memory, but not that of the paths. Using the scene afterwards is an error (`stale-handle`);
     * freeing it again does nothing.
     */
    free() {
        for (const index of this.#indices) index.free(this);
    }

    /** Frees the memory, for `using`. */
    [Symbol.dispose]() {
        this.free();
    }

    /** Returns the handles of its paths. */
    #handles() {
        this.#indices[0].getHandle('scene');
        return SolidPath.handles(this.#core, this.paths, 'paths');
    }

    /**
     * Returns the handle of the path of a body.
     *
     * @param {unknown} ego
     */
    #ego(ego) {
        const handle = SolidPath.handle(this.#core, ego, 'ego');
        const { clock } = /** @type {SolidPath} */ (ego);
        checkSameClock(clock, this.#clock ?? clock, 'ego', 'the scene');
        return handle;
    }

    /**
     * Returns the contacts of a path with bodies after `after`, in the order in which their boxes come near.
     *
     * @param {readonly number[]} handles
     * @param {number} ego
     * @param {CheckedOptions} checked
     * @param {Int32Array} [seen] number of the last path that was decided with each body; another one than `after`
     * @param {number} [after]
     * @param {'all' | 'first' | 'any'} [mode] whether a contact ends the search that is the first, or any
     */
    #contactsOf(
        handles,
        ego,
        checked,
        seen = new Int32Array(this.count).fill(-2),
        after = -1,
        mode = 'all',
    ) {
        const core = this.#core;
        /** @type {BodyContact[]} */
        const contacts = [];
        let end = Infinity;
        this.#search(ego, checked, this.#reach(ego, checked), (body, begin) => {
            if (begin > end) return true;
            if (body <= after || seen[body] === after) return false;
            seen[body] = after;
            if (calls.solidSweep(core, ego, handles[body], ...checked) !== 0) {
                throw core.faultError();
            }
            const status =
                CONTACT_STATUSES[core.memory.int32[(core.result >> 2) + SOLID_CONTACT.status]];
            if (status === 'free') return false;
            const doubles = core.memory.float64;
            const d = core.result >> 3;
            const [lo, hi] = [doubles[d + SOLID_CONTACT.lo], doubles[d + SOLID_CONTACT.hi]];
            contacts.push({ body, status, time: [lo, hi] });
            if (mode === 'first') end = Math.min(end, lo);
            return mode === 'any';
        });
        return contacts;
    }

    /**
     * Returns a distance that is more than what a query counts as a graze: twice the distance tolerance, which follows from
     * sizes or, of points, from speeds.
     *
     * @param {number} ego
     * @param {CheckedOptions} checked
     */
    #reach(ego, [, , tolerance, distanceTolerance]) {
        if (!Number.isNaN(distanceTolerance)) return 3 * distanceTolerance;
        const { size, speed } = joinSpans(this.#span, readPathSpan(this.#core, ego));
        const { t0, t1 } = this.#clock ?? { t0: 0, t1: 0 };
        const ulps = 2 ** -47 * Math.max(Math.abs(t0), Math.abs(t1));
        const time = Number.isNaN(tolerance) ? 1e-9 * (t1 - t0) + ulps : tolerance;
        return 3 * (1e-9 * size + 2 * time * speed);
    }

    /**
     * Visits the bodies whose boxes are within reach of that of a path, block by block, with the begin of the block and the
     * largest gap of both boxes along an axis, which is a lower bound of the signed separation; until a visit returns true.
     *
     * @param {number} ego
     * @param {CheckedOptions} checked
     * @param {number} reach
     * @param {(body: number, begin: number, gap: number) => boolean | void} visit
     */
    #search(ego, [from, to], reach, visit) {
        const core = this.#core;
        const { t0 = 0, step = 1 } = this.#clock ?? {};
        const length = step * this.#span.blockSteps;
        // A block more at both ends is enough for rounding.
        const first = Math.max(Math.floor((from - t0) / length) - 1 || 0, 0);
        const last = Math.floor((to - t0) / length) + 1 || Infinity;
        const at = findBoxes(core, ego);
        const boxes = core.memory.float32.slice(at, at + BOX_NUMBERS * this.#indices.length);
        for (let b = first; b < this.#indices.length && b <= last; b++) {
            const box = boxes.subarray(BOX_NUMBERS * b, BOX_NUMBERS * (b + 1));
            // The body is absent.
            if (!(box[0] <= box[3])) continue;
            const index = this.#indices[b].getHandle('scene');
            const count = calls.boxIndexSearch(
                core,
                index,
                box[0] - reach,
                box[1] - reach,
                box[2] - reach,
                box[3] + reach,
                box[4] + reach,
                box[5] + reach,
            );
            const sides = calls.batchView(core, index, SIDES) >> 2;
            const found = calls.batchView(core, index, FOUND) >> 2;
            for (const body of core.memory.uint32.slice(found, found + count)) {
                const other = core.memory.float32;
                const o = sides + BOX_NUMBERS * body;
                let gap = -Infinity;
                for (let k = 0; k < 3; k++) {
                    gap = Math.max(gap, other[o + k] - box[k + 3], box[k] - other[o + k + 3]);
                }
                if (visit(body, t0 + b * this.#span.blockSteps * step, gap) === true) return;
            }
        }
    }
}

/** @param {Span} a @param {Span} b @returns {Span} */
function joinSpans(a, b) {
    const { count, blockSteps } = b;
    const [size, speed] = [Math.max(a.size, b.size), Math.max(a.speed, b.speed)];
    return { size, speed, count, blockSteps };
}

/** @param {BodyContact[]} contacts */
function sortContacts(contacts) {
    return contacts.sort((a, b) => a.body - b.body);
}

/**
 * Makes an index of boxes of each block of steps of some paths.
 *
 * @param {Core} core
 * @param {readonly number[]} paths
 * @param {number} blocks
 * @returns {number[]} the handles
 */
function newIndices(core, paths, blocks) {
    const capacity = Math.max(paths.length, 1);
    /** @type {number[]} */
    const ids = [];
    while (ids.length < blocks) {
        const id = calls.boxIndexNew(core, 3, capacity, 1) >>> 0;
        if (id !== 0) {
            ids.push(id);
            continue;
        }
        const error = core.faultError('paths');
        for (const made of ids) calls.free(core, made);
        throw error;
    }
    const sides = ids.map((id) => calls.batchView(core, id, SIDES) >> 2);
    paths.forEach((path, k) => {
        const from = findBoxes(core, path);
        sides.forEach((to, b) => {
            const box = from + BOX_NUMBERS * b;
            core.memory.float32.copyWithin(to + BOX_NUMBERS * k, box, box + BOX_NUMBERS);
        });
    });
    for (const id of ids) calls.boxIndexUpdate(core, id, 0, capacity);
    return ids;
}
