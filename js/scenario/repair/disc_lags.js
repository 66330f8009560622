import { lengthOf } from '../model/polynomial.js';
import { isRound } from '../model/scenario.js';
import { endPoint } from '../model/step_motion.js';

/**
 * The paths of discs, or spheres in space, that may wait at the ends of their pieces.
 *
 * @import { Graze, MovingDisc } from 'graze'
 * @import { ContactPolicy } from '../checks/contact_policy.js'
 * @import { Agent, Point, Scenario } from '../model/scenario.js'
 * @import { BlockDelays, Delays } from './delay_search.js'
 * @import { PartClass, PartClasses, TickRules } from './disc_conflicts.js'
 * @import { Pausable, SearchLimit } from './search_limit.js'
 */

/** Path of an agent that is not delayed, with its parts numbered from 0: part 2 k + 1 is piece k, part 2 k the stay before it. */
export class AgentPath {
    /**
     * @param {Agent} agent
     * @param {Scenario} scenario
     */
    constructor({ motion, start, shape }, { beforeStart, atGoal }) {
        const isSphere = shape.kind === 'sphere';
        this.radius = isRound(shape) ? shape.radius : Number.NaN;
        /** The check of the plan rounds radii of spheres to float32, and counts both of them. */
        this.error = isSphere ? Math.abs(Math.fround(this.radius) - this.radius) : 0;
        /** @type {MovingDisc[]} */
        this.pieces = motion.map(({ t0, t1, x, y, z = [0] }) => ({
            x: x[0],
            y: y[0],
            vx: x[1] ?? 0,
            vy: y[1] ?? 0,
            t0,
            t1,
            radius: this.radius,
            ...(isSphere && { z: z[0], vz: z[1] ?? 0 }),
        }));
        this.count = motion.length;
        const last = motion[this.count - 1];
        const end = last === undefined ? /** @type {Point} */ (start) : endPoint(last);
        /** @param {Point} point @returns {Point} */
        const placeAt = ({ x, y, z = 0 }) => (isSphere ? { x, y, z } : { x, y });
        /** Position of the agent's center before each piece and after the last. */
        this.places = [...this.pieces, end].map(placeAt);
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
 * Returns whether two boxes are at most about `reach` apart.
 *
 * @param {Float64Array} boxes as of `partBox`
 * @param {number} i
 * @param {number} j
 * @param {number} axes
 * @param {number} reach
 */
export function areBoxesNear(boxes, i, j, axes, reach) {
    const [p, q] = [2 * axes * i, 2 * axes * j];
    let sum = 0;
    for (let k = 0; k < 2 * axes; k += 2) {
        const gap = Math.max(boxes[q + k] - boxes[p + k + 1], boxes[p + k] - boxes[q + k + 1], 0);
        sum += gap * gap;
    }
    return sum <= reach * reach * (1 + 1e-9);
}

/**
 * Piece of a path with the places where it begins and ends.
 *
 * @typedef {object} Move
 * @property {MovingDisc} piece
 * @property {Point} from
 * @property {Point} to
 */

/**
 * Returns the cells that a piece of a plan in steps occupies, each with the beginning and end of its occupancy.
 *
 * @param {Move} move
 * @returns {[Point, number, number][]}
 */
export function cellStays({ piece: { t0, t1 }, from, to }) {
    if (isOnePlace(from, to)) return [[from, t0, t1]];
    return [
        [from, t0, t0],
        [to, t1, t1],
    ];
}

/**
 * Returns the delays, in time, with which two pieces are in one cell after a step, or swap cells in one: a closed interval; null
 * for none. There is one interval only, since each piece either lasts one step or stays in its cell.
 *
 * @param {Move} first
 * @param {Move} second
 * @returns {[number, number] | null}
 */
export function sharedCellDelays(first, second) {
    const [a, b] = [first.piece, second.piece];
    const [waitsA, waitsB] = [first, second].map(({ from, to }) => isOnePlace(from, to));
    let [lo, hi] = [Infinity, -Infinity];
    // An agent that waits is in its cell from the beginning to the end; one that moves is in two cells, at one instant each.
    for (let end = 0; end < (waitsA ? 1 : 2); end++) {
        for (let other = 0; other < (waitsB ? 1 : 2); other++) {
            const [p, q] = [
                end === 0 ? first.from : first.to,
                other === 0 ? second.from : second.to,
            ];
            if (!isOnePlace(p, q)) continue;
            lo = Math.min(lo, (other === 0 ? b.t0 : b.t1) - (end === 1 || waitsA ? a.t1 : a.t0));
            hi = Math.max(hi, (other === 1 || waitsB ? b.t1 : b.t0) - (end === 0 ? a.t0 : a.t1));
        }
    }
    return lo <= hi ? [lo, hi] : null;
}

/** Returns whether two points are equal. @param {Point} p @param {Point} q */
export function isOnePlace(p, q) {
    return p.x === q.x && p.y === q.y && p.z === q.z;
}

/**
 * Computes by how much parts of two paths must be apart in time, for all parts of two classes at once.
 *
 * For two pieces the conflicting delays form one interval (`unsafeDelays`), so one or the other must be late enough. A piece
 * that passes a place where the other agent waits must leave it before that agent arrives, or reach it after that agent has left.
 * The same holds for two agents that wait at one place. In each case, part i conflicts with part j if and only if it begins before
 * the end of j plus `hi`, and ends after the beginning of j plus `lo`: these two numbers are the lags of the classes.
 */

/** Maximum number of pairs of classes whose lags are kept: 128 MB. */
const MAX_KNOWN = 2 ** 23;

/**
 * Shares of the tolerance, from 0 to 1, that are used if touching is allowed.
 *
 * @typedef {object} ToleranceShare
 * @property {number} allowed overlaps up to this share are not conflicts
 * @property {number} remaining overlaps up to this share may remain where one agent waits for another; at most `allowed`
 */

/**
 * Properties of a plan that lags depend on.
 *
 * @typedef {object} LagRules
 * @property {ContactPolicy} policy
 * @property {ToleranceShare} share
 * @property {boolean} hasCells the plan has steps from cell to cell
 * @property {boolean} sizesKnown
 * @property {number} margin margin that is added to a wait, in ticks
 */

/**
 * Lags of one class to those near it, as far as they are known.
 *
 * @typedef {object} KnownLags
 * @property {Int32Array} near ascending
 * @property {Float64Array} lags two numbers each, `lo` and `hi`. NaN: not computed yet; Infinity and -Infinity: no conflict;
 *   -Infinity and Infinity: more than one interval
 */

/** Lags between the parts of a plan, as far as they are known. */
export class DiscLags {
    #graze;
    #policy;
    #share;
    #hasCells;
    #sizesKnown;
    #margin;
    #isStepped;
    #tick;
    #stepRounding;
    /** @type {PartClasses} */ #parts;
    /** @type {(KnownLags | undefined)[]} */ #known = [];
    #knownCount = 0;
    /** Intervals of pairs of classes that have more than one, the smaller class first. @type {Map<number, [number, number][]>} */ #several =
        new Map();

    /**
     * @param {Graze} graze
     * @param {LagRules} rules
     * @param {TickRules} tickRules
     * @param {PartClasses} parts
     */
    constructor(graze, rules, { tick, isStepped, rounding }, parts) {
        this.#graze = graze;
        this.#policy = rules.policy;
        this.#share = rules.share;
        this.#hasCells = rules.hasCells;
        this.#sizesKnown = rules.sizesKnown;
        this.#margin = rules.margin;
        this.#isStepped = isStepped;
        this.#tick = tick;
        this.#stepRounding = rounding / tick;
        this.#parts = parts;
    }

    /**
     * Visits the lags of a class to another near it.
     *
     * @param {number} c
     * @param {number} d
     * @param {(lo: number, hi: number) => void} visit
     */
    visit(c, d, visit) {
        const known = this.#lagsOf(c);
        if (known !== null) this.#visitAt(c, known, indexOf(known.near, d), visit);
        else for (const [lo, hi] of this.#find(c, d)) visit(lo, hi);
    }

    /**
     * Visits the lags of all classes near a class to it.
     *
     * @param {number} d
     * @param {(c: number, lo: number, hi: number) => void} visit
     */
    visitAll(d, visit) {
        const known = this.#lagsOf(d);
        const near = known?.near ?? this.#parts.near(d);
        let c = -1;
        /** @param {number} lo @param {number} hi */
        const visitOne = (lo, hi) => visit(c, -hi, -lo);
        for (let k = 0; k < near.length; k++) {
            c = near[k];
            if (known !== null) this.#visitAt(d, known, k, visitOne);
            else for (const [lo, hi] of this.#find(d, c)) visitOne(lo, hi);
        }
    }

    /** Returns the lags of a class; null if all would take too much memory. @param {number} c */
    #lagsOf(c) {
        const known = this.#known[c];
        if (known !== undefined) return known;
        if (this.#knownCount >= MAX_KNOWN) return null;
        const near = this.#parts.near(c);
        this.#knownCount += near.length;
        const made = { near, lags: new Float64Array(2 * near.length).fill(Number.NaN) };
        this.#known[c] = made;
        return made;
    }

    /**
     * Visits the lags of a class to the k-th one near it.
     *
     * @param {number} c
     * @param {KnownLags} known
     * @param {number} k
     * @param {(lo: number, hi: number) => void} visit
     */
    #visitAt(c, { near, lags }, k, visit) {
        if (Number.isNaN(lags[2 * k])) {
            [lags[2 * k], lags[2 * k + 1]] =
                this.#copyLags(c, near[k]) ?? this.#makeLags(c, near[k]);
        }
        const [lo, hi] = [lags[2 * k], lags[2 * k + 1]];
        if (lo === -Infinity) for (const [from, to] of this.#find(c, near[k])) visit(from, to);
        else if (lo !== Infinity) visit(lo, hi);
    }

    /** Returns the lags of a class to another from those of the other to it; null if they are not known. @param {number} c @param {number} d */
    #copyLags(c, d) {
        const known = this.#known[d];
        if (known === undefined) return null;
        const at = 2 * indexOf(known.near, c);
        const [lo, hi] = [known.lags[at], known.lags[at + 1]];
        return Number.isNaN(lo) ? null : [-hi, -lo];
    }

    /** @param {number} c @param {number} d */
    #makeLags(c, d) {
        const found = this.#find(c, d);
        if (found.length === 1) return found[0];
        return found.length === 0 ? [Infinity, -Infinity] : [-Infinity, Infinity];
    }

    /**
     * Returns the lags of a class to another: exactly the negative ones of the other.
     *
     * @param {number} c
     * @param {number} d
     * @returns {[number, number][]}
     */
    #find(c, d) {
        if (c > d) return this.#find(d, c).map(([lo, hi]) => [-hi, -lo]);
        const key = c * this.#parts.classes.length + d;
        const known = this.#several.get(key);
        if (known !== undefined) return known;
        const [first, second] = [this.#parts.classes[c], this.#parts.classes[d]];
        const found = this.#compute(first, second);
        if (found.length > 1) this.#several.set(key, found);
        return found;
    }

    /**
     * @param {PartClass} first
     * @param {PartClass} second
     * @returns {[number, number][]}
     */
    #compute(first, second) {
        if (isMove(first) && isMove(second)) return this.#crossingLags(first, second);
        if (isMove(second)) return this.#passingLags(first, second);
        if (isMove(first)) {
            return this.#passingLags(second, first).map(([lo, hi]) => [-hi, -lo]);
        }
        if (!this.areExclusive(first, second)) return [];
        const lo = -this.#ticksAfter(first.departure - second.arrival);
        return [[lo, this.#ticksAfter(second.departure - first.arrival)]];
    }

    /**
     * Returns the open intervals of the delays of one piece relative to another with which they conflict, in ticks.
     *
     * @param {PartClass & Move} first
     * @param {PartClass & Move} second
     */
    #crossingLags(first, second) {
        const found = this.#extendIntervals(first, second, (reach) => {
            const moving = { ...first.piece, radius: reach };
            const other = { ...second.piece, radius: 0 };
            const options = { touching: this.#policy.touching };
            const isStartClosed = this.#isConflictAt(first.from, second.to, reach);
            const isEndClosed = this.#isConflictAt(first.to, second.from, reach);
            return this.#graze
                .unsafeDelays(moving, other, options)
                .map(([lo, hi]) => [
                    this.#ticksBefore(lo, isEndClosed),
                    this.#ticksAfter(hi, isStartClosed),
                ]);
        });
        const steps = this.#hasCells ? sharedCellDelays(first, second) : null;
        // These delays are less than a whole step from a closed interval.
        if (steps !== null) {
            const [lo, hi] = steps.map((time) => Math.round(time / this.#tick));
            found.push([lo - 1, hi + 1]);
        }
        return joinIntervals(found);
    }

    /**
     * Returns the lags of a stay to a piece that passes its place.
     *
     * @param {PartClass} stay
     * @param {PartClass & Move} move
     * @returns {[number, number][]}
     */
    #passingLags(stay, move) {
        const { from: place, arrival, departure } = stay;
        const { piece } = move;
        const found = this.#extendIntervals(stay, move, (reach) => {
            const rest = place.z === undefined ? {} : { vz: 0 };
            const standing = { ...piece, ...place, vx: 0, vy: 0, ...rest, radius: 0 };
            const options = { touching: this.#policy.touching };
            return this.#graze.conflictIntervals({ ...piece, radius: reach }, standing, options);
        });
        if (this.#hasCells) {
            // A cell is occupied at both ends of a step, so another agent must be a whole step earlier or later.
            const half = this.#tick / 2;
            for (const [cell, from, to] of cellStays(move)) {
                if (isOnePlace(cell, place)) found.push([from - half, to + half]);
            }
        }
        if (found.length === 0) return [];
        const [begin, end] = joinIntervals(found)[0];
        return [[this.#ticksBefore(begin - departure), this.#ticksAfter(end - arrival)]];
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
        return this.#policy.touching === 'conflict' || distanceOf(p, q) < reach;
    }

    /**
     * Returns the distance of two centers below which they conflict.
     *
     * @param {number} radii sum of both radii
     * @param {number} error sum of both errors
     * @param {number} share share of the tolerance that an overlap may use where touching is allowed
     */
    #conflictDistance(radii, error, share) {
        const tolerance = this.#policy.toleranceFor(radii, error);
        const isOpen = this.#policy.touching === 'allowed';
        return radii + error + (isOpen ? -share * tolerance : tolerance);
    }

    /**
     * Returns the intervals, of delays or times, in which two agents conflict. Each is extended until no larger share of the
     * tolerance is used than `remaining`.
     *
     * @param {PartClass} first
     * @param {PartClass} second
     * @param {(reach: number) => [number, number][]} find finds the intervals in which the centers are nearer than `reach`
     */
    #extendIntervals(first, second, find) {
        const [radii, error] = [first.radius + second.radius, first.error + second.error];
        const { allowed, remaining } = this.#share;
        /** @param {number} share */
        const at = (share) => {
            const reach = this.#conflictDistance(radii, error, share);
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
     * Returns whether two stays exclude each other: only one of the places can be occupied.
     *
     * @param {Pick<PartClass, 'from' | 'radius' | 'error'>} first
     * @param {Pick<PartClass, 'from' | 'radius' | 'error'>} second
     */
    areExclusive(first, second) {
        const [p, q] = [first.from, second.from];
        if (this.#hasCells && isOnePlace(p, q)) return true;
        if (!this.#sizesKnown) return false;
        const [radii, error] = [first.radius + second.radius, first.error + second.error];
        const share = this.#policy.touching === 'allowed' ? this.#share.allowed : 1;
        const tolerance = share * this.#policy.toleranceFor(radii, error);
        return this.#policy.isForbidden(radii + error - distanceOf(p, q), tolerance);
    }
}

/** Returns the distance of two points. @param {Point} p @param {Point} q */
function distanceOf(p, q) {
    const inPlane = [p.x - q.x, p.y - q.y];
    if (p.z === undefined || q.z === undefined) return lengthOf(inPlane);
    return lengthOf([...inPlane, p.z - q.z]);
}

/**
 * Returns whether a part is a piece.
 *
 * @param {PartClass} part
 * @returns {part is PartClass & Move}
 */
function isMove(part) {
    return part.piece !== null;
}

/** Returns the index of a number in an array in ascending order that contains it. @param {Int32Array} sorted @param {number} value */
function indexOf(sorted, value) {
    let [low, high] = [0, sorted.length - 1];
    while (low < high) {
        const middle = (low + high) >> 1;
        if (sorted[middle] < value) low = middle + 1;
        else high = middle;
    }
    return low;
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

/**
 * Keeps the times that agents with fixed delays block for the parts of others, so that the next agent finds them ready and merged.
 *
 * An agent with delays blocks, for each class of parts near its own, intervals of the ticks between which a part of that class lies
 * (PartTicks). They hold for all agents with parts of this class, and change only where an agent comes or goes.
 */

/** Share of a delay by which its sum with a time, and their difference, may be off by rounding, where time has no steps. */
const SUM_RELATIVE = 2 ** -50;

/**
 * Number of values per blocked interval: its lower end, its upper end, the agent, and the largest upper end up to here, from
 * which a search finds where to begin.
 */
const STRIDE = 4;

/** Intervals that agents block, per class. */
export class BlockedDelays {
    #paths;
    #parts;
    #lags;
    #limit;
    #margin;
    #rounding;
    /** Delays with which each agent is entered, as for `visit`. @type {(Delays | null | undefined)[]} */ #entered;
    /** Class and lower end of each interval of each agent. @type {Float64Array[]} */ #places = [];
    /** Blocked intervals of each class, by lower ends; see `STRIDE`. @type {number[][]} */ #blocked;

    /**
     * @param {AgentPath[]} paths
     * @param {PartClasses} parts
     * @param {DiscLags} lags
     * @param {number} margin above the rounding of times; 0: all are whole numbers
     * @param {SearchLimit} limit
     */
    constructor(paths, parts, lags, margin, limit) {
        this.#paths = paths;
        this.#parts = parts;
        this.#lags = lags;
        this.#limit = limit;
        this.#margin = margin;
        this.#rounding = margin === 0 ? 0 : SUM_RELATIVE;
        this.#entered = new Array(paths.length).fill(undefined);
        this.#blocked = parts.classes.map(() => []);
    }

    /**
     * Visits the delays of an agent, up to a maximum, that conflict with others whose delays are fixed: those of each part in
     * ascending order of the lower ends.
     *
     * @param {number} agent
     * @param {(Delays | null | undefined)[]} delays as for `visitBlocked` of a conflict model
     * @param {number} maxDelay in ticks
     * @param {BlockDelays} block
     */
    visit(agent, delays, maxDelay, block) {
        this.#enterOthers(agent, delays);
        const { firstPart, lastPart } = this.#paths[agent];
        const { begin, end } = this.#parts.ticks[agent];
        const classes = this.#parts.classOf[agent];
        for (let part = firstPart; part <= lastPart; part++) {
            this.#limit.check();
            const blocked = this.#blocked[classes[part]];
            for (let at = firstAbove(blocked, 3, begin[part]); at < blocked.length; at += STRIDE) {
                const lo = blocked[at] - end[part];
                if (lo > maxDelay) break;
                const hi = blocked[at + 1] - begin[part];
                const other = blocked[at + 2];
                if (hi > 0 && other !== agent) block(part, lo, hi, other);
            }
        }
    }

    /**
     * Returns agents, ascending: those that an agent conflicts with, and perhaps some that it misses by the rounding of times.
     *
     * @param {number} agent
     * @param {Delays[]} delays
     */
    rivals(agent, delays) {
        this.#enterOthers(agent, delays);
        /** @type {Set<number>} */
        const found = new Set();
        const path = this.#paths[agent];
        const classes = this.#parts.classOf[agent];
        for (let part = path.firstPart; part <= path.lastPart; part++) {
            if (path.isEmpty(part, delays[agent])) continue;
            this.#limit.check();
            const [begin, end] = this.#times(agent, part, delays[agent]);
            const blocked = this.#blocked[classes[part]];
            const [from, until] = [begin - this.#margin, end + this.#margin];
            let at = firstAbove(blocked, 3, from);
            for (; at < blocked.length && blocked[at] < until; at += STRIDE) {
                const other = blocked[at + 2];
                if (blocked[at + 1] > from && other !== agent) found.add(other);
            }
        }
        return Int32Array.from(found).sort();
    }

    /**
     * Returns the ticks between which a delayed part lies, with room for the rounding of sums.
     *
     * @param {number} agent
     * @param {number} part
     * @param {Delays | null} own null: the agent is not delayed
     */
    #times(agent, part, own) {
        const { begin, end } = this.#parts.ticks[agent];
        const early = own?.[(part - 1) >> 1] ?? 0;
        const late = own?.[part >> 1] ?? 0;
        return [
            begin[part] + early - Math.abs(early) * this.#rounding,
            end[part] + late + Math.abs(late) * this.#rounding,
        ];
    }

    /**
     * Enters all agents, so that the next visit takes little time.
     *
     * @param {(Delays | null | undefined)[]} delays
     * @returns {Pausable<void>}
     */
    *enterAll(delays) {
        for (const agent of delays.keys()) {
            this.#update(agent, delays[agent]);
            yield;
        }
    }

    /** Enters all agents but one, who may have other delays. @param {number} agent @param {(Delays | null | undefined)[]} delays */
    #enterOthers(agent, delays) {
        for (let other = 0; other < delays.length; other++)
            if (other !== agent) this.#update(other, delays[other]);
    }

    /** Replaces what an agent blocks, if it has other delays. @param {number} agent @param {Delays | null | undefined} own */
    #update(agent, own) {
        const known = this.#entered[agent];
        if (known === own) return;
        if (known !== undefined) this.#leave(agent);
        if (own !== undefined) this.#enter(agent, own);
    }

    /** @param {number} agent */
    #leave(agent) {
        this.#entered[agent] = undefined;
        const places = this.#places[agent];
        for (let k = 0; k < places.length; k += 2)
            remove(this.#blocked[places[k]], places[k + 1], agent);
    }

    /** @param {number} agent @param {Delays | null} own */
    #enter(agent, own) {
        const path = this.#paths[agent];
        const classes = this.#parts.classOf[agent];
        // An agent that is not delayed yet blocks others at its start alone.
        const last = own === null ? Math.min(path.lastPart, 0) : path.lastPart;
        /** Intervals by class. @type {Map<number, number[]>} */
        const found = new Map();
        for (let part = path.firstPart; part <= last; part++) {
            if (own !== null && path.isEmpty(part, own)) continue;
            this.#limit.check();
            const [from, until] = this.#times(agent, part, own);
            this.#lags.visitAll(classes[part], (c, lo, hi) => {
                const intervals = found.get(c) ?? [];
                if (intervals.length === 0) found.set(c, intervals);
                insert(intervals, from + lo, until + hi, agent);
            });
        }
        // Nothing ends the search from here on, so an agent is entered as a whole or not at all.
        /** @type {number[]} */
        const places = [];
        for (const [c, intervals] of found) {
            insertJoined(this.#blocked[c], intervals, (lo) => places.push(c, lo));
        }
        this.#places[agent] = Float64Array.from(places);
        this.#entered[agent] = own;
    }
}

/**
 * Returns where the intervals begin of which a value is above another one; these values are ascending.
 *
 * @param {number[]} intervals
 * @param {number} field which of the values of an interval
 * @param {number} value
 */
function firstAbove(intervals, field, value) {
    let [low, high] = [0, intervals.length / STRIDE];
    while (low < high) {
        const middle = (low + high) >> 1;
        if (intervals[STRIDE * middle + field] > value) high = middle;
        else low = middle + 1;
    }
    return STRIDE * low;
}

/**
 * Inserts an interval in ascending order of the lower ends.
 *
 * @param {number[]} intervals
 * @param {number} lo
 * @param {number} hi
 * @param {number} agent
 */
function insert(intervals, lo, hi, agent) {
    const at = firstAbove(intervals, 0, lo);
    const largest = Math.max(hi, at > 0 ? intervals[at - 1] : -Infinity);
    if (at === intervals.length) intervals.push(lo, hi, agent, largest);
    else intervals.splice(at, 0, lo, hi, agent, largest);
    for (let k = at + 2 * STRIDE - 1; k < intervals.length && intervals[k] < hi; k += STRIDE)
        intervals[k] = hi;
}

/**
 * Removes an interval of an agent, which is there.
 *
 * @param {number[]} intervals
 * @param {number} lo
 * @param {number} agent
 */
function remove(intervals, lo, agent) {
    let at = firstAbove(intervals, 0, lo) - STRIDE;
    while (intervals[at + 2] !== agent) at -= STRIDE;
    intervals.splice(at, STRIDE);
    let largest = at > 0 ? intervals[at - 1] : -Infinity;
    for (; at < intervals.length; at += STRIDE) {
        largest = Math.max(largest, intervals[at + 1]);
        if (intervals[at + 3] === largest) break;
        intervals[at + 3] = largest;
    }
}

/**
 * Inserts intervals of one agent into others. Those that overlap are joined; their common ends stay free.
 *
 * @param {number[]} intervals
 * @param {number[]} own
 * @param {(lo: number) => void} onInserted takes the lower end of each joined interval
 */
function insertJoined(intervals, own, onInserted) {
    for (let at = 0; at < own.length; ) {
        const [lo, agent] = [own[at], own[at + 2]];
        let hi = own[at + 1];
        for (at += STRIDE; at < own.length && own[at] < hi; at += STRIDE)
            hi = Math.max(hi, own[at + 1]);
        insert(intervals, lo, hi, agent);
        onInserted(lo);
    }
}
