/* Queries of two bodies at rest of which at least one is a compound. The functions of graze.h with
   the same names call them. */
#ifndef GRAZE_GJK_COMPOUND_PAIR_H
#define GRAZE_GJK_COMPOUND_PAIR_H

#include "../base/vec.h"
#include "../graze.h"
#include "../shape/compound.h"

GrazeRelation graze_compound_relation(const GrazeShape* a, const GrazePose* pose_a,
                                      const GrazeShape* b, const GrazePose* pose_b);
double graze_compound_gap(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                          const GrazePose* pose_b, GrazeRelation* relation);
void graze_compound_distance(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                             const GrazePose* pose_b, const GrazeGjkOptions* options,
                             GrazeDistance* out);
void graze_compound_penetration(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                                const GrazePose* pose_b, GrazePenetration* out);
void graze_compound_shape_cast(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                               const GrazePose* pose_b, double dx, double dy, GrazeCast* out);

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

/*
 * Returns whether a part of one body that has no interior has an interior point of the union of the
 * other one's parts, all of which it only touches: it lies along seams. Exact. O(log n) for each
 * part without an interior, and at worst the square of the number of parts that it touches.
 */
bool graze_compound_is_along_seam(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                                  const GrazePose* pose_b);

/*
 * Returns whether this holds at an instant of s in [begin, end] while A moves by s d and no pair of
 * parts ever overlaps. A segment that moves across itself overlaps a part on one side of a seam, so
 * only a point, and a segment that moves along itself, can meet the union's interior in seams alone:
 * as the segment does that they pass over. `d` is in the world; its direction is exact if the frame
 * of the pair is not turned.
 */
bool graze_compound_moves_along_seam(const GrazeShape* a, const GrazePose* pose_a,
                                     const GrazeShape* b, const GrazePose* pose_b, GrazeVec d,
                                     double begin, double end);

/*
 * Convex bodies within the union of a compound's parts whose interiors cover seams: a thin body that
 * is in the union's interior, but of no part's, overlaps one of them. `each_bridge` gives `use`
 * those between a part and others, in the compound's frame, and, for a point, those around the part's
 * vertices. `may_have_bridge` returns whether there can be any that `thin`, a part of the
 * other body, needs. O(n log n) for the n edges of the part, and at worst all parts for each.
 */
typedef void GrazeUseBridge(void* context, const GrazeShape* bridge);
void graze_compound_each_bridge(const GrazeShape* thin, const GrazeShape* compound, int32_t part,
                                GrazeUseBridge* use, void* context);
bool graze_compound_may_have_bridge(const GrazeShape* thin, const GrazeShape* compound,
                                    int32_t part);

#endif
