import { newScene, sceneBodies, sceneMovers, scenePairs } from './bind_sweep.js';
import { checkCount, checkFlag, checkOptions, readArray } from './check.js';
import { SCENE_MODES } from './layout.js';
import { ASKED_KEYS, readAsked, readListed } from './motion.js';
import { MoverBatch } from './movers.js';
import { Lifetime } from './owned.js';
import { Path } from './path.js';

/**
 * @import { Core } from './bind.js'
 * @import { Listed } from './bind_motion.js'
 * @import { BodyContact, PairContact } from './bind_sweep.js'
 * @import { ListOptions, MotionOptions } from './moving.js'
 */

/**
 * How much of an answer is wanted.
 *
 * @typedef {object} SceneVerdict
 * @property {boolean} [verdict] whether any contact will do, as soon as one is known; false unless given
 */

/**
 * What is asked of a scene. `from` and `to` are the clock's unless said, and cut to them.
 *
 * @typedef {MotionOptions & SceneVerdict} SceneOptions
 */

/**
 * That nothing is met.
 *
 * @typedef {object} NoContact
 * @property {null} body none
 * @property {'free'} status free
 * @property {null} time none
 */

/**
 * The first contact with any body of a scene, if there is one.
 *
 * @typedef {BodyContact | NoContact} SceneContact
 */

const FIRST_KEYS = [...ASKED_KEYS, 'verdict'];

/**
 * Many bodies along their motions, on one clock, and an index over them by time and place: a body that comes near few of
 * them costs little more than its own path. It refers to the paths: they must live as long as it is used
 * (`stale-handle`). Made by an instance's `scene`. A path on another clock is `different-clock`.
 *
 * Asked about one body it costs O(blocks of 16 steps + boxes that meet), and the narrow phase for the pairs that boxes
 * leave: O(count) of these when all are near all.
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
        /** How many bodies it has. @readonly */
        this.count = list.length;
        /** The paths, in their order. @readonly */
        this.paths = Object.freeze([.../** @type {Path[]} */ (list)]);
        /** The handle. Never used again after `free`. @readonly */
        this.id = newScene(core, handles);
        Object.freeze(this);
        this.#lifetime = new Lifetime(this, core, this.id, 'scene');
    }

    /**
     * All pairs of its bodies that meet, and when first.
     *
     * @param {ListOptions} [options]
     * @returns {PairContact[]} in ascending order of `first`, then `second`
     * @throws {GrazeError} `too-many-intervals` where more than `maxIntervals` pairs meet
     */
    contacts(options) {
        return scenePairs(this.#core, this.#handle(), this.count, readAll(options));
    }

    /**
     * The bodies that a path meets, and when first.
     *
     * @param {Path} ego on the same clock
     * @param {ListOptions} [options]
     * @returns {BodyContact[]} in ascending order of `body`
     * @throws {GrazeError} `too-many-intervals` where it meets more than `maxIntervals`
     */
    contactsWith(ego, options) {
        const [scene, handle] = [this.#handle(), this.#ego(ego)];
        return sceneBodies(this.#core, scene, handle, this.count, readAll(options));
    }

    /**
     * The first contact of a path with any of the bodies: that with the least lo, of those the lower body.
     *
     * @param {Path} ego on the same clock
     * @param {SceneOptions} [options]
     * @returns {SceneContact}
     */
    firstContact(ego, options) {
        const [scene, handle] = [this.#handle(), this.#ego(ego)];
        const listed = readFirst(options);
        const [found] = sceneBodies(this.#core, scene, handle, this.count, listed);
        return found ?? { body: null, status: 'free', time: null };
    }

    /**
     * The first contacts of bodies 0 to count - 1 of a batch, each along its own motion, with the scene: a planner's
     * candidates. The answers are those of `firstContact`, at those entries of the batch's `statuses` and `times`; the
     * times of a free one are Infinity. All bodies are checked first: on an error no result has been written.
     *
     * @param {MoverBatch} movers
     * @param {number} count
     * @param {SceneOptions} [options]
     * @returns {number} how many are not free
     */
    firstContacts(movers, count, options) {
        const scene = this.#handle();
        const handle = MoverBatch.handle(this.#core, movers, 'movers');
        checkCount(count, 'count', 0, movers.capacity);
        const { asked } = readFirst(options);
        return sceneMovers(this.#core, scene, this.count, handle, count, asked);
    }

    /**
     * Gives the memory back, not that of the paths. Using the scene afterwards is an error (`stale-handle`); freeing it
     * again does nothing.
     */
    free() {
        this.#lifetime.end(this);
    }

    /** `free`, for `using`. */
    [Symbol.dispose]() {
        this.free();
    }

    #handle() {
        return this.#lifetime.use('scene');
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
    return readArray(paths, argument, 'paths', (path) => path);
}

/**
 * Checks the options of a query for all contacts.
 *
 * @param {unknown} options
 * @returns {Listed}
 */
function readAll(options) {
    const listed = readListed(options);
    listed.asked[5] = SCENE_MODES.indexOf('all');
    return listed;
}

/**
 * Checks the options of a query for the first contact, or any.
 *
 * @param {unknown} options
 * @returns {Listed}
 */
function readFirst(options) {
    const { verdict = false, ...rest } = checkOptions(options, 'options', FIRST_KEYS);
    const asked = readAsked(rest, ASKED_KEYS);
    asked[5] = SCENE_MODES.indexOf(checkFlag(verdict, 'verdict') ? 'any' : 'first');
    return { asked, maxIntervals: 1 };
}
