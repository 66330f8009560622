import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as simd from 'graze';
import * as external from 'graze/external';
import * as scalar from 'graze/scalar';
import { readTable, SEPARATE_FAMILIES } from '../../wasm/boundary.mjs';
import { CALLS, FIELDS, perform } from './calls.js';
import { bits, makeWorld, openInstance } from './world.js';

/** Returns an object of each class, by its name. */
function oneOfEach() {
    const w = makeWorld(openInstance().g);
    return {
        Graze: w.g,
        Study: w.g.study,
        Shape: w.box,
        Motion: w.east,
        Path: w.ego,
        Scene: w.scene,
        Traffic: w.traffic,
        PairBatch: w.pairs,
        BodyBatch: w.bodies,
        MovingPairBatch: w.movingPairs,
        MovingDiscBatch: w.movingDiscs,
        BoxIndex: w.boxIndex,
        StepIterator: w.g.sweepSteps(w.ego, w.other),
    };
}

/** Returns whether a name is one of version 0.1, which is there to name the new one. @param {any} one @param {string | symbol} name */
function isOldName(one, name) {
    try {
        return one[name] === isOldName;
    } catch (error) {
        return / is now /.test(/** @type {Error} */ (error).message);
    }
}

/** @param {object} one @returns {(string | symbol)[]} names of members of its classes */
function inherited(one) {
    const names = new Set();
    let proto = Object.getPrototypeOf(one);
    for (; proto !== Object.prototype; proto = Object.getPrototypeOf(proto)) {
        for (const name of Reflect.ownKeys(proto)) names.add(name);
    }
    names.delete('constructor');
    // These members are only for subclasses and other classes of the package.
    for (const name of [
        'view',
        'handle',
        'witnessView',
        'query',
        'begin',
        'checkFound',
        'checkSet',
        'endOfPieces',
    ])
        names.delete(name);
    return [...names].filter((name) => !isOldName(one, name));
}

/** @param {(string | symbol)[]} names */
const sorted = (names) => names.map(String).sort();

test('every public method and getter of every class is in the table, and nothing else', () => {
    for (const [of, one] of Object.entries(oneOfEach())) {
        const listed = CALLS.filter((call) => call.of === of && call.name !== 'motion');
        const names = listed.map(({ name }) => name);
        assert.deepEqual(sorted(names), sorted(inherited(one)), of);
        const fields = FIELDS[/** @type {keyof typeof FIELDS} */ (of)];
        assert.deepEqual(sorted(Reflect.ownKeys(one)), [...fields].sort(), of);
    }
    const { motion } = oneOfEach().Graze;
    const ofMaker = CALLS.filter(({ of }) => of === 'MotionMaker');
    const makers = [...new Set(ofMaker.map(({ name }) => name))];
    assert.deepEqual(sorted(makers), Object.keys(motion).sort());
    assert.ok(CALLS.some(({ of, name }) => of === 'Graze' && name === 'motion'));
});

test('every entry exports the same', () => {
    const expected = [
        'CONTACT_STATUSES',
        'DISC_NUMBERS',
        'ENDING_BITS',
        'GrazeError',
        'PIECE_NUMBERS',
        'POSE_NUMBERS',
        'RELATIONS',
        'create',
        'createSync',
        'formatValue',
        'printable',
        'show',
        'toPrintable',
        'version',
    ];
    for (const entry of [simd, scalar, external]) {
        assert.deepEqual(Object.keys(entry).sort(), expected);
    }
});

test('every call of the table is valid, takes as many arguments as it names, and repeats itself', () => {
    for (const call of CALLS) {
        const [one, other] = [0, 1].map(() => makeWorld(openInstance().g));
        assert.equal(call.args(one).length, call.names.length, call.label);
        const first = bits(perform(call, one));
        assert.equal(bits(perform(call, other)), first, call.label);
    }
});

/**
 * Rows that no call of this table reaches: an instance calls them after an exception, after a garbage collection, or with
 * the option `debug`.
 */
const NOT_CALLED = ['recover', 'forget', 'collect_shapes', 'bodies_changed'];

test('the calls of the table reach every function of the boundary', () => {
    const called = new Set();
    const { g } = openInstance(undefined, (exports) => {
        const wrapped = Object.entries(exports).map(([name, one]) => {
            if (!name.startsWith('graze_wasm_')) return [name, one];
            /** @param {number[]} args */
            const record = (...args) => {
                called.add(name.slice('graze_wasm_'.length));
                return /** @type {Function} */ (one)(...args);
            };
            return [name, record];
        });
        return Object.fromEntries(wrapped);
    });
    for (const call of CALLS.filter(({ frees }) => !frees)) perform(call, makeWorld(g));
    makeWorld(g).box.free();
    // Two calls answer discs with constant velocity by functions of their own.
    const disc = { x: 0, y: 0, vx: 1, vy: 0, t0: 0, t1: 4, radius: 0.5 };
    g.closestApproach(disc, disc);
    g.unsafeDelays(disc, disc);
    // solid.test.js has a table of its own for the entry graze/solid.
    const rows = readTable().filter(({ family }) => !SEPARATE_FAMILIES.includes(family));
    const missing = rows.filter(({ call }) => !called.has(call));
    assert.deepEqual(
        missing.map(({ call }) => call),
        NOT_CALLED,
    );
});

test('what a thing says of itself cannot be changed', () => {
    for (const [of, one] of Object.entries(oneOfEach())) {
        if (of === 'Graze' || of === 'StepIterator') continue;
        assert.ok(Object.isFrozen(one), of);
    }
});
