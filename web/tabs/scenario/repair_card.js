/** The card of the repair by waiting: its changes, and the choice of the shown plan. */

import { describeChange, describeRepair } from 'graze/scenario/messages';
import { h, newId } from '../../base/dom.js';
import { button } from '../../base/fields.js';
import { messageStyle, toPageMessage, toSentences } from './page_messages.js';

/**
 * @import { RepairSummary } from './worker_messages.js'
 * @import { Scene } from './scene.js'
 */

/** Number of agents whose waits are listed. */
const MAX_CHANGES = 100;

/**
 * @param {object} options
 * @param {() => void} options.onRepair
 * @param {(isRepaired: boolean) => void} options.onShow
 */
export function createRepairCard({ onRepair, onShow }) {
    const repairButton = button('Repair by waiting', onRepair, { class: 'primary' });
    const statusText = h('p', { class: 'report-text', role: 'status' });
    const changes = h('ol', { class: 'notices' });
    const group = newId('shown');
    /** @param {string} label @param {boolean} isRepaired */
    const createChoice = (label, isRepaired) => {
        const input = h('input', {
            type: 'radio',
            name: group,
            onchange: () => onShow(isRepaired),
        });
        return { input, element: h('label', { class: 'check' }, input, h('span', null, label)) };
    };
    const [given, repaired] = [createChoice('original', false), createChoice('repaired', true)];
    const planChoice = h(
        'div',
        { class: 'buttons', role: 'radiogroup', 'aria-label': 'Which plan is shown' },
        h('span', { 'aria-hidden': 'true' }, 'Shown:'),
        given.element,
        repaired.element,
    );
    const element = h(
        'section',
        { class: 'card', 'aria-label': 'Repair' },
        h('h2', null, 'Repair'),
        h(
            'p',
            { class: 'hint' },
            'Agents keep their routes and speeds; some wait, as briefly as possible.',
        ),
        repairButton,
        statusText,
        planChoice,
        changes,
    );

    return {
        element,
        /** @param {RepairSummary | null} summary @param {{ isMended: boolean, canRepair: boolean, domain?: Scene['domain'] }} how */
        draw(summary, { isMended: isRepaired, canRepair, domain }) {
            repairButton.hidden = summary !== null;
            repairButton.disabled = !canRepair;
            planChoice.hidden = summary?.status !== 'repaired';
            given.input.checked = !isRepaired;
            repaired.input.checked = isRepaired;
            const text = summary ? describeSummary(summary) : '';
            if (statusText.textContent !== text) statusText.textContent = text;
            const list = summary?.changes ?? [];
            const omitted = list.length - MAX_CHANGES;
            changes.replaceChildren(
                ...list
                    .slice(0, MAX_CHANGES)
                    .map((change) =>
                        h(
                            'li',
                            null,
                            toPageMessage(describeChange(change, { domain, ...messageStyle() })),
                        ),
                    ),
                ...(omitted > 0 ? [h('li', null, `… and ${omitted} more agents`)] : []),
            );
        },
    };
}

/** @param {RepairSummary} summary */
export function describeSummary(summary) {
    return toSentences([describeRepair(summary, messageStyle())]);
}
