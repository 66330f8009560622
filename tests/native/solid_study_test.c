/*
 * Tests the study of bodies in space: every variant of GJK against the exact queries, within
 * tolerances, and its rounds against each other; the polytope A - B against all differences, in
 * whole numbers.
 */
#include "../../src/base/vec3.h"
#include "../../src/graze.h"
#include "../../src/study/solid_subdistance.h"
#include "../../src/tolerance.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_POINTS = 40, MAX_ROUNDS = 64, METHODS = 4, SUPPORTS = 3, STARTS = 2 };

typedef struct {
    GrazeSolid solid;
    GrazeSolidPose pose;
    void* memory;
} Body;

static void* allocate(size_t size)
{
    void* block = aligned_alloc(16, (size + 15) & ~(size_t)15);
    if (block == NULL) abort();
    return block;
}

/* Whether coordinates are whole numbers and turns are quarter turns. */
static bool is_whole;

static double random_number(double size)
{
    return is_whole ? (int)random_below(7) - 3.0 : size * random_unit();
}

static void make_body(Body* body, int32_t count, double size, double spread)
{
    static const double quarter[4][4] = {
        {0, 0, 0, 1}, {1, 0, 0, 0}, {0.5, 0.5, 0.5, 0.5}, {0.5, -0.5, 0.5, 0.5}};
    GrazeSolidPoint points[MAX_POINTS];
    int flat = (int)random_below(4);
    size_t used;
    for (int32_t i = 0; i < count; i++) {
        GrazeVec3 p = vec3(random_number(size), random_number(size), random_number(size));
        if (flat == 1) p.z = is_whole ? 0 : p.x;
        points[i] = (GrazeSolidPoint){(float)p.x, (float)p.y, (float)p.z};
    }
    float radius = is_whole || random_below(2) ? 0 : (float)(0.2 * size * fabs(random_unit()));
    body->memory = allocate(graze_solid_hull_size(count));
    CHECK(graze_solid_hull(points, count, radius, body->memory, &used, &body->solid) == GRAZE_OK);
    double q[4] = {random_unit(), random_unit(), random_unit(), 1};
    double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + 1);
    for (int k = 0; k < 4; k++)
        q[k] /= length;
    CHECK(graze_solid_pose(random_number(spread), random_number(spread), random_number(spread),
                           is_whole ? quarter[random_below(4)] : q, &body->pose) == GRAZE_OK);
}

static GrazeVec3 vector(const double p[3])
{
    return vec3(p[0], p[1], p[2]);
}

/* Returns vertex i at its pose. */
static GrazeVec3 place(const Body* body, int32_t i)
{
    const GrazeSolidPoint* v = &body->solid.vertices[i];
    const double* r = body->pose.rotation;
    return vec3((r[0] * v->x + r[3] * v->y) + r[6] * v->z + body->pose.x,
                (r[1] * v->x + r[4] * v->y) + r[7] * v->z + body->pose.y,
                (r[2] * v->x + r[5] * v->y) + r[8] * v->z + body->pose.z);
}

static void check_difference(const Body* a, const Body* b, const GrazeSolidDifference* d,
                             double slack)
{
    CHECK(d->a >= 0 && d->a < a->solid.count && d->b >= 0 && d->b < b->solid.count);
    GrazeVec3 expected = vec3_sub(place(a, d->a), place(b, d->b));
    CHECK(vec3_length(vec3_sub(vec3(d->x, d->y, d->z), expected)) <= slack);
}

/* Returns the largest extent of A - B along a direction. */
static double support_of(const Body* a, const Body* b, GrazeVec3 d)
{
    double most_a = -INFINITY;
    double most_b = -INFINITY;
    for (int32_t i = 0; i < a->solid.count; i++)
        most_a = fmax(most_a, vec3_dot(d, place(a, i)));
    for (int32_t i = 0; i < b->solid.count; i++)
        most_b = fmax(most_b, -vec3_dot(d, place(b, i)));
    return most_a + most_b;
}

/* Returns whether four points are in a plane up to rounding. Johnson's determinants then can have any
   sign, so that it takes the origin to be inside: a weakness that is known of it. */
static bool is_flat(const GrazeSolidGjkRound* round, double size)
{
    GrazeVec3 p[4];
    if (round->outcome != GRAZE_OUTCOME_INSIDE) return false;
    for (int k = 0; k < 4; k++)
        p[k] = vec3(round->simplex[k].at.x, round->simplex[k].at.y, round->simplex[k].at.z);
    GrazeVec3 n = vec3_cross(vec3_sub(p[1], p[0]), vec3_sub(p[2], p[0]));
    return fabs(vec3_dot(n, vec3_sub(p[3], p[0]))) <= 0x1p-40 * size * size * size;
}

/* Checks a round, and that it begins where the one before ended. */
static void check_round(const Body* a, const Body* b, const GrazeSolidGjkRound* round,
                        const GrazeSolidGjkRound* before, double size)
{
    double slack = 0x1p-40 * size;
    GrazeVec3 direction = vector(round->direction);
    GrazeVec3 v = vector(round->v);
    GrazeVec3 sum = vec3(0, 0, 0);
    double weights = 0;
    int32_t kept = 0;
    check_difference(a, b, &round->w, slack);
    GrazeVec3 w = vec3(round->w.x, round->w.y, round->w.z);
    CHECK(support_of(a, b, direction) - vec3_dot(direction, w) <=
          slack * (vec3_length(direction) + 0x1p-40));
    CHECK(round->count >= 1 && round->count <= 4);
    for (int32_t k = 0; k < round->count; k++) {
        const GrazeSolidGjkPoint* p = &round->simplex[k];
        bool is_kept = (round->kept >> k & 1) != 0;
        check_difference(a, b, &p->at, slack);
        CHECK(p->weight >= 0 && p->weight <= 1 && (is_kept || p->weight == 0));
        weights += p->weight;
        kept += is_kept;
        sum = vec3_mul_add(sum, p->weight, vec3(p->at.x, p->at.y, p->at.z));
    }
    CHECK(fabs(weights - 1) <= 0x1p-48 && kept >= 1 && round->kept < 1 << round->count);
    if (!is_flat(round, size)) CHECK(vec3_length(vec3_sub(sum, v)) <= 0x1p-24 * size);
    CHECK(round->barycode >= 0 && round->barycode < 1 << round->count);
    if (round->count < 3) CHECK(round->barycode == 0);
    if (round->outcome == GRAZE_OUTCOME_INSIDE) CHECK(round->count == 4 && round->kept == 15);
    if (round->outcome == GRAZE_OUTCOME_NEARER) CHECK(vec3_length(v) > 0);
    if (round->outcome == GRAZE_OUTCOME_ORIGIN || round->outcome == GRAZE_OUTCOME_INSIDE)
        CHECK(vec3_length(v) == 0);
    if (before == NULL) return;
    GrazeVec3 last = vector(before->v);
    CHECK(vec3_length(vec3_add(direction, last)) == 0 && before->outcome == GRAZE_OUTCOME_NEARER);
    CHECK(vec3_length(v) <= vec3_length(last));
}

/* Returns the distance of a body's core from a point, by graze's own query. */
static double distance_from(const Body* body, const double at[3])
{
    static const GrazeSolidPoint origin = {0, 0, 0};
    static const double identity[4] = {0, 0, 0, 1};
    GrazeSolid point;
    GrazeSolidPose pose;
    GrazeRelation relation;
    double gap = 0;
    size_t used;
    void* memory = allocate(graze_solid_hull_size(1));
    CHECK(graze_solid_hull(&origin, 1, 0, memory, &used, &point) == GRAZE_OK);
    CHECK(graze_solid_pose(at[0], at[1], at[2], identity, &pose) == GRAZE_OK);
    CHECK(graze_solid_gap(&body->solid, &body->pose, &point, &pose, NULL, &gap, &relation) ==
          GRAZE_OK);
    free(memory);
    return gap;
}

/* Returns whether two records without padding have the same bits. */
static bool is_same(const void* p, const void* q, size_t size)
{
    return memcmp(p, q, size) == 0;
}

static int64_t rounds_of[METHODS], runs_of[METHODS], wrong_of[METHODS];

/* Checks a variant of GJK against the exact answer. */
static void check_variant(const Body* a, const Body* b, const GrazeSolidGjkOptions* options,
                          const GrazeSolidDistance* exact, double size)
{
    GrazeSolidGjkRound rounds[MAX_ROUNDS];
    GrazeSolidEstimate traced;
    GrazeSolidEstimate plain;
    GrazeSolidGjkRound cut;
    int32_t used = 0;
    double slack = 0x1p-24 * size;
    memset(rounds, 0, sizeof rounds);
    int32_t count = graze_solid_trace(&a->solid, &a->pose, &b->solid, &b->pose, options, rounds,
                                      MAX_ROUNDS, &traced);
    CHECK(count >= 1 && count < MAX_ROUNDS && count == traced.iterations);
    CHECK(traced.outcome == rounds[count - 1].outcome && traced.outcome != GRAZE_OUTCOME_NEARER);
    for (int32_t k = 0; k < count; k++)
        check_round(a, b, &rounds[k], k > 0 ? &rounds[k - 1] : NULL, size);
    graze_solid_distance_by(&a->solid, &a->pose, &b->solid, &b->pose, options, &plain);
    CHECK(is_same(&plain, &traced, sizeof plain));
    CHECK(graze_solid_trace(&a->solid, &a->pose, &b->solid, &b->pose, options, &cut, 1, &plain) ==
          count);
    CHECK(is_same(&cut, &rounds[0], sizeof cut));
    rounds_of[options->subdistance] += count;
    runs_of[options->subdistance]++;
    if (options->subdistance == GRAZE_SOLID_JOHNSON && is_flat(&rounds[count - 1], size)) {
        wrong_of[options->subdistance] += exact->distance > slack;
        return;
    }
    CHECK(fabs(traced.distance - exact->distance) <= slack);
    double reach = (double)a->solid.radius + b->solid.radius;
    double gap = vec3_length(vector(rounds[count - 1].v));
    CHECK(fabs(fmax(gap - reach, 0) - traced.distance) <= slack);
    double length = vec3_length(vector(traced.normal));
    CHECK(gap > 0 ? fabs(length - 1) <= 0x1p-48 : length == 0);
    CHECK(distance_from(a, traced.point_a) <= slack && distance_from(b, traced.point_b) <= slack);
    GrazeVec3 step = vec3_sub(vector(traced.point_b), vector(traced.point_a));
    CHECK(fabs(vec3_length(step) - traced.distance) <= slack);
    if (traced.distance > slack)
        CHECK(vec3_dot(step, vector(traced.normal)) >= traced.distance - slack);
    bool is_hit = graze_solid_collide_by(&a->solid, &a->pose, &b->solid, &b->pose, options, &used);
    bool expected = exact->relation != GRAZE_DISJOINT;
    CHECK(used >= 1 && used <= count);
    if (exact->distance > slack || (expected && !is_hit)) CHECK(is_hit == expected);
}

static void check_variants(const Body* a, const Body* b)
{
    GrazeSolidDistance exact;
    double size = 2 * (a->solid.extent + b->solid.extent) + a->solid.radius + b->solid.radius +
                  fabs(a->pose.x - b->pose.x) + fabs(a->pose.y - b->pose.y) +
                  fabs(a->pose.z - b->pose.z);
    CHECK(graze_solid_distance(&a->solid, &a->pose, &b->solid, &b->pose, NULL, &exact) == GRAZE_OK);
    for (int k = 0; k < METHODS * SUPPORTS * STARTS; k++) {
        const GrazeSolidGjkOptions options = {(GrazeSolidSubdistance)(k % METHODS),
                                              (GrazeSolidSupport)(k / METHODS % SUPPORTS),
                                              (GrazeStart)(k / METHODS / SUPPORTS)};
        check_variant(a, b, &options, &exact, size);
    }
}

/* ---- the polytope ---- */

typedef struct {
    int64_t x, y, z;
} Whole;

static Whole minus(Whole p, Whole q)
{
    return (Whole){p.x - q.x, p.y - q.y, p.z - q.z};
}

static Whole cross(Whole p, Whole q)
{
    return (Whole){p.y * q.z - p.z * q.y, p.z * q.x - p.x * q.z, p.x * q.y - p.y * q.x};
}

static int64_t dot(Whole p, Whole q)
{
    return p.x * q.x + p.y * q.y + p.z * q.z;
}

static Whole whole_of(double x, double y, double z)
{
    CHECK(x == floor(x) && y == floor(y) && z == floor(z));
    return (Whole){(int64_t)x, (int64_t)y, (int64_t)z};
}

/* Checks the faces of a polytope with an inside or of a polygon: no difference is beyond one,
   corners are in its plane and turn left, and each edge is in two faces, once each way. */
static void check_faces(const GrazeSolidDifferenceHull* hull, const Whole* corner,
                        const Whole* differences, int32_t count)
{
    int32_t edges = hull->face_starts[hull->face_count];
    CHECK(hull->face_starts[0] == 0);
    CHECK(hull->vertex_count - edges / 2 + hull->face_count == 2);
    for (int32_t f = 0; f < hull->face_count; f++) {
        const int32_t* at = hull->corners + hull->face_starts[f];
        int32_t n = hull->face_starts[f + 1] - hull->face_starts[f];
        CHECK(n >= 3);
        Whole p = corner[at[0]];
        Whole normal = cross(minus(corner[at[1]], p), minus(corner[at[2]], p));
        for (int32_t k = 0; k < count; k++)
            CHECK(dot(normal, minus(differences[k], p)) <= 0);
        for (int32_t k = 0; k < n; k++) {
            int32_t i = at[k];
            int32_t j = at[(k + 1) % n];
            int32_t found = 0;
            Whole turn =
                cross(minus(corner[j], corner[i]), minus(corner[at[(k + 2) % n]], corner[j]));
            CHECK(dot(turn, normal) > 0 && dot(normal, minus(corner[i], p)) == 0);
            for (int32_t g = 0; g < hull->face_count; g++)
                for (int32_t e = hull->face_starts[g]; e < hull->face_starts[g + 1]; e++) {
                    int32_t next = e + 1 < hull->face_starts[g + 1] ? e + 1 : hull->face_starts[g];
                    found += hull->corners[e] == j && hull->corners[next] == i;
                }
            CHECK(found == 1);
        }
    }
}

static void check_polytope(const Body* a, const Body* b)
{
    Whole differences[MAX_POINTS * MAX_POINTS];
    Whole corner[MAX_POINTS * MAX_POINTS];
    GrazeSolidDifferenceHull hull;
    int32_t n = a->solid.count;
    int32_t m = b->solid.count;
    int32_t points = 8;
    GrazeStatus status = GRAZE_E_OUT_OF_MEMORY;
    void* storage = NULL;
    for (; status == GRAZE_E_OUT_OF_MEMORY; points *= 2) {
        CHECK(points < 2 * (n * m + 8));
        free(storage);
        storage = allocate(graze_solid_difference_size(points));
        status = graze_solid_minkowski_difference(&a->solid, &a->pose, &b->solid, &b->pose, storage,
                                                  points, &hull);
    }
    CHECK(status == GRAZE_OK);
    for (int32_t i = 0; i < n * m; i++) {
        GrazeVec3 p = vec3_sub(place(a, i / m), place(b, i % m));
        differences[i] = whole_of(p.x, p.y, p.z);
    }
    for (int32_t k = 0; k < hull.vertex_count; k++) {
        const GrazeSolidDifference* v = &hull.vertices[k];
        check_difference(a, b, v, 0);
        corner[k] = whole_of(v->x, v->y, v->z);
        for (int32_t i = 0; i < k; i++)
            CHECK(corner[i].x != corner[k].x || corner[i].y != corner[k].y ||
                  corner[i].z != corner[k].z);
    }
    if (hull.face_count > 0) {
        check_faces(&hull, corner, differences, n * m);
    } else {
        /* Of a segment or point all differences are between the ends. */
        CHECK(hull.vertex_count == 1 || hull.vertex_count == 2);
        Whole along = minus(corner[hull.vertex_count - 1], corner[0]);
        for (int32_t i = 0; i < n * m; i++) {
            Whole p = minus(differences[i], corner[0]);
            Whole off = cross(along, p);
            CHECK(off.x == 0 && off.y == 0 && off.z == 0 && dot(along, p) >= 0 &&
                  dot(along, p) <= dot(along, along));
            if (hull.vertex_count == 1) CHECK(dot(p, p) == 0);
        }
    }
    free(storage);
}

static void run(int32_t cases, bool has_polytope)
{
    for (int32_t k = 0; k < cases; k++) {
        Body a;
        Body b;
        int32_t most = k % 10 == 0 ? MAX_POINTS : 8;
        double size = ldexp(1, (int)random_below(61) - 30);
        make_body(&a, 1 + (int32_t)random_below((uint32_t)most), size, size);
        make_body(&b, 1 + (int32_t)random_below((uint32_t)most), size, 4 * size);
        check_variants(&a, &b);
        if (has_polytope) check_polytope(&a, &b);
        free(a.memory);
        free(b.memory);
    }
}

/* Simplices that are flat to within rounding, of which no feature qualifies by Johnson's signs: the
   nearest of those with positive weights is that of graze_solid_reduce. */
static void johnson_backs_up(void)
{
    const GrazeVec3 places[2][4] = {
        {{-0x1.90252a667a5bcp-1, 0x1.6aa1586a73d34p+1, 0x1.87861147dbb9p-3},
         {-0x1.11964cb3a74bp+2, 0x1.8daad77d44b8ep+3, 0x1.ad5a3af39912ep-1},
         {0x1.3fdb77aadf5f4p-2, -0x1.5ec2ccaa3962cp-3, -0x1.7ab56b0753d8p-7},
         {0, 0, 0}},
        {{-0x1.7cfd08bba8197p+4, -0x1.50dfe73136d51p+3, 0x1.b9a5225560f91p+3},
         {-0x1.699420f29b116p+4, -0x1.3fe3fc22d83a2p+3, 0x1.a360fb67e6842p+3},
         {0x1.c5ee0a579150ap-1, 0x1.1d32667da57f6p-2, -0x1.75e52925f34b2p-2},
         {-0x1.139e090deec26p+4, -0x1.e95830db8aee5p+2, 0x1.40c45f4bc14ep+3}}};
    for (int k = 0; k < 2; k++) {
        SolidPoint points[4];
        const SolidPoint* simplex[4];
        memset(points, 0, sizeof points);
        for (int i = 0; i < 4; i++) {
            points[i].w = places[k][i];
            simplex[i] = &points[i];
        }
        SolidFeature found = graze_solid_reduce_johnson(simplex, 3 + k);
        SolidFeature expected = graze_solid_reduce(simplex, 3 + k);
        CHECK(found.count == 2 && expected.count == 2);
        CHECK(vec3_length(vec3_sub(found.v, expected.v)) < 1e-13);
    }
}

int main(int argc, char** argv)
{
    set_test_share(argc, argv);
    johnson_backs_up();
    run(share_of(4000), false);
    is_whole = true;
    run(share_of(6000), true);
    for (int k = 0; k < METHODS; k++) {
        double mean = (double)rounds_of[k] / (double)runs_of[k];
        printf("method %d: %.2f rounds, %lld of %lld wrong\n", k, mean, (long long)wrong_of[k],
               (long long)runs_of[k]);
        CHECK(mean > 1 && mean < 8 && wrong_of[k] * 1000 < runs_of[k]);
    }
    return test_failures;
}
