import { Bodies } from '../model/bodies.js';
import { ContactPolicy } from './contact_policy.js';
import { OffsetShapes, queryPair } from './pair_query.js';

/**
 * Queries of pairs of bodies that may meet, or be the nearest ones.
 *
 * @import { Graze } from 'graze'
 * @import { Body } from '../model/bodies.js'
 * @import { ContactRules } from './contact_policy.js'
 * @import { PairResult } from './pair_query.js'
 * @import { Scenario } from '../model/scenario.js'
 *
 * A pair of bodies in the order of `Bodies`: agents, then obstacles.
 *
 * @typedef {object} BodyPair
 * @property {number} i an agent
 * @property {number} j another agent, or an obstacle
 * @property {{ from: number, to: number }} timeRange range in which they may be near each other
 * @property {number} minDistance lower bound of their separation
 * @property {boolean} isChecked false: only the least separation is determined
 * @property {boolean} isInReach whether they may be in contact
 *
 * Data that all blocks share.
 *
 * @typedef {object} BodyPairInput
 * @property {Scenario} scenario
 * @property {number} begin time from which bodies without a motion are present
 * @property {ContactRules} policy
 * @property {number} bound upper bound of the least separation of two agents
 */

/** Queries pairs of bodies, block by block (`BlockWorker`), but those that are neither in reach nor the nearest ones. */
export class PairQueries {
    #graze;
    #bodies;
    #policy;
    #offsetShapes;
    #bound;

    /**
     * @param {Graze} graze
     * @param {Body[]} bodies
     * @param {ContactPolicy} policy
     * @param {OffsetShapes} offsetShapes
     * @param {number} bound upper bound of the least separation of two agents
     */
    constructor(graze, bodies, policy, offsetShapes, bound) {
        this.#graze = graze;
        this.#bodies = bodies;
        this.#policy = policy;
        this.#offsetShapes = offsetShapes;
        this.#bound = bound;
    }

    free() {}

    /**
     * @param {BodyPair[]} pairs
     * @returns {(PairResult | null)[]} null: they are too far apart to matter
     */
    run(pairs) {
        return pairs.map(({ i, j, timeRange, minDistance, isChecked, isInReach }) => {
            if (minDistance > this.#bound && !(isChecked && isInReach)) return null;
            const [a, b] = [this.#bodies[i], this.#bodies[j]];
            const result = queryPair(
                this.#graze,
                a,
                b,
                timeRange,
                this.#policy,
                this.#offsetShapes,
                isChecked,
            );
            if (b.agent >= 0) this.#bound = Math.min(this.#bound, result.separation);
            return result;
        });
    }
}

/** The same queries of bodies of its own. */
export class BodyPairSearch extends PairQueries {
    #bodies;
    #offsetShapes;

    /**
     * @param {Graze} graze
     * @param {BodyPairInput} input
     */
    constructor(graze, { scenario, begin, policy, bound }) {
        const bodies = new Bodies(graze, scenario, begin);
        const offsetShapes = new OffsetShapes(graze);
        const list = [...bodies.agents, ...bodies.obstacles];
        super(graze, list, ContactPolicy.of(policy), offsetShapes, bound);
        this.#bodies = bodies;
        this.#offsetShapes = offsetShapes;
    }

    free() {
        this.#offsetShapes.free();
        this.#bodies.free();
    }
}
