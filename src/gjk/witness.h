/* What a part of A - B means for the two bodies: features, witness points, in the caller's terms. */
#ifndef GRAZE_GJK_WITNESS_H
#define GRAZE_GJK_WITNESS_H

#include "feature.h"

typedef struct {
    int32_t kind, index; /* GrazeFeature, and what it counts */
} GrazeFeatureName;

/* The features of the caller's A and B whose difference the part is. */
void graze_name_features(const GrazeCso* cso, const GrazeMinkowskiFeature* feature,
                         GrazeFeatureName* feature_a, GrazeFeatureName* feature_b);

/* The points of the cores, in the frame of cso->a, whose difference is the part's nearest point: as
   far along. */
void graze_find_witness(const GrazeCso* cso, const GrazeMinkowskiFeature* feature, GrazeVec* on_a,
                        GrazeVec* on_b);

#endif
