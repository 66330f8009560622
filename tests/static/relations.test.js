import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import { createSync as createScalar } from 'graze/scalar';
import { createSync as createStatic } from 'graze/static';

/**
 * Tests that 'overlapping' means that the origin is an interior point of A - B, also for bodies without an interior:
 * two that overlap stay in contact for every sufficiently small motion of one of them.
 *
 * @import { Graze, Relation, Shape } from 'graze'
 */

const g = createSync();

/** @param {number} x1 @param {number} y1 @param {number} x2 @param {number} y2 */
const segment = (x1, y1, x2, y2) => g.capsule(x1, y1, x2, y2, 0);

/** @param {number} x @param {number} y */
const point = (x, y) => g.hull([x, y]);

const box = g.box(1, 1);
const along = segment(-1, 0, 1, 0);

/** Name, both bodies, their relation, and their depth. @type {[string, Shape, Shape, Relation, number][]} */
const CASES = [
    ['segments that cross', along, segment(0, -1, 0, 1), 'overlapping', 1],
    ['segments that cross at an angle', along, segment(-3, -3, 3, 3), 'overlapping', Math.SQRT1_2],
    ['a segment that ends on another', along, segment(0, 0, 0, 1), 'touching', 0],
    ['segments that share an end', along, segment(1, 0, 1, 1), 'touching', 0],
    ['collinear segments, in part one', along, segment(0, 0, 3, 0), 'touching', 0],
    ['collinear segments, end to end', along, segment(1, 0, 3, 0), 'touching', 0],
    ['the same segment twice', along, along, 'touching', 0],
    ['parallel segments beside each other', along, segment(-1, 1, 1, 1), 'disjoint', 0],
    ['a point inside a box', point(0, 0), box, 'overlapping', 0.5],
    ['a disc without radius inside a box', g.disc(0), box, 'overlapping', 0.5],
    ['a point on an edge', point(0.5, 0.25), box, 'touching', 0],
    ['a point on a corner', point(0.5, 0.5), box, 'touching', 0],
    ['a point inside a disc', point(0.5, 0), g.disc(1), 'overlapping', 0.5],
    ['a point on a circle', point(1, 0), g.disc(1), 'touching', 0],
    ['a point on a segment', point(0.5, 0), along, 'touching', 0],
    ['a point at the end of a segment', point(1, 0), along, 'touching', 0],
    ['equal points', point(0, 0), g.disc(0), 'touching', 0],
    ['a segment through a box', segment(-3, 0, 3, 0), box, 'overlapping', 0.5],
    ['a segment that ends inside a box', segment(0, 0, 3, 0), box, 'overlapping', 0.5],
    ['a segment along an edge', segment(-3, 0.5, 3, 0.5), box, 'touching', 0],
    ['a segment that ends on an edge', segment(0.5, 0, 3, 0), box, 'touching', 0],
    ['boxes that share an edge', box, g.polygon([0.5, -1, 2, -1, 2, 1, 0.5, 1]), 'touching', 0],
];

/** Relations in the order of a batch's codes. */
const CODES = ['disjoint', 'touching', 'overlapping'];

/** @param {Graze} other @param {Shape} shape */
const copied = (other, { vertices, radius }) => other.hull(vertices, { radius });

/** Directions in which one of two bodies might separate from the other. */
const MOVES = Array.from({ length: 64 }, (_, k) => (2 * Math.PI * k) / 64).map((angle) => ({
    x: 1e-6 * Math.cos(angle),
    y: 1e-6 * Math.sin(angle),
}));

for (const [name, a, b, relation, depth] of CASES) {
    test(`${name}: ${relation} by every query`, () => {
        for (const [p, q] of [
            [a, b],
            [b, a],
        ]) {
            assert.equal(g.relation(p, q), relation);
            assert.equal(g.distance(p, q).relation, relation);
            const deep = g.penetration(p, q);
            assert.equal(deep.relation, relation);
            assert.ok(Math.abs(deep.depth - depth) < 1e-15, `${deep.depth}`);
            assert.equal(g.collide(p, q), relation !== 'disjoint');
            assert.equal(g.study.collide(p, q, {}, {}, { method: 'sat' }), relation !== 'disjoint');
            for (const other of [createScalar(), createStatic()]) {
                const [r, s] = [
                    copied(/** @type {Graze} */ (other), p),
                    copied(/** @type {Graze} */ (other), q),
                ];
                assert.equal(other.relation(r, s), relation);
            }
            // They overlap exactly if they stay in contact in whichever direction one moves.
            const stays = MOVES.every((move) => g.collide(p, q, move));
            assert.equal(stays, relation === 'overlapping');
        }
    });
}

test('batches and moving bodies have the same relations', () => {
    const pairs = g.pairs(CASES.length);
    const still = g.motion.static();
    for (const [k, [name, a, b, relation, depth]] of CASES.entries()) {
        pairs.shapeA[k] = a.id;
        pairs.shapeB[k] = b.id;
        const [separation] = g.separationsAt(a, b, still, still, [0]);
        if (relation !== 'disjoint') assert.ok(Math.abs(separation + depth) < 1e-15, name);
        const { status } = g.firstContact(a, b, still, still, {
            from: 0,
            to: 1,
            distanceTolerance: 1e-9,
        });
        const expected = { disjoint: 'free', touching: 'grazing', overlapping: 'overlapping' };
        assert.equal(status, expected[relation], name);
    }
    pairs.relation(CASES.length);
    const found = Array.from(pairs.relations, (code) => CODES[code]);
    assert.deepEqual(
        found,
        CASES.map(([, , , relation]) => relation),
    );
    pairs.free();
    still.free();
});

test('a cast overlaps at its start by the same definition, and a point that crosses a segment is a hit', () => {
    const across = { x: 0, y: -1, dx: 0, dy: 2 };
    assert.equal(g.rayCast(along, undefined, across).status, 'hit');
    assert.equal(g.rayCast(along, undefined, { ...across, dy: 1 }).status, 'grazing');
    assert.equal(g.rayCast(along, undefined, { ...across, y: 0, dy: 1 }).status, 'grazing');
    assert.equal(g.rayCast(along, undefined, { x: -2, y: 0, dx: 4, dy: 0 }).status, 'grazing');
    assert.equal(g.rayCast(box, undefined, { ...across, y: 0 }).status, 'overlapping');
    assert.equal(
        g.shapeCast(along, segment(0, -1, 0, 1), undefined, undefined, { dx: 1, dy: 0 }).status,
        'overlapping',
    );
    const standing = segment(0, 0, 0, 1);
    assert.equal(
        g.shapeCast(along, standing, undefined, undefined, { dx: 0, dy: 1 }).status,
        'hit',
    );
    assert.equal(
        g.shapeCast(along, standing, undefined, undefined, { dx: 0, dy: -1 }).status,
        'grazing',
    );
});

test('a moving disc overlaps if its center is inside another disc; two points never overlap', () => {
    const flying = { x: -1, y: 0, vx: 1, vy: 0, t0: 0, t1: 2, radius: 0 };
    const standing = { x: 0, y: 0, vx: 0, vy: 0, t0: 0, t1: 2, radius: 0 };
    assert.equal(g.closestApproach(flying, standing).relation, 'touching');
    assert.equal(g.closestApproach(flying, { ...standing, radius: 0.5 }).relation, 'overlapping');
    assert.equal(
        g.closestApproach(flying, { x: 0, y: 0, width: 1, height: 1 }).relation,
        'overlapping',
    );
});
