import { setImmediate as nextTask } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Garbage collections in tests, whatever the flags of the process. */

setFlagsFromString('--expose-gc');
const collect = /** @type {() => void} */ (runInNewContext('gc'));

/** Collections whose finalizers are awaited: one frees an object, the next one what only that object referred to. */
const ROUNDS = 4;
/** Maximum number of tasks to wait for the host to report a collected object. */
const MAX_TASKS = 100;

/** Returns a promise of the time at which the host has reported an object of its own that was collected. */
async function collectOnce() {
    let isReported = false;
    const registry = new FinalizationRegistry(() => {
        isReported = true;
    });
    (() => registry.register({}, null))();
    for (let k = 0; k < MAX_TASKS && !isReported; k++) {
        collect();
        await nextTask();
    }
    if (!isReported) throw new Error('the collector reports nothing');
    // Reports of other registries are in tasks of their own.
    await nextTask();
}

/** Collects garbage, and waits until the finalizers of what was collected have run. */
export async function collectGarbage() {
    for (let k = 0; k < ROUNDS; k++) await collectOnce();
}
