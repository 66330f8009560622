import { KindCounts, pluralize } from 'graze/scenario/messages';
import { EXIT, NO_SOLUTION, worstExitCode } from '../console/exit.js';

/**
 * Results of plans, as plain data: they come from other threads, and from files.
 *
 * @import { ValidationResult } from 'graze/scenario'
 * @import { Figure } from '../figures/figures.js'
 *
 * @typedef {object} Failure
 * @property {string} code code of an error of the package, or one of those below
 * @property {string} message
 * @property {string} file file at fault
 * @property {number} line
 * @property {number} column
 *
 * @typedef {object} CaseId identity of a plan in a file with several
 * @property {string | null} label label in the file
 * @property {number} index index among the checked plans of the file, from 0
 * @property {number} count number of the file's plans that are checked
 *
 * @typedef {object} Input a file on which a result depends
 * @property {'plan' | 'map' | 'task' | 'config' | 'footprint' | 'image' | 'trajectory' | 'folder'} role
 * @property {string} file its name in reports
 * @property {string} [pattern] of a folder: the files in it that were searched, see `MapFolder.digest`
 * @property {string | null} sha256 hash of its content; null: it could not be read
 *
 * @typedef {object} Subject identity of a plan
 * @property {number} index index of the file in the list, from 0
 * @property {string} file
 * @property {CaseId} [case] absent when the file is a single plan
 * @property {Input[]} [inputs] all files that were opened; absent: not recorded
 *
 * @typedef {Subject & { error: Failure }} FailedPlan
 * @typedef {Subject & { figures?: Figure[] } & ValidationResult} CheckedPlan
 * @typedef {FailedPlan | CheckedPlan} PlanResult
 */

/**
 * Returns the name of a plan for reports: its file, and its case where the file has several.
 *
 * @param {Subject} result
 */
export function planName({ file, case: planCase }) {
    return planCase === undefined ? file : `${file} case ${planCase.label ?? planCase.index}`;
}

/**
 * Returns whether no other result of the same file follows.
 *
 * @param {Subject} result
 */
export function isLastOfFile({ case: planCase }) {
    return planCase === undefined || planCase.index + 1 === planCase.count;
}

/** @param {PlanResult} result @returns {result is FailedPlan} */
export function isFailed(result) {
    return 'error' in result;
}

/** Code of failures of graze itself. */
export const INTERNAL = 'internal';

/** Code of a plan for which there is not enough memory. */
export const OUT_OF_MEMORY = 'out-of-memory';

/** Message of a plan for which there is not enough memory. */
export const OUT_OF_MEMORY_MESSAGE = 'it needs more memory than is available';

/** Returns whether a planner reports that it found no plan. @param {FailedPlan} result */
export function isUnsolved({ error }) {
    return error.code === NO_SOLUTION;
}

/** Returns the number of all violations of a plan; files of earlier versions list them all. @param {CheckedPlan} result */
export function countViolations({ violations, violationCount = violations.length }) {
    return violationCount;
}

/** Returns the exit code of a plan. @param {PlanResult} result @returns {number} */
export function exitCodeOfResult(result) {
    if (isFailed(result)) {
        if (isUnsolved(result)) return EXIT.unsolved;
        return result.error.code === INTERNAL ? EXIT.internal : EXIT.input;
    }
    if (countViolations(result) > 0) return EXIT.violation;
    return result.undecided.length > 0 ? EXIT.undecided : EXIT.valid;
}

/** Codes of failures without line and column: those of a file that was not read, or of a plan as a whole. */
const CODES_WITHOUT_POSITION = new Set([
    'unreadable',
    'not-a-file',
    'outside-folder',
    'radius-unknown',
    'time-limit',
    'not-checked',
    'unused-option',
    'usage',
    OUT_OF_MEMORY,
    INTERNAL,
]);

/** Returns whether a failure has a line and a column in its file. @param {Failure} failure */
export function isPlaced({ code, line, column }) {
    return !CODES_WITHOUT_POSITION.has(code) || line > 1 || column > 1;
}

/** Returns a failure as one line that begins with its position. @param {FailedPlan} result @returns {string} */
export function describeFailure({ error, case: planCase }) {
    const { code, message, file, line, column } = error;
    const caseNote = planCase === undefined ? '' : ` (case ${planCase.label ?? planCase.index})`;
    return `${isPlaced(error) ? `${file}:${line}:${column}` : file}: ${code}: ${message}${caseNote}`;
}

/** Numbers of plans by result. */
export class Tally {
    count = 0;
    valid = 0;
    /** Valid plans in cells whose bodies have no size, so that overlaps between steps are not checked. */
    cellsOnly = 0;
    /** Plans with violations. */
    invalid = 0;
    undecided = 0;
    /** Plans whose planners report that they found none. */
    unsolved = 0;
    /** Plans that were not checked for another reason. */
    failed = 0;
    /** Violations of all plans. */
    violations = 0;
    #kinds = new KindCounts();
    /** @type {Set<number>} */ #codes = new Set();

    /** @param {PlanResult} result */
    add(result) {
        const code = exitCodeOfResult(result);
        this.#codes.add(code);
        this.count++;
        if (code === EXIT.unsolved) this.unsolved++;
        else if (isFailed(result)) this.failed++;
        else if (code === EXIT.violation) this.invalid++;
        else if (code === EXIT.undecided) this.undecided++;
        else this.valid++;
        if (isFailed(result)) return;
        const { 'agent-agent': pairs, vertex } = result.checks;
        if (code === EXIT.valid && pairs == null && vertex != null) this.cellsOnly++;
        this.violations += countViolations(result);
        this.#kinds.addAll(result);
    }

    /** The exit code of all plans together. */
    get code() {
        return worstExitCode(this.#codes);
    }

    /** Returns the counts as text: `3 plans: 1 valid, 2 with 5 violations (4 overlaps, 1 goal missed)`. */
    describe() {
        const { count, valid, cellsOnly, invalid, undecided, unsolved, failed, violations } = this;
        const part = cellsOnly === valid ? '' : `${cellsOnly} with `;
        const parts = [
            `${valid} valid${cellsOnly > 0 ? ` (${part}no sizes given: cells only)` : ''}`,
        ];
        if (invalid > 0) {
            const kinds = this.#kinds.describe();
            parts.push(`${invalid} with ${pluralize(violations, 'violation')} (${kinds})`);
        }
        if (undecided > 0) parts.push(`${undecided} undecided`);
        if (unsolved > 0) parts.push(`${unsolved} unsolved`);
        if (failed > 0) parts.push(`${failed} not checked`);
        return `${pluralize(count, 'plan')}: ${parts.join(', ')}`;
    }
}
