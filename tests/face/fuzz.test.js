import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../fast_check.js';
import { isHandle, namesIn, placesIn, put, putGetter, showPlace, valueAt } from './arguments.js';
import { CALLS } from './calls.js';
import { GETTERS, HOSTILE } from './hostile.js';
import { blamable, settle } from './outcome.js';
import { makeWorld, openInstance, openTested, probe } from './world.js';

/** @import { Call } from './calls.js' */

const template = makeWorld(openTested().g);
const WITH_ARGUMENTS = CALLS.filter(({ names }) => names.length > 0);
const PLACES = new Map(WITH_ARGUMENTS.map((call) => [call, placesIn(call.args(template))]));
const expectedProbe = probe(template);

/** Names in errors about a call whose object, or a part of it, has been freed. */
const OF_SELF = ['batch', 'shapeA', 'shapes', 'paths'];

/** Those that change what the probe looks at. @param {Call} call */
const changes = ({ label }) => label === 'MovingPairBatch.set';

test('anything anywhere in the arguments is answered, or refused by name: every value at every place', (t) => {
    /** @type {Record<string, number>} */
    const ends = {};
    for (const call of WITH_ARGUMENTS) {
        let w = makeWorld(openInstance().g);
        for (const place of PLACES.get(call) ?? []) {
            const valid = call.args(w);
            const top = Number(place[0]);
            const suspects = namesIn(call.names[top], valid[top]);
            for (const { label, make } of HOSTILE) {
                const args = call.args(w);
                put(args, place, make(w, valueAt(args, place)));
                const at = `${call.label} ${showPlace(place)}: ${label}`;
                const end = settle(call, w, args, at, { suspects: withRelated(call, suspects) });
                ends[end] = (ends[end] ?? 0) + 1;
                if (changes(call)) w = makeWorld(openInstance().g);
            }
            assert.equal(probe(w), expectedProbe, `${call.label} ${showPlace(place)}`);
        }
    }
    t.diagnostic(JSON.stringify(ends));
});

/**
 * Arguments that must fit each other: an error may name either.
 *
 * @type {Record<string, readonly string[]>}
 */
const RELATED = {
    // The curve through the points is at fault, as they are and the times and velocities with them.
    'MotionMaker.spline': ['points'],
    'Motion.bounds': ['to'],
    'MovingDiscBatch.conflictsBetween': ['second'],
    'BodyBatch.nearBetween': ['secondBody'],
    'BodyBatch.update': ['end'],
    'BoxIndex.nearBetween': ['secondBox'],
    'BoxIndex.update': ['end'],
};

/** @param {Call} call @param {ReadonlySet<string>} suspects */
function withRelated(call, suspects) {
    return new Set([...suspects, ...(RELATED[call.label] ?? [])]);
}

test('getters that throw, free, lie or say something else each time: at every place', (t) => {
    /** @type {Record<string, number>} */
    const ends = {};
    for (const call of WITH_ARGUMENTS) {
        for (const place of (PLACES.get(call) ?? []).filter(({ length }) => length > 1)) {
            for (const [label, get] of Object.entries(GETTERS)) {
                const w = makeWorld(openInstance().g);
                const args = call.args(w);
                if (isHandle(valueAt(args, place)) && label.startsWith('gives')) continue;
                // The call's own object may be freed too.
                const suspects = new Set([...blamable(call, w), ...OF_SELF]);
                putGetter(args, place, (valid) => get(w, valid));
                const at = `${call.label} ${showPlace(place)}: a getter ${label}`;
                const end = settle(call, w, args, at, { suspects });
                if (label === 'throws') assert.equal(end, 'thrown', at);
                ends[end] = (ends[end] ?? 0) + 1;
                if (label === 'throws') assert.equal(probe(w), expectedProbe, at);
                assert.ok(w.g.collide(w.g.disc(1), w.g.disc(1)), at);
            }
        }
    }
    t.diagnostic(JSON.stringify(ends));
});

test('any subset of the arguments replaced by anything, in any order of calls', () => {
    const anyCall = fc.integer({ min: 0, max: WITH_ARGUMENTS.length - 1 });
    const change = fc.tuple(fc.nat(), fc.integer({ min: 0, max: HOSTILE.length - 1 }));
    const calls = fc.array(fc.tuple(anyCall, fc.array(change, { minLength: 1, maxLength: 4 })), {
        minLength: 1,
        maxLength: 6,
    });
    fc.assert(
        fc.property(calls, (sequence) => {
            const w = makeWorld(openInstance().g);
            let isSame = true;
            for (const [which, replaced] of sequence) {
                const call = WITH_ARGUMENTS[which];
                const places = /** @type {any[]} */ (PLACES.get(call));
                const args = call.args(w);
                /** @type {unknown[][]} */
                const done = [];
                for (const [at, value] of replaced) {
                    const place = places[at % places.length];
                    // A part of something that has been replaced already is gone.
                    if (done.some((other) => overlap(other, place))) continue;
                    put(args, place, HOSTILE[value].make(w, valueAt(args, place)));
                    done.push(place);
                }
                isSame &&= !changes(call);
                settle(call, w, args, call.label, {});
            }
            if (isSame) assert.equal(probe(w), expectedProbe);
        }),
        { numRuns: 3000, seed: 20261121, endOnFailure: false },
    );
});

/** @param {readonly unknown[]} p @param {readonly unknown[]} q */
function overlap(p, q) {
    const length = Math.min(p.length, q.length);
    return p.slice(0, length).every((key, k) => key === q[k]);
}

test('refusing takes no memory for good', () => {
    const w = makeWorld(openInstance().g);
    const round = () => {
        for (const call of WITH_ARGUMENTS.filter((one) => !changes(one))) {
            for (const place of PLACES.get(call) ?? []) {
                for (const { label, make } of HOSTILE.slice(0, 12)) {
                    const args = call.args(w);
                    put(args, place, make(w, valueAt(args, place)));
                    settle(call, w, args, `${call.label} ${showPlace(place)}: ${label}`, {});
                }
            }
        }
        return w.g.memoryUsed;
    };
    const used = round();
    assert.equal(round(), used);
});
