/** Scenes to begin with, each for something that can be seen in it. */

/**
 * @import { AgentState } from './segments.js'
 * @import { State } from './state.js'
 *
 * @typedef {object} Preset
 * @property {string} name
 * @property {string} hint
 * @property {AgentState} a
 * @property {AgentState} b
 * @property {State['view']} view
 * @property {number} [time] which to show; 0 unless said
 * @property {Partial<Pick<State, 'maxSpeed' | 'minSpeed' | 'canWait'>>} [limits]
 */

/**
 * @param {number} x
 * @param {number} y
 * @param {number} vx
 * @param {number} vy
 * @param {Partial<AgentState>} [rest]
 * @returns {AgentState}
 */
const agent = (x, y, vx, vy, rest) => ({
    x,
    y,
    vx,
    vy,
    ax: 0,
    ay: 0,
    start: 0,
    end: 8,
    radius: 0.6,
    ...rest,
});

const VIEW = { x: 0, y: 0, span: 9.5 };

/** @type {[Preset, ...Preset[]]} */
export const PRESETS = [
    {
        name: 'Crossing',
        hint: 'Drag the arrows. Where the line of the delay meets the ellipse, they collide; at a tangent they just touch.',
        a: agent(-4, -1, 1.2, 0.3, { end: 7 }),
        b: agent(1.5, 4, -0.2, -0.9),
        view: VIEW,
        time: 3,
    },
    {
        name: 'Just touching',
        hint: 'They touch at one instant. Read open, that is no conflict; one float32 (Alt and an arrow) decides.',
        a: agent(-4, 0.5, 1, 0, { radius: 0.5 }),
        b: agent(4, -0.5, -1, 0, { radius: 0.5 }),
        view: VIEW,
        time: 4,
    },
    {
        name: 'Overtaking',
        hint: 'Ways along one line: the ellipse is a strip, and so are formulas that divide by V1 × V2 = 0.',
        a: agent(-4, 0, 1.4, 0, { end: 6 }),
        b: agent(-2, 0, 0.6, 0, { end: 10, radius: 0.5 }),
        view: { x: 0.3, y: 0, span: 7 },
        time: 2,
    },
    {
        name: 'One stands in the way',
        hint: 'B waits: no speed of A within the limits helps, setting out later does.',
        a: agent(-4, 0, 1, 0),
        b: agent(0.5, 0.3, 0, 0, { start: 1, end: 6 }),
        view: VIEW,
        time: 3.4,
        limits: { minSpeed: 0.8, maxSpeed: 1.2 },
    },
    {
        name: 'Almost parallel',
        hint: 'A long thin ellipse: a small delay turns a miss into a long conflict.',
        a: agent(-4, 0.5, 1, -0.12),
        b: agent(-4, -0.6, 1, 0.12, { start: 0.2, end: 8.2 }),
        view: { x: 0, y: 0, span: 5 },
        time: 3.6,
    },
    {
        name: 'Thrown up and coming down',
        hint: 'With acceleration they can be in conflict twice; the squared distance has degree four.',
        a: agent(-3, -2, 0.8, 2, { ay: -0.6, end: 7, radius: 0.4 }),
        b: agent(-3.2, 0.1, 0.85, 0, { end: 7, radius: 0.5 }),
        view: VIEW,
        time: 3,
    },
    {
        name: 'Four stretches of delays',
        hint: 'With acceleration unsafe delays come in several stretches: a search that supposes one goes wrong.',
        a: agent(-2, 2.4, 1, -4, { ay: 2, end: 4, radius: 0.025 }),
        b: agent(2.5, -2, -2, 0.5, { ax: 0.5, end: 8, radius: 0.025 }),
        view: { x: 0, y: 0.5, span: 8 },
        time: 2,
    },
    {
        name: 'Nothing helps',
        hint: 'B stays longer than A may wait, and A must not stop: no step has an answer.',
        a: agent(-4, 0, 1, 0),
        b: agent(-3.2, 0.4, 0.02, 0, { start: -2, end: 60 }),
        view: VIEW,
        limits: { canWait: false, maxSpeed: 1.5, minSpeed: 0.5 },
    },
];
