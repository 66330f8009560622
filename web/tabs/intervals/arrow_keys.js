/** Handles whose arrow keys change numbers other than a position in the world. */

const ARROW_DIRECTIONS = /** @type {Record<string, [dx: number, dy: number]>} */ ({
    ArrowRight: [1, 0],
    ArrowUp: [0, 1],
    ArrowLeft: [-1, 0],
    ArrowDown: [0, -1],
});

/**
 * @param {SVGElement} element a handle
 * @param {(dx: number, dy: number, event: KeyboardEvent) => void} onArrow receives the direction; one of dx and dy is 1 or -1, the other 0
 */
export function listenForArrows(element, onArrow) {
    element.addEventListener(
        'keydown',
        (event) => {
            const arrow = ARROW_DIRECTIONS[event.key];
            if (!arrow || event.ctrlKey || event.metaKey) return;
            event.preventDefault();
            event.stopImmediatePropagation();
            onArrow(...arrow, event);
        },
        { capture: true },
    );
}
