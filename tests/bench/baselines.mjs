/**
 * The ways to detect conflicts that Walker and Sturtevant list: how often each raises a false alarm (of the pairs that never
 * meet), how often it misses a contact (of those that do), checked by exact fractions, and what it costs.
 *
 *   node tests/bench/baselines.mjs [--pairs N] [--rounds N] [--seed N]
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { measure } from '../../js/bench/measure.js';
import { quantile } from '../../js/bench/statistics.js';
import { BASELINES } from '../../js/graze/core/layout.js';
import { inRepository } from '../helpers.js';
import { generator } from '../oracle/velocity_cases.js';
import { exactMotionOf, gapSign, reachOf } from '../oracle/velocity_oracle.js';
import { align, short } from './toi_tables.js';

/**
 * @import { MovingDisc } from 'graze'
 *
 * @typedef {() => number} Random
 * @typedef {{ how: typeof BASELINES[number], step: number, name: string }} Entry `step` 0: the usual one
 * @typedef {[falseAlarms: number, misses: number, ns: number]} Score
 */

/** A little less than sqrt(2) / 4, with which agents on diagonals side by side would touch to within rounding. */
const RADIUS = 0.35;
/** Cells to a side of the map. */
const SIZE = 6;

/** @type {Entry[]} */
const ENTRIES = [
    { how: 'container', step: 0, name: 'container, box' },
    { how: 'container-sphere', step: 0, name: 'container, sphere' },
    { how: 'container-hull', step: 0, name: 'container, hull' },
    { how: 'container-polytope', step: 0, name: 'polytope, x y t' },
    { how: 'extrusion', step: 0, name: 'extrusion, x y t' },
    { how: 'sampling', step: 0, name: 'sampling, R / 4' },
    { how: 'sampling', step: 0.5, name: 'sampling, 0.5' },
    { how: 'sampling', step: 0.1, name: 'sampling, 0.1' },
    { how: 'sampling', step: 0.01, name: 'sampling, 0.01' },
    { how: 'adaptive', step: 0, name: 'adaptive, R / 4' },
    { how: 'adaptive', step: 0.1, name: 'adaptive, 0.1' },
    { how: 'adaptive', step: 0.001, name: 'adaptive, 0.001' },
    { how: 'cells-bresenham', step: 1, name: 'Bresenham, 1' },
    { how: 'cells-bresenham', step: 0, name: 'Bresenham, 2 r' },
    { how: 'cells-bresenham', step: 0.25, name: 'Bresenham, 0.25' },
    { how: 'cells-wu', step: 1, name: 'Wu, 1' },
    { how: 'cells-wu', step: 0, name: 'Wu, 2 r' },
    { how: 'cells-wu', step: 0.25, name: 'Wu, 0.25' },
    { how: 'cells-wu', step: 0.0625, name: 'Wu, 0.0625' },
    { how: 'velocity-obstacle', step: 0, name: 'velocity obstacle' },
    { how: 'algebraic', step: 0, name: 'algebraic' },
];

const NEAR = [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((y) => [x, y]));
/** Moves by their number of neighbors: 2^k. */
const MOVES = {
    4: NEAR.filter(([x, y]) => Math.abs(x) + Math.abs(y) === 1),
    8: NEAR.filter(([x, y]) => x !== 0 || y !== 0),
    32: [-3, -2, -1, 0, 1, 2, 3]
        .flatMap((x) => [-3, -2, -1, 0, 1, 2, 3].map((y) => [x, y]))
        .filter(([x, y]) => Math.abs(gcd(x, y)) === 1 && Math.abs(x) + Math.abs(y) <= 5),
};

/** @param {number} a @param {number} b @returns {number} */
function gcd(a, b) {
    return b === 0 ? Math.abs(a) : gcd(b, a % b);
}

/** @param {Random} random @param {number} count */
const pick = (random, count) => Math.floor(random() * count);

/**
 * Returns a move at speed 1 from a cell by (dx, dy).
 *
 * @param {Random} random
 * @param {number} dx
 * @param {number} dy
 * @param {number} t0
 * @returns {MovingDisc}
 */
function move(random, dx, dy, t0) {
    const length = Math.hypot(dx, dy);
    return {
        x: pick(random, SIZE),
        y: pick(random, SIZE),
        vx: dx / length,
        vy: dy / length,
        t0,
        t1: t0 + length,
        radius: RADIUS,
    };
}

/** @param {number[][]} moves @returns {(random: Random) => [MovingDisc, MovingDisc]} */
const onGrid = (moves) => (random) => {
    const [p, q] = [moves[pick(random, moves.length)], moves[pick(random, moves.length)]];
    const first = move(random, p[0], p[1], 0);
    const second = move(random, q[0], q[1], 2 * random() - 1);
    // Not far away: what a broad phase would have left.
    return [
        first,
        { ...second, x: first.x + pick(random, 5) - 2, y: first.y + pick(random, 5) - 2 },
    ];
};

/** @type {Record<string, (random: Random) => [MovingDisc, MovingDisc]>} */
const KINDS = {
    '4 neighbors': onGrid(MOVES[4]),
    '8 neighbors': onGrid(MOVES[8]),
    '32 neighbors': onGrid(MOVES[32]),
    'any angle, long': (random) => {
        /** @param {number} start */
        const edge = (start) => {
            const [dx, dy] = [pick(random, 41) - 20, pick(random, 41) - 20];
            const s = move(random, dx || 1, dy, start);
            return { ...s, x: pick(random, 20) - 10, y: pick(random, 20) - 10 };
        };
        return [edge(0), edge(4 * random() - 2)];
    },
    'nearly parallel': (random) => {
        const [dx, dy] = [5 + pick(random, 10), pick(random, 10)];
        const s = move(random, dx, dy, 0);
        const turn = (2 * random() - 1) * 0.1;
        const speed = (random() < 0.5 ? 1 : -1) * (0.8 + 0.4 * random());
        const gap = 2 * RADIUS * (0.5 + random());
        const along = random() * Math.hypot(dx, dy);
        const [vx, vy] = [speed * (s.vx - turn * s.vy), speed * (s.vy + turn * s.vx)];
        const [x, y] = [s.x + s.vx * along - s.vy * gap, s.y + s.vy * along + s.vx * gap];
        return [s, { ...s, x, y, vx, vy, t0: 0, t1: s.t1 }];
    },
};

const options = {
    pairs: { type: /** @type {const} */ ('string'), default: '4096' },
    rounds: { type: /** @type {const} */ ('string'), default: '15' },
    seed: { type: /** @type {const} */ ('string'), default: '1' },
};
const { values } = parseArgs({ options });
const count = Number(values.pairs);
const { graze_wasm_conflict_by: conflictBy } = /** @type {any} */ (
    new WebAssembly.Instance(
        new WebAssembly.Module(readFileSync(inRepository('dist/graze.wasm'))),
        {},
    ).exports
);

const FIELDS = /** @type {const} */ (['x', 'y', 'vx', 'vy', 't0', 't1', 'radius']);

/**
 * Calls the wasm itself: a pair costs what C takes and one call.
 *
 * @param {Float64Array} p the pairs, 14 numbers each
 * @param {Uint8Array} answers
 * @param {Entry} entry
 * @returns {import('../../js/bench/contestant.js').Run}
 */
function runOf(p, answers, { how, step }) {
    const which = BASELINES.indexOf(how);
    return (first, many) => {
        for (let k = first; k < first + many; k++) {
            const i = 14 * k;
            // One by one: to spread a list costs more than the question.
            // biome-ignore format: two segments
            answers[k] = conflictBy(
                which,
                p[i], p[i + 1], p[i + 2], p[i + 3], p[i + 4], p[i + 5], p[i + 6],
                p[i + 7], p[i + 8], p[i + 9], p[i + 10], p[i + 11], p[i + 12], p[i + 13],
                step,
            );
        }
    };
}

/**
 * @param {(random: Random) => [MovingDisc, MovingDisc]} make
 * @param {number} seed
 */
function examine(make, seed) {
    const random = generator(seed);
    const pairs = new Float64Array(14 * count);
    const truth = new Uint8Array(count);
    for (let k = 0; k < count; k++) {
        const [s, r] = make(random);
        pairs.set([...FIELDS.map((key) => s[key]), ...FIELDS.map((key) => r[key])], 14 * k);
        truth[k] = Number(gapSign(exactMotionOf(s), exactMotionOf(r), reachOf(s, r)) <= 0);
    }
    const contacts = truth.reduce((sum, one) => sum + one, 0);
    const answers = ENTRIES.map(() => new Uint8Array(count));
    const runs = ENTRIES.map((entry, k) => runOf(pairs, answers[k], entry));
    const chunk = Math.min(256, count);
    const chunks = Array.from({ length: Math.floor(count / chunk) }, (_, k) => ({
        first: k * chunk,
        count: chunk,
    }));
    for (const run of runs) run(0, count);
    const times = measure(runs, chunks, Number(values.rounds), 'first');
    return {
        contacts: contacts / count,
        scores: answers.map((answer, k) => {
            let [alarms, misses] = [0, 0];
            answer.forEach((one, pair) => {
                alarms += Number(one === 1 && truth[pair] === 0);
                misses += Number(one === 0 && truth[pair] === 1);
            });
            return /** @type {Score} */ ([
                alarms / (count - contacts),
                misses / contacts,
                quantile(times[k], 0),
            ]);
        }),
    };
}

/** @param {number} share */
const percent = (share) => (share === 0 ? '0' : `${(100 * share).toFixed(share < 0.01 ? 2 : 1)}`);

const kinds = Object.entries(KINDS).map(([name, make], k) => ({
    name,
    ...examine(make, Number(values.seed) + k),
}));
const head = ['', ...kinds.map(({ name }) => name)];
const shares = ['% in contact', ...kinds.map(({ contacts }) => percent(contacts))];
/** @param {(score: Score) => string} cell */
const rows = (cell) =>
    ENTRIES.map(({ name }, k) => [name, ...kinds.map(({ scores }) => cell(scores[k]))]);
console.log(`False alarms / misses, % of pairs that never meet / do; ${count} pairs of each kind`);
console.log(align([head, shares, ...rows(([a, m]) => `${percent(a)} / ${percent(m)}`)], 18));
console.log('\nTime of a pair, ns: in the quickest round');
console.log(align([head, ...rows(([, , ns]) => short(ns))], 18));
