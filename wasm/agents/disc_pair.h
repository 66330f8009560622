/* Arguments of a query of two moving discs. */
#ifndef GRAZE_WASM_AGENTS_DISC_PAIR_H
#define GRAZE_WASM_AGENTS_DISC_PAIR_H

#include "../core/glue.h"

/* Parameters of two moving discs: the numbers of each, in the order of its record. */
#define DISCS_PARAMETERS                                                                           \
    double x1, double y1, double vx1, double vy1, double t0_1, double t1_1, double r1, double x2,  \
        double y2, double vx2, double vy2, double t0_2, double t1_2, double r2
#define DISCS_ARGUMENTS x1, y1, vx1, vy1, t0_1, t1_1, r1, x2, y2, vx2, vy2, t0_2, t1_2, r2

typedef struct {
    GrazeMovingDisc first, second;
} DiscPair;

/* Reads and checks the discs; returns the status of the fault record. */
GrazeStatus glue_read_discs(DiscPair* discs, DISCS_PARAMETERS);

#endif
