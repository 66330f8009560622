/** The current stage of the worker, with a button that stops it and one that starts it again. */

import { h, newId } from '../../base/dom.js';
import { button } from '../../base/fields.js';

/** @import { Stage } from './worker_messages.js' */

/** @type {Record<Stage, string>} */
const STAGES = {
    reading: 'Reading',
    checking: 'Validating',
    delays: 'Searching for delays that repair it',
    curve: 'Validated; computing gaps over time',
    repairing: 'Searching for minimal waits',
    writing: 'Writing',
};

/** Delay before the progress bar appears, in milliseconds: shorter work would make it flicker. */
const SHOW_DELAY = 120;

/** @param {{ onCancel: () => void, onAgain: () => void }} options */
export function createProgress({ onCancel, onAgain }) {
    const id = newId('progress');
    const name = h('label', { for: id });
    const bar = h('progress', { id, max: 1 });
    const cancelButton = button('Cancel', onCancel);
    const againButton = button('Validate again', onAgain);
    const element = h(
        'div',
        { class: 'progress', hidden: true },
        name,
        bar,
        cancelButton,
        againButton,
    );
    let timer = 0;

    /** @param {boolean} isWorking */
    const showButtons = (isWorking) => {
        bar.hidden = !isWorking;
        cancelButton.hidden = !isWorking;
        againButton.hidden = isWorking;
    };

    return {
        element,
        /** @param {Stage} stage @param {number | null} part completed fraction; null: unknown */
        show(stage, part) {
            name.textContent = STAGES[stage];
            if (part === null) bar.removeAttribute('value');
            else bar.value = part;
            if (timer !== 0) return;
            timer = window.setTimeout(() => {
                showButtons(true);
                element.hidden = false;
            }, SHOW_DELAY);
        },
        /** @param {boolean} isStopped whether the work was stopped early */
        end(isStopped) {
            clearTimeout(timer);
            timer = 0;
            showButtons(false);
            name.textContent = 'Cancelled';
            element.hidden = !isStopped;
        },
    };
}
