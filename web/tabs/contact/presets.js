/** Scenes to start with; each shows one property of the queries. */

import { namedOutline } from '../../base/outlines.js';
import { acceleratedPath, splinePath } from '../../base/paths.js';
import { boxShape, discShape, regularPolygon } from '../../base/shapes.js';

/**
 * @import { State } from './state.js'
 *
 * @typedef {Pick<State, 'a' | 'b' | 'end' | 'view'> & { name: string, hint: string }} Preset
 */

const VIEW = { x: 0, y: 0, span: 9 };

/** @type {[Preset, ...Preset[]]} */
export const PRESETS = [
    {
        name: 'Two curved paths',
        hint: 'Drag the knots, the bodies or the time. Compare how many evaluations each method needs.',
        a: {
            shape: boxShape(2, 1),
            path: splinePath(
                [0, -4.5, -1.5, 0],
                [2, -1.8, 1.2, 0.8],
                [4, 1.2, 0.6, 2.2],
                [6, 4, -1.6, 3],
            ),
        },
        b: {
            shape: { kind: 'polygon', points: regularPolygon(3, 1), radius: 0.1 },
            path: acceleratedPath({
                x: 3,
                y: 2.6,
                vx: -1.1,
                vy: -0.7,
                angularVelocity: 0.9,
                ax: 0.1,
                ay: 0.05,
            }),
        },
        end: 6,
        view: VIEW,
    },
    {
        name: 'Separated at both ends',
        hint: 'A corner swings out and back. Sampling only the ends, or stepping too far, misses the contact.',
        a: {
            shape: boxShape(2, 2),
            path: acceleratedPath({ x: -1.3, angularVelocity: 1.5707963 }),
        },
        b: { shape: boxShape(0.4, 3), path: acceleratedPath({ x: 0.25 }) },
        end: 1,
        view: { x: -0.4, y: 0, span: 5 },
    },
    {
        name: 'Straight lines',
        hint: 'No rotation, constant velocity: the certified method needs a single step.',
        a: {
            shape: boxShape(1.6, 1, 0.15),
            path: acceleratedPath({ x: -3.5, y: -1.4, vx: 1.2, vy: 0.3 }),
        },
        b: {
            shape: { kind: 'polygon', points: regularPolygon(6, 1), radius: 0 },
            path: acceleratedPath({ x: 3.2, y: 0.8, vx: -0.9, vy: -0.2 }),
        },
        end: 5,
        view: VIEW,
    },
    {
        name: 'Fast rotation, slow approach',
        hint: 'The tips move fast, so conservative advancement takes tiny steps.',
        a: {
            shape: {
                kind: 'capsule',
                points: [
                    [-1.4, 0],
                    [1.4, 0],
                ],
                radius: 0.1,
            },
            path: acceleratedPath({ x: -2.4, angularVelocity: 9, vx: 0.12 }),
        },
        b: { shape: discShape(0.7), path: acceleratedPath({ x: 1.6, y: 0.2, vx: -0.15 }) },
        end: 8,
        view: { x: -0.3, y: 0, span: 6 },
    },
    {
        name: 'Touching once',
        hint: 'They brake and touch at a single instant. Rounding cannot distinguish this grazing contact from a miss.',
        a: { shape: discShape(1), path: acceleratedPath({ x: -2 }) },
        b: { shape: discShape(1), path: acceleratedPath({ x: 2, vx: -2, ax: 1 }) },
        end: 4,
        view: { x: 0, y: 0, span: 6 },
    },
    {
        name: 'Repeated contact',
        hint: 'All contact intervals; each end is a certified bracket. Click the plot to jump to a time.',
        a: {
            shape: {
                kind: 'capsule',
                points: [
                    [-1.6, 0],
                    [1.6, 0],
                ],
                radius: 0.12,
            },
            path: acceleratedPath({ angularVelocity: 2.2 }),
        },
        b: {
            shape: { kind: 'polygon', points: regularPolygon(5, 0.6), radius: 0 },
            path: acceleratedPath({ x: 2.6, y: 0.4, vx: -0.16, angularVelocity: -0.7 }),
        },
        end: 10,
        view: { x: 0.5, y: 0, span: 5.5 },
    },
    {
        name: 'No contact',
        hint: 'They pass each other; the clearance is the minimum separation.',
        a: {
            shape: boxShape(2.4, 0.8),
            path: splinePath([0, -4, -1.8, 0], [3, 0, -0.6, 0.5], [6, 4, -1.8, 0]),
        },
        b: {
            shape: boxShape(2, 0.8),
            path: splinePath([0, 4, 1.8, 3.1], [3, 0, 1.1, 3.5], [6, -4, 1.8, 3.1]),
        },
        end: 6,
        view: VIEW,
    },
    {
        name: 'An L around a pillar',
        hint: 'The pillar passes into the notch of the L, then the L turns onto it. Hulls would meet earlier.',
        a: {
            shape: namedOutline('L', 1.8),
            path: splinePath([0, -3.6, 0.4, -0.5], [3, -0.8, -0.1, -0.2], [6, -0.5, -0.1, 1.3]),
        },
        b: { shape: discShape(0.4), path: acceleratedPath({ x: 0.1, y: 0.6 }) },
        end: 6,
        view: { x: -1, y: 0, span: 7 },
    },
    {
        name: 'Into a U',
        hint: 'The box enters the hull of the U long before it touches the bottom.',
        a: {
            shape: namedOutline('U', 1.8),
            path: acceleratedPath({ y: -0.6 }),
        },
        b: {
            shape: boxShape(0.8, 1.2),
            path: acceleratedPath({ x: 0.05, y: 3.2, vy: -0.6 }),
        },
        end: 6,
        view: { x: 0, y: 0.8, span: 7 },
    },
    {
        name: 'Inside a ring',
        hint: 'A star turns in the hole of a ring and meets it from inside.',
        a: { shape: namedOutline('Ring', 2.2), path: acceleratedPath({}) },
        b: {
            shape: namedOutline('Star', 1, 0.05),
            path: acceleratedPath({ x: -0.3, y: 0.1, vx: 0.14, vy: 0.05, angularVelocity: 0.8 }),
        },
        end: 8,
        view: { x: 0, y: 0, span: 6 },
    },
];
