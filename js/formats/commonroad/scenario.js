import { formatValue } from '#internal';
import { Outlines } from '../bodies/outlines.js';
import { UniqueNotices } from '../bodies/poses.js';
import { InputError, parseNumber, withoutText } from '../text/source.js';
import {
    checkChildren,
    checkRoot,
    findChild,
    readXml,
    requireAttribute,
    requireChild,
    UnusedAttributes,
} from '../text/xml.js';
import { Obstacles, obstacleKinds } from './obstacles.js';
import { combineParts, laneletArea, readShape, SHAPES } from './shapes.js';
import { readState } from './states.js';
import { readDecimalRange, readStepRange } from './values.js';

/**
 * @import { Disc, GoalRegion, Obstacle, Polygon, SourcePosition } from '../../scenario/model/scenario.js'
 * @import { SourceFile } from '../text/source.js'
 * @import { Element } from '../text/xml.js'
 * @import { MovingObstacle } from './obstacles.js'
 * @import { RoadFile } from './shapes.js'
 * @import { Range } from './values.js'
 */

/**
 * Reads CommonRoad's planning problems: the initial state of a vehicle and its goal regions.
 *
 * @typedef {{ step: number, x: number, y: number, angle: number, speed: number }} Start
 *
 * @typedef {object} Problem
 * @property {string} id
 * @property {Start} start
 * @property {GoalRegion[]} goals none: whether a vehicle arrives is not checked
 * @property {SourcePosition} source
 *
 * @typedef {object} LaneletAreas the lanelets that goals refer to
 * @property {Map<string, Element>} lanelets
 * @property {Map<string, Polygon[] | InputError | null>} areas those computed so far
 */

/** Maximum number of pieces of all areas of a problem: goals may name the same long lanelet again and again. */
const MAX_AREA_PARTS = 100_000;

/**
 * Computes the areas of the lanelets that the goals of a problem name.
 *
 * @param {RoadFile} file
 * @param {Element} element the problem
 * @param {LaneletAreas} laneletAreas
 */
export async function prepareAreas(file, element, { lanelets, areas }) {
    for (const { attributes } of element.children.flatMap(namedLanelets)) {
        const ref = attributes.get('ref') ?? '';
        const lanelet = lanelets.get(ref);
        if (lanelet === undefined || areas.has(ref)) continue;
        try {
            areas.set(ref, await laneletArea(file, lanelet));
        } catch (error) {
            if (!(error instanceof InputError)) throw error;
            areas.set(ref, error);
        }
    }
}

/** Returns the elements of a goal that name lanelets. @param {Element} goal */
function namedLanelets({ name, children }) {
    if (name !== 'goalState') return [];
    const positions = children.filter((child) => child.name === 'position');
    return positions.flatMap((position) =>
        position.children.filter((child) => child.name === 'lanelet'),
    );
}

/** Half of a full turn, within which an interval of angles must be. */
const HALF_TURN = Math.PI;

/**
 * @param {RoadFile} file
 * @param {Element} element
 * @param {LaneletAreas} laneletAreas
 * @param {number} step the duration of a time step
 * @returns {Problem}
 */
export function readProblem(file, element, laneletAreas, step) {
    checkChildren(file, element, ['initialState', 'goalState']);
    const start = readStart(file, requireChild(file, element, 'initialState'));
    const states = element.children.filter(({ name }) => name === 'goalState');
    const id = requireAttribute(file, element, 'id');
    let areaParts = 0;
    const goals = states.map((state) => {
        const goal = readGoal(file, state, laneletAreas, step);
        areaParts += goal.area?.kind === 'group' ? goal.area.parts.length : 1;
        if (areaParts <= MAX_AREA_PARTS) return goal;
        const text = `the goals' areas have more than ${MAX_AREA_PARTS} parts`;
        throw new InputError('too-large', file, state.position, text);
    });
    const hasEmptyGoal = goals.some((goal) =>
        Object.values(goal).every((condition) => condition === null),
    );
    if (states.length > 0 && !hasEmptyGoal) return { id, start, goals, source: element.position };
    const missing = hasEmptyGoal ? 'an empty <goalState>' : 'no <goalState>';
    const text = `planning problem ${id} has ${missing}: whether a vehicle arrives is not checked`;
    file.uniqueNotices.add(element.position, text);
    return { id, start, goals: [], source: element.position };
}

/** @param {RoadFile} file @param {Element} element @returns {Start} */
function readStart(file, element) {
    const { step, x, y, angle, speed } = readState(file, element);
    if (angle === null) {
        throw new InputError('missing-element', file, element.position, 'no <orientation>');
    }
    if (speed === null) {
        throw new InputError('missing-element', file, element.position, 'no <velocity>');
    }
    if (speed[0] === speed[1]) return { step, x, y, angle, speed: speed[0] };
    const text = `<velocity> is from ${speed[0]} to ${speed[1]}: a vehicle begins with one`;
    throw new InputError('uncertain-state', file, element.position, text);
}

/**
 * @param {RoadFile} file
 * @param {Element} element
 * @param {LaneletAreas} laneletAreas
 * @param {number} step
 * @returns {GoalRegion}
 */
function readGoal(file, element, laneletAreas, step) {
    checkChildren(file, element, ['time', 'position', 'orientation', 'velocity']);
    /** @param {string} name */
    const range = (name) => {
        const found = findChild(file, element, name);
        return found === undefined ? null : readDecimalRange(file, found);
    };
    const time = findChild(file, element, 'time');
    const steps = time === undefined ? null : readStepRange(file, time);
    const angle = range('orientation');
    if (angle !== null && angle[1] - angle[0] > 2 * HALF_TURN) {
        const text = `the goal's <orientation> is of more than a whole turn`;
        throw new InputError('out-of-range', file, element.position, text);
    }
    if (time === undefined && element.children.length > 0) {
        const text = 'a <goalState> without <time> may be reached at any time';
        file.uniqueNotices.add(element.position, text);
    }
    const position = findChild(file, element, 'position');
    return {
        area: position === undefined ? null : readArea(file, position, laneletAreas),
        time: steps && [steps[0] * step, steps[1] * step],
        angle,
        speed: range('velocity'),
    };
}

/**
 * @param {RoadFile} file
 * @param {Element} element
 * @param {LaneletAreas} laneletAreas
 * @returns {GoalRegion['area']}
 */
function readArea(file, element, laneletAreas) {
    checkChildren(file, element, [...SHAPES, 'lanelet']);
    if (element.children.length === 0) {
        throw new InputError('missing-element', file, element.position, '<position> is empty');
    }
    /** @type {(Disc | Polygon)[]} */
    const areaParts = [];
    let isComplete = true;
    for (const part of element.children) {
        const area =
            part.name === 'lanelet'
                ? laneletAreaOf(file, part, laneletAreas)
                : readShape(file, part).shapes;
        if (area === null) isComplete = false;
        else for (const areaPart of area) areaParts.push(areaPart);
        if (areaParts.length > MAX_AREA_PARTS) {
            const text = `a goal's area has more than ${MAX_AREA_PARTS} parts`;
            throw new InputError('too-large', file, part.position, text);
        }
    }
    return isComplete ? combineParts([{ center: [0, 0], shapes: areaParts }]) : null;
}

/**
 * Returns the area of the lanelet that a goal names, or null, with a notice, if it has none.
 *
 * @param {RoadFile} file
 * @param {Element} element
 * @param {LaneletAreas} laneletAreas
 * @returns {Polygon[] | null}
 */
function laneletAreaOf(file, element, { lanelets, areas }) {
    const ref = requireAttribute(file, element, 'ref');
    const lanelet = lanelets.get(ref);
    if (lanelet === undefined) {
        const text = `there is no lanelet ${ref}`;
        throw new InputError('unknown-lanelet', file, element.position, text, ref);
    }
    const area = areas.get(ref) ?? null;
    if (area instanceof InputError) throw area;
    if (area === null) {
        const text = `the bounds of lanelet ${ref} cross: whether a vehicle arrives there is not checked`;
        file.uniqueNotices.add(element.position, text);
    }
    return area;
}

/**
 * Reads a CommonRoad scenario file: its obstacles, and the planning problems among them.
 *
 * @typedef {{ id: string, source: SourcePosition, fault: InputError }} FaultyProblem one that no solution can use
 *
 * @typedef {object} CommonRoadScenario
 * @property {RoadFile} file
 * @property {Element} root
 * @property {string} id of the benchmark
 * @property {string} version
 * @property {number} step the duration of a time step
 * @property {MovingObstacle[]} movingObstacles obstacles with a trajectory
 * @property {Obstacle[]} otherObstacles other obstacles
 * @property {Map<string, Problem | FaultyProblem>} problems
 * @property {string[]} notices
 */

const VERSIONS = ['2018b', '2020a'];

/** Elements that describe the road, with their names in notices. */
const ROAD_ELEMENTS = new Map([
    ['lanelet', 'lanelet'],
    ['trafficSign', 'traffic sign'],
    ['trafficLight', 'traffic light'],
    ['intersection', 'intersection'],
]);

/** Elements that are not needed. */
const UNUSED = ['location', 'scenarioTags'];

const ATTRIBUTES = new Map([
    [
        'commonRoad',
        new Set([
            'timeStepSize',
            'commonRoadVersion',
            'benchmarkID',
            'date',
            'author',
            'affiliation',
            'source',
            'tags',
            'xmlns:xsi',
            'xsi:schemaLocation',
            'xsi:noNamespaceSchemaLocation',
        ]),
    ],
]);

/**
 * Reads a scenario. Each obstacle is read as it comes, so that a scenario may be larger than what is held
 * of it.
 *
 * @param {SourceFile} source
 * @returns {Promise<CommonRoadScenario>}
 */
export async function readCommonRoadScenario(source) {
    /** @type {RoadFile} */
    const file = {
        ...withoutText(source),
        uniqueNotices: new UniqueNotices(source),
        outlines: new Outlines(),
    };
    const obstacles = new Obstacles();
    const ids = new UniqueIds(file);
    const { root } = await readXml(source, (element, parents) => {
        if (parents.length !== 1 || parents[0].name !== 'commonRoad') return false;
        const [{ attributes }] = parents;
        const kinds = obstacleKinds(attributes.get('commonRoadVersion') ?? '');
        if (!kinds.includes(element.name)) return false;
        ids.add(element);
        obstacles.add(file, element, readTimeStep(file, parents[0]));
        return true;
    });
    checkRoot(file, root, 'commonRoad', 'a CommonRoad scenario');
    const version = requireAttribute(file, root, 'commonRoadVersion');
    if (!VERSIONS.includes(version)) {
        const text = `commonRoadVersion must be ${VERSIONS.join(' or ')}, got ${formatValue(version)}`;
        throw new InputError('unknown-version', file, root.position, text, version);
    }
    const known = [
        ...ROAD_ELEMENTS.keys(),
        ...UNUSED,
        ...obstacleKinds(version),
        'planningProblem',
    ];
    checkChildren(file, root, known);
    const step = readTimeStep(file, root);
    addIgnoredNotices(file, root);
    const unused = new UnusedAttributes(file, ATTRIBUTES);
    unused.visitElement(root);
    const id = requireAttribute(file, root, 'benchmarkID');
    const problems = await readProblems(file, root, ids, step);
    await file.outlines.check(file);
    const { movingObstacles, otherObstacles } = obstacles;
    const notices = [...file.uniqueNotices.notices, ...unused.notices];
    return { file, root, id, version, step, movingObstacles, otherObstacles, problems, notices };
}

/**
 * Adds a notice of all that describes the road, and one of all that is not used.
 *
 * @param {RoadFile} file
 * @param {Element} root
 */
function addIgnoredNotices(file, root) {
    /** @param {string[]} names */
    const present = (names) =>
        names.flatMap((name) => {
            const found = root.children.filter((element) => element.name === name);
            return found.length === 0 ? [] : [{ name, found }];
        });
    const road = present([...ROAD_ELEMENTS.keys()]);
    if (road.length > 0) {
        const parts = road.map(
            ({ name, found: { length } }) =>
                `${length} ${ROAD_ELEMENTS.get(name)}${length === 1 ? '' : 's'}`,
        );
        const text = `whether vehicles keep to the road is not checked: ${parts.join(', ')}`;
        file.uniqueNotices.add(road[0].found[0].position, text);
    }
    const unused = present(UNUSED);
    if (unused.length > 0) {
        const names = unused.map(({ name }) => `<${name}>`);
        file.uniqueNotices.add(unused[0].found[0].position, `not used: ${names.join(', ')}`);
    }
}

/**
 * @param {RoadFile} file
 * @param {Element} root
 * @param {UniqueIds} ids
 * @param {number} step
 */
async function readProblems(file, root, ids, step) {
    /** @type {LaneletAreas} */
    const laneletAreas = { lanelets: new Map(), areas: new Map() };
    for (const element of root.children.filter(({ name }) => name === 'lanelet')) {
        ids.add(element);
        laneletAreas.lanelets.set(requireAttribute(file, element, 'id'), element);
    }
    /** @type {Map<string, Problem | FaultyProblem>} */
    const problems = new Map();
    const problemIds = new UniqueIds(file);
    for (const element of root.children.filter(({ name }) => name === 'planningProblem')) {
        problemIds.add(element);
        const id = requireAttribute(file, element, 'id');
        await prepareAreas(file, element, laneletAreas);
        try {
            problems.set(id, readProblem(file, element, laneletAreas, step));
        } catch (error) {
            if (!(error instanceof InputError)) throw error;
            // Traffic can be checked without the problem.
            problems.set(id, { id, source: element.position, fault: error });
        }
    }
    return problems;
}

/** @param {RoadFile} file @param {Element} root */
function readTimeStep(file, root) {
    const text = requireAttribute(file, root, 'timeStepSize');
    const step = parseNumber(file, root.position, 'timeStepSize', text);
    if (step > 0) return step;
    const problem = `timeStepSize must be more than 0, got ${formatValue(text)}`;
    throw new InputError('out-of-range', file, root.position, problem, step);
}

/** Checks that no two lanelets and obstacles have the same number, and no two problems. */
class UniqueIds {
    /** @type {Set<string>} */
    #seen = new Set();
    #file;

    /** @param {RoadFile} file */
    constructor(file) {
        this.#file = file;
    }

    /** @param {Element} element */
    add(element) {
        const id = requireAttribute(this.#file, element, 'id');
        if (!this.#seen.has(id)) {
            this.#seen.add(id);
            return;
        }
        const text = `the id ${formatValue(id)} is used twice`;
        throw new InputError('duplicate-id', this.#file, element.position, text, id);
    }
}
