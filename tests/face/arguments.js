/**
 * The arguments of a call as a tree: every place in them at which something else can be put.
 *
 * @typedef {readonly (string | number)[]} Place which argument, and the way into it
 */

/** @param {unknown} value @returns {value is Record<string, unknown>} */
function isRecord(value) {
    return (
        typeof value === 'object' &&
        value !== null &&
        Object.getPrototypeOf(value) === Object.prototype
    );
}

/** Returns whether an object belongs to the package. @param {unknown} value @returns {value is { id: number, free(): void }} */
export function isHandle(value) {
    return typeof value === 'object' && value !== null && 'free' in value;
}

/**
 * @param {unknown} value
 * @param {Place} [at]
 * @returns {Place[]}
 */
export function placesIn(value, at = []) {
    const here = at.length > 0 ? [at] : [];
    if (!Array.isArray(value) && !isRecord(value)) return here;
    /** @type {(string | number)[]} */
    const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
    const inside = keys.map((key) => {
        return placesIn(/** @type {any} */ (value)[key], [...at, key]);
    });
    return [...here, ...inside.flat()];
}

/** @param {unknown} args @param {Place} place @returns {any} */
export function valueAt(args, place) {
    return place.reduce((value, key) => /** @type {any} */ (value)[key], args);
}

/**
 * Puts something at a place, in place: the arguments are made anew for each call.
 *
 * @param {unknown} args
 * @param {Place} place
 * @param {unknown} value
 */
export function put(args, place, value) {
    valueAt(args, place.slice(0, -1))[place[place.length - 1]] = value;
}

/**
 * Puts a getter there.
 *
 * @param {unknown} args
 * @param {Place} place
 * @param {(valid: any) => unknown} get
 */
export function putGetter(args, place, get) {
    const valid = valueAt(args, place);
    Object.defineProperty(valueAt(args, place.slice(0, -1)), place[place.length - 1], {
        enumerable: true,
        configurable: true,
        get: () => get(valid),
    });
}

/** @param {Place} place */
export function showPlace(place) {
    return place.map(String).join('.');
}

/**
 * Returns what an error may name where something is wrong in one of the arguments: it, and the properties in it.
 *
 * @param {string} name
 * @param {unknown} value
 * @returns {Set<string>}
 */
export function namesIn(name, value) {
    const names = new Set([name]);
    for (const place of placesIn(value)) {
        for (const key of place) if (typeof key === 'string') names.add(key);
    }
    if (isRecord(value)) for (const key of Object.keys(value)) names.add(key);
    return names;
}

/** Returns the first word of what an error names. @param {unknown} argument */
export function rootOf(argument) {
    return /^\w*/.exec(String(argument))?.[0] ?? '';
}
