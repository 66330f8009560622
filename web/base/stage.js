/**
 * An SVG through which the world is seen: pan, zoom, frame, layers to draw in, handles on top. Points are projected
 * here, in double, rather than by SVG transforms, in float: so coordinates of a map grid cost no precision, and
 * strokes and handles keep their size.
 */

import { h, onNextFrame, setAttributes, svg } from './dom.js';
import { niceBelow } from './float.js';
import { listenGestures } from './gestures.js';
import { drawGrid, gridStep } from './grid.js';
import { icon } from './icons.js';
import { fitted, panned, projection, tidied, zoomed } from './view.js';

/**
 * @import { Icon } from './icons.js'
 * @import { Box, Point, View } from './view.js'
 */

/** @typedef {ReturnType<typeof createStage>} Stage */

/** Width of a letter of a label, its height, and how far from the middle of a handle it is clear of it, in pixels. */
const [LETTER, TALL, CLEAR] = [8, 12, 10];
/** The time for which the hint about the wheel is shown, in milliseconds. */
const HINT_TIME = 1500;
/** Ratio of width to height below which views that were chosen for wide stages cut what they show. */
const NARROW = 1.5;
/** Margin around all that a narrow stage shows, as a part of it: there is little room. */
const NARROW_MARGIN = 0.06;

/** Creates the words that appear when the wheel is turned over a stage, since it scrolls the page. */
function createWheelHint() {
    const keys = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl';
    const element = h(
        'p',
        { class: 'stage-hint', 'aria-hidden': 'true', hidden: true },
        `Hold ${keys} while you scroll to zoom`,
    );
    let timer = 0;
    const hide = () => {
        clearTimeout(timer);
        element.hidden = true;
    };
    return {
        element,
        hide,
        show() {
            clearTimeout(timer);
            timer = window.setTimeout(hide, HINT_TIME);
            element.hidden = false;
        },
    };
}

/**
 * @param {object} options
 * @param {string} options.label what is seen, for who cannot see it
 * @param {View | (() => View)} options.view where it begins; or what it is whenever it is drawn, which may come of
 *   `fitView`
 * @param {() => void} options.draw draws all that is on it, before the next frame after `redraw`, a change of the
 *   view or of the size
 * @param {(view: View) => void} options.onView the visitor has panned or zoomed
 * @param {() => Box} options.bounds what 'Show all' shows
 * @param {() => void} [options.onFit] instead of showing that
 * @param {boolean} [options.isScene] whether it begins with the view of a scene: `fitNarrow` then
 * @param {() => boolean} [options.isDown] the world's second coordinate is minus what is shown: its numbers grow downwards
 */
export function createStage({ label, view: given, draw, onView, bounds, onFit, isScene, isDown }) {
    let view = typeof given === 'function' ? { x: 0, y: 0, span: 1 } : given;
    let seen = projection(view, 1, 1);
    const grid = svg('g', { class: 'grid-layer', 'aria-hidden': 'true' });
    const content = svg('g', { class: 'content' });
    const handles = svg('g', { class: 'handles' });
    const labels = svg('g', { class: 'labels' });
    const root = svg(
        'svg',
        { class: 'stage', role: 'group', 'aria-label': label, tabindex: 0 },
        grid,
        content,
        handles,
        labels,
    );
    // Browsers look for `touch-action` at the <svg>, not at what is on it: a finger on a handle would scroll the page.
    root.addEventListener(
        'touchstart',
        (event) => {
            if (event.target instanceof Element && event.target.closest('.draggable'))
                event.preventDefault();
        },
        { passive: false },
    );
    const redraw = onNextFrame(() => {
        if (seen.width < 2) return;
        if (typeof given === 'function') {
            view = given();
            seen = projection(view, seen.width, seen.height);
        }
        drawGrid(grid, seen, isDown?.());
        draw();
    });

    /** @param {View} next */
    const show = (next) => {
        view = next;
        seen = projection(view, seen.width, seen.height);
        redraw();
    };
    /** @param {View} next */
    const choose = (next) => {
        show(next);
        onView(tidied(next));
    };
    const fit = onFit ?? (() => choose(fitted(bounds(), seen.width, seen.height)));
    let isToFit = isScene === true;
    const fitNarrow = () => {
        const { width, height } = seen;
        isToFit = width < 2;
        if (isToFit) return;
        if (width < NARROW * height) choose(fitted(bounds(), width, height, NARROW_MARGIN));
    };
    const middle = () => ({ x: seen.width / 2, y: seen.height / 2 });
    const hint = createWheelHint();
    listenGestures(root, {
        pan: (dx, dy) => choose(panned(view, seen, dx, dy)),
        zoom(factor, at) {
            hint.hide();
            choose(zoomed(view, seen, factor, at));
        },
        fit,
        scroll: hint.show,
    });

    const watcher = new ResizeObserver(() => {
        seen = projection(view, root.clientWidth, root.clientHeight);
        redraw();
        if (isToFit) fitNarrow();
    });
    watcher.observe(root);

    /** @param {Icon} sign @param {string} name @param {() => void} act */
    const tool = (sign, name, act) =>
        h(
            'button',
            { type: 'button', class: 'icon', title: name, 'aria-label': name, onclick: act },
            icon(sign),
        );
    const element = h(
        'div',
        { class: 'stage-box' },
        h(
            'div',
            { class: 'stage-tools' },
            tool('plus', 'Zoom in', () => choose(zoomed(view, seen, 1.25, middle()))),
            tool('minus', 'Zoom out', () => choose(zoomed(view, seen, 0.8, middle()))),
            tool('fit', 'Show all', fit),
        ),
        hint.element,
    );
    element.prepend(root);

    return {
        element,
        svg: root,
        handles,
        /** The text above the handles. */
        labels,
        /** A group to draw in; later ones lie on top. @param {string} [name] its class */
        layer(name) {
            const layer = svg('g', { class: name ?? null });
            content.append(layer);
            return layer;
        },
        redraw,
        /** Shows this view, as a link has it; for who gave a view rather than a function. @param {View} next */
        setView: show,
        fit,
        /** Shows all on a narrow stage, where the view of a scene would cut it; once its size is known. */
        fitNarrow,
        /** The view that shows a box whole. @param {Box} box @param {number} [margin] as a part of the box */
        fitView: (box, margin) => fitted(box, seen.width, seen.height, margin),
        /** @param {Point} point */
        toScreen: (point) => seen.toScreen(point),
        /** @param {Point} point */
        toWorld: (point) => seen.toWorld(point),
        /** The world point under a pointer. @param {{ clientX: number, clientY: number }} event */
        worldOf(event) {
            const { left, top } = root.getBoundingClientRect();
            return seen.toWorld({ x: event.clientX - left, y: event.clientY - top });
        },
        /** In pixels. */
        get size() {
            return { width: seen.width, height: seen.height };
        },
        /** Pixels per unit. */
        get scale() {
            return seen.scale;
        },
        /** What a pointer can tell apart, rounded down to a round number: dragging leaves short decimals. */
        pixelStep: () => niceBelow(0.5 / seen.scale),
        /** What an arrow key moves by: a tenth of the grid. */
        keyStep: () => niceBelow(gridStep(seen) / 9.99),
        /**
         * A path through world points.
         *
         * @param {readonly Point[]} points
         * @param {boolean} [isClosed]
         */
        path(points, isClosed = false) {
            const steps = points.map((point) => {
                const { x, y } = seen.toScreen(point);
                return `${x.toFixed(2)} ${y.toFixed(2)}`;
            });
            return steps.length ? `M${steps.join('L')}${isClosed ? 'Z' : ''}` : '';
        },
        /**
         * An arrow, straight, with a head of constant size.
         *
         * @param {Point} from world
         * @param {Point} to
         */
        arrow(from, to) {
            const p = seen.toScreen(from);
            const q = seen.toScreen(to);
            const length = Math.hypot(q.x - p.x, q.y - p.y);
            if (!(length > 1)) return '';
            const size = Math.min(9, length / 2) / length;
            const [dx, dy] = [(q.x - p.x) * size, (q.y - p.y) * size];
            /** @param {number} side */
            const barb = (side) =>
                `${(q.x - dx + side * dy * 0.45).toFixed(2)} ${(q.y - dy - side * dx * 0.45).toFixed(2)}`;
            const tip = `${q.x.toFixed(2)} ${q.y.toFixed(2)}`;
            return `M${p.x.toFixed(2)} ${p.y.toFixed(2)}L${tip}M${barb(1)}L${tip}L${barb(-1)}`;
        },
        /**
         * The outline of all points within `radius` of a convex polygon, counter-clockwise, of any number of
         * vertices.
         *
         * @param {readonly Point[]} points world
         * @param {number} radius
         */
        rounded(points, radius) {
            const r = radius * seen.scale;
            if (!(r > 0)) return this.path(points, true);
            const corners = points.map((point) => seen.toScreen(point));
            const text = (/** @type {number} */ n) => n.toFixed(2);
            const arc = `A${text(r)} ${text(r)} 0 0 0 `;
            if (corners.length === 1) {
                const [{ x, y }] = corners;
                const left = `${text(x - r)} ${text(y)}`;
                return `M${left}${arc}${text(x + r)} ${text(y)}${arc}${left}Z`;
            }
            let path = '';
            for (const [i, p] of corners.entries()) {
                const q = corners[(i + 1) % corners.length];
                const length = Math.hypot(q.x - p.x, q.y - p.y) || 1;
                // Outward is to the right of the way in the world, to the left on the screen.
                const nx = (-(q.y - p.y) / length) * r;
                const ny = ((q.x - p.x) / length) * r;
                path += `${i === 0 ? 'M' : arc}${text(p.x + nx)} ${text(p.y + ny)}`;
                path += `L${text(q.x + nx)} ${text(q.y + ny)}`;
            }
            return `${path}${arc}${path.slice(1, path.indexOf('L'))}Z`;
        },
        /**
         * Places text at a world point.
         *
         * @param {SVGTextElement} element
         * @param {Point} point
         * @param {number} [dx] pixels to the right
         * @param {number} [dy] pixels down
         */
        placeText(element, point, dx = 0, dy = 0) {
            const { x, y } = seen.toScreen(point);
            setAttributes(element, { x: (x + dx).toFixed(2), y: (y + dy).toFixed(2) });
        },
        /**
         * Places text near a world point where no handle covers it; the first of the places that are free, or the one
         * that is covered least.
         *
         * @param {SVGTextElement} element which starts at the place
         * @param {Point} point
         * @param {readonly (readonly [dx: number, dy: number])[]} offsets of the text's baseline, in pixels
         */
        placeClear(element, point, offsets) {
            const { x, y } = seen.toScreen(point);
            const width = LETTER * (element.textContent?.length ?? 0);
            const spots = [...handles.querySelectorAll('.handle:not([hidden])')].flatMap((one) => {
                const found = /translate\(([-\d.]+) ([-\d.]+)\)/.exec(
                    one.getAttribute('transform') ?? '',
                );
                return found ? [{ x: Number(found[1]), y: Number(found[2]) }] : [];
            });
            let [best, least] = [offsets[0], Infinity];
            for (const offset of offsets) {
                const left = x + offset[0];
                const base = y + offset[1];
                let covered = 0;
                for (const spot of spots) {
                    const dx = Math.max(left - spot.x, spot.x - left - width, 0);
                    const dy = Math.max(base - TALL - spot.y, spot.y - base, 0);
                    covered += Math.max(CLEAR - Math.hypot(dx, dy), 0);
                }
                // Off the stage it could not be read at all.
                const isOff =
                    left < 0 || left + width > seen.width || base < TALL || base > seen.height;
                if (isOff) covered += 100;
                if (covered < least) [best, least] = [offset, covered];
                if (least === 0) break;
            }
            setAttributes(element, {
                x: (x + best[0]).toFixed(2),
                y: (y + best[1]).toFixed(2),
            });
        },
        dispose() {
            watcher.disconnect();
            redraw.cancel();
            hint.hide();
        },
    };
}
