import { CONTACT_STATUSES as statuses } from '../core/layout.js';

/** Arguments and answers of the queries on bodies that move and turn, and what batches of them hold. */

/**
 * @import { CLEARANCE_STATUSES, ENDINGS } from '../core/layout.js'
 * @import { PointLike } from '../core/arguments.js'
 * @import { Feature, Point } from '../static/types.js'
 * @import { Motion } from './motion.js'
 */

/**
 * Options of a query of two moving bodies.
 *
 * @typedef {object} MotionOptions
 * @property {number} [from] beginning of the queried time, which is cut to the time in which both bodies exist.
 *   Default: all of that time and, where both stay at their ends, from the earlier beginning of the two motions
 *   to the later end. A body that stays in one place forever does not count there: `static()` does not bring
 *   time 0 into a query on Unix time
 * @property {number} [to] end of the queried time, at least `from`
 * @property {number} [tolerance] maximum bracket width, in time: at least 8 ulps of the latest time at which
 *   one of them moves (in Unix milliseconds 0.002, in Unix seconds 2e-6); a smaller one is an error. Default:
 *   the larger of that and a billionth of the time in which one of them moves, or of all the queried time if
 *   neither does. A bracket is also at least as wide as the time in which the separation falls by twice its
 *   rounding error (`separationsAt`): in space 1.5e-13 for unit cubes that approach at speed 1
 * @property {number} [distanceTolerance] distance from contact that still counts as grazing, a length, at least
 *   0: no deeper overlap is ever missed. Default: a billionth of the larger shape (its farthest vertex'
 *   coordinate, its radius, and the terms of its inflation); of two points, what they can move in a tolerance
 * @property {number} [maxIterations] maximum number of iterations of the call, for all parts and all intervals
 *   together, 1 to 2^30. Default: 4096, plus 512 for each piece of both motions; where those are used up, 256
 *   more for each turn of both bodies, or for delays 2^16 plus 1024 (1 + turns of one) (1 + turns of the other)
 *   more; all of it once for each part of both bodies, less one; at most 2^20
 * @property {'conflict' | 'allowed'} [touching] whether a touch is a contact; default: 'conflict'. With 'allowed'
 *   only an overlap is one, and no answer is 'grazing': contacts no deeper than half the distanceTolerance are
 *   passed over, those deeper than the distanceTolerance never. Take 'conflict' to learn of each contact, such as
 *   to dock or for a margin; take 'allowed' for bodies that stand, slide or roll on others, in physics and
 *   planning
 */

/**
 * Limit of the length of an answer.
 *
 * @typedef {object} ListLimit
 * @property {number} [maxIntervals] maximum number of intervals or contacts in the answer, a whole number from
 *   1 to 2^24; default 65536. The call ends as soon as it finds more, with a GrazeError `too-many-intervals`
 */

/**
 * Options of a query of two moving bodies whose answer is a list.
 *
 * @typedef {MotionOptions & ListLimit} ListOptions
 */

/**
 * 'grazing' leaves open what comes after the touch: the bodies can overlap later, which `touching: 'allowed'`
 * finds. 'free': they never meet; 'hit': no contact before the bracket, overlap at its end, which is no wider than
 * the tolerance unless they touch for a while before they overlap; 'grazing': in the bracket they overlap no
 * deeper than the distanceTolerance, and they are further apart than twice that for less than half the tolerance
 * at a time; rounding cannot decide whether they touch; then they separate; 'overlapping': they overlap already
 * at `from`; 'undecided': the iterations are used up, or bodies that touch move further between two times that a
 * double can hold than steps can be certified: no contact before the bracket, unknown from there on. Where touching
 * is allowed, "no contact" means no overlap deeper than the distanceTolerance.
 *
 * @typedef {typeof CONTACT_STATUSES[number]} ContactStatus
 */

/**
 * Two moving bodies that never meet.
 *
 * @typedef {object} NoFirstContact
 * @property {'free'} status always 'free'
 * @property {null} time no time, and no geometry
 * @property {null} separation none
 * @property {null} pointA none
 * @property {null} pointB none
 * @property {null} normal none
 * @property {null} featureA none
 * @property {null} featureB none
 * @property {number} iterations number of evaluations of the poses of the two bodies
 */

/**
 * The bracket and the geometry of a first contact.
 *
 * @typedef {object} FoundContact
 * @property {Exclude<ContactStatus, 'free'>} status see {@link ContactStatus}
 * @property {[lo: number, hi: number]} time bracket [lo, hi] of the first contact: no contact before lo; hi - lo is
 *   at most the tolerance for a hit
 * @property {number} separation signed separation at lo: negative for an overlap
 * @property {Point} pointA point of A at lo, world frame, as in Distance or, for an overlap, Penetration
 * @property {Point} pointB see pointA
 * @property {Point} normal unit vector from A towards B
 * @property {Feature} featureA feature of A's core that is nearest at lo
 * @property {Feature} featureB feature of B's core that is nearest at lo
 * @property {number} iterations number of evaluations of the poses of the two bodies
 */

/**
 * First contact of two moving bodies. A test of `status` decides which fields are null: all but `status` and
 * `iterations` when it is 'free', none otherwise.
 *
 * @typedef {NoFirstContact | FoundContact} FirstContact
 */

/**
 * An interval of contact. From the end of one to the beginning of the next (`end[1]` to `begin[0]`) there is no
 * contact. An interval can contain several contacts and gaps between them: in such a gap the bodies are nowhere
 * further apart than twice the distanceTolerance (or than the rounding of the poses, where that is larger), or
 * are further apart only for less than half the tolerance at a time. A gap in which they are further apart for
 * half the tolerance or longer separates two intervals.
 *
 * @typedef {object} ContactInterval
 * @property {'hit' | 'grazing' | 'undecided'} status 'hit': they overlap; 'grazing': they only come within the
 *   distanceTolerance of touching; 'undecided': contact at its beginning, unknown after it. Where touching is
 *   allowed, the intervals are those of overlap, and none is 'grazing'
 * @property {[lo: number, hi: number]} begin bracket of its beginning; both ends are `from` where that cuts the
 *   interval off
 * @property {[lo: number, hi: number]} end bracket of its end; both ends are `to` where that cuts the interval
 *   off. A bracket is no wider than the tolerance, unless the bodies touch for a while before or after they
 *   overlap: there they are nowhere deeper than the distanceTolerance, but for the tolerance next to the overlap
 */

/**
 * A range of time.
 *
 * @typedef {object} TimeRange
 * @property {number} [from] its beginning; default: that of all time that matters
 * @property {number} [to] its end, at least `from`
 */

/**
 * Options of a query of delays.
 *
 * @typedef {object} DelayOptions
 * @property {number} [from] minimum delay of the range, in time; default: all delays
 * @property {number} [to] maximum delay, at least `from`
 * @property {TimeRange} [time] range of time in which contact counts; default: all time
 * @property {number} [tolerance] maximum bracket width, in time: at least 8 ulps of the largest delay that
 *   changes anything; a smaller one is an error. Default: the larger of that and a billionth of the range of
 *   delays that change anything
 * @property {number} [distanceTolerance] as in MotionOptions
 * @property {number} [maxIterations] as in MotionOptions
 * @property {'conflict' | 'allowed'} [touching] whether delays with which the two only touch are unsafe; default:
 *   'conflict'. With 'allowed' the bracket of an end can be as wide as a range of delays with which they touch
 *   before they overlap
 * @property {number} [maxIntervals] as in ListLimit
 */

/**
 * An interval of delays with which two moving bodies meet.
 *
 * @typedef {object} UnsafeDelays
 * @property {'hit' | 'grazing' | 'undecided'} status 'hit': with each delay from begin[1] to end[0] they
 *   overlap, except in gaps that are left out (see unsafeMotionDelays); 'grazing': with no delay are they known
 *   to overlap, and with none deeper than the distanceTolerance: both brackets cover the whole interval;
 *   'undecided': the iterations are used up, and the answer is unknown in a bracket wider than the tolerance
 *   and from end[0] on
 * @property {[lo: number, hi: number]} begin bracket of its beginning: all delays before it are free. -Infinity
 *   where they meet for every smaller delay too
 * @property {[lo: number, hi: number]} end bracket of its end; Infinity where they meet for every larger delay
 *   too
 */

/**
 * Certainty of a clearance. 'certified': hi - lo is at most the distanceTolerance, or four times the rounding
 * of the bodies' positions where that is more; 'undecided': the iterations are used up, and lo is the best
 * bound found, never less than minus the largest depth that bodies of that size can have; 'bounded': bodies of
 * several parts overlap, or touch with thin parts, and [lo, hi] contains the clearance of their unions.
 *
 * @typedef {typeof CLEARANCE_STATUSES[number]} ClearanceStatus
 */

/**
 * Least separation of two moving bodies that exist at the same time at least once.
 *
 * @typedef {object} FoundClearance
 * @property {[lo: number, hi: number]} separation bracket [lo, hi] of the least signed separation (negative:
 *   minus the depth of penetration, of shapes of several parts that of their union)
 * @property {ClearanceStatus} status see {@link ClearanceStatus}
 * @property {number} time time at which hi is reached, to within an ulp of the clock
 * @property {Point} pointA point of A at that time, as in FirstContact
 * @property {Point} pointB see pointA
 * @property {Point} normal unit vector from A towards B
 * @property {number} iterations number of evaluations of the separation
 */

/**
 * Two moving bodies that never exist at the same time, or stay farther apart than `atMost`, or compounds whose
 * iterations are used up before any separation of theirs is known.
 *
 * @typedef {object} NoClearance
 * @property {[lo: number, hi: number]} separation [Infinity, Infinity], or [atMost, Infinity], where lo may be less by
 *   up to the distanceTolerance if they are hardly farther apart; in an undecided answer the best lower bound, and Infinity
 * @property {ClearanceStatus} status see {@link ClearanceStatus}
 * @property {null} time no time, and no geometry
 * @property {null} pointA none
 * @property {null} pointB none
 * @property {null} normal none
 * @property {number} iterations number of evaluations of the separation
 */

/**
 * Least separation of two moving bodies. `time`, points and normal are null when the two never exist at the
 * same time, stay farther apart than `atMost`, or no upper bound is known: a test of `time` decides.
 *
 * @typedef {FoundClearance | NoClearance} Clearance
 */

/**
 * Capacity of a batch of moving bodies.
 *
 * @typedef {object} MovingPairOptions
 * @property {number} [pieces] maximum number of pieces of the motions of all bodies together, 1 to 2^24;
 *   default: the number of bodies
 * @property {number} [pairs] maximum number of pairs, 1 to 2^24; default: the number of bodies
 * @property {number} [degree] maximum degree of the motions' polynomials, 1 to 7, which decides the length of a
 *   piece in the view: 7 + 3 * degree numbers; default: 5
 */

/**
 * Successive records that are one body, whose parts move apart from each other: a number, which is that of the
 * records of each group, or the number of records of each group, in order. Each group has at least one record,
 * and they divide all records.
 *
 * @typedef {number | ArrayLike<number>} Groups
 */

/**
 * Groups of a query of a batch of moving bodies.
 *
 * @typedef {object} GroupOptions
 * @property {Groups} [groups] successive records that are one body, with one answer: the number of records of
 *   each group, or a list of these numbers; default 1
 */

/**
 * Options of a query of a batch of moving bodies.
 *
 * @typedef {MotionOptions & GroupOptions} MovingPairQueryOptions
 */

/**
 * Limit of a clearance.
 *
 * @typedef {object} AtMostOption
 * @property {number} [atMost] separation from which on bodies do not matter, a length, at least 0: a smaller one
 *   makes the query quicker; default: none
 */

/**
 * Options of the clearances of pairs of a batch of moving bodies.
 *
 * @typedef {Omit<MotionOptions, 'tolerance' | 'touching'> & AtMostOption & GroupOptions} PairClearanceOptions
 */

/**
 * State of a body before or after its motion: 'stay': it stands still at the end of the motion; 'vanish': it is
 * absent.
 *
 * @typedef {typeof ENDINGS[number]} Ending
 */

/**
 * States of a body outside its motion.
 *
 * @typedef {object} MotionEnds
 * @property {Ending} [before] state before the motion begins; default 'stay'
 * @property {Ending} [after] state after it ends; default 'stay'
 */

/**
 * Inflation of a body over time, for a position that is predicted and known the less the later it is. With s the
 * time since the motion begins, up to its end, the body is its shape inflated by r(s) = inflation[0] +
 * inflation[1] s + ... + inflation[5] s^5: all points at most r(s) away from the shape. Before and after the motion
 * r stays at its values at the ends. Contacts, separations and boxes are those of the inflated bodies, with the
 * same certificates: a signed separation is less than that of the shapes by the inflations of both bodies.
 * `unsafeMotionDelays` and the published methods of `study` refuse it; `pose` and `bounds` are those of the shape.
 *
 * @typedef {object} Inflation
 * @property {ArrayLike<number>} [inflation] 1 to 6 coefficients of r, a length, at least 0 throughout the motion
 *   (`out-of-range`); default: none
 */

/**
 * States of a body outside its motion, and its inflation.
 *
 * @typedef {MotionEnds & Inflation} MotionExtras
 */

/**
 * A piece of a motion, for t in [t0, t1]. With s = t - t0, the point `pivot` of the body is at (x(s), y(s)),
 * and the body is turned by angle(s) about it. The polynomials have at most degree 7. A motion keeps as many
 * coefficients as the highest degree of its pieces needs: 80 bytes per straight piece, 128 for cubics, 224 for
 * degree 7. A piece of degree 6 or 7 lasts at most 1e40 (`out-of-range`).
 *
 * @typedef {object} MotionPiece
 * @property {number} t0 time at which the piece begins
 * @property {number} t1 time at which it ends and the next piece begins; at least t0
 * @property {ArrayLike<number>} x 1 to 8 coefficients: x(s) = x[0] + x[1] s + ... + x[7] s^7
 * @property {ArrayLike<number>} y coefficients of y(s), as x
 * @property {ArrayLike<number>} [angle] coefficients of angle(s), as x; radians, counter-clockwise, at most 1e7
 *   in magnitude; default [0]
 * @property {PointLike} [pivot] point in the body's frame; default: its origin
 */

/**
 * Motion along a straight line at constant velocity and constant angular velocity.
 *
 * @typedef {object} LinearMotion
 * @property {number} t0 time at which the motion begins
 * @property {number} t1 time at which it ends, at least t0
 * @property {number} x x of the body's origin at t0, in the world
 * @property {number} y y of the body's origin at t0, in the world
 * @property {number} [angle] angle at t0, radians, counter-clockwise; default 0, as for the following fields
 * @property {number} [vx] velocity in the world
 * @property {number} [vy] velocity in the world
 * @property {number} [angularVelocity] angular velocity, radians per unit of time
 */

/**
 * Constant accelerations.
 *
 * @typedef {object} Accelerations
 * @property {number} [ax] x of the acceleration in the world; default 0, as for the following fields
 * @property {number} [ay] y of the acceleration in the world
 * @property {number} [angularAcceleration] angular acceleration, radians per unit of time squared
 */

/**
 * Motion at constant acceleration. Velocities are those at t0.
 *
 * @typedef {LinearMotion & Accelerations} AcceleratedMotion
 */

/**
 * Motion along an arc of a circle at constant speed and angular velocity.
 *
 * @typedef {object} TurningMotion
 * @property {number} t0 time at which the motion begins
 * @property {number} t1 time at which it ends, at least t0
 * @property {number} x x of the body's origin at t0, in the world
 * @property {number} y y of the body's origin at t0, in the world
 * @property {number} [angle] angle at t0, which is also the direction of travel; default 0
 * @property {number} speed speed along that direction; negative: backwards
 * @property {number} angularVelocity radians per unit of time, counter-clockwise; 0: straight on
 */

/**
 * A point of a spline: [x, y], [x, y, angle], or an object whose `angle` defaults to 0.
 *
 * @typedef {ArrayLike<number> | Readonly<Omit<MotionSample, 't'>>} SplinePoint
 */

/**
 * End conditions of a spline.
 *
 * @typedef {object} SplineEnds
 * @property {'natural' | 'clamped'} [kind] 'natural' (default): no acceleration at either end; 'clamped': given
 *   velocities at both ends
 * @property {SplinePoint} [startVelocity] velocity at the first point of a clamped spline: [vx, vy], or
 *   [vx, vy, angularVelocity] with angles, or the same numbers as x, y and angle; default 0
 * @property {SplinePoint} [endVelocity] velocity at the last point, as startVelocity
 */

/**
 * End conditions of a spline, and the states of the body outside it.
 *
 * @typedef {MotionExtras & SplineEnds} SplineOptions
 */

/**
 * A recorded pose.
 *
 * @typedef {object} MotionSample
 * @property {number} t time
 * @property {number} x x of the body's origin, in the world
 * @property {number} y y of the body's origin, in the world
 * @property {number} [angle] angle, radians, any number of turns; default 0
 */

/**
 * Recorded poses in succession, four numbers each: t, x, y, angle as in MotionSample; 1 to 2^24 poses. The
 * array is copied.
 *
 * @typedef {Float64Array | Float32Array} FlatSamples
 */

/**
 * A pose at a time, with its velocities.
 *
 * @typedef {object} MotionState
 * @property {number} t time
 * @property {number} x x of the body's origin, in the world
 * @property {number} y y of the body's origin, in the world
 * @property {number} [angle] angle, radians, any number of turns; default 0
 * @property {number} vx velocity of the origin, in the world
 * @property {number} vy velocity of the origin, in the world
 * @property {number} [angularVelocity] angular velocity, radians per unit of time; default 0
 */

/**
 * Interpolation between two samples.
 *
 * @typedef {object} SampleModel
 * @property {'linear' | 'cubic'} [model] 'linear' (default): position and angle change evenly between two
 *   samples; 'cubic': they follow cubics whose velocity at a sample is that of the parabola through it and its
 *   neighbors
 */

/**
 * Interpolation between samples, and the states of the body outside them.
 *
 * @typedef {MotionExtras & SampleModel} SampleOptions
 */

/**
 * Pose of a body that stands still.
 *
 * @typedef {object} StaticPose
 * @property {number} [x] x of the body's origin, in the world; default 0, as for the following fields
 * @property {number} [y] y of the body's origin
 * @property {number} [angle] angle, radians
 */

/**
 * The pieces of a motion.
 *
 * @typedef {object} MotionPieces
 * @property {readonly MotionPiece[]} pieces at least one piece, in time order
 */

/**
 * The pieces of a motion, and the states of the body outside them.
 *
 * @typedef {MotionPieces & MotionExtras} PiecewiseMotion
 */

/**
 * Constructors of motions. Each takes `ends`, or options that include them. An argument that is not finite, of
 * the wrong type or out of range is an error that names the argument, the record and the value. A position
 * beyond the range of float32 or an angle beyond 1e7 anywhere along the motion is `out-of-range`; times that
 * decrease are `out-of-order`.
 *
 * @typedef {object} MotionConstructors
 * @property {(pose?: StaticPose, ends?: MotionExtras) => Motion} static a body that stands still: a motion of
 *   zero duration at t = 0, which its ends ('stay') extend forever
 * @property {(line: LinearMotion, ends?: MotionExtras) => Motion} linear motion at constant velocity and constant
 *   angular velocity
 * @property {(line: AcceleratedMotion, ends?: MotionExtras) => Motion} accelerated motion at constant
 *   acceleration
 * @property {(arc: TurningMotion, ends?: MotionExtras) => Motion} turn motion at constant speed and angular
 *   velocity, with the body's angle along the path: the exact arc of a circle. An arc of less than 2^-8 radians
 *   is a polynomial of degree 5, accurate to 2^-49 of the arc, since the center is far away
 * @property {(points: readonly SplinePoint[] | ArrayLike<number>, times: ArrayLike<number>, options?: SplineOptions) => Motion} spline
 *   the cubic spline through points, with continuous angles, not reduced to one turn, at ascending times; a flat
 *   list has two or three numbers per time: velocity and acceleration are continuous. O(n). Source: de Boor, "A Practical Guide to
 *   Splines", 1978, chapter IV
 * @property {(samples: readonly MotionSample[] | FlatSamples, options?: SampleOptions) => Motion} samples
 *   motion through recorded poses at ascending times: a list of them, or a typed array of t, x, y, angle of
 *   each (the same motion, made several times faster). From one pose to the next the body turns the shorter
 *   way. O(n). Source of 'cubic': de Boor, chapter IV (Bessel's); Catmull and Rom, "A class of local
 *   interpolating splines", 1974, for even times
 * @property {(samples: readonly MotionState[] | FlatSamples, ends?: MotionExtras) => Motion} hermite motion through
 *   poses with velocities at ascending times, as planners sample them: a list of them, or a typed array of t, x,
 *   y, angle, vx, vy, angularVelocity of each. It has these poses and velocities at the samples, and cubics in
 *   between, so that position, angle and velocities are continuous. Angles count up to whole turns: from one pose
 *   to the next the body turns by the amount nearest to that of the mean of both angular velocities. O(n). Source:
 *   de Boor, chapter IV (cubic Hermite interpolation)
 */

/**
 * Makes a motion from its pieces and its ends, `before`, `after` and `inflation`, which may also be a second
 * argument. Pieces follow each other without a gap in time (`out-of-order`) and without a jump in position and angle
 * (`discontinuous`; a difference of at most 2^-17 of the length that the two pieces cover, or of 2^-17 radians, is
 * accepted). Its properties are constructors of common motions. O(n).
 *
 * @typedef {((motion: PiecewiseMotion, ends?: MotionExtras) => Motion) & MotionConstructors} MotionFactory
 */

/**
 * Pose of a moving body, usable as a Pose.
 *
 * @typedef {object} MotionPose
 * @property {number} x x of the body's origin, in the world
 * @property {number} y y of the body's origin, in the world
 * @property {number} angle angle, radians, not reduced to one turn
 */

/**
 * Bounds of a motion over a range of time, never too narrow.
 *
 * @typedef {object} MotionBounds
 * @property {[lo: number, hi: number]} x x of the body's origin
 * @property {[lo: number, hi: number]} y y of the body's origin
 * @property {[lo: number, hi: number]} angle angle, radians, not reduced to one turn
 * @property {number} speed maximum speed of the body's origin
 * @property {number} acceleration maximum acceleration of the body's origin
 * @property {number} angularVelocity maximum magnitude, radians per unit of time
 * @property {number} angularAcceleration maximum magnitude, radians per unit of time squared
 * @property {number} pointSpeed maximum speed of any point of the shape's core (the shape without its radius)
 * @property {number} pointAcceleration maximum acceleration of any point of the shape's core
 */

/**
 * @typedef {import('./moving_pair_batch.js').MovingPairBatch} MovingPairBatch
 * @typedef {import('./index.js').MotionQueries} MotionQueries
 */

/**
 * Statuses of contacts by their numbers in a batch: `CONTACT_STATUSES[movingPairs.statuses[k]]`.
 *
 * @type {typeof statuses}
 */
export const CONTACT_STATUSES = /* @__PURE__ */ Object.freeze(statuses);

/**
 * Number of values per piece in a batch of the default degree, 5: t0, t1, six coefficients of each of x, y and
 * angle, pivotX, pivotY. A batch of another degree has 7 + 3 * degree.
 */
export const PIECE_NUMBERS = 22;

/** Bits of `endings` in a batch. */
export const ENDING_BITS = /* @__PURE__ */ Object.freeze({
    /** The body does not exist before its motion. */
    vanishBefore: 1,
    /** The body does not exist after its motion. */
    vanishAfter: 2,
});
