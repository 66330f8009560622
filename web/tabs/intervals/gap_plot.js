/** The squared distance of the centers over time, and the times at which it is at most (r₁ + r₂)². */

import { band, dots, level, verticalLine } from '../../base/overlays.js';
import { createPlot } from '../../base/plot.js';
import { squaredDistance } from './agents.js';

/**
 * @import { MovingDisc } from 'graze'
 * @import { Solution } from './solve.js'
 */

const SAMPLES = 320;

/** @param {MovingDisc} a @param {MovingDisc} b @returns {[number, number]} while both are there */
function commonTimes(a, b) {
    return [Math.max(a.t0, b.t0), Math.min(a.t1, b.t1)];
}

/** @param {(time: number) => void} onTime */
export function createGapPlot(onTime) {
    let yMax = 1;
    const plot = createPlot({
        label: 'Squared distance of the centers over time',
        x: 'time',
        lines: [
            { label: 'squared distance', color: 'text' },
            { label: 'as proposed', color: 'good', dash: [6, 4] },
        ],
        yRange: () => [0, yMax],
        onPick: onTime,
    });
    return {
        element: plot.element,
        /**
         * @param {Solution} solution
         * @param {{ a: MovingDisc, b: MovingDisc } | null} proposed
         * @param {[from: number, to: number]} range
         * @param {number} time
         */
        draw(solution, proposed, range, time) {
            const { a, b, approach, conflicts } = solution;
            const radiusSum = a.radius + b.radius;
            const pairs = proposed ? [solution, proposed] : [solution];
            const times = new Set(range);
            for (const pair of pairs) {
                const [lo, hi] = commonTimes(pair.a, pair.b);
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
                const [lo, hi] = commonTimes(pair.a, pair.b);
                return x.map((t) =>
                    t >= lo && t <= hi ? squaredDistance(pair.a, pair.b, t) : null,
                );
            });
            const minSquared = approach.relation ? squaredDistance(a, b, approach.time) : 0;
            // The plot shows the part near contact; large distances lie above it.
            const maxSquared = Math.max(...lines[0].map((value) => value ?? 0));
            const yLimit = Math.max(8 * radiusSum * radiusSum, 3 * minSquared, 1e-12);
            yMax = Math.min(maxSquared > 0 ? 1.05 * maxSquared : yLimit, yLimit);
            if (lines.length === 1) lines.push(x.map(() => null));
            plot.set({
                data: [x, ...lines],
                behind: conflicts.map(({ begin, end }) => band(begin, end, 'bad', 'conflict')),
                over: [
                    level(radiusSum * radiusSum, 'bad', { label: '(r₁ + r₂)²', dash: [5, 4] }),
                    ...(approach.relation
                        ? [dots([[approach.time, minSquared]], 'text', { marker: 'ring', size: 4 })]
                        : []),
                    verticalLine(time, 'accent', { width: 2 }),
                ],
                label: describePlot(solution),
            });
        },
        dispose: plot.dispose,
    };
}

/** @param {Solution} solution */
function describePlot({ conflicts, approach }) {
    const conflictText = conflicts.map(({ begin, end }) => `from ${begin} to ${end}`).join(' and ');
    const nearestText = approach.relation ? `; nearest at ${approach.time}` : '';
    return `Squared distance of the centers over time: ${conflictText ? `conflict ${conflictText}` : 'no conflict'}${nearestText}`;
}
