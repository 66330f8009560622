/**
 * Measures what checking a whole plan costs as it grows, beside a scan of all pairs of agents in plain JavaScript, whose
 * verdicts must be the same. Run by `make bench-plans`:
 *   node tests/bench/plans.mjs [--agents 100,400,1000,2000,10000] [--steps 100] [--scan 2000] [--seed 1]
 * `--scan`: the most agents for which the scan is run. Each plan has a process of its own; times are those of the
 * process, the best of some rounds; memory is its peak.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createSync } from 'graze';
import { validate } from 'graze/scenario';
import { makeWalks, planOf } from './plan_makers.js';
import { scanAllPairs } from './plan_scan.js';

/**
 * @import { ValidationResult } from 'graze/scenario'
 * @import { Overlap } from './plan_scan.js'
 *
 * @typedef {object} Measured
 * @property {number} pieces
 * @property {number} conflicts overlaps of two agents
 * @property {number} pairs of agents
 * @property {number} validated milliseconds, all checks
 * @property {number} first milliseconds, all checks, before anything is compiled
 * @property {number} withSuggestions milliseconds, with delays looked for
 * @property {number | null} scan milliseconds
 * @property {number} plan bytes of memory with the plan only
 * @property {number} peak bytes
 */

const { values: options } = parseArgs({
    options: {
        agents: { type: 'string', default: '100,400,1000,2000,10000' },
        steps: { type: 'string', default: '100' },
        scan: { type: 'string', default: '2000' },
        seed: { type: 'string', default: '1' },
        one: { type: 'boolean', default: false },
    },
});

/** Rounds are run for so many milliseconds, and at least so often. */
const ROUNDS = { time: 1500, min: 2 };

/**
 * Milliseconds that a call takes the process, garbage collection included.
 *
 * @template T
 * @param {() => T} call
 * @returns {Promise<{ time: number, result: Awaited<T> }>}
 */
async function timed(call) {
    const before = process.cpuUsage();
    const result = await call();
    const { user, system } = process.cpuUsage(before);
    return { time: (user + system) / 1000, result };
}

/** @param {() => unknown} call */
async function best(call) {
    let [min, sum] = [Infinity, 0];
    for (let k = 0; k < ROUNDS.min || sum < ROUNDS.time; k++) {
        const { time } = await timed(call);
        min = Math.min(min, time);
        sum += time;
    }
    return min;
}

/** Checks that both find the same overlaps at the same times. @param {ValidationResult} result @param {Overlap[]} overlaps */
function compare({ violations }, overlaps) {
    const found = violations.filter(({ kind }) => kind === 'agent-agent');
    const key = (/** @type {number} */ a, /** @type {number} */ b, /** @type {number} */ lo) =>
        `${a} ${b} ${lo.toFixed(6)}`;
    const scanned = new Map(
        overlaps.map((overlap) => [key(overlap.a, overlap.b, overlap.lo), overlap]),
    );
    assert.equal(found.length, overlaps.length);
    for (const { agents, interval } of found) {
        const overlap = scanned.get(key(agents[0], agents[1], interval[0]));
        assert.ok(overlap !== undefined && Math.abs(overlap.hi - interval[1]) < 1e-6);
    }
}

/**
 * @param {number} agents
 * @param {number} steps
 * @returns {Promise<Measured>}
 */
async function measure(agents, steps) {
    const graze = createSync();
    const plan = planOf(makeWalks(agents, steps, Number(options.seed)));
    const usedMemory = process.memoryUsage().rss;
    const { time: first, result } = await timed(() =>
        validate(plan, { graze, suggestDelays: false }),
    );
    // Only then: rounds leave garbage behind that one check does not.
    const peak = process.resourceUsage().maxRSS * 1024;
    const validated = await best(() => validate(plan, { graze, suggestDelays: false }));
    const withSuggestions = await best(() => validate(plan, { graze }));
    let scan = null;
    if (agents <= Number(options.scan)) {
        const { time, result: all } = await timed(() => scanAllPairs(plan));
        scan = time;
        compare(result, all.overlaps);
        assert.ok(Math.abs((result.clearance?.separation ?? 0) - all.clearance) < 1e-9);
    }
    return {
        pieces: result.pieces,
        conflicts: result.violations.filter(({ kind }) => kind === 'agent-agent').length,
        pairs: result.pairsChecked,
        ...{ validated, first, withSuggestions, scan },
        plan: usedMemory,
        peak,
    };
}

/** @param {number} value */
const megabytes = (value) => `${Math.round(value / 2 ** 20)} MB`;

/** @param {number} value */
const milliseconds = (value) => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;

if (options.one) {
    console.log(JSON.stringify(await measure(Number(options.agents), Number(options.steps))));
} else {
    const head = [
        'agents',
        'segments',
        'conflicts',
        'validated',
        'first',
        'with repairs',
        'scan',
        'ratio',
    ];
    const rows = [[...head, 'plan', 'peak']];
    for (const agents of options.agents.split(',')) {
        const rest = ['--one', '--agents', agents, '--steps', options.steps];
        const given = ['--scan', options.scan, '--seed', options.seed];
        const script = fileURLToPath(import.meta.url);
        const { stdout, stderr, status } = spawnSync(
            process.execPath,
            [script, ...rest, ...given],
            {
                encoding: 'utf8',
            },
        );
        assert.equal(status, 0, stderr);
        /** @type {Measured} */
        const { pieces, conflicts, validated, first, withSuggestions, scan, plan, peak } =
            JSON.parse(stdout);
        rows.push([
            ...[agents, `${pieces}`, `${conflicts}`],
            ...[validated, first, withSuggestions].map(milliseconds),
            scan === null ? '-' : milliseconds(scan),
            scan === null ? '-' : `x${(scan / validated).toFixed(scan > 9.5 * validated ? 0 : 1)}`,
            ...[plan, peak].map(megabytes),
        ]);
    }
    const widths = rows[0].map((_, k) => Math.max(...rows.map((row) => row[k].length)));
    for (const row of rows) console.log(row.map((cell, k) => cell.padStart(widths[k])).join('  '));
    console.log();
    console.log(
        'checked: all checks, process time of the best round; first: before anything is compiled;',
    );
    console.log(
        'scan: agents against each other only; plan: memory with the plan made; peak: checking it once',
    );
}
