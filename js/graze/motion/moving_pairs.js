import { checkCount } from '../core/arguments.js';
import { Batch } from '../core/batch.js';
import { GrazeError } from '../core/errors.js';

/** @import { Core } from '../core/core.js' */

/** Noun for a batch of moving bodies, for errors. */
export const KIND = 'batch of moving pairs';

/**
 * Base of the batches of moving bodies in the plane and in space.
 *
 * @hideconstructor
 */
export class MovingPairs extends Batch {
    #pieceNumbers;
    #answerCapacity;

    /**
     * @param {Core} core
     * @param {number} handle
     * @param {readonly string[]} names names of its views, in order
     * @param {{ bodies: number, pieces: number, pairs: number }} capacity
     * @param {number} pieceNumbers number of numbers per piece
     * @param {number} answerCapacity maximum number of answers of a call
     */
    constructor(core, handle, names, { bodies, pieces, pairs }, pieceNumbers, answerCapacity) {
        super(core, handle, names, KIND);
        this.#pieceNumbers = pieceNumbers;
        this.#answerCapacity = answerCapacity;
        /** Maximum number of bodies. @readonly */
        this.capacity = bodies;
        /** Maximum number of pieces of the motions of all bodies together. @readonly */
        this.pieceCapacity = pieces;
        /** Maximum number of pairs. @readonly */
        this.pairCapacity = pairs;
    }

    /** Returns the view of the bodies' shapes: an `id` for each body. */
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

    /** Returns the view of the numbers of the pieces, which the class describes. */
    get pieces() {
        return this.view('pieces', Float64Array, this.pieceCapacity * this.#pieceNumbers);
    }

    /** Returns the view of the pairs: the numbers of two bodies for each pair. */
    get pairs() {
        return this.view('pairs', Uint32Array, this.pairCapacity * 2);
    }

    /** Returns the view of each first contact's status: 0 free, 1 hit, 2 grazing, 3 overlapping, 4 undecided. */
    get statuses() {
        return this.view('statuses', Uint8Array, this.#answerCapacity);
    }

    /**
     * Returns the view of the brackets of the first contacts, two numbers for each. For a free one both are the end of
     * the queried time, or Infinity in the answers of a scene.
     */
    get times() {
        return this.view('times', Float64Array, 2 * this.#answerCapacity);
    }

    /**
     * Returns the view of the clearances, three numbers for each: a lower and an upper bound of the least separation, and
     * the time at which the upper bound is reached. The upper bound and the time are Infinity where nothing is nearer than
     * `atMost`.
     */
    get clearances() {
        return this.view('clearances', Float64Array, 3 * this.#answerCapacity);
    }

    /** Returns the view of the certainty of each clearance: 0 certified, 1 undecided. */
    get clearanceStatuses() {
        return this.view('clearanceStatuses', Uint8Array, this.#answerCapacity);
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
     * @protected
     * Returns the index after the last piece of a motion; throws where its pieces do not fit.
     *
     * @param {number} firstPiece
     * @param {number} count number of its pieces
     */
    endOfPieces(firstPiece, count) {
        const end = checkCount(firstPiece, 'firstPiece', 0, this.pieceCapacity) + count;
        if (end <= this.pieceCapacity) return end;
        throw new GrazeError(
            'out-of-range',
            `firstPiece: ${count} pieces from index ${firstPiece} on exceed the capacity of ${this.pieceCapacity}`,
            { argument: 'firstPiece', value: firstPiece },
        );
    }

    /**
     * @protected
     * Throws unless a body has been set.
     *
     * @param {number} status
     */
    checkSet(status) {
        if (status === 0) return;
        const { core } = this;
        throw core.faultError(['shape', 'motion'][core.readFault().index] ?? 'movingPairs');
    }

    /**
     * @protected
     * Returns a number of answers; throws where it is that of a failure.
     *
     * @param {number} found
     */
    checkFound(found) {
        if (found < 0) throw movingPairsError(this.core, this.names);
        return found;
    }
}

/** Conditions of the entries of views, by the views that have one of their own. @type {Readonly<Record<string, string>>} */
const CONDITIONS = {
    pieceCounts: 'must be at least 1',
    endings: 'must be from 0 to 3',
    parents: 'must lead to a body without a parent, by at most 15 others',
};

/**
 * Returns the error of a batch of moving bodies, of which the last call has reported a fault: its index is 8 k + view for
 * entry k of that view.
 *
 * @param {Core} core
 * @param {readonly string[]} names names of the views
 */
export function movingPairsError(core, names) {
    const { code, text, index } = core.readFault();
    if (index < 0) return core.faultError(code === 'out-of-memory' ? undefined : 'movingPairs');
    const argument = names[index & 7];
    const record = { pieces: 'piece', pairs: 'pair' }[argument] ?? 'body';
    const condition = code === 'out-of-range' ? CONDITIONS[argument] : undefined;
    return new GrazeError(code, `${argument}: ${record} ${index >> 3}: ${condition ?? text}`, {
        argument,
        index: index >> 3,
    });
}
