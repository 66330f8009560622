/**
 * Numbers in [0, 1) that depend on the seed alone: mulberry32 (Ettinger, 2017).
 *
 * @param {number} seed
 * @returns {() => number}
 */
export function makeRandom(seed) {
    let state = seed | 0;
    return () => {
        state = (state + 0x6d2b79f5) | 0;
        let z = Math.imul(state ^ (state >>> 15), state | 1);
        z = (z + Math.imul(z ^ (z >>> 7), z | 61)) ^ z;
        return ((z ^ (z >>> 14)) >>> 0) / 2 ** 32;
    };
}

/**
 * Returns a random order (Fisher, Yates).
 *
 * @template T
 * @param {readonly T[]} items
 * @param {() => number} random
 * @returns {T[]}
 */
export function shuffle(items, random) {
    const order = [...items];
    for (let k = order.length - 1; k > 0; k--) {
        const j = Math.floor(random() * (k + 1));
        [order[k], order[j]] = [order[j], order[k]];
    }
    return order;
}
