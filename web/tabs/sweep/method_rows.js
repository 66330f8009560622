/** The boxes that each method has compared so far: a row per method, along the time axis of the strips above. */

import { h, setAttributes, svg } from '../../base/dom.js';
import { createMethodRows } from '../../base/method_row.js';
import { METHOD_INFO, REPLAYED_METHODS } from './methods.js';

/**
 * @import { ReplayedMethod } from './methods.js'
 * @import { Range, BoxTest } from './replay/boxes.js'
 * @import { MethodResult, Solution } from './solve.js'
 */

/** Height of a row, in pixels: the upper half holds A's steps, the lower half B's. */
const ROW_HEIGHT = 11;
const WIDTH = 1000;

/**
 * Returns the row of a test. Rows are node sizes, the smallest below; the top row holds clips made in advance.
 *
 * @param {BoxTest} test
 * @param {ReplayedMethod} method
 * @param {number} rows
 */
function rowIndex({ a, b }, method, rows) {
    if (!a || !b) return 0;
    const size = Math.max(a[1] - a[0], b[1] - b[0]);
    const level = Math.ceil(Math.log2(size) / (method === 'pyramid' ? 2 : 1) - 1e-9);
    return Math.max(rows - 1 - level, 0);
}

/** @param {ReplayedMethod} method @param {number} count number of steps */
function rowCount(method, count) {
    if (method === 'si' || method === 'sta') return 1;
    const levels = Math.ceil(Math.log2(count) / (method === 'pyramid' ? 2 : 1) - 1e-9) + 1;
    return method === 'bvi-bvh' ? levels + 1 : levels;
}

/** @param {ReplayedMethod} method */
function createRowParts(method) {
    const count = h('output', { 'data-key': `tests-${method}`, 'aria-live': 'off' });
    const candidateOutput = h('output', { 'data-key': `candidates-${method}`, 'aria-live': 'off' });
    const marks = {
        skipped: svg('path', { class: 'skipped' }),
        apart: svg('path', { class: 'apart' }),
        split: svg('path', { class: 'split' }),
        candidate: svg('path', { class: 'candidate' }),
        a: svg('path', { class: 'current a' }),
        b: svg('path', { class: 'current b' }),
    };
    const strip = svg(
        'svg',
        { class: 'search', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
        ...Object.values(marks),
    );
    /** @type {[HTMLElement, HTMLElement]} */
    const outputs = [count, candidateOutput];
    return { outputs, strip, parts: { count, left: candidateOutput, marks, strip } };
}

/** @param {(method: ReplayedMethod) => void} onMethod */
export function createSweepRows(onMethod) {
    const list = createMethodRows({
        label: 'Method shown',
        methods: REPLAYED_METHODS,
        info: METHOD_INFO,
        createParts: createRowParts,
        onMethod,
    });

    /**
     * @param {(typeof list.lanes)[number]} lane
     * @param {MethodResult} search
     * @param {number} shownTests number of tests
     * @param {number} steps number of the clock's steps
     */
    const drawRow = ({ method, parts }, { replay, tests }, shownTests, steps) => {
        const { count, left: candidateOutput, marks, strip } = parts;
        const rows = rowCount(method, steps);
        setAttributes(strip, {
            viewBox: `0 0 ${WIDTH} ${rows * ROW_HEIGHT + 2}`,
            height: rows * ROW_HEIGHT + 2,
        });
        if (!replay) {
            // Only graze's count is known here, not which tests they are.
            for (const mark of Object.values(marks)) setAttributes(mark, { d: '' });
            count.textContent = `${tests} tests, which cannot be replayed`;
            return;
        }
        const doneCount = Math.min(shownTests, replay.tests.length);
        const d = { skipped: '', apart: '', split: '', candidate: '', a: '', b: '' };
        /** @param {Range} range @param {number} y @param {number} height */
        const bar = ([from, to], y, height) => {
            const [lo, hi] = [Math.max(from, 0), Math.min(to, steps)];
            if (!(hi > lo)) return '';
            const [x, end] = [(WIDTH * lo) / steps, (WIDTH * hi) / steps];
            return `M${x.toFixed(2)} ${y}H${end.toFixed(2)}V${y + height}H${x.toFixed(2)}Z`;
        };
        const candidateSteps = new Set();
        for (let k = 0; k < doneCount; k++) {
            const test = replay.tests[k];
            const { a, b, intersects, jump } = test;
            const y = rowIndex(test, method, rows) * ROW_HEIGHT + 1;
            const halfHeight = ROW_HEIGHT / 2 - 1;
            const [upper, lower] = [
                a ? bar(a, y, halfHeight) : '',
                b ? bar(b, y + halfHeight, halfHeight) : '',
            ];
            const isStepPair = a && b && a[1] - a[0] === 1 && b[1] - b[0] === 1;
            if (!intersects) d.apart += upper + lower;
            else if (isStepPair) {
                d.candidate += upper + lower;
                candidateSteps.add(a[0]);
            } else if (a && b) d.split += upper + lower;
            if (jump && jump > 1 && a)
                d.skipped += bar([a[0] + 1, a[0] + jump], y + 2, ROW_HEIGHT - 6);
            if (k === doneCount - 1 && shownTests <= replay.tests.length)
                [d.a, d.b] = [upper, lower];
        }
        for (const [name, mark] of Object.entries(marks)) {
            setAttributes(mark, { d: d[/** @type {keyof typeof d} */ (name)] });
        }
        count.textContent =
            doneCount < tests ? `${doneCount} of ${tests} tests` : `${tests} tests, done`;
        count.dataset.value = String(tests);
        candidateOutput.textContent = `${candidateSteps.size} candidate ${candidateSteps.size === 1 ? 'step' : 'steps'}`;
        candidateOutput.dataset.value = String(candidateSteps.size);
    };

    return {
        element: list.element,
        /**
         * @param {Solution} solution
         * @param {ReplayedMethod} chosen
         * @param {number} shownTests number of tests
         */
        draw({ searches, count }, chosen, shownTests) {
            list.select(chosen);
            for (const row of list.lanes) drawRow(row, searches[row.method], shownTests, count);
        },
    };
}
