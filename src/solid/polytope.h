/*
 * The expanding polytope with exact signs: the relation of two cores, and the facet of A - B
 * nearest the origin.
 */
#ifndef GRAZE_SOLID_POLYTOPE_H
#define GRAZE_SOLID_POLYTOPE_H

#include "subdistance.h"

/* Memory of a polytope for `points` vertices, 8-byte aligned; that of 64 has SOLID_POLYTOPE_BYTES.
   */
enum { SOLID_POLYTOPE_POINTS = 64, SOLID_POLYTOPE_BYTES = 64 * 256 };
size_t graze_solid_polytope_size(int32_t points);

/*
 *   relation  of the cores
 *   face      where they overlap and the depth is sought: three vertices of A - B whose plane is
 *             nearest the origin and supports A - B, and whose triangle contains the foot of the
 *             origin; else not meaningful
 *   normal    of that plane or, where they touch or are disjoint, of a plane that separates them;
 *             out of A - B, not of unit length. Zero if all of A - B is a segment or a point
 */
typedef struct {
    GrazeRelation relation;
    SolidPoint face[3];
    GrazeVec3 normal;
} SolidFace;

/*
 * Decides the relation of the cores and, if `is_depth`, finds the facet nearest the origin where
 * they overlap. `start` has points of A - B to begin with, at least one. `memory` holds `capacity`
 * points; returns false, without an answer, where it has no room for the next one. Each round adds
 * a vertex of A - B in O(n + m) and in the number of facets. Source: van den Bergen, "Proximity
 * queries and penetration depth computation on 3D game objects", 2001, with every side decided
 * exactly.
 */
bool graze_solid_polytope(const SolidPair* pair, const SolidSimplex* start, bool is_depth,
                          void* memory, int32_t capacity, SolidFace* out);

/* Generators of a cone of directions: `count` of them, of which the first ones are written. */
typedef struct {
    GrazeVec3 direction[GRAZE_SOLID_CONE_ROOM];
    int32_t count;
} SolidCone;

/*
 * Finds generators of the cone of directions that separate cores which touch: every d with d . p <=
 * 0 for all p of A - B is a sum of them with factors of at least 0. They are unit normals of the
 * facets of A - B through the origin; where A - B is flat, the normals of its plane or line, both
 * ways, too. `start`, `memory` and the result are as above.
 */
bool graze_solid_polytope_cone(const SolidPair* pair, const SolidSimplex* start, void* memory,
                               int32_t capacity, SolidCone* out);

/*
 * All of A - B: `dimension` of its affine hull and, by that, of 3 the triangles of its boundary,
 * counter-clockwise from outside; of 2 the edges of its outline, counter-clockwise seen against an
 * axis, with -1 in the third place; of 1 its ends, the only points; of 0 its only point. Points may
 * be inside of faces and edges, and some are in none of these.
 */
typedef struct {
    int32_t dimension;
    const SolidPoint* point;
    int32_t point_count;
    int32_t (*facet)[3];
    int32_t facet_count;
} SolidHull;

/* Finds all of A - B. `start`, `memory` and the result are as above; `capacity` is at least 8, and
   the memory has the hull. */
bool graze_solid_polytope_hull(const SolidPair* pair, const SolidSimplex* start, void* memory,
                               int32_t capacity, SolidHull* out);

#endif
