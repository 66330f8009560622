/** The verdict and its numbers. */

import { h } from '../../base/dom.js';
import { createReadout } from '../../base/readout.js';
import { createVerdict, LOOKS } from '../../base/verdict.js';

/**
 * @import { ShownMethod } from './methods.js'
 * @import { Solution } from './solve.js'
 */

/** @param {(text: string) => void} announce */
export function createAnswer(announce) {
    const verdict = createVerdict('status', announce);
    const readout = createReadout(
        {
            time: 'First contact',
            step: 'in step',
            gap: 'Gap',
            steps: 'Steps of the clock',
            truth: 'Without boxes',
        },
        'Answer',
        { hidesEmpty: true },
    );
    const warning = h(
        'p',
        { class: 'hint' },
        'Boxes of the steps’ ends miss this contact: what bulges in between is in none of them.',
    );
    return {
        element: h(
            'section',
            { class: 'card result', 'aria-label': 'Answer' },
            verdict.element,
            readout.element,
            warning,
        ),
        /** @param {Solution} solution @param {ShownMethod} method */
        draw({ searches, count, first }, method) {
            const { swept } = searches[method];
            verdict.draw({
                ...LOOKS[swept.status],
                text: swept.status,
                spoken: `The sweep says: ${swept.status}`,
            });
            readout.set({
                time: swept.time && { bracket: swept.time },
                step: swept.step,
                gap: swept.gap,
                steps: count,
                truth: first.time ? { bracket: first.time } : first.status,
            });
            warning.hidden = !(swept.status === 'free' && first.time);
        },
        dispose: readout.dispose,
    };
}
