/** Named values in <output>s: selectable, written as the page's precision says, exact in `data-value`. */

import { h } from './dom.js';
import { format, formatExact, onPrecision } from './format.js';

/** @typedef {number | string | null | readonly number[] | readonly (readonly number[])[]} Value several: intervals */

/** @param {Value} value @param {(number: number) => string} how */
function write(value, how) {
    if (value === null) return '–';
    if (typeof value === 'string') return value;
    if (typeof value === 'number') return how(value);
    return value
        .map((one) => (typeof one === 'number' ? how(one) : `[${one.map(how).join(', ')}]`))
        .join(', ');
}

/**
 * A definition list of values.
 *
 * @template {string} K
 * @param {Record<K, string>} labels of the values, by key
 * @param {string} [name] of the whole
 */
export function createReadout(labels, name) {
    const keys = /** @type {K[]} */ (Object.keys(labels));
    const outputs = new Map(
        keys.map((key) => [key, h('output', { 'data-key': key, 'aria-live': 'off' })]),
    );
    /** @type {Partial<Record<K, Value>>} */
    let values = {};

    const show = () => {
        for (const [key, output] of outputs) {
            const value = values[key] ?? null;
            const text = write(value, format);
            if (output.textContent !== text) output.textContent = text;
            output.dataset.value = write(value, formatExact);
            if (typeof value !== 'string' && value !== null) output.title = output.dataset.value;
        }
    };
    const stop = onPrecision(show);
    const element = h(
        'dl',
        { class: 'readout', 'aria-label': name },
        ...keys.map((key) =>
            h('div', null, h('dt', null, labels[key]), h('dd', null, outputs.get(key))),
        ),
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
