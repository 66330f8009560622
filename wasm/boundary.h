/*
 * What crosses the boundary besides the core's own records (src/layout.h): the record that explains
 * a failed call, the list a call made, the views of a batch. wasm/gen_layout.c prints all of it into
 * js/layout.js.
 */
#ifndef GRAZE_WASM_BOUNDARY_H
#define GRAZE_WASM_BOUNDARY_H

#include "../src/graze.h"

/* Why the last call failed: its status, and the record at fault or -1. */
#define GRAZE_FAULT_FIELDS(X)                                                                      \
    X(int32_t, status)                                                                             \
    X(int32_t, index)

/* A list that a call made: the address and number of its records. */
#define GRAZE_LIST_FIELDS(X)                                                                       \
    X(uint32_t, address)                                                                           \
    X(int32_t, count)

#define GRAZE_BOUNDARY_RECORD_LIST(X)                                                              \
    X(GrazeFault, FAULT, GRAZE_FAULT_FIELDS)                                                       \
    X(GrazeList, LIST, GRAZE_LIST_FIELDS)

/* What decides a collision: X(C name, name in JavaScript). */
#define GRAZE_COLLIDER_LIST(X)                                                                     \
    X(GRAZE_COLLIDER_GJK, "gjk")                                                                   \
    X(GRAZE_COLLIDER_SAT, "sat")

/* The views of a segment batch: X(C name, name in JavaScript). */
#define GRAZE_BATCH_VIEW_LIST(X)                                                                   \
    X(GRAZE_BATCH_RECORDS, "records")                                                              \
    X(GRAZE_BATCH_PAIRS, "pairs")                                                                  \
    X(GRAZE_BATCH_VERDICTS, "verdicts")                                                            \
    X(GRAZE_BATCH_INTERVALS, "intervals")                                                          \
    X(GRAZE_BATCH_CLEARANCES, "clearances")

typedef struct {
    GRAZE_FAULT_FIELDS(GRAZE_RECORD_FIELD)
} GrazeFault;

typedef struct {
    GRAZE_LIST_FIELDS(GRAZE_RECORD_FIELD)
} GrazeList;

typedef enum { GRAZE_COLLIDER_LIST(GRAZE_ENUM_ITEM2) } GrazeCollider;
typedef enum { GRAZE_BATCH_VIEW_LIST(GRAZE_ENUM_ITEM2) } GrazeBatchView;

#endif
