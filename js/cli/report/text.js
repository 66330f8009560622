import { styleText } from 'node:util';
import {
    countKinds,
    describeCause,
    describeChecks,
    describeClearance,
    describeGap,
    describeMend,
    describeMessage,
    describeOthers,
    describePlace,
    describePlan,
    describeReading,
    describeTotals,
    describeVerdict,
    groupViolations,
    inDigits,
    namesInWords,
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
 * One plan alone is described in full; of several each has a line, unless details are wanted.
 *
 * @param {AsyncIterable<Outcome>} outcomes
 * @param {Pick<About, 'colour' | 'digits' | 'details' | 'most'>} how
 * @returns {AsyncGenerator<string>}
 */
export async function* textReport(outcomes, { colour, digits, details, most = MOST_GROUPS }) {
    /** @type {Paint} */
    const paint = (style, text) => (colour ? styleText(style, text) : text);
    const tally = new Tally();
    let separator = '';
    /** @param {Judged} outcome */
    const inFull = (outcome) => `${describe(outcome, digits, most, paint).join('\n')}\n`;
    /** The first plan, until it is known whether it is the only one. @type {Judged | undefined} */
    let first;
    for await (const outcome of outcomes) {
        tally.add(outcome);
        if (first !== undefined && !details) yield describeBriefly(first, digits, paint);
        first = undefined;
        if (isFailed(outcome)) continue;
        if (details) {
            yield `${separator}${inFull(outcome)}`;
            separator = '\n';
        } else if (tally.count === 1) {
            first = outcome;
        } else {
            yield describeBriefly(outcome, digits, paint);
        }
    }
    if (first !== undefined) yield inFull(first);
    if (tally.count > 1) yield `${separator}${safe(tally.describe())}\n`;
}

/**
 * @param {Judged} outcome
 * @param {About['digits']} digits
 * @param {Paint} paint
 */
function describeBriefly(outcome, digits, paint) {
    const { violations, undecided, hints = [], valid, domain } = outcome;
    const style = valid ? 'green' : violations.length > 0 ? 'red' : 'yellow';
    const verdict = paint(style, describeVerdict(outcome));
    const [first] = [...violations, ...undecided];
    const more = [
        ...(violations.length > 0 ? [`(${countKinds(groupViolations(violations))})`] : []),
        ...(first === undefined
            ? []
            : [
                  `first at t = ${inDigits(first.interval[0], { digits })}, ${namesInWords(first.names, domain)}`,
              ]),
    ].join(', ');
    const rest = more === '' ? '' : `${more.startsWith('(') ? ' ' : ', '}${safe(more)}`;
    const lines = [
        `${safe(planName(outcome))}: ${verdict}${rest}`,
        ...hints.slice(0, MOST_LINES).map((hint) => `  hint       ${safe(hint)}`),
    ];
    return `${lines.join('\n')}\n`;
}

/**
 * @param {Judged} outcome
 * @param {About['digits']} digits
 * @param {number} most groups of violations that are listed
 * @param {Paint} paint
 */
function describe(outcome, digits, most, paint) {
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
        ...describeGroups(outcome, most, how, paint),
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

/** @param {Judged} outcome @param {number} most @param {Style} how @param {Paint} paint */
function describeGroups(outcome, most, how, paint) {
    const groups = groupViolations(outcome.violations);
    const cause = describeCause(outcome, how);
    const lines = [
        ...(cause === '' ? [] : [`  cause      ${safe(cause)}`]),
        ...groups.slice(0, most).flatMap((group) => describeGroup(group, how, paint)),
    ];
    const rest = groups.slice(most);
    if (rest.length === 0) return lines;
    return [
        ...lines,
        `  … and more: ${countKinds(rest)}; --max-violations all or --report json has them all`,
        `  totals     ${countKinds(groups)}`,
        ...describeTotals(outcome).map((line) => `             ${safe(line)}`),
    ];
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
