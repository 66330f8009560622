import { formatValue } from '#internal';
import {
    checkCells,
    InputError,
    noticeAt,
    parseNumber,
    parseWhole,
    tooLargeError,
} from '../text/source.js';
import { checkKeys, readYaml, requireEntry } from '../text/yaml_file.js';
import { parseCell } from './schedule.js';

/**
 * @import { CheckedFile, SourceFile } from '../text/source.js'
 * @import { MrpMap } from './libmrp.js'
 * @import { Entry, YamlFile } from '../text/yaml_file.js'
 * @import { GoalRegion, Grid, Point, Roadmap, SourcePosition } from '../../scenario/model/scenario.js'
 * @import { Node } from 'yaml'
 */

/**
 * @typedef {object} MrpAgent
 * @property {string} name
 * @property {Point | null} start null: a node without a roadmap
 * @property {Point | null} goal null: as for the start, or several goals
 * @property {GoalRegion[]} [goals]
 * @property {SourcePosition} source
 *
 * @typedef {object} MrpInput
 * @property {CheckedFile} file
 * @property {Grid | null} grid
 * @property {Roadmap | null} roadmap
 * @property {Map<string, Point> | null} nodes nodes nodes of the roadmap, by name
 * @property {MrpAgent[]} agents
 * @property {string[]} notices
 */

/**
 * Reads an input: `map` or `roadmap`, and `agents`. The places of agents are looked up in its own roadmap, or in `mrpMap`
 * if given.
 *
 * @param {SourceFile} source
 * @param {MrpMap | null} mrpMap
 * @returns {Promise<MrpInput>}
 */
export async function readMrpInput(source, mrpMap) {
    const yaml = await readYaml(source);
    const root = yaml.requireMap(yaml.root, 'the input');
    checkKeys(yaml, root, 'the input', ['map', 'roadmap', 'agents']);
    const [map, roadmapEntry, list] = [root.get('map'), root.get('roadmap'), root.get('agents')];
    if (map !== undefined && roadmapEntry !== undefined) {
        const text = 'the input has both a map and a roadmap';
        throw new InputError('wrong-map', yaml.file, roadmapEntry.position, text);
    }
    const grid = map ? readGrid(yaml, map) : null;
    const { roadmap, nodes, notices } = roadmapEntry
        ? readRoadmap(yaml, roadmapEntry)
        : { roadmap: null, nodes: null, notices: [] };
    const ownMap = { grid, roadmap, nodes };
    const reader = new AgentReader(yaml, mrpMap ?? ownMap, notices);
    const agents = list ? reader.read(list) : [];
    return { file: yaml.file, ...ownMap, agents, notices };
}

/**
 * @param {YamlFile} yaml
 * @param {Entry} map
 * @returns {Grid}
 */
function readGrid(yaml, { value, position }) {
    const { file } = yaml;
    const map = yaml.requireMap(value, 'map', position);
    checkKeys(yaml, map, 'map', ['dimensions', 'obstacles']);
    const size = requireEntry(yaml, map, 'dimensions', 'map', position);
    const [nx, ny] = readPair(yaml, size.value, 'dimensions', size.position).map(
        ({ text, position: at }) =>
            parseWhole(file, at, 'dimensions', text, { min: 1, max: file.limits.cells }),
    );
    checkCells(file, size.position, nx, ny);
    const blocked = new Uint8Array(nx * ny);
    const obstacles = map.get('obstacles');
    const cells =
        obstacles === undefined || yaml.isNull(obstacles.value)
            ? []
            : yaml.requireList(obstacles.value, 'obstacles', obstacles.position);
    for (const cell of cells) {
        const { x, y } = readCell(yaml, cell, 'an obstacle', position);
        checkInside(yaml, { nx, ny, blocked }, { x, y }, 'an obstacle', yaml.position(cell));
        blocked[x * ny + y] = 1;
    }
    return { nx, ny, blocked };
}

/**
 * @param {YamlFile} yaml
 * @param {Grid} grid
 * @param {Point} point
 * @param {string} label
 * @param {SourcePosition} position
 */
function checkInside({ file }, { nx, ny }, { x, y }, label, position) {
    if (x >= 0 && x < nx && y >= 0 && y < ny) return;
    const text = `${label} (${x}, ${y}) is outside the map of ${nx} x ${ny} cells`;
    throw new InputError('outside-map', file, position, text);
}

/**
 * Reads a list of two values.
 *
 * @param {YamlFile} yaml
 * @param {Node | null} node
 * @param {string} label
 * @param {SourcePosition} position
 */
function readPair(yaml, node, label, position) {
    const items = yaml.requireList(node, label, position);
    const listPosition = yaml.position(node, position);
    if (items.length !== 2) {
        const text = `${label} must be a list of length 2, got length ${items.length}`;
        throw new InputError('bad-line', yaml.file, listPosition, text);
    }
    return items.map((item) => ({
        text: yaml.requireText(item, label, listPosition),
        position: yaml.position(item, listPosition),
    }));
}

/**
 * @param {YamlFile} yaml
 * @param {Node | null} node
 * @param {string} label
 * @param {SourcePosition} position
 * @returns {Point}
 */
function readCell(yaml, node, label, position) {
    const [x, y] = readPair(yaml, node, label, position).map(({ text, position: at }) =>
        parseCell(yaml.file, at, label, text),
    );
    return { x, y };
}

/**
 * Reads nodes, by name with their places, and the edges between them.
 *
 * @param {YamlFile} yaml
 * @param {Entry} roadmapEntry
 */
function readRoadmap(yaml, { value, position }) {
    const { file } = yaml;
    const roadmapEntries = yaml.requireMap(value, 'roadmap', position);
    const known = ['undirected', 'allow_wait_actions', 'vertices', 'edges', 'conflicts'];
    checkKeys(yaml, roadmapEntries, 'roadmap', known);
    const vertices = roadmapEntries.get('vertices');
    if (vertices === undefined) {
        const text = 'the roadmap has no vertices: without their places nothing can be checked';
        throw new InputError('bad-roadmap', file, position, text);
    }
    /** @type {Map<string, Point>} */
    const nodes = new Map();
    for (const [name, entry] of yaml.requireMap(vertices.value, 'vertices', vertices.position)) {
        const [x, y] = readPair(yaml, entry.value, 'a vertex', entry.position).map(
            ({ text, position: at }) => parseNumber(file, at, 'a coordinate', text),
        );
        nodes.set(name, { x, y });
    }
    const undirected = readBoolean(yaml, roadmapEntries, 'undirected');
    readBoolean(yaml, roadmapEntries, 'allow_wait_actions');
    const nodeIndices = new Map([...nodes.keys()].map((name, k) => [name, k]));
    const list = requireEntry(yaml, roadmapEntries, 'edges', 'roadmap', position);
    const edges = yaml.requireList(list.value, 'edges', list.position).flatMap((edge) => {
        const [from, to] = readPair(yaml, edge, 'an edge', list.position).map((end) => {
            const index = nodeIndices.get(end.text);
            if (index !== undefined) return index;
            const text = `${formatValue(end.text)} is not a vertex of the roadmap`;
            throw new InputError('unknown-node', file, end.position, text, end.text);
        });
        const edgePair = /** @type {[number, number]} */ ([from, to]);
        return undirected ? [edgePair, /** @type {[number, number]} */ ([to, from])] : [edgePair];
    });
    const conflicts = roadmapEntries.get('conflicts');
    const notices = [];
    if (conflicts !== undefined) {
        const text = 'conflicts are not used: conflicts of agents are found from their positions';
        notices.push(noticeAt(file, conflicts.position, text));
    }
    return { roadmap: { nodes: [...nodes.values()], edges }, nodes, notices };
}

const TRUE = /^(?:true|yes|on|y)$/i;
const FALSE = /^(?:false|no|off|n)$/i;

/**
 * @param {YamlFile} yaml
 * @param {Map<string, Entry>} roadmapEntries
 * @param {string} name
 * @returns {boolean}
 */
function readBoolean(yaml, roadmapEntries, name) {
    const entry = roadmapEntries.get(name);
    if (entry === undefined) return false;
    const text = yaml.requireText(entry.value, name, entry.position);
    if (TRUE.test(text)) return true;
    if (FALSE.test(text)) return false;
    const position = yaml.position(entry.value, entry.position);
    const problem = `${name} must be True or False, got ${formatValue(text)}`;
    throw new InputError('bad-roadmap', yaml.file, position, problem, text);
}

/** Reads the agents of an input. */
class AgentReader {
    #yaml;
    #mrpMap;
    #notices;
    #hasNotice = false;

    /**
     * @param {YamlFile} yaml
     * @param {MrpMap} mrpMap
     * @param {string[]} notices
     */
    constructor(yaml, mrpMap, notices) {
        this.#yaml = yaml;
        this.#mrpMap = mrpMap;
        this.#notices = notices;
    }

    /** @param {Entry} list @returns {MrpAgent[]} */
    read({ value, position }) {
        const { file } = this.#yaml;
        const nodes = this.#yaml.requireList(value, 'agents', position);
        if (nodes.length > file.limits.agents) {
            throw tooLargeError(file, position, 'agents');
        }
        const names = new Set();
        return nodes.map((node) => {
            const agent = this.#agent(node, position);
            if (names.has(agent.name)) {
                const text = `the name ${formatValue(agent.name)} is given twice`;
                throw new InputError('bad-agent', file, agent.source, text, agent.name);
            }
            names.add(agent.name);
            return agent;
        });
    }

    /**
     * @param {Node} node
     * @param {SourcePosition} list
     * @returns {MrpAgent}
     */
    #agent(node, list) {
        const yaml = this.#yaml;
        const entries = yaml.requireMap(node, 'an agent', list);
        const source = yaml.position(node, list);
        this.#noticeUnknown(entries);
        const nameEntry = requireEntry(yaml, entries, 'name', 'the agent', source);
        const name = yaml.requireText(nameEntry.value, 'name', nameEntry.position);
        const startEntry = requireEntry(yaml, entries, 'start', 'the agent', source);
        const start = this.#place(startEntry.value, 'start', startEntry.position);
        const [goal, potentialGoals] = [entries.get('goal'), entries.get('potentialGoals')];
        if ((goal === undefined) === (potentialGoals === undefined)) {
            const text = `agent ${formatValue(name)} must have either goal or potentialGoals`;
            throw new InputError('bad-agent', yaml.file, source, text);
        }
        if (goal !== undefined) {
            return { name, start, goal: this.#place(goal.value, 'goal', goal.position), source };
        }
        const { value, position } = /** @type {Entry} */ (potentialGoals);
        const places = yaml
            .requireList(value, 'potentialGoals', position)
            .map((each) => this.#place(each, 'a goal', position));
        if (places.length === 0) {
            const text = `agent ${formatValue(name)} has no goal`;
            throw new InputError('bad-agent', yaml.file, position, text);
        }
        const known = places.filter((place) => place !== null);
        if (known.length < places.length) return { name, start, goal: null, source };
        if (known.length === 1) return { name, start, goal: known[0], source };
        return {
            name,
            start,
            goal: null,
            goals: known.map((place) => this.#region(place)),
            source,
        };
    }

    /** @param {Map<string, Entry>} entries */
    #noticeUnknown(entries) {
        const known = ['name', 'start', 'goal', 'potentialGoals'];
        for (const [key, { position }] of entries) {
            if (known.includes(key) || this.#hasNotice) continue;
            this.#hasNotice = true;
            const text = `${formatValue(key)} of an agent is not used`;
            this.#notices.push(noticeAt(this.#yaml.file, position, text));
        }
    }

    /**
     * Reads a place: a cell, or the name of a node.
     *
     * @param {Node | null} node
     * @param {string} label
     * @param {SourcePosition} fallback
     * @returns {Point | null}
     */
    #place(node, label, fallback) {
        const yaml = this.#yaml;
        const { grid, roadmap, nodes } = this.#mrpMap;
        const position = yaml.position(node, fallback);
        const isCell = yaml.isList(node);
        if (isCell) {
            const cell = readCell(yaml, node, label, position);
            if (grid !== null) checkInside(yaml, grid, cell, label, position);
            if (roadmap === null) return cell;
        }
        if (isCell || grid !== null) {
            const [given, other] = isCell ? ['a cell', 'a roadmap'] : ['a node', 'a grid'];
            const text = `${label} is ${given}, but the map is ${other}`;
            throw new InputError('wrong-map', yaml.file, position, text);
        }
        const name = yaml.requireText(node, label, position);
        const point = nodes?.get(name);
        if (point === undefined && nodes !== null) {
            const text = `${formatValue(name)} is not a vertex of the roadmap`;
            throw new InputError('unknown-node', yaml.file, position, text, name);
        }
        return point ?? null;
    }

    /**
     * Returns the goal region of a place: a whole cell, or the point of a node.
     *
     * @param {Point} place
     * @returns {GoalRegion}
     */
    #region({ x, y }) {
        const half = 0.5;
        /** @type {[number, number][]} */
        const points =
            this.#mrpMap.roadmap === null
                ? [
                      [x - half, y - half],
                      [x + half, y - half],
                      [x + half, y + half],
                      [x - half, y + half],
                  ]
                : [[x, y]];
        const area = { kind: /** @type {const} */ ('polygon'), points, radius: 0 };
        return { area, time: null, angle: null, speed: null };
    }
}
