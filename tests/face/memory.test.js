import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GrazeError } from 'graze/external';
import { namesIn } from './arguments.js';
import { CALLS, make, perform } from './calls.js';
import { bits, HOST, makeWorld, openInstance, openTested, probe } from './world.js';

/**
 * Running out of memory at every time at which a call asks for more: refused once, or from then on. The build is the
 * package's, but for what says how memory grows (host.c).
 *
 * @param {import('./calls.js').Call} call
 * @param {number} what of HOST
 */
function refuseEach(call, what) {
    const control = makeWorld(openTested().g);
    const expected = bits(perform(call, control));
    const expectedProbe = probe(control);
    const { memoryUsed } = control.g;
    for (let k = 1; ; k++) {
        const { g, exports } = openTested();
        const w = makeWorld(g);
        const self = call.self(w);
        const args = call.args(w);
        const before = bits(call.see(w, 0));
        exports.graze_test_arm(k, what);
        /** @type {any} */
        let error = null;
        try {
            make(call, w, args, self);
        } catch (thrown) {
            error = thrown;
        }
        const attempts = exports.graze_test_requested();
        exports.graze_test_arm(0, 0);
        if (attempts < k) {
            assert.equal(error, null, call.label);
            return k - 1;
        }
        const at = `${call.label}, refused at ${k}`;
        assert.ok(error instanceof GrazeError, `${at}: ${error?.stack}`);
        assert.equal(error.code, 'out-of-memory', at);
        assert.doesNotMatch(error.message, /undefined/, at);
        if (error.argument !== undefined) {
            const names = call.names.flatMap((name, i) => [...namesIn(name, args[i])]);
            assert.ok(names.includes(error.argument), `${at}: ${error.argument}`);
        }
        assert.equal(bits(call.see(w, 0)), before, `${at}: something was written`);
        const answer = bits(perform(call, w));
        if (call.name !== 'memoryUsed') assert.equal(answer, expected, at);
        assert.equal(probe(w), expectedProbe, at);
        assert.ok(g.memoryUsed <= memoryUsed, `${at}: ${g.memoryUsed} > ${memoryUsed} in use`);
    }
}

for (const [how, what] of Object.entries({ once: HOST.refuseOnce, 'for good': HOST.refuseFrom })) {
    test(`memory refused ${how}, at every time: an error, nothing lost, the instance as before`, (t) => {
        const refused = CALLS.map((call) => refuseEach(call, what));
        const total = refused.reduce((a, b) => a + b, 0);
        // All that makes a thing, lists or takes a list asks for some.
        assert.ok(refused.filter((n) => n > 0).length >= 30, `${refused}`);
        t.diagnostic(`${total} refusals in ${refused.filter((n) => n > 0).length} calls`);
    });
}

const PAGE = 65536;

/**
 * Makes things until memory has grown to so many pages; returns its sizes on the way, in pages.
 *
 * @param {ReturnType<typeof openInstance>} instance
 * @param {number} pages
 * @param {() => unknown} makeOne
 */
function sizesUpTo({ exports }, pages, makeOne) {
    const sizes = [exports.memory.buffer.byteLength / PAGE];
    while (sizes[sizes.length - 1] < pages) {
        makeOne();
        const size = exports.memory.buffer.byteLength / PAGE;
        if (size !== sizes[sizes.length - 1]) sizes.push(size);
    }
    return sizes;
}

test('memory grows by a quarter where less is needed, by all that is needed where that is more', () => {
    const instance = openInstance();
    const { g, exports } = instance;
    /** @type {unknown[]} */
    const kept = [];
    const sizes = sizesUpTo(instance, 1000, () => kept.push(g.box(1, 1)));
    for (let k = 1; k < sizes.length; k++) {
        const min = sizes[k - 1] + Math.max(1, Math.floor(sizes[k - 1] / 4));
        assert.ok(sizes[k] >= min, `from ${sizes[k - 1]} pages to ${sizes[k]}`);
        assert.ok(sizes[k] <= min + 12, `from ${sizes[k - 1]} pages to ${sizes[k]}`);
    }
    assert.ok(sizes.length < 30, `${sizes}`);
    g.bodies(2 ** 20, { pairs: 1 });
    assert.ok(exports.memory.buffer.byteLength / PAGE > 1.25 * sizes[sizes.length - 1]);
    assert.ok(exports.memory.buffer.byteLength - g.memoryUsed < PAGE);
});

test('where the host refuses a quarter, memory grows by what it grants, down to what is needed', () => {
    const instance = openTested();
    const { g, exports } = instance;
    /** @type {import('graze').MovingDiscBatch[]} */
    const batches = [];
    const makeOne = () => {
        const batch = g.movingDiscs(8);
        batch.records.fill(batches.length);
        batches.push(batch);
    };
    const size = sizesUpTo(instance, 200, makeOne).pop() ?? 0;
    const max = size + 20;
    exports.graze_test_limit(max);
    const sizes = sizesUpTo(instance, max, makeOne);
    assert.ok(sizes.length < 8, `${sizes}`);
    assert.equal(sizes.pop(), max);
    // All that is granted can be filled; what is refused then leaves everything as it was.
    const fill = () => {
        for (;;) makeOne();
    };
    assert.throws(fill, (/** @type {any} */ error) => {
        assert.ok(error instanceof GrazeError);
        assert.equal(error.code, 'out-of-memory');
        assert.match(error.message, /memory cannot grow further/);
        return true;
    });
    assert.ok(max * PAGE - g.memoryUsed < 2048, `${g.memoryUsed} of ${max} pages`);
    batches.forEach(({ records }, k) => {
        assert.deepEqual([records[0], records[55]], [k, k]);
    });
    // Freed memory is used again; one more page gives more room.
    batches.pop()?.free();
    makeOne();
    assert.throws(makeOne, { code: 'out-of-memory' });
    exports.graze_test_limit(max + 1);
    makeOne();
    assert.equal(exports.memory.buffer.byteLength, (max + 1) * PAGE);
});

test('memory that things of one size leave serves things of any other', () => {
    /** @param {ReturnType<typeof openInstance>['g']} g @param {number} capacity */
    const fill = (g, capacity) => {
        return Array.from({ length: 8192 / capacity }, () => g.movingDiscs(capacity));
    };
    const alone = Array.from({ length: 10 }, (_, k) => {
        const { g } = openInstance();
        fill(g, 8 << k);
        return g.memoryUsed;
    });
    const { g } = openInstance();
    /** @type {import('graze').MovingDiscBatch[]} */
    let last = [];
    let max = 0;
    for (let round = 0; round < 60; round++) {
        const batches = fill(g, 8 << ((round * 7) % 10));
        max = Math.max(max, g.memoryUsed);
        // A few outlive the next round.
        const survivors = batches.filter((_, k) => k % 64 === 7);
        for (const batch of [...last, ...batches.filter((one) => !survivors.includes(one))]) {
            batch.free();
        }
        last = survivors;
    }
    const bound = 2 * Math.max(...alone);
    assert.ok(max < bound, `${max} bytes, and ${alone} for one size alone`);
});

test('with a million things and more alive, each has its own handle; the last handle is an error that says so', () => {
    const { g, exports } = openTested();
    assert.equal(exports.graze_test_take_handles(20), 1);
    /** @type {import('graze').Shape[]} */
    const shapes = [];
    const fill = () => {
        for (;;) shapes.push(g.disc(shapes.length + 1));
    };
    assert.throws(fill, (/** @type {any} */ error) => {
        assert.ok(error instanceof GrazeError);
        assert.equal(error.code, 'out-of-memory');
        assert.match(error.message, /all 8388608 handles are in use: free unused ones/);
        return true;
    });
    assert.equal(shapes.length, 20);
    const used = g.memoryUsed;
    assert.throws(() => g.movingDiscs(100), { code: 'out-of-memory', message: /8388608 handles/ });
    assert.throws(() => g.motion.static(), { code: 'out-of-memory', message: /8388608 handles/ });
    assert.equal(g.memoryUsed, used);
    assert.equal(new Set(shapes.map(({ id }) => id)).size, 20);
    shapes.forEach((shape, k) => {
        assert.equal(shape.radius, k + 1);
        assert.equal(g.distance(shape, shape, undefined, { x: 100 }).distance, 98 - 2 * k);
    });
    const [first] = shapes;
    first.free();
    const { id } = g.disc(1);
    assert.notEqual(id, first.id);
    assert.throws(() => g.collide(first, first), { code: 'stale-handle' });
    assert.throws(() => g.disc(1), { code: 'out-of-memory' });
});
