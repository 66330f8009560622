import { formatValue, GrazeError } from '#internal';
import { checkGraze } from './arguments.js';
import { checkBody } from './check_model.js';

/**
 * @import { Graze, OutlineEdge, Shape } from 'graze'
 * @import { BodyShape, Disc, PlaneShape, Point, Polygon } from './scenario.js'
 */

/**
 * Explains faults of outlines, with the numbers of a file. It is loaded for an outline at fault alone.
 *
 * A fault of an outline: the edge or point at fault, as numbers of a ring (0: the outline) and of a point in it.
 *
 * @typedef {object} OutlineFault
 * @property {string} text description, without a subject
 * @property {{ ring: number, point: number }} first
 */

/**
 * Returns the fault of an outline, with edges by their coordinates before the rounding; it states whether they intersect only as
 * rounded.
 *
 * @param {GrazeError} error of `concave`
 * @param {FaultyRings} faulty
 * @returns {OutlineFault}
 */
export function explainFault(error, { rings, kept }) {
    /** @param {string | undefined} argument @param {number | undefined} index */
    const locate = (argument = 'outline', index = 0) => {
        const ring = argument === 'outline' ? 0 : Number(/\d+/.exec(argument)?.[0] ?? -1) + 1;
        return { ring, point: kept[ring][index] ?? 0 };
    };
    /** @param {{ ring: number, point: number }} edge @returns {[Vertex, Vertex]} */
    const endsOf = ({ ring, point }) => {
        const at = kept[ring].indexOf(point);
        return [rings[ring][point], rings[ring][kept[ring][(at + 1) % kept[ring].length]]];
    };
    const first = locate(error.argument, error.index);
    const name = first.ring === 0 ? 'the outline' : `hole ${first.ring - 1}`;
    const text = describeFault();
    function describeFault() {
        if (error.code === 'hole-outside') {
            return `${name} is not inside of the outline and outside of the other holes: its edge ${formatEdge(endsOf(first))} is at fault`;
        }
        if (error.code !== 'self-intersecting') {
            const problem =
                error.code === 'zero-area' ? 'no area' : 'fewer than three different points';
            return `${name} has ${problem}, as rounded to float32`;
        }
        const [, { argument, index }] = /** @type {OutlineEdge[]} */ (error.value);
        const edges = [endsOf(first), endsOf(locate(argument, index))];
        const rounding = doEdgesCross(edges[0], edges[1])
            ? ''
            : ', but only once they are rounded to float32';
        return `${name} intersects itself or another ring: the edges ${edges.map(formatEdge).join(' and ')} cross or overlap${rounding}`;
    }
    return { text, first };
}

/** @param {[Vertex, Vertex]} edge */
function formatEdge([[ax, ay], [bx, by]]) {
    return `(${ax}, ${ay}) to (${bx}, ${by})`;
}

/**
 * Returns whether two edges have more in common than a point at which one of them only touches the other, exactly.
 *
 * @param {[Vertex, Vertex]} p
 * @param {[Vertex, Vertex]} q
 */
function doEdgesCross([a, b], [c, d]) {
    const [r, s] = [exactOrientation(a, b, c), exactOrientation(a, b, d)];
    const [t, u] = [exactOrientation(c, d, a), exactOrientation(c, d, b)];
    if (r * s < 0 && t * u < 0) return true;
    if (r !== 0 || s !== 0) return false;
    const axis = a[0] === b[0] ? 1 : 0;
    const [from, to] = [Math.min(a[axis], b[axis]), Math.max(a[axis], b[axis])];
    return Math.max(c[axis], d[axis]) > from && Math.min(c[axis], d[axis]) < to;
}

/** Returns the sign of the orientation of three points, exactly. @param {Vertex} a @param {Vertex} b @param {Vertex} c */
function exactOrientation(a, b, c) {
    const [ax, ay, bx, by, cx, cy] = [...a, ...b, ...c].map(toScaledInteger);
    const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    return area > 0n ? 1 : area < 0n ? -1 : 0;
}

/** Returns a double in units of the least positive double, 2^-1074. @param {number} value */
function toScaledInteger(value) {
    let shift = 1074;
    for (; !Number.isInteger(value); shift--) value *= 2;
    return BigInt(value) << BigInt(shift);
}

/**
 * @typedef {[number, number]} Vertex
 */

/**
 * A body in the form of the package: in float32, relative to a point near it.
 *
 * @typedef {object} BodyPart
 * @property {Shape} shape
 * @property {Point} center origin of its coordinates, in the body's frame
 * @property {number} size distance of its farthest point from the center of its box
 * @property {number} error bound of the displacement of its outline by rounding to float32
 */

/**
 * Depth of a dent, as a share of the size, up to which the hull replaces an outline: four times the rounding of float32, which
 * makes such dents in the outlines of convex bodies. The depth is part of the body's error.
 */
const DENT_RELATIVE = 2 ** -22;

/**
 * Extent of a group, in units of its largest part, up to which its parts are one body: coordinates of all of them are relative to
 * one point, and rounded at that distance.
 */
const MAX_GROUP_EXTENT = 128;

/** Maximum size of a body: its coordinates, relative to a point near it, are at most three times that, within float32. */
export const MAX_SIZE = 1e38;

/**
 * Returns the bodies of a shape: one, unless it is a group whose parts are far from each other. Each part is checked here, since an
 * error of the package could not name the owner.
 *
 * @param {PlaneShape} shape
 * @param {string} owner noun for the agent or obstacle, for errors
 * @param {{ argument: string, index: number }} details
 * @returns {PlaneShape[]}
 */
export function listBodies(shape, owner, details) {
    const parts = shape.kind === 'group' ? shape.parts : [shape];
    for (const part of parts) checkPart(part, owner, details);
    if (parts.length === 0) {
        throw new GrazeError('unsupported-body', `${owner} is a group without parts`, details);
    }
    const largest = parts.reduce((max, part) => Math.max(max, boxOf([part]).reach), 0);
    const isOne = parts.length > 1 && boxOf(parts).reach <= MAX_GROUP_EXTENT * largest;
    const bodies = isOne ? [shape] : parts;
    for (const body of bodies) checkSize(body, owner, details);
    return bodies;
}

/**
 * Checks that coordinates of a body can be float32.
 *
 * @param {PlaneShape} body
 * @param {string} owner
 * @param {{ argument: string, index: number }} details
 */
function checkSize(body, owner, details) {
    const { size } = boxOf(body.kind === 'group' ? body.parts : [body]);
    if (size <= MAX_SIZE) return;
    const text = `the shape of ${owner} must reach at most ${MAX_SIZE} from its middle, got ${size}`;
    throw new GrazeError('out-of-range', text, { ...details, value: size });
}

/**
 * @param {Disc | Polygon} part
 * @param {string} owner
 * @param {{ argument: string, index: number }} details
 */
function checkPart(part, owner, details) {
    if (part.kind !== 'disc' && part.kind !== 'polygon') {
        const text = `${owner} has a part of kind ${formatValue(/** @type {any} */ (part).kind)}`;
        throw new GrazeError('unsupported-body', text, details);
    }
    // Every comparison with NaN is false: the part would be skipped, and the plan would seem valid.
    if (!(part.radius >= 0 && part.radius < Infinity)) {
        const text = `the radius of ${owner} must be finite and at least 0, got ${formatValue(part.radius)}`;
        throw new GrazeError('out-of-range', text, { ...details, value: part.radius });
    }
    if (part.kind === 'disc') return;
    if (part.points.length === 0) {
        const text = `${owner} has an outline without points`;
        throw new GrazeError('too-few-points', text, details);
    }
    for (const ring of ringsOf(part)) {
        if (ring.every(([x, y]) => Number.isFinite(x) && Number.isFinite(y))) continue;
        throw new GrazeError('not-finite', `${owner} has a corner that is not finite`, details);
    }
}

/** Returns an outline and its holes. @param {Pick<Polygon, 'points' | 'holes'>} outline @returns {Vertex[][]} */
export function ringsOf({ points, holes = [] }) {
    return [points, ...holes];
}

/**
 * Returns whether a polygon differs from its hull by more than the rounding of float32.
 *
 * @param {Polygon} polygon
 */
export function isConcave(polygon) {
    return dentOf(polygon) === Infinity;
}

/**
 * Returns the depth of the dents of a polygon; Infinity if its hull cannot replace it. O(n), or O(n log n) if there are dents.
 *
 * @param {Polygon} polygon
 */
function dentOf({ points, holes = [] }) {
    if (holes.length > 0) return Infinity;
    // Three points are their hull, however small.
    if (points.length <= 3 || isConvex(points)) return 0;
    const depth = deepestDent(points);
    return depth <= DENT_RELATIVE * boxOf([{ kind: 'polygon', points, radius: 0 }]).reach
        ? depth
        : Infinity;
}

/** Returns twice the area of a triangle, positive if it is counter-clockwise. @param {Vertex} a @param {Vertex} b @param {Vertex} c */
function orient2d(a, b, c) {
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/** Returns whether an outline turns in one direction only, and once. @param {Vertex[]} points */
function isConvex(points) {
    const size = points.length;
    let [left, right, turn] = [false, false, 0];
    for (let k = 0; k < size; k++) {
        const [a, b, c] = [points[k], points[(k + 1) % size], points[(k + 2) % size]];
        const cross = orient2d(a, b, c);
        const dot = (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]);
        if (cross === 0 && dot <= 0) return false;
        turn += Math.atan2(cross, dot);
        left ||= cross > 0;
        right ||= cross < 0;
    }
    return !(left && right) && Math.abs(turn) < 3 * Math.PI;
}

/**
 * Returns the largest distance of a point of an outline from the side of the hull that spans it; Infinity if the outline has the
 * hull's corners in another order, as one that intersects itself.
 *
 * @param {Vertex[]} points
 */
function deepestDent(points) {
    const corners = hullOf(points);
    const size = corners.length;
    // The outline may run clockwise.
    const descents = corners.filter((corner, k) => corner > corners[(k + 1) % size]).length;
    if (size > 2 && descents !== 1) {
        corners.reverse();
        if (descents !== size - 1) return Infinity;
    }
    let deepest = 0;
    for (let k = 0; k < size; k++) {
        const [from, to] = [corners[k], corners[(k + 1) % size]];
        for (let i = (from + 1) % points.length; i !== to; i = (i + 1) % points.length) {
            deepest = Math.max(deepest, distanceToSegment(points[i], points[from], points[to]));
            if (i === from) break;
        }
    }
    return deepest;
}

/**
 * Returns the indices of the corners of a hull, counter-clockwise.
 *
 * @param {Vertex[]} points
 */
function hullOf(points) {
    const order = points.map((_, k) => k);
    order.sort((i, j) => points[i][0] - points[j][0] || points[i][1] - points[j][1] || i - j);
    /** @param {number[]} sorted */
    const chain = (sorted) => {
        /** @type {number[]} */
        const kept = [];
        for (const k of sorted) {
            const isKept = () =>
                kept.length < 2 ||
                orient2d(points[kept[kept.length - 2]], points[kept[kept.length - 1]], points[k]) >
                    0;
            while (!isKept()) kept.pop();
            kept.push(k);
        }
        return kept.slice(0, -1);
    };
    const lower = chain(order);
    const corners = [...lower, ...chain(order.reverse())];
    return corners.length > 0 ? corners : [0];
}

/** @param {Vertex} point @param {Vertex} a @param {Vertex} b */
function distanceToSegment([x, y], a, b) {
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    const length = dx * dx + dy * dy;
    const along = length === 0 ? 0 : ((x - a[0]) * dx + (y - a[1]) * dy) / length;
    const s = Math.min(1, Math.max(0, along));
    return Math.hypot(x - a[0] - s * dx, y - a[1] - s * dy);
}

/**
 * Returns a body rounded to float32; its shape must be freed. A polygon that is not convex is decomposed exactly, without new
 * vertices.
 *
 * @param {Graze} graze
 * @param {PlaneShape} shape
 * @returns {BodyPart}
 * @throws {GrazeError} `self-intersecting`, `hole-outside`, `zero-area`, `too-few-points` with a `fault` for an outline that
 *   is not the boundary of a region, as rounded
 */
export function makeBodyPart(graze, shape) {
    if (shape.kind === 'disc') {
        const { shape: disc, error } = makeShape(graze, shape, { x: 0, y: 0 });
        return { shape: disc, center: { x: 0, y: 0 }, size: shape.radius, error };
    }
    const parts = shape.kind === 'group' ? shape.parts : [shape];
    const { middle, reach, size } = boxOf(parts);
    const center = roundNear(middle, reach);
    if (shape.kind === 'polygon') return { ...makeShape(graze, shape, center), center, size };
    /** @type {{ shape: Shape, error: number }[]} */
    const made = [];
    try {
        for (const part of parts) made.push(makeShape(graze, part, center));
        const error = made.reduce((max, each) => Math.max(max, each.error), 0);
        return { shape: graze.compound(made.map((each) => each.shape)), center, size, error };
    } finally {
        for (const each of made) each.shape.free();
    }
}

/**
 * A convex polygon, inflated by its radius; a single point is a disc.
 *
 * @typedef {object} ConvexPart
 * @property {[number, number][]} points vertices in the body's frame
 * @property {number} radius at least 0
 */

/**
 * Returns convex parts whose union is a body of a scenario: the parts of a group, and those of each polygon that is not convex,
 * whose vertices are then rounded to float32. O(n log n).
 *
 * @param {BodyShape} shape a body of the plane
 * @param {Graze} graze an instance, which decomposes polygons
 * @returns {ConvexPart[]}
 * @throws {GrazeError} as `validate` does for a body; `self-intersecting`, `hole-outside`, `zero-area`, `too-few-points` for an
 *   outline that is not the boundary of a region
 */
export function convexParts(shape, graze) {
    checkBody(shape, 'shape');
    checkGraze(graze ?? null);
    return listConvexParts(/** @type {PlaneShape} */ (shape), graze);
}

/** @param {PlaneShape} shape @param {Graze} graze @returns {ConvexPart[]} */
function listConvexParts(shape, graze) {
    if (shape.kind === 'group') return shape.parts.flatMap((part) => listConvexParts(part, graze));
    const { radius } = shape;
    if (shape.kind === 'disc') return [{ points: [[0, 0]], radius }];
    if (!isConcave(shape)) return [{ points: shape.points, radius }];
    const { shape: made, center } = makeBodyPart(graze, shape);
    const parts = made.parts.map(({ vertices }) => {
        const points = Array.from({ length: vertices.length / 2 }, (_, k) => {
            return /** @type {Vertex} */ ([
                vertices[2 * k] + center.x,
                vertices[2 * k + 1] + center.y,
            ]);
        });
        return { points, radius };
    });
    made.free();
    return parts;
}

/**
 * @param {Graze} graze
 * @param {Disc | Polygon} part
 * @param {Point} center
 * @returns {{ shape: Shape, error: number }}
 */
function makeShape(graze, part, center) {
    const radius = Math.fround(part.radius);
    const radiusError = Math.abs(radius - part.radius);
    if (part.kind === 'disc' && center.x === 0 && center.y === 0) {
        return { shape: graze.disc(radius), error: radiusError };
    }
    const rings = part.kind === 'disc' ? [[/** @type {Vertex} */ ([0, 0])]] : ringsOf(part);
    let pointError = 0;
    const rounded = rings.map((ring) =>
        ring.map(([x, y]) => {
            const [dx, dy] = [x - center.x, y - center.y];
            const [fx, fy] = [Math.fround(dx), Math.fround(dy)];
            pointError = Math.max(pointError, Math.hypot(dx - fx, dy - fy));
            return /** @type {Vertex} */ ([fx, fy]);
        }),
    );
    const dent = part.kind === 'disc' ? 0 : dentOf(part);
    const error = pointError + radiusError;
    if (dent !== Infinity) {
        return { shape: graze.hull(rounded[0], { radius }), error: error + dent };
    }
    return { shape: decompose(graze, /** @type {Polygon} */ (part), rounded, radius), error };
}

/**
 * Rings of an outline that is not the boundary of a region, before they were rounded, and the indices of the points that are left
 * of each: rounding makes some equal.
 *
 * @typedef {{ rings: Vertex[][], kept: number[][] }} FaultyRings
 */

/**
 * @param {Graze} graze
 * @param {Polygon} polygon
 * @param {Vertex[][]} rounded its rings in float32
 * @param {number} radius
 */
function decompose(graze, polygon, rounded, radius) {
    // Points that rounding has made equal are one.
    const kept = rounded.map((ring) =>
        [...ring.keys()].filter((k) => {
            const next = ring[(k + 1) % ring.length];
            return ring[k][0] !== next[0] || ring[k][1] !== next[1];
        }),
    );
    const [outline, ...holes] = kept.map((indices, r) => indices.map((k) => rounded[r][k]));
    try {
        return graze.concave(outline, { holes, radius });
    } catch (error) {
        if (!(error instanceof GrazeError) || !FAULTS.has(error.code)) throw error;
        throw Object.assign(error, { fault: { rings: ringsOf(polygon), kept } });
    }
}

/** Codes of outlines that are not the boundary of a region. @type {ReadonlySet<string>} */
const FAULTS = new Set([
    'self-intersecting',
    'hole-outside',
    'zero-area',
    'too-few-points',
    'repeated-point',
]);

/**
 * Returns an error of `makeBodyPart` with the owner of the body; any other error as it is.
 *
 * @param {unknown} error
 * @param {string} owner
 * @param {{ argument: string, index: number }} details
 */
export function nameFault(error, owner, details) {
    const fault = faultOf(error);
    return fault === undefined
        ? error
        : new GrazeError(
              /** @type {GrazeError} */ (error).code,
              `the shape of ${owner} must be a region: ${/** @type {GrazeError} */ (error).message}`,
              details,
          );
}

/** Returns the rings at fault of an error of `makeBodyPart`. @param {unknown} error @returns {FaultyRings | undefined} */
export function faultOf(error) {
    return error instanceof GrazeError ? /** @type {any} */ (error).fault : undefined;
}

/** Returns the middle and extents of the box of some parts. @param {readonly (Disc | Polygon)[]} parts */
function boxOf(parts) {
    let [left, right, low, high] = [Infinity, -Infinity, Infinity, -Infinity];
    for (const part of parts) {
        for (const [x, y] of part.kind === 'disc' ? [[0, 0]] : part.points) {
            [left, right] = [Math.min(left, x), Math.max(right, x)];
            [low, high] = [Math.min(low, y), Math.max(high, y)];
        }
    }
    const middle = { x: left / 2 + right / 2, y: low / 2 + high / 2 };
    let [reach, size] = [0, 0];
    for (const part of parts) {
        let partReach = 0;
        for (const [x, y] of part.kind === 'disc' ? [[0, 0]] : part.points) {
            partReach = Math.max(partReach, Math.hypot(x - middle.x, y - middle.y));
        }
        reach = Math.max(reach, partReach);
        size = Math.max(size, partReach + part.radius);
    }
    return { middle, reach, size };
}

/**
 * Returns a point with few digits near the middle of an outline, so that coordinates relative to it are exact; the body's
 * origin if that is near enough.
 *
 * @param {Point} middle
 * @param {number} reach
 * @returns {Point}
 */
function roundNear(middle, reach) {
    if (Math.hypot(middle.x, middle.y) <= 2 * reach) return { x: 0, y: 0 };
    const unit = reach > 0 ? 2 ** Math.floor(Math.log2(reach)) : 0;
    /** @param {number} value */
    const round = (value) => (unit > 0 ? Math.round(value / unit) * unit : value);
    return { x: round(middle.x), y: round(middle.y) };
}
