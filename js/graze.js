import { BodyBatch } from './bodies.js';
import {
    checkCount,
    checkFlag,
    checkFloat32,
    checkName,
    checkNumber,
    checkOptions,
    checkPoints,
    MAX_RECORDS,
    readNumbers,
} from './check.js';
import { COLLIDERS, LIMITS, STARTS, SUBDISTANCES, SUPPORTS } from './layout.js';
import { PairBatch } from './pairs.js';
import { fullPose } from './pose.js';
import { SegmentBatch } from './segments.js';
import { Shape } from './shape.js';
import { Steering } from './steering.js';

/**
 * @import { Core, Relation, Feature, Choices as ChoiceNumbers } from './bind.js'
 * @import { Points } from './check.js'
 * @import { CAST_STATUSES, OUTCOMES } from './layout.js'
 */

/**
 * Where a body is: turned by `angle` (radians, counter-clockwise, at most 1e7 in magnitude) about its
 * own origin, then moved by (x, y). What is left out is 0. Instead of the angle, its cosine and sine may be
 * given, which saves computing them: the heading is their direction, and they may be rounded.
 *
 * @typedef {{ x?: number, y?: number, angle?: number, cos?: undefined, sin?: undefined }
 *   | { x?: number, y?: number, angle?: undefined, cos: number, sin: number }} Pose
 *
 * @typedef {{ x: number, y: number }} Point
 *
 * @typedef {object} Distance
 * @property {Relation} relation how the closed bodies lie to each other
 * @property {number} distance the gap between them; 0 exactly when they are not disjoint
 * @property {Point} pointA nearest point of A, world frame; one common point when not disjoint. Where
 *   whole stretches of two parallel edges are nearest, the point that divides both in the same ratio
 * @property {Point} pointB nearest point of B
 * @property {Point} normal unit, from A towards B: the separating direction when disjoint, the
 *   direction of least penetration otherwise
 * @property {Feature} featureA which of A's vertices or edges is nearest; an edge runs from its index
 *   to the next
 * @property {Feature} featureB
 * @property {number} iterations rounds of GJK
 *
 * @typedef {object} Penetration
 * @property {Relation} relation
 * @property {number} depth the least length by which one body must be moved for their interiors to
 *   part; 0 unless overlapping
 * @property {Point} normal unit, from A towards B: moving B along it by `depth` leaves them touching
 * @property {Point} pointA pointA and pointB come together then: pointA = pointB + depth normal. When
 *   disjoint: the nearest points, and the separating direction
 * @property {Point} pointB
 * @property {Feature} featureA
 * @property {Feature} featureB
 *
 * @typedef {object} Choices how GJK goes about it: the same verdicts whatever is chosen, and the same bits
 *   (but for `iterations`) where the place of no vertex is rounded
 * @property {typeof SUBDISTANCES[number]} [subdistance] how it reduces its simplex: 'barycode' (Zhang,
 *   Wu, Wang, Zhou, with order tracking; the default), 'barycode-general' (their seven cases),
 *   'johnson' (Gilbert, Johnson, Keerthi 1988) or 'signed-volume' (Montanari, Petrinic, Barbieri 2017)
 * @property {typeof SUPPORTS[number]} [support] how the furthest vertex is found: 'scan', 'climb' (from
 *   the last one found), 'simd', or 'auto' by the number of vertices (the default)
 * @property {typeof STARTS[number]} [start] where it looks first: from a 'point' of A - B (the
 *   default), or in a 'fixed' direction
 *
 * @typedef {Choices & { method?: typeof COLLIDERS[number] }} CollideOptions `method`: 'gjk', or 'sat',
 *   separating axes, as a baseline
 *
 * @typedef {object} Ray from (x, y) to (x + dx, y + dy)
 * @property {number} x
 * @property {number} y
 * @property {number} dx
 * @property {number} dy
 *
 * @typedef {typeof CAST_STATUSES[number]} CastStatus 'free': no contact on the way; 'hit': contact, and
 *   the way leads through; 'graze': contact, but the interiors never meet; 'overlap': they meet at the
 *   start already
 *
 * @typedef {object} ShapeCast
 * @property {CastStatus} status
 * @property {Relation} relation at the start
 * @property {[enter: number, exit: number] | null} interval of contact, closed, within [0, 1]: 0 at the
 *   beginning of the way, 1 at its end; null when free
 * @property {Point | null} point where they touch at `enter`, world frame; with an overlap a common point
 * @property {Point | null} normal unit, from A towards B, at `enter`
 * @property {Feature | null} featureA what touches at `enter`
 * @property {Feature | null} featureB
 *
 * @typedef {object} RayCast
 * @property {CastStatus} status
 * @property {Relation} relation of the ray's beginning to the shape
 * @property {[enter: number, exit: number] | null} interval as for ShapeCast
 * @property {Point | null} point where the ray first meets the shape
 * @property {Point | null} normal unit, out of the shape
 * @property {Feature | null} feature what the ray meets
 *
 * @typedef {Point & { a: number, b: number }} DifferencePoint a point of A - B: vertex `a` of A less
 *   vertex `b` of B, axes as in the world
 *
 * @typedef {object} Step a round of GJK, axes as in the world
 * @property {Point} direction where the support point was looked for
 * @property {DifferencePoint} w the support point
 * @property {(DifferencePoint & { weight: number, kept: boolean })[]} simplex that was tried, the newest
 *   point last; `weight`: its barycentric weight in v, 0 where it was dropped
 * @property {number} barycode of a triangle: bit 2, 1, 0 says whether the origin is on the inner side of
 *   the edge opposite the newest point, from the second to the newest, from the newest to the first
 * @property {Point} v the simplex' point nearest the origin
 * @property {typeof OUTCOMES[number]} outcome 'nearer': GJK goes on; 'inside': the origin is inside the
 *   triangle; 'origin': v is the origin; 'repeated': w was in the simplex already, v is the nearest
 *   point; 'stalled': v came no nearer. In the last two, v is that of the round before
 *
 * @typedef {Distance & { steps: Step[] }} Trace
 */

const POINT_KEYS = ['x', 'y'];
const RAY_KEYS = ['x', 'y', 'dx', 'dy'];
const CHOICE_KEYS = ['subdistance', 'support', 'start'];
const DEFAULTS = /** @type {ChoiceNumbers} */ ([0, 0, 0]);

/**
 * An instance of graze: shapes, queries on them, and the memory they live in. Instances share nothing.
 * Lengths in your unit, angles in radians counter-clockwise, times in your clock; sets are closed, so
 * touching is contact. Every error is a GrazeError.
 */
export class Graze extends Steering {
    /** @type {Core} */ #core;

    /** @param {Core} core */
    constructor(core) {
        super(core);
        this.#core = core;
        /** The version stamped into the WebAssembly module. @readonly */
        this.version = core.version;
    }

    /** Bytes of WebAssembly memory in use, for watching growth. @returns {number} */
    get memoryUsed() {
        return this.#core.memoryUsed;
    }

    /**
     * @param {'disc' | 'capsule' | 'box' | 'polygon' | 'hull'} kind
     * @param {Float32Array} points
     * @param {number} radius
     */
    #shape(kind, points, radius) {
        const isGiven = kind === 'hull' || kind === 'polygon';
        const id = this.#core.newShape(
            kind === 'hull' ? 'hull' : 'polygon',
            points,
            radius,
            isGiven ? 'points' : undefined,
        );
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
        const most = 2 * LIMITS.maxPosition;
        const x = Math.fround(checkNumber(width, 'width', 0, most) / 2);
        const y = Math.fround(checkNumber(height, 'height', 0, most) / 2);
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
     * @param {CollideOptions} [options]
     * @returns {boolean}
     */
    collide(a, b, poseA, poseB, options) {
        const [i, j] = this.#handles(a, b);
        const [p, q] = [fullPose(poseA, 'poseA'), fullPose(poseB, 'poseB')];
        if (options === undefined) return this.#core.collide(i, j, p, q, 0, DEFAULTS);
        const given = checkOptions(options, 'options', ['method', ...CHOICE_KEYS]);
        const method = positionOf(given.method, 'method', COLLIDERS);
        return this.#core.collide(i, j, p, q, method, choicesOf(given));
    }

    /**
     * How the closed bodies lie to each other: 'disjoint', 'touching' (they meet, but their interiors
     * do not) or 'overlapping'. Exact: see "What is exact" in src/README.md.
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
     * Relation, distance, witness points, separating direction and features. Levels 2 and 3. Exchanging
     * A and B exchanges the answer and changes no bit of it, unless they are one body at one place. O(n + m) a round, typically 2 to 5 rounds.
     * Source: Zhang, Wu, Wang, Zhou, Alg. 1 to 5.
     *
     * @param {Shape} a
     * @param {Shape} b
     * @param {Pose} [poseA]
     * @param {Pose} [poseB]
     * @param {Choices} [options]
     * @returns {Distance}
     */
    distance(a, b, poseA, poseB, options) {
        const [i, j] = this.#handles(a, b);
        const choices = choicesOf(checkOptions(options, 'options', CHOICE_KEYS));
        const [p, q] = [fullPose(poseA, 'poseA'), fullPose(poseB, 'poseB')];
        return this.#core.distance(i, j, p, q, choices);
    }

    /**
     * The gap between the bodies, 0 when they are not disjoint: the `distance` of `distance`, without the
     * rest of it, which makes it the quickest of all for one pair. Typically 2 to 5 rounds of O(n + m).
     *
     * @param {Shape} a
     * @param {Shape} b
     * @param {Pose} [poseA]
     * @param {Pose} [poseB]
     * @returns {number}
     */
    separation(a, b, poseA, poseB) {
        const [i, j] = this.#handles(a, b);
        return this.#core.separation(i, j, fullPose(poseA, 'poseA'), fullPose(poseB, 'poseB'));
    }

    /**
     * How deep the bodies are in each other, and which way out is shortest. O(n + m).
     *
     * @param {Shape} a
     * @param {Shape} b
     * @param {Pose} [poseA]
     * @param {Pose} [poseB]
     * @returns {Penetration}
     */
    penetration(a, b, poseA, poseB) {
        const [i, j] = this.#handles(a, b);
        const [p, q] = [fullPose(poseA, 'poseA'), fullPose(poseB, 'poseB')];
        return this.#core.penetration(i, j, p, q);
    }

    /**
     * A moves by a translation, without turning, while B stands: when are they in contact? The verdict
     * is exact; without radii the interval is right to 1 ulp, with radii to a few. O(n + m).
     *
     * @param {Shape} a
     * @param {Shape} b
     * @param {Point} translation of A
     * @param {Pose} [poseA] at the beginning
     * @param {Pose} [poseB]
     * @returns {ShapeCast}
     */
    shapeCast(a, b, translation, poseA, poseB) {
        const [i, j] = this.#handles(a, b);
        const [dx, dy] = readNumbers(translation, 'translation', POINT_KEYS, LIMITS.maxPosition);
        const [p, q] = [fullPose(poseA, 'poseA'), fullPose(poseB, 'poseB')];
        return this.#core.shapeCast(i, j, p, q, dx, dy);
    }

    /**
     * Where a ray meets a shape. Exact as shapeCast, of a point. O(n).
     *
     * @param {Shape} shape
     * @param {Ray} ray
     * @param {Pose} [pose] of the shape
     * @returns {RayCast}
     */
    rayCast(shape, ray, pose) {
        const handle = Shape.handle(this.#core, shape, 'shape');
        const numbers = readNumbers(ray, 'ray', RAY_KEYS, LIMITS.maxPosition);
        const cast = this.#core.rayCast(handle, fullPose(pose, 'pose'), numbers);
        const { status, relation, interval, point, normal, featureB: feature } = cast;
        return { status, relation, interval, point, normal, feature };
    }

    /**
     * `distance`, and every round of GJK that led to it: for teaching and for looking at.
     *
     * @param {Shape} a
     * @param {Shape} b
     * @param {Pose} [poseA]
     * @param {Pose} [poseB]
     * @param {Choices} [options]
     * @returns {Trace}
     */
    trace(a, b, poseA, poseB, options) {
        const [i, j] = this.#handles(a, b);
        const choices = choicesOf(checkOptions(options, 'options', CHOICE_KEYS));
        const [p, q] = [fullPose(poseA, 'poseA'), fullPose(poseB, 'poseB')];
        return this.#core.trace(i, j, p, q, choices);
    }

    /**
     * The outline of A - B = { a - b }, the configuration space obstacle of the cores (the shapes without
     * their radii), counter-clockwise, axes as in the world. The cores meet when it holds the origin.
     * O(n + m).
     *
     * @param {Shape} a
     * @param {Shape} b
     * @param {Pose} [poseA]
     * @param {Pose} [poseB]
     * @returns {DifferencePoint[]}
     */
    difference(a, b, poseA, poseB) {
        const [i, j] = this.#handles(a, b);
        return this.#core.difference(i, j, fullPose(poseA, 'poseA'), fullPose(poseB, 'poseB'));
    }

    /**
     * A batch of pairs of bodies over shared buffers.
     *
     * @param {number} capacity how many pairs
     * @param {{ witnesses?: boolean, coherent?: boolean }} [options] `witnesses`: whether `distance` finds
     *   witness points and normals too. `coherent`: whether it begins each search where that pair's last one
     *   ended: the same answers, quicker where bodies have moved a little since. Neither unless said
     * @returns {PairBatch}
     */
    pairs(capacity, options) {
        checkCount(capacity, 'capacity', 1, MAX_RECORDS);
        const given = checkOptions(options, 'options', ['witnesses', 'coherent']);
        const witnesses = checkFlag(given.witnesses ?? false, 'witnesses');
        const coherent = checkFlag(given.coherent ?? false, 'coherent');
        return new PairBatch(this.#core, capacity, witnesses, coherent);
    }

    /**
     * A batch of bodies over shared buffers, among which pairs are found.
     *
     * @param {number} capacity how many bodies
     * @param {{ pairs?: number }} [options] `pairs`: how many found pairs fit, four a body unless said
     * @returns {BodyBatch}
     */
    bodies(capacity, options) {
        checkCount(capacity, 'capacity', 1, MAX_RECORDS);
        const { pairs = Math.min(4 * capacity, MAX_RECORDS) } = checkOptions(options, 'options', [
            'pairs',
        ]);
        return new BodyBatch(this.#core, capacity, checkCount(pairs, 'pairs', 1, MAX_RECORDS));
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
 * @param {Record<string, unknown>} given
 * @returns {ChoiceNumbers}
 */
function choicesOf({ subdistance, support, start }) {
    return [
        positionOf(subdistance, 'subdistance', SUBDISTANCES),
        positionOf(support, 'support', SUPPORTS),
        positionOf(start, 'start', STARTS),
    ];
}

/**
 * The first of the names unless another is given.
 *
 * @param {unknown} value
 * @param {string} argument
 * @param {readonly string[]} names
 */
function positionOf(value, argument, names) {
    return value === undefined ? 0 : checkName(value, argument, names);
}
