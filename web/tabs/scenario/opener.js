/** Where scenarios come from: examples, files chosen, files dropped anywhere on the page. */

import { h, newId } from '../../base/dom.js';
import { choiceField } from '../../base/fields.js';
import { EXAMPLES } from './examples.js';
import { dropped, named } from './files.js';

const OWN = '';

/**
 * @param {object} options
 * @param {(id: string) => void} options.onExample
 * @param {(files: { name: string, blob: Blob }[]) => void} options.onFiles
 */
export function createOpener({ onExample, onFiles }) {
    const example = choiceField({
        label: 'Example',
        choices: [
            ...EXAMPLES.map(({ id, name }) => /** @type {[string, string]} */ ([id, name])),
            [OWN, 'Your own files'],
        ],
        onInput: onExample,
    });
    const own = example.input.options[EXAMPLES.length];
    const id = newId('files');
    const input = h('input', { type: 'file', multiple: true, class: 'unseen', id });
    input.addEventListener('change', () => {
        const files = [...(input.files ?? [])].map(named);
        // So that the same file, changed, can be chosen again.
        input.value = '';
        if (files.length > 0) onFiles(files);
    });
    const hint = h('p', { class: 'hint' });
    const veil = h('div', { class: 'veil', hidden: true }, h('p', null, 'Drop to judge'));
    const element = h(
        'div',
        { class: 'opener' },
        example.element,
        input,
        h('label', { class: 'file-button', for: id }, 'Open files…'),
        hint,
        veil,
    );

    /** @param {DragEvent} event */
    const hasFiles = ({ dataTransfer }) => dataTransfer?.types.includes('Files') ?? false;
    /** @param {DragEvent} event */
    const over = (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        veil.hidden = false;
    };
    /** @param {DragEvent} event */
    const leave = (event) => {
        if (event.relatedTarget === null) veil.hidden = true;
    };
    /** @param {DragEvent} event */
    const drop = async (event) => {
        veil.hidden = true;
        if (!event.dataTransfer || !hasFiles(event)) return;
        event.preventDefault();
        const files = await dropped(event.dataTransfer);
        if (files.length > 0) onFiles(files);
    };
    document.addEventListener('dragover', over);
    document.addEventListener('dragleave', leave);
    document.addEventListener('drop', drop);

    return {
        element,
        /** @param {string | null} id null: the visitor's own files @param {string} text */
        set(id, text) {
            // Choosing one's own files again is by the button.
            own.disabled = id !== null;
            example.set(id ?? OWN);
            hint.textContent = text;
        },
        dispose() {
            document.removeEventListener('dragover', over);
            document.removeEventListener('dragleave', leave);
            document.removeEventListener('drop', drop);
        },
    };
}
