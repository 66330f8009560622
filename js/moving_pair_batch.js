import { checkCount } from './arguments.js';
import { Batch } from './batch.js';
import { movingPairContacts, newMovingPairs, PIECE_NUMBERS, setMovingBody } from './bind_motion.js';
import { GrazeError } from './errors.js';
import { ownershipError } from './handle_lifetime.js';
import { MOVING_PAIRS_VIEWS } from './layout.js';
import { checkMotionOptions, MOTION_OPTION_KEYS, Motion } from './motion.js';
import { Shape } from './shape.js';

/**
 * @import { Core } from './bind.js'
 * @import { MotionOptions } from './motion_queries.js'
 */

const KIND = 'batch of moving pairs';

/**
 * Many bodies that move and turn: the first contacts of pairs of them, or of one with all others. Fill the bodies,
 * by `set` or through the views, and `pairs`, call, and read `statuses` and `times`, of one body with all others
 * `foundStatuses` and `foundTimes`: neither call overwrites the other's. Nothing is allocated; the views are borrowed
 * (see Batch).
 *
 * The answers are those of `firstContact`, bit for bit. All bodies asked about are checked first, each once: on an
 * error no result has been written. Cost of each as `firstContact`.
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
        super(core, newMovingPairs(core, capacity, pieces, pairs), MOVING_PAIRS_VIEWS, KIND);
        this.#core = core;
        /** How many bodies fit. @readonly */
        this.capacity = capacity;
        /** How many pieces of motions fit, of all bodies together. @readonly */
        this.pieceCapacity = pieces;
        /** How many pairs fit. @readonly */
        this.pairCapacity = pairs;
        Object.freeze(this);
    }

    /** A shape's `id` a body. */
    get shapes() {
        return this.view('shapes', Uint32Array, this.capacity);
    }

    /** Which of the pieces is a body's first. Bodies that move alike may share them. */
    get firstPieces() {
        return this.view('firstPieces', Uint32Array, this.capacity);
    }

    /** How many pieces a body has, at least 1. */
    get pieceCounts() {
        return this.view('pieceCounts', Uint32Array, this.capacity);
    }

    /** Where a body is outside its motion: bit 0: it vanishes before, bit 1: after; else it holds its place. */
    get endings() {
        return this.view('endings', Uint8Array, this.capacity);
    }

    /**
     * 22 numbers a piece: t0, end, six coefficients of x, six of y, six of angle (of the time since t0), and
     * pivotX, pivotY: as the segments of `motion`.
     */
    get pieces() {
        return this.view('pieces', Float64Array, this.pieceCapacity * PIECE_NUMBERS);
    }

    /** The numbers of two bodies a pair. */
    get pairs() {
        return this.view('pairs', Uint32Array, this.pairCapacity * 2);
    }

    /** Returns the view of each pair's status, or each body's in a scene: 0 free, 1 hit, 2 graze, 3 overlap, 4 undecided. */
    get statuses() {
        return this.view('statuses', Uint8Array, Math.max(this.capacity, this.pairCapacity));
    }

    /**
     * Two numbers a pair, or a body: between which times the first contact is; for a free one both are the end of the time asked about,
     * or Infinity where a scene was asked.
     */
    get times() {
        return this.view('times', Float64Array, 2 * Math.max(this.capacity, this.pairCapacity));
    }

    /** Returns the view of each body's status against one other, as `statuses`. */
    get foundStatuses() {
        return this.view('foundStatuses', Uint8Array, this.capacity);
    }

    /** Returns the view of two numbers a body, against one other, as `times`. */
    get foundTimes() {
        return this.view('foundTimes', Float64Array, 2 * this.capacity);
    }

    /**
     * @internal
     * The handle of a batch that belongs to an instance.
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
     * Makes body `body` this shape with a copy of this motion. O(pieces).
     *
     * @param {number} body
     * @param {Shape} shape
     * @param {Motion} motion
     * @param {number} firstPiece where its pieces go
     * @returns {number} the piece behind them
     */
    set(body, shape, motion, firstPiece) {
        checkCount(body, 'body', 0, this.capacity - 1);
        const shapeId = Shape.handle(this.core, shape, 'shape');
        const motionId = Motion.handle(this.core, motion, 'motion');
        const next = checkCount(firstPiece, 'firstPiece', 0, this.pieceCapacity) + motion.count;
        if (next > this.pieceCapacity) {
            throw new GrazeError(
                'out-of-range',
                `firstPiece: ${motion.count} pieces from ${firstPiece} on do not fit ${this.pieceCapacity}`,
                { argument: 'firstPiece', value: firstPiece },
            );
        }
        setMovingBody(this.core, this.handle('movingPairs'), body, shapeId, motionId, firstPiece);
        return next;
    }

    /**
     * The first contacts of pairs 0 to count - 1, at those entries of `statuses` and `times`.
     *
     * @param {number} count
     * @param {MotionOptions} [options]
     * @returns {number} how many are not free
     */
    firstContacts(count, options) {
        checkCount(count, 'count', 0, this.pairCapacity);
        return movingPairContacts(
            this.core,
            this.handle('movingPairs'),
            count,
            -1,
            checkMotionOptions(options, MOTION_OPTION_KEYS),
        );
    }

    /**
     * The first contacts of one body with bodies 0 to count - 1, at those entries of `foundStatuses` and `foundTimes`;
     * it is free of itself.
     *
     * @param {number} body
     * @param {number} count
     * @param {MotionOptions} [options]
     * @returns {number} how many are not free
     */
    contactsWith(body, count, options) {
        checkCount(body, 'body', 0, this.capacity - 1);
        checkCount(count, 'count', 0, this.capacity);
        return movingPairContacts(
            this.core,
            this.handle('movingPairs'),
            count,
            body,
            checkMotionOptions(options, MOTION_OPTION_KEYS),
        );
    }
}
