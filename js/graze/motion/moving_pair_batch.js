import { checkCount, checkGroups, checkOptions, MAX_RECORDS } from '../core/arguments.js';
import { checkNewBatch } from '../core/batch.js';
import * as calls from '../core/calls.js';
import { GrazeError } from '../core/errors.js';
import { ownershipError } from '../core/handles.js';
import { INFLATION_TERMS, MOVING_PAIRS_VIEWS, PIECE_TERMS } from '../core/layout.js';
import { Shape } from '../static/shape.js';
import { Motion, pieceNumbers } from './motion.js';
import { KIND, MovingPairs } from './moving_pairs.js';
import {
    checkClearanceOptions,
    checkMotionOptions,
    LIMITED_CLEARANCE_KEYS,
    MOTION_OPTION_KEYS,
} from './options.js';

/**
 * @import { Core } from '../core/core.js'
 * @import { MovingPairQueryOptions, PairClearanceOptions } from './types.js'
 */

/** Degree of the pieces of a batch without an option. */
const DEFAULT_DEGREE = 5;

const QUERY_KEYS = [...MOTION_OPTION_KEYS, 'groups'];
const PAIR_CLEARANCE_KEYS = [...LIMITED_CLEARANCE_KEYS, 'groups'];

/**
 * Many bodies that move and turn: the first contacts of pairs of them, or of one with all others, and the
 * clearances of pairs. Fill the bodies, by `set` or through the views, and `pairs`, call, and read `statuses`
 * and `times`, or for one body with all others `foundStatuses` and `foundTimes`, or `clearances`; the calls for
 * contacts do not overwrite the results of each other. Nothing is allocated; the views are borrowed (see Batch).
 *
 * The answers are those of `firstContact` and `clearance`, bit for bit. All bodies of a call are checked first,
 * each once: on an error no result has been written. Cost of each as `firstContact` or `clearance`.
 *
 * With `groups`, successive records are one body whose parts move apart from each other, as a car and its
 * trailer, and there is one answer per group, in the entry of the group's number. It is the answer of the pair
 * of parts whose bracket begins first, which `contactBodies` names: no part has a contact before it, and one
 * overlaps at its end. In two cases the bracket is shorter than that of the pair: a graze ends where other parts
 * may overlap, and what is undecided ends where other parts overlap. A pair is searched up to the end of the
 * earliest bracket so far, and only where it has an earlier contact to its own.
 *
 * A piece has t0, t1, degree + 1 coefficients of x, as many of y and of angle (as polynomials of the time since t0), and
 * pivotX, pivotY, as the pieces of `motion`: 7 + 3 * degree numbers. For the default degree, 5, these are 22, with the
 * coefficients of x, y and angle from indices 2, 8 and 14 on, and the pivot at index 20; for degree 7 they are 28.
 *
 * `statuses`, `times` and `clearances` have an entry for each pair, or for each group, or in the answers of a scene for each
 * body.
 *
 * @hideconstructor
 */
export class MovingPairBatch extends MovingPairs {
    /** @type {Core} */ #core;

    /**
     * @param {Core} core
     * @param {{ bodies: number, pieces: number, pairs: number }} capacity
     * @param {number} degree
     */
    constructor(core, capacity, degree) {
        const { bodies, pieces, pairs } = capacity;
        const terms = degree + 1;
        const made = calls.movingPairsNew(core, bodies, pieces, pairs, terms);
        const handle = checkNewBatch(core, made, bodies);
        const answers = Math.max(bodies, pairs);
        super(core, handle, MOVING_PAIRS_VIEWS, capacity, pieceNumbers(terms), answers);
        this.#core = core;
        /** Maximum degree of the motions' polynomials. @readonly */
        this.degree = degree;
        Object.freeze(this);
    }

    /**
     * Returns the view of the inflations: six coefficients for each body, as `inflation` of a motion; all 0
     * without one. `set` copies that of its motion.
     */
    get inflations() {
        return this.view('inflations', Float64Array, this.capacity * INFLATION_TERMS);
    }

    /**
     * Returns the view of the two bodies of each first contact or clearance: of a pair, those in the order of
     * `pairs`; in the answers of a scene, the body of the batch and the path of the scene. Both are -1 for a
     * free one, and where nothing is near.
     */
    get contactBodies() {
        const length = 2 * Math.max(this.capacity, this.pairCapacity);
        return this.view('contactBodies', Int32Array, length);
    }

    /**
     * Returns the view of the body of a scene that each body of the batch, or each group, meets first, or is
     * nearest to, in the order of the scene's bodies; -1 where it meets none. Only queries of a scene write it.
     */
    get others() {
        return this.view('others', Int32Array, this.capacity);
    }

    /**
     * Returns the view of the two bodies of each first contact in the query of one body: that one, or another of
     * its group, and the other body. Both are -1 for a free one.
     */
    get foundBodies() {
        return this.view('foundBodies', Int32Array, 2 * this.capacity);
    }

    /**
     * @internal
     * Returns the handle of a batch of an instance; throws for any other value.
     *
     * @param {Core} core
     * @param {unknown} batch
     * @param {string} argument
     * @returns {number}
     */
    static handle(core, batch, argument) {
        const isBatch = typeof batch === 'object' && batch !== null && #core in batch;
        if (!isBatch) throw ownershipError(batch, KIND, false, argument);
        if (batch.#core !== core) throw ownershipError(batch, KIND, true, argument);
        return batch.handle(argument);
    }

    /**
     * @internal
     * Writes checked groups to a batch; returns the size of all groups, or 0 where each has its own.
     *
     * @param {MovingPairBatch} batch
     * @param {number | Uint32Array} groups
     * @returns {number}
     */
    static writeGroups(batch, groups) {
        if (typeof groups === 'number') return groups;
        const length = Math.max(batch.capacity, batch.pairCapacity);
        batch.view('groupEnds', Uint32Array, length).set(groups);
        return 0;
    }

    /**
     * Sets body `body` to this shape, which the batch keeps, with a copy of this motion, whose degree is at most the
     * batch's. O(pieces).
     *
     * @param {number} body
     * @param {Shape} shape
     * @param {Motion} motion
     * @param {number} firstPiece index at which its pieces are written
     * @returns {number} index after its last piece
     */
    set(body, shape, motion, firstPiece) {
        checkCount(body, 'body', 0, this.capacity - 1);
        const shapeId = Shape.handle(this.core, shape, 'shape');
        const motionId = Motion.handle(this.core, motion, 'motion');
        if (motion.degree > this.degree) {
            throw new GrazeError(
                'out-of-range',
                `motion must have at most the batch's degree (${this.degree}), got degree ${motion.degree}`,
                { argument: 'motion', value: motion.degree },
            );
        }
        const next = this.endOfPieces(firstPiece, motion.count);
        const handle = this.handle('movingPairs');
        this.checkSet(calls.movingPairsSet(this.core, handle, body, shapeId, motionId, firstPiece));
        return next;
    }

    /**
     * Finds the first contacts of pairs 0 to count - 1, by default also touches, and writes them to those
     * entries of `statuses`, `times` and `contactBodies`; or, with `groups`, those of groups of successive
     * pairs to the first entries.
     *
     * @param {number} count
     * @param {MovingPairQueryOptions} [options] `groups` divide the pairs
     * @returns {number} number of pairs, or groups, that are not free
     */
    firstContacts(count, options) {
        checkCount(count, 'count', 0, this.pairCapacity);
        return this.#findContacts(-1, count, options, 'pairs');
    }

    /**
     * Finds the first contacts of one body with bodies 0 to count - 1, and writes them to those entries of
     * `foundStatuses`, `foundTimes` and `foundBodies`; the body is free of itself. With `groups`, it finds those
     * of the group that has the body with the other groups, and writes them to the first entries; a body from
     * `count` on is a group of its own.
     *
     * @param {number} body
     * @param {number} count
     * @param {MovingPairQueryOptions} [options] `groups` divide bodies 0 to count - 1
     * @returns {number} number of bodies, or groups, that are not free
     */
    contactsWith(body, count, options) {
        checkCount(body, 'body', 0, this.capacity - 1);
        checkCount(count, 'count', 0, this.capacity);
        return this.#findContacts(body, count, options, 'bodies');
    }

    /**
     * Computes the clearances of pairs 0 to count - 1, and writes them to those entries of `clearances`,
     * `clearanceStatuses` and `contactBodies`: the bounds of `clearance`, bit for bit, and the time at which the
     * upper one is reached, without the witness. Bodies that never exist together are Infinity apart. With `atMost`,
     * pairs that stay farther apart are only shown to: the lower bound is `atMost`, or less by at most the
     * distanceTolerance where they are only just farther, and the upper bound and the time are Infinity. With
     * `groups`, the least clearances of groups of successive pairs go to the first entries, and `contactBodies`
     * names the pair. Cost of each as `clearance`; for pairs that stay farther apart than `atMost`, or than the
     * nearest pair of the group so far, as `firstContact`.
     *
     * @param {number} count
     * @param {PairClearanceOptions} [options] `groups` divide the pairs
     * @returns {number} number of pairs, or groups, that come nearer than `atMost`
     */
    pairClearances(count, options) {
        checkCount(count, 'count', 0, this.pairCapacity);
        const { groups, ...rest } = checkOptions(options, 'options', PAIR_CLEARANCE_KEYS);
        const { limit, checked } = checkClearanceOptions(rest);
        const checkedGroups = checkGroups(groups, count, 'pairs');
        const handle = this.handle('movingPairs');
        const groupSize = MovingPairBatch.writeGroups(this, checkedGroups);
        const { core } = this;
        const [from, to, tolerance, distanceTolerance, maxIterations] = checked;
        const find = calls.movingPairsClearances;
        const found = find(
            core,
            handle,
            count,
            groupSize,
            limit,
            from,
            to,
            tolerance,
            distanceTolerance,
            maxIterations,
        );
        return this.checkFound(found);
    }

    /**
     * @param {number} body the one body that is queried against all others, or -1 for pairs
     * @param {number} count number of pairs, or of bodies
     * @param {unknown} options
     * @param {string} records the noun for what the groups divide, for errors
     */
    #findContacts(body, count, options, records) {
        const { groups, ...rest } = checkOptions(options, 'options', QUERY_KEYS);
        const checked = checkMotionOptions(rest, MOTION_OPTION_KEYS);
        const checkedGroups = checkGroups(groups, count, records);
        const handle = this.handle('movingPairs');
        const groupSize = MovingPairBatch.writeGroups(this, checkedGroups);
        const [from, to, tolerance, distanceTolerance, maxIterations, , touching] = checked;
        const { core } = this;
        const find = calls.movingPairsContacts;
        const found = find(
            core,
            handle,
            count,
            body,
            groupSize,
            from,
            to,
            tolerance,
            distanceTolerance,
            maxIterations,
            touching,
        );
        return this.checkFound(found);
    }
}

/**
 * @param {Core} core
 * @param {unknown} capacity
 * @param {unknown} options
 */
export function createMovingPairBatch(core, capacity, options) {
    const bodies = checkCount(capacity, 'capacity', 1, MAX_RECORDS);
    const given = checkOptions(options, 'options', ['pieces', 'pairs', 'degree']);
    const pieces = checkCount(given.pieces ?? bodies, 'pieces', 1, MAX_RECORDS);
    const pairs = checkCount(given.pairs ?? bodies, 'pairs', 1, MAX_RECORDS);
    const degree = checkCount(given.degree ?? DEFAULT_DEGREE, 'degree', 1, PIECE_TERMS - 1);
    return new MovingPairBatch(core, { bodies, pieces, pairs }, degree);
}
