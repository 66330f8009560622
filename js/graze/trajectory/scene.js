import { checkArrayEntries, checkBoolean, checkCount, checkOptions } from '../core/arguments.js';
import * as calls from '../core/calls.js';
import { Lifetime } from '../core/handles.js';
import { CONTACT_STATUSES, SCENE_CONTACT, SCENE_MODES } from '../core/layout.js';
import { MovingPairBatch, movingPairBatchError } from '../motion/moving_pair_batch.js';
import { checkListOptions, checkMotionOptions, MOTION_OPTION_KEYS } from '../motion/queries.js';
import { Path, pathListError } from './path.js';

/**
 * @import { Core } from '../core/core.js'
 * @import { CheckedListOptions, CheckedOptions } from '../motion/queries.js'
 * @import { ListOptions } from '../motion/types.js'
 * @import { BodyContact, PairContact, SceneContact, SceneOptions } from './types.js'
 */

const FIRST_CONTACT_KEYS = [...MOTION_OPTION_KEYS, 'anyContact'];

/**
 * Many bodies along their motions, on one clock, and an index over them by time and position: the query of a
 * body that comes near few of them costs little more than its own path. The scene refers to the paths, which
 * must live as long as it is used (`stale-handle`). An instance's `scene` makes it. A path on another clock is
 * `different-clock`.
 *
 * A query of one body costs O(blocks of 16 steps + boxes that meet), plus the narrow phase for the pairs whose
 * boxes meet: O(count) of these when all are near all.
 *
 * @hideconstructor
 */
export class Scene {
    /** @type {Core} */ #core;
    #lifetime;

    /**
     * @param {Core} core
     * @param {unknown} paths
     */
    constructor(core, paths) {
        this.#core = core;
        const list = checkPaths(paths, 'paths');
        const handles = Path.handles(
            core,
            list,
            list.map((_, k) => `paths[${k}]`),
        );
        /** Number of bodies. @readonly */
        this.count = list.length;
        /** The paths, in their order. @readonly */
        this.paths = Object.freeze([.../** @type {Path[]} */ (list)]);
        /** The handle, which is never used again after `free`. @readonly */
        this.id = newScene(core, handles);
        Object.freeze(this);
        this.#lifetime = new Lifetime(this, core, this.id, 'scene');
    }

    /**
     * Returns the first contacts of all pairs of its bodies that meet.
     *
     * @param {ListOptions} [options]
     * @returns {PairContact[]} contacts in ascending order of `first`, then `second`
     * @throws {GrazeError} `too-many-intervals` where more than `maxIntervals` pairs meet
     */
    contacts(options) {
        return scenePairContacts(this.#core, this.#handle(), this.count, checkAllOptions(options));
    }

    /**
     * Returns the first contacts of a path with the bodies that it meets.
     *
     * @param {Path} ego a path on the same clock
     * @param {ListOptions} [options]
     * @returns {BodyContact[]} contacts in ascending order of `body`
     * @throws {GrazeError} `too-many-intervals` where it meets more than `maxIntervals` bodies
     */
    contactsWith(ego, options) {
        const [scene, handle] = [this.#handle(), this.#ego(ego)];
        return sceneBodyContacts(this.#core, scene, handle, this.count, checkAllOptions(options));
    }

    /**
     * Returns the first contact of a path with any of the bodies: the one with the least lo or, where several
     * have the same lo, the one of the lowest body.
     *
     * @param {Path} ego a path on the same clock
     * @param {SceneOptions} [options]
     * @returns {SceneContact}
     */
    firstContact(ego, options) {
        const [scene, handle] = [this.#handle(), this.#ego(ego)];
        const checkedList = checkFirstOptions(options);
        const [found] = sceneBodyContacts(this.#core, scene, handle, this.count, checkedList);
        return found ?? { body: null, status: 'free', time: null };
    }

    /**
     * Finds the first contacts of bodies 0 to count - 1 of a batch, each along its own motion, with the scene;
     * a planner can check its candidates in this way. The answers are those of `firstContact`, at those entries
     * of the batch's `statuses` and `times`; the times of a free one are Infinity. All bodies are checked
     * first: on an error no result has been written.
     *
     * @param {MovingPairBatch} movingPairs
     * @param {number} count
     * @param {SceneOptions} [options]
     * @returns {number} number of bodies that are not free
     */
    firstContacts(movingPairs, count, options) {
        const scene = this.#handle();
        const handle = MovingPairBatch.handle(this.#core, movingPairs, 'movingPairs');
        checkCount(count, 'count', 0, movingPairs.capacity);
        const { checked } = checkFirstOptions(options);
        return sceneFirstContacts(this.#core, scene, this.count, handle, count, checked);
    }

    /**
     * Frees the memory, but not that of the paths. Using the scene afterwards is an error (`stale-handle`);
     * freeing it again does nothing.
     */
    free() {
        this.#lifetime.free(this);
    }

    /** Frees the memory, for `using`. */
    [Symbol.dispose]() {
        this.free();
    }

    #handle() {
        return this.#lifetime.getHandle('scene');
    }

    /** @param {unknown} ego */
    #ego(ego) {
        const handle = Path.handle(this.#core, ego, 'ego');
        if (this.count > 0) Path.handles(this.#core, [this.paths[0], ego], ['paths[0]', 'ego']);
        return handle;
    }
}

/**
 * @param {unknown} paths
 * @param {string} argument
 * @returns {unknown[]}
 */
export function checkPaths(paths, argument) {
    return checkArrayEntries(paths, argument, 'paths', (path) => path);
}

/**
 * Checks the options of a query for all contacts.
 *
 * @param {unknown} options
 * @returns {CheckedListOptions}
 */
function checkAllOptions(options) {
    const checkedList = checkListOptions(options);
    // A scene takes its mode in place of a method.
    checkedList.checked[5] = SCENE_MODES.indexOf('all');
    return checkedList;
}

/**
 * Checks the options of a query for the first contact, or any.
 *
 * @param {unknown} options
 * @returns {CheckedListOptions}
 */
function checkFirstOptions(options) {
    const { anyContact = false, ...rest } = checkOptions(options, 'options', FIRST_CONTACT_KEYS);
    const checked = checkMotionOptions(rest, MOTION_OPTION_KEYS);
    // A scene takes its mode in place of a method.
    checked[5] = SCENE_MODES.indexOf(checkBoolean(anyContact, 'anyContact') ? 'any' : 'first');
    return { checked, maxIntervals: 1 };
}

/**
 * @param {Core} core
 * @param {readonly number[]} paths
 * @returns {number} the handle
 */
function newScene(core, paths) {
    return core.run(() => {
        const stage = calls.sceneStage(core, paths.length);
        if (stage === 0) throw core.faultError('paths');
        const handles = calls.sceneHandles(core, stage);
        core.memory.uint32.set(paths, handles >> 2);
        const handle = calls.sceneNew(core, stage);
        if (handle === 0) throw pathListError(core, 'paths', paths.length, 'scene');
        return handle >>> 0;
    });
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
export function readBodyContacts(core) {
    return readContacts(core).map(({ second, status, time }) => ({ body: second, status, time }));
}

/**
 * @param {Core} core
 * @param {number} scene
 * @param {number} path path of the one body, or 0 for all pairs of the scene
 * @param {number} count number of the scene's paths
 * @param {CheckedListOptions} checkedList options, with the mode's position in SCENE_MODES as method
 */
function queryScene(core, scene, path, count, { checked, maxIntervals }) {
    if (calls.sceneContacts(core, scene, path, ...checked, maxIntervals) === 0) return;
    const { code, index } = core.readFault();
    if (index < 0) throw core.faultError(code === 'out-of-memory' ? undefined : 'scene');
    throw pathListError(core, 'paths', count, 'ego');
}

/**
 * @param {Core} core
 * @param {number} scene
 * @param {number} count
 * @param {CheckedListOptions} checkedList
 * @returns {PairContact[]}
 */
function scenePairContacts(core, scene, count, checkedList) {
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
function sceneBodyContacts(core, scene, path, count, checkedList) {
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
function sceneFirstContacts(core, scene, paths, batch, count, checked) {
    const found = calls.sceneFirstContacts(core, scene, batch, count, ...checked);
    if (found >= 0) return found;
    const { index } = core.readFault();
    if (index >= -1) throw movingPairBatchError(core);
    // The fault is that of the scene: its number is -3 - index.
    throw sceneError(core, -3 - index, paths);
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
