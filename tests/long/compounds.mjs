/**
 * Tests random bodies that are unions of convex parts against oracles that know their outlines alone: at rest, in casts,
 * and moving. Prints wrong answers and tables; the exit code is 1 when an answer is wrong.
 *
 *   node tests/long/compounds.mjs [PAIRS [SEED]]    defaults: 100,000 and 1
 *
 * A fifth as many pairs turn or slide, compared with samples, and a fifth as many move straight, many of them points and
 * segments along seams, compared exactly.
 */
import { createSync } from 'graze';
import {
    checkStraight,
    faultOfClearance,
    faultOfDelays,
    faultOfFirst,
    faultOfIntervals,
    motionOf,
    randomMovingPair,
    randomSlidingPair,
    samplesOf,
} from '../motion/moving_compound_checks.js';
import {
    randomOf,
    randomPair,
    randomRay,
    randomSeamPair,
    randomWay,
} from '../static/compound_cases.js';
import { canCast, checkCast, checkRest, makeBoth } from '../static/compound_checks.js';

/**
 * @import { MovingPair } from '../motion/moving_compound_checks.js'
 */

const total = Number(process.argv[2] ?? 100_000);
const seed = Number(process.argv[3] ?? 1);
/** Maximum number of wrong answers that are printed in full. */
const MAX_SHOWN = 5;
/** Delays are found for one of so many moving pairs. */
const DELAYED = 8;

const g = createSync();
let [wrong, largest] = [0, 0];

/** @typedef {{ count: number, answers: Record<string, number>, wrong: number, time: number }} Row */

/** @type {Record<string, Row>} */
const table = {};

/** @param {string} name @param {string} answer @param {string | null} fault @param {() => unknown} describe */
function record(name, answer, fault, describe) {
    table[name] ??= { count: 0, answers: {}, wrong: 0, time: 0 };
    const row = table[name];
    row.count++;
    row.answers[answer] = (row.answers[answer] ?? 0) + 1;
    if (fault === null) return;
    row.wrong++;
    wrong++;
    if (wrong <= MAX_SHOWN) console.log(name, fault, JSON.stringify(describe()));
}

const random = randomOf(seed);
let start = performance.now();
for (let k = 0; k < total; ) {
    const pair = randomPair(random);
    const shapes = makeBoth(g, pair.cases);
    if (shapes === undefined) continue;
    k++;
    const { fault, relation, error } = checkRest(g, pair, shapes);
    largest = Math.max(largest, error);
    record('at rest', relation, fault, () => pair);
    if (k % 2 === 0 && canCast(pair.cases)) {
        const way = randomWay(random);
        const cast = checkCast(g, pair, shapes, way);
        record('casts', cast.status, cast.fault, () => ({ ...pair, way }));
    }
    for (const shape of shapes) shape.free();
    const ray = randomRay(random);
    const both = canCast(ray.cases) ? makeBoth(g, ray.cases) : undefined;
    if (both === undefined) continue;
    const cast = checkCast(g, ray, both, ray.way);
    record('rays', cast.status, cast.fault, () => ray);
    for (const shape of both) shape.free();
}
console.log(`at rest: ${((performance.now() - start) / 1000).toFixed(0)} s`);
console.log(`largest error of a distance: ${largest.toExponential(2)} of that of the cores`);

/** @template T @param {string} name @param {() => T} query @returns {T} */
function timed(name, query) {
    const begin = performance.now();
    const answer = query();
    table[name] ??= { count: 0, answers: {}, wrong: 0, time: 0 };
    table[name].time += performance.now() - begin;
    return answer;
}

/** Returns whether the pair was valid. @param {MovingPair} pair @param {boolean} hasDelays */
function checkMoving(pair, hasDelays) {
    const shapes = makeBoth(g, pair.cases);
    if (shapes === undefined) return false;
    const [a, b] = shapes;
    const motions = pair.movings.map(({ way }) => motionOf(g, way));
    const [m, n] = motions;
    const size = Math.max(...pair.movings.map(({ body }) => body.size));
    const range = { from: 0, to: 1, distanceTolerance: 1e-9 * size };
    const options = { ...range, tolerance: 1e-9 };
    const first = timed('first contact', () => g.firstContact(a, b, m, n, options));
    const intervals = timed('intervals', () => g.contactIntervals(a, b, m, n, options));
    const clearance = timed('clearance', () => g.clearance(a, b, m, n, range));
    const samples = samplesOf(pair, first.time?.[0]);
    const isDecided = first.status !== 'undecided';
    record(
        'first contact',
        first.status,
        isDecided ? faultOfFirst(pair, first, samples) : null,
        () => pair,
    );
    record(
        'intervals',
        `${intervals.length}`,
        faultOfIntervals(pair, intervals, samples),
        () => pair,
    );
    const fault = faultOfClearance(pair, clearance, samples, range.distanceTolerance);
    record('clearance', clearance.status, fault, () => pair);
    if (hasDelays) {
        const query = {
            from: -1,
            to: 1,
            time: { from: 0, to: 1 },
            tolerance: 1e-6,
            distanceTolerance: 1e-7 * size,
        };
        const delays = timed('delays', () => g.unsafeMotionDelays(a, b, m, n, query));
        record('delays', `${delays.length}`, faultOfDelays(pair, delays), () => pair);
    }
    for (const owned of [...shapes, ...motions]) owned.free();
    return true;
}

start = performance.now();
for (let k = 0; k < total / 5; ) {
    const pair = k % 2 === 0 ? randomMovingPair(random) : randomSlidingPair(random);
    if (checkMoving(pair, k % DELAYED === 0)) k++;
}
console.log(`moving: ${((performance.now() - start) / 1000).toFixed(0)} s`);

/** Returns a pair of which one body moves straight. @param {number} k */
function drawStraight(k) {
    if (k % 2 === 0) return randomSeamPair(random);
    return k % 4 === 1 ? randomRay(random) : { ...randomPair(random), way: randomWay(random) };
}

start = performance.now();
for (let k = 0; k < total / 5; ) {
    const pair = drawStraight(k);
    const shapes = canCast(pair.cases) ? makeBoth(g, pair.cases) : undefined;
    if (shapes === undefined) continue;
    k++;
    const { fault, status } = checkStraight(g, pair.cases, shapes, pair.poses, pair.way);
    record('straight', status, fault, () => pair);
    for (const shape of shapes) shape.free();
}
console.log(`straight: ${((performance.now() - start) / 1000).toFixed(0)} s`);

console.log('query            pairs   wrong  us each  answers');
for (const [name, { count, answers, wrong: faults, time }] of Object.entries(table)) {
    const columns = [name.padEnd(14), String(count).padStart(7), String(faults).padStart(7)];
    columns.push((time > 0 ? ((1000 * time) / count).toFixed(0) : '').padStart(8));
    console.log(`${columns.join(' ')}  ${JSON.stringify(answers)}`);
}
process.exitCode = wrong === 0 ? 0 : 1;
