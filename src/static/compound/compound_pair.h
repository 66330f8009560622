/* Queries of two bodies at rest of which at least one is a compound. The functions of graze.h with
   the same names call them. */
#ifndef GRAZE_STATIC_COMPOUND_PAIR_H
#define GRAZE_STATIC_COMPOUND_PAIR_H

#include "../../base/vec.h"
#include "../../graze.h"
#include "../shape/compound.h"

GrazeRelation graze_compound_relation(const GrazeShape* a, const GrazePose* pose_a,
                                      const GrazeShape* b, const GrazePose* pose_b);
double graze_compound_gap(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                          const GrazePose* pose_b, GrazeRelation* relation);
void graze_compound_distance(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                             const GrazePose* pose_b, GrazeDistance* out);
void graze_compound_penetration(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                                const GrazePose* pose_b, GrazePenetration* out);

/*
 * Computes the depth of bodies that overlap when each part of A - B is grown by `inflation`: `depth`,
 * `lower_bound` and `status` of graze_penetration, and nothing else.
 */
void graze_compound_depth(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                          const GrazePose* pose_b, double inflation, GrazePenetration* out);
void graze_compound_shape_cast(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                               const GrazePose* pose_b, double dx, double dy,
                               GrazeTouching touching, GrazeCast* out);

/* Pair of parts that answers for two bodies, and the relation of the bodies. */
typedef struct {
    const GrazeShape *a, *b;
    int32_t part_a, part_b; /* -1 for a convex body */
    GrazeRelation relation;
} GrazeNearestParts;

/* Finds the pair of parts that overlaps most, or the nearest one of those that are at most `reach`
   apart; returns false if there is none. */
bool graze_compound_nearest_parts(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                                  const GrazePose* pose_b, double reach, GrazeNearestParts* out);

/*
 * Computes graze_compound_penetration for bodies with these nearest parts, and the unit normal, from A
 * to B in the world, of the surfaces at the witness. It is that of the witness except where the depth
 * leads to a tip. The normal of bodies that touch is one along which they do not overlap: that of the
 * boundary of the union.
 */
void graze_compound_contact(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                            const GrazePose* pose_b, const GrazeNearestParts* parts,
                            GrazePenetration* out, GrazeVec* surface);

#endif
