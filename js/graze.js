import {
    checkCount,
    checkFloat32,
    checkName,
    checkNumber,
    checkOptions,
    checkPoints,
} from './check.js';
import { GrazeError, show } from './errors.js';
import { LIMITS, SUBDISTANCES } from './layout.js';
import { SegmentBatch } from './segments.js';
import { Shape } from './shape.js';

/**
 * @import { Core, Relation, Feature, FullPose } from './bind.js'
 * @import { Points } from './check.js'
 */

/**
 * Where a body is: turned by `angle` (radians, counter-clockwise, at most 1e7 in magnitude) about its
 * own origin, then moved by (x, y). What is left out is 0.
 *
 * @typedef {{ x?: number, y?: number, angle?: number }} Pose
 *
 * @typedef {{ x: number, y: number }} Point
 *
 * @typedef {object} Distance
 * @property {Relation} relation how the closed bodies lie to each other
 * @property {number} distance the gap between them; 0 exactly when they are not disjoint
 * @property {Point} pointA nearest point of A, world frame; one common point when not disjoint
 * @property {Point} pointB nearest point of B
 * @property {Point} normal unit, from A towards B: the separating direction when disjoint, the
 *   direction of least penetration otherwise
 * @property {Feature} featureA which of A's vertices or edges is nearest; an edge runs from its index
 *   to the next
 * @property {Feature} featureB
 * @property {number} iterations rounds of GJK
 *
 * @typedef {object} DistanceOptions
 * @property {typeof SUBDISTANCES[number]} [subdistance] how GJK reduces its simplex; same answers
 *
 * @typedef {object} Segment a disc whose centre is at (x, y) at time `start` and moves with (vx, vy)
 *   until `end`
 * @property {number} x
 * @property {number} y
 * @property {number} vx
 * @property {number} vy
 * @property {number} start
 * @property {number} end at least `start`
 * @property {number} radius at least 0
 *
 * @typedef {object} Box a closed rectangle that stands still, sides along the axes
 * @property {number} x of the centre
 * @property {number} y
 * @property {number} width
 * @property {number} height
 *
 * @typedef {object} Approach
 * @property {Relation | null} relation at the closest approach; null when the two are never there
 *   together
 * @property {number} distance least signed gap, negative while they overlap; Infinity for null
 * @property {number} time when it is first reached; 0 for null
 */

const SEGMENT_KEYS = ['x', 'y', 'vx', 'vy', 'start', 'end', 'radius'];
const BOX_KEYS = ['x', 'y', 'width', 'height'];
const NO_POSE = Object.freeze({ x: 0, y: 0, angle: 0 });

/** Largest capacity of a batch: its bytes must fit the address space. */
const MAX_RECORDS = 2 ** 24;

/**
 * An instance of graze: shapes, queries on them, and the memory they live in. Instances share nothing.
 * Lengths in your unit, angles in radians counter-clockwise, times in your clock; sets are closed, so
 * touching is contact. Every error is a GrazeError.
 */
export class Graze {
    /** @type {Core} */ #core;

    /** @param {Core} core */
    constructor(core) {
        this.#core = core;
        /** The version stamped into the WebAssembly module. */
        this.version = core.version;
    }

    /** Bytes of WebAssembly memory in use, for watching growth. */
    get memoryUsed() {
        return this.#core.memoryUsed;
    }

    /**
     * @param {'disc' | 'capsule' | 'box' | 'polygon' | 'hull'} kind
     * @param {Float32Array} points
     * @param {number} radius
     */
    #shape(kind, points, radius) {
        const id = this.#core.newShape(kind === 'hull' ? 'hull' : 'polygon', points, radius);
        return new Shape(this.#core, id, kind, radius);
    }

    /**
     * A disc about the body's origin.
     *
     * @param {number} radius at least 0, rounded to float32
     * @returns {Shape}
     */
    disc(radius) {
        return this.#shape('disc', new Float32Array(2), checkFloat32(radius, 'radius', 0));
    }

    /**
     * All points within `radius` of the segment from (ax, ay) to (bx, by).
     *
     * @param {number} ax rounded to float32, as all coordinates
     * @param {number} ay
     * @param {number} bx
     * @param {number} by
     * @param {number} radius at least 0
     * @returns {Shape}
     */
    capsule(ax, ay, bx, by, radius) {
        const ends = Float32Array.of(
            checkFloat32(ax, 'ax'),
            checkFloat32(ay, 'ay'),
            checkFloat32(bx, 'bx'),
            checkFloat32(by, 'by'),
        );
        return this.#shape('capsule', ends, checkFloat32(radius, 'radius', 0));
    }

    /**
     * A rectangle about the body's origin, sides along its axes.
     *
     * @param {number} width at least 0; each half is rounded to float32
     * @param {number} height
     * @param {{ radius?: number }} [options] `radius`: rounds it off outward
     * @returns {Shape}
     */
    box(width, height, options) {
        const { radius = 0 } = checkOptions(options, 'options', ['radius']);
        const x = checkFloat32(checkNumber(width, 'width', 0) / 2, 'width / 2', 0);
        const y = checkFloat32(checkNumber(height, 'height', 0) / 2, 'height / 2', 0);
        const corners = Float32Array.of(-x, -y, x, -y, x, y, -x, y);
        return this.#shape('box', corners, checkFloat32(radius, 'radius', 0));
    }

    /**
     * A convex polygon, inflated by `radius`. Either winding; duplicates and points inside an edge are
     * dropped; flat points make a segment. Not convex: an error (`not-convex`) whose `index` is the
     * vertex at fault.
     *
     * @param {Points} points at least 1; coordinates are rounded to float32
     * @param {{ radius?: number }} [options]
     * @returns {Shape}
     */
    polygon(points, options) {
        const { radius = 0 } = checkOptions(options, 'options', ['radius']);
        const flat = checkPoints(points, 'points');
        return this.#shape('polygon', flat, checkFloat32(radius, 'radius', 0));
    }

    /**
     * The convex hull of any points, inflated by `radius`.
     *
     * @param {Points} points at least 1; coordinates are rounded to float32
     * @param {{ radius?: number }} [options]
     * @returns {Shape}
     */
    hull(points, options) {
        const { radius = 0 } = checkOptions(options, 'options', ['radius']);
        return this.#shape(
            'hull',
            checkPoints(points, 'points'),
            checkFloat32(radius, 'radius', 0),
        );
    }

    /**
     * Do the closed bodies meet? Level 1: the quickest answer. `collide` is `relation != 'disjoint'`.
     * O(n + m) a round, typically 1 to 3 rounds. Source: Zhang, Wu, Wang, Zhou, "Barycode-based GJK
     * Algorithm", Alg. 6.
     *
     * @param {Shape} a
     * @param {Shape} b
     * @param {Pose} [poseA]
     * @param {Pose} [poseB]
     * @returns {boolean}
     */
    collide(a, b, poseA, poseB) {
        const [i, j] = this.#handles(a, b);
        return this.#core.collide(i, j, fullPose(poseA, 'poseA'), fullPose(poseB, 'poseB'));
    }

    /**
     * How the closed bodies lie to each other: 'disjoint', 'touching' (they meet, but their interiors
     * do not) or 'overlapping'.
     *
     * @param {Shape} a
     * @param {Shape} b
     * @param {Pose} [poseA]
     * @param {Pose} [poseB]
     * @returns {Relation}
     */
    relation(a, b, poseA, poseB) {
        const [i, j] = this.#handles(a, b);
        return this.#core.relation(i, j, fullPose(poseA, 'poseA'), fullPose(poseB, 'poseB'));
    }

    /**
     * Relation, distance, witness points, separating direction and features. Levels 2 and 3. O(n + m) a
     * round, typically 2 to 5 rounds. Source: Zhang, Wu, Wang, Zhou, Alg. 1 to 5.
     *
     * @param {Shape} a
     * @param {Shape} b
     * @param {Pose} [poseA]
     * @param {Pose} [poseB]
     * @param {DistanceOptions} [options]
     * @returns {Distance}
     */
    distance(a, b, poseA, poseB, options) {
        const [i, j] = this.#handles(a, b);
        const { subdistance = SUBDISTANCES[0] } = checkOptions(options, 'options', ['subdistance']);
        const method = checkName(subdistance, 'subdistance', SUBDISTANCES);
        const poses = /** @type {const} */ ([fullPose(poseA, 'poseA'), fullPose(poseB, 'poseB')]);
        return this.#core.distance(i, j, poses[0], poses[1], method);
    }

    /**
     * When two bodies that exist for a while are in contact. O(1). Source: Walker, Sturtevant, "Collision
     * Detection for Agents in Multi-Agent Pathfinding", section 4, corrected: see src/mapf/interval.c.
     *
     * @param {Segment} first a moving disc
     * @param {Segment | Box} second another, or a rectangle that stands still
     * @returns {[number, number][]} closed intervals in time order; none when they never meet, and at
     *   most one for constant velocities
     */
    conflictIntervals(first, second) {
        const { relation, lo, hi } = this.#approach(first, second);
        return relation === 'disjoint' ? [] : [[lo, hi]];
    }

    /**
     * How near two bodies come while both exist. O(1).
     *
     * @param {Segment} first
     * @param {Segment | Box} second for a Box the gap is that of the disc from the exact rectangle;
     *   with the centre inside, minus its distance to the nearest side, minus the radius
     * @returns {Approach}
     */
    closestApproach(first, second) {
        const { relation, distance, time, common } = this.#approach(first, second);
        return { relation: common ? relation : null, distance, time };
    }

    /**
     * @param {Segment} first
     * @param {Segment | Box} second
     */
    #approach(first, second) {
        const segment = readNumbers(first, 'first', SEGMENT_KEYS);
        if (second !== null && typeof second === 'object' && 'width' in second) {
            return this.#core.approachBox(segment, readNumbers(second, 'second', BOX_KEYS));
        }
        return this.#core.approachDiscs(segment, readNumbers(second, 'second', SEGMENT_KEYS));
    }

    /**
     * A batch of segments over shared buffers.
     *
     * @param {number} capacity how many records
     * @param {{ pairs?: number, precision?: 'float32' | 'float64' }} [options] `pairs`: how many pairs,
     *   as many as records unless said; `precision`: of the records, float32 unless said
     * @returns {SegmentBatch}
     */
    segments(capacity, options) {
        checkCount(capacity, 'capacity', 1, MAX_RECORDS);
        const given = checkOptions(options, 'options', ['pairs', 'precision']);
        const pairs = checkCount(given.pairs ?? capacity, 'pairs', 1, MAX_RECORDS);
        const precisions = /** @type {const} */ (['float32', 'float64']);
        const choice = checkName(given.precision ?? 'float32', 'precision', precisions);
        return new SegmentBatch(this.#core, capacity, pairs, precisions[choice]);
    }

    /**
     * @param {Shape} a
     * @param {Shape} b
     */
    #handles(a, b) {
        return [Shape.handle(this.#core, a, 'a'), Shape.handle(this.#core, b, 'b')];
    }
}

/**
 * @param {unknown} pose
 * @param {string} argument
 * @returns {FullPose}
 */
function fullPose(pose, argument) {
    if (pose === undefined) return NO_POSE;
    const given = checkOptions(pose, argument, ['x', 'y', 'angle']);
    const { maxPosition, maxAngle } = LIMITS;
    return {
        x: checkNumber(given.x ?? 0, `${argument}.x`, -maxPosition, maxPosition),
        y: checkNumber(given.y ?? 0, `${argument}.y`, -maxPosition, maxPosition),
        angle: checkNumber(given.angle ?? 0, `${argument}.angle`, -maxAngle, maxAngle),
    };
}

/** Keys that may not be negative. */
const SIZES = new Set(['radius', 'width', 'height']);

/**
 * The numbers of a segment or box, in the order of `keys`.
 *
 * @param {unknown} record
 * @param {string} argument
 * @param {readonly string[]} keys
 * @returns {number[]}
 */
function readNumbers(record, argument, keys) {
    if (record === undefined) {
        throw new GrazeError('wrong-type', `${argument} must be an object, not ${show(record)}`, {
            argument,
            value: record,
        });
    }
    const given = checkOptions(record, argument, keys);
    const { maxMagnitude } = LIMITS;
    const numbers = keys.map((key) => {
        const lo = SIZES.has(key) ? 0 : -maxMagnitude;
        return checkNumber(given[key], `${argument}.${key}`, lo, maxMagnitude);
    });
    if (keys === SEGMENT_KEYS && numbers[5] < numbers[4]) {
        throw new GrazeError(
            'out-of-range',
            `${argument}.end must be at least ${argument}.start (${numbers[4]}), not ${numbers[5]}`,
            { argument, value: numbers[5] },
        );
    }
    return numbers;
}
