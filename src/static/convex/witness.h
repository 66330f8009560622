/* Features and witness points of the two bodies, in the caller's terms, for a feature of A - B. */
#ifndef GRAZE_STATIC_WITNESS_H
#define GRAZE_STATIC_WITNESS_H

#include "feature.h"

/* Writes the features of the caller's A and B whose difference is `feature`. */
void graze_write_features(const GrazeCso* cso, const GrazeMinkowskiFeature* feature,
                          GrazeWitness* out);

/* Writes witness points and a normal, in the caller's terms and the world frame. */
void graze_write_points(GrazeVec point_a, GrazeVec point_b, GrazeVec normal, GrazeWitness* out);

/* Writes points of cso->a and cso->b, the normal from one to the other, all in the frame of cso->a, and
   the features, in the caller's terms and the world frame. */
void graze_write_witness_in_frame(const GrazeCso* cso, const GrazeMinkowskiFeature* feature,
                                  GrazeVec on_a, GrazeVec on_b, GrazeVec normal, GrazeWitness* out);

/* Finds the points of the cores, in the frame of cso->a, whose difference is the feature's nearest
   point: both at the same `along`. */
void graze_find_witness(const GrazeCso* cso, const GrazeMinkowskiFeature* feature, GrazeVec* on_a,
                        GrazeVec* on_b);

#endif
