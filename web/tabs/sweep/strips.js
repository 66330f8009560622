/** Boxes of both paths over time: x above, y below. Two boxes intersect if they overlap in both strips. */

import { h, setAttributes, svg } from '../../base/dom.js';
import { formatShort } from '../../base/format.js';

/**
 * @import { Box, SteppedPath, BoxTest } from './replay/boxes.js'
 * @import { Solution } from './solve.js'
 */

const WIDTH = 1000;
const HEIGHT = 120;
const MARGIN = 4;

/** @param {0 | 1} axis */
function createStrip(axis) {
    const parts = {
        a: svg('path', { class: 'step-boxes a' }),
        b: svg('path', { class: 'step-boxes b' }),
        currentA: svg('path', { class: 'current a' }),
        currentB: svg('path', { class: 'current b' }),
        contact: svg('path', { class: 'contact-line' }),
    };
    const ends = [h('span'), h('span', { class: 'axis-name' }, axis === 0 ? 'x' : 'y'), h('span')];
    const element = h(
        'div',
        { class: 'strip', 'aria-hidden': 'true' },
        h('div', { class: 'strip-axis' }, ...ends),
        svg(
            'svg',
            { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none' },
            ...Object.values(parts),
        ),
    );
    return {
        element,
        /**
         * @param {Solution} solution
         * @param {BoxTest | null} test
         * @param {number} end end of the clock
         */
        draw({ laidA, laidB, count, first }, test, end) {
            const all = [...laidA.boxes, ...laidB.boxes];
            const min = Math.min(...all.map((box) => box[axis]));
            const max = Math.max(...all.map((box) => box[axis + 2]));
            const scale = (HEIGHT - 2 * MARGIN) / (max - min || 1);
            /** @param {number} value */
            const toY = (value) => HEIGHT - MARGIN - (value - min) * scale;
            /** @param {Box} box @param {number} from @param {number} to in steps */
            const bar = (box, from, to) => {
                const [lo, hi] = [Math.max(from, 0), Math.min(to, count)];
                if (!(hi > lo) || !(box[axis + 2] >= box[axis])) return '';
                const [x, right] = [(WIDTH * lo) / count, (WIDTH * hi) / count];
                const [top, bottom] = [toY(box[axis + 2]), toY(box[axis])];
                return `M${x.toFixed(2)} ${top.toFixed(2)}H${right.toFixed(2)}V${bottom.toFixed(2)}H${x.toFixed(2)}Z`;
            };
            /** @param {SteppedPath} path */
            const bars = ({ boxes }) => boxes.map((box, i) => bar(box, i, i + 1)).join('');
            setAttributes(parts.a, { d: bars(laidA) });
            setAttributes(parts.b, { d: bars(laidB) });
            // The box that both are clipped to has no time of its own and uses the time of the other.
            const [a, b] = [test?.a ?? test?.b, test?.b ?? test?.a];
            setAttributes(parts.currentA, { d: test && a ? bar(test.boxA, ...a) : '' });
            setAttributes(parts.currentB, { d: test && b ? bar(test.boxB, ...b) : '' });
            const contactX = first.time ? (WIDTH * first.time[0]) / end : null;
            setAttributes(parts.contact, {
                d: contactX === null ? '' : `M${contactX.toFixed(2)} 0V${HEIGHT}`,
            });
            ends[0].textContent = formatShort(Number(max.toPrecision(3)));
            ends[2].textContent = formatShort(Number(min.toPrecision(3)));
        },
    };
}

export function createStrips() {
    const strips = [createStrip(0), createStrip(1)];
    const endLabel = h('span');
    const contactLabel = h('span', { class: 'strip-contact' });
    return {
        element: h(
            'div',
            { class: 'strips' },
            ...strips.map(({ element }) => element),
            h('div', { class: 'strip-times' }, h('span', null, 't = 0'), contactLabel, endLabel),
        ),
        /** @param {Solution} solution @param {BoxTest | null} test @param {number} end */
        draw(solution, test, end) {
            for (const strip of strips) strip.draw(solution, test, end);
            endLabel.textContent = `t = ${formatShort(end)}`;
            const { time } = solution.first;
            contactLabel.textContent = time
                ? `first contact at ${formatShort(time[0])}`
                : 'no contact';
        },
    };
}
