/** The scene as a program, and as a test case. */

import { motionCode } from '../../base/paths.js';
import { shapeCode, shapeRings } from '../../base/shapes.js';

/**
 * @import { Solution } from './solve.js'
 * @import { MovingBodyState } from '../../base/paths.js'
 * @import { State } from './state.js'
 */

/** @param {State} state */
function optionsCode({ end, tolerance }) {
    return `{ from: 0, to: ${end}${tolerance > 0 ? `, tolerance: ${tolerance}` : ''} }`;
}

/** @param {State} state @param {Solution} solution */
export function asCode(state, { first, clearance }) {
    const { a, b, end } = state;
    const { status, time, iterations } = first;
    return `import { create } from 'graze';

const g = await create();
const a = ${shapeCode(a.shape)};
const b = ${shapeCode(b.shape)};
const motionA = ${motionCode(a.path, end)};
const motionB = ${motionCode(b.path, end)};
const options = ${optionsCode(state)};
console.log(g.firstContact(a, b, motionA, motionB, options));
// '${status}'${time ? `, [${time.join(', ')}]` : ''}, ${iterations} iterations
console.log(g.contactIntervals(a, b, motionA, motionB, options));
console.log(g.clearance(a, b, motionA, motionB, { from: 0, to: ${end} })); // [${clearance.separation.join(', ')}]
`;
}

/** @param {MovingBodyState['shape']} shape */
function toTestShape(shape) {
    const [verts, ...holes] = shapeRings(shape).map((ring) =>
        ring.map(([x, y]) => [Math.fround(x), Math.fround(y)]),
    );
    const radius = Math.fround(shape.radius);
    return shape.kind === 'concave' ? { rings: [verts, ...holes], radius } : { verts, radius };
}

/** @param {MovingBodyState} moving @param {number} end */
function toTestBody({ shape, path }, end) {
    if (path.kind === 'spline') {
        const points = path.knots.map(([, ...pose]) => pose);
        const times = path.knots.map(([t]) => t);
        return {
            shape: toTestShape(shape),
            motion: { spline: { points, times } },
        };
    }
    const { x, y, angle, vx, vy, angularVelocity, ax, ay, angularAcceleration } = path;
    const piece = {
        t0: 0,
        t1: end,
        x: [x, vx, ax / 2],
        y: [y, vy, ay / 2],
        angle: [angle, angularVelocity, angularAcceleration / 2],
    };
    return { shape: toTestShape(shape), motion: { pieces: [piece] } };
}

/**
 * Returns an entry as in tests/vectors/motion_cases.json; a spline is written as its points and times, a concave
 * body as its rings.
 *
 * @param {State} state
 * @param {Solution} solution
 */
export function asTestCase({ a, b, end }, { first, intervals, clearance }) {
    const { status, time } = first;
    const entry = {
        id: 'from-the-page',
        T0: 0,
        T1: end,
        A: toTestBody(a, end),
        B: toTestBody(b, end),
        expected: {
            contact: status !== 'free',
            status,
            tFirst: time ? time[1] : null,
            bracket: time,
            intervals: intervals.map(({ begin, end: last }) => [begin[1], last[0]]),
            minSep: clearance.separation[1],
            tMin: clearance.time,
        },
    };
    return `${JSON.stringify(entry, null, 1)}\n`;
}
