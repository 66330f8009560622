/** Overlays of plots: hatched bands, levels, instants, dots. Color alone never carries meaning: each has a text
 * beside it. */

import { color } from './theme.js';

/** @import { Overlay } from './plot.js' */

const FONT = 'system-ui, sans-serif';

/** @param {number} size */
const font = (size) => `${size * devicePixelRatio}px ${FONT}`;

/**
 * Returns an overlay that shades and hatches an interval of the axis.
 *
 * @param {number} from
 * @param {number} to
 * @param {string} name name of a color
 * @param {string} [label]
 * @returns {Overlay}
 */
export function band(from, to, name, label) {
    return (plot, context) => {
        const { top, height, left, width } = plot.bbox;
        const begin = Math.max(plot.valToPos(from, 'x', true), left);
        const end = Math.min(Math.max(plot.valToPos(to, 'x', true), begin + 1), left + width);
        if (!(end > begin)) return;
        context.beginPath();
        context.rect(begin, top, end - begin, height);
        context.clip();
        context.fillStyle = color(name);
        context.globalAlpha = 0.14;
        context.fillRect(begin, top, end - begin, height);
        context.globalAlpha = 0.5;
        context.strokeStyle = color(name);
        context.lineWidth = devicePixelRatio;
        context.beginPath();
        const gap = 9 * devicePixelRatio;
        for (let x = begin - height - (begin % gap); x < end; x += gap) {
            context.moveTo(x, top + height);
            context.lineTo(x + height, top);
        }
        context.stroke();
        if (!label) return;
        context.globalAlpha = 1;
        context.fillStyle = color('text');
        context.font = font(11);
        context.textAlign = 'left';
        context.textBaseline = 'top';
        const inset = 4 * devicePixelRatio;
        if (context.measureText(label).width + 2 * inset > end - begin) return;
        context.fillText(label, begin + inset, top + inset);
    };
}

/**
 * Returns an overlay that draws a horizontal line at a value.
 *
 * @param {number} value
 * @param {string} name name of a color
 * @param {{ label?: string, dash?: number[] }} [options]
 * @returns {Overlay}
 */
export function level(value, name, { label, dash = [] } = {}) {
    return (plot, context) => {
        const y = plot.valToPos(value, 'y', true);
        const { left, width } = plot.bbox;
        context.strokeStyle = color(name);
        context.lineWidth = devicePixelRatio;
        context.setLineDash(dash.map((length) => length * devicePixelRatio));
        context.beginPath();
        context.moveTo(left, y);
        context.lineTo(left + width, y);
        context.stroke();
        if (!label) return;
        context.fillStyle = color('text');
        context.font = font(11);
        context.textAlign = 'right';
        context.textBaseline = 'bottom';
        context.fillText(label, left + width - 4 * devicePixelRatio, y - 2 * devicePixelRatio);
    };
}

/**
 * Returns an overlay that draws a vertical line at a position on the axis.
 *
 * @param {number} position
 * @param {string} name name of a color
 * @param {{ label?: string, dash?: number[], width?: number }} [options]
 * @returns {Overlay}
 */
export function verticalLine(position, name, { label, dash = [], width = 1.5 } = {}) {
    return (plot, context) => {
        const x = plot.valToPos(position, 'x', true);
        const { top, height, left, width: plotWidth } = plot.bbox;
        context.strokeStyle = color(name);
        context.lineWidth = width * devicePixelRatio;
        context.setLineDash(dash.map((length) => length * devicePixelRatio));
        context.beginPath();
        context.moveTo(x, top);
        context.lineTo(x, top + height);
        context.stroke();
        if (!label) return;
        const isRight = x > left + plotWidth * 0.8;
        context.fillStyle = color('text');
        context.font = font(11);
        context.textAlign = isRight ? 'right' : 'left';
        context.textBaseline = 'bottom';
        const dx = (isRight ? -4 : 4) * devicePixelRatio;
        context.fillText(label, x + dx, top + height - 4 * devicePixelRatio);
    };
}

/**
 * Returns an overlay that draws dots, optionally joined by a thin line.
 *
 * @param {readonly (readonly [x: number, y: number])[]} points
 * @param {string} name name of a color
 * @param {{ marker?: 'disc' | 'ring' | 'square' | 'cross' | 'triangle', size?: number, isJoined?: boolean }} [options]
 * @returns {Overlay}
 */
export function dots(points, name, { marker = 'disc', size = 3.5, isJoined = false } = {}) {
    return (plot, context) => {
        const r = size * devicePixelRatio;
        const pixels = points.map(([x, y]) => [
            plot.valToPos(x, 'x', true),
            plot.valToPos(y, 'y', true),
        ]);
        context.fillStyle = color(name);
        context.strokeStyle = color(name);
        context.lineWidth = 1.25 * devicePixelRatio;
        if (isJoined) {
            context.beginPath();
            for (const [x, y] of pixels) context.lineTo(x, y);
            context.stroke();
        }
        for (const [x, y] of pixels) {
            context.beginPath();
            if (marker === 'square') context.rect(x - r, y - r, 2 * r, 2 * r);
            else if (marker === 'triangle') {
                context.moveTo(x, y - 1.2 * r);
                context.lineTo(x + 1.1 * r, y + 0.8 * r);
                context.lineTo(x - 1.1 * r, y + 0.8 * r);
                context.closePath();
            } else if (marker === 'cross') {
                context.moveTo(x - r, y - r);
                context.lineTo(x + r, y + r);
                context.moveTo(x + r, y - r);
                context.lineTo(x - r, y + r);
            } else context.arc(x, y, r, 0, 2 * Math.PI);
            if (marker === 'ring' || marker === 'cross') context.stroke();
            else context.fill();
        }
    };
}
