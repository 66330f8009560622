import { valueAt } from './polynomial.js';

/**
 * Orientations of bodies in space.
 *
 * @import { MotionPiece } from './scenario.js'
 *
 * @typedef {[number, number, number, number]} Quaternion qx, qy, qz, qw
 */

/**
 * Returns the orientation of a body that is turned by an angle about the axis of a piece.
 *
 * @param {MotionPiece} piece
 * @param {number} angle
 * @returns {Quaternion}
 */
function orientationOf({ axis = [0, 0, 1], rotation = [0, 0, 0, 1] }, angle) {
    const [half, w] = [Math.sin(angle / 2), Math.cos(angle / 2)];
    const [x, y, z] = axis.map((each) => half * each);
    const [qx, qy, qz, qw] = rotation;
    const product = [
        w * qx + x * qw + y * qz - z * qy,
        w * qy - x * qz + y * qw + z * qx,
        w * qz + x * qy - y * qx + z * qw,
        w * qw - x * qx - y * qy - z * qz,
    ];
    const length = Math.sqrt(product.reduce((sum, each) => sum + each * each, 0));
    return /** @type {Quaternion} */ (product.map((each) => each / length));
}

/**
 * Returns twice the sine of half the turn between two orientations. The four numbers of a quaternion and their negatives are the
 * same orientation; the distance of the nearer two is twice the sine of a quarter of the turn.
 *
 * @param {Quaternion} p
 * @param {Quaternion} q
 */
function chordOf(p, q) {
    const [near, far] = [-1, 1].map((sign) =>
        Math.sqrt(p.reduce((sum, each, k) => sum + (each + sign * q[k]) ** 2, 0)),
    );
    const [least, most] = [Math.min(near, far), Math.max(near, far)];
    return least * most;
}

/**
 * Returns twice the sine of half the turn by which a body jumps from the end of a piece to the beginning of the next.
 *
 * @param {MotionPiece} before
 * @param {MotionPiece} after
 */
export function chordBetween(before, after) {
    const end = valueAt(before.angle ?? [0], before.t1 - before.t0);
    return chordOf(orientationOf(before, end), orientationOf(after, after.angle?.[0] ?? 0));
}
