import { DEPTH_RELATIVE } from './tolerance.js';

/**
 * What counts as a violation.
 *
 * - `open`, usual for plans: bodies may touch; a violation is deeper than the tolerance.
 * - `closed`, the cautious one: touching counts; a violation is anything not clear by more than the
 *   tolerance.
 */
export class Reading {
    /**
     * @param {'open' | 'closed'} name
     * @param {number | undefined} tolerance map units; DEPTH_RELATIVE of the radii's sum unless given
     * @param {number} lastsFrom contact that reaches this time never ends
     */
    constructor(name, tolerance, lastsFrom) {
        this.name = name;
        this.tolerance = tolerance;
        this.lastsFrom = lastsFrom;
    }

    /**
     * @param {number} depth how far two bodies overlap; negative: how far they are apart
     * @param {number} radii the sum of their radii
     */
    refuses(depth, radii) {
        return this.forbids(depth, this.toleranceFor(radii));
    }

    /**
     * Is a depth that is at least this a violation?
     *
     * @param {number} depth
     * @param {number} tolerance
     */
    forbids(depth, tolerance) {
        return this.name === 'open' ? depth > tolerance : depth >= -tolerance;
    }

    /**
     * Is a depth that is at most this none?
     *
     * @param {number} depth
     * @param {number} tolerance
     */
    permits(depth, tolerance) {
        return !this.forbids(depth, tolerance);
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
    reach(radii, error = 0) {
        return (this.name === 'open' ? 0 : this.toleranceFor(radii, error)) + error;
    }

    /** The same tolerance, read open. */
    asOpen() {
        return new Reading('open', this.tolerance, this.lastsFrom);
    }

    /** @param {number} time when a contact ends */
    lasts(time) {
        return time >= this.lastsFrom;
    }
}
