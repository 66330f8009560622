/**
 * Text from outside, fit for a terminal: what could move the cursor or turn the line is spelled out.
 *
 * @param {string} text
 */
export function safe(text) {
    return text.replace(
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
        /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
        (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
}
