#include "witness.h"

#include "../shape/support.h"

/* Returns the vertex, or the edge between two neighbors, that contains the nearest point of one
   core. */
static GrazeFeatureName name_feature(int32_t first, int32_t second, int32_t count)
{
    if (first == second) return (GrazeFeatureName){GRAZE_VERTEX, first};
    return (GrazeFeatureName){GRAZE_EDGE, next_index(first, count) == second ? first : second};
}

void graze_name_features(const GrazeCso* cso, const GrazeMinkowskiFeature* feature,
                         GrazeFeatureName* feature_a, GrazeFeatureName* feature_b)
{
    GrazeFeatureName a = name_feature(feature->p.a, feature->q.a, cso->a->count);
    GrazeFeatureName b = name_feature(feature->p.b, feature->q.b, cso->b->count);
    *feature_a = cso->is_swapped ? b : a;
    *feature_b = cso->is_swapped ? a : b;
}

void graze_find_witness(const GrazeCso* cso, const GrazeMinkowskiFeature* feature, GrazeVec* on_a,
                        GrazeVec* on_b)
{
    GrazeVec a = graze_cso_vertex_a(cso, feature->p.a);
    GrazeVec b = graze_cso_vertex_b(cso, feature->p.b);
    *on_a = vec_mul_add(a, feature->along, vec_sub(graze_cso_vertex_a(cso, feature->q.a), a));
    *on_b = vec_mul_add(b, feature->along, vec_sub(graze_cso_vertex_b(cso, feature->q.b), b));
}
