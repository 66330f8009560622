import {
    CAST_STATUSES,
    CLEARANCE_STATUSES,
    CONTACT_STATUSES,
    FEATURES,
    OUTCOMES,
    RELATIONS,
} from '../../../js/graze/core/layout.js';

/**
 * The answers of JavaScript as the numbers of the core's records, in their order.
 * @import { BodyContact, Clearance, ContactInterval, Distance, Feature, FirstContact, MotionBounds, Path, Penetration, Point, SceneContact, ShapeCast, SweepResult, Trace, UnsafeDelays } from 'graze'
 */

/** @param {Point | null} p */
export const point = (p) => [p?.x ?? 0, p?.y ?? 0];

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
export const distanceRecord = (d) => [d.distance, ...witness(d), d.iterations];

/** @param {Penetration} p */
export const penetrationRecord = (p) => [p.depth, ...witness(p)];

/** @param {ShapeCast} c */
export const castRecord = (c) => [
    ...(c.interval ?? [0, 0]),
    ...point(c.point),
    ...point(c.normal),
    CAST_STATUSES.indexOf(c.status),
    RELATIONS.indexOf(c.relation),
    ...feature(c.featureA),
    ...feature(c.featureB),
];

/** @param {Trace['rounds'][number]} step */
export function stepRecord({ direction, w, v, simplex, barycode, outcome }) {
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

/** @param {FirstContact} c */
export const contactRecord = (c) => [
    ...(c.time ?? [0, 0]),
    c.separation ?? 0,
    ...[c.pointA, c.pointB, c.normal].flatMap(point),
    CONTACT_STATUSES.indexOf(c.status),
    ...feature(c.featureA),
    ...feature(c.featureB),
    c.iterations,
];

/** @param {(ContactInterval | UnsafeDelays)[]} intervals */
export const intervalRecords = (intervals) => [
    intervals.length,
    ...intervals.flatMap(({ begin, end, status }) => [
        ...[...begin, ...end],
        CONTACT_STATUSES.indexOf(status),
    ]),
];

/** @param {Clearance} c */
export const clearanceRecord = (c) => [
    ...c.separation,
    c.time ?? 0,
    ...[c.pointA, c.pointB, c.normal].flatMap(point),
    Number(c.time !== null),
    CLEARANCE_STATUSES.indexOf(c.status),
    c.iterations,
];

/** @param {MotionBounds} b */
export const boundsRecord = (b) => [
    ...[b.x[0], b.y[0], b.x[1], b.y[1], ...b.angle],
    ...[b.speed, b.acceleration, b.angularVelocity, b.angularAcceleration],
    ...[b.pointSpeed, b.pointAcceleration],
];

/** Returns the boxes of a path; src/graze.h documents when a step begins. @param {Path} path */
export function boxesRecord(path) {
    const { clock, firstStep, endStep, count } = path;
    return [
        ...[firstStep, endStep, count, ...path.boxes()],
        ...[clock.t0 + firstStep * clock.step, clock.t0 + endStep * clock.step],
    ];
}

/** @param {SweepResult} s */
export const sweptRecord = (s) => [
    ...contactRecord(s),
    ...[s.step ?? -1, s.tests, s.candidates, s.runs],
];

/** @param {{ status: FirstContact['status'], time: readonly number[] | null }} met */
export const metRecord = ({ status, time }) => [
    CONTACT_STATUSES.indexOf(status),
    ...(time ?? [0, 0]),
];

/** @param {SceneContact | BodyContact} contact */
export const bodyRecord = (contact) => [contact.body ?? -1, ...metRecord(contact)];
