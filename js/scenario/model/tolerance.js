/** Tolerances of validation and repair. Lengths are in map units, times in units of the plan's clock. */

/**
 * Depth up to which two overlapping bodies still count as touching, in units of the sum of their radii, when the caller
 * gives no tolerance. Solvers print times with 17 digits and reach touching positions through sums of roots: an overlap of
 * about 1e-15 comes from the solver's rounding, not from the plan. If the value is raised, real overlaps pass; if it is lowered
 * to 0, plans in which bodies touch exactly are refused because of the rounding of their numbers.
 */
export const DEPTH_RELATIVE = 1e-9;

/**
 * Tolerance of distances where bodies of any kind must be clear, or where the least gap is searched, in units of the bodies'
 * sizes. It is far above the rounding of doubles (2^-52 per operation), and a quarter of the distance that the check of a plan
 * counts as a touch at tolerance 0 (`RESOLUTION` of `pair_query.js`, 2^-36), so that bodies which are clear within this
 * tolerance are clear for that check too. If the value is raised to 2^-36, delays are called clear that are not; if it is
 * lowered to the size of rounding, the queries end undecided.
 */
export const CLEAR_RELATIVE = 2 ** -38;

/**
 * Distance up to which two positions that should be equal may differ, in units of max(1, |coordinate|): the rounding of
 * x0 + v t for a t with an error of up to a million ulps. If the value is raised, jumps pass as continuous.
 */
export const POSITION_RELATIVE = 1e-9;

/**
 * Relative excess of a speed over the limit that is accepted, besides that of the clock: see `clockResolution`.
 */
export const SPEED_RELATIVE = 1e-9;

/**
 * Gap between the end of a contact interval and the beginning of the next up to which they are joined, in units of the larger of
 * 1 and the time: the ends of parts of one contact differ by the rounding of a root, a few ulps of the time divided by the
 * closing speed. If the value is raised, contacts that really are separate are joined.
 */
export const TIME_RELATIVE = 1e-9;

/**
 * Margin of the broad phase's boxes, in units of the largest coordinate: far above the rounding of a
 * position, far below any clearance worth reporting. If it is raised, more pairs are examined; if it is lowered below
 * rounding, the pair with the smallest clearance could be missed.
 */
export const BOX_RELATIVE = 1e-12;

/**
 * Relative difference up to which totals of delays count as equal: they may sum the same waits in different orders.
 */
export const TOTAL_RELATIVE = 1e-12;

/**
 * Maximum deviation of the length of an axis or a quaternion from 1, as for those of `graze/solid`: numbers with four decimals are
 * that long. They count as divided by their length. If it is raised, vectors without a direction pass.
 */
export const UNIT_SLACK = 1e-3;

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
