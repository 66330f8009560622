#include "walk.h"

#include "../base/predicate.h"
#include "../tolerance.h"

/*
 * Notes where the edge crosses the x axis, and returns what it adds to the winding number of the
 * outline about the origin: whether it crosses the ray to the right, upwards (1) or downwards (-1).
 * For a convex outline it would do to ask if the origin is on the inner side of every edge; but
 * rounding can dent a thin one, and the line through a dent may leave out anything, while the
 * winding number is wrong only as far as the dent is.
 */
static int cross_axis(const GrazeWalker* walker, GrazeWalk* out)
{
    GrazeVec p = walker->p.w;
    GrazeVec q = walker->q.w;
    bool rises = p.y <= 0 && q.y > 0;
    if (!rises && !(p.y > 0 && q.y <= 0)) return 0;
    double along = p.y / (p.y - q.y);
    GrazeVec v = vec(p.x + along * (q.x - p.x), 0);
    GrazePart part = {walker->p, walker->q, along, v, fabs(v.x)};
    if (rises) {
        out->right = part;
    } else {
        out->left = part;
    }
    int side = graze_sign_cross(&walker->from, &walker->to);
    return rises ? side > 0 : -(side < 0);
}

/* Is the line of the edge surely further from the origin than `gap`? The cross product of p and the
   step has the errors of their dot product (graze_sign_along). */
static bool is_beyond(const GrazeWalker* walker, double gap)
{
    GrazeVec p = walker->p.w;
    GrazeVec step = graze_step(&walker->from, &walker->to);
    double left = p.x * step.y;
    double right = p.y * step.x;
    double cross = fabs(left - right) - GRAZE_ALONG_ERROR * (fabs(left) + fabs(right));
    return cross > 0 && cross * cross > gap * gap * vec_dot(step, step) * (1 + GRAZE_ALONG_ERROR);
}

/* The least of the parts seen so far, and the outward direction of its edge. */
typedef struct {
    GrazePart part;
    GrazeVec outward;
    bool is_found;
} Least;

static void take_less(Least* least, const GrazePart* part, const GrazeWalker* walker)
{
    if (least->is_found && part->gap >= least->part.gap) return;
    *least = (Least){*part, vec_outward(graze_step(&walker->from, &walker->to)), true};
}

void graze_walk(const GrazeCso* cso, GrazeWalk* out)
{
    GrazeWalker walker;
    graze_walker_start(&walker, cso);
    Least any = {.outward = {0, 0}, .is_found = false};
    graze_part_vertex(&walker.q, &any.part);
    Least edge = any;
    int winding = 0;
    out->right = out->left = any.part;
    while (graze_walker_advance(&walker)) {
        winding += cross_axis(&walker, out);
        if (any.is_found && is_beyond(&walker, any.part.gap)) continue;
        GrazePart part;
        graze_part_between(&walker.p, &walker.from, &walker.q, &walker.to, &part);
        take_less(&any, &part, &walker);
        if (!graze_is_vertex(&part)) take_less(&edge, &part, &walker);
    }
    bool on_boundary = any.part.gap == 0;
    out->relation = on_boundary ? GRAZE_TOUCHING : winding ? GRAZE_OVERLAPPING : GRAZE_DISJOINT;
    /* From inside, a vertex ties with an edge whose foot is beside it: the edge has the direction. */
    bool ties = edge.is_found && edge.part.gap <= any.part.gap * (1 + 2 * GRAZE_GAP_ERROR);
    const Least* least = out->relation == GRAZE_OVERLAPPING && ties ? &edge : &any;
    double size = vec_length(least->outward);
    out->nearest = least->part;
    /* Two points at one place have no direction of their own: any will do. */
    out->normal = size > 0 ? vec_over(least->outward, size) : vec(1, 0);
}

void graze_walk_proved(const GrazeCso* cso, GrazePart* part)
{
    GrazeWalker walker;
    graze_walker_start(&walker, cso);
    /* Beside a dent the neighbours prove nothing, so only what ties in double may win, and of such
       the nearest. */
    double limit = part->gap * (1 + 2 * GRAZE_GAP_ERROR);
    bool is_proved = false;
    while (graze_walker_advance(&walker)) {
        GrazePart other;
        graze_part_between(&walker.p, &walker.from, &walker.q, &walker.to, &other);
        bool is_nearer = is_proved ? other.gap < part->gap : other.gap <= limit;
        if (is_nearer && graze_part_prove(cso, &other)) {
            *part = other;
            is_proved = true;
        }
    }
    if (!is_proved) graze_part_orient(cso, part);
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
    GrazePart part;
    graze_part_vertex(&walker.q, &part);
    int least = sign_part_reach(cso, &part);
    while (least >= 0 && graze_walker_advance(&walker)) {
        graze_part_between(&walker.p, &walker.from, &walker.q, &walker.to, &part);
        int sign = part.gap > far ? 1 : sign_part_reach(cso, &part);
        if (sign < least) least = sign;
    }
    return least > 0 ? GRAZE_DISJOINT : least == 0 ? GRAZE_TOUCHING : GRAZE_OVERLAPPING;
}
