/** Tolerances of the checker. Lengths are in map units, times in the plan's clock. */

/**
 * How deep two bodies may overlap and still count as touching, in units of the sum of their radii, when
 * the caller names no tolerance. Solvers print times with 17 digits and reach touching positions
 * through sums of roots: an overlap of some 1e-15 is theirs, not the plan's. Raised: real overlaps pass.
 * Lowered to 0: plans that touch exactly are refused for the rounding of their own numbers.
 */
export const DEPTH_RELATIVE = 1e-9;

/**
 * Slack of distances where bodies of any kind are to be clear, or where the least gap is searched, in units of the bodies' sizes:
 * far above the rounding of doubles (2^-52 for each of some operations), and a quarter of what the check of a plan counts as a
 * touch at tolerance 0 (`RESOLUTION` of `encounter.js`, 2^-36), so that what is clear by the slack is clear for that check too.
 * Raised to 2^-36: delays that are called clear are not. Lowered to rounding: the queries end undecided.
 */
export const CLEAR_RELATIVE = 2 ** -38;

/**
 * How far a position may be from where the plan or the task says it is, in units of max(1, |coordinate|):
 * the rounding of x0 + v t with t of up to a million ulp-sized steps. Raised: jumps pass as continuous.
 */
export const POSITION_RELATIVE = 1e-9;

/**
 * Relative excess of a speed over the limit that is accepted. The clock adds to it: see `clockResolution`.
 */
export const SPEED_RELATIVE = 1e-9;

/**
 * How far apart two contact intervals may end and start and still be one, in units of the larger of 1
 * and the time: ends of pieces of one contact differ by the rounding of a root, some ulp of the time
 * divided by the closing speed. Raised: contacts that a body really leaves are joined.
 */
export const TIME_RELATIVE = 1e-9;

/**
 * Slack of the broad phase's boxes, in units of the largest coordinate: far above the rounding of a
 * position, far below any clearance worth reporting. If it is raised, more pairs are examined; if it is lowered below
 * rounding, the pair with the smallest clearance could be missed.
 */
export const BOX_RELATIVE = 1e-12;

/**
 * The relative difference up to which totals of delays are equal: they sum the same waits in another order.
 */
export const TOTAL_RELATIVE = 1e-12;

/**
 * Returns the resolution of the clock at a time: knots are running sums of durations, each rounded to an ulp of
 * the time reached.
 *
 * @param {number} time
 * @returns {number}
 */
export function clockResolution(time) {
    return 4 * Number.EPSILON * Math.max(1, Math.abs(time));
}
