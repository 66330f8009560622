#include "filtered_walk.h"

#include "../../base/lanes.h"
#include "minkowski_iterator.h"

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

/* Returns whether an edge is less than half a turn after the first one, or parallel to it. */
ALWAYS_INLINE bool is_after(GrazeVec edge, GrazeVec first)
{
    double cross = vec_cross(first, edge);
    return cross > 0 || (cross == 0 && vec_dot(first, edge) > 0);
}

/*
 * Returns the vertex of B at which the walk begins: the one furthest against the outward normal of
 * A's edge 0. Several are within rounding if they are as near each other; then the directions of the
 * edges, which are accurate however short they are, decide which one begins the half turn after that
 * edge. O(1), unless many are.
 */
ALWAYS_INLINE int32_t first_of_b(const GrazeCso* cso)
{
    int32_t m = cso->b->count;
    if (cso->a->count == 1 || m == 1) return 0;
    GrazeVec first = edge_of_a(cso, 0);
    GrazeVec outward = vec_outward(first);
    GrazeVec direction = vec_inv_rotate(outward, -cso->b_in_a.cos, -cso->b_in_a.sin);
    int32_t j = support_inline(cso->b, direction.x, direction.y, cso->support, 0);
    for (int32_t k = 0; k < m && !is_after(edge_of_b(cso, j), first); k++)
        j = next_index(j, m);
    for (int32_t k = 0; k < m && is_after(edge_of_b(cso, previous_index(j, m)), first); k++)
        j = previous_index(j, m);
    return j;
}

/* Returns whether A's next edge comes before that of -B. */
ALWAYS_INLINE bool is_a_next(GrazeVec a, GrazeVec b, GrazeVec last)
{
    double cross = vec_cross(a, b);
    bool is_opposite = fabs(cross) <= -GRAZE_WALK_TURN_ERROR * vec_dot(a, b);
    return is_opposite ? vec_dot(a, last) > 0 : cross >= 0;
}

/*
 * State of a merge of the edges of A and of -B.
 *   a, b, edge_a, edge_b      next vertex and edge of both, in the frame of A
 *   last                      edge taken last
 */
typedef struct {
    GrazeVec a, b, edge_a, edge_b, last;
    int32_t i, j, remaining_a, remaining_b;
} EdgeMerge;

static NOINLINE EdgeMerge begin_merge(const GrazeCso* cso)
{
    int32_t n = cso->a->count;
    int32_t m = cso->b->count;
    int32_t j = first_of_b(cso);
    GrazeVec edge_a = edge_of_a(cso, 0);
    return (EdgeMerge){.a = graze_cso_vertex_a(cso, 0),
                       .b = place_b(cso, j),
                       .edge_a = edge_a,
                       .edge_b = edge_of_b(cso, j),
                       .last = edge_a,
                       .j = j,
                       .remaining_a = n > 1 ? n : 0,
                       .remaining_b = m > 1 ? m : 0};
}

/* Takes the next edge, which begins at the point `p` of A - B; returns false at the end. */
ALWAYS_INLINE bool next_edge(const GrazeCso* cso, EdgeMerge* merge, GrazeClipEdge* edge,
                             GrazeVec* p)
{
    if (merge->remaining_a + merge->remaining_b == 0) return false;
    bool is_of_a = merge->remaining_b == 0 ||
                   (merge->remaining_a > 0 && is_a_next(merge->edge_a, merge->edge_b, merge->last));
    *edge = (GrazeClipEdge){merge->i, merge->j, is_of_a};
    *p = vec_sub(merge->a, merge->b);
    if (is_of_a) {
        merge->last = merge->edge_a;
        merge->i = next_index(merge->i, cso->a->count);
        merge->a = graze_cso_vertex_a(cso, merge->i);
        merge->edge_a = edge_of_a(cso, merge->i);
        merge->remaining_a--;
    } else {
        merge->last = merge->edge_b;
        merge->j = next_index(merge->j, cso->b->count);
        merge->b = place_b(cso, merge->j);
        merge->edge_b = edge_of_b(cso, merge->j);
        merge->remaining_b--;
    }
    return true;
}

/* Visits all edges; returns false as soon as one shows that the cores are more than `limit` apart. */
static bool visit_edges(const GrazeCso* cso, double limit, WalkBest* found)
{
    EdgeMerge merge = begin_merge(cso);
    double error = 2 * graze_walk_error(cso);
    double least = -INFINITY;
    GrazeClipEdge taken;
    GrazeVec p;
    while (next_edge(cso, &merge, &taken, &p)) {
        double length = vec_length(merge.last);
        double separation = vec_cross(merge.last, p) / length;
        if (separation > limit) return false;
        if (separation >= least) {
            WalkEdge edge = {
                vec_div(merge.last, length), separation, length, taken.a, taken.b, taken.is_of_a};
            take_edge(found, &edge, error);
            least = found->best.separation - error;
        }
    }
    return true;
}

/*
 * Few edges: the separation along the normal of an edge is that of the other body's vertex which is
 * furthest against it. Two edges are compared at a time with all of these, which takes n m / 2 steps,
 * but none of them depends on the one before, as the turns of a merge do.
 */
enum { FEW = 16, FEW_PAIRS = FEW / 2 };

static const GrazePose IDENTITY = {0, 0, 1, 0};

/* Outline of a core in the frame of A, two vertices at a time, and their edges. */
typedef struct {
    Doubles x[FEW_PAIRS], y[FEW_PAIRS];
    Doubles edge_x[FEW_PAIRS], edge_y[FEW_PAIRS];
} FewEdges;

/* Separations from the edges of A and of B, two at a time; those beyond the last are -INFINITY. */
typedef struct {
    Doubles of_a[FEW_PAIRS], of_b[FEW_PAIRS];
    int32_t pairs_a, pairs_b;
} FewSeparations;

/* Returns the number of pairs of edges, which a point does not have. */
ALWAYS_INLINE int32_t count_pairs(const GrazeShape* shape)
{
    return shape->count > 1 ? (shape->count + 1) / 2 : 0;
}

/* Loads an outline, turned and moved by a pose; its first vertex is repeated after an odd number. */
ALWAYS_INLINE void load_few(const GrazeShape* shape, const GrazePose* pose, FewEdges* out)
{
    int32_t n = shape->count;
    const GrazePoint* v = shape->vertices;
    int32_t i = 0;
    do {
        int32_t j = next_index(i, n);
        int32_t k = next_index(j, n);
        Doubles x = {v[i].x, v[j].x};
        Doubles y = {v[i].y, v[j].y};
        Doubles edge_x = (Doubles){v[j].x, v[k].x} - x;
        Doubles edge_y = (Doubles){v[j].y, v[k].y} - y;
        out->x[i / 2] = pose->cos * x - pose->sin * y + pose->x;
        out->y[i / 2] = pose->sin * x + pose->cos * y + pose->y;
        out->edge_x[i / 2] = pose->cos * edge_x - pose->sin * edge_y;
        out->edge_y[i / 2] = pose->sin * edge_x + pose->cos * edge_y;
        i += 2;
    } while (i < n);
}

/* Returns the separations of the other body's `m` vertices from pair i of the edges, times the
   lengths of these. */
ALWAYS_INLINE Doubles separate_pair(const FewEdges* edges, int32_t i, const FewEdges* other,
                                    int32_t m)
{
    const double* other_x = (const double*)other->x;
    const double* other_y = (const double*)other->y;
    Doubles inward_x = -edges->edge_y[i];
    Doubles inward_y = edges->edge_x[i];
    Doubles furthest = inward_x * other_x[0] + inward_y * other_y[0];
    for (int32_t j = 1; j < m; j++)
        furthest = doubles_max(furthest, inward_x * other_x[j] + inward_y * other_y[j]);
    return inward_x * edges->x[i] + inward_y * edges->y[i] - furthest;
}

/* Writes the separations of the other body's `m` vertices from `n` edges. */
ALWAYS_INLINE void separate_few(const FewEdges* edges, int32_t n, const FewEdges* other, int32_t m,
                                Doubles* separations)
{
    for (int32_t i = 0; i < n / 2 + n % 2; i++) {
        Doubles x = edges->edge_x[i];
        Doubles y = edges->edge_y[i];
        separations[i] = separate_pair(edges, i, other, m) / doubles_sqrt(x * x + y * y);
    }
    if (n % 2 == 1) separations[n / 2][1] = -INFINITY;
}

/* Returns whether a core is a rectangle about the origin of its frame, from its lower left corner
   on, or the origin alone; `half` receives half its sides. */
static bool is_rectangle(const GrazeShape* shape, GrazeVec* half)
{
    const GrazePoint* v = shape->vertices;
    *half = vec(-(double)v[0].x, -(double)v[0].y);
    if (shape->count == 1) return v[0].x == 0 && v[0].y == 0;
    return shape->count == 4 && v[0].x < 0 && v[0].y < 0 && v[1].x == -v[0].x && v[1].y == v[0].y &&
           v[2].x == v[1].x && v[2].y == -v[1].y && v[3].x == v[0].x && v[3].y == v[2].y;
}

/* Same as separate_few for two rectangles, both ways: their normals are the axes of their frames, so
   that neither a root nor a vertex is needed. */
static void separate_rectangles(const GrazePose* b_in_a, GrazeVec a, GrazeVec b,
                                FewSeparations* out)
{
    double c = fabs(b_in_a->cos);
    double s = fabs(b_in_a->sin);
    GrazeVec at = vec(b_in_a->x, b_in_a->y);
    GrazeVec back = vec_inv_rotate(at, b_in_a->cos, b_in_a->sin);
    Doubles reach_a = {a.y + (s * b.x + c * b.y), a.x + (c * b.x + s * b.y)};
    Doubles reach_b = {b.y + (s * a.x + c * a.y), b.x + (c * a.x + s * a.y)};
    /* Edges 0 to 3 are below, right, above and left; A is at -back in the frame of B. */
    out->of_a[0] = (Doubles){-at.y, at.x} - reach_a;
    out->of_a[1] = (Doubles){at.y, -at.x} - reach_a;
    out->of_b[0] = (Doubles){back.y, -back.x} - reach_b;
    out->of_b[1] = (Doubles){-back.y, back.x} - reach_b;
}

/* Takes edge i of A or of B. */
static void take_few(const GrazeCso* cso, WalkBest* found, int32_t i, bool is_of_a,
                     double separation, double error)
{
    GrazeVec edge = is_of_a ? edge_of_a(cso, i) : edge_of_b(cso, i);
    double length = vec_length(edge);
    WalkEdge taken = {vec_div(edge, length), separation, length, i, i, is_of_a};
    /* The outward normal of A's edge points to B, and the vertex of B is furthest against it. */
    GrazeVec inward = vec(-edge.y, edge.x);
    if (is_of_a) {
        GrazeVec own = vec_inv_rotate(inward, cso->b_in_a.cos, cso->b_in_a.sin);
        taken.b = support_inline(cso->b, own.x, own.y, cso->support, 0);
    } else {
        taken.a = support_inline(cso->a, -inward.x, -inward.y, cso->support, 0);
    }
    take_edge(found, &taken, error);
}

/* Takes the edges of one body whose separations are at least `least`. */
ALWAYS_INLINE void take_all_few(const GrazeCso* cso, WalkBest* found, const Doubles* separations,
                                int32_t pairs, bool is_of_a, double least, double error)
{
    uint32_t bits = 0;
    for (int32_t i = 0; i < pairs; i++)
        bits |= doubles_mask_bits(separations[i] >= least) << 2 * i;
    for (; bits != 0; bits &= bits - 1) {
        int32_t i = __builtin_ctz(bits);
        take_few(cso, found, i, is_of_a, ((const double*)separations)[i], error);
    }
}

/* Same as visit_edges, for at most FEW vertices each. */
static bool visit_few(const GrazeCso* cso, double limit, WalkBest* found)
{
    FewSeparations separations;
    GrazeVec half_a;
    GrazeVec half_b;
    separations.pairs_a = count_pairs(cso->a);
    separations.pairs_b = count_pairs(cso->b);
    if (is_rectangle(cso->a, &half_a) && is_rectangle(cso->b, &half_b)) {
        separate_rectangles(&cso->b_in_a, half_a, half_b, &separations);
    } else {
        FewEdges a;
        FewEdges b;
        load_few(cso->a, &IDENTITY, &a);
        load_few(cso->b, &cso->b_in_a, &b);
        int32_t n = cso->a->count;
        int32_t m = cso->b->count;
        if (n > 1) separate_few(&a, n, &b, m, separations.of_a);
        if (m > 1) separate_few(&b, m, &a, n, separations.of_b);
    }
    Doubles lanes = {-INFINITY, -INFINITY};
    for (int32_t i = 0; i < separations.pairs_a; i++)
        lanes = doubles_max(lanes, separations.of_a[i]);
    for (int32_t i = 0; i < separations.pairs_b; i++)
        lanes = doubles_max(lanes, separations.of_b[i]);
    double largest = doubles_greatest(lanes);
    if (largest > limit) return false;
    double error = 2 * graze_walk_error(cso);
    take_all_few(cso, found, separations.of_a, separations.pairs_a, true, largest - error, error);
    take_all_few(cso, found, separations.of_b, separations.pairs_b, false, largest - error, error);
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
    feature->is_alone = false;
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
    *feature = (GrazeContactFeature){i, i, j, j, vec_div(w, -distance), distance, false};
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
    *feature = (GrazeContactFeature){0, 0, 0, 0, vec_div(w, -distance), distance, false};
    return GRAZE_WALK_CERTAIN;
}

GrazeWalkCertainty graze_filtered_walk(const GrazeCso* cso, double limit,
                                       GrazeContactFeature* feature)
{
    WalkBest found = {.best = {.separation = -INFINITY}};
    double error = graze_walk_error(cso);
    double far = limit + error;
    if (cso->a->count + cso->b->count == 2) return walk_points(cso, far, feature);
    bool is_few = cso->a->count <= FEW && cso->b->count <= FEW;
    if (!(is_few ? visit_few : visit_edges)(cso, far, &found)) return GRAZE_WALK_FAR;
    bool is_inside = found.best.separation < -error;
    if (is_inside && found.is_tied) return GRAZE_WALK_UNCERTAIN;
    set_edge(cso, &found.best, feature);
    feature->is_alone = !found.is_tied && !found.has_parallel;
    /* The one with the foot is nearest among parallel edges, also of one outline. */
    if (is_inside && !found.has_parallel) return GRAZE_WALK_CERTAIN;
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

/* ---- clipping ---- */

/*
 * The points w of A - B on the inner side of an edge e from p to q have n . w >= n . p, with n = (-e.y,
 * e.x). Of the segment's points s m those remain with s (n . m) >= n . p: the line enters where n . m > 0
 * and leaves where n . m < 0, at s = n . p / n . m.
 *
 * All points of A - B are within 2 S of the origin, so only s with s |m| <= 2 S matter. For them n / |n|
 * is off by 12 u, which moves s m by at most 24 u S; n . p / |n| is off by graze_walk_error; the
 * vertices that exact signs see are off by sqrt2 GRAZE_CSO_ERROR S = 12 u S, and a quotient by 3 u of
 * 2 S. D = GRAZE_CLIP_ERROR S = 128 u S exceeds their sum. With all lines moved outward by D, what
 * remains contains the clipped segment. With all lines moved inward by D, what remains is inside of A -
 * B: a convex polygon contains all points that are D inside of another one of which it has all
 * vertices to within D. So A - B is missed if nothing remains of the former, and crossed if something
 * remains of the latter. The line enters through the edge whose outward line it meets after the
 * inward lines of all others, so that no other is as near as rounding there.
 */
enum { MAX_CANDIDATES = 3 };

/*
 * The last line that is met on the way in; on the way out, with parameters -s, likewise.
 *   outer, inner  the greatest parameters with the lines moved outward and inward
 *   candidates    edges whose inward lines are not met before `outer`, and these parameters
 *   is_crowded    set if there were more candidates than fit
 */
typedef struct {
    double outer, inner;
    GrazeClipEdge candidates[MAX_CANDIDATES];
    double inners[MAX_CANDIDATES];
    int32_t count;
    bool is_crowded;
} ClipEnd;

/* Adds an edge to the candidates, of which those that cannot be the last one are removed first. */
static NOINLINE void add_candidate(ClipEnd* end, const GrazeClipEdge* edge, double inner)
{
    int32_t kept = 0;
    for (int32_t k = 0; k < end->count; k++) {
        if (end->inners[k] < end->outer) continue;
        end->candidates[kept] = end->candidates[k];
        end->inners[kept++] = end->inners[k];
    }
    if (kept < MAX_CANDIDATES) {
        end->candidates[kept] = *edge;
        end->inners[kept++] = inner;
    } else {
        end->is_crowded = true;
    }
    end->count = kept;
}

/* Takes a line; a parameter that is NaN, of a line that the segment is parallel to, counts as none. */
ALWAYS_INLINE void take_line(ClipEnd* end, double outer, double inner, const GrazeClipEdge* edge)
{
    if (outer > end->outer) end->outer = outer;
    if (inner > end->inner) end->inner = inner;
    if (inner >= end->outer) add_candidate(end, edge, inner);
}

/* Returns the distance by which lines are moved. */
ALWAYS_INLINE double clip_slack(const GrazeCso* cso)
{
    return GRAZE_CLIP_ERROR * cso->scale + 8 * GRAZE_MIN_COORDINATE;
}

/* Returns whether the segment certainly misses A - B, as far as lines have been taken. */
static bool is_missed(const ClipEnd ends[2])
{
    return ends[0].outer > -ends[1].outer || ends[0].outer > 1 || ends[1].outer > 0;
}

/* Returns whether it certainly begins inside, or begins outside and enters, when all lines have been
   taken. */
static GrazeClipCertainty crossing_of(const ClipEnd ends[2])
{
    if (ends[0].inner < 0 && ends[1].inner < 0) return GRAZE_CLIP_LEAVES;
    bool enters = ends[0].outer > 0 && ends[0].inner < -ends[1].inner && ends[0].inner < 1;
    return enters ? GRAZE_CLIP_ENTERS : GRAZE_CLIP_UNCERTAIN;
}

static void clip_edges(const GrazeCso* cso, GrazeVec m, double slack, double reach, ClipEnd ends[2])
{
    EdgeMerge merge = begin_merge(cso);
    GrazeClipEdge edge;
    GrazeVec p;
    while (next_edge(cso, &merge, &edge, &p)) {
        double length = vec_length(merge.last);
        double separation = vec_cross(merge.last, p);
        double rate = vec_cross(merge.last, m);
        take_line(&ends[rate < 0], (separation - (slack + reach) * length) / fabs(rate),
                  (separation + slack * length) / fabs(rate), &edge);
    }
}

/* Lines of the edges of one body with at most FEW vertices, two at a time: the parameters where they
   are met, moved outward and inward, and those where the segment leaves as bits. */
typedef struct {
    Doubles outer[FEW_PAIRS], inner[FEW_PAIRS];
    uint32_t leaves;
} FewLines;

/* The greatest parameters of both ends, in two lanes each. */
typedef struct {
    Doubles outer[2], inner[2];
} FewGreatest;

/* Finds where the lines of `n` edges are met. `sign` is 1 for A and -1 for B, whose edges are turned
   round in A - B. The sum of its coordinates is at least the length of an edge. */
static NOINLINE void meet_few(const FewEdges* edges, int32_t n, const FewEdges* other,
                              int32_t count, GrazeVec m, double sign, double slack, double reach,
                              FewLines* lines, FewGreatest* greatest)
{
    const Doubles along_x = doubles_splat(sign * m.x);
    const Doubles along_y = doubles_splat(sign * m.y);
    const Doubles none = doubles_splat(-INFINITY);
    lines->leaves = 0;
    for (int32_t i = 0; i < n / 2 + n % 2; i++) {
        Doubles x = edges->edge_x[i];
        Doubles y = edges->edge_y[i];
        Doubles separation = separate_pair(edges, i, other, count);
        Doubles rate = x * along_y - y * along_x;
        Doubles inverse = 1 / doubles_abs(rate);
        Doubles bound = slack * (doubles_abs(x) + doubles_abs(y));
        Doubles inner = (separation + bound) * inverse;
        if (reach > 0) bound += reach * doubles_sqrt(x * x + y * y);
        Doubles outer = (separation - bound) * inverse;
        if (i == n / 2) inner[1] = outer[1] = -INFINITY;
        DoublesMask leaves = rate < 0;
        lines->leaves |= doubles_mask_bits(leaves) << 2 * i;
        lines->outer[i] = outer;
        lines->inner[i] = inner;
        greatest->outer[0] = doubles_max(greatest->outer[0], doubles_pick(leaves, none, outer));
        greatest->outer[1] = doubles_max(greatest->outer[1], doubles_pick(leaves, outer, none));
        greatest->inner[0] = doubles_max(greatest->inner[0], doubles_pick(leaves, none, inner));
        greatest->inner[1] = doubles_max(greatest->inner[1], doubles_pick(leaves, inner, none));
    }
}

/* Adds the candidates among the lines of `pairs` pairs of edges. */
static void add_few(const FewLines* lines, int32_t pairs, bool is_of_a, ClipEnd ends[2])
{
    for (int k = 0; k < 2; k++) {
        uint32_t bits = 0;
        for (int32_t i = 0; i < pairs; i++)
            bits |= doubles_mask_bits(lines->inner[i] >= ends[k].outer) << 2 * i;
        for (bits &= k == 0 ? ~lines->leaves : lines->leaves; bits != 0; bits &= bits - 1) {
            int32_t i = __builtin_ctz(bits);
            GrazeClipEdge edge = {i, i, is_of_a};
            add_candidate(&ends[k], &edge, ((const double*)lines->inner)[i]);
        }
    }
}

/* Finds the greatest parameters of both ends, and the lines, for at most FEW vertices each. */
static NOINLINE void meet_all_few(const GrazeCso* cso, GrazeVec m, double slack, double reach,
                                  FewLines lines[2], ClipEnd ends[2])
{
    const Doubles none = doubles_splat(-INFINITY);
    FewGreatest greatest = {{none, none}, {none, none}};
    FewEdges edges[2];
    int32_t n = cso->a->count;
    int32_t count = cso->b->count;
    lines[0].leaves = lines[1].leaves = 0;
    load_few(cso->a, &IDENTITY, &edges[0]);
    load_few(cso->b, &cso->b_in_a, &edges[1]);
    if (n > 1) meet_few(&edges[0], n, &edges[1], count, m, 1, slack, reach, &lines[0], &greatest);
    if (count > 1)
        meet_few(&edges[1], count, &edges[0], n, m, -1, slack, reach, &lines[1], &greatest);
    for (int k = 0; k < 2; k++) {
        ends[k].outer = doubles_greatest(greatest.outer[k]);
        ends[k].inner = doubles_greatest(greatest.inner[k]);
    }
}

/* Same as clip_edges, for at most FEW vertices each. */
static void clip_few(const GrazeCso* cso, GrazeVec m, double slack, double reach, ClipEnd ends[2])
{
    FewLines lines[2];
    meet_all_few(cso, m, slack, reach, lines, ends);
    if (is_missed(ends) || crossing_of(ends) == GRAZE_CLIP_UNCERTAIN) return;
    add_few(&lines[0], count_pairs(cso->a), true, ends);
    add_few(&lines[1], count_pairs(cso->b), false, ends);
}

/* Finds the vertex of the other body that is furthest against the normal of an edge. */
static void find_vertex(const GrazeCso* cso, GrazeClipEdge* edge)
{
    if (edge->is_of_a && cso->b->count == 1) {
        edge->b = 0;
    } else if (!edge->is_of_a && cso->a->count == 1) {
        edge->a = 0;
    } else if (edge->is_of_a) {
        GrazeVec e = edge_of_a(cso, edge->a);
        GrazeVec own = vec_inv_rotate(vec(-e.y, e.x), cso->b_in_a.cos, cso->b_in_a.sin);
        edge->b = graze_support(cso->b, own.x, own.y, cso->support, 0);
    } else {
        GrazeVec e = edge_of_b(cso, edge->b);
        edge->a = graze_support(cso->a, e.y, -e.x, cso->support, 0);
    }
}

/* Writes the edge through which an end passes; returns false if it is uncertain. */
static bool choose_edge(const GrazeCso* cso, ClipEnd* end, bool is_few, GrazeClipCrossing* crossing)
{
    GrazeClipEdge* edges = end->candidates;
    int32_t count = 0;
    for (int32_t k = 0; k < end->count; k++)
        if (end->inners[k] >= end->outer) edges[count++] = edges[k];
    if (count == 0 || count > 2 || end->is_crowded) return false;
    crossing->has_other = count == 2;
    crossing->edge = edges[0];
    if (count == 2) {
        /* A's edge comes first. */
        crossing->edge = edges[edges[1].is_of_a];
        crossing->other = edges[edges[0].is_of_a];
        if (edges[0].is_of_a == edges[1].is_of_a) return false;
        GrazeVec a = edge_of_a(cso, crossing->edge.a);
        GrazeVec b = edge_of_b(cso, crossing->other.b);
        return is_parallel(vec_div(a, vec_length(a)), vec_div(b, vec_length(b)));
    }
    if (is_few) find_vertex(cso, &crossing->edge);
    return true;
}

GrazeClipCertainty graze_filtered_clip(const GrazeCso* cso, GrazeVec m,
                                       GrazeClipCrossing crossing[2])
{
    static const ClipEnd NONE = {.outer = -INFINITY, .inner = -INFINITY};
    const int32_t n = cso->a->count;
    const int32_t count = cso->b->count;
    const double reach = graze_reach(cso);
    const bool is_few = n <= FEW && count <= FEW;
    ClipEnd ends[2] = {NONE, NONE};
    /* The edges of a flat A - B alone do not bound the ends. */
    if (n < 3 && count < 3) return GRAZE_CLIP_UNCERTAIN;
    const double slack = clip_slack(cso);
    if (is_few) {
        clip_few(cso, m, slack, reach, ends);
    } else {
        clip_edges(cso, m, slack, reach, ends);
    }
    if (is_missed(ends)) return GRAZE_CLIP_MISSES;
    GrazeClipCertainty certainty = crossing_of(ends);
    if (reach > 0 || certainty == GRAZE_CLIP_UNCERTAIN ||
        !choose_edge(cso, &ends[0], is_few, &crossing[0]) ||
        !choose_edge(cso, &ends[1], is_few, &crossing[1]))
        return GRAZE_CLIP_UNCERTAIN;
    return certainty;
}

/*
 * Same as clip_few for two rectangles: A - B is what four strips have in common, two along the axes of
 * each frame, about minus the position of B. Each strip is entered through one of its lines and left
 * through the other. Two strips are taken at a time.
 */
static void clip_rectangles(const GrazePose* b_in_a, GrazeVec a, GrazeVec b, GrazeVec m,
                            double slack, double reach, ClipEnd ends[2])
{
    double c = fabs(b_in_a->cos);
    double s = fabs(b_in_a->sin);
    GrazeVec at = vec(b_in_a->x, b_in_a->y);
    GrazeVec back = vec_inv_rotate(at, b_in_a->cos, b_in_a->sin);
    GrazeVec along = vec_inv_rotate(m, b_in_a->cos, b_in_a->sin);
    Doubles half_widths[2] = {{a.x + (c * b.x + s * b.y), a.y + (s * b.x + c * b.y)},
                              {b.x + (c * a.x + s * a.y), b.y + (s * a.x + c * a.y)}};
    Doubles places[2] = {{at.x, at.y}, {back.x, back.y}};
    Doubles rates[2] = {{m.x, m.y}, {along.x, along.y}};
    Doubles outer[2];
    Doubles inner[2];
    for (int k = 0; k < 2; k++)
        outer[k] = inner[k] = doubles_splat(-INFINITY);
    for (int i = 0; i < 2; i++) {
        Doubles rate = doubles_abs(rates[i]);
        Doubles place = doubles_pick(rates[i] < 0, -places[i], places[i]);
        Doubles inverse = 1 / rate;
        Doubles outer_half = half_widths[i] + (slack + reach);
        Doubles inner_half = half_widths[i] - slack;
        outer[0] = doubles_max(outer[0], (-place - outer_half) * inverse);
        inner[0] = doubles_max(inner[0], (-place - inner_half) * inverse);
        outer[1] = doubles_max(outer[1], (place - outer_half) * inverse);
        inner[1] = doubles_max(inner[1], (place - inner_half) * inverse);
    }
    for (int k = 0; k < 2; k++) {
        ends[k].outer = doubles_greatest(outer[k]);
        ends[k].inner = doubles_greatest(inner[k]);
    }
}

GrazeClipCertainty graze_clip_span(const GrazeCso* cso, GrazeVec m, double margin,
                                   GrazeClipSpan* span)
{
    static const ClipEnd NONE = {.outer = -INFINITY, .inner = -INFINITY};
    const double reach = graze_reach(cso);
    const double slack = clip_slack(cso) + margin;
    ClipEnd ends[2] = {NONE, NONE};
    GrazeVec half_a;
    GrazeVec half_b;
    if (cso->a->count < 3 && cso->b->count < 3) return GRAZE_CLIP_UNCERTAIN;
    if (is_rectangle(cso->a, &half_a) && is_rectangle(cso->b, &half_b)) {
        clip_rectangles(&cso->b_in_a, half_a, half_b, m, slack, reach, ends);
    } else if (cso->a->count <= FEW && cso->b->count <= FEW) {
        FewLines lines[2];
        meet_all_few(cso, m, slack, reach, lines, ends);
    } else {
        clip_edges(cso, m, slack, reach, ends);
    }
    span->outer = ends[0].outer;
    span->inner = ends[0].inner;
    span->last = -ends[1].inner;
    if (is_missed(ends)) return GRAZE_CLIP_MISSES;
    return reach > 0 ? GRAZE_CLIP_UNCERTAIN : crossing_of(ends);
}

/* Writes the edge of A - B that the line crosses; `side` is the side of the line on which it begins. */
static bool find_crossed_edge(const GrazeCso* cso, const GrazePointDifference* along,
                              const GrazeClipCrossing* crossing, int side, GrazeCrossedEdge* edge)
{
    int32_t i = crossing->edge.a;
    int32_t j = crossing->has_other ? crossing->other.b : crossing->edge.b;
    int32_t next_i = crossing->edge.is_of_a ? next_index(i, cso->a->count) : i;
    bool moves_b = crossing->has_other || !crossing->edge.is_of_a;
    int32_t next_j = moves_b ? next_index(j, cso->b->count) : j;
    int order = crossing->has_other ? graze_order_parallel_edges(cso, i, j) : 0;
    if (order != 0) {
        GrazeCsoPoint middle = graze_cso_point(cso, order > 0 ? next_i : i, order > 0 ? j : next_j);
        GrazePointDifference between = graze_cso_point_difference(cso, &middle);
        int middle_side = graze_sign_cross(along, &between);
        if (middle_side == 0) return false;
        if (middle_side == side) {
            i = middle.a;
            j = middle.b;
        } else {
            next_i = middle.a;
            next_j = middle.b;
        }
    }
    GrazeVec a = graze_cso_vertex_a(cso, i);
    GrazeVec b = place_b(cso, j);
    GrazeVec next_a = next_i == i ? a : graze_cso_vertex_a(cso, next_i);
    GrazeVec next_b = next_j == j ? b : place_b(cso, next_j);
    edge->p = (GrazeCsoPoint){vec_sub(a, b), i, j};
    edge->q = (GrazeCsoPoint){vec_sub(next_a, next_b), next_i, next_j};
    edge->from = (GrazePointDifference){a, b};
    edge->to = (GrazePointDifference){next_a, next_b};
    return true;
}

bool graze_find_crossed_edges(const GrazeCso* cso, GrazeVec m, const GrazeClipCrossing crossing[2],
                              GrazeCrossedEdge edges[2])
{
    const GrazePointDifference along = {m, {0, 0}};
    return find_crossed_edge(cso, &along, &crossing[0], 1, &edges[0]) &&
           find_crossed_edge(cso, &along, &crossing[1], -1, &edges[1]);
}
