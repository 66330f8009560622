import { GrazeError } from '#internal';
import { exactDuration } from '../../scenario/model/duration.js';
import { endPoint } from '../../scenario/model/step_motion.js';
import {
    clockResolution,
    POSITION_RELATIVE,
    SPEED_RELATIVE,
} from '../../scenario/model/tolerance.js';

/**
 * @import { WrittenPlan } from '../index.js'
 * @import { Agent, MotionPiece, Point, Scenario } from '../../scenario/model/scenario.js'
 */

/**
 * @typedef {{ from: Point, to: Point, duration: number }} Section
 *
 * @typedef {object} Deviation maximum deviation of the written plan from the plan
 * @property {number} time
 * @property {number} position
 */

/** CCBS agents move at unit speed. */
const SPEED = 1;

/** @param {string} text @param {number} [index] */
function cannotCarry(text, index) {
    return new GrazeError('cannot-carry', `a CCBS log cannot carry it: ${text}`, {
        argument: 'scenario',
        index,
    });
}

/**
 * A plan as a CCBS log, in the plan's frame. A log has no times but durations, and a section starts when the one before
 * ends: durations are those whose running sums are the plan's times and whose quotients are its velocities, bit for bit,
 * where there are such, as there are for what came from a log. Else the nearest, each chosen from where the sum has
 * reached so far, so that errors of a last digit do not add up; a notice gives the largest one.
 *
 * @param {Scenario} scenario
 * @returns {WrittenPlan}
 * @throws {GrazeError} `cannot-carry`: bodies other than discs of one size, motions that are not straight at constant
 *   speed, jumps, agents that appear after 0
 */
export function writeCcbs(scenario) {
    const { agents } = scenario;
    if (agents.length === 0) throw cannotCarry('there are no agents');
    const radius = commonRadius(agents);
    /** @type {Deviation} */
    const deviation = { time: 0, position: 0 };
    const paths = agents.map((agent, a) => toSections(agent, a, scenario, deviation));
    const hasTask = agents.every(({ start, goal }) => start !== null && goal !== null);
    paths.forEach((sections, a) => {
        const { start } = agents[a];
        if (sections.length > 0 || hasTask) return;
        if (start === null) throw cannotCarry(`agent ${a} is nowhere`, a);
        // Without a task, this section alone states where the agent is.
        sections.push({ from: start, to: start, duration: 0 });
    });
    return {
        text: writeLog(hasTask ? agents : [], paths),
        notices: lossNotices(scenario, radius, paths, hasTask, deviation),
    };
}

/** @param {Agent[]} agents */
function commonRadius(agents) {
    const radii = agents.map(({ shape }, a) => {
        if (shape.kind === 'disc') return shape.radius;
        throw cannotCarry(`agent ${a} is not a disc`, a);
    });
    const different = radii.findIndex((radius) => radius !== radii[0]);
    if (different < 0) return radii[0];
    const text = `all agents have one size in it, but agent 0 has the radius ${radii[0]}, agent ${different} ${radii[different]}`;
    throw cannotCarry(text, different);
}

/**
 * @param {Agent} agent
 * @param {number} a
 * @param {Scenario} scenario
 * @param {Deviation} deviation
 * @returns {Section[]}
 */
function toSections({ motion }, a, { beforeStart }, deviation) {
    /** @type {Section[]} */
    const sections = [];
    let clock = 0;
    const startTime = motion[0]?.t0 ?? 0;
    if (startTime !== 0) {
        if (startTime < 0 || beforeStart === 'vanish') {
            throw cannotCarry(`agent ${a} appears at t = ${startTime}, not at 0`, a);
        }
        const point = { x: motion[0].x[0], y: motion[0].y[0] };
        sections.push({ from: point, to: point, duration: startTime });
        clock = startTime;
    }
    motion.forEach((piece, k) => {
        checkStraight(piece, a, k);
        const { t0, t1, x, y } = piece;
        const from = { x: x[0], y: y[0] };
        const end = endPoint(piece);
        const next = motion[k + 1];
        const to = next === undefined ? end : { x: next.x[0], y: next.y[0] };
        checkSamePoint(`agent ${a} jumps after piece ${k}`, a, end, to, deviation);
        const lateness = Math.abs(clock - t0);
        if (lateness > clockResolution(t0)) {
            throw cannotCarry(`agent ${a} has no motion from t = ${clock} to ${t0}`, a);
        }
        const exact = lateness === 0 ? exactDuration({ ...piece, end: to }) : null;
        const duration = exact ?? t1 - clock;
        const reached = { x: from.x + (x[1] ?? 0) * duration, y: from.y + (y[1] ?? 0) * duration };
        const label = `piece ${k} of agent ${a} does not lead to its end`;
        if (exact === null) checkSamePoint(label, a, reached, to, deviation);
        if (duration <= 0 && (from.x !== to.x || from.y !== to.y)) {
            throw cannotCarry(`piece ${k} of agent ${a} moves in no time`, a);
        }
        sections.push({ from, to, duration });
        clock += duration;
        deviation.time = Math.max(deviation.time, Math.abs(clock - t1));
    });
    return sections;
}

/**
 * @param {MotionPiece} piece
 * @param {number} a
 * @param {number} k
 */
function checkStraight({ t0, t1, x, y }, a, k) {
    const label = `piece ${k} of agent ${a}`;
    if ([...x.slice(2), ...y.slice(2)].some((coefficient) => coefficient !== 0)) {
        throw cannotCarry(`${label} is not straight at constant speed`, a);
    }
    if (![t0, t1, ...x, ...y].every(Number.isFinite) || t1 < t0) {
        throw cannotCarry(`${label} has invalid times or places`, a);
    }
}

/**
 * @param {string} label
 * @param {number} a
 * @param {Point} p
 * @param {Point} q
 * @param {Deviation} deviation
 */
function checkSamePoint(label, a, p, q, deviation) {
    const distance = Math.hypot(p.x - q.x, p.y - q.y);
    const size = Math.max(1, Math.abs(p.x), Math.abs(p.y), Math.abs(q.x), Math.abs(q.y));
    if (!(distance <= POSITION_RELATIVE * size)) throw cannotCarry(`${label}, by ${distance}`, a);
    deviation.position = Math.max(deviation.position, distance);
}

/**
 * @param {Scenario} scenario
 * @param {number} radius
 * @param {Section[][]} paths
 * @param {boolean} hasTask
 * @param {Deviation} deviation
 */
function lossNotices(scenario, radius, paths, hasTask, deviation) {
    const { agents, grid, roadmap, obstacles, discrete, sizesKnown, atGoal, beforeStart } =
        scenario;
    const fastCount = paths.filter((sections) => sections.some(isFast)).length;
    const lateCount = agents.filter(({ motion }) => motion.length > 0 && motion[0].t0 !== 0).length;
    const hasNames = agents.some(({ name }, a) => name !== String(a));
    const hasEndpoints = agents.some(({ start, goal, goals }) => start ?? goal ?? goals?.length);
    /** @type {[boolean, string][]} */
    const losses = [
        [
            sizesKnown,
            `the radius ${radius} is not in a CCBS log: give it (--radius), or a configuration with agent_size`,
        ],
        [!sizesKnown, 'the size of the agents is unknown, but a CCBS log needs a radius'],
        [grid !== null || roadmap !== null, 'the map is a file of its own'],
        [obstacles.length > 0, `${obstacles.length} obstacles other than cells are left out`],
        [
            discrete !== null,
            'that the plan is in steps is lost: cells and swaps are not checked as such',
        ],
        [
            hasEndpoints && !hasTask,
            'starts and goals are left out: a CCBS log has both of all agents, as points',
        ],
        [
            atGoal === 'vanish',
            'agents vanish at their goals: a CCBS log is read as if they stay (--at-goal vanish)',
        ],
        [
            beforeStart === 'stay' && lateCount > 0,
            `${lateCount} agents that begin after 0 get a wait as their first section`,
        ],
        [fastCount > 0, `${fastCount} agents are faster than 1, which CCBS agents never are`],
        [hasNames, 'agents have numbers for names'],
        [
            deviation.time > 0 || deviation.position > 0,
            `durations cannot make all of the plan's times and places to the last digit: times are off by up to ${deviation.time}, places by ${deviation.position}`,
        ],
    ];
    return losses.filter(([isLost]) => isLost).map(([, text]) => text);
}

/** @param {Section} section */
function isFast({ from, to, duration }) {
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    return length > SPEED * duration * (1 + SPEED_RELATIVE);
}

/** @param {string} endpoint @param {Point} point */
function formatPoint(endpoint, { x, y }) {
    return `${endpoint}_i="${x}" ${endpoint}_j="${y}"`;
}

/**
 * @param {Agent[]} task empty: none is written
 * @param {Section[][]} paths
 */
function* writeLog(task, paths) {
    const times = paths.map((sections) => sections.reduce((sum, each) => sum + each.duration, 0));
    const makespan = times.reduce((p, q) => Math.max(p, q), 0);
    const flowtime = times.reduce((p, q) => p + q, 0);
    yield '<?xml version="1.0" ?>\n<root>\n';
    for (const { start, goal } of task) {
        if (start === null || goal === null) continue;
        yield `    <agent ${formatPoint('start', start)} ${formatPoint('goal', goal)}/>\n`;
    }
    yield `    <log>\n        <summary flowtime="${flowtime}" makespan="${makespan}"/>\n`;
    for (const [a, sections] of paths.entries()) {
        yield `        <agent number="${a}">\n            <path duration="${times[a]}">\n`;
        for (const [k, { from, to, duration }] of sections.entries()) {
            const endpoints = `${formatPoint('start', from)} ${formatPoint('goal', to)}`;
            yield `                <section number="${k}" ${endpoints} duration="${duration}"/>\n`;
        }
        yield '            </path>\n        </agent>\n';
    }
    yield '    </log>\n</root>\n';
}
