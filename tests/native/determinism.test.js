import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { inRepository } from '../helpers.js';
import { isFull } from '../volume.js';
import { instancesOf, moduleInSpace, PINNED, preparedQuestions, readPinned } from './builds.js';
import { openPage } from './page.js';
import { KINDS } from './questions/index.js';
import { VECTORS } from './questions/vectors.js';

/**
 * Checks that every build gives the same bits: native builds by clang, under the address and undefined behavior
 * sanitizers, and by gcc, optimized; the SIMD and scalar wasm in Node, and the SIMD wasm in Chromium. The sanitizers and the scalar
 * wasm have a third of the questions, and Chromium a short round; a full run puts all of them to each, and adds gcc under the
 * sanitizers, and the scalar wasm in Chromium. The bits must be those of pinned.json. README.md documents when that file
 * may be written anew: `GRAZE_PIN=write node --test tests/native/determinism.test.js`.
 * @import { Digest } from './digest.js'
 * @import { Question } from './questions/index.js'
 */

const isPinning = process.env.GRAZE_PIN === 'write';
const isWhole = isFull || isPinning;
const { questions, round, sums, native, wasm } = preparedQuestions();

/** One question in three, in runs that are longer than any cycle in which questions are drawn. */
const third = questions.filter((_, k) => Math.floor(k / 64) % 3 === 0);

/** Builds that gave the pinned bits, with the number of their questions. @type {Map<string, number>} */
const TABLE = new Map();

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
const IN_NODE = /** @type {const} */ (['simd', 'scalar']);
/** @type {('simd' | 'scalar')[]} */
const IN_CHROMIUM = isFull ? ['simd', 'scalar'] : ['simd'];

// Programs start first: they run on another core meanwhile.
const some = isWhole ? questions : third;
const programs = [...NATIVE.keys()].map((flavour) => {
    const asked = flavour === 'clang' ? some : questions;
    return { asked, answers: native(flavour, asked) };
});
const simd = wasm(instancesOf('simd'));
const found = await sums(simd);
const expected = isPinning ? found : readPinned();
const answerOf = new Map(questions.map((question, k) => [question, simd[k]]));

/**
 * Asserts that a build has the same answers as the SIMD wasm in Node, to the bit: reports the first question whose answer
 * differs, and the kinds with such questions.
 * @param {string} build
 * @param {Question[]} asked
 * @param {number[][]} answers
 */
function assertSame(build, asked, answers) {
    assert.equal(answers.length, asked.length);
    const differs = asked.map((question, k) => {
        const here = answerOf.get(question) ?? [];
        const { length } = answers[k];
        return length !== here.length || answers[k].some((value, i) => !Object.is(value, here[i]));
    });
    const first = differs.indexOf(true);
    if (first < 0) {
        TABLE.set(build, asked.length);
        return;
    }
    const kinds = new Set(asked.filter((_, k) => differs[k]).map(({ kind }) => kind));
    const question = asked[first];
    assert.fail(
        `${[...kinds]}, first ${JSON.stringify(question)}\n${answerOf.get(question)}\nnot as the SIMD wasm in Node:\n${answers[first]}`,
    );
}

/** @param {Digest} given @param {Digest} wanted */
function kindsThatDiffer(given, wanted) {
    return KINDS.filter((kind) => given.kinds[kind].sha256 !== wanted.kinds[kind]?.sha256);
}

test('the SIMD wasm gives the pinned bits', () => {
    const kinds = kindsThatDiffer(found.answers, expected.answers);
    assert.deepEqual(kinds, [], 'kinds whose answers are not the pinned ones');
    assert.deepEqual(found, expected);
    TABLE.set('wasm SIMD, Node', questions.length);
});

test('the modules for bodies in space are two builds', () => {
    const [one, other] = IN_NODE.map((build) => readFileSync(inRepository(moduleInSpace(build))));
    assert.ok(!one.equals(other));
});

test('the scalar wasm gives the same bits', () =>
    assertSame('wasm scalar, Node', some, wasm(instancesOf('scalar'), some)));

for (const [k, build] of [...NATIVE.values()].entries()) {
    test(`${build}: the core built for this machine gives the same bits`, async () =>
        assertSame(build, programs[k].asked, await programs[k].answers));
}

test('in Chromium, questions made there: the module gives the pinned bits', async () => {
    const [asked, wanted] = isWhole ? [questions, expected.answers] : [round, expected.round];
    const page = await openPage();
    try {
        for (const module of IN_CHROMIUM) {
            const build = `wasm ${module}, Chromium ${page.version}`;
            const { encoded, answers } = await page.sums(module, isWhole);
            assert.equal(encoded, expected.encoded);
            for (const kind of kindsThatDiffer(answers, wanted)) {
                const ofKind = asked.filter((question) => question.kind === kind);
                assertSame(build, ofKind, await page.answers(kind));
            }
            assert.deepEqual(answers, wanted);
            TABLE.set(build, asked.length);
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
    // These are for the text of an error.
    assert.deepEqual(found.sort(), [
        ...['motion/motion.js: Math.cos', 'motion/motion.js: Math.sin'],
        ...['acos', 'cos', 'sin'].map((name) => `solid_motion/motion.js: Math.${name}`),
    ]);
});

test('all committed vectors are used', () => {
    const files = readdirSync(inRepository('tests/vectors')).filter((name) => name !== 'README.md');
    assert.deepEqual(files.sort(), VECTORS.map((name) => `${name}.json`).sort());
});

after(() => {
    const { sha256, numbers } = expected.answers;
    console.log(`${questions.length} questions, ${numbers} numbers in answers, pinned ${sha256}`);
    for (const [build, count] of TABLE) console.log(`${build.padEnd(36)} ${count} questions`);
    if (!isPinning) return;
    assert.equal(
        TABLE.size,
        2 + NATIVE.size + IN_CHROMIUM.length,
        'not all builds agree: nothing is pinned',
    );
    writeFileSync(inRepository(PINNED), `${JSON.stringify(expected, null, 4)}\n`);
    console.log(`${PINNED} written`);
});
