import assert from 'node:assert/strict';
import { InputError } from 'graze/scenario';

/**
 * Returns what a call rejects with begins with this.
 *
 * @param {() => unknown} call
 * @param {string} beginning `file:line:column: code: ...`
 */
export async function refuses(call, beginning) {
    await assert.rejects(
        async () => call(),
        (error) => {
            assert.ok(error instanceof InputError, String(error));
            const { message } = error;
            assert.equal(message.slice(0, beginning.length), beginning);
            assert.ok(!message.includes('\n'), 'one line');
            return true;
        },
    );
}

/**
 * Returns the text with one place of it replaced.
 *
 * @param {string} text
 * @param {string | RegExp} from
 * @param {string} to
 */
export function changed(text, from, to) {
    const result = text.replace(from, () => to);
    assert.notEqual(result, text, String(from));
    return result;
}

/**
 * Returns the place of the first or, from behind, the last time that a text holds another, as an error begins with it.
 *
 * @param {string} text
 * @param {string} part
 * @param {boolean} [isLast]
 */
export function placeOf(text, part, isLast = false) {
    const at = isLast ? text.lastIndexOf(part) : text.indexOf(part);
    assert.ok(at >= 0, part);
    const before = text.slice(0, at).split('\n');
    return `${before.length}:${(before.at(-1) ?? '').length + 1}`;
}
