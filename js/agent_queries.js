import {
    checkChoice,
    checkMaxIntervals,
    checkOptions,
    checkRecordNumbers,
    isGiven,
    isRecord,
} from './arguments.js';
import {
    approachBox,
    approachDiscs,
    approachSpheres,
    conflicts,
    unsafeDelays,
} from './bind_mapf.js';
import { routeSpans } from './bind_routes.js';
import { formatValue, GrazeError, isArray, tooManyIntervals } from './errors.js';
import { ENDINGS, LIMITS, MOVING_SPHERE } from './layout.js';
import { checkMovingDisc, toPlanarDisc } from './moving_disc.js';
import { complementSpans, firstFree, readAgent, readAgents, readPlace } from './routes.js';
import { TrajectoryQueries } from './trajectory_queries.js';

/**
 * @import { Core, Relation } from './bind.js'
 * @import { SpanOptions } from './bind_mapf.js'
 * @import { MovingDisc } from './moving_disc.js'
 * @import { SPAN_ENDS } from './layout.js'
 * @import { Ending, MotionEnds } from './motion_factory.js'
 * @import { ListLimit, TimeRange } from './motion_queries.js'
 * @import { Place, RouteLike } from './routes.js'
 */

/**
 * A closed rectangle that stands still, with sides along the axes. Each number is at most 1e150 in magnitude.
 *
 * @typedef {object} Box
 * @property {number} x x of the center
 * @property {number} y y of the center
 * @property {number} width length along x, at least 0
 * @property {number} height length along y, at least 0
 */

/**
 * Closest approach of two bodies while both exist.
 *
 * @typedef {object} Approach
 * @property {Relation | null} relation relation at the closest approach; null when the two never exist at the
 *   same time
 * @property {number} separation least signed gap, negative while they overlap; Infinity where `relation` is
 *   null
 * @property {number} time first time at which the gap is least; 0 where `relation` is null
 */

/**
 * A closed interval of contact.
 *
 * @typedef {object} Conflict
 * @property {number} begin time at which it begins
 * @property {number} end time at which it ends
 * @property {'touching' | 'overlapping'} relation 'touching' where rounding cannot distinguish it from a touch
 * @property {number} separation least signed gap in the interval, 0 or less
 * @property {number} time first time at which the gap is least
 */

/**
 * Rule for what counts as contact.
 *
 * @typedef {object} TouchingOptions
 * @property {'conflict' | 'allowed'} [touching] whether a touch is contact: 'conflict' (default): it is;
 *   'allowed': contact that only touches, as far as rounding can distinguish it, is left out
 */

/**
 * Options of route queries: the range of delays or times (`from`, `to`: default -Infinity to Infinity); the
 * states of agents outside their routes (`before`, `after`: default 'stay'); the rule for contact; and the
 * maximum number of intervals in the answer. The larger of this maximum and 65536 also limits the intervals
 * that are found before those that meet are joined.
 *
 * @typedef {TouchingOptions & MotionEnds & TimeRange & ListLimit} RouteOptions
 */

/** Ending of a route whose agent does not exist outside it: bit 0, before it begins; bit 1, after it ends. */
const VANISHES_BOTH = 3;

const BOX_KEYS = ['x', 'y', 'width', 'height'];

/**
 * @param {unknown} touching
 * @returns {boolean}
 */
function checkTouching(touching) {
    return (
        touching !== undefined && checkChoice(touching, 'touching', ['conflict', 'allowed']) === 1
    );
}

/**
 * Checks the two ends of a range, which may be infinite.
 *
 * @param {unknown} from
 * @param {unknown} to
 * @param {number} defaultFrom default of `from`
 * @returns {[from: number, to: number]}
 */
function checkRange(from, to, defaultFrom) {
    const ends = [from ?? defaultFrom, to ?? Number.POSITIVE_INFINITY];
    ends.forEach((end, k) => {
        if (typeof end === 'number' && !Number.isNaN(end)) return;
        const argument = ['from', 'to'][k];
        const code = typeof end === 'number' ? 'not-finite' : 'wrong-type';
        throw new GrazeError(code, `${argument} must be a number, got ${formatValue(end)}`, {
            argument,
            value: end,
        });
    });
    const [begin, end] = /** @type {[number, number]} */ (ends);
    if (end >= begin) return [begin, end];
    throw new GrazeError('out-of-order', `to must be at least from (${begin}), got ${end}`, {
        argument: 'to',
        value: end,
    });
}

/**
 * @param {unknown} options
 * @param {number} defaultFrom default of `from`
 */
function checkRouteOptions(options, defaultFrom) {
    const keys = ['from', 'to', 'touching', 'before', 'after', 'maxIntervals'];
    const given = checkOptions(options, 'options', keys);
    const { touching, before = 'stay', after = 'stay' } = given;
    const [from, to] = checkRange(given.from, given.to, defaultFrom);
    const ending =
        checkChoice(before, 'before', ENDINGS) + 2 * checkChoice(after, 'after', ENDINGS);
    const maxIntervals = checkMaxIntervals(given.maxIntervals);
    return { from, to, isTouchingAllowed: checkTouching(touching), ending, maxIntervals };
}

/**
 * @param {ReturnType<typeof checkRouteOptions>} checked
 * @returns {SpanOptions}
 */
function toSpanOptions({ from, to, isTouchingAllowed, maxIntervals }) {
    return [from, to, isTouchingAllowed ? 1 : 0, maxIntervals];
}

/**
 * Returns the free intervals between spans; there can be one more of them than of spans.
 *
 * @param {readonly [begin: number, end: number][]} spans
 * @param {ReturnType<typeof checkRouteOptions>} checked
 */
function freeIntervals(spans, { from, to, maxIntervals }) {
    const free = complementSpans(spans, from, to);
    if (free.length > maxIntervals) throw tooManyIntervals(maxIntervals);
    return free;
}

/**
 * An instance with the queries on agents that move from place to place: their conflicts, and the delays without
 * conflicts. A query of two moving discs is O(1). A disc or route whose times decrease is `out-of-order`, or
 * `out-of-range` within a disc.
 *
 * @hideconstructor
 */
export class AgentQueries extends TrajectoryQueries {
    /** @type {Core} */ #core;

    /** @param {Core} core */
    constructor(core) {
        super(core);
        this.#core = core;
    }

    /**
     * Returns the intervals in which two moving discs are in contact while both exist. Source: Walker,
     * Sturtevant, "Collision Detection for Agents in Multi-Agent Pathfinding", section 4;
     * src/mapf/moving_sphere.c describes the solution used here.
     *
     * @param {MovingDisc} first
     * @param {MovingDisc} second
     * @returns {Conflict[]} intervals in time order; at most one for constant velocities, at most two for
     *   accelerations
     */
    conflicts(first, second) {
        const [p, q] = [checkMovingDisc(first, 'first'), checkMovingDisc(second, 'second')];
        return /** @type {Conflict[]} */ (conflicts(this.#core, p, q));
    }

    /**
     * Returns the intervals in which two bodies that exist for a limited time are in contact. Source: Walker,
     * Sturtevant, "Collision Detection for Agents in Multi-Agent Pathfinding", section 4, corrected: see
     * src/mapf/approach.c and src/mapf/moving_sphere.c.
     *
     * @param {MovingDisc} first
     * @param {MovingDisc | Box} second second body; for a Box, which is a rectangle that stands still, the
     *   first must be a disc with constant velocity
     * @param {TouchingOptions} [options]
     * @returns {[number, number][]} closed intervals in time order; none when they never meet, at most one for
     *   constant velocities, at most two for accelerations
     */
    conflictIntervals(first, second, options) {
        const isTouchingAllowed = checkTouching(
            checkOptions(options, 'options', ['touching']).touching,
        );
        const { relation, begin, end, spheres } = this.#approach(first, second);
        if (relation === 'disjoint') return [];
        if (spheres === null)
            return isTouchingAllowed && relation === 'touching' ? [] : [[begin, end]];
        return conflicts(this.#core, spheres[0], spheres[1])
            .filter((conflict) => !(isTouchingAllowed && conflict.relation === 'touching'))
            .map(({ begin, end }) => [begin, end]);
    }

    /**
     * Returns the closest approach of two bodies while both exist. Source: as for `conflictIntervals`.
     *
     * @param {MovingDisc} first
     * @param {MovingDisc | Box} second second body; for a Box the first must be a disc with constant velocity,
     *   and the gap is that of the disc from the exact rectangle; with the center inside, minus its distance to
     *   the nearest side, minus the radius
     * @returns {Approach}
     */
    closestApproach(first, second) {
        const { relation, separation, time, common } = this.#approach(first, second);
        return { relation: common ? relation : null, separation, time };
    }

    /**
     * Returns the delays of `a` with which the two are in contact at some time. A delay x shifts everything
     * that `a` does to x later.
     *
     * A moving disc exists only from its `t0` to its `t1`. A route is a list of moving discs, each of which
     * begins no sooner than the one before ends. In between the agent stays where the earlier disc ended.
     * Before and after the route it stays at its ends too ('stay'), or does not exist ('vanish'); a delayed
     * route that stays begins by staying longer. Two discs have at most one unsafe interval where nothing
     * accelerates, accurate to 1e-12 of the longer duration; with accelerations, and for routes, there can be
     * more. O(n m) for routes of n and m discs. Source: Walker, Sturtevant, section 5.1, corrected, extended to
     * accelerations and routes: see src/mapf/delays.c and route.c.
     *
     * The ends belong to the intervals: with such a delay the two touch, or share one instant in which they
     * overlap, as one appears or vanishes in it. `minimumDelay` and `safeDepartures` return delays and times
     * past such an instant.
     *
     * @param {RouteLike} a a moving disc or a route
     * @param {RouteLike} b
     * @param {RouteOptions} [options]
     * @returns {[begin: number, end: number][]} closed intervals of delays, ascending and disjoint
     * @throws {GrazeError} `too-many-intervals` where there are more than `maxIntervals`
     */
    unsafeDelays(a, b, options) {
        const checked = checkRouteOptions(options, Number.NEGATIVE_INFINITY);
        if (!isArray(a) && !isArray(b)) {
            const [p, q] = [checkMovingDisc(a, 'a'), checkMovingDisc(b, 'b')];
            return unsafeDelays(this.#core, p, q, toSpanOptions(checked));
        }
        const routes = [readAgent(a, 'a', checked.ending), readAgent(b, 'b', checked.ending)];
        return this.#routeDelays(routes, checked, 'contact');
    }

    /**
     * Returns the smallest delay of `a` that avoids all others (touching allowed, as far as rounding can
     * distinguish it).
     *
     * Times are closed: an agent exists in the instant in which it vanishes, and in that in which it appears.
     * Where such an instant ends an overlap, the result is the next double past it: the smallest delay with
     * which the times of `a`, the delay added and rounded to double, no longer share that instant. Cost as
     * `unsafeDelays`, for each of the others.
     *
     * @param {RouteLike} a a moving disc or a route
     * @param {readonly RouteLike[]} others
     * @param {RouteOptions} [options] the default of `from` is 0
     * @returns {number} Infinity when there is no such delay up to `to`
     * @throws {GrazeError} `too-many-intervals` where more than `maxIntervals` intervals of delays are unsafe
     */
    minimumDelay(a, others, options) {
        const checked = checkRouteOptions(options, 0);
        const routes = readAgents(a, 'a', others, checked.ending);
        const all = { ...checked, from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
        return firstFree(this.#routeDelays(routes, all, 'safe'), checked.from, checked.to);
    }

    /**
     * Returns the intervals in which a place is free: the times at which an agent that stays there avoids all
     * others (touching allowed). Safe-interval planning (Phillips, Likhachev, "SIPP", 2011) needs these for a
     * vertex. O(m s) for m discs of all others and s spans found. Among the others, a moving disc appears and
     * vanishes, and a route follows `before` and `after`.
     *
     * Both ends of an interval are free: bodies at most touch there, as far as rounding can distinguish it.
     * Where another agent appears or vanishes in the place, and overlaps it in that instant, the end is the
     * double next to it. Intervals of zero length are left out.
     *
     * @param {Place} place
     * @param {readonly RouteLike[]} others
     * @param {RouteOptions} [options]
     * @returns {[begin: number, end: number][]} ascending; a touch separates two intervals, unless touching is
     *   'allowed'
     * @throws {GrazeError} `too-many-intervals` where there are more than `maxIntervals`
     */
    safeIntervals(place, others, options) {
        const checked = checkRouteOptions(options, Number.NEGATIVE_INFINITY);
        const routes = [readPlace(place, 'place'), ...readAgents(null, '', others, checked.ending)];
        const query = 'graze_wasm_route_contacts';
        const spans = routeSpans(this.#core, query, routes, toSpanOptions(checked), 'safe', 1);
        return freeIntervals(spans, checked);
    }

    /**
     * Returns the start times with which a moving disc avoids all others (touching allowed). Safe-interval
     * planning needs these for an edge. O(m s) for m discs of all others and s spans found. The disc itself
     * appears and vanishes; started at t, it ends at t + (t1 - t0), rounded to double. The others are as for
     * `safeIntervals`.
     *
     * Both ends of an interval are safe: bodies at most touch, as far as rounding can distinguish it. Where the
     * disc appears or vanishes in the instant in which another one vanishes or appears, and they overlap in it,
     * the end is the nearest start past it.
     *
     * @param {MovingDisc} disc the disc to start; its own `t0` matters only for its duration
     * @param {readonly RouteLike[]} others
     * @param {RouteOptions} [options] `from`, `to`: range of start times
     * @returns {[begin: number, end: number][]} ascending
     * @throws {GrazeError} `too-many-intervals` where there are more than `maxIntervals`
     */
    safeDepartures(disc, others, options) {
        const checked = checkRouteOptions(options, Number.NEGATIVE_INFINITY);
        const piece = checkMovingDisc(disc, 'disc').slice();
        // With a start of 0 the delays are the start times; adding another start would round again.
        piece[MOVING_SPHERE.t1] -= piece[MOVING_SPHERE.t0];
        piece[MOVING_SPHERE.t0] = 0;
        const edge = { pieces: [piece], ending: VANISHES_BOTH, name: () => 'disc' };
        const routes = [edge, ...readAgents(null, '', others, checked.ending)];
        return freeIntervals(this.#routeDelays(routes, checked, 'safe', 1), checked);
    }

    /**
     * @param {readonly import('./bind_routes.js').Route[]} routes the first one is queried against all others
     * @param {ReturnType<typeof checkRouteOptions>} checked
     * @param {typeof SPAN_ENDS[number]} ends
     * @param {number} [spare] see routeSpans
     */
    #routeDelays(routes, checked, ends, spare) {
        const query = 'graze_wasm_route_delays';
        return routeSpans(this.#core, query, routes, toSpanOptions(checked), ends, spare);
    }

    /**
     * Returns the closest approach. `spheres` holds the numbers of the two bodies if one of them has an
     * acceleration or leaves the plane; otherwise it is null.
     *
     * @param {MovingDisc} first
     * @param {MovingDisc | Box} second
     */
    #approach(first, second) {
        const p = checkMovingDisc(first, 'first');
        const disc = toPlanarDisc(p);
        if (isRecord(second) && 'width' in second && isGiven(second, 'width')) {
            const box = checkRecordNumbers(second, 'second', BOX_KEYS, LIMITS.maxMagnitude);
            if (disc !== null) {
                return { ...approachBox(this.#core, disc, box), spheres: null };
            }
            throw new GrazeError(
                'out-of-range',
                'first must be a disc with constant velocity where second is a box',
                { argument: 'first', value: first },
            );
        }
        const q = checkMovingDisc(second, 'second');
        const otherDisc = toPlanarDisc(q);
        if (disc !== null && otherDisc !== null) {
            return { ...approachDiscs(this.#core, disc, otherDisc), spheres: null };
        }
        const spheres = /** @type {[number[], number[]]} */ ([p, q]);
        return { ...approachSpheres(this.#core, p, q), spheres };
    }
}
