import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GrazeError } from 'graze/external';
import { namesIn } from './arguments.js';
import { ask, CALLS, make } from './calls.js';
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
    const expected = bits(ask(call, control));
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
        const asked = exports.graze_test_asked();
        exports.graze_test_arm(0, 0);
        if (asked < k) {
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
        const answer = bits(ask(call, w));
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
 * Makes shapes until memory has grown past so many pages; returns its sizes on the way, in pages.
 *
 * @param {ReturnType<typeof openInstance>} instance
 * @param {number} pages
 */
function sizesUpTo({ g, exports }, pages) {
    const sizes = [exports.memory.buffer.byteLength / PAGE];
    const shapes = [];
    while (sizes[sizes.length - 1] < pages) {
        shapes.push(g.box(1, 1));
        const size = exports.memory.buffer.byteLength / PAGE;
        if (size !== sizes[sizes.length - 1]) sizes.push(size);
    }
    return { sizes, shapes };
}

test('memory grows by a quarter where less is needed, by all that is needed where that is more', () => {
    const instance = openInstance();
    const { sizes } = sizesUpTo(instance, 1000);
    for (let k = 1; k < sizes.length; k++) {
        const least = sizes[k - 1] + Math.max(1, Math.floor(sizes[k - 1] / 4));
        assert.ok(sizes[k] >= least, `from ${sizes[k - 1]} pages to ${sizes[k]}`);
        assert.ok(sizes[k] <= least + 8, `from ${sizes[k - 1]} pages to ${sizes[k]}`);
    }
    assert.ok(sizes.length < 30, `${sizes}`);
    const { g, exports } = instance;
    g.bodies(2 ** 20, { pairs: 1 });
    assert.ok(exports.memory.buffer.byteLength / PAGE > 1.25 * (sizes.at(-1) ?? 0));
    assert.ok(exports.memory.buffer.byteLength - g.memoryUsed < PAGE);
});

test('where the host refuses a quarter, memory grows by what it grants, down to what is needed', () => {
    const instance = openTested();
    const { g, exports } = instance;
    const { sizes, shapes } = sizesUpTo(instance, 200);
    const size = sizes[sizes.length - 1];
    exports.graze_test_limit(size + 20);
    const more = sizesUpTo(instance, size + 20);
    assert.ok(more.sizes.length < 8, `${more.sizes}`);
    assert.equal(more.sizes[more.sizes.length - 1], size + 20);
    // All that is granted can be filled; what is refused then leaves everything as it was.
    /** @type {import('graze').Shape[]} */
    const last = [];
    const spent = () => {
        for (;;) last.push(g.box(1, 1));
    };
    assert.throws(spent, (/** @type {any} */ error) => {
        assert.ok(error instanceof GrazeError);
        assert.deepEqual([error.code, error.argument], ['out-of-memory', undefined]);
        return true;
    });
    assert.ok((size + 20) * PAGE - g.memoryUsed < 1024, `${g.memoryUsed} of ${size + 20} pages`);
    for (const shape of [...shapes, ...more.shapes, ...last])
        assert.equal(shape.vertices.length, 8);
    assert.equal(g.collide(shapes[0], last[0], { x: 0.5 }), true);
    last[0].free();
    assert.equal(g.collide(shapes[0], g.box(1, 1), { x: 2 }), false);
    // With a page more there is room again.
    exports.graze_test_limit(size + 21);
    for (let k = 0; k < 50; k++) g.box(1, 1);
    assert.equal(exports.memory.buffer.byteLength, (size + 21) * PAGE);
});
