import { Batch } from './batch.js';
import { moversContacts, newMovers, PIECE_NUMBERS, setMover } from './bind_motion.js';
import { checkCount } from './check.js';
import { GrazeError } from './errors.js';
import { MOVERS_VIEWS } from './layout.js';
import { ASKED_KEYS, Motion, readAsked } from './motion.js';
import { notOwned } from './owned.js';
import { Shape } from './shape.js';

/**
 * @import { Core } from './bind.js'
 * @import { MotionOptions } from './moving.js'
 */

const KIND = 'batch of movers';

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
export class MoverBatch extends Batch {
    /** @type {Core} */ #core;

    /**
     * @param {Core} core
     * @param {number} capacity
     * @param {number} pieces
     * @param {number} pairs
     */
    constructor(core, capacity, pieces, pairs) {
        super(core, newMovers(core, capacity, pieces, pairs), MOVERS_VIEWS, KIND);
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
    get firsts() {
        return this.view('firsts', Uint32Array, this.capacity);
    }

    /** How many pieces a body has, at least 1. */
    get counts() {
        return this.view('counts', Uint32Array, this.capacity);
    }

    /** Where a body is outside its motion: bit 0: it vanishes before, bit 1: after; else it holds its place. */
    get endings() {
        return this.view('endings', Uint8Array, this.capacity);
    }

    /**
     * 22 numbers a piece: begin, end, six coefficients of x, six of y, six of theta (of the time since begin), and
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
     * @param {unknown} movers
     * @param {string} argument
     * @returns {number}
     */
    static handle(core, movers, argument) {
        const isOne = typeof movers === 'object' && movers !== null && #core in movers;
        if (!isOne) throw notOwned(movers, KIND, false, argument);
        if (movers.#core !== core) throw notOwned(movers, KIND, true, argument);
        return movers.handle(argument);
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
        setMover(this.core, this.handle('movers'), body, shapeId, motionId, firstPiece);
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
        return moversContacts(
            this.core,
            this.handle('movers'),
            count,
            -1,
            readAsked(options, ASKED_KEYS),
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
        return moversContacts(
            this.core,
            this.handle('movers'),
            count,
            body,
            readAsked(options, ASKED_KEYS),
        );
    }
}
