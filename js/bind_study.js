import { DIFFERENCE, OUTCOMES, STEP } from './layout.js';

/**
 * The calls that show how GJK goes about it. As in bind.js: arguments arrive checked.
 *
 * @import { Choices, Core, FullPose } from './bind.js'
 */

/**
 * @param {Core} core
 * @param {number} a
 * @param {number} b
 * @param {FullPose} p
 * @param {FullPose} q
 */
export function difference(core, a, b, p, q) {
    core.queryPair('graze_wasm_difference', a, b, p, q);
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
 * @param {FullPose} p
 * @param {FullPose} q
 * @param {Choices} choices
 */
export function trace(core, a, b, p, q, choices) {
    core.queryPair('graze_wasm_trace', a, b, p, q, choices[0], choices[1], choices[2]);
    return { ...core.readDistance(), steps: core.readList(STEP.bytes, readStep) };
}

const CORNERS = /** @type {const} */ ([
    [STEP.x0, STEP.y0, STEP.weight0, STEP.a0, STEP.b0],
    [STEP.x1, STEP.y1, STEP.weight1, STEP.a1, STEP.b1],
    [STEP.x2, STEP.y2, STEP.weight2, STEP.a2, STEP.b2],
]);

/**
 * @param {Float64Array} doubles
 * @param {number} d
 * @param {Int32Array} ints
 * @param {number} i
 */
function readStep(doubles, d, ints, i) {
    const simplex = CORNERS.slice(0, ints[i + STEP.count]).map(([x, y, weight, a, b], k) => ({
        x: doubles[d + x],
        y: doubles[d + y],
        a: ints[i + a],
        b: ints[i + b],
        weight: doubles[d + weight],
        kept: ((ints[i + STEP.kept] >> k) & 1) === 1,
    }));
    return {
        direction: { x: doubles[d + STEP.directionX], y: doubles[d + STEP.directionY] },
        w: {
            x: doubles[d + STEP.wX],
            y: doubles[d + STEP.wY],
            a: ints[i + STEP.wA],
            b: ints[i + STEP.wB],
        },
        simplex,
        barycode: ints[i + STEP.barycode],
        v: { x: doubles[d + STEP.vX], y: doubles[d + STEP.vY] },
        outcome: OUTCOMES[ints[i + STEP.outcome]],
    };
}
