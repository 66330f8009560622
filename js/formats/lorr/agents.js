import { makeStepAgent, withMotionSource } from '../../scenario/model/step_motion.js';
import { limitHint, maxWrittenSteps } from '../text/source.js';
import {
    checkSnapshots,
    countPieces,
    makePiece,
    START_QUARTERS,
    toCells,
    toCommandedCells,
    toPieces,
} from './actions.js';
import { countSteps, readRuns, readSteps } from './paths.js';

/**
 * Reads the agents of a League of Robot Runners file: their starts, executed actions and commands.
 *
 * @import { JsonValue } from '../text/json.js'
 * @import { LorrPath, Remaining } from './paths.js'
 * @import { Model, PieceColumns, Start } from './actions.js'
 * @import { Agent, BodyShape, Polygon } from '../../scenario/model/scenario.js'
 */

/**
 * @typedef {object} LorrAgents
 * @property {Agent[]} agents
 * @property {Int32Array[]} cells
 * @property {Int32Array[] | null} commanded null where all went where they were sent
 * @property {string[]} notices
 */

/**
 * @param {Map<string, JsonValue>} members
 * @param {Model} model
 * @param {number | undefined} radius
 * @param {Polygon | undefined} footprint
 * @returns {LorrAgents}
 */
export function readAgents(members, model, radius, footprint) {
    const [startValue, paths] = ['start', 'actualPaths'].map(
        (name) => /** @type {JsonValue} */ (members.get(name)),
    );
    const starts = readStarts(startValue, model);
    const planner = members.get('plannerPaths');
    const plans = planner?.items();
    const { limits } = paths.file;
    // Squares do not turn, so that they have no angle.
    const isSquare = model.ticks > 1 && radius !== undefined;
    const shape = isSquare ? makeSquare(radius) : makeDisc(radius ?? 0);
    // A footprint turns, so that its motions are kept as pieces.
    const isWritten = !model.hasRuns && footprint === undefined;
    const pieces = isWritten ? maxWrittenSteps(limits) : limits.pieces;
    const steps = model.hasRuns ? limits.cells : pieces;
    /** @type {Remaining['tooMany']} */
    const tooMany = (value, what) => {
        const all = [paths, ...(planner ? [planner] : [])].map((each) => [...each.items()]);
        const found = countAll(all, starts, model, limits);
        const isSteps = model.hasRuns && (what === 'steps' || found.steps > limits.cells);
        const [needed, max, limit] = isSteps
            ? [found.steps, limits.cells, /** @type {const} */ ('cells')]
            : [found.pieces, pieces, /** @type {const} */ ('pieces')];
        const label = isSteps ? 'steps' : 'pieces';
        const text = `goes beyond the ${max} ${label} that are read of all agents, which have ${needed} ${limitHint(limit, needed)}`;
        return value.error('too-large', text);
    };
    /** @type {Remaining} */
    const remaining = { steps, pieces, tooMany };
    /** @type {Agent[]} */
    const agents = [];
    /** @type {Int32Array[]} */
    const cells = [];
    /** @type {Int32Array[]} */
    const commanded = [];
    let hasRepeats = false;
    for (const value of paths.items({ max: limits.agents, label: 'agents', limit: 'agents' })) {
        const start = starts[agents.length];
        if (start === undefined) {
            throw value.error('agent-count', `goes beyond the ${starts.length} agents of start`);
        }
        const path = readPath(value, model, remaining);
        hasRepeats = checkSnapshots(model, start, path, value) || hasRepeats;
        const agentCells = toCells(model, start, path);
        cells.push(agentCells);
        if (planner !== undefined) {
            const plan = plans?.next().value;
            if (!plan) throw planner.error('agent-count', 'has fewer agents than actualPaths');
            const planned = readPlan(plan, value, path, model, remaining);
            commanded.push(
                planned === path ? agentCells : toCommandedCells(model, start, path, planned),
            );
        }
        const hasAngles = model.canTurn && !isSquare;
        const name = String(agents.length);
        const place = { x: start.row, y: start.column };
        const source = value.position;
        const positionOf = value.characterPositions();
        const count = path.actions.length;
        /** @param {PieceColumns} pieces */
        const makeAll = (pieces) =>
            Array.from({ length: countPieces(pieces) }, (_, k) =>
                makePiece(pieces, k, positionOf, hasAngles),
            );
        if (shape.kind === 'disc' && !footprint && !model.hasRuns && count > 0) {
            // Each step is a piece, so that the limits of both are the same.
            const makeMotion = () => makeAll(toPieces(model, start, path));
            const form = { makeMotion, hasAngles };
            const agent = { name, shape, start: place, goal: null, source };
            agents.push(makeStepAgent(agent, agentCells.slice(), undefined, form));
            remaining.pieces -= count;
        } else {
            const pieces = toPieces(model, start, path);
            const last = countPieces(pieces) - 1;
            if (last >= remaining.pieces) throw tooMany(value, 'pieces');
            remaining.pieces -= last + 1;
            const ownShape = footprint ? turnToStart(footprint, model, start, count > 0) : shape;
            const agent = { name, shape: ownShape, start: place, goal: null, motion: [], source };
            agents.push(
                withMotionSource(agent, {
                    count: last + 1,
                    makePieces: () => makeAll(pieces),
                    makeEndPieces: () =>
                        last < 1
                            ? makeAll(pieces)
                            : [0, last].map((k) => makePiece(pieces, k, positionOf, hasAngles)),
                    lineOf: () => source.line,
                }),
            );
        }
        remaining.steps -= count;
    }
    const extra = plans?.next().value;
    if (extra) throw extra.error('agent-count', 'goes beyond the agents of actualPaths');
    if (agents.length === 0) throw paths.error('no-agents', 'has no agents');
    const isCommandKept = commanded.every((commandedCells, a) =>
        areCellsEqual(commandedCells, cells[a]),
    );
    const notices = [];
    if (starts.length > agents.length) {
        const text = `has ${starts.length} agents; those beyond the ${agents.length} of actualPaths take no part`;
        notices.push(startValue.notice(text));
    }
    if (hasRepeats) notices.push(paths.notice('repeats the state at the start in later chunks'));
    if (isSquare) {
        notices.push(
            `agents are squares of side ${2 * radius} that do not turn, as in the rules of 2026`,
        );
    }
    return { agents, cells, commanded: isCommandKept ? null : commanded, notices };
}

/**
 * Counts the steps of all agents, and the pieces of their motions, one agent at a time. O(characters of the paths), and in a
 * file with runs O(steps), if there are no more than the limit.
 *
 * @param {JsonValue[][]} paths of each kind, by agent
 * @param {Start[]} starts
 * @param {Model} model
 * @param {import('../text/source.js').Limits} limits
 * @returns {{ steps: number, pieces: number }}
 */
function countAll([actual, planned = []], starts, model, limits) {
    const steps = actual.reduce((sum, value, a) => {
        const both = [value, planned[a]].filter(Boolean);
        return sum + Math.max(...both.map((each) => countSteps(each.string(), model.hasRuns)));
    }, 0);
    if (!model.hasRuns || steps > limits.cells) return { steps, pieces: steps };
    const unlimited = {
        steps: limits.cells,
        pieces: Number.MAX_SAFE_INTEGER,
        tooMany: (/** @type {JsonValue} */ value) => value.error('too-large', 'has too many steps'),
    };
    const pieces = actual.reduce((sum, value, a) => {
        const path = readPath(value, model, unlimited);
        const others = [value, planned[a]].filter(Boolean).map((each) => {
            const { runCount = 0, snapshots } = readPath(each, model, unlimited);
            return Math.max(runCount, snapshots.length);
        });
        const start = starts[a];
        const own = start ? countPieces(toPieces(model, start, path)) : 0;
        return sum + Math.max(own, ...others);
    }, 0);
    return { steps, pieces };
}

/**
 * Returns the footprint of an agent: with a motion it turns by the motion's angles, without one it has the heading of the start.
 *
 * @param {Polygon} footprint
 * @param {Model} model
 * @param {Start} start
 * @param {boolean} hasMotion
 * @returns {Polygon}
 */
function turnToStart(footprint, { canTurn }, { orientation }, hasMotion) {
    if (hasMotion || !canTurn) return footprint;
    const quarters = START_QUARTERS[orientation];
    const points = footprint.points.map(([x, y]) => {
        /** @type {[number, number]} */
        let point = [x, y];
        for (let k = 0; k < (quarters + 4) % 4; k++) point = [-point[1], point[0]];
        return point;
    });
    return { ...footprint, points };
}

/** Maximum row and column of a map. */
const MAX_COORDINATE = 1e9;

const ORIENTATIONS = Object.freeze(['E', 'S', 'W', 'N']);
const ANY_ORIENTATION = Object.freeze([...ORIENTATIONS, 'N/A']);

/**
 * Reads `[row, column, orientation]` of each agent, and of others that do not take part.
 *
 * @param {JsonValue} value
 * @param {Model} model
 * @returns {Start[]}
 */
function readStarts(value, { canTurn }) {
    const starts = [];
    for (const item of value.items({
        max: value.file.limits.agents,
        label: 'agents',
        limit: 'agents',
    })) {
        const [row, column, orientationValue, secondOrientation] = item.items({
            min: canTurn ? 3 : 2,
            max: 4,
        });
        const orientation =
            orientationValue?.choice(canTurn ? ORIENTATIONS : ANY_ORIENTATION) ?? 'E';
        // Start-Kit writes "S" or "W" for south.
        if (
            secondOrientation !== undefined &&
            !(orientation === 'S' && secondOrientation.choice(ORIENTATIONS) === 'W')
        ) {
            throw item.error('wrong-length', 'must have a row, a column and one heading');
        }
        starts.push({
            row: row.whole({ max: MAX_COORDINATE }),
            column: column.whole({ max: MAX_COORDINATE }),
            orientation: Math.max(0, ORIENTATIONS.indexOf(orientation)),
        });
    }
    return starts;
}

/**
 * @param {JsonValue} value
 * @param {Model} model
 * @param {Remaining} remaining
 * @returns {LorrPath}
 */
function readPath(value, { hasRuns, letters }, remaining) {
    return hasRuns ? readRuns(value, letters, remaining) : readSteps(value, letters, remaining);
}

/**
 * Reads the planner's commands: the same path if they equal the executed actions word for word.
 *
 * @param {JsonValue} plan
 * @param {JsonValue} actual
 * @param {LorrPath} path
 * @param {Model} model
 * @param {Remaining} remaining
 * @returns {LorrPath}
 */
function readPlan(plan, actual, path, model, remaining) {
    if (plan.string() === actual.string()) return path;
    const planned = readPath(plan, model, remaining);
    if (planned.actions.length !== path.actions.length) {
        const text = `has ${planned.actions.length} steps, but ${actual.path} has ${path.actions.length}`;
        throw plan.error('bad-path', text);
    }
    return planned;
}

/** @param {number} radius @returns {BodyShape} */
function makeDisc(radius) {
    return { kind: 'disc', radius };
}

/**
 * Returns a square of side 2 `radius` whose reference corner is that of the cell for every side.
 *
 * @param {number} radius
 * @returns {BodyShape}
 */
function makeSquare(radius) {
    const [min, max] = [-0.5, 2 * radius - 0.5];
    /** @type {[number, number][]} */
    const points = [
        [min, min],
        [max, min],
        [max, max],
        [min, max],
    ];
    return { kind: 'polygon', points, radius: 0 };
}

/** @param {Int32Array} one @param {Int32Array} other */
function areCellsEqual(one, other) {
    return one === other || one.every((cell, k) => cell === other[k]);
}
