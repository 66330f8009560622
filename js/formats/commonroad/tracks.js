import { interpolatePoses, unwrapPoseAngles } from '../bodies/poses.js';
import { InputError, parseWhole } from '../text/source.js';
import { checkChildren, elementText, requireChild } from '../text/xml.js';
import { checkAngle, checkSteps } from './states.js';
import { readNumber } from './values.js';

/**
 * Reads the motions of a solution: states, or the inputs of a point mass.
 *
 * @import { Start } from './problems.js'
 * @import { RoadFile } from './shapes.js'
 * @import { Element } from '../text/xml_tree.js'
 * @import { MotionPiece, PlanState, SourcePosition } from '../../scenario/model/scenario.js'
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
