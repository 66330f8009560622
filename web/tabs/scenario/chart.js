/** Minimum gap over time, and every violation on a time line aligned below it. */

import { leastClearance } from 'graze/scenario/messages';
import { h, setAttributes, svg } from '../../base/dom.js';
import { formatShort } from '../../base/format.js';
import { band, dots, level } from '../../base/overlays.js';
import { createPlot } from '../../base/plot.js';
import { ROWS } from './scene.js';

/**
 * @import { CurrentPlan } from './plan_checker.js'
 * @import { Marks } from './scene.js'
 */

const ROW_HEIGHT = 16;
/** Minimum length of a bar, in thousandths of the width: shorter bars are drawn this long. */
const MIN_BAR_WIDTH = 3;
/** Number of violations above which the time line joins them. */
const MAX_SEPARATE_BARS = 1000;
/** Largest number of conflict bands shaded on the plot; more joined bands could not be distinguished. */
const MAX_BANDS = 400;

/**
 * @param {object} options
 * @param {(time: number) => void} options.onPick
 * @param {(index: number) => void} options.onSelect receives the index of a violation
 */
export function createChart({ onPick, onSelect }) {
    const plot = createPlot({
        label: 'Minimum gap over time',
        x: 'time',
        lines: [{ label: 'minimum gap', color: 'text', width: 1.5 }],
        onPick,
        height: 170,
    });
    const cursor = svg('line', { class: 'cursor-line', y1: 0, y2: 1 });
    const cursorSvg = svg(
        'svg',
        {
            class: 'cursor',
            viewBox: '0 0 1000 1',
            preserveAspectRatio: 'none',
            'aria-hidden': 'true',
        },
        cursor,
    );
    const rows = ROWS.map(({ name, kinds }, number) => {
        const bars = svg('path', { class: 'bars' });
        const chosen = svg('path', { class: 'bars is-chosen' });
        const strip = svg(
            'svg',
            {
                class: 'strip',
                viewBox: `0 0 1000 ${ROW_HEIGHT}`,
                preserveAspectRatio: 'none',
                'aria-hidden': 'true',
            },
            svg('path', { class: 'strip-line', d: `M0 ${ROW_HEIGHT / 2}H1000` }),
            bars,
            chosen,
        );
        const element = h('div', { class: 'strip-row' }, h('span', null, name), strip);
        strip.addEventListener('click', (event) => selectNearest(event, strip, kinds));
        return { kinds, number, bars, chosen, element };
    });
    const element = h(
        'div',
        { class: 'chart' },
        plot.element,
        ...rows.map((row) => row.element),
        cursorSvg,
    );
    /** @type {CurrentPlan | null} */
    let plan = null;

    /** @param {number} time */
    const timeToX = (time) => {
        const [begin, end] = plan?.scene.span ?? [0, 1];
        return (1000 * (Math.min(Math.max(time, begin), end) - begin)) / (end - begin);
    };
    /**
     * Selects the violation of a row nearest to the pressed point.
     *
     * @param {MouseEvent} event
     * @param {SVGElement} strip
     * @param {string[]} kinds
     */
    const selectNearest = (event, strip, kinds) => {
        const { left, width } = strip.getBoundingClientRect();
        const x = (1000 * (event.clientX - left)) / width;
        let [best, nearestIndex] = [Infinity, -1];
        for (const [index, { kind, interval }] of (plan?.violations ?? []).entries()) {
            if (!kinds.includes(kind)) continue;
            const distance = Math.max(timeToX(interval[0]) - x, x - timeToX(interval[1]), 0);
            if (distance < best) [best, nearestIndex] = [distance, index];
        }
        if (nearestIndex >= 0) onSelect(nearestIndex);
    };
    /** @param {readonly number[]} interval */
    const bar = (interval) => {
        const [from, to] = interval.map(timeToX);
        const width = Math.max(to - from, MIN_BAR_WIDTH);
        const left = Math.min(from, 1000 - width);
        return `M${left.toFixed(1)} 3h${width.toFixed(1)}v${ROW_HEIGHT - 6}h${(-width).toFixed(1)}z`;
    };

    return {
        element,
        /** @param {CurrentPlan | null} next @param {number} selected */
        draw(next, selected) {
            plan = next;
            element.toggleAttribute('hidden', !plan);
            if (!plan) return;
            const { violations, scene, curve, verdict } = plan;
            const [begin, end] = scene.span;
            // Bars closer than a pixel are drawn as one.
            const minGap =
                violations.length > MAX_SEPARATE_BARS ? (end - begin) / 1000 : Number.NaN;
            const selectedViolation = violations[selected];
            for (const { kinds, number, bars, chosen, element: row } of rows) {
                const rowViolations = violations.filter(({ kind }) => kinds.includes(kind));
                row.hidden = rowViolations.length === 0;
                const intervals = Number.isNaN(minGap)
                    ? rowViolations.map(({ interval }) => interval)
                    : mergeIntervals(plan.marks, number, minGap);
                setAttributes(bars, { d: intervals.map(bar).join('') });
                setAttributes(chosen, {
                    d:
                        selectedViolation && rowViolations.includes(selectedViolation)
                            ? bar(selectedViolation.interval)
                            : '',
                });
            }
            const least = verdict && leastClearance(verdict.result);
            // A plan of one agent has nothing to plot.
            plot.element.hidden = scene.shapeOf.length < 2;
            if (plot.element.hidden) return;
            plot.set({
                data: curve
                    ? [curve.times, curve.separations]
                    : [
                          [begin, end],
                          [null, null],
                      ],
                behind: mergeIntervals(plan.marks, 0)
                    .slice(0, MAX_BANDS)
                    .map(([from, to]) => band(from, to, 'bad')),
                over: [
                    level(0, 'muted'),
                    ...(least
                        ? [
                              dots([[least.time, least.separation]], 'accent', {
                                  marker: 'cross',
                                  size: 5,
                              }),
                          ]
                        : []),
                ],
                label: least
                    ? `Minimum gap over time: ${formatShort(least.separation)} at ${formatShort(least.time)}`
                    : 'Minimum gap over time',
            });
        },
        /** @param {number} time */
        drawTime(time) {
            const x = timeToX(time).toFixed(2);
            setAttributes(cursor, { x1: x, x2: x });
        },
        dispose: plot.dispose,
    };
}

/**
 * Returns the times with any violation of a row, as disjoint intervals.
 *
 * @param {Marks} marks
 * @param {number} row
 * @param {number} [minGap] intervals closer than this are merged
 * @returns {[number, number][]}
 */
export function mergeIntervals({ intervals, rows }, row, minGap = 0) {
    /** @type {[number, number][]} */
    const merged = [];
    for (let k = 0; k < rows.length; k++) {
        if (rows[k] !== row) continue;
        const [from, to] = [intervals[2 * k], intervals[2 * k + 1]];
        const last = merged[merged.length - 1];
        if (last && from <= last[1] + minGap) last[1] = Math.max(last[1], to);
        else merged.push([from, to]);
    }
    return merged;
}
