import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import fc from '../fast_check.js';
import { readJson } from '../helpers.js';
import { relateRounded } from '../oracle/static_oracle.js';
import { shareOf } from '../volume.js';

/**
 * Tests that all variants of GJK give the same answers, to the last bit where the vertices are exact.
 *
 * @import { Distance, Pose, Shape } from 'graze'
 */

const g = createSync();

/** Every combination of the three options. */
const CHOICES = /** @type {const} */ ([
    'barycode',
    'barycode-general',
    'johnson',
    'signed-volume',
]).flatMap((subdistance) =>
    /** @type {const} */ (['auto', 'scan', 'climb', 'simd']).flatMap((support) =>
        /** @type {const} */ (['point', 'fixed']).map((start) => ({
            subdistance,
            support,
            start,
        })),
    ),
);

/**
 * Returns the part of an answer that must not depend on the options. A pose can round two vertices to one position;
 * either may then be named.
 *
 * @param {Distance} answer
 * @param {boolean} isPosed
 */
function essence({ iterations, featureA, featureB, ...answer }, isPosed) {
    return isPosed ? answer : { ...answer, featureA, featureB };
}

/**
 * Asserts that all options give one relation, and the same bits of the rest or, where a position rounds vertices and
 * features become equally near, one distance.
 *
 * @param {Shape} a
 * @param {Shape} b
 * @param {{ poseA?: Pose, poseB?: Pose, slack?: number }} [how] `slack`: of the distance
 */
function allAgree(a, b, { poseA, poseB, slack } = {}) {
    const isPosed = poseA !== undefined || poseB !== undefined;
    const expected = essence(g.distance(a, b, poseA, poseB), isPosed);
    const hit = expected.relation !== 'disjoint';
    assert.equal(g.relation(a, b, poseA, poseB), expected.relation);
    for (const choice of CHOICES) {
        const answer = essence(g.study.distance(a, b, poseA, poseB, choice), isPosed);
        if (slack === undefined) {
            assert.deepEqual(answer, expected, JSON.stringify(choice));
        } else {
            assert.equal(answer.relation, expected.relation, JSON.stringify(choice));
            const error = Math.abs(answer.distance - expected.distance);
            assert.ok(error <= slack, `${error}: ${JSON.stringify(choice)}`);
        }
        for (const method of /** @type {const} */ (['gjk', 'sat'])) {
            const met = g.study.collide(a, b, poseA, poseB, { method, ...choice });
            assert.equal(met, hit, JSON.stringify({ method, ...choice }));
        }
    }
    return expected.relation;
}

/**
 * @param {number[][]} a
 * @param {number} ra
 * @param {number[][]} b
 * @param {number} rb
 * @param {Parameters<typeof allAgree>[2]} [how]
 * @returns the relation
 */
function holds(a, ra, b, rb, how) {
    const shapes = [g.hull(a, { radius: ra }), g.hull(b, { radius: rb })];
    const relation = allAgree(shapes[0], shapes[1], how);
    for (const shape of shapes) shape.free();
    return relation;
}

/** Returns a few ulps of the largest length of a posed pair. @param {number[][]} points @param {Pose[]} poses */
function slackOf(points, ...poses) {
    const lengths = [...points.flat(), ...poses.flatMap(({ x = 0, y = 0 }) => [x, y])];
    return 2 ** -50 * Math.max(...lengths.map(Math.abs));
}

test('808 exact vectors: every option gives the right relation and the same bits', () => {
    for (const file of ['dev_gjk', 'dev_round']) {
        for (const { id, a, b, ra = 0, rb = 0, relation } of readJson(`tests/vectors/${file}.json`)
            .pairs) {
            assert.equal(holds(a, ra, b, rb), relation, id);
        }
    }
});

const grid = fc.integer({ min: 0, max: 5 });
const real = fc.float({ min: -4, max: 4, noNaN: true });
const wild = fc.oneof(
    fc.float({ noNaN: true, noDefaultInfinity: true }),
    fc.float({ min: -1, max: 1, noNaN: true }),
    fc.constantFrom(0, 1, -1, 3, 2 ** -20, 2 ** 20, 2 ** -149, 2 ** 100),
);

/** @param {import('fast-check').Arbitrary<number>} value */
const pointsOf = (value) => fc.array(fc.tuple(value, value), { minLength: 1, maxLength: 7 });
const step = fc.integer({ min: -6, max: 6 });
const anyRadius = fc.constantFrom(0, 0, 0, 0.5, 1, 2.5, Math.fround(0.1));

test('grid pairs, including degenerate ones and ties, do not depend on the options', () => {
    const seen = { disjoint: 0, touching: 0, overlapping: 0 };
    fc.assert(
        fc.property(
            pointsOf(grid),
            pointsOf(grid),
            fc.tuple(step, step),
            anyRadius,
            anyRadius,
            (a, b, [x, y], ra, rb) => {
                const placed = b.map((p) => [p[0] + x, p[1] + y]);
                const relation = holds(a, ra, placed, rb);
                assert.equal(relation, relateRounded(a, ra, placed, rb).relation);
                seen[relation]++;
            },
        ),
        { numRuns: 2500, seed: 61 },
    );
    assert.ok(Math.min(...Object.values(seen)) >= shareOf(40), JSON.stringify(seen));
});

/** Regular outlines of up to 64 vertices, rounded, some with corners left out. */
const ngon = fc
    .tuple(
        fc.integer({ min: 3, max: 64 }),
        fc.double({ min: 0.5, max: 4, noNaN: true }),
        fc.double({ min: 0, max: 7, noNaN: true }),
        fc.integer({ min: 1, max: 9 }),
    )
    .map(([n, size, phase, keep]) =>
        Array.from({ length: n }, (_, k) => [
            Math.fround(size * Math.cos(phase + (2 * Math.PI * k) / n)),
            Math.fround(size * Math.sin(phase + (2 * Math.PI * k) / n)),
        ]).filter((_, k) => keep > 2 || k % 3 !== keep || k < 3),
    );

test('outlines of up to 64 vertices do not depend on the options', () => {
    const place = fc.oneof(step, fc.double({ min: -6, max: 6, noNaN: true }));
    fc.assert(
        fc.property(ngon, ngon, fc.tuple(place, place), ([...a], [...b], [x, y]) => {
            holds(a, 0, b, 0, { poseB: { x, y } });
        }),
        { numRuns: 1000, seed: 62 },
    );
});

test('float32 points of similar size, with any pose, do not depend on the options', () => {
    const pose = fc.record({
        x: real,
        y: real,
        angle: fc.oneof(fc.constant(0), fc.double({ min: -1000, max: 1000, noNaN: true })),
    });
    fc.assert(
        fc.property(
            pointsOf(real),
            anyRadius,
            pose,
            pointsOf(real),
            anyRadius,
            pose,
            (a, ra, p, b, rb, q) => {
                holds(a, ra, b, rb, { poseA: p, poseB: q, slack: slackOf([...a, ...b], p, q) });
            },
        ),
        { numRuns: 1500, seed: 63 },
    );
});

test('points of any sizes do not depend on the options', () => {
    fc.assert(
        fc.property(pointsOf(wild), pointsOf(wild), anyRadius, (a, b, radius) => {
            const relation = holds(a, radius, b, 0);
            assert.equal(relation, relateRounded(a, radius, b, 0).relation);
        }),
        { numRuns: 2000, seed: 64 },
    );
});

test('points of any sizes, with any pose, do not depend on the options', () => {
    const place = fc.oneof(
        fc.constant(0),
        fc.float({ noNaN: true, noDefaultInfinity: true }),
        fc.float({ min: -1, max: 1, noNaN: true }),
    );
    const pose = fc.record({
        x: place,
        y: place,
        angle: fc.oneof(fc.constant(0), fc.double({ min: -1e7, max: 1e7, noNaN: true })),
    });
    fc.assert(
        fc.property(pointsOf(wild), pose, pointsOf(wild), pose, (a, p, b, q) => {
            holds(a, 0, b, 0, { poseA: p, poseB: q, slack: slackOf([...a, ...b], p, q) });
        }),
        { numRuns: 1500, seed: 65 },
    );
});
