/**
 * Rotations as quaternions [x, y, z, w]. Only the four operations and square roots are used, so that every host computes the
 * same bits.
 */

/** Returns the rotation by q, then by p. @param {readonly number[]} p @param {readonly number[]} q */
export function multiply([px, py, pz, pw], [qx, qy, qz, qw]) {
    return [
        pw * qx + px * qw + (py * qz - pz * qy),
        pw * qy + py * qw + (pz * qx - px * qz),
        pw * qz + pz * qw + (px * qy - py * qx),
        pw * qw - (px * qx + py * qy + pz * qz),
    ];
}

/** Returns a quaternion of length 1. @param {readonly number[]} q of about that length */
export function normalize(q) {
    const length = Math.sqrt(q[0] * q[0] + q[1] * q[1] + (q[2] * q[2] + q[3] * q[3]));
    return q.map((number) => number / length);
}

/** Returns p x q. @param {readonly number[]} p @param {readonly number[]} q */
export function cross(p, q) {
    return [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]];
}

/** Returns a vector rotated by a quaternion of length 1. @param {readonly number[]} q @param {readonly number[]} v */
export function rotateVector(q, v) {
    const first = cross(q, v);
    const second = cross(q, first);
    return [0, 1, 2].map((k) => v[k] + 2 * (q[3] * first[k] + second[k]));
}

/**
 * Returns the quaternion of a rotation matrix, with w at least 0. Its largest number in magnitude, which is at least 1/2, comes
 * from the diagonal; the others are divided by it (Shepperd, "Quaternion from rotation matrix", 1978).
 *
 * @param {ArrayLike<number>} m nine numbers, column by column
 * @returns {number[]}
 */
export function matrixToQuaternion(m) {
    const trace = m[0] + m[4] + m[8];
    const diagonal = [m[0], m[4], m[8], trace];
    const k = diagonal.indexOf(Math.max(...diagonal));
    const [x, y, z] = [m[5] - m[7], m[6] - m[2], m[1] - m[3]];
    const [xy, xz, yz] = [m[1] + m[3], m[2] + m[6], m[5] + m[7]];
    // Row k has 4 q[k] times each number of q.
    const rows = [
        [1 + 2 * m[0] - trace, xy, xz, x],
        [xy, 1 + 2 * m[4] - trace, yz, y],
        [xz, yz, 1 + 2 * m[8] - trace, z],
        [x, y, z, 1 + trace],
    ];
    const q = normalize(rows[k].map((number) => number / 4));
    return q[3] < 0 ? q.map((number) => -number) : q;
}

/**
 * Returns a unit vector along a vector that is not 0, and its length. The largest number is divided out first, so that no
 * square overflows or vanishes.
 *
 * @param {readonly number[]} v
 */
export function directionOf(v) {
    const largest = Math.max(...v.map((x) => Math.abs(x)));
    const [x, y, z] = v.map((number) => number / largest);
    const length = Math.sqrt(x * x + y * y + z * z);
    return { direction: [x / length, y / length, z / length], length: length * largest };
}

/** Number of terms of the series of the arc tangent. */
const SERIES_TERMS = 9;

/**
 * Returns the angle of the point (x, y), in [0, pi / 2]. The tangent of half an angle is y / (x + r), for r the length of (x, y),
 * and t / (1 + sqrt(1 + t^2)) for the tangent t of the angle. After four halvings t is at most tan(pi / 32) < 0.0985, and
 * the first term that is left out, t^19 / 19, below 2^-64 t. Each halving rounds by less than 3 u of t, the series by less than
 * 2 u: the result is accurate to 14 u of it, u = 2^-53.
 *
 * @param {number} y at least 0
 * @param {number} x at least 0; not both are 0
 */
export function angleOf(y, x) {
    let t = y / (x + Math.sqrt(x * x + y * y));
    for (let halvings = 1; halvings < 4; halvings++) t /= 1 + Math.sqrt(1 + t * t);
    let sum = 0;
    for (let k = SERIES_TERMS; k-- > 0; ) sum = 1 / (2 * k + 1) - t * t * sum;
    return 16 * t * sum;
}

/**
 * Returns the axis and the angle, in [0, pi], of a rotation. The axis of no rotation is that of z.
 *
 * @param {readonly number[]} q of length 1
 */
export function axisAngle(q) {
    const sign = q[3] < 0 ? -1 : 1;
    const v = [sign * q[0], sign * q[1], sign * q[2]];
    if (v.every((number) => number === 0)) return { axis: [0, 0, 1], angle: 0 };
    const { direction, length } = directionOf(v);
    return { axis: direction, angle: 2 * angleOf(length, sign * q[3]) };
}
