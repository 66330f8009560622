import { MAX_MEMORY } from './arguments.js';
import { GrazeError } from './errors.js';
import { PLACE } from './layout.js';

/**
 * Calls of batches: many bodies or moving discs over shared buffers. As in bind.js, arguments arrive checked.
 *
 * @import { Core, CheckedPose } from './bind.js'
 */

const PAIR_QUERIES = {
    collide: 'graze_wasm_pairs_collide',
    relation: 'graze_wasm_pairs_relation',
    distance: 'graze_wasm_pairs_distance',
};

/**
 * @param {Core} core
 * @param {number} handle handle of any batch
 * @param {number} view position of the view in that kind's list of views
 * @returns {number} the address
 */
export function batchView(core, handle, view) {
    return core.run((wasm) => {
        const pointer = wasm.graze_wasm_batch_view(handle, view);
        if (pointer === 0) throw core.faultError('batch');
        return pointer;
    });
}

/**
 * Returns the error of a batch that could not be created. Where memory is not enough, the module leaves the size
 * of the batch, in bytes, in the x of its result.
 *
 * @param {Core} core
 * @param {number} capacity
 */
export function capacityError(core, capacity) {
    const error = core.faultError('capacity', capacity);
    const bytes = core.memory.float64[(core.result >> 3) + PLACE.x];
    if (bytes > 0) {
        error.message += `: the batch takes ${bytes} bytes, and an instance has at most ${MAX_MEMORY}`;
    }
    return error;
}

/**
 * @param {Core} core
 * @param {number} capacity
 * @param {boolean} witnesses
 * @param {boolean} coherent
 * @returns {number} the handle
 */
export function newPairBatch(core, capacity, witnesses, coherent) {
    return core.run((wasm) => {
        const flags = [witnesses ? 1 : 0, coherent ? 1 : 0];
        const handle = wasm.graze_wasm_pairs_new(capacity, flags[0], flags[1]);
        if (handle === 0) throw capacityError(core, capacity);
        return handle >>> 0;
    });
}

/**
 * @param {Core} core
 * @param {'collide' | 'relation' | 'distance'} query
 * @param {number} handle
 * @param {number} count
 * @param {number} capacity
 * @returns {number} number of pairs that are not disjoint
 */
export function queryPairs(core, query, handle, count, capacity) {
    return core.run((wasm) => {
        const contactCount = wasm[PAIR_QUERIES[query]](handle, count);
        if (contactCount < 0) throw pairBatchError(core, capacity);
        return contactCount;
    });
}

/**
 * Builds the error of a batch of pairs. A fault's index is 2 k + side for a shape, 2 (k + capacity) + side for
 * a pose.
 *
 * @param {Core} core
 * @param {number} capacity
 */
function pairBatchError(core, capacity) {
    const { code, text, index } = core.readFault();
    if (index < 0) return new GrazeError(code, `pairs: ${text}`, { argument: 'pairs' });
    const isPose = index >= 2 * capacity;
    const pair = (index >> 1) % capacity;
    const argument = `${isPose ? 'pose' : 'shape'}${'AB'[index & 1]}`;
    return new GrazeError(code, `${argument}: pair ${pair}: ${text}`, {
        argument,
        index: pair,
    });
}

/**
 * @param {Core} core
 * @param {number} capacity
 * @param {number} pairs
 * @returns {number} the handle
 */
export function newBodyBatch(core, capacity, pairs) {
    return core.run((wasm) => {
        const handle = wasm.graze_wasm_bodies_new(capacity, pairs);
        if (handle === 0) throw capacityError(core, capacity);
        return handle >>> 0;
    });
}

/**
 * Finds the pairs among the first `count` bodies that are at most `reach` apart or, for a shape that is not 0,
 * those of these bodies that are at most `reach` away from that shape at `pose`.
 *
 * @param {Core} core
 * @param {number} handle
 * @param {number} pairCapacity maximum number of pairs
 * @param {number} count
 * @param {number} reach
 * @param {number} shape handle of a shape, or 0
 * @param {CheckedPose} pose
 * @returns {number} number of pairs or bodies found
 */
export function findNearBodies(
    core,
    handle,
    pairCapacity,
    count,
    reach,
    shape,
    { x, y, cos, sin },
) {
    return core.run((wasm) => {
        const found = wasm.graze_wasm_bodies_near(...[handle, count, reach, shape, x, y, cos, sin]);
        if (found < 0) throw bodyBatchError(core, pairCapacity);
        return found;
    });
}

/**
 * @param {string} text
 * @param {number} found
 * @param {number} pairCapacity
 */
function fullError(text, found, pairCapacity) {
    return new GrazeError('full', `pairs: ${text}: ${found} found, ${pairCapacity} fit`, {
        argument: 'pairs',
        value: found,
    });
}

/**
 * @param {Core} core
 * @param {number} pairCapacity maximum number of pairs
 */
function bodyBatchError(core, pairCapacity) {
    const { code, text, index } = core.readFault();
    if (code === 'full') return fullError(text, index, pairCapacity);
    if (index === -1) return core.faultError('bodies');
    const argument = code === 'stale-handle' ? 'shape' : 'pose';
    return index < 0
        ? core.faultError(argument)
        : core.faultError(`${argument}s`, undefined, 'body');
}

/**
 * @param {Core} core
 * @param {number} records
 * @param {number} pairs
 * @param {boolean} isDouble
 * @returns {number} the handle
 */
export function newMovingDiscs(core, records, pairs, isDouble) {
    return core.run((wasm) => {
        const handle = wasm.graze_wasm_moving_discs_new(records, pairs, isDouble ? 1 : 0);
        if (handle === 0) throw capacityError(core, records);
        return handle >>> 0;
    });
}

/**
 * @param {Core} core
 * @param {number} handle
 * @param {number} count
 * @returns {number} number of pairs in contact
 */
export function movingDiscConflicts(core, handle, count) {
    return core.run((wasm) => {
        const contacts = wasm.graze_wasm_moving_discs_conflicts(handle, count);
        if (contacts >= 0) return contacts;
        const { code } = core.readFault();
        throw core.faultError('movingDiscs', undefined, code === 'bad-index' ? 'pair' : 'record');
    });
}

/**
 * Finds the pairs in contact between two ranges of records or, for second = -1, among the records of the first
 * range.
 *
 * @param {Core} core
 * @param {number} handle
 * @param {number} pairCapacity maximum number of pairs
 * @param {number} first
 * @param {number} firstCount
 * @param {number} second
 * @param {number} secondCount
 * @returns {number} number of pairs found
 */
export function findMovingDiscConflicts(
    core,
    handle,
    pairCapacity,
    first,
    firstCount,
    second,
    secondCount,
) {
    return core.run((wasm) => {
        const found = wasm.graze_wasm_moving_discs_find_conflicts(
            ...[handle, first, firstCount, second, secondCount],
        );
        if (found >= 0) return found;
        const { code, text, index } = core.readFault();
        if (code === 'full') throw fullError(text, index, pairCapacity);
        throw core.faultError('movingDiscs', undefined, 'record');
    });
}
