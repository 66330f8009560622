/** Bars of a task: the median over the sets, and from the quickest set to the slowest. */

import { h, svg } from '../../base/dom.js';
import { barsOf, shortRatio, shortTime } from './results.js';

/**
 * @import { Task } from '../../../js/bench/contestant.js'
 * @import { Results } from './results.js'
 */

const WIDTH = 1000;
const HEIGHT = 20;

/** @param {Results} results @param {Task} task */
export function taskChart(results, task) {
    const bars = barsOf(results, task);
    const most = Math.max(...bars.map(({ high }) => high));
    /** @param {number} ns */
    const at = (ns) => ((WIDTH * ns) / most).toFixed(1);
    return h(
        'ul',
        { class: 'bars', 'aria-label': `Median nanoseconds a pair, ${task}` },
        ...bars.map(({ entrant, ns, low, high, ratio }) => {
            const { name, about, ours, beside } = entrant;
            return h(
                'li',
                { title: about, class: ours ? 'ours' : null },
                h('span', { class: 'bar-name' }, ours ? `graze ${name}` : name),
                svg(
                    'svg',
                    {
                        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
                        preserveAspectRatio: 'none',
                        'aria-hidden': 'true',
                    },
                    svg('rect', { class: 'bar', width: at(ns), height: HEIGHT }),
                    svg('path', {
                        class: 'whisker',
                        d: `M${at(low)} ${HEIGHT / 2}H${at(high)}M${at(low)} 5V15M${at(high)} 5V15`,
                    }),
                ),
                h(
                    'span',
                    { class: 'bar-value' },
                    h(
                        'output',
                        { 'data-key': `median ${task} ${name}`, 'data-value': ns },
                        `${shortTime(ns)} ns`,
                    ),
                    ratio === null ? '' : ` ${shortRatio(ratio)} ${beside}`,
                ),
            );
        }),
    );
}
