import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { createSync } from 'graze';
import { createSync as createScalar } from 'graze/scalar';
import { inRepository } from '../helpers.js';
import { ask, decode } from './answers.js';
import { encode, makeQuestions } from './questions.js';

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

    for (const program of [
        'core_test',
        'bodies_test',
        'pairs_test',
        'motion_test',
        'sweep_test',
        'velocity_test',
        'arena_test',
    ]) {
        test(`${program}, built by ${compiler}, under the sanitizers`, () => {
            const { status, stderr } = spawnSync(binary(`${program}-${compiler}`), {
                encoding: 'utf8',
            });
            assert.equal(status, 0, stderr);
        });
    }
}
