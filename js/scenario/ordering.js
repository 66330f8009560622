import { conflictsWith, follow, rootOf, stepsOf, totalOf } from './retiming.js';

/**
 * Delays that keep an order of passing, and better ones near them.
 *
 * A plan says who passes where first, also when some of its agents are late: kept as it is, that order gives delays at once,
 * as longest paths (temporal plan graphs: Hönig et al., "Multi-Agent Path Finding with Kinematic Constraints", 2016). Only
 * conflicts that the delays would otherwise run into are decided, so the total is at most that of the whole order.
 *
 * @import { Conflict, Decision, Delays, Demand, Encounters, Node, Step } from './retiming.js'
 */

/**
 * Delays of another plan over this one, in place: an agent's segment by its beginning, for what
 * came before it, and by its end, for what came after. The two differ where this plan waits longer than the other.
 *
 * @typedef {object} Reference
 * @property {Delays[]} begin
 * @property {Delays[]} end
 */

/** A demand missed by less, in ticks, is met but for rounding. */
const ROUNDING = 1e-6;

/** Dead ends after which an order is given up. */
const DEAD_ENDS = 100;

/** Times that agents may be raised, for each agent and decision, before decisions are given up as going round in a circle. */
const MOST_ROUNDS = 30;

/**
 * Decides conflicts as the reference has them, the soonest first; where it has none, or cannot be kept, by what delays less.
 * Goes back, when decisions go round in a circle, to the last one that could be another.
 *
 * @param {Encounters} encounters
 * @param {Reference | null} reference null: this plan itself, undelayed
 * @param {number} budget most sets of decisions to try
 * @param {Node} [root] where to begin; default: nothing is decided
 * @param {number} [limit] delays with at least this total are not looked for
 * @returns {{ node: Node | null, tried: number }}
 */
export function delaysInOrder(
    encounters,
    reference,
    budget,
    root = rootOf(encounters),
    limit = Infinity,
) {
    /** @type {{ node: Node, step: Step }[]} */
    const stack = [];
    let node = root;
    let tried = 0;
    for (let ends = 0; ends < DEAD_ENDS; ) {
        if (node.conflicts.length === 0) return { node, tried };
        const conflict = node.conflicts.reduce((p, q) => (q.time < p.time ? q : p));
        const steps = stepsOf(node, conflict).filter(({ total }) => total < limit);
        // The best comes last.
        steps.sort((p, q) => compareSteps(q, p, reference));
        for (const step of steps) stack.push({ node, step });
        if (steps.length === 0) ends++;
        const next = stack.pop();
        if (next === undefined || tried >= budget) break;
        tried++;
        node = follow(encounters, next.node, next.step);
    }
    return { node: null, tried };
}

/**
 * Which of two ways out of one conflict comes first: below 0 when p does.
 *
 * @param {Step} p
 * @param {Step} q
 * @param {Reference | null} reference
 */
function compareSteps(p, q, reference) {
    const [left, right] = [p, q].map(({ demand }) => slackOf(demand, reference));
    if (Math.max(left, right) >= -ROUNDING) return right - left;
    return p.total - q.total;
}

/** Returns by how much the reference meets a demand, in ticks. @param {Demand} demand @param {Reference | null} reference */
function slackOf({ late, early, wait }, reference) {
    if (reference === null) return -wait;
    const { begin, end } = reference;
    return begin[late.agent][late.segment] - end[early.agent][early.segment] - wait;
}

/**
 * Turns decisions about, one at a time, for as long as that makes the total less: those that delay somebody are tried in
 * turn, and what they lead to is decided as before (as swaps on a critical path: Nowicki, Smutnicki, "A Fast Taboo Search
 * Algorithm for the Job Shop Problem", 1996).
 *
 * @param {Encounters} encounters
 * @param {Node} node without conflicts
 * @param {number} budget most sets of decisions to try
 * @returns {{ node: Node, tried: number }}
 */
export function improved(encounters, node, budget) {
    let best = node;
    let tried = 0;
    let decisions = binding(best);
    // Since the last one that helped.
    for (let idle = 0, at = 0; idle < decisions.length && tried < budget; idle++, at++) {
        const { demand, other } = decisions[at % decisions.length];
        if (other === null) continue;
        const rest = decisions.filter((_, k) => k !== at % decisions.length);
        tried++;
        const turned = decided(encounters, best, [{ demand: other, other: demand }, ...rest]);
        if (turned === null) continue;
        const reference = { begin: best.delays, end: best.delays };
        const found = delaysInOrder(encounters, reference, budget - tried, turned, best.total);
        tried += found.tried;
        if (found.node === null) continue;
        best = found.node;
        decisions = binding(best);
        idle = -1;
    }
    return { node: best, tried };
}

/**
 * The decisions that delay somebody, those first that delay most; all others may be left out, as the least delays are
 * the same without them.
 *
 * @param {Node} node
 * @returns {{ demand: Demand, other: Demand | null }[]}
 */
function binding({ delays, decision }) {
    /** @type {{ demand: Demand, other: Demand | null, by: number }[]} */
    const found = [];
    for (let each = decision; each !== null; each = each.previous) {
        const { demand, other } = each;
        const { late, early, wait } = demand;
        const own = delays[late.agent];
        const by = own[late.segment] - (late.segment > 0 ? own[late.segment - 1] : 0);
        const isTight = own[late.segment] <= delays[early.agent][early.segment] + wait;
        if (isTight && by > 0) found.push({ demand, other, by });
    }
    return found.sort((p, q) => q.by - p.by);
}

/**
 * The least delays with some decisions, where their total is less than that of known ones.
 *
 * @param {Encounters} encounters
 * @param {Node} known without conflicts
 * @param {{ demand: Demand, other: Demand | null }[]} decisions
 * @returns {Node | null}
 */
function decided(encounters, known, decisions) {
    const delays = encounters.sizes.map((size) => new Float64Array(size));
    /** @type {Demand[][]} */
    const demands = encounters.sizes.map(() => []);
    /** @type {Decision | null} */
    let decision = null;
    for (const { demand, other } of decisions) {
        demands[demand.early.agent].push(demand);
        decision = { demand, other, previous: decision };
    }
    let total = 0;
    const raised = demands.flatMap((own, agent) => (own.length > 0 ? [agent] : []));
    let rounds = MOST_ROUNDS * (raised.length + decisions.length);
    for (let from = raised.pop(); from !== undefined; from = raised.pop()) {
        if (rounds-- <= 0) return null;
        for (const { late, early, wait } of demands[from]) {
            const least = delays[from][early.segment] + wait;
            const own = delays[late.agent];
            if (own[late.segment] >= least) continue;
            total -= own[own.length - 1];
            for (let k = late.segment; k < own.length && own[k] < least; k++) own[k] = least;
            total += own[own.length - 1];
            // Decisions that go round in a circle end here, or by the number of rounds where they raise by little.
            if (total >= known.total) return null;
            raised.push(late.agent);
        }
    }
    const changed = new Set(
        delays.flatMap((own, a) => (own.some((each, k) => each !== known.delays[a][k]) ? [a] : [])),
    );
    const conflicts = conflictsWith(encounters, delays, changed);
    return { delays, demands, total: totalOf(delays), conflicts, decision };
}
