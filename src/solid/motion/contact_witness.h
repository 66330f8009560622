/* Parts of two moving bodies that are nearest at an instant, and what a query reports there. */
#ifndef GRAZE_SOLID_MOTION_CONTACT_WITNESS_H
#define GRAZE_SOLID_MOTION_CONTACT_WITNESS_H

#include "../compound_search.h"
#include "proximity.h"

/* Parts of A and B with the least separation; a convex body is its part 0. */
typedef struct {
    int32_t part[2];
    double separation;
} SolidNearestParts;

/*
 * Finds the nearest parts at the state of `proximity`, which is an instant of the motion's
 * interval: the separation has an error of at most state.error. Returns false if the scratch memory
 * is too small.
 */
bool graze_solid_query_parts(SolidRelativeMotion* motion, const GrazeSolidScratch* scratch,
                             SolidProximity* proximity, SolidNearestParts* out);

/* Writes the signed separation, witness points, normal, features and parts at a time of a forward
   relative motion, in the world. */
GrazeStatus graze_solid_write_witness(SolidRelativeMotion* motion, double time,
                                      const GrazeSolidScratch* scratch, GrazeSolidWitness* out,
                                      double* separation);

#endif
