import { checkArrayEntries, checkRecordNumbers } from './arguments.js';
import { GrazeError, isArray } from './errors.js';
import { LIMITS } from './layout.js';
import { checkMovingDisc } from './moving_disc.js';

/**
 * Converts routes from arguments to numbers of the core.
 *
 * @import { Route } from './bind_routes.js'
 * @import { MovingDisc } from './moving_disc.js'
 */

/**
 * A route of an agent: one moving disc, which appears and vanishes; or a list of at least one in time order,
 * each of which begins no sooner than the one before ends. Between two discs the agent stays where the earlier
 * one ended.
 *
 * @typedef {MovingDisc | readonly MovingDisc[]} RouteLike
 */

/**
 * Position at which an agent stays.
 *
 * @typedef {object} Place
 * @property {number} x x of the center
 * @property {number} y y of the center
 * @property {number} [z] z of the center; default 0
 * @property {number} radius at least 0
 */

const PLACE_KEYS = ['x', 'y', 'z', 'radius'];
const PLACE_OPTIONAL = new Set(['z']);

/**
 * @param {unknown} value a moving disc or a route
 * @param {string} argument
 * @param {number} ending state outside a route: bit 0: the agent vanishes before it, bit 1: after it
 * @returns {Route}
 */
export function readAgent(value, argument, ending) {
    if (!isArray(value)) {
        return { pieces: [checkMovingDisc(value, argument)], ending: 3, name: () => argument };
    }
    const name = (/** @type {number} */ k) => `${argument}[${k}]`;
    const pieces = checkArrayEntries(value, argument, 'pieces', (piece, k) => {
        return checkMovingDisc(piece, name(k));
    });
    if (pieces.length > 0) return { pieces, ending, name };
    throw new GrazeError('wrong-type', `${argument} must have at least one moving disc`, {
        argument,
        value,
    });
}

/**
 * @param {unknown} first null for none
 * @param {string} argument
 * @param {unknown} others
 * @param {number} ending
 * @returns {Route[]}
 */
export function readAgents(first, argument, others, ending) {
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
    );
    const piece = checkMovingDisc({ x, y, z, vx: 0, vy: 0, t0: 0, t1: 0, radius }, argument);
    return { pieces: [piece], ending: 0, name: () => argument };
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
export function firstFree(spans, from, to) {
    const inside = spans.find(([begin, end]) => begin < from && from < end);
    const candidate = inside === undefined ? from : inside[1];
    return candidate <= to ? candidate : Number.POSITIVE_INFINITY;
}
