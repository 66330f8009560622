/** The verdict and its numbers. */

import { h } from '../../base/dom.js';
import { createReadout } from '../../base/readout.js';
import { createVerdict } from '../../base/verdict.js';

/** @import { Solution } from './solve.js' */

/** @param {(text: string) => void} announce */
export function createAnswer(announce) {
    const verdict = createVerdict('verdict', announce);
    const readout = createReadout(
        {
            intervals: 'Conflict intervals',
            separation: 'Minimum gap',
            nearest: 'At time',
            delays: 'Unsafe delays of A',
            minDelay: 'Minimum safe delay',
            speeds: 'Unsafe speeds of A',
            obstacle: 'Velocity obstacle',
            left: 'Left boundary',
            right: 'Right boundary',
        },
        'Answer',
        { hidesEmpty: true },
    );
    return {
        element: h(
            'section',
            { class: 'card result', 'aria-label': 'Answer' },
            verdict.element,
            readout.element,
        ),
        /** @param {Solution} solution */
        draw(solution) {
            const { intervals, approach, delays, minDelay, velocities } = solution;
            const relation = approach.relation ?? 'disjoint';
            const text = {
                disjoint: approach.relation ? 'no conflict' : 'never present at the same time',
                touching: intervals.length > 0 ? 'touching' : 'touching: no conflict',
                overlapping: 'conflict',
            }[relation];
            verdict.draw({ relation, text, spoken: `A and B: ${text}` });
            const { left, right, kind: cone } = velocities?.obstacle ?? {};
            readout.set({
                intervals: intervals.length > 0 ? intervals : 'never',
                separation: approach.separation,
                nearest: approach.relation ? approach.time : null,
                delays: delays.length > 0 ? delays : 'none',
                minDelay,
                speeds: velocities
                    ? velocities.speeds.length > 0
                        ? velocities.speeds
                        : 'none'
                    : null,
                obstacle: velocities
                    ? `${cone}, A’s velocity is ${velocities.isUnsafe ? 'inside' : 'outside'}`
                    : null,
                left: left ? [left.x, left.y] : null,
                right: right ? [right.x, right.y] : null,
            });
        },
        dispose: readout.dispose,
    };
}
