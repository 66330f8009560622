import { FLIGHT_NUMBERS } from './flight.js';
import { APPROACH, CONFLICT, RELATIONS, SPAN } from './layout.js';

/**
 * The calls of agents of multi-agent path finding. As in bind.js: arguments arrive checked.
 *
 * @import { Core } from './bind.js'
 *
 * @typedef {readonly number[]} Flight the numbers of a flight, in the order of FLIGHT
 * @typedef {readonly [from: number, to: number, reading: number, maxIntervals: number]} SpanQuestion the reading is its
 *   position in READINGS
 */

/**
 * Puts flights where a call finds them.
 *
 * @param {Core} core
 * @param {readonly Flight[]} flights
 * @returns {number} the address
 */
function stageFlights(core, flights) {
    return core.run((wasm) => {
        const stage = wasm.graze_wasm_flights_stage(flights.length);
        if (stage === 0) throw core.fail();
        flights.forEach((flight, k) => {
            core.memory.float64.set(flight, (stage >> 3) + k * FLIGHT_NUMBERS);
        });
        return stage;
    });
}

/**
 * The approach record of the last call.
 *
 * @param {Core} core
 */
function readApproach(core) {
    const doubles = core.memory.float64;
    const ints = core.memory.int32;
    const d = core.result >> 3;
    const i = core.result >> 2;
    return {
        lo: doubles[d + APPROACH.lo],
        hi: doubles[d + APPROACH.hi],
        distance: doubles[d + APPROACH.distance],
        time: doubles[d + APPROACH.time],
        relation: RELATIONS[ints[i + APPROACH.relation]],
        common: ints[i + APPROACH.common] === 1,
    };
}

/** @param {Core} core */
export function failSegments(core) {
    return core.fail(['first', 'second'][core.readFault().index]);
}

/**
 * @param {Core} core
 * @param {number[]} first the numbers of a segment, in the order of SEGMENT
 * @param {number[]} second
 */
export function approachDiscs(core, first, second) {
    return core.run((wasm) => {
        if (wasm.graze_wasm_approach_discs(...first, ...second) !== 0) {
            throw failSegments(core);
        }
        return readApproach(core);
    });
}

/**
 * @param {Core} core
 * @param {number[]} segment
 * @param {number[]} box x, y, width, height
 */
export function approachBox(core, segment, box) {
    return core.run((wasm) => {
        if (wasm.graze_wasm_approach_box(...segment, ...box) !== 0) throw failSegments(core);
        return readApproach(core);
    });
}

/**
 * Calls a query of two flights that answers with a status.
 *
 * @param {Core} core
 * @param {string} name of the export
 * @param {Flight} first
 * @param {Flight} second
 * @param {readonly number[]} [rest] what else it takes
 * @param {readonly [string, string]} [names] of the arguments
 */
function ask(core, name, first, second, rest = [], names = ['first', 'second']) {
    const stage = stageFlights(core, [first, second]);
    core.run((wasm) => {
        if (wasm[name](stage, ...rest) !== 0) throw core.fail(names[core.readFault().index]);
    });
}

/**
 * @param {Core} core
 * @param {Flight} first
 * @param {Flight} second
 */
export function approachFlights(core, first, second) {
    ask(core, 'graze_wasm_approach_flights', first, second);
    return readApproach(core);
}

/**
 * @param {Core} core
 * @param {Flight} first
 * @param {Flight} second
 */
export function conflicts(core, first, second) {
    ask(core, 'graze_wasm_conflicts', first, second);
    return core.readList(CONFLICT.bytes, (doubles, d, ints, i) => ({
        begin: doubles[d + CONFLICT.begin],
        end: doubles[d + CONFLICT.end],
        relation: RELATIONS[ints[i + CONFLICT.relation]],
        distance: doubles[d + CONFLICT.distance],
        time: doubles[d + CONFLICT.time],
    }));
}

/**
 * The spans in the list of the last call.
 *
 * @param {Core} core
 * @returns {[lo: number, hi: number][]}
 */
export function readSpans(core) {
    return core.readList(SPAN.bytes, (doubles, d) => [doubles[d + SPAN.lo], doubles[d + SPAN.hi]]);
}

/**
 * @param {Core} core
 * @param {Flight} a
 * @param {Flight} b
 * @param {SpanQuestion} asked
 */
export function unsafeDelays(core, a, b, asked) {
    ask(core, 'graze_wasm_unsafe_delays', a, b, asked, ['a', 'b']);
    return readSpans(core);
}
