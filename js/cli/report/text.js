import { styleText } from 'node:util';
import {
    countKinds,
    describeChecks,
    describeClearance,
    describeMend,
    describeOthers,
    describePlace,
    describePlan,
    describeReading,
    describeVerdict,
    groupViolations,
} from 'graze/scenario/words';
import { isFailed, planName, Tally } from '../outcome.js';
import { safe } from '../terminal.js';

/**
 * @import { Violation } from 'graze/scenario'
 * @import { Group } from 'graze/scenario/words'
 * @import { Judged, Outcome } from '../outcome.js'
 *
 * @typedef {(style: 'green' | 'red' | 'yellow' | 'dim', text: string) => string} Paint
 */

/** Groups of violations of one plan that are told; of the rest only how many. */
const MOST_GROUPS = 20;

/** Under a violation's message. */
const INDENT = ' '.repeat(17);

/** Notices and undecided pairs of one plan, likewise. */
const MOST_LINES = 10;

/**
 * What is wrong with each plan, where and when, by how much, and what would mend it. Plans that could
 * not be judged are told on stderr, when they are met.
 *
 * @param {AsyncIterable<Outcome>} outcomes
 * @param {{ colour: boolean }} how
 * @returns {AsyncGenerator<string>}
 */
export async function* textReport(outcomes, { colour }) {
    /** @type {Paint} */
    const paint = (style, text) => (colour ? styleText(style, text) : text);
    const tally = new Tally();
    let separator = '';
    for await (const outcome of outcomes) {
        tally.add(outcome);
        if (isFailed(outcome)) continue;
        yield `${separator}${describe(outcome, paint).join('\n')}\n`;
        separator = '\n';
    }
    if (tally.count > 1) yield `${separator}${tally.describe()}\n`;
}

/**
 * @param {Judged} outcome
 * @param {Paint} paint
 */
function describe(outcome, paint) {
    const { violations, undecided, notices, valid } = outcome;
    const style = valid ? 'green' : violations.length > 0 ? 'red' : 'yellow';
    const facts = [
        `plan       ${describePlan(outcome)}`,
        `clearance  ${describeClearance(outcome)}`,
        `checked    ${describeChecks(outcome, true).join(', ')}`,
        ...describeChecks(outcome, false).map((line) => `not checked: ${line}`),
        `reading    ${describeReading(outcome)}`,
        ...abridge(notices, 'notices', (notice) => `notice     ${notice}`),
    ];
    return [
        `${safe(planName(outcome))}: ${paint(style, describeVerdict(outcome))}`,
        ...facts.map((line) => `  ${safe(line)}`),
        ...describeGroups(groupViolations(violations), paint),
        ...abridge(undecided, 'undecided pairs', ({ message }) => tellKind('undecided', message)),
    ];
}

/** @param {string} kind @param {string} message */
function tellKind(kind, message) {
    return `  ${safe(kind).padEnd(14)} ${safe(message)}`;
}

/**
 * @template T
 * @param {T[]} list
 * @param {string} what
 * @param {(one: T) => string} tell
 */
function abridge(list, what, tell) {
    const rest = list.length - MOST_LINES;
    const lines = list.slice(0, MOST_LINES).map(tell);
    return rest > 0 ? [...lines, `  … and ${rest} more ${what}`] : lines;
}

/** @param {Group[]} groups @param {Paint} paint */
function describeGroups(groups, paint) {
    const lines = groups.slice(0, MOST_GROUPS).flatMap((group) => describeGroup(group, paint));
    const rest = groups.slice(MOST_GROUPS);
    if (rest.length === 0) return lines;
    return [...lines, `  … and more: ${countKinds(rest)}; --report json has them all`];
}

/** @param {Group} group @param {Paint} paint */
function describeGroup(group, paint) {
    const { first, members } = group;
    if (members.length === 0) return tell(first, describeOthers(group), paint);
    return members.flatMap((violation) => tell(violation, '', paint));
}

/** @param {Violation} violation @param {string} others @param {Paint} paint */
function tell(violation, others, paint) {
    const more = [describePlace(violation), describeMend(violation), others];
    return [
        tellKind(violation.kind, violation.message),
        ...more.filter((text) => text !== '').map((text) => paint('dim', `${INDENT}${safe(text)}`)),
    ];
}
