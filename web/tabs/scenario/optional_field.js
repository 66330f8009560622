/** A number that need not be given. */

import { createCheckedInput, createNumberInput } from '../../base/number_input.js';

/**
 * @param {object} options
 * @param {string} options.label
 * @param {string} options.placeholder what holds without it
 * @param {(value: number | null) => void} options.onInput called when it is done, with numbers from 0 on
 * @param {string} options.title
 */
export function optionalField({ label, placeholder, onInput, title }) {
    const limits = { min: 0, max: 1e15, isOptional: true };
    return createCommittedField(createNumberInput({ label, limits, title, placeholder }), onInput);
}

/**
 * One of several by name.
 *
 * @param {object} options
 * @param {string} options.label
 * @param {string} options.placeholder what holds without it
 * @param {(name: string) => number | null} options.find its number; null: none has that name
 * @param {(number: number) => string} options.write its name
 * @param {(value: number | null) => void} options.onInput called when it is done
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
 * A field whose value is taken when it is left, or Enter is pressed.
 *
 * @param {ReturnType<typeof createCheckedInput>} field
 * @param {(value: number | null) => void} onInput
 * @param {(value: number) => string} [write]
 */
function createCommittedField(field, onInput, write = String) {
    const { input } = field;
    /** What the state has. @type {number | null} */
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
            // While somebody types, the field is theirs.
            if (field.isFocused || (field.isInvalid && !isNew)) return;
            field.setInvalid(false);
            const text = value === null ? '' : write(value);
            if (input.value !== text) input.value = text;
        },
    };
}
