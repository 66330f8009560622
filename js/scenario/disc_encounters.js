import { clockResolution } from './tolerance.js';
import { endPoint } from './tracks.js';

/**
 * @import { Graze, Segment } from 'graze'
 * @import { Reading } from './reading.js'
 * @import { Conflict, Delays, Demand } from './retiming.js'
 * @import { Agent, Point, Scenario } from './scenario.js'
 */

/**
 * What discs do to each other that wait at the ends of their segments.
 *
 * An agent's course is parts: its segments (odd), and its stays at the places between them (even), the first and the
 * last of which may last for ever. Of two segments the delays in conflict are one interval (`unsafeDelays`), so
 * one or the other has to be late enough. A segment that passes a place where the other waits has to be over it
 * before that one comes, or reach it after that one has gone. So have two that wait at one place. That is all: no
 * choice is lost, and none is counted twice.
 */

/**
 * How good the core's delays are, in units of the longer duration.
 */
const DELAY_RELATIVE = 1e-12;

/**
 * Shares of the tolerance that are used when bodies are read open.
 *
 * @typedef {object} Share
 * @property {number} least overlaps up to that are no conflict
 * @property {number} ends overlaps up to that may be left where one waits for another, at most `least`
 */

/** Nobody overlaps. @type {Share} */
const CLEAR = Object.freeze({ least: 0, ends: 0 });

/** An agent's way, delays left out. */
class Course {
    /**
     * @param {Agent} agent
     * @param {Scenario} scenario
     */
    constructor({ motion, start, shape }, { beforeStart, atGoal }) {
        this.radius = shape.kind === 'disc' ? shape.radius : Number.NaN;
        /** @type {Segment[]} */
        this.segments = motion.map(({ t0, t1, x, y }) => ({
            x: x[0],
            y: y[0],
            vx: x[1] ?? 0,
            vy: y[1] ?? 0,
            start: t0,
            end: t1,
            radius: this.radius,
        }));
        this.count = motion.length;
        const last = motion[this.count - 1];
        const end = last === undefined ? /** @type {Point} */ (start) : endPoint(last);
        /** Where it is before each segment, and after the last. @type {Point[]} */
        this.places = [...this.segments.map(({ x, y }) => ({ x, y })), end];
        this.first = this.count === 0 || beforeStart === 'stay' ? 0 : 1;
        /** Before the first: an agent that has no motion, and vanishes, is there for an instant that nothing mends. */
        this.last = 2 * this.count - (atGoal === 'stay' ? 0 : 1);
    }

    /**
     * When a part begins; an empty one when it would end.
     *
     * @param {number} part
     * @param {Delays} delays
     * @param {number} tick
     */
    begin(part, delays, tick) {
        const k = part >> 1;
        if (part & 1) return this.segments[k].start + delays[k] * tick;
        return k === 0 ? -Infinity : this.segments[k - 1].end + delays[k - 1] * tick;
    }

    /**
     * @param {number} part
     * @param {Delays} delays
     * @param {number} tick
     */
    end(part, delays, tick) {
        const k = part >> 1;
        if (part & 1) return this.segments[k].end + delays[k] * tick;
        return k === this.count ? Infinity : this.segments[k].start + delays[k] * tick;
    }

    /** Is a part of no length? @param {number} part @param {Delays} delays */
    isEmpty(part, delays) {
        const k = part >> 1;
        return !(part & 1) && k > 0 && k < this.count && delays[k] === delays[k - 1];
    }
}

/**
 * @param {number} x
 * @param {number} vx
 * @param {number} span
 * @returns {[number, number]}
 */
function extent(x, vx, span) {
    const to = x + vx * span;
    return x < to ? [x, to] : [to, x];
}

/** The boxes of a course's parts, four numbers each: least and largest x, least and largest y. @param {Course} course */
function boxesOf({ count, segments, places }) {
    const boxes = new Float64Array(4 * (2 * count + 1));
    for (let k = 0; k <= count; k++) {
        const { x, y } = places[k];
        boxes.set([x, x, y, y], 8 * k);
        if (k === count) break;
        const { vx, vy, start, end } = segments[k];
        boxes.set([...extent(x, vx, end - start), ...extent(y, vy, end - start)], 8 * k + 4);
    }
    return boxes;
}

export class DiscEncounters {
    #graze;
    #reading;
    /** @type {Course[]} */ #courses;
    /** @type {Float64Array[]} */ #boxes;
    /** One delay of a course's segments is so much time. */ #tick;
    #stepped;
    #share;
    #cells;
    #sized;
    /** What is added to a wait, in ticks. */ #margin;
    /** Ends of delays this near to a whole tick are at it. */ #grain;
    /** Numbers of all segments, and places, before each agent's. @type {number[]} */ #before = [];
    #total = 0;
    /** @type {Map<number, Float64Array>} */ #unsafe = new Map();
    /** @type {Map<number, [number, number] | null>} */ #passing = new Map();

    /**
     * @param {Graze} graze
     * @param {Scenario} scenario discs in straight moves at constant speed
     * @param {Reading} reading
     * @param {number} widen the margins, times this
     * @param {Share} [share]
     */
    constructor(graze, scenario, reading, widen, share = CLEAR) {
        const { agents, timeStep, discrete, sized } = scenario;
        this.#graze = graze;
        this.#reading = reading;
        this.#share = share;
        this.#courses = agents.map((agent) => new Course(agent, scenario));
        this.#boxes = this.#courses.map(boxesOf);
        this.#stepped = timeStep !== null;
        this.#tick = timeStep ?? 1;
        this.#cells = discrete !== null;
        this.#sized = sized;
        /** How many delays each agent has. */
        this.sizes = this.#courses.map(({ count }) => count);
        let [longest, horizon] = [0, 0];
        for (const { segments, count } of this.#courses) {
            this.#before.push(this.#total);
            this.#total += count + 1;
            for (const { start, end } of segments) {
                longest = Math.max(longest, end - start);
                horizon = Math.max(horizon, end, -start);
            }
        }
        const margin = widen * (DELAY_RELATIVE * longest + 2 * clockResolution(2 * horizon));
        this.#margin = this.#stepped ? 0 : margin;
        this.#grain = margin / this.#tick;
    }

    /**
     * The first conflict of two agents with these delays.
     *
     * @param {number} a
     * @param {number} b above a
     * @param {Delays} p of a
     * @param {Delays} q of b
     * @returns {Conflict | null}
     */
    conflict(a, b, p, q) {
        const [first, second] = [this.#courses[a], this.#courses[b]];
        const tick = this.#tick;
        // Agents without a size meet in cells; half a cell is enough to tell them apart.
        const reach = this.#sized
            ? first.radius + second.radius + this.#reading.reach(first.radius + second.radius)
            : 0.5;
        let i = first.first;
        let j = second.first;
        while (i <= first.last && j <= second.last) {
            if (first.isEmpty(i, p)) {
                i++;
                continue;
            }
            if (second.isEmpty(j, q)) {
                j++;
                continue;
            }
            if (isNear(this.#boxes[a], i, this.#boxes[b], j, reach)) {
                const ways = this.#judge(a, i, p, b, j, q);
                if (ways !== null) {
                    const time = Math.max(first.begin(i, p, tick), second.begin(j, q, tick));
                    if (ways.length > 0) return { a, b, time, ways };
                    const stands = first.count === 0 || second.count === 0;
                    const never = stands ? 'standing' : i === 0 ? 'starts' : 'goals';
                    return { a, b, time, ways, never };
                }
            }
            const [endA, endB] = [first.end(i, p, tick), second.end(j, q, tick)];
            if (endA <= endB) i++;
            if (endB <= endA) j++;
        }
        return null;
    }

    /**
     * Do two agents stay at places where not both can be?
     *
     * @param {number} a
     * @param {number} b
     */
    endTogether(a, b) {
        const [first, second] = [this.#courses[a], this.#courses[b]];
        const both = [first, second].every(({ count, last }) => count > 0 && last === 2 * count);
        return both && this.#excludes(first, first.count, second, second.count);
    }

    /**
     * What two parts that share time demand of each other; null when they are in no conflict.
     *
     * @param {number} a
     * @param {number} i
     * @param {Delays} p
     * @param {number} b
     * @param {number} j
     * @param {Delays} q
     * @returns {Demand[] | null}
     */
    #judge(a, i, p, b, j, q) {
        const [k, l] = [i >> 1, j >> 1];
        if (i & 1 && j & 1) return this.#crossing(a, k, p, b, l, q);
        if (i & 1) return this.#passingBy(b, l, q, a, k, p);
        if (j & 1) return this.#passingBy(a, k, p, b, l, q);
        return this.#meeting(a, k, p, b, l, q);
    }

    /**
     * Two segments: one of them late enough.
     *
     * @param {number} a
     * @param {number} k
     * @param {Delays} p
     * @param {number} b
     * @param {number} l
     * @param {Delays} q
     */
    #crossing(a, k, p, b, l, q) {
        const unsafe = this.#unsafeOf(a, k, b, l);
        for (let at = 0; at < unsafe.length; at += 2) {
            const [lo, hi] = [unsafe[at], unsafe[at + 1]];
            if (p[k] >= q[l] + hi || q[l] >= p[k] - lo) continue;
            return [this.#demand(a, k, b, l, hi), this.#demand(b, l, a, k, -lo)];
        }
        return null;
    }

    /**
     * A segment of `b` past the place where `a` waits for its segment k.
     *
     * @param {number} a
     * @param {number} k
     * @param {Delays} p
     * @param {number} b
     * @param {number} l
     * @param {Delays} q
     */
    #passingBy(a, k, p, b, l, q) {
        const times = this.#passingOf(a, k, b, l);
        if (times === null) return null;
        const { count, segments } = this.#courses[a];
        const comes = k > 0;
        const leaves = k < count;
        const after = comes ? this.#up(times[1] - segments[k - 1].end) : Infinity;
        const before = leaves ? this.#down(times[0] - segments[k].start) : -Infinity;
        if (comes && p[k - 1] >= q[l] + after) return null;
        if (leaves && q[l] >= p[k] - before) return null;
        /** @type {Demand[]} */
        const ways = [];
        if (comes) ways.push(this.#demand(a, k - 1, b, l, after));
        if (leaves) ways.push(this.#demand(b, l, a, k, -before));
        return ways;
    }

    /**
     * Two that wait at places too near each other.
     *
     * @param {number} a
     * @param {number} k
     * @param {Delays} p
     * @param {number} b
     * @param {number} l
     * @param {Delays} q
     */
    #meeting(a, k, p, b, l, q) {
        const [first, second] = [this.#courses[a], this.#courses[b]];
        if (!this.#excludes(first, k, second, l)) return null;
        /** @type {Demand[]} */
        const ways = [];
        for (const [late, m, u, early, n, v, x, y] of /** @type {const} */ ([
            [first, k, p, second, l, q, a, b],
            [second, l, q, first, k, p, b, a],
        ])) {
            if (m === 0 || n === early.count) continue;
            const wait = this.#up(early.segments[n].start - late.segments[m - 1].end);
            if (u[m - 1] >= v[n] + wait) return null;
            ways.push(this.#demand(x, m - 1, y, n, wait));
        }
        return ways;
    }

    /** @param {number} late @param {number} k @param {number} early @param {number} l @param {number} wait */
    #demand(late, k, early, l, wait) {
        return {
            late: { agent: late, segment: k },
            early: { agent: early, segment: l },
            wait: wait + this.#margin,
        };
    }

    /**
     * Returns a time that something has to be later than, in ticks.
     *
     * @param {number} time
     * @param {boolean} [isTaken] the time itself is in conflict; default: read closed
     */
    #up(time, isTaken = this.#reading.name === 'closed') {
        const ticks = time / this.#tick;
        if (!this.#stepped) return isTaken ? ticks + this.#margin : ticks;
        return isTaken ? Math.floor(ticks + this.#grain) + 1 : Math.ceil(ticks - this.#grain);
    }

    /** @param {number} time @param {boolean} [isTaken] as of #up */
    #down(time, isTaken) {
        return -this.#up(-time, isTaken);
    }

    /**
     * Returns whether two at these places are in conflict. Where one segment ends at its place in the instant in which the
     * other begins, that instant then ends the unsafe delays and belongs to them.
     *
     * @param {Point} p
     * @param {Point} q
     * @param {number} reach
     */
    #isTaken(p, q, reach) {
        return this.#reading.name === 'closed' || Math.hypot(p.x - q.x, p.y - q.y) < reach;
    }

    /** Returns how near two centres may come. @param {number} radii @param {number} [share] of the tolerance, read open */
    #limit(radii, share = this.#share.least) {
        const tolerance = this.#reading.toleranceFor(radii);
        return this.#reading.name === 'open' ? radii - share * tolerance : radii + tolerance;
    }

    /**
     * Returns intervals in which two are in conflict, each up to where they are as far apart as they are to be after it.
     *
     * @param {number} radii
     * @param {(reach: number) => [number, number][]} find those in which they are nearer than that
     */
    #grown(radii, find) {
        const { least, ends } = this.#share;
        /** @param {number} share */
        const at = (share) => {
            const reach = this.#limit(radii, share);
            const isAny = this.#sized && (reach > 0 || this.#reading.name === 'closed');
            return isAny ? find(reach) : [];
        };
        const found = at(least);
        if (found.length === 0 || ends === least || this.#reading.name === 'closed') return found;
        const wide = at(ends);
        return found.map(([lo, hi]) => {
            /** @type {[number, number]} */
            const whole = [lo, hi];
            for (const [from, to] of wide) {
                if (from <= hi && lo <= to) {
                    whole[0] = Math.min(whole[0], from);
                    whole[1] = Math.max(whole[1], to);
                }
            }
            return whole;
        });
    }

    /** Can nobody be at the one place while somebody is at the other? @param {Course} first @param {number} k @param {Course} second @param {number} l */
    #excludes(first, k, second, l) {
        const [p, q] = [first.places[k], second.places[l]];
        if (this.#cells && p.x === q.x && p.y === q.y) return true;
        if (!this.#sized) return false;
        const radii = first.radius + second.radius;
        const share = this.#reading.name === 'open' ? this.#share.least : 1;
        const tolerance = share * this.#reading.toleranceFor(radii);
        return this.#reading.forbids(radii - Math.hypot(p.x - q.x, p.y - q.y), tolerance);
    }

    /**
     * The delays of segment k of `a` over those of segment l of `b` that are in conflict, in ticks: open intervals.
     *
     * @param {number} a
     * @param {number} k
     * @param {number} b
     * @param {number} l
     * @returns {Float64Array}
     */
    #unsafeOf(a, k, b, l) {
        const key = (this.#before[a] + k) * this.#total + this.#before[b] + l;
        const known = this.#unsafe.get(key);
        if (known !== undefined) return known;
        const [first, second] = [this.#courses[a], this.#courses[b]];
        const radii = first.radius + second.radius;
        const found = this.#grown(radii, (reach) => {
            const moving = { ...first.segments[k], radius: reach };
            const other = { ...second.segments[l], radius: 0 };
            const reading = { reading: this.#reading.name };
            const startsTaken = this.#isTaken(first.places[k], second.places[l + 1], reach);
            const endsTaken = this.#isTaken(first.places[k + 1], second.places[l], reach);
            return this.#graze
                .unsafeDelays(moving, other, reading)
                .map(([lo, hi]) => [this.#down(lo, endsTaken), this.#up(hi, startsTaken)]);
        });
        const steps = this.#cells ? stepDelays(first, k, second, l) : null;
        if (steps !== null) found.push(this.#around(steps));
        const joined = join(found);
        const unsafe = Float64Array.from(joined.flat());
        this.#unsafe.set(key, unsafe);
        return unsafe;
    }

    /**
     * When segment l of `b`, not delayed, is too near to place k of `a`.
     *
     * @param {number} a
     * @param {number} k
     * @param {number} b
     * @param {number} l
     * @returns {[number, number] | null}
     */
    #passingOf(a, k, b, l) {
        const key = (this.#before[a] + k) * this.#total + this.#before[b] + l;
        const known = this.#passing.get(key);
        if (known !== undefined) return known;
        const [course, other] = [this.#courses[a], this.#courses[b]];
        const segment = other.segments[l];
        const { x, y } = course.places[k];
        const found = this.#grown(course.radius + other.radius, (reach) => {
            const still = { ...segment, x, y, vx: 0, vy: 0, radius: 0 };
            const reading = { reading: this.#reading.name };
            return this.#graze.conflictIntervals({ ...segment, radius: reach }, still, reading);
        });
        if (this.#cells) {
            // Cells are held at both ends of a step: what comes into one has to be a whole step off.
            const half = this.#tick / 2;
            for (const [place, from, to] of staysOf(other, l)) {
                if (place.x === x && place.y === y) found.push([from - half, to + half]);
            }
        }
        const times = found.length === 0 ? null : join(found)[0];
        this.#passing.set(key, times);
        return times;
    }

    /** Delays that must be a whole step off. @param {[number, number]} span of time @returns {[number, number]} */
    #around([lo, hi]) {
        return [Math.round(lo / this.#tick) - 1, Math.round(hi / this.#tick) + 1];
    }
}

/**
 * @param {Float64Array} p boxes
 * @param {number} i
 * @param {Float64Array} q
 * @param {number} j
 * @param {number} reach
 */
function isNear(p, i, q, j, reach) {
    const [s, t] = [4 * i, 4 * j];
    const dx = Math.max(q[t] - p[s + 1], p[s] - q[t + 1], 0);
    const dy = Math.max(q[t + 2] - p[s + 3], p[s + 2] - q[t + 3], 0);
    return dx * dx + dy * dy <= reach * reach * (1 + 1e-9);
}

/**
 * Where a segment of a plan in steps is in a cell, and from when to when.
 *
 * @param {Course} course
 * @param {number} k
 * @returns {[Point, number, number][]}
 */
function staysOf({ segments, places }, k) {
    const { start, end } = segments[k];
    const [from, to] = [places[k], places[k + 1]];
    if (from.x === to.x && from.y === to.y) return [[from, start, end]];
    return [
        [from, start, start],
        [to, end, end],
    ];
}

/**
 * The delays with which two segments are in one cell after a step, or swap cells in one: closed, null for none. They are
 * one interval, as both last a step or stay where they are.
 *
 * @param {Course} first
 * @param {number} k
 * @param {Course} second
 * @param {number} l
 * @returns {[number, number] | null}
 */
function stepDelays(first, k, second, l) {
    let [lo, hi] = [Infinity, -Infinity];
    for (const [p, s, t] of staysOf(first, k)) {
        for (const [q, u, v] of staysOf(second, l)) {
            if (p.x !== q.x || p.y !== q.y) continue;
            lo = Math.min(lo, u - t);
            hi = Math.max(hi, v - s);
        }
    }
    return lo <= hi ? [lo, hi] : null;
}

/**
 * Joins intervals that have a point in common.
 *
 * @param {[number, number][]} intervals
 * @returns {[number, number][]} ascending
 */
function join(intervals) {
    /** @type {[number, number][]} */
    const joined = [];
    for (const [lo, hi] of intervals.sort((p, q) => p[0] - q[0])) {
        const last = joined[joined.length - 1];
        if (last !== undefined && lo <= last[1]) last[1] = Math.max(last[1], hi);
        else joined.push([lo, hi]);
    }
    return joined;
}
