import { readSpans } from './bind_mapf.js';
import { tooManyIntervals } from './errors.js';
import { FLIGHT } from './layout.js';

/**
 * The calls of routes. As in bind.js: arguments arrive checked.
 *
 * @import { Core } from './bind.js'
 * @import { SpanQuestion } from './bind_mapf.js'
 *
 * @typedef {object} Route
 * @property {readonly (readonly number[])[]} flights the numbers of each, in the order of FLIGHT
 * @property {number} ending bit 0: it vanishes before, bit 1: after
 * @property {(flight: number) => string} name of one of its flights, for errors
 */

const FLIGHT_NUMBERS = FLIGHT.bytes / 8;

/**
 * Asks for the spans of the first route with all others.
 *
 * @param {Core} core
 * @param {'graze_wasm_route_delays' | 'graze_wasm_route_contacts'} query
 * @param {readonly Route[]} routes
 * @param {SpanQuestion} asked
 * @param {number} [spare] how many spans more there may be than intervals in the answer; default 0
 * @returns {[lo: number, hi: number][]} ascending and disjoint
 */
export function routeSpans(core, query, routes, [from, to, reading, maxIntervals], spare = 0) {
    const count = routes.reduce((sum, { flights }) => sum + flights.length, 0);
    core.run((wasm) => {
        const stage = wasm.graze_wasm_routes_stage(count, routes.length);
        if (stage === 0) throw core.fail();
        let doubles = stage >> 3;
        let heads = (stage + count * FLIGHT.bytes) >> 2;
        for (const { flights, ending } of routes) {
            for (const flight of flights) {
                core.memory.float64.set(flight, doubles);
                doubles += FLIGHT_NUMBERS;
            }
            core.memory.uint32[heads++] = flights.length;
            core.memory.uint32[heads++] = ending;
        }
        const most = maxIntervals + spare;
        if (wasm[query](stage, count, routes.length, from, to, reading, most) !== 0) {
            if (core.readFault().code !== 'too-many-intervals') throw failFlight(core, routes);
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
function failFlight(core, routes) {
    let { index } = core.readFault();
    const route = routes.find(({ flights }) => {
        if (index < flights.length) return true;
        index -= flights.length;
        return false;
    });
    if (index < 0 || route === undefined) return core.fail();
    const error = core.fail(route.name(index));
    error.index = index;
    return error;
}
