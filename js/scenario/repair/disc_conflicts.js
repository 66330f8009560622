import { clockResolution } from '../model/tolerance.js';
import { AgentPath, areBoxesNear, BlockedDelays, DiscLags } from './disc_lags.js';
import { NO_LIMIT } from './search_limit.js';

/**
 * @import { BoxIndex, Graze, MovingDisc } from 'graze'
 * @import { ContactPolicy } from '../checks/contact_policy.js'
 * @import { Point, Scenario } from '../model/scenario.js'
 * @import { BlockDelays, Conflict, Delays, Precedence } from './delay_search.js'
 * @import { ToleranceShare } from './disc_lags.js'
 * @import { SearchLimit } from './search_limit.js'
 */

/**
 * Classes of the parts of paths: parts of one class are the same but for their time and their agent. Agents that drive along the
 * same cells have few classes in all, and what is computed for two classes holds for all their parts.
 *
 * @typedef {object} PartClass
 * @property {MovingDisc | null} piece piece whose time is relative to a whole tick at its beginning; null: a stay
 * @property {Point} from where the part begins
 * @property {Point} to where it ends
 * @property {number} radius
 * @property {number} error bound by which the check of the plan may take the disc for larger
 * @property {number} arrival time at which a stay begins at the earliest, relative to a whole tick
 * @property {number} departure time at which a stay ends at the earliest, relative to another one
 *
 * Ticks between which an undelayed part lies: a piece is at the same distance from both, so they are equal; a stay begins at one and
 * ends at the other, if it begins or ends at all. The rest of its times is that of its class.
 *
 * @typedef {object} PartTicks
 * @property {Float64Array} begin per part; -Infinity: the part has no beginning
 * @property {Float64Array} end per part; Infinity: the part has no end
 *
 * @typedef {object} TickRules
 * @property {number} tick duration of a tick
 * @property {boolean} isStepped agents wait for whole ticks; false: any time is a whole tick
 * @property {number} rounding times that are no farther from a whole tick are at it
 */

/** Maximum number of pairs of classes that are kept: 32 MB. */
const MAX_NEAR = 2 ** 23;

/** The parts of all paths by classes, and which of them come near each other, whatever the delays. */
export class PartClasses {
    #graze;
    #paths;
    #reachOf;
    #maxReach;
    /** Axes of the boxes: 2 in the plane, 3 in space. @type {2 | 3} */ #axes;
    /** Boxes of all classes, as of `partBox`. */ #boxes;
    /** Boxes are relative to this point, so that float32 distinguishes them. */ #origin;
    /** @type {BoxIndex | undefined} */ #index;
    /** Classes near each class, as far as they are known and kept. @type {(Int32Array | undefined)[]} */ #near =
        [];
    #nearCount = 0;
    /** Classes near one class, before they are copied. */ #buffer;
    #query;
    /** Agents that each agent can meet, as far as they are known. @type {(Int32Array | undefined)[]} */ #neighbors;
    /** Round in which each class, or agent, was seen last. */ #seenClass;
    #seenAgent;
    #round = 0;

    /**
     * @param {Graze} graze
     * @param {AgentPath[]} paths
     * @param {TickRules} rules
     * @param {(radii: number, error: number) => number} reachOf distance of the centers of two discs from which on they do not
     *   conflict
     * @param {number} maxReach maximum of `reachOf`
     */
    constructor(graze, paths, rules, reachOf, maxReach) {
        this.#graze = graze;
        this.#paths = paths;
        this.#reachOf = reachOf;
        this.#maxReach = maxReach;
        /** @type {PartClass[]} */
        this.classes = [];
        /** Ticks of the parts of each agent. @type {PartTicks[]} */
        this.ticks = [];
        /** Class of each part of each agent; -1: the agent is not present then. @type {Int32Array[]} */
        this.classOf = [];
        /** Agents with parts of each class, ascending. @type {number[][]} */
        this.agents = [];
        /** @type {Map<string, number>} */
        const numbers = new Map();
        for (const [agent, path] of paths.entries()) {
            const { ticks, parts } = splitTimes(path, rules);
            this.ticks.push(ticks);
            this.classOf.push(
                Int32Array.from(parts, (part, k) => {
                    if (k < path.firstPart || k > path.lastPart) return -1;
                    const key = keyOf(part);
                    const known = numbers.get(key);
                    const number = known ?? this.classes.length;
                    if (known === undefined) {
                        numbers.set(key, number);
                        this.classes.push(part);
                        this.agents.push([]);
                    }
                    const own = this.agents[number];
                    if (own[own.length - 1] !== agent) own.push(agent);
                    return number;
                }),
            );
        }
        const count = this.classes.length;
        const { x, y, z } = this.classes[0]?.from ?? { x: 0, y: 0 };
        this.#axes = z === undefined ? 2 : 3;
        const sides = 2 * this.#axes;
        this.#query = new Float64Array(sides);
        this.#boxes = new Float64Array(sides * count);
        for (const [k, part] of this.classes.entries()) this.#boxes.set(partBox(part), sides * k);
        this.#origin = [x, x, y, y, z ?? 0, z ?? 0];
        this.#buffer = new Int32Array(count);
        this.#neighbors = new Array(paths.length);
        this.#seenClass = new Int32Array(count);
        this.#seenAgent = new Int32Array(paths.length);
    }

    /** Frees the memory. */
    free() {
        this.#index?.free();
        this.#index = undefined;
    }

    /**
     * Returns whether the parts of two classes come near each other.
     *
     * @param {number} c
     * @param {number} d
     */
    areNear(c, d) {
        const [p, q] = [this.classes[c], this.classes[d]];
        const reach = this.#reachOf(p.radius + q.radius, p.error + q.error);
        return areBoxesNear(this.#boxes, c, d, this.#axes, reach);
    }

    /**
     * Returns a coordinate as the index has it, rounded outward.
     *
     * @param {number} value
     * @param {number} side 0, 2 and 4: lower ends of x, y and z; 1, 3 and 5: upper ends
     */
    #toIndex(value, side) {
        const offset = value - this.#origin[side];
        const outward = 2 ** -22 * (Math.abs(offset) + Math.abs(value) * 2 ** -28) + 2 ** -140;
        return Math.fround(side % 2 === 0 ? offset - outward : offset + outward);
    }

    /** @returns {BoxIndex} */
    #makeIndex() {
        const count = this.classes.length;
        const axes = this.#axes;
        const index = this.#graze.boxIndex(count, { axes, pairs: 1 });
        const { sides } = index;
        const box = this.#boxes;
        // The index has the lower ends of all axes, then the upper ends; a box of a class has both ends of each axis.
        for (let at = 0; at < 2 * axes * count; at += 2 * axes) {
            for (let axis = 0; axis < axes; axis++) {
                const lower = 2 * axis;
                sides[at + axis] = this.#toIndex(box[at + lower], lower);
                sides[at + axis + axes] = this.#toIndex(box[at + lower + 1], lower + 1);
            }
        }
        index.update();
        return index;
    }

    /**
     * Returns the classes whose parts come near those of a class, ascending; it is among them. They are kept if they do not take too
     * much memory.
     *
     * @param {number} c
     * @returns {Int32Array}
     */
    near(c) {
        const known = this.#near[c];
        if (known !== undefined) return known;
        this.#index ??= this.#makeIndex();
        const box = this.#query;
        const axes = this.#axes;
        const first = 2 * axes * c;
        for (let axis = 0; axis < axes; axis++) {
            const [low, high] = [2 * axis, 2 * axis + 1];
            box[axis] = this.#toIndex(this.#boxes[first + low] - this.#maxReach, low);
            box[axis + axes] = this.#toIndex(this.#boxes[first + high] + this.#maxReach, high);
        }
        const count = this.#index.search(box);
        const { found } = this.#index;
        const near = this.#buffer;
        let kept = 0;
        for (let k = 0; k < count; k++) if (this.areNear(c, found[k])) near[kept++] = found[k];
        const result = near.slice(0, kept);
        this.#nearCount += kept;
        if (this.#nearCount <= MAX_NEAR) this.#near[c] = result;
        return result;
    }

    /** Returns the agents that an agent can meet, with any delays, ascending. @param {number} agent */
    neighbors(agent) {
        const known = this.#neighbors[agent];
        if (known !== undefined) return known;
        const round = ++this.#round;
        this.#seenAgent[agent] = round;
        /** @type {number[]} */
        const found = [];
        const own = this.classOf[agent];
        for (let part = this.#paths[agent].firstPart; part <= this.#paths[agent].lastPart; part++) {
            for (const c of this.near(own[part])) {
                if (this.#seenClass[c] === round) continue;
                this.#seenClass[c] = round;
                for (const other of this.agents[c]) {
                    if (this.#seenAgent[other] === round) continue;
                    this.#seenAgent[other] = round;
                    found.push(other);
                }
            }
        }
        const neighbors = Int32Array.from(found).sort();
        this.#neighbors[agent] = neighbors;
        return neighbors;
    }
}

/**
 * Splits the times of the parts of a path into whole ticks and the rest.
 *
 * @param {AgentPath} path
 * @param {TickRules} rules
 * @returns {{ ticks: PartTicks, parts: PartClass[] }}
 */
function splitTimes({ pieces, places, count, radius, error }, { tick, isStepped, rounding }) {
    /** @param {number} time @returns {[whole: number, rest: number]} */
    const split = (time) => {
        if (!isStepped) return [time, 0];
        const whole = Math.round(time / tick);
        const rest = time - whole * tick;
        return [whole, Math.abs(rest) <= rounding ? 0 : rest];
    };
    const begin = new Float64Array(2 * count + 1).fill(-Infinity);
    const end = new Float64Array(2 * count + 1).fill(Infinity);
    /** @type {PartClass[]} */
    const parts = [];
    let arrival = 0;
    for (let k = 0; k <= count; k++) {
        const from = places[k];
        const own = { radius, error };
        const stay = { piece: null, from, to: from, ...own, arrival, departure: 0 };
        parts.push(stay);
        if (k === count) break;
        const [first, departure] = split(pieces[k].t0);
        const [last, rest] = split(pieces[k].t1);
        stay.departure = departure;
        const piece = { ...pieces[k], t0: departure, t1: (last - first) * tick + rest };
        parts.push({ piece, from, to: places[k + 1], ...own, arrival: 0, departure: 0 });
        end[2 * k] = begin[2 * k + 1] = end[2 * k + 1] = first;
        begin[2 * k + 2] = last;
        arrival = rest;
    }
    return { ticks: { begin, end }, parts };
}

/** Returns a text that only parts of one class have. @param {PartClass} part */
function keyOf({ piece, from, to, radius, arrival, departure }) {
    if (piece === null) return [from.x, from.y, from.z, radius, arrival, departure].join();
    const { vx, vy, vz, t0, t1 } = piece;
    return [from.x, from.y, from.z, to.x, to.y, to.z, vx, vy, vz, t0, t1, radius].join();
}

/**
 * Returns the box of the center in a part: minimum and maximum x, minimum and maximum y, and those of z in space.
 *
 * @param {PartClass} part
 */
function partBox({ piece, from: { x, y, z } }) {
    const { vx, vy, vz = 0, t0, t1 } = piece ?? { vx: 0, vy: 0, t0: 0, t1: 0 };
    const inPlane = [...extent(x, vx, t1 - t0), ...extent(y, vy, t1 - t0)];
    return z === undefined ? inPlane : [...inPlane, ...extent(z, vz, t1 - t0)];
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
 * Finds conflicts between discs, or spheres in space, that may wait at the ends of their pieces.
 *
 * The path of an agent has parts: its pieces (odd), and its stays at the places between them (even), the first and the
 * last of which may be unlimited. Two parts conflict if and only if each begins too early after the end of the other (disc_lags.js), so
 * one or the other must be late enough.
 */

/**
 * Error of the core's delays, in units of the longer duration.
 */
const DELAY_RELATIVE = 1e-12;

/** The first attempt to delay an agent considers delays up to the plan's duration divided by this. */
const USUAL_SHARE = 8;

/** No overlap is allowed. @type {ToleranceShare} */
const NO_SHARE = Object.freeze({ allowed: 0, remaining: 0 });

/** Conflict model of discs or spheres in straight moves (`ConflictModel`): each agent has one delay per piece. */
export class DiscConflicts {
    /** @type {AgentPath[]} */ #paths;
    /** Duration of one tick of delay. */ #tick;
    /** Margin that is added to a wait, in ticks. */ #margin;
    #usualDelay;
    #parts;
    #lags;
    #blocked;

    /**
     * @param {Graze} graze
     * @param {Scenario} scenario discs or spheres in straight moves at constant speed
     * @param {ContactPolicy} policy
     * @param {number} marginFactor factor of the margins
     * @param {ToleranceShare} [share]
     * @param {SearchLimit} [limit] end of the search
     */
    constructor(graze, scenario, policy, marginFactor, share = NO_SHARE, limit = NO_LIMIT) {
        const { agents, timeStep, discrete, sizesKnown } = scenario;
        this.#paths = agents.map((agent) => new AgentPath(agent, scenario));
        const isStepped = timeStep !== null;
        const tick = timeStep ?? 1;
        this.#tick = tick;
        /** Number of delays of each agent. */
        this.sizes = this.#paths.map(({ count }) => count);
        let [longest, horizon] = [0, 0];
        for (const { pieces } of this.#paths) {
            for (const { t0, t1 } of pieces) {
                longest = Math.max(longest, t1 - t0);
                horizon = Math.max(horizon, t1, -t0);
            }
        }
        const rounding =
            marginFactor * (DELAY_RELATIVE * longest + 2 * clockResolution(2 * horizon));
        this.#margin = isStepped ? 0 : rounding;
        this.#usualDelay = Math.max(horizon / USUAL_SHARE, longest) / tick;
        const [largest, error] = /** @type {const} */ (['radius', 'error']).map((key) =>
            this.#paths.reduce((max, { [key]: length }) => Math.max(max, length), 0),
        );
        /**
         * Returns the distance of the centers of two discs from which on they do not conflict. Agents without a size meet in cells;
         * half a cell is enough to distinguish cells.
         *
         * @param {number} radii
         * @param {number} errors
         */
        const reachOf = (radii, errors) =>
            sizesKnown ? radii + policy.contactDistance(radii, errors) : 0.5;
        const tickRules = { tick, isStepped, rounding };
        const maxReach = reachOf(2 * largest, 2 * error);
        this.#parts = new PartClasses(graze, this.#paths, tickRules, reachOf, maxReach);
        const hasCells = discrete !== null;
        const rules = { policy, share, hasCells, sizesKnown, margin: this.#margin };
        this.#lags = new DiscLags(graze, rules, tickRules, this.#parts);
        this.#blocked = new BlockedDelays(
            this.#paths,
            this.#parts,
            this.#lags,
            this.#margin,
            limit,
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

    /** Enters all agents with their delays, for `rivals`. @param {Delays[]} delays */
    prepare(delays) {
        return this.#blocked.enterAll(delays);
    }

    /** Returns the agents that an agent may conflict with, ascending. @param {number} agent @param {Delays[]} delays */
    rivals(agent, delays) {
        return this.#blocked.rivals(agent, delays);
    }

    /** Returns whether an agent cannot be delayed. @param {number} agent */
    isFixed(agent) {
        return this.#paths[agent].count === 0;
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
        const [classesA, classesB] = [this.#parts.classOf[a], this.#parts.classOf[b]];
        const tick = this.#tick;
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
            if (this.#parts.areNear(classesA[i], classesB[j])) {
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
        this.#blocked.visit(agent, delays, maxDelay, block);
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
        const { classOf, classes, agents } = this.#parts;
        this.limit.check();
        this.#lags.visitAll(classOf[agent][2 * place], (c) => {
            if (classes[c].piece === null) return;
            for (const other of agents[c]) if (other !== agent) visit(other);
        });
    }

    /**
     * Returns whether two agents stay at their goals, at positions that exclude each other.
     *
     * @param {number} a
     * @param {number} b
     */
    goalsConflict(a, b) {
        const [first, second] = [a, b].map((agent) => {
            const { count, lastPart } = this.#paths[agent];
            const stays = count > 0 && lastPart === 2 * count;
            return stays ? this.#parts.classes[this.#parts.classOf[agent][lastPart]] : null;
        });
        return first !== null && second !== null && this.#lags.areExclusive(first, second);
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
        const { classOf, ticks } = this.#parts;
        const [lastA, lastB] = [2 * this.#paths[a].count, 2 * this.#paths[b].count];
        const [mayBeLateA, mayBeLateB] = [i > 0 && j < lastB, j > 0 && i < lastA];
        /** @type {Precedence[] | null} */
        let found = null;
        this.#lags.visit(classOf[a][i], classOf[b][j], (lo, hi) => {
            if (found !== null) return;
            const lagA = hi + (ticks[b].end[j] - ticks[a].begin[i]);
            const lagB = -lo + (ticks[a].end[i] - ticks[b].begin[j]);
            // The delay of the beginning of a stay is that of the piece before it.
            const [k, l] = [(i - 1) >> 1, (j - 1) >> 1];
            if (mayBeLateA && p[k] >= q[j >> 1] + lagA) return;
            if (mayBeLateB && q[l] >= p[i >> 1] + lagB) return;
            found = [];
            if (mayBeLateA) found.push(this.#makePrecedence(a, k, b, j >> 1, lagA));
            if (mayBeLateB) found.push(this.#makePrecedence(b, l, a, i >> 1, lagB));
            // The stay comes first if a piece passes it.
            if (i & 1 && !(j & 1)) found.reverse();
        });
        return found;
    }

    /** @param {number} late @param {number} k @param {number} early @param {number} l @param {number} lag */
    #makePrecedence(late, k, early, l, lag) {
        return {
            late: { agent: late, piece: k },
            early: { agent: early, piece: l },
            lag: lag + this.#margin,
        };
    }
}
