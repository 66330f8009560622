/** Handles whose arrows change other numbers than the place in the world where they are. */

const ARROW_DIRECTIONS = /** @type {Record<string, [dx: number, dy: number]>} */ ({
    ArrowRight: [1, 0],
    ArrowUp: [0, 1],
    ArrowLeft: [-1, 0],
    ArrowDown: [0, -1],
});

/**
 * @param {SVGElement} element a handle
 * @param {(dx: number, dy: number, event: KeyboardEvent) => void} onArrow one of them is 1 or -1
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
