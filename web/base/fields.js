/** Native inputs with labels. Each has `element`, and `set`, which shows a value without calling the listener. */

import { h, newId } from './dom.js';
import { nudge } from './float.js';
import { createNumberInput } from './number_input.js';

/**
 * Creates a field for a number. Up and down change it as arrows move a handle: by a step, by ten with Shift, by one
 * float32 with Alt. While the field has the focus, only the visitor writes into it; invalid text stays there with a
 * message.
 *
 * @param {object} options
 * @param {string} options.label
 * @param {(value: number) => void} options.onInput called only with numbers from `min` to `max`
 * @param {number} [options.min]
 * @param {number} [options.max]
 * @param {number} [options.step]
 * @param {boolean} [options.isInteger] accept integers only
 * @param {string} [options.title]
 */
export function numberField(options) {
    const { label, onInput, min = -1e9, max = 1e9, step = 0.1, isInteger = false, title } = options;
    const field = createNumberInput({ label, limits: { min, max, isInteger }, title });
    const { input } = field;
    /** The value in the state. @type {number | null} */
    let current = null;

    /** @param {number} value */
    const commit = (value) => {
        field.setInvalid(false);
        if (value === current) return;
        current = value;
        onInput(value);
    };
    input.addEventListener('input', () => {
        const parsed = field.read();
        if ('problem' in parsed) field.setInvalid(true);
        else if (parsed.value !== null) commit(parsed.value);
    });
    input.addEventListener('change', () => {
        const parsed = field.read();
        if ('problem' in parsed) field.showProblem(parsed.problem);
    });
    input.addEventListener('blur', () => {
        if (!field.isInvalid && current !== null) input.value = String(current);
    });
    input.addEventListener('keydown', (event) => {
        const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
        if (!direction || current === null) return;
        event.preventDefault();
        const next = isInteger
            ? current + direction * (event.shiftKey ? 10 : 1)
            : nudge(current, direction, step, event);
        const clamped = Math.min(Math.max(next, min), max);
        commit(clamped);
        input.value = String(clamped);
    });
    return {
        element: field.element,
        input,
        /** @param {number} value */
        set(value) {
            const isNew = value !== current;
            current = value;
            if (field.isFocused || (field.isInvalid && !isNew)) return;
            field.setInvalid(false);
            const text = String(value);
            if (input.value !== text) input.value = text;
        },
    };
}

/**
 * @template {string} T
 * @param {object} options
 * @param {string} options.label
 * @param {readonly (readonly [value: T, text: string])[]} options.choices
 * @param {(value: T) => void} options.onInput
 * @param {string} [options.title]
 */
export function choiceField({ label, choices, onInput, title }) {
    const select = h(
        'select',
        null,
        ...choices.map(([value, text]) => h('option', { value }, text)),
    );
    select.addEventListener('change', () => onInput(/** @type {T} */ (select.value)));
    return {
        element: h('label', { class: 'field', title }, h('span', null, label), select),
        input: select,
        /** @param {T} value */
        set(value) {
            select.value = value;
        },
    };
}

/**
 * @param {object} options
 * @param {string} options.label
 * @param {(value: boolean) => void} options.onInput
 * @param {string} [options.title]
 */
export function checkField({ label, onInput, title }) {
    const input = h('input', { type: 'checkbox' });
    input.addEventListener('change', () => onInput(input.checked));
    return {
        element: h('label', { class: 'check', title }, input, h('span', null, label)),
        input,
        /** @param {boolean} value */
        set(value) {
            input.checked = value;
        },
    };
}

/**
 * Creates a fieldset of related fields.
 *
 * @param {string} legend
 * @param {...(Node | string)} children
 */
export function group(legend, ...children) {
    return h('fieldset', null, h('legend', null, legend), ...children);
}

/**
 * Creates a section that is closed at first, for details that few visitors need.
 *
 * @param {string} summary
 * @param {...(Node | string)} children
 */
export function details(summary, ...children) {
    return h('details', null, h('summary', null, summary), ...children);
}

/**
 * @param {string} label
 * @param {() => void} onPress
 * @param {Record<string, unknown>} [attributes]
 */
export function button(label, onPress, attributes) {
    return h(
        'button',
        { type: 'button', onclick: onPress, id: newId('button'), ...attributes },
        label,
    );
}
