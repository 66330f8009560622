/** The proposal of the five-step procedure, step by step, and its limits. */

import { h } from '../../base/dom.js';
import { button, checkField, numberField } from '../../base/fields.js';
import { formatShort } from '../../base/format.js';
import { createReadout } from '../../base/readout.js';
import { MAX_NUMBER } from './agents.js';

/**
 * @import { SafeVelocity } from 'graze'
 * @import { Solution } from './solve.js'
 * @import { State } from './state.js'
 */

const STEP_QUESTIONS = /** @type {const} */ ([
    'Is there a conflict?',
    'Change the speed of A?',
    'Change the speed of B?',
    'Delay A?',
    'No solution.',
]);

/** @param {SafeVelocity} proposal @param {Solution} solution */
function describeStep({ step, agent, vx, vy, end, delay }, { a, b }) {
    if (step === 1) return 'No conflict: both keep their velocities.';
    if (step === 5) return 'There is no solution within these limits.';
    if (step === 4) {
        return `A starts ${formatShort(delay)} later and arrives at ${formatShort(end)}.`;
    }
    const previous = agent === 'first' ? a : b;
    const name = agent === 'first' ? 'A' : 'B';
    const speeds = [Math.hypot(vx, vy), Math.hypot(previous.vx, previous.vy)].map(formatShort);
    return `${name} moves at speed ${speeds[0]} instead of ${speeds[1]} and arrives at ${formatShort(end)}.`;
}

/**
 * @param {object} options
 * @param {() => void} options.onApply
 * @param {(part: Partial<State>) => void} options.onLimits
 */
export function createProposal({ onApply, onLimits }) {
    const items = STEP_QUESTIONS.map((text) => ({
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
            step: 'Found in step',
            velocity: 'Velocity',
            speed: 'Speed',
            arrival: 'Arrival time',
            wait: 'Delay',
        },
        'Proposal',
    );
    const apply = button('Apply the proposal', onApply, { class: 'primary' });
    const buttons = h('div', { class: 'buttons' }, apply);
    const minSpeedField = numberField({
        label: 'Minimum speed',
        min: 0,
        max: MAX_NUMBER,
        onInput: (minSpeed) => onLimits({ minSpeed }),
    });
    const maxSpeedField = numberField({
        label: 'Maximum speed',
        min: 0,
        max: MAX_NUMBER,
        onInput: (maxSpeed) => onLimits({ maxSpeed }),
    });
    const limitField = checkField({
        label: 'Limit speed',
        onInput: (limited) => onLimits({ maxSpeed: limited ? lastMaxSpeed : null }),
    });
    const canWaitField = checkField({
        label: 'A can wait',
        onInput: (value) => onLimits({ canWait: value }),
    });
    let lastMaxSpeed = 2;
    const emptyHint = h('p', { class: 'hint' }, 'The procedure needs constant velocities.');

    return {
        element: h(
            'section',
            { class: 'card', 'aria-label': 'Proposal' },
            h('h2', null, 'Safe velocity, in five steps'),
            emptyHint,
            list,
            readout.element,
            buttons,
            h('div', { class: 'row' }, minSpeedField.element, maxSpeedField.element),
            h('div', { class: 'buttons' }, limitField.element, canWaitField.element),
        ),
        /** @param {Solution} solution @param {State} state */
        draw(solution, state) {
            const proposal = solution.velocities?.proposal;
            emptyHint.hidden = proposal !== undefined;
            for (const shown of [list, readout.element, buttons]) {
                shown.hidden = proposal === undefined;
            }
            const step = proposal?.step ?? 0;
            for (const [i, { mark, answer }] of items.entries()) {
                const stepNumber = i + 1;
                const item = list.children[i];
                item.className =
                    stepNumber === step
                        ? 'is-current'
                        : stepNumber < step
                          ? 'is-rejected'
                          : 'is-pending';
                mark.textContent = stepNumber === step ? '●' : stepNumber < step ? '✕' : '·';
                answer.textContent =
                    stepNumber < step
                        ? 'Fails.'
                        : proposal && stepNumber === step
                          ? describeStep(proposal, solution)
                          : '';
            }
            readout.set({
                step: proposal?.step ?? null,
                velocity: proposal ? [proposal.vx, proposal.vy] : null,
                speed: proposal ? Math.hypot(proposal.vx, proposal.vy) : null,
                arrival: proposal?.end ?? null,
                wait: proposal?.delay ?? null,
            });
            apply.disabled = !proposal?.agent;
            minSpeedField.set(state.minSpeed);
            if (state.maxSpeed !== null) lastMaxSpeed = state.maxSpeed;
            else lastMaxSpeed = Math.max(lastMaxSpeed, state.minSpeed);
            maxSpeedField.set(lastMaxSpeed);
            maxSpeedField.input.disabled = state.maxSpeed === null;
            limitField.set(state.maxSpeed !== null);
            canWaitField.set(state.canWait);
        },
        dispose: readout.dispose,
    };
}
