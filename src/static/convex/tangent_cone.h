/* Tangent cones of differences of parts at the origin, and whether they cover all directions. */
#ifndef GRAZE_STATIC_TANGENT_CONE_H
#define GRAZE_STATIC_TANGENT_CONE_H

#include "feature.h"

/*
 * Range of directions, counter-clockwise from `begin` to `end`, at most a full turn. `has_begin`
 * states that the points beside the direction `begin`, counter-clockwise of it, belong to it however
 * near they are to that direction and to the origin; `has_end` those clockwise of `end`.
 */
typedef struct {
    GrazePointDifference begin, end;
    bool has_begin, has_end;
} GrazeCone;

/*
 * Writes the tangent cone at the origin of A - B, at whose boundary the origin is: `feature` is the
 * vertex, or the edge, nearest the origin. If `way` is not NULL, A - B is swept from where it is along
 * that vector, and the origin must be at the boundary of that too. Returns false if this set has no
 * interior. Exact. O(1).
 */
bool graze_tangent_cone(const GrazeCso* cso, const GrazeMinkowskiFeature* feature,
                        const GrazePointDifference* way, GrazeCone* cone);

/*
 * Finds the outward unit normal of an edge of A - B at one of its vertices that faces a displacement of
 * A - B most; returns false, and writes nothing, if none does. Which edges bound A - B there is exact.
 * O(1).
 */
bool graze_facing_normal(const GrazeCso* cso, const GrazeCsoPoint* vertex, GrazeVec displacement,
                         GrazeVec* normal);

/* Returns a cone of the caller's A - B for one in terms of `cso`, which may have exchanged them. */
GrazeCone graze_cone_of_caller(const GrazeCso* cso, const GrazeCone* cone);

enum { GRAZE_COVER_CONES = 16 };

/*
 * Directions that the cones of a search cover: disjoint ranges, of which at most GRAZE_COVER_CONES are
 * kept. If there are more, the search is repeated: `is_incomplete` states that some were left out,
 * `has_grown` that the last pass has added something. Each further pass adds at least one cone to a
 * range; usually there is none, and never more than there are cones.
 */
typedef struct {
    GrazeCone cones[GRAZE_COVER_CONES];
    int32_t count;
    bool is_incomplete, has_grown;
} GrazeCover;

/* Begins a pass of a search; returns false if the last pass has decided that not all directions are
   covered. The cover is {.is_incomplete = true, .has_grown = true} before the first pass. */
bool graze_cover_begin_pass(GrazeCover* cover);

/* Adds a cone; returns whether all directions are covered. Exact. */
bool graze_cover_add(GrazeCover* cover, const GrazeCone* cone);

/* Returns the relation of two convex bodies; if they touch, writes their cone as for the caller's A -
   B, or sets `has_cone` to false. */
GrazeRelation graze_relation_with_cone(const GrazeShape* a, const GrazePose* pose_a,
                                       const GrazeShape* b, const GrazePose* pose_b,
                                       GrazeCone* cone, bool* has_cone);

#endif
