/** The verdict and its numbers. */

import { h } from '../../base/dom.js';
import { createReadout } from '../../base/readout.js';
import { createVerdict, STATUS_VERDICTS } from '../../base/verdict.js';

/**
 * @import { ReplayedMethod } from './methods.js'
 * @import { Solution } from './solve.js'
 */

/** @param {(text: string) => void} announce */
export function createAnswer(announce) {
    const verdict = createVerdict('status', announce);
    const readout = createReadout(
        {
            time: 'First contact',
            step: 'In step',
            separation: 'Separation',
            steps: 'Steps of the clock',
            exact: 'Exact, without boxes',
        },
        'Answer',
        { hidesEmpty: true },
    );
    const missedHint = h(
        'p',
        { class: 'hint' },
        'Boxes of only the ends of steps miss this contact: they do not cover the motion in between.',
    );
    return {
        element: h(
            'section',
            { class: 'card result', 'aria-label': 'Answer' },
            verdict.element,
            readout.element,
            missedHint,
        ),
        /** @param {Solution} solution @param {ReplayedMethod} method */
        draw({ searches, count, first }, method) {
            const { sweep } = searches[method];
            verdict.draw({
                ...STATUS_VERDICTS[sweep.status],
                text: sweep.status,
                spoken: `Sweep result: ${sweep.status}`,
            });
            readout.set({
                time: sweep.time && { bracket: sweep.time },
                step: sweep.step,
                separation: sweep.separation,
                steps: count,
                exact: first.time ? { bracket: first.time } : first.status,
            });
            missedHint.hidden = !(sweep.status === 'free' && first.time);
        },
        dispose: readout.dispose,
    };
}
