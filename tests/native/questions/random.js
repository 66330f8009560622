import { magnitude } from '../../portable.js';

/**
 * A repeatable stream of draws. Every kind of question has its own stream, so that more questions of one kind leave the
 * others unchanged.
 *
 * @typedef {ReturnType<typeof drawFrom>} Draw
 */

/** @param {number} seed */
export function drawFrom(seed) {
    let state = seed >>> 0;
    /** Returns a number in [0, 1). */
    const random = () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return state / 0x100000000;
    };
    for (let k = 0; k < 4; k++) random();
    const between = (/** @type {number} */ lo, /** @type {number} */ hi) =>
        lo + (hi - lo) * random();
    const below = (/** @type {number} */ count) => Math.floor(random() * count);
    const chance = (/** @type {number} */ share) => random() < share;
    return {
        random,
        between,
        below,
        chance,
        /** @template T @param {readonly T[]} values @returns {T} */
        any: (values) => values[below(values.length)],
        /** Returns a number in [-1, 1], often a multiple of 1 / 4. */
        share: () => (chance(0.3) ? (below(9) - 4) / 4 : between(-1, 1)),
        /** Returns a heading of any length that a placement may have. @returns {[cos: number, sin: number]} */
        heading() {
            const quarter = below(8);
            if (quarter < 4) {
                return [[1, 0, -1, 0][quarter], [0, 1, 0, -1][quarter]];
            }
            const length = chance(0.1) ? between(1 - 1 / 4096, 1 + 1 / 4096) : 1;
            // The heading is computed from the tangent of a quarter of the angle: hosts could round a sine differently.
            const t = between(-1, 1);
            const [x, y] = [(1 - t * t) / (1 + t * t), (2 * t) / (1 + t * t)];
            return chance(0.5) ? [length * x, length * y] : [-length * x, -length * y];
        },
        /**
         * Returns a number of any magnitude in the range.
         * @param {number} base
         * @param {number} lo
         * @param {number} hi exponents
         */
        magnitude: (base, lo, hi) => magnitude(base, between(lo, hi)),
    };
}
