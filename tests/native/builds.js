import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createSync } from 'graze';
import { createSync as createScalar } from 'graze/scalar';
import { createSync as createInSpace } from 'graze/solid';
import { inRepository, readJson } from '../helpers.js';
import { decode, query } from './answers/index.js';
import { digest, sha256 } from './digest.js';
import { encode } from './questions/encode.js';
import { makeQuestions, shortRound } from './questions/index.js';
import { VECTORS } from './questions/vectors.js';

/**
 * The questions, and the digest of each build's answers. The digests that all builds must give are pinned in
 * pinned.json.
 * @import { Instances } from './answers/index.js'
 * @import { Digest } from './digest.js'
 * @import { Question } from './questions/index.js'
 * @import { Vectors } from './questions/vectors.js'
 * @typedef {{ encoded: string, answers: Digest, round: Digest }} Pinned sums of the questions as replay.c reads them, of
 *   the answers to all, and to a short round of them
 */

export const PINNED = 'tests/native/pinned.json';

/** @returns {Pinned} */
export const readPinned = () => readJson(PINNED);

/** Returns the committed vectors. @returns {Vectors} */
export function vectorsOfFiles() {
    const files = VECTORS.map((name) => [name, readJson(`tests/vectors/${name}.json`)]);
    return /** @type {Vectors} */ (Object.fromEntries(files));
}

export const allQuestions = () => makeQuestions(vectorsOfFiles());

/**
 * Returns the instances of a build, of the plane and of space.
 *
 * @param {'simd' | 'scalar'} build
 * @returns {Instances}
 */
export function instancesOf(build) {
    const wasm = readFileSync(inRepository(moduleInSpace(build)));
    const plane = build === 'simd' ? createSync() : createScalar();
    return { plane, space: createInSpace({ wasm }) };
}

/** Returns the path of the module for bodies in space of a build. @param {'simd' | 'scalar'} build */
export const moduleInSpace = (build) =>
    build === 'simd' ? 'build/wasm/graze-solid.wasm' : 'dist/graze-solid-scalar.wasm';

/** Flavors of the programs to run, besides those that are compared in every run: see native.test.js. */
export const FLAVOURS = (process.env.GRAZE_NATIVE ?? 'clang').split(' ');

/** Returns the path of a program of build/native, or of another folder of builds that GRAZE_BUILD names. @param {string} program */
export function binary(program) {
    const path = inRepository(`${process.env.GRAZE_BUILD ?? 'build'}/native/${program}`);
    assert.ok(existsSync(path), `${path} is missing: run make native`);
    return path;
}

/**
 * Returns the output of this build of replay for these bytes; fails if a sanitizer reports anything. @param {string}
 * flavour @param {Uint8Array} input @returns {Promise<Uint8Array>}
 */
export async function replay(flavour, input) {
    const child = spawn(binary(`replay-${flavour}`));
    /** @type {Buffer[][]} */
    const [stdout, stderr] = [[], []];
    child.stdout.on('data', (chunk) => stdout.push(chunk));
    child.stderr.on('data', (chunk) => stderr.push(chunk));
    // A program that ends early reports why, so a broken pipe needs no report of its own.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    const code = await new Promise((done) => child.on('close', done));
    assert.deepEqual([code, String(Buffer.concat(stderr))], [0, '']);
    return Buffer.concat(stdout);
}

/** Returns the questions with their encoded input. */
export function preparedQuestions() {
    const questions = allQuestions();
    const bytes = encode(questions);
    const short = new Set(shortRound(questions));
    const round = questions.filter((question) => short.has(question));

    /** @param {number[][]} answers @returns {Promise<Pinned>} */
    const sums = async (answers) => ({
        encoded: await sha256(bytes),
        answers: await digest(questions, answers),
        round: await digest(
            round,
            answers.filter((_, k) => short.has(questions[k])),
        ),
    });
    return {
        questions,
        bytes,
        round,
        sums,
        /** @param {string} flavour @param {Question[]} [asked] */
        native: async (flavour, asked = questions) =>
            decode(await replay(flavour, asked === questions ? bytes : encode(asked)), asked),
        /** @param {Instances} instances @param {Question[]} [asked] */
        wasm: (instances, asked = questions) => query(instances, asked),
    };
}
