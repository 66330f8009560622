/** Plot of distance over time, with the answers of the queries and the steps of one method. */

import { formatShort } from '../../base/format.js';
import { band, dots, level, verticalLine } from '../../base/overlays.js';
import { createPlot } from '../../base/plot.js';
import { color } from '../../base/theme.js';
import { METHOD_INFO } from './methods.js';

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
        lines: [
            { label: 'distance', color: 'text' },
            {
                label: 'distance of the deciding pair of parts',
                color: 'muted',
                dash: [5, 4],
                width: 1,
            },
        ],
        onPick,
        height: 260,
    });
    return {
        element: plot.element,
        /** @param {State} state @param {Solution} solution */
        draw({ time, method }, { times, separations, intervals, clearance, traces, ...rest }) {
            const trace = traces[method];
            const bands = intervals.map(({ status, begin, end }) =>
                band(
                    begin[0],
                    end[1],
                    status === 'grazing' ? 'warn' : 'bad',
                    status === 'grazing' ? 'grazing' : 'contact',
                ),
            );
            const first = rest.first.time;
            /** @type {Overlay[]} */
            const over = [level(0, 'muted'), stepOverlay(trace.evaluations, trace.separations)];
            over.push(
                dots(
                    [...trace.evaluations].map((evaluationTime, i) => [
                        evaluationTime,
                        trace.separations[i],
                    ]),
                    'accent',
                    { marker: METHOD_INFO[method].marker },
                ),
            );
            if (clearance.time !== null) {
                over.push(
                    dots([[clearance.time, clearance.separation[1]]], 'good', {
                        marker: 'cross',
                        size: 5,
                    }),
                );
            }
            over.push(verticalLine(time, 'text', { dash: [2, 2] }));
            plot.set({
                data: [[...times], [...separations], [...(rest.pairSeparations ?? [])]],
                behind: first ? [...bands, bracketOverlay(first)] : bands,
                over,
                label: describePlot(intervals, clearance),
            });
        },
        dispose: plot.dispose,
    };
}

/** Returns the bracket of the first contact, which is wide enough to be seen only for a large tolerance. @param
 * {[number, number]} time */
function bracketOverlay([lo, hi]) {
    const edge = verticalLine(lo, 'bad', { label: formatShort(lo) });
    /** @type {Overlay} */
    return (plot, context) => {
        context.save();
        band(lo, hi, 'warn')(plot, context);
        context.restore();
        edge(plot, context);
    };
}

/**
 * Draws each step from one evaluation to the next: down to the earliest possible contact, then up to the distance at
 * that time.
 *
 * @param {ArrayLike<number>} times
 * @param {ArrayLike<number>} separations
 * @returns {Overlay}
 */
function stepOverlay(times, separations) {
    return (plot, context) => {
        const x = (/** @type {number} */ value) => plot.valToPos(value, 'x', true);
        const y = (/** @type {number} */ value) => plot.valToPos(value, 'y', true);
        context.strokeStyle = color('accent');
        context.lineWidth = 1.25 * devicePixelRatio;
        context.beginPath();
        for (let i = 0; i + 1 < times.length; i++) {
            if (!(times[i + 1] > times[i])) continue;
            context.moveTo(x(times[i]), y(Math.max(separations[i], 0)));
            context.lineTo(x(times[i + 1]), y(0));
            context.lineTo(x(times[i + 1]), y(separations[i + 1]));
        }
        context.stroke();
    };
}

/** @param {Solution['intervals']} intervals @param {Solution['clearance']} clearance */
function describePlot(intervals, clearance) {
    const contacts = intervals.map(
        ({ begin, end }) => `${formatShort(begin[0])} to ${formatShort(end[1])}`,
    );
    const contactText = contacts.length
        ? `in contact from ${contacts.join(' and from ')}`
        : 'never in contact';
    const [, minSeparation] = clearance.separation;
    const timeText = clearance.time === null ? '' : ` at ${formatShort(clearance.time)}`;
    return `Distance of A and B over time: ${contactText}; minimum ${formatShort(minSeparation)}${timeText}`;
}
