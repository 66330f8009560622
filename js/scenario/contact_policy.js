import { DEPTH_RELATIVE } from './tolerance.js';

/**
 * Decides which contacts count as violations.
 *
 * - `allowed`, the usual rule for plans: bodies may touch; a violation is deeper than the tolerance.
 *
 * - `conflict`, the cautious rule: touching counts; a violation is any pair that is not clear by more than the tolerance.
 */
export class ContactPolicy {
    /**
     * @param {'allowed' | 'conflict'} touching
     * @param {number | undefined} tolerance tolerance in map units; default: DEPTH_RELATIVE of the radii's sum
     * @param {number} lastingFrom time from which a contact never ends
     */
    constructor(touching, tolerance, lastingFrom) {
        this.touching = touching;
        this.tolerance = tolerance;
        this.lastingFrom = lastingFrom;
    }

    /**
     * @param {number} depth overlap of two bodies; negative: their gap
     * @param {number} radii the sum of their radii
     */
    isViolation(depth, radii) {
        return this.isForbidden(depth, this.toleranceFor(radii));
    }

    /**
     * Returns whether a depth of at least this is a violation.
     *
     * @param {number} depth
     * @param {number} tolerance
     */
    isForbidden(depth, tolerance) {
        return this.touching === 'allowed' ? depth > tolerance : depth >= -tolerance;
    }

    /**
     * Returns whether a depth of at most this is not a violation.
     *
     * @param {number} depth
     * @param {number} tolerance
     */
    isPermitted(depth, tolerance) {
        return !this.isForbidden(depth, tolerance);
    }

    /**
     * @param {number} radii the sum of two bodies' radii, or of how far they reach
     * @param {number} [error] maximum error of their outlines
     */
    toleranceFor(radii, error = 0) {
        return this.tolerance ?? DEPTH_RELATIVE * radii + 2 * error;
    }

    /**
     * Returns the largest gap that can be a violation, or part of one.
     *
     * @param {number} radii the largest sum of two radii
     * @param {number} [error]
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
