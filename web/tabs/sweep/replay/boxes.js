/**
 * Boxes of a path as graze gives them, and what is done with boxes. In float32, as they are: comparing and joining
 * rounds nothing.
 */

/**
 * @typedef {readonly [loX: number, loY: number, hiX: number, hiY: number]} Box
 *
 * @typedef {object} SteppedPath a path laid out in steps
 * @property {number} count of the clock's steps
 * @property {number} firstStep in which it moves
 * @property {number} endStep the first behind those
 * @property {readonly Box[]} boxes of the steps: where it is held, the box of its place
 *
 * @typedef {readonly [from: number, to: number]} Range of steps, `to` excluded
 *
 * @typedef {object} BoxTest boxes that were compared
 * @property {Range | null} a steps of A that the box is of; null: the box that both are cut to
 * @property {Range | null} b
 * @property {Box} boxA
 * @property {Box} boxB
 * @property {boolean} intersects
 * @property {number} [jump] how many steps on the next one is, where that is what comes of it
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

/** What both have in common. @param {Box} p @param {Box} q @returns {Box} */
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
