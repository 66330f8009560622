import { MOVING_DISC } from '../core/layout.js';

/** Arguments and answers of the queries on agents, and what batches of them hold. */

/**
 * @import { Points } from '../core/arguments.js'
 * @import { OBSTACLES } from '../core/layout.js'
 * @import { Ending, ListLimit, MotionEnds, TimeRange } from '../motion/types.js'
 * @import { FoundStatus, Point, Relation } from '../static/types.js'
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
 * A part of a route: one of its pieces, or a stay.
 *
 * @typedef {object} RoutePart
 * @property {number} piece index of the piece
 * @property {'before' | 'after' | null} stay 'before': the agent stays where the piece begins, before its route;
 *   'after': it stays where the piece ended; null: it follows the piece
 */

/**
 * A closed interval in which two routes are in contact, within the time of a part of each.
 *
 * @typedef {object} RouteConflict
 * @property {number} begin time at which it begins; -Infinity where both stay before their routes
 * @property {number} end time at which it ends; Infinity where both stay after their routes
 * @property {'touching' | 'overlapping'} relation as in Conflict
 * @property {number} separation least signed gap in the interval, 0 or less
 * @property {number} time first time at which the gap is least
 * @property {RoutePart} first part of the first route
 * @property {RoutePart} second part of the second one
 */

/**
 * Key of a route in traffic.
 *
 * @typedef {object} TrafficRoute
 * @property {number} route key of the second route
 */

/**
 * A conflict of a route with one in traffic.
 *
 * @typedef {TrafficRoute & RouteConflict} TrafficConflict
 */

/**
 * No conflict of a route with traffic.
 *
 * @typedef {object} NoTrafficConflict
 * @property {'free'} status always 'free'
 * @property {null} route none
 * @property {null} begin none
 * @property {null} end none
 * @property {null} relation none
 * @property {null} separation none
 * @property {null} time none
 * @property {null} first none
 * @property {null} second none
 */

/**
 * The first conflict of a route with traffic, if there is one. A test of `status` decides which fields are null.
 *
 * @typedef {(FoundStatus & TrafficConflict) | NoTrafficConflict} FirstTrafficConflict
 */

/**
 * Options of queries of traffic: the range of delays or times, the rule for contact, and the maximum number of
 * intervals in the answer, as in RouteOptions.
 *
 * @typedef {TouchingOptions & TimeRange & ListLimit} TrafficOptions
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

/**
 * Limit of the gaps in a search for the nearest pair.
 *
 * @typedef {object} ReachLimit
 * @property {number} [reach] pairs with a larger signed gap are left out; default Infinity
 */

/**
 * Options of a search for the nearest pair: the largest gap, and the range of the times of closest approaches
 * (default: all time).
 *
 * @typedef {ReachLimit & TimeRange} NearestOptions
 */

/**
 * The nearest pair of many moving discs, at its closest approach.
 *
 * @typedef {object} FoundNearestDiscs
 * @property {'found'} status always 'found'
 * @property {number} first index of a record
 * @property {number} second index of the other record, above `first`
 * @property {number} separation least signed gap, negative while they overlap
 * @property {number} time first time at which the gap is least
 */

/**
 * No pair of moving discs is near enough.
 *
 * @typedef {object} NoNearestDiscs
 * @property {'free'} status always 'free'
 * @property {null} first none
 * @property {null} second none
 * @property {null} separation none
 * @property {null} time none
 */

/**
 * The nearest pair of many moving discs, if there is one. A test of `status` decides which fields are null.
 *
 * @typedef {FoundNearestDiscs | NoNearestDiscs} NearestDiscs
 */

/**
 * A disc, or a sphere where it leaves the plane z = 0. Its center is at (x, y, z) with velocity (vx, vy, vz) at
 * time `t0` and has the constant acceleration (ax, ay, az) until `t1`. Each number, and each coordinate during
 * the motion, is at most 1e150 in magnitude.
 *
 * @typedef {object} MovingDisc
 * @property {number} x x of the center at `t0`
 * @property {number} y y of the center at `t0`
 * @property {number} [z] z of the center at `t0`; default 0, as for all optional numbers
 * @property {number} vx x of the velocity at `t0`
 * @property {number} vy y of the velocity at `t0`
 * @property {number} [vz] z of the velocity at `t0`
 * @property {number} [ax] x of the constant acceleration
 * @property {number} [ay] y of the constant acceleration
 * @property {number} [az] z of the constant acceleration
 * @property {number} t0 time at which the disc appears or sets out
 * @property {number} t1 time at which it vanishes or arrives; at least `t0`. Infinity for a disc that stands still
 *   and has no end, where discs are not in a batch and not queried for velocities; in a route, for the last one only
 * @property {number} radius at least 0
 */

/**
 * A route of an agent: one moving disc, which appears and vanishes; or a list of at least one in time order,
 * each of which begins no sooner than the one before ends. Between two discs the agent stays where the earlier
 * one ended.
 *
 * @typedef {MovingDisc | readonly MovingDisc[]} RouteLike
 */

/**
 * Position at which an agent stays.
 *
 * @typedef {object} Place
 * @property {number} x x of the center
 * @property {number} y y of the center
 * @property {number} [z] z of the center; default 0
 * @property {number} radius at least 0
 */

/**
 * Radius of a disc of velocities.
 *
 * @typedef {object} CutRadius
 * @property {number} radius radius of the disc, at least 0
 */

/**
 * Outline of a polygon of velocities.
 *
 * @typedef {object} CutPoints
 * @property {Point[]} [points] vertices, counter-clockwise from the lowest one, where an agent is a polygon: the
 *   cut is the polygon instead of its center, rounded by `radius`
 */

/**
 * The disc, or polygon rounded by a radius, that cuts off a velocity obstacle.
 *
 * @typedef {Point & CutRadius & CutPoints} VelocityCut
 */

/**
 * The velocities of the first agent that lead to contact with the second one.
 *
 * @typedef {object} VelocityObstacle
 * @property {typeof OBSTACLES[number]} kind 'cone'; 'everything': they are in contact at the first time at
 *   which both exist; 'nothing': they never exist at the same time
 * @property {number} horizon time ahead within which contact counts, as given; default Infinity
 * @property {Point} apex velocity of the second agent
 * @property {Point | null} left unit vector along the cone's left leg, as seen from the apex; null unless
 *   `kind` is 'cone'
 * @property {Point | null} right unit vector along its right leg: the cone reaches from right counter-clockwise
 *   to left
 * @property {VelocityCut | null} cut disc or polygon that cuts off a cone with a finite horizon: the part of the
 *   cone between the apex and the cut is not in the obstacle
 */

/**
 * Points of a polygon.
 *
 * @typedef {object} PolygonPoints
 * @property {Points} points points relative to (x, y), the convex hull of which is the polygon; rounded to float32
 * @property {number} [radius] radius by which the polygon is rounded, at least 0; default 0
 */

/**
 * A convex polygon that moves with constant velocity and does not turn: a moving disc with points instead of its
 * center.
 *
 * @typedef {Omit<MovingDisc, 'radius' | 'z' | 'vz' | 'ax' | 'ay' | 'az'> & PolygonPoints} MovingPolygon
 */

/**
 * A vector in space.
 *
 * @typedef {object} Vector3
 * @property {number} x component along x
 * @property {number} y component along y
 * @property {number} z component along z
 */

/**
 * The velocities in space of the first agent that lead to contact with the second one. With a velocity v, the
 * angle between v - apex and the axis is at most the half angle of the cone.
 *
 * @typedef {object} VelocityCone
 * @property {typeof OBSTACLES[number]} kind as in VelocityObstacle
 * @property {number} horizon time ahead within which contact counts, as given; default Infinity
 * @property {Vector3} apex velocity of the second agent
 * @property {Vector3 | null} axis unit vector from the apex into the cone; null unless `kind` is 'cone'
 * @property {number} sin sine of the half angle: the sum of the radii divided by the distance; 0 unless `kind`
 *   is 'cone'
 * @property {number} cos its cosine, above 0; 0 unless `kind` is 'cone'
 * @property {(Vector3 & CutRadius) | null} cut ball that cuts off a cone with a finite horizon
 */

/**
 * Range of time of a velocity query.
 *
 * @typedef {object} HorizonOptions
 * @property {number} [horizon] time ahead within which contact counts, above 0; default Infinity
 */

/**
 * State of an agent at the end of its edge.
 *
 * @typedef {object} SpeedOptions
 * @property {Ending} [after] whether the first agent is gone at the end of its edge ('vanish', default) or
 *   waits there ('stay')
 */

/**
 * A velocity in the world.
 *
 * @typedef {object} Velocity
 * @property {number} vx x of the velocity, at most 1e150 in magnitude
 * @property {number} vy y of the velocity, at most 1e150 in magnitude
 * @property {number} [vz] z of the velocity, at most 1e150 in magnitude; default 0
 */

/**
 * Limits of what agents can do to avoid a conflict.
 *
 * @typedef {object} SafeVelocityOptions
 * @property {number | readonly [first: number, second: number]} [maxSpeed] maximum speed of both agents, or of
 *   each; default Infinity
 * @property {number | readonly [first: number, second: number]} [minSpeed] minimum speed of both agents, or of
 *   each; default 0
 * @property {boolean} [canWait] whether the first agent can wait at the beginning of its edge; default true
 * @property {number} [margin] minimum gap to keep, a length, at least 0, kept up to rounding of 2^-44 of the
 *   lengths; default: a billionth of the sum of the radii. With 0 an answer may touch
 */

/**
 * A change that avoids a conflict.
 *
 * @typedef {object} SafeVelocity
 * @property {1 | 2 | 3 | 4 | 5} step step that answered: 1 there is no conflict; 2 another speed of the first
 *   agent; 3 of the second; 4 the first one waits; 5 there is no answer
 * @property {'first' | 'second' | null} agent agent that changes
 * @property {number} vx x of that agent's velocity; of the first agent's where `agent` is null
 * @property {number} vy y of that velocity
 * @property {number} vz z of that velocity; 0 for discs
 * @property {number} end time at which it reaches the end of its edge
 * @property {number} delay delay of its start with respect to the plan: 0 except in step 4
 */

/**
 * Capacity and precision of a batch of moving discs.
 *
 * @typedef {object} MovingDiscOptions
 * @property {number} [pairs] maximum number of pairs, 1 to 2^24; default: the number of records
 * @property {'float32' | 'float64'} [precision] precision of the records; default 'float32'
 */

/**
 * @typedef {import('./moving_disc_batch.js').MovingDiscBatch} MovingDiscBatch
 * @typedef {import('./traffic.js').Traffic} Traffic
 * @typedef {import('./index.js').AgentQueries} AgentQueries
 */

/** Number of values per moving disc in a batch: x, y, vx, vy, t0, t1, radius. */
export const DISC_NUMBERS = MOVING_DISC.bytes / 8;
