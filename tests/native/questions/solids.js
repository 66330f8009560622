/**
 * Bodies in space, drawn at random.
 *
 * @import { Draw } from './random.js'
 * @import { Question } from './index.js'
 *
 * @typedef {{ points: number[][], radius: number }} SolidBody
 * @typedef {number[]} SolidPose x, y, z, and the four numbers of a quaternion or the nine of a matrix
 */

/** Numbers of a pose whose rotation is a quaternion. */
export const QUATERNION_POSE = 7;

/** Returns a quaternion of float32, whose length is about 1. @param {Draw} draw @returns {number[]} */
function randomQuaternion({ between, below, chance }) {
    if (chance(0.3)) return [0, 0, 0, 1];
    if (chance(0.3)) {
        const axis = below(3);
        return [0, 1, 2, 3].map((k) => Number(k === axis));
    }
    const q = [0, 1, 2, 3].map(() => between(-1, 1));
    const length = Math.sqrt(q.reduce((sum, x) => sum + x * x, 0));
    if (length < 0.01) return [0, 0, 0, 1];
    /* Lengths that are not 1 are valid, too. */
    const scale = (chance(0.2) ? 1 + 2 ** -11 * between(-1, 1) : 1) / length;
    return q.map((x) => Math.fround(x * scale));
}

/** @param {number[]} q @returns {number[]} */
function matrixOf([x, y, z, w]) {
    const s = 2 / (x * x + y * y + z * z + w * w);
    return [
        ...[1 - s * (y * y + z * z), s * (x * y + w * z), s * (x * z - w * y)],
        ...[s * (x * y - w * z), 1 - s * (x * x + z * z), s * (y * z + w * x)],
        ...[s * (x * z + w * y), s * (y * z - w * x), 1 - s * (x * x + y * y)],
    ];
}

/** @param {Draw} draw @param {number} size @returns {SolidPose} */
function randomPose(draw, size) {
    const at = [0, 1, 2].map(() => Math.fround(size * draw.share()));
    return [...at, ...randomQuaternion(draw)];
}

/** Returns the same pose by a matrix, sometimes. @param {Draw} draw @param {SolidPose} pose @returns {SolidPose} */
function perhapsMatrix({ chance }, pose) {
    return chance(0.3) ? [...pose.slice(0, 3), ...matrixOf(pose.slice(3))] : pose;
}

/** @param {Draw} draw @param {number} size @returns {SolidBody} */
function randomSolid({ share, below, chance }, size) {
    const radius = chance(0.3) ? Math.fround((size * (1 + below(4))) / 8) : 0;
    const kind = below(5);
    if (kind === 0) {
        const half = [0, 1, 2].map(() => Math.fround((size * (below(4) + 1)) / 4));
        const corner = (/** @type {number} */ k) => half.map((h, i) => (k & (1 << i) ? h : -h));
        return { points: [0, 1, 2, 3, 4, 5, 6, 7].map(corner), radius };
    }
    /* Flat bodies, and those of few points. */
    const count = 1 + below([4, 9, 24, 6][kind - 1]);
    const points = Array.from({ length: count }, () =>
        [0, 1, 2].map((axis) => Math.fround(kind === 4 && axis === 2 ? 0 : size * share())),
    );
    return { points, radius };
}

/** Sizes of bodies: usual ones, and the smallest and largest. @param {Draw} draw */
const randomSize = ({ chance, any }) => (chance(0.8) ? 1 : any([2 ** -140, 2 ** -40, 2 ** 100]));

/** @param {Draw} draw @param {number} size */
const randomNumbers = ({ share }, size) =>
    [3, 3, 3, 1, 1, 1].map((most) => Math.fround(most * size * share()));

/** Two convex bodies, and a displacement, a point and a reach. @param {Draw} draw @returns {Question} */
export function randomSolidPair(draw) {
    const size = randomSize(draw);
    return {
        kind: 'solid',
        two: [1, 2].map((reach) => ({
            body: randomSolid(draw, size),
            pose: perhapsMatrix(draw, randomPose(draw, reach * size)),
        })),
        numbers: [...randomNumbers(draw, size), size / 2],
    };
}

/** A compound, a mesh, and a convex body. @param {Draw} draw @returns {Question} */
export function randomSolidUnion(draw) {
    const { below, share } = draw;
    const count = 3 + below(6);
    return {
        kind: 'unions',
        parts: Array.from({ length: 1 + below(4) }, () => ({
            body: randomSolid(draw, 1),
            pose: perhapsMatrix(draw, randomPose(draw, 2)),
        })),
        positions: Array.from({ length: count }, () =>
            [0, 1, 2].map(() => Math.fround(2 * share())),
        ),
        indices: Array.from({ length: 3 * (1 + below(6)) }, () => below(count)),
        b: randomSolid(draw, 1),
        poses: [randomPose(draw, 2), randomPose(draw, 2)],
        numbers: [...randomNumbers(draw, 1), 0.5],
    };
}

/** Many bodies, of which some stand still, and one that is compared with them. @param {Draw} draw @returns {Question} */
export function randomSolidWorld(draw) {
    const { below } = draw;
    const count = 1 + below(10);
    return {
        kind: 'solids',
        placed: Array.from({ length: count }, () => ({
            body: randomSolid(draw, 1),
            pose: randomPose(draw, 4),
        })),
        still: below(count + 1),
        one: randomSolid(draw, 1),
        pose: randomPose(draw, 3),
        numbers: [...randomNumbers(draw, 2), below(4) / 2],
    };
}
