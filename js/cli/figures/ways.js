import { poseIn } from './course.js';

/**
 * The way of a body as lines in a picture.
 *
 * @import { MotionSegment } from 'graze/scenario'
 * @import { Course } from './course.js'
 * @import { Way } from './figures.js'
 * @import { View } from './view.js'
 */

/** Straight pieces that stand for a curved one. */
const PIECES = 12;

/** Points of one way in one picture. */
const MOST_POINTS = 2000;

/**
 * The part of a way within a window of time, and the rest as far as it is in view.
 *
 * @param {number} role
 * @param {MotionSegment[]} motion
 * @param {Course} course
 * @param {[number, number]} window
 * @param {View} view
 * @returns {Way[]}
 */
export function wayOf(role, motion, course, [from, to], view) {
    /** @type {number[][]} */
    const rest = [];
    /** @type {number[]} */
    const near = [];
    let points = 0;
    for (const segment of motion) {
        if (points > MOST_POINTS) break;
        const times = timesOf(segment);
        if (segment.t1 < from || segment.t0 > to) {
            const line = times.map((time) => poseIn(segment, time));
            if (!line.some(({ x, y }) => view.holds(x, y, 0))) continue;
            points += line.length;
            rest.push(line.flatMap(({ x, y }) => view.point(x, y)));
            continue;
        }
        const inside = times.filter((time) => time > from && time < to);
        for (const time of [Math.max(segment.t0, from), ...inside, Math.min(segment.t1, to)]) {
            const { x, y } = course(time) ?? poseIn(segment, time);
            near.push(...view.point(x, y));
            points++;
        }
    }
    return [
        { role, isNear: false, lines: rest },
        { role, isNear: true, lines: near.length > 0 ? [near] : [] },
    ];
}

/** @param {MotionSegment} segment */
function timesOf({ t0, t1, x, y }) {
    const pieces = x.length > 2 || y.length > 2 ? PIECES : 1;
    return Array.from({ length: pieces + 1 }, (_, k) => t0 + ((t1 - t0) * k) / pieces);
}
