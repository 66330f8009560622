import { InputError, readScenarios, validate } from 'graze/scenario';
import { listChecks } from 'graze/scenario/messages';
import { GrazeError, toPrintable } from '#internal';
import { keepFewer } from '../../scenario/checks/violation_collector.js';
import { isInSpace } from '../../scenario/model/scenario.js';
import { validateInTeam } from '../../scenario/validation/validate.js';
import { EXIT, exitCodeOf, isOutOfMemory, UsageError } from '../console/exit.js';
import { isFolder } from '../files/folder.js';
import { fileNamedIn, hashFile, hashOf, imageFinder, openInput } from '../files/input.js';
import { MapFolder } from '../files/map_folder.js';
import { ROLES } from '../files/plan_list.js';
import {
    INTERNAL,
    isFailed,
    OUT_OF_MEMORY,
    OUT_OF_MEMORY_MESSAGE,
} from '../results/plan_result.js';
import { createInstance } from '../threads/instance.js';
import { checkScenarioSize, TooLargeForMainThread } from '../threads/main_thread_limit.js';

/**
 * Reads and checks the plans of one file.
 *
 * @import { Graze } from 'graze'
 * @import { PlanCase, ReadOptions, Scenario, SourceFile, ValidationResult } from 'graze/scenario'
 * @import { NamedFile, OpenFile } from '../files/input.js'
 * @import { Entry } from '../files/plan_list.js'
 * @import { Team } from '../threads/stage_team.js'
 * @import { CaseId, FailedPlan, Failure, CheckedPlan, Input, PlanResult, Subject } from '../results/plan_result.js'
 */

/**
 * Settings of a check: the same for all plans of a run, and plain data, so that they can be posted to other
 * threads.
 *
 * @typedef {object} Settings
 * @property {'allowed' | 'conflict'} touching
 * @property {number} [tolerance]
 * @property {boolean} suggestDelays
 * @property {number} [maxSuggestions] maximum number of violations for which delays are suggested
 * @property {number} [maxSuggestionEffort] maximum effort for them
 * @property {number} [maxKept] maximum number of violations per plan in the report
 * @property {NonNullable<ReadOptions['limits']>} limits
 * @property {number} figures maximum number of conflicts per plan that are drawn
 * @property {SourceFile & { text: string }} [stdin] text of standard input, where one of the files is it
 * @property {boolean} [recordsInputs] whether results name the files that were opened, with their hashes
 * @property {boolean} [showsProgress] whether the progress of the only plan is shown
 * @property {boolean} isOnlyPlan whether there is no other plan: an error that an option can fix is then a
 *   usage error
 */

/** Size, in bytes, of wasm memory above which an instance is not used again: memory never shrinks. */
const MAX_REUSED_MEMORY = 256 * 2 ** 20;

/** Divisor of the heap size that gives the maximum length of a result as text. */
const HEAP_DIVISOR = 32;

/**
 * Returns the maximum number of characters of a result as JSON text; it is at most that of a line of a shard (MAX_LINE of shard_reader.js). A
 * larger result is replaced by a failure, because to post or to write its text could end the program. The limit is the same
 * where a result stays on its thread and may never become text: a report of any kind then has the same plans.
 */
async function maxResultLength() {
    const { getHeapStatistics } = await import('node:v8');
    return Math.min(2 ** 28, getHeapStatistics().heap_size_limit / HEAP_DIVISOR);
}

/** Length of a result as JSON text that any heap has room for. */
const SMALL_RESULT_LENGTH = 2 ** 16;

/**
 * Callback for the progress of a plan: the amount done and the total.
 *
 * @typedef {(done: number, total: number) => void} ProgressCallback
 */

/**
 * Callbacks for a check that may be ended before its end.
 *
 * @typedef {object} EarlyCallbacks
 * @property {(labels: (string | null)[]) => void} onCases receives the labels of the plans of the file, if there are several
 * @property {(inputs: Input[]) => void} onInputs receives the files of the plan, where they are recorded
 * @property {(result: string) => void} onVerdict receives what is known of the result, as JSON: a first violation; or all but
 *   hints, delays and figures
 */

/** The files that were opened for the plans of an entry, in this order, with the functions that return their hashes. */
class OpenedFiles {
    /** @type {OpenFile[]} */
    files = [];
    /** @type {(Omit<Input, 'sha256'> & { sha256: () => Promise<string> })[]} */
    #inputs = [];

    /** @param {boolean} isRecording */
    constructor(isRecording) {
        this.isRecording = isRecording;
    }

    /**
     * Opens a file.
     *
     * @param {Input['role']} role
     * @param {NamedFile} namedFile
     * @param {number} [maxCharacters]
     */
    async open(role, namedFile, maxCharacters) {
        /** @type {Promise<OpenFile>} */
        const opening = this.isRecording
            ? import('node:crypto').then(({ createHash }) => {
                  return openInput(namedFile, maxCharacters, createHash('sha256'));
              })
            : openInput(namedFile, maxCharacters);
        if (namedFile.text === undefined) {
            this.add(role, namedFile.name, async () => (await opening).sha256());
        }
        const openFile = await opening;
        this.files.push(openFile);
        return openFile.file;
    }

    /** @param {Input['role']} role @param {string} file @param {() => Promise<string>} sha256 @param {string} [pattern] */
    add(role, file, sha256, pattern) {
        if (!this.isRecording) return;
        this.#inputs.push({ role, file, ...(pattern === undefined ? {} : { pattern }), sha256 });
    }

    /** Returns the files with the hashes of their content, in a field of a result. @returns {Promise<{ inputs?: Input[] }>} */
    async record() {
        if (!this.isRecording) return {};
        const inputs = this.#inputs.map(async ({ sha256, ...input }) => {
            return { ...input, sha256: await sha256().catch(() => null) };
        });
        return { inputs: await Promise.all(inputs) };
    }

    async close() {
        await Promise.all(this.files.map(({ close }) => close()));
    }
}

/** Checks plans, one after the other, with an instance of its own. A file may contain several. */
export class PlanChecker {
    #settings;
    #isMainThread;
    #module;
    /** @type {Graze | undefined} */ #graze;
    /** @type {Map<string, MapFolder>} by path */ #folders = new Map();
    #team;

    /**
     * @param {Settings} settings
     * @param {object} [options]
     * @param {boolean} [options.isMainThread] whether this is the thread that writes the report
     * @param {WebAssembly.Module} [options.module] the compiled module; default: a new one
     * @param {Team} [options.team] threads that check a large plan together; default: this one alone
     */
    constructor(settings, { isMainThread = false, module, team } = {}) {
        this.#settings = settings;
        this.#isMainThread = isMainThread;
        this.#module = module;
        this.#team = team;
    }

    /**
     * Checks the plans of an entry. An unusable plan or a failure is a result too, so that it does not affect
     * other plans.
     *
     * @param {Entry} entry
     * @param {ProgressCallback} [progress]
     * @returns {AsyncGenerator<PlanResult>} the results: one, or one for each case of the file
     * @throws {TooLargeForMainThread} for a plan that must not be checked on this thread
     */
    async *check(entry, progress) {
        for await (const result of this.#results(entry, progress)) {
            // Text is made only where it could be too large.
            const bound = maxJsonLength(result);
            const maxLength = bound <= SMALL_RESULT_LENGTH ? bound : await maxResultLength();
            yield bound <= maxLength ? result : this.#fit(entry, result, maxLength).result;
        }
    }

    /**
     * Checks the plans of an entry for another thread: text takes less memory there than the result does, and its length is
     * known.
     *
     * @param {Entry} entry
     * @param {ProgressCallback | undefined} progress
     * @param {EarlyCallbacks} early
     * @returns {AsyncGenerator<string>} the results of `check` as JSON
     */
    async *checkToJson(entry, progress, early) {
        const maxLength = await maxResultLength();
        /** @param {PlanResult} result */
        const onVerdict = (result) => {
            early.onVerdict(this.#fit(entry, result, maxLength).text);
        };
        for await (const result of this.#results(entry, progress, { ...early, onVerdict })) {
            yield this.#fit(entry, result, maxLength).text;
        }
    }

    /**
     * Returns a result and its text as JSON. A result whose text is too large keeps fewer violations; the result is a failure if
     * that does not suffice.
     *
     * @param {Entry} entry
     * @param {PlanResult} result
     * @param {number} maxLength
     * @returns {{ result: PlanResult, text: string }}
     */
    #fit(entry, result, maxLength) {
        let text = toJson(result, maxLength);
        if (text !== null) return { result, text };
        let kept = isFailed(result) ? 0 : result.violations.length;
        while (kept > 1 && !isFailed(result)) {
            kept >>= 1;
            const figures = result.figures?.filter(({ violation }) => violation < kept);
            const fewer = { ...keepFewer(result, kept), ...(figures && { figures }) };
            text = toJson(fewer, maxLength);
            if (text !== null) return { result: fewer, text };
        }
        const { case: planCase, inputs } = result;
        const message = 'its report needs more memory than is available';
        const failure = makeFailure(entry, OUT_OF_MEMORY, message);
        const failed = { ...makeFailedPlan(entry, failure, planCase), ...(inputs && { inputs }) };
        return { result: failed, text: JSON.stringify(failed) };
    }

    /**
     * @param {Entry} entry
     * @param {ProgressCallback | undefined} progress
     * @param {Omit<EarlyCallbacks, 'onVerdict'> & { onVerdict: (result: PlanResult) => void }} [early]
     * @returns {AsyncGenerator<PlanResult>}
     */
    async *#results(entry, progress, early) {
        const opened = new OpenedFiles(this.#settings.recordsInputs ?? false);
        try {
            const cases = await this.#readCases(entry, opened);
            const isOnlyCase = cases.length === 1;
            if (!isOnlyCase) early?.onCases(cases.map(({ label }) => label));
            for (const [index, { label, read }] of cases.entries()) {
                const isCaseNamed = !isOnlyCase || entry.case !== undefined;
                const planCase = isCaseNamed ? { label, index, count: cases.length } : undefined;
                /** The result, as far as it is known, once it is. @type {PlanResult[]} */
                const known = [];
                const onVerdict = (/** @type {PlanResult} */ result) => {
                    known[0] = result;
                    early?.onVerdict(result);
                };
                try {
                    const scenario = await read();
                    if (early !== undefined && opened.isRecording) {
                        early.onInputs((await opened.record()).inputs ?? []);
                    }
                    const checked = this.#checkPlan(entry, planCase, scenario, progress, onVerdict);
                    yield { ...(await checked), ...(await opened.record()) };
                } catch (error) {
                    const failed = this.#toFailedPlan(entry, planCase, error, isOnlyCase);
                    const isEnded = known.length > 0 && isOutOfMemory(error);
                    const result = isEnded ? endedResult(known[0], failed.error) : failed;
                    yield { ...result, ...(await opened.record()) };
                }
            }
        } catch (error) {
            const failure = this.#toFailedPlan(entry, undefined, error, true);
            yield { ...failure, ...(await opened.record()) };
        } finally {
            await opened.close();
        }
    }

    /**
     * Returns a failure as a result; throws the error again where it is a usage error of the whole run.
     *
     * @param {Entry} entry
     * @param {CaseId | undefined} planCase
     * @param {unknown} error
     * @param {boolean} isOnlyCase whether the file has no other plan
     * @returns {FailedPlan}
     */
    #toFailedPlan(entry, planCase, error, isOnlyCase) {
        if (error instanceof TooLargeForMainThread) throw error;
        const code = exitCodeOf(error);
        const { isOnlyPlan } = this.#settings;
        if (code === EXIT.usage && isOnlyPlan && isOnlyCase) throw error;
        // The error may have left the instance unusable.
        if (code === EXIT.internal || isOutOfMemory(error)) this.#graze = undefined;
        return makeFailedPlan(entry, toFailure(entry, error, isOnlyPlan), planCase);
    }

    /**
     * Returns the plans of an entry.
     *
     * @param {Entry} entry
     * @param {OpenedFiles} opened
     * @returns {Promise<PlanCase[]>}
     */
    async #readCases(entry, opened) {
        const { limits, stdin } = this.#settings;
        /** @param {Input['role']} role @param {NamedFile | undefined} namedFile */
        const open = async (role, namedFile) => {
            if (namedFile === undefined) return undefined;
            if (namedFile.path !== '-') return opened.open(role, namedFile, limits.characters);
            const { name, text } = /** @type {NonNullable<Settings['stdin']>} */ (stdin);
            opened.add(role, name, () => hashOf(text));
            return stdin;
        };
        const { files, format, radius, atGoal, unknownCells, passable, case: label } = entry;
        const plan = /** @type {SourceFile} */ (await open('plan', files.plan));
        const folder = await this.#mapFolder(files.map);
        const [map, task, config, footprint] = [
            folder === undefined ? await open('map', files.map) : undefined,
            await open('task', files.task),
            await open('config', files.config),
            await open('footprint', files.footprint),
        ];
        /** @type {ReadOptions['findMap']} */
        const findMap =
            folder &&
            (async (request) => {
                let pattern = '';
                const { name } = /** @type {NamedFile} */ (files.map);
                try {
                    const found = await folder.find(request, (searched) => {
                        pattern = searched;
                    });
                    return /** @type {SourceFile} */ (await open('map', found));
                } finally {
                    opened.add('folder', name, () => folder.digest(pattern), pattern);
                }
            });
        const findImage =
            files.map &&
            imageFinder(files.map, limits.characters, (image) => {
                opened.add('image', image.name, () => hashFile(image, limits.characters));
            });
        /** @type {ReadOptions['findTrajectory']} */
        const findTrajectory = async (name) =>
            /** @type {SourceFile} */ (await open('trajectory', fileNamedIn(files.plan, name)));
        this.#team?.prepare(opened.files.reduce((sum, { size }) => sum + size, 0));
        const options = {
            ...{ format, radius, atGoal, unknownCells, passable, case: label },
            ...{ findMap, findImage, findTrajectory, limits },
        };
        return readScenarios({ plan, map, task, config, footprint }, options);
    }

    /**
     * Returns the folder of maps at a path; undefined where it is a file.
     *
     * @param {NamedFile | undefined} namedFile
     */
    async #mapFolder(namedFile) {
        if (namedFile === undefined || !(await isFolder(namedFile))) return undefined;
        const folder = this.#folders.get(namedFile.path) ?? new MapFolder(namedFile);
        this.#folders.set(namedFile.path, folder);
        return folder;
    }

    /**
     * @param {Entry} entry
     * @param {CaseId | undefined} planCase
     * @param {Scenario} scenario
     * @param {ProgressCallback | undefined} progress
     * @param {(result: PlanResult) => void} onVerdict
     * @returns {Promise<PlanResult>}
     */
    async #checkPlan(entry, planCase, scenario, progress, onVerdict) {
        const { figures, touching, tolerance } = this.#settings;
        const { suggestDelays, maxSuggestions, maxSuggestionEffort, maxKept } = this.#settings;
        if (this.#isMainThread) checkScenarioSize(scenario, maxKept);
        /** @param {ValidationResult} validation */
        const toResult = (validation) => makeResult(entry, planCase, validation);
        const options = {
            ...{
                touching,
                tolerance,
                suggestDelays,
                maxSuggestions,
                maxSuggestionEffort,
                maxKept,
                progress,
            },
            onVerdict: (/** @type {ValidationResult} */ verdict) => onVerdict(toResult(verdict)),
        };
        const instance = { graze: () => this.#instance() };
        const validation =
            this.#team === undefined
                ? await validate(scenario, { ...options, ...instance })
                : await validateInTeam(scenario, { ...options, ...instance }, this.#team);
        const result = toResult(validation);
        if (figures === 0 || isFailed(result) || validation.violations.length === 0) return result;
        onVerdict(result);
        if (isInSpace(scenario)) {
            const notice = 'conflicts in space are not drawn';
            return { ...result, notices: [...result.notices, notice] };
        }
        const { drawFigures } = await import('../figures/figures.js');
        const graze = await this.#instance();
        return { ...result, figures: drawFigures(graze, scenario, validation, figures) };
    }

    async #instance() {
        if (this.#graze !== undefined && this.#graze.memoryUsed <= MAX_REUSED_MEMORY)
            return this.#graze;
        this.#graze = await createInstance(this.#module);
        return this.#graze;
    }
}

/** Maximum number of characters of a number as JSON, such as -1.2345678901234567e-300, and of other values and marks. */
const MAX_ATOM_LENGTH = 25;

/** Maximum number of characters of a character of a string as JSON: \u0000. */
const MAX_ESCAPE_LENGTH = 6;

/**
 * Returns an upper bound of the length of a value as JSON, without making the text. O(values).
 *
 * @param {unknown} value
 * @returns {number}
 */
function maxJsonLength(value) {
    if (typeof value === 'string') return MAX_ATOM_LENGTH + MAX_ESCAPE_LENGTH * value.length;
    let length = MAX_ATOM_LENGTH;
    if (Array.isArray(value)) {
        for (const each of value) length += maxJsonLength(each);
    } else if (typeof value === 'object' && value !== null) {
        for (const [key, each] of Object.entries(value)) {
            length += maxJsonLength(key) + maxJsonLength(each);
        }
    }
    return length;
}

/** Returns a result as JSON; null where it is too large. @param {PlanResult} result @param {number} maxLength */
function toJson(result, maxLength) {
    try {
        const text = JSON.stringify(result);
        return text.length <= maxLength ? text : null;
    } catch (error) {
        if (isOutOfMemory(error)) return null;
        throw error;
    }
}

/**
 * @param {number} index
 * @param {string} file
 * @param {CaseId | undefined} planCase
 * @returns {Subject}
 */
function makeSubject(index, file, planCase) {
    return { index, file, ...(planCase === undefined ? {} : { case: planCase }) };
}

/**
 * Returns the result of a plan; a failure where a required check was not made.
 *
 * @param {Entry} entry
 * @param {CaseId | undefined} planCase
 * @param {ValidationResult} validation
 * @returns {PlanResult}
 */
function makeResult(entry, planCase, validation) {
    const { index, files, require = [] } = entry;
    const missing = describeMissing(require, validation);
    if (missing === null)
        return { ...makeSubject(index, files.plan.name, planCase), ...validation };
    return makeFailedPlan(entry, makeFailure(entry, 'not-checked', missing), planCase);
}

/** Returns whether a check did not finish, of a plan that is not valid anyway. @param {ValidationResult} result @param {string} kind */
function isUnfinished({ unfinished }, kind) {
    return unfinished?.some((each) => each === kind) ?? false;
}

/**
 * Returns a description of the required checks that were not made, and of what makes each possible.
 *
 * @param {readonly string[]} required
 * @param {ValidationResult} result
 * @returns {string | null} null: all were made
 */
export function describeMissing(required, result) {
    const missing = listChecks(result, { flags: true }).filter(
        ({ kind, name, count }) =>
            count === null && !isUnfinished(result, kind) && required.includes(name),
    );
    if (missing.length === 0) return null;
    const parts = missing.map(({ name, reason }) => `${name} (${reason})`);
    return `required, but not checked: ${parts.join(', ')}`;
}

/**
 * @param {Entry} entry
 * @param {Failure} error
 * @param {CaseId} [planCase]
 * @returns {FailedPlan}
 */
export function makeFailedPlan({ index, files }, error, planCase) {
    return { ...makeSubject(index, files.plan.name, planCase), error };
}

/**
 * Returns the result of a plan whose check was ended, as far as it is known.
 *
 * @param {PlanResult} known
 * @param {Failure} failure reason of the end
 * @returns {PlanResult}
 */
export function endedResult(known, { message }) {
    if (isFailed(known)) return known;
    const missing =
        known.unfinished === undefined
            ? 'hints, later starts and figures may be missing'
            : 'more violations may exist';
    return { ...known, notices: [...known.notices, `${missing}: ${message}`] };
}

/**
 * Returns a failure of the plan as a whole.
 *
 * @param {Entry} entry
 * @param {string} code
 * @param {string} message
 * @returns {Failure}
 */
export function makeFailure({ files }, code, message) {
    return { code, message, file: files.plan.name, line: 1, column: 1 };
}

/**
 * @param {Entry} entry
 * @param {unknown} error
 * @param {boolean} isOnlyPlan whether there is no other plan to which a file could belong
 * @returns {Failure}
 */
function toFailure(entry, error, isOnlyPlan) {
    if (error instanceof InputError) {
        const { code, text, file, line, column } = error;
        const roleNote = isOnlyPlan ? '' : describeRole(entry, file);
        return { code, message: `${text}${roleNote}`, file, line, column };
    }
    if (isOutOfMemory(error)) return makeOutOfMemoryFailure(entry);
    const message = error instanceof Error ? error.message : String(error);
    const isKnownCode = error instanceof GrazeError && exitCodeOf(error) !== EXIT.internal;
    if (isKnownCode) return stripPlanName(entry, makeFailure(entry, error.code, message));
    if (error instanceof UsageError) return makeFailure(entry, 'usage', message);
    if (process.env.GRAZE_DEBUG === '1' && error instanceof Error) {
        process.stderr.write(`${error.stack}\n`);
    }
    const report = `internal error: ${message}. Please report it with the input that caused it`;
    return makeFailure(entry, INTERNAL, report);
}

/** @param {Entry} entry @returns {Failure} */
export function makeOutOfMemoryFailure(entry) {
    return makeFailure(entry, OUT_OF_MEMORY, OUT_OF_MEMORY_MESSAGE);
}

/**
 * Returns a phrase that states to which plan a file belongs that is not the plan itself.
 *
 * @param {Entry} entry
 * @param {string} file
 */
function describeRole({ files }, file) {
    if (file === files.plan.name) return '';
    const role = ROLES.find((key) => files[key]?.name === file);
    return role === undefined ? '' : ` (the ${role} of ${files.plan.name})`;
}

/**
 * Removes the plan's name, and a line, from the beginning of the message, because reports print them before it
 * anyway.
 *
 * @param {Entry} entry
 * @param {Failure} error
 * @returns {Failure}
 */
function stripPlanName({ files }, error) {
    const name = toPrintable(files.plan.name);
    if (!error.message.startsWith(name)) return error;
    const rest = error.message.slice(name.length);
    const place = /^:(\d+): /.exec(rest);
    if (place !== null) {
        return { ...error, line: Number(place[1]), message: rest.slice(place[0].length) };
    }
    return rest.startsWith(' ') ? { ...error, message: `it${rest}` } : error;
}
