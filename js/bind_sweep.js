import { movingPairBatchError, readContact } from './bind_motion.js';
import { CONTACT_STATUSES, PATH_SPAN, SCENE_CONTACT, SWEEP_RESULT } from './layout.js';

/**
 * Calls of paths and scenes. As in bind.js, arguments arrive checked.
 *
 * @import { Core } from './bind.js'
 * @import { CheckedOptions, CheckedListOptions } from './bind_motion.js'
 * @import { ContactStatus } from './motion_queries.js'
 */

/**
 * First contact with a body of a list.
 *
 * @typedef {object} BodyContact
 * @property {number} body index of the body in the list
 * @property {ContactStatus} status as in FirstContact, never 'free'
 * @property {[lo: number, hi: number]} time as in FirstContact
 */

/**
 * First contact of two bodies of a scene.
 *
 * @typedef {object} PairContact
 * @property {number} first lower index of the two bodies in `scene.paths`
 * @property {number} second higher index
 * @property {ContactStatus} status as in FirstContact, never 'free'
 * @property {[lo: number, hi: number]} time as in FirstContact
 */

/**
 * @param {Core} core
 * @param {number} shape
 * @param {number} motion
 * @param {readonly number[]} clock numbers t0, t1, step, x, y
 * @param {number} kind position in BOXES
 * @returns {number} the handle
 */
export function newPath(core, shape, motion, clock, kind) {
    return core.run((wasm) => {
        const handle = wasm.graze_wasm_path_new(shape, motion, ...clock, kind);
        if (handle === 0) throw newPathError(core, clock);
        return handle >>> 0;
    });
}

/**
 * @param {Core} core
 * @param {readonly number[]} clock
 */
function newPathError(core, [t0, t1, step]) {
    const name = ['shape', 'motion', 'clock'][core.readFault().index];
    const error = core.faultError(name);
    if (name === 'clock') error.message += `: steps of ${step} from ${t0} to ${t1}`;
    error.index = undefined;
    return error;
}

/**
 * @param {Core} core
 * @param {number} path
 * @param {string} [argument]
 */
export function pathSpan(core, path, argument = 'path') {
    core.run((wasm) => {
        if (wasm.graze_wasm_path_span(path) !== 0) throw pathError(core, argument, argument);
    });
    const ints = core.memory.int32;
    const base = core.result >> 2;
    return {
        firstStep: ints[base + PATH_SPAN.firstStep],
        endStep: ints[base + PATH_SPAN.endStep],
        count: ints[base + PATH_SPAN.count],
    };
}

/**
 * @param {Core} core
 * @param {number} path
 * @param {number} from
 * @param {number} to
 * @returns {Float32Array}
 */
export function pathBoxes(core, path, from, to) {
    return core.run((wasm) => {
        if (wasm.graze_wasm_path_boxes(path, from, to) !== 0) throw pathsError(core, ['path']);
        const { address, count } = core.list;
        return core.memory.float32.slice(address >> 2, (address >> 2) + 4 * count);
    });
}

/**
 * Builds the error of a call of named paths. A fault's index is 2 k for path k and 2 k + 1 for its shape.
 *
 * @param {Core} core
 * @param {readonly string[]} names names of the paths
 */
function pathsError(core, names) {
    const { index } = core.readFault();
    if (index < 0) return core.faultError();
    return pathError(core, names[index >> 1], names[index >> 1]);
}

/**
 * Builds the error of a call whose paths are `count` records of a list, followed by one path with a name of its
 * own.
 *
 * @param {Core} core
 * @param {string} list
 * @param {number} count
 * @param {string} lastName
 */
function pathListError(core, list, count, lastName) {
    const { index } = core.readFault();
    if (index < 0) return core.faultError(list);
    if (index >> 1 >= count) return pathError(core, lastName, lastName);
    return pathError(core, `${list}[${index >> 1}]`, list, index >> 1);
}

/**
 * @param {Core} core
 * @param {string} name name of the path at fault, or of the path whose shape is at fault
 * @param {string} argument
 * @param {number} [record]
 */
function pathError(core, name, argument, record) {
    const { index } = core.readFault();
    const error = core.faultError(index % 2 === 1 ? `the shape of ${name}` : name);
    error.argument = argument;
    error.index = record;
    return error;
}

/**
 * Returns a list of candidate steps from step `next` on, and the step at which the next list begins.
 *
 * @param {Core} core
 * @param {number} a
 * @param {number} b
 * @param {number} method
 * @param {number} from
 * @param {number} to
 * @param {number} next
 */
export function sweepSteps(core, a, b, method, from, to, next) {
    return core.run((wasm) => {
        if (wasm.graze_wasm_sweep_steps(a, b, method, from, to, next) !== 0) {
            throw pathsError(core, ['pathA', 'pathB']);
        }
        const { address, count } = core.list;
        const ints = core.memory.int32;
        const base = core.result >> 2;
        return {
            steps: ints.slice(address >> 2, (address >> 2) + count),
            next: ints[base + PATH_SPAN.next],
            tests: ints[base + PATH_SPAN.tests],
        };
    });
}

/**
 * @param {Core} core
 * @param {number} a
 * @param {number} b
 * @param {CheckedOptions} checked
 */
export function sweep(core, a, b, checked) {
    core.run((wasm) => {
        if (wasm.graze_wasm_sweep(a, b, ...checked) !== 0)
            throw pathsError(core, ['pathA', 'pathB']);
    });
    const contact = readContact(core, SWEEP_RESULT);
    const ints = core.memory.int32;
    const base = core.result >> 2;
    return {
        ...contact,
        step: contact.status === 'free' ? null : ints[base + SWEEP_RESULT.step],
        tests: ints[base + SWEEP_RESULT.tests],
        candidates: ints[base + SWEEP_RESULT.candidates],
        runs: ints[base + SWEEP_RESULT.runs],
    };
}

/**
 * Reads the list of contacts of the last call.
 *
 * @param {Core} core
 * @returns {PairContact[]}
 */
function readContacts(core) {
    return core.readList(SCENE_CONTACT.bytes, (doubles, d, ints, i) => ({
        first: ints[i + SCENE_CONTACT.first],
        second: ints[i + SCENE_CONTACT.second],
        status: CONTACT_STATUSES[ints[i + SCENE_CONTACT.status]],
        time: [doubles[d + SCENE_CONTACT.lo], doubles[d + SCENE_CONTACT.hi]],
    }));
}

/**
 * Reads the list of contacts with one path that is not a body of the list.
 *
 * @param {Core} core
 * @returns {BodyContact[]}
 */
function readBodyContacts(core) {
    return readContacts(core).map(({ second, status, time }) => ({ body: second, status, time }));
}

/**
 * @param {Core} core
 * @param {number} ego
 * @param {readonly number[]} others
 * @param {CheckedListOptions} checkedList
 * @returns {BodyContact[]}
 */
export function sweepMany(core, ego, others, { checked, maxIntervals }) {
    core.run((wasm) => {
        const stage = wasm.graze_wasm_paths_stage(others.length);
        if (stage === 0) throw core.faultError('others');
        core.memory.uint32.set(others, stage >> 2);
        const otherCount = others.length;
        if (wasm.graze_wasm_sweep_many(ego, stage, otherCount, ...checked, maxIntervals) !== 0) {
            throw pathListError(core, 'others', others.length, 'ego');
        }
    });
    return readBodyContacts(core);
}

/**
 * @param {Core} core
 * @param {readonly number[]} paths
 * @returns {number} the handle
 */
export function newScene(core, paths) {
    return core.run((wasm) => {
        const stage = wasm.graze_wasm_scene_stage(paths.length);
        if (stage === 0) throw core.faultError('paths');
        const handles = wasm.graze_wasm_scene_handles(stage);
        core.memory.uint32.set(paths, handles >> 2);
        const handle = wasm.graze_wasm_scene_new(stage);
        if (handle === 0) throw pathListError(core, 'paths', paths.length, 'scene');
        return handle >>> 0;
    });
}

/**
 * @param {Core} core
 * @param {number} scene
 * @param {number} path path of the one body, or 0 for all pairs of the scene
 * @param {number} count number of the scene's paths
 * @param {CheckedListOptions} checkedList options, with the mode's position in SCENE_MODES as method
 */
function queryScene(core, scene, path, count, { checked, maxIntervals }) {
    core.run((wasm) => {
        if (wasm.graze_wasm_scene_contacts(scene, path, ...checked, maxIntervals) === 0) return;
        const { code, index } = core.readFault();
        if (index < 0) throw core.faultError(code === 'out-of-memory' ? undefined : 'scene');
        throw pathListError(core, 'paths', count, 'ego');
    });
}

/**
 * @param {Core} core
 * @param {number} scene
 * @param {number} count
 * @param {CheckedListOptions} checkedList
 * @returns {PairContact[]}
 */
export function scenePairContacts(core, scene, count, checkedList) {
    queryScene(core, scene, 0, count, checkedList);
    return readContacts(core);
}

/**
 * @param {Core} core
 * @param {number} scene
 * @param {number} path
 * @param {number} count
 * @param {CheckedListOptions} checkedList
 * @returns {BodyContact[]}
 */
export function sceneBodyContacts(core, scene, path, count, checkedList) {
    queryScene(core, scene, path, count, checkedList);
    return readBodyContacts(core);
}

/**
 * @param {Core} core
 * @param {number} scene
 * @param {number} paths number of the scene's paths
 * @param {number} batch
 * @param {number} count
 * @param {CheckedOptions} checked
 * @returns {number} number of bodies that are not free
 */
export function sceneFirstContacts(core, scene, paths, batch, count, checked) {
    return core.run((wasm) => {
        const found = wasm.graze_wasm_scene_first_contacts(scene, batch, count, ...checked);
        if (found >= 0) return found;
        const { index } = core.readFault();
        if (index >= -1) throw movingPairBatchError(core);
        // The fault is that of the scene: its number is -3 - index.
        throw sceneError(core, -3 - index, paths);
    });
}

/**
 * Builds the error of a scene or of one of its paths, with `index` as in pathListError.
 *
 * @param {Core} core
 * @param {number} index
 * @param {number} count
 */
function sceneError(core, index, count) {
    const isPath = index >= 0 && index >> 1 < count;
    const name = isPath ? `paths[${index >> 1}]` : 'scene';
    const error = core.faultError(isPath && index % 2 === 1 ? `the shape of ${name}` : name);
    error.argument = isPath ? 'paths' : 'scene';
    error.index = isPath ? index >> 1 : undefined;
    return error;
}
