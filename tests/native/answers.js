import {
    APPROACH,
    CAST,
    CAST_STATUSES,
    CLEARANCE,
    CONFLICT,
    CONTACT,
    CONTACT_METHODS,
    CONTACT_STATUSES,
    DIFFERENCE,
    DISTANCE,
    FEATURES,
    INTERVAL,
    MOTION_BOUNDS,
    OUTCOMES,
    PENETRATION,
    RELATIONS,
    STARTS,
    STEP,
    SUBDISTANCES,
    SUPPORTS,
    SWEEP_METHODS,
    SWEPT,
} from '../../js/layout.js';
import { freeStretches } from '../../js/routes.js';

/**
 * Answers as flat lists of numbers, so that bits can be compared: from the records that replay.c
 * writes, and from what JavaScript gives.
 *
 * @import { Clearance, Distance, Feature, FirstContact, Graze, MotionBounds, Path, Penetration, Point, SceneContact, ShapeCast, Swept, Trace } from 'graze'
 * @import { Body, Mover, Question } from './questions.js'
 * @typedef {Extract<Question, { a: unknown }>} PairQuestion
 */

/** Fields of a first contact before its status. */
const CONTACT_NUMBERS = 9;

/** The fields of one record, in order: doubles first, then integers. */
class Reader {
    #bytes;
    #at = 0;

    /** @param {Buffer} bytes */
    constructor(bytes) {
        this.#bytes = bytes;
    }

    get isAtEnd() {
        return this.#at === this.#bytes.length;
    }

    /** @param {number} count */
    ints(count) {
        return Array.from({ length: count }, () => {
            this.#at += 4;
            return this.#bytes.readInt32LE(this.#at - 4);
        });
    }

    /** @param {number} count */
    floats(count) {
        return Array.from({ length: count }, () => {
            this.#at += 4;
            return this.#bytes.readFloatLE(this.#at - 4);
        });
    }

    /** @param {number} count */
    doubles(count) {
        return Array.from({ length: count }, () => {
            this.#at += 8;
            return this.#bytes.readDoubleLE(this.#at - 8);
        });
    }

    /** @param {Readonly<Record<string, number>>} layout */
    record({ bytes, ...fields }) {
        const start = this.#at;
        this.#at += bytes;
        return Object.values(fields).map((offset, k) =>
            offset === k
                ? this.#bytes.readDoubleLE(start + 8 * offset)
                : this.#bytes.readInt32LE(start + 4 * offset),
        );
    }
}

/**
 * A first contact, of which JavaScript tells no time when there is none.
 *
 * @param {Reader} reader
 * @param {Readonly<Record<string, number>>} [layout] of CONTACT, or what begins like it
 */
function readContact(reader, layout = CONTACT) {
    const record = reader.record(layout);
    const isFree = record[CONTACT_NUMBERS] === CONTACT_STATUSES.indexOf('free');
    return isFree ? [0, 0, ...record.slice(2)] : record;
}

/** @param {Reader} reader @param {Extract<Question, { kind: 'motion' }>} question */
function readMotion(reader, { times }) {
    const contacts = CONTACT_METHODS.flatMap(() => readContact(reader));
    const [count] = reader.ints(1);
    const intervals = Array.from({ length: count }, () => reader.record(INTERVAL).slice(0, -1));
    const clearance = reader.record(CLEARANCE).slice(0, -1);
    const collision = reader.doubles(1);
    const [late] = reader.ints(1);
    const delays = Array.from({ length: late }, () => reader.record(INTERVAL).slice(0, -1));
    const bounds = [...reader.record(MOTION_BOUNDS), ...reader.record(MOTION_BOUNDS)];
    const places = times.map(() => [
        ...[...reader.ints(1), ...reader.doubles(3)],
        ...[...reader.ints(1), ...reader.doubles(3)],
        ...reader.doubles(1),
    ]);
    return [
        ...contacts,
        count,
        ...[intervals, clearance, collision, late, delays].flat(2),
        ...[bounds, places].flat(2),
    ];
}

/** @param {Reader} reader */
function readBoxes(reader) {
    const [first, last, count] = reader.ints(3);
    return [first, last, count, ...reader.floats(4 * count)];
}

/** @param {Reader} reader */
function readSweep(reader) {
    const boxes = [...readBoxes(reader), ...readBoxes(reader)];
    const methods = SWEEP_METHODS.flatMap(() => {
        const [count] = reader.ints(1);
        const steps = reader.ints(count + 1);
        return [count, ...steps, ...readContact(reader, SWEPT)];
    });
    return [...boxes, ...methods];
}

/** Which of a scene, status and bracket. @param {Reader} reader @param {number} bodies how many are told */
const readMet = (reader, bodies) => [...reader.ints(bodies + 1), ...reader.doubles(2)];

/** @param {Reader} reader */
function readScene(reader) {
    const [pairs] = reader.ints(1);
    const contacts = Array.from({ length: pairs }, () => readMet(reader, 2));
    const [count] = reader.ints(1);
    const met = Array.from({ length: count + 2 }, () => readMet(reader, 1));
    return [pairs, ...contacts.flat(), count, ...met.flat()];
}

/** @param {Reader} reader @returns {[lo: number, hi: number][]} */
function readSpans(reader) {
    const [count] = reader.ints(1);
    return Array.from({ length: count }, () => {
        const [lo, hi] = reader.doubles(2);
        return [lo, hi];
    });
}

/** @param {readonly number[][]} spans */
const spansRecord = (spans) => [spans.length, ...spans.flat()];

/** @param {Reader} reader */
function readFlights(reader) {
    const [count] = reader.ints(1);
    const conflicts = Array.from({ length: count }, () => reader.record(CONFLICT).slice(0, -1));
    const approach = reader.record(APPROACH).slice(2);
    return [
        ...[count, ...conflicts.flat(), ...approach],
        ...spansRecord(readSpans(reader)),
        ...spansRecord(readSpans(reader)),
    ];
}

/** @param {Reader} reader @param {Extract<Question, { kind: 'routes' }>} question */
function readRoutes(reader, { routes, from, to }) {
    const delays = routes.slice(1).flatMap(() => spansRecord(readSpans(reader)));
    const [least] = reader.doubles(1);
    const free = freeStretches(readSpans(reader), from, to);
    return [...delays, least <= to ? least : Infinity, ...spansRecord(free)];
}

/** @param {Reader} reader @param {Question} question */
function readAnswer(reader, question) {
    switch (question.kind) {
        case 'batch': {
            const meeting = reader.ints(4);
            const pairs = question.pairs.map(() => [...reader.ints(4), ...reader.floats(8)]);
            return [...meeting, ...pairs.flat()];
        }
        case 'pair':
            return [
                ...reader.record(DISTANCE),
                ...reader.record(PENETRATION).slice(0, -1),
                ...reader.ints(4),
            ];
        case 'motion':
            return readMotion(reader, question);
        case 'movers':
            return [
                ...reader.ints(1),
                ...question.meetings.flatMap(() => [...reader.ints(1), ...reader.doubles(2)]),
            ];
        case 'sweep':
            return readSweep(reader);
        case 'scene':
            return readScene(reader);
        case 'flights':
            return readFlights(reader);
        case 'routes':
            return readRoutes(reader, question);
        case 'cast':
        case 'ray':
            return reader.record(CAST);
        case 'trace': {
            const [rounds, count] = reader.ints(2);
            const distance = reader.record(DISTANCE);
            const steps = Array.from({ length: rounds }, () => reader.record(STEP));
            const vertices = Array.from({ length: count }, () => reader.record(DIFFERENCE));
            return [rounds, count, ...distance, ...steps.flat(), ...vertices.flat()];
        }
        default:
            return reader.record(APPROACH);
    }
}

/** @param {Buffer} bytes @param {Question[]} questions */
export function decode(bytes, questions) {
    const reader = new Reader(bytes);
    const answers = questions.map((question) => readAnswer(reader, question));
    if (!reader.isAtEnd) throw new Error('replay wrote more than it was asked');
    return answers;
}

/** @param {Point | null} p */
const point = (p) => [p?.x ?? 0, p?.y ?? 0];

/** @param {Feature | null} f */
const feature = (f) => (f === null ? [0, 0] : [FEATURES.indexOf(f.kind), f.index]);

/** @param {Distance | Penetration} d */
const witness = (d) => [
    ...[d.pointA, d.pointB, d.normal].flatMap(point),
    RELATIONS.indexOf(d.relation),
    ...feature(d.featureA),
    ...feature(d.featureB),
];

/** @param {Distance} d */
const distanceRecord = (d) => [d.distance, ...witness(d), d.iterations];

/** @param {ShapeCast} c */
const castRecord = (c) => [
    ...(c.interval ?? [0, 0]),
    ...point(c.point),
    ...point(c.normal),
    CAST_STATUSES.indexOf(c.status),
    RELATIONS.indexOf(c.relation),
    ...feature(c.featureA),
    ...feature(c.featureB),
];

/** @param {Trace['steps'][number]} step */
function stepRecord({ direction, w, v, simplex, barycode, outcome }) {
    const three = Array.from(
        { length: 3 },
        (_, k) => simplex[k] ?? { x: 0, y: 0, a: 0, b: 0, weight: 0, kept: false },
    );
    return [
        ...[direction, w, v].flatMap(point),
        ...three.flatMap(({ x, y, weight }) => [x, y, weight]),
        ...[w.a, w.b],
        ...three.flatMap(({ a, b }) => [a, b]),
        simplex.length,
        barycode,
        OUTCOMES.indexOf(outcome),
        three.reduce((bits, { kept }, k) => bits | (Number(kept) << k), 0),
    ];
}

/** @param {Graze} g @param {Body} body */
function makeShape(g, { hull, points, radius }) {
    return hull ? g.hull(points, { radius }) : g.polygon(points, { radius });
}

/** @param {Graze} g @param {PairQuestion} question */
function askPair(g, question) {
    const [a, b] = [question.a, question.b].map((body) => makeShape(g, body));
    const [x, y, angle, bx, by, bAngle] = question.poses;
    const p = { x, y, angle };
    const q = { x: bx, y: by, angle: bAngle };
    const answer = answerPair(g, question, a, b, p, q);
    a.free();
    b.free();
    return answer;
}

/**
 * @param {Graze} g
 * @param {PairQuestion} question
 * @param {ReturnType<Graze['disc']>} a
 * @param {ReturnType<Graze['disc']>} b
 * @param {{ x: number, y: number, angle: number }} p
 * @param {{ x: number, y: number, angle: number }} q
 */
function answerPair(g, question, a, b, p, q) {
    if (question.kind === 'cast') {
        const [dx, dy] = question.numbers;
        return castRecord(g.shapeCast(a, b, { x: dx, y: dy }, p, q));
    }
    if (question.kind === 'ray') {
        const [x, y, dx, dy] = question.numbers;
        const { feature: featureB, ...rest } = g.rayCast(b, { x, y, dx, dy }, q);
        return castRecord({ ...rest, featureA: null, featureB });
    }
    const [i, j, k] = /** @type {{ choices: number[] }} */ (question).choices;
    const choice = { subdistance: SUBDISTANCES[i], support: SUPPORTS[j], start: STARTS[k] };
    if (question.kind === 'trace') {
        const trace = g.trace(a, b, p, q, choice);
        const vertices = g.difference(a, b, p, q);
        return [
            ...[trace.steps.length, vertices.length],
            ...distanceRecord(trace),
            ...trace.steps.flatMap(stepRecord),
            ...vertices.flatMap(({ x, y, a, b }) => [x, y, a, b]),
        ];
    }
    const penetration = g.penetration(a, b, p, q);
    return [
        ...distanceRecord(g.distance(a, b, p, q, choice)),
        ...[penetration.depth, ...witness(penetration)],
        RELATIONS.indexOf(g.relation(a, b, p, q)),
        Number(g.collide(a, b, p, q, choice)),
        Number(g.collide(a, b, p, q, { method: 'sat' })),
        0,
    ];
}

/** @param {Graze} g @param {import('./questions.js').Placed[]} pairs */
function askBatch(g, pairs) {
    const counts = Math.max(pairs.length, 1);
    const plain = g.pairs(counts, { coherent: true });
    const full = g.pairs(counts, { witnesses: true });
    const shapes = pairs.flatMap(({ a, b }) =>
        [a, b].map(({ points, radius }) => g.hull(points, { radius })),
    );
    for (const batch of [plain, full]) {
        pairs.forEach(({ places }, k) => {
            batch.shapeA[k] = shapes[2 * k].id;
            batch.shapeB[k] = shapes[2 * k + 1].id;
            batch.poseA.set(places.slice(0, 4), 4 * k);
            batch.poseB.set(places.slice(4), 4 * k);
        });
    }
    const meeting = [
        plain.collide(pairs.length),
        full.relation(pairs.length),
        plain.distance(pairs.length),
    ];
    const verdicts = pairs.map((_, k) => [plain.hit[k], full.relations[k], plain.relations[k]]);
    meeting.push(full.distance(pairs.length));
    const answers = pairs.map((_, k) => [
        ...verdicts[k],
        full.relations[k],
        plain.distances[k],
        full.distances[k],
        ...[full.pointA, full.pointB, full.normal].flatMap((view) => [
            ...view.subarray(2 * k, 2 * k + 2),
        ]),
    ]);
    for (const thing of [plain, full, ...shapes]) thing.free();
    return [...meeting, ...answers.flat()];
}

/** @param {Graze} g @param {'discs' | 'box'} kind @param {number[]} numbers */
function askApproach(g, kind, numbers) {
    const [x, y, vx, vy, start, end, radius] = numbers;
    const [a, b, c, d, e, f, r] = numbers.slice(7);
    const first = { x, y, vx, vy, start, end, radius };
    const second =
        kind === 'discs'
            ? { x: a, y: b, vx: c, vy: d, start: e, end: f, radius: r }
            : { x: a, y: b, width: c, height: d };
    const { relation, distance, time } = g.closestApproach(first, second);
    const [[lo, hi] = [Infinity, -Infinity]] = g.conflictIntervals(first, second);
    const code = RELATIONS.indexOf(relation ?? 'disjoint');
    return [lo, hi, distance, time, code, Number(relation !== null)];
}

/** @param {FirstContact} c */
const contactRecord = (c) => [
    ...(c.time ?? [0, 0]),
    c.gap ?? 0,
    ...[c.pointA, c.pointB, c.normal].flatMap(point),
    CONTACT_STATUSES.indexOf(c.status),
    ...feature(c.featureA),
    ...feature(c.featureB),
    c.iterations,
];

/** @param {Clearance} c */
const clearanceRecord = (c) => [
    ...c.distance,
    c.time ?? 0,
    ...[c.pointA, c.pointB, c.normal].flatMap(point),
    Number(c.time !== null),
];

/** @param {MotionBounds} b */
const boundsRecord = (b) => [
    ...[b.x[0], b.y[0], b.x[1], b.y[1], ...b.theta],
    ...[b.speed, b.acceleration, b.turnRate, b.turnAcceleration],
    ...[b.pointSpeed, b.pointAcceleration],
];

/** @param {Graze} g @param {Mover} mover */
function makeMover(g, { body, segments, ends }) {
    return { shape: makeShape(g, body), motion: g.motion({ segments }, ends) };
}

/** @param {Graze} g @param {Extract<Question, { kind: 'motion' }>} question */
function askMotion(g, { movers, asked, times }) {
    const [a, b] = movers.map((mover) => makeMover(g, mover));
    const { tolerance: _, ...clearanceAsked } = asked;
    const intervals = g.contactIntervals(a.shape, a.motion, b.shape, b.motion, asked);
    const { from, to, ...fine } = asked;
    const within = { from: from - to, to: to - from, ...fine };
    const delays = g.motionDelays(a.shape, a.motion, b.shape, b.motion, within);
    const separations = g.distanceOver(a.shape, a.motion, b.shape, b.motion, times);
    const answer = [
        ...CONTACT_METHODS.flatMap((method) =>
            contactRecord(
                g.firstContact(a.shape, a.motion, b.shape, b.motion, { ...asked, method }),
            ),
        ),
        intervals.length,
        ...intervals.flatMap(({ begin, end, status }) => [
            ...[...begin, ...end],
            CONTACT_STATUSES.indexOf(status),
        ]),
        ...clearanceRecord(g.clearance(a.shape, a.motion, b.shape, b.motion, clearanceAsked)),
        g.timeToCollision(a.shape, a.motion, b.shape, b.motion, asked),
        delays.length,
        ...delays.flatMap(({ begin, end, status }) => [
            ...[...begin, ...end],
            CONTACT_STATUSES.indexOf(status),
        ]),
        ...boundsRecord(a.motion.bounds(asked.from, asked.to, a.shape)),
        ...boundsRecord(b.motion.bounds(asked.from, asked.to)),
        ...times.flatMap((t, k) => [
            ...[a, b].flatMap(({ motion }) => {
                const pose = motion.pose(t);
                return [Number(pose !== null), pose?.x ?? 0, pose?.y ?? 0, pose?.angle ?? 0];
            }),
            separations[k],
        ]),
    ];
    for (const { shape, motion } of [a, b]) for (const thing of [shape, motion]) thing.free();
    return answer;
}

/** @param {Graze} g @param {Extract<Question, { kind: 'movers' }>} question */
function askMovers(g, { meetings, asked }) {
    const bodies = [...new Set(meetings.flat())];
    const made = bodies.map((mover) => makeMover(g, mover));
    const pieces = made.reduce((sum, { motion }) => sum + motion.count, 0);
    const batch = g.movers(bodies.length, { pieces, pairs: meetings.length });
    made.reduce((next, { shape, motion }, k) => batch.set(k, shape, motion, next), 0);
    batch.pairs.set(meetings.flat().map((mover) => bodies.indexOf(mover)));
    const found = batch.firstContacts(meetings.length, asked);
    const answers = meetings.map((_, k) => [
        batch.statuses[k],
        ...batch.times.subarray(2 * k, 2 * k + 2),
    ]);
    for (const { shape, motion } of made) for (const thing of [shape, motion]) thing.free();
    batch.free();
    return [found, ...answers.flat()];
}

/** @param {Path} path */
const boxesRecord = (path) => [path.first, path.last, path.count, ...path.boxes()];

/** @param {Swept} s */
const sweptRecord = (s) => [...contactRecord(s), s.step ?? -1, s.tests, s.candidates, s.runs];

/** @param {Graze} g @param {Extract<Question, { kind: 'sweep' }>} question */
function askSweep(g, { movers, asked, clock, boxes }) {
    const [a, b] = movers.map((mover) => makeMover(g, mover));
    const paths = [a, b].map(({ shape, motion }) => g.path(shape, motion, clock, { boxes }));
    const { from, to } = asked;
    const methods = SWEEP_METHODS.flatMap((method) => {
        const search = g.sweepSteps(paths[0], paths[1], { method, from, to });
        const steps = [...search];
        const swept = g.sweep(paths[0], paths[1], { ...asked, method });
        return [steps.length, ...steps, search.tests, ...sweptRecord(swept)];
    });
    const answer = [...paths.flatMap(boxesRecord), ...methods];
    for (const path of paths) path.free();
    for (const { shape, motion } of [a, b]) for (const thing of [shape, motion]) thing.free();
    return answer;
}

/** @param {{ status: FirstContact['status'], time: readonly number[] | null }} met */
const metRecord = ({ status, time }) => [CONTACT_STATUSES.indexOf(status), ...(time ?? [0, 0])];

/** @param {SceneContact} contact */
const bodyRecord = (contact) => [contact.body ?? -1, ...metRecord(contact)];

/** @param {Graze} g @param {Extract<Question, { kind: 'scene' }>} question */
function askScene(g, { bodies, ego, asked, clock }) {
    const made = [...bodies, ego].map((mover) => makeMover(g, mover));
    const paths = made.map(({ shape, motion }) => g.path(shape, motion, clock));
    const one = paths[bodies.length];
    const scene = g.scene(paths.slice(0, -1));
    const pairs = scene.contacts(asked);
    const met = scene.contactsWith(one, asked);
    const verdict = scene.firstContact(one, { ...asked, verdict: true });
    const answer = [
        ...[pairs.length, ...pairs.flatMap((c) => [c.first, c.second, ...metRecord(c)])],
        ...[met.length, ...met.flatMap(bodyRecord)],
        ...bodyRecord(scene.firstContact(one, asked)),
        ...bodyRecord(verdict),
    ];
    for (const thing of [scene, ...paths]) thing.free();
    for (const { shape, motion } of made) for (const thing of [shape, motion]) thing.free();
    return answer;
}

/** @param {Graze} g @param {Extract<Question, { kind: 'flights' }>} question */
function askFlights(g, { flights: [first, second] }) {
    const conflicts = g.conflicts(first, second);
    const { relation, distance, time } = g.closestApproach(first, second);
    return [
        conflicts.length,
        ...conflicts.flatMap(({ begin, end, distance, time, relation }) => [
            ...[begin, end, distance, time],
            RELATIONS.indexOf(relation),
        ]),
        ...[distance, time, RELATIONS.indexOf(relation ?? 'disjoint'), Number(relation !== null)],
        ...spansRecord(g.unsafeDelays(first, second)),
        ...spansRecord(g.unsafeDelays(first, second, { reading: 'open' })),
    ];
}

/** @param {Graze} g @param {Extract<Question, { kind: 'routes' }>} question */
function askRoutes(g, { routes, ends, from, to, reading }) {
    const [one, ...others] = routes;
    const options = { from, to, reading, ...ends };
    const { x, y, z, radius } = one[0];
    return [
        ...others.flatMap((other) => spansRecord(g.unsafeDelays(one, other, options))),
        g.minimumDelay(one, others, options),
        ...spansRecord(g.safeIntervals({ x, y, z, radius }, others, options)),
    ];
}

/** The same answers from an instance. @param {Graze} g @param {Question[]} questions */
export function ask(g, questions) {
    return questions.map((question) => {
        if ('a' in question) return askPair(g, question);
        if ('pairs' in question) return askBatch(g, question.pairs);
        if (question.kind === 'motion') return askMotion(g, question);
        if (question.kind === 'movers') return askMovers(g, question);
        if (question.kind === 'sweep') return askSweep(g, question);
        if (question.kind === 'scene') return askScene(g, question);
        if (question.kind === 'flights') return askFlights(g, question);
        if (question.kind === 'routes') return askRoutes(g, question);
        return askApproach(g, question.kind, question.numbers);
    });
}
