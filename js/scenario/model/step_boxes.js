import { BOX_RELATIVE } from './tolerance.js';

/**
 * @import { Graze } from 'graze'
 * @import { Body } from './bodies.js'
 */

/** Limits of the number of steps of the clock, and of the number of boxes of all bodies together, which takes precedence. */
const STEP_LIMITS = { min: 16, max: 4096, boxes: 2 ** 22 };

/**
 * Bounding boxes of bodies over the steps of one clock. The box of a body in a step contains everything that the body sweeps
 * during that step, relative to `Bodies.origin`; it ranges from Infinity to -Infinity if the body is absent.
 */
export class BodySteps {
    /**
     * @param {Body[]} bodies
     * @param {number} begin
     * @param {number} horizon
     * @param {number} axes number of axes: 2 or 3
     * @param {number} [perPiece] number of steps for each piece of the motion that has most of them
     */
    constructor(bodies, begin, horizon, axes, perPiece = 1) {
        this.bodies = bodies;
        this.begin = begin;
        this.horizon = horizon;
        this.axes = axes;
        const finest =
            perPiece * bodies.reduce((most, { motion }) => Math.max(most, motion.count), 0);
        const maxByBoxes = Math.floor(STEP_LIMITS.boxes / Math.max(1, bodies.length));
        const steps = Math.max(
            1,
            Math.min(Math.max(finest, STEP_LIMITS.min), STEP_LIMITS.max, maxByBoxes),
        );
        /** End of the clock. */
        this.t1 = horizon > begin ? horizon : begin + 1;
        this.step = (this.t1 - begin) / steps;
        /** Number of steps. */
        this.count = steps;
        /** Sides per step and body, step by step: the lowest coordinates, x first, then the highest. */
        this.boxes = new Float32Array(0);
    }

    /** Returns the beginning of a step. @param {number} k */
    time(k) {
        return Math.min(this.begin + k * this.step, this.horizon);
    }

    /**
     * Returns the time range from the beginning of one step to the end of another, with a margin on both sides, so that the
     * rounding of times does not cut off a contact.
     *
     * @param {number} first
     * @param {number} last
     * @returns {{ from: number, to: number }}
     */
    timeRange(first, last) {
        const margin = this.step / 64;
        return {
            from: Math.max(this.begin, this.time(first) - margin),
            to: Math.min(this.horizon, this.time(last + 1) + margin),
        };
    }

    /** Returns the boxes of all bodies in a step. @param {number} k */
    boxesOfStep(k) {
        return this.boxes.subarray(this.boxOffset(0, k), this.boxOffset(0, k + 1));
    }

    /** Returns the offset of the box of a body in a step. @param {number} body @param {number} k */
    boxOffset(body, k) {
        return 2 * this.axes * (k * this.bodies.length + body);
    }

    /**
     * Returns a lower bound of the distance between two bodies in a step; Infinity if one of them is absent.
     *
     * @param {number} i
     * @param {number} j
     * @param {number} k
     * @param {number} [l] step of the second body; default: `k`
     */
    minDistance(i, j, k, l = k) {
        const { boxes, axes } = this;
        const [p, q] = [this.boxOffset(i, k), this.boxOffset(j, l)];
        const dx = Math.max(boxes[q] - boxes[p + axes], boxes[p] - boxes[q + axes], 0);
        const dy = Math.max(
            boxes[q + 1] - boxes[p + 1 + axes],
            boxes[p + 1] - boxes[q + 1 + axes],
            0,
        );
        const dz =
            axes === 2 ? 0 : Math.max(boxes[q + 2] - boxes[p + 5], boxes[p + 2] - boxes[q + 5], 0);
        if (dx === 0 || dy === 0) {
            if (dz === 0) return dx + dy;
            if (dx + dy === 0) return dz;
        }
        return Math.sqrt(dx * dx + dy * dy + dz * dz) * (1 - BOX_RELATIVE);
    }
}

/** Boxes of bodies of the plane. */
export class StepBoxes extends BodySteps {
    /**
     * @param {Graze} graze
     * @param {Body[]} bodies
     * @param {number} begin
     * @param {number} horizon
     */
    constructor(graze, bodies, begin, horizon) {
        super(bodies, begin, horizon, 2);
        const { t1, step } = this;
        this.count = 0;
        bodies.forEach(({ shape, motion }, k) => {
            const path = graze.path(shape, motion, { t0: begin, t1, step });
            if (k === 0) {
                this.count = path.count;
                this.boxes = new Float32Array(4 * bodies.length * path.count);
            }
            const own = path.boxes();
            for (let i = 0; i < own.length; i += 4) {
                const at = this.boxOffset(k, i / 4);
                for (let side = 0; side < 4; side++) this.boxes[at + side] = own[i + side];
            }
            path.free();
        });
    }
}
