/**
 * State: one JSON object determines what a tab shows. The address holds it, so that a link shows the same
 * scene bit for bit.
 */

/** @param {Uint8Array} bytes */
function toBase64Url(bytes) {
    let text = '';
    for (const byte of bytes) text += String.fromCharCode(byte);
    return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** @param {string} text */
function fromBase64Url(text) {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/**
 * Returns the fragment of an address, from the `#` on. JSON prints numbers as the shortest decimal that restores the
 * same number.
 *
 * @param {string} tab
 * @param {unknown} [state]
 */
export function toHash(tab, state) {
    if (state === undefined) return `#${tab}`;
    return `#${tab}/${toBase64Url(new TextEncoder().encode(JSON.stringify(state)))}`;
}

/**
 * @param {string} hash
 * @returns {{ tab: string, state?: unknown, isBroken: boolean }} isBroken: the state cannot be read
 */
export function fromHash(hash) {
    const [tab, text] = hash.replace(/^#/, '').split('/', 2);
    if (!text) return { tab, isBroken: false };
    try {
        const json = new TextDecoder('utf-8', { fatal: true }).decode(fromBase64Url(text));
        return { tab, state: JSON.parse(json), isBroken: false };
    } catch {
        return { tab, isBroken: true };
    }
}

/**
 * Returns a state after a round trip through a link. JSON has no -0, for example; after the first trip, every
 * further one leaves the state unchanged.
 *
 * @template T
 * @param {T} state
 * @returns {T}
 */
export function roundTripJson(state) {
    return JSON.parse(JSON.stringify(state));
}

/**
 * Returns whether two parts of states are equal, to the bit and to the order of their properties.
 *
 * @param {unknown} p
 * @param {unknown} q
 */
export function isEqual(p, q) {
    return JSON.stringify(p) === JSON.stringify(q);
}

/**
 * Holds a state and reports its changes.
 *
 * @template {object} T
 * @param {T} initial
 * @param {(state: T) => void} onChange called after each change
 */
export function createStore(initial, onChange) {
    let state = roundTripJson(initial);
    return {
        get: () => state,
        /** Replaces some of its properties. @param {Partial<T>} change */
        set(change) {
            state = roundTripJson({ ...state, ...change });
            onChange(state);
        },
    };
}
