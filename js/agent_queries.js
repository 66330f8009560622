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
 * A closed rectangle that stands still, sides along the axes. Each number at most 1e150 in magnitude.
 *
 * @typedef {object} Box
 * @property {number} x of the centre
 * @property {number} y of the centre
 * @property {number} width along x, at least 0
 * @property {number} height along y, at least 0
 */

/**
 * How near two bodies come while both are there.
 *
 * @typedef {object} Approach
 * @property {Relation | null} relation at the closest approach; null when the two are never there
 *   together
 * @property {number} separation least signed gap, negative while they overlap; Infinity for null
 * @property {number} time when it is first reached; 0 for null
 */

/**
 * A closed interval of contact.
 *
 * @typedef {object} Conflict
 * @property {number} begin when it begins
 * @property {number} end when it ends
 * @property {'touching' | 'overlapping'} relation 'touching' where rounding cannot tell it from a touch
 * @property {number} separation least signed gap in it, 0 or less
 * @property {number} time when it is reached
 */

/**
 * What counts as contact.
 *
 * @typedef {object} TouchingOptions
 * @property {'conflict' | 'allowed'} [touching] is a touch contact? 'conflict' (the default): yes; 'allowed': what only touches
 *   is left out, as far as rounding can tell
 */

/**
 * What is asked of routes: which delays, or times (`from`, `to`: from -Infinity to Infinity unless said); where agents
 * are outside their routes (`before`, `after`: 'stay' unless said); what counts as contact; and how many intervals the
 * answer may have, of which more than that (and than 65536) may not be found before those that meet are joined.
 *
 * @typedef {TouchingOptions & MotionEnds & TimeRange & ListLimit} RouteOptions
 */

/** Bits of a route's ending: it vanishes before it begins, and after it ends. */
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
 * Two ends of a stretch, which may be infinite.
 *
 * @param {unknown} from
 * @param {unknown} to
 * @param {number} defaultFrom unless given
 * @returns {[from: number, to: number]}
 */
function checkRange(from, to, defaultFrom) {
    const ends = [from ?? defaultFrom, to ?? Number.POSITIVE_INFINITY];
    ends.forEach((end, k) => {
        if (typeof end === 'number' && !Number.isNaN(end)) return;
        const argument = ['from', 'to'][k];
        const code = typeof end === 'number' ? 'not-finite' : 'wrong-type';
        throw new GrazeError(code, `${argument} must be a number, not ${formatValue(end)}`, {
            argument,
            value: end,
        });
    });
    const [begin, end] = /** @type {[number, number]} */ (ends);
    if (end >= begin) return [begin, end];
    throw new GrazeError('out-of-order', `to must be at least from (${begin}), not ${end}`, {
        argument: 'to',
        value: end,
    });
}

/**
 * @param {unknown} options
 * @param {number} defaultFrom `from`, unless given
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
 * Returns what is free between spans, of which there can be one more than free intervals.
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
 * What an instance can be asked about agents that fly from place to place: when two are in conflict, and by which delays
 * they are not. A query of two segments is O(1). A segment or route that goes back in time is `out-of-order`, or
 * `out-of-range` within a segment.
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
     * When two segments are in contact while both are there. Source: Walker, Sturtevant, "Collision Detection for Agents in
     * Multi-Agent Pathfinding", section 4; how it is solved here: see src/mapf/moving_sphere.c.
     *
     * @param {MovingDisc} first
     * @param {MovingDisc} second
     * @returns {Conflict[]} in time order; at most one for constant velocities, at most two for accelerations
     */
    conflicts(first, second) {
        const [p, q] = [checkMovingDisc(first, 'first'), checkMovingDisc(second, 'second')];
        return /** @type {Conflict[]} */ (conflicts(this.#core, p, q));
    }

    /**
     * When two bodies that exist for a while are in contact. Source: Walker, Sturtevant, "Collision Detection for Agents in
     * Multi-Agent Pathfinding", section 4, corrected: see src/mapf/approach.c and src/mapf/moving_sphere.c.
     *
     * @param {MovingDisc} first
     * @param {MovingDisc | Box} second for a Box, which is a rectangle that stands still, the first must be a disc with
     *   constant velocity
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
     * How near two bodies come while both exist. Source: as for `conflictIntervals`.
     *
     * @param {MovingDisc} first
     * @param {MovingDisc | Box} second for a Box the first must be a disc with constant velocity, and the gap is that of the
     *   disc from the exact rectangle; with the centre inside, minus its distance to the nearest side, minus the radius
     * @returns {Approach}
     */
    closestApproach(first, second) {
        const { relation, separation, time, common } = this.#approach(first, second);
        return { relation: common ? relation : null, separation, time };
    }

    /**
     * By which delays of `a` the two are in contact at some time. Delayed by x, everything that a does happens x later.
     *
     * A segment is there from its start to its end only. A route is a list of segments, each beginning no sooner than the one
     * before ends: in between the agent stays where that ended, and before and after all it stays there too ('stay'), or is not
     * there ('vanish'); delayed, it stays longer at first. Of two segments there is one interval at the most where nothing
     * accelerates, good to 1e-12 of the longer duration; of accelerations and of routes there can be more. O(n m) for routes of n
     * and m segments. Source: Walker, Sturtevant, section 5.1, corrected, with accelerations and routes besides: see
     * src/mapf/delays.c and route.c.
     *
     * The ends belong to the intervals: with that delay the two touch, or share one instant in which they overlap, as one
     * appears or vanishes in it. `minimumDelay` and `safeDepartures` return delays and times past such an instant.
     *
     * @param {RouteLike} a a segment or a route
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
     * Returns the smallest delay of `a` with which it meets none of the others but to touch them, as far as rounding can tell.
     *
     * Times are closed: an agent is there in the instant in which it vanishes, and in that in which it appears. Where
     * such an instant ends an overlap, the delay is the next double past it: the least with which the times of `a`, the delay
     * added and rounded to double, no longer share it. Cost as `unsafeDelays`, for each.
     *
     * @param {RouteLike} a a segment or a route
     * @param {readonly RouteLike[]} others
     * @param {RouteOptions} [options] `from`: default 0
     * @returns {number} Infinity when there is none up to `to`
     * @throws {GrazeError} `too-many-intervals` where more than `maxIntervals` intervals of delays are unsafe
     */
    minimumDelay(a, others, options) {
        const checked = checkRouteOptions(options, 0);
        const routes = readAgents(a, 'a', others, checked.ending);
        const all = { ...checked, from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
        return firstFree(this.#routeDelays(routes, all, 'safe'), checked.from, checked.to);
    }

    /**
     * When a place is free: the times at which an agent that stays there meets none of the others but to touch them: what
     * safe-interval planning (Phillips, Likhachev, "SIPP", 2011) asks of a vertex. O(m s) for m
     * segments of all others and s spans found. Among the others a segment appears and vanishes, a route is where `before`
     * and `after` say.
     *
     * Both ends of an interval are free: they touch there at most, as far as rounding can tell. Where another one appears
     * or vanishes in the place, and overlaps it in that instant, the end is the double next to it. Intervals of no length
     * are left out.
     *
     * @param {Place} place
     * @param {readonly RouteLike[]} others
     * @param {RouteOptions} [options]
     * @returns {[begin: number, end: number][]} ascending; a touch parts two of them, but for the open touching
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
     * When to start along a segment: the start times for which it meets none of the others but to touch them: what
     * safe-interval planning asks of an edge. O(m s) for m segments of all others and s spans found. The segment
     * itself appears and vanishes; begun at t it ends at t + (end - start), rounded to double. Others as for `safeIntervals`.
     *
     * Both ends of an interval are safe: they touch at most, as far as rounding can tell. Where the segment begins or ends in the
     * instant in which another one vanishes or appears, and they overlap in it, the end is the nearest start past it.
     *
     * @param {MovingDisc} disc whose own start counts for nothing
     * @param {readonly RouteLike[]} others
     * @param {RouteOptions} [options] `from`, `to`: of start times
     * @returns {[begin: number, end: number][]} ascending
     * @throws {GrazeError} `too-many-intervals` where there are more than `maxIntervals`
     */
    safeDepartures(disc, others, options) {
        const checked = checkRouteOptions(options, Number.NEGATIVE_INFINITY);
        const piece = checkMovingDisc(disc, 'disc').slice();
        // Begun at 0 its delays are the times when it starts, which adding a start would round again.
        piece[MOVING_SPHERE.t1] -= piece[MOVING_SPHERE.t0];
        piece[MOVING_SPHERE.t0] = 0;
        const edge = { pieces: [piece], ending: VANISHES_BOTH, name: () => 'disc' };
        const routes = [edge, ...readAgents(null, '', others, checked.ending)];
        return freeIntervals(this.#routeDelays(routes, checked, 'safe', 1), checked);
    }

    /**
     * @param {readonly import('./bind_routes.js').Route[]} routes the first against all others
     * @param {ReturnType<typeof checkRouteOptions>} checked
     * @param {typeof SPAN_ENDS[number]} ends
     * @param {number} [spare] as of routeSpans
     */
    #routeDelays(routes, checked, ends, spare) {
        const query = 'graze_wasm_route_delays';
        return routeSpans(this.#core, query, routes, toSpanOptions(checked), ends, spare);
    }

    /**
     * The closest approach; `spheres`: the two, where one has an acceleration or leaves the plane.
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
