/* Two moving bodies in space as a pair of src/advancement. */
#ifndef GRAZE_SOLID_MOTION_MOVING_PAIR_H
#define GRAZE_SOLID_MOTION_MOVING_PAIR_H

#include "../../advancement/advancement.h"
#include "proximity.h"

/*
 * State of a pair: its motion, and the proximity at the instant last located or measured.
 * *out_of_memory, that of the first pair, is set once the scratch memory was too small: then no
 * answer is valid.
 */
typedef struct {
    SolidRelativeMotion motion;
    SolidProximity proximity;
    const GrazeSolidScratch* scratch;
    bool* out_of_memory;
    bool is_out_of_memory;
} SolidMovingPair;

/*
 * Prepares a forward advancement of two bodies. `pairs` has room for the states that it needs, the
 * first of which is its pair: two for first contacts, else GRAZE_PAIR_STATES. `options` must have a
 * finite time range, as from graze_solid_motion_window.
 */
void graze_solid_moving_pair_init(GrazeAdvancement* advancement, SolidMovingPair* pairs,
                                  const GrazeMovingSolid* a, const GrazeMovingSolid* b,
                                  const GrazeMotionOptions* options,
                                  const GrazeSolidScratch* scratch);

/*
 * Return the number of evaluations that replaces a budget below 1, and an upper bound of the rotation
 * of all links of one body over all their pieces, in turns.
 */
int32_t graze_solid_default_budget(const SolidRelativeMotion* motion);
double graze_solid_count_turns(const SolidRelativeMotion* motion, int side);

/* The following are defined in queries.c. */

/*
 * Finds the first contact of convex bodies as graze_solid_first_contact, and writes the times of
 * its proximity queries, as graze_trace_contact.
 */
GrazeStatus graze_solid_trace_contact(const GrazeMovingSolid* a, const GrazeMovingSolid* b,
                                      const GrazeMotionOptions* options,
                                      const GrazeSolidScratch* scratch, double* times,
                                      int32_t capacity, GrazeSolidContact* out);

/* Writes the separation and the witness at a time of a forward relative motion, in the world. */
GrazeStatus graze_solid_write_contact(SolidRelativeMotion* motion, double time,
                                      const GrazeSolidScratch* scratch, GrazeSolidContact* out);

#endif
