/** Native inputs with labels. Each has `element`, and `set` to show a value without telling it. */

import { h, newId } from './dom.js';
import { nudge } from './float.js';

/**
 * A number. Up and down change it as arrows move a handle: a step, ten with Shift, one float32 with Alt.
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
    const input = h('input', {
        type: 'number',
        step: isWhole ? 1 : 'any',
        min: least > -1e9 ? least : null,
        max: most < 1e9 ? most : null,
        inputmode: isWhole ? 'numeric' : 'decimal',
        autocomplete: 'off',
    });
    let shown = 0;

    /** @param {number} value */
    const offer = (value) => {
        const isFine = value >= least && value <= most && (!isWhole || Number.isInteger(value));
        input.setAttribute('aria-invalid', String(!isFine));
        if (isFine && value !== shown) {
            shown = value;
            onInput(value);
        }
        return isFine;
    };
    input.addEventListener('input', () =>
        offer(input.value === '' ? Number.NaN : input.valueAsNumber),
    );
    input.addEventListener('change', () => {
        input.value = String(shown);
        input.setAttribute('aria-invalid', 'false');
    });
    input.addEventListener('keydown', (event) => {
        if (isWhole || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
        event.preventDefault();
        const next = nudge(shown, event.key === 'ArrowUp' ? 1 : -1, step, event);
        const kept = Math.min(Math.max(next, least), most);
        if (offer(kept)) input.value = String(kept);
    });
    return {
        element: h('label', { class: 'field', title }, h('span', null, label), input),
        input,
        /** @param {number} value */
        set(value) {
            shown = value;
            // While somebody types "1.", the field is theirs.
            if (input.valueAsNumber !== value) input.value = String(value);
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
