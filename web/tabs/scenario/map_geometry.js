/** Geometry of the map: coordinates on the stage, routes of bodies, and the view of a violation. */

import { createProjection, fitView } from '../../base/view.js';
import { copyPiece, pieceCount, pieceStride, polynomial } from './scene.js';

/**
 * @import { Scenario } from 'graze/scenario'
 * @import { Box, Point, View } from '../../base/view.js'
 * @import { Part, Pose, Scene } from './scene.js'
 * @import { ViolationDetail } from './violations.js'
 */

/* ---- coordinates on the stage, whose second axis points up ---- */

/**
 * @typedef {Scenario['axes']} Axes
 *
 * @typedef {object} Frame rotation or reflection: x on the stage is xx x + xy y of the plan, y is yx x + yy y
 * @property {number} xx
 * @property {number} xy
 * @property {number} yx
 * @property {number} yy
 * @property {boolean} isMirrored whether a counter-clockwise turn in the plan is clockwise on the stage
 * @property {string} horizontalName name of the plan's coordinate along the horizontal axis
 * @property {string} verticalName name of the vertical one
 * @property {boolean} isAxisDown whether the vertical coordinate grows downward
 */

/** Frames by the axes of a format, which is drawn as its community draws it. @type {Record<Axes, Frame>} */
const FRAMES = {
    'right-up': {
        ...{ xx: 1, xy: 0, yx: 0, yy: 1 },
        ...{ isMirrored: false, horizontalName: 'x', verticalName: 'y', isAxisDown: false },
    },
    'right-down': {
        ...{ xx: 1, xy: 0, yx: 0, yy: -1 },
        ...{ isMirrored: true, horizontalName: 'x', verticalName: 'y', isAxisDown: true },
    },
    'down-right': {
        ...{ xx: 0, xy: 1, yx: -1, yy: 0 },
        ...{ isMirrored: false, horizontalName: 'y', verticalName: 'x', isAxisDown: true },
    },
};

/** @param {Axes} axes */
export function getFrame(axes) {
    return FRAMES[axes];
}

/** @param {Frame} frame @param {number} x @param {number} y @returns {Point} */
export function toStage({ xx, xy, yx, yy }, x, y) {
    return { x: xx * x + xy * y, y: yx * x + yy * y };
}

/** Returns the inverse, which is the transpose because the matrix is orthogonal. @param {Frame} frame @param {Point} point @returns {Point} */
export function toPlan({ xx, xy, yx, yy }, { x, y }) {
    return { x: xx * x + yx * y, y: xy * x + yy * y };
}

/** @param {Scene} scene @returns {Box} */
export function stageBounds({ axes, box }) {
    const [p, q] = [
        toStage(getFrame(axes), box[0], box[1]),
        toStage(getFrame(axes), box[2], box[3]),
    ];
    return {
        minX: Math.min(p.x, q.x),
        maxX: Math.max(p.x, q.x),
        minY: Math.min(p.y, q.y),
        maxY: Math.max(p.y, q.y),
    };
}

/**
 * Returns the corners of a body's part on the stage, counter-clockwise.
 *
 * @param {Frame} frame
 * @param {Part} part
 * @param {Pose} pose
 * @returns {Point[]}
 */
export function partCorners(frame, { points }, { x, y, angle }) {
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const placed = points.map(([u, v]) =>
        toStage(frame, x + u * cos - v * sin, y + u * sin + v * cos),
    );
    let area = 0;
    for (const [i, p] of placed.entries()) {
        const q = placed[(i + 1) % placed.length];
        area += (p.x - x) * (q.y - y) - (q.x - x) * (p.y - y);
    }
    return area < 0 ? placed.reverse() : placed;
}

/* ---- routes ---- */

/** Number of straight pieces that approximate a curved one. */
const CURVE_STEPS = 12;
/** Largest number of points of a route. */
const MAX_POINTS = 5000;

/**
 * Returns the route of a body as lines.
 *
 * @param {Scene} scene
 * @param {number} body
 * @param {readonly [number, number]} [window] time range
 * @returns {[number, number][][]} lines in the plan's frame; a new line after each jump
 */
export function routeLines(scene, body, [from, to] = [-Infinity, Infinity]) {
    const { degree } = scene;
    const piece = new Float64Array(pieceStride(scene));
    const pieces = pieceCount(scene, body);
    /** @type {[number, number][][]} */
    const lines = [];
    let count = 0;
    for (let s = 0; s < pieces && count < MAX_POINTS; s++) {
        copyPiece(scene, body, s, piece);
        const [begin, end] = [Math.max(piece[0], from), Math.min(piece[1], to)];
        if (!(begin <= end)) continue;
        const steps = degree > 1 ? CURVE_STEPS : 1;
        for (let i = 0; i <= steps; i++) {
            const u = begin + ((end - begin) * i) / steps - piece[0];
            const x = polynomial(piece, 2, degree, u);
            const y = polynomial(piece, 3 + degree, degree, u);
            const line = lines[lines.length - 1];
            const last = line?.[line.length - 1];
            if (i > 0 || (last && isNear(last, x, y))) line.push([x, y]);
            else lines.push([[x, y]]);
            count++;
        }
    }
    return lines;
}

/** @param {[number, number]} point @param {number} x @param {number} y */
function isNear([u, v], x, y) {
    return Math.hypot(u - x, v - y) <= 1e-6 * Math.max(1, Math.abs(x), Math.abs(y));
}

/* ---- view of a violation ---- */

/** Size below which the map zooms to bodies, and their minimum distance from its edge, in pixels. */
const MIN_VISIBLE_SIZE = 7;
const EDGE_MARGIN = 30;
/** Size of the surroundings shown around them, in bodies. */
const SURROUNDINGS = 10;
/** Radii assumed for a blocked cell and for a body without size. */
const [CELL_RADIUS, POINT_RADIUS] = [0.5, 0.25];

/**
 * Returns a view in which a violation is visible.
 *
 * @param {Scene} scene
 * @param {ViolationDetail} encounter
 * @param {number} time
 * @param {{ view: View, width: number, height: number }} seen
 * @returns {View | null} null: the violation is already visible
 */
export function focusView(
    { axes, boundingRadius, sized: sizesKnown },
    { participants },
    time,
    { view, width, height },
) {
    const { scale, toScreen } = createProjection(view, width, height);
    const frame = getFrame(axes);
    const positions = participants.flatMap(({ poseAt }) => {
        const pose = poseAt(time);
        return pose ? [toStage(frame, pose.x, pose.y)] : [];
    });
    const size = Math.max(
        ...participants.map(({ body }) => (body < 0 ? CELL_RADIUS : boundingRadius[body])),
        sizesKnown ? 0 : POINT_RADIUS,
    );
    const isInside = positions.every((position) => {
        const { x, y } = toScreen(position);
        return (
            x > EDGE_MARGIN &&
            y > EDGE_MARGIN &&
            x < width - EDGE_MARGIN &&
            y < height - EDGE_MARGIN
        );
    });
    if (positions.length === 0 || (isInside && size * scale >= MIN_VISIBLE_SIZE)) return null;
    const margin = Math.max(SURROUNDINGS * size, 1e-3);
    const [xs, ys] = [positions.map(({ x }) => x), positions.map(({ y }) => y)];
    const box = {
        minX: Math.min(...xs) - margin,
        maxX: Math.max(...xs) + margin,
        minY: Math.min(...ys) - margin,
        maxY: Math.max(...ys) + margin,
    };
    return fitView(box, width, height, 0);
}
