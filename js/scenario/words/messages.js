/**
 * `graze/scenario/messages` describes results and repairs in words, for all reports that people read.
 *
 * @import { PairClearance } from '../checks/pair_clearances.js'
 * @import { RepairResult } from '../repair/repair.js'
 * @import { AgentChange } from '../repair/apply_delays.js'
 * @import { RoundedText } from '../model/names.js'
 * @import { Clearance, ValidationResult, UndecidedPair, Violation } from '../validation/validate.js'
 */

import { checkNumber, checkRecord } from '../model/arguments.js';
import {
    agentNoun,
    describeAgents,
    describeObstacle,
    formatShort,
    formatText,
    joinTexts,
    joinWords,
    renderText,
    roundUp,
} from '../model/names.js';
import { listChecks, UNFINISHED } from './checks.js';

export { describeAgents, describeObstacle } from '../model/names.js';
export { describeCause, describeWorst } from './causes.js';
export { CHECK_NAMES, listChecks } from './checks.js';
export {
    countLeftOut,
    describeKindCounts,
    describeRepeats,
    describeTotals,
    groupViolations,
    KindCounts,
} from './violation_groups.js';
export { formatShort };

/**
 * @typedef {import('./violation_groups.js').ViolationGroup} ViolationGroup
 * @typedef {import('./checks.js').Check} Check
 * @typedef {import('../model/names.js').Digits} Digits
 * @typedef {import('../model/names.js').Domain} Domain
 */

/**
 * The style of descriptions.
 *
 * @typedef {object} Style
 * @property {Digits} [digits] digits of numbers: 'short', six significant digits; 'full', all; default: 'short'
 * @property {Domain} [domain] domain of the plan, which a result already has; default: 'agents'
 * @property {boolean} [flags] true: a missing input is named by the program's option; default: false, by its description
 */

/** Gap or overlap that counts as rounding: relative to the distance or size of the bodies, or, if unknown, in map units. */
const TOUCH_RELATIVE = 1e-9;

/** Types of the fields that messages are built from. */
const VERDICT = /** @type {const} */ ({ violations: 'array', undecided: 'array' });
const PLAN = /** @type {const} */ ({ agents: 'number', pieces: 'number', format: 'string' });
const GAP = /** @type {const} */ ({ agents: 'array', time: 'number', separation: 'number' });
const MESSAGE = /** @type {const} */ ({ message: 'string' });
const REPAIR = /** @type {const} */ ({ outcome: 'string', status: 'string' });
const PLACE = /** @type {const} */ ({ agents: 'array', pieces: 'array' });

/**
 * Returns a number and its noun: `1 agent`, `2 agents`.
 *
 * @param {number} count
 * @param {string} noun noun whose plural takes an s
 */
export function pluralize(count, noun) {
    checkNumber(count, 'count');
    return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/**
 * Returns a number as text with the digits of a style.
 *
 * @param {number} value
 * @param {Style} [style]
 */
export function formatNumber(value, { digits } = {}) {
    checkNumber(value, 'value');
    return digits === 'full' ? String(value) : formatShort(value);
}

/**
 * Returns the verdict: `VALID`, with the checks that were not made though an input would add them, or the numbers of violations
 * and undecided pairs.
 *
 * @param {ValidationResult} result
 */
export function describeVerdict(result) {
    const { violations, undecided } = checkRecord(result, 'result', VERDICT);
    const { violationCount = violations.length } = result;
    const least = result.unfinished === undefined ? '' : 'at least ';
    const parts = [
        ...(violationCount > 0 ? [`${least}${pluralize(violationCount, 'violation')}`] : []),
        ...(undecided.length > 0 ? [`${pluralize(undecided.length, 'pair')} undecided`] : []),
    ];
    if (parts.length > 0) return parts.join(', ');
    const limits = describeLimits(result);
    return limits === '' ? 'VALID' : `VALID (${limits})`;
}

/** Returns what a verdict does not cover, though an input would add it. @param {ValidationResult} result */
function describeLimits(result) {
    const missing = listChecks(result).filter(({ needs }) => needs !== '');
    const isOfCells = result.checks.vertex != null;
    const names = missing.flatMap(({ kind, name }) =>
        kind === 'agent-agent' && isOfCells ? [] : name,
    );
    return [
        ...(names.length < missing.length ? ['no sizes given: cells only'] : []),
        ...(names.length > 0 ? [`${joinWords(names)} not checked`] : []),
    ].join('; ');
}

/**
 * Describes the size of a plan and its costs; for recorded traffic, its time span instead of the costs.
 *
 * @param {ValidationResult} result
 * @param {Style} [style]
 */
export function describePlan(result, { digits } = {}) {
    const { agents, pieces, format } = checkRecord(result, 'result', PLAN);
    const { domain, makespan, sumOfCosts, flowtime, pathLength, obstacles = 0, span } = result;
    const parts = [
        `${agents} ${agentNoun(agents, domain)}`,
        ...(obstacles > 0 ? [pluralize(obstacles, 'obstacle')] : []),
        `${pluralize(pieces, 'step')} (${format})`,
    ];
    /** @type {(string | RoundedText)[]} */
    const all = [...parts];
    if (domain !== 'driving') {
        all.push(formatText`makespan ${makespan}`);
        all.push(formatText`sum of costs ${sumOfCosts} (times of last arrivals)`);
        // Results of earlier versions have no other costs.
        if (flowtime !== undefined && flowtime !== sumOfCosts) {
            all.push(formatText`flowtime ${flowtime}`);
        }
        if (pathLength !== undefined) all.push(formatText`path length ${pathLength}`);
    } else if (span) {
        all.push(formatText`t = ${span[0]} to ${span[1]}`);
    }
    return renderText(joinTexts(all, ', '), digits);
}

/**
 * Returns the least gap of a plan: between two agents, or between an agent and an obstacle.
 *
 * @param {Pick<ValidationResult, 'clearance' | 'pairClearances'>} result result of `validate`
 * @returns {Clearance | PairClearance | null} null: no two bodies are ever present at the same time
 */
export function leastClearance(result) {
    const { clearance, pairClearances = [] } = checkRecord(result, 'result', {
        clearance: 'object',
    });
    const [least] = pairClearances;
    if (least === undefined) return clearance;
    return clearance !== null && clearance.separation <= least.separation ? clearance : least;
}

/**
 * Describes the least gap of a plan: its size, the bodies, and the time.
 *
 * @param {ValidationResult} result
 * @param {Style} [style]
 */
export function describeClearance(result, { digits } = {}) {
    const { clearance, domain } = checkRecord(result, 'result', { clearance: 'object' });
    const least = leastClearance(result);
    if (least !== null && least !== clearance)
        return describePairClearance(least, { domain, digits });
    if (clearance === null && result.unfinished !== undefined) return 'not known';
    if (clearance === null) return `no two ${agentNoun(2, domain)} are ever there together`;
    const { time, separation, centerDistance } = clearance;
    const subject = describeAgents(agentNames(clearance), domain);
    // The gap of points is the distance of their centers.
    const centersText =
        centerDistance === separation ? '' : formatText` (centers ${centerDistance} apart)`;
    const clearanceText = formatClearance(clearance, result.tolerance);
    return renderText(
        formatText`${clearanceText} between ${subject} at t = ${time}${centersText}`,
        digits,
    );
}

/**
 * Describes the least gap between an agent and an obstacle or another agent, with its time.
 *
 * @param {PairClearance} gap
 * @param {Style} [style]
 */
export function describePairClearance(gap, { domain, digits } = {}) {
    const { time, obstacle, separation } = checkRecord(gap, 'gap', GAP);
    const agents = describeAgents(agentNames(gap), domain);
    const subject = obstacle === undefined ? agents : `${agents} and ${describeObstacle(obstacle)}`;
    return renderText(
        formatText`${formatSeparation(separation)} between ${subject} at t = ${time}`,
        digits,
    );
}

/**
 * Describes the size of the gap between an agent and an obstacle or another agent.
 *
 * @param {PairClearance} gap
 * @param {Style} [style]
 */
export function describeSeparation(gap, { digits } = {}) {
    const { separation } = checkRecord(gap, 'gap', GAP);
    return renderText(formatSeparation(separation), digits);
}

/** @param {number} separation @returns {RoundedText} */
function formatSeparation(separation) {
    return Math.abs(separation) <= TOUCH_RELATIVE
        ? formatText`0 (they touch)`
        : formatText`${separation}`;
}

/**
 * Describes the size of a gap; a gap or overlap that counts as rounding is a touch.
 *
 * @param {Pick<Clearance, 'separation' | 'centerDistance'>} clearance
 * @param {number | null} tolerance
 * @returns {RoundedText}
 */
function formatClearance({ separation, centerDistance }, tolerance) {
    const noise = TOUCH_RELATIVE * Math.max(centerDistance, centerDistance - separation);
    if (Math.abs(separation) <= noise) return formatText`0 (they touch)`;
    const isTolerated = separation < 0 && tolerance !== null && -separation <= tolerance;
    return isTolerated
        ? formatText`${separation} (within the tolerance)`
        : formatText`${separation}`;
}

/**
 * Lists the checks that were made, or those that were not, with one text for all checks that need the same input.
 *
 * @param {ValidationResult} result
 * @param {boolean} areMade true: the checks that were made; false: those that were not
 * @param {Style} [style]
 * @returns {string[]}
 */
export function describeChecks(result, areMade, { flags = false } = {}) {
    const checks = listChecks(result, { flags });
    if (areMade) return checks.flatMap((check) => describeMadeCheck(result, check));
    /** @type {Map<string, string[]>} */
    const subjects = new Map();
    for (const { subject, needs } of checks) {
        if (needs !== '') subjects.set(needs, [...(subjects.get(needs) ?? []), subject]);
    }
    const missing = [...subjects].map(([needs, each]) => `${each.join(' and ')} (needs ${needs})`);
    if (result.unfinished === undefined) return missing;
    const left = checks.filter(({ reason }) => reason === UNFINISHED);
    return [...missing, `${joinWords(left.map(({ subject }) => subject))} (not finished)`];
}

/**
 * @param {ValidationResult} result
 * @param {Check} check
 * @returns {string[]} empty: the check was not made, or had nothing to examine
 */
function describeMadeCheck({ agents, obstacles = 0, domain }, { kind, subject, count }) {
    if (count === null) return [];
    const nouns = agentNoun(2, domain);
    if (kind === 'agent-agent') {
        return count === 0 ? [] : [`${pluralize(count, 'pair')} of ${nouns}`];
    }
    if (kind === 'agent-obstacle' && obstacles > 0) {
        return [`${pluralize(agents * obstacles, 'pair')} of ${nouns} and obstacles`];
    }
    return [subject];
}

/**
 * Describes the rules of the validation: whether touching is allowed, the tolerance, and whether agents stay in the end.
 *
 * @param {ValidationResult} result
 * @param {Style} [style]
 */
export function describeRules(result, { digits } = {}) {
    const { touching, tolerance, atGoal, domain } = checkRecord(result, 'result', {
        touching: 'string',
    });
    const isDriving = domain === 'driving';
    const sizes = isDriving ? 'their size' : "the radii's sum";
    const size = tolerance === null ? `1e-9 of ${sizes}` : formatText`${tolerance}`;
    const nouns = agentNoun(2, domain);
    const contact =
        touching === 'allowed'
            ? formatText`touching allowed: ${nouns} may touch, and a violation overlaps by more than ${size}`
            : formatText`touching conflict: touching counts, and a violation is not clear by more than ${size}`;
    const end = isDriving ? 'after their last state' : 'at the goal';
    return renderText(formatText`${contact}; ${end} ${nouns} ${atGoal}`, digits);
}

/**
 * Returns the message of a violation or an undecided pair.
 *
 * @param {Violation | UndecidedPair} one
 * @param {Style} [style]
 */
export function describeMessage(one, { digits } = {}) {
    const { message, exactValues = [] } = checkRecord(one, 'violation', MESSAGE);
    return renderText({ text: message, exactValues }, digits);
}

/**
 * Describes where a violation is in the plan: its position, if it has one and is not with an obstacle or a blocked cell, and
 * the steps of its agents.
 *
 * @param {Violation} violation
 * @param {Style} [style]
 */
export function describePlace(violation, { domain, digits } = {}) {
    const { pieces, position, kind } = checkRecord(violation, 'violation', PLACE);
    const locations = agentNames(violation).map((name, k) => {
        const pieceIndex = pieces[k] ?? null;
        const subject = describeAgents([name], domain);
        return pieceIndex === null ? `${subject} at rest` : `step ${pieceIndex} of ${subject}`;
    });
    const locationText = locations.join(', ');
    if (position === undefined || kind === 'agent-obstacle') return locationText;
    return renderText(formatText`at ${formatPosition(position)}, ${locationText}`, digits);
}

/**
 * Describes the delay that ends a violation, and what is proved about it; empty if none was searched, and for vehicles, which
 * do not wait.
 *
 * @param {Violation} violation
 * @param {Style} [style]
 */
export function describeSuggestion(violation, { domain, digits } = {}) {
    const { suggestion, suggestionStatus, agents = [] } = checkRecord(violation, 'violation', {});
    if (suggestion === undefined || domain === 'driving') return '';
    if (suggestion === null) {
        const start = `later start of ${agents.length === 1 ? 'the' : 'either'} agent`;
        if (suggestionStatus === 'none') return `no ${start} ends it`;
        if (suggestionStatus === 'undecided') return `whether a ${start} ends it is undecided`;
        return `no ${start} that ends it was found`;
    }
    const { agent, resolves } = suggestion;
    const subject = describeAgents(
        [agentNames(violation)[agents.indexOf(agent)] ?? `${agent}`],
        domain,
    );
    const isSufficient = suggestionStatus === 'sufficient';
    const others =
        resolves === 'all'
            ? 'and the agent then conflicts with nobody'
            : `but the agent ${isSufficient ? 'may then conflict' : 'then conflicts'} with others`;
    const smallerDelays = isSufficient ? '; whether less is enough is undecided' : '';
    return `starting ${subject} later by ${formatDelay(suggestion, digits)} ends it, ${others}${smallerDelays}`;
}

/**
 * Returns a delay as text, with six digits if the rounded delay is known to suffice.
 *
 * @param {NonNullable<Violation['suggestion']>} suggestion
 * @param {Digits} [digits]
 */
export function formatDelay(suggestion, digits) {
    const { delay, roundedDelay } = checkRecord(suggestion, 'suggestion', { delay: 'number' });
    return String(digits === 'full' ? delay : (roundedDelay ?? delay));
}

/**
 * Describes the result of a repair in one line.
 *
 * @param {Omit<RepairResult, 'scenario'>} result
 * @param {Style} [style]
 */
export function describeRepair(result, { digits } = {}) {
    const { outcome, status, totalDelay, lowerBound } = checkRecord(result, 'result', REPAIR);
    const { reason = '', exactValues = [] } = result;
    const reasonText = renderText({ text: reason, exactValues }, digits);
    if (outcome === 'impossible') return `cannot be repaired: ${reasonText}`;
    if (outcome === 'gave-up') return `gave up: ${reasonText}`;
    if (status === 'valid') return 'valid as it is';
    const found =
        outcome === 'optimal' ? 'the minimum' : formatText`at least ${lowerBound} is needed`;
    return renderText(formatText`repaired by delays of ${totalDelay} in all (${found})`, digits);
}

/**
 * Describes the waits that a repair adds to an agent. They are rounded up, because shorter waits might not suffice.
 *
 * @param {AgentChange} change
 * @param {Style} [style]
 */
export function describeChange(change, { domain, digits } = {}) {
    const { agent, name, waits, arrivalDelay } = checkRecord(change, 'change', { waits: 'array' });
    const each = waits.map(({ piece, position, time, duration }) => {
        const waitText = digits === 'full' ? String(duration) : String(roundUp(duration));
        return formatText`waits ${waitText} at ${formatPosition(position)} from t = ${time}, before step ${piece}`;
    });
    const subject = describeAgents([name ?? `${agent}`], domain);
    const later = digits === 'full' ? arrivalDelay : roundUp(arrivalDelay);
    return renderText(
        formatText`${subject} arrives ${later} later: ${joinTexts(each, '; ')}`,
        digits,
    );
}

/** @param {[x: number, y: number, z?: number]} position */
function formatPosition([x, y, z]) {
    return z === undefined ? formatText`(${x}, ${y})` : formatText`(${x}, ${y}, ${z})`;
}

/**
 * Returns the names of agents, or their indices if they have no names.
 *
 * @param {{ agents: readonly number[], names?: readonly string[] }} entry violation or gap with these agents
 * @returns {readonly string[]}
 */
function agentNames({ agents, names }) {
    return names ?? agents.map(String);
}
