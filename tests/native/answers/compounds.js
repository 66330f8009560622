import {
    CAST_STATUSES,
    CONTACT_STATUSES,
    PENETRATION_STATUSES,
    RELATIONS,
} from '../../../js/graze/core/layout.js';
import { intervalRecords } from './records.js';
import { makeShape } from './static.js';

/**
 * Compounds: answers from replay.c's records, and from an instance.
 *
 * @import { Feature, Graze, Point, Pose, Shape } from 'graze'
 * @import { Question } from '../questions/index.js'
 * @import { Reader } from './reader.js'
 */

/** @param {Reader} reader */
function readParts(reader) {
    const [count] = reader.ints(1);
    return [count, ...Array.from({ length: count }, () => readPart(reader)).flat()];
}

/** @param {Reader} reader */
function readPart(reader) {
    const [count] = reader.ints(1);
    return [count, ...reader.floats(2 * count)];
}

/** @param {Reader} reader */
export function readCompound(reader) {
    const [hasFault] = reader.ints(1);
    if (hasFault === 1) return [1];
    const parts = readParts(reader);
    /** Reads a witness: its points and normal, and the part of A. */
    const witness = () => {
        const { points, parts: of } = reader.witness();
        return [...points, of[0]];
    };
    const distance = [...witness(), ...reader.doubles(1), ...reader.ints(2)];
    const penetration = [
        ...witness(),
        ...reader.doubles(1),
        ...reader.ints(2).slice(0, 1),
        ...reader.certainty(),
    ];
    const relation = reader.ints(1);
    const cast = [...witness(), ...reader.doubles(2), ...reader.ints(2)];
    const placed = [
        ...reader.doubles(4),
        ...reader.ints(1),
        ...reader.doubles(4),
        ...reader.ints(1),
    ];
    const contact = [...witness(), ...reader.doubles(3), ...reader.ints(2)];
    const [count] = reader.ints(1);
    const intervals = Array.from({ length: count }, () => {
        return [...reader.doubles(4), ...reader.ints(2).slice(0, 1)];
    });
    const clearance = [
        ...reader.witness().points,
        ...reader.doubles(3),
        ...reader.ints(4).slice(1, 3),
    ];
    const isFreeCast = cast[9] === CAST_STATUSES.indexOf('free');
    const isFree = contact[10] === CONTACT_STATUSES.indexOf('free');
    return [
        ...[0, ...parts, ...distance, ...penetration, ...relation],
        ...(isFreeCast ? cast.slice(9) : cast),
        ...placed,
        ...(isFree ? contact.slice(10) : contact),
        ...[count, ...intervals.flat(), ...clearance],
    ];
}

/** @param {{ pointA: Point | null, pointB: Point | null, normal: Point | null, featureA?: Feature | null }} answer */
const witnessOf = ({ pointA, pointB, normal, featureA }) => [
    ...[pointA, pointB, normal].flatMap((p) => [p?.x ?? 0, p?.y ?? 0]),
    ...(featureA === undefined ? [] : [featureA?.part ?? -1]),
];

/** @param {Shape} shape @param {Pose} pose @param {Point} point */
function placedRecord(shape, pose, point) {
    const { minX, minY, maxX, maxY } = shape.bounds(pose);
    return [minX, minY, maxX, maxY, Number(shape.containsPoint(point, pose))];
}

/** @param {Graze} g @param {Extract<Question, { kind: 'compound' }>} question */
export function queryCompound(
    g,
    { rings: [outline, ...holes], radius, b, poses, numbers, velocity },
) {
    let a;
    try {
        a = g.concave(outline, { holes, radius });
    } catch (error) {
        if (!(error instanceof Error) || error.name !== 'GrazeError') throw error;
        return [1];
    }
    const other = makeShape(g, b);
    const [x, y, angle, bx, by, bAngle] = poses;
    const p = { x, y, angle };
    const q = { x: bx, y: by, angle: bAngle };
    const [vx, vy, angularVelocity] = velocity;
    const options = { from: 0, to: 4, distanceTolerance: 2 ** -30 };
    const bracketed = { ...options, tolerance: 2 ** -30 };
    const stay = /** @type {const} */ ({ before: 'stay', after: 'stay' });
    /** @param {number[][]} terms */
    const motionOf = ([mx, my, turn]) =>
        g.motion({ pieces: [{ t0: 0, t1: 4, x: mx, y: my, angle: turn }], ...stay });
    const moving = motionOf([
        [x, vx],
        [y, vy],
        [angle, angularVelocity],
    ]);
    const standing = motionOf([[bx], [by], [bAngle]]);
    const distance = g.distance(a, other, p, q);
    const penetration = g.penetration(a, other, p, q);
    const cast = g.shapeCast(a, other, p, q, { dx: numbers[0], dy: numbers[1] });
    const contact = g.firstContact(a, other, moving, standing, bracketed);
    const intervals = g.contactIntervals(a, other, moving, standing, bracketed);
    const clearance = g.clearance(a, other, moving, standing, options);
    const parts = a.parts;
    const answer = [
        ...[
            0,
            parts.length,
            ...parts.flatMap(({ vertices }) => [vertices.length / 2, ...vertices]),
        ],
        ...[
            ...witnessOf(distance),
            distance.distance,
            RELATIONS.indexOf(distance.relation),
            distance.iterations,
        ],
        ...[
            ...[...witnessOf(penetration), penetration.depth],
            RELATIONS.indexOf(penetration.relation),
            penetration.lowerBound,
            PENETRATION_STATUSES.indexOf(penetration.status),
        ],
        RELATIONS.indexOf(g.relation(a, other, p, q)),
        ...(cast.status === 'free'
            ? []
            : [
                  ...witnessOf({ ...cast, pointA: cast.point, pointB: cast.point }),
                  ...cast.interval,
              ]),
        ...[CAST_STATUSES.indexOf(cast.status), RELATIONS.indexOf(cast.relation)],
        ...placedRecord(a, p, q),
        ...placedRecord(other, q, q),
        ...(contact.status === 'free'
            ? []
            : [...witnessOf(contact), ...contact.time, contact.separation]),
        ...[CONTACT_STATUSES.indexOf(contact.status), contact.iterations],
        ...intervalRecords(intervals),
        ...[...witnessOf(clearance), ...clearance.separation, clearance.time ?? 0],
        ...[['certified', 'undecided', 'bounded'].indexOf(clearance.status), clearance.iterations],
    ];
    for (const one of [moving, standing, a, other]) one.free();
    return answer;
}
