/**
 * Measures the whole program on files of plans: processor time and peak memory of `graze validate`, with one thread and with two,
 * as plans grow and by format, beside node alone and a loop in C that trusts the file. Run by `make bench-plans`:
 *   node tests/bench/plan_files.mjs [--agents 10,1000,10000] [--steps 100,400,1000] [--formats kei18,paths,…] [--seed 1]
 *     [--intruders 0] [--peer NAME=COMMAND] [--rounds 3]
 * `--intruders`: agents that walk without looking, so that the plans have conflicts. `--peer`: another checker of kei18 logs, which
 * is run with the file's name, on plans of the first of `--steps`; repeatable. The others of `--steps` are for the first format and
 * the most agents only. Values are the best of some rounds, in which all contestants take turns.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
    closeSync,
    mkdtempSync,
    openSync,
    rmSync,
    statSync,
    writeFileSync,
    writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeScenario } from 'graze/scenario';
import { makeWalks, planOf } from './plan_makers.js';

/** @import { Walks } from './plan_makers.js' */

/** @typedef {{ wall: number, cpu: number, peak: number, code: number }} Measured seconds and bytes */

const { values: options } = parseArgs({
    options: {
        agents: { type: 'string', default: '10,1000,10000' },
        steps: { type: 'string', default: '100,400,1000' },
        formats: { type: 'string', default: 'kei18,paths,mapf-tracker,lorr,ccbs' },
        seed: { type: 'string', default: '1' },
        intruders: { type: 'string', default: '0' },
        rounds: { type: 'string', default: '3' },
        peer: { type: 'string', multiple: true, default: [] },
    },
});

const PROGRAM = 'dist/cli/main.js';

/** Options of each format beside those that find the plan: logs of CCBS do not have the radius. */
const ARGUMENTS = new Map([
    ['ccbs', ['--radius', '0.35', '--limit', 'characters=1000000000']],
    ['kei18', ['--limit', 'pieces=100000000']],
]);

const folder = mkdtempSync(join(tmpdir(), 'graze-plans-'));

/** @param {string[]} command @returns {Measured} */
function run(command) {
    const { stdout, stderr, status } = spawnSync('build/bench/measure', command, {
        encoding: 'utf8',
    });
    assert.equal(status, 0, stderr);
    const measured = JSON.parse(stdout);
    // A plan is valid, or has conflicts.
    assert.ok(measured.code === 0 || measured.code === 1, `${command.join(' ')}: ${stderr}`);
    return measured;
}

/**
 * Measures contestants in turn.
 *
 * @param {Record<string, string[]>} commands
 * @returns {Record<string, Measured>} the best of each
 */
function measure(commands) {
    /** @type {Record<string, Measured>} */
    const best = {};
    for (let round = 0; round < Number(options.rounds); round++) {
        for (const [name, command] of Object.entries(commands)) {
            const found = run(command);
            const last = best[name] ?? found;
            best[name] = {
                wall: Math.min(last.wall, found.wall),
                cpu: Math.min(last.cpu, found.cpu),
                peak: Math.min(last.peak, found.peak),
                code: found.code,
            };
        }
    }
    return best;
}

/**
 * Writes a plan as a file.
 *
 * @param {number} agents
 * @param {number} steps
 * @param {string} format
 * @returns {Promise<{ path: string, arguments: string[] }>} its path, and the program's arguments that name it
 */
async function writePlan(agents, steps, format) {
    const path = join(folder, `${format}-${agents}-${steps}`);
    const walks = makeWalks(agents, steps, Number(options.seed), Number(options.intruders));
    const { text, task } =
        format === 'kei18'
            ? { text: kei18Text(walks), task: undefined }
            : await writeScenario(planOf(walks), /** @type {any} */ (format));
    const file = openSync(path, 'w');
    for (const chunk of text) writeSync(file, chunk);
    closeSync(file);
    if (task === undefined) return { path, arguments: [path] };
    writeFileSync(`${path}.scen`, task);
    return { path, arguments: [path, '--task', `${path}.scen`] };
}

/** Yields a log of kei18, which may have more steps than graze writes. @param {Walks} walks */
function* kei18Text({ cells }) {
    /** @param {number} t */
    const places = (t) => cells.map((path) => `(${path[2 * t]},${path[2 * t + 1]}),`).join('');
    const steps = cells[0].length / 2 - 1;
    yield `agents=${cells.length}\nstarts=${places(0)}\ngoals=${places(steps)}\nsolution=\n`;
    for (let t = 0; t <= steps; t++) yield `${t}:${places(t)}\n`;
}

/** @param {number} value */
const megabytes = (value) => `${Math.round(value / 2 ** 20)}`;

const rows = [['plan', 'MB', 'node', 'graze', 'peak', 'wall', 'two', 'ratio', 'loop', 'peak']];
const peers = options.peer.map((each) => each.split('='));
rows[0].push(...peers.map(([name]) => name));

/** @param {number} agents @param {number} steps @param {string} format @param {string[][]} others peers of this row */
async function addRow(agents, steps, format, others = []) {
    const { path, arguments: files } = await writePlan(agents, steps, format);
    const validate = ['node', PROGRAM, 'validate', ...(ARGUMENTS.get(format) ?? []), ...files];
    const isKei18 = format === 'kei18';
    const found = measure({
        node: ['node', '-e', '0'],
        one: [...validate, '--jobs', '1'],
        two: [...validate, '--jobs', '2'],
        ...(isKei18 && { loop: ['build/bench/plan_loop', path] }),
        ...Object.fromEntries(others.map(([name, command]) => [name, [command, path]])),
    });
    const { node, one, two, loop } = found;
    rows.push([
        `${format} ${agents} x ${steps}`,
        megabytes(statSync(path).size),
        node.cpu.toFixed(2),
        one.cpu.toFixed(2),
        megabytes(one.peak),
        one.wall.toFixed(2),
        two.wall.toFixed(2),
        `x${(one.wall / two.wall).toFixed(2)}`,
        loop === undefined ? '-' : loop.cpu.toFixed(2),
        loop === undefined ? '-' : megabytes(loop.peak),
        ...peers.map(([name]) => found[name]?.cpu.toFixed(2) ?? '-'),
    ]);
    rmSync(path);
}

try {
    const agents = options.agents.split(',').map(Number);
    const [steps, ...more] = options.steps.split(',').map(Number);
    const formats = options.formats.split(',');
    const isKei18 = formats[0] === 'kei18';
    for (const count of agents) await addRow(count, steps, formats[0], isKei18 ? peers : []);
    const most = Math.max(...agents);
    for (const each of more) await addRow(most, each, formats[0]);
    for (const format of formats.slice(1)) await addRow(most, steps, format);
} finally {
    rmSync(folder, { recursive: true, force: true });
}

const widths = rows[0].map((_, k) => Math.max(...rows.map((row) => row[k].length)));
for (const row of rows) console.log(row.map((cell, k) => cell.padStart(widths[k])).join('  '));
console.log();
console.log(
    'MB of the file; seconds of processor time; peaks in MB; wall: seconds with one and with two threads;',
);
console.log('loop: 60 lines of C that trust the file and look for vertex and edge conflicts only');
