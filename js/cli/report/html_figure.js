import {
    brief,
    delayOf,
    describeMessage,
    namesInWords,
    obstacleInWords,
} from 'graze/scenario/words';
import { escapeMarkup } from './escape.js';

/**
 * Pictures and time lines as SVG. All that comes from outside is a number or is escaped.
 *
 * @import { Violation } from 'graze/scenario'
 * @import { Style } from 'graze/scenario/words'
 * @import { Drawn, Figure, Way } from '../figures/figures.js'
 */

/** Pixels that a body without a size is drawn with. */
const LEAST_RADIUS = 3;

/** The time line, in pixels: all of it, and the margins of its axes. */
const CHART = Object.freeze({ width: 480, height: 360, left: 76, right: 12, top: 28, bottom: 52 });

/** @param {number[]} flat x, y, x, y, … */
function pointList(flat) {
    const pairs = [];
    for (let k = 0; k + 1 < flat.length; k += 2) pairs.push(`${flat[k]},${flat[k + 1]}`);
    return pairs.join(' ');
}

/** @param {Drawn} drawn @param {string} style */
function body({ role, parts }, style) {
    const isOutline = style.startsWith('first');
    const shapes = parts.map(({ points, radius }) => {
        if (points.length === 2) {
            const size = Math.max(radius, LEAST_RADIUS);
            return `<circle cx="${points[0]}" cy="${points[1]}" r="${size}"/>`;
        }
        const inflated = isOutline || radius === 0 ? '' : ` stroke-width="${2 * radius}"`;
        return `<polygon points="${pointList(points)}"${inflated}/>`;
    });
    return `<g class="${style} r${Number(role)}">${shapes.join('')}</g>`;
}

/** @param {Way} way */
function lines({ role, isNear, lines: all }) {
    const style = isNear ? 'way' : 'way far';
    return all
        .map((line) => `<polyline class="${style} r${Number(role)}" points="${pointList(line)}"/>`)
        .join('');
}

/**
 * The map, the ways, and the two bodies at first contact (dashed) and at the deepest.
 *
 * @param {Figure} figure
 * @param {Violation} violation
 * @param {Style} how
 */
export function picture({ size, cells, ways, still, bodies }, violation, how) {
    const [width, height] = size;
    const walls = cells
        .map(([x, y, w, h]) => `<rect x="${x}" y="${y}" width="${w}" height="${h}"/>`)
        .join('');
    const label = `The ways of the bodies and where they are at first contact and at the deepest: ${describeMessage(violation, how)}`;
    const [first, second] = violation.names.map((name) => namesInWords([name], how.domain));
    const { obstacle } = violation;
    const other = second ?? (obstacle === undefined ? '' : obstacleInWords(obstacle));
    return [
        `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeMarkup(label)}">`,
        `<g class="wall">${walls}</g>`,
        ...still.map((one) => body(one, 'still')),
        ...ways.map(lines),
        ...bodies.map((one) => body(one, one.when === 'first' ? 'first' : 'body')),
        `<text class="a" x="8" y="18">${escapeMarkup(first)}</text>`,
        `<text class="b" x="8" y="34">${escapeMarkup(other)}</text>`,
        `<text class="end" x="${width - 8}" y="${height - 8}">dashed: at first; filled: at the deepest</text>`,
        '</svg>',
    ].join('');
}

/**
 * How far the two are apart over time: the contact shaded, the deepest instant marked, and what a delay
 * that ends the conflict makes of it.
 *
 * @param {Figure} figure
 * @param {Violation} violation
 * @param {Style} how
 */
export function gapChart({ gap }, violation, how) {
    if (gap === null) return '';
    const { interval, mend, agents, names } = violation;
    const { times, gaps, deepest } = gap;
    // Vehicles do not wait.
    const mended = how.domain === 'driving' ? null : gap.mended;
    const { width, height, left, right, top, bottom } = CHART;
    const values = [...gaps, ...(mended ?? [])].filter((value) => value !== null);
    const [from, to] = [times[0], times[times.length - 1]];
    const low = Math.min(0, ...values);
    const high = Math.max(0, ...values) || 1;
    /** @param {number} t */
    const x = (t) => left + ((t - from) / (to - from || 1)) * (width - left - right);
    /** @param {number} value */
    const y = (value) => top + ((high - value) / (high - low)) * (height - top - bottom);
    /** @param {(number | null)[]} series @param {string} style */
    const curve = (series, style) => {
        const path = series.map((value, k) =>
            value === null
                ? ''
                : `${series[k - 1] == null ? 'M' : 'L'}${at(x(times[k]))} ${at(y(value))}`,
        );
        return `<path class="${style}" d="${path.join('')}"/>`;
    };
    const [begin, end] = interval.map((t) => x(Math.min(Math.max(t, from), to)));
    const depth = gaps[times.indexOf(deepest)] ?? null;
    const label = `The distance of the bodies over time: ${describeMessage(violation, how)}`;
    const base = height - bottom;
    const mark =
        depth === null
            ? ''
            : `<circle class="deepest" cx="${at(x(deepest))}" cy="${at(y(depth))}" r="4"><title>${brief(depth)} at t = ${brief(deepest)}</title></circle>`;
    const late =
        mend && mended !== null
            ? `<text class="m" x="${left}" y="${height - 6}">dashed: ${escapeMarkup(namesInWords([names[agents.indexOf(mend.agent)]], how.domain))} later by ${delayOf(mend, how.digits)}</text>`
            : '';
    return [
        `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeMarkup(label)}">`,
        `<rect class="contact" x="${at(begin)}" y="${top}" width="${at(Math.max(end - begin, 1))}" height="${base - top}"/>`,
        `<path class="axis" d="M${left} ${top}V${base}H${width - right}M${left} ${at(y(0))}H${width - right}"/>`,
        `<text x="${left}" y="${top - 10}">gap between them</text>`,
        `<text class="end" x="${left - 6}" y="${at(y(high) + 5)}">${tick(high)}</text>`,
        `<text class="end" x="${left - 6}" y="${at(y(0) + 4)}">0</text>`,
        low < -0.1 * high
            ? `<text class="end" x="${left - 6}" y="${at(y(low) + 4)}">${tick(low)}</text>`
            : '',
        `<text x="${left}" y="${base + 16}">t = ${brief(from)}</text>`,
        `<text class="end" x="${width - right}" y="${base + 16}">${brief(to)}</text>`,
        `<text class="mid" x="${at((begin + end) / 2)}" y="${base + 32}">contact ${interval.map(brief).join(' to ')}</text>`,
        curve(gaps, 'gap'),
        mended === null ? '' : curve(mended, 'mended'),
        mark,
        late,
        '</svg>',
    ].join('');
}

/** A number at an axis. @param {number} value */
function tick(value) {
    return String(Number(value.toPrecision(3)));
}

/** Rounds to a hundredth of a pixel. @param {number} value */
function at(value) {
    return Math.round(value * 100) / 100;
}
