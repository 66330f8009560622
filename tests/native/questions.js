import { SUBDISTANCES, SUPPORTS } from '../../js/layout.js';
import { readJson } from '../helpers.js';

/**
 * Questions of every kind, put to each build: how replay.c reads them, and the same calls from
 * JavaScript.
 *
 * @typedef {{ points: number[][], radius: number, hull: boolean }} Body
 * @typedef {{ a: Body, b: Body, poses: number[] }} Pair
 * @typedef {(Pair & { kind: 'pair' | 'trace', choices: number[] })
 *   | (Pair & { kind: 'cast' | 'ray', numbers: number[] })
 *   | { kind: 'discs' | 'box', numbers: number[] }
 *   | { kind: 'batch', pairs: Placed[] }} Question
 * @typedef {{ a: Body, b: Body, places: number[] }} Placed two float32 placements: x, y, cos, sin
 */

/** The codes of replay.c. */
const KINDS = { pair: 1, discs: 2, box: 3, cast: 4, ray: 5, trace: 6, batch: 7 };

/** A repeatable stream of numbers in [0, 1). */
function randomStream(/** @type {number} */ seed) {
    let state = seed >>> 0;
    return () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return state / 2 ** 32;
    };
}

const random = randomStream(2026);

/** @param {number} lo @param {number} hi */
const between = (lo, hi) => lo + (hi - lo) * random();

/** The k-th of all choices of GJK. @param {number} k */
function choicesOf(k) {
    const n = SUBDISTANCES.length;
    return [k % n, Math.floor(k / n) % SUPPORTS.length, Math.floor(k / n / SUPPORTS.length) % 2];
}

/** The exact vectors, where they are and turned. @returns {Question[]} */
function fromVectors() {
    const vectors = ['dev_gjk', 'dev_round'].flatMap(
        (name) => readJson(`tests/vectors/${name}.json`).pairs,
    );
    return vectors.flatMap((pair, k) => {
        const bodies = {
            a: { points: pair.a, radius: pair.ra ?? 0, hull: false },
            b: { points: pair.b, radius: pair.rb ?? 0, hull: false },
        };
        const still = { ...bodies, poses: [0, 0, 0, 0, 0, 0] };
        const turned = { ...bodies, poses: Array.from({ length: 6 }, () => between(-9, 9)) };
        const way = [between(-4, 4), between(-4, 4)];
        return /** @type {Question[]} */ ([
            { kind: 'pair', ...still, choices: choicesOf(k) },
            { kind: 'pair', ...turned, choices: choicesOf(k) },
            { kind: 'trace', ...still, choices: choicesOf(k) },
            { kind: 'cast', ...still, numbers: way },
            { kind: 'ray', ...still, numbers: [...way, -way[0] * 2, -way[1] * 2] },
        ]);
    });
}

/**
 * @param {number} size
 * @param {boolean} isWild all magnitudes of float32, which sends signs to the expansions
 * @returns {Body}
 */
function randomBody(size, isWild) {
    const count = 1 + Math.floor(random() * (random() < 0.1 ? 40 : 12));
    const onGrid = random() < 0.5;
    const scale = () => (isWild ? 2 ** between(-140, 120) : size);
    const value = () =>
        onGrid ? Math.floor(between(-4, 4)) : Math.fround(between(-1, 1) * scale());
    const points = Array.from({ length: count }, () => [value(), value()]);
    return { points, radius: random() < 0.3 ? Math.fround(random()) : 0, hull: true };
}

/** @param {number} k @returns {Question} */
function randomPair(k) {
    const size = k % 5 === 0 ? 1e4 : 4;
    const pair = {
        a: randomBody(size, k % 7 === 0),
        b: randomBody(size, k % 7 === 0),
        poses: [0, 1, 2, 3, 4, 5].map((i) =>
            random() < 0.3 ? 0 : between(-6, 6) * (i % 3 === 2 ? 30 : 1),
        ),
    };
    const number = () => (random() < 0.5 ? Math.floor(between(-8, 8)) : between(-8, 8));
    switch (Math.floor(random() * 5)) {
        case 0:
            return { kind: 'trace', ...pair, choices: choicesOf(k) };
        case 1:
            return { kind: 'cast', ...pair, numbers: [number(), number()] };
        case 2:
            return { kind: 'ray', ...pair, numbers: [number(), number(), number(), number()] };
        default:
            return { kind: 'pair', ...pair, choices: choicesOf(k) };
    }
}

/** @param {number} k @returns {Question[]} */
function randomApproaches(k) {
    const value = () => (k % 3 === 0 ? Math.floor(between(-6, 6)) / 2 : between(-6, 6));
    const segment = () => {
        const start = Math.abs(value());
        const motion = [value(), value(), value(), value()];
        return [...motion, start, start + Math.abs(value()), Math.abs(value()) / 4];
    };
    const box = [value(), value(), Math.abs(value()), Math.abs(value())];
    return [
        { kind: 'discs', numbers: [...segment(), ...segment()] },
        { kind: 'box', numbers: [...segment(), ...box] },
    ];
}

/** Of any length that a placement may have. */
function randomHeading() {
    const quarter = Math.floor(random() * 8);
    if (quarter < 4) return [[1, 0, -1, 0][quarter], [0, 1, 0, -1][quarter]];
    const length = random() < 0.1 ? between(1 - 2 ** -12, 1 + 2 ** -12) : 1;
    const angle = between(-4, 4);
    return [length * Math.cos(angle), length * Math.sin(angle)];
}

/** @param {number} size */
function randomPlace(size) {
    const value = () => (random() < 0.5 ? Math.floor(between(-8, 8)) : between(-1, 1) * size);
    return [value(), value(), ...randomHeading()];
}

/** Some with the same body twice, so that a shape is in several pairs. @param {number} k @returns {Question} */
function randomBatch(k) {
    const size = k % 5 === 0 ? 1e4 : 6;
    const bodies = Array.from({ length: 4 }, () => randomBody(size, k % 7 === 0));
    const body = () => bodies[Math.floor(random() * bodies.length)];
    const pairs = Array.from({ length: k % 10 }, () => ({
        a: body(),
        b: body(),
        places: [...randomPlace(size), ...randomPlace(size)].map(Math.fround),
    }));
    return { kind: 'batch', pairs };
}

/** @returns {Question[]} */
export function makeQuestions() {
    const pairs = Array.from({ length: 20_000 }, (_, k) => randomPair(k));
    const approaches = Array.from({ length: 20_000 }, (_, k) => randomApproaches(k)).flat();
    const batches = Array.from({ length: 1000 }, (_, k) => randomBatch(k));
    return [...fromVectors(), ...pairs, ...approaches, ...batches];
}

/** What replay.c reads. @param {Question[]} questions */
export function encode(questions) {
    /** @type {Buffer[]} */
    const parts = [];
    const ints = (/** @type {number[]} */ values) =>
        parts.push(Buffer.from(Int32Array.from(values).buffer));
    const floats = (/** @type {number[]} */ values) =>
        parts.push(Buffer.from(Float32Array.from(values).buffer));
    const doubles = (/** @type {number[]} */ values) =>
        parts.push(Buffer.from(Float64Array.from(values).buffer));
    const bodies = (/** @type {Body[]} */ ...two) => {
        for (const { hull, points, radius } of two) {
            ints([Number(hull), points.length]);
            floats([radius, ...points.flat()]);
        }
    };
    for (const question of questions) {
        ints([KINDS[question.kind]]);
        if ('a' in question) {
            bodies(question.a, question.b);
            doubles(question.poses);
        }
        if ('pairs' in question) {
            ints([question.pairs.length]);
            for (const { a, b, places } of question.pairs) {
                bodies(a, b);
                floats(places);
            }
        }
        if ('choices' in question) ints(question.choices);
        if ('numbers' in question) doubles(question.numbers);
    }
    return Buffer.concat(parts);
}
