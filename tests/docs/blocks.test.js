import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import ts from 'typescript';
import { installGraze } from '../cli/docs.js';
import { temporaryFolder } from '../cli/program.js';
import { inRepository } from '../helpers.js';
import { blocksOf, documents, placeOf } from './blocks.js';
import { instrumented, programsOf, runProgram } from './programs.js';
import { isLike, valueIn } from './values.js';

/**
 * Checks what the documents show is what happens. Every fenced block has a fate: `js` runs, and the values in its comments are
 * compared; `sh` of graze's own commands runs, and what it prints is compared with the block behind it; samples of
 * file formats are read (samples.test.js); what is left stands in NOT_RUN with the reason.
 *
 * @import { Block } from './blocks.js'
 */

/** Blocks that are not run here: file, how they begin, why. */
const NOT_RUN = /** @type {[file: string, begins: string, why: string][]} */ ([
    [
        'README.md',
        'npm install graze',
        'needs a registry; tests/package installs the packed package',
    ],
    ['README.md', 'make demo', 'sets the machine up; a target of its own'],
    ['docs/papers.md', 'make bench', 'takes minutes, and needs sources of others'],
    ['docs/performance.md', 'make bench', 'takes minutes, and needs modules of others'],
    ['docs/c.md', 'make install', 'tests/native/install.test.js installs the library'],
    ['docs/c.md', '#include', 'tests/native/install.test.js compiles it'],
    ['docs/campaign.md', '# plan\twhat is its own', 'a list; tests/cli/list.test.js reads such'],
    ['docs/campaign.md', 'N=64', 'tests/cli/parallel.test.js runs it'],
    ['docs/campaign.md', '#!/bin/bash', 'tests/cli/slurm.test.js runs it'],
    [
        'docs/program.md',
        '{"schema":3,"graze"',
        'a sketch with gaps; tests/cli/many.test.js holds its form',
    ],
    [
        'docs/program.md',
        '::error file=a.xml',
        'an annotation with a gap; tests/cli/ci_reports.test.js holds its form',
    ],
    [
        'tests/examples/README.md',
        'node tests/examples/plan.mjs',
        'tests/examples/examples.test.js runs the planner',
    ],
    [
        'tests/examples/README.md',
        'node tests/examples/car-with-trailer.mjs',
        'tests/examples/examples.test.js runs it',
    ],
    [
        'tests/oracle/plans/README.md',
        'python3 -m plans',
        'a synopsis; tests/scenario/plans_oracle.test.js runs the checker',
    ],
    ['web/base/README.md', 'const store =', 'a sketch of a tab, which needs a page'],
    [
        'web/scenes/README.md',
        'node tests/examples/plan.mjs',
        'tests/examples/examples.test.js runs it',
    ],
    ['CONTRIBUTING.md', 'make test', 'would run itself'],
    ['CONTRIBUTING.md', 'node --test', 'one of these tests by itself'],
    ['tests/package/README.md', 'npm version', 'a release'],
]);

/** Stand-ins for the reader's own files in commands: seeds of the readers' fuzzing. */
const OWN_FILES = Object.entries({
    'result.txt': 'kei18.txt',
    'paths.txt': 'paths.txt',
    'map.map': 'small.map',
    'map.scen': 'small-random-1.scen',
    'scenario.xml': 'road_2020a.xml',
    'solution.xml': 'solution_ks.xml',
    'scenarios/road.xml': 'road_2020a.xml',
    'tracks.csv': 'interaction.csv',
});

/** Read by samples.test.js. */
const SAMPLES = 'docs/formats.md';

const files = documents();
const blocks = files.flatMap(blocksOf);

/** @param {Block} block */
function reasonOf({ file, text }) {
    return NOT_RUN.find(([where, begins]) => where === file && text.startsWith(begins));
}

/** @param {Block} block */
function isGraze({ language, text }) {
    return (
        language === 'sh' && text.split('\n').every((line) => /^(?:(?:npx )?graze |#|$)/.test(line))
    );
}

/** Returns the block after another one, if only text without a heading is in between. @param {Block} block */
function outputOf(block) {
    const next = blocks[blocks.indexOf(block) + 1];
    const isOutput = next?.file === block.file && next.language === '' && !reasonOf(next);
    return isOutput && next.heading === block.heading ? next : undefined;
}

const runnable = blocks.filter((block) => block.file !== SAMPLES && !reasonOf(block));
const programs = files.flatMap((file) => {
    return programsOf(runnable.filter((block) => block.file === file && block.language === 'js'));
});
const commands = runnable.filter(isGraze);
const outputs = commands.map(outputOf);

test('examples compile as TypeScript, under strict', () => {
    // Within the repository the package's name leads to its own types.
    const folder = inRepository('build/examples');
    mkdirSync(folder, { recursive: true });
    const names = programs.map((program, k) => {
        const name = join(folder, `example${k}.ts`);
        writeFileSync(name, program.map(({ text }) => text).join('\n'));
        return name;
    });
    assert.ok(names.length >= 3);
    const program = ts.createProgram(names, {
        noEmit: true,
        strict: true,
        target: ts.ScriptTarget.ES2022,
        module: ts.ModuleKind.NodeNext,
        moduleResolution: ts.ModuleResolutionKind.NodeNext,
        lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.esnext.disposable.d.ts'],
        types: ['node'],
    });
    const found = ts.getPreEmitDiagnostics(program).map(({ file, start, messageText }) => {
        const line = file?.text.slice(0, start).split('\n').length;
        return `${file?.fileName}:${line}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    });
    assert.deepEqual(found, []);
});

test('every block of every document is run, read, or named with the reason why not', () => {
    const known = new Set([...programs.flat(), ...commands, ...outputs]);
    const unchecked = runnable.filter((block) => !known.has(block)).map(placeOf);
    assert.deepEqual(unchecked, []);
    const stale = NOT_RUN.filter((entry) => !blocks.some((block) => reasonOf(block) === entry));
    assert.deepEqual(stale, [], 'reasons for blocks that are not there');
});

describe('programs of the documents do what their comments say', { concurrency: 2 }, () => {
    for (const program of programs) {
        test(placeOf(program[0]), async () => {
            await runProgram(program);
        });
    }
    test('and many of them say it', () => {
        const counts = programs.flat().map((block) => instrumented(block).count);
        assert.ok(counts.reduce((a, b) => a + b) >= 15, `${counts}`);
    });
});

describe('commands of the documents print what is shown', () => {
    const folder = temporaryFolder('documents');
    const bin = installGraze(folder);
    // Commands name the bundled scenes, and write beside them.
    mkdirSync(join(folder, 'web'));
    symlinkSync(inRepository('web/scenes'), join(folder, 'web/scenes'));
    // The README's example is in the package.
    mkdirSync(join(folder, 'node_modules/graze'), { recursive: true });
    symlinkSync(inRepository('docs'), join(folder, 'node_modules/graze/docs'));
    mkdirSync(join(folder, 'scenarios'));
    for (const [name, seed] of OWN_FILES) {
        symlinkSync(inRepository(`tests/fuzz/readers/seeds/${seed}`), join(folder, name));
    }
    // Runs the program that is put first in PATH, as npx runs that of a package.
    writeFileSync(join(bin, 'npx'), '#!/bin/sh\nexec "$@"\n');
    chmodSync(join(bin, 'npx'), 0o755);
    for (const block of commands) {
        test(placeOf(block), () => {
            const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` };
            const shown = outputOf(block);
            // Without a block of output, each line is a command of its own.
            for (const text of shown === undefined ? block.text.trim().split('\n') : []) {
                const run = spawnSync('sh', ['-c', text], { cwd: folder, env, encoding: 'utf8' });
                assert.equal(run.stderr, '', text);
                assert.ok(run.status === 0 || run.status === 1, `exit code ${run.status}: ${text}`);
            }
            if (shown === undefined) return;
            const run = spawnSync('sh', ['-c', block.text], { cwd: folder, env, encoding: 'utf8' });
            assert.equal(run.stderr, '');
            // A line of dots stands for any lines.
            const parts = shown.text.trimEnd().split(/^ *(?:\.\.\.|…)\n?/m);
            const [first, ...rest] = parts;
            assert.equal(run.stdout.slice(0, first.length), first);
            if (rest.length === 0) assert.equal(run.stdout.trimEnd(), first);
            let at = first.length;
            for (const part of rest) {
                at = run.stdout.indexOf(part, at);
                assert.ok(at >= 0, part);
                at += part.length;
            }
        });
    }
});

test('a value in a comment is distinguished from prose, and compared to the digits shown', () => {
    const cases = /** @type {[string, unknown, boolean][]} */ ([
        ['0.5', 0.5, true],
        ['0.5: by that', 0.5, true],
        ['0.3', 0.1 + 0.2, false],
        ['0.3000…', 0.1 + 0.2, true],
        ['1.88…', 1.88, false],
        ['-1', -1, true],
        ['-0', 0, false],
        ['Infinity', Infinity, true],
        ['false', false, true],
        ['false', 0, false],
        ["'free'", 'free', true],
        ["'free'", 'hit', false],
        ['[1, 2.5…]', [1, 2.51], true],
        ['[1, 2]', [1, 2, 3], false],
        ['[1, …]', [1, 2, 3], true],
        ['[1, 2]', Float32Array.of(1, 2), true],
        ["{ a: 1, b: { c: 'd' } }", { a: 1, b: { c: 'd' } }, true],
        ['{ a: 1 }', { a: 1, b: 2 }, false],
        ['{ a: 1, … }', { a: 1, b: 2 }, true],
        ['[{ a: [1.8…, null] }]', [{ a: [1.88, null] }], true],
        ['null', undefined, false],
    ]);
    for (const [comment, value, expected] of cases) {
        const pattern = valueIn(comment);
        assert.ok(pattern, comment);
        assert.equal(isLike(value, pattern), expected, `${comment} for ${value}`);
    }
    for (const prose of ['as above; { step: 18 }', 'a Uint32Array', 'with { a: 1 }', 'no 1']) {
        assert.equal(valueIn(prose), null, prose);
    }
    for (const unclear of ['1 pair is near', '{ a: true } for points', "'x' or 'y'", '[1, x]']) {
        assert.throws(() => valueIn(unclear), unclear);
    }
});
