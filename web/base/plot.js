/**
 * A plot drawn by uPlot: lines over one axis, with overlays behind and above them (`overlays.js`), in the theme's
 * colors. It only displays: the keyboard uses a slider beside it.
 */

import uPlot from 'uplot';
import { h, onNextFrame } from './dom.js';
import { formatShort } from './format.js';
import { color, onThemeChange } from './theme.js';

/**
 * @typedef {(plot: uPlot, context: CanvasRenderingContext2D) => void} Overlay function that draws in device pixels
 * @typedef {{ label: string, color: string, dash?: number[], width?: number }} Line `color`: a name as in style.css
 * @typedef {ReturnType<typeof createPlot>} Plot
 */

/** Distance that a finger moves across before it picks, in pixels: until then it may be about to scroll the page. */
const PICK_SLOP = 6;

/** Margin above and below the values, as a fraction of their range; uPlot's own default. */
const MARGIN = 0.1;

/**
 * @param {object} options
 * @param {string} options.label description for screen readers
 * @param {string} options.x name of the axis
 * @param {Line[]} options.lines
 * @param {(x: number) => void} [options.onPick] called when the visitor presses or drags at x; a finger picks by a tap
 *   or by a drag across, as one that moves up or down scrolls the page
 * @param {number} [options.height] in pixels
 * @param {(min: number, max: number) => [number, number]} [options.yRange] range of the shown values; default: all
 */
export function createPlot({ label, x, lines, onPick, height = 220, yRange }) {
    const element = h('div', { class: 'plot', role: 'img', 'aria-label': label });
    /** @type {uPlot.AlignedData} */
    let data = [[], ...lines.map(() => [])];
    /** @type {Overlay[]} */
    let behind = [];
    /** @type {Overlay[]} */
    let over = [];
    /** @type {uPlot | undefined} */
    let plot;

    /** @param {Overlay[]} overlays @returns {(plot: uPlot) => void} */
    const drawOverlays = (overlays) => (u) => {
        for (const overlay of overlays) {
            u.ctx.save();
            // uPlot leaves the dashes of its last line.
            u.ctx.setLineDash([]);
            u.ctx.beginPath();
            u.ctx.rect(u.bbox.left, u.bbox.top, u.bbox.width, u.bbox.height);
            u.ctx.clip();
            overlay(u, u.ctx);
            u.ctx.restore();
        }
    };
    const axis = (/** @type {string | undefined} */ name) => ({
        label: name,
        labelSize: name ? 18 : 0,
        labelFont: '12px system-ui, sans-serif',
        font: '11px system-ui, sans-serif',
        size: name ? 26 : 48,
        stroke: () => color('muted'),
        grid: { stroke: () => color('grid'), width: 1 },
        ticks: { stroke: () => color('grid'), width: 1, size: 4 },
        values: (/** @type {uPlot} */ _, /** @type {number[]} */ ticks) =>
            ticks.map((tick) => (name || hasValues() ? formatShort(tick) : '')),
    });
    const hasValues = () =>
        data.slice(1).some((line) => line.some((value) => Number.isFinite(value ?? Number.NaN)));
    /**
     * Returns the shown range of the y axis. Without values the axis would vanish, and the plot move to the left.
     *
     * @type {(u: uPlot, min: number, max: number) => uPlot.Range.MinMax}
     */
    const getYRange = (_, min, max) => {
        if (!hasValues()) return [0, 1];
        return yRange ? yRange(min, max) : uPlot.rangeNum(min, max, MARGIN, true);
    };
    const make = () => {
        plot?.destroy();
        const width = element.clientWidth;
        if (width === 0) return;
        plot = new uPlot(
            {
                width,
                height,
                pxAlign: false,
                // The padding is fixed so that elements below can align with the plot: the axis takes 48 px on the
                // left.
                padding: [8, 10, 0, 0],
                legend: { show: false },
                cursor: { drag: { x: false, y: false }, points: { show: false }, y: false },
                scales: {
                    x: { time: false, range: (_, min, max) => [min, max] },
                    y: { range: getYRange },
                },
                axes: [axis(x), axis(undefined)],
                series: [
                    {},
                    ...lines.map((line) => ({
                        label: line.label,
                        stroke: () => color(line.color),
                        width: line.width ?? 2,
                        dash: line.dash,
                        points: { show: false },
                    })),
                ],
                hooks: {
                    drawClear: [(u) => drawOverlays(behind)(u)],
                    draw: [(u) => drawOverlays(over)(u)],
                },
            },
            data,
            element,
        );
        listen(plot.over);
    };
    /** @param {HTMLElement} surface */
    const listen = (surface) => {
        if (!onPick) return;
        /** @param {PointerEvent} event */
        const pick = (event) => {
            const value = plot?.posToVal(event.clientX - surface.getBoundingClientRect().left, 'x');
            if (value !== undefined && Number.isFinite(value)) onPick(value);
        };
        /** The finger that has not moved far enough yet. @type {{ pointerId: number, clientX: number } | null} */
        let waiting = null;
        surface.addEventListener('pointerdown', (event) => {
            if (event.button !== 0) return;
            surface.setPointerCapture(event.pointerId);
            const { pointerId, clientX } = event;
            waiting = event.pointerType === 'touch' ? { pointerId, clientX } : null;
            if (!waiting) pick(event);
        });
        surface.addEventListener('pointermove', (event) => {
            if (!surface.hasPointerCapture(event.pointerId)) return;
            if (waiting && Math.abs(event.clientX - waiting.clientX) < PICK_SLOP) return;
            waiting = null;
            pick(event);
        });
        surface.addEventListener('pointerup', (event) => {
            if (waiting?.pointerId === event.pointerId) pick(event);
            waiting = null;
        });
        surface.addEventListener('pointercancel', () => {
            waiting = null;
        });
    };
    const redraw = onNextFrame(() => {
        if (plot) plot.setData(data);
        else make();
    });
    const watcher = new ResizeObserver(() => {
        if (plot && element.clientWidth > 0) plot.setSize({ width: element.clientWidth, height });
        else redraw();
    });
    watcher.observe(element);
    const stop = onThemeChange(() => {
        make();
    });

    return {
        element,
        /**
         * @param {object} content
         * @param {uPlot.AlignedData} [content.data] x, then each line's values (null or NaN: no point there)
         * @param {Overlay[]} [content.behind]
         * @param {Overlay[]} [content.over]
         * @param {string} [content.label] description for screen readers
         */
        set(content) {
            if (content.data) data = content.data;
            if (content.behind) behind = content.behind;
            if (content.over) over = content.over;
            if (content.label) element.setAttribute('aria-label', content.label);
            redraw();
        },
        dispose() {
            watcher.disconnect();
            redraw.cancel();
            stop();
            plot?.destroy();
        },
    };
}
