import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { centroid, MAX_VERTICES, signedArea, toConvexParts } from '../../js/formats/convex.js';

/** @import { Vertex } from '../../js/formats/convex.js' */

/** An L of area 3. @type {Vertex[]} */
const ELL = [
    [0, 0],
    [2, 0],
    [2, 1],
    [1, 1],
    [1, 2],
    [0, 2],
];

/** @param {Vertex[]} outline @returns {Vertex[][]} */
function partsOf(outline) {
    const parts = toConvexParts(outline);
    assert.ok(typeof parts !== 'string', String(parts));
    return parts;
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

test('a convex outline stays as it is, counter-clockwise, without what is on its edges', () => {
    /** @type {Vertex[]} */
    const clockwise = [
        [0, 0],
        [0, 2],
        [1, 2],
        [2, 2],
        [2, 0],
        [2, 0],
        [0, 0],
    ];
    const [part, ...others] = partsOf(clockwise);
    assert.deepEqual(others, []);
    assert.equal(signedArea(part), 4);
    assert.equal(part.length, 4);
});

test('an outline that is not convex becomes parts that cover it and nothing twice', () => {
    const parts = partsOf(ELL);
    assert.ok(parts.length >= 2);
    assert.equal(
        parts.reduce((sum, part) => sum + signedArea(part), 0),
        3,
    );
});

test('outlines that are not polygons are refused', () => {
    /** @type {[Vertex[], string][]} */
    const cases = [
        [
            [
                [0, 0],
                [1, 1],
            ],
            'the polygon has fewer than three different vertices',
        ],
        [
            [
                [0, 0],
                [1, 1],
                [2, 2],
            ],
            'the polygon has no area',
        ],
        [
            [
                [0, 0],
                [2, 2],
                [2, 0],
                [0, 2.5],
            ],
            'the polygon crosses or touches itself',
        ],
        // A corner that touches an edge.
        [
            [
                [0, 0],
                [4, 0],
                [4, 4],
                [2, 0],
                [0, 4],
            ],
            'the polygon crosses or touches itself',
        ],
        // There and back along one edge.
        [
            [
                [0, 0],
                [2, 0],
                [2, 2],
                [2, 1],
                [0, 1],
            ],
            'the polygon crosses or touches itself',
        ],
    ];
    for (const [outline, problem] of cases) assert.equal(toConvexParts(outline), problem);
});

test('a star of five points drawn in one stroke is not taken as convex', () => {
    const outline = [0, 2, 4, 1, 3].map((k) => {
        const angle = (2 * Math.PI * k) / 5;
        return /** @type {Vertex} */ ([Math.cos(angle), Math.sin(angle)]);
    });
    assert.equal(toConvexParts(outline), 'the polygon crosses or touches itself');
});

test('what would take too long is refused', () => {
    const teeth = Array.from({ length: MAX_VERTICES + 1 }, (_, k) => {
        return /** @type {Vertex} */ ([k, k % 2]);
    });
    const problem = toConvexParts([...teeth, [MAX_VERTICES, 9], [0, 9]]);
    assert.equal(problem, `the polygon is not convex and has more than ${MAX_VERTICES} vertices`);
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
            const parts = partsOf(outline);
            const sum = parts.reduce((total, part) => total + signedArea(part), 0);
            assert.ok(Math.abs(sum - Math.abs(signedArea(outline))) <= 1e-12 * (64 + 100 * away));
            for (const part of parts) {
                for (const [k, a] of part.entries()) {
                    const [b, c] = [part[(k + 1) % part.length], part[(k + 2) % part.length]];
                    assert.ok(signedArea([a, b, c]) > 0);
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
