import { checkCount, checkNumber, checkOptions, MAX_RECORDS } from '../core/arguments.js';
import { checkNewBatch, fullError } from '../core/batch.js';
import * as calls from '../core/calls.js';
import { GrazeError } from '../core/errors.js';
import { SOLID_MOVING_PAIRS_VIEWS } from '../core/layout.js';
import { MovingPairs } from '../motion/moving_pairs.js';
import {
    checkClearanceOptions,
    checkMotionOptions,
    checkTimeRange,
    MOTION_OPTION_KEYS,
} from '../motion/options.js';
import { Solid } from '../solid/solid.js';
import { PIECE_NUMBERS, SolidMotion } from './motion.js';

/** Batches of pairs of bodies in space that move. */

/**
 * @import { Core } from '../core/core.js'
 * @import { AtMostOption, MotionOptions } from '../motion/types.js'
 * @import { NearMovingOptions } from './types.js'
 */

const BATCH_OPTIONS = ['pieces', 'pairs'];
const NEAR_OPTIONS = ['reach', 'from', 'to', 'steps'];

/** Parent of a body that moves in the world. */
const NO_PARENT = -1;

/** Number of parts of the time in which `near` compares boxes, without an option, and at most. */
const DEFAULT_STEPS = 64;
const MAX_STEPS = 2 ** 16;

/**
 * Many bodies in space that move and turn: the first contacts and clearances of pairs of them, of one with all others, and
 * the pairs that may come near each other. Fill the bodies, by `set` or through the views, and `pairs`, or let `near` find
 * them; call, and read `statuses` and `times`, or for one body with all others `foundStatuses` and `foundTimes`, or
 * `clearances`. The views are borrowed (see Batch); a call allocates only where a pair of bodies with many corners overlaps,
 * and in `near`.
 *
 * The answers are those of `firstContact` and `clearance`, bit for bit. All records of a call are checked first: on
 * an error no result has been written, unless it is `out-of-memory`.
 *
 * A body moves in the world, or in the frame of another body, its parent, as the links of an arm do: each link's parent is
 * the body before it. Two bodies of one arm have the contacts of their relative motion.
 *
 * A piece has 44 numbers: t0, t1; eight coefficients of x, as many of y, z and angle, as polynomials of the time since t0,
 * from indices 2, 10, 18 and 26 on; the axis, the quaternion (x, y, z, w) and the pivot, from indices 34, 37 and 41 on.
 *
 * @hideconstructor
 */
export class SolidMovingPairBatch extends MovingPairs {
    /**
     * @param {Core} core
     * @param {{ bodies: number, pieces: number, pairs: number }} capacity
     */
    constructor(core, capacity) {
        const { bodies, pieces, pairs } = capacity;
        const made = calls.solidMovingPairsNew(core, bodies, pieces, pairs);
        const handle = checkNewBatch(core, made, bodies);
        super(core, handle, SOLID_MOVING_PAIRS_VIEWS, capacity, PIECE_NUMBERS, pairs);
        Object.freeze(this);
    }

    /** Returns the view of each body's parent: the number of the body in whose frame it moves, or -1 for the world, which
     * is the default. */
    get parents() {
        return this.view('parents', Int32Array, this.capacity);
    }

    /**
     * Sets body `body` to this solid, which the batch keeps, with a copy of this motion's own pieces: of a motion in the
     * frame of a parent, the parent must be another body of the batch. O(pieces).
     *
     * @param {number} body
     * @param {Solid} shape
     * @param {SolidMotion} motion
     * @param {number} firstPiece index at which its pieces are written
     * @param {number} [parent] body in whose frame it moves; default -1: the world, for a motion without a parent
     * @returns {number} index after its last piece
     */
    set(body, shape, motion, firstPiece, parent = NO_PARENT) {
        checkCount(body, 'body', 0, this.capacity - 1);
        const { core } = this;
        const shapeId = Solid.handle(core, shape, 'shape');
        const motionId = SolidMotion.handle(core, motion, 'motion');
        checkCount(parent, 'parent', NO_PARENT, this.capacity - 1);
        if (parent === NO_PARENT && motion.links > 1) {
            const text = 'parent must be a body for a motion in the frame of a parent, got -1';
            throw new GrazeError('out-of-range', text, { argument: 'parent', value: parent });
        }
        if (parent === body) {
            const text = `parent must be another body than body, got ${parent}`;
            throw new GrazeError('out-of-range', text, { argument: 'parent', value: parent });
        }
        if (parent !== NO_PARENT && motion.links === 1) {
            const text = `motion must be in the frame of a parent, as parent is ${parent}`;
            throw new GrazeError('out-of-range', text, { argument: 'motion', value: motion });
        }
        const next = this.endOfPieces(firstPiece, motion.count);
        const handle = this.handle('movingPairs');
        const set = calls.solidMovingPairsSet;
        this.checkSet(set(core, handle, body, shapeId, motionId, firstPiece, parent));
        return next;
    }

    /**
     * Finds the first contacts of pairs 0 to count - 1, by default also touches, and writes them to those entries of
     * `statuses` and `times`: without their witnesses. Each takes O(n + m) per iteration for n and m vertices, as
     * `firstContact` does, typically 4 to 8 iterations.
     *
     * @param {number} count
     * @param {MotionOptions} [options]
     * @returns {number} number of pairs that are not free
     */
    firstContacts(count, options) {
        checkCount(count, 'count', 0, this.pairCapacity);
        return this.#findContacts(-1, count, options);
    }

    /**
     * Finds the first contacts of one body with bodies 0 to count - 1, and writes them to those entries of `foundStatuses`
     * and `foundTimes`; the body is free of itself. Each takes O(n + m) per iteration, as `firstContact` does.
     *
     * @param {number} body
     * @param {number} count
     * @param {MotionOptions} [options]
     * @returns {number} number of bodies that are not free
     */
    contactsWith(body, count, options) {
        checkCount(body, 'body', 0, this.capacity - 1);
        checkCount(count, 'count', 0, this.capacity);
        return this.#findContacts(body, count, options);
    }

    /**
     * Computes the clearances of pairs 0 to count - 1, and writes them to those entries of `clearances` and
     * `clearanceStatuses`: the bounds of `clearance`, and the time at which the upper one is reached. Bodies that never
     * exist together are Infinity apart. With `atMost`, pairs that stay farther apart are only shown to do so.
     * Each takes O(n + m) per iteration, as `clearance` does.
     *
     * @param {number} count
     * @param {Omit<MotionOptions, 'tolerance' | 'touching'> & AtMostOption} [options]
     * @returns {number} number of pairs that come nearer than `atMost`
     */
    pairClearances(count, options) {
        checkCount(count, 'count', 0, this.pairCapacity);
        const { limit, checked } = checkClearanceOptions(options);
        const [from, to, , distanceTolerance, maxIterations] = checked;
        const handle = this.handle('movingPairs');
        const find = calls.solidMovingPairsClearances;
        return this.checkFound(
            find(this.core, handle, count, limit, from, to, distanceTolerance, maxIterations),
        );
    }

    /**
     * Finds the pairs of bodies 0 to count - 1 that may come within `reach` of each other, and writes them to `pairs`, in
     * ascending order: those whose boxes do in one of `steps` equal parts of the time. Every pair that comes within reach is
     * among them, and with the default distanceTolerance every pair that is not free. So `near`, then `firstContacts` with
     * the number of pairs, finds the first contacts of all bodies. More steps leave fewer pairs and take longer: each some
     * microseconds per body, and the time of sweep and prune (Baraff 1992): O(steps (n log n + pairs)).
     *
     * @param {number} count at most `capacity`
     * @param {NearMovingOptions} [options]
     * @returns {number} number of pairs
     * @throws {GrazeError} `full` for more than `pairCapacity` pairs: then `pairs` has not changed
     */
    near(count, options) {
        checkCount(count, 'count', 0, this.capacity);
        const given = checkOptions(options, 'options', NEAR_OPTIONS);
        const { reach = 0, from, to, steps = DEFAULT_STEPS } = given;
        checkNumber(reach, 'reach', 0);
        checkTimeRange(from, to);
        checkCount(steps, 'steps', 1, MAX_STEPS);
        const found = this.checkFound(
            calls.solidMovingPairsNear(
                this.core,
                this.handle('movingPairs'),
                count,
                /** @type {number} */ (reach),
                /** @type {number} */ (from ?? Number.NaN),
                /** @type {number} */ (to ?? Number.NaN),
                /** @type {number} */ (steps),
            ),
        );
        if (found <= this.pairCapacity) return found;
        throw fullError('more may come near', found, this.pairCapacity);
    }

    /**
     * @param {number} body the one body that is queried against all others, or -1 for pairs
     * @param {number} count number of pairs, or of bodies
     * @param {unknown} options
     */
    #findContacts(body, count, options) {
        const checked = checkMotionOptions(options, MOTION_OPTION_KEYS);
        const [from, to, tolerance, distanceTolerance, maxIterations, , touching] = checked;
        return this.checkFound(
            calls.solidMovingPairsContacts(
                this.core,
                this.handle('movingPairs'),
                count,
                body,
                from,
                to,
                tolerance,
                distanceTolerance,
                maxIterations,
                touching,
            ),
        );
    }
}

/**
 * @param {Core} core
 * @param {unknown} capacity
 * @param {unknown} options
 */
export function createSolidMovingPairBatch(core, capacity, options) {
    const bodies = checkCount(capacity, 'capacity', 1, MAX_RECORDS);
    const given = checkOptions(options, 'options', BATCH_OPTIONS);
    const pieces = checkCount(given.pieces ?? bodies, 'pieces', 1, MAX_RECORDS);
    const pairs = checkCount(given.pairs ?? bodies, 'pairs', 1, MAX_RECORDS);
    return new SolidMovingPairBatch(core, { bodies, pieces, pairs });
}
