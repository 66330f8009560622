import { Lifetime, ownershipError } from './handle_lifetime.js';

/** @import { Core } from './bind.js' */

/**
 * A convex body in its own frame: the hull of its vertices, inflated by its radius. Made by an
 * instance's `disc`, `capsule`, `box`, `polygon` and `hull`, and usable with that instance only. Immutable; it keeps its
 * memory until `free`, or until it is forgotten and collected.
 *
 * @hideconstructor
 */
export class Shape {
    /** @type {Core} */ #core;
    #lifetime;

    /**
     * @param {Core} core
     * @param {number} id
     * @param {'disc' | 'capsule' | 'box' | 'polygon' | 'hull'} kind
     * @param {number} radius
     */
    constructor(core, id, kind, radius) {
        this.#core = core;
        /** The handle: what batches take. Never used again after `free`. @readonly */
        this.id = id;
        /** What made it. @readonly */
        this.kind = kind;
        /** How far the hull of the vertices is inflated; float32. @readonly */
        this.radius = radius;
        Object.freeze(this);
        this.#lifetime = new Lifetime(this, core, id, kind);
    }

    /**
     * The vertices as flat float32 coordinates, counter-clockwise, without duplicates and without
     * points inside an edge, x, y, x, y, ...: what feature indices count. A copy. O(n).
     *
     * @returns {Float32Array}
     */
    get vertices() {
        return this.#core.shapeVertices(this.#lifetime.getHandle('shape'));
    }

    /** Gives the shape's memory back. Using it afterwards is an error (`stale-handle`); freeing it again does nothing. */
    free() {
        this.#lifetime.free(this);
    }

    /** `free`, for `using`. */
    [Symbol.dispose]() {
        this.free();
    }

    /**
     * @internal
     * The handle of a shape that belongs to an instance.
     *
     * @param {Core} core
     * @param {unknown} shape
     * @param {string} argument
     * @returns {number}
     */
    static handle(core, shape, argument) {
        // By the brand, which nothing that only looks like one has.
        const isShape = typeof shape === 'object' && shape !== null && #core in shape;
        if (!isShape) throw ownershipError(shape, 'shape', false, argument);
        if (shape.#core !== core) throw ownershipError(shape, 'shape', true, argument);
        return shape.#lifetime.getHandle(argument);
    }
}

/**
 * @param {Core} core
 * @param {unknown} a
 * @param {unknown} b
 * @returns {[a: number, b: number]}
 */
export function shapeHandles(core, a, b) {
    return [Shape.handle(core, a, 'a'), Shape.handle(core, b, 'b')];
}
