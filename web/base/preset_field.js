/** A list of scenes to start with, and a hint for the chosen one. */

import { h } from './dom.js';
import { choiceField } from './fields.js';

/**
 * @template {{ name: string, hint: string }} P
 * @param {object} options
 * @param {readonly P[]} options.presets
 * @param {(preset: P) => boolean} options.isShown returns whether the state equals the preset
 * @param {(preset: P) => void} options.onPick
 */
export function createPresetField({ presets, isShown, onPick }) {
    const field = choiceField({
        label: 'Scene',
        choices: [
            ['', 'Custom'],
            ...presets.map(({ name }) => /** @type {const} */ ([name, name])),
        ],
        onInput(value) {
            const preset = presets.find(({ name }) => name === value);
            if (preset) onPick(preset);
        },
    });
    // This entry cannot be chosen: it appears after the visitor edits a preset.
    field.input.options[0].disabled = true;
    const hint = h('p', { class: 'hint' });
    return {
        element: h('div', { class: 'presets' }, field.element, hint),
        /** Updates the list; call it whenever the scene is drawn. */
        draw() {
            const preset = presets.find(isShown);
            field.set(preset?.name ?? '');
            // Edits do not make the hint wrong, so it stays.
            if (preset) hint.textContent = preset.hint;
        },
    };
}
