import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import { convexParts } from 'graze/scenario';
import {
    centroid,
    cutQuadrilateral,
    findFault,
    normalizeOutline,
    signedArea,
} from '../../js/formats/bodies/outlines.js';
import fc from '../fast_check.js';

/** @import { Vertex } from '../../js/formats/bodies/outlines.js' */

const g = createSync();

/** An L of area 3. @type {Vertex[]} */
const ELL = [
    [0, 0],
    [2, 0],
    [2, 1],
    [1, 1],
    [1, 2],
    [0, 2],
];

/** @param {Vertex[]} outline @returns {Vertex[]} */
function normalized(outline) {
    const points = normalizeOutline(outline);
    assert.ok(typeof points !== 'string', String(points));
    return points;
}

/** @param {Vertex[]} points @param {Vertex[][]} [holes] */
function polygonOf(points, holes) {
    return { kind: /** @type {const} */ ('polygon'), points, ...(holes && { holes }), radius: 0 };
}

/** @param {Vertex[]} points @param {Vertex[][]} [holes] @returns {Vertex[][]} */
function partsOf(points, holes) {
    return convexParts(polygonOf(points, holes), g).map((part) => part.points);
}

/** Returns whether a point is inside, by the even-odd rule along x; shares nothing with the code under test. @param {Vertex[]} outline @param {Vertex} at */
function isInside(outline, [x, y]) {
    let crossings = 0;
    for (const [k, [px, py]] of outline.entries()) {
        const [qx, qy] = outline[(k + 1) % outline.length];
        if (py > y === qy > y) continue;
        if (px + ((y - py) / (qy - py)) * (qx - px) > x) crossings++;
    }
    return crossings % 2 === 1;
}

/** @param {Vertex[][]} parts */
function areaOf(parts) {
    return parts.reduce((sum, part) => sum + signedArea(part), 0);
}

test('a convex outline stays as it is, counter-clockwise, without what is on its edges', () => {
    const points = normalized([
        [0, 0],
        [0, 2],
        [1, 2],
        [2, 2],
        [2, 0],
        [2, 0],
        [0, 0],
    ]);
    assert.equal(signedArea(points), 4);
    assert.equal(points.length, 4);
});

test('an outline that is not convex keeps its vertices, counter-clockwise', () => {
    const closed = [...ELL, ELL[0]].reverse();
    const points = normalized(closed);
    assert.deepEqual(new Set(points), new Set(ELL));
    assert.equal(signedArea(points), 3);
    const parts = partsOf(points);
    assert.ok(parts.length >= 2);
    assert.equal(areaOf(parts), 3);
});

test('outlines without an area are refused', () => {
    assert.equal(
        normalizeOutline([
            [0, 0],
            [1, 1],
        ]),
        'the polygon has fewer than three different vertices',
    );
    const flat = normalizeOutline([
        [0, 0],
        [1, 1],
        [2, 2],
    ]);
    assert.equal(flat, 'the polygon has no area');
});

test('a fault names the edges of an outline as they are in the file', async () => {
    /** @type {Vertex[]} */
    const bow = [
        [0, 0.1],
        [2, 2.1],
        [2, 0.1],
        [0, 2.6],
    ];
    assert.deepEqual(await findFault(polygonOf(bow)), {
        text: 'the outline intersects itself or another ring: the edges (0, 0.1) to (2, 2.1) and (2, 0.1) to (0, 2.6) cross or overlap',
        first: { ring: 0, point: 0 },
    });
    /** @type {Vertex[]} */
    const thereAndBack = [
        [0, 0],
        [2, 0],
        [2, 2],
        [2, 1],
        [0, 1],
    ];
    const overlap = await findFault(polygonOf(thereAndBack));
    assert.match(
        overlap?.text ?? '',
        /edges \(2, 0\) to \(2, 2\) and \(2, 2\) to \(2, 1\) cross or overlap$/,
    );
    const star = [0, 2, 4, 1, 3].map((k) => {
        const angle = (2 * Math.PI * k) / 5;
        return /** @type {Vertex} */ ([Math.cos(angle), Math.sin(angle)]);
    });
    assert.match((await findFault(polygonOf(star)))?.text ?? '', /intersects itself/);
    const twice = await findFault(polygonOf([...ELL, ...ELL]));
    assert.match(twice?.text ?? '', /intersects itself/);
    const outside = await findFault(polygonOf(ELL, [bow.map(([x, y]) => [x + 9, y])]));
    assert.match(outside?.text ?? '', /^hole 0 /);
    assert.equal(outside?.first.ring, 1);
});

test('an outline that touches itself at a point is sound, and so are many vertices', async () => {
    /** @type {Vertex[]} */
    const touching = [
        [0, 0],
        [4, 0],
        [4, 4],
        [2, 0],
        [0, 4],
    ];
    assert.equal(await findFault(polygonOf(touching)), undefined);
    const teeth = Array.from({ length: 20_001 }, (_, k) => /** @type {Vertex} */ ([k, k % 2]));
    /** @type {Vertex[]} */
    const saw = [...teeth, [20_000, 9], [0, 9]];
    assert.equal(await findFault(polygonOf(saw)), undefined);
    assert.equal(areaOf(partsOf(normalized(saw))), Math.abs(signedArea(saw)));
});

test('a fault that only the rounding to float32 makes is named as one', async () => {
    // The notch from above is thinner than the spacing of float32 at x = 500,000.
    const notch = await findFault(
        polygonOf([
            [0, 0],
            [1e6, 0],
            [1e6, 10],
            [500_000.006, 10],
            [500_000.005, 5],
            [500_000.004, 10],
            [0, 10],
        ]),
    );
    assert.match(notch?.text ?? '', /cross or overlap, but only once they are rounded to float32$/);
    // Vertices that rounding makes equal are one.
    const step = await findFault(
        polygonOf([
            [0, 0],
            [1e6, 0],
            [1e6, 10],
            [500_000.005, 10],
            [500_000.004, 5],
            [500_000.003, 5],
            [0, 5],
        ]),
    );
    assert.equal(step, undefined);
});

test('the hull replaces an outline only if its dents are as small as the rounding of float32', () => {
    // Each vertex of the inner arc turns by less than a millionth of the outline's size.
    const count = 20_000;
    const arc = (/** @type {number} */ r, /** @type {number} */ k) =>
        /** @type {Vertex} */ ([
            r * Math.cos((Math.PI * k) / count),
            r * Math.sin((Math.PI * k) / count),
        ]);
    const outer = Array.from({ length: count + 1 }, (_, k) => arc(1, k));
    const inner = Array.from({ length: count + 1 }, (_, k) => arc(0.5, count - k));
    const crescent = [...outer, ...inner];
    assert.ok(Math.abs(areaOf(partsOf(crescent)) - signedArea(crescent)) < 1e-6);
    /** @type {Vertex[]} */
    const dented = [
        [0, 0],
        [1, 1e-9],
        [2, 0],
        [2, 2],
        [0, 2],
    ];
    assert.deepEqual(partsOf(dented), [dented]);
    dented[1][1] = 1e-5;
    assert.ok(partsOf(dented).length > 1);
});

test('a quadrilateral is one part or two, unless it is clockwise or crosses itself', () => {
    /** @type {[Vertex, Vertex, Vertex, Vertex]} */
    const square = [
        [0, 0],
        [2, 0],
        [2, 2],
        [0, 2],
    ];
    assert.deepEqual(cutQuadrilateral(square), [square]);
    assert.equal(cutQuadrilateral(square.toReversed()), null);
    assert.equal(cutQuadrilateral([square[0], square[2], square[1], square[3]]), null);
    for (let k = 0; k < 4; k++) {
        const dart = square.with(2, [0.5, 0.5]);
        const turned = [...dart.slice(k), ...dart.slice(0, k)];
        const parts = cutQuadrilateral(turned);
        assert.deepEqual([parts?.length, areaOf(parts ?? [])], [2, 1]);
    }
    assert.deepEqual(cutQuadrilateral([square[0], square[1], square[1], square[3]]), [
        [square[0], square[1], square[3]],
    ]);
});

test('the centroid is where the area is centered, far from the origin as well', () => {
    const [x, y] = centroid(ELL.map(([px, py]) => [px + 5e6, py - 4e6]));
    assert.ok(Math.abs(x - 5e6 - 5 / 6) < 1e-9);
    assert.ok(Math.abs(y + 4e6 - 5 / 6) < 1e-9);
});

test('random outlines: every part convex, areas as the whole, the same points inside', () => {
    const corner = fc.record({
        distance: fc.double({ min: 0.5, max: 4, noNaN: true }),
        share: fc.double({ min: 0.1, max: 0.9, noNaN: true }),
    });
    const corners = fc.array(corner, { minLength: 3, maxLength: 24 });
    const offset = fc.constantFrom(0, 1000, 4e6);
    fc.assert(
        fc.property(corners, offset, fc.boolean(), (around, away, isReversed) => {
            const outline = around.map(({ distance, share }, k) => {
                const angle = (2 * Math.PI * (k + share)) / around.length;
                const [x, y] = [distance * Math.cos(angle), distance * Math.sin(angle)];
                return /** @type {Vertex} */ ([x + away, y]);
            });
            if (isReversed) outline.reverse();
            const parts = partsOf(normalized(outline));
            // float32 relative to a point near the outline: 8 units of 2^-24 at each of the vertices.
            assert.ok(Math.abs(areaOf(parts) - Math.abs(signedArea(outline))) <= 1e-4);
            for (const part of parts) {
                for (const [k, a] of part.entries()) {
                    const [b, c] = [part[(k + 1) % part.length], part[(k + 2) % part.length]];
                    assert.ok(signedArea([a, b, c]) > -1e-7);
                }
            }
            for (let k = 0; k < 20; k++) {
                const at = /** @type {Vertex} */ ([
                    away + Math.sin(k * 7.3) * 4,
                    Math.cos(k * 3.1) * 4,
                ]);
                const holders = parts.filter((part) => isInside(part, at)).length;
                assert.equal(holders, isInside(outline, at) ? 1 : 0);
            }
        }),
        { seed: 7, numRuns: 300 },
    );
});
