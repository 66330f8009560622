/**
 * An SVG that shows a part of the world: pan, zoom, grid, layers to draw in, handles on top. Points are projected
 * here in double, not by SVG transforms in float: coordinates of a map grid lose no precision, and
 * strokes and handles keep their size.
 */

import { h, onNextFrame, setAttributes, svg } from './dom.js';
import { niceBelow } from './float.js';
import { listenGestures } from './gestures.js';
import { drawGrid, gridStep } from './grid.js';
import { icon } from './icons.js';
import { createProjection, fitView, panView, roundView, zoomView } from './view.js';

/**
 * @import { Icon } from './icons.js'
 * @import { Box, Point, View } from './view.js'
 */

/** @typedef {ReturnType<typeof createStage>} Stage */

/** Width and height of a letter of a label, and the clear distance from the center of a handle, in pixels. */
const [LABEL_LETTER_WIDTH, LABEL_HEIGHT, HANDLE_CLEARANCE] = [8, 12, 10];
/** Duration of the hint about the wheel, in milliseconds. */
const HINT_TIME = 1500;
/** Ratio of width to height below which views chosen for wide stages cut off parts of the scene. */
const NARROW_RATIO = 1.5;
/** Margin around the content of a narrow stage, as a fraction; small, because there is little room. */
const NARROW_MARGIN = 0.06;

/** Creates the hint that appears when the wheel over a stage scrolls the page. */
function createWheelHint() {
    const keys = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl';
    const element = h(
        'p',
        { class: 'stage-hint', 'aria-hidden': 'true', hidden: true },
        `Hold ${keys} and scroll to zoom`,
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
 * @param {string} options.label description for screen readers
 * @param {View | (() => View)} options.view the first view, or a function that returns the view for each drawing, possibly by
 *   `fitView`
 * @param {() => void} options.draw draws the content before the next frame, after `redraw` or a change of the
 *   view or of the size
 * @param {(view: View) => void} options.onView called when the visitor has panned or zoomed
 * @param {() => Box} options.bounds returns the box that 'Show all' shows
 * @param {() => void} [options.onFit] called by 'Show all' in place of fitting `bounds`
 * @param {boolean} [options.isScene] whether the first view is that of a scene; then call `fitNarrow`
 * @param {() => boolean} [options.isAxisDown] whether the second coordinate is the negative of the drawn one, so that its numbers grow downward
 */
export function createStage({
    label,
    view: viewOption,
    draw,
    onView,
    bounds,
    onFit,
    isScene,
    isAxisDown,
}) {
    let view = typeof viewOption === 'function' ? { x: 0, y: 0, span: 1 } : viewOption;
    let currentProjection = createProjection(view, 1, 1);
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
    // Browsers read `touch-action` from the <svg>, not from elements on it: a finger on a handle would scroll the
    // page.
    root.addEventListener(
        'touchstart',
        (event) => {
            if (event.target instanceof Element && event.target.closest('.draggable'))
                event.preventDefault();
        },
        { passive: false },
    );
    const redraw = onNextFrame(() => {
        if (currentProjection.width < 2) return;
        if (typeof viewOption === 'function') {
            view = viewOption();
            currentProjection = createProjection(
                view,
                currentProjection.width,
                currentProjection.height,
            );
        }
        drawGrid(grid, currentProjection, isAxisDown?.());
        draw();
    });

    /** @param {View} next */
    const setView = (next) => {
        view = next;
        currentProjection = createProjection(
            view,
            currentProjection.width,
            currentProjection.height,
        );
        redraw();
    };
    /** @param {View} next */
    const changeView = (next) => {
        setView(next);
        onView(roundView(next));
    };
    const fit =
        onFit ??
        (() => changeView(fitView(bounds(), currentProjection.width, currentProjection.height)));
    let isFitPending = isScene === true;
    const fitNarrow = () => {
        const { width, height } = currentProjection;
        isFitPending = width < 2;
        if (isFitPending) return;
        if (width < NARROW_RATIO * height)
            changeView(fitView(bounds(), width, height, NARROW_MARGIN));
    };
    const middle = () => ({ x: currentProjection.width / 2, y: currentProjection.height / 2 });
    const hint = createWheelHint();
    listenGestures(root, {
        pan: (dx, dy) => changeView(panView(view, currentProjection, dx, dy)),
        zoom(factor, at) {
            hint.hide();
            changeView(zoomView(view, currentProjection, factor, at));
        },
        fit,
        scroll: hint.show,
    });

    const resizeObserver = new ResizeObserver(() => {
        currentProjection = createProjection(view, root.clientWidth, root.clientHeight);
        redraw();
        if (isFitPending) fitNarrow();
    });
    resizeObserver.observe(root);

    /** @param {Icon} iconName @param {string} name @param {() => void} onPress */
    const createTool = (iconName, name, onPress) =>
        h(
            'button',
            { type: 'button', class: 'icon', title: name, 'aria-label': name, onclick: onPress },
            icon(iconName),
        );
    const element = h(
        'div',
        { class: 'stage-box' },
        h(
            'div',
            { class: 'stage-tools' },
            createTool('plus', 'Zoom in', () =>
                changeView(zoomView(view, currentProjection, 1.25, middle())),
            ),
            createTool('minus', 'Zoom out', () =>
                changeView(zoomView(view, currentProjection, 0.8, middle())),
            ),
            createTool('fit', 'Show all', fit),
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
        /** Adds a group to draw in; later groups lie on top. @param {string} [name] class of the group */
        addLayer(name) {
            const layer = svg('g', { class: name ?? null });
            content.append(layer);
            return layer;
        },
        redraw,
        /** Shows a view, such as one from a link; for callers that passed a view and not a function. */
        setView,
        fit,
        /** Shows all of a scene on a narrow stage, where its view would cut it off, once the stage's size is known. */
        fitNarrow,
        /** Returns the view that shows a whole box. @param {Box} box @param {number} [margin] as a fraction of the box */
        fitView: (box, margin) =>
            fitView(box, currentProjection.width, currentProjection.height, margin),
        /** @param {Point} point */
        toScreen: (point) => currentProjection.toScreen(point),
        /** @param {Point} point */
        toWorld: (point) => currentProjection.toWorld(point),
        /** Returns the world point under a pointer. @param {{ clientX: number, clientY: number }} event */
        pointerToWorld(event) {
            const { left, top } = root.getBoundingClientRect();
            // The stage begins inside its border.
            return currentProjection.toWorld({
                x: event.clientX - left - root.clientLeft,
                y: event.clientY - top - root.clientTop,
            });
        },
        /** Size of the stage, in pixels. */
        get size() {
            return { width: currentProjection.width, height: currentProjection.height };
        },
        /** Pixels per unit. */
        get scale() {
            return currentProjection.scale;
        },
        /** Returns the smallest distance a pointer resolves, rounded down to a round number: dragging yields short
         * decimals. */
        pixelStep: () => niceBelow(0.5 / currentProjection.scale),
        /** Returns the step of an arrow key: a tenth of the grid. */
        keyStep: () => niceBelow(gridStep(currentProjection) / 9.99),
        /**
         * Returns a path through world points.
         *
         * @param {readonly Point[]} points
         * @param {boolean} [isClosed]
         */
        path(points, isClosed = false) {
            const steps = points.map((point) => {
                const { x, y } = currentProjection.toScreen(point);
                return `${x.toFixed(2)} ${y.toFixed(2)}`;
            });
            return steps.length ? `M${steps.join('L')}${isClosed ? 'Z' : ''}` : '';
        },
        /**
         * Returns a straight arrow with a head of constant size.
         *
         * @param {Point} from world
         * @param {Point} to
         */
        arrow(from, to) {
            const p = currentProjection.toScreen(from);
            const q = currentProjection.toScreen(to);
            const length = Math.hypot(q.x - p.x, q.y - p.y);
            if (!(length > 1)) return '';
            const size = Math.min(9, length / 2) / length;
            const [dx, dy] = [(q.x - p.x) * size, (q.y - p.y) * size];
            /** @param {number} side */
            const barbPoint = (side) =>
                `${(q.x - dx + side * dy * 0.45).toFixed(2)} ${(q.y - dy - side * dx * 0.45).toFixed(2)}`;
            const tip = `${q.x.toFixed(2)} ${q.y.toFixed(2)}`;
            return `M${p.x.toFixed(2)} ${p.y.toFixed(2)}L${tip}M${barbPoint(1)}L${tip}L${barbPoint(-1)}`;
        },
        /**
         * Returns the outline of all points within `radius` of a convex polygon, given counter-clockwise, of any
         * number of vertices.
         *
         * @param {readonly Point[]} points world
         * @param {number} radius
         */
        roundedPath(points, radius) {
            const r = radius * currentProjection.scale;
            if (!(r > 0)) return this.path(points, true);
            const corners = points.map((point) => currentProjection.toScreen(point));
            const toText = (/** @type {number} */ n) => n.toFixed(2);
            const arc = `A${toText(r)} ${toText(r)} 0 0 0 `;
            if (corners.length === 1) {
                const [{ x, y }] = corners;
                const left = `${toText(x - r)} ${toText(y)}`;
                return `M${left}${arc}${toText(x + r)} ${toText(y)}${arc}${left}Z`;
            }
            let path = '';
            for (const [i, p] of corners.entries()) {
                const q = corners[(i + 1) % corners.length];
                const length = Math.hypot(q.x - p.x, q.y - p.y) || 1;
                // Outward is to the right of the edge's direction in the world, and to the left on the screen.
                const nx = (-(q.y - p.y) / length) * r;
                const ny = ((q.x - p.x) / length) * r;
                path += `${i === 0 ? 'M' : arc}${toText(p.x + nx)} ${toText(p.y + ny)}`;
                path += `L${toText(q.x + nx)} ${toText(q.y + ny)}`;
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
            const { x, y } = currentProjection.toScreen(point);
            setAttributes(element, { x: (x + dx).toFixed(2), y: (y + dy).toFixed(2) });
        },
        /**
         * Places text near a world point where no handle covers it: at the first free offset, or at the one
         * with the least cover.
         *
         * @param {SVGTextElement} element the text, which starts at the position
         * @param {Point} point
         * @param {readonly (readonly [dx: number, dy: number])[]} offsets offsets of the text's baseline, in pixels
         */
        placeTextClear(element, point, offsets) {
            const { x, y } = currentProjection.toScreen(point);
            const width = LABEL_LETTER_WIDTH * (element.textContent?.length ?? 0);
            const handlePositions = [...handles.querySelectorAll('.handle:not([hidden])')].flatMap(
                (one) => {
                    const match = /translate\(([-\d.]+) ([-\d.]+)\)/.exec(
                        one.getAttribute('transform') ?? '',
                    );
                    return match ? [{ x: Number(match[1]), y: Number(match[2]) }] : [];
                },
            );
            let [best, leastCovered] = [offsets[0], Infinity];
            for (const offset of offsets) {
                const left = x + offset[0];
                const baseline = y + offset[1];
                let covered = 0;
                for (const handle of handlePositions) {
                    const dx = Math.max(left - handle.x, handle.x - left - width, 0);
                    const dy = Math.max(baseline - LABEL_HEIGHT - handle.y, handle.y - baseline, 0);
                    covered += Math.max(HANDLE_CLEARANCE - Math.hypot(dx, dy), 0);
                }
                // A text outside of the stage could not be read at all.
                const isOff =
                    left < 0 ||
                    left + width > currentProjection.width ||
                    baseline < LABEL_HEIGHT ||
                    baseline > currentProjection.height;
                if (isOff) covered += 100;
                if (covered < leastCovered) [best, leastCovered] = [offset, covered];
                if (leastCovered === 0) break;
            }
            setAttributes(element, {
                x: (x + best[0]).toFixed(2),
                y: (y + best[1]).toFixed(2),
            });
        },
        dispose() {
            resizeObserver.disconnect();
            redraw.cancel();
            hint.hide();
        },
    };
}
