import { GrazeError } from '#internal';
import { continuesAt, JOIN_TOLERANCE } from '../model/bodies.js';
import { chordBetween } from '../model/orientation.js';
import { listBodies, MAX_SIZE, makeBodyPart, nameFault } from '../model/outline.js';

/**
 * Bodies of plans in space, for `graze/solid`.
 *
 * @import { Graze } from 'graze'
 * @import { SolidGraze } from 'graze/solid'
 * @import { BodyForm, ErrorDetails } from '../model/bodies.js'
 * @import { BodyPart } from '../model/outline.js'
 * @import { MotionPiece, Point, Prism, SpaceShape, Sphere } from '../model/scenario.js'
 */

/**
 * Returns the form of bodies in space.
 *
 * @param {Graze} plane instance that decomposes footprints
 * @returns {BodyForm}
 */
export function solidForm(plane) {
    return {
        makeParts: (solid, shape, owner, details) =>
            makeParts(plane, solid, /** @type {SpaceShape} */ (shape), owner, details),
        makePieces,
        joinPieces,
    };
}

/**
 * @param {Graze} plane
 * @param {SolidGraze} solid
 * @param {SpaceShape} shape
 * @param {string} owner
 * @param {ErrorDetails} details
 * @returns {Generator<BodyPart>}
 */
function* makeParts(plane, solid, shape, owner, details) {
    if (shape.kind === 'sphere') yield makeBall(solid, shape, owner, details);
    else yield* makePrisms(plane, solid, shape, owner, details);
}

/**
 * @param {SolidGraze} solid
 * @param {Sphere} sphere
 * @param {string} owner
 * @param {ErrorDetails} details
 * @returns {BodyPart}
 */
function makeBall(solid, { radius }, owner, details) {
    checkReach(radius, owner, details);
    const rounded = Math.fround(radius);
    const shape = /** @type {any} */ (solid.sphere(rounded));
    return { shape, center: ORIGIN, size: radius, error: Math.abs(rounded - radius) };
}

/** @type {Point} */
const ORIGIN = Object.freeze({ x: 0, y: 0, z: 0 });

/**
 * Makes a prism of each convex part of a footprint: the footprint rounded to float32 relative to a point near it, as a body of
 * the plane is, at half the height above and below that point.
 *
 * @param {Graze} plane
 * @param {SolidGraze} solid
 * @param {Prism} prism
 * @param {string} owner
 * @param {ErrorDetails} details
 * @returns {Generator<BodyPart>}
 */
function* makePrisms(plane, solid, prism, owner, details) {
    const { points, holes, bottom = 0, height } = prism;
    const polygon = { kind: /** @type {const} */ ('polygon'), points, radius: 0 };
    const [outline] = listBodies(holes ? { ...polygon, holes } : polygon, owner, details);
    checkReach(height, owner, details);
    const half = Math.fround(height / 2);
    const footprint = makeFootprint(plane, outline, owner, details);
    const center = { ...footprint.center, z: bottom + height / 2 };
    const size = Math.sqrt(footprint.size ** 2 + (height / 2) ** 2);
    const error = footprint.error + Math.abs(half - height / 2);
    for (const vertices of footprint.parts) {
        const corners = new Float32Array(3 * vertices.length);
        for (let k = 0; k < vertices.length / 2; k++) {
            const [x, y] = [vertices[2 * k], vertices[2 * k + 1]];
            corners.set([x, y, -half, x, y, half], 6 * k);
        }
        const shape = /** @type {any} */ (solid.hull(corners));
        yield { shape, center, size, error };
    }
}

/**
 * Returns the convex parts of a footprint.
 *
 * @param {Graze} plane
 * @param {Parameters<typeof makeBodyPart>[1]} outline
 * @param {string} owner
 * @param {ErrorDetails} details
 */
function makeFootprint(plane, outline, owner, details) {
    try {
        const { shape, center, size, error } = makeBodyPart(plane, outline);
        try {
            const { parts, vertices } = shape;
            const lists = parts.length === 0 ? [vertices] : parts.map((part) => part.vertices);
            return { parts: lists, center, size, error };
        } finally {
            shape.free();
        }
    } catch (error) {
        throw nameFault(error, owner, details);
    }
}

/** Checks that a length of a body can be float32. @param {number} length @param {string} owner @param {ErrorDetails} details */
function checkReach(length, owner, details) {
    if (length <= MAX_SIZE) return;
    const text = `the shape of ${owner} must reach at most ${MAX_SIZE} from its middle, got ${length}`;
    throw new GrazeError('out-of-range', text, { ...details, value: length });
}

/**
 * Returns the pieces of a part's motion, relative to `origin`. The part's coordinates are relative to its center, so it turns
 * around a pivot, the body's own origin.
 *
 * @param {MotionPiece[]} motion
 * @param {BodyPart} part
 * @param {Point} origin
 * @returns {SolidPiece[]}
 */
function makePieces(motion, { center, shape }, origin) {
    const isRound = /** @type {{ kind: string }} */ (shape).kind === 'sphere';
    const pivot = [-center.x, -center.y, -(center.z ?? 0)];
    return motion.map(({ t0, t1, x, y, z = [0], angle = [0], axis, rotation }) => {
        const place = {
            ...{ t0, t1 },
            x: [x[0] - origin.x, ...x.slice(1)],
            y: [y[0] - origin.y, ...y.slice(1)],
            z: [z[0] - (origin.z ?? 0), ...z.slice(1)],
        };
        if (isRound) return place;
        const turn = { ...(axis && { axis }), ...(rotation && { quaternion: rotation }) };
        return { ...place, angle: angle.slice(), ...turn, pivot };
    });
}

/**
 * A piece for `graze/solid`; that of a ball has no angle.
 *
 * @typedef {Omit<MotionPiece, 'rotation'> & { quaternion?: MotionPiece['rotation'], pivot?: number[] }} SolidPiece
 */

/**
 * Returns whether a piece continues where the previous one ends; if so, makes it begin when that ends.
 *
 * @param {SolidPiece} before
 * @param {SolidPiece} after
 */
function joinPieces(before, after) {
    if (!continuesAt(before, after)) return false;
    // A ball has no angle.
    if (before.angle !== undefined) {
        const chord = chordBetween(withRotation(before), withRotation(after));
        if (!(chord <= JOIN_TOLERANCE.angle)) return false;
    }
    before.t1 = after.t0;
    return true;
}

/** Returns a piece as the model has it. @param {SolidPiece} piece @returns {MotionPiece} */
function withRotation({ quaternion, ...piece }) {
    return quaternion === undefined ? piece : { ...piece, rotation: quaternion };
}
