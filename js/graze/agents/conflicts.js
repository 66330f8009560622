import {
    checkChoice,
    checkOptions,
    checkRecordNumbers,
    isGiven,
    isRecord,
} from '../core/arguments.js';
import * as calls from '../core/calls.js';
import { GrazeError } from '../core/errors.js';
import { APPROACH, CONFLICT, LIMITS, RELATIONS, SPAN, TOUCHINGS } from '../core/layout.js';
import { checkMovingDisc, SPHERE_NUMBERS, toPlanarDisc } from './moving_disc.js';

/** The conflicts of two moving discs, as functions of the core. */

/**
 * @import { Core } from '../core/core.js'
 * @import { Approach, Conflict } from './types.js'
 *
 * @typedef {readonly number[]} SphereNumbers numbers of a moving sphere, in the order of MOVING_SPHERE
 */

const BOX_KEYS = ['x', 'y', 'width', 'height'];

/**
 * Returns whether the rule for contact leaves out a touch.
 *
 * @param {unknown} touching
 * @returns {boolean}
 */
export function isTouchingAllowed(touching) {
    return touching !== undefined && checkChoice(touching, 'touching', TOUCHINGS) === 1;
}

/**
 * Returns the error of a failed call of two moving discs.
 *
 * @param {Core} core
 * @param {readonly [string, string]} [names] names of the two arguments
 */
export function discError(core, names = ['first', 'second']) {
    return core.faultError(names[core.readFault().index]);
}

/**
 * Writes moving spheres to the scratch memory from which the next call reads them.
 *
 * @param {Core} core
 * @param {readonly SphereNumbers[]} spheres
 * @returns {number} the address
 */
export function stageSpheres(core, spheres) {
    const stage = calls.movingSpheresStage(core, spheres.length);
    if (stage === 0) throw core.faultError();
    spheres.forEach((sphere, k) => {
        core.memory.float64.set(sphere, (stage >> 3) + k * SPHERE_NUMBERS);
    });
    return stage;
}

/**
 * Reads the approach record of the last call.
 *
 * @param {Core} core
 */
function readApproach(core) {
    const doubles = core.memory.float64;
    const ints = core.memory.int32;
    const d = core.result >> 3;
    const i = core.result >> 2;
    return {
        begin: doubles[d + APPROACH.begin],
        end: doubles[d + APPROACH.end],
        separation: doubles[d + APPROACH.separation],
        time: doubles[d + APPROACH.time],
        relation: RELATIONS[ints[i + APPROACH.relation]],
        common: ints[i + APPROACH.isCommon] === 1,
    };
}

/**
 * Returns whether a body is a box: it has a width, and is not a moving disc with a width besides.
 *
 * @param {unknown} body
 */
function isBox(body) {
    if (!isRecord(body) || !('width' in body) || !isGiven(body, 'width')) return false;
    return !('t0' in body && isGiven(body, 't0'));
}

/**
 * Returns the closest approach of a disc to a box, of two discs, or of two spheres. `spheres` holds the numbers
 * of the two bodies if one of them has an acceleration or leaves the plane; otherwise it is null.
 *
 * @param {Core} core
 * @param {unknown} first
 * @param {unknown} second
 */
function approach(core, first, second) {
    const p = checkMovingDisc(first, 'first');
    const disc = toPlanarDisc(p);
    if (isBox(second)) {
        const box = checkRecordNumbers(second, 'second', BOX_KEYS, LIMITS.maxMagnitude);
        const [x, y, width, height] = box;
        if (disc !== null) {
            if (calls.approachBox(core, ...disc, x, y, width, height) !== 0) throw discError(core);
            return { ...readApproach(core), spheres: null };
        }
        throw new GrazeError(
            'out-of-range',
            'first must be a disc with constant velocity where second is a box',
            { argument: 'first', value: first },
        );
    }
    const q = checkMovingDisc(second, 'second');
    const otherDisc = toPlanarDisc(q);
    if (disc !== null && otherDisc !== null) {
        if (calls.approachDiscs(core, ...disc, ...otherDisc) !== 0) throw discError(core);
        return { ...readApproach(core), spheres: null };
    }
    const spheres = /** @type {const} */ ([p, q]);
    core.run(() => {
        const stage = stageSpheres(core, spheres);
        if (calls.approachSpheres(core, stage) !== 0) throw discError(core);
    });
    return { ...readApproach(core), spheres };
}

/**
 * Returns the conflicts of two moving spheres.
 *
 * @param {Core} core
 * @param {SphereNumbers} first
 * @param {SphereNumbers} second
 * @returns {Conflict[]}
 */
function sphereConflicts(core, first, second) {
    core.run(() => {
        const stage = stageSpheres(core, [first, second]);
        if (calls.conflicts(core, stage) !== 0) throw discError(core);
    });
    return core.readList(CONFLICT.bytes, (doubles, d, ints, i) => ({
        begin: doubles[d + CONFLICT.begin],
        end: doubles[d + CONFLICT.end],
        relation: /** @type {Conflict['relation']} */ (RELATIONS[ints[i + CONFLICT.relation]]),
        separation: doubles[d + CONFLICT.separation],
        time: doubles[d + CONFLICT.time],
    }));
}

/**
 * Returns the conflicts of two moving discs.
 *
 * @param {Core} core
 * @param {unknown} first
 * @param {unknown} second
 */
export function conflicts(core, first, second) {
    const [p, q] = [checkMovingDisc(first, 'first'), checkMovingDisc(second, 'second')];
    return sphereConflicts(core, p, q);
}

/**
 * Returns the intervals in which a moving disc is in contact with another one, or with a box.
 *
 * @param {Core} core
 * @param {unknown} first
 * @param {unknown} second
 * @param {unknown} options
 * @returns {[number, number][]}
 */
export function conflictIntervals(core, first, second, options) {
    const { touching } = checkOptions(options, 'options', ['touching']);
    const leavesOutTouches = isTouchingAllowed(touching);
    const { relation, begin, end, spheres } = approach(core, first, second);
    if (relation === 'disjoint') return [];
    if (spheres === null) return leavesOutTouches && relation === 'touching' ? [] : [[begin, end]];
    return sphereConflicts(core, spheres[0], spheres[1])
        .filter((conflict) => !(leavesOutTouches && conflict.relation === 'touching'))
        .map(({ begin, end }) => [begin, end]);
}

/**
 * Returns the closest approach of a moving disc to another one, or to a box.
 *
 * @param {Core} core
 * @param {unknown} first
 * @param {unknown} second
 * @returns {Approach}
 */
export function closestApproach(core, first, second) {
    const { relation, separation, time, common } = approach(core, first, second);
    return { relation: common ? relation : null, separation, time };
}

/**
 * Returns the spans in the list of the last call.
 *
 * @param {Core} core
 * @returns {[begin: number, end: number][]}
 */
export function readSpans(core) {
    return core.readList(SPAN.bytes, (doubles, d) => [
        doubles[d + SPAN.begin],
        doubles[d + SPAN.end],
    ]);
}
