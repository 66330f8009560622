import { checkHeading, checkSteps } from './commonroad_states.js';
import { numberOf } from './commonroad_values.js';
import { headingsThrough, motionThrough } from './driving.js';
import { InputError, parseWhole } from './source.js';
import { checkChildren, child, textOf } from './xml.js';

/**
 * The motions of a solution: states as they are, and the inputs of a point mass.
 *
 * @import { Start } from './commonroad_problems.js'
 * @import { RoadFile } from './commonroad_shapes.js'
 * @import { Element } from './xml.js'
 * @import { MotionSegment, PlanState, SourcePosition } from '../scenario/scenario.js'
 *
 * @typedef {object} Kind of trajectory
 * @property {string} model
 * @property {string} [state] the elements of which it consists
 * @property {string[]} [fields] what they hold beside the time
 * @property {string} [inputs] the elements of which it consists, when they are inputs
 * @property {string} [refused] why it is not read
 *
 * @typedef {{ motion: MotionSegment[], states: PlanState[] }} Track
 */

const SINGLE_TRACK = ['x', 'y', 'steeringAngle', 'velocity', 'orientation'];
const SLIPPING = [...SINGLE_TRACK, 'yawRate', 'slipAngle'];
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
const DRIFTING = [...SLIPPING, 'frontWheelAngularSpeed', 'rearWheelAngularSpeed'];

/** @type {ReadonlyMap<string, Kind>} */
export const TRAJECTORIES = new Map(
    /** @type {[string, Kind][]} */ ([
        [
            'pmTrajectory',
            { model: 'PM', state: 'pmState', fields: ['x', 'y', 'xVelocity', 'yVelocity'] },
        ],
        ['ksTrajectory', { model: 'KS', state: 'ksState', fields: SINGLE_TRACK }],
        ['stTrajectory', { model: 'ST', state: 'stState', fields: SLIPPING }],
        ['stdTrajectory', { model: 'STD', state: 'stdState', fields: DRIFTING }],
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
                refused: 'vehicles with a trailer are not checked: they are no one body',
            },
        ],
    ]),
);

/** Time steps beyond which a file is not a plan. */
const MOST_STEPS = 1e9;

/** @param {RoadFile} file @param {Element} element @returns {number} */
function readStep(file, element) {
    const time = child(file, element, 'time');
    const form = { max: MOST_STEPS };
    return parseWhole(file, time.position, '<time>', textOf(file, time), form);
}

/**
 * The elements of a trajectory, which follow one another step by step.
 *
 * @param {RoadFile} file
 * @param {Element} element
 * @param {string} name
 * @param {string[]} fields
 * @returns {{ step: number, of: (name: string) => number, source: SourcePosition }[]}
 */
function readRows(file, element, name, fields) {
    checkChildren(file, element, [name]);
    if (element.children.length === 0) {
        const text = `<${element.name}> holds no <${name}>`;
        throw new InputError('missing-element', file, element.position, text);
    }
    const rows = element.children.map((row) => {
        checkChildren(file, row, [...fields, 'time']);
        const values = new Map(fields.map((field) => [field, numberOf(file, row, field)]));
        const of = (/** @type {string} */ field) => /** @type {number} */ (values.get(field));
        return { step: readStep(file, row), of, source: row.position };
    });
    return checkSteps(file, rows);
}

/**
 * A trajectory of states.
 *
 * @param {RoadFile} file
 * @param {Element} element
 * @param {Kind} kind
 * @param {Start} start
 * @param {number} step
 * @returns {Track}
 */
export function recordedTrack(file, element, { state = '', fields = [] }, start, step) {
    const rows = readRows(file, element, state, fields);
    const isPoint = fields.includes('xVelocity');
    const velocities = isPoint ? rows.map(({ of }) => [of('xVelocity'), of('yVelocity')]) : [];
    const headings = isPoint
        ? headingsOf(file, velocities, start.heading, element)
        : rows.map(({ of }) => checkHeading(file, element, of('orientation')));
    const poses = rows.map(({ step: k, of, source }, n) => {
        return { t: k * step, x: of('x'), y: of('y'), theta: headings[n], source };
    });
    const states = poses.map(({ t, x, y, theta }, n) => {
        const { of } = rows[n];
        const across = fields.includes('yVelocity') ? of('yVelocity') : 0;
        const along = of(isPoint ? 'xVelocity' : 'velocity');
        const speed = across === 0 && !isPoint ? along : Math.hypot(along, across);
        return { t, x, y, heading: theta, speed };
    });
    return { motion: motionThrough(poses, true, file.once), states };
}

/**
 * The motion of a point mass from its problem's initial state: each input is an acceleration that lasts
 * one step, so that each step is a parabola. Its heading is that of its velocity at every step, and linear
 * between.
 *
 * @param {RoadFile} file
 * @param {Element} element
 * @param {string} name
 * @param {Start} start
 * @param {number} step
 * @returns {Track}
 */
export function inputTrack(file, element, name, start, step) {
    const rows = readRows(file, element, name, ['xAcceleration', 'yAcceleration']);
    if (rows[0].step !== start.step) {
        const text = `the inputs begin at step ${rows[0].step}, but the problem at ${start.step}`;
        throw new InputError('bad-time', file, rows[0].source, text);
    }
    const text =
        'inputs of a point mass are integrated; between the steps the heading is taken as linear in time';
    file.once.add(element.position, text);
    let [x, y] = [start.x, start.y];
    let [vx, vy] = [start.speed * Math.cos(start.heading), start.speed * Math.sin(start.heading)];
    const points = [{ t: start.step * step, x, y }];
    const velocities = [[vx, vy]];
    const pieces = rows.map(({ step: k, of, source }) => {
        const [t0, t1] = [k * step, (k + 1) * step];
        const [ax, ay] = [of('xAcceleration'), of('yAcceleration')];
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
    const thetas = headingsOf(file, velocities, start.heading, element);
    const sources = [element.position, ...rows.map(({ source }) => source)];
    const poses = thetas.map((theta, k) => ({ theta, source: sources[k] }));
    const headings = headingsThrough(poses, file.once);
    const motion = pieces.map((piece, k) => {
        const theta = [headings[k], (headings[k + 1] - headings[k]) / (piece.t1 - piece.t0)];
        return { ...piece, theta, end: { x: points[k + 1].x, y: points[k + 1].y } };
    });
    const states = points.map(({ t, x, y }, k) => {
        return { t, x, y, heading: headings[k], speed: Math.hypot(...velocities[k]) };
    });
    return { motion, states };
}

/**
 * The headings of velocities. What stands still keeps the heading that it had.
 *
 * @param {RoadFile} file
 * @param {number[][]} velocities
 * @param {number} first of a vehicle that has not moved yet
 * @param {Element} element
 * @returns {number[]}
 */
function headingsOf(file, velocities, first, element) {
    let heading = first;
    return velocities.map(([vx, vy]) => {
        if (vx !== 0 || vy !== 0) heading = Math.atan2(vy, vx);
        else file.once.add(element.position, 'where a point mass stands it keeps its heading');
        return heading;
    });
}
