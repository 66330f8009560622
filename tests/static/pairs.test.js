import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync, GrazeError } from 'graze';
import { RELATIONS } from '../../js/graze/core/layout.js';
import { readJson } from '../helpers.js';
import { relateRounded } from '../oracle/static_oracle.js';
import { refuses } from '../refuses.js';

/**
 * Tests batches of pairs: against single queries, with numbers rounded to float32, and against exact data; and tests
 * refused arguments.
 *
 * @import { Graze, PairBatch, Shape } from 'graze'
 * @typedef {{ a: Shape, b: Shape, poseA?: number[], poseB?: number[] }} Entry
 */

const VECTORS = ['dev_gjk', 'dev_round'].flatMap(
    (name) => readJson(`tests/vectors/${name}.json`).pairs,
);
const FIELD = readJson('tests/vectors/field_cases.json').cases;
const STANDING = FIELD.filter((/** @type {any} */ { kind }) => kind === 'pair');
const PAIRS = [...VECTORS, ...STANDING];

const HOME = [0, 0, 1, 0];
/** All directions whose cosine and sine are integers. */
const QUARTERS = [
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
];

const g = createSync();

/** @param {any} pair @returns {Entry} */
function entryOf(pair) {
    const a = g.polygon(pair.a, { radius: pair.ra ?? 0 });
    const b = g.polygon(pair.b, { radius: pair.rb ?? 0 });
    return { a, b };
}

const ENTRIES = PAIRS.map(entryOf);

/** @param {PairBatch} batch @param {Entry[]} entries */
function fill(batch, entries) {
    const { shapeA, shapeB, poseA, poseB } = batch;
    entries.forEach((entry, k) => {
        shapeA[k] = entry.a.id;
        shapeB[k] = entry.b.id;
        poseA.set(entry.poseA ?? HOME, 4 * k);
        poseB.set(entry.poseB ?? HOME, 4 * k);
    });
}

/** Returns the batch that all tests of one call share, filled. @param {Entry[]} entries @param {object} [options] */
function batchOf(entries, options) {
    const batch = g.pairs(entries.length, options);
    fill(batch, entries);
    return batch;
}

/** @param {Entry} entry */
function poses({ poseA = HOME, poseB = HOME }) {
    return [poseA, poseB].map(([x, y, cos, sin]) => ({ x, y, angle: Math.atan2(sin, cos) }));
}

/** Returns a repeatable generator of numbers in [0, 1). @param {number} seed */
function randomStream(seed) {
    let state = seed >>> 0;
    return () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return state / 2 ** 32;
    };
}

test('all exact pairs in one batch: verdicts are right, and distances are rounded to float32', () => {
    const batch = batchOf(ENTRIES);
    const expected = PAIRS.map((pair) => RELATIONS.indexOf(pair.relation));
    const meeting = expected.filter((code) => code !== 0).length;
    assert.equal(batch.collide(PAIRS.length), meeting);
    assert.equal(batch.relation(PAIRS.length), meeting);
    const verdicts = Array.from(batch.relations);
    assert.equal(batch.distance(PAIRS.length), meeting);
    PAIRS.forEach((pair, k) => {
        const where = pair.id ?? pair.ref;
        assert.equal(batch.hit[k], Number(expected[k] !== 0), where);
        assert.equal(verdicts[k], expected[k], where);
        assert.equal(batch.relations[k], expected[k], where);
        const { distance } = g.distance(ENTRIES[k].a, ENTRIES[k].b);
        assert.equal(batch.distances[k], Math.fround(distance), where);
        // The gap of rounded bodies is a difference of lengths, and as precise as they are.
        const isRounded = (pair.ra ?? 0) + (pair.rb ?? 0) > 0;
        if (isRounded) return;
        assert.equal(batch.distances[k], Math.fround(pair.distance), where);
    });
    batch.free();
});

test('a quarter turn of both bodies around one point changes no verdict and no distance', () => {
    const still = batchOf(ENTRIES);
    still.distance(PAIRS.length);
    for (const heading of QUARTERS) {
        const pose = [0, 0, ...heading];
        const turned = batchOf(ENTRIES.map((entry) => ({ ...entry, poseA: pose, poseB: pose })));
        turned.distance(PAIRS.length);
        assert.deepEqual(turned.relations, still.relations);
        assert.deepEqual(turned.distances, still.distances);
        turned.free();
    }
    still.free();
});

test('pairs shifted on a grid and turned by quarters have the verdict of the rational oracle', () => {
    const random = randomStream(3);
    /** @param {number} n */
    const below = (n) => Math.floor(random() * n);
    const seen = { disjoint: 0, touching: 0, overlapping: 0 };
    const bodies = Array.from({ length: 40 }, () => {
        const points = Array.from({ length: 1 + below(6) }, () => [below(9) - 4, below(9) - 4]);
        const radius = below(4) === 0 ? below(3) : 0;
        return { points, radius, shape: g.hull(points, { radius }) };
    });
    const chosen = Array.from({ length: 4000 }, () => {
        const [p, q] = [bodies[below(40)], bodies[below(40)]];
        const place = () => [below(13) - 6, below(13) - 6, ...QUARTERS[below(4)]];
        return { p, q, a: p.shape, b: q.shape, poseA: place(), poseB: place() };
    });
    /** @param {number[][]} points @param {number[]} pose */
    const placed = (points, [x, y, cos, sin]) =>
        points.map(([px, py]) => [x + cos * px - sin * py, y + sin * px + cos * py]);
    const batch = batchOf(chosen);
    batch.distance(chosen.length);
    chosen.forEach(({ p, q, poseA, poseB }, k) => {
        const [a, b] = [placed(p.points, poseA), placed(q.points, poseB)];
        const { relation, distance } = relateRounded(a, p.radius, b, q.radius);
        const where = JSON.stringify([a, b]);
        assert.equal(RELATIONS[batch.relations[k]], relation, where);
        if (p.radius + q.radius === 0) {
            assert.equal(batch.distances[k], Math.fround(distance), where);
        }
        seen[relation]++;
    });
    assert.ok(Math.min(...Object.values(seen)) > 80, JSON.stringify(seen));
    batch.free();
});

test('witness points and normals are those of the single query, and are written only on request', () => {
    const random = randomStream(4);
    const entries = ENTRIES.map((entry) => {
        const place = () => [...Array.from({ length: 2 }, () => Math.fround(8 * random())), 1, 0];
        return { ...entry, poseA: place(), poseB: place() };
    });
    const full = batchOf(entries, { witnesses: true });
    const plain = batchOf(entries);
    assert.equal(full.distance(entries.length), plain.distance(entries.length));
    assert.deepEqual(full.distances, plain.distances);
    assert.deepEqual(full.relations, plain.relations);
    const { pointA, pointB, normal } = full;
    entries.forEach((entry, k) => {
        const single = g.distance(entry.a, entry.b, ...poses(entry));
        assert.equal(full.relations[k], RELATIONS.indexOf(single.relation));
        assert.equal(full.distances[k], Math.fround(single.distance));
        const expected = [single.pointA, single.pointB, single.normal].map(({ x, y }) =>
            Float32Array.of(x, y),
        );
        const found = [pointA, pointB, normal].map((view) => view.slice(2 * k, 2 * k + 2));
        assert.deepEqual(found, expected);
    });
    for (const name of /** @type {const} */ (['pointA', 'pointB', 'normal'])) {
        refuses(() => plain[name], { code: 'out-of-range', argument: name });
    }
    assert.deepEqual([full.witnesses, plain.witnesses], [true, false]);
    full.free();
    plain.free();
});

test('an angle is a direction: scaling it changes answers only by rounding', () => {
    const random = randomStream(5);
    const entries = ENTRIES.map((entry) => {
        const place = () => {
            const [angle, length] = [7 * random(), 1 + (random() - 0.5) / 2 ** 11];
            const heading = [length * Math.cos(angle), length * Math.sin(angle)];
            return [8 * random(), 8 * random(), ...heading].map(Math.fround);
        };
        return { ...entry, poseA: place(), poseB: place() };
    });
    const batch = batchOf(entries);
    batch.distance(entries.length);
    entries.forEach((entry, k) => {
        const { relation, distance } = g.distance(entry.a, entry.b, ...poses(entry));
        const size = Math.max(...entry.a.vertices, ...entry.b.vertices, 8);
        assert.ok(Math.abs(batch.distances[k] - distance) <= 2 ** -23 * distance + 1e-13 * size);
        if (distance > 1e-12 * size) assert.equal(RELATIONS[batch.relations[k]], relation);
    });
    batch.free();
});

test('coherent batches give the same bits in every step', () => {
    const entries = ENTRIES.slice(0, 400);
    const batches = [batchOf(entries), batchOf(entries, { coherent: true })];
    for (let step = 0; step < 20; step++) {
        for (const batch of batches) {
            const poseB = batch.poseB;
            entries.forEach((_, k) => {
                const angle = 0.02 * step * ((k % 7) - 3);
                poseB.set([0.05 * step, -0.02 * step, Math.cos(angle), Math.sin(angle)], 4 * k);
                // In some steps another shape takes the slot, for which the last answer is useless.
                if ((k + step) % 11 === 0) batch.shapeB[k] = entries[(k + step) % 400].b.id;
            });
            batch.distance(entries.length);
        }
        assert.deepEqual(batches[1].relations, batches[0].relations);
        assert.deepEqual(batches[1].distances, batches[0].distances);
    }
    for (const batch of batches) batch.free();
});

test('exchanging the bodies of every pair changes no bit', () => {
    const there = batchOf(ENTRIES);
    const back = batchOf(ENTRIES.map(({ a, b }) => ({ a: b, b: a })));
    assert.equal(there.distance(ENTRIES.length), back.distance(ENTRIES.length));
    assert.deepEqual(there.relations, back.relations);
    assert.deepEqual(there.distances, back.distances);
    there.free();
    back.free();
});

test('a new batch has angles 0, and only the first `count` pairs are computed', () => {
    const disc = g.disc(1);
    const batch = g.pairs(6);
    assert.deepEqual(Array.from(batch.poseA), Array.from({ length: 6 }, () => HOME).flat());
    assert.deepEqual(batch.poseB, batch.poseA);
    batch.shapeA.fill(disc.id, 0, 5);
    batch.shapeB.fill(disc.id, 0, 5);
    batch.poseB[16] = 3;
    for (const count of [0, 1, 4, 5]) {
        for (const view of [batch.hit, batch.relations, batch.distances]) view.fill(9);
        assert.equal(batch.distance(count), Math.min(count, 4));
        assert.equal(batch.collide(count), Math.min(count, 4));
        const rest = [9, 9, 9, 9, 9, 9].slice(count);
        assert.deepEqual(Array.from(batch.hit), [...[1, 1, 1, 1, 0].slice(0, count), ...rest]);
        assert.deepEqual(Array.from(batch.distances), [
            ...[0, 0, 0, 0, 1].slice(0, count),
            ...rest,
        ]);
    }
    batch.free();
});

/** Returns the greatest common divisor. @param {number} x @param {number} y @returns {number} */
function factor(x, y) {
    return y === 0 ? Math.abs(x) : factor(y, x % y);
}

test('a shape with more vertices than the support table has entries works', () => {
    // The outline has every edge whose coordinates are coprime, once, in order of direction.
    const edges = [];
    const most = 192;
    for (let x = -most; x <= most; x++) {
        for (let y = -most; y <= most; y++) {
            if (x * x + y * y <= most * most && factor(x, y) === 1) edges.push([x, y]);
        }
    }
    edges.sort(([ax, ay], [bx, by]) => Math.atan2(ay, ax) - Math.atan2(by, bx));
    const outline = new Float32Array(2 * edges.length);
    edges.forEach(([x, y], k) => {
        outline[2 * k + 2] = outline[2 * k] + x / 2 ** 12;
        outline[2 * k + 3] = outline[2 * k + 1] + y / 2 ** 12;
    });
    const wheel = g.polygon(outline);
    const wide = outline.reduce((most, value) => Math.max(most, value));
    assert.ok(wheel.vertices.length > 2 * 65_535);
    const disc = g.disc(1);
    const entries = [0.5, 1, 1.5].flatMap((part) => {
        const poseB = [Math.fround(part * wide), 3, 1, 0];
        return [
            { a: wheel, b: disc, poseB },
            { a: disc, b: disc, poseB },
        ];
    });
    const batch = batchOf(entries);
    batch.distance(entries.length);
    entries.forEach((entry, k) => {
        const { distance } = g.distance(entry.a, entry.b, ...poses(entry));
        assert.equal(batch.distances[k], Math.fround(distance));
    });
    batch.free();
    wheel.free();
});

test('a call allocates nothing, and views stay the same objects', () => {
    const batch = batchOf(ENTRIES, { witnesses: true, coherent: true });
    const used = g.memoryUsed;
    const views = [batch.shapeA, batch.poseB, batch.distances, batch.pointA, batch.normal];
    const buffer = batch.distances.buffer;
    for (let k = 0; k < 20; k++) {
        batch.collide(ENTRIES.length);
        batch.relation(ENTRIES.length);
        batch.distance(ENTRIES.length);
    }
    assert.equal(g.memoryUsed, used);
    assert.equal(batch.distances.buffer, buffer);
    const again = [batch.shapeA, batch.poseB, batch.distances, batch.pointA, batch.normal];
    for (const [k, view] of again.entries()) assert.equal(view, views[k]);
    batch.free();
});

test('views are created anew when memory has grown, with their content', () => {
    const own = createSync();
    const disc = own.disc(1);
    const batch = own.pairs(3);
    batch.shapeA.fill(disc.id);
    batch.shapeB.fill(disc.id);
    batch.poseB.set([5, 0, 1, 0], 4);
    const old = batch.poseB;
    own.hull(new Float32Array(2_000_000)).free();
    assert.equal(old.length, 0, 'growth detaches views');
    assert.equal(batch.poseB[4], 5);
    assert.equal(batch.distance(3), 2);
    assert.deepEqual(Array.from(batch.distances), [0, 3, 0]);
});

test('memory is returned: a thousand batches use no more than one', () => {
    const own = createSync();
    own.pairs(1000, { witnesses: true }).free();
    const used = own.memoryUsed;
    for (let k = 0; k < 1000; k++) own.pairs(1000, { witnesses: true }).free();
    assert.equal(own.memoryUsed, used);
});

/** Returns a batch of four pairs, the second of them invalid; no call may change its results. */
function faulty() {
    const own = createSync();
    const disc = own.disc(1);
    const batch = own.pairs(4, { witnesses: true, coherent: true });
    batch.shapeA.fill(disc.id);
    batch.shapeB.fill(disc.id);
    const results = () => [
        ...[batch.hit, batch.relations, batch.distances],
        ...[batch.pointA, batch.pointB, batch.normal],
    ];
    for (const view of results()) view.fill(77);
    /** @param {Partial<GrazeError>} expected @param {number} [count] */
    const refusesAll = (expected, count = 4) => {
        for (const question of /** @type {const} */ (['collide', 'relation', 'distance'])) {
            refuses(() => batch[question](count), expected);
        }
        for (const view of results()) assert.ok(view.every((value) => value === 77));
    };
    return { own, disc, batch, refusesAll };
}

test('shapes that are freed, never existed or are something else are refused, and nothing is written', () => {
    const { own, disc, batch, refusesAll } = faulty();
    const freed = own.disc(2);
    freed.free();
    const ids = [freed.id, 0, 2 ** 32 - 1, 12345, /** @type {any} */ (batch).id];
    for (const id of ids) {
        for (const side of /** @type {const} */ (['shapeA', 'shapeB'])) {
            batch[side][1] = id;
            refusesAll({ code: 'stale-handle', argument: side, index: 1 });
            assert.equal(batch.distance(1), 1, 'pairs before it can be checked');
            for (const view of [batch.relations, batch.distances]) view.fill(77);
            for (const view of [batch.pointA, batch.pointB, batch.normal]) view.fill(77);
            batch[side][1] = disc.id;
        }
    }
    assert.equal(batch.distance(4), 4);
});

test('poses that are not finite, or have no direction, are refused, and nothing is written', () => {
    const { batch, refusesAll } = faulty();
    const cases = /** @type {const} */ ([
        [[Number.NaN, 0, 1, 0], 'not-finite'],
        [[0, Infinity, 1, 0], 'not-finite'],
        [[0, 0, -Infinity, 0], 'not-finite'],
        [[0, 0, 1, Number.NaN], 'not-finite'],
        [[1e39, 0, 1, 0], 'not-finite'],
        [[Infinity, -Infinity, 1, 0], 'not-finite'],
        [[0, 0, 0, 0], 'not-a-heading'],
        [[0, 0, 1, 1], 'not-a-heading'],
        [[0, 0, 1 + 2 ** -10, 0], 'not-a-heading'],
        [[0, 0, 3e38, 3e38], 'not-a-heading'],
        [[0, 0, 1 - 2 ** -10, 0], 'not-a-heading'],
    ]);
    for (const [pose, code] of cases) {
        for (const side of /** @type {const} */ (['poseA', 'poseB'])) {
            batch[side].set(pose, 8);
            refusesAll({ code, argument: side, index: 2 });
            batch[side].set(HOME, 8);
        }
    }
    for (const length of [1 + 2 ** -12, 1 - 2 ** -12]) {
        batch.poseB.set([3e38, -3e38, length, 0], 8);
        assert.equal(batch.collide(4), 3);
    }
});

test('the count must be an integer up to the number of pairs', () => {
    const { batch, refusesAll } = faulty();
    refusesAll({ code: 'out-of-range', argument: 'count', value: 5 }, 5);
    refusesAll({ code: 'out-of-range', argument: 'count', value: -1 }, -1);
    refusesAll({ code: 'wrong-type', argument: 'count' }, 1.5);
    refusesAll({ code: 'not-finite', argument: 'count' }, Number.NaN);
    refusesAll({ code: 'wrong-type', argument: 'count' }, /** @type {any} */ ('2'));
    assert.equal(batch.collide(0), 0);
});

test('capacity and options are checked', () => {
    for (const capacity of [0, -1, 2 ** 24 + 1]) {
        refuses(() => g.pairs(capacity), { code: 'out-of-range', argument: 'capacity' });
    }
    refuses(() => g.pairs(1.5), { code: 'wrong-type', argument: 'capacity' });
    const odd = /** @type {(options: any) => () => unknown} */ (
        (options) => () => g.pairs(1, options)
    );
    refuses(odd({ witness: true }), { code: 'unknown-option' });
    refuses(odd({ witnesses: 1 }), { code: 'wrong-type', argument: 'witnesses' });
    refuses(odd({ coherent: 'yes' }), { code: 'wrong-type', argument: 'coherent' });
    refuses(odd(null), { code: 'wrong-type', argument: 'options' });
});

test('every call of a freed batch is refused', () => {
    const batch = g.pairs(1, { witnesses: true });
    batch.free();
    const calls = [
        () => batch.collide(1),
        () => batch.relation(0),
        () => batch.distance(1),
        () => batch.shapeA,
        () => batch.normal,
    ];
    for (const call of calls) refuses(call, { code: 'stale-handle' });
    batch.free();
});

test('running out of memory is an error that leaves the instance usable', () => {
    const own = createSync();
    const disc = own.disc(1);
    const most = own.movingDiscs(2 ** 23, { pairs: 1 });
    refuses(() => own.pairs(2 ** 24, { witnesses: true, coherent: true }), {
        code: 'out-of-memory',
    });
    most.free();
    const batch = own.pairs(1);
    batch.shapeA[0] = batch.shapeB[0] = disc.id;
    assert.equal(batch.collide(1), 1);
});
