/*
 * Signs and values of determinants in space against integers of 128 bits: steps of 27 bits between
 * points of every offset, many of them in one plane. Simplices of A - B against all their features.
 * Cones of bodies that touch against all directions that their vertices allow, in whole numbers.
 * Fixtures of hulls and queries, and of arguments and answers that are refused.
 */
#include "../../src/graze.h"
#include "../../src/solid/sign.h"
#include "../../src/solid/subdistance.h"
#include "test.h"

#include <math.h>
#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

typedef __int128 Wide;

typedef struct {
    int64_t x, y, z;
} Whole;

static Whole random_whole(void)
{
    int64_t most = 1 << (random_below(3) == 0 ? 27 : 1 + random_below(27));
    int64_t at[3];
    for (int k = 0; k < 3; k++)
        at[k] = (int64_t)random_below((uint32_t)(2 * most + 1)) - most;
    return (Whole){at[0], at[1], at[2]};
}

static Wide determinant(Whole u, Whole v, Whole w)
{
    return (Wide)(u.y * v.z - u.z * v.y) * w.x + (Wide)(u.z * v.x - u.x * v.z) * w.y +
           (Wide)(u.x * v.y - u.y * v.x) * w.z;
}

/* Returns the step from a place with all coordinates `offset`, in units of `unit`. */
static SolidStep step_at(double offset, Whole step, double unit)
{
    return (SolidStep){{(offset + (double)step.x) * unit, (offset + (double)step.y) * unit,
                        (offset + (double)step.z) * unit},
                       {offset * unit, offset * unit, offset * unit},
                       {0, 0, 0},
                       {0, 0, 0}};
}

static void check_steps(double offset, double unit, bool is_flat)
{
    Whole u = random_whole();
    Whole v = random_whole();
    int sense = random_below(2) == 0 ? 1 : -1;
    Whole w =
        is_flat ? (Whole){u.x + sense * v.x, u.y + sense * v.y, u.z + sense * v.z} : random_whole();
    if (is_flat && random_below(4) == 0) w.x++;
    Wide exact = determinant(u, v, w);
    const SolidStep p = step_at(offset, u, unit);
    const SolidStep q = step_at(offset, v, unit);
    const SolidStep r = step_at(offset, w, unit);
    int sign = exact > 0 ? 1 : exact < 0 ? -1 : 0;
    CHECK(graze_solid_sign_beyond_filter(&p, &q, &r) == sign);
    Dd value = graze_solid_determinant(&p, &q, &r);
    double scale = 1 / unit;
    long double given = (long double)value.hi + value.lo;
    long double expected = (long double)exact;
    CHECK(fabsl(given * scale * scale * scale - expected) <= 0x1p-62L * fabsl(expected));
    Dd n[3];
    graze_solid_normal(&p, &q, n);
    const int64_t cross[3] = {u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
    for (int k = 0; k < 3; k++)
        CHECK((long double)n[k].hi * scale * scale + (long double)n[k].lo * scale * scale ==
              (long double)cross[k]);
}

/* In double, all coordinates of this triangle's normal cancel: the axis of the prism over a flat
   hull, which was that of the largest one, lay in its plane, and the hull had no vertices. */
static void a_flat_hull_whose_normal_cancels_has_vertices(void)
{
    const GrazeSolidPoint points[3] = {{-64, 0, 0x1p-141F}, {0x1p-146F, 0, 0}, {0, 0, 0}};
    void* storage = malloc(graze_solid_hull_size(3));
    size_t used;
    GrazeSolid hull;
    CHECK(graze_solid_hull(points, 3, 0, storage, &used, &hull) == GRAZE_OK);
    CHECK(hull.count == 3 && hull.faces.face_count == 2);
    free(storage);
}

static GrazeSolid hull_of(const GrazeSolidPoint* points, int32_t count, void** storage)
{
    GrazeSolid hull;
    size_t used;
    *storage = malloc(graze_solid_hull_size(count));
    CHECK(graze_solid_hull(points, count, 0, *storage, &used, &hull) == GRAZE_OK);
    return hull;
}

/* All vertices of A are placed at one point, so that its edge has no length there: contact points
   along it were not numbers. */
static void an_edge_that_rounding_makes_a_point_has_a_contact_point(void)
{
    static const GrazeSolidPoint points_a[8] = {
        {0x1.01957p-116F, 0, 0x1.d18e0ap-116F},
        {-0x1.32427ap-116F, 0x1.188f2p-116F, 0x1.4c8a08p-116F},
        {0x1.58f846p-119F, -0x1.eb58c4p-116F, 0x1.8f0c08p-117F},
        {0x1.413056p-116F, 0x1.a2eefp-116F, 0x1.0a0806p-118F},
        {-0x1.03e8f8p-115F, -0x1.6fcb1ep-118F, -0x1.0a0806p-118F},
        {0x1.a02b6ap-116F, -0x1.08bbd4p-116F, -0x1.8f0c08p-117F},
        {-0x1.af4b9cp-118F, 0x1.9119fcp-116F, -0x1.4c8a08p-116F},
        {-0x1.dae3dcp-118F, -0x1.c92f26p-117F, -0x1.d18e0ap-116F}};
    static const GrazeSolidPoint points_b[4] = {{-0x1.000002p+2F, 0x1.800002p+1F, -0x1.fffffep+2F},
                                                {-4, -4, -6},
                                                {0x1.1447c8p+5F, 0, 0},
                                                {0, 0, 0}};
    const GrazeSolidPose pose_a = {-1.65625,
                                   -1.78125,
                                   -1.8125,
                                   {0x1.af72581bcb6ecp-2, 0x1.c6e9ee94cfbf5p-1, 0x1.744166092dc4p-3,
                                    -0x1.6fc9f7cf9a284p-3, -0x1.d5e016793b9ap-4,
                                    0x1.f43d6b2e13757p-1, 0x1.c7240bbe6b4b2p-1,
                                    -0x1.c6f6628b71142p-2, 0x1.c796b9ba3caf8p-4}};
    const GrazeSolidPose pose_b = {-2, -2, -2, {1, 0, 0, 0, 1, 0, 0, 0, 1}};
    void* storage[2];
    GrazeSolid a = hull_of(points_a, 8, &storage[0]);
    GrazeSolid b = hull_of(points_b, 4, &storage[1]);
    GrazeSolidManifold m;
    CHECK(graze_solid_manifold(&a, &pose_a, &b, &pose_b, 1, NULL, &m) == GRAZE_OK);
    /* Halfway to the edge of B from (-2, -2, -2) along x. */
    CHECK(m.count == 1 && fabs(m.points[0].separation - hypot(0.21875, 0.1875)) < 1e-15);
    CHECK(m.points[0].point[0] == -1.65625 && fabs(m.points[0].point[1] + 1.890625) < 1e-15 &&
          fabs(m.points[0].point[2] + 1.90625) < 1e-15);
    free(storage[0]);
    free(storage[1]);
}

/* The foot of the origin is in a facet of A - B whose key in double is larger than that of its
   neighbor in the same plane: it was not considered, and the points were apart along the plane. */
static void the_deepest_points_are_apart_along_the_normal(void)
{
    static const GrazeSolidPoint points_a[3] = {{0x1.fffffep+0F, 0x1.0ecadep+23F, 7},
                                                {-0x1.8e4d6p+5F, -0x1.7a3cc6p+5F, 0x1.3ffffep+2F},
                                                {4, -0x1.fffffep+2F, -2}};
    static const GrazeSolidPoint points_b[5] = {{-0x1.209842p-8F, 0x1.537f6ep-33F, 0x1.7ffffep+2F},
                                                {0x1.c00002p+2F, 0x1.24e6ap+5F, 0x1.bfe76p+5F},
                                                {0x1.b3c30ap-18F, -5, 0x1.0addfp-24F},
                                                {1, 4, 0x1.5ep-142F},
                                                {0, 0, 0}};
    const GrazeSolidPose pose_a = {-0x1.603ad1ebe0073p-318,
                                   -0x1.bdc792p-96,
                                   -0x1.000002p+2,
                                   {-0x1.311bf366d4f7p-2, 0x1.9a8a8134ab996p-1,
                                    0x1.0931534ab61a3p-1, 0x1.64a701c33cd98p-1, -0x1.81c022d0cf6p-3,
                                    0x1.62761cf5f41fcp-1, 0x1.4e2bbf6451db3p-1,
                                    0x1.22582768fb41ap-1, -0x1.013e36f569508p-1}};
    const GrazeSolidPose pose_b = {-2, -2, -2, {1, 0, 0, 0, 1, 0, 0, 0, 1}};
    void* storage[2];
    GrazeSolid a = hull_of(points_a, 3, &storage[0]);
    GrazeSolid b = hull_of(points_b, 5, &storage[1]);
    GrazeSolidPenetration p;
    CHECK(graze_solid_penetration(&a, &pose_a, &b, &pose_b, NULL, &p) == GRAZE_OK);
    CHECK(p.relation == GRAZE_OVERLAPPING && fabs(p.depth - 1.3549661670745605) < 1e-12);
    for (int k = 0; k < 3; k++)
        CHECK(fabs(p.witness.point_a[k] - p.witness.point_b[k] - p.depth * p.witness.normal[k]) <
              0x1p-39 * a.extent);
    free(storage[0]);
    free(storage[1]);
}

/* ---- cones ---- */

enum { CONE_POINTS = 5, DIFFERENCES = CONE_POINTS * CONE_POINTS };

/* The differences of the vertices of two bodies, and the dimension of what they span: the cone has
   the directions d with d . p <= 0 for all of them. */
typedef struct {
    Whole p[DIFFERENCES];
    int32_t count;
    int dimension;
    Whole
        along; /* of two or one dimension: the normal of the plane, or the direction of the line */
} Span;

static Whole cross_of(Whole p, Whole q)
{
    return (Whole){p.y * q.z - p.z * q.y, p.z * q.x - p.x * q.z, p.x * q.y - p.y * q.x};
}

static int64_t dot_of(Whole p, Whole q)
{
    return p.x * q.x + p.y * q.y + p.z * q.z;
}

static bool is_zero(Whole p)
{
    return p.x == 0 && p.y == 0 && p.z == 0;
}

static void measure_span(Span* span)
{
    span->dimension = 0;
    for (int32_t i = 0; i < span->count; i++) {
        Whole p = span->p[i];
        if (span->dimension == 0 && !is_zero(p)) {
            span->dimension = 1;
            span->along = p;
        } else if (span->dimension == 1 && !is_zero(cross_of(span->along, p))) {
            span->dimension = 2;
            span->along = cross_of(span->along, p);
            i = -1;
        } else if (span->dimension == 2 && dot_of(span->along, p) != 0) {
            span->dimension = 3;
        }
    }
}

static bool separates(const Span* span, Whole d)
{
    for (int32_t i = 0; i < span->count; i++)
        if (dot_of(span->p[i], d) > 0) return false;
    return true;
}

/* Returns the part of a vector that is perpendicular to another one, if there is one, in double. */
static GrazeVec3 part_beside(GrazeVec3 d, const Whole* along)
{
    if (along == NULL) return d;
    GrazeVec3 n = vec3((double)along->x, (double)along->y, (double)along->z);
    return vec3_sub(d, vec3_scale(n, vec3_dot(d, n) / vec3_dot(n, n)));
}

/* Returns how many of some unit vectors have the direction of `d`, up to parts along `beside`. */
static int count_along(const double* vectors, int32_t count, Whole d, const Whole* beside)
{
    GrazeVec3 to = vec3((double)d.x, (double)d.y, (double)d.z);
    int found = 0;
    for (int32_t i = 0; i < count; i++) {
        const double* v = vectors + 3 * i;
        GrazeVec3 at = part_beside(vec3(v[0], v[1], v[2]), beside);
        double length = vec3_length(at);
        found += length > 0x1p-20 && vec3_dot(at, to) >= (1 - 0x1p-40) * length * vec3_length(to);
    }
    return found;
}

static Whole reversed(Whole p)
{
    return (Whole){-p.x, -p.y, -p.z};
}

/* Counts the extreme directions of the cone, of which each must be among the generators: normals of
   planes through two differences or, in a plane or a line, perpendicular to one of them. */
static int count_extremes(const Span* span, const double* generators, int32_t count)
{
    Whole seen[4 * DIFFERENCES];
    int number = 0;
    for (int32_t i = 0; i < span->count; i++) {
        for (int32_t j = 0; j < (span->dimension == 3 ? i : 1); j++) {
            Whole n = span->dimension == 1   ? span->p[i]
                      : span->dimension == 2 ? cross_of(span->along, span->p[i])
                                             : cross_of(span->p[i], span->p[j]);
            for (int side = 0; side < 2 && !is_zero(n); side++, n = reversed(n)) {
                bool is_new = separates(span, n);
                for (int k = 0; k < number && is_new; k++)
                    is_new = !is_zero(cross_of(seen[k], n)) || dot_of(seen[k], n) < 0;
                if (!is_new) continue;
                seen[number++] = n;
                CHECK(count_along(generators, count, n,
                                  span->dimension == 2 ? &span->along : NULL) == 1);
            }
        }
    }
    return number;
}

static void check_cone_of(const Span* span, const double* generators, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        const double* g = generators + 3 * i;
        CHECK(fabs(vec3_length(vec3(g[0], g[1], g[2])) - 1) < 0x1p-50);
        for (int32_t k = 0; k < span->count; k++)
            CHECK(g[0] * (double)span->p[k].x + g[1] * (double)span->p[k].y +
                      g[2] * (double)span->p[k].z <
                  0x1p-46);
    }
    int extremes = span->dimension == 0 ? 0 : count_extremes(span, generators, count);
    CHECK(count == extremes + (span->dimension == 3 ? 0 : 2 * (3 - span->dimension)));
    if (span->dimension == 3) return;
    /* Lines both ways: of all directions, or of two or one perpendicular to what is spanned. */
    for (int32_t i = 0; i < 6 - 2 * span->dimension; i += 2) {
        const double* g = generators + 3 * i;
        CHECK(g[0] == -g[3] && g[1] == -g[4] && g[2] == -g[5]);
    }
    const double* g = generators;
    GrazeVec3 u = vec3(g[0], g[1], g[2]);
    GrazeVec3 along = vec3((double)span->along.x, (double)span->along.y, (double)span->along.z);
    if (span->dimension == 2) {
        CHECK(vec3_length(vec3_cross(u, along)) < 0x1p-40 * vec3_length(along));
        return;
    }
    GrazeVec3 v = vec3(g[6], g[7], g[8]);
    GrazeVec3 w = span->dimension == 0 ? vec3(g[12], g[13], g[14]) : along;
    CHECK(fabs(vec3_dot(vec3_cross(u, v), w)) > 0.1 * vec3_length(w));
}

static int32_t random_body(GrazeSolidPoint points[CONE_POINTS], uint32_t shape)
{
    int32_t count = 1 + (int32_t)random_below(CONE_POINTS);
    for (int32_t i = 0; i < count; i++) {
        float at[3];
        for (int k = 0; k < 3; k++)
            at[k] = (float)((int32_t)random_below(5) - 2);
        /* In a plane, or on a line. */
        points[i] = (GrazeSolidPoint){at[0], shape == 3 ? -at[0] : at[1],
                                      shape == 1   ? at[0] + at[1]
                                      : shape == 0 ? at[2]
                                                   : at[0]};
    }
    return count;
}

/* Checks the cone of two bodies of which a vertex of each is at one place; returns the dimension, or
   -1 where they overlap. */
static int check_cone(void)
{
    GrazeSolidPoint points[2][CONE_POINTS];
    int32_t count[2];
    void* storage[2];
    GrazeSolid body[2];
    uint32_t shape = random_below(5);
    for (int side = 0; side < 2; side++) {
        count[side] = random_body(points[side], shape < 4 ? shape : random_below(4));
        body[side] = hull_of(points[side], count[side], &storage[side]);
    }
    const GrazeSolidPoint* p = &points[0][random_below((uint32_t)count[0])];
    const GrazeSolidPoint* q = &points[1][random_below((uint32_t)count[1])];
    const GrazeSolidPose pose_a = {0, 0, 0, {1, 0, 0, 0, 1, 0, 0, 0, 1}};
    const GrazeSolidPose pose_b = {
        p->x - q->x, p->y - q->y, p->z - q->z, {1, 0, 0, 0, 1, 0, 0, 0, 1}};
    double generators[3 * GRAZE_SOLID_CONE_ROOM];
    double fewer[3 * GRAZE_SOLID_CONE_ROOM];
    GrazeRelation relation;
    int32_t number;
    int32_t again;
    int32_t room = (int32_t)random_below(4);
    for (int k = 0; k < 3 * GRAZE_SOLID_CONE_ROOM; k++)
        generators[k] = fewer[k] = NAN;
    CHECK(graze_solid_contact_cone(&body[0], &pose_a, &body[1], &pose_b, NULL, &relation,
                                   generators, GRAZE_SOLID_CONE_ROOM, &number) == GRAZE_OK);
    CHECK(graze_solid_contact_cone(&body[0], &pose_a, &body[1], &pose_b, NULL, &relation, fewer,
                                   room, &again) == GRAZE_OK);
    CHECK(again == number && number < GRAZE_SOLID_CONE_ROOM);
    for (int k = 0; k < 3 * GRAZE_SOLID_CONE_ROOM; k++) {
        CHECK(isnan(generators[k]) == (k >= 3 * number));
        CHECK(k >= 3 * room ? isnan(fewer[k]) : k >= 3 * number || fewer[k] == generators[k]);
    }
    Span span = {.count = 0};
    for (int32_t i = 0; i < count[0]; i++)
        for (int32_t j = 0; j < count[1]; j++)
            span.p[span.count++] = (Whole){(int64_t)(points[0][i].x - points[1][j].x - pose_b.x),
                                           (int64_t)(points[0][i].y - points[1][j].y - pose_b.y),
                                           (int64_t)(points[0][i].z - points[1][j].z - pose_b.z)};
    measure_span(&span);
    CHECK(relation != GRAZE_DISJOINT && (relation == GRAZE_OVERLAPPING) == (number == 0));
    if (relation == GRAZE_TOUCHING) check_cone_of(&span, generators, number);
    free(storage[0]);
    free(storage[1]);
    return relation == GRAZE_TOUCHING ? span.dimension : -1;
}

/* A vertex of more facets than there is room for touches a point. */
static void check_many_generators(void)
{
    enum { SIDES = 80, ROOM = SIDES + 1 };
    GrazeSolidPoint points[SIDES + 1] = {{0, 0, 0}};
    void* storage[2];
    double generators[3 * ROOM];
    GrazeRelation relation;
    int32_t number;
    const GrazeSolidPose pose = {0, 0, 0, {1, 0, 0, 0, 1, 0, 0, 0, 1}};
    for (int k = 1; k <= SIDES; k++) {
        double angle = 6.283185307179586 * k / SIDES;
        points[k] = (GrazeSolidPoint){(float)cos(angle), (float)sin(angle), -1};
    }
    GrazeSolid cone = hull_of(points, SIDES + 1, &storage[0]);
    GrazeSolid tip = hull_of(points, 1, &storage[1]);
    size_t size = graze_solid_scratch_size(4096);
    const GrazeSolidScratch scratch = {malloc(size), size};
    for (int k = 0; k < 3 * ROOM; k++)
        generators[k] = NAN;
    CHECK(graze_solid_contact_cone(&cone, &pose, &tip, &pose, &scratch, &relation, generators, ROOM,
                                   &number) == GRAZE_OK);
    CHECK(relation == GRAZE_TOUCHING && number == SIDES);
    for (int k = 0; k < 3 * ROOM; k++)
        CHECK(isnan(generators[k]) == (k >= 3 * GRAZE_SOLID_CONE_ROOM));
    for (int k = 0; k < GRAZE_SOLID_CONE_ROOM; k++)
        CHECK(fabs(generators[3 * k + 2] - sqrt(0.5)) < 1e-3);
    free(scratch.memory);
    free(storage[0]);
    free(storage[1]);
}

static void check_cones(void)
{
    check_many_generators();
    int seen[4] = {0, 0, 0, 0};
    int cases = share_of(20000);
    for (int k = 0; k < cases; k++) {
        int dimension = check_cone();
        if (dimension >= 0) seen[dimension]++;
    }
    for (int k = 0; k < 4; k++)
        CHECK(seen[k] >= cases / 1000);
}

static bool same_bytes(const void* p, const void* q, size_t size)
{
    return memcmp(p, q, size) == 0;
}

/* A cast, the gap and a matrix once wrote a part of their answer before they were refused. */
static void refused_answers_are_unwritten(void)
{
    enum { POINTS = 160, VERTICES = 65 };
    static GrazeSolidPoint points[POINTS];
    const double identity[4] = {0, 0, 0, 1};
    const double skew[9] = {1, 0, 0, 1, 0, 0, 0, 0, 1};
    const double m[3] = {0.5, 0, 0};
    for (int32_t i = 0; i < POINTS; i++) {
        double z = 1 - (2.0 * i + 1) / POINTS;
        double across = sqrt(1 - z * z);
        points[i] = (GrazeSolidPoint){(float)(across * cos(2.399963 * i)),
                                      (float)(across * sin(2.399963 * i)), (float)z};
    }
    void* storage = malloc(graze_solid_hull_size(POINTS));
    size_t used;
    GrazeSolid ball;
    GrazeSolidPose pose;
    CHECK(graze_solid_hull(points, POINTS, 0, storage, &used, &ball) == GRAZE_OK);
    CHECK(graze_solid_pose(0, 0, 0, identity, &pose) == GRAZE_OK);
    const GrazeSolidPose before = pose;
    CHECK(graze_solid_matrix_pose(1, 2, 3, skew, &pose) == GRAZE_E_NOT_A_HEADING);
    CHECK(same_bytes(&before, &pose, sizeof pose));
    GrazeSolidCast cast;
    memset(&cast, 7, sizeof cast);
    const GrazeSolidCast unwritten = cast;
    size_t size = graze_solid_scratch_size(VERTICES);
    const GrazeSolidScratch scratch = {malloc(size), size};
    CHECK(graze_solid_shape_cast(&ball, &pose, &ball, &pose, m, GRAZE_TOUCHING_CONFLICT, &scratch,
                                 &cast) == GRAZE_E_OUT_OF_MEMORY);
    CHECK(same_bytes(&unwritten, &cast, sizeof cast));
    free(scratch.memory);
    free(storage);
}

/* Returns the squared distance of the origin from a segment, or a triangle. */
static double square_to(const SolidPoint* const p[], int count)
{
    const GrazeVec3 a = p[0]->w;
    if (count == 2) {
        GrazeVec3 ab = vec3_sub(p[1]->w, a);
        double s = fmin(fmax(-vec3_dot(a, ab) / fmax(vec3_dot(ab, ab), DBL_MIN), 0), 1);
        GrazeVec3 v = vec3_mul_add(a, s, ab);
        return vec3_dot(v, v);
    }
    double least = INFINITY;
    for (int k = 0; k < 3; k++) {
        const SolidPoint* const edge[2] = {p[k], p[(k + 1) % 3]};
        least = fmin(least, square_to(edge, 2));
    }
    GrazeVec3 n = vec3_cross(vec3_sub(p[1]->w, a), vec3_sub(p[2]->w, a));
    double height = vec3_dot(n, a);
    for (int k = 0; k < 3; k++) {
        GrazeVec3 along = vec3_cross(p[k]->w, p[(k + 1) % 3]->w);
        if (vec3_dot(n, along) < 0) return least;
    }
    return fmin(least, height * height / fmax(vec3_dot(n, n), DBL_MIN));
}

/* Checks the reduction of segments and triangles, the origin at every side of each corner: the point
   is nearest, and in the hull of the vertices that are kept. */
static void check_simplex(int count)
{
    SolidPoint point[3];
    const SolidPoint* p[3];
    for (int k = 0; k < count; k++) {
        GrazeVec3 w = vec3(random_unit(), random_unit(), random_unit());
        point[k] = (SolidPoint){w, w, {0, 0, 0}, k, 0};
        p[k] = &point[k];
    }
    const SolidFeature f = graze_solid_reduce(p, count);
    double square = vec3_dot(f.v, f.v);
    CHECK(fabs(square - square_to(p, count)) <= 1e-9);
    CHECK(f.count >= 1 && f.count <= count);
    for (int32_t k = 0; k < f.count; k++)
        CHECK(fabs(vec3_dot(f.v, p[f.index[k]]->w) - square) <= 1e-9);
}

/* The ridges of two roofs are parallel, and run the same way or the other one: the contact is where
   both are. */
static void check_ridges(void)
{
    const double c = sqrt(0.5);
    const double upright[9] = {1, 0, 0, 0, c, c, 0, -c, c};
    const double around[9] = {-1, 0, 0, 0, -c, c, 0, c, c};
    GrazeSolidPoint points[8];
    void* storage;
    for (int i = 0; i < 8; i++)
        points[i] = (GrazeSolidPoint){i & 1 ? 2 : -2, i & 2 ? 0.5F : -0.5F, i & 4 ? 0.5F : -0.5F};
    GrazeSolid box = hull_of(points, 8, &storage);
    uint32_t ids[2];
    for (int k = 0; k < 4; k++) {
        GrazeSolidPose pose[2];
        GrazeSolidManifold m;
        double shift = k < 2 ? 1 : -1;
        CHECK(graze_solid_matrix_pose(0, 0, 0, upright, &pose[0]) == GRAZE_OK);
        CHECK(graze_solid_matrix_pose(shift, 0, 2 * c + 0.25, k % 2 == 0 ? upright : around,
                                      &pose[1]) == GRAZE_OK);
        CHECK(graze_solid_manifold(&box, &pose[0], &box, &pose[1], 1, NULL, &m) == GRAZE_OK);
        CHECK(m.count == 2 && m.relation == GRAZE_DISJOINT && fabs(m.normal[2] - 1) < 1e-12);
        double ends[2] = {fmin(m.points[0].point[0], m.points[1].point[0]),
                          fmax(m.points[0].point[0], m.points[1].point[0])};
        CHECK(fabs(ends[0] - fmax(-2, shift - 2)) < 1e-9 &&
              fabs(ends[1] - fmin(2, shift + 2)) < 1e-9);
        for (int i = 0; i < 2; i++) {
            CHECK(fabs(m.points[i].point[1]) < 1e-12 &&
                  fabs(m.points[i].separation - 0.25) < 1e-12);
            CHECK(fabs(m.points[i].point[2] - c - 0.125) < 1e-12);
            /* One end is a vertex of A, the other one of B: the other body has an edge there. */
            bool is_of_a = fabs(fabs(m.points[i].point[0]) - 2) < 1e-9;
            uint32_t id = m.points[i].id;
            CHECK(((id & 0x8000) != 0) == is_of_a && ((id >> 31) != 0) == !is_of_a);
        }
        ids[k % 2] = m.points[0].id;
        CHECK(m.points[0].id != m.points[1].id && (k % 2 == 0 || ids[0] != ids[1]));
    }
    free(storage);
}

static void check_refusals(void)
{
    alignas(16) char storage[4096];
    GrazeSolidPoint point = {1, 2, 3};
    GrazeSolid body;
    GrazeSolidPose pose;
    size_t used;
    const double quaternion[4] = {0, 0, 0, 1};
    const double far[4] = {0, 0, 0, 1.01};
    const double unknown[4] = {0, 0, NAN, 1};
    const double mirror[9] = {-1, 0, 0, 0, 1, 0, 0, 0, 1};
    const double skew[9] = {1, 0.01, 0, 0, 1, 0, 0, 0, 1};
    double matrix[9] = {1, 0, 0, 0, 0.8, 0.6001, 0, -0.6, 0.8};
    CHECK(graze_solid_hull_size(1) <= sizeof storage);
    CHECK(graze_solid_hull(&point, 0, 0, storage, &used, &body) == GRAZE_E_TOO_FEW_POINTS);
    CHECK(graze_solid_hull(&point, 1, -1, storage, &used, &body) == GRAZE_E_OUT_OF_RANGE);
    CHECK(graze_solid_hull(&point, 1, NAN, storage, &used, &body) == GRAZE_E_NOT_FINITE);
    for (int k = 0; k < 3; k++) {
        const int32_t triangle[3] = {0, 1, 2};
        GrazeSolidPoint corners[3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
        double at[3] = {0, 0, 0};
        int32_t culprit;
        float* number = k == 0 ? &corners[1].x : k == 1 ? &corners[1].y : &corners[1].z;
        *number = k == 1 ? INFINITY : NAN;
        CHECK(graze_solid_hull(corners, 3, 0, storage, &used, &body) == GRAZE_E_NOT_FINITE);
        CHECK(graze_solid_mesh_size(3, 1) <= sizeof storage);
        CHECK(graze_solid_mesh(corners, 3, triangle, 1, storage, &body, &culprit) ==
              GRAZE_E_NOT_FINITE);
        at[k] = -1e39;
        CHECK(graze_solid_pose(at[0], at[1], at[2], quaternion, &pose) == GRAZE_E_OUT_OF_RANGE);
    }
    point.z = INFINITY;
    CHECK(graze_solid_pose(0, NAN, 0, quaternion, &pose) == GRAZE_E_NOT_FINITE);
    CHECK(graze_solid_pose(0, 0, 1e39, quaternion, &pose) == GRAZE_E_OUT_OF_RANGE);
    CHECK(graze_solid_pose(0, 0, 0, unknown, &pose) == GRAZE_E_NOT_FINITE);
    CHECK(graze_solid_pose(0, 0, 0, far, &pose) == GRAZE_E_NOT_A_HEADING);
    CHECK(graze_solid_matrix_pose(0, 0, 1e39, mirror, &pose) == GRAZE_E_OUT_OF_RANGE);
    CHECK(graze_solid_matrix_pose(0, 0, 0, mirror, &pose) == GRAZE_E_NOT_A_HEADING);
    CHECK(graze_solid_matrix_pose(0, 0, 0, skew, &pose) == GRAZE_E_NOT_A_HEADING);
    /* A matrix of four digits is a rotation, and becomes one to the last. */
    CHECK(graze_solid_matrix_pose(0, 0, 0, matrix, &pose) == GRAZE_OK);
    const double* r = pose.rotation;
    CHECK(fabs(r[4] * r[4] + r[5] * r[5] - 1) <= 0x1p-50);
    CHECK(fabs(r[4] * r[7] + r[5] * r[8]) <= 0x1p-50);
    for (int k = 0; k < 3; k++) {
        GrazeSolidCast cast;
        double m[3] = {1, 1, 1};
        point.z = 3;
        CHECK(graze_solid_hull(&point, 1, 0, storage, &used, &body) == GRAZE_OK);
        m[k] = k == 0 ? NAN : 0x1p128;
        CHECK(graze_solid_shape_cast(&body, &pose, &body, &pose, m, GRAZE_TOUCHING_CONFLICT, NULL,
                                     &cast) ==
              (k == 0 ? GRAZE_E_NOT_FINITE : GRAZE_E_OUT_OF_RANGE));
    }
    for (int k = 0; k < 12; k++) {
        double numbers[12] = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
        numbers[k] = k % 2 == 0 ? NAN : INFINITY;
        CHECK(graze_solid_matrix_pose(numbers[9], numbers[10], numbers[11], numbers, &pose) ==
              GRAZE_E_NOT_FINITE);
        if (k < 7) {
            double turn[7] = {0, 0, 0, 1, 0, 0, 0};
            turn[k] = numbers[k];
            CHECK(graze_solid_pose(turn[4], turn[5], turn[6], turn, &pose) == GRAZE_E_NOT_FINITE);
        }
    }
}

int main(int argc, char** argv)
{
    set_test_share(argc, argv);
    a_flat_hull_whose_normal_cancels_has_vertices();
    an_edge_that_rounding_makes_a_point_has_a_contact_point();
    the_deepest_points_are_apart_along_the_normal();
    refused_answers_are_unwritten();
    /* Steps of 27 bits have units up to 2^-26 of them; offsets of 51 to 53 bits have no other. */
    static const double offset[] = {0,         1e9,      0x1p51,    -0x1p51,   -0x1.8p51,
                                    -0x1.9p52, 0x1.9p52, -0x1.1p52, -0x1.cp52, 0x1.8p51};
    for (int k = 0; k < share_of(600000); k++) {
        double at = offset[random_below(10)] + (double)random_below(64);
        check_steps(at, random_below(2) == 0 ? 1 : 0x1p-140, random_below(3) != 0);
    }
    for (int k = 0; k < share_of(20000); k++)
        check_simplex(2 + k % 2);
    check_cones();
    check_ridges();
    check_refusals();
    return test_failures != 0;
}
