import {
    describeAgents,
    describeMessage,
    describeObstacle,
    formatDelay,
    formatShort,
} from 'graze/scenario/messages';
import { escapeMarkup, toFinite } from './escape.js';

/**
 * Writes pictures and timelines as SVG. All data from outside is converted to numbers or escaped where it is written.
 *
 * @import { Violation } from 'graze/scenario'
 * @import { Style } from 'graze/scenario/messages'
 * @import { DrawnBody, Figure, Route } from '../figures/figures.js'
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
