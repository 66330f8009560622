import { Heap } from '../../js/scenario/repair/heap.js';

/**
 * Finds the earliest path of a disc among the routes of others, by safe-interval path planning (Phillips, Likhachev,
 * "SIPP: Safe Interval Path Planning for Dynamic Environments", 2011), exact in continuous time.
 *
 * A place is free but for some intervals, however long time is. So the states of the search are not places and times but
 * places and safe intervals, and of each only the earliest arrival counts. Geometry is left to graze: when a place is free
 * (safeIntervals), when a move can begin (safeDepartures). Its answers are exact, so durations may be whatever they are:
 * nothing here is cut into steps.
 *
 * @import { Graph, Move, Place } from './graph.js'
 *
 * @typedef {readonly [lo: number, hi: number]} Interval closed, of time
 *
 * @typedef {object} Obstacles routes that are there already, such as a Traffic of graze
 * @property {(place: Place) => readonly Interval[]} intervals when the place is free
 * @property {(moves: readonly Move[], from: number, to: number) => readonly (readonly Interval[])[]} departures when
 *   each of the moves can begin
 *
 * @typedef {{ from: Place, to: Place, start: number, end: number, move: Move | null }} Leg a straight run at unit speed;
 *   `move` is null where several moves are joined
 *
 * @typedef {object} Path
 * @property {Place} start
 * @property {Leg[]} legs in between the agent waits; after them it stays forever
 *
 * @typedef {object} Counts work of a plan
 * @property {number} searches
 * @property {number} expanded states, of all searches
 *
 * @typedef {object} Node a state, as it is reached
 * @property {Place} place
 * @property {Interval} safe the interval that the agent arrives in
 * @property {number} time time of arrival
 * @property {number} leave time at which it left the place before
 * @property {Node | null} before
 * @property {Move | null} move
 * @property {number} bound lower bound of the time of arrival at the goal
 */

/**
 * Returns the distances of all places to a goal without other agents (Dijkstra); moves can be reversed.
 *
 * @param {Graph} graph
 * @param {Place} goal
 */
export function distancesTo(graph, goal) {
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
 * @param {Obstacles} obstacles
 * @param {Place} start
 * @param {Place} goal
 * @param {Float64Array} distances to the goal
 * @param {Counts} counts
 * @returns {Path | null}
 */
export function findPath(obstacles, start, goal, distances, counts) {
    /** Safe intervals of places. The search knows its states by them. @type {Map<Place, readonly Interval[]>} */
    const known = new Map();
    const intervalsOf = (/** @type {Place} */ place) => {
        const intervals = known.get(place) ?? obstacles.intervals(place);
        known.set(place, intervals);
        return intervals;
    };
    counts.searches++;
    const [first] = intervalsOf(start);
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
        const departures = obstacles.departures(place.moves, time, safe[1]);
        for (let k = 0; k < departures.length; k++) {
            const move = place.moves[k];
            for (const [lo, hi] of departures[k]) {
                for (const next of intervalsOf(move.to)) {
                    // But for rounding, a safe move lies within one safe interval of the place that it leads to.
                    const leave = Math.max(lo, next[0] - move.length);
                    if (leave > Math.min(hi, next[1] - move.length)) continue;
                    const arrival = leave + move.length;
                    if (arrival >= (earliest.get(next) ?? Infinity)) continue;
                    earliest.set(next, arrival);
                    const soonest = arrival + distances[move.to.cell];
                    const state = { place: move.to, safe: next, time: arrival, leave };
                    open.push({ ...state, before: node, move, bound: soonest });
                }
            }
        }
    }
    return null;
}

/** @param {Node} node @returns {Path} */
function pathTo(node) {
    /** @type {Leg[]} */
    const legs = [];
    for (; node.before !== null; node = node.before) {
        const { before, place, leave, time, move } = node;
        legs.unshift({ from: before.place, to: place, start: leave, end: time, move });
    }
    return { start: node.place, legs };
}
