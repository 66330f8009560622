import { checkArrayEntries, checkBoolean, checkCount, checkOptions } from './arguments.js';
import {
    newScene,
    sceneBodyContacts,
    sceneFirstContacts,
    scenePairContacts,
} from './bind_sweep.js';
import { Lifetime } from './handle_lifetime.js';
import { SCENE_MODES } from './layout.js';
import { checkListOptions, checkMotionOptions, MOTION_OPTION_KEYS } from './motion.js';
import { MovingPairBatch } from './moving_pair_batch.js';
import { Path } from './path.js';

/**
 * @import { Core } from './bind.js'
 * @import { CheckedListOptions } from './bind_motion.js'
 * @import { BodyContact, PairContact } from './bind_sweep.js'
 * @import { ListOptions, MotionOptions } from './motion_queries.js'
 */

/**
 * Option that ends a query at any contact.
 *
 * @typedef {object} AnyContactOption
 * @property {boolean} [anyContact] whether any contact is enough, so that the query ends as soon as one is
 *   known; default false
 */

/**
 * Options of a query of a scene. `from` and `to` default to the clock's range, and are cut to it.
 *
 * @typedef {MotionOptions & AnyContactOption} SceneOptions
 */

/**
 * Answer without a contact.
 *
 * @typedef {object} NoContact
 * @property {null} body no body
 * @property {'free'} status always 'free'
 * @property {null} time no time
 */

/**
 * First contact with any body of a scene, if there is one.
 *
 * @typedef {BodyContact | NoContact} SceneContact
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
