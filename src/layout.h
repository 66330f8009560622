/*
 * All records and all named codes that C shares with JavaScript, as X-macro lists: the only place
 * that fixes the order of fields. wasm/gen_layout.c turns this file into js/graze/core/layout.js.
 *
 * All doubles of a record come first, then an even number of 32-bit integers. Then no compiler
 * inserts padding, and a record has the same layout on the host that generates js/graze/core/layout.js as in
 * the wasm.
 */
#ifndef GRAZE_LAYOUT_H
#define GRAZE_LAYOUT_H

/* Status of a call: X(C name, stable code in JavaScript, meaning). Zero is success. */
#define GRAZE_STATUS_LIST(X)                                                                       \
    X(GRAZE_OK, "ok", "success")                                                                   \
    X(GRAZE_E_NOT_FINITE, "not-finite", "a number is NaN or infinite")                             \
    X(GRAZE_E_OUT_OF_RANGE, "out-of-range", "a number is outside its valid range")                 \
    X(GRAZE_E_TOO_FEW_POINTS, "too-few-points", "a shape needs at least one point")                \
    X(GRAZE_E_NOT_CONVEX, "not-convex", "the outline is not convex at this point")                 \
    X(GRAZE_E_STALE_HANDLE, "stale-handle", "the handle was freed or never allocated")             \
    X(GRAZE_E_OUT_OF_MEMORY, "out-of-memory", "memory cannot grow further")                        \
    X(GRAZE_E_BAD_INDEX, "bad-index", "an index is out of range")                                  \
    X(GRAZE_E_NOT_A_HEADING, "not-a-heading", "cos^2 + sin^2 must be 1 to within 2^-10")           \
    X(GRAZE_E_FULL, "full", "the output array is too small for all results")                       \
    X(GRAZE_E_DISCONTINUOUS, "discontinuous", "the motion jumps where this piece begins")          \
    X(GRAZE_E_OUT_OF_ORDER, "out-of-order", "times must not decrease")                             \
    X(GRAZE_E_TOO_FINE, "out-of-range", "must be at least 8 ulps of the latest time or delay")     \
    X(GRAZE_E_TOO_MANY, "too-many-intervals", "the result has more intervals than the maximum")    \
    X(GRAZE_E_NO_HANDLE, "out-of-memory", "all 8388608 handles are in use: free unused ones")

/* Relation of two closed sets: X(C name, name in JavaScript). */
#define GRAZE_RELATION_LIST(X)                                                                     \
    X(GRAZE_DISJOINT, "disjoint")                                                                  \
    X(GRAZE_TOUCHING, "touching")                                                                  \
    X(GRAZE_OVERLAPPING, "overlapping")

/* Nearest feature of a shape: X(C name, name in JavaScript). */
#define GRAZE_FEATURE_LIST(X)                                                                      \
    X(GRAZE_VERTEX, "vertex")                                                                      \
    X(GRAZE_EDGE, "edge")

/*
 * Method that reduces a simplex to its feature nearest the origin: X(C name, name in JavaScript).
 */
#define GRAZE_SUBDISTANCE_LIST(X)                                                                  \
    X(GRAZE_BARYCODE, "barycode")                                                                  \
    X(GRAZE_BARYCODE_GENERAL, "barycode-general")                                                  \
    X(GRAZE_JOHNSON, "johnson")                                                                    \
    X(GRAZE_SIGNED_VOLUME, "signed-volume")

/* Method that finds the vertex furthest in a direction: X(C name, name in JavaScript). */
#define GRAZE_SUPPORT_LIST(X)                                                                      \
    X(GRAZE_SUPPORT_AUTO, "auto")                                                                  \
    X(GRAZE_SUPPORT_SCAN, "scan")                                                                  \
    X(GRAZE_SUPPORT_CLIMB, "climb")                                                                \
    X(GRAZE_SUPPORT_SIMD, "simd")

/* Initial direction of GJK: X(C name, name in JavaScript). */
#define GRAZE_START_LIST(X)                                                                        \
    X(GRAZE_START_POINT, "point")                                                                  \
    X(GRAZE_START_FIXED, "fixed")

/* Result of a cast: X(C name, name in JavaScript). */
#define GRAZE_CAST_STATUS_LIST(X)                                                                  \
    X(GRAZE_CAST_FREE, "free")                                                                     \
    X(GRAZE_CAST_HIT, "hit")                                                                       \
    X(GRAZE_CAST_GRAZING, "grazing")                                                               \
    X(GRAZE_CAST_OVERLAPPING, "overlapping")

/* Result of a query of two moving bodies: X(C name, name in JavaScript). */
#define GRAZE_CONTACT_STATUS_LIST(X)                                                               \
    X(GRAZE_CONTACT_FREE, "free")                                                                  \
    X(GRAZE_CONTACT_HIT, "hit")                                                                    \
    X(GRAZE_CONTACT_GRAZING, "grazing")                                                            \
    X(GRAZE_CONTACT_OVERLAPPING, "overlapping")                                                    \
    X(GRAZE_CONTACT_UNDECIDED, "undecided")

/* Certainty of a clearance: X(C name, name in JavaScript). */
#define GRAZE_CLEARANCE_STATUS_LIST(X)                                                             \
    X(GRAZE_CLEARANCE_CERTIFIED, "certified")                                                      \
    X(GRAZE_CLEARANCE_UNDECIDED, "undecided")

/* Method that finds a first contact: X(C name, name in JavaScript). */
#define GRAZE_CONTACT_METHOD_LIST(X)                                                               \
    X(GRAZE_METHOD_CERTIFIED, "certified")                                                         \
    X(GRAZE_METHOD_CONSERVATIVE, "conservative")                                                   \
    X(GRAZE_METHOD_BCDA, "bcda")                                                                   \
    X(GRAZE_METHOD_PCDA, "pcda")

/* Existence of a body before its motion begins and after it ends: X(C name, name in JavaScript). */
#define GRAZE_ENDING_LIST(X)                                                                       \
    X(GRAZE_STAY, "stay")                                                                          \
    X(GRAZE_VANISH, "vanish")

/* Method that finds the candidate steps of two paths: X(C name, name in JavaScript). */
#define GRAZE_SWEEP_METHOD_LIST(X)                                                                 \
    X(GRAZE_SWEEP_AUTO, "auto")                                                                    \
    X(GRAZE_SWEEP_SI, "si")                                                                        \
    X(GRAZE_SWEEP_STA, "sta")                                                                      \
    X(GRAZE_SWEEP_BVH, "bvh")                                                                      \
    X(GRAZE_SWEEP_BVI_BVH, "bvi-bvh")                                                              \
    X(GRAZE_SWEEP_PYRAMID, "pyramid")                                                              \
    X(GRAZE_SWEEP_RELATIVE, "relative")

/* Content of a path's boxes: X(C name, name in JavaScript). */
#define GRAZE_BOXES_LIST(X)                                                                        \
    X(GRAZE_BOXES_COVER, "cover")                                                                  \
    X(GRAZE_BOXES_STEP_ENDS, "step-ends")

/* Extent of a scene query: X(C name, name in JavaScript). */
#define GRAZE_SCENE_MODE_LIST(X)                                                                   \
    X(GRAZE_SCENE_ALL, "all")                                                                      \
    X(GRAZE_SCENE_FIRST, "first")                                                                  \
    X(GRAZE_SCENE_ANY, "any")

/* Policy for touching: X(C name, name in JavaScript). */
#define GRAZE_TOUCHING_LIST(X)                                                                     \
    X(GRAZE_TOUCHING_CONFLICT, "conflict")                                                         \
    X(GRAZE_TOUCHING_ALLOWED, "allowed")

/* Ends of spans of delays or times, in contact or safe: X(C name, name in JavaScript). */
#define GRAZE_SPAN_ENDS_LIST(X)                                                                    \
    X(GRAZE_SPAN_ENDS_CONTACT, "contact")                                                          \
    X(GRAZE_SPAN_ENDS_SAFE, "safe")

/* Velocities in a velocity obstacle: X(C name, name in JavaScript). */
#define GRAZE_OBSTACLE_LIST(X)                                                                     \
    X(GRAZE_OBSTACLE_CONE, "cone")                                                                 \
    X(GRAZE_OBSTACLE_EVERYTHING, "everything")                                                     \
    X(GRAZE_OBSTACLE_NOTHING, "nothing")

/* Method of conflict detection, for comparison: X(C name, name in JavaScript). */
#define GRAZE_BASELINE_LIST(X)                                                                     \
    X(GRAZE_BASELINE_CONTAINER, "container")                                                       \
    X(GRAZE_BASELINE_SAMPLING, "sampling")                                                         \
    X(GRAZE_BASELINE_ADAPTIVE, "adaptive")                                                         \
    X(GRAZE_BASELINE_CELLS_BRESENHAM, "cells-bresenham")                                           \
    X(GRAZE_BASELINE_CELLS_WU, "cells-wu")                                                         \
    X(GRAZE_BASELINE_VELOCITY_OBSTACLE, "velocity-obstacle")                                       \
    X(GRAZE_BASELINE_ALGEBRAIC, "algebraic")

/* End of a round of GJK: X(C name, name in JavaScript). */
#define GRAZE_OUTCOME_LIST(X)                                                                      \
    X(GRAZE_OUTCOME_NEARER, "nearer")                                                              \
    X(GRAZE_OUTCOME_INSIDE, "inside")                                                              \
    X(GRAZE_OUTCOME_ORIGIN, "origin")                                                              \
    X(GRAZE_OUTCOME_REPEATED, "repeated")                                                          \
    X(GRAZE_OUTCOME_STALLED, "stalled")

/* Field lists of the records: X(C type, field). graze.h states the meaning of the fields. */
#define GRAZE_POINTS_FIELDS(X)                                                                     \
    X(double, point_a_x)                                                                           \
    X(double, point_a_y)                                                                           \
    X(double, point_b_x)                                                                           \
    X(double, point_b_y)                                                                           \
    X(double, normal_x)                                                                            \
    X(double, normal_y)

#define GRAZE_FEATURES_FIELDS(X)                                                                   \
    X(int32_t, feature_a)                                                                          \
    X(int32_t, index_a)                                                                            \
    X(int32_t, feature_b)                                                                          \
    X(int32_t, index_b)

#define GRAZE_WITNESS_FIELDS(X)                                                                    \
    GRAZE_POINTS_FIELDS(X)                                                                         \
    X(int32_t, relation)                                                                           \
    GRAZE_FEATURES_FIELDS(X)                                                                       \
    X(int32_t, iterations)

#define GRAZE_DISTANCE_FIELDS(X)                                                                   \
    X(double, distance)                                                                            \
    GRAZE_WITNESS_FIELDS(X)

#define GRAZE_PENETRATION_FIELDS(X)                                                                \
    X(double, depth)                                                                               \
    GRAZE_WITNESS_FIELDS(X)

#define GRAZE_CAST_FIELDS(X)                                                                       \
    X(double, begin)                                                                               \
    X(double, end)                                                                                 \
    X(double, point_x)                                                                             \
    X(double, point_y)                                                                             \
    X(double, normal_x)                                                                            \
    X(double, normal_y)                                                                            \
    X(int32_t, status)                                                                             \
    X(int32_t, relation)                                                                           \
    GRAZE_FEATURES_FIELDS(X)

#define GRAZE_CONTACT_FIELDS(X)                                                                    \
    X(double, lo)                                                                                  \
    X(double, hi)                                                                                  \
    X(double, separation)                                                                          \
    GRAZE_POINTS_FIELDS(X)                                                                         \
    X(int32_t, status)                                                                             \
    GRAZE_FEATURES_FIELDS(X)                                                                       \
    X(int32_t, iterations)

#define GRAZE_SWEEP_RESULT_FIELDS(X)                                                               \
    GRAZE_CONTACT_FIELDS(X)                                                                        \
    X(int32_t, step)                                                                               \
    X(int32_t, tests)                                                                              \
    X(int32_t, candidates)                                                                         \
    X(int32_t, runs)

#define GRAZE_SCENE_CONTACT_FIELDS(X)                                                              \
    X(double, lo)                                                                                  \
    X(double, hi)                                                                                  \
    X(int32_t, first)                                                                              \
    X(int32_t, second)                                                                             \
    X(int32_t, status)                                                                             \
    X(int32_t, spare)

#define GRAZE_INTERVAL_FIELDS(X)                                                                   \
    X(double, begin_lo)                                                                            \
    X(double, begin_hi)                                                                            \
    X(double, end_lo)                                                                              \
    X(double, end_hi)                                                                              \
    X(int32_t, status)                                                                             \
    X(int32_t, iterations)

#define GRAZE_CLEARANCE_FIELDS(X)                                                                  \
    X(double, lo)                                                                                  \
    X(double, hi)                                                                                  \
    X(double, time)                                                                                \
    GRAZE_POINTS_FIELDS(X)                                                                         \
    X(int32_t, is_common)                                                                          \
    X(int32_t, status)                                                                             \
    X(int32_t, iterations)                                                                         \
    X(int32_t, spare)

#define GRAZE_MOTION_BOUNDS_FIELDS(X)                                                              \
    X(double, min_x)                                                                               \
    X(double, min_y)                                                                               \
    X(double, max_x)                                                                               \
    X(double, max_y)                                                                               \
    X(double, min_angle)                                                                           \
    X(double, max_angle)                                                                           \
    X(double, speed)                                                                               \
    X(double, acceleration)                                                                        \
    X(double, angular_velocity)                                                                    \
    X(double, angular_acceleration)                                                                \
    X(double, point_speed)                                                                         \
    X(double, point_acceleration)

#define GRAZE_DIFFERENCE_FIELDS(X)                                                                 \
    X(double, x)                                                                                   \
    X(double, y)                                                                                   \
    X(int32_t, a)                                                                                  \
    X(int32_t, b)

#define GRAZE_GJK_ROUND_FIELDS(X)                                                                  \
    X(double, direction_x)                                                                         \
    X(double, direction_y)                                                                         \
    X(double, w_x)                                                                                 \
    X(double, w_y)                                                                                 \
    X(double, v_x)                                                                                 \
    X(double, v_y)                                                                                 \
    X(double, x0)                                                                                  \
    X(double, y0)                                                                                  \
    X(double, weight0)                                                                             \
    X(double, x1)                                                                                  \
    X(double, y1)                                                                                  \
    X(double, weight1)                                                                             \
    X(double, x2)                                                                                  \
    X(double, y2)                                                                                  \
    X(double, weight2)                                                                             \
    X(int32_t, w_a)                                                                                \
    X(int32_t, w_b)                                                                                \
    X(int32_t, a0)                                                                                 \
    X(int32_t, b0)                                                                                 \
    X(int32_t, a1)                                                                                 \
    X(int32_t, b1)                                                                                 \
    X(int32_t, a2)                                                                                 \
    X(int32_t, b2)                                                                                 \
    X(int32_t, count)                                                                              \
    X(int32_t, barycode)                                                                           \
    X(int32_t, outcome)                                                                            \
    X(int32_t, kept)

#define GRAZE_MOVING_DISC_FIELDS(X)                                                                \
    X(double, x)                                                                                   \
    X(double, y)                                                                                   \
    X(double, vx)                                                                                  \
    X(double, vy)                                                                                  \
    X(double, t0)                                                                                  \
    X(double, t1)                                                                                  \
    X(double, radius)

#define GRAZE_MOVING_SPHERE_FIELDS(X)                                                              \
    X(double, x)                                                                                   \
    X(double, y)                                                                                   \
    X(double, z)                                                                                   \
    X(double, vx)                                                                                  \
    X(double, vy)                                                                                  \
    X(double, vz)                                                                                  \
    X(double, ax)                                                                                  \
    X(double, ay)                                                                                  \
    X(double, az)                                                                                  \
    X(double, t0)                                                                                  \
    X(double, t1)                                                                                  \
    X(double, radius)

#define GRAZE_CONFLICT_FIELDS(X)                                                                   \
    X(double, begin)                                                                               \
    X(double, end)                                                                                 \
    X(double, separation)                                                                          \
    X(double, time)                                                                                \
    X(int32_t, relation)                                                                           \
    X(int32_t, spare)

#define GRAZE_SPAN_FIELDS(X)                                                                       \
    X(double, begin)                                                                               \
    X(double, end)

#define GRAZE_VELOCITY_OBSTACLE_FIELDS(X)                                                          \
    X(double, apex_x)                                                                              \
    X(double, apex_y)                                                                              \
    X(double, left_x)                                                                              \
    X(double, left_y)                                                                              \
    X(double, right_x)                                                                             \
    X(double, right_y)                                                                             \
    X(double, cut_x)                                                                               \
    X(double, cut_y)                                                                               \
    X(double, cut_radius)                                                                          \
    X(double, horizon)                                                                             \
    X(int32_t, kind)                                                                               \
    X(int32_t, spare)

#define GRAZE_SAFE_VELOCITY_FIELDS(X)                                                              \
    X(double, vx)                                                                                  \
    X(double, vy)                                                                                  \
    X(double, end)                                                                                 \
    X(double, delay)                                                                               \
    X(int32_t, step)                                                                               \
    X(int32_t, agent)

#define GRAZE_APPROACH_FIELDS(X)                                                                   \
    X(double, begin)                                                                               \
    X(double, end)                                                                                 \
    X(double, separation)                                                                          \
    X(double, time)                                                                                \
    X(int32_t, relation)                                                                           \
    X(int32_t, is_common)

/* All records: X(struct name, JavaScript name, its field list). */
#define GRAZE_RECORD_LIST(X)                                                                       \
    X(GrazeDistance, DISTANCE, GRAZE_DISTANCE_FIELDS)                                              \
    X(GrazePenetration, PENETRATION, GRAZE_PENETRATION_FIELDS)                                     \
    X(GrazeCast, CAST, GRAZE_CAST_FIELDS)                                                          \
    X(GrazeDifference, DIFFERENCE, GRAZE_DIFFERENCE_FIELDS)                                        \
    X(GrazeGjkRound, GJK_ROUND, GRAZE_GJK_ROUND_FIELDS)                                            \
    X(GrazeMovingDisc, MOVING_DISC, GRAZE_MOVING_DISC_FIELDS)                                      \
    X(GrazeApproach, APPROACH, GRAZE_APPROACH_FIELDS)                                              \
    X(GrazeMovingSphere, MOVING_SPHERE, GRAZE_MOVING_SPHERE_FIELDS)                                \
    X(GrazeConflict, CONFLICT, GRAZE_CONFLICT_FIELDS)                                              \
    X(GrazeSpan, SPAN, GRAZE_SPAN_FIELDS)                                                          \
    X(GrazeVelocityObstacle, VELOCITY_OBSTACLE, GRAZE_VELOCITY_OBSTACLE_FIELDS)                    \
    X(GrazeSafeVelocity, SAFE_VELOCITY, GRAZE_SAFE_VELOCITY_FIELDS)                                \
    X(GrazeContact, CONTACT, GRAZE_CONTACT_FIELDS)                                                 \
    X(GrazeInterval, INTERVAL, GRAZE_INTERVAL_FIELDS)                                              \
    X(GrazeClearance, CLEARANCE, GRAZE_CLEARANCE_FIELDS)                                           \
    X(GrazeMotionBounds, MOTION_BOUNDS, GRAZE_MOTION_BOUNDS_FIELDS)                                \
    X(GrazeSweepResult, SWEEP_RESULT, GRAZE_SWEEP_RESULT_FIELDS)                                   \
    X(GrazeSceneContact, SCENE_CONTACT, GRAZE_SCENE_CONTACT_FIELDS)

#endif
