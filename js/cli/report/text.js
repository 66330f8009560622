import { styleText } from 'node:util';
import {
    countLeftOut,
    describeAgents,
    describeCause,
    describeChecks,
    describeClearance,
    describeKindCounts,
    describeMessage,
    describePairClearance,
    describePlace,
    describePlan,
    describeRepeats,
    describeRules,
    describeSuggestion,
    describeTotals,
    describeVerdict,
    describeWorst,
    formatNumber,
    groupViolations,
} from 'graze/scenario/messages';
import { toPrintable } from '../console/streams.js';
import { isFailed, planName, Tally } from '../results/plan_result.js';

/**
 * @import { Violation } from 'graze/scenario'
 * @import { ViolationGroup, Style } from 'graze/scenario/messages'
 * @import { CheckedPlan, PlanResult } from '../results/plan_result.js'
 * @import { ReportOptions } from './index.js'
 *
 * @typedef {(color: 'green' | 'red' | 'yellow' | 'dim', text: string) => string} Paint
 */

/** Maximum number of groups of violations per plan that are listed; the rest is only counted. */
const MAX_GROUPS = 20;

/** Maximum number of pair clearances per plan that are listed, including the least. */
const MAX_CLEARANCES = 10;

/** Indentation under a violation's message. */
const INDENT = ' '.repeat(17);

/** Maximum number of notices and of undecided pairs per plan that are listed. */
const MAX_LINES = 10;

/**
 * Yields the violations of each plan: their place, time and size, and suggested delays. Plans that could not be
 * checked are printed on stderr as soon as their results arrive.
 *
 * A single plan is described in full; each of several plans has a line, unless details are requested.
 *
 * @param {AsyncIterable<PlanResult>} results
 * @param {Pick<ReportOptions, 'color' | 'digits' | 'details' | 'maxGroups'>} style
 * @returns {AsyncGenerator<string>}
 */
export async function* textReport(
    results,
    { color: isColored, digits, details, maxGroups = MAX_GROUPS },
) {
    /** @type {Paint} */
    const paint = (color, text) => (isColored ? styleText(color, text) : text);
    const tally = new Tally();
    let separator = '';
    /** @param {CheckedPlan} result */
    const describeFully = (result) =>
        `${describePlanFully(result, digits, maxGroups, paint).join('\n')}\n`;
    /** The first plan, until it is known whether it is the only one. @type {CheckedPlan | undefined} */
    let first;
    for await (const result of results) {
        tally.add(result);
        if (first !== undefined && !details) yield describeBriefly(first, digits, paint);
        first = undefined;
        if (isFailed(result)) continue;
        if (details) {
            yield `${separator}${describeFully(result)}`;
            separator = '\n';
        } else if (tally.count === 1) {
            first = result;
        } else {
            yield describeBriefly(result, digits, paint);
        }
    }
    if (first !== undefined) yield describeFully(first);
    if (tally.count > 1) yield `${separator}${toPrintable(tally.describe())}\n`;
}

/**
 * @param {CheckedPlan} result
 * @param {ReportOptions['digits']} digits
 * @param {Paint} paint
 */
function describeBriefly(result, digits, paint) {
    const { violations, undecided, hints = [], valid, domain } = result;
    const color = valid ? 'green' : violations.length > 0 ? 'red' : 'yellow';
    const verdict = paint(color, toPrintable(describeVerdict(result)));
    const [first] = [...violations, ...undecided];
    const more = [
        ...(violations.length > 0 ? [`(${describeTotals(result)})`] : []),
        ...(first === undefined
            ? []
            : [
                  `first at t = ${formatNumber(first.interval[0], { digits })}, ${describeAgents(first.names, domain)}`,
              ]),
    ].join(', ');
    const rest = more === '' ? '' : `${more.startsWith('(') ? ' ' : ', '}${toPrintable(more)}`;
    const lines = [
        `${toPrintable(planName(result))}: ${verdict}${rest}`,
        ...hints.slice(0, MAX_LINES).map((hint) => `  hint       ${toPrintable(hint)}`),
    ];
    return `${lines.join('\n')}\n`;
}

/**
 * @param {CheckedPlan} result
 * @param {ReportOptions['digits']} digits
 * @param {number} maxGroups maximum number of groups of violations that are listed
 * @param {Paint} paint
 */
function describePlanFully(result, digits, maxGroups, paint) {
    const { violations, undecided, notices, hints, valid, domain, pairClearances = [] } = result;
    const style = { digits, domain, flags: true };
    const color = valid ? 'green' : violations.length > 0 ? 'red' : 'yellow';
    const facts = [
        `plan       ${describePlan(result, style)}`,
        `clearance  ${describeClearance(result, style)}`,
        ...pairClearances
            .slice(1, MAX_CLEARANCES)
            .map((pairClearance) => `gap        ${describePairClearance(pairClearance, style)}`),
        ...(pairClearances.length > MAX_CLEARANCES
            ? [
                  `… and ${pairClearances.length - MAX_CLEARANCES} wider gaps; --report json has them all`,
              ]
            : []),
        `checked    ${describeChecks(result, true).join(', ')}`,
        ...describeChecks(result, false, style).map((line) => `not checked: ${line}`),
        `rules      ${describeRules(result, style)}`,
        ...hints.map((hint) => `hint       ${hint}`),
        ...abridge(notices, 'notices', (notice) => `notice     ${notice}`),
    ];
    return [
        `${toPrintable(planName(result))}: ${paint(color, toPrintable(describeVerdict(result)))}`,
        ...facts.map((line) => `  ${toPrintable(line)}`),
        ...describeGroups(result, maxGroups, style, paint),
        ...abridge(undecided, 'undecided pairs', (item) =>
            formatKindLine('undecided', describeMessage(item, style)),
        ),
    ];
}

/** @param {string} kind @param {string} message */
function formatKindLine(kind, message) {
    return `  ${toPrintable(kind).padEnd(14)} ${toPrintable(message)}`;
}

/**
 * @template T
 * @param {T[]} list
 * @param {string} plural
 * @param {(item: T) => string} format
 */
function abridge(list, plural, format) {
    const rest = list.length - MAX_LINES;
    const lines = list.slice(0, MAX_LINES).map(format);
    return rest > 0 ? [...lines, `  … and ${rest} more ${plural}`] : lines;
}

/** @param {CheckedPlan} result @param {number} maxGroups @param {Style} style @param {Paint} paint */
function describeGroups(result, maxGroups, style, paint) {
    const groups = groupViolations(result.violations);
    const cause = describeCause(result, style);
    const lines = [
        ...(cause === '' ? [] : [`  cause      ${toPrintable(cause)}`]),
        ...groups.slice(0, maxGroups).flatMap((group) => describeGroup(group, style, paint)),
    ];
    const rest = groups.slice(maxGroups);
    const isComplete = countLeftOut(result) === 0;
    if (rest.length === 0 && isComplete) return lines;
    const listed = isComplete ? 'them all' : 'those that are kept';
    const more = `  … and more: ${toPrintable(describeKindCounts(rest))}; --max-violations all or --report json has ${listed}`;
    return [
        ...lines,
        ...(rest.length > 0 ? [more] : []),
        `  totals     ${toPrintable(describeTotals(result))}`,
        ...describeWorst(result).map((line) => `             ${toPrintable(line)}`),
    ];
}

/** @param {ViolationGroup} group @param {Style} style @param {Paint} paint */
function describeGroup(group, style, paint) {
    const { first, members } = group;
    if (members.length === 0)
        return describeViolation(first, describeRepeats(group, style), style, paint);
    return members.flatMap((violation) => describeViolation(violation, '', style, paint));
}

/** @param {Violation} violation @param {string} others @param {Style} style @param {Paint} paint */
function describeViolation(violation, others, style, paint) {
    const more = [describePlace(violation, style), describeSuggestion(violation, style), others];
    return [
        formatKindLine(violation.kind, describeMessage(violation, style)),
        ...more
            .filter((text) => text !== '')
            .map((text) => paint('dim', `${INDENT}${toPrintable(text)}`)),
    ];
}
