/** A plan on the page: its scene, where everybody is at the time shown, and what was judged of it. */

import { Gaps } from './gaps.js';
import { marksOf } from './job.js';
import { Poses } from './poses.js';

/**
 * @import { Graze } from 'graze'
 * @import { Violation } from 'graze/scenario'
 * @import { Curve } from './curve.js'
 * @import { Verdict } from './job.js'
 * @import { Scene } from './scene.js'
 */

/** Agents beyond which the nearest two are told only of a time that rests. */
const MOST_PLAYED = 3000;

export class Shown {
    /** @type {Verdict | null} */ verdict = null;
    /** @type {Curve | null} */ curve = null;
    /** Who is in a violation at the time shown. @type {Set<number>} */ #met = new Set();

    /** Whom something else draws. @type {readonly number[]} */ #picked = [];

    /** @param {Graze} graze @param {Scene} scene */
    constructor(graze, scene) {
        this.scene = scene;
        this.poses = new Poses(scene);
        this.gaps = new Gaps(graze, scene);
    }

    /** @returns {Violation[]} */
    get violations() {
        return this.verdict?.result.violations ?? [];
    }

    /** All violations, as the time line has them. */
    get marks() {
        return this.verdict?.marks ?? marksOf([]);
    }

    /** Is it small enough to say at every frame which two are nearest? */
    get isQuick() {
        return this.scene.agents <= MOST_PLAYED;
    }

    /** @param {number} time */
    moveTo(time) {
        this.poses.moveTo(time);
        this.#met.clear();
        if (!this.verdict) return;
        const { intervals, agents } = this.verdict.marks;
        for (let k = 0; k < agents.length; k += 2) {
            // By time of their beginnings.
            if (intervals[k] > time) break;
            if (intervals[k + 1] < time) continue;
            this.#met.add(agents[k]);
            this.#met.add(agents[k + 1]);
        }
    }

    /** @param {readonly number[]} movers that are picked out */
    pick(movers) {
        this.#picked = movers;
    }

    /** @param {number} mover */
    isPicked = (mover) => this.#picked.includes(mover);

    /** @param {number} agent */
    isInConflict = (agent) => this.#met.has(agent);

    /**
     * The agent whose body is at a place, or nearest to it within a distance; -1 when none is.
     *
     * @param {number} x
     * @param {number} y
     * @param {number} within
     */
    agentAt(x, y, within) {
        const { agents, reach } = this.scene;
        let [best, found] = [within, -1];
        for (let k = 0; k < agents; k++) {
            if (!this.poses.there[k]) continue;
            const apart = Math.hypot(this.poses.x[k] - x, this.poses.y[k] - y) - reach[k];
            if (apart < best) [best, found] = [apart, k];
        }
        return found;
    }

    free() {
        this.gaps.free();
    }
}
