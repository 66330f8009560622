import { Session } from 'node:inspector';

/**
 * Blocks of the package that have run, from V8's own counters: an input that runs a new one is worth changing further.
 *
 * @typedef {{ startOffset: number, endOffset: number, count: number }} Range
 */

/** Scripts that are observed: the package's, not its tests'. */
const OURS = /\/js\/(?:formats|scenario|cli)\/[^/]+\.js$|\/js\/cli\/commands\/[^/]+\.js$/;

export class Coverage {
    #session = new Session();
    /** Executed characters of each function. @type {Map<string, Uint8Array>} */
    #seen = new Map();
    blocks = 0;

    constructor() {
        this.#session.connect();
        this.#post('Profiler.enable');
        this.#post('Profiler.startPreciseCoverage', { callCount: false, detailed: true });
    }

    /** @param {string} method @param {object} [params] @returns {any} */
    #post(method, params) {
        /** @type {unknown} */
        let answer;
        this.#session.post(method, params, (error, value) => {
            if (error) throw error;
            answer = value;
        });
        return answer;
    }

    /**
     * Yields the code that has run since the last call, function by function, 1 for each executed character.
     * @returns {Iterable<[string, Uint8Array]>}
     */
    *#taken() {
        for (const { url, functions } of this.#post('Profiler.takePreciseCoverage').result) {
            if (!OURS.test(url)) continue;
            for (const { ranges } of functions) {
                const [{ startOffset: from, endOffset: to, count }] = /** @type {Range[]} */ (
                    ranges
                );
                if (count === 0) continue;
                const run = new Uint8Array(to - from);
                // The function's own range comes first, then the ranges in it.
                for (const { startOffset, endOffset, count: runs } of ranges) {
                    run.fill(Math.min(runs, 1), startOffset - from, endOffset - from);
                }
                yield [`${url}:${from}:${to}`, run];
            }
        }
    }

    /**
     * Returns the code that has run since the last call for the first time.
     * @returns {Map<string, number>} a place for each function
     */
    fresh() {
        const fresh = new Map();
        for (const [key, run] of this.#taken()) {
            const seen = this.#seen.get(key);
            const at = run.findIndex((each, k) => each === 1 && seen?.[k] !== 1);
            if (at < 0) continue;
            fresh.set(key, at);
            this.#seen.set(key, seen === undefined ? run : run.map((each, k) => each | seen[k]));
        }
        this.blocks += fresh.size;
        return fresh;
    }

    /** Returns those of some places that have run since the last call. @param {ReadonlyMap<string, number>} places */
    ranAmong(places) {
        const ran = [];
        for (const [key, run] of this.#taken()) {
            const at = places.get(key);
            if (at !== undefined && run[at] === 1) ran.push(key);
        }
        return ran;
    }
}
