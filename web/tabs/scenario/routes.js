/** The route of a body as lines. */

import { pieceStride, polynomial } from './scene.js';

/** @import { Scene } from './scene.js' */

/** Number of straight pieces that approximate a curved one. */
const CURVE_STEPS = 12;
/** Largest number of points of a route. */
const MAX_POINTS = 5000;

/**
 * @param {Scene} scene
 * @param {number} body
 * @param {readonly [number, number]} [window] time range
 * @returns {[number, number][][]} lines in the plan's frame; a new line after each jump
 */
export function routeLines(scene, body, [from, to] = [-Infinity, Infinity]) {
    const { first: firstPiece, segments: pieces, degree } = scene;
    const stride = pieceStride(scene);
    /** @type {[number, number][][]} */
    const lines = [];
    let count = 0;
    for (let s = firstPiece[body]; s < firstPiece[body + 1] && count < MAX_POINTS; s++) {
        const offset = s * stride;
        const [begin, end] = [Math.max(pieces[offset], from), Math.min(pieces[offset + 1], to)];
        if (!(begin <= end)) continue;
        const steps = degree > 1 ? CURVE_STEPS : 1;
        for (let i = 0; i <= steps; i++) {
            const u = begin + ((end - begin) * i) / steps - pieces[offset];
            const x = polynomial(pieces, offset + 2, degree, u);
            const y = polynomial(pieces, offset + 3 + degree, degree, u);
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
