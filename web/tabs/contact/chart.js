/** Distance over time, with what the queries say of it, and the steps of one method. */

import { formatShort } from '../../base/format.js';
import { band, dots, instant, level } from '../../base/overlays.js';
import { createPlot } from '../../base/plot.js';
import { color } from '../../base/theme.js';
import { ABOUT } from './methods.js';

/**
 * @import { Overlay } from '../../base/plot.js'
 * @import { Solution } from './solve.js'
 * @import { State } from './state.js'
 */

/** @param {(time: number) => void} onPick */
export function createChart(onPick) {
    const plot = createPlot({
        label: 'Distance of A and B over time',
        x: 'time',
        lines: [{ label: 'distance', color: 'text' }],
        onPick,
        height: 260,
    });
    return {
        element: plot.element,
        /** @param {State} state @param {Solution} solution */
        draw({ time, method }, { times, separations, intervals, clearance, traces }) {
            const trace = traces[method];
            const bands = intervals.map(({ status, begin, end }) =>
                band(
                    begin[0],
                    end[1],
                    status === 'graze' ? 'warn' : 'bad',
                    status === 'graze' ? 'graze' : 'contact',
                ),
            );
            const first = traces.certified.time;
            /** @type {Overlay[]} */
            const over = [level(0, 'muted'), steps(trace.looks, trace.gaps)];
            over.push(
                dots(
                    [...trace.looks].map((at, i) => [at, trace.gaps[i]]),
                    'accent',
                    { form: ABOUT[method].form },
                ),
            );
            if (clearance.time !== null) {
                over.push(
                    dots([[clearance.time, clearance.distance[1]]], 'good', {
                        form: 'cross',
                        size: 5,
                    }),
                );
            }
            over.push(instant(time, 'text', { dash: [2, 2] }));
            plot.set({
                data: [[...times], [...separations]],
                behind: first ? [...bands, bracket(first)] : bands,
                over,
                label: describe(intervals, clearance),
            });
        },
        dispose: plot.dispose,
    };
}

/** The bracket of the first contact: wide enough to be seen only when a wide one was asked for. @param {[number, number]} time */
function bracket([lo, hi]) {
    const edge = instant(lo, 'bad', { label: formatShort(lo) });
    /** @type {Overlay} */
    return (plot, context) => {
        context.save();
        band(lo, hi, 'warn')(plot, context);
        context.restore();
        edge(plot, context);
    };
}

/**
 * From each look to the next: down to where contact would be possible at the earliest, and up to what the distance is
 * there.
 *
 * @param {ArrayLike<number>} looks
 * @param {ArrayLike<number>} gaps
 * @returns {Overlay}
 */
function steps(looks, gaps) {
    return (plot, context) => {
        const x = (/** @type {number} */ value) => plot.valToPos(value, 'x', true);
        const y = (/** @type {number} */ value) => plot.valToPos(value, 'y', true);
        context.strokeStyle = color('accent');
        context.lineWidth = 1.25 * devicePixelRatio;
        context.beginPath();
        for (let i = 0; i + 1 < looks.length; i++) {
            if (!(looks[i + 1] > looks[i])) continue;
            context.moveTo(x(looks[i]), y(Math.max(gaps[i], 0)));
            context.lineTo(x(looks[i + 1]), y(0));
            context.lineTo(x(looks[i + 1]), y(gaps[i + 1]));
        }
        context.stroke();
    };
}

/** @param {Solution['intervals']} intervals @param {Solution['clearance']} clearance */
function describe(intervals, clearance) {
    const contacts = intervals.map(
        ({ begin, end }) => `${formatShort(begin[0])} to ${formatShort(end[1])}`,
    );
    const met = contacts.length
        ? `in contact from ${contacts.join(', from ')}`
        : 'never in contact';
    const [, least] = clearance.distance;
    const at = clearance.time === null ? '' : ` at ${formatShort(clearance.time)}`;
    return `Distance of A and B over time: ${met}; least ${formatShort(least)}${at}`;
}
