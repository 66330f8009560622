/** The coordinate grid behind a stage: lines at round coordinates, axes, and their labels. */

import { svg } from './dom.js';
import { niceBelow } from './float.js';

/** @import { Projection } from './view.js' */

/**
 * Returns the distance of grid lines in the world: 1, 2 or 5 times a power of ten, and 40 to 100 pixels on the
 * screen.
 *
 * @param {Projection} projection
 */
export function gridStep(projection) {
    return niceBelow(100 / projection.scale);
}

/** Largest number of lines. Where double cannot separate neighboring lines, the loop would not end without it. */
const MAX_LINES = 200;

/**
 * @param {number} step
 * @param {number} low
 * @param {number} high
 */
function multiples(step, low, high) {
    const first = Math.ceil(low / step);
    const count = Math.min(Math.floor(high / step) - first + 1, MAX_LINES);
    return Array.from({ length: Math.max(count, 0) }, (_, i) => (first + i) * step);
}

/**
 * @param {SVGGElement} layer the layer, which is cleared first
 * @param {Projection} projection
 * @param {boolean} [isAxisDown] whether the numbers on the left grow downward
 */
export function drawGrid(layer, projection, isAxisDown = false) {
    const step = gridStep(projection);
    const low = projection.toWorld({ x: 0, y: projection.height });
    const high = projection.toWorld({ x: projection.width, y: 0 });
    const decimals = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
    let lines = '';
    /** @type {SVGElement[]} */
    const labels = [];

    /** @param {number} value @param {number} x @param {number} y @param {string} anchor */
    const addLabel = (value, x, y, anchor) => {
        const text = (value + 0).toFixed(decimals).replace('-', '−');
        labels.push(svg('text', { x, y, class: 'grid-number', 'text-anchor': anchor }, text));
    };
    for (const value of multiples(step, low.x, high.x)) {
        const { x } = projection.toScreen({ x: value, y: 0 });
        lines += `M${x.toFixed(2)} 0V${projection.height}`;
        if (x > 24 && x < projection.width - 24)
            addLabel(value, x, projection.height - 5, 'middle');
    }
    for (const value of multiples(step, low.y, high.y)) {
        const { y } = projection.toScreen({ x: 0, y: value });
        lines += `M0 ${y.toFixed(2)}H${projection.width}`;
        if (y > 12 && y < projection.height - 20)
            addLabel(isAxisDown ? -value : value, 5, y - 3, 'start');
    }
    const origin = projection.toScreen({ x: 0, y: 0 });
    const axes = `M${origin.x.toFixed(2)} 0V${projection.height}M0 ${origin.y.toFixed(2)}H${projection.width}`;
    layer.replaceChildren(
        svg('path', { d: lines, class: 'grid' }),
        svg('path', { d: axes, class: 'grid axis' }),
        ...labels,
    );
}
