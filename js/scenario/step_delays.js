import { CellTable } from './cell_table.js';
import { Steps } from './discrete.js';

/**
 * @import { Effort, Other } from './mend.js'
 * @import { Discrete, Scenario } from './scenario.js'
 */

/**
 * Delays of agents without a size, in whole steps, by the discrete model's own conflicts.
 */
export class StepDelays {
    /**
     * @param {Scenario} scenario
     * @param {Effort} effort
     */
    constructor({ discrete, atGoal, beforeStart }, effort) {
        this.effort = effort;
        const { cells } = /** @type {Discrete} */ (discrete);
        this.steps = new Steps(cells, atGoal);
        this.waits = beforeStart === 'stay';
        /** Where each agent's places begin in the table. */
        this.first = new Int32Array(cells.length + 1);
        cells.forEach((walk, a) => {
            this.first[a + 1] = this.first[a] + walk.length / 2;
        });
        /** Who is where after which step, during their plans. */
        this.table = new CellTable(this.first[cells.length]);
        this.owner = new Int32Array(this.first[cells.length]);
        /** Who stays where for ever. */
        this.resting = new CellTable(cells.length);
        this.table.clear();
        this.resting.clear();
        cells.forEach((walk, a) => {
            for (let t = 0; 2 * t < walk.length; t++) {
                this.owner[this.first[a] + t] = a;
                this.table.put(walk[2 * t], walk[2 * t + 1], this.first[a] + t, t);
            }
            if (this.steps.stays && walk.length > 0) {
                this.resting.put(walk[walk.length - 2], walk[walk.length - 1], a);
            }
        });
    }

    least() {
        return 0;
    }

    most() {
        return this.steps.last;
    }

    /**
     * @param {number} agent
     * @param {number} delay
     * @param {Other | null} other
     */
    unsafeUntil(agent, delay, other) {
        const late = Math.round(delay);
        const only = other !== null && 'agent' in other ? other.agent : -1;
        const walk = this.steps.cells[agent];
        const last = walk.length / 2 - 1;
        const end = this.steps.stays ? Math.max(this.steps.last, last + late) : last + late;
        for (let t = this.waits ? 0 : late; t <= end; t++) {
            this.effort.spend(1);
            const [at, to] = [t, t + 1].map((time) => clamp(time - late, last));
            const [x, y] = [walk[2 * at], walk[2 * at + 1]];
            if (this.#isTaken(x, y, t, agent, only)) return delay;
            if (to === at || t === end) continue;
            const [toX, toY] = [walk[2 * to], walk[2 * to + 1]];
            if ((toX !== x || toY !== y) && this.#comes(toX, toY, x, y, t, agent, only)) {
                return delay;
            }
        }
        return null;
    }

    /**
     * Is somebody else in a cell after step t?
     *
     * @param {number} x
     * @param {number} y
     * @param {number} t
     * @param {number} agent
     * @param {number} only whom it is about; -1 for all
     */
    #isTaken(x, y, t, agent, only) {
        for (let k = this.table.find(x, y, t); k >= 0; k = this.table.next[k]) {
            this.effort.spend(1);
            if (isAbout(this.owner[k], agent, only)) return true;
        }
        for (let a = this.resting.find(x, y); a >= 0; a = this.resting.next[a]) {
            this.effort.spend(1);
            const since = this.first[a + 1] - this.first[a] - 1;
            if (since < t && isAbout(a, agent, only)) return true;
        }
        return false;
    }

    /**
     * Does somebody else go from one cell to another in step t?
     *
     * @param {number} x
     * @param {number} y
     * @param {number} toX
     * @param {number} toY
     * @param {number} t
     * @param {number} agent
     * @param {number} only
     */
    #comes(x, y, toX, toY, t, agent, only) {
        for (let k = this.table.find(x, y, t); k >= 0; k = this.table.next[k]) {
            const a = this.owner[k];
            this.effort.spend(1);
            if (!isAbout(a, agent, only) || k + 1 === this.first[a + 1]) continue;
            const at = 2 * (t + 1);
            const walk = this.steps.cells[a];
            if (walk[at] === toX && walk[at + 1] === toY) return true;
        }
        return false;
    }
}

/** @param {number} t @param {number} last */
function clamp(t, last) {
    return Math.min(Math.max(t, 0), last);
}

/** @param {number} a @param {number} agent @param {number} only */
function isAbout(a, agent, only) {
    return only < 0 ? a !== agent : a === only;
}
