import { DelaySearch, initialConflicts, leastDelays, sumDelays } from './delay_search.js';
import { delaysKeepingOrder, improveOrder } from './passing_order.js';
import { delaysByPriority } from './prioritized_planning.js';
import { TOTAL_RELATIVE } from './tolerance.js';

/**
 * @import { ReferenceTimes } from './passing_order.js'
 * @import { Conflict, Delays, ConflictModel, SearchNode } from './delay_search.js'
 */

/** Share of the iterations for the search for pairs of agents that no delay separates. */
const PAIR_SHARE = 0.25;

/** Share of the remaining iterations for each order of passing: that of the reference plan, and that of the plan itself. */
const ORDER_SHARE = 0.25;

/** Share of the remaining iterations for the search for minimal delays, before the known delays are improved. */
const GROUP_SHARE = 0.5;

/** The same share if no delays are known: then delays that need not be minimal are searched soon. */
const FIRST_SHARE = 0.1;

/**
 * Method that found the delays. 'branch-and-bound': search for the minimal delays; 'reference-order', 'plan-order': the
 * order in which agents pass each other in the reference plan, or in the plan itself, improved as far as the iterations
 * permitted; 'prioritized': one agent delayed after the other, improved in the same way.
 *
 * @typedef {'branch-and-bound' | 'reference-order' | 'plan-order' | 'prioritized'} RepairMethod
 *
 * @typedef {object} Solution
 * @property {Delays[] | null} delays delays of each agent; null: none were found
 * @property {RepairMethod | null} method method that found them
 * @property {number | null} referenceTotalDelay total delay that keeps the order of the reference
 *   plan; null: none was found
 * @property {number} lowerBound lower bound of the total delay
 * @property {boolean} complete whether the delays are minimal, or none exist
 * @property {number} iterations number of precedence sets that were tried
 * @property {number[]} stuck agents for which no delays exist, or none were found; empty with delays
 *
 * @typedef {object} AgentGroup
 * @property {number[]} agents ascending
 * @property {number} lowerBound lower bound of the total delay of the group
 * @property {DelaySearch | null} search null: the delays of the group are minimal
 *
 * @typedef {{ delays: Delays[], total: number, method: RepairMethod }} KnownSolution delays without a conflict
 *
 * @typedef {{ stuck: number[], isProved: boolean }} UnsolvedGroup agents for which no delays exist (`isProved`), or none are
 *   known
 */

/**
 * Returns the minimal delays of all agents. Agents that never meet are searched separately, those that meet together
 * (independence detection: Standley, "Finding Optimal Solutions to Cooperative Pathfinding Problems", 2010). No group has a
 * smaller total among others than alone, so the sum of the totals is minimal; and if one group has no delays alone, the plan
 * has none.
 *
 * Keeping an order of passing (passing_order.js) soon gives delays, which need not be minimal. They bound the search, and are
 * the result if it does not end.
 *
 * @param {ConflictModel} conflictModel
 * @param {number} maxIterations maximum number of precedence sets to try
 * @param {ReferenceTimes | null} [reference] times of the reference plan
 * @returns {Solution}
 */
export function leastDelaysOfAll(conflictModel, maxIterations, reference = null) {
    return new IndependenceDetection(conflictModel, maxIterations).run(reference);
}

/** One run of the search for the minimal delays of all agents. */
class IndependenceDetection {
    #conflictModel;
    #maxIterations;
    #iterations = 0;
    /** @type {KnownSolution | null} */ #known = null;
    /** Search node of `#known`, if it can be improved. @type {SearchNode | null} */ #node = null;
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

    /** Returns whether the delays are proved to be minimal, or not to exist. @param {UnsolvedGroup | null} unsolved */
    #isDone(unsolved) {
        return unsolved === null ? this.#isOptimal() : unsolved.isProved;
    }

    /**
     * Returns a pair of agents that no delays separate, or null. A search of the pair alone finds that soon; a search of many
     * agents would find it late.
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
     * Tries delays that keep an order of passing, and keeps them as known delays if they are the best so far.
     *
     * @param {ReferenceTimes | null} reference null: the order of the plan itself
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

    /** Returns whether the known delays are proved to be minimal. */
    #isOptimal() {
        const lowerBound = sumBounds(this.#groupOf);
        return this.#known !== null && this.#known.total <= lowerBound * (1 + TOTAL_RELATIVE);
    }

    /**
     * Merges the groups of agents that conflict and searches the delays of each new group, until no conflict is between two
     * groups.
     *
     * @param {Conflict[]} firstConflicts
     * @param {number} end value of `#iterations` at which the search ends
     * @returns {UnsolvedGroup | null} null: all groups have delays and do not conflict
     */
    #solveGroups(firstConflicts, end) {
        for (let conflicts = firstConflicts; conflicts.length > 0; ) {
            const newGroups = this.#mergeGroups(conflicts);
            // Each group gets its search before one of them uses up the iterations, as a group without a search counts as solved.
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

    /** @param {Conflict[]} conflicts @returns {Set<AgentGroup>} groups of the agents in conflict */
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
     * Continues the search for the minimal delays of a group.
     *
     * @param {AgentGroup} group
     * @param {number} maxIterations
     * @returns {UnsolvedGroup | null} null: it has delays
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

    /** Searches delays that need not be minimal, by prioritized planning. */
    #prioritize() {
        const { delays, iterations } = delaysByPriority(this.#conflictModel, this.#remaining);
        this.#iterations += iterations;
        if (delays === null) return;
        this.#updateKnown({ delays, total: sumDelays(delays), method: 'prioritized' }, null);
    }

    /** Improves the known delays, if there are any. */
    #improve() {
        if (this.#known === null || this.#remaining <= 0) return;
        if (this.#node === null) {
            // The known delays define an order of passing.
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
     * Continues with the groups whose delays are not proved to be minimal, with the remaining iterations.
     *
     * @returns {UnsolvedGroup | null} as of #solveGroups
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
 * Finds conflicts between agents of `newGroups`, whose delays have changed, and agents of other groups.
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
 * Returns the conflict model of some agents alone, numbered in their order.
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
