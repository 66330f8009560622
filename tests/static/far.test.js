import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';

/** Verdicts of bodies that are far from each other, which JavaScript decides without the module. */

const g = createSync();
const MAX = 3.4028234663852886e38;

/** Shapes about their origins and away from them, from the least size to the largest. */
const SHAPES = [1e-45, 1e-38, 1e-20, 1e-3, 1, 1e10, 1e30, 1e38].flatMap((size) => [
    g.disc(size),
    g.capsule(size, size, size, -size, 0),
    g.box(size, size / 2, { radius: size / 8 }),
    g.hull([size, 0, 2 * size, size, 0, size]),
    g.compound([g.disc(size), g.capsule(0, 0, -2 * size, size, size / 4)]),
    g.chain([0, 0, 3 * size, size, size, -size], { radius: size / 4 }),
    // Float32 has no grid of the least size.
    g.grid([1, 0, 1, 1], { width: 2, size: Math.max(size, 1e-42), x: size, y: -size }),
]);

/** @param {import('graze').Shape} shape */
function farthest(shape) {
    const { minX, minY, maxX, maxY } = shape.bounds();
    return Math.hypot(Math.max(-minX, maxX), Math.max(-minY, maxY));
}

/** @param {number} x */
const clamp = (x) => Math.max(-MAX, Math.min(MAX, x));

/** Placements around the distance at which the discs about the origins meet. */
const FACTORS = [0, 0.5, 0.9, 1 - 2 ** -40, 1, 1 + 2 ** -40, 1 + 2 ** -31, 1.01, 2, 1e9];
const PLACES = [0, 1, -1e6, 1e30, 1e-200];

test('collide and relation agree with distance, whatever the sizes, places and directions', () => {
    let count = 0;
    for (const [i, a] of SHAPES.entries()) {
        for (const [j, b] of SHAPES.entries()) {
            const reach = farthest(a) + farthest(b);
            for (const [k, factor] of FACTORS.entries()) {
                const place = PLACES[(i + j + k) % PLACES.length];
                const way = 0.7 * (i + 3 * j + k);
                const p = { x: place, y: -place, angle: j };
                const x = clamp(place + factor * reach * Math.cos(way));
                const y = clamp(factor * reach * Math.sin(way) - place);
                const q = k % 2 === 0 ? { x, y, angle: 1e6 + i } : { x, y, cos: 0.6, sin: 0.8 };
                const { relation } = g.distance(a, b, p, q);
                const at = `${a.kind} ${b.kind} ${JSON.stringify([p, q])}`;
                assert.equal(g.relation(a, b, p, q), relation, at);
                assert.equal(g.collide(a, b, p, q), relation !== 'disjoint', at);
                if (relation === 'disjoint') count++;
            }
        }
    }
    assert.ok(count > 10_000, `only ${count} pairs were disjoint`);
});

test('collide and relation agree with distance for points at nearly the same place', () => {
    const point = g.disc(0);
    for (const x of [0, 5e-324, 2 ** -201, 2 ** -199, 2 ** -161, 2 ** -158, 1e-45, 1]) {
        const { relation } = g.distance(point, point, {}, { x });
        assert.equal(g.relation(point, point, {}, { x }), relation, `${x}`);
        assert.equal(g.collide(point, point, {}, { x }), relation !== 'disjoint', `${x}`);
    }
});

test('bodies that are far from each other are refused for the same faults as others', () => {
    const [a, b] = [g.disc(1), g.disc(1)];
    const refuses = (/** @type {() => unknown} */ call, /** @type {object} */ expected) =>
        assert.throws(call, { name: 'GrazeError', ...expected });
    for (const query of [g.collide, g.relation]) {
        const call = query.bind(g);
        const place = { x: 100, y: 0 };
        refuses(() => call(a, b, { cos: 2, sin: 0 }, place), {
            code: 'not-a-heading',
            argument: 'poseA',
        });
        refuses(() => call(a, b, place, { cos: 1, sin: 0.05 }), {
            code: 'not-a-heading',
            argument: 'poseB',
        });
        assert.ok(call(a, b, place, { x: 101, cos: 1, sin: 0.03 }));
        const one = g.disc(1);
        const frees = {
            x: 100,
            get y() {
                one.free();
                return 0;
            },
        };
        refuses(() => call(one, b, frees, {}), { code: 'stale-handle', argument: 'a' });
    }
});
