/**
 * How numbers are written: six digits, or as many as read back as the same number when the visitor asks for full
 * precision. One switch for the whole page.
 */

let isFull = false;
/** @type {Set<() => void>} */
const listeners = new Set();

/** @param {boolean} full */
export function setPrecision(full) {
    if (full === isFull) return;
    isFull = full;
    for (const listener of listeners) listener();
}

/** @param {() => void} listener @returns {() => void} ends it */
export function onPrecision(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
}

/** A number with a real minus sign, as people read it. @param {number} value */
export function formatShort(value) {
    if (value === Number.POSITIVE_INFINITY) return '∞';
    if (value === Number.NEGATIVE_INFINITY) return '−∞';
    if (Number.isInteger(value) && Math.abs(value) < 1e9) return withMinus(String(value));
    const text = Number(value.toPrecision(6)).toString();
    return withMinus(text);
}

/** Such that it can be copied into a program. @param {number} value */
export function formatExact(value) {
    return String(value);
}

/** @param {number} value */
export function format(value) {
    return isFull ? formatExact(value) : formatShort(value);
}

/** @param {string} text */
function withMinus(text) {
    return text.replace('-', '−');
}

/** A heading in degrees, for people. @param {number} radians */
export function formatDegrees(radians) {
    return `${withMinus(String(Number(((radians * 180) / Math.PI).toFixed(1))))}°`;
}
