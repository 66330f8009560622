/** The squared distance of the centres over time, and when it is at most (r₁ + r₂)². */

import { band, dots, instant, level } from '../../base/overlays.js';
import { createPlot } from '../../base/plot.js';
import { squaredDistance } from './segments.js';

/**
 * @import { Segment } from 'graze'
 * @import { Found } from './ask.js'
 */

const SAMPLES = 320;

/** @param {Segment} a @param {Segment} b @returns {[number, number]} while both are there */
function common(a, b) {
    return [Math.max(a.start, b.start), Math.min(a.end, b.end)];
}

/** @param {(time: number) => void} onTime */
export function createGapPlot(onTime) {
    let top = 1;
    const plot = createPlot({
        label: 'Squared distance of the centres over time',
        x: 'time',
        lines: [
            { label: 'squared distance', color: 'text' },
            { label: 'as proposed', color: 'good', dash: [6, 4] },
        ],
        y: () => [0, top],
        onPick: onTime,
    });
    return {
        element: plot.element,
        /**
         * @param {Found} found
         * @param {{ a: Segment, b: Segment } | null} proposed
         * @param {[from: number, to: number]} range
         * @param {number} time
         */
        draw(found, proposed, range, time) {
            const { a, b, approach, conflicts } = found;
            const reach = a.radius + b.radius;
            const pairs = proposed ? [found, proposed] : [found];
            const times = new Set(range);
            for (const pair of pairs) {
                const [lo, hi] = common(pair.a, pair.b);
                for (let k = 0; lo <= hi && k <= SAMPLES; k++) {
                    times.add(lo + ((hi - lo) * k) / SAMPLES);
                }
            }
            for (const { begin, end } of conflicts) times.add(begin).add(end);
            if (approach.relation) times.add(approach.time);
            const x = [...times]
                .filter((t) => t >= range[0] && t <= range[1])
                .sort((p, q) => p - q);
            const lines = pairs.map((pair) => {
                const [lo, hi] = common(pair.a, pair.b);
                return x.map((t) =>
                    t >= lo && t <= hi ? squaredDistance(pair.a, pair.b, t) : null,
                );
            });
            const least = approach.relation ? squaredDistance(a, b, approach.time) : 0;
            // What is interesting is near contact, what is far is higher than the plot.
            const most = Math.max(...lines[0].map((value) => value ?? 0));
            const wanted = Math.max(8 * reach * reach, 3 * least, 1e-12);
            top = Math.min(most > 0 ? 1.05 * most : wanted, wanted);
            if (lines.length === 1) lines.push(x.map(() => null));
            plot.set({
                data: [x, ...lines],
                behind: conflicts.map(({ begin, end }) => band(begin, end, 'bad', 'conflict')),
                over: [
                    level(reach * reach, 'bad', { label: '(r₁ + r₂)²', dash: [5, 4] }),
                    ...(approach.relation
                        ? [dots([[approach.time, least]], 'text', { form: 'ring', size: 4 })]
                        : []),
                    instant(time, 'accent', { width: 2 }),
                ],
                label: words(found),
            });
        },
        dispose: plot.dispose,
    };
}

/** @param {Found} found */
function words({ conflicts, approach }) {
    const when = conflicts.map(({ begin, end }) => `from ${begin} to ${end}`).join(' and ');
    const near = approach.relation ? `; nearest at ${approach.time}` : '';
    return `Squared distance of the centres over time: ${when ? `conflict ${when}` : 'no conflict'}${near}`;
}
