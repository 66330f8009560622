/**
 * Boxes of a path as graze returns them, and operations on them. All values are float32: comparing and joining
 * them rounds nothing.
 */

/**
 * @typedef {readonly [loX: number, loY: number, hiX: number, hiY: number]} Box
 *
 * @typedef {object} SteppedPath path divided into steps
 * @property {number} count number of the clock's steps
 * @property {number} firstStep first step in which the body moves
 * @property {number} endStep first step after the body's last motion
 * @property {readonly Box[]} boxes boxes of the steps; while the body stays, the box of its place
 *
 * @typedef {readonly [from: number, to: number]} Range range of steps, `to` excluded
 *
 * @typedef {object} BoxTest comparison of two boxes
 * @property {Range | null} a steps of A in the box; null: the box that both are clipped to
 * @property {Range | null} b
 * @property {Box} boxA
 * @property {Box} boxB
 * @property {boolean} intersects
 * @property {number} [jump] number of steps to the next test, if the test decides it
 */

/** @type {Box} */
export const EMPTY_BOX = [Infinity, Infinity, -Infinity, -Infinity];

/** @param {Box} p @param {Box} q */
export function intersects(p, q) {
    return p[0] <= q[2] && q[0] <= p[2] && p[1] <= q[3] && q[1] <= p[3];
}

/** @param {Box} p @param {Box} q @returns {Box} */
export function unionBox(p, q) {
    return [Math.min(p[0], q[0]), Math.min(p[1], q[1]), Math.max(p[2], q[2]), Math.max(p[3], q[3])];
}

/** Returns the intersection of two boxes. @param {Box} p @param {Box} q @returns {Box} */
export function intersectionBox(p, q) {
    return [Math.max(p[0], q[0]), Math.max(p[1], q[1]), Math.min(p[2], q[2]), Math.min(p[3], q[3])];
}

/** @param {Box} p @param {Box} q */
export function isSameBox(p, q) {
    return p.every((side, k) => side === q[k]);
}

/**
 * @param {{ count: number, firstStep: number, endStep: number, boxes(): Float32Array }} path
 * @returns {SteppedPath}
 */
export function readSteps(path) {
    const coordinates = path.boxes();
    const boxes = Array.from({ length: path.count }, (_, i) => {
        const [loX, loY, hiX, hiY] = coordinates.subarray(4 * i, 4 * i + 4);
        return /** @type {Box} */ ([loX, loY, hiX, hiY]);
    });
    return { count: path.count, firstStep: path.firstStep, endStep: path.endStep, boxes };
}
