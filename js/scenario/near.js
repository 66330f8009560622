/**
 * @import { Graze } from 'graze'
 * @import { StepBoxes } from './step_boxes.js'
 *
 * @typedef {object} Approach two bodies whose boxes are near each other, for some steps on end
 * @property {number} i
 * @property {number} j
 * @property {number} first step
 * @property {number} last step
 * @property {number} gap the least distance of their boxes
 */

/** Neighbours in the sorted order whose distance is taken as a first bound of the clearance. */
const NEIGHBOURS = 4;

/**
 * Finds the bodies that come near each other: agents that may be in contact, or nearer than any two whose
 * distance is known; agents and obstacles that may be in contact. Step by step, boxes are sorted and swept.
 */
export class NearSearch {
    /**
     * @param {Graze} graze
     * @param {StepBoxes} steps
     * @param {object} asked
     * @param {number} asked.agentReach gaps of two agents that matter
     * @param {number} asked.obstacleReach
     * @param {boolean} asked.amongAgents whether two agents are looked at
     */
    constructor(graze, steps, { agentReach, obstacleReach, amongAgents }) {
        this.graze = graze;
        this.steps = steps;
        this.agentReach = agentReach;
        this.obstacleReach = obstacleReach;
        this.amongAgents = amongAgents;
        /** No clearance of two agents is above it. */
        this.bound = Infinity;
        /** @type {Approach[]} */
        this.approaches = [];
        /** Each pair's last approach, which the next step may prolong. @type {Map<number, Approach>} */
        this.last = new Map();
        this.present = new Int32Array(steps.bodies.length);
        this.lowest = new Float64Array(steps.bodies.length);
    }

    /** @returns {Approach[]} */
    run() {
        for (let k = 0; k < this.steps.count; k++) {
            const count = this.#sort(k);
            if (this.amongAgents) this.#boundByNeighbours(k, count);
            this.#sweep(k, count);
        }
        return this.approaches;
    }

    /**
     * Those that are there in a step, by the left side of their boxes.
     *
     * @param {number} k
     */
    #sort(k) {
        const { steps, present, lowest } = this;
        let count = 0;
        for (let i = 0; i < steps.bodies.length; i++) {
            const left = steps.boxes[steps.at(i, k)];
            lowest[i] = left;
            if (left !== Infinity) present[count++] = i;
        }
        present.subarray(0, count).sort((i, j) => lowest[i] - lowest[j] || i - j);
        return count;
    }

    /** @param {number} k @param {number} count */
    #boundByNeighbours(k, count) {
        const { steps, present } = this;
        const { from, to } = steps.stretch(k, k);
        for (let p = 0; p < count; p++) {
            const a = steps.bodies[present[p]];
            for (let q = p + 1; q <= p + NEIGHBOURS && q < count; q++) {
                const b = steps.bodies[present[q]];
                if (a.agent < 0 || b.agent < 0 || a.agent === b.agent) continue;
                if (!(steps.gap(present[p], present[q], k) < this.bound)) continue;
                const time = Math.max(from, a.from, b.from);
                if (time > Math.min(to, a.to, b.to)) continue;
                const [poseA, poseB] = [a.motion.pose(time), b.motion.pose(time)];
                if (poseA === null || poseB === null) continue;
                const distance = this.graze.separation(a.shape, b.shape, poseA, poseB);
                // The least one is found a little differently: it must not be cut off then.
                const slack = 1e-9 * (a.part.size + b.part.size);
                this.bound = Math.min(this.bound, distance + slack);
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
            const right = boxes[steps.at(i, k) + 2];
            for (let q = p + 1; q < count; q++) {
                const j = present[q];
                const amongAgents = Math.max(this.bound, this.agentReach);
                const most = Math.max(this.amongAgents ? amongAgents : 0, this.obstacleReach);
                if (lowest[j] - right > most) break;
                const isOther = bodies[j].agent >= 0;
                if (!isAgent && !isOther) continue;
                if (isAgent && isOther) {
                    if (!this.amongAgents || bodies[i].agent === bodies[j].agent) continue;
                    const gap = steps.gap(i, j, k);
                    if (gap <= amongAgents) this.#add(i, j, k, gap);
                } else {
                    const gap = steps.gap(i, j, k);
                    if (gap <= this.obstacleReach) this.#add(i, j, k, gap);
                }
            }
        }
    }

    /**
     * @param {number} i
     * @param {number} j
     * @param {number} k
     * @param {number} gap
     */
    #add(i, j, k, gap) {
        const [a, b] = i < j ? [i, j] : [j, i];
        const key = a * this.steps.bodies.length + b;
        const last = this.last.get(key);
        if (last !== undefined && last.last === k - 1) {
            last.last = k;
            last.gap = Math.min(last.gap, gap);
            return;
        }
        const approach = { i: a, j: b, first: k, last: k, gap };
        this.approaches.push(approach);
        this.last.set(key, approach);
    }
}
