import { cellStays, isOnePlace, sharedCellDelays } from './disc_paths.js';

/**
 * Computes by how much parts of two paths must be apart in time, for all parts of two classes at once.
 *
 * For two pieces the conflicting delays form one interval (`unsafeDelays`), so one or the other must be late enough. A piece
 * that passes a place where the other agent waits must leave it before that agent arrives, or reach it after that agent has left.
 * The same holds for two agents that wait at one place. In each case, part i conflicts with part j if and only if it begins before
 * the end of j plus `hi`, and ends after the beginning of j plus `lo`: these two numbers are the lags of the classes.
 *
 * @import { Graze, MovingDisc } from 'graze'
 * @import { ContactPolicy } from '../checks/contact_policy.js'
 * @import { Move } from './disc_paths.js'
 * @import { PartClass, PartClasses, TickRules } from './part_classes.js'
 * @import { Point } from '../model/scenario.js'
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
     * @param {Move} first
     * @param {Move} second
     */
    #crossingLags(first, second) {
        const found = this.#extendIntervals(first.piece, second.piece, (reach) => {
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
     * @param {Move} move
     * @returns {[number, number][]}
     */
    #passingLags({ from: { x, y }, radius, arrival, departure }, move) {
        const { piece } = move;
        const found = this.#extendIntervals({ radius }, piece, (reach) => {
            const standing = { ...piece, x, y, vx: 0, vy: 0, radius: 0 };
            const options = { touching: this.#policy.touching };
            return this.#graze.conflictIntervals({ ...piece, radius: reach }, standing, options);
        });
        if (this.#hasCells) {
            // A cell is occupied at both ends of a step, so another agent must be a whole step earlier or later.
            const half = this.#tick / 2;
            for (const [place, from, to] of cellStays(move)) {
                if (isOnePlace(place, { x, y })) found.push([from - half, to + half]);
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
        return this.#policy.touching === 'conflict' || Math.hypot(p.x - q.x, p.y - q.y) < reach;
    }

    /**
     * Returns the distance of two centers below which they conflict.
     *
     * @param {number} radii sum of both radii
     * @param {number} share share of the tolerance that an overlap may use where touching is allowed
     */
    #conflictDistance(radii, share) {
        const tolerance = this.#policy.toleranceFor(radii);
        return this.#policy.touching === 'allowed' ? radii - share * tolerance : radii + tolerance;
    }

    /**
     * Returns the intervals, of delays or times, in which two agents conflict. Each is extended until no larger share of the
     * tolerance is used than `remaining`.
     *
     * @param {{ radius: number }} first
     * @param {{ radius: number }} second
     * @param {(reach: number) => [number, number][]} find finds the intervals in which the centers are nearer than `reach`
     */
    #extendIntervals(first, second, find) {
        const radii = first.radius + second.radius;
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
     * Returns whether two stays exclude each other: only one of the places can be occupied.
     *
     * @param {Pick<PartClass, 'from' | 'radius'>} first
     * @param {Pick<PartClass, 'from' | 'radius'>} second
     */
    areExclusive(first, second) {
        const [p, q] = [first.from, second.from];
        if (this.#hasCells && isOnePlace(p, q)) return true;
        if (!this.#sizesKnown) return false;
        const radii = first.radius + second.radius;
        const share = this.#policy.touching === 'allowed' ? this.#share.allowed : 1;
        const tolerance = share * this.#policy.toleranceFor(radii);
        return this.#policy.isForbidden(radii - Math.hypot(p.x - q.x, p.y - q.y), tolerance);
    }
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
