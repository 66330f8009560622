import { MovingUnions, poseAt } from '../oracle/moving_union_oracle.js';
import { makeShape } from '../static/union_cases.js';
import { makeMotion } from './moving_union_cases.js';

/**
 * Compares first contacts, first overlaps and intervals of moving unions with the search of the oracle.
 *
 * @import { Graze, Shape } from 'graze'
 * @import { MovingPair } from './moving_union_cases.js'
 *
 * @typedef {{ kind: string, call: string, details: unknown }} Wrong
 *
 * @typedef {object} Limits
 * @property {number} tolerance @property {number} distanceTolerance
 * @property {number} rounding of a separation
 * @property {number} width shortest step of the oracle
 * @property {number} from @property {number} to
 */

/** Fault of an overlap that is none. */
const TOUCHING = 'touching reported';

/** Largest error of a separation, relative to the largest coordinate in the world. */
const ROUNDING = 2 ** -44;

/** Returns a bound of the speed of a motion. @param {MovingPair['ways'][number]} way */
function speedOf(way) {
    const speeds = way.map(({ t0, t1, x, y }) =>
        Math.hypot(
            ...[x, y].map((p) =>
                p.reduce((sum, c, k) => sum + k * Math.abs(c) * (t1 - t0) ** Math.max(k - 1, 0), 0),
            ),
        ),
    );
    return Math.max(0, ...speeds);
}

/** Returns the default tolerances of a pair, and what its numbers allow. @param {MovingPair} pair @returns {Limits} */
export function limitsOf({ unions, ways, from, to }) {
    const sizes = unions.map(
        ({ parts }) =>
            Math.max(...parts.flatMap(({ points }) => points.flat().map(Math.abs))) +
            Math.max(...parts.map(({ radius }) => radius)),
    );
    const far = Math.max(
        ...ways
            .flat()
            .map(({ t0, t1, x, y }) =>
                Math.max(
                    ...[x, y].map((p) =>
                        p.reduce((sum, c, k) => sum + Math.abs(c) * (t1 - t0) ** k, 0),
                    ),
                ),
            ),
    );
    const size = Math.max(...sizes);
    const ulps = 8 * 2 ** (Math.floor(Math.log2(Math.max(Math.abs(from), Math.abs(to)))) - 52);
    const tolerance = Math.max(1e-9 * (to - from), ulps);
    return {
        tolerance,
        distanceTolerance:
            size > 0 ? 1e-9 * size : tolerance * (speedOf(ways[0]) + speedOf(ways[1])),
        rounding: ROUNDING * (size + far),
        width: tolerance / 16,
        from,
        to,
    };
}

/**
 * Returns the fault of a first contact, or null.
 *
 * @param {MovingUnions} truth @param {Limits} limits @param {any} answer @param {boolean} isAllowed whether touching is
 * @returns {{ fault: string | null, unclear: number }}
 */
export function faultOfFirstContact(truth, limits, answer, isAllowed) {
    const { tolerance, distanceTolerance, rounding, width, from, to } = limits;
    const least = isAllowed ? distanceTolerance + rounding : rounding;
    const { status, time } = answer;
    if (status === 'free') {
        const limit = isAllowed ? 2 * distanceTolerance + rounding : rounding;
        const found = truth.deeperThan(from, to, limit, width);
        const fault = found.time === null ? null : `missed: deeper at ${found.time}`;
        return { fault, unclear: found.unclear };
    }
    if (isAllowed && status === 'grazing') return { fault: 'grazing', unclear: 0 };
    const [lo, hi] = time;
    if (!(from <= lo && lo <= hi && hi <= to))
        return { fault: 'a bracket out of range', unclear: 0 };
    const found = lo > from ? truth.deeperThan(from, lo, least, width) : { time: null, unclear: 0 };
    const { unclear } = found;
    if (found.time !== null) return { fault: `late: deeper at ${found.time}`, unclear };
    if (status === 'undecided') return { fault: null, unclear };
    if (status === 'grazing') {
        const deeper = truth.deeperThan(lo, hi, distanceTolerance + rounding, width);
        return {
            fault: deeper.time === null ? null : `a graze that is deeper at ${deeper.time}`,
            unclear,
        };
    }
    if (status === 'hit' && hi - lo > 1.001 * tolerance) {
        // Where touching is a conflict, a bracket may begin with a lasting graze.
        const end = Math.max(lo, hi - tolerance);
        const isNear = [lo, lo + tolerance].some(
            (t) => truth.depthAt(t) > -2 * distanceTolerance - rounding,
        );
        const isGraze =
            isNear && truth.deeperThan(lo, end, distanceTolerance + rounding, width).time === null;
        if (isAllowed || !isGraze) return { fault: 'a wide bracket', unclear };
    }
    if (status === 'overlapping' && (lo !== from || hi !== from))
        return { fault: 'overlapping later', unclear };
    if (status === 'hit' && truth.depthAt(from) > 2 * distanceTolerance + rounding)
        return { fault: 'a hit of what overlaps first', unclear };
    const depth = truth.depthAt(hi);
    if (depth < -rounding) return { fault: `invented: ${-depth} apart at the end`, unclear };
    if (isAllowed && !isDeepAround(truth, limits, hi))
        return { fault: `${TOUCHING}: depth ${depth} at the end`, unclear };
    return { fault: null, unclear };
}

/** Part of the queried time within which a reported overlap becomes deeper than rounding. */
const SOON = 2 ** -10;

/**
 * Returns whether unions overlap beyond rounding at about a time, or stay in contact after all small moves, as in a seam.
 *
 * @param {MovingUnions} truth @param {Limits} limits @param {number} t
 */
function isDeepAround(truth, { tolerance, rounding, from, to }, t) {
    const times = [0, tolerance, 16 * tolerance, SOON * (to - from)].flatMap((s) => [
        Math.min(t + s, to),
        Math.max(t - s, from),
    ]);
    if (times.some((s) => truth.depthAt(s) > rounding / 64)) return true;
    return times.some((s) => truth.isDeepByMoves(s, rounding));
}

/**
 * Returns the fault of intervals of overlap, or of contact, or null.
 *
 * @param {MovingUnions} truth @param {Limits} limits @param {any[]} intervals @param {boolean} isAllowed
 */
export function faultOfIntervals(truth, limits, intervals, isAllowed) {
    const { distanceTolerance, rounding, from, to, tolerance } = limits;
    const limit = isAllowed ? distanceTolerance + rounding : rounding;
    let last = from;
    for (const { status, begin, end } of intervals) {
        if (
            !(
                last <= begin[0] &&
                begin[0] <= begin[1] &&
                begin[1] <= end[1] &&
                end[0] <= end[1] &&
                end[1] <= to
            )
        )
            return 'intervals out of order';
        if (isAllowed && status === 'grazing') return 'a grazing interval';
        const missed =
            begin[0] > last ? truth.deeperThan(last, begin[0], limit, limits.width).time : null;
        if (missed !== null && missed > last && missed < begin[0])
            return `deeper between intervals, at ${missed}`;
        last = end[1];
        if (status === 'undecided') return null;
        if (status !== 'hit') continue;
        // A bracket of contact may begin with a graze, and one of an end may end with a graze.
        const widest = 1.001 * tolerance;
        if (isAllowed && begin[1] - begin[0] > widest) return 'a wide bracket of a beginning';
        if (end[1] - end[0] > widest) {
            const inner = Math.min(end[0] + tolerance, end[1]);
            const grazing = distanceTolerance + rounding;
            const deep = truth.deeperThan(inner, end[1], grazing, limits.width).time;
            if (deep !== null) return `a wide bracket of an end, deeper at ${deep}`;
        }
        for (const [name, t] of [
            ['begin', begin[1]],
            ['end', end[0]],
        ]) {
            // Times are as exact as the clock.
            const ulp = tolerance / 8;
            if ([t - ulp, t, t + ulp].every((s) => truth.depthAt(s) < -rounding))
                return `apart at the ${name} of an interval`;
            // What overlaps at the beginning only is an exact fit.
            if (isAllowed && t > from && !isDeepAround(truth, limits, t))
                return `touching at the ${name} of an interval`;
        }
        const apart = isAllowed ? -rounding : -2 * distanceTolerance - rounding;
        for (let k = 1; k < 64; k++) {
            const t = begin[1] + ((end[0] - begin[1]) * k) / 64;
            // A gap of less than half the tolerance may be in an interval.
            if ([t - tolerance / 4, t, t + tolerance / 4].every((s) => truth.depthAt(s) < apart))
                return `apart in an interval, at ${t}`;
        }
    }
    const missed = last < to ? truth.deeperThan(last, to, limit, limits.width).time : null;
    if (missed !== null && missed > last) return `deeper after all intervals, at ${missed}`;
    return null;
}

/**
 * Returns how the first contact and the list of contacts disagree, or null: they may begin at different times as long as
 * the bodies are not much deeper than the distance tolerance between them.
 *
 * @param {MovingUnions} truth @param {any} first @param {any[]} intervals @param {Limits} limits
 */
function faultOfBegin(truth, { status, time }, intervals, limits) {
    if (status === 'undecided' || intervals[0]?.status === 'undecided') return null;
    if ((status === 'free') !== (intervals.length === 0)) return `unlike the first: ${status}`;
    if (status === 'free') return null;
    const { tolerance, distanceTolerance, rounding, width } = limits;
    const [lo, hi] = intervals[0].begin;
    if (time[0] <= hi + tolerance && lo <= time[1] + tolerance) return null;
    const ends = [Math.min(hi, time[1]), Math.max(lo, time[0])];
    const limit = 4 * distanceTolerance + rounding;
    const isSame =
        truth.depthAt(ends[0]) > -rounding &&
        truth.deeperThan(ends[0], ends[1], limit, width).time === null;
    return isSame ? null : 'unlike the first: another begin';
}

/** Number of instants at which the depth of the union is compared. */
const INSTANTS = 24;

/**
 * Returns whether the union is deeper than twice the distance tolerance at an instant before a time: by its depth at rest,
 * which is more than that of all pairs of parts in seams and exact fits.
 *
 * @param {Graze} g @param {MovingPair} pair @param {Shape[]} shapes @param {Limits} limits @param {number} to
 */
function isDeepAsUnion(g, { unions, ways }, [a, b], { from, distanceTolerance, rounding }, to) {
    for (let k = 1; k < INSTANTS; k++) {
        const t = from + ((to - from) * k) / INSTANTS;
        if (t <= from || t >= to) continue;
        const [p, q] = ways.map((pieces, n) => poseAt({ parts: unions[n].parts, pieces }, t));
        const { lowerBound } = g.penetration(a, b, p, q);
        if (lowerBound > 2 * distanceTolerance + rounding) return true;
    }
    return false;
}

/**
 * Compares a pair, and reports each answer and what is wrong with it. What only unions overlap, while all pairs of parts
 * touch, depends on the last bit of the motions, and is counted only.
 *
 * @param {Graze} g @param {MovingPair} pair @param {object} given options
 * @param {(name: string, answer: any, wrong: Wrong | null, unclear: number) => void} record
 */
export function checkOverlaps(g, pair, given, record) {
    const shapes = pair.unions.map(({ recipe }) => makeShape(g, recipe));
    const motions = pair.ways.map((pieces) => makeMotion(g, pieces));
    const truth = new MovingUnions(
        { parts: pair.unions[0].parts, pieces: pair.ways[0] },
        { parts: pair.unions[1].parts, pieces: pair.ways[1] },
    );
    const limits = limitsOf(pair);
    const [[a, b], [m, n]] = [shapes, motions];
    for (const touching of /** @type {const} */ (['conflict', 'allowed'])) {
        const isAllowed = touching === 'allowed';
        const options = { ...given, from: pair.from, to: pair.to, touching };
        const code = `(a, b, m, n, ${JSON.stringify(options)})`;
        const report = (
            /** @type {string} */ name,
            /** @type {string} */ call,
            /** @type {any} */ answer,
            /** @type {string | null} */ fault,
            /** @type {number} */ unclear,
        ) => {
            const kind = `${name}: ${fault?.split(/:|, at/)[0]}`;
            const details = { fault, answer, limits };
            const wrong = fault === null ? null : { kind, call: `${call}${code}`, details };
            const isList = Array.isArray(answer);
            record(name, isList ? { status: `${answer.length}` } : answer, wrong, unclear);
        };
        const first = g.firstContact(a, b, m, n, options);
        const { fault: found, unclear } = faultOfFirstContact(truth, limits, first, isAllowed);
        const isExactFit =
            found?.startsWith(TOUCHING) === true &&
            first.status === 'overlapping' &&
            g.relation(a, b, m.pose(pair.from) ?? {}, n.pose(pair.from) ?? {}) === 'overlapping';
        const fault = isExactFit ? null : found;
        const name = isAllowed ? 'first overlap' : 'first contact';
        report(name, 'g.firstContact', first, fault, unclear);
        const begin = first.time?.[0] ?? pair.to;
        if (isAllowed && isDeepAsUnion(g, pair, shapes, limits, begin))
            record('overlap of unions only', first, null, 0);
        const intervals = g.contactIntervals(a, b, m, n, options);
        const wrong =
            faultOfIntervals(truth, limits, intervals, isAllowed) ??
            faultOfBegin(truth, first, intervals, limits);
        report(isAllowed ? 'overlaps' : 'contacts', 'g.contactIntervals', intervals, wrong, 0);
    }
    for (const owned of [...shapes, ...motions]) owned.free();
}
