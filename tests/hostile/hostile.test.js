import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { inRepository, PATIENCE } from '../helpers.js';
import { CORPUS, GOOD_LOG, make } from './corpus.js';

/**
 * The program on files that could hurt it: one line that says what is wrong, the right exit code, bounded
 * time and memory.
 *
 * @import { Hostile } from './corpus.js'
 */

const RUN_ALL = inRepository('tests/hostile/run_all.mjs');

/** Processor time that a file may take, in that of a process that reads a good one. */
const MAX_TIMES = 24;
const MAX_MEMORY = 512 * 2 ** 20;

const folder = mkdtempSync(join(tmpdir(), 'graze-hostile-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const good = join(folder, 'good.xml');
writeFileSync(good, GOOD_LOG);

/** @typedef {{ code: number, stdout: string, stderr: string, seconds: number, memory: number }} Run */

/**
 * Runs the program on all files of a kind, in one process: starting it takes longer than most files do.
 *
 * @param {string} kind
 * @param {string[][]} runs arguments
 * @returns {Promise<{ done: Run[], end: string }>} as many as ended, and how the process did
 */
function runAll(kind, runs) {
    const list = join(folder, `${kind}.json`);
    writeFileSync(list, JSON.stringify(runs));
    const child = spawn(process.execPath, [RUN_ALL, list], {
        stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
        timeout: PATIENCE,
        killSignal: 'SIGKILL',
    });
    let [errors, lines] = ['', ''];
    child.stdio[2]?.on('data', (chunk) => (errors += chunk));
    child.stdio[3]?.on('data', (chunk) => (lines += chunk));
    return new Promise((resolve) => {
        child.on('close', (code, signal) => {
            const done = lines
                .split('\n')
                .slice(0, -1)
                .map((line) => JSON.parse(line));
            resolve({ done, end: `exit code ${code}, signal ${signal}: ${errors}` });
        });
    });
}

/** @param {string} path @param {Hostile} hostile */
function argumentsFor(path, { role = 'plan', args = [] }) {
    if (role === 'plan') return ['validate', path, ...args];
    if (role === 'list') return ['validate', '--list', path, '--radius', '0.3', ...args];
    if (role === 'footprint') return ['validate', good, '--footprint', path, ...args];
    return ['validate', good, '--radius', '0.3', `--${role}`, path, ...args];
}

/** Time of a process that reads a harmless file: a busy machine slows all alike. */
const usual = runAll('good', [['validate', good, '--radius', '0.3']]);

describe('hostile files', { concurrency: 2 }, () => {
    for (const kind of new Set(CORPUS.map((hostile) => hostile.kind))) {
        describe(kind, () => {
            const files = CORPUS.filter((hostile) => hostile.kind === kind);
            const paths = files.map((hostile) => make(folder, hostile));
            /** @type {{ done: Run[], end: string }} */
            let all;
            /** @type {Run} */
            let unhurt;
            before(async () => {
                [unhurt] = (await usual).done;
                all = await runAll(
                    kind,
                    files.map((hostile, k) => argumentsFor(paths[k], hostile)),
                );
            });
            for (const [k, { name, code }] of files.entries()) {
                test(`${JSON.stringify(name).slice(1, 60)}: ${code ?? 'read'}`, () => {
                    const run = all.done[k];
                    assert.ok(run, `the process ended before: ${all.end}`);
                    const { stdout, stderr, seconds, memory } = run;
                    assert.ok(
                        seconds < MAX_TIMES * unhurt.seconds,
                        `${seconds} s, a good file ${unhurt.seconds} s`,
                    );
                    assert.ok(memory > 0 && memory < MAX_MEMORY, `${memory / 2 ** 20} MiB`);
                    const text = stdout + stderr;
                    assert.doesNotMatch(text.replaceAll('\n', ''), /[\p{Cc}\p{Cf}]/u, 'terminal');
                    assert.doesNotMatch(stderr, /^\s+at /m, 'a stack trace');
                    assert.doesNotMatch(text, /root:x:0/, 'what is in a file that was not named');
                    if (code === null) {
                        assert.ok(run.code === 0 || run.code === 1, `exit ${run.code}: ${stderr}`);
                        return;
                    }
                    assert.equal(run.code, 3, `exit ${run.code}: ${stderr}`);
                    assert.match(stderr, new RegExp(`: (?:${code}): `));
                    const max = 2000 + 2 * paths[k].length;
                    assert.ok(stderr.length < max, `${stderr.length} characters of error`);
                });
            }
            test('the process ends well', () => {
                assert.match(all.end, /^exit code 0, signal null: $/);
            });
        });
    }
});

test('the corpus is as large as it claims', () => {
    assert.ok(CORPUS.length >= 60, `${CORPUS.length}`);
    assert.equal(new Set(CORPUS.map(({ kind, name }) => `${kind}/${name}`)).size, CORPUS.length);
});
