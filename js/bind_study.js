import { DIFFERENCE, GJK_ROUND, OUTCOMES } from './layout.js';

/**
 * Calls that show how GJK works. As in bind.js, arguments arrive checked.
 *
 * @import { GjkOptionIndices, Core, CheckedPose } from './bind.js'
 */

/**
 * @param {Core} core
 * @param {number} a
 * @param {number} b
 * @param {CheckedPose} p
 * @param {CheckedPose} q
 */
export function minkowskiDifference(core, a, b, p, q) {
    core.queryPair('graze_wasm_minkowski_difference', a, b, p, q);
    return core.readList(DIFFERENCE.bytes, (doubles, d, ints, i) => ({
        x: doubles[d + DIFFERENCE.x],
        y: doubles[d + DIFFERENCE.y],
        a: ints[i + DIFFERENCE.a],
        b: ints[i + DIFFERENCE.b],
    }));
}

/**
 * @param {Core} core
 * @param {number} a
 * @param {number} b
 * @param {CheckedPose} p
 * @param {CheckedPose} q
 * @param {GjkOptionIndices} gjkOptions
 */
export function trace(core, a, b, p, q, gjkOptions) {
    core.queryPair('graze_wasm_trace', a, b, p, q, gjkOptions[0], gjkOptions[1], gjkOptions[2]);
    return { ...core.readDistance(), rounds: core.readList(GJK_ROUND.bytes, readRound) };
}

const SIMPLEX_POINTS = /** @type {const} */ ([
    [GJK_ROUND.x0, GJK_ROUND.y0, GJK_ROUND.weight0, GJK_ROUND.a0, GJK_ROUND.b0],
    [GJK_ROUND.x1, GJK_ROUND.y1, GJK_ROUND.weight1, GJK_ROUND.a1, GJK_ROUND.b1],
    [GJK_ROUND.x2, GJK_ROUND.y2, GJK_ROUND.weight2, GJK_ROUND.a2, GJK_ROUND.b2],
]);

/**
 * @param {Float64Array} doubles
 * @param {number} d
 * @param {Int32Array} ints
 * @param {number} i
 */
function readRound(doubles, d, ints, i) {
    const simplex = SIMPLEX_POINTS.slice(0, ints[i + GJK_ROUND.count]).map(
        ([x, y, weight, a, b], k) => ({
            x: doubles[d + x],
            y: doubles[d + y],
            a: ints[i + a],
            b: ints[i + b],
            weight: doubles[d + weight],
            kept: ((ints[i + GJK_ROUND.kept] >> k) & 1) === 1,
        }),
    );
    return {
        direction: { x: doubles[d + GJK_ROUND.directionX], y: doubles[d + GJK_ROUND.directionY] },
        w: {
            x: doubles[d + GJK_ROUND.wX],
            y: doubles[d + GJK_ROUND.wY],
            a: ints[i + GJK_ROUND.wA],
            b: ints[i + GJK_ROUND.wB],
        },
        simplex,
        barycode: ints[i + GJK_ROUND.barycode],
        v: { x: doubles[d + GJK_ROUND.vX], y: doubles[d + GJK_ROUND.vY] },
        outcome: OUTCOMES[ints[i + GJK_ROUND.outcome]],
    };
}
