import { BOXES, ENDINGS, READINGS, SUBDISTANCES, SUPPORTS } from '../../js/layout.js';
import { readJson } from '../helpers.js';
import { BENT, drawPair, STRAIGHT } from '../oracle/flight_cases.js';

/**
 * Questions of every kind, put to each build: how replay.c reads them, and the same calls from
 * JavaScript.
 *
 * @import { Flight } from '../oracle/flight_oracle.js'
 *
 * @typedef {{ points: number[][], radius: number, hull: boolean }} Body
 * @typedef {{ a: Body, b: Body, poses: number[] }} Pair
 * @typedef {(Pair & { kind: 'pair' | 'trace', choices: number[] })
 *   | (Pair & { kind: 'cast' | 'ray', numbers: number[] })
 *   | { kind: 'discs' | 'box', numbers: number[] }
 *   | { kind: 'batch', pairs: Placed[] }
 *   | { kind: 'motion', movers: [Mover, Mover], asked: Asked, times: number[] }
 *   | { kind: 'movers', meetings: [Mover, Mover][], asked: Asked }
 *   | { kind: 'sweep', movers: [Mover, Mover], asked: Asked, clock: Clock, boxes: typeof BOXES[number] }
 *   | { kind: 'scene', bodies: Mover[], ego: Mover, asked: Asked, clock: Clock }
 *   | { kind: 'flights', flights: [Flight, Flight] }
 *   | { kind: 'routes', routes: Flight[][], ends: Ends, from: number, to: number, reading: typeof READINGS[number] }} Question
 * @typedef {{ a: Body, b: Body, places: number[] }} Placed two float32 placements: x, y, cos, sin
 * @typedef {{ body: Body, segments: Segment[], ends: Ends }} Mover
 * @typedef {{ t0: number, t1: number, x: number[], y: number[], theta: number[], pivot: { x: number, y: number } }} Segment
 * @typedef {{ before: 'hold' | 'vanish', after: 'hold' | 'vanish' }} Ends
 * @typedef {{ start: number, end: number, step: number, x: number, y: number }} Clock
 * @typedef {{ from: number, to: number, tolerance: number, slack: number, budget: number }} Asked
 */

/** The codes of replay.c. */
const KINDS = {
    pair: 1,
    discs: 2,
    box: 3,
    cast: 4,
    ray: 5,
    trace: 6,
    batch: 7,
    motion: 8,
    movers: 9,
    sweep: 10,
    scene: 11,
    flights: 12,
    routes: 13,
};

/** Coefficients a polynomial of a segment has. */
const TERMS = 6;

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

const chance = (/** @type {number} */ share) => random() < share;

/** @param {number} count */
const below = (count) => Math.floor(random() * count);

/** Often a multiple of 1 / 4. */
const share = () => (chance(0.3) ? (below(9) - 4) / 4 : between(-1, 1));

/**
 * All of one encounter are alike: how large, how far, how fast.
 *
 * @typedef {{ size: number, reach: number, turn: number, begin: number, lasts: number, home: number }} Alike
 */

/** @param {number} k @returns {Alike} */
function alike(k) {
    const size = k % 5 === 0 ? 2 ** (below(121) - 60) : 1;
    return {
        size,
        reach: size * 2 ** (below(8) - 2),
        turn: chance(0.25) ? 0 : 2 ** (below(12) - 4),
        begin: [0, 0, -0.5, 1.6e9, 1e12][below(5)],
        lasts: 2 ** (below(12) - 4),
        home: size * [0, 0, 0, 5e6][below(4)],
    };
}

/** @param {number} size @param {number} lasts */
function polynomial(size, lasts) {
    return Array.from({ length: 1 + below(TERMS) }, (_, k) => (size * share()) / lasts ** k);
}

/** @param {number[]} c @param {number} s */
const valueAt = (c, s) => c.reduceRight((sum, term) => sum * s + term, 0);

/** A segment takes up where the one before ends. @param {Segment} last @param {Segment} next */
function join(last, next) {
    const s = last.t1 - last.t0;
    const angle = valueAt(last.theta, s);
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const [dx, dy] = [next.pivot.x - last.pivot.x, next.pivot.y - last.pivot.y];
    next.theta[0] = angle;
    next.x[0] = valueAt(last.x, s) + cos * dx - sin * dy;
    next.y[0] = valueAt(last.y, s) + sin * dx + cos * dy;
}

/** @returns {'hold' | 'vanish'} */
const randomEnding = () => (chance(0.2) ? 'vanish' : 'hold');

/** @param {Alike} kind @returns {Mover} */
function randomMover({ size, reach, turn, begin, lasts, home }) {
    /** @type {Segment[]} */
    const segments = [];
    let t0 = begin + (below(3) * lasts) / 4;
    const count = 1 + below(3);
    for (let k = 0; k < count; k++) {
        const t1 = t0 + (chance(0.05) ? 0 : lasts * between(0.25, 1));
        const long = t1 - t0 || lasts;
        const far = chance(0.3) ? 2 * size : 0;
        const segment = {
            ...{ t0, t1, x: polynomial(reach, long), y: polynomial(reach, long) },
            theta: polynomial(turn, long),
            pivot: { x: far * share(), y: far * share() },
        };
        const last = segments.at(-1);
        if (last !== undefined) join(last, segment);
        else segment.x[0] += home;
        segments.push(segment);
        t0 = t1;
    }
    const points = Array.from({ length: 1 + below(7) }, () => [
        Math.fround(size * share()),
        Math.fround(size * share()),
    ]);
    const radius = chance(0.5) ? Math.fround(size * Math.abs(share())) : 0;
    const ends = { before: randomEnding(), after: randomEnding() };
    return { body: { points, radius, hull: true }, segments, ends };
}

/** @param {Alike} kind @returns {Asked} */
function randomAsked({ size, begin, lasts }) {
    const from = begin + lasts * share();
    return {
        from,
        to: from + 3 * lasts * Math.abs(share()),
        tolerance: lasts * 2 ** -(2 + below(38)),
        slack: chance(0.2) ? 0 : size * 2 ** -(4 + below(40)),
        budget: [1, 2, 5, 20, 60, 200][below(6)],
    };
}

/**
 * One slides past the other on a grid, touching it, or nearly; perhaps with a turn that brings it back to where it was.
 *
 * @param {number} k
 * @returns {Question}
 */
function grazingMotion(k) {
    const half = 1 + below(3);
    const square = [
        [-half, -half],
        [half, -half],
        [half, half],
        [-half, half],
    ];
    const bodies = [
        { points: square, radius: 0, hull: false },
        { points: [[0, 0]], radius: half, hull: true },
        { points: [square[0], square[2]], radius: 0, hull: true },
        { points: square.slice(0, 3), radius: 0.5, hull: true },
    ];
    const body = () => bodies[below(bodies.length)];
    const off = [0, 0, 1e-6, -1e-6, 1e-12, -1e-12][below(6)];
    const bend = chance(0.3) ? [0.25] : [];
    const turn = k % 2 === 0 ? [0] : [0, (below(5) - 2) * (Math.PI / 4)];
    const pivot = { x: 0, y: 0 };
    const still = { t0: 0, t1: 4, x: [0], y: [0], theta: [0], pivot };
    const y = [2 * half + off, ...(bend.length > 0 ? [-1, ...bend] : [])];
    const moving = { t0: 0, t1: 4, x: [-4, 2], y, theta: turn, pivot };
    /** @type {Ends} */
    const ends = { before: 'hold', after: chance(0.5) ? 'hold' : 'vanish' };
    const slack = [0, 1e-9, 1e-9, 1e-3][below(4)];
    const asked = { from: 0, to: 4, tolerance: 4e-9, slack, budget: 200 };
    const times = [0, 1, 2, 3, 4];
    const movers = /** @type {[Mover, Mover]} */ ([
        { body: body(), segments: [still], ends },
        { body: body(), segments: [moving], ends },
    ]);
    return { kind: 'motion', movers: chance(0.5) ? movers : [movers[1], movers[0]], asked, times };
}

/** @param {number} k @returns {Question} */
function randomMotion(k) {
    const kind = alike(k);
    const asked = randomAsked(kind);
    const times = Array.from({ length: 4 }, () => kind.begin + 2 * kind.lasts * share());
    return { kind: 'motion', movers: [randomMover(kind), randomMover(kind)], asked, times };
}

/** Some bodies are in several pairs. @param {number} k @returns {Question} */
function randomMovers(k) {
    const kind = alike(k);
    const bodies = Array.from({ length: 4 }, () => randomMover(kind));
    const body = () => bodies[below(bodies.length)];
    const meetings = Array.from(
        { length: 1 + (k % 8) },
        () => /** @type {[Mover, Mover]} */ ([body(), body()]),
    );
    return { kind: 'movers', meetings, asked: randomAsked(kind) };
}

/**
 * Steps that do not divide the time, and begin before the bodies do or behind them.
 *
 * @param {Alike} kind
 * @param {number} most steps
 * @returns {Clock}
 */
function randomClock({ size, begin, lasts, home }, most) {
    const start = begin + lasts * share();
    const end = start + lasts * between(0.25, 3);
    const near = chance(0.5) ? [home + 100 * size * share(), 100 * size * share()] : [0, 0];
    // What double can tell apart at 1e12, and more.
    const least = 2 ** -48 * Math.max(Math.abs(start), Math.abs(end));
    const step = Math.max((end - start) / between(1, most), least);
    return { start, end: Math.max(end, start + step), step, x: near[0], y: near[1] };
}

/** @param {number} k @returns {Question} */
function randomSweep(k) {
    const kind = alike(k);
    const clock = randomClock(kind, k % 20 === 0 ? 2000 : 60);
    const boxes = BOXES[Number(k % 8 === 7)];
    const movers = /** @type {[Mover, Mover]} */ ([randomMover(kind), randomMover(kind)]);
    return { kind: 'sweep', movers, asked: randomAsked(kind), clock, boxes };
}

/** @param {number} k @returns {Question} */
function randomScene(k) {
    const kind = alike(k);
    kind.reach = kind.size * 2 ** below(6);
    const bodies = Array.from({ length: k % 17 }, () => randomMover(kind));
    const [asked, clock] = [randomAsked(kind), randomClock(kind, 100)];
    return { kind: 'scene', bodies, ego: randomMover(kind), asked, clock };
}

/** Those of the tests of flights, touches and crossings among them. @param {number} count of each @returns {Question[]} */
function flightsOfAllKinds(count) {
    return [...Object.values(STRAIGHT), ...Object.values(BENT)].flatMap((kind) =>
        Array.from({ length: count }, () => ({ kind: 'flights', flights: drawPair(kind, random) })),
    );
}

/** On a grid or not, in the plane or not, with waits. @param {number} k @returns {Flight[]} */
function randomRoute(k) {
    const value = (/** @type {number} */ most) =>
        k % 2 === 0 ? Math.round(2 * between(-most, most)) / 2 : between(-most, most);
    const radius = Math.abs(value(1));
    let start = value(2);
    return Array.from({ length: 1 + below(5) }, () => {
        const end = start + Math.abs(value(2));
        const isBent = chance(0.3);
        const [z, vz] = k % 3 === 0 ? [value(1), value(1)] : [0, 0];
        const flight = {
            ...{ x: value(4), y: value(4), z, vx: value(2), vy: value(2), vz },
            ...{ ax: isBent ? value(1) : 0, ay: isBent ? value(1) : 0, az: 0, start, end, radius },
        };
        start = end + (chance(0.3) ? Math.abs(value(2)) : 0);
        return flight;
    });
}

/** @param {number} k @returns {Question} */
function randomRoutes(k) {
    const routes = Array.from({ length: 2 + below(5) }, () => randomRoute(k));
    const isCut = chance(0.5);
    return {
        kind: 'routes',
        routes,
        ends: { before: randomEnding(), after: randomEnding() },
        from: isCut ? between(-6, 0) : Number.NEGATIVE_INFINITY,
        to: isCut ? between(0, 6) : Number.POSITIVE_INFINITY,
        reading: READINGS[below(2)],
    };
}

/** The cases with known answers. @returns {Question[]} */
function fromMotionCases() {
    const { cases } = readJson('tests/vectors/motion_cases.json');
    return /** @type {any[]} */ (cases).map(({ T0, T1, A, B }) => {
        /** @returns {Mover} */
        const mover = (/** @type {any} */ { shape, motion }) => ({
            body: { points: shape.verts, radius: Math.fround(shape.radius), hull: true },
            segments: motion.segments.map((/** @type {any} */ segment) => ({
                pivot: { x: 0, y: 0 },
                ...segment,
            })),
            ends: { before: 'hold', after: 'hold' },
        });
        const asked = { from: T0, to: T1, tolerance: 1e-9 * (T1 - T0), slack: 1e-9, budget: 400 };
        const times = [T0, (T0 + T1) / 2, T1];
        return { kind: 'motion', movers: [mover(A), mover(B)], asked, times };
    });
}

/** @returns {Question[]} */
export function makeQuestions() {
    const pairs = Array.from({ length: 20_000 }, (_, k) => randomPair(k));
    const approaches = Array.from({ length: 20_000 }, (_, k) => randomApproaches(k)).flat();
    const batches = Array.from({ length: 1000 }, (_, k) => randomBatch(k));
    const motions = [
        ...fromMotionCases(),
        ...Array.from({ length: 600 }, (_, k) => grazingMotion(k)),
        ...Array.from({ length: 4000 }, (_, k) => randomMotion(k)),
        ...Array.from({ length: 500 }, (_, k) => randomMovers(k)),
    ];
    const sweeps = Array.from({ length: 1500 }, (_, k) => randomSweep(k));
    const scenes = Array.from({ length: 300 }, (_, k) => randomScene(k));
    return [
        ...fromVectors(),
        ...pairs,
        ...approaches,
        ...batches,
        ...motions,
        ...sweeps,
        ...scenes,
        ...flightsOfAllKinds(60),
        ...Array.from({ length: 1500 }, (_, k) => randomRoutes(k)),
    ];
}

/** In the order of GrazeFlight. @param {Flight} f */
const flightNumbers = ({
    x,
    y,
    z = 0,
    vx,
    vy,
    vz = 0,
    ax = 0,
    ay = 0,
    az = 0,
    start,
    end,
    radius,
}) => [...[x, y, z, vx, vy, vz, ax, ay, az], ...[start, end, radius]];

/** In the order of GrazePiece. @param {Segment} segment */
function pieceNumbers({ t0, t1, x, y, theta, pivot }) {
    const terms = [x, y, theta].flatMap((c) => Array.from({ length: TERMS }, (_, k) => c[k] ?? 0));
    return [t0, t1, ...terms, pivot.x, pivot.y];
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
    const movers = (/** @type {Mover[]} */ ...two) => {
        for (const { body, segments, ends } of two) {
            bodies(body);
            const vanishing = [ends.before, ends.after].map((end) => Number(end === 'vanish'));
            ints([segments.length, ...vanishing]);
            doubles(segments.flatMap(pieceNumbers));
        }
    };
    for (const question of questions) {
        ints([KINDS[question.kind]]);
        if ('asked' in question) {
            const { from, to, tolerance, slack, budget } = question.asked;
            doubles([from, to, tolerance, slack]);
            ints([budget]);
        }
        if ('clock' in question) {
            const { start, end, step, x, y } = question.clock;
            doubles([start, end, step, x, y]);
        }
        if ('boxes' in question) ints([BOXES.indexOf(question.boxes)]);
        if ('movers' in question) movers(...question.movers);
        if ('times' in question) {
            ints([question.times.length]);
            doubles(question.times);
        }
        if ('bodies' in question) {
            ints([question.bodies.length]);
            movers(...question.bodies, question.ego);
        }
        if ('meetings' in question) {
            ints([question.meetings.length]);
            for (const two of question.meetings) movers(...two);
        }
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
        if ('flights' in question) doubles(question.flights.flatMap(flightNumbers));
        if ('routes' in question) {
            const { routes, ends, from, to, reading } = question;
            const endings = [ends.before, ends.after].map((end) => ENDINGS.indexOf(end));
            doubles([from, to]);
            ints([READINGS.indexOf(reading), ...endings, routes.length]);
            for (const route of routes) {
                ints([route.length]);
                doubles(route.flatMap(flightNumbers));
            }
        }
        if ('choices' in question) ints(question.choices);
        if ('numbers' in question) doubles(question.numbers);
    }
    return Buffer.concat(parts);
}
