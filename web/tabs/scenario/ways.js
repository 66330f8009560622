/** The way of a body as lines. */

import { polynomial, strideOf } from './scene.js';

/** @import { Scene } from './scene.js' */

/** Straight pieces that stand for a curved one. */
const PIECES = 12;
/** Points of one way. */
const MOST_POINTS = 5000;

/**
 * @param {Scene} scene
 * @param {number} mover
 * @param {readonly [number, number]} [within] a window of time
 * @returns {[number, number][][]} in the plan's frame; a new line wherever it jumps
 */
export function wayOf(scene, mover, [from, to] = [-Infinity, Infinity]) {
    const { first, segments, degree } = scene;
    const stride = strideOf(scene);
    /** @type {[number, number][][]} */
    const lines = [];
    let count = 0;
    for (let s = first[mover]; s < first[mover + 1] && count < MOST_POINTS; s++) {
        const at = s * stride;
        const [begin, end] = [Math.max(segments[at], from), Math.min(segments[at + 1], to)];
        if (!(begin <= end)) continue;
        const pieces = degree > 1 ? PIECES : 1;
        for (let i = 0; i <= pieces; i++) {
            const u = begin + ((end - begin) * i) / pieces - segments[at];
            const x = polynomial(segments, at + 2, degree, u);
            const y = polynomial(segments, at + 3 + degree, degree, u);
            const line = lines[lines.length - 1];
            const last = line?.[line.length - 1];
            if (i > 0 || (last && isNear(last, x, y))) line.push([x, y]);
            else lines.push([[x, y]]);
            count++;
        }
    }
    return lines;
}

/** @param {[number, number]} point @param {number} x @param {number} y */
function isNear([u, v], x, y) {
    return Math.hypot(u - x, v - y) <= 1e-6 * Math.max(1, Math.abs(x), Math.abs(y));
}
