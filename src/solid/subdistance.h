/* Simplices of A - B and their reduction to the feature nearest the origin. */
#ifndef GRAZE_SOLID_SUBDISTANCE_H
#define GRAZE_SOLID_SUBDISTANCE_H

#include "pair.h"

/* Up to four points of A - B. */
typedef struct {
    SolidPoint point[4];
    int32_t count;
} SolidSimplex;

/* Vertices of a simplex, by their places in it, and the point of their hull nearest the origin. */
typedef struct {
    int32_t index[4];
    int32_t count;
    GrazeVec3 v;
} SolidFeature;

/*
 * Returns the feature of a simplex that contains its point nearest the origin, and that point, in
 * double: of a tetrahedron all four points and the origin, where that is inside.
 * Source: Zhang, Wu, Wang, Zhou, "Barycode-based GJK Algorithm", S1D and S2D (Alg. 2 to 4);
 * Montanari, Petrinic, Barbieri, "Improving the GJK algorithm for faster and more reliable distance
 * queries between convex objects", 2017, for the signed volumes of S3D.
 */
SolidFeature graze_solid_reduce(const SolidPoint* const point[], int32_t count);

#endif
