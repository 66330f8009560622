import { createSync, GrazeError } from 'graze';
import { BodyEncounters } from './body_encounters.js';
import { DiscEncounters } from './disc_encounters.js';
import { leastDelaysOfAll } from './grouping.js';
import { holdOptions, refusal } from './held.js';
import { Reading } from './reading.js';
import { retimed } from './retimed.js';
import { conflictsOf } from './retiming.js';
import { place } from './roadmap.js';
import { validate } from './validate.js';

/**
 * @import { Graze } from 'graze'
 * @import { Conflict, Delays } from './retiming.js'
 * @import { Change } from './retimed.js'
 * @import { Agent, Scenario } from './scenario.js'
 * @import { Result, Violation } from './validate.js'
 */

/**
 * How a plan is mended.
 *
 * @typedef {object} RepairOptions
 * @property {Graze} [graze] an instance to use; a new one unless given
 * @property {number} [tolerance] as for `validate`
 * @property {'open' | 'closed'} [reading] as for `validate`
 * @property {number} [budget] most sets of decisions who goes first that are tried, at least 1; 10000 unless given
 */

/**
 * What `repair` made of a plan.
 *
 * @typedef {object} Repair
 * @property {'valid' | 'repaired' | 'refused'} status 'valid': there was nothing to mend; 'refused': the plan is as it was
 * @property {'least' | 'repaired' | 'impossible' | 'gave-up'} outcome how far that is proved. 'least': the plan is valid, and
 *   no waits with a smaller total make it so (none at all, where it was valid); 'repaired': the plan is valid, but there
 *   may be a smaller total; 'impossible': no waits make it valid; 'gave-up': no waits were found, but there may be some
 * @property {Scenario} scenario the plan, mended
 * @property {Change[]} changes one for each agent that arrives later
 * @property {number} totalDelay the sum of what agents arrive later
 * @property {number} bound no waits mend the plan with a smaller total, but for the margins; equal to the total when it is
 *   known to be the least
 * @property {boolean} least is it?
 * @property {string} [reason] why it is refused, in one line
 * @property {number} tried sets of decisions who goes first that were tried
 * @property {string[]} notices what was not searched in full, in words
 */

/**
 * Why there are no waits.
 *
 * @typedef {object} Lost
 * @property {string} reason in one line
 * @property {boolean} isProved false: there may be some
 *
 * @typedef {object} Search
 * @property {Candidate[]} solutions delays to try, in this order; empty: none were found
 * @property {Lost} lost why not, or why those do not do
 * @property {number} tried
 * @property {string[]} notices
 *
 * @typedef {object} Candidate
 * @property {Delays[]} delays of each agent
 * @property {number} bound no delays have a smaller total
 * @property {boolean} complete the delays are the least
 */

const DEFAULT_BUDGET = 10_000;

/** Totals that differ by less, relative to them, are equal. */
const TOTAL_RELATIVE = 1e-12;

/** Of a search that found waits, where those do not do. @type {Lost} */
const NOT_LOST = {
    reason: 'the least waits that were found do not make it valid',
    isProved: false,
};

/** Margins are widened so often before a plan that the judge still refuses is given up. */
const WIDENINGS = [1, 2 ** 10, 2 ** 20];

/** What waits can mend; everything else is refused. */
const MENDABLE = new Set(['agent-agent', 'vertex', 'edge']);

/**
 * Mends a plan by waits alone: every agent keeps its way and the durations of its segments, and waits longer at the
 * ends of some, or before the first. What `validate` calls valid is returned as it is; 'repaired' is only what `validate`
 * calls valid afterwards.
 *
 * Discs in straight moves at constant speed may wait at any end of a segment; where a plan is in steps, for whole steps. The
 * search is exact: a conflict of two parts of two ways is got out of by one going late enough after the other, all
 * such decisions are searched, and for each set of them the least times that it allows are found (retiming.js); agents that
 * never meet are searched by themselves (grouping.js). `outcome` says what that proves. When it is 'repaired' or 'gave-up',
 * the budget ended first, or delays that might do are undecided; the least total is then at least `bound`, and
 * `totalDelay` may be of delays found one agent after the other (priorities.js). Least and impossible are meant up to the
 * margins: agents wait until they overlap by at most half of what the tolerance lets pass, and longer by what the rounding of
 * times can amount to.
 *
 * Bodies of other shapes or motions may only start later: between the samples of a course nothing stops as it likes.
 * Obstacles that move are kept clear of in the same way.
 *
 * Cost: judgements as of `validate`, and a search that at worst is exponential in the number of conflicts; `budget` bounds
 * it.
 *
 * @param {Scenario} scenario
 * @param {RepairOptions} [options]
 * @returns {Repair}
 * @throws {GrazeError} as for `validate`
 */
export function repair(scenario, options = {}) {
    const given = readOptions(options);
    const { graze = createSync(), tolerance, reading = 'open', budget = DEFAULT_BUDGET } = given;
    const judging = { graze, tolerance, reading, mend: false };
    const before = validate(scenario, judging);
    const notices = new Set(before.notices.slice(scenario.notices.length));
    if (before.valid) {
        const none = { scenario, changes: [], totalDelay: 0, bound: 0, tried: 0 };
        return { status: 'valid', outcome: 'least', ...none, least: true, notices: [...notices] };
    }
    const done = asDone(scenario);
    const found = done === scenario ? before : validate(done, judging);
    if (found.valid) {
        const text = `${leftOver(before)}: no wait mends that, as what the agents did is valid`;
        return refused(scenario, { reason: text, isProved: true }, 0, notices);
    }
    const lost = whyLost(scenario, found);
    if (lost !== null) return refused(scenario, lost, 0, notices);

    const how = new Reading(reading, tolerance, Infinity);
    let tried = 0;
    let reason = '';
    for (const widen of WIDENINGS) {
        const made = search(graze, scenario, how, widen, budget - tried);
        tried += made.tried;
        for (const notice of made.notices) notices.add(notice);
        if (made.solutions.length === 0) return refused(scenario, made.lost, tried, notices);
        let isHopeless = true;
        for (const { delays, bound, complete } of made.solutions) {
            const after = retimed(done, delays, !canWait(scenario));
            const result = validate(after.scenario, judging);
            if (result.valid) {
                const least = Math.min(bound * (scenario.timeStep ?? 1), after.totalDelay);
                return {
                    status: 'repaired',
                    outcome: complete ? 'least' : 'repaired',
                    ...after,
                    ...{ bound: least, least: complete, tried, notices: [...notices] },
                };
            }
            reason = `${made.lost.reason}: ${leftOver(result)}`;
            isHopeless &&= result.violations.some(({ kind }) => !MENDABLE.has(kind));
        }
        if (isHopeless || tried >= budget) break;
    }
    return refused(scenario, { reason, isProved: false }, tried, notices);
}

const KNOWN_OPTIONS = /** @type {const} */ (['graze', 'tolerance', 'reading', 'budget']);

/** The others are checked by `validate`. @param {unknown} given @returns {RepairOptions} */
function readOptions(given) {
    const options = holdOptions(given, KNOWN_OPTIONS);
    const { budget = DEFAULT_BUDGET } = options;
    if (Number.isSafeInteger(budget) && budget >= 1) return options;
    throw refusal('out-of-range', 'budget', 'a whole number from 1', budget);
}

/**
 * @param {Scenario} scenario
 * @param {Lost} lost
 * @param {number} tried
 * @param {Set<string>} notices
 * @returns {Repair}
 */
function refused(scenario, { reason, isProved }, tried, notices) {
    const none = { scenario, changes: [], totalDelay: 0, bound: 0, least: false };
    const outcome = isProved ? 'impossible' : 'gave-up';
    return { status: 'refused', outcome, ...none, reason, tried, notices: [...notices] };
}

/**
 * The plan without what a planner sent its agents to do, which says nothing of another plan.
 *
 * @param {Scenario} scenario
 * @returns {Scenario}
 */
function asDone(scenario) {
    const { discrete, notices } = scenario;
    if (discrete === null || discrete.wanted === null) return scenario;
    const told = 'what the agents were sent to do is left out: what they did is mended';
    return {
        ...scenario,
        discrete: { cells: discrete.cells, wanted: null },
        notices: [...notices, told],
    };
}

/**
 * Why no wait can help, when what is wrong is none of times.
 *
 * @param {Scenario} scenario
 * @param {Result & { undecided?: { message: string }[] }} result
 * @returns {Lost | null}
 */
function whyLost({ agents, obstacles }, { violations, undecided = [] }) {
    /** @param {Violation & { obstacle?: string }} violation */
    const isLost = ({ kind, obstacle }) => {
        if (MENDABLE.has(kind)) return false;
        const moves = obstacles.some(({ name, motion }) => name === obstacle && motion?.length);
        return !(kind === 'agent-obstacle' && moves);
    };
    const lost = violations.filter(isLost);
    const sure = lost.find(({ kind, agents: [a] }) => kind !== 'goal' || !isTimed(agents[a]));
    if (lost.length > 0 && sure === undefined) {
        return { reason: `${lost[0].message}: no waits are searched for that`, isProved: false };
    }
    if (sure !== undefined) {
        const more = lost.length > 1 ? ` (and ${lost.length - 1} more that no wait mends)` : '';
        return { reason: `${sure.message}: no wait mends that${more}`, isProved: true };
    }
    if (violations.length === 0 && undecided.length > 0) {
        const reason = `it could not be decided whether it is valid: ${undecided[0].message}`;
        return { reason, isProved: false };
    }
    return null;
}

/** Returns whether an agent may be too early at its goals: then it could wait. @param {Agent} agent */
function isTimed({ goals = [], beginning }) {
    return beginning === undefined && goals.some(({ time }) => time !== null);
}

/** @param {Result & { undecided?: { message: string }[] }} result */
function leftOver({ violations, undecided = [] }) {
    return [...violations, ...undecided][0].message;
}

/**
 * Can its agents wait where a segment ends? Else they only start later.
 *
 * @param {Scenario} scenario
 */
function canWait({ agents, obstacles }) {
    return (
        obstacles.every(({ motion }) => !motion?.length) &&
        agents.every(
            ({ shape, motion }) =>
                shape.kind === 'disc' && motion.every(({ x, y }) => isLinear(x) && isLinear(y)),
        )
    );
}

/** @param {number[]} polynomial */
function isLinear(polynomial) {
    return polynomial.every((coefficient, k) => k <= 1 || coefficient === 0);
}

/**
 * @param {Graze} graze
 * @param {Scenario} scenario
 * @param {Reading} reading
 * @param {number} widen
 * @param {number} budget
 * @returns {Search}
 */
function search(graze, scenario, reading, widen, budget) {
    if (canWait(scenario)) {
        const encounters = new DiscEncounters(graze, scenario, reading, widen);
        const found = searchAmong(encounters, scenario, budget);
        // With a tolerance of its own, a plan may have no waits but those that use up all of it.
        if (!found.lost.isProved || !(Number(reading.tolerance) > 0)) return found;
        const deepest = new DiscEncounters(graze, scenario, reading, widen, 1);
        return searchAmong(deepest, scenario, Math.max(1, budget - found.tried));
    }
    /** @type {BodyEncounters | undefined} */
    let encounters;
    try {
        encounters = new BodyEncounters(graze, scenario, reading, widen);
        return { ...searchBodies(encounters, scenario, budget), notices: encounters.notices };
    } catch (error) {
        if (!(error instanceof GrazeError)) throw error;
        return none(`delays of these bodies cannot be found: ${error.message}`, false);
    } finally {
        encounters?.free();
    }
}

/**
 * Searches with undecided delays as conflicts. Where that bears on the answer, searches again with them as free, which bounds
 * the total, or proves that there is none; such delays are tried first, as they may be valid.
 *
 * @param {BodyEncounters} encounters
 * @param {Scenario} scenario
 * @param {number} budget
 * @returns {Search}
 */
function searchBodies(encounters, scenario, budget) {
    const strict = searchAmong(encounters, scenario, budget);
    if (!encounters.metUndecided) return strict;
    encounters.isStrict = false;
    const free = searchAmong(encounters, scenario, Math.max(1, budget - strict.tried));
    const tried = strict.tried + free.tried;
    if (free.solutions.length === 0) return { ...free, tried };
    const [{ bound }] = free.solutions;
    const others = strict.solutions.map(({ delays }) => {
        const total = delays.reduce((sum, [own]) => sum + own, 0);
        return { delays, bound, complete: total <= bound * (1 + TOTAL_RELATIVE) };
    });
    const reason = 'some delays are undecided, and none that were found make it valid';
    const lost = { reason, isProved: false };
    return { ...strict, solutions: [...free.solutions, ...others], lost, tried };
}

/**
 * @param {DiscEncounters | BodyEncounters} encounters
 * @param {Scenario} scenario
 * @param {number} budget
 * @returns {Search}
 */
function searchAmong(encounters, scenario, budget) {
    const met = conflictsOf(encounters);
    const hopeless = met.find(({ ways }) => ways.length === 0);
    if (hopeless !== undefined) return none(describeHopeless(hopeless, scenario), true);
    const ending = met.find(({ a, b }) => encounters.endTogether(a, b));
    if (ending !== undefined) {
        return none(describeHopeless({ ...ending, never: 'goals' }, scenario), true);
    }
    const { delays, bound, complete, tried, stuck } = leastDelaysOfAll(encounters, budget);
    if (delays !== null) {
        const solutions = [{ delays, bound, complete }];
        return { solutions, lost: NOT_LOST, tried, notices: [] };
    }
    const list = listOf(stuck.map((k) => nameOf(k, scenario)));
    return complete
        ? none(
              `no waits keep ${list} apart, whoever goes first where: one would have to go another way`,
              true,
              tried,
          )
        : none(
              `no waits that keep ${list} apart were found in ${tried} sets of decisions who goes first; there may be some`,
              false,
              tried,
          );
}

/** @param {string} reason @param {boolean} isProved @param {number} [tried] @returns {Search} */
function none(reason, isProved, tried = 0) {
    return { solutions: [], lost: { reason, isProved }, tried, notices: [] };
}

/** Most names in a reason. */
const MOST_NAMED = 8;

/** @param {string[]} names at least two */
function listOf(names) {
    const more = names.length - MOST_NAMED;
    const [last, rest] =
        more > 0
            ? [`${more} more`, names.slice(0, MOST_NAMED)]
            : [names.at(-1), names.slice(0, -1)];
    return `${rest.join(', ')} and ${last}`;
}

/**
 * @param {number} index
 * @param {Scenario} scenario
 */
function nameOf(index, { agents, obstacles }) {
    if (index < agents.length) return `agent ${index}`;
    return `obstacle ${obstacles.filter(({ motion }) => motion?.length)[index - agents.length].name}`;
}

/**
 * @param {Conflict} conflict
 * @param {Scenario} scenario
 */
function describeHopeless({ a, b, never }, scenario) {
    const { agents } = scenario;
    if (never === 'starts') {
        const [p, q] = [a, b].map((k) =>
            place({ x: agents[k].motion[0].x[0], y: agents[k].motion[0].y[0] }),
        );
        return `agents ${a} and ${b} overlap where they start, at ${p} and ${q}: no wait mends that`;
    }
    if (never === 'goals') {
        return `agents ${a} and ${b} both stay where their ways end, and overlap there: no wait mends that`;
    }
    const [p, q] = [nameOf(a, scenario), nameOf(b, scenario)];
    if (never === 'standing') {
        const [still, other] = agents[a].motion.length === 0 ? [p, q] : [q, p];
        return `${still} never moves and stands in the way of ${other}: no wait mends that`;
    }
    if (never === 'motions') return `${p} and ${q} meet however much later either starts`;
    return `${p} and ${q} meet, and neither may start later: no wait mends that`;
}
