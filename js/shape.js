import { Lifetime, ownershipError } from './handle_lifetime.js';

/** @import { Core } from './bind.js' */

/**
 * A convex body in its own frame: the hull of its vertices, inflated by its radius. An instance's `disc`,
 * `capsule`, `box`, `polygon` and `hull` make shapes, and a shape is usable with its instance only. It is
 * immutable and keeps its memory until `free` is called or it is garbage collected.
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
        /** The handle, as batches take it. It is never used again after `free`. @readonly */
        this.id = id;
        /** Name of the method that made the shape. @readonly */
        this.kind = kind;
        /** Distance by which the hull of the vertices is inflated; float32. @readonly */
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
        return this.#core.shapeVertices(this.#lifetime.getHandle('shape'));
    }

    /**
     * Frees the shape's memory. Using the shape afterwards is an error (`stale-handle`); freeing it again does
     * nothing.
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
