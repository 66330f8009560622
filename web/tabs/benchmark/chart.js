/** Bars of a task: the median over the sets, and the range from the fastest set to the slowest. */

import { h, svg } from '../../base/dom.js';
import { computeBars, formatRatio, formatTime } from './results.js';

/**
 * @import { Task } from '../../../js/bench/contestant.js'
 * @import { Results } from './results.js'
 */

const WIDTH = 1000;
const HEIGHT = 20;

/** @param {Results} results @param {Task} task */
export function taskChart(results, task) {
    const bars = computeBars(results, task);
    const max = Math.max(...bars.map(({ high }) => high));
    /** @param {number} ns */
    const toX = (ns) => ((WIDTH * ns) / max).toFixed(1);
    return h(
        'ul',
        { class: 'bars', 'aria-label': `Median nanoseconds per pair, ${task}` },
        ...bars.map(({ contestant, ns, low, high, ratio }) => {
            const { name, description, isGraze, baseline } = contestant;
            return h(
                'li',
                { title: description, class: isGraze ? 'is-graze' : null },
                h('span', { class: 'bar-name' }, isGraze ? `graze ${name}` : name),
                svg(
                    'svg',
                    {
                        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
                        preserveAspectRatio: 'none',
                        'aria-hidden': 'true',
                    },
                    svg('rect', { class: 'bar', width: toX(ns), height: HEIGHT }),
                    svg('path', {
                        class: 'whisker',
                        d: `M${toX(low)} ${HEIGHT / 2}H${toX(high)}M${toX(low)} 5V15M${toX(high)} 5V15`,
                    }),
                ),
                h(
                    'span',
                    { class: 'bar-value' },
                    h(
                        'output',
                        { 'data-key': `median ${task} ${name}`, 'data-value': ns },
                        `${formatTime(ns)} ns`,
                    ),
                    ratio === null ? '' : ` ${formatRatio(ratio)} ${baseline}`,
                ),
            );
        }),
    );
}
