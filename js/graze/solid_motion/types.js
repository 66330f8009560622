/** Arguments and answers of the queries on bodies in space that move. */

/**
 * @import { MatrixLike, Quaternion, SolidBounds, SolidFeature, SolidPoint, SolidPointLike, SolidPose } from '../solid/types.js'
 */

/**
 * Two moving bodies in space that never meet.
 *
 * @typedef {object} NoSolidContact
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
 * The bracket and the geometry of a first contact in space.
 *
 * @typedef {object} FoundSolidContact
 * @property {Exclude<ContactStatus, 'free'>} status see {@link ContactStatus}
 * @property {[lo: number, hi: number]} time bracket [lo, hi] of the first contact: no contact before lo; hi - lo is
 *   at most the tolerance for a hit
 * @property {number} separation signed separation at lo: negative for an overlap. Of compounds and meshes it is the least of
 *   two parts, as in `separationsAt`
 * @property {SolidPoint} pointA point of A at lo, world frame, as in SolidDistance or, for an overlap, SolidPenetration
 * @property {SolidPoint} pointB see pointA
 * @property {SolidPoint} normal unit vector from A towards B
 * @property {SolidFeature} featureA feature of A's core that is nearest at lo
 * @property {SolidFeature} featureB feature of B's core that is nearest at lo
 * @property {number} iterations number of evaluations of the poses of the two bodies
 */

/**
 * First contact of two moving bodies in space. A test of `status` decides which fields are null: all but `status` and
 * `iterations` when it is 'free', none otherwise.
 *
 * @typedef {NoSolidContact | FoundSolidContact} SolidFirstContact
 */

/**
 * Least separation of two moving bodies in space that exist at the same time at least once.
 *
 * @typedef {object} FoundSolidClearance
 * @property {[lo: number, hi: number]} separation bracket [lo, hi] of the least signed separation (negative:
 *   minus the depth of penetration)
 * @property {ClearanceStatus} status see {@link ClearanceStatus}
 * @property {number} time time at which hi is reached, to within an ulp of the clock
 * @property {SolidPoint} pointA point of A at that time, as in SolidFirstContact
 * @property {SolidPoint} pointB see pointA
 * @property {SolidPoint} normal unit vector from A towards B
 * @property {number} iterations number of evaluations of the separation
 */

/**
 * Two moving bodies in space that never exist at the same time, or stay farther apart than `atMost`, or compounds whose
 * iterations are used up before any separation of theirs is known.
 *
 * @typedef {object} NoSolidClearance
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
 * Least separation of two moving bodies in space. `time`, points and normal are null when the two never exist at the
 * same time, stay farther apart than `atMost`, or no upper bound is known: a test of `time` decides.
 *
 * @typedef {FoundSolidClearance | NoSolidClearance} SolidClearance
 */

/**
 * Capacity of a batch of moving bodies in space.
 *
 * @typedef {object} SolidMovingPairOptions
 * @property {number} [pieces] maximum number of pieces of the motions of all bodies together, 1 to 2^24; default: the
 *   number of bodies
 * @property {number} [pairs] maximum number of pairs, 1 to 2^24; default: the number of bodies
 */

/**
 * Options of a search for the bodies that may come near each other.
 *
 * @typedef {object} NearMovingOptions
 * @property {number} [reach] distance up to which they are near, at least 0; default 0
 * @property {number} [from] beginning of the time; default: that of all motions
 * @property {number} [to] end of the time, at least `from`; default: that of all motions
 * @property {number} [steps] number of equal parts of the time in which boxes are compared, 1 to 2^16; default 64
 */

/**
 * Frame in which a body moves.
 *
 * @typedef {object} SolidParent
 * @property {import('./motion.js').SolidMotion | null} [parent] motion of the frame in which the body moves, so that it exists only while its
 *   parent does; a chain has at most 16 motions (`out-of-range`); default: the world
 */

/**
 * States of a body in space outside its motion.
 *
 * @typedef {object} SolidEndings
 * @property {Ending} [before] state before the motion begins; default 'stay'
 * @property {Ending} [after] state after it ends; default 'stay'
 */

/**
 * States of a body outside its motion, and the frame in which it moves.
 *
 * @typedef {SolidEndings & SolidParent} SolidMotionEnds
 */

/**
 * A piece of a motion in space, for t in [t0, t1]. With s = t - t0, the body, first rotated by `quaternion` or `rotation`,
 * is rotated by angle(s) about `axis` through its point `pivot`, which is at (x(s), y(s), z(s)). The axis is fixed in the
 * frame in which the body moves: the world or that of the parent. The polynomials have at most degree 7. A piece takes 352
 * bytes; one of degree 6 or 7 lasts at most 1e40 (`out-of-range`).
 *
 * @typedef {object} SolidMotionPiece
 * @property {number} t0 time at which the piece begins
 * @property {number} t1 time at which it ends and the next piece begins; at least t0
 * @property {ArrayLike<number>} x 1 to 8 coefficients: x(s) = x[0] + x[1] s + ... + x[7] s^7
 * @property {ArrayLike<number>} y coefficients of y(s), as x
 * @property {ArrayLike<number>} z coefficients of z(s), as x
 * @property {ArrayLike<number>} [angle] coefficients of angle(s), as x; radians, counter-clockwise seen against the axis,
 *   at most 1e7 in magnitude; default [0]
 * @property {SolidPointLike} [axis] axis, of length 1 to within 0.001 (`not-a-heading`), which is corrected; default: that
 *   of z
 * @property {Readonly<Quaternion> | ArrayLike<number>} [quaternion] rotation before that about the axis, as in a pose;
 *   default: none
 * @property {Readonly<MatrixLike> | ArrayLike<number> | object} [rotation] the same as a matrix, as in a pose
 * @property {SolidPointLike} [pivot] point in the body's frame; default: its origin
 */

/**
 * The pieces of a motion in space.
 *
 * @typedef {object} SolidMotionPieces
 * @property {readonly SolidMotionPiece[]} pieces at least one piece, in time order
 */

/**
 * The pieces of a motion in space, the states of the body outside them, and the frame in which it moves.
 *
 * @typedef {SolidMotionPieces & SolidMotionEnds} PiecewiseSolidMotion
 */

/**
 * Velocities of a body in space.
 *
 * @typedef {object} LinearSolidRates
 * @property {number} t0 time at which the motion begins
 * @property {number} t1 time at which it ends, at least t0
 * @property {number} [vx] x of the velocity of the body's origin; default 0, as for the following fields
 * @property {number} [vy] y of that velocity
 * @property {number} [vz] z of that velocity
 * @property {SolidPointLike} [angularVelocity] angular velocity: a vector along the axis, in radians per unit of time
 */

/**
 * Motion of the body's origin along a straight line at constant velocity, and constant angular velocity, from the pose
 * at t0, whose properties the record has besides: all forms of a pose, each optional.
 *
 * @typedef {LinearSolidRates & SolidPose} LinearSolidMotion
 */

/**
 * Two poses of a body in space, and the times at which it has them.
 *
 * @typedef {object} SolidMotionSpan
 * @property {number} t0 time of the first pose
 * @property {number} t1 time of the second pose, more than t0
 * @property {SolidPose} from pose at t0
 * @property {SolidPose} to pose at t1
 */

/**
 * Time of a recorded pose.
 *
 * @typedef {object} SampleTime
 * @property {number} t time
 */

/**
 * A recorded pose in space, in any form of a pose.
 *
 * @typedef {SampleTime & SolidPose} SolidMotionSample
 */

/**
 * Recorded poses in succession, eight numbers each: t, x, y, z, qx, qy, qz, qw; 1 to 2^24 poses. The array is copied.
 *
 * @typedef {Float64Array | Float32Array} FlatSolidSamples
 */

/**
 * Values of a joint from t0 to t1.
 *
 * @typedef {object} JointPiece
 * @property {number} t0 time at which the piece begins
 * @property {number} t1 time at which it ends and the next piece begins; at least t0
 * @property {ArrayLike<number>} q 1 to 8 coefficients: with s = t - t0, q(s) = q[0] + q[1] s + ... + q[7] s^7; radians, or
 *   a length for a prismatic joint
 */

/**
 * A joint between a link and its parent, as descriptions of robots have it (URDF). At q = 0 the frame of the link is at
 * `pose`; from there it turns about `axis` by q, or moves along it.
 *
 * @typedef {object} SolidJoint
 * @property {'revolute' | 'prismatic' | 'fixed'} [kind] 'revolute' (default): q turns the link about the axis;
 *   'prismatic': q moves it along the axis; 'fixed': the link stays at the pose, and there are neither axis nor pieces
 * @property {SolidPose} [pose] pose of the joint in the frame of the parent; default: the identity
 * @property {SolidPointLike} [axis] axis in the frame of the joint, through its origin, of length 1 to within 0.001;
 *   default: that of z
 * @property {readonly JointPiece[]} [pieces] values of the joint, at least one piece, in time order
 */

/**
 * Constructors of motions in space. Each takes `ends`. An argument that is not finite, of the wrong type or out of range is an
 * error that names the argument, the record and the value. A position beyond the range of float32 or an angle beyond 1e7
 * anywhere along the motion is `out-of-range`; times that decrease are `out-of-order`.
 *
 * @typedef {object} SolidMotionConstructors
 * @property {(pose?: SolidPose, ends?: SolidMotionEnds) => import('./motion.js').SolidMotion} static a body that stands still: a motion of
 *   zero duration at t = 0, which its ends ('stay') extend forever. O(1)
 * @property {(line: LinearSolidMotion, ends?: SolidMotionEnds) => import('./motion.js').SolidMotion} linear motion at constant velocity and
 *   constant angular velocity. O(1)
 * @property {(span: SolidMotionSpan, ends?: SolidMotionEnds) => import('./motion.js').SolidMotion} slerp motion from one pose to another: the origin
 *   moves evenly along a straight line, and the body turns evenly about one axis, the shorter way (after half a turn either
 *   may be). The second pose is met to within 2^-48 radians, and the rounding of its numbers. O(1). Source: Shoemake,
 *   "Animating rotation with quaternion curves", 1985
 * @property {(span: SolidMotionSpan, ends?: SolidMotionEnds) => import('./motion.js').SolidMotion} screw motion from one pose to another: the body
 *   turns evenly about one axis that is fixed in space, the shorter way, and moves evenly along it, so that points move along
 *   helices. Poses are met as by `slerp`. Below 2^-6 radians positions are polynomials, accurate to 2^-57 of the way. O(1).
 *   Source: Chasles, "Note sur les propriétés générales du système de deux corps semblables entr'eux", 1830
 * @property {(samples: readonly SolidMotionSample[] | FlatSolidSamples, ends?: SolidMotionEnds) => import('./motion.js').SolidMotion} samples
 *   motion through recorded poses at ascending times, from one to the next as by `slerp`: a list of them, or a typed array of
 *   t, x, y, z, qx, qy, qz, qw of each. O(n)
 * @property {(parent: import('./motion.js').SolidMotion | null | undefined, joint: SolidJoint, ends?: SolidEndings) => import('./motion.js').SolidMotion} chain motion of
 *   a link whose joint is in the frame of a parent, the motion of another link; null: in the world. The links of an arm are
 *   such a chain. O(pieces). Source: Hu, Teo, Lee, "Continuous collision detection between two moving convex objects": the
 *   histories q(theta) of joints
 */

/**
 * Makes a motion in space from its pieces and its ends, `before`, `after` and `parent`, which may also be a second argument.
 * Pieces follow each other without a gap in time (`out-of-order`) and without a jump in position and rotation
 * (`discontinuous`; a difference of at most 2^-17 of the length that the two pieces cover, or of 2^-17 radians, is
 * accepted). Its properties are constructors of common motions. O(n).
 *
 * @typedef {((motion: PiecewiseSolidMotion, ends?: SolidMotionEnds) => import('./motion.js').SolidMotion) & SolidMotionConstructors} SolidMotionFactory
 */

/**
 * Pose of a moving body in space, usable as a SolidPose.
 *
 * @typedef {object} SolidMotionPose
 * @property {number} x x of the body's origin, in the world
 * @property {number} y y of the body's origin
 * @property {number} z z of the body's origin
 * @property {number} qx first component of the vector part of the rotation's quaternion
 * @property {number} qy second component of the vector part
 * @property {number} qz third component of the vector part
 * @property {number} qw scalar part, at least 0
 */

/**
 * Velocity of a moving body in space, in the world, with the names of `linear`.
 *
 * @typedef {object} SolidVelocity
 * @property {number} vx x of the velocity of the body's origin
 * @property {number} vy y of that velocity
 * @property {number} vz z of that velocity
 * @property {SolidPoint} angularVelocity angular velocity: a vector along the axis, in radians per unit of time
 */

/**
 * Largest speeds and accelerations of a moving body in space.
 *
 * @typedef {object} SolidRates
 * @property {number} speed maximum speed of the body's origin
 * @property {number} acceleration maximum acceleration of the body's origin
 * @property {number} angularVelocity maximum magnitude, radians per unit of time
 * @property {number} angularAcceleration maximum magnitude, radians per unit of time squared
 * @property {number} pointSpeed maximum speed of any point of the body's core (the body without its radius)
 * @property {number} pointAcceleration maximum acceleration of any point of the body's core
 */

/**
 * Bounds of a moving body in space over a range of time, never too narrow: a box with sides along the world's axes, from
 * Infinity to -Infinity if the body never exists then, and the largest speeds and accelerations.
 *
 * @typedef {SolidBounds & SolidRates} SolidMotionBounds
 */

/**
 * Third coordinate of a clock's point.
 *
 * @typedef {object} SolidClockPoint
 * @property {number} [z] z of the point relative to which the boxes are stored; default 0
 */

/**
 * Time steps of paths in space, as those in the plane, whose point has a z too.
 *
 * @typedef {Clock & SolidClockPoint} SolidClock
 */

/**
 * First contact of two bodies of a scene.
 *
 * @typedef {object} SolidBodyPair
 * @property {number} first lower index of the two bodies
 * @property {number} second higher index
 * @property {ContactStatus} status as in FirstContact, never 'free'
 * @property {[lo: number, hi: number]} time as in FirstContact
 */

/**
 * No contact with a body of a scene.
 *
 * @typedef {object} NoSceneContact
 * @property {null} body no body
 * @property {'free'} status always 'free'
 * @property {null} time no time
 */

/**
 * First contact with any body of a scene, if there is one.
 *
 * @typedef {BodyContact | NoSceneContact} SolidSceneContact
 */

/**
 * Body that comes nearest, and when.
 *
 * @typedef {object} FoundNearestBody
 * @property {number} time time at which hi is reached
 * @property {number} body index of the nearest body at that time
 */

/**
 * No body that comes nearer than `atMost`.
 *
 * @typedef {object} NoNearestBody
 * @property {null} time no time
 * @property {null} body none
 */

/**
 * Least separation from any body of a scene: lo and hi as in SolidClearance, or [atMost, Infinity], where `time` and `body`
 * are null: lo may be less by up to the distanceTolerance where something is hardly farther away.
 *
 * @typedef {object} SceneSeparation
 * @property {[lo: number, hi: number]} separation bracket of the least signed separation, negative in an overlap
 * @property {ClearanceStatus} status see {@link ClearanceStatus}
 */

/**
 * Clearance of a body in a scene. A test of `time` decides whether there is a nearest body.
 *
 * @typedef {SceneSeparation & (FoundNearestBody | NoNearestBody)} SolidSceneClearance
 */

/**
 * @typedef {import('../motion/types.js').AtMostOption} AtMostOption
 * @typedef {import('../motion/types.js').ContactInterval} ContactInterval
 * @typedef {import('../motion/types.js').DelayOptions} DelayOptions
 * @typedef {import('../motion/types.js').UnsafeDelays} UnsafeDelays
 * @typedef {import('../motion/types.js').ContactStatus} ContactStatus
 * @typedef {import('../motion/types.js').ClearanceStatus} ClearanceStatus
 * @typedef {import('../motion/types.js').Ending} Ending
 * @typedef {import('../motion/types.js').ListOptions} ListOptions
 * @typedef {import('../motion/types.js').MotionOptions} MotionOptions
 * @typedef {import('../trajectory/box_index.js').BoxIndex} BoxIndex
 * @typedef {import('../trajectory/types.js').BodyContact} BodyContact
 * @typedef {import('../trajectory/types.js').BoxIndexOptions} BoxIndexOptions
 * @typedef {import('../trajectory/types.js').Clock} Clock
 * @typedef {import('../trajectory/types.js').SceneClearanceOptions} SceneClearanceOptions
 * @typedef {import('../trajectory/types.js').SceneOptions} SceneOptions
 * @typedef {import('./index.js').SolidMotionQueries} SolidMotionQueries
 * @typedef {import('./motion.js').SolidMotion} SolidMotion
 * @typedef {import('./moving_pair_batch.js').SolidMovingPairBatch} SolidMovingPairBatch
 * @typedef {import('./path.js').SolidPath} SolidPath
 * @typedef {import('./scene.js').SolidScene} SolidScene
 */
