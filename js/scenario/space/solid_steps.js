import { StepSearch } from '../checks/body_broadphase.js';
import { BodySteps } from '../model/step_boxes.js';

/**
 * Boxes of bodies in space over the steps of a clock, and the pairs of them that are near each other.
 *
 * @import { SolidGraze } from 'graze/solid'
 * @import { Body } from '../model/bodies.js'
 */

/**
 * Steps for each piece, and parts of each step of which boxes are made and joined: the more of them, the fewer pairs are near each
 * other in fewer steps, which takes longer than to make boxes. Beyond these numbers 100 drones took no less time.
 */
const [STEPS_PER_PIECE, PARTS] = [4, 4];

/** Numbers of a box: three lowest coordinates, three highest. */
const SIDES = 6;

/** Boxes of bodies in space. */
export class SolidSteps extends BodySteps {
    /**
     * @param {Body[]} bodies
     * @param {number} begin
     * @param {number} horizon
     */
    constructor(bodies, begin, horizon) {
        super(bodies, begin, horizon, 3, STEPS_PER_PIECE);
        this.boxes = new Float32Array(SIDES * bodies.length * this.count);
        for (const [body, { shape, motion }] of bodies.entries()) {
            const { bounds } = /** @type {any} */ (motion);
            for (let k = 0; k < this.count; k++) {
                const [from, to] = [
                    this.time(k),
                    k + 1 === this.count ? this.t1 : this.time(k + 1),
                ];
                const box = bounds.call(motion, from, to, shape, PARTS);
                const { minX, minY, minZ, maxX, maxY, maxZ } = box;
                this.#write(this.boxOffset(body, k), [minX, minY, minZ, maxX, maxY, maxZ]);
            }
        }
    }

    /** Writes a box, rounded outward to float32. @param {number} at @param {number[]} box */
    #write(at, box) {
        const { boxes } = this;
        for (const [side, value] of box.entries()) {
            boxes[at + side] = value;
            const isInside = side < 3 ? boxes[at + side] > value : boxes[at + side] < value;
            if (isInside) boxes[at + side] = nextOutward(boxes[at + side], side < 3 ? -1 : 1);
        }
    }
}

const FLOATS = new Float32Array(1);
const BITS = new Int32Array(FLOATS.buffer);

/** Returns the next float32 in a direction. @param {number} value finite @param {-1 | 1} direction */
function nextOutward(value, direction) {
    if (value === 0) return direction * 2 ** -149;
    FLOATS[0] = value;
    BITS[0] += value > 0 === direction > 0 ? 1 : -1;
    return FLOATS[0];
}

/** Search of pairs in space: the boxes of a step are sorted by their lowest x, and swept. */
export class SolidSearch extends StepSearch {
    /** Bodies that are present, by their lowest x. */
    #order = new Int32Array(0);
    #step = -1;

    /** @param {number} k @param {number} limit @override */
    nearAgents(k, limit) {
        const { agents } = this;
        return this.#sweep(k, limit, (i, j) => i < agents && j < agents);
    }

    /** @param {number} k @param {number} limit @override */
    nearObstacles(k, limit) {
        const { agents } = this;
        return this.#sweep(k, limit, (i, j) => i < agents && j >= agents);
    }

    /**
     * @param {number} k
     * @param {number} limit
     * @param {(i: number, j: number) => boolean} isSought whether a pair is, of bodies in ascending order
     */
    #sweep(k, limit, isSought) {
        const { steps } = this;
        const { boxes } = steps;
        this.#sort(k);
        const order = this.#order;
        /** @type {number[]} */
        const pairs = [];
        for (let p = 0; p < order.length; p++) {
            const highest = boxes[steps.boxOffset(order[p], k) + 3] + limit;
            for (let q = p + 1; q < order.length; q++) {
                if (boxes[steps.boxOffset(order[q], k)] > highest) break;
                const [i, j] = order[p] < order[q] ? [order[p], order[q]] : [order[q], order[p]];
                if (isSought(i, j) && steps.minDistance(i, j, k) <= limit) pairs.push(i, j);
            }
        }
        return { pairs, found: pairs.length / 2 };
    }

    /** Sorts the boxes of a step. @param {number} k */
    #sort(k) {
        if (this.#step === k) return;
        this.#step = k;
        const { steps } = this;
        const { boxes } = steps;
        const present = [];
        for (let body = 0; body < steps.bodies.length; body++) {
            if (boxes[steps.boxOffset(body, k)] !== Infinity) present.push(body);
        }
        const lowest = (/** @type {number} */ body) => boxes[steps.boxOffset(body, k)];
        this.#order = Int32Array.from(present).sort((i, j) => lowest(i) - lowest(j) || i - j);
    }
}
