/** What the Benchmark tab measures follows from this. What it found does not: that is the machine's. */

import { TASKS } from '../../../js/bench/contestant.js';
import { BODIES, SCENES } from '../../../js/bench/pairs.js';
import * as read from '../../base/reading.js';
import { PEERS } from './peers.js';

/**
 * @import { Task } from '../../../js/bench/contestant.js'
 * @import { Body, Scene } from '../../../js/bench/pairs.js'
 *
 * @typedef {object} State
 * @property {Body[]} bodies
 * @property {Scene[]} scenes
 * @property {Task[]} tasks
 * @property {string[]} peers
 * @property {number} pairs in each set
 * @property {number} rounds
 * @property {number} seed
 * @property {Task} task that the chart shows
 */

/** Fewer are over before a coarse clock has ticked. */
export const LEAST_PAIRS = 1024;
export const MOST_PAIRS = 65536;
export const MOST_ROUNDS = 1001;
export const MOST_SEED = 2 ** 32;

const PEER_IDS = PEERS.map(({ id }) => id);

/**
 * Those of the known ones that are named, in the order in which they are known.
 *
 * @template {string} T
 * @param {unknown} value
 * @param {readonly T[]} known
 * @param {readonly T[]} otherwise
 * @returns {T[]}
 */
function some(value, known, otherwise) {
    if (!Array.isArray(value)) return [...otherwise];
    return known.filter((one) => value.includes(one));
}

/** @param {unknown} value @returns {State} */
export function readState(value) {
    const { bodies, scenes, tasks, peers, pairs, rounds, seed, task } = read.record(value);
    const usual = PEERS.filter(({ isUsual }) => isUsual).map(({ id }) => id);
    return {
        bodies: some(bodies, BODIES, ['4', '8', 'box']),
        scenes: some(scenes, SCENES, ['distant', 'overlapping']),
        tasks: some(tasks, TASKS, TASKS),
        peers: some(peers, PEER_IDS, usual),
        pairs: read.integer(pairs, 4096, LEAST_PAIRS, MOST_PAIRS),
        rounds: read.integer(rounds, 11, 1, MOST_ROUNDS),
        seed: read.integer(seed, 1, 0, MOST_SEED),
        task: read.choice(task, TASKS),
    };
}
