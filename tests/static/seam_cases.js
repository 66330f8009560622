/**
 * Bodies by hand whose parts have seams, with their outlines for the oracle.
 *
 * @import { Graze, Shape } from 'graze'
 * @import { Outline } from '../oracle/polygon_oracle.js'
 *
 * @typedef {{ outline: Outline, make: (g: Graze) => Shape }} Body
 */

import { compoundOf } from './compound_cases.js';

/** @param {number} x @param {number} y @param {number} width @param {number} height */
export const rectangle = (x, y, width, height) => [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
];

/** Returns a union of parts with an outline. @param {number[][]} ring @param {number[][][]} parts @returns {Body} */
export const union = (ring, parts) => ({
    outline: { rings: [ring] },
    make: (g) => compoundOf(g, parts),
});

/** @param {number[]} p @returns {Body} */
export const point = (...p) => ({ outline: { points: [p] }, make: (g) => g.hull([p]) });

/** @param {number[]} numbers @returns {Body} */
export const chain = (...numbers) => {
    const points = numbers.flatMap((x, k) => (k % 2 === 0 ? [[x, numbers[k + 1]]] : []));
    const segments = points.slice(1).map((p, k) => [points[k], p]);
    return { outline: { segments }, make: (g) => g.chain(points) };
};

/** A wall of two segments on one line, and one with a corner. */
export const JOINT = chain(0, 0, 1, 0, 2, 0);
export const CORNER = chain(0, 0, 1, 0, 1, 1);

/** A square room without a door. */
export const ROOM = chain(0, 0, 4, 0, 4, 4, 0, 4, 0, 0);

/** @param {number} x @param {number} y @param {number} width @param {number} height @returns {Body} */
export const box = (x, y, width, height) => ({
    outline: { rings: [rectangle(x, y, width, height)] },
    make: (g) => g.polygon(rectangle(x, y, width, height)),
});

/** Four squares around (1, 1). */
export const CELLS = [0, 1, 2, 3].map((k) => rectangle(k % 2, k >> 1, 1, 1));

/** A square with sides of 2, of four squares around (1, 1). */
export const FOUR = union(rectangle(0, 0, 2, 2), CELLS);

/** The same square without its upper right quarter. */
export const THREE = union(
    [
        [0, 0],
        [2, 0],
        [2, 1],
        [1, 1],
        [1, 2],
        [0, 2],
    ],
    CELLS.slice(0, 3),
);

/** Two bars that share half a side, from (1, 1) to (2, 1). */
export const SHIFTED = union(
    [
        [0, 0],
        [2, 0],
        [2, 1],
        [3, 1],
        [3, 2],
        [1, 2],
        [1, 1],
        [0, 1],
    ],
    [rectangle(0, 0, 2, 1), rectangle(1, 1, 2, 1)],
);

/** Two squares that share a corner only. @type {Body} */
export const DIAGONAL = {
    outline: {
        rings: [rectangle(0, 0, 1, 1)],
        edges: rectangle(1, 1, 1, 1).map((p, k, ring) => [p, ring[(k + 1) % 4]]),
    },
    make: (g) => compoundOf(g, [rectangle(0, 0, 1, 1), rectangle(1, 1, 1, 1)]),
};
