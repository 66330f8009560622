/** A round of GJK as text and numbers. */

import { h, scrollBox } from '../../base/dom.js';
import { onPrecisionChange } from '../../base/format.js';
import { createReadout, showValue } from '../../base/readout.js';
import { formatBarycode } from './regions.js';
import { describeOutcome, describeReduction, formatVertexPair } from './round_messages.js';

/** @import { GjkRound } from 'graze' */

export function createRound() {
    const text = h('p', { class: 'round-text' });
    const readout = createReadout(
        {
            direction: 'Direction',
            w: 'w, support point',
            v: 'v, nearest so far',
            length: '|v|',
            radii: 'Sum of radii, subtracted',
            bound: 'Lower bound',
            barycode: 'Barycode',
        },
        'This round',
    );
    const body = h('tbody');
    const table = h(
        'table',
        { 'aria-label': 'Simplex of this round' },
        h(
            'thead',
            null,
            h(
                'tr',
                null,
                ...['Simplex', 'x', 'y', 'weight', 'result'].map((name) =>
                    h('th', { scope: 'col' }, name),
                ),
            ),
        ),
        body,
    );
    /** @type {GjkRound | undefined} */
    let currentRound;
    const cell = (/** @type {number} */ value) => {
        const output = h('output');
        showValue(output, value);
        return h('td', null, output);
    };
    const drawTable = () => {
        if (!currentRound) return;
        const { w } = currentRound;
        const isNewest = (/** @type {{ a: number, b: number }} */ { a, b }) =>
            a === w.a && b === w.b;
        body.replaceChildren(
            ...currentRound.simplex.map((point) =>
                h(
                    'tr',
                    null,
                    h(
                        'th',
                        { scope: 'row' },
                        formatVertexPair(point),
                        isNewest(point) ? ' = w' : '',
                    ),
                    cell(point.x),
                    cell(point.y),
                    cell(point.weight),
                    h('td', null, point.kept ? 'kept' : 'removed'),
                ),
            ),
        );
    };
    const stop = onPrecisionChange(drawTable);

    return {
        element: h('div', { class: 'round' }, text, readout.element, scrollBox('Simplex', table)),
        /** @param {GjkRound} gjkRound @param {number} radii sum of the radii of both bodies */
        draw(gjkRound, radii) {
            currentRound = gjkRound;
            const { direction, w, v, simplex, barycode } = gjkRound;
            const length = Math.hypot(v.x, v.y);
            // This is the distance of the support line from the origin, negative if A - B lies behind it: all of A -
            // B lies on one side of the line.
            const supportValue = direction.x * w.x + direction.y * w.y;
            const bound = -supportValue / Math.hypot(direction.x, direction.y) + 0;
            text.textContent = `${describeReduction(gjkRound)} ${describeOutcome(gjkRound)}`;
            readout.set({
                direction: [direction.x, direction.y],
                w: [w.x, w.y],
                v: [v.x, v.y],
                length,
                radii,
                bound,
                barycode: simplex.length === 3 ? formatBarycode(barycode) : null,
            });
            drawTable();
        },
        dispose() {
            stop();
            readout.dispose();
        },
    };
}
