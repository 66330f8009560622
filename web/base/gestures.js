/** Pan and zoom of any element: pointer, wheel, two fingers, keys. */

/**
 * @typedef {object} Gestures
 * @property {(dx: number, dy: number) => void} pan by pixels
 * @property {(factor: number, at: { x: number, y: number }) => void} zoom about a point in the element's coordinates
 * @property {() => void} fit
 * @property {() => void} [scroll] called when the wheel over the element scrolls the page
 */

/** Distance that a finger must move before it pans, in pixels: browsers scroll from about 15 on. */
const PAN_SLOP = 20;
/** Largest zoom factor of one wheel event. */
const MAX_WHEEL_ZOOM = 1.2;

/**
 * Listens for panning and zooming. One finger scrolls the page up and down (the element needs `touch-action: pan-y`),
 * and two fingers pan and zoom. The wheel zooms with Ctrl or Cmd, which is also how a touchpad's pinch arrives, and
 * scrolls the page without them. Pointers already handled by something on the element (`preventDefault`) are ignored.
 *
 * @param {HTMLElement | SVGSVGElement} surface
 * @param {Gestures} gestures
 */
export function listenGestures(surface, gestures) {
    // TypeScript knows the event types of each kind of element, but not of their union.
    const element = /** @type {HTMLElement} */ (surface);

    /** @type {Map<number, { x: number, y: number }>} */
    const pointers = new Map();
    let isPanning = false;

    /** @param {{ clientX: number, clientY: number }} event */
    const toElementPoint = (event) => {
        const { left, top } = element.getBoundingClientRect();
        return { x: event.clientX - left, y: event.clientY - top };
    };
    const measurePinch = () => {
        const [p, q] = [...pointers.values()];
        return {
            length: q ? Math.hypot(p.x - q.x, p.y - q.y) : 0,
            middle: q ? { x: (p.x + q.x) / 2, y: (p.y + q.y) / 2 } : p,
        };
    };

    element.addEventListener('pointerdown', (event) => {
        if (event.defaultPrevented || event.button !== 0) return;
        pointers.set(event.pointerId, toElementPoint(event));
        element.setPointerCapture(event.pointerId);
    });
    element.addEventListener('pointermove', (event) => {
        const previous = pointers.get(event.pointerId);
        if (!previous) return;
        const position = toElementPoint(event);
        // A finger that may still scroll the page does not pan until it has moved far enough.
        const isWaiting = event.pointerType === 'touch' && pointers.size === 1 && !isPanning;
        if (isWaiting && Math.hypot(position.x - previous.x, position.y - previous.y) < PAN_SLOP)
            return;
        isPanning = true;
        const before = measurePinch();
        pointers.set(event.pointerId, position);
        const after = measurePinch();
        gestures.pan(after.middle.x - before.middle.x, after.middle.y - before.middle.y);
        if (before.length > 0 && after.length > 0) {
            gestures.zoom(after.length / before.length, after.middle);
        }
    });
    for (const end of ['pointerup', 'pointercancel', 'lostpointercapture']) {
        element.addEventListener(end, (event) => {
            pointers.delete(/** @type {PointerEvent} */ (event).pointerId);
            isPanning = pointers.size > 0;
        });
    }
    element.addEventListener(
        'wheel',
        (event) => {
            if (!event.ctrlKey && !event.metaKey) {
                gestures.scroll?.();
                return;
            }
            event.preventDefault();
            const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 20 : 1;
            // A pinch arrives in small steps, a wheel notch in a large one.
            const factor = 1.01 ** (-event.deltaY * unit);
            gestures.zoom(
                Math.min(Math.max(factor, 1 / MAX_WHEEL_ZOOM), MAX_WHEEL_ZOOM),
                toElementPoint(event),
            );
        },
        { passive: false },
    );
    element.addEventListener('keydown', (event) => {
        if (event.target !== element || event.ctrlKey || event.metaKey || event.altKey) return;
        const middle = { x: element.clientWidth / 2, y: element.clientHeight / 2 };
        const panStep = event.shiftKey ? 200 : 40;
        const action = {
            ArrowLeft: () => gestures.pan(panStep, 0),
            ArrowRight: () => gestures.pan(-panStep, 0),
            ArrowUp: () => gestures.pan(0, panStep),
            ArrowDown: () => gestures.pan(0, -panStep),
            '+': () => gestures.zoom(1.25, middle),
            '=': () => gestures.zoom(1.25, middle),
            '-': () => gestures.zoom(0.8, middle),
            0: () => gestures.fit(),
        }[event.key];
        if (!action) return;
        event.preventDefault();
        action();
    });
}
