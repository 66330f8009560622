import { timeSpan } from '../checks/disc_records.js';
import { MotionDelays, STEP_ROUNDING } from '../delays/motion_delays.js';
import { clockResolution } from '../model/tolerance.js';
import { NO_LIMIT } from './search_limit.js';

/**
 * @import { OtherBody } from '../delays/least_delay.js'
 * @import { DelaySpan } from '../delays/motion_delays.js'
 * @import { ContactPolicy } from '../checks/contact_policy.js'
 * @import { BodyGeometry } from '../checks/geometry.js'
 * @import { BlockDelays, Conflict, Delays, Precedence } from './delay_search.js'
 * @import { SearchLimit } from './search_limit.js'
 * @import { Scenario } from '../model/scenario.js'
 */

/**
 * A moving body: an agent, or an obstacle that cannot be delayed.
 *
 * @typedef {object} MovingBody
 * @property {OtherBody} body
 * @property {number} begin beginning of its motion
 * @property {boolean} isFixed
 *
 * Delays of one moving body relative to another at which they conflict, in ticks: between `lo` and `hi`, which are both free.
 *
 * @typedef {{ lo: number, hi: number, known: boolean }} TickSpan
 */

/**
 * Conflict model (`ConflictModel`) of bodies of any shape and motion, which can start later but not wait during their motion: a
 * vehicle cannot stop anywhere between two samples of its trajectory.
 */
export class BodyConflicts {
    #delays;
    #tick;
    #isStepped;
    #resolution;
    #margin;
    #stepRounding;
    /** @type {MovingBody[]} */ #movingBodies;
    #all;
    /** Spans of each pair, and the same in ticks. @type {Map<number, { spans: DelaySpan[], unsafe: TickSpan[] }>} */ #unsafe =
        new Map();

    /**
     * @param {BodyGeometry} geometry
     * @param {Scenario} scenario
     * @param {ContactPolicy} policy
     * @param {number} marginFactor factor of the margins
     * @param {boolean} [isClear] as for `MotionDelays`
     * @param {SearchLimit} [limit] end of the search
     */
    constructor(geometry, scenario, policy, marginFactor, isClear, limit = NO_LIMIT) {
        const { agents, obstacles, timeStep } = scenario;
        const span = timeSpan(scenario);
        const { begin } = span;
        // Beside the time, the number of iterations alone limits the search for delays.
        const effort = { spend: (/** @type {number} */ cost) => limit.check(cost) };
        this.#delays = new MotionDelays(
            ...[geometry, scenario, begin, policy, effort, undefined, isClear],
        );
        this.#tick = timeStep ?? 1;
        this.#isStepped = timeStep !== null;
        this.#stepRounding = marginFactor === 1 ? STEP_ROUNDING : 0;
        this.#resolution = clockResolution(2 * Math.max(span.horizon, -span.begin));
        this.#margin = (marginFactor === 1 ? 0 : marginFactor) * this.#resolution;
        this.#movingBodies = agents.map(({ motion, initialState }, agent) => {
            const begin = motion.length === 0 ? span.begin : motion[0].t0;
            // The task may set the beginning of an agent.
            const isFixed = motion.length === 0 || initialState !== undefined;
            return { body: { agent }, begin, isFixed };
        });
        for (const [obstacle, { motion = [] }] of obstacles.entries()) {
            if (motion.length === 0) continue;
            this.#movingBodies.push({ body: { obstacle }, begin: motion[0].t0, isFixed: true });
        }
        /** Number of delays of each body. */
        this.sizes = this.#movingBodies.map(() => 1);
        this.#all = Int32Array.from(this.#movingBodies.keys());
        this.limit = limit;
        /** True if undecided delays count as conflicts. */
        this.isStrict = true;
        /** True if an undecided delay was counted as a conflict. */
        this.countedUndecided = false;
    }

    /** Frees the memory. */
    free() {
        this.#delays.free();
    }

    /** Delay that most bodies do not exceed, at a guess, in ticks: delays of one search. Where all are found at once, none is excluded. */
    get usualDelay() {
        return this.#delays.windowLength / this.#tick;
    }

    /** Margin of a delay: `#firstFreeTick` has added it already. */
    get margin() {
        return 0;
    }

    /** Returns whether a body cannot be delayed. @param {number} body */
    isFixed(body) {
        return this.#movingBodies[body].isFixed;
    }

    /** Returns the bodies that a body can meet: any other one. @param {number} body */
    neighbors(body) {
        return this.#all.filter((other) => other !== body);
    }

    /** Does nothing: `rivals` takes no time. */
    *prepare() {}

    /** Returns the bodies that a body may conflict with. @param {number} body */
    rivals(body) {
        return this.neighbors(body);
    }

    get notices() {
        return this.#delays.notices;
    }

    /**
     * @param {number} a
     * @param {number} b
     * @param {Delays} p
     * @param {Delays} q
     * @returns {Conflict | null}
     */
    conflict(a, b, p, q) {
        const [first, second] = [this.#movingBodies[a], this.#movingBodies[b]];
        // Obstacles come last, so both are obstacles, which are not checked against each other.
        if (!('agent' in first.body)) return null;
        const delay = p[0] - q[0];
        for (const { lo, hi, known } of this.#unsafeSpans(a, b, delay, delay)) {
            if (!(known || this.isStrict) || p[0] >= q[0] + hi || q[0] >= p[0] - lo) continue;
            if (!known) this.countedUndecided = true;
            /** @type {Precedence[]} */
            const alternatives = [];
            const [x, y] = [
                { agent: a, piece: 0 },
                { agent: b, piece: 0 },
            ];
            if (!first.isFixed && hi < Infinity) alternatives.push({ late: x, early: y, lag: hi });
            if (!second.isFixed && lo > -Infinity)
                alternatives.push({ late: y, early: x, lag: -lo });
            const tick = this.#tick;
            const time = Math.max(first.begin + p[0] * tick, second.begin + q[0] * tick);
            if (alternatives.length > 0) return { a, b, time, alternatives };
            const impossibleBecause = first.isFixed && second.isFixed ? 'fixed' : 'motions';
            return { a, b, time, alternatives, impossibleBecause };
        }
        return null;
    }

    /**
     * Visits the delays of a body that conflict with others whose delays are fixed.
     *
     * @param {number} body
     * @param {(Delays | null | undefined)[]} delays delays of each body; null or undefined: it is left out
     * @param {number} maxDelay delays above it need not be visited
     * @param {BlockDelays} block
     */
    visitBlocked(body, delays, maxDelay, block) {
        for (const [other, q] of delays.entries()) {
            if (!q || other === body) continue;
            const spans = this.#spansBetween(body, other, -q[0], maxDelay - q[0]);
            for (const { lo, hi, known } of spans) {
                if (known || this.isStrict) block(1, q[0] + lo, q[0] + hi, other);
            }
        }
    }

    /**
     * Lists the pairs of bodies of which the first must be somewhere before the second: however much later it starts, they
     * conflict.
     *
     * @returns {[before: number, after: number][]}
     */
    orderedPairs() {
        /** @type {[before: number, after: number][]} */
        const found = [];
        for (const a of this.#all) {
            for (const b of this.#all.subarray(a + 1)) {
                const { body } = this.#movingBodies[a];
                if (!('agent' in body)) continue;
                const other = this.#movingBodies[b].body;
                const [sooner, later] = this.#delays.conflictsForEver(body.agent, other);
                if (sooner) found.push([b, a]);
                if (later) found.push([a, b]);
            }
        }
        return found;
    }

    /**
     * Returns the delays of one body relative to another that are in conflict; of two obstacles there are none.
     *
     * @param {number} a
     * @param {number} b
     * @param {number} from
     * @param {number} to
     * @returns {TickSpan[]}
     */
    #spansBetween(a, b, from, to) {
        if (!('agent' in this.#movingBodies[Math.min(a, b)].body)) return [];
        if (a < b) return this.#unsafeSpans(a, b, from, to);
        const spans = this.#unsafeSpans(b, a, -to, -from);
        return spans.map(({ lo, hi, known }) => ({ lo: -hi, hi: -lo, known }));
    }

    /** Returns false: conflicts at the goals are among the unsafe delays already. */
    goalsConflict() {
        return false;
    }

    /**
     * Returns the delays of `a` relative to `b` that are in conflict, the known ones first: at least all of a range.
     *
     * @param {number} a
     * @param {number} b
     * @param {number} from in ticks
     * @param {number} to in ticks
     */
    #unsafeSpans(a, b, from, to) {
        const key = a * this.#movingBodies.length + b;
        const { agent } = /** @type {{ agent: number }} */ (this.#movingBodies[a].body);
        const tick = this.#tick;
        // Rounding of times, and of ends to whole steps, moves an end of a span.
        const extra = (this.#isStepped ? tick : 0) + this.#margin + this.#resolution;
        const range = /** @type {const} */ ([from * tick - extra, to * tick + extra]);
        const spans = this.#delays.findSpans(agent, this.#movingBodies[b].body, ...range);
        const known = this.#unsafe.get(key);
        if (known?.spans === spans) return known.unsafe;
        const unsafe = joinSpans(spans)
            .map((span) => this.#toTicks(span))
            .filter(({ lo, hi }) => !this.#isStepped || hi - lo > 1);
        this.#unsafe.set(key, { spans, unsafe });
        return unsafe;
    }

    /** @param {DelaySpan} span @returns {TickSpan} */
    #toTicks({ lo, hi, closedLo, closedHi, known }) {
        return {
            lo: -this.#firstFreeTick(-lo, closedLo),
            hi: this.#firstFreeTick(hi, closedHi),
            known,
        };
    }

    /**
     * Returns the first free delay after the end of an unsafe span, in ticks.
     *
     * @param {number} end
     * @param {boolean} closed
     */
    #firstFreeTick(end, closed) {
        const ticks = end / this.#tick;
        if (this.#isStepped) {
            return closed
                ? Math.floor(ticks + this.#stepRounding) + 1
                : Math.ceil(ticks - this.#stepRounding);
        }
        return ticks + (closed ? Math.max(this.#margin, this.#resolution) : this.#margin);
    }
}

/**
 * Joins overlapping spans of one kind, so that one precedence leads out of all of them: known ones, then undecided ones.
 *
 * @param {DelaySpan[]} spans
 * @returns {DelaySpan[]}
 */
function joinSpans(spans) {
    /** @type {DelaySpan[]} */
    const joined = [];
    for (const known of [true, false]) {
        /** @type {DelaySpan | undefined} */
        let last;
        const some = spans.filter((span) => span.known === known).sort((p, q) => p.lo - q.lo);
        for (const span of some) {
            if (last === undefined || !areJoined(last, span)) {
                last = { ...span };
                joined.push(last);
                continue;
            }
            if (span.hi === last.hi) last.closedHi ||= span.closedHi;
            if (span.hi > last.hi) [last.hi, last.closedHi] = [span.hi, span.closedHi];
        }
    }
    return joined;
}

/** Returns whether no free delay lies between two spans. @param {DelaySpan} p @param {DelaySpan} q a span that does not begin earlier */
function areJoined(p, q) {
    return q.lo < p.hi || (q.lo === p.hi && (p.closedHi || q.closedLo));
}
