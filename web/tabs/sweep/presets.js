/** Scenes to start with; each shows one property of the methods. */

import { namedOutline } from '../../base/outlines.js';
import { acceleratedPath, splinePath } from '../../base/paths.js';
import { boxShape, discShape, regularPolygon } from '../../base/shapes.js';

/**
 * @import { State } from './state.js'
 *
 * @typedef {Pick<State, 'a' | 'b' | 'end' | 'steps' | 'view' | 'boxes'> & { name: string, hint: string }} Preset
 */

const VIEW = { x: 0, y: 0, span: 10 };

/** @type {[Preset, ...Preset[]]} */
export const PRESETS = [
    {
        name: 'Crossing paths',
        hint: 'Boxes over x and time, and over y and time: two boxes overlap if they overlap in both.',
        a: {
            shape: boxShape(1, 0.5),
            path: splinePath(
                [0, -5, -2.4, 0.5],
                [3, -1.6, -0.6, 0.6],
                [6, 1.2, 1.2, 0.3],
                [8, 4, 1.2, -0.2],
            ),
        },
        b: {
            shape: { kind: 'polygon', points: regularPolygon(3, 0.5), radius: 0.1 },
            path: splinePath(
                [0, 4.6, -2.6, 2.6],
                [3, 2.6, -0.6, 2.2],
                [6, 1.4, 1.9, 1.4],
                [8, 0.2, 3.6, 1.8],
            ),
        },
        end: 8,
        steps: 64,
        boxes: 'cover',
        view: VIEW,
    },
    {
        name: 'Far apart',
        hint: 'The paths stay far apart: a few tests exclude all steps, except for SI, which tests every step.',
        a: {
            shape: boxShape(1, 0.5),
            path: splinePath([0, -4.5, 2.2, 0], [4, 0, 3.4, 0.2], [8, 4.5, 2.4, -0.3]),
        },
        b: {
            shape: boxShape(1, 0.5),
            path: splinePath([0, 4.5, -2.6, 3.1], [4, 0, -3.2, 3.2], [8, -4.5, -2.2, 2.8]),
        },
        end: 8,
        steps: 128,
        boxes: 'cover',
        view: VIEW,
    },
    {
        name: 'Following',
        hint: 'These two keep their distance, yet their boxes overlap in every step. The relative method excludes them.',
        a: {
            shape: boxShape(1.2, 0.6),
            path: acceleratedPath({ x: -4.8, y: -0.8, vx: 1, vy: 0.1, ax: 0.05 }),
        },
        b: {
            shape: boxShape(1.2, 0.6),
            path: acceleratedPath({ x: -3.4, y: -0.7, vx: 1, vy: 0.1, ax: 0.05 }),
        },
        end: 7,
        steps: 24,
        boxes: 'cover',
        view: VIEW,
    },
    {
        name: 'Missed between steps',
        hint: 'Boxes of only the ends of steps do not cover the rotation in between.',
        a: {
            shape: boxShape(5, 0.4),
            path: acceleratedPath({ x: -1, angularVelocity: 2.0943951 }),
        },
        b: { shape: boxShape(0.4, 0.4), path: acceleratedPath({ x: -1, y: 2.4 }) },
        end: 6,
        steps: 4,
        boxes: 'step-ends',
        view: { x: -1, y: 0, span: 8 },
    },
    {
        name: 'Alternating',
        hint: 'One path winds around the other: near and far intervals alternate.',
        a: {
            shape: boxShape(0.8, 0.5),
            path: splinePath(
                [0, -5, -1.4, 0.8],
                [2, -3, 1.4, 0],
                [4, -1, -1.4, -0.8],
                [6, 1, 1.4, 0],
                [8, 3, -1.4, -0.8],
                [10, 5, 1.4, 0.8],
            ),
        },
        b: {
            shape: discShape(0.35),
            path: acceleratedPath({ x: 5, vx: -1 }),
        },
        end: 10,
        steps: 96,
        boxes: 'cover',
        view: { x: 0, y: 0, span: 12 },
    },
    {
        name: 'Late start',
        hint: 'B starts late: while it is at rest, its single box is tested against A’s pyramid.',
        a: { shape: boxShape(1, 0.5), path: acceleratedPath({ x: -4.5, y: 0.3, vx: 1.1 }) },
        b: {
            shape: { kind: 'polygon', points: regularPolygon(6, 0.5), radius: 0 },
            path: splinePath([4, 1, -0.6, 0], [6, 1.2, 0.6, 0.4], [8, 3, 2.4, 1]),
        },
        end: 8,
        steps: 64,
        boxes: 'cover',
        view: VIEW,
    },
    {
        name: 'Through an L',
        hint: 'The boxes enclose the L with its notch: they overlap in many steps before the star meets the L.',
        a: {
            shape: namedOutline('L', 1.6),
            path: splinePath([0, -3.6, -0.6, 0], [4, -0.6, -0.2, 0.2], [8, 1.4, 0.4, 0.9]),
        },
        b: {
            shape: namedOutline('Star', 0.5),
            path: splinePath([0, 3.2, 1.9, 0], [4, 0.6, 0.8, -1.4], [8, -2.4, 0.2, -2.6]),
        },
        end: 8,
        steps: 64,
        boxes: 'cover',
        view: VIEW,
    },
];
