import {
    argumentError,
    checkBoolean,
    checkChoice,
    checkNumber as checkNumberWithin,
    ENDINGS,
    formatValue,
    GrazeError,
    isRecord,
} from '#internal';
import { isInSpace, isSpaceShape } from './scenario.js';
import { sourceOf } from './step_motion.js';
import { UNIT_SLACK } from './tolerance.js';

/** @import { BodyShape, Scenario } from './scenario.js' */

/**
 * Checks that a value is a scenario with finite numbers. Comparisons with NaN are false, so that a plan full of NaN would
 * pass as valid.
 */

/** Maximum magnitude of a number of a plan: sums, squares and products of some stay finite. */
const MAX_MAGNITUDE = 1e150;

/** Maximum number of coefficients of a polynomial. */
const MAX_COEFFICIENTS = 8;

/** @param {unknown} value value that must be a Scenario */
export function checkScenario(value) {
    const scenario = checkObject(value, 'scenario');
    checkText(scenario.format, 'scenario.format');
    checkArray(scenario.agents, 'scenario.agents', checkIndexedAgent);
    checkArray(scenario.obstacles, 'scenario.obstacles', checkObstacle);
    checkArray(scenario.notices, 'scenario.notices', checkText);
    checkOptional(scenario.instance, 'scenario.instance', checkInstance);
    checkNullable(scenario.grid, 'scenario.grid', checkGrid);
    checkNullable(scenario.roadmap, 'scenario.roadmap', checkRoadmap);
    const agents = /** @type {unknown[]} */ (scenario.agents).length;
    checkNullable(scenario.discrete, 'scenario.discrete', (item, path) =>
        checkDiscrete(item, path, agents),
    );
    checkBoolean(scenario.sizesKnown, 'scenario.sizesKnown');
    checkChoice(scenario.beforeStart, 'scenario.beforeStart', ENDINGS, noExplanation);
    checkChoice(scenario.atGoal, 'scenario.atGoal', ENDINGS, noExplanation);
    checkChoice(scenario.domain, 'scenario.domain', ['agents', 'driving']);
    checkChoice(scenario.axes, 'scenario.axes', ['right-up', 'right-down', 'down-right']);
    checkNullable(scenario.speedLimit, 'scenario.speedLimit', checkNonNegative);
    checkNullable(scenario.timeStep, 'scenario.timeStep', checkNonNegative);
    const checked = /** @type {Scenario} */ (value);
    if (isInSpace(checked)) checkSpace(checked);
}

/** Checks that a plan of which some body is in space is in space as a whole. @param {Scenario} scenario */
function checkSpace({ agents, obstacles, grid, roadmap, discrete, sizesKnown }) {
    for (const [key, bodies] of Object.entries({ agents, obstacles })) {
        for (const [index, { name, shape }] of bodies.entries()) {
            if (isSpaceShape(shape)) continue;
            const path = `scenario.${key}[${index}].shape.kind`;
            const text = `${path} must be sphere or prism, as in all of a plan in space, got ${shape.kind} (${key === 'agents' ? 'agent' : 'obstacle'} ${formatValue(name)})`;
            throw new GrazeError('mixed-bodies', text, { argument: path, index });
        }
    }
    for (const [key, member] of Object.entries({ grid, roadmap, discrete })) {
        if (member === null) continue;
        throw argumentError('mixed-bodies', `scenario.${key}`, 'null in a plan in space', member);
    }
    if (!sizesKnown) {
        const expected = 'true in a plan in space';
        throw argumentError('mixed-bodies', 'scenario.sizesKnown', expected, sizesKnown);
    }
    for (const [index, agent] of agents.entries()) {
        for (const key of /** @type {const} */ (['goals', 'initialState', 'states'])) {
            if (agent[key] === undefined) continue;
            const path = `scenario.agents[${index}].${key}`;
            throw argumentError('mixed-bodies', path, 'absent in a plan in space', agent[key]);
        }
    }
}

/**
 * @param {unknown} value
 * @param {string} path
 */
function checkObject(value, path) {
    if (!isRecord(value)) throw argumentError('wrong-type', path, 'an object', value);
    return value;
}

/** @param {unknown} value @param {string} path */
function checkText(value, path) {
    if (typeof value !== 'string') throw argumentError('wrong-type', path, 'text', value);
}

/** @param {unknown} value @param {string} path */
function checkInstance(value, path) {
    const record = checkObject(value, path);
    for (const key of ['map', 'type', 'number']) checkText(record[key], `${path}.${key}`);
}

/** Ends the message about an unknown name: none has another name in version 0.1. */
const noExplanation = () => '';

/** @param {unknown} value */
function isInRange(value) {
    return typeof value === 'number' && value >= -MAX_MAGNITUDE && value <= MAX_MAGNITUDE;
}

/** @param {unknown} value @param {string} path */
function checkNumber(value, path) {
    checkNumberWithin(value, path, -MAX_MAGNITUDE, MAX_MAGNITUDE);
}

/** @param {unknown} value @param {string} path */
function checkNonNegative(value, path) {
    checkNumber(value, path);
    if (/** @type {number} */ (value) < 0)
        throw argumentError('out-of-range', path, 'at least 0', value);
}

/**
 * @param {unknown} value null: none
 * @param {string} path
 * @param {(value: unknown, at: string) => void} check
 */
function checkNullable(value, path, check) {
    if (value !== null) check(value, path);
}

/**
 * @param {unknown} value undefined: none
 * @param {string} path
 * @param {(value: unknown, at: string) => void} check
 */
function checkOptional(value, path, check) {
    if (value !== undefined) check(value, path);
}

/**
 * @param {unknown} values
 * @param {string} path
 * @param {(value: unknown, at: string, k: number) => void} check
 */
function checkArray(values, path, check) {
    if (!Array.isArray(values)) throw argumentError('wrong-type', path, 'an array', values);
    for (let k = 0; k < values.length; k++) check(values[k], `${path}[${k}]`, k);
}

/** @param {readonly string[]} keys @returns {(value: unknown, at: string) => void} */
const numbersChecker = (keys) => (value, path) => {
    const record = checkObject(value, path);
    for (const key of keys) checkNumber(record[key], `${path}.${key}`);
};

const checkPlanePoint = numbersChecker(['x', 'y']);
const checkSpacePoint = withHeight(checkPlanePoint);
const checkPlanePose = numbersChecker(['x', 'y', 'angle']);
const checkSpacePose = withHeight(checkPlanePose);
const checkState = numbersChecker(['t', 'x', 'y', 'angle', 'speed']);

/**
 * Returns a check that allows a z too.
 *
 * @param {(value: unknown, at: string) => void} check
 * @returns {(value: unknown, at: string) => void}
 */
function withHeight(check) {
    return (value, path) => {
        check(value, path);
        checkOptional(/** @type {Record<string, unknown>} */ (value).z, `${path}.z`, checkNumber);
    };
}

/** Returns the check of points of a body's frame. @param {boolean} isSolid */
function pointChecker(isSolid) {
    return isSolid ? checkSpacePoint : checkFlatPoint;
}

/** Checks a point without a z. @param {unknown} value @param {string} path */
function checkFlatPoint(value, path) {
    checkPlanePoint(value, path);
    checkAbsent(/** @type {Record<string, unknown>} */ (value), ['z'], path);
}

/** @param {Record<string, unknown>} record @param {readonly string[]} keys members of bodies in space alone @param {string} path */
function checkAbsent(record, keys, path) {
    for (const key of keys) {
        if (record[key] === undefined) continue;
        const expected = 'absent unless the body is a sphere or a prism';
        throw argumentError('mixed-bodies', `${path}.${key}`, expected, record[key]);
    }
}

/** @param {unknown} value @param {string} path @param {number} count @param {string} words */
function checkTuple(value, path, count, words) {
    if (!Array.isArray(value) || value.length !== count) {
        throw argumentError('wrong-type', path, words, value);
    }
    for (let k = 0; k < count; k++) checkNumber(value[k], `${path}[${k}]`);
}

/** @param {unknown} value @param {string} path */
function checkPair(value, path) {
    checkTuple(value, path, 2, 'two numbers');
}

/** @param {unknown} value @param {string} path */
function checkPart(value, path) {
    const { kind, points, holes, radius } = checkObject(value, path);
    if (kind !== 'disc' && kind !== 'polygon') {
        throw argumentError('unsupported-body', `${path}.kind`, 'disc or polygon', kind);
    }
    checkLength(radius, `${path}.radius`);
    if (kind === 'disc') return;
    checkArray(points, `${path}.points`, checkPair);
    if (/** @type {unknown[]} */ (points).length === 0) {
        throw argumentError('too-few-points', `${path}.points`, 'at least one point', points);
    }
    checkOptional(holes, `${path}.holes`, (rings, at) => checkArray(rings, at, checkHole));
}

/** @param {unknown} value @param {string} path */
function checkLength(value, path) {
    if (typeof value !== 'number') throw argumentError('wrong-type', path, 'a number', value);
    if (value >= 0 && value <= MAX_MAGNITUDE) return;
    throw argumentError('out-of-range', path, 'finite and at least 0', value);
}

/** @param {unknown} value @param {string} path */
function checkPrism(value, path) {
    const { points, holes, bottom, height } = checkObject(value, path);
    checkHole(points, `${path}.points`);
    checkOptional(holes, `${path}.holes`, (rings, at) => checkArray(rings, at, checkHole));
    checkOptional(bottom, `${path}.bottom`, checkNumber);
    checkLength(height, `${path}.height`);
}

/** Checks a body of the plane or in space; returns whether it is in space. @param {unknown} value @param {string} path */
function checkShape(value, path) {
    const { kind, radius } = checkObject(value, path);
    if (kind === 'sphere') checkLength(radius, `${path}.radius`);
    else if (kind === 'prism') checkPrism(value, path);
    else checkBody(value, path);
    return isSpaceShape(/** @type {BodyShape} */ (value));
}

/** @param {unknown} value @param {string} path */
function checkHole(value, path) {
    checkArray(value, path, checkPair);
    if (/** @type {unknown[]} */ (value).length >= 3) return;
    throw argumentError('too-few-points', path, 'at least three points', value);
}

/** Checks that a value is a body of the plane. @param {unknown} value @param {string} path */
export function checkBody(value, path) {
    const { kind, parts } = checkObject(value, path);
    if (kind !== 'group') return checkPart(value, path);
    checkArray(parts, `${path}.parts`, checkPart);
    if (/** @type {unknown[]} */ (parts).length > 0) return;
    throw argumentError('unsupported-body', `${path}.parts`, 'at least one part', parts);
}

/** @param {unknown} value */
function isPolynomial(value) {
    if (!Array.isArray(value) || value.length < 1 || value.length > MAX_COEFFICIENTS) return false;
    for (let k = 0; k < value.length; k++) if (!isInRange(value[k])) return false;
    return true;
}

/** @param {unknown} value @param {string} path */
function checkPolynomial(value, path) {
    if (isPolynomial(value)) return;
    if (!Array.isArray(value))
        throw argumentError('wrong-type', path, 'an array of numbers', value);
    if (value.length < 1 || value.length > MAX_COEFFICIENTS) {
        throw argumentError(
            'unsupported-motion',
            path,
            `an array of 1 to ${MAX_COEFFICIENTS} numbers`,
            value,
        );
    }
    value.forEach((item, k) => {
        checkNumber(item, `${path}[${k}]`);
    });
    // forEach skips holes.
    throw argumentError('wrong-type', path, 'an array without holes', value);
}

/**
 * Checks a motion; a plan may have a million pieces, so names are made only for errors.
 *
 * @param {unknown} value
 * @param {string} path
 * @param {boolean} isSolid whether the body is in space
 */
function checkMotion(value, path, isSolid) {
    if (!Array.isArray(value)) throw argumentError('wrong-type', path, 'an array', value);
    let previousT0 = -Infinity;
    for (let k = 0; k < value.length; k++) {
        const item = value[k];
        const hasTimes =
            isRecord(item) && isInRange(item.t0) && isInRange(item.t1) && item.end === undefined;
        const hasValidAngle = hasTimes && (item.angle === undefined || isPolynomial(item.angle));
        const isFlat =
            hasTimes &&
            item.z === undefined &&
            item.axis === undefined &&
            item.rotation === undefined;
        const isValid = hasValidAngle && isPolynomial(item.x) && isPolynomial(item.y) && isFlat;
        if (!isValid) checkPiece(item, `${path}[${k}]`, isSolid);
        const { t0, t1 } = /** @type {{ t0: number, t1: number }} */ (item);
        if (t1 < t0)
            throw argumentError('out-of-order', `${path}[${k}].t1`, `at least t0 (${t0})`, t1);
        if (t0 < previousT0) {
            const expected = `at least the t0 of the one before (${previousT0})`;
            throw argumentError('out-of-order', `${path}[${k}].t0`, expected, t0);
        }
        previousT0 = t0;
    }
}

/** Members of pieces in space alone. */
const SPACE_MEMBERS = Object.freeze(['z', 'axis', 'rotation']);

/** @param {unknown} value @param {string} path @param {3 | 4} count @param {string} words */
function checkUnit(value, path, count, words) {
    checkTuple(value, path, count, words);
    const numbers = /** @type {number[]} */ (value);
    const length = Math.sqrt(numbers.reduce((sum, each) => sum + each * each, 0));
    if (Math.abs(length - 1) <= UNIT_SLACK) return;
    throw argumentError('out-of-range', path, `of length 1 within ${UNIT_SLACK}`, length);
}

/** @param {unknown} value @param {string} path @param {boolean} isSolid whether the body is in space */
function checkPiece(value, path, isSolid) {
    const record = checkObject(value, path);
    const { t0, t1, x, y, z, angle, axis, rotation, end } = record;
    if (!isSolid) checkAbsent(record, SPACE_MEMBERS, path);
    checkNumber(t0, `${path}.t0`);
    checkNumber(t1, `${path}.t1`);
    checkPolynomial(x, `${path}.x`);
    checkPolynomial(y, `${path}.y`);
    if (angle !== undefined) checkPolynomial(angle, `${path}.angle`);
    checkOptional(z, `${path}.z`, checkPolynomial);
    checkOptional(axis, `${path}.axis`, (unit, at) => checkUnit(unit, at, 3, 'three numbers'));
    checkOptional(rotation, `${path}.rotation`, (unit, at) =>
        checkUnit(unit, at, 4, 'four numbers'),
    );
    checkOptional(end, `${path}.end`, pointChecker(isSolid));
}

/** @param {unknown} value @param {string} path */
function checkInitialState(value, path) {
    const record = checkObject(value, path);
    for (const key of ['t', 'x', 'y']) checkNumber(record[key], `${path}.${key}`);
    checkNullable(record.angle, `${path}.angle`, checkNumber);
    checkNullable(record.speed, `${path}.speed`, checkNumber);
    numbersChecker(['position', 'angle', 'speed'])(record.tolerance, `${path}.tolerance`);
}

/** @param {unknown} value @param {string} path */
function checkGoalRegion(value, path) {
    const { area, ...rest } = checkObject(value, path);
    checkNullable(area, `${path}.area`, checkBody);
    for (const key of ['time', 'angle', 'speed']) {
        checkNullable(rest[key], `${path}.${key}`, checkPair);
    }
}

/** @param {unknown} value @param {string} path */
function checkAgent(value, path) {
    const record = checkObject(value, path);
    checkText(record.name, `${path}.name`);
    const isSolid = checkShape(record.shape, `${path}.shape`);
    checkNullable(record.start, `${path}.start`, pointChecker(isSolid));
    checkNullable(record.goal, `${path}.goal`, pointChecker(isSolid));
    // A reader has checked the numbers of a motion that is not made yet.
    if (sourceOf(record) === undefined) checkMotion(record.motion, `${path}.motion`, isSolid);
    checkOptional(record.initialState, `${path}.initialState`, checkInitialState);
    checkOptional(record.goals, `${path}.goals`, (goals, path) =>
        checkArray(goals, path, checkGoalRegion),
    );
    checkOptional(record.states, `${path}.states`, (states, path) =>
        checkArray(states, path, checkState),
    );
}

/** @param {unknown} value @param {string} path @param {number} k */
function checkIndexedAgent(value, path, k) {
    try {
        checkAgent(value, path);
    } catch (error) {
        if (error instanceof GrazeError) error.index = k;
        throw error;
    }
}

/** @param {unknown} value @param {string} path */
function checkObstacle(value, path) {
    const record = checkObject(value, path);
    checkText(record.name, `${path}.name`);
    const isSolid = checkShape(record.shape, `${path}.shape`);
    if (isSolid) checkSpacePose(record.pose, `${path}.pose`);
    else checkPlanePose(record.pose, `${path}.pose`);
    checkOptional(record.motion, `${path}.motion`, (motion, at) => {
        checkMotion(motion, at, isSolid);
    });
}

/** @param {unknown} value @param {string} path */
function checkGrid(value, path) {
    const { nx, ny, blocked } = checkObject(value, path);
    for (const [key, count] of Object.entries({ nx, ny })) {
        if (Number.isSafeInteger(count) && /** @type {number} */ (count) >= 0) continue;
        throw argumentError('out-of-range', `${path}.${key}`, 'a whole number from 0', count);
    }
    const cells = /** @type {number} */ (nx) * /** @type {number} */ (ny);
    if (blocked instanceof Uint8Array && blocked.length === cells) return;
    throw argumentError('wrong-type', `${path}.blocked`, `a Uint8Array of ${cells}`, blocked);
}

/** @param {unknown} value @param {string} path */
function checkRoadmap(value, path) {
    const { nodes, edges } = checkObject(value, path);
    checkArray(nodes, `${path}.nodes`, checkPlanePoint);
    const { length } = /** @type {unknown[]} */ (nodes);
    checkArray(edges, `${path}.edges`, (edge, path) => {
        checkPair(edge, path);
        for (const end of /** @type {number[]} */ (edge)) {
            if (Number.isInteger(end) && end >= 0 && end < length) continue;
            throw argumentError('out-of-range', path, `numbers of two of ${length} nodes`, end);
        }
    });
}

/** @param {unknown} value @param {string} path @param {number} agents */
function checkDiscrete(value, path, agents) {
    const record = checkObject(value, path);
    for (const key of ['cells', 'commanded']) {
        const lists = record[key];
        if (key === 'commanded' && lists === null) continue;
        if (Array.isArray(lists) && lists.length === agents) {
            const invalid = lists.findIndex((list) => !(list instanceof Int32Array));
            if (invalid < 0) continue;
            throw argumentError(
                'wrong-type',
                `${path}.${key}[${invalid}]`,
                'an Int32Array',
                lists[invalid],
            );
        }
        throw argumentError('wrong-type', `${path}.${key}`, `an array of ${agents}`, lists);
    }
}
