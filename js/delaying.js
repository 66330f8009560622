import {
    approachBox,
    approachDiscs,
    approachFlights,
    conflicts,
    unsafeDelays,
} from './bind_mapf.js';
import { routeSpans } from './bind_routes.js';
import { checkMaxIntervals, checkName, checkOptions, readNumbers } from './check.js';
import { GrazeError, show, tooManyIntervals } from './errors.js';
import { plainSegment, readFlight } from './flight.js';
import { ENDINGS, FLIGHT, LIMITS } from './layout.js';
import { freeStretches, leastFree, readAgent, readAgents, readPlace } from './routes.js';
import { Sweeping } from './sweeping.js';

/**
 * @import { Core, Relation } from './bind.js'
 * @import { SpanQuestion } from './bind_mapf.js'
 * @import { Segment } from './flight.js'
 * @import { Ending, MotionEnds } from './motions.js'
 * @import { ListLimit, TimeStretch } from './moving.js'
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
 * @property {number} distance least signed gap, negative while they overlap; Infinity for null
 * @property {number} time when it is first reached; 0 for null
 */

/**
 * A closed interval of contact.
 *
 * @typedef {object} Conflict
 * @property {number} begin when it begins
 * @property {number} end when it ends
 * @property {'touching' | 'overlapping'} relation 'touching' where rounding cannot tell it from a touch
 * @property {number} distance least signed gap in it, 0 or less
 * @property {number} time when it is reached
 */

/**
 * What counts as contact.
 *
 * @typedef {object} ReadingOptions
 * @property {'closed' | 'open'} [reading] is a touch contact? 'closed' (the default): yes; 'open': what only touches
 *   is left out, as far as rounding can tell
 */

/**
 * What is asked of routes: which delays, or times (`from`, `to`: from -Infinity to Infinity unless said); where agents
 * are outside their routes (`before`, `after`: 'hold' unless said); what counts as contact; and how many intervals the
 * answer may have, of which more than that (and than 65536) may not be found before those that meet are joined.
 *
 * @typedef {ReadingOptions & MotionEnds & TimeStretch & ListLimit} RouteOptions
 */

/** Bits of a route's ending: it vanishes before it begins, and after it ends. */
const VANISHES = 3;

const BOX_KEYS = ['x', 'y', 'width', 'height'];

/**
 * @param {unknown} reading
 * @returns {boolean}
 */
function isOpen(reading) {
    return reading !== undefined && checkName(reading, 'reading', ['closed', 'open']) === 1;
}

/**
 * Two ends of a stretch, which may be infinite.
 *
 * @param {unknown} from
 * @param {unknown} to
 * @param {number} least unless given
 * @returns {[from: number, to: number]}
 */
function readStretch(from, to, least) {
    const ends = [from ?? least, to ?? Number.POSITIVE_INFINITY];
    ends.forEach((end, k) => {
        if (typeof end === 'number' && !Number.isNaN(end)) return;
        const argument = ['from', 'to'][k];
        const code = typeof end === 'number' ? 'not-finite' : 'wrong-type';
        throw new GrazeError(code, `${argument} must be a number, not ${show(end)}`, {
            argument,
            value: end,
        });
    });
    const [lo, hi] = /** @type {[number, number]} */ (ends);
    if (hi >= lo) return [lo, hi];
    throw new GrazeError('out-of-order', `to must be at least from (${lo}), not ${hi}`, {
        argument: 'to',
        value: hi,
    });
}

/**
 * @param {unknown} options
 * @param {number} least `from`, unless given
 */
function readRouteOptions(options, least) {
    const keys = ['from', 'to', 'reading', 'before', 'after', 'maxIntervals'];
    const {
        reading,
        before = 'hold',
        after = 'hold',
        ...rest
    } = checkOptions(options, 'options', keys);
    const [from, to] = readStretch(rest.from, rest.to, least);
    const ending = checkName(before, 'before', ENDINGS) + 2 * checkName(after, 'after', ENDINGS);
    const maxIntervals = checkMaxIntervals(rest.maxIntervals);
    return { from, to, open: isOpen(reading), ending, maxIntervals };
}

/**
 * @param {ReturnType<typeof readRouteOptions>} asked
 * @returns {SpanQuestion}
 */
function questionOf({ from, to, open, maxIntervals }) {
    return [from, to, open ? 1 : 0, maxIntervals];
}

/**
 * Returns what is free between spans, of which there can be one more than free intervals.
 *
 * @param {readonly [lo: number, hi: number][]} spans
 * @param {ReturnType<typeof readRouteOptions>} asked
 */
function freeWithin(spans, { from, to, maxIntervals }) {
    const free = freeStretches(spans, from, to);
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
export class Delaying extends Sweeping {
    /** @type {Core} */ #core;

    /** @param {Core} core */
    constructor(core) {
        super(core);
        this.#core = core;
    }

    /**
     * When two segments are in contact while both are there. Source: Walker, Sturtevant, "Collision Detection for Agents in
     * Multi-Agent Pathfinding", section 4; how it is solved here: see src/mapf/flight.c.
     *
     * @param {Segment} first
     * @param {Segment} second
     * @returns {Conflict[]} in time order; at most one for constant velocities, at most two for accelerations
     */
    conflicts(first, second) {
        const [p, q] = [readFlight(first, 'first'), readFlight(second, 'second')];
        return /** @type {Conflict[]} */ (conflicts(this.#core, p, q));
    }

    /**
     * When two bodies that exist for a while are in contact. Source: Walker, Sturtevant, "Collision Detection for Agents in
     * Multi-Agent Pathfinding", section 4, corrected: see src/mapf/interval.c and src/mapf/flight.c.
     *
     * @param {Segment} first
     * @param {Segment | Box} second for a Box, which is a rectangle that stands still, the first must be a disc with
     *   constant velocity
     * @param {ReadingOptions} [options]
     * @returns {[number, number][]} closed intervals in time order; none when they never meet, at most one for
     *   constant velocities, at most two for accelerations
     */
    conflictIntervals(first, second, options) {
        const open = isOpen(checkOptions(options, 'options', ['reading']).reading);
        const { relation, lo, hi, flights } = this.#approach(first, second);
        if (relation === 'disjoint') return [];
        if (flights === null) return open && relation === 'touching' ? [] : [[lo, hi]];
        return conflicts(this.#core, flights[0], flights[1])
            .filter((conflict) => !(open && conflict.relation === 'touching'))
            .map(({ begin, end }) => [begin, end]);
    }

    /**
     * How near two bodies come while both exist. Source: as for `conflictIntervals`.
     *
     * @param {Segment} first
     * @param {Segment | Box} second for a Box the first must be a disc with constant velocity, and the gap is that of the
     *   disc from the exact rectangle; with the centre inside, minus its distance to the nearest side, minus the radius
     * @returns {Approach}
     */
    closestApproach(first, second) {
        const { relation, distance, time, common } = this.#approach(first, second);
        return { relation: common ? relation : null, distance, time };
    }

    /**
     * By which delays of `a` the two are in contact at some time. Delayed by x, everything that a does happens x later.
     *
     * A segment is there from its start to its end only. A route is a list of segments, each beginning no sooner than the one
     * before ends: in between the agent stays where that ended, and before and after all it stays there too ('hold'), or is not
     * there ('vanish'); delayed, it stays longer at first. Of two segments there is one interval at the most where nothing
     * accelerates, good to 1e-12 of the longer duration; of accelerations and of routes there can be more. O(n m) for routes of n
     * and m segments. Source: Walker, Sturtevant, section 5.1, corrected, with accelerations and routes besides: see
     * src/mapf/delays.c and route.c.
     *
     * @param {RouteLike} a a segment or a route
     * @param {RouteLike} b
     * @param {RouteOptions} [options]
     * @returns {[lo: number, hi: number][]} closed intervals of delays, ascending and disjoint
     * @throws {GrazeError} `too-many-intervals` where there are more than `maxIntervals`
     */
    unsafeDelays(a, b, options) {
        const asked = readRouteOptions(options, Number.NEGATIVE_INFINITY);
        if (!Array.isArray(a) && !Array.isArray(b)) {
            const [p, q] = [readFlight(a, 'a'), readFlight(b, 'b')];
            return unsafeDelays(this.#core, p, q, questionOf(asked));
        }
        const routes = [readAgent(a, 'a', asked.ending), readAgent(b, 'b', asked.ending)];
        return this.#delays(routes, asked);
    }

    /**
     * The least delay of `a` for which it meets none of the others but to touch them. Cost as `unsafeDelays`, for each.
     *
     * @param {RouteLike} a a segment or a route
     * @param {readonly RouteLike[]} others
     * @param {RouteOptions} [options] `from`: 0 unless said
     * @returns {number} Infinity when there is none up to `to`
     * @throws {GrazeError} `too-many-intervals` where more than `maxIntervals` intervals of delays are unsafe
     */
    minimumDelay(a, others, options) {
        const asked = readRouteOptions(options, 0);
        const routes = readAgents(a, 'a', others, asked.ending);
        const all = { ...asked, from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
        return leastFree(this.#delays(routes, all), asked.from, asked.to);
    }

    /**
     * When a place is free: the times at which an agent that stays there meets none of the others but to touch them: what
     * safe-interval planning (Phillips, Likhachev, "SIPP", 2011) asks of a vertex. O(m s) for m
     * segments of all others and s spans found. Among the others a segment appears and vanishes, a route is where `before`
     * and `after` say. At the ends of what is free they touch, as far as rounding can tell; what has no length is left out.
     *
     * @param {Place} place
     * @param {readonly RouteLike[]} others
     * @param {RouteOptions} [options]
     * @returns {[lo: number, hi: number][]} ascending; a touch parts two of them, but for the open reading
     * @throws {GrazeError} `too-many-intervals` where there are more than `maxIntervals`
     */
    safeIntervals(place, others, options) {
        const asked = readRouteOptions(options, Number.NEGATIVE_INFINITY);
        const routes = [readPlace(place, 'place'), ...readAgents(null, '', others, asked.ending)];
        const query = 'graze_wasm_route_contacts';
        return freeWithin(routeSpans(this.#core, query, routes, questionOf(asked), 1), asked);
    }

    /**
     * When to start along a segment: the start times for which it meets none of the others but to touch them: what
     * safe-interval planning asks of an edge. O(m s) for m segments of all others and s spans found. The segment
     * itself appears and vanishes. Others, and ends, as for `safeIntervals`.
     *
     * @param {Segment} segment whose own start counts for nothing
     * @param {readonly RouteLike[]} others
     * @param {RouteOptions} [options] `from`, `to`: of start times
     * @returns {[lo: number, hi: number][]} ascending
     * @throws {GrazeError} `too-many-intervals` where there are more than `maxIntervals`
     */
    safeDepartures(segment, others, options) {
        const asked = readRouteOptions(options, Number.NEGATIVE_INFINITY);
        const flight = readFlight(segment, 'segment');
        const start = flight[FLIGHT.start];
        const routes = [
            readAgent(segment, 'segment', VANISHES),
            ...readAgents(null, '', others, asked.ending),
        ];
        const delays = { ...asked, from: asked.from - start, to: asked.to - start };
        const unsafe = this.#delays(routes, delays, 1);
        return freeWithin(
            unsafe.map(([lo, hi]) => [lo + start, hi + start]),
            asked,
        );
    }

    /**
     * @param {readonly import('./bind_routes.js').Route[]} routes the first against all others
     * @param {ReturnType<typeof readRouteOptions>} asked
     * @param {number} [spare] as of routeSpans
     */
    #delays(routes, asked, spare) {
        const query = 'graze_wasm_route_delays';
        return routeSpans(this.#core, query, routes, questionOf(asked), spare);
    }

    /**
     * The closest approach; `flights`: the two, where one has an acceleration or leaves the plane.
     *
     * @param {Segment} first
     * @param {Segment | Box} second
     */
    #approach(first, second) {
        const p = readFlight(first, 'first');
        const plain = plainSegment(p);
        if (second !== null && typeof second === 'object' && 'width' in second) {
            const box = readNumbers(second, 'second', BOX_KEYS, LIMITS.maxMagnitude);
            if (plain !== null) {
                return { ...approachBox(this.#core, plain, box), flights: null };
            }
            throw new GrazeError(
                'out-of-range',
                'first must be a disc with constant velocity where second is a box',
                { argument: 'first', value: first },
            );
        }
        const q = readFlight(second, 'second');
        const other = plainSegment(q);
        if (plain !== null && other !== null) {
            return { ...approachDiscs(this.#core, plain, other), flights: null };
        }
        const flights = /** @type {[number[], number[]]} */ ([p, q]);
        return { ...approachFlights(this.#core, p, q), flights };
    }
}
