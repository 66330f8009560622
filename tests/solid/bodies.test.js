import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync, GrazeError } from 'graze/solid';
import { refuses } from '../refuses.js';

/** Tests how bodies in space are made, read and freed. */

const s = createSync();

const CUBE = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((k) => [k & 1, (k >> 1) & 1, k >> 2]);

/** @param {ArrayLike<number>} flat @returns {number[][]} */
const triples = (flat) =>
    Array.from({ length: flat.length / 3 }, (_, k) => [
        flat[3 * k],
        flat[3 * k + 1],
        flat[3 * k + 2],
    ]);

test('a ball, a capsule and a box have their vertices and their radius', () => {
    const ball = s.sphere(0.1);
    assert.deepEqual(
        [ball.kind, ball.radius, ...ball.vertices],
        [...['sphere', Math.fround(0.1)], ...[0, 0, 0]],
    );
    const capsule = s.capsule({ x: 0.1, y: 0, z: 0 }, [1, 2, 3], 0);
    assert.deepEqual(Array.from(capsule.vertices), [Math.fround(0.1), 0, 0, 1, 2, 3]);
    assert.deepEqual(capsule.faces, []);
    const box = s.box(2, 4, 6, { radius: 0.5 });
    assert.equal(box.radius, 0.5);
    assert.equal(box.vertices.length, 24);
    for (const [x, y, z] of triples(box.vertices)) {
        assert.deepEqual([Math.abs(x), Math.abs(y), Math.abs(z)], [1, 2, 3]);
    }
    assert.equal(new Set(triples(box.vertices).map(String)).size, 8);
    assert.deepEqual(Array.from(s.capsule([1, 1, 1], [1, 1, 1], 1).vertices), [1, 1, 1]);
    assert.deepEqual(s.box(1, 1, 0).faces.length, 2);
});

test('a hull has the corners alone, in the order of the points, and faces seen from outside', () => {
    const inside = [0.5, 0.5, 0.5, 0.5, 0, 0, 1, 1, 1];
    const hull = s.hull([...inside, ...CUBE]);
    const corners = triples(hull.vertices);
    assert.deepEqual(corners[0], [1, 1, 1]);
    assert.deepEqual(corners.slice(1), triples(CUBE.slice(0, 21)));
    assert.equal(hull.faces.length, 6);
    for (const face of hull.faces) {
        assert.equal(face.length, 4);
        const [p, q, r] = [0, 1, 2].map((k) => corners[face[k]]);
        const u = q.map((value, k) => value - p[k]);
        const v = r.map((value, k) => value - q[k]);
        const normal = [0, 1, 2].map((k) => {
            const [i, j] = [(k + 1) % 3, (k + 2) % 3];
            return u[i] * v[j] - u[j] * v[i];
        });
        const outward = p.map((value) => value - 0.5);
        assert.ok(normal.reduce((sum, value, k) => sum + value * outward[k], 0) > 0);
    }
});

test('points come in any form, and the same body comes out', () => {
    const expected = Array.from(s.hull(CUBE).vertices);
    const listed = triples(CUBE);
    const forms = [
        new Float32Array(CUBE),
        new Float64Array(CUBE),
        listed,
        listed.map(([x, y, z]) => ({ x, y, z })),
        listed.map(([x, y, z], k) => (k % 2 === 0 ? { x, y, z, name: 'corner' } : [x, y, z])),
        listed.map((point) => Float32Array.from(point)),
    ];
    for (const points of forms) assert.deepEqual(Array.from(s.hull(points).vertices), expected);
});

test('points on a line or in a plane, and equal points, are bodies', () => {
    assert.deepEqual(Array.from(s.hull([1, 2, 3, 1, 2, 3]).vertices), [1, 2, 3]);
    const segment = s.hull([0, 0, 0, 1, 1, 1, 0.5, 0.5, 0.5, 2, 2, 2]);
    assert.deepEqual(Array.from(segment.vertices), [0, 0, 0, 2, 2, 2]);
    assert.deepEqual(segment.faces, []);
    const square = s.hull([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0.5, 0.5, 0]);
    assert.equal(square.vertices.length, 12);
    assert.equal(square.faces.length, 2);
});

test('what cannot be a body is refused by name and index', () => {
    const call = /** @type {any} */ (s);
    refuses(() => s.sphere(-1), { code: 'out-of-range', argument: 'radius' });
    refuses(() => s.sphere(NaN), { code: 'not-finite', argument: 'radius' });
    refuses(() => s.sphere(1e39), { code: 'out-of-range', argument: 'radius' });
    refuses(() => call.sphere(), { code: 'wrong-type', argument: 'radius' });
    refuses(() => call.capsule([0, 0], [0, 0, 1], 1), { code: 'wrong-type', argument: 'a' });
    refuses(() => call.capsule({ x: 0, y: 0, z: 0 }, { x: 1, y: 1 }, 1), {
        code: 'wrong-type',
        argument: 'b.z',
    });
    refuses(() => s.box(1, -1, 1), { code: 'out-of-range', argument: 'height' });
    refuses(() => call.box(1, 1), { code: 'wrong-type', argument: 'depth' });
    refuses(() => call.box(1, 1, 1, { raduis: 1 }), { code: 'unknown-option' });
    refuses(() => s.hull([]), { code: 'too-few-points', argument: 'points' });
    refuses(() => s.hull(new Float32Array()), { code: 'too-few-points', argument: 'points' });
    refuses(() => s.hull([0, 0, 0, 1]), { code: 'wrong-type', argument: 'points' });
    refuses(() => s.hull([0, 0, 0, 1, Infinity, 1]), {
        ...{ code: 'not-finite', argument: 'points[4]', index: 1 },
    });
    refuses(() => s.hull([[0, 0, 0], { x: 1, y: NaN, z: 1 }]), {
        ...{ code: 'not-finite', argument: 'points[1].y', index: 1 },
    });
    refuses(
        () =>
            call.hull([
                [0, 0, 0],
                [1, 2],
            ]),
        { code: 'wrong-type', argument: 'points[1]' },
    );
    refuses(() => s.hull([0, 0, 1e39]), { code: 'out-of-range', argument: 'points[2]', index: 0 });
    refuses(() => call.hull('points'), { code: 'wrong-type', argument: 'points' });
    refuses(() => call.hull({ length: 1 }), { code: 'wrong-type', argument: 'points' });
    refuses(() => s.hull(CUBE, { radius: -1 }), { code: 'out-of-range', argument: 'radius' });
    assert.throws(() => s.hull([]), { message: 'points must have at least one point, got none' });
});

test('a hull takes 2^20 points, and no more', () => {
    const own = createSync();
    assert.equal(own.hull(new Float32Array(3 * 2 ** 20)).vertices.length, 3);
    const tooMany = /** @type {const} */ ({ code: 'out-of-range', argument: 'points.length' });
    refuses(() => own.hull(new Float32Array(3 * 2 ** 20 + 3)), tooMany);
    refuses(() => own.hull(new Array(2 ** 20 + 1).fill([0, 0, 0])), tooMany);
});

test('a freed body, one of another instance and what is none are refused', () => {
    const [a, b] = [s.sphere(1), s.sphere(1)];
    const used = s.memoryUsed;
    a.free();
    a.free();
    assert.ok(s.memoryUsed <= used);
    refuses(() => s.gap(a, b), { code: 'stale-handle', argument: 'a' });
    refuses(() => s.gap(b, a), { code: 'stale-handle', argument: 'b' });
    refuses(() => a.vertices, { code: 'stale-handle', argument: 'solid' });
    refuses(() => a.faces, { code: 'stale-handle', argument: 'solid' });
    refuses(() => s.bounds(a), { code: 'stale-handle', argument: 'body' });
    refuses(() => s.gap(createSync().sphere(1), b), { code: 'foreign-handle', argument: 'a' });
    refuses(() => s.gap(/** @type {any} */ ({ ...b }), b), { code: 'wrong-type', argument: 'a' });
    assert.ok(Object.isFrozen(b));
    assert.throws(() => {
        /** @type {any} */ (b).radius = 2;
    }, TypeError);
    assert.equal(s.gap(b, b), 0);
    assert.ok(new GrazeError('full', '') instanceof Error);
});

test('bodies made and freed take the memory of one', () => {
    const own = createSync();
    own.box(1, 1, 1).free();
    const used = own.memoryUsed;
    for (let k = 0; k < 2000; k++) own.box(1, 1, 1, { radius: 0.1 }).free();
    assert.equal(own.memoryUsed, used);
});

test('bounds contain the body, and are rounded outward', () => {
    assert.deepEqual(s.bounds(s.box(2, 4, 6)), {
        ...{ minX: -1, minY: -2, minZ: -3 },
        ...{ maxX: 1, maxY: 2, maxZ: 3 },
    });
    const ball = s.sphere(0.1);
    const at = { x: 1, y: -3, z: 1e9 };
    const { minX, maxX, minZ, maxZ } = s.bounds(ball, at);
    const radius = Math.fround(0.1);
    assert.ok(minX <= 1 - radius && minX > 1 - radius - 2 ** -52);
    assert.ok(maxX >= 1 + radius && maxX < 1 + radius + 2 ** -51);
    assert.ok(minZ < 1e9 - radius + 2 ** -23 && maxZ > 1e9 + radius - 2 ** -23);
    const turned = s.bounds(s.box(2, 4, 6), { rotation: [0, 1, 0, -1, 0, 0, 0, 0, 1] });
    assert.deepEqual([turned.maxX, turned.maxY, turned.maxZ], [2, 1, 3]);
    // A point far outside of the origin: no bit of it is lost.
    const point = s.hull([0.1, 0.2, 0.3]);
    const exact = s.bounds(point);
    assert.deepEqual([exact.minX, exact.maxX], [Math.fround(0.1), Math.fround(0.1)]);
});
