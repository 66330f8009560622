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
        const tolerance = this.toleranceFor(radii);
        return this.name === 'open' ? depth > tolerance : depth >= -tolerance;
    }

    /** @param {number} radii */
    toleranceFor(radii) {
        return this.tolerance ?? DEPTH_RELATIVE * radii;
    }

    /**
     * The largest gap that can be a violation, or part of one.
     *
     * @param {number} radii the largest sum of two radii
     */
    reach(radii) {
        return this.name === 'open' ? 0 : this.toleranceFor(radii);
    }

    /** @param {number} time when a contact ends */
    lasts(time) {
        return time >= this.lastsFrom;
    }
}
