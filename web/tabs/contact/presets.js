/** Scenes to begin with, each for something that can be seen in it. */

import { moving, spline } from '../../base/paths.js';
import { box, disc, regular } from '../../base/shapes.js';

/**
 * @import { State } from './state.js'
 *
 * @typedef {Pick<State, 'a' | 'b' | 'end' | 'view'> & { name: string, hint: string }} Preset
 */

const VIEW = { x: 0, y: 0, span: 9 };

/** @type {[Preset, ...Preset[]]} */
export const PRESETS = [
    {
        name: 'Two on curves',
        hint: 'Drag knots, the bodies, time. Each method says when they meet; see how often each has to look.',
        a: {
            shape: box(2, 1),
            path: spline(
                [0, -4.5, -1.5, 0],
                [2, -1.8, 1.2, 0.8],
                [4, 1.2, 0.6, 2.2],
                [6, 4, -1.6, 3],
            ),
        },
        b: {
            shape: { kind: 'polygon', points: regular(3, 1), radius: 0.1 },
            path: moving({ x: 3, y: 2.6, vx: -1.1, vy: -0.7, omega: 0.9, ax: 0.1, ay: 0.05 }),
        },
        end: 6,
        view: VIEW,
    },
    {
        name: 'Apart at both ends',
        hint: 'A corner swings out and back. Who looks at the ends alone, or steps on too far, sees nothing.',
        a: { shape: box(2, 2), path: moving({ x: -1.3, omega: 1.5707963 }) },
        b: { shape: box(0.4, 3), path: moving({ x: 0.25 }) },
        end: 1,
        view: { x: -0.4, y: 0, span: 5 },
    },
    {
        name: 'Straight on',
        hint: 'No turning, constant speed: the certified method knows at once.',
        a: { shape: box(1.6, 1, 0.15), path: moving({ x: -3.5, y: -1.4, vx: 1.2, vy: 0.3 }) },
        b: {
            shape: { kind: 'polygon', points: regular(6, 1), radius: 0 },
            path: moving({ x: 3.2, y: 0.8, vx: -0.9, vy: -0.2 }),
        },
        end: 5,
        view: VIEW,
    },
    {
        name: 'Spinning fast, approaching slowly',
        hint: 'The largest speed of any point is that of its tips: advancement by it crawls.',
        a: {
            shape: {
                kind: 'capsule',
                points: [
                    [-1.4, 0],
                    [1.4, 0],
                ],
                radius: 0.1,
            },
            path: moving({ x: -2.4, omega: 9, vx: 0.12 }),
        },
        b: { shape: disc(0.7), path: moving({ x: 1.6, y: 0.2, vx: -0.15 }) },
        end: 8,
        view: { x: -0.3, y: 0, span: 6 },
    },
    {
        name: 'Just touching, and away',
        hint: 'They brake and touch in one point of time: a graze, which no rounding can tell from a miss.',
        a: { shape: disc(1), path: moving({ x: -2 }) },
        b: { shape: disc(1), path: moving({ x: 2, vx: -2, ax: 1 }) },
        end: 4,
        view: { x: 0, y: 0, span: 6 },
    },
    {
        name: 'Again and again',
        hint: 'Every interval of contact, each end a bracket. The plot jumps to where you press.',
        a: {
            shape: {
                kind: 'capsule',
                points: [
                    [-1.6, 0],
                    [1.6, 0],
                ],
                radius: 0.12,
            },
            path: moving({ omega: 2.2 }),
        },
        b: {
            shape: { kind: 'polygon', points: regular(5, 0.6), radius: 0 },
            path: moving({ x: 2.6, y: 0.4, vx: -0.16, omega: -0.7 }),
        },
        end: 10,
        view: { x: 0.5, y: 0, span: 5.5 },
    },
    {
        name: 'Never',
        hint: 'They pass: free for all that time, and the clearance says by how much.',
        a: {
            shape: box(2.4, 0.8),
            path: spline([0, -4, -1.8, 0], [3, 0, -0.6, 0.5], [6, 4, -1.8, 0]),
        },
        b: {
            shape: box(2, 0.8),
            path: spline([0, 4, 1.8, 3.1], [3, 0, 1.1, 3.5], [6, -4, 1.8, 3.1]),
        },
        end: 6,
        view: VIEW,
    },
];
