/** Exit codes of the program. */
export const EXIT = Object.freeze({
    valid: 0,
    violation: 1,
    usage: 2,
    input: 3,
    undecided: 4,
    /** A planner reports that it found no plan. */
    unsolved: 5,
    internal: 70,
    /** A report or plan cannot be written. */
    output: 73,
    /** The terminal of the program was closed. */
    hungUp: 129,
    interrupted: 130,
    quit: 131,
    /** The reader of standard output closed it before the end. */
    brokenPipe: 141,
    terminated: 143,
});

/** Exit codes in order: a run of several plans ends with the first of these that occurs. */
const WORST_FIRST = [
    EXIT.internal,
    EXIT.output,
    EXIT.input,
    EXIT.violation,
    EXIT.undecided,
    EXIT.unsolved,
    EXIT.valid,
];

/**
 * Returns the exit code of a run of several plans.
 *
 * @param {Iterable<number>} codes exit codes of the plans
 * @returns {number}
 */
export function worstExitCode(codes) {
    const all = new Set(codes);
    return WORST_FIRST.find((code) => all.has(code)) ?? EXIT.valid;
}

/** The command line is invalid. */
export class UsageError extends Error {}

/** A file or stream cannot be written. */
export class OutputError extends Error {}

/** Error code of a plan whose planner reports that it found none. */
export const NO_SOLUTION = 'no-solution';

/** Matches the RangeErrors of V8 about the size of memory, of strings and of collections. */
const MEMORY_ERROR =
    /allocation failed|Invalid string length|maximum size exceeded|string longer than|out of memory/i;

/** Returns whether an error reports that there is not enough memory. @param {unknown} error */
export function isOutOfMemory(error) {
    const { name, code, message } = /** @type {NodeJS.ErrnoException} */ (Object(error));
    if (name === 'GrazeError') return code === 'out-of-memory';
    return (name === 'RangeError' || name === 'Error') && MEMORY_ERROR.test(message);
}

/** Arguments of the library that come directly from an option: an error in them is a usage error. */
const USAGE_ARGUMENTS = new Set([
    'radius',
    'footprint',
    'format',
    'tolerance',
    'touching',
    'atGoal',
    'case',
    'unknownCells',
    'passable',
]);

/**
 * Returns the exit code of an error. Errors of the package are recognized by name, so that this works even when
 * the package itself cannot be loaded.
 *
 * @param {unknown} error
 * @returns {number}
 */
export function exitCodeOf(error) {
    if (error instanceof UsageError) return EXIT.usage;
    if (error instanceof OutputError) return EXIT.output;
    if (isOutOfMemory(error)) return EXIT.input;
    const { name, code, argument } = /** @type {import('graze').GrazeError} */ (Object(error));
    if (name === 'InputError') {
        if (code === NO_SOLUTION) return EXIT.unsolved;
        return code === 'unused-file' ? EXIT.usage : EXIT.input;
    }
    if (name !== 'GrazeError') return EXIT.internal;
    if (code.startsWith('unsupported-') || code === 'other-plan') return EXIT.input;
    return USAGE_ARGUMENTS.has(argument ?? '') ? EXIT.usage : EXIT.internal;
}

/**
 * Returns the message of a usage error, to be posted to another thread, where errors lose their class; throws any other error again.
 *
 * @param {unknown} error
 * @returns {string}
 */
export function usageMessageOf(error) {
    if (exitCodeOf(error) !== EXIT.usage) throw error;
    return /** @type {Error} */ (error).message;
}
