import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync, RELATIONS } from 'graze/solid';
import { refuses } from '../refuses.js';
import { makeBodies, poseAt, ROUND, random, randomPose } from './bodies_at_random.js';

/**
 * Batches of pairs in space: the same answers as single queries, bit for bit.
 *
 * @import { Solid, SolidPairBatch } from 'graze/solid'
 */

const s = createSync();

/** @param {SolidPairBatch} pairs @param {number} k @param {Solid} a @param {Solid} b @param {number[]} poseA @param {number[]} poseB */
function setPair(pairs, k, a, b, poseA, poseB) {
    pairs.shapeA[k] = a.id;
    pairs.shapeB[k] = b.id;
    pairs.poseA.set(poseA, 7 * k);
    pairs.poseB.set(poseB, 7 * k);
}

/** Returns the three numbers of a point, rounded to float32. @param {{ x: number, y: number, z: number }} point */
const rounded = ({ x, y, z }) => [x, y, z].map(Math.fround);

/** Returns record k of a view of points. @param {Float32Array} view @param {number} k */
const pointOf = (view, k) => Array.from(view.subarray(3 * k, 3 * k + 3));

/** Returns pairs of bodies of all kinds, at poses from far apart to deep inside, many of which just touch. */
function makePairs() {
    const next = random(1);
    const bodies = makeBodies(s);
    const cube = s.box(2, 2, 2);
    const pairs = [];
    for (let k = 0; k < 600; k++) {
        const [a, b] = [0, 1].map(() => bodies[Math.floor(next() * bodies.length)]);
        pairs.push([a, b, randomPose(next, 0.7), randomPose(next, k % 2 === 0 ? 0.3 : 1)]);
    }
    for (let k = 0; k < 100; k++) {
        const still = [0, 0, 0, 0, 0, 0, 1];
        pairs.push([cube, cube, still, [2, (k % 9) / 4, (k % 7) / 8, 0, 0, 0, 1]]);
        pairs.push([cube, cube, still, [40 + k, 3e38, 0, 0, 0, 0, 1]]);
    }
    return /** @type {[Solid, Solid, number[], number[]][]} */ (pairs);
}

const PAIRS = makePairs();

/** @param {boolean} witnesses */
function fill(witnesses) {
    const pairs = s.pairs(PAIRS.length, { witnesses });
    PAIRS.forEach((pair, k) => {
        setPair(pairs, k, ...pair);
    });
    return pairs;
}

test('answers are those of single queries, rounded to float32', (t) => {
    const seen = { disjoint: 0, touching: 0, overlapping: 0 };
    for (const witnesses of [false, true]) {
        const pairs = fill(witnesses);
        const single = PAIRS.map(([a, b], k) => ({
            a,
            b,
            poses: [poseAt(pairs.poseA, k), poseAt(pairs.poseB, k)],
        }));
        const distances = single.map(({ a, b, poses }) => s.distance(a, b, ...poses));
        const inContact = distances.filter(({ relation }) => relation !== 'disjoint').length;
        for (const { relation } of distances) seen[relation]++;

        assert.equal(pairs.collide(PAIRS.length), inContact);
        assert.equal(pairs.relation(PAIRS.length), inContact);
        single.forEach(({ a, b, poses }, k) => {
            assert.equal(pairs.hit[k] === 1, s.collide(a, b, ...poses));
            assert.equal(RELATIONS[pairs.relations[k]], s.relation(a, b, ...poses));
        });
        pairs.relations.fill(7);
        assert.equal(pairs.distance(PAIRS.length), inContact);
        distances.forEach(({ relation, distance, pointA, pointB, normal }, k) => {
            assert.equal(RELATIONS[pairs.relations[k]], relation);
            assert.equal(pairs.distances[k], Math.fround(distance));
            if (!witnesses) return;
            assert.deepEqual(pointOf(pairs.pointA, k), rounded(pointA));
            assert.deepEqual(pointOf(pairs.pointB, k), rounded(pointB));
            assert.deepEqual(pointOf(pairs.normal, k), rounded(normal));
        });
        pairs.relations.fill(7);
        assert.equal(pairs.penetration(PAIRS.length), inContact);
        single.forEach(({ a, b, poses }, k) => {
            const { relation, depth, pointA, pointB, normal } = s.penetration(a, b, ...poses);
            assert.equal(RELATIONS[pairs.relations[k]], relation);
            assert.equal(pairs.depths[k], Math.fround(depth));
            assert.deepEqual(pointOf(pairs.normal, k), rounded(normal));
            if (!witnesses) return;
            assert.deepEqual(pointOf(pairs.pointA, k), rounded(pointA));
            assert.deepEqual(pointOf(pairs.pointB, k), rounded(pointB));
        });
        pairs.free();
    }
    t.diagnostic(JSON.stringify(seen));
    assert.ok(
        Object.values(seen).every((count) => count > 100),
        JSON.stringify(seen),
    );
});

test('a call answers its number of pairs, and leaves the others', () => {
    const pairs = fill(false);
    pairs.relation(PAIRS.length);
    const all = Array.from(pairs.relations);
    pairs.relations.fill(9);
    let contacts = 0;
    for (let k = 0; k < 20; k++) contacts += Number(all[k] > 0);
    assert.equal(pairs.relation(20), contacts);
    assert.deepEqual(Array.from(pairs.relations.subarray(0, 20)), all.slice(0, 20));
    assert.ok(pairs.relations.subarray(20).every((value) => value === 9));
    assert.equal(pairs.collide(0), 0);
});

test('a pose begins as the identity, and its quaternion is corrected', () => {
    const pairs = s.pairs(2);
    assert.deepEqual(Array.from(pairs.poseB), [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1]);
    const [box, ball] = [s.box(2, 2, 2), s.sphere(1)];
    setPair(pairs, 0, box, ball, [0, 0, 0, 0, 0, 0, 1.0004], [4, 0, 0, 0, 0, 0, 0.9996]);
    assert.equal(pairs.distance(1), 0);
    assert.equal(pairs.distances[0], 2);
});

test('a position far from the origin is that of the view: what rounding does shows there', () => {
    const pairs = s.pairs(1);
    const ball = s.sphere(1);
    // Seconds since 1970: float32 has every 128th.
    setPair(pairs, 0, ball, ball, [1.7e9, 0, 0, 0, 0, 0, 1], [1.7e9 + 60, 0, 0, 0, 0, 0, 1]);
    assert.equal(pairs.poseB[0], Math.fround(1.7e9 + 60));
    pairs.distance(1);
    const gap = Math.max(0, pairs.poseB[0] - pairs.poseA[0] - 2);
    assert.equal(pairs.distances[0], Math.fround(gap));
    assert.equal(s.gap(ball, ball, { x: 1.7e9 }, { x: 1.7e9 + 60 }), 58);
    // With an origin near the bodies nothing is lost.
    const origin = 1.7e9;
    pairs.poseA[0] = 1.7e9 - origin;
    pairs.poseB[0] = 1.7e9 + 60 - origin;
    pairs.distance(1);
    assert.equal(pairs.distances[0], 58);
});

test('bodies with more corners than the stack has room for are answered, and views follow memory', () => {
    const own = createSync();
    const round = own.hull(ROUND);
    const pairs = own.pairs(3, { witnesses: true });
    for (let k = 0; k < 3; k++) {
        setPair(
            pairs,
            k,
            round,
            round,
            [0, 0, 0, 0, 0, 0, 1],
            [0.01 * k, 0.005, 0, 0, 0.6, 0, 0.8],
        );
    }
    assert.equal(pairs.penetration(3), 3);
    for (let k = 0; k < 3; k++) {
        const poses = [poseAt(pairs.poseA, k), poseAt(pairs.poseB, k)];
        assert.equal(pairs.depths[k], Math.fround(own.penetration(round, round, ...poses).depth));
    }
});

test('a pair that is not valid is named by its index, and nothing is written', () => {
    const pairs = fill(true);
    const call = /** @type {any} */ (pairs);
    const fills = /** @type {const} */ (['collide', 'relation', 'distance', 'penetration']);
    const { poseA, poseB, shapeA, shapeB } = pairs;
    /** @param {() => void} spoil @param {object} error @param {() => void} mend */
    const check = (spoil, error, mend) => {
        spoil();
        for (const name of fills) {
            pairs.hit.fill(3);
            pairs.relations.fill(3);
            refuses(() => pairs[name](PAIRS.length), error);
            assert.ok(pairs.hit.every((hit) => hit === 3));
            assert.ok(pairs.relations.every((relation) => relation === 3));
            // Pairs before it are not concerned.
            assert.ok(pairs[name](5) >= 0);
        }
        mend();
    };
    const x = poseA[7 * 8];
    for (const bad of [NaN, Infinity, -Infinity]) {
        check(
            () => {
                poseA[7 * 8] = bad;
            },
            { code: 'not-finite', argument: 'poseA', index: 8 },
            () => {
                poseA[7 * 8] = x;
            },
        );
    }
    const turn = Array.from(poseB.subarray(7 * 9 + 3, 7 * 10));
    for (const bad of [
        [0, 0, 0, 0],
        [0, 0, 0, 1.01],
        [0.5, 0.5, 0.5, 0.6],
    ]) {
        check(
            () => poseB.set(bad, 7 * 9 + 3),
            { code: 'not-a-heading', argument: 'poseB', index: 9 },
            () => poseB.set(turn, 7 * 9 + 3),
        );
    }
    const id = shapeB[10];
    for (const bad of [0, 4294967295, id + 1000]) {
        check(
            () => {
                shapeB[10] = bad;
            },
            { code: 'stale-handle', argument: 'shapeB', index: 10 },
            () => {
                shapeB[10] = id;
            },
        );
    }
    const freed = s.sphere(1);
    shapeA[11] = freed.id;
    freed.free();
    refuses(() => pairs.collide(12), { code: 'stale-handle', argument: 'shapeA', index: 11 });
    refuses(() => pairs.collide(PAIRS.length + 1), { code: 'out-of-range', argument: 'count' });
    refuses(() => pairs.collide(-1), { code: 'out-of-range', argument: 'count' });
    refuses(() => call.collide(1.5), { code: 'wrong-type', argument: 'count' });
    refuses(() => call.collide(), { code: 'wrong-type', argument: 'count' });
    refuses(() => s.pairs(1).pointA, { code: 'out-of-range', argument: 'pointA' });
    refuses(() => s.pairs(0), { code: 'out-of-range', argument: 'capacity' });
    refuses(() => s.pairs(2 ** 24 + 1), { code: 'out-of-range', argument: 'capacity' });
    refuses(() => /** @type {any} */ (s).pairs(1, { manifolds: true }), { code: 'unknown-option' });
    refuses(() => s.pairs(1, /** @type {any} */ ({ witnesses: 1 })), { argument: 'witnesses' });
    pairs.free();
    refuses(() => pairs.collide(1), { code: 'stale-handle', argument: 'pairs' });
    refuses(() => pairs.poseA, { code: 'stale-handle', argument: 'batch' });
});
