import { EXACT } from '../../js/bench/contestant.js';
import { foreignContestant, loadModule } from '../../js/bench/foreign.js';

/**
 * A loop in C over the single queries, in wasm: no call from JavaScript inside it. The tasks' numbers are
 * those of tasks.h.
 *
 * @import { Contestant, Task } from '../../js/bench/contestant.js'
 */

/** @type {[name: string, about: string, numbers: Partial<Record<Task, number>>][]} */
const VARIANTS = [
    [
        'C',
        'a loop in C: graze_distance, graze_collide, graze_relation',
        { distance: 3, collide: 1, relation: 2 },
    ],
    ['C scan', 'the same; support points by trying all vertices', { distance: 4, collide: 6 }],
    ['C climb', 'the same; by hill climbing from the last one', { distance: 5, collide: 7 }],
    ['C short', 'graze_separation: the distance without witness points', { distance: 0 }],
];

/**
 * @param {string} path of loops.wasm
 * @returns {Promise<Contestant[]>}
 */
export async function loopContestants(path) {
    const module = await loadModule(path);
    return VARIANTS.map(([name, description, numbers]) =>
        foreignContestant(name, module, {
            description,
            numbers,
            isGraze: true,
            tolerance: EXACT.float,
        }),
    );
}
