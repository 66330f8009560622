import { getHeapStatistics } from 'node:v8';
import { createSync, GrazeError, printable } from 'graze';
import { InputError, readScenarios, validate } from 'graze/scenario';
import { EXIT, exitCodeOf, isOutOfMemory, UsageError } from './exit.js';
import { openInput } from './input.js';
import { isFolder, MapFolder } from './map_folder.js';
import { INTERNAL, NO_MEMORY, OUT_OF_MEMORY } from './outcome.js';
import { describeMissing } from './required.js';
import { checkSmall, TooLargeHere } from './size.js';

/**
 * Reads and checks the plans of one file.
 *
 * @import { Graze } from 'graze'
 * @import { PlanCase, ReadOptions, Scenario, SourceFile } from 'graze/scenario'
 * @import { FileName, Opened } from './input.js'
 * @import { Entry } from './list.js'
 * @import { CaseOf, Failed, Failure, Judged, Outcome, Subject } from './outcome.js'
 */

/**
 * How plans are judged: the same for all of a run, and plain data, so that it reaches other threads.
 *
 * @typedef {object} Settings
 * @property {'open' | 'closed'} reading
 * @property {number} [tolerance]
 * @property {boolean} mend
 * @property {number} [most] violations for which mends are looked for
 * @property {NonNullable<ReadOptions['limits']>} limits
 * @property {number} figures conflicts of one plan that are drawn
 * @property {SourceFile & { text: string }} [stdin] the text of standard input, where one of the files is it
 * @property {boolean} alone there is no other plan: what an option would mend is wrong usage
 */

const ROLES = /** @type {const} */ (['map', 'task', 'config']);

/** Bytes of wasm memory beyond which an instance is not used again: memory never shrinks. */
const MAX_KEPT = 256 * 2 ** 20;

/** Part of the heap that the outcome of one plan may take as text, here and where it is collected. */
const HEAP_PART = 16;

/** Most characters of an outcome as text: no more are read back from a shard, either. */
const MOST_TEXT = Math.min(2 ** 28, getHeapStatistics().heap_size_limit / HEAP_PART);

/**
 * Is called with how much of a plan is done, and of how much.
 *
 * @typedef {(done: number, of: number) => void} Progressed
 */

/** Judges plans, one after the other, on an instance of its own. A file may hold several. */
export class Judge {
    #settings;
    #isHere;
    #module;
    /** @type {Graze | undefined} */ #graze;
    /** @type {Map<string, MapFolder>} by path */ #folders = new Map();

    /**
     * @param {Settings} settings
     * @param {{ isHere?: boolean, module?: WebAssembly.Module }} [where] on the thread that writes the report; a
     *   compiled module, default: the built-in one
     */
    constructor(settings, { isHere = false, module } = {}) {
        this.#settings = settings;
        this.#isHere = isHere;
        this.#module = module;
    }

    /**
     * What cannot be used, and what fails, is an outcome too: other plans are not to suffer from it.
     *
     * @param {Entry} entry
     * @param {Progressed} [progress]
     * @returns {AsyncGenerator<string>} the outcomes as JSON: one, or one for each case of the file
     * @throws {TooLargeHere} for a plan that must not be checked on this thread
     */
    async *judge(entry, progress) {
        for await (const outcome of this.#outcomes(entry, progress)) {
            yield textOf(outcome) ?? JSON.stringify(this.#tooLarge(entry, outcome));
        }
    }

    /** @param {Entry} entry @param {Outcome} outcome whose text is too large */
    #tooLarge(entry, { case: part }) {
        const what = 'its report takes more memory than there is for it';
        return failed(entry, failure(entry, OUT_OF_MEMORY, what), part);
    }

    /**
     * @param {Entry} entry
     * @param {Progressed | undefined} progress
     * @returns {AsyncGenerator<Outcome>}
     */
    async *#outcomes(entry, progress) {
        /** @type {Opened[]} */
        const opened = [];
        try {
            const cases = await this.#read(entry, opened);
            const isOnly = cases.length === 1;
            for (const [index, { label, read }] of cases.entries()) {
                const isNamed = !isOnly || entry.case !== undefined;
                const part = isNamed ? { label, index, count: cases.length } : undefined;
                try {
                    yield await this.#judge(entry, part, await read(), progress);
                } catch (error) {
                    yield this.#failed(entry, part, error, isOnly);
                }
            }
        } catch (error) {
            yield this.#failed(entry, undefined, error, true);
        } finally {
            await Promise.all(opened.map(({ close }) => close()));
        }
    }

    /**
     * Returns a failure as an outcome; throws it on where it is wrong usage that concerns the whole run.
     *
     * @param {Entry} entry
     * @param {CaseOf | undefined} part
     * @param {unknown} error
     * @param {boolean} isOnly no other plan of the file
     * @returns {Failed}
     */
    #failed(entry, part, error, isOnly) {
        if (error instanceof TooLargeHere) throw error;
        const code = exitCodeOf(error);
        const { alone } = this.#settings;
        if (code === EXIT.usage && alone && isOnly) throw error;
        // Whatever went wrong may have left the instance unusable.
        if (code === EXIT.internal || isOutOfMemory(error)) this.#graze = undefined;
        return failed(entry, failureOf(entry, error, alone), part);
    }

    /**
     * Returns the plans of an entry.
     *
     * @param {Entry} entry
     * @param {Opened[]} opened takes what is to be closed
     * @returns {Promise<PlanCase[]>}
     */
    async #read(entry, opened) {
        const { limits, stdin } = this.#settings;
        /** @param {FileName | undefined} named */
        const open = async (named) => {
            if (named === undefined) return undefined;
            if (named.path === '-') return stdin;
            const one = await openInput(named, limits.characters);
            opened.push(one);
            return one.file;
        };
        const { files, format, radius, atGoal, case: label } = entry;
        const plan = /** @type {SourceFile} */ (await open(files.plan));
        const folder = await this.#folderOf(files.map);
        const [map, task, config] = [
            folder === undefined ? await open(files.map) : undefined,
            await open(files.task),
            await open(files.config),
        ];
        /** @type {ReadOptions['findMap']} */
        const findMap =
            folder &&
            (async (wanted) => /** @type {SourceFile} */ (await open(await folder.find(wanted))));
        const options = { format, radius, atGoal, case: label, findMap, limits };
        return readScenarios({ plan, map, task, config }, options);
    }

    /**
     * Returns the folder of maps that a name leads to; undefined where it is a file.
     *
     * @param {FileName | undefined} named
     */
    async #folderOf(named) {
        if (named === undefined || !(await isFolder(named))) return undefined;
        const folder = this.#folders.get(named.path) ?? new MapFolder(named);
        this.#folders.set(named.path, folder);
        return folder;
    }

    /**
     * @param {Entry} entry
     * @param {CaseOf | undefined} part
     * @param {Scenario} scenario
     * @param {Progressed | undefined} progress
     * @returns {Promise<Outcome>}
     */
    async #judge(entry, part, scenario, progress) {
        const { reading, tolerance, mend, most, figures } = this.#settings;
        const { index, files, require = [] } = entry;
        if (this.#isHere) checkSmall(scenario);
        const graze = this.#instance();
        const result = validate(scenario, { graze, reading, tolerance, mend, most, progress });
        const missing = describeMissing(require, result);
        if (missing !== null) return failed(entry, failure(entry, 'not-checked', missing), part);
        const outcome = { ...subject(index, files.plan.name, part), ...result };
        if (figures === 0 || result.violations.length === 0) return outcome;
        const { draw } = await import('./figures/figures.js');
        return { ...outcome, figures: draw(graze, scenario, result, figures) };
    }

    #instance() {
        if (this.#graze !== undefined && this.#graze.memoryUsed <= MAX_KEPT) return this.#graze;
        this.#graze = createSync(this.#module === undefined ? {} : { wasm: this.#module });
        return this.#graze;
    }
}

/** @param {Outcome} outcome @returns {string | null} as JSON; null: it is too large */
function textOf(outcome) {
    try {
        const text = JSON.stringify(outcome);
        return text.length <= MOST_TEXT ? text : null;
    } catch (error) {
        if (isOutOfMemory(error)) return null;
        throw error;
    }
}

/**
 * @param {number} index
 * @param {string} file
 * @param {CaseOf | undefined} part
 * @returns {Subject}
 */
function subject(index, file, part) {
    return { index, file, ...(part === undefined ? {} : { case: part }) };
}

/**
 * @param {Entry} entry
 * @param {Failure} error
 * @param {CaseOf} [part]
 * @returns {Failed}
 */
export function failed({ index, files }, error, part) {
    return { ...subject(index, files.plan.name, part), error };
}

/**
 * A failure of the plan as a whole.
 *
 * @param {Entry} entry
 * @param {string} code
 * @param {string} message
 * @returns {Failure}
 */
export function failure({ files }, code, message) {
    return { code, message, in: files.plan.name, line: 1, column: 1 };
}

/**
 * @param {Entry} entry
 * @param {unknown} error
 * @param {boolean} isAlone there is no other plan, which a file could belong to
 * @returns {Failure}
 */
function failureOf(entry, error, isAlone) {
    if (error instanceof InputError) {
        const { code, text, file, line, column } = error;
        const whose = isAlone ? '' : describeRole(entry, file);
        return { code, message: `${text}${whose}`, in: file, line, column };
    }
    if (isOutOfMemory(error)) return outOfMemory(entry);
    const message = error instanceof Error ? error.message : String(error);
    const isKnown = error instanceof GrazeError && exitCodeOf(error) !== EXIT.internal;
    if (isKnown) return withoutName(entry, failure(entry, error.code, message));
    if (error instanceof UsageError) return failure(entry, 'usage', message);
    if (process.env.GRAZE_DEBUG === '1' && error instanceof Error) {
        process.stderr.write(`${error.stack}\n`);
    }
    const report = `internal error: ${message}. Please report it with the input that caused it`;
    return failure(entry, INTERNAL, report);
}

/** @param {Entry} entry @returns {Failure} */
export function outOfMemory(entry) {
    return failure(entry, OUT_OF_MEMORY, NO_MEMORY);
}

/**
 * Says to which plan a file belongs that is not the plan itself.
 *
 * @param {Entry} entry
 * @param {string} file
 */
function describeRole({ files }, file) {
    if (file === files.plan.name) return '';
    const role = ROLES.find((each) => files[each]?.name === file);
    return role === undefined ? '' : ` (the ${role} of ${files.plan.name})`;
}

/**
 * Takes the plan's name, and a line, from the beginning of the message: they stand before it anyway.
 *
 * @param {Entry} entry
 * @param {Failure} error
 * @returns {Failure}
 */
function withoutName({ files }, error) {
    const name = printable(files.plan.name);
    if (!error.message.startsWith(name)) return error;
    const rest = error.message.slice(name.length);
    const place = /^:(\d+): /.exec(rest);
    if (place !== null) {
        return { ...error, line: Number(place[1]), message: rest.slice(place[0].length) };
    }
    return rest.startsWith(' ') ? { ...error, message: `it${rest}` } : error;
}
