/** Details of a violation: its participants, the time of deepest penetration, their gap over time. */

import { formatBodyName, gapReadout } from './naming.js';

/**
 * @import { Violation } from 'graze/scenario'
 * @import { Value } from '../../base/readout.js'
 * @import { Pose } from './poses.js'
 * @import { Scene } from './scene.js'
 * @import { CurrentPlan } from './current_plan.js'
 *
 * @typedef {object} Participant agent, obstacle or blocked cell in the violation
 * @property {number} body -1: a blocked cell
 * @property {string} name
 * @property {(time: number) => Pose | null} poseAt
 *
 * @typedef {object} ViolationDetail
 * @property {number} index index of the violation
 * @property {Violation} violation
 * @property {Participant[]} participants one or two
 * @property {Scene['domain']} domain
 * @property {(mover: number) => string} formatName
 * @property {(gap: number) => Value} formatGap a gap for a readout
 * @property {[number, number]} window time range around the violation
 * @property {number} first time at which the violation begins
 * @property {number} deepestTime time of deepest penetration; `first` if the violation has no depth
 * @property {number | null} depth largest penetration depth
 * @property {(time: number) => number | null} separationAt
 * @property {{ times: number[], separations: (number | null)[], delayed: (number | null)[] | null } | null} separation null: the violation does not involve two
 *   bodies
 */

/** Number of instants at which the gap is sampled. */
const SAMPLES = 120;
/** Number of iterations that refine the deepest instant. */
const MAX_NARROWINGS = 40;

/**
 * @param {CurrentPlan} plan
 * @param {number} index
 * @returns {ViolationDetail | null}
 */
export function inspectViolation(plan, index) {
    const violation = plan.violations[index];
    if (!violation) return null;
    const participants = listParticipants(plan, violation);
    const [first] = violation.interval;
    const window = timeWindow(plan, violation, participants);
    /** @param {number} delay @param {number} time */
    const separationAt = (delay, time) => {
        const { suggestion } = violation;
        const [p, q] = participants.map(({ body, poseAt }) =>
            poseAt(delay && body === suggestion?.agent ? time - delay : time),
        );
        if (!p || !q) return null;
        const [a, b] = participants;
        if (b.body < 0) return plan.distances.toBlockedCells(a.body, p, [q.x, q.y]);
        return plan.distances.betweenBodies(a.body, p, b.body, q);
    };
    /** @param {number} time */
    const separationNow = (time) => separationAt(0, time);
    /** @param {number} body */
    const formatName = (body) => formatBodyName(plan.scene, body);
    /** @param {number} gap */
    const formatGap = (gap) => gapReadout(plan.scene, gap);
    const base = {
        domain: plan.scene.domain,
        index,
        violation,
        participants,
        formatName,
        formatGap,
        window,
        first,
        separationAt: separationNow,
    };
    if (participants.length < 2)
        return { ...base, deepestTime: first, depth: null, separation: null };
    const deepestTime = findDeepest(violation.interval, (time) => separationNow(time) ?? Infinity);
    const steps = Array.from(
        { length: SAMPLES + 1 },
        (_, i) => window[0] + ((window[1] - window[0]) * i) / SAMPLES,
    );
    const ends = violation.interval.filter((time) => time >= window[0] && time <= window[1]);
    const times = [...new Set([...steps, ...ends, deepestTime])].sort((p, q) => p - q);
    const { suggestion } = violation;
    return {
        ...base,
        deepestTime,
        depth: separationAt(0, deepestTime),
        separation: {
            times,
            separations: times.map((time) => separationAt(0, time)),
            delayed: suggestion ? times.map((time) => separationAt(suggestion.delay, time)) : null,
        },
    };
}

/** @param {CurrentPlan} plan @param {Violation} violation @returns {Participant[]} */
function listParticipants(plan, { kind, agents, obstacle, position, interval }) {
    const { poses } = plan;
    /** @param {number} body @param {string} name @returns {Participant} */
    const createParticipant = (body, name) => ({
        body,
        name,
        poseAt: (time) => poses.poseAt(body, time),
    });
    const participants = agents.map((agent) =>
        createParticipant(agent, formatBodyName(plan.scene, agent)),
    );
    if (kind !== 'agent-obstacle') return participants;
    const found =
        obstacle === undefined ? -1 : findNearestNamed(plan, agents[0], obstacle, interval);
    if (found >= 0)
        return [...participants, createParticipant(found, formatBodyName(plan.scene, found))];
    if (!position) return participants;
    const [x, y] = position;
    const name = `blocked cell (${x}, ${y})`;
    return [...participants, { body: -1, name, poseAt: () => ({ x, y, angle: 0 }) }];
}

/**
 * Returns the obstacle of that name with the deepest penetration by an agent (several may share a name); -1: none.
 *
 * @param {CurrentPlan} plan
 * @param {number} agent
 * @param {string} name
 * @param {readonly [number, number]} interval
 */
function findNearestNamed({ scene, poses, distances }, agent, name, [lo, hi]) {
    const bodies = [...scene.names.keys()].filter(
        (body) => body >= scene.agents && scene.names[body] === name,
    );
    let [best = -1, min] = [bodies[0], Infinity];
    for (let k = 0; k <= SAMPLES && bodies.length > 1; k++) {
        const time = lo + ((hi - lo) * k) / SAMPLES;
        const pose = poses.poseAt(agent, time);
        for (const body of pose === null ? [] : bodies) {
            const other = poses.poseAt(body, time);
            const gap =
                other === null
                    ? Infinity
                    : distances.betweenBodies(agent, /** @type {Pose} */ (pose), body, other);
            if (gap < min) [best, min] = [body, gap];
        }
    }
    return best;
}

/**
 * Returns a time range long enough to show the approach and the departure.
 *
 * @param {CurrentPlan} plan
 * @param {Violation} violation
 * @param {Participant[]} participants
 * @returns {[number, number]}
 */
function timeWindow({ scene, poses }, { interval, suggestion }, participants) {
    const [lo, hi] = interval;
    const movers = participants.map(({ body }) => body).filter((body) => body >= 0);
    const speed = Math.max(...movers.map((body) => poses.speedAt(body, lo)), 0);
    const size = Math.max(...movers.map((body) => scene.boundingRadius[body]), 0.25);
    const [begin, end] = scene.span;
    const travel = speed > 0 ? Math.min((5 * size) / speed, (end - begin) / 2) : 0;
    const delay = suggestion ? Math.min(suggestion.delay, 3 * (hi - lo)) : 0;
    const pad = Math.max(0.75 * (hi - lo), travel) || (end - begin) / 10;
    return [Math.max(begin, lo - pad), hi + pad + delay];
}

/**
 * Returns the time of the minimum gap: the best of many instants, refined between its neighbors.
 *
 * @param {readonly [number, number]} interval
 * @param {(time: number) => number} separationAt
 */
function findDeepest([lo, hi], separationAt) {
    const step = (hi - lo) / SAMPLES;
    if (!(step > 0)) return lo;
    let [best, min] = [lo, separationAt(lo)];
    for (let k = 1; k <= SAMPLES; k++) {
        const gap = separationAt(lo + k * step);
        if (gap < min) [best, min] = [lo + k * step, gap];
    }
    let [left, right] = [Math.max(lo, best - step), Math.min(hi, best + step)];
    for (let k = 0; k < MAX_NARROWINGS; k++) {
        const [p, q] = [left + (right - left) / 3, right - (right - left) / 3];
        if (separationAt(p) <= separationAt(q)) right = q;
        else left = p;
    }
    const middle = (left + right) / 2;
    return separationAt(middle) < min ? middle : best;
}
