import { ENDINGS } from '#internal';
import { blankScenario, isSpaceShape } from '../../scenario/model/scenario.js';
import { readJson } from '../text/json.js';
import { limitHint, limitsOf, refuseFiles } from '../text/source.js';
import { MAX_MAGNITUDE, NOT_IN_SPACE, PartReader, VERSION_1_NAMES } from './parts.js';

/**
 * Reads graze's own format: a whole Scenario in JSON, number for number.
 *
 * @import { ReadRequest } from '../index.js'
 * @import { Aliases } from './parts.js'
 * @import { JsonValue } from '../text/json.js'
 * @import { Limits } from '../text/source.js'
 * @import { Agent, BenchmarkInstance, DiscretePlan, Grid, Obstacle, Roadmap, Scenario } from '../../scenario/model/scenario.js'
 */

export { write } from './write.js';

/** The written version of the format. Version 1, with other names of some members, is read too. */
export const VERSION = 2;

const REQUIRED = ['graze', 'agents'];
const OPTIONAL = [
    'axes',
    'domain',
    'beforeStart',
    'atGoal',
    'speedLimit',
    'timeStep',
    'sizesKnown',
    'instance',
    'grid',
    'roadmap',
    'obstacles',
    'discrete',
];

/** Members of plans in the plane alone. */
const PLANE_MEMBERS = Object.freeze(['sizesKnown', 'grid', 'roadmap', 'discrete']);
const DOMAINS = Object.freeze(/** @type {const} */ (['agents', 'driving']));
const AXES = Object.freeze(/** @type {const} */ (['right-up', 'right-down', 'down-right']));

/**
 * @param {ReadRequest} request
 * @returns {Promise<Scenario>}
 */
export async function read({ files, radius, atGoal }) {
    refuseFiles(files, ['map', 'task', 'config'], "a plan in graze's own format");
    const root = await readJson(files.plan, { values: maxValues(limitsOf(files.plan)) });
    /** @type {Aliases} */
    const aliases = readVersion(root) === 1 ? VERSION_1_NAMES : {};
    const members = root.members({ required: REQUIRED, optional: OPTIONAL, aliases: aliases.root });
    /** @param {string} name */
    const member = (name) => {
        const value = members.get(name);
        return value?.isNull ? undefined : value;
    };
    const parts = new PartReader(root.file.limits, aliases);
    const defaults = blankScenario('graze');
    const beforeStart = member('beforeStart')?.choice(ENDINGS) ?? defaults.beforeStart;
    const agents = readAgents(/** @type {JsonValue} */ (members.get('agents')), parts, beforeStart);
    const isSized = member('sizesKnown')?.boolean() ?? true;
    const notices = [];
    const instance = member('instance');
    if (radius !== undefined) {
        for (const agent of agents) {
            agent.shape = { kind: isSpaceShape(agent.shape) ? 'sphere' : 'disc', radius };
        }
        const kind = agents.some(({ shape }) => isSpaceShape(shape)) ? 'spheres' : 'discs';
        if (isSized)
            notices.push(`agents are ${kind} of radius ${radius}, not as the plan has them`);
    }
    const obstacles = readObstacles(member('obstacles'), parts);
    if (parts.checkBodies()) {
        for (const name of PLANE_MEMBERS) {
            const value = member(name);
            if (value === undefined || (name === 'sizesKnown' && isSized)) continue;
            throw value.error('mixed-bodies', NOT_IN_SPACE);
        }
    }
    await parts.outlines.check(root.file);
    return {
        format: 'graze',
        agents,
        grid: readGrid(member('grid')),
        roadmap: readRoadmap(member('roadmap'), parts),
        obstacles,
        discrete: readDiscrete(member('discrete'), agents.length, aliases.discrete),
        sizesKnown: isSized || radius !== undefined,
        beforeStart,
        atGoal: atGoal ?? member('atGoal')?.choice(ENDINGS) ?? defaults.atGoal,
        speedLimit: member('speedLimit')?.positive(MAX_MAGNITUDE) ?? null,
        timeStep: member('timeStep')?.positive(MAX_MAGNITUDE) ?? null,
        axes: member('axes')?.choice(AXES) ?? defaults.axes,
        ...(instance && { instance: readInstance(instance) }),
        domain: member('domain')?.choice(DOMAINS) ?? defaults.domain,
        notices,
    };
}

/** @param {JsonValue} value @returns {BenchmarkInstance} */
function readInstance(value) {
    const members = value.members({ required: ['map', 'type', 'number'] });
    /** @param {string} name */
    const text = (name) => /** @type {JsonValue} */ (members.get(name)).string();
    return { map: text('map'), type: text('type'), number: text('number') };
}

/**
 * Returns the maximum number of values: each list has a limit of its own; this bounds all of them together.
 *
 * @param {Limits} limits
 */
function maxValues({ elements, agents, pieces, rows }) {
    const [perPiece, perAgent] = [32, 64];
    return elements + perPiece * pieces + perAgent * agents + rows;
}

/** Returns the version of the format that a file has. @param {JsonValue} root */
function readVersion(root) {
    const members = root.members({ required: ['graze'], unknown: () => {} });
    const value = /** @type {JsonValue} */ (members.get('graze'));
    const version = value.whole({ min: 1 });
    if (version <= VERSION) return version;
    const text = `is ${version}; this program reads versions up to ${VERSION} of the format`;
    throw value.error('unknown-value', text, version);
}

/**
 * @param {JsonValue} value
 * @param {PartReader} parts
 * @param {'stay' | 'vanish'} beforeStart
 * @returns {Agent[]}
 */
function readAgents(value, parts, beforeStart) {
    /** @type {Agent[]} */
    const agents = [];
    const form = { required: ['shape'], optional: ['name', 'start', 'goal', 'goals', 'motion'] };
    for (const item of value.items({
        max: value.file.limits.agents,
        label: 'agents',
        limit: 'agents',
    })) {
        const members = item.members(form);
        const name = members.get('name')?.string() ?? String(agents.length);
        const shape = parts.body(/** @type {JsonValue} */ (members.get('shape')), 'agent', name);
        const motion = parts.motion(members.get('motion'), shape);
        const start = parts.point(members.get('start'), shape);
        if (motion.length === 0 && start === null && beforeStart === 'stay') {
            throw item.error('unknown-start', 'must have a motion, or a start where it stands');
        }
        const goals = members.get('goals');
        agents.push({
            name,
            shape,
            start,
            goal: parts.point(members.get('goal'), shape),
            ...(goals && { goals: parts.goals(goals, shape) }),
            motion,
            source: item.position,
        });
    }
    return agents;
}

/**
 * @param {JsonValue | undefined} value
 * @param {PartReader} parts
 * @returns {Obstacle[]}
 */
function readObstacles(value, parts) {
    /** @type {Obstacle[]} */
    const obstacles = [];
    if (value === undefined) return obstacles;
    const form = { required: ['shape'], optional: ['name', 'pose', 'motion'] };
    for (const item of value.items({
        max: value.file.limits.agents,
        label: 'obstacles',
        limit: 'agents',
    })) {
        const members = item.members(form);
        const [pose, motion] = [members.get('pose'), members.get('motion')];
        if (motion === undefined && pose === undefined) {
            throw item.error('missing-key', 'must have a pose or a motion');
        }
        const name = members.get('name')?.string() ?? String(obstacles.length);
        const shape = parts.body(/** @type {JsonValue} */ (members.get('shape')), 'obstacle', name);
        const isPosed = pose !== undefined && !pose.isNull;
        obstacles.push({
            name,
            shape,
            pose: isPosed ? parts.pose(pose, shape) : { x: 0, y: 0, angle: 0 },
            ...(motion && { motion: parts.motion(motion, shape) }),
        });
    }
    return obstacles;
}

/**
 * Reads a grid: one string for each x, with one character for each y.
 *
 * @param {JsonValue | undefined} value
 * @returns {Grid | null}
 */
function readGrid(value) {
    if (value === undefined) return null;
    const { cells, rows } = value.file.limits;
    /** @type {string[]} */
    const lines = [];
    let ny = 0;
    for (const item of value.items({ min: 1, max: rows, label: 'lines of cells', limit: 'rows' })) {
        const line = item.string();
        if (lines.length === 0) ny = line.length;
        if (line.length !== ny || ny === 0) {
            throw item.error('bad-grid', `must have ${ny || 'some'} cells, got ${line.length}`);
        }
        const invalidIndex = line.search(/[^#.]/);
        if (invalidIndex >= 0) {
            throw item.error(
                'bad-grid',
                `must have "#" or "." for each cell: cell ${invalidIndex} has neither`,
            );
        }
        lines.push(line);
        if (lines.length * ny > cells)
            throw value.error('too-large', `has more than ${cells} cells ${limitHint('cells')}`);
    }
    const blocked = new Uint8Array(lines.length * ny);
    lines.forEach((line, i) => {
        for (let j = 0; j < ny; j++) if (line[j] === '#') blocked[i * ny + j] = 1;
    });
    return { nx: lines.length, ny, blocked };
}

/**
 * @param {JsonValue | undefined} value
 * @param {PartReader} parts
 * @returns {Roadmap | null}
 */
function readRoadmap(value, parts) {
    if (value === undefined) return null;
    const { elements } = value.file.limits;
    const members = value.members({ required: ['nodes', 'edges'] });
    const [nodeList, edgeList] = ['nodes', 'edges'].map(
        (name) => /** @type {JsonValue} */ (members.get(name)),
    );
    const nodes = [];
    for (const item of nodeList.items({ max: elements, label: 'nodes', limit: 'elements' })) {
        nodes.push(parts.requiredPoint(item));
    }
    /** @type {[number, number][]} */
    const edges = [];
    for (const item of edgeList.items({ max: elements, label: 'edges', limit: 'elements' })) {
        const [from, to] = item.tuple(2).map((node) => {
            const number = node.whole({});
            if (number < nodes.length) return number;
            const text = `is not a node: there are ${nodes.length}, numbered from 0`;
            throw node.error('unknown-node', text, number);
        });
        edges.push([from, to]);
    }
    return { nodes, edges };
}

/**
 * @param {JsonValue | undefined} value
 * @param {number} agents
 * @param {Readonly<Record<string, string>>} [aliases]
 * @returns {DiscretePlan | null}
 */
function readDiscrete(value, agents, aliases) {
    if (value === undefined) return null;
    const members = value.members({ required: ['cells'], optional: ['commanded'], aliases });
    const cells = readCells(/** @type {JsonValue} */ (members.get('cells')), agents);
    const commandedValue = members.get('commanded');
    if (commandedValue === undefined || commandedValue.isNull) return { cells, commanded: null };
    const commanded = readCells(commandedValue, agents);
    const invalidIndex = commanded.findIndex((each, a) => each.length !== cells[a].length);
    if (invalidIndex < 0) return { cells, commanded };
    const text = `must have as many cells as cells has, also for agent ${invalidIndex}`;
    throw commandedValue.error('wrong-length', text);
}

/**
 * Reads the cells of each agent from a string of numbers separated by spaces.
 *
 * @param {JsonValue} value
 * @param {number} agents
 * @returns {Int32Array[]}
 */
function readCells(value, agents) {
    const lists = [...value.items({ max: agents, min: agents, label: 'agents' })];
    let remaining = value.file.limits.cells;
    return lists.map((item) => {
        const text = item.string();
        const numbers = text === '' ? [] : text.split(' ', 2 * remaining + 1);
        remaining -= numbers.length / 2;
        if (remaining < 0)
            throw value.error('too-large', `has more cells than are read ${limitHint('cells')}`);
        const cells = Int32Array.from(numbers, Number);
        const invalidIndex = numbers.findIndex((number, k) => number !== String(cells[k]));
        if (invalidIndex >= 0 || numbers.length % 2 === 1) {
            const text = 'must have pairs of whole numbers, one space between all of them';
            throw item.error(
                'bad-number',
                invalidIndex < 0 ? text : `${text}; number ${invalidIndex} is none`,
            );
        }
        return cells;
    });
}
