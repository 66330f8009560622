import assert from 'node:assert/strict';
import { GrazeError } from 'graze';

/**
 * Asserts that a call throws a GrazeError with these properties.
 *
 * @param {() => unknown} call
 * @param {Partial<GrazeError>} expected
 */
export function refuses(call, expected) {
    assert.throws(call, (error) => {
        assert.ok(error instanceof GrazeError, String(error));
        for (const [key, value] of Object.entries(expected)) {
            assert.deepEqual(/** @type {any} */ (error)[key], value, `${key} of: ${error.message}`);
        }
        return true;
    });
}
