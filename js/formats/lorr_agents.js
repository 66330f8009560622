import { readRuns, readSteps } from './lorr_paths.js';
import { cellsOf, checkSnapshots, motionOf, wantedCells } from './lorr_walk.js';

/**
 * The agents of a League of Robot Runners file: where they start, what they did, what they were told to do.
 *
 * @import { JsonValue } from './json.js'
 * @import { LorrPath, Room } from './lorr_paths.js'
 * @import { Model, Start } from './lorr_walk.js'
 * @import { Agent, BodyShape } from '../scenario/scenario.js'
 */

/**
 * @typedef {object} LorrAgents
 * @property {Agent[]} agents
 * @property {Int32Array[]} cells
 * @property {Int32Array[] | null} wanted null where all went where they were sent
 * @property {string[]} notices
 */

/**
 * @param {Map<string, JsonValue>} members
 * @param {Model} model
 * @param {number | undefined} radius
 * @returns {LorrAgents}
 */
export function readAgents(members, model, radius) {
    const [startValue, paths] = ['start', 'actualPaths'].map(
        (name) => /** @type {JsonValue} */ (members.get(name)),
    );
    const starts = readStarts(startValue, model);
    const planner = members.get('plannerPaths');
    const plans = planner?.items();
    const { limits } = paths.file;
    // Squares do not turn, so that they have no heading.
    const isSquare = model.ticks > 1 && radius !== undefined;
    const shape = isSquare ? square(radius) : disc(radius ?? 0);
    const steps = model.inRuns ? limits.cells : limits.segments;
    const room = { steps, segments: limits.segments };
    /** @type {Agent[]} */
    const agents = [];
    /** @type {Int32Array[]} */
    const cells = [];
    /** @type {Int32Array[]} */
    const wanted = [];
    let repeats = false;
    for (const value of paths.items({ max: limits.agents, what: 'agents', limit: 'agents' })) {
        const start = starts[agents.length];
        if (start === undefined) {
            throw value.error('agent-count', `goes beyond the ${starts.length} agents of start`);
        }
        const path = readPath(value, model, model.letters, room);
        repeats = checkSnapshots(model, start, path, value) || repeats;
        const walked = cellsOf(model, start, path);
        cells.push(walked);
        if (planner !== undefined) {
            const plan = plans?.next().value;
            if (!plan) throw planner.error('agent-count', 'has fewer agents than actualPaths');
            const planned = readPlan(plan, value, path, model, room);
            wanted.push(planned === path ? walked : wantedCells(model, start, path, planned));
        }
        const turning = model.turns && !isSquare;
        const motion = motionOf(model, start, path, value, turning, room.segments);
        room.steps -= path.actions.length;
        room.segments -= motion.length;
        agents.push({
            name: String(agents.length),
            shape,
            start: { x: start.row, y: start.column },
            goal: null,
            motion,
            source: value.position,
        });
    }
    const extra = plans?.next().value;
    if (extra) throw extra.error('agent-count', 'goes beyond the agents of actualPaths');
    if (agents.length === 0) throw paths.error('no-agents', 'has no agents');
    const isKept = wanted.every((sent, a) => sameCells(sent, cells[a]));
    const notices = [];
    if (starts.length > agents.length) {
        const text = `has ${starts.length} agents; those beyond the ${agents.length} of actualPaths take no part`;
        notices.push(startValue.notice(text));
    }
    if (repeats) notices.push(paths.notice('repeats the state at the start in later chunks'));
    if (isSquare) {
        notices.push(
            `agents are squares of side ${2 * radius} that do not turn, as in the rules of 2026`,
        );
    }
    return { agents, cells, wanted: isKept ? null : wanted, notices };
}

/** Rows and columns beyond these are on no map. */
const MOST = 1e9;

const HEADINGS = Object.freeze(['E', 'S', 'W', 'N']);
const ANY_HEADING = Object.freeze([...HEADINGS, 'N/A']);

/**
 * `[row, column, heading]` of each agent, and of others that take no part.
 *
 * @param {JsonValue} value
 * @param {Model} model
 * @returns {Start[]}
 */
function readStarts(value, { turns }) {
    const starts = [];
    for (const item of value.items({
        max: value.file.limits.agents,
        what: 'agents',
        limit: 'agents',
    })) {
        const [row, column, facing, again] = item.items({ min: turns ? 3 : 2, max: 4 });
        const heading = facing?.choice(turns ? HEADINGS : ANY_HEADING) ?? 'E';
        // Start-Kit writes "S", "W" for south.
        if (again !== undefined && !(heading === 'S' && again.choice(HEADINGS) === 'W')) {
            throw item.error('wrong-length', 'must have a row, a column and one heading');
        }
        starts.push({
            row: row.whole({ max: MOST }),
            column: column.whole({ max: MOST }),
            heading: Math.max(0, HEADINGS.indexOf(heading)),
        });
    }
    return starts;
}

/**
 * @param {JsonValue} value
 * @param {Model} model
 * @param {string} letters
 * @param {Room} room
 * @returns {LorrPath}
 */
function readPath(value, model, letters, room) {
    return model.inRuns ? readRuns(value, letters, room) : readSteps(value, letters, room);
}

/**
 * What the planner wanted: the same path when it is word for word what was done.
 *
 * @param {JsonValue} plan
 * @param {JsonValue} done
 * @param {LorrPath} path
 * @param {Model} model
 * @param {Room} room
 * @returns {LorrPath}
 */
function readPlan(plan, done, path, model, room) {
    if (plan.string() === done.string()) return path;
    const planned = readPath(plan, model, `${model.letters}T`, room);
    if (planned.actions.length !== path.actions.length) {
        const text = `has ${planned.actions.length} steps, but ${done.path} has ${path.actions.length}`;
        throw plan.error('bad-path', text);
    }
    return planned;
}

/** @param {number} radius @returns {BodyShape} */
function disc(radius) {
    return { kind: 'disc', radius };
}

/**
 * A square of side 2 `radius`, the same corner of which is that of the cell for every side.
 *
 * @param {number} radius
 * @returns {BodyShape}
 */
function square(radius) {
    const [low, high] = [-0.5, 2 * radius - 0.5];
    /** @type {[number, number][]} */
    const points = [
        [low, low],
        [high, low],
        [high, high],
        [low, high],
    ];
    return { kind: 'polygon', points, radius: 0 };
}

/** @param {Int32Array} one @param {Int32Array} other */
function sameCells(one, other) {
    return one === other || one.every((cell, k) => cell === other[k]);
}
