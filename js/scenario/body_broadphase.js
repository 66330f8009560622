/**
 * @import { Graze } from 'graze'
 * @import { StepBoxes } from './step_boxes.js'
 *
 * @typedef {object} NearPair two bodies whose boxes are near each other during consecutive steps
 * @property {number} i
 * @property {number} j
 * @property {number} first first of these steps
 * @property {number} last last of these steps
 * @property {number} minDistance least distance of their boxes
 */

/** Number of neighbors in the sorted order whose distance is a first bound of the clearance. */
const NEIGHBORS = 4;

/**
 * Finds the bodies that come near each other: agents that may be in contact, or nearer than any pair with a known distance;
 * agents and obstacles that may be in contact. In each step, boxes are sorted and swept.
 */
export class BodyBroadphase {
    /**
     * @param {Graze} graze
     * @param {StepBoxes} steps
     * @param {object} options
     * @param {number} options.agentReach largest gap of two agents that counts as contact
     * @param {number} options.obstacleReach largest gap of an agent and an obstacle that counts as contact
     * @param {boolean} options.amongAgents whether pairs of agents are checked
     */
    constructor(graze, steps, { agentReach, obstacleReach, amongAgents }) {
        this.graze = graze;
        this.steps = steps;
        this.agentReach = agentReach;
        this.obstacleReach = obstacleReach;
        this.amongAgents = amongAgents;
        /** Upper bound of the least clearance of two agents. */
        this.bound = Infinity;
        /** @type {NearPair[]} */
        this.nearPairs = [];
        /** The last approach of each pair, which the next step may extend. @type {Map<number, NearPair>} */
        this.last = new Map();
        this.present = new Int32Array(steps.bodies.length);
        this.lowest = new Float64Array(steps.bodies.length);
    }

    /** @returns {NearPair[]} */
    run() {
        for (let k = 0; k < this.steps.count; k++) {
            const count = this.#sort(k);
            if (this.amongAgents) this.#boundByNeighbors(k, count);
            this.#sweep(k, count);
        }
        return this.nearPairs;
    }

    /**
     * Sorts the bodies that are present in a step by the left side of their boxes.
     *
     * @param {number} k
     */
    #sort(k) {
        const { steps, present, lowest } = this;
        let count = 0;
        for (let i = 0; i < steps.bodies.length; i++) {
            const left = steps.boxes[steps.boxOffset(i, k)];
            lowest[i] = left;
            if (left !== Infinity) present[count++] = i;
        }
        present.subarray(0, count).sort((i, j) => lowest[i] - lowest[j] || i - j);
        return count;
    }

    /** @param {number} k @param {number} count */
    #boundByNeighbors(k, count) {
        const { steps, present } = this;
        const { from, to } = steps.timeRange(k, k);
        for (let p = 0; p < count; p++) {
            const a = steps.bodies[present[p]];
            for (let q = p + 1; q <= p + NEIGHBORS && q < count; q++) {
                const b = steps.bodies[present[q]];
                if (a.agent < 0 || b.agent < 0 || a.agent === b.agent) continue;
                if (!(steps.minDistance(present[p], present[q], k) < this.bound)) continue;
                const time = Math.max(from, a.begin, b.begin);
                if (time > Math.min(to, a.end, b.end)) continue;
                const [poseA, poseB] = [a.motion.pose(time), b.motion.pose(time)];
                if (poseA === null || poseB === null) continue;
                const distance = this.graze.gap(a.shape, b.shape, poseA, poseB);
                // The exact query of the pair may round differently; the margin keeps the bound above its result.
                const margin = 1e-9 * (a.part.size + b.part.size);
                this.bound = Math.min(this.bound, distance + margin);
            }
        }
    }

    /** @param {number} k @param {number} count */
    #sweep(k, count) {
        const { steps, present, lowest } = this;
        const { bodies, boxes } = steps;
        for (let p = 0; p < count; p++) {
            const i = present[p];
            const isAgent = bodies[i].agent >= 0;
            const right = boxes[steps.boxOffset(i, k) + 2];
            for (let q = p + 1; q < count; q++) {
                const j = present[q];
                const agentLimit = Math.max(this.bound, this.agentReach);
                const maxReach = Math.max(this.amongAgents ? agentLimit : 0, this.obstacleReach);
                if (lowest[j] - right > maxReach) break;
                const isOtherAgent = bodies[j].agent >= 0;
                if (!isAgent && !isOtherAgent) continue;
                if (isAgent && isOtherAgent) {
                    if (!this.amongAgents || bodies[i].agent === bodies[j].agent) continue;
                    const minDistance = steps.minDistance(i, j, k);
                    if (minDistance <= agentLimit) this.#add(i, j, k, minDistance);
                } else {
                    const minDistance = steps.minDistance(i, j, k);
                    if (minDistance <= this.obstacleReach) this.#add(i, j, k, minDistance);
                }
            }
        }
    }

    /**
     * @param {number} i
     * @param {number} j
     * @param {number} k
     * @param {number} minDistance
     */
    #add(i, j, k, minDistance) {
        const [a, b] = i < j ? [i, j] : [j, i];
        const key = a * this.steps.bodies.length + b;
        const last = this.last.get(key);
        if (last !== undefined && last.last === k - 1) {
            last.last = k;
            last.minDistance = Math.min(last.minDistance, minDistance);
            return;
        }
        const nearPair = { i: a, j: b, first: k, last: k, minDistance };
        this.nearPairs.push(nearPair);
        this.last.set(key, nearPair);
    }
}
