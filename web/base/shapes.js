/** Shapes and poses in states: JSON, with float32 coordinates as shortest decimals. */

import { GrazeError } from 'graze';
import { shortestDecimal } from './float.js';
import { namedOutline } from './outlines.js';
import * as read from './state_reader.js';

/**
 * @import { Graze, Pose, Shape, ShapePart } from 'graze'
 * @import { Point } from './view.js'
 *
 * @typedef {[number, number][]} Ring points of an outline or of a hole
 *
 * @typedef {object} ShapeState
 * @property {'disc' | 'capsule' | 'polygon' | 'concave'} kind
 * @property {Ring} points one, two or more; the shape is their hull inflated by the radius; of 'concave', its outline
 * @property {number} radius
 * @property {Ring[]} [holes] of 'concave'; absent if there are none
 *
 * @typedef {{ x: number, y: number, angle: number }} PoseState
 */

const KINDS = /** @type {const} */ (['disc', 'capsule', 'polygon', 'concave']);
export const MAX_VERTICES = 64;
/** Largest number of vertices of the outline of a concave body, and of each of its holes. */
export const MAX_OUTLINE = 256;
const MAX_HOLES = 8;
export const MAX_RADIUS = 1e6;

/**
 * Returns a regular polygon with a horizontal first edge at the bottom.
 *
 * @param {number} count
 * @param {number} size distance of its vertices from the center
 * @returns {[number, number][]}
 */
export function regularPolygon(count, size) {
    return Array.from({ length: count }, (_, i) => {
        const angle = -Math.PI / 2 + (Math.PI * (2 * i - 1)) / count;
        /** @param {number} value */
        const roundShort = (value) => Number(value.toFixed(3)) + 0;
        return [roundShort(size * Math.cos(angle)), roundShort(size * Math.sin(angle))];
    });
}

/**
 * Returns a rectangle centered at the origin.
 *
 * @param {number} width
 * @param {number} height
 * @param {number} [radius]
 * @returns {ShapeState}
 */
export function boxShape(width, height, radius = 0) {
    return {
        kind: 'polygon',
        points: [
            [-width / 2, -height / 2],
            [width / 2, -height / 2],
            [width / 2, height / 2],
            [-width / 2, height / 2],
        ],
        radius,
    };
}

/** @param {number} radius @returns {ShapeState} */
export function discShape(radius) {
    return { kind: 'disc', points: [[0, 0]], radius };
}

/** Returns the outline and the holes of a concave body. @param {ShapeState} shape @returns {Ring[]} */
export const shapeRings = ({ points, holes = [] }) => [points, ...holes];

/** Returns all vertices: those of the outline, then those of each hole. @param {ShapeState} shape @returns {Ring} */
export const shapePoints = (shape) => (shape.holes ? shapeRings(shape).flat() : shape.points);

/**
 * Returns a shape with another vertex.
 *
 * @param {ShapeState} shape
 * @param {number} index index in `shapePoints`
 * @param {[number, number]} vertex
 * @returns {ShapeState}
 */
export function withVertex(shape, index, vertex) {
    let start = 0;
    const [points, ...holes] = shapeRings(shape).map((ring) => {
        const at = index - start;
        start += ring.length;
        return ring.map((point, i) => (i === at ? vertex : point));
    });
    return { ...shape, points, ...(holes.length > 0 ? { holes } : {}) };
}

/** Returns the largest distance of a shape's points from its origin. @param {ShapeState} shape */
export function boundingRadius({ points, radius }) {
    return Math.max(...points.map(([x, y]) => Math.hypot(x, y))) + radius;
}

/**
 * Returns a shape of another kind and of about the same size.
 *
 * @param {ShapeState} shape
 * @param {ShapeState['kind']} kind
 * @returns {ShapeState}
 */
export function convertShape(shape, kind) {
    if (shape.kind === kind) return shape;
    const size = shortestDecimal(Number((boundingRadius(shape) || 1).toPrecision(3)));
    const third = shortestDecimal(Number((size / 3).toPrecision(3)));
    if (kind === 'disc') return { kind, points: [[0, 0]], radius: size };
    if (kind === 'polygon') return { kind, points: regularPolygon(5, size), radius: 0 };
    if (kind === 'concave') return namedOutline('L', size);
    const half = shortestDecimal(Number((size - third).toPrecision(3)));
    return {
        kind,
        points: [
            [-half, 0],
            [half, 0],
        ],
        radius: third,
    };
}

/**
 * @param {unknown} value
 * @param {ShapeState} fallback
 * @returns {ShapeState}
 */
export function readShape(value, fallback) {
    const { kind: givenKind, points: list, radius, holes: lists } = read.record(value);
    const kind = KINDS.find((item) => item === givenKind);
    if (!kind) return fallback;
    const [minPoints, maxPoints] = {
        disc: [1, 1],
        capsule: [2, 2],
        polygon: [1, MAX_VERTICES],
        concave: [3, MAX_OUTLINE],
    }[kind];
    const points = read.list(list, read.point, minPoints, maxPoints);
    const size = read.number(radius, -1, 0, MAX_RADIUS);
    if (!points || size < 0) return fallback;
    if (kind !== 'concave' || lists === undefined) return { kind, points, radius: size };
    const readRing = (/** @type {unknown} */ ring) => read.list(ring, read.point, 3, MAX_OUTLINE);
    const holes = read.list(lists, readRing, 1, MAX_HOLES);
    return holes ? { kind, points, radius: size, holes } : fallback;
}

/**
 * @param {unknown} value
 * @param {PoseState} fallback
 * @returns {PoseState}
 */
export function readPose(value, fallback) {
    const { x, y, angle } = read.record(value);
    return {
        x: read.number(x, fallback.x),
        y: read.number(y, fallback.y),
        angle: read.number(angle, fallback.angle, -1e6, 1e6),
    };
}

/**
 * Makes the shape with a graze instance. A polygon is the hull of its points, so dragging a point inside is valid. An
 * outline that intersects itself is not: graze throws its error.
 *
 * @param {Graze} graze
 * @param {ShapeState} shape
 * @returns {Shape}
 */
export function makeShape(graze, { kind, points, radius, holes = [] }) {
    if (kind === 'disc') return graze.disc(radius);
    if (kind === 'capsule') {
        const [[ax, ay], [bx, by]] = points;
        return graze.capsule(ax, ay, bx, by, radius);
    }
    if (kind === 'concave') return graze.concave(points, { holes, radius });
    return graze.hull(points, { radius });
}

/**
 * Returns graze's error for an outline that makes no shape, such as one that intersects itself; otherwise null.
 *
 * @param {Graze} graze
 * @param {ShapeState} shape
 * @returns {GrazeError | null}
 */
export function findFault(graze, shape) {
    if (shape.kind !== 'concave') return null;
    try {
        makeShape(graze, shape).free();
        return null;
    } catch (error) {
        if (error instanceof GrazeError) return error;
        throw error;
    }
}

/**
 * Makes the convex shape of a part, whose features count its vertices as the part's do.
 *
 * @param {Graze} graze
 * @param {ShapePart} part
 */
export function makePart(graze, { vertices, radius }) {
    return graze.polygon(vertices, { radius });
}

/**
 * Converts a pose for graze: the float32 values of the state's decimals, and the exact double of the angle.
 *
 * @param {PoseState} pose
 * @returns {Pose}
 */
export function toPose({ x, y, angle }) {
    return { x: Math.fround(x), y: Math.fround(y), angle };
}

/**
 * Transforms a point from body to world coordinates, for drawing.
 *
 * @param {PoseState} pose
 * @param {Point} point
 * @returns {Point}
 */
export function toWorld(pose, { x, y }) {
    const cos = Math.cos(pose.angle);
    const sin = Math.sin(pose.angle);
    return { x: pose.x + cos * x - sin * y, y: pose.y + sin * x + cos * y };
}

/**
 * Transforms a point from world to body coordinates.
 *
 * @param {PoseState} pose
 * @param {Point} point
 * @returns {Point}
 */
export function toBody(pose, { x, y }) {
    const cos = Math.cos(pose.angle);
    const sin = Math.sin(pose.angle);
    const dx = x - pose.x;
    const dy = y - pose.y;
    return { x: cos * dx + sin * dy, y: -sin * dx + cos * dy };
}

/**
 * Returns the vertices of a shape in the world, counter-clockwise, in the order in which its features number them.
 *
 * @param {Shape} shape
 * @param {PoseState} pose
 * @returns {Point[]}
 */
export function worldVertices(shape, pose) {
    return worldPoints(shape.vertices, pose);
}

/**
 * Returns points in the world.
 *
 * @param {Float32Array} coordinates x, y, x, y, ... in the body's frame
 * @param {PoseState} pose
 * @returns {Point[]}
 */
export function worldPoints(coordinates, pose) {
    return Array.from({ length: coordinates.length / 2 }, (_, i) =>
        toWorld(pose, { x: coordinates[2 * i], y: coordinates[2 * i + 1] }),
    );
}

/**
 * Returns JavaScript that makes the shape.
 *
 * @param {ShapeState} shape
 */
export function shapeCode({ kind, points, radius, holes = [] }) {
    if (kind === 'disc') return `g.disc(${radius})`;
    if (kind === 'capsule') return `g.capsule(${points.flat().join(', ')}, ${radius})`;
    const ring = (/** @type {Ring} */ list) =>
        `[${list.map(([x, y]) => `[${x}, ${y}]`).join(', ')}]`;
    const options = [
        ...(holes.length > 0 ? [`holes: [${holes.map(ring).join(', ')}]`] : []),
        ...(radius > 0 ? [`radius: ${radius}`] : []),
    ];
    const optionsText = options.length > 0 ? `, { ${options.join(', ')} }` : '';
    return `g.${kind === 'concave' ? 'concave' : 'hull'}(${ring(points)}${optionsText})`;
}

/**
 * Returns JavaScript for a pose. Numbers that are already float32 need no call of Math.fround.
 *
 * @param {PoseState} pose
 */
export function poseCode({ x, y, angle }) {
    /** @param {number} value */
    const exact = (value) => (Math.fround(value) === value ? value : `Math.fround(${value})`);
    return `{ x: ${exact(x)}, y: ${exact(y)}, angle: ${angle} }`;
}
