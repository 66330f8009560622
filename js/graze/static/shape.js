import {
    checkFloat32,
    checkNumber,
    checkOptions,
    checkPoint,
    checkPoints,
    checkScale,
} from '../core/arguments.js';
import * as calls from '../core/calls.js';
import { Lifetime, ownershipError } from '../core/handles.js';
import { LIMITS, SHAPE_BOUNDS } from '../core/layout.js';
import { POSE, readPose } from './pose.js';

/**
 * @import { Core } from '../core/core.js'
 * @import { PointLike } from '../core/arguments.js'
 * @import { Pose, ShapeBounds, ShapePart } from './types.js'
 */

/**
 * A convex body in its own frame: the hull of its vertices, inflated by its radius. An instance's `disc`,
 * `capsule`, `box`, `polygon` and `hull` make shapes, and a shape is usable with its instance only. It is
 * immutable and keeps its memory until `free` is called or, when it is garbage collected, until no batch has its id.
 *
 * @hideconstructor
 */
export class Shape {
    #lifetime;
    /** Distance from the body's origin beyond which the body has no points. @type {number} */ #reach;

    /**
     * @param {Core} core
     * @param {number} id
     * @param {'disc' | 'capsule' | 'box' | 'polygon' | 'hull' | 'compound' | 'concave' | 'chain' | 'grid'} kind
     * @param {number} radius
     * @param {number} reach distance from the body's origin beyond which it has no points
     */
    constructor(core, id, kind, radius, reach) {
        this.#reach = reach;
        /**
         * The handle, as the views of batches take it; it is never used again for another shape. A batch keeps the
         * shapes whose ids are in its views, but a number in a variable keeps none: keep the shape as long as you need
         * its id. Shapes that only such numbers refer to are freed together when they take more than 64 KiB, which are
         * some 250 shapes of a few corners; with `debug` as soon as they are collected.
         *
         * @readonly
         */
        this.id = id;
        /** Name of the method that made the shape. @readonly */
        this.kind = kind;
        /** Distance by which the hull of the vertices is inflated; float32. Of a compound, the largest of its parts. @readonly */
        this.radius = radius;
        Object.freeze(this);
        this.#lifetime = new Lifetime(this, core, id, kind);
    }

    /**
     * A copy of the vertices in the body's frame, as flat float32 coordinates x, y, x, y, ...,
     * counter-clockwise, without duplicates and without points in the interior of an edge. Feature indices
     * count these vertices. O(n).
     *
     * @returns {Float32Array}
     */
    get vertices() {
        return readVertices(this.#lifetime.core, this.#lifetime.getHandle('shape'));
    }

    /**
     * The convex parts of a shape that `compound`, `concave`, `chain` or `grid` made, each with a copy of its
     * vertices, as `vertices` has them, and its radius; features name a part by its position here. Such a shape
     * is the union of its parts, and its own `vertices` are those of its hull. A convex shape has no parts. O(n).
     *
     * @returns {ShapePart[]}
     */
    get parts() {
        return readParts(this.#lifetime.core, this.#lifetime.getHandle('shape'));
    }

    /**
     * Returns the least box with sides along the world's axes that contains the shape at a pose, radius included.
     * Each side is rounded outward, by less than 1 ulp, from that of the shape turned by the pose's cosine and
     * sine as doubles. O(n).
     *
     * @param {Pose} [pose] default: the shape's own frame
     * @returns {ShapeBounds}
     */
    bounds(pose) {
        return readBounds(this.#lifetime.core, this.#lifetime.getHandle('shape'), pose);
    }

    /**
     * Returns whether the closed shape at a pose contains a point of the world: inside, on the boundary, on a
     * segment of a chain, or on a seam between parts. Exact for the point as given and the pose's cosine and sine
     * as doubles (of an angle, or of a cosine and sine once their length is 1): nothing is rounded, except that a
     * cosine or sine below 2^-100 counts as 0, and so do coordinates below 2^-200 of the point or of the pose
     * where a radius has to reach the point. O(log n); with a radius, outside of the hull of the vertices, at worst O(n). Of several parts, those are tested whose boxes
     * contain the point. Source: the signs of the barycode: Zhang, Wu, Wang, Zhou, "Barycode-based GJK Algorithm".
     *
     * @param {PointLike} point in the world; each number at most 3.4e38 in magnitude
     * @param {Pose} [pose] default: the shape's own frame
     * @returns {boolean}
     */
    containsPoint(point, pose) {
        const handle = this.#lifetime.getHandle('shape');
        return containsPoint(this.#lifetime.core, handle, point, pose);
    }

    /**
     * Frees the shape's memory. Using the shape afterwards is an error (`stale-handle`), also by a path or a batch that
     * refers to it; freeing it again does nothing.
     */
    free() {
        this.#lifetime.free(this);
    }

    /** Frees the memory, for `using`. */
    [Symbol.dispose]() {
        this.free();
    }

    /**
     * @internal
     * Returns the handle of a shape of an instance; throws for any other value.
     *
     * @param {Core} core
     * @param {unknown} shape
     * @param {string} argument
     * @returns {number}
     */
    static handle(core, shape, argument) {
        // The check is by the private brand, which an object that only resembles a shape does not have.
        const isShape = typeof shape === 'object' && shape !== null && #lifetime in shape;
        if (!isShape) throw ownershipError(shape, 'shape', false, argument);
        const lifetime = shape.#lifetime;
        if (lifetime.core !== core) throw ownershipError(shape, 'shape', true, argument);
        return lifetime.isFreed ? lifetime.getHandle(argument) : lifetime.id;
    }

    /**
     * @internal
     * Returns the distance from the body's origin beyond which a shape has no points, rounded up by far more than
     * queries can be off by rounding; Infinity for a freed shape.
     *
     * @param {unknown} shape
     * @returns {number}
     */
    static reach(shape) {
        const { isFreed } = /** @type {Shape} */ (shape).#lifetime;
        return isFreed ? Infinity : /** @type {Shape} */ (shape).#reach;
    }
}

/**
 * Returns the reach of a shape, rounded up. Relative to the distance of two bodies, whatever their sizes, a verdict in the
 * core is off by less than 2^-46 (GRAZE_CSO_ERROR, GRAZE_GAP_ERROR), and the sum of two reaches by less; coordinates below
 * 2^-200 may be 0 in a query (GRAZE_MIN_COORDINATE).
 *
 * @param {ArrayLike<number>} points flat; the shape's vertices are among them
 * @param {number} radius
 */
export function reachOf(points, radius) {
    let square = 0;
    for (let i = 0; i < points.length; i += 2) {
        square = Math.max(square, points[i] * points[i] + points[i + 1] * points[i + 1]);
    }
    return (Math.sqrt(square) + radius) * (1 + 2 ** -32) + 2 ** -160;
}

/**
 * @param {Core} core
 * @param {number} handle
 * @returns {Float32Array} a copy
 */
function readVertices(core, handle) {
    const count = calls.shapeCount(core, handle);
    if (count === 0) throw core.faultError('shape', handle);
    const first = calls.shapeVertices(core, handle) >> 2;
    return core.memory.float32.slice(first, first + 2 * count);
}

/**
 * @param {Core} core
 * @param {number} handle
 */
function readParts(core, handle) {
    const count = calls.compoundCount(core, handle);
    if (count < 0) throw core.faultError('shape', handle);
    return Array.from({ length: count }, (_, part) => {
        const radius = calls.compoundPart(core, handle, part);
        const { address, count: corners } = core.list;
        const first = address >> 2;
        return { vertices: core.memory.float32.slice(first, first + 2 * corners), radius };
    });
}

/**
 * Returns the error of a failed call of a shape and its pose.
 *
 * @param {Core} core
 */
function poseError(core) {
    return core.faultError(core.readFault().code === 'stale-handle' ? 'shape' : 'pose');
}

/**
 * @param {Core} core
 * @param {number} handle
 * @param {unknown} pose
 */
function readBounds(core, handle, pose) {
    readPose(pose, 'pose');
    const { x, y, cos, sin } = POSE;
    if (calls.shapeBounds(core, handle, x, y, cos, sin) !== 0) throw poseError(core);
    const base = core.result >> 3;
    const doubles = core.memory.float64;
    return {
        minX: doubles[base + SHAPE_BOUNDS.minX],
        minY: doubles[base + SHAPE_BOUNDS.minY],
        maxX: doubles[base + SHAPE_BOUNDS.maxX],
        maxY: doubles[base + SHAPE_BOUNDS.maxY],
    };
}

/**
 * @param {Core} core
 * @param {number} handle
 * @param {unknown} point
 * @param {unknown} pose
 */
function containsPoint(core, handle, point, pose) {
    const p = checkPoint(point, 'point', LIMITS.maxPosition);
    readPose(pose, 'pose');
    const { x, y, cos, sin } = POSE;
    const answer = calls.containsPoint(core, handle, x, y, cos, sin, p.x, p.y);
    if (answer < 0) throw poseError(core);
    return answer === 1;
}

/**
 * @param {Core} core
 * @param {'disc' | 'capsule' | 'box' | 'polygon' | 'hull'} kind
 * @param {Float32Array} points flat and finite
 * @param {number} radius
 */
function createShape(core, kind, points, radius) {
    const argument = kind === 'hull' || kind === 'polygon' ? 'points' : undefined;
    const create = kind === 'hull' ? calls.shapeHull : calls.shapePolygon;
    const id = core.run(() => {
        const count = points.length / 2;
        const stage = calls.shapeStage(core, count);
        if (stage === 0) throw core.faultError(argument);
        core.memory.float32.set(points, stage >> 2);
        const handle = create(core, stage, count, radius);
        if (handle === 0) throw pointError(core, points, argument);
        return handle >>> 0;
    });
    return new Shape(core, id, kind, radius, reachOf(points, radius));
}

/**
 * @param {Core} core
 * @param {Float32Array} points
 * @param {string} [argument]
 */
function pointError(core, points, argument) {
    const { index } = core.readFault();
    const point = index >= 0 ? [points[2 * index], points[2 * index + 1]] : undefined;
    const error = core.faultError(argument, undefined, 'point');
    if (point) error.message += `, at (${point[0]}, ${point[1]})`;
    error.value = point;
    return error;
}

/**
 * @param {Core} core
 * @param {'polygon' | 'hull'} kind
 * @param {unknown} points
 * @param {unknown} options
 */
function createOfPoints(core, kind, points, options) {
    const { radius = 0, scale } = checkOptions(options, 'options', ['radius', 'scale']);
    const flat = checkPoints(points, 'points', checkScale(scale));
    return createShape(core, kind, flat, checkRadius(radius));
}

/** @param {unknown} radius */
function checkRadius(radius) {
    return checkFloat32(radius, 'radius', 0);
}

/**
 * @param {Core} core
 * @param {unknown} radius
 */
export function disc(core, radius) {
    return createShape(core, 'disc', new Float32Array(2), checkRadius(radius));
}

/**
 * @param {Core} core
 * @param {unknown} ax
 * @param {unknown} ay
 * @param {unknown} bx
 * @param {unknown} by
 * @param {unknown} radius
 */
export function capsule(core, ax, ay, bx, by, radius) {
    const ends = Float32Array.of(
        checkFloat32(ax, 'ax'),
        checkFloat32(ay, 'ay'),
        checkFloat32(bx, 'bx'),
        checkFloat32(by, 'by'),
    );
    return createShape(core, 'capsule', ends, checkRadius(radius));
}

/**
 * @param {Core} core
 * @param {unknown} width
 * @param {unknown} height
 * @param {unknown} options
 */
export function box(core, width, height, options) {
    const { radius = 0 } = checkOptions(options, 'options', ['radius']);
    const maxSize = 2 * LIMITS.maxPosition;
    const x = Math.fround(checkNumber(width, 'width', 0, maxSize) / 2);
    const y = Math.fround(checkNumber(height, 'height', 0, maxSize) / 2);
    const corners = Float32Array.of(-x, -y, x, -y, x, y, -x, y);
    return createShape(core, 'box', corners, checkRadius(radius));
}

/**
 * @param {Core} core
 * @param {unknown} points
 * @param {unknown} options
 */
export function polygon(core, points, options) {
    return createOfPoints(core, 'polygon', points, options);
}

/**
 * @param {Core} core
 * @param {unknown} points
 * @param {unknown} options
 */
export function hull(core, points, options) {
    return createOfPoints(core, 'hull', points, options);
}
