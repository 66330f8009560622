#include "filtered_walk.h"

/*
 * A - B is convex, so the origin's separation from it is the largest separation from the line of one
 * of its edges, if the foot on that edge is inside of it, or if the origin is inside of A - B. The
 * edges are those of A and of -B in the order of their directions, as in minkowski_iterator.c, here
 * merged by cross products in double. Both outlines begin where edge 0 of A is extreme, so that the
 * next edges of both are always within half a turn from the last one taken, and a cross product
 * orders them. It does not when rounding can make them parallel: if they have the same direction,
 * their order moves a vertex by no more than rounding; if they have opposite directions, the one
 * that continues in the direction of the last edge comes first.
 *
 * Directions of edges are differences of vertices, rotated afterwards, so that they are off by a
 * few u of themselves, however short an edge is compared to its distance from the body's origin.
 */

/* Edge of A - B: that of A from vertex a on, minus vertex b of B, or vertex a minus B's edge. */
typedef struct {
    GrazeVec direction; /* unit vector along the edge, counter-clockwise */
    double separation;  /* signed separation of the origin from its line */
    double length;
    int32_t a, b;
    bool is_of_a;
} WalkEdge;

/*
 * Edges found so far.
 *   best      edge of largest separation
 *   parallel  another edge within the error of that, parallel to it, if has_parallel
 *   is_tied   whether an edge of another direction is within the error
 */
typedef struct {
    WalkEdge best, parallel;
    bool has_parallel, is_tied;
} WalkBest;

ALWAYS_INLINE GrazeVec edge_of_a(const GrazeCso* cso, int32_t i)
{
    return vec_sub(graze_cso_vertex_a(cso, next_index(i, cso->a->count)),
                   graze_cso_vertex_a(cso, i));
}

/* Returns the edge of -B from vertex j on, in the frame of A. */
ALWAYS_INLINE GrazeVec edge_of_b(const GrazeCso* cso, int32_t j)
{
    const GrazePoint* v = cso->b->vertices;
    GrazeVec edge = vec_sub(vec_from_point(v[j]), vec_from_point(v[next_index(j, cso->b->count)]));
    return vec_rotate(edge, cso->b_in_a.cos, cso->b_in_a.sin);
}

ALWAYS_INLINE GrazeVec place_b(const GrazeCso* cso, int32_t j)
{
    GrazeVec turned =
        vec_rotate(vec_from_point(cso->b->vertices[j]), cso->b_in_a.cos, cso->b_in_a.sin);
    return vec(turned.x + cso->b_in_a.x, turned.y + cso->b_in_a.y);
}

/* Returns whether two unit vectors have the same direction to within GRAZE_WALK_PARALLEL. */
static bool is_parallel(GrazeVec p, GrazeVec q)
{
    return vec_dot(p, q) > 0 && fabs(vec_cross(p, q)) <= GRAZE_WALK_PARALLEL;
}

/* Takes an edge whose separation is within the error of the largest one, or above. */
static NOINLINE void take_edge(WalkBest* found, const WalkEdge* edge, double error)
{
    bool is_largest = edge->separation > found->best.separation;
    bool is_clear = found->best.separation < edge->separation - error;
    if (is_clear) {
        found->is_tied = found->has_parallel = false;
    } else if (is_parallel(edge->direction, found->best.direction)) {
        found->parallel = is_largest ? found->best : *edge;
        found->has_parallel = true;
    } else {
        found->is_tied = true;
    }
    if (is_largest) found->best = *edge;
}

/* Returns the vertex of B at which the walk begins: the one furthest against the outward normal of
   A's edge 0. */
ALWAYS_INLINE int32_t first_of_b(const GrazeCso* cso)
{
    if (cso->a->count == 1 || cso->b->count == 1) return 0;
    GrazeVec outward = vec_outward(edge_of_a(cso, 0));
    GrazeVec direction = vec_inv_rotate(outward, -cso->b_in_a.cos, -cso->b_in_a.sin);
    return support_inline(cso->b, direction.x, direction.y, cso->support, 0);
}

/* Returns whether A's next edge comes before that of -B. */
ALWAYS_INLINE bool is_a_next(GrazeVec a, GrazeVec b, GrazeVec last)
{
    double cross = vec_cross(a, b);
    bool is_opposite = fabs(cross) <= -GRAZE_WALK_TURN_ERROR * vec_dot(a, b);
    return is_opposite ? vec_dot(a, last) > 0 : cross >= 0;
}

/* Visits all edges; returns false as soon as one shows that the cores are more than `limit` apart. */
static bool visit_edges(const GrazeCso* cso, double limit, WalkBest* found)
{
    int32_t n = cso->a->count;
    int32_t m = cso->b->count;
    int32_t i = 0;
    int32_t j = first_of_b(cso);
    int32_t remaining_a = n > 1 ? n : 0;
    int32_t remaining_b = m > 1 ? m : 0;
    double error = 2 * graze_walk_error(cso);
    double least = -INFINITY;
    GrazeVec a = graze_cso_vertex_a(cso, i);
    GrazeVec b = place_b(cso, j);
    GrazeVec edge_a = edge_of_a(cso, i);
    GrazeVec edge_b = edge_of_b(cso, j);
    GrazeVec last = edge_a;
    found->best.separation = -INFINITY;
    while (remaining_a + remaining_b > 0) {
        bool is_of_a = remaining_b == 0 || (remaining_a > 0 && is_a_next(edge_a, edge_b, last));
        GrazeVec p = vec_sub(a, b);
        last = is_of_a ? edge_a : edge_b;
        double length = vec_length(last);
        double separation = vec_cross(last, p) / length;
        if (separation > limit) return false;
        if (separation >= least) {
            WalkEdge edge = {vec_div(last, length), separation, length, i, j, is_of_a};
            take_edge(found, &edge, error);
            least = found->best.separation - error;
        }
        if (is_of_a) {
            i = next_index(i, n);
            a = graze_cso_vertex_a(cso, i);
            edge_a = edge_of_a(cso, i);
            remaining_a--;
        } else {
            j = next_index(j, m);
            b = place_b(cso, j);
            edge_b = edge_of_b(cso, j);
            remaining_b--;
        }
    }
    return true;
}

/* Position of the origin's foot on the line of an edge. */
typedef enum { FOOT_UNCERTAIN, FOOT_BEFORE, FOOT_INSIDE, FOOT_BEYOND } Foot;

static Foot find_foot(const GrazeCso* cso, const WalkEdge* edge, double error)
{
    GrazeVec p = vec_sub(graze_cso_vertex_a(cso, edge->a), place_b(cso, edge->b));
    double along = -vec_dot(p, edge->direction);
    if (along > error && along < edge->length - error) return FOOT_INSIDE;
    if (along < -error) return FOOT_BEFORE;
    return along > edge->length + error ? FOOT_BEYOND : FOOT_UNCERTAIN;
}

static void set_edge(const GrazeCso* cso, const WalkEdge* edge, GrazeContactFeature* feature)
{
    feature->a = feature->a_next = edge->a;
    feature->b = feature->b_next = edge->b;
    if (edge->is_of_a) {
        feature->a_next = next_index(edge->a, cso->a->count);
    } else {
        feature->b_next = next_index(edge->b, cso->b->count);
    }
    feature->normal = vec_outward(edge->direction);
    feature->separation = edge->separation;
}

/* Returns whether the origin's projection onto an edge that begins at the vertex w of A - B is
   certainly before it. */
static bool is_before(GrazeVec w, GrazeVec edge, double error)
{
    return vec_dot(w, edge) > error * vec_length(edge);
}

/*
 * Sets the feature to the vertex at the end of an edge, if that is certainly the nearest. A vertex
 * a - b is the nearest point of A - B when a is furthest of A against it and b furthest of B along
 * it, and as both are convex their neighbors show that. A vertex at the end of the edge of largest
 * separation is the nearest one: all other lines are seen from it at larger angles.
 */
static bool set_vertex(const GrazeCso* cso, const WalkEdge* edge, Foot foot, double error,
                       GrazeContactFeature* feature)
{
    int32_t n = cso->a->count;
    int32_t m = cso->b->count;
    int32_t i = edge->a;
    int32_t j = edge->b;
    if (foot == FOOT_BEYOND && edge->is_of_a) i = next_index(i, n);
    if (foot == FOOT_BEYOND && !edge->is_of_a) j = next_index(j, m);
    GrazeVec w = vec_sub(graze_cso_vertex_a(cso, i), place_b(cso, j));
    double distance = vec_length(w);
    if (n > 1) {
        GrazeVec back = edge_of_a(cso, previous_index(i, n));
        if (!is_before(w, edge_of_a(cso, i), error)) return false;
        if (!is_before(w, vec(-back.x, -back.y), error)) return false;
    }
    if (m > 1) {
        GrazeVec back = edge_of_b(cso, previous_index(j, m));
        if (!is_before(w, edge_of_b(cso, j), error)) return false;
        if (!is_before(w, vec(-back.x, -back.y), error)) return false;
    }
    *feature = (GrazeContactFeature){i, i, j, j, vec_div(w, -distance), distance};
    return true;
}

/* Finds the nearest feature of two points. */
static GrazeWalkCertainty walk_points(const GrazeCso* cso, double limit,
                                      GrazeContactFeature* feature)
{
    GrazeVec w = vec_sub(graze_cso_vertex_a(cso, 0), place_b(cso, 0));
    double distance = vec_length(w);
    if (distance > limit) return GRAZE_WALK_FAR;
    if (distance <= graze_walk_error(cso)) return GRAZE_WALK_UNCERTAIN;
    *feature = (GrazeContactFeature){0, 0, 0, 0, vec_div(w, -distance), distance};
    return GRAZE_WALK_CERTAIN;
}

GrazeWalkCertainty graze_filtered_walk(const GrazeCso* cso, double limit,
                                       GrazeContactFeature* feature)
{
    WalkBest found;
    double error = graze_walk_error(cso);
    double far = limit + error;
    if (cso->a->count + cso->b->count == 2) return walk_points(cso, far, feature);
    if (!visit_edges(cso, far, &found)) return GRAZE_WALK_FAR;
    bool is_inside = found.best.separation < -error;
    if (is_inside && found.is_tied) return GRAZE_WALK_UNCERTAIN;
    set_edge(cso, &found.best, feature);
    if (is_inside) return GRAZE_WALK_CERTAIN;
    Foot foot = find_foot(cso, &found.best, error);
    bool is_outside = found.best.separation > error;
    if (foot == FOOT_INSIDE) {
        return is_outside || !found.is_tied ? GRAZE_WALK_CERTAIN : GRAZE_WALK_UNCERTAIN;
    }
    if (found.has_parallel && find_foot(cso, &found.parallel, error) == FOOT_INSIDE) {
        set_edge(cso, &found.parallel, feature);
        return is_outside || !found.is_tied ? GRAZE_WALK_CERTAIN : GRAZE_WALK_UNCERTAIN;
    }
    if (!is_outside || foot == FOOT_UNCERTAIN ||
        !set_vertex(cso, &found.best, foot, error, feature))
        return GRAZE_WALK_UNCERTAIN;
    return feature->separation > far ? GRAZE_WALK_FAR : GRAZE_WALK_CERTAIN;
}
