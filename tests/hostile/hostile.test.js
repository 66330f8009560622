import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { inRepository, PATIENCE } from '../helpers.js';
import { CORPUS, GOOD_LOG, make } from './corpus.js';

/**
 * The program on files that could hurt it: one line that says what is wrong, the right exit code, bounded
 * time and memory.
 *
 * @import { Hostile } from './corpus.js'
 */

const PROGRAM = inRepository('js/cli/main.js');
const PRELOAD = inRepository('tests/hostile/peak_memory.mjs');

/** Processor time that a file may take, in that of a good one. */
const MOST_TIMES = 12;
const MOST_MEMORY = 512 * 2 ** 20;

const folder = mkdtempSync(join(tmpdir(), 'graze-hostile-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const good = join(folder, 'good.xml');
writeFileSync(good, GOOD_LOG);

/**
 * @param {string[]} args
 * @returns {Promise<{ code: number | null, signal: string | null, out: string, err: string, memory: number,
 *   seconds: number }>}
 */
function run(args) {
    const child = spawn(process.execPath, ['--import', PRELOAD, PROGRAM, ...args], {
        stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
        timeout: PATIENCE,
        killSignal: 'SIGKILL',
    });
    const texts = ['', '', '', ''];
    for (const k of [1, 2, 3]) child.stdio[k]?.on('data', (chunk) => (texts[k] += chunk));
    return new Promise((resolve) => {
        child.on('close', (code, signal) => {
            const [, out, err, used] = texts;
            const { memory, seconds } = JSON.parse(used || '{"memory":0,"seconds":0}');
            resolve({ code, signal, out, err, memory, seconds });
        });
    });
}

/** @param {string} path @param {Hostile} hostile */
function argumentsFor(path, { role = 'plan', args = [] }) {
    if (role === 'plan') return ['validate', path, ...args];
    if (role === 'list') return ['validate', '--list', path, '--radius', '0.3', ...args];
    return ['validate', good, '--radius', '0.3', `--${role}`, path, ...args];
}

/** A file that hurts nobody: what a busy machine does to it, it does to the others. */
const unhurt = run(['validate', good, '--radius', '0.3']);

describe('hostile files', { concurrency: 2 }, () => {
    for (const hostile of CORPUS) {
        const { kind, name, code } = hostile;
        test(`${kind}/${JSON.stringify(name).slice(1, 60)}: ${code ?? 'read'}`, async () => {
            const path = make(folder, hostile);
            const {
                code: exit,
                signal,
                out,
                err,
                memory,
                seconds,
            } = await run(argumentsFor(path, hostile));
            assert.equal(signal, null, err);
            const usual = await unhurt;
            assert.ok(
                seconds < MOST_TIMES * usual.seconds,
                `${seconds} s, a good file ${usual.seconds} s`,
            );
            assert.ok(memory > 0 && memory < MOST_MEMORY, `${memory / 2 ** 20} MiB`);
            assert.doesNotMatch((out + err).replaceAll('\n', ''), /[\p{Cc}\p{Cf}]/u, 'terminal');
            assert.doesNotMatch(err, /^\s+at /m, 'a stack trace');
            assert.doesNotMatch(out + err, /root:x:0/, 'what is in a file that was not asked for');
            if (code === null) {
                assert.ok(exit === 0 || exit === 1, `exit ${exit}: ${err}`);
                return;
            }
            assert.equal(exit, 3, `exit ${exit}: ${err}`);
            assert.match(err, new RegExp(`: (?:${code}): `));
            assert.ok(err.length < 2000 + 2 * path.length, `${err.length} characters of error`);
        });
    }
});

test('the corpus is as large as it claims', () => {
    assert.ok(CORPUS.length >= 60, `${CORPUS.length}`);
    assert.equal(new Set(CORPUS.map(({ kind, name }) => `${kind}/${name}`)).size, CORPUS.length);
});
