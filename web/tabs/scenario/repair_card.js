/** Repair by waiting: what it changed, and which plan is shown. */

import { describeChange, describeRepair } from 'graze/scenario/words';
import { h, newId } from '../../base/dom.js';
import { button } from '../../base/fields.js';
import { pageWords, sentences, style } from './page_words.js';

/**
 * @import { Mending } from './job.js'
 * @import { Scene } from './scene.js'
 */

/** Agents whose waits are told. */
const MOST_CHANGES = 100;

/**
 * @param {object} options
 * @param {() => void} options.onRepair
 * @param {(isMended: boolean) => void} options.onShow
 */
export function createRepairCard({ onRepair, onShow }) {
    const press = button('Repair by waiting', onRepair, { class: 'primary' });
    const said = h('p', { class: 'told', role: 'status' });
    const changes = h('ol', { class: 'notices' });
    const group = newId('shown');
    /** @param {string} label @param {boolean} isMended */
    const choice = (label, isMended) => {
        const input = h('input', {
            type: 'radio',
            name: group,
            onchange: () => onShow(isMended),
        });
        return { input, element: h('label', { class: 'check' }, input, h('span', null, label)) };
    };
    const [given, mended] = [choice('as given', false), choice('repaired', true)];
    const which = h(
        'div',
        { class: 'buttons', role: 'radiogroup', 'aria-label': 'Which plan is shown' },
        h('span', { 'aria-hidden': 'true' }, 'Shown:'),
        given.element,
        mended.element,
    );
    const element = h(
        'section',
        { class: 'card', 'aria-label': 'Repair' },
        h('h2', null, 'Repair'),
        h(
            'p',
            { class: 'hint' },
            'Every agent keeps its way and its speeds; some wait, as little as there is need for.',
        ),
        press,
        said,
        which,
        changes,
    );

    return {
        element,
        /** @param {Mending | null} mending @param {{ isMended: boolean, canRepair: boolean, domain?: Scene['domain'] }} how */
        draw(mending, { isMended, canRepair, domain }) {
            press.hidden = mending !== null;
            press.disabled = !canRepair;
            which.hidden = mending?.status !== 'repaired';
            given.input.checked = !isMended;
            mended.input.checked = isMended;
            const text = mending ? describe(mending) : '';
            if (said.textContent !== text) said.textContent = text;
            const list = mending?.changes ?? [];
            const rest = list.length - MOST_CHANGES;
            changes.replaceChildren(
                ...list
                    .slice(0, MOST_CHANGES)
                    .map((change) =>
                        h('li', null, pageWords(describeChange(change, { domain, ...style() }))),
                    ),
                ...(rest > 0 ? [h('li', null, `… and ${rest} more agents`)] : []),
            );
        },
    };
}

/** @param {Mending} mending */
export function describe(mending) {
    return sentences([describeRepair(mending, style())]);
}
