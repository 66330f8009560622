/** Least gap over time, and under it, in line with it, every violation. */

import { leastGap } from 'graze/scenario/words';
import { h, setAttributes, svg } from '../../base/dom.js';
import { formatShort } from '../../base/format.js';
import { band, dots, level } from '../../base/overlays.js';
import { createPlot } from '../../base/plot.js';
import { ROWS, stretchesOf } from './job.js';

/**
 * @import { Shown } from './shown.js'
 */

const ROW_HEIGHT = 16;
/** Of a thousandth of the width: what is shorter is drawn as long. */
const LEAST_WIDTH = 3;
/** Violations beyond which the time line joins them. */
const MANY = 1000;
/** Stretches of conflict shaded on the plot; beyond, joined ones are too many to tell apart. */
const MOST_BANDS = 400;

/**
 * @param {object} options
 * @param {(time: number) => void} options.onPick
 * @param {(index: number) => void} options.onSelect a violation
 */
export function createChart({ onPick, onSelect }) {
    const plot = createPlot({
        label: 'Least gap over time',
        x: 'time',
        lines: [{ label: 'least gap', color: 'text', width: 1.5 }],
        onPick,
        height: 170,
    });
    const cursor = svg('line', { class: 'cursor-line', y1: 0, y2: 1 });
    const over = svg(
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
        strip.addEventListener('click', (event) => pick(event, strip, kinds));
        return { kinds, number, bars, chosen, element };
    });
    const element = h(
        'div',
        { class: 'chart' },
        plot.element,
        ...rows.map((row) => row.element),
        over,
    );
    /** @type {Shown | null} */
    let shown = null;

    /** @param {number} time */
    const across = (time) => {
        const [begin, end] = shown?.scene.span ?? [0, 1];
        return (1000 * (Math.min(Math.max(time, begin), end) - begin)) / (end - begin);
    };
    /**
     * The violation of a row that is nearest to where one presses.
     *
     * @param {MouseEvent} event
     * @param {SVGElement} strip
     * @param {string[]} kinds
     */
    const pick = (event, strip, kinds) => {
        const { left, width } = strip.getBoundingClientRect();
        const x = (1000 * (event.clientX - left)) / width;
        let [best, found] = [Infinity, -1];
        for (const [index, { kind, interval }] of (shown?.violations ?? []).entries()) {
            if (!kinds.includes(kind)) continue;
            const apart = Math.max(across(interval[0]) - x, x - across(interval[1]), 0);
            if (apart < best) [best, found] = [apart, index];
        }
        if (found >= 0) onSelect(found);
    };
    /** @param {readonly number[]} interval */
    const bar = (interval) => {
        const [from, to] = interval.map(across);
        const width = Math.max(to - from, LEAST_WIDTH);
        const left = Math.min(from, 1000 - width);
        return `M${left.toFixed(1)} 3h${width.toFixed(1)}v${ROW_HEIGHT - 6}h${(-width).toFixed(1)}z`;
    };

    return {
        element,
        /** @param {Shown | null} next @param {number} selected */
        draw(next, selected) {
            shown = next;
            element.toggleAttribute('hidden', !shown);
            if (!shown) return;
            const { violations, scene, curve, verdict } = shown;
            const [begin, end] = scene.span;
            // What no pixel tells apart is drawn as one.
            const apart = violations.length > MANY ? (end - begin) / 1000 : Number.NaN;
            const one = violations[selected];
            for (const { kinds, number, bars, chosen, element: row } of rows) {
                const mine = violations.filter(({ kind }) => kinds.includes(kind));
                row.hidden = mine.length === 0;
                const all = Number.isNaN(apart)
                    ? mine.map(({ interval }) => interval)
                    : stretchesOf(shown.marks, number, apart);
                setAttributes(bars, { d: all.map(bar).join('') });
                setAttributes(chosen, { d: one && mine.includes(one) ? bar(one.interval) : '' });
            }
            const least = verdict && leastGap(verdict.result);
            // Of one agent alone there is nothing to plot.
            plot.element.hidden = scene.shapeOf.length < 2;
            if (plot.element.hidden) return;
            plot.set({
                data: curve
                    ? [curve.times, curve.gaps]
                    : [
                          [begin, end],
                          [null, null],
                      ],
                behind: stretchesOf(shown.marks, 0)
                    .slice(0, MOST_BANDS)
                    .map(([from, to]) => band(from, to, 'bad')),
                over: [
                    level(0, 'muted'),
                    ...(least
                        ? [
                              dots([[least.time, least.distance]], 'accent', {
                                  form: 'cross',
                                  size: 5,
                              }),
                          ]
                        : []),
                ],
                label: least
                    ? `Least gap over time: least ${formatShort(least.distance)} at ${formatShort(least.time)}`
                    : 'Least gap over time',
            });
        },
        /** @param {number} time */
        drawTime(time) {
            const x = across(time).toFixed(2);
            setAttributes(cursor, { x1: x, x2: x });
        },
        dispose: plot.dispose,
    };
}
