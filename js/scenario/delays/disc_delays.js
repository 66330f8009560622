import { makeRecordsInStages, RECORD_LENGTH } from '../checks/disc_records.js';
import { makeBoxesInStages, RecordIndex } from '../checks/record_index.js';
import { DEPTH_RELATIVE } from '../model/tolerance.js';

/**
 * @import { Graze } from 'graze'
 * @import { Effort } from './effort.js'
 * @import { OtherBodies } from './least_delay.js'
 * @import { ContactPolicy } from '../checks/contact_policy.js'
 * @import { Point, Scenario } from '../model/scenario.js'
 * @import { RunBoxes } from '../checks/record_index.js'
 * @import { Allocate, Stage } from '../checks/stage.js'
 * @import { DiscRecords, TimeSpan } from '../checks/disc_records.js'
 *
 * Plain data of the delays of discs, which threads can share.
 *
 * @typedef {Pick<Scenario, 'atGoal' | 'beforeStart'> & { discs: DiscRecords, boxes: RunBoxes, span: TimeSpan }} DiscDelayInput
 *
 * @typedef {{ x: number, y: number, vx: number, vy: number, t0: number, t1: number,
 *   radius: number }} MovingDisc
 *
 * Range of the delays without a conflict before and after an agent's motion: it can wait at its start until another agent
 * arrives there, and can stay at its goal once all others have passed.
 *
 * @typedef {{ min: number, max: number }} DelayLimits
 */

/**
 * Returns the data of the delays of a plan of discs in straight motion.
 *
 * @param {Scenario} scenario
 * @param {TimeSpan} span
 * @param {Allocate} [allocate]
 * @returns {Generator<Stage, DiscDelayInput, void>}
 */
export function* makeDiscDelayInput(scenario, span, allocate) {
    const { atGoal, beforeStart } = scenario;
    // Agents that stay at their goals do so while others are late.
    const longSpan = { begin: span.begin, horizon: restHorizon(span) };
    const discs = yield* makeRecordsInStages(scenario, longSpan, allocate);
    const boxes = yield* makeBoxesInStages(discs, allocate);
    return { atGoal, beforeStart, discs, boxes, span };
}

/** Costs of visiting a record and of a query, in units of effort. */
const COST = { visit: 1, query: 30 };

/**
 * Computes unsafe delays of discs in straight motion (`DelayModel`), record by record (`DiscRecords`): an index finds the records
 * that are near a delayed one in space and time, and the package computes the delays with which two records conflict.
 */
export class DiscDelays {
    /** Limits by agent and other agent; -1 for all others. @type {Map<string, DelayLimits>} */ #limits =
        new Map();

    /**
     * @param {Graze} graze
     * @param {DiscDelayInput} input
     * @param {ContactPolicy} policy
     * @param {Effort} effort
     */
    constructor(graze, { atGoal, beforeStart, discs, boxes, span }, policy, effort) {
        this.graze = graze;
        this.effort = effort;
        this.atGoal = atGoal;
        this.beforeStart = beforeStart;
        this.span = span;
        this.policy = policy;
        this.discs = discs;
        this.largest = this.discs.radius.reduce((a, b) => Math.max(a, b), 0);
        this.reach = 2 * this.largest + policy.contactDistance(2 * this.largest);
        this.index = new RecordIndex(graze, discs, boxes);
    }

    free() {
        this.index.free();
    }

    /** Forgets what earlier searches found, so that the next ones spend as much effort as the first. */
    forget() {
        this.#limits.clear();
    }

    /**
     * @param {number} agent
     * @param {OtherBodies | null} other
     */
    minDelay(agent, other) {
        return Math.max(0, this.#delayLimits(agent, other).min);
    }

    /** @param {number} agent */
    maxDelay(agent) {
        return Math.max(0, this.span.horizon - this.#firstPiece(agent).t0);
    }

    /**
     * @param {number} agent
     * @param {number} delay
     * @param {OtherBodies | null} other
     */
    unsafeUntil(agent, delay, other) {
        if (other !== null && !('agent' in other)) return null;
        const onlyAgent = other === null ? -1 : other.agent;
        const limits = this.#delayLimits(agent, other);
        const isOpen = this.policy.touching === 'allowed';
        if (isOpen ? delay > limits.max : delay >= limits.max) return Infinity;
        if (isOpen ? delay < limits.min : delay <= limits.min) return limits.min;
        const { first, pieceOf } = this.discs;
        for (let i = first[agent]; i < first[agent + 1]; i++) {
            if (pieceOf[i] < 0) continue;
            const until = this.#pieceUnsafeUntil(i, agent, delay, onlyAgent);
            if (until !== null) return until;
        }
        return null;
    }

    /**
     * Returns the delay up to which a record of an agent conflicts with others; null if it does not with this delay.
     *
     * @param {number} i a record of the agent
     * @param {number} agent
     * @param {number} delay
     * @param {number} onlyAgent the only other agent to consider; -1 for all
     */
    #pieceUnsafeUntil(i, agent, delay, onlyAgent) {
        const piece = this.#movingDisc(i, 0, 0);
        /** @type {number | null} */
        let latest = null;
        const [from, to] = [piece.t0 + delay, piece.t1 + delay];
        const end = this.#endPosition(i);
        this.#visitRecords(piece, end, from, to, (j) => {
            const b = this.discs.agentOf[j];
            this.effort.spend(COST.visit);
            if (onlyAgent < 0 ? b === agent : b !== onlyAgent) return false;
            const radii = this.#conflictDistance(agent, b);
            if (radii === null || !this.#mayConflict(i, j, delay, radii)) return false;
            this.effort.spend(COST.query);
            const spans = this.graze.unsafeDelays(piece, this.#movingDisc(j, radii, 0), {
                touching: this.policy.touching,
            });
            for (const [lo, end] of spans) {
                const hi = this.#staysForever(j) ? Infinity : end;
                if (delay < lo || delay > hi || hi <= (latest ?? -Infinity)) continue;
                const isInside = this.policy.touching === 'conflict' || (lo < delay && delay < hi);
                if (isInside || this.#overlapsDeeply(i, j, delay, radii)) latest = hi;
            }
            // One conflict suffices: others that this delay causes are found when the next delay is queried.
            return latest !== null && latest > delay;
        });
        return latest;
    }

    /**
     * Returns whether a record is the stay of an agent at its goal, which never ends: a piece that passes it is unsafe with every
     * larger delay.
     *
     * @param {number} k
     */
    #staysForever(k) {
        const { pieceOf, records } = this.discs;
        return pieceOf[k] < 0 && records[k * RECORD_LENGTH + 5] >= restHorizon(this.span);
    }

    /**
     * Returns whether two records overlap at a delay that is an end of their unsafe delays. There they usually touch only, but
     * overlap if one of them ends at the instant at which the other begins.
     *
     * @param {number} i
     * @param {number} j
     * @param {number} delay delay of record i
     * @param {number} radii
     */
    #overlapsDeeply(i, j, delay, radii) {
        const delayed = this.#movingDisc(i, 0, delay);
        const { separation } = this.graze.closestApproach(delayed, this.#movingDisc(j, radii, 0));
        return separation < -DEPTH_RELATIVE * radii;
    }

    /**
     * Returns the distance of the centers at which two discs conflict: the sum of the radii, less the permitted depth, or plus
     * the required distance, with a margin for rounding. Returns null if no overlap is deep enough.
     *
     * @param {number} a
     * @param {number} b
     */
    #conflictDistance(a, b) {
        const { radius } = this.discs;
        const sum = radius[a] + radius[b];
        const tolerance = this.policy.toleranceFor(sum);
        const rounding = Math.min(tolerance, DEPTH_RELATIVE * sum) / 2;
        if (this.policy.touching === 'conflict')
            return sum + tolerance + (DEPTH_RELATIVE * sum) / 2;
        const radii = sum - tolerance + rounding;
        return radii >= 0 ? radii : null;
    }

    /**
     * Returns a record as an argument of the package, with another radius and a delay.
     *
     * @param {number} k
     * @param {number} radius
     * @param {number} delay
     * @returns {MovingDisc}
     */
    #movingDisc(k, radius, delay) {
        const [x, y, vx, vy, start, end] = this.discs.records.subarray(
            k * RECORD_LENGTH,
            k * RECORD_LENGTH + RECORD_LENGTH,
        );
        return { x, y, vx, vy, t0: start + delay, t1: end + delay, radius };
    }

    /**
     * Returns false only if the centers of record i, delayed, and of record j are certainly never within `radii`.
     *
     * @param {number} i
     * @param {number} j
     * @param {number} delay
     * @param {number} radii
     */
    #mayConflict(i, j, delay, radii) {
        const { records } = this.discs;
        const [p, q] = [i * RECORD_LENGTH, j * RECORD_LENGTH];
        const begin = Math.max(records[p + 4] + delay, records[q + 4]);
        const end = Math.min(records[p + 5] + delay, records[q + 5]);
        if (begin > end) return false;
        const [s, t] = [begin - records[p + 4] - delay, begin - records[q + 4]];
        const dx = records[q] + records[q + 2] * t - records[p] - records[p + 2] * s;
        const dy = records[q + 1] + records[q + 3] * t - records[p + 1] - records[p + 3] * s;
        const [ux, uy] = [records[q + 2] - records[p + 2], records[q + 3] - records[p + 3]];
        const speed = ux * ux + uy * uy;
        const duration = end - begin;
        const time = speed > 0 ? Math.min(Math.max(-(dx * ux + dy * uy) / speed, 0), duration) : 0;
        const size = Math.abs(records[q]) + Math.abs(records[q + 1]) + radii;
        return Math.hypot(dx + ux * time, dy + uy * time) <= radii + 1e-9 * size;
    }

    /**
     * @param {number} agent
     * @param {OtherBodies | null} other
     * @returns {DelayLimits}
     */
    #delayLimits(agent, other) {
        if (other !== null && !('agent' in other)) return { min: -Infinity, max: Infinity };
        const onlyAgent = other === null ? -1 : other.agent;
        const key = `${agent} ${onlyAgent}`;
        const known = this.#limits.get(key);
        if (known !== undefined) return known;
        const start = this.#firstPiece(agent);
        const [t0, t1] = [start.t0, this.#lastPiece(agent).t1];
        const limits = { min: -Infinity, max: Infinity };
        const { first } = this.discs;
        if (this.beforeStart === 'stay') {
            this.#visitPresence(start, agent, onlyAgent, (begin) => {
                limits.max = Math.min(limits.max, begin - t0);
            });
        }
        if (this.atGoal === 'stay') {
            const end = this.#endPosition(first[agent + 1] - 1);
            this.#visitPresence(end, agent, onlyAgent, (_, until) => {
                // A record that lasts until the end of the plan has no end.
                const lasts = until > this.span.horizon;
                limits.min = Math.max(limits.min, lasts ? Infinity : until - t1);
            });
        }
        this.#limits.set(key, limits);
        return limits;
    }

    /** Returns the first piece of an agent's motion, which is not empty. @param {number} agent */
    #firstPiece(agent) {
        const { first, pieceOf } = this.discs;
        let k = first[agent];
        while (pieceOf[k] < 0) k++;
        return this.#movingDisc(k, 0, 0);
    }

    /** Returns the last piece of an agent's motion, which is not empty. @param {number} agent */
    #lastPiece(agent) {
        const { first, pieceOf } = this.discs;
        let k = first[agent + 1] - 1;
        while (pieceOf[k] < 0) k--;
        return this.#movingDisc(k, 0, 0);
    }

    /**
     * Returns the position where a record ends.
     *
     * @param {number} k
     */
    #endPosition(k) {
        const { x, y, vx, vy, t0, t1 } = this.#movingDisc(k, 0, 0);
        return { x: x + vx * (t1 - t0), y: y + vy * (t1 - t0) };
    }

    /**
     * Visits the records that may be near the path from one place to another.
     *
     * @param {Point} place
     * @param {Point} end
     * @param {number} from
     * @param {number} to
     * @param {(record: number) => boolean} visit returns true to stop
     */
    #visitRecords(place, end, from, to, visit) {
        const [minX, maxX] = [Math.min(place.x, end.x), Math.max(place.x, end.x)];
        const [minY, maxY] = [Math.min(place.y, end.y), Math.max(place.y, end.y)];
        this.index.visit(minX, maxX, minY, maxY, this.reach, from, to, visit);
    }

    /**
     * Visits the time ranges in which others conflict with an agent at a place.
     *
     * @param {{ x: number, y: number }} place
     * @param {number} agent agent that would be there
     * @param {number} onlyAgent
     * @param {(begin: number, end: number) => void} visit
     */
    #visitPresence({ x, y }, agent, onlyAgent, visit) {
        const [t0, t1] = [this.span.begin, restHorizon(this.span)];
        this.#visitRecords({ x, y }, { x, y }, -Infinity, Infinity, (j) => {
            const b = this.discs.agentOf[j];
            this.effort.spend(COST.visit);
            if (onlyAgent < 0 ? b === agent : b !== onlyAgent) return false;
            const radii = this.#conflictDistance(agent, b);
            if (radii === null) return false;
            this.effort.spend(COST.query);
            const standing = { x, y, vx: 0, vy: 0, t0, t1, radius: radii };
            const options = { touching: this.policy.touching };
            const times = this.graze.conflictIntervals(
                standing,
                this.#movingDisc(j, 0, 0),
                options,
            );
            for (const [lo, hi] of times) visit(lo, hi);
            return false;
        });
    }
}

/**
 * Returns a time by which a delayed agent has certainly arrived.
 *
 * @param {TimeSpan} span
 */
function restHorizon({ begin, horizon }) {
    return horizon + 2 * (horizon - begin) + 1;
}
