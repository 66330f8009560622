import { makeCellVisits, readCellVisits } from '../checks/cell_visits.js';
import { CellPaths, CellTable } from '../checks/discrete.js';
import { copyPaths } from '../checks/stage.js';

/**
 * @import { CellVisitData } from '../checks/cell_visits.js'
 * @import { Effort } from './effort.js'
 * @import { OtherBodies } from './least_delay.js'
 * @import { DiscretePlan, Scenario } from '../model/scenario.js'
 * @import { Allocate } from '../checks/stage.js'
 *
 * Plain data of the delays of agents without a size, which threads can share.
 *
 * @typedef {Pick<Scenario, 'atGoal' | 'beforeStart'> & { cells: Int32Array[], visits: CellVisitData }} StepDelayInput
 */

/**
 * Returns the data of the delays of a plan in steps.
 *
 * @param {Pick<Scenario, 'atGoal' | 'beforeStart'>} scenario
 * @param {DiscretePlan} discrete
 * @param {Allocate} [allocate] default: memory of the calling thread, where the cells are already
 * @returns {StepDelayInput}
 */
export function makeStepDelayInput({ atGoal, beforeStart }, { cells: own }, allocate) {
    const cells = allocate === undefined ? own : copyPaths(own, allocate);
    const visits = makeCellVisits(new CellPaths(cells, atGoal), allocate);
    return { atGoal, beforeStart, cells, visits };
}

/**
 * Unsafe delays of agents without a size (`DelayModel`), in whole steps, by the conflicts of the discrete model.
 */
export class StepDelays {
    /**
     * @param {StepDelayInput} input
     * @param {Effort} effort
     */
    constructor({ cells, visits, atGoal, beforeStart }, effort) {
        this.effort = effort;
        this.steps = new CellPaths(cells, atGoal);
        this.waitsAtStart = beforeStart === 'stay';
        /** Cells that are occupied after each step, during the plans. */
        this.visits = readCellVisits(visits);
        /** Cells in which an agent stays from its last step on. */
        this.resting = new CellTable(cells.length);
        this.resting.clear();
        cells.forEach((path, a) => {
            if (this.steps.staysAtGoal && path.length > 0) {
                this.resting.put(path[path.length - 2], path[path.length - 1], a);
            }
        });
    }

    minDelay() {
        return 0;
    }

    maxDelay() {
        return this.steps.last;
    }

    /**
     * @param {number} agent
     * @param {number} delay
     * @param {OtherBodies | null} other
     */
    unsafeUntil(agent, delay, other) {
        const delaySteps = Math.round(delay);
        const onlyAgent = other !== null && 'agent' in other ? other.agent : -1;
        const path = this.steps.cells[agent];
        const last = path.length / 2 - 1;
        const end = this.steps.staysAtGoal
            ? Math.max(this.steps.last, last + delaySteps)
            : last + delaySteps;
        for (let t = this.waitsAtStart ? 0 : delaySteps; t <= end; t++) {
            this.effort.spend(1);
            const [at, to] = [t, t + 1].map((time) => clamp(time - delaySteps, last));
            const [x, y] = [path[2 * at], path[2 * at + 1]];
            if (this.#isOccupied(x, y, t, agent, onlyAgent)) return delay;
            if (to === at || t === end) continue;
            const [toX, toY] = [path[2 * to], path[2 * to + 1]];
            if ((toX !== x || toY !== y) && this.#isMovingTo(toX, toY, x, y, t, agent, onlyAgent)) {
                return delay;
            }
        }
        return null;
    }

    /**
     * Returns whether another agent is in a cell after step t.
     *
     * @param {number} x
     * @param {number} y
     * @param {number} t
     * @param {number} agent
     * @param {number} onlyAgent agent to consider; -1 for all
     */
    #isOccupied(x, y, t, agent, onlyAgent) {
        const { visits } = this;
        for (let k = visits.first(x, y, t); k >= 0; k = visits.next(k)) {
            this.effort.spend(1);
            if (isRelevant(visits.agentOf(k), agent, onlyAgent)) return true;
        }
        for (let a = this.resting.find(x, y); a >= 0; a = this.resting.next[a]) {
            this.effort.spend(1);
            const since = this.steps.cells[a].length / 2 - 1;
            if (since < t && isRelevant(a, agent, onlyAgent)) return true;
        }
        return false;
    }

    /**
     * Returns whether another agent moves from one cell, which it occupies after step t, to another in the next step.
     *
     * @param {number} x
     * @param {number} y
     * @param {number} toX
     * @param {number} toY
     * @param {number} t
     * @param {number} agent
     * @param {number} onlyAgent
     */
    #isMovingTo(x, y, toX, toY, t, agent, onlyAgent) {
        const { visits } = this;
        const at = 2 * (t + 1);
        for (let k = visits.first(x, y, t); k >= 0; k = visits.next(k)) {
            const a = visits.agentOf(k);
            this.effort.spend(1);
            const path = this.steps.cells[a];
            if (!isRelevant(a, agent, onlyAgent) || at === path.length) continue;
            if (path[at] === toX && path[at + 1] === toY) return true;
        }
        return false;
    }
}

/** @param {number} t @param {number} last */
function clamp(t, last) {
    return Math.min(Math.max(t, 0), last);
}

/** @param {number} a @param {number} agent @param {number} onlyAgent */
function isRelevant(a, agent, onlyAgent) {
    return onlyAgent < 0 ? a !== agent : a === onlyAgent;
}
