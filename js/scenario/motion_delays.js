import { Bodies } from './bodies.js';
import { Names } from './names.js';
import { intervalLimit, OffsetShapes } from './pair_query.js';
import { CLEAR_RELATIVE, DEPTH_RELATIVE, TIME_RELATIVE } from './tolerance.js';

/**
 * @import { Graze, Shape, UnsafeDelays } from 'graze'
 * @import { Body } from './bodies.js'
 * @import { OtherBody } from './suggest_delay.js'
 * @import { ContactPolicy } from './contact_policy.js'
 * @import { Scenario } from './scenario.js'
 *
 * A stretch of delays.
 *
 * @typedef {object} DelaySpan
 * @property {number} lo
 * @property {number} hi
 * @property {boolean} closedLo the two conflict with the delay `lo` as well
 * @property {boolean} closedHi likewise, as when one of them vanishes just then
 * @property {boolean} known true: they conflict with each delay in between; false: undecided
 */

/** Cost of a query, in units of an effort. */
const COST = 3000;

/**
 * Most iterations of a query: 2^16, and so many for each piece of both motions, up to 2^20. Without the reserve that `unsafeMotionDelays` has for
 * bodies that turn often: a plan has many pairs, and where a query ends undecided it begins again further on.
 */
const MAX_ITERATIONS = { base: 2 ** 16, piece: 512, max: 2 ** 20 };

/** Slack of delays, as a part of the tolerance. */
const TOLERANCE_SHARE = 1 / 4;

/** Addition to a distance that is kept, as a part of the bodies' size. */
const EXTRA_DISTANCE = 2 ** -30;

/**
 * Undecided delays that are skipped before the query is repeated: the first, as a part of both motions' durations; the
 * growth from one to the next; and their number, after which all further delays are undecided.
 */
const SKIP = { first: 2 ** -20, growth: 4, max: 12 };

/**
 * A bracket of an end that is wider, as a part of both motions' durations, is one of delays with which the bodies touch for a
 * while: no deeper than the distanceTolerance.
 */
const WIDE_BRACKET = 2 ** -24;

/** Ends of delays this near to a whole step may be at it, in steps. */
export const STEP_ROUNDING = 1e-9;

/** All delays, undecided. @type {DelaySpan} */
const UNDECIDED = { lo: -Infinity, hi: Infinity, closedLo: true, closedHi: true, known: false };

/**
 * Delays with which bodies of any kind conflict, as whole motions: branch and bound of the core, see `unsafeMotionDelays`. Read
 * open, a delay counts as safe when the two then overlap no deeper than a quarter of the tolerance. Of a tolerance larger than
 * the default, delays with which they overlap, but not when one is shrunk by the tolerance, are undecided; of the default,
 * intervals of delays in which they never overlap when one is shrunk by what float32 may have moved the outlines by.
 */
export class MotionDelays {
    #graze;
    #scenario;
    #names;
    #policy;
    #bodies;
    #offsetShapes;
    #effort;
    #minDelay;
    #isClear;
    /** @type {Map<string, DelaySpan[]>} */ #spans = new Map();
    /** @type {Map<Body, number[]>} */ #boxes = new Map();

    /**
     * @param {Graze} graze
     * @param {Scenario} scenario
     * @param {number} begin when bodies without a motion first are there
     * @param {ContactPolicy} policy
     * @param {{ spend(cost: number): void }} effort
     * @param {number} [from] least delay that matters; default: all matter
     * @param {boolean} [isClear] read open, safe delays are those that are safe at tolerance 0 as well; default: false
     */
    constructor(graze, scenario, begin, policy, effort, from, isClear = false) {
        this.#graze = graze;
        this.#scenario = scenario;
        this.#names = new Names(scenario);
        /** Notices about searches that were cut short. @type {string[]} */
        this.notices = [];
        this.#policy = policy;
        this.#effort = effort;
        this.#minDelay = from;
        this.#isClear = isClear && policy.touching === 'allowed';
        this.#bodies = new Bodies(graze, scenario, begin);
        this.#offsetShapes = new OffsetShapes(graze);
        /** @type {Map<number, Body[]>} */
        this.agentBodies = groupBy(this.#bodies.agents, ({ agent }) => agent);
        /** @type {Map<number, Body[]>} */
        this.obstacleBodies = groupBy(this.#bodies.obstacles, ({ obstacle }) => obstacle);
    }

    free() {
        this.#offsetShapes.free();
        this.#bodies.free();
    }

    /**
     * Returns the delays of an agent with which it conflicts with another body, in no order; they may overlap.
     *
     * @param {number} agent
     * @param {OtherBody} other
     * @returns {DelaySpan[]}
     */
    findSpans(agent, other) {
        const isAgent = 'agent' in other;
        const key = isAgent ? `${agent} ${other.agent}` : `${agent} obstacle ${other.obstacle}`;
        this.#effort.spend(1);
        const known = this.#spans.get(key);
        if (known !== undefined) return known;
        const others = isAgent
            ? this.agentBodies.get(other.agent)
            : this.obstacleBodies.get(other.obstacle);
        /** @type {DelaySpan[]} */
        const spans = [];
        try {
            for (const a of this.agentBodies.get(agent) ?? []) {
                for (const b of others ?? []) spans.push(...this.#pairSpans(a, b));
            }
        } catch (error) {
            const limit = intervalLimit(error);
            const pair = this.#names.describePair(agent, other);
            const text = `${pair} conflict in more than ${limit} intervals of delays: which delays are free is undecided`;
            this.notices.push(text);
            spans.splice(0, Infinity, { ...UNDECIDED });
        }
        this.#spans.set(key, spans);
        return spans;
    }

    /**
     * @param {Body} a
     * @param {Body} b
     * @returns {DelaySpan[]}
     */
    #pairSpans(a, b) {
        const error = a.part.error + b.part.error;
        const size = a.part.size + b.part.size;
        const tolerance = this.#policy.toleranceFor(size, error);
        const isClosed = this.#policy.touching === 'conflict';
        // The distance is slightly larger than required, so that bodies that touch are not missed.
        const extraDistance = isClosed ? tolerance + error + EXTRA_DISTANCE * size : 0;
        // An overlap could be as deep as rounding moved the outlines.
        const inflation = this.#isClear ? error : extraDistance;
        if (this.#areFar(a, b, inflation)) return [];
        const shape = this.#offsetShapes.inflate(a.shape, inflation);
        const minSlack = tolerance > 0 ? TOLERANCE_SHARE * tolerance : undefined;
        const distanceTolerance = this.#isClear ? CLEAR_RELATIVE * size : minSlack;
        const found = this.#search(a, b, shape, b.shape, distanceTolerance);
        if (isClosed || this.#isClear || found.length === 0) return found;
        if (tolerance > DEPTH_RELATIVE * size + 2 * error) {
            // The plan may be valid where only bodies that are not shrunk by the tolerance meet.
            const certain =
                this.#searchDeflated(
                    a,
                    b,
                    tolerance + error + EXTRA_DISTANCE * size,
                    distanceTolerance,
                ) ?? [];
            return [...certain, ...found.map((span) => ({ ...span, known: false }))];
        }
        // A query never counts an overlap as a touch, however little it is: where bodies only meet when they are not shrunk by what
        // rounding has moved the outlines by, as those that slide along each other, the check of the plan has to decide.
        const real =
            error > 0 && tolerance >= 2 * error
                ? this.#searchDeflated(a, b, error, distanceTolerance)
                : null;
        if (real === null) return found;
        return found.map((span) => {
            const isReal = real.some(({ lo, hi }) => lo <= span.hi && span.lo <= hi);
            return isReal ? span : { ...span, known: false };
        });
    }

    /**
     * Returns the delays with which two bodies conflict when one of them is shrunk; null where nothing would be left of either.
     *
     * @param {Body} a
     * @param {Body} b
     * @param {number} offset
     * @param {number | undefined} distanceTolerance
     */
    #searchDeflated(a, b, offset, distanceTolerance) {
        const p = this.#offsetShapes.deflate(a.shape, offset);
        if (p !== null) return this.#search(a, b, p, b.shape, distanceTolerance);
        const q = this.#offsetShapes.deflate(b.shape, offset);
        return q === null ? null : this.#search(a, b, a.shape, q, distanceTolerance);
    }

    /**
     * Searches the delays with which two bodies conflict that have these shapes.
     *
     * @param {Body} a
     * @param {Body} b
     * @param {Shape} shapeA
     * @param {Shape} shapeB
     * @param {number | undefined} distanceTolerance
     * @returns {DelaySpan[]}
     */
    #search(a, b, shapeA, shapeB, distanceTolerance) {
        const isClosed = this.#policy.touching === 'conflict';
        const [p, q] = [a.motion, b.motion];
        const duration = p.t1 - p.t0 + (q.t1 - q.t0);
        const maxIterations = Math.min(
            MAX_ITERATIONS.base + MAX_ITERATIONS.piece * (p.count + q.count),
            MAX_ITERATIONS.max,
        );
        /** @param {{ from?: number, to?: number }} range */
        const query = (range) => {
            this.#effort.spend(COST);
            return this.#graze
                .unsafeMotionDelays(shapeA, shapeB, p, q, {
                    ...range,
                    distanceTolerance,
                    maxIterations,
                })
                .filter(({ status }) => isClosed || status !== 'grazing');
        };
        /** @type {DelaySpan[]} */
        const spans = [];
        let from = this.#minDelay;
        let skip = SKIP.first * duration;
        for (let skipped = 0; ; skipped++) {
            for (const each of query({ from })) {
                if (each.status === 'undecided') spans.push(...undecidedSpans(each));
                else spans.push(...this.#decidedSpans(a, b, each, WIDE_BRACKET * duration, query));
            }
            const lastSpan = spans.at(-1);
            if (lastSpan === undefined || lastSpan.known) return spans;
            // All delays behind this one are undecided, until the search has begun anew behind them.
            if (skipped === SKIP.max || lastSpan.lo === Infinity || !(skip > 0)) return spans;
            const begun = lastSpan.lo === -Infinity ? q.t0 - p.t1 : lastSpan.lo;
            from = begun + skip;
            lastSpan.hi = from;
            skip *= SKIP.growth;
        }
    }

    /**
     * Returns the spans of an interval that is decided, the last one known. Read open, delays with which they only touch
     * for a while are left to the check of the plan.
     *
     * @param {Body} a
     * @param {Body} b
     * @param {UnsafeDelays} interval
     * @param {number} wideBracket
     * @param {(range: { from: number, to: number }) => UnsafeDelays[]} query
     * @returns {DelaySpan[]}
     */
    #decidedSpans(a, b, { begin, end }, wideBracket, query) {
        const isClosed = this.#policy.touching === 'conflict';
        /** @type {DelaySpan[]} */
        const touching = [];
        if (!isClosed && begin[1] - begin[0] > wideBracket) {
            touching.push(undecidedSpan(begin));
            begin = [begin[1], begin[1]];
        }
        if (!isClosed && end[1] - end[0] > wideBracket) {
            touching.push(undecidedSpan(end));
            end = [end[0], end[0]];
        }
        return [...touching, this.#makeSpan(a, b, begin, end, query)];
    }

    /**
     * Returns the span between two brackets.
     *
     * @param {Body} a
     * @param {Body} b
     * @param {[number, number]} begin
     * @param {[number, number]} end
     * @param {(range: { from: number, to: number }) => UnsafeDelays[]} query
     * @returns {DelaySpan}
     */
    #makeSpan(a, b, begin, end, query) {
        const isClosed = this.#policy.touching === 'conflict';
        const span = {
            lo: begin[0],
            hi: end[1],
            closedLo: isClosed,
            closedHi: isClosed,
            known: true,
        };
        // With these delays one vanishes in the instant in which the other appears: there they overlap as well.
        const [least, most] = [b.begin - a.end, b.end - a.begin];
        const isFirst = begin[0] <= least + TIME_RELATIVE * Math.max(1, -least);
        const isLast = end[1] >= most - TIME_RELATIVE * Math.max(1, most);
        const first = isFirst ? { at: least, closed: true } : this.#stepInBracket(begin, query);
        const last = isLast ? { at: most, closed: true } : this.#stepInBracket(end, query);
        if (first !== null) [span.lo, span.closedLo] = [first.at, first.closed];
        if (last !== null) [span.hi, span.closedHi] = [last.at, last.closed];
        return span;
    }

    /**
     * Returns the whole step that lies in the bracket of an end, or so near that rounding hides on which side, and whether the
     * two conflict with it; null when there is none, or more than one.
     *
     * @param {[number, number]} bracket
     * @param {(range: { from: number, to: number }) => UnsafeDelays[]} query
     */
    #stepInBracket([lo, hi], query) {
        const step = this.#scenario.timeStep;
        const isCut = lo === this.#minDelay || !Number.isFinite(lo) || !Number.isFinite(hi);
        if (step === null || isCut || hi - lo > step) return null;
        const at = Math.round((lo + hi) / 2 / step) * step;
        if (at < lo - STEP_ROUNDING * step || at > hi + STEP_ROUNDING * step) return null;
        const found = query({ from: at, to: at });
        if (found.some(({ status }) => status === 'undecided')) return null;
        return { at, closed: found.length > 0 };
    }

    /**
     * Returns whether the two never come near the same place, at whatever times.
     *
     * @param {Body} a
     * @param {Body} b
     * @param {number} reach
     */
    #areFar(a, b, reach) {
        const [p, q] = [this.#box(a), this.#box(b)];
        return (
            p[0] > q[1] + reach || q[0] > p[1] + reach || p[2] > q[3] + reach || q[2] > p[3] + reach
        );
    }

    /** Returns a box of all that a body ever covers. @param {Body} body */
    #box(body) {
        let box = this.#boxes.get(body);
        if (box === undefined) {
            const { x, y } = body.motion.bounds();
            const { center, size, error } = body.part;
            const reach = 3 * (size + error) + Math.hypot(center.x, center.y);
            box = [x[0] - reach, x[1] + reach, y[0] - reach, y[1] + reach];
            this.#boxes.set(body, box);
        }
        return box;
    }
}

/**
 * Returns the spans of an interval that is not decided; the last reaches to all further delays.
 *
 * @param {UnsafeDelays} interval
 * @returns {DelaySpan[]}
 */
function undecidedSpans({ begin, end }) {
    if (!(begin[1] <= end[0])) return [{ ...UNDECIDED, lo: begin[0] }];
    return [
        undecidedSpan(begin),
        { ...UNDECIDED, lo: begin[1], hi: end[0], known: true },
        { ...UNDECIDED, lo: end[0] },
    ];
}

/** @param {[number, number]} bracket @returns {DelaySpan} */
function undecidedSpan([lo, hi]) {
    return { ...UNDECIDED, lo, hi };
}

/**
 * @param {Body[]} bodies
 * @param {(body: Body) => number} keyOf
 */
function groupBy(bodies, keyOf) {
    /** @type {Map<number, Body[]>} */
    const groups = new Map();
    for (const body of bodies) {
        const group = groups.get(keyOf(body));
        if (group === undefined) groups.set(keyOf(body), [body]);
        else group.push(body);
    }
    return groups;
}
