import { formatPoint } from '../checks/roadmap.js';
import { formatText } from '../model/rounded_text.js';
import { startPoint } from '../model/step_motion.js';

/**
 * Reasons why a repair finds no waits, in words.
 *
 * @import { Conflict } from './delay_search.js'
 * @import { SearchEnd } from './independence_detection.js'
 * @import { Names } from '../model/names.js'
 * @import { RoundedText } from '../model/rounded_text.js'
 * @import { Agent, Scenario } from '../model/scenario.js'
 * @import { UndecidedPair, ValidationResult, Violation } from '../validation/validate.js'
 */

/**
 * Reason why a repair found no waits.
 *
 * @typedef {object} Failure
 * @property {RoundedText} reason one line
 * @property {boolean} isProved false: some waits may exist
 */

/** Kinds of violations that waits can repair; a plan with any other kind is refused. */
export const REPAIRABLE = new Set(['agent-agent', 'vertex', 'edge']);

/**
 * Returns why no wait can help, if the plan has a fault that does not depend on times.
 *
 * @param {Scenario} scenario
 * @param {ValidationResult} result
 * @returns {Failure | null}
 */
export function findUnrepairable({ agents, obstacles }, { violations, undecided = [] }) {
    /** @param {Violation & { obstacle?: string }} violation */
    const isUnrepairable = ({ kind, obstacle }) => {
        if (REPAIRABLE.has(kind)) return false;
        const moves = obstacles.some(({ name, motion }) => name === obstacle && motion?.length);
        return !(kind === 'agent-obstacle' && moves);
    };
    const unrepairable = violations.filter(isUnrepairable);
    const proved = unrepairable.find(
        ({ kind, agents: [a] }) => kind !== 'goal' || !hasTimedGoal(agents[a]),
    );
    if (unrepairable.length > 0 && proved === undefined) {
        const reason = formatText`${toRoundedText(unrepairable[0])}: waits that repair this kind of violation are not searched`;
        return { reason, isProved: false };
    }
    if (proved !== undefined) {
        const more =
            unrepairable.length > 1
                ? ` (and ${unrepairable.length - 1} more that no wait can repair)`
                : '';
        return {
            reason: formatText`${toRoundedText(proved)}: no wait can repair that${more}`,
            isProved: true,
        };
    }
    if (violations.length === 0 && undecided.length > 0) {
        const problem = toRoundedText(undecided[0]);
        const reason = formatText`it could not be decided whether it is valid: ${problem}`;
        return { reason, isProved: false };
    }
    return null;
}

/** Returns whether an agent may arrive too early at its goals: then it could wait. @param {Agent} agent */
function hasTimedGoal({ goals = [], initialState }) {
    return initialState === undefined && goals.some(({ time }) => time !== null);
}

/** Returns the first fault of a plan. @param {ValidationResult} result */
export function firstProblem({ violations, undecided = [] }) {
    return toRoundedText([...violations, ...undecided][0]);
}

/** @param {Violation | UndecidedPair} one @returns {RoundedText} */
function toRoundedText({ message, exactValues = [] }) {
    return { text: message, exactValues };
}

/** @param {string} list @param {number} iterations @param {SearchEnd | null} endedBy */
export function describeUnfound(list, iterations, endedBy) {
    const orders = `${iterations} order${iterations === 1 ? '' : 's'} of passing`;
    const end =
        endedBy === 'time-limit'
            ? ' before the time limit'
            : endedBy === 'signal'
              ? ' before the signal'
              : '';
    return `no waits that separate ${list} were found in ${orders}${end}; there may be some`;
}

/** Maximum number of names in a reason. */
const MAX_NAMED = 8;

/**
 * Returns some bodies in words: the first ones by name. Fewer than two are not named.
 *
 * @param {number[]} bodies
 * @param {Scenario} scenario
 * @param {Names} names
 */
export function describeBodies(bodies, scenario, names) {
    if (bodies.length < 2) return 'the agents';
    const all = bodies.map((k) => describeBody(k, scenario, names));
    const remaining = all.length - MAX_NAMED;
    const [last, rest] =
        remaining > 0
            ? [`${remaining} more`, all.slice(0, MAX_NAMED)]
            : [all.at(-1), all.slice(0, -1)];
    return `${rest.join(', ')} and ${last}`;
}

/**
 * @param {number} index
 * @param {Scenario} scenario
 * @param {Names} names
 */
function describeBody(index, { agents, obstacles }, names) {
    if (index < agents.length) return names.describe([index]);
    const moving = [...obstacles.keys()].filter((k) => obstacles[k].motion?.length);
    return names.describeObstacle(moving[index - agents.length]);
}

/**
 * @param {Conflict} conflict
 * @param {Scenario} scenario
 * @param {Names} names
 */
export function describeImpossible({ a, b, impossibleBecause }, scenario, names) {
    const { agents } = scenario;
    if (impossibleBecause === 'starts') {
        const [p, q] = [a, b].map((k) => formatPoint(startPoint(agents[k].motion[0])));
        return formatText`${names.describe([a, b])} overlap where they start, at ${p} and ${q}: no wait can repair that`;
    }
    if (impossibleBecause === 'goals') {
        return `${names.describe([a, b])} both stay where their paths end, and overlap there: no wait can repair that`;
    }
    const [p, q] = [describeBody(a, scenario, names), describeBody(b, scenario, names)];
    if (impossibleBecause === 'standing') {
        const [standing, other] = agents[a].motion.length === 0 ? [p, q] : [q, p];
        return `${standing} never moves and blocks ${other}: no wait can repair that`;
    }
    if (impossibleBecause === 'motions')
        return `${p} and ${q} meet however much later either starts`;
    return `${p} and ${q} meet, and neither may start later: no wait can repair that`;
}
