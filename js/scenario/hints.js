import { endPoint, startPoint } from './tracks.js';

/**
 * Hints at what may be wrong with the input as a whole: the axes of a plan, or its map. They are looked for only where
 * there are violations that this would explain, and never change a verdict.
 *
 * @import { Agent, MotionSegment, Point, Scenario } from './scenario.js'
 * @import { Violation } from './validate.js'
 */

/** Violations that another frame or map would explain. */
const EXPLAINED = new Set(['agent-obstacle', 'off-map', 'start', 'goal']);

/** A frame removes nearly all faults when at most one in this many remains. */
const NEARLY_ALL = 20;

/** Fewer violations than this are not explained by a frame that leaves some. */
const LEAST_VIOLATIONS = 20;

/** A plan of more segments is not checked as a whole in another frame. */
const MOST_SEGMENTS = 1_000_000;

/** Formats that say each step by its direction, in which up and down may be exchanged for each agent by itself. */
const OF_DIRECTIONS = new Set(['mapf-tracker', 'lorr']);

/**
 * Another frame in which a plan may be meant.
 *
 * @typedef {object} Frame
 * @property {string} what what is done to the plan
 * @property {'turn' | 'flip'} kind rows and columns exchanged, or up and down
 * @property {(agent: Agent) => Change} motion
 * @property {Change} task of starts and goals
 */

/**
 * A change of coordinates: x and y exchanged, or a coordinate c mirrored to `about` - c.
 *
 * @typedef {{ turns: boolean, mirrors: 'x' | 'y' | null, about: number }} Change
 */

/** @type {Change} */
const SAME = { turns: false, mirrors: null, about: 0 };

/** @type {Change} */
const TURN = { turns: true, mirrors: null, about: 0 };

/**
 * Returns what may be wrong with a plan as a whole, in words.
 *
 * @param {Scenario} scenario
 * @param {readonly Pick<Violation, 'kind'>[]} violations
 * @param {(scenario: Scenario) => number} check counts what is violated or undecided
 * @returns {string[]}
 */
export function findHints(scenario, violations, check) {
    const { agents } = scenario;
    if (!violations.some(({ kind }) => EXPLAINED.has(kind))) return [];
    // A body that is no disc would turn with its frame.
    if (agents.some(({ shape }) => shape.kind !== 'disc')) return [];
    const isFree = freeOf(scenario);
    const faults = countFaults(scenario, null, isFree, Infinity);
    if (faults === 0) return [];
    for (const frame of framesOf(scenario)) {
        const most = Math.floor(faults / NEARLY_ALL);
        const left = countFaults(scenario, frame, isFree, most);
        if (left > most) continue;
        const hint = describeFrame(scenario, frame, violations.length, left, check);
        if (hint !== null) return [hint];
    }
    return mapHints(scenario, isFree);
}

/**
 * Returns whether agents may be at a place: in a free cell, at a node; anywhere without a map.
 *
 * @param {Scenario} scenario
 * @returns {(x: number, y: number) => boolean}
 */
function freeOf({ grid, roadmap }) {
    if (grid !== null) {
        const { nx, ny, blocked } = grid;
        return (x, y) => {
            const [i, j] = [Math.round(x), Math.round(y)];
            return i >= 0 && i < nx && j >= 0 && j < ny && blocked[i * ny + j] === 0;
        };
    }
    if (roadmap === null) return () => true;
    const nodes = new Set(roadmap.nodes.map(({ x, y }) => `${x},${y}`));
    return (x, y) => nodes.has(`${x},${y}`);
}

/** @param {Scenario} scenario @returns {Frame[]} */
function framesOf(scenario) {
    const { agents, grid, axes, format } = scenario;
    const hasTask = agents.some(({ start, goal }) => start !== null || goal !== null);
    // Regions have bodies and headings, which are not changed here.
    const isMovable = hasTask && agents.every(({ goals }) => goals === undefined);
    const turn = () => TURN;
    /** @type {Frame[]} */
    const frames = [{ what: 'x and y exchanged', kind: 'turn', motion: turn, task: SAME }];
    if (isMovable) {
        const what = 'x and y exchanged in paths, starts and goals';
        frames.push({ what, kind: 'turn', motion: turn, task: TURN });
    }
    /** @type {'x' | 'y'} */
    const mirrors = axes === 'down-right' ? 'x' : 'y';
    if (OF_DIRECTIONS.has(format)) {
        /** @param {Agent} agent @returns {Change} */
        const motion = ({ motion: [first] }) =>
            first ? { turns: false, mirrors, about: 2 * first[mirrors][0] } : SAME;
        frames.push({ what: 'up and down exchanged', kind: 'flip', motion, task: SAME });
    }
    if (grid !== null) {
        const about = (mirrors === 'x' ? grid.nx : grid.ny) - 1;
        const flip = { turns: false, mirrors, about };
        const what = 'up and down exchanged, rows counted from the other edge,';
        frames.push({ what, kind: 'flip', motion: () => flip, task: SAME });
        if (isMovable) {
            const all = `${what} in paths, starts and goals`;
            frames.push({ what: all, kind: 'flip', motion: () => flip, task: flip });
        }
    }
    return frames;
}

/** @param {Change} change @param {Point} point @returns {Point} */
function moved({ turns, mirrors, about }, { x, y }) {
    if (turns) return { x: y, y: x };
    if (mirrors === null) return { x, y };
    return mirrors === 'x' ? { x: about - x, y } : { x, y: about - y };
}

/**
 * Counts ends of segments at places where agents may not be, and starts and goals that are missed, up to one more than
 * `most`.
 *
 * @param {Scenario} scenario
 * @param {Frame | null} frame null: as the plan is
 * @param {(x: number, y: number) => boolean} isFree
 * @param {number} most
 */
function countFaults({ agents }, frame, isFree, most) {
    let faults = 0;
    for (const agent of agents) {
        const change = frame?.motion(agent) ?? SAME;
        const { motion } = agent;
        for (const segment of motion) {
            const { x, y } = moved(change, startPoint(segment));
            if (!isFree(x, y) && ++faults > most) return faults;
        }
        const [first, last] = [motion[0], motion[motion.length - 1]];
        if (first === undefined) continue;
        const begin = moved(change, startPoint(first));
        const end = moved(change, endPoint(last));
        if (!isFree(end.x, end.y)) faults++;
        const [start, goal] = [agent.start, agent.goal].map(
            (point) => point && moved(frame?.task ?? SAME, point),
        );
        if (start && !isAt(begin, start)) faults++;
        if (goal && !isAt(end, goal)) faults++;
        if (faults > most) return faults;
    }
    return faults;
}

/** The largest distance of an agent from its start or goal here: less than from cell to cell. */
const NEAR = 1e-6;

/** @param {Point} p @param {Point} q */
function isAt(p, q) {
    return Math.abs(p.x - q.x) <= NEAR && Math.abs(p.y - q.y) <= NEAR;
}

/**
 * Says what would be of a plan in another frame; null: not enough.
 *
 * @param {Scenario} scenario
 * @param {Frame} frame
 * @param {number} before violations of the plan as it is
 * @param {number} left faults that the frame leaves
 * @param {(scenario: Scenario) => number} check
 * @returns {string | null}
 */
function describeFrame(scenario, frame, before, left, check) {
    const { format, agents } = scenario;
    const segments = agents.reduce((sum, { motion }) => sum + motion.length, 0);
    const advice = ADVICE.get(`${format} ${frame.kind}`);
    const rest = advice === undefined ? '' : `: ${advice}`;
    if (segments > MOST_SEGMENTS) {
        if (left > 0) return null;
        return `with ${frame.what} all agents would be on free ground, at their starts and goals${rest}`;
    }
    const after = check(framed(scenario, frame));
    if (after === 0) return `with ${frame.what} the plan would be valid${rest}`;
    if (before < LEAST_VIOLATIONS || after > before / NEARLY_ALL) return null;
    return `with ${frame.what} ${after} of ${before} violations would remain${rest}`;
}

/** Options by which a format can say it otherwise. */
const ADVICE = new Map([
    ['paths turn', 'read it as paths-xy (--format paths-xy)'],
    ['paths-xy turn', 'read it as paths (--format paths)'],
    ['mapf-tracker flip', "flip_up_down and the name of the plan's column say which way u is"],
]);

/** @param {Scenario} scenario @param {Frame} frame @returns {Scenario} */
function framed(scenario, { motion: changeOf, task }) {
    const { agents, discrete } = scenario;
    const changes = agents.map(changeOf);
    return {
        ...scenario,
        agents: agents.map((agent, a) => ({
            ...agent,
            start: agent.start && moved(task, agent.start),
            goal: agent.goal && moved(task, agent.goal),
            motion: agent.motion.map((segment) => framedSegment(segment, changes[a])),
        })),
        discrete: discrete && {
            cells: discrete.cells.map((cells, a) => framedCells(cells, changes[a])),
            wanted: discrete.wanted?.map((cells, a) => framedCells(cells, changes[a])) ?? null,
        },
    };
}

/** @param {MotionSegment} segment @param {Change} change @returns {MotionSegment} */
function framedSegment(segment, change) {
    const { turns, mirrors, about } = change;
    /** @param {number[]} polynomial */
    const mirrored = ([first, ...others]) => [about - first, ...others.map((c) => -c)];
    const { x, y, end } = segment;
    return {
        ...segment,
        ...(turns && { x: y, y: x }),
        ...(mirrors && { [mirrors]: mirrored(segment[mirrors]) }),
        ...(end && { end: moved(change, end) }),
    };
}

/** @param {Int32Array} cells @param {Change} change */
function framedCells(cells, change) {
    const all = new Int32Array(cells.length);
    for (let k = 0; k < cells.length; k += 2) {
        const { x, y } = moved(change, { x: cells[k], y: cells[k + 1] });
        all.set([x, y], k);
    }
    return all;
}

/**
 * Asks for the map where most agents begin at places that are not for them.
 *
 * @param {Scenario} scenario
 * @param {(x: number, y: number) => boolean} isFree
 * @returns {string[]}
 */
function mapHints({ agents, grid, roadmap }, isFree) {
    if (grid === null && roadmap === null) return [];
    const begins = agents.flatMap(({ motion: [first], start }) => {
        const point = first ? startPoint(first) : start;
        return point === null ? [] : [point];
    });
    const lost = begins.filter(({ x, y }) => !isFree(x, y)).length;
    if (lost < 2 || 2 * lost <= begins.length) return [];
    const where = grid !== null ? 'in a blocked cell or off the map' : 'at no node of the roadmap';
    return [`${lost} of ${begins.length} agents begin ${where}: is this the plan's map?`];
}
