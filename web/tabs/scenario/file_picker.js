/** Opens scenarios: examples and chosen files. main.js passes on files dropped on the page. */

import { h, newId } from '../../base/dom.js';
import { toNamedFile } from '../../base/drop.js';
import { choiceField } from '../../base/fields.js';
import { EXAMPLES } from './examples.js';

const OWN_FILES = '';

/**
 * @param {object} options
 * @param {(id: string) => void} options.onExample
 * @param {(files: { name: string, blob: Blob }[]) => void} options.onFiles
 * @param {(index: number) => void} options.onPlan receives the index of a plan in the file
 */
export function createFilePicker({ onExample, onFiles, onPlan }) {
    const example = choiceField({
        label: 'Example',
        choices: [
            ...EXAMPLES.map(({ id, name }) => /** @type {[string, string]} */ ([id, name])),
            [OWN_FILES, 'Your files'],
        ],
        onInput: onExample,
    });
    const ownOption = example.input.options[EXAMPLES.length];
    const id = newId('files');
    const input = h('input', { type: 'file', multiple: true, class: 'visually-hidden', id });
    input.addEventListener('change', () => {
        const files = [...(input.files ?? [])].map(toNamedFile);
        // The same file, changed, can then be chosen again.
        input.value = '';
        if (files.length > 0) onFiles(files);
    });
    const hint = h('p', { class: 'hint' });
    const plan = choiceField({
        label: 'Plan in this file',
        choices: [],
        onInput: (index) => onPlan(Number(index)),
    });
    plan.element.hidden = true;
    let listKey = '';
    const element = h(
        'div',
        { class: 'file-picker' },
        example.element,
        input,
        h('label', { class: 'file-button', for: id }, 'Open files…'),
        plan.element,
        hint,
    );

    return {
        element,
        /** @param {string | null} id null: the visitor's files @param {string} text */
        set(id, text) {
            // A button chooses the visitor's files again.
            ownOption.disabled = id !== null;
            example.set(id ?? OWN_FILES);
            hint.textContent = text;
        },
        /**
         * Offers the plans of a file with several.
         *
         * @param {readonly (string | null)[]} labels null: a plan without a name
         * @param {number} chosen
         */
        setPlans(labels, chosen) {
            plan.element.hidden = labels.length < 2;
            // The list is only replaced when it changes, so that the focus stays.
            const key = JSON.stringify(labels);
            if (key !== listKey) {
                listKey = key;
                plan.input.replaceChildren(
                    ...labels.map((label, k) =>
                        h('option', { value: String(k) }, label ?? `number ${k + 1}`),
                    ),
                );
            }
            plan.set(String(chosen));
        },
    };
}
