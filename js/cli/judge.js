import { createSync, GrazeError } from 'graze';
import { InputError, readScenario, validate } from 'graze/scenario';
import { EXIT, exitCodeOf, UsageError } from './exit.js';
import { openInput, streamedStdin } from './input.js';
import { INTERNAL } from './outcome.js';
import { PlanProgress } from './progress.js';

/**
 * One plan read and judged.
 *
 * @import { Graze } from 'graze'
 * @import { ReadOptions, Scenario, SourceFile, ValidateOptions } from 'graze/scenario'
 * @import { FileName, Opened } from './input.js'
 * @import { Entry } from './list.js'
 * @import { Failed, Failure, Judged, Outcome } from './outcome.js'
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

/** Judges plans, one after the other, on an instance of its own. */
export class Judge {
    #settings;
    #module;
    /** @type {Graze | undefined} */ #graze;

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
     * @returns {Promise<string>} the outcome as JSON
     */
    async judge(entry) {
        return JSON.stringify(await this.#attempt(entry));
    }

    /**
     * @param {Entry} entry
     * @returns {Promise<Outcome>}
     */
    async #attempt(entry) {
        /** @type {Opened[]} */
        const opened = [];
        try {
            return await this.#judge(entry, opened);
        } catch (error) {
            const code = exitCodeOf(error);
            if (code === EXIT.usage && this.#settings.alone) throw error;
            // Whatever went wrong may have left the instance unusable.
            if (code === EXIT.internal) this.#graze = undefined;
            return failed(entry, failureOf(entry, error));
        } finally {
            await Promise.all(opened.map(({ close }) => close()));
        }
    }

    /**
     * @param {Entry} entry
     * @param {Opened[]} opened takes what is to be closed
     * @returns {Promise<Judged>}
     */
    async #judge(entry, opened) {
        const { reading, tolerance, mend, most, limits, figures, stdin } = this.#settings;
        /** @param {FileName | undefined} named */
        const open = async (named) => {
            if (named === undefined) return undefined;
            if (named.path === '-') return stdin ?? streamedStdin();
            const one = await openInput(named, limits.characters);
            opened.push(one);
            return one.file;
        };
        const { index, files, format, radius, atGoal } = entry;
        const plan = /** @type {SourceFile} */ (await open(files.plan));
        const [map, task, config] = [
            await open(files.map),
            await open(files.task),
            await open(files.config),
        ];
        const scenario = await readScenario(
            { plan, map, task, config },
            { format, radius, atGoal, limits },
        );
        const graze = this.#instance();
        const asked = { graze, reading, tolerance, mend, most };
        const result = this.#settings.alone ? watched(scenario, asked) : validate(scenario, asked);
        const outcome = { index, file: files.plan.name, ...result };
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
 * @param {Entry} entry
 * @param {Failure} error
 * @returns {Failed}
 */
export function failed({ index, files }, error) {
    return { index, file: files.plan.name, error };
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
