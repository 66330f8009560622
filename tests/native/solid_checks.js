import {
    depthOf,
    excessAlong,
    facetNormals,
    faultOfFaces,
    inflated,
    place,
    relationOf,
    rootOfSquare,
    toPair,
} from '../oracle/solid_oracle.js';

/**
 * Checks of the answers about two bodies in space against the exact oracle.
 *
 * @import { Point, Pose } from '../oracle/solid_oracle.js'
 * @import { Answer, Answers, Body, Question } from './solid_answers.js'
 * @typedef {{ hasDepth?: boolean, hasCast?: boolean }} Choices depths and casts take the oracle longest
 */

/** Error that distances may have, of the distance: a few roundings. */
const DISTANCE_ERROR = 2 ** -50;
/** Error of depths, points and separations, of the largest coordinate. */
const POINT_ERROR = 2 ** -40;
/** Error of normals. */
const NORMAL_ERROR = 2 ** -40;

/** @param {Point} p @param {Point} q */
const dot = (p, q) => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
/** @param {Point} p @param {Point} q @returns {Point} */
const sub = (p, q) => [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
/** @param {Point} p */
const lengthOf = (p) => Math.hypot(...p);

/** @param {Body} body @param {{ rotation?: number[] }} hull @returns {Pose} */
const poseOf = (body, { rotation = [] }) => ({ at: body.at ?? [0, 0, 0], rotation });

/** Returns the corners of a hull as placed. @param {{ vertices?: Point[] }} hull @param {Pose} pose */
const placed = ({ vertices = [] }, pose) => place(vertices, pose);

/**
 * @param {Answers} given
 * @param {Point[]} a
 * @param {Point[]} b
 * @param {number[]} radii
 * @param {Choices} choices
 * @returns {string | undefined}
 */
function faultOfPair(given, a, b, radii, { hasDepth = true }) {
    const pair = toPair(a, b);
    const cores = relationOf(pair);
    const relation = inflated(cores, radii[0], radii[1]);
    const { distance, penetration, manifold, cone } = given;
    for (const [name, answer] of Object.entries({ ...given, cast: undefined })) {
        if (answer === undefined) continue;
        if (answer.status !== 0) return `${name}: status ${answer.status}`;
        if (answer.relation !== relation)
            return `${name}: ${answer.relation} in place of ${relation}`;
    }
    const size = Math.max(...[...a, ...b].flat().map(Math.abs), ...radii, 2 ** -200);
    const near = POINT_ERROR * size;
    const apart = rootOfSquare(cores.distance);
    const reach = radii[0] + radii[1];
    if (relation === 'disjoint') {
        const expected = apart - reach;
        const off = Math.abs(distance.distance - expected);
        if (!(distance.distance > 0)) return 'distance: 0 of disjoint bodies';
        // The roots are rounded before they are subtracted here.
        if (!(off <= DISTANCE_ERROR * (reach > 0 ? apart : expected) + 2 ** -96 * size))
            return `distance: ${distance.distance} in place of ${expected}`;
    } else if (distance.distance !== 0) return 'distance: not 0 in contact';

    if (relation !== 'overlapping') {
        if (penetration.depth !== 0) return 'depth: not 0';
    } else if (cores.relation === 'disjoint') {
        const expected = reach - apart;
        if (!(Math.abs(penetration.depth - expected) <= DISTANCE_ERROR * reach))
            return `depth: ${penetration.depth} in place of ${expected}`;
    } else if (cores.relation === 'touching') {
        if (Math.abs(penetration.depth - reach) > DISTANCE_ERROR * reach) return 'depth of a touch';
    } else if (hasDepth) {
        const expected = rootOfSquare(depthOf(pair)) + reach;
        // Not below the least, but for rounding of its own.
        if (!(Math.abs(penetration.depth - expected) <= 2 ** -42 * size))
            return `depth: ${penetration.depth} in place of ${expected}`;
    }
    for (const [name, { witness }] of Object.entries({ distance, penetration })) {
        const { pointA, pointB, normal } = witness;
        if (![...pointA, ...pointB, ...normal].every(Number.isFinite)) return `${name}: no numbers`;
        if (Math.abs(lengthOf(normal) - 1) > NORMAL_ERROR) return `${name}: normal ${normal}`;
        let along = 0;
        if (relation === 'disjoint') along = distance.distance;
        else if (name === 'penetration') along = -penetration.depth;
        const step = sub(pointB, pointA);
        for (let k = 0; k < 3; k++)
            if (Math.abs(step[k] - along * normal[k]) > near)
                return `${name}: points ${step} are not ${along} along the normal`;
        /* No point of A is further along the normal than its witness, and none of B less far; a common point may be
           anywhere inside. */
        const [reachA, reachB] = [
            Math.max(...a.map((p) => dot(p, normal))) + radii[0],
            Math.min(...b.map((p) => dot(p, normal))) - radii[1],
        ];
        const isInside = name === 'distance' && relation === 'overlapping';
        /* The direction of a gap has too few digits there. */
        if (relation === 'disjoint' && apart < 2 ** -80 * size) continue;
        const over = [dot(pointA, normal) - reachA, reachB - dot(pointB, normal)];
        if (over.some((x) => x > 4 * near)) return `${name}: a point outside of its body`;
        if (!isInside && over.some((x) => x < -4 * near))
            return `${name}: a point within its body: ${over} ${relation} ${normal} ${penetration.depth}`;
    }
    const wrong = faultOfManifold(manifold, penetration, relation, near);
    if (wrong) return `manifold: ${wrong}`;
    return faultOfCone(cone, pair, a, b, cores.relation, relation, near);
}

/**
 * @param {Answers['manifold']} manifold
 * @param {Answers['penetration']} penetration
 * @param {string} relation
 * @param {number} near
 */
function faultOfManifold(manifold, penetration, relation, near) {
    if (manifold.depth !== penetration.depth) return 'another depth';
    if (relation !== 'disjoint' && manifold.points.length === 0) return 'no points';
    if (manifold.points.length > 4) return 'too many points';
    for (const { point, separation } of manifold.points)
        if (![...point, separation].every(Number.isFinite)) return 'no numbers';
    if (relation === 'disjoint') return undefined;
    const least = Math.min(...manifold.points.map(({ separation }) => separation));
    if (Math.abs(least + penetration.depth) > 16 * near)
        return `separation ${least} for a depth of ${penetration.depth}`;
    if (new Set(manifold.points.map(({ id }) => id)).size !== manifold.points.length)
        return 'a name twice';
    return undefined;
}

/**
 * @param {Answers['cone']} cone
 * @param {ReturnType<typeof toPair>} pair
 * @param {Point[]} a
 * @param {Point[]} b
 * @param {string} cores
 * @param {string} relation
 * @param {number} near
 */
function faultOfCone(cone, pair, a, b, cores, relation, near) {
    if (relation !== 'touching') return cone.count === 0 ? undefined : 'cone: not empty';
    if (cone.count === 0) return 'cone: empty';
    for (const d of cone.generators) {
        if (Math.abs(lengthOf(d) - 1) > NORMAL_ERROR) return `cone: ${d} is not of unit length`;
        if (cores === 'touching' && excessAlong(a, b, d) > 8 * near)
            return `cone: ${d} does not separate`;
    }
    if (cores !== 'touching') return cone.count === 1 ? undefined : 'cone: more than one';
    if (cone.count > cone.generators.length) return undefined;
    for (const f of facetNormals(pair)) {
        const most = f.reduce((x, y) => (y > x ? y : -y > x ? -y : x), 0n);
        const drop = BigInt(Math.max(0, most.toString(2).length - 200));
        const d = f.map((x) => Number(x >> drop));
        const length = lengthOf(d);
        const unit = d.map((x) => x / length);
        if (!cone.generators.some((g) => lengthOf(sub(g, unit)) <= NORMAL_ERROR))
            return `cone: ${unit} is missing in ${JSON.stringify(cone.generators)}`;
    }
    return undefined;
}

/**
 * @param {Answers['cast']} cast
 * @param {Question} question
 * @param {Answer} answer
 * @param {Pose} poseA
 * @param {Point[]} pointsB
 */
function faultOfCast(cast, { a, b, displacement = [0, 0, 0] }, answer, poseA, pointsB) {
    const pointsA = placed(answer.a, poseA);
    const radii = [a.radius ?? 0, b.radius ?? 0].map(Math.fround);
    const shifted = (/** @type {number} */ s) =>
        placed(answer.a, { ...poseA, at: poseA.at.map((x, k) => x + s * displacement[k]) });
    const relation = (/** @type {Point[]} */ points) => {
        const found = relationOf(toPair(points, pointsB));
        return { ...found, whole: inflated(found, radii[0], radii[1]) };
    };
    const swept = relation([...pointsA, ...shifted(1)]).whole;
    const first = relation(pointsA).whole;
    if (cast.status !== 0) return `status ${cast.status}`;
    let expected = 'free';
    if (swept !== 'disjoint') expected = swept === 'overlapping' ? 'hit' : 'grazing';
    if (first === 'overlapping') expected = 'overlapping';
    if (cast.cast !== expected) return `${cast.cast} in place of ${expected}`;
    if (expected === 'free') return undefined;
    if (cast.relation !== first) return `begins ${cast.relation} in place of ${first}`;
    const { begin, end } = cast;
    if (!(begin >= 0 && end >= begin && end <= 1)) return `from ${begin} to ${end}`;
    if (first !== 'disjoint' && begin !== 0) return 'begins late';
    const travel = lengthOf(displacement);
    const size = Math.max(
        ...[...pointsA, ...pointsB].flat().map(Math.abs),
        ...[travel, ...radii, 2 ** -116],
    );
    const gap = (/** @type {number} */ s) =>
        rootOfSquare(relation(shifted(s)).distance) - radii[0] - radii[1];
    for (const s of [begin, end, (begin + end) / 2])
        if (gap(s) > 2 ** -44 * size) return `a gap of ${gap(s)} at ${s}`;
    /* The distance is convex: one step outside of the interval there is a gap, unless the bodies graze. */
    if (expected === 'grazing' || travel < 2 ** -20 * size) return undefined;
    for (const [s, out] of [
        [begin, -1],
        [end, 1],
    ]) {
        const beyond = s + out * 2 ** -20;
        if (beyond < 0 || beyond > 1) continue;
        const isApart = relation(shifted(beyond)).whole === 'disjoint';
        if (!isApart) return `contact at ${beyond}, ${out < 0 ? 'before' : 'after'} ${s}`;
    }
    return undefined;
}

/**
 * Returns a wrong thing about an answer.
 *
 * @param {Question} question
 * @param {Answer} answer
 * @param {Choices} [choices]
 * @returns {string | undefined}
 */
export function faultOf(question, answer, choices = {}) {
    const { a, b } = question;
    if (answer.pair === undefined || answer.swapped === undefined) return 'refused';
    const [poseA, poseB] = [poseOf(a, answer.a), poseOf(b, answer.b)];
    const [pointsA, pointsB] = [placed(answer.a, poseA), placed(answer.b, poseB)];
    const radii = [a.radius ?? 0, b.radius ?? 0].map(Math.fround);
    const { pair, swapped } = answer;
    const wrong = faultOfPair(pair, pointsA, pointsB, radii, choices);
    if (wrong) return wrong;
    const turned = faultOfPair(swapped, pointsB, pointsA, [radii[1], radii[0]], choices);
    if (turned) return `swapped: ${turned}`;
    if (pair.distance.relation === 'disjoint') {
        const [d, e] = [pair.distance.distance, swapped.distance.distance];
        if (Math.abs(d - e) > 2 ** -52 * d) return `distance ${d}, swapped ${e}`;
    }
    if (choices.hasCast === false) return undefined;
    const cast = faultOfCast(pair.cast, question, answer, poseA, pointsB);
    return cast && `cast: ${cast}`;
}

/**
 * Returns a wrong thing about the hulls of both bodies: corners, faces and neighbors.
 *
 * @param {Question} question
 * @param {Answer} answer
 */
export function faultOfHull({ a, b }, answer) {
    for (const [body, hull] of /** @type {const} */ ([
        [a, answer.a],
        [b, answer.b],
    ])) {
        const points = body.points.map((p) => p.map(Math.fround));
        const { vertices = [], faceStarts = [], corners = [] } = hull;
        const { neighborStarts = [], neighbors = [] } = hull;
        const faces = faceStarts.slice(1).map((end, k) => corners.slice(faceStarts[k], end));
        const wrong = faultOfFaces(points, vertices, faces);
        if (wrong) return `hull: ${wrong}`;
        const around = neighborStarts
            .slice(1)
            .map((end, k) => neighbors.slice(neighborStarts[k], end));
        const edges = faces.flatMap((face) => face.map((i, k) => [i, face[(k + 1) % face.length]]));
        const expected = vertices.map((_, i) =>
            edges.filter(([from]) => from === i).map(([, to]) => to),
        );
        if (vertices.length === 2) expected.splice(0, 2, [1], [0]);
        for (let i = 0; i < vertices.length; i++)
            if (String(around[i].toSorted()) !== String(expected[i].toSorted()))
                return `neighbors of ${i}: ${around[i]}`;
    }
    return undefined;
}
