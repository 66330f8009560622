#include "distance.h"

typedef struct {
    Dd x, y, z;
} Dd3;

static Dd3 point_in_pairs(const SolidPoint* p)
{
    return (Dd3){dd_sum(p->at_a.x, -p->at_b.x), dd_sum(p->at_a.y, -p->at_b.y),
                 dd_sum(p->at_a.z, -p->at_b.z)};
}

static Dd3 dd3_sub(Dd3 p, Dd3 q)
{
    return (Dd3){graze_dd_sub(p.x, q.x), graze_dd_sub(p.y, q.y), graze_dd_sub(p.z, q.z)};
}

static Dd3 dd3_scale(Dd3 p, Dd k)
{
    return (Dd3){graze_dd_mul(p.x, k), graze_dd_mul(p.y, k), graze_dd_mul(p.z, k)};
}

static Dd dd3_dot(Dd3 p, Dd3 q)
{
    return graze_dd_add(graze_dd_add(graze_dd_mul(p.x, q.x), graze_dd_mul(p.y, q.y)),
                        graze_dd_mul(p.z, q.z));
}

static Dd3 dd3_cross(Dd3 p, Dd3 q)
{
    return (Dd3){graze_dd_sub(graze_dd_mul(p.y, q.z), graze_dd_mul(p.z, q.y)),
                 graze_dd_sub(graze_dd_mul(p.z, q.x), graze_dd_mul(p.x, q.z)),
                 graze_dd_sub(graze_dd_mul(p.x, q.y), graze_dd_mul(p.y, q.x))};
}

static GrazeVec3 dd3_round(Dd3 p)
{
    return vec3(dd_round(p.x), dd_round(p.y), dd_round(p.z));
}

static const int32_t ALL[3] = {0, 1, 2};

/* The foot of the origin on the affine hull of some points of a simplex. */
typedef struct {
    Dd3 v;
    Dd weight[3];
    Dd square; /* |v|^2 */
    int32_t index[3];
    int32_t count;
    bool is_inside; /* whether all weights are positive */
} Foot;

/* Writes the cross product of two steps. */
static Dd3 normal_of(SolidStep u, SolidStep v)
{
    Dd n[3];
    graze_solid_normal(&u, &v, n);
    return (Dd3){n[0], n[1], n[2]};
}

/*
 * v is n x e / |e|^2 for the step e and n = -p x e: so its direction has all digits, even where it
 * is tiny, while p less its part along e would have few.
 */
static Foot foot_on_line(const SolidSimplex* s, int32_t i, int32_t j)
{
    Dd3 a = point_in_pairs(&s->point[i]);
    Dd3 b = point_in_pairs(&s->point[j]);
    Dd3 ab = dd3_sub(b, a);
    Dd square = dd3_dot(ab, ab);
    Foot foot = {a, {{0, 0}}, {0, 0}, {i, j, j}, 2, false};
    if (!(square.hi > 0)) return foot;
    Dd3 n = normal_of(solid_step_to_origin(&s->point[i]), solid_step(&s->point[i], &s->point[j]));
    Dd from_a = dd_neg(dd3_dot(a, ab));
    Dd from_b = dd3_dot(b, ab);
    foot.weight[0] = graze_dd_div(from_b, square);
    foot.weight[1] = graze_dd_div(from_a, square);
    foot.v = dd3_scale(dd3_cross(n, ab), graze_dd_div(dd_from_double(1), square));
    foot.is_inside = from_a.hi > 0 && from_b.hi > 0;
    return foot;
}

/* Returns n . (p x q): the weight of the third point of a triangle, not divided by n . n. */
static Dd weight_beyond(Dd3 n, const SolidPoint* p, const SolidPoint* q)
{
    return dd3_dot(n, normal_of(solid_step_to_origin(p), solid_step_to_origin(q)));
}

static Foot foot_on_plane(const SolidSimplex* s, int32_t i, int32_t j, int32_t k)
{
    const SolidPoint* at = s->point;
    const SolidStep u = solid_step(&at[i], &at[j]);
    const SolidStep v = solid_step(&at[i], &at[k]);
    const SolidStep w = solid_step_to_origin(&at[i]);
    Dd3 n = normal_of(u, v);
    Dd square = dd3_dot(n, n);
    Foot foot = {point_in_pairs(&at[i]), {{0, 0}}, {0, 0}, {i, j, k}, 3, false};
    if (!(square.hi > 0)) return foot;
    foot.weight[0] = graze_dd_div(weight_beyond(n, &at[j], &at[k]), square);
    foot.weight[1] = graze_dd_div(weight_beyond(n, &at[k], &at[i]), square);
    foot.weight[2] = graze_dd_div(weight_beyond(n, &at[i], &at[j]), square);
    foot.v = dd3_scale(n, graze_dd_div(dd_neg(graze_solid_determinant(&u, &v, &w)), square));
    foot.is_inside = foot.weight[0].hi > 0 && foot.weight[1].hi > 0 && foot.weight[2].hi > 0;
    return foot;
}

/* The digits of a step. */
static Dd3 step_in_pairs(const SolidStep* step)
{
    return (Dd3){solid_digits(step, 0), solid_digits(step, 1), solid_digits(step, 2)};
}

/* Returns p . q, with an error of a few u^2 of the product of their sizes. */
static Dd product_in_pairs(const Dd3* p, const Dd3* q)
{
    const Dd v[3] = {p->x, p->y, p->z};
    const Dd e[3] = {q->x, q->y, q->z};
    Dd sum = {0, 0};
    for (int k = 0; k < 3; k++) {
        Dd product = dd_product(v[k].hi, e[k].hi);
        Dd next = dd_sum(sum.hi, product.hi);
        double low = product.lo + (v[k].hi * e[k].lo + v[k].lo * e[k].hi);
        sum = (Dd){next.hi, sum.lo + (next.lo + low)};
    }
    return dd_sum(sum.hi, sum.lo);
}

/* The steps of a feature from its first point, to one or two others. */
typedef struct {
    SolidRow row[2];
    Dd3 digits[2];
    SolidRow normal; /* of a triangle; the step of an edge */
} Span;

/* Adds k times a coordinate of a step to one of v, whose two numbers may overlap after that. */
static void add_scaled(Dd* sum, double k, Dd step)
{
    Dd product = dd_product(k, step.hi);
    Dd next = dd_sum(sum->hi, product.hi);
    *sum = (Dd){next.hi, sum->lo + (next.lo + (product.lo + k * step.lo))};
}

/* Moves v to where it is perpendicular to the steps, given v . e and v . f, up to rounding. */
static void make_perpendicular(Foot* foot, const Span* span, const double along[2])
{
    GrazeVec3 e = span->row[0].v;
    GrazeVec3 n = span->normal.v;
    double square = vec3_dot(n, n);
    double factor[2] = {-along[0] / square, 0};
    int steps = foot->count == 3 ? 2 : 1;
    if (steps == 2) {
        GrazeVec3 f = span->row[1].v;
        double ef = vec3_dot(e, f);
        factor[0] = (along[1] * ef - along[0] * vec3_dot(f, f)) / square;
        factor[1] = (along[0] * ef - along[1] * vec3_dot(e, e)) / square;
    }
    Dd3 v = foot->v;
    for (int i = 0; i < steps; i++) {
        add_scaled(&v.x, factor[i], span->digits[i].x);
        add_scaled(&v.y, factor[i], span->digits[i].y);
        add_scaled(&v.z, factor[i], span->digits[i].z);
    }
    foot->v = (Dd3){dd_sum(v.x.hi, v.x.lo), dd_sum(v.y.hi, v.y.lo), dd_sum(v.z.hi, v.z.lo)};
    foot->weight[0].hi -= factor[0] + factor[1];
    foot->weight[1].hi += factor[0];
    foot->weight[2].hi += factor[1];
}

/* Returns whether v . e is at most GRAZE_SOLID_FOOT_ERROR |v|^2 for the steps e of a feature. */
static bool is_perpendicular(const Foot* foot, const Span* span, double square)
{
    for (int32_t i = 0; i < foot->count - 1; i++)
        if (!(fabs(product_in_pairs(&foot->v, &span->digits[i]).hi) <=
              GRAZE_SOLID_FOOT_ERROR * square))
            return false;
    return true;
}

/*
 * Finds the foot from weights in double. Every v = p + l e + m f, for the first point p and the steps
 * e and f to the others, is in the affine hull. If r is the part of v along it, the squared distance of
 * the hull is |v|^2 - |r|^2: with |r| <= 2^-42 |v|, |v| is off by 2^-85 of it, and by as much if rounding
 * hides whether the foot is inside. So l and m come from double, with one correction, and only v has
 * more digits; a third one makes r smaller than these. Returns false if the normal of a triangle in
 * double, or its edge, or the direction of v to it, is not accurate to GRAZE_SOLID_WITNESS_ERROR, if v
 * has lost too many digits, or if the third correction leaves more than GRAZE_SOLID_FOOT_ERROR.
 */
static bool find_foot(const SolidSimplex* s, const int32_t* index, int32_t count, int rounds,
                      Foot* foot)
{
    const SolidPoint* p = &s->point[index[0]];
    const double bound = GRAZE_SOLID_WITNESS_ERROR * GRAZE_SOLID_WITNESS_ERROR;
    double size = vec3_norm1(p->w);
    Span span;
    *foot = (Foot){point_in_pairs(p), {{1, 0}}, {0, 0}, {index[0]}, count, true};
    if (count == 1) return true;
    for (int32_t i = 1; i < count; i++) {
        const SolidStep step = solid_step(p, &s->point[index[i]]);
        foot->index[i] = index[i];
        span.row[i - 1] = solid_row(&step);
        span.digits[i - 1] = step_in_pairs(&step);
        size += vec3_norm1(span.row[i - 1].size);
    }
    span.normal = count == 2 ? span.row[0] : solid_cross_row(&span.row[0], &span.row[1]);
    for (int round = 0; round < rounds; round++) {
        GrazeVec3 v = vec3(foot->v.x.hi, foot->v.y.hi, foot->v.z.hi);
        double along[2] = {0, 0};
        for (int32_t i = 0; i < count - 1; i++)
            along[i] = round < 2 ? vec3_dot(v, span.row[i].v)
                                 : product_in_pairs(&foot->v, &span.digits[i]).hi;
        make_perpendicular(foot, &span, along);
    }
    GrazeVec3 v = vec3(foot->v.x.hi, foot->v.y.hi, foot->v.z.hi);
    double square = vec3_dot(v, v);
    for (int32_t k = 0; k < count; k++)
        foot->is_inside = foot->is_inside && foot->weight[k].hi > 0;
    GrazeVec3 n = span.normal.v;
    GrazeVec3 cross = vec3_cross(v, n);
    double along = vec3_dot(v, n);
    double rest = count == 2 ? along * along : vec3_dot(cross, cross);
    double length = vec3_dot(n, n);
    double off = GRAZE_SOLID_CROSS_ERROR * vec3_norm1(span.normal.size);
    /* Steps nearly in one line let the corrections grow instead, even beyond all numbers. */
    if (!(square > 0x1p-700 && square > 0x1p-80 * size * size && square <= size * size &&
          off * off <= bound * length && rest <= bound * square * length))
        return false;
    return rounds < 3 || is_perpendicular(foot, &span, square);
}

/* Returns the foot, with all digits where that is needed, or for 0 rounds. */
static Foot foot_on(const SolidSimplex* s, int32_t count, const int32_t* index, int rounds)
{
    Foot foot;
    bool has_all = rounds == 0 && count > 1;
    if (has_all || !find_foot(s, index, count, rounds, &foot))
        foot = count == 2 ? foot_on_line(s, index[0], index[1])
                          : foot_on_plane(s, index[0], index[1], index[2]);
    foot.square = dd3_dot(foot.v, foot.v);
    return foot;
}

/*
 * Returns the nearest foot that lies inside its points, among all points, edges and triangles of
 * which the last point of the simplex is one if `has_last` is set. All points are tried first: they
 * are usually the feature at which GJK has stopped. `rounds` is as for foot_on.
 */
static Foot reduce(const SolidSimplex* simplex, bool has_last, int rounds)
{
    Foot best;
    best.count = 0;
    if (simplex->count < 4) best = foot_on(simplex, simplex->count, ALL, rounds);
    if (simplex->count < 4 && best.is_inside) return best;
    best.count = 0;
    for (int set = 1; set < 1 << simplex->count; set++) {
        int32_t index[4];
        int32_t count = 0;
        for (int32_t k = 0; k < simplex->count; k++)
            if ((set >> k & 1) != 0) index[count++] = k;
        if (count == 4 || (has_last && (set >> (simplex->count - 1) & 1) == 0)) continue;
        Foot foot = foot_on(simplex, count, index, rounds);
        if (foot.is_inside && (best.count == 0 || dd_is_less(foot.square, best.square)))
            best = foot;
    }
    return best;
}

/* Returns how many vertices of a body have an extent of at least `least`. */
static int32_t count_from(const SolidPlaced* placed, const SolidDirection* in, double least)
{
    const GrazeSolid* body = placed->body;
    int32_t count = solid_count_from(body->vertices, body->count, in->d, least);
    if (!placed->is_swept) return count;
    return count + solid_count_from(body->vertices, body->count, in->d, least - in->sweep);
}

/*
 * Finds the vertex of a body that is furthest along `sign` v, among those that double cannot
 * distinguish from vertex `first`, and returns by how much it is further than that.
 */
static Dd furthest_in_pairs(const SolidPlaced* placed, const Dd3* v, double sign, double band,
                            int32_t first, int32_t* best)
{
    SolidDirection in = solid_direction_in(placed, vec3_scale(dd3_round(*v), sign));
    double least = solid_extent_along(placed, &in, first) - band;
    int32_t left = count_from(placed, &in, least) - 1;
    SolidStep step = {{0, 0, 0}, solid_vertex(placed, first), {0, 0, 0}, {0, 0, 0}};
    Dd most = {0, 0};
    *best = first;
    for (int32_t i = 0; i < solid_count(placed) && left > 0; i++) {
        if (i == first || !(solid_extent_along(placed, &in, i) >= least)) continue;
        left--;
        step.a_to = solid_vertex(placed, i);
        Dd3 digits = step_in_pairs(&step);
        Dd further = dd_scale(product_in_pairs(v, &digits), sign);
        if (!dd_is_less(most, further)) continue;
        most = further;
        *best = i;
    }
    return most;
}

/* Keeps the points of a foot in a simplex. */
static void keep(SolidSimplex* simplex, const Foot* foot)
{
    const SolidSimplex whole = *simplex;
    for (int32_t k = 0; k < foot->count; k++)
        simplex->point[k] = whole.point[foot->index[k]];
    simplex->count = foot->count;
}

/* Finds the vertex of A - B that is least along a foot v on some points, and returns by how much less
   than v itself: v . v - v . w. */
static Dd find_nearer(const SolidPair* pair, const SolidSimplex* simplex, const Foot* foot,
                      SolidPoint* w)
{
    const SolidPoint* p = simplex->point;
    double band = 4 * pair->error * vec3_norm1(dd3_round(foot->v));
    Dd from_a = furthest_in_pairs(&pair->a, &foot->v, -1, band, p->a, &w->a);
    Dd from_b = furthest_in_pairs(&pair->b, &foot->v, 1, band, p->b, &w->b);
    return graze_dd_add(from_a, from_b);
}

/* Adds a vertex of A - B to a simplex, unless it is in it. */
static bool add_point(const SolidPair* pair, SolidSimplex* simplex, const SolidPoint* w)
{
    for (int32_t k = 0; k < simplex->count; k++)
        if (solid_is_same_point(&simplex->point[k], w)) return false;
    solid_write_point(pair, w->a, w->b, &simplex->point[simplex->count++]);
    return true;
}

/* Returns how many vertices of a body are within a band below one of a feature, along d, if those
   are all that the feature has; else more than a feature can have. */
static int32_t count_in_band(const SolidPlaced* placed, GrazeVec3 d, double band,
                             const int32_t* index, int32_t count)
{
    SolidDirection in = solid_direction_in(placed, d);
    int32_t distinct = 1;
    for (int32_t k = 1; k < count; k++)
        distinct += index[k] != index[0] && (k == 1 || index[k] != index[1]);
    double least = solid_extent_along(placed, &in, index[0]) - band;
    return count_from(placed, &in, least) == distinct ? distinct : 8;
}

/*
 * Returns whether all vertices of A - B but those of a feature are certainly beyond it, for its foot. The band has 256 errors of a support point, as r turns the plane: by 2^-42 times the
 * diameters of both bodies, which are up to 3.5 of their extents and 1.8 of a displacement, that is, by
 * 112 and 231 of the errors that the pair has for them. If vertices of both bodies differ within the
 * feature, their combinations must be in its hull: it has one point less than there are vertices of both.
 */
static bool is_alone(const SolidPair* pair, const SolidSimplex* simplex, Dd3 foot)
{
    const SolidPoint* p = simplex->point;
    GrazeVec3 v = dd3_round(foot);
    int32_t count = simplex->count;
    int32_t a[3] = {p->a};
    int32_t b[3] = {p->b};
    for (int32_t k = 1; k < count; k++) {
        a[k] = p[k].a;
        b[k] = p[k].b;
    }
    double band = 256 * pair->error * vec3_norm1(v);
    int32_t found = count_in_band(&pair->a, vec3_neg(v), band, a, count);
    if (found > count) return false;
    return found + count_in_band(&pair->b, v, band, b, count) == count + 1;
}

/* Returns whether two simplices have the same points. */
static bool has_same_points(const SolidSimplex* s, const SolidSimplex* t)
{
    if (s->count != t->count) return false;
    int32_t held = 0;
    for (int32_t i = 0; i < s->count; i++)
        for (int32_t k = 0; k < t->count; k++)
            held += solid_is_same_point(&s->point[i], &t->point[k]);
    return held == s->count;
}

static void write_nearest(const SolidSimplex* simplex, const Foot* foot, double rest,
                          SolidNearest* out)
{
    out->simplex = *simplex;
    out->v = dd3_round(foot->v);
    out->pairs[0] = foot->v.x;
    out->pairs[1] = foot->v.y;
    out->pairs[2] = foot->v.z;
    for (int k = 0; k < 3; k++)
        out->weight[k] = k < foot->count ? dd_round(foot->weight[k]) : 0;
    out->length = graze_dd_sqrt(foot->square);
    out->excess = max2(rest, 0) / out->length.hi;
}

/*
 * Each round adds the vertex of A - B that is most beyond the feature. The next one contains it, as
 * without rounding its point is nearer; the decrease may be far below the last digit, where A - B
 * has almost flat faces near the origin. If its point is not nearer, rounding has misled weights that
 * are tiny, and all have their digits. A feature that comes back shows that only rounding is left:
 * each round looks for one of a round before, which moves on at powers of two (Brent 1980).
 */
void graze_solid_nearest(const SolidPair* pair, const SolidGjk* gjk, SolidNearest* out)
{
    SolidSimplex next = gjk->simplex;
    Foot nearest = reduce(&next, false, 2);
    SolidSimplex before = {.count = 0};
    Dd least = {INFINITY, 0};
    for (int round = 0; round < GRAZE_SOLID_MAX_ROUNDS; round++) {
        SolidPoint w;
        keep(&next, &nearest);
        if (has_same_points(&next, &before)) return;
        if ((round & (round - 1)) == 0) before = next;
        if (is_alone(pair, &next, nearest.v)) {
            write_nearest(&next, &nearest, 0, out);
            return;
        }
        nearest = foot_on(&next, next.count, ALL, 3);
        Dd rest = find_nearer(pair, &next, &nearest, &w);
        if (dd_is_less(rest, least)) {
            least = rest;
            write_nearest(&next, &nearest, rest.hi, out);
        }
        if (!(rest.hi > GRAZE_SOLID_NEAREST_ERROR * nearest.square.hi)) break;
        if (!add_point(pair, &next, &w)) break;
        Dd square = nearest.square;
        nearest = reduce(&next, true, 2);
        if (dd_is_less(square, nearest.square)) nearest = reduce(&next, true, 0);
    }
}

void graze_solid_weights_of_foot(SolidSimplex* simplex, double weights[4])
{
    Foot foot = reduce(simplex, false, 2);
    keep(simplex, &foot);
    for (int32_t k = 0; k < foot.count; k++)
        weights[k] = dd_round(foot.weight[k]);
}

/* Computes the weights of the origin in a tetrahedron; returns whether it is inside. */
static bool find_weights_inside(const SolidSimplex* s, double weights[4])
{
    static const int32_t other[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
    Dd volume[4];
    Dd sum = {0, 0};
    for (int k = 0; k < 4; k++) {
        const SolidPoint* p = &s->point[other[k][0]];
        volume[k] =
            weight_beyond(point_in_pairs(p), &s->point[other[k][1]], &s->point[other[k][2]]);
        sum = graze_dd_add(sum, volume[k]);
    }
    for (int k = 0; k < 4; k++) {
        weights[k] = dd_round(graze_dd_div(volume[k], sum));
        if (!(weights[k] >= 0)) return false;
    }
    return true;
}

void graze_solid_find_origin(const SolidPair* pair, SolidSimplex* simplex, double weights[4])
{
    SolidSimplex next = *simplex;
    Dd least = {INFINITY, 0};
    for (int round = 0; round < GRAZE_SOLID_MAX_ROUNDS; round++) {
        SolidPoint w;
        if (next.count == 4 && find_weights_inside(&next, weights)) {
            *simplex = next;
            return;
        }
        Foot foot = reduce(&next, round > 0, 2);
        keep(&next, &foot);
        if (dd_is_less(foot.square, least)) {
            least = foot.square;
            *simplex = next;
        }
        if (!(find_nearer(pair, &next, &foot, &w).hi > 0) || !add_point(pair, &next, &w)) break;
    }
    graze_solid_weights_of_foot(simplex, weights);
}

/* Returns a normal of the plane through three points, on the side of `outward`. */
static Dd3 plane_normal(const SolidSimplex* triangle, GrazeVec3 outward)
{
    const SolidPoint* p = triangle->point;
    Dd3 n = normal_of(solid_step(&p[0], &p[1]), solid_step(&p[0], &p[2]));
    if (!(vec3_dot(dd3_round(n), outward) < 0)) return n;
    return (Dd3){dd_neg(n.x), dd_neg(n.y), dd_neg(n.z)};
}

void graze_solid_plane_normal(const SolidSimplex* triangle, GrazeVec3 outward, Dd out[3])
{
    Dd3 n = plane_normal(triangle, outward);
    out[0] = n.x;
    out[1] = n.y;
    out[2] = n.z;
}

double graze_solid_plane_distance(const SolidSimplex* triangle, GrazeVec3 outward,
                                  GrazeVec3* normal)
{
    Dd3 n = plane_normal(triangle, outward);
    GrazeVec3 direction = dd3_round(n);
    *normal = vec3_scale(direction, 1 / vec3_length(direction));
    return dd_round(graze_dd_div(dd3_dot(n, point_in_pairs(&triangle->point[0])),
                                 graze_dd_sqrt(dd3_dot(n, n))));
}

/*
 * A compressed sum of products of coordinates. Those of points of A - B are multiples of 2^-160
 * below 2^132 (sign.c), of steps below 2^133, each of at most 4 terms. With terms at least 52 bits
 * apart, products have at most
 *   cross product of two steps   2^-320 to 2^267    12
 *   with a third step            2^-480 to 2^402    17, from 2 * 12 * 4 at a time
 *   its square                   2^-960 to 2^803    34, from 2 * 17^2 = 578
 *   square of a cross product    2^-640 to 2^536    23, from 2 * 12^2 at a time
 *   that times reach^2           2^-938 to 2^795    34, from 2 * 23 * 8
 * and the difference of two squares twice 34.
 */
typedef struct {
    int32_t count;
    double term[34];
} Terms;
_Static_assert(EXPANSION_CAPACITY >= 578, "see above");

static Terms compressed(Expansion* e)
{
    Terms t;
    graze_expansion_compress(e);
    t.count = e->count;
    for (int32_t i = 0; i < e->count; i++)
        t.term[i] = e->term[i];
    return t;
}

static void add_product(Expansion* e, const Terms* p, const Terms* q, double sign)
{
    graze_expansion_add_product(e, p->term, p->count, q->term, q->count, sign);
}

/* Returns p q, and r s times a sign, if there is an r. */
static Terms sum_of_two(const Terms* p, const Terms* q, const Terms* r, const Terms* s, double sign)
{
    Expansion e;
    e.count = 0;
    add_product(&e, p, q, 1);
    if (r != NULL) add_product(&e, r, s, sign);
    return compressed(&e);
}

static Terms product(const Terms* p, const Terms* q)
{
    return sum_of_two(p, q, NULL, NULL, 0);
}

static const Terms ONE = {1, {1}};

/* Compresses in between, because squares have many terms. */
static Terms sum_of_products(const Terms p[3], const Terms q[3])
{
    Terms sum = product(&p[0], &q[0]);
    for (int k = 1; k < 3; k++) {
        Terms next = product(&p[k], &q[k]);
        sum = sum_of_two(&sum, &ONE, &next, &ONE, 1);
    }
    return sum;
}

static void expand_step(SolidStep step, Terms out[3])
{
    for (int k = 0; k < 3; k++) {
        SolidTerms at = graze_solid_expand_step(&step, k);
        out[k].count = at.count;
        memcpy(out[k].term, at.term, sizeof at.term);
    }
}

/* Writes the coordinates of a point: of the step from the origin to it. */
static void expand_point(const SolidPoint* p, Terms out[3])
{
    expand_step((SolidStep){p->at_a, {0, 0, 0}, p->at_b, {0, 0, 0}}, out);
}

static void expand_cross(const Terms p[3], const Terms q[3], Terms out[3])
{
    for (int k = 0; k < 3; k++) {
        int i = (k + 1) % 3;
        int j = (k + 2) % 3;
        out[k] = sum_of_two(&p[i], &q[j], &p[j], &q[i], -1);
    }
}

/*
 * Returns the sign of the squared distance of the origin from the affine hull of the points less
 * reach^2: of w . w - reach^2, of (w x e)^2 - reach^2 e . e, or of (n . w)^2 - reach^2 n . n.
 */
static NOINLINE int compare_reach(const SolidSimplex* simplex, double radius_a, double radius_b)
{
    const SolidPoint* p = simplex->point;
    const Terms radii[2] = {{radius_a != 0, {radius_a}}, {radius_b != 0, {radius_b}}};
    Terms w[3];
    Terms numerator;
    Terms denominator = ONE;
    expand_point(&p[0], w);
    if (simplex->count == 1) {
        numerator = sum_of_products(w, w);
    } else {
        Terms e[3];
        Terms f[3];
        expand_step(solid_step(&p[0], &p[1]), e);
        if (simplex->count == 2) {
            expand_cross(w, e, f);
            numerator = sum_of_products(f, f);
            denominator = sum_of_products(e, e);
        } else {
            Terms n[3];
            expand_step(solid_step(&p[0], &p[2]), f);
            expand_cross(e, f, n);
            numerator = sum_of_products(n, w);
            numerator = product(&numerator, &numerator);
            denominator = sum_of_products(n, n);
        }
    }
    Terms reach = sum_of_two(&radii[0], &ONE, &radii[1], &ONE, 1);
    reach = product(&reach, &reach);
    Terms threshold = product(&reach, &denominator);
    Expansion e;
    e.count = 0;
    add_product(&e, &numerator, &ONE, 1);
    add_product(&e, &threshold, &ONE, -1);
    return graze_expansion_sign(&e);
}

/* Writes a normal of the feature, out of the origin: exactly parallel to its nearest point. */
static void expand_normal(const SolidSimplex* simplex, Terms m[3])
{
    const SolidPoint* p = simplex->point;
    Terms w[3];
    Terms e[3];
    Terms f[3];
    expand_point(&p[0], m);
    if (simplex->count == 1) return;
    expand_point(&p[0], w);
    expand_step(solid_step(&p[0], &p[1]), e);
    if (simplex->count == 2) {
        expand_cross(w, e, f);
        expand_cross(e, f, m);
        return;
    }
    expand_step(solid_step(&p[0], &p[2]), f);
    expand_cross(e, f, m);
    Terms side = sum_of_products(m, w);
    bool is_turned = side.count > 0 && side.term[side.count - 1] < 0;
    for (int k = 0; k < 3 && is_turned; k++)
        for (int32_t i = 0; i < m[k].count; i++)
            m[k].term[i] = -m[k].term[i];
}

/* Returns a vertex of a body that is further along `sign` m than vertex `first`, or that one. */
static int32_t find_further(const SolidPlaced* placed, const Terms m[3], GrazeVec3 v, double sign,
                            int32_t first, double band)
{
    SolidDirection in = solid_direction_in(placed, vec3_scale(v, sign));
    double least = solid_extent_along(placed, &in, first) - band;
    SolidStep step = {{0, 0, 0}, solid_vertex(placed, first), {0, 0, 0}, {0, 0, 0}};
    for (int32_t i = 0; i < solid_count(placed); i++) {
        if (i == first || !(solid_extent_along(placed, &in, i) >= least)) continue;
        Terms digits[3];
        step.a_to = solid_vertex(placed, i);
        expand_step(step, digits);
        Terms along = sum_of_products(m, digits);
        if (along.count > 0 && along.term[along.count - 1] * sign > 0) return i;
    }
    return first;
}

/*
 * Compares the distance of the plane through the nearest feature, perpendicular to its normal, with
 * reach. If no vertex of A - B is nearer than the plane, that is the distance of the cores. Else
 * the cores are nearer than the plane, and the next feature contains such a vertex.
 */
static NOINLINE int exact_reach_sign(const SolidPair* pair, const SolidNearest* nearest)
{
    SolidSimplex simplex = nearest->simplex;
    GrazeVec3 v = nearest->v;
    int sign = 0;
    for (int round = 0; round < GRAZE_SOLID_MAX_ROUNDS; round++) {
        Terms m[3];
        double band = 4 * pair->error * vec3_norm1(v);
        const SolidPoint* p = &simplex.point[0];
        sign = compare_reach(&simplex, pair->a.body->radius, pair->b.body->radius);
        if (sign < 0) break;
        expand_normal(&simplex, m);
        int32_t i = find_further(&pair->a, m, v, -1, p->a, band);
        int32_t j = find_further(&pair->b, m, v, 1, p->b, band);
        if (i == p->a && j == p->b) break;
        if (sign == 0) return -1;
        simplex.point[simplex.count++] = solid_point(pair, i, j);
        Foot foot = reduce(&simplex, true, 0);
        keep(&simplex, &foot);
        v = dd3_round(foot.v);
    }
    return sign;
}

/* The length has an error of GRAZE_SOLID_NORMAL_ERROR times the coordinates of the feature: several
   times, with those of products and roots. */
int graze_solid_reach_sign(const SolidPair* pair, const SolidNearest* nearest)
{
    Dd reach = dd_sum(pair->a.body->radius, pair->b.body->radius);
    double gap = graze_dd_sub(nearest->length, reach).hi;
    double error = GRAZE_SOLID_NEAREST_ERROR * reach.hi;
    for (int32_t k = 0; k < nearest->simplex.count; k++)
        error =
            max2(error, 16 * GRAZE_SOLID_NORMAL_ERROR * vec3_norm1(nearest->simplex.point[k].w));
    if (gap - nearest->excess > error) return 1;
    if (gap < -error) return -1;
    return exact_reach_sign(pair, nearest);
}
