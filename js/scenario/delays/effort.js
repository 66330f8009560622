/** Default of the maximum effort for all suggestions of a plan: 2 to 5 seconds of one core, at some 0.1 µs for each unit. */
export const MAX_EFFORT = 50_000_000;

/** Effort of all searches of a plan, in units of some 0.1 µs. Its limit bounds the time if all agents meet each other. */
export class Effort {
    spent = 0;

    /** @param {number} limit */
    constructor(limit) {
        this.limit = limit;
    }

    /** @param {number} cost */
    spend(cost) {
        this.spent += cost;
        if (this.spent > this.limit) throw new EffortSpent();
    }
}

/** Ends a search whose effort is spent; who spends effort catches it. */
export class EffortSpent extends Error {}

/** Effort counted as one in `AheadEffort`. */
const AHEAD_UNIT = 1000;

/**
 * Effort of searches that are made ahead of their use, of all threads together: it has a limit of its own, and is not that of the
 * searches now. Searches are made in the order of their use, so no more than the limit is of use.
 */
export class AheadEffort {
    #effort;
    #spent;

    /**
     * @param {Effort} effort that of the model that searches
     * @param {Int32Array} spent what all threads have spent, in shared memory
     */
    constructor(effort, spent) {
        this.#effort = effort;
        this.#spent = spent;
    }

    /**
     * Makes a search.
     *
     * @template T
     * @param {() => T} search
     * @returns {T | null} null: the effort of all searches ahead is spent
     */
    run(search) {
        const effort = this.#effort;
        const { spent } = effort;
        const before = AHEAD_UNIT * Atomics.load(this.#spent, 0);
        if (before >= effort.limit) return null;
        effort.spent = before;
        try {
            return search();
        } catch (error) {
            if (!(error instanceof EffortSpent)) throw error;
            return null;
        } finally {
            Atomics.add(this.#spent, 0, Math.ceil((effort.spent - before) / AHEAD_UNIT));
            effort.spent = spent;
        }
    }
}
