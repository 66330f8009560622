/**
 * Returns a list as lists of `length` entries; the last one may be shorter.
 *
 * @template T
 * @param {T[]} list
 * @param {number} length
 */
export function sliceInto(list, length) {
    return Array.from({ length: Math.ceil(list.length / length) }, (_, k) =>
        list.slice(k * length, (k + 1) * length),
    );
}
