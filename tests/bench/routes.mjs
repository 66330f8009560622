/**
 * Queries of a planner among kept routes, beside plain JavaScript (naive_routes.js), whose answers must be equal. Run by
 * `make bench-routes`.
 */
import { createSync } from 'graze';
import { makeGraph } from '../examples/graph.js';
import { randomGrid, randomTasks } from '../examples/instance.js';
import { keepRoutes, plan } from '../examples/prioritized.js';
import { randomNumbers } from '../helpers.js';
import { NaiveRoutes } from './naive_routes.js';

/**
 * @import { MovingDisc } from 'graze'
 * @import { Graph, Move } from '../examples/graph.js'
 * @typedef {{ name: string, run: () => unknown }} Contestant
 */

const ROUNDS = 15;
const g = createSync();

/** Seconds of this process alone: others may share the machine. @param {() => void} run */
function timed(run) {
    const begin = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(begin);
    return (user + system) / 1e6;
}

/** @param {number[]} values */
const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];

/** Returns whether two answers are equal to 1e-9. @param {unknown} a @param {unknown} b @returns {boolean} */
function areEqual(a, b) {
    if (!Array.isArray(a) || !Array.isArray(b)) {
        return (
            a === b || Math.abs(Number(a) - Number(b)) <= 1e-9 * Math.max(1, Math.abs(Number(a)))
        );
    }
    return a.length === b.length && a.every((each, k) => areEqual(each, b[k]));
}

/**
 * Prints the time of each contestant, in turn in every round, per call and as a multiple of that of the last one.
 *
 * @param {string} title
 * @param {number} calls
 * @param {Contestant[]} contestants
 */
function race(title, calls, contestants) {
    const answers = contestants.map(({ run }) => run());
    if (!answers.every((answer) => areEqual(answer, answers[0])))
        throw new Error(`${title}: the answers differ`);
    const times = contestants.map(() => /** @type {number[]} */ ([]));
    for (let round = 0; round < ROUNDS; round++) {
        for (const [k, { run }] of contestants.entries()) times[k].push(timed(run));
    }
    console.log(title);
    const last = median(/** @type {number[]} */ (times.at(-1)));
    for (const [k, { name }] of contestants.entries()) {
        const seconds = median(times[k]);
        const us = ((seconds / calls) * 1e6).toFixed(2).padStart(10);
        console.log(`  ${name.padEnd(28)} ${us} us  ${(seconds / last).toFixed(2).padStart(8)}`);
    }
}

/** Returns a random walk on a grid. @param {() => number} random @param {number} pieces @param {number} side */
function walk(random, pieces, side) {
    const whole = (/** @type {number} */ n) => Math.floor(random() * n);
    let [x, y, t] = [whole(side), whole(side), 3 * random()];
    /** @type {MovingDisc[]} */
    const route = [];
    for (let k = 0; k < pieces; k++) {
        const [vx, vy] = [
            [1, 0],
            [0, 1],
            [-1, 0],
            [0, -1],
        ][whole(4)];
        if (random() < 0.3) t += random();
        route.push({ x, y, vx, vy, t0: t, t1: t + 1, radius: 0.37 });
        [x, y, t] = [x + vx, y + vy, t + 1];
    }
    return route;
}

const ALWAYS = /** @type {const} */ ({ from: 0, touching: 'allowed' });

/** @param {number} agents @param {number} pieces @param {number} side @param {number} calls @param {boolean} hasLists */
function raceQueries(agents, pieces, side, calls, hasLists) {
    const random = randomNumbers(agents);
    const routes = Array.from({ length: agents }, () => walk(random, pieces, side));
    const traffic = g.traffic(routes);
    const naive = new NaiveRoutes();
    for (const route of routes) naive.add(route);
    const places = Array.from({ length: calls }, () => {
        const [x, y] = [0, 0].map(() => Math.floor(random() * side));
        return { x, y, radius: 0.37 };
    });
    const title = `${agents} routes of ${pieces} pieces on ${side} x ${side}`;
    /** @param {string} name @param {(place: typeof places[number]) => unknown} query */
    const contestant = (name, query) => ({ name, run: () => places.map(query) });
    race(`safe intervals, ${title}`, calls, [
        ...(hasLists
            ? [contestant('a list', (place) => g.safeIntervals(place, routes, ALWAYS))]
            : []),
        contestant('traffic', (place) => traffic.safeIntervals(place, ALWAYS)),
        contestant('plain JavaScript', (place) => naive.intervals(place)),
    ]);
    const edgeOf = (/** @type {typeof places[number]} */ place) => ({
        ...place,
        vx: 1,
        vy: 0,
        t0: 0,
        t1: 1,
    });
    race(`safe departures, ${title}`, calls, [
        ...(hasLists
            ? [contestant('a list', (place) => g.safeDepartures(edgeOf(place), routes, ALWAYS))]
            : []),
        contestant('traffic', (place) => traffic.safeDepartures(edgeOf(place), ALWAYS)),
        contestant('plain JavaScript', (place) => naive.departuresOf(edgeOf(place), 0, Infinity)),
    ]);
    traffic.free();
}

/** @param {number} side @param {number} agents @param {number} radius @param {number} neighbors */
function racePlanners(side, agents, radius, neighbors) {
    const grid = randomGrid(side, side, 0.15, 3);
    const tasks = randomTasks(grid, agents, 3);
    const graph = makeGraph(g, grid, radius, neighbors);
    /** @param {string} name @param {() => ReturnType<typeof keepRoutes>} keep */
    const contestant = (name, keep) => ({
        name,
        run: () => {
            const { paths } = plan(g, graph, tasks, { seed: 3, keep });
            return paths.reduce((sum, { legs }) => sum + (legs.at(-1)?.end ?? 0), 0);
        },
    });
    const title = `a plan of ${agents} agents on ${side} x ${side}, ${neighbors} neighbors, radius ${radius}`;
    race(title, 1, [
        contestant('traffic', () => keepRoutes(g)),
        contestant('plain JavaScript', () => new NaiveRoutes()),
    ]);
}

const CROSSING = /** @type {const} */ ([
    { x: 0, y: 0, vx: 1, vy: 0, t0: 0, t1: 10, radius: 0.5 },
    { x: 5, y: -5, vx: 0, vy: 1, t0: 0, t1: 10, radius: 0.5 },
]);

/** Measures single queries of two discs. */
function racePairs() {
    const [first, second] = CROSSING;
    const calls = 10_000;
    const repeat = (/** @type {() => unknown} */ query) => () => {
        for (let k = 0; k < calls; k++) query();
    };
    race('two discs', calls, [
        { name: 'conflictIntervals', run: repeat(() => g.conflictIntervals(first, second)) },
        { name: 'closestApproach', run: repeat(() => g.closestApproach(first, second)) },
        { name: 'conflicts', run: repeat(() => g.conflicts(first, second)) },
    ]);
}

raceQueries(20, 15, 16, 1000, true);
raceQueries(1000, 30, 100, 100, false);
racePlanners(16, 20, 0.353553, 8);
racePlanners(16, 20, 0.45, 4);
racePlanners(32, 60, 0.353553, 8);
racePairs();
