import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync, GrazeError } from 'graze';
import fc from '../fast_check.js';

const g = createSync();

/** @param {number[]} o @param {number[]} a @param {number[]} b */
const turn = (o, a, b) => (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);

/** @param {number[]} p @param {number[]} q */
const same = (p, q) => p[0] === q[0] && p[1] === q[1];

/**
 * Returns whether a closed outline of integers is convex, by the definition: all points lie on one side of every edge,
 * and it turns around exactly once, so that its turns add up to one full turn. Flat outlines (all points on one line)
 * are always accepted.
 *
 * @param {number[][]} points
 * @returns {'flat' | 'convex' | 'other'}
 */
function classify(points) {
    const outline = points.filter((p, k) => !same(p, points[(k + 1) % points.length]));
    if (points.every((p) => points.every((q) => turn(points[0], p, q) === 0))) return 'flat';
    const edges = outline.map((p, k) => [p, outline[(k + 1) % outline.length]]);
    const sides = [1, -1].filter((side) =>
        edges.every(([p, q]) => points.every((r) => side * turn(p, q, r) >= 0)),
    );
    if (sides.length === 0) return 'other';
    const headings = edges.map(([p, q]) => Math.atan2(q[1] - p[1], q[0] - p[0]));
    const turned = headings.reduce((sum, heading, k) => {
        const by = sides[0] * (headings[(k + 1) % headings.length] - heading);
        // Folding back is half a turn, which no convex outline contains.
        return sum + ((by + 4 * Math.PI + 1e-9) % (2 * Math.PI));
    }, 0);
    return Math.abs(turned - 2 * Math.PI) < 1e-3 ? 'convex' : 'other';
}

/** Points of a small grid, in any order. */
const anyOrder = fc.integer({ min: 1, max: 5 }).chain((size) => {
    const value = fc.integer({ min: 0, max: size }).map((k) => 2 * k);
    return fc.array(fc.tuple(value, value), { minLength: 1, maxLength: 7 });
});

/** A convex outline with duplicates and points inside edges, of which two may be exchanged. */
const nearlyConvex = fc
    .tuple(anyOrder, fc.array(fc.nat(3), { minLength: 8, maxLength: 8 }), fc.nat(), fc.boolean())
    .chain(([points, kinds, start, reversed]) => {
        const shape = g.hull(points);
        const flat = Array.from(shape.vertices);
        shape.free();
        const outline = [];
        for (let k = 0; k < flat.length; k += 2) {
            const p = [flat[k], flat[k + 1]];
            const q = [flat[(k + 2) % flat.length], flat[(k + 3) % flat.length]];
            outline.push(p);
            const kind = kinds[(k / 2) % kinds.length];
            if (kind === 1) outline.push(p);
            if (kind === 2) outline.push([(p[0] + q[0]) / 2, (p[1] + q[1]) / 2]);
        }
        const first = start % outline.length;
        const turned = [...outline.slice(first), ...outline.slice(0, first)];
        if (reversed) turned.reverse();
        return fc
            .tuple(fc.nat(turned.length - 1), fc.nat(turned.length - 1), fc.nat(5))
            .map(([i, j, change]) => {
                const result = turned.slice();
                if (change === 0) [result[i], result[j]] = [result[j], result[i]];
                if (change === 1) result.push(result[0]);
                if (change === 2) result.push(...result);
                return result;
            });
    });

/** Returns the corners of a shape as text, sorted. @param {Float32Array} flat */
function cornersOf(flat) {
    return Array.from(
        { length: flat.length / 2 },
        (_, k) => `${flat[2 * k]},${flat[2 * k + 1]}`,
    ).sort();
}

test('polygon() accepts exactly the convex outlines, and stores their corners counter-clockwise', () => {
    const seen = { flat: 0, convex: 0, other: 0 };
    fc.assert(
        fc.property(fc.oneof(anyOrder, nearlyConvex), (points) => {
            const kind = classify(points);
            seen[kind]++;
            if (kind === 'other') {
                assert.throws(
                    () => g.polygon(points),
                    (error) => {
                        assert.ok(error instanceof GrazeError);
                        assert.equal(error.code, 'not-convex');
                        const index = /** @type {number} */ (error.index);
                        assert.ok(Number.isInteger(index) && index >= 0 && index < points.length);
                        assert.deepEqual(error.value, points[index]);
                        return true;
                    },
                );
                return;
            }
            const [polygon, hull] = [g.polygon(points), g.hull(points)];
            const v = polygon.vertices;
            assert.deepEqual(cornersOf(v), cornersOf(hull.vertices));
            for (let k = 0; kind === 'convex' && k < v.length; k += 2) {
                const [p, q, r] = [k, k + 2, k + 4].map((i) => [
                    v[i % v.length],
                    v[(i + 1) % v.length],
                ]);
                assert.ok(turn(p, q, r) > 0);
            }
            polygon.free();
            hull.free();
        }),
        { numRuns: 20_000, seed: 41 },
    );
    assert.ok(Math.min(...Object.values(seen)) > 1000, JSON.stringify(seen));
});

test('an outline with one corner pushed in is refused at that corner', () => {
    fc.assert(
        fc.property(fc.integer({ min: 5, max: 40 }), fc.nat(), fc.boolean(), (n, at, reversed) => {
            const points = Array.from({ length: n }, (_, k) => {
                const radius = k === at % n ? 200 : 1000;
                const angle = (2 * Math.PI * k) / n;
                return [
                    Math.fround(radius * Math.cos(angle)),
                    Math.fround(radius * Math.sin(angle)),
                ];
            });
            if (reversed) points.reverse();
            const pushed = reversed ? n - 1 - (at % n) : at % n;
            assert.throws(
                () => g.polygon(points),
                (error) => {
                    assert.ok(error instanceof GrazeError);
                    assert.equal(error.code, 'not-convex');
                    assert.equal(error.index, pushed);
                    return true;
                },
            );
        }),
        { numRuns: 500, seed: 42 },
    );
});

/**
 * Returns a strictly convex outline of integers: its edges are all integer vectors of at most `size` that are not
 * multiples of others, in order of direction.
 */
function latticeOutline(/** @type {number} */ size) {
    const divisor = (/** @type {number} */ p, /** @type {number} */ q) => {
        while (q !== 0) [p, q] = [q, p % q];
        return p;
    };
    const edges = [];
    for (let p = -size; p <= size; p++) {
        for (let q = -size; q <= size; q++) {
            if (divisor(Math.abs(p), Math.abs(q)) === 1) edges.push([p, q]);
        }
    }
    edges.sort((e, f) => Math.atan2(e[1], e[0]) - Math.atan2(f[1], f[0]));
    let [x, y] = [0, 0];
    const flat = new Float64Array(2 * edges.length);
    edges.forEach(([p, q], k) => {
        x += p;
        y += q;
        flat.set([x, y], 2 * k);
    });
    return flat;
}

test('an outline of 100,000 corners is stored completely, and measured', () => {
    const outline = latticeOutline(203);
    const count = outline.length / 2;
    assert.ok(count > 100_000);
    const polygon = g.polygon(outline);
    const hull = g.hull(outline);
    assert.equal(polygon.vertices.length, outline.length);
    assert.equal(hull.vertices.length, outline.length);
    // It is symmetric around its center: shifted by its width, it touches itself side by side.
    const xs = outline.filter((_, k) => k % 2 === 0);
    const width = xs.reduce((p, q) => Math.max(p, q)) - xs.reduce((p, q) => Math.min(p, q));
    assert.equal(g.relation(polygon, hull, undefined, { x: width }), 'touching');
    assert.equal(g.relation(polygon, hull, undefined, { x: width - 1 }), 'overlapping');
    assert.equal(g.distance(polygon, hull, undefined, { x: width + 7 }).distance, 7);
    assert.equal(g.collide(polygon, hull, undefined, { x: width + 7 }), false);
    polygon.free();
    hull.free();
});
