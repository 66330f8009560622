import { measure } from '../../js/bench/measure.js';
import { checkSteps } from './sweep_classes.js';
import { SweepLoops } from './sweep_loops.js';
import { DISTANCES, pairsAt, TRAFFICS, trafficOf } from './sweep_scenes.js';
import { clockOf, motionOf, shapeOf } from './trajectories.js';

/**
 * Beyond the paper: with and without SIMD, pairs that are never or always near each other, many steps; and what each
 * stage leaves of traffic.
 *
 * @import { Graze } from 'graze'
 * @import { Task } from './sweep_loops.js'
 * @import { Distance, Traffic } from './sweep_scenes.js'
 * @import { Trajectory } from './trajectories.js'
 *
 * @typedef {object} LaneRow a row of pairs with the same number of steps
 * @property {Distance} distance
 * @property {number} steps
 * @property {number} candidates a pair
 * @property {{ name: string, ns: number, ratio: number, tests: number }[]} times the lowest of a pair, to the last candidate;
 *   `ratio`: how many times that of SI with SIMD
 *
 * @typedef {object} TrafficRow a row of all pairs of a scene
 * @property {Traffic} traffic
 * @property {number} pairs
 * @property {number} steps steps of all of them together
 * @property {number} boxes steps in which boxes meet; and in which they do with the paper's boxes
 * @property {number} stepEnds
 * @property {number} relative that the relative test leaves of these
 * @property {number} axes that the bodies' own axes leave
 * @property {number} runs runs of the narrow phase, until a first contact
 * @property {number} iterations
 * @property {number} contacts
 */

/** @type {Task[]} */
const TASKS = ['si all', 'sta all', 'pyramid all', 'relative all'];

/** So many pairs that all sizes take about as long. @param {number} steps */
const pairsFor = (steps) => Math.max(4, Math.min(200, Math.round(40_000 / steps)));

/**
 * @param {Graze} g
 * @param {readonly Trajectory[]} trajectories
 */
function bodiesOf(g, trajectories) {
    return trajectories.map((body) => ({ outline: body.outline, motion: motionOf(g, body) }));
}

/**
 * @param {Graze} g
 * @param {WebAssembly.Module} simd
 * @param {WebAssembly.Module} scalar
 * @param {{ lengths: number[], runs: number, seed: number }} options
 * @returns {LaneRow[]}
 */
export function compareLanes(g, simd, scalar, { lengths, runs, seed }) {
    return DISTANCES.flatMap((distance) =>
        lengths.map((steps) => {
            const count = pairsFor(steps);
            const bodies = bodiesOf(g, pairsAt(distance, count, seed));
            const clock = clockOf({ steps });
            const [quick, plain] = [simd, scalar].map(
                (module) => new SweepLoops(module, g, bodies, clock),
            );
            checkSteps(quick, `${distance}, ${steps} steps`);
            checkSteps(plain, `${distance}, ${steps} steps, without SIMD`);
            const all = [
                ...TASKS.map((task) => ({ name: task.replace(' all', ''), loops: quick, task })),
                ...TASKS.map((task) => ({
                    name: `${task.replace(' all', '')} scalar`,
                    loops: plain,
                    task,
                })),
            ];
            const rounds = measure(
                all.map(({ loops, task }) => loops.run(task)),
                [{ first: 0, count }],
                runs,
                'first',
            );
            const times = all.map(({ name, loops, task }, k) => {
                loops.query(task);
                const tests = loops.tests / count;
                const [ns, base] = [Math.min(...rounds[k]), Math.min(...rounds[0])];
                return { name, ns, ratio: ns / base, tests };
            });
            return { distance, steps, candidates: quick.query('si all') / count, times };
        }),
    );
}

const CARS = 32;

/**
 * @param {Graze} g
 * @param {WebAssembly.Module} module
 * @param {number} seed
 * @returns {TrafficRow[]}
 */
export function countCandidates(g, module, seed) {
    return TRAFFICS.map((traffic) => {
        const cars = trafficOf(traffic, CARS, seed);
        const pairs = cars.flatMap((a, k) => cars.slice(k + 1).flatMap((b) => [a, b]));
        const bodies = bodiesOf(g, pairs);
        const clock = clockOf();
        const loops = new SweepLoops(module, g, bodies, clock);
        checkSteps(loops, traffic);
        const ends = new SweepLoops(module, g, bodies, clock, 'step-ends');
        const paths = cars.map((car) => g.path(shapeOf(g, car), motionOf(g, car), clock));
        const swept = paths.flatMap((a, k) => paths.slice(k + 1).map((b) => g.sweep(a, b)));
        const sum = (/** @type {'runs' | 'iterations'} */ key) =>
            swept.reduce((total, one) => total + one[key], 0);
        return {
            traffic,
            pairs: loops.count,
            steps: loops.count * paths[0].count,
            boxes: loops.query('si all'),
            stepEnds: ends.query('si all'),
            relative: loops.query('relative all'),
            axes: loops.query('near'),
            runs: sum('runs'),
            iterations: sum('iterations'),
            contacts: swept.filter(({ status }) => status !== 'free').length,
        };
    });
}
