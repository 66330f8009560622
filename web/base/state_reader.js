/**
 * Reads a state from a link, which anybody may have written: each property is used if it has the right type and
 * range, and is otherwise replaced by its fallback.
 */

/** @param {unknown} value @returns {Record<string, unknown>} */
export function record(value) {
    const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isRecord ? /** @type {Record<string, unknown>} */ (value) : {};
}

/**
 * @param {unknown} value
 * @param {number} fallback
 * @param {number} [min]
 * @param {number} [max]
 */
export function number(value, fallback, min = -1e9, max = 1e9) {
    return typeof value === 'number' && value >= min && value <= max ? value : fallback;
}

/**
 * @param {unknown} value
 * @param {number} fallback
 * @param {number} min
 * @param {number} max
 */
export function integer(value, fallback, min, max) {
    return Number.isInteger(value) ? number(value, fallback, min, max) : fallback;
}

/**
 * @template {string} T
 * @param {unknown} value
 * @param {readonly T[]} choices the allowed values; the first is the fallback
 * @returns {T}
 */
export function choice(value, choices) {
    return choices.find((item) => item === value) ?? choices[0];
}

/** @param {unknown} value @param {boolean} fallback */
export function flag(value, fallback) {
    return typeof value === 'boolean' ? value : fallback;
}

/**
 * @template T
 * @param {unknown} value
 * @param {(item: unknown) => T | null} readItem returns null for an invalid item
 * @param {number} min
 * @param {number} max
 * @returns {T[] | null} null if an item is invalid, or their number is outside of [min, max]
 */
export function list(value, readItem, min, max) {
    if (!Array.isArray(value) || value.length < min || value.length > max) return null;
    const items = value.map(readItem);
    return items.includes(null) ? null : /** @type {T[]} */ (items);
}

/** @param {unknown} value @returns {[number, number] | null} */
export function point(value) {
    if (!Array.isArray(value) || value.length !== 2) return null;
    const [x, y] = value.map((item) => number(item, Number.NaN));
    return Number.isNaN(x) || Number.isNaN(y) ? null : [x, y];
}
