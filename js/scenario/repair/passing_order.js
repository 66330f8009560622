import { applyBranch, conflictsWith, listBranches, sumDelays } from './delay_search.js';
import { unlessOver } from './search_limit.js';

/**
 * Finds delays that keep a passing order, and improves them locally.
 *
 * A plan defines which agent passes each place first, even if some of its agents are late. If that order is kept, the delays
 * follow directly as longest paths (temporal plan graphs: Hönig et al., "Multi-Agent Path Finding with Kinematic
 * Constraints", 2016). Only conflicts that the delays would otherwise cause are decided, so the total is at most that of the
 * complete order.
 *
 * @import { Conflict, Decision, Delays, PairModel, Precedence, SearchNode, Branch } from './delay_search.js'
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
