import { formatValue } from '#internal';
import {
    FILE_START,
    InputError,
    noticeAt,
    parseNumber,
    parseWhole,
    tooLargeError,
} from '../text/source.js';
import {
    checkChildren,
    checkRoot,
    elementText,
    findChild,
    readXml,
    requireAttribute,
    requireChild,
    UnusedAttributes,
} from '../text/xml.js';

/**
 * @import { Point, Roadmap, SourcePosition } from '../../scenario/model/scenario.js'
 * @import { CheckedFile, SourceFile } from '../text/source.js'
 * @import { Element } from '../text/xml.js'
 */

/** Settings that CCBS and its descendants read; only agent_size is used here. */
const KNOWN_SETTINGS = new Set([
    'agent_size',
    'branching_gamma',
    'cache_paths',
    'connectedness',
    'conflict_type',
    'focal_weight',
    'heuristic',
    'hlh_type',
    'precision',
    'timelimit',
    'use_cardinal',
    'use_corridor_symmetry',
    'use_disjoint_splitting',
    'use_target_symmetry',
]);

/**
 * Reads a CCBS configuration, `<root><algorithm>`, of which the radius of the agents is used. Without `agent_size` CCBS
 * uses a default of its own, which is not a property of the plan: the radius is then unknown.
 *
 * @param {SourceFile} source
 * @returns {Promise<{ radius: number | undefined, notices: string[] }>}
 */
export async function readCcbsConfig(source) {
    const { file, root } = await readXml(source);
    checkRoot(file, root, 'root', 'a CCBS configuration');
    const algorithm = requireChild(file, root, 'algorithm');
    const size = findChild(file, algorithm, 'agent_size');
    const radius =
        size &&
        parseNumber(file, size.position, '<agent_size>', elementText(file, size), { min: 0 });
    const unknown = [
        ...root.children.filter((element) => element !== algorithm),
        ...algorithm.children.filter((element) => !KNOWN_SETTINGS.has(element.name)),
    ];
    const notices = unknown.map((element) =>
        noticeAt(file, element.position, `<${element.name}> is not a known setting`),
    );
    return { radius, notices };
}

/**
 * A start or goal of an agent: a point of a grid, or a node of a roadmap.
 *
 * @typedef {{ point: Point } | { node: number }} Location
 *
 * @typedef {{ start: Location, goal: Location, source: SourcePosition }} TaskAgent
 */

/** Attributes of an `<agent>` of a task that are read. */
export const TASK_ATTRIBUTES = new Set([
    'id',
    'start_i',
    'start_j',
    'start_id',
    'goal_i',
    'goal_j',
    'goal_id',
]);

/**
 * Reads a CCBS task: `<root>` with an `<agent>` for each start and goal.
 *
 * @param {SourceFile} source
 * @returns {Promise<{ file: CheckedFile, agents: TaskAgent[], notices: string[] }>}
 */
export async function readCcbsTask(source) {
    const { file, root } = await readXml(source);
    checkRoot(file, root, 'root', 'a CCBS task');
    checkChildren(file, root, ['agent']);
    const agents = readTaskAgents(file, root);
    if (agents.length === 0) {
        throw new InputError('no-agents', file, root.position, 'the task has no <agent>');
    }
    const unused = new UnusedAttributes(file, new Map([['agent', TASK_ATTRIBUTES]]));
    unused.visitTree(root);
    return { file, agents, notices: unused.notices };
}

/**
 * Reads the `<agent>` children of a root: a task, or the copy of it in a log.
 *
 * @param {CheckedFile} file
 * @param {Element} root
 * @returns {TaskAgent[]}
 */
export function readTaskAgents(file, root) {
    const elements = root.children.filter((each) => each.name === 'agent');
    if (elements.length > file.limits.agents) throw tooLargeError(file, FILE_START, 'agents');
    return elements.map((element, number) => {
        checkChildren(file, element, []);
        const id = element.attributes.get('id');
        if (id !== undefined && id !== String(number)) {
            const text = `agents are numbered from 0 in order: expected id ${number}, got ${formatValue(id)}`;
            throw new InputError('bad-agent', file, element.position, text, id);
        }
        return {
            start: readLocation(file, element, 'start'),
            goal: readLocation(file, element, 'goal'),
            source: element.position,
        };
    });
}

/**
 * @param {CheckedFile} file
 * @param {Element} element
 * @param {'start' | 'goal'} endpoint
 * @returns {Location}
 */
function readLocation(file, element, endpoint) {
    if (element.attributes.has(`${endpoint}_id`)) {
        if (element.attributes.has(`${endpoint}_i`) || element.attributes.has(`${endpoint}_j`)) {
            const text = `<agent> has both ${endpoint}_id and ${endpoint}_i, ${endpoint}_j: it can have one ${endpoint}`;
            throw new InputError('bad-agent', file, element.position, text);
        }
        const text = requireAttribute(file, element, `${endpoint}_id`);
        const max = Number.MAX_SAFE_INTEGER;
        return { node: parseWhole(file, element.position, `${endpoint}_id`, text, { max }) };
    }
    return { point: readPoint(file, element, endpoint) };
}

/**
 * Reads the point in the attributes `start_i`, `start_j` (or `goal_i`, `goal_j`).
 *
 * @param {CheckedFile} file
 * @param {Element} element
 * @param {'start' | 'goal'} endpoint
 * @returns {Point}
 */
export function readPoint(file, element, endpoint) {
    /** @param {string} name */
    const number = (name) =>
        parseNumber(file, element.position, name, requireAttribute(file, element, name));
    return { x: number(`${endpoint}_i`), y: number(`${endpoint}_j`) };
}

/**
 * Returns a location as a point of the map, or null for a node without a roadmap.
 *
 * @param {CheckedFile} file
 * @param {TaskAgent} agent
 * @param {'start' | 'goal'} endpoint
 * @param {Roadmap | null} roadmap
 * @returns {Point | null}
 */
export function resolveLocation(file, agent, endpoint, roadmap) {
    const location = agent[endpoint];
    if ('point' in location) return location.point;
    if (roadmap === null) return null;
    const node = roadmap.nodes[location.node];
    if (node === undefined) {
        const text = `${endpoint}_id ${location.node} is not a node: the roadmap has ${roadmap.nodes.length}, numbered from 0`;
        throw new InputError('unknown-node', file, agent.source, text, location.node);
    }
    return node;
}
