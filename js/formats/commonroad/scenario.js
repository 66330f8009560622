import { formatValue } from '#internal';
import { Outlines } from '../bodies/outlines.js';
import { UniqueNotices } from '../bodies/poses.js';
import { InputError, parseNumber, withoutText } from '../text/source.js';
import {
    checkChildren,
    checkRoot,
    readXml,
    requireAttribute,
    UnusedAttributes,
} from '../text/xml.js';
import { Obstacles, obstacleKinds } from './obstacles.js';
import { prepareAreas, readProblem } from './problems.js';

/**
 * Reads a CommonRoad scenario file: its obstacles, and the planning problems among them.
 *
 * @import { MovingObstacle } from './obstacles.js'
 * @import { Problem, LaneletAreas } from './problems.js'
 * @import { RoadFile } from './shapes.js'
 * @import { SourceFile } from '../text/source.js'
 * @import { Element } from '../text/xml_tree.js'
 * @import { Obstacle, SourcePosition } from '../../scenario/model/scenario.js'
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
