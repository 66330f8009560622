/**
 * Powers, sines and cosines from sums, products and quotients alone, which every host rounds alike; those of `Math`
 * depend on the host. They are right to a few units in the last place.
 */

/** Returns 2 to an integer power. @param {number} exponent */
export function powerOfTwo(exponent) {
    let power = 1;
    for (let k = 0; k < Math.abs(exponent); k++) power *= exponent < 0 ? 0.5 : 2;
    return power;
}

/** @param {number} base @param {number} exponent whole, at least 0 */
export function wholePower(base, exponent) {
    let power = 1;
    for (let k = 0; k < exponent; k++) power *= base;
    return power;
}

/**
 * Returns a size between two powers, all magnitudes equally likely: linear between one integer power and the next.
 *
 * @param {number} base
 * @param {number} exponent
 */
export function magnitude(base, exponent) {
    const whole = Math.floor(exponent);
    const power = whole < 0 ? 1 / wholePower(base, -whole) : wholePower(base, whole);
    return power * (1 + (base - 1) * (exponent - whole));
}

/** A quarter turn in parts, the first with so few bits that its product with a number of turns is exact. */
const QUARTER = [1.5707963267341256, 6.077100506303966e-11, 2.0222662487959506e-21];
/** Number of terms of the series: enough for an eighth of a turn. */
const TERMS = 10;

/** @param {number} square @param {number} first 1 for the cosine, 2 for the sine */
function series(square, first) {
    let sum = 1;
    for (let k = TERMS; k > 0; k--) {
        const at = 2 * k - 2 + first;
        sum = 1 - (square / (at * (at + 1))) * sum;
    }
    return sum;
}

/** @param {number} angle below 1e5 or so @returns {[cos: number, sin: number]} */
export function cosineAndSine(angle) {
    const quarters = Math.round(angle / QUARTER[0]);
    const rest = QUARTER.reduce((left, part) => left - quarters * part, angle);
    const [cos, sin] = [series(rest * rest, 1), rest * series(rest * rest, 2)];
    const turned = /** @type {[number, number][]} */ ([
        [cos, sin],
        [-sin, cos],
        [-cos, -sin],
        [sin, -cos],
    ]);
    return turned[((quarters % 4) + 4) % 4];
}
