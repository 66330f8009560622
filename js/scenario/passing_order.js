import { applyBranch, conflictsWith, createRoot, listBranches, sumDelays } from './delay_search.js';

/**
 * Delays that keep an order of passing, and better ones near them.
 *
 * A plan says who passes where first, also when some of its agents are late: kept as it is, that order gives delays at once,
 * as longest paths (temporal plan graphs: Hönig et al., "Multi-Agent Path Finding with Kinematic Constraints", 2016). Only
 * conflicts that the delays would otherwise run into are decided, so the total is at most that of the whole order.
 *
 * @import { Conflict, Decision, Delays, Precedence, ConflictModel, SearchNode, Branch } from './delay_search.js'
 */

/**
 * Delays of another plan over this one, in place: an agent's segment by its beginning, for what
 * came before it, and by its end, for what came after. The two differ where this plan waits longer than the other.
 *
 * @typedef {object} ReferenceTimes
 * @property {Delays[]} begin
 * @property {Delays[]} end
 */

/** A demand missed by less, in ticks, is met but for rounding. */
const ROUNDING = 1e-6;

/** Dead ends after which an order is given up. */
const MAX_DEAD_ENDS = 100;

/** Times that agents may be raised, for each agent and decision, before decisions are given up as going round in a circle. */
const MAX_ROUNDS = 30;

/**
 * Decides conflicts as the reference has them, the soonest first; where it has none, or cannot be kept, by what delays less.
 * Goes back, when decisions go round in a circle, to the last one that could be another.
 *
 * @param {ConflictModel} conflictModel
 * @param {ReferenceTimes | null} referenceTimes null: this plan itself, undelayed
 * @param {number} maxIterations maximum number of sets of decisions to try
 * @param {SearchNode} [root] first node of the search; default: nothing is decided
 * @param {number} [limit] delays with at least this total are not searched
 * @returns {{ node: SearchNode | null, iterations: number }}
 */
export function delaysKeepingOrder(
    conflictModel,
    referenceTimes,
    maxIterations,
    root = createRoot(conflictModel),
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
        // The best comes last.
        branches.sort((p, q) => compareBranches(q, p, referenceTimes));
        for (const branch of branches) stack.push({ node, step: branch });
        if (branches.length === 0) deadEndCount++;
        const next = stack.pop();
        if (next === undefined || iterations >= maxIterations) break;
        iterations++;
        node = applyBranch(conflictModel, next.node, next.step);
    }
    return { node: null, iterations };
}

/**
 * Which of two ways out of one conflict comes first: below 0 when p does.
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

/** Returns by how much the reference meets a precedence, in ticks. @param {Precedence} precedence @param {ReferenceTimes | null} referenceTimes */
function precedenceSlack({ late, early, lag }, referenceTimes) {
    if (referenceTimes === null) return -lag;
    const { begin, end } = referenceTimes;
    return begin[late.agent][late.piece] - end[early.agent][early.piece] - lag;
}

/**
 * Turns decisions about, one at a time, for as long as that makes the total less: those that delay somebody are tried in
 * turn, and what they lead to is decided as before (as swaps on a critical path: Nowicki, Smutnicki, "A Fast Taboo Search
 * Algorithm for the Job Shop Problem", 1996).
 *
 * @param {ConflictModel} conflictModel
 * @param {SearchNode} node without conflicts
 * @param {number} maxIterations maximum number of sets of decisions to try
 * @returns {{ node: SearchNode, iterations: number }}
 */
export function improveOrder(conflictModel, node, maxIterations) {
    let best = node;
    let iterations = 0;
    let decisions = bindingDecisions(best);
    // Since the last one that helped.
    for (
        let idle = 0, at = 0;
        idle < decisions.length && iterations < maxIterations;
        idle++, at++
    ) {
        const { precedence, alternative } = decisions[at % decisions.length];
        if (alternative === null) continue;
        const rest = decisions.filter((_, k) => k !== at % decisions.length);
        iterations++;
        const flipped = applyDecisions(conflictModel, best, [
            { precedence: alternative, alternative: precedence },
            ...rest,
        ]);
        if (flipped === null) continue;
        const referenceTimes = { begin: best.delays, end: best.delays };
        const found = delaysKeepingOrder(
            conflictModel,
            referenceTimes,
            maxIterations - iterations,
            flipped,
            best.total,
        );
        iterations += found.iterations;
        if (found.node === null) continue;
        best = found.node;
        decisions = bindingDecisions(best);
        idle = -1;
    }
    return { node: best, iterations };
}

/**
 * The decisions that delay somebody, those first that delay most; all others may be left out, as the least delays are
 * the same without them.
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
 * The least delays with some decisions, where their total is less than that of known ones.
 *
 * @param {ConflictModel} conflictModel
 * @param {SearchNode} known without conflicts
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
            // Decisions that go round in a circle end here, or by the number of rounds where they raise by little.
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
