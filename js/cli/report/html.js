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
    formatDelay,
    formatNumber,
    formatShort,
    groupViolations,
    leastClearance,
    pluralize,
} from 'graze/scenario/messages';
import { Spool } from '../files/output.js';
import { describeFailure, isFailed, isUnsolved, planName, Tally } from '../results/plan_result.js';
import { escapeMarkup, toFinite } from './escape.js';

/**
 * @import { Violation } from 'graze/scenario'
 * @import { Style, ViolationGroup } from 'graze/scenario/messages'
 * @import { DrawnBody, Figure, Route } from '../figures/figures.js'
 * @import { CheckedPlan, PlanResult } from '../results/plan_result.js'
 * @import { ReportOptions } from './index.js'
 */

/** Style of the page, light or dark as the reader's system is. */
export const STYLE = `
:root { color-scheme: light dark; --ink: #1c2430; --paper: #fff; --faint: #667; --line: #ccd3dc;
  --wall: #b9c0ca; --a: #1668c7; --b: #c2540a; --o: #5b6573; --bad: #b3261e; --good: #1a7f37;
  --odd: #8a6100; --shade: #b3261e22; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e8ee; --paper: #14181e; --faint: #98a2b0;
  --line: #364050; --wall: #465162; --a: #6cb0ff; --b: #ff9b57; --o: #a5b0c0; --bad: #ff8a80;
  --good: #5fd37e; --odd: #e3b341; --shade: #ff8a8033; } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 72rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; overflow-wrap: anywhere; }
h3 { font-size: 1rem; margin: 1.2rem 0 .2rem; } p { margin: .2rem 0; color: var(--faint); }
table { border-collapse: collapse; width: 100%; } td, th { text-align: left; padding: .25rem .6rem;
  border-bottom: 1px solid var(--line); vertical-align: top; }
td { overflow-wrap: break-word; } td:first-child { overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; margin: 0; }
dt { color: var(--faint); } dd { margin: 0; overflow-wrap: anywhere; } a { color: var(--a); }
span.valid, .plans .valid td:nth-child(2) { color: var(--good); }
span.invalid, .plans .invalid td:nth-child(2), .failed td { color: var(--bad); }
span.undecided, .plans .undecided td:nth-child(2), .plans .unsolved td:nth-child(2) { color: var(--odd); }
figure { display: flex; flex-wrap: wrap; gap: 1rem; margin: .6rem 0; }
table:not(.plans) td:first-child { white-space: nowrap; }
svg { width: 480px; max-width: 100%; height: auto; border: 1px solid var(--line); border-radius: 4px; }
svg text { font: 12px system-ui, sans-serif; fill: var(--ink); }
.blocked { fill: var(--wall); } .r0 { --c: var(--a); } .r1 { --c: var(--b); } .r2 { --c: var(--o); }
.route { fill: none; stroke: var(--c); stroke-width: 2; } .far { stroke-width: 1; opacity: .35; }
.body { opacity: .55; } .body * { fill: var(--c); stroke: var(--c); stroke-linejoin: round; }
.first * { fill: none; stroke: var(--c); stroke-width: 1.5; stroke-dasharray: 4 3; }
.obstacle * { fill: var(--o); stroke: var(--o); stroke-linejoin: round; } .obstacle { opacity: .35; }
.contact { fill: var(--shade); } .axis { stroke: var(--faint); stroke-width: 1; fill: none; }
.separation { fill: none; stroke: var(--ink); stroke-width: 2; }
.delayed { fill: none; stroke: var(--good); stroke-width: 2; stroke-dasharray: 6 4; }
.deepest { fill: var(--bad); } text.a { fill: var(--a); } text.b { fill: var(--b); }
text.m { fill: var(--good); } text.end { text-anchor: end; } text.mid { text-anchor: middle; }
@media print { article, svg { break-inside: avoid; } }
`;

/**
 * Writes pictures and timelines as SVG. All data from outside is converted to numbers or escaped where it is written.
 */

/** Radius, in pixels, with which a body without a size is drawn. */
const MIN_RADIUS = 3;

/** Size of the timeline and margins of its axes, in pixels. */
const CHART = Object.freeze({ width: 480, height: 360, left: 76, right: 12, top: 28, bottom: 52 });

/** @param {number[]} coordinates coordinates x, y, x, y, … */
function pointList(coordinates) {
    const pairs = [];
    for (let k = 0; k + 1 < coordinates.length; k += 2)
        pairs.push(`${toFinite(coordinates[k])},${toFinite(coordinates[k + 1])}`);
    return pairs.join(' ');
}

/** @param {DrawnBody} drawn @param {string} className */
function bodyMarkup({ role, parts }, className) {
    const isOutline = className.startsWith('first');
    const shapes = parts.map(({ points, holes, radius }) => {
        if (points.length === 2) {
            const size = Math.max(toFinite(radius), MIN_RADIUS);
            return `<circle cx="${toFinite(points[0])}" cy="${toFinite(points[1])}" r="${size}"/>`;
        }
        const inflated = isOutline || radius === 0 ? '' : ` stroke-width="${2 * toFinite(radius)}"`;
        if (holes !== undefined) {
            const rings = [points, ...holes].map((ring) => `M${pointList(ring)}Z`).join('');
            return `<path d="${rings}" fill-rule="evenodd"${inflated}/>`;
        }
        return `<polygon points="${pointList(points)}"${inflated}/>`;
    });
    return `<g class="${className} r${toFinite(role)}">${shapes.join('')}</g>`;
}

/** @param {Route} route */
function routeLines({ role, isInWindow, lines: all }) {
    const className = isInWindow ? 'route' : 'route far';
    return all
        .map(
            (line) =>
                `<polyline class="${className} r${toFinite(role)}" points="${pointList(line)}"/>`,
        )
        .join('');
}

/**
 * Returns a picture of the map, the routes, and the two bodies at first contact (dashed) and at the deepest
 * overlap.
 *
 * @param {Figure} figure
 * @param {Violation} violation
 * @param {Style} style
 */
export function picture({ size, cells, routes, obstacles, bodies }, violation, style) {
    const [width, height] = [toFinite(size[0]), toFinite(size[1])];
    const blockedCells = cells
        .map((cell) => [0, 1, 2, 3].map((k) => toFinite(cell[k])))
        .map(([x, y, w, h]) => `<rect x="${x}" y="${y}" width="${w}" height="${h}"/>`)
        .join('');
    const label = `The routes of the bodies, and their positions at first contact and at the deepest overlap: ${describeMessage(violation, style)}`;
    const [first, second] = violation.names.map((name) => describeAgents([name], style.domain));
    const { obstacle } = violation;
    const other = second ?? (obstacle === undefined ? '' : describeObstacle(obstacle));
    return [
        `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeMarkup(label)}">`,
        `<g class="blocked">${blockedCells}</g>`,
        ...obstacles.map((item) => bodyMarkup(item, 'obstacle')),
        ...routes.map(routeLines),
        ...bodies.map((item) => bodyMarkup(item, item.instant === 'first' ? 'first' : 'body')),
        `<text class="a" x="8" y="18">${escapeMarkup(first ?? '')}</text>`,
        `<text class="b" x="8" y="34">${escapeMarkup(other)}</text>`,
        `<text class="end" x="${width - 8}" y="${height - 8}">dashed: at first contact; filled: at the deepest overlap</text>`,
        '</svg>',
    ].join('');
}

/**
 * Returns a chart of the separation of the two bodies over time: the contact is shaded, the instant of the
 * deepest overlap is marked, and a second curve shows the effect of a delay that ends the conflict.
 *
 * @param {Figure} figure
 * @param {Violation} violation
 * @param {Style} style
 */
export function separationChart({ separation }, violation, style) {
    if (separation === null) return '';
    const { interval, suggestion, agents, names } = violation;
    const { times, separations, deepestTime } = separation;
    // Vehicles cannot wait.
    const delayed = style.domain === 'driving' ? null : separation.delayed;
    const { width, height, left, right, top, bottom } = CHART;
    const values = [...separations, ...(delayed ?? [])].filter((value) => value !== null);
    const [from, to] = [times[0], times[times.length - 1]];
    const low = Math.min(0, ...values);
    const high = Math.max(0, ...values) || 1;
    /** @param {number} t */
    const x = (t) => left + ((t - from) / (to - from || 1)) * (width - left - right);
    /** @param {number} value */
    const y = (value) => top + ((high - value) / (high - low)) * (height - top - bottom);
    /** @param {(number | null)[]} series @param {string} className */
    const curve = (series, className) => {
        const path = series.map((value, k) =>
            value === null
                ? ''
                : `${series[k - 1] == null ? 'M' : 'L'}${roundPixel(x(times[k]))} ${roundPixel(y(value))}`,
        );
        return `<path class="${className}" d="${path.join('')}"/>`;
    };
    const [begin, end] = interval.map((t) => x(Math.min(Math.max(t, from), to)));
    const depth = separations[times.indexOf(deepestTime)] ?? null;
    const label = `The distance of the bodies over time: ${describeMessage(violation, style)}`;
    const base = height - bottom;
    const mark =
        depth === null
            ? ''
            : `<circle class="deepest" cx="${roundPixel(x(deepestTime))}" cy="${roundPixel(y(depth))}" r="4"><title>${escapeMarkup(`${formatShort(depth)} at t = ${formatShort(deepestTime)}`)}</title></circle>`;
    const delayNote =
        suggestion && delayed !== null
            ? `<text class="m" x="${left}" y="${height - 6}">dashed: ${escapeMarkup(describeAgents([names[agents.indexOf(suggestion.agent)] ?? String(suggestion.agent)], style.domain))} later by ${escapeMarkup(formatDelay(suggestion, style.digits))}</text>`
            : '';
    return [
        `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeMarkup(label)}">`,
        `<rect class="contact" x="${roundPixel(begin)}" y="${top}" width="${roundPixel(Math.max(end - begin, 1))}" height="${base - top}"/>`,
        `<path class="axis" d="M${left} ${top}V${base}H${width - right}M${left} ${roundPixel(y(0))}H${width - right}"/>`,
        `<text x="${left}" y="${top - 10}">gap between them</text>`,
        `<text class="end" x="${left - 6}" y="${roundPixel(y(high) + 5)}">${escapeMarkup(tick(high))}</text>`,
        `<text class="end" x="${left - 6}" y="${roundPixel(y(0) + 4)}">0</text>`,
        low < -0.1 * high
            ? `<text class="end" x="${left - 6}" y="${roundPixel(y(low) + 4)}">${escapeMarkup(tick(low))}</text>`
            : '',
        `<text x="${left}" y="${base + 16}">t = ${escapeMarkup(formatShort(from))}</text>`,
        `<text class="end" x="${width - right}" y="${base + 16}">${escapeMarkup(formatShort(to))}</text>`,
        `<text class="mid" x="${roundPixel((begin + end) / 2)}" y="${base + 32}">contact ${escapeMarkup(interval.map(formatShort).join(' to '))}</text>`,
        curve(separations, 'separation'),
        delayed === null ? '' : curve(delayed, 'delayed'),
        mark,
        delayNote,
        '</svg>',
    ].join('');
}

/** Formats a number at an axis. @param {number} value */
function tick(value) {
    return String(Number(value.toPrecision(3)));
}

/** Rounds to a hundredth of a pixel. @param {number} value */
function roundPixel(value) {
    return toFinite(Math.round(value * 100) / 100);
}

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
