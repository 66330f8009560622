/** Named values in <output>s: selectable, written in the page's precision, exact in `data-value`. */

import { h } from './dom.js';
import { format, formatExact, isFullPrecision, onPrecisionChange, splitBracket } from './format.js';

/**
 * @typedef {readonly [from: number, to: number]} Bracket
 *
 * @typedef {number | string | null | readonly number[] | readonly (readonly number[])[] | { bracket: Bracket }
 *   | { touching: number }} Value several: intervals; `bracket`: certified bounds of one number; `touching`: a gap that is no more
 *   than rounding
 */

/** @param {number} value */
const number = (value) => h('span', { class: 'number' }, format(value));

/** @param {readonly number[]} values @returns {Node[]} */
const joinNumbers = (values) =>
    values.flatMap((value, i) => [...(i > 0 ? [new Text(', ')] : []), number(value)]);

/**
 * Returns the nodes of a bracket: certain digits and uncertain digits, with both ends as text for screen readers.
 *
 * @param {Bracket} bracket
 * @returns {Node[]}
 */
export function bracketNodes([from, to]) {
    if (from === to) return [number(from)];
    const digits = splitBracket(from, to);
    if (!digits) return [number(from), new Text(' … '), number(to)];
    const { agreed, lo, hi, exponent } = digits;
    return [
        h(
            'span',
            {
                class: 'bracket',
                role: 'img',
                'aria-label': `from ${agreed}${lo}${exponent} to ${agreed}${hi}${exponent}`,
            },
            h('span', { class: 'number' }, agreed),
            h('wbr'),
            h('span', { class: 'number uncertain' }, `|${lo}…${hi}`),
            exponent,
        ),
    ];
}

/** @param {Value} value @returns {Node[]} */
function toNodes(value) {
    if (value === null) return [new Text('–')];
    if (typeof value === 'string') return [new Text(value)];
    if (typeof value === 'number') return [number(value)];
    if ('bracket' in value) return bracketNodes(value.bracket);
    if ('touching' in value) {
        return isFullPrecision() ? [number(value.touching)] : [new Text('0 (touching)')];
    }
    return value.flatMap((item, i) => {
        const comma = i > 0 ? [new Text(', ')] : [];
        if (typeof item === 'number') return [...comma, number(item)];
        return [...comma, new Text('['), ...joinNumbers(item), new Text(']')];
    });
}

/** @param {Value} value */
function formatExactValue(value) {
    if (value === null) return '–';
    if (typeof value === 'string') return value;
    if (typeof value === 'number') return formatExact(value);
    if ('bracket' in value) return value.bracket.map(formatExact).join(', ');
    if ('touching' in value) return formatExact(value.touching);
    return value
        .map((item) =>
            typeof item === 'number' ? formatExact(item) : `[${item.map(formatExact).join(', ')}]`,
        )
        .join(', ');
}

/**
 * Shows a value in an output.
 *
 * @param {HTMLOutputElement} output
 * @param {Value} value
 */
export function showValue(output, value) {
    const exact = formatExactValue(value);
    const nodes = toNodes(value);
    const text = nodes.map((node) => node.textContent).join('');
    if (output.textContent !== text || output.dataset.value !== exact) {
        output.replaceChildren(...nodes);
    }
    output.dataset.value = exact;
    if (typeof value !== 'string' && value !== null) output.title = exact;
    else output.removeAttribute('title');
}

/**
 * Creates a definition list of values.
 *
 * @template {string} K
 * @param {Record<K, string>} labels labels of the values, by key
 * @param {string} [name] label of the list
 * @param {{ hidesEmpty?: boolean }} [options] hidesEmpty: hide the row of a null value; default: show a dash
 */
export function createReadout(labels, name, { hidesEmpty = false } = {}) {
    const keys = /** @type {K[]} */ (Object.keys(labels));
    const rows = keys.map((key) => {
        const output = h('output', { 'data-key': key, 'aria-live': 'off' });
        const element = h('div', null, h('dt', null, labels[key]), h('dd', null, output));
        return { key, output, element };
    });
    /** @type {Partial<Record<K, Value>>} */
    let values = {};

    const show = () => {
        for (const { key, output, element } of rows) {
            const value = values[key] ?? null;
            showValue(output, value);
            element.hidden = hidesEmpty && value === null;
        }
    };
    const stop = onPrecisionChange(show);
    const element = h(
        'dl',
        { class: 'readout', 'aria-label': name },
        ...rows.map((row) => row.element),
    );
    return {
        element,
        /** Shows these values and keeps the others. @param {Partial<Record<K, Value>>} next */
        set(next) {
            values = { ...values, ...next };
            show();
        },
        dispose: stop,
    };
}
