/** The verdict and its numbers. */

import { h } from '../../base/dom.js';
import { createReadout } from '../../base/readout.js';
import { createVerdict } from '../../base/verdict.js';

/** @import { Found } from './ask.js' */

/** @param {(text: string) => void} announce */
export function createAnswer(announce) {
    const verdict = createVerdict('verdict', announce);
    const readout = createReadout(
        {
            intervals: 'In conflict during',
            gap: 'Least gap',
            nearest: 'at time',
            delays: 'Unsafe delays of A',
            leastDelay: 'Least safe delay',
            speeds: 'Unsafe speeds of A',
            obstacle: 'Velocity obstacle',
            left: 'Left leg',
            right: 'Right leg',
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
        /** @param {Found} found */
        draw(found) {
            const { intervals, approach, delays, leastDelay, steered } = found;
            const look = approach.relation ?? 'disjoint';
            const words = {
                disjoint: approach.relation ? 'no conflict' : 'never there together',
                touching: intervals.length > 0 ? 'they touch' : 'they touch: no conflict',
                overlapping: 'conflict',
            }[look];
            verdict.draw({ look, text: words, spoken: `A and B: ${words}` });
            const { left, right, kind: cone } = steered?.obstacle ?? {};
            readout.set({
                intervals: intervals.length > 0 ? intervals : 'never',
                gap: approach.distance,
                nearest: approach.relation ? approach.time : null,
                delays: delays.length > 0 ? delays : 'none',
                leastDelay,
                speeds: steered ? (steered.speeds.length > 0 ? steered.speeds : 'none') : null,
                obstacle: steered
                    ? `${cone}, A’s velocity is ${steered.isUnsafe ? 'in it' : 'outside'}`
                    : null,
                left: left ? [left.x, left.y] : null,
                right: right ? [right.x, right.y] : null,
            });
        },
        dispose: readout.dispose,
    };
}
