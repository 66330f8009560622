/**
 * Of numbers in any order, the one below which a part of them lies. The middle of two for the median of
 * an even number.
 *
 * @param {ArrayLike<number>} values at least one
 * @param {number} [fraction] 0.5: the median
 */
export function quantile(values, fraction = 0.5) {
    const sorted = Float64Array.from(values).sort();
    const position = fraction * (sorted.length - 1);
    const below = Math.floor(position);
    const above = Math.ceil(position);
    return sorted[below] + (position - below) * (sorted[above] - sorted[below]);
}

/**
 * How many times longer one took than another, in the middle of the rounds. Each round's ratio is of
 * two runs close in time, so a machine that is busy for a while slows both and changes it little.
 *
 * @param {ArrayLike<number>} times by rounds
 * @param {ArrayLike<number>} base
 */
export function medianRatio(times, base) {
    return quantile(Float64Array.from(times, (time, round) => time / base[round]));
}
