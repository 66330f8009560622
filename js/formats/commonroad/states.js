import { InputError } from '../text/source.js';
import { checkChildren, findChild, requireChild } from '../text/xml.js';
import { readPoint } from './shapes.js';
import { readDecimalRange, readStepRange, requireExact } from './values.js';

/**
 * Reads CommonRoad's states and sequences of them.
 *
 * @import { RoadFile } from './shapes.js'
 * @import { Range } from './values.js'
 * @import { Element } from '../text/xml.js'
 * @import { SourcePosition } from '../../scenario/model/scenario.js'
 *
 * @typedef {object} State
 * @property {number} step
 * @property {number} x
 * @property {number} y
 * @property {number | null} angle null: not in the file
 * @property {Range | null} speed
 * @property {SourcePosition} source
 */

/** Elements of states that are not used; position, orientation, time and velocity are. */
const UNUSED_FIELDS = [
    'acceleration',
    'yawRate',
    'slipAngle',
    'steeringAngle',
    'rollAngle',
    'rollRate',
    'pitchAngle',
    'pitchRate',
    'velocityY',
    'positionZ',
    'velocityZ',
    'rollAngleFront',
    'rollRateFront',
    'velocityYFront',
    'positionZFront',
    'velocityZFront',
    'rollAngleRear',
    'rollRateRear',
    'velocityYRear',
    'positionZRear',
    'velocityZRear',
    'leftFrontWheelAngularSpeed',
    'rightFrontWheelAngularSpeed',
    'leftRearWheelAngularSpeed',
    'rightRearWheelAngularSpeed',
    'frontWheelAngularSpeed',
    'rearWheelAngularSpeed',
    'deltaYFront',
    'deltaYRear',
    'curvature',
    'curvatureChange',
    'jerk',
    'jounce',
    'accelerationY',
    'steeringAngleSpeed',
    'hitchAngle',
    'jerkDot',
    'kappaDotDot',
];

/** Notice about a vehicle with a trailer. */
const TRAILER = '<hitchAngle> is not used: vehicles are checked without their trailers';

const UNUSED = new Set(UNUSED_FIELDS);
const FIELDS = ['position', 'orientation', 'time', 'velocity', ...UNUSED_FIELDS];

/**
 * Reads a state whose position, angle and time are exact.
 *
 * @param {RoadFile} file
 * @param {Element} element
 * @returns {State}
 */
export function readState(file, element) {
    checkChildren(file, element, FIELDS);
    for (const { name } of element.children) {
        // The lookup by name checks that there is only one.
        const found = UNUSED.has(name) && findChild(file, element, name);
        if (!found) continue;
        readDecimalRange(file, found);
        if (name === 'hitchAngle') file.uniqueNotices.add(found.position, TRAILER);
    }
    const [x, y] = readPosition(file, requireChild(file, element, 'position'));
    const time = requireChild(file, element, 'time');
    const velocity = findChild(file, element, 'velocity');
    return {
        step: requireExact(file, time, readStepRange(file, time)),
        x,
        y,
        angle: readAngle(file, element),
        speed: velocity === undefined ? null : readDecimalRange(file, velocity),
        source: element.position,
    };
}

/** @param {RoadFile} file @param {Element} element */
function readPosition(file, element) {
    const [first] = element.children;
    if (first !== undefined && first.name !== 'point') {
        checkChildren(file, element, ['rectangle', 'circle', 'polygon', 'lanelet']);
        const text = `the position is anywhere in a <${first.name}>: only exact states can be checked`;
        throw new InputError('uncertain-state', file, first.position, text);
    }
    checkChildren(file, element, ['point']);
    return readPoint(file, requireChild(file, element, 'point'));
}

/** Maximum angle, in radians: rotations between two such angles stay within LIMITS.maxAngle of the package. */
const MAX_ANGLE = 1e6;

/**
 * @param {RoadFile} file
 * @param {Element} element
 * @param {number} angle
 */
export function checkAngle(file, element, angle) {
    if (Math.abs(angle) <= MAX_ANGLE) return angle;
    const text = `<${element.name}> must be from -${MAX_ANGLE} to ${MAX_ANGLE}, got ${angle}`;
    throw new InputError('out-of-range', file, element.position, text, angle);
}

/**
 * Reads the orientation, or the direction of the velocity, since a point mass has no orientation.
 *
 * @param {RoadFile} file
 * @param {Element} element
 * @returns {number | null}
 */
function readAngle(file, element) {
    const orientation = findChild(file, element, 'orientation');
    if (orientation !== undefined) {
        return checkAngle(
            file,
            orientation,
            requireExact(file, orientation, readDecimalRange(file, orientation)),
        );
    }
    const [forward, lateral] = ['velocity', 'velocityY'].map((name) => {
        const found = findChild(file, element, name);
        return found === undefined
            ? null
            : requireExact(file, found, readDecimalRange(file, found));
    });
    if (forward === null || lateral === null || (forward === 0 && lateral === 0)) return null;
    return Math.atan2(lateral, forward);
}

/**
 * Refuses states that do not follow one another step by step: CommonRoad does not define states in between.
 *
 * @template {{ step: number, source: SourcePosition }} T
 * @param {RoadFile} file
 * @param {T[]} states
 * @returns {T[]}
 */
export function checkSteps(file, states) {
    states.forEach(({ step, source }, k) => {
        const expected = states[0].step + k;
        if (step === expected) return;
        const text = `time steps follow one another: expected ${expected}, got ${step}`;
        throw new InputError('bad-time', file, source, text, step);
    });
    return states;
}
