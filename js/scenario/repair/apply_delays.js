import { durationOf } from '../model/duration.js';
import { Names } from '../model/names.js';
import { startPoint } from '../model/step_motion.js';

/**
 * @import { Delays } from './delay_search.js'
 * @import { Agent, MotionPiece, Point, Scenario } from '../model/scenario.js'
 */

/**
 * A wait that a repair inserts.
 *
 * @typedef {object} Wait
 * @property {number} piece index of the original piece that begins later, from 0
 * @property {[number, number] | [number, number, number]} position x and y of the wait, in the plan's frame, and z in space
 * @property {number} time beginning of the wait in the repaired plan
 * @property {number} duration its duration
 */

/**
 * Changes of an agent by a repair.
 *
 * @typedef {object} AgentChange
 * @property {number} agent index in file order, from 0
 * @property {string} name name of the agent, as in a violation
 * @property {Wait[]} waits in time order
 * @property {number} arrivalDelay sum of the waits, in time
 */

/**
 * Returns the plan with its pieces delayed. If an agent stays before its motion, and its pieces are straight, a wait before
 * the first piece is a piece as well: formats without times have no other notation for it.
 *
 * @param {Scenario} scenario
 * @param {readonly Delays[]} delays delays of each agent's pieces, or one for all of them, in ticks
 * @param {boolean} delaysWholeMotion true: only starts are delayed
 * @returns {{ scenario: Scenario, changes: AgentChange[], totalDelay: number }}
 */
export function applyDelays(scenario, delays, delaysWholeMotion) {
    const tick = scenario.timeStep ?? 1;
    const names = new Names(scenario).agents;
    /** @type {AgentChange[]} */
    const changes = [];
    let totalDelay = 0;
    const agents = scenario.agents.map((agent, number) => {
        const own = delays[number];
        const { motion } = agent;
        const last = own[own.length - 1] ?? 0;
        if (motion.length === 0 || last === 0) return agent;
        const arrivalDelay = last * tick;
        totalDelay += arrivalDelay;
        const retimedMotion = delaysWholeMotion
            ? delayMotion(agent, arrivalDelay)
            : insertWaits(agent, own, tick, scenario.beforeStart);
        changes.push({
            agent: number,
            name: names[number],
            waits: retimedMotion.waits,
            arrivalDelay,
        });
        const { states } = agent;
        if (states === undefined || !delaysWholeMotion)
            return { ...agent, motion: retimedMotion.motion };
        const shiftedStates = states.map((state) => ({ ...state, t: state.t + arrivalDelay }));
        return { ...agent, motion: retimedMotion.motion, states: shiftedStates };
    });
    const repaired = { ...scenario, agents };
    if (scenario.discrete !== null) {
        const cells = scenario.discrete.cells.map((own, a) => {
            return insertCellWaits(own, scenario.agents[a].motion, delays[a], tick);
        });
        repaired.discrete = { cells, commanded: null };
    }
    return { scenario: repaired, changes, totalDelay };
}

/**
 * Returns a motion that is delayed as a whole.
 *
 * @param {Agent} agent
 * @param {number} duration
 * @returns {{ motion: MotionPiece[], waits: Wait[] }}
 */
function delayMotion({ motion }, duration) {
    const [first] = motion;
    const position = toPosition(startPoint(first));
    return {
        motion: motion.map((piece) => ({
            ...piece,
            t0: piece.t0 + duration,
            t1: piece.t1 + duration,
        })),
        waits: [{ piece: 0, position, time: first.t0, duration }],
    };
}

/** @param {Point} point @returns {Wait['position']} */
function toPosition({ x, y, z }) {
    return z === undefined ? [x, y] : [x, y, z];
}

/**
 * Returns a motion with waits between its pieces. Times are running sums of the durations, as in formats without times.
 *
 * @param {Agent} agent
 * @param {Delays} delays
 * @param {number} tick
 * @param {'stay' | 'vanish'} beforeStart
 */
function insertWaits({ motion }, delays, tick, beforeStart) {
    /** @type {MotionPiece[]} */
    const pieces = [];
    /** @type {Wait[]} */
    const waits = [];
    let now = motion[0].t0;
    let appliedDelay = 0;
    motion.forEach((piece, k) => {
        if (delays[k] > appliedDelay) {
            const until = Math.max(now, piece.t0 + delays[k] * tick);
            waits.push({
                piece: k,
                position: toPosition(startPoint(piece)),
                time: now,
                duration: (delays[k] - appliedDelay) * tick,
            });
            if (k > 0 || beforeStart === 'stay') pieces.push(waitBefore(piece, now, until));
            now = until;
            appliedDelay = delays[k];
        }
        if (appliedDelay === 0) {
            pieces.push(piece);
            now = piece.t1;
            return;
        }
        const t1 = now + durationOf(piece);
        pieces.push({ ...piece, t0: now, t1 });
        now = t1;
    });
    return { motion: pieces, waits };
}

/**
 * Returns a wait where a piece begins, in the pose that the agent has then.
 *
 * @param {MotionPiece} piece
 * @param {number} t0
 * @param {number} t1
 * @returns {MotionPiece}
 */
function waitBefore(piece, t0, t1) {
    const { x, y, z, angle, axis, rotation } = piece;
    return {
        ...{ t0, t1, x: [x[0]], y: [y[0]] },
        ...(z && { z: [z[0]] }),
        ...(angle && { angle: [angle[0]] }),
        ...(axis && { axis }),
        ...(rotation && { rotation }),
        end: startPoint(piece),
    };
}

/**
 * Returns an agent's cells, repeating those in which it waits.
 *
 * @param {Int32Array} cells
 * @param {MotionPiece[]} motion
 * @param {Delays} delays
 * @param {number} tick
 */
function insertCellWaits(cells, motion, delays, tick) {
    const last = delays[delays.length - 1] ?? 0;
    if (last === 0) return cells;
    const waitingCells = new Int32Array(cells.length + 2 * last);
    let [from, to, appliedDelay] = [0, 0, 0];
    motion.forEach(({ t0 }, k) => {
        if (delays[k] === appliedDelay) return;
        // The agent waits in the last cell before.
        const until = 2 * (Math.round(t0 / tick) + 1);
        waitingCells.set(cells.subarray(from, until), to);
        to += until - from;
        from = until;
        for (; appliedDelay < delays[k]; appliedDelay++) {
            waitingCells.set(cells.subarray(until - 2, until), to);
            to += 2;
        }
    });
    waitingCells.set(cells.subarray(from), to);
    return waitingCells;
}
