import {
    describeAgents,
    describeCause,
    describeChecks,
    describeClearance,
    describeKindCounts,
    describeMessage,
    describeObstacle,
    describePlace,
    describePlan,
    describeRepeats,
    describeRules,
    describeSeparation,
    describeSuggestion,
    describeTotals,
    describeVerdict,
    formatNumber,
    groupViolations,
    leastClearance,
    pluralize,
} from 'graze/scenario/messages';
import { Spool } from '../output.js';
import { describeFailure, isFailed, isUnsolved, planName, Tally } from '../plan_result.js';
import { escapeMarkup, toFinite } from './escape.js';
import { picture, separationChart } from './html_figure.js';
import { STYLE } from './html_style.js';

/**
 * @import { Figure } from '../figures/figures.js'
 * @import { ViolationGroup, Style } from 'graze/scenario/messages'
 * @import { CheckedPlan, PlanResult } from '../plan_result.js'
 * @import { ReportOptions } from './index.js'
 */

/** Maximum number of groups of violations per plan that are listed without a picture. */
const MAX_GROUPS = 100;

/** Maximum number of clearances per plan that are listed. */
const MAX_CLEARANCES = 100;

/** Maximum number of notices and of undecided pairs per plan that are listed. */
const MAX_LINES = 20;

/**
 * Yields one page without scripts that needs no other file: all plans in a table, then the checked plans in
 * detail, each conflict with a picture and a timeline. The table is complete only at the end, so the plans'
 * sections are kept on disk: there may be more of them than fit in memory.
 *
 * @param {AsyncIterable<PlanResult>} results
 * @param {Pick<ReportOptions, 'digits' | 'maxGroups'>} style
 * @returns {AsyncGenerator<string>}
 */
export async function* htmlReport(results, { digits, maxGroups = MAX_GROUPS }) {
    const [rows, sections] = [new Spool(), new Spool()];
    const tally = new Tally();
    try {
        for await (const result of results) {
            tally.add(result);
            await rows.write(row(result, { digits }));
            if (!isFailed(result)) await sections.write(section(result, digits, maxGroups));
        }
        yield head(tally);
        yield* rows.read();
        yield '</tbody></table>\n';
        yield* sections.read();
        yield '</main></body></html>\n';
    } finally {
        await Promise.all([rows.remove(), sections.remove()]);
    }
}

/** @param {Tally} tally */
function head(tally) {
    const summary = escapeMarkup(tally.describe());
    return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>graze: ${summary}</title>
<style>${STYLE}</style></head>
<body><main><h1>${summary}</h1>
<table class="plans"><thead><tr><th>Plan</th><th>Verdict</th><th>Agents</th><th>Least clearance</th></tr></thead><tbody>
`;
}

/** @param {PlanResult} result @param {Style} style */
function row(result, style) {
    const name = escapeMarkup(planName(result));
    if (isFailed(result)) {
        const message = escapeMarkup(describeFailure(result));
        const [mark, verdict] = isUnsolved(result)
            ? ['unsolved', 'unsolved']
            : ['failed', 'not checked'];
        return `<tr class="${mark}"><td>${name}</td><td colspan="3">${verdict}: ${message}</td></tr>\n`;
    }
    const clearance = leastClearance(result);
    const distance =
        clearance === null ? '' : escapeMarkup(formatNumber(clearance.separation, style));
    const verdict = escapeMarkup(describeVerdict(result));
    return `<tr class="${mark(result)}"><td><a href="#${anchor(result)}">${name}</a></td><td>${verdict}</td><td>${toFinite(result.agents)}</td><td>${distance}</td></tr>\n`;
}

/** @param {CheckedPlan} result */
function anchor({ index, case: planCase }) {
    return planCase === undefined
        ? `plan-${toFinite(index)}`
        : `plan-${toFinite(index)}-${toFinite(planCase.index)}`;
}

/** @param {CheckedPlan} result */
function mark({ valid, violations }) {
    if (valid) return 'valid';
    return violations.length > 0 ? 'invalid' : 'undecided';
}

/** @param {CheckedPlan} result @param {ReportOptions['digits']} digits @param {number} maxGroups */
function section(result, digits, maxGroups) {
    const {
        violations,
        undecided,
        notices,
        hints,
        domain,
        pairClearances = [],
        figures = [],
    } = result;
    const style = { digits, domain, flags: true };
    const figuresByViolation = new Map(figures.map((figure) => [figure.violation, figure]));
    const groups = groupViolations(violations);
    const facts = [
        ['Plan', describePlan(result, style)],
        ['Clearance', describeClearance(result, style)],
        ['Checked', describeChecks(result, true).join(', ')],
        ['Not checked', describeChecks(result, false, style).join(', ')],
        ['Rules', describeRules(result, style)],
        ['Totals', describeTotals(result)],
        ['Cause', describeCause(result, style)],
    ].filter(([, text]) => text !== '');
    return [
        `<section id="${anchor(result)}"><h2>${escapeMarkup(planName(result))} <span class="${mark(result)}">${escapeMarkup(describeVerdict(result))}</span></h2>\n`,
        `<dl>${facts.map(([name, text]) => `<dt>${name}</dt><dd>${escapeMarkup(text)}</dd>`).join('')}</dl>\n`,
        list('Hints', hints),
        clearanceTable(pairClearances, style),
        list('Notices', notices),
        list(
            'Undecided',
            undecided.map((pair) => describeMessage(pair, style)),
        ),
        ...[...figuresByViolation.values()].map((figure) =>
            conflict(result, figure, groups, style),
        ),
        otherViolations(groups, figuresByViolation, style, maxGroups),
        '</section>\n',
    ].join('');
}

/** @param {string} title @param {string[]} lines */
function list(title, lines) {
    if (lines.length === 0) return '';
    const rest = lines.length - MAX_LINES;
    const items = lines.slice(0, MAX_LINES).map((line) => `<li>${escapeMarkup(line)}</li>`);
    if (rest > 0) items.push(`<li>… and ${rest} more</li>`);
    return `<details><summary>${title}: ${lines.length}</summary><ul>${items.join('')}</ul></details>\n`;
}

/**
 * Returns the clearances of the plan as a table, the least first.
 *
 * @param {NonNullable<CheckedPlan['pairClearances']>} pairClearances
 * @param {Style} style
 */
function clearanceTable(pairClearances, style) {
    if (pairClearances.length === 0) return '';
    const rows = pairClearances.slice(0, MAX_CLEARANCES).map((pairClearance) => {
        const { names, obstacle, time } = pairClearance;
        const bodies = [
            ...names.map((name) => describeAgents([name], style.domain)),
            ...(obstacle === undefined ? [] : [describeObstacle(obstacle)]),
        ];
        const cells = [
            ...bodies,
            describeSeparation(pairClearance, style),
            formatNumber(time, style),
        ];
        return `<tr>${cells.map((cell) => `<td>${escapeMarkup(cell)}</td>`).join('')}</tr>`;
    });
    const rest = pairClearances.length - MAX_CLEARANCES;
    const more = rest > 0 ? `<p>… and ${rest} wider gaps; --report json has them all</p>` : '';
    const heads = ['Of', 'To', 'Least gap', 'Time'].map((head) => `<th>${head}</th>`).join('');
    return `<details><summary>Gaps: ${pairClearances.length}</summary><table><thead><tr>${heads}</tr></thead><tbody>${rows.join('\n')}</tbody></table>${more}</details>\n`;
}

/** @param {CheckedPlan} result @param {Figure} figure @param {ViolationGroup[]} groups @param {Style} style */
function conflict({ violations }, figure, groups, style) {
    const violation = violations[figure.violation];
    if (violation === undefined) return '';
    const group = groups.find(({ index }) => index === figure.violation);
    const more = [
        describePlace(violation, style),
        group === undefined ? '' : describeRepeats(group, style),
        describeSuggestion(violation, style),
    ];
    return [
        `<article><h3>${escapeMarkup(describeMessage(violation, style))}</h3>`,
        ...more.filter((text) => text !== '').map((text) => `<p>${escapeMarkup(text)}</p>`),
        `<figure>${picture(figure, violation, style)}${separationChart(figure, violation, style)}</figure></article>\n`,
    ].join('');
}

/**
 * Returns the violations without a picture, as a table.
 *
 * @param {ViolationGroup[]} groups
 * @param {Map<number, Figure>} figuresByViolation
 * @param {Style} style
 * @param {number} maxGroups maximum number of groups that are listed
 */
function otherViolations(groups, figuresByViolation, style, maxGroups) {
    const undrawn = groups.filter(({ index }) => !figuresByViolation.has(index));
    if (undrawn.length === 0) return '';
    const rows = undrawn.slice(0, maxGroups).map((group) => {
        const { first } = group;
        const parts = [
            describePlace(first, style),
            describeRepeats(group, style),
            describeSuggestion(first, style),
        ];
        const details = parts.filter((text) => text !== '').join('; ');
        return `<tr><td>${escapeMarkup(first.kind)}</td><td>${escapeMarkup(describeMessage(first, style))}</td><td>${escapeMarkup(details)}</td></tr>`;
    });
    const rest = undrawn.slice(maxGroups);
    const title = figuresByViolation.size === 0 ? 'Violations' : 'Without a picture';
    const last =
        rest.length === 0 ? '' : `<p>… and more: ${escapeMarkup(describeKindCounts(rest))}</p>`;
    const count = pluralize(undrawn.length, 'group');
    return `<h3>${title} (${count})</h3><table><tbody>${rows.join('\n')}</tbody></table>${last}\n`;
}
