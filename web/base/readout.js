/** Named values in <output>s: selectable, written as the page's precision says, exact in `data-value`. */

import { h } from './dom.js';
import { format, formatExact, isFullPrecision, onPrecision, splitBracket } from './format.js';

/**
 * @typedef {readonly [from: number, to: number]} Bracket
 *
 * @typedef {number | string | null | readonly number[] | readonly (readonly number[])[] | { bracket: Bracket }
 *   | { touch: number }} Value several: intervals; `bracket`: certified bounds of one number; `touch`: a gap that is no more
 *   than rounding
 */

/** @param {number} value */
const number = (value) => h('span', { class: 'number' }, format(value));

/** @param {readonly number[]} values @returns {Node[]} */
const listed = (values) =>
    values.flatMap((value, i) => [...(i > 0 ? [new Text(', ')] : []), number(value)]);

/**
 * A bracket as digits that are certain and digits that are not, with both ends in words for who cannot see it.
 *
 * @param {Bracket} bracket
 * @returns {Node[]}
 */
export function bracketNodes([from, to]) {
    if (from === to) return [number(from)];
    const digits = splitBracket(from, to);
    if (!digits) return [number(from), new Text(' … '), number(to)];
    const { agreed, lo, hi, power } = digits;
    return [
        h(
            'span',
            {
                class: 'bracket',
                role: 'img',
                'aria-label': `from ${agreed}${lo}${power} to ${agreed}${hi}${power}`,
            },
            h('span', { class: 'number' }, agreed),
            h('wbr'),
            h('span', { class: 'number uncertain' }, `|${lo}…${hi}`),
            power,
        ),
    ];
}

/** @param {Value} value @returns {Node[]} */
function nodesOf(value) {
    if (value === null) return [new Text('–')];
    if (typeof value === 'string') return [new Text(value)];
    if (typeof value === 'number') return [number(value)];
    if ('bracket' in value) return bracketNodes(value.bracket);
    if ('touch' in value) {
        return isFullPrecision() ? [number(value.touch)] : [new Text('0 (they touch)')];
    }
    return value.flatMap((one, i) => {
        const comma = i > 0 ? [new Text(', ')] : [];
        if (typeof one === 'number') return [...comma, number(one)];
        return [...comma, new Text('['), ...listed(one), new Text(']')];
    });
}

/** @param {Value} value */
function exactOf(value) {
    if (value === null) return '–';
    if (typeof value === 'string') return value;
    if (typeof value === 'number') return formatExact(value);
    if ('bracket' in value) return value.bracket.map(formatExact).join(', ');
    if ('touch' in value) return formatExact(value.touch);
    return value
        .map((one) =>
            typeof one === 'number' ? formatExact(one) : `[${one.map(formatExact).join(', ')}]`,
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
    const exact = exactOf(value);
    const nodes = nodesOf(value);
    const text = nodes.map((node) => node.textContent).join('');
    if (output.textContent !== text || output.dataset.value !== exact) {
        output.replaceChildren(...nodes);
    }
    output.dataset.value = exact;
    if (typeof value !== 'string' && value !== null) output.title = exact;
    else output.removeAttribute('title');
}

/**
 * A definition list of values.
 *
 * @template {string} K
 * @param {Record<K, string>} labels of the values, by key
 * @param {string} [name] of the whole
 * @param {{ hidesEmpty?: boolean }} [options] hidesEmpty: a value that is null has no row; a dash by default
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
    const stop = onPrecision(show);
    const element = h(
        'dl',
        { class: 'readout', 'aria-label': name },
        ...rows.map((row) => row.element),
    );
    return {
        element,
        /** Shows these values, and keeps what is not given. @param {Partial<Record<K, Value>>} next */
        set(next) {
            values = { ...values, ...next };
            show();
        },
        dispose: stop,
    };
}
