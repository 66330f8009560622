import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { inShared, needsShared } from '../helpers.js';
import { facetNormals, relationOf, toPair } from '../oracle/solid_oracle.js';
import { binary, FLAVOURS } from './builds.js';
import { answerAll } from './solid_answers.js';
import { boxOf, Dice, FAMILIES, MANY_FACETS, questionsOf, SINGLE_CASES } from './solid_cases.js';
import { faultOf, faultOfHull } from './solid_checks.js';

/**
 * Bodies in space: every query of random pairs of each family against the exact oracle. The core is built under the
 * sanitizers.
 *
 * @import { Point } from '../oracle/solid_oracle.js'
 * @import { Question } from './solid_answers.js'
 */

const COUNT = 60;
const PROGRAM = `solid-${FLAVOURS[0]}`;
const NO_MEMORY = 6;

/** @param {Question[]} questions */
const answersTo = (questions) => answerAll(binary(PROGRAM), questions);

/** @param {Question[]} questions */
function checkAll(questions) {
    const answers = answersTo(questions);
    questions.forEach((question, k) => {
        const wrong = faultOf(question, answers[k]) ?? faultOfHull(question, answers[k]);
        assert.equal(wrong, undefined, `${k}: ${JSON.stringify(question)}`);
    });
    return answers;
}

for (const family of Object.keys(FAMILIES))
    test(`every query is right: ${family}`, () => {
        checkAll(questionsOf(family, COUNT));
    });

for (const [name, questions] of Object.entries(SINGLE_CASES))
    test(`every query is right: ${name}`, () => {
        checkAll(questions);
    });

test('a cone of directions with many facets needs memory', () => {
    const [small, large] = answersTo([MANY_FACETS, { ...MANY_FACETS, room: 4096 }]);
    assert.equal(small.pair?.relation.relation, 'touching');
    assert.equal(small.pair?.cone.status, NO_MEMORY);
    assert.equal(large.pair?.cone.status, 0);
    assert.ok((large.pair?.cone.count ?? 0) === 80);
});

test('answers have the same bits in every build', () => {
    const questions = Object.keys(FAMILIES).flatMap((family) => questionsOf(family, COUNT));
    const expected = answersTo(questions);
    for (const flavour of [...FLAVOURS.slice(1), 'plain'])
        assert.deepEqual(answerAll(binary(`solid-${flavour}`), questions), expected);
});

test('the development set has its relations, distances and depths', { skip: needsShared }, () => {
    /** @param {string} text */
    const pointsOf = (text) => {
        const numbers = new Float32Array(new Uint8Array(Buffer.from(text, 'base64')).buffer);
        return Array.from({ length: numbers.length / 3 }, (_, k) =>
            Array.from(numbers.subarray(3 * k, 3 * k + 3)),
        );
    };
    const cases = JSON.parse(readFileSync(inShared('solid/cases.json'), 'utf8'));
    const depths = new Float64Array(
        new Uint8Array(readFileSync(inShared('solid/depths.bin'))).buffer,
    );
    const questions = cases.map((/** @type {{ a: string, b: string }} */ { a, b }) => ({
        a: { points: pointsOf(a) },
        b: { points: pointsOf(b) },
        room: 4096,
    }));
    const answers = answerAll(binary('solid-plain'), questions);
    cases.forEach(
        (/** @type {{ relation: number, distance: number }} */ known, /** @type {number} */ k) => {
            const { pair } = answers[k];
            assert.ok(pair);
            assert.equal(
                pair.relation.relation,
                ['disjoint', 'touching', 'overlapping'][known.relation],
            );
            const off = Math.abs(pair.distance.distance - known.distance);
            assert.ok(off <= 2 ** -52 * known.distance, `${k}: ${pair.distance.distance}`);
            if (depths[k] < 0) return;
            const size = Math.max(...questions[k].a.points.flat(), ...questions[k].b.points.flat());
            assert.ok(Math.abs(pair.penetration.depth - depths[k]) <= 1e-13 * size, `${k}`);
        },
    );
});

/** Returns points of a sphere. @param {number} count @param {number} radius @param {Dice} dice @returns {Point[]} */
function sphereOf(count, radius, dice) {
    return Array.from({ length: count }, () => {
        const p = dice.point(() => dice.unit() + dice.unit() + dice.unit());
        const length = Math.hypot(...p);
        return p.map((x) => Math.fround((x * radius) / length));
    });
}

test('large polytopes need more memory than the stack has, and say so', () => {
    const dice = new Dice(7);
    const [a, b] = [sphereOf(500, 1, dice), sphereOf(500, 2, dice)];
    const [small, large] = answersTo([
        { a: { points: a }, b: { points: b } },
        { a: { points: a }, b: { points: b }, room: 60_000 },
    ]);
    assert.equal(small.pair?.penetration.status, NO_MEMORY);
    assert.equal(small.pair?.relation.relation, 'overlapping');
    const depth = large.pair?.penetration.depth ?? 0;
    assert.equal(large.pair?.penetration.status, 0);
    assert.ok(depth > 2.9 && depth < 3, `${depth}`);
    const swapped = large.swapped?.penetration.depth ?? 0;
    assert.ok(Math.abs(depth - swapped) <= 1e-13, `${depth} ${swapped}`);
});

test('hulls of many points are exact', () => {
    const dice = new Dice(8);
    const clouds = [
        Array.from({ length: 300 }, () => dice.point(() => dice.whole(3))),
        Array.from({ length: 200 }, () => dice.point(() => dice.unit()).map(Math.fround)),
        sphereOf(120, 1, dice),
        // A cone over many points: its last point replaces half of all facets.
        [
            ...Array.from({ length: 64 }, (_, k) => [
                Math.fround(Math.cos(k / 10.2)),
                Math.fround(Math.sin(k / 10.2)),
                Math.fround(k % 7 === 0 ? 0.01 : 0),
            ]),
            [0, 0, -1],
            [0, 0, 0.5],
            [0, 0, 1],
        ],
        boxOf([1, 1, 1]),
        [...boxOf([1, 1, 1]), ...boxOf([1, 1, 1])],
    ];
    /* Points above a ring replace half of all facets, one after the other. */
    for (let count = 6; count < 80; count++) {
        const ring = Array.from({ length: count }, (_, k) => [
            Math.round(1000 * Math.cos((2 * Math.PI * k) / count)),
            Math.round(1000 * Math.sin((2 * Math.PI * k) / count)),
            0,
        ]);
        const above = Array.from({ length: 1 + dice.below(5) }, (_, k) => [0, 0, 7 * k + 7]);
        const points = [...ring, [0, 0, -5], ...above];
        const order = points.map((p) => ({ p, key: dice.next() }));
        clouds.push(order.sort((p, q) => p.key - q.key).map(({ p }) => p));
    }
    const questions = clouds.map((points) => ({
        a: { points },
        b: { points: [[0, 0, 0]] },
        room: 4096,
    }));
    answersTo(questions).forEach((answer, k) => {
        assert.equal(faultOfHull(questions[k], answer), undefined);
    });
});

test('the oracle knows bodies without volume, and all facets at a corner', () => {
    const square = [
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
        [1, 1, 0],
    ];
    const inside = toPair(square, [[0.5, 0.5, 0]]);
    assert.equal(relationOf(inside).relation, 'touching');
    const corner = toPair(boxOf([1, 1, 1]), [[1, 1, 1]]);
    assert.equal(relationOf(corner).relation, 'touching');
    assert.equal(facetNormals(corner).length, 3);
    assert.equal(relationOf(toPair(boxOf([1, 1, 1]), [[1, 1, 0.5]])).relation, 'touching');
    assert.equal(relationOf(toPair(boxOf([1, 1, 1]), [[0.5, 0.5, 0.5]])).relation, 'overlapping');
    const line = [
        [0, 0, 0],
        [3, 0, 0],
    ];
    assert.equal(
        relationOf(
            toPair(line, [
                [1, 0, 0],
                [2, 0, 0],
            ]),
        ).relation,
        'touching',
    );
    assert.equal(
        relationOf(
            toPair(line, [
                [1, -1, 0],
                [2, 1, 0],
            ]),
        ).relation,
        'touching',
    );
});
