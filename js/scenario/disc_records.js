import { formatValue, GrazeError } from '#internal';
import { pieceCountOf, piecesOf } from './motion_source.js';
import { allocateOwn } from './shared_memory.js';
import { beginTime, eachPiece, endTime, finalPoint, stepPathOf } from './step_motion.js';

/**
 * @import { Agent, MotionPiece, Scenario } from './scenario.js'
 * @import { Allocate } from './shared_memory.js'
 * @import { StepPath } from './step_motion.js'
 */

/** Numbers per record of a batch of moving discs: x, y, vx, vy, t0, t1, radius. */
export const RECORD_LENGTH = 7;

/**
 * All agents' motions as records of a batch of moving discs, agent by agent in time order. The stay of an agent before and
 * after its motion (or instead of one) is a record too.
 *
 * @typedef {object} DiscRecords
 * @property {number} agents number of agents
 * @property {number} count number of records
 * @property {Float64Array} records RECORD_LENGTH numbers each
 * @property {Int32Array} first first record of each agent: those of agent a are first[a] to first[a + 1] - 1
 * @property {Int32Array} agentOf agent of each record
 * @property {Int32Array} pieceOf index of each record's piece in its agent's motion; -1 for a stay before or after the motion, or
 *   instead of one
 * @property {Float64Array} radius radius of each agent
 * @property {number} begin earliest start, at most 0: nothing moves before it
 * @property {number} horizon largest end: nothing moves after it
 */

/**
 * The checked time range.
 *
 * @typedef {object} TimeSpan
 * @property {number} begin at most 0: nothing moves before it
 * @property {number} horizon at least 0: nothing that an agent could meet moves after it
 */

/**
 * Returns the time range to check: that of all motions, and 0. Obstacles extend it only where agents stay.
 *
 * @param {Scenario} scenario
 * @returns {TimeSpan}
 */
export function timeSpan({ agents, obstacles, atGoal, beforeStart }) {
    let [begin, horizon] = [0, 0];
    for (const agent of agents) {
        const first = beginTime(agent);
        if (first === null) continue;
        begin = Math.min(begin, first);
        horizon = Math.max(horizon, endTime(agent));
    }
    for (const { motion = [] } of obstacles) {
        if (motion.length === 0) continue;
        if (beforeStart === 'stay') begin = Math.min(begin, motion[0].t0);
        if (atGoal === 'stay') horizon = Math.max(horizon, motion[motion.length - 1].t1);
    }
    return { begin, horizon };
}

/**
 * Returns whether all agents are discs that move straight at constant speed, which closed formulas in double check.
 *
 * @param {Scenario} scenario
 */
export function hasOnlyLinearDiscs({ agents }) {
    for (const agent of agents) {
        if (agent.shape.kind !== 'disc') return false;
        if (stepPathOf(agent) !== undefined) continue;
        for (const { x, y } of piecesOf(agent)) if (!isLinear(x) || !isLinear(y)) return false;
    }
    return true;
}

/** @param {number[]} polynomial */
function isLinear(polynomial) {
    if (polynomial.length <= 2) return polynomial.length > 0;
    for (let k = 2; k < polynomial.length; k++) if (polynomial[k] !== 0) return false;
    return true;
}

/**
 * Returns the records of a scenario's agents.
 *
 * @param {Scenario} scenario scenario of discs that move straight at constant speed
 * @param {TimeSpan} span
 * @param {object} [options]
 * @param {(agent: number) => boolean} [options.isChosen] whether an agent has records; default: all have
 * @param {Allocate} [options.allocate] memory of the records; default: that of the calling thread alone
 * @returns {DiscRecords}
 */
export function makeDiscRecords(
    scenario,
    { begin, horizon },
    { isChosen = () => true, allocate = allocateOwn } = {},
) {
    const { agents, atGoal, beforeStart } = scenario;
    const maxRecords = agents.reduce(
        (sum, agent, a) => sum + (isChosen(a) ? pieceCountOf(agent) + 2 : 0),
        0,
    );
    /** @type {DiscRecords} */
    const discs = {
        agents: agents.length,
        count: 0,
        records: new Float64Array(allocate(maxRecords * RECORD_LENGTH * 8)),
        first: new Int32Array(allocate((agents.length + 1) * 4)),
        agentOf: new Int32Array(allocate(maxRecords * 4)),
        pieceOf: new Int32Array(allocate(maxRecords * 4)),
        radius: new Float64Array(allocate(agents.length * 8)),
        begin,
        horizon,
    };
    for (let a = 0; a < agents.length; a++) {
        const agent = agents[a];
        discs.radius[a] = discRadius(agent, a);
        if (isChosen(a)) addAgent(discs, agent, a, beforeStart, atGoal);
        discs.first[a + 1] = discs.count;
    }
    return discs;
}

/**
 * Adds the records of an agent: its pieces, and its stays before and after them.
 *
 * @param {DiscRecords} discs
 * @param {Agent} agent
 * @param {number} a
 * @param {Scenario['beforeStart']} beforeStart
 * @param {Scenario['atGoal']} atGoal
 */
function addAgent(discs, agent, a, beforeStart, atGoal) {
    const { begin, horizon } = discs;
    const path = stepPathOf(agent);
    const count = pieceCountOf(agent);
    if (path !== undefined) addSteps(discs, path, a, beforeStart);
    else addPieces(discs, piecesOf(agent), a, beforeStart);
    const from = count > 0 ? endTime(agent) : begin;
    const until = atGoal === 'stay' ? horizon : from;
    if (count > 0 && from >= until) return;
    const { x, y } = restingPlace(agent, a);
    addRecord(discs, a, -1, x, y, 0, 0, from, until);
}

/**
 * @param {DiscRecords} discs
 * @param {MotionPiece[]} motion
 * @param {number} a
 * @param {Scenario['beforeStart']} beforeStart
 */
function addPieces(discs, motion, a, beforeStart) {
    for (let k = 0; k < motion.length; k++) checkLinearPiece(motion[k], a, k);
    if (beforeStart === 'stay' && motion.length > 0 && motion[0].t0 > discs.begin) {
        const { x, y, t0 } = motion[0];
        addRecord(discs, a, -1, x[0], y[0], 0, 0, discs.begin, t0);
    }
    for (let k = 0; k < motion.length; k++) {
        const { x, y, t0, t1 } = motion[k];
        addRecord(discs, a, k, x[0], y[0], x[1] ?? 0, y[1] ?? 0, t0, t1);
    }
}

/**
 * Adds the pieces of a motion that is not made.
 *
 * @param {DiscRecords} discs
 * @param {StepPath} path
 * @param {number} a
 * @param {Scenario['beforeStart']} beforeStart
 */
function addSteps(discs, { places, sources }, a, beforeStart) {
    if (beforeStart === 'stay' && discs.begin < 0) {
        addRecord(discs, a, -1, places[0], places[1], 0, 0, discs.begin, 0);
    }
    const { records, agentOf, pieceOf } = discs;
    const radius = discs.radius[a];
    let k = discs.count;
    let piece = 0;
    eachPiece(places, sources, (first, next) => {
        const [p, q] = [2 * first, 2 * next];
        const at = k * RECORD_LENGTH;
        const [x, y] = [places[p], places[p + 1]];
        records[at] = x;
        records[at + 1] = y;
        records[at + 2] = places[q] - x;
        records[at + 3] = places[q + 1] - y;
        records[at + 4] = first;
        records[at + 5] = next;
        records[at + 6] = radius;
        agentOf[k] = a;
        pieceOf[k++] = piece++;
    });
    discs.count = k;
}

/**
 * @param {DiscRecords} discs
 * @param {number} agent
 * @param {number} piece
 * @param {number} x
 * @param {number} y
 * @param {number} vx
 * @param {number} vy
 * @param {number} start
 * @param {number} end
 */
function addRecord(discs, agent, piece, x, y, vx, vy, start, end) {
    const k = discs.count++;
    const { records } = discs;
    const at = k * RECORD_LENGTH;
    records[at] = x;
    records[at + 1] = y;
    records[at + 2] = vx;
    records[at + 3] = vy;
    records[at + 4] = start;
    records[at + 5] = end;
    records[at + 6] = discs.radius[agent];
    discs.agentOf[k] = agent;
    discs.pieceOf[k] = piece;
}

/**
 * @param {Agent} agent
 * @param {number} a
 */
function restingPlace(agent, a) {
    const details = { argument: 'scenario', index: a };
    const place = finalPoint(agent) ?? agent.start;
    if (place === null) {
        const text = `agent ${a} has neither a motion nor a start`;
        throw new GrazeError('unknown-start', text, details);
    }
    if (Number.isFinite(place.x) && Number.isFinite(place.y)) return place;
    const text = `agent ${a} rests at a place that is not finite`;
    throw new GrazeError('not-finite', text, details);
}

/**
 * @param {Agent} agent
 * @param {number} a
 */
function discRadius(agent, a) {
    const { shape } = agent;
    const details = { argument: 'scenario', index: a, value: shape.kind };
    if (shape.kind !== 'disc') {
        throw new GrazeError('unsupported-body', `agent ${a} is a ${shape.kind}`, details);
    }
    // A NaN would compare as far from everything, so that no pair would be examined and the plan would seem valid.
    if (shape.radius >= 0 && shape.radius < Infinity) return shape.radius;
    const text = `the radius of agent ${a} must be finite and at least 0, got ${formatValue(shape.radius)}`;
    throw new GrazeError('out-of-range', text, { ...details, value: shape.radius });
}

/**
 * Checks that a piece is finite and forward in time.
 *
 * @param {MotionPiece} piece
 * @param {number} a
 * @param {number} k
 */
function checkLinearPiece({ t0, t1, x, y }, a, k) {
    const sum = t0 + t1 + x[0] + y[0] + (x[1] ?? 0) + (y[1] ?? 0);
    // A sum is finite only if all its terms are; it may overflow if they are, so each is checked then.
    if (t1 >= t0 && Number.isFinite(sum)) return;
    const details = { argument: 'scenario', index: a, value: k };
    const description = `piece ${k} of agent ${a}`;
    if (![t0, t1, ...x, ...y].every(Number.isFinite)) {
        throw new GrazeError(
            'not-finite',
            `${description} has a number that is not finite`,
            details,
        );
    }
    if (t1 >= t0) return;
    const text = `${description} ends at ${t1}, before it starts at ${t0}`;
    throw new GrazeError('out-of-range', text, details);
}
