/** Scenes to start with; each shows one property of the query. */

import { namedOutline } from '../../base/outlines.js';
import { discShape, regularPolygon } from '../../base/shapes.js';

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
const bodyState = (shape, x, y, angle = 0) => ({ shape, pose: { x, y, angle } });

const VIEW = { x: 0, y: 0, span: 6.5 };

/** @type {[Preset, ...Preset[]]} */
export const PRESETS = [
    {
        name: 'Two polygons apart',
        hint: 'Drag the bodies. The distance between A and B equals the distance from the origin to A − B, on the right.',
        a: bodyState(polygon(regularPolygon(5, 1)), -1.4, 0.2, 0.3),
        b: bodyState(polygon(regularPolygon(4, 1), 0.2), 1.3, -0.1, 0.5),
        view: VIEW,
    },
    {
        name: 'Touching edges',
        hint: 'Exactly touching. Focus a body and press Alt with an arrow key: a move by one float32 separates them.',
        a: bodyState(box(2, 1.5), -1, 0),
        b: bodyState(box(2, 1), 1, 0.5),
        view: VIEW,
    },
    {
        name: 'Corner inside',
        hint: 'The dashed outline is B after the minimum translation that separates the bodies; its length is the penetration depth.',
        a: bodyState(box(2.4, 1.6), -0.7, -0.1, 0.1),
        b: bodyState(polygon(regularPolygon(3, 1)), 0.9, 0.3, 0.62),
        view: VIEW,
    },
    {
        name: 'Deep penetration',
        hint: 'GJK ends when a triangle contains the origin; the penetration depth needs a second algorithm.',
        a: bodyState(polygon(regularPolygon(7, 1.3)), -0.2, 0.1),
        b: bodyState(polygon(regularPolygon(6, 0.9), 0.1), 0.15, -0.1, 0.3),
        view: VIEW,
    },
    {
        name: 'Disc and capsule',
        hint: 'GJK runs on the cores, a point and a segment; radii are subtracted afterwards.',
        a: bodyState({ kind: 'disc', points: [[0, 0]], radius: 0.8 }, -1.2, 0.4),
        b: bodyState(
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
        hint: 'A − B has sixty vertices, yet GJK needs few rounds. A fixed initial direction takes more.',
        a: bodyState(polygon(regularPolygon(36, 1.2)), -1.4, 0.35, 0.05),
        b: bodyState(polygon(regularPolygon(24, 1)), 1.15, -0.3, 0.02),
        view: VIEW,
    },
    {
        name: 'Slivers',
        hint: 'Long, thin bodies: the triangles in GJK are nearly degenerate and sensitive to rounding.',
        a: bodyState(
            polygon([
                [-2, 0],
                [2, 0.01],
                [2, 0.03],
            ]),
            0,
            0.4,
            0.02,
        ),
        b: bodyState(
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
        name: 'Map coordinates',
        hint: 'Far from the origin, where float32 has a spacing of 0.5: queries lose no precision.',
        a: bodyState(box(4.5, 1.9), 691000.25, 5334000.5, 0.4),
        b: bodyState(box(4.7, 2), 691004.75, 5334003.5, 1.3),
        view: { x: 691002.5, y: 5334002, span: 12 },
    },
    {
        name: 'L and star',
        hint: 'Bodies that are not convex: their parts are numbered, and the pair that decides is highlighted. Draw your own below.',
        a: bodyState(namedOutline('L', 1.4), -1.3, 0.1, 0.2),
        b: bodyState(namedOutline('Star', 1.1), 1.2, -0.2, 0.3),
        view: VIEW,
    },
    {
        name: 'Inside a U',
        hint: 'The disc is inside the hull of the U, but not inside the U: there is a gap on three sides.',
        a: bodyState(namedOutline('U', 1.8), 0, -0.2),
        b: bodyState(discShape(0.45), 0.1, 0.45),
        view: VIEW,
    },
    {
        name: 'Inside a ring',
        hint: 'The hole of a ring is outside of it. Move the star until a tip touches.',
        a: bodyState(namedOutline('Ring', 2.2), 0, 0),
        b: bodyState(namedOutline('Star', 0.9, 0.1), 0.35, 0.2, 0.2),
        view: VIEW,
    },
    {
        name: 'Gear and comb',
        hint: 'They overlap. The dashed outline is the whole of B after the shortest translation that separates them, out of all teeth.',
        a: bodyState(namedOutline('Gear', 1.5), -0.9, -0.2, 0.1),
        b: bodyState(namedOutline('Comb', 1.3), 0.8, 0.7, -0.3),
        view: VIEW,
    },
];
