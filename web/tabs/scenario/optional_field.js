/** A number that need not be given. */

import { createCheckedInput, createNumberInput } from '../../base/number_input.js';

/**
 * @param {object} options
 * @param {string} options.label
 * @param {string} options.otherwise what holds without it
 * @param {(value: number | null) => void} options.onInput called when it is done, with numbers from 0 on
 * @param {string} options.title
 */
export function optionalField({ label, otherwise, onInput, title }) {
    const limits = { least: 0, most: 1e15, isOptional: true };
    return committed(createNumberInput({ label, limits, title, placeholder: otherwise }), onInput);
}

/**
 * One of several by name.
 *
 * @param {object} options
 * @param {string} options.label
 * @param {string} options.otherwise what holds without it
 * @param {(name: string) => number | null} options.find its number; null: none has that name
 * @param {(number: number) => string} options.write its name
 * @param {(value: number | null) => void} options.onInput called when it is done
 * @param {string} options.title
 */
export function nameField({ label, otherwise, find, write, onInput, title }) {
    const field = createCheckedInput({
        label,
        title,
        placeholder: otherwise,
        read(text) {
            const name = text.trim();
            const value = name === '' ? null : find(name);
            return name !== '' && value === null ? { problem: 'None has this name.' } : { value };
        },
    });
    return committed(field, onInput, write);
}

/**
 * A field whose value is taken when it is left, or Enter is pressed.
 *
 * @param {ReturnType<typeof createCheckedInput>} field
 * @param {(value: number | null) => void} onInput
 * @param {(value: number) => string} [write]
 */
function committed(field, onInput, write = String) {
    const { input } = field;
    /** What the state has. @type {number | null} */
    let shown = null;

    input.addEventListener('input', () => field.mark('problem' in field.read()));
    input.addEventListener('change', () => {
        const reading = field.read();
        if ('problem' in reading) field.complain(reading.problem);
        else onInput(reading.value);
    });
    return {
        element: field.element,
        input,
        /** @param {number | null} value */
        set(value) {
            const isNew = value !== shown;
            shown = value;
            // While somebody types, the field is theirs.
            if (field.isHeld || (field.isWrong && !isNew)) return;
            field.mark(false);
            const text = value === null ? '' : write(value);
            if (input.value !== text) input.value = text;
        },
    };
}
