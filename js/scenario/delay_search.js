/**
 * Least delays under decisions who goes first.
 *
 * Agents keep their ways and the durations of their segments; unknown are the delays of the segments, which
 * never shrink along an agent's way. Whatever two agents do to each other, one way out of it is that a
 * segment of the one is late enough after a segment of the other: `late >= early + lag`. Of any set of such
 * demands there is one least solution, least for every segment at once (or none, when they go round in a
 * circle). So the search is over the decisions alone, of which there are finitely many: branch and bound
 * (Land, Doig 1960) over what is a job shop with blocking (Mascis, Pacciarelli 2002), the times of a
 * node being longest paths. A node's total is a lower bound of all below it.
 *
 * @typedef {{ agent: number, piece: number }} PieceRef the delay of a piece of an agent
 *
 * @typedef {object} Precedence
 * @property {PieceRef} late
 * @property {PieceRef} early
 * @property {number} lag what `late` is to be more than `early`, may be negative
 *
 * @typedef {object} Conflict of two agents
 * @property {number} a
 * @property {number} b
 * @property {number} time when it begins, about
 * @property {Precedence[]} alternatives out of it, at most two
 * @property {'starts' | 'goals' | 'standing' | 'motions' | 'fixed'} [impossibleBecause] why there is none
 *
 * @typedef {Float64Array} Delays of one agent's segments, ascending
 *
 * @typedef {object} ConflictModel what the search knows of the agents
 * @property {number[]} sizes how many delays each has
 * @property {(a: number, b: number, p: Delays, q: Delays) => Conflict | null} conflict their first one; a < b
 *
 * @typedef {object} SearchNode
 * @property {Delays[]} delays of each agent; shared with other nodes, never changed
 * @property {Precedence[][]} precedences by the agent that is early; shared as well
 * @property {number} total
 * @property {Conflict[]} conflicts the first of each pair
 * @property {Decision | null} decision the last one
 *
 * @typedef {object} Decision who goes first in a conflict
 * @property {Precedence} precedence what it adds
 * @property {Precedence | null} alternative what it would add if the other one went first; null: that is no way out
 * @property {Decision | null} previous
 *
 * @typedef {object} Branch from a node to one below
 * @property {Precedence} precedence what it adds
 * @property {Precedence | null} alternative as of a decision
 * @property {Delays[]} delays
 * @property {Set<number>} changed the agents whose delays it changes
 * @property {number} total
 *
 * @typedef {object} DelaySearchResult
 * @property {Delays[] | null} delays null: none were found
 * @property {number} total
 * @property {number} lowerBound no delays have a smaller total
 * @property {boolean} complete all were looked at: `delays` are the best, or there are none
 * @property {number} iterations sets of decisions that were iterations
 */

import { Heap } from './heap.js';
import { TOTAL_RELATIVE } from './tolerance.js';

/** Every so many nodes the search goes straight down from one, for a better solution. */
const DIVE_INTERVAL = 16;

/** Dead ends after which a way down is given up for one from further above. */
const MAX_DEAD_ENDS = 30;

/** Conflicts of which the ways out are compared, the soonest ones. */
const MAX_COMPARED = 16;

/**
 * Returns the least delays, as far as the budget goes.
 *
 * @param {ConflictModel} conflictModel
 * @param {number} maxIterations most sets of decisions to try
 * @returns {DelaySearchResult}
 */
export function leastDelays(conflictModel, maxIterations) {
    return new DelaySearch(conflictModel).run(maxIterations);
}

/**
 * Branch and bound over decisions, which can be continued after its budget has ended.
 */
export class DelaySearch {
    #conflictModel;
    /** @type {Heap<SearchNode>} */ #open = new Heap(isBefore);
    /** @type {{ delays: Delays[], total: number } | null} */ #best = null;
    /** True when a solution was found by the search itself. */
    #hasSolution = false;
    #popped = 0;

    /** @param {ConflictModel} conflictModel */
    constructor(conflictModel) {
        this.#conflictModel = conflictModel;
        this.#open.push(createRoot(conflictModel));
    }

    /**
     * Bounds the search by delays that are known to keep all apart.
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
     * Searches until all is decided, or the budget ends.
     *
     * @param {number} maxIterations most sets of decisions to try
     * @returns {DelaySearchResult}
     */
    run(maxIterations) {
        let iterations = 0;
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
                const branches = iterations < maxIterations ? chooseBranches(node) : [];
                isSpent = iterations + Math.max(1, branches.length) > maxIterations;
                if (isSpent) {
                    stack.push(node);
                    break;
                }
                iterations += Math.max(1, branches.length);
                /** @type {SearchNode[]} */
                const children = [];
                for (const branch of branches) {
                    if (this.#canImprove(branch))
                        children.push(applyBranch(this.#conflictModel, node, branch));
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
     * @param {number} iterations
     * @param {number | null} openTotal the least total of what is left to search; null: all is decided
     * @returns {DelaySearchResult}
     */
    #makeResult(iterations, openTotal) {
        const { delays = null, total = Infinity } = this.#best ?? {};
        const lowerBound = openTotal === null ? total : Math.min(openTotal, total);
        return { delays, total, lowerBound, complete: openTotal === null, iterations };
    }
}

/**
 * The node without any decision: nobody is delayed.
 *
 * @param {ConflictModel} conflictModel
 * @returns {SearchNode}
 */
export function createRoot(conflictModel) {
    const { sizes } = conflictModel;
    return {
        delays: sizes.map((size) => new Float64Array(size)),
        precedences: sizes.map(() => []),
        total: 0,
        conflicts: initialConflicts(conflictModel),
        decision: null,
    };
}

/** Returns what agents with these delays arrive later in all. @param {Delays[]} delays */
export function sumDelays(delays) {
    return delays.reduce((sum, own) => sum + (own.at(-1) ?? 0), 0);
}

/**
 * The ways out of the conflict that says most: out of which there is no way, or one; else that whose
 * cheaper way costs most.
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
 * Returns the ways out of a conflict that go round in no circle.
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
 * What is in conflict while nobody is delayed: the first of each pair.
 *
 * @param {ConflictModel} conflictModel
 * @returns {Conflict[]}
 */
export function initialConflicts(conflictModel) {
    const { sizes } = conflictModel;
    const none = sizes.map((size) => new Float64Array(size));
    /** @type {Conflict[]} */
    const found = [];
    for (let a = 0; a < sizes.length; a++) {
        for (let b = a + 1; b < sizes.length; b++) {
            const conflict = conflictModel.conflict(a, b, none[a], none[b]);
            if (conflict !== null) found.push(conflict);
        }
    }
    return found;
}

/**
 * The least delays with one demand more; null when the demands go round in a circle.
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
        // What the new demand raised has come back to raise it again, and would for ever.
        if (delays[early.agent][early.piece] > earlyDelay) return null;
        for (const each of node.precedences[from]) enforce(each);
        if (from === early.agent) enforce(precedence);
    }
    return { precedence, alternative, delays, changed, total: sumDelays(delays) };
}

/**
 * The node that a step leads to.
 *
 * @param {ConflictModel} conflictModel
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
    const conflicts = node.conflicts.filter(({ a, b }) => !changed.has(a) && !changed.has(b));
    conflicts.push(...conflictsWith(conflictModel, delays, changed));
    return {
        delays,
        precedences,
        total,
        conflicts,
        decision: { precedence, alternative, previous: node.decision },
    };
}

/**
 * Finds the first conflict of each pair of which one is of some agents.
 *
 * @param {ConflictModel} conflictModel
 * @param {Delays[]} delays
 * @param {Set<number>} agents
 * @returns {Conflict[]}
 */
export function conflictsWith(conflictModel, delays, agents) {
    /** @type {Conflict[]} */
    const conflicts = [];
    for (const agent of agents) {
        for (let other = 0; other < delays.length; other++) {
            if (other === agent || (agents.has(other) && other < agent)) continue;
            const [a, b] = agent < other ? [agent, other] : [other, agent];
            const conflict = conflictModel.conflict(a, b, delays[a], delays[b]);
            if (conflict !== null) conflicts.push(conflict);
        }
    }
    return conflicts;
}

/** Of nodes, the least total first; of equals the one with the fewest conflicts. @param {SearchNode} p @param {SearchNode} q */
function isBefore(p, q) {
    return (p.total - q.total || p.conflicts.length - q.conflicts.length) < 0;
}
