import { GRAIN, MotionDelays } from './motion_delays.js';
import { clockResolution } from './tolerance.js';
import { timeSpan } from './tracks.js';

/**
 * @import { Graze } from 'graze'
 * @import { OtherBody } from './mend.js'
 * @import { DelaySpan } from './motion_delays.js'
 * @import { Reading } from './reading.js'
 * @import { Conflict, Delays, Demand } from './retiming.js'
 * @import { Scenario } from './scenario.js'
 */

/** A search for least delays may cost as much as its budget of decisions allows. */
const UNLIMITED = { spend() {} };

/**
 * A body that moves: an agent, or an obstacle that nobody can delay.
 *
 * @typedef {object} Mover
 * @property {OtherBody} who
 * @property {number} begin when its motion begins
 * @property {boolean} isFixed
 *
 * Delays of one mover over another with which they conflict, in ticks: between `lo` and `hi`, both of which are free.
 *
 * @typedef {{ lo: number, hi: number, known: boolean }} TickSpan
 */

/**
 * Conflicts of bodies of any shape and motion that can start later, but not wait on the way: a car that stops between two
 * samples of its course would do what no car does.
 */
export class BodyEncounters {
    #delays;
    #tick;
    #stepped;
    #resolution;
    #margin;
    #grain;
    /** @type {Mover[]} */ #movers;
    /** @type {Map<number, TickSpan[]>} */ #unsafe = new Map();

    /**
     * @param {Graze} graze
     * @param {Scenario} scenario
     * @param {Reading} reading
     * @param {number} widen the margins, times this
     * @param {boolean} [isClear] as for `MotionDelays`
     */
    constructor(graze, scenario, reading, widen, isClear) {
        const { agents, obstacles, timeStep } = scenario;
        const span = timeSpan(scenario);
        const { begin } = span;
        this.#delays = new MotionDelays(
            ...[graze, scenario, begin, reading, UNLIMITED, undefined, isClear],
        );
        this.#tick = timeStep ?? 1;
        this.#stepped = timeStep !== null;
        this.#grain = widen === 1 ? GRAIN : 0;
        this.#resolution = clockResolution(2 * Math.max(span.horizon, -span.begin));
        this.#margin = (widen === 1 ? 0 : widen) * this.#resolution;
        this.#movers = agents.map(({ motion, beginning }, agent) => {
            const begin = motion.length === 0 ? span.begin : motion[0].t0;
            // Its task may say when an agent begins.
            const isFixed = motion.length === 0 || beginning !== undefined;
            return { who: { agent }, begin, isFixed };
        });
        for (const [obstacle, { motion = [] }] of obstacles.entries()) {
            if (motion.length === 0) continue;
            this.#movers.push({ who: { obstacle }, begin: motion[0].t0, isFixed: true });
        }
        /** How many delays each has. */
        this.sizes = this.#movers.map(() => 1);
        /** Whether undecided delays count as conflicts; else as free. */
        this.isStrict = true;
        /** Whether an undecided delay was counted as a conflict. */
        this.metUndecided = false;
    }

    /** Gives the memory back. */
    free() {
        this.#delays.free();
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
        const [first, second] = [this.#movers[a], this.#movers[b]];
        // Obstacles come last, so both are: they are not checked against each other.
        if (!('agent' in first.who)) return null;
        for (const { lo, hi, known } of this.#unsafeOf(a, b)) {
            if (!(known || this.isStrict) || p[0] >= q[0] + hi || q[0] >= p[0] - lo) continue;
            if (!known) this.metUndecided = true;
            /** @type {Demand[]} */
            const ways = [];
            const [x, y] = [
                { agent: a, segment: 0 },
                { agent: b, segment: 0 },
            ];
            if (!first.isFixed && hi < Infinity) ways.push({ late: x, early: y, wait: hi });
            if (!second.isFixed && lo > -Infinity) ways.push({ late: y, early: x, wait: -lo });
            const tick = this.#tick;
            const time = Math.max(first.begin + p[0] * tick, second.begin + q[0] * tick);
            if (ways.length > 0) return { a, b, time, ways };
            const never = first.isFixed && second.isFixed ? 'fixed' : 'motions';
            return { a, b, time, ways, never };
        }
        return null;
    }

    /** That is part of the delays. */
    endTogether() {
        return false;
    }

    /**
     * Returns the delays of `a` over those of `b` that are in conflict, those that are known first.
     *
     * @param {number} a
     * @param {number} b
     */
    #unsafeOf(a, b) {
        const key = a * this.#movers.length + b;
        const known = this.#unsafe.get(key);
        if (known !== undefined) return known;
        const { agent } = /** @type {{ agent: number }} */ (this.#movers[a].who);
        const spans = this.#delays.between(agent, this.#movers[b].who);
        const unsafe = joined(spans)
            .map((span) => this.#inTicks(span))
            .filter(({ lo, hi }) => !this.#stepped || hi - lo > 1);
        this.#unsafe.set(key, unsafe);
        return unsafe;
    }

    /** @param {DelaySpan} span @returns {TickSpan} */
    #inTicks({ lo, hi, closedLo, closedHi, known }) {
        return { lo: -this.#after(-lo, closedLo), hi: this.#after(hi, closedHi), known };
    }

    /**
     * Returns the first free delay from the end of what is not, in ticks.
     *
     * @param {number} end
     * @param {boolean} closed
     */
    #after(end, closed) {
        const ticks = end / this.#tick;
        if (this.#stepped) {
            return closed ? Math.floor(ticks + this.#grain) + 1 : Math.ceil(ticks - this.#grain);
        }
        return ticks + (closed ? Math.max(this.#margin, this.#resolution) : this.#margin);
    }
}

/**
 * Joins spans of one kind that overlap, so that one demand leads out of all of them: known ones, then undecided ones.
 *
 * @param {DelaySpan[]} spans
 * @returns {DelaySpan[]}
 */
function joined(spans) {
    /** @type {DelaySpan[]} */
    const made = [];
    for (const known of [true, false]) {
        /** @type {DelaySpan | undefined} */
        let last;
        const some = spans.filter((span) => span.known === known).sort((p, q) => p.lo - q.lo);
        for (const span of some) {
            if (last === undefined || !overlap(last, span)) {
                last = { ...span };
                made.push(last);
                continue;
            }
            if (span.hi === last.hi) last.closedHi ||= span.closedHi;
            if (span.hi > last.hi) [last.hi, last.closedHi] = [span.hi, span.closedHi];
        }
    }
    return made;
}

/** Returns whether no free delay lies between two spans. @param {DelaySpan} p @param {DelaySpan} q that begins no sooner */
function overlap(p, q) {
    return q.lo < p.hi || (q.lo === p.hi && (p.closedHi || q.closedLo));
}
