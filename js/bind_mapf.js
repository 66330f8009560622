import { APPROACH, CONFLICT, RELATIONS, SPAN } from './layout.js';
import { SPHERE_NUMBERS } from './moving_disc.js';

/**
 * Calls for the agents of multi-agent path finding (MAPF). As in bind.js, arguments arrive checked.
 *
 * @import { Core } from './bind.js'
 *
 * @typedef {readonly number[]} SphereNumbers numbers of a moving sphere, in the order of MOVING_SPHERE
 * @typedef {readonly [from: number, to: number, touching: number, maxIntervals: number]} SpanOptions `touching`
 *   is a position in TOUCHINGS
 */

/**
 * Writes moving spheres to the scratch memory from which the next call reads them.
 *
 * @param {Core} core
 * @param {readonly SphereNumbers[]} spheres
 * @returns {number} the address
 */
function stageSpheres(core, spheres) {
    return core.run((wasm) => {
        const stage = wasm.graze_wasm_moving_spheres_stage(spheres.length);
        if (stage === 0) throw core.faultError();
        spheres.forEach((sphere, k) => {
            core.memory.float64.set(sphere, (stage >> 3) + k * SPHERE_NUMBERS);
        });
        return stage;
    });
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

/** @param {Core} core */
export function movingDiscError(core) {
    return core.faultError(['first', 'second'][core.readFault().index]);
}

/**
 * @param {Core} core
 * @param {number[]} first numbers of a moving disc, in the order of MOVING_DISC
 * @param {number[]} second
 */
export function approachDiscs(core, first, second) {
    return core.run((wasm) => {
        if (wasm.graze_wasm_approach_discs(...first, ...second) !== 0) {
            throw movingDiscError(core);
        }
        return readApproach(core);
    });
}

/**
 * @param {Core} core
 * @param {number[]} disc
 * @param {number[]} box numbers x, y, width, height
 */
export function approachBox(core, disc, box) {
    return core.run((wasm) => {
        if (wasm.graze_wasm_approach_box(...disc, ...box) !== 0) throw movingDiscError(core);
        return readApproach(core);
    });
}

/**
 * Calls a query of two moving spheres that returns a status.
 *
 * @param {Core} core
 * @param {string} name name of the export
 * @param {SphereNumbers} first
 * @param {SphereNumbers} second
 * @param {readonly number[]} [extra] further arguments
 * @param {readonly [string, string]} [names] names of the two arguments
 */
function callSphereQuery(core, name, first, second, extra = [], names = ['first', 'second']) {
    const stage = stageSpheres(core, [first, second]);
    core.run((wasm) => {
        if (wasm[name](stage, ...extra) !== 0) throw core.faultError(names[core.readFault().index]);
    });
}

/**
 * @param {Core} core
 * @param {SphereNumbers} first
 * @param {SphereNumbers} second
 */
export function approachSpheres(core, first, second) {
    callSphereQuery(core, 'graze_wasm_approach_spheres', first, second);
    return readApproach(core);
}

/**
 * @param {Core} core
 * @param {SphereNumbers} first
 * @param {SphereNumbers} second
 */
export function conflicts(core, first, second) {
    callSphereQuery(core, 'graze_wasm_conflicts', first, second);
    return core.readList(CONFLICT.bytes, (doubles, d, ints, i) => ({
        begin: doubles[d + CONFLICT.begin],
        end: doubles[d + CONFLICT.end],
        relation: RELATIONS[ints[i + CONFLICT.relation]],
        separation: doubles[d + CONFLICT.separation],
        time: doubles[d + CONFLICT.time],
    }));
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

/**
 * @param {Core} core
 * @param {SphereNumbers} a
 * @param {SphereNumbers} b
 * @param {SpanOptions} options
 */
export function unsafeDelays(core, a, b, options) {
    callSphereQuery(core, 'graze_wasm_unsafe_delays', a, b, options, ['a', 'b']);
    return readSpans(core);
}
