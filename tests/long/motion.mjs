/**
 * Tests random pairs of bodies that move and turn against the motion oracle: no contact may be late or missed, and no
 * hit or graze invented. Pairs that planck's time of impact supports (apart at first, each turning by less than half a
 * turn) are run through it too. Prints tables; the exit code is 1 when an answer of graze is wrong.
 *
 *   node tests/long/motion.mjs [PAIRS [SEED]]    defaults: 100,000 and 1
 */
import { createSync } from 'graze';
import { TimeOfImpact, TOIInput, TOIOutput, TOIOutputState } from 'planck';
import {
    bodyOf,
    clearance,
    faultOfFirst,
    firstContact,
    hullOf,
    separationAt,
} from '../oracle/motion_oracle.js';

/**
 * @import { Body } from '../oracle/motion_oracle.js'
 * @import { FirstContact, Shape } from 'graze'
 *
 * @typedef {object} MovingBody
 * @property {number[][]} points
 * @property {number} size
 * @property {number} x
 * @property {number} y
 * @property {number} theta
 * @property {number} vx
 * @property {number} vy
 * @property {number} angularVelocity
 */

const pairs = Number(process.argv[2] ?? 100_000);
const seed = Number(process.argv[3] ?? 1);
const g = createSync();

/** Depth that planck must detect, relative to the larger body's size: its slop is meant for a world in meters. */
const DEEP = 0.01;
const SLOP = 0.005;
/** Maximum number of wrong answers that are printed in full. */
const MAX_SHOWN = 5;

let state = seed >>> 0;
function random() {
    // The generator is Mulberry32.
    state = (state + 0x6d2b79f5) >>> 0;
    let z = Math.imul(state ^ (state >>> 15), 1 | state);
    z = (z + Math.imul(z ^ (z >>> 7), 61 | z)) ^ z;
    return ((z ^ (z >>> 14)) >>> 0) / 2 ** 32;
}

/** @param {number} lo @param {number} hi */
const between = (lo, hi) => lo + (hi - lo) * random();

/** @param {number} size @returns {number[][]} */
function polygon(size) {
    for (;;) {
        const count = 3 + Math.floor(6 * random());
        const flat = between(0.3, 1);
        const points = Array.from({ length: count }, () => {
            const angle = between(0, 2 * Math.PI);
            return [size * Math.cos(angle), size * flat * Math.sin(angle)].map(Math.fround);
        });
        const hull = hullOf(points);
        let area = 0;
        hull.forEach(([x, y], k) => {
            const [u, v] = hull[(k + 1) % hull.length];
            area += x * v - y * u;
        });
        if (hull.length === count && area > 0.02 * size * size) return hull;
    }
}

/** Returns a bar about its middle, or one that turns about an end. @param {number} size @returns {number[][]} */
function bar(size) {
    const half = size * 10 ** between(-3, -1);
    const left = random() < 0.5 ? -size : 0;
    const corners = [
        [left, -half],
        [size, -half],
        [size, half],
        [left, half],
    ];
    return corners.map((corner) => corner.map(Math.fround));
}

const KINDS = {
    polygons: { shapes: [polygon, polygon], turn: 0.99 * Math.PI },
    'bar and polygon': { shapes: [bar, polygon], turn: 0.99 * Math.PI },
    bars: { shapes: [bar, bar], turn: 0.99 * Math.PI },
    'sizes 1 to 50': { shapes: [polygon, polygon], turn: 0.99 * Math.PI, ratio: 50 },
    'fast spins': { shapes: [bar, polygon], turn: 200 },
    'two fast spins': { shapes: [bar, bar], turn: 200, both: true },
    'no turn': { shapes: [polygon, polygon], turn: 0, both: true },
    'bars, no turn': { shapes: [bar, bar], turn: 0, both: true },
    'little turn': { shapes: [polygon, polygon], turn: 0.3, both: true },
    'bars, little turn': { shapes: [bar, polygon], turn: 0.3, both: true },
};
const NAMES = /** @type {(keyof typeof KINDS)[]} */ (Object.keys(KINDS));

/** @param {MovingBody} m @param {number} [dx] @param {number} [dy] */
const moved = (m, dx = 0, dy = 0) => {
    const segment = {
        t0: 0,
        t1: 1,
        x: [m.x + dx, m.vx],
        y: [m.y + dy, m.vy],
        angle: [m.theta, m.angularVelocity],
    };
    return bodyOf(m.points, 0, [segment]);
};

/**
 * Draws two bodies that are a small distance apart, or deep in each other, at some time; in a third of the pairs that
 * distance is the smallest.
 *
 * @param {(typeof KINDS)[keyof typeof KINDS] & { ratio?: number, both?: boolean }} kind
 */
function drawPair({ shapes, turn, ratio = 3, both = false }) {
    const size = 2 ** between(0, 4);
    const sizes = [size, size / between(1, ratio)];
    if (random() < 0.5) sizes.reverse();
    const way = size * 2 ** between(-3, 4);
    const [a, b] = shapes.map((shape, k) => {
        const [angle, slow] = [between(0, 2 * Math.PI), both || k === 0 ? turn : 0.99 * Math.PI];
        return {
            points: shape(sizes[k]),
            size: sizes[k],
            x: between(-20, 20),
            y: between(-20, 20),
            theta: between(-Math.PI, Math.PI),
            vx: way * Math.cos(angle) * random(),
            vy: way * Math.sin(angle) * random(),
            angularVelocity: between(-slow, slow),
        };
    });
    const when = between(0.05, 0.95);
    const target = size * (random() < 0.5 ? between(-0.3, 0.3) : 10 ** between(-6, 0));
    const side = between(0, 2 * Math.PI);
    const [ux, uy] = [Math.cos(side), Math.sin(side)];
    let apart = 3 * size;
    const [x, y] = [a.x + a.vx * when - b.vx * when, a.y + a.vy * when - b.vy * when];
    const still = moved(a);
    for (let k = 0; k < 6; k++) {
        b.x = x + ux * apart;
        b.y = y + uy * apart;
        apart -= separationAt(still, moved(b), when) - target;
    }
    if (random() < 1 / 3) pushToGraze(a, b, size);
    return [a, b];
}

/**
 * Moves B until the smallest distance is nearly 0, on either side of it.
 *
 * @param {MovingBody} a
 * @param {MovingBody} b
 * @param {number} size
 */
function pushToGraze(a, b, size) {
    const target = (random() < 0.5 ? -1 : 1) * size * 10 ** between(-10, -2);
    const still = moved(a);
    for (const width of [1e-2, 1e-4, 1e-6]) {
        const { distance, time } = clearance(still, moved(b), 0, 1, { width: width * size });
        const here = distance[1];
        const step = 1e-4 * size;
        const rise = [
            [step, 0],
            [0, step],
        ].map(([dx, dy]) => (separationAt(still, moved(b, dx, dy), time) - here) / step);
        const square = rise[0] ** 2 + rise[1] ** 2;
        if (square < 0.25) return;
        b.x += ((target - here) * rise[0]) / square;
        b.y += ((target - here) * rise[1]) / square;
    }
}

const [input, output] = [new TOIInput(), new TOIOutput()];
input.tMax = 1;

/** @param {MovingBody[]} bodies */
function queryPlanck(bodies) {
    bodies.forEach((m, k) => {
        const vertices = m.points.map(([x, y]) => ({ x, y }));
        (k === 0 ? input.proxyA : input.proxyB).setVertices(vertices, vertices.length, 0);
        const sweep = k === 0 ? input.sweepA : input.sweepB;
        Object.assign(sweep.c0, { x: m.x, y: m.y });
        Object.assign(sweep.c, { x: m.x + m.vx, y: m.y + m.vy });
        sweep.a0 = m.theta;
        sweep.a = m.theta + m.angularVelocity;
        sweep.alpha0 = 0;
    });
    TimeOfImpact(output, input);
    return output.state;
}

const STATUSES = /** @type {const} */ (['free', 'hit', 'grazing', 'overlapping', 'undecided']);
const HEADS = [...STATUSES, 'late', 'missed', 'false', 'unclear', 'iterations', 'most'];
const PLANCK_HEADS = /** @type {const} */ ([
    'queried',
    'contacts',
    'missed',
    'failed',
    'deep',
    'deep missed',
    'deep failed',
    'false',
]);

/** @param {readonly string[]} names @returns {Record<string, number>} */
const zeros = (names) => Object.fromEntries(names.map((name) => [name, 0]));

/** @type {Record<string, Record<string, number>>} */
const table = Object.fromEntries(NAMES.map((name) => [name, zeros(['pairs', ...HEADS])]));
/** @type {Record<string, Record<string, number>>} */
const others = {};
let [wrong, oracleTime, grazeTime] = [0, 0, 0];

/**
 * @param {string} name
 * @param {MovingBody[]} bodies
 * @param {ReturnType<typeof firstContact>} truth
 * @param {Body[]} bodies
 */
function comparePlanck(name, bodies, truth, [a, b]) {
    const size = Math.max(...bodies.map((m) => m.size));
    if (
        separationAt(a, b, 0) < Math.max(DEEP * size, 4 * SLOP) ||
        !bodies.every(({ angularVelocity }) => Math.abs(angularVelocity) < Math.PI)
    )
        return;
    if (truth.contact === 'unclear') return;
    others[name] ??= zeros(PLANCK_HEADS);
    const row = others[name];
    row.queried++;
    const state = queryPlanck(bodies);
    const least = clearance(a, b, 0, 1, { width: 1e-3 * size }).distance;
    if (truth.contact === false) {
        const said = state === TOIOutputState.e_touching || state === TOIOutputState.e_overlapped;
        if (said && least[0] > 2 * SLOP) row.false++;
        return;
    }
    const isDeep = least[1] < -Math.max(DEEP * size, 4 * SLOP);
    row.contacts++;
    if (isDeep) row.deep++;
    if (state === TOIOutputState.e_separated) {
        row.missed++;
        if (isDeep) row['deep missed']++;
    } else if (state === TOIOutputState.e_failed) {
        row.failed++;
        if (isDeep) row['deep failed']++;
    }
}

console.log(`${pairs} pairs, seed ${seed}`);
const start = performance.now();
for (let k = 0; k < pairs; k++) {
    const name = NAMES[k % NAMES.length];
    const bodies = drawPair(KINDS[name]);
    const size = Math.max(...bodies.map((m) => m.size));
    const [distanceTolerance, tolerance] = [1e-9 * size, 1e-9];
    const [a, b] = bodies.map((m) => moved(m));
    const before = performance.now();
    const truth = firstContact(a, b, 0, 1, { delta: distanceTolerance / 4 });
    oracleTime += performance.now() - before;

    const shapes = bodies.map(({ points }) => g.polygon(points));
    const motions = bodies.map(({ x, y, theta: angle, vx, vy, angularVelocity }) =>
        g.motion.linear({ t0: 0, t1: 1, x, y, angle, vx, vy, angularVelocity }),
    );
    const started = performance.now();
    const answer = g.firstContact(shapes[0], shapes[1], motions[0], motions[1], {
        distanceTolerance,
        tolerance,
    });
    grazeTime += performance.now() - started;
    for (const thing of [...shapes, ...motions]) thing.free();

    const row = table[name];
    row.pairs++;
    row[answer.status]++;
    row.iterations += answer.iterations;
    row.most = Math.max(row.most, answer.iterations);
    if (truth.contact === 'unclear') row.unclear++;
    const fault = faultOfFirst(
        a,
        b,
        { from: 0, to: 1, distanceTolerance, tolerance },
        answer,
        truth,
    );
    if (fault !== null) {
        row[fault === 'late' || fault === 'missed' ? fault : 'false']++;
        if (wrong++ < MAX_SHOWN) {
            console.log(
                fault,
                k,
                JSON.stringify({ bodies, answer, truth, slack: distanceTolerance }),
            );
        }
    }
    comparePlanck(name, bodies, truth, [a, b]);
}
const seconds = (performance.now() - start) / 1000;

/** @param {Record<string, Record<string, number>>} rows */
function print(rows) {
    const heads = Object.keys(Object.values(rows)[0]);
    const cells = [['', ...heads]];
    for (const [name, row] of Object.entries(rows)) {
        cells.push([name, ...heads.map((head) => String(row[head]))]);
    }
    const widths = cells[0].map((_, c) => Math.max(...cells.map((line) => line[c].length)));
    for (const line of cells) {
        console.log(
            line
                .map((cell, c) => (c ? cell.padStart(widths[c]) : cell.padEnd(widths[c])))
                .join('  '),
        );
    }
}

/** @param {Record<string, Record<string, number>>} rows */
function withTotal(rows) {
    const all = zeros(Object.keys(Object.values(rows)[0]));
    for (const row of Object.values(rows)) {
        for (const [head, value] of Object.entries(row)) {
            all[head] = head === 'most' ? Math.max(all[head], value) : all[head] + value;
        }
    }
    return { ...rows, all };
}

const totals = withTotal(table);
for (const row of Object.values(totals))
    row.iterations = Math.round(row.iterations / (row.pairs || 1));
console.log('graze: answers, those that are wrong, and iterations, mean and most');
print(totals);
if (Object.keys(others).length > 0) {
    const deep = `deeper than ${DEEP} of the size and ${4 * SLOP}`;
    console.log(`planck: contacts it says are none or fails on; of all, and of those ${deep}`);
    print(withTotal(others));
}
const each = (/** @type {number} */ ms) => `${((1000 * ms) / (pairs || 1)).toFixed(1)} us`;
console.log(`a pair: graze ${each(grazeTime)}, the oracle ${each(oracleTime)}`);
console.log(`${wrong} wrong in ${seconds.toFixed(0)} s`);
process.exitCode = wrong > 0 ? 1 : 0;
