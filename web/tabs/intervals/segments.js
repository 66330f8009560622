/** Agents as the state holds them, and where they are: discs along a segment, at constant acceleration. */

import * as read from '../../base/reading.js';

/**
 * @import { Segment } from 'graze'
 * @import { Point } from '../../base/view.js'
 *
 * @typedef {object} AgentState
 * @property {number} x of the centre at `start`
 * @property {number} y
 * @property {number} vx at `start`
 * @property {number} vy
 * @property {number} ax
 * @property {number} ay
 * @property {number} start
 * @property {number} end
 * @property {number} radius
 */

/** Far beyond any scene, and far within what graze takes. */
export const MOST = 1e9;

/** @param {AgentState} agent */
export function isStraight({ ax, ay }) {
    return ax === 0 && ay === 0;
}

/**
 * The agent as graze takes it, everything that it does `delay` later.
 *
 * @param {AgentState} agent
 * @param {number} [delay]
 * @returns {Segment}
 */
export function asSegment({ x, y, vx, vy, ax, ay, start, end, radius }, delay = 0) {
    const acceleration = ax === 0 && ay === 0 ? {} : { ax, ay };
    return { x, y, vx, vy, ...acceleration, start: start + delay, end: end + delay, radius };
}

/**
 * Where the centre is, some time after its start.
 *
 * @param {Segment | AgentState} agent
 * @param {number} s
 * @returns {Point}
 */
export function placeAfter({ x, y, vx, vy, ax = 0, ay = 0 }, s) {
    return { x: x + s * (vx + (s / 2) * ax), y: y + s * (vy + (s / 2) * ay) };
}

/**
 * Of the centres, squared.
 *
 * @param {Segment} a
 * @param {Segment} b
 * @param {number} time
 */
export function squaredDistance(a, b, time) {
    const p = placeAfter(a, time - a.start);
    const q = placeAfter(b, time - b.start);
    return (p.x - q.x) ** 2 + (p.y - q.y) ** 2;
}

/**
 * The way of an agent as a chain of points.
 *
 * @param {Segment | AgentState} agent
 * @returns {Point[]}
 */
export function wayOf(agent) {
    const duration = agent.end - agent.start;
    const count = agent.ax || agent.ay ? 48 : 1;
    return Array.from({ length: count + 1 }, (_, i) => placeAfter(agent, (duration * i) / count));
}

/**
 * @param {unknown} value
 * @param {AgentState} otherwise
 * @returns {AgentState}
 */
export function readAgent(value, otherwise) {
    const given = read.record(value);
    /** @param {keyof AgentState} key @param {number} [least] */
    const number = (key, least = -MOST) => read.number(given[key], otherwise[key], least, MOST);
    const start = number('start');
    const end = number('end');
    return {
        x: number('x'),
        y: number('y'),
        vx: number('vx'),
        vy: number('vy'),
        ax: number('ax'),
        ay: number('ay'),
        start,
        end: Math.max(start, end),
        radius: number('radius', 0),
    };
}

/** JavaScript of an agent. @param {Segment} segment */
export function segmentCode(segment) {
    const parts = Object.entries(segment).map(([key, value]) => `${key}: ${value}`);
    return `{ ${parts.join(', ')} }`;
}
