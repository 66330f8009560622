import { readSpans } from './bind_mapf.js';
import { tooManyIntervals } from './errors.js';
import { MOVING_SPHERE, SPAN_ENDS } from './layout.js';

/**
 * Calls of routes, which are sequences of moving discs. As in bind.js, arguments arrive checked.
 *
 * @import { Core } from './bind.js'
 * @import { SpanOptions } from './bind_mapf.js'
 *
 * @typedef {object} Route
 * @property {readonly (readonly number[])[]} pieces numbers of each piece, in the order of MOVING_SPHERE
 * @property {number} ending bit 0: the agent vanishes before the route, bit 1: after it
 * @property {(piece: number) => string} name returns the name of a piece, by its index, for errors
 */

const SPHERE_NUMBERS = MOVING_SPHERE.bytes / 8;

/**
 * Returns the spans of delays of the first route, or of times, in which it is in contact with any other route.
 *
 * @param {Core} core
 * @param {'graze_wasm_route_delays' | 'graze_wasm_route_contacts'} query
 * @param {readonly Route[]} routes
 * @param {SpanOptions} options
 * @param {typeof SPAN_ENDS[number]} ends 'contact': the spans are the closed sets of contact; 'safe': no end is in
 *   contact, except for a touch
 * @param {number} [spare] number of spans by which the spans may exceed `maxIntervals`; default 0. It is 1 for free
 *   intervals, since n of them lie between n + 1 spans
 * @returns {[begin: number, end: number][]} ascending and disjoint
 */
export function routeSpans(core, query, routes, options, ends, spare = 0) {
    const [from, to, touching, maxIntervals] = options;
    const count = routes.reduce((sum, { pieces }) => sum + pieces.length, 0);
    core.run((wasm) => {
        const stage = wasm.graze_wasm_routes_stage(count, routes.length);
        if (stage === 0) throw core.faultError();
        let doubles = stage >> 3;
        let header = (stage + count * MOVING_SPHERE.bytes) >> 2;
        for (const { pieces, ending } of routes) {
            for (const piece of pieces) {
                core.memory.float64.set(piece, doubles);
                doubles += SPHERE_NUMBERS;
            }
            core.memory.uint32[header++] = pieces.length;
            core.memory.uint32[header++] = ending;
        }
        const maxSpans = maxIntervals + spare;
        const numbers = [from, to, touching, SPAN_ENDS.indexOf(ends), maxSpans];
        if (wasm[query](stage, count, routes.length, ...numbers) !== 0) {
            if (core.readFault().code !== 'too-many-intervals') throw routeError(core, routes);
            throw tooManyIntervals(maxIntervals);
        }
    });
    return readSpans(core);
}

/**
 * Builds the error of a call of routes. A fault's index counts the pieces of all routes.
 *
 * @param {Core} core
 * @param {readonly Route[]} routes
 */
function routeError(core, routes) {
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
