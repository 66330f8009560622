/** Short functions that create elements. */

/** @typedef {Node | string | null | undefined | false} Child */

/**
 * @param {Element} element
 * @param {Record<string, unknown> | null} attributes functions become listeners (`onclick`), true an empty
 *   attribute, false and null none
 */
export function setAttributes(element, attributes) {
    for (const [name, value] of Object.entries(attributes ?? {})) {
        if (typeof value === 'function') {
            element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
        } else if (value === false || value === null || value === undefined) {
            element.removeAttribute(name);
        } else {
            const text = value === true ? '' : String(value);
            if (element.getAttribute(name) !== text) element.setAttribute(name, text);
        }
    }
}

/**
 * @param {Element} element
 * @param {Child[]} children
 */
function append(element, children) {
    for (const child of children) {
        if (child || child === '') element.append(child);
    }
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, unknown> | null} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, attributes, ...children) {
    const element = document.createElement(tag);
    setAttributes(element, attributes ?? null);
    append(element, children);
    return element;
}

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, unknown> | null} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, attributes, ...children) {
    const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
    setAttributes(element, attributes ?? null);
    append(element, children);
    return element;
}

/**
 * Creates a box in which wide content scrolls, by keys too.
 *
 * @param {string} label
 * @param {Node} child
 */
export function scrollBox(label, child) {
    return h('div', { class: 'scroll-x', tabindex: 0, role: 'region', 'aria-label': label }, child);
}

let lastId = 0;

/** Returns an id that no other element has. @param {string} prefix */
export function newId(prefix) {
    lastId += 1;
    return `${prefix}-${lastId}`;
}

/**
 * Returns a function that runs `draw` once before the next frame, however often it is called until then.
 *
 * @param {() => void} draw
 * @returns {{ (): void, cancel: () => void, now: () => void }}
 */
export function onNextFrame(draw) {
    let frame = 0;
    const run = () => {
        frame = 0;
        draw();
    };
    const schedule = () => {
        if (frame === 0) frame = requestAnimationFrame(run);
    };
    const cancel = () => {
        cancelAnimationFrame(frame);
        frame = 0;
    };
    return Object.assign(schedule, {
        cancel,
        now: () => {
            cancel();
            draw();
        },
    });
}
