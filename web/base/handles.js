/**
 * Elements that can be dragged on a stage, by pointer and by keys: arrows move by a step, with Shift by ten, with Alt
 * by one float32. The tab receives each new position, decides what to do with it and redraws.
 */

import { setAttributes, svg } from './dom.js';
import { nudge, roundTo, shortestDecimal } from './float.js';

/**
 * @import { Point } from './view.js'
 * @import { Stage } from './stage.js'
 */

const ARROW_DIRECTIONS = /** @type {Record<string, [number, number]>} */ ({
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, 1],
    ArrowDown: [0, -1],
});

/**
 * @typedef {object} DragOptions
 * @property {string} label name, such as 'Shape A'; the position is added
 * @property {() => Point} getPosition position in the world
 * @property {(position: Point) => void} onMove float32 coordinates
 * @property {(key: KeyboardEvent) => boolean} [onKey] handles further keys; returns true if it used the key
 */

/**
 * Makes an element of a stage draggable. The element must be focusable and drawn at or around `getPosition()`.
 *
 * @param {Stage} stage
 * @param {SVGElement} element
 * @param {DragOptions} options
 */
export function makeDraggable(stage, element, { label, getPosition, onMove, onKey }) {
    setAttributes(element, {
        tabindex: 0,
        role: 'button',
        'aria-roledescription': 'draggable',
        'aria-label': label,
    });
    element.classList.add('draggable');
    /** Offset of the pointer from the position when the drag began. @type {Point | null} */
    let grabOffset = null;

    element.addEventListener('pointerdown', (event) => {
        if (event.button !== 0) return;
        // This keeps the stage from panning, but also prevents the focus, which is therefore set here.
        event.preventDefault();
        element.focus({ preventScroll: true });
        const pointer = stage.pointerToWorld(event);
        const position = getPosition();
        grabOffset = { x: pointer.x - position.x, y: pointer.y - position.y };
        element.setPointerCapture(event.pointerId);
        element.classList.add('dragged');
    });
    element.addEventListener('pointermove', (event) => {
        if (!grabOffset) return;
        const pointer = stage.pointerToWorld(event);
        const step = stage.pixelStep();
        onMove({
            x: shortestDecimal(roundTo(pointer.x - grabOffset.x, step)),
            y: shortestDecimal(roundTo(pointer.y - grabOffset.y, step)),
        });
    });
    for (const end of ['pointerup', 'pointercancel', 'lostpointercapture']) {
        element.addEventListener(end, () => {
            grabOffset = null;
            element.classList.remove('dragged');
        });
    }
    element.addEventListener('keydown', (event) => {
        const arrow = ARROW_DIRECTIONS[event.key];
        if (arrow && !event.ctrlKey && !event.metaKey) {
            const position = getPosition();
            const step = stage.keyStep();
            onMove({
                x: nudge(position.x, arrow[0], step, event),
                y: nudge(position.y, arrow[1], step, event),
            });
        } else if (!onKey?.(event)) {
            return;
        }
        event.preventDefault();
        event.stopPropagation();
    });
}

/**
 * Creates a handle: a dot with a touch area around it.
 *
 * @param {Stage} stage
 * @param {DragOptions & { kind?: 'dot' | 'turn' | 'ring' | 'square', className?: string, parent?: SVGElement }} options `className`: a class, such as
 * 'a' or 'b', for its color; `parent`: an element within the stage's handles
 */
export function createHandle(stage, options) {
    const { kind = 'dot', className = '', parent = stage.handles } = options;
    const mark =
        kind === 'square'
            ? svg('rect', { x: -5, y: -5, width: 10, height: 10, class: 'mark' })
            : svg('circle', { r: kind === 'dot' ? 5 : 6, class: 'mark' });
    const element = svg(
        'g',
        { class: `handle ${kind} ${className}` },
        svg('circle', { r: 12, class: 'hit-area' }),
        mark,
    );
    makeDraggable(stage, element, options);
    parent.append(element);
    return {
        element,
        /** Draws the handle at its position after a change of state or view. @param {string} [label] */
        draw(label) {
            const { x, y } = stage.toScreen(options.getPosition());
            setAttributes(element, { transform: `translate(${x.toFixed(2)} ${y.toFixed(2)})` });
            if (label) setAttributes(element, { 'aria-label': label });
        },
        remove: () => element.remove(),
    };
}
