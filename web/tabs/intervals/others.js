/** What the ways in use to detect conflicts say of this pair: all but the exact one err. */

import { h } from '../../base/dom.js';
import { details } from '../../base/fields.js';

/** @import { baselines } from './ask.js' */

export function createOthers() {
    const body = h('tbody');
    const table = h(
        'table',
        { 'aria-label': 'Ways to detect conflicts' },
        h(
            'thead',
            null,
            h(
                'tr',
                null,
                ...['Method', 'says', 'right?'].map((name) => h('th', { scope: 'col' }, name)),
            ),
        ),
        body,
    );
    const none = h('p', { class: 'hint' }, 'They take constant velocities.');
    const element = details('What other methods say of this pair', none, table);
    return {
        element,
        /** @param {() => void} redraw */
        onOpen: (redraw) => element.addEventListener('toggle', redraw),
        /** @param {(() => ReturnType<typeof baselines>) | null} ask */
        draw(ask) {
            none.hidden = ask !== null;
            table.hidden = ask === null;
            if (!ask || !element.open) return;
            body.replaceChildren(
                ...ask().map(({ how, name, says, isRight }) =>
                    h(
                        'tr',
                        { 'data-method': how },
                        h('th', { scope: 'row' }, name),
                        h(
                            'td',
                            null,
                            h(
                                'output',
                                { 'data-value': String(says) },
                                says === null ? 'too many' : says ? 'conflict' : 'none',
                            ),
                        ),
                        h('td', { class: isRight ? 'right' : 'wrong' }, isRight ? '✓ yes' : '✕ no'),
                    ),
                ),
            );
        },
    };
}
