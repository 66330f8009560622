import {
    checkArrayEntries,
    checkBoolean,
    checkCount,
    checkGroups,
    checkIndices,
    checkOptions,
    MAX_RECORDS,
} from '../core/arguments.js';
import * as calls from '../core/calls.js';
import { isArray } from '../core/errors.js';
import { Lifetime } from '../core/handles.js';
import {
    CLEARANCE_STATUSES,
    CONTACT_STATUSES,
    GROUP_CONTACT,
    MOVING_PAIRS_VIEWS,
    SCENE_CLEARANCE,
    SCENE_MODES,
} from '../core/layout.js';
import { MovingPairBatch } from '../motion/moving_pair_batch.js';
import { movingPairsError } from '../motion/moving_pairs.js';
import {
    checkClearanceOptions,
    checkListOptions,
    checkMotionOptions,
    LIMITED_CLEARANCE_KEYS,
    MOTION_OPTION_KEYS,
} from '../motion/options.js';
import { checkClock, checkSameClock } from './clock.js';
import { Path, pathListError } from './path.js';
import { checkWalls, locateSegment, noWalls } from './walls.js';

/**
 * @import { Core } from '../core/core.js'
 * @import { CheckedListOptions, CheckedOptions } from '../motion/options.js'
 * @import { ListOptions } from '../motion/types.js'
 * @import { BodyContact, Clock, WallSegment, CandidateClearanceOptions, CandidateOptions, PairContact, SceneBodyContact, SceneClearance, SceneClearanceOptions, SceneContact, SceneOptions } from './types.js'
 */

const SCENE_KEYS = ['groups', 'walls', 'clock'];
/** Clock that a scene without paths and walls does not use. */
const NO_CLOCK = { t0: 0, t1: 1, step: 1, x: 0, y: 0 };
const FIRST_CONTACT_KEYS = [...MOTION_OPTION_KEYS, 'anyContact'];
const CANDIDATE_KEYS = ['groups', 'select'];

/**
 * Many bodies along their motions, on one clock, and an index over them by time and position: the query of a
 * body that comes near few of them costs little more than its own path. The scene keeps the paths, and must not be
 * used after one of them was freed (`stale-handle`). An instance's `scene` makes it. A path on another clock is
 * `different-clock`.
 *
 * A query of one body costs O(blocks of 16 steps + boxes that meet), plus the narrow phase for the pairs whose
 * boxes meet: O(count) of these when all are near all.
 *
 * A body may have several paths: its parts, which move apart from each other, as a car and its trailer. Its
 * contact is that of the path whose bracket begins first: no path has a contact before it. A graze ends where
 * another path may overlap, and what is undecided ends where another path overlaps.
 *
 * Walls are polylines that stand still: bodies after the others, whose segments count as their paths, after the
 * others. Answers name them as such, and `wallAt` returns the wall and the segment. Walls are not tested against
 * each other. Whether and when a body meets a wall does not depend on where the wall is cut into segments, except
 * for bodies without an area that move lengthwise through one of its points: these only touch it. The bracket of a
 * graze ends with its segment.
 *
 * @hideconstructor
 */
export class Scene {
    /** @type {Core} */ #core;
    #lifetime;

    /** @type {Int32Array} index of the body of each path and segment */ #bodies;
    /** @type {Int32Array} */ #wallStarts;
    /** @type {Readonly<Required<Clock>> | null} */ #clock;

    /**
     * @param {Core} core
     * @param {unknown} paths
     * @param {unknown} options
     */
    constructor(core, paths, options) {
        this.#core = core;
        const list = checkPaths(paths, 'paths');
        const { groups, walls, clock } = checkOptions(options, 'options', SCENE_KEYS);
        const bodies = numberBodies(checkGroups(groups, list.length, 'paths'), list.length);
        const handles = Path.handles(
            core,
            list,
            list.map((_, k) => `paths[${k}]`),
        );
        const first = /** @type {Path | undefined} */ (list[0]);
        const checkedClock = checkSceneClock(clock, first?.clock, walls !== undefined);
        const { segments, starts } =
            walls === undefined || checkedClock === null
                ? noWalls()
                : checkWalls(walls, checkedClock);
        this.#wallStarts = starts;
        this.#clock = checkedClock;
        /** Number of bodies, without the walls. @readonly */
        this.count = 1 + (bodies.at(-1) ?? -1);
        /** Number of walls. @readonly */
        this.wallCount = starts.length - 1;
        this.#bodies = numberWalls(bodies, this.count, starts);
        /** The paths, in their order. @readonly */
        this.paths = Object.freeze([.../** @type {Path[]} */ (list)]);
        /** The handle, which is never used again after `free`. @readonly */
        this.id = newScene(core, handles, this.#bodies, segments, checkedClock);
        Object.freeze(this);
        this.#lifetime = new Lifetime(this, core, this.id, 'scene');
    }

    /**
     * Returns the wall and the segment of an index of a path from `paths.length` on, as answers name them; null for
     * a path. O(log walls).
     *
     * @param {number} path
     * @returns {WallSegment | null}
     */
    wallAt(path) {
        this.#handle();
        const index = checkCount(path, 'path', 0, Math.max(this.#bodies.length - 1, 0));
        if (index < this.paths.length || index >= this.#bodies.length) return null;
        return locateSegment(this.#wallStarts, index - this.paths.length);
    }

    /**
     * Returns the first contacts of all pairs of its bodies that meet, and of its bodies with walls.
     *
     * @param {ListOptions} [options]
     * @returns {PairContact[]} contacts in ascending order of `first`, then `second`
     * @throws {GrazeError} `too-many-intervals` where more than `maxIntervals` pairs meet
     */
    contacts(options) {
        this.#query(NO_EGO, checkAllOptions(options));
        return readPairContacts(this.#core, this.#bodies);
    }

    /**
     * Returns the first contacts of a body with the bodies that it meets.
     *
     * @param {Path | readonly Path[]} ego its path on the same clock, or its paths: at least one
     * @param {ListOptions} [options]
     * @returns {SceneBodyContact[]} contacts in ascending order of `body`
     * @throws {GrazeError} `too-many-intervals` where it meets more than `maxIntervals` bodies
     */
    contactsWith(ego, options) {
        this.#query(this.#ego(ego), checkAllOptions(options));
        return readSceneContacts(this.#core, this.#bodies);
    }

    /**
     * Returns the first contact of a body, by default also a touch, with any of the bodies: the one with the
     * least lo or, where several have the same lo, the one of the lowest body.
     *
     * @param {Path | readonly Path[]} ego its path on the same clock, or its paths: at least one
     * @param {SceneOptions} [options]
     * @returns {SceneContact}
     */
    firstContact(ego, options) {
        this.#query(this.#ego(ego), {
            checked: checkFirstOptions(options),
            maxIntervals: 1,
        });
        const [found] = readSceneContacts(this.#core, this.#bodies);
        return found ?? { body: null, path: null, egoPath: null, status: 'free', time: null };
    }

    /**
     * Finds the first contacts, by default also touches, of bodies 0 to count - 1 of a batch, each along its own
     * motion, with the scene; a planner can check its candidates in this way. The answers are those of
     * `firstContact`, at those entries of the batch's `statuses`, `times`, `contactBodies` and `others`; the
     * times of a free one are Infinity. With `groups`, successive bodies are parts of one candidate, as a car
     * and its trailer, and the answers are those of `firstContact` of their paths as one body, at the first
     * entries. With `select`, only these candidates are queried, and the entries of the others stay as they are.
     * All queried bodies are checked first: on an error no result has been written.
     *
     * @param {MovingPairBatch} movingPairs
     * @param {number} count
     * @param {CandidateOptions} [options] `groups` divide the bodies, `select` lists candidates
     * @returns {number} number of queried bodies, or groups, that are not free
     */
    firstContacts(movingPairs, count, options) {
        const candidates = this.#candidates(movingPairs, count, options, FIRST_CONTACT_KEYS);
        return candidates.query(calls.sceneFirstContacts, checkFirstOptions(candidates.options));
    }

    /**
     * Returns the clearance of a body: the least separation from any body over the time, as far as it is below
     * `atMost`, to within the distanceTolerance. The method is branch and bound over the bodies and over time.
     *
     * @param {Path | readonly Path[]} ego its path on the same clock, or its paths: at least one
     * @param {SceneClearanceOptions} [options]
     * @returns {SceneClearance}
     */
    clearance(ego, options) {
        const core = this.#core;
        const paths = this.#ego(ego);
        const { limit, checked } = checkClearanceOptions(options);
        const scene = this.#handle();
        core.run(() => {
            const { first, stage, further } = stageEgo(core, paths);
            const query = calls.sceneClearance;
            const status = query(core, scene, first, stage, further, limit, ...checked);
            if (status !== 0) throw egoError(core, this.paths.length, paths.isList);
        });
        return readClearance(core, this.#bodies);
    }

    /**
     * Computes the clearances of bodies 0 to count - 1 of a batch, as those of a planner's candidates, in the
     * scene: the answers of `clearance`, at those entries of the batch's `clearances`, `clearanceStatuses`,
     * `others` and `contactBodies`, which name the nearest. `groups` and `select` are those of `firstContacts`.
     * All queried bodies are checked first: on an error no result has been written.
     *
     * @param {MovingPairBatch} movingPairs
     * @param {number} count
     * @param {CandidateClearanceOptions} [options] `groups` divide the bodies, `select` lists candidates
     * @returns {number} number of queried bodies, or groups, that come nearer than `atMost`
     */
    clearances(movingPairs, count, options) {
        const candidates = this.#candidates(movingPairs, count, options, LIMITED_CLEARANCE_KEYS);
        const { limit, checked } = checkClearanceOptions(candidates.options);
        return candidates.query((...args) => {
            const [core, scene, batch, bodies, size, stage, listed, ...rest] = args;
            const query = calls.sceneClearances;
            return query(core, scene, batch, bodies, size, stage, listed, limit, ...rest);
        }, checked);
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

    /**
     * Checks the candidates of a query: bodies of a batch, their groups, and those that are selected. Returns the
     * other options, and the function that queries the scene with them.
     *
     * @param {unknown} movingPairs
     * @param {number} count
     * @param {unknown} options
     * @param {readonly string[]} keys keys of the other options
     */
    #candidates(movingPairs, count, options, keys) {
        const core = this.#core;
        this.#handle();
        MovingPairBatch.handle(core, movingPairs, 'movingPairs');
        const batch = /** @type {MovingPairBatch} */ (movingPairs);
        checkCount(count, 'count', 0, batch.capacity);
        const { groups, select, ...rest } = checkOptions(options, 'options', [
            ...keys,
            ...CANDIDATE_KEYS,
        ]);
        const checkedGroups = checkGroups(groups, count, 'bodies');
        const groupCount =
            typeof checkedGroups === 'number' ? count / checkedGroups : checkedGroups.length;
        const noun = groups === undefined ? 'bodies' : 'groups';
        const selected =
            select === undefined ? null : checkIndices(select, 'select', groupCount, noun);
        /** @type {(call: typeof calls.sceneFirstContacts, checked: CheckedOptions) => number} */
        const query = (call, checked) =>
            core.run(() => {
                // Reading the options may have freed both.
                const scene = this.#handle();
                const handle = MovingPairBatch.handle(core, batch, 'movingPairs');
                const size = MovingPairBatch.writeGroups(batch, checkedGroups);
                const stage = stageIndices(core, selected);
                const listed = selected?.length ?? -1;
                const found = call(core, scene, handle, count, size, stage, listed, ...checked);
                if (found < 0) throw candidatesError(core, this.paths.length);
                return found;
            });
        return { options: rest, query };
    }

    /**
     * Returns the handles of the paths of one body.
     *
     * @param {unknown} ego
     * @returns {Ego}
     */
    #ego(ego) {
        this.#handle();
        const isList = isArray(ego);
        if (!isList) {
            const handle = Path.handle(this.#core, ego, 'ego');
            this.#checkClock(ego, 'ego');
            return { handles: [handle], isList };
        }
        const list = checkPaths(ego, 'ego');
        checkCount(list.length, 'ego.length', 1, MAX_RECORDS);
        const names = list.map((_, k) => `ego[${k}]`);
        const handles = Path.handles(this.#core, list, names);
        this.#checkClock(list[0], names[0]);
        return { handles, isList };
    }

    /**
     * Checks that a path has the clock of the scene, which a scene without paths and walls does not have.
     *
     * @param {unknown} path
     * @param {string} name
     */
    #checkClock(path, name) {
        if (this.#clock === null) return;
        checkSameClock(/** @type {Path} */ (path).clock, this.#clock, name, 'the scene');
    }

    /**
     * @param {Ego} ego
     * @param {CheckedListOptions} options
     */
    #query(ego, options) {
        queryScene(this.#core, this.#handle(), this.paths.length, ego, options);
    }
}

/**
 * Paths of one body, or none for all pairs of a scene.
 *
 * @typedef {{ handles: readonly number[], isList: boolean }} Ego
 */

/** @type {Ego} */
const NO_EGO = { handles: [], isList: false };

/**
 * Returns the index of each path's body.
 *
 * @param {number | Uint32Array} groups number of paths of each body, or the end of each body's paths
 * @param {number} count
 */
function numberBodies(groups, count) {
    const bodies = new Int32Array(count);
    let body = 0;
    for (let k = 0; k < count; k++) {
        const isNext = typeof groups === 'number' ? k > 0 && k % groups === 0 : k >= groups[body];
        if (isNext) body++;
        bodies[k] = body;
    }
    return bodies;
}

/**
 * Returns the index of the body of each path, then of each segment of walls, which follow the bodies.
 *
 * @param {Int32Array} bodies
 * @param {number} count number of bodies
 * @param {Int32Array} starts
 */
function numberWalls(bodies, count, starts) {
    const all = new Int32Array(bodies.length + starts[starts.length - 1]);
    all.set(bodies);
    for (let wall = 0; wall < starts.length - 1; wall++) {
        all.fill(count + wall, bodies.length + starts[wall], bodies.length + starts[wall + 1]);
    }
    return all;
}

/**
 * Returns the clock of a scene: that of its paths, or a given one; null for neither.
 *
 * @param {unknown} clock
 * @param {Readonly<Required<Clock>> | undefined} ofPaths
 * @param {boolean} isRequired
 */
function checkSceneClock(clock, ofPaths, isRequired) {
    if (clock === undefined && (ofPaths !== undefined || !isRequired)) return ofPaths ?? null;
    const checked = checkClock(clock);
    if (ofPaths !== undefined) checkSameClock(checked, ofPaths, 'clock', 'paths[0]');
    return checked;
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
 * @returns {CheckedOptions}
 */
function checkFirstOptions(options) {
    const { anyContact = false, ...rest } = checkOptions(options, 'options', FIRST_CONTACT_KEYS);
    const checked = checkMotionOptions(rest, MOTION_OPTION_KEYS);
    // A scene takes its mode in place of a method.
    checked[5] = SCENE_MODES.indexOf(checkBoolean(anyContact, 'anyContact') ? 'any' : 'first');
    return checked;
}

/**
 * Writes the selected candidates to scratch memory; returns its address, 0 for none.
 *
 * @param {Core} core
 * @param {Uint32Array | null} selected
 */
function stageIndices(core, selected) {
    if (selected === null || selected.length === 0) return 0;
    const stage = calls.pathsStage(core, selected.length);
    if (stage === 0) throw core.faultError('select');
    core.memory.uint32.set(selected, stage >> 2);
    return stage;
}

/**
 * @param {Core} core
 * @param {readonly number[]} paths
 * @param {Int32Array} bodies index of the body of each path and segment
 * @param {Float32Array} segments segments of walls
 * @param {Readonly<Required<Clock>> | null} clock
 * @returns {number} the handle
 */
function newScene(core, paths, bodies, segments, clock) {
    const { t0, t1, step, x, y } = clock ?? NO_CLOCK;
    return core.run(() => {
        const stage = calls.sceneStage(core, paths.length, bodies.length - paths.length);
        if (stage === 0) throw core.faultError('paths');
        const handles = calls.sceneHandles(core, stage) >> 2;
        core.memory.uint32.set(paths, handles);
        core.memory.int32.set(bodies, handles + paths.length);
        core.memory.float32.set(segments, handles + paths.length + bodies.length);
        const handle = calls.sceneNew(core, stage, t0, t1, step, x, y);
        if (handle === 0) throw pathListError(core, 'paths', paths.length, 'scene');
        return handle >>> 0;
    });
}

/**
 * Reads the list of contacts of the last call.
 *
 * @template T
 * @param {Core} core
 * @param {(first: number, second: number, status: typeof CONTACT_STATUSES[number], time: [number, number]) => T} read
 */
function readContacts(core, read) {
    return core.readList(GROUP_CONTACT.bytes, (doubles, d, ints, i) => {
        return read(
            ints[i + GROUP_CONTACT.first],
            ints[i + GROUP_CONTACT.second],
            CONTACT_STATUSES[ints[i + GROUP_CONTACT.status]],
            [doubles[d + GROUP_CONTACT.lo], doubles[d + GROUP_CONTACT.hi]],
        );
    });
}

/**
 * Reads the list of contacts of pairs of bodies.
 *
 * @param {Core} core
 * @param {Int32Array} bodies index of each path's body
 * @returns {PairContact[]}
 */
function readPairContacts(core, bodies) {
    return readContacts(core, (firstPath, secondPath, status, time) => {
        const [first, second] = [bodies[firstPath], bodies[secondPath]];
        return { first, second, firstPath, secondPath, status, time };
    });
}

/**
 * Reads the list of contacts with one body that is not of the scene.
 *
 * @param {Core} core
 * @param {Int32Array} bodies index of each path's body
 * @returns {SceneBodyContact[]}
 */
function readSceneContacts(core, bodies) {
    return readContacts(core, (egoPath, path, status, time) => {
        return { body: bodies[path], path, egoPath, status, time };
    });
}

/**
 * Reads the list of contacts with one path that is not a body of the list.
 *
 * @param {Core} core
 * @returns {BodyContact[]}
 */
export function readBodyContacts(core) {
    return readContacts(core, (_, body, status, time) => ({ body, status, time }));
}

/**
 * @param {Core} core
 * @param {number} scene
 * @param {number} count number of the scene's paths
 * @param {Ego} ego paths of the one body, or none for all pairs of the scene
 * @param {CheckedListOptions} checkedList options, with the mode's position in SCENE_MODES as method
 */
function queryScene(core, scene, count, ego, { checked, maxIntervals }) {
    core.run(() => {
        const { first, stage, further } = stageEgo(core, ego);
        const query = calls.sceneContacts;
        if (query(core, scene, first, stage, further, ...checked, maxIntervals) === 0) return;
        throw egoError(core, count, ego.isList);
    });
}

/**
 * Writes the paths of one body but the first to scratch memory.
 *
 * @param {Core} core
 * @param {Ego} ego
 */
function stageEgo(core, { handles }) {
    const [first, further] = [handles[0] ?? 0, Math.max(handles.length - 1, 0)];
    const stage = further > 0 ? calls.pathsStage(core, further) : 0;
    if (further > 0 && stage === 0) throw core.faultError('ego');
    if (further > 0) core.memory.uint32.set(handles.slice(1), stage >> 2);
    return { first, stage, further };
}

/**
 * Builds the error of a query of one body.
 *
 * @param {Core} core
 * @param {number} count number of the scene's paths
 * @param {boolean} isList whether the body has a list of paths
 */
function egoError(core, count, isList) {
    const { code, index } = core.readFault();
    if (index < 0) return core.faultError(code === 'out-of-memory' ? undefined : 'scene');
    return pathListError(core, 'paths', count, 'ego', isList);
}

/**
 * Reads the clearance of the last call.
 *
 * @param {Core} core
 * @param {Int32Array} bodies index of each path's body
 * @returns {SceneClearance}
 */
function readClearance(core, bodies) {
    const doubles = core.memory.float64;
    const ints = core.memory.int32;
    const [d, i] = [core.result >> 3, core.result >> 2];
    const separation = /** @type {[number, number]} */ ([
        doubles[d + SCENE_CLEARANCE.lo],
        doubles[d + SCENE_CLEARANCE.hi],
    ]);
    const status = CLEARANCE_STATUSES[ints[i + SCENE_CLEARANCE.status]];
    const path = ints[i + SCENE_CLEARANCE.path];
    if (path < 0) return { separation, status, time: null, body: null, path: null, egoPath: null };
    const time = doubles[d + SCENE_CLEARANCE.time];
    const egoPath = ints[i + SCENE_CLEARANCE.part];
    return { separation, status, time, body: bodies[path], path, egoPath };
}

/**
 * Builds the error of a query of candidates.
 *
 * @param {Core} core
 * @param {number} paths number of the scene's paths
 */
function candidatesError(core, paths) {
    const { index } = core.readFault();
    if (index >= -1) return movingPairsError(core, MOVING_PAIRS_VIEWS);
    // The fault is that of the scene: its number is -3 - index.
    return sceneError(core, -3 - index, paths);
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
