import { randomFor, shuffle } from '../../js/bench/random.js';
import { quantile } from '../../js/bench/statistics.js';

/**
 * Times of things that take long, in turn: what disturbs the machine for a while disturbs all of them. They are those of the
 * processor, in which no other program's share of it is.
 *
 * @typedef {() => unknown} Task
 */

/** So long a task is repeated in each round, in milliseconds; and so long all rounds may take. */
const MIN_TIME = 2;
const MAX_TIME = 6000;
const FEWEST_ROUNDS = 3;

/**
 * Runs a task until its code has reached the highest tier, and returns how often it is repeated in a round and how long that
 * takes.
 *
 * @param {Task} task
 * @param {number} warmUp milliseconds; 0: the task runs once
 */
export function prepareTask(task, warmUp) {
    const end = performance.now() + warmUp;
    do task();
    while (performance.now() < end);
    // The mean of a few shows how long a task takes, also if it takes microseconds.
    const once = timeOf(task, warmUp > 0 ? 8 : 1);
    const repeats = Math.min(1000, Math.max(1, Math.round(MIN_TIME / Math.max(once, 1e-3))));
    return { repeats, duration: once * repeats };
}

/**
 * Returns how many rounds fit into the time that all of them may take.
 *
 * @param {readonly { duration: number }[]} prepared
 * @param {number} rounds
 */
export function countRounds(prepared, rounds) {
    const whole = prepared.reduce((sum, { duration }) => sum + duration, 0);
    return Math.max(FEWEST_ROUNDS, Math.min(rounds, Math.floor(MAX_TIME / whole)));
}

/**
 * @param {Task[]} tasks
 * @param {number} rounds fewer where they take too long
 * @param {number} [warmUp] milliseconds for which each task runs before, so that its code reaches the highest tier; default 0:
 *   it runs once
 * @returns {Float64Array[]} milliseconds of each task, by rounds
 */
export function takeTurns(tasks, rounds, warmUp = 0) {
    const prepared = tasks.map((task) => prepareTask(task, warmUp));
    const count = countRounds(prepared, rounds);
    const times = tasks.map(() => new Float64Array(count));
    // In another order each round, so that no task always follows the same one and what it leaves in the caches.
    const random = randomFor('turns');
    const order = tasks.map((_, k) => k);
    for (let round = 0; round < count; round++) {
        for (const k of shuffle(random, order))
            times[k][round] = timeOf(tasks[k], prepared[k].repeats);
    }
    return times;
}

/** Returns the medians. @param {Task[]} tasks @param {number} rounds */
export function mediansOf(tasks, rounds) {
    return takeTurns(tasks, rounds).map((times) => quantile(times));
}

/** Returns the milliseconds of a run. @param {Task} task @param {number} repeats */
export function timeOf(task, repeats) {
    const start = process.cpuUsage();
    for (let k = 0; k < repeats; k++) task();
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000 / repeats;
}

/**
 * Returns the exponent with which one number grows with another: the slope of the line through their logarithms, by least
 * squares.
 *
 * @param {readonly number[]} x
 * @param {readonly number[]} y
 */
export function exponentOf(x, y) {
    const mean = (/** @type {number[]} */ of) => of.reduce((sum, one) => sum + one, 0) / of.length;
    const [logX, logY] = [x.map(Math.log), y.map(Math.log)];
    const [mx, my] = [mean(logX), mean(logY)];
    const product = mean(logX.map((one, k) => (one - mx) * (logY[k] - my)));
    return product / mean(logX.map((one) => (one - mx) ** 2));
}
