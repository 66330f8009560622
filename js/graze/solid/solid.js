import {
    checkArrayEntries,
    checkFloat32,
    checkIndices,
    checkNumber,
    checkOptions,
    checkRecord,
    refuseMisnomers,
} from '../core/arguments.js';
import * as calls from '../core/calls.js';
import { argumentError, GrazeError } from '../core/errors.js';
import { Lifetime, ownershipError } from '../core/handles.js';
import { LIMITS, SOLID_PLACED_PART, SOLID_POINT } from '../core/layout.js';
import { MAX_FLOAT32, readPointNumbers, readPoints } from './point.js';
import { POSE_KEYS, readPose, rotationError, writePose } from './pose.js';

/** Bodies in space, and how they are made. */

/**
 * @import { Core } from '../core/core.js'
 * @import { SolidHull } from './types.js'
 *
 * @typedef {'sphere' | 'capsule' | 'box' | 'hull' | 'compound' | 'mesh'} SolidKind name of the method that makes it
 */

/**
 * A body in space, in its own frame: the hull of its vertices, inflated by its radius, or a union of such parts. An
 * instance's `sphere`, `capsule`, `box`, `hull`, `compound` and `mesh` make bodies, and a body is usable with its instance
 * only. It is immutable and keeps its memory until `free` is called or it is garbage collected.
 *
 * @hideconstructor
 */
export class Solid {
    #lifetime;

    /**
     * @param {Core} core
     * @param {number} id
     * @param {SolidKind} kind
     * @param {number} radius
     */
    constructor(core, id, kind, radius) {
        /** The handle; it is never used again for another body. @readonly */
        this.id = id;
        /** Name of the method that made the body. @readonly */
        this.kind = kind;
        /** Distance by which the hull of the vertices is inflated; float32. Of a compound, the largest of its parts. @readonly */
        this.radius = radius;
        Object.freeze(this);
        this.#lifetime = new Lifetime(this, core, id, kind);
    }

    /**
     * A copy of the corners of the hull in the body's frame, as flat float32 coordinates x, y, z, x, y, z, ..., in the
     * order of the points that made it. Points that are not corners are left out: those in the hull of the others, and
     * all but one of equal ones. Features of kind `'vertex'` and `'edge'` count them. A compound and a mesh have none. O(n).
     *
     * @returns {Float32Array}
     */
    get vertices() {
        const { core } = this.#lifetime;
        const handle = this.#lifetime.getHandle('solid');
        if (calls.solidVertices(core, handle) !== 0) throw core.faultError('solid', handle);
        return readVertices(core);
    }

    /**
     * The faces of the hull, each as the positions of its corners in the vertices, counter-clockwise seen from outside.
     * Triangles in one plane are one face. A flat hull has two faces, front and back, a segment, a point and a compound none.
     * Features of kind `'face'` count them. O(n).
     *
     * @returns {Uint32Array[]}
     */
    get faces() {
        const { core } = this.#lifetime;
        const handle = this.#lifetime.getHandle('solid');
        const length = calls.solidFaceCount(core, handle);
        if (length < 0) throw core.faultError('solid', handle);
        return Array.from({ length }, (_, face) => {
            calls.solidFace(core, handle, face);
            const { address, count } = core.list;
            return core.memory.uint32.slice(address >> 2, (address >> 2) + count);
        });
    }

    /**
     * The parts of a compound, in the order of `parts` that made it, each with a copy of its corners in the compound's frame, as
     * `vertices` has them, and its radius; features name a part by its position here. A convex body and a mesh have none. O(n).
     *
     * @returns {SolidHull[]}
     */
    get parts() {
        const { core } = this.#lifetime;
        const handle = this.#lifetime.getHandle('solid');
        const length = calls.solidPartCount(core, handle);
        if (length < 0) throw core.faultError('solid', handle);
        return Array.from({ length }, (_, part) => {
            const radius = calls.solidPart(core, handle, part);
            return { vertices: readVertices(core), radius };
        });
    }

    /**
     * Frees the body's memory. Using the body afterwards is an error (`stale-handle`); freeing it again does nothing.
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
     * Returns the handle of a body of an instance; throws for any other value.
     *
     * @param {Core} core
     * @param {unknown} solid
     * @param {string} argument
     * @returns {number}
     */
    static handle(core, solid, argument) {
        // The check is by the private brand, which an object that only resembles a body does not have.
        const isSolid = typeof solid === 'object' && solid !== null && #lifetime in solid;
        if (!isSolid) throw ownershipError(solid, 'solid', false, argument);
        const lifetime = solid.#lifetime;
        if (lifetime.core !== core) throw ownershipError(solid, 'solid', true, argument);
        return lifetime.isFreed ? lifetime.getHandle(argument) : lifetime.id;
    }
}

/** Returns a copy of the points of the last list, flat. @param {Core} core */
function readVertices(core) {
    const { address, count } = core.list;
    const first = address >> 2;
    return core.memory.float32.slice(first, first + (SOLID_POINT.bytes / 4) * count);
}

/**
 * @param {Core} core
 * @param {SolidKind} kind
 * @param {Float32Array} points flat and finite
 * @param {number} radius
 */
function createSolid(core, kind, points, radius) {
    const id = core.run(() => {
        const count = points.length / 3;
        const stage = calls.solidStage(core, count);
        if (stage === 0) throw core.faultError();
        core.memory.float32.set(points, stage >> 2);
        const handle = calls.solidHull(core, stage, count, radius);
        if (handle === 0) throw core.faultError();
        return handle >>> 0;
    });
    return new Solid(core, id, kind, radius);
}

/** Maximum number of points of a hull, of parts of a compound, and of triangles of a mesh. */
const MAX_COUNT = 2 ** 20;

/**
 * Returns the error of a list without records.
 *
 * @param {string} argument
 * @param {string} record the noun for one of them
 * @param {unknown} value
 */
function emptyError(argument, record, value) {
    const text = `${argument} must have at least one ${record}, got none`;
    return new GrazeError('too-few-points', text, { argument, value });
}

/** @param {unknown} radius */
function checkRadius(radius) {
    return checkFloat32(radius, 'radius', 0);
}

/** @param {unknown} options */
function checkRounding(options) {
    return checkRadius(checkOptions(options, 'options', ['radius']).radius ?? 0);
}

/** @param {Core} core @param {unknown} radius */
export function sphere(core, radius) {
    return createSolid(core, 'sphere', new Float32Array(3), checkRadius(radius));
}

/**
 * @param {Core} core
 * @param {unknown} a
 * @param {unknown} b
 * @param {unknown} radius
 */
export function capsule(core, a, b, radius) {
    const ends = new Float32Array(6);
    ends.set(readPointNumbers(a, 'a', MAX_FLOAT32), 0);
    ends.set(readPointNumbers(b, 'b', MAX_FLOAT32), 3);
    return createSolid(core, 'capsule', ends, checkRadius(radius));
}

/**
 * @param {Core} core
 * @param {unknown} width
 * @param {unknown} height
 * @param {unknown} depth
 * @param {unknown} options
 */
export function box(core, width, height, depth, options) {
    const maxSize = 2 * LIMITS.maxPosition;
    const x = Math.fround(checkNumber(width, 'width', 0, maxSize) / 2);
    const y = Math.fround(checkNumber(height, 'height', 0, maxSize) / 2);
    const z = Math.fround(checkNumber(depth, 'depth', 0, maxSize) / 2);
    const corners = new Float32Array(24);
    for (let k = 0; k < 8; k++) {
        corners[3 * k] = (k & 1) === 0 ? -x : x;
        corners[3 * k + 1] = (k & 2) === 0 ? -y : y;
        corners[3 * k + 2] = (k & 4) === 0 ? -z : z;
    }
    return createSolid(core, 'box', corners, checkRounding(options));
}

/**
 * @param {Core} core
 * @param {unknown} parts
 */
export function compound(core, parts) {
    const placed = checkArrayEntries(parts, 'parts', '{ body, pose }', (part, k) => {
        try {
            return readPart(core, part, `parts[${k}]`);
        } catch (error) {
            if (error instanceof GrazeError && error.argument?.startsWith(`parts[${k}]`))
                error.index ??= k;
            throw error;
        }
    });
    if (placed.length === 0) throw emptyError('parts', 'part', parts);
    if (placed.length > MAX_COUNT) {
        throw argumentError('out-of-range', 'parts.length', `at most ${MAX_COUNT}`, placed.length);
    }
    const id = core.run(() => {
        const stage = calls.solidCompoundStage(core, placed.length);
        if (stage === 0) throw core.faultError();
        const { float64, uint32 } = core.memory;
        for (const [k, { handle, pose }] of placed.entries()) {
            const at = stage + k * SOLID_PLACED_PART.bytes;
            writePose(float64, (at + SOLID_PLACED_PART.pose) >> 3, pose);
            uint32[(at >> 2) + SOLID_PLACED_PART.solid] = handle;
        }
        const made = calls.solidCompound(core, stage, placed.length);
        if (made === 0) throw partError(core, placed);
        return made >>> 0;
    });
    const radius = placed.reduce((largest, { body }) => Math.max(largest, body.radius), 0);
    return new Solid(core, id, 'compound', radius);
}

/**
 * @param {Core} core
 * @param {unknown} part
 * @param {string} argument
 */
function readPart(core, part, argument) {
    if (part instanceof Solid) {
        throw argumentError('wrong-type', argument, '{ body, pose }', part);
    }
    const keys = ['body', 'pose'];
    const given = checkRecord(part, argument, keys, ['body']);
    const record = /** @type {Record<string, unknown>} */ (part);
    if (given.pose === undefined) refuseMisnomers(record, argument, keys, POSE_KEYS);
    return {
        handle: Solid.handle(core, given.body, `${argument}.body`),
        body: /** @type {Solid} */ (given.body),
        pose: readPose(given.pose, `${argument}.pose`),
    };
}

/**
 * Returns the error of a part that is not one.
 *
 * @param {Core} core
 * @param {{ body: Solid, pose: import('./pose.js').PoseNumbers }[]} placed
 */
function partError(core, placed) {
    const { code, index } = core.readFault();
    if (code === 'out-of-memory') return core.faultError();
    const name = `parts[${index}]`;
    if (code === 'not-a-heading') return rotationError(`${name}.pose`, placed[index].pose, index);
    if (code === 'out-of-range') {
        const text = `${name}.pose must leave the vertices within float32`;
        return new GrazeError(code, text, { argument: `${name}.pose`, index });
    }
    if (code === 'not-convex') {
        const text = `${name}.body must be convex, got a ${placed[index].body.kind}`;
        return new GrazeError(code, text, { argument: `${name}.body`, index });
    }
    return core.faultError(`${name}.body`);
}

/**
 * @param {Core} core
 * @param {unknown} positions
 * @param {unknown} indices
 */
export function mesh(core, positions, indices) {
    const flat = readPoints(positions, 'positions', 3 * MAX_COUNT);
    const count = flat.length / 3;
    const isIndexed = indices !== undefined && indices !== null;
    const corners = isIndexed
        ? checkIndices(indices, 'indices', count, 'positions')
        : Uint32Array.from({ length: count }, (_, k) => k);
    const name = isIndexed ? 'indices' : 'positions';
    if (corners.length === 0) throw emptyError(name, 'triangle', isIndexed ? indices : positions);
    if (corners.length % 3 !== 0) {
        const text = `${name} must have three corners for each triangle, got ${corners.length}`;
        throw new GrazeError('wrong-type', text, { argument: name, value: corners.length });
    }
    const triangles = corners.length / 3;
    if (triangles > MAX_COUNT) {
        const expected = `at most ${3 * MAX_COUNT}`;
        throw argumentError('out-of-range', `${name}.length`, expected, corners.length);
    }
    const id = core.run(() => {
        const stage = calls.solidMeshStage(core, count, triangles);
        if (stage === 0) throw core.faultError();
        core.memory.float32.set(flat, stage >> 2);
        core.memory.uint32.set(corners, (stage >> 2) + flat.length);
        const made = calls.solidMesh(core, stage, count, triangles);
        if (made === 0) throw core.faultError();
        return made >>> 0;
    });
    return new Solid(core, id, 'mesh', 0);
}

/**
 * @param {Core} core
 * @param {unknown} points
 * @param {unknown} options
 */
export function hull(core, points, options) {
    const radius = checkRounding(options);
    const flat = readPoints(points, 'points', MAX_COUNT);
    if (flat.length === 0) throw emptyError('points', 'point', points);
    return createSolid(core, 'hull', flat, radius);
}
