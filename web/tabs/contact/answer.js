/** What the queries answer, in numbers. */

import { h, scrollBox } from '../../base/dom.js';
import { formatShort, onPrecision } from '../../base/format.js';
import { createReadout, showValue } from '../../base/readout.js';
import { createVerdict, LOOKS } from '../../base/verdict.js';

/**
 * @import { ContactInterval, FirstContact } from 'graze'
 * @import { Solution } from './solve.js'
 */

/** @type {Record<FirstContact['status'], string>} */
const WORDS = {
    free: 'They never meet',
    hit: 'They meet',
    graze: 'They graze',
    overlap: 'They overlap from the start',
    undecided: 'Undecided within the budget',
};

/** @param {{ kind: string, index: number } | null} feature */
const featureText = (feature) => (feature ? `${feature.kind} ${feature.index}` : null);

/** @param {{ x: number, y: number } | null} point */
const pair = (point) => (point ? [point.x, point.y] : null);

/** @param {(text: string) => void} announce */
export function createAnswer(announce) {
    const verdict = createVerdict('status', announce);
    const contact = createReadout(
        {
            time: 'First contact',
            gap: 'Distance then',
            pointA: 'Point of A',
            pointB: 'Point of B',
            normal: 'Normal, A to B',
            featureA: 'Feature of A',
            featureB: 'Feature of B',
        },
        'First contact',
        { hidesEmpty: true },
    );
    const least = createReadout({ least: 'Least distance', leastTime: 'Reached at' }, 'Clearance');
    const hint = h(
        'p',
        { class: 'hint' },
        'Digits before a bar are certain; after it, both ends of what is certified.',
    );
    const none = h('p', { class: 'hint' }, 'None');
    const body = h('tbody');
    const table = h(
        'table',
        { 'aria-label': 'Intervals of contact' },
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
    const box = scrollBox('Intervals of contact', table);
    /** @type {ContactInterval[]} */
    let shown = [];
    /** @param {readonly [number, number]} bracket */
    const cell = (bracket) => {
        const output = h('output');
        showValue(output, { bracket });
        return h('td', null, output);
    };
    const drawTable = () => {
        body.replaceChildren(
            ...shown.map(({ status, begin, end }) =>
                h('tr', null, h('th', { scope: 'row' }, status), cell(begin), cell(end)),
            ),
        );
        box.hidden = shown.length === 0;
        none.hidden = !box.hidden;
    };
    const stop = onPrecision(drawTable);

    return {
        element: h(
            'section',
            { class: 'card result', 'aria-label': 'Answer' },
            verdict.element,
            contact.element,
            h('h3', null, 'Clearance'),
            least.element,
            h('h3', null, 'All intervals of contact'),
            box,
            none,
            hint,
        ),
        /** @param {Solution} solution */
        draw({ traces, intervals, clearance }) {
            const first = traces.certified;
            const text = WORDS[first.status];
            verdict.draw({
                ...LOOKS[first.status],
                text,
                value: first.status,
                spoken: first.time ? `${text} at ${formatShort(first.time[0])}` : text,
            });
            contact.set({
                time: first.time && { bracket: first.time },
                gap: first.gap,
                pointA: pair(first.pointA),
                pointB: pair(first.pointB),
                normal: pair(first.normal),
                featureA: featureText(first.featureA),
                featureB: featureText(first.featureB),
            });
            least.set({ least: { bracket: clearance.distance }, leastTime: clearance.time });
            shown = intervals;
            drawTable();
        },
        dispose() {
            stop();
            contact.dispose();
            least.dispose();
        },
    };
}
