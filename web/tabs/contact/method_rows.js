/** Rows under the plot with the evaluation times of each method; choosing a row draws its steps. */

import { h, setAttributes, svg } from '../../base/dom.js';
import { createMethodRows } from '../../base/method_row.js';
import { METHOD_INFO, METHODS } from './methods.js';

/**
 * @import { Method } from './methods.js'
 * @import { Solution } from './solve.js'
 * @import { State } from './state.js'
 */

/** @param {Method} method */
function createRowParts(method) {
    const count = h('output', { 'data-key': `evaluations-${method}`, 'aria-live': 'off' });
    const status = h('output', { 'data-key': `status-${method}`, 'aria-live': 'off' });
    const ticks = svg('path', { class: 'ticks' });
    const strip = svg(
        'svg',
        {
            class: 'method-strip',
            viewBox: '0 0 1000 14',
            preserveAspectRatio: 'none',
            'aria-hidden': 'true',
        },
        svg('path', { class: 'method-axis', d: 'M0 13.5H1000' }),
        ticks,
    );
    /** @type {[HTMLElement, HTMLElement]} */
    const outputs = [count, status];
    return { outputs, strip, parts: { count, status, ticks } };
}

/** @param {(method: Method) => void} onMethod */
export function createContactRows(onMethod) {
    const list = createMethodRows({
        label: 'Method shown on the plot',
        methods: METHODS,
        info: METHOD_INFO,
        createParts: createRowParts,
        onMethod,
    });
    return {
        element: list.element,
        /** @param {State} state @param {Solution} solution */
        draw(state, { traces }) {
            list.select(state.method);
            for (const { method, parts } of list.lanes) {
                const { count, status, ticks } = parts;
                const trace = traces[method];
                count.textContent = `${trace.iterations} ${trace.iterations === 1 ? 'evaluation' : 'evaluations'}`;
                count.dataset.value = String(trace.iterations);
                status.textContent = trace.status;
                status.dataset.value = trace.status;
                const d = [
                    ...new Set(
                        trace.evaluations.map((time) => ((1000 * time) / state.end).toFixed(1)),
                    ),
                ]
                    .map((x) => `M${x} 1V13.5`)
                    .join('');
                setAttributes(ticks, { d });
            }
        },
    };
}
