import { complementSpans } from '../../../js/graze/agents/delays.js';
import {
    APPROACH,
    BASELINES,
    CONFLICT,
    NEAREST_DISCS,
    OBSTACLES,
    RELATIONS,
    ROUTE_CONFLICT,
    SAFE_VELOCITY,
    VELOCITY,
    VELOCITY_OBSTACLE,
} from '../../../js/graze/core/layout.js';
import { spansRecord } from './reader.js';
import { point } from './records.js';
import { howMany } from './static.js';

/**
 * Moving discs and spheres: answers from replay.c's records, and from an instance.
 *
 * @import { Graze, MovingDiscBatch } from 'graze'
 * @import { Question } from '../questions/index.js'
 * @import { Reader } from './reader.js'
 */

/** @param {Reader} reader */
export const readApproach = (reader) => reader.record(APPROACH);

/** @param {readonly number[]} numbers in the order of GrazeSegment */
const segmentOf = ([x, y, vx, vy, t0, t1, radius]) => ({ x, y, vx, vy, t0, t1, radius });

/** @param {Graze} g @param {Extract<Question, { kind: 'discs' | 'box' }>} question */
export function queryApproach(g, { kind, numbers }) {
    const first = segmentOf(numbers);
    const [x, y, width, height] = numbers.slice(7);
    const second = kind === 'discs' ? segmentOf(numbers.slice(7)) : { x, y, width, height };
    const { relation, separation, time } = g.closestApproach(first, second);
    const [[lo, hi] = [Infinity, -Infinity]] = g.conflictIntervals(first, second);
    const code = RELATIONS.indexOf(relation ?? 'disjoint');
    return [lo, hi, separation, time, code, Number(relation !== null)];
}

/** @param {Reader} reader */
export const readSpheres = (reader) => [
    ...reader.counted(() => reader.record(CONFLICT).slice(0, -1)),
    ...reader.record(APPROACH).slice(2),
    ...spansRecord(reader.spans()),
    ...spansRecord(reader.spans()),
];

/** @param {Graze} g @param {Extract<Question, { kind: 'flights' }>} question */
export function querySpheres(g, { spheres: [first, second] }) {
    const conflicts = g.conflicts(first, second);
    const { relation, separation, time } = g.closestApproach(first, second);
    return [
        conflicts.length,
        ...conflicts.flatMap(({ begin, end, separation, time, relation }) => [
            ...[begin, end, separation, time],
            RELATIONS.indexOf(relation),
        ]),
        ...[separation, time, RELATIONS.indexOf(relation ?? 'disjoint'), Number(relation !== null)],
        ...spansRecord(g.unsafeDelays(first, second)),
        ...spansRecord(g.unsafeDelays(first, second, { touching: 'allowed' })),
    ];
}

/** @param {Reader} reader @param {Extract<Question, { kind: 'routes' | 'traffic' }>} question */
export function readRoutes(reader, { routes, from, to }) {
    const delays = routes.slice(1).flatMap(() => spansRecord(reader.spans()));
    const [least] = reader.doubles(1);
    const free = complementSpans(reader.spans(), from, to);
    const departures = complementSpans(reader.spans(), from, to);
    return [
        ...[...delays, least <= to ? least : Infinity],
        ...[...spansRecord(free), ...spansRecord(departures)],
    ];
}

/** @param {Graze} g @param {Extract<Question, { kind: 'routes' | 'traffic' }>} question */
export function queryRoutes(g, { routes, ends, from, to, touching }) {
    const [one, ...others] = routes;
    const options = { from, to, touching, ...ends };
    const { x, y, z, radius } = one[0];
    return [
        ...others.flatMap((other) => spansRecord(g.unsafeDelays(one, other, options))),
        g.minimumDelay(one, others, options),
        ...spansRecord(g.safeIntervals({ x, y, z, radius }, others, options)),
        ...spansRecord(g.safeDepartures(one[0], others, options)),
    ];
}

/** @param {Reader} reader @param {Extract<Question, { kind: 'routes' | 'traffic' }>} question */
export function readTraffic(reader, { from, to }) {
    const free = complementSpans(reader.spans(), from, to);
    const departures = complementSpans(reader.spans(), from, to);
    const [least] = reader.doubles(1);
    return [
        ...[...spansRecord(free), ...spansRecord(departures), least <= to ? least : Infinity],
        ...reader.counted(() => reader.record(ROUTE_CONFLICT)),
        ...reader.counted(() => reader.record(ROUTE_CONFLICT)),
    ];
}

/** @param {import('graze').RoutePart} part */
const partNumber = ({ piece, stay }) =>
    stay === 'before' ? -1 : 2 * piece + Number(stay === 'after');

/** @param {import('graze').RouteConflict} conflict @param {number} route */
const routeConflictRecord = ({ begin, end, separation, time, relation, first, second }, route) => [
    ...[begin, end, separation, time, RELATIONS.indexOf(relation), route],
    ...[partNumber(first), partNumber(second)],
];

/** @param {Graze} g @param {Extract<Question, { kind: 'routes' | 'traffic' }>} question */
export function queryTraffic(g, { routes, ends, from, to, touching }) {
    const [one, ...others] = routes;
    const { x, y, z, radius } = one[0];
    const options = { from, to, touching };
    // A route that was removed leaves its key to the next one.
    const traffic = g.traffic([one, ...others], ends);
    traffic.remove(0);
    traffic.remove(others.length);
    traffic.add(others[others.length - 1]);
    const conflicts = traffic.conflicts(one, { touching });
    const pair = g.conflicts(one, others[0], ends);
    const answer = [
        ...spansRecord(traffic.safeIntervals({ x, y, z, radius }, options)),
        ...spansRecord(traffic.safeDepartures(one[0], options)),
        traffic.minimumDelay(one, options),
        ...[
            conflicts.length,
            ...conflicts.flatMap((each) => routeConflictRecord(each, each.route)),
        ],
        ...[pair.length, ...pair.flatMap((each) => routeConflictRecord(each, 0))],
    ];
    traffic.free();
    return answer;
}

/**
 * Reads the steering record. JavaScript reports the cut of a cone with a finite horizon only. @param {Reader} reader
 */
export function readSteering(reader) {
    return [
        ...readObstacle(reader),
        ...reader.ints(1),
        ...spansRecord(reader.spans()),
        ...reader.record(SAFE_VELOCITY),
        ...reader.ints(BASELINES.length),
        ...readObstacle(reader),
        ...reader.counted(() => reader.record(VELOCITY)),
        ...reader.ints(1),
        ...readClimbing(reader),
    ];
}

/** @param {Reader} reader */
function readObstacle(reader) {
    const record = reader.record(VELOCITY_OBSTACLE);
    const [horizon, kind] = record.slice(9);
    const isCut = kind === OBSTACLES.indexOf('cone') && horizon < Infinity;
    return [...record.slice(0, 6), ...(isCut ? record.slice(6, 9) : [0, 0, 0]), horizon, kind];
}

/** @param {Reader} reader */
function readClimbing(reader) {
    const [areValid] = reader.ints(1);
    if (areValid === 0) return [0];
    return [
        ...[1, ...reader.doubles(9), ...reader.ints(2)],
        ...spansRecord(reader.spans()),
        ...reader.record(SAFE_VELOCITY),
    ];
}

/** @param {import('graze').VelocityObstacle} obstacle */
const obstacleRecord = ({ apex, left, right, cut, horizon, kind }) => [
    ...[apex, left, right, cut].flatMap(point),
    ...[cut?.radius ?? 0, horizon, OBSTACLES.indexOf(kind)],
];

/** @param {import('graze').SafeVelocity} safe */
const safeRecord = ({ vx, vy, vz, end, delay, step, agent }) => [
    ...[vx, vy, vz, end, delay, step],
    [null, 'first', 'second'].indexOf(agent),
];

/**
 * Queries spheres that leave the plane, if they are valid.
 *
 * @param {Graze} g
 * @param {import('graze').MovingDisc[]} discs
 * @param {{ horizon: number, vx: number, vy: number, after: 'stay' | 'vanish',
 *     limits: import('graze').SafeVelocityOptions }} options
 */
function queryClimbing(g, discs, { horizon, vx, vy, after, limits }) {
    const [first, second] = discs.map((disc) => ({ ...disc, z: disc.y / 2, vz: disc.vx / 4 }));
    const areValid = [first, second].every(({ x, y, z, vx: u, vy: v, vz: w, t0, t1 }) => {
        const coordinates = [
            [x, u],
            [y, v],
            [z, w],
        ];
        const isFlat = z === 0 && w === 0;
        const far = coordinates.map(([p, q]) => Math.abs(p) + Math.abs(q) * (t1 - t0));
        return isFlat || far.every((reach) => reach <= 1e150);
    });
    if (!areValid) return [0];
    const { kind, axis, sin, cos, cut } = g.velocityCone(first, second, { horizon });
    return [
        ...[1, ...space(axis), sin, cos, ...space(cut), cut?.radius ?? 0],
        OBSTACLES.indexOf(kind),
        Number(g.isVelocityUnsafe(first, second, { vx, vy, vz: vx / 2 }, { horizon })),
        ...spansRecord(g.unsafeSpeeds(first, second, { after })),
        ...safeRecord(g.safeVelocity(first, second, limits)),
    ];
}

/** @param {{ x: number, y: number, z: number } | null} p */
const space = (p) => [p?.x ?? 0, p?.y ?? 0, p?.z ?? 0];

/** @param {Graze} g @param {Extract<Question, { kind: 'steering' }>} question */
export function querySteering(g, { numbers, horizon, velocity, step, limits, canWait, after }) {
    const [first, second] = [segmentOf(numbers), segmentOf(numbers.slice(7))];
    const [vx, vy] = velocity;
    const [least1, most1, least2, most2, margin] = limits;
    const allowed = {
        minSpeed: /** @type {const} */ ([least1, least2]),
        maxSpeed: /** @type {const} */ ([most1, most2]),
        margin,
        canWait,
    };
    const [triangle, square] = [
        { ...first, points: [0, 0, 1, 0.5, 0.25, 1] },
        { ...second, points: [-1, -1, 1, -1, 1, 1, -1, 1] },
    ];
    const ofPolygons = g.velocityObstacle(triangle, square, { horizon });
    const vertices = ofPolygons.cut?.points ?? [];
    return [
        ...obstacleRecord(g.velocityObstacle(first, second, { horizon })),
        Number(g.isVelocityUnsafe(first, second, { vx, vy }, { horizon })),
        ...spansRecord(g.unsafeSpeeds(first, second, { after })),
        ...safeRecord(g.safeVelocity(first, second, allowed)),
        ...BASELINES.map((how) => Number(g.study.conflictBy(how, first, second, { step }))),
        ...obstacleRecord(ofPolygons),
        ...[vertices.length, ...vertices.flatMap(point)],
        Number(g.isVelocityUnsafe(triangle, square, { vx, vy }, { horizon })),
        ...queryClimbing(g, [first, second], { horizon, vx, vy, after, limits: allowed }),
    ];
}

/** @param {Reader} reader */
const readConflict = (reader) => [...reader.ints(1), ...reader.doubles(4)];

/** @param {Reader} reader @param {number} room */
function readFound(reader, room) {
    const [count] = reader.ints(1);
    const written = count <= room ? count : 0;
    const entries = Array.from({ length: written }, () => [
        ...reader.ints(2),
        ...readConflict(reader),
    ]);
    return [count, ...entries.flat()];
}

/** @param {Reader} reader @param {Extract<Question, { kind: 'crowd' }>} question */
export function readDiscBatch(reader, { listed, room }) {
    const found = () => readFound(reader, room);
    const contacts = reader.ints(1);
    return [...contacts, ...listed.flatMap(() => readConflict(reader)), ...found(), ...found()];
}

/** @param {MovingDiscBatch} batch @param {number} k */
const conflictRecord = ({ relations, intervals, clearances }, k) => [
    relations[k],
    ...intervals.subarray(2 * k, 2 * k + 2),
    ...clearances.subarray(2 * k, 2 * k + 2),
];

/** @param {MovingDiscBatch} batch @param {() => number} find */
function discBatchRecord(batch, find) {
    const [found, written] = howMany(find);
    const entries = Array.from({ length: written }, (_, k) => [
        ...batch.pairs.subarray(2 * k, 2 * k + 2),
        ...conflictRecord(batch, k),
    ]);
    return [found, ...entries.flat()];
}

/** @param {Graze} g @param {Extract<Question, { kind: 'crowd' }>} question */
export function queryDiscBatch(g, { isDouble, records, agents, listed, room, ranges }) {
    const batch = g.movingDiscs(Math.max(records.length, 1), {
        pairs: room,
        precision: isDouble ? 'float64' : 'float32',
    });
    const [first, firstCount, second, secondCount] = ranges;
    batch.records.set(records.flat());
    batch.agents.set(agents);
    batch.pairs.set(listed.flat());
    const contacts = batch.conflicts(listed.length);
    const answer = [
        ...[contacts, ...listed.flatMap((_, k) => conflictRecord(batch, k))],
        ...discBatchRecord(batch, () => batch.conflictsAmong(records.length)),
        ...discBatchRecord(batch, () =>
            batch.conflictsBetween(first, firstCount, second, secondCount),
        ),
    ];
    batch.free();
    return answer;
}

/** @param {Reader} reader @param {Extract<Question, { kind: 'plans' }>} question */
export function readPlanBatch(reader, { room }) {
    const found = readFound(reader, room);
    const [isThere] = reader.ints(1);
    return [...found, isThere, ...(isThere === 0 ? [] : reader.record(NEAREST_DISCS))];
}

/** @param {Graze} g @param {Extract<Question, { kind: 'plans' }>} question */
export function queryPlanBatch(g, { isDouble, records, agents, room, reach, from, to }) {
    const batch = g.movingDiscs(Math.max(records.length, 1), {
        pairs: room,
        precision: isDouble ? 'float64' : 'float32',
    });
    batch.records.set(records.flat());
    batch.agents.set(agents);
    const found = discBatchRecord(batch, () => batch.near(records.length, reach, { from, to }));
    const nearest = batch.nearest(records.length, { from, to });
    batch.free();
    if (nearest.status === 'free') return [...found, 0];
    const { separation, time, first, second } = nearest;
    return [...found, 1, separation, time, first, second];
}
