#include "witness.h"

#include "../shape/support.h"

/* The vertex, or the edge between two neighbours, that the nearest point of one core lies on. */
static GrazeFeatureName name_feature(int32_t first, int32_t second, int32_t count)
{
    if (first == second) return (GrazeFeatureName){GRAZE_VERTEX, first};
    return (GrazeFeatureName){GRAZE_EDGE, next_index(first, count) == second ? first : second};
}

void graze_name_features(const GrazeCso* cso, const GrazePart* part, GrazeFeatureName* of_a,
                         GrazeFeatureName* of_b)
{
    GrazeFeatureName a = name_feature(part->p.a, part->q.a, cso->a->count);
    GrazeFeatureName b = name_feature(part->p.b, part->q.b, cso->b->count);
    *of_a = cso->swapped ? b : a;
    *of_b = cso->swapped ? a : b;
}

void graze_find_witness(const GrazeCso* cso, const GrazePart* part, GrazeVec* on_a, GrazeVec* on_b)
{
    GrazeVec a = graze_cso_vertex_a(cso, part->p.a);
    GrazeVec b = graze_cso_vertex_b(cso, part->p.b);
    *on_a = vec_along(a, part->along, vec_sub(graze_cso_vertex_a(cso, part->q.a), a));
    *on_b = vec_along(b, part->along, vec_sub(graze_cso_vertex_b(cso, part->q.b), b));
}
