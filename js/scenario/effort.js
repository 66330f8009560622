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
