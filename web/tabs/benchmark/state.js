/** The state that determines what the Benchmark tab measures. Results are not part of it, as they depend on the
 * machine. */

import { TASKS } from '../../../js/bench/contestant.js';
import { BODIES, SCENES } from '../../../js/bench/pairs.js';
import * as read from '../../base/state_reader.js';
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
 * @property {number} pairs number of pairs in each set
 * @property {number} rounds
 * @property {number} seed
 * @property {Task} task task shown in the chart
 */

/** Minimum number of pairs: fewer take less than a tick of a coarse clock. */
export const MIN_PAIRS = 1024;
export const MAX_PAIRS = 65536;
export const MAX_ROUNDS = 1001;
export const MAX_SEED = 2 ** 32;

const PEER_IDS = PEERS.map(({ id }) => id);

/**
 * Returns the known items that are named, in their known order.
 *
 * @template {string} T
 * @param {unknown} value
 * @param {readonly T[]} known
 * @param {readonly T[]} fallback
 * @returns {T[]}
 */
function selectKnown(value, known, fallback) {
    if (!Array.isArray(value)) return [...fallback];
    return known.filter((item) => value.includes(item));
}

/** @param {unknown} value @returns {State} */
export function readState(value) {
    const { bodies, scenes, tasks, peers, pairs, rounds, seed, task } = read.record(value);
    const defaultPeers = PEERS.filter(({ isDefault }) => isDefault).map(({ id }) => id);
    return {
        bodies: selectKnown(bodies, BODIES, ['4', '8', 'box']),
        scenes: selectKnown(scenes, SCENES, ['distant', 'overlapping']),
        tasks: selectKnown(tasks, TASKS, TASKS),
        peers: selectKnown(peers, PEER_IDS, defaultPeers),
        pairs: read.integer(pairs, 4096, MIN_PAIRS, MAX_PAIRS),
        rounds: read.integer(rounds, 11, 1, MAX_ROUNDS),
        seed: read.integer(seed, 1, 0, MAX_SEED),
        task: read.choice(task, TASKS),
    };
}
