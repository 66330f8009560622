#include "witness.h"

#include "../shape/support.h"

/* Finds the vertex, or the edge between two neighbors, that contains the nearest point of one
   core. */
static void name_feature(int32_t first, int32_t second, int32_t count, int32_t* kind,
                         int32_t* index)
{
    *kind = first == second ? GRAZE_VERTEX : GRAZE_EDGE;
    *index = first == second || next_index(first, count) == second ? first : second;
}

void graze_write_features(const GrazeCso* cso, const GrazeMinkowskiFeature* feature,
                          GrazeWitness* out)
{
    bool is_swapped = cso->is_swapped;
    out->part_a = out->part_b = -1;
    name_feature(feature->p.a, feature->q.a, cso->a->count,
                 is_swapped ? &out->feature_b : &out->feature_a,
                 is_swapped ? &out->index_b : &out->index_a);
    name_feature(feature->p.b, feature->q.b, cso->b->count,
                 is_swapped ? &out->feature_a : &out->feature_b,
                 is_swapped ? &out->index_a : &out->index_b);
}

void graze_write_points(GrazeVec point_a, GrazeVec point_b, GrazeVec normal, GrazeWitness* out)
{
    out->point_a_x = point_a.x;
    out->point_a_y = point_a.y;
    out->point_b_x = point_b.x;
    out->point_b_y = point_b.y;
    out->normal_x = normal.x;
    out->normal_y = normal.y;
}

void graze_write_witness_in_frame(const GrazeCso* cso, const GrazeMinkowskiFeature* feature,
                                  GrazeVec on_a, GrazeVec on_b, GrazeVec normal, GrazeWitness* out)
{
    GrazeVec place_a = graze_cso_place(cso, &on_a);
    GrazeVec place_b = graze_cso_place(cso, &on_b);
    graze_write_points(cso->is_swapped ? place_b : place_a, cso->is_swapped ? place_a : place_b,
                       graze_cso_direction(cso, &normal), out);
    graze_write_features(cso, feature, out);
}

void graze_find_witness(const GrazeCso* cso, const GrazeMinkowskiFeature* feature, GrazeVec* on_a,
                        GrazeVec* on_b)
{
    GrazeVec a = graze_cso_vertex_a(cso, feature->p.a);
    GrazeVec b = graze_cso_vertex_b(cso, feature->p.b);
    *on_a = vec_mul_add(a, feature->along, vec_sub(graze_cso_vertex_a(cso, feature->q.a), a));
    *on_b = vec_mul_add(b, feature->along, vec_sub(graze_cso_vertex_b(cso, feature->q.b), b));
}
