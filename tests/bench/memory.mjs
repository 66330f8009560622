/**
 * Measures what it costs to make many things that stay: paths and motions through samples, in one instance. Run by
 * `make bench-memory`:
 *   node tests/bench/memory.mjs [--paths 10000] [--motions 5000] [--steps 100] [--rounds 3] [--graze PATH]
 * `--graze`: another build of the package's `dist/graze.js`, for comparison. Each round has a process of its own. Times are
 * those of the process, the collector's threads included; the longest call is in wall-clock time, to which whatever else the
 * machine does adds. Of either the least of the rounds.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { constants, PerformanceObserver } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { randomFor } from '../../js/bench/random.js';

/**
 * @import { Graze, Motion } from 'graze'
 * @import { Random } from '../../js/bench/random.js'
 *
 * @typedef {object} Made
 * @property {number[]} times milliseconds of the process for a quarter, a half and all of them
 * @property {number} longest milliseconds of the longest call
 * @property {number} collections of all garbage
 * @property {number} bytes bytes of the module's memory in use
 */

const { values: options } = parseArgs({
    options: {
        paths: { type: 'string', default: '10000' },
        motions: { type: 'string', default: '5000' },
        steps: { type: 'string', default: '100' },
        rounds: { type: 'string', default: '3' },
        graze: { type: 'string' },
        one: { type: 'string' },
    },
});

const STEPS = Number(options.steps);
const STEP = 0.1;

/** Returns a winding path as a recorder would sample it: [t, x, y, angle] at every step. @param {Random} random */
function track(random) {
    const [x, y, turn] = [1000 * random(), 1000 * random(), random() - 0.5];
    return Array.from({ length: STEPS + 1 }, (_, k) => {
        const t = STEP * k;
        return [
            t,
            x + 10 * t,
            y + 4 * Math.sin(turn * t),
            Math.atan(0.4 * turn * Math.cos(turn * t)),
        ];
    });
}

/**
 * Things that are made, by name: their number, and the data of each. The data stay, as they do in a program that has read
 * them.
 *
 * @type {Record<string, { count: number, of: (random: Random) => any, make: (g: Graze, data: any) => unknown }>}
 */
const KINDS = {
    paths: {
        count: Number(options.paths),
        of: (random) => ({
            ...{ t0: 0, t1: STEP * STEPS, x: 1000 * random(), y: 1000 * random() },
            ...{ angle: 6 * random(), speed: 10, angularVelocity: random() - 0.5 },
        }),
        make: (g, arc) => {
            const shape = g.box(4.5, 1.8);
            return [
                shape,
                g.path(shape, g.motion.turn(arc), { t0: 0, t1: STEP * STEPS, step: STEP }),
            ];
        },
    },
    'motions of samples': {
        count: Number(options.motions),
        of: (random) => track(random).map(([t, x, y, theta]) => ({ t, x, y, theta })),
        make: (g, samples) => g.motion.samples(samples),
    },
    'motions of typed arrays': {
        count: Number(options.motions),
        of: (random) => Float64Array.from(track(random).flat()),
        make: (g, samples) => g.motion.samples(samples),
    },
};

/**
 * @param {string} name
 * @returns {Promise<Made>}
 */
async function measure(name) {
    const { count, of, make } = KINDS[name];
    const { createSync } = await import(
        options.graze === undefined ? 'graze' : pathToFileURL(resolve(options.graze)).href
    );
    /** @type {Graze} */
    const g = createSync();
    const random = randomFor(1);
    const data = Array.from({ length: count }, () => of(random));
    let collections = 0;
    const observer = new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
            const { kind } = /** @type {any} */ (entry).detail;
            if (kind === constants.NODE_PERFORMANCE_GC_MAJOR) collections++;
        }
    });
    observer.observe({ entryTypes: ['gc'] });
    const kept = [];
    const times = [];
    let longest = 0;
    const begin = process.cpuUsage();
    let last = performance.now();
    for (let k = 0; k < count; k++) {
        kept.push(make(g, data[k]));
        const now = performance.now();
        longest = Math.max(longest, now - last);
        last = now;
        if (![count >> 2, count >> 1, count].includes(k + 1)) continue;
        const { user, system } = process.cpuUsage(begin);
        times.push((user + system) / 1000);
    }
    // Finalizers run a little later.
    await sleep(100);
    observer.disconnect();
    assert.equal(kept.length, data.length);
    return { times, longest, collections, bytes: g.memoryUsed };
}

/**
 * Returns the minimum over some rounds; null if this build cannot make the objects that way.
 *
 * @param {string} name
 * @returns {Made | null}
 */
function best(name) {
    const script = fileURLToPath(import.meta.url);
    const args = Object.entries({ ...options, one: name }).flatMap(([key, value]) => {
        return value === undefined ? [] : [`--${key}`, value];
    });
    /** @type {Made[]} */
    const rounds = [];
    for (let k = 0; k < Number(options.rounds); k++) {
        const { stdout, stderr, status } = spawnSync(process.execPath, [script, ...args], {
            encoding: 'utf8',
        });
        if (stderr.includes("code: 'wrong-type'")) return null;
        assert.equal(status, 0, stderr);
        rounds.push(JSON.parse(stdout));
    }
    const times = rounds[0].times.map((_, k) => Math.min(...rounds.map((round) => round.times[k])));
    const longest = Math.min(...rounds.map((round) => round.longest));
    return { ...rounds[0], times, longest };
}

/** @param {number} value */
const milliseconds = (value) => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;

if (options.one !== undefined) {
    console.log(JSON.stringify(await measure(options.one)));
} else {
    const head = ['', 'number', 'a quarter', 'half', 'all', 'each', 'longest call'];
    const rows = [[...head, 'full collections', 'memory']];
    for (const [name, { count }] of Object.entries(KINDS)) {
        const made = best(name);
        if (made === null) {
            rows.push([name, `${count}`, 'not taken', '', '', '', '', '', '']);
            continue;
        }
        rows.push([
            ...[name, `${count}`, ...made.times.map(milliseconds)],
            `${Math.round((1000 * made.times[2]) / count)} us`,
            ...[milliseconds(made.longest), `${made.collections}`],
            `${Math.round(made.bytes / 2 ** 20)} MB`,
        ]);
    }
    const widths = rows[0].map((_, k) => Math.max(...rows.map((row) => row[k].length)));
    for (const row of rows) console.log(row.map((cell, k) => cell.padStart(widths[k])).join('  '));
}
