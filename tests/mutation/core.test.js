import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { drawQuestions, KINDS } from '../native/questions/index.js';
import { RELATED, writeChunks } from './core/chunks.mjs';
import { MutantRunner, PARTS, TESTS } from './core/mutant_runner.mjs';
import { coreSources, findMutants } from './core/mutants.mjs';
import { PRELUDE, writeSchema } from './core/schema.mjs';

/** One of each operator, and what must be left alone: comments, strings, macros, types, cases, sizes. */
const SOURCE = `#include <stdio.h>
#define TWICE(x) ((x) + (x))
enum { SIZE = 2 + 1 };
typedef struct {
    double v;
} Box;

static double min2(double a, double b)
{
    return a < b ? a : b;
}

static double max2(double a, double b)
{
    return a > b ? a : b;
}

static _Bool is_odd(const int* p)
{
    /* a < b && !c is not code */
    return *p % 2 != 0 && !(*p == 7);
}

static int count(int n)
{
    static const int table[16] = {3, 5, 7, 2, 1, 1, 4, 8, 6, 9, 3, 5, 2, 2, 1, 1};
    int sum = 0;
    for (int i = 0; i < n && sum < 500; i++) {
        if (is_odd(&i)) continue;
        sum += table[i & 3] << 1;
    }
    return sum;
}

int main(void)
{
    Box box = {.v = 1};
    char text[SIZE + sizeof(Box)] = "a - b";
    int k = TWICE(3);
    switch (k) {
    case 6:
        box.v = -max2(box.v, 0.5) / 4;
        break;
    default:
        box.v = 9;
    }
    for (int n = 0; n < 12; n++)
        printf("%d ", count(n));
    printf("%s %g %g\\n", text, box.v, min2(box.v, k * 0.5 - 1));
    return k > 6 || box.v > 0;
}
`;

const folder = mkdtempSync(join(tmpdir(), 'graze-mutants-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, 'source.c');
writeFileSync(file, SOURCE);
writeFileSync(join(folder, 'prelude.h'), `${PRELUDE}int graze_mutant;\n`);
const found = findMutants(file, new Set([file])).get(file);
assert.ok(found !== undefined);
const { mutants, choices } = found;

test('mutants are made of code, and of nothing else', () => {
    const made = mutants.map(({ line, change }) => `${line} ${change}`);
    for (const expected of [
        '10 < -> <=',
        '10 < -> >=',
        '21 ! *p % 2 != 0 && !(*p == 7)',
        '21 % -> *',
        '21 && -> ||',
        '21 ! removed',
        '28 ++ -> --',
        '29 deleted: continue',
        '30 << -> >>',
        '30 += -> -=',
        '32 returns 0',
        '42 minus removed',
        '42 max2 -> min2',
        '42 0.5 -> 1.0',
        '43 deleted: break',
    ]) {
        assert.ok(made.includes(expected), `${expected} is not among\n${made.join('\n')}`);
    }
    const lines = new Set(mutants.map(({ line }) => line));
    for (const line of [1, 2, 3, 20, 39, 41]) assert.ok(!lines.has(line), `line ${line}`);
    assert.equal(new Set(mutants.map(({ id }) => id)).size, mutants.length);
});

const OPTIONS = ['-std=c11', '-w', '-Werror=implicit-function-declaration', '-O0'];

/** @param {string} name @param {Buffer | string} source @param {string[]} options */
function build(name, source, ...options) {
    const path = join(folder, `${name}.c`);
    writeFileSync(path, source);
    const program = join(folder, name);
    const { status } = spawnSync('gcc', [...OPTIONS, ...options, '-o', program, path]);
    return status === 0 ? program : undefined;
}

/** @param {string} program @param {string[]} args */
function run(program, ...args) {
    const { status, signal, stdout } = spawnSync('prlimit', ['--cpu=1', program, ...args], {
        maxBuffer: 1 << 16,
    });
    return `${status} ${signal} ${stdout.subarray(0, 1000)}`;
}

test('a choice made when the program runs is the mutant, and no choice the original', () => {
    const numbers = new Map(
        choices.flatMap((choice) => choice.mutants).map((one, k) => [one, k + 1]),
    );
    const schema = writeSchema(readFileSync(file), choices, numbers)
        .toString()
        .replace(
            'int main(void)\n{',
            'int main(int argc, char** argv)\n{\n    graze_mutant = atoi(argv[1]);',
        );
    const all = build(
        'all',
        `#include <stdlib.h>\n${schema}`,
        '-include',
        join(folder, 'prelude.h'),
    );
    assert.ok(all !== undefined);
    const original = run(/** @type {string} */ (build('original', SOURCE)));
    assert.equal(run(all, '0'), original);
    let different = 0;
    for (const [mutant, number] of numbers) {
        const { at, length, text, line, change } = mutant;
        const alone = build('alone', SOURCE.slice(0, at) + text + SOURCE.slice(at + length));
        assert.ok(alone !== undefined, `${line} ${change}`);
        const answer = run(alone);
        assert.equal(run(all, String(number)), answer, `${line} ${change}`);
        different += Number(answer !== original);
    }
    assert.ok(different > numbers.size / 2, `${different} of ${numbers.size} make a difference`);
});

/** @param {Iterable<string>} names */
const sorted = (names) => [...new Set(names)].sort();

test('every file that make compiles is a source of mutants', () => {
    const { stdout } = spawnSync('ar', ['t', 'build/core/plain.a'], { encoding: 'utf8' });
    const units = coreSources().filter((path) => path.endsWith('.c'));
    assert.deepEqual(
        units.map((path) => basename(path, '.c')).sort(),
        stdout
            .trim()
            .split('\n')
            .map((name) => basename(name, '.o'))
            .sort(),
    );
});

test('every folder of the core has questions and programs, and every one of these is used', () => {
    const folders = readdirSync('src', { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name);
    assert.deepEqual(Object.keys(RELATED).sort(), sorted(folders));
    assert.deepEqual(Object.keys(TESTS).sort(), sorted(folders));
    assert.deepEqual(sorted(Object.values(RELATED).flat()), sorted(KINDS));
    const programs = readdirSync('tests/native')
        .filter((name) => name.endsWith('_test.c'))
        .map((name) => name.slice(0, -'.c'.length));
    // The arena is part of the boundary, not of the core.
    assert.deepEqual(
        sorted([
            'arena_test',
            ...Object.values(TESTS).flatMap((all) => all.map((one) => one.program)),
        ]),
        // The answers of `solid` are checked by solid.test.js.
        sorted([...programs, 'solid']),
    );
    for (const path of PARTS) assert.ok(existsSync(path), `${path} is missing`);
});

test('a few questions kill mutants of a file of the core', async () => {
    const chunks = writeChunks(join(folder, 'questions'), drawQuestions(1, 0.002));
    const runner = new MutantRunner(join(folder, 'work'), coreSources(), chunks);
    await runner.prepare(undefined, 'build/core/plain');
    const path = 'src/static/convex/witness.c';
    const { mutants, choices } = findMutants(path, new Set([path])).get(path) ?? assert.fail();
    /** @type {Map<string, string>} */
    const fates = new Map();
    await runner.runQuestions(mutants, choices, ({ id }, { fate }) => fates.set(id, fate));
    assert.equal(fates.size, mutants.length);
    const killed = [...fates.values()].filter((fate) => fate === 'killed').length;
    assert.ok(killed > mutants.length / 2, `${killed} of ${mutants.length} are killed`);
});
