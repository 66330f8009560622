/** Table of the answers of common conflict detection methods for this pair; all but the exact one can be wrong. */

import { h } from '../../base/dom.js';
import { details } from '../../base/fields.js';

/** @import { runBaselines } from './solve.js' */

export function createBaselineTable() {
    const body = h('tbody');
    const table = h(
        'table',
        { 'aria-label': 'Conflict detection methods' },
        h(
            'thead',
            null,
            h(
                'tr',
                null,
                ...['Method', 'Answer', 'Correct?'].map((name) => h('th', { scope: 'col' }, name)),
            ),
        ),
        body,
    );
    const emptyHint = h('p', { class: 'hint' }, 'These methods need constant velocities.');
    const element = details('Other methods for this pair', emptyHint, table);
    return {
        element,
        /** @param {() => void} redraw */
        onOpen: (redraw) => element.addEventListener('toggle', redraw),
        /** @param {(() => ReturnType<typeof runBaselines>) | null} getBaselines */
        draw(getBaselines) {
            emptyHint.hidden = getBaselines !== null;
            table.hidden = getBaselines === null;
            if (!getBaselines || !element.open) return;
            body.replaceChildren(
                ...getBaselines().map(({ method, name, hasConflict, isCorrect }) =>
                    h(
                        'tr',
                        { 'data-method': method },
                        h('th', { scope: 'row' }, name),
                        h(
                            'td',
                            null,
                            h(
                                'output',
                                { 'data-value': String(hasConflict) },
                                hasConflict === null
                                    ? 'limit exceeded'
                                    : hasConflict
                                      ? 'conflict'
                                      : 'none',
                            ),
                        ),
                        h(
                            'td',
                            { class: isCorrect ? 'right' : 'wrong' },
                            isCorrect ? '✓ yes' : '✕ no',
                        ),
                    ),
                ),
            );
        },
    };
}
