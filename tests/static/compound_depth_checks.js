import { clearanceAt, exactDepth, roundedDepth } from '../oracle/depth_oracle.js';
import { below, choose, randomCase, randomPair } from './compound_cases.js';
import { makeBoth } from './compound_checks.js';

/**
 * Checks of the depth of bodies of several parts: against the oracle, and by what a translation by it leaves.
 *
 * @import { Graze, Penetration, Pose, Shape } from 'graze'
 * @import { Part } from '../oracle/depth_oracle.js'
 * @import { Random } from '../native/decomposition_cases.js'
 *
 * @typedef {{ a: Part[], b: Part[], shift: number[] }} PartsPair parts of A, and of B, which is moved by `shift`
 */

/** Allowed error of a depth whose sizes are about 10: of a tip where two edges cross, whose sine is at least 2^-9. */
const EXACT_ERROR = 1e-12;

/** That of parts with radii, which can touch one another: there the error is the root of rounding. */
const ROUNDED_ERROR = 1e-5;

/** Radius of a circle of translations around the answer of which one is free. */
const NEARBY = 1e-9;

/** @param {Random} random @param {number} size */
function randomPart(random, size) {
    const which = below(random, 10);
    if (which < 4) {
        const [x, y] = [below(random, size), below(random, size)];
        const [w, h] = [1 + below(random, 3), 1 + below(random, 3)];
        return [
            [x, y],
            [x + w, y],
            [x + w, y + h],
            [x, y + h],
        ];
    }
    const count = which === 9 ? 1 + below(random, 2) : 3 + below(random, 4);
    return Array.from({ length: count }, () => [below(random, size), below(random, size)]);
}

/** @param {Random} random @param {boolean} isRounded @returns {Part[]} */
function randomParts(random, isRounded) {
    const size = choose(random, [4, 8, 12]);
    return Array.from({ length: 1 + below(random, 4) }, () => ({
        points: randomPart(random, size),
        radius: isRounded ? choose(random, [0, 0.5, 1, 0.25, 2]) : 0,
    }));
}

/** @param {Random} random @param {boolean} isRounded @returns {PartsPair} */
export const randomPartsPair = (random, isRounded) => ({
    a: randomParts(random, isRounded),
    b: randomParts(random, isRounded),
    shift: [below(random, 9) - 4, below(random, 9) - 4],
});

/** Makes one part, or a compound of several. @param {Graze} g @param {Part[]} parts */
export function shapeOf(g, parts) {
    const shapes = parts.map(({ points, radius }) => g.hull(points, { radius }));
    if (shapes.length === 1) return shapes[0];
    const shape = g.compound(shapes);
    for (const part of shapes) part.free();
    return shape;
}

/** @param {Pose} pose @param {number} x @param {number} y */
const moved = (pose, x, y) => ({ ...pose, x: (pose.x ?? 0) + x, y: (pose.y ?? 0) + y });

/**
 * Returns the fault of a depth, or null: a translation by it leaves the bodies touching, which a free place beside it
 * shows, and shorter ones leave an overlap; both points are on the bodies; the order of the bodies does not matter.
 *
 * @param {Graze} g @param {Shape[]} shapes @param {Pose[]} poses @param {Penetration} answer @param {number} error
 */
export function faultOfDepth(g, [a, b], [poseA, poseB], answer, error) {
    const { status, depth, lowerBound, normal, pointA, pointB } = answer;
    const back = g.penetration(b, a, poseB, poseA);
    if (back.depth !== depth || back.lowerBound !== lowerBound) return 'not symmetric';
    if (back.status !== status) return 'status, exchanged';
    const mirrored = [back.pointB, back.pointA, back.featureB, back.featureA];
    const given = [pointA, pointB, answer.featureA, answer.featureB];
    if (JSON.stringify(mirrored) !== JSON.stringify(given)) return 'witness, exchanged';
    if (back.normal.x !== 0 - normal.x || back.normal.y !== 0 - normal.y)
        return 'normal, exchanged';
    if (status === 'exact' && lowerBound !== depth) return 'exact, but two bounds';
    if (answer.relation !== 'overlapping') return depth === 0 ? null : 'a depth without overlap';
    if (!(lowerBound <= depth && depth > 0)) return `bounds ${lowerBound}, ${depth}`;
    const x = pointA.x - pointB.x - depth * normal.x;
    const y = pointA.y - pointB.y - depth * normal.y;
    const places = [poseA, poseB].flatMap((pose) => [pose.x ?? 0, pose.y ?? 0, 64].map(Math.abs));
    const rounding = 2 ** -48 * Math.max(...places);
    if (Math.hypot(x, y) > rounding) return 'points that do not coincide after the translation';
    const point = g.disc(0);
    const gaps = [g.gap(point, a, pointA, poseA), g.gap(point, b, pointB, poseB)];
    point.free();
    // Where arcs cross at a small angle, the crossing is less accurate.
    if (Math.max(...gaps) > (error > 0 ? 2 ** 8 : 1) * rounding)
        return `points that are ${gaps} off the bodies`;
    const isFreeAt = (/** @type {number} */ length, /** @type {number} */ angle, end = 0) => {
        const from = end === 0 ? { x: 0, y: 0 } : normal;
        const at = moved(
            poseB,
            from.x * end + length * Math.cos(angle),
            from.y * end + length * Math.sin(angle),
        );
        return g.relation(a, b, poseA, at) !== 'overlapping';
    };
    const angles = Array.from({ length: 64 }, (_, k) => (k * Math.PI) / 32);
    if (!isFreeAt(0, 0, depth) && !angles.some((angle) => isFreeAt(NEARBY, angle, depth))) {
        return 'an overlap after the translation';
    }
    const less = lowerBound * (1 - 1e-9) - error;
    const few = angles.filter((_, k) => k % 4 === 0);
    // Not along axes, along which a body may fit exactly between two others.
    const early = few.find((angle) => less > 0 && isFreeAt(less, angle + 0.1234));
    return early === undefined ? null : `apart after ${less} in direction ${early}`;
}

/**
 * Compares the depth of two bodies with the oracle.
 *
 * @param {Graze} g @param {PartsPair} pair
 * @returns {{ fault: string | null, relation: string, error: number }}
 */
export function checkPartsDepth(g, { a, b, shift: [x, y] }) {
    const isRounded = [...a, ...b].some(({ radius }) => radius > 0);
    const shapes = [shapeOf(g, a), shapeOf(g, b)];
    const poses = [{}, { x, y }];
    const answer = g.penetration(shapes[0], shapes[1], poses[0], poses[1]);
    const placed = b.map(({ points, radius }) => ({
        points: points.map((p) => [p[0] + x, p[1] + y]),
        radius,
    }));
    const tolerance = isRounded ? ROUNDED_ERROR : EXACT_ERROR;
    let fault = faultOfDepth(g, shapes, poses, answer, isRounded ? ROUNDED_ERROR : 0);
    let error = 0;
    if (answer.relation === 'overlapping' && fault === null) {
        const depth = isRounded ? roundedDepth(a, placed) : exactDepth(a, placed);
        error = Math.abs(answer.depth - depth);
        const { normal } = answer;
        // The oracle of rounded parts does not see a gap that narrows to nothing, so it checks the place itself.
        const isCusp =
            isRounded &&
            answer.depth < depth &&
            clearanceAt(a, placed, [normal.x * answer.depth, normal.y * answer.depth]) > -1e-9;
        if (isCusp) error = 0;
        if (answer.status !== 'exact') fault = 'only bounds';
        if (!(error <= tolerance)) fault = `depth ${answer.depth}, not ${depth}`;
    }
    for (const shape of shapes) shape.free();
    return { fault, relation: answer.relation, error };
}

/** @param {Random} random @returns {Pose} */
const anyPose = (random) => ({ x: 6 * random() - 3, y: 6 * random() - 3, angle: 7 * random() });

/**
 * Returns two bodies of any kind and number of parts: at poses of the grid, or turned.
 *
 * @param {Random} random
 */
export function randomAnyPair(random) {
    if (below(random, 2) === 0) return randomPair(random);
    return {
        cases: [randomCase(random), randomCase(random)],
        poses: [anyPose(random), anyPose(random)],
    };
}

/**
 * Checks the depth of bodies of any number of parts.
 *
 * @param {Graze} g @param {ReturnType<typeof randomAnyPair>} pair
 * @returns {{ fault: string | null, answer: string } | undefined} undefined if a body is not valid
 */
export function checkAnyDepth(g, { cases, poses }) {
    const shapes = makeBoth(g, cases);
    if (shapes === undefined) return undefined;
    const answer = g.penetration(shapes[0], shapes[1], poses[0], poses[1]);
    const isRounded = cases.some(({ radius }) => radius > 0);
    const fault = faultOfDepth(g, shapes, poses, answer, isRounded ? ROUNDED_ERROR : 1e-9);
    for (const shape of shapes) shape.free();
    return { fault, answer: `${answer.relation} ${answer.status}` };
}
