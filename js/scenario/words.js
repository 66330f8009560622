/**
 * `graze/scenario/words`: results and repairs in words, as every report for people says them.
 *
 * @import { Repair } from './repair.js'
 * @import { Change } from './retimed.js'
 * @import { Result, Violation } from './validate.js'
 */

import { brief } from './conflicts.js';
import { holdNumber, holdSaid } from './held.js';

export { countKinds, describeOthers, groupViolations } from './groups.js';
export { brief };

/** @typedef {import('./groups.js').Group} Group */

/** What each check is, and what it needs; nothing that can be given: it is not for every plan. */
const CHECKS = new Map([
    ['agent-agent', { done: 'pairs of agents', needs: "the agents' size" }],
    ['agent-obstacle', { done: 'blocked cells', needs: 'a grid map' }],
    ['off-map', { done: 'bounds or edges of the map', needs: 'a map' }],
    ['start', { done: 'starts', needs: 'a task' }],
    ['goal', { done: 'goals', needs: 'a task' }],
    ['discontinuity', { done: 'continuity', needs: '' }],
    ['speed', { done: 'speed', needs: 'a speed limit' }],
    ['vertex', { done: 'shared cells', needs: '' }],
    ['edge', { done: 'swapped cells', needs: '' }],
]);

/** Checks of which is told how many there were: of one, and of more. */
const COUNTED = new Map([['agent-agent', ['pair of agents', 'pairs of agents']]]);

/** What words are made of. */
const VERDICT = /** @type {const} */ ({ violations: 'array', undecided: 'array' });
const PLAN = /** @type {const} */ ({ agents: 'number', segments: 'number', format: 'string' });
const REPAIR = /** @type {const} */ ({ outcome: 'string', status: 'string' });
const PLACE = /** @type {const} */ ({ agents: 'array', segments: 'array' });

/**
 * A number and its noun: `1 agent`, `2 agents`.
 *
 * @param {number} count
 * @param {string} noun whose plural takes an s
 */
export function counted(count, noun) {
    holdNumber(count, 'count');
    return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/**
 * The verdict: `VALID`, or how much is wrong.
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
 * What was judged: how large the plan is, and what it costs.
 *
 * @param {Result} result
 */
export function describePlan(result) {
    const { agents, segments, format, makespan, sumOfCosts } = holdSaid(result, 'result', PLAN);
    const size = `${counted(agents, 'agent')}, ${counted(segments, 'segment')} (${format})`;
    return `${size}, makespan ${makespan}, sum of costs ${sumOfCosts}`;
}

/**
 * How near agents come: which, when, by how much.
 *
 * @param {Result} result
 */
export function describeClearance(result) {
    const { clearance } = holdSaid(result, 'result', { clearance: 'object' });
    if (clearance === null) return 'no two agents are ever there together';
    const { distance, time, agents, centreDistance } = clearance;
    return `${distance} between agents ${agents[0]} and ${agents[1]} at t = ${time} (centres ${centreDistance} apart)`;
}

/**
 * Which checks were made; or which were not, and what each of them needs.
 *
 * @param {Result} result
 * @param {boolean} done whether those that were made
 * @returns {string[]}
 */
export function describeChecks(result, done) {
    const { checks } = holdSaid(result, 'result', { checks: 'record' });
    return Object.entries(checks)
        .filter(([check, count]) =>
            done ? count !== null : count === null && CHECKS.get(check)?.needs !== '',
        )
        .map(([check, count]) => {
            const words = CHECKS.get(check) ?? { done: check, needs: 'more input' };
            if (!done) return `${words.done} (needs ${words.needs})`;
            const nouns = COUNTED.get(check);
            return nouns ? `${count} ${nouns[count === 1 ? 0 : 1]}` : words.done;
        });
}

/**
 * What counted as a violation: reading, tolerance, where agents are at last.
 *
 * @param {Result} result
 */
export function describeReading(result) {
    const { reading, tolerance, atGoal } = holdSaid(result, 'result', { reading: 'string' });
    const size = tolerance === null ? "1e-9 of the radii's sum" : String(tolerance);
    const contact =
        reading === 'open'
            ? `agents may touch; a violation overlaps by more than ${size}`
            : `touching counts; a violation is not clear by more than ${size}`;
    return `${contact}; at the goal agents ${atGoal}`;
}

/**
 * Where a violation is to be found in the plan; empty when its message says all.
 *
 * @param {Violation} violation
 */
export function describePlace(violation) {
    const { agents, segments, position, kind } = holdSaid(violation, 'violation', PLACE);
    const pieces = agents.map((agent, k) => {
        const segment = segments[k] ?? null;
        return segment === null ? `agent ${agent} at rest` : `segment ${segment} of agent ${agent}`;
    });
    const at =
        position === undefined || kind === 'agent-obstacle'
            ? ''
            : `at (${position.map(brief).join(', ')}), `;
    return `${at}${pieces.join(', ')}`;
}

/**
 * Says what to do about a violation, and how far that is proved; empty when nobody looked for it.
 *
 * @param {Violation} violation
 */
export function describeMend(violation) {
    const { mend, delayStatus, agents = [] } = holdSaid(violation, 'violation', {});
    if (mend === undefined) return '';
    if (mend === null) {
        const start = `later start of ${agents.length === 1 ? 'the' : 'either'} agent`;
        if (delayStatus === 'none') return `no ${start} ends it`;
        if (delayStatus === 'undecided') return `whether a ${start} ends it is undecided`;
        return `no ${start} that ends it was found`;
    }
    const { agent, delay, clears } = mend;
    const isOpen = delayStatus === 'enough';
    const others =
        clears === 'all'
            ? 'and the agent then conflicts with nobody'
            : `but the agent ${isOpen ? 'may then conflict' : 'then conflicts'} with others`;
    const less = isOpen ? '; whether less is enough is undecided' : '';
    // In full: a little less would not do.
    return `starting agent ${agent} later by ${delay} ends it, ${others}${less}`;
}

/**
 * Says what a repair came to, in one line.
 *
 * @param {Omit<Repair, 'scenario'>} result
 */
export function describeRepair(result) {
    const { outcome, status, reason, totalDelay, bound } = holdSaid(result, 'result', REPAIR);
    if (outcome === 'impossible') return `cannot be repaired: ${reason}`;
    if (outcome === 'gave-up') return `gave up: ${reason}`;
    if (status === 'valid') return 'valid as it is';
    const found = outcome === 'least' ? 'the least there is' : `at least ${bound} is needed`;
    return `repaired by delays of ${totalDelay} in all (${found})`;
}

/**
 * What a repair made of an agent.
 *
 * @param {Change} change
 */
export function describeChange(change) {
    const { agent, waits, arrivesLater } = holdSaid(change, 'change', { waits: 'array' });
    const each = waits.map(({ segment, at, time, delay }) => {
        return `waits ${delay} at (${at[0]}, ${at[1]}) from t = ${time}, before segment ${segment}`;
    });
    return `agent ${agent} arrives ${arrivesLater} later: ${each.join('; ')}`;
}
