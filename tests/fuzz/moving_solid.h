/*
 * Two bodies in space with motions of their own, in chains of links, of which the first one may be
 * common; and their places in long double, which share no code with the core.
 */
#ifndef FUZZ_MOVING_SOLID_H
#define FUZZ_MOVING_SOLID_H

#include "solid.h"

/* Link 0 may be that of both, 1 and 2 are A's, 3 and 4 B's. */
enum { MOVING_LINKS = 5, LINK_PIECES = 3 };

/*
 *   pieces      of each link, in memory of exactly as many as there are
 *   is_sound    no number has been changed: the motions are valid
 *   unit, pace  lengths and times are small multiples of these powers of 2
 */
typedef struct {
    SolidBody shape[2];
    GrazeSolidPiece* pieces[MOVING_LINKS];
    GrazeSolidMotion links[MOVING_LINKS];
    GrazeMovingSolid a, b;
    GrazeMotionOptions options; /* omitted ones are NaN */
    double unit, pace, epoch;
    bool is_sound;
} MovingSolids;

/* Reads motions and bodies. Returns false if the library refuses the bodies; moving_solids_free
   frees them in any case. */
bool moving_solids_read(Input* input, MovingSolids* moving);
void moving_solids_free(MovingSolids* moving);

/* Prints a MovingSolids for a failed check. */
void print_moving_solids(const void* subject);

/*
 * A frame that moves: its axes, column by column, its origin, and the rates of both.
 */
typedef struct {
    long double r[9];
    long double at[3], velocity[3], spin[3];
} SolidFrame;

/* Writes the frame of a motion at a time, relative to that of the motion `base` of its chain (NULL:
   the world). Returns false if it does not exist then, which counts up to the world. */
bool solid_frame(const GrazeSolidMotion* motion, const GrazeSolidMotion* base, double t,
                 SolidFrame* out);

/* Returns a point of the frame. */
LongPoint solid_frame_point(const SolidFrame* frame, const GrazeSolidPoint* p);

/* Upper bounds of a motion, relative to `base`, of points at most `reach` from its origin: of the
   magnitudes of all terms of their places, of their speed, and of all angles. */
typedef struct {
    long double size, speed, turn;
} SolidReach;

SolidReach solid_reach(const GrazeSolidMotion* motion, const GrazeSolidMotion* base, double reach);

/* Returns the sum of the magnitudes of the terms of a polynomial. */
long double solid_terms(const double* c, long double s);

#endif
