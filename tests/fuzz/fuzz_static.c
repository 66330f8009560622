/*
 * Fuzzes the queries of two static bodies: each input is a pair, of which every query is checked. On
 * a grid the answers are exact; everywhere they agree with each other.
 */
#include "cast.h"
#include "check.h"
#include "input.h"
#include "witness.h"

#include <math.h>
#include <stdlib.h>

/* ---- relation ---- */

static GrazeRelation query_relation(const Pair* pair)
{
    return graze_relation(&pair->a.shape, &pair->a.pose, &pair->b.shape, &pair->b.pose);
}

/* Checks that the first corner of an outline makes no difference on a grid: the verdict is
 * exact. */
static void check_turned_list(const Pair* pair, GrazeRelation expected)
{
    int32_t count = pair->a.shape.count;
    GrazePoint* turned = input_points(count);
    for (int32_t i = 0; i < count; i++) {
        turned[i] = pair->a.vertices[(i + 1) % count];
    }
    Pair other = *pair;
    other.a.shape.vertices = turned;
    GrazeRelation relation = query_relation(&other);
    CHECK(relation == expected, "%d with A's list turned by one, else %d", (int)relation,
          (int)expected);
    input_free(&(Pair){.a.vertices = turned});
}

/* Fuzzes graze_relation: it is exact on a grid, and equals the verdict of graze_distance
 * everywhere. */
static void fuzz_relation(const Pair* pair)
{
    GrazeRelation relation = query_relation(pair);
    Pair swapped = input_swapped(pair);
    CHECK(query_relation(&swapped) == relation, "%d, swapped %d", (int)relation,
          (int)query_relation(&swapped));
    GrazeDistance distance;
    graze_distance(&pair->a.shape, &pair->a.pose, &pair->b.shape, &pair->b.pose, &distance);
    CHECK(distance.relation == (int32_t)relation, "%d, graze_distance says %d", (int)relation,
          distance.relation);
    if (pair->grid) {
        OracleSet set;
        oracle_differences(&pair->a.exact, &pair->b.exact, &set);
        GrazeRelation expected = oracle_relation(&set);
        CHECK(relation == expected, "%d, exactly %d", (int)relation, (int)expected);
        check_turned_list(pair, expected);
    }
}

/* ---- collide ---- */

static bool query_collide(const Pair* pair, const GrazeGjkOptions* options)
{
    if (options == NULL)
        return graze_collide(&pair->a.shape, &pair->a.pose, &pair->b.shape, &pair->b.pose);
    return graze_collide_by(&pair->a.shape, &pair->a.pose, &pair->b.shape, &pair->b.pose, options);
}

static bool query_sat(const Pair* pair)
{
    return graze_collide_sat(&pair->a.shape, &pair->a.pose, &pair->b.shape, &pair->b.pose);
}

static bool expect(const Pair* pair)
{
    if (!pair->grid) {
        return graze_relation(&pair->a.shape, &pair->a.pose, &pair->b.shape, &pair->b.pose) !=
               GRAZE_DISJOINT;
    }
    OracleSet set;
    oracle_differences(&pair->a.exact, &pair->b.exact, &set);
    return oracle_relation(&set) != GRAZE_DISJOINT;
}

static void check_all_collide(const Pair* pair, bool expected)
{
    CHECK(query_collide(pair, NULL) == expected, "by default, expected %d", expected);
    CHECK(query_sat(pair) == expected, "expected %d", expected);
    for (int32_t i = 0; i < OPTIONS_COUNT; i++) {
        GrazeGjkOptions options = options_at(i);
        CHECK(query_collide(pair, &options) == expected, "with %d %d %d, expected %d",
              (int)options.subdistance, (int)options.support, (int)options.start, expected);
    }
}

/* Fuzzes graze_collide and graze_collide_sat: they give the verdict of graze_relation with any
 * options. */
static void fuzz_collide(const Pair* pair)
{
    bool expected = expect(pair);
    check_all_collide(pair, expected);
    Pair swapped = input_swapped(pair);
    check_all_collide(&swapped, expected);
}

/* ---- distance ---- */

static GrazeDistance query_distance(const Pair* pair, const GrazeGjkOptions* options)
{
    GrazeDistance out;
    if (options == NULL) {
        graze_distance(&pair->a.shape, &pair->a.pose, &pair->b.shape, &pair->b.pose, &out);
    } else {
        graze_distance_by(&pair->a.shape, &pair->a.pose, &pair->b.shape, &pair->b.pose, options,
                          &out);
    }
    return out;
}

static void check_exact_distance(const Pair* pair, const GrazeDistance* out)
{
    OracleSet set;
    oracle_differences(&pair->a.exact, &pair->b.exact, &set);
    GrazeRelation relation = oracle_relation(&set);
    CHECK(out->relation == (int32_t)relation, "%d, exactly %d", out->relation, (int)relation);
    witness_inside(pair, out);
    if (relation != GRAZE_DISJOINT) return;
    /* With radii the error is that of the cores' gap. */
    long double slack = 1e-14L * oracle_gap(&set);
    CHECK(is_near(out->distance / pair->unit, oracle_distance(&set), slack),
          "%.17g, exactly %.20Lg", out->distance, oracle_distance(&set) * pair->unit);
}

/* Compares distances bit for bit if no vertex's place is rounded. Otherwise the search path
   decides whether a dent of the outline is seen; it is as deep as the rounding of the places. */
static bool same_distance(const Pair* pair, double p, double q)
{
    if (pair->grid) return same_bits(p, q);
    const Body* a = &pair->a;
    const Body* b = &pair->b;
    double size = fabs(a->pose.x - b->pose.x) + fabs(a->pose.y - b->pose.y) +
                  2 * (a->shape.extent + b->shape.extent) + a->shape.radius + b->shape.radius;
    return fabs(p - q) <= 0x1p-48 * size;
}

static void check_choices(const Pair* pair, const GrazeDistance* out)
{
    for (int32_t i = 0; i < OPTIONS_COUNT; i++) {
        GrazeGjkOptions options = options_at(i);
        GrazeDistance other = query_distance(pair, &options);
        CHECK(other.relation == out->relation, "%d, with %d %d %d: %d", out->relation,
              (int)options.subdistance, (int)options.support, (int)options.start, other.relation);
        CHECK(same_distance(pair, other.distance, out->distance), "%.17g, with %d %d %d: %.17g",
              out->distance, (int)options.subdistance, (int)options.support, (int)options.start,
              other.distance);
    }
}

/* Checks that a query without a choice of its own took either no rounds, or those of GJK. */
static void check_iterations(const Pair* pair, int32_t iterations)
{
    static const GrazeGjkOptions CHOSEN = {GRAZE_BARYCODE, GRAZE_SUPPORT_AUTO, GRAZE_START_POINT};
    GrazeDistance distance = query_distance(pair, &CHOSEN);
    CHECK(iterations == 0 || iterations == distance.iterations, "%d rounds of %d", iterations,
          distance.iterations);
}

/* Fuzzes graze_distance: verdict and distance are exact on a grid, and all options give the same
 * answer. */
static void fuzz_distance(const Pair* pair)
{
    GrazeDistance out = query_distance(pair, &pair->options);
    witness_check(pair, &out, out.distance);
    CHECK(out.iterations >= 1, "%d rounds of a method that is given", out.iterations);
    CHECK((out.distance == 0) == (out.relation != GRAZE_DISJOINT), "%.17g but relation %d",
          out.distance, out.relation);
    Pair swapped = input_swapped(pair);
    GrazeDistance mirror = query_distance(&swapped, &pair->options);
    witness_mirror(pair, &out, &mirror);
    GrazeDistance plain = query_distance(pair, NULL);
    witness_check(pair, &plain, plain.distance);
    check_iterations(pair, plain.iterations);
    mirror = query_distance(&swapped, NULL);
    witness_mirror(pair, &plain, &mirror);
    CHECK(plain.relation == out.relation && same_distance(pair, plain.distance, out.distance),
          "%d %.17g, by default %d %.17g", out.relation, out.distance, plain.relation,
          plain.distance);
    check_choices(pair, &out);
    if (pair->grid) check_exact_distance(pair, &out);
}

/* ---- penetration ---- */

static GrazePenetration query_penetration(const Pair* pair)
{
    GrazePenetration out;
    graze_penetration(&pair->a.shape, &pair->a.pose, &pair->b.shape, &pair->b.pose, &out);
    return out;
}

/* Returns the relation after B is moved along the normal by `way`. B is put at the origin first,
   which is exact on a grid, so that its new place is rounded as little as possible. */
static GrazeRelation move_apart(const Pair* pair, const GrazePenetration* out, double way)
{
    GrazePose a = pair->a.pose;
    GrazePose b = pair->b.pose;
    a.x -= b.x;
    a.y -= b.y;
    b.x = out->witness.normal_x * way;
    b.y = out->witness.normal_y * way;
    return graze_relation(&pair->a.shape, &a, &pair->b.shape, &b);
}

static void check_apart(const Pair* pair, const GrazePenetration* out)
{
    /* The check needs a depth that exceeds the rounding of B's place. */
    if (out->depth * 0x1p-20 < 0x1p-49 * input_scale(pair)) return;
    GrazeRelation further = move_apart(pair, out, out->depth * (1 + 0x1p-20));
    GrazeRelation nearer = move_apart(pair, out, out->depth * (1 - 0x1p-20));
    CHECK(further == GRAZE_DISJOINT, "%d after a little more than depth %.17g", (int)further,
          out->depth);
    CHECK(nearer == GRAZE_OVERLAPPING, "%d after a little less than depth %.17g", (int)nearer,
          out->depth);
}

static void check_exact_penetration(const Pair* pair, const GrazePenetration* out)
{
    OracleSet set;
    oracle_differences(&pair->a.exact, &pair->b.exact, &set);
    GrazeRelation relation = oracle_relation(&set);
    CHECK(out->relation == (int32_t)relation, "%d, exactly %d", out->relation, (int)relation);
    GrazeDistance witness = witness_of(out);
    witness_inside(pair, &witness);
    if (relation != GRAZE_OVERLAPPING) return;
    long double depth = oracle_depth(&set);
    /* With radii the error is that of the radii less the cores' gap. */
    long double slack = 1e-14L * (depth > set.reach ? depth : (long double)set.reach);
    CHECK(is_near(out->depth / pair->unit, depth, slack), "%.17g, exactly %.20Lg", out->depth,
          depth * pair->unit);
    check_apart(pair, out);
}

/* Returns the distance of the points along the normal: -depth, or the distance. */
static double signed_length(const Pair* pair, const GrazePenetration* out)
{
    GrazeDistance distance;
    graze_distance(&pair->a.shape, &pair->a.pose, &pair->b.shape, &pair->b.pose, &distance);
    CHECK(out->relation == distance.relation, "%d, graze_distance says %d", out->relation,
          distance.relation);
    return out->relation == GRAZE_DISJOINT ? distance.distance : -out->depth;
}

/* Checks that the signed distance is the gap or minus the depth, with the same bits. */
static void check_signed_distance(const Pair* pair, const GrazePenetration* penetration)
{
    GrazeDistance distance = query_distance(pair, NULL);
    GrazeRelation relation;
    double found = graze_signed_distance(&pair->a.shape, &pair->a.pose, &pair->b.shape,
                                         &pair->b.pose, &relation);
    double expected = distance.distance > 0 ? distance.distance : 0 - penetration->depth;
    CHECK(found == expected, "signed distance %a, expected %a", found, expected);
    CHECK((int32_t)relation == penetration->relation, "relation %d, of the depth %d", relation,
          penetration->relation);
}

/* Fuzzes graze_penetration: verdict and depth are exact on a grid, and moving by the depth
 * separates the bodies. */
static void fuzz_penetration(const Pair* pair)
{
    GrazePenetration out = query_penetration(pair);
    GrazeDistance witness = witness_of(&out);
    witness_check(pair, &witness, signed_length(pair, &out));
    CHECK((out.depth > 0) == (out.relation == GRAZE_OVERLAPPING), "%.17g but relation %d",
          out.depth, out.relation);
    CHECK(out.status == GRAZE_PENETRATION_EXACT && same_bits(out.lower_bound, out.depth),
          "status %d, at least %.17g of %.17g", out.status, out.lower_bound, out.depth);
    Pair swapped = input_swapped(pair);
    GrazePenetration other = query_penetration(&swapped);
    GrazeDistance mirror = witness_of(&other);
    witness_mirror(pair, &witness, &mirror);
    if (pair->grid) check_exact_penetration(pair, &out);
    check_signed_distance(pair, &out);
    check_iterations(pair, out.iterations);
}

/* Coordinates much smaller than any float32 may become 0. */
#define LEAST_PLACE_DIFFERENCE 0x1p-199L

/* ---- manifold ---- */

static GrazeManifold query_manifold(const Pair* pair, double reach)
{
    GrazeManifold out;
    graze_manifold(&pair->a.shape, &pair->a.pose, &pair->b.shape, &pair->b.pose, reach, &out);
    return out;
}

/* Coordinates along the tangent and along the normal, relative to the position of B. */
typedef struct {
    long double along, height;
} Seen;

static Seen see(const GrazeManifold* m, long double x, long double y)
{
    return (Seen){x * -m->normal_y + y * m->normal_x, x * m->normal_x + y * m->normal_y};
}

static Seen see_vertex(const GrazeManifold* m, const Pair* pair, const Body* body, int32_t i)
{
    GrazePoint v = body->vertices[i];
    long double x = (long double)body->pose.cos * v.x - (long double)body->pose.sin * v.y;
    long double y = (long double)body->pose.sin * v.x + (long double)body->pose.cos * v.y;
    return see(m, x + ((long double)body->pose.x - pair->b.pose.x),
               y + ((long double)body->pose.y - pair->b.pose.y));
}

/* Returns the height of a core's boundary towards the other body at a place along the tangent, or
 * that of its nearest vertex beyond its ends; `sign` is 1 for A, -1 for B. */
static long double facing_height(const GrazeManifold* m, const Pair* pair, const Body* body,
                                 long double along, int sign)
{
    int32_t n = body->shape.count;
    long double best = -INFINITY;
    long double nearest = INFINITY;
    long double end = 0;
    for (int32_t i = 0; i < n; i++) {
        Seen p = see_vertex(m, pair, body, i);
        Seen q = see_vertex(m, pair, body, (i + 1) % n);
        if (fabsl(p.along - along) < nearest) {
            nearest = fabsl(p.along - along);
            end = sign * p.height;
        }
        if (fminl(p.along, q.along) > along || fmaxl(p.along, q.along) < along) continue;
        long double width = q.along - p.along;
        long double share = width != 0 ? (along - p.along) / width : 0;
        best = fmaxl(best, sign * (p.height + share * (q.height - p.height)));
    }
    return sign * (isinf(best) ? end : best);
}

/* Heights between which the boundary is, at a place that is off by the slack. */
typedef struct {
    long double low, high;
} Heights;

static Heights facing_heights(const GrazeManifold* m, const Pair* pair, const Body* body,
                              long double along, int sign, long double slack)
{
    Heights found = {INFINITY, -INFINITY};
    for (int k = -1; k <= 1; k++) {
        long double height = facing_height(m, pair, body, along + k * slack, sign);
        found.low = fminl(found.low, height - slack);
        found.high = fmaxl(found.high, height + slack);
    }
    /* An edge that is seen end on has its ends at one place. */
    for (int32_t i = 0; i < body->shape.count; i++) {
        Seen end = see_vertex(m, pair, body, i);
        if (fabsl(end.along - along) > 2 * slack) continue;
        found.low = fminl(found.low, end.height - slack);
        found.high = fmaxl(found.high, end.height + slack);
    }
    return found;
}

static bool is_between(long double along, long double p, long double q, long double slack)
{
    return fminl(p, q) - slack <= along && along <= fmaxl(p, q) + slack;
}

/* Returns the first vertex after `vertex`, or before it if `step` is -1, that is not at its place. */
static Seen see_neighbor(const GrazeManifold* m, const Pair* pair, const Body* body, int32_t vertex,
                         int32_t step, long double slack)
{
    int32_t n = body->shape.count;
    Seen here = see_vertex(m, pair, body, vertex);
    Seen there = here;
    for (int32_t k = 1; k < n; k++) {
        there = see_vertex(m, pair, body, (vertex + k * (n + step)) % n);
        if (fabsl(there.along - here.along) > slack || fabsl(there.height - here.height) > slack)
            break;
    }
    return there;
}

/* Checks the vertex that a point's name has of a body: it is on the point's side of the edge if that
 * is known, or else an end of an edge that is opposite the point. Vertices at one place are one.
 * Returns whether it is at the point. */
static bool check_name(const GrazeManifold* m, const Pair* pair, const Body* body, int32_t vertex,
                       long double along, int side, long double slack)
{
    int32_t n = body->shape.count;
    CHECK(vertex < n, "vertex %d of %d", vertex, n);
    Seen end = see_vertex(m, pair, body, vertex);
    bool is_here = fabsl(end.along - along) <= slack;
    if (side != 0) {
        CHECK(side * (end.along - along) >= -slack, "vertex %d is at %Lg, the point at %Lg", vertex,
              end.along, along);
        return is_here;
    }
    Seen next = see_neighbor(m, pair, body, vertex, 1, slack);
    Seen last = see_neighbor(m, pair, body, vertex, -1, slack);
    bool is_beside = is_between(along, end.along, next.along, slack) ||
                     is_between(along, end.along, last.along, slack);
    CHECK(is_here || is_beside, "vertex %d is at %Lg, the point at %Lg", vertex, end.along, along);
    return is_here;
}

static void check_contact(const GrazeManifold* m, const Pair* pair, int32_t k, long double slack)
{
    const GrazeManifoldPoint* point = &m->points[k];
    Seen at =
        see(m, (long double)point->x - pair->b.pose.x, (long double)point->y - pair->b.pose.y);
    Heights a = facing_heights(m, pair, &pair->a, at.along, 1, slack);
    Heights b = facing_heights(m, pair, &pair->b, at.along, -1, slack);
    long double ra = pair->a.shape.radius;
    long double rb = pair->b.shape.radius;
    CHECK(point->separation >= b.low - a.high - ra - rb &&
              point->separation <= b.high - a.low - ra - rb,
          "separation %.17g, not in [%Lg, %Lg]", point->separation, b.low - a.high - ra - rb,
          b.high - a.low - ra - rb);
    CHECK(at.height >= (a.low + ra + b.low - rb) / 2 - slack &&
              at.height <= (a.high + ra + b.high - rb) / 2 + slack,
          "height %Lg, not in [%Lg, %Lg]", at.height, (a.low + ra + b.low - rb) / 2,
          (a.high + ra + b.high - rb) / 2);
    CHECK(point->spare == 0, "spare %d", point->spare);
    if (pair->a.shape.count > 0xffff || pair->b.shape.count > 0xffff || m->count == 0) return;
    /* With two points the first one is below the second. */
    int side = m->count == 2 ? (k == 0 ? -1 : 1) : 0;
    int32_t vertex_a = (int32_t)(point->id & 0xffff);
    int32_t vertex_b = (int32_t)(point->id >> 16);
    bool is_at_a = check_name(m, pair, &pair->a, vertex_a, at.along, side, slack);
    bool is_at_b = check_name(m, pair, &pair->b, vertex_b, at.along, side, slack);
    CHECK(is_at_a || is_at_b, "no vertex at %Lg", at.along);
}

static void check_mirrored(const GrazeManifold* m, const GrazeManifold* other)
{
    CHECK(other->count == m->count && other->relation == m->relation &&
              same_bits(other->depth, m->depth),
          "swapped: %d points, relation %d, depth %.17g", other->count, other->relation,
          other->depth);
    CHECK(other->normal_x == -m->normal_x && other->normal_y == -m->normal_y,
          "normal (%.17g, %.17g), swapped (%.17g, %.17g)", m->normal_x, m->normal_y,
          other->normal_x, other->normal_y);
    for (int32_t k = 0; k < m->count; k++) {
        const GrazeManifoldPoint* p = &m->points[k];
        const GrazeManifoldPoint* q = &other->points[m->count - 1 - k];
        CHECK(p->x == q->x && p->y == q->y && p->separation == q->separation &&
                  p->id == (q->id >> 16 | q->id << 16),
              "point %d: %x, swapped %x", k, p->id, q->id);
    }
}

static void check_without_points(const GrazeManifold* m)
{
    CHECK(m->normal_x == 0 && m->normal_y == 0 && m->depth == 0, "(%g, %g), %g", m->normal_x,
          m->normal_y, m->depth);
}

/* Points that are missing are 0. */
static void check_missing(const GrazeManifold* m)
{
    static const GrazeManifoldPoint NONE;
    for (int32_t k = m->count; k < 2; k++) {
        const GrazeManifoldPoint* p = &m->points[k];
        CHECK(p->x == NONE.x && p->y == NONE.y && p->separation == NONE.separation &&
                  p->id == NONE.id && p->spare == NONE.spare,
              "point %d is not 0", k);
    }
}

/* Fuzzes graze_manifold: verdict, depth and gap are those of the other queries, the normal is one of
 * least penetration, and the points are at the ends of the edges in contact. */
static void fuzz_manifold(const Pair* pair)
{
    GrazePenetration depth = query_penetration(pair);
    GrazeDistance distance;
    graze_distance(&pair->a.shape, &pair->a.pose, &pair->b.shape, &pair->b.pose, &distance);
    long double slack = 0x1p-44L * input_scale(pair) + LEAST_PLACE_DIFFERENCE;
    double reach = distance.distance / 2 + fabs(pair->dx);
    GrazeManifold m = query_manifold(pair, reach);
    CHECK(m.relation == depth.relation, "%d, penetration %d", m.relation, depth.relation);
    CHECK(is_near(m.depth, depth.depth, slack), "%.17g, penetration %.17g", m.depth, depth.depth);
    CHECK((m.depth > 0) == (m.relation == GRAZE_OVERLAPPING), "depth %g", m.depth);
    CHECK(m.part_a == -1 && m.part_b == -1, "parts %d, %d", m.part_a, m.part_b);
    CHECK(m.count >= (m.relation != GRAZE_DISJOINT) && m.count <= 2, "%d points", m.count);
    check_missing(&m);
    if (m.relation == GRAZE_DISJOINT && fabs(distance.distance - reach) > (double)slack)
        CHECK((m.count > 0) == (distance.distance < reach), "%d points at %g of %g", m.count,
              distance.distance, reach);
    if (m.count == 0) {
        check_without_points(&m);
        return;
    }
    CHECK(fabs(hypot(m.normal_x, m.normal_y) - 1) <= 0x1p-50, "normal (%.17g, %.17g)", m.normal_x,
          m.normal_y);
    long double top = -INFINITY;
    long double bottom = INFINITY;
    for (int32_t i = 0; i < pair->a.shape.count; i++)
        top = fmaxl(top, see_vertex(&m, pair, &pair->a, i).height);
    for (int32_t i = 0; i < pair->b.shape.count; i++)
        bottom = fminl(bottom, see_vertex(&m, pair, &pair->b, i).height);
    double least = m.points[0].separation;
    if (m.count == 2) least = fmin(least, m.points[1].separation);
    long double along = bottom - top - pair->a.shape.radius - pair->b.shape.radius;
    CHECK(is_near(least, along, slack), "least separation %.17g, along the normal %Lg", least,
          along);
    double expected = m.relation == GRAZE_DISJOINT ? distance.distance : -m.depth;
    CHECK(is_near(least, expected, slack), "least separation %.17g, not %.17g", least, expected);
    for (int32_t k = 0; k < m.count; k++) {
        CHECK(m.points[k].separation <= fmax(reach, least), "point %d at %g", k,
              m.points[k].separation);
        check_contact(&m, pair, k, slack);
    }
    Pair swapped = input_swapped(pair);
    GrazeManifold other = query_manifold(&swapped, reach);
    if (!input_is_twin(pair)) check_mirrored(&m, &other);
}

/* ---- contact cone ---- */

/* Returns whether every difference is on the side of a line through the origin that a normal leads
   away from, or on it. */
static bool separates(const OracleSet* set, OraclePoint n)
{
    for (int32_t i = 0; i < set->count; i++) {
        if ((__int128)n.x * set->at[i].x + (__int128)n.y * set->at[i].y > 0) return false;
    }
    return true;
}

/* Returns whether a generator has a direction, given by whole numbers, up to rounding. */
static bool has_direction(const GrazeContactCone* cone, int32_t k, OraclePoint n)
{
    long double length = hypotl((long double)n.x, (long double)n.y);
    return is_near(cone->directions[2 * k], n.x / length, 0x1p-50L) &&
           is_near(cone->directions[2 * k + 1], n.y / length, 0x1p-50L);
}

/* Checks that a direction, if it separates, is a generator; returns whether it is, and was not found
   before. */
static bool find_generator(const OracleSet* set, const GrazeContactCone* cone, OraclePoint n,
                           int32_t* found)
{
    if (!separates(set, n)) return false;
    for (int32_t k = 0; k < cone->count; k++) {
        if (!has_direction(cone, k, n)) continue;
        bool is_new = (*found >> k & 1) == 0;
        *found |= 1 << k;
        return is_new;
    }
    CHECK(false, "(%lld, %lld) is not among the generators", (long long)n.x, (long long)n.y);
    return false;
}

/* Checks that the generators are the normals of differences that separate and, where A - B is a
   segment with an end at the origin, the direction out of it. */
static void check_exact_cone(const Pair* pair, const GrazeContactCone* cone)
{
    OracleSet set;
    int32_t found = 0;
    int32_t count = 0;
    bool is_flat = true;
    oracle_differences(&pair->a.exact, &pair->b.exact, &set);
    if (set.reach > 0 || set.count == 1) return;
    for (int32_t i = 1; i < set.count; i++)
        is_flat &= oracle_cross(oracle_minus(set.at[i], set.at[0]), set.at[0]) == 0;
    for (int32_t i = 0; i < set.count; i++) {
        OraclePoint p = set.at[i];
        if (p.x == 0 && p.y == 0) continue;
        count += find_generator(&set, cone, (OraclePoint){-p.y, p.x}, &found);
        count += find_generator(&set, cone, (OraclePoint){p.y, -p.x}, &found);
        if (is_flat) count += find_generator(&set, cone, (OraclePoint){-p.x, -p.y}, &found);
    }
    CHECK(count == cone->count, "%d generators of %d", count, cone->count);
}

/* Returns how far A is beyond B along a generator, without the radii. */
static long double depth_along(const Pair* pair, const double n[2])
{
    const GrazeManifold m = {.normal_x = n[0], .normal_y = n[1]};
    long double top = -INFINITY;
    long double bottom = INFINITY;
    for (int32_t i = 0; i < pair->a.shape.count; i++)
        top = fmaxl(top, see_vertex(&m, pair, &pair->a, i).height);
    for (int32_t i = 0; i < pair->b.shape.count; i++)
        bottom = fminl(bottom, see_vertex(&m, pair, &pair->b, i).height);
    return top - bottom;
}

/* Fuzzes graze_contact_cone: its generators are exact on a grid, and separate everywhere; several are
   in counter-clockwise order. */
static void fuzz_cone(const Pair* pair)
{
    GrazeContactCone cone;
    graze_contact_cone(&pair->a.shape, &pair->a.pose, &pair->b.shape, &pair->b.pose, &cone);
    GrazeRelation relation = query_relation(pair);
    long double slack = 0x1p-44L * input_scale(pair) + LEAST_PLACE_DIFFERENCE;
    double reach = (double)pair->a.shape.radius + pair->b.shape.radius;
    bool is_touching = relation == GRAZE_TOUCHING;
    CHECK(cone.relation == (int32_t)relation, "%d, graze_relation says %d", cone.relation,
          (int)relation);
    CHECK((cone.count > 0) == is_touching && cone.count <= (reach > 0 ? 1 : 4),
          "%d generators of relation %d", cone.count, (int)relation);
    for (int32_t k = 2 * cone.count; k < 8; k++)
        CHECK(cone.directions[k] == 0, "number %d of %d generators is not 0", k, cone.count);
    for (int32_t k = 0; k < cone.count; k++) {
        const double* n = &cone.directions[2 * k];
        CHECK(fabs(hypot(n[0], n[1]) - 1) <= 0x1p-50, "(%.17g, %.17g)", n[0], n[1]);
        long double depth = depth_along(pair, n);
        CHECK(depth + reach <= slack, "A is %Lg beyond B along generator %d", depth, k);
        if (k > 0)
            CHECK(n[-2] * n[1] - n[-1] * n[0] >= -0x1p-50, "generator %d is clockwise of %d", k,
                  k - 1);
    }
    if (is_touching && pair->grid) check_exact_cone(pair, &cone);
}

/* ---- difference ---- */

static void check_vertex(const Pair* pair, const GrazeDifference* vertex)
{
    const GrazePose* pose_a = &pair->a.pose;
    const GrazePose* pose_b = &pair->b.pose;
    CHECK(vertex->a >= 0 && vertex->a < pair->a.shape.count, "vertex %d of A", vertex->a);
    CHECK(vertex->b >= 0 && vertex->b < pair->b.shape.count, "vertex %d of B", vertex->b);
    GrazePoint a = pair->a.vertices[vertex->a];
    GrazePoint b = pair->b.vertices[vertex->b];
    long double x = (pose_a->cos * a.x - pose_a->sin * a.y + pose_a->x) -
                    (pose_b->cos * b.x - pose_b->sin * b.y + pose_b->x);
    long double y = (pose_a->sin * a.x + pose_a->cos * a.y + pose_a->y) -
                    (pose_b->sin * b.x + pose_b->cos * b.y + pose_b->y);
    long double slack = 0x1p-48L * input_scale(pair) + LEAST_PLACE_DIFFERENCE;
    CHECK(is_near(vertex->x, x, slack) && is_near(vertex->y, y, slack),
          "(%.17g, %.17g), but a - b is (%.17Lg, %.17Lg)", vertex->x, vertex->y, x, y);
}

/* Returns the vertex in steps of the grid, on which it must lie. */
static OraclePoint to_grid(const Pair* pair, const GrazeDifference* vertex)
{
    double x = vertex->x / pair->unit;
    double y = vertex->y / pair->unit;
    CHECK(x == rint(x) && y == rint(y), "(%.17g, %.17g) is off the grid", x, y);
    return (OraclePoint){(int64_t)x, (int64_t)y};
}

static bool is_difference(const OracleSet* set, OraclePoint p)
{
    for (int32_t i = 0; i < set->count; i++) {
        if (set->at[i].x == p.x && set->at[i].y == p.y) return true;
    }
    return false;
}

/* Checks that every difference is left of the edge, and that those on its line are between its
 * ends. */
static void check_edge(const OracleSet* set, OraclePoint p, OraclePoint q)
{
    OraclePoint e = oracle_minus(q, p);
    for (int32_t i = 0; i < set->count; i++) {
        OraclePoint from = oracle_minus(set->at[i], p);
        int64_t side = oracle_cross(e, from);
        int64_t along = e.x * from.x + e.y * from.y;
        CHECK(side > 0 || (side == 0 && along >= 0 && along <= e.x * e.x + e.y * e.y),
              "(%lld, %lld) is outside the edge from (%lld, %lld) to (%lld, %lld)",
              (long long)set->at[i].x, (long long)set->at[i].y, (long long)p.x, (long long)p.y,
              (long long)q.x, (long long)q.y);
    }
}

/* Checks the outline: its edges bound all differences, and each turns left by less than half a
   turn from the previous one. Such edges are the outline if they go around once; then the
   vertices are all different. */
static void check_exact_difference(const Pair* pair, const GrazeDifference* vertices, int32_t count)
{
    OracleSet set;
    oracle_differences(&pair->a.exact, &pair->b.exact, &set);
    CHECK(count > 1 || set.count == 1, "one vertex of %d points", set.count);
    for (int32_t i = 0; i < count; i++) {
        OraclePoint p = to_grid(pair, &vertices[i]);
        OraclePoint q = to_grid(pair, &vertices[(i + 1) % count]);
        CHECK(is_difference(&set, p), "(%lld, %lld) is not a difference", (long long)p.x,
              (long long)p.y);
        check_edge(&set, p, q);
        for (int32_t j = 0; j < i; j++) {
            OraclePoint r = to_grid(pair, &vertices[j]);
            CHECK(r.x != p.x || r.y != p.y, "vertices %d and %d are the same", i, j);
        }
    }
    for (int32_t i = 0; count > 2 && i < count; i++) {
        OraclePoint p = to_grid(pair, &vertices[i]);
        OraclePoint q = to_grid(pair, &vertices[(i + 1) % count]);
        OraclePoint r = to_grid(pair, &vertices[(i + 2) % count]);
        CHECK(oracle_cross(oracle_minus(q, p), oracle_minus(r, q)) > 0, "no left turn after %d", i);
    }
}

/* Fuzzes graze_minkowski_difference: on a grid its result is exactly the outline of all
 * differences of two vertices. */
static void fuzz_difference(const Pair* pair)
{
    int32_t limit = pair->a.shape.count + pair->b.shape.count;
    GrazeDifference* vertices = malloc((size_t)limit * sizeof *vertices);
    if (vertices == NULL) abort();
    int32_t count = graze_minkowski_difference(&pair->a.shape, &pair->a.pose, &pair->b.shape,
                                               &pair->b.pose, vertices);
    CHECK(count >= 1 && count <= limit, "%d vertices, at most %d", count, limit);
    for (int32_t i = 0; i < count; i++) {
        check_vertex(pair, &vertices[i]);
    }
    if (pair->grid) check_exact_difference(pair, vertices, count);
    free(vertices);
}

/* ---- trace ---- */

/* Coordinates much smaller than any float32 may become 0. */
#define LEAST_PLACE_TRACE 0x1p-199L

static int32_t query_trace(const Pair* pair, GrazeGjkRound* steps, int32_t capacity,
                           GrazeDistance* out)
{
    return graze_trace(&pair->a.shape, &pair->a.pose, &pair->b.shape, &pair->b.pose, &pair->options,
                       steps, capacity, out);
}

/* Returns memory for exactly `capacity` rounds. */
static GrazeGjkRound* allocate_steps(int32_t capacity)
{
    GrazeGjkRound* steps = malloc((size_t)capacity * sizeof *steps);
    if (steps == NULL && capacity > 0) abort();
    return steps;
}

static void check_weights(const GrazeGjkRound* step)
{
    const double weight[3] = {step->simplex[0].weight, step->simplex[1].weight,
                              step->simplex[2].weight};
    double sum = 0;
    for (int32_t i = 0; i < step->count; i++) {
        bool kept = (step->kept >> i & 1) != 0;
        CHECK(weight[i] >= 0 && weight[i] <= 1, "weight %d is %.17g", i, weight[i]);
        CHECK(kept || weight[i] == 0, "point %d was dropped but has weight %.17g", i, weight[i]);
        sum += weight[i];
    }
    CHECK(fabs(sum - 1) <= 1e-9, "the weights' sum is %.17g", sum);
    CHECK(step->kept > 0 && step->kept < 1 << step->count, "kept %d of %d", step->kept,
          step->count);
}

static void check_points(const Pair* pair, const GrazeGjkRound* step)
{
    const int32_t a[4] = {step->w_a, step->simplex[0].a, step->simplex[1].a, step->simplex[2].a};
    const int32_t b[4] = {step->w_b, step->simplex[0].b, step->simplex[1].b, step->simplex[2].b};
    for (int32_t i = 0; i <= step->count; i++) {
        CHECK(a[i] >= 0 && a[i] < pair->a.shape.count && b[i] >= 0 && b[i] < pair->b.shape.count,
              "point %d is vertex %d of A, %d of B", i, a[i], b[i]);
    }
    const double numbers[] = {step->direction_x,  step->direction_y, step->w_x,
                              step->w_y,          step->v_x,         step->v_y,
                              step->simplex[0].x, step->simplex[0].y};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        CHECK(isfinite(numbers[i]), "number %zu is %g", i, numbers[i]);
    }
}

typedef struct {
    long double x, y;
} Difference;

/* Returns vertex i of A minus vertex j of B. */
static Difference difference_of(const Pair* pair, int32_t i, int32_t j)
{
    const GrazePose* pose_a = &pair->a.pose;
    const GrazePose* pose_b = &pair->b.pose;
    GrazePoint a = pair->a.vertices[i];
    GrazePoint b = pair->b.vertices[j];
    return (Difference){(pose_a->cos * a.x - pose_a->sin * a.y + pose_a->x) -
                            (pose_b->cos * b.x - pose_b->sin * b.y + pose_b->x),
                        (pose_a->sin * a.x + pose_a->cos * a.y + pose_a->y) -
                            (pose_b->sin * b.x + pose_b->cos * b.y + pose_b->y)};
}

/* Checks that the support point and those of the simplex are the differences of their vertices. */
static void check_differences(const Pair* pair, const GrazeGjkRound* step)
{
    const int32_t a[4] = {step->w_a, step->simplex[0].a, step->simplex[1].a, step->simplex[2].a};
    const int32_t b[4] = {step->w_b, step->simplex[0].b, step->simplex[1].b, step->simplex[2].b};
    const double x[4] = {step->w_x, step->simplex[0].x, step->simplex[1].x, step->simplex[2].x};
    const double y[4] = {step->w_y, step->simplex[0].y, step->simplex[1].y, step->simplex[2].y};
    long double slack = 0x1p-48L * input_scale(pair) + LEAST_PLACE_TRACE;
    for (int32_t k = 0; k <= step->count; k++) {
        Difference d = difference_of(pair, a[k], b[k]);
        CHECK(is_near(x[k], d.x, slack) && is_near(y[k], d.y, slack),
              "(%.17g, %.17g), but a - b is (%.17Lg, %.17Lg)", x[k], y[k], d.x, d.y);
    }
}

/* Checks that no difference is further in the direction than the support point. */
static void check_support(const Pair* pair, const GrazeGjkRound* step)
{
    long double length = hypotl(step->direction_x, step->direction_y);
    long double slack = 0x1p-44L * input_scale(pair) + LEAST_PLACE_TRACE;
    for (int32_t i = 0; i < pair->a.shape.count; i++) {
        for (int32_t j = 0; j < pair->b.shape.count; j++) {
            Difference d = difference_of(pair, i, j);
            long double further =
                step->direction_x * (d.x - step->w_x) + step->direction_y * (d.y - step->w_y);
            CHECK(further <= slack * length, "vertices %d and %d are further by %Lg", i, j,
                  further / length);
        }
    }
}

static void check_step(const Pair* pair, const GrazeGjkRound* step)
{
    CHECK(step->count >= 1 && step->count <= 3, "%d points", step->count);
    CHECK(step->outcome >= GRAZE_OUTCOME_NEARER && step->outcome <= GRAZE_OUTCOME_STALLED, "%d",
          step->outcome);
    CHECK(step->barycode >= 0 && step->barycode < 8 && (step->count == 3 || step->barycode == 0),
          "barycode %d of %d points", step->barycode, step->count);
    check_points(pair, step);
    check_weights(step);
    check_differences(pair, step);
    check_support(pair, step);
}

static double length_of(const GrazeGjkRound* step)
{
    return hypot(step->v_x, step->v_y);
}

static void check_order(const GrazeGjkRound* before, const GrazeGjkRound* step)
{
    CHECK(before->outcome == GRAZE_OUTCOME_NEARER, "a round after outcome %d", before->outcome);
    CHECK(length_of(step) <= length_of(before) * (1 + 0x1p-50), "v goes from %.17g to %.17g",
          length_of(before), length_of(step));
    if (step->outcome < GRAZE_OUTCOME_REPEATED) return;
    CHECK(step->v_x == before->v_x && step->v_y == before->v_y,
          "nothing new, but v goes from (%.17g, %.17g) to (%.17g, %.17g)", before->v_x, before->v_y,
          step->v_x, step->v_y);
}

static void check_rounds(const Pair* pair, const GrazeGjkRound* steps, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        check_step(pair, &steps[i]);
        if (i > 0) check_order(&steps[i - 1], &steps[i]);
    }
}

/* Checks that with too little room the rounds that fit are the same. */
static void check_cut(const Pair* pair, const GrazeGjkRound* steps, int32_t rounds,
                      int32_t capacity)
{
    GrazeGjkRound* cut = allocate_steps(capacity);
    GrazeDistance out;
    int32_t count = query_trace(pair, cut, capacity, &out);
    CHECK(count == rounds, "%d rounds with room for %d, else %d", count, capacity, rounds);
    for (int32_t i = 0; i < capacity; i++) {
        CHECK(same_bytes(&cut[i], &steps[i], sizeof *cut), "round %d with room for %d", i,
              capacity);
    }
    free(cut);
}

/* Fuzzes graze_trace: it gives the answer of graze_distance, and consistent rounds that stay in
 * their memory. */
static void fuzz_trace(Input input, const Pair* pair)
{
    int32_t limit = pair->a.shape.count + pair->b.shape.count + 16;
    GrazeGjkRound* steps = allocate_steps(limit);
    GrazeDistance traced;
    GrazeDistance plain;
    int32_t rounds = query_trace(pair, steps, limit, &traced);
    plain = query_distance(pair, &pair->options);
    CHECK(rounds >= 1 && rounds <= limit, "%d rounds, at most %d", rounds, limit);
    CHECK(rounds == traced.iterations, "%d rounds, iterations %d", rounds, traced.iterations);
    CHECK(same_bytes(&plain, &traced, sizeof plain), "distance %.17g, traced %.17g", plain.distance,
          traced.distance);
    check_rounds(pair, steps, rounds);
    check_cut(pair, steps, rounds, input_below(&input, rounds));
    free(steps);
}

/* ---- shape cast ---- */

static GrazeCast query_shape_cast(const Pair* pair)
{
    GrazeCast out;
    graze_shape_cast(&pair->a.shape, &pair->a.pose, &pair->b.shape, &pair->b.pose, pair->dx,
                     pair->dy, GRAZE_TOUCHING_CONFLICT, &out);
    return out;
}

static void check_still(const Pair* pair)
{
    Pair resting = *pair;
    resting.dx = 0;
    resting.dy = 0;
    GrazeCast out = query_shape_cast(&resting);
    CHECK((out.status == GRAZE_CAST_FREE) == (out.relation == GRAZE_DISJOINT),
          "standing still: status %d, relation %d", out.status, out.relation);
    CHECK(out.status != GRAZE_CAST_HIT, "standing still");
    CHECK(out.status == GRAZE_CAST_FREE || (out.begin == 0 && out.end == 1),
          "standing still: %.17g to %.17g", out.begin, out.end);
}

/* Fuzzes graze_shape_cast: verdict and times are exact on a grid; the reverse cast of B gives the
 * same. */
static void fuzz_shape_cast(const Pair* pair)
{
    GrazeCast out = query_shape_cast(pair);
    cast_check(pair, &out);
    GrazeRelation relation =
        graze_relation(&pair->a.shape, &pair->a.pose, &pair->b.shape, &pair->b.pose);
    CHECK(out.relation == (int32_t)relation, "%d, graze_relation says %d", out.relation,
          (int)relation);
    check_still(pair);
    if (pair->grid) {
        cast_exact(pair, &out);
        Pair swapped = input_swapped(pair);
        swapped.dx = -pair->dx;
        swapped.dy = -pair->dy;
        GrazeCast other = query_shape_cast(&swapped);
        CHECK(other.status == out.status, "%d, the other way %d", out.status, other.status);
    }
}

/* ---- ray cast ---- */

static const GrazePoint ORIGIN = {0, 0};

/* Replaces A by the point at its place. */
static void reduce_to_point(Pair* pair)
{
    Body* a = &pair->a;
    a->shape = (GrazeShape){&ORIGIN, 1, 0, 0, NULL, NULL};
    a->pose.cos = 1;
    a->pose.sin = 0;
    if (!pair->grid) return;
    a->exact.count = 1;
    a->exact.radius = 0;
    a->exact.at[0] =
        (OraclePoint){(int64_t)(a->pose.x / pair->unit), (int64_t)(a->pose.y / pair->unit)};
}

static void check_as_point(const Pair* pair, const GrazeCast* out)
{
    GrazeCast point;
    graze_shape_cast(&pair->a.shape, &pair->a.pose, &pair->b.shape, &pair->b.pose, pair->dx,
                     pair->dy, GRAZE_TOUCHING_CONFLICT, &point);
    CHECK(out->status == point.status && out->relation == point.relation, "%d %d, as a point %d %d",
          out->status, out->relation, point.status, point.relation);
    CHECK(same_bits(out->begin, point.begin) && same_bits(out->end, point.end),
          "%.17g to %.17g, as a point %.17g to %.17g", out->begin, out->end, point.begin,
          point.end);
    CHECK(out->witness.normal_x == point.witness.normal_x &&
              out->witness.normal_y == point.witness.normal_y,
          "(%.17g, %.17g), as a point (%.17g, %.17g)", out->witness.normal_x, out->witness.normal_y,
          point.witness.normal_x, point.witness.normal_y);
    CHECK(out->witness.feature_b == point.witness.feature_b &&
              out->witness.index_b == point.witness.index_b,
          "%d %d, as a point %d %d", out->witness.feature_b, out->witness.index_b,
          point.witness.feature_b, point.witness.index_b);
}

static void check_pair(Pair* pair)
{
    GrazeRay ray = {pair->a.pose.x, pair->a.pose.y, pair->dx, pair->dy};
    CHECK(graze_ray_check(&ray) == GRAZE_OK, "%d", (int)graze_ray_check(&ray));
    reduce_to_point(pair);
    GrazeCast out;
    graze_ray_cast(&pair->b.shape, &pair->b.pose, &ray, GRAZE_TOUCHING_CONFLICT, &out);
    cast_check(pair, &out);
    check_as_point(pair, &out);
    if (pair->grid) cast_exact(pair, &out);
}

static void check_any_ray(Input* input)
{
    GrazeRay ray;
    ray.x = input_double(input);
    ray.y = input_double(input);
    ray.dx = input_double(input);
    ray.dy = input_double(input);
    double largest = fmax(fmax(fabs(ray.x), fabs(ray.y)), fmax(fabs(ray.dx), fabs(ray.dy)));
    bool finite = isfinite(ray.x) && isfinite(ray.y) && isfinite(ray.dx) && isfinite(ray.dy);
    GrazeStatus expected = !finite ? GRAZE_E_NOT_FINITE : GRAZE_OK;
    if (finite && largest > 0x1.fffffep127) expected = GRAZE_E_OUT_OF_RANGE;
    GrazeStatus status = graze_ray_check(&ray);
    /* If there are several faults, either may be reported. */
    CHECK((status == GRAZE_OK) == (expected == GRAZE_OK), "%d, expected %d: %g %g %g %g",
          (int)status, (int)expected, ray.x, ray.y, ray.dx, ray.dy);
    CHECK(!finite || status == expected, "%d, expected %d", (int)status, (int)expected);
}

/* ---- a point and a box ---- */

/* Fuzzes graze_contains_point with the place of the pair's first body: on a grid it is exact, and
 * everywhere it is the relation of a point, up to the rounding of that. */
static void fuzz_contains_point(const Pair* pair)
{
    Pair point = *pair;
    reduce_to_point(&point);
    const Body* a = &point.a;
    const Body* b = &point.b;
    bool is_inside = graze_contains_point(&b->shape, &b->pose, a->pose.x, a->pose.y);
    GrazePenetration depth;
    graze_penetration(&a->shape, &a->pose, &b->shape, &b->pose, &depth);
    GrazeRelation relation;
    double gap = graze_gap(&a->shape, &a->pose, &b->shape, &b->pose, &relation);
    double slack = 0x1p-44 * input_scale(&point);
    CHECK(is_inside ? gap <= slack : depth.depth <= slack, "%s, but gap %a, depth %a",
          is_inside ? "inside" : "outside", gap, depth.depth);
    if (!pair->grid) return;
    OracleSet set;
    oracle_differences(&a->exact, &b->exact, &set);
    bool expected = oracle_relation(&set) != GRAZE_DISJOINT;
    CHECK(is_inside == expected, "%d, exactly %d", is_inside, expected);
}

/* Checks a side of a box: no vertex is beyond it, and one is as near as doubles can be. */
static void check_side(const Body* body, long double x, long double y, long double shift,
                       double side)
{
    const GrazeShape* shape = &body->shape;
    long double furthest = -INFINITY;
    for (int32_t i = 0; i < shape->count; i++)
        furthest = fmaxl(furthest, x * shape->vertices[i].x + y * shape->vertices[i].y);
    long double expected = furthest + shift + shape->radius;
    /* The products round in long double. */
    long double slack = 0x1p-61L * (2 * shape->extent + fabsl(shift) + shape->radius);
    CHECK(side >= expected - slack, "%a leaves out %La", side, expected);
    CHECK(side <= expected + slack + ulp_of(side), "%a, expected %La", side, expected);
}

/* Fuzzes graze_shape_bounds. */
static void fuzz_bounds(const Pair* pair)
{
    const Body* body = &pair->b;
    const GrazePose* pose = &body->pose;
    GrazeShapeBounds bounds;
    graze_shape_bounds(&body->shape, pose, &bounds);
    check_side(body, pose->cos, -pose->sin, pose->x, bounds.max_x);
    check_side(body, pose->sin, pose->cos, pose->y, bounds.max_y);
    check_side(body, -pose->cos, pose->sin, -pose->x, -bounds.min_x);
    check_side(body, -pose->sin, -pose->cos, -pose->y, -bounds.min_y);
}

/* Fuzzes graze_ray_check and graze_ray_cast: a ray is the cast of a point from the place of the
 * pair's first body. */
static void fuzz_ray_cast(Input input, const Pair* pair)
{
    check_any_ray(&input);
    Pair point = *pair;
    check_pair(&point);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    Input input = {data, size};
    Pair pair;
    if (!input_pair(&input, &pair)) return 0;
    fuzz_relation(&pair);
    fuzz_collide(&pair);
    fuzz_distance(&pair);
    fuzz_penetration(&pair);
    fuzz_manifold(&pair);
    fuzz_cone(&pair);
    fuzz_difference(&pair);
    fuzz_trace(input, &pair);
    fuzz_shape_cast(&pair);
    fuzz_ray_cast(input, &pair);
    fuzz_contains_point(&pair);
    fuzz_bounds(&pair);
    input_free(&pair);
    return 0;
}
