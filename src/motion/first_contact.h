/* First contacts of two convex bodies, and the geometry of a contact at an instant. The functions of
   graze.h without `convex` in their names call these. */
#ifndef GRAZE_MOTION_FIRST_CONTACT_H
#define GRAZE_MOTION_FIRST_CONTACT_H

#include "convex_pair.h"

/*
 * Does the same as graze_convex_contact_bracket, after graze_straight_contact has left it open and
 * returned the interval.
 */
int32_t graze_convex_search_contact(const GrazeMovingBody* a, const GrazeMovingBody* b,
                                    const GrazeMotionOptions* options,
                                    const GrazePieceInterval* interval, GrazeContactStatus* status,
                                    double* lo, double* hi);
int32_t graze_convex_contact_bracket(const GrazeMovingBody* a, const GrazeMovingBody* b,
                                     const GrazeMotionOptions* options, GrazeContactStatus* status,
                                     double* lo, double* hi);
int32_t graze_convex_trace_contact(const GrazeMovingBody* a, const GrazeMovingBody* b,
                                   const GrazeMotionOptions* options, double* times,
                                   int32_t capacity, GrazeContact* out);

/* Returns the signed separation at a time at which both bodies exist. */
double graze_convex_separation_at(const GrazeMovingBody* a, const GrazeMovingBody* b, double t);

/*
 * Writes separation, witness points, normal and features at a time of a forward relative motion.
 * `is_overlapping` is a guess, which saves the computation of a distance; the answer does not depend on it.
 */
void graze_write_witness(GrazeRelativeMotion* motion, double time, bool is_overlapping,
                         GrazeContact* out);

#endif
