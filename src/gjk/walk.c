#include "walk.h"

#include "../base/predicate.h"
#include "../tolerance.h"

/*
 * A - B has the edges of A and of -B, sorted by direction. Both outlines are walked
 * counter-clockwise from their lowest vertex, so their edge directions both run from 0 to 2 pi, and
 * the walk merges them by taking whichever turns less. Parallel edges are taken together, so that
 * no boundary vertex lies inside an edge.
 *
 * Directions, and with them where the walk begins, are those of the bodies' own edges, turned but
 * not moved: B's place can absorb a short edge and even turn a thin outline inside out, and a walk
 * that takes edges out of order misses the side it is after. What the walk then sees of the origin
 * is exact for the vertices of A and the vertices of B as rounded into A's frame.
 */
typedef struct {
    const GrazeCso* cso;
    int32_t a, b;           /* where the walk stands */
    int32_t left_a, left_b; /* edges not yet taken */
} Walker;

typedef GrazeGap (*EdgeOf)(const GrazeCso* cso, int32_t from, int32_t to);

static int32_t next_index(int32_t i, int32_t count)
{
    return i + 1 < count ? i + 1 : 0;
}

static GrazeGap edge_of_a(const GrazeCso* cso, int32_t from, int32_t to)
{
    return (GrazeGap){graze_cso_vertex_a(cso, to), graze_cso_vertex_a(cso, from)};
}

/* The edge of -B. */
static GrazeGap edge_of_b(const GrazeCso* cso, int32_t from, int32_t to)
{
    GrazeVec p = vec_of(cso->b->vertices[from]);
    GrazeVec q = vec_of(cso->b->vertices[to]);
    if (cso->b_in_a.sin == 0 && cso->b_in_a.cos == 1) return (GrazeGap){p, q};
    return (GrazeGap){vec_rotate(vec_sub(p, q), cso->b_in_a.cos, cso->b_in_a.sin), {0, 0}};
}

/* Is the direction in [0, pi)? */
static bool rises(GrazeGap edge)
{
    return edge.to.y > edge.from.y || (edge.to.y == edge.from.y && edge.to.x > edge.from.x);
}

/* The lowest vertex: where the edges turn from falling to rising. */
static int32_t find_lowest(const GrazeCso* cso, EdgeOf edge_of, int32_t count)
{
    for (int32_t i = 0, before = count - 1; i < count; before = i++) {
        bool falls = !rises(edge_of(cso, before, i));
        if (falls && rises(edge_of(cso, i, next_index(i, count)))) return i;
    }
    return 0;
}

static Walker start(const GrazeCso* cso)
{
    int32_t n = cso->a->count;
    int32_t m = cso->b->count;
    Walker walker = {cso, 0, 0, n, m};
    walker.a = find_lowest(cso, edge_of_a, n);
    walker.b = find_lowest(cso, edge_of_b, m);
    /* A point has no edge. */
    if (n == 1) walker.left_a = 0;
    if (m == 1) walker.left_b = 0;
    return walker;
}

static bool at_end(const Walker* walker)
{
    return walker->left_a == 0 && walker->left_b == 0;
}

/* Which edge comes first: of A (1), of -B (-1), both (0). */
static int next_turn(const Walker* walker, int32_t next_a, int32_t next_b)
{
    if (walker->left_b == 0) return 1;
    if (walker->left_a == 0) return -1;
    return graze_sign_cross(edge_of_a(walker->cso, walker->a, next_a),
                            edge_of_b(walker->cso, walker->b, next_b));
}

/* Goes on to the next vertex of A - B. */
static void advance(Walker* walker)
{
    int32_t next_a = next_index(walker->a, walker->cso->a->count);
    int32_t next_b = next_index(walker->b, walker->cso->b->count);
    int turn = next_turn(walker, next_a, next_b);
    if (turn >= 0) {
        walker->a = next_a;
        walker->left_a--;
    }
    if (turn <= 0) {
        walker->b = next_b;
        walker->left_b--;
    }
}

static GrazeCsoPoint stand(const Walker* walker)
{
    return graze_cso_point(walker->cso, walker->a, walker->b);
}

static bool is_zero(GrazeVec p)
{
    return p.x == 0 && p.y == 0;
}

/*
 * How an edge adds to the winding number of the outline about the origin: whether it crosses the
 * ray to the right, upwards (1) or downwards (-1). For a convex outline it would do to ask if the
 * origin is on the inner side of every edge; but rounding can dent a thin one, and the line through
 * a dent may leave out anything, while the winding number is wrong only as far as the dent is.
 */
static int crossing(GrazeGap from, GrazeGap to)
{
    bool starts_below = from.to.y <= from.from.y;
    bool ends_below = to.to.y <= to.from.y;
    if (starts_below == ends_below) return 0;
    int side = graze_sign_cross(from, to);
    if (starts_below) return side > 0;
    return -(side < 0);
}

static GrazeVec normal_of(const GrazeWalk* walk, GrazeVec outward)
{
    double size = vec_length(outward);
    if (walk->relation == GRAZE_DISJOINT && walk->nearest.gap > 0) {
        return vec_scale(walk->nearest.v, -1 / walk->nearest.gap);
    }
    /* Two points at one place have no direction of their own: any will do. */
    return size > 0 ? vec_scale(outward, 1 / size) : vec(1, 0);
}

void graze_walk(const GrazeCso* cso, GrazeWalk* out)
{
    Walker walker = start(cso);
    GrazeCsoPoint here = stand(&walker);
    GrazeVec outward = vec(0, 0);
    int winding = 0;
    out->nearest = graze_part_vertex(here);
    while (!at_end(&walker)) {
        advance(&walker);
        GrazeCsoPoint there = stand(&walker);
        GrazeGap from = graze_cso_gap(cso, here);
        GrazeGap to = graze_cso_gap(cso, there);
        GrazeVec step = graze_step(from, to);
        /* Seen from far away, an edge of a tiny body can round to nothing. */
        if (is_zero(step)) continue;
        winding += crossing(from, to);
        GrazePart part = graze_part_edge(cso, here, there);
        if (is_zero(outward) || part.gap < out->nearest.gap) {
            out->nearest = part;
            outward = vec_outward(step);
        }
        here = there;
    }
    bool on_boundary = out->nearest.gap == 0;
    out->relation = on_boundary ? GRAZE_TOUCHING : winding ? GRAZE_OVERLAPPING : GRAZE_DISJOINT;
    out->normal = normal_of(out, outward);
}

/* Sign of the distance of the origin from a part, less the radii's sum. */
static int sign_part_reach(const GrazeCso* cso, const GrazePart* part)
{
    double ra = cso->a->radius;
    double rb = cso->b->radius;
    GrazeGap p = graze_cso_gap(cso, part->p);
    if (graze_is_vertex(part)) return graze_sign_point_reach(p, ra, rb);
    return graze_sign_line_reach(p, graze_cso_gap(cso, part->q), ra, rb);
}

GrazeRelation graze_walk_reach(const GrazeCso* cso)
{
    Walker walker = start(cso);
    GrazeCsoPoint here = stand(&walker);
    double reach = (double)cso->a->radius + cso->b->radius;
    /* Only the parts at about that distance need their exact sign. */
    double far = reach * (1 + GRAZE_GAP_ERROR);
    GrazePart part = graze_part_vertex(here);
    int least = sign_part_reach(cso, &part);
    while (!at_end(&walker) && least >= 0) {
        advance(&walker);
        GrazeCsoPoint there = stand(&walker);
        part = graze_part_edge(cso, here, there);
        int sign = part.gap > far ? 1 : sign_part_reach(cso, &part);
        if (sign < least) least = sign;
        here = there;
    }
    return least > 0 ? GRAZE_DISJOINT : least == 0 ? GRAZE_TOUCHING : GRAZE_OVERLAPPING;
}
