/**
 * Returns poses as objects with an angle, made in advance, for libraries that take this form.
 *
 * @param {Float32Array} poses
 */
export function toAnglePoses(poses) {
    return Array.from({ length: poses.length / 4 }, (_, k) => {
        const [x, y, cos, sin] = poses.subarray(4 * k, 4 * k + 4);
        return { x, y, angle: Math.atan2(sin, cos) };
    });
}
