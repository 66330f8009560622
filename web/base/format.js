/**
 * Formatting of numbers: six digits, or, when the visitor asks for full precision, as many as restore the same
 * number. One switch sets this for the whole page.
 */

let isFull = false;
/** @type {Set<() => void>} */
const listeners = new Set();

/** @param {boolean} full */
export function setPrecision(full) {
    if (full === isFull) return;
    isFull = full;
    document.documentElement.classList.toggle('is-full', full);
    for (const listener of listeners) listener();
}

export function isFullPrecision() {
    return isFull;
}

/** @param {() => void} listener void} ends it => @returns {() => void} a function that removes the listener => void} ends it */
export function onPrecisionChange(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
}

/** Numbers from LARGE on, and those below SMALL, are written with an exponent. */
const [LARGE, SMALL] = [1e9, 1e-4];

/** @param {string} text */
function withMinus(text) {
    return text.replaceAll('-', '−').replace('e+', 'e');
}

/** @param {number} value already rounded to the digits shown */
function formatRounded(value) {
    if (value === Number.POSITIVE_INFINITY) return '∞';
    if (value === Number.NEGATIVE_INFINITY) return '−∞';
    const size = Math.abs(value);
    const isPlain = size === 0 || (size >= SMALL && size < LARGE);
    return withMinus(isPlain || Number.isNaN(value) ? String(value) : value.toExponential());
}

/** Writes a number with six digits and a true minus sign, for readers. @param {number} value */
export function formatShort(value) {
    const isWhole = Number.isInteger(value) && Math.abs(value) < LARGE;
    return formatRounded(isWhole ? value : Number(value.toPrecision(6)));
}

/** Writes the shortest digits that restore the same number. @param {number} value */
export function formatFull(value) {
    return formatRounded(value);
}

/** Writes a number in JavaScript's own form, for `data-value`. @param {number} value */
export function formatExact(value) {
    return String(value);
}

/** @param {number} value */
export function format(value) {
    return isFull ? formatFull(value) : formatShort(value);
}

/** Number of digits shown of each end of a bracket after the digits on which the ends agree. */
const UNCERTAIN_DIGITS = 2;

/** Returns the number of decimals in the shortest text of a number. @param {number} value */
function countDecimals(value) {
    const [digits, exponent] = value.toExponential().split('e');
    return Math.max((digits.split('.')[1] ?? '').length - Number(exponent), 0);
}

/**
 * Returns a number in units of its last decimal of `decimals`, rounded down or up but never past the written value.
 *
 * @param {number} value not negative
 * @param {number} decimals
 * @param {1 | -1} direction
 */
function roundToUnits(value, decimals, direction) {
    const text = value.toFixed(decimals);
    const units = BigInt(text.replace('.', ''));
    const isPast = direction > 0 ? Number(text) < value : Number(text) > value;
    return isPast ? units + BigInt(direction) : units;
}

/**
 * @typedef {object} BracketText
 * @property {string} agreed certain digits; may be empty
 * @property {string} lo digits of the lower end that follow them
 * @property {string} hi digits of the upper end that follow them
 * @property {string} exponent such as `e−7`, or empty
 */

/**
 * Writes a bracket as the digits on which its ends agree, and those on which they do not: 2.7209588|24…29. The text
 * contains the whole bracket. Returns null if the ends are equal or differ in all digits.
 *
 * @param {number} from
 * @param {number} to
 * @param {boolean} [full]
 * @returns {BracketText | null}
 */
export function splitBracket(from, to, full = isFull) {
    if (!(from < to) || !Number.isFinite(to - from) || from < 0 !== to < 0 || from * to === 0)
        return null;
    const isNegative = from < 0;
    const [smaller, larger] = isNegative ? [-to, -from] : [from, to];
    const decimalsNeeded = Math.ceil(-Math.log10(larger - smaller)) + UNCERTAIN_DIGITS - 1;
    const decimals = full
        ? Math.max(countDecimals(smaller), countDecimals(larger))
        : Math.max(decimalsNeeded, 0);
    if (decimals > 100) return null;
    const units = [roundToUnits(smaller, decimals, -1), roundToUnits(larger, decimals, 1)].map(
        String,
    );
    const length = Math.max(units[1].length, decimals + 1);
    const [small, large] = units.map((text) => text.padStart(length, '0'));
    let commonLength = 0;
    while (commonLength < length && small[commonLength] === large[commonLength]) commonLength += 1;
    const first = large.search(/[1-9]/);
    if (commonLength <= first || commonLength === length) return null;
    const hasExponent = larger < SMALL || larger >= LARGE;
    const exponent = length - decimals - (first + 1);
    const start = hasExponent ? first : 0;
    const point = hasExponent ? first + 1 : length - decimals;
    /** @param {string} text */
    const restOf = (text) =>
        commonLength < point && point < length
            ? `${text.slice(commonLength, point)}.${text.slice(point)}`
            : text.slice(commonLength);
    const agreed =
        commonLength >= point
            ? `${large.slice(start, point)}.${large.slice(point, commonLength)}`
            : large.slice(start, commonLength);
    const [lo, hi] = isNegative ? [restOf(large), restOf(small)] : [restOf(small), restOf(large)];
    return {
        agreed: `${isNegative ? '−' : ''}${agreed}`,
        lo,
        hi,
        exponent: hasExponent ? withMinus(`e${exponent}`) : '',
    };
}

/** A distance below this many units in the last place of the coordinates is rounding noise. */
const ROUNDING_ULPS = 64;

/**
 * Returns whether a distance is within the rounding error of coordinates of the given size, so that the two touch.
 *
 * @param {number} distance
 * @param {number} size
 */
export function isTouching(distance, size) {
    return Math.abs(distance) <= ROUNDING_ULPS * Number.EPSILON * size;
}

/** Formats an angle in degrees. @param {number} radians */
export function formatDegrees(radians) {
    return `${withMinus(String(Number(((radians * 180) / Math.PI).toFixed(1))))}°`;
}
