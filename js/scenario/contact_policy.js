import { DEPTH_RELATIVE } from './tolerance.js';

/**
 * What counts as a violation.
 *
 * - `allowed`, usual for plans: bodies may touch; a violation is deeper than the tolerance.
 * - `conflict`, the cautious one: touching counts; a violation is anything not clear by more than the
 *   tolerance.
 */
export class ContactPolicy {
    /**
     * @param {'allowed' | 'conflict'} touching
     * @param {number | undefined} tolerance map units; DEPTH_RELATIVE of the radii's sum unless given
     * @param {number} lastingFrom contact that reaches this time never ends
     */
    constructor(touching, tolerance, lastingFrom) {
        this.touching = touching;
        this.tolerance = tolerance;
        this.lastingFrom = lastingFrom;
    }

    /**
     * @param {number} depth how far two bodies overlap; negative: how far they are apart
     * @param {number} radii the sum of their radii
     */
    isViolation(depth, radii) {
        return this.isForbidden(depth, this.toleranceFor(radii));
    }

    /**
     * Is a depth that is at least this a violation?
     *
     * @param {number} depth
     * @param {number} tolerance
     */
    isForbidden(depth, tolerance) {
        return this.touching === 'allowed' ? depth > tolerance : depth >= -tolerance;
    }

    /**
     * Is a depth that is at most this none?
     *
     * @param {number} depth
     * @param {number} tolerance
     */
    isPermitted(depth, tolerance) {
        return !this.isForbidden(depth, tolerance);
    }

    /**
     * @param {number} radii the sum of two bodies' radii, or of how far they reach
     * @param {number} [error] how far their outlines may be from what the plan says
     */
    toleranceFor(radii, error = 0) {
        return this.tolerance ?? DEPTH_RELATIVE * radii + 2 * error;
    }

    /**
     * The largest gap that can be a violation, or part of one.
     *
     * @param {number} radii the largest sum of two radii
     * @param {number} [error]
     */
    contactDistance(radii, error = 0) {
        return (this.touching === 'allowed' ? 0 : this.toleranceFor(radii, error)) + error;
    }

    /** The same tolerance, read open. */
    withTouchingAllowed() {
        return new ContactPolicy('allowed', this.tolerance, this.lastingFrom);
    }

    /** @param {number} time when a contact ends */
    isLasting(time) {
        return time >= this.lastingFrom;
    }
}
