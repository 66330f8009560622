/**
 * Returns whether a value is an object, but not an array or a revoked proxy, which cannot be read.
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
 * Returns whether a property is present, on the object or its class, but not only on Object.prototype, which other code may
 * have extended.
 *
 * @param {object} options
 * @param {string} key
 * @returns {boolean}
 */
export function hasOption(options, key) {
    return Object.hasOwn(options, key) || (key in options && !Object.hasOwn(Object.prototype, key));
}

/**
 * Copies the known properties of an options object; absent ones are undefined.
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
