/** Methods side by side: a lane for each, to compare and to choose from. */

import { h, newId } from './dom.js';

/**
 * @template {string} M
 * @template T
 * @param {object} options
 * @param {string} options.label of all of them
 * @param {readonly M[]} options.methods
 * @param {Record<M, { name: string, about: string }>} options.about
 * @param {(method: M) => { outputs: [HTMLElement, HTMLElement], strip: Element, parts: T }} options.make what a lane
 *   shows of its method: two outputs beside its name, a strip below
 * @param {(method: M) => void} options.onMethod
 */
export function createLaneList({ label, methods, about, make, onMethod }) {
    const group = newId('method');
    const lanes = methods.map((method) => {
        const { outputs, strip, parts } = make(method);
        const { name, about: title } = about[method];
        const input = h('input', {
            type: 'radio',
            name: group,
            value: method,
            onchange: () => onMethod(method),
        });
        const heading = h('span', { class: 'lane-name' }, name);
        const element = h(
            'div',
            { class: 'lane-row' },
            h('label', { title }, input, heading, ...outputs),
            strip,
        );
        return { method, input, parts, element };
    });
    return {
        element: h(
            'div',
            { class: 'lanes', role: 'radiogroup', 'aria-label': label },
            ...lanes.map(({ element }) => element),
        ),
        lanes,
        /** @param {M} method */
        choose(method) {
            for (const lane of lanes) {
                lane.input.checked = lane.method === method;
                lane.element.classList.toggle('is-chosen', lane.input.checked);
            }
        },
    };
}
