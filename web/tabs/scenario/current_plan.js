/** A plan on the page: its scene, the poses at the shown time, and its verdict. */

import { Distances } from './distances.js';
import { Poses } from './poses.js';
import { createMarks } from './worker_messages.js';

/**
 * @import { Graze } from 'graze'
 * @import { Violation } from 'graze/scenario'
 * @import { Curve } from './separation_curve.js'
 * @import { Verdict } from './worker_messages.js'
 * @import { Scene } from './scene.js'
 */

/** Number of agents above which the nearest pair is only shown while the time rests. */
const MAX_PLAYED_AGENTS = 3000;

export class CurrentPlan {
    /** @type {Verdict | null} */ verdict = null;
    /** @type {Curve | null} */ curve = null;
    /** Agents in a violation at the shown time. @type {Set<number>} */ #inConflict = new Set();

    /** Bodies that the selection draws instead. @type {readonly number[]} */ #selected = [];

    /** @param {Graze} graze @param {Scene} scene */
    constructor(graze, scene) {
        this.scene = scene;
        this.poses = new Poses(scene);
        this.distances = new Distances(graze, scene);
    }

    /** @returns {Violation[]} */
    get violations() {
        return this.verdict?.result.violations ?? [];
    }

    /** Returns all violations, as the time line shows them. */
    get marks() {
        return this.verdict?.marks ?? createMarks([]);
    }

    /** Returns whether the plan is small enough to show the nearest pair in every frame. */
    get isSmall() {
        return this.scene.agents <= MAX_PLAYED_AGENTS;
    }

    /** @param {number} time */
    moveTo(time) {
        this.poses.moveTo(time);
        this.#inConflict.clear();
        if (!this.verdict) return;
        const { intervals, agents } = this.verdict.marks;
        for (let k = 0; k < agents.length; k += 2) {
            // Violations are sorted by the time at which they begin.
            if (intervals[k] > time) break;
            if (intervals[k + 1] < time) continue;
            this.#inConflict.add(agents[k]);
            this.#inConflict.add(agents[k + 1]);
        }
    }

    /** @param {readonly number[]} bodies the selected bodies */
    select(bodies) {
        this.#selected = bodies;
    }

    /** @param {number} body */
    isSelected = (body) => this.#selected.includes(body);

    /** @param {number} agent */
    isInConflict = (agent) => this.#inConflict.has(agent);

    /**
     * Returns the agent whose body contains a point or is nearest to it within a distance; -1: none.
     *
     * @param {number} x
     * @param {number} y
     * @param {number} maxDistance
     */
    agentAt(x, y, maxDistance) {
        const { agents, boundingRadius } = this.scene;
        let [best, found] = [maxDistance, -1];
        for (let k = 0; k < agents; k++) {
            if (!this.poses.isPresent[k]) continue;
            const distance =
                Math.hypot(this.poses.x[k] - x, this.poses.y[k] - y) - boundingRadius[k];
            if (distance < best) [best, found] = [distance, k];
        }
        return found;
    }

    free() {
        this.distances.free();
    }
}
