/**
 * What can be dragged on a stage: by pointer, and by keys (arrows a step, with Shift ten, with Alt one float32).
 * Its place is told to the tab, which decides what becomes of it and redraws.
 */

import { setAttributes, svg } from './dom.js';
import { nudge, roundTo, shortest } from './float.js';

/**
 * @import { Point } from './view.js'
 * @import { Stage } from './stage.js'
 */

const ARROWS = /** @type {Record<string, [number, number]>} */ ({
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, 1],
    ArrowDown: [0, -1],
});

/**
 * @typedef {object} DragOptions
 * @property {string} label what it is: 'Shape A'; the place is added
 * @property {() => Point} at its place, in the world
 * @property {(place: Point) => void} onMove float32 coordinates
 * @property {(key: KeyboardEvent) => boolean} [onKey] further keys; true when it was one
 */

/**
 * Makes an element of a stage draggable. The element should be focusable, and drawn where `at` says or around.
 *
 * @param {Stage} stage
 * @param {SVGElement} element
 * @param {DragOptions} options
 */
export function makeDraggable(stage, element, { label, at, onMove, onKey }) {
    setAttributes(element, {
        tabindex: 0,
        role: 'button',
        'aria-roledescription': 'draggable',
        'aria-label': label,
    });
    element.classList.add('draggable');
    /** Where the pointer took it, from its place. @type {Point | null} */
    let grip = null;

    element.addEventListener('pointerdown', (event) => {
        if (event.button !== 0) return;
        // The stage must not pan; but focus, which this prevents too, is wanted.
        event.preventDefault();
        element.focus({ preventScroll: true });
        const pointer = stage.worldOf(event);
        const place = at();
        grip = { x: pointer.x - place.x, y: pointer.y - place.y };
        element.setPointerCapture(event.pointerId);
        element.classList.add('dragged');
    });
    element.addEventListener('pointermove', (event) => {
        if (!grip) return;
        const pointer = stage.worldOf(event);
        const step = stage.pixelStep();
        onMove({
            x: shortest(roundTo(pointer.x - grip.x, step)),
            y: shortest(roundTo(pointer.y - grip.y, step)),
        });
    });
    for (const end of ['pointerup', 'pointercancel', 'lostpointercapture']) {
        element.addEventListener(end, () => {
            grip = null;
            element.classList.remove('dragged');
        });
    }
    element.addEventListener('keydown', (event) => {
        const arrow = ARROWS[event.key];
        if (arrow && !event.ctrlKey && !event.metaKey) {
            const place = at();
            const step = stage.keyStep();
            onMove({
                x: nudge(place.x, arrow[0], step, event),
                y: nudge(place.y, arrow[1], step, event),
            });
        } else if (!onKey?.(event)) {
            return;
        }
        event.preventDefault();
        event.stopPropagation();
    });
}

/**
 * A handle: a dot with room for a finger around it.
 *
 * @param {Stage} stage
 * @param {DragOptions & { kind?: 'dot' | 'turn' | 'ring' | 'square', look?: string, parent?: SVGElement }} options `look`: a class, as
 *   'a' or 'b', for its colour; `parent`: within the stage's handles
 */
export function createHandle(stage, options) {
    const { kind = 'dot', look = '', parent = stage.handles } = options;
    const mark =
        kind === 'square'
            ? svg('rect', { x: -5, y: -5, width: 10, height: 10, class: 'mark' })
            : svg('circle', { r: kind === 'dot' ? 5 : 6, class: 'mark' });
    const element = svg(
        'g',
        { class: `handle ${kind} ${look}` },
        svg('circle', { r: 12, class: 'hit' }),
        mark,
    );
    makeDraggable(stage, element, options);
    parent.append(element);
    return {
        element,
        /** Puts it where it belongs, after a change of state or view. @param {string} [label] */
        draw(label) {
            const { x, y } = stage.toScreen(options.at());
            setAttributes(element, { transform: `translate(${x.toFixed(2)} ${y.toFixed(2)})` });
            if (label) setAttributes(element, { 'aria-label': label });
        },
        remove: () => element.remove(),
    };
}
