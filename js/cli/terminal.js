/**
 * Text from outside, fit for a terminal: what could move the cursor or turn the line is spelled out.
 *
 * @param {string} text
 */
export function toPrintable(text) {
    return text.replace(
        // As `printable` of the package, which must not be needed to say that the package cannot be loaded.
        /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu,
        (c) => {
            const code = /** @type {number} */ (c.codePointAt(0)).toString(16);
            return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
        },
    );
}
