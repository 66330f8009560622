import {
    checkArrayEntries,
    checkChoice,
    checkMaxIntervals,
    checkOptions,
    isTouchingAllowed,
} from '../core/arguments.js';
import * as calls from '../core/calls.js';
import { formatValue, GrazeError, isArray } from '../core/errors.js';
import { ENDINGS, MOVING_SPHERE, RELATIONS, ROUTE_CONFLICT } from '../core/layout.js';
import { checkMovingDisc, endlessError, SPHERE_NUMBERS } from './moving_disc.js';

/** Routes as arguments: their pieces, their options, and their place in the memory of a call. */

/**
 * @import { Core } from '../core/core.js'
 * @import { RouteConflict, RoutePart } from './types.js'
 *
 * @typedef {object} Route
 * @property {readonly (readonly number[])[]} pieces numbers of each piece, in the order of MOVING_SPHERE
 * @property {number} ending bit 0: the agent vanishes before the route, bit 1: after it
 * @property {boolean} isEndless whether the last piece has no end: it is a piece of no duration here, after which
 *   the agent stays
 * @property {(piece: number) => string} name returns the name of a piece, by its index, for errors
 */

/** Ending of a route whose agent does not exist outside it: bit 0, before it begins; bit 1, after it ends. */
export const VANISHES_BOTH = 3;
const VANISHES_AFTER = 2;

/**
 * Checks the two ends of a range, which may be infinite.
 *
 * @param {unknown} from
 * @param {unknown} to
 * @param {number} defaultFrom default of `from`
 * @returns {[from: number, to: number]}
 */
export function checkRange(from, to, defaultFrom) {
    const ends = [from ?? defaultFrom, to ?? Number.POSITIVE_INFINITY];
    ends.forEach((end, k) => {
        if (typeof end === 'number' && !Number.isNaN(end)) return;
        const argument = ['from', 'to'][k];
        const code = typeof end === 'number' ? 'not-finite' : 'wrong-type';
        throw new GrazeError(code, `${argument} must be a number, got ${formatValue(end)}`, {
            argument,
            value: end,
        });
    });
    const [begin, end] = /** @type {[number, number]} */ (ends);
    if (end >= begin) return [begin, end];
    throw new GrazeError('out-of-order', `to must be at least from (${begin}), got ${end}`, {
        argument: 'to',
        value: end,
    });
}

/**
 * Returns the ending of routes: bit 0: agents vanish before them, bit 1: after them.
 *
 * @param {unknown} before
 * @param {unknown} after
 */
export function checkEnding(before = 'stay', after = 'stay') {
    return checkChoice(before, 'before', ENDINGS) + 2 * checkChoice(after, 'after', ENDINGS);
}

/**
 * @param {unknown} value a moving disc or a route
 * @param {string} argument
 * @param {number} ending state outside a route: bit 0: the agent vanishes before it, bit 1: after it
 * @returns {Route}
 */
export function readAgent(value, argument, ending) {
    if (!isArray(value)) {
        return endRoute([checkMovingDisc(value, argument)], VANISHES_BOTH, () => argument);
    }
    const name = (/** @type {number} */ k) => `${argument}[${k}]`;
    const pieces = checkArrayEntries(value, argument, 'pieces', (piece, k) => {
        return checkMovingDisc(piece, name(k));
    });
    if (pieces.length > 0) return endRoute(pieces, ending, name);
    throw new GrazeError('wrong-type', `${argument} must have at least one moving disc`, {
        argument,
        value,
    });
}

/**
 * Returns a route. A last piece without an end becomes a stay after the route.
 *
 * @param {number[][]} pieces
 * @param {number} ending
 * @param {Route['name']} name
 * @returns {Route}
 */
export function endRoute(pieces, ending, name) {
    const last = pieces.length - 1;
    for (let k = 0; k < last; k++) {
        if (pieces[k][MOVING_SPHERE.t1] === Infinity) {
            throw endlessError(`${name(k)}.t1`, name(k), 'where another piece follows');
        }
    }
    const isEndless = pieces[last][MOVING_SPHERE.t1] === Infinity;
    if (!isEndless) return { pieces, ending, isEndless, name };
    pieces[last][MOVING_SPHERE.t1] = pieces[last][MOVING_SPHERE.t0];
    return { pieces, ending: ending & ~VANISHES_AFTER, isEndless, name };
}

/**
 * Writes the numbers of a route's pieces to memory.
 *
 * @param {Core} core
 * @param {Route} route
 * @param {number} address
 */
export function writePieces(core, { pieces }, address) {
    const doubles = core.memory.float64;
    let d = address >> 3;
    for (let k = 0; k < pieces.length; k++) {
        const piece = pieces[k];
        for (let i = 0; i < SPHERE_NUMBERS; i++) doubles[d + i] = piece[i];
        d += SPHERE_NUMBERS;
    }
}

/**
 * Writes routes to the scratch memory from which the next call reads them.
 *
 * @param {Core} core
 * @param {readonly Route[]} routes
 * @param {number} count number of all pieces
 * @returns {number} the address
 */
export function stageRoutes(core, routes, count) {
    const stage = calls.routesStage(core, count, routes.length);
    if (stage === 0) throw core.faultError();
    let address = stage;
    let header = (stage + count * MOVING_SPHERE.bytes) >> 2;
    const uint32 = core.memory.uint32;
    for (const route of routes) {
        writePieces(core, route, address);
        address += route.pieces.length * MOVING_SPHERE.bytes;
        uint32[header++] = route.pieces.length;
        uint32[header++] = route.ending;
    }
    return stage;
}

/** Returns the number of all pieces. @param {readonly Route[]} routes */
export function countPieces(routes) {
    let count = 0;
    for (const { pieces } of routes) count += pieces.length;
    return count;
}

/**
 * Builds the error of a call of routes. A fault's index counts the pieces of all routes.
 *
 * @param {Core} core
 * @param {readonly Route[]} routes
 */
export function routeError(core, routes) {
    let { index } = core.readFault();
    const route = routes.find(({ pieces }) => {
        if (index < pieces.length) return true;
        index -= pieces.length;
        return false;
    });
    if (index < 0 || route === undefined) return core.faultError();
    const error = core.faultError(route.name(index));
    error.index = index;
    return error;
}

const CONFLICT_KEYS = ['touching', 'before', 'after', 'maxIntervals'];

/**
 * Checks the options of a query for the conflicts of two routes.
 *
 * @param {unknown} options
 */
export function checkConflictOptions(options) {
    const given = checkOptions(options, 'options', CONFLICT_KEYS);
    return {
        allowsTouching: isTouchingAllowed(given.touching),
        ending: checkEnding(given.before, given.after),
        maxIntervals: checkMaxIntervals(given.maxIntervals),
    };
}

/**
 * Returns the part of a route with a number of GrazeRouteConflict.
 *
 * @param {number} part
 * @param {number} endlessPart number of the part that is a last piece without an end; -1: none
 * @returns {RoutePart}
 */
function nameRoutePart(part, endlessPart) {
    if (part < 0) return { piece: 0, stay: 'before' };
    const isPiece = (part & 1) === 0 || part === endlessPart;
    return { piece: part >> 1, stay: isPiece ? null : 'after' };
}

/** Returns the number of the part that is a last piece without an end; -1: none. @param {Route} route */
export function endlessPart({ pieces, isEndless }) {
    return isEndless ? 2 * pieces.length - 1 : -1;
}

/**
 * Returns the conflicts in the list of the last call.
 *
 * @template {RouteConflict} T
 * @param {Core} core
 * @param {Route} route the first route
 * @param {(route: number) => number} secondEndlessPart as endlessPart, of the second route with that number
 * @param {(conflict: RouteConflict, route: number) => T} make
 * @returns {T[]}
 */
export function readRouteConflicts(core, route, secondEndlessPart, make) {
    const firstEndlessPart = endlessPart(route);
    return core.readList(ROUTE_CONFLICT.bytes, (doubles, d, ints, i) => {
        const second = ints[i + ROUTE_CONFLICT.route];
        const conflict = {
            begin: doubles[d + ROUTE_CONFLICT.begin],
            end: doubles[d + ROUTE_CONFLICT.end],
            relation: /** @type {RouteConflict['relation']} */ (
                RELATIONS[ints[i + ROUTE_CONFLICT.relation]]
            ),
            separation: doubles[d + ROUTE_CONFLICT.separation],
            time: doubles[d + ROUTE_CONFLICT.time],
            first: nameRoutePart(ints[i + ROUTE_CONFLICT.first], firstEndlessPart),
            second: nameRoutePart(ints[i + ROUTE_CONFLICT.second], secondEndlessPart(second)),
        };
        return make(conflict, second);
    });
}
