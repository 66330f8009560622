/**
 * The end of a search by time or by a signal, beside its number of iterations. The loops of the search ask `isOver`;
 * computations between two turns of a loop call `check`, which throws.
 *
 * A search is a generator that yields where it can pause: `finish` runs it without a pause, and `finishWithPauses` lets
 * the event loop turn in between, so that timers run and a signal can be aborted.
 *
 * @template T
 * @typedef {Generator<void, T, void>} Pausable
 */

/**
 * Cost of computations between two readings of the clock, in units of some 0.1 µs, and that of a short one: a reading takes as long
 * as that.
 */
const [READING_INTERVAL, SHORT] = [1024, 16];

/** Longest time between two turns of the event loop, in milliseconds, apart from computations without a pause. */
const PAUSE_INTERVAL = 20;

/** Ends a computation whose search is over. `check` throws it, and whoever runs the search catches it. */
export class SearchOver extends Error {}

/** The time and the signal that end a search. */
export class SearchLimit {
    #deadline;
    #signal;
    #spent = 0;
    #hasThrown = false;
    /** Cause of the end of the search; null: it has not ended. @type {'time-limit' | 'signal' | null} */ endedBy =
        null;

    /**
     * @param {number} [seconds] time from now on; default: no limit
     * @param {AbortSignal} [signal]
     */
    constructor(seconds = Infinity, signal) {
        this.#deadline = performance.now() + 1000 * seconds;
        this.#signal = signal;
    }

    /** Whether the search must end. */
    get isOver() {
        if (this.endedBy !== null) return true;
        if (this.#signal?.aborted) this.endedBy = 'signal';
        else if (this.#deadline < Infinity && performance.now() >= this.#deadline)
            this.endedBy = 'time-limit';
        return this.endedBy !== null;
    }

    /**
     * Throws SearchOver when the search must end: once, so that its result can be put together after that.
     *
     * @param {number} [cost] cost of the next computation, in units of some 0.1 µs; default: that of a short one
     * @throws {SearchOver}
     */
    check(cost = SHORT) {
        this.#spent += cost;
        if (this.#spent < READING_INTERVAL && this.endedBy === null) return;
        this.#spent = 0;
        if (this.#hasThrown || !this.isOver) return;
        this.#hasThrown = true;
        throw new SearchOver();
    }
}

/** No limit. @type {SearchLimit} */
export const NO_LIMIT = new SearchLimit();

/**
 * Returns the result of a computation; null when the end of the search has interrupted it.
 *
 * @template T
 * @param {() => T} compute
 * @returns {T | null}
 */
export function unlessOver(compute) {
    try {
        return compute();
    } catch (error) {
        if (error instanceof SearchOver) return null;
        throw error;
    }
}

/**
 * Returns the result of a computation with pauses; null when the end of the search has interrupted it.
 *
 * @template T
 * @param {Pausable<T>} search
 * @returns {Pausable<T | null>}
 */
export function* pausingUnlessOver(search) {
    try {
        return yield* search;
    } catch (error) {
        if (error instanceof SearchOver) return null;
        throw error;
    }
}

/**
 * Runs a search to its end.
 *
 * @template T
 * @param {Pausable<T>} search
 * @returns {T}
 */
export function finish(search) {
    for (;;) {
        const { done, value } = search.next();
        if (done) return value;
    }
}

/**
 * Runs a search to its end, and lets the event loop turn every now and then.
 *
 * @template T
 * @param {Pausable<T>} search
 * @returns {Promise<T>}
 */
export async function finishWithPauses(search) {
    let last = performance.now();
    for (;;) {
        const { done, value } = search.next();
        if (done) return value;
        if (performance.now() - last < PAUSE_INTERVAL) continue;
        await turnOfEventLoop();
        last = performance.now();
    }
}

/** Waits for a turn of the event loop: timers, messages and events come in between. @returns {Promise<void>} */
function turnOfEventLoop() {
    return new Promise((resolve) => setTimeout(resolve, 0));
}
