import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import { nextFloat32, readJson } from '../helpers.js';

/**
 * Inputs on which other libraries failed, as quoted in their public trackers, with exact answers; each is a test of its
 * own. `field` states what was observed there.
 */
const CASES = readJson('tests/vectors/field_cases.json').cases;

const g = createSync();

/** @param {number} value @param {number} expected */
function nearFloat32(value, expected) {
    const [x, y] = [Math.fround(value), Math.fround(expected)];
    return x === y || x === nextFloat32(y, 1) || x === nextFloat32(y, -1);
}

/** Asserts equality within an ulp of double. @param {number} value @param {number} expected */
function nearDouble(value, expected) {
    return Math.abs(value - expected) <= 2 ** -52 * Math.abs(expected);
}

/** @param {any} pair */
function standing(pair) {
    const a = g.polygon(pair.a, { radius: pair.ra });
    const b = g.polygon(pair.b, { radius: pair.rb });
    for (const [p, q] of [
        [a, b],
        [b, a],
    ]) {
        const { relation, distance } = g.distance(p, q);
        assert.equal(relation, pair.relation);
        assert.ok(nearFloat32(distance, pair.distance), `${distance}`);
        assert.equal(g.relation(p, q), pair.relation);
        for (const method of /** @type {const} */ (['gjk', 'sat'])) {
            const hit = g.study.collide(p, q, undefined, undefined, { method });
            assert.equal(hit, pair.relation !== 'disjoint', method);
        }
        const answer = g.penetration(p, q);
        assert.equal(answer.relation, pair.relation);
        assert.ok(nearFloat32(answer.depth, pair.penetration ?? 0), `${answer.depth}`);
        assert.ok(Math.abs(Math.hypot(answer.normal.x, answer.normal.y) - 1) < 1e-15);
    }
}

/** @param {any} pair */
function moving(pair) {
    const [a, b] = [g.polygon(pair.a), g.polygon(pair.b)];
    const way = { dx: pair.va[0] - pair.vb[0], dy: pair.va[1] - pair.vb[1] };
    for (const { status, interval } of [
        g.shapeCast(a, b, undefined, undefined, way),
        g.shapeCast(b, a, undefined, undefined, { dx: -way.dx, dy: -way.dy }),
    ]) {
        assert.equal(status, pair.hit ? 'hit' : 'free');
        if (!pair.hit) {
            assert.equal(interval, null);
            continue;
        }
        assert.ok(interval !== null);
        assert.ok(nearDouble(interval[0], pair.t0), `${interval[0]}`);
        assert.ok(nearDouble(interval[1], pair.t1), `${interval[1]}`);
    }
}

/** @param {import('graze').Shape} shape */
function verticesOf(shape) {
    const flat = shape.vertices;
    return Array.from({ length: flat.length / 2 }, (_, k) => [flat[2 * k], flat[2 * k + 1]]);
}

/** Returns the list rotated so that its least point comes first. @param {number[][]} points */
function fromLeast(points) {
    const first = points.reduce((best, p, k) => {
        const q = points[best];
        return p[0] < q[0] || (p[0] === q[0] && p[1] < q[1]) ? k : best;
    }, 0);
    return [...points.slice(first), ...points.slice(0, first)];
}

/** @param {number[][]} points */
function areaOf(points) {
    // Coordinates are relative to the first corner: far from the origin the products would cancel.
    const [ox, oy] = points[0];
    const local = points.map(([x, y]) => [x - ox, y - oy]);
    const doubled = local.map(([x, y], k) => {
        const [nx, ny] = local[(k + 1) % local.length];
        return x * ny - y * nx;
    });
    return doubled.reduce((sum, part) => sum + part) / 2;
}

/** @param {any} outline */
function hulled(outline) {
    const expected = fromLeast(outline.hull);
    const hull = g.hull(outline.points);
    assert.deepEqual(fromLeast(verticesOf(hull)), expected);
    assert.ok(Math.abs(areaOf(verticesOf(hull)) - outline.area) <= 1e-12 * outline.area);
    // The points are a convex outline themselves: no point was dropped from inside, or all are on one line.
    const isOutline = outline.hull.length === outline.points.length || outline.area === 0;
    for (const points of [outline.points, outline.points.toReversed()]) {
        if (!isOutline) continue;
        assert.deepEqual(fromLeast(verticesOf(g.polygon(points))), expected);
        const doubled = [points[0], ...points, points[points.length - 1]];
        assert.deepEqual(fromLeast(verticesOf(g.polygon(doubled))), expected);
    }
}

/** @param {any} motion */
function turning({ a, b, min_separation_sampled: expected }) {
    const [p, q] = [g.polygon(a.local), g.polygon(b.local)];
    const poseA = { x: a.c[0], y: a.c[1], angle: a.a0 };
    let least = Infinity;
    for (let k = 0; k <= 200; k++) {
        const s = k / 200;
        const poseB = {
            x: b.c0[0] + s * (b.c1[0] - b.c0[0]),
            y: b.c0[1] + s * (b.c1[1] - b.c0[1]),
            angle: b.a0 + s * (b.a1 - b.a0),
        };
        const { relation, distance } = g.distance(p, q, poseA, poseB);
        assert.equal(relation, 'disjoint');
        assert.equal(g.collide(p, q, poseA, poseB), false);
        // The angle has whole turns added, as in the report; they move a corner by the rounding of the angle.
        const wound = { ...poseB, angle: poseB.angle + 162 * Math.PI };
        assert.ok(Math.abs(g.distance(p, q, poseA, wound).distance - distance) < 1e-9);
        least = Math.min(least, distance);
    }
    assert.ok(Math.abs(least - expected) <= 1e-3, `${least}, not ${expected}`);
}

/** @type {Record<string, (given: any) => void>} */
const JUDGES = { pair: standing, linear: moving, hull: hulled, rotating_note: turning };

CASES.forEach((/** @type {any} */ given, /** @type {number} */ k) => {
    test(`${k + 1}. ${given.ref}: ${given.field}`, () => JUDGES[given.kind](given));
});
