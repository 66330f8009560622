import { bodyOf, clearance, firstContact, roundingOf } from './motion_oracle.js';

/**
 * Unsafe delays, checked delay by delay: the motion itself is shifted in time, and what the motion oracle then proves
 * must not contradict the answer.
 *
 * @import { Endings, Segment } from './motion_oracle.js'
 *
 * @typedef {{ points: number[][], radius?: number, segments: Segment[], ends?: Endings }} MovingBody
 * @typedef {{ status: string, begin: [lo: number, hi: number], end: [lo: number, hi: number] }} Unsafe
 *
 * @typedef {object} QueryOptions
 * @property {number} from delays
 * @property {number} to
 * @property {{ from?: number, to?: number }} [time]
 * @property {number} distanceTolerance
 * @property {number} tolerance
 */

/** @param {MovingBody} mover @param {number} delay */
export function delayed({ points, radius = 0, segments, ends = {} }, delay) {
    const later = segments.map((segment) => ({
        ...segment,
        t0: segment.t0 + delay,
        t1: segment.t1 + delay,
    }));
    return bodyOf(points, radius, later, ends);
}

/** @param {MovingBody} mover */
const spanOf = ({ segments }) => [segments[0].t0, segments[segments.length - 1].t1];

/**
 * Returns both bodies with A delayed, and the time in which anything changes.
 *
 * @param {MovingBody} a
 * @param {MovingBody} b
 * @param {number} delay
 * @param {{ from?: number, to?: number }} [time]
 */
function lateOne(a, b, delay, { from = -Infinity, to = Infinity } = {}) {
    const [[beginA, endA], [beginB, endB]] = [spanOf(a), spanOf(b)];
    const first = Math.min(beginA + delay, beginB) - 1;
    const last = Math.max(endA + delay, endB) + 1;
    const begin = Math.min(Math.max(from, first), to === Infinity ? last : to);
    return {
        bodies: /** @type {const} */ ([delayed(a, delay), delayed(b, 0)]),
        begin,
        end: Math.max(begin, Math.min(to, last)),
    };
}

/**
 * @param {MovingBody} a
 * @param {MovingBody} b
 * @param {number} delay
 * @param {number} delta
 * @param {{ from?: number, to?: number }} [time]
 * @returns {boolean | 'unclear'}
 */
function meets(a, b, delay, delta, time) {
    const { bodies, begin, end } = lateOne(a, b, delay, time);
    return firstContact(bodies[0], bodies[1], begin, end, { delta }).contact;
}

/**
 * Returns the largest depth or least distance, and its rounding error.
 *
 * @param {MovingBody} a
 * @param {MovingBody} b
 * @param {number} delay
 * @param {number} width
 * @param {{ from?: number, to?: number }} [time]
 */
export function nearest(a, b, delay, width, time) {
    const { bodies, begin, end } = lateOne(a, b, delay, time);
    const { distance } = clearance(bodies[0], bodies[1], begin, end, { width });
    return { distance, error: roundingOf(bodies[0], bodies[1], begin, end) };
}

/**
 * Returns some delays in an interval, including its ends.
 *
 * @param {number} lo
 * @param {number} hi
 * @param {number} count
 */
function across(lo, hi, count) {
    if (!(Number.isFinite(lo) && Number.isFinite(hi))) return [];
    return Array.from({ length: count + 1 }, (_, k) =>
        k < count ? lo + ((hi - lo) * k) / count : hi,
    );
}

const STEPS = 16;
const HALVINGS = 12;

/**
 * Returns whether x, at which they are free, lies in a gap between two intervals that may be reported as one: narrower
 * than the tolerance, or nowhere wider than the slack. At both ends of the gap they meet again, within the reported
 * interval.
 *
 * @param {MovingBody} a
 * @param {MovingBody} b
 * @param {QueryOptions} asked
 * @param {Unsafe} unsafe
 * @param {number} x
 */
export function isInGap(a, b, { time, distanceTolerance: slack, tolerance }, { begin, end }, x) {
    const isFree = (/** @type {number} */ y) => meets(a, b, y, slack / 4, time) === false;
    /** Returns where they meet again, within the tolerance and no further than `last`. @param {number} last */
    const beside = (last) => {
        const most = Math.min(tolerance, Math.abs(last - x)) * Math.sign(last - x);
        for (let k = 1; k <= STEPS && most !== 0; k++) {
            if (isFree(x + (most * k) / STEPS)) continue;
            let [free, met] = [x + (most * (k - 1)) / STEPS, x + (most * k) / STEPS];
            for (let i = 0; i < HALVINGS; i++) {
                const y = free + (met - free) / 2;
                if (isFree(y)) free = y;
                else met = y;
            }
            return free;
        }
        return null;
    };
    if (!(begin[1] < x && x < end[0])) return false;
    const { distance, error } = nearest(a, b, x, slack, time);
    if (distance[0] <= slack + 8 * error) return true;
    const [left, right] = [beside(begin[1]), beside(end[0])];
    return left !== null && right !== null && right - left <= tolerance;
}

/**
 * Returns a description of the fault of unsafe delays, or null.
 *
 * @param {MovingBody} a
 * @param {MovingBody} b
 * @param {QueryOptions} options
 * @param {Unsafe[]} unsafe
 * @param {readonly number[]} delays at which to look, besides the ends of brackets
 * @param {number} [count] how many in each interval
 */
export function faultOfDelays(a, b, options, unsafe, delays, count = 4) {
    const { from, to, time, distanceTolerance: slack, tolerance } = options;
    let behind = from;
    for (const one of unsafe) {
        const { status, begin, end } = one;
        const isOrdered =
            behind <= begin[0] && begin[0] <= begin[1] && begin[1] <= end[1] && end[0] <= end[1];
        if (!isOrdered || begin[0] > end[0] || end[1] > to) return 'out of order';
        behind = end[1];
        if (status === 'undecided') continue;
        const wide = [begin, end].filter(([lo, hi]) => status === 'grazing' || hi - lo > tolerance);
        for (const [lo, hi] of wide) {
            for (const x of across(lo, hi, 2)) {
                const { distance, error } = nearest(a, b, x, slack, time);
                const isEnd = x === end[0] || x === begin[1];
                const isDeep = distance[1] < -slack - 8 * error;
                if (isDeep && !(status === 'hit' && isEnd))
                    return `deep at ${x}, in a wide bracket`;
            }
        }
        if (status === 'grazing') continue;
        for (const x of across(begin[1], end[0], count)) {
            const isFree = meets(a, b, x, slack / 4, time) === false;
            if (isFree && !isInGap(a, b, options, one, x)) return `free at ${x}, in an interval`;
        }
    }
    const ends = unsafe.flatMap(({ begin, end }) => [begin[0], end[1]]);
    for (const x of [...delays, ...ends]) {
        const isInside = unsafe.some(
            ({ status, begin, end }) =>
                (x > begin[0] && x < end[1]) || (status === 'undecided' && x >= begin[0]),
        );
        const isRequested = x >= from && x <= to && Number.isFinite(x);
        // The bodies may meet already at the begin of the query, and still at its end.
        const isEnd = unsafe.some(({ begin, end }) => {
            return (x === from && begin[0] === from) || (x === to && end[1] === to);
        });
        // Both are present together at one last instant, which rounding may remove.
        const isExact = unsafe.some(({ begin, end }) => {
            return [begin, end].some(([lo, hi]) => {
                return hi - lo <= 4 * 2 ** -52 * Math.abs(x) && (x === lo || x === hi);
            });
        });
        if (!isRequested || isInside || isEnd || isExact) continue;
        if (meets(a, b, x, slack / 4, time) !== true) continue;
        /* The shift is rounded as the ends of brackets are. */
        const { distance, error } = nearest(a, b, x, slack, time);
        if (distance[1] < -16 * error) return `missed at ${x}`;
    }
    return null;
}
