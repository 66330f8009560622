/** Rows of methods, one each, to compare them and to choose one. */

import { h, newId } from './dom.js';

/**
 * @template {string} M
 * @template T
 * @param {object} options
 * @param {string} options.label label of the group
 * @param {readonly M[]} options.methods
 * @param {Record<M, { name: string, description: string }>} options.info
 * @param {(method: M) => { outputs: [HTMLElement, HTMLElement], strip: Element, parts: T }} options.createParts creates what a row
 *   shows of its method: two outputs beside its name, a strip below
 * @param {(method: M) => void} options.onMethod
 */
export function createMethodRows({ label, methods, info, createParts, onMethod }) {
    const group = newId('method');
    const rows = methods.map((method) => {
        const { outputs, strip, parts } = createParts(method);
        const { name, description: title } = info[method];
        const input = h('input', {
            type: 'radio',
            name: group,
            value: method,
            onchange: () => onMethod(method),
        });
        const nameElement = h('span', { class: 'method-name' }, name);
        const element = h(
            'div',
            { class: 'method-row' },
            h('label', { title }, input, nameElement, ...outputs),
            strip,
        );
        return { method, input, parts, element };
    });
    return {
        element: h(
            'div',
            { class: 'method-rows', role: 'radiogroup', 'aria-label': label },
            ...rows.map(({ element }) => element),
        ),
        lanes: rows,
        /** @param {M} method */
        select(method) {
            for (const row of rows) {
                row.input.checked = row.method === method;
                row.element.classList.toggle('is-chosen', row.input.checked);
            }
        },
    };
}
