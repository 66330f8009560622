import { checkBoolean, checkCount, checkOptions, MAX_RECORDS } from '../core/arguments.js';
import { checkNewBatch } from '../core/batch.js';
import * as calls from '../core/calls.js';
import { Pairs } from '../core/pairs.js';
import { FORM } from './pose.js';

/** @import { Core } from '../core/core.js' */

const CALLS = {
    collide: calls.solidPairsCollide,
    relation: calls.solidPairsRelation,
    distance: calls.solidPairsDistance,
    penetration: calls.solidPairsPenetration,
};

/**
 * Many pairs of bodies in space that stand still, checked in one call over memory shared with the module: fill `shapeA`,
 * `shapeB` (the `id` of a Solid) and `poseA`, `poseB`, call `collide`, `relation`, `distance` or `penetration`, and read
 * the results. Nothing is copied; the views are borrowed (see Batch). A call allocates nothing unless a pair has more than
 * 64 corners of A - B near its deepest point, as large, almost round bodies that overlap have: then it may, so take the
 * views from the getters again afterwards.
 *
 * A pose is x, y, z, qx, qy, qz, qw in float32, in the world; it begins as 0, 0, 0, 0, 0, 0, 1. The quaternion must have
 * length 1 to within 0.001, and is corrected. The answers are exactly those of `relation`, `collide`, `distance` and
 * `penetration` for the poses that the views hold, with the numbers rounded to float32. So a pose is rounded where it is
 * written, and the neighbors of a coordinate of 10^6 are 0.06 away, those of 1.7 10^9 are 128 away: choose the origin of
 * the world near the bodies, and subtract it in double from coordinates that are larger. Queries of one pair take doubles.
 *
 * A call is O(1) per pair for small bodies, and at worst as its query of one pair; pairs whose bounding spheres are apart
 * cost some 20 ns. Reading a view that the batch was made without is `out-of-range`.
 *
 * @hideconstructor
 */
export class SolidPairBatch extends Pairs {
    /**
     * @param {Core} core
     * @param {number} capacity
     * @param {boolean} witnesses
     */
    constructor(core, capacity, witnesses) {
        const handle = calls.solidPairsNew(core, capacity, Number(witnesses));
        super(core, checkNewBatch(core, handle, capacity), capacity, witnesses, FORM, CALLS);
        Object.freeze(this);
    }

    /**
     * Returns the view that `penetration` fills, and `distance` in a batch with witnesses: three numbers for each pair,
     * the unit direction from A towards B, as in `SolidPenetration` and `SolidDistance`.
     */
    get normal() {
        return this.witnessView('normal', true);
    }

    /** Returns the view that `penetration` fills: the depth, 0 when not overlapping. */
    get depths() {
        return this.view('depths', Float32Array, this.capacity);
    }
}

/**
 * @param {Core} core
 * @param {unknown} capacity
 * @param {unknown} options
 */
export function createPairBatch(core, capacity, options) {
    const pairs = checkCount(capacity, 'capacity', 1, MAX_RECORDS);
    const { witnesses = false } = checkOptions(options, 'options', ['witnesses']);
    return new SolidPairBatch(core, pairs, checkBoolean(witnesses, 'witnesses'));
}
