import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { createSync } from 'graze';
import { createSync as createScalar } from 'graze/scalar';
import { APPROACH, DISTANCE, FEATURES, RELATIONS, SUBDISTANCES } from '../../js/layout.js';
import { inRepository, readJson } from '../helpers.js';

/**
 * The core built for this machine by gcc and clang, under the address and undefined behaviour sanitizers,
 * against the SIMD and the scalar wasm: the same questions, the same bits.
 */

const COMPILERS = ['gcc', 'clang'];

/** @param {string} program */
function binary(program) {
    const path = inRepository(`build/native/${program}`);
    assert.ok(existsSync(path), `${path} is missing: run make native`);
    return path;
}

/** A repeatable stream of numbers in [0, 1). */
function randomStream(/** @type {number} */ seed) {
    let state = seed >>> 0;
    return () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return state / 2 ** 32;
    };
}

/**
 * @typedef {{ points: number[][], radius: number, hull: boolean }} Body
 * @typedef {{ kind: 'pair', a: Body, b: Body, poses: number[], subdistance: number }
 *   | { kind: 'discs', numbers: number[] } | { kind: 'box', numbers: number[] }} Question
 */

/** The exact vectors, in both frames, and random questions of every kind. @returns {Question[]} */
function makeQuestions() {
    const random = randomStream(2026);
    const between = (/** @type {number} */ lo, /** @type {number} */ hi) =>
        lo + (hi - lo) * random();
    /** @type {Question[]} */
    const questions = [];
    const vectors = ['dev_gjk', 'dev_round'].flatMap(
        (name) => readJson(`tests/vectors/${name}.json`).pairs,
    );
    vectors.forEach((pair, k) => {
        const a = { points: pair.a, radius: pair.ra ?? 0, hull: false };
        const b = { points: pair.b, radius: pair.rb ?? 0, hull: false };
        questions.push({ kind: 'pair', a, b, poses: [0, 0, 0, 0, 0, 0], subdistance: k % 2 });
        const poses = Array.from({ length: 6 }, () => between(-9, 9));
        questions.push({ kind: 'pair', a, b, poses, subdistance: k % 2 });
    });
    for (let k = 0; k < 20_000; k++) {
        const body = () => {
            const size = k % 5 === 0 ? 1e4 : 4;
            const count = 1 + Math.floor(random() * 12);
            const onGrid = random() < 0.5;
            // Every seventh pair mixes all magnitudes of float32, which sends signs to the expansions.
            const scale = () => (k % 7 === 0 ? 2 ** between(-140, 120) : size);
            const value = () =>
                onGrid ? Math.floor(between(-4, 4)) : Math.fround(between(-1, 1) * scale());
            const points = Array.from({ length: count }, () => [value(), value()]);
            return { points, radius: random() < 0.3 ? Math.fround(random()) : 0, hull: true };
        };
        const poses = [0, 1, 2, 3, 4, 5].map((i) =>
            random() < 0.3 ? 0 : between(-6, 6) * (i % 3 === 2 ? 30 : 1),
        );
        questions.push({ kind: 'pair', a: body(), b: body(), poses, subdistance: k % 2 });
    }
    for (let k = 0; k < 20_000; k++) {
        const value = () => (k % 3 === 0 ? Math.floor(between(-6, 6)) / 2 : between(-6, 6));
        const segment = () => {
            const start = Math.abs(value());
            return [
                value(),
                value(),
                value(),
                value(),
                start,
                start + Math.abs(value()),
                Math.abs(value()) / 4,
            ];
        };
        questions.push({ kind: 'discs', numbers: [...segment(), ...segment()] });
        const box = [value(), value(), Math.abs(value()), Math.abs(value())];
        questions.push({ kind: 'box', numbers: [...segment(), ...box] });
    }
    return questions;
}

/** What replay.c reads. @param {Question[]} questions */
function encode(questions) {
    /** @type {Buffer[]} */
    const parts = [];
    const ints = (/** @type {number[]} */ ...values) =>
        parts.push(Buffer.from(Int32Array.from(values).buffer));
    const floats = (/** @type {number[]} */ values) =>
        parts.push(Buffer.from(Float32Array.from(values).buffer));
    const doubles = (/** @type {number[]} */ values) =>
        parts.push(Buffer.from(Float64Array.from(values).buffer));
    for (const question of questions) {
        if (question.kind !== 'pair') {
            ints(question.kind === 'discs' ? 2 : 3);
            doubles(question.numbers);
            continue;
        }
        ints(1);
        for (const { hull, points, radius } of [question.a, question.b]) {
            ints(Number(hull), points.length);
            floats([radius, ...points.flat()]);
        }
        doubles(question.poses);
        ints(question.subdistance);
    }
    return Buffer.concat(parts);
}

/** An answer as numbers whose bits are compared. @param {Buffer} bytes @param {Question[]} questions */
function decode(bytes, questions) {
    let at = 0;
    const answers = questions.map(({ kind }) => {
        const size = kind === 'pair' ? DISTANCE.bytes : APPROACH.bytes;
        const record = bytes.buffer.slice(
            bytes.byteOffset + at,
            bytes.byteOffset + at + size + (kind === 'pair' ? 8 : 0),
        );
        at += record.byteLength;
        const doubles = new Float64Array(record);
        const ints = new Int32Array(record);
        if (kind !== 'pair') {
            const { lo, hi, distance, time, relation, common } = APPROACH;
            return [
                ...[lo, hi, distance, time].map((i) => doubles[i]),
                ints[relation],
                ints[common],
            ];
        }
        const {
            bytes: whole,
            relation,
            featureA,
            indexA,
            featureB,
            indexB,
            iterations,
            ...numbers
        } = DISTANCE;
        return [
            ...Object.values(numbers).map((i) => doubles[i]),
            ...[relation, featureA, indexA, featureB, indexB, iterations].map((i) => ints[i]),
            ints[whole / 4],
            ints[whole / 4 + 1],
        ];
    });
    assert.equal(at, bytes.length);
    return answers;
}

/** The same answers from an instance. @param {ReturnType<typeof createSync>} g @param {Question[]} questions */
function ask(g, questions) {
    return questions.map((question) => {
        if (question.kind !== 'pair') return askApproach(g, question);
        const [a, b] = [question.a, question.b].map(({ hull, points, radius }) => {
            const make = hull ? g.hull : g.polygon;
            return make.call(g, points, { radius });
        });
        const [x, y, angle, bx, by, bAngle] = question.poses;
        const poses = /** @type {const} */ ([
            { x, y, angle },
            { x: bx, y: by, angle: bAngle },
        ]);
        const subdistance = SUBDISTANCES[question.subdistance];
        const d = g.distance(a, b, poses[0], poses[1], { subdistance });
        const rest = [
            RELATIONS.indexOf(g.relation(a, b, ...poses)),
            Number(g.collide(a, b, ...poses)),
        ];
        a.free();
        b.free();
        return [
            d.distance,
            ...[d.pointA, d.pointB, d.normal].flatMap((p) => [p.x, p.y]),
            RELATIONS.indexOf(d.relation),
            ...[d.featureA, d.featureB].flatMap((f) => [FEATURES.indexOf(f.kind), f.index]),
            d.iterations,
            ...rest,
        ];
    });
}

/** @param {ReturnType<typeof createSync>} g @param {{ kind: 'discs' | 'box', numbers: number[] }} question */
function askApproach(g, { kind, numbers }) {
    const [x, y, vx, vy, start, end, radius] = numbers;
    const [a, b, c, d, e, f, r] = numbers.slice(7);
    const first = { x, y, vx, vy, start, end, radius };
    const second =
        kind === 'discs'
            ? { x: a, y: b, vx: c, vy: d, start: e, end: f, radius: r }
            : { x: a, y: b, width: c, height: d };
    const { relation, distance, time } = g.closestApproach(first, second);
    const [[lo, hi] = [Infinity, -Infinity]] = g.conflictIntervals(first, second);
    return [
        lo,
        hi,
        distance,
        time,
        RELATIONS.indexOf(relation ?? 'disjoint'),
        Number(relation !== null),
    ];
}

const QUESTIONS = makeQuestions();
const EXPECTED = ask(createSync(), QUESTIONS);

/** @param {number[][]} answers */
function sameBits(answers) {
    answers.forEach((answer, k) => {
        const same =
            answer.length === EXPECTED[k].length &&
            answer.every((value, i) => Object.is(value, EXPECTED[k][i]));
        assert.ok(
            same,
            `question ${k}: ${JSON.stringify(QUESTIONS[k])}\n${answer}\n${EXPECTED[k]}`,
        );
    });
}

test('no answer holds a NaN', () => {
    for (const [k, answer] of EXPECTED.entries()) {
        assert.ok(!answer.some(Number.isNaN), JSON.stringify(QUESTIONS[k]));
    }
});

test('the scalar wasm gives the bits of the SIMD wasm', () =>
    sameBits(ask(createScalar(), QUESTIONS)));

for (const compiler of COMPILERS) {
    test(`the ${compiler} build gives the bits of the wasm, with nothing for the sanitizers to find`, () => {
        const { status, stdout, stderr } = spawnSync(binary(`replay-${compiler}`), [], {
            input: encode(QUESTIONS),
            maxBuffer: 2 ** 28,
        });
        assert.equal(status, 0, String(stderr));
        assert.equal(String(stderr), '');
        sameBits(decode(stdout, QUESTIONS));
    });

    test(`arena and handles, built by ${compiler}, under the sanitizers`, () => {
        const { status, stderr } = spawnSync(binary(`arena_test-${compiler}`), {
            encoding: 'utf8',
        });
        assert.equal(status, 0, stderr);
    });
}
