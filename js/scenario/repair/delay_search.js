/**
 * Finds delays with the smallest total that resolve all conflicts, by decisions about precedence.
 *
 * Agents keep their paths and the durations of their pieces; the unknowns are the delays of the pieces, which never
 * decrease along an agent's path. Every conflict of two agents can be resolved by a precedence: a piece of one agent is
 * late enough after a piece of the other, `late >= early + lag`. For every set of precedences there is a unique least
 * solution, least for every piece at once (or none, if they form a cycle). So the search is over the decisions alone, of
 * which there are finitely many: branch and bound (Land, Doig 1960) over a job shop with blocking (Mascis, Pacciarelli
 * 2002), in which the times of a node are longest paths. A node's total is a lower bound of all nodes below it.
 *
 * Delays are in ticks: units of the plan's `timeStep` or, without one, of time.
 *
 * @typedef {{ agent: number, piece: number }} PieceRef reference to the delay of a piece of an agent
 *
 * @typedef {object} Precedence
 * @property {PieceRef} late piece that must be later
 * @property {PieceRef} early piece to which its delay is compared
 * @property {number} lag minimum difference of `late` and `early`, may be negative
 *
 * @typedef {object} Conflict a conflict of two agents
 * @property {number} a
 * @property {number} b
 * @property {number} time approximate beginning, in time
 * @property {Precedence[]} alternatives precedences that resolve it, at most two
 * @property {'starts' | 'goals' | 'standing' | 'motions' | 'fixed'} [impossibleBecause] reason why there is none. 'starts',
 *   'goals': both agents stay at places too near each other before, or after, their motions; 'standing': one never moves;
 *   'motions': they conflict with any delay of either; 'fixed': neither may start later
 *
 * @typedef {Float64Array} Delays delays of one agent's pieces, ascending
 *
 * @typedef {object} PairModel agents as branch and bound sees them
 * @property {number[]} sizes number of delays of each agent
 * @property {SearchLimit} limit end of the search
 * @property {(a: number, b: number, p: Delays, q: Delays) => Conflict | null} conflict returns their first conflict; a < b
 * @property {(delays: Delays[]) => Pausable<void>} prepare does what `rivals` of these delays would do without a pause
 * @property {(agent: number, delays: Delays[]) => ArrayLike<number>} rivals returns agents, ascending: at least those that an
 *   agent conflicts with
 *
 * @typedef {PairModel & InsertionModel} ConflictModel the agents as the search sees them
 *
 * @typedef {object} InsertionModel agents that are delayed one after the other
 * @property {(agent: number) => ArrayLike<number>} neighbors returns the agents that an agent can meet with any delays, ascending
 * @property {number} margin addition to a delay that others raise
 * @property {number} usualDelay delay that most agents do not exceed, at a guess, in ticks
 * @property {(agent: number) => boolean} isFixed returns whether an agent cannot be delayed
 * @property {(agent: number, delays: (Delays | null | undefined)[], maxDelay: number, block: BlockDelays) =>
 *   void} visitBlocked visits the delays of an agent, at least up to a maximum, that conflict with others whose delays are fixed. null: such an agent stands where it starts, until
 *   it leaves undelayed; undefined: it is left out
 * @property {() => [before: number, after: number][]} orderedPairs lists the pairs of agents of which the first must be
 *   somewhere before the second, whatever their delays
 *
 * Takes blocked delays of a part of an agent's path: part 2 k + 1 is piece k, part 2 k the stay before it. A piece must not
 * have a delay strictly between `lo` and `hi`; a stay must not begin before `hi` and end after `lo`.
 *
 * @typedef {(part: number, lo: number, hi: number, other: number) => void} BlockDelays
 *
 * @typedef {object} SearchNode
 * @property {Delays[]} delays delays of each agent, shared with other nodes and never changed
 * @property {Precedence[][]} precedences precedences per early agent, shared as well
 * @property {number} total sum of the agents' later arrivals
 * @property {Conflict[]} conflicts remaining conflicts: the first of each pair of agents
 * @property {Decision | null} decision the last one
 *
 * @typedef {object} Decision a decision about precedence in a conflict
 * @property {Precedence} precedence the added precedence
 * @property {Precedence | null} alternative the precedence of the opposite decision; null: it does not resolve the conflict
 * @property {Decision | null} previous
 *
 * @typedef {object} Branch a branch from a node to one below
 * @property {Precedence} precedence the added precedence
 * @property {Precedence | null} alternative as in a Decision
 * @property {Delays[]} delays
 * @property {Set<number>} changed agents whose delays it changes
 * @property {number} total
 *
 * @typedef {object} DelaySearchResult
 * @property {Delays[] | null} delays null: none were found
 * @property {number} total total of `delays`; Infinity without
 * @property {number} lowerBound lower bound of every total
 * @property {boolean} complete true: the search is complete, `delays` are the best, or there are none
 * @property {number} iterations number of precedence sets that were tried
 */

/** @import { Pausable, SearchLimit } from './search_limit.js' */

import { TOTAL_RELATIVE } from '../model/tolerance.js';
import { Heap } from './heap.js';
import { finish, pausingUnlessOver, unlessOver } from './search_limit.js';

/** Number of nodes after which the search dives (goes depth first) from one for a better solution. */
const DIVE_INTERVAL = 16;

/** Number of dead ends after which a dive is given up for one from a higher node. */
const MAX_DEAD_ENDS = 30;

/** Maximum number of conflicts whose alternatives are compared, the earliest ones. */
const MAX_COMPARED = 16;

/**
 * Returns the delays with the smallest total that are found within the maximum number of iterations.
 *
 * @param {PairModel} conflictModel
 * @param {number} maxIterations maximum number of precedence sets
 * @returns {DelaySearchResult}
 */
export function leastDelays(conflictModel, maxIterations) {
    return finish(new DelaySearch(conflictModel).run(maxIterations));
}

/** Branch and bound over decisions, which can be continued after its iterations have ended. */
export class DelaySearch {
    #conflictModel;
    /** @type {Heap<SearchNode>} */ #open = new Heap(isBefore);
    /** @type {{ delays: Delays[], total: number } | null} */ #best = null;
    /** True if the search has its first node. */
    #hasRoot = false;
    /** True if the search itself has found a solution. */
    #hasSolution = false;
    #popped = 0;

    /** @param {PairModel} conflictModel */
    constructor(conflictModel) {
        this.#conflictModel = conflictModel;
    }

    /**
     * Bounds the search by known delays without conflicts.
     *
     * @param {Delays[]} delays
     */
    setUpperBound(delays) {
        const total = sumDelays(delays);
        if (this.#canImprove({ total })) this.#best = { delays, total };
    }

    /** @param {{ total: number }} node */
    #canImprove({ total }) {
        return this.#best === null || total < this.#best.total * (1 - TOTAL_RELATIVE);
    }

    /**
     * Searches until everything is decided, or the iterations or the time end.
     *
     * @param {number} maxIterations maximum number of precedence sets
     * @returns {Pausable<DelaySearchResult>}
     */
    *run(maxIterations) {
        const { limit } = this.#conflictModel;
        let iterations = 0;
        if (!this.#hasRoot) {
            const conflicts = yield* pausingUnlessOver(initialConflicts(this.#conflictModel));
            if (conflicts === null) return this.#makeResult(iterations, 0);
            this.#open.push(createRoot(this.#conflictModel, conflicts));
            this.#hasRoot = true;
        }
        for (let isSpent = false; !isSpent; this.#popped++) {
            const next = this.#open.pop();
            if (next === undefined || !this.#canImprove(next))
                return this.#makeResult(iterations, null);
            const isDiving = !this.#hasSolution || this.#popped % DIVE_INTERVAL === 0;
            let deadEndCount = 0;
            const stack = [next];
            for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
                if (!this.#canImprove(node)) continue;
                if (node.conflicts.length === 0) {
                    this.#best = node;
                    this.#hasSolution = true;
                    break;
                }
                yield;
                const hasLeft = iterations < maxIterations && !limit.isOver;
                const branches = hasLeft ? chooseBranches(node) : [];
                isSpent = !hasLeft || iterations + Math.max(1, branches.length) > maxIterations;
                if (isSpent) {
                    stack.push(node);
                    break;
                }
                iterations += Math.max(1, branches.length);
                const children = this.#makeChildren(node, branches);
                if (children === null) {
                    isSpent = true;
                    stack.push(node);
                    break;
                }
                children.sort(
                    (p, q) => q.total - p.total || q.conflicts.length - p.conflicts.length,
                );
                stack.push(...children);
                if (children.length === 0) deadEndCount++;
                if (!isDiving || deadEndCount >= MAX_DEAD_ENDS) break;
            }
            for (const node of stack) this.#open.push(node);
        }
        return this.#makeResult(iterations, this.#open.first?.total ?? Infinity);
    }

    /**
     * Returns the nodes of branches that may be better than the best solution; null: the time has ended.
     *
     * @param {SearchNode} node
     * @param {Branch[]} branches
     */
    #makeChildren(node, branches) {
        return unlessOver(() =>
            branches
                .filter((branch) => this.#canImprove(branch))
                .map((branch) => applyBranch(this.#conflictModel, node, branch)),
        );
    }

    /**
     * @param {number} iterations
     * @param {number | null} openTotal least total of the remaining search; null: complete
     * @returns {DelaySearchResult}
     */
    #makeResult(iterations, openTotal) {
        const { delays = null, total = Infinity } = this.#best ?? {};
        const lowerBound = openTotal === null ? total : Math.min(openTotal, total);
        return { delays, total, lowerBound, complete: openTotal === null, iterations };
    }
}

/**
 * Returns the node without decisions, in which no agent is delayed.
 *
 * @param {PairModel} conflictModel
 * @param {Conflict[]} conflicts conflicts while no agent is delayed
 * @returns {SearchNode}
 */
export function createRoot({ sizes }, conflicts) {
    return {
        delays: sizes.map((size) => new Float64Array(size)),
        precedences: sizes.map(() => []),
        total: 0,
        conflicts,
        decision: null,
    };
}

/** Returns the sum of the agents' later arrivals with these delays. @param {Delays[]} delays */
export function sumDelays(delays) {
    return delays.reduce((sum, own) => sum + (own.at(-1) ?? 0), 0);
}

/**
 * Returns the branches of the most constraining conflict: one with no or one alternative, else the one whose cheaper
 * alternative costs most.
 *
 * @param {SearchNode} node
 * @returns {Branch[]}
 */
function chooseBranches(node) {
    const soonest = node.conflicts.toSorted((p, q) => p.time - q.time).slice(0, MAX_COMPARED);
    /** @type {Branch[]} */
    let chosen = [];
    let maxLeastTotal = -Infinity;
    for (const conflict of soonest) {
        const branches = listBranches(node, conflict);
        if (branches.length < 2) return branches;
        const leastTotal = Math.min(...branches.map(({ total }) => total));
        if (leastTotal <= maxLeastTotal) continue;
        maxLeastTotal = leastTotal;
        chosen = branches;
    }
    return chosen;
}

/**
 * Returns the branches of a conflict that form no cycle.
 *
 * @param {SearchNode} node
 * @param {Conflict} conflict
 * @returns {Branch[]}
 */
export function listBranches(node, { alternatives }) {
    return alternatives
        .map((precedence, k) => addPrecedence(node, precedence, alternatives[1 - k] ?? null))
        .filter((branch) => branch !== null);
}

/**
 * Returns the conflicts while no agent is delayed: the first of each pair.
 *
 * @param {PairModel} conflictModel
 * @returns {Pausable<Conflict[]>}
 */
export function initialConflicts(conflictModel) {
    const { sizes } = conflictModel;
    const none = sizes.map((size) => new Float64Array(size));
    return conflictsAmong(conflictModel, none);
}

/**
 * Returns the first conflict of each pair of agents with these delays, in ascending order of the agents.
 *
 * @param {PairModel} conflictModel
 * @param {Delays[]} delays
 * @param {(a: number, b: number) => boolean} [isAsked] returns whether a pair matters; default: all do
 * @returns {Pausable<Conflict[]>}
 */
export function* conflictsAmong(conflictModel, delays, isAsked = () => true) {
    /** @type {Conflict[]} */
    const found = [];
    yield* conflictModel.prepare(delays);
    for (let a = 0; a < delays.length; a++) {
        const others = conflictModel.rivals(a, delays);
        for (let k = 0; k < others.length; k++) {
            const b = others[k];
            if (b <= a || !isAsked(a, b)) continue;
            // The first query of a pair of bodies may take long.
            yield;
            const conflict = conflictModel.conflict(a, b, delays[a], delays[b]);
            if (conflict !== null) found.push(conflict);
        }
    }
    return found;
}

/**
 * Returns the least delays with one more precedence, or null if the precedences form a cycle.
 *
 * @param {SearchNode} node
 * @param {Precedence} precedence
 * @param {Precedence | null} alternative
 * @returns {Branch | null}
 */
function addPrecedence(node, precedence, alternative) {
    const { early } = precedence;
    const delays = node.delays.slice();
    const earlyDelay = delays[early.agent][early.piece];
    /** @type {Set<number>} */
    const changed = new Set();
    /** @type {number[]} */
    const raised = [];
    /** @param {Precedence} each */
    const enforce = ({ late: { agent, piece }, early: { agent: from, piece: k }, lag }) => {
        const minDelay = delays[from][k] + lag;
        if (delays[agent][piece] >= minDelay) return;
        if (!changed.has(agent)) delays[agent] = delays[agent].slice();
        changed.add(agent);
        const own = delays[agent];
        for (let m = piece; m < own.length && own[m] < minDelay; m++) own[m] = minDelay;
        raised.push(agent);
    };
    enforce(precedence);
    for (let from = raised.pop(); from !== undefined; from = raised.pop()) {
        // The new precedence has come back to raise its own delay, and would do so for ever.
        if (delays[early.agent][early.piece] > earlyDelay) return null;
        for (const each of node.precedences[from]) enforce(each);
        if (from === early.agent) enforce(precedence);
    }
    return { precedence, alternative, delays, changed, total: sumDelays(delays) };
}

/**
 * Returns the node that a branch leads to.
 *
 * @param {PairModel} conflictModel
 * @param {SearchNode} node
 * @param {Branch} branch
 * @returns {SearchNode}
 */
export function applyBranch(
    conflictModel,
    node,
    { precedence, alternative, delays, changed, total },
) {
    const early = precedence.early.agent;
    const precedences = node.precedences.slice();
    precedences[early] = [...precedences[early], precedence];
    const conflicts = node.conflicts
        .filter(({ a, b }) => !changed.has(a) && !changed.has(b))
        .concat(conflictsWith(conflictModel, delays, changed));
    return {
        delays,
        precedences,
        total,
        conflicts,
        decision: { precedence, alternative, previous: node.decision },
    };
}

/**
 * Finds the first conflict of each pair with one of the given agents.
 *
 * @param {PairModel} conflictModel
 * @param {Delays[]} delays
 * @param {Set<number>} agents
 * @returns {Conflict[]}
 */
export function conflictsWith(conflictModel, delays, agents) {
    /** @type {Conflict[]} */
    const conflicts = [];
    for (const agent of agents) {
        const others = conflictModel.rivals(agent, delays);
        for (let k = 0; k < others.length; k++) {
            const other = others[k];
            if (agents.has(other) && other < agent) continue;
            const [a, b] = agent < other ? [agent, other] : [other, agent];
            const conflict = conflictModel.conflict(a, b, delays[a], delays[b]);
            if (conflict !== null) conflicts.push(conflict);
        }
    }
    return conflicts;
}

/** Orders nodes by total, then by number of conflicts. @param {SearchNode} p @param {SearchNode} q */
function isBefore(p, q) {
    return (p.total - q.total || p.conflicts.length - q.conflicts.length) < 0;
}
