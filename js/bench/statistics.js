/**
 * Returns the quantile of numbers in any order, interpolated linearly between neighbors: for `fraction` 0.5 and
 * an even count, the mean of the middle two.
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
 * Returns the median over the rounds of the ratio of two times. Each round's ratio is that of two runs close in
 * time, so a machine that is busy for a while slows both and changes it little.
 *
 * @param {ArrayLike<number>} times times by rounds
 * @param {ArrayLike<number>} base
 */
export function medianRatio(times, base) {
    return quantile(Float64Array.from(times, (time, round) => time / base[round]));
}
