import { checkGraze, copyOptions, createInstance } from '../model/arguments.js';
import { checkScenario } from '../model/check_model.js';

/**
 * Repairs plans. The search loads in the first call, since most programs only validate.
 *
 * @import { Graze, GrazeError } from 'graze'
 * @import { AgentChange } from './apply_delays.js'
 * @import { RepairMethod, SearchEnd } from './independence_detection.js'
 * @import { Scenario } from '../model/scenario.js'
 */

/**
 * Options of `repair`.
 *
 * @typedef {object} RepairOptions
 * @property {Graze} [graze] instance to use; default: a new one
 * @property {number} [tolerance] as for `validate`
 * @property {'allowed' | 'conflict'} [touching] as for `validate`
 * @property {number} [maxIterations] maximum number of precedence sets that are tried, at least 1; default 10000. A
 *   precedence set decides, for some conflicts, which of the two agents passes first
 * @property {Scenario} [reference] reference plan, for example the plan before some agents were late: the same agents, by
 *   name, on the same paths, with other waits. The order in which agents pass each other in it is kept where nothing better
 *   is found
 * @property {number} [timeLimit] maximum time of the search in seconds, above 0, from the call on; default: no limit. The
 *   best waits found so far are the result then. The checks of the plan before and after the search are not interrupted
 * @property {AbortSignal} [signal] ends the search in the same way, as soon as it is aborted. If it is aborted before the
 *   call, the plan is not even checked (`gave-up`)
 */

/**
 * Result of `repair`.
 *
 * @typedef {object} RepairResult
 * @property {'valid' | 'repaired' | 'unrepaired'} status 'valid': nothing to repair; 'unrepaired': the plan is
 *   unchanged
 * @property {'optimal' | 'repaired' | 'impossible' | 'gave-up'} outcome certainty of the result. 'optimal': the plan is
 *   valid, and no waits with a smaller total make it valid (none at all, if it was valid); 'repaired': the plan is
 *   valid, but a smaller total may exist; 'impossible': no waits make it valid; 'gave-up': no waits were found, but
 *   some may exist
 * @property {Scenario} scenario the repaired plan
 * @property {AgentChange[]} changes one entry for each agent that arrives later
 * @property {number} totalDelay sum of the agents' later arrivals
 * @property {number} lowerBound lower bound of the total of any waits that repair the plan, up to the margins for the
 *   rounding of times; equal to the total when that is proved to be the minimum
 * @property {boolean} optimal true if the total is proved to be the minimum
 * @property {string} [reason] reason why the plan is unrepaired, in one line
 * @property {[offset: number, value: number][]} [exactValues] numbers that the reason prints with six digits: their
 *   offsets and exact values. Absent: none
 * @property {RepairMethod | null} method method that found the waits; null: there are none
 * @property {number | null} referenceTotalDelay total that keeps the passing order of `reference`; null: without
 *   `reference`, or not found
 * @property {number} iterations number of precedence sets that were tried, at most `maxIterations`; delaying one agent
 *   again among others whose delays are fixed counts as one
 * @property {number} maxIterations maximum of `iterations`, as given
 * @property {SearchEnd | null} endedBy what ended the search before it was complete: 'iterations', 'time-limit' or 'signal';
 *   null: nothing
 * @property {string[]} notices searches that were not completed, in words
 */

const KNOWN_OPTIONS = /** @type {const} */ ([
    'graze',
    'tolerance',
    'touching',
    'maxIterations',
    'reference',
    'timeLimit',
    'signal',
]);

/**
 * Repairs a plan by waits alone, with touching allowed by default: every agent keeps its path and the durations of its
 * pieces, and waits longer at the ends of some pieces, or before the first. A plan that `validate` accepts is returned unchanged; the status is
 * 'repaired' only if `validate` accepts the result.
 *
 * Discs in straight moves at constant speed may wait at any end of a piece; in a plan with steps, for whole steps. The
 * search is exact: a conflict of two parts of two paths is resolved when one agent passes late enough after the other;
 * all such decisions are searched, and for each set of them the minimum delays are computed (delay_search.js). Agents
 * that never meet are searched separately (independence_detection.js). `outcome` says how much that proves. When it is
 * 'repaired' or 'gave-up', the iterations ended first, or delays that might suffice are undecided; the minimum total is
 * then at least `lowerBound`.
 *
 * Before that search, the order in which agents pass each other in `reference`, or in the plan itself, is kept as far
 * as possible, which gives waits soon (independence_detection.js). These are improved while iterations remain, and are the answer
 * if they end. Agents are also delayed one after the other, in an order in which everybody leaves its start before others
 * come, and passes other goals before these are taken (prioritized_planning.js): that finds waits wherever this order has no
 * cycle, often elsewhere, and needs no iterations. The better waits are improved further. All else counts as `iterations`.
 *
 * The search lets the event loop turn every 20 ms, so timers run and `signal` can be aborted. In every ending (iterations,
 * time, signal) the result has the best waits found so far, and the lower bound proved so far. Without a `timeLimit` and a
 * `signal` the result depends on the arguments alone.
 *
 * Discs that wait for each other do not overlap afterwards, whatever the tolerance, which is for `validate` alone: the
 * repaired plan is valid at tolerance 0 as well, or a notice says that it is not. 'optimal' and 'impossible' refer to
 * such waits, up to margins that cover the rounding of times. Overlaps up to the tolerance are used only where no such
 * waits exist.
 *
 * Bodies of other shapes or motions can only start later, because a vehicle cannot stop anywhere between two samples of
 * its trajectory. Moving obstacles are avoided in the same way. Where the minimum delays leave an overlap that only the
 * tolerance allows, delays without any overlap are searched, with room for the shift of outlines by rounding to
 * float32. They are used where they are not much longer, or, if the caller gives the tolerance, only where they are not
 * longer at all; otherwise a notice says so.
 *
 * Cost: validations as by `validate`, and a search that is exponential in the number of conflicts in the worst case;
 * `maxIterations` and `timeLimit` bound it. Delaying all agents once takes O(m log m) for m pairs of parts of paths that come
 * near each other.
 *
 * @param {Scenario} scenario
 * @param {RepairOptions} [options]
 * @returns {Promise<RepairResult>} rejects with the errors below
 * @throws {GrazeError} as for `validate`
 */
export async function repair(scenario, options = {}) {
    const checked = copyOptions(options, KNOWN_OPTIONS);
    const { checkOptions, finishWithPauses, geometryOf, repairWithPauses } = await import(
        './repair_search.js'
    );
    checkOptions(checked);
    checkGraze(checked.graze);
    const graze = checked.graze ?? (await createInstance());
    checkScenario(scenario);
    const geometry = await geometryOf(graze, scenario);
    return finishWithPauses(repairWithPauses(scenario, { ...checked, graze }, geometry));
}
