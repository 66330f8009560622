import { coreOf } from '../core/facade.js';
import * as conflicts from './conflicts.js';
import * as delays from './delays.js';
import { createMovingDiscBatch } from './moving_disc_batch.js';
import { Traffic } from './traffic.js';
import * as velocities from './velocities.js';

/**
 * @import { MovingDiscBatch } from './moving_disc_batch.js'
 * @import { ListLimit, MotionEnds } from '../motion/types.js'
 * @import { Approach, Box, Conflict, HorizonOptions, MovingDisc, MovingDiscOptions, MovingPolygon, Place, RouteConflict, RouteLike, RouteOptions, SafeVelocity, SafeVelocityOptions, SpeedOptions, TouchingOptions, Velocity, VelocityCone, VelocityObstacle } from './types.js'
 */

/**
 * The queries on agents that move from place to place: their conflicts, the delays without conflicts, and the
 * velocities that avoid one. A query of two moving discs is O(1). A disc or route whose times decrease is
 * `out-of-order`, or `out-of-range` within a disc. Discs of velocities are in the plane and without
 * accelerations.
 *
 * @hideconstructor
 */
export class AgentQueries {
    /**
     * Returns the intervals in which two moving discs are in contact while both exist. Source: Walker,
     * Sturtevant, "Collision Detection for Agents in Multi-Agent Pathfinding", section 4;
     * src/agents/moving_sphere.c describes the solution used here.
     *
     * @overload
     * @param {MovingDisc} first
     * @param {MovingDisc} second
     * @param {TouchingOptions} [options]
     * @returns {Conflict[]} intervals in time order; at most one for constant velocities, at most two for
     *   accelerations
     */
    /**
     * Returns the conflicts of two routes, of which one may be a moving disc: the intervals in which a part of
     * the one is in contact with a part of the other, while both exist. Parts are the pieces of a route, and the
     * stays between them, before them and after them. A contact that lasts for several parts is several
     * conflicts, one after the other; the least `begin` is that of the first contact. Parts with only an instant
     * in common are left out where longer ones have it too. O(n + m + k log k) for n and m pieces and k
     * conflicts.
     *
     * @overload
     * @param {RouteLike} first
     * @param {RouteLike} second
     * @param {TouchingOptions & MotionEnds & ListLimit} [options]
     * @returns {RouteConflict[]} in the order of `begin`, then of the parts
     * @throws {GrazeError} `too-many-intervals` where there are more than `maxIntervals`
     */
    /**
     * @param {RouteLike} first
     * @param {RouteLike} second
     * @param {TouchingOptions & MotionEnds & ListLimit} [options]
     */
    conflicts(first, second, options) {
        return conflicts.conflicts(coreOf(this), first, second, options);
    }

    /**
     * Returns the intervals in which two bodies that exist for a limited time are in contact. Source: Walker,
     * Sturtevant, "Collision Detection for Agents in Multi-Agent Pathfinding", section 4, corrected: see
     * src/agents/approach.c and src/agents/moving_sphere.c.
     *
     * @param {MovingDisc} first
     * @param {MovingDisc | Box} second second body; for a Box, which is a rectangle that stands still, the
     *   first must be a disc with constant velocity
     * @param {TouchingOptions} [options]
     * @param {[number, number][]} [out] an earlier answer, which is overwritten and returned
     * @returns {[number, number][]} closed intervals in time order; none when they never meet, at most one for
     *   constant velocities, at most two for accelerations
     */
    conflictIntervals(first, second, options, out) {
        return conflicts.conflictIntervals(coreOf(this), first, second, options, out);
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
        return conflicts.closestApproach(coreOf(this), first, second);
    }

    /**
     * Returns the delays of `a` with which the two are in contact, or touch by default, at some time. A delay
     * x shifts everything that `a` does to x later.
     *
     * A moving disc exists only from its `t0` to its `t1`. A route is a list of moving discs, each of which
     * begins no sooner than the one before ends. In between the agent stays where the earlier disc ended.
     * Before and after the route it stays at its ends too ('stay'), or does not exist ('vanish'); a delayed
     * route that stays begins by staying longer. Two discs have at most one unsafe interval where nothing
     * accelerates, accurate to 1e-12 of the longer duration; with accelerations, and for routes, there can be
     * more. O(n m) for routes of n and m discs. Source: Walker, Sturtevant, section 5.1, corrected, extended to
     * accelerations and routes: see src/agents/delays.c and route.c.
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
        return delays.unsafeDelays(coreOf(this), a, b, options);
    }

    /**
     * Returns the smallest delay of `a` that avoids all others: the end of an unsafe interval, with which they may
     * still touch, as far as rounding can distinguish it, or `from`. A touch that lasts while the delay changes, such
     * as of discs that pass side by side, is contact unless `touching` is 'allowed': if it lasts for ever, the
     * result is Infinity.
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
        return delays.minimumDelay(coreOf(this), a, others, options);
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
        return delays.safeIntervals(coreOf(this), place, others, options);
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
        return delays.safeDepartures(coreOf(this), disc, others, options);
    }

    /**
     * Returns the velocity obstacle of the second agent for the first, with both at their positions at the
     * first time at which both exist. The ends of their times do not matter, unless the two never exist at
     * the same time. Agents are discs or convex polygons; for polygons the cone has the two tangents to the
     * inflated shape B - A about the position of B relative to A, rounded by the sum of the radii. Two that touch
     * then have all velocities as their obstacle. O(n h) for polygons of n points and h corners. Source: Fiorini, Shiller, "Motion
     * planning in dynamic environments using velocity obstacles", 1998; Walker, Sturtevant, "Collision Detection
     * for Agents in Multi-Agent Pathfinding", Fig. 5.
     *
     * @param {MovingDisc | MovingPolygon} first
     * @param {MovingDisc | MovingPolygon} second
     * @param {HorizonOptions} [options]
     * @returns {VelocityObstacle}
     * @throws {GrazeError} `too-few-points`
     */
    velocityObstacle(first, second, options) {
        return velocities.velocityObstacle(coreOf(this), first, second, options);
    }

    /**
     * Returns the velocity obstacle of the second agent for the first in space: a cone. Agents are spheres or
     * discs, without acceleration; times are as for `velocityObstacle`. Axis, sin and cos err by at most two
     * roundings each. O(1).
     *
     * @param {MovingDisc} first
     * @param {MovingDisc} second
     * @param {HorizonOptions} [options]
     * @returns {VelocityCone}
     */
    velocityCone(first, second, options) {
        return velocities.velocityCone(coreOf(this), first, second, options);
    }

    /**
     * Returns whether the first agent, with another velocity from the first time on at which both exist, comes
     * into contact with the second one, which keeps its own, within the horizon. Touching is contact. Agents are
     * discs, spheres without acceleration, or convex polygons in the plane. O(n h) for polygons of n points and h corners.
     *
     * @param {MovingDisc | MovingPolygon} first
     * @param {MovingDisc | MovingPolygon} second
     * @param {Velocity} velocity velocity of the first agent
     * @param {HorizonOptions} [options]
     * @returns {boolean}
     * @throws {GrazeError} `too-few-points`
     */
    isVelocityUnsafe(first, second, velocity, options) {
        return velocities.isVelocityUnsafe(coreOf(this), first, second, velocity, options);
    }

    /**
     * Returns the constant speeds along the first agent's edge, with an unchanged start time, with which it
     * comes into contact with the second agent, which does not change. The interval is closed: with the speeds
     * at its ends the two touch, or share one instant in which they overlap. Speed 0 stands for not setting
     * out. For an edge of zero length the answer is all speeds or none. Agents are discs, or spheres without
     * acceleration. Accurate to 1e-9 as long as no length
     * of the edges or distance between them is more than 2^60 times the sum of the radii. Derived in
     * src/agents/velocity.c, instead of Walker, Sturtevant, 5.3, whose tangents reject safe speeds.
     *
     * @param {MovingDisc} first
     * @param {MovingDisc} second
     * @param {SpeedOptions} [options]
     * @returns {[begin: number, end: number][]} at most one interval, whose end may be Infinity
     */
    unsafeSpeeds(first, second, options) {
        return velocities.unsafeSpeeds(coreOf(this), first, second, options);
    }

    /**
     * Returns the least change that avoids a conflict, by five steps, of which the first one with an answer
     * counts. Agents appear at their starts and vanish at their ends, and exist in both instants; one that
     * waits exists. The answer has been checked: the gap is at least the margin up to rounding, 2^-44 of the
     * lengths, and above 0 unless the margin is 0. Where speeds are unsafe up to the one with which one agent
     * vanishes in the instant in which the other appears, its `end` is the double before that instant. Source:
     * Walker, Sturtevant, "Collision Detection for Agents in Multi-Agent Pathfinding", section 5.3, with exact
     * intervals of speeds; here also for spheres without acceleration.
     *
     * @param {MovingDisc} first
     * @param {MovingDisc} second
     * @param {SafeVelocityOptions} [options]
     * @returns {SafeVelocity}
     */
    safeVelocity(first, second, options) {
        return velocities.safeVelocity(coreOf(this), first, second, options);
    }

    /**
     * Keeps routes in the instance's memory for many queries: a planner asks thousands of times about the same ones.
     * O(n) for n pieces. It takes 160 bytes per piece, and 120 per route.
     *
     * @param {readonly RouteLike[]} [routes] routes to begin with, which have the keys 0, 1, 2, ...; default: none
     * @param {MotionEnds} [options] states of agents before and after their routes, for all routes, those of
     *   queries included
     * @returns {Traffic}
     */
    traffic(routes, options) {
        return new Traffic(coreOf(this), routes, options);
    }

    /**
     * Creates a batch of moving discs over shared buffers. O(capacity). It takes 88 bytes per record
     * ('float64': 116) and 41 per pair, of at most 2^31 in an instance: with as many pairs as records, at most
     * 16,000,000 fit, or 13,000,000 of 'float64'; with 2^21 pairs all 2^24 fit. A larger batch is
     * `out-of-memory`, and the message gives the number of bytes it would take.
     *
     * @param {number} capacity maximum number of records, 1 to 2^24
     * @param {MovingDiscOptions} [options]
     * @returns {MovingDiscBatch}
     */
    movingDiscs(capacity, options) {
        return createMovingDiscBatch(coreOf(this), capacity, options);
    }
}
