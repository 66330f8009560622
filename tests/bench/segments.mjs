/**
 * Conflict tests of moving discs per second. Run by `make bench-segments`:
 *   node tests/bench/segments.mjs [NATIVE]    NATIVE: tests/bench/segments.c, built for this machine
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSync } from 'graze';
import { createSync as createScalar } from 'graze/scalar';
import { randomNumbers } from '../helpers.js';

/**
 * @import { Graze, MovingDiscBatch } from 'graze'
 * @typedef {{ name: string, records: number[], agents: number[] }} Discs
 */

const ROUNDS = 15;
const LISTED = 65_536;

/** @param {string} name @param {number[][]} rows rows of seven numbers and the agent @returns {Discs} */
function discSet(name, rows) {
    return {
        name,
        records: rows.flatMap((row) => row.slice(0, 7)),
        agents: rows.map((row) => row[7]),
    };
}

/** Agents that go on a grid's lines, 1 to 10 cells at a time, one a unit of time. @param {number} count */
function plans(count, side = 48, agents = 64) {
    const random = randomNumbers(count);
    const whole = (/** @type {number} */ n) => Math.floor(random() * n);
    const rows = [];
    for (let a = 0; a < agents; a++) {
        let [x, y, t] = [whole(side), whole(side), 0];
        for (let k = 0; k < count / agents; k++) {
            const [dx, dy] = [
                [1, 0],
                [0, 1],
                [-1, 0],
                [0, -1],
            ][whole(4)];
            const room = dx + dy > 0 ? side - 1 - (dx * x + dy * y) : -(dx * x + dy * y);
            const steps = Math.min(1 + whole(10), room);
            const duration = Math.max(steps, 1);
            rows.push([x, y, steps && dx, steps && dy, t, t + duration, 0.45, a]);
            x += dx * steps;
            y += dy * steps;
            t += duration;
        }
    }
    return discSet('plans on a grid', rows);
}

/** Returns a random straight path across a square, at a random time. @param {number} count */
function crossing(count) {
    const random = randomNumbers(count + 1);
    const rows = Array.from({ length: count }, (_, k) => {
        const [x, y, start] = [100 * random(), 100 * random(), 50 * random()];
        const duration = 5 + 20 * random();
        const [vx, vy] = [100 * random() - x, 100 * random() - y].map((d) => d / duration);
        return [x, y, vx, vy, start, start + duration, 0.5, k];
    });
    return discSet('long, random', rows);
}

/** @param {Graze} g @param {Discs} data @param {'float32' | 'float64'} precision */
function batchOf(g, { records, agents }, precision, pairs = LISTED) {
    const batch = g.movingDiscs(agents.length, { pairs, precision });
    batch.records.set(records);
    batch.agents.set(agents);
    return batch;
}

/** Seconds of this process alone: others may share the machine. @param {() => void} run */
function timed(run) {
    const begin = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(begin);
    return (user + system) / 1e6;
}

/** @param {number[]} values */
function median(values) {
    return [...values].sort((a, b) => a - b)[values.length >> 1];
}

/** Pairs of which half are there together. @param {Discs} data */
function somePairs({ agents, records }) {
    const random = randomNumbers(7);
    const pairs = [];
    while (pairs.length < 2 * LISTED) {
        const [i, j] = [0, 0].map(() => Math.floor(random() * agents.length));
        const meet =
            records[7 * i + 4] <= records[7 * j + 5] && records[7 * j + 4] <= records[7 * i + 5];
        if (i !== j && (meet || (pairs.length & 2) === 0)) pairs.push(i, j);
    }
    return pairs;
}

/** Measures the rate of each contestant, in turn in every round. @param {[string, number, () => void][]} contestants */
function race(contestants) {
    const times = contestants.map(() => /** @type {number[]} */ ([]));
    for (let round = 0; round < ROUNDS; round++) {
        for (const [k, [, , run]] of contestants.entries()) times[k].push(timed(run));
    }
    for (const [k, [name, pairs]] of contestants.entries()) {
        const seconds = median(times[k]);
        const rate = pairs / seconds / 1e6;
        const ns = ((seconds / pairs) * 1e9).toFixed(2);
        console.log(
            `  ${name.padEnd(44)} ${rate.toFixed(1).padStart(8)} M/s  ${ns.padStart(7)} ns`,
        );
    }
}

const PRECISIONS = /** @type {const} */ (['float64', 'float32']);

/** @param {Graze} g @param {Graze} scalar @param {Discs} data */
function raceList(g, scalar, data) {
    const pairs = somePairs(data);
    const discs = data.agents.map((_, k) => {
        const [x, y, vx, vy, t0, t1, radius] = data.records.slice(7 * k, 7 * k + 7);
        return { x, y, vx, vy, t0, t1, radius };
    });
    const some = 4096;
    const single = () => {
        for (let k = 0; k < some; k++) {
            g.closestApproach(discs[pairs[2 * k]], discs[pairs[2 * k + 1]]);
        }
    };
    const lists = [g, scalar].flatMap((instance, k) =>
        PRECISIONS.map((precision) => {
            const batch = batchOf(instance, data, precision);
            batch.pairs.set(pairs);
            const run = () => batch.conflicts(LISTED);
            const name = `conflicts, ${precision}${k === 0 ? '' : ', no SIMD'}`;
            return /** @type {[string, number, () => void]} */ ([name, LISTED, run]);
        }),
    );
    race([['closestApproach, a call a pair', some, single], ...lists]);
}

/** @param {Graze} g @param {Graze} scalar @param {Discs} data */
function raceAll(g, scalar, data) {
    const count = data.agents.length;
    const all = (count * (count - 1)) / 2;
    const runs = [g, scalar].flatMap((instance, k) =>
        PRECISIONS.map((precision) => {
            const batch = batchOf(instance, data, precision, 1 << 20);
            const found = batch.conflictsAmong(count);
            const name = `among, ${precision}${k === 0 ? '' : ', no SIMD'}: ${found} found`;
            const run = () => batch.conflictsAmong(count);
            return /** @type {[string, number, () => void]} */ ([name, all, run]);
        }),
    );
    const between = batchOf(g, data, 'float64', 1 << 20);
    const half = count >> 1;
    const found = between.conflictsBetween(0, half, half, count - half);
    runs.push([
        `between halves, float64: ${found} found`,
        half * (count - half),
        () => between.conflictsBetween(0, half, half, count - half),
    ]);
    /* All of one agent: nothing is left to be solved. */
    const alone = batchOf(g, data, 'float64', 1);
    alone.agents.fill(0);
    runs.push(['among, boxes alone', all, () => alone.conflictsAmong(count)]);
    runs.push([
        'boxes alone, of pairs there together',
        togetherOf(data),
        () => alone.conflictsAmong(count),
    ]);
    race(runs);
}

/** Returns the number of pairs that are present at the same time. @param {Discs} data */
function togetherOf({ agents, records }) {
    let together = 0;
    for (let i = 0; i < agents.length; i++) {
        for (let j = 0; j < i; j++) {
            const lo = Math.max(records[7 * i + 4], records[7 * j + 4]);
            together += Number(lo <= Math.min(records[7 * i + 5], records[7 * j + 5]));
        }
    }
    return together;
}

/** Measures the same in C, built for this machine. @param {string} program @param {Discs} data */
function runNative(program, data) {
    const folder = mkdtempSync(join(tmpdir(), 'graze-segments-'));
    try {
        const file = join(folder, 'crowd.bin');
        const count = data.agents.length;
        const head = new Uint32Array([count, LISTED]);
        const parts = [
            head,
            new Float64Array(data.records),
            new Uint32Array(data.agents),
            new Uint32Array(somePairs(data)),
        ];
        writeFileSync(file, Buffer.concat(parts.map((part) => new Uint8Array(part.buffer))));
        process.stdout.write(execFileSync(program, [file, String(ROUNDS)], { encoding: 'utf8' }));
    } finally {
        rmSync(folder, { recursive: true });
    }
}

const native = process.argv[2];
const [g, scalar] = [createSync(), createScalar()];
for (const data of [plans(4096), crossing(4096)]) {
    console.log(`${data.name}: ${data.agents.length} segments; millions of pairs a second`);
    raceList(g, scalar, data);
    if (native !== undefined) runNative(native, data);
    raceAll(g, scalar, data);
}
