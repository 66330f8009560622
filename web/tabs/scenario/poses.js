/** The poses of all bodies at a time. */

import { pieceStride, polynomial } from './scene.js';

/**
 * @import { Scene } from './scene.js'
 *
 * @typedef {{ x: number, y: number, angle: number }} Pose
 */

export class Poses {
    /** Piece of each body found last: the next time is usually near. @type {Int32Array} */ #lastPiece;
    /** Whether each body is present. */ isPresent;
    x;
    y;
    angle;

    /** @param {Scene} scene */
    constructor(scene) {
        const count = scene.shapeOf.length;
        this.scene = scene;
        this.time = Number.NaN;
        this.#lastPiece = scene.first.slice(0, count);
        this.isPresent = new Uint8Array(count);
        this.x = new Float64Array(count);
        this.y = new Float64Array(count);
        this.angle = new Float64Array(count);
    }

    /** Moves all bodies to a time. @param {number} time */
    moveTo(time) {
        if (time === this.time) return;
        this.time = time;
        for (let k = 0; k < this.isPresent.length; k++) this.#computePose(k, time);
    }

    /** @param {number} k @param {number} time @returns {Pose | null} null: the body is absent */
    poseAt(k, time) {
        const [x, y, angle, isPresent] = [this.x[k], this.y[k], this.angle[k], this.isPresent[k]];
        this.#computePose(k, time);
        const pose = this.isPresent[k]
            ? { x: this.x[k], y: this.y[k], angle: this.angle[k] }
            : null;
        [this.x[k], this.y[k], this.angle[k], this.isPresent[k]] = [x, y, angle, isPresent];
        return pose;
    }

    /** Returns the pose of a body at the current time. @param {number} k @returns {Pose | null} */
    currentPose(k) {
        return this.isPresent[k] ? { x: this.x[k], y: this.y[k], angle: this.angle[k] } : null;
    }

    /**
     * Returns the piece of a body at a time, numbered as in the plan; null: the body stays before its first or
     * after its last piece, or has none.
     *
     * @param {number} k
     * @param {number} time
     */
    pieceAt(k, time) {
        const { first: firstPiece, segments: pieces } = this.scene;
        const s = this.#findPiece(k, time);
        const offset = s * pieceStride(this.scene);
        if (s >= firstPiece[k + 1] || time < pieces[offset] || time > pieces[offset + 1])
            return null;
        return s - firstPiece[k];
    }

    /**
     * Returns the speed of a body.
     *
     * @param {number} k
     * @param {number} time
     */
    speedAt(k, time) {
        const { first: firstPiece, segments: pieces, degree } = this.scene;
        const piece = this.pieceAt(k, time);
        if (piece === null) return 0;
        const offset = (firstPiece[k] + piece) * pieceStride(this.scene);
        const u = time - pieces[offset];
        const [vx, vy] = [offset + 2, offset + 3 + degree].map((from) => {
            let sum = 0;
            for (let i = degree; i >= 1; i--) sum = sum * u + i * pieces[from + i];
            return sum;
        });
        return Math.hypot(vx, vy);
    }

    /**
     * Returns the last piece that has begun; before the first begins, the first.
     *
     * @param {number} k
     * @param {number} time
     */
    #findPiece(k, time) {
        const { first: firstPiece, segments: pieces } = this.scene;
        const stride = pieceStride(this.scene);
        const [from, end] = [firstPiece[k], firstPiece[k + 1]];
        /** @param {number} s */
        const isActive = (s) =>
            pieces[s * stride] <= time && (s + 1 >= end || pieces[(s + 1) * stride] > time);
        const last = this.#lastPiece[k];
        if (last < end && isActive(last)) return last;
        if (last + 1 < end && isActive(last + 1)) {
            this.#lastPiece[k] = last + 1;
            return last + 1;
        }
        let [low, high] = [from, end - 1];
        while (low < high) {
            const middle = (low + high + 1) >> 1;
            if (pieces[middle * stride] <= time) low = middle;
            else high = middle - 1;
        }
        this.#lastPiece[k] = low;
        return low;
    }

    /** @param {number} k @param {number} time */
    #computePose(k, time) {
        const {
            first: firstPiece,
            segments: pieces,
            stays: stayFlags,
            restPoses,
            degree,
        } = this.scene;
        if (firstPiece[k] === firstPiece[k + 1]) {
            this.x[k] = restPoses[3 * k];
            this.y[k] = restPoses[3 * k + 1];
            this.angle[k] = restPoses[3 * k + 2];
            this.isPresent[k] = Number(!Number.isNaN(restPoses[3 * k]));
            return;
        }
        const s = this.#findPiece(k, time);
        const offset = s * pieceStride(this.scene);
        const isBefore = time < pieces[offset];
        const isAfter = s + 1 === firstPiece[k + 1] && time > pieces[offset + 1];
        const u = Math.min(Math.max(time, pieces[offset]), pieces[offset + 1]) - pieces[offset];
        this.x[k] = polynomial(pieces, offset + 2, degree, u);
        this.y[k] = polynomial(pieces, offset + 3 + degree, degree, u);
        this.angle[k] = polynomial(pieces, offset + 4 + 2 * degree, degree, u);
        const isGone = (isBefore && !(stayFlags[k] & 1)) || (isAfter && !(stayFlags[k] & 2));
        this.isPresent[k] = Number(!isGone);
    }
}
