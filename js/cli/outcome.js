import { counted, KindCounts } from 'graze/scenario/words';
import { EXIT, UNSOLVED, worst } from './exit.js';

/**
 * What became of one plan, as plain data: it comes from other threads, and from files.
 *
 * @import { Result } from 'graze/scenario'
 * @import { Figure } from './figures/figures.js'
 *
 * @typedef {object} Failure
 * @property {string} code
 * @property {string} message
 * @property {string} in the file at fault
 * @property {number} line
 * @property {number} column
 *
 * @typedef {object} CaseOf which plan of a file that holds several
 * @property {string | null} label as the file names it
 * @property {number} index from 0, among those that are checked
 * @property {number} count how many of the file are checked
 *
 * @typedef {object} Subject which plan it is
 * @property {number} index of the file in the list, from 0
 * @property {string} file
 * @property {CaseOf} [case] absent when the file is one plan
 *
 * @typedef {Subject & { error: Failure }} Failed
 * @typedef {Subject & { figures?: Figure[] } & Result} Judged
 * @typedef {Failed | Judged} Outcome
 */

/**
 * Returns the name of a plan for reports: its file, and its case where the file holds several.
 *
 * @param {Subject} outcome
 */
export function planName({ file, case: part }) {
    return part === undefined ? file : `${file} case ${part.label ?? part.index}`;
}

/**
 * Returns whether no other outcome of the same file follows.
 *
 * @param {Subject} outcome
 */
export function isLastOfFile({ case: part }) {
    return part === undefined || part.index + 1 === part.count;
}

/** @param {Outcome} outcome @returns {outcome is Failed} */
export function isFailed(outcome) {
    return 'error' in outcome;
}

/** Codes of failures that are graze's own. */
export const INTERNAL = 'internal';

/** The code of a plan that more memory would be needed for. */
export const OUT_OF_MEMORY = 'out-of-memory';

/** The same in words. */
export const NO_MEMORY = 'it takes more memory than there is for it';

/** @param {Failed} outcome whether its planner says that it found no plan */
export function isUnsolved({ error }) {
    return error.code === UNSOLVED;
}

/** @param {Outcome} outcome @returns {number} its exit code */
export function codeOf(outcome) {
    if (isFailed(outcome)) {
        if (isUnsolved(outcome)) return EXIT.unsolved;
        return outcome.error.code === INTERNAL ? EXIT.internal : EXIT.input;
    }
    if (outcome.violations.length > 0) return EXIT.violation;
    return outcome.undecided.length > 0 ? EXIT.undecided : EXIT.valid;
}

/** Codes of failures that have no line and column: of a file that was not read, or of a plan as a whole. */
const WITHOUT_PLACE = new Set([
    'unreadable',
    'not-a-file',
    'outside-folder',
    'radius-unknown',
    'time-limit',
    'not-checked',
    'usage',
    OUT_OF_MEMORY,
    INTERNAL,
]);

/** @param {Failed} outcome @returns {string} one line, with the place first */
export function describeFailure({ error, case: part }) {
    const { code, message, in: file, line, column } = error;
    const which = part === undefined ? '' : ` (case ${part.label ?? part.index})`;
    const isPlaced = !WITHOUT_PLACE.has(code) || line > 1 || column > 1;
    return `${isPlaced ? `${file}:${line}:${column}` : file}: ${code}: ${message}${which}`;
}

/** How many plans ended how. */
export class Tally {
    count = 0;
    valid = 0;
    /** Plans with violations. */
    invalid = 0;
    undecided = 0;
    /** Plans that their planners say they did not find. */
    unsolved = 0;
    /** Plans that were not checked for another reason. */
    failed = 0;
    /** Violations of all plans. */
    violations = 0;
    #kinds = new KindCounts();
    /** @type {Set<number>} */ #codes = new Set();

    /** @param {Outcome} outcome */
    add(outcome) {
        const code = codeOf(outcome);
        this.#codes.add(code);
        this.count++;
        if (code === EXIT.unsolved) this.unsolved++;
        else if (isFailed(outcome)) this.failed++;
        else if (code === EXIT.violation) this.invalid++;
        else if (code === EXIT.undecided) this.undecided++;
        else this.valid++;
        if (isFailed(outcome)) return;
        this.violations += outcome.violations.length;
        for (const violation of outcome.violations) this.#kinds.add(violation, 1, violation.depth);
    }

    /** The exit code of all together. */
    get code() {
        return worst(this.#codes);
    }

    /** Returns the counts in words: `3 plans: 1 valid, 2 with 5 violations (4 overlaps, 1 goal missed)`. */
    describe() {
        const { count, valid, invalid, undecided, unsolved, failed, violations } = this;
        const parts = [`${valid} valid`];
        if (invalid > 0) {
            const kinds = this.#kinds.describe();
            parts.push(`${invalid} with ${counted(violations, 'violation')} (${kinds})`);
        }
        if (undecided > 0) parts.push(`${undecided} undecided`);
        if (unsolved > 0) parts.push(`${unsolved} unsolved`);
        if (failed > 0) parts.push(`${failed} not judged`);
        return `${counted(count, 'plan')}: ${parts.join(', ')}`;
    }
}
