/**
 * Writes the initial inputs of the fuzz targets, from tests/vectors: each case in the bytes that the target reads
 * (input.h), into DIRECTORY/<target>.
 *
 *   node tests/fuzz/seeds.mjs DIRECTORY [MAX]    at most MAX of each target; default: all
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Bytes } from './bytes.mjs';

/**
 * @import { MovingSphere, Motion, Piece, Shape } from './bytes.mjs'
 *
 * @typedef {{ a: Shape, b: Shape, way: [number, number] }} Case two shapes, and a way of the first
 * @typedef {{ a: Shape, b: Shape, motions: [Motion, Motion] }} MovingCase
 */

const here = path.dirname(fileURLToPath(import.meta.url));

/** @param {string} name */
const read = (name) =>
    JSON.parse(readFileSync(path.join(here, '..', 'vectors', `${name}.json`), 'utf8'));

/** Maximum number of points in the targets. */
const MAX_POINTS = 16;

/** @param {Case} pair */
const fits = ({ a, b }) => [a, b].every(({ points }) => points.length <= MAX_POINTS);

/** @returns {Case[]} */
function standing() {
    const pairs = [...read('dev_gjk').pairs, ...read('dev_round').pairs];
    const field = read('field_cases').cases.filter((/** @type {any} */ one) => one.kind === 'pair');
    return [...pairs, ...field]
        .map(({ a, ra = 0, b, rb = 0 }) => ({
            a: { points: a, radius: ra },
            b: { points: b, radius: rb },
            way: /** @type {[number, number]} */ ([b[0][0] - a[0][0], b[0][1] - a[0][1]]),
        }))
        .filter(fits);
}

/** @returns {Case[]} */
function moved() {
    return read('dev_toi')
        .cases.filter((/** @type {any} */ one) => one.kind === 'linear')
        .map((/** @type {any} */ { a, ra = 0, b, rb = 0, va, vb }) => ({
            a: { points: a, radius: ra },
            b: { points: b, radius: rb },
            way: [va[0] - vb[0], va[1] - vb[1]],
        }))
        .filter(fits);
}

/** @returns {MovingCase[]} */
function moving() {
    const still = { begin: 0, pieces: [{ lasts: 1, x: [0], y: [0], angle: [0] }] };
    const straight = moved().map(({ a, b, way }) => ({
        a,
        b,
        motions: /** @type {[Motion, Motion]} */ ([
            { begin: 0, pieces: [{ lasts: 1, x: [0, way[0]], y: [0, way[1]], angle: [0] }] },
            still,
        ]),
    }));
    /** @param {any} body */
    const motionOf = ({ motion: { pieces, before, after } }) => ({
        begin: pieces[0].t0,
        before,
        after,
        pieces: pieces.slice(0, 4).map((/** @type {any} */ s) => ({ ...s, lasts: s.t1 - s.t0 })),
    });
    /** @param {any} body */
    const shapeOf = ({ shape: { verts, radius = 0 } }) => ({ points: verts, radius });
    const turning = read('motion_cases').cases.map((/** @type {any} */ { A, B }) => ({
        a: shapeOf(A),
        b: shapeOf(B),
        motions: /** @type {[Motion, Motion]} */ ([motionOf(A), motionOf(B)]),
    }));
    return [...turning, ...straight].filter((one) => fits({ ...one, way: [0, 0] }));
}

/** @returns {[MovingSphere, MovingSphere][]} */
const sphereCases = () => read('mapf_cases').cases.map((/** @type {any} */ one) => one.flights);

/** @param {[MovingSphere, MovingSphere]} two */
const isPlane = (two) => two.every(({ z = 0, vz = 0, az = 0 }) => z === 0 && vz === 0 && az === 0);

/** @param {[MovingSphere, MovingSphere]} two */
const isStraight = (two) => two.every(({ ax = 0, ay = 0, az = 0 }) => !ax && !ay && !az);

/** Difficult numbers that occur in inputs: one of every kind. */
const NUMBERS = [
    0,
    -0,
    1,
    -1,
    0.5,
    1e-300,
    5e-324,
    2 ** 127,
    1e150,
    1e151,
    Infinity,
    NaN,
    1e7,
    Math.PI,
];

/**
 * Returns meaningless bytes, always the same ones: the rest after a case, or a sequence of calls.
 * @param {number} seed
 * @param {number} length
 */
function noise(seed, length) {
    const bytes = new Bytes();
    let state = seed + 1;
    for (let k = 0; k < length; k++) {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        bytes.bits(BigInt(state >>> 24), 1);
    }
    return bytes.take();
}

const pairs = standing();
const casts = moved();
const movingCases = moving();
const meetings = sphereCases().filter((two) => isPlane(two) && isStraight(two));

/** @param {(bytes: Bytes, k: number) => void} put @param {number} count */
const list = (put, count) =>
    Array.from({ length: count }, (_, k) => {
        const bytes = new Bytes();
        put(bytes, k);
        return bytes.take();
    });

/** Returns a case for each target of two static bodies, followed by noise. @param {Case[]} cases */
const ofPairs = (cases, extra = 48) =>
    list((bytes, k) => bytes.pair(cases[k]).raw(noise(k, extra)), cases.length);

const ofMotions = list((bytes, k) => {
    const { a, b, motions } = movingCases[k];
    bytes.pair({ a, b, way: [0, 0] });
    bytes.below(7, 8).motion(motions[0]).motion(motions[1]).raw(noise(k, 40));
}, movingCases.length);

/** @param {{ begin: number, pieces: Piece[] }} motion any bits as pieces. */
const anyMotions = list((bytes, k) => {
    const { a, b, motions } = movingCases[k];
    bytes
        .pair({ a, b, way: [0, 0] })
        .anyMotion(motions[0])
        .anyMotion(motions[1])
        .raw(noise(k, 24));
}, movingCases.length);

const ofMeetings = (/** @type {number} */ tail) =>
    list((bytes, k) => {
        bytes.meeting(meetings[k]).raw(noise(k, tail));
    }, meetings.length);

const ofSpheres = list((bytes, k) => {
    const two = sphereCases()[k];
    bytes.sphereKind(isStraight(two), isPlane(two));
    for (const sphere of two) bytes.sphere(sphere, isStraight(two), isPlane(two));
    bytes.raw(noise(k, 8));
}, sphereCases().length);

/* Motions with a term that is not a number, or whose pieces do not meet. */
const badMotions = list((bytes, k) => {
    const { a, b, motions } = movingCases[k];
    const { begin, pieces } = motions[0];
    const bad = k % 2 === 0 ? { x: [0, NaN] } : { x: [1e3], y: [1e3] };
    bytes
        .pair({ a, b, way: [0, 0] })
        .anyMotion({ begin, pieces: [pieces[0], { lasts: 1, ...bad }] })
        .anyMotion(motions[1])
        .raw(noise(k, 24));
}, 12);

/* Motions of one piece with a term of every degree. */
const smooth = {
    x: [0, 1, 0.5, 0, 0, 0, 0, -0.0625],
    y: [1, -1, 0.25, 0.125],
    angle: [0, 1, -0.5, 0, 0.25, 0.125, 0.0625],
};
const smoothMotions = list((bytes, k) => {
    const { a, b, motions } = movingCases[k];
    bytes
        .pair({ a, b, way: [0, 0] })
        .anyMotion({ begin: 0, pieces: [{ lasts: 1 + (k % 3), ...smooth }] })
        .anyMotion(motions[1])
        .raw(noise(k, 24));
}, 12);

const ofSweeps = list((bytes, k) => {
    const { a, b, motions } = movingCases[k];
    bytes.pair({ a, b, way: [0, 0] });
    bytes.below(7, 8).motion(motions[0]).motion(motions[1]).raw(noise(k, 160));
}, movingCases.length);

/** Routes of one sphere each. @param {Bytes} bytes @param {number} k @param {number} which */
const putRoute = (bytes, k, which) => {
    const two = sphereCases()[k];
    bytes.below(0, 3).sphere(two[which], isStraight(two), isPlane(two));
    return bytes
        .below(k % 2, 2)
        .below((k >> 1) % 2, 2)
        .below(0, 64);
};

const ofRoutes = list((bytes, k) => {
    const two = sphereCases()[k];
    bytes.sphereKind(isStraight(two), isPlane(two)).below(0, 2);
    putRoute(bytes, k, 0);
    putRoute(bytes, k, 1);
    bytes.below(0, 4).below(0, 4).below(0, 2).raw(noise(k, 32));
}, sphereCases().length);

/*
 * Two routes are kept, and two copies of the second; the first one is removed, and another one is kept by its key. Each time,
 * the first route is compared with them.
 */
const ofTraffic = list((bytes, k) => {
    const two = sphereCases()[k];
    bytes.sphereKind(isStraight(two), isPlane(two));
    const query = () =>
        putRoute(bytes.below(6, 8).below(0, 2), k, 0)
            .below(0, 4)
            .below(0, 4)
            .below(0, 2)
            .below((k >> 2) % 2, 2)
            .below(7, 8);
    for (const which of [1, 1, 0]) putRoute(bytes.below(0, 8), k, which);
    query();
    for (const shift of [0, 1, 2])
        bytes.below(2, 8).below(shift, 12).below(2, 256).below(shift, 256).below(1, 256);
    bytes.below(4, 8).below(k % 6, 12);
    bytes.below(5, 8).below(k % 4, 4);
    query();
    bytes.below(2, 8).below(1, 12).below(0, 256).below(2, 256).below(0, 256);
    query();
    bytes.raw(noise(k, 32));
}, sphereCases().length);

const ofOutlines = list((bytes, k) => {
    const { points, radius } = pairs[k >> 1][k % 2 === 0 ? 'a' : 'b'];
    bytes.below(1, 2).below(0, 2).below(0, 4).below(points.length, 81).float(radius);
    for (const [x, y] of points) bytes.float(x).float(y);
}, 2 * pairs.length);

/* Routes whose sphere has a velocity that is not a number. */
const badRoutes = list((bytes, k) => {
    const two = sphereCases()[k];
    bytes.sphereKind(true, true).below(0, 2);
    for (const sphere of two)
        bytes
            .below(0, 3)
            .sphere({ ...sphere, vx: NaN }, true, true)
            .raw(noise(k, 8));
    bytes.raw(noise(k, 32));
}, 4);

/* Outlines with a coordinate that is not a number. */
const badOutlines = list((bytes, k) => {
    bytes.below(1, 2).below(0, 2).below(0, 4).below(4, 81).float(0);
    for (let i = 0; i < 4; i++) bytes.float(i === k % 4 ? NaN : i).float(i * i);
}, 8);

/* Headings of about length 1. */
const headings = list((bytes, k) => {
    bytes
        .double(k)
        .double(-k / 4)
        .below(1, 4);
    bytes.bits(BigInt(97 * k + 16384), 2).bits(BigInt(4096), 2);
}, 16);

const ofNumbers = list((bytes, k) => {
    for (let i = 0; i < 6; i++)
        bytes.double(NUMBERS[(k * (i + 1) + i * (k >> 2)) % NUMBERS.length]);
    bytes.raw(noise(k, 8));
}, 40);

const ofPairBatches = list((bytes, k) => {
    bytes.below(2, 6);
    for (let i = 0; i < 3; i++) {
        bytes
            .pair(pairs[(k + 7 * i) % pairs.length])
            .below(0, 32)
            .below(0, 32)
            .below(0, 2);
    }
    bytes.raw(noise(k, 12));
}, 60);

const ofSegments = list((bytes, k) => {
    bytes
        .below(3, 4)
        .below(0, 8)
        .below(k % 2, 2)
        .below(6, 21)
        .below(1, 2);
    for (let i = 0; i < 3; i++) {
        for (const { x, y, vx = 0, vy = 0, t0, t1, radius } of meetings[(k + i) % meetings.length])
            for (const value of [x, y, vx, vy, t0, t1 - t0, radius]) bytes.double(value);
    }
    bytes.raw(noise(k, 24));
}, meetings.length);

/**
 * Writes the bytes that fuzz_boundary.c reads: calls by their number in its table CALL.
 */
class Calls extends Bytes {
    /** Writes bytes that `below` and `input_int` read. @param {number[]} values */
    put(...values) {
        for (const value of values) this.bits(BigInt(value), 1);
        return this;
    }

    /** Writes a number as `number` reads it. @param {number} value a multiple of 1/4, at most 16 */
    number(value) {
        return this.put(0, 4 * value + 64);
    }

    /** Picks the first live handle of the kind, from that number on. @param {number} from */
    pick(from) {
        return this.put(0, from);
    }

    /** @param {number[][]} points @param {number} radius */
    shape(points, radius) {
        this.put(0, points.length, 1);
        for (const [x, y] of points) this.number(x).number(y);
        return this.put(1).number(radius);
    }

    /** A motion of one piece from 0, of degree 1, without inflation. @param {number} lasts @param {number[][]} terms x, y, angle */
    turning(lasts, terms) {
        this.put(2, 1, 0, 0).number(lasts);
        for (const [x, y, angle] of terms)
            this.number(x)
                .number(y)
                .put(4 * angle + 16);
        return this.put(0, 0, 0, 0);
    }

    /** A sphere of radius 1 on the x axis, from t0 to t0 + 8. @param {number} x @param {number} vx @param {number} [t0] */
    along(x, vx, t0 = 0) {
        this.number(x).number(0).number(vx).number(0).put(0, 0);
        return this.number(t0).number(8).number(1);
    }

    /** Writes options without any value but the method. @param {number} method */
    options(method) {
        return this.put(16, 0, 0, 0, 30, 0, 30, 0, 63, method, 0);
    }
}

/**
 * Sequences that make two shapes, motions and paths and a scene, and then query them in all ways.
 */
const queries = list((bytes, k) => {
    const calls = new Calls();
    /* The contacts of moving pairs, of which there are none yet. */
    if (k === 0) calls.put(9).options(0).put(0, 0, 5).pick(0).put(0, 1, 0, 1, 1);
    calls.shape([[-1, -1], [1, -1], [1, 1], [-1, 1]], k % 2).shape([[0, 0], [2, 0], [0, 1]], k % 3); // biome-ignore format: points
    calls.turning(8, [[-4, 0, 0], [1, 0, k % 3 === 2 ? 1 : 0]]).turning(8, [[k % 4, 0, 0], [0, k % 2, 0]]); // biome-ignore format: terms
    /* Things 0 and 1 are the shapes, 2 and 3 the motions, 4 and 5 the paths, 6 is the scene. */
    for (const thing of [0, 1])
        calls
            .put(3)
            .pick(thing)
            .pick(2 + thing)
            .put(0, 0);
    /* The two paths are two bodies, or one; some scenes have a wall, which the bytes after it give. */
    calls
        .put(4, 2, 0, 0, 3)
        .pick(4)
        .pick(5)
        .put(Number(k % 3 > 0));
    /* A batch of moving pairs, and its first body. */
    calls
        .put(5, 3, 0, 2, 0, 2, 0, 2, 0, k % 7)
        .put(8)
        .pick(7)
        .pick(0)
        .pick(2)
        .put(0, 0, 0);
    /* Motion 2 with shape 0; a batch of two pairs, its shapes and poses, and its collisions. */
    calls.put(11).pick(2).put(1).pick(0).number(1).put(0, 4, 0, 0, 0, 0);
    calls.put(5, 1, 0, 2, 0, 0, 0, 0, 0, 0);
    for (const view of [0, 1]) calls.put(6, 1).pick(8).put(view).pick(view).pick(view);
    for (const view of [2, 3]) {
        calls.put(6, 1).pick(8).put(view);
        for (const x of [0, k % 4]) calls.number(x).number(0).put(0);
    }
    for (const isCollide of [0, 1])
        calls.put(9).options(0).put(0, 0, 2).pick(8).put(0, 2, isCollide);
    const gjk = [k % 4, (k >> 1) % 4, k % 2];
    const numbers = [0, 76, 0, 68];
    const afterPair = [
        gjk,
        [],
        [],
        [k % 2, ...gjk],
        numbers,
        [...numbers, ...numbers],
        gjk,
        [],
        [k % 4],
        [],
    ];
    for (const [query, bytesAfter] of afterPair.entries()) {
        calls.put(10).pick(0).pick(1);
        for (const x of [0, k % 5]) calls.put(1).number(x).number(0).number(0);
        calls.put(query, ...bytesAfter);
    }
    const afterMoving = [[], [], [], [], [0], [0, 0, 0], [3, 1, 4, 2]];
    for (const [query, bytesAfter] of afterMoving.entries())
        calls
            .put(12)
            .pick(0)
            .pick(1)
            .pick(2)
            .pick(3)
            .options(k % 4)
            .put(1, query, ...bytesAfter);
    const afterPaths = [[], [9], [0, 0], [], [2, 0, 5, 0, 4, 0]];
    for (const [query, bytesAfter] of afterPaths.entries()) {
        calls.put(13, 0).pick(4).pick(5);
        calls.options(query === 4 ? 0 : k % 7).put(0, query, ...bytesAfter);
    }
    /* Contacts of the scene's bodies, and of a body of one path or two. */
    for (const paths of [[], k % 2 === 0 ? [4] : [4, 5]]) {
        calls
            .put(14)
            .pick(6)
            .options(k % 3)
            .put(0, paths.length);
        for (const path of paths) calls.pick(path);
        if (paths.length > 0) calls.put(0);
        calls.put(0);
    }
    /* The clearances of one path and of two, without a limit and with one. */
    for (const paths of [[4], [4, 5]]) {
        calls.put(14).pick(6).options(0).put(0, paths.length);
        for (const path of paths) calls.pick(path);
        calls.put(1, k % 2, 3);
    }
    bytes.raw(calls.take()).raw(noise(k, 120));
}, 16);

/*
 * Two shapes that are forgotten, of which a batch of pairs or of moving pairs has one, then none; one is forgotten again when it
 * may be freed.
 */
const forgotten = list((bytes, k) => {
    const calls = new Calls();
    const ofPairs = k % 2 === 0;
    calls.shape([[-1, -1], [1, -1], [1, 1], [-1, 1]], 1).shape([[0, 0], [2, 0], [0, 1]], 0); // biome-ignore format: points
    calls.put(5, ofPairs ? 1 : 3, 0, 2, 0, 2, 0, 2, 0, 0);
    for (const shape of [0, 1]) {
        for (const view of ofPairs ? [0, 1] : [0])
            calls
                .put(6, ofPairs ? 1 : 3)
                .pick(2)
                .put(view)
                .pick(shape)
                .pick(shape);
        for (const one of [0, 1]) calls.put(28, 0).pick(one);
        calls.put(29, (k >> 1) % 2);
    }
    calls.put(18, 0).pick(2).put(29, 0).put(28, 0, 12, 0);
    bytes.raw(calls.take()).raw(noise(k, 60));
}, 8);

/* Two routes of one sphere each, which meet: times, delays and conflicts. */
const routes = list((bytes, k) => {
    const calls = new Calls();
    for (const query of [0, 1, 2]) {
        calls.put(16, 1, 0, 0);
        calls.along(0, 1).along(4, 0);
        calls.put(k % 4, (k >> 2) % 4, query, k % 2, (k >> 1) % 2, 0);
    }
    bytes.raw(calls.take()).raw(noise(k, 200));
}, 6);

/*
 * Routes that are kept, and all queries of them, before and after one is removed. In every third case there are more than the
 * first room holds; the stages and additions at the end fail.
 */
const kept = list((bytes, k) => {
    const calls = new Calls();
    /** @param {number} how @param {number} x @param {number} vx */
    const add = (how, x, vx) =>
        calls
            .put(24)
            .pick(0)
            .put(how, 1)
            .along(x, vx, k % 2)
            .put(k % 4);
    /** @param {number[]} first bytes of the query before its options @param {number[]} [last] bytes after them */
    const ask = (first, last = []) => {
        calls.put(26).pick(0).put(first[0]);
        if (first[0] === 0) calls.number(4 + (k % 3)).number(0).number(0).number(1); // biome-ignore format: a place
        if (first[0] === 1) calls.put(2).along(0, 1).put(0).along(2, 0).put(3);
        if (first[0] > 1)
            calls
                .put(0)
                .along(0, 1)
                .put((k >> 1) % 4);
        /* A range from -2 on, in half of the cases; the default limit, or one interval. */
        calls.put(...(k % 2 === 0 ? [0, 0] : [1, 56, 1, 60]), (k >> 2) % 2, ...(k % 5 === 4 ? [1, 0] : [0]), ...last); // biome-ignore format: bytes
    };
    calls.put(23);
    add(0, 4, 0);
    add(k % 3 === 0 ? 12 : 0, 8, -1);
    for (const query of [0, 1, 2]) ask([query]);
    for (const onlyFirst of [0, 1]) ask([3], [onlyFirst]);
    calls.put(25).pick(0).put(0, 0).put(25).pick(0).put(0, 35);
    for (const query of [0, 1, 2]) ask([query]);
    ask([3], [k % 2]);
    for (const how of [14, 13]) add(how, 6, 0);
    calls.put(24).pick(0).put(15, 0, 0).put(18, 4).pick(0);
    bytes.raw(calls.take()).raw(noise(k, 60));
}, 24);

/* Two spheres that meet, and a batch of three discs, two of which meet. */
const discs = list((bytes, k) => {
    const calls = new Calls();
    calls.put(15);
    calls.along(0, 1).along(4, 0);
    calls.put(0, k % 2, (k >> 1) % 2);
    calls
        .put(5, 0, 0, 3, 0, 4, 0, 0, k % 2, 0)
        .put(6, 0)
        .pick(0)
        .put(0);
    for (const x of [0, 3, 12]) for (const value of [x, 0, x / 4, 0, 0, 0, 1]) calls.number(value);
    calls.put(9).options(0).put(1, 1, 0).pick(0).put(0, 3);
    for (const isWhole of [0, 1]) calls.put(9).options(0).put(1, 1, 1).pick(0).put(0, 3, isWhole);
    for (const query of [2, 3]) {
        calls.put(9).options(0).put(1, 1, 1).pick(0).put(0, 3, query);
        calls.number(8).number(-10);
    }
    /* There is no batch with the handle 0. */
    calls.put(9).options(0).put(1, 1, 0, 14, 0, 3);
    calls.put(9).options(0).put(1, 1, 1, 14, 0, 3, 0);
    bytes.raw(calls.take()).raw(noise(k, 60));
}, 6);

/*
 * Compounds of parts, of shapes and of outlines, one of which crosses itself; queries of their parts, and of pairs of them.
 */
const compounds = list((bytes, k) => {
    const calls = new Calls();
    const square = [[0, 0], [2, 0], [2, 2], [0, 2]]; // biome-ignore format: points
    const notch = [[0, 0], [4, 0], [4, 4], [2, 1 + (k % 3)], [0, 4]]; // biome-ignore format: points
    /** @param {number[][][]} rings */
    const rings = (rings) => {
        for (const points of rings) {
            calls.put(points.length);
            for (const [x, y] of points) calls.number(x).number(y);
        }
    };
    calls.shape(square, k % 2);
    calls.put(21, 0, 2);
    rings([square, square.map(([x, y]) => [x + (k % 3), y - 2])]);
    calls
        .put(1)
        .number((k % 4) / 4)
        .put(21, 1, 2)
        .pick(0)
        .pick(1);
    calls.put(21, 2, 0);
    rings([notch]);
    calls.put(k % 4, 21, 2, 0);
    rings([[square[0], square[2], square[1], square[3]]]);
    calls.put(0, 21, 2, 1);
    rings([notch, square.map(([x, y]) => [1 + x / 4, y / 4 + 0.25])]);
    calls.put(0, 21, 0, 1);
    rings([notch]);
    calls.put(0);
    /* Thing 0 is the square; 1 to 4 are the compounds. */
    for (const thing of [0, 1, 2, 3])
        calls
            .put(22)
            .pick(thing)
            .put(0, k % 3);
    for (const query of [0, 1, 2, 3]) {
        calls.put(10).pick(k % 3).pick(1 + (k % 3)); // biome-ignore format: two handles
        for (const x of [0, k % 5]) calls.put(1).number(x).number(0).number(0);
        calls.put(query, ...[[0, 0, 0], [], [], [0, 0, 0, 0]][query]);
    }
    bytes.raw(calls.take()).raw(noise(k, 120));
}, 12);

/* A batch of three bodies, of which one or two stand still: each query, before and after an update. */
const worlds = list((bytes, k) => {
    const calls = new Calls();
    calls.shape([[-1, -1], [1, -1], [1, 1], [-1, 1]], k % 2).shape([[0, 0], [2, 0], [0, 1]], k % 3); // biome-ignore format: points
    calls.put(5, 2, 0, 3, 0, 4 - (k % 3), 0, 2 + (k % 2), (k >> 1) % 2, 0);
    calls.put(6, 2).pick(2).put(0);
    for (const shape of [0, 1, 0]) calls.pick(shape);
    calls.put(6, 2).pick(2).put(1);
    for (const x of [0, k % 4, 2]) calls.number(x).number(1).put(0);
    /* Categories and masks, where there are any. */
    if (k % 2 === 1) {
        calls
            .put(6, 2)
            .pick(2)
            .put(9, 0, 3, 0, k % 4, 0, 1);
        calls
            .put(6, 2)
            .pick(2)
            .put(10, 0, 1, 0, 3, 0, (k >> 1) % 4);
    }
    /** @param {number} query @param {number[]} more */
    const ask = (query, ...more) => {
        calls
            .put(9)
            .options(0)
            .put(1, 1, 4)
            .pick(2)
            .put(0, 3, 3 - (k % 2), 3);
        calls.put(1).pick(0).number(k % 3).number(1).number(0).put(1, 1, query, ...more); // biome-ignore format: a place
    };
    const comparison = [k % 3, 1, 6, 4 + (k % 3), k % 4, 1 + (k % 2)];
    ask(9, ...comparison);
    for (const [query, more] of [[2], [0, 1], [1], [], [0, 76, 0, 68], [0, 76, 0, 68], [], [], []].entries()) ask(query, ...more); // biome-ignore format: bytes
    ask(10);
    calls.put(6, 2).pick(2).put(1);
    for (const x of [1, 0, 3])
        calls
            .number(x)
            .number(k % 2)
            .put(0);
    ask(8);
    for (const shift of [0, 1, 2])
        ask(9, ...comparison.map((byte, i) => (i < 4 ? (byte + shift) % 8 : byte)));
    bytes.raw(calls.take()).raw(noise(k, 60));
}, 24);

/** Number of the call about boxes in the table CALL. */
const BOXES = 27;

/* Indices of boxes: pairs that fit, and more; ranges beyond the index; a NaN. */
const boxCalls = list((bytes, k) => {
    const calls = new Calls();
    const [axes, boxes] = [2 + (k % 2), 3 + (k % 4)];
    calls.put(BOXES, axes - 2, 0, boxes, 0, k % 3 === 0 ? 1 : 6);
    for (let side = 0; side < 2 * axes * boxes; side++) {
        if (k === 7 && side === 9) calls.put(7, 0).bits(0x7ff8000000000000n, 8);
        else calls.number(((side * side + k) % 9) - 4);
    }
    calls.put(k % 5 === 4 ? 1 : 0, k % 6 === 5 ? 0 : 1, ...(k % 6 === 5 ? [5] : []));
    for (let axis = 0; axis < 3; axis++) calls.number((k % 5) - 2).number(k % 9);
    calls.put(k % 8, k % 7 === 6 ? 7 : boxes, 0, 1 + (k % 2), k % 4 === 3 ? 5 : boxes - 2);
    bytes.raw(calls.take());
}, 24);

/** Numbers of the calls about bodies in space in the table CALL. */
const [HULL, UNION, MESH, IN_SPACE] = [30, 31, 32, 33];

/*
 * A cube, a tetrahedron and a sphere; a compound of two of them, a mesh, and bodies that are refused; queries of pairs of these,
 * apart, in contact and overlapping.
 */
const solidCalls = list((bytes, k) => {
    const calls = new Calls();
    /** @param {number[]} at @param {number} [turn] */
    const pose = (at, turn = 0) => {
        for (const x of at) calls.number(x);
        calls.put(turn % 4, 0, turn >> 2, ...(turn >> 2 ? [0] : []));
    };
    /** @param {number[][]} points @param {number} [radius] */
    const hull = (points, radius) => {
        calls.put(HULL, points.length);
        for (const x of points.flat()) calls.number(x);
        calls.put(radius === undefined ? 0 : 1);
        if (radius !== undefined) calls.number(radius);
    };
    const cube = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [i & 1, (i >> 1) & 1, i >> 2]);
    hull(cube, k % 2 === 0 ? undefined : (k % 3) / 2);
    hull([[0, 0, 0], [2, 0, 0], [0, 2, 0], [0, 0, 2]]); // biome-ignore format: points
    hull([[0, 0, 0]], 1 + (k % 2));
    calls.put(UNION, 2);
    for (const part of [0, 1]) {
        calls.pick(part);
        pose([part * (k % 3), 0, 1], k % 8);
    }
    calls.put(MESH, 4, 2);
    for (const x of [0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2]) calls.number(x);
    calls.put(0, 1, 2, 0, 2, 3);
    /* No points, a radius below 0, an index out of range, a compound as a part, no part. */
    hull([]);
    hull([[1, 2, 3]], -1);
    calls.put(MESH, 1, 1).number(1).number(1).number(1).put(0, 0, 1);
    calls.put(UNION, 1).pick(3);
    pose([0, 0, 0]);
    calls.put(UNION, 0);
    /** @param {number} a @param {number} b @param {number[]} at */
    const query = (a, b, at) => {
        calls.put(IN_SPACE).pick(a);
        pose([0, 0, 0], (k >> 1) % 8);
        calls.pick(b);
        pose(at, k % 8);
        for (const [x, dx] of [[0.25, 1], [0.25, k % 4], [0, k % 3]]) calls.number(x).number(dx); // biome-ignore format: pairs
        calls.number((k % 5) / 4);
    };
    query(0, 1, [1, 0, 0]);
    query(0, 0, [k % 3, 1, 0]);
    query(1, 2, [k % 4, 0.5, 0.25]);
    query(2, 3, [0.5, 0, k % 5]);
    query(3, 4, [0, 0.25, k % 2]);
    query(4, 0, [k % 6, 0, 0]);
    /* A body that is freed. */
    calls.put(18, 5, 0, 0);
    query(0, 1, [1, 0, 0]);
    bytes.raw(calls.take()).raw(noise(k, 60));
}, 16);

/** Numbers of the calls about motions in space in the table CALL. */
const [MOTION_IN_SPACE, ASK_MOTION, MEETING, MOVING_PAIRS, PATHS_IN_SPACE] = [34, 35, 36, 37, 38];

/*
 * A cube and a tetrahedron; motions that turn, one in the frame of another, and some that are refused; every query of one and of two
 * bodies; a parent that is freed before its link.
 */
const movingSolids = list((bytes, k) => {
    const calls = new Calls();
    for (const points of [
        [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [i & 1, (i >> 1) & 1, i >> 2]),
        [
            [0, 0, 0],
            [2, 0, 0],
            [0, 2, 0],
            [0, 0, 2],
        ],
    ]) {
        // biome-ignore format: points
        calls.put(HULL, points.length);
        for (const x of points.flat()) calls.number(x);
        calls.put(0);
    }
    /** @param {number | null} parent @param {number[][]} pieces two coefficients of x, y, z and the angle of each */
    const motion = (parent, pieces, end = 0) => {
        calls.put(MOTION_IN_SPACE, pieces.length, parent === null ? 0 : 1);
        if (parent !== null) calls.pick(parent);
        calls.put(end % 2, end >> 1);
        for (const [i, numbers] of pieces.entries()) {
            calls.put((k + i) % 3, ...(i === 0 ? [0] : []), 8 + (k % 8));
            for (const x of numbers) calls.number(x);
            calls.put(k % 4, ...(i === 0 ? [] : [0]));
        }
        if (pieces.length > 0) calls.put(0);
    };
    const still = [0, 0, 0, 0, 0, 0, 0, 0];
    /* Things 0 and 1 are the bodies, 2 to 5 the motions. */
    motion(null, [[-4, 3, 0, 0, 0.25, 0, 0, k % 3]]);
    motion(null, [[k % 4, 0, 0, (k % 2) / 4, 0, 0, 0, 0.5], still], k % 4);
    motion(2, [[0.25, 0, 0, 0.5, 0, 0, 0, 1]], k % 3);
    motion(4, [still]);
    motion(null, []);
    motion(1, [still]);
    /** @param {number} a @param {number} b @param {number} which @param {number[]} more */
    const meet = (a, b, which, ...more) => {
        calls
            .put(MEETING)
            .pick(0)
            .pick(a)
            .pick(1)
            .pick(b)
            .options(0)
            .put(which, ...more);
    };
    for (const [a, b] of [
        [2, 3],
        [4, 3],
        [5, 2],
    ]) {
        // biome-ignore format: motions
        calls.put(ASK_MOTION).pick(0).pick(a).put(k, 4 + (k % 9), k % 3);
        calls
            .put(ASK_MOTION, 14)
            .pick(a)
            .put(k % 7, 6, 0);
        meet(a, b, 0);
        const most = [k % 2, ...(k % 2 === 1 ? [k % 4] : [])];
        meet(a, b, 1, ...most);
        /* All delays, and those of a range. */
        meet(a, b, 2, ...most, 0, 0);
        meet(a, b, 2, ...most, 1, k, 1, k);
        meet(a, b, 3, k % 2, ...(k % 2 === 0 ? [k % 4] : []));
        meet(a, b, 4, 4, 1, 6, k, 30);
        /* By two methods, with up to eight iterations. */
        for (const method of [k % 4, (k + 2) % 4]) meet(a, b, 5, method, (k + 3) % 8);
    }
    /* Paths of two bodies, and one whose motion is freed. */
    for (const [a, b] of [
        [2, 3],
        [4, 3],
        [2, 5],
    ]) {
        calls.put(PATHS_IN_SPACE, k % 3, 7, k % 8, k % 4, 0, 1);
        calls
            .pick(0)
            .pick(a)
            .put(k % 5, 3)
            .pick(1);
        calls.put(k % 3, 0, 8);
        for (let x = 0; x < 8; x++) calls.number(x % 2);
        calls.put(0, k % 2, 0);
        calls
            .pick(1)
            .pick(b)
            .options(0)
            .put(k % 2, ...(k % 2 === 0 ? [k % 4] : []));
    }
    /* Batches of three bodies, in the world and in frames of each other. */
    for (const parents of [
        [0, 0, 0],
        [0, 1, k % 3],
    ]) {
        calls.put(MOVING_PAIRS);
        for (const [i, parent] of parents.entries())
            calls
                .pick(i % 2)
                .pick(2 + i)
                .put(parent);
        calls.put(1, k % 4).options(0);
        calls.put(1).options(0);
        calls.put(k % 2, ...(k % 2 === 0 ? [k % 4] : []), k % 3, 6, k % 4);
    }
    /* The parent of two motions is freed. */
    calls.put(18, 6, 0, 2);
    meet(4, 3, 0);
    meet(2, 3, 0);
    calls.put(ASK_MOTION).pick(0).pick(5).put(2, 4, 0);
    bytes.raw(calls.take()).raw(noise(k, 60));
}, 16);

const sequences = [
    ...movingSolids,
    ...solidCalls,
    ...boxCalls,
    ...queries,
    ...forgotten,
    ...routes,
    ...kept,
    ...discs,
    ...worlds,
    ...compounds,
    ...list((bytes, k) => bytes.raw(noise(k, 200 + 50 * k)), 18),
];

/* A box with a side that is NaN, which an index does not read, and any bytes. */
const badBoxes = list((bytes, k) => {
    bytes.below(3, 4).below(0, 2).below(0, 20).below(1, 2).double(1).below(1, 4).below(0, 32);
    for (let side = 0; side < 4; side++) bytes.float(side === k ? NaN : side);
    bytes.below(0, 2).below(1, 2).below(0, 2).raw(noise(k, 60));
}, 4);

/** Writes the bytes that input_solid reads of a grid. */
class Solids extends Bytes {
    /** Writes a number that input_int reads. @param {number} value @param {number} bits */
    whole(value, bits) {
        const limit = 2 ** bits;
        return this.bits(BigInt(value + limit), bits < 7 ? 1 : bits < 15 ? 2 : 4);
    }

    /** A grid of this many bits, without an exponent. @param {number} bits 3 or 5 */
    grid(bits) {
        const index = bits === 3 ? 3 : 4;
        return this.below(0, 2).below(index, 8).below(index, 8).below(0, 4);
    }

    /** @param {number} bits @param {{ points: number[][], at?: number[], radius?: number, turn?: number }} body */
    solid(bits, { points, at = [0, 0, 0], radius = 0, turn = 0 }) {
        const few = points.length <= 4;
        this.below(few ? 4 : 3, 6).below(points.length - 1, few ? 4 : 8);
        for (const x of points.flat()) this.whole(x, bits);
        this.below(radius > 0 ? 3 : 0, 4);
        if (radius > 0) this.whole(radius, bits);
        this.below(turn, 64);
        for (const x of at) this.whole(x, bits);
        return this;
    }

    /** A box. @param {number} bits @param {number[]} low @param {number[]} sides @param {number[]} at @param {number} turn */
    box(bits, low, sides, at, turn = 0) {
        this.below(0, 6);
        for (let k = 0; k < 3; k++) this.whole(low[k], bits).whole(sides[k], bits);
        this.below(0, 4).below(turn, 64);
        for (const x of at) this.whole(x, bits);
        return this;
    }
}

/** Corners of bodies of all dimensions, on a grid of 3 bits. */
const CORNERS = [
    [[1, 0, -1]],
    [[0, 0, 0], [3, -2, 1]],
    [[0, 0, 0], [4, 0, 0], [0, 4, 1]],
    [[0, 0, 0], [4, 0, 0], [4, 4, 0], [0, 4, 0]],
    [[0, 0, 0], [3, 0, 0], [0, 3, 0], [0, 0, 3]],
    [[-2, 0, 0], [2, 0, 0], [0, -2, 0], [0, 2, 0], [0, 0, -2], [0, 0, 2]],
    [[-3, -2, -1], [3, -2, 0], [2, 3, -1], [-2, 2, 0], [0, 1, 4]],
]; // biome-ignore format: points

/* Two bodies that are apart, touch and overlap, one of which is a box in every third case; and a displacement. */
const ofSolids = list((bytes, k) => {
    const solids = new Solids();
    const [i, j] = [k % CORNERS.length, (k >> 1) % CORNERS.length];
    const step = [(k % 5) - 1, (k >> 2) % 4, (k >> 3) % 5];
    solids.grid(3);
    if (k % 3 === 0) solids.box(3, [-1, -2, -1], [2 + (k % 3), 3, 1 + (k % 4)], [0, 0, 0], k % 24);
    else
        solids.solid(3, {
            points: CORNERS[i],
            radius: k % 4 === 1 ? 1 + (k % 2) : 0,
            turn: k % 24,
        });
    solids.solid(3, {
        points: CORNERS[j],
        at: step,
        radius: k % 5 === 1 ? 2 : 0,
        turn: (7 * k) % 24,
    });
    solids.below(k % 2, 4);
    for (const x of [4, -3, k % 3]) solids.whole(x, 3);
    for (let n = 0; n < 3; n++) solids.whole((k % 3) - 1, 3);
    solids.whole(k % 40, 6);
    bytes.raw(solids.take()).raw(noise(k, 60));
}, 60);

/* Points near the middle of a round body: the depth takes most of its vertices, and memory for them. */
const roundSolids = list((bytes, k) => {
    const points = 100 + 10 * k;
    bytes.below(1, 2);
    bytes
        .below(4, 5)
        .below(points - 5, 156)
        .below(0, 2)
        .below(1, 3);
    /* No radius, at the origin, not turned. */
    const rest = () => bytes.below(0, 3).below(0, 2).raw(new Uint8Array(3).fill(64)).below(0, 4);
    rest();
    bytes.below(0, 5).below(k % 2, 4);
    for (let i = 0; i < 3 * (1 + (k % 2)); i++) bytes.below(2, 4).bits(8n, 1);
    rest();
    bytes.below(0, 4).raw(noise(k, 40));
}, 6);

/** @type {Record<string, Uint8Array[]>} */
const SEEDS = {
    fuzz_approach: ofMeetings(8),
    fuzz_bodies_near: ofPairs(pairs),
    fuzz_boundary: sequences,
    fuzz_boxes: [
        ...badBoxes,
        ...list((bytes, k) => bytes.below(k % 4, 4).raw(noise(k, 120 + 20 * k)), 40),
    ],
    fuzz_clock: ofNumbers,
    fuzz_compound: list((bytes, k) => bytes.raw(noise(k, 160)), 60),
    fuzz_decomposition: list((bytes, k) => bytes.raw(noise(k, 24 + 8 * k)), 24),
    fuzz_lookup: list((bytes, k) => bytes.raw(noise(k, 64)), 24),
    fuzz_motion: ofMotions,
    fuzz_motion_check: [...badMotions, ...smoothMotions, ...anyMotions],
    fuzz_motion_delays: ofMotions,
    fuzz_outline: [...badOutlines, ...ofOutlines],
    fuzz_pairs: ofPairBatches,
    fuzz_pose: [...headings, ...ofNumbers],
    fuzz_routes: [...badRoutes, ...ofRoutes],
    fuzz_segments: ofSegments,
    fuzz_solid: [...roundSolids, ...ofSolids, ...list((bytes, k) => bytes.raw(noise(k, 160)), 40)],
    fuzz_solid_bodies: list((bytes, k) => bytes.raw(noise(k, 320)), 60),
    fuzz_solid_compound: list((bytes, k) => bytes.raw(noise(k, 240)), 60),
    fuzz_solid_motion: list((bytes, k) => bytes.raw(noise(k, 480)), 120),
    fuzz_solid_study: [...ofSolids, ...list((bytes, k) => bytes.raw(noise(k, 160)), 40)],
    fuzz_speeds: ofMeetings(80),
    fuzz_spheres: ofSpheres,
    fuzz_static: [...ofPairs(casts), ...ofPairs(pairs)],
    fuzz_sweep: ofSweeps,
    fuzz_traffic: ofTraffic,
    fuzz_usual: ofMotions.map((bytes) => Uint8Array.from([0, ...bytes])),
    fuzz_velocity: ofMeetings(200),
    fuzz_worlds: [...ofPairs(casts, 240), ...ofPairs(pairs, 240)],
};

const [directory, max] = process.argv.slice(2);
if (directory === undefined) throw new Error('seeds.mjs DIRECTORY [MAX]');
const targets = readdirSync(here)
    .filter((name) => /^fuzz_\w+\.c$/.test(name))
    .map((name) => name.slice(0, -2));
const missing = targets.filter((name) => SEEDS[name] === undefined);
if (missing.length > 0) throw new Error(`no seeds for ${missing.join(', ')}`);
for (const [name, seeds] of Object.entries(SEEDS)) {
    const place = path.join(directory, name);
    rmSync(place, { recursive: true, force: true });
    mkdirSync(place, { recursive: true });
    /* The selection is spread over all cases, as neighboring ones are of one class. */
    const step = Math.max(1, seeds.length / Number(max ?? Infinity));
    for (const seed of seeds.filter((_, k) => k % step < 1)) {
        const hash = createHash('sha1').update(seed).digest('hex').slice(0, 16);
        writeFileSync(path.join(place, hash), seed);
    }
}
