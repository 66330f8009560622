import { checkName } from './check.js';
import { STARTS, SUBDISTANCES, SUPPORTS } from './layout.js';

/** @import { Choices } from './bind.js' */

/** How GJK is to go about it, checked, as positions in the lists of names. */

export const CHOICE_KEYS = ['subdistance', 'support', 'start'];

/**
 * @param {Record<string, unknown>} given
 * @returns {Choices}
 */
export function choicesOf({ subdistance, support, start }) {
    return [
        positionOf(subdistance, 'subdistance', SUBDISTANCES),
        positionOf(support, 'support', SUPPORTS),
        positionOf(start, 'start', STARTS),
    ];
}

/**
 * The first of the names unless another is given.
 *
 * @param {unknown} value
 * @param {string} argument
 * @param {readonly string[]} names
 */
export function positionOf(value, argument, names) {
    return value === undefined ? 0 : checkName(value, argument, names);
}
