/**
 * Tests random pairs of trajectories, swept by every method, against the motion oracle: no contact may be late, missed
 * or invented, the candidate steps must contain it, and boxes must contain the body. Half of the pairs are those of the
 * data set (../bench/trajectories.js), the others move wildly. Scenes of such bodies follow, one for every 200 pairs.
 * Reports also the contacts that the paper's algorithm as printed misses, on its boxes of step ends. Prints tables; the
 * exit code is 1 when an answer of graze is wrong.
 *
 *   node tests/long/sweep.mjs [PAIRS [SEED]]    defaults: 20,000 and 1
 */
import { createSync } from 'graze';
import { between, pick, randomFor } from '../../js/bench/random.js';
import {
    CLASSES,
    clockOf,
    KINDS,
    motionOf,
    movingBodyOf,
    shapeOf,
    trajectoryPair,
} from '../bench/trajectories.js';
import { faultOfFirst, firstContact } from '../oracle/motion_oracle.js';
import {
    candidateSteps,
    commonTime,
    faultOfCover,
    faultOfSteps,
    faultOfSweep,
    maxSpeed,
    oracleBodyOf,
    printedSTA,
    sampledBoxes,
    sampleSegments,
    splinePieces,
    timesOfStep,
    turnSegments,
} from '../oracle/sweep_oracle.js';

/**
 * @import { Motion, Path, Scene, Shape } from 'graze'
 * @import { First } from '../oracle/motion_oracle.js'
 * @import { Clock, MovingBody, Segment } from '../oracle/sweep_oracle.js'
 *
 * @typedef {{ movingBody: MovingBody, shape: () => Shape, motion: () => Motion }} Thing
 * @typedef {{ name: string, clock: Clock, things: Thing[] }} Pair
 * @typedef {{ path: Path, ends: Path, movingBody: MovingBody }} Laid
 * @typedef {Record<string, number>} Row
 */

const pairs = Number(process.argv[2] ?? 20_000);
const seed = Number(process.argv[3] ?? 1);
const g = createSync();
const random = randomFor('long sweep', seed);

const METHODS = /** @type {const} */ ([
    'auto',
    'si',
    'sta',
    'bvh',
    'bvi-bvh',
    'pyramid',
    'relative',
]);
/** Maximum number of wrong answers that are printed in full. */
const MAX_SHOWN = 5;

// ---------------------------------------------------------------- pairs

const DATA_SET = KINDS.flatMap((kind) => CLASSES.map((name) => ({ kind, name })));

/** @param {(typeof DATA_SET)[number]} which @returns {Pair} */
function fromDataSet({ kind, name }) {
    const shapes = random() < 0.5 ? 'cars' : 'polygons';
    const options = /** @type {const} */ ({ steps: 1 + pick(random, 200), shapes });
    const { bodies } = trajectoryPair(g, random, kind, name, options);
    const things = bodies.map((body) => ({
        movingBody: movingBodyOf(body),
        shape: () => shapeOf(g, body),
        motion: () => motionOf(g, body),
    }));
    return { name: `${kind} ${name}`, clock: clockOf(options), things };
}

/** @param {number} size */
const terms = (size) => Array.from({ length: pick(random, 6) }, () => between(random, -size, size));

/** @param {number} turn */
const polynomialOf = (turn) => {
    const t0 = between(random, -0.3, 0.4);
    const [x, y] = [0, 0].map(() => [between(random, -3, 3), ...terms(4)]);
    const angle = [between(random, -4, 4), ...terms(turn)];
    const far = random() < 0.3 ? 6 : 0;
    const pivot = { x: between(random, -far, far), y: between(random, -far, far) };
    return [{ t0, t1: t0 + between(random, 0.05, 1.2), x, y, angle, pivot }];
};

/** Returns records in time order. */
function recordsOf() {
    let t = between(random, -0.3, 0.4);
    return Array.from({ length: 2 + pick(random, 9) }, () => {
        t += between(random, 0.01, 0.3);
        const [x, y, angle] = [3, 3, 4].map((most) => between(random, -most, most));
        return { t, x, y, angle };
    });
}

/** @type {Record<string, () => { segments: Segment[], motion?: (ends: MovingBody['ends']) => Motion }>} */
const WILD = {
    polynomials: () => ({ segments: polynomialOf(8) }),
    'fast spins': () => ({ segments: polynomialOf(150) }),
    splines: () => {
        const rows = recordsOf();
        const points = rows.map(({ x, y, angle }) => [x, y, angle]);
        const times = rows.map(({ t }) => t);
        return {
            segments: splinePieces(points, times),
            motion: (ends) => g.motion.spline(points, times, ends),
        };
    },
    samples: () => {
        const rows = recordsOf();
        return {
            segments: sampleSegments(rows),
            motion: (ends) => g.motion.samples(rows, ends),
        };
    },
    turns: () => {
        const arc = {
            t0: between(random, -0.3, 0.4),
            t1: between(random, 0.5, 1.3),
            x: between(random, -2, 2),
            y: between(random, -2, 2),
            angle: between(random, -4, 4),
            speed: between(random, -8, 8),
            angularVelocity: between(random, 0.2, 9) * (random() < 0.5 ? -1 : 1),
        };
        return { segments: turnSegments(arc), motion: (ends) => g.motion.turn(arc, ends) };
    },
};
const WILD_NAMES = Object.keys(WILD);

const endOf = () => /** @type {const} */ (['stay', 'stay', 'vanish'])[pick(random, 3)];

/** @param {string} name @returns {Thing} */
function wildThing(name) {
    const { segments: pieces, motion } = WILD[name]();
    const points = Array.from({ length: 1 + pick(random, 6) }, () => {
        return [between(random, -1, 1), between(random, -1, 1)].map(Math.fround);
    });
    const radius = random() < 0.5 ? 0 : Math.fround(between(random, 0, 0.5));
    const ends = { before: endOf(), after: endOf() };
    return {
        movingBody: { points, radius, segments: pieces, ends },
        shape: () => g.hull(points, { radius }),
        motion: () => (motion === undefined ? g.motion({ pieces }, ends) : motion(ends)),
    };
}

/** @param {string} name @returns {Pair} */
function wildPair(name) {
    const other = WILD_NAMES[pick(random, WILD_NAMES.length)];
    const t0 = between(random, -0.4, 0.2);
    const t1 = t0 + between(random, 0.3, 1.8);
    const step = (t1 - t0) / between(random, 0.5, 90);
    const [x, y] = random() < 0.3 ? [100.3, -70.1] : [0, 0];
    const things = [wildThing(name), wildThing(other)];
    return { name: `wild ${name}`, clock: { t0, t1, step, x, y }, things };
}

/** @param {number} k */
function drawPair(k) {
    const which = k >> 1;
    if (k % 2 === 0) return fromDataSet(DATA_SET[which % DATA_SET.length]);
    return wildPair(WILD_NAMES[which % WILD_NAMES.length]);
}

// ---------------------------------------------------------------- tables

const HEADS = ['pairs', 'free', 'hit', 'grazing', 'overlapping', 'undecided', 'unclear'];
const FAULTS = ['late', 'missed', 'false', 'steps', 'cover', 'unlike'];
const COSTS = ['steps', 'found', 'tests'];
const PRINTED = ['pairs', 'contacts', 'missed', 'late', 'with boxes', 'box missed', 'box late'];

/** @param {readonly string[]} names @returns {Row} */
const zeros = (names) => Object.fromEntries(names.map((name) => [name, 0]));
/** @param {readonly string[]} names @param {readonly string[]} heads */
const rowsOf = (names, heads) => Object.fromEntries(names.map((name) => [name, zeros(heads)]));

const NAMES = [
    ...DATA_SET.map(({ kind, name }) => `${kind} ${name}`),
    ...WILD_NAMES.map((name) => `wild ${name}`),
];
const table = rowsOf(NAMES, [...HEADS, ...FAULTS]);
const costs = rowsOf(METHODS, COSTS);
const printed = rowsOf(NAMES, PRINTED);
let wrong = 0;

/** @param {string} name @param {string} fault @param {unknown} about */
function blame(name, fault, about) {
    const known = FAULTS.includes(fault) ? fault : 'false';
    table[name][known]++;
    if (wrong++ < MAX_SHOWN) console.log(fault, name, JSON.stringify(about));
}

/** @param {Record<string, Row>} rows */
function print(rows) {
    const heads = Object.keys(Object.values(rows)[0]);
    const cells = [['', ...heads]];
    for (const [name, row] of Object.entries(rows)) {
        cells.push([name, ...heads.map((head) => String(row[head]))]);
    }
    const widths = cells[0].map((_, c) => Math.max(...cells.map((line) => line[c].length)));
    for (const line of cells) {
        const padded = line.map((cell, c) => {
            return c > 0 ? cell.padStart(widths[c]) : cell.padEnd(widths[c]);
        });
        console.log(padded.join('  '));
    }
}

/** @param {Record<string, Row>} rows */
function withTotal(rows) {
    const all = zeros(Object.keys(Object.values(rows)[0]));
    for (const row of Object.values(rows)) {
        for (const [head, value] of Object.entries(row)) all[head] += value;
    }
    return { ...rows, all };
}

// ---------------------------------------------------------------- questions

/**
 * Checks that the candidate steps of every method are those of the plain scan; relative's are some of them, and the
 * omitted ones are free of contact.
 *
 * @param {Pair} pair
 * @param {Laid} a
 * @param {Laid} b
 * @returns {number[]} those of the scan
 */
function checkSteps({ name, clock }, a, b) {
    const scanned = candidateSteps(a.path.boxes(), b.path.boxes());
    const common = commonTime(a.movingBody, b.movingBody, clock);
    const found = METHODS.map((method) => {
        const steps = g.study.sweepSteps(a.path, b.path, { method });
        const list = [...steps];
        costs[method].steps += a.path.count;
        costs[method].found += list.length;
        costs[method].tests += steps.tests;
        return list;
    });
    const exact = found.slice(1, -1);
    const fault = faultOfSteps(exact[0], scanned, clock, ...common);
    if (fault !== null) blame(name, 'steps', fault);
    const [auto, relative] = [found[0], found[METHODS.length - 1]];
    const isSame = exact.every((list) => list.join() === exact[0].join());
    const isSome = [auto, relative].every((list) => list.every((one) => scanned.includes(one)));
    if (!isSame || !isSome) blame(name, 'steps', found);
    const [p, q] = [oracleBodyOf(a.movingBody), oracleBodyOf(b.movingBody)];
    for (const step of exact[0].filter((one) => !relative.includes(one))) {
        const { contact } = firstContact(p, q, ...timesOfStep(clock, step));
        if (contact === true) blame(name, 'missed', { step });
    }
    return exact[0];
}

/**
 * Runs the paper's own method: counts a contact, or a step whose covers meet, that it does not find, or finds only
 * later.
 *
 * @param {Pair} pair
 * @param {Laid} a
 * @param {Laid} b
 * @param {number[]} steps whose covers meet
 * @param {number | null} contact in which step it is
 */
function tryPrinted({ name, clock }, a, b, steps, contact) {
    const row = printed[name];
    const speeds = [a.movingBody, b.movingBody].map((movingBody) => maxSpeed(movingBody, clock));
    const boxes = [a.ends, b.ends].map((path) => path.boxes());
    const { step } = printedSTA(boxes[0], boxes[1], speeds[0], speeds[1], clock.step);
    row.pairs++;
    if (contact !== null) {
        row.contacts++;
        row.missed += Number(step === null);
        row.late += Number(step !== null && step > contact);
    }
    if (steps.length > 0) {
        row['with boxes']++;
        row['box missed'] += Number(step === null);
        row['box late'] += Number(step !== null && step > steps[0]);
    }
}

/**
 * @param {Pair} pair
 * @param {Laid} a
 * @param {Laid} b
 * @param {(options: object) => { status: string, time: readonly [number, number] | null }} query
 */
function sweepPair({ name, clock }, a, b, query) {
    const [p, q] = [oracleBodyOf(a.movingBody), oracleBodyOf(b.movingBody)];
    const { t0: from = 0, t1: to } = clock;
    const distanceTolerance = 1e-9 * Math.max(p.size, q.size);
    const options = { from, to, distanceTolerance, tolerance: 1e-9 * (to - from) };
    const truth = firstContact(p, q, from, to, { delta: distanceTolerance / 4 });
    const expected = query(options);
    const answers = METHODS.map((method) => g.study.sweep(a.path, b.path, { ...options, method }));
    answers.forEach((answer, k) => {
        const fault = faultOfSweep(p, q, clock, options, answer, truth);
        if (fault !== null) blame(name, fault, { method: METHODS[k], answer, truth, clock });
        else if (truth.contact !== 'unclear' && isUnlike(answer, expected)) {
            blame(name, 'unlike', { method: METHODS[k], answer, expected, clock });
        }
    });
    const row = table[name];
    row.pairs++;
    row[answers[0].status]++;
    row.unclear += Number(truth.contact === 'unclear');
    return truth.contact === true ? answers[0].step : null;
}

/**
 * @param {{ status: string, time: readonly [number, number] | null }} answer
 * @param {{ status: string, time: readonly [number, number] | null }} expected
 */
function isUnlike(answer, expected) {
    const [p, q] = [answer.time, expected.time];
    if (p === null || q === null) return p !== q;
    return p[0] > q[1] || q[0] > p[1];
}

/** @param {Pair} pair */
function checkPair(pair) {
    const { name, clock, things } = pair;
    const made = things.map(({ movingBody, shape: newShape, motion: newMotion }) => {
        const [shape, motion] = [newShape(), newMotion()];
        const path = g.path(shape, motion, clock);
        const ends = g.path(shape, motion, clock, { boxes: 'step-ends' });
        return { movingBody, shape, motion, path, ends };
    });
    const [a, b] = made;
    for (const { path, movingBody } of made) {
        const fault = faultOfCover(path.boxes(), sampledBoxes(movingBody, clock));
        if (fault !== null) blame(name, 'cover', { fault, clock, movingBody });
    }
    const steps = checkSteps(pair, a, b);
    const contact = sweepPair(pair, a, b, (options) => {
        return g.firstContact(a.shape, b.shape, a.motion, b.motion, options);
    });
    tryPrinted(pair, a, b, steps, contact);
    for (const { shape, motion, path, ends } of made) {
        for (const thing of [path, ends, motion, shape]) thing.free();
    }
}

// ---------------------------------------------------------------- scenes

const SCENE_CLOCK = { t0: -0.2, t1: 1.3, step: 1 / 64 };
const BODIES = 60;
const EGOS = 4;
const scenes = zeros(['scenes', 'egos', 'bodies', 'contacts', ...FAULTS]);

/** Returns a wild body somewhere in a square. */
function scatteredThing() {
    const { movingBody, shape } = wildThing(WILD_NAMES[pick(random, WILD_NAMES.length)]);
    const [x, y] = [between(random, -12, 12), between(random, -12, 12)];
    const pieces = movingBody.segments.map((segment) => ({
        ...segment,
        x: segment.x.with(0, segment.x[0] + x),
        y: segment.y.with(0, segment.y[0] + y),
    }));
    const motion = g.motion({ pieces }, movingBody.ends);
    const [made, body] = [shape(), oracleBodyOf({ ...movingBody, segments: pieces })];
    return { shape: made, motion, body, path: g.path(made, motion, SCENE_CLOCK) };
}

/** @param {string} fault @param {unknown} about */
function blameScene(fault, about) {
    scenes[FAULTS.includes(fault) ? fault : 'false']++;
    if (wrong++ < MAX_SHOWN) console.log(fault, 'in a scene', JSON.stringify(about));
}

/**
 * Checks the answer of a scene for one body against the truth of each pair.
 *
 * @param {Scene} scene
 * @param {ReturnType<typeof scatteredThing>} ego
 * @param {ReturnType<typeof scatteredThing>[]} bodies
 */
function queryScene(scene, ego, bodies) {
    const { t0: from, t1: to } = SCENE_CLOCK;
    const options = { from, to, distanceTolerance: 1e-9, tolerance: 1e-9 };
    const reported = scene.contactsWith(ego.path, options);
    const of = new Map(reported.map((one) => [one.body, one]));
    bodies.forEach(({ body }, k) => {
        const answer = of.get(k) ?? { status: 'free', time: null };
        const fault = faultOfFirst(ego.body, body, options, answer);
        if (fault !== null) blameScene(fault, { k, answer });
    });
    const first = scene.firstContact(ego.path, options);
    const any = scene.firstContact(ego.path, { ...options, anyContact: true });
    const earliest = Math.min(...reported.map(({ time }) => time[1]));
    if (reported.length === 0 ? first.body !== null : (first.time?.[0] ?? Infinity) > earliest) {
        blameScene('late', { first, reported });
    }
    if (any.body === null ? reported.length > 0 : !of.has(any.body))
        blameScene('missed', { any, reported });
    scenes.egos++;
    scenes.bodies += bodies.length;
    scenes.contacts += reported.length;
}

function drawScene() {
    const bodies = Array.from({ length: BODIES }, scatteredThing);
    const egos = Array.from({ length: EGOS }, scatteredThing);
    const scene = g.scene(bodies.map(({ path }) => path));
    for (const ego of egos) queryScene(scene, ego, bodies);
    const pairsReported = scene.contacts().map(({ first, second }) => `${first} ${second}`);
    const singles = bodies.flatMap(({ path }, first) => {
        const reported = scene.contactsWith(path).filter(({ body }) => body > first);
        return reported.map(({ body }) => `${first} ${body}`);
    });
    if (pairsReported.join() !== singles.join()) blameScene('unlike', { pairsReported, singles });
    scenes.scenes++;
    scene.free();
    for (const { shape, motion, path } of [...bodies, ...egos]) {
        for (const thing of [path, motion, shape]) thing.free();
    }
}

console.log(`${pairs} pairs, seed ${seed}`);
const start = performance.now();
for (let k = 0; k < pairs; k++) checkPair(drawPair(k));
for (let k = 0; k < pairs; k += 200) drawScene();
const seconds = (performance.now() - start) / 1000;

console.log('graze: answers, and what is wrong, of all methods together');
print(withTotal(table));
console.log('scenes: bodies queried, and those that an ego meets');
print({ scenes });
console.log('candidate steps: steps looked through, those found, boxes compared');
print(costs);
console.log('STA as printed, on boxes of step ends: of contacts, and of pairs whose covers meet');
print(withTotal(printed));
console.log(`${wrong} wrong in ${seconds.toFixed(0)} s`);
process.exitCode = wrong > 0 ? 1 : 0;
