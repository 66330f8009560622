import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KINDS } from '../long/real_input/kinds.js';
import { checkAnswer, countOf, QUESTIONS, queryCase, queryMany } from '../long/real_input/run.js';
import { g } from './setup.js';

/**
 * Tests a part of tests/long/real_input.mjs: turning, in convoy, spinning, winding, on Unix time, against brute force.
 *
 * @import { Question } from '../long/real_input/run.js'
 */

/** Fractions of the full size, which is 100,000 first contacts, 20,000 clearances and 2,000 delays. */
const SHARES = { contact: 0.01, clearance: 0.01, delay: 0.015 };

for (const question of /** @type {Question[]} */ (Object.keys(QUESTIONS))) {
    for (const kind of KINDS) {
        const count = countOf(kind, question, SHARES[question]);
        test(`${kind}, ${count} times ${question}: no answer is late, missed, wrong or wide`, () => {
            const tally = queryMany(g, kind, question, { count, seed: 1 });
            const faults = tally.found.map(({ index, fault, why }) => `${index} ${fault}: ${why}`);
            assert.deepEqual(faults, []);
            assert.equal(tally.queried, count);
            const undecided = tally.statuses.undecided ?? 0;
            // At full size some are undecided: delays of two bodies that both spin many turns.
            assert.equal(undecided, 0, `${tally.undecided}`);
            // The oracle must decide most cases itself.
            assert.ok(tally.unchecked <= count / 20, `${tally.unchecked}`);
        });
    }
}

/** Number of cases whose answers are falsified. */
const FIRST = 60;

test('a falsified first contact is found to be late, missed, wrong or wide', () => {
    let doctored = 0;
    for (let k = 0; k < FIRST; k++) {
        const { pair, query, answer } = queryCase(g, k % 2 ? 'turning' : 'unix', 'contact', 2, k);
        const { epoch, second } = pair;
        /** @param {object} change */
        const found = (change) => {
            const { wrong } = checkAnswer('contact', pair, query, { ...answer, ...change });
            return wrong?.fault ?? null;
        };
        if (answer.status !== 'hit' || answer.separation > 1e-6) continue;
        const [lo, hi] = answer.time;
        const early = lo - 0.01 * second;
        if (pair.a.way.kind !== 'still' && early < epoch + (pair.window.from ?? 0)) continue;
        doctored++;
        assert.equal(found({}), null, `${k}`);
        assert.equal(found({ status: 'free', time: null }), 'missed', `${k}`);
        assert.equal(found({ time: [early, hi] }), 'wide', `${k}`);
        const verdict = found({ time: [early, early] });
        assert.equal(verdict, 'wrong', `${k}`);
        const late = hi + 0.001 * second;
        assert.equal(found({ status: 'undecided', time: [late, late] }), 'late', `${k}`);
    }
    assert.ok(doctored > 5, `${doctored}`);
});

test('a falsified clearance is found to be wrong, wide or absurd', () => {
    for (let k = 0; k < FIRST; k++) {
        const { pair, query, answer } = queryCase(g, k % 2 ? 'turning' : 'unix', 'clearance', 2, k);
        /** @param {object} change */
        const found = (change) => {
            const { wrong } = checkAnswer('clearance', pair, query, { ...answer, ...change });
            return wrong?.fault ?? null;
        };
        const [lo, hi] = answer.separation;
        if (answer.time === null) continue;
        assert.equal(found({}), null, `${k}`);
        const more = query.slack + 1e-6;
        assert.equal(found({ separation: [hi + more, hi + more] }), 'wrong', `${k}`);
        assert.equal(found({ separation: [lo - more, hi] }), 'wide', `${k}`);
        assert.equal(found({ separation: [lo - 1e3, hi], status: 'undecided' }), 'absurd', `${k}`);
        assert.equal(found({ separation: [lo - more, hi - more] }), 'wrong', `${k}`);
    }
});

test('falsified unsafe delays are found to be missed or wrong', () => {
    let doctored = 0;
    for (let k = 0; k < FIRST && doctored < 4; k++) {
        const { pair, query, answer } = queryCase(g, 'wavy', 'delay', 2, k);
        const one = answer.find((/** @type {any} */ { status, begin, end }) => {
            return status === 'hit' && Number.isFinite(begin[0]) && Number.isFinite(end[1]);
        });
        if (one === undefined) continue;
        /** @param {object} change */
        const found = (change) => {
            const changed = [{ ...one, ...change }];
            const { wrong } = checkAnswer(
                'delay',
                pair,
                query,
                answer.map((/** @type {any} */ unsafe) => (unsafe === one ? changed[0] : unsafe)),
            );
            return wrong?.fault ?? null;
        };
        const { begin, end } = one;
        if (end[0] - begin[1] < 0.1) continue;
        doctored++;
        assert.equal(found({}), null, `${k}`);
        const late = begin.map((/** @type {number} */ x) => x + 0.05);
        assert.equal(found({ begin: late }), 'wrong', `${k}`);
        const early = begin.map((/** @type {number} */ x) => x - 0.05);
        assert.equal(found({ begin: early }), 'wrong', `${k}`);
        assert.equal(found({ status: 'grazing' }), 'wrong', `${k}`);
    }
    assert.equal(doctored, 4);
});
