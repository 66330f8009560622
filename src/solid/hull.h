/* Functions that hulls and compounds share: they make convex bodies and their arrays. */
#ifndef GRAZE_SOLID_HULL_H
#define GRAZE_SOLID_HULL_H

#include "../base/storage.h"
#include "../graze.h"

/* Sets the extent and the center of a body with vertices. O(n). */
void graze_solid_measure(GrazeSolid* body);

/* Places the arrays of a convex body, and copies them; without `out` they are only counted. */
void graze_solid_copy(GrazeStorage* storage, const GrazeSolid* body, GrazeSolid* out);

#endif
