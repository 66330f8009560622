/**
 * Returns whether a value is an object, and neither an array nor a revoked proxy, of which nothing can be asked.
 *
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
export function isObject(value) {
    if (typeof value !== 'object' || value === null) return false;
    try {
        return !Array.isArray(value);
    } catch {
        return false;
    }
}

/**
 * Returns whether a property is given: not where it is only on Object.prototype, on which anybody may have put anything.
 *
 * @param {object} bag
 * @param {string} key
 * @returns {boolean}
 */
export function isGiven(bag, key) {
    return Object.hasOwn(bag, key) || (key in bag && !Object.hasOwn(Object.prototype, key));
}

/**
 * Copies the known properties of a bag; what is not given is undefined.
 *
 * @template {string} K
 * @param {object} bag
 * @param {readonly K[]} known
 * @returns {Partial<Record<K, any>>}
 */
export function givenOf(bag, known) {
    const from = /** @type {Record<string, unknown>} */ (bag);
    const entries = known.map((key) => [key, isGiven(bag, key) ? from[key] : undefined]);
    return /** @type {any} */ (Object.fromEntries(entries));
}
