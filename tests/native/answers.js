import {
    APPROACH,
    CAST,
    CAST_STATUSES,
    DIFFERENCE,
    DISTANCE,
    FEATURES,
    OUTCOMES,
    PENETRATION,
    RELATIONS,
    STARTS,
    STEP,
    SUBDISTANCES,
    SUPPORTS,
} from '../../js/layout.js';

/**
 * Answers as flat lists of numbers, so that bits can be compared: from the records that replay.c
 * writes, and from what JavaScript gives.
 *
 * @import { Distance, Feature, Graze, Penetration, Point, ShapeCast, Trace } from 'graze'
 * @import { Question } from './questions.js'
 * @typedef {Extract<Question, { a: unknown }>} PairQuestion
 */

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

/** @param {Graze} g @param {PairQuestion} question */
function askPair(g, question) {
    const [a, b] = [question.a, question.b].map(({ hull, points, radius }) =>
        hull ? g.hull(points, { radius }) : g.polygon(points, { radius }),
    );
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

/** The same answers from an instance. @param {Graze} g @param {Question[]} questions */
export function ask(g, questions) {
    return questions.map((question) => {
        if ('a' in question) return askPair(g, question);
        if ('pairs' in question) return askBatch(g, question.pairs);
        return askApproach(g, question.kind, question.numbers);
    });
}
