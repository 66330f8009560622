import { poseOnPiece } from './pose_at.js';

/**
 * Converts the route of a body to lines in a picture.
 *
 * @import { MotionPiece } from 'graze/scenario'
 * @import { PoseFunction } from './pose_at.js'
 * @import { Route } from './figures.js'
 * @import { View } from './view.js'
 */

/** Number of straight lines that replace a curved piece. */
const CURVE_SAMPLES = 12;

/** Maximum number of points of one route in one picture. */
const MAX_POINTS = 2000;

/**
 * Returns the part of a body's route within a window of time, and the rest as far as it is in view.
 *
 * @param {number} role
 * @param {MotionPiece[]} motion
 * @param {PoseFunction} poseAt
 * @param {[number, number]} window
 * @param {View} view
 * @returns {Route[]}
 */
export function makeRoutes(role, motion, poseAt, [from, to], view) {
    /** @type {number[][]} */
    const outside = [];
    /** @type {number[]} */
    const inWindow = [];
    let points = 0;
    for (const piece of motion) {
        if (points > MAX_POINTS) break;
        const times = sampleTimes(piece);
        if (piece.t1 < from || piece.t0 > to) {
            const line = times.map((time) => poseOnPiece(piece, time));
            if (!line.some(({ x, y }) => view.contains(x, y, 0))) continue;
            points += line.length;
            outside.push(line.flatMap(({ x, y }) => view.point(x, y)));
            continue;
        }
        const inside = times.filter((time) => time > from && time < to);
        for (const time of [Math.max(piece.t0, from), ...inside, Math.min(piece.t1, to)]) {
            const { x, y } = poseAt(time) ?? poseOnPiece(piece, time);
            inWindow.push(...view.point(x, y));
            points++;
        }
    }
    return [
        { role, isInWindow: false, lines: outside },
        { role, isInWindow: true, lines: inWindow.length > 0 ? [inWindow] : [] },
    ];
}

/** @param {MotionPiece} piece */
function sampleTimes({ t0, t1, x, y }) {
    const samples = x.length > 2 || y.length > 2 ? CURVE_SAMPLES : 1;
    return Array.from({ length: samples + 1 }, (_, k) => t0 + ((t1 - t0) * k) / samples);
}
