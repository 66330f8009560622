import {
    counted,
    countKinds,
    describeCause,
    describeChecks,
    describeClearance,
    describeDistance,
    describeMend,
    describeMessage,
    describeOthers,
    describePlace,
    describePlan,
    describeReading,
    describeVerdict,
    groupViolations,
    inDigits,
    leastGap,
    namesInWords,
    obstacleInWords,
} from 'graze/scenario/words';
import { describeFailure, isFailed, isUnsolved, planName, Tally } from '../outcome.js';
import { Spool } from '../output.js';
import { escapeMarkup } from './escape.js';
import { gapChart, picture } from './html_figure.js';
import { STYLE } from './html_style.js';

/**
 * @import { Figure } from '../figures/figures.js'
 * @import { Group, Style } from 'graze/scenario/words'
 * @import { Judged, Outcome } from '../outcome.js'
 * @import { About } from './index.js'
 */

/** Groups of violations of one plan that are listed without a picture. */
const MOST_GROUPS = 100;

/** Gaps of one plan that are listed. */
const MOST_GAPS = 100;

/** Notices and undecided pairs of one plan that are told. */
const MOST_LINES = 20;

/**
 * One page that needs nothing beside itself, and no scripts: all plans in a table, then those of which
 * there is something to say, each conflict with a picture and a time line. What comes last is known
 * first, so the plans' parts wait on disk: a campaign may have more of them than memory.
 *
 * @param {AsyncIterable<Outcome>} outcomes
 * @param {Pick<About, 'digits' | 'most'>} how
 * @returns {AsyncGenerator<string>}
 */
export async function* htmlReport(outcomes, { digits, most = MOST_GROUPS }) {
    const [rows, sections] = [new Spool(), new Spool()];
    const tally = new Tally();
    try {
        for await (const outcome of outcomes) {
            tally.add(outcome);
            await rows.write(row(outcome, { digits }));
            if (!isFailed(outcome)) await sections.write(section(outcome, digits, most));
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

/** @param {Outcome} outcome @param {Style} how */
function row(outcome, how) {
    const name = escapeMarkup(planName(outcome));
    if (isFailed(outcome)) {
        const what = escapeMarkup(describeFailure(outcome));
        const [mark, verdict] = isUnsolved(outcome)
            ? ['unsolved', 'unsolved']
            : ['failed', 'not judged'];
        return `<tr class="${mark}"><td>${name}</td><td colspan="3">${verdict}: ${what}</td></tr>\n`;
    }
    const least = leastGap(outcome);
    const distance = least === null ? '' : escapeMarkup(inDigits(least.distance, how));
    const verdict = escapeMarkup(describeVerdict(outcome));
    return `<tr class="${mark(outcome)}"><td><a href="#${anchor(outcome)}">${name}</a></td><td>${verdict}</td><td>${outcome.agents}</td><td>${distance}</td></tr>\n`;
}

/** @param {Judged} outcome */
function anchor({ index, case: part }) {
    return part === undefined ? `plan-${index}` : `plan-${index}-${part.index}`;
}

/** @param {Judged} outcome */
function mark({ valid, violations }) {
    if (valid) return 'valid';
    return violations.length > 0 ? 'invalid' : 'undecided';
}

/** @param {Judged} outcome @param {About['digits']} digits @param {number} most */
function section(outcome, digits, most) {
    const { violations, undecided, notices, hints, domain, gaps = [], figures = [] } = outcome;
    const how = { digits, domain, flags: true };
    const drawn = new Map(figures.map((figure) => [figure.violation, figure]));
    const groups = groupViolations(violations);
    const facts = [
        ['Plan', describePlan(outcome, how)],
        ['Clearance', describeClearance(outcome, how)],
        ['Checked', describeChecks(outcome, true).join(', ')],
        ['Not checked', describeChecks(outcome, false, how).join(', ')],
        ['Rules', describeReading(outcome, how)],
        ['Totals', countKinds(groups)],
        ['Cause', describeCause(outcome, how)],
    ].filter(([, text]) => text !== '');
    return [
        `<section id="${anchor(outcome)}"><h2>${escapeMarkup(planName(outcome))} <span class="${mark(outcome)}">${escapeMarkup(describeVerdict(outcome))}</span></h2>\n`,
        `<dl>${facts.map(([name, text]) => `<dt>${name}</dt><dd>${escapeMarkup(text)}</dd>`).join('')}</dl>\n`,
        list('Hints', hints),
        gapTable(gaps, how),
        list('Notices', notices),
        list(
            'Undecided',
            undecided.map((one) => describeMessage(one, how)),
        ),
        ...[...drawn.values()].map((figure) => conflict(outcome, figure, groups, how)),
        others(groups, drawn, how, most),
        '</section>\n',
    ].join('');
}

/** @param {string} title @param {string[]} lines */
function list(title, lines) {
    if (lines.length === 0) return '';
    const rest = lines.length - MOST_LINES;
    const items = lines.slice(0, MOST_LINES).map((line) => `<li>${escapeMarkup(line)}</li>`);
    if (rest > 0) items.push(`<li>… and ${rest} more</li>`);
    return `<details><summary>${title}: ${lines.length}</summary><ul>${items.join('')}</ul></details>\n`;
}

/**
 * Returns the least gaps of the plan as a table, the least first.
 *
 * @param {NonNullable<Judged['gaps']>} gaps
 * @param {Style} how
 */
function gapTable(gaps, how) {
    if (gaps.length === 0) return '';
    const rows = gaps.slice(0, MOST_GAPS).map((gap) => {
        const { names, obstacle, time } = gap;
        const who = [
            ...names.map((name) => namesInWords([name], how.domain)),
            ...(obstacle === undefined ? [] : [obstacleInWords(obstacle)]),
        ];
        const cells = [...who, describeDistance(gap, how), inDigits(time, how)];
        return `<tr>${cells.map((cell) => `<td>${escapeMarkup(cell)}</td>`).join('')}</tr>`;
    });
    const rest = gaps.length - MOST_GAPS;
    const more = rest > 0 ? `<p>… and ${rest} wider gaps; --report json has them all</p>` : '';
    const heads = ['Of', 'To', 'Least gap', 'Time'].map((head) => `<th>${head}</th>`).join('');
    return `<details><summary>Gaps: ${gaps.length}</summary><table><thead><tr>${heads}</tr></thead><tbody>${rows.join('\n')}</tbody></table>${more}</details>\n`;
}

/** @param {Judged} outcome @param {Figure} figure @param {Group[]} groups @param {Style} how */
function conflict({ violations }, figure, groups, how) {
    const violation = violations[figure.violation];
    if (violation === undefined) return '';
    const group = groups.find(({ index }) => index === figure.violation);
    const more = [
        describePlace(violation, how),
        group === undefined ? '' : describeOthers(group, how),
        describeMend(violation, how),
    ];
    return [
        `<article><h3>${escapeMarkup(describeMessage(violation, how))}</h3>`,
        ...more.filter((text) => text !== '').map((text) => `<p>${escapeMarkup(text)}</p>`),
        `<figure>${picture(figure, violation, how)}${gapChart(figure, violation, how)}</figure></article>\n`,
    ].join('');
}

/**
 * What has no picture, as a table.
 *
 * @param {Group[]} groups
 * @param {Map<number, Figure>} drawn
 * @param {Style} how
 * @param {number} most groups that are listed
 */
function others(groups, drawn, how, most) {
    const bare = groups.filter(({ index }) => !drawn.has(index));
    if (bare.length === 0) return '';
    const rows = bare.slice(0, most).map((group) => {
        const { first } = group;
        const told = [
            describePlace(first, how),
            describeOthers(group, how),
            describeMend(first, how),
        ];
        const details = told.filter((text) => text !== '').join('; ');
        return `<tr><td>${escapeMarkup(first.kind)}</td><td>${escapeMarkup(describeMessage(first, how))}</td><td>${escapeMarkup(details)}</td></tr>`;
    });
    const rest = bare.slice(most);
    const title = drawn.size === 0 ? 'Violations' : 'Without a picture';
    const last = rest.length === 0 ? '' : `<p>… and more: ${escapeMarkup(countKinds(rest))}</p>`;
    const count = counted(bare.length, 'group');
    return `<h3>${title} (${count})</h3><table><tbody>${rows.join('\n')}</tbody></table>${last}\n`;
}
