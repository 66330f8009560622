import { formatValue } from '#internal';
import { Outlines } from '../bodies/outlines.js';
import {
    checkCount,
    interpolatePoses,
    makeBox,
    UniqueNotices,
    unwrapPoseAngles,
} from '../bodies/poses.js';
import { InputError, parseWhole, withoutText } from '../text/source.js';
import {
    checkChildren,
    checkRoot,
    elementText,
    readXml,
    requireAttribute,
    requireChild,
    UnusedAttributes,
} from '../text/xml.js';
import { checkAngle, checkSteps } from './states.js';
import { readNumber } from './values.js';

/**
 * @import { InputErrorCode } from 'graze'
 * @import { Agent, MotionPiece, PlanState, SourcePosition } from '../../scenario/model/scenario.js'
 * @import { SourceFile } from '../text/source.js'
 * @import { Element } from '../text/xml.js'
 * @import { CommonRoadScenario, FaultyProblem, Problem, Start } from './scenario.js'
 * @import { RoadFile } from './shapes.js'
 */

/**
 * Reads the motions of a solution: states, or the inputs of a point mass.
 *
 * @typedef {object} TrajectoryKind a kind of trajectory
 * @property {string} model
 * @property {string} [state] the elements of which it consists
 * @property {string[]} [fields] fields of the elements besides the time
 * @property {string} [inputs] the elements of which it consists, when they are inputs
 * @property {string} [refused] reason reason why it is not read
 *
 * @typedef {{ motion: MotionPiece[], states: PlanState[] }} Track
 */

const SINGLE_TRACK = ['x', 'y', 'steeringAngle', 'velocity', 'orientation'];
const SINGLE_TRACK_SLIP = [...SINGLE_TRACK, 'yawRate', 'slipAngle'];
const MULTI_BODY = [
    ...SINGLE_TRACK,
    'yawRate',
    'rollAngle',
    'rollRate',
    'pitchAngle',
    'pitchRate',
    'yVelocity',
    'zPosition',
    'zVelocity',
    'rollAngleFront',
    'rollRateFront',
    'yVelocityFront',
    'zPositionFront',
    'zVelocityFront',
    'rollAngleRear',
    'rollRateRear',
    'yVelocityRear',
    'zPositionRear',
    'zVelocityRear',
    'leftFrontWheelAngularSpeed',
    'rightFrontWheelAngularSpeed',
    'leftRearWheelAngularSpeed',
    'rightRearWheelAngularSpeed',
    'deltaYf',
    'deltaYr',
];
const SINGLE_TRACK_DRIFT = [
    ...SINGLE_TRACK_SLIP,
    'frontWheelAngularSpeed',
    'rearWheelAngularSpeed',
];

/** @type {ReadonlyMap<string, TrajectoryKind>} */
export const TRAJECTORIES = new Map(
    /** @type {[string, TrajectoryKind][]} */ ([
        [
            'pmTrajectory',
            { model: 'PM', state: 'pmState', fields: ['x', 'y', 'xVelocity', 'yVelocity'] },
        ],
        ['ksTrajectory', { model: 'KS', state: 'ksState', fields: SINGLE_TRACK }],
        ['stTrajectory', { model: 'ST', state: 'stState', fields: SINGLE_TRACK_SLIP }],
        ['stdTrajectory', { model: 'STD', state: 'stdState', fields: SINGLE_TRACK_DRIFT }],
        ['mbTrajectory', { model: 'MB', state: 'mbState', fields: MULTI_BODY }],
        ['pmInputVector', { model: 'PM', inputs: 'pmInput' }],
        [
            'inputVector',
            {
                model: '',
                refused:
                    'inputs of a vehicle model are not integrated: write the trajectory that they lead to',
            },
        ],
        [
            'kstTrajectory',
            {
                model: 'KST',
                refused: 'vehicles with a trailer are not checked: they are not one body',
            },
        ],
    ]),
);

/** Maximum time step of a plan. */
const MAX_STEPS = 1e9;

/** @param {RoadFile} file @param {Element} element @returns {number} */
function readStep(file, element) {
    const time = requireChild(file, element, 'time');
    const form = { max: MAX_STEPS };
    return parseWhole(file, time.position, '<time>', elementText(file, time), form);
}

/**
 * Reads the elements of a trajectory, which follow one another step by step.
 *
 * @param {RoadFile} file
 * @param {Element} element
 * @param {string} name
 * @param {string[]} fields
 * @returns {{ step: number, value: (name: string) => number, source: SourcePosition }[]}
 */
function readRows(file, element, name, fields) {
    checkChildren(file, element, [name]);
    if (element.children.length === 0) {
        const text = `<${element.name}> holds no <${name}>`;
        throw new InputError('missing-element', file, element.position, text);
    }
    const rows = element.children.map((row) => {
        checkChildren(file, row, [...fields, 'time']);
        const values = new Map(fields.map((field) => [field, readNumber(file, row, field)]));
        const value = (/** @type {string} */ field) => /** @type {number} */ (values.get(field));
        return { step: readStep(file, row), value, source: row.position };
    });
    return checkSteps(file, rows);
}

/**
 * Reads a trajectory of states.
 *
 * @param {RoadFile} file
 * @param {Element} element
 * @param {TrajectoryKind} kind
 * @param {Start} start
 * @param {number} step
 * @returns {Track}
 */
export function readRecordedTrack(file, element, { state = '', fields = [] }, start, step) {
    const rows = readRows(file, element, state, fields);
    const isPointMass = fields.includes('xVelocity');
    const velocities = isPointMass
        ? rows.map(({ value }) => [value('xVelocity'), value('yVelocity')])
        : [];
    const angles = isPointMass
        ? velocityAngles(file, velocities, start.angle, element)
        : rows.map(({ value }) => checkAngle(file, element, value('orientation')));
    const poses = rows.map(({ step: k, value, source }, n) => {
        return { t: k * step, x: value('x'), y: value('y'), angle: angles[n], source };
    });
    const states = poses.map(({ t, x, y, angle }, n) => {
        const { value } = rows[n];
        const lateral = fields.includes('yVelocity') ? value('yVelocity') : 0;
        const forward = value(isPointMass ? 'xVelocity' : 'velocity');
        const speed = lateral === 0 && !isPointMass ? forward : Math.hypot(forward, lateral);
        return { t, x, y, angle, speed };
    });
    return { motion: interpolatePoses(poses, true, file.uniqueNotices), states };
}

/**
 * Integrates the inputs of a point mass from its problem's initial state: each input is an acceleration that lasts one
 * step, so that each step is a parabola. The angle is that of the velocity at every step, and linear in between.
 *
 * @param {RoadFile} file
 * @param {Element} element
 * @param {string} name
 * @param {Start} start
 * @param {number} step
 * @returns {Track}
 */
export function integrateInputs(file, element, name, start, step) {
    const rows = readRows(file, element, name, ['xAcceleration', 'yAcceleration']);
    if (rows[0].step !== start.step) {
        const text = `the inputs begin at step ${rows[0].step}, but the problem at ${start.step}`;
        throw new InputError('bad-time', file, rows[0].source, text);
    }
    const text =
        'inputs of a point mass are integrated; between the steps the heading is taken as linear in time';
    file.uniqueNotices.add(element.position, text);
    let [x, y] = [start.x, start.y];
    let [vx, vy] = [start.speed * Math.cos(start.angle), start.speed * Math.sin(start.angle)];
    const points = [{ t: start.step * step, x, y }];
    const velocities = [[vx, vy]];
    const pieces = rows.map(({ step: k, value, source }) => {
        const [t0, t1] = [k * step, (k + 1) * step];
        const [ax, ay] = [value('xAcceleration'), value('yAcceleration')];
        const piece = { t0, t1, x: [x, vx, ax / 2], y: [y, vy, ay / 2], source };
        const duration = t1 - t0;
        [x, y] = [
            x + (vx + (ax / 2) * duration) * duration,
            y + (vy + (ay / 2) * duration) * duration,
        ];
        [vx, vy] = [vx + ax * duration, vy + ay * duration];
        points.push({ t: t1, x, y });
        velocities.push([vx, vy]);
        return piece;
    });
    const wrappedAngles = velocityAngles(file, velocities, start.angle, element);
    const sources = [element.position, ...rows.map(({ source }) => source)];
    const poses = wrappedAngles.map((angle, k) => ({ angle, source: sources[k] }));
    const angles = unwrapPoseAngles(poses, file.uniqueNotices);
    const motion = pieces.map((piece, k) => {
        const angle = [angles[k], (angles[k + 1] - angles[k]) / (piece.t1 - piece.t0)];
        return { ...piece, angle, end: { x: points[k + 1].x, y: points[k + 1].y } };
    });
    const states = points.map(({ t, x, y }, k) => {
        return { t, x, y, angle: angles[k], speed: Math.hypot(...velocities[k]) };
    });
    return { motion, states };
}

/**
 * Returns the directions of velocities. A vehicle at rest keeps its last direction.
 *
 * @param {RoadFile} file
 * @param {number[][]} velocities
 * @param {number} first angle of a vehicle that has not moved yet
 * @param {Element} element
 * @returns {number[]}
 */
function velocityAngles(file, velocities, first, element) {
    let angle = first;
    return velocities.map(([vx, vy]) => {
        if (vx !== 0 || vy !== 0) angle = Math.atan2(vy, vx);
        else
            file.uniqueNotices.add(
                element.position,
                'where a point mass stands it keeps its heading',
            );
        return angle;
    });
}

/**
 * Reads a CommonRoad solution: the trajectory of each vehicle.
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
