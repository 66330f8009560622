/**
 * Random numbers that depend on the seed alone. This file uses neither sine nor cosine: their last digits
 * differ between engines, and the same seed must give the same bits everywhere.
 *
 * @typedef {() => number} Random uniform in [0, 1), multiples of 2^-32
 */

/**
 * Returns a generator (mulberry32) seeded by a hash (FNV-1a) of the names of its use: sets drawn from different
 * names are independent of each other and of the order in which they are made.
 *
 * @param {...(string | number)} names
 * @returns {Random}
 */
export function randomFor(...names) {
    let state = 0x811c9dc5;
    for (const character of names.join('/')) {
        state = Math.imul(state ^ character.charCodeAt(0), 0x01000193);
    }
    return () => {
        state = (state + 0x6d2b79f5) | 0;
        let t = Math.imul(state ^ (state >>> 15), 1 | state);
        t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
        return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
    };
}

/** @param {Random} random @param {number} low @param {number} high */
export function between(random, low, high) {
    return low + (high - low) * random();
}

/** @param {Random} random @param {number} count */
export function pick(random, count) {
    return Math.floor(random() * count);
}

/**
 * Returns a random direction, uniform on the circle: a point of the disc, by rejection, scaled to length 1.
 *
 * @param {Random} random
 * @returns {[cos: number, sin: number]}
 */
export function randomDirection(random) {
    for (;;) {
        const x = between(random, -1, 1);
        const y = between(random, -1, 1);
        const square = x * x + y * y;
        if (square > 1 || square < 1 / 64) continue;
        const length = Math.sqrt(square);
        return [x / length, y / length];
    }
}

/** Shuffles values in place (Fisher and Yates). @param {Random} random @param {number[]} values */
export function shuffle(random, values) {
    for (let k = values.length - 1; k > 0; k--) {
        const other = pick(random, k + 1);
        [values[k], values[other]] = [values[other], values[k]];
    }
    return values;
}
