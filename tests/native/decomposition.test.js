import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OUTLINE_FAULTS as FAULTS } from '../../js/graze/core/layout.js';
import { OutlineOracle } from '../oracle/decomposition_oracle.js';
import { binary, FLAVOURS } from './builds.js';
import { decomposeAll } from './decomposer.js';
import { checkAnswer, KINDS, randomOf, randomOutline } from './decomposition_cases.js';

/**
 * Convex decompositions of random outlines with holes, valid and damaged ones, against the exact oracle. The core is
 * built under the sanitizers. tests/long/decomposition.mjs checks many more.
 */

const COUNT = 120;

for (const [number, kind] of Object.keys(KINDS).entries()) {
    for (const isDamaged of [false, true]) {
        const random = randomOf(2 * number + Number(isDamaged));
        const outlines = Array.from({ length: COUNT }, () =>
            randomOutline(random, kind, isDamaged),
        );
        const oracles = outlines.map((outline) => new OutlineOracle(outline));

        test(`outlines of the kind ${kind}${isDamaged ? ', damaged,' : ''} are decomposed exactly or refused rightly`, () => {
            const answers = decomposeAll(binary(`decompose-${FLAVOURS[0]}`), outlines);
            answers.forEach((answer, k) => {
                const wrong = checkAnswer(oracles[k], answer);
                assert.equal(wrong, undefined, `${k}: ${JSON.stringify(outlines[k])}`);
            });
            assert.ok(answers.some(({ fault }) => fault === 'ok'));
        });

        test(`the kind ${kind}${isDamaged ? ', damaged,' : ''} has the same answers in every build`, () => {
            const [expected, ...others] = [...FLAVOURS, 'plain'].map((flavour) =>
                decomposeAll(binary(`decompose-${flavour}`), outlines).map((answer) => ({
                    ...answer,
                    nanoseconds: 0,
                })),
            );
            for (const answers of others) assert.deepEqual(answers, expected);
        });

        test(`parts of the kind ${kind}${isDamaged ? ', damaged,' : ''} keep limits of vertices`, () => {
            for (const limit of [3, 4, 6]) {
                const answers = decomposeAll(binary(`decompose-${FLAVOURS[0]}`), outlines, limit);
                answers.forEach((answer, k) => {
                    const wrong = checkAnswer(oracles[k], answer);
                    assert.equal(wrong, undefined, `${limit} ${k}: ${JSON.stringify(outlines[k])}`);
                    for (const part of answer.parts) assert.ok(part.length <= limit);
                });
            }
        });
    }
}

test('the oracle detects wrong answers', () => {
    /** @type {[number, number][]} */
    const points = [
        [0, 0],
        [4, 0],
        [4, 2],
        [2, 2],
        [2, 4],
        [0, 4],
    ];
    const oracle = new OutlineOracle({ points, ends: [6] });
    const right = [
        [0, 1, 2, 3],
        [0, 3, 4, 5],
    ];
    assert.equal(oracle.isValid(), true);
    assert.equal(oracle.faultOfParts(right), undefined);
    assert.match(String(oracle.faultOfParts([right[0]])), /areas/);
    assert.match(
        String(
            oracle.faultOfParts([
                [0, 1, 2, 3],
                [0, 3, 4, 6],
            ]),
        ),
        /not in the outline/,
    );
    assert.match(String(oracle.faultOfParts([[0, 1, 2, 3, 4, 5]])), /not convex/);
    assert.match(
        String(
            oracle.faultOfParts([
                [0, 1, 2, 3],
                [0, 1, 2, 3],
            ]),
        ),
        /overlap/,
    );
    assert.match(
        String(
            oracle.faultOfParts([
                [0, 1, 2],
                [0, 2, 4],
                [0, 4, 5],
            ]),
        ),
        /not convex|meets|outside|overlap|areas/,
    );
    for (const fault of FAULTS)
        assert.equal(oracle.hasFault({ fault, first: 0, second: 1 }), false);
});
