import { inCells, randomNumbers } from './random_plans.js';

/**
 * Random plans that waits certainly repair, and a simple rule that repairs them, for the tests of repair.
 *
 * Every agent goes its own way without regard to the others. In each plan, the relation "leaves its start before the other
 * comes, or passes the other's goal before it is taken" has no cycle; then it suffices that the agents go one after the other.
 *
 * @import { Scenario } from 'graze/scenario'
 * @import { Cell } from '../oracle/waits_oracle.js'
 *
 * @typedef {object} EasyPlan
 * @property {string} kind
 * @property {Cell[][]} ways
 * @property {boolean} stays agents stay at their goals
 * @property {number[]} order order in which the agents can go one after the other
 */

/** @param {Cell} cell */
function keyOf([x, y]) {
    return x * 65536 + y;
}

/** Collects ways as long as the agents can go one after the other. */
class WayCollector {
    /** @type {Cell[][]} */ ways = [];
    /** Agents that come after each agent. @type {Set<number>[]} */ #after = [];
    /** Agents by the cells that they visit, start from, and stay in. */
    #visits = new Map();
    #starts = new Map();
    #goals = new Map();

    /** @param {boolean} stays */
    constructor(stays) {
        this.stays = stays;
    }

    /** Adds a way, unless its start or goal is taken, or the relation would get a cycle. @param {Cell[]} way */
    add(way) {
        const [start, goal] = [keyOf(way[0]), keyOf(way[way.length - 1])];
        if (this.#starts.has(start) || (this.stays && this.#goals.has(goal))) return false;
        const number = this.ways.length;
        const [before, after] = [new Set(), new Set()];
        for (const visitor of this.#visits.get(start) ?? []) after.add(visitor);
        if (this.stays) for (const visitor of this.#visits.get(goal) ?? []) before.add(visitor);
        for (const key of new Set(way.map(keyOf))) {
            if (this.#starts.has(key)) before.add(this.#starts.get(key));
            if (this.stays && this.#goals.has(key)) after.add(this.#goals.get(key));
        }
        if (this.#reaches(after, before)) return false;
        this.ways.push(way);
        this.#after.push(after);
        for (const each of before) this.#after[each].add(number);
        for (const key of new Set(way.map(keyOf))) {
            if (!this.#visits.has(key)) this.#visits.set(key, []);
            this.#visits.get(key).push(number);
        }
        this.#starts.set(start, number);
        this.#goals.set(goal, number);
        return true;
    }

    /** Returns whether one of `from` comes before, or is, one of `to`. @param {Set<number>} from @param {Set<number>} to */
    #reaches(from, to) {
        const seen = new Set(from);
        const open = [...from];
        for (let each = open.pop(); each !== undefined; each = open.pop()) {
            if (to.has(each)) return true;
            for (const next of this.#after[each]) {
                if (!seen.has(next)) open.push(next);
                seen.add(next);
            }
        }
        return false;
    }

    /** Returns the agents in an order in which they can go one after the other. */
    order() {
        const counts = this.ways.map(() => 0);
        for (const after of this.#after) for (const each of after) counts[each]++;
        const order = [...counts.keys()].filter((agent) => counts[agent] === 0);
        for (const agent of order) {
            for (const each of this.#after[agent]) if (--counts[each] === 0) order.push(each);
        }
        return order;
    }

    /** @param {string} kind @returns {EasyPlan} */
    plan(kind) {
        return { kind, ways: this.ways, stays: this.stays, order: this.order() };
    }
}

/**
 * Returns agents that only move right or down, from random cells of a square, and vanish.
 *
 * @param {number} agents
 * @param {number} seed
 * @returns {EasyPlan}
 */
export function monotonePlan(agents, seed) {
    const random = randomNumbers(seed);
    const size = Math.ceil(Math.sqrt(agents * 2.25));
    const collector = new WayCollector(false);
    while (collector.ways.length < agents) {
        let at = /** @type {Cell} */ ([Math.floor(random() * size), Math.floor(random() * size)]);
        const way = [at];
        for (let step = 0; step < 2 * size; step++) {
            at = random() < 0.5 ? [at[0] + 1, at[1]] : [at[0], at[1] + 1];
            way.push(at);
        }
        collector.add(way);
    }
    return collector.plan('monotone');
}

/** Appends the cells on the straight way to a cell. @param {Cell[]} way @param {Cell} to */
function goTo(way, [toX, toY]) {
    for (let [x, y] = way[way.length - 1]; x !== toX || y !== toY; ) {
        x += Math.sign(toX - x);
        y += x === toX ? Math.sign(toY - y) : 0;
        way.push([x, y]);
    }
}

/**
 * Returns agents that go from room to room, at either end of a narrow corridor, and stay there. Those that go to the left
 * turn into bays on their way, in which they can wait for those that go to the right.
 *
 * @param {number} agents
 * @param {number} seed
 * @returns {EasyPlan}
 */
export function corridorPlan(agents, seed) {
    const random = randomNumbers(seed);
    const length = 12 + Math.floor(random() * 12);
    const [period, width] = [4 + Math.floor(random() * 3), Math.ceil(Math.sqrt(agents / 2))];
    const collector = new WayCollector(true);
    for (const goesRight of [true, false]) {
        const count = goesRight ? Math.ceil(agents / 2) : Math.floor(agents / 2);
        for (let k = 0; k < count; k++) {
            // The nearest agents leave first, and go to the farthest places.
            const [near, far] = [k, width * width - 1 - k];
            /** @param {number} at @returns {Cell} */
            const place = (at) => [-1 - (at % width), 1 + Math.floor(at / width)];
            const [[sx, sy], [gx, gy]] = [place(near), place(far)];
            const way = /** @type {Cell[]} */ ([[sx, sy]]);
            goTo(way, [-1, sy]);
            goTo(way, [-1, 0]);
            for (let x = 0; x < length; x++) {
                way.push([x, 0]);
                const isBay = !goesRight && x % period === period - 1 && x + 1 < length;
                if (isBay) way.push([x, -1], [x + 1, -1]);
            }
            goTo(way, [length, 0]);
            goTo(way, [length, -gy]);
            goTo(way, [length - 1 - gx, -gy]);
            const mirrored = way.map(([x, y]) => /** @type {Cell} */ ([length - 1 - x, y]));
            // Starts are above the corridor, and goals below it, on both sides.
            if (!collector.add(shift(goesRight ? way : mirrored))) break;
        }
    }
    return collector.plan('corridor');
}

/** Returns a way whose coordinates are not negative. @param {Cell[]} way */
function shift(way) {
    return way.map(([x, y]) => /** @type {Cell} */ ([x + 100, y + 100]));
}

/**
 * Returns agents that go through doors, to the right and down, from room to room, and stay at their goals.
 *
 * @param {number} agents
 * @param {number} seed
 * @returns {EasyPlan}
 */
export function roomsPlan(agents, seed) {
    const random = randomNumbers(seed);
    const room = 7;
    const rooms = Math.max(2, Math.ceil(Math.sqrt(agents / 10)));
    const collector = new WayCollector(true);
    /** @param {number} at */
    const inRoom = (at) => at * (room + 1) + Math.floor(random() * room);
    for (let tries = 0; collector.ways.length < agents && tries < 200 * agents; tries++) {
        const below = () => Math.floor(random() * rooms);
        const [column, row, toColumn, toRow] = [below(), below(), below(), below()];
        if (toColumn < column || toRow < row) continue;
        const way = /** @type {Cell[]} */ ([[inRoom(column), inRoom(row)]]);
        let [c, r] = [column, row];
        while (c < toColumn || r < toRow) {
            const goesRight = r === toRow || (c < toColumn && random() < 0.5);
            // The door is in the middle of the wall.
            const [left, top] = [c * (room + 1), r * (room + 1)];
            const [doorX, doorY] = goesRight ? [left + room, top + 3] : [left + 3, top + room];
            const [x, y] = way[way.length - 1];
            goTo(way, goesRight ? [x, doorY] : [doorX, y]);
            goTo(way, [doorX, doorY]);
            way.push(goesRight ? [doorX + 1, doorY] : [doorX, doorY + 1]);
            [c, r] = goesRight ? [c + 1, r] : [c, r + 1];
        }
        const goal = /** @type {Cell} */ ([inRoom(c), inRoom(r)]);
        goTo(way, [way[way.length - 1][0], goal[1]]);
        goTo(way, goal);
        if (way.length > 1) collector.add(way);
    }
    return collector.plan('rooms');
}

/** Kinds of plans. */
export const EASY_PLANS = [monotonePlan, corridorPlan, roomsPlan];

/** @param {EasyPlan} plan @returns {Scenario} */
export function easyScenario({ ways, stays }) {
    return inCells(ways, { atGoal: stays ? 'stay' : 'vanish' });
}

/**
 * Returns the total of a simple rule: one agent after the other waits at its start as long as it must not to meet those
 * before it, or those that still stand at their starts.
 *
 * @param {EasyPlan} plan
 * @returns {number} in steps; Infinity when the rule fails
 */
export function simpleTotal({ ways, stays, order }) {
    const visits = new Set();
    const moves = new Set();
    const parked = new Map();
    const standing = new Map(ways.map(([start], agent) => [keyOf(start), agent]));
    /** Last time at which each cell is visited. */
    const lastVisit = new Map();
    /** @param {number} key @param {number} t */
    const at = (key, t) => `${key} ${t}`;
    let total = 0;
    for (const agent of order) {
        const keys = ways[agent].map(keyOf);
        standing.delete(keys[0]);
        if (keys.some((key) => standing.has(key))) return Infinity;
        const isFree = (/** @type {number} */ delay) =>
            keys.every((key, k) => {
                const t = k + delay;
                if (visits.has(at(key, t)) || t >= (parked.get(key) ?? Infinity)) return false;
                return k === 0 || !moves.has(`${key} ${keys[k - 1]} ${t}`);
            });
        const goal = keys[keys.length - 1];
        let delay = 0;
        const isLate = () => !stays || delay + keys.length - 1 > (lastVisit.get(goal) ?? -1);
        while (!isLate() || !isFree(delay)) {
            // While it waits, nobody may come over its start.
            if (visits.has(at(keys[0], delay))) return Infinity;
            if (++delay > 1e6) return Infinity;
        }
        for (let t = 0; t < delay; t++) visits.add(at(keys[0], t));
        for (const [k, key] of keys.entries()) {
            visits.add(at(key, k + delay));
            lastVisit.set(key, Math.max(lastVisit.get(key) ?? -1, k + delay));
            if (k > 0) moves.add(`${keys[k - 1]} ${key} ${k + delay}`);
        }
        if (stays) parked.set(goal, delay + keys.length - 1);
        total += delay;
    }
    return total;
}

/**
 * Returns the first fault of a repaired plan, or null: its agents do not go their ways, or meet. It shares no code with the
 * package.
 *
 * @param {EasyPlan} plan
 * @param {Scenario} repaired
 * @returns {string | null}
 */
export function findFault({ ways, stays }, { discrete }) {
    const paths = (discrete?.cells ?? []).map((own) =>
        Array.from({ length: own.length / 2 }, (_, k) => keyOf([own[2 * k], own[2 * k + 1]])),
    );
    if (paths.length !== ways.length) return `${paths.length} agents instead of ${ways.length}`;
    const makespan = Math.max(...paths.map(({ length }) => length));
    const withoutWaits = (/** @type {number[]} */ keys) =>
        keys.filter((key, k) => k === 0 || key !== keys[k - 1]).join();
    for (const [agent, path] of paths.entries()) {
        if (withoutWaits(path) !== withoutWaits(ways[agent].map(keyOf)))
            return `agent ${agent} leaves its way`;
    }
    /** @type {(agent: number, t: number) => number | undefined} */
    const at = (agent, t) => paths[agent][t] ?? (stays ? paths[agent].at(-1) : undefined);
    for (let t = 0; t < makespan; t++) {
        const here = new Map();
        for (const agent of paths.keys()) {
            const key = at(agent, t);
            if (key === undefined) continue;
            if (here.has(key)) return `agents ${here.get(key)} and ${agent} meet after step ${t}`;
            here.set(key, agent);
        }
        for (const agent of paths.keys()) {
            const [from, to] = [at(agent, t), at(agent, t + 1)];
            const other = to === from ? undefined : here.get(to);
            if (other !== undefined && at(other, t + 1) === from)
                return `agents ${other} and ${agent} swap cells in step ${t}`;
        }
    }
    return null;
}
