import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze/solid/study';
import { randomFor } from '../../js/bench/random.js';
import { refuses } from '../refuses.js';

/**
 * Tests first contacts in space by a chosen method: that of the instance, and the published ones, whose rounds enter Table I as
 * Hong's paper has it. tests/native/solid_pcda_test.c checks each bound and each root against an oracle.
 *
 * @import { Solid, SolidMotion } from 'graze/solid/study'
 */

const s = createSync();
const METHODS = /** @type {const} */ (['certified', 'conservative', 'bcda', 'pcda']);
const WINDOW = { from: 0, to: 1, tolerance: 1e-9, distanceTolerance: 1e-6 };

/** Table I: the procedures by N_1, N_2 and the flag. */
const TABLE = [
    ['ba', 'b', 'b'],
    ['a', 'bac', 'b'],
    ['a', 'a', 'b'],
];

const random = randomFor(1, 'solid contacts');
const number = (/** @type {number} */ size) => size * (2 * random() - 1);

/** Draws a direction of length 1. */
function direction() {
    for (;;) {
        const [x, y, z] = [number(1), number(1), number(1)];
        const length = Math.sqrt(x * x + y * y + z * z);
        if (length > 0.1 && length < 1) return [x / length, y / length, z / length];
    }
}

/** Draws a hull, and a motion across the origin that turns by up to 3 radians. @param {number} side */
function draw(side) {
    const body = s.hull(Array.from({ length: 10 }, () => direction()).flat());
    const [x, y, z] = direction();
    const motion = s.motion({
        pieces: [
            {
                ...{ t0: 0, t1: 1, angle: [0, number(3)], axis: direction() },
                x: [3 * side + x, -6 * side * random()],
                y: [y, number(1)],
                z: [z, number(1)],
            },
        ],
    });
    return { body, motion };
}

test('all methods find the first contact, and the trace has its evaluations', () => {
    let hits = 0;
    let late = 0;
    const procedures = new Set();
    for (let k = 0; k < 60; k++) {
        const [a, b] = [draw(1), draw(-1)];
        /** @type {[Solid, Solid, SolidMotion, SolidMotion]} */
        const pair = [a.body, b.body, a.motion, b.motion];
        const first = s.firstContact(...pair, WINDOW);
        assert.deepEqual(s.study.firstContact(...pair, WINDOW), first);
        for (const method of METHODS) {
            const options = { ...WINDOW, method };
            const { evaluations, rounds, ...found } = s.study.traceContact(...pair, options);
            assert.deepEqual(s.study.firstContact(...pair, options), found, method);
            assert.equal(evaluations.length, found.iterations);
            assert.equal(evaluations[0], 0);
            const time = s.study.timeToCollision(...pair, options);
            assert.equal(time, found.time === null ? Infinity : found.time[0]);
            if (found.status === 'undecided') continue;
            late += Number(first.status !== found.status && first.status !== 'grazing');
            if (first.time !== null && found.time !== null)
                assert.ok(Math.abs(found.time[0] - first.time[0]) < 1e-4, method);
            if (method === 'certified' || method === 'conservative') {
                assert.deepEqual(rounds, []);
                continue;
            }
            assert.deepEqual(
                rounds.map(({ time }) => time),
                evaluations,
            );
            rounds.forEach(({ countA, countB, flag, procedure, separation }, i) => {
                const row = TABLE[countA - 1][countB - 1];
                const isLast = i === rounds.length - 1 && found.status !== 'free';
                assert.ok(flag < row.length);
                const expected = method === 'bcda' ? 'world' : row[flag];
                assert.equal(procedure, isLast ? 'none' : expected);
                procedures.add(procedure);
                assert.ok(isLast ? separation <= 1e-6 : separation > 1e-6);
            });
        }
        hits += Number(first.status === 'hit');
        for (const { body, motion } of [a, b]) {
            body.free();
            motion.free();
        }
    }
    assert.ok(hits > 20, `${hits}`);
    assert.equal(late, 0);
    assert.deepEqual([...procedures].sort(), ['a', 'b', 'c', 'none', 'world']);
});

test('refused arguments', () => {
    const [a, b] = [draw(1), draw(-1)];
    const union = s.compound([{ body: a.body }]);
    const still = s.motion.static({});
    for (const name of /** @type {const} */ (['firstContact', 'timeToCollision', 'traceContact'])) {
        const call = s.study[name].bind(s.study);
        for (const method of /** @type {const} */ (['bcda', 'pcda'])) {
            refuses(() => call(a.body, b.body, still, still, { method, touching: 'allowed' }), {
                ...{ code: 'unknown-option', argument: 'touching', value: 'allowed' },
                message: `touching must be 'conflict' with method '${method}', got 'allowed'`,
            });
        }
        refuses(() => call(a.body, b.body, still, still, /** @type {any} */ ({ method: 'x' })), {
            ...{ code: 'unknown-option', argument: 'method', value: 'x' },
        });
        for (const method of METHODS) {
            const text = ' must be convex, got a compound or a mesh';
            refuses(() => call(union, b.body, still, still, { method }), {
                ...{ code: 'not-convex', argument: 'a', message: `a${text}` },
            });
            refuses(() => call(a.body, union, still, still, { method }), {
                ...{ code: 'not-convex', argument: 'b', message: `b${text}` },
            });
        }
    }
});
