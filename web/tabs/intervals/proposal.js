/** What the five-step procedure proposes, step by step, and its limits. */

import { h } from '../../base/dom.js';
import { button, checkField, numberField } from '../../base/fields.js';
import { formatShort } from '../../base/format.js';
import { createReadout } from '../../base/readout.js';
import { MOST } from './segments.js';

/**
 * @import { SafeVelocity } from 'graze'
 * @import { Found } from './ask.js'
 * @import { State } from './state.js'
 */

const STEPS = /** @type {const} */ ([
    'Is there no conflict?',
    'Another speed of A, least changed?',
    'Another speed of B?',
    'May A wait?',
    'Nothing of this helps.',
]);

/** @param {SafeVelocity} proposal @param {Found} found */
function answerOf({ step, agent, vx, vy, end, delay }, { a, b }) {
    if (step === 1) return 'There is none: both keep their velocities.';
    if (step === 5) return 'Within these limits there is no way out.';
    if (step === 4) {
        return `A sets out ${formatShort(delay)} later, and is at its end at ${formatShort(end)}.`;
    }
    const was = agent === 'first' ? a : b;
    const name = agent === 'first' ? 'A' : 'B';
    const speeds = [Math.hypot(vx, vy), Math.hypot(was.vx, was.vy)].map(formatShort);
    return `${name} goes at ${speeds[0]} instead of ${speeds[1]}, and is at its end at ${formatShort(end)}.`;
}

/**
 * @param {object} options
 * @param {() => void} options.onApply
 * @param {(part: Partial<State>) => void} options.onLimits
 */
export function createProposal({ onApply, onLimits }) {
    const items = STEPS.map((text) => ({
        mark: h('span', { class: 'mark', 'aria-hidden': 'true' }),
        answer: h('span', { class: 'step-answer' }),
        text,
    }));
    const list = h(
        'ol',
        { class: 'procedure' },
        ...items.map(({ mark, answer, text }) =>
            h('li', null, mark, h('span', null, text, ' ', answer)),
        ),
    );
    const readout = createReadout(
        {
            step: 'Answer of step',
            velocity: 'Velocity',
            speed: 'Speed',
            arrival: 'At its end at',
            wait: 'Waits',
        },
        'Proposal',
    );
    const apply = button('Apply the proposal', onApply, { class: 'primary' });
    const buttons = h('div', { class: 'buttons' }, apply);
    const least = numberField({
        label: 'Least speed',
        least: 0,
        most: MOST,
        onInput: (minSpeed) => onLimits({ minSpeed }),
    });
    const most = numberField({
        label: 'Greatest speed',
        least: 0,
        most: MOST,
        onInput: (maxSpeed) => onLimits({ maxSpeed }),
    });
    const isLimited = checkField({
        label: 'Speed is limited',
        onInput: (limited) => onLimits({ maxSpeed: limited ? shownMost : null }),
    });
    const canWait = checkField({
        label: 'A can wait',
        onInput: (value) => onLimits({ canWait: value }),
    });
    let shownMost = 2;
    const none = h('p', { class: 'hint' }, 'The procedure takes constant velocities.');

    return {
        element: h(
            'section',
            { class: 'card', 'aria-label': 'Proposal' },
            h('h2', null, 'A way out, in five steps'),
            none,
            list,
            readout.element,
            buttons,
            h('div', { class: 'row' }, least.element, most.element),
            h('div', { class: 'buttons' }, isLimited.element, canWait.element),
        ),
        /** @param {Found} found @param {State} state */
        draw(found, state) {
            const proposal = found.steered?.proposal;
            none.hidden = proposal !== undefined;
            for (const shown of [list, readout.element, buttons]) {
                shown.hidden = proposal === undefined;
            }
            const step = proposal?.step ?? 0;
            for (const [i, { mark, answer }] of items.entries()) {
                const at = i + 1;
                const item = list.children[i];
                item.className = at === step ? 'is-it' : at < step ? 'is-no' : 'is-left';
                mark.textContent = at === step ? '●' : at < step ? '✕' : '·';
                answer.textContent =
                    at < step ? 'No.' : proposal && at === step ? answerOf(proposal, found) : '';
            }
            readout.set({
                step: proposal?.step ?? null,
                velocity: proposal ? [proposal.vx, proposal.vy] : null,
                speed: proposal ? Math.hypot(proposal.vx, proposal.vy) : null,
                arrival: proposal?.end ?? null,
                wait: proposal?.delay ?? null,
            });
            apply.disabled = !proposal?.agent;
            least.set(state.minSpeed);
            if (state.maxSpeed !== null) shownMost = state.maxSpeed;
            else shownMost = Math.max(shownMost, state.minSpeed);
            most.set(shownMost);
            most.input.disabled = state.maxSpeed === null;
            isLimited.set(state.maxSpeed !== null);
            canWait.set(state.canWait);
        },
        dispose: readout.dispose,
    };
}
