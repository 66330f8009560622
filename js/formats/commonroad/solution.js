import { formatValue } from '#internal';
import { Outlines } from '../bodies/outlines.js';
import { checkCount, makeBox, UniqueNotices } from '../bodies/poses.js';
import { InputError, withoutText } from '../text/source.js';
import {
    checkChildren,
    checkRoot,
    readXml,
    requireAttribute,
    UnusedAttributes,
} from '../text/xml.js';
import { integrateInputs, readRecordedTrack, TRAJECTORIES } from './tracks.js';

/**
 * Reads a CommonRoad solution: the trajectory of each vehicle.
 *
 * @import { InputErrorCode } from 'graze'
 * @import { Problem } from './problems.js'
 * @import { FaultyProblem, CommonRoadScenario } from './scenario.js'
 * @import { RoadFile } from './shapes.js'
 * @import { SourceFile } from '../text/source.js'
 * @import { Element } from '../text/xml_tree.js'
 * @import { Agent } from '../../scenario/model/scenario.js'
 *
 * @typedef {{ model: string, number: string }} Vehicle
 */

/** Lengths and widths in meters, by the number in a vehicle's id. */
const VEHICLE_SIZES = new Map([
    ['1', [4.298, 1.674]],
    ['2', [4.508, 1.61]],
    ['3', [4.569, 1.844]],
    ['4', [5.1, 2.55]],
]);

/** Number of the vehicle with a trailer, whose pose only its own model has. */
const TRUCK = '4';

/**
 * Maximum deviation of a vehicle from its problem's initial state, as in CommonRoad's own checker, in meters, radians and
 * meters per second.
 */
const INITIAL_STATE_TOLERANCE = Object.freeze({ position: 0.1, angle: 0.1, speed: 2 });

const ATTRIBUTES = new Map([
    ['CommonRoadSolution', new Set(['benchmark_id', 'date', 'computation_time', 'processor_name'])],
]);

const VEHICLE = /^(PM|KS|ST|STD|MB|KST)([1-4])$/;

/**
 * @param {SourceFile} source
 * @param {CommonRoadScenario} commonRoad
 * @returns {Promise<{ agents: Agent[], notices: string[] }>}
 */
export async function readSolution(source, commonRoad) {
    /** @type {RoadFile} */
    const file = {
        ...withoutText(source),
        uniqueNotices: new UniqueNotices(source),
        outlines: new Outlines(),
    };
    const { root } = await readXml(source);
    checkRoot(file, root, 'CommonRoadSolution', 'a CommonRoad solution');
    const vehicles = readBenchmark(file, root, commonRoad);
    checkChildren(file, root, [...TRAJECTORIES.keys()]);
    checkCount(file, root.position, root.children.length, 'agents', 'vehicles');
    if (root.children.length === 0) {
        throw new InputError('no-agents', file, root.position, 'the solution has no trajectory');
    }
    if (root.children.length !== vehicles.length) {
        const text = `the solution has ${root.children.length} trajectories, but its benchmark_id names ${vehicles.length} vehicles`;
        throw new InputError('agent-count', file, root.position, text);
    }
    /** @type {Set<Problem | FaultyProblem>} */
    const solved = new Set();
    const agents = root.children.map((element, k) => {
        const problem = findProblem(file, element, commonRoad);
        if (solved.has(problem)) {
            const text = `planning problem ${problem.id} is solved twice`;
            throw new InputError('duplicate-id', file, element.position, text);
        }
        solved.add(problem);
        return readVehicle(file, element, vehicles[k], problem, commonRoad.step);
    });
    checkSolved(file, root, commonRoad, solved);
    const pieces = agents.reduce((sum, { motion }) => sum + motion.length, 0);
    checkCount(file, root.position, pieces, 'pieces', 'states');
    const unused = new UnusedAttributes(file, ATTRIBUTES);
    unused.visitElement(root);
    return { agents, notices: [...file.uniqueNotices.notices, ...unused.notices] };
}

/**
 * Reads the vehicles of a benchmark id `VEHICLE:COST:SCENARIO:VERSION`, or `[VEHICLE,…]:[COST,…]:…` for several.
 *
 * @param {RoadFile} file
 * @param {Element} root
 * @param {CommonRoadScenario} commonRoad
 * @returns {Vehicle[]}
 */
function readBenchmark(file, root, commonRoad) {
    const text = requireAttribute(file, root, 'benchmark_id').replaceAll(' ', '');
    const [models, costs, id, version, ...others] = text.split(':');
    /** @param {InputErrorCode} code @param {string} problem */
    const benchmarkError = (code, problem) =>
        new InputError(code, file, root.position, problem, text);
    if (version === undefined || others.length > 0) {
        const form = 'VEHICLE:COST:SCENARIO:VERSION';
        throw benchmarkError(
            'bad-benchmark',
            `benchmark_id must be ${form}, got ${formatValue(text)}`,
        );
    }
    if (id !== commonRoad.id || version !== commonRoad.version) {
        const isVersion = id === commonRoad.id;
        const problem = isVersion
            ? `the solution needs version ${version} of ${id}, but the map is of version ${commonRoad.version}`
            : `the solution is for ${id}:${version}, but the map is ${commonRoad.id}:${commonRoad.version}`;
        throw benchmarkError('wrong-map', problem);
    }
    const [vehicles, functions] = [models, costs].map((list) =>
        list.replace(/^\[(.*)\]$/, '$1').split(','),
    );
    if (vehicles.length !== functions.length) {
        const counts = `${vehicles.length} vehicles and ${functions.length} cost functions`;
        throw benchmarkError('bad-benchmark', `benchmark_id names ${counts}`);
    }
    return vehicles.map((vehicle) => {
        const [, model, number] = VEHICLE.exec(vehicle) ?? [];
        if (model !== undefined) return { model, number };
        const known = 'a model (PM, KS, ST, STD, MB) and a vehicle (1 to 4)';
        throw benchmarkError(
            'unknown-vehicle',
            `a vehicle is ${known}, got ${formatValue(vehicle)}`,
        );
    });
}

/**
 * @param {RoadFile} file
 * @param {Element} element
 * @param {CommonRoadScenario} commonRoad
 * @returns {Problem}
 */
function findProblem(file, element, commonRoad) {
    const id = requireAttribute(file, element, 'planningProblem');
    const problem = commonRoad.problems.get(id);
    if (problem !== undefined && 'fault' in problem) throw problem.fault;
    if (problem !== undefined) return problem;
    const text = `the scenario has no planning problem ${formatValue(id)}`;
    throw new InputError('unknown-problem', file, element.position, text, id);
}

/**
 * Refuses a solution that leaves a problem unsolved.
 *
 * @param {RoadFile} file
 * @param {Element} root
 * @param {CommonRoadScenario} commonRoad
 * @param {Set<Problem | FaultyProblem>} solved
 */
function checkSolved(file, root, commonRoad, solved) {
    for (const problem of commonRoad.problems.values()) {
        if (solved.has(problem)) continue;
        const text = `planning problem ${problem.id} of the scenario is not solved`;
        throw new InputError('agent-count', file, root.position, text);
    }
}

/**
 * @param {RoadFile} file
 * @param {Element} element
 * @param {Vehicle} vehicle
 * @param {Problem} problem
 * @param {number} step
 * @returns {Agent}
 */
function readVehicle(file, element, { model, number }, problem, step) {
    const kind = TRAJECTORIES.get(element.name);
    if (kind?.refused !== undefined) {
        throw new InputError('unsupported-model', file, element.position, kind.refused);
    }
    if (kind === undefined || kind.model !== model) {
        const text = `<${element.name}> is not a trajectory of the model ${model}`;
        throw new InputError('bad-agent', file, element.position, text);
    }
    if (number === TRUCK) {
        const text = 'vehicle 4 is checked without its trailer, whose pose is not in the solution';
        file.uniqueNotices.add(element.position, text);
    }
    const { start } = problem;
    const track =
        kind.inputs === undefined
            ? readRecordedTrack(file, element, kind, start, step)
            : integrateInputs(file, element, kind.inputs, start, step);
    const [length, width] = /** @type {number[]} */ (VEHICLE_SIZES.get(number));
    return {
        name: problem.id,
        shape: makeBox(length, width),
        start: null,
        goal: null,
        initialState: {
            t: start.step * step,
            x: start.x,
            y: start.y,
            angle: start.angle,
            speed: start.speed,
            tolerance: INITIAL_STATE_TOLERANCE,
        },
        goals: problem.goals,
        ...track,
        source: element.position,
    };
}
