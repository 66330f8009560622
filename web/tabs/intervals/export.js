/** The scene as a program, and as a test case. */

import { asSegment, segmentCode } from './segments.js';

/**
 * @import { Conflict } from 'graze'
 * @import { Found } from './ask.js'
 * @import { State } from './state.js'
 */

/** @param {State} state @param {Found} found */
export function asCode(state, { b, approach, delays, steered }) {
    const { reading, horizon, maxSpeed, minSpeed, canWait } = state;
    const read = `{ reading: '${reading}' }`;
    const limits = `{ maxSpeed: ${maxSpeed ?? 'Infinity'}, minSpeed: ${minSpeed}, canWait: ${canWait} }`;
    const ahead = horizon === null ? '' : `, { horizon: ${horizon} }`;
    const steering = steered
        ? `console.log(g.velocityObstacle(a, b${ahead}));
console.log(g.unsafeSpeeds(a, b)); // ${JSON.stringify(steered.speeds)}
console.log(g.safeVelocity(a, b, ${limits})); // step ${steered.proposal.step}
`
        : '';
    return `import { create } from 'graze';

const g = await create();
const planned = ${segmentCode(asSegment(state.a))};
const delay = ${state.delay};
const a = { ...planned, start: planned.start + delay, end: planned.end + delay };
const b = ${segmentCode(b)};
console.log(g.conflictIntervals(a, b, ${read}));
console.log(g.closestApproach(a, b)); // distance ${approach.distance}, time ${approach.time}
console.log(g.unsafeDelays(planned, b, ${read})); // ${JSON.stringify(delays)}
${steering}`;
}

/**
 * An entry as in tests/vectors/mapf_cases.json, of A as delayed: its answers are graze's, to be judged by an oracle.
 *
 * @param {Found} found
 * @param {[number, number][]} delays closed
 */
export function asTestCase({ a, b, conflicts, approach }, delays) {
    /** @param {Conflict} conflict */
    const short = ({ begin, end, relation }) => ({ begin, end, relation });
    const entry = {
        kind: 'of the page',
        flights: [a, b],
        conflicts: conflicts.map(short),
        gap: approach.relation ? approach.distance : null,
        delays,
    };
    return `${JSON.stringify(entry)}\n`;
}
