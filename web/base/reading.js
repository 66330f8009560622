/**
 * Reading a state that came from a link, which anybody may have written: each property is taken when it is what it
 * should be, and otherwise replaced by what stands in for it.
 */

/** @param {unknown} value @returns {Record<string, unknown>} */
export function record(value) {
    const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isRecord ? /** @type {Record<string, unknown>} */ (value) : {};
}

/**
 * @param {unknown} value
 * @param {number} otherwise
 * @param {number} [least]
 * @param {number} [most]
 */
export function number(value, otherwise, least = -1e9, most = 1e9) {
    return typeof value === 'number' && value >= least && value <= most ? value : otherwise;
}

/**
 * @param {unknown} value
 * @param {number} otherwise
 * @param {number} least
 * @param {number} most
 */
export function integer(value, otherwise, least, most) {
    return Number.isInteger(value) ? number(value, otherwise, least, most) : otherwise;
}

/**
 * @template {string} T
 * @param {unknown} value
 * @param {readonly T[]} choices the first stands in
 * @returns {T}
 */
export function choice(value, choices) {
    return choices.find((one) => one === value) ?? choices[0];
}

/** @param {unknown} value @param {boolean} otherwise */
export function flag(value, otherwise) {
    return typeof value === 'boolean' ? value : otherwise;
}

/**
 * @template T
 * @param {unknown} value
 * @param {(item: unknown) => T | null} readItem null for one that cannot be read
 * @param {number} least
 * @param {number} most
 * @returns {T[] | null} null unless all can be read, and there are as many as there may be
 */
export function list(value, readItem, least, most) {
    if (!Array.isArray(value) || value.length < least || value.length > most) return null;
    const items = value.map(readItem);
    return items.includes(null) ? null : /** @type {T[]} */ (items);
}

/** @param {unknown} value @returns {[number, number] | null} */
export function point(value) {
    if (!Array.isArray(value) || value.length !== 2) return null;
    const [x, y] = value.map((one) => number(one, Number.NaN));
    return Number.isNaN(x) || Number.isNaN(y) ? null : [x, y];
}
