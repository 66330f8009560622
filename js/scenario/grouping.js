import { delaysInOrder, improved } from './ordering.js';
import { delaysByPriority } from './priorities.js';
import { conflictsOf, DelaySearch, leastDelays, totalOf } from './retiming.js';
import { TOTAL_RELATIVE } from './tolerance.js';

/**
 * @import { Reference } from './ordering.js'
 * @import { Conflict, Delays, Encounters, Node } from './retiming.js'
 */

/** Of the budget, what may go into pairs of agents that nothing keeps apart. */
const FOR_PAIRS = 0.25;

/** The share of what is left then that may go into each order of passing. */
const FOR_ORDER = 0.25;

/** The share of what is left then that goes into the least delays before others are made better, or searched for. */
const FOR_GROUPS = 0.5;

/** The same share where no delays are known yet: any are needed before the least ones. */
const FOR_FIRST = 0.1;

/**
 * The way in which delays were found. 'search': by the search for the least ones; 'order-before', 'order': by the order of
 * passing of the plan before, or of the plan itself, made better as far as the budget went; 'one-by-one': by one agent after
 * the other.
 *
 * @typedef {'search' | 'order-before' | 'order' | 'one-by-one'} Method
 *
 * @typedef {object} Solution
 * @property {Delays[] | null} delays of each agent; null: none were found
 * @property {Method | null} method by which they were found
 * @property {number | null} orderTotal the total with which the order of the plan before is kept; null: that was not found
 * @property {number} bound no delays have a smaller total
 * @property {boolean} complete the delays are the least, or there are none
 * @property {number} tried sets of decisions that were tried
 * @property {number[]} stuck the agents among which there are none, or none were found; empty with delays
 *
 * @typedef {object} Group
 * @property {number[]} agents ascending
 * @property {number} bound
 * @property {DelaySearch | null} search null: its delays are the least
 *
 * @typedef {{ delays: Delays[], total: number, method: Method }} Known delays that keep all apart
 *
 * @typedef {{ stuck: number[], isProved: boolean }} Open agents without delays, or without known ones
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
 * @param {Encounters} encounters
 * @param {number} budget most sets of decisions to try
 * @param {Reference | null} [before] the plan as it was meant
 * @returns {Solution}
 */
export function leastDelaysOfAll(encounters, budget, before = null) {
    return new GroupSearch(encounters, budget).run(before);
}

class GroupSearch {
    #encounters;
    #budget;
    #tried = 0;
    /** @type {Known | null} */ #known = null;
    /** That of `#known`, if it can be made better. @type {Node | null} */ #node = null;
    /** @type {number | null} */ #orderTotal = null;
    /** @type {Delays[]} */ #delays;
    /** @type {Group[]} */ #groupOf;

    /**
     * @param {Encounters} encounters
     * @param {number} budget
     */
    constructor(encounters, budget) {
        const { sizes } = encounters;
        this.#encounters = encounters;
        this.#budget = budget;
        this.#delays = sizes.map((size) => new Float64Array(size));
        this.#groupOf = sizes.map((_, a) => ({ agents: [a], bound: 0, search: null }));
    }

    get #left() {
        return this.#budget - this.#tried;
    }

    /**
     * @param {Reference | null} before
     * @returns {Solution}
     */
    run(before) {
        const met = conflictsOf(this.#encounters);
        const stuck = this.#findStuckPair(met);
        if (stuck !== null) return this.#impossible(stuck);
        if (met.length > 0) {
            if (before !== null) this.#keepOrder(before, 'order-before');
            this.#keepOrder(null, 'order');
        }
        const share = this.#known === null ? FOR_FIRST : FOR_GROUPS;
        let open = this.#solveGroups(met, this.#tried + Math.ceil(share * this.#left));
        if (!this.#isDone(open)) {
            if (this.#known === null) this.#goOneByOne();
            this.#improve();
            open = this.#goOn();
        }
        if (open?.isProved) return this.#impossible(open.stuck);
        return this.#solution(open?.stuck ?? []);
    }

    /** Is nothing left to look for? @param {Open | null} open */
    #isDone(open) {
        return open === null ? this.#isLeast() : open.isProved;
    }

    /**
     * Two that cannot get past each other are found soon alone, and late among many.
     *
     * @param {Conflict[]} met
     */
    #findStuckPair(met) {
        const share = Math.ceil((FOR_PAIRS * this.#budget) / Math.max(1, met.length));
        const end = FOR_PAIRS * this.#budget;
        for (const { a, b } of met) {
            const most = Math.min(share, Math.floor(end - this.#tried));
            if (most <= 0) break;
            const alone = leastDelays(only(this.#encounters, [a, b]), most);
            this.#tried += alone.tried;
            if (alone.delays === null && alone.complete) return [a, b];
        }
        return null;
    }

    /**
     * @param {Reference | null} reference
     * @param {Method} method
     */
    #keepOrder(reference, method) {
        const share = Math.ceil(FOR_ORDER * this.#left);
        const { node, tried } = delaysInOrder(this.#encounters, reference, share);
        this.#tried += tried;
        if (node === null) return;
        if (reference !== null) this.#orderTotal = node.total;
        this.#learn({ delays: node.delays, total: node.total, method }, node);
    }

    /** @param {Known} known @param {Node | null} node */
    #learn(known, node) {
        if (this.#known !== null && known.total >= this.#known.total) return;
        this.#known = known;
        this.#node = node;
    }

    /** Are the known delays proved to be the least? */
    #isLeast() {
        const bound = boundOf(this.#groupOf);
        return this.#known !== null && this.#known.total <= bound * (1 + TOTAL_RELATIVE);
    }

    /**
     * Joins agents that meet to groups, until none meet that are of two.
     *
     * @param {Conflict[]} met
     * @param {number} end what may have been tried by then
     * @returns {Open | null} null: all have delays, and are in no conflict
     */
    #solveGroups(met, end) {
        for (let conflicts = met; conflicts.length > 0; ) {
            const fresh = this.#joined(conflicts);
            // Each has its search before one of them ends the budget: a group without one counts as solved.
            for (const group of fresh) {
                group.search = new DelaySearch(only(this.#encounters, group.agents));
            }
            for (const group of fresh) {
                const open = this.#solve(group, end - this.#tried);
                if (open !== null) return open;
            }
            conflicts = conflictsBetween(this.#encounters, this.#delays, this.#groupOf, fresh);
        }
        const delays = this.#delays.slice();
        this.#learn({ delays, total: totalOf(delays), method: 'search' }, null);
        return null;
    }

    /** @param {Conflict[]} conflicts @returns {Set<Group>} groups of those who are in conflict */
    #joined(conflicts) {
        /** @type {Set<Group>} */
        const fresh = new Set();
        for (const { a, b } of conflicts) {
            const [p, q] = [this.#groupOf[a], this.#groupOf[b]];
            if (p === q) continue;
            const agents = [...p.agents, ...q.agents].sort((x, y) => x - y);
            const group = { agents, bound: p.bound + q.bound, search: null };
            for (const agent of agents) this.#groupOf[agent] = group;
            fresh.delete(p);
            fresh.delete(q);
            fresh.add(group);
        }
        return fresh;
    }

    /**
     * Goes on with the search for a group's least delays.
     *
     * @param {Group} group
     * @param {number} budget
     * @returns {Open | null} null: it has delays
     */
    #solve(group, budget) {
        const { search, agents } = group;
        if (search === null) return null;
        if (this.#known !== null) {
            const { delays } = this.#known;
            search.know(agents.map((agent) => delays[agent]));
        }
        const found = search.run(Math.max(0, budget));
        this.#tried += found.tried;
        group.bound = Math.max(group.bound, Math.min(found.bound, found.total));
        if (found.complete) group.search = null;
        if (found.delays === null) return { stuck: agents, isProved: found.complete };
        for (const [k, agent] of agents.entries()) this.#delays[agent] = found.delays[k];
        return null;
    }

    /** Looks for any delays at all. */
    #goOneByOne() {
        const { delays, tried } = delaysByPriority(this.#encounters, this.#left);
        this.#tried += tried;
        if (delays === null) return;
        this.#learn({ delays, total: totalOf(delays), method: 'one-by-one' }, null);
    }

    /** Makes the known delays better, if there are some. */
    #improve() {
        if (this.#known === null || this.#left <= 0) return;
        if (this.#node === null) {
            // Its order says who goes first where.
            const { delays } = this.#known;
            const reference = { begin: delays, end: delays };
            const made = delaysInOrder(this.#encounters, reference, this.#left);
            this.#tried += made.tried;
            this.#node = made.node;
        }
        if (this.#node === null) return;
        const { node, tried } = improved(this.#encounters, this.#node, this.#left);
        this.#tried += tried;
        const { delays, total } = node;
        this.#learn({ delays, total, method: this.#known.method }, node);
    }

    /**
     * Goes on where the least delays are not proved, with what is left of the budget.
     *
     * @returns {Open | null} as of #solveGroups
     */
    #goOn() {
        for (const group of new Set(this.#groupOf)) {
            const open = this.#solve(group, this.#left);
            if (open !== null) return open;
        }
        const all = new Set(this.#groupOf);
        const met = conflictsBetween(this.#encounters, this.#delays, this.#groupOf, all);
        return this.#solveGroups(met, this.#budget);
    }

    /** @param {number[]} stuck @returns {Solution} */
    #impossible(stuck) {
        const none = { delays: null, method: null, orderTotal: null, bound: 0, complete: true };
        return { ...none, tried: this.#tried, stuck };
    }

    /** @param {number[]} stuck where no delays are known @returns {Solution} */
    #solution(stuck) {
        const { delays = null, method = null, total = 0 } = this.#known ?? {};
        const bound = boundOf(this.#groupOf);
        const complete = this.#isLeast();
        return {
            ...{ delays, method, orderTotal: this.#orderTotal, complete, tried: this.#tried },
            bound: complete ? total : bound,
            stuck: delays === null ? stuck : [],
        };
    }
}

/** @param {Group[]} groupOf */
function boundOf(groupOf) {
    return [...new Set(groupOf)].reduce((sum, { bound }) => sum + bound, 0);
}

/**
 * What agents of groups that have just been delayed do to those of others.
 *
 * @param {Encounters} encounters
 * @param {Delays[]} delays
 * @param {Group[]} groupOf
 * @param {Set<Group>} fresh
 */
function conflictsBetween(encounters, delays, groupOf, fresh) {
    /** @type {Conflict[]} */
    const found = [];
    for (let a = 0; a < delays.length; a++) {
        for (let b = a + 1; b < delays.length; b++) {
            const [p, q] = [groupOf[a], groupOf[b]];
            if (p === q || !(fresh.has(p) || fresh.has(q))) continue;
            const conflict = encounters.conflict(a, b, delays[a], delays[b]);
            if (conflict !== null) found.push(conflict);
        }
    }
    return found;
}

/**
 * Some agents by themselves, numbered in their order.
 *
 * @param {Encounters} encounters
 * @param {number[]} agents ascending
 * @returns {Encounters}
 */
function only(encounters, agents) {
    const numbers = new Map(agents.map((agent, k) => [agent, k]));
    /** @param {{ agent: number, segment: number }} knot */
    const knot = ({ agent, segment }) => ({
        agent: /** @type {number} */ (numbers.get(agent)),
        segment,
    });
    return {
        sizes: agents.map((agent) => encounters.sizes[agent]),
        conflict(a, b, p, q) {
            const found = encounters.conflict(agents[a], agents[b], p, q);
            if (found === null) return null;
            const ways = found.ways.map(({ late, early, wait }) => {
                return { late: knot(late), early: knot(early), wait };
            });
            return { ...found, a, b, ways };
        },
    };
}
