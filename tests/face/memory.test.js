import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GrazeError } from 'graze/external';
import { namesIn } from './arguments.js';
import { ask, CALLS, make } from './calls.js';
import { bits, HOST, makeWorld, openTested, probe } from './world.js';

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
