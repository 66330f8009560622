import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import {
    compoundOf,
    randomOf,
    randomPair,
    randomRay,
    randomSeamPair,
    randomWay,
} from '../static/compound_cases.js';
import { canCast, makeBoth } from '../static/compound_checks.js';
import {
    box,
    chain,
    DIAGONAL,
    FOUR,
    point,
    rectangle,
    SHIFTED,
    THREE,
    union,
} from '../static/seam_cases.js';
import { shareOf } from '../volume.js';
import { checkStraight } from './moving_compound_checks.js';

/**
 * Moving bodies of several parts at the seams between their parts: a point or a segment that moves in a seam overlaps the
 * union though it only touches the parts, and a body that slides along a wall of several parts grazes it once. Cases by
 * hand on dyadic numbers, and random ones against the exact oracle, which knows outlines and no parts.
 *
 * @import { ContactInterval, Graze, Motion, Shape } from 'graze'
 * @import { Body } from '../static/seam_cases.js'
 * @typedef {{ first: [status: string, lo: number, hi: number], intervals: (string | number)[][] }} Expected an interval:
 *   status, begin, first overlap or begin, last overlap or end, end
 */

const g = createSync();

/** Two triangles that share the side from (0, 0) to (1, 3), whose points are not dyadic at most times. */
const STEEP = union(
    [
        [0, 0],
        [2, 0],
        [1, 3],
        [-1, 3],
    ],
    [
        [
            [0, 0],
            [2, 0],
            [1, 3],
        ],
        [
            [0, 0],
            [1, 3],
            [-1, 3],
        ],
    ],
);
/** A row of four bars. */
const ROW = union(
    rectangle(0, 0, 4, 2),
    [0, 1, 2, 3].map((k) => rectangle(k, 0, 1, 2)),
);
/** Four tiles side by side, whose upper sides make a wall from (0, 0) to (8, 0). */
const WALL = union(
    rectangle(0, -1, 8, 1),
    [0, 2, 4, 6].map((x) => rectangle(x, -1, 2, 1)),
);

/**
 * Bodies of which the first one moves by a displacement during [0, 1], and the answers.
 *
 * @type {[string, Body, Body, number[], Expected['first'], ...(string | number)[][]][]}
 */
const CASES = [
    [
        'a point up the seam of an L, and on along its edge',
        point(1, -1),
        THREE,
        [0, 4],
        ['hit', 0.25, 0.25],
        ['hit', 0.25, 0.25, 0.5, 0.75],
    ],
    [
        'a point down the edge of an L, and on along its seam',
        point(1, 3),
        THREE,
        [0, -4],
        ['hit', 0.25, 0.5],
        ['hit', 0.25, 0.5, 0.75, 0.75],
    ],
    [
        'a point from the outside to the corner of an L',
        point(2, 2),
        THREE,
        [-1, -1],
        ['grazing', 1, 1],
        ['grazing', 1, 1, 1, 1],
    ],
    [
        'a point along two seams through the middle of four cells',
        point(-1, 1),
        FOUR,
        [4, 0],
        ['hit', 0.25, 0.25],
        ['hit', 0.25, 0.25, 0.75, 0.75],
    ],
    [
        'a point that rests where four cells meet',
        point(1, 1),
        FOUR,
        [0, 0],
        ['overlapping', 0, 0],
        ['hit', 0, 0, 1, 1],
    ],
    [
        'a point that rests in a seam',
        point(1, 0.5),
        FOUR,
        [0, 0],
        ['overlapping', 0, 0],
        ['hit', 0, 0, 1, 1],
    ],
    [
        'a point that rests at the end of a seam',
        point(1, 0),
        FOUR,
        [0, 0],
        ['grazing', 0, 1],
        ['grazing', 0, 0, 1, 1],
    ],
    [
        'a point from the inside of a seam to the outside',
        point(1, 0.5),
        FOUR,
        [0, -2],
        ['overlapping', 0, 0],
        ['hit', 0, 0, 0.25, 0.25],
    ],
    [
        'a point from the end of a seam into it',
        point(1, 0),
        FOUR,
        [0, 1],
        ['hit', 0, 0],
        ['hit', 0, 0, 1, 1],
    ],
    [
        'a point along an edge of a part, a seam, and an edge of another part',
        point(-2, 1),
        SHIFTED,
        [8, 0],
        ['hit', 0.25, 0.375],
        ['hit', 0.25, 0.375, 0.5, 0.625],
    ],
    [
        'a point along an edge up to where a seam begins',
        point(-2, 1),
        SHIFTED,
        [3, 0],
        ['grazing', 2 / 3, 1],
        ['grazing', 2 / 3, 2 / 3, 1, 1],
    ],
    [
        'a point along a steep seam',
        point(-1, -3),
        STEEP,
        [3, 9],
        ['hit', 1 / 3, 1 / 3],
        ['hit', 1 / 3, 1 / 3, 2 / 3, 2 / 3],
    ],
    [
        'a segment along a steep seam',
        chain(-2, -6, -1, -3),
        STEEP,
        [4, 12],
        ['hit', 0.25, 0.25],
        ['hit', 0.25, 0.25, 0.75, 0.75],
    ],
    [
        'a segment along two seams',
        chain(-3, 1, -1, 1),
        FOUR,
        [8, 0],
        ['hit', 0.125, 0.125],
        ['hit', 0.125, 0.125, 0.625, 0.625],
    ],
    [
        'a segment along an edge, then a seam, then an edge',
        chain(-3, 1, -2, 1),
        SHIFTED,
        [8, 0],
        ['hit', 0.25, 0.375],
        ['hit', 0.25, 0.375, 0.625, 0.75],
    ],
    [
        'a segment across itself over the middle of four cells',
        chain(0.5, -1, 1.5, -1),
        FOUR,
        [0, 4],
        ['hit', 0.25, 0.25],
        ['hit', 0.25, 0.25, 0.75, 0.75],
    ],
    [
        'a segment that slides along an outer edge past the ends of seams',
        chain(-2, 0, -1, 0),
        FOUR,
        [8, 0],
        ['grazing', 0.125, 0.5],
        ['grazing', 0.125, 0.125, 0.5, 0.5],
    ],
    [
        'a point that passes between cells which share a corner',
        point(0, 2),
        DIAGONAL,
        [2, -2],
        ['grazing', 0.5, 0.5],
        ['grazing', 0.5, 0.5, 0.5, 0.5],
    ],
    [
        'a point through cells which share a corner',
        point(-1, -1),
        DIAGONAL,
        [4, 4],
        ['hit', 0.25, 0.25],
        ['hit', 0.25, 0.25, 0.75, 0.75],
    ],
    [
        'a point along a seam of a row',
        point(1, -1),
        ROW,
        [0, 4],
        ['hit', 0.25, 0.25],
        ['hit', 0.25, 0.25, 0.75, 0.75],
    ],
    [
        'a wall of which one segment enters a seam after an edge',
        chain(-3, 3, -2, 3, -2, 1),
        SHIFTED,
        [8, 0],
        ['hit', 0.25, 0.375],
        ['hit', 0.25, 0.375, 0.625, 0.625],
    ],
    [
        'a box along a wall of four tiles',
        box(-3, 0, 1, 1),
        WALL,
        [16, 0],
        ['grazing', 0.125, 0.6875],
        ['grazing', 0.125, 0.125, 0.6875, 0.6875],
    ],
    [
        'a point along a wall of four tiles',
        point(-4, 0),
        WALL,
        [16, 0],
        ['grazing', 0.25, 0.75],
        ['grazing', 0.25, 0.25, 0.75, 0.75],
    ],
    [
        'a box along a chain of four segments',
        box(-3, 0, 1, 1),
        chain(0, 0, 2, 0, 4, 0, 6, 0, 8, 0),
        [16, 0],
        ['grazing', 0.125, 0.6875],
        ['grazing', 0.125, 0.125, 0.6875, 0.6875],
    ],
    [
        'a box along a chain, up to a step',
        box(-3, 0, 1, 1),
        chain(0, 0, 2, 0, 4, 0, 4, 2),
        [16, 0],
        ['hit', 0.125, 0.375],
        ['hit', 0.125, 0.375, 0.4375, 0.4375],
    ],
];

for (const [name, a, b, way, first, ...intervals] of CASES) {
    test(`${name}: ${first[0]}`, () => {
        const shapes = [a.make(g), b.make(g)];
        const poses = [0, 1].map(() => ({ x: 0, y: 0, cos: 1, sin: 0 }));
        assert.equal(checkStraight(g, [a, b], shapes, poses, way).fault, null);
        const motions = /** @type {[Motion, Motion]} */ ([
            g.motion.linear({ t0: 0, t1: 1, x: 0, y: 0, vx: way[0], vy: way[1] }),
            g.motion.static(),
        ]);
        expectAnswers(shapes, motions, { from: 0, to: 1 }, { first, intervals });
        for (const owned of [...shapes, ...motions]) owned.free();
    });
}

/**
 * Compares the answers for two bodies, in both orders, with those by hand.
 *
 * @param {Shape[]} shapes @param {Motion[]} motions @param {{ from: number, to: number }} time
 * @param {Expected} expected
 */
function expectAnswers(shapes, motions, time, { first, intervals }) {
    const near = (/** @type {number[]} */ given, /** @type {(string | number)[]} */ wanted) =>
        given.every((t, k) => Math.abs(t - Number(wanted[k])) < 1e-7);
    for (const [p, q] of [
        [0, 1],
        [1, 0],
    ]) {
        const pair = /** @type {const} */ ([shapes[p], shapes[q], motions[p], motions[q]]);
        const options = { ...time, distanceTolerance: 1e-9 };
        const contact = g.firstContact(...pair, options);
        const given = JSON.stringify(contact);
        assert.equal(contact.status, first[0], given);
        assert.ok(near(contact.time ?? [], first.slice(1)), given);
        if (contact.status === 'overlapping') assert.ok(contact.separation < -0.01, given);
        const found = g.contactIntervals(...pair, options);
        assert.deepEqual(
            found.map(({ status }) => status),
            intervals.map(([status]) => status),
        );
        found.forEach((interval, k) => {
            const [status, begin, from, to, end] = intervals[k];
            const times = [...interval.begin, ...interval.end];
            const wanted = status === 'hit' ? [begin, from, to, end] : [begin, end, begin, end];
            assert.ok(near(times, wanted), JSON.stringify(interval));
        });
        const clearance = g.clearance(...pair, options);
        const overlaps = intervals.filter(([status]) => status === 'hit');
        assert.equal(clearance.separation[1] < -0.01, overlaps.length > 0);
        const here = g.separationsAt(...pair, [clearance.time ?? 0])[0];
        assert.ok(Math.abs(here - clearance.separation[1]) < 1e-8, `${here}`);
        assert.ok(clearance.separation[0] <= clearance.separation[1]);
        if (overlaps.length === 0) continue;
        const nearest = Number(clearance.time);
        assert.ok(
            overlaps.some(
                ([, begin, , , end]) => nearest >= Number(begin) && nearest <= Number(end),
            ),
        );
    }
}

/**
 * Returns a motion of pieces, each from a point to the next one.
 *
 * @param {[t: number, x: number, y: number][]} stations
 */
const along = (stations) =>
    g.motion({
        pieces: stations.slice(1).map(([t1, x1, y1], k) => {
            const [t0, x0, y0] = stations[k];
            return {
                t0,
                t1,
                x: [x0, (x1 - x0) / (t1 - t0)],
                y: [y0, (y1 - y0) / (t1 - t0)],
            };
        }),
    });

test('a point that rests at the end of a seam, and then moves into it', () => {
    const [a, b] = [point(0, 0).make(g), FOUR.make(g)];
    const motions = [
        along([
            [0, 1, -1],
            [1, 1, 0],
            [2, 1, 0],
            [3, 1, 1],
            [4, 1, 1],
            [5, 3, 1],
        ]),
        g.motion.static(),
    ];
    expectAnswers(
        [a, b],
        motions,
        { from: 0, to: 5 },
        {
            first: ['hit', 1, 2],
            intervals: [['hit', 1, 2, 4.5, 4.5]],
        },
    );
    for (const owned of [a, b, ...motions]) owned.free();
});

/** Contact with the parts beside the seam stays undecided at such motions, but not that with the union. */
test('a point in a seam of a body that moves, too, with acceleration', () => {
    const [a, b] = [point(0, 0).make(g), FOUR.make(g)];
    for (const sideways of [{}, { vy: 0.5, ay: -0.25 }]) {
        // From the body's origin the point is at (t^2 / 2 + t / 2 - 1, 1).
        const motions = [
            g.motion.accelerated({ t0: 0, t1: 4, x: -1, y: 1, vx: 0.5, ax: 2, ...sideways }),
            g.motion.accelerated({ t0: 0, t1: 4, x: 0, y: 0, ax: 1, ...sideways }),
        ];
        for (const from of [0, 1.5]) {
            const range = { from, to: 4 };
            const { status, time } = g.firstContact(a, b, motions[0], motions[1], range);
            assert.equal(status, from === 0 ? 'hit' : 'overlapping');
            const begin = Math.max(from, 1);
            assert.ok(time && time[0] <= begin && begin <= time[1] && time[1] - time[0] <= 4e-9);
            const clearance = g.clearance(a, b, motions[0], motions[1], range);
            assert.ok(clearance.separation[1] < -0.25 && Number(clearance.time) < 2);
        }
        for (const motion of motions) motion.free();
    }
    for (const shape of [a, b]) shape.free();
});

test('a point where four cells meet that turn about it', () => {
    const [a, b] = [point(5, 2).make(g), FOUR.make(g)];
    const pivot = { x: 1, y: 1 };
    const motions = [
        g.motion.static(),
        g.motion({ pieces: [{ t0: 0, t1: 4, x: [5], y: [2], angle: [0.25, 3], pivot }] }),
    ];
    expectAnswers(
        [a, b],
        motions,
        { from: 0, to: 4 },
        { first: ['overlapping', 0, 0], intervals: [['hit', 0, 0, 4, 4]] },
    );
    for (const owned of [a, b, ...motions]) owned.free();
});

/**
 * The positions of a turned body are rounded, so that a point is on a seam, in the gap of an ulp beside it or in a part by
 * chance: none of them may change the answer.
 */
test('a point along a seam of a turned body', () => {
    const random = randomOf(17);
    for (let k = 0; k < 200; k++) {
        const far = k % 4 === 0 ? 2 ** 20 : 1;
        const pose = { x: far * random(), y: far * random(), angle: 6 * random() };
        const [c, s] = [Math.cos(pose.angle), Math.sin(pose.angle)];
        const place = (/** @type {number[]} */ [x, y]) => ({
            x: pose.x + c * x - s * y,
            y: pose.y + s * x + c * y,
        });
        const [from, to] = [place([-1, 1]), place([3, 1])];
        const shapes = [g.disc(0), FOUR.make(g)];
        const motions = [
            g.motion.linear({ t0: 0, t1: 1, ...from, vx: to.x - from.x, vy: to.y - from.y }),
            g.motion.static(pose),
        ];
        expectAnswers(
            shapes,
            motions,
            { from: 0, to: 1 },
            { first: ['hit', 0.25, 0.25], intervals: [['hit', 0.25, 0.25, 0.75, 0.75]] },
        );
        for (const owned of [...shapes, ...motions]) owned.free();
    }
});

/**
 * Of each pair of parts the first contact alone was known: a part that is touched, left and hit while another one is
 * touched all the time hid the hit, in a graze that went on.
 */
test('a graze ends where a part is hit that was touched and left before', () => {
    const parts = [rectangle(-8, -1, 16, 1), rectangle(2, 0, 1, 4)];
    const shapes = [g.box(2, 2), compoundOf(g, parts)];
    const motions = [
        along([
            [0, -1, 1],
            [1, 1, 1],
            [2, -1, 1],
            [4, 3, 1],
        ]),
        g.motion.static(),
    ];
    expectAnswers(
        shapes,
        motions,
        { from: 0, to: 4 },
        { first: ['hit', 0, 3], intervals: [['hit', 0, 3, 4, 4]] },
    );
    for (const owned of [...shapes, ...motions]) owned.free();
});

/**
 * Intervals of parts filled the output before those that join them were found, so that a union of one interval did not fit
 * into one.
 */
test('a union of one interval fits into one, whatever intervals its parts have', () => {
    const posts = Array.from({ length: 100 }, (_, k) => rectangle(2 * k, 0, 1, 1));
    const base = rectangle(-1, -1, 202, 1.5);
    const motions = [g.motion.linear({ t0: 0, t1: 1, x: -3, y: 0.25, vx: 256 }), g.motion.static()];
    const bar = g.box(0.5, 0.25);
    for (const parts of [[base, ...posts], [...posts, base], posts]) {
        const shape = compoundOf(g, parts);
        const query = (/** @type {number} */ maxIntervals) =>
            g.contactIntervals(bar, shape, motions[0], motions[1], { maxIntervals });
        const delays = g.unsafeMotionDelays(bar, shape, motions[0], motions[1], {
            maxIntervals: 1,
            time: { from: 0.5, to: 0.5 },
            from: -0.3,
            to: 0.3,
            tolerance: 1e-6,
            ...(parts === posts ? { to: -0.29 } : {}),
        });
        assert.ok(delays.length <= 1);
        if (parts === posts) {
            assert.equal(query(100).length, 100);
            assert.throws(() => query(99), { code: 'too-many-intervals' });
        } else {
            const [{ status, begin, end }, ...more] = query(1);
            assert.deepEqual([status, more.length], ['hit', 0]);
            assert.ok(Math.abs(begin[0] - 1.75 / 256) < 1e-8);
            assert.ok(Math.abs(end[0] - 204.25 / 256) < 1e-8);
        }
        shape.free();
    }
    for (const owned of [bar, ...motions]) owned.free();
});

/** Each tile takes a few queries, with those of the tree: not a search of all tiles. */
test('a box along a wall of many tiles takes about as many queries as there are tiles', () => {
    const count = 2000;
    const tiles = Array.from({ length: count }, (_, k) => rectangle(k, -1, 1, 1));
    const shapes = [g.box(1, 1), compoundOf(g, tiles)];
    const motions = [g.motion.linear({ t0: 0, t1: 4, x: -24, y: 0.5, vx: 512 }), g.motion.static()];
    const first = g.firstContact(shapes[0], shapes[1], motions[0], motions[1]);
    assert.equal(first.status, 'grazing');
    assert.ok(first.time && Math.abs(first.time[1] - (count + 24.5) / 512) < 1e-7);
    assert.ok(first.iterations < 400 * count, `${first.iterations}`);
    for (const owned of [...shapes, ...motions]) owned.free();
});

for (const [name, draw, seed, all] of /** @type {const} */ ([
    ['points and segments along seams', randomSeamPair, 61, 1200],
    ['rays', randomRay, 62, 400],
    ['bodies', (/** @type {any} */ r) => ({ ...randomPair(r), way: randomWay(r) }), 63, 600],
])) {
    test(`queries of random ${name} that move straight agree with the exact oracle`, () => {
        const random = randomOf(seed);
        const count = shareOf(all);
        /** @type {Record<string, number>} */
        const seen = { free: 0, hit: 0, grazing: 0, overlapping: 0, undecided: 0 };
        for (let k = 0; k < count; k++) {
            const { cases, poses, way } = draw(random);
            if (!canCast(cases)) continue;
            const shapes = makeBoth(g, cases);
            if (shapes === undefined) continue;
            const { fault, status } = checkStraight(g, cases, shapes, poses, way);
            assert.equal(fault, null, `pair ${k}: ${JSON.stringify({ cases, poses, way })}`);
            seen[status]++;
            for (const shape of shapes) shape.free();
        }
        const { undecided, overlapping, ...others } = seen;
        assert.ok(undecided * 100 < count, JSON.stringify(seen));
        assert.ok(Math.min(...Object.values(others)) * 50 > count, JSON.stringify(seen));
    });
}
