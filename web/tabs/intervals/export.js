/** The scene as a program, and as a test case. */

import { movingDiscCode, toMovingDisc } from './agents.js';

/**
 * @import { Conflict } from 'graze'
 * @import { Solution } from './solve.js'
 * @import { State } from './state.js'
 */

/** @param {State} state @param {Solution} solution */
export function asCode(state, { b, approach, delays, velocities }) {
    const { touching, horizon, maxSpeed, minSpeed, canWait } = state;
    const touchingCode = `{ touching: '${touching}' }`;
    const limits = `{ maxSpeed: ${maxSpeed ?? 'Infinity'}, minSpeed: ${minSpeed}, canWait: ${canWait} }`;
    const horizonCode = horizon === null ? '' : `, { horizon: ${horizon} }`;
    const velocityCode = velocities
        ? `console.log(g.velocityObstacle(a, b${horizonCode}));
console.log(g.unsafeSpeeds(a, b)); // ${JSON.stringify(velocities.speeds)}
console.log(g.safeVelocity(a, b, ${limits})); // step ${velocities.proposal.step}
`
        : '';
    return `import { create } from 'graze';

const g = await create();
const planned = ${movingDiscCode(toMovingDisc(state.a))};
const delay = ${state.delay};
const a = { ...planned, t0: planned.t0 + delay, t1: planned.t1 + delay };
const b = ${movingDiscCode(b)};
console.log(g.conflictIntervals(a, b, ${touchingCode}));
console.log(g.closestApproach(a, b)); // distance ${approach.separation}, time ${approach.time}
console.log(g.unsafeDelays(planned, b, ${touchingCode})); // ${JSON.stringify(delays)}
${velocityCode}`;
}

/**
 * Returns an entry as in tests/vectors/mapf_cases.json, of A with its delay: its answers are graze's, for an oracle
 * to check.
 *
 * @param {Solution} solution
 * @param {[number, number][]} delays unsafe delays if touching is a conflict
 */
export function asTestCase({ a, b, conflicts, approach }, delays) {
    /** @param {Conflict} conflict */
    const toEntry = ({ begin, end, relation }) => ({ begin, end, relation });
    const entry = {
        kind: 'page',
        flights: [a, b],
        conflicts: conflicts.map(toEntry),
        gap: approach.relation ? approach.separation : null,
        delays,
    };
    return `${JSON.stringify(entry)}\n`;
}
