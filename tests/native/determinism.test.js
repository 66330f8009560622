import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { createSync } from 'graze';
import { createSync as createScalar } from 'graze/scalar';
import { inRepository } from '../helpers.js';
import { isFull } from '../volume.js';
import { PINNED, preparedQuestions, readPinned } from './builds.js';
import { openPage } from './page.js';
import { KINDS } from './questions/index.js';
import { VECTORS } from './questions/vectors.js';

/**
 * Checks that every build gives the same bits: native builds by clang, under the address and undefined behavior
 * sanitizers, and by gcc, optimized; the SIMD and scalar wasm in Node, and the SIMD wasm in Chromium. A full run adds gcc
 * under the sanitizers, and the scalar wasm in Chromium. The bits must be those of
 * pinned.json. README.md documents when that file may be written anew: `GRAZE_PIN=write node --test
 * tests/native/determinism.test.js`.
 * @import { Pinned } from './builds.js'
 */

const isPinning = process.env.GRAZE_PIN === 'write';
const { questions, sums, native, wasm } = preparedQuestions();

/** Digests of each build, in the order of the table. @type {Map<string, string>} */
const TABLE = new Map();
let sound = 0;

/*
 * The optimized gcc build once differed by an ulp in rotated coordinates: gcc 12 makes vfmaddsub of (cos x - sin y, sin
 * x + cos y) in spite of -ffp-contract=off unless its SLP vectorizer is off (see Makefile). This shows only on machines
 * with fused operations.
 */
const NATIVE = new Map([
    ['clang', 'clang, ASan and UBSan'],
    ['plain', 'gcc -O2'],
    ['tuned', 'gcc -O3 -march=native'],
    ...(isFull ? /** @type {const} */ ([['gcc', 'gcc, ASan and UBSan']]) : []),
]);
/** @type {('simd' | 'scalar')[]} */
const IN_CHROMIUM = isFull ? ['simd', 'scalar'] : ['simd'];

// Programs start first: they run on another core meanwhile.
const programs = [...NATIVE.keys()].map((flavour) => native(flavour));
const simd = wasm(createSync());
const expected = isPinning ? await sums(simd) : readPinned();

/**
 * Checks the digests against the pinned ones. On a mismatch, reports the first question whose answer differs from that
 * of the SIMD wasm here, and the kinds whose answers differ from the pinned ones.
 * @param {string} build
 * @param {Pinned} found
 * @param {(kind: string) => number[][] | Promise<number[][]>} answersOf
 */
async function isPinned(build, found, answersOf) {
    TABLE.set(build, found.answers.sha256);
    const kinds = KINDS.filter(
        (kind) => found.answers.kinds[kind].sha256 !== expected.answers.kinds[kind]?.sha256,
    );
    for (const kind of kinds) {
        const here = await answersOf(kind);
        const those = questions.flatMap((question, k) =>
            question.kind === kind ? [{ question, answer: simd[k] }] : [],
        );
        those.forEach(({ question, answer }, k) => {
            const same =
                answer.length === here[k].length &&
                answer.every((value, i) => Object.is(value, here[k][i]));
            assert.ok(
                same,
                `${kind} ${k}: ${JSON.stringify(question)}\n${here[k]}\nnot as the SIMD wasm in Node:\n${answer}`,
            );
        });
    }
    assert.deepEqual(kinds, [], 'kinds whose answers are not the pinned ones');
    assert.deepEqual(found, expected);
    sound++;
}

/** @param {number[][]} answers */
const ofKind = (answers) => (/** @type {string} */ kind) =>
    answers.filter((_, k) => questions[k].kind === kind);

test('the SIMD wasm gives the pinned bits', async () =>
    isPinned('wasm SIMD, Node', await sums(simd), ofKind(simd)));

test('the scalar wasm gives the pinned bits', async () => {
    const answers = wasm(createScalar());
    await isPinned('wasm scalar, Node', await sums(answers), ofKind(answers));
});

for (const [k, build] of [...NATIVE.values()].entries()) {
    test(`${build}: the core built for this machine gives the pinned bits`, async () => {
        const answers = await programs[k];
        await isPinned(build, await sums(answers), ofKind(answers));
    });
}

test('in Chromium, questions made there: the module gives the pinned bits', async () => {
    const page = await openPage();
    try {
        for (const module of IN_CHROMIUM) {
            const found = await page.sums(module);
            await isPinned(`wasm ${module}, Chromium ${page.version}`, found, page.answers);
        }
        assert.deepEqual(page.problems, []);
    } finally {
        await page.close();
    }
});

test('every function of the public header is called', () => {
    const header = readFileSync(inRepository('src/graze.h'), 'utf8').replace(/\/\*.*?\*\//gs, '');
    const functions = [...header.matchAll(/\b(graze_\w+)\(/g)].map(([, name]) => name);
    const callers = readdirSync(inRepository('tests/native'))
        .filter((name) => /^replay.*\.c$/.test(name))
        .map((name) => readFileSync(inRepository(`tests/native/${name}`), 'utf8'))
        .join('');
    assert.ok(functions.length > 70, `${functions.length}`);
    assert.deepEqual(
        functions.filter((name) => !new RegExp(`\\b${name}\\(`).test(callers)),
        [],
    );
});

/*
 * Hosts and their versions round sines, powers and similar functions differently. For example, w ** 3 differs from the
 * product in the last place for one w in four. The text of an error is not an answer.
 */
test('the library uses no function that hosts round differently', () => {
    const own =
        /\bMath\.(?!PI\b|(?:abs|ceil|floor|fround|imul|max|min|round|sign|sqrt|trunc)\()\w+/g;
    const ofLiterals = /\b\d+ \*\* -?\d+/g;
    const found = readdirSync(inRepository('js/graze'), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.js') && !name.startsWith('inline/'))
        .flatMap((name) => {
            const text = readFileSync(inRepository(`js/graze/${name}`), 'utf8')
                .replace(/\/\*.*?\*\//gs, '')
                .replace(ofLiterals, '');
            return [...text.matchAll(own), ...text.matchAll(/\*\*/g)].map(
                ([what]) => `${name}: ${what}`,
            );
        });
    assert.deepEqual(found, ['motion/motion.js: Math.cos', 'motion/motion.js: Math.sin']);
});

test('all committed vectors are used', () => {
    const files = readdirSync(inRepository('tests/vectors')).filter((name) => name !== 'README.md');
    assert.deepEqual(files.sort(), VECTORS.map((name) => `${name}.json`).sort());
});

after(() => {
    const { sha256, questions: count, numbers } = expected.answers;
    console.log(`${count} questions, ${numbers} numbers in answers, pinned ${sha256}`);
    for (const [build, sum] of TABLE) console.log(`${build.padEnd(36)} ${sum}`);
    if (!isPinning) return;
    assert.equal(
        sound,
        2 + NATIVE.size + IN_CHROMIUM.length,
        'not all builds agree: nothing is pinned',
    );
    writeFileSync(inRepository(PINNED), `${JSON.stringify(expected, null, 4)}\n`);
    console.log(`${PINNED} written`);
});
