/**
 * Drawing of an outline on a stage, vertex by vertex: by clicks, by taps, or by keys that move a crosshair. Placed
 * vertices can be moved and removed, also after graze has refused the outline.
 */

import { announce } from './announce.js';
import { h, setAttributes, svg } from './dom.js';
import { button } from './fields.js';
import { roundTo, shortestDecimal } from './float.js';
import { formatShort } from './format.js';
import { createHandle } from './handles.js';
import { describeFault } from './refusal.js';
import { findFault, MAX_OUTLINE, toBody } from './shapes.js';
import { boundingBox } from './view.js';

/**
 * @import { Graze } from 'graze'
 * @import { DrawTarget } from './draw_button.js'
 * @import { Fault } from './refusal.js'
 * @import { PoseState, ShapeState } from './shapes.js'
 * @import { Stage } from './stage.js'
 * @import { Point } from './view.js'
 *
 * @typedef {ReturnType<typeof startDrawing>} Drawing
 */

/** Distance that a pointer may move during a click or a tap, in pixels. */
const CLICK_SLOP = { mouse: 5, touch: 15 };
/** Distance from the first vertex within which a click closes the outline, in pixels. */
const CLOSE_DISTANCE = { mouse: 12, touch: 22 };
const [CROSS_SIZE, CROSS_GAP] = [12, 3];
const ARROWS = /** @type {Record<string, [number, number]>} */ ({
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, 1],
    ArrowDown: [0, -1],
});
const HINT =
    'Click or tap to add vertices; drag one to move it. To close the outline, click the first vertex. Keys: ';
const KEYS = /** @type {const} */ ([
    ['Arrows', ' move the crosshair, '],
    ['Space', ' adds a vertex, '],
    ['Enter', ' closes, '],
    ['Backspace', ' removes the last, '],
    ['Escape', ' cancels.'],
]);

const WORLD = { x: 0, y: 0, angle: 0 };

/** @param {Point} point @returns {[number, number]} */
const toPair = ({ x, y }) => [x, y];

/**
 * Converts an outline to a body with its origin in the middle.
 *
 * @param {readonly Point[]} points world
 * @param {number} angle angle of the body
 * @param {number} step precision of the vertices
 * @returns {{ shape: ShapeState, pose: PoseState }}
 */
function toBodyState(points, angle, step) {
    const { minX, minY, maxX, maxY } = boundingBox(points);
    const round = (/** @type {number} */ value) => shortestDecimal(roundTo(value, step));
    const pose = { x: round((minX + maxX) / 2), y: round((minY + maxY) / 2), angle };
    const outline = points.map((point) => {
        const { x, y } = toBody(pose, point);
        return /** @type {[number, number]} */ ([round(x), round(y)]);
    });
    return { shape: { kind: 'concave', points: outline, radius: 0 }, pose };
}

/**
 * Begins to draw: clicks on the stage add vertices until the outline is closed or the drawing ends.
 *
 * @param {Stage} stage
 * @param {Graze} graze
 * @param {DrawTarget & { onCancel: () => void, onEnd: () => void }} target
 */
export function startDrawing(
    stage,
    graze,
    { name, side, getAngle, onDrawn, focusBody: _, onCancel, onEnd },
) {
    /** @type {Point[]} */
    let points = [];
    /** Position of the crosshair. */
    let cursor = stage.toWorld({ x: stage.size.width / 2, y: stage.size.height / 2 });
    let isCursorShown = false;
    /** @type {Fault | null} */
    let fault = null;
    const root = stage.svg;

    const surface = svg('rect', { class: 'draw-surface', width: '100%', height: '100%' });
    const line = svg('path', { class: 'drawn-line' });
    const band = svg('path', { class: 'rubber-band' });
    const edges = svg('path', { class: 'refused-edges' });
    const cross = svg('path', { class: 'crosshair' });
    const handleLayer = svg('g');
    const layer = svg(
        'g',
        { class: `drawing ${side}` },
        surface,
        line,
        edges,
        band,
        cross,
        handleLayer,
    );
    root.append(layer);
    root.classList.add('is-drawing');

    const message = h('p', { class: 'field-error', hidden: true });
    const closeButton = button('Close outline', () => close());
    const removeButton = button('Remove last vertex', () => remove(points.length - 1));
    const bar = h(
        'div',
        { class: `draw-bar ${side}`, role: 'group', 'aria-label': `Drawing of body ${name}` },
        h(
            'p',
            { class: 'hint' },
            h('strong', null, `Drawing body ${name}. `),
            HINT,
            ...KEYS.flatMap(([key, text]) => [h('kbd', null, key), text]),
        ),
        message,
        h(
            'div',
            { class: 'buttons' },
            closeButton,
            removeButton,
            button('Cancel', () => cancel()),
        ),
    );
    stage.element.append(bar);

    /** @type {ReturnType<typeof createHandle>[]} */
    let handles = [];
    /** Returns whether a pointer at a place of the screen closes the outline. @param {Point} place @param {boolean} isTouch */
    const isAtStart = (place, isTouch) => {
        if (points.length < 3) return false;
        const { x, y } = stage.toScreen(points[0]);
        const limit = isTouch ? CLOSE_DISTANCE.touch : CLOSE_DISTANCE.mouse;
        return Math.hypot(place.x - x, place.y - y) <= limit;
    };
    const makeHandles = () => {
        if (handles.length === points.length) return;
        const hadFocus = handleLayer.contains(document.activeElement);
        for (const handle of handles) handle.remove();
        handles = points.map((_point, i) =>
            createHandle(stage, {
                label: `Drawn vertex ${i}`,
                kind: i === 0 ? 'ring' : 'dot',
                className: side,
                parent: handleLayer,
                getPosition: () => points[i],
                onMove(position) {
                    points = points.map((point, k) => (k === i ? position : point));
                    fault = null;
                    draw();
                },
                onKey({ key }) {
                    if (key !== 'Delete') return false;
                    remove(i);
                    return true;
                },
            }),
        );
        if (hadFocus) root.focus({ preventScroll: true });
        listenForClose();
    };
    /** Makes a click of the first vertex close the outline; a drag moves it. */
    const listenForClose = () => {
        const first = handles[0]?.element;
        if (!first) return;
        /** @type {Point | null} */
        let down = null;
        first.addEventListener('pointerdown', ({ clientX: x, clientY: y }) => {
            down = { x, y };
        });
        first.addEventListener('pointerup', ({ clientX, clientY, pointerType }) => {
            if (!down || points.length < 3) return;
            const slop = pointerType === 'touch' ? CLICK_SLOP.touch : CLICK_SLOP.mouse;
            if (Math.hypot(clientX - down.x, clientY - down.y) <= slop) close();
        });
    };

    /** Rounds to the resolution of the pointer, not to float32: only the body's own coordinates, which are smaller, are float32. @param {Point} point */
    const roundPoint = ({ x, y }) => {
        const step = stage.pixelStep();
        return { x: roundTo(x, step), y: roundTo(y, step) };
    };
    /** @param {Point} point */
    const add = (point) => {
        if (points.length >= MAX_OUTLINE) {
            showProblem(`An outline has at most ${MAX_OUTLINE} vertices.`);
            return;
        }
        points = [...points, roundPoint(point)];
        fault = null;
        const { x, y } = points[points.length - 1];
        announce(`Vertex ${points.length} at ${formatShort(x)}, ${formatShort(y)}`);
        draw();
    };
    /** @param {number} index */
    const remove = (index) => {
        if (points.length === 0) return;
        points = points.filter((_point, i) => i !== index);
        fault = null;
        announce(`${points.length} ${points.length === 1 ? 'vertex is' : 'vertices are'} left`);
        draw();
    };
    /** @param {string} text */
    const showProblem = (text) => {
        fault = { message: text, lines: [] };
        announce(text);
        draw();
    };
    const close = () => {
        if (points.length < 3) {
            showProblem(`An outline needs at least 3 vertices; this one has ${points.length}.`);
            return;
        }
        const step = Math.min(stage.pixelStep(), 1e-3);
        const body = toBodyState(points, getAngle(), step);
        const error = findFault(graze, body.shape);
        if (error) {
            // The message has the coordinates of the stage where the outline is also refused as drawn.
            const drawn = { ...body.shape, points: points.map(toPair) };
            const sameError = findFault(graze, drawn);
            fault =
                sameError?.code === error.code
                    ? describeFault(sameError, drawn, WORLD)
                    : describeFault(error, body.shape, body.pose);
            announce(fault.message);
            draw();
            return;
        }
        end();
        announce(`Body ${name} is drawn, with ${points.length} vertices`);
        onDrawn(body.shape, body.pose);
    };
    const cancel = () => {
        end();
        announce('Drawing canceled');
        onCancel();
    };
    const end = () => {
        listeners.abort();
        layer.remove();
        bar.remove();
        root.classList.remove('is-drawing');
        onEnd();
    };

    const draw = () => {
        makeHandles();
        const last = points[points.length - 1];
        setAttributes(line, { d: stage.path(points, fault !== null && fault.lines.length > 0) });
        setAttributes(edges, { d: fault?.lines.map((ends) => stage.path(ends)).join('') ?? '' });
        const isClosing = isCursorShown && isAtStart(stage.toScreen(cursor), false);
        const target = isClosing ? points[0] : cursor;
        setAttributes(band, {
            d: isCursorShown && last && !fault ? stage.path([last, target]) : '',
        });
        const { x, y } = stage.toScreen(cursor);
        const arms = [
            [1, 0],
            [-1, 0],
            [0, 1],
            [0, -1],
        ].map(
            ([dx, dy]) =>
                `M${x + CROSS_GAP * dx} ${y + CROSS_GAP * dy}L${x + CROSS_SIZE * dx} ${y + CROSS_SIZE * dy}`,
        );
        setAttributes(cross, { d: isCursorShown ? arms.join('') : '' });
        for (const [i, handle] of handles.entries()) {
            const { x: px, y: py } = points[i];
            handle.draw(`Drawn vertex ${i}, x ${formatShort(px)}, y ${formatShort(py)}`);
        }
        handles[0]?.element.classList.toggle('is-closing', isClosing);
        message.hidden = !fault;
        message.textContent = fault?.message ?? '';
        closeButton.disabled = points.length < 3;
        removeButton.disabled = points.length === 0;
    };

    const listeners = new AbortController();
    const { signal } = listeners;
    /** The press that may become a click, on the screen. @type {{ id: number, place: Point } | null} */
    let press = null;
    root.addEventListener(
        'pointerdown',
        ({ target, button: pressed, pointerId: id, clientX: x, clientY: y, isPrimary }) => {
            // A second finger zooms.
            press =
                target === surface && pressed === 0 && isPrimary ? { id, place: { x, y } } : null;
        },
        { signal },
    );
    root.addEventListener(
        'pointermove',
        (event) => {
            isCursorShown = event.pointerType !== 'touch';
            cursor = stage.pointerToWorld(event);
            draw();
        },
        { signal },
    );
    root.addEventListener(
        'pointerup',
        (event) => {
            const { pointerId, pointerType, clientX, clientY } = event;
            if (press?.id !== pointerId) return;
            const isTouch = pointerType === 'touch';
            const { x, y } = press.place;
            press = null;
            const slop = isTouch ? CLICK_SLOP.touch : CLICK_SLOP.mouse;
            if (Math.hypot(clientX - x, clientY - y) > slop) return;
            root.focus({ preventScroll: true });
            const point = stage.pointerToWorld(event);
            if (isAtStart(stage.toScreen(point), isTouch)) close();
            else add(point);
        },
        { signal },
    );
    root.addEventListener(
        'pointercancel',
        () => {
            press = null;
        },
        { signal },
    );
    root.addEventListener(
        'pointerleave',
        () => {
            isCursorShown = false;
            draw();
        },
        { signal },
    );
    /** Handles a key on the stage or in the bar; returns true if it was used. @param {KeyboardEvent} event */
    const useKey = (event) => {
        if (event.ctrlKey || event.metaKey) return false;
        const { key, target } = event;
        if (key === 'Escape') {
            cancel();
            return true;
        }
        if (key === 'Backspace') {
            remove(points.length - 1);
            return true;
        }
        if (!(target instanceof SVGElement)) return false;
        if (key === 'Enter') {
            close();
            return true;
        }
        if (target !== root) return false;
        const arrow = ARROWS[key];
        if (arrow) {
            const step = stage.keyStep();
            const delta = step * (event.shiftKey ? 10 : 1);
            cursor = {
                x: roundTo(cursor.x + delta * arrow[0], step / 10),
                y: roundTo(cursor.y + delta * arrow[1], step / 10),
            };
            isCursorShown = true;
            announce(`${formatShort(cursor.x)}, ${formatShort(cursor.y)}`);
            draw();
            return true;
        }
        if (key !== ' ') return false;
        isCursorShown = true;
        if (isAtStart(stage.toScreen(cursor), false)) close();
        else add(cursor);
        return true;
    };
    for (const element of [root, bar]) {
        // The stage's own keys, which pan, come later.
        element.addEventListener(
            'keydown',
            (event) => {
                const key = /** @type {KeyboardEvent} */ (event);
                if (!useKey(key)) return;
                key.preventDefault();
                key.stopImmediatePropagation();
            },
            { capture: true, signal },
        );
    }

    cursor = roundPoint(cursor);
    isCursorShown = true;
    stage.element.scrollIntoView({ block: 'nearest' });
    root.focus({ preventScroll: true });
    announce(
        `Drawing body ${name}. Arrow keys move the crosshair, Space adds a vertex, Enter closes the outline, Escape cancels.`,
    );
    draw();

    return { draw, end };
}
