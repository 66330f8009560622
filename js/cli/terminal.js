/**
 * Returns text from outside in a form that is safe for a terminal: characters that could move the cursor or end
 * the line are escaped.
 *
 * @param {string} text
 */
export function toPrintable(text) {
    return text.replace(
        // This repeats `toPrintable` of the package, because errors must be printable even when the package
        // cannot be loaded.
        /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu,
        (c) => {
            const code = /** @type {number} */ (c.codePointAt(0)).toString(16);
            return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
        },
    );
}
