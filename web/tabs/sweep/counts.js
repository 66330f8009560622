/** Table of each method's counts: for all remaining steps, and for the first contact. */

import { h, scrollBox } from '../../base/dom.js';
import { METHOD_INFO, METHODS } from './methods.js';

/** @import { Solution } from './solve.js' */

const COLUMNS = /** @type {const} */ ([
    ['tests', 'box tests'],
    ['remaining', 'candidate steps'],
    ['status', 'first contact'],
    ['first-tests', 'box tests, first contact'],
    ['candidates', 'candidates, first contact'],
    ['runs', 'narrow-phase runs'],
    ['iterations', 'iterations'],
]);

export function createCounts() {
    const rows = METHODS.map((method) => {
        const cells = COLUMNS.map(([key]) =>
            h('output', { 'data-key': `${method}-${key}`, 'aria-live': 'off' }),
        );
        const element = h(
            'tr',
            null,
            h(
                'th',
                { scope: 'row', title: METHOD_INFO[method].description },
                METHOD_INFO[method].name,
            ),
            ...cells.map((cell) => h('td', null, cell)),
        );
        return { method, cells, element };
    });
    const table = h(
        'table',
        { 'aria-label': 'Counts per method' },
        h(
            'thead',
            null,
            h(
                'tr',
                null,
                h('th', { scope: 'col' }, 'Method'),
                ...COLUMNS.map(([, name]) => h('th', { scope: 'col' }, name)),
            ),
        ),
        h('tbody', null, ...rows.map(({ element }) => element)),
    );
    return {
        element: scrollBox('Counts of each method', table),
        /** @param {Solution} solution */
        draw({ searches }) {
            for (const { method, cells } of rows) {
                const { steps, tests, sweep } = searches[method];
                const { status, candidates, runs, iterations } = sweep;
                const values = [
                    tests,
                    steps.length,
                    status,
                    sweep.tests,
                    candidates,
                    runs,
                    iterations,
                ];
                for (const [k, value] of values.entries()) {
                    cells[k].textContent = String(value);
                    cells[k].dataset.value = String(value);
                }
            }
        },
    };
}
