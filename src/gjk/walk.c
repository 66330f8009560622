#include "walk.h"

#include "../base/predicate.h"
#include "../tolerance.h"

/*
 * How an edge adds to the winding number of the outline about the origin: whether it crosses the
 * ray to the right, upwards (1) or downwards (-1). For a convex outline it would do to ask if the
 * origin is on the inner side of every edge; but rounding can dent a thin one, and the line through
 * a dent may leave out anything, while the winding number is wrong only as far as the dent is.
 */
static int crossing(const GrazeGap* from, const GrazeGap* to)
{
    bool starts_below = from->to.y <= from->from.y;
    bool ends_below = to->to.y <= to->from.y;
    if (starts_below == ends_below) return 0;
    int side = graze_sign_cross(from, to);
    if (starts_below) return side > 0;
    return -(side < 0);
}

void graze_walk(const GrazeCso* cso, GrazeWalk* out)
{
    GrazeWalker walker;
    graze_walker_start(&walker, cso);
    GrazeVec outward = vec(0, 0);
    int winding = 0;
    bool first = true;
    out->nearest = graze_part_vertex(&walker.q);
    while (graze_walker_advance(&walker)) {
        winding += crossing(&walker.from, &walker.to);
        GrazePart part = graze_part_between(&walker.p, &walker.from, &walker.q, &walker.to);
        if (first || part.gap < out->nearest.gap) {
            out->nearest = part;
            outward = vec_outward(graze_step(&walker.from, &walker.to));
            first = false;
        }
    }
    bool on_boundary = out->nearest.gap == 0;
    out->relation = on_boundary ? GRAZE_TOUCHING : winding ? GRAZE_OVERLAPPING : GRAZE_DISJOINT;
    double size = vec_length(outward);
    /* Two points at one place have no direction of their own: any will do. */
    out->normal = size > 0 ? vec_scale(outward, 1 / size) : vec(1, 0);
}

void graze_walk_proved(const GrazeCso* cso, GrazePart* part)
{
    GrazeWalker walker;
    graze_walker_start(&walker, cso);
    /* Beside a dent the neighbours prove nothing, so only what ties in double may win. */
    double limit = part->gap * (1 + 2 * GRAZE_GAP_ERROR);
    while (graze_walker_advance(&walker)) {
        GrazePart other = graze_part_between(&walker.p, &walker.from, &walker.q, &walker.to);
        if (other.gap <= limit && graze_part_prove(cso, &other)) {
            *part = other;
            return;
        }
    }
    graze_part_orient(cso, part);
}

GrazePart graze_walk_behind(const GrazeCso* cso, GrazeVec normal)
{
    GrazeWalker walker;
    graze_walker_start(&walker, cso);
    GrazePart behind = graze_part_vertex(&walker.q);
    double least = INFINITY;
    while (graze_walker_advance(&walker)) {
        double before = vec_cross(normal, walker.p.w);
        double after = vec_cross(normal, walker.q.w);
        if ((before > 0) == (after > 0)) continue;
        double along = before / (before - after);
        GrazeVec v = vec_along(walker.p.w, along, vec_sub(walker.q.w, walker.p.w));
        if (vec_dot(v, normal) >= least) continue;
        least = vec_dot(v, normal);
        behind = (GrazePart){walker.p, walker.q, along, v, -least};
    }
    return behind;
}

/* Sign of the distance of the origin from a part, less the radii's sum. */
static int sign_part_reach(const GrazeCso* cso, const GrazePart* part)
{
    double ra = cso->a->radius;
    double rb = cso->b->radius;
    GrazeGap p = graze_cso_gap(cso, &part->p);
    GrazeGap q = graze_cso_gap(cso, &part->q);
    double beyond =
        graze_is_vertex(part) ? graze_point_reach(&p, ra, rb) : graze_line_reach(&p, &q, ra, rb);
    return sign_compare(beyond, 0);
}

GrazeRelation graze_walk_reach(const GrazeCso* cso)
{
    GrazeWalker walker;
    graze_walker_start(&walker, cso);
    /* Only the parts at about that distance need their exact sign. */
    double far = graze_reach(cso) * (1 + GRAZE_GAP_ERROR);
    GrazePart part = graze_part_vertex(&walker.q);
    int least = sign_part_reach(cso, &part);
    while (least >= 0 && graze_walker_advance(&walker)) {
        part = graze_part_between(&walker.p, &walker.from, &walker.q, &walker.to);
        int sign = part.gap > far ? 1 : sign_part_reach(cso, &part);
        if (sign < least) least = sign;
    }
    return least > 0 ? GRAZE_DISJOINT : least == 0 ? GRAZE_TOUCHING : GRAZE_OVERLAPPING;
}
