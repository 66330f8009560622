/** The answers of the queries, as text and numbers. */

import { formatFeature } from '../../base/deciding_pair.js';
import { h, scrollBox } from '../../base/dom.js';
import { formatShort, onPrecisionChange } from '../../base/format.js';
import { createReadout, showValue } from '../../base/readout.js';
import { createVerdict, STATUS_VERDICTS } from '../../base/verdict.js';

/**
 * @import { ContactInterval, FirstContact } from 'graze'
 * @import { Solution } from './solve.js'
 */

/** @type {Record<FirstContact['status'], string>} */
const STATUS_TEXTS = {
    free: 'No contact',
    hit: 'Contact',
    grazing: 'Grazing contact',
    overlapping: 'Overlapping at the start',
    undecided: 'Undecided: iteration limit reached',
};

/** @param {{ x: number, y: number } | null} point */
const toArray = (point) => (point ? [point.x, point.y] : null);

/** @param {(text: string) => void} announce */
export function createAnswer(announce) {
    const verdict = createVerdict('status', announce);
    const contact = createReadout(
        {
            time: 'First contact',
            contactSeparation: 'Separation at contact',
            pointA: 'Point of A',
            pointB: 'Point of B',
            normal: 'Normal, A to B',
            featureA: 'Feature of A',
            featureB: 'Feature of B',
        },
        'First contact',
        { hidesEmpty: true },
    );
    const clearanceReadout = createReadout(
        { clearance: 'Minimum separation', clearanceTime: 'Time of minimum' },
        'Clearance',
    );
    const hint = h(
        'p',
        { class: 'hint' },
        'Digits before the bar are certain; the digits after it are the two certified bounds.',
    );
    const emptyHint = h('p', { class: 'hint' }, 'None');
    const body = h('tbody');
    const table = h(
        'table',
        { 'aria-label': 'Contact intervals' },
        h(
            'thead',
            null,
            h(
                'tr',
                null,
                ...['Contact', 'begins', 'ends'].map((name) => h('th', { scope: 'col' }, name)),
            ),
        ),
        body,
    );
    const tableBox = scrollBox('Intervals of contact', table);
    /** @type {ContactInterval[]} */
    let shownIntervals = [];
    /** @param {readonly [number, number]} bracket */
    const cell = (bracket) => {
        const output = h('output');
        showValue(output, { bracket });
        return h('td', null, output);
    };
    const drawTable = () => {
        body.replaceChildren(
            ...shownIntervals.map(({ status, begin, end }) =>
                h('tr', null, h('th', { scope: 'row' }, status), cell(begin), cell(end)),
            ),
        );
        tableBox.hidden = shownIntervals.length === 0;
        emptyHint.hidden = !tableBox.hidden;
    };
    const stop = onPrecisionChange(drawTable);

    return {
        element: h(
            'section',
            { class: 'card result', 'aria-label': 'Answer' },
            verdict.element,
            contact.element,
            h('h3', null, 'Clearance'),
            clearanceReadout.element,
            h('h3', null, 'All contact intervals'),
            tableBox,
            emptyHint,
            hint,
        ),
        /** @param {Solution} solution */
        draw({ first, intervals, clearance }) {
            const text = STATUS_TEXTS[first.status];
            verdict.draw({
                ...STATUS_VERDICTS[first.status],
                text,
                value: first.status,
                spoken: first.time ? `${text} at ${formatShort(first.time[0])}` : text,
            });
            contact.set({
                time: first.time && { bracket: first.time },
                contactSeparation: first.separation,
                pointA: toArray(first.pointA),
                pointB: toArray(first.pointB),
                normal: toArray(first.normal),
                featureA: first.featureA && formatFeature(first.featureA),
                featureB: first.featureB && formatFeature(first.featureB),
            });
            clearanceReadout.set({
                clearance: { bracket: clearance.separation },
                clearanceTime: clearance.time,
            });
            shownIntervals = intervals;
            drawTable();
        },
        dispose() {
            stop();
            contact.dispose();
            clearanceReadout.dispose();
        },
    };
}
