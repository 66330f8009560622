import { intervalLimit, OffsetShapes } from '../checks/pair_query.js';
import { Names } from '../model/names.js';
import {
    CLEAR_RELATIVE,
    clockResolution,
    DEPTH_RELATIVE,
    TIME_RELATIVE,
} from '../model/tolerance.js';

/**
 * @import { Motion, Shape, UnsafeDelays } from 'graze'
 * @import { Body } from '../model/bodies.js'
 * @import { OtherBody } from './least_delay.js'
 * @import { BodySteps } from '../model/step_boxes.js'
 * @import { ContactPolicy } from '../checks/contact_policy.js'
 * @import { BodyGeometry } from '../checks/geometry.js'
 * @import { Scenario } from '../model/scenario.js'
 *
 * An interval of delays.
 *
 * @typedef {object} DelaySpan
 * @property {number} lo
 * @property {number} hi
 * @property {boolean} closedLo whether the bodies conflict at the delay `lo` itself
 * @property {boolean} closedHi whether they conflict at `hi` itself, for example if one of them vanishes at that instant
 * @property {boolean} known true: they conflict at each delay in between; false: undecided
 *
 * Whether two bodies conflict at one delay.
 *
 * @typedef {'conflict' | 'free' | 'undecided'} DelayState
 *
 * Consecutive pieces of a body's motion, as a motion, and a box that contains everything that the body covers during them.
 *
 * @typedef {object} Section
 * @property {Motion} motion
 * @property {number[]} box lowest coordinates, then the highest
 * @property {number} begin time from which the body is present in it; -Infinity: always
 * @property {number} end
 *
 * Delays of two bodies that were found ahead of their use.
 *
 * @typedef {{ spans: DelaySpan[], effort: number, notice?: string }} FoundSpans
 *
 * A range of delays.
 *
 * @typedef {{ from: number, to: number }} DelayRange
 *
 * Delays of two bodies as far as they are known: the spans of each window, and those of all windows from `first` to `last`,
 * joined, of which none goes on in the next window.
 *
 * @typedef {object} KnownSpans
 * @property {Map<number, DelaySpan[]>} windows
 * @property {number} first
 * @property {number} last
 * @property {DelaySpan[]} spans
 */

/**
 * Cost of a query, in units of effort: for each query, beside `pieceCost` of the geometry; for a query of one delay; for each
 * iteration of a query that uses them all up; and for each section of motions that is compared with others.
 */
const COST = { query: 3000, delay: 500, iteration: 15, section: 0.125 };

/** Pieces of a section of a motion. */
const SECTION_PIECES = 2;

/**
 * Maximum number of iterations of a query: 2^16, plus 512 for each piece of both motions, up to 2^20. There is no reserve
 * for bodies that turn often, as `unsafeMotionDelays` has: a plan has many pairs, and after a query that ends undecided a new
 * one begins at a larger delay.
 */
const MAX_ITERATIONS = { base: 2 ** 16, piece: 512, max: 2 ** 20 };

/** Distance tolerance of the queries, as a share of the policy's tolerance. */
const TOLERANCE_SHARE = 1 / 4;

/** Addition to a required distance or overlap for rounding, as a share of the bodies' size. */
const EXTRA_DISTANCE = 2 ** -30;

/**
 * Intervals of undecided delays that are skipped before the query is repeated: the length of the first, as a share of both
 * motions' durations; the growth factor from one to the next; and their maximum number, after which all further delays are
 * undecided.
 */
const SKIP = { first: 2 ** -20, growth: 4, max: 12 };

/**
 * Width of a bracket, as a share of both motions' durations, above which it consists of delays with which the bodies are in
 * grazing contact: no deeper than the distanceTolerance.
 */
const WIDE_BRACKET = 2 ** -24;

/** Addition to times that are compared with those of boxes, for rounding, as a share of a step. */
const STEP_SHARE = 2 ** -20;

/** Distance from a whole step within which an end of delays may be at the step, in steps. */
export const STEP_ROUNDING = 1e-9;

/** Interval of all delays, undecided. @type {DelaySpan} */
const UNDECIDED = { lo: -Infinity, hi: Infinity, closedLo: true, closedHi: true, known: false };

/**
 * Computes the delays with which bodies of any kind conflict, as whole motions, by the core's `unsafeMotionDelays`, in the plane
 * or in space. If touching is allowed, a delay is safe when the bodies then overlap by at most a quarter of the tolerance. With a tolerance larger than
 * the default, delays at which they overlap, but not when one is shrunk by the tolerance, are undecided. With the default,
 * intervals of delays are undecided in which they never overlap when one is shrunk by the rounding of its outline to float32.
 */
export class MotionDelays {
    #geometry;
    #scenario;
    #names;
    #policy;
    #bodies;
    #offsetShapes;
    #effort;
    #minDelay;
    #isClear;
    /** @type {Map<string, KnownSpans>} */ #spans = new Map();
    /** @type {Map<string, FoundSpans>} */ #foundAhead = new Map();
    /** @type {Map<Body, number[]>} */ #boxes = new Map();
    /** @type {Map<Body, Section[]>} */ #sections = new Map();
    /** Number of windows on each side of that around 0; the first and the last have no end. */ #windowReach;
    /** Boxes over time, made when they are needed first. @type {{ steps: BodySteps, indices: Map<Body, number> } | undefined} */
    #madeSteps;

    /**
     * @param {BodyGeometry} geometry
     * @param {Scenario} scenario
     * @param {number} begin time from which bodies without a motion are present
     * @param {ContactPolicy} policy
     * @param {{ spend(cost: number): void }} effort
     * @param {number} [from] smallest delay that matters; default: all matter
     * @param {boolean} [isClear] true: if touching is allowed, only delays without any overlap are safe; default: false
     */
    constructor(geometry, scenario, begin, policy, effort, from, isClear = false) {
        this.#geometry = geometry;
        this.#scenario = scenario;
        this.#names = new Names(scenario);
        /** Notices about searches that were cut short. @type {string[]} */
        this.notices = [];
        this.#policy = policy;
        this.#effort = effort;
        this.#minDelay = from;
        this.#isClear = isClear && policy.touching === 'allowed';
        this.#bodies = geometry.makeBodies(scenario, begin, true);
        this.#offsetShapes = new OffsetShapes(geometry.queries, geometry.deflate);
        /** @type {Map<number, Body[]>} */
        this.agentBodies = groupBy(this.#bodies.agents, ({ agent }) => agent);
        /** @type {Map<number, Body[]>} */
        this.obstacleBodies = groupBy(this.#bodies.obstacles, ({ obstacle }) => obstacle);
        const { duration } = this.#motionRange();
        this.#windowReach = duration > 0 ? geometry.delayWindows : 0;
        /** Length of the ranges of delays that are searched at once; Infinity: all are. */
        this.windowLength = this.#windowReach === 0 ? Infinity : duration / this.#windowReach;
    }

    /** Returns the time range of all motions. */
    #motionRange() {
        let [begin, horizon] = [Infinity, -Infinity];
        for (const { motion } of [...this.#bodies.agents, ...this.#bodies.obstacles]) {
            begin = Math.min(begin, motion.t0);
            horizon = Math.max(horizon, motion.t1);
        }
        return { begin, horizon, duration: horizon - begin };
    }

    free() {
        this.#offsetShapes.free();
        this.#bodies.free();
    }

    /**
     * Returns whether an agent that starts later by a delay conflicts with another body, which costs much less than all delays.
     *
     * @param {number} agent
     * @param {OtherBody} other
     * @param {number} delay
     * @returns {DelayState}
     */
    stateAt(agent, other, delay) {
        this.#effort.spend(1);
        /** @type {DelayState} */
        let state = 'free';
        for (const [a, b] of this.#bodyPairs(agent, other)) {
            const range = { from: delay, to: delay };
            const spans = this.#pairSpans(a, b, range, (p, q, distanceTolerance) =>
                this.#searchAt(a, b, p, q, { distanceTolerance, delay }),
            );
            if (spans.some(({ known }) => known)) return 'conflict';
            if (spans.length > 0) state = 'undecided';
        }
        return state;
    }

    /**
     * Finds delays ahead of their use, and forgets them: `addFound` then has the same effect as the search would have.
     *
     * @param {number} agent
     * @param {OtherBody} other
     * @param {{ spent: number }} effort that of this model
     * @returns {FoundSpans}
     */
    findAhead(agent, other, effort) {
        const [before, notices] = [effort.spent, this.notices.length];
        const spans = this.findSpans(agent, other);
        this.#spans.delete(pairKey(agent, other));
        const [notice] = this.notices.splice(notices);
        // The effort of the call itself is not that of the search.
        return { spans, effort: effort.spent - before - 1, notice };
    }

    /**
     * Adds what was found ahead, by any model of the same plan. It counts, as effort and notice, when it is used first.
     *
     * @param {number} agent
     * @param {OtherBody} other
     * @param {FoundSpans} found
     */
    addFound(agent, other, found) {
        this.#foundAhead.set(pairKey(agent, other), found);
    }

    /**
     * Returns the delays of an agent with which it conflicts with another body, in no order; they may overlap. All that contain a
     * delay of the range are complete.
     *
     * @param {number} agent
     * @param {OtherBody} other
     * @param {number} [from] default: the smallest delay that matters
     * @param {number} [to] default: Infinity
     * @returns {DelaySpan[]}
     */
    findSpans(agent, other, from = -Infinity, to = Infinity) {
        this.#effort.spend(1);
        const known = this.#knownSpans(agent, other);
        let first = this.#windowOf(Math.max(from, this.#minDelay ?? -Infinity));
        let last = Math.max(first, this.#windowOf(to));
        if (known.first <= first && last <= known.last) return known.spans;
        if (known.first <= known.last) {
            first = Math.min(first, known.first);
            last = Math.max(last, known.last);
        }
        const spansOf = (/** @type {number} */ k) => this.#windowSpans(known, k, agent, other);
        for (let k = first; k <= last; k++) spansOf(k);
        const lowest = this.#windowOf(this.#minDelay ?? -Infinity);
        const isCut = (/** @type {number} */ k, /** @type {'lo' | 'hi'} */ end) => {
            const at = end === 'lo' ? this.#windowRange(k).from : this.#windowRange(k).to;
            return spansOf(k).some(({ [end]: value }) => value === at);
        };
        while (first > lowest && isCut(first, 'lo')) first--;
        while (last < this.#windowReach && isCut(last, 'hi')) last++;
        const parts = Array.from({ length: last - first + 1 }, (_, k) => spansOf(first + k));
        const spans = parts.length === 1 ? parts[0] : joinWindows(parts);
        Object.assign(known, { first, last, spans });
        return spans;
    }

    /**
     * Returns whether an agent conflicts with another body however much sooner, and however much later it starts.
     *
     * @param {number} agent
     * @param {OtherBody} other
     * @returns {[sooner: boolean, later: boolean]}
     */
    conflictsForEver(agent, other) {
        this.#effort.spend(1);
        const known = this.#knownSpans(agent, other);
        const reach = this.#windowReach;
        const [low, high] = [-reach, reach].map((k) => this.#windowSpans(known, k, agent, other));
        return [low.some(({ lo }) => lo === -Infinity), high.some(({ hi }) => hi === Infinity)];
    }

    /** Returns what is known about the delays of an agent and another body. @param {number} agent @param {OtherBody} other */
    #knownSpans(agent, other) {
        const key = pairKey(agent, other);
        let known = this.#spans.get(key);
        if (known === undefined) {
            known = { windows: new Map(), first: 0, last: -1, spans: [] };
            this.#spans.set(key, known);
            const found = this.#foundAhead.get(key);
            if (found !== undefined) {
                this.#effort.spend(found.effort);
                if (found.notice !== undefined) this.notices.push(found.notice);
                known.windows.set(0, found.spans);
            }
        }
        return known;
    }

    /**
     * Returns the delays of a window with which an agent conflicts with another body.
     *
     * @param {KnownSpans} known
     * @param {number} k
     * @param {number} agent
     * @param {OtherBody} other
     */
    #windowSpans(known, k, agent, other) {
        const found = known.windows.get(k);
        if (found !== undefined) return found;
        const range = this.#windowRange(k);
        /** @type {DelaySpan[]} */
        const spans = [];
        try {
            for (const [a, b] of this.#bodyPairs(agent, other)) {
                const found = this.#pairSpans(a, b, range, (p, q, distanceTolerance) =>
                    this.#search(a, b, p, q, { distanceTolerance, range }),
                );
                spans.push(...found);
            }
        } catch (error) {
            const limit = intervalLimit(error);
            const pair = this.#names.describePair(agent, other);
            const text = `${pair} conflict in more than ${limit} intervals of delays: which delays are free is undecided`;
            if (!this.notices.includes(text)) this.notices.push(text);
            spans.splice(0, Infinity, { ...UNDECIDED });
        }
        const { from, to } = range;
        const own = spans.map((span) => ({
            ...span,
            lo: Math.max(span.lo, from),
            hi: Math.min(span.hi, to),
        }));
        const kept = this.#windowReach === 0 ? spans : own;
        known.windows.set(k, kept);
        return kept;
    }

    /** Returns the window of a delay. @param {number} delay */
    #windowOf(delay) {
        const reach = this.#windowReach;
        if (reach === 0) return 0;
        return Math.max(-reach, Math.min(reach, Math.round(delay / this.windowLength)));
    }

    /** Returns the delays of a window that matter. @param {number} k @returns {DelayRange} */
    #windowRange(k) {
        const reach = this.#windowReach;
        const lowest = this.#minDelay ?? -Infinity;
        return {
            from: k === -reach ? lowest : Math.max(lowest, (k - 0.5) * this.windowLength),
            to: k === reach ? Infinity : (k + 0.5) * this.windowLength,
        };
    }

    /** Returns a lower bound of the effort of the first call of `findSpans`. @param {number} agent @param {OtherBody} other */
    minEffort(agent, other) {
        let effort = 1;
        for (const [a, b] of this.#bodyPairs(agent, other)) {
            const size = a.part.size + b.part.size;
            if (!this.#areFar(a, b, this.#inflation(a, b, size))) effort += this.#queryCost(a, b);
        }
        return effort;
    }

    /** Returns the cost of a query of two bodies, in units of effort. @param {Body} a @param {Body} b */
    #queryCost(a, b) {
        return COST.query + this.#geometry.pieceCost * a.motion.count * b.motion.count;
    }

    /** Yields the bodies of an agent and another one, each with each. @param {number} agent @param {OtherBody} other */
    *#bodyPairs(agent, other) {
        const others =
            'agent' in other
                ? this.agentBodies.get(other.agent)
                : this.obstacleBodies.get(other.obstacle);
        for (const a of this.agentBodies.get(agent) ?? []) {
            for (const b of others ?? []) yield/** @type {const} */ ([a, b]);
        }
    }

    /**
     * Returns the distance by which one of two bodies is inflated, so that bodies that touch are not missed.
     *
     * @param {Body} a
     * @param {Body} b
     * @param {number} size sum of their sizes
     */
    #inflation(a, b, size) {
        const error = a.part.error + b.part.error;
        // An overlap could be as deep as rounding moved the outlines.
        if (this.#policy.touching !== 'conflict') return this.#isClear ? error : 0;
        return this.#policy.toleranceFor(size, error) + error + EXTRA_DISTANCE * size;
    }

    /**
     * Returns the delays of one body with which it conflicts with another.
     *
     * @param {Body} a
     * @param {Body} b
     * @param {DelayRange} range that of the search
     * @param {(shapeA: Shape, shapeB: Shape, distanceTolerance: number | undefined) => DelaySpan[]} search searches them for
     *   these shapes of the bodies
     * @returns {DelaySpan[]}
     */
    #pairSpans(a, b, range, search) {
        const error = a.part.error + b.part.error;
        const size = a.part.size + b.part.size;
        const tolerance = this.#policy.toleranceFor(size, error);
        const isClosed = this.#policy.touching === 'conflict';
        const inflation = this.#inflation(a, b, size);
        if (this.#areFar(a, b, inflation) || this.#arePartedBy(a, b, range, inflation)) return [];
        const shape = this.#offsetShapes.inflate(a.shape, inflation);
        const policyDistance = tolerance > 0 ? TOLERANCE_SHARE * tolerance : undefined;
        const distanceTolerance = this.#isClear ? CLEAR_RELATIVE * size : policyDistance;
        const found = search(shape, b.shape, distanceTolerance);
        if (isClosed || this.#isClear || found.length === 0) return found;
        if (tolerance > DEPTH_RELATIVE * size + 2 * error) {
            // The plan may be valid where only bodies that are not shrunk by the tolerance meet.
            const offset = tolerance + error + EXTRA_DISTANCE * size;
            const shrunk = this.#deflateOne(a.shape, b.shape, offset);
            const certain = shrunk === null ? [] : search(...shrunk, distanceTolerance);
            return [...certain, ...found.map((span) => ({ ...span, known: false }))];
        }
        // A query never counts an overlap as touching, however small it is. If bodies meet only when they are not shrunk by
        // the rounding of their outlines, as bodies that slide along each other do, the check of the plan decides.
        const shrunk =
            error > 0 && tolerance >= 2 * error ? this.#deflateOne(a.shape, b.shape, error) : null;
        if (shrunk === null) return found;
        const real = search(...shrunk, distanceTolerance);
        return found.map((span) => {
            const isReal = real.some(({ lo, hi }) => lo <= span.hi && span.lo <= hi);
            return isReal ? span : { ...span, known: false };
        });
    }

    /**
     * Returns two shapes of which one is shrunk; null if neither can be shrunk so far.
     *
     * @param {Shape} a
     * @param {Shape} b
     * @param {number} offset
     * @returns {[Shape, Shape] | null}
     */
    #deflateOne(a, b, offset) {
        const p = this.#offsetShapes.deflate(a, offset);
        if (p !== null) return [p, b];
        const q = this.#offsetShapes.deflate(b, offset);
        return q === null ? null : [a, q];
    }

    /**
     * Returns a delay as the only span if two bodies that have these shapes conflict at it, or if that is undecided. Only sections
     * of their motions that are near each other are queried.
     *
     * @param {Body} a
     * @param {Body} b
     * @param {Shape} shapeA
     * @param {Shape} shapeB
     * @param {{ distanceTolerance: number | undefined, delay: number }} options
     * @returns {DelaySpan[]}
     */
    #searchAt(a, b, shapeA, shapeB, { distanceTolerance, delay }) {
        const isClosed = this.#policy.touching === 'conflict';
        const [ours, theirs] = [this.#sectionsOf(a), this.#sectionsOf(b)];
        const margin = this.#inflation(a, b, a.part.size + b.part.size);
        const slack = clockResolution(2 * Math.max(...[a, b].map(lastTime)) + delay);
        const maxIterations = MAX_ITERATIONS.base + MAX_ITERATIONS.piece * 2 * SECTION_PIECES;
        const span = { lo: delay, hi: delay, closedLo: true, closedHi: true, known: true };
        this.#effort.spend(COST.section * (ours.length + theirs.length));
        let isUndecided = false;
        for (let i = 0, j = 0; i < ours.length && j < theirs.length; ) {
            const [p, q] = [ours[i], theirs[j]];
            const [begin, end] = [p.begin + delay, p.end + delay];
            const overlap = Math.min(end, q.end) - Math.max(begin, q.begin);
            if (overlap >= -slack && areBoxesNear(p.box, q.box, margin)) {
                this.#effort.spend(COST.delay);
                // One body vanishes at the instant at which the other appears, up to the rounding of times.
                const extra = overlap <= slack && begin !== end && q.begin !== q.end ? slack : 0;
                const found = this.#geometry.queries
                    .unsafeMotionDelays(shapeA, shapeB, p.motion, q.motion, {
                        ...{ from: delay - extra, to: delay + extra },
                        ...{ distanceTolerance, maxIterations },
                    })
                    .filter(({ status }) => isClosed || status !== 'grazing');
                if (found.some(({ status }) => status !== 'undecided')) return [span];
                if (found.length > 0) {
                    this.#effort.spend(COST.iteration * maxIterations);
                    isUndecided = true;
                }
            }
            const isSameEnd = Math.abs(end - q.end) <= slack;
            if (isSameEnd || end < q.end) i++;
            if (isSameEnd || !(end < q.end)) j++;
        }
        return isUndecided ? [{ ...span, known: false }] : [];
    }

    /** Returns the motion of a body in sections. @param {Body} body */
    #sectionsOf(body) {
        const known = this.#sections.get(body);
        if (known !== undefined) return known;
        const { pieces, begin, end } = body;
        const { queries, boxAround } = this.#geometry;
        /** @type {Section[]} */
        const sections = [];
        for (let k = 0; k < pieces.length; k += SECTION_PIECES) {
            const [isFirst, isLast] = [k === 0, k + SECTION_PIECES >= pieces.length];
            const motion = this.#bodies.addOwned(
                queries.motion(
                    { pieces: pieces.slice(k, k + SECTION_PIECES) },
                    {
                        before: isFirst && begin === -Infinity ? 'stay' : 'vanish',
                        after: isLast && end === Infinity ? 'stay' : 'vanish',
                    },
                ),
            );
            sections.push({
                motion,
                box: boxAround(body, motion),
                begin: isFirst ? begin : motion.t0,
                end: isLast ? end : motion.t1,
            });
        }
        this.#sections.set(body, sections);
        return sections;
    }

    /**
     * Searches the delays with which two bodies conflict that have these shapes.
     *
     * @param {Body} a
     * @param {Body} b
     * @param {Shape} shapeA
     * @param {Shape} shapeB
     * @param {{ distanceTolerance: number | undefined, range: DelayRange }} options
     * @returns {DelaySpan[]}
     */
    #search(a, b, shapeA, shapeB, { distanceTolerance, range }) {
        const isClosed = this.#policy.touching === 'conflict';
        const [p, q] = [a.motion, b.motion];
        const duration = p.t1 - p.t0 + (q.t1 - q.t0);
        const wideBracket = WIDE_BRACKET * duration;
        const maxIterations = Math.min(
            MAX_ITERATIONS.base + MAX_ITERATIONS.piece * (p.count + q.count),
            MAX_ITERATIONS.max,
        );
        /** @param {{ from?: number, to?: number }} range */
        const query = (range) => {
            this.#effort.spend(this.#queryCost(a, b));
            const found = this.#geometry.queries.unsafeMotionDelays(shapeA, shapeB, p, q, {
                ...range,
                distanceTolerance,
                maxIterations,
            });
            if (found.at(-1)?.status === 'undecided') {
                this.#effort.spend(COST.iteration * maxIterations);
            }
            return found.filter(({ status }) => isClosed || status !== 'grazing');
        };
        /** @type {DelaySpan[]} */
        const spans = [];
        let from = range.from === -Infinity ? undefined : range.from;
        const to = range.to === Infinity ? undefined : range.to;
        let skip = SKIP.first * duration;
        for (let skipped = 0; ; skipped++) {
            for (const each of query({ from, to })) {
                if (each.status === 'undecided') spans.push(...undecidedSpans(each));
                else spans.push(...this.#decidedSpans(a, b, each, range, wideBracket, query));
            }
            const lastSpan = spans.at(-1);
            if (lastSpan === undefined || lastSpan.known) return spans;
            // All larger delays are undecided until the next search begins.
            if (skipped === SKIP.max || lastSpan.lo === Infinity || !(skip > 0)) return spans;
            const begun = lastSpan.lo === -Infinity ? q.t0 - p.t1 : lastSpan.lo;
            from = begun + skip;
            if (from >= range.to) return spans;
            lastSpan.hi = from;
            skip *= SKIP.growth;
        }
    }

    /**
     * Returns the intervals of delays of a decided result; the last one is known. If touching is allowed, delays with a
     * grazing contact are undecided, so that the check of the plan decides.
     *
     * @param {Body} a
     * @param {Body} b
     * @param {UnsafeDelays} interval
     * @param {DelayRange} range that of the search
     * @param {number} wideBracket
     * @param {(range: { from: number, to: number }) => UnsafeDelays[]} query
     * @returns {DelaySpan[]}
     */
    #decidedSpans(a, b, { begin, end }, range, wideBracket, query) {
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
        return [...touching, this.#makeSpan(a, b, begin, end, range, query)];
    }

    /**
     * Returns the interval between two brackets.
     *
     * @param {Body} a
     * @param {Body} b
     * @param {[number, number]} begin
     * @param {[number, number]} end
     * @param {DelayRange} range that of the search
     * @param {(range: { from: number, to: number }) => UnsafeDelays[]} query
     * @returns {DelaySpan}
     */
    #makeSpan(a, b, begin, end, range, query) {
        const isClosed = this.#policy.touching === 'conflict';
        const span = {
            lo: begin[0],
            hi: end[1],
            closedLo: isClosed,
            closedHi: isClosed,
            known: true,
        };
        // At these delays one body vanishes at the instant at which the other appears, and they overlap then.
        const [minDelay, maxDelay] = [b.begin - a.end, b.end - a.begin];
        const isFirst = begin[0] <= minDelay + TIME_RELATIVE * Math.max(1, -minDelay);
        const isLast = end[1] >= maxDelay - TIME_RELATIVE * Math.max(1, maxDelay);
        const first = isFirst
            ? { at: minDelay, closed: true }
            : this.#stepInBracket(begin, range, query);
        const last = isLast
            ? { at: maxDelay, closed: true }
            : this.#stepInBracket(end, range, query);
        if (first !== null) [span.lo, span.closedLo] = [first.at, first.closed];
        if (last !== null) [span.hi, span.closedHi] = [last.at, last.closed];
        return span;
    }

    /**
     * Returns the whole step that lies in the bracket of an end, or so near it that rounding hides the side, and whether
     * the bodies conflict at it; null if there is none, or more than one.
     *
     * @param {[number, number]} bracket
     * @param {DelayRange} range that of the search, which may cut the delays off
     * @param {(range: { from: number, to: number }) => UnsafeDelays[]} query
     */
    #stepInBracket([lo, hi], { from, to }, query) {
        const step = this.#scenario.timeStep;
        const isCut = lo === from || hi === to || !Number.isFinite(lo) || !Number.isFinite(hi);
        if (step === null || isCut || hi - lo > step) return null;
        const at = Math.round((lo + hi) / 2 / step) * step;
        if (at < lo - STEP_ROUNDING * step || at > hi + STEP_ROUNDING * step) return null;
        const found = query({ from: at, to: at });
        if (found.some(({ status }) => status === 'undecided')) return null;
        return { at, closed: found.length > 0 };
    }

    /**
     * Returns whether the two paths are apart, so that the bodies do not meet with any delay.
     *
     * @param {Body} a
     * @param {Body} b
     * @param {number} reach
     */
    #areFar(a, b, reach) {
        return !areBoxesNear(this.#box(a), this.#box(b), reach);
    }

    /**
     * Returns whether the boxes of two bodies over time are apart with all delays of a range. Where all delays are searched at
     * once, their paths say as much.
     *
     * @param {Body} a
     * @param {Body} b
     * @param {DelayRange} range
     * @param {number} reach
     */
    #arePartedBy(a, b, { from, to }, reach) {
        if (this.#windowReach === 0) return false;
        this.#madeSteps ??= this.#makeSteps();
        const { steps, indices } = this.#madeSteps;
        const [i, j] = [a, b].map((body) => /** @type {number} */ (indices.get(body)));
        const last = steps.count - 1;
        /** Returns the step of a time. @param {number} time */
        const stepOf = (time) =>
            Math.max(0, Math.min(last, Math.floor((time - steps.begin) / steps.step)));
        let compared = 0;
        let isParted = true;
        for (let k = 0; k <= last && isParted; k++) {
            // Before its first step, and after its last one, a body stays where it is or is absent.
            const first = k === 0 ? 0 : stepOf(steps.time(k) + from - STEP_SHARE * steps.step);
            const end =
                k === last ? last : stepOf(steps.time(k + 1) + to + STEP_SHARE * steps.step);
            for (let l = first; l <= end && isParted; l++) {
                compared++;
                isParted = steps.minDistance(i, j, k, l) > reach;
            }
        }
        this.#effort.spend(COST.section * compared);
        return isParted;
    }

    #makeSteps() {
        const bodies = [...this.#bodies.agents, ...this.#bodies.obstacles];
        const { begin, horizon } = this.#motionRange();
        const steps = this.#geometry.makeSteps(bodies, begin, horizon);
        return { steps, indices: new Map(bodies.map((body, k) => [body, k])) };
    }

    /** Returns a box of all that a body ever covers. @param {Body} body */
    #box(body) {
        let box = this.#boxes.get(body);
        if (box === undefined) {
            box = this.#geometry.boxAround(body, body.motion);
            this.#boxes.set(body, box);
        }
        return box;
    }
}

/**
 * Joins the spans of consecutive windows: those that a window cuts go on in the next one.
 *
 * @param {DelaySpan[][]} windows
 */
function joinWindows(windows) {
    /** @type {DelaySpan[]} */
    const joined = [];
    /** Spans that reach the end of the window before. @type {DelaySpan[]} */
    let open = [];
    for (const spans of windows) {
        /** @type {DelaySpan[]} */
        const reaching = [];
        for (const span of spans) {
            const before = open.find(({ known, hi }) => known === span.known && hi === span.lo);
            const whole = before ?? { ...span };
            if (before === undefined) joined.push(whole);
            else if (span.hi > before.hi) [before.hi, before.closedHi] = [span.hi, span.closedHi];
            reaching.push(whole);
        }
        open = reaching;
    }
    return joined;
}

/**
 * Returns the intervals of delays of an undecided result; the last has no end.
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

/** Returns whether two boxes are within a distance of each other, along all axes. @param {number[]} p @param {number[]} q @param {number} reach */
function areBoxesNear(p, q, reach) {
    const axes = p.length / 2;
    for (let k = 0; k < axes; k++) {
        if (p[k] > q[k + axes] + reach || q[k] > p[k + axes] + reach) return false;
    }
    return true;
}

/** Returns the time at which a body's motion begins or ends, whichever is farther from 0. @param {Body} body */
function lastTime({ motion }) {
    return Math.max(Math.abs(motion.t0), Math.abs(motion.t1));
}

/** @param {number} agent @param {OtherBody} other */
function pairKey(agent, other) {
    return 'agent' in other ? `${agent} ${other.agent}` : `${agent} obstacle ${other.obstacle}`;
}
