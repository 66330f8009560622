import { MAX_MEMORY } from './check.js';
import { GrazeError } from './errors.js';
import { PLACE } from './layout.js';

/**
 * The calls of batches: many bodies or segments over shared buffers. As in bind.js: arguments arrive checked.
 *
 * @import { Core, FullPose } from './bind.js'
 */

const JUDGES = {
    collide: 'graze_wasm_pairs_collide',
    relation: 'graze_wasm_pairs_relation',
    distance: 'graze_wasm_pairs_distance',
};

/**
 * @param {Core} core
 * @param {number} handle of any batch
 * @param {number} view its position in the list of that kind's views
 * @returns {number} the address
 */
export function batchView(core, handle, view) {
    return core.run((wasm) => {
        const pointer = wasm.graze_wasm_batch_view(handle, view);
        if (pointer === 0) throw core.fail('batch');
        return pointer;
    });
}

/**
 * Returns the error of a batch that could not be made.
 *
 * @param {Core} core
 * @param {number} capacity
 */
export function failCapacity(core, capacity) {
    const error = core.fail('capacity', capacity);
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
export function newPairs(core, capacity, witnesses, coherent) {
    return core.run((wasm) => {
        const flags = [witnesses ? 1 : 0, coherent ? 1 : 0];
        const handle = wasm.graze_wasm_pairs_new(capacity, flags[0], flags[1]);
        if (handle === 0) throw failCapacity(core, capacity);
        return handle >>> 0;
    });
}

/**
 * @param {Core} core
 * @param {'collide' | 'relation' | 'distance'} question
 * @param {number} handle
 * @param {number} count
 * @param {number} capacity
 * @returns {number} how many pairs are not disjoint
 */
export function judgePairs(core, question, handle, count, capacity) {
    return core.run((wasm) => {
        const meeting = wasm[JUDGES[question]](handle, count);
        if (meeting < 0) throw failInBatch(core, capacity);
        return meeting;
    });
}

/**
 * A fault's index in a batch of pairs is 2 k + side for a shape, 2 (k + capacity) + side for a pose.
 *
 * @param {Core} core
 * @param {number} capacity
 */
function failInBatch(core, capacity) {
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
export function newBodies(core, capacity, pairs) {
    return core.run((wasm) => {
        const handle = wasm.graze_wasm_bodies_new(capacity, pairs);
        if (handle === 0) throw failCapacity(core, capacity);
        return handle >>> 0;
    });
}

/**
 * Pairs among the first `count` bodies; or, for a shape that is not 0, of that body and one of them.
 *
 * @param {Core} core
 * @param {number} handle
 * @param {number} fitting how many pairs fit
 * @param {number} count
 * @param {number} reach
 * @param {number} shape
 * @param {FullPose} pose
 * @returns {number} how many were found
 */
export function findNear(core, handle, fitting, count, reach, shape, { x, y, cos, sin }) {
    return core.run((wasm) => {
        const found = wasm.graze_wasm_bodies_near(...[handle, count, reach, shape, x, y, cos, sin]);
        if (found < 0) throw failInBodies(core, fitting);
        return found;
    });
}

/**
 * @param {string} text
 * @param {number} found
 * @param {number} fitting
 */
function full(text, found, fitting) {
    return new GrazeError('full', `pairs: ${text}: ${found} found, ${fitting} fit`, {
        argument: 'pairs',
        value: found,
    });
}

/**
 * @param {Core} core
 * @param {number} fitting how many pairs fit
 */
function failInBodies(core, fitting) {
    const { code, text, index } = core.readFault();
    if (code === 'full') return full(text, index, fitting);
    if (index === -1) return core.fail('bodies');
    const argument = code === 'stale-handle' ? 'shape' : 'pose';
    return index < 0 ? core.fail(argument) : core.fail(`${argument}s`, undefined, 'body');
}

/**
 * @param {Core} core
 * @param {number} records
 * @param {number} pairs
 * @param {boolean} isDouble
 * @returns {number} the handle
 */
export function newSegments(core, records, pairs, isDouble) {
    return core.run((wasm) => {
        const handle = wasm.graze_wasm_segments_new(records, pairs, isDouble ? 1 : 0);
        if (handle === 0) throw failCapacity(core, records);
        return handle >>> 0;
    });
}

/**
 * @param {Core} core
 * @param {number} handle
 * @param {number} count
 * @returns {number} how many pairs are in contact
 */
export function segmentsConflicts(core, handle, count) {
    return core.run((wasm) => {
        const contacts = wasm.graze_wasm_segments_conflicts(handle, count);
        if (contacts >= 0) return contacts;
        const { code } = core.readFault();
        throw core.fail('segments', undefined, code === 'bad-index' ? 'pair' : 'record');
    });
}

/**
 * Pairs in contact of two ranges of records; or, for second = -1, among the first ones.
 *
 * @param {Core} core
 * @param {number} handle
 * @param {number} fitting how many pairs fit
 * @param {number} first
 * @param {number} firstCount
 * @param {number} second
 * @param {number} secondCount
 * @returns {number} how many were found
 */
export function segmentsCrowd(core, handle, fitting, first, firstCount, second, secondCount) {
    return core.run((wasm) => {
        const found = wasm.graze_wasm_segments_crowd(
            ...[handle, first, firstCount, second, secondCount],
        );
        if (found >= 0) return found;
        const { code, text, index } = core.readFault();
        if (code === 'full') throw full(text, index, fitting);
        throw core.fail('segments', undefined, 'record');
    });
}
