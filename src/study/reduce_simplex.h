/* Subdistance methods that do not use the barycode: johnson.c and signed_volume.c. */
#ifndef GRAZE_STUDY_REDUCE_SIMPLEX_H
#define GRAZE_STUDY_REDUCE_SIMPLEX_H

#include "../static/convex/simplex.h"

/* Reduce a simplex as graze_reduce_barycode does. */
GrazeVec graze_reduce_johnson(GrazeSimplex* simplex);
GrazeVec graze_reduce_signed_volume(GrazeSimplex* simplex);

#endif
