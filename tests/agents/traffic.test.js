import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import { createSync as createScalar } from 'graze/scalar';
import { NaiveRoutes } from '../bench/naive_routes.js';
import { NO_CONFLICT, randomNumbers } from '../helpers.js';

/** Tests routes that are kept, conflicts of routes, and discs that stand still without an end. */

/** @import { MovingDisc, RouteLike } from 'graze' */

const g = createSync();
const OPEN = /** @type {const} */ ({ touching: 'allowed' });

/** @param {number} x @param {number} y @param {number} vx @param {number} vy @param {number} t0 @param {number} t1 @param {number} [radius] */
const disc = (x, y, vx, vy, t0, t1, radius = 0.5) => ({ x, y, vx, vy, t0, t1, radius });

/** Returns a random walk on a grid with waits. @param {() => number} random @param {number} pieces @param {number} [side] */
function walk(random, pieces, side = 10) {
    const whole = (/** @type {number} */ n) => Math.floor(random() * n);
    let [x, y, t] = [whole(side), whole(side), whole(4)];
    /** @type {MovingDisc[]} */
    const route = [];
    for (let k = 0; k < pieces; k++) {
        const [vx, vy] = [
            [1, 0],
            [0, 1],
            [-1, 0],
            [0, -1],
        ][whole(4)];
        if (random() < 0.3) t += random() < 0.5 ? 1 : random();
        route.push(disc(x, y, vx, vy, t, t + 1, 0.4));
        [x, y, t] = [x + vx, y + vy, t + 1];
    }
    return route;
}

/** @param {RouteLike} route @param {(piece: MovingDisc) => MovingDisc} change @returns {RouteLike} */
const changed = (route, change) =>
    Array.isArray(route) ? route.map(change) : change(/** @type {MovingDisc} */ (route));

/** Compares all answers of traffic with those of a list. @param {typeof g} instance @param {RouteLike[]} routes @param {() => number} random @param {(disc: MovingDisc) => MovingDisc} [change] */
function compare(instance, routes, random, change = (piece) => piece) {
    const list = routes.map((route) => changed(route, change));
    for (const ends of [
        {},
        { before: 'vanish' },
        { after: 'vanish' },
        { before: 'vanish', after: 'vanish' },
    ]) {
        const states = /** @type {import('graze').MotionEnds} */ (ends);
        const traffic = instance.traffic(list, states);
        for (let k = 0; k < 12; k++) {
            const range = [{}, { from: 0 }, { from: 2, to: 7.5 }, { to: 3 }][k % 4];
            const options = { ...range, ...(k % 3 === 0 ? {} : OPEN) };
            const both = { ...options, ...states };
            const own = /** @type {MovingDisc[]} */ (changed(walk(random, 4), change));
            const { x, y, radius } = own[1];
            const place = { x, y, radius };
            assert.deepEqual(
                traffic.safeIntervals(place, options),
                instance.safeIntervals(place, list, both),
            );
            const departures = own.map((edge) => instance.safeDepartures(edge, list, both));
            assert.deepEqual(traffic.safeDepartures(own, options), departures);
            assert.deepEqual(traffic.safeDepartures(own[0], options), departures[0]);
            assert.equal(
                traffic.minimumDelay(own, options),
                instance.minimumDelay(own, list, both),
            );
            assert.equal(
                traffic.minimumDelay(own[0], options),
                instance.minimumDelay(own[0], list, both),
            );
            const { touching } = /** @type {import('graze').TouchingOptions} */ (options);
            const conflicts = list
                .flatMap((other, route) => {
                    return instance
                        .conflicts(own, other, { touching, ...states })
                        .map((one) => ({ route, ...one }));
                })
                .sort((a, b) => a.begin - b.begin || a.route - b.route);
            assert.deepEqual(traffic.conflicts(own, { touching }), conflicts);
            const [first] = conflicts;
            const found = traffic.firstConflict(own, { touching });
            assert.deepEqual(found, first ? { status: 'found', ...first } : NO_CONFLICT);
        }
    }
}

test('answers are those of a list of the same routes, bit for bit', () => {
    for (const instance of [g, createScalar()]) {
        const random = randomNumbers(1);
        const routes = Array.from({ length: 12 }, () => walk(random, 6));
        compare(
            instance,
            [
                ...routes,
                disc(3, 3, 0, 0, 0, 5),
                disc(9, 9, -1, 0, 1, 6),
                disc(5, 2, 0, 0, 4, Infinity),
            ],
            random,
        );
    }
});

test('answers are those of a list far from the origin, at late clocks, in space and with accelerations', () => {
    const random = randomNumbers(2);
    const routes = Array.from({ length: 8 }, () => walk(random, 5));
    const shift =
        (/** @type {number} */ far, /** @type {number} */ late) =>
        (/** @type {MovingDisc} */ piece) => {
            const { x, y, t0, t1 } = piece;
            return { ...piece, x: x + far, y: y - far, t0: t0 + late, t1: t1 + late };
        };
    compare(g, routes, random, shift(5e6, 1.7e9));
    compare(g, routes, random, shift(1e12, -1.7e9));
    // Rounding leaves a box without bounds in float32; that of a stay that does not exist meets not even this one.
    compare(g, routes, random, shift(1e60, 0));
    compare(g, routes, random, (piece) => ({ ...piece, z: 0.3 * piece.x, vz: 0.3 * piece.vx }));
    compare(g, routes, random, (piece) => ({ ...piece, ax: piece.vy / 4, ay: -piece.vx / 4 }));
    // Not all of the range of times of a query, or of the places, can be distinguished in float32.
    compare(g, [...routes, disc(1e30, 0, 1e9, 0, 0, 1e9), disc(0, 0, 0, 0, -1e40, -1e39)], random);
});

test('routes can be added and removed in any order', () => {
    const random = randomNumbers(3);
    const traffic = g.traffic();
    /** @type {Map<number, RouteLike>} */
    const kept = new Map();
    for (let k = 0; k < 300; k++) {
        const keys = [...kept.keys()];
        if (random() < 0.45 && keys.length > 0) {
            const key = keys[Math.floor(random() * keys.length)];
            traffic.remove(key);
            kept.delete(key);
            assert.ok(!traffic.has(key));
        } else {
            const route = walk(random, 1 + Math.floor(random() * 8));
            const key = traffic.add(route);
            assert.ok(!kept.has(key), 'a key is new');
            assert.ok(traffic.has(key));
            kept.set(key, route);
        }
        assert.equal(traffic.count, kept.size);
        const place = { x: Math.floor(random() * 10), y: Math.floor(random() * 10), radius: 0.4 };
        const expected = g.safeIntervals(place, [...kept.values()], OPEN);
        assert.deepEqual(traffic.safeIntervals(place, OPEN), expected);
    }
    traffic.free();
});

test('keys are numbers from 0 on; the one freed last is used again first', () => {
    const route = walk(randomNumbers(4), 2);
    const traffic = g.traffic([route, route, route]);
    assert.equal(traffic.add(route), 3);
    traffic.remove(1);
    traffic.remove(3);
    assert.deepEqual([traffic.add(route), traffic.add(route), traffic.add(route)], [3, 1, 4]);
    assert.equal(traffic.count, 5);
});

test('answers agree with plain JavaScript where nothing only touches', () => {
    const random = randomNumbers(5);
    const routes = Array.from({ length: 30 }, () => walk(random, 12, 14));
    const naive = new NaiveRoutes();
    for (const route of routes) naive.add(route);
    const traffic = g.traffic(routes);
    const from = 0;
    const close = (/** @type {[number, number][]} */ a, /** @type {[number, number][]} */ b) => {
        assert.equal(a.length, b.length);
        a.forEach((span, k) => {
            span.forEach((end, e) => {
                assert.ok(end === b[k][e] || Math.abs(end - b[k][e]) < 1e-9, `${end} ${b[k][e]}`);
            });
        });
    };
    for (let k = 0; k < 300; k++) {
        const [x, y] = [14 * random(), 14 * random()];
        const place = { x, y, radius: 0.4 };
        close(traffic.safeIntervals(place, { from, ...OPEN }), naive.intervals(place));
        const angle = 2 * Math.PI * random();
        const edge = {
            ...place,
            vx: Math.cos(angle),
            vy: Math.sin(angle),
            t0: 3,
            t1: 4 + random(),
        };
        close(
            traffic.safeDepartures(edge, { from, ...OPEN }),
            naive.departuresOf(edge, from, Infinity),
        );
    }
});

test('a conflict of two routes names the pieces and the stays that meet', () => {
    const east = [disc(0, 0, 1, 0, 0, 2), disc(2, 0, 1, 0, 5, 7)];
    const north = [disc(2, -3, 0, 1, 1, 7)];
    const [conflict, ...others] = g.conflicts(east, north, OPEN);
    assert.deepEqual(others, []);
    assert.deepEqual(conflict, {
        begin: 3,
        end: 5,
        relation: 'overlapping',
        separation: -1,
        time: 4,
        first: { piece: 0, stay: 'after' },
        second: { piece: 0, stay: null },
    });
});

test('a contact that lasts for several parts is several conflicts, without gaps', () => {
    const still = disc(1, 0, 0, 0, 0, 10);
    const route = [disc(0, 0, 1, 0, 1, 2), disc(1, 0, 0, 1, 4, 6)];
    const conflicts = g.conflicts(route, still);
    assert.deepEqual(
        conflicts.map(({ begin, end, first }) => [begin, end, first.piece, first.stay]),
        [
            [0, 1, 0, 'before'],
            [1, 2, 0, null],
            [2, 4, 0, 'after'],
            [4, 5, 1, null],
        ],
    );
    assert.deepEqual(g.conflicts(route, still, { before: 'vanish' }), conflicts.slice(1));
    const kinds = g.conflicts(route, disc(1, 2, 0, 0, 0, 10), OPEN).map(({ first }) => first);
    assert.deepEqual(kinds, [
        { piece: 1, stay: null },
        { piece: 1, stay: 'after' },
    ]);
});

test('conflicts of stays have no end', () => {
    const a = [disc(0, 0, 1, 0, 0, 4)];
    const b = [disc(4.5, 3, 0, -1, 1, 4)];
    const last = g.conflicts(a, b).at(-1);
    assert.deepEqual([last?.begin, last?.end, last?.time], [4, Infinity, 4]);
    assert.deepEqual(
        [last?.first, last?.second],
        [
            { piece: 0, stay: 'after' },
            { piece: 0, stay: 'after' },
        ],
    );
    assert.deepEqual(g.conflicts(a, a)[0].begin, -Infinity);
    assert.deepEqual(g.conflicts(a, b, { after: 'vanish' }).at(-1)?.end, 4);
});

test('agents that share one instant are in conflict in it, as two discs are', () => {
    const [a, b] = [[disc(0, 0, 0, 0, 0, 2)], [disc(0.5, 0, 0, 0, 2, 3)]];
    const ends = /** @type {const} */ ({ before: 'vanish', after: 'vanish' });
    const [conflict, ...others] = g.conflicts(a, b, ends);
    assert.deepEqual(others, []);
    assert.deepEqual([conflict.begin, conflict.end], [2, 2]);
    assert.deepEqual(g.conflicts(a[0], b[0])[0].begin, 2);
});

test('a disc that stands still from the instant on in which another one vanishes is in conflict with it', () => {
    const ends = /** @type {const} */ ({ before: 'vanish', after: 'vanish' });
    const [still, short] = [[disc(0.5, 0, 0, 0, 2, Infinity)], [disc(0, 0, 0, 0, 0, 2)]];
    // Within the time of the other one, the stay is that instant alone.
    const [conflict, ...others] = g.conflicts(still, short, ends);
    assert.deepEqual(others, []);
    assert.deepEqual([conflict.begin, conflict.end, conflict.separation], [2, 2, -0.5]);
    const traffic = g.traffic([short], ends);
    assert.deepEqual(traffic.conflicts(still), [{ route: 0, ...conflict }]);
    assert.deepEqual(traffic.firstConflict(still), { status: 'found', route: 0, ...conflict });
});

test('the union of conflicts of two routes is the complement of their free delays at 0', () => {
    const random = randomNumbers(6);
    for (let k = 0; k < 300; k++) {
        const [a, b] = [walk(random, 4, 5), walk(random, 4, 5)];
        const meets = g.conflicts(a, b, OPEN).some(({ separation }) => separation < -1e-9);
        const unsafe = g.unsafeDelays(a, b, OPEN).some(([lo, hi]) => lo < -1e-9 && hi > 1e-9);
        const touches = g
            .unsafeDelays(a, b)
            .some(([lo, hi]) => Math.abs(lo) < 1e-9 || Math.abs(hi) < 1e-9);
        if (!touches) assert.equal(meets, unsafe);
    }
});

test('the first conflict is that with the least begin among all', () => {
    const crossing = disc(5, -5, 0, 1, 0, 10);
    const traffic = g.traffic([
        disc(8, 0, 0, 0, 0, 20),
        [crossing],
        disc(2, 0, 0, 0, 30, Infinity),
    ]);
    const route = [disc(0, 0, 1, 0, 0, 10)];
    const [first, second] = traffic.conflicts(route);
    assert.deepEqual([first.route, second.route], [1, 0]);
    assert.deepEqual(traffic.firstConflict(route), { status: 'found', ...first });
    assert.deepEqual(traffic.firstConflict([disc(0, 50, 1, 0, 0, 1)]), NO_CONFLICT);
    assert.equal(traffic.firstConflict(disc(2, 0, 0, 0, 25, Infinity)).begin, 30);
});

test('the first conflict is the first of all where the times of two round to one instant', () => {
    // The disc passes at 3, and again at once, because it accelerates so much.
    const fast = { ...disc(1, 6, 0, 2, 3, 6, 3), ay: -(1.375 * 2 ** 109) };
    const place = [disc(0, 0, 0, 0, 0, 0, 0)];
    const traffic = g.traffic([[fast]]);
    const [first, second] = traffic.conflicts(place);
    assert.deepEqual([first.begin, second.begin], [3, 3]);
    assert.deepEqual(traffic.firstConflict(place), { status: 'found', ...first });
    assert.ok(first.separation <= second.separation, `${first.separation}, ${second.separation}`);
});

test('a disc that stands still can last forever', () => {
    const stay = disc(5, 0, 0, 0, 2, Infinity);
    const east = disc(0, 0, 1, 0, 0, 20);
    const ended = disc(5, 0, 0, 0, 2, 20);
    assert.deepEqual(g.conflicts(east, stay), g.conflicts(east, ended));
    assert.deepEqual(g.conflictIntervals(stay, east), g.conflictIntervals(ended, east));
    assert.deepEqual(g.closestApproach(stay, east), g.closestApproach(ended, east));
    const near = disc(5.5, 0, 0, 0, 7, Infinity);
    assert.deepEqual(g.conflictIntervals(stay, near), [[7, Infinity]]);
    assert.deepEqual(
        g.conflicts(stay, near).map(({ begin, end }) => [begin, end]),
        [[7, Infinity]],
    );
    assert.deepEqual(g.conflictIntervals(stay, { x: 5, y: 0, width: 1, height: 1 }), [
        [2, Infinity],
    ]);
    assert.deepEqual(g.conflictIntervals({ ...stay, z: 1 }, { ...near, z: 1.2 }), [[7, Infinity]]);
    assert.deepEqual(g.closestApproach(stay, near), {
        relation: 'overlapping',
        separation: -0.5,
        time: 7,
    });
    // It stays in the way of an agent that comes at any time later.
    assert.deepEqual(g.unsafeDelays(east, stay), [[-4, Infinity]]);
    assert.equal(g.minimumDelay(disc(4, 0, -1, 0, 1, 9), [stay]), 0);
    const place = { x: 5, y: 0, radius: 0.5 };
    assert.deepEqual(
        g.safeIntervals(place, [stay]),
        [[-Infinity, 2 - 2 ** -52]].map(() => g.safeIntervals(place, [ended])[0]),
    );
    const route = [disc(0, 0, 1, 0, 0, 5), { ...stay, t0: 5 }];
    assert.deepEqual(
        g.safeIntervals(place, [route], { after: 'vanish' }),
        g.safeIntervals(place, [[route[0]]]),
    );
    assert.deepEqual(g.conflicts(route, near, { after: 'vanish' }).at(-1)?.first, {
        piece: 1,
        stay: null,
    });
    assert.deepEqual(
        g.safeDepartures(stay, [east]),
        g.safeDepartures(stay, [[east]], { before: 'vanish', after: 'vanish' }),
    );
    const traffic = g.traffic([stay, route], { after: 'vanish' });
    assert.deepEqual(traffic.safeDepartures([stay]), [
        g.safeDepartures(stay, [stay, route], { after: 'vanish' }),
    ]);
    assert.deepEqual(traffic.firstConflict(near).second, { piece: 0, stay: null });
});

test('a disc that moves must have an end, and so must a piece before another one', () => {
    const message = /^a\.t1 must be finite unless the disc stands still, got Infinity$/;
    assert.throws(() => g.unsafeDelays(disc(0, 0, 1, 0, 0, Infinity), disc(0, 0, 0, 0, 0, 1)), {
        code: 'not-finite',
        message,
    });
    assert.throws(() => g.traffic([{ ...disc(0, 0, 0, 0, 0, Infinity), ax: 1 }]), {
        code: 'not-finite',
        message: /^routes\[0\]\.t1/,
    });
    const route = [disc(0, 0, 0, 0, 0, Infinity), disc(0, 0, 0, 0, 5, 6)];
    const where = /^routes\[0\]\[0\]\.t1 must be finite where another piece follows/;
    assert.throws(() => g.traffic([route]), { code: 'not-finite', message: where });
    assert.throws(() => g.unsafeSpeeds(disc(0, 0, 1, 0, 0, 1), disc(0, 0, 0, 0, 0, Infinity)), {
        code: 'not-finite',
    });
    assert.throws(() => g.conflicts(disc(0, 0, 0, 0, 0, -Infinity), disc(0, 0, 0, 0, 0, 1)), {
        code: 'not-finite',
    });
});

test('invalid arguments are refused, and change nothing', () => {
    const traffic = g.traffic([disc(0, 0, 1, 0, 0, 5)]);
    const bad = (
        /** @type {() => unknown} */ call,
        /** @type {string} */ code,
        /** @type {RegExp} */ message,
    ) => {
        assert.throws(call, { name: 'GrazeError', code, message });
    };
    const any = (/** @type {any} */ value) => value;
    bad(() => g.traffic(any(7)), 'wrong-type', /^routes must be an array/);
    bad(() => g.traffic([], any({ behind: 1 })), 'unknown-option', /behind/);
    bad(() => g.traffic([], any({ before: 'gone' })), 'unknown-option', /^before must be one of/);
    bad(() => g.traffic([[]]), 'wrong-type', /^routes\[0\] must have at least one moving disc/);
    bad(() => traffic.add([]), 'wrong-type', /^route must have/);
    bad(
        () => traffic.add([disc(0, 0, 1, 0, 2, 3), disc(0, 0, 1, 0, 1, 3)]),
        'out-of-order',
        /^route\[1\]/,
    );
    bad(() => traffic.add(disc(1e150, 0, 1e150, 0, 0, 5)), 'out-of-range', /^route/);
    bad(() => traffic.remove(1), 'bad-index', /^key must be that of a route, got 1$/);
    bad(() => traffic.remove(0.5), 'bad-index', /got 0\.5$/);
    bad(() => traffic.remove(-1), 'bad-index', /got -1$/);
    bad(() => traffic.remove(any('0')), 'wrong-type', /^key must be a number/);
    bad(() => traffic.safeIntervals(any({ x: 0, y: 0 })), 'wrong-type', /radius/);
    bad(() => traffic.safeIntervals(any({ x: 0, y: 0, radius: 1, vx: 1 })), 'unknown-option', /vx/);
    bad(() => traffic.safeIntervals({ x: 0, y: Number.NaN, radius: 1 }), 'not-finite', /^place\.y/);
    bad(
        () => traffic.safeIntervals({ x: 0, y: 0, radius: 1 }, any({ form: 1 })),
        'unknown-option',
        /form/,
    );
    bad(
        () => traffic.safeIntervals({ x: 0, y: 0, radius: 1 }, { from: 3, to: 2 }),
        'out-of-order',
        /^to must be at least from/,
    );
    bad(
        () => traffic.safeIntervals({ x: 0, y: 0, radius: 1 }, any({ before: 'stay' })),
        'unknown-option',
        /before/,
    );
    bad(
        () => traffic.safeDepartures([disc(0, 0, 1, 0, 0, 1), any({})]),
        'wrong-type',
        /^edges\[1\]/,
    );
    bad(
        () => traffic.safeDepartures([disc(0, 0, 1, 0, 0, 1), disc(1e150, 0, 1e150, 0, 0, 5)]),
        'out-of-range',
        /^edges\[1\]/,
    );
    bad(() => traffic.minimumDelay([], {}), 'wrong-type', /^route must have/);
    bad(() => traffic.minimumDelay(disc(1e150, 0, 1e150, 0, 0, 5)), 'out-of-range', /^route/);
    bad(() => traffic.conflicts(any(undefined)), 'wrong-type', /^route/);
    bad(
        () => traffic.firstConflict(disc(0, 0, 1, 0, 0, 1), any({ maxIntervals: 3 })),
        'unknown-option',
        /maxIntervals/,
    );
    assert.equal(traffic.count, 1);
    assert.equal(traffic.add(disc(0, 0, 1, 0, 0, 1)), 1);
});

test('the limit of intervals counts as that of a list', () => {
    const routes = Array.from({ length: 50 }, (_, k) =>
        disc(0, -5 - 10 * k, 0, 1, 10 * k, 10 * k + 10 * k + 20),
    );
    const traffic = g.traffic(routes);
    const place = { x: 0, y: 0, radius: 0.5 };
    const all = traffic.safeIntervals(place);
    assert.ok(all.length > 20);
    assert.deepEqual(traffic.safeIntervals(place, { maxIntervals: all.length }), all);
    const tooMany = { code: 'too-many-intervals', value: all.length - 1 };
    assert.throws(() => traffic.safeIntervals(place, { maxIntervals: all.length - 1 }), tooMany);
    assert.throws(() => g.safeIntervals(place, routes, { maxIntervals: all.length - 1 }), tooMany);
    const edge = disc(0, 0, 0, 0, 0, 1);
    const [starts] = traffic.safeDepartures([edge]);
    assert.deepEqual(traffic.safeDepartures([edge], { maxIntervals: starts.length }), [starts]);
    assert.throws(() => traffic.safeDepartures([edge], { maxIntervals: starts.length - 1 }), {
        code: 'too-many-intervals',
    });
    assert.throws(() => traffic.minimumDelay(edge, { maxIntervals: 3 }), {
        code: 'too-many-intervals',
        value: 3,
    });
    const own = disc(0, 0, 0, 0, 0, Infinity);
    const found = traffic.conflicts(own);
    assert.deepEqual(traffic.conflicts(own, { maxIntervals: found.length }), found);
    assert.throws(() => traffic.conflicts(own, { maxIntervals: found.length - 1 }), {
        code: 'too-many-intervals',
    });
});

test('thousands of routes fit, their memory is used again, and answers stay those of a list', () => {
    const instance = createSync();
    const random = randomNumbers(7);
    const routes = Array.from({ length: 3000 }, () => walk(random, 20, 100));
    const sizes = [];
    for (let round = 0; round < 4; round++) {
        const traffic = instance.traffic(routes);
        assert.equal(traffic.count, 3000);
        const place = { x: 50, y: 50, radius: 0.4 };
        assert.deepEqual(
            traffic.safeIntervals(place, OPEN),
            instance.safeIntervals(place, routes, OPEN),
        );
        for (let k = 0; k < 3000; k += 2) traffic.remove(k);
        const rest = routes.filter((_, k) => k % 2 === 1);
        assert.deepEqual(
            traffic.safeIntervals(place, OPEN),
            instance.safeIntervals(place, rest, OPEN),
        );
        const edge = disc(50, 50, 1, 0, 0, 1, 0.4);
        assert.deepEqual(
            traffic.safeDepartures(edge, OPEN),
            instance.safeDepartures(edge, rest, OPEN),
        );
        traffic.free();
        const batch = instance.movingDiscs(1);
        sizes.push(/** @type {ArrayBuffer} */ (batch.records.buffer).byteLength);
        batch.free();
    }
    assert.equal(sizes[3], sizes[0]);
});

test('freed traffic is an error, freeing it twice is none', () => {
    const traffic = g.traffic([disc(0, 0, 1, 0, 0, 5)]);
    traffic.free();
    traffic.free();
    const place = { x: 0, y: 0, radius: 1 };
    for (const call of [
        () => traffic.count,
        () => traffic.has(0),
        () => traffic.add(disc(0, 0, 1, 0, 0, 5)),
        () => traffic.remove(0),
        () => traffic.safeIntervals(place),
        () => traffic.safeDepartures([]),
        () => traffic.minimumDelay(disc(0, 0, 1, 0, 0, 5)),
        () => traffic.firstConflict(disc(0, 0, 1, 0, 0, 5)),
        () => traffic.conflicts(disc(0, 0, 1, 0, 0, 5)),
    ]) {
        assert.throws(call, { code: 'stale-handle', message: /this traffic was freed/ });
    }
});

test('getters that call the instance, or free it, do not mix up a query', () => {
    const place = { x: 2, y: 0, radius: 0.5 };
    const traffic = g.traffic([disc(0, 0, 1, 0, 0, 5)]);
    const expected = traffic.safeIntervals(place, { from: 0 });
    const nosy = {
        get from() {
            traffic.safeDepartures([disc(0, 0, 1, 0, 0, 1)], { from: 7 });
            g.unsafeDelays(disc(0, 0, 1, 0, 0, 5), [disc(2, 0, 0, 0, 0, 1)]);
            return 0;
        },
    };
    assert.deepEqual(traffic.safeIntervals(place, nosy), expected);
    const freeing = {
        ...disc(0, 0, 1, 0, 0, 1),
        get x() {
            traffic.free();
            return 0;
        },
    };
    assert.throws(() => traffic.safeDepartures([freeing]), { code: 'stale-handle' });
});
