import { rootToNumber } from '../oracle/dyadic.js';
import {
    castOutlines,
    intervalOf,
    placeAll,
    relateOutlines,
    squaredDistanceTo,
} from '../oracle/polygon_oracle.js';
import { tryMake } from './compound_cases.js';

/**
 * Compares answers for two bodies at rest, or of which one is moved without turning, with the exact oracle.
 *
 * @import { Distance, Graze, Point, Relation, Shape } from 'graze'
 * @import { Case } from './compound_cases.js'
 * @import { Heading } from '../oracle/polygon_oracle.js'
 * @typedef {{ cases: Case[], poses: Heading[] }} Pair
 */

/** Promised accuracy of a distance, relative to that of the cores. */
export const DISTANCE_ERROR = 1e-14;

/** Allowed error of a witness point, in ulps of the largest coordinate. */
const WITNESS_ERROR = 2 ** -53 * 16;

/** Allowed relative error of the ends of a cast: an ulp, and as much for the quotient of the oracle. */
const CAST_ERROR = 4 * 2 ** -53;

/** @type {Heading} */
const ORIGIN = { x: 0, y: 0, cos: 1, sin: 0 };

/** Returns the distance of a point from the core of a body. @param {Point} point @param {Case} body @param {Heading} pose */
function toCore({ x, y }, body, pose) {
    const { regions, e } = placeAll([{ points: [[x, y]] }, body.outline], [ORIGIN, pose]);
    const { n, d } = squaredDistanceTo(regions[0].points[0], regions[1]);
    return rootToNumber(n, d, e);
}

/**
 * Returns the fault of witness points, or null: each is on its body, and their distance is the answer.
 *
 * @param {Pair} pair @param {Distance} answer
 */
function faultOfWitness({ cases, poses }, { relation, distance, pointA, pointB, normal }) {
    const size = [pointA.x, pointA.y, ...poses.flatMap(({ x, y }) => [x, y]), 64].map(Math.abs);
    const error = WITNESS_ERROR * Math.max(...size);
    const apart = Math.hypot(pointB.x - pointA.x, pointB.y - pointA.y);
    if (Math.abs(Math.hypot(normal.x, normal.y) - 1) > 1e-15) return 'a normal of another length';
    if (relation === 'disjoint') {
        if (Math.abs(apart - distance) > error) return 'witness points at another distance';
    } else if (apart > error) return 'no common point';
    for (const [k, point] of [pointA, pointB].entries()) {
        const beyond = toCore(point, cases[k], poses[k]) - cases[k].radius;
        if (beyond > error) return `a witness point that is ${beyond} outside of body ${k}`;
        if (relation === 'disjoint' && beyond < -error) return `a witness point inside body ${k}`;
    }
    return null;
}

/**
 * Compares all queries of two bodies at rest with the oracle.
 *
 * @param {Graze} g @param {Pair} pair @param {Shape[]} shapes
 * @returns {{ fault: string | null, relation: Relation, error: number }} `error` of the distance, relative
 */
export function checkRest(g, { cases, poses }, [a, b]) {
    const reach = cases[0].radius + cases[1].radius;
    const truth = relateOutlines(
        cases.map(({ outline }) => outline),
        poses,
        reach,
    );
    const { relation } = truth;
    const distance = g.distance(a, b, poses[0], poses[1]);
    const error =
        relation === 'disjoint'
            ? Math.abs(distance.distance - truth.distance) / (truth.distance + reach)
            : distance.distance;
    const find = () => {
        if (g.relation(a, b, poses[0], poses[1]) !== relation) return 'relation';
        if (g.relation(b, a, poses[1], poses[0]) !== relation) return 'relation, exchanged';
        if (distance.relation !== relation) return 'relation of the distance';
        if (g.collide(a, b, poses[0], poses[1]) !== (relation !== 'disjoint')) return 'collide';
        if (g.gap(a, b, poses[0], poses[1]) !== distance.distance) return 'gap';
        if (g.signedDistance(a, b, poses[0], poses[1]) > distance.distance)
            return 'signed distance';
        if (error > DISTANCE_ERROR) return `distance ${distance.distance}, not ${truth.distance}`;
        const penetration = g.penetration(a, b, poses[0], poses[1]);
        if (penetration.relation !== relation) return 'relation of the penetration';
        if (relation !== 'overlapping' && penetration.depth !== 0) return 'depth';
        const back = g.distance(b, a, poses[1], poses[0]);
        const exchanged = [back.relation, back.distance, back.pointB, back.pointA];
        const given = [distance.relation, distance.distance, distance.pointA, distance.pointB];
        if (JSON.stringify(exchanged) !== JSON.stringify(given)) return 'distance, exchanged';
        return faultOfWitness({ cases, poses }, distance);
    };
    return { fault: find(), relation, error };
}

/** Maximum number of pairs of lines of a cast, whose oracle tests all of them at each instant. */
const MOST_LINES = 300;

/** @param {Case} body */
const lineCount = ({ outline: { rings = [], edges = [], segments = [] } }) =>
    rings.flat().length + edges.length + segments.length + 1;

/** Returns whether the oracle of casts accepts two bodies. @param {Case[]} cases */
export const canCast = (cases) =>
    cases.every(({ radius }) => radius === 0) &&
    lineCount(cases[0]) * lineCount(cases[1]) <= MOST_LINES;

/**
 * Compares the cast of A, and that of B on the way back, with the oracle; also that of a ray, if A is a point at its
 * origin.
 *
 * @param {Graze} g @param {Pair} pair @param {Shape[]} shapes @param {number[]} way
 * @returns {{ fault: string | null, status: string }}
 */
export function checkCast(g, { cases, poses }, [a, b], way) {
    const truth = castOutlines(
        cases.map(({ outline }) => outline),
        poses,
        way,
    );
    const expected = intervalOf(truth);
    const [dx, dy] = way;
    const casts = [
        g.shapeCast(a, b, poses[0], poses[1], { dx, dy }),
        g.shapeCast(b, a, poses[1], poses[0], { dx: -dx, dy: -dy }),
    ];
    if (cases[0].kind === 'ray') {
        const ray = { x: poses[0].x, y: poses[0].y, dx, dy };
        const cast = g.rayCast(b, poses[1], ray);
        casts.push(/** @type {any} */ (cast));
    }
    const find = () => {
        for (const { status, relation, interval } of casts) {
            if (status !== truth.status) return `${status}, not ${truth.status}`;
            if (relation !== truth.relation) return `${relation} first, not ${truth.relation}`;
            if (interval === null || expected === null) continue;
            for (const k of [0, 1]) {
                const error = Math.abs(interval[k] - expected[k]);
                if (error > CAST_ERROR * expected[k]) return `${interval}, not ${expected}`;
            }
        }
        return null;
    };
    return { fault: find(), status: truth.status };
}

/**
 * Returns both shapes of a pair, or undefined if one is not valid: its rings may cross.
 *
 * @param {Graze} g @param {Case[]} cases
 */
export function makeBoth(g, cases) {
    const shapes = cases.map((body) => tryMake(g, body));
    const made = shapes.filter((shape) => shape !== undefined);
    if (made.length === 2) return made;
    for (const shape of made) shape.free();
    return undefined;
}
