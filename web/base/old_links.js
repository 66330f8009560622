/** Keys and values of links that earlier versions of the page wrote. */

/** @typedef {{ keys?: Record<string, string>, values?: Record<string, Record<string, string>> }} Renamed names and values of one record that have changed */

const TOUCHING = Object.freeze({ closed: 'conflict', open: 'allowed' });

/** Renamed keys, by tab and by the path of the record that holds them. @type {Record<string, Record<string, Renamed>>} */
const RENAMED = {
    contact: bodies(),
    sweep: bodies(),
    intervals: {
        '': { keys: { reading: 'touching' }, values: { touching: TOUCHING } },
        a: { keys: { start: 't0', end: 't1' } },
        b: { keys: { start: 't0', end: 't1' } },
    },
    scenario: {
        '': { keys: { reading: 'touching', mended: 'repaired' }, values: { touching: TOUCHING } },
    },
};

/** @returns {Record<string, Renamed>} */
function bodies() {
    const keys = { theta: 'angle', omega: 'angularVelocity', alpha: 'angularAcceleration' };
    return { 'a.path': { keys }, 'b.path': { keys } };
}

/**
 * Returns the state of a link with its keys renamed to present names. A link may hold any values: they pass unchanged
 * to the tab, which checks them. Where both the old and the present key exist, the present one wins.
 *
 * @param {string} tab
 * @param {Record<string, unknown>} state
 * @returns {Record<string, unknown>}
 */
export function renameLinkKeys(tab, state) {
    const renamed = Object.hasOwn(RENAMED, tab) ? RENAMED[tab] : {};
    return /** @type {Record<string, unknown>} */ (renameRecord(state, '', renamed));
}

/** @param {unknown} value @param {string} path @param {Record<string, Renamed>} renamed @returns {unknown} */
function renameRecord(value, path, renamed) {
    const isOnPath = Object.keys(renamed).some(
        (other) => path === '' || other === path || other.startsWith(`${path}.`),
    );
    if (!isOnPath || typeof value !== 'object' || value === null || Array.isArray(value))
        return value;
    const { keys = {}, values = {} } = Object.hasOwn(renamed, path) ? renamed[path] : {};
    const entries = Object.entries(value).flatMap(([key, entry]) => {
        const name = Object.hasOwn(keys, key) ? keys[key] : key;
        if (name !== key && Object.hasOwn(value, name)) return [];
        const known = Object.hasOwn(values, name) ? values[name] : {};
        const isOldValue = typeof entry === 'string' && Object.hasOwn(known, entry);
        const renamedEntry = isOldValue
            ? known[entry]
            : renameRecord(entry, path === '' ? key : `${path}.${key}`, renamed);
        return [[name, renamedEntry]];
    });
    return Object.fromEntries(entries);
}
