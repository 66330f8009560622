/** Scenes to begin with: a list to choose from, with a hint at what can be seen in the one that is shown. */

import { h } from './dom.js';
import { choiceField } from './fields.js';

/**
 * @template {{ name: string, hint: string }} P
 * @param {object} options
 * @param {readonly P[]} options.presets
 * @param {(preset: P) => boolean} options.isShown whether the state is that of the preset
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
    // It cannot be chosen: it is what comes of editing one of the others.
    field.input.options[0].disabled = true;
    const hint = h('p', { class: 'hint' });
    return {
        element: h('div', { class: 'presets' }, field.element, hint),
        /** To be called whenever the scene is drawn. */
        draw() {
            const preset = presets.find(isShown);
            field.set(preset?.name ?? '');
            // Editing does not make the hint wrong.
            if (preset) hint.textContent = preset.hint;
        },
    };
}
