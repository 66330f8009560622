import { readSpans } from './bind_mapf.js';
import { tooManyIntervals } from './errors.js';
import { MOVING_SPHERE, SPAN_ENDS } from './layout.js';

/**
 * The calls of routes. As in bind.js: arguments arrive checked.
 *
 * @import { Core } from './bind.js'
 * @import { SpanOptions } from './bind_mapf.js'
 *
 * @typedef {object} Route
 * @property {readonly (readonly number[])[]} pieces the numbers of each, in the order of FLIGHT
 * @property {number} ending bit 0: it vanishes before, bit 1: after
 * @property {(flight: number) => string} name of one of its flights, for errors
 */

const SPHERE_NUMBERS = MOVING_SPHERE.bytes / 8;

/**
 * Asks for the spans of the first route with all others.
 *
 * @param {Core} core
 * @param {'graze_wasm_route_delays' | 'graze_wasm_route_contacts'} query
 * @param {readonly Route[]} routes
 * @param {SpanOptions} options
 * @param {typeof SPAN_ENDS[number]} ends
 * @param {number} [spare] how many spans more there may be than intervals in the answer; default 0
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
 * A fault's index is that of a flight of all.
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
