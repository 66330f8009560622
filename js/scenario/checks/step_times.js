import { firstIndex, piecesOf, stepPathOf } from '../model/step_motion.js';
import { TIME_RELATIVE } from '../model/tolerance.js';

/**
 * @import { Agent, MotionPiece, Scenario } from '../model/scenario.js'
 * @import { ViolationDraft } from '../validation/validate.js'
 */

/** Times at which the pieces of the motions of a plan in time steps end, to find overlaps between them. */
export class StepTimes {
    #scenario;
    #areTouchesCounted;
    /** Ascending times of the ends of pieces. @type {Map<object, Float64Array>} */
    #times = new Map();

    /** @param {Scenario} scenario @param {'allowed' | 'conflict'} touching */
    constructor(scenario, touching) {
        this.#scenario = scenario;
        this.#areTouchesCounted = touching === 'conflict';
    }

    /**
     * Returns whether bodies overlap at no time step: at no end of a piece of either one. Where touching is allowed, they only
     * touch at the ends of the interval, unless one of them appears or vanishes there. O(log pieces), after a first pass over
     * the pieces of a body.
     *
     * @param {Pick<ViolationDraft, 'kind' | 'agents' | 'obstacle' | 'interval' | 'lasting'>} violation
     */
    isBetween({ kind, agents, obstacle, interval, lasting }) {
        const scenario = this.#scenario;
        if (scenario.timeStep === null || lasting) return false;
        if (kind !== 'agent-agent' && kind !== 'agent-obstacle') return false;
        const obstacles =
            obstacle === undefined
                ? []
                : scenario.obstacles.filter(
                      ({ name, motion = [] }) => name === obstacle && motion.length > 0,
                  );
        const moving = agents.map((a) => scenario.agents[a]);
        const vanishes = scenario.beforeStart === 'vanish' || scenario.atGoal === 'vanish';
        return (
            moving.every((agent) => !this.#hasTimeIn(agent, interval, vanishes)) &&
            obstacles.every((each) => !this.#hasTimeIn(each, interval, true))
        );
    }

    /**
     * @param {Agent | { motion?: MotionPiece[] }} body
     * @param {[number, number]} interval
     * @param {boolean} vanishes whether the body may appear or vanish at an end of its motion
     */
    #hasTimeIn(body, [begin, end], vanishes) {
        const times = this.#timesOf(body);
        if (times.length === 0) return false;
        const slack = TIME_RELATIVE * Math.max(1, Math.abs(begin), Math.abs(end));
        /** @param {number} time */
        const isAtEnd = (time) => Math.abs(time - begin) <= slack || Math.abs(time - end) <= slack;
        if (vanishes && (isAtEnd(times[0]) || isAtEnd(times[times.length - 1]))) return true;
        const margin = this.#areTouchesCounted ? -slack : slack;
        const first = times[firstIndex(times.length, (k) => times[k] > begin + margin)];
        return first > begin + margin && first < end - margin;
    }

    /** @param {Agent | { motion?: MotionPiece[] }} body */
    #timesOf(body) {
        let times = this.#times.get(body);
        if (times === undefined) {
            times = makeTimes(body);
            this.#times.set(body, times);
        }
        return times;
    }
}

/** @param {Agent | { motion?: MotionPiece[] }} body */
function makeTimes(body) {
    const path = stepPathOf(body);
    if (path !== undefined) return Float64Array.from({ length: path.steps + 1 }, (_, t) => t);
    const pieces = piecesOf(/** @type {Agent} */ (body)) ?? [];
    const times = new Set(pieces.flatMap(({ t0, t1 }) => [t0, t1]));
    return Float64Array.from(times).sort();
}
