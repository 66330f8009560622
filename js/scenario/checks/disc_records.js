import { formatValue, GrazeError } from '#internal';
import {
    beginTime,
    eachPiece,
    endTime,
    finalPoint,
    pieceCountOf,
    piecesOf,
    stepPathOf,
} from '../model/step_motion.js';
import { allocateOwn, copyPaths, makeStage, numberBlocks } from './stage.js';

/**
 * @import { Agent, MotionPiece, Scenario } from '../model/scenario.js'
 * @import { Allocate, Stage } from './stage.js'
 * @import { PlaceSources, StepPath } from '../model/step_motion.js'
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
 * @param {(agent: number) => boolean} [isChosen] whether an agent has records; default: all have
 * @param {Allocate} [allocate] default: memory of the calling thread
 * @returns {DiscRecords}
 */
export function makeDiscRecords(scenario, span, isChosen = () => true, allocate = allocateOwn) {
    const discs = layOutRecords(scenario, span, isChosen, allocate);
    for (const [a, agent] of scenario.agents.entries()) {
        if (isChosen(a)) writeAgent(discs, agent, a, scenario);
    }
    return discs;
}

/** Agents of a block of `makeRecordsInStages`. */
const AGENTS_PER_BLOCK = 512;

/** Rough duration of writing a record, in milliseconds. */
const MS_PER_RECORD = 1.2e-4;

/**
 * Returns the records of a scenario's agents, as `makeDiscRecords` does, in memory that threads share.
 *
 * @param {Scenario} scenario
 * @param {TimeSpan} span
 * @param {Allocate} [allocate] default: one thread makes all records in memory of its own
 * @returns {Generator<Stage, DiscRecords, void>}
 */
export function* makeRecordsInStages(scenario, span, allocate) {
    const { agents, atGoal, beforeStart } = scenario;
    const paths = agents.map((agent) => stepPathOf(agent));
    // Joined waits and other motions are not written from places alone.
    const places = paths.flatMap((path) => {
        return path !== undefined && path.count === Math.max(1, path.steps) ? path.places : [];
    });
    if (allocate === undefined || places.length < agents.length) {
        return makeDiscRecords(scenario, span, undefined, allocate);
    }
    const discs = layOutRecords(scenario, span, () => true, allocate);
    const rules = { discs, atGoal, beforeStart };
    yield makeStage({
        kind: 'records',
        makeInput: () => ({ ...rules, places: copyPaths(places, allocate) }),
        blocks: numberBlocks(agents.length, AGENTS_PER_BLOCK),
        cost: discs.count * MS_PER_RECORD,
        makeOwnWorker: () => new RecordWriter(null, { ...rules, places }),
        take() {},
    });
    return discs;
}

/**
 * Data of the records of agents that move in steps.
 *
 * @typedef {Pick<Scenario, 'atGoal' | 'beforeStart'> & { discs: DiscRecords, places: Int32Array[] }} RecordInput
 */

/** Writes the records of agents that move in steps, block by block (`BlockWorker`). */
export class RecordWriter {
    #input;

    /** @param {unknown} _ @param {RecordInput} input */
    constructor(_, input) {
        this.#input = input;
    }

    free() {}

    /** @param {number} block */
    run(block) {
        const { discs, places, atGoal, beforeStart } = this.#input;
        const end = Math.min((block + 1) * AGENTS_PER_BLOCK, places.length);
        for (let a = block * AGENTS_PER_BLOCK; a < end; a++) {
            const path = places[a];
            const k = writeSteps(discs, path, undefined, a, beforeStart);
            const steps = path.length / 2 - 1;
            if (k < discs.first[a + 1]) {
                const [x, y] = path.subarray(2 * steps);
                writeRecord(discs, k, a, -1, x, y, 0, 0, steps, endOfStay(discs, atGoal, steps));
            }
        }
    }
}

/**
 * Returns records that are not written yet.
 *
 * @param {Scenario} scenario
 * @param {TimeSpan} span
 * @param {(agent: number) => boolean} isChosen
 * @param {Allocate} allocate
 * @returns {DiscRecords}
 */
function layOutRecords({ agents, atGoal, beforeStart }, { begin, horizon }, isChosen, allocate) {
    const first = new Int32Array(allocate((agents.length + 1) * 4));
    const radius = new Float64Array(allocate(agents.length * 8));
    const span = { begin, horizon };
    for (const [a, agent] of agents.entries()) {
        radius[a] = discRadius(agent, a);
        const count = isChosen(a) ? countRecords(agent, beforeStart, atGoal, span) : 0;
        first[a + 1] = first[a] + count;
    }
    const count = first[agents.length];
    return {
        agents: agents.length,
        count,
        records: new Float64Array(allocate(count * RECORD_LENGTH * 8)),
        first,
        agentOf: new Int32Array(allocate(count * 4)),
        pieceOf: new Int32Array(allocate(count * 4)),
        radius,
        begin,
        horizon,
    };
}

/**
 * Returns the number of records of an agent: its pieces, and its stays before and after them.
 *
 * @param {Agent} agent
 * @param {Scenario['beforeStart']} beforeStart
 * @param {Scenario['atGoal']} atGoal
 * @param {TimeSpan} span
 */
function countRecords(agent, beforeStart, atGoal, span) {
    const count = pieceCountOf(agent);
    const start = count > 0 ? beginTime(agent) : null;
    const staysBefore = beforeStart === 'stay' && start !== null && start > span.begin;
    const end = count > 0 ? endTime(agent) : span.begin;
    const staysAfter = count === 0 || end < endOfStay(span, atGoal, end);
    return count + Number(staysBefore) + Number(staysAfter);
}

/**
 * Returns the time until which an agent stays that comes to rest at a time.
 *
 * @param {TimeSpan} span
 * @param {Scenario['atGoal']} atGoal
 * @param {number} time
 */
function endOfStay({ horizon }, atGoal, time) {
    return atGoal === 'stay' ? horizon : time;
}

/**
 * Writes the records of an agent.
 *
 * @param {DiscRecords} discs
 * @param {Agent} agent
 * @param {number} a
 * @param {Pick<Scenario, 'atGoal' | 'beforeStart'>} rules
 */
function writeAgent(discs, agent, a, { atGoal, beforeStart }) {
    const path = stepPathOf(agent);
    const k =
        path === undefined
            ? writePieces(discs, piecesOf(agent), a, beforeStart)
            : writeSteps(discs, path.places, path.sources, a, beforeStart);
    if (k === discs.first[a + 1]) return;
    const from = pieceCountOf(agent) > 0 ? endTime(agent) : discs.begin;
    const { x, y } = restingPlace(agent, a);
    writeRecord(discs, k, a, -1, x, y, 0, 0, from, endOfStay(discs, atGoal, from));
}

/**
 * Writes the pieces of a motion, and the stay before it.
 *
 * @param {DiscRecords} discs
 * @param {MotionPiece[]} motion
 * @param {number} a
 * @param {Scenario['beforeStart']} beforeStart
 * @returns {number} index of the next record
 */
function writePieces(discs, motion, a, beforeStart) {
    let next = discs.first[a];
    for (let k = 0; k < motion.length; k++) checkLinearPiece(motion[k], a, k);
    if (beforeStart === 'stay' && motion.length > 0 && motion[0].t0 > discs.begin) {
        const { x, y, t0 } = motion[0];
        writeRecord(discs, next++, a, -1, x[0], y[0], 0, 0, discs.begin, t0);
    }
    for (let k = 0; k < motion.length; k++) {
        const { x, y, t0, t1 } = motion[k];
        writeRecord(discs, next++, a, k, x[0], y[0], x[1] ?? 0, y[1] ?? 0, t0, t1);
    }
    return next;
}

/**
 * Writes the pieces of a motion in steps, and the stay before it.
 *
 * @param {DiscRecords} discs
 * @param {Int32Array} places
 * @param {PlaceSources | undefined} sources
 * @param {number} a
 * @param {Scenario['beforeStart']} beforeStart
 * @returns {number} index of the next record
 */
function writeSteps(discs, places, sources, a, beforeStart) {
    let k = discs.first[a];
    if (beforeStart === 'stay' && discs.begin < 0) {
        writeRecord(discs, k++, a, -1, places[0], places[1], 0, 0, discs.begin, 0);
    }
    const { records, agentOf, pieceOf } = discs;
    const radius = discs.radius[a];
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
    return k;
}

/**
 * @param {DiscRecords} discs
 * @param {number} k
 * @param {number} agent
 * @param {number} piece
 * @param {number} x
 * @param {number} y
 * @param {number} vx
 * @param {number} vy
 * @param {number} start
 * @param {number} end
 */
function writeRecord(discs, k, agent, piece, x, y, vx, vy, start, end) {
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
