/** The chosen violation: its numbers, the gap of the two over time, and what a delay makes of it. */

import { describeMend, describeMessage, describePlace } from 'graze/scenario/words';
import { h } from '../../base/dom.js';
import { button } from '../../base/fields.js';
import { formatShort } from '../../base/format.js';
import { band, dots, instant, level } from '../../base/overlays.js';
import { createPlot } from '../../base/plot.js';
import { createReadout } from '../../base/readout.js';
import { pageWords, style } from './page_words.js';

/** @import { Encounter } from './encounter.js' */

/** @param {(time: number) => void} onTime */
export function createCloseup(onTime) {
    const title = h('h2');
    const message = h('p', { class: 'told' });
    const mend = h('p', { class: 'told mend' });
    const numbers = createReadout(
        {
            from: 'From t =',
            to: 'to t =',
            depth: 'Certified depth',
            deepest: 'Deepest at t =',
            gapNow: 'Gap now',
        },
        'The chosen violation',
        { hidesEmpty: true },
    );
    numbers.element.classList.add('in-line');
    const toFirst = button('To its beginning', () => encounter && onTime(encounter.first));
    const toDeepest = button('To the deepest', () => encounter && onTime(encounter.deepest));
    const plot = createPlot({
        label: 'Gap of the two over time',
        x: 'time',
        lines: [
            { label: 'gap', color: 'text', width: 1.5 },
            { label: 'after the delay', color: 'good', dash: [6, 4], width: 1.5 },
        ],
        onPick: onTime,
        height: 170,
    });
    const legend = h('p', { class: 'hint' });
    const chart = h('div', null, plot.element, legend);
    const element = h(
        'section',
        { class: 'card closeup', 'aria-label': 'The chosen violation' },
        title,
        message,
        mend,
        h('div', { class: 'buttons' }, toFirst, toDeepest),
        numbers.element,
        chart,
    );
    /** @type {Encounter | null} */
    let encounter = null;
    let drawn = Number.NaN;

    return {
        element,
        /** @param {Encounter | null} next @param {number} [count] of violations */
        fill(next, count = 0) {
            encounter = next;
            drawn = Number.NaN;
            element.hidden = !next;
            if (!next) return;
            const { violation, sides, gap, deepest, depth, index } = next;
            const names = pageWords(sides.map(({ name }) => name).join(' and '));
            title.textContent = `Violation ${index + 1} of ${count} by time: ${names}`;
            const { domain } = next;
            const place = describePlace(violation, { domain, ...style() });
            message.textContent = pageWords(`${describeMessage(violation, style())}; ${place}`);
            mend.textContent = pageWords(describeMend(violation, { domain, ...style() }));
            mend.hidden = mend.textContent === '';
            mend.classList.toggle('mend', Boolean(violation.mend));
            const [from, to] = violation.interval;
            numbers.set({
                from,
                to: violation.lasting ? 'it never ends' : to,
                depth: violation.depth,
                deepest: depth === null ? null : deepest,
            });
            toDeepest.hidden = depth === null;
            chart.hidden = !gap;
            if (!gap) return;
            const late = violation.mend;
            legend.textContent = late
                ? `Solid: as planned. Dashed: ${next.nameOf(late.agent)} later by ${formatShort(late.delay)}. Shaded: the violation.`
                : 'Shaded: the violation.';
        },
        /** @param {number} time @param {number | null} gapNow */
        drawTime(time, gapNow) {
            if (!encounter) return;
            numbers.set({ gapNow: gapNow === null ? null : encounter.gapOf(gapNow) });
            const { gap, violation, window, deepest, depth } = encounter;
            if (!gap || time === drawn) return;
            const within = Math.min(Math.max(time, window[0]), window[1]);
            // What goes on outside of its window changes nothing here.
            const isFirst = Number.isNaN(drawn);
            const most = 4 * Math.abs(depth ?? 0) || Math.max(...gap.gaps.map((one) => one ?? 0));
            // What is far apart would leave the depth no room.
            /** @param {(number | null)[] | null} gaps */
            const low = (gaps) =>
                gap.times.map((_, i) => {
                    const one = gaps?.[i] ?? null;
                    return one === null || one > most ? null : one;
                });
            drawn = within;
            const [from, to] = violation.interval;
            plot.set({
                ...(isFirst ? { data: [gap.times, low(gap.gaps), low(gap.mended)] } : {}),
                behind: [band(from, to, 'bad')],
                over: [
                    level(0, 'muted'),
                    ...(depth === null ? [] : [dots([[deepest, depth]], 'bad', { size: 4 })]),
                    instant(within, 'text', { dash: [2, 2] }),
                ],
                label: `Gap of ${encounter.sides.map(({ name }) => name).join(' and ')} over time; least ${formatShort(depth ?? 0)} at ${formatShort(deepest)}`,
            });
        },
        dispose() {
            plot.dispose();
            numbers.dispose();
        },
    };
}
