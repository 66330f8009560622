/**
 * Least delays under decisions who goes first.
 *
 * Agents keep their ways and the durations of their segments; unknown are the delays of the segments, which
 * never shrink along an agent's way. Whatever two agents do to each other, one way out of it is that a
 * segment of the one is late enough after a segment of the other: `late >= early + wait`. Of any set of such
 * demands there is one least solution, least for every segment at once (or none, when they go round in a
 * circle). So the search is over the decisions alone, of which there are finitely many: branch and bound
 * (Land, Doig 1960) over what is a job shop with blocking (Mascis, Pacciarelli 2002), the times of a
 * node being longest paths. A node's total is a lower bound of all below it.
 *
 * @typedef {{ agent: number, segment: number }} Knot the delay of a segment of an agent
 *
 * @typedef {object} Demand
 * @property {Knot} late
 * @property {Knot} early
 * @property {number} wait what `late` is to be more than `early`, may be negative
 *
 * @typedef {object} Conflict of two agents
 * @property {number} a
 * @property {number} b
 * @property {number} time when it begins, about
 * @property {Demand[]} ways out of it, at most two
 * @property {'starts' | 'goals' | 'standing' | 'motions' | 'fixed'} [never] why there is none
 *
 * @typedef {Float64Array} Delays of one agent's segments, ascending
 *
 * @typedef {object} Encounters what the search knows of the agents
 * @property {number[]} sizes how many delays each has
 * @property {(a: number, b: number, p: Delays, q: Delays) => Conflict | null} conflict their first one; a < b
 *
 * @typedef {object} Node
 * @property {Delays[]} delays of each agent; shared with other nodes, never changed
 * @property {Demand[][]} demands by the agent that is early; shared as well
 * @property {number} total
 * @property {Conflict[]} conflicts the first of each pair
 * @property {Decision | null} decision the last one
 *
 * @typedef {object} Decision who goes first in a conflict
 * @property {Demand} demand what it adds
 * @property {Demand | null} other what it would add if the other one went first; null: that is no way out
 * @property {Decision | null} previous
 *
 * @typedef {object} Step from a node to one below
 * @property {Demand} demand what it adds
 * @property {Demand | null} other as of a decision
 * @property {Delays[]} delays
 * @property {Set<number>} changed the agents whose delays it changes
 * @property {number} total
 *
 * @typedef {object} Retiming
 * @property {Delays[] | null} delays null: none were found
 * @property {number} total
 * @property {number} bound no delays have a smaller total
 * @property {boolean} complete all were looked at: `delays` are the best, or there are none
 * @property {number} tried sets of decisions that were tried
 */

import { Heap } from './heap.js';
import { TOTAL_RELATIVE } from './tolerance.js';

/** Every so many nodes the search goes straight down from one, for a better solution. */
const DIVE_EVERY = 16;

/** Dead ends after which a way down is given up for one from further above. */
const DEAD_ENDS = 30;

/** Conflicts of which the ways out are compared, the soonest ones. */
const MOST_COMPARED = 16;

/**
 * Returns the least delays, as far as the budget goes.
 *
 * @param {Encounters} encounters
 * @param {number} budget most sets of decisions to try
 * @returns {Retiming}
 */
export function leastDelays(encounters, budget) {
    return new DelaySearch(encounters).run(budget);
}

/**
 * Branch and bound over decisions, which can be continued after its budget has ended.
 */
export class DelaySearch {
    #encounters;
    /** @type {Heap<Node>} */ #open = new Heap(isBefore);
    /** @type {{ delays: Delays[], total: number } | null} */ #best = null;
    /** True when a solution was found by the search itself. */
    #found = false;
    #popped = 0;

    /** @param {Encounters} encounters */
    constructor(encounters) {
        this.#encounters = encounters;
        this.#open.push(rootOf(encounters));
    }

    /**
     * Bounds the search by delays that are known to keep all apart.
     *
     * @param {Delays[]} delays
     */
    know(delays) {
        const total = totalOf(delays);
        if (this.#isWorth({ total })) this.#best = { delays, total };
    }

    /** @param {{ total: number }} node */
    #isWorth({ total }) {
        return this.#best === null || total < this.#best.total * (1 - TOTAL_RELATIVE);
    }

    /**
     * Searches until all is decided, or the budget ends.
     *
     * @param {number} budget most sets of decisions to try
     * @returns {Retiming}
     */
    run(budget) {
        let tried = 0;
        for (let isSpent = false; !isSpent; this.#popped++) {
            const first = this.#open.pop();
            if (first === undefined || !this.#isWorth(first)) return this.#outcome(tried, null);
            const dives = !this.#found || this.#popped % DIVE_EVERY === 0;
            let ends = 0;
            const stack = [first];
            for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
                if (!this.#isWorth(node)) continue;
                if (node.conflicts.length === 0) {
                    this.#best = node;
                    this.#found = true;
                    break;
                }
                const steps = tried < budget ? chooseSteps(node) : [];
                isSpent = tried + Math.max(1, steps.length) > budget;
                if (isSpent) {
                    stack.push(node);
                    break;
                }
                tried += Math.max(1, steps.length);
                /** @type {Node[]} */
                const below = [];
                for (const step of steps) {
                    if (this.#isWorth(step)) below.push(follow(this.#encounters, node, step));
                }
                below.sort((p, q) => q.total - p.total || q.conflicts.length - p.conflicts.length);
                stack.push(...below);
                if (below.length === 0) ends++;
                if (!dives || ends >= DEAD_ENDS) break;
            }
            for (const node of stack) this.#open.push(node);
        }
        return this.#outcome(tried, this.#open.first?.total ?? Infinity);
    }

    /**
     * @param {number} tried
     * @param {number | null} open the least total of what is left to search; null: all is decided
     * @returns {Retiming}
     */
    #outcome(tried, open) {
        const { delays = null, total = Infinity } = this.#best ?? {};
        const bound = open === null ? total : Math.min(open, total);
        return { delays, total, bound, complete: open === null, tried };
    }
}

/**
 * The node without any decision: nobody is delayed.
 *
 * @param {Encounters} encounters
 * @returns {Node}
 */
export function rootOf(encounters) {
    const { sizes } = encounters;
    return {
        delays: sizes.map((size) => new Float64Array(size)),
        demands: sizes.map(() => []),
        total: 0,
        conflicts: conflictsOf(encounters),
        decision: null,
    };
}

/** Returns what agents with these delays arrive later in all. @param {Delays[]} delays */
export function totalOf(delays) {
    return delays.reduce((sum, own) => sum + (own.at(-1) ?? 0), 0);
}

/**
 * The ways out of the conflict that says most: out of which there is no way, or one; else that whose
 * cheaper way costs most.
 *
 * @param {Node} node
 * @returns {Step[]}
 */
function chooseSteps(node) {
    const soonest = node.conflicts.toSorted((p, q) => p.time - q.time).slice(0, MOST_COMPARED);
    /** @type {Step[]} */
    let chosen = [];
    let most = -Infinity;
    for (const conflict of soonest) {
        const steps = stepsOf(node, conflict);
        if (steps.length < 2) return steps;
        const least = Math.min(...steps.map(({ total }) => total));
        if (least <= most) continue;
        most = least;
        chosen = steps;
    }
    return chosen;
}

/**
 * Returns the ways out of a conflict that go round in no circle.
 *
 * @param {Node} node
 * @param {Conflict} conflict
 * @returns {Step[]}
 */
export function stepsOf(node, { ways }) {
    return ways
        .map((way, k) => take(node, way, ways[1 - k] ?? null))
        .filter((step) => step !== null);
}

/**
 * What is in conflict while nobody is delayed: the first of each pair.
 *
 * @param {Encounters} encounters
 * @returns {Conflict[]}
 */
export function conflictsOf(encounters) {
    const { sizes } = encounters;
    const none = sizes.map((size) => new Float64Array(size));
    /** @type {Conflict[]} */
    const found = [];
    for (let a = 0; a < sizes.length; a++) {
        for (let b = a + 1; b < sizes.length; b++) {
            const conflict = encounters.conflict(a, b, none[a], none[b]);
            if (conflict !== null) found.push(conflict);
        }
    }
    return found;
}

/**
 * The least delays with one demand more; null when the demands go round in a circle.
 *
 * @param {Node} node
 * @param {Demand} demand
 * @param {Demand | null} other
 * @returns {Step | null}
 */
function take(node, demand, other) {
    const { early } = demand;
    const delays = node.delays.slice();
    const before = delays[early.agent][early.segment];
    /** @type {Set<number>} */
    const changed = new Set();
    /** @type {number[]} */
    const raised = [];
    /** @param {Demand} each */
    const meet = ({ late: { agent, segment }, early: { agent: from, segment: k }, wait }) => {
        const least = delays[from][k] + wait;
        if (delays[agent][segment] >= least) return;
        if (!changed.has(agent)) delays[agent] = delays[agent].slice();
        changed.add(agent);
        const own = delays[agent];
        for (let m = segment; m < own.length && own[m] < least; m++) own[m] = least;
        raised.push(agent);
    };
    meet(demand);
    for (let from = raised.pop(); from !== undefined; from = raised.pop()) {
        // What the new demand raised has come back to raise it again, and would for ever.
        if (delays[early.agent][early.segment] > before) return null;
        for (const each of node.demands[from]) meet(each);
        if (from === early.agent) meet(demand);
    }
    return { demand, other, delays, changed, total: totalOf(delays) };
}

/**
 * The node that a step leads to.
 *
 * @param {Encounters} encounters
 * @param {Node} node
 * @param {Step} step
 * @returns {Node}
 */
export function follow(encounters, node, { demand, other, delays, changed, total }) {
    const early = demand.early.agent;
    const demands = node.demands.slice();
    demands[early] = [...demands[early], demand];
    const conflicts = node.conflicts.filter(({ a, b }) => !changed.has(a) && !changed.has(b));
    conflicts.push(...conflictsWith(encounters, delays, changed));
    return {
        delays,
        demands,
        total,
        conflicts,
        decision: { demand, other, previous: node.decision },
    };
}

/**
 * Finds the first conflict of each pair of which one is of some agents.
 *
 * @param {Encounters} encounters
 * @param {Delays[]} delays
 * @param {Set<number>} agents
 * @returns {Conflict[]}
 */
export function conflictsWith(encounters, delays, agents) {
    /** @type {Conflict[]} */
    const conflicts = [];
    for (const agent of agents) {
        for (let other = 0; other < delays.length; other++) {
            if (other === agent || (agents.has(other) && other < agent)) continue;
            const [a, b] = agent < other ? [agent, other] : [other, agent];
            const conflict = encounters.conflict(a, b, delays[a], delays[b]);
            if (conflict !== null) conflicts.push(conflict);
        }
    }
    return conflicts;
}

/** Of nodes, the least total first; of equals the one with the fewest conflicts. @param {Node} p @param {Node} q */
function isBefore(p, q) {
    return (p.total - q.total || p.conflicts.length - q.conflicts.length) < 0;
}
