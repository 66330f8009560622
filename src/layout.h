/*
 * Every record and every named code that C shares with JavaScript, as X-macro lists: the only place
 * that fixes a field's order. wasm/gen_layout.c turns this file into js/layout.js.
 *
 * Rule: all doubles first, then 32-bit integers in an even number. Then no compiler inserts
 * padding, and a record has the same layout on the host that generates js/layout.js as in the wasm.
 */
#ifndef GRAZE_LAYOUT_H
#define GRAZE_LAYOUT_H

/* Status of a call: X(C name, stable code in JavaScript, what it means). Zero is success. */
#define GRAZE_STATUS_LIST(X)                                                                       \
    X(GRAZE_OK, "ok", "success")                                                                   \
    X(GRAZE_E_NOT_FINITE, "not-finite", "a number is NaN or infinite")                             \
    X(GRAZE_E_OUT_OF_RANGE, "out-of-range", "a number is outside its valid range")                 \
    X(GRAZE_E_TOO_FEW_POINTS, "too-few-points", "a shape needs at least one point")                \
    X(GRAZE_E_NOT_CONVEX, "not-convex", "the outline is not convex at this point")                 \
    X(GRAZE_E_STALE_HANDLE, "stale-handle", "the handle was freed, or never given out")            \
    X(GRAZE_E_OUT_OF_MEMORY, "out-of-memory", "memory cannot grow further")                        \
    X(GRAZE_E_BAD_INDEX, "bad-index", "an index is beyond the records it points into")

/* How two closed sets lie to each other: X(C name, name in JavaScript). */
#define GRAZE_RELATION_LIST(X)                                                                     \
    X(GRAZE_DISJOINT, "disjoint")                                                                  \
    X(GRAZE_TOUCHING, "touching")                                                                  \
    X(GRAZE_OVERLAPPING, "overlapping")

/* Which part of a shape is nearest: X(C name, name in JavaScript). */
#define GRAZE_FEATURE_LIST(X)                                                                      \
    X(GRAZE_VERTEX, "vertex")                                                                      \
    X(GRAZE_EDGE, "edge")

/* How a simplex is reduced to the part nearest the origin: X(C name, name in JavaScript). */
#define GRAZE_SUBDISTANCE_LIST(X)                                                                  \
    X(GRAZE_BARYCODE, "barycode")                                                                  \
    X(GRAZE_BARYCODE_GENERAL, "barycode-general")

/* Records: X(C type, field). See graze.h for what the fields mean. */
#define GRAZE_DISTANCE_FIELDS(X)                                                                   \
    X(double, distance)                                                                            \
    X(double, point_a_x)                                                                           \
    X(double, point_a_y)                                                                           \
    X(double, point_b_x)                                                                           \
    X(double, point_b_y)                                                                           \
    X(double, normal_x)                                                                            \
    X(double, normal_y)                                                                            \
    X(int32_t, relation)                                                                           \
    X(int32_t, feature_a)                                                                          \
    X(int32_t, index_a)                                                                            \
    X(int32_t, feature_b)                                                                          \
    X(int32_t, index_b)                                                                            \
    X(int32_t, iterations)

#define GRAZE_SEGMENT_FIELDS(X)                                                                    \
    X(double, x)                                                                                   \
    X(double, y)                                                                                   \
    X(double, vx)                                                                                  \
    X(double, vy)                                                                                  \
    X(double, start)                                                                               \
    X(double, end)                                                                                 \
    X(double, radius)

#define GRAZE_APPROACH_FIELDS(X)                                                                   \
    X(double, lo)                                                                                  \
    X(double, hi)                                                                                  \
    X(double, distance)                                                                            \
    X(double, time)                                                                                \
    X(int32_t, relation)                                                                           \
    X(int32_t, common)

/* All records: X(struct name, JavaScript name, its field list). */
#define GRAZE_RECORD_LIST(X)                                                                       \
    X(GrazeDistance, DISTANCE, GRAZE_DISTANCE_FIELDS)                                              \
    X(GrazeSegment, SEGMENT, GRAZE_SEGMENT_FIELDS)                                                 \
    X(GrazeApproach, APPROACH, GRAZE_APPROACH_FIELDS)

#endif
