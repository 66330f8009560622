import { TOTAL_RELATIVE } from '../model/tolerance.js';
import { conflictsAmong, createRoot, DelaySearch, sumDelays } from './delay_search.js';
import { delaysKeepingOrder, improveOrder } from './passing_order.js';
import {
    delaysByDependencies,
    delaysByPriority,
    improveByInsertion,
} from './prioritized_planning.js';
import { pausingUnlessOver } from './search_limit.js';

/**
 * @import { ReferenceTimes } from './passing_order.js'
 * @import { Conflict, Delays, ConflictModel, PairModel, SearchNode } from './delay_search.js'
 * @import { Pausable } from './search_limit.js'
 */

/** Share of the iterations for the search for pairs of agents that no delay separates. */
const PAIR_SHARE = 0.25;

/** Share of the remaining iterations for each order of passing: that of the reference plan, and that of the plan itself. */
const ORDER_SHARE = 0.25;

/** Share of the remaining iterations for the search for minimal delays, before the known delays are improved. */
const GROUP_SHARE = 0.5;

/** The same share if no order of passing gave delays: then delays that need not be minimal are searched soon. */
const FIRST_SHARE = 0.1;

/** Number of conflicts up to which decisions about them are tried before agents are delayed one after the other. */
const FEW_CONFLICTS = 32;

/** Share of the remaining iterations to delay agents again, if an order of passing gave the known delays, and otherwise. */
const [INSERTION_SHARE, SERIAL_SHARE] = [0.25, 0.75];

/**
 * Method that found the delays. 'branch-and-bound': search for the minimal delays; 'reference-order', 'plan-order': the
 * order in which agents pass each other in the reference plan, or in the plan itself, improved as far as the iterations
 * permitted; 'serial': one agent delayed after the other, in an order that follows from who stands in whose way, improved
 * in the same way; 'prioritized': the same in an order found at random.
 *
 * @typedef {'branch-and-bound' | 'reference-order' | 'plan-order' | 'serial' | 'prioritized'} RepairMethod
 *
 * End of a search that is not complete: the maximum number of iterations, the time limit, or the signal.
 *
 * @typedef {'iterations' | 'time-limit' | 'signal'} SearchEnd
 *
 * @typedef {object} Solution
 * @property {Delays[] | null} delays delays of each agent; null: none were found
 * @property {RepairMethod | null} method method that found them
 * @property {number | null} referenceTotalDelay total delay that keeps the order of the reference
 *   plan; null: none was found
 * @property {number} lowerBound lower bound of the total delay
 * @property {boolean} complete whether the delays are minimal, or none exist
 * @property {number} iterations number of precedence sets that were tried
 * @property {SearchEnd | null} endedBy null: the search is complete
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
 * the result if it does not end. So do delays of one agent after the other (prioritized_planning.js), which cost little.
 *
 * @param {ConflictModel} conflictModel
 * @param {number} maxIterations maximum number of precedence sets to try
 * @param {ReferenceTimes | null} reference times of the reference plan
 * @param {Conflict[] | null} firstConflicts conflicts while no agent is delayed; null: the time has ended before
 * @returns {Pausable<Solution>}
 */
export function leastDelaysOfAll(conflictModel, maxIterations, reference, firstConflicts) {
    return new IndependenceDetection(conflictModel, maxIterations, firstConflicts ?? []).run(
        reference,
    );
}

/** One run of the search for the minimal delays of all agents. */
class IndependenceDetection {
    #conflictModel;
    #maxIterations;
    #firstConflicts;
    #iterations = 0;
    /** @type {KnownSolution | null} */ #known = null;
    /** Delays of one agent after the other. @type {KnownSolution | null} */ #serial = null;
    #hasTriedSerial = false;
    /** Least total of each pair that was searched alone. @type {{ a: number, b: number, total: number }[]} */ #pairs =
        [];
    /** Search node of `#known`, if it can be improved. @type {SearchNode | null} */ #node = null;
    /** @type {number | null} */ #referenceTotalDelay = null;
    /** @type {Delays[]} */ #delays;
    /** @type {AgentGroup[]} */ #groupOf;

    /**
     * @param {ConflictModel} conflictModel
     * @param {number} maxIterations
     * @param {Conflict[]} firstConflicts
     */
    constructor(conflictModel, maxIterations, firstConflicts) {
        const { sizes } = conflictModel;
        this.#conflictModel = conflictModel;
        this.#maxIterations = maxIterations;
        this.#firstConflicts = firstConflicts;
        this.#delays = sizes.map((size) => new Float64Array(size));
        this.#groupOf = sizes.map((_, a) => ({ agents: [a], lowerBound: 0, search: null }));
    }

    get #remaining() {
        return this.#maxIterations - this.#iterations;
    }

    get #isOver() {
        return this.#conflictModel.limit.isOver;
    }

    /**
     * @param {ReferenceTimes | null} reference
     * @returns {Pausable<Solution>}
     */
    *run(reference) {
        const firstConflicts = this.#firstConflicts;
        if (this.#isOver) return this.#solution([]);
        if (firstConflicts.length > FEW_CONFLICTS) yield* this.#planSerially(0);
        const stuck = yield* this.#findImpossiblePair(firstConflicts);
        if (stuck !== null) return this.#impossible(stuck);
        if (firstConflicts.length > 0) {
            if (reference !== null) yield* this.#tryOrder(reference, 'reference-order');
            yield* this.#tryOrder(null, 'plan-order');
        }
        const share = this.#known === null ? FIRST_SHARE : GROUP_SHARE;
        // The search before the improvement is bounded by the order of passing alone, where one is known.
        if (this.#known === null) this.#useSerial();
        let unsolved = yield* this.#solveGroups(
            firstConflicts,
            this.#iterations + Math.ceil(share * this.#remaining),
        );
        if (!this.#isDone(unsolved)) {
            yield* this.#planAgain();
            yield* this.#improve();
            unsolved = yield* this.#continueSearch();
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
     * @returns {Pausable<[number, number] | null>}
     */
    *#findImpossiblePair(firstConflicts) {
        const share = Math.ceil(
            (PAIR_SHARE * this.#maxIterations) / Math.max(1, firstConflicts.length),
        );
        const end = PAIR_SHARE * this.#maxIterations;
        for (const { a, b } of firstConflicts) {
            const limit = Math.min(share, Math.floor(end - this.#iterations));
            if (limit <= 0 || this.#isOver) break;
            const pair = restrictTo(this.#conflictModel, [a, b]);
            const alone = yield* new DelaySearch(pair).run(limit);
            this.#iterations += alone.iterations;
            if (alone.delays === null && alone.complete) return [a, b];
            this.#pairs.push({ a, b, total: alone.lowerBound });
        }
        return null;
    }

    /**
     * Tries delays that keep an order of passing, and keeps them as known delays if they are the best so far.
     *
     * @param {ReferenceTimes | null} reference null: the order of the plan itself
     * @param {RepairMethod} method
     * @returns {Pausable<void>}
     */
    *#tryOrder(reference, method) {
        const share = Math.ceil(ORDER_SHARE * this.#remaining);
        const root = createRoot(this.#conflictModel, this.#firstConflicts);
        const kept = delaysKeepingOrder(this.#conflictModel, reference, share, root);
        const { node, iterations } = yield* kept;
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

    /** Lower bound of the total: that of the groups, or that of pairs of which no two have an agent in common. */
    get #lowerBound() {
        return Math.max(sumBounds(this.#groupOf), sumDisjointPairs(this.#pairs));
    }

    /** Returns whether the known delays are proved to be minimal. */
    #isOptimal() {
        const lowerBound = this.#lowerBound;
        return this.#known !== null && this.#known.total <= lowerBound * (1 + TOTAL_RELATIVE);
    }

    /**
     * Merges the groups of agents that conflict and searches the delays of each new group, until no conflict is between two
     * groups.
     *
     * @param {Conflict[]} firstConflicts
     * @param {number} end value of `#iterations` at which the search ends
     * @returns {Pausable<UnsolvedGroup | null>} null: all groups have delays and do not conflict
     */
    *#solveGroups(firstConflicts, end) {
        for (let conflicts = firstConflicts; conflicts.length > 0; ) {
            if (this.#isOver) return { stuck: [], isProved: false };
            const newGroups = this.#mergeGroups(conflicts);
            // Each group gets its search before one of them uses up the iterations, as a group without a search counts as solved.
            for (const group of newGroups) {
                group.search = new DelaySearch(restrictTo(this.#conflictModel, group.agents));
            }
            for (const group of newGroups) {
                const unsolved = yield* this.#solveGroup(group, end - this.#iterations);
                if (unsolved !== null) return unsolved;
            }
            conflicts = yield* this.#conflictsBetween(newGroups);
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
     * @returns {Pausable<UnsolvedGroup | null>} null: it has delays
     */
    *#solveGroup(group, maxIterations) {
        const { search, agents } = group;
        if (search === null) return null;
        if (this.#known !== null) {
            const { delays } = this.#known;
            search.setUpperBound(agents.map((agent) => delays[agent]));
        }
        const found = yield* search.run(Math.max(0, maxIterations));
        this.#iterations += found.iterations;
        group.lowerBound = Math.max(group.lowerBound, Math.min(found.lowerBound, found.total));
        if (found.complete) group.search = null;
        if (found.delays === null) return { stuck: agents, isProved: found.complete };
        for (const [k, agent] of agents.entries()) this.#delays[agent] = found.delays[k];
        return null;
    }

    /**
     * Delays the agents one after the other, and keeps the best result.
     *
     * @param {number} maxIterations
     * @returns {Pausable<void>}
     */
    *#planSerially(maxIterations) {
        this.#hasTriedSerial = true;
        const planned = delaysByDependencies(this.#conflictModel, maxIterations, (delays) =>
            this.#keepSerial(delays),
        );
        this.#iterations += yield* planned;
    }

    /** Keeps delays of one agent after the other if they are the best so far. @param {Delays[]} delays @returns {Pausable<void>} */
    *#keepSerial(delays) {
        const total = sumDelays(delays);
        if (this.#serial !== null && total >= this.#serial.total) return;
        if (yield* this.#isWithoutConflicts(delays))
            this.#serial = { delays, total, method: 'serial' };
    }

    /** Returns whether no agents conflict. @param {Delays[]} delays @returns {Pausable<boolean>} */
    *#isWithoutConflicts(delays) {
        return (yield* this.#conflictsAmong(delays)).length === 0;
    }

    /**
     * Returns the conflicts of agents, also when the time has ended, because the delays may be better than the known ones.
     *
     * @param {Delays[]} delays
     * @param {(a: number, b: number) => boolean} [isAsked] as for `conflictsAmong`
     * @returns {Pausable<Conflict[]>}
     */
    *#conflictsAmong(delays, isAsked) {
        const find = () => conflictsAmong(this.#conflictModel, delays, isAsked);
        return (yield* pausingUnlessOver(find())) ?? (yield* find());
    }

    /** Makes the delays of one agent after the other the known ones, where they are better. */
    #useSerial() {
        if (this.#serial !== null) this.#updateKnown(this.#serial, null);
    }

    /**
     * Searches delays that need not be minimal by all means that have not been tried.
     *
     * @returns {Pausable<void>}
     */
    *#planAgain() {
        if (!this.#hasTriedSerial) yield* this.#planSerially(0);
        this.#useSerial();
        if (this.#known !== null) return;
        yield* this.#planSerially(Math.ceil(FIRST_SHARE * this.#remaining));
        this.#useSerial();
        if (this.#known !== null || this.#isOver) return;
        const last = new Set(this.#firstConflicts.flatMap(({ a, b }) => [a, b]));
        const order = this.#delays.map((_, a) => a);
        order.sort((a, b) => Number(last.has(a)) - Number(last.has(b)) || a - b);
        const planned = delaysByPriority(this.#conflictModel, order, this.#remaining);
        const { delays, iterations } = yield* planned;
        this.#iterations += iterations;
        if (delays === null || !(yield* this.#isWithoutConflicts(delays))) return;
        this.#updateKnown({ delays, total: sumDelays(delays), method: 'prioritized' }, null);
    }

    /** Improves the known delays, if there are any. @returns {Pausable<void>} */
    *#improve() {
        if (this.#known === null) return;
        const { method } = this.#known;
        if (method === 'serial' || method === 'prioritized') {
            yield* this.#improveByInsertion(SERIAL_SHARE);
            yield* this.#improveOrder(Math.ceil(SERIAL_SHARE * this.#remaining));
        } else {
            yield* this.#improveOrder(this.#remaining);
            yield* this.#improveByInsertion(INSERTION_SHARE);
        }
    }

    /**
     * Improves the known delays by other orders of passing.
     *
     * @param {number} maxIterations
     * @returns {Pausable<void>}
     */
    *#improveOrder(maxIterations) {
        if (this.#known === null || maxIterations <= 0 || this.#isOver) return;
        const end = this.#iterations + maxIterations;
        if (this.#node === null) {
            // The known delays define an order of passing.
            const { delays } = this.#known;
            const reference = { begin: delays, end: delays };
            const root = createRoot(this.#conflictModel, this.#firstConflicts);
            const kept = delaysKeepingOrder(this.#conflictModel, reference, maxIterations, root);
            const made = yield* kept;
            this.#iterations += made.iterations;
            this.#node = made.node;
        }
        if (this.#node === null) return;
        const { method } = this.#known;
        const improved = improveOrder(
            this.#conflictModel,
            this.#node,
            end - this.#iterations,
            (node) => this.#updateKnown({ delays: node.delays, total: node.total, method }, node),
        );
        this.#iterations += yield* improved;
    }

    /**
     * Improves the known delays by delaying some agents again.
     *
     * @param {number} share share of the remaining iterations
     * @returns {Pausable<void>}
     */
    *#improveByInsertion(share) {
        if (this.#known === null || this.#isOver) return;
        const { delays, method } = this.#known;
        const limit = Math.ceil(share * this.#remaining);
        /** @type {Delays[] | null} */
        let best = null;
        this.#iterations += yield* improveByInsertion(
            ...[this.#conflictModel, delays, limit],
            (better) => {
                best = better;
            },
        );
        if (best !== null && (yield* this.#isWithoutConflicts(best)))
            this.#updateKnown({ delays: best, total: sumDelays(best), method }, null);
    }

    /**
     * Continues with the groups whose delays are not proved to be minimal, with the remaining iterations.
     *
     * @returns {Pausable<UnsolvedGroup | null>} as of #solveGroups
     */
    *#continueSearch() {
        for (const group of new Set(this.#groupOf)) {
            const unsolved = yield* this.#solveGroup(group, this.#remaining);
            if (unsolved !== null) return unsolved;
        }
        const conflicts = yield* this.#conflictsBetween(new Set(this.#groupOf));
        return yield* this.#solveGroups(conflicts, this.#maxIterations);
    }

    /**
     * Finds conflicts between agents of `newGroups`, whose delays have changed, and agents of other groups.
     *
     * @param {Set<AgentGroup>} newGroups
     * @returns {Pausable<Conflict[]>}
     */
    #conflictsBetween(newGroups) {
        return this.#conflictsAmong(this.#delays, (a, b) => {
            const [p, q] = [this.#groupOf[a], this.#groupOf[b]];
            return p !== q && (newGroups.has(p) || newGroups.has(q));
        });
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
        return { ...none, iterations: this.#iterations, endedBy: null, stuck };
    }

    /** @param {number[]} stuck agents without known delays @returns {Solution} */
    #solution(stuck) {
        const { delays = null, method = null, total = 0 } = this.#known ?? {};
        const lowerBound = this.#lowerBound;
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
            endedBy: complete ? null : (this.#conflictModel.limit.endedBy ?? 'iterations'),
            stuck: delays === null ? stuck : [],
        };
    }
}

/**
 * Returns the sum of the totals of pairs that have no agent in common, the largest totals first. In any solution, each pair is
 * delayed at least as much as alone.
 *
 * @param {{ a: number, b: number, total: number }[]} pairs
 */
function sumDisjointPairs(pairs) {
    /** @type {Set<number>} */
    const used = new Set();
    let sum = 0;
    for (const { a, b, total } of pairs.toSorted((p, q) => q.total - p.total)) {
        if (used.has(a) || used.has(b)) continue;
        used.add(a).add(b);
        sum += total;
    }
    return sum;
}

/** @param {AgentGroup[]} groupOf */
function sumBounds(groupOf) {
    return [...new Set(groupOf)].reduce((sum, { lowerBound }) => sum + lowerBound, 0);
}

/**
 * Returns the conflict model of some agents alone, numbered in their order.
 *
 * @param {ConflictModel} conflictModel
 * @param {number[]} agents ascending
 * @returns {PairModel}
 */
function restrictTo(conflictModel, agents) {
    if (agents.length === conflictModel.sizes.length) return conflictModel;
    const numbers = new Map(agents.map((agent, k) => [agent, k]));
    /** @type {number[][]} */
    const neighbors = [];
    /** @param {{ agent: number, piece: number }} renumber */
    const renumber = ({ agent, piece }) => ({
        agent: /** @type {number} */ (numbers.get(agent)),
        piece,
    });
    return {
        sizes: agents.map((agent) => conflictModel.sizes[agent]),
        limit: conflictModel.limit,
        *prepare() {},
        rivals(a) {
            neighbors[a] ??= Array.from(conflictModel.neighbors(agents[a])).flatMap(
                (b) => numbers.get(b) ?? [],
            );
            return neighbors[a];
        },
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
