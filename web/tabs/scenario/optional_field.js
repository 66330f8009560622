/** A number that need not be given. */

import { h } from '../../base/dom.js';

/**
 * @param {object} options
 * @param {string} options.label
 * @param {string} options.otherwise what holds without it
 * @param {(value: number | null) => void} options.onInput called when it is done, with numbers from 0 on
 * @param {string} options.title
 * @param {boolean} [options.isWhole]
 */
export function optionalField({ label, otherwise, onInput, title, isWhole = false }) {
    const input = h('input', {
        type: 'number',
        min: 0,
        step: isWhole ? 1 : 'any',
        inputmode: isWhole ? 'numeric' : 'decimal',
        autocomplete: 'off',
        placeholder: otherwise,
    });
    input.addEventListener('change', () => {
        const value = input.value === '' ? null : input.valueAsNumber;
        // What is no number is empty too.
        const isFine = input.validity.valid && (value === null || value <= 1e15);
        input.setAttribute('aria-invalid', String(!isFine));
        if (isFine) onInput(value);
    });
    return {
        element: h('label', { class: 'field', title }, h('span', null, label), input),
        input,
        /** @param {number | null} value */
        set(value) {
            // While somebody types, the field is theirs.
            if (document.activeElement === input) return;
            const text = value === null ? '' : String(value);
            if (input.value !== text) input.value = text;
            input.setAttribute('aria-invalid', 'false');
        },
    };
}
