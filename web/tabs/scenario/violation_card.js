/** The card of the selected violation: its numbers, the gap of the two over time, and the effect of a delay. */

import { describeMessage, describePlace, describeSuggestion } from 'graze/scenario/messages';
import { h } from '../../base/dom.js';
import { button } from '../../base/fields.js';
import { formatShort } from '../../base/format.js';
import { band, dots, level, verticalLine } from '../../base/overlays.js';
import { createPlot } from '../../base/plot.js';
import { createReadout } from '../../base/readout.js';
import { messageStyle, toPageMessage } from './page_messages.js';

/** @import { ViolationDetail } from './violation_detail.js' */

/** @param {(time: number) => void} onTime */
export function createCloseup(onTime) {
    const title = h('h2');
    const message = h('p', { class: 'report-text' });
    const suggestionText = h('p', { class: 'report-text suggestion' });
    const numbers = createReadout(
        {
            from: 'From t =',
            to: 'to t =',
            depth: 'Certified depth',
            deepestTime: 'Deepest at t =',
            gapNow: 'Gap now',
        },
        'Selected violation',
        { hidesEmpty: true },
    );
    numbers.element.classList.add('inline');
    const toFirst = button('Go to start', () => detail && onTime(detail.first));
    const toDeepest = button('Go to deepest', () => detail && onTime(detail.deepestTime));
    const plot = createPlot({
        label: 'Gap over time',
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
        { class: 'card closeup', 'aria-label': 'Selected violation' },
        title,
        message,
        suggestionText,
        h('div', { class: 'buttons' }, toFirst, toDeepest),
        numbers.element,
        chart,
    );
    /** @type {ViolationDetail | null} */
    let detail = null;
    let drawnTime = Number.NaN;

    return {
        element,
        /** @param {ViolationDetail | null} next @param {number} [count] number of violations */
        fill(next, count = 0) {
            detail = next;
            drawnTime = Number.NaN;
            element.hidden = !next;
            if (!next) return;
            const { violation, participants, separation, deepestTime, depth, index } = next;
            const names = toPageMessage(participants.map(({ name }) => name).join(' and '));
            title.textContent = `Violation ${index + 1} of ${count} by time: ${names}`;
            const { domain } = next;
            const place = describePlace(violation, { domain, ...messageStyle() });
            message.textContent = toPageMessage(
                `${describeMessage(violation, messageStyle())}; ${place}`,
            );
            suggestionText.textContent = toPageMessage(
                describeSuggestion(violation, { domain, ...messageStyle() }),
            );
            suggestionText.hidden = suggestionText.textContent === '';
            suggestionText.classList.toggle('suggestion', Boolean(violation.suggestion));
            const [from, to] = violation.interval;
            numbers.set({
                from,
                to: violation.lasting ? 'never ends' : to,
                depth: violation.depth,
                deepestTime: depth === null ? null : deepestTime,
            });
            toDeepest.hidden = depth === null;
            chart.hidden = !separation;
            if (!separation) return;
            const suggestion = violation.suggestion;
            legend.textContent = suggestion
                ? `Solid: as planned. Dashed: ${next.formatName(suggestion.agent)} delayed by ${formatShort(suggestion.delay)}. Shaded: the violation.`
                : 'Shaded: the violation.';
        },
        /** @param {number} time @param {number | null} gapNow */
        drawTime(time, gapNow) {
            if (!detail) return;
            numbers.set({ gapNow: gapNow === null ? null : detail.formatGap(gapNow) });
            const { separation, violation, window, deepestTime, depth } = detail;
            if (!separation || time === drawnTime) return;
            const clamped = Math.min(Math.max(time, window[0]), window[1]);
            // Changes outside of its time window do not affect this card.
            const isFirst = Number.isNaN(drawnTime);
            const limit =
                4 * Math.abs(depth ?? 0) ||
                Math.max(...separation.separations.map((value) => value ?? 0));
            // Large gaps are clipped so that the depth remains visible.
            /** @param {(number | null)[] | null} separations */
            const clip = (separations) =>
                separation.times.map((_, i) => {
                    const value = separations?.[i] ?? null;
                    return value === null || value > limit ? null : value;
                });
            drawnTime = clamped;
            const [from, to] = violation.interval;
            plot.set({
                ...(isFirst
                    ? {
                          data: [
                              separation.times,
                              clip(separation.separations),
                              clip(separation.delayed),
                          ],
                      }
                    : {}),
                behind: [band(from, to, 'bad')],
                over: [
                    level(0, 'muted'),
                    ...(depth === null ? [] : [dots([[deepestTime, depth]], 'bad', { size: 4 })]),
                    verticalLine(clamped, 'text', { dash: [2, 2] }),
                ],
                label: `Gap of ${detail.participants.map(({ name }) => name).join(' and ')} over time; minimum ${formatShort(depth ?? 0)} at ${formatShort(deepestTime)}`,
            });
        },
        dispose() {
            plot.dispose();
            numbers.dispose();
        },
    };
}
