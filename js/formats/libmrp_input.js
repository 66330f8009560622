import { show } from 'graze';
import { parseCell } from './libmrp_schedule.js';
import { checkCells, InputError, noticeAt, parseNumber, parseWhole, tooLarge } from './source.js';
import { checkKeys, entryOf, readYaml } from './yaml_file.js';

/**
 * @import { CheckedFile, SourceFile } from './source.js'
 * @import { Ground } from './libmrp.js'
 * @import { Entry, YamlFile } from './yaml_file.js'
 * @import { GoalRegion, Grid, Point, Roadmap, SourcePosition } from '../scenario/scenario.js'
 * @import { Node } from 'yaml'
 */

/**
 * @typedef {object} MrpAgent
 * @property {string} name
 * @property {Point | null} start null: it is a node, and no roadmap is known
 * @property {Point | null} goal null: as for the start, or there are several
 * @property {GoalRegion[]} [goals]
 * @property {SourcePosition} source
 *
 * @typedef {object} MrpInput
 * @property {CheckedFile} file
 * @property {Grid | null} grid
 * @property {Roadmap | null} roadmap
 * @property {Map<string, Point> | null} nodes the roadmap's, by name
 * @property {MrpAgent[]} agents
 * @property {string[]} notices
 */

/**
 * An input: `map` or `roadmap`, and `agents`. Places of agents are looked up in its own roadmap unless
 * another ground is given.
 *
 * @param {SourceFile} source
 * @param {Ground | null} ground
 * @returns {Promise<MrpInput>}
 */
export async function readMrpInput(source, ground) {
    const yaml = await readYaml(source);
    const root = yaml.mapOf(yaml.root, 'the input');
    checkKeys(yaml, root, 'the input', ['map', 'roadmap', 'agents']);
    const [map, road, list] = [root.get('map'), root.get('roadmap'), root.get('agents')];
    if (map !== undefined && road !== undefined) {
        const text = 'the input has both a map and a roadmap';
        throw new InputError('wrong-map', yaml.file, road.position, text);
    }
    const grid = map ? readGrid(yaml, map) : null;
    const { roadmap, nodes, notices } = road
        ? readRoadmap(yaml, road)
        : { roadmap: null, nodes: null, notices: [] };
    const own = { grid, roadmap, nodes };
    const reader = new Agents(yaml, ground ?? own, notices);
    const agents = list ? reader.read(list) : [];
    return { file: yaml.file, ...own, agents, notices };
}

/**
 * @param {YamlFile} yaml
 * @param {Entry} map
 * @returns {Grid}
 */
function readGrid(yaml, { value, position }) {
    const { file } = yaml;
    const map = yaml.mapOf(value, 'map', position);
    checkKeys(yaml, map, 'map', ['dimensions', 'obstacles']);
    const size = entryOf(yaml, map, 'dimensions', 'map', position);
    const [nx, ny] = pairOf(yaml, size.value, 'dimensions', size.position).map(
        ({ text, position: at }) =>
            parseWhole(file, at, 'dimensions', text, { min: 1, max: file.limits.cells }),
    );
    checkCells(file, size.position, nx, ny);
    const blocked = new Uint8Array(nx * ny);
    const obstacles = map.get('obstacles');
    const cells =
        obstacles === undefined || yaml.isNothing(obstacles.value)
            ? []
            : yaml.listOf(obstacles.value, 'obstacles', obstacles.position);
    for (const cell of cells) {
        const { x, y } = cellOf(yaml, cell, 'an obstacle', position);
        checkInside(yaml, { nx, ny, blocked }, { x, y }, 'an obstacle', yaml.position(cell));
        blocked[x * ny + y] = 1;
    }
    return { nx, ny, blocked };
}

/**
 * @param {YamlFile} yaml
 * @param {Grid} grid
 * @param {Point} point
 * @param {string} what
 * @param {SourcePosition} position
 */
function checkInside({ file }, { nx, ny }, { x, y }, what, position) {
    if (x >= 0 && x < nx && y >= 0 && y < ny) return;
    const text = `${what} (${x}, ${y}) is outside the map of ${nx} x ${ny} cells`;
    throw new InputError('outside-map', file, position, text);
}

/**
 * Two values.
 *
 * @param {YamlFile} yaml
 * @param {Node | null} node
 * @param {string} what
 * @param {SourcePosition} position
 */
function pairOf(yaml, node, what, position) {
    const items = yaml.listOf(node, what, position);
    const at = yaml.position(node, position);
    if (items.length !== 2) {
        const text = `${what} must be a list of two, not of ${items.length}`;
        throw new InputError('bad-line', yaml.file, at, text);
    }
    return items.map((item) => ({
        text: yaml.textOf(item, what, at),
        position: yaml.position(item, at),
    }));
}

/**
 * @param {YamlFile} yaml
 * @param {Node | null} node
 * @param {string} what
 * @param {SourcePosition} position
 * @returns {Point}
 */
function cellOf(yaml, node, what, position) {
    const [x, y] = pairOf(yaml, node, what, position).map(({ text, position: at }) =>
        parseCell(yaml.file, at, what, text),
    );
    return { x, y };
}

/**
 * Nodes by name with their places, and edges between them.
 *
 * @param {YamlFile} yaml
 * @param {Entry} road
 */
function readRoadmap(yaml, { value, position }) {
    const { file } = yaml;
    const road = yaml.mapOf(value, 'roadmap', position);
    const known = ['undirected', 'allow_wait_actions', 'vertices', 'edges', 'conflicts'];
    checkKeys(yaml, road, 'roadmap', known);
    const vertices = road.get('vertices');
    if (vertices === undefined) {
        const text = 'the roadmap has no vertices: without their places nothing can be judged';
        throw new InputError('bad-roadmap', file, position, text);
    }
    /** @type {Map<string, Point>} */
    const nodes = new Map();
    for (const [name, entry] of yaml.mapOf(vertices.value, 'vertices', vertices.position)) {
        const [x, y] = pairOf(yaml, entry.value, 'a vertex', entry.position).map(
            ({ text, position: at }) => parseNumber(file, at, 'a coordinate', text),
        );
        nodes.set(name, { x, y });
    }
    const undirected = isTrue(yaml, road, 'undirected');
    isTrue(yaml, road, 'allow_wait_actions');
    const indexOf = new Map([...nodes.keys()].map((name, k) => [name, k]));
    const list = entryOf(yaml, road, 'edges', 'roadmap', position);
    const edges = yaml.listOf(list.value, 'edges', list.position).flatMap((edge) => {
        const [from, to] = pairOf(yaml, edge, 'an edge', list.position).map((end) => {
            const index = indexOf.get(end.text);
            if (index !== undefined) return index;
            const text = `${show(end.text)} is no vertex of the roadmap`;
            throw new InputError('unknown-node', file, end.position, text, end.text);
        });
        const there = /** @type {[number, number]} */ ([from, to]);
        return undirected ? [there, /** @type {[number, number]} */ ([to, from])] : [there];
    });
    const conflicts = road.get('conflicts');
    const notices = [];
    if (conflicts !== undefined) {
        const text = 'conflicts are not used: whether agents meet is judged from where they are';
        notices.push(noticeAt(file, conflicts.position, text));
    }
    return { roadmap: { nodes: [...nodes.values()], edges }, nodes, notices };
}

const TRUE = /^(?:true|yes|on|y)$/i;
const FALSE = /^(?:false|no|off|n)$/i;

/**
 * @param {YamlFile} yaml
 * @param {Map<string, Entry>} road
 * @param {string} name
 * @returns {boolean}
 */
function isTrue(yaml, road, name) {
    const entry = road.get(name);
    if (entry === undefined) return false;
    const text = yaml.textOf(entry.value, name, entry.position);
    if (TRUE.test(text)) return true;
    if (FALSE.test(text)) return false;
    const position = yaml.position(entry.value, entry.position);
    const problem = `${name} must be True or False, not ${show(text)}`;
    throw new InputError('bad-roadmap', yaml.file, position, problem, text);
}

/** The agents of an input. */
class Agents {
    #yaml;
    #ground;
    #notices;
    #isOdd = false;

    /**
     * @param {YamlFile} yaml
     * @param {Ground} ground
     * @param {string[]} notices
     */
    constructor(yaml, ground, notices) {
        this.#yaml = yaml;
        this.#ground = ground;
        this.#notices = notices;
    }

    /** @param {Entry} list @returns {MrpAgent[]} */
    read({ value, position }) {
        const { file } = this.#yaml;
        const nodes = this.#yaml.listOf(value, 'agents', position);
        if (nodes.length > file.limits.agents) {
            throw tooLarge(file, position, 'agents');
        }
        const names = new Set();
        return nodes.map((node) => {
            const agent = this.#agent(node, position);
            if (names.has(agent.name)) {
                const text = `the name ${show(agent.name)} is there twice`;
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
        const entries = yaml.mapOf(node, 'an agent', list);
        const source = yaml.position(node, list);
        this.#noticeOdd(entries);
        const named = entryOf(yaml, entries, 'name', 'the agent', source);
        const name = yaml.textOf(named.value, 'name', named.position);
        const begin = entryOf(yaml, entries, 'start', 'the agent', source);
        const start = this.#place(begin.value, 'start', begin.position);
        const [goal, several] = [entries.get('goal'), entries.get('potentialGoals')];
        if ((goal === undefined) === (several === undefined)) {
            const text = `agent ${show(name)} must have either goal or potentialGoals`;
            throw new InputError('bad-agent', yaml.file, source, text);
        }
        if (goal !== undefined) {
            return { name, start, goal: this.#place(goal.value, 'goal', goal.position), source };
        }
        const { value, position } = /** @type {Entry} */ (several);
        const places = yaml
            .listOf(value, 'potentialGoals', position)
            .map((each) => this.#place(each, 'a goal', position));
        if (places.length === 0) {
            const text = `agent ${show(name)} has no goal`;
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
    #noticeOdd(entries) {
        const known = ['name', 'start', 'goal', 'potentialGoals'];
        for (const [key, { position }] of entries) {
            if (known.includes(key) || this.#isOdd) continue;
            this.#isOdd = true;
            const text = `${show(key)} of an agent is not used`;
            this.#notices.push(noticeAt(this.#yaml.file, position, text));
        }
    }

    /**
     * A cell, or a node by its name.
     *
     * @param {Node | null} node
     * @param {string} what
     * @param {SourcePosition} otherwise
     * @returns {Point | null}
     */
    #place(node, what, otherwise) {
        const yaml = this.#yaml;
        const { grid, roadmap, nodes } = this.#ground;
        const position = yaml.position(node, otherwise);
        const isCell = yaml.isList(node);
        if (isCell) {
            const cell = cellOf(yaml, node, what, position);
            if (grid !== null) checkInside(yaml, grid, cell, what, position);
            if (roadmap === null) return cell;
        }
        if (isCell || grid !== null) {
            const [given, other] = isCell ? ['a cell', 'a roadmap'] : ['a node', 'a grid'];
            const text = `${what} is ${given}, but the map is ${other}`;
            throw new InputError('wrong-map', yaml.file, position, text);
        }
        const name = yaml.textOf(node, what, position);
        const point = nodes?.get(name);
        if (point === undefined && nodes !== null) {
            const text = `${show(name)} is no vertex of the roadmap`;
            throw new InputError('unknown-node', yaml.file, position, text, name);
        }
        return point ?? null;
    }

    /** A cell is a goal as a whole; of a roadmap only the node is. @param {Point} place @returns {GoalRegion} */
    #region({ x, y }) {
        const h = 0.5;
        /** @type {[number, number][]} */
        const points =
            this.#ground.roadmap === null
                ? [
                      [x - h, y - h],
                      [x + h, y - h],
                      [x + h, y + h],
                      [x - h, y + h],
                  ]
                : [[x, y]];
        const area = { kind: /** @type {const} */ ('polygon'), points, radius: 0 };
        return { area, time: null, heading: null, speed: null };
    }
}
