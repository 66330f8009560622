import { checkChoice } from './arguments.js';
import { STARTS, SUBDISTANCES, SUPPORTS } from './layout.js';

/** @import { GjkOptionIndices } from './bind.js' */

export const GJK_OPTION_KEYS = ['subdistance', 'support', 'start'];

/**
 * Checks the options of GJK and returns them as positions in the lists of names.
 *
 * @param {Record<string, unknown>} given
 * @returns {GjkOptionIndices}
 */
export function checkGjkOptions({ subdistance, support, start }) {
    return [
        choiceIndex(subdistance, 'subdistance', SUBDISTANCES),
        choiceIndex(support, 'support', SUPPORTS),
        choiceIndex(start, 'start', STARTS),
    ];
}

/**
 * Returns the position of a choice in its list of names; default: the first.
 *
 * @param {unknown} value
 * @param {string} argument
 * @param {readonly string[]} names
 */
export function choiceIndex(value, argument, names) {
    return value === undefined ? 0 : checkChoice(value, argument, names);
}
