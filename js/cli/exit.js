/** What the program's exit code says. */
export const EXIT = Object.freeze({
    valid: 0,
    violation: 1,
    usage: 2,
    input: 3,
    undecided: 4,
    internal: 70,
    interrupted: 130,
    terminated: 143,
});

/** Of several outcomes the first of these is told. */
const WORST_FIRST = [EXIT.internal, EXIT.input, EXIT.violation, EXIT.undecided, EXIT.valid];

/**
 * @param {Iterable<number>} codes
 * @returns {number}
 */
export function worst(codes) {
    const all = new Set(codes);
    return WORST_FIRST.find((code) => all.has(code)) ?? EXIT.valid;
}

/** The command line cannot be followed. */
export class UsageError extends Error {}

/** Arguments of the library that come straight from an option: an error in them is one of usage. */
const OPTIONS = new Set(['radius', 'format', 'tolerance', 'reading', 'atGoal', 'case']);

/**
 * Errors of the package are known by name, so that the program can tell what went wrong even when the
 * package itself cannot be loaded.
 *
 * @param {unknown} error
 * @returns {number}
 */
export function exitCodeOf(error) {
    if (error instanceof UsageError) return EXIT.usage;
    const { name, code, argument } = /** @type {import('graze').GrazeError} */ (Object(error));
    if (name === 'InputError') return EXIT.input;
    if (name !== 'GrazeError') return EXIT.internal;
    if (code.startsWith('unsupported-') || code === 'other-plan') return EXIT.input;
    return OPTIONS.has(argument ?? '') ? EXIT.usage : EXIT.internal;
}
