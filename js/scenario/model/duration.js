/** @import { MotionPiece } from './scenario.js' */

/** Number of neighbors of a number that are tried, on each side. */
const NEIGHBORS = 4;

const view = new DataView(new ArrayBuffer(8));

/**
 * Returns the double that is `steps` doubles above a positive one.
 *
 * @param {number} value
 * @param {number} steps
 */
function neighbor(value, steps) {
    view.setFloat64(0, value);
    view.setBigInt64(0, view.getBigInt64(0) + BigInt(steps));
    return view.getFloat64(0);
}

/**
 * Returns candidates for the duration of a piece that begins at `t0`: those that follow from its times, and from its ends and its
 * velocity, then their neighbors.
 *
 * @param {MotionPiece} piece
 * @param {number} t0
 * @returns {number[]}
 */
function candidates({ t1, x, y, end }, t0) {
    const durations = [t1 - t0];
    if (end !== undefined && (x[1] ?? 0) !== 0) durations.push((end.x - x[0]) / x[1]);
    if (end !== undefined && (y[1] ?? 0) !== 0) durations.push((end.y - y[0]) / y[1]);
    const valid = durations.filter((duration) => duration > 0 && Number.isFinite(duration));
    const found = [...valid];
    for (const duration of valid) {
        for (let k = 1; k <= NEIGHBORS; k++) {
            found.push(neighbor(duration, k));
            if (duration > Number.MIN_VALUE * k) found.push(neighbor(duration, -k));
        }
    }
    return found;
}

/**
 * Returns the duration from which a piece was made, as far as it can be determined: one that leads from `t0` to its end,
 * and from its ends to its velocity, bit for bit. Times are rounded sums, whose difference alone need not do so.
 *
 * @param {MotionPiece} piece straight, at constant speed
 * @returns {number | null} null when there is none
 */
export function exactDuration({ t0, t1, x, y, end, ...rest }) {
    const piece = { t0, t1, x, y, end, ...rest };
    const [vx, vy] = [x[1] ?? 0, y[1] ?? 0];
    if (vx === 0 && vy === 0) {
        if (t1 === t0) return 0;
        return candidates(piece, t0).find((duration) => t0 + duration === t1) ?? null;
    }
    if (end === undefined) return null;
    const [dx, dy] = [end.x - x[0], end.y - y[0]];
    return (
        candidates(piece, t0).find(
            (duration) => t0 + duration === t1 && dx / duration === vx && dy / duration === vy,
        ) ?? null
    );
}

/** Returns the duration of a piece. @param {MotionPiece} piece @returns {number} */
export function durationOf(piece) {
    return exactDuration(piece) ?? piece.t1 - piece.t0;
}
