import {
    DIFFERENCE,
    RELATIONS,
    STARTS,
    STATUSES,
    SUBDISTANCES,
    SUPPORTS,
} from '../../../js/graze/core/layout.js';
import { castRecord, distanceRecord, penetrationRecord, stepRecord } from './records.js';

/**
 * Bodies standing still: answers from replay.c's records, and from an instance.
 *
 * @import { BodyBatch, Graze, Shape } from 'graze'
 * @import { Body, Question } from '../questions/index.js'
 * @import { Reader } from './reader.js'
 * @typedef {Extract<Question, { a: unknown, poses: unknown }>} PairQuestion
 */

/**
 * Returns the error's fields. Each entry point of the package has its own GrazeError class. @param {unknown} error
 * @returns {import('graze').GrazeError}
 */
export function refusal(error) {
    if (error instanceof Error && error.name === 'GrazeError') {
        return /** @type {import('graze').GrazeError} */ (error);
    }
    throw error;
}

/** @param {Graze} g @param {Body} body @returns {Shape} */
export function makeShape(g, body) {
    if (body.parts !== undefined) {
        const parts = body.parts.map((part) => makeShape(g, part));
        const whole = g.compound(parts);
        for (const part of parts) part.free();
        return whole;
    }
    const { hull, points, radius } = body;
    return hull ? g.hull(points, { radius }) : g.polygon(points, { radius });
}

/** @param {Reader} reader */
export const readPair = (reader) => [
    ...reader.witnessed(),
    ...reader.witnessed().slice(0, -1),
    // Depths of convex bodies are exact, so this would repeat the depth.
    ...reader.certainty().slice(2),
    ...reader.ints(4),
    ...reader.doubles(2),
];

/** @param {Reader} reader */
export const readCast = (reader) => reader.cast();

/** @param {Reader} reader */
export function readTrace(reader) {
    const [rounds, count] = reader.ints(2);
    const distance = reader.witnessed();
    const steps = Array.from({ length: rounds }, () => reader.round());
    const vertices = Array.from({ length: count }, () => reader.record(DIFFERENCE));
    return [rounds, count, ...distance, ...steps.flat(), ...vertices.flat()];
}

/** @param {Graze} g @param {PairQuestion} question */
export function queryPair(g, question) {
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
 * @param {Shape} a
 * @param {Shape} b
 * @param {{ x: number, y: number, angle: number }} p
 * @param {{ x: number, y: number, angle: number }} q
 */
function answerPair(g, question, a, b, p, q) {
    if (question.kind === 'cast') {
        const [dx, dy] = question.numbers;
        return castRecord(g.shapeCast(a, b, p, q, { dx, dy }, { touching: question.touching }));
    }
    if (question.kind === 'ray') {
        const [x, y, dx, dy] = question.numbers;
        const { feature: featureB, ...rest } = g.rayCast(...[b, q, { x, y, dx, dy }], {
            touching: question.touching,
        });
        return castRecord(/** @type {any} */ ({ ...rest, featureA: null, featureB }));
    }
    const [i, j, k] = /** @type {{ choices: number[] }} */ (question).choices;
    const choice = { subdistance: SUBDISTANCES[i], support: SUPPORTS[j], start: STARTS[k] };
    if (question.kind === 'trace') {
        const trace = g.study.trace(a, b, p, q, choice);
        const vertices = g.study.minkowskiDifference(a, b, p, q);
        return [
            ...[trace.rounds.length, vertices.length],
            ...distanceRecord(trace),
            ...trace.rounds.flatMap(stepRecord),
            ...vertices.flatMap(({ x, y, a, b }) => [x, y, a, b]),
        ];
    }
    return [
        ...distanceRecord(g.study.distance(a, b, p, q, choice)),
        ...penetrationRecord(g.penetration(a, b, p, q)),
        RELATIONS.indexOf(g.relation(a, b, p, q)),
        Number(g.study.collide(a, b, p, q, choice)),
        Number(g.study.collide(a, b, p, q, { method: 'sat' })),
        0,
        g.gap(a, b, p, q),
        g.signedDistance(a, b, p, q),
    ];
}

/** @param {Reader} reader */
export const readHeadings = (reader) => [...reader.witnessed(), ...reader.doubles(1)];

/** @param {Graze} g @param {Extract<Question, { kind: 'headings' }>} question */
export function queryHeadings(g, question) {
    const [a, b] = [question.a, question.b].map((body) => makeShape(g, body));
    const [x, y, cos, sin, bx, by, bCos, bSin] = question.places;
    const p = { x, y, cos, sin };
    const q = { x: bx, y: by, cos: bCos, sin: bSin };
    const answer = [...distanceRecord(g.distance(a, b, p, q)), g.gap(a, b, p, q)];
    a.free();
    b.free();
    return answer;
}

/** @param {Reader} reader */
export const readCones = (reader) => [...reader.ints(2), ...reader.doubles(8)];

/** @param {Graze} g @param {Extract<Question, { kind: 'cones' }>} question */
export function queryCones(g, question) {
    const [a, b] = [question.a, question.b].map((body) => makeShape(g, body));
    const [x, y, cos, sin, bx, by, bCos, bSin] = question.places;
    const at = [
        { x, y, cos, sin },
        { x: bx, y: by, cos: bCos, sin: bSin },
    ];
    const { relation, directions } = g.contactCone(a, b, at[0], at[1]);
    a.free();
    b.free();
    const numbers = directions.flatMap(({ x, y }) => [x, y]);
    const padding = Array.from({ length: 8 - numbers.length }, () => 0);
    return [RELATIONS.indexOf(relation), directions.length, ...numbers, ...padding];
}

/** @param {Reader} reader */
export function readShape(reader) {
    const [status, culprit, count] = reader.ints(3);
    return [status, culprit, count, ...reader.floats(2 * count)];
}

/** @param {Graze} g @param {Extract<Question, { kind: 'shape' }>} question */
export function queryShape(g, { body }) {
    try {
        const shape = makeShape(g, body);
        const vertices = shape.vertices;
        shape.free();
        return [0, -1, vertices.length / 2, ...vertices];
    } catch (error) {
        const { code, index = -1 } = refusal(error);
        return [STATUSES.findIndex((status) => status.code === code), index, 0];
    }
}

/** @param {Reader} reader @param {Extract<Question, { kind: 'batch' }>} question */
export function readBatch(reader, { pairs }) {
    const meeting = reader.ints(4);
    return [...meeting, ...pairs.flatMap(() => [...reader.ints(4), ...reader.floats(8)])];
}

/** @param {Graze} g @param {Extract<Question, { kind: 'batch' }>} question */
export function queryBatch(g, { pairs }) {
    const counts = Math.max(pairs.length, 1);
    const plain = g.pairs(counts, { coherent: true });
    const full = g.pairs(counts, { witnesses: true });
    const shapes = pairs.flatMap(({ a, b }) => [makeShape(g, a), makeShape(g, b)]);
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

/** @param {Reader} reader @param {Extract<Question, { kind: 'bodies' }>} question */
export function readBodies(reader, { room }) {
    return [true, true, false, false].flatMap((hasFirst) => {
        const [found] = reader.ints(1);
        const written = found <= room ? found : 0;
        const entries = Array.from({ length: written }, () => [
            ...reader.ints(hasFirst ? 3 : 2),
            ...reader.floats(1),
        ]);
        return [found, ...entries.flat()];
    });
}

/**
 * Returns the number of pairs found and the number that fit; the rest are only counted. @param {() => number} find
 * @returns {[found: number, written: number]}
 */
export function howMany(find) {
    try {
        const found = find();
        return [found, found];
    } catch (error) {
        const { code, value } = refusal(error);
        if (code !== 'full') throw error;
        return [/** @type {number} */ (value), 0];
    }
}

/** Reads a manifold; the names of its points are unsigned. @param {Reader} reader */
function readManifold(reader) {
    const numbers = [...reader.doubles(3), ...reader.ints(4)];
    const points = [0, 1].flatMap(() => [...reader.doubles(3), reader.ints(2)[0] >>> 0]);
    return [...numbers, ...points];
}

/** @param {Reader} reader @param {Extract<Question, { kind: 'manifolds' }>} question */
export function readManifolds(reader, { pairs }) {
    const single = pairs.flatMap(() => readManifold(reader));
    const meeting = reader.ints(3);
    const batch = pairs.flatMap(() => [
        ...[...reader.ints(3), ...reader.ints(2).map((id) => id >>> 0)],
        ...reader.floats(16),
    ]);
    return [...single, ...meeting, ...batch];
}

/** @param {Graze} g @param {Extract<Question, { kind: 'manifolds' }>} question */
export function queryManifolds(g, { pairs, reach }) {
    const n = pairs.length;
    const plain = g.pairs(Math.max(n, 1), { manifolds: true });
    const full = g.pairs(Math.max(n, 1), { manifolds: true, witnesses: true });
    const shapes = pairs.flatMap(({ a, b }) => [makeShape(g, a), makeShape(g, b)]);
    for (const batch of [plain, full]) {
        pairs.forEach(({ places }, k) => {
            batch.shapeA[k] = shapes[2 * k].id;
            batch.shapeB[k] = shapes[2 * k + 1].id;
            batch.poseA.set(places.slice(0, 4), 4 * k);
            batch.poseB.set(places.slice(4), 4 * k);
        });
    }
    const single = pairs.flatMap(({ places }, k) => {
        const [p, q] = [0, 4].map((i) => ({
            ...{ x: places[i], y: places[i + 1], cos: places[i + 2], sin: places[i + 3] },
        }));
        const m = g.manifold(shapes[2 * k], shapes[2 * k + 1], p, q, { reach });
        const points = [0, 1].flatMap((i) => {
            const { x, y, separation, id } = m.points[i] ?? { x: 0, y: 0, separation: 0, id: 0 };
            return [x, y, separation, id];
        });
        return [
            ...[m.normal?.x ?? 0, m.normal?.y ?? 0, m.depth, RELATIONS.indexOf(m.relation)],
            ...[m.points.length, m.partA ?? -1, m.partB ?? -1, ...points],
        ];
    });
    const meeting = [plain.manifolds(n, reach)];
    const manifolds = pairs.map((_, k) => ({
        ints: [plain.relations[k], plain.pointCounts[k]],
        ids: [...plain.ids.subarray(2 * k, 2 * k + 2)],
        floats: [
            plain.depths[k],
            ...plain.normal.subarray(2 * k, 2 * k + 2),
            ...plain.points.subarray(4 * k, 4 * k + 4),
            ...plain.separations.subarray(2 * k, 2 * k + 2),
        ],
    }));
    meeting.push(plain.penetration(n), full.penetration(n));
    const answers = manifolds.map(({ ints, ids, floats }, k) => [
        ...[...ints, full.relations[k], ...ids, ...floats, plain.depths[k]],
        ...[full.normal, full.pointA, full.pointB].flatMap((view) => [
            ...view.subarray(2 * k, 2 * k + 2),
        ]),
    ]);
    for (const thing of [plain, full, ...shapes]) thing.free();
    return [...single, ...meeting, ...answers.flat()];
}

/** @param {BodyBatch} batch @param {() => number} find */
function nearRecord(batch, find) {
    const [found, written] = howMany(find);
    const { first, second, relations, distances } = batch;
    const entries = Array.from({ length: written }, (_, k) => [
        ...[first[k], second[k], relations[k], distances[k]],
    ]);
    return [found, ...entries.flat()];
}

/**
 * Returns the found bodies, or only their number if there are more than `room`. @param {BodyBatch} batch @param
 * {number} room @param {number} found
 */
function foundRecord(batch, room, found) {
    const { foundBodies, foundRelations, foundDistances } = batch;
    const entries = Array.from({ length: found <= room ? found : 0 }, (_, k) => [
        ...[foundBodies[k], foundRelations[k], foundDistances[k]],
    ]);
    return [found, ...entries.flat()];
}

/** @param {Graze} g @param {Extract<Question, { kind: 'bodies' }>} question */
export function queryBodies(g, { placed, room, reach, one, pose }) {
    const count = placed.length;
    const batch = g.bodies(Math.max(count, 1), { pairs: room });
    const shapes = placed.map(({ body }) => makeShape(g, body));
    const other = makeShape(g, one);
    const [x, y, angle] = pose;
    const at = { x, y, angle };
    batch.shapes.set(shapes.map(({ id }) => id));
    batch.poses.set(placed.flatMap(({ place }) => place));
    const answer = [
        ...nearRecord(batch, () => batch.contacts(count)),
        ...nearRecord(batch, () => batch.near(count, reach)),
        ...foundRecord(batch, room, batch.contactsWith(other, at, count)),
        ...foundRecord(batch, room, batch.nearWith(other, at, count, reach)),
    ];
    for (const thing of [batch, other, ...shapes]) thing.free();
    return answer;
}
