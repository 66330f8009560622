import { toPrintable } from '../terminal.js';

/** What `toPrintable` spells out, but for ends of lines, which stand raw in JSON only outside of texts. */
const UNPRINTABLE = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * Writes a value as JSON in which no text can do anything to a terminal. It is read back as it was.
 *
 * @param {unknown} value
 * @param {number} [indent]
 */
export function toPrintableJson(value, indent) {
    return JSON.stringify(value, null, indent).replace(UNPRINTABLE, (character) =>
        character
            .split('')
            .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
            .join(''),
    );
}

/**
 * Escapes text from outside for XML and HTML: quotes and angles are spelled out, and so is what neither may hold or what could
 * turn the line.
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
            // In an attribute they would be read as blanks.
            .replace(/[\t\n\r]/g, (c) => `&#${c.charCodeAt(0)};`)
    );
}
