import {
    AgentPath,
    areBoxesNear,
    cellStays,
    PartIndex,
    partBoxes,
    sharedCellDelays,
} from './disc_paths.js';
import { NO_LIMIT } from './search_limit.js';
import { clockResolution } from './tolerance.js';

/**
 * @import { Graze } from 'graze'
 * @import { ContactPolicy } from './contact_policy.js'
 * @import { BlockDelays, Conflict, Delays, Precedence } from './delay_search.js'
 * @import { SearchLimit } from './search_limit.js'
 * @import { Point, Scenario } from './scenario.js'
 */

/**
 * Finds conflicts between discs that may wait at the ends of their pieces.
 *
 * The path of an agent has parts: its pieces (odd), and its stays at the places between them (even), the first and the
 * last of which may be unlimited. For two pieces the conflicting delays form one interval (`unsafeDelays`), so
 * one or the other must be late enough. A piece that passes a place where the other agent waits must leave it
 * before that agent arrives, or reach it after that agent has left. The same holds for two agents that wait at one
 * place. These cases are complete and disjoint.
 */

/**
 * Error of the core's delays, in units of the longer duration.
 */
const DELAY_RELATIVE = 1e-12;

/** Maximum number of pairs of parts whose delays are kept, for each kind: some 200 MB. */
const MAX_KNOWN = 2 ** 21;

/** The first attempt to delay an agent considers delays up to the plan's duration divided by this. */
const USUAL_SHARE = 8;

const NO_DELAYS = new Float64Array(0);

/**
 * Shares of the tolerance, from 0 to 1, that are used if touching is allowed.
 *
 * @typedef {object} ToleranceShare
 * @property {number} allowed overlaps up to this share are not conflicts
 * @property {number} remaining overlaps up to this share may remain where one agent waits for another; at most `allowed`
 */

/** No overlap is allowed. @type {ToleranceShare} */
const NO_SHARE = Object.freeze({ allowed: 0, remaining: 0 });

/** Conflict model of discs in straight moves (`ConflictModel`): each agent has one delay per piece. */
export class DiscConflicts {
    #graze;
    #policy;
    /** @type {AgentPath[]} */ #paths;
    /** @type {Float64Array[]} */ #boxes;
    /** Duration of one tick of delay. */ #tick;
    #isStepped;
    #share;
    #hasCells;
    #sizesKnown;
    /** Margin that is added to a wait, in ticks. */ #margin;
    /** Distance from a whole tick within which ends of delays are rounded to it. */ #stepRounding;
    /** Number of pieces and places of the agents before each agent. @type {number[]} */ #placeOffsets =
        [];
    #placeCount = 0;
    #usualDelay;
    #parts;
    /** @type {Map<number, Float64Array>} */ #unsafe = new Map();
    /** @type {Map<number, [number, number] | null>} */ #passing = new Map();

    /**
     * @param {Graze} graze
     * @param {Scenario} scenario discs in straight moves at constant speed
     * @param {ContactPolicy} policy
     * @param {number} marginFactor factor of the margins
     * @param {ToleranceShare} [share]
     * @param {SearchLimit} [limit] end of the search
     */
    constructor(graze, scenario, policy, marginFactor, share = NO_SHARE, limit = NO_LIMIT) {
        const { agents, timeStep, discrete, sizesKnown } = scenario;
        this.#graze = graze;
        this.#policy = policy;
        this.#share = share;
        this.#paths = agents.map((agent) => new AgentPath(agent, scenario));
        this.#boxes = this.#paths.map(partBoxes);
        this.#isStepped = timeStep !== null;
        this.#tick = timeStep ?? 1;
        this.#hasCells = discrete !== null;
        this.#sizesKnown = sizesKnown;
        /** Number of delays of each agent. */
        this.sizes = this.#paths.map(({ count }) => count);
        let [longest, horizon] = [0, 0];
        for (const { pieces, count } of this.#paths) {
            this.#placeOffsets.push(this.#placeCount);
            this.#placeCount += count + 1;
            for (const { t0, t1 } of pieces) {
                longest = Math.max(longest, t1 - t0);
                horizon = Math.max(horizon, t1, -t0);
            }
        }
        const margin = marginFactor * (DELAY_RELATIVE * longest + 2 * clockResolution(2 * horizon));
        this.#margin = this.#isStepped ? 0 : margin;
        this.#stepRounding = margin / this.#tick;
        this.#usualDelay = Math.max(horizon / USUAL_SHARE, longest) / this.#tick;
        const largest = this.#paths.reduce((max, { radius }) => Math.max(max, radius), 0);
        this.#parts = new PartIndex(
            ...[graze, this.#paths, this.#boxes],
            (a, b) => this.#reachOf(this.#paths[a].radius + this.#paths[b].radius),
            this.#reachOf(2 * largest),
        );
        this.limit = limit;
    }

    /** Frees the memory. */
    free() {
        this.#parts.free();
    }

    /** Delay that most agents do not exceed, at a guess, in ticks. */
    get usualDelay() {
        return this.#usualDelay;
    }

    /** Margin that is added to a wait, in ticks. */
    get margin() {
        return this.#margin;
    }

    /** Returns the agents that an agent can meet, with any delays, ascending. @param {number} agent */
    neighbors(agent) {
        return this.#parts.neighbors(agent);
    }

    /** Returns whether an agent cannot be delayed. @param {number} agent */
    isFixed(agent) {
        return this.#paths[agent].count === 0;
    }

    /**
     * Returns the distance of the centers of two discs from which on they do not conflict. Agents without a size meet in cells;
     * half a cell is enough to distinguish cells.
     *
     * @param {number} radii sum of both radii
     */
    #reachOf(radii) {
        return this.#sizesKnown ? radii + this.#policy.contactDistance(radii) : 0.5;
    }

    /**
     * Returns the first conflict of two agents with these delays.
     *
     * @param {number} a
     * @param {number} b above a
     * @param {Delays} p of a
     * @param {Delays} q of b
     * @returns {Conflict | null}
     */
    conflict(a, b, p, q) {
        const [first, second] = [this.#paths[a], this.#paths[b]];
        const tick = this.#tick;
        const reach = this.#reachOf(first.radius + second.radius);
        this.limit.check();
        let i = first.firstPart;
        let j = second.firstPart;
        while (i <= first.lastPart && j <= second.lastPart) {
            if (first.isEmpty(i, p)) {
                i++;
                continue;
            }
            if (second.isEmpty(j, q)) {
                j++;
                continue;
            }
            if (areBoxesNear(this.#boxes[a], i, this.#boxes[b], j, reach)) {
                const alternatives = this.#findAlternatives(a, i, p, b, j, q);
                if (alternatives !== null) {
                    const time = Math.max(first.begin(i, p, tick), second.begin(j, q, tick));
                    if (alternatives.length > 0) return { a, b, time, alternatives };
                    const hasStanding = first.count === 0 || second.count === 0;
                    const impossibleBecause = hasStanding
                        ? 'standing'
                        : i === 0
                          ? 'starts'
                          : 'goals';
                    return { a, b, time, alternatives, impossibleBecause };
                }
            }
            const [endA, endB] = [first.end(i, p, tick), second.end(j, q, tick)];
            if (endA <= endB) i++;
            if (endB <= endA) j++;
        }
        return null;
    }

    /**
     * Visits the delays of an agent, up to a maximum, that conflict with others whose delays are fixed.
     *
     * @param {number} agent
     * @param {(Delays | null | undefined)[]} delays delays of each agent. null: it stands where it starts, until it leaves
     *   undelayed; undefined: it is left out
     * @param {number} maxDelay in ticks
     * @param {BlockDelays} block
     */
    visitBlocked(agent, delays, maxDelay, block) {
        const path = this.#paths[agent];
        const tick = this.#tick;
        const none = new Float64Array(1);
        // In a plan in steps, agents are in a cell at the same instant where one leaves and the other comes.
        const slack = this.#isStepped ? tick : 0;
        for (let part = path.firstPart; part <= path.lastPart; part++) {
            const [from, until] = path.span(part);
            const latest = until + maxDelay * tick + slack;
            this.#parts.visitNear(agent, part, (other, otherPart) => {
                const own = delays[other];
                if (own === undefined || (own === null && otherPart > 0)) return;
                const q = own ?? none;
                const second = this.#paths[other];
                if (second.isEmpty(otherPart, q)) return;
                // Others that are gone when the undelayed agent comes do not matter.
                if (second.end(otherPart, q, tick) < from - slack) return;
                if (second.begin(otherPart, q, tick) > latest) return;
                this.limit.check();
                this.#blockDelays(agent, part, other, otherPart, q, block);
            });
        }
    }

    /**
     * Passes on the delays with which a part of `a` conflicts with a part of `b`.
     *
     * @param {number} a
     * @param {number} part
     * @param {number} b
     * @param {number} otherPart
     * @param {Delays} q fixed delays of b
     * @param {BlockDelays} block
     */
    #blockDelays(a, part, b, otherPart, q, block) {
        const [first, second] = [this.#paths[a], this.#paths[b]];
        const [k, l] = [part >> 1, otherPart >> 1];
        if (part & 1 && otherPart & 1) {
            const sign = a < b ? 1 : -1;
            const unsafe = a < b ? this.#unsafeDelays(a, k, b, l) : this.#unsafeDelays(b, l, a, k);
            for (let at = 0; at < unsafe.length; at += 2) {
                const [p, r] = [q[l] + sign * unsafe[at], q[l] + sign * unsafe[at + 1]];
                block(part, Math.min(p, r), Math.max(p, r), b);
            }
            return;
        }
        if (part & 1) {
            const times = this.#passingTimes(b, l, a, k);
            if (times === null) return;
            const { pieces, count } = second;
            const lo = l > 0 ? q[l - 1] - this.#ticksAfter(times[1] - pieces[l - 1].t1) : -Infinity;
            const hi = l < count ? q[l] - this.#ticksBefore(times[0] - pieces[l].t0) : Infinity;
            block(part, lo, hi, b);
            return;
        }
        const { pieces, count } = first;
        if (otherPart & 1) {
            const times = this.#passingTimes(a, k, b, l);
            if (times === null) return;
            const lo = k < count ? q[l] + this.#ticksBefore(times[0] - pieces[k].t0) : -Infinity;
            const hi = k > 0 ? q[l] + this.#ticksAfter(times[1] - pieces[k - 1].t1) : Infinity;
            block(part, lo, hi, b);
            return;
        }
        if (!this.#areExclusive(first, k, second, l)) return;
        const before = l > 0 && k < count;
        const after = k > 0 && l < second.count;
        const lo = before ? q[l - 1] - this.#ticksAfter(pieces[k].t0 - second.pieces[l - 1].t1) : 0;
        const hi = after ? q[l] + this.#ticksAfter(second.pieces[l].t0 - pieces[k - 1].t1) : 0;
        block(part, before ? lo : -Infinity, after ? hi : Infinity, b);
    }

    /**
     * Lists the pairs of agents of which the first must be somewhere before the second, whatever their delays: it leaves its
     * start before the other comes, or passes the other's goal before that one arrives.
     *
     * @returns {[before: number, after: number][]}
     */
    orderedPairs() {
        /** @type {[before: number, after: number][]} */
        const found = [];
        for (const [agent, { count, firstPart, lastPart }] of this.#paths.entries()) {
            if (count === 0) continue;
            if (firstPart === 0) {
                this.#visitPassing(agent, 0, (other) => found.push([agent, other]));
            }
            if (lastPart === 2 * count) {
                this.#visitPassing(agent, count, (other) => found.push([other, agent]));
            }
        }
        return found;
    }

    /**
     * Visits the agents that pass a place of an agent.
     *
     * @param {number} agent
     * @param {number} place
     * @param {(other: number) => void} visit
     */
    #visitPassing(agent, place, visit) {
        this.#parts.visitNear(agent, 2 * place, (other, part) => {
            this.limit.check();
            if (part & 1 && this.#passingTimes(agent, place, other, part >> 1) !== null)
                visit(other);
        });
    }

    /**
     * Returns whether two agents stay at their goals, at positions that exclude each other.
     *
     * @param {number} a
     * @param {number} b
     */
    goalsConflict(a, b) {
        const [first, second] = [this.#paths[a], this.#paths[b]];
        const both = [first, second].every(
            ({ count, lastPart }) => count > 0 && lastPart === 2 * count,
        );
        return both && this.#areExclusive(first, first.count, second, second.count);
    }

    /**
     * Returns the precedences that resolve the conflict of two parts that overlap in time; null when they do not conflict.
     *
     * @param {number} a
     * @param {number} i
     * @param {Delays} p
     * @param {number} b
     * @param {number} j
     * @param {Delays} q
     * @returns {Precedence[] | null}
     */
    #findAlternatives(a, i, p, b, j, q) {
        const [k, l] = [i >> 1, j >> 1];
        if (i & 1 && j & 1) return this.#crossingAlternatives(a, k, p, b, l, q);
        if (i & 1) return this.#passingAlternatives(b, l, q, a, k, p);
        if (j & 1) return this.#passingAlternatives(a, k, p, b, l, q);
        return this.#waitingAlternatives(a, k, p, b, l, q);
    }

    /**
     * Returns the precedences for piece k of `a` and piece l of `b`, one of which must be late enough; null without a conflict.
     *
     * @param {number} a
     * @param {number} k
     * @param {Delays} p
     * @param {number} b
     * @param {number} l
     * @param {Delays} q
     */
    #crossingAlternatives(a, k, p, b, l, q) {
        const unsafe = this.#unsafeDelays(a, k, b, l);
        for (let at = 0; at < unsafe.length; at += 2) {
            const [lo, hi] = [unsafe[at], unsafe[at + 1]];
            if (p[k] >= q[l] + hi || q[l] >= p[k] - lo) continue;
            return [this.#makePrecedence(a, k, b, l, hi), this.#makePrecedence(b, l, a, k, -lo)];
        }
        return null;
    }

    /**
     * Returns the precedences for piece l of `b`, which passes the position at which `a` stays before its piece k; null without
     * a conflict.
     *
     * @param {number} a
     * @param {number} k
     * @param {Delays} p
     * @param {number} b
     * @param {number} l
     * @param {Delays} q
     */
    #passingAlternatives(a, k, p, b, l, q) {
        const times = this.#passingTimes(a, k, b, l);
        if (times === null) return null;
        const { count, pieces } = this.#paths[a];
        const arrives = k > 0;
        const departs = k < count;
        const minAfter = arrives ? this.#ticksAfter(times[1] - pieces[k - 1].t1) : Infinity;
        const maxBefore = departs ? this.#ticksBefore(times[0] - pieces[k].t0) : -Infinity;
        if (arrives && p[k - 1] >= q[l] + minAfter) return null;
        if (departs && q[l] >= p[k] - maxBefore) return null;
        /** @type {Precedence[]} */
        const alternatives = [];
        if (arrives) alternatives.push(this.#makePrecedence(a, k - 1, b, l, minAfter));
        if (departs) alternatives.push(this.#makePrecedence(b, l, a, k, -maxBefore));
        return alternatives;
    }

    /**
     * Returns the precedences for two agents that stay before pieces k and l, at positions too near each other; null without a
     * conflict.
     *
     * @param {number} a
     * @param {number} k
     * @param {Delays} p
     * @param {number} b
     * @param {number} l
     * @param {Delays} q
     */
    #waitingAlternatives(a, k, p, b, l, q) {
        const [first, second] = [this.#paths[a], this.#paths[b]];
        if (!this.#areExclusive(first, k, second, l)) return null;
        /** @type {Precedence[]} */
        const alternatives = [];
        for (const [
            late,
            latePiece,
            lateDelays,
            early,
            earlyPiece,
            earlyDelays,
            x,
            y,
        ] of /** @type {const} */ ([
            [first, k, p, second, l, q, a, b],
            [second, l, q, first, k, p, b, a],
        ])) {
            if (latePiece === 0 || earlyPiece === early.count) continue;
            const lag = this.#ticksAfter(
                early.pieces[earlyPiece].t0 - late.pieces[latePiece - 1].t1,
            );
            if (lateDelays[latePiece - 1] >= earlyDelays[earlyPiece] + lag) return null;
            alternatives.push(this.#makePrecedence(x, latePiece - 1, y, earlyPiece, lag));
        }
        return alternatives;
    }

    /** @param {number} late @param {number} k @param {number} early @param {number} l @param {number} lag */
    #makePrecedence(late, k, early, l, lag) {
        return {
            late: { agent: late, piece: k },
            early: { agent: early, piece: l },
            lag: lag + this.#margin,
        };
    }

    /**
     * Returns the first delay after a conflict that ends at a delay, in ticks.
     *
     * @param {number} time delay, in time
     * @param {boolean} [isClosed] the time itself is in conflict; default: touching is a conflict
     */
    #ticksAfter(time, isClosed = this.#policy.touching === 'conflict') {
        const ticks = time / this.#tick;
        if (!this.#isStepped) return isClosed ? ticks + this.#margin : ticks;
        return isClosed
            ? Math.floor(ticks + this.#stepRounding) + 1
            : Math.ceil(ticks - this.#stepRounding);
    }

    /** @param {number} time @param {boolean} [isClosed] as in #ticksAfter */
    #ticksBefore(time, isClosed) {
        return -this.#ticksAfter(-time, isClosed);
    }

    /**
     * Returns whether two agents at these positions conflict. If they do where one piece begins and the other ends, the delay
     * with which this happens at one instant is the end of the unsafe delays and belongs to them.
     *
     * @param {Point} p
     * @param {Point} q
     * @param {number} reach distance of the centers below which they conflict
     */
    #isConflictAt(p, q, reach) {
        return this.#policy.touching === 'conflict' || Math.hypot(p.x - q.x, p.y - q.y) < reach;
    }

    /**
     * Returns the distance of two centers below which they conflict.
     *
     * @param {number} radii sum of both radii
     * @param {number} [share] share of the tolerance that an overlap may use where touching is allowed
     */
    #conflictDistance(radii, share = this.#share.allowed) {
        const tolerance = this.#policy.toleranceFor(radii);
        return this.#policy.touching === 'allowed' ? radii - share * tolerance : radii + tolerance;
    }

    /**
     * Returns the intervals, of delays or times, in which two agents conflict. Each is extended until no larger share of the
     * tolerance is used than `remaining`.
     *
     * @param {number} radii
     * @param {(reach: number) => [number, number][]} find finds the intervals in which the centers are nearer than `reach`
     */
    #extendIntervals(radii, find) {
        const { allowed, remaining } = this.#share;
        /** @param {number} share */
        const at = (share) => {
            const reach = this.#conflictDistance(radii, share);
            const isAny = this.#sizesKnown && (reach > 0 || this.#policy.touching === 'conflict');
            return isAny ? find(reach) : [];
        };
        const found = at(allowed);
        if (found.length === 0 || remaining === allowed || this.#policy.touching === 'conflict')
            return found;
        const wide = at(remaining);
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

    /**
     * Returns whether two positions exclude each other: only one of them can be occupied.
     *
     * @param {AgentPath} first
     * @param {number} k index of a position of `first`
     * @param {AgentPath} second
     * @param {number} l
     */
    #areExclusive(first, k, second, l) {
        const [p, q] = [first.places[k], second.places[l]];
        if (this.#hasCells && p.x === q.x && p.y === q.y) return true;
        if (!this.#sizesKnown) return false;
        const radii = first.radius + second.radius;
        const share = this.#policy.touching === 'allowed' ? this.#share.allowed : 1;
        const tolerance = share * this.#policy.toleranceFor(radii);
        return this.#policy.isForbidden(radii - Math.hypot(p.x - q.x, p.y - q.y), tolerance);
    }

    /**
     * Returns the delays of piece k of `a` relative to piece l of `b` with which these conflict, in ticks: the beginning and end
     * of each open interval, ascending.
     *
     * @param {number} a
     * @param {number} k
     * @param {number} b
     * @param {number} l
     * @returns {Float64Array}
     */
    #unsafeDelays(a, k, b, l) {
        const key = (this.#placeOffsets[a] + k) * this.#placeCount + this.#placeOffsets[b] + l;
        const known = this.#unsafe.get(key);
        if (known !== undefined) return known;
        const [first, second] = [this.#paths[a], this.#paths[b]];
        const radii = first.radius + second.radius;
        const found = this.#extendIntervals(radii, (reach) => {
            const moving = { ...first.pieces[k], radius: reach };
            const other = { ...second.pieces[l], radius: 0 };
            const options = { touching: this.#policy.touching };
            const isStartClosed = this.#isConflictAt(first.places[k], second.places[l + 1], reach);
            const isEndClosed = this.#isConflictAt(first.places[k + 1], second.places[l], reach);
            return this.#graze
                .unsafeDelays(moving, other, options)
                .map(([lo, hi]) => [
                    this.#ticksBefore(lo, isEndClosed),
                    this.#ticksAfter(hi, isStartClosed),
                ]);
        });
        const steps = this.#hasCells ? sharedCellDelays(first, k, second, l) : null;
        if (steps !== null) found.push(this.#stepsAround(steps));
        const joined = joinIntervals(found);
        const unsafe = joined.length === 0 ? NO_DELAYS : Float64Array.from(joined.flat());
        if (this.#unsafe.size >= MAX_KNOWN) this.#unsafe.clear();
        this.#unsafe.set(key, unsafe);
        return unsafe;
    }

    /**
     * Returns the time range in which `b`, in its undelayed piece l, is too near to position k of `a`; null if it never is.
     *
     * @param {number} a
     * @param {number} k
     * @param {number} b
     * @param {number} l
     * @returns {[number, number] | null}
     */
    #passingTimes(a, k, b, l) {
        const key = (this.#placeOffsets[a] + k) * this.#placeCount + this.#placeOffsets[b] + l;
        const known = this.#passing.get(key);
        if (known !== undefined) return known;
        const [path, other] = [this.#paths[a], this.#paths[b]];
        const piece = other.pieces[l];
        const { x, y } = path.places[k];
        const found = this.#extendIntervals(path.radius + other.radius, (reach) => {
            const standing = { ...piece, x, y, vx: 0, vy: 0, radius: 0 };
            const options = { touching: this.#policy.touching };
            return this.#graze.conflictIntervals({ ...piece, radius: reach }, standing, options);
        });
        if (this.#hasCells) {
            // A cell is occupied at both ends of a step, so another agent must be a whole step earlier or later.
            const half = this.#tick / 2;
            for (const [place, from, to] of cellStays(other, l)) {
                if (place.x === x && place.y === y) found.push([from - half, to + half]);
            }
        }
        const times = found.length === 0 ? null : joinIntervals(found)[0];
        if (this.#passing.size >= MAX_KNOWN) this.#passing.clear();
        this.#passing.set(key, times);
        return times;
    }

    /**
     * Returns the open interval of the delays that are less than a whole step from a closed span, in ticks.
     *
     * @param {[number, number]} span in time
     * @returns {[number, number]}
     */
    #stepsAround([lo, hi]) {
        return [Math.round(lo / this.#tick) - 1, Math.round(hi / this.#tick) + 1];
    }
}

/**
 * Joins intervals that have a point in common.
 *
 * @param {[number, number][]} intervals
 * @returns {[number, number][]} ascending
 */
function joinIntervals(intervals) {
    /** @type {[number, number][]} */
    const joined = [];
    for (const [lo, hi] of intervals.sort((p, q) => p[0] - q[0])) {
        const last = joined[joined.length - 1];
        if (last !== undefined && lo <= last[1]) last[1] = Math.max(last[1], hi);
        else joined.push([lo, hi]);
    }
    return joined;
}
