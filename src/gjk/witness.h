/* Features and witness points of the two bodies, in the caller's terms, for a feature of A - B. */
#ifndef GRAZE_GJK_WITNESS_H
#define GRAZE_GJK_WITNESS_H

#include "feature.h"

typedef struct {
    int32_t kind, index; /* GrazeFeature, and the index of that vertex or edge */
} GrazeFeatureName;

/* Finds the features of the caller's A and B whose difference is `feature`. */
void graze_name_features(const GrazeCso* cso, const GrazeMinkowskiFeature* feature,
                         GrazeFeatureName* feature_a, GrazeFeatureName* feature_b);

/* Finds the points of the cores, in the frame of cso->a, whose difference is the feature's nearest
   point: both at the same `along`. */
void graze_find_witness(const GrazeCso* cso, const GrazeMinkowskiFeature* feature, GrazeVec* on_a,
                        GrazeVec* on_b);

#endif
