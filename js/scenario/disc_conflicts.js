import { endPoint } from './step_motion.js';
import { clockResolution } from './tolerance.js';

/**
 * @import { Graze, MovingDisc } from 'graze'
 * @import { ContactPolicy } from './contact_policy.js'
 * @import { Conflict, Delays, Precedence } from './delay_search.js'
 * @import { Agent, Point, Scenario } from './scenario.js'
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

/**
 * Shares of the tolerance, from 0 to 1, that are used if touching is allowed.
 *
 * @typedef {object} ToleranceShare
 * @property {number} allowed overlaps up to this share are not conflicts
 * @property {number} remaining overlaps up to this share may remain where one agent waits for another; at most `allowed`
 */

/** No overlap is allowed. @type {ToleranceShare} */
const NO_SHARE = Object.freeze({ allowed: 0, remaining: 0 });

/** Path of an agent that is not delayed, with its parts numbered from 0: part 2 k + 1 is piece k, part 2 k the stay before it. */
class AgentPath {
    /**
     * @param {Agent} agent
     * @param {Scenario} scenario
     */
    constructor({ motion, start, shape }, { beforeStart, atGoal }) {
        this.radius = shape.kind === 'disc' ? shape.radius : Number.NaN;
        /** @type {MovingDisc[]} */
        this.pieces = motion.map(({ t0, t1, x, y }) => ({
            x: x[0],
            y: y[0],
            vx: x[1] ?? 0,
            vy: y[1] ?? 0,
            t0,
            t1,
            radius: this.radius,
        }));
        this.count = motion.length;
        const last = motion[this.count - 1];
        const end = last === undefined ? /** @type {Point} */ (start) : endPoint(last);
        /** Position of the agent's center before each piece and after the last. @type {Point[]} */
        this.places = [...this.pieces.map(({ x, y }) => ({ x, y })), end];
        this.firstPart = this.count === 0 || beforeStart === 'stay' ? 0 : 1;
        /** Last part; less than `firstPart` for an agent without motion that vanishes, which is present at one instant only. */
        this.lastPart = 2 * this.count - (atGoal === 'stay' ? 0 : 1);
    }

    /**
     * Returns the time at which a part begins; -Infinity for the stay before the first piece.
     *
     * @param {number} part
     * @param {Delays} delays in ticks
     * @param {number} tick duration of a tick
     */
    begin(part, delays, tick) {
        const k = part >> 1;
        if (part & 1) return this.pieces[k].t0 + delays[k] * tick;
        return k === 0 ? -Infinity : this.pieces[k - 1].t1 + delays[k - 1] * tick;
    }

    /**
     * Returns the time at which a part ends; Infinity for the stay after the last piece.
     *
     * @param {number} part
     * @param {Delays} delays
     * @param {number} tick
     */
    end(part, delays, tick) {
        const k = part >> 1;
        if (part & 1) return this.pieces[k].t1 + delays[k] * tick;
        return k === this.count ? Infinity : this.pieces[k].t0 + delays[k] * tick;
    }

    /** Returns whether a part has no duration. @param {number} part @param {Delays} delays */
    isEmpty(part, delays) {
        const k = part >> 1;
        return !(part & 1) && k > 0 && k < this.count && delays[k] === delays[k - 1];
    }
}

/**
 * Returns the range of a coordinate that changes at a constant speed.
 *
 * @param {number} x
 * @param {number} vx
 * @param {number} span duration
 * @returns {[number, number]}
 */
function extent(x, vx, span) {
    const to = x + vx * span;
    return x < to ? [x, to] : [to, x];
}

/**
 * Returns the boxes of the agent's center in each part, four numbers each: minimum and maximum x, minimum and maximum y.
 *
 * @param {AgentPath} path
 */
function partBoxes({ count, pieces, places }) {
    const boxes = new Float64Array(4 * (2 * count + 1));
    for (let k = 0; k <= count; k++) {
        const { x, y } = places[k];
        boxes.set([x, x, y, y], 8 * k);
        if (k === count) break;
        const { vx, vy, t0, t1 } = pieces[k];
        boxes.set([...extent(x, vx, t1 - t0), ...extent(y, vy, t1 - t0)], 8 * k + 4);
    }
    return boxes;
}

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
    /** @type {Map<number, Float64Array>} */ #unsafe = new Map();
    /** @type {Map<number, [number, number] | null>} */ #passing = new Map();

    /**
     * @param {Graze} graze
     * @param {Scenario} scenario discs in straight moves at constant speed
     * @param {ContactPolicy} policy
     * @param {number} marginFactor factor of the margins
     * @param {ToleranceShare} [share]
     */
    constructor(graze, scenario, policy, marginFactor, share = NO_SHARE) {
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
        // Agents without a size meet in cells; half a cell is enough to distinguish cells.
        const reach = this.#sizesKnown
            ? first.radius +
              second.radius +
              this.#policy.contactDistance(first.radius + second.radius)
            : 0.5;
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
        const unsafe = Float64Array.from(joined.flat());
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
 * Returns whether box i of `p` and box j of `q` are at most about `reach` apart.
 *
 * @param {Float64Array} p boxes
 * @param {number} i
 * @param {Float64Array} q
 * @param {number} j
 * @param {number} reach
 */
function areBoxesNear(p, i, q, j, reach) {
    const [s, t] = [4 * i, 4 * j];
    const dx = Math.max(q[t] - p[s + 1], p[s] - q[t + 1], 0);
    const dy = Math.max(q[t + 2] - p[s + 3], p[s + 2] - q[t + 3], 0);
    return dx * dx + dy * dy <= reach * reach * (1 + 1e-9);
}

/**
 * Returns the cells that a piece of a plan in steps occupies, each with the beginning and end of its occupancy.
 *
 * @param {AgentPath} path
 * @param {number} k
 * @returns {[Point, number, number][]}
 */
function cellStays({ pieces, places }, k) {
    const { t0, t1 } = pieces[k];
    const [from, to] = [places[k], places[k + 1]];
    if (from.x === to.x && from.y === to.y) return [[from, t0, t1]];
    return [
        [from, t0, t0],
        [to, t1, t1],
    ];
}

/**
 * Returns the delays, in time, with which two pieces are in one cell after a step, or swap cells in one: a closed interval; null
 * for none. There is one interval only, since each piece either lasts one step or stays in its cell.
 *
 * @param {AgentPath} first
 * @param {number} k
 * @param {AgentPath} second
 * @param {number} l
 * @returns {[number, number] | null}
 */
function sharedCellDelays(first, k, second, l) {
    let [lo, hi] = [Infinity, -Infinity];
    for (const [p, s, t] of cellStays(first, k)) {
        for (const [q, begin, end] of cellStays(second, l)) {
            if (p.x !== q.x || p.y !== q.y) continue;
            lo = Math.min(lo, begin - t);
            hi = Math.max(hi, end - s);
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
