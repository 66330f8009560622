import {
    checkOptions,
    checkRecordNumbers,
    isGiven,
    isRecord,
    isTouchingAllowed,
} from '../core/arguments.js';
import * as calls from '../core/calls.js';
import { GrazeError, isArray } from '../core/errors.js';
import { APPROACH, CONFLICT, LIMITS, MOVING_SPHERE, RELATIONS, SPAN } from '../core/layout.js';
import { checkOutList, writeIntervals } from '../core/out.js';
import {
    checkMovingDisc,
    DISC,
    discNumbers,
    endBoth,
    isPlainDisc,
    isPlanar,
    readDisc,
    readValidDisc,
    SPHERE_NUMBERS,
} from './moving_disc.js';
import {
    checkConflictOptions,
    countPieces,
    endlessPart,
    readAgent,
    readRouteConflicts,
    routeError,
    stageRoutes,
} from './routes.js';

/** The conflicts of two moving discs, as functions of the core. */

/**
 * @import { Core } from '../core/core.js'
 * @import { DiscNumbers } from './moving_disc.js'
 * @import { Approach, Conflict, RouteConflict } from './types.js'
 *
 * @typedef {readonly number[]} SphereNumbers numbers of a moving sphere, in the order of MOVING_SPHERE
 *
 * @typedef {object} Approached a closest approach in the result of a call
 * @property {readonly number[][] | null} spheres numbers of the two bodies if one of them has an acceleration or
 *   leaves the plane; else null
 * @property {boolean} isEndless whether both stand still and have no end
 */

/** @type {Approached} */
const DISCS = { spheres: null, isEndless: false };
/** @type {Approached} */
const DISCS_FOREVER = { spheres: null, isEndless: true };

const BOX_KEYS = ['x', 'y', 'width', 'height'];
const BOX_SPACE_KEYS = ['z'];

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
    const doubles = core.memory.float64;
    let d = stage >> 3;
    for (let k = 0; k < spheres.length; k++) {
        const sphere = spheres[k];
        for (let i = 0; i < SPHERE_NUMBERS; i++) doubles[d++] = sphere[i];
    }
    return stage;
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
 * Computes the closest approach of a disc to a box, of two discs, or of two spheres, into the result.
 *
 * @param {Core} core
 * @param {unknown} first
 * @param {unknown} second
 * @returns {Approached}
 */
function approach(core, first, second) {
    readDisc(first, 'first');
    const sphere = isPlainDisc() ? null : discNumbers();
    const { x, y, vx, vy, t0, t1, radius } = DISC;
    // A box has no `t0`, which a valid disc has.
    const isDisc = readValidDisc(second);
    const isOfBox = !isDisc && isBox(second);
    if (!isDisc && !isOfBox) readDisc(second, 'second');
    if (sphere !== null || isOfBox || !isPlainDisc()) {
        const p = sphere ?? [x, y, 0, vx, vy, 0, 0, 0, 0, t0, t1, radius];
        if (isOfBox) return approachBox(core, p, first, second);
        return approachSpheres(core, p, discNumbers());
    }
    const status = calls.approachDiscs(
        core,
        x,
        y,
        vx,
        vy,
        t0,
        t1,
        radius,
        DISC.x,
        DISC.y,
        DISC.vx,
        DISC.vy,
        DISC.t0,
        DISC.t1,
        DISC.radius,
    );
    if (status !== 0) throw discError(core);
    return DISCS;
}

/**
 * Returns the numbers of a planar sphere as those of a disc.
 *
 * @param {SphereNumbers} sphere
 * @returns {DiscNumbers}
 */
function discOf([x, y, , vx, vy, , , , , t0, t1, radius]) {
    return [x, y, vx, vy, t0, t1, radius];
}

/**
 * Computes the closest approach of two spheres that need not be discs with an end, into the result.
 *
 * @param {Core} core
 * @param {number[]} p
 * @param {number[]} q
 * @returns {Approached}
 */
function approachSpheres(core, p, q) {
    const hasEnd = p[MOVING_SPHERE.t1] !== Infinity && q[MOVING_SPHERE.t1] !== Infinity;
    const isEndless = !hasEnd && endBoth(p, q);
    if (isPlanar(p) && isPlanar(q)) {
        const status = calls.approachDiscs(core, ...discOf(p), ...discOf(q));
        if (status !== 0) throw discError(core);
        return isEndless ? DISCS_FOREVER : DISCS;
    }
    const spheres = [p, q];
    core.run(() => {
        const stage = stageSpheres(core, spheres);
        if (calls.approachSpheres(core, stage) !== 0) throw discError(core);
    });
    return { spheres, isEndless };
}

/**
 * @param {Core} core
 * @param {number[]} disc
 * @param {unknown} first the disc as it was given
 * @param {unknown} second
 * @returns {Approached}
 */
function approachBox(core, disc, first, second) {
    const [x, y, width, height] = checkRecordNumbers(
        second,
        'second',
        BOX_KEYS,
        LIMITS.maxMagnitude,
        undefined,
        BOX_SPACE_KEYS,
    );
    if (!isPlanar(disc)) {
        throw new GrazeError(
            'out-of-range',
            'first must be a disc with constant velocity where second is a box',
            { argument: 'first', value: first },
        );
    }
    const isEndless = disc[MOVING_SPHERE.t1] === Infinity;
    if (isEndless) disc[MOVING_SPHERE.t1] = disc[MOVING_SPHERE.t0];
    const status = calls.approachBox(core, ...discOf(disc), x, y, width, height);
    if (status !== 0) throw discError(core);
    return isEndless ? DISCS_FOREVER : DISCS;
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
 * Returns the conflicts of two moving discs, or of two routes, of which one may be a moving disc.
 *
 * @param {Core} core
 * @param {unknown} first
 * @param {unknown} second
 * @param {unknown} options
 * @returns {Conflict[] | RouteConflict[]}
 */
export function conflicts(core, first, second, options) {
    if (isArray(first) || isArray(second)) return routeConflicts(core, first, second, options);
    const leavesOutTouches = options !== undefined && checkConflictOptions(options).allowsTouching;
    const [p, q] = [checkMovingDisc(first, 'first'), checkMovingDisc(second, 'second')];
    const hasEnd = p[MOVING_SPHERE.t1] !== Infinity && q[MOVING_SPHERE.t1] !== Infinity;
    const isEndless = !hasEnd && endBoth(p, q);
    const found = sphereConflicts(core, p, q);
    if (isEndless && found.length > 0) found[0].end = Infinity;
    return leavesOutTouches ? found.filter(({ relation }) => relation !== 'touching') : found;
}

/**
 * @param {Core} core
 * @param {unknown} first
 * @param {unknown} second
 * @param {unknown} options
 * @returns {RouteConflict[]}
 */
function routeConflicts(core, first, second, options) {
    const { allowsTouching, ending, maxIntervals } = checkConflictOptions(options);
    const routes = [readAgent(first, 'first', ending), readAgent(second, 'second', ending)];
    const count = countPieces(routes);
    core.run(() => {
        const stage = stageRoutes(core, routes, count);
        if (calls.routeConflicts(core, stage, count, maxIntervals) !== 0) {
            throw routeError(core, routes);
        }
    });
    const secondEndlessPart = endlessPart(routes[1]);
    const found = readRouteConflicts(core, routes[0], () => secondEndlessPart, identity);
    return allowsTouching ? found.filter(({ relation }) => relation !== 'touching') : found;
}

/** Returns its argument. @template T @param {T} value @returns {T} */
function identity(value) {
    return value;
}

/** @type {[number, number][]} */
const NO_INTERVALS = [];
/** An interval to be copied at once. @type {[number, number][]} */
const ONE_INTERVAL = [[0.5, 0.5]];

/**
 * Returns the intervals in which a moving disc is in contact with another one, or with a box.
 *
 * @param {Core} core
 * @param {unknown} first
 * @param {unknown} second
 * @param {unknown} options
 * @param {unknown} out an earlier answer, or undefined
 * @returns {[number, number][]}
 */
export function conflictIntervals(core, first, second, options, out) {
    const leavesOutTouches =
        options !== undefined &&
        isTouchingAllowed(checkOptions(options, 'options', ['touching']).touching);
    const answer = checkOutList(out, 'conflictIntervals');
    const { spheres, isEndless } = approach(core, first, second);
    const relation = RELATIONS[core.memory.int32[(core.result >> 2) + APPROACH.relation]];
    const isLeftOut = leavesOutTouches && relation === 'touching';
    if (spheres !== null && !isEndless && relation !== 'disjoint') {
        const found = sphereConflicts(core, spheres[0], spheres[1])
            .filter((conflict) => !(leavesOutTouches && conflict.relation === 'touching'))
            .map(({ begin, end }) => /** @type {[number, number]} */ ([begin, end]));
        return answer === undefined ? found : writeIntervals(answer, found);
    }
    if (relation === 'disjoint' || isLeftOut) {
        return answer === undefined ? [] : writeIntervals(answer, NO_INTERVALS);
    }
    const doubles = core.memory.float64;
    const begin = doubles[(core.result >> 3) + APPROACH.begin];
    const end = isEndless ? Infinity : doubles[(core.result >> 3) + APPROACH.end];
    if (answer === undefined) return [[begin, end]];
    ONE_INTERVAL[0][0] = begin;
    ONE_INTERVAL[0][1] = end;
    return writeIntervals(answer, ONE_INTERVAL);
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
    approach(core, first, second);
    const doubles = core.memory.float64;
    const ints = core.memory.int32;
    const d = core.result >> 3;
    const i = core.result >> 2;
    const hasCommonTime = ints[i + APPROACH.isCommon] === 1;
    return {
        relation: hasCommonTime ? RELATIONS[ints[i + APPROACH.relation]] : null,
        separation: doubles[d + APPROACH.separation],
        time: doubles[d + APPROACH.time],
    };
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
