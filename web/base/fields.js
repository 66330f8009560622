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
 * @param {number} [options.least]
 * @param {number} [options.most]
 * @param {number} [options.step]
 * @param {boolean} [options.isWhole] a whole number
 * @param {string} [options.title]
 */
export function numberField(options) {
    const {
        label,
        onInput,
        least = -1e9,
        most = 1e9,
        step = 0.1,
        isWhole = false,
        title,
    } = options;
    const field = createNumberInput({ label, limits: { least, most, isWhole }, title });
    const { input } = field;
    /** What the state has. @type {number | null} */
    let shown = null;

    /** @param {number} value */
    const offer = (value) => {
        field.mark(false);
        if (value === shown) return;
        shown = value;
        onInput(value);
    };
    input.addEventListener('input', () => {
        const reading = field.read();
        if ('problem' in reading) field.mark(true);
        else if (reading.value !== null) offer(reading.value);
    });
    input.addEventListener('change', () => {
        const reading = field.read();
        if ('problem' in reading) field.complain(reading.problem);
    });
    input.addEventListener('blur', () => {
        if (!field.isWrong && shown !== null) input.value = String(shown);
    });
    input.addEventListener('keydown', (event) => {
        const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
        if (!direction || shown === null) return;
        event.preventDefault();
        const next = isWhole
            ? shown + direction * (event.shiftKey ? 10 : 1)
            : nudge(shown, direction, step, event);
        const kept = Math.min(Math.max(next, least), most);
        offer(kept);
        input.value = String(kept);
    });
    return {
        element: field.element,
        input,
        /** @param {number} value */
        set(value) {
            const isNew = value !== shown;
            shown = value;
            if (field.isHeld || (field.isWrong && !isNew)) return;
            field.mark(false);
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
