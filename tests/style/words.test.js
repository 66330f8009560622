import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readProse } from './prose.mjs';
import { findOpenings, findWideLines, findWords } from './style.mjs';

/**
 * The check of words finds each kind of finding in each place that has prose, and nothing in code.
 */

/** @param {string} file @param {string} source */
function wordsIn(file, source) {
    return findWords(file, source).map(({ line, found }) => `${line} ${found}`);
}

/** @param {string} file @param {string} source */
function openingsIn(file, source) {
    const { comments, headless } = findOpenings(file, source);
    return { comments, lines: headless.map(({ line }) => line) };
}

describe('words', () => {
    /** A sentence of each rule, and the words that are found in it. */
    const SENTENCES = [
        ['It cannot be told from a touch.', 'told'],
        ['A method asked\nof another object.', 'asked of'],
        ['Reads it wholly.', 'wholly'],
        ['No delay mends that.', 'mends'],
        ['The plan is judged.', 'judged'],
        ['The judgement is late.', 'judgement'],
        ['It is 0 unless said otherwise.', 'unless said otherwise'],
        ['One interval at the most.', 'at the most'],
        ['This is no vertex.', 'is no vertex'],
        ['An entry a pair.', 'entry a pair'],
        ['It keeps what is asked.', 'what is asked'],
        ['The colour of a neighbour.', 'colour', 'neighbour'],
        ['It recognises the centre.', 'recognises', 'centre'],
        ['The slab of a look.', 'slab', 'a look'],
        ['A leap into the next stint.', 'leap', 'stint'],
    ];

    for (const [sentence, ...found] of SENTENCES) {
        test(`"${sentence.replace('\n', ' ')}" has ${found.join(', ')}`, () => {
            const text = sentence.replace('\n', '\n * ');
            for (const file of ['src/motion/a.c', 'js/a.js']) {
                const findings = findWords(file, `int a;\n\n/**\n * ${text}\n */\nint b;\n`);
                assert.deepEqual(findings.map((finding) => finding.found).sort(), found.toSorted());
                assert.ok(findings.every(({ line, write }) => line === 4 && write !== ''));
            }
        });
    }

    test('plain sentences have none', () => {
        const plain = `There is no heap, there may be no room, and it is no longer than b. Of course it looks at a
            window, a box strips off its radius, and an organism acts precisely.`;
        assert.deepEqual(wordsIn('src/a.c', `/* ${plain} */`), []);
        assert.deepEqual(wordsIn('README.md', plain), []);
    });

    test('identifiers, calls, paths and inline code have none', () => {
        const comment =
            'graze_slab_hold, toldNow, mend(x), tests/judge, js/slab.c, `told` and a.slab';
        assert.deepEqual(wordsIn('src/a.c', `/* ${comment} */ int slab = told(mend);`), []);
        assert.deepEqual(wordsIn('js/a.js', `// ${comment}\nconst slab = told(mend, 'told');`), []);
        assert.deepEqual(
            wordsIn('js/a.js', '/** @param {told} mend @import { judge } from "./slab.js" */'),
            [],
        );
    });

    test('words are found in line comments, across their lines', () => {
        assert.deepEqual(wordsIn('js/a.js', 'f(); // this is asked\n     // of it\n'), [
            '1 asked of',
        ]);
        assert.deepEqual(wordsIn('src/a.c', 'int a; /* told */ int b; // wholly\n'), [
            '1 told',
            '1 wholly',
        ]);
        assert.deepEqual(wordsIn('js/a.js', 'f(); // this is asked\n\n// of it\n'), []);
    });

    test('comments are found beside what only looks like one', () => {
        assert.deepEqual(
            wordsIn('js/a.js', "const a = '/*told*/';\nconst b = /[/*]told/; // mended"),
            ['2 mended'],
        );
        assert.deepEqual(wordsIn('js/a.js', `const a = \`\${b /* told */}/*wholly*/\`;`), [
            '1 told',
        ]);
        assert.deepEqual(wordsIn('src/a.c', `char a = '"'; /* told */ char b = '"';`), ['1 told']);
        assert.deepEqual(
            wordsIn('src/a.c', '#include "told.h"\nconst char* a = "/*mended*/";'),
            [],
        );
    });

    test('messages are strings with more than one word', () => {
        assert.deepEqual(
            wordsIn('js/a.js', `f('it is told'); f('told'); f(\`told \${a} wholly\`);`),
            ['1 told', '1 told', '1 wholly'],
        );
        assert.deepEqual(wordsIn('src/a.c', 'f("it is told"); f("told");'), ['1 told']);
    });

    test('names of tests are strings of their own kind', () => {
        const source = `test('it is told', f); t.test(\`it \${a} mends\`); f('not a name');`;
        const kinds = readProse('tests/a.test.js', source).map(({ kind }) => kind);
        assert.deepEqual(kinds, ['test name', 'test name', 'test name', 'string']);
        assert.deepEqual(wordsIn('tests/a.test.js', source), ['1 told', '1 mends']);
    });

    test('documents are checked outside of code and links', () => {
        const source =
            '# Told\n\n```js\ntold\n```\n\n`told` [mended](judge.md) <b class="told">x</b>\n';
        assert.deepEqual(wordsIn('docs/a.md', source), ['1 Told', '7 mended']);
    });

    test('pages are checked in text, labels and comments', () => {
        const source =
            '<p class="told">mended</p>\n<a title="told">x</a>\n<!-- wholly -->\n<script>judge()</script>';
        assert.deepEqual(wordsIn('web/a.html', source), ['1 mended', '2 told', '3 wholly']);
    });

    test('style sheets, scripts and makefiles are checked in comments', () => {
        assert.deepEqual(wordsIn('web/a.css', '/* told */ .mended { a: url(//judge) }'), [
            '1 told',
        ]);
        assert.deepEqual(wordsIn('Makefile', '# told\nmended: wholly'), ['1 told']);
        assert.deepEqual(wordsIn('a.py', '"""Told."""\nmended = 1  # wholly\n'), [
            '1 Told',
            '2 wholly',
        ]);
    });

    test('words of one layer are free in the others', () => {
        const source = '/* A crowd. */';
        assert.deepEqual(wordsIn('src/a.c', source), ['1 crowd']);
        assert.deepEqual(wordsIn('tests/a.c', source), []);
    });
});

describe('openings', () => {
    test('a comment that opens without a subject counts', () => {
        const openings = [
            'What the step did.',
            'Of two the nearer.',
            'By how much it turns.',
            'On the left of it.',
        ];
        for (const opening of openings) {
            assert.deepEqual(openingsIn('src/a.c', `\n/* ${opening} */`), {
                comments: 1,
                lines: [2],
            });
            assert.deepEqual(openingsIn('js/a.js', `\n// ${opening}`), { comments: 1, lines: [2] });
        }
    });

    test('a verb, a noun and a question do not', () => {
        const openings = [
            'Returns what is left.',
            'Bound of the separation.',
            'Where is the nearest point?',
        ];
        for (const opening of openings) {
            assert.deepEqual(openingsIn('js/a.js', `/** ${opening} */`), {
                comments: 1,
                lines: [],
            });
        }
    });

    test('comments of three words and less, and strings, are not counted', () => {
        assert.deepEqual(openingsIn('js/a.js', "// What it is\nf('What the step did.');"), {
            comments: 0,
            lines: [],
        });
    });

    test('each tag of a comment counts by itself, without its type and name', () => {
        const source = `/**
            * Returns the nearer one of two.
            *
            * @param {{ a: number }} of on which side it is
            * @param {number} by number of steps to take
            * @returns {string} of the two, the nearer
            */`;
        assert.deepEqual(openingsIn('js/a.js', source), { comments: 4, lines: [4, 6] });
    });
});

describe('width', () => {
    const source = `short\n${'x'.repeat(100)}\n${'x'.repeat(101)}\n`;

    test('lines of a public header have at most 100 columns', () => {
        assert.deepEqual(
            findWideLines('src/graze.h', source).map(({ line, found }) => [line, found]),
            [[3, '101 columns']],
        );
    });

    test('other files may have wider lines', () => {
        assert.deepEqual(findWideLines('src/motion/motion.h', source), []);
    });
});
