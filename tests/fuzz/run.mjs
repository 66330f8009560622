/**
 * Runs every built target for a number of seconds per question, several at a time. Prints a line per target and writes a table to
 * build/fuzz/report.md; findings stay in build/fuzz/findings. Fails if there is any.
 *
 *   node tests/fuzz/run.mjs [SECONDS [JOBS]]    defaults: 60 and 1
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const out = path.join(here, '..', '..', 'build', 'fuzz');
const seconds = Number(process.argv[2] ?? 60);
const jobs = Number(process.argv[3] ?? 1);

/**
 * Number of questions that a target asks about each input, if there are several: each has the time of a target of its own.
 *
 * @type {Record<string, number>}
 */
const QUESTIONS = {
    fuzz_approach: 3,
    fuzz_outline: 2,
    fuzz_pose: 2,
    fuzz_solid: 4,
    fuzz_solid_compound: 2,
    fuzz_spheres: 2,
    fuzz_static: 8,
};

/** Lines of a log that are printed for a finding. */
const LINES = 12;

/** @typedef {{ name: string, seconds: number, runs: number, features: number, findings: string[] }} Row */

/** @param {string} directory */
const filesIn = (directory) => (existsSync(directory) ? readdirSync(directory) : []);

/** @param {string} log */
function reason(log) {
    const lines = log.split('\n').filter((line) => !/^\s*#\d/.test(line));
    const first = lines.findIndex((line) => /failed:|ERROR|runtime error/.test(line));
    return (first < 0 ? lines.slice(-5) : lines.slice(first, first + LINES)).join('\n');
}

/** @param {string} name @returns {Promise<Row>} */
function run(name) {
    const findings = path.join(out, 'findings', name);
    const corpus = path.join(out, 'corpus', name);
    for (const directory of [findings, corpus]) mkdirSync(directory, { recursive: true });
    /* Findings of earlier runs stay, but do not count. */
    const before = new Set(filesIn(findings));
    const inputs = [corpus, path.join(out, 'seeds', name), path.join(here, 'regressions', name)];
    const args = [
        `-max_total_time=${seconds * (QUESTIONS[name] ?? 1)}`,
        '-timeout=10',
        '-rss_limit_mb=1024',
        '-max_len=1024',
        '-print_final_stats=1',
        `-artifact_prefix=${findings}/`,
        ...inputs.filter((directory) => existsSync(directory)),
    ];
    const start = performance.now();
    return new Promise((resolve, reject) => {
        const child = spawn(path.join(out, name), args, { stdio: ['ignore', 'pipe', 'pipe'] });
        let log = '';
        for (const stream of [child.stdout, child.stderr])
            stream.on('data', (/** @type {Buffer} */ data) => (log += data.toString('latin1')));
        child.on('error', reject);
        child.on('close', (status) => {
            writeFileSync(path.join(out, `${name}.log`), log);
            const found = filesIn(findings).filter((file) => !before.has(file));
            if (status !== 0 && found.length === 0) found.push(`exit code ${status}`);
            const row = {
                name,
                seconds: Math.round((performance.now() - start) / 1000),
                runs: Number(/number_of_executed_units: *(\d+)/.exec(log)?.[1] ?? 0),
                features: Number([...log.matchAll(/ ft: (\d+)/g)].at(-1)?.[1] ?? 0),
                findings: found,
            };
            print(row);
            if (status !== 0) console.log(reason(log));
            resolve(row);
        });
    });
}

/** @param {Row} row */
function print({ name, seconds: took, runs, features, findings }) {
    const numbers = [runs, took, features, findings.length].map((n) => String(n).padStart(10));
    console.log(name.padEnd(22) + numbers.join(''));
}

/** @param {Row[]} rows */
function report(rows) {
    const lines = rows.map(
        (row) =>
            `| ${row.name} | ${row.seconds} | ${row.runs} | ${row.features} | ${row.findings.join(', ') || 0} |`,
    );
    const head = '| target | seconds | executions | features | findings |\n|---|---|---|---|---|\n';
    writeFileSync(path.join(out, 'report.md'), `${head}${lines.join('\n')}\n`);
}

const waiting = readdirSync(here)
    .filter((name) => /^fuzz_\w+\.c$/.test(name))
    .map((name) => name.slice(0, -2))
    .sort();
const missing = waiting.filter((name) => !existsSync(path.join(out, name)));
if (missing.length > 0) throw new Error(`${missing.join(', ')}: not built`);

console.log(
    'target'.padEnd(22) +
        ['runs', 'seconds', 'features', 'findings'].map((s) => s.padStart(10)).join(''),
);
/** @type {Row[]} */
const rows = [];
await Promise.all(
    Array.from({ length: jobs }, async () => {
        for (let name = waiting.shift(); name !== undefined; name = waiting.shift())
            rows.push(await run(name));
    }),
);
report(rows.sort((p, q) => (p.name < q.name ? -1 : 1)));
process.exitCode = rows.some(({ findings }) => findings.length > 0) ? 1 : 0;
