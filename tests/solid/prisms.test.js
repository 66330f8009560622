import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze/solid';
import { createSync as createPlane } from 'graze/static';
import { randomNumbers, readJson } from '../helpers.js';

/**
 * Prisms over outlines of the plane have the relation, the distance and the depth of their outlines: the sets of the plane
 * are a second oracle for bodies in space. Bodies are turned by rotations that only exchange coordinates, so that vertices stay
 * exact.
 *
 * @import { Solid, SolidPose } from 'graze/solid'
 *
 * @typedef {object} Known
 * @property {string} id
 * @property {number[][]} a
 * @property {number[][]} b
 * @property {'disjoint' | 'touching' | 'overlapping'} relation
 * @property {number} distance
 * @property {number | null} penetration
 */

const s = createSync();

/** Rotations whose matrices have no entries but 0, 1 and -1, and the same as quaternions where those are exact. */
const TURNS = /** @type {SolidPose[]} */ ([
    {},
    { rotation: [0, 1, 0, -1, 0, 0, 0, 0, 1] },
    { rotation: [1, 0, 0, 0, 0, 1, 0, -1, 0] },
    { rotation: [0, 0, -1, 0, 1, 0, 1, 0, 0] },
    { rotation: [0, 0, 1, -1, 0, 0, 0, -1, 0] },
    { qx: 0.5, qy: 0.5, qz: 0.5, qw: 0.5 },
    { qx: 0.5, qy: -0.5, qz: 0.5, qw: 0.5 },
    { qx: 0, qy: 1, qz: 0, qw: 0 },
]);

/** Returns the largest |coordinate|. @param {Known} known */
const sizeOf = ({ a, b }) => Math.max(...[...a, ...b].flat().map(Math.abs), 2 ** -100);

/** Returns the prism from z = bottom to top. @param {number[][]} outline @param {number} bottom @param {number} top */
const prism = (outline, bottom, top) =>
    s.hull(outline.flatMap(([x, y]) => [...[x, y, bottom], ...[x, y, top]]));

/** Returns the polygon in the plane z = 0. @param {number[][]} outline @param {number} [radius] */
const flat = (outline, radius = 0) =>
    s.hull(
        outline.flatMap(([x, y]) => [x, y, 0]),
        { radius },
    );

/** @param {Solid} a @param {Solid} b @param {SolidPose} turn @param {string} relation @param {number} distance @param {string} at */
function checkPair(a, b, turn, relation, distance, at) {
    const found = s.distance(a, b, turn, turn);
    assert.equal(found.relation, relation, at);
    assert.equal(s.relation(b, a, turn, turn), relation, at);
    const off = Math.abs(found.distance - distance);
    assert.ok(off <= 2 ** -52 * distance, `${at}: ${found.distance} in place of ${distance}`);
}

/** @param {Known} known @param {number} k */
function checkPrisms(known, k) {
    const { id, relation, distance, penetration } = known;
    const size = sizeOf(known);
    const h = 2 ** Math.ceil(Math.log2(size) + 1);
    const [a, b] = [prism(known.a, -h, h), prism(known.b, -h, h)];
    const above = prism(known.b, h, 2 * h);
    const [flatA, flatB] = [flat(known.a), flat(known.b)];
    const stacked = relation === 'disjoint' ? relation : 'touching';
    for (const turn of [TURNS[0], TURNS[1 + (k % (TURNS.length - 1))]]) {
        checkPair(a, b, turn, relation, distance, `${id}: prisms`);
        checkPair(a, above, turn, stacked, distance, `${id}: one above the other`);
        checkPair(flatA, flatB, turn, stacked, distance, `${id}: flat`);
        // A polygon in the middle of a prism overlaps it where the outlines do.
        checkPair(a, flatB, turn, relation, distance, `${id}: a polygon and a prism`);
        const depth = penetration ?? 0;
        const deep = s.penetration(a, b, turn, turn);
        assert.ok(Math.abs(deep.depth - depth) <= 1e-14 * size, `${id}: ${deep.depth}, ${depth}`);
    }
    // A gap in z alone is exact, whatever the outlines are.
    if (relation === 'disjoint') return;
    checkPair(a, prism(known.b, 2 * h, 3 * h), {}, 'disjoint', h, `${id}: a gap above`);
}

test('prisms over the set of the plane have its relations, distances and depths', () => {
    const { pairs } = readJson('tests/vectors/dev_gjk.json');
    assert.equal(pairs.length, 592);
    pairs.forEach(checkPrisms);
});

test('prisms over polygons of whole numbers answer as the plane does', () => {
    const g = createPlane();
    const random = randomNumbers(5);
    const whole = (/** @type {number} */ most) => Math.floor(random() * (2 * most + 1)) - most;
    const counts = { disjoint: 0, touching: 0, overlapping: 0 };
    for (let k = 0; k < 1500; k++) {
        const most = 2 + (k % 5);
        const outline = () => Array.from({ length: 1 + (k % 7) }, () => [whole(most), whole(most)]);
        const [a, b] = [outline(), outline()];
        const shift = [whole(2 * most), whole(most)];
        const moved = b.map(([x, y]) => [x + shift[0], y + shift[1]]);
        const [inPlaneA, inPlaneB] = [g.hull(a), g.hull(moved)];
        const { relation, distance } = g.distance(inPlaneA, inPlaneB);
        const { depth } = g.penetration(inPlaneA, inPlaneB);
        counts[relation]++;
        checkPrisms({ id: `${k}`, a, b: moved, relation, distance, penetration: depth }, k);
        inPlaneA.free();
        inPlaneB.free();
    }
    for (const count of Object.values(counts)) assert.ok(count > 80, JSON.stringify(counts));
});

test('flat bodies with radii answer as discs, capsules and rounded polygons of the plane', () => {
    const { pairs } = readJson('tests/vectors/dev_round.json');
    assert.equal(pairs.length, 216);
    /** @type {Record<string, number>} */
    const counts = {};
    for (const { id, a, ra, b, rb, relation, distance, penetration } of pairs) {
        const [flatA, flatB] = [flat(a, ra), flat(b, rb)];
        const cores = s.relation(flat(a), flat(b));
        const isSharp = ra === 0 && rb === 0;
        // Cores without a volume touch in space where they overlap in the plane.
        const expected = isSharp && relation === 'overlapping' ? 'touching' : relation;
        const size = Math.max(...[...a, ...b].flat().map(Math.abs), ra, rb);
        for (const turn of TURNS) {
            const found = s.distance(flatA, flatB, turn, turn);
            assert.equal(found.relation, expected, id);
            const off = Math.abs(found.distance - distance);
            // The roots are rounded before radii are subtracted.
            assert.ok(off <= 2 ** -51 * (distance + ra + rb), `${id}: ${found.distance}`);
            if (relation !== 'overlapping' || cores !== 'disjoint') continue;
            const { depth } = s.penetration(flatA, flatB, turn, turn);
            assert.ok(Math.abs(depth - penetration) <= 1e-14 * size, `${id}: ${depth}`);
        }
        counts[relation] = (counts[relation] ?? 0) + 1;
    }
    assert.equal(Object.keys(counts).length, 3);
});
