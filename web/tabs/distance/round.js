/** A round of GJK in words and numbers. */

import { h, scrollBox } from '../../base/dom.js';
import { onPrecision } from '../../base/format.js';
import { createReadout, showValue } from '../../base/readout.js';
import { codeText } from './regions.js';
import { outcome, pointName, reduction } from './words.js';

/** @import { Step } from 'graze' */

export function createRound() {
    const text = h('p', { class: 'round-text' });
    const readout = createReadout(
        {
            direction: 'Direction',
            w: 'w, furthest there',
            v: 'v, nearest so far',
            length: '|v|',
            radii: 'Radii, taken off',
            bound: 'No nearer than',
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
                ...['Simplex', 'x', 'y', 'weight', 'then'].map((name) =>
                    h('th', { scope: 'col' }, name),
                ),
            ),
        ),
        body,
    );
    /** @type {Step | undefined} */
    let shown;
    const cell = (/** @type {number} */ value) => {
        const output = h('output');
        showValue(output, value);
        return h('td', null, output);
    };
    const drawTable = () => {
        if (!shown) return;
        const { w } = shown;
        const isNewest = (/** @type {{ a: number, b: number }} */ { a, b }) =>
            a === w.a && b === w.b;
        body.replaceChildren(
            ...shown.simplex.map((point) =>
                h(
                    'tr',
                    null,
                    h('th', { scope: 'row' }, pointName(point), isNewest(point) ? ' = w' : ''),
                    cell(point.x),
                    cell(point.y),
                    cell(point.weight),
                    h('td', null, point.kept ? 'stays' : 'dropped'),
                ),
            ),
        );
    };
    const stop = onPrecision(drawTable);

    return {
        element: h('div', { class: 'round' }, text, readout.element, scrollBox('Simplex', table)),
        /** @param {Step} step @param {number} radii of both bodies together */
        draw(step, radii) {
            shown = step;
            const { direction, w, v, simplex, barycode } = step;
            const length = Math.hypot(v.x, v.y);
            // All of A - B lies on one side of the support line: its distance from the origin, negative behind it.
            const along = direction.x * w.x + direction.y * w.y;
            const bound = -along / Math.hypot(direction.x, direction.y) + 0;
            text.textContent = `${reduction(step)} ${outcome(step)}`;
            readout.set({
                direction: [direction.x, direction.y],
                w: [w.x, w.y],
                v: [v.x, v.y],
                length,
                radii,
                bound,
                barycode: simplex.length === 3 ? codeText(barycode) : null,
            });
            drawTable();
        },
        dispose() {
            stop();
            readout.dispose();
        },
    };
}
