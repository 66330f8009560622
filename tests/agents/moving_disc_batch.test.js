import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import { createSync as createScalar } from 'graze/scalar';
import fc from '../fast_check.js';
import { randomNumbers } from '../helpers.js';

/**
 * @import { Graze, MovingDisc, MovingDiscBatch } from 'graze'
 * @typedef {'float32' | 'float64'} Precision
 */

const g = createSync();
const scalar = createScalar();
const PRECISIONS = /** @type {const} */ (['float64', 'float32']);
const RELATIONS = ['disjoint', 'touching', 'overlapping'];

/** @param {Partial<MovingDisc>} [given] @returns {MovingDisc} */
function segment(given = {}) {
    return { x: 0, y: 0, vx: 0, vy: 0, t0: 0, t1: 10, radius: 0.5, ...given };
}

/** @param {MovingDiscBatch} batch @param {MovingDisc[]} segments @param {number[]} [agents] */
function fill(batch, segments, agents) {
    const numbers = segments.map((s) => [s.x, s.y, s.vx, s.vy, s.t0, s.t1, s.radius]);
    batch.records.set(numbers.flat());
    if (agents !== undefined) batch.agents.set(agents);
}

/**
 * Returns the moving discs as a batch of that precision rounds them.
 *
 * @param {MovingDisc[]} segments
 * @param {Precision} precision
 */
function rounded(segments, precision) {
    if (precision === 'float64') return segments;
    return segments.map((s) => {
        const entries = Object.entries(s).map(([key, value]) => [key, Math.fround(value)]);
        return /** @type {MovingDisc} */ (Object.fromEntries(entries));
    });
}

/**
 * Returns results as rows: both records, verdict, interval, clearance.
 *
 * @param {MovingDiscBatch} batch
 * @param {number} count
 */
function rowsOf({ pairs, relations, intervals, clearances }, count) {
    return Array.from({ length: count }, (_, k) => {
        const two = [2 * k, 2 * k + 1];
        return [
            ...two.map((at) => pairs[at]),
            relations[k],
            ...two.map((at) => intervals[at]),
            ...two.map((at) => clearances[at]),
        ];
    });
}

/** Returns the same rows by single queries. @param {MovingDisc[]} segments @param {[number, number][]} pairs */
function oneByOne(segments, pairs) {
    return pairs.flatMap(([i, j]) => {
        const [interval] = g.conflictIntervals(segments[i], segments[j]);
        if (interval === undefined) return [];
        const { relation, separation, time } = g.closestApproach(segments[i], segments[j]);
        return [[i, j, RELATIONS.indexOf(relation ?? ''), ...interval, separation, time]];
    });
}

/**
 * Returns pairs of record numbers, in the order of the answers.
 *
 * @param {number[]} firsts
 * @param {number[]} [seconds]
 */
function pairsOf(firsts, seconds) {
    return firsts.flatMap((i) =>
        (seconds ?? firsts.filter((j) => i < j)).map(
            (j) => /** @type {[number, number]} */ ([i, j]),
        ),
    );
}

/** @param {number} first @param {number} count */
function range(first, count) {
    return Array.from({ length: count }, (_, k) => first + k);
}

/**
 * Compares all calls of a batch with single queries, and with its own list of pairs: in both builds, to the last bit.
 *
 * @param {MovingDisc[]} given
 * @param {{ precisions?: readonly Precision[], agents?: number[] }} [options]
 * @returns {number} how many pairs were found, of doubles
 */
function compare(given, { precisions = PRECISIONS, agents } = {}) {
    const count = given.length;
    const half = count >> 1;
    let found = 0;
    for (const precision of precisions) {
        const segments = rounded(given, precision);
        const others = pairsOf(range(0, count)).filter(
            ([i, j]) => agents === undefined || agents[i] !== agents[j],
        );
        const all = oneByOne(segments, others);
        const across = all.filter(([i, j]) => i < half && j >= half);
        if (precision === 'float64') found = all.length;
        for (const instance of [g, scalar]) {
            const batch = instance.movingDiscs(count, { pairs: all.length || 1, precision });
            fill(batch, segments, agents);
            assert.equal(batch.conflictsAmong(count), all.length);
            assert.deepEqual(rowsOf(batch, all.length), all);
            assert.equal(batch.conflictsBetween(0, half, half, count - half), across.length);
            assert.deepEqual(rowsOf(batch, across.length), across);
            const swapped = across.map(([i, j]) => /** @type {[number, number]} */ ([j, i]));
            swapped.sort(([i, j], [k, l]) => i - k || j - l);
            assert.equal(batch.conflictsBetween(half, count - half, 0, half), across.length);
            assert.deepEqual(rowsOf(batch, across.length), oneByOne(segments, swapped));
            batch.free();
            const list = instance.movingDiscs(count, { pairs: others.length || 1, precision });
            fill(list, segments);
            list.pairs.set(others.flat());
            assert.equal(list.conflicts(others.length), all.length);
            const contacts = rowsOf(list, others.length).filter(([, , verdict]) => verdict !== 0);
            assert.deepEqual(contacts, all);
            list.free();
        }
    }
    return found;
}

/** @param {number} seed @param {number} count @param {(random: () => number, k: number) => Partial<MovingDisc>} make */
function randomDiscs(seed, count, make) {
    const random = randomNumbers(seed);
    return Array.from({ length: count }, (_, k) => segment(make(random, k)));
}

/** Draws a disc at any position, velocity and time. @param {() => number} random */
function anywhere(random) {
    const start = 20 * random();
    return {
        x: 20 * random(),
        y: 20 * random(),
        vx: 2 * random() - 1,
        vy: 2 * random() - 1,
        t0: start,
        t1: start + 5 * random(),
        radius: random(),
    };
}

/**
 * Draws a disc on a grid of halves, where touching, equal times and durations of 0 are common.
 *
 * @param {() => number} random
 */
function onGrid(random) {
    const whole = (/** @type {number} */ n) => Math.floor(random() * n);
    const start = whole(6);
    return {
        x: whole(12) / 2,
        y: whole(12) / 2,
        vx: whole(3) - 1,
        vy: whole(3) - 1,
        t0: start,
        t1: start + whole(4),
        radius: whole(3) / 4,
    };
}

/**
 * Returns the discs moved in space and time.
 *
 * @param {MovingDisc[]} segments
 * @param {number} dx
 * @param {number} dy
 * @param {number} dt
 */
function moved(segments, dx, dy, dt) {
    return segments.map((s) => ({
        ...s,
        x: s.x + dx,
        y: s.y + dy,
        t0: s.t0 + dt,
        t1: s.t1 + dt,
    }));
}

/** @param {MovingDisc[]} segments @param {number} size */
function scaled(segments, size) {
    return segments.map((s) => ({
        ...s,
        x: s.x * size,
        y: s.y * size,
        vx: s.vx * size,
        vy: s.vy * size,
        radius: s.radius * size,
    }));
}

test('a batch finds all pairs in contact, as single queries do', () => {
    for (const count of [1, 2, 3, 4, 5, 7, 8, 9, 64, 150]) {
        compare(randomDiscs(count, count, anywhere));
        compare(randomDiscs(count, count, onGrid));
    }
    assert.ok(compare(randomDiscs(5, 150, anywhere)) > 20);
});

test('discs that touch, stand still, last no time or are points agree with single queries', () => {
    const grid = randomDiscs(3, 120, onGrid);
    assert.ok(compare(grid) > 100);
    compare(grid.map((s) => ({ ...s, radius: 0 })));
    compare(grid.map((s) => ({ ...s, t1: s.t0 })));
    compare(grid.map((s) => ({ ...s, vx: 0, vy: 0 })));
    compare(grid.map((s) => ({ ...s, t0: 2, t1: 3 })));
    compare(grid.map((s) => ({ ...s, x: 3, t0: 0, t1: 4 })));
    compare(grid.map((s) => ({ ...s, vx: 1, vy: -1 })));
    const same = Array.from({ length: 40 }, () => segment({ vx: 1, radius: 0 }));
    assert.equal(compare(same), (40 * 39) / 2);
    const beside = range(0, 40).map((k) => segment({ x: k, y: -0.3 * k, vy: 0.3, radius: 0.5 }));
    compare(beside);
});

test('discs far from the origin and late on the clock agree with single queries', () => {
    for (const segments of [randomDiscs(4, 100, anywhere), randomDiscs(5, 100, onGrid)]) {
        assert.ok(compare(moved(segments, 5.1e6, -4.3e6, 1.7e9)) > 0);
        compare(moved(segments, 2 ** 52, 0, 2 ** 52));
        /* One disc is far from all others. */
        compare([...segments, segment({ x: 1e12, y: -1e15, t0: 1e13, t1: 1e14 })]);
    }
});

test('huge and tiny lengths agree with single queries', () => {
    const [some, grid] = [randomDiscs(6, 60, anywhere), randomDiscs(7, 60, onGrid)];
    for (const size of [2 ** 100, 2 ** -100]) compare(scaled(grid, size));
    const precisions = /** @type {const} */ (['float64']);
    for (const size of [1e148, 1e-148, 1e-300, 2 ** -1030, 2 ** -1073]) {
        compare(scaled(some, size), { precisions });
        compare(scaled(grid, size), { precisions });
    }
    compare([...grid, ...scaled(grid, 2 ** 60), ...scaled(grid, 1e-60)], { precisions });
    const longest = segment({ vx: 1e150, vy: -1e150, t0: -1e150, t1: 1e150, radius: 1e150 });
    compare([longest, ...grid, { ...longest, vx: -1e150 }], { precisions });
});

test('radii that reach each other to within rounding are not lost', () => {
    let touching = 0;
    for (const [dx, dt] of [
        [0, 0],
        [5.1e6, 1.7e9],
        [-3e9, 7],
    ]) {
        const random = randomNumbers(11);
        for (let round = 0; round < 40; round++) {
            const first = segment({ ...anywhere(random), t1: 30, radius: 1 / 3 });
            const along = round % 2 === 0;
            const other = segment({
                ...anywhere(random),
                t0: first.t0,
                t1: 30,
                vx: along ? first.vx : first.vx + random(),
                vy: first.vy,
                y: along ? first.y : first.y + 3 * random() + 1,
                x: along ? first.x + 1 + random() : first.x - 3 * random(),
                radius: 0,
            });
            const [s, r] = moved([first, other], dx, 0, dt);
            const { separation } = g.closestApproach(s, r);
            if (separation <= 0) continue;
            for (const ulps of [-1, 0, 1]) {
                const near = { ...r, radius: separation * (1 + ulps * 2 ** -52) };
                touching += Number(g.closestApproach(s, near).relation === 'touching');
                compare([s, near], { precisions: ['float64'] });
            }
        }
    }
    assert.ok(touching > 20, String(touching));
});

test('discs of one agent are not compared with each other', () => {
    const segments = randomDiscs(8, 120, onGrid);
    const agents = segments.map((_, k) => k % 7);
    const found = compare(segments, { agents });
    assert.ok(found > 0 && found < compare(segments));
    assert.equal(compare(segments, { agents: agents.fill(2 ** 32 - 1) }), 0);
    const batch = g.movingDiscs(3);
    assert.deepEqual([...batch.agents], [0, 1, 2]);
    batch.free();
});

const lattice = fc.integer({ min: -8, max: 8 }).map((k) => k / 2);
const real = fc.double({ min: -8, max: 8, noNaN: true });
const number = fc.oneof(lattice, real);
const anySegment = fc
    .record({
        x: number,
        y: number,
        vx: number,
        vy: number,
        t0: number,
        span: number.map(Math.abs),
        radius: number.map((v) => Math.abs(v) / 4),
    })
    .map(({ span, ...rest }) => ({ ...rest, t1: rest.t0 + span }));

test('random discs: batches and single queries agree', () => {
    fc.assert(
        fc.property(
            fc.array(anySegment, { minLength: 1, maxLength: 24 }),
            fc.constantFrom(0, 0, 4096, 5e6 + 1 / 3),
            fc.constantFrom(0, 0, 2 ** 31, 1e9 + 0.1),
            fc.integer({ min: 1, max: 30 }),
            (segments, place, time, agents) => {
                compare(moved(segments, place, -place, time), {
                    agents: segments.map((_, k) => k % agents),
                });
            },
        ),
        { numRuns: 300, seed: 5 },
    );
});

test('records are checked before anything is written', () => {
    for (const precision of PRECISIONS) {
        const batch = g.movingDiscs(6, { pairs: 20, precision });
        const good = randomDiscs(9, 6, () => ({}));
        const cases = /** @type {[Partial<MovingDisc>, string][]} */ ([
            [{ x: Number.NaN }, 'not-finite'],
            [{ vy: Infinity }, 'not-finite'],
            [{ radius: -1 }, 'out-of-range'],
            [{ radius: Number.NaN }, 'not-finite'],
            [{ t1: -1 }, 'out-of-range'],
            [{ t1: Number.NaN }, 'not-finite'],
            [{ t0: -Infinity }, 'not-finite'],
        ]);
        if (precision === 'float64') cases.push([{ vx: 2e150 }, 'out-of-range']);
        for (const [bad, code] of cases) {
            fill(batch, good.with(4, segment(bad)));
            batch.pairs.set([0, 1, 2, 4]);
            const error = { code, argument: 'movingDiscs', index: 4 };
            assert.throws(() => batch.conflicts(2), error);
            assert.throws(() => batch.conflictsAmong(6), error);
            assert.throws(() => batch.conflictsBetween(0, 2, 3, 3), error);
            assert.throws(() => batch.conflictsBetween(4, 1, 0, 2), error);
            assert.deepEqual(rowsOf(batch, 1), [[0, 1, 0, 0, 0, 0, 0]]);
            assert.deepEqual([...batch.pairs.subarray(0, 4)], [0, 1, 2, 4]);
            /* This query does not include the record. */
            assert.equal(batch.conflictsAmong(4), 6);
            assert.equal(batch.conflictsBetween(5, 1, 0, 4), 4);
            for (const view of [batch.pairs, batch.relations, batch.intervals, batch.clearances]) {
                view.fill(0);
            }
        }
        batch.free();
    }
});

test('arguments are checked', () => {
    const batch = g.movingDiscs(6, { pairs: 1 });
    const any = /** @type {any} */ (batch);
    const cases = /** @type {[() => unknown, string, string][]} */ ([
        [() => batch.conflictsAmong(7), 'out-of-range', 'count'],
        [() => batch.conflictsAmong(-1), 'out-of-range', 'count'],
        [() => batch.conflictsAmong(0.5), 'wrong-type', 'count'],
        [() => any.conflictsAmong(), 'wrong-type', 'count'],
        [() => batch.conflictsBetween(7, 0, 0, 0), 'out-of-range', 'first'],
        [() => batch.conflictsBetween(2, 5, 0, 1), 'out-of-range', 'firstCount'],
        [() => batch.conflictsBetween(0, 1, -1, 1), 'out-of-range', 'second'],
        [() => batch.conflictsBetween(0, 1, 6, 1), 'out-of-range', 'secondCount'],
        [() => batch.conflictsBetween(0, 3, 2, 2), 'out-of-range', 'second'],
        [() => batch.conflictsBetween(3, 2, 0, 4), 'out-of-range', 'second'],
    ]);
    for (const [call, code, argument] of cases) assert.throws(call, { code, argument });
    assert.equal(batch.conflictsAmong(0), 0);
    assert.equal(batch.conflictsBetween(0, 0, 0, 6), 0);
    assert.equal(batch.conflictsBetween(6, 0, 0, 6), 0);
    assert.equal(batch.conflictsBetween(3, 0, 2, 4), 0);
    batch.free();
    assert.throws(() => batch.conflictsAmong(1), { code: 'stale-handle' });
    assert.throws(() => batch.conflictsBetween(0, 1, 1, 1), { code: 'stale-handle' });
});

test('more pairs than the capacity are an error that states how many there are', () => {
    const segments = randomDiscs(10, 40, () => ({ vx: 1 }));
    for (const pairs of [1, 3, 779]) {
        const batch = g.movingDiscs(40, { pairs });
        fill(batch, segments);
        const full = { code: 'full', argument: 'pairs' };
        assert.throws(() => batch.conflictsAmong(40), { ...full, value: 780 });
        if (pairs < 300) {
            assert.throws(() => batch.conflictsBetween(0, 30, 30, 10), { ...full, value: 300 });
        }
        assert.equal(batch.conflictsAmong(2), 1);
        assert.deepEqual(rowsOf(batch, 1), oneByOne(segments, [[0, 1]]));
        batch.free();
    }
});

test('calls allocate no memory', () => {
    const batch = g.movingDiscs(1000, { pairs: 20_000 });
    fill(batch, randomDiscs(12, 1000, anywhere));
    const { buffer } = batch.records;
    const used = g.memoryUsed;
    for (let round = 0; round < 3; round++) {
        batch.conflictsAmong(1000);
        batch.conflictsBetween(0, 500, 500, 500);
    }
    assert.equal(batch.records.buffer, buffer);
    assert.equal(g.memoryUsed, used);
    batch.free();
});
