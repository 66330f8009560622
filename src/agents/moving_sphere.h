/*
 * Relative motion of two moving spheres: the position of the first one relative to the second over
 * an interval in which both exist.
 *
 * With s in [0, 1] over that interval the position is P(s) = p + d s + b s^2, where p is the
 * position at its beginning, d the displacement at the velocity there, and b the effect of the
 * acceleration. Lengths are multiplied by a power of two that brings the largest to [1, 2).
 *
 * Only differences enter the computation: of the positions, x1 - x2, and of the velocities, and the
 * displacement of the sphere that appeared earlier. So distant coordinates, clocks that have run
 * for long and a common velocity do not lose accuracy.
 */
#ifndef GRAZE_AGENTS_MOVING_SPHERE_H
#define GRAZE_AGENTS_MOVING_SPHERE_H

#include "../base/vec.h"
#include "../graze.h"

/* The relative motion P(s); `error` bounds the error of the computed |P(s)| - reach. */
typedef struct {
    double p[3], d[3], b[3];
    double reach, scale, error;
} GrazeRelativePosition;

/*
 * Computes the relative motion over a time `duration`, after sphere 1 has existed for `elapsed1`
 * and sphere 2 for `elapsed2`, one of which is 0.
 */
void graze_relative_position(const GrazeMovingSphere* sphere1, const GrazeMovingSphere* sphere2,
                             double elapsed1, double elapsed2, double duration,
                             GrazeRelativePosition* relative);

/* Returns |P(s)| - reach. */
double graze_relative_separation(const GrazeRelativePosition* relative, double s);

/*
 * Returns whether two spheres overlap by more than rounding at the instant at which sphere 1 has
 * existed for `elapsed1` and sphere 2 for `elapsed2`.
 */
bool graze_spheres_overlap(const GrazeMovingSphere* sphere1, const GrazeMovingSphere* sphere2,
                           double elapsed1, double elapsed2);

/* Returns the least separation and writes the first s at which it is attained. */
double graze_relative_min_separation(const GrazeRelativePosition* relative, double* s);

/* An interval of contact, its least separation and the s of that separation. */
typedef struct {
    double begin, end, separation, s;
} GrazeSphereContact;

/*
 * Finds the contacts, in order; there are at most two. Returns their number. A least separation
 * within the error counts as contact.
 */
int32_t graze_relative_contacts(const GrazeRelativePosition* relative, GrazeSphereContact out[2]);

#endif
