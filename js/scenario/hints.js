import { pieceCountOf, piecesOf } from './motion_source.js';
import { beginPoint, finalPoint, placeAt, startPoint, stepPathOf } from './step_motion.js';

/**
 * Finds hints about the input as a whole: the axes of a plan, or its map. They are searched only if there are violations
 * that this would explain, and never change a verdict.
 *
 * @import { Agent, MotionPiece, Point, Scenario } from './scenario.js'
 * @import { Violation } from './validate.js'
 */

/** Kinds of violations that another frame or map would explain. */
const EXPLAINABLE = new Set(['agent-obstacle', 'off-map', 'start', 'goal']);

/** A frame explains the violations if at most one in this many remains. */
const NEARLY_ALL = 20;

/** Minimum number of a plan's violations for which a frame that leaves some of them is reported. */
const MIN_VIOLATIONS = 20;

/** Maximum number of pieces of a plan that is checked as a whole in another frame. */
const MAX_PIECES = 1_000_000;

/** Formats with a direction for each step, in which up and down may be exchanged for each agent separately. */
const DIRECTION_FORMATS = new Set(['mapf-tracker', 'lorr']);

/**
 * Another frame in which a plan may have been written.
 *
 * @typedef {object} Frame
 * @property {string} description description of the change
 * @property {'swap' | 'flip'} kind exchange of rows and columns, or of up and down
 * @property {(agent: Agent) => CoordinateChange} motion returns the change of an agent's motion
 * @property {CoordinateChange} task change of starts and goals
 */

/**
 * A change of coordinates: x and y exchanged, or a coordinate c mirrored to `mirrorSum` - c.
 *
 * @typedef {{ swapsAxes: boolean, mirroredAxis: 'x' | 'y' | null, mirrorSum: number }} CoordinateChange
 */

/** @type {CoordinateChange} */
const IDENTITY = { swapsAxes: false, mirroredAxis: null, mirrorSum: 0 };

/** @type {CoordinateChange} */
const SWAP_AXES = { swapsAxes: true, mirroredAxis: null, mirrorSum: 0 };

/**
 * Returns hints about a plan as a whole.
 *
 * @param {Scenario} scenario
 * @param {readonly Pick<Violation, 'kind'>[]} violations
 * @param {(scenario: Scenario) => number} check returns the number of violations and undecided pairs
 * @returns {string[]}
 */
export function findHints(scenario, violations, check) {
    const { agents } = scenario;
    if (!violations.some(({ kind }) => EXPLAINABLE.has(kind))) return [];
    // A body other than a disc would turn with its frame.
    if (agents.some(({ shape }) => shape.kind !== 'disc')) return [];
    const isFree = makeFreeTest(scenario);
    const faults = countFaults(scenario, null, isFree, Infinity);
    if (faults === 0) return [];
    for (const frame of listFrames(scenario)) {
        const maxFaults = Math.floor(faults / NEARLY_ALL);
        const remaining = countFaults(scenario, frame, isFree, maxFaults);
        if (remaining > maxFaults) continue;
        const hint = describeFrame(scenario, frame, violations.length, remaining, check);
        if (hint !== null) return [hint];
    }
    return mapHints(scenario, isFree);
}

/**
 * Returns a test for the places where agents may be: free cells or nodes; anywhere without a map.
 *
 * @param {Scenario} scenario
 * @returns {(x: number, y: number) => boolean}
 */
function makeFreeTest({ grid, roadmap }) {
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
function listFrames(scenario) {
    const { agents, grid, axes, format } = scenario;
    const hasTask = agents.some(({ start, goal }) => start !== null || goal !== null);
    // Regions have bodies and angles, which are not transformed here.
    const isMovable = hasTask && agents.every(({ goals }) => goals === undefined);
    const swapAxes = () => SWAP_AXES;
    /** @type {Frame[]} */
    const frames = [
        { description: 'x and y exchanged', kind: 'swap', motion: swapAxes, task: IDENTITY },
    ];
    if (isMovable) {
        const description = 'x and y exchanged in paths, starts and goals';
        frames.push({ description, kind: 'swap', motion: swapAxes, task: SWAP_AXES });
    }
    /** @type {'x' | 'y'} */
    const mirroredAxis = axes === 'down-right' ? 'x' : 'y';
    if (DIRECTION_FORMATS.has(format)) {
        /** @param {Agent} agent @returns {CoordinateChange} */
        const motion = (agent) => {
            const begin = beginPoint(agent);
            if (begin === null) return IDENTITY;
            return { swapsAxes: false, mirroredAxis, mirrorSum: 2 * begin[mirroredAxis] };
        };
        frames.push({ description: 'up and down exchanged', kind: 'flip', motion, task: IDENTITY });
    }
    if (grid !== null) {
        const mirrorSum = (mirroredAxis === 'x' ? grid.nx : grid.ny) - 1;
        const flip = { swapsAxes: false, mirroredAxis, mirrorSum };
        const description = 'up and down exchanged, rows counted from the other edge,';
        frames.push({ description, kind: 'flip', motion: () => flip, task: IDENTITY });
        if (isMovable) {
            const all = `${description} in paths, starts and goals`;
            frames.push({ description: all, kind: 'flip', motion: () => flip, task: flip });
        }
    }
    return frames;
}

/** @param {CoordinateChange} change @param {Point} point @returns {Point} */
function transformPoint({ swapsAxes, mirroredAxis, mirrorSum }, { x, y }) {
    if (swapsAxes) return { x: y, y: x };
    if (mirroredAxis === null) return { x, y };
    return mirroredAxis === 'x' ? { x: mirrorSum - x, y } : { x, y: mirrorSum - y };
}

/**
 * Counts ends of pieces at places where agents may not be, and starts and goals that are missed, up to one more than
 * `maxFaults`.
 *
 * @param {Scenario} scenario
 * @param {Frame | null} frame null: the plan's own
 * @param {(x: number, y: number) => boolean} isFree
 * @param {number} maxFaults
 */
function countFaults({ agents }, frame, isFree, maxFaults) {
    let faults = 0;
    for (const agent of agents) {
        const change = frame?.motion(agent) ?? IDENTITY;
        for (const point of pieceStarts(agent)) {
            const { x, y } = transformPoint(change, point);
            if (!isFree(x, y) && ++faults > maxFaults) return faults;
        }
        const [firstPoint, lastPoint] = [beginPoint(agent), finalPoint(agent)];
        if (firstPoint === null || lastPoint === null) continue;
        const begin = transformPoint(change, firstPoint);
        const end = transformPoint(change, lastPoint);
        if (!isFree(end.x, end.y)) faults++;
        const [start, goal] = [agent.start, agent.goal].map(
            (point) => point && transformPoint(frame?.task ?? IDENTITY, point),
        );
        if (start && !isAt(begin, start)) faults++;
        if (goal && !isAt(end, goal)) faults++;
        if (faults > maxFaults) return faults;
    }
    return faults;
}

/** Yields the places where an agent's pieces begin. @param {Agent} agent @returns {Generator<Point>} */
function* pieceStarts(agent) {
    const path = stepPathOf(agent);
    if (path === undefined || path.count !== Math.max(1, path.steps)) {
        for (const piece of piecesOf(agent)) yield startPoint(piece);
        return;
    }
    for (let t = 0; t < path.count; t++) yield placeAt(path, t);
}

/** Maximum distance of an agent from its start or goal: less than between cells. */
const POSITION_TOLERANCE = 1e-6;

/** @param {Point} p @param {Point} q */
function isAt(p, q) {
    return Math.abs(p.x - q.x) <= POSITION_TOLERANCE && Math.abs(p.y - q.y) <= POSITION_TOLERANCE;
}

/**
 * Describes the effect of another frame on a plan, or returns null if it does not explain enough.
 *
 * @param {Scenario} scenario
 * @param {Frame} frame
 * @param {number} before number of violations of the plan itself
 * @param {number} remaining number of faults in the frame
 * @param {(scenario: Scenario) => number} check
 * @returns {string | null}
 */
function describeFrame(scenario, frame, before, remaining, check) {
    const { format, agents } = scenario;
    const pieceCount = agents.reduce((sum, agent) => sum + pieceCountOf(agent), 0);
    const advice = ADVICE.get(`${format} ${frame.kind}`);
    const rest = advice === undefined ? '' : `: ${advice}`;
    if (pieceCount > MAX_PIECES) {
        if (remaining > 0) return null;
        return `with ${frame.description} all agents would be on free ground, at their starts and goals${rest}`;
    }
    const after = check(transformScenario(scenario, frame));
    if (after === 0) return `with ${frame.description} the plan would be valid${rest}`;
    if (before < MIN_VIOLATIONS || after > before / NEARLY_ALL) return null;
    return `with ${frame.description} ${after} of ${before} violations would remain${rest}`;
}

/** Options by which a format can be read in another frame. */
const ADVICE = new Map([
    ['paths swap', 'read it as paths-xy (--format paths-xy)'],
    ['paths-xy swap', 'read it as paths (--format paths)'],
    ['mapf-tracker flip', "flip_up_down and the name of the plan's column say which way u is"],
]);

/** @param {Scenario} scenario @param {Frame} frame @returns {Scenario} */
function transformScenario(scenario, { motion: changeOf, task }) {
    const { agents, discrete } = scenario;
    const changes = agents.map(changeOf);
    return {
        ...scenario,
        agents: agents.map((agent, a) => ({
            ...agent,
            start: agent.start && transformPoint(task, agent.start),
            goal: agent.goal && transformPoint(task, agent.goal),
            motion: agent.motion.map((piece) => transformPiece(piece, changes[a])),
        })),
        discrete: discrete && {
            cells: discrete.cells.map((cells, a) => transformCells(cells, changes[a])),
            commanded:
                discrete.commanded?.map((cells, a) => transformCells(cells, changes[a])) ?? null,
        },
    };
}

/** @param {MotionPiece} piece @param {CoordinateChange} change @returns {MotionPiece} */
function transformPiece(piece, change) {
    const { swapsAxes, mirroredAxis, mirrorSum } = change;
    /** @param {number[]} polynomial */
    const mirrored = ([first, ...others]) => [mirrorSum - first, ...others.map((c) => -c)];
    const { x, y, end } = piece;
    return {
        ...piece,
        ...(swapsAxes && { x: y, y: x }),
        ...(mirroredAxis && { [mirroredAxis]: mirrored(piece[mirroredAxis]) }),
        ...(end && { end: transformPoint(change, end) }),
    };
}

/** @param {Int32Array} cells @param {CoordinateChange} change */
function transformCells(cells, change) {
    const all = new Int32Array(cells.length);
    for (let k = 0; k < cells.length; k += 2) {
        const { x, y } = transformPoint(change, { x: cells[k], y: cells[k + 1] });
        all.set([x, y], k);
    }
    return all;
}

/**
 * Suggests another map if most agents begin at places that are not free.
 *
 * @param {Scenario} scenario
 * @param {(x: number, y: number) => boolean} isFree
 * @returns {string[]}
 */
function mapHints({ agents, grid, roadmap }, isFree) {
    if (grid === null && roadmap === null) return [];
    const begins = agents.flatMap((agent) => beginPoint(agent) ?? agent.start ?? []);
    const startsOffMap = begins.filter(({ x, y }) => !isFree(x, y)).length;
    if (startsOffMap < 2 || 2 * startsOffMap <= begins.length) return [];
    const locationText =
        grid !== null ? 'in a blocked cell or off the map' : 'at no node of the roadmap';
    return [
        `${startsOffMap} of ${begins.length} agents begin ${locationText}: is this the plan's map?`,
    ];
}
