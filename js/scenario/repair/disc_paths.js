import { endPoint } from '../model/step_motion.js';

/**
 * The paths of discs that may wait at the ends of their pieces.
 *
 * @import { MovingDisc } from 'graze'
 * @import { Delays } from './delay_search.js'
 * @import { Agent, Point, Scenario } from '../model/scenario.js'
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

    /** Returns whether a part has no duration. @param {number} part @param {Delays} delays */
    isEmpty(part, delays) {
        const k = part >> 1;
        return !(part & 1) && k > 0 && k < this.count && delays[k] === delays[k - 1];
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
export function areBoxesNear(p, i, q, j, reach) {
    const [s, t] = [4 * i, 4 * j];
    const dx = Math.max(q[t] - p[s + 1], p[s] - q[t + 1], 0);
    const dy = Math.max(q[t + 2] - p[s + 3], p[s + 2] - q[t + 3], 0);
    return dx * dx + dy * dy <= reach * reach * (1 + 1e-9);
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
    return p.x === q.x && p.y === q.y;
}
