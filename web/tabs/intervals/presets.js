/** Scenes to start with; each shows one property of the queries. */

/**
 * @import { AgentState } from './agents.js'
 * @import { State } from './state.js'
 *
 * @typedef {object} Preset
 * @property {string} name
 * @property {string} hint
 * @property {AgentState} a
 * @property {AgentState} b
 * @property {State['view']} view
 * @property {number} [time] time to show; default: 0
 * @property {Partial<Pick<State, 'maxSpeed' | 'minSpeed' | 'canWait'>>} [limits]
 */

/**
 * @param {number} x
 * @param {number} y
 * @param {number} vx
 * @param {number} vy
 * @param {Partial<AgentState>} [overrides]
 * @returns {AgentState}
 */
const agent = (x, y, vx, vy, overrides) => ({
    x,
    y,
    vx,
    vy,
    ax: 0,
    ay: 0,
    t0: 0,
    t1: 8,
    radius: 0.6,
    ...overrides,
});

const VIEW = { x: 0, y: 0, span: 9.5 };

/** @type {[Preset, ...Preset[]]} */
export const PRESETS = [
    {
        name: 'Crossing',
        hint: 'Drag the arrows. They collide if the delay line crosses the ellipse; if it is a tangent, they just touch.',
        a: agent(-4, -1, 1.2, 0.3, { t1: 7 }),
        b: agent(1.5, 4, -0.2, -0.9),
        view: VIEW,
        time: 3,
    },
    {
        name: 'Just touching',
        hint: 'They touch at one instant. If touching is allowed, that is not a conflict; a change by one float32 (Alt with an arrow key) decides.',
        a: agent(-4, 0.5, 1, 0, { radius: 0.5 }),
        b: agent(4, -0.5, -1, 0, { radius: 0.5 }),
        view: VIEW,
        time: 4,
    },
    {
        name: 'Overtaking',
        hint: 'Both routes lie on one line: the ellipse becomes a strip, and formulas that divide by V1 × V2 = 0 fail.',
        a: agent(-4, 0, 1.4, 0, { t1: 6 }),
        b: agent(-2, 0, 0.6, 0, { t1: 10, radius: 0.5 }),
        view: { x: 0.3, y: 0, span: 7 },
        time: 2,
    },
    {
        name: 'Blocked route',
        hint: 'B waits. No speed of A within the limits avoids the conflict; a later start does.',
        a: agent(-4, 0, 1, 0),
        b: agent(0.5, 0.3, 0, 0, { t0: 1, t1: 6 }),
        view: VIEW,
        time: 3.4,
        limits: { minSpeed: 0.8, maxSpeed: 1.2 },
    },
    {
        name: 'Almost parallel',
        hint: 'A long thin ellipse: a small delay turns a miss into a long conflict.',
        a: agent(-4, 0.5, 1, -0.12),
        b: agent(-4, -0.6, 1, 0.12, { t0: 0.2, t1: 8.2 }),
        view: { x: 0, y: 0, span: 5 },
        time: 3.6,
    },
    {
        name: 'Parabolic route',
        hint: 'With acceleration there can be two conflicts; the squared distance is a polynomial of degree four.',
        a: agent(-3, -2, 0.8, 2, { ay: -0.6, t1: 7, radius: 0.4 }),
        b: agent(-3.2, 0.1, 0.85, 0, { t1: 7, radius: 0.5 }),
        view: VIEW,
        time: 3,
    },
    {
        name: 'Four intervals of delays',
        hint: 'With acceleration the unsafe delays form several intervals; an algorithm that assumes one is wrong.',
        a: agent(-2, 2.4, 1, -4, { ay: 2, t1: 4, radius: 0.025 }),
        b: agent(2.5, -2, -2, 0.5, { ax: 0.5, t1: 8, radius: 0.025 }),
        view: { x: 0, y: 0.5, span: 8 },
        time: 2,
    },
    {
        name: 'No solution',
        hint: 'B blocks the route for too long, and A may not wait: no step of the procedure succeeds.',
        a: agent(-4, 0, 1, 0),
        b: agent(-3.2, 0.4, 0.02, 0, { t0: -2, t1: 60 }),
        view: VIEW,
        limits: { canWait: false, maxSpeed: 1.5, minSpeed: 0.5 },
    },
];
