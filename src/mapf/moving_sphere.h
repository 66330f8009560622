/*
 * One flight past another: where the first is as the second sees it, over a stretch of time that both are there.
 *
 * With s in [0, 1] over that time the place is P(s) = p + d s + b s^2, p at its beginning, d the way at the velocity
 * there, b what the acceleration adds. Lengths are multiplied by a power of two that brings the largest to [1, 2).
 *
 * Only what differs is computed with: of the places x1 - x2, of the velocities v1 - v2, and how far the one that was there
 * earlier has come, so neither far-away coordinates nor clocks that have run for long nor a common velocity cost anything.
 */
#ifndef GRAZE_MAPF_MOVING_SPHERE_H
#define GRAZE_MAPF_MOVING_SPHERE_H

#include "../base/vec.h"
#include "../graze.h"

/* `error`: by how much |P(s)| - reach can be off, as computed. */
typedef struct {
    double p[3], d[3], b[3];
    double reach, scale, error;
} RelativePosition;

/* The two after flight 1 has been there for `elapsed1`, and 2 for `elapsed2`, one of them 0, for a time `duration`. */
void relative_position(const GrazeMovingSphere* sphere1, const GrazeMovingSphere* sphere2,
                       double elapsed1, double elapsed2, double duration,
                       RelativePosition* relative);

/* |P(s)| - reach. */
double relative_separation(const RelativePosition* relative, double s);

/* Do two flights overlap, deeper than by rounding, in the instant in which flight 1 has been there for `elapsed1` and flight 2
   for `elapsed2`? */
bool spheres_overlap(const GrazeMovingSphere* sphere1, const GrazeMovingSphere* sphere2,
                     double elapsed1, double elapsed2);

/* The least gap of all, and the s at which it is first reached. */
double relative_min_separation(const RelativePosition* relative, double* s);

/* A stretch of contact, its least gap and where. */
typedef struct {
    double begin, end, separation, s;
} Contact;

/* At most two, in order. Gaps within the error count as contact where they are least. */
int32_t relative_contacts(const RelativePosition* relative, Contact out[2]);

#endif
