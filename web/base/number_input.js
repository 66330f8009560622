/**
 * An input that reads a number from text. Invalid text stays in the field with a message that gives the reason:
 * the browser's own number input drops characters ("1,5" becomes 15 in English) and clears itself.
 */

import { announce } from './announce.js';
import { h, newId } from './dom.js';

/**
 * @typedef {object} Limits
 * @property {number} min
 * @property {number} max
 * @property {boolean} [isInteger] accept integers only
 * @property {boolean} [isOptional] accept an empty field, read as null
 *
 * @typedef {{ value: number | null } | { problem: string }} ParsedInput
 */

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
/** A comma that may separate thousands or decimals. */
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
 * Reads typed text. The decimal separator is a point or a comma, and either minus sign is accepted.
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
 * Creates an input whose text `read` parses. Invalid text stays in the field with a message.
 *
 * @param {object} options
 * @param {string} options.label
 * @param {(text: string) => ParsedInput} options.read
 * @param {string} [options.inputMode] type of the keyboard on a phone; default: 'text'
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
        /** True while the visitor types in the field; it is not changed then. */
        get isFocused() {
            return document.activeElement === input;
        },
        get isInvalid() {
            return input.getAttribute('aria-invalid') === 'true';
        },
        /** Marks the typed text as valid or invalid while it is typed. @param {boolean} isInvalid */
        setInvalid(isInvalid) {
            input.setAttribute('aria-invalid', String(isInvalid));
            if (isInvalid) return;
            message.hidden = true;
            input.removeAttribute('aria-describedby');
        },
        /** Shows why the typed text is invalid. @param {string} problem */
        showProblem(problem) {
            input.setAttribute('aria-invalid', 'true');
            input.setAttribute('aria-describedby', message.id);
            message.textContent = problem;
            message.hidden = false;
            announce(`${label}: ${problem}`);
        },
    };
}
