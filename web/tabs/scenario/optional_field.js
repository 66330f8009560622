/** Fields of optional values. */

import { createCheckedInput, createNumberInput } from '../../base/number_input.js';

/**
 * @param {object} options
 * @param {string} options.label
 * @param {string} options.placeholder text of the default
 * @param {(value: number | null) => void} options.onInput called after the edit, with a number of at least 0 or null
 * @param {string} options.title
 */
export function optionalField({ label, placeholder, onInput, title }) {
    const limits = { min: 0, max: 1e15, isOptional: true };
    return createCommittedField(createNumberInput({ label, limits, title, placeholder }), onInput);
}

/**
 * Creates a field that selects an item by name.
 *
 * @param {object} options
 * @param {string} options.label
 * @param {string} options.placeholder text of the default
 * @param {(name: string) => number | null} options.find returns the number of the item; null: no item has that name
 * @param {(number: number) => string} options.write returns the name of an item
 * @param {(value: number | null) => void} options.onInput called after the edit
 * @param {string} options.title
 */
export function nameField({ label, placeholder, find, write, onInput, title }) {
    const field = createCheckedInput({
        label,
        title,
        placeholder,
        read(text) {
            const name = text.trim();
            const value = name === '' ? null : find(name);
            return name !== '' && value === null
                ? { problem: 'No agent has this name.' }
                : { value };
        },
    });
    return createCommittedField(field, onInput, write);
}

/**
 * Creates a field whose value is read when the field loses focus or Enter is pressed.
 *
 * @param {ReturnType<typeof createCheckedInput>} field
 * @param {(value: number | null) => void} onInput
 * @param {(value: number) => string} [write]
 */
function createCommittedField(field, onInput, write = String) {
    const { input } = field;
    /** The value in the state. @type {number | null} */
    let current = null;

    input.addEventListener('input', () => field.setInvalid('problem' in field.read()));
    input.addEventListener('change', () => {
        const parsed = field.read();
        if ('problem' in parsed) field.showProblem(parsed.problem);
        else onInput(parsed.value);
    });
    return {
        element: field.element,
        input,
        /** @param {number | null} value */
        set(value) {
            const isNew = value !== current;
            current = value;
            // The page does not change a field while the visitor types in it.
            if (field.isFocused || (field.isInvalid && !isNew)) return;
            field.setInvalid(false);
            const text = value === null ? '' : write(value);
            if (input.value !== text) input.value = text;
        },
    };
}
