import { DEPTH_RELATIVE } from '../model/tolerance.js';

/**
 * Plain data of a policy.
 *
 * @typedef {Pick<ContactPolicy, 'touching' | 'tolerance' | 'lastingFrom'>} ContactRules
 */

/**
 * Decides which contacts count as violations. A depth is the overlap of two bodies in map units; negative: minus their gap.
 *
 * - `allowed`, the usual rule for plans: bodies may touch; a violation is deeper than the tolerance.
 *
 * - `conflict`, the cautious rule: touching counts; a violation is any pair that is not clear by more than the tolerance.
 */
export class ContactPolicy {
    /**
     * @param {'allowed' | 'conflict'} touching
     * @param {number | undefined} tolerance tolerance in map units; default: as in `toleranceFor`
     * @param {number} lastingFrom a contact that ends at this time or later never ends, because all agents then stay where they
     *   are
     */
    constructor(touching, tolerance, lastingFrom) {
        this.touching = touching;
        this.tolerance = tolerance;
        this.lastingFrom = lastingFrom;
    }

    /** Returns the policy of its data. @param {ContactRules} rules */
    static of({ touching, tolerance, lastingFrom }) {
        return new ContactPolicy(touching, tolerance, lastingFrom);
    }

    /**
     * @param {number} depth
     * @param {number} radii the sum of their radii
     */
    isViolation(depth, radii) {
        return this.isForbidden(depth, this.toleranceFor(radii));
    }

    /**
     * Returns whether a depth is a violation; if so, every larger depth is one.
     *
     * @param {number} depth
     * @param {number} tolerance
     */
    isForbidden(depth, tolerance) {
        return this.touching === 'allowed' ? depth > tolerance : depth >= -tolerance;
    }

    /**
     * Returns whether a depth is not a violation; if so, no smaller depth is one.
     *
     * @param {number} depth
     * @param {number} tolerance
     */
    isPermitted(depth, tolerance) {
        return !this.isForbidden(depth, tolerance);
    }

    /**
     * Returns the tolerance for two bodies: the given one or, by default, DEPTH_RELATIVE of their size plus twice the error.
     *
     * @param {number} radii sum of two bodies' radii, or of their sizes (`ConvexPart`)
     * @param {number} [error] bound of the displacement of their outlines by rounding to float32; default 0
     */
    toleranceFor(radii, error = 0) {
        return this.tolerance ?? DEPTH_RELATIVE * radii + 2 * error;
    }

    /**
     * Returns the largest gap of two bodies that can belong to a contact that is a violation.
     *
     * @param {number} radii largest sum of two radii
     * @param {number} [error] as for `toleranceFor`
     */
    contactDistance(radii, error = 0) {
        return (this.touching === 'allowed' ? 0 : this.toleranceFor(radii, error)) + error;
    }

    /** Returns the policy with the same tolerance that allows touching. */
    withTouchingAllowed() {
        return new ContactPolicy('allowed', this.tolerance, this.lastingFrom);
    }

    /** @param {number} time end of a contact */
    isLasting(time) {
        return time >= this.lastingFrom;
    }
}
