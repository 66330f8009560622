import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GrazeError } from 'graze/external';
import { CALLS, make, perform } from './calls.js';
import { bits, makeWorld, openInstance, probe } from './world.js';

/**
 * Calls that end in the middle. A trap is stood in for by exports that throw as WebAssembly does, each in its turn.
 *
 * @import { Call } from './calls.js'
 */

/**
 * How a call ends in WebAssembly: by a trap; at the end of the stack in V8, and in SpiderMonkey, whose error is of a kind of
 * its own. The latter leave both of the module's stacks where the call had moved them.
 */
const TRAP = () => new WebAssembly.RuntimeError('unreachable');
const CUTS = [
    () => new RangeError('Maximum call stack size exceeded'),
    () => Object.assign(new Error('too much recursion'), { name: 'InternalError' }),
];

/** Creates an instance that traps in a call of an export: the one after `left` others. */
function openDoomed() {
    const state = { left: -1, calls: 0, end: TRAP };
    const { g, exports } = openInstance('build/wasm-test/graze.wasm', (all) => {
        const wrapped = Object.entries(all).map(([name, one]) => {
            if (typeof one !== 'function' || !name.startsWith('graze_wasm_')) return [name, one];
            const call = (/** @type {number[]} */ ...args) => {
                state.calls++;
                if (state.left < 0 || state.left-- > 0) return one(...args);
                if (state.end !== TRAP) {
                    all.stackRestore(all.stackSave() - 24576);
                    all.graze_test_leave(4096);
                }
                throw state.end();
            };
            return [name, call];
        });
        return Object.fromEntries(wrapped);
    });
    return { g, exports, state };
}

/** Those that say something without asking the module. @param {Call} call */
const skipsModule = ({ name }) => name === Symbol.iterator || name === 'wallAt';

/** @param {() => unknown} run @param {string} at @returns {GrazeError} */
function dies(run, at) {
    try {
        run();
    } catch (error) {
        assert.ok(error instanceof GrazeError, `${at}: ${/** @type {any} */ (error).stack}`);
        assert.equal(error.code, 'instance-dead', at);
        return error;
    }
    return assert.fail(`${at}: lived on`);
}

test('whatever call traps, at whichever of its steps, all of the instance is dead from then on, and no other', (t) => {
    const bystander = makeWorld(openInstance().g);
    const expected = probe(bystander);
    let cases = 0;
    for (const call of CALLS.filter((one) => !skipsModule(one))) {
        const steps = callsOf(call);
        for (let k = 0; k < steps; k++) {
            const { g, state } = openDoomed();
            const w = makeWorld(g);
            const all = CALLS.map((one) => ({ one, self: one.self(w), args: one.args(w) }));
            const { self, args } = all[CALLS.indexOf(call)];
            Object.assign(state, { left: k, end: TRAP });
            const at = `${call.label}, trap ${k}`;
            const error = dies(() => make(call, w, args, self), at);
            assert.ok(error.cause instanceof WebAssembly.RuntimeError, at);
            for (const { one, self: object, args: given } of all) {
                if (skipsModule(one)) continue;
                const later = dies(() => make(one, w, given, object), `${one.label} after ${at}`);
                assert.equal(later.cause, error.cause);
            }
            cases++;
        }
        assert.equal(probe(bystander), expected, call.label);
    }
    t.diagnostic(`${cases} traps`);
});

/**
 * Exhausting the stack in a call of the module is not a RuntimeError. Its own stack pointer stayed where the call had moved it, so
 * that some such calls later it grew down into the module's data; and what the call had taken from the arena's stack stayed
 * taken, after which nothing could be made any more: `out-of-memory` for good.
 */
test('a call that the end of the stack cuts short, again and again, leaves the instance as it was', (t) => {
    let cases = 0;
    for (const call of CALLS.filter((one) => !skipsModule(one) && !one.frees)) {
        const steps = callsOf(call);
        const control = makeWorld(openDoomed().g);
        const expected = bits(perform(call, control));
        const expectedProbe = probe(control);
        for (let k = 0; k < steps; k++) {
            const { g, exports, state } = openDoomed();
            const w = makeWorld(g);
            const self = call.self(w);
            const args = call.args(w);
            const stack = exports.stackSave();
            const at = `${call.label}, cut short at ${k}`;
            for (let again = 0; again < 6; again++) {
                const end = CUTS[again % 2];
                Object.assign(state, { left: k, end });
                const { name } = end();
                assert.throws(() => make(call, w, args, self), { name }, at);
                cases++;
            }
            const answer = bits(perform(call, w));
            if (call.name !== 'memoryUsed') assert.equal(answer, expected, at);
            assert.equal(probe(w), expectedProbe, at);
            assert.equal(exports.stackSave(), stack, at);
        }
    }
    t.diagnostic(`${cases} calls cut short`);
});

/** @type {Map<Call, number>} */
const counted = new Map();

/** Returns the number of exports that a call uses. @param {Call} call */
function callsOf(call) {
    const known = counted.get(call);
    if (known !== undefined) return known;
    const { g, state } = openDoomed();
    const w = makeWorld(g);
    const self = call.self(w);
    const args = call.args(w);
    state.calls = 0;
    make(call, w, args, self);
    counted.set(call, state.calls);
    assert.ok(state.calls > 0, `${call.label} asks nothing`);
    return state.calls;
}

test('memory that a program overwrites ends in a trap at most: the instance is dead, and no other', () => {
    const one = makeWorld(openInstance().g);
    const other = makeWorld(openInstance().g);
    const expected = probe(other);
    new Uint8Array(one.pairs.distances.buffer).fill(0xff);
    dies(() => one.g.collide(one.box, one.box), 'collide');
    dies(() => one.g.disc(1), 'disc');
    dies(() => one.pairs.collide(1), 'pairs.collide');
    assert.equal(probe(other), expected);
});

test("an endless recursion that queries at its end ends in the host's own error, and the instance lives on", () => {
    const outcomes = new Set();
    for (let round = 0; round < 40; round++) {
        const w = makeWorld(openInstance().g);
        const expected = probe(w);
        // The stack ends at another place in each round.
        /** @type {(...numbers: number[]) => number} */
        const deep = (...numbers) => {
            try {
                return deep(...numbers) + 1;
            } catch (error) {
                if (!(error instanceof RangeError)) throw error;
                w.g.contactIntervals(w.box, w.hexagon, w.east, w.turning);
                return 0;
            }
        };
        try {
            deep(...new Array(round).fill(0));
        } catch (error) {
            outcomes.add(/** @type {any} */ (error).name);
        }
        assert.equal(probe(w), expected);
    }
    assert.ok(
        [...outcomes].every((name) => name === 'RangeError'),
        [...outcomes].join(),
    );
});
