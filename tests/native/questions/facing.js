import { cosineAndSine } from '../../portable.js';

/**
 * Bodies that face each other at a corner, a side or the end of one, at a known gap, and paths that lead there: several
 * features of an outline are met at once, or nearly.
 *
 * @import { Draw } from './random.js'
 * @import { ConvexBody, Question } from './index.js'
 */

export const OCTAGON = [
    [1, -3],
    [3, -1],
    [3, 1],
    [1, 3],
    [-1, 3],
    [-3, 1],
    [-3, -1],
    [-1, -3],
];
export const HEXAGON = [
    [0, -5],
    [4, -2],
    [4, 3],
    [0, 6],
    [-4, 3],
    [-4, -2],
];

/** Outlines are counter-clockwise, without points on a side. Many sides have integer lengths. */
const OUTLINES = [
    [[0, 0]],
    [
        [0, 0],
        [4, 3],
    ],
    [
        [0, 0],
        [4, 0],
        [0, 3],
    ],
    [
        [-5, -5],
        [5, -5],
        [5, 5],
        [-5, 5],
    ],
    OCTAGON,
    HEXAGON,
];

/** Returns a direction and its length. @param {number} x @param {number} y */
const withLength = (x, y) => ({ x, y, length: Math.sqrt(x * x + y * y) });

/**
 * Returns the side from corner i on, if there is one, and its outward direction.
 * @param {number[][]} outline
 * @param {number} i
 */
function sideOf(outline, i) {
    const [p, q] = [outline[i], outline[(i + 1) % outline.length]];
    return { p, q, out: withLength(q[1] - p[1], p[0] - q[0]) };
}

/**
 * Draws the offset or length of a straight path: 0, an integer or any size.
 * @param {Draw} draw
 * @param {number} most exponent of 2
 */
const anySize = ({ any, chance, magnitude }, most) =>
    chance(0.4) ? any([0, 0.25, 0.5, 1, 2]) : magnitude(2, -50, most);

/** Draws a radius, often 0 and sometimes tiny. @param {Draw} draw */
const anyRadius = ({ any, chance, magnitude }) =>
    Math.fround(chance(0.8) ? any([0, 0.25, 1, 2, 5]) : magnitude(2, -60, 20));

/**
 * Returns the corner that is furthest against a direction.
 * @param {number[][]} outline
 * @param {{ x: number, y: number }} out
 */
const cornerAgainst = (outline, { x, y }) =>
    outline.toSorted((p, q) => x * (p[0] - q[0]) + y * (p[1] - q[1]))[0];

/**
 * Draws radii so small that double cannot distinguish cores from bodies, except along a short path.
 * @param {Draw} draw
 */
const leastRadius = ({ magnitude }) => Math.fround(magnitude(2, -57, -49));

/**
 * Returns the place of A's corner: the distance before a side of B, and the distance along it.
 *
 * @param {Draw} draw
 * @param {number} reach the radii
 * @param {number} gap
 * @param {number} length of the side
 */
function facingPlace(draw, reach, gap, length) {
    const { any, between, chance } = draw;
    // The corner is within the radii of the lines of two sides, but not of the corner between them.
    if (length > 0 && chance(0.2)) {
        const beyond = (reach * any([0.75, 0.8, 0.9])) / length;
        return { off: reach * any([0.75, 0.8]), along: any([-beyond, 1 + beyond]) };
    }
    return { off: reach + gap, along: any([0, 1, 0.5, between(-0.25, 1.25)]) };
}

/**
 * Places A before a side of B: its own corner somewhere along the side, at a gap. A moves to there, or almost along the
 * side.
 *
 * @param {Draw} draw
 * @param {number} k
 * @returns {Question[]}
 */
export function facingBodies(draw, k) {
    const { any, below, between, chance, magnitude } = draw;
    const outline = () => (chance(0.2) ? OUTLINES[0] : any(OUTLINES));
    const [of, before] = [outline(), outline()];
    const isLeast = k % 6 === 5;
    const radius = () => (isLeast ? leastRadius(draw) : anyRadius(draw));
    const a = { points: of, radius: radius(), hull: true };
    const b = { points: before, radius: radius(), hull: true };
    const { p, q, out } = sideOf(before, below(before.length));
    // Before a point any direction is valid.
    const away = out.length > 0 ? out : withLength(...any(SLANTS));
    const corner = cornerAgainst(of, away);
    const gap = isLeast && chance(0.5) ? magnitude(2, -54, -46) : anySize(draw, 2);
    const { off, along } = facingPlace(draw, a.radius + b.radius, gap, out.length);
    const place = [0, 1].map(
        (i) => p[i] + along * (q[i] - p[i]) - corner[i] + (off * [away.x, away.y][i]) / away.length,
    );
    const short = isLeast ? magnitude(2, -52, -44) : anySize(draw, 3);
    const deep = gap * any([0, 0.5, 1, 1, 2, 4]) + (chance(0.3) || isLeast ? short : 0);
    const aside = chance(0.5) ? 0 : (isLeast ? short : anySize(draw, 4)) * any([-1, 1]);
    const way = [
        (-deep * away.x - aside * away.y) / away.length,
        (-deep * away.y + aside * away.x) / away.length,
    ];
    const angle = chance(0.4) ? between(-6, 6) : 0;
    const [cos, sin] = cosineAndSine(angle);
    const turned = (/** @type {number[]} */ [x, y]) => [cos * x - sin * y, sin * x + cos * y];
    const pair = { a, b, poses: [...turned(place), angle, 0, 0, angle] };
    return [
        { kind: 'cast', ...pair, numbers: turned(way) },
        { kind: 'pair', ...pair, choices: [k % 4, 0, 0] },
    ];
}

/** @type {[number, number][]} */
const SLANTS = [
    [1, 0],
    [0, -1],
    [3, 4],
    [-5, 12],
    [1, 2],
    [-1, 1],
];

/** @param {Draw} draw @returns {ConvexBody} */
const bodyOnGrid = ({ any, below }) => ({
    points: Array.from({ length: 1 + below(6) }, () => [below(7) - 3, below(7) - 3]),
    radius: any([0, 0, 0, 0.5, 1]),
    hull: true,
});

/**
 * Places bodies on a grid and moves one so that its corner comes to a corner of the other, at the end of the path or on
 * it.
 *
 * @param {Draw} draw
 * @param {number} k
 * @returns {Question[]}
 */
export function cornersThatMeet(draw, k) {
    const { any, below } = draw;
    const [a, b] = [bodyOnGrid(draw), bodyOnGrid(draw)];
    const [x, y] = [below(17) - 8, below(17) - 8];
    const [p, q] = [any(a.points), any(b.points)];
    const times = any([0.5, 1, 1, 2, 3]);
    const way = [times * (q[0] - p[0] - x), times * (q[1] - p[1] - y)];
    const pair = { a, b, poses: [x, y, 0, 0, 0, 0] };
    return [
        { kind: 'cast', ...pair, numbers: way },
        { kind: 'trace', ...pair, choices: [k % 4, 0, below(2)] },
    ];
}
