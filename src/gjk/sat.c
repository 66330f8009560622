#include "../shape/support.h"
#include "../tolerance.h"
#include "gjk.h"

/*
 * Separating axes: two convex polygons are disjoint exactly when the normal of some edge separates
 * them. In terms of A - B: the origin is outside, or inside, by the least of its margins over the
 * edges. Only margins beyond rounding error count; what is left, bodies in near contact, bodies
 * without edges and round corners facing each other, is decided exactly as GJK's last word is.
 */
typedef struct {
    double least;      /* least margin by which an axis fails to separate, in units of |axis| */
    bool is_separated; /* some axis surely separates */
} Axes;

/* The extent of a core along `axis` from a place on it: how far its furthest vertex reaches. */
static double furthest(const GrazeCso* cso, bool of_a, GrazeVec axis)
{
    int32_t count = of_a ? cso->a->count : cso->b->count;
    double most = -INFINITY;
    for (int32_t i = 0; i < count; i++) {
        GrazeVec p = of_a ? graze_cso_vertex_a(cso, i) : graze_cso_vertex_b(cso, i);
        most = max2(most, vec_dot(p, axis));
    }
    return most;
}

/* A lies before the line at `reach` along the axis; how far does B reach back over it? */
static void try_axis(const GrazeCso* cso, GrazeVec axis, Axes* axes)
{
    double size = vec_length(axis);
    if (!(size > 0)) return;
    double error = 2 * GRAZE_CSO_ERROR * (cso->scale + graze_reach(cso)) * vec_norm1(axis);
    double overlap = furthest(cso, true, axis) + furthest(cso, false, vec_scale(axis, -1)) +
                     graze_reach(cso) * size;
    if (overlap < -error) axes->is_separated = true;
    axes->least = min2(axes->least, (overlap - error) / size);
}

static void try_edges(const GrazeCso* cso, bool of_a, Axes* axes)
{
    int32_t count = of_a ? cso->a->count : cso->b->count;
    for (int32_t i = 0; i < count && !axes->is_separated; i++) {
        int32_t j = next_index(i, count);
        GrazeVec edge = of_a ? vec_sub(graze_cso_vertex_a(cso, j), graze_cso_vertex_a(cso, i))
                             : vec_sub(graze_cso_vertex_b(cso, i), graze_cso_vertex_b(cso, j));
        try_axis(cso, vec_outward(edge), axes);
    }
}

bool graze_collide_sat(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                       const GrazePose* pose_b)
{
    GrazeCso cso;
    Axes axes = {INFINITY, false};
    graze_cso_init(&cso, a, pose_a, b, pose_b);
    try_edges(&cso, true, &axes);
    if (!axes.is_separated) try_edges(&cso, false, &axes);
    if (axes.is_separated) return false;
    /* With an edge on each side of every direction, and no round corners, no other axis is left. */
    if (axes.least > graze_reach(&cso) && a->count > 2 && b->count > 2) return true;
    GrazeDescent descent;
    graze_descend(&cso, &GRAZE_DEFAULTS, &descent);
    return graze_conclude(&cso, &descent) != GRAZE_DISJOINT;
}
