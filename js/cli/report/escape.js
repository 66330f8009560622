import { toPrintable } from '../console/streams.js';

/**
 * Escapes text from outside for XML and HTML: quotes and angle brackets, characters that neither may contain,
 * and characters that could end the line.
 *
 * @param {string} text
 * @returns {string}
 */
export function escapeMarkup(text) {
    return (
        text
            .replace(/[^\t\n\r]+/g, toPrintable)
            .replace(/[\ufffe\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16)}`)
            .replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)
            // In an attribute these would be read as spaces.
            .replace(/[\t\n\r]/g, (c) => `&#${c.charCodeAt(0)};`)
    );
}

/**
 * Returns a value as a number for an attribute: 0 for all that is not a finite number, which only a result that nobody has checked can
 * contain.
 *
 * @param {unknown} value
 */
export function toFinite(value) {
    return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}
