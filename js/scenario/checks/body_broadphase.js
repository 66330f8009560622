/**
 * @import { BoxIndex, Graze } from 'graze'
 * @import { BodySteps } from '../model/step_boxes.js'
 * @import { MovingQueries } from './pair_query.js'
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
 * Pairs of bodies whose boxes are near each other in a step.
 *
 * @typedef {{ pairs: ArrayLike<number>, found: number }} StepPairs `pairs` has i and j of each in turn; `found` is their number
 *
 * Finds the bodies that come near each other: agents that may be in contact, or nearer than any pair with a known distance;
 * agents and obstacles that may be in contact.
 */
export class StepSearch {
    /**
     * @param {MovingQueries} graze
     * @param {BodySteps} steps
     * @param {object} options
     * @param {number} options.agents number of bodies of agents, which are the first ones
     * @param {number} options.agentReach largest gap of two agents that counts as contact
     * @param {number} options.obstacleReach largest gap of an agent and an obstacle that counts as contact
     * @param {boolean} options.amongAgents whether pairs of agents are checked
     */
    constructor(graze, steps, { agents, agentReach, obstacleReach, amongAgents }) {
        this.graze = graze;
        this.steps = steps;
        this.agents = agents;
        this.obstacles = steps.bodies.length - agents;
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

    /**
     * Returns the near pairs, those with the nearest boxes first, of equals those that are near first, then from left to
     * right.
     *
     * @returns {NearPair[]}
     */
    run() {
        const { steps } = this;
        if (steps.bodies.length < 2) return this.nearPairs;
        try {
            for (let k = 0; k < steps.count; k++) this.#findPairs(k);
        } finally {
            this.free();
        }
        return this.nearPairs.sort(
            (p, q) =>
                p.minDistance - q.minDistance || p.first - q.first || this.#compareSides(p, q),
        );
    }

    /**
     * Compares two pairs that are near in the same step: by their left bodies, then by their right ones.
     *
     * @param {NearPair} p
     * @param {NearPair} q
     */
    #compareSides(p, q) {
        const [leftP, rightP] = this.#leftToRight(p);
        const [leftQ, rightQ] = this.#leftToRight(q);
        return (
            this.#compareLeft(leftP, leftQ, p.first) || this.#compareLeft(rightP, rightQ, p.first)
        );
    }

    /** @param {NearPair} pair */
    #leftToRight({ i, j, first }) {
        return this.#compareLeft(i, j, first) < 0 ? [i, j] : [j, i];
    }

    /** Compares two bodies by the left sides of their boxes in a step. @param {number} i @param {number} j @param {number} k */
    #compareLeft(i, j, k) {
        const { steps } = this;
        return steps.boxes[steps.boxOffset(i, k)] - steps.boxes[steps.boxOffset(j, k)] || i - j;
    }

    /** Frees what the search of the pairs of a step has made. */
    free() {}

    /**
     * Returns the pairs of agents that are near each other in a step.
     *
     * @param {number} _k
     * @param {number} _limit largest distance of their boxes
     * @returns {StepPairs}
     */
    nearAgents(_k, _limit) {
        throw new Error('not made');
    }

    /**
     * Returns the pairs of an agent and an obstacle that are near each other in a step.
     *
     * @param {number} _k
     * @param {number} _limit largest distance of their boxes
     * @returns {StepPairs}
     */
    nearObstacles(_k, _limit) {
        throw new Error('not made');
    }

    /** @param {number} k */
    #findPairs(k) {
        if (this.amongAgents) {
            this.#boundByNeighbors(k);
            // Without a bound all pairs count; a reach is finite.
            const limit = Math.min(Math.max(this.bound, this.agentReach), Number.MAX_VALUE);
            this.#addPairs(k, limit, this.nearAgents(k, limit));
        }
        const limit = this.obstacleReach;
        if (this.obstacles > 0) this.#addPairs(k, limit, this.nearObstacles(k, limit));
    }

    /**
     * Adds the pairs of a search in a step.
     *
     * @param {number} k
     * @param {number} limit largest distance of their boxes
     * @param {StepPairs} near
     */
    #addPairs(k, limit, { pairs, found }) {
        const { steps } = this;
        const { bodies } = steps;
        for (let at = 0; at < 2 * found; at += 2) {
            const [i, j] = [pairs[at], pairs[at + 1]];
            if (bodies[i].agent === bodies[j].agent) continue;
            const minDistance = steps.minDistance(i, j, k);
            if (minDistance <= limit) this.#add(i, j, k, minDistance);
        }
    }

    /**
     * Bounds the least clearance by the distances of agents that are neighbors in the order of the left sides of all boxes.
     *
     * @param {number} k
     */
    #boundByNeighbors(k) {
        const { steps, present, lowest } = this;
        const { from, to } = steps.timeRange(k, k);
        let count = 0;
        for (let i = 0; i < steps.bodies.length; i++) {
            lowest[i] = steps.boxes[steps.boxOffset(i, k)];
            if (lowest[i] !== Infinity) present[count++] = i;
        }
        const sorted = present.subarray(0, count).sort((i, j) => lowest[i] - lowest[j] || i - j);
        for (let p = 0; p < count; p++) {
            const a = steps.bodies[sorted[p]];
            for (let q = p + 1; q <= p + NEIGHBORS && q < count; q++) {
                const b = steps.bodies[sorted[q]];
                if (a.agent < 0 || b.agent < 0 || a.agent === b.agent) continue;
                if (!(steps.minDistance(sorted[p], sorted[q], k) < this.bound)) continue;
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

    /**
     * @param {number} i
     * @param {number} j above i
     * @param {number} k
     * @param {number} minDistance
     */
    #add(i, j, k, minDistance) {
        const key = i * this.steps.bodies.length + j;
        const last = this.last.get(key);
        if (last !== undefined && last.last === k - 1) {
            last.last = k;
            last.minDistance = Math.min(last.minDistance, minDistance);
            return;
        }
        const nearPair = { i, j, first: k, last: k, minDistance };
        this.nearPairs.push(nearPair);
        this.last.set(key, nearPair);
    }
}

/** The same search for bodies of the plane: an index of boxes finds the pairs of each step. */
export class BodyBroadphase extends StepSearch {
    #graze;
    /** @type {BoxIndex | null} */ #index = null;

    /**
     * @param {Graze} graze
     * @param {BodySteps} steps
     * @param {ConstructorParameters<typeof StepSearch>[2]} options
     */
    constructor(graze, steps, options) {
        super(graze, steps, options);
        this.#graze = graze;
    }

    /** @param {number} k @param {number} limit @override */
    nearAgents(k, limit) {
        return this.#search(k, (index) => index.near(this.agents, limit));
    }

    /** @param {number} k @param {number} limit @override */
    nearObstacles(k, limit) {
        const { agents, obstacles } = this;
        return this.#search(k, (index) => index.nearBetween(0, agents, agents, obstacles, limit));
    }

    /** @override */
    free() {
        this.#index?.free();
    }

    /** Makes an index with room for a number of pairs. @param {number} pairs */
    #makeIndex(pairs) {
        this.#index?.free();
        this.#index = this.#graze.boxIndex(this.steps.bodies.length, { pairs });
        return this.#index;
    }

    /**
     * Searches the boxes of a step, with more room if there are too many pairs.
     *
     * @param {number} k
     * @param {(index: BoxIndex) => number} search
     * @returns {StepPairs}
     */
    #search(k, search) {
        const index = this.#index ?? this.#makeIndex(2 * this.steps.bodies.length);
        index.sides.set(this.steps.boxesOfStep(k));
        try {
            const found = search(index);
            return { pairs: index.pairs, found };
        } catch (error) {
            const { code, value } = /** @type {{ code?: string, value?: number }} */ (error);
            if (code !== 'full' || value === undefined) throw error;
            const larger = this.#makeIndex(value + (value >> 1));
            larger.sides.set(this.steps.boxesOfStep(k));
            const found = search(larger);
            return { pairs: larger.pairs, found };
        }
    }
}
