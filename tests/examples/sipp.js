import { Heap } from '../../js/scenario/heap.js';
import { makeRandom } from './random.js';

/**
 * Plans for many discs on a graph, without a conflict at any time: agents are planned one after the other (prioritised
 * planning: Silver, "Cooperative Pathfinding", 2005), each by safe-interval path planning (Phillips, Likhachev, "SIPP:
 * Safe Interval Path Planning for Dynamic Environments", 2011) among the routes of those before it.
 *
 * A place is free but for some intervals, however long time is. So the states of the search are not places and times but
 * places and safe intervals, and of each only the earliest arrival counts. Geometry is left to graze: when a place is free
 * (safeIntervals), when a move can begin (safeDepartures). Its answers are exact in continuous time, so durations may be
 * whatever they are: nothing here is cut into steps.
 *
 * @import { Graze } from 'graze'
 * @import { Graph, Move, Place, MovingDisc } from './graph.js'
 *
 * @typedef {readonly [lo: number, hi: number]} Interval closed, of time
 *
 * @typedef {{ start: number, goal: number }} Task cells
 *
 * @typedef {{ from: Place, to: Place, start: number, end: number }} Leg a straight run at unit speed
 *
 * @typedef {object} Path
 * @property {Place} start
 * @property {Leg[]} legs in between the agent waits; after them it stays for ever
 * @property {Set<number>} cells that it meets
 *
 * @typedef {object} Counts work of a plan
 * @property {number} rounds orders of the agents that were tried
 * @property {number} searches
 * @property {number} expanded states, of all searches
 * @property {number} placeCalls calls of safeIntervals
 * @property {number} moveCalls calls of safeDepartures
 * @property {number} routes that these were given
 *
 * @typedef {object} Node a state, as it is reached
 * @property {Place} place
 * @property {Interval} safe the interval that the agent arrives in
 * @property {number} time of arrival
 * @property {number} leave when it left the place before
 * @property {Node | null} before
 * @property {Move | null} move
 * @property {number} bound lower bound of the time of arrival at the goal
 */

/** The error of a plan that is not found. */
export class NoPlan extends Error {
    /** @param {number} agent @param {string} message */
    constructor(agent, message) {
        super(message);
        this.name = 'NoPlan';
        this.agent = agent;
    }
}

/** Returns what both lists have in common. @param {readonly Interval[]} p @param {readonly Interval[]} q both ascending */
function common(p, q) {
    /** @type {Interval[]} */
    const both = [];
    for (let i = 0, j = 0; i < p.length && j < q.length; ) {
        const [lo, hi] = [Math.max(p[i][0], q[j][0]), Math.min(p[i][1], q[j][1])];
        if (lo <= hi) both.push([lo, hi]);
        if (p[i][1] < q[j][1]) i++;
        else j++;
    }
    return both;
}

/**
 * The obstacles of an agent: the routes of those planned before it and, for a while, the starts of those that are planned
 * after it, which else could be run over before they have set out. Both are found by the cells that they meet: two discs
 * in contact have a point in common, and so a cell.
 *
 * Routes are only ever added, and what they leave free shrinks: of a place or a move only what came near since is asked.
 */
class Traffic {
    /** @type {MovingDisc[][]} */ #routes = [];
    /** The routes that meet each cell, ascending. @type {number[][]} */ #meeting;
    /** The stays that meet each cell. @type {Set<MovingDisc>[]} */ #stays;
    /** When anything changed in each cell, in changes of all. */ #changed;
    #changes = 0;
    /** @type {Map<Place | Move, { byRoutes: readonly Interval[], routes: number, free: readonly Interval[], at: number }>} */
    #answers = new Map();
    #g;
    #counts;

    /** @param {Graze} g @param {number} cells @param {Counts} counts */
    constructor(g, cells, counts) {
        this.#g = g;
        this.#counts = counts;
        this.#meeting = Array.from({ length: cells }, () => []);
        this.#stays = Array.from({ length: cells }, () => new Set());
        this.#changed = new Int32Array(cells);
    }

    /** Has a start kept clear until a time. @param {Place} place @param {number} until @returns what frees it */
    keep({ x, y, radius, cells }, until) {
        const stay = { x, y, vx: 0, vy: 0, t0: 0, t1: until, radius };
        for (const cell of cells) this.#stays[cell].add(stay);
        this.#touch(cells);
        return () => {
            for (const cell of cells) this.#stays[cell].delete(stay);
            this.#touch(cells);
        };
    }

    /** @param {Path} path */
    add(path) {
        for (const cell of path.cells) this.#meeting[cell].push(this.#routes.length);
        this.#routes.push(routeOf(path));
        this.#touch(path.cells);
    }

    /** @param {Iterable<number>} cells */
    #touch(cells) {
        this.#changes++;
        for (const cell of cells) this.#changed[cell] = this.#changes;
    }

    /** Returns the safe intervals of a place, or the safe departures of a move. @param {Place | Move} what */
    free(what) {
        let answer = this.#answers.get(what);
        if (answer === undefined) {
            // Each has an interval of its own: the search knows its states by them.
            /** @type {Interval[]} */
            const always = [[0, Infinity]];
            answer = { byRoutes: always, routes: 0, free: always, at: 0 };
            this.#answers.set(what, answer);
        }
        const { at } = answer;
        if (at === this.#changes || what.cells.every((cell) => this.#changed[cell] <= at)) {
            return answer.free;
        }
        const news = this.#routesNear(what.cells, answer.routes);
        if (news.length > 0) answer.byRoutes = common(answer.byRoutes, this.#ask(what, news));
        const stays = new Set(what.cells.flatMap((cell) => [...this.#stays[cell]]));
        answer.free = answer.byRoutes;
        if (stays.size > 0) answer.free = common(answer.free, this.#ask(what, [...stays]));
        answer.routes = this.#routes.length;
        answer.at = this.#changes;
        return answer.free;
    }

    /** @param {number[]} cells @param {number} first the number of the first route that counts */
    #routesNear(cells, first) {
        const near = new Set();
        for (const cell of cells) {
            const meeting = this.#meeting[cell];
            for (let k = meeting.length - 1; k >= 0 && meeting[k] >= first; k--)
                near.add(meeting[k]);
        }
        return Array.from(near, (k) => this.#routes[k]);
    }

    /**
     * @param {Place | Move} what
     * @param {(MovingDisc[] | MovingDisc)[]} routes agents stay for ever where a route ends; a single segment vanishes
     */
    #ask(what, routes) {
        const options = /** @type {const} */ ({ from: 0, touching: 'allowed' });
        this.#counts.routes += routes.length;
        if ('disc' in what) {
            this.#counts.moveCalls++;
            return this.#g.safeDepartures(what.disc, routes, options);
        }
        this.#counts.placeCalls++;
        const { x, y, radius } = what;
        return this.#g.safeIntervals({ x, y, radius }, routes, options);
    }
}

/** Returns a path as an argument of graze: waits are the gaps between its moving discs. @param {Path} path @returns {MovingDisc[]} */
function routeOf({ start: { x, y, radius }, legs }) {
    if (legs.length === 0) return [{ x, y, vx: 0, vy: 0, t0: 0, t1: 0, radius }];
    return legs.map(({ from, to, start: t0, end: t1 }) => {
        const [vx, vy] = [(to.x - from.x) / (t1 - t0), (to.y - from.y) / (t1 - t0)];
        return { x: from.x, y: from.y, vx, vy, t0, t1, radius };
    });
}

/**
 * Returns the distances of all places to a goal without other agents (Dijkstra); moves can be reversed.
 *
 * @param {Graph} graph
 * @param {Place} goal
 */
function distancesTo(graph, goal) {
    const distances = new Float64Array(graph.length).fill(Infinity);
    distances[goal.cell] = 0;
    const open = new Heap((/** @type {[Place, number]} */ a, b) => a[1] < b[1]);
    open.push([goal, 0]);
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
        const [place, distance] = next;
        if (distance > distances[place.cell]) continue;
        for (const { to, length } of place.moves) {
            if (distance + length >= distances[to.cell]) continue;
            distances[to.cell] = distance + length;
            open.push([to, distance + length]);
        }
    }
    return distances;
}

/**
 * Returns the earliest path to the goal after which the agent can stay there without limit.
 *
 * @param {Traffic} traffic
 * @param {Place} start
 * @param {Place} goal
 * @param {Float64Array} distances to the goal
 * @param {Counts} counts
 * @returns {Path | null}
 */
function findPath(traffic, start, goal, distances, counts) {
    counts.searches++;
    const [first] = traffic.free(start);
    if (first === undefined || first[0] > 0) return null;
    /** The earliest arrival in each safe interval. @type {Map<Interval, number>} */
    const earliest = new Map([[first, 0]]);
    /** Orders equal nodes so that the later one, which is nearer to the goal, is first. @type {Heap<Node>} */
    const open = new Heap((a, b) => a.bound < b.bound || (a.bound === b.bound && a.time > b.time));
    const bound = distances[start.cell];
    open.push({ place: start, safe: first, time: 0, leave: 0, before: null, move: null, bound });
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
        const { place, safe, time } = node;
        if (time > /** @type {number} */ (earliest.get(safe))) continue;
        if (place === goal && safe[1] === Infinity) return pathTo(node);
        counts.expanded++;
        for (const move of place.moves) {
            for (const [leave, next] of successors(traffic, node, move)) {
                const arrival = leave + move.length;
                if (arrival >= (earliest.get(next) ?? Infinity)) continue;
                earliest.set(next, arrival);
                const soonest = arrival + distances[move.to.cell];
                open.push({
                    place: move.to,
                    safe: next,
                    time: arrival,
                    leave,
                    before: node,
                    move,
                    bound: soonest,
                });
            }
        }
    }
    return null;
}

/**
 * Returns the safe intervals that a move leads to, and when it begins at the soonest. The agent waits where it is safe, sets out
 * when the move is, and arrives where it is safe again.
 *
 * @param {Traffic} traffic
 * @param {Node} node
 * @param {Move} move
 */
function* successors(traffic, { time, safe }, move) {
    for (const [lo, hi] of traffic.free(move)) {
        const [from, until] = [Math.max(lo, time), Math.min(hi, safe[1])];
        if (from > until) continue;
        for (const next of traffic.free(move.to)) {
            // But for rounding, a safe move lies within one safe interval of the place that it leads to.
            const leave = Math.max(from, next[0] - move.length);
            if (leave <= Math.min(until, next[1] - move.length)) {
                yield/** @type {const} */ ([leave, next]);
            }
        }
    }
}

/** @param {Node} node @returns {Path} */
function pathTo(node) {
    /** @type {Leg[]} */
    const legs = [];
    const cells = new Set(node.place.cells);
    for (; node.before !== null && node.move !== null; node = node.before) {
        const leg = { from: node.before.place, to: node.place, start: node.leave, end: node.time };
        for (const cell of node.move.cells) cells.add(cell);
        if (legs.length > 0 && goesOn(leg, legs[0]))
            legs[0] = { ...legs[0], from: leg.from, start: leg.start };
        else legs.unshift(leg);
    }
    return { start: node.place, legs, cells };
}

/** Returns whether a move continues in the same direction without a wait. @param {Leg} p @param {Leg} q */
function goesOn(p, q) {
    const [px, py, qx, qy] = [
        p.to.x - p.from.x,
        p.to.y - p.from.y,
        q.to.x - q.from.x,
        q.to.y - q.from.y,
    ];
    return p.end === q.start && px * qy === py * qx && px * qx + py * qy > 0;
}

/**
 * Plans for all agents. One that finds no way moves up in the order, to a random place, and those after it are planned again.
 * `patience`: how long the starts of those not planned yet are kept clear. Without it, of two neighbors that want to pass
 * each other the one planned first drives over the other, whichever that is.
 *
 * @param {Graze} g
 * @param {Graph} graph
 * @param {readonly Task[]} tasks
 * @param {{ seed?: number, rounds?: number, patience?: number }} [options]
 * @returns {{ paths: Path[], counts: Counts }}
 * @throws {NoPlan}
 */
export function plan(g, graph, tasks, { seed = 1, rounds = 200, patience = 2 } = {}) {
    const counts = { rounds: 0, searches: 0, expanded: 0, placeCalls: 0, moveCalls: 0, routes: 0 };
    const random = makeRandom(seed);
    const agents = tasks.map(({ start, goal }, k) => {
        const [from, to] = [graph[start], graph[goal]];
        if (from === undefined || to === undefined) {
            throw new NoPlan(k, `agent ${k} does not fit into its ${from ? 'goal' : 'start'}`);
        }
        const distances = distancesTo(graph, to);
        if (distances[from.cell] < Infinity) return { from, to, distances };
        throw new NoPlan(k, `no way leads agent ${k} to its goal`);
    });
    // Those with the longest way first: they have the least choice.
    const wayOf = (/** @type {number} */ k) => agents[k].distances[agents[k].from.cell];
    const order = [...agents.keys()].sort((a, b) => wayOf(b) - wayOf(a) || a - b);
    /** @type {Path[]} */
    const paths = [];
    let late = -1;
    for (let kept = 0; counts.rounds < rounds; ) {
        counts.rounds++;
        const traffic = new Traffic(g, graph.length, counts);
        const letGo = agents.map(({ from }) => traffic.keep(from, patience));
        late = order.findIndex((k, place) => {
            letGo[k]();
            if (place >= kept) {
                const { from, to, distances } = agents[k];
                const path = findPath(traffic, from, to, distances, counts);
                if (path === null) return true;
                paths[k] = path;
            }
            traffic.add(paths[k]);
            return false;
        });
        if (late < 0) return { paths, counts };
        kept = Math.floor(random() * late);
        order.splice(kept, 0, ...order.splice(late, 1));
    }
    throw new NoPlan(order[late], `no plan found in ${rounds} orders of the agents`);
}
