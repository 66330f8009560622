/* Bridges over the seams between the parts of a compound. */
#ifndef GRAZE_STATIC_COMPOUND_SEAM_H
#define GRAZE_STATIC_COMPOUND_SEAM_H

#include "../../graze.h"

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
