/* Arguments of a query of two bodies at rest. */
#ifndef GRAZE_WASM_STATIC_PAIR_H
#define GRAZE_WASM_STATIC_PAIR_H

#include "../core/glue.h"

/* Parameters of a pair: for each body its handle and its pose, whose rotation is (cos, sin), or an
   angle and NaN. */
#define PAIR_PARAMETERS                                                                            \
    uint32_t a, double ax, double ay, double ac, double as, uint32_t b, double bx, double by,      \
        double bc, double bs
#define PAIR_ARGUMENTS a, ax, ay, ac, as, b, bx, by, bc, bs

/* Two shapes and their poses, looked up and checked. `glue_fault.index` is 0 or 1 for the body that
   failed. */
typedef struct {
    const GrazeShape *a, *b;
    GrazePose pose_a, pose_b;
} Pair;

/* Looks up and checks a pair; returns the status of the fault record. */
int32_t glue_get_pair(Pair* pair, PAIR_PARAMETERS);

/* Looks up and checks two convex bodies: some queries have no answers for compounds. */
int32_t glue_get_convex_pair(Pair* pair, PAIR_PARAMETERS);

#endif
