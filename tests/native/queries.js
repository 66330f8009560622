import { create } from 'graze';
import { create as createScalar } from 'graze/scalar';
import { query } from './answers/index.js';
import { digest, sha256 } from './digest.js';
import { encode } from './questions/encode.js';
import { makeQuestions, shortRound } from './questions/index.js';
import { VECTORS } from './questions/vectors.js';

/**
 * The script of the page of page.js: makes the questions, answers them and computes their digests.
 * @import { Vectors } from './questions/vectors.js'
 */

const files = await Promise.all(
    VECTORS.map(async (name) => [name, await (await fetch(`/vectors/${name}.json`)).json()]),
);
const questions = makeQuestions(/** @type {Vectors} */ (Object.fromEntries(files)));
const encoded = await sha256(encode(questions));
const short = new Set(shortRound(questions));
/** @type {number[][]} */
let answers = [];

/** @type {any} */ (globalThis).queries = {
    /** @param {'simd' | 'scalar'} module @returns {Promise<import('./builds.js').Pinned>} */
    async sums(module) {
        answers = query(await (module === 'simd' ? create() : createScalar()), questions);
        return {
            encoded,
            answers: await digest(questions, answers),
            round: await digest(
                [...short],
                answers.filter((_, k) => short.has(questions[k])),
            ),
        };
    },
    /** @param {string} kind */
    answers: (kind) => answers.filter((_, k) => questions[k].kind === kind),
};
