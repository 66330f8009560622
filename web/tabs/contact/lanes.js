/** When each method looks, side by side under the plot; choosing one draws its steps. */

import { h, setAttributes, svg } from '../../base/dom.js';
import { createLaneList } from '../../base/lane.js';
import { ABOUT, METHODS } from './methods.js';

/**
 * @import { Method } from './methods.js'
 * @import { Solution } from './solve.js'
 * @import { State } from './state.js'
 */

/** @param {Method} method */
function make(method) {
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
    /** @type {[HTMLElement, HTMLElement]} */
    const outputs = [count, status];
    return { outputs, strip, parts: { count, status, ticks } };
}

/** @param {(method: Method) => void} onMethod */
export function createLanes(onMethod) {
    const list = createLaneList({
        label: 'Method whose steps are drawn',
        methods: METHODS,
        about: ABOUT,
        make,
        onMethod,
    });
    return {
        element: list.element,
        /** @param {State} state @param {Solution} solution */
        draw(state, { traces }) {
            list.choose(state.method);
            for (const { method, parts } of list.lanes) {
                const { count, status, ticks } = parts;
                const trace = traces[method];
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
