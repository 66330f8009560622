import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import fc from '../fast_check.js';
import { exact, mul, sign, sub } from '../oracle/dyadic.js';
import { relatePolygons, relateRounded } from '../oracle/static_oracle.js';
import { shareOf } from '../volume.js';

/**
 * Tests bodies so near to touching that double cannot decide: the filters give up and exact signs decide.
 *
 * @import { Pose } from 'graze'
 */

const g = createSync();

/** Returns the float32 at or below a positive number. */
function float32Below(/** @type {number} */ value) {
    const rounded = Math.fround(value);
    if (rounded <= value) return rounded;
    const bits = new DataView(new ArrayBuffer(4));
    bits.setFloat32(0, rounded);
    bits.setInt32(0, bits.getInt32(0) - 1);
    return bits.getFloat32(0);
}

/**
 * Compares two bodies, in both orders, with an exact verdict.
 *
 * @param {number[][]} a
 * @param {number} ra
 * @param {number[][]} b
 * @param {number} rb
 * @param {{ relation: string, distance: number }} expected
 * @param {Pose} [pose] pose of B; `expected` knows of it
 */
function agrees(a, ra, b, rb, expected, pose) {
    const shapes = [g.hull(a, { radius: ra }), g.hull(b, { radius: rb })];
    for (const [p, q, poseP, poseQ] of /** @type {const} */ ([
        [shapes[0], shapes[1], undefined, pose],
        [shapes[1], shapes[0], pose, undefined],
    ])) {
        // In B's frame A is where it was rounded to, which is another case.
        if (pose && poseP === pose) continue;
        const { relation, distance } = g.distance(p, q, poseP, poseQ);
        assert.equal(relation, expected.relation);
        assert.equal(g.relation(p, q, poseP, poseQ), expected.relation);
        assert.equal(g.collide(p, q, poseP, poseQ), expected.relation !== 'disjoint');
        assert.equal(distance > 0, relation === 'disjoint');
    }
    for (const shape of shapes) shape.free();
}

test('radii that equal a gap to the last digit of double have the exact verdict', () => {
    const seen = { disjoint: 0, touching: 0, overlapping: 0 };
    /** @param {number[][]} a @param {number[][]} b */
    const probe = (a, b) => {
        const gap = relatePolygons(a, b).distance;
        const first = float32Below(gap);
        const rest = Math.fround(gap - first);
        for (const [ra, rb] of [
            [first, rest],
            [rest, first],
        ]) {
            const expected = relateRounded(a, ra, b, rb);
            seen[/** @type {keyof typeof seen} */ (expected.relation)]++;
            agrees(a, ra, b, rb, expected);
        }
    };
    for (let x = 1; x <= 40; x++) {
        for (let y = 0; y <= 24; y++) {
            probe([[0, 0]], [[x, y]]);
            const edge = [
                [-3 * y - 2, 3 * x],
                [2 * y + 1, -2 * x],
            ];
            probe(edge, [[x + 40, y + 30]]);
        }
    }
    assert.ok(Math.min(...Object.values(seen)) >= shareOf(20), JSON.stringify(seen));
});

/** Returns the exact orientation of three points. */
function turnOf(/** @type {number[][]} */ points) {
    const [[ox, oy], [px, py], [qx, qy]] = points.map((p) => p.map(exact));
    return sign(sub(mul(sub(px, ox), sub(qy, oy)), mul(sub(py, oy), sub(qx, ox))));
}

/** Returns whether an outline keeps its form when it is rounded to another position: not flat, not inverted. */
function keepsForm(/** @type {number[][]} */ points, /** @type {number[][]} */ placed) {
    if (points.length === 3) return turnOf(points) === turnOf(placed);
    const isPoint = (/** @type {number[][]} */ [p, q = p]) => p[0] === q[0] && p[1] === q[1];
    return isPoint(points) === isPoint(placed);
}

/**
 * Values of three sizes, so that products of differences do not fit into double; none is so small that rounding to
 * another position could turn an edge much.
 */
const mixed = fc
    .tuple(fc.integer({ min: -(2 ** 23), max: 2 ** 23 }), fc.constantFrom(1, 1, 2 ** -6, 2 ** 6))
    .map(([k, size]) => (k * size) / 2 ** 23);
const point = fc.tuple(mixed, mixed);

test('a body moved to within rounding of contact has the exact verdict of its rounded position', () => {
    const seen = { disjoint: 0, touching: 0, overlapping: 0 };
    fc.assert(
        fc.property(
            fc.array(point, { minLength: 2, maxLength: 5 }),
            fc.array(point, { minLength: 1, maxLength: 3 }),
            fc.integer({ min: 0, max: 2 ** 20 }).map((k) => k / 2 ** 20),
            fc.nat(),
            (a, b, part, at) => {
                // A corner of B is moved to an edge of A, as near as double allows.
                const outline = g.hull(a);
                const v = Array.from(outline.vertices);
                outline.free();
                const i = (2 * at) % v.length;
                const j = (i + 2) % v.length;
                const [cx, cy] = b[at % b.length];
                const pose = {
                    x: v[i] + part * (v[j] - v[i]) - cx,
                    y: v[i + 1] + part * (v[j + 1] - v[i + 1]) - cy,
                };
                const placed = b.map(([x, y]) => [x + pose.x, y + pose.y]);
                fc.pre(keepsForm(b, placed));
                const expected = relatePolygons(a, placed);
                seen[expected.relation]++;
                agrees(a, 0, b, 0, expected, pose);
            },
        ),
        { numRuns: 8000, seed: 51 },
    );
    assert.ok(Math.min(seen.disjoint, seen.overlapping) >= shareOf(300), JSON.stringify(seen));
});
