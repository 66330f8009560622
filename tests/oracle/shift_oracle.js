import { leastSeparation, placed } from './body_oracle.js';

/**
 * Decides whether two bodies overlap when one of them starts later: by samples of their positions and a bound on their
 * displacement between samples (branch and bound over time, Lipschitz). It shares no code with the package.
 *
 * @import { Agent } from 'graze/scenario'
 * @import { Moving, Placed } from './body_oracle.js'
 *
 * @typedef {'stay' | 'vanish'} Ending
 *
 * @typedef {object} Phase a stretch of time in which a body moves by one piece of its motion, or rests
 * @property {number} begin
 * @property {number} end
 * @property {number} speed no point of the body is faster
 * @property {(t: number) => Placed[]} at
 */

/**
 * Bodies whose times of presence differ by less, one vanishing before the other appears, may meet because times are
 * rounded.
 */
const INSTANT = 1e-9;

/** Intervals of time shorter than this, as a fraction of the time scale, are not halved further. */
const SHORTEST = 1e-12;

/**
 * Returns the phases of a body, in time order.
 *
 * @param {Moving} body
 * @param {Ending} before
 * @param {Ending} after
 * @returns {Phase[]}
 */
export function phasesOf({ shape, motion }, before, after) {
    const reach = reachOf(shape);
    /** @type {Phase[]} */
    const phases = motion.map(({ t0, t1, x, y, angle = [0] }) => {
        const span = t1 - t0;
        const speed = Math.hypot(rate(x, span), rate(y, span)) + rate(angle, span) * reach;
        /** @param {number} t */
        const at = (t) => {
            const s = Math.min(Math.max(t - t0, 0), span);
            return placed(shape, valueAt(x, s), valueAt(y, s), valueAt(angle, s));
        };
        return { begin: t0, end: t1, speed, at };
    });
    const [first, last] = [phases[0], phases[phases.length - 1]];
    /** @param {Phase} phase @param {number} t @param {number} begin @param {number} end */
    const rest = (phase, t, begin, end) => {
        const place = phase.at(t);
        return { begin, end, speed: 0, at: () => place };
    };
    return [
        ...(before === 'stay' ? [rest(first, first.begin, -Infinity, first.begin)] : []),
        ...phases,
        ...(after === 'stay' ? [rest(last, last.end, last.end, Infinity)] : []),
    ];
}

/**
 * Returns whether two bodies overlap by more than a depth while both are present, the first one `delay` later.
 *
 * @param {Phase[]} first
 * @param {Phase[]} second
 * @param {number} delay
 * @param {number} depth
 * @returns {'deep' | 'clear' | 'close'} 'deep': they do, as a sample shows; 'clear': they do not; 'close': too near to decide
 */
export function overlapOf(first, second, delay, depth) {
    /** @type {'clear' | 'close'} */
    let found = 'clear';
    let j = 0;
    for (const p of first) {
        const [pBegin, pEnd] = [p.begin + delay, p.end + delay];
        // A rest before the motion lasts as long as the other's.
        while (j > 0 && second[j - 1].end >= pBegin - INSTANT) j--;
        for (; j < second.length && second[j].begin <= pEnd + INSTANT; j++) {
            const q = second[j];
            const [from, to] = within(Math.max(pBegin, q.begin), Math.min(pEnd, q.end));
            if (from > to + INSTANT) continue;
            const one = search(p, q, delay, from, Math.max(from, to), depth);
            if (one === 'deep' && from <= to) return 'deep';
            if (one !== 'clear') found = 'close';
        }
    }
    return found;
}

/**
 * Returns an interval without infinite ends: one instant suffices if both bodies rest.
 *
 * @param {number} from
 * @param {number} to
 */
function within(from, to) {
    if (from > -Infinity && to < Infinity) return [from, to];
    if (from > -Infinity) return [from, from];
    return to < Infinity ? [to, to] : [0, 0];
}

/**
 * @param {Phase} p
 * @param {Phase} q
 * @param {number} delay
 * @param {number} from
 * @param {number} to
 * @param {number} depth
 */
function search(p, q, delay, from, to, depth) {
    const speed = p.speed + q.speed;
    const scale = Math.max(1, Math.abs(from), Math.abs(to));
    /** @type {'clear' | 'close'} */
    let found = 'clear';
    const stretches = [[from, to]];
    for (let next = stretches.pop(); next !== undefined; next = stretches.pop()) {
        const [lo, hi] = next;
        const middle = lo + (hi - lo) / 2;
        const gap = leastSeparation(p.at(middle - delay), q.at(middle));
        if (gap < -depth) return 'deep';
        if (gap - (speed * (hi - lo)) / 2 >= -depth) continue;
        if (hi - lo <= SHORTEST * scale) found = 'close';
        else stretches.push([lo, middle], [middle, hi]);
    }
    return found;
}

/** @param {Agent['shape']} shape */
function reachOf(shape) {
    const parts =
        shape.kind === 'group'
            ? shape.parts
            : [
                  /** @type {import('graze/scenario').Disc | import('graze/scenario').Polygon} */ (
                      shape
                  ),
              ];
    const points = parts.flatMap((part) => (part.kind === 'disc' ? [] : part.points));
    return Math.max(0, ...points.map(([x, y]) => Math.hypot(x, y)));
}

/** @param {number[]} polynomial @param {number} s */
function valueAt(polynomial, s) {
    return polynomial.reduceRight((sum, c) => sum * s + c, 0);
}

/** Returns a bound of a polynomial's rate within a span. @param {number[]} polynomial @param {number} span */
function rate(polynomial, span) {
    return polynomial.reduce(
        (sum, c, k) => (k === 0 ? 0 : sum + Math.abs(c) * k * span ** (k - 1)),
        0,
    );
}
