/** What each method has compared so far: a lane for each, along the time of the strips above. */

import { h, setAttributes, svg } from '../../base/dom.js';
import { createLaneList } from '../../base/lane.js';
import { ABOUT, SHOWN } from './methods.js';

/**
 * @import { ShownMethod } from './methods.js'
 * @import { Range, Test } from './replay/boxes.js'
 * @import { Search, Solution } from './solve.js'
 */

/** Of a row, in pixels: A's steps in the upper half, B's in the lower. */
const ROW = 11;
const WIDTH = 1000;

/**
 * Rows are nodes' sizes, the smallest below; above all what is cut away in advance.
 *
 * @param {Test} test
 * @param {ShownMethod} method
 * @param {number} rows
 */
function rowOf({ a, b }, method, rows) {
    if (!a || !b) return 0;
    const size = Math.max(a[1] - a[0], b[1] - b[0]);
    const level = Math.ceil(Math.log2(size) / (method === 'pyramid' ? 2 : 1) - 1e-9);
    return Math.max(rows - 1 - level, 0);
}

/** @param {ShownMethod} method @param {number} count steps */
function rowsOf(method, count) {
    if (method === 'si' || method === 'sta') return 1;
    const levels = Math.ceil(Math.log2(count) / (method === 'pyramid' ? 2 : 1) - 1e-9) + 1;
    return method === 'bvi-bvh' ? levels + 1 : levels;
}

/** @param {ShownMethod} method */
function make(method) {
    const count = h('output', { 'data-key': `tests-${method}`, 'aria-live': 'off' });
    const left = h('output', { 'data-key': `left-${method}`, 'aria-live': 'off' });
    const marks = {
        leapt: svg('path', { class: 'leapt' }),
        apart: svg('path', { class: 'apart' }),
        split: svg('path', { class: 'split' }),
        kept: svg('path', { class: 'kept' }),
        a: svg('path', { class: 'current a' }),
        b: svg('path', { class: 'current b' }),
    };
    const strip = svg(
        'svg',
        { class: 'search', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
        ...Object.values(marks),
    );
    /** @type {[HTMLElement, HTMLElement]} */
    const outputs = [count, left];
    return { outputs, strip, parts: { count, left, marks, strip } };
}

/** @param {(method: ShownMethod) => void} onMethod */
export function createLanes(onMethod) {
    const list = createLaneList({
        label: 'Method that is looked at',
        methods: SHOWN,
        about: ABOUT,
        make,
        onMethod,
    });

    /**
     * @param {(typeof list.lanes)[number]} lane
     * @param {Search} search
     * @param {number} shown tests
     * @param {number} steps of the clock
     */
    const drawLane = ({ method, parts }, { replay, tests }, shown, steps) => {
        const { count, left, marks, strip } = parts;
        const rows = rowsOf(method, steps);
        setAttributes(strip, {
            viewBox: `0 0 ${WIDTH} ${rows * ROW + 2}`,
            height: rows * ROW + 2,
        });
        if (!replay) {
            // The count is graze's; which ones is not known.
            for (const mark of Object.values(marks)) setAttributes(mark, { d: '' });
            count.textContent = `${tests} tests, which cannot be shown`;
            return;
        }
        const done = Math.min(shown, replay.tests.length);
        const d = { leapt: '', apart: '', split: '', kept: '', a: '', b: '' };
        /** @param {Range} range @param {number} y @param {number} height */
        const bar = ([from, to], y, height) => {
            const [lo, hi] = [Math.max(from, 0), Math.min(to, steps)];
            if (!(hi > lo)) return '';
            const [x, end] = [(WIDTH * lo) / steps, (WIDTH * hi) / steps];
            return `M${x.toFixed(2)} ${y}H${end.toFixed(2)}V${y + height}H${x.toFixed(2)}Z`;
        };
        const kept = new Set();
        for (let k = 0; k < done; k++) {
            const test = replay.tests[k];
            const { a, b, meets, jump } = test;
            const y = rowOf(test, method, rows) * ROW + 1;
            const half = ROW / 2 - 1;
            const [upper, lower] = [a ? bar(a, y, half) : '', b ? bar(b, y + half, half) : ''];
            const isStep = a && b && a[1] - a[0] === 1 && b[1] - b[0] === 1;
            if (!meets) d.apart += upper + lower;
            else if (isStep) {
                d.kept += upper + lower;
                kept.add(a[0]);
            } else if (a && b) d.split += upper + lower;
            if (jump && jump > 1 && a) d.leapt += bar([a[0] + 1, a[0] + jump], y + 2, ROW - 6);
            if (k === done - 1 && shown <= replay.tests.length) [d.a, d.b] = [upper, lower];
        }
        for (const [name, mark] of Object.entries(marks)) {
            setAttributes(mark, { d: d[/** @type {keyof typeof d} */ (name)] });
        }
        count.textContent = done < tests ? `${done} of ${tests} tests` : `${tests} tests, done`;
        count.dataset.value = String(tests);
        left.textContent = `${kept.size} ${kept.size === 1 ? 'step' : 'steps'} left`;
        left.dataset.value = String(kept.size);
    };

    return {
        element: list.element,
        /**
         * @param {Solution} solution
         * @param {ShownMethod} chosen
         * @param {number} shown tests
         */
        draw({ searches, count }, chosen, shown) {
            list.choose(chosen);
            for (const lane of list.lanes) drawLane(lane, searches[lane.method], shown, count);
        },
    };
}
