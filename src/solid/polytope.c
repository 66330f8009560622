#include "polytope.h"

/*
 * A convex polytope whose vertices are vertices of A - B. In each round the facet whose plane is
 * nearest the origin, or most behind it, either supports A - B or has a vertex of A - B beyond it.
 * In the first case its plane decides: an origin beyond it is outside, one on it is on the
 * boundary, and else its distance is the depth. In the second case the vertex replaces all facets
 * that it is strictly beyond: so no new facet is flat, because a vertex in line with an edge of the
 * horizon would be in the plane of a facet that it is beyond. Every vertex is new, so the rounds
 * end.
 *
 * Points at infinity take the place of a missing dimension, where A - B has no volume: a polygon in
 * a plane is the prism over it along an axis that is not in the plane, and its facets are the
 * walls over its edges. A step to such a point is its axis.
 */

/* Indices of points that are not vertices of A - B. */
enum { AT_INFINITY = -1, AT_ORIGIN = -2 };

/*
 * A finite point w is certainly beyond the plane of a facet where n . w - offset is above `slack`,
 * and certainly not where it is below -slack. Each coordinate of n has an error of 8 u times that
 * of its bound before cancellation, w and the vertex of the plane one of u each, the two dot
 * products 3 u, and the difference u: together less than GRAZE_SOLID_SIGN_ERROR times the products
 * of the bound and the coordinates of both points.
 */
typedef struct {
    int32_t p[3]; /* vertices, counter-clockwise from outside; the first one is finite */
    GrazeVec3 n;  /* outward normal */
    double offset, slack;
    double key; /* square of its distance from the origin, with the exact sign of the distance */
} Facet;

/* Key of a facet through the origin that is known to support A - B. */
#define SUPPORTING DBL_TRUE_MIN

typedef struct {
    int32_t from, to;
} Edge;

typedef struct {
    const SolidPair* pair;
    double extent; /* bound of the coordinates of A - B */
    SolidPoint* point;
    Facet* facet;
    Edge* edge;
    int32_t point_count, facet_count, capacity;
    int32_t nearest; /* facet with the least key; -1 for none */
} Polytope;

_Static_assert(SOLID_POLYTOPE_POINTS*(sizeof(SolidPoint) + 2 * sizeof(Facet) + 6 * sizeof(Edge)) ==
                   SOLID_POLYTOPE_BYTES,
               "see polytope.h");

size_t graze_solid_polytope_size(int32_t points)
{
    return (size_t)points * (sizeof(SolidPoint) + 2 * sizeof(Facet) + 6 * sizeof(Edge));
}

/* Returns a bound of the coordinates of A - B. A body, rotated, reaches sqrt(3) times its
   extent. */
static double extent_of(const SolidPair* pair)
{
    double begin = vec3_extent(vec3_sub(pair->a.begin, pair->b.begin));
    double end = vec3_extent(vec3_sub(pair->a.end, pair->b.begin));
    return 1.75 * (pair->a.body->extent + pair->b.body->extent) + max2(begin, end) + pair->error;
}

static Polytope polytope_in(void* memory, int32_t capacity, const SolidPair* pair)
{
    SolidPoint* point = memory;
    Facet* facet = (Facet*)(point + capacity);
    return (Polytope){pair, extent_of(pair), point, facet, (Edge*)(facet + 2 * capacity), 0,
                      0,    capacity,        -1};
}

/* Points at infinity along the axes. */
static const SolidPoint axis_point[3] = {
    {{1, 0, 0}, {1, 0, 0}, {0, 0, 0}, AT_INFINITY, 0},
    {{0, 1, 0}, {0, 1, 0}, {0, 0, 0}, AT_INFINITY, 0},
    {{0, 0, 1}, {0, 0, 1}, {0, 0, 0}, AT_INFINITY, 0},
};

/* Returns the step from a finite point to another one, or the axis of one at infinity. */
ALWAYS_INLINE SolidStep step_between(const SolidPoint* p, const SolidPoint* q)
{
    if (q->a == AT_INFINITY) return (SolidStep){q->at_a, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    return solid_step(p, q);
}

/* A plane through a finite point and two others, with its normal. */
typedef struct {
    const SolidPoint *base, *p, *q;
    SolidRow n;
} Plane;

/* Returns that step in double. */
ALWAYS_INLINE SolidRow row_between(const SolidPoint* p, const SolidPoint* q)
{
    if (q->a == AT_INFINITY) return (SolidRow){q->at_a, vec3_abs(q->at_a)};
    SolidStep step = solid_step(p, q);
    return solid_row(&step);
}

static Plane plane_through(const SolidPoint* base, const SolidPoint* p, const SolidPoint* q)
{
    SolidRow u = row_between(base, p);
    SolidRow v = row_between(base, q);
    return (Plane){base, p, q, solid_cross_row(&u, &v)};
}

static Plane plane_of(const Polytope* polytope, const Facet* f)
{
    const SolidPoint* point = polytope->point;
    return plane_through(&point[f->p[0]], &point[f->p[1]], &point[f->p[2]]);
}

static NOINLINE int exact_side(const Plane* plane, const SolidStep* step)
{
    SolidStep u = step_between(plane->base, plane->p);
    SolidStep v = step_between(plane->base, plane->q);
    return graze_solid_sign_beyond_filter(&u, &v, step);
}

/* Returns the side of a plane on which a step from it leads. */
ALWAYS_INLINE int side_of_step(const Plane* plane, const SolidStep* step)
{
    SolidRow row = solid_row(step);
    int side = solid_filter_side(&plane->n, &row);
    return side != 0 ? side : exact_side(plane, step);
}

/*
 * Returns whether two points of a plane differ by the step between vertices i and j of one body
 * alone, so that every such step is along the plane.
 */
static bool has_step(const Plane* plane, bool is_of_a, int32_t i, int32_t j)
{
    const SolidPoint* const point[3] = {plane->base, plane->p, plane->q};
    for (int k = 0; k < 3; k++) {
        const SolidPoint* p = point[k];
        const SolidPoint* q = point[(k + 1) % 3];
        int32_t from = is_of_a ? p->a : p->b;
        int32_t to = is_of_a ? q->a : q->b;
        bool is_same_step = (from == i && to == j) || (from == j && to == i);
        if (is_same_step && (is_of_a ? p->b == q->b : p->a == q->a)) return true;
    }
    return false;
}

/* Returns whether a vertex of A - B is in a plane because of steps along it, as the fourth vertex
   of a parallelogram is. */
static bool is_along(const Plane* plane, const SolidPoint* p)
{
    const SolidPoint* const point[3] = {plane->base, plane->p, plane->q};
    for (int k = 0; k < 3 && p->a >= 0; k++) {
        if (point[k]->b == p->b && has_step(plane, true, point[k]->a, p->a)) return true;
        if (point[k]->a == p->a && has_step(plane, false, point[k]->b, p->b)) return true;
    }
    return false;
}

static int side_of_point(const Plane* plane, const SolidPoint* p)
{
    SolidStep step = step_between(plane->base, p);
    SolidRow row = solid_row(&step);
    int side = solid_filter_side(&plane->n, &row);
    return side != 0 || is_along(plane, p) ? side : exact_side(plane, &step);
}

static int side_of_origin(const Plane* plane)
{
    SolidStep step = solid_step_to_origin(plane->base);
    return side_of_step(plane, &step);
}

/* Returns whether the normal of a plane in double has a relative error of at most `bound`. */
ALWAYS_INLINE bool has_accurate_normal(const SolidRow* n, double bound)
{
    double error = GRAZE_SOLID_CROSS_ERROR / bound * vec3_norm1(n->size);
    return error * error <= vec3_dot(n->v, n->v);
}

/* Returns the normal of a plane; from all digits where the one in double has too few. */
static NOINLINE GrazeVec3 accurate_normal(const Plane* plane, double bound)
{
    Dd n[3];
    if (has_accurate_normal(&plane->n, bound)) return plane->n.v;
    SolidStep u = step_between(plane->base, plane->p);
    SolidStep v = step_between(plane->base, plane->q);
    graze_solid_normal(&u, &v, n);
    return vec3(dd_round(n[0]), dd_round(n[1]), dd_round(n[2]));
}

/*
 * Returns the vertex of a body that is exactly furthest in the direction of a plane's normal, or
 * for B against it: compares the vertices that rounding may hide.
 */
static int32_t furthest_exactly(const SolidPlaced* placed, const Plane* plane, bool is_of_a,
                                int32_t best, double band)
{
    int sign = is_of_a ? 1 : -1;
    SolidDirection in = solid_direction_in(placed, vec3_scale(plane->n.v, sign));
    double least = solid_extent_along(placed, &in, best) - band;
    int32_t count = solid_count(placed);
    for (int32_t i = 0; i < count; i++) {
        if (i == best || !(solid_extent_along(placed, &in, i) >= least)) continue;
        if (has_step(plane, is_of_a, best, i)) continue;
        const SolidStep step = {
            solid_vertex(placed, i), solid_vertex(placed, best), {0, 0, 0}, {0, 0, 0}};
        if (side_of_step(plane, &step) * sign > 0) best = i;
    }
    return best;
}

/* Returns whether a vertex of A - B is strictly beyond a plane, and writes one; w is the support
   point along its normal. */
static bool find_beyond_near(const SolidPair* pair, const Plane* plane, SolidPoint* w)
{
    double band = 4 * pair->error * vec3_norm1(plane->n.size);
    if (side_of_point(plane, w) > 0) return true;
    int32_t i = furthest_exactly(&pair->a, plane, true, w->a, band);
    int32_t j = furthest_exactly(&pair->b, plane, false, w->b, band);
    if (i == w->a && j == w->b) return false;
    solid_write_point(pair, i, j, w);
    return side_of_point(plane, w) > 0;
}

static bool find_beyond(const SolidPair* pair, const Plane* plane, SolidPoint* w)
{
    solid_write_support(pair, plane->n.v, w);
    return find_beyond_near(pair, plane, w);
}

/* Returns whether a vertex of A - B is strictly beyond a facet, and writes one. */
static bool find_beyond_facet(const Polytope* polytope, const Facet* f, SolidPoint* w)
{
    solid_write_support(polytope->pair, f->n, w);
    if (vec3_dot(f->n, w->w) - f->offset > f->slack) return true;
    Plane plane = plane_of(polytope, f);
    return find_beyond_near(polytope->pair, &plane, w);
}

/* Returns whether a vertex of A - B is strictly beyond a facet. */
ALWAYS_INLINE bool is_beyond(const Polytope* polytope, const Facet* f, const SolidPoint* w)
{
    double value = vec3_dot(f->n, w->w) - f->offset;
    if (!(fabs(value) <= f->slack)) return value > 0;
    Plane plane = plane_of(polytope, f);
    return side_of_point(&plane, w) > 0;
}

/* Adds a facet, whose first vertex may be at infinity but not all of them. */
static void add_facet(Polytope* polytope, int32_t p, int32_t q, int32_t r)
{
    const SolidPoint* point = polytope->point;
    Facet* f = &polytope->facet[polytope->facet_count++];
    while (point[p].a == AT_INFINITY) {
        int32_t first = p;
        p = q;
        q = r;
        r = first;
    }
    f->p[0] = p;
    f->p[1] = q;
    f->p[2] = r;
    const SolidPoint* base = &point[p];
    SolidRow u = row_between(base, &point[q]);
    SolidRow v = row_between(base, &point[r]);
    SolidRow n = solid_cross_row(&u, &v);
    f->n = n.v;
    f->offset = vec3_dot(n.v, base->w);
    f->slack = 2 * GRAZE_SOLID_SIGN_ERROR * polytope->extent * vec3_norm1(n.size);
    f->key = f->offset * fabs(f->offset) / vec3_dot(n.v, n.v);
    int side = f->offset > f->slack ? -1 : 1;
    if (fabs(f->offset) <= f->slack || !has_accurate_normal(&n, GRAZE_SOLID_KEY_ERROR)) {
        Plane plane = plane_of(polytope, f);
        GrazeVec3 accurate = accurate_normal(&plane, GRAZE_SOLID_KEY_ERROR);
        double height = vec3_dot(accurate, base->w);
        f->key = height * fabs(height) / vec3_dot(accurate, accurate);
        side = side_of_origin(&plane);
    }
    if (side == 0) f->key = 0;
    if (side < 0 && !(f->key > 0)) f->key = DBL_MIN;
    if (side > 0 && !(f->key < 0)) f->key = -DBL_MIN;
    if (polytope->nearest < 0 || f->key < polytope->facet[polytope->nearest].key)
        polytope->nearest = polytope->facet_count - 1;
}

/* Removes an edge of the horizon if the list has its reverse, else adds it. */
static void toggle_edge(Edge* edge, int32_t* count, int32_t from, int32_t to)
{
    for (int32_t k = 0; k < *count; k++) {
        if (edge[k].from != to || edge[k].to != from) continue;
        edge[k] = edge[--*count];
        return;
    }
    edge[(*count)++] = (Edge){from, to};
}

/* Adds a vertex that is beyond some facet. Returns false if there is no room. */
static bool expand(Polytope* polytope, const SolidPoint* w)
{
    int32_t edges = 0;
    if (polytope->point_count == polytope->capacity) return false;
    Facet* facet = polytope->facet;
    int32_t nearest = -1;
    for (int32_t k = polytope->facet_count - 1; k >= 0; k--) {
        if (!is_beyond(polytope, &facet[k], w)) {
            if (nearest < 0 || facet[k].key <= facet[nearest].key) nearest = k;
            continue;
        }
        const int32_t* p = facet[k].p;
        for (int i = 0; i < 3; i++)
            toggle_edge(polytope->edge, &edges, p[i], p[(i + 1) % 3]);
        int32_t last = --polytope->facet_count;
        facet[k] = facet[last];
        if (nearest == last) nearest = k;
    }
    polytope->nearest = nearest;
    solid_copy_point(w, &polytope->point[polytope->point_count]);
    for (int32_t k = 0; k < edges; k++)
        add_facet(polytope, polytope->edge[k].from, polytope->edge[k].to, polytope->point_count);
    polytope->point_count++;
    return true;
}

/* Points of A - B of which none is in the affine hull of the others. */
typedef struct {
    SolidPoint point[4];
    int32_t count;
} Basis;

/*
 * Returns the axis along which the normal of the plane through two points and an axis, or through
 * three points, is longest: one with a coordinate that is certainly not 0, or -1.
 */
static int longest_axis(const Plane* plane)
{
    const double size[3] = {fabs(plane->n.v.x), fabs(plane->n.v.y), fabs(plane->n.v.z)};
    int best = -1;
    for (int k = 0; k < 3; k++) {
        if (best >= 0 && !(size[k] > size[best])) continue;
        if (side_of_point(plane, &axis_point[k]) != 0) best = k;
    }
    return best;
}

/* Returns the axis along which the step between two points is longest, or -1 if they coincide. */
static int axis_along(const SolidPoint* p, const SolidPoint* q)
{
    SolidStep step = solid_step(p, q);
    SolidRow row = solid_row(&step);
    const double size[3] = {fabs(row.v.x), fabs(row.v.y), fabs(row.v.z)};
    int best = -1;
    for (int k = 0; k < 3; k++) {
        if (best >= 0 && !(size[k] > size[best])) continue;
        Plane plane = plane_through(p, &axis_point[(k + 1) % 3], &axis_point[(k + 2) % 3]);
        if (side_of_point(&plane, q) != 0) best = k;
    }
    return best;
}

/* Returns whether a point is outside of the affine hull of the basis. */
static bool is_outside(const Basis* basis, const SolidPoint* p)
{
    const SolidPoint* point = basis->point;
    Plane plane;
    switch (basis->count) {
    case 0:
        return true;
    case 1:
        return axis_along(&point[0], p) >= 0;
    case 2:
        plane = plane_through(&point[0], &point[1], p);
        return longest_axis(&plane) >= 0;
    case 3:
        plane = plane_through(&point[0], &point[1], &point[2]);
        return side_of_point(&plane, p) != 0;
    default:
        return false;
    }
}

static void add_to_basis(Basis* basis, const SolidPoint* p)
{
    if (is_outside(basis, p)) solid_copy_point(p, &basis->point[basis->count++]);
}

/* Adds a vertex of A - B off the plane through point 0, p and q, if there is one. */
static void add_off_plane(const SolidPair* pair, Basis* basis, const SolidPoint* p,
                          const SolidPoint* q)
{
    SolidPoint w;
    Plane plane = plane_through(&basis->point[0], p, q);
    bool is_found = find_beyond(pair, &plane, &w);
    if (!is_found) {
        plane = plane_through(&basis->point[0], q, p);
        is_found = find_beyond(pair, &plane, &w);
    }
    if (is_found) add_to_basis(basis, &w);
}

/* Finds a basis of the affine hull of A - B, from points of it. */
static void find_basis(const SolidPair* pair, const SolidSimplex* start, Basis* basis)
{
    const SolidPoint* point = basis->point;
    basis->count = 0;
    if (start->count == 4) {
        /* Four points with a volume are a basis; most are, when this is called. */
        Plane plane = plane_through(&start->point[0], &start->point[1], &start->point[2]);
        if (side_of_point(&plane, &start->point[3]) != 0) basis->count = 4;
        for (int32_t k = 0; k < basis->count; k++)
            solid_copy_point(&start->point[k], &basis->point[k]);
    }
    for (int32_t k = 0; k < start->count; k++)
        add_to_basis(basis, &start->point[k]);
    for (int k = 0; k < 3 && basis->count == 1; k++)
        add_off_plane(pair, basis, &axis_point[(k + 1) % 3], &axis_point[(k + 2) % 3]);
    if (basis->count == 2) {
        /* For a step along axis k, all points are in line if they are in the planes of the step and
           each of the other axes. */
        int k = axis_along(&point[0], &point[1]);
        for (int i = 1; i < 3 && basis->count == 2; i++)
            add_off_plane(pair, basis, &point[1], &axis_point[(k + i) % 3]);
    }
    if (basis->count == 3) add_off_plane(pair, basis, &point[1], &point[2]);
}

/* The origin as a point of A - B. */
static const SolidPoint origin = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, AT_ORIGIN, AT_ORIGIN};

/* Finds one end of A - B, a segment along axis k, or the other one, and a plane there that supports
   A - B. */
static Plane find_end(const SolidPair* pair, const Basis* basis, int k, bool is_other,
                      SolidPoint* end)
{
    const SolidPoint* p = &axis_point[(k + 1) % 3];
    const SolidPoint* q = &axis_point[(k + 2) % 3];
    SolidPoint w;
    solid_copy_point(&basis->point[0], end);
    Plane plane = is_other ? plane_through(end, q, p) : plane_through(end, p, q);
    while (find_beyond(pair, &plane, &w))
        solid_copy_point(&w, end);
    return plane;
}

/* Decides the relation where A - B is a point or a segment: contact is a touch. */
static GrazeRelation decide_line(const SolidPair* pair, const Basis* basis)
{
    const SolidPoint* point = basis->point;
    if (is_outside(basis, &origin)) return GRAZE_DISJOINT;
    if (basis->count == 1) return GRAZE_TOUCHING;
    int k = axis_along(&point[0], &point[1]);
    for (int side = 0; side < 2; side++) {
        SolidPoint end;
        Plane plane = find_end(pair, basis, k, side == 1, &end);
        if (side_of_origin(&plane) > 0) return GRAZE_DISJOINT;
    }
    return GRAZE_TOUCHING;
}

/* Begins with the tetrahedron of the basis, or with the prism over its triangle along an axis. */
static void begin(Polytope* polytope, const Basis* basis, int axis)
{
    SolidPoint* point = polytope->point;
    polytope->point_count = basis->count;
    for (int32_t k = 0; k < basis->count; k++)
        solid_copy_point(&basis->point[k], &point[k]);
    Plane plane = plane_through(&point[0], &point[1], &point[2]);
    if (basis->count == 4) {
        static const int32_t facet[4][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};
        bool is_left = side_of_point(&plane, &point[3]) > 0;
        for (int k = 0; k < 4; k++) {
            const int32_t* f = facet[k];
            add_facet(polytope, f[0], is_left ? f[1] : f[2], is_left ? f[2] : f[1]);
        }
        return;
    }
    bool is_left = side_of_point(&plane, &axis_point[axis]) > 0;
    point[3] = axis_point[axis];
    point[4] = axis_point[axis];
    point[4].at_a = vec3_neg(point[3].at_a);
    polytope->point_count = 5;
    for (int32_t k = 0; k < 3; k++) {
        int32_t from = is_left ? k : (k + 1) % 3;
        int32_t to = is_left ? (k + 1) % 3 : k;
        add_facet(polytope, from, to, 3);
        add_facet(polytope, to, from, 4);
    }
}

/* Returns the key of a facet, which is above 0, from all digits. */
static double refined_key(const Polytope* polytope, const Facet* f)
{
    Plane plane = plane_of(polytope, f);
    SolidStep u = step_between(plane.base, plane.p);
    SolidStep v = step_between(plane.base, plane.q);
    GrazeVec3 a = plane.base->at_a;
    GrazeVec3 b = plane.base->at_b;
    const Dd at[3] = {dd_sum(a.x, -b.x), dd_sum(a.y, -b.y), dd_sum(a.z, -b.z)};
    Dd n[3];
    graze_solid_normal(&u, &v, n);
    Dd height = graze_dd_dot(n, at, 3);
    double square = dd_round(graze_dd_div(graze_dd_mul(height, height), graze_dd_dot(n, n, 3)));
    return max2(square, DBL_MIN);
}

/* Returns whether a facet is in a plane because of steps along it. */
static bool is_along_plane(const Polytope* polytope, const Plane* plane, const Facet* f)
{
    for (int k = 0; k < 3; k++) {
        const SolidPoint* p = &polytope->point[f->p[k]];
        bool is_of_plane = p == plane->base || p == plane->p || p == plane->q;
        if (!is_of_plane && !is_along(plane, p)) return false;
    }
    return true;
}

/* Returns the largest square root of a key of facets that may be as near as the nearest one. */
static double reach_of_keys(const Polytope* polytope)
{
    double least = polytope->facet[polytope->nearest].key;
    return sqrt(least) + 4 * GRAZE_SOLID_KEY_ERROR * polytope->extent;
}

/*
 * Computes the keys of all facets that may be nearest with all digits, if some are in other planes,
 * and finds the nearest one again. Rounding of keys makes a slightly deeper facet the
 * nearest; where A - B is thin, the foot of the origin is far from it.
 */
static void refine_nearest(Polytope* polytope)
{
    Facet* facet = polytope->facet;
    int32_t nearest = 0;
    double most = reach_of_keys(polytope);
    Plane plane = plane_of(polytope, &facet[polytope->nearest]);
    bool is_certain = true;
    for (int32_t k = 0; k < polytope->facet_count && is_certain; k++)
        is_certain = facet[k].key > most * most || is_along_plane(polytope, &plane, &facet[k]);
    if (is_certain) return;
    for (int32_t k = 0; k < polytope->facet_count; k++) {
        if (facet[k].key <= most * most) facet[k].key = refined_key(polytope, &facet[k]);
        if (facet[k].key < facet[nearest].key) nearest = k;
    }
    polytope->nearest = nearest;
}

/*
 * Returns the least weight of the foot of the origin in a facet, times 1 / |n|^2: 0 or more if the
 * triangle contains it.
 */
static double least_weight(const Polytope* polytope, const Facet* f)
{
    GrazeVec3 a = polytope->point[f->p[0]].w;
    GrazeVec3 b = polytope->point[f->p[1]].w;
    GrazeVec3 c = polytope->point[f->p[2]].w;
    Plane plane = plane_of(polytope, f);
    GrazeVec3 n = accurate_normal(&plane, GRAZE_SOLID_WITNESS_ERROR);
    double least = min2(min2(vec3_dot(n, vec3_cross(b, c)), vec3_dot(n, vec3_cross(c, a))),
                        vec3_dot(n, vec3_cross(a, b)));
    return least / vec3_dot(n, n);
}

/* Returns whether all vertices of a facet are in a plane with normal n, up to rounding. */
static bool is_in_plane(const Polytope* polytope, const Plane* plane, GrazeVec3 n, const Facet* f)
{
    double slack = 2 * polytope->pair->error * vec3_norm1(n);
    for (int k = 0; k < 3; k++) {
        const SolidPoint* p = &polytope->point[f->p[k]];
        if (!(fabs(vec3_dot(n, vec3_sub(p->w, plane->base->w))) <= slack)) return false;
    }
    return true;
}

/*
 * Writes the nearest facet, which supports A - B. There may be more of them in its plane: the foot
 * of the origin is in one of them, because no part of the boundary is nearer. Their keys are those
 * in double, unless another plane had them refined. Narrow ones may have another plane, beyond
 * which A - B extends, or which is further from the origin by more than normals are off.
 */
static void write_face(const Polytope* polytope, SolidFace* out)
{
    const Facet* nearest = &polytope->facet[polytope->nearest];
    const Facet* best = nearest;
    double most = least_weight(polytope, nearest);
    double slack = 2 * polytope->pair->error;
    double limit = reach_of_keys(polytope);
    Plane plane = plane_of(polytope, nearest);
    out->normal = accurate_normal(&plane, GRAZE_SOLID_WITNESS_ERROR);
    double depth = vec3_dot(out->normal, plane.base->w) / vec3_length(out->normal);
    double tilt = slack + 2 * GRAZE_SOLID_WITNESS_ERROR * polytope->extent;
    for (int32_t k = 0; k < polytope->facet_count && !(most > 0); k++) {
        const Facet* f = &polytope->facet[k];
        if (f->key > limit * limit || !is_in_plane(polytope, &plane, out->normal, f)) continue;
        double weight = least_weight(polytope, f);
        if (!(weight > most)) continue;
        Plane other = plane_of(polytope, f);
        GrazeVec3 n = accurate_normal(&other, GRAZE_SOLID_WITNESS_ERROR);
        SolidPoint w;
        solid_write_support(polytope->pair, n, &w);
        double height = vec3_dot(n, vec3_sub(w.w, other.base->w));
        if (height > slack * vec3_length(n)) continue;
        if (vec3_dot(n, other.base->w) > (depth + tilt) * vec3_length(n)) continue;
        best = f;
        most = weight;
    }
    plane = plane_of(polytope, best);
    out->normal = accurate_normal(&plane, GRAZE_SOLID_WITNESS_ERROR);
    for (int k = 0; k < 3; k++)
        solid_copy_point(&polytope->point[best->p[k]], &out->face[k]);
}

bool graze_solid_polytope(const SolidPair* pair, const SolidSimplex* start, bool is_depth,
                          void* memory, int32_t capacity, SolidFace* out)
{
    Basis basis;
    find_basis(pair, start, &basis);
    out->normal = vec3(0, 0, 0);
    if (basis.count < 3) {
        out->relation = decide_line(pair, &basis);
        return true;
    }
    bool is_flat = basis.count == 3;
    int axis = -1;
    if (is_flat) {
        Plane plane = plane_through(&basis.point[0], &basis.point[1], &basis.point[2]);
        out->normal = accurate_normal(&plane, GRAZE_SOLID_WITNESS_ERROR);
        out->relation = GRAZE_DISJOINT;
        if (side_of_origin(&plane) != 0) return true;
        axis = longest_axis(&plane);
    }
    Polytope polytope = polytope_in(memory, capacity, pair);
    begin(&polytope, &basis, axis);
    for (;;) {
        const Facet* f = &polytope.facet[polytope.nearest];
        SolidPoint w;
        out->relation = is_flat ? GRAZE_TOUCHING : GRAZE_OVERLAPPING;
        if (f->key > 0 && (is_flat || !is_depth)) return true;
        if (!find_beyond_facet(&polytope, f, &w)) {
            if (f->key > 0) {
                refine_nearest(&polytope);
                if (&polytope.facet[polytope.nearest] != f) continue;
                write_face(&polytope, out);
            } else {
                Plane plane = plane_of(&polytope, f);
                out->relation = f->key < 0 ? GRAZE_DISJOINT : GRAZE_TOUCHING;
                out->normal = accurate_normal(&plane, GRAZE_SOLID_WITNESS_ERROR);
            }
            return true;
        }
        if (!expand(&polytope, &w)) return false;
    }
}

static void add_generator(SolidCone* cone, GrazeVec3 direction)
{
    if (cone->count < GRAZE_SOLID_CONE_ROOM)
        cone->direction[cone->count] = vec3_scale(direction, 1 / vec3_length(direction));
    cone->count++;
}

/* Adds the direction both ways. */
static void add_line(SolidCone* cone, GrazeVec3 direction)
{
    add_generator(cone, direction);
    add_generator(cone, vec3_neg(direction));
}

/* Adds the generators where A - B is a point or a segment. */
static void add_line_cone(const SolidPair* pair, const Basis* basis, SolidCone* cone)
{
    const SolidPoint* point = basis->point;
    if (basis->count == 1) {
        for (int k = 0; k < 3; k++)
            add_line(cone, axis_point[k].at_a);
        return;
    }
    int k = axis_along(&point[0], &point[1]);
    GrazeVec3 e = vec3_sub(point[1].w, point[0].w);
    GrazeVec3 u = vec3_cross(e, axis_point[(k + 1) % 3].at_a);
    add_line(cone, u);
    add_line(cone, vec3_cross(e, u));
    for (int side = 0; side < 2; side++) {
        SolidPoint end;
        Plane plane = find_end(pair, basis, k, side == 1, &end);
        if (side_of_origin(&plane) != 0) continue;
        add_generator(cone, vec3_dot(e, plane.n.v) > 0 ? e : vec3_neg(e));
    }
}

/* Returns whether a facet is in the plane of an earlier one that supports A - B at the origin. */
static bool is_repeated(const Polytope* polytope, int32_t k)
{
    for (int32_t i = 0; i < k; i++) {
        const Facet* f = &polytope->facet[i];
        if (f->key != SUPPORTING) continue;
        Plane plane = plane_of(polytope, f);
        bool is_flat = true;
        for (int j = 0; j < 3 && is_flat; j++)
            is_flat = side_of_point(&plane, &polytope->point[polytope->facet[k].p[j]]) == 0;
        if (is_flat) return true;
    }
    return false;
}

/* Expands a polytope until all its facets support A - B or, if `at_origin`, those that the origin
   is not behind. Returns false if there is no room. */
static bool expand_fully(Polytope* polytope, bool at_origin)
{
    for (int32_t k = 0; k < polytope->facet_count;) {
        Facet* f = &polytope->facet[k];
        SolidPoint w;
        if (f->key == SUPPORTING || (at_origin && f->key > 0)) {
            k++;
        } else if (!find_beyond_facet(polytope, f, &w)) {
            f->key = SUPPORTING;
            k++;
        } else {
            if (!expand(polytope, &w)) return false;
            k = 0;
        }
    }
    return true;
}

bool graze_solid_polytope_cone(const SolidPair* pair, const SolidSimplex* start, void* memory,
                               int32_t capacity, SolidCone* out)
{
    Basis basis;
    int axis = -1;
    find_basis(pair, start, &basis);
    out->count = 0;
    if (basis.count < 3) {
        add_line_cone(pair, &basis, out);
        return true;
    }
    if (basis.count == 3) {
        Plane plane = plane_through(&basis.point[0], &basis.point[1], &basis.point[2]);
        add_line(out, accurate_normal(&plane, GRAZE_SOLID_WITNESS_ERROR));
        axis = longest_axis(&plane);
    }
    Polytope polytope = polytope_in(memory, capacity, pair);
    begin(&polytope, &basis, axis);
    if (!expand_fully(&polytope, true)) return false;
    for (int32_t k = 0; k < polytope.facet_count; k++) {
        if (polytope.facet[k].key != SUPPORTING || is_repeated(&polytope, k)) continue;
        Plane plane = plane_of(&polytope, &polytope.facet[k]);
        add_generator(out, accurate_normal(&plane, GRAZE_SOLID_WITNESS_ERROR));
    }
    return true;
}

/* Writes the triangles, or of a prism the edges of its outline, in place of the horizon. */
static void write_facets(const Polytope* polytope, bool is_prism, SolidHull* out)
{
    out->facet = (int32_t(*)[3])polytope->edge;
    for (int32_t k = 0; k < polytope->facet_count; k++) {
        const int32_t* p = polytope->facet[k].p;
        int32_t* facet = out->facet[out->facet_count];
        if (is_prism) {
            /* The first point is finite. The edge is between the finite ones, in their order. */
            if (p[1] != 3 && p[2] != 3) continue;
            facet[0] = p[1] == 3 ? p[2] : p[0];
            facet[1] = p[1] == 3 ? p[0] : p[1];
            facet[2] = -1;
        } else {
            memcpy(facet, p, sizeof polytope->facet[k].p);
        }
        out->facet_count++;
    }
}

bool graze_solid_polytope_hull(const SolidPair* pair, const SolidSimplex* start, void* memory,
                               int32_t capacity, SolidHull* out)
{
    Basis basis;
    int axis = -1;
    find_basis(pair, start, &basis);
    Polytope polytope = polytope_in(memory, capacity, pair);
    *out = (SolidHull){basis.count - 1, polytope.point, basis.count, NULL, 0};
    if (basis.count == 1) solid_copy_point(&basis.point[0], &polytope.point[0]);
    for (int side = 0; side < 2 && basis.count == 2; side++)
        find_end(pair, &basis, axis_along(&basis.point[0], &basis.point[1]), side == 1,
                 &polytope.point[side]);
    if (basis.count < 3) return true;
    if (basis.count == 3) {
        Plane plane = plane_through(&basis.point[0], &basis.point[1], &basis.point[2]);
        axis = longest_axis(&plane);
    }
    begin(&polytope, &basis, axis);
    if (!expand_fully(&polytope, false)) return false;
    out->point_count = polytope.point_count;
    write_facets(&polytope, basis.count == 3, out);
    return true;
}
