/** The table of a task: a row for each set, a column for each contestant. */

import { h, scrollBox } from '../../base/dom.js';
import { errorsOf, partOf, scoreOf, shortRatio, shortTime } from './results.js';

/**
 * @import { Task } from '../../../js/bench/contestant.js'
 * @import { Results } from './results.js'
 */

/** @param {Results} results @param {Task} task */
export function taskTable(results, task) {
    const { rows, entrants } = partOf(results, task);
    const head = h(
        'tr',
        null,
        h('th', { scope: 'col' }, 'Set'),
        ...entrants.map(({ name, about }) => h('th', { scope: 'col', title: about }, name)),
    );
    const lines = rows.map((row) =>
        h(
            'tr',
            null,
            h(
                'th',
                { scope: 'row' },
                row.body === 'box' ? `boxes, ${row.scene}` : `n = ${row.body}, ${row.scene}`,
            ),
            ...entrants.map(({ name, beside }) => {
                const score = scoreOf(row, name);
                if (!score) return h('td', null, '–');
                const ratio = beside === undefined ? undefined : score.ratios[beside];
                return h(
                    'td',
                    null,
                    h(
                        'output',
                        {
                            'data-key': `${task} ${row.body} ${row.scene} ${name}`,
                            'data-value': score.ns,
                            title: `quartiles ${shortTime(score.low)} and ${shortTime(score.high)} ns`,
                        },
                        shortTime(score.ns),
                    ),
                    h('span', { class: 'ratio' }, ratio === undefined ? '' : shortRatio(ratio)),
                );
            }),
        ),
    );
    const table = h(
        'table',
        { class: 'times', 'aria-label': `Nanoseconds a pair, ${task}` },
        h('thead', null, head),
        h('tbody', null, ...lines),
    );
    const notes = errorsOf(results, task).map(({ name, wrong, pairs, absolute }) =>
        h(
            'li',
            null,
            `${name}: ${wrong} of ${pairs} answers wrong, though ${
                task === 'distance'
                    ? `only what is off by more than ${absolute} counts`
                    : `only bodies further than ${absolute} from contact count`
            }`,
        ),
    );
    return h(
        'div',
        { class: 'task' },
        h('h3', null, `${task}: nanoseconds a pair`),
        scrollBox(`Times of ${task}`, table),
        notes.length > 0 && h('ul', { class: 'notes' }, ...notes),
    );
}
