import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync, GrazeError } from 'graze';
import { createSync as createScalar } from 'graze/scalar';
import { processorSeconds } from '../helpers.js';

/**
 * Tests that calls which return a list end as soon as it has more than `maxIntervals` entries. Without a limit a bar
 * that spins within the valid range makes a million intervals, which take half a minute and half a gigabyte in one
 * call.
 */

const DEFAULT = 65536;

const g = createSync();
const bar = g.box(4, 0.2);
const disc = g.disc(0.1);
const standing = g.motion.static({ x: 1.5, y: 0.3 });

/** Both ends of the bar meet the disc in each turn. */
const spinning = g.motion.linear({ t0: 0, t1: 1, x: 0, y: 0, angularVelocity: 10 * Math.PI });

/** This motion lasts for an instant. */
const flash = g.motion.linear(
    { t0: 0, t1: 0, x: 1.5, y: 0.3 },
    { before: 'vanish', after: 'vanish' },
);

const clock = { t1: 4, step: 0.5 };
/** Ten discs in one position. */
const heap = Array.from({ length: 10 }, () => g.path(g.disc(1), g.motion.static(), clock));
const scene = g.scene(heap);
const ego = g.path(g.disc(1), g.motion.static({ x: 1 }), clock);

/** Returns a disc that stays at x from t0 to t1. @param {number} x @param {number} t0 @param {number} t1 */
const stay = (x, t0, t1) => ({ x, y: 0, vx: 0, vy: 0, t0, t1, radius: 0.5 });
/** Ten discs, one after the other, in one position. */
const visitors = Array.from({ length: 10 }, (_, k) => stay(0, 3 * k, 3 * k + 1));
/** A disc that leaves and returns. */
const visitor = visitors.map((visit, k) => ({ ...visit, x: 9 * (k % 2) }));
const instant = stay(0, 0, 0);

/** Every call with a limit, by the list that it returns, or the list behind its number. */
const CALLS = {
    contactIntervals: (/** @type {any} */ options) =>
        g.contactIntervals(bar, disc, spinning, standing, options),
    motionDelays: (/** @type {any} */ options) =>
        g.unsafeMotionDelays(disc, bar, flash, spinning, options),
    sweepMany: (/** @type {any} */ options) => g.sweepMany(ego, heap, options),
    'scene.contacts': (/** @type {any} */ options) => scene.contacts(options),
    'scene.contactsWith': (/** @type {any} */ options) => scene.contactsWith(ego, options),
    'unsafeDelays of routes': (/** @type {any} */ options) =>
        g.unsafeDelays([instant], visitor, {
            before: 'vanish',
            after: 'vanish',
            touching: 'allowed',
            ...options,
        }),
    'unsafeDelays of segments': (/** @type {any} */ options) =>
        g.unsafeDelays(
            stay(2, 0, 0),
            { x: 0, y: 0, vx: 4, vy: 0, ax: -2, t0: 0, t1: 4, radius: 0.5 },
            options,
        ),
    safeIntervals: (/** @type {any} */ options) =>
        g.safeIntervals({ x: 0, y: 0, radius: 0.5 }, visitors, options),
    safeDepartures: (/** @type {any} */ options) => g.safeDepartures(instant, visitors, options),
};

/** @param {() => unknown} call @param {number} limit */
function refuses(call, limit) {
    assert.throws(call, (/** @type {any} */ error) => {
        assert.ok(error instanceof GrazeError, error.stack);
        assert.equal(error.code, 'too-many-intervals');
        assert.equal(error.argument, 'options.maxIntervals');
        assert.equal(error.value, limit);
        assert.match(error.message, /maxIntervals/);
        assert.ok(error.message.includes(` ${limit} `), error.message);
        assert.match(error.message, /shorten the range of time or raise the limit/);
        return true;
    });
}

for (const [name, call] of Object.entries(CALLS)) {
    test(`${name}: finds as many entries as allowed; one more is an error and changes nothing`, () => {
        const all = call({});
        const { length } = all;
        assert.ok(length >= 2, `${length}`);
        assert.deepEqual(call({ maxIntervals: length }), all);
        assert.deepEqual(call({ maxIntervals: 2 ** 24 }), all);
        const used = g.memoryUsed;
        for (const limit of new Set([1, length >> 1, length - 1])) {
            refuses(() => call({ maxIntervals: limit }), limit);
            assert.equal(g.memoryUsed, used);
            assert.deepEqual(call({}), all);
        }
    });

    test(`${name}: a limit that is not a whole number from 1 to 2^24 is an error`, () => {
        for (const [limit, code] of /** @type {const} */ ([
            [0, 'out-of-range'],
            [-1, 'out-of-range'],
            [2 ** 24 + 1, 'out-of-range'],
            [1.5, 'wrong-type'],
            ['10', 'wrong-type'],
            [null, 'wrong-type'],
            [Number.NaN, 'not-finite'],
            [Number.POSITIVE_INFINITY, 'not-finite'],
        ])) {
            assert.throws(() => call({ maxIntervals: limit }), {
                code,
                argument: 'options.maxIntervals',
            });
        }
    });
}

test('a least delay is not searched for among more unsafe intervals than allowed', () => {
    const options = {
        before: /** @type {const} */ ('vanish'),
        after: /** @type {const} */ ('vanish'),
    };
    const most = visitors.length;
    const least = () => g.minimumDelay([instant], visitors, { ...options, maxIntervals: most });
    assert.equal(least(), g.minimumDelay([instant], visitors, options));
    refuses(
        () => g.minimumDelay([instant], visitors, { ...options, maxIntervals: most - 1 }),
        most - 1,
    );
});

test('calls whose answers are always short take no limit', () => {
    const given = /** @type {any} */ ({ maxIntervals: 5 });
    for (const call of [
        () => scene.firstContact(ego, given),
        () => g.firstContact(bar, disc, spinning, standing, given),
        () => g.clearance(bar, disc, spinning, standing, given),
        () => g.sweep(ego, heap[0], given),
        () => g.conflictIntervals(stay(0, 0, 1), stay(0, 0, 1), given),
        () => g.unsafeSpeeds(stay(0, 0, 1), stay(0, 0, 1), given),
    ]) {
        assert.throws(call, { code: 'unknown-option', value: 'maxIntervals' });
    }
});

test('a bar that spins millions of times ends at the default limit, soon, and memory is returned', () => {
    const fresh = createSync();
    const b = fresh.box(4, 0.2);
    const d = fresh.disc(0.1);
    const s = fresh.motion.static({ x: 1.5, y: 0.3 });
    const m = fresh.motion.linear({ t0: 0, t1: 1, x: 0, y: 0, angularVelocity: 1e7 });
    const flashing = fresh.motion.linear(
        { t0: 0, t1: 0, x: 1.5, y: 0.3 },
        { before: 'vanish', after: 'vanish' },
    );
    const used = fresh.memoryUsed;
    const before = process.memoryUsage().arrayBuffers;
    refuses(() => fresh.contactIntervals(b, d, m, s), DEFAULT);
    // The bound is the memory of the default limit, with some growth; it does not depend on the motion.
    assert.ok(process.memoryUsage().arrayBuffers - before < 16 * 2 ** 20);
    assert.equal(fresh.memoryUsed, used);
    // A search for few intervals costs little compared with one for many, on any machine.
    const start = processorSeconds();
    refuses(() => fresh.contactIntervals(b, d, m, s, { maxIntervals: 1000 }), 1000);
    const few = processorSeconds() - start;
    refuses(() => fresh.unsafeMotionDelays(d, b, flashing, m, { maxIntervals: 1000 }), 1000);
    const again = processorSeconds();
    const many = { maxIntervals: 100_000, maxIterations: 2 ** 24 };
    refuses(() => fresh.contactIntervals(b, d, m, s, many), 100_000);
    assert.ok(few < (processorSeconds() - again) / 4, `${few} s`);
});

test('both builds end at the same limit', () => {
    const [simd, scalar] = [createSync(), createScalar()].map((instance) => {
        const b = instance.box(4, 0.2);
        const d = instance.disc(0.1);
        const s = instance.motion.static({ x: 1.5, y: 0.3 });
        const m = instance.motion.linear({ t0: 0, t1: 1, x: 0, y: 0, angularVelocity: 1000 });
        const { length } = instance.contactIntervals(b, d, m, s);
        assert.equal(
            instance.contactIntervals(b, d, m, s, { maxIntervals: length }).length,
            length,
        );
        const maxIntervals = length - 1;
        assert.throws(() => instance.contactIntervals(b, d, m, s, { maxIntervals }), {
            code: 'too-many-intervals',
            value: maxIntervals,
        });
        return length;
    });
    assert.equal(simd, scalar);
});
