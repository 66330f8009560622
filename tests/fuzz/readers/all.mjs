/**
 * Runs every target, each in a process of its own: all.mjs [--seconds S] [--seed WORD] [--jobs N] [--plain]
 * [TARGET...]. Prints a table and writes it to build/fuzz/readers.md too; fails on a finding, whose input is then in
 * build/fuzz/readers.
 */
import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { inRepository } from '../../helpers.js';
import { SEEDS } from './seeds.js';

/** @typedef {{ what: string, message: string, file: string }} Found */

const NAMES = [...Object.keys(SEEDS), 'xml', 'cli'];

const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
        seconds: { type: 'string', default: '60' },
        seed: { type: 'string', default: String(Date.now() % 1e9) },
        jobs: { type: 'string', default: '1' },
        plain: { type: 'boolean', default: false },
    },
});

const OUT = inRepository('build/fuzz/readers');
const RUN = inRepository('tests/fuzz/readers/run.mjs');

/** Seconds after which a running input counts as a hang. */
const HANGS = 60;

/** Memory of values, in MiB: inputs of this size need far less. */
const MEMORY = 512;

/** @param {string} name */
async function run(name) {
    const { seconds, seed, plain } = values;
    const current = join(OUT, `${name}.current.json`);
    const args = [
        RUN,
        name,
        '--seconds',
        seconds,
        '--seed',
        seed,
        '--out',
        OUT,
        ...(plain ? ['--plain'] : []),
    ];
    const began = Date.now();
    const child = spawn(process.execPath, [`--max-old-space-size=${MEMORY}`, ...args]);
    let [out, err, isHung] = ['', '', false];
    child.stdout.on('data', (chunk) => (out += chunk));
    child.stderr.on('data', (chunk) => (err = `${err}${chunk}`.slice(-4000)));
    const watch = setInterval(() => {
        const since = statSync(current, { throwIfNoEntry: false })?.mtimeMs ?? began;
        if (Date.now() - Math.max(since, began) < 1000 * HANGS) return;
        isHung = true;
        child.kill('SIGKILL');
    }, 1000);
    const code = await new Promise((resolve) => child.on('close', resolve));
    clearInterval(watch);
    const last = out.trim().split('\n').at(-1) ?? '';
    if (last.startsWith('{"target"')) return JSON.parse(last);
    const file = join(OUT, `${name}-${seed}-end.json`);
    copyFileSync(current, file);
    const what = isHung
        ? `an input runs for more than ${HANGS} s`
        : `the program ends with ${code}: ${err.slice(-300)}`;
    return {
        target: name,
        seed,
        executions: 0,
        seconds: (Date.now() - began) / 1000,
        found: [{ what, message: what, file }],
    };
}

const unknown = positionals.find((name) => !NAMES.includes(name));
if (unknown !== undefined) throw new Error(`no target ${unknown}: ${NAMES.join(', ')}`);
mkdirSync(OUT, { recursive: true });
const names = positionals.length > 0 ? positionals : NAMES;
const waiting = [...names];
/** @type {any[]} */
const results = [];
/** @param {unknown[]} cells */
const row = (cells) => `| ${cells.join(' | ')} |`;
const title = [
    row(['target', 'executions', 'seconds', 'blocks', 'corpus', 'findings']),
    row(Array(6).fill('---')),
];
console.log(`seed ${values.seed}\n${title.join('\n')}`);
await Promise.all(
    Array.from({ length: Number(values.jobs) }, async () => {
        for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
            const result = await run(name);
            results.push(result);
            console.log(rowOf(result));
            for (const { message, file } of result.found)
                console.log(`${message}\n  node tests/fuzz/readers/run.mjs --replay ${file}`);
        }
    }),
);

/** @param {any} result */
function rowOf({ target, executions, seconds, blocks = '', corpus = '', found }) {
    return row([target, executions, seconds.toFixed(0), blocks, corpus, found.length]);
}

const sorted = names.map((name) => results.find(({ target }) => target === name));
const findings = sorted.flatMap(({ found }) =>
    found.map((/** @type {Found} */ { message, file }) => `- ${message}: ${file}`),
);
writeFileSync(
    `${OUT}.md`,
    `${[`seed ${values.seed}`, '', ...title, ...sorted.map(rowOf), '', ...findings].join('\n')}\n`,
);
process.exitCode = findings.length > 0 ? 1 : 0;
