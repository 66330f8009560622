/**
 * Tests unsafe delays of random pairs of moving bodies against the motion oracle, at delays inside and around the
 * reported spans. Prints a table; the exit code is 1 when an answer is wrong.
 *
 *   node tests/long/delays.mjs [PAIRS [SEED]]    defaults: 10,000 and 1
 */
import { createSync } from 'graze';
import { faultOfDelays } from '../oracle/delay_oracle.js';
import { hullOf } from '../oracle/motion_oracle.js';

/** @import { MovingBody } from '../oracle/delay_oracle.js' */

const pairs = Number(process.argv[2] ?? 10_000);
const seed = Number(process.argv[3] ?? 1);
const g = createSync();

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
/** @param {number} share */
const chance = (share) => random() < share;
/** @template T @param {readonly T[]} list @returns {T} */
const oneOf = (list) => list[Math.floor(random() * list.length)];

/** @returns {number[][]} */
function polygon() {
    for (;;) {
        const count = 3 + Math.floor(5 * random());
        const points = Array.from({ length: count }, () =>
            [between(-1, 1), between(-1, 1)].map(Math.fround),
        );
        const hull = hullOf(points);
        let area = 0;
        hull.forEach(([x, y], k) => {
            const [u, v] = hull[(k + 1) % hull.length];
            area += x * v - y * u;
        });
        if (hull.length > 2 && area > 0.1) return hull;
    }
}

/** @param {number} x @param {number} y */
const box = (x, y) => [
    [-x, -y],
    [x, -y],
    [x, y],
    [-x, y],
];

/** @returns {number[][]} */
const bar = () => box(1 + Math.floor(3 * random()), Math.fround(10 ** between(-2, -0.5)));

const SHAPES = {
    disc: () => ({ points: [[0, 0]], radius: Math.fround(between(0.1, 1)) }),
    polygon: () => ({ points: polygon() }),
    box: () => ({ points: box(oneOf([0.5, 1, 2]), oneOf([0.5, 1])) }),
    bar: () => ({ points: bar() }),
    capsule: () => ({
        points: [
            [-1, 0],
            [1, 0],
        ],
        radius: Math.fround(between(0.05, 0.5)),
    }),
};

/** @typedef {keyof typeof SHAPES} Kind */
/** @typedef {{ shapes: Kind[], turn: number, pieces?: number, degree?: number, isGrid?: boolean, hasPivots?: boolean, ends?: 'vanish' | 'stay' | 'any' }} Class */

/** @type {Record<string, Class>} */
const CLASSES = {
    discs: { shapes: ['disc'], turn: 0, ends: 'vanish' },
    'discs on routes': { shapes: ['disc'], turn: 0, pieces: 5, ends: 'any' },
    polygons: { shapes: ['polygon', 'capsule', 'disc'], turn: 0, ends: 'any' },
    'on a grid': { shapes: ['box', 'disc'], turn: 0, pieces: 3, isGrid: true, ends: 'any' },
    turning: { shapes: ['polygon', 'bar', 'capsule'], turn: 1, ends: 'any' },
    bars: { shapes: ['bar'], turn: 3, ends: 'any' },
    'turning routes': { shapes: ['polygon', 'bar', 'box'], turn: 1, pieces: 4, ends: 'any' },
    pivots: { shapes: ['polygon', 'bar', 'box'], turn: 1, pieces: 4, hasPivots: true, ends: 'any' },
    curves: { shapes: ['polygon', 'bar', 'disc'], turn: 1, degree: 5, ends: 'any' },
    spins: { shapes: ['bar', 'polygon'], turn: 20, ends: 'any' },
};
const NAMES = Object.keys(CLASSES);

/** @param {number[]} c @param {number} s */
const valueAt = (c, s) => c.reduceRight((sum, term) => sum * s + term, 0);

/** @param {Class} kind @returns {MovingBody} */
function movingBody({
    shapes,
    turn,
    pieces = 1,
    degree = 1,
    isGrid = false,
    hasPivots = false,
    ends = 'any',
}) {
    const segments = [];
    const value = (/** @type {number} */ most) =>
        isGrid ? Math.round(between(-most, most)) : between(-most, most);
    let [t0, x, y, theta] = [
        isGrid ? Math.floor(4 * random()) : between(0, 4),
        value(4),
        value(4),
        turn && value(3),
    ];
    let pivot = { x: 0, y: 0 };
    const count = 1 + Math.floor(random() * pieces);
    for (let k = 0; k < count; k++) {
        const lasts = isGrid ? 1 + Math.floor(3 * random()) : between(1, 8 / count + 1);
        const t1 = t0 + lasts;
        const isWait = chance(pieces > 1 ? 0.2 : 0.02);
        const terms = (/** @type {number} */ from, /** @type {number} */ most) =>
            isWait || most === 0
                ? [from]
                : [from, ...Array.from({ length: degree }, (_, j) => value(most) / lasts ** j)];
        const segment = {
            t0,
            t1,
            x: terms(x, isGrid ? 1 : 2),
            y: terms(y, isGrid ? 1 : 2),
            angle: terms(theta, turn),
            pivot,
        };
        if (isGrid && chance(0.5)) segment.y = [y];
        [x, y, theta] = [segment.x, segment.y, segment.angle].map((c) => valueAt(c, t1 - t0));
        const next = hasPivots ? { x: value(1), y: value(1) } : pivot;
        const [dx, dy] = [next.x - pivot.x, next.y - pivot.y];
        x += Math.cos(theta) * dx - Math.sin(theta) * dy;
        y += Math.sin(theta) * dx + Math.cos(theta) * dy;
        pivot = next;
        segments.push(segment);
        t0 = t1;
    }
    const ending = () => (ends === 'any' ? oneOf(/** @type {const} */ (['stay', 'vanish'])) : ends);
    return { ...SHAPES[oneOf(shapes)](), segments, ends: { before: ending(), after: ending() } };
}

/** @param {MovingBody} m */
function made({ points, radius = 0, segments, ends }) {
    return /** @type {const} */ ([
        g.polygon(points, { radius }),
        g.motion({ pieces: /** @type {any} */ (segments) }, /** @type {any} */ (ends)),
    ]);
}

const HEADS = [
    'pairs',
    'none',
    'hit',
    'grazing',
    'undecided',
    'wide',
    'several',
    'wrong',
    'us',
    'most us',
];
/** @type {Record<string, Record<string, number>>} */
const table = Object.fromEntries(
    NAMES.map((name) => [name, Object.fromEntries(HEADS.map((head) => [head, 0]))]),
);
let wrong = 0;

console.log(`${pairs} pairs, seed ${seed}`);
const start = performance.now();
for (let k = 0; k < pairs; k++) {
    const name = NAMES[k % NAMES.length];
    const [a, b] = [movingBody(CLASSES[name]), movingBody(CLASSES[name])];
    /** @type {{ from?: number, to?: number }} */
    const within = chance(0.5) ? {} : { from: between(-6, 0), to: between(0, 6) };
    const time = chance(0.3) ? { from: between(0, 4), to: between(4, 9) } : {};
    const [distanceTolerance, tolerance] = [1e-9, oneOf([1e-9, 1e-6, 1e-3])];
    const inside = Array.from({ length: 8 }, () => between(within.from ?? -12, within.to ?? 12));
    const [[shapeA, motionA], [shapeB, motionB]] = [made(a), made(b)];
    const before = performance.now();
    const answer = g.unsafeMotionDelays(shapeA, shapeB, motionA, motionB, {
        ...within,
        time,
        distanceTolerance,
        tolerance,
    });
    const took = 1000 * (performance.now() - before);
    for (const thing of [shapeA, shapeB, motionA, motionB]) thing.free();

    const row = table[name];
    row.pairs++;
    row.us += took;
    row['most us'] = Math.max(row['most us'], took);
    if (answer.length === 0) row.none++;
    if (answer.length > 1) row.several++;
    for (const { status, begin, end } of answer) {
        row[status]++;
        const isWide = begin[1] - begin[0] > tolerance || end[1] - end[0] > tolerance;
        if (isWide && status === 'hit') row.wide++;
    }
    const options = {
        from: within.from ?? -Infinity,
        to: within.to ?? Infinity,
        time,
        distanceTolerance,
        tolerance,
    };
    const fault = faultOfDelays(a, b, options, answer, inside);
    if (fault === null) continue;
    row.wrong++;
    if (wrong++ < MAX_SHOWN) console.log(fault, k, JSON.stringify({ a, b, options, answer }));
}
for (const row of Object.values(table)) row.us = Math.round(row.us / (row.pairs || 1));
console.table(table);
console.log(`${wrong} wrong in ${((performance.now() - start) / 1000).toFixed(0)} s`);
process.exitCode = wrong > 0 ? 1 : 0;
