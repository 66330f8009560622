/**
 * Names of version 0.1 and what replaces them: errors about a name that is not known any more name the new one.
 */

/** Options, and properties of what is passed as an argument. */
const PROPERTIES = Object.freeze({
    slack: 'distanceTolerance',
    budget: 'maxIterations',
    reading: 'touching',
    verdict: 'anyContact',
    theta: 'angle',
    omega: 'angularVelocity',
    turnRate: 'angularVelocity',
    alpha: 'angularAcceleration',
    segments: 'pieces',
    start: 't0',
    end: 't1',
    mend: 'suggestDelays',
    most: 'maxSuggestions',
});

/** Values of options. */
const VALUES = Object.freeze({ open: 'allowed', closed: 'conflict', hold: 'stay' });

/**
 * Returns the end of a message about an unknown property: the new name, where it is an old one and the new one is known here.
 *
 * @param {string} key
 * @param {readonly string[]} known
 */
export function renamedProperty(key, known) {
    return renamed(PROPERTIES, key, known);
}

/**
 * Returns the end of a message about an unknown value, as `renamedProperty`.
 *
 * @param {unknown} value
 * @param {readonly string[]} known
 */
export function renamedValue(value, known) {
    return typeof value === 'string' ? renamed(VALUES, value, known) : '';
}

/**
 * @param {Readonly<Record<string, string>>} table
 * @param {string} old
 * @param {readonly string[]} known
 */
function renamed(table, old, known) {
    const name = Object.hasOwn(table, old) ? table[old] : undefined;
    return name !== undefined && known.includes(name) ? `; ${old} is now ${name}` : '';
}
