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
 * @param {object} options
 * @param {string} key
 * @returns {boolean}
 */
export function hasOption(options, key) {
    return Object.hasOwn(options, key) || (key in options && !Object.hasOwn(Object.prototype, key));
}

/**
 * Copies the known properties of a bag; what is not given is undefined.
 *
 * @template {string} K
 * @param {object} options
 * @param {readonly K[]} known
 * @returns {Partial<Record<K, any>>}
 */
export function pickOptions(options, known) {
    const record = /** @type {Record<string, unknown>} */ (options);
    const entries = known.map((key) => [key, hasOption(options, key) ? record[key] : undefined]);
    return /** @type {any} */ (Object.fromEntries(entries));
}
