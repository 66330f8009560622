/** Maximum effort for all suggestions of a plan: some seconds. */
export const MAX_EFFORT = 50_000_000;

/** Effort of all searches of a plan, in small steps of work. Its limit bounds the time if all agents meet each other. */
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

/** Effort of searches that are made ahead of their use: it has a limit of its own, and is not that of the searches now. */
export class AheadEffort {
    #spent = 0;
    #effort;

    /** @param {Effort} effort that of the model that searches */
    constructor(effort) {
        this.#effort = effort;
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
        effort.spent = this.#spent;
        try {
            return search();
        } catch (error) {
            if (!(error instanceof EffortSpent)) throw error;
            return null;
        } finally {
            this.#spent = effort.spent;
            effort.spent = spent;
        }
    }
}
