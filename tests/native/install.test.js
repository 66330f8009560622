import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { inRepository, readJson } from '../helpers.js';

/** The C library as a user gets it: installed, found by pkg-config, linked into the example of docs/c.md. */

const folder = mkdtempSync(join(tmpdir(), 'graze-install-'));
after(() => rmSync(folder, { recursive: true }));

const ANSWERS = [
    'robots: disjoint, gap 0.507350, from (0.564, 0.419) to (1.056, 0.544)',
    'gripper at 1.125: disjoint, gap 0.125000, depth 0.000000',
    'gripper at 1.000: touching, gap 0.000000, depth 0.000000',
    'gripper at 0.875: overlapping, gap 0.000000, depth 0.125000',
];

const FILES = ['include/graze/graze.h', 'include/graze/version.h', 'lib/libgraze.a'];

/** @param {string[]} variables of make */
function install(...variables) {
    // Options of the make that runs the tests, such as its jobs, are not those of this one.
    const { MAKEFLAGS: _, MAKELEVEL: __, ...env } = process.env;
    execFileSync('make', ['install', ...variables], { cwd: inRepository('.'), env });
}

/** @param {string[]} options @param {Record<string, string>} where */
function pkgConfig(options, where) {
    const env = { ...process.env, ...where };
    return execFileSync('pkg-config', [...options, 'graze'], { env, encoding: 'utf8' }).trim();
}

const EXAMPLE = inRepository('tests/examples/robot_cell.c');

/**
 * Returns the output of a program, compiled with the options of pkg-config.
 *
 * @param {string} options
 * @param {string} [source]
 */
function answersWith(options, source = EXAMPLE) {
    const program = join(folder, 'program');
    const strict = ['-std=c11', '-pedantic', '-Wall', '-Wextra', '-Werror'];
    execFileSync('gcc', [...strict, source, ...options.split(/\s+/), '-o', program]);
    return execFileSync(program, { encoding: 'utf8' }).trimEnd().split('\n');
}

/** Writes the block in C of docs/c.md as a program that prints the relation. */
function writeDocumented() {
    const text = readFileSync(inRepository('docs/c.md'), 'utf8');
    const [, block] = text.match(/^```c\n([\s\S]*?)^```$/m) ?? assert.fail('docs/c.md has no C');
    const [include, ...lines] = block.split('\n');
    const body = `${lines.join('\n')}printf("%d", (int)answer.relation);\nreturn 0;\n`;
    const source = join(folder, 'documented.c');
    writeFileSync(source, `${include}\n#include <stdio.h>\nint main(void)\n{\n${body}}\n`);
    return source;
}

test('an installed library is found by pkg-config, and the example in C gives its answers', () => {
    const prefix = join(folder, 'local');
    install(`PREFIX=${prefix}`);
    const where = { PKG_CONFIG_LIBDIR: join(prefix, 'lib/pkgconfig') };
    const options = pkgConfig(['--cflags', '--libs'], where);
    assert.deepEqual(answersWith(options), ANSWERS);
    assert.deepEqual(answersWith(options, writeDocumented()), ['0'], 'disjoint');
    assert.equal(pkgConfig(['--modversion'], where), readJson('package.json').version);
});

test('a staged library is complete, and names the place that it is made for', () => {
    const stage = join(folder, 'stage');
    install('PREFIX=/opt/graze', `DESTDIR=${stage}`);
    const root = join(stage, 'opt/graze');
    const files = readdirSync(root, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length + 1));
    assert.deepEqual(files.sort(), [...FILES, 'lib/pkgconfig/graze.pc']);
    assert.ok(!existsSync(join(stage, 'usr')));
    const where = {
        PKG_CONFIG_LIBDIR: join(root, 'lib/pkgconfig'),
        PKG_CONFIG_SYSROOT_DIR: stage,
    };
    assert.equal(pkgConfig(['--variable=prefix'], where).replace(stage, ''), '/opt/graze');
    assert.deepEqual(answersWith(pkgConfig(['--cflags', '--libs'], where)), ANSWERS);
});

test('programs in C++ may include the header as it is', () => {
    const prefix = join(folder, 'local');
    install(`PREFIX=${prefix}`);
    const options = pkgConfig(['--cflags', '--libs'], {
        PKG_CONFIG_LIBDIR: join(prefix, 'lib/pkgconfig'),
    });
    const source = join(folder, 'program.cpp');
    const program = join(folder, 'program_cpp');
    writeFileSync(
        source,
        `#include <graze.h>
int main() {
    const double quaternion[4] = {0, 0, 0, 1};
    GrazeSolidPose pose;
    return graze_solid_pose(1, 2, 3, quaternion, &pose) == GRAZE_OK && pose.z == 3 ? 0 : 1;
}
`,
    );
    const compilers = ['g++', 'clang++'].filter((name) => !spawnSync(name, ['--version']).error);
    assert.ok(compilers.length > 0, 'clang++ comes with clang');
    for (const compiler of compilers) {
        const strict = ['-std=c++11', '-Wall', '-Wextra', '-Werror'];
        execFileSync(compiler, [...strict, source, ...options.split(/\s+/), '-o', program]);
        execFileSync(program);
    }
});

test('every function of the header is in the library', () => {
    const archive = inRepository('build/lib/libgraze.a');
    const symbols = execFileSync('nm', ['-g', '--defined-only', archive], { encoding: 'utf8' });
    const defined = new Set(Array.from(symbols.matchAll(/ T (\w+)$/gm), ([, name]) => name));
    const header = execFileSync('gcc', ['-E', '-P', inRepository('src/graze.h')], {
        encoding: 'utf8',
    });
    const declared = Array.from(header.matchAll(/\b(graze_\w+)\(/g), ([, name]) => name);
    assert.ok(declared.length > 100, `${declared.length} functions`);
    assert.deepEqual(
        declared.filter((name) => !defined.has(name)),
        [],
    );
});
