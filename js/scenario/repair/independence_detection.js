import { TOTAL_RELATIVE } from '../model/tolerance.js';
import {
    applyBranch,
    conflictsAmong,
    conflictsWith,
    createRoot,
    DelaySearch,
    listBranches,
    sumDelays,
} from './delay_search.js';
import { delaysByDependencies, improveByInsertion, insertInOrder } from './prioritized_planning.js';
import { pausingUnlessOver, unlessOver } from './search_limit.js';

/**
 * Finds delays that keep a passing order, and improves them locally.
 *
 * A plan defines which agent passes each place first, even if some of its agents are late. If that order is kept, the delays
 * follow directly as longest paths (temporal plan graphs: Hönig et al., "Multi-Agent Path Finding with Kinematic
 * Constraints", 2016). Only conflicts that the delays would otherwise cause are decided, so the total is at most that of the
 * complete order.
 *
 * @import { Branch, Conflict, ConflictModel, Decision, Delays, PairModel, Precedence, SearchNode } from './delay_search.js'
 * @import { Pausable } from './search_limit.js'
 */

/**
 * Delays of another plan relative to this one, in ticks, per agent and piece: that of the piece's beginning, which counts where
 * the piece is the later one of a precedence, and that of its end, which counts where it is the earlier one. The two differ
 * where a piece takes a different time in the other plan.
 *
 * @typedef {object} ReferenceTimes
 * @property {Delays[]} begin
 * @property {Delays[]} end
 */

/** Ticks by which the reference may violate a precedence because of rounding. */
const ROUNDING = 1e-6;

/** Maximum number of dead ends, after which an order is given up. */
const MAX_DEAD_ENDS = 100;

/**
 * Maximum number of rounds, per decision and per early agent of a decision, after which decisions are considered cyclic. A
 * round passes the delays of one agent on.
 */
const MAX_ROUNDS = 30;

/**
 * Decides conflicts in the order of the reference, the earliest conflict first. Where both alternatives contradict the
 * reference, the one with the smaller total is tried first. If no branch of a conflict is left, because decisions form a cycle
 * or reach the limit, the search goes back to the last decision with an untried alternative.
 *
 * @param {PairModel} conflictModel
 * @param {ReferenceTimes | null} referenceTimes null: those of this plan itself, undelayed
 * @param {number} maxIterations maximum number of precedence sets to try
 * @param {SearchNode} root first node of the search
 * @param {number} [limit] branches with at least this total are discarded; default: Infinity
 * @returns {Pausable<{ node: SearchNode | null, iterations: number }>}
 */
export function* delaysKeepingOrder(
    conflictModel,
    referenceTimes,
    maxIterations,
    root,
    limit = Infinity,
) {
    /** @type {{ node: SearchNode, step: Branch }[]} */
    const stack = [];
    let node = root;
    let iterations = 0;
    for (let deadEndCount = 0; deadEndCount < MAX_DEAD_ENDS; ) {
        if (node.conflicts.length === 0) return { node, iterations };
        const conflict = node.conflicts.reduce((p, q) => (q.time < p.time ? q : p));
        const branches = listBranches(node, conflict).filter(({ total }) => total < limit);
        // The best branch comes last, because the stack is popped from its end.
        branches.sort((p, q) => compareBranches(q, p, referenceTimes));
        for (const branch of branches) stack.push({ node, step: branch });
        if (branches.length === 0) deadEndCount++;
        const next = stack.pop();
        yield;
        if (next === undefined || iterations >= maxIterations || conflictModel.limit.isOver) break;
        iterations++;
        const below = unlessOver(() => applyBranch(conflictModel, next.node, next.step));
        if (below === null) break;
        node = below;
    }
    return { node: null, iterations };
}

/**
 * Compares two branches of a conflict; the result is negative if `p` comes first.
 *
 * @param {Branch} p
 * @param {Branch} q
 * @param {ReferenceTimes | null} referenceTimes
 */
function compareBranches(p, q, referenceTimes) {
    const [left, right] = [p, q].map(({ precedence }) =>
        precedenceSlack(precedence, referenceTimes),
    );
    if (Math.max(left, right) >= -ROUNDING) return right - left;
    return p.total - q.total;
}

/**
 * Returns the slack of a precedence in the reference, in ticks; negative if the reference violates it.
 *
 * @param {Precedence} precedence
 * @param {ReferenceTimes | null} referenceTimes
 */
function precedenceSlack({ late, early, lag }, referenceTimes) {
    if (referenceTimes === null) return -lag;
    const { begin, end } = referenceTimes;
    return begin[late.agent][late.piece] - end[early.agent][early.piece] - lag;
}

/**
 * Reverses one decision at a time while that reduces the total. Only decisions that delay an agent are tried, in turn. The
 * conflicts that follow from a reversed decision are decided in the order of the best node so far. (Compare swaps on a critical
 * path: Nowicki, Smutnicki, "A Fast Taboo Search Algorithm for the Job Shop Problem", 1996.)
 *
 * @param {PairModel} conflictModel
 * @param {SearchNode} node node without conflicts
 * @param {number} maxIterations maximum number of precedence sets to try
 * @param {(node: SearchNode) => void} onBetter takes each better node when it is found
 * @returns {Pausable<number>} the number of iterations
 */
export function* improveOrder(conflictModel, node, maxIterations, onBetter) {
    let best = node;
    let iterations = 0;
    let decisions = bindingDecisions(best);
    // `idle` counts the decisions that were tried since the last improvement.
    for (
        let idle = 0, at = 0;
        idle < decisions.length && iterations < maxIterations && !conflictModel.limit.isOver;
        idle++, at++
    ) {
        const { precedence, alternative } = decisions[at % decisions.length];
        if (alternative === null) continue;
        yield;
        const rest = decisions.filter((_, k) => k !== at % decisions.length);
        iterations++;
        const reversed = [{ precedence: alternative, alternative: precedence }, ...rest];
        const known = best;
        const flipped = unlessOver(() => applyDecisions(conflictModel, known, reversed));
        if (flipped === null) continue;
        const referenceTimes = { begin: best.delays, end: best.delays };
        const found = yield* delaysKeepingOrder(
            conflictModel,
            referenceTimes,
            maxIterations - iterations,
            flipped,
            best.total,
        );
        iterations += found.iterations;
        if (found.node === null) continue;
        best = found.node;
        onBetter(best);
        decisions = bindingDecisions(best);
        idle = -1;
    }
    return iterations;
}

/**
 * Returns the decisions that delay an agent, in descending order of the delay that they add. The others can be left out,
 * because the delays are the same without them.
 *
 * @param {SearchNode} node
 * @returns {{ precedence: Precedence, alternative: Precedence | null }[]}
 */
function bindingDecisions({ delays, decision }) {
    /** @type {{ precedence: Precedence, alternative: Precedence | null, addedDelay: number }[]} */
    const found = [];
    for (let each = decision; each !== null; each = each.previous) {
        const { precedence, alternative } = each;
        const { late, early, lag } = precedence;
        const own = delays[late.agent];
        const addedDelay = own[late.piece] - (late.piece > 0 ? own[late.piece - 1] : 0);
        const isTight = own[late.piece] <= delays[early.agent][early.piece] + lag;
        if (isTight && addedDelay > 0) found.push({ precedence, alternative, addedDelay });
    }
    return found.sort((p, q) => q.addedDelay - p.addedDelay);
}

/**
 * Returns the node of some decisions; null if its total is not less than that of the known node, or
 * the decisions are considered cyclic.
 *
 * @param {PairModel} conflictModel
 * @param {SearchNode} known node without conflicts
 * @param {{ precedence: Precedence, alternative: Precedence | null }[]} decisions
 * @returns {SearchNode | null}
 */
function applyDecisions(conflictModel, known, decisions) {
    const delays = conflictModel.sizes.map((size) => new Float64Array(size));
    /** @type {Precedence[][]} */
    const precedences = conflictModel.sizes.map(() => []);
    /** @type {Decision | null} */
    let decision = null;
    for (const { precedence, alternative } of decisions) {
        precedences[precedence.early.agent].push(precedence);
        decision = { precedence, alternative, previous: decision };
    }
    let total = 0;
    const raised = precedences.flatMap((own, agent) => (own.length > 0 ? [agent] : []));
    let rounds = MAX_ROUNDS * (raised.length + decisions.length);
    for (let from = raised.pop(); from !== undefined; from = raised.pop()) {
        if (rounds-- <= 0) return null;
        for (const { late, early, lag } of precedences[from]) {
            const minDelay = delays[from][early.piece] + lag;
            const own = delays[late.agent];
            if (own[late.piece] >= minDelay) continue;
            total -= own[own.length - 1];
            for (let k = late.piece; k < own.length && own[k] < minDelay; k++) own[k] = minDelay;
            total += own[own.length - 1];
            // Cyclic decisions end here, or by the maximum number of rounds if each round raises the delays only a little.
            if (total >= known.total) return null;
            raised.push(late.agent);
        }
    }
    const changed = new Set(
        delays.flatMap((own, a) => (own.some((each, k) => each !== known.delays[a][k]) ? [a] : [])),
    );
    const conflicts = conflictsWith(conflictModel, delays, changed);
    return { delays, precedences, total: sumDelays(delays), conflicts, decision };
}

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
 * Keeping an order of passing soon gives delays, which need not be minimal. They bound the search, and are
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
        if (firstConflicts.length > FEW_CONFLICTS) yield* this.#planSerially();
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

    /** Delays the agents one after the other. @returns {Pausable<void>} */
    *#planSerially() {
        this.#hasTriedSerial = true;
        const delays = yield* delaysByDependencies(this.#conflictModel);
        if (delays === null || !(yield* this.#isWithoutConflicts(delays))) return;
        this.#serial = { delays, total: sumDelays(delays), method: 'serial' };
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
        if (!this.#hasTriedSerial) yield* this.#planSerially();
        this.#useSerial();
        if (this.#known !== null || this.#isOver) return;
        const last = new Set(this.#firstConflicts.flatMap(({ a, b }) => [a, b]));
        const order = this.#delays.map((_, a) => a);
        order.sort((a, b) => Number(last.has(a)) - Number(last.has(b)) || a - b);
        const planned = insertInOrder(this.#conflictModel, order, this.#remaining);
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
