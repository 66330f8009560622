/* Subdistance methods in space besides graze's own. */
#ifndef GRAZE_STUDY_SOLID_SUBDISTANCE_H
#define GRAZE_STUDY_SOLID_SUBDISTANCE_H

#include "../solid/subdistance.h"

/* Return the feature of a simplex that is nearest the origin, as graze_solid_reduce does, by signed
   volumes, by Johnson's algorithm and by Voronoi regions. */
SolidFeature graze_solid_reduce_signed_volume(const SolidPoint* const point[], int32_t count);
SolidFeature graze_solid_reduce_johnson(const SolidPoint* const point[], int32_t count);
SolidFeature graze_solid_reduce_voronoi(const SolidPoint* const point[], int32_t count);

/* Writes the barycentric coordinates of the origin in a simplex, or of its foot in the line or
   plane of it, each times their sum, which it returns: 0 or more, and 0 for a simplex without a
   size. */
double graze_solid_barycentric(const SolidPoint* const point[], int32_t count, double weight[4]);

#endif
