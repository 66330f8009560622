import { HEXAGON, OCTAGON } from './facing.js';

/**
 * Questions for cases that random draws seldom reach.
 *
 * @import { MovingBody, Question, Segment } from './index.js'
 */

/** @param {number[]} x @param {number[]} y @returns {MovingBody} */
const bar = (x, y) => ({
    body: {
        points: [
            [-1, -1],
            [1, 1],
        ],
        radius: 0,
        hull: true,
    },
    segments: [{ t0: 0, t1: 4, x, y, angle: [0, 0], pivot: { x: 0, y: 0 } }],
    ends: { before: 'stay', after: 'vanish' },
});

/** Returns a disc that rests at the origin, or moves. @param {Segment[]} segments @returns {MovingBody} */
const disc = (segments) => ({
    body: { points: [[0, 0]], radius: 1, hull: true },
    segments,
    ends: { before: 'stay', after: 'stay' },
});

/** @param {number} t0 @param {number} t1 @param {number[]} x @param {number[]} [y] @returns {Segment} */
const along = (t0, t1, x, y = [0]) => ({ t0, t1, x, y, angle: [0], pivot: { x: 0, y: 0 } });

const RESTS = disc([along(0, 16, [0])]);

const IN_PLANE = { z: 0, vz: 0, az: 0 };

const DOT = { points: [[0, 0]], radius: 0, hull: true };

/**
 * Returns points as far apart as the smallest place that is kept, and by a bit less, along each axis; and a path as
 * short, or so small a turn.
 *
 * @returns {Question[]}
 */
function leastPlaces() {
    const least = 2 ** -200;
    const lengths = [least, least * (1 - 2 ** -53), 2 * least];
    return lengths.flatMap((length) =>
        [0, 1, 2, 3].flatMap((quarter) => {
            const [x, y] = [
                [length, 0],
                [0, length],
                [-length, 0],
                [0, -length],
            ][quarter];
            const pair = { a: DOT, b: DOT, poses: [0, 0, 0, x, y, 0] };
            return [
                { kind: /** @type {const} */ ('pair'), ...pair, choices: [0, 0, 0] },
                { kind: /** @type {const} */ ('cast'), ...pair, numbers: [x, y] },
                {
                    kind: /** @type {const} */ ('cast'),
                    ...{ a: DOT, b: { ...DOT, radius: 1 }, poses: [0, 0, 0, 1, 0, 0] },
                    numbers: [x, y],
                },
            ];
        }),
    );
}

/**
 * @param {number[]} place
 * @param {number[]} velocity
 * @param {number[]} acceleration
 * @param {[start: number, end: number, radius: number]} rest
 */
function sphere([x, y, z], [vx, vy, vz], [ax, ay, az], [t0, t1, radius]) {
    return { x, y, z, vx, vy, vz, ax, ay, az, t0, t1, radius };
}

/** @type {Question[]} */
export const RARE = [
    // Radii are below the rounding of places, and paths as short. The place where the bodies meet differs from that of
    // their cores by less than double resolves in a first evaluation, and by a considerable part of the path.
    {
        kind: 'cast',
        a: { points: OCTAGON, radius: 1.502622882667083e-17, hull: true },
        b: { points: HEXAGON, radius: 1.233849815926249e-17, hull: true },
        poses: [-3.0000000000000004, 7.5, 0, 0, 0, 0],
        numbers: [1.393111974675886e-15, -1.8574826329011814e-15],
    },
    {
        kind: 'cast',
        a: { points: HEXAGON, radius: 1.384281957459939e-17, hull: true },
        b: { points: HEXAGON, radius: 4.64297172657729e-17, hull: true },
        poses: [1.8872210457921041, 9.584584215655925, 0, 0, 0, 0],
        numbers: [-1.0193794751052956e-14, -1.3591726334737276e-14],
    },
    ...leastPlaces(),
    // The discs are slightly closer than a touch, on a path that turns back where it touches. The search for critical
    // delays reaches its limit, because f and g are rounding along a line, and finds small cells next to a double point
    // that is noted.
    {
        kind: 'flights',
        spheres: [
            {
                ...{ ...IN_PLANE, x: -15.5, y: -3, vx: 12, vy: -5, ax: -12, ay: 5 },
                ...{ t0: -3.5, t1: -0.5, radius: 6.500000000000005 },
            },
            {
                ...{ ...IN_PLANE, x: -3.5, y: -8, vx: 0, vy: 0, ax: 0, ay: 0 },
                ...{ t0: -3.5, t1: -1, radius: 0 },
            },
        ],
    },
    // Points leave one place along one line, from which one of them bends away. Many cells are excluded only by the
    // distance of all of P from the line of W, with the accelerations' part across it.
    {
        kind: 'flights',
        spheres: [
            sphere([-1, 1, -1], [0, 0, 0], [1, -1, 1], [1, 2, 0]),
            sphere([-1, 1, -1], [1, -1, 1], [1, 0, 0], [1, 2, 0]),
        ],
    },
    // Discs roll past each other at the distance of their radii. The half of a cell that is searched first decides
    // which cells along the curve of touches are noted before the limit is reached.
    {
        kind: 'flights',
        spheres: [
            sphere(
                [-2, -3, 0],
                [-2, 0, 0],
                [2, 0, 0],
                [-1.0677411472484322, 2.9322588527515681, 4],
            ),
            sphere([0, 2, 0], [3.7198543913597106, 0, 0], [0, 0, 0], [1, 3.2890722741753846, 1]),
        ],
    },
    // The discs touch at one delay, which is reported as accurately as the cells about it are small: in the other cells
    // f is distinguished from 0.
    {
        kind: 'flights',
        spheres: [
            sphere([0, -1, 1], [0, 2, 1], [0, -2, -1], [-1, 1, 2]),
            sphere([2, 2, -1], [0, -2, 1], [0, 2, -1], [-1, 0, 1]),
        ],
    },
    // Two discs have the same acceleration, and one of them passes in an instant. A wrong sign in a bound of g would
    // report all delays as free.
    {
        kind: 'flights',
        spheres: [
            sphere(
                [0.058289041680407293, -50.998013424201034, 0],
                [-509.77620284586573, 141.74034778859107, 0],
                [57.465946414977459, -874.77741933228219, 0],
                [0, 0.026872823420759674, 0.027126304077046061],
            ),
            sphere(
                [-15.688762963843875, -0.11047001269152776, 0],
                [0.017086799329318617, 0.00046679516317990963, 0],
                [57.465946414977459, -874.77741933228219, 0],
                [0, 44.472724446058493, 0.013298521357017401],
            ),
        ],
    },
    // Along the curve g = 0, f is monotone except for its cubic terms.
    {
        kind: 'flights',
        spheres: [
            sphere([2, -1.5, 0], [0, 0, 0], [-1.5, 0, 0], [-1, 0.5, 0]),
            sphere([2, 0, 0], [0.5, -2, 0], [-1.5, 2, 0], [-1, 0.5, 0.5]),
        ],
    },
    // Rounding leaves cells undecided: next to a point that is double in u but not in the delay, and next to none, so
    // that both ends are noted.
    {
        kind: 'flights',
        spheres: [
            sphere([7, -5, 0], [0, 0, 0], [0, 0, 0], [-1, 3, 0]),
            sphere([6, -5, 0], [0, 0, 0], [0, 3, 0], [1, 5, 1]),
        ],
    },
    {
        kind: 'flights',
        spheres: [
            sphere([2, -4, 0], [0, 0, 0], [-2, 0, 0], [2, 5, 5]),
            sphere([-4, 2, 0], [-4, -4, 0], [0, 0, 0], [1, 4, 3]),
        ],
    },
    // A critical value outside of the times is next to one inside.
    {
        kind: 'flights',
        spheres: [
            sphere(
                [0.018386495294175909, -0.29665994525132255, 0],
                [-1, 2, 0],
                [-1.6472940570372687, -2, 0],
                [0, 1, 0],
            ),
            sphere(
                [-0.99999999999999989, 0.60477562320069422, 0],
                [0, 0, 0],
                [1.8419763156229796, -1.2946291150865537, 0],
                [0, 1, 0],
            ),
        ],
    },
    // A long piece that hardly bends is crossed by a short one that does. In some cells f is distinguished from 0 by
    // the bound of its cubic term in u, and a third less of it loses half of the unsafe delays.
    {
        kind: 'flights',
        spheres: [
            sphere(
                [0.040343316946284964, -0.45912001802871771, 0],
                [0.0012067320299922854, 0.0003624707241407318, 0],
                [-2.3986926469333903e-6, -1.9730104697935244e-6, 0],
                [0, 116.5040577175014, 0.054641935101886446],
            ),
            sphere(
                [-0.018873416225990203, 1.5339300904143522, 0],
                [2.156431863432188, -22.652001468749049, 0],
                [0.0068161030019835492, -0.5319456079693593, 0],
                [0, 2.7131603155037052, 0.011872790795452885],
            ),
        ],
    },
    // The displacement by acceleration is the largest of all lengths, by just so much that half of it would be measured
    // with another unit.
    {
        kind: 'flights',
        spheres: [
            sphere([5, -2, 0], [-3, -5, 0], [0, 0, 0], [1, 6, 0]),
            sphere([1, -2, 0], [-2, -2, 0], [0, -6, 0], [0, 5, 0]),
        ],
    },
    {
        kind: 'flights',
        spheres: [
            sphere([-2, -2, 0], [0, 0, 0], [-2, 0, 0], [2, 5, 3]),
            sphere([-1, 2, 0], [-2, 0, 0], [0, 0, 0], [0, 1, 1]),
        ],
    },
    // Two slanting bars slide past each other by a hair: within the tolerance, and then apart. The backward advancement
    // from there nearly reaches 0, so that the apparent graze is free and the search continues behind it.
    {
        kind: 'motion',
        movingPair: [bar([-4, 2], [2.000000000001]), bar([0], [0])],
        options: { from: 0, to: 4, tolerance: 4e-9, distanceTolerance: 0.001, maxIterations: 200 },
        times: [0, 1, 2, 3, 4],
    },
    // The discs are nearest between two of the samples of clearance, and then stay as near for a while: the descent
    // steps meet the same gap again, and the search must not continue.
    {
        kind: 'motion',
        movingPair: [
            RESTS,
            disc([
                along(1.125, 1.25, [6, -16]),
                along(1.25, 1.75, [4]),
                along(1.75, 1.875, [4, 16]),
            ]),
        ],
        options: { from: 0, to: 16, tolerance: 1e-9, distanceTolerance: 0.001, maxIterations: 200 },
        times: [1.5],
    },
    // One evaluation is left when clearance has taken its samples: enough to begin the descent.
    {
        kind: 'motion',
        movingPair: [RESTS, disc([along(0, 16, [-10, 1.2], [3, 0.1])])],
        options: { from: 0, to: 16, tolerance: 1e-9, distanceTolerance: 0.001, maxIterations: 18 },
        times: [8],
    },
];
