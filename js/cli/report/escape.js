/**
 * Text from outside, fit for XML and HTML: quotes and angles are spelled out, and so is what neither
 * may hold or what could turn the line.
 *
 * @param {string} text
 * @returns {string}
 */
export function escapeMarkup(text) {
    return (
        text
            .replace(
                // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
                /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufffe\uffff]|\p{Cs}/gu,
                (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
            )
            .replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)
            // In an attribute they would be read as blanks.
            .replace(/[\t\n\r]/g, (c) => `&#${c.charCodeAt(0)};`)
    );
}
