import { DelaySearch, initialConflicts, leastDelays, sumDelays } from './delay_search.js';
import { delaysKeepingOrder, improveOrder } from './passing_order.js';
import { delaysByPriority } from './prioritized_planning.js';
import { TOTAL_RELATIVE } from './tolerance.js';

/**
 * @import { ReferenceTimes } from './passing_order.js'
 * @import { Conflict, Delays, ConflictModel, SearchNode } from './delay_search.js'
 */

/** Share of the budget for pairs of agents that no delay separates. */
const PAIR_SHARE = 0.25;

/** Share of the remaining budget for each order of passing. */
const ORDER_SHARE = 0.25;

/** The share of what is left then that goes into the least delays before others are made better, or searched for. */
const GROUP_SHARE = 0.5;

/** The same share where no delays are known yet: any are needed before the least ones. */
const FIRST_SHARE = 0.1;

/**
 * The way in which delays were found. 'branch-and-bound': by the search for the least ones; 'reference-order', 'plan-order': by the order of
 * passing of the plan before, or of the plan itself, made better as far as the budget went; 'prioritized': by one agent after
 * the other.
 *
 * @typedef {'branch-and-bound' | 'reference-order' | 'plan-order' | 'prioritized'} RepairMethod
 *
 * @typedef {object} Solution
 * @property {Delays[] | null} delays delays of each agent; null: none were found
 * @property {RepairMethod | null} method method that found them
 * @property {number | null} referenceTotalDelay total delay that keeps the order of the reference
 *   plan; null: none was found
 * @property {number} lowerBound no delays have a smaller total
 * @property {boolean} complete whether the delays are minimal, or none exist
 * @property {number} iterations number of sets of decisions that were tried
 * @property {number[]} stuck the agents among which there are none, or none were found; empty with delays
 *
 * @typedef {object} AgentGroup
 * @property {number[]} agents ascending
 * @property {number} lowerBound
 * @property {DelaySearch | null} search null: its delays are the least
 *
 * @typedef {{ delays: Delays[], total: number, method: RepairMethod }} KnownSolution delays that keep all apart
 *
 * @typedef {{ stuck: number[], isProved: boolean }} OpenGroup agents without delays, or without known ones
 */

/**
 * Least delays of all agents: agents that never meet are delayed by themselves, and those who do
 * together (independence detection: Standley, "Finding Optimal Solutions to Cooperative Pathfinding Problems",
 * 2010). As no group can do better among others than alone, the sum of their totals is the least there is; and where
 * one has no delays alone, all have none.
 *
 * The order of passing gives delays that need not be the least, soon (ordering.js). They bound the search, and are the
 * answer where it does not end.
 *
 * @param {ConflictModel} conflictModel
 * @param {number} maxIterations most sets of decisions to try
 * @param {ReferenceTimes | null} [reference] the plan as it was meant
 * @returns {Solution}
 */
export function leastDelaysOfAll(conflictModel, maxIterations, reference = null) {
    return new IndependenceDetection(conflictModel, maxIterations).run(reference);
}

class IndependenceDetection {
    #conflictModel;
    #maxIterations;
    #iterations = 0;
    /** @type {KnownSolution | null} */ #known = null;
    /** That of `#known`, if it can be made better. @type {SearchNode | null} */ #node = null;
    /** @type {number | null} */ #referenceTotalDelay = null;
    /** @type {Delays[]} */ #delays;
    /** @type {AgentGroup[]} */ #groupOf;

    /**
     * @param {ConflictModel} conflictModel
     * @param {number} maxIterations
     */
    constructor(conflictModel, maxIterations) {
        const { sizes } = conflictModel;
        this.#conflictModel = conflictModel;
        this.#maxIterations = maxIterations;
        this.#delays = sizes.map((size) => new Float64Array(size));
        this.#groupOf = sizes.map((_, a) => ({ agents: [a], lowerBound: 0, search: null }));
    }

    get #remaining() {
        return this.#maxIterations - this.#iterations;
    }

    /**
     * @param {ReferenceTimes | null} reference
     * @returns {Solution}
     */
    run(reference) {
        const firstConflicts = initialConflicts(this.#conflictModel);
        const stuck = this.#findImpossiblePair(firstConflicts);
        if (stuck !== null) return this.#impossible(stuck);
        if (firstConflicts.length > 0) {
            if (reference !== null) this.#tryOrder(reference, 'reference-order');
            this.#tryOrder(null, 'plan-order');
        }
        const share = this.#known === null ? FIRST_SHARE : GROUP_SHARE;
        let unsolved = this.#solveGroups(
            firstConflicts,
            this.#iterations + Math.ceil(share * this.#remaining),
        );
        if (!this.#isDone(unsolved)) {
            if (this.#known === null) this.#prioritize();
            this.#improve();
            unsolved = this.#continueSearch();
        }
        if (unsolved?.isProved) return this.#impossible(unsolved.stuck);
        return this.#solution(unsolved?.stuck ?? []);
    }

    /** Is nothing left to look for? @param {OpenGroup | null} unsolved */
    #isDone(unsolved) {
        return unsolved === null ? this.#isOptimal() : unsolved.isProved;
    }

    /**
     * Two that cannot get past each other are found soon alone, and late among many.
     *
     * @param {Conflict[]} firstConflicts
     */
    #findImpossiblePair(firstConflicts) {
        const share = Math.ceil(
            (PAIR_SHARE * this.#maxIterations) / Math.max(1, firstConflicts.length),
        );
        const end = PAIR_SHARE * this.#maxIterations;
        for (const { a, b } of firstConflicts) {
            const limit = Math.min(share, Math.floor(end - this.#iterations));
            if (limit <= 0) break;
            const alone = leastDelays(restrictTo(this.#conflictModel, [a, b]), limit);
            this.#iterations += alone.iterations;
            if (alone.delays === null && alone.complete) return [a, b];
        }
        return null;
    }

    /**
     * @param {ReferenceTimes | null} reference
     * @param {RepairMethod} method
     */
    #tryOrder(reference, method) {
        const share = Math.ceil(ORDER_SHARE * this.#remaining);
        const { node, iterations } = delaysKeepingOrder(this.#conflictModel, reference, share);
        this.#iterations += iterations;
        if (node === null) return;
        if (reference !== null) this.#referenceTotalDelay = node.total;
        this.#updateKnown({ delays: node.delays, total: node.total, method }, node);
    }

    /** @param {KnownSolution} known @param {SearchNode | null} node */
    #updateKnown(known, node) {
        if (this.#known !== null && known.total >= this.#known.total) return;
        this.#known = known;
        this.#node = node;
    }

    /** Are the known delays proved to be the least? */
    #isOptimal() {
        const lowerBound = sumBounds(this.#groupOf);
        return this.#known !== null && this.#known.total <= lowerBound * (1 + TOTAL_RELATIVE);
    }

    /**
     * Merges the groups of agents that conflict, until no conflict is between two groups.
     *
     * @param {Conflict[]} firstConflicts
     * @param {number} end maximum count of iterations by the end of this search
     * @returns {OpenGroup | null} null: all groups have delays and do not conflict
     */
    #solveGroups(firstConflicts, end) {
        for (let conflicts = firstConflicts; conflicts.length > 0; ) {
            const newGroups = this.#mergeGroups(conflicts);
            // Each has its search before one of them ends the budget: a group without one counts as solved.
            for (const group of newGroups) {
                group.search = new DelaySearch(restrictTo(this.#conflictModel, group.agents));
            }
            for (const group of newGroups) {
                const unsolved = this.#solveGroup(group, end - this.#iterations);
                if (unsolved !== null) return unsolved;
            }
            conflicts = conflictsBetween(
                this.#conflictModel,
                this.#delays,
                this.#groupOf,
                newGroups,
            );
        }
        const delays = this.#delays.slice();
        this.#updateKnown({ delays, total: sumDelays(delays), method: 'branch-and-bound' }, null);
        return null;
    }

    /** @param {Conflict[]} conflicts @returns {Set<AgentGroup>} groups of those who are in conflict */
    #mergeGroups(conflicts) {
        /** @type {Set<AgentGroup>} */
        const newGroups = new Set();
        for (const { a, b } of conflicts) {
            const [p, q] = [this.#groupOf[a], this.#groupOf[b]];
            if (p === q) continue;
            const agents = [...p.agents, ...q.agents].sort((x, y) => x - y);
            const group = { agents, lowerBound: p.lowerBound + q.lowerBound, search: null };
            for (const agent of agents) this.#groupOf[agent] = group;
            newGroups.delete(p);
            newGroups.delete(q);
            newGroups.add(group);
        }
        return newGroups;
    }

    /**
     * Goes on with the search for a group's least delays.
     *
     * @param {AgentGroup} group
     * @param {number} maxIterations
     * @returns {OpenGroup | null} null: it has delays
     */
    #solveGroup(group, maxIterations) {
        const { search, agents } = group;
        if (search === null) return null;
        if (this.#known !== null) {
            const { delays } = this.#known;
            search.setUpperBound(agents.map((agent) => delays[agent]));
        }
        const found = search.run(Math.max(0, maxIterations));
        this.#iterations += found.iterations;
        group.lowerBound = Math.max(group.lowerBound, Math.min(found.lowerBound, found.total));
        if (found.complete) group.search = null;
        if (found.delays === null) return { stuck: agents, isProved: found.complete };
        for (const [k, agent] of agents.entries()) this.#delays[agent] = found.delays[k];
        return null;
    }

    /** Looks for any delays at all. */
    #prioritize() {
        const { delays, iterations } = delaysByPriority(this.#conflictModel, this.#remaining);
        this.#iterations += iterations;
        if (delays === null) return;
        this.#updateKnown({ delays, total: sumDelays(delays), method: 'prioritized' }, null);
    }

    /** Makes the known delays better, if there are some. */
    #improve() {
        if (this.#known === null || this.#remaining <= 0) return;
        if (this.#node === null) {
            // Its order says who goes first where.
            const { delays } = this.#known;
            const reference = { begin: delays, end: delays };
            const made = delaysKeepingOrder(this.#conflictModel, reference, this.#remaining);
            this.#iterations += made.iterations;
            this.#node = made.node;
        }
        if (this.#node === null) return;
        const { node, iterations } = improveOrder(this.#conflictModel, this.#node, this.#remaining);
        this.#iterations += iterations;
        const { delays, total } = node;
        this.#updateKnown({ delays, total, method: this.#known.method }, node);
    }

    /**
     * Goes on where the least delays are not proved, with what is left of the budget.
     *
     * @returns {OpenGroup | null} as of #solveGroups
     */
    #continueSearch() {
        for (const group of new Set(this.#groupOf)) {
            const unsolved = this.#solveGroup(group, this.#remaining);
            if (unsolved !== null) return unsolved;
        }
        const all = new Set(this.#groupOf);
        const firstConflicts = conflictsBetween(
            this.#conflictModel,
            this.#delays,
            this.#groupOf,
            all,
        );
        return this.#solveGroups(firstConflicts, this.#maxIterations);
    }

    /** @param {number[]} stuck @returns {Solution} */
    #impossible(stuck) {
        const none = {
            delays: null,
            method: null,
            referenceTotalDelay: null,
            lowerBound: 0,
            complete: true,
        };
        return { ...none, iterations: this.#iterations, stuck };
    }

    /** @param {number[]} stuck agents without known delays @returns {Solution} */
    #solution(stuck) {
        const { delays = null, method = null, total = 0 } = this.#known ?? {};
        const lowerBound = sumBounds(this.#groupOf);
        const complete = this.#isOptimal();
        return {
            ...{
                delays,
                method,
                referenceTotalDelay: this.#referenceTotalDelay,
                complete,
                iterations: this.#iterations,
            },
            lowerBound: complete ? total : lowerBound,
            stuck: delays === null ? stuck : [],
        };
    }
}

/** @param {AgentGroup[]} groupOf */
function sumBounds(groupOf) {
    return [...new Set(groupOf)].reduce((sum, { lowerBound }) => sum + lowerBound, 0);
}

/**
 * Finds conflicts between agents of groups that have just been delayed and agents of other groups.
 *
 * @param {ConflictModel} conflictModel
 * @param {Delays[]} delays
 * @param {AgentGroup[]} groupOf
 * @param {Set<AgentGroup>} newGroups
 */
function conflictsBetween(conflictModel, delays, groupOf, newGroups) {
    /** @type {Conflict[]} */
    const found = [];
    for (let a = 0; a < delays.length; a++) {
        for (let b = a + 1; b < delays.length; b++) {
            const [p, q] = [groupOf[a], groupOf[b]];
            if (p === q || !(newGroups.has(p) || newGroups.has(q))) continue;
            const conflict = conflictModel.conflict(a, b, delays[a], delays[b]);
            if (conflict !== null) found.push(conflict);
        }
    }
    return found;
}

/**
 * Some agents by themselves, numbered in their order.
 *
 * @param {ConflictModel} conflictModel
 * @param {number[]} agents ascending
 * @returns {ConflictModel}
 */
function restrictTo(conflictModel, agents) {
    const numbers = new Map(agents.map((agent, k) => [agent, k]));
    /** @param {{ agent: number, piece: number }} renumber */
    const renumber = ({ agent, piece }) => ({
        agent: /** @type {number} */ (numbers.get(agent)),
        piece,
    });
    return {
        sizes: agents.map((agent) => conflictModel.sizes[agent]),
        conflict(a, b, p, q) {
            const found = conflictModel.conflict(agents[a], agents[b], p, q);
            if (found === null) return null;
            const alternatives = found.alternatives.map(({ late, early, lag }) => {
                return { late: renumber(late), early: renumber(early), lag };
            });
            return { ...found, a, b, alternatives };
        },
    };
}
