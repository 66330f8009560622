/**
 * Conversion from the plan's coordinates to those of the stage, whose second axis points up: each format is drawn as
 * its community draws it.
 */

/**
 * @import { Scenario } from 'graze/scenario'
 * @import { Box, Point } from '../../base/view.js'
 * @import { Pose } from './poses.js'
 * @import { Part, Scene } from './scene.js'
 *
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

/** @type {Record<Axes, Frame>} */
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
