#include "../graze.h"
#include "../static/convex/relation.h"
#include "../static/shape/compound.h"
#include "../static/shape/support.h"
#include "../tolerance.h"

/*
 * Separating axes: two convex polygons are disjoint exactly when the normal of some edge separates
 * them. In terms of A - B, the origin is outside if it is beyond the line of some edge, and inside
 * if its margins to the lines of all edges are positive. Only margins beyond the rounding error
 * count. The remaining cases (bodies in near contact, points and segments, and round corners facing
 * each other) are decided exactly, by GJK and its certificate.
 */
typedef struct {
    double min_overlap; /* least length by which the projections of the bodies, with their radii, on
                           an axis certainly overlap; negative if they may be apart */
    bool is_separated;  /* whether some axis certainly separates */
} AxisSearch;

/* Returns the maximum projection of a core's vertices on `axis`. */
static double max_projection(const GrazeCso* cso, bool is_a, GrazeVec axis)
{
    int32_t count = is_a ? cso->a->count : cso->b->count;
    double max = -INFINITY;
    for (int32_t i = 0; i < count; i++) {
        GrazeVec p = is_a ? graze_cso_vertex_a(cso, i) : graze_cso_vertex_b(cso, i);
        max = max2(max, vec_dot(p, axis));
    }
    return max;
}

/* Tries an axis of any length: computes how far the projections of the bodies on it overlap. */
static void try_axis(const GrazeCso* cso, GrazeVec axis, AxisSearch* search)
{
    double size = vec_length(axis);
    if (!(size > 0)) return;
    double error = 2 * GRAZE_CSO_ERROR * (cso->scale + graze_reach(cso)) * vec_norm1(axis);
    double overlap = max_projection(cso, true, axis) +
                     max_projection(cso, false, vec_scale(axis, -1)) + graze_reach(cso) * size;
    if (overlap < -error) search->is_separated = true;
    search->min_overlap = min2(search->min_overlap, (overlap - error) / size);
}

static void try_edges(const GrazeCso* cso, bool is_a, AxisSearch* search)
{
    int32_t count = is_a ? cso->a->count : cso->b->count;
    for (int32_t i = 0; i < count && !search->is_separated; i++) {
        int32_t j = next_index(i, count);
        GrazeVec edge = is_a ? vec_sub(graze_cso_vertex_a(cso, j), graze_cso_vertex_a(cso, i))
                             : vec_sub(graze_cso_vertex_b(cso, i), graze_cso_vertex_b(cso, j));
        try_axis(cso, vec_outward(edge), search);
    }
}

bool graze_collide_sat(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                       const GrazePose* pose_b)
{
    GrazeCso cso;
    AxisSearch search = {INFINITY, false};
    if (graze_is_compound(a, b)) return graze_collide(a, pose_a, b, pose_b);
    graze_cso_init(&cso, a, pose_a, b, pose_b);
    try_edges(&cso, true, &search);
    if (!search.is_separated) try_edges(&cso, false, &search);
    if (search.is_separated) return false;
    /* Cores that are polygons have no other axes: they overlap if they do so on each of these,
       without the radii. */
    if (search.min_overlap > graze_reach(&cso) && a->count > 2 && b->count > 2) return true;
    GrazeGjkState state;
    graze_gjk_run(&cso, &state);
    return graze_decide_bodies(&cso, &state) != GRAZE_DISJOINT;
}
