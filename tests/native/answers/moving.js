import {
    CLEARANCE_STATUSES,
    CONTACT_METHODS,
    INTERVAL,
    MOTION_BOUNDS,
    SCENE_CLEARANCE,
    SWEEP_METHODS,
} from '../../../js/graze/core/layout.js';
import { readContact } from './reader.js';
import {
    bodyRecord,
    boundsRecord,
    boxesRecord,
    clearanceRecord,
    contactRecord,
    intervalRecords,
    metRecord,
    sweptRecord,
} from './records.js';
import { makeShape } from './static.js';

/**
 * Bodies that move and turn: answers from replay.c's records, and from an instance.
 *
 * @import { Graze } from 'graze'
 * @import { MovingBody, Question } from '../questions/index.js'
 * @import { Reader } from './reader.js'
 */

/** @param {Reader} reader */
const readIntervals = (reader) => reader.counted(() => reader.record(INTERVAL).slice(0, -1));

/** @param {Graze} g @param {MovingBody} movingBody */
function makeMovingBody(g, { body, segments: pieces, ends }) {
    return { shape: makeShape(g, body), motion: g.motion({ pieces }, ends) };
}

/** @param {ReturnType<typeof makeMovingBody>[]} made */
function release(made) {
    for (const { shape, motion } of made) for (const thing of [shape, motion]) thing.free();
}

/** @param {Reader} reader @param {Extract<Question, { kind: 'motion' | 'septic' }>} question */
export function readMotion(reader, { times }) {
    return [
        ...CONTACT_METHODS.flatMap(() => readContact(reader)),
        ...readIntervals(reader),
        ...reader.clearance().slice(0, -1),
        ...reader.doubles(1),
        ...readIntervals(reader),
        ...[...reader.record(MOTION_BOUNDS), ...reader.record(MOTION_BOUNDS)],
        ...times.flatMap(() => [
            ...[...reader.ints(1), ...reader.doubles(3)],
            ...[...reader.ints(1), ...reader.doubles(3)],
            ...reader.doubles(1),
        ]),
    ];
}

/** @param {Reader} reader */
export function readOverlaps(reader) {
    return [
        ...readContact(reader),
        ...readContact(reader),
        ...readIntervals(reader),
        ...readIntervals(reader),
    ];
}

/** @param {Graze} g @param {Extract<Question, { kind: 'overlaps' }>} question */
export function queryOverlaps(g, { movingPair, options: given }) {
    const [a, b] = movingPair.map((movingBody) => makeMovingBody(g, movingBody));
    const two = /** @type {const} */ ([a.shape, b.shape, a.motion, b.motion]);
    const options = /** @type {const} */ ({ ...given, touching: 'allowed' });
    const { from, to, ...fine } = options;
    const answer = [
        ...contactRecord(g.study.firstContact(...two, { ...options, method: 'certified' })),
        ...contactRecord(g.study.firstContact(...two, { ...options, method: 'conservative' })),
        ...intervalRecords(g.contactIntervals(...two, options)),
        ...intervalRecords(
            g.unsafeMotionDelays(...two, { from: from - to, to: to - from, ...fine }),
        ),
    ];
    release([a, b]);
    return answer;
}

/** @param {Graze} g @param {Extract<Question, { kind: 'motion' | 'septic' }>} question */
export function queryMotion(g, { movingPair, options, times }) {
    const [a, b] = movingPair.map((movingBody) => makeMovingBody(g, movingBody));
    const two = /** @type {const} */ ([a.shape, b.shape, a.motion, b.motion]);
    const { tolerance: _, ...clearanceOptions } = options;
    const { from, to, ...fine } = options;
    const within = { from: from - to, to: to - from, ...fine };
    const separations = g.separationsAt(...two, times);
    const answer = [
        ...CONTACT_METHODS.flatMap((method) =>
            contactRecord(g.study.firstContact(...two, { ...options, method })),
        ),
        ...intervalRecords(g.contactIntervals(...two, options)),
        ...clearanceRecord(g.clearance(...two, clearanceOptions)),
        g.timeToCollision(...two, options),
        ...intervalRecords(g.unsafeMotionDelays(...two, within)),
        ...boundsRecord(a.motion.bounds(options.from, options.to, a.shape)),
        ...boundsRecord(b.motion.bounds(options.from, options.to)),
        ...times.flatMap((t, k) => [
            ...[a, b].flatMap(({ motion }) => {
                const pose = motion.pose(t);
                return [Number(pose !== null), pose?.x ?? 0, pose?.y ?? 0, pose?.angle ?? 0];
            }),
            separations[k],
        ]),
    ];
    release([a, b]);
    return answer;
}

/** @param {Reader} reader @param {Extract<Question, { kind: 'inflated' }>} question */
export const readInflated = (reader, { times }) => [
    ...readContact(reader),
    ...readContact(reader),
    ...readIntervals(reader),
    ...reader.clearance().slice(0, -1),
    ...reader.doubles(times.length),
];

/** @param {Graze} g @param {Extract<Question, { kind: 'inflated' }>} question */
export function queryInflated(g, { movingPair, inflations, options, times }) {
    const [a, b] = movingPair.map(({ body, segments: pieces, ends }, k) => ({
        shape: makeShape(g, body),
        motion: g.motion({ pieces }, { ...ends, inflation: inflations[k] }),
    }));
    const two = /** @type {const} */ ([a.shape, b.shape, a.motion, b.motion]);
    const { tolerance: _, ...clearanceOptions } = options;
    const answer = [
        ...contactRecord(g.firstContact(...two, options)),
        ...contactRecord(g.study.firstContact(...two, { ...options, method: 'conservative' })),
        ...intervalRecords(g.contactIntervals(...two, options)),
        ...clearanceRecord(g.clearance(...two, clearanceOptions)),
        ...g.separationsAt(...two, times),
    ];
    release([a, b]);
    return answer;
}

/** @param {Reader} reader */
export const readDefaults = (reader) => [
    ...readContact(reader),
    ...reader.counted(() => reader.doubles(1)),
    ...readIntervals(reader),
];

/** @param {Graze} g @param {Extract<Question, { kind: 'usual' }>} question */
export function queryDefaults(g, { movingPair, method }) {
    const [a, b] = movingPair.map((movingBody) => makeMovingBody(g, movingBody));
    const two = /** @type {const} */ ([a.shape, b.shape, a.motion, b.motion]);
    const chosen = { method: CONTACT_METHODS[method] };
    const { evaluations } = g.study.traceContact(...two, chosen);
    const answer = [
        ...contactRecord(g.study.firstContact(...two, chosen)),
        ...[evaluations.length, ...evaluations],
        ...intervalRecords(g.unsafeMotionDelays(...two)),
    ];
    release([a, b]);
    return answer;
}

/** @param {Reader} reader @param {Extract<Question, { kind: 'movers' }>} question */
export const readMovingPairs = (reader, { meetings }) => [
    ...reader.ints(1),
    ...meetings.flatMap(() => [...reader.ints(1), ...reader.doubles(2)]),
    ...(meetings.length > 0 ? [...reader.ints(1), ...reader.doubles(2)] : []),
    ...(meetings.length > 0 ? [...meetings, 0] : []).flatMap(() => [
        ...reader.doubles(3),
        ...reader.ints(1),
    ]),
];

/** @param {Graze} g @param {readonly MovingBody[]} bodies @param {ReturnType<typeof makeMovingBody>[]} made @param {number} pairs */
function movingPairBatch(g, bodies, made, pairs) {
    const pieces = made.reduce((sum, { motion }) => sum + motion.count, 0);
    const batch = g.movingPairs(bodies.length, { pieces, pairs });
    made.reduce((next, { shape, motion }, k) => batch.set(k, shape, motion, next), 0);
    return batch;
}

/** @param {Graze} g @param {Extract<Question, { kind: 'movers' }>} question */
export function queryMovingPairs(g, { meetings, options }) {
    const bodies = [...new Set(meetings.flat())];
    const made = bodies.map((movingBody) => makeMovingBody(g, movingBody));
    const batch = movingPairBatch(g, bodies, made, meetings.length);
    batch.pairs.set(meetings.flat().map((movingBody) => bodies.indexOf(movingBody)));
    const found = batch.firstContacts(meetings.length, options);
    const answers = meetings.map((_, k) => [
        batch.statuses[k],
        ...batch.times.subarray(2 * k, 2 * k + 2),
    ]);
    if (meetings.length > 0) {
        batch.firstContacts(meetings.length, { ...options, groups: meetings.length });
        answers.push([batch.statuses[0], ...batch.times.subarray(0, 2)]);
        const { tolerance: _, ...clearanceOptions } = options;
        const clearanceAt = (/** @type {number} */ k) => [
            ...batch.clearances.subarray(3 * k, 3 * k + 3),
            batch.clearanceStatuses[k],
        ];
        batch.pairClearances(meetings.length, clearanceOptions);
        answers.push(...meetings.map((_, k) => clearanceAt(k)));
        batch.pairClearances(meetings.length, { ...clearanceOptions, groups: meetings.length });
        answers.push(clearanceAt(0));
    }
    release(made);
    batch.free();
    return [found, ...answers.flat()];
}

/** @param {Reader} reader */
function readBoxes(reader) {
    const [first, last, count] = reader.ints(3);
    return [first, last, count, ...reader.floats(4 * count), ...reader.doubles(2)];
}

/** @param {Reader} reader */
export function readSweep(reader) {
    const boxes = [...readBoxes(reader), ...readBoxes(reader)];
    const methods = SWEEP_METHODS.flatMap(() => {
        const [count] = reader.ints(1);
        const steps = reader.ints(count + 1);
        return [count, ...steps, ...readContact(reader), ...reader.ints(4)];
    });
    return [...boxes, ...methods];
}

/** @param {Graze} g @param {Extract<Question, { kind: 'sweep' }>} question */
export function querySweep(g, { movingPair, options, clock, boxes }) {
    const [a, b] = movingPair.map((movingBody) => makeMovingBody(g, movingBody));
    const paths = [a, b].map(({ shape, motion }) => g.path(shape, motion, clock, { boxes }));
    const { from, to } = options;
    const methods = SWEEP_METHODS.flatMap((method) => {
        const search = g.study.sweepSteps(paths[0], paths[1], { method, from, to });
        const steps = [...search];
        const swept = g.study.sweep(paths[0], paths[1], { ...options, method });
        return [steps.length, ...steps, search.tests, ...sweptRecord(swept)];
    });
    const answer = [...paths.flatMap(boxesRecord), ...methods];
    for (const path of paths) path.free();
    release([a, b]);
    return answer;
}

/**
 * Reads the index of the pair, the status and the bracket of a scene's contact. @param {Reader} reader @param {number}
 * bodies number of body indices in the record
 */
const readMet = (reader, bodies) => [...reader.ints(bodies + 1), ...reader.doubles(2)];

/** @param {Reader} reader @param {Extract<Question, { kind: 'scene' }>} question */
export function readScene(reader, { bodies }) {
    return [
        ...reader.counted(() => readMet(reader, 2)),
        ...reader.counted(() => readMet(reader, 1)),
        ...[...readMet(reader, 1), ...readMet(reader, 1)],
        ...reader.counted(() => readMet(reader, 1)),
        ...[...bodies, null].flatMap(() => readMet(reader, 0)),
        ...reader.counted(() => readMet(reader, 2)),
        ...readMet(reader, 1),
    ];
}

/** @param {Graze} g @param {Extract<Question, { kind: 'scene' }>} question */
export function queryScene(g, { bodies, ego, options, clock }) {
    const all = [...bodies, ego];
    const made = all.map((movingBody) => makeMovingBody(g, movingBody));
    const paths = made.map(({ shape, motion }) => g.path(shape, motion, clock));
    const one = paths[bodies.length];
    const scene = g.scene(paths.slice(0, -1));
    const batch = movingPairBatch(g, all, made, 1);
    const pairs = scene.contacts(options);
    const met = scene.contactsWith(one, options);
    const verdict = scene.firstContact(one, { ...options, anyContact: true });
    const swept = g.sweepMany(one, paths.slice(0, -1), options);
    scene.firstContacts(batch, all.length, options);
    const candidates = all.flatMap((_, k) => {
        return [batch.statuses[k], ...batch.times.subarray(2 * k, 2 * k + 2)];
    });
    const groups = bodies.map((_, k) => Math.min(2, bodies.length - 2 * k)).filter((n) => n > 0);
    const grouped = g.scene(paths.slice(0, -1), { groups });
    const apart = grouped.contacts(options);
    const both = bodies.length > 0 ? [one, paths[0]] : one;
    const first = grouped.firstContact(both, options);
    const answer = [
        ...[pairs.length, ...pairs.flatMap((c) => [c.first, c.second, ...metRecord(c)])],
        ...[met.length, ...met.flatMap(bodyRecord)],
        ...bodyRecord(scene.firstContact(one, options)),
        ...bodyRecord(verdict),
        ...[swept.length, ...swept.flatMap(bodyRecord)],
        ...candidates,
        ...[apart.length, ...apart.flatMap((c) => [c.firstPath, c.secondPath, ...metRecord(c)])],
        ...[first.path ?? -1, ...metRecord(first)],
    ];
    for (const thing of [scene, grouped, batch, ...paths]) thing.free();
    release(made);
    return answer;
}

/** @param {Reader} reader */
export const readClearances = (reader) =>
    [1, 2].flatMap(() => reader.record(SCENE_CLEARANCE).slice(0, -1));

/** @param {Graze} g @param {Extract<Question, { kind: 'clearances' }>} question */
export function queryClearances(g, { bodies, ego, options, clock, limit }) {
    const { tolerance: _, ...rest } = options;
    const query = limit < Infinity ? { ...rest, atMost: limit } : rest;
    const made = [ego, ...bodies].map((movingBody) => makeMovingBody(g, movingBody));
    const paths = made.map(({ shape, motion }) => g.path(shape, motion, clock));
    const scene = g.scene(paths.slice(1));
    const answer = [[paths[0]], [paths[0], paths[1] ?? paths[0]]].flatMap((parts) => {
        const { separation, time, egoPath, path, status } = scene.clearance(parts, query);
        const names = [egoPath ?? -1, path ?? -1, CLEARANCE_STATUSES.indexOf(status)];
        return [...separation, time ?? Infinity, ...names];
    });
    for (const thing of [scene, ...paths]) thing.free();
    release(made);
    return answer;
}
