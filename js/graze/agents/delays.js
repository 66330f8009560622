import {
    checkArrayEntries,
    checkMaxIntervals,
    checkOptions,
    checkRecordNumbers,
    isTouchingAllowed,
} from '../core/arguments.js';
import * as calls from '../core/calls.js';
import { isArray, tooManyIntervals } from '../core/errors.js';
import { LIMITS, MOVING_SPHERE, SPAN_ENDS } from '../core/layout.js';
import { discError, readSpans, stageSpheres } from './conflicts.js';
import { checkMovingDisc } from './moving_disc.js';
import {
    checkEnding,
    checkRange,
    countPieces,
    endRoute,
    readAgent,
    routeError,
    stageRoutes,
    VANISHES_BOTH,
} from './routes.js';

/** The delays and times without conflicts, of discs and routes, as functions of the core. */

/**
 * @import { Core } from '../core/core.js'
 * @import { Route } from './routes.js'
 *
 * @typedef {readonly [from: number, to: number, touching: number, maxIntervals: number]} SpanOptions `touching`
 *   is a position in TOUCHINGS
 */

const PLACE_KEYS = ['x', 'y', 'z', 'radius'];
const PLACE_OPTIONAL = new Set(['z']);

/** Properties of moving discs, which a place may not have: it would stand still. */
const RATE_KEYS = ['vx', 'vy', 'vz', 'ax', 'ay', 'az'];

/**
 * @param {unknown} options
 * @param {number} defaultFrom default of `from`
 */
function checkRouteOptions(options, defaultFrom) {
    const keys = ['from', 'to', 'touching', 'before', 'after', 'maxIntervals'];
    const given = checkOptions(options, 'options', keys);
    const { touching, before, after } = given;
    const [from, to] = checkRange(given.from, given.to, defaultFrom);
    const ending = checkEnding(before, after);
    const maxIntervals = checkMaxIntervals(given.maxIntervals);
    return { from, to, allowsTouching: isTouchingAllowed(touching), ending, maxIntervals };
}

/**
 * @param {ReturnType<typeof checkRouteOptions>} checked
 * @returns {SpanOptions}
 */
function toSpanOptions({ from, to, allowsTouching, maxIntervals }) {
    return [from, to, allowsTouching ? 1 : 0, maxIntervals];
}

/**
 * @param {unknown} first null for none
 * @param {string} argument
 * @param {unknown} others
 * @param {number} ending
 * @returns {Route[]}
 */
function readAgents(first, argument, others, ending) {
    const routes = checkArrayEntries(others, 'others', 'routes', (other, k) => {
        return readAgent(other, `others[${k}]`, ending);
    });
    return first === null ? routes : [readAgent(first, argument, ending), ...routes];
}

/**
 * Returns a route of one instant, which staying at both ends extends forever.
 *
 * @param {unknown} place
 * @param {string} argument
 * @returns {Route}
 */
export function readPlace(place, argument) {
    const [x, y, z, radius] = checkRecordNumbers(
        place,
        argument,
        PLACE_KEYS,
        LIMITS.maxMagnitude,
        PLACE_OPTIONAL,
        RATE_KEYS,
    );
    const piece = checkMovingDisc({ x, y, z, vx: 0, vy: 0, t0: 0, t1: 0, radius }, argument);
    return { pieces: [piece], ending: 0, isEndless: false, name: () => argument };
}

/**
 * Returns the gaps between closed spans, within a range. Spans that touch have no gap between them.
 *
 * @param {readonly [begin: number, end: number][]} spans ascending and disjoint
 * @param {number} from
 * @param {number} to
 * @returns {[begin: number, end: number][]}
 */
export function complementSpans(spans, from, to) {
    /** @type {[number, number][]} */
    const free = [];
    let cursor = from;
    for (const [begin, end] of spans) {
        if (begin > cursor) free.push([cursor, begin]);
        cursor = Math.max(cursor, end);
    }
    if (cursor < to) free.push([cursor, to]);
    return free;
}

/**
 * Returns the smallest number from `from` to `to` that is inside none of the spans; their ends count as
 * outside.
 *
 * @param {readonly [begin: number, end: number][]} spans ascending and disjoint
 * @param {number} from
 * @param {number} to
 * @returns {number} Infinity when there is none
 */
function firstFree(spans, from, to) {
    const inside = spans.find(([begin, end]) => begin < from && from < end);
    const candidate = inside === undefined ? from : inside[1];
    return candidate <= to ? candidate : Number.POSITIVE_INFINITY;
}

/**
 * Returns the spans of delays of the first route, or of times, in which it is in contact with any other route.
 *
 * @param {Core} core
 * @param {typeof calls.routeDelays} call
 * @param {readonly Route[]} routes
 * @param {SpanOptions} options
 * @param {typeof SPAN_ENDS[number]} ends 'contact': the spans are the closed sets of contact; 'safe': no end is in
 *   contact, except for a touch
 * @param {number} [spare] number of spans by which the spans may exceed `maxIntervals`; default 0. It is 1 for free
 *   intervals, since n of them lie between n + 1 spans
 * @returns {[begin: number, end: number][]} ascending and disjoint
 */
function routeSpans(core, call, routes, options, ends, spare = 0) {
    const [from, to, touching, maxIntervals] = options;
    const count = countPieces(routes);
    core.run(() => {
        const stage = stageRoutes(core, routes, count);
        const maxSpans = maxIntervals + spare;
        const endKind = SPAN_ENDS.indexOf(ends);
        const agents = routes.length;
        if (call(core, stage, count, agents, from, to, touching, endKind, maxSpans) !== 0) {
            if (core.readFault().code !== 'too-many-intervals') throw routeError(core, routes);
            throw tooManyIntervals(maxIntervals);
        }
    });
    return readSpans(core);
}

/**
 * Returns the free intervals between spans; there can be one more of them than of spans.
 *
 * @param {readonly [begin: number, end: number][]} spans
 * @param {ReturnType<typeof checkRouteOptions>} checked
 */
function freeIntervals(spans, { from, to, maxIntervals }) {
    const free = complementSpans(spans, from, to);
    if (free.length > maxIntervals) throw tooManyIntervals(maxIntervals);
    return free;
}

/**
 * Returns the delays of the first route with which it is in contact with any other one.
 *
 * @param {Core} core
 * @param {readonly Route[]} routes
 * @param {ReturnType<typeof checkRouteOptions>} checked
 * @param {typeof SPAN_ENDS[number]} ends
 * @param {number} [spare] see routeSpans
 */
function routeDelays(core, routes, checked, ends, spare) {
    return routeSpans(core, calls.routeDelays, routes, toSpanOptions(checked), ends, spare);
}

/**
 * Returns the delays of a disc or route with which it is in contact with another one.
 *
 * @param {Core} core
 * @param {unknown} a
 * @param {unknown} b
 * @param {unknown} options
 */
export function unsafeDelays(core, a, b, options) {
    const checked = checkRouteOptions(options, Number.NEGATIVE_INFINITY);
    if (isArray(a) || isArray(b)) {
        const routes = [readAgent(a, 'a', checked.ending), readAgent(b, 'b', checked.ending)];
        return routeDelays(core, routes, checked, 'contact');
    }
    const [p, q] = [checkMovingDisc(a, 'a'), checkMovingDisc(b, 'b')];
    if (p[MOVING_SPHERE.t1] === Infinity || q[MOVING_SPHERE.t1] === Infinity) {
        const routes = [
            endRoute([p], VANISHES_BOTH, () => 'a'),
            endRoute([q], VANISHES_BOTH, () => 'b'),
        ];
        return routeDelays(core, routes, checked, 'contact');
    }
    core.run(() => {
        const stage = stageSpheres(core, [p, q]);
        const status = calls.unsafeDelays(core, stage, ...toSpanOptions(checked));
        if (status !== 0) throw discError(core, ['a', 'b']);
    });
    return readSpans(core);
}

/**
 * Returns the smallest delay of a disc or route that avoids all others.
 *
 * @param {Core} core
 * @param {unknown} a
 * @param {unknown} others
 * @param {unknown} options
 */
export function minimumDelay(core, a, others, options) {
    const checked = checkRouteOptions(options, 0);
    const routes = readAgents(a, 'a', others, checked.ending);
    const all = { ...checked, from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
    return firstFree(routeDelays(core, routes, all, 'safe'), checked.from, checked.to);
}

/**
 * Returns the intervals in which a place is free.
 *
 * @param {Core} core
 * @param {unknown} place
 * @param {unknown} others
 * @param {unknown} options
 */
export function safeIntervals(core, place, others, options) {
    const checked = checkRouteOptions(options, Number.NEGATIVE_INFINITY);
    const routes = [readPlace(place, 'place'), ...readAgents(null, '', others, checked.ending)];
    const spanOptions = toSpanOptions(checked);
    const spans = routeSpans(core, calls.routeContacts, routes, spanOptions, 'safe', 1);
    return freeIntervals(spans, checked);
}

/**
 * Returns the start times with which a moving disc avoids all others.
 *
 * @param {Core} core
 * @param {unknown} disc
 * @param {unknown} others
 * @param {unknown} options
 */
export function safeDepartures(core, disc, others, options) {
    const checked = checkRouteOptions(options, Number.NEGATIVE_INFINITY);
    const piece = checkMovingDisc(disc, 'disc');
    // With a start of 0 the delays are the start times; adding another start would round again.
    piece[MOVING_SPHERE.t1] -= piece[MOVING_SPHERE.t0];
    piece[MOVING_SPHERE.t0] = 0;
    const edge = endRoute([piece], VANISHES_BOTH, () => 'disc');
    const routes = [edge, ...readAgents(null, '', others, checked.ending)];
    return freeIntervals(routeDelays(core, routes, checked, 'safe', 1), checked);
}
