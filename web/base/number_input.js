/**
 * An input that takes a number as text. What cannot be taken stays in the field, with a message that says why: the
 * browser's own number input drops characters (it makes 15 of "1,5" in English) and empties itself.
 */

import { announce } from './announce.js';
import { h, newId } from './dom.js';

/**
 * @typedef {object} Limits
 * @property {number} min
 * @property {number} max
 * @property {boolean} [isInteger] only whole numbers
 * @property {boolean} [isOptional] an empty field is fine, and reads as null
 *
 * @typedef {{ value: number | null } | { problem: string }} ParsedInput
 */

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
/** A comma that may separate thousands as well as decimals. */
const AMBIGUOUS = /^[+-]?[1-9]\d{0,2}(?:,\d{3})+$/;

/** @param {number} value */
function formatLimit(value) {
    const text = Math.abs(value) >= 1e6 ? value.toExponential().replace('e+', 'e') : String(value);
    return text.replace('-', '−');
}

/** @param {Limits} limits */
function describeRange({ min, max, isInteger = false }) {
    return `${isInteger ? 'an integer' : 'a number'} from ${formatLimit(min)} to ${formatLimit(max)}`;
}

/**
 * Reads what has been typed: a point or a comma before the decimals, and either minus sign.
 *
 * @param {string} text
 * @param {Limits} limits
 * @returns {ParsedInput}
 */
export function parseNumber(text, limits) {
    const typed = text.trim().replaceAll('−', '-');
    if (typed === '' && limits.isOptional) return { value: null };
    if (AMBIGUOUS.test(typed)) {
        const [whole, point] = [typed.replaceAll(',', ''), typed.replace(',', '.')];
        return { problem: `Ambiguous comma: write ${whole} or ${point}.` };
    }
    const plain = typed.replace(',', '.');
    const value = NUMBER.test(plain) ? Number(plain) : Number.NaN;
    const { min, max, isInteger } = limits;
    if (!(value >= min && value <= max) || (isInteger && !Number.isInteger(value))) {
        return { problem: `Must be ${describeRange(limits)}.` };
    }
    return { value };
}

/**
 * @param {object} options
 * @param {string} options.label
 * @param {Limits} options.limits
 * @param {string} [options.title]
 * @param {string} [options.placeholder]
 */
export function createNumberInput({ limits, ...options }) {
    const inputMode = limits.isInteger && limits.min >= 0 ? 'numeric' : 'decimal';
    return createCheckedInput({
        ...options,
        inputMode,
        read: (text) => parseNumber(text, limits),
    });
}

/**
 * An input whose text is read; what cannot be stays in it with a message.
 *
 * @param {object} options
 * @param {string} options.label
 * @param {(text: string) => ParsedInput} options.read
 * @param {string} [options.inputMode] that a phone shows: 'text' by default
 * @param {string} [options.title]
 * @param {string} [options.placeholder]
 */
export function createCheckedInput({ label, read, inputMode = 'text', title, placeholder }) {
    const id = newId('input');
    const input = h('input', {
        type: 'text',
        id,
        inputmode: inputMode,
        autocomplete: 'off',
        spellcheck: 'false',
        placeholder,
    });
    const message = h('span', { class: 'field-error', id: `${id}-error`, hidden: true });
    const element = h(
        'div',
        { class: 'field', title },
        h('label', { for: id }, label),
        input,
        message,
    );

    return {
        element,
        input,
        read: () => read(input.value),
        /** True while somebody types in the field, which is not changed then. */
        get isFocused() {
            return document.activeElement === input;
        },
        get isInvalid() {
            return input.getAttribute('aria-invalid') === 'true';
        },
        /** Marks what is typed as it is typed. @param {boolean} isInvalid */
        setInvalid(isInvalid) {
            input.setAttribute('aria-invalid', String(isInvalid));
            if (isInvalid) return;
            message.hidden = true;
            input.removeAttribute('aria-describedby');
        },
        /** Says why what is typed is not taken. @param {string} problem */
        showProblem(problem) {
            input.setAttribute('aria-invalid', 'true');
            input.setAttribute('aria-describedby', message.id);
            message.textContent = problem;
            message.hidden = false;
            announce(`${label}: ${problem}`);
        },
    };
}
