import { styleText } from 'node:util';
import {
    countKinds,
    describeChecks,
    describeClearance,
    describeGap,
    describeMend,
    describeMessage,
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
 * @import { Group, Style } from 'graze/scenario/words'
 * @import { Judged, Outcome } from '../outcome.js'
 * @import { About } from './index.js'
 *
 * @typedef {(style: 'green' | 'red' | 'yellow' | 'dim', text: string) => string} Paint
 */

/** Groups of violations of one plan that are told; of the rest only how many. */
const MOST_GROUPS = 20;

/** Gaps of one plan that are listed, the clearance among them. */
const MOST_GAPS = 10;

/** Under a violation's message. */
const INDENT = ' '.repeat(17);

/** Notices and undecided pairs of one plan, likewise. */
const MOST_LINES = 10;

/**
 * What is wrong with each plan, where and when, by how much, and what would mend it. Plans that could
 * not be judged are told on stderr, when they are met.
 *
 * @param {AsyncIterable<Outcome>} outcomes
 * @param {Pick<About, 'colour' | 'digits'>} how
 * @returns {AsyncGenerator<string>}
 */
export async function* textReport(outcomes, { colour, digits }) {
    /** @type {Paint} */
    const paint = (style, text) => (colour ? styleText(style, text) : text);
    const tally = new Tally();
    let separator = '';
    for await (const outcome of outcomes) {
        tally.add(outcome);
        if (isFailed(outcome)) continue;
        yield `${separator}${describe(outcome, digits, paint).join('\n')}\n`;
        separator = '\n';
    }
    if (tally.count > 1) yield `${separator}${tally.describe()}\n`;
}

/**
 * @param {Judged} outcome
 * @param {About['digits']} digits
 * @param {Paint} paint
 */
function describe(outcome, digits, paint) {
    const { violations, undecided, notices, hints, valid, domain, gaps = [] } = outcome;
    const how = { digits, domain, flags: true };
    const style = valid ? 'green' : violations.length > 0 ? 'red' : 'yellow';
    const facts = [
        `plan       ${describePlan(outcome, how)}`,
        `clearance  ${describeClearance(outcome, how)}`,
        ...gaps.slice(1, MOST_GAPS).map((gap) => `gap        ${describeGap(gap, how)}`),
        ...(gaps.length > MOST_GAPS
            ? [`… and ${gaps.length - MOST_GAPS} wider gaps; --report json has them all`]
            : []),
        `checked    ${describeChecks(outcome, true).join(', ')}`,
        ...describeChecks(outcome, false, how).map((line) => `not checked: ${line}`),
        `rules      ${describeReading(outcome, how)}`,
        ...hints.map((hint) => `hint       ${hint}`),
        ...abridge(notices, 'notices', (notice) => `notice     ${notice}`),
    ];
    return [
        `${safe(planName(outcome))}: ${paint(style, describeVerdict(outcome))}`,
        ...facts.map((line) => `  ${safe(line)}`),
        ...describeGroups(groupViolations(violations), how, paint),
        ...abridge(undecided, 'undecided pairs', (one) =>
            tellKind('undecided', describeMessage(one, how)),
        ),
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

/** @param {Group[]} groups @param {Style} how @param {Paint} paint */
function describeGroups(groups, how, paint) {
    const lines = groups.slice(0, MOST_GROUPS).flatMap((group) => describeGroup(group, how, paint));
    const rest = groups.slice(MOST_GROUPS);
    if (rest.length === 0) return lines;
    return [...lines, `  … and more: ${countKinds(rest)}; --report json has them all`];
}

/** @param {Group} group @param {Style} how @param {Paint} paint */
function describeGroup(group, how, paint) {
    const { first, members } = group;
    if (members.length === 0) return tell(first, describeOthers(group, how), how, paint);
    return members.flatMap((violation) => tell(violation, '', how, paint));
}

/** @param {Violation} violation @param {string} others @param {Style} how @param {Paint} paint */
function tell(violation, others, how, paint) {
    const more = [describePlace(violation, how), describeMend(violation, how), others];
    return [
        tellKind(violation.kind, describeMessage(violation, how)),
        ...more.filter((text) => text !== '').map((text) => paint('dim', `${INDENT}${safe(text)}`)),
    ];
}
