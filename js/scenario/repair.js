import { createSync, GrazeError } from 'graze';
import { holdBefore, referenceOf } from './before.js';
import { BodyEncounters } from './body_encounters.js';
import { checkScenario } from './checked.js';
import { DiscEncounters } from './disc_encounters.js';
import { leastDelaysOfAll } from './grouping.js';
import { holdOptions, refusal } from './held.js';
import { Names } from './names.js';
import { Reading } from './reading.js';
import { retimed } from './retimed.js';
import { conflictsOf } from './retiming.js';
import { place } from './roadmap.js';
import { brief, say } from './said.js';
import { DEPTH_RELATIVE, TOTAL_RELATIVE } from './tolerance.js';
import { startPoint, timeSpan } from './tracks.js';
import { validate } from './validate.js';

/**
 * @import { Graze } from 'graze'
 * @import { Method } from './grouping.js'
 * @import { Reference } from './ordering.js'
 * @import { Conflict, Delays } from './retiming.js'
 * @import { Change } from './retimed.js'
 * @import { Said } from './said.js'
 * @import { Agent, Scenario } from './scenario.js'
 * @import { Share } from './disc_encounters.js'
 * @import { Result, Undecided, ValidateOptions, Violation } from './validate.js'
 */

/**
 * How a plan is mended.
 *
 * @typedef {object} RepairOptions
 * @property {Graze} [graze] an instance to use; a new one unless given
 * @property {number} [tolerance] as for `validate`
 * @property {'open' | 'closed'} [reading] as for `validate`
 * @property {number} [budget] most sets of decisions who goes first that are tried, at least 1; default 10000
 * @property {Scenario} [before] the plan as it was meant: the same agents, by name, on the same ways, which wait elsewhere;
 *   its order of passing is kept where nothing better is found
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
 * @property {[offset: number, value: number][]} [rounded] numbers that stand in the reason with six digits: where, and the
 *   number. Absent: none
 * @property {Method | null} method how the waits were found; null: there are none
 * @property {number | null} orderTotal the total with which the order of passing of `before` is kept; null: without `before`, or
 *   where that was not found
 * @property {number} tried sets of decisions who goes first that were tried, at most `budget`
 * @property {string[]} notices what was not searched in full, in words
 */

/**
 * Why there are no waits.
 *
 * @typedef {object} Lost
 * @property {Said} reason in one line
 * @property {boolean} isProved false: there may be some
 *
 * @typedef {object} Search
 * @property {Candidate[]} solutions delays to try, in this order; empty: none were found
 * @property {number | null} [orderTotal] in ticks, as of a Repair
 * @property {Lost} lost why not, or why those do not do
 * @property {number} tried
 * @property {string[]} notices
 *
 * @typedef {object} Candidate
 * @property {Delays[]} delays of each agent
 * @property {Method | null} method
 * @property {number} bound no delays have a smaller total
 * @property {boolean} complete the delays are the least
 */

/**
 * Waits that the check of the plan lets pass.
 *
 * @typedef {object} Made
 * @property {{ scenario: Scenario, changes: Change[], totalDelay: number }} after
 * @property {Candidate} solution
 * @property {number | null} orderTotal
 * @property {string} left what is wrong at tolerance 0; empty: nothing
 */

const DEFAULT_BUDGET = 10_000;

/** The share of the tolerance by which bodies may overlap where no waits clear them; the rest is for rounding. */
const SHARE = 0.5;

/** The share of the duration by which each delayed body may be later to be clear at tolerance 0, where time has no steps. */
const CLEAR_PART = 2 ** -10;

/** Of a search that found waits, where those do not do. @type {Lost} */
const NOT_LOST = {
    reason: say`the least waits that were found do not make it valid`,
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
 * the budget ended first, or delays that might do are undecided; the least total is then at least `bound`.
 *
 * Before that search the order in which agents pass each other in `before`, or in the plan itself, is kept as far as that can
 * be, which gives waits soon (ordering.js). Those are made better for as long as the budget lasts, and are the answer where
 * it ends. Where neither gives any, agents are delayed one after the other (priorities.js). All of that counts as `tried`.
 *
 * Discs that wait for each other do not overlap afterwards, whatever the tolerance, which is for `validate` alone: the
 * repaired plan is valid at tolerance 0 as well, or a notice says where not. Least and impossible are of such waits, up to
 * margins that rounding of times can amount to. Only where there are none, overlaps up to the tolerance are used.
 *
 * Bodies of other shapes or motions may only start later: between the samples of a course nothing stops as it likes.
 * Obstacles that move are kept clear of in the same way. Where the least delays leave an overlap that only the tolerance
 * lets pass, those are searched that leave none, with room for what rounding to float32 moves outlines by; they are
 * used where they are not much longer, or not at all where the caller names the tolerance; else a notice says so.
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
    const { graze = createSync(), tolerance, reading = 'open', before, budget } = given;
    const judging = { graze, tolerance, reading, mend: false };
    const first = validate(scenario, judging);
    const isWhole = !canWait(scenario);
    const reference = before === undefined ? null : readBefore(scenario, before, isWhole);
    const notices = new Set(first.notices.slice(scenario.notices.length));
    if (first.valid) {
        const none = { scenario, changes: [], totalDelay: 0, bound: 0, least: true, tried: 0 };
        const how = { method: null, orderTotal: null, notices: [...notices] };
        return { status: 'valid', outcome: 'least', ...none, ...how };
    }
    const done = asDone(scenario);
    const found = done === scenario ? first : validate(done, judging);
    if (found.valid) {
        const reason = say`${leftOver(first)}: no wait mends that, as what the agents did is valid`;
        return refused(scenario, { reason, isProved: true }, 0, notices);
    }
    const lost = whyLost(scenario, found);
    if (lost !== null) return refused(scenario, lost, 0, notices);
    const run = new Run(done, isWhole, judging, budget ?? DEFAULT_BUDGET, reference, notices);
    return run.repair(scenario);
}

/** The search for waits, margin by margin, until they do. */
class Run {
    #done;
    #isWhole;
    #judging;
    #budget;
    #reference;
    #notices;
    #reading;
    #tried = 0;

    /**
     * @param {Scenario} done
     * @param {boolean} isWhole agents are only later as a whole
     * @param {Required<Pick<ValidateOptions, 'graze' | 'reading'>> & ValidateOptions} judging
     * @param {number} budget
     * @param {Reference | null} reference
     * @param {Set<string>} notices
     */
    constructor(done, isWhole, judging, budget, reference, notices) {
        this.#done = done;
        this.#isWhole = isWhole;
        this.#judging = judging;
        this.#budget = budget;
        this.#reference = reference;
        this.#notices = notices;
        this.#reading = new Reading(judging.reading, judging.tolerance, Infinity);
    }

    /** @param {Scenario} scenario @returns {Repair} */
    repair(scenario) {
        const ways = waysOf(this.#done, this.#reading, this.#isWhole);
        /** @type {Lost} */
        let lost = NOT_LOST;
        for (const share of ways) {
            const found = this.#widened(share);
            if (found.made !== null) return this.#repaired(found.made, share);
            lost = found.lost;
            if (!lost.isProved) break;
        }
        return refused(scenario, lost, this.#tried, this.#notices);
    }

    /**
     * Searches with margins that are widened until the waits do.
     *
     * @param {Share} share
     * @returns {{ made: Made | null, lost: Lost }}
     */
    #widened(share) {
        /** @type {Made | null} */
        let unclear = null;
        let lost = NOT_LOST;
        for (const widen of WIDENINGS) {
            if (this.#tried >= this.#budget && widen > WIDENINGS[0]) break;
            const found = this.#search(widen, share);
            if (found.solutions.length === 0) {
                lost = found.lost;
                // That wider margins leave none proves nothing of those before.
                if (widen > WIDENINGS[0]) lost = { ...lost, isProved: false };
                break;
            }
            const { made, reason, isHopeless } = this.#firstValid(found, share);
            if (made !== null && (made.left === '' || this.#done.timeStep !== null)) {
                return { made: unclear !== null && made.left !== '' ? unclear : made, lost };
            }
            // Bodies of other shapes or motions are kept clear by another search.
            if (made !== null && this.#isWhole && share.ends > 0) return { made, lost };
            unclear ??= made;
            if (made === null) lost = { reason, isProved: false };
            if (isHopeless) break;
        }
        return { made: unclear, lost };
    }

    /**
     * Returns the first of the delays that were found that the check of the plan lets pass: where bodies are to be clear,
     * the first at tolerance 0, if there is one.
     *
     * @param {Search} found
     * @param {Share} share
     * @returns {{ made: Made | null, reason: Said, isHopeless: boolean }}
     */
    #firstValid({ solutions, lost, orderTotal = null }, share) {
        let reason = say``;
        let isHopeless = true;
        /** @type {Made | null} */
        let first = null;
        for (const solution of solutions) {
            const after = retimed(this.#done, solution.delays, this.#isWhole);
            const result = validate(after.scenario, this.#judging);
            if (result.valid) {
                const left = this.#unclear(after.scenario);
                const made = { after, solution, orderTotal, left };
                if (left === '' || !this.#isWhole || share.ends > 0) {
                    return { made, reason, isHopeless: false };
                }
                first ??= made;
                continue;
            }
            reason = say`${lost.reason}: ${leftOver(result)}`;
            isHopeless &&= result.violations.some(({ kind }) => !MENDABLE.has(kind));
        }
        return { made: first, reason, isHopeless: first === null && isHopeless };
    }

    /** Returns what is wrong with a plan when no overlap is let pass; empty: nothing. @param {Scenario} plan */
    #unclear(plan) {
        const { reading, tolerance } = this.#judging;
        if (reading !== 'open' || tolerance === 0) return '';
        const result = validate(plan, { ...this.#judging, tolerance: 0 });
        return result.valid ? '' : leftOver(result).text;
    }

    /**
     * @param {number} widen
     * @param {Share} share
     * @returns {Search}
     */
    #search(widen, share) {
        const left = this.#budget - this.#tried;
        const { graze } = this.#judging;
        const found = search(
            ...[graze, this.#done, this.#reading, widen, share, left, this.#reference],
        );
        this.#tried += found.tried;
        for (const notice of found.notices) this.#notices.add(notice);
        return found;
    }

    /** Returns by how much delays may be longer for bodies to be clear. @param {Made} made */
    #extra({ after: { changes } }) {
        const { horizon, begin } = timeSpan(this.#done);
        return changes.length * (this.#done.timeStep ?? CLEAR_PART * (horizon - begin));
    }

    /**
     * @param {Made} found
     * @param {Share} share
     * @returns {Repair}
     */
    #repaired(found, share) {
        let made = found;
        let why = '';
        if (made.left !== '' && share.least > 0) {
            // Where it costs nothing, what the tolerance lets pass is not used; where that is rounding, it may cost a little.
            const { made: strict, lost } = this.#widened({ least: 0, ends: 0 });
            const { totalDelay } = made.after;
            const more = this.#isWhole && this.#reading.tolerance === undefined;
            const most = totalDelay * (1 + TOTAL_RELATIVE * 1000) + (more ? this.#extra(made) : 0);
            const total = strict?.left === '' ? strict.after.totalDelay : null;
            if (strict !== null && total !== null && total <= most) made = strict;
            else if (total !== null) why = ` (for that the delays would be ${brief(total)} in all)`;
            else if (this.#isWhole && strict === null) why = ` (for that: ${lost.reason.text})`;
        }
        const { after, solution, orderTotal, left } = made;
        if (left !== '') {
            this.#notices.add(`within the tolerance, but not at tolerance 0: ${left}${why}`);
        }
        const tick = this.#done.timeStep ?? 1;
        const { complete, method, bound } = solution;
        return {
            status: 'repaired',
            outcome: complete ? 'least' : 'repaired',
            ...after,
            bound: Math.min(bound * tick, after.totalDelay),
            least: complete,
            method,
            orderTotal: orderTotal === null ? null : orderTotal * tick,
            tried: this.#tried,
            notices: [...this.#notices],
        };
    }
}

/**
 * The share of the tolerance that is used.
 *
 * @param {Scenario} scenario
 * @param {Reading} reading
 * @param {boolean} isWhole
 * @returns {Share[]} to try in this order, each where the one before is proved to allow no waits
 */
function waysOf({ agents }, reading, isWhole) {
    const clear = { least: 0, ends: 0 };
    if (reading.name !== 'open' || reading.tolerance === 0) return [clear];
    const half = { least: SHARE, ends: SHARE };
    if (isWhole) return [half];
    const largest = agents.reduce((most, { shape }) => {
        return shape.kind === 'disc' ? Math.max(most, shape.radius) : most;
    }, 0);
    // A tolerance of rounding is not there to overlap by.
    if (Number(reading.tolerance ?? 0) <= DEPTH_RELATIVE * 2 * largest) return [clear, half];
    return [{ least: SHARE, ends: 0 }, half, { least: 1, ends: 1 }];
}

/**
 * @param {Scenario} scenario
 * @param {Scenario} before
 * @param {boolean} isWhole
 */
function readBefore(scenario, before, isWhole) {
    checkScenario(before);
    return referenceOf(scenario, before, isWhole);
}

const KNOWN_OPTIONS = /** @type {const} */ (['graze', 'tolerance', 'reading', 'budget', 'before']);

/** The others are checked by `validate`. @param {unknown} given @returns {RepairOptions} */
function readOptions(given) {
    const options = holdOptions(given, KNOWN_OPTIONS);
    const { budget = DEFAULT_BUDGET, before } = options;
    holdBefore(before);
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
    const none = { scenario, changes: [], totalDelay: 0, bound: 0, least: false, method: null };
    const outcome = isProved ? 'impossible' : 'gave-up';
    const { text, rounded } = reason;
    const why = { reason: text, ...(rounded.length > 0 ? { rounded } : {}) };
    const rest = { orderTotal: null, tried, notices: [...notices] };
    return { status: 'refused', outcome, ...none, ...why, ...rest };
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
 * @param {Result} result
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
        const reason = say`${messageOf(lost[0])}: no waits are searched for that`;
        return { reason, isProved: false };
    }
    if (sure !== undefined) {
        const more = lost.length > 1 ? ` (and ${lost.length - 1} more that no wait mends)` : '';
        return { reason: say`${messageOf(sure)}: no wait mends that${more}`, isProved: true };
    }
    if (violations.length === 0 && undecided.length > 0) {
        const what = messageOf(undecided[0]);
        const reason = say`it could not be decided whether it is valid: ${what}`;
        return { reason, isProved: false };
    }
    return null;
}

/** Returns whether an agent may be too early at its goals: then it could wait. @param {Agent} agent */
function isTimed({ goals = [], beginning }) {
    return beginning === undefined && goals.some(({ time }) => time !== null);
}

/** Returns what is wrong with a plan first. @param {Result} result */
function leftOver({ violations, undecided = [] }) {
    return messageOf([...violations, ...undecided][0]);
}

/** @param {Violation | Undecided} one @returns {Said} */
function messageOf({ message, rounded = [] }) {
    return { text: message, rounded };
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
 * @param {Share} share
 * @param {number} budget
 * @param {Reference | null} reference
 * @returns {Search}
 */
function search(graze, scenario, reading, widen, share, budget, reference) {
    if (canWait(scenario)) {
        const encounters = new DiscEncounters(graze, scenario, reading, widen, share);
        return searchAmong(encounters, scenario, budget, reference);
    }
    /** @type {BodyEncounters | undefined} */
    let encounters;
    try {
        encounters = new BodyEncounters(graze, scenario, reading, widen, share.ends === 0);
        const found = searchBodies(encounters, scenario, budget, reference);
        return { ...found, notices: encounters.notices };
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
 * @param {Reference | null} reference
 * @returns {Search}
 */
function searchBodies(encounters, scenario, budget, reference) {
    const strict = searchAmong(encounters, scenario, budget, reference);
    if (!encounters.metUndecided) return strict;
    encounters.isStrict = false;
    const free = searchAmong(encounters, scenario, budget - strict.tried, reference);
    const tried = strict.tried + free.tried;
    if (free.solutions.length === 0) return { ...free, tried };
    const [{ bound }] = free.solutions;
    const others = strict.solutions.map(({ delays, method }) => {
        const total = delays.reduce((sum, [own]) => sum + own, 0);
        return { delays, method, bound, complete: total <= bound * (1 + TOTAL_RELATIVE) };
    });
    const reason = say`some delays are undecided, and none that were found make it valid`;
    const lost = { reason, isProved: false };
    return { ...strict, solutions: [...free.solutions, ...others], lost, tried };
}

/**
 * @param {DiscEncounters | BodyEncounters} encounters
 * @param {Scenario} scenario
 * @param {number} budget
 * @param {Reference | null} reference
 * @returns {Search}
 */
function searchAmong(encounters, scenario, budget, reference) {
    const names = new Names(scenario);
    const met = conflictsOf(encounters);
    const hopeless = met.find(({ ways }) => ways.length === 0);
    if (hopeless !== undefined) return none(describeHopeless(hopeless, scenario, names), true);
    const ending = met.find(({ a, b }) => encounters.endTogether(a, b));
    if (ending !== undefined) {
        return none(describeHopeless({ ...ending, never: 'goals' }, scenario, names), true);
    }
    const found = leastDelaysOfAll(encounters, budget, reference);
    const { delays, method, bound, complete, tried, stuck, orderTotal } = found;
    if (delays !== null) {
        const solutions = [{ delays, method, bound, complete }];
        return { solutions, orderTotal, lost: NOT_LOST, tried, notices: [] };
    }
    const list = listOf(stuck.map((k) => nameOf(k, scenario, names)));
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

/** @param {string | Said} reason @param {boolean} isProved @param {number} [tried] @returns {Search} */
function none(reason, isProved, tried = 0) {
    return { solutions: [], lost: { reason: say`${reason}`, isProved }, tried, notices: [] };
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
 * @param {Names} names
 */
function nameOf(index, { agents, obstacles }, names) {
    if (index < agents.length) return names.inWords([index]);
    const moving = [...obstacles.keys()].filter((k) => obstacles[k].motion?.length);
    return names.obstacle(moving[index - agents.length]);
}

/**
 * @param {Conflict} conflict
 * @param {Scenario} scenario
 * @param {Names} names
 */
function describeHopeless({ a, b, never }, scenario, names) {
    const { agents } = scenario;
    if (never === 'starts') {
        const [p, q] = [a, b].map((k) => place(startPoint(agents[k].motion[0])));
        return say`${names.inWords([a, b])} overlap where they start, at ${p} and ${q}: no wait mends that`;
    }
    if (never === 'goals') {
        return `${names.inWords([a, b])} both stay where their ways end, and overlap there: no wait mends that`;
    }
    const [p, q] = [nameOf(a, scenario, names), nameOf(b, scenario, names)];
    if (never === 'standing') {
        const [still, other] = agents[a].motion.length === 0 ? [p, q] : [q, p];
        return `${still} never moves and stands in the way of ${other}: no wait mends that`;
    }
    if (never === 'motions') return `${p} and ${q} meet however much later either starts`;
    return `${p} and ${q} meet, and neither may start later: no wait mends that`;
}
