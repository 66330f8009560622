/**
 * Volume of random tests. `make test` runs a share of the cases of each, `make release-check` all of them
 * (GRAZE_VOLUME=full).
 */

export const isFull = process.env.GRAZE_VOLUME === 'full';

/** Returns the number of random cases to run out of those of a full run: a third by default. @param {number} count @param {number} [share] */
export const shareOf = (count, share = 1 / 3) => (isFull ? count : Math.ceil(count * share));

/** Returns whether case k of a table is one of the third that runs by default. @param {number} k */
export const isInShare = (k) => isFull || k % 3 === 0;
