import { createSync, GrazeError } from 'graze';
import { InputError, readScenarios, validate } from 'graze/scenario';
import { EXIT, exitCodeOf, UsageError } from './exit.js';
import { openInput, streamedStdin } from './input.js';
import { isFolder, MapFolder } from './map_folder.js';
import { INTERNAL } from './outcome.js';
import { PlanProgress } from './progress.js';

/**
 * The plans of one file read and judged.
 *
 * @import { Graze } from 'graze'
 * @import { PlanCase, ReadOptions, Scenario, SourceFile, ValidateOptions } from 'graze/scenario'
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
 * @property {SourceFile} [stdin] when it is for several plans, or for other threads
 * @property {boolean} alone there is no other plan: what an option would mend is wrong usage
 */

/** Bytes of wasm memory beyond which an instance is not used again: memory never shrinks. */
const MAX_KEPT = 256 * 2 ** 20;

/** Judges plans, one after the other, on an instance of its own. A file may hold several. */
export class Judge {
    #settings;
    #module;
    /** @type {Graze | undefined} */ #graze;
    /** @type {Map<string, MapFolder>} by path */ #folders = new Map();

    /**
     * @param {Settings} settings
     * @param {WebAssembly.Module} [module] compiled already; the built-in one unless given
     */
    constructor(settings, module) {
        this.#settings = settings;
        this.#module = module;
    }

    /**
     * What cannot be used, and what fails, is an outcome too: other plans are not to suffer from it.
     *
     * @param {Entry} entry
     * @returns {AsyncGenerator<string>} the outcomes as JSON: one, or one for each case of the file
     */
    async *judge(entry) {
        for await (const outcome of this.#outcomes(entry)) yield JSON.stringify(outcome);
    }

    /**
     * @param {Entry} entry
     * @returns {AsyncGenerator<Outcome>}
     */
    async *#outcomes(entry) {
        /** @type {Opened[]} */
        const opened = [];
        try {
            const cases = await this.#read(entry, opened);
            const isOnly = cases.length === 1;
            for (const [index, { label, read }] of cases.entries()) {
                const isNamed = !isOnly || entry.case !== undefined;
                const part = isNamed ? { label, index, count: cases.length } : undefined;
                try {
                    yield this.#judge(entry, part, await read());
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
        const code = exitCodeOf(error);
        if (code === EXIT.usage && this.#settings.alone && isOnly) throw error;
        // Whatever went wrong may have left the instance unusable.
        if (code === EXIT.internal) this.#graze = undefined;
        return failed(entry, failureOf(entry, error), part);
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
            if (named.path === '-') return stdin ?? streamedStdin();
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
     * @returns {Promise<Judged>}
     */
    async #judge({ index, files }, part, scenario) {
        const { reading, tolerance, mend, most, figures } = this.#settings;
        const graze = this.#instance();
        const asked = { graze, reading, tolerance, mend, most };
        const result = this.#settings.alone ? watched(scenario, asked) : validate(scenario, asked);
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

/** @param {Scenario} scenario @param {ValidateOptions} asked */
function watched(scenario, asked) {
    const progress = new PlanProgress();
    try {
        return validate(scenario, { ...asked, progress: (done, of) => progress.show(done, of) });
    } finally {
        progress.clear();
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
 * @returns {Failure}
 */
function failureOf(entry, error) {
    if (error instanceof InputError) {
        const { code, text, file, line, column } = error;
        return { code, message: text, in: file, line, column };
    }
    const message = error instanceof Error ? error.message : String(error);
    const isKnown = error instanceof GrazeError && exitCodeOf(error) !== EXIT.internal;
    if (isKnown) return failure(entry, error.code, message);
    if (error instanceof UsageError) return failure(entry, 'usage', message);
    if (process.env.GRAZE_DEBUG === '1' && error instanceof Error) {
        process.stderr.write(`${error.stack}\n`);
    }
    const report = `internal error: ${message}. Please report it with the input that caused it`;
    return failure(entry, INTERNAL, report);
}
