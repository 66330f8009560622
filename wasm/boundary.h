/*
 * Data that crosses the boundary besides the core's own records (src/layout.h): the record that
 * explains a failed call, the list that a call made, the views of a batch. wasm/gen_layout.c prints
 * all of it into js/graze/core/layout.js.
 */
#ifndef GRAZE_WASM_BOUNDARY_H
#define GRAZE_WASM_BOUNDARY_H

#include "../src/graze.h"

/* Reason why the last call failed: its status, and the index of the record at fault or -1. */
#define GRAZE_FAULT_FIELDS(X)                                                                      \
    X(int32_t, status)                                                                             \
    X(int32_t, index)

/* A list that a call made: the address and number of its records. */
#define GRAZE_LIST_FIELDS(X)                                                                       \
    X(uint32_t, address)                                                                           \
    X(int32_t, count)

/* Pose of a moving body: its origin and angle. Or the unit vector (x, y) in direction `angle`. */
#define GRAZE_PLACE_FIELDS(X)                                                                      \
    X(double, x)                                                                                   \
    X(double, y)                                                                                   \
    X(double, angle)

/* Steps of its clock in which a path moves, and the number of all steps; or the step at which a
   list of steps continues, and the number of boxes compared for it. */
#define GRAZE_PATH_SPAN_FIELDS(X)                                                                  \
    X(int32_t, first_step)                                                                         \
    X(int32_t, end_step)                                                                           \
    X(int32_t, count)                                                                              \
    X(int32_t, next)                                                                               \
    X(int32_t, tests)                                                                              \
    X(int32_t, spare)

#define GRAZE_BOUNDARY_RECORD_LIST(X)                                                              \
    X(GrazeFault, FAULT, GRAZE_FAULT_FIELDS)                                                       \
    X(GrazeList, LIST, GRAZE_LIST_FIELDS)                                                          \
    X(GrazePlace, PLACE, GRAZE_PLACE_FIELDS)                                                       \
    X(GrazePathSpan, PATH_SPAN, GRAZE_PATH_SPAN_FIELDS)

/* Methods of the collision test: X(C name, name in JavaScript). */
#define GRAZE_COLLIDER_LIST(X)                                                                     \
    X(GRAZE_COLLIDER_GJK, "gjk")                                                                   \
    X(GRAZE_COLLIDER_SAT, "sat")

/* Views of a batch of moving discs: X(C name, name in JavaScript). */
#define GRAZE_MOVING_DISCS_VIEW_LIST(X)                                                            \
    X(GRAZE_MOVING_DISCS_RECORDS, "records")                                                       \
    X(GRAZE_MOVING_DISCS_PAIRS, "pairs")                                                           \
    X(GRAZE_MOVING_DISCS_RELATIONS, "relations")                                                   \
    X(GRAZE_MOVING_DISCS_INTERVALS, "intervals")                                                   \
    X(GRAZE_MOVING_DISCS_CLEARANCES, "clearances")                                                 \
    X(GRAZE_MOVING_DISCS_AGENTS, "agents")

/* Views of a pair batch. */
#define GRAZE_PAIRS_VIEW_LIST(X)                                                                   \
    X(GRAZE_PAIRS_SHAPE_A, "shapeA")                                                               \
    X(GRAZE_PAIRS_SHAPE_B, "shapeB")                                                               \
    X(GRAZE_PAIRS_POSE_A, "poseA")                                                                 \
    X(GRAZE_PAIRS_POSE_B, "poseB")                                                                 \
    X(GRAZE_PAIRS_HIT, "hit")                                                                      \
    X(GRAZE_PAIRS_RELATIONS, "relations")                                                          \
    X(GRAZE_PAIRS_DISTANCES, "distances")                                                          \
    X(GRAZE_PAIRS_POINT_A, "pointA")                                                               \
    X(GRAZE_PAIRS_POINT_B, "pointB")                                                               \
    X(GRAZE_PAIRS_NORMAL, "normal")

/* Views of a batch of bodies. */
#define GRAZE_BODIES_VIEW_LIST(X)                                                                  \
    X(GRAZE_BODIES_SHAPES, "shapes")                                                               \
    X(GRAZE_BODIES_POSES, "poses")                                                                 \
    X(GRAZE_BODIES_FIRST, "first")                                                                 \
    X(GRAZE_BODIES_SECOND, "second")                                                               \
    X(GRAZE_BODIES_RELATIONS, "relations")                                                         \
    X(GRAZE_BODIES_DISTANCES, "distances")                                                         \
    X(GRAZE_BODIES_FOUND, "foundBodies")                                                           \
    X(GRAZE_BODIES_FOUND_RELATIONS, "foundRelations")                                              \
    X(GRAZE_BODIES_FOUND_DISTANCES, "foundDistances")

/* Views of a batch of moving pairs. A fault's index has three bits for the view, so the views that
   are checked are among the first eight. */
#define GRAZE_MOVING_PAIRS_VIEW_LIST(X)                                                            \
    X(GRAZE_MOVING_PAIRS_SHAPES, "shapes")                                                         \
    X(GRAZE_MOVING_PAIRS_FIRST_PIECES, "firstPieces")                                              \
    X(GRAZE_MOVING_PAIRS_PIECE_COUNTS, "pieceCounts")                                              \
    X(GRAZE_MOVING_PAIRS_ENDINGS, "endings")                                                       \
    X(GRAZE_MOVING_PAIRS_PIECES, "pieces")                                                         \
    X(GRAZE_MOVING_PAIRS_PAIRS, "pairs")                                                           \
    X(GRAZE_MOVING_PAIRS_STATUSES, "statuses")                                                     \
    X(GRAZE_MOVING_PAIRS_TIMES, "times")                                                           \
    X(GRAZE_MOVING_PAIRS_FOUND_STATUSES, "foundStatuses")                                          \
    X(GRAZE_MOVING_PAIRS_FOUND_TIMES, "foundTimes")

typedef struct {
    GRAZE_FAULT_FIELDS(GRAZE_RECORD_FIELD)
} GrazeFault;

typedef struct {
    GRAZE_LIST_FIELDS(GRAZE_RECORD_FIELD)
} GrazeList;

typedef struct {
    GRAZE_PLACE_FIELDS(GRAZE_RECORD_FIELD)
} GrazePlace;

typedef struct {
    GRAZE_PATH_SPAN_FIELDS(GRAZE_RECORD_FIELD)
} GrazePathSpan;

typedef enum { GRAZE_COLLIDER_LIST(GRAZE_ENUM_ITEM2) } GrazeCollider;
typedef enum { GRAZE_MOVING_DISCS_VIEW_LIST(GRAZE_ENUM_ITEM2) } GrazeMovingDiscsView;
typedef enum { GRAZE_PAIRS_VIEW_LIST(GRAZE_ENUM_ITEM2) } GrazePairsView;
typedef enum { GRAZE_BODIES_VIEW_LIST(GRAZE_ENUM_ITEM2) } GrazeBodiesView;
typedef enum { GRAZE_MOVING_PAIRS_VIEW_LIST(GRAZE_ENUM_ITEM2) } GrazeMovingPairsView;

#endif
