/**
 * Coordinates are float32, as in graze, and states hold them as the shortest decimal that rounds to
 * that float32: 1.23 instead of 1.2300000190734863. `Math.fround` restores the number bit for bit.
 */

const WORD = new DataView(new ArrayBuffer(4));

/** Returns the shortest decimal of the float32 nearest to `value`. @param {number} value */
export function shortestDecimal(value) {
    const single = Math.fround(value);
    if (!Number.isFinite(single) || single === 0) return single + 0;
    for (let digits = 1; digits < 9; digits++) {
        const decimal = Number(single.toPrecision(digits));
        if (Math.fround(decimal) === single) return decimal;
    }
    return Number(single.toPrecision(9));
}

/**
 * Returns the next float32 above (1) or below (-1), as its shortest decimal.
 *
 * @param {number} value
 * @param {number} direction
 */
export function nextFloat(value, direction) {
    const single = Math.fround(value);
    if (direction === 0 || !Number.isFinite(single)) return shortestDecimal(single);
    WORD.setFloat32(0, single);
    const bits = WORD.getInt32(0);
    if (single === 0) WORD.setInt32(0, direction > 0 ? 1 : -0x7fffffff);
    else WORD.setInt32(0, bits + (single > 0 === direction > 0 ? 1 : -1));
    const next = WORD.getFloat32(0);
    return shortestDecimal(Number.isFinite(next) ? next : single);
}

/** Returns the largest number not above `value` that is 1, 2 or 5 times a power of ten. @param {number} value */
export function niceBelow(value) {
    const power = 10 ** Math.floor(Math.log10(value));
    const mantissa = value / power;
    const nice = mantissa >= 5 ? 5 : mantissa >= 2 ? 2 : 1;
    return Number((nice * power).toPrecision(1));
}

/**
 * Returns the multiple of `step` (1, 2 or 5 times a power of ten) nearest to `value`, with no more decimals than
 * the step.
 *
 * @param {number} value
 * @param {number} step
 */
export function roundTo(value, step) {
    const decimals = Math.min(Math.max(0, Math.ceil(-Math.log10(step) - 1e-9)), 100);
    return Number((Math.round(value / step) * step).toFixed(decimals)) + 0;
}

/**
 * Returns the number that a key changes `value` to: a step away, ten steps with Shift, one float32 with Alt.
 *
 * @param {number} value
 * @param {number} direction -1, 0 or 1
 * @param {number} step
 * @param {{ shiftKey: boolean, altKey: boolean }} keys
 */
export function nudge(value, direction, step, keys) {
    if (direction === 0) return value;
    if (keys.altKey) return nextFloat(value, direction);
    const delta = step * (keys.shiftKey ? 10 : 1) * direction;
    // This rounds to the decimals of the step but not to its multiples: a value set by hand keeps its offset.
    return shortestDecimal(roundTo(value + delta, step / 10));
}
