/** The scene as a program, and as a test case. */

import { motionCode } from '../../base/paths.js';
import { shapeCode } from '../../base/shapes.js';

/**
 * @import { Solution } from './solve.js'
 * @import { State } from './state.js'
 */

/** @param {State} state @param {Solution} solution */
export function asCode({ a, b, end, steps, boxes, method }, { searches }) {
    const { sweep, tests, steps: candidates } = searches[method];
    return `import { create } from 'graze';

const g = await create();
const a = ${shapeCode(a.shape)};
const b = ${shapeCode(b.shape)};
const clock = { t0: 0, t1: ${end}, step: ${end} / ${steps} };
const pathA = g.path(a, ${motionCode(a.path, end)}, clock, { boxes: '${boxes}' });
const pathB = g.path(b, ${motionCode(b.path, end)}, clock, { boxes: '${boxes}' });
console.log([...g.study.sweepSteps(pathA, pathB, { method: '${method}' })]);
// ${candidates.length} steps, ${tests} box tests
console.log(g.study.sweep(pathA, pathB, { method: '${method}' }));
// '${sweep.status}'${sweep.time ? `, [${sweep.time.join(', ')}]` : ''}
`;
}

/**
 * Returns the state with the answers of graze.
 *
 * @param {State} state
 * @param {Solution} solution
 */
export function asTestCase({ a, b, end, steps, boxes }, { searches, first }) {
    const entry = {
        a,
        b,
        clock: { t0: 0, t1: end, step: end / steps },
        boxes,
        first: { status: first.status, time: first.time },
        methods: Object.fromEntries(
            Object.entries(searches).map(([method, { steps: candidates, tests }]) => [
                method,
                { tests, steps: candidates },
            ]),
        ),
    };
    return `${JSON.stringify(entry)}\n`;
}
