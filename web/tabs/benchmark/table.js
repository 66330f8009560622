/** The table of a task: a row per set, a column per contestant. */

import { h, scrollBox } from '../../base/dom.js';
import { countErrors, findScore, formatRatio, formatTime, selectTask } from './results.js';

/**
 * @import { Task } from '../../../js/bench/contestant.js'
 * @import { Results } from './results.js'
 */

/** @param {Results} results @param {Task} task */
export function taskTable(results, task) {
    const { rows, entrants: contestants } = selectTask(results, task);
    const headerRow = h(
        'tr',
        null,
        h('th', { scope: 'col' }, 'Set'),
        ...contestants.map(({ name, description }) =>
            h('th', { scope: 'col', title: description }, name),
        ),
    );
    const bodyRows = rows.map((row) =>
        h(
            'tr',
            null,
            h(
                'th',
                { scope: 'row' },
                row.body === 'box' ? `boxes, ${row.scene}` : `n = ${row.body}, ${row.scene}`,
            ),
            ...contestants.map(({ name, baseline }) => {
                const score = findScore(row, name);
                if (!score) return h('td', null, '–');
                const ratio = baseline === undefined ? undefined : score.ratios[baseline];
                return h(
                    'td',
                    null,
                    h(
                        'output',
                        {
                            'data-key': `${task} ${row.body} ${row.scene} ${name}`,
                            'data-value': score.ns,
                            title: `quartiles ${formatTime(score.low)} and ${formatTime(score.high)} ns`,
                        },
                        formatTime(score.ns),
                    ),
                    h('span', { class: 'ratio' }, ratio === undefined ? '' : formatRatio(ratio)),
                );
            }),
        ),
    );
    const table = h(
        'table',
        { class: 'times', 'aria-label': `Nanoseconds per pair, ${task}` },
        h('thead', null, headerRow),
        h('tbody', null, ...bodyRows),
    );
    const notes = countErrors(results, task).map(({ name, wrong, pairs, absolute }) =>
        h(
            'li',
            null,
            `${name}: ${wrong} of ${pairs} wrong answers; ${
                task === 'distance'
                    ? `only errors above ${absolute} count`
                    : `only bodies farther than ${absolute} from contact count`
            }`,
        ),
    );
    return h(
        'div',
        { class: 'task' },
        h('h3', null, `${task}: nanoseconds per pair`),
        scrollBox(`Times of ${task}`, table),
        notes.length > 0 && h('ul', { class: 'notes' }, ...notes),
    );
}
