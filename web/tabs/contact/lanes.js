/** When each method looks, side by side under the plot; choosing one draws its steps. */

import { h, newId, setAttributes, svg } from '../../base/dom.js';
import { ABOUT, METHODS } from './methods.js';

/**
 * @import { Method } from './methods.js'
 * @import { Solution } from './solve.js'
 * @import { State } from './state.js'
 */

/** @param {(method: Method) => void} onMethod */
export function createLanes(onMethod) {
    const group = newId('method');
    const lanes = METHODS.map((method) => {
        const { name, about } = ABOUT[method];
        const input = h('input', {
            type: 'radio',
            name: group,
            value: method,
            onchange: () => onMethod(method),
        });
        const count = h('output', { 'data-key': `looks-${method}`, 'aria-live': 'off' });
        const status = h('output', { 'data-key': `status-${method}`, 'aria-live': 'off' });
        const ticks = svg('path', { class: 'ticks' });
        const strip = svg(
            'svg',
            {
                class: 'lane',
                viewBox: '0 0 1000 14',
                preserveAspectRatio: 'none',
                'aria-hidden': 'true',
            },
            svg('path', { class: 'lane-line', d: 'M0 13.5H1000' }),
            ticks,
        );
        const element = h(
            'div',
            { class: 'lane-row' },
            h(
                'label',
                { title: about },
                input,
                h('span', { class: 'lane-name' }, name),
                count,
                status,
            ),
            strip,
        );
        return { method, input, count, status, ticks, element };
    });
    return {
        element: h(
            'div',
            { class: 'lanes', role: 'radiogroup', 'aria-label': 'Method whose steps are drawn' },
            ...lanes.map(({ element }) => element),
        ),
        /** @param {State} state @param {Solution} solution */
        draw(state, { traces }) {
            for (const { method, input, count, status, ticks, element } of lanes) {
                const trace = traces[method];
                input.checked = method === state.method;
                element.classList.toggle('is-chosen', input.checked);
                count.textContent = `${trace.iterations} ${trace.iterations === 1 ? 'look' : 'looks'}`;
                count.dataset.value = String(trace.iterations);
                status.textContent = trace.status;
                status.dataset.value = trace.status;
                const d = [
                    ...new Set(trace.looks.map((at) => ((1000 * at) / state.end).toFixed(1))),
                ]
                    .map((x) => `M${x} 1V13.5`)
                    .join('');
                setAttributes(ticks, { d });
            }
        },
    };
}
