import { create } from 'graze';
import { create as createScalar } from 'graze/scalar';
import { create as createInSpace } from 'graze/solid';
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
/** The questions that were put last, and their answers. @type {[typeof questions, number[][]]} */
let last = [[], []];

/** @type {any} */ (globalThis).queries = {
    /**
     * @param {'simd' | 'scalar'} module
     * @param {boolean} isWhole whether to put all questions, and not a short round of them
     */
    async sums(module, isWhole) {
        const asked = isWhole ? questions : shortRound(questions);
        const [plane, space] = await Promise.all([
            module === 'simd' ? create() : createScalar(),
            createInSpace({ wasm: fetch(`/graze-solid-${module}.wasm`) }),
        ]);
        last = [asked, query({ plane, space }, asked)];
        return { encoded, answers: await digest(...last) };
    },
    /** @param {string} kind */
    answers: (kind) => last[1].filter((_, k) => last[0][k].kind === kind),
};
