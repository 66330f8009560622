import {
    checkCount,
    checkNumber,
    checkOptions,
    checkRecordNumbers,
    isTouchingAllowed,
} from './arguments.js';
import { Batch, checkPart, fullError, recordError } from './batch.js';
import { GrazeError } from './errors.js';
import { BODIES_VIEWS } from './layout.js';

/**
 * @import { RecordForm } from './batch.js'
 * @import { Core } from './core.js'
 */

/**
 * Bodies that a query of a batch considers: those with a category of `mask` whose own mask has one of `category`.
 * Without `filters` each body of the batch has the category 1 and a mask of all bits. A body whose category or mask is 0
 * is never found.
 *
 * @typedef {object} BodyFilter
 * @property {number} [category] category bits of the query, 1 to 2^32 - 1; default: all
 * @property {number} [mask] bits of the categories that it may meet, 1 to 2^32 - 1; default: all
 */

/**
 * A body of a batch.
 *
 * @typedef {object} BodyIndex
 * @property {number} body position of the body in the batch
 */

/**
 * No body of a batch.
 *
 * @typedef {object} NoBody
 * @property {null} body none
 */

/**
 * The status of a search that has found a body or a pair.
 *
 * @typedef {object} FoundStatus
 * @property {'found'} status always 'found'
 */

/**
 * No body of a batch is near enough.
 *
 * @typedef {object} NoBodyDistance
 * @property {'free'} status always 'free'
 * @property {null} body none
 * @property {null} relation none
 * @property {null} distance none
 * @property {null} pointA none
 * @property {null} pointB none
 * @property {null} normal none
 * @property {null} featureA none
 * @property {null} featureB none
 * @property {null} iterations none
 */

/**
 * Functions of the module that a batch of bodies calls.
 *
 * @typedef {object} BodyCalls
 * @property {(core: Core, batch: number, from: number, end: number) => number} update reads bodies again
 * @property {(core: Core, batch: number) => number} changed finds a body that stands still and has changed
 * @property {(core: Core, batch: number, count: number, reach: number) => number} near finds pairs
 * @property {(core: Core, batch: number, count: number, category: number, mask: number, rays: number, touching: number)
 *   => number} castRays casts rays
 */

const FILTER_OPTIONS = ['category', 'mask'];
export const NEAREST_OPTIONS = [...FILTER_OPTIONS, 'atMost'];
export const CAST_OPTIONS = [...FILTER_OPTIONS, 'touching'];
const ALL_BITS = 2 ** 32 - 1;

/** Index of the fault of ray 0; that of ray k is k less. */
const FIRST_RAY_INDEX = -3;

/**
 * Base of the batches of bodies in the plane and in space.
 *
 * @hideconstructor
 */
export class Bodies extends Batch {
    #calls;
    #form;

    /**
     * @param {Core} core
     * @param {number} handle
     * @param {number} capacity
     * @param {{ pairs: number, still: number, rays: number, filters: boolean }} options
     * @param {RecordForm} form
     * @param {BodyCalls} calls
     */
    constructor(core, handle, capacity, { pairs, still, rays, filters }, form, calls) {
        super(core, handle, BODIES_VIEWS, 'batch of bodies');
        this.#form = form;
        this.#calls = calls;
        /** Maximum number of bodies. @readonly */
        this.capacity = capacity;
        /** Maximum number of pairs found. @readonly */
        this.pairCapacity = pairs;
        /** Number of bodies that stand still, the first ones. @readonly */
        this.still = still;
        /** Maximum number of rays of a call of `castRays`. @readonly */
        this.rayCapacity = rays;
        /** Whether bodies have categories and masks. @readonly */
        this.hasFilters = filters;
    }

    /** Returns the view of the bodies' shapes: an `id` for each body. */
    get shapes() {
        return this.view('shapes', Uint32Array, this.capacity);
    }

    /** Returns the view of the bodies' poses: the numbers of a pose for each body. */
    get poses() {
        return this.view('poses', Float32Array, this.#form.pose * this.capacity);
    }

    /** Returns the view of the lower body of each found pair. */
    get first() {
        return this.view('first', Uint32Array, this.pairCapacity);
    }

    /** Returns the view of the higher body of each found pair. */
    get second() {
        return this.view('second', Uint32Array, this.pairCapacity);
    }

    /** Returns the view of each found pair's relation: 0 disjoint, 1 touching, 2 overlapping. */
    get relations() {
        return this.view('relations', Uint8Array, this.pairCapacity);
    }

    /** Returns the view of each found pair's distance: the gap, 0 when not disjoint. */
    get distances() {
        return this.view('distances', Float32Array, this.pairCapacity);
    }

    /** Returns the view of the bodies that were found near one other body, ascending. */
    get foundBodies() {
        return this.view('foundBodies', Uint32Array, this.capacity);
    }

    /** Returns the view of each found body's relation: 0 disjoint, 1 touching, 2 overlapping. */
    get foundRelations() {
        return this.view('foundRelations', Uint8Array, this.capacity);
    }

    /** Returns the view of each found body's distance: the gap, 0 when not disjoint. */
    get foundDistances() {
        return this.view('foundDistances', Float32Array, this.capacity);
    }

    /**
     * Returns the view of the bodies' categories, bits of which each starts with 1. Two bodies may meet if each has
     * a category of the other's mask. Without `filters` it is `out-of-range`.
     */
    get categories() {
        checkPart(this.hasFilters, 'categories', 'filters');
        return this.view('categories', Uint32Array, this.capacity);
    }

    /**
     * Returns the view of the bits of categories that each body may meet, at first all. Without `filters` it is
     * `out-of-range`.
     */
    get masks() {
        checkPart(this.hasFilters, 'masks', 'filters');
        return this.view('masks', Uint32Array, this.capacity);
    }

    /** Returns the view of the bodies that `rayCastAll` or `shapeCastAll` found, in the order of contact. */
    get hitBodies() {
        return this.view('hitBodies', Uint32Array, this.capacity);
    }

    /** Returns the view of the fractions of the way at which contact with each of `hitBodies` begins and ends. */
    get hitIntervals() {
        return this.view('hitIntervals', Float64Array, 2 * this.capacity);
    }

    /**
     * Returns the view of the rays of `castRays`: for each the coordinates of its beginning, and those of the way to
     * its end. Without `rays` it is `out-of-range`.
     */
    get rays() {
        return this.#ofRays('rays', Float64Array, 2 * this.#form.point);
    }

    /** Returns the view of the body that each ray meets first, -1 where it meets none. */
    get rayBodies() {
        return this.#ofRays('rayBodies', Int32Array, 1);
    }

    /** Returns the view of the fractions of each ray at which contact with that body begins and ends. */
    get rayIntervals() {
        return this.#ofRays('rayIntervals', Float64Array, 2);
    }

    /** Returns the view of the coordinates of the points at which these contacts begin, in the world. */
    get rayPoints() {
        return this.#ofRays('rayPoints', Float32Array, this.#form.point);
    }

    /** Returns the view of the coordinates of the unit normals there, out of the bodies. */
    get rayNormals() {
        return this.#ofRays('rayNormals', Float32Array, this.#form.point);
    }

    /** Returns the view of the bodies that `pointQuery` found, ascending. */
    get pointBodies() {
        return this.view('pointBodies', Uint32Array, this.capacity);
    }

    /** Returns the view of the bodies that `boxQuery` found, ascending. */
    get boxBodies() {
        return this.view('boxBodies', Uint32Array, this.capacity);
    }

    /**
     * @template {Float64ArrayConstructor | Float32ArrayConstructor | Int32ArrayConstructor} T
     * @param {string} name
     * @param {T} Type
     * @param {number} size numbers per ray
     */
    #ofRays(name, Type, size) {
        checkPart(this.rayCapacity > 0, name, 'rays', 'a number');
        return this.view(name, Type, size * this.rayCapacity);
    }

    /**
     * Reads shapes and poses of bodies `from` to `end` - 1 again: queries see those that stand still as they are
     * now. Costs O(log still) per body, some microseconds; for more than a thirty-second of those that stand still
     * the index is built anew, at about 0.2 us for each of them.
     *
     * @param {number} [from] default: 0
     * @param {number} [end] default: `still`
     * @throws {GrazeError} `stale-handle` and errors of poses, with the body's index; nothing has changed then
     */
    update(from = 0, end = this.still) {
        checkCount(from, 'from', 0, this.capacity);
        checkCount(end, 'end', from, this.capacity);
        if (this.#calls.update(this.core, this.handle('bodies'), from, end) !== 0)
            throw this.#error();
    }

    /**
     * Finds all pairs among bodies 0 to count - 1 that are not disjoint, in ascending order of `first`, then
     * `second`. Two bodies that stand still are never paired. For bodies of one size spread over a square or a cube,
     * O(count sqrt count) or O(count^(5/3)) comparisons of numbers and O(1) queries per pair found; O(log still) for
     * each body against those that stand still. Source: sweep and prune (Baraff 1992); bounding volume hierarchies
     * (Ericson 2005, 6.2).
     *
     * @param {number} count
     * @returns {number} number of pairs
     */
    contacts(count) {
        return this.near(count, 0);
    }

    /**
     * Finds all pairs whose distance, as the single query computes it in double, is at most `reach`. Order as
     * in `contacts`. Cost as `contacts`; count^2 / 2 comparisons when all bounds overlap on one axis.
     *
     * @param {number} count
     * @param {number} reach at least 0
     * @returns {number} number of pairs
     */
    near(count, reach) {
        const handle = this.begin(count);
        checkNumber(reach, 'reach', 0);
        return this.checkFound(this.#calls.near(this.core, handle, count, reach));
    }

    /**
     * Casts rays 0 to rayCount - 1 of `rays` against bodies 0 to count - 1, such as those of a laser scanner, with
     * touches by default: writes the body that each meets first, as `rayCast` finds it, to `rayBodies`, and where to
     * `rayIntervals`, `rayPoints` and `rayNormals`; of a ray that meets none the body is -1 and the rest 0. All rays
     * are checked first. Cost for each ray: see the class.
     *
     * @param {number} rayCount
     * @param {number} count
     * @param {BodyFilter & { touching?: 'conflict' | 'allowed' }} [options]
     * @returns {number} number of rays that meet a body
     */
    castRays(rayCount, count, options) {
        checkCount(rayCount, 'rayCount', 0, this.rayCapacity);
        const handle = this.begin(count);
        const { category, mask, policy } = checkFilter(options, CAST_OPTIONS);
        const { castRays } = this.#calls;
        return this.checkFound(
            castRays(this.core, handle, count, category, mask, rayCount, policy),
        );
    }

    /**
     * @protected
     * Checks the number of bodies of a query and returns the handle.
     *
     * @param {number} count
     */
    begin(count) {
        checkCount(count, 'count', this.still, this.capacity);
        const handle = this.handle('bodies');
        if (this.core.isDebug) this.#checkUpdated(handle);
        return handle;
    }

    /**
     * Throws if a body that stands still differs from its last update.
     *
     * @param {number} handle
     */
    #checkUpdated(handle) {
        const body = this.#calls.changed(this.core, handle) - 1;
        if (body < 0) return;
        throw new GrazeError(
            'not-updated',
            `bodies: body ${body} must be updated: its shape or pose has changed, and it is one of the ${this.still} that stand still`,
            { argument: 'bodies', index: body },
        );
    }

    /**
     * @protected
     * @param {number} found negative for a failed call
     */
    checkFound(found) {
        if (found < 0) throw this.#error();
        return found;
    }

    /** Returns the error of the last call. */
    #error() {
        const { code, text, index } = this.core.readFault();
        if (code === 'full') return fullError(text, index, this.pairCapacity);
        if (index === -1)
            return this.core.faultError(code === 'out-of-memory' ? undefined : 'bodies');
        if (index < FIRST_RAY_INDEX + 1)
            return this.core.faultError('rays', undefined, 'ray', FIRST_RAY_INDEX - index);
        const isShape = code === 'stale-handle';
        if (index < 0) return this.core.faultError(isShape ? this.#form.shape : 'pose');
        return recordError(this.core, this.#form, isShape ? 'shapes' : 'poses', 'body', index);
    }
}

/** Answer of `nearest` without a body. */
export const NO_BODY = /* @__PURE__ */ Object.freeze(
    /** @type {NoBodyDistance} */ ({
        status: 'free',
        body: null,
        relation: null,
        distance: null,
        pointA: null,
        pointB: null,
        normal: null,
        featureA: null,
        featureB: null,
        iterations: null,
    }),
);

const NO_FILTER = /* @__PURE__ */ Object.freeze({
    category: ALL_BITS,
    mask: ALL_BITS,
    atMost: Infinity,
    policy: 0,
});

/**
 * Returns the bits of a filter, the option `atMost`, and the position of `touching` in TOUCHINGS.
 *
 * @param {unknown} options
 * @param {readonly string[]} [names]
 */
export function checkFilter(options, names = FILTER_OPTIONS) {
    if (options === undefined) return NO_FILTER;
    const {
        category = ALL_BITS,
        mask = ALL_BITS,
        atMost = Infinity,
        touching,
    } = checkOptions(options, 'options', names);
    return {
        category: checkCount(category, 'options.category', 1, ALL_BITS),
        mask: checkCount(mask, 'options.mask', 1, ALL_BITS),
        atMost: atMost === Infinity ? atMost : checkNumber(atMost, 'options.atMost', 0),
        policy: Number(isTouchingAllowed(touching)),
    };
}

/**
 * Returns the sides of a box.
 *
 * @param {unknown} box
 * @param {readonly string[]} keys the lower sides, then the upper ones
 */
export function checkBox(box, keys) {
    const sides = checkRecordNumbers(box, 'box', keys, Infinity);
    const axes = keys.length / 2;
    for (let axis = 0; axis < axes; axis++) {
        const value = sides[axes + axis];
        if (sides[axis] <= value) continue;
        const argument = `box.${keys[axes + axis]}`;
        const text = `${argument} must be at least box.${keys[axis]}, got ${value}`;
        throw new GrazeError('out-of-range', text, { argument, value });
    }
    return sides;
}
