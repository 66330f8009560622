/** Table of the iteration counts of each choice for this pair; its cells are buttons that choose. */

import { h } from '../../base/dom.js';
import { START_NAMES, STARTS, SUBDISTANCE_NAMES } from './gjk_options.js';

/**
 * @import { GjkOptions } from 'graze'
 * @import { State } from './state.js'
 */

/** @param {(subdistance: State['subdistance'], start: State['start']) => void} choose */
export function createCounts(choose) {
    const cells = SUBDISTANCE_NAMES.map(([subdistance, name]) => ({
        name,
        buttons: STARTS.map((start) => {
            const button = h('button', {
                type: 'button',
                class: 'count',
                'data-count': `${subdistance} ${start}`,
                onclick: () => choose(subdistance, start),
            });
            return { subdistance, start, button };
        }),
    }));
    const headers = START_NAMES.map(([, name]) => h('th', { scope: 'col' }, name));
    return {
        element: h(
            'table',
            { 'aria-label': 'Iterations per algorithm for this pair' },
            h(
                'thead',
                null,
                h(
                    'tr',
                    null,
                    h('th', { scope: 'col' }, 'Iterations, initial direction:'),
                    ...headers,
                ),
            ),
            h(
                'tbody',
                null,
                ...cells.map(({ name, buttons }) =>
                    h(
                        'tr',
                        null,
                        h('th', { scope: 'row' }, name),
                        ...buttons.map(({ button }) => h('td', null, button)),
                    ),
                ),
            ),
        ),
        /**
         * @param {State} state
         * @param {(options: GjkOptions) => number} count
         */
        draw(state, count) {
            for (const { subdistance, start, button } of cells.flatMap(({ buttons }) => buttons)) {
                button.textContent = String(count({ subdistance, start }));
                const isChosen = subdistance === state.subdistance && start === state.start;
                button.setAttribute('aria-pressed', String(isChosen));
            }
        },
    };
}
