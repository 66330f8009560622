import { GrazeError } from 'graze';
import { exactDuration } from '../scenario/duration.js';
import { clockResolution, POSITION_RELATIVE, SPEED_RELATIVE } from '../scenario/tolerance.js';
import { endPoint } from '../scenario/tracks.js';

/**
 * @import { Written } from './index.js'
 * @import { Agent, MotionSegment, Point, Scenario } from '../scenario/scenario.js'
 */

/**
 * @typedef {{ from: Point, to: Point, duration: number }} Section
 *
 * @typedef {object} Slips how far what is written is from the plan at most
 * @property {number} time
 * @property {number} place
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
 * got to, so that times are off by a last digit or so and that does not add up; a notice tells the largest.
 *
 * @param {Scenario} scenario
 * @returns {Written}
 * @throws {GrazeError} `cannot-carry`: bodies that are no discs of one size, motions that are not straight at constant
 *   speed, jumps, agents that appear after 0
 */
export function writeCcbs(scenario) {
    const { agents } = scenario;
    if (agents.length === 0) throw cannotCarry('there are no agents');
    const radius = commonRadius(agents);
    /** @type {Slips} */
    const slips = { time: 0, place: 0 };
    const paths = agents.map((agent, a) => sectionsOf(agent, a, scenario, slips));
    const hasTask = agents.every(({ start, goal }) => start !== null && goal !== null);
    paths.forEach((sections, a) => {
        const { start } = agents[a];
        if (sections.length > 0 || hasTask) return;
        if (start === null) throw cannotCarry(`agent ${a} is nowhere`, a);
        // Without a task nothing else says where it is.
        sections.push({ from: start, to: start, duration: 0 });
    });
    return {
        text: logOf(hasTask ? agents : [], paths),
        notices: noticesOf(scenario, radius, paths, hasTask, slips),
    };
}

/** @param {Agent[]} agents */
function commonRadius(agents) {
    const radii = agents.map(({ shape }, a) => {
        if (shape.kind === 'disc') return shape.radius;
        throw cannotCarry(`agent ${a} is no disc`, a);
    });
    const odd = radii.findIndex((radius) => radius !== radii[0]);
    if (odd < 0) return radii[0];
    const text = `all agents have one size in it, but agent 0 has the radius ${radii[0]}, agent ${odd} ${radii[odd]}`;
    throw cannotCarry(text, odd);
}

/**
 * @param {Agent} agent
 * @param {number} a
 * @param {Scenario} scenario
 * @param {Slips} slips
 * @returns {Section[]}
 */
function sectionsOf({ motion }, a, { beforeStart }, slips) {
    /** @type {Section[]} */
    const sections = [];
    let now = 0;
    const begin = motion[0]?.t0 ?? 0;
    if (begin !== 0) {
        if (begin < 0 || beforeStart === 'vanish') {
            throw cannotCarry(`agent ${a} appears at t = ${begin}, not at 0`, a);
        }
        const at = { x: motion[0].x[0], y: motion[0].y[0] };
        sections.push({ from: at, to: at, duration: begin });
        now = begin;
    }
    motion.forEach((segment, k) => {
        checkStraight(segment, a, k);
        const { t0, t1, x, y } = segment;
        const from = { x: x[0], y: y[0] };
        const end = endPoint(segment);
        const next = motion[k + 1];
        const to = next === undefined ? end : { x: next.x[0], y: next.y[0] };
        checkSame(`agent ${a} jumps after segment ${k}`, a, end, to, slips);
        const late = Math.abs(now - t0);
        if (late > clockResolution(t0)) {
            throw cannotCarry(`agent ${a} has no motion from t = ${now} to ${t0}`, a);
        }
        const exact = late === 0 ? exactDuration({ ...segment, end: to }) : null;
        const duration = exact ?? t1 - now;
        const reached = { x: from.x + (x[1] ?? 0) * duration, y: from.y + (y[1] ?? 0) * duration };
        const what = `segment ${k} of agent ${a} leads elsewhere than to its end`;
        if (exact === null) checkSame(what, a, reached, to, slips);
        if (duration <= 0 && (from.x !== to.x || from.y !== to.y)) {
            throw cannotCarry(`segment ${k} of agent ${a} moves in no time`, a);
        }
        sections.push({ from, to, duration });
        now += duration;
        slips.time = Math.max(slips.time, Math.abs(now - t1));
    });
    return sections;
}

/**
 * @param {MotionSegment} segment
 * @param {number} a
 * @param {number} k
 */
function checkStraight({ t0, t1, x, y }, a, k) {
    const what = `segment ${k} of agent ${a}`;
    if ([...x.slice(2), ...y.slice(2)].some((coefficient) => coefficient !== 0)) {
        throw cannotCarry(`${what} is not straight at constant speed`, a);
    }
    if (![t0, t1, ...x, ...y].every(Number.isFinite) || t1 < t0) {
        throw cannotCarry(`${what} has no sound times and places`, a);
    }
}

/**
 * @param {string} what
 * @param {number} a
 * @param {Point} p
 * @param {Point} q
 * @param {Slips} slips
 */
function checkSame(what, a, p, q, slips) {
    const gap = Math.hypot(p.x - q.x, p.y - q.y);
    const size = Math.max(1, Math.abs(p.x), Math.abs(p.y), Math.abs(q.x), Math.abs(q.y));
    if (!(gap <= POSITION_RELATIVE * size)) throw cannotCarry(`${what}, by ${gap}`, a);
    slips.place = Math.max(slips.place, gap);
}

/**
 * @param {Scenario} scenario
 * @param {number} radius
 * @param {Section[][]} paths
 * @param {boolean} hasTask
 * @param {Slips} slips
 */
function noticesOf(scenario, radius, paths, hasTask, slips) {
    const { agents, grid, roadmap, obstacles, discrete, sized, atGoal, beforeStart } = scenario;
    const fast = paths.filter((sections) => sections.some(isFast)).length;
    const late = agents.filter(({ motion }) => motion.length > 0 && motion[0].t0 !== 0).length;
    const names = agents.some(({ name }, a) => name !== String(a));
    const asked = agents.some(({ start, goal, goals }) => start ?? goal ?? goals?.length);
    /** @type {[boolean, string][]} */
    const lost = [
        [
            sized,
            `the radius ${radius} is not in a CCBS log: give it (--radius), or a configuration with agent_size`,
        ],
        [!sized, 'nobody said how large the agents are, but a CCBS log is read with a radius only'],
        [grid !== null || roadmap !== null, 'the map is a file of its own'],
        [obstacles.length > 0, `${obstacles.length} obstacles that are no cells are left out`],
        [
            discrete !== null,
            'that the plan is in steps is lost: cells and swaps are not checked as such',
        ],
        [
            asked && !hasTask,
            'starts and goals are left out: a CCBS log has both of all agents, as points',
        ],
        [
            atGoal === 'vanish',
            'agents vanish at their goals: a CCBS log is read as if they stay (--at-goal vanish)',
        ],
        [
            beforeStart === 'stay' && late > 0,
            `${late} agents that begin after 0 get a wait as their first section`,
        ],
        [fast > 0, `${fast} agents are faster than 1, which CCBS agents never are`],
        [names, 'agents have numbers for names'],
        [
            slips.time > 0 || slips.place > 0,
            `durations cannot make all of the plan's times and places to the last digit: times are off by up to ${slips.time}, places by ${slips.place}`,
        ],
    ];
    return lost.filter(([isLost]) => isLost).map(([, text]) => text);
}

/** @param {Section} section */
function isFast({ from, to, duration }) {
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    return length > SPEED * duration * (1 + SPEED_RELATIVE);
}

/** @param {string} which @param {Point} point */
function ends(which, { x, y }) {
    return `${which}_i="${x}" ${which}_j="${y}"`;
}

/**
 * @param {Agent[]} task empty: none is written
 * @param {Section[][]} paths
 */
function* logOf(task, paths) {
    const times = paths.map((sections) => sections.reduce((sum, each) => sum + each.duration, 0));
    const makespan = times.reduce((p, q) => Math.max(p, q), 0);
    const flowtime = times.reduce((p, q) => p + q, 0);
    yield '<?xml version="1.0" ?>\n<root>\n';
    for (const { start, goal } of task) {
        if (start === null || goal === null) continue;
        yield `    <agent ${ends('start', start)} ${ends('goal', goal)}/>\n`;
    }
    yield `    <log>\n        <summary flowtime="${flowtime}" makespan="${makespan}"/>\n`;
    for (const [a, sections] of paths.entries()) {
        yield `        <agent number="${a}">\n            <path duration="${times[a]}">\n`;
        for (const [k, { from, to, duration }] of sections.entries()) {
            const way = `${ends('start', from)} ${ends('goal', to)}`;
            yield `                <section number="${k}" ${way} duration="${duration}"/>\n`;
        }
        yield '            </path>\n        </agent>\n';
    }
    yield '    </log>\n</root>\n';
}
