import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import { readJson } from '../helpers.js';

/**
 * Tests `trace` and `minkowskiDifference`: GJK round by round, and the obstacle on which it works.
 *
 * @import { Pose, Shape, GjkRound, Trace } from 'graze'
 */

const POLYGONS = readJson('tests/vectors/dev_gjk.json').pairs;
const SUBDISTANCES = /** @type {const} */ ([
    'barycode',
    'barycode-general',
    'johnson',
    'signed-volume',
]);

const g = createSync();

/** @param {Shape} shape @param {Pose} [pose] */
function placed(shape, { x = 0, y = 0, angle = 0 } = {}) {
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const flat = Array.from(shape.vertices);
    return Array.from({ length: flat.length / 2 }, (_, k) => {
        const [px, py] = [flat[2 * k], flat[2 * k + 1]];
        return { x: x + c * px - s * py, y: y + s * px + c * py };
    });
}

/** @param {(shapes: [Shape, Shape], id: string, size: number) => void} check */
function forEachPair(check) {
    for (const pair of POLYGONS) {
        const shapes = /** @type {[Shape, Shape]} */ ([g.polygon(pair.a), g.polygon(pair.b)]);
        check(shapes, pair.id, Math.max(...[...pair.a, ...pair.b].flat().map(Math.abs)));
        for (const shape of shapes) shape.free();
    }
}

test('trace ends with the answer of distance, one step per round', () => {
    forEachPair(([a, b], id) => {
        for (const subdistance of SUBDISTANCES) {
            const { rounds, ...answer } = g.study.trace(a, b, undefined, undefined, {
                subdistance,
            });
            assert.deepEqual(
                answer,
                g.study.distance(a, b, undefined, undefined, { subdistance }),
                id,
            );
            assert.equal(rounds.length, answer.iterations, id);
            const outcomes = rounds.map(({ outcome }) => outcome);
            assert.ok(
                outcomes.slice(0, -1).every((outcome) => outcome === 'nearer'),
                `${id}: ${outcomes}`,
            );
        }
    });
});

/** @param {GjkRound} step */
function convexCombination({ simplex }) {
    const x = simplex.reduce((sum, p) => sum + p.weight * p.x, 0);
    const y = simplex.reduce((sum, p) => sum + p.weight * p.y, 0);
    return { x, y };
}

test('in every step w is a support point, and v the point of the simplex given by its weights', () => {
    forEachPair(([a, b], id, size) => {
        const [onA, onB] = [placed(a), placed(b)];
        const { rounds } = g.study.trace(a, b);
        const slack = 1e-14 * size;
        rounds.forEach(({ direction, w, v, simplex, outcome, barycode }, k) => {
            const along = (/** @type {{ x: number, y: number }} */ p) =>
                p.x * direction.x + p.y * direction.y;
            const norm = Math.abs(direction.x) + Math.abs(direction.y);
            assert.ok(w.x === onA[w.a].x - onB[w.b].x && w.y === onA[w.a].y - onB[w.b].y, id);
            const furthest = Math.max(...onA.map(along)) - Math.min(...onB.map(along));
            assert.ok(along(w) >= furthest - slack * norm, `${id}, step ${k}: no support point`);
            if (k > 0) {
                assert.ok(direction.x === -rounds[k - 1].v.x, id);
                assert.ok(direction.y === -rounds[k - 1].v.y, id);
            }
            const weights = simplex.map(({ weight }) => weight);
            const sum = weights.reduce((p, q) => p + q, 0);
            assert.ok(weights.every((weight) => weight >= 0) && Math.abs(sum - 1) < 1e-15, id);
            assert.ok(
                simplex.every(({ kept, weight }) => kept || weight === 0),
                id,
            );
            assert.ok(
                simplex.some(({ kept }) => kept),
                id,
            );
            assert.ok(simplex.length === 3 || barycode === 0, id);
            if (outcome === 'inside') {
                assert.deepEqual([barycode, v], [7, { x: 0, y: 0 }], id);
                return;
            }
            if (outcome === 'stalled') return;
            const point = convexCombination(rounds[k]);
            const reach = 8 * slack * Math.max(1, ...simplex.map((p) => Math.hypot(p.x, p.y)));
            assert.ok(Math.hypot(point.x - v.x, point.y - v.y) <= reach, `${id}, step ${k}`);
        });
    });
});

test('one start gives one first step; a fixed start looks to the left', () => {
    const [a, b] = [g.box(2, 2), g.box(2, 2)];
    const pose = { x: 4, y: 3 };
    const { rounds } = g.study.trace(a, b, undefined, pose, { start: 'fixed' });
    assert.deepEqual(rounds[0].direction, { x: -1, y: 0 });
    assert.equal(rounds[0].w.x, -6);
});

test('exchanged bodies are traced through the reflected difference', () => {
    const [a, b] = [g.hull([0, 0, 4, 1, 2, 3]), g.hull([0, 0, 1, -2, 3, 0, 2, 2])];
    const [p, q] = [
        { x: 1, y: 2, angle: 0.5 },
        { x: 7, y: -1, angle: -2 },
    ];
    const mirrored = (/** @type {{ x: number, y: number, a: number, b: number }} */ w) => ({
        x: 0 - w.x,
        y: 0 - w.y,
        a: w.b,
        b: w.a,
    });
    assert.deepEqual(
        g.study.minkowskiDifference(b, a, q, p).map(mirrored),
        g.study.minkowskiDifference(a, b, p, q),
    );
    const back = g.study.trace(b, a, q, p).rounds.map(({ w }) => mirrored(w));
    const forth = g.study
        .trace(a, b, p, q)
        .rounds.map(({ w: { x, y, a: i, b: j } }) => ({ x, y, a: i, b: j }));
    assert.deepEqual(back, forth);
});

test('the difference is the convex outline of all vertex differences, counter-clockwise', () => {
    forEachPair(([a, b], id, size) => {
        const outline = g.study.minkowskiDifference(a, b);
        const [onA, onB] = [placed(a), placed(b)];
        for (const { x, y, a: i, b: j } of outline) {
            assert.ok(x === onA[i].x - onB[j].x && y === onA[i].y - onB[j].y, id);
        }
        assert.ok(outline.length <= onA.length + onB.length, id);
        const all = onA.flatMap((p) => onB.map((q) => ({ x: p.x - q.x, y: p.y - q.y })));
        outline.forEach((p, k) => {
            const q = outline[(k + 1) % outline.length];
            const [ex, ey] = [q.x - p.x, q.y - p.y];
            const slack = 1e-14 * size * (Math.abs(ex) + Math.abs(ey));
            for (const r of all) {
                assert.ok(ex * (r.y - p.y) - ey * (r.x - p.x) >= -slack, `${id}, edge ${k}`);
            }
        });
    });
});

test('the difference of a box and a turned one is an octagon in the axes of the world', () => {
    const [a, b] = [g.box(2, 2), g.box(2, 2)];
    const outline = g.study.minkowskiDifference(
        a,
        b,
        { x: 10, y: 0 },
        { x: 0, y: 0, angle: Math.PI / 4 },
    );
    assert.equal(outline.length, 8);
    const xs = outline.map(({ x }) => x);
    const expected = 1 + Math.SQRT2;
    assert.ok(Math.abs(Math.max(...xs) - 10 - expected) < 1e-14);
    assert.ok(Math.abs(Math.min(...xs) - 10 + expected) < 1e-14);
});

test('trace refuses the arguments that distance refuses', () => {
    const a = g.disc(1);
    assert.throws(
        () => g.study.trace(a, a, undefined, undefined, /** @type {any} */ ({ start: 'left' })),
        {
            code: 'unknown-option',
        },
    );
    assert.throws(() => g.study.minkowskiDifference(a, /** @type {any} */ (null)), {
        code: 'wrong-type',
    });
    const b = g.disc(1);
    b.free();
    assert.throws(() => g.study.trace(a, b), { code: 'stale-handle' });
    assert.throws(() => g.rayCast(b, undefined, { x: 0, y: 0, dx: 1, dy: 0 }), {
        code: 'stale-handle',
    });
    assert.throws(() => g.rayCast(a, undefined, { x: 0, y: 0, dx: 1, dy: Number.NaN }), {
        code: 'not-finite',
    });
    assert.throws(() => g.shapeCast(a, a, undefined, undefined, { dx: 1, dy: 1e39 }), {
        code: 'out-of-range',
    });
    assert.throws(() => g.shapeCast(a, a, undefined, undefined, /** @type {any} */ (undefined)), {
        code: 'wrong-type',
    });
});

/** @param {Trace} trace */
const rounds = (trace) => trace.rounds.length;

test('shapes of many vertices take few rounds', () => {
    const outline = Array.from({ length: 5000 }, (_, k) => [
        1000 * Math.cos((2 * Math.PI * k) / 5000),
        1000 * Math.sin((2 * Math.PI * k) / 5000),
    ]);
    const [a, b] = [g.hull(outline), g.hull(outline)];
    assert.ok(rounds(g.study.trace(a, b, undefined, { x: 2100, y: 333 })) < 24);
});
