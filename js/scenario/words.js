/**
 * `graze/scenario/words`: results and repairs in words, as every report for people says them.
 *
 * @import { Gap } from './gaps.js'
 * @import { Repair } from './repair.js'
 * @import { Change } from './retimed.js'
 * @import { Said } from './said.js'
 * @import { Clearance, Result, Undecided, Violation } from './validate.js'
 */

import { holdNumber, holdSaid } from './held.js';
import { namesInWords, nounOf, obstacleInWords } from './names.js';
import { brief, joinSaid, roundedUp, say, written } from './said.js';

export { describeCause, describeTotals } from './causes.js';
export { countKinds, describeOthers, groupViolations, KindCounts } from './groups.js';
export { namesInWords, obstacleInWords } from './names.js';
export { brief };

/**
 * @typedef {import('./groups.js').Group} Group
 * @typedef {import('./said.js').Digits} Digits
 * @typedef {import('./names.js').Domain} Domain
 */

/**
 * The style of descriptions.
 *
 * @typedef {object} Style
 * @property {Digits} [digits] of numbers: 'short', six significant ones; 'full', all; default: 'short'
 * @property {Domain} [domain] of the plan, which a result has itself; default: 'agents'
 * @property {boolean} [flags] whether what is missing is called by the program's options; default: false, by its name
 */

/**
 * The words of each check, what it needs, and the program's option that gives it. A check without an option can never be made
 * for such a plan, and one without a need is not for every plan.
 *
 * @type {Map<string, { done: string, needs: string, flag: string }>}
 */
const CHECKS = new Map([
    ['agent-agent', { done: 'overlaps', needs: "the agents' size", flag: '--radius' }],
    ['agent-obstacle', { done: 'blocked cells', needs: 'a grid map', flag: '--map' }],
    ['off-map', { done: 'bounds or edges of the map', needs: 'a map', flag: '--map' }],
    ['start', { done: 'starts', needs: 'a task', flag: '--task' }],
    ['goal', { done: 'goals', needs: 'a task', flag: '--task' }],
    ['discontinuity', { done: 'continuity', needs: '', flag: '' }],
    ['speed', { done: 'speed', needs: '', flag: '' }],
    ['vertex', { done: 'shared cells', needs: '', flag: '' }],
    ['edge', { done: 'swapped cells', needs: '', flag: '' }],
]);

/** A gap or overlap up to this share of the bodies' distance is rounding. */
const TOUCH_RELATIVE = 1e-9;

/** What words are made of. */
const VERDICT = /** @type {const} */ ({ violations: 'array', undecided: 'array' });
const PLAN = /** @type {const} */ ({ agents: 'number', segments: 'number', format: 'string' });
const GAP = /** @type {const} */ ({ agents: 'array', time: 'number', distance: 'number' });
const MESSAGE = /** @type {const} */ ({ message: 'string' });
const REPAIR = /** @type {const} */ ({ outcome: 'string', status: 'string' });
const PLACE = /** @type {const} */ ({ agents: 'array', segments: 'array' });

/**
 * Returns a number and its noun: `1 agent`, `2 agents`.
 *
 * @param {number} count
 * @param {string} noun whose plural takes an s
 */
export function counted(count, noun) {
    holdNumber(count, 'count');
    return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/**
 * Returns a number in the digits that are wanted.
 *
 * @param {number} value
 * @param {Style} [style]
 */
export function inDigits(value, { digits } = {}) {
    holdNumber(value, 'value');
    return digits === 'full' ? String(value) : brief(value);
}

/**
 * Returns the verdict: `VALID`, or how much is wrong.
 *
 * @param {Result} result
 */
export function describeVerdict(result) {
    const { violations, undecided } = holdSaid(result, 'result', VERDICT);
    const parts = [
        ...(violations.length > 0 ? [counted(violations.length, 'violation')] : []),
        ...(undecided.length > 0 ? [`${counted(undecided.length, 'pair')} undecided`] : []),
    ];
    return parts.length === 0 ? 'VALID' : parts.join(', ');
}

/**
 * Says how large a plan is, and what it costs: of recorded traffic from when to when it is.
 *
 * @param {Result} result
 * @param {Style} [style]
 */
export function describePlan(result, { digits } = {}) {
    const { agents, segments, format } = holdSaid(result, 'result', PLAN);
    const { domain, makespan, sumOfCosts, obstacles = 0, span } = result;
    const parts = [
        `${agents} ${nounOf(agents, domain)}`,
        ...(obstacles > 0 ? [counted(obstacles, 'obstacle')] : []),
        `${counted(segments, 'step')} (${format})`,
    ];
    /** @type {(string | Said)[]} */
    const all = [...parts];
    if (domain !== 'driving') {
        all.push(say`makespan ${makespan}`, say`sum of costs ${sumOfCosts}`);
    } else if (span) {
        all.push(say`t = ${span[0]} to ${span[1]}`);
    }
    return written(joinSaid(all, ', '), digits);
}

/**
 * Returns the least gap of a plan: of two agents, or of an agent and an obstacle.
 *
 * @param {Pick<Result, 'clearance' | 'gaps'>} result of `validate`
 * @returns {Clearance | Gap | null} null: no two are ever there together
 */
export function leastGap(result) {
    const { clearance, gaps = [] } = holdSaid(result, 'result', { clearance: 'object' });
    const [least] = gaps;
    if (least === undefined) return clearance;
    return clearance !== null && clearance.distance <= least.distance ? clearance : least;
}

/**
 * Says how near bodies come: which, when, by how much.
 *
 * @param {Result} result
 * @param {Style} [style]
 */
export function describeClearance(result, { digits } = {}) {
    const { clearance, domain } = holdSaid(result, 'result', { clearance: 'object' });
    const least = leastGap(result);
    if (least !== null && least !== clearance) return describeGap(least, { domain, digits });
    if (clearance === null) return `no two ${nounOf(2, domain)} are ever there together`;
    const { time, distance, centreDistance } = clearance;
    const who = namesInWords(namesOf(clearance), domain);
    // The gap of points is the distance of their centres.
    const centres = centreDistance === distance ? '' : say` (centres ${centreDistance} apart)`;
    const gap = sayGap(clearance, result.tolerance);
    return written(say`${gap} between ${who} at t = ${time}${centres}`, digits);
}

/**
 * Says how near an agent comes to an obstacle or another agent.
 *
 * @param {Gap} gap
 * @param {Style} [style]
 */
export function describeGap(gap, { domain, digits } = {}) {
    const { time, obstacle, distance } = holdSaid(gap, 'gap', GAP);
    const agents = namesInWords(namesOf(gap), domain);
    const who = obstacle === undefined ? agents : `${agents} and ${obstacleInWords(obstacle)}`;
    return written(say`${saySize(distance)} between ${who} at t = ${time}`, digits);
}

/**
 * Says how large the gap of an agent and an obstacle or another agent is.
 *
 * @param {Gap} gap
 * @param {Style} [style]
 */
export function describeDistance(gap, { digits } = {}) {
    const { distance } = holdSaid(gap, 'gap', GAP);
    return written(saySize(distance), digits);
}

/** @param {number} distance @returns {Said} */
function saySize(distance) {
    return Math.abs(distance) <= TOUCH_RELATIVE ? say`0 (they touch)` : say`${distance}`;
}

/**
 * Says a gap: what rounding leaves of a touch is none.
 *
 * @param {Pick<Clearance, 'distance' | 'centreDistance'>} clearance
 * @param {number | null} tolerance
 * @returns {Said}
 */
function sayGap({ distance, centreDistance }, tolerance) {
    const noise = TOUCH_RELATIVE * Math.max(centreDistance, centreDistance - distance);
    if (Math.abs(distance) <= noise) return say`0 (they touch)`;
    const isForgiven = distance < 0 && tolerance !== null && -distance <= tolerance;
    return isForgiven ? say`${distance} (within the tolerance)` : say`${distance}`;
}

/**
 * Says which checks were made; or which were not, one text for all that need the same.
 *
 * @param {Result} result
 * @param {boolean} done whether those that were made
 * @param {Style} [style]
 * @returns {string[]}
 */
export function describeChecks(result, done, { flags = false } = {}) {
    const { checks } = holdSaid(result, 'result', { checks: 'record' });
    const all = Object.entries(checks);
    if (done) {
        return all.flatMap(([check, count]) =>
            count === null ? [] : describeDone(result, check, count),
        );
    }
    /** @type {Map<string, string[]>} */
    const missing = new Map();
    for (const [check, count] of all) {
        if (count !== null) continue;
        const found = describeMissing(result, check, flags);
        if (found === null) continue;
        missing.set(found.needs, [...(missing.get(found.needs) ?? []), found.what]);
    }
    return [...missing].map(([needs, what]) => `${what.join(' and ')} (needs ${needs})`);
}

/**
 * @param {Result} result
 * @param {string} check
 * @param {number} count
 * @returns {string[]}
 */
function describeDone({ agents, obstacles = 0, domain }, check, count) {
    const nouns = nounOf(2, domain);
    if (check === 'agent-agent') {
        return count === 0 ? [] : [`${counted(count, 'pair')} of ${nouns}`];
    }
    if (check === 'agent-obstacle' && obstacles > 0) {
        return [`${counted(agents * obstacles, 'pair')} of ${nouns} and obstacles`];
    }
    return [CHECKS.get(check)?.done ?? check];
}

/**
 * @param {Result} result
 * @param {string} check
 * @param {boolean} flags
 * @returns {{ what: string, needs: string } | null} null: nothing can be done about it
 */
function describeMissing({ checks, domain, format }, check, flags) {
    const { done, needs, flag } = CHECKS.get(check) ?? {
        done: check,
        needs: 'more input',
        flag: '',
    };
    if (needs === '') return null;
    // All that can be known of these plans is in their files.
    const isWhole = domain === 'driving' || format === 'graze';
    if (isWhole && check !== 'agent-agent') return null;
    // A roadmap has no cells.
    if (check === 'agent-obstacle' && checks['off-map'] !== null) return null;
    const what = check === 'agent-agent' && checks.vertex !== null ? `${done} between steps` : done;
    return { what, needs: flags && flag !== '' ? flag : needs };
}

/**
 * Says what counted as a violation: touching or not, the tolerance, where agents are at last.
 *
 * @param {Result} result
 * @param {Style} [style]
 */
export function describeReading(result, { digits } = {}) {
    const { reading, tolerance, atGoal, domain } = holdSaid(result, 'result', {
        reading: 'string',
    });
    const isDriving = domain === 'driving';
    const sizes = isDriving ? 'their size' : "the radii's sum";
    const size = tolerance === null ? `1e-9 of ${sizes}` : say`${tolerance}`;
    const nouns = nounOf(2, domain);
    const contact =
        reading === 'open'
            ? say`${nouns} may touch; a violation overlaps by more than ${size}`
            : say`touching counts; a violation is not clear by more than ${size}`;
    const end = isDriving ? 'after their last state' : 'at the goal';
    return written(say`${contact}; ${end} ${nouns} ${atGoal}`, digits);
}

/**
 * Returns the message of a violation or an undecided pair.
 *
 * @param {Violation | Undecided} one
 * @param {Style} [style]
 */
export function describeMessage(one, { digits } = {}) {
    const { message, rounded = [] } = holdSaid(one, 'violation', MESSAGE);
    return written({ text: message, rounded }, digits);
}

/**
 * Says where a violation is to be found in the plan; empty when its message says all.
 *
 * @param {Violation} violation
 * @param {Style} [style]
 */
export function describePlace(violation, { domain, digits } = {}) {
    const { segments, position, kind } = holdSaid(violation, 'violation', PLACE);
    const pieces = namesOf(violation).map((name, k) => {
        const segment = segments[k] ?? null;
        const who = namesInWords([name], domain);
        return segment === null ? `${who} at rest` : `step ${segment} of ${who}`;
    });
    const where = pieces.join(', ');
    if (position === undefined || kind === 'agent-obstacle') return where;
    return written(say`at (${position[0]}, ${position[1]}), ${where}`, digits);
}

/**
 * Says what to do about a violation, and how far that is proved; empty when nobody looked for it, and for vehicles, which do
 * not wait.
 *
 * @param {Violation} violation
 * @param {Style} [style]
 */
export function describeMend(violation, { domain, digits } = {}) {
    const { mend, delayStatus, agents = [] } = holdSaid(violation, 'violation', {});
    if (mend === undefined || domain === 'driving') return '';
    if (mend === null) {
        const start = `later start of ${agents.length === 1 ? 'the' : 'either'} agent`;
        if (delayStatus === 'none') return `no ${start} ends it`;
        if (delayStatus === 'undecided') return `whether a ${start} ends it is undecided`;
        return `no ${start} that ends it was found`;
    }
    const { agent, clears } = mend;
    const who = namesInWords([namesOf(violation)[agents.indexOf(agent)] ?? `${agent}`], domain);
    const isOpen = delayStatus === 'enough';
    const others =
        clears === 'all'
            ? 'and the agent then conflicts with nobody'
            : `but the agent ${isOpen ? 'may then conflict' : 'then conflicts'} with others`;
    const less = isOpen ? '; whether less is enough is undecided' : '';
    return `starting ${who} later by ${delayOf(mend, digits)} ends it, ${others}${less}`;
}

/**
 * Returns a delay in digits that are enough.
 *
 * @param {NonNullable<Violation['mend']>} mend
 * @param {Digits} [digits]
 */
export function delayOf(mend, digits) {
    const { delay, rounded } = holdSaid(mend, 'mend', { delay: 'number' });
    return String(digits === 'full' ? delay : (rounded ?? delay));
}

/**
 * Says what a repair came to, in one line.
 *
 * @param {Omit<Repair, 'scenario'>} result
 * @param {Style} [style]
 */
export function describeRepair(result, { digits } = {}) {
    const { outcome, status, totalDelay, bound } = holdSaid(result, 'result', REPAIR);
    const { reason = '', rounded = [] } = result;
    const why = written({ text: reason, rounded }, digits);
    if (outcome === 'impossible') return `cannot be repaired: ${why}`;
    if (outcome === 'gave-up') return `gave up: ${why}`;
    if (status === 'valid') return 'valid as it is';
    const found = outcome === 'least' ? 'the least there is' : say`at least ${bound} is needed`;
    return written(say`repaired by delays of ${totalDelay} in all (${found})`, digits);
}

/**
 * Says what a repair made of an agent. Waits are rounded up: a little less would not do.
 *
 * @param {Change} change
 * @param {Style} [style]
 */
export function describeChange(change, { domain, digits } = {}) {
    const { agent, name, waits, arrivesLater } = holdSaid(change, 'change', { waits: 'array' });
    const each = waits.map(({ segment, at, time, delay }) => {
        const wait = digits === 'full' ? String(delay) : String(roundedUp(delay));
        return say`waits ${wait} at (${at[0]}, ${at[1]}) from t = ${time}, before step ${segment}`;
    });
    const who = namesInWords([name ?? `${agent}`], domain);
    const later = digits === 'full' ? arrivesLater : roundedUp(arrivesLater);
    return written(say`${who} arrives ${later} later: ${joinSaid(each, '; ')}`, digits);
}

/**
 * Returns the names of some agents, or their numbers where there are none.
 *
 * @param {{ agents: readonly number[], names?: readonly string[] }} of
 * @returns {readonly string[]}
 */
function namesOf({ agents, names }) {
    return names ?? agents.map(String);
}
