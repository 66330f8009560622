import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CALLS, make, perform } from './calls.js';
import { bits, makeWorld, openTested, probe } from './world.js';

/**
 * Lists of numbers in buffers of all kinds. What is read is copied first, so that only what is there at that time counts.
 *
 * @import { Call } from './calls.js'
 * @import { World } from './world.js'
 */

/** Calls that take a list of numbers, and which argument that is. @type {[label: string, argument: number][]} */
const LISTS = [
    ['Graze.hull', 0],
    ['Graze.separationsAt', 4],
    ['MotionMaker.spline', 1],
];

/** @param {string} label @returns {Call} */
function callNamed(label) {
    const call = CALLS.find((one) => one.label === label);
    assert.ok(call, label);
    return call;
}

/** Lists with the same numbers, as `valid` has them. @type {Record<string, (w: World, valid: number[]) => unknown>} */
const SAME = {
    Float64Array: (_, valid) => Float64Array.from(valid),
    'a subarray with an offset': (_, valid) =>
        Float64Array.from([7, 7, ...valid, 7]).subarray(2, 2 + valid.length),
    'shared memory': (_, valid) => {
        const array = new Float64Array(new SharedArrayBuffer(8 * valid.length));
        array.set(valid);
        return array;
    },
    'a resizable buffer': (_, valid) => {
        const array = new Float64Array(
            new /** @type {any} */ (ArrayBuffer)(8 * valid.length, { maxByteLength: 4096 }),
        );
        array.set(valid);
        return array;
    },
    'memory of the module, where the call itself writes': (w, valid) => {
        const { buffer } = w.movingDiscs.records;
        const top = 8 * Math.ceil(w.g.memoryUsed / 8);
        const array = new Float64Array(buffer, top, valid.length);
        array.set(valid);
        return array;
    },
    'an array with more in it': (_, valid) => Object.assign([...valid], { more: 1, '-1': 5 }),
    'a subclass of Array': (_, valid) => {
        class Mine extends Array {
            static get [Symbol.species]() {
                return /** @type {any} */ (Object);
            }
        }
        return Mine.from(valid);
    },
};

test('numbers are the same from whatever memory they come', () => {
    for (const [label, argument] of LISTS) {
        const call = callNamed(label);
        const control = makeWorld(openTested().g);
        const expected = bits(perform(call, control));
        for (const [kind, of] of Object.entries(SAME)) {
            const { g, exports } = openTested();
            const w = makeWorld(g);
            exports.memory.grow(1);
            const args = call.args(w);
            args[argument] = of(w, /** @type {number[]} */ (args[argument]));
            assert.equal(bits(perform(call, w, args)), expected, `${label}: ${kind}`);
        }
    }
});

test('float32 input rounds once, as Math.fround does, whatever array it comes in', () => {
    const { g } = openTested();
    const numbers = [0.1, 1 / 3, 1e-30, 16777217, 5, -7];
    const expected = g.hull(numbers).vertices;
    for (const array of [Float64Array.from(numbers), Float32Array.from(numbers)]) {
        assert.deepEqual(g.hull(array).vertices, expected);
    }
    for (const one of expected) assert.equal(Math.fround(one), one);
});

test('a buffer that shrinks, is emptied or is changed while it is read gives an error, or what was read', () => {
    const { g } = openTested();
    const w = makeWorld(g);
    const expected = probe(w);
    for (const at of [0, 1, 5]) {
        const buffer = new /** @type {any} */ (ArrayBuffer)(64, { maxByteLength: 64 });
        const array = new Float64Array(buffer);
        let read = 0;
        const watched = new Proxy([0, 0, 1, 0, 1, 1, 0, 1], {
            get: (target, key) => {
                if (typeof key === 'string' && /^\d+$/.test(key) && read++ === at) buffer.resize(0);
                return key === 'length' || typeof key === 'symbol'
                    ? Reflect.get(target, key)
                    : array[Number(key)];
            },
        });
        assert.throws(() => g.hull(/** @type {any} */ (watched)), {
            code: 'wrong-type',
            argument: /^points\[\d\]$/,
        });
    }
    assert.equal(probe(w), expected);
});

test('what is read into and out of the module is a copy', () => {
    const { g } = openTested();
    const points = Float32Array.of(0, 0, 1, 0, 1, 1);
    const shape = g.polygon(points);
    points.fill(9);
    const { vertices } = shape;
    vertices.fill(7);
    assert.deepEqual(shape.vertices, Float32Array.of(0, 0, 1, 0, 1, 1));
    const w = makeWorld(g);
    const times = Float64Array.of(0, 1, 2);
    const separations = g.separationsAt(w.box, w.disc, w.east, w.standing, times);
    assert.deepEqual(times, Float64Array.of(0, 1, 2));
    assert.notEqual(separations.buffer, w.pairs.distances.buffer);
    assert.notEqual(w.ego.boxes().buffer, w.pairs.distances.buffer);
});

test('counts beyond a batch, and no whole ones, are refused before anything is written', () => {
    const HUGE = [5, 17, 2 ** 24 + 1, 2 ** 31, 2 ** 32, 2 ** 32 + 1, 2 ** 53, 1e300, -1, 0.5];
    for (const call of CALLS.filter(({ of }) => of.endsWith('Batch'))) {
        call.names.forEach((name, argument) => {
            if (!/ount|body|firstPiece|^first$|^second$/.test(name)) return;
            for (const count of HUGE) {
                const w = makeWorld(openTested().g);
                if (call.name === 'conflicts' && count === 5) continue;
                if (name === 'firstPiece' && count === 5) continue;
                const before = bits(call.see(w, 0));
                const args = call.args(w);
                args[argument] = count;
                assert.throws(
                    () => make(call, w, args),
                    (/** @type {any} */ { code, argument: named }) =>
                        ['out-of-range', 'wrong-type'].includes(code) && named === name,
                    `${call.label} ${name} ${count}`,
                );
                assert.equal(bits(call.see(w, 0)), before, call.label);
            }
        });
    }
});

test('what lies in the views of a batch is checked: nothing in them is believed', () => {
    const FULL = {
        Uint32Array: [2 ** 32 - 1, 2 ** 31, 4],
        Uint8Array: [255],
        Float: [NaN, Infinity, -1e308],
    };
    const calls = CALLS.filter(
        ({ of, kind, frees }) => of.endsWith('Batch') && kind === 'method' && !frees,
    );
    const views = CALLS.filter(({ of, kind }) => of.endsWith('Batch') && kind === 'getter');
    for (const view of views) {
        for (const call of calls.filter(({ of }) => of === view.of)) {
            const kinds = makeWorld(openTested().g);
            const { name: type } = make(view, kinds).constructor;
            const values = FULL[/** @type {keyof typeof FULL} */ (type)] ?? FULL.Float;
            for (const value of values) {
                const w = makeWorld(openTested().g);
                const control = makeWorld(w.g);
                const expected = probe(control);
                make(view, w).fill(value);
                try {
                    call.answer(make(call, w), call.label);
                } catch (error) {
                    const { name, code } = /** @type {any} */ (error);
                    const at = `${call.label}, ${view.label} full of ${value}: ${name} ${code}`;
                    assert.equal(name, 'GrazeError', at);
                    assert.notEqual(code, 'instance-dead', at);
                }
                assert.equal(
                    probe(control),
                    expected,
                    `${call.label}, ${String(view.name)} ${value}`,
                );
            }
        }
    }
});

test("the module's memory cannot be taken away from it", () => {
    const w = makeWorld(openTested().g);
    const { buffer } = w.pairs.distances;
    const expected = probe(w);
    try {
        // Hosts refuse, or copy.
        structuredClone(buffer, { transfer: [buffer] });
    } catch (error) {
        assert.equal(/** @type {any} */ (error).name, 'DataCloneError');
    }
    assert.equal(w.pairs.distances.buffer, buffer);
    assert.equal(probe(w), expected);
});
