/** Agents in the state and their positions: discs in straight motion or at constant acceleration. */

import * as read from '../../base/state_reader.js';

/**
 * @import { MovingDisc } from 'graze'
 * @import { Point } from '../../base/view.js'
 *
 * @typedef {object} AgentState
 * @property {number} x x of the center at `t0`
 * @property {number} y
 * @property {number} vx velocity along x at `t0`
 * @property {number} vy
 * @property {number} ax
 * @property {number} ay
 * @property {number} t0
 * @property {number} t1
 * @property {number} radius
 */

/** Limit of all numbers: far above any scene's, and far below graze's limit. */
export const MAX_NUMBER = 1e9;

/** @param {AgentState} agent */
export function isStraight({ ax, ay }) {
    return ax === 0 && ay === 0;
}

/**
 * Returns the agent as a moving disc, with its whole motion `delay` later.
 *
 * @param {AgentState} agent
 * @param {number} [delay]
 * @returns {MovingDisc}
 */
export function toMovingDisc({ x, y, vx, vy, ax, ay, t0, t1, radius }, delay = 0) {
    const acceleration = ax === 0 && ay === 0 ? {} : { ax, ay };
    return { x, y, vx, vy, ...acceleration, t0: t0 + delay, t1: t1 + delay, radius };
}

/**
 * Returns the position of the center at a time after its start.
 *
 * @param {MovingDisc | AgentState} agent
 * @param {number} s
 * @returns {Point}
 */
export function positionAfter({ x, y, vx, vy, ax = 0, ay = 0 }, s) {
    return { x: x + s * (vx + (s / 2) * ax), y: y + s * (vy + (s / 2) * ay) };
}

/**
 * Returns the squared distance of the centers.
 *
 * @param {MovingDisc} a
 * @param {MovingDisc} b
 * @param {number} time
 */
export function squaredDistance(a, b, time) {
    const p = positionAfter(a, time - a.t0);
    const q = positionAfter(b, time - b.t0);
    return (p.x - q.x) ** 2 + (p.y - q.y) ** 2;
}

/**
 * Returns the route of an agent as a chain of points.
 *
 * @param {MovingDisc | AgentState} agent
 * @returns {Point[]}
 */
export function routePoints(agent) {
    const duration = agent.t1 - agent.t0;
    const count = agent.ax || agent.ay ? 48 : 1;
    return Array.from({ length: count + 1 }, (_, i) =>
        positionAfter(agent, (duration * i) / count),
    );
}

/**
 * @param {unknown} value
 * @param {AgentState} fallback
 * @returns {AgentState}
 */
export function readAgent(value, fallback) {
    const record = read.record(value);
    /** @param {keyof AgentState} key @param {number} [min] */
    const number = (key, min = -MAX_NUMBER) =>
        read.number(record[key], fallback[key], min, MAX_NUMBER);
    const t0 = number('t0');
    const t1 = number('t1');
    return {
        x: number('x'),
        y: number('y'),
        vx: number('vx'),
        vy: number('vy'),
        ax: number('ax'),
        ay: number('ay'),
        t0,
        t1: Math.max(t0, t1),
        radius: number('radius', 0),
    };
}

/** Returns JavaScript for an agent. @param {MovingDisc} disc */
export function movingDiscCode(disc) {
    const properties = Object.entries(disc).map(([key, value]) => `${key}: ${value}`);
    return `{ ${properties.join(', ')} }`;
}
