import { GrazeError, show } from 'graze';

/** @import { Agent, MotionSegment, Scenario } from './scenario.js' */

/** Numbers of a record of a segment batch: x, y, vx, vy, start, end, radius. */
export const RECORD = 7;

/**
 * All agents' motions as records of a segment batch, agent by agent in time order; what an agent does
 * before and after its motion (or instead of one) is a record too.
 *
 * @typedef {object} Tracks
 * @property {number} agents
 * @property {number} count how many records
 * @property {Float64Array} records RECORD numbers each
 * @property {Int32Array} first the records of agent a are first[a] up to first[a + 1]
 * @property {Int32Array} agentOf the agent of each record
 * @property {Int32Array} declared the agent's segment a record stands for; -1 for standing still before
 *   the first or after the last, or without any
 * @property {Float64Array} radius of each agent
 * @property {number} begin the earliest start, at most 0: nothing moves before it
 * @property {number} horizon the largest end: nothing moves after it
 */

/**
 * @param {Scenario} scenario
 * @returns {Tracks}
 */
export function makeTracks(scenario) {
    const { agents, atGoal, beforeStart } = scenario;
    const begin = agents.reduce((first, { motion }) => Math.min(first, motion[0]?.t0 ?? 0), 0);
    const horizon = agents.reduce((latest, agent) => Math.max(latest, endTime(agent)), 0);
    const most = agents.reduce((sum, agent) => sum + agent.motion.length + 2, 0);
    /** @type {Tracks} */
    const tracks = {
        agents: agents.length,
        count: 0,
        records: new Float64Array(most * RECORD),
        first: new Int32Array(agents.length + 1),
        agentOf: new Int32Array(most),
        declared: new Int32Array(most),
        radius: new Float64Array(agents.length),
        begin,
        horizon,
    };
    agents.forEach((agent, a) => {
        tracks.radius[a] = discRadius(agent, a);
        const { motion } = agent;
        const states = motion.map((segment, k) => linear(segment, a, k));
        if (beforeStart === 'stay' && motion.length > 0 && motion[0].t0 > begin) {
            addRecord(tracks, a, -1, { ...states[0], vx: 0, vy: 0 }, begin, motion[0].t0);
        }
        motion.forEach(({ t0, t1 }, k) => {
            addRecord(tracks, a, k, states[k], t0, t1);
        });
        const from = motion.length > 0 ? endTime(agent) : begin;
        const until = atGoal === 'stay' ? horizon : from;
        if (motion.length === 0 || from < until) {
            addRecord(tracks, a, -1, { ...restingPlace(agent, a), vx: 0, vy: 0 }, from, until);
        }
        tracks.first[a + 1] = tracks.count;
    });
    return tracks;
}

/**
 * @param {Tracks} tracks
 * @param {number} agent
 * @param {number} declared
 * @param {{ x: number, y: number, vx: number, vy: number }} state
 * @param {number} start
 * @param {number} end
 */
function addRecord(tracks, agent, declared, state, start, end) {
    const k = tracks.count++;
    const { x, y, vx, vy } = state;
    tracks.records.set([x, y, vx, vy, start, end, tracks.radius[agent]], k * RECORD);
    tracks.agentOf[k] = agent;
    tracks.declared[k] = declared;
}

/**
 * When an agent's motion ends; 0 without one.
 *
 * @param {Agent} agent
 * @returns {number}
 */
export function endTime(agent) {
    return agent.motion.length > 0 ? agent.motion[agent.motion.length - 1].t1 : 0;
}

/**
 * Where a segment is at its end: where the file says, else where its polynomials lead.
 *
 * @param {MotionSegment} segment
 */
export function endPoint(segment) {
    return segment.end ?? reachedPoint(segment);
}

/**
 * Where a segment's polynomials lead.
 *
 * @param {MotionSegment} segment
 */
export function reachedPoint(segment) {
    const span = segment.t1 - segment.t0;
    /** @param {number[]} polynomial */
    const at = (polynomial) => polynomial.reduceRight((sum, c) => sum * span + c, 0);
    return { x: at(segment.x), y: at(segment.y) };
}

/**
 * @param {Agent} agent
 * @param {number} a
 */
function restingPlace(agent, a) {
    const details = { argument: 'scenario', index: a };
    const last = agent.motion[agent.motion.length - 1];
    const place = last === undefined ? agent.start : endPoint(last);
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
        const text = `agent ${a} is a ${shape.kind}; only discs can be judged`;
        throw new GrazeError('unsupported-body', text, details);
    }
    // A NaN would compare as far from everything: no pair would be examined, and all would seem well.
    if (shape.radius >= 0 && shape.radius < Infinity) return shape.radius;
    const text = `the radius of agent ${a} must be finite and at least 0, not ${show(shape.radius)}`;
    throw new GrazeError('out-of-range', text, { ...details, value: shape.radius });
}

/**
 * A segment's state at its start. Only straight moves at constant speed have one.
 *
 * @param {MotionSegment} segment
 * @param {number} a
 * @param {number} k
 */
function linear({ t0, t1, x, y }, a, k) {
    const details = { argument: 'scenario', index: a, value: k };
    const what = `segment ${k} of agent ${a}`;
    if (x.length === 0 || y.length === 0 || x.length > 2 || y.length > 2) {
        const text = `${what} is not a straight move at constant speed; only those can be judged`;
        throw new GrazeError('unsupported-motion', text, details);
    }
    if (![t0, t1, ...x, ...y].every(Number.isFinite)) {
        throw new GrazeError('not-finite', `${what} has a number that is not finite`, details);
    }
    if (t1 < t0) {
        const text = `${what} ends at ${t1}, before it starts at ${t0}`;
        throw new GrazeError('out-of-range', text, details);
    }
    return { x: x[0], y: y[0], vx: x[1] ?? 0, vy: y[1] ?? 0 };
}
