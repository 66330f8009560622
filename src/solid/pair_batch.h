/* Queries of one pair of a batch, whose answers are in float32. */
#ifndef GRAZE_SOLID_PAIR_BATCH_H
#define GRAZE_SOLID_PAIR_BATCH_H

#include "../graze.h"

/* Find the relation of a pair, and its distance rounded to float32. */
GrazeStatus graze_solid_pair_relation(const GrazeSolidPair* pair, const GrazeSolidScratch* scratch,
                                      GrazeRelation* relation);
GrazeStatus graze_solid_pair_distance(const GrazeSolidPair* pair, const GrazeSolidScratch* scratch,
                                      GrazeRelation* relation, float* distance);

#endif
