import { checkCount, checkOptions, MAX_RECORDS } from '../core/arguments.js';
import { Batch, checkNewBatch } from '../core/batch.js';
import * as calls from '../core/calls.js';
import { GrazeError } from '../core/errors.js';
import { ownershipError } from '../core/handles.js';
import { MOVING_PAIRS_VIEWS } from '../core/layout.js';
import { Shape } from '../static/shape.js';
import { Motion } from './motion.js';
import { checkMotionOptions, MOTION_OPTION_KEYS } from './queries.js';
import { PIECE_NUMBERS } from './types.js';

/**
 * @import { Core } from '../core/core.js'
 * @import { MotionOptions } from './types.js'
 */

const KIND = 'batch of moving pairs';

/**
 * Many bodies that move and turn: the first contacts of pairs of them, or of one with all others. Fill the
 * bodies, by `set` or through the views, and `pairs`, call, and read `statuses` and `times`, or for one body
 * with all others `foundStatuses` and `foundTimes`; neither call overwrites the results of the other. Nothing
 * is allocated; the views are borrowed (see Batch).
 *
 * The answers are those of `firstContact`, bit for bit. All bodies of a call are checked first, each once: on
 * an error no result has been written. Cost of each as `firstContact`.
 *
 * @hideconstructor
 */
export class MovingPairBatch extends Batch {
    /** @type {Core} */ #core;

    /**
     * @param {Core} core
     * @param {number} capacity
     * @param {number} pieces
     * @param {number} pairs
     */
    constructor(core, capacity, pieces, pairs) {
        const handle = calls.movingPairsNew(core, capacity, pieces, pairs);
        super(core, checkNewBatch(core, handle, capacity), MOVING_PAIRS_VIEWS, KIND);
        this.#core = core;
        /** Maximum number of bodies. @readonly */
        this.capacity = capacity;
        /** Maximum number of pieces of the motions of all bodies together. @readonly */
        this.pieceCapacity = pieces;
        /** Maximum number of pairs. @readonly */
        this.pairCapacity = pairs;
        Object.freeze(this);
    }

    /** Returns the view of the bodies' shapes: the `id` of a shape for each body. */
    get shapes() {
        return this.view('shapes', Uint32Array, this.capacity);
    }

    /** Returns the view of the index of each body's first piece. Bodies that move alike may share pieces. */
    get firstPieces() {
        return this.view('firstPieces', Uint32Array, this.capacity);
    }

    /** Returns the view of each body's number of pieces, at least 1. */
    get pieceCounts() {
        return this.view('pieceCounts', Uint32Array, this.capacity);
    }

    /**
     * Returns the view of the bodies' states outside their motions: bit 0: it vanishes before, bit 1: after;
     * else it stays where it is.
     */
    get endings() {
        return this.view('endings', Uint8Array, this.capacity);
    }

    /**
     * Returns the view of the pieces: 22 numbers for each, t0, t1, six coefficients of x, six of y, six of
     * angle (as polynomials of the time since t0), and pivotX, pivotY; as the pieces of `motion`.
     */
    get pieces() {
        return this.view('pieces', Float64Array, this.pieceCapacity * PIECE_NUMBERS);
    }

    /** Returns the view of the pairs: the numbers of two bodies for each pair. */
    get pairs() {
        return this.view('pairs', Uint32Array, this.pairCapacity * 2);
    }

    /**
     * Returns the view of each pair's status, or each body's in a scene: 0 free, 1 hit, 2 grazing, 3
     * overlapping, 4 undecided.
     */
    get statuses() {
        return this.view('statuses', Uint8Array, Math.max(this.capacity, this.pairCapacity));
    }

    /**
     * Returns the view of the brackets of the first contacts: two numbers for each pair or body. For a free one
     * both are the end of the queried time, or Infinity in the answers of a scene.
     */
    get times() {
        return this.view('times', Float64Array, 2 * Math.max(this.capacity, this.pairCapacity));
    }

    /** Returns the view of each body's status in the query of one body, as `statuses`. */
    get foundStatuses() {
        return this.view('foundStatuses', Uint8Array, this.capacity);
    }

    /** Returns the view of the brackets in the query of one body, two numbers for each body, as `times`. */
    get foundTimes() {
        return this.view('foundTimes', Float64Array, 2 * this.capacity);
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
     * Sets body `body` to this shape with a copy of this motion. O(pieces).
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
        const next = checkCount(firstPiece, 'firstPiece', 0, this.pieceCapacity) + motion.count;
        if (next > this.pieceCapacity) {
            throw new GrazeError(
                'out-of-range',
                `firstPiece: ${motion.count} pieces from index ${firstPiece} on exceed the capacity of ${this.pieceCapacity}`,
                { argument: 'firstPiece', value: firstPiece },
            );
        }
        const { core } = this;
        const handle = this.handle('movingPairs');
        if (calls.movingPairsSet(core, handle, body, shapeId, motionId, firstPiece) !== 0) {
            throw core.faultError(['shape', 'motion'][core.readFault().index] ?? 'movingPairs');
        }
        return next;
    }

    /**
     * Finds the first contacts of pairs 0 to count - 1, and writes them to those entries of `statuses` and
     * `times`.
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
     * Finds the first contacts of one body with bodies 0 to count - 1, and writes them to those entries of
     * `foundStatuses` and `foundTimes`; the body is free of itself.
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
     * @param {number} body the one body that is queried against all others, or -1 for pairs
     * @param {number} count number of pairs, or of bodies
     * @param {unknown} options
     */
    #findContacts(body, count, options) {
        const handle = this.handle('movingPairs');
        const checked = checkMotionOptions(options, MOTION_OPTION_KEYS);
        const [from, to, tolerance, distanceTolerance, maxIterations] = checked;
        const { core } = this;
        const find = calls.movingPairsContacts;
        const found = find(
            core,
            handle,
            count,
            body,
            from,
            to,
            tolerance,
            distanceTolerance,
            maxIterations,
        );
        if (found < 0) throw movingPairBatchError(core);
        return found;
    }
}

/**
 * Builds the error of a batch of moving pairs. A fault's index is 8 k + view for entry k of that view.
 *
 * @param {Core} core
 */
export function movingPairBatchError(core) {
    const { code, text, index } = core.readFault();
    if (index < 0) return core.faultError('movingPairs');
    const argument = MOVING_PAIRS_VIEWS[index & 7];
    const record = { pieces: 'piece', pairs: 'pair' }[/** @type {string} */ (argument)] ?? 'body';
    return new GrazeError(code, `${argument}: ${record} ${index >> 3}: ${text}`, {
        argument,
        index: index >> 3,
    });
}

/**
 * @param {Core} core
 * @param {unknown} capacity
 * @param {unknown} options
 */
export function createMovingPairBatch(core, capacity, options) {
    const bodies = checkCount(capacity, 'capacity', 1, MAX_RECORDS);
    const given = checkOptions(options, 'options', ['pieces', 'pairs']);
    const pieces = checkCount(given.pieces ?? bodies, 'pieces', 1, MAX_RECORDS);
    const pairs = checkCount(given.pairs ?? bodies, 'pairs', 1, MAX_RECORDS);
    return new MovingPairBatch(core, bodies, pieces, pairs);
}
