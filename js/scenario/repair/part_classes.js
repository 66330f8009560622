import { areBoxesNear } from './disc_paths.js';

/**
 * Classes of the parts of paths: parts of one class are the same but for their time and their agent. Agents that drive along the
 * same cells have few classes in all, and what is computed for two classes holds for all their parts.
 *
 * @import { BoxIndex, Graze, MovingDisc } from 'graze'
 * @import { AgentPath } from './disc_paths.js'
 * @import { Point } from '../model/scenario.js'
 *
 * @typedef {object} PartClass
 * @property {MovingDisc | null} piece piece whose time is relative to a whole tick at its beginning; null: a stay
 * @property {Point} from where the part begins
 * @property {Point} to where it ends
 * @property {number} radius
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
    /** Boxes of all classes, as of `partBox`. */ #boxes;
    /** Boxes are relative to this point, so that float32 distinguishes them. */ #origin;
    /** @type {BoxIndex | undefined} */ #index;
    /** Classes near each class, as far as they are known and kept. @type {(Int32Array | undefined)[]} */ #near =
        [];
    #nearCount = 0;
    /** Classes near one class, before they are copied. */ #buffer;
    #query = new Float64Array(4);
    /** Agents that each agent can meet, as far as they are known. @type {(Int32Array | undefined)[]} */ #neighbors;
    /** Round in which each class, or agent, was seen last. */ #seenClass;
    #seenAgent;
    #round = 0;

    /**
     * @param {Graze} graze
     * @param {AgentPath[]} paths
     * @param {TickRules} rules
     * @param {(radii: number) => number} reachOf distance of the centers of two discs from which on they do not conflict
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
        this.#boxes = new Float64Array(4 * count);
        for (const [k, part] of this.classes.entries()) this.#boxes.set(partBox(part), 4 * k);
        const { x, y } = this.classes[0]?.from ?? { x: 0, y: 0 };
        this.#origin = [x, x, y, y];
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
        const reach = this.#reachOf(this.classes[c].radius + this.classes[d].radius);
        return areBoxesNear(this.#boxes, c, this.#boxes, d, reach);
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
        const count = this.classes.length;
        const index = this.#graze.boxIndex(count, { axes: 2, pairs: 1 });
        const { sides } = index;
        const box = this.#boxes;
        for (let at = 0; at < 4 * count; at += 4) {
            sides[at] = this.#toIndex(box[at], 0);
            sides[at + 1] = this.#toIndex(box[at + 2], 2);
            sides[at + 2] = this.#toIndex(box[at + 1], 1);
            sides[at + 3] = this.#toIndex(box[at + 3], 3);
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
        for (let side = 0; side < 4; side++) {
            // The query has the lower ends of both axes, then the upper ends; a box of a class has both ends of each axis.
            const at = side < 2 ? 2 * side : 2 * side - 3;
            const reach = side < 2 ? -this.#maxReach : this.#maxReach;
            box[side] = this.#toIndex(this.#boxes[4 * c + at] + reach, at);
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
function splitTimes({ pieces, places, count, radius }, { tick, isStepped, rounding }) {
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
        const stay = { piece: null, from, to: from, radius, arrival, departure: 0 };
        parts.push(stay);
        if (k === count) break;
        const [first, departure] = split(pieces[k].t0);
        const [last, rest] = split(pieces[k].t1);
        stay.departure = departure;
        const piece = { ...pieces[k], t0: departure, t1: (last - first) * tick + rest };
        parts.push({ piece, from, to: places[k + 1], radius, arrival: 0, departure: 0 });
        end[2 * k] = begin[2 * k + 1] = end[2 * k + 1] = first;
        begin[2 * k + 2] = last;
        arrival = rest;
    }
    return { ticks: { begin, end }, parts };
}

/** Returns a text that only parts of one class have. @param {PartClass} part */
function keyOf({ piece, from, to, radius, arrival, departure }) {
    if (piece === null) return [from.x, from.y, radius, arrival, departure].join();
    const { vx, vy, t0, t1 } = piece;
    return [from.x, from.y, to.x, to.y, vx, vy, t0, t1, radius].join();
}

/**
 * Returns the box of the center in a part: minimum and maximum x, minimum and maximum y.
 *
 * @param {PartClass} part
 */
function partBox({ piece, from: { x, y } }) {
    if (piece === null) return [x, x, y, y];
    const { vx, vy, t0, t1 } = piece;
    return [...extent(x, vx, t1 - t0), ...extent(y, vy, t1 - t0)];
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
