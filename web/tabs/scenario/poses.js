/** Where everybody is at a time. */

import { polynomial, strideOf } from './scene.js';

/**
 * @import { Scene } from './scene.js'
 *
 * @typedef {{ x: number, y: number, angle: number }} Pose
 */

export class Poses {
    /** Of each mover the segment it was found in last: the next time is mostly near. @type {Int32Array} */ #last;
    /** Who is there. */ there;
    x;
    y;
    angle;

    /** @param {Scene} scene */
    constructor(scene) {
        const count = scene.shapeOf.length;
        this.scene = scene;
        this.time = Number.NaN;
        this.#last = scene.first.slice(0, count);
        this.there = new Uint8Array(count);
        this.x = new Float64Array(count);
        this.y = new Float64Array(count);
        this.angle = new Float64Array(count);
    }

    /** Takes all to a time. @param {number} time */
    moveTo(time) {
        if (time === this.time) return;
        this.time = time;
        for (let k = 0; k < this.there.length; k++) this.#place(k, time);
    }

    /** @param {number} k @param {number} time @returns {Pose | null} null: it is not there */
    at(k, time) {
        const [x, y, angle, there] = [this.x[k], this.y[k], this.angle[k], this.there[k]];
        this.#place(k, time);
        const pose = this.there[k] ? { x: this.x[k], y: this.y[k], angle: this.angle[k] } : null;
        [this.x[k], this.y[k], this.angle[k], this.there[k]] = [x, y, angle, there];
        return pose;
    }

    /** Where it is at the time all have been taken to. @param {number} k @returns {Pose | null} */
    now(k) {
        return this.there[k] ? { x: this.x[k], y: this.y[k], angle: this.angle[k] } : null;
    }

    /**
     * Its segment at a time, numbered as in the plan; null: it stands before its first or after its last, or has none.
     *
     * @param {number} k
     * @param {number} time
     */
    segmentAt(k, time) {
        const { first, segments } = this.scene;
        const s = this.#find(k, time);
        const at = s * strideOf(this.scene);
        if (s >= first[k + 1] || time < segments[at] || time > segments[at + 1]) return null;
        return s - first[k];
    }

    /**
     * How fast it is.
     *
     * @param {number} k
     * @param {number} time
     */
    speedAt(k, time) {
        const { first, segments, degree } = this.scene;
        const number = this.segmentAt(k, time);
        if (number === null) return 0;
        const at = (first[k] + number) * strideOf(this.scene);
        const u = time - segments[at];
        const [vx, vy] = [at + 2, at + 3 + degree].map((from) => {
            let sum = 0;
            for (let i = degree; i >= 1; i--) sum = sum * u + i * segments[from + i];
            return sum;
        });
        return Math.hypot(vx, vy);
    }

    /**
     * The last segment that has begun; the first, before that.
     *
     * @param {number} k
     * @param {number} time
     */
    #find(k, time) {
        const { first, segments } = this.scene;
        const stride = strideOf(this.scene);
        const [from, end] = [first[k], first[k + 1]];
        /** @param {number} s */
        const isIt = (s) =>
            segments[s * stride] <= time && (s + 1 >= end || segments[(s + 1) * stride] > time);
        const last = this.#last[k];
        if (last < end && isIt(last)) return last;
        if (last + 1 < end && isIt(last + 1)) {
            this.#last[k] = last + 1;
            return last + 1;
        }
        let [low, high] = [from, end - 1];
        while (low < high) {
            const middle = (low + high + 1) >> 1;
            if (segments[middle * stride] <= time) low = middle;
            else high = middle - 1;
        }
        this.#last[k] = low;
        return low;
    }

    /** @param {number} k @param {number} time */
    #place(k, time) {
        const { first, segments, stays, rest, degree } = this.scene;
        if (first[k] === first[k + 1]) {
            this.x[k] = rest[3 * k];
            this.y[k] = rest[3 * k + 1];
            this.angle[k] = rest[3 * k + 2];
            this.there[k] = Number(!Number.isNaN(rest[3 * k]));
            return;
        }
        const s = this.#find(k, time);
        const at = s * strideOf(this.scene);
        const isBefore = time < segments[at];
        const isAfter = s + 1 === first[k + 1] && time > segments[at + 1];
        const u = Math.min(Math.max(time, segments[at]), segments[at + 1]) - segments[at];
        this.x[k] = polynomial(segments, at + 2, degree, u);
        this.y[k] = polynomial(segments, at + 3 + degree, degree, u);
        this.angle[k] = polynomial(segments, at + 4 + 2 * degree, degree, u);
        const isGone = (isBefore && !(stays[k] & 1)) || (isAfter && !(stays[k] & 2));
        this.there[k] = Number(!isGone);
    }
}
