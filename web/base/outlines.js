/** Outlines that are not convex, to start with. */

import { shortestDecimal } from './float.js';

/**
 * @import { Ring, ShapeState } from './shapes.js'
 *
 * @typedef {typeof OUTLINE_NAMES[number]} OutlineName
 */

export const OUTLINE_NAMES = /** @type {const} */ (['L', 'U', 'Star', 'Gear', 'Comb', 'Ring']);

/** Largest difference of coordinates that still have the name of an outline, as a fraction of its size. */
const SAME_OUTLINE = 0.02;

/**
 * Returns points around the origin.
 *
 * @param {number} count
 * @param {(i: number) => number} getDistance distance of point i from the origin
 * @param {(i: number) => number} [getTurn] its angle, in turns; default: evenly spaced
 * @returns {Ring}
 */
function pointsAround(count, getDistance, getTurn = (i) => i / count) {
    return Array.from({ length: count }, (_, i) => {
        const angle = 2 * Math.PI * getTurn(i) + Math.PI / 2;
        return [getDistance(i) * Math.cos(angle), getDistance(i) * Math.sin(angle)];
    });
}

/** Outlines of size 1, the largest distance of a vertex from the origin; holes follow. @type {Record<OutlineName, () => Ring[]>} */
const OUTLINES = {
    L: () => [
        [
            [-0.6, -0.8],
            [0.6, -0.8],
            [0.6, -0.3],
            [-0.1, -0.3],
            [-0.1, 0.8],
            [-0.6, 0.8],
        ],
    ],
    U: () => [
        [
            [-0.8, -0.6],
            [0.8, -0.6],
            [0.8, 0.6],
            [0.4, 0.6],
            [0.4, -0.2],
            [-0.4, -0.2],
            [-0.4, 0.6],
            [-0.8, 0.6],
        ],
    ],
    Star: () => [pointsAround(10, (i) => (i % 2 === 0 ? 1 : 0.42))],
    Gear: () => {
        const offsets = [-0.13, 0.13, 0.25, 0.75];
        return [
            pointsAround(
                24,
                (i) => (i % 4 < 2 ? 1 : 0.7),
                (i) => (Math.floor(i / 4) + offsets[i % 4]) / 6,
            ),
        ];
    },
    Comb: () => [
        [
            [0.8, 0.6],
            [-0.8, 0.6],
            ...[-0.8, -0.35, 0.1].flatMap(
                (x) =>
                    /** @type {Ring} */ ([
                        [x, -0.6],
                        [x + 0.25, -0.6],
                        [x + 0.25, 0.1],
                        [x + 0.45, 0.1],
                    ]),
            ),
            [0.55, -0.6],
            [0.8, -0.6],
        ],
    ],
    Ring: () => [pointsAround(12, () => 1), pointsAround(12, () => 0.7)],
};

/**
 * Returns the rings of a named outline.
 *
 * @param {OutlineName} name
 * @param {number} size largest distance of a vertex from the origin
 * @returns {Ring[]}
 */
function namedRings(name, size) {
    const step = 10 ** (Math.floor(Math.log10(size)) - 3);
    const round = (/** @type {number} */ value) =>
        shortestDecimal(Number((Math.round((value * size) / step) * step).toPrecision(6))) + 0;
    return OUTLINES[name]().map((ring) => ring.map(([x, y]) => [round(x), round(y)]));
}

/**
 * Returns a body with a named outline.
 *
 * @param {OutlineName} name
 * @param {number} size largest distance of a vertex from its origin
 * @param {number} [radius]
 * @returns {ShapeState}
 */
export function namedOutline(name, size, radius = 0) {
    const [points, ...holes] = namedRings(name, size);
    return { kind: 'concave', points, radius, ...(holes.length > 0 ? { holes } : {}) };
}

/**
 * Returns the name of a shape's outline, whatever its size; null: it has none.
 *
 * @param {ShapeState} shape
 * @returns {OutlineName | null}
 */
export function findOutlineName({ points, holes = [] }) {
    const size = Math.max(...points.map(([x, y]) => Math.hypot(x, y)));
    const rings = [points, ...holes];
    const isSame = (/** @type {OutlineName} */ name) => {
        const other = OUTLINES[name]();
        const isNear = (/** @type {Ring} */ ring, /** @type {number} */ k) =>
            ring.length === other[k].length &&
            ring.every(
                ([x, y], i) =>
                    Math.abs(x - size * other[k][i][0]) <= SAME_OUTLINE * size &&
                    Math.abs(y - size * other[k][i][1]) <= SAME_OUTLINE * size,
            );
        return other.length === rings.length && rings.every(isNear);
    };
    return OUTLINE_NAMES.find(isSame) ?? null;
}
