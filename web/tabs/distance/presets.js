/** Scenes to begin with, each for something that can be seen in it. */

import { regular } from '../../base/shapes.js';

/**
 * @import { BodyState, State } from './state.js'
 * @import { ShapeState } from '../../base/shapes.js'
 *
 * @typedef {Pick<State, 'a' | 'b' | 'view'> & { name: string, hint: string }} Preset
 */

/** @param {[number, number][]} points @param {number} [radius] @returns {ShapeState} */
const polygon = (points, radius = 0) => ({ kind: 'polygon', points, radius });

/** @param {number} width @param {number} height */
const box = (width, height) =>
    polygon([
        [-width / 2, -height / 2],
        [width / 2, -height / 2],
        [width / 2, height / 2],
        [-width / 2, height / 2],
    ]);

/** @param {ShapeState} shape @param {number} x @param {number} y @param {number} [angle] @returns {BodyState} */
const body = (shape, x, y, angle = 0) => ({ shape, pose: { x, y, angle } });

const VIEW = { x: 0, y: 0, span: 6.5 };

/** @type {[Preset, ...Preset[]]} */
export const PRESETS = [
    {
        name: 'Two polygons apart',
        hint: 'Drag them. On the right, the distance of A and B is that of the origin from A − B.',
        a: body(polygon(regular(5, 1)), -1.4, 0.2, 0.3),
        b: body(polygon(regular(4, 1), 0.2), 1.3, -0.1, 0.5),
        view: VIEW,
    },
    {
        name: 'Touching, edge on edge',
        hint: 'Exactly touching. Focus a body and press Alt with an arrow: one float32 tells them apart.',
        a: body(box(2, 1.5), -1, 0),
        b: body(box(2, 1), 1, 0.5),
        view: VIEW,
    },
    {
        name: 'A corner inside',
        hint: 'The dashed outline is B after the shortest way out: its length is the depth.',
        a: body(box(2.4, 1.6), -0.7, -0.1, 0.1),
        b: body(polygon(regular(3, 1)), 0.9, 0.3, 0.62),
        view: VIEW,
    },
    {
        name: 'Deep inside each other',
        hint: 'GJK ends as soon as a triangle holds the origin; the way out is another question.',
        a: body(polygon(regular(7, 1.3)), -0.2, 0.1),
        b: body(polygon(regular(6, 0.9), 0.1), 0.15, -0.1, 0.3),
        view: VIEW,
    },
    {
        name: 'Disc and capsule',
        hint: 'A radius is added outside of GJK: it sees a point and a segment.',
        a: body({ kind: 'disc', points: [[0, 0]], radius: 0.8 }, -1.2, 0.4),
        b: body(
            {
                kind: 'capsule',
                points: [
                    [-0.8, 0],
                    [0.8, 0],
                ],
                radius: 0.35,
            },
            1,
            -0.3,
            0.9,
        ),
        view: VIEW,
    },
    {
        name: 'Many vertices',
        hint: 'Sixty corners of A − B, and yet a few rounds. A fixed first direction takes more.',
        a: body(polygon(regular(36, 1.2)), -1.4, 0.35, 0.05),
        b: body(polygon(regular(24, 1)), 1.15, -0.3, 0.02),
        view: VIEW,
    },
    {
        name: 'Slivers',
        hint: 'Long and thin: the triangles GJK makes are nearly flat, where rounding bites.',
        a: body(
            polygon([
                [-2, 0],
                [2, 0.01],
                [2, 0.03],
            ]),
            0,
            0.4,
            0.02,
        ),
        b: body(
            polygon([
                [-2, 0],
                [2, -0.02],
                [1.9, 0.01],
            ]),
            0.2,
            0.3,
            -0.015,
        ),
        view: { x: 0, y: 0.35, span: 3 },
    },
    {
        name: 'In map coordinates',
        hint: 'Half a world away from the origin, where float32 steps by 0.5: queries lose nothing by it.',
        a: body(box(4.5, 1.9), 691000.25, 5334000.5, 0.4),
        b: body(box(4.7, 2), 691004.75, 5334003.5, 1.3),
        view: { x: 691002.5, y: 5334002, span: 12 },
    },
];
