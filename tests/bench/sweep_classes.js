import { measure } from '../../js/bench/measure.js';
import { quantile } from '../../js/bench/statistics.js';
import { SweepLoops } from './sweep_loops.js';
import { clockOf, motionOf, trajectoryPairs } from './trajectories.js';

/**
 * The paper's experiment: tables 1 to 3, with all methods in turn, run by run.
 *
 * @import { Graze } from 'graze'
 * @import { BOXES_KINDS } from '../../js/graze/core/layout.js'
 * @import { Task } from './sweep_loops.js'
 * @import { TrajectoryPair } from './trajectories.js'
 *
 * @typedef {typeof METHODS[number]} Method
 *
 * @typedef {object} PaperOptions
 * @property {typeof BOXES_KINDS[number]} boxes
 * @property {number} pairs of each class
 * @property {number} runs
 * @property {number} seed
 * @property {number} steps
 *
 * @typedef {object} Time nanoseconds a pair: lowest, median and highest of the runs
 * @property {number} low
 * @property {number} ns
 * @property {number} high
 *
 * @typedef {object} ClassResult
 * @property {string} name
 * @property {number} pairs
 * @property {boolean} isHit they collide
 * @property {boolean} isApart no boxes of theirs intersect, of whatever steps
 * @property {boolean} isCurved
 * @property {Partial<Record<Task, Time>>} times
 * @property {Partial<Record<Task, number>>} tests boxes compared, a pair
 * @property {number} misled pairs of which the printed STA does not find the first step
 */

/** Two methods do not find the same steps. */
export class WrongSteps extends Error {}

/** Those that find the same steps. */
const METHODS = /** @type {const} */ (['bvh', 'bvi-bvh', 'si', 'sta', 'pyramid']);

/** @type {Task[]} */
const TASKS = [
    ...['cover', 'step-ends', 'trees', 'trees first', 'trees all', 'cut', 'cut first'],
    ...['cut all', 'printed si', 'printed sta', 'relative first', 'relative all'],
    ...METHODS.flatMap((method) => [`${method} first`, `${method} all`]),
].map((name) => /** @type {Task} */ (name));

/**
 * @param {Graze} g
 * @param {WebAssembly.Module} module
 * @param {PaperOptions} options
 * @returns {ClassResult[]}
 */
export function repeatPaper(g, module, options) {
    const { steps, seed, pairs: count } = options;
    const all = trajectoryPairs(g, { steps, seed, count });
    const of = (/** @type {string} */ kind, /** @type {string[]} */ ...names) =>
        all.filter((pair) => pair.kind === kind && names.includes(pair.name));
    const classes = [
        { name: 'straight, start', some: of('straight', 'start') },
        { name: 'straight, middle', some: of('straight', 'middle') },
        { name: 'straight, end', some: of('straight', 'end') },
        { name: 'curved, collision', some: of('curved', 'start', 'middle', 'end') },
        { name: 'straight, near', some: of('straight', 'near') },
        { name: 'curved, near', some: of('curved', 'near') },
        { name: 'straight, apart', some: of('straight', 'apart') },
        { name: 'curved, apart', some: of('curved', 'apart') },
    ];
    return classes.map(({ name, some }) => repeatClass(g, module, name, some, options));
}

/**
 * @param {Graze} g
 * @param {WebAssembly.Module} module
 * @param {string} name
 * @param {TrajectoryPair[]} pairs
 * @param {PaperOptions} options
 * @returns {ClassResult}
 */
function repeatClass(g, module, name, pairs, { steps, boxes, runs }) {
    const bodies = pairs.flatMap((pair) =>
        pair.bodies.map((body) => ({ outline: body.outline, motion: motionOf(g, body) })),
    );
    const loops = new SweepLoops(module, g, bodies, clockOf({ steps }), boxes);
    for (const { motion } of bodies) motion.free();
    loops.plant();
    checkSteps(loops, name);
    const misled = pairs.filter(
        (_, k) => loops.query('printed sta', k) !== loops.query('si first', k),
    );
    const chunk = { first: 0, count: pairs.length };
    const rounds = measure(
        TASKS.map((task) => loops.run(task)),
        [chunk],
        runs,
        'first',
    );
    const tests = TASKS.map((task) => {
        loops.query(task);
        return [task, loops.tests / pairs.length];
    });
    return {
        name,
        pairs: pairs.length,
        isHit: pairs[0].first !== null,
        isApart: pairs[0].name === 'apart',
        isCurved: pairs[0].kind === 'curved',
        times: Object.fromEntries(TASKS.map((task, k) => [task, timeOf(rounds[k])])),
        tests: Object.fromEntries(tests),
        misled: misled.length,
    };
}

/** @param {Float64Array} times @returns {Time} */
function timeOf(times) {
    return { low: Math.min(...times), ns: quantile(times), high: Math.max(...times) };
}

/** @param {SweepLoops} loops @param {string} name */
export function checkSteps(loops, name) {
    for (const part of /** @type {const} */ (['first', 'all'])) {
        const queries = METHODS.map((method) => ({
            method,
            answer: loops.query(/** @type {Task} */ (`${method} ${part}`)),
        }));
        const wrong = queries.find(({ answer }) => answer !== queries[0].answer);
        if (wrong === undefined) continue;
        throw new WrongSteps(`${name}: ${wrong.method} does not find the steps of ${METHODS[0]}`);
    }
    if (loops.query('relative all') > loops.query('si all')) {
        throw new WrongSteps(`${name}: relative finds more steps than boxes do`);
    }
}
