/**
 * Names of version 0.1 in options of `graze/scenario`, in the program's flags and in files, and their replacements. Errors about
 * names that are not known any more name the new ones.
 */

/** Options, and keys of `limits`. */
export const OPTIONS = /** @type {const} */ ({
    reading: 'touching',
    mend: 'suggestDelays',
    most: 'maxSuggestions',
    budget: 'maxIterations',
    before: 'reference',
    segments: 'pieces',
});

/** Values of options. */
export const VALUES = /** @type {const} */ ({ open: 'allowed', closed: 'conflict' });

/** Flags of the program, without the dashes. */
export const FLAGS = /** @type {const} */ ({
    reading: 'touching',
    budget: 'max-iterations',
    most: 'max-suggestions',
    before: 'reference',
    'no-mend': 'no-suggest-delays',
});

/** Keys of a map of columns for tables of tracks. */
export const COLUMN_MAP_KEYS = /** @type {const} */ ({
    heading: 'angle',
    headingUnit: 'angleUnit',
    centre: 'center',
});

/**
 * Returns the end of a message about a name that is not known: the new name, where it is an old one and the new one is known here.
 *
 * @param {Readonly<Record<string, string>>} table
 * @param {unknown} old
 * @param {readonly string[]} known
 * @param {string} [prefix] prefix of both names in the message
 */
export function explainRenamed(table, old, known, prefix = '') {
    if (typeof old !== 'string' || !Object.hasOwn(table, old)) return '';
    return known.includes(table[old]) ? `; ${prefix}${old} is now ${prefix}${table[old]}` : '';
}
