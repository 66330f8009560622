import {
    checkArrayEntries,
    checkMaxIntervals,
    checkOptions,
    EMPTY_OBJECT,
    isRecord,
    isTouchingAllowed,
} from '../core/arguments.js';
import * as calls from '../core/calls.js';
import {
    argumentError,
    formatValue,
    GrazeError,
    isArray,
    tooManyIntervals,
} from '../core/errors.js';
import { Lifetime } from '../core/handles.js';
import { LIMITS, MOVING_SPHERE, PLACE, SPAN } from '../core/layout.js';
import { readPlace } from './delays.js';
import { checkMovingDisc, SPHERE_NUMBERS } from './moving_disc.js';
import {
    checkEnding,
    checkRange,
    endlessPart,
    readAgent,
    readRouteConflicts,
    routeError,
    stageRoutes,
    writePieces,
} from './routes.js';

/**
 * @import { Core } from '../core/core.js'
 * @import { ListLimit } from '../motion/types.js'
 * @import { Route } from './routes.js'
 * @import { FirstTrafficConflict, MovingDisc, NoTrafficConflict, Place, RouteLike, TouchingOptions, TrafficConflict, TrafficOptions } from './types.js'
 *
 * @typedef {{ from: number, to: number, touching: 0 | 1, maxIntervals: number }} SpanOptions
 */

const SPAN_KEYS = ['from', 'to', 'touching', 'maxIntervals'];
const CONFLICT_KEYS = ['touching', 'maxIntervals'];

/**
 * Routes that are kept in the instance's memory for many queries, as those of the agents that a planner has planned
 * already. Its answers are those of the instance's `safeIntervals`, `safeDepartures` and `minimumDelay` with a list of
 * the same routes, bit for bit; but routes are read once, and parts of them that are far away, or long before or after,
 * are passed over by their boxes in space and time. An instance's `traffic` makes it.
 *
 * A route has a key, a whole number from 0 on, under which it stays until it is removed: first 0, 1, 2, ...; the key
 * that was freed last is the first to be used again.
 *
 * @hideconstructor
 */
export class Traffic {
    /** @type {Core} */ #core;
    #lifetime;
    #ending;
    /** Number of the part without an end in each route, by its key: see endlessPart; undefined: no such route. */
    /** @type {(number | undefined)[]} */ #endlessParts = [];

    /**
     * @param {Core} core
     * @param {unknown} routes
     * @param {unknown} options
     */
    constructor(core, routes, options) {
        this.#core = core;
        const { before, after } = checkOptions(options, 'options', ['before', 'after']);
        this.#ending = checkEnding(before, after);
        const list = checkArrayEntries(routes ?? [], 'routes', 'routes', (route, k) => {
            return readAgent(route, `routes[${k}]`, this.#ending);
        });
        const handle = calls.trafficNew(core);
        if (handle === 0) throw core.faultError();
        /** The handle, which is never used again after `free`. @readonly */
        this.id = handle >>> 0;
        Object.freeze(this);
        this.#lifetime = new Lifetime(this, core, this.id, 'traffic');
        try {
            for (const route of list) this.#add(route);
        } catch (error) {
            this.free();
            throw error;
        }
    }

    /** Returns the number of routes. O(1). */
    get count() {
        return calls.trafficCount(this.#core, this.#handle());
    }

    /**
     * Returns whether a route has this key. O(1).
     *
     * @param {number} key
     */
    has(key) {
        calls.trafficCount(this.#core, this.#handle());
        checkKey(key);
        return this.#endlessParts[key] !== undefined;
    }

    /**
     * Adds a route. O(n) for n pieces.
     *
     * @param {RouteLike} route a moving disc or a route, which is copied
     * @returns {number} its key
     */
    add(route) {
        return this.#add(readAgent(route, 'route', this.#ending));
    }

    /** @param {Route} route */
    #add(route) {
        const core = this.#core;
        const handle = this.#handle();
        const count = route.pieces.length;
        const stage = calls.trafficStage(core, handle, count);
        if (stage === 0) throw core.faultError();
        writePieces(core, route, stage);
        const key = calls.trafficAdd(core, handle, count, route.ending);
        if (key < 0) throw routeError(core, [route]);
        this.#endlessParts[key] = endlessPart(route);
        return key;
    }

    /**
     * Removes a route. Its key can be used for another one from then on. O(n) for n pieces; O(routes) if its times are
     * the largest of all.
     *
     * @param {number} key
     * @throws {GrazeError} `bad-index` where no route has this key
     */
    remove(key) {
        const core = this.#core;
        const handle = this.#handle();
        checkKey(key);
        if (this.#endlessParts[key] === undefined) {
            const text = `key must be that of a route, got ${formatValue(key)}`;
            throw new GrazeError('bad-index', text, { argument: 'key', value: key });
        }
        if (calls.trafficRemove(core, handle, key) !== 0) throw core.faultError('key', key);
        this.#endlessParts[key] = undefined;
    }

    /**
     * Returns the intervals in which a place is free, as the instance's `safeIntervals` does. O(parts) comparisons of
     * boxes, plus O(m s) for the m parts that come near the place and s spans found.
     *
     * @param {Place} place
     * @param {TrafficOptions} [options] the range of times, and the rule for contact
     * @returns {[begin: number, end: number][]} ascending
     * @throws {GrazeError} `too-many-intervals` where there are more than `maxIntervals`
     */
    safeIntervals(place, options) {
        const core = this.#core;
        const { from, to, touching, maxIntervals } = readSpanOptions(options, -Infinity);
        const sphere = readPlaceNumbers(place);
        const status = calls.trafficIntervals(
            core,
            this.#handle(),
            sphere[MOVING_SPHERE.x],
            sphere[MOVING_SPHERE.y],
            sphere[MOVING_SPHERE.z],
            sphere[MOVING_SPHERE.radius],
            from,
            to,
            touching,
            maxIntervals + 1,
        );
        if (status !== 0) throw spansError(core, 'place', maxIntervals);
        const { address, count } = core.list;
        return readFree(core, address >> 3, count, from, to, maxIntervals);
    }

    /**
     * Returns the start times with which a moving disc avoids all routes, as the instance's `safeDepartures` does; or
     * those of each of many discs, such as all edges that leave a node of a roadmap, in one call. Cost as
     * `safeIntervals`, for each disc.
     *
     * @overload
     * @param {MovingDisc} edges a moving disc; its own `t0` matters only for its duration
     * @param {TrafficOptions} [options] the range of start times, and the rule for contact
     * @returns {[begin: number, end: number][]} ascending
     * @throws {GrazeError} `too-many-intervals` where a disc has more than `maxIntervals`
     */
    /**
     * @overload
     * @param {readonly MovingDisc[]} edges
     * @param {TrafficOptions} [options]
     * @returns {[begin: number, end: number][][]} in the order of the discs
     * @throws {GrazeError} `too-many-intervals` where a disc has more than `maxIntervals`
     */
    /**
     * @param {unknown} edges
     * @param {TrafficOptions} [options]
     */
    safeDepartures(edges, options) {
        const checked = readSpanOptions(options, -Infinity);
        if (!isArray(edges)) {
            return this.#departures([checkMovingDisc(edges, 'edges')], () => 'edges', checked)[0];
        }
        const name = (/** @type {number} */ k) => `edges[${k}]`;
        const discs = checkArrayEntries(edges, 'edges', 'moving discs', (edge, k) => {
            return checkMovingDisc(edge, name(k));
        });
        return this.#departures(discs, name, checked);
    }

    /**
     * @param {readonly (readonly number[])[]} discs
     * @param {(k: number) => string} name
     * @param {SpanOptions} options
     */
    #departures(discs, name, { from, to, touching, maxIntervals }) {
        const core = this.#core;
        const handle = this.#handle();
        const count = discs.length;
        const stage = calls.departuresStage(core, count);
        if (stage === 0) throw core.faultError();
        const doubles = core.memory.float64;
        let d = stage >> 3;
        for (let k = 0; k < count; k++) {
            const disc = discs[k];
            for (let i = 0; i < SPHERE_NUMBERS; i++) doubles[d++] = disc[i];
        }
        const call = calls.trafficDepartures;
        if (call(core, handle, stage, count, from, to, touching, maxIntervals + 1) !== 0) {
            throw spansError(core, name(core.readFault().index), maxIntervals);
        }
        const ends = core.memory.uint32;
        const e = d << 1;
        const base = core.list.address >> 3;
        const answers = [];
        let begin = 0;
        for (let k = 0; k < count; k++) {
            const end = ends[e + k];
            const first = base + begin * SPAN_NUMBERS;
            answers.push(readFree(core, first, end - begin, from, to, maxIntervals));
            begin = end;
        }
        return answers;
    }

    /**
     * Returns the smallest delay of a route that avoids all routes, as the instance's `minimumDelay` does. Cost as
     * `safeIntervals`, for each part of the route.
     *
     * @param {RouteLike} route a moving disc or a route
     * @param {TrafficOptions} [options] the range of delays, by default from 0 on, and the rule for contact
     * @returns {number} Infinity when there is no such delay up to `to`
     * @throws {GrazeError} `too-many-intervals` where more than `maxIntervals` intervals of delays are unsafe
     */
    minimumDelay(route, options) {
        const core = this.#core;
        const { from, to, touching, maxIntervals } = readSpanOptions(options, 0);
        const own = readAgent(route, 'route', this.#ending);
        const handle = this.#handle();
        const count = own.pieces.length;
        core.run(() => {
            const stage = stageRoutes(core, [own], count);
            const call = calls.trafficMinimumDelay;
            if (call(core, handle, stage, count, from, touching, maxIntervals) !== 0) {
                if (core.readFault().code !== 'too-many-intervals') throw routeError(core, [own]);
                throw tooManyIntervals(maxIntervals);
            }
        });
        const delay = core.memory.float64[(core.result >> 3) + PLACE.x];
        return delay <= to ? delay : Infinity;
    }

    /**
     * Returns the first conflict of a route with any of the routes: the one with the least `begin` or, where several
     * have the same, the one of the lowest key, then of the earliest parts. As for the instance's `conflicts`, it lasts
     * as long as the same two parts are in contact. Cost as `safeIntervals`, for each part of the route up to the
     * conflict.
     *
     * @param {RouteLike} route a moving disc or a route
     * @param {TouchingOptions} [options]
     * @returns {FirstTrafficConflict} `status` is 'free' when there is none
     */
    firstConflict(route, options) {
        const { touching } = checkOptions(options, 'options', ['touching']);
        const [first] = this.#conflicts(route, isTouchingAllowed(touching), true, 1);
        return first === undefined ? { ...NO_CONFLICT } : { status: 'found', ...first };
    }

    /**
     * Returns all conflicts of a route with the routes, touches among them by default, as the instance's
     * `conflicts` does for two routes. Cost as `safeIntervals`, for each part of the route.
     *
     * @param {RouteLike} route a moving disc or a route
     * @param {TouchingOptions & ListLimit} [options]
     * @returns {TrafficConflict[]} in the order of `begin`, then of the keys, then of the parts
     * @throws {GrazeError} `too-many-intervals` where there are more than `maxIntervals`
     */
    conflicts(route, options) {
        const { touching, maxIntervals } = checkOptions(options, 'options', CONFLICT_KEYS);
        const allowsTouching = isTouchingAllowed(touching);
        return this.#conflicts(route, allowsTouching, false, checkMaxIntervals(maxIntervals));
    }

    /**
     * @param {unknown} route
     * @param {boolean} allowsTouching
     * @param {boolean} isFirst
     * @param {number} maxIntervals
     * @returns {TrafficConflict[]}
     */
    #conflicts(route, allowsTouching, isFirst, maxIntervals) {
        const core = this.#core;
        const own = readAgent(route, 'route', this.#ending);
        const handle = this.#handle();
        const count = own.pieces.length;
        core.run(() => {
            const stage = stageRoutes(core, [own], count);
            const call = calls.trafficConflicts;
            const [touching, only] = [Number(allowsTouching), Number(isFirst)];
            if (call(core, handle, stage, count, touching, only, maxIntervals) !== 0) {
                throw routeError(core, [own]);
            }
        });
        const endOf = (/** @type {number} */ key) => this.#endlessParts[key] ?? -1;
        return readRouteConflicts(core, own, endOf, (conflict, key) => ({
            route: key,
            ...conflict,
        }));
    }

    /** Frees the memory. Using the traffic afterwards is an error (`stale-handle`); freeing it again does nothing. */
    free() {
        this.#lifetime.free(this);
    }

    /** Frees the memory, for `using`. */
    [Symbol.dispose]() {
        this.free();
    }

    #handle() {
        return this.#lifetime.getHandle('traffic');
    }
}

/** Answer of `firstConflict` without a conflict. */
const NO_CONFLICT = /* @__PURE__ */ Object.freeze(
    /** @type {NoTrafficConflict} */ ({
        status: 'free',
        route: null,
        begin: null,
        end: null,
        relation: null,
        separation: null,
        time: null,
        first: null,
        second: null,
    }),
);

/**
 * Checks that a key is a number; whether a route has it is another question.
 *
 * @param {unknown} key
 */
function checkKey(key) {
    if (typeof key !== 'number') throw argumentError('wrong-type', 'key', 'a number', key);
}

const SPAN_NUMBERS = SPAN.bytes / 8;

/**
 * Returns the error of a failed call for spans. A limit of spans is one more than that of the free intervals between
 * them.
 *
 * @param {Core} core
 * @param {string} argument
 * @param {number} maxIntervals
 */
function spansError(core, argument, maxIntervals) {
    const { code } = core.readFault();
    if (code === 'too-many-intervals') return tooManyIntervals(maxIntervals);
    if (code === 'out-of-memory') return core.faultError();
    return core.faultError(argument);
}

/**
 * Returns the gaps within a range between spans in memory.
 *
 * @param {Core} core
 * @param {number} first index of the first span's beginning among the doubles of the memory
 * @param {number} count
 * @param {number} from
 * @param {number} to
 * @param {number} maxIntervals
 * @returns {[begin: number, end: number][]}
 */
function readFree(core, first, count, from, to, maxIntervals) {
    const doubles = core.memory.float64;
    /** @type {[number, number][]} */
    const free = [];
    let cursor = from;
    for (let k = 0; k < count; k++) {
        const begin = doubles[first + k * SPAN_NUMBERS + SPAN.begin];
        const end = doubles[first + k * SPAN_NUMBERS + SPAN.end];
        if (begin > cursor) free.push([cursor, begin]);
        if (end > cursor) cursor = end;
    }
    if (cursor < to) free.push([cursor, to]);
    if (free.length > maxIntervals) throw tooManyIntervals(maxIntervals);
    return free;
}

/**
 * Returns the options of a query of spans. Planners make thousands of queries, and an object literal without unknown
 * properties is read more quickly than checkOptions reads it.
 *
 * @param {unknown} options
 * @param {number} defaultFrom
 * @returns {SpanOptions}
 */
function readSpanOptions(options, defaultFrom) {
    if (options !== undefined && !isPlainSpanOptions(options)) {
        const given = checkOptions(options, 'options', SPAN_KEYS);
        return checkSpanOptions(
            given.from,
            given.to,
            given.touching,
            given.maxIntervals,
            defaultFrom,
        );
    }
    if (options === undefined)
        return checkSpanOptions(undefined, undefined, undefined, undefined, defaultFrom);
    const { from, to, touching, maxIntervals } = /** @type {Record<string, unknown>} */ (options);
    return checkSpanOptions(from, to, touching, maxIntervals, defaultFrom);
}

/**
 * Returns whether options are an object literal with known properties only, and no code has put such properties on
 * Object.prototype.
 *
 * @param {unknown} options
 */
function isPlainSpanOptions(options) {
    if (!isRecord(options) || Object.getPrototypeOf(options) !== Object.prototype) return false;
    const { from, to, touching, maxIntervals } = EMPTY_OBJECT;
    if (from !== undefined || to !== undefined) return false;
    if (touching !== undefined || maxIntervals !== undefined) return false;
    let count = 0;
    for (const key in options) {
        const isKnown =
            key === 'from' || key === 'to' || key === 'touching' || key === 'maxIntervals';
        if (!isKnown) return false;
        count++;
    }
    return count > 0;
}

/**
 * @param {unknown} from
 * @param {unknown} to
 * @param {unknown} touching
 * @param {unknown} maxIntervals
 * @param {number} defaultFrom
 * @returns {SpanOptions}
 */
function checkSpanOptions(from, to, touching, maxIntervals, defaultFrom) {
    const [begin, end] = checkRange(from, to, defaultFrom);
    return {
        from: begin,
        to: end,
        touching: isTouchingAllowed(touching) ? 1 : 0,
        maxIntervals: checkMaxIntervals(maxIntervals),
    };
}

/**
 * Returns the numbers of a place as a sphere, in the order of MOVING_SPHERE.
 *
 * @param {unknown} place
 * @returns {readonly number[]}
 */
function readPlaceNumbers(place) {
    if (isRecord(place) && !isPlacePolluted()) {
        const {
            x,
            y,
            z = 0,
            radius,
            vx,
            vy,
            vz,
            ax,
            ay,
            az,
        } = /** @type {Record<string, unknown>} */ (place);
        const isStill =
            vx === undefined &&
            vy === undefined &&
            vz === undefined &&
            ax === undefined &&
            ay === undefined &&
            az === undefined;
        if (
            isStill &&
            typeof x === 'number' &&
            typeof y === 'number' &&
            typeof z === 'number' &&
            typeof radius === 'number' &&
            Math.abs(x) <= LIMITS.maxMagnitude &&
            Math.abs(y) <= LIMITS.maxMagnitude &&
            Math.abs(z) <= LIMITS.maxMagnitude &&
            radius >= 0 &&
            radius <= LIMITS.maxMagnitude
        ) {
            return [x, y, z, 0, 0, 0, 0, 0, 0, 0, 0, radius];
        }
    }
    return readPlace(place, 'place').pieces[0];
}

/** Returns whether code has put a key of places on Object.prototype. */
function isPlacePolluted() {
    const { x, y, z, radius } = EMPTY_OBJECT;
    return !(x === undefined && y === undefined && z === undefined && radius === undefined);
}
