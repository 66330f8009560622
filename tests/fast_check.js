import fc, { configureGlobal } from 'fast-check';
import { shareOf } from './volume.js';

/**
 * fast-check with one seed for all properties without a seed of their own, so that `make test` draws the same cases on every
 * machine, and with a share of the runs of each property (volume.js). With GRAZE_RANDOM set each run draws others; a failure
 * prints its seed.
 *
 * @import { Parameters } from 'fast-check'
 */

if (process.env.GRAZE_RANDOM === undefined) configureGlobal({ seed: 20_260_101 });

/** @type {typeof fc.assert} */
const assert = (/** @type {any} */ property, /** @type {Parameters<any>} */ options = {}) => {
    const numRuns = shareOf(options.numRuns ?? 100);
    return /** @type {any} */ (fc.assert(property, { ...options, numRuns }));
};

/** @type {typeof fc} */
const shared = { ...fc, assert };

export default shared;
