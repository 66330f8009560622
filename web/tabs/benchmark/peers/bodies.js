/** Bodies and poses in the forms of other libraries, made before the timing. */

/**
 * @param {Float32Array} outline
 * @returns {{ x: number, y: number }[]}
 */
export function toPoints(outline) {
    const points = [];
    for (let k = 0; k < outline.length; k += 2) points.push({ x: outline[k], y: outline[k + 1] });
    return points;
}

/**
 * Returns positions with cosine and sine.
 *
 * @param {Float32Array} poses
 */
export function toRotations(poses) {
    return Array.from({ length: poses.length / 4 }, (_, k) => {
        const [x, y, c, s] = poses.subarray(4 * k, 4 * k + 4);
        const length = Math.hypot(c, s);
        return { x, y, c: c / length, s: s / length };
    });
}
