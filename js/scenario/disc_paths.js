import { endPoint } from './step_motion.js';

/**
 * The paths of discs that may wait at the ends of their pieces, and which parts of them come near each other.
 *
 * @import { BoxIndex, Graze, MovingDisc } from 'graze'
 * @import { Delays } from './delay_search.js'
 * @import { Agent, Point, Scenario } from './scenario.js'
 */

/** Path of an agent that is not delayed, with its parts numbered from 0: part 2 k + 1 is piece k, part 2 k the stay before it. */
export class AgentPath {
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

    /**
     * Returns the times at which a part begins and ends while the agent is not delayed. A stay may last longer.
     *
     * @param {number} part
     * @returns {[number, number]}
     */
    span(part) {
        const k = part >> 1;
        if (part & 1) return [this.pieces[k].t0, this.pieces[k].t1];
        return [
            k === 0 ? -Infinity : this.pieces[k - 1].t1,
            k === this.count ? Infinity : this.pieces[k].t0,
        ];
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
export function partBoxes({ count, pieces, places }) {
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

/**
 * Returns whether box i of `p` and box j of `q` are at most about `reach` apart.
 *
 * @param {Float64Array} p boxes
 * @param {number} i
 * @param {Float64Array} q
 * @param {number} j
 * @param {number} reach
 */
export function areBoxesNear(p, i, q, j, reach) {
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
export function cellStays({ pieces, places }, k) {
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
export function sharedCellDelays(first, k, second, l) {
    const [a, b] = [first.pieces[k], second.pieces[l]];
    const [fromA, toA] = [first.places[k], first.places[k + 1]];
    const [fromB, toB] = [second.places[l], second.places[l + 1]];
    const [waitsA, waitsB] = [isOnePlace(fromA, toA), isOnePlace(fromB, toB)];
    let [lo, hi] = [Infinity, -Infinity];
    // An agent that waits is in its cell from the beginning to the end; one that moves is in two cells, at one instant each.
    for (let end = 0; end < (waitsA ? 1 : 2); end++) {
        for (let other = 0; other < (waitsB ? 1 : 2); other++) {
            if (!isOnePlace(end === 0 ? fromA : toA, other === 0 ? fromB : toB)) continue;
            lo = Math.min(lo, (other === 0 ? b.t0 : b.t1) - (end === 1 || waitsA ? a.t1 : a.t0));
            hi = Math.max(hi, (other === 1 || waitsB ? b.t1 : b.t0) - (end === 0 ? a.t0 : a.t1));
        }
    }
    return lo <= hi ? [lo, hi] : null;
}

/** Returns whether two points are equal. @param {Point} p @param {Point} q */
function isOnePlace(p, q) {
    return p.x === q.x && p.y === q.y;
}

/** Maximum number of pairs of parts that are kept: 64 MB. */
const MAX_NEAR = 2 ** 24;

/**
 * Index of the parts of all paths by their boxes. They are where they are whatever the delays, so it never changes.
 */
export class PartIndex {
    #graze;
    #paths;
    #boxes;
    #reachOf;
    /** Number of parts of the agents before each agent. */ #offsets;
    #agentOf;
    /** Boxes are relative to this point, so that float32 distinguishes them. */ #origin;
    /** @type {BoxIndex | undefined} */ #index;
    /** Parts near each part, as far as they are known and kept. @type {(Int32Array | undefined)[]} */ #near =
        [];
    #nearCount = 0;
    /** Parts near one part, before they are copied. */ #buffer;
    #query = new Float64Array(4);
    #maxReach;
    /** Agents that each agent can meet, as far as they are known. @type {(Int32Array | undefined)[]} */ #neighbors;

    /**
     * @param {Graze} graze
     * @param {AgentPath[]} paths
     * @param {Float64Array[]} boxes boxes of the parts of each path
     * @param {(a: number, b: number) => number} reachOf distance of the centers of two agents from which on they do not conflict
     * @param {number} maxReach maximum of `reachOf`
     */
    constructor(graze, paths, boxes, reachOf, maxReach) {
        this.#graze = graze;
        this.#paths = paths;
        this.#boxes = boxes;
        this.#reachOf = reachOf;
        this.#neighbors = new Array(paths.length);
        this.#offsets = new Int32Array(paths.length + 1);
        for (const [a, { count }] of paths.entries())
            this.#offsets[a + 1] = this.#offsets[a] + 2 * count + 1;
        this.#agentOf = new Int32Array(this.#offsets[paths.length]);
        for (let a = 0; a < paths.length; a++)
            this.#agentOf.fill(a, this.#offsets[a], this.#offsets[a + 1]);
        const { x, y } = paths[0]?.places[0] ?? { x: 0, y: 0 };
        this.#origin = [x, x, y, y];
        this.#buffer = new Int32Array(this.#agentOf.length);
        this.#maxReach = maxReach;
    }

    /** Frees the memory. */
    free() {
        this.#index?.free();
        this.#index = undefined;
    }

    /**
     * Returns a coordinate as the index has it, rounded outward.
     *
     * @param {number} value
     * @param {number} side 0 and 2: lower ends of x and y; 1 and 3: upper ends
     */
    #toIndex(value, side) {
        const offset = value - this.#origin[side];
        const outward = 2 ** -22 * (Math.abs(offset) + Math.abs(value) * 2 ** -28) + 2 ** -140;
        return Math.fround(side % 2 === 0 ? offset - outward : offset + outward);
    }

    /** @returns {BoxIndex} */
    #makeIndex() {
        const count = this.#agentOf.length;
        const index = this.#graze.boxIndex(count, { axes: 2, pairs: 1 });
        const { sides } = index;
        for (const [a, { firstPart, lastPart }] of this.#paths.entries()) {
            for (let part = 0; part < this.#offsets[a + 1] - this.#offsets[a]; part++) {
                const at = 4 * (this.#offsets[a] + part);
                const isPresent = firstPart <= part && part <= lastPart;
                const box = this.#boxes[a];
                // A box with a lower end above its upper end is not in the index.
                sides[at] = isPresent ? this.#toIndex(box[4 * part], 0) : 1;
                sides[at + 1] = isPresent ? this.#toIndex(box[4 * part + 2], 2) : 1;
                sides[at + 2] = isPresent ? this.#toIndex(box[4 * part + 1], 1) : 0;
                sides[at + 3] = isPresent ? this.#toIndex(box[4 * part + 3], 3) : 0;
            }
        }
        index.update();
        return index;
    }

    /**
     * Visits the parts of other agents that come near a part, in ascending order of agents and parts.
     *
     * @param {number} agent
     * @param {number} part
     * @param {(other: number, part: number) => void} visit
     */
    visitNear(agent, part, visit) {
        const near = this.#near[this.#offsets[agent] + part] ?? this.#search(agent, part);
        for (const found of near) {
            const other = this.#agentOf[found];
            visit(other, found - this.#offsets[other]);
        }
    }

    /**
     * Finds the parts of other agents that come near a part, and keeps them if they do not take too much memory.
     *
     * @param {number} agent
     * @param {number} part
     * @returns {Int32Array}
     */
    #search(agent, part) {
        this.#index ??= this.#makeIndex();
        const own = this.#boxes[agent];
        const box = this.#query;
        for (let side = 0; side < 4; side++) {
            // The query has the lower ends of both axes, then the upper ends; a box of a part has both ends of each axis.
            const at = side < 2 ? 2 * side : 2 * side - 3;
            const reach = side < 2 ? -this.#maxReach : this.#maxReach;
            box[side] = this.#toIndex(own[4 * part + at] + reach, at);
        }
        const count = this.#index.search(box);
        const { found } = this.#index;
        const near = this.#buffer;
        let kept = 0;
        for (let k = 0; k < count; k++) {
            const other = this.#agentOf[found[k]];
            if (other === agent) continue;
            const otherPart = found[k] - this.#offsets[other];
            const reach = this.#reachOf(agent, other);
            if (areBoxesNear(own, part, this.#boxes[other], otherPart, reach))
                near[kept++] = found[k];
        }
        const result = near.slice(0, kept);
        this.#nearCount += kept;
        if (this.#nearCount <= MAX_NEAR) this.#near[this.#offsets[agent] + part] = result;
        return result;
    }

    /** Returns the agents that an agent can meet, with any delays, ascending. @param {number} agent */
    neighbors(agent) {
        const known = this.#neighbors[agent];
        if (known !== undefined) return known;
        /** @type {Set<number>} */
        const found = new Set();
        const { firstPart, lastPart } = this.#paths[agent];
        for (let part = firstPart; part <= lastPart; part++)
            this.visitNear(agent, part, (other) => found.add(other));
        const neighbors = Int32Array.from(found).sort();
        this.#neighbors[agent] = neighbors;
        return neighbors;
    }
}
