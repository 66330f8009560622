import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placesIn, putGetter, showPlace, valueAt } from './arguments.js';
import { CALLS, make, perform, release } from './calls.js';
import { bits, HOST, makeWorld, openTested, probe } from './world.js';

/** Memory that grows moves: nothing that was read before may be used after. */

const BATCHES = ['PairBatch', 'BodyBatch', 'MovingDiscBatch', 'MovingPairBatch', 'BoxIndex'];

/** @param {import('./calls.js').Call} call */
function untouched(call) {
    const w = makeWorld(openTested().g);
    return { answer: bits(perform(call, w)), probe: probe(w) };
}

test('memory that grows right before a call, or at any time in it, changes no bit of any answer', (t) => {
    let grown = 0;
    for (const call of CALLS) {
        const expected = untouched(call);
        for (let k = 0; ; k++) {
            const { g, exports } = openTested();
            const w = makeWorld(g);
            const before = exports.memory.buffer;
            const self = call.self(w);
            const args = call.args(w);
            if (k === 0) exports.memory.grow(1);
            exports.graze_test_arm(k, HOST.grow);
            const answer = make(call, w, args, self);
            const attempts = exports.graze_test_requested();
            exports.graze_test_arm(0, 0);
            if (k > attempts) break;
            if (k === 0 || call.label !== 'Graze.memoryUsed') {
                assert.notEqual(exports.memory.buffer, before, `${call.label} did not grow`);
            }
            const seen = bits(call.see(w, answer));
            release(answer);
            if (call.name !== 'memoryUsed')
                assert.equal(seen, expected.answer, `${call.label} ${k}`);
            assert.equal(probe(w), expected.probe, `${call.label} ${k}`);
            grown++;
        }
    }
    assert.ok(grown > CALLS.length, 'none grew in the middle');
    t.diagnostic(`${grown} calls with memory that grew`);
});

test('views that growth detached are empty, and the getters give new ones with the same content', () => {
    const { g, exports } = openTested();
    const w = makeWorld(g);
    const views = CALLS.filter(({ of, kind }) => kind === 'getter' && BATCHES.includes(of));
    assert.equal(views.length, 15 + 26 + 6 + 16 + 3);
    const old = views.map((call) => make(call, w));
    const content = old.map((view) => Array.from(view));
    exports.memory.grow(1);
    views.forEach((call, k) => {
        assert.equal(old[k].length, 0, call.label);
        const fresh = make(call, w);
        assert.notEqual(fresh, old[k], call.label);
        assert.deepEqual(Array.from(fresh), content[k], call.label);
        assert.equal(make(call, w), fresh, `${call.label}: one view until memory grows again`);
    });
});

/** Calls that keep all views valid, as README.md, "Views", lists them. @param {import('./calls.js').Call} call */
function keepsViews({ of, name, kind, frees }) {
    const queries = [
        'collide',
        'relation',
        'distance',
        'gap',
        'signedDistance',
        'penetration',
        'manifold',
        'shapeCast',
        'rayCast',
    ];
    if (of === 'Graze') return queries.includes(String(name));
    if (of === 'Shape') return name === 'bounds' || name === 'containsPoint';
    return kind === 'getter' || frees || (BATCHES.includes(of) && of !== 'MovingPairBatch');
}

test('calls that keep views valid take no memory, and others do', () => {
    let [kept, taken] = [0, 0];
    for (const call of CALLS) {
        const { g, exports } = openTested();
        const w = makeWorld(g);
        const [self, args] = [call.self(w), call.args(w)];
        exports.graze_test_arm(0, 0);
        make(call, w, args, self);
        const requested = exports.graze_test_requested();
        if (keepsViews(call)) {
            assert.equal(requested, 0, call.label);
            kept++;
        } else if (requested > 0) taken++;
    }
    assert.ok(kept > 60 && taken > 30, `${kept}, ${taken}`);
});

test('getters that grow memory or call the instance again while arguments are read change no answer', (t) => {
    let cases = 0;
    for (const call of CALLS) {
        const places = placesIn(call.args(makeWorld(openTested().g)));
        const inside = places.filter((place) => place.length > 1);
        if (inside.length === 0) continue;
        const expected = untouched(call);
        for (const place of inside) {
            const { g, exports } = openTested();
            const w = makeWorld(g);
            const args = call.args(w);
            let depth = 0;
            putGetter(args, place, (valid) => {
                exports.memory.grow(1);
                if (depth++ === 0) {
                    release(make(call, w, call.args(w)));
                    g.hull(new Float32Array(64)).free();
                    w.pairs.distance(4);
                    g.study.minkowskiDifference(w.hexagon, w.hexagon);
                }
                return valid;
            });
            const at = `${call.label} ${showPlace(place)}`;
            assert.equal(bits(perform(call, w, args)), expected.answer, at);
            assert.ok(depth > 0, `${at} was not read: ${valueAt(args, place)}`);
            assert.equal(probe(w), expected.probe, at);
            cases++;
        }
    }
    t.diagnostic(`${cases} getters`);
});
