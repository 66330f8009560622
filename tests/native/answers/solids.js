import {
    CAST_STATUSES,
    CLEARANCE_STATUSES,
    CONTACT_STATUSES,
    PENETRATION_STATUSES,
    RELATIONS,
    SOLID_FEATURES,
} from '../../../js/graze/core/layout.js';
import { QUATERNION_POSE } from '../questions/solids.js';
import { intervalRecords } from './records.js';

/**
 * Bodies in space: answers from replay.c's records, and from an instance. Batches have no calls of their own here: replay
 * compares them with single queries, and writes their answers, which are those of the single calls of the instance.
 *
 * @import { Solid, SolidFeature, SolidGraze, SolidMotion, SolidPoint } from 'graze/solid'
 * @import { Question } from '../questions/index.js'
 * @import { SolidBody, SolidPose } from '../questions/solids.js'
 * @import { Reader } from './reader.js'
 *
 * @typedef {Extract<Question, { kind: 'solid' }>} PairQuestion
 * @typedef {Extract<Question, { kind: 'unions' }>} UnionQuestion
 * @typedef {Extract<Question, { kind: 'solids' }>} WorldQuestion
 * @typedef {Extract<Question, { kind: 'chains' }>} ChainsQuestion
 */

/* ---- records ---- */

/** @param {Reader} reader */
const readWitness = (reader) => [...reader.doubles(9), ...reader.ints(8)];

/** @param {Reader} reader */
const readHull = (reader) => [
    ...reader.counted(() => reader.floats(3)),
    ...reader.counted(() => reader.counted(() => reader.ints(1))),
];

/** Reads a cast, of which a free one has nothing else. @param {Reader} reader */
function readCast(reader) {
    const [status, relation] = reader.ints(2);
    if (status === CAST_STATUSES.indexOf('free')) return [status, relation];
    return [status, relation, ...reader.doubles(2), ...reader.doubles(6), ...reader.ints(8)];
}

/** Reads a manifold, of which an empty one has no normal. @param {Reader} reader */
function readManifold(reader) {
    const [relation, count, ...parts] = reader.ints(4);
    const [depth] = reader.doubles(1);
    const normal = count > 0 ? reader.doubles(3) : [];
    const points = Array.from({ length: count }, () => [...reader.doubles(4), ...reader.ints(1)]);
    return [relation, count, ...parts, depth, ...normal, ...points.flat()];
}

/** @param {Reader} reader */
const readQueries = (reader) => [
    ...reader.ints(1),
    ...reader.doubles(2),
    ...[...readWitness(reader), ...reader.ints(2)],
    ...[...reader.doubles(2), ...readWitness(reader), ...reader.ints(2)],
    ...[...readManifold(reader), ...readCast(reader)],
];

/** @param {Reader} reader */
const readPlaces = (reader) => [...reader.doubles(6), ...reader.ints(1), ...readCast(reader)];

/** @param {Reader} reader */
export const readSolidPair = (reader) => [
    ...[...readHull(reader), ...readHull(reader)],
    ...readQueries(reader),
    ...[...readPlaces(reader), ...readPlaces(reader)],
    ...[...reader.ints(1), ...reader.counted(() => reader.doubles(3))],
];

/** @param {Reader} reader */
export const readSolidUnion = (reader) => [
    ...[...readQueries(reader), ...readQueries(reader), ...readQueries(reader)],
    ...[...readPlaces(reader), ...readPlaces(reader)],
];

/** @param {Reader} reader */
export const readSolidWorld = (reader) => [
    ...reader.counted(() => [...reader.ints(1), ...reader.floats(2), ...reader.floats(18)]),
    ...reader.counted(() => [...reader.ints(3), ...reader.floats(1)]),
    ...reader.counted(() => [...reader.ints(2), ...reader.floats(1)]),
    ...[...reader.ints(1), ...reader.doubles(1)],
    ...reader.counted(() => reader.ints(1)),
    ...reader.counted(() => [...reader.ints(1), ...reader.doubles(2)]),
    ...[...reader.ints(1), ...reader.doubles(2), ...reader.floats(6)],
];

/** Reads the place of a motion and its rates, if it exists, and its bounds. @param {Reader} reader */
function readMoving(reader) {
    const [isThere] = reader.ints(1);
    return [isThere, ...reader.doubles(isThere === 1 ? 9 : 0), ...reader.doubles(12)];
}

/** Reads a first contact, of which a free one has only its number of iterations. @param {Reader} reader */
function readContact(reader) {
    const record = [...readWitness(reader), ...reader.doubles(3)];
    const [status, iterations] = reader.ints(2);
    const isFree = status === CONTACT_STATUSES.indexOf('free');
    return [status, iterations, ...(isFree ? [] : record)];
}

/** Reads a clearance, of which one without a time has no points. @param {Reader} reader */
function readClearance(reader) {
    const points = readWitness(reader).slice(0, 9);
    const [lo, hi, time] = reader.doubles(3);
    const [isCommon, status, iterations] = reader.ints(4);
    const hasTime = isCommon === 1 && hi < Infinity;
    return [lo, hi, status, iterations, ...(hasTime ? [time, ...points] : [])];
}

/** @param {Reader} reader */
const readIntervals = (reader) =>
    reader.counted(() => [...reader.doubles(4), ...reader.ints(2).slice(0, 1)]);

/** Reads the boxes of a path. @param {Reader} reader */
function readPath(reader) {
    const [count, ...span] = reader.ints(3);
    return [count, ...span, ...reader.floats(6 * count)];
}

/** Reads the contact and the clearance of two paths, which have no points. @param {Reader} reader */
function readSweep(reader) {
    readWitness(reader);
    const [lo, hi] = reader.doubles(3);
    const [status] = reader.ints(2);
    const isFree = status === CONTACT_STATUSES.indexOf('free');
    readWitness(reader);
    const [, separation, time] = reader.doubles(3);
    reader.ints(4);
    return [
        ...[status, ...(isFree ? [] : [lo, hi])],
        ...[separation, ...(separation < Infinity ? [time] : [])],
    ];
}

/** @param {Reader} reader */
export const readChains = (reader) => [
    ...[...readMoving(reader), ...readMoving(reader)],
    ...[...readContact(reader), ...readIntervals(reader), ...readIntervals(reader)],
    ...[...readClearance(reader), ...readClearance(reader)],
    ...[...readIntervals(reader), ...reader.doubles(3)],
    ...[...readPath(reader), ...readPath(reader), ...readSweep(reader)],
];

/* ---- an instance ---- */

/** @param {number[]} p */
const pointOf = ([x, y, z]) => ({ x, y, z });

/** @param {SolidPoint | null} p */
const point = (p) => (p === null ? [0, 0, 0] : [p.x, p.y, p.z]);

/** @param {SolidFeature | null} feature */
const numbersOf = (feature) => {
    const { kind, index, end = -1 } = /** @type {any} */ (feature);
    return [SOLID_FEATURES.indexOf(kind), index, end];
};

/** @param {SolidFeature | null} feature */
const partOf = (feature) => feature?.part ?? -1;

/** @param {{ featureA: SolidFeature | null, featureB: SolidFeature | null }} answer */
const features = ({ featureA, featureB }) => [
    ...[...numbersOf(featureA), ...numbersOf(featureB)],
    ...[partOf(featureA), partOf(featureB)],
];

/** @param {{ pointA: SolidPoint, pointB: SolidPoint, normal: SolidPoint, featureA: SolidFeature, featureB: SolidFeature }} answer */
const witness = (answer) => [
    ...[...point(answer.pointA), ...point(answer.pointB), ...point(answer.normal)],
    ...features(answer),
];

/** @param {SolidPose} pose */
function poseOf([x, y, z, ...rotation]) {
    if (rotation.length + 3 > QUATERNION_POSE) return { position: { x, y, z }, rotation };
    const [qx, qy, qz, qw] = rotation;
    return { x, y, z, qx, qy, qz, qw };
}

/** @typedef {{ solid: Solid, pose: any }} Placed */

/** @param {SolidGraze} s @param {SolidBody} body @param {SolidPose} pose @returns {Placed} */
const place = (s, { points, radius }, pose) => ({
    solid: s.hull(points, { radius }),
    pose: poseOf(pose),
});

/** @param {Solid} solid */
function hullRecord({ vertices, faces }) {
    const corners = faces.map((face) => [face.length, ...face]);
    return [vertices.length / 3, ...vertices, faces.length, ...corners.flat()];
}

/** @param {number[]} numbers */
function readNumbers([dx, dy, dz, x, y, z, reach]) {
    return { translation: { dx, dy, dz }, at: { x, y, z }, ray: { x, y, z, dx, dy, dz }, reach };
}

/** @param {ReturnType<SolidGraze['shapeCast']>} cast */
function castRecord({ status, relation, interval, point: at, normal, ...answer }) {
    const head = [CAST_STATUSES.indexOf(status), RELATIONS.indexOf(relation)];
    if (interval === null) return head;
    return [...head, ...interval, ...point(at), ...point(normal), ...features(answer)];
}

/** Returns the cast of a ray as that of a point, whose only vertex is its feature. @param {ReturnType<SolidGraze['rayCast']>} cast */
function rayRecord({ status, relation, interval, point: at, normal, feature }) {
    const head = [CAST_STATUSES.indexOf(status), RELATIONS.indexOf(relation)];
    if (interval === null) return head;
    const ofPoint = [SOLID_FEATURES.indexOf('vertex'), 0, -1];
    return [
        ...[...head, ...interval, ...point(at), ...point(normal)],
        ...[...ofPoint, ...numbersOf(feature), -1, partOf(feature)],
    ];
}

/** @param {ReturnType<SolidGraze['manifold']>} manifold */
const manifoldRecord = ({ relation, normal, depth, points, partA = -1, partB = -1 }) => [
    ...[RELATIONS.indexOf(relation), points.length, partA, partB, depth],
    ...(normal === null ? [] : point(normal)),
    ...points.flatMap(({ x, y, z, separation, id }) => [x, y, z, separation, id | 0]),
];

/** @param {SolidGraze} s @param {Placed} a @param {Placed} b @param {number[]} numbers */
function queriesRecord(s, a, b, numbers) {
    const two = /** @type {const} */ ([a.solid, b.solid, a.pose, b.pose]);
    const { translation, reach } = readNumbers(numbers);
    const distance = s.distance(...two);
    const penetration = s.penetration(...two);
    return [
        ...[RELATIONS.indexOf(s.relation(...two)), s.gap(...two), distance.distance],
        ...[...witness(distance), RELATIONS.indexOf(distance.relation), distance.iterations],
        ...[penetration.depth, penetration.lowerBound, ...witness(penetration)],
        RELATIONS.indexOf(penetration.relation),
        PENETRATION_STATUSES.indexOf(penetration.status),
        ...manifoldRecord(s.manifold(...two, { reach })),
        ...castRecord(s.shapeCast(...two, translation)),
    ];
}

/** @param {SolidGraze} s @param {Placed} placed @param {number[]} numbers */
function placesRecord(s, { solid, pose }, numbers) {
    const { at, ray } = readNumbers(numbers);
    const { minX, minY, minZ, maxX, maxY, maxZ } = s.bounds(solid, pose);
    return [
        ...[minX, minY, minZ, maxX, maxY, maxZ],
        Number(s.containsPoint(solid, pose, at)),
        ...rayRecord(s.rayCast(solid, pose, ray)),
    ];
}

/** @param {SolidGraze} s @param {PairQuestion} question */
export function querySolidPair(s, { two, numbers }) {
    const [first, second] = two.map(({ body, pose }) => place(s, body, pose));
    const cone = s.contactCone(first.solid, second.solid, first.pose, second.pose);
    const answer = [
        ...[...hullRecord(first.solid), ...hullRecord(second.solid)],
        ...queriesRecord(s, first, second, numbers),
        ...[...placesRecord(s, first, numbers), ...placesRecord(s, second, numbers)],
        ...[cone.count, cone.directions.length, ...cone.directions.flatMap(point)],
    ];
    first.solid.free();
    second.solid.free();
    return answer;
}

/** @param {SolidGraze} s @param {UnionQuestion} question */
export function querySolidUnion(s, { parts, positions, indices, b, poses, numbers }) {
    const made = parts.map(({ body, pose }) => place(s, body, pose));
    const pose = poseOf(poses[0]);
    const compound = {
        solid: s.compound(made.map(({ solid, pose }) => ({ body: solid, pose }))),
        pose,
    };
    const mesh = { solid: s.mesh(positions.flat(), indices), pose };
    const body = place(s, b, poses[1]);
    const answer = [
        ...queriesRecord(s, compound, body, numbers),
        ...queriesRecord(s, body, mesh, numbers),
        ...queriesRecord(s, compound, mesh, numbers),
        ...[...placesRecord(s, compound, numbers), ...placesRecord(s, mesh, numbers)],
    ];
    for (const { solid } of [...made, compound, mesh, body]) solid.free();
    return answer;
}

/** @param {Iterable<number>} numbers */
const rounded = (numbers) => Array.from(numbers, Math.fround);

/** Returns a pair of a batch: its relation, and all numbers in float32. @param {SolidGraze} s @param {Placed} a @param {Placed} b */
function pairRecord(s, a, b) {
    const two = /** @type {const} */ ([a.solid, b.solid, a.pose, b.pose]);
    const distance = s.distance(...two);
    const penetration = s.penetration(...two);
    return [
        RELATIONS.indexOf(distance.relation),
        ...rounded([distance.distance, penetration.depth]),
        ...[distance, penetration].flatMap((answer) => rounded(witness(answer).slice(0, 9))),
    ];
}

/** @param {number[][]} records */
const list = (records) => [records.length, ...records.flat()];

/** @param {SolidGraze} s @param {WorldQuestion} question */
export function querySolidWorld(s, { placed, still, one, pose, numbers }) {
    const bodies = placed.map(({ body, pose }) => place(s, body, pose));
    const other = place(s, one, pose);
    const { translation, at, ray, reach } = readNumbers(numbers);
    const pairs = bodies.map((body, k) => pairRecord(s, body, bodies[(k + 1) % bodies.length]));
    const near = bodies.flatMap((a, i) =>
        bodies.flatMap((b, j) => {
            if (j <= i || j < still) return [];
            const two = /** @type {const} */ ([a.solid, b.solid, a.pose, b.pose]);
            const gap = s.gap(...two);
            const relation = RELATIONS.indexOf(s.relation(...two));
            return gap <= reach ? [[i, j, relation, Math.fround(gap)]] : [];
        }),
    );
    const gaps = bodies.map((b) => s.gap(other.solid, b.solid, other.pose, b.pose));
    const nearOne = bodies.flatMap((b, k) => {
        const relation = s.relation(other.solid, b.solid, other.pose, b.pose);
        return gaps[k] <= reach ? [[k, RELATIONS.indexOf(relation), Math.fround(gaps[k])]] : [];
    });
    const nearest = gaps.indexOf(Math.min(...gaps));
    const holding = bodies.flatMap((b, k) => (s.containsPoint(b.solid, b.pose, at) ? [[k]] : []));
    const casts = bodies
        .map((b, k) => ({
            k,
            cast: s.shapeCast(other.solid, b.solid, other.pose, b.pose, translation),
        }))
        .flatMap(({ k, cast: { interval } }) => (interval === null ? [] : [[k, ...interval]]))
        .sort(([i, p], [j, q]) => p - q || i - j);
    const rays = bodies
        .map((b, k) => ({ k, cast: s.rayCast(b.solid, b.pose, ray) }))
        .filter(({ cast }) => cast.interval !== null)
        .sort((p, q) => (p.cast.interval?.[0] ?? 0) - (q.cast.interval?.[0] ?? 0) || p.k - q.k);
    const first = rays.at(0);
    const answer = [
        ...[...list(pairs), ...list(near), ...list(nearOne), nearest, gaps[nearest]],
        ...[...list(holding), ...list(casts), first?.k ?? -1, ...(first?.cast.interval ?? [0, 0])],
        ...rounded([...point(first?.cast.point ?? null), ...point(first?.cast.normal ?? null)]),
    ];
    for (const { solid } of [...bodies, other]) solid.free();
    return answer;
}

/** @param {SolidMotion} motion @param {Solid} solid @param {number} from @param {number} to */
function movingRecord(motion, solid, from, to) {
    const pose = motion.pose(from);
    const velocity = motion.velocity(from);
    const bounds = motion.bounds(from, to, solid, 3);
    const rates = velocity === null ? [] : [velocity.vx, velocity.vy, velocity.vz];
    return [
        ...[Number(pose !== null), ...(pose === null ? [] : point(pose)), ...rates],
        ...(velocity === null ? [] : point(velocity.angularVelocity)),
        ...[bounds.minX, bounds.minY, bounds.minZ, bounds.maxX, bounds.maxY, bounds.maxZ],
        ...[bounds.speed, bounds.acceleration, bounds.angularVelocity],
        ...[bounds.angularAcceleration, bounds.pointSpeed, bounds.pointAcceleration],
    ];
}

/** @param {ReturnType<SolidGraze['firstContact']>} contact */
const contactRecord = (contact) => [
    ...[CONTACT_STATUSES.indexOf(contact.status), contact.iterations],
    ...(contact.time === null ? [] : [...witness(contact), ...contact.time, contact.separation]),
];

/** @param {ReturnType<SolidGraze['clearance']>} c */
const clearanceRecord = (c) => [
    ...[...c.separation, CLEARANCE_STATUSES.indexOf(c.status), c.iterations],
    ...(c.time === null
        ? []
        : [c.time, ...[c.pointA, c.pointB, c.normal].flatMap((at) => point(at))]),
];

/**
 * Returns the boxes of both paths in five steps of the time, and their first contact and clearance.
 *
 * @param {SolidGraze} s
 * @param {readonly [Solid, Solid, SolidMotion, SolidMotion]} two
 * @param {ChainsQuestion['options']} options
 */
function queryPaths(s, [a, b, motionA, motionB], { from, to, ...options }) {
    const clock = { t0: from, t1: to, step: (to - from) / 5, x: 1, y: -2, z: 0.5 };
    const pathA = s.path(a, motionA, clock);
    const pathB = s.path(b, motionB, clock);
    const scene = s.scene([pathB]);
    const contact = scene.firstContact(pathA, options);
    const { tolerance: _, ...fine } = options;
    const { separation, time } = scene.clearance(pathA, fine);
    const answer = [
        ...[pathA, pathB].flatMap((path) => {
            return [path.count, path.firstStep, path.endStep, ...path.boxes()];
        }),
        ...[CONTACT_STATUSES.indexOf(contact.status), ...(contact.time ?? [])],
        ...[separation[1], ...(time === null ? [] : [time])],
    ];
    for (const made of [scene, pathA, pathB]) made.free();
    return answer;
}

/** @param {SolidGraze} s @param {ChainsQuestion} question */
export function queryChains(s, { bodies, links, options }) {
    const [a, b] = bodies.map(({ points, radius }) => s.hull(points, { radius }));
    /** @type {SolidMotion[]} */
    const motions = [];
    for (const { parent, pieces, ends } of links) {
        const made = pieces.map(({ axis, pivot, ...piece }) => ({
            ...piece,
            axis: pointOf(axis),
            pivot: pointOf(pivot),
        }));
        motions.push(s.motion({ pieces: made }, { ...ends, parent: motions[parent] ?? null }));
    }
    const [motionA, motionB] = motions.slice(-2);
    const two = /** @type {const} */ ([a, b, motionA, motionB]);
    const { tolerance: _, ...fine } = options;
    const { from, to } = options;
    const delays = { from: from - to, to: to - from, time: { from, to } };
    const answer = [
        ...[...movingRecord(motionA, a, from, to), ...movingRecord(motionB, b, from, to)],
        ...contactRecord(s.firstContact(...two, options)),
        ...intervalRecords(s.contactIntervals(...two, options)),
        ...intervalRecords(s.unsafeMotionDelays(...two, { ...fine, ...delays })),
        ...clearanceRecord(s.clearance(...two, fine)),
        ...clearanceRecord(s.clearance(...two, { ...fine, atMost: 1 })),
        ...intervalRecords(s.contactIntervals(...two, { ...options, touching: 'allowed' })),
        ...s.separationsAt(...two, [from, from + 0.5 * (to - from), to]),
        ...queryPaths(s, two, options),
    ];
    for (const made of [a, b, ...motions.reverse()]) made.free();
    return answer;
}
