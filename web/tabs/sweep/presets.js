/** Scenes to begin with, each for something that can be seen in it. */

import { moving, spline } from '../../base/paths.js';
import { box, disc, regular } from '../../base/shapes.js';

/**
 * @import { State } from './state.js'
 *
 * @typedef {Pick<State, 'a' | 'b' | 'end' | 'steps' | 'view' | 'boxes'> & { name: string, hint: string }} Preset
 */

const VIEW = { x: 0, y: 0, span: 10 };

/** @type {[Preset, ...Preset[]]} */
export const PRESETS = [
    {
        name: 'Two ways that cross',
        hint: 'Boxes of both over x and time, and over y and time: they meet in a step when they meet in both.',
        a: {
            shape: box(1, 0.5),
            path: spline(
                [0, -5, -2.4, 0.5],
                [3, -1.6, -0.6, 0.6],
                [6, 1.2, 1.2, 0.3],
                [8, 4, 1.2, -0.2],
            ),
        },
        b: {
            shape: { kind: 'polygon', points: regular(3, 0.5), radius: 0.1 },
            path: spline(
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
        hint: 'Their ways do not come near each other: a few tests free all steps, but for who goes step by step.',
        a: {
            shape: box(1, 0.5),
            path: spline([0, -4.5, 2.2, 0], [4, 0, 3.4, 0.2], [8, 4.5, 2.4, -0.3]),
        },
        b: {
            shape: box(1, 0.5),
            path: spline([0, 4.5, -2.6, 3.1], [4, 0, -3.2, 3.2], [8, -4.5, -2.2, 2.8]),
        },
        end: 8,
        steps: 128,
        boxes: 'cover',
        view: VIEW,
    },
    {
        name: 'One behind the other',
        hint: 'Boxes of whole steps smear: these two keep their gap, yet their boxes meet in every step. Relative sees it.',
        a: { shape: box(1.2, 0.6), path: moving({ x: -4.8, y: -0.8, vx: 1, vy: 0.1, ax: 0.05 }) },
        b: { shape: box(1.2, 0.6), path: moving({ x: -3.4, y: -0.7, vx: 1, vy: 0.1, ax: 0.05 }) },
        end: 7,
        steps: 24,
        boxes: 'cover',
        view: VIEW,
    },
    {
        name: 'Missed by the steps’ ends',
        hint: 'Boxes of where the body is at the ends of steps, as printed, know nothing of how it swings in between.',
        a: { shape: box(5, 0.4), path: moving({ x: -1, omega: 2.0943951 }) },
        b: { shape: box(0.4, 0.4), path: moving({ x: -1, y: 2.4 }) },
        end: 6,
        steps: 4,
        boxes: 'step-ends',
        view: { x: -1, y: 0, span: 8 },
    },
    {
        name: 'Again and again',
        hint: 'One goes round the other’s way: stretches that are near and stretches that are far, in turn.',
        a: {
            shape: box(0.8, 0.5),
            path: spline(
                [0, -5, -1.4, 0.8],
                [2, -3, 1.4, 0],
                [4, -1, -1.4, -0.8],
                [6, 1, 1.4, 0],
                [8, 3, -1.4, -0.8],
                [10, 5, 1.4, 0.8],
            ),
        },
        b: {
            shape: disc(0.35),
            path: moving({ x: 5, vx: -1 }),
        },
        end: 10,
        steps: 96,
        boxes: 'cover',
        view: { x: 0, y: 0, span: 12 },
    },
    {
        name: 'Waiting to be passed',
        hint: 'B sets out late: while it stands still, its one box is compared with A’s pyramid.',
        a: { shape: box(1, 0.5), path: moving({ x: -4.5, y: 0.3, vx: 1.1 }) },
        b: {
            shape: { kind: 'polygon', points: regular(6, 0.5), radius: 0 },
            path: spline([4, 1, -0.6, 0], [6, 1.2, 0.6, 0.4], [8, 3, 2.4, 1]),
        },
        end: 8,
        steps: 64,
        boxes: 'cover',
        view: VIEW,
    },
];
