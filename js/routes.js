import { readArray, readNumbers } from './check.js';
import { GrazeError, isArray } from './errors.js';
import { readFlight } from './flight.js';
import { LIMITS } from './layout.js';

/**
 * Agents' ways as they are given, as the core takes them.
 *
 * @import { Route } from './bind_routes.js'
 * @import { Segment } from './flight.js'
 */

/**
 * An agent's way: one segment, which appears and vanishes; or at least one in time order, none beginning before the one
 * before ends, between which the agent stays where the one before ended.
 *
 * @typedef {Segment | readonly Segment[]} RouteLike
 */

/**
 * Where an agent stays.
 *
 * @typedef {object} Place
 * @property {number} x of the centre
 * @property {number} y of the centre
 * @property {number} [z] of the centre; 0 unless given
 * @property {number} radius at least 0
 */

const PLACE_KEYS = ['x', 'y', 'z', 'radius'];
const PLACE_OPTIONAL = new Set(['z']);

/**
 * @param {unknown} value a segment or a route
 * @param {string} argument
 * @param {number} ending of a route: bit 0: it vanishes before, bit 1: after
 * @returns {Route}
 */
export function readAgent(value, argument, ending) {
    if (!isArray(value)) {
        return { flights: [readFlight(value, argument)], ending: 3, name: () => argument };
    }
    const name = (/** @type {number} */ k) => `${argument}[${k}]`;
    const flights = readArray(value, argument, 'segments', (segment, k) => {
        return readFlight(segment, name(k));
    });
    if (flights.length > 0) return { flights, ending, name };
    throw new GrazeError('wrong-type', `${argument} must have at least one segment`, {
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
    const routes = readArray(others, 'others', 'routes', (other, k) => {
        return readAgent(other, `others[${k}]`, ending);
    });
    return first === null ? routes : [readAgent(first, argument, ending), ...routes];
}

/**
 * A way of an instant, which holding both its ends makes last for ever.
 *
 * @param {unknown} place
 * @param {string} argument
 * @returns {Route}
 */
export function readPlace(place, argument) {
    const [x, y, z, radius] = readNumbers(
        place,
        argument,
        PLACE_KEYS,
        LIMITS.maxMagnitude,
        PLACE_OPTIONAL,
    );
    const flight = readFlight({ x, y, z, vx: 0, vy: 0, start: 0, end: 0, radius }, argument);
    return { flights: [flight], ending: 0, name: () => argument };
}

/**
 * What is between closed spans, within a stretch; of no length only where two spans touch there is nothing.
 *
 * @param {readonly [lo: number, hi: number][]} spans ascending and disjoint
 * @param {number} from
 * @param {number} to
 * @returns {[lo: number, hi: number][]}
 */
export function freeStretches(spans, from, to) {
    /** @type {[number, number][]} */
    const free = [];
    let at = from;
    for (const [lo, hi] of spans) {
        if (lo > at) free.push([at, lo]);
        at = Math.max(at, hi);
    }
    if (at < to) free.push([at, to]);
    return free;
}

/**
 * The least number from `from` to `to` that is inside none of the spans, their ends being outside.
 *
 * @param {readonly [lo: number, hi: number][]} spans ascending and disjoint
 * @param {number} from
 * @param {number} to
 * @returns {number} Infinity when there is none
 */
export function leastFree(spans, from, to) {
    const inside = spans.find(([lo, hi]) => lo < from && from < hi);
    const least = inside === undefined ? from : inside[1];
    return least <= to ? least : Number.POSITIVE_INFINITY;
}
