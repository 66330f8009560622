/** Native inputs with labels. Each has `element`, and `set` to show a value without telling it. */

import { h, newId } from './dom.js';
import { nudge } from './float.js';
import { createNumberInput } from './number_input.js';

/**
 * A number. Up and down change it as arrows move a handle: a step, ten with Shift, one float32 with Alt. While the
 * field has the focus nothing but its visitor writes into it; what cannot be taken stays there with a message.
 *
 * @param {object} options
 * @param {string} options.label
 * @param {(value: number) => void} options.onInput called with numbers from least to most only
 * @param {number} [options.min]
 * @param {number} [options.max]
 * @param {number} [options.step]
 * @param {boolean} [options.isInteger] a whole number
 * @param {string} [options.title]
 */
export function numberField(options) {
    const { label, onInput, min = -1e9, max = 1e9, step = 0.1, isInteger = false, title } = options;
    const field = createNumberInput({ label, limits: { min, max, isInteger }, title });
    const { input } = field;
    /** What the state has. @type {number | null} */
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
 * Fields that belong together.
 *
 * @param {string} legend
 * @param {...(Node | string)} children
 */
export function group(legend, ...children) {
    return h('fieldset', null, h('legend', null, legend), ...children);
}

/**
 * What not everybody needs to see.
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
