/** The verdict and its numbers. */

import { h } from '../../base/dom.js';
import { createReadout } from '../../base/readout.js';

/**
 * @import { ContactStatus } from 'graze'
 * @import { ShownMethod } from './methods.js'
 * @import { Solution } from './solve.js'
 */

const LOOKS = /** @type {Record<ContactStatus | 'free', [look: string, sign: string]>} */ ({
    free: ['disjoint', '○ ○'],
    hit: ['overlapping', '◎'],
    overlap: ['overlapping', '◎'],
    graze: ['touching', '○○'],
    undecided: ['touching', '?'],
});

/** @param {(text: string) => void} announce */
export function createAnswer(announce) {
    const status = h('output', { 'data-key': 'status', 'aria-live': 'off' });
    const sign = h('span', { class: 'sign', 'aria-hidden': 'true' });
    const verdict = h('p', { class: 'verdict' }, sign, status);
    const readout = createReadout(
        {
            time: 'First contact between',
            step: 'in step',
            gap: 'Gap',
            steps: 'Steps of the clock',
            truth: 'Without boxes',
        },
        'Answer',
    );
    const warning = h(
        'p',
        { class: 'hint' },
        'Boxes of the steps’ ends miss this contact: what bulges in between is in none of them.',
    );
    let last = '';
    return {
        element: h(
            'section',
            { class: 'card result', 'aria-label': 'Answer' },
            verdict,
            readout.element,
            warning,
        ),
        /** @param {Solution} solution @param {ShownMethod} method */
        draw({ searches, count, first }, method) {
            const { swept } = searches[method];
            const [look, mark] = LOOKS[swept.status];
            status.textContent = swept.status;
            status.dataset.value = swept.status;
            verdict.className = `verdict ${look}`;
            sign.textContent = mark;
            readout.set({
                time: swept.time,
                step: swept.step,
                gap: swept.gap,
                steps: count,
                truth: first.time ?? first.status,
            });
            warning.hidden = !(swept.status === 'free' && first.time);
            if (last && last !== swept.status) announce(`The sweep says: ${swept.status}`);
            last = swept.status;
        },
        dispose: readout.dispose,
    };
}
