/*
 * Fuzzes the study of bodies in space: every variant of GJK, whose rounds are consistent for any
 * bodies and whose answers are those of the exact queries on a grid, up to rounding; and the
 * polytope A - B, which on a grid is the hull of all differences in integers.
 */
#include "solid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 64, METHODS = 4, SUPPORTS = 3, STARTS = 2, MOST_DIFFERENCES = 400 };

typedef struct {
    SolidBody a, b;
    bool is_whole;
    double unit, size;
} Subject;

#define PAIR(s) &(s)->a.solid, &(s)->a.pose, &(s)->b.solid, &(s)->b.pose

static void print_subject(const void* given)
{
    const Subject* s = given;
    print_solid(&s->a.solid, &s->a.pose);
    print_solid(&s->b.solid, &s->b.pose);
}

static bool read_subject(Input* input, Subject* s)
{
    SolidGrid grid;
    s->is_whole = input_below(input, 2) == 0;
    if (s->is_whole) grid = input_solid_grid(input);
    bool is_read = input_solid(input, s->is_whole ? &grid : NULL, &s->a);
    is_read = input_solid(input, s->is_whole ? &grid : NULL, &s->b) && is_read;
    s->unit = s->is_whole ? ldexp(1, grid.exponent) : 1;
    if (is_read)
        s->size =
            (double)(solid_size(&s->a.solid, &s->a.pose) + solid_size(&s->b.solid, &s->b.pose));
    return is_read;
}

static long double norm(const double p[3])
{
    return sqrtl((long double)p[0] * p[0] + (long double)p[1] * p[1] + (long double)p[2] * p[2]);
}

/* Checks that a point of A - B is the difference of the vertices that it names. */
static void check_point(const Subject* s, const GrazeSolidDifference* p)
{
    const double at[3] = {p->x, p->y, p->z};
    CHECK(p->a >= 0 && p->a < s->a.solid.count && p->b >= 0 && p->b < s->b.solid.count,
          "vertices %d, %d", p->a, p->b);
    LongPoint a = solid_placed(&s->a.solid, &s->a.pose, p->a);
    LongPoint b = solid_placed(&s->b.solid, &s->b.pose, p->b);
    for (int k = 0; k < 3; k++)
        CHECK(fabsl(at[k] - (a.at[k] - b.at[k])) <= 0x1p-48L * s->size, "%a, not %La", at[k],
              a.at[k] - b.at[k]);
}

/* ---- GJK ---- */

/* Returns whether the last simplex is flat up to rounding, so that Johnson's answer may be wrong.
   */
static bool is_flat(const Subject* s, const GrazeSolidGjkRound* round)
{
    long double e[3][3];
    if (round->outcome != GRAZE_OUTCOME_INSIDE) return false;
    const GrazeSolidDifference* o = &round->simplex[0].at;
    for (int k = 0; k < 3; k++) {
        const GrazeSolidDifference* p = &round->simplex[k + 1].at;
        e[k][0] = (long double)p->x - o->x;
        e[k][1] = (long double)p->y - o->y;
        e[k][2] = (long double)p->z - o->z;
    }
    long double volume = e[0][0] * (e[1][1] * e[2][2] - e[1][2] * e[2][1]) +
                         e[0][1] * (e[1][2] * e[2][0] - e[1][0] * e[2][2]) +
                         e[0][2] * (e[1][0] * e[2][1] - e[1][1] * e[2][0]);
    long double size = s->size;
    return fabsl(volume) <= 0x1p-40L * size * size * size;
}

static void check_round(const Subject* s, const GrazeSolidGjkRound* round,
                        const GrazeSolidGjkRound* before)
{
    double weights = 0;
    long double v[3] = {0, 0, 0};
    long double d[3] = {round->direction[0], round->direction[1], round->direction[2]};
    const double w[3] = {round->w.x, round->w.y, round->w.z};
    CHECK(round->count >= 1 && round->count <= 4, "%d points", round->count);
    CHECK(round->kept > 0 && round->kept < 1 << round->count, "kept %d", round->kept);
    int32_t codes = round->count < 3 ? 1 : 1 << round->count;
    CHECK(round->barycode >= 0 && round->barycode < codes, "barycode %d", round->barycode);
    check_point(s, &round->w);
    const long double back[3] = {-d[0], -d[1], -d[2]};
    long double most =
        solid_extent(&s->a.solid, &s->a.pose, d) + solid_extent(&s->b.solid, &s->b.pose, back);
    long double along = d[0] * w[0] + d[1] * w[1] + d[2] * w[2];
    CHECK(most - along <= 0x1p-44L * s->size * norm(round->direction), "%Lg beyond w",
          most - along);
    for (int32_t k = 0; k < round->count; k++) {
        const GrazeSolidGjkPoint* p = &round->simplex[k];
        bool is_kept = (round->kept >> k & 1) != 0;
        const double at[3] = {p->at.x, p->at.y, p->at.z};
        check_point(s, &p->at);
        CHECK(p->weight >= 0 && p->weight <= 1 && (is_kept || p->weight == 0), "weight %g",
              p->weight);
        weights += p->weight;
        for (int i = 0; i < 3; i++)
            v[i] += (long double)p->weight * at[i];
    }
    for (int32_t k = round->count; k < 4; k++)
        CHECK(round->simplex[k].weight == 0 && round->simplex[k].at.a == 0, "point %d", k);
    CHECK(fabs(weights - 1) <= 0x1p-48, "weights have the sum %g", weights);
    for (int i = 0; i < 3 && s->is_whole && !is_flat(s, round); i++)
        CHECK(fabsl(v[i] - round->v[i]) <= 0x1p-24L * s->size, "v %a, by weights %La", round->v[i],
              v[i]);
    long double gap = norm(round->v);
    if (round->outcome == GRAZE_OUTCOME_INSIDE)
        CHECK(round->count == 4 && round->kept == 15 && gap == 0, "inside");
    CHECK((round->outcome == GRAZE_OUTCOME_ORIGIN || round->outcome == GRAZE_OUTCOME_INSIDE) ==
              (gap == 0),
          "outcome %d, |v| %Lg", round->outcome, gap);
    /* A code of all bits is that of a simplex with the origin, or its foot, inside. */
    if (round->outcome == GRAZE_OUTCOME_INSIDE && s->is_whole && !is_flat(s, round))
        CHECK(round->barycode == 15, "barycode %d inside", round->barycode);
    if (before == NULL) return;
    CHECK(before->outcome == GRAZE_OUTCOME_NEARER, "outcome %d", before->outcome);
    CHECK(gap <= norm(before->v), "|v| %Lg after %Lg", gap, norm(before->v));
    for (int i = 0; i < 3; i++)
        CHECK(round->direction[i] == -before->v[i], "direction %a", round->direction[i]);
}

static void check_estimate(const Subject* s, const GrazeSolidEstimate* found,
                           const GrazeSolidGjkRound* last, const GrazeSolidDistance* exact)
{
    long double slack = 0x1p-24L * s->size;
    long double gap = norm(last->v);
    long double reach = (long double)s->a.solid.radius + s->b.solid.radius;
    CHECK(fabsl(found->distance - fmaxl(gap - reach, 0)) <= slack, "distance %g, |v| %Lg",
          found->distance, gap);
    long double length = norm(found->normal);
    CHECK(gap > 0 ? fabsl(length - 1) <= 0x1p-48L : length == 0, "normal of length %Lg", length);
    for (int i = 0; i < 3 && gap > 0; i++)
        CHECK(fabsl(found->normal[i] + last->v[i] / gap) <= 0x1p-44L, "normal %a",
              found->normal[i]);
    if (!s->is_whole) return;
    CHECK(fabsl(found->distance - exact->distance) <= slack, "distance %.17g, exactly %.17g",
          found->distance, exact->distance);
    const double step[3] = {found->point_b[0] - found->point_a[0],
                            found->point_b[1] - found->point_a[1],
                            found->point_b[2] - found->point_a[2]};
    CHECK(fabsl(norm(step) - found->distance) <= 4 * slack, "points %Lg apart, distance %g",
          norm(step), found->distance);
    /* A point of a body is not beyond it in any direction: along the normal and the axes. */
    for (int k = 0; k < 4; k++) {
        long double d[3] = {k == 1, k == 2, k == 3};
        for (int sign = -1; sign < 2; sign += 2) {
            for (int i = 0; i < 3; i++)
                d[i] = k == 0 ? sign * found->normal[i] : sign * fabsl(d[i]);
            long double on_a = 0;
            long double on_b = 0;
            for (int i = 0; i < 3; i++) {
                on_a += d[i] * found->point_a[i];
                on_b += d[i] * found->point_b[i];
            }
            long double most_a = solid_extent(&s->a.solid, &s->a.pose, d) + s->a.solid.radius;
            long double most_b = solid_extent(&s->b.solid, &s->b.pose, d) + s->b.solid.radius;
            CHECK(on_a <= most_a + slack && on_b <= most_b + slack, "a point is %Lg, %Lg outside",
                  on_a - most_a, on_b - most_b);
        }
    }
}

static void fuzz_variant(const Subject* s, const GrazeSolidGjkOptions* options,
                         const GrazeSolidDistance* exact)
{
    GrazeSolidGjkRound rounds[ROUNDS];
    GrazeSolidGjkRound cut;
    GrazeSolidEstimate traced;
    GrazeSolidEstimate plain;
    int32_t used = -1;
    int32_t count = graze_solid_trace(PAIR(s), options, rounds, ROUNDS, &traced);
    CHECK(count >= 1 && count <= ROUNDS && traced.iterations == count, "%d rounds, %d", count,
          traced.iterations);
    const GrazeSolidGjkRound* last = &rounds[count - 1];
    CHECK(traced.outcome == last->outcome, "outcome %d, of the last round %d", traced.outcome,
          last->outcome);
    CHECK(last->outcome != GRAZE_OUTCOME_NEARER || count == ROUNDS, "ends after %d", count);
    for (int32_t k = 0; k < count; k++)
        check_round(s, &rounds[k], k > 0 ? &rounds[k - 1] : NULL);
    graze_solid_distance_by(PAIR(s), options, &plain);
    CHECK(same_bytes(&plain, &traced, sizeof plain), "distance %g, traced %g", plain.distance,
          traced.distance);
    int32_t again = graze_solid_trace(PAIR(s), options, &cut, 1, &plain);
    CHECK(again == count && same_bytes(&cut, rounds, sizeof cut), "%d rounds with room for 1",
          again);
    bool is_hit = graze_solid_collide_by(PAIR(s), options, &used);
    CHECK(used >= 1 && used <= count, "%d rounds of %d", used, count);
    if (options->subdistance == GRAZE_SOLID_JOHNSON && is_flat(s, last)) return;
    check_estimate(s, &traced, last, exact);
    bool is_clear = exact->relation != GRAZE_DISJOINT || exact->distance > 0x1p-24 * s->size;
    if (s->is_whole && is_clear)
        CHECK(is_hit == (exact->relation != GRAZE_DISJOINT), "collide %d of relation %d", is_hit,
              exact->relation);
    /* The bodies are apart by a support point of the last round but one, at the latest. */
    if (s->is_whole && used == count && count > 1 && !is_hit)
        CHECK(rounds[count - 1].outcome != GRAZE_OUTCOME_INSIDE, "inside, and disjoint");
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

static __int128 dot(Whole p, Whole q)
{
    return (__int128)p.x * q.x + (__int128)p.y * q.y + (__int128)p.z * q.z;
}

static bool is_zero(Whole p)
{
    return p.x == 0 && p.y == 0 && p.z == 0;
}

/* Checks that each edge of a face is in another one the other way. */
static void check_edge(const GrazeSolidDifferenceHull* hull, int32_t i, int32_t j)
{
    int32_t found = 0;
    for (int32_t f = 0; f < hull->face_count; f++) {
        int32_t from = hull->face_starts[f];
        int32_t end = hull->face_starts[f + 1];
        for (int32_t e = from; e < end; e++)
            found += hull->corners[e] == j && hull->corners[e + 1 < end ? e + 1 : from] == i;
    }
    CHECK(found == 1, "an edge is in %d other faces", found);
}

static void check_exact_hull(const Subject* s, const GrazeSolidDifferenceHull* hull)
{
    static Whole corner[MOST_DIFFERENCES];
    static Whole all[SOLID_WHOLES * SOLID_WHOLES];
    int32_t count = 0;
    for (int32_t i = 0; i < s->a.count; i++)
        for (int32_t j = 0; j < s->b.count; j++) {
            const int64_t* p = s->a.whole[i].at;
            const int64_t* q = s->b.whole[j].at;
            all[count++] = (Whole){p[0] - q[0], p[1] - q[1], p[2] - q[2]};
        }
    for (int32_t k = 0; k < hull->vertex_count; k++) {
        const GrazeSolidDifference* v = &hull->vertices[k];
        bool is_found = false;
        corner[k] = (Whole){(int64_t)(v->x / s->unit), (int64_t)(v->y / s->unit),
                            (int64_t)(v->z / s->unit)};
        CHECK((double)corner[k].x * s->unit == v->x && (double)corner[k].y * s->unit == v->y &&
                  (double)corner[k].z * s->unit == v->z,
              "(%a, %a, %a) is off the grid", v->x, v->y, v->z);
        for (int32_t i = 0; i < count; i++)
            is_found |= is_zero(minus(all[i], corner[k]));
        CHECK(is_found, "vertex %d is not a difference", k);
    }
    if (hull->face_count == 0) {
        Whole along = minus(corner[hull->vertex_count - 1], corner[0]);
        CHECK(hull->vertex_count <= 2, "%d vertices without faces", hull->vertex_count);
        for (int32_t i = 0; i < count; i++) {
            Whole p = minus(all[i], corner[0]);
            CHECK(is_zero(cross(along, p)) && dot(along, p) >= 0 &&
                      dot(along, p) <= dot(along, along),
                  "difference %d is not between the ends", i);
            CHECK(hull->vertex_count > 1 || is_zero(p), "difference %d is another point", i);
        }
        return;
    }
    for (int32_t f = 0; f < hull->face_count; f++) {
        const int32_t* at = hull->corners + hull->face_starts[f];
        int32_t n = hull->face_starts[f + 1] - hull->face_starts[f];
        CHECK(n >= 3, "a face of %d corners", n);
        Whole p = corner[at[0]];
        Whole normal = cross(minus(corner[at[1]], p), minus(corner[at[2]], p));
        for (int32_t i = 0; i < count; i++)
            CHECK(dot(normal, minus(all[i], p)) <= 0, "difference %d is beyond face %d", i, f);
        for (int32_t k = 0; k < n; k++) {
            Whole q = corner[at[(k + 1) % n]];
            Whole turn = cross(minus(q, corner[at[k]]), minus(corner[at[(k + 2) % n]], q));
            CHECK(dot(turn, normal) > 0, "face %d does not turn at corner %d", f, k);
            CHECK(dot(normal, minus(corner[at[k]], p)) == 0, "corner %d is off face %d", k, f);
            check_edge(hull, at[k], at[(k + 1) % n]);
        }
    }
}

static void fuzz_difference(const Subject* s)
{
    int32_t most = s->a.solid.count * s->b.solid.count;
    GrazeStatus status = GRAZE_E_OUT_OF_MEMORY;
    GrazeSolidDifferenceHull hull = {NULL, 0, 0, NULL, NULL};
    void* storage = NULL;
    if (most > MOST_DIFFERENCES) return;
    for (int32_t points = 8; status != GRAZE_OK; points *= 2) {
        CHECK(points < 2 * (most + 8), "room for %d of %d points is too small", points, most);
        free(storage);
        size_t size = graze_solid_difference_size(points);
        size_t next = graze_solid_difference_size(2 * points);
        /* 32 and 256 bytes for a point, and 14 numbers for its faces, each array on a line. */
        CHECK(size % 16 == 0 && next > size && size >= (size_t)points * (288 + 56) &&
                  size <= (size_t)points * (288 + 56) + 128,
              "%zu bytes for %d points", size, points);
        storage = solid_room(size);
        status = graze_solid_minkowski_difference(PAIR(s), storage, points, &hull);
        CHECK(status == GRAZE_OK || status == GRAZE_E_OUT_OF_MEMORY, "status %d", (int)status);
    }
    CHECK(hull.vertex_count >= 1 && hull.vertex_count <= most, "%d vertices", hull.vertex_count);
    CHECK(hull.face_starts[0] == 0, "faces begin at %d", hull.face_starts[0]);
    for (int32_t k = 0; k < hull.vertex_count; k++)
        check_point(s, &hull.vertices[k]);
    int32_t corners = hull.face_starts[hull.face_count];
    if (hull.face_count > 0)
        CHECK(hull.vertex_count - corners / 2 + hull.face_count == 2, "%d vertices, %d faces",
              hull.vertex_count, hull.face_count);
    for (int32_t k = 0; k < corners; k++)
        CHECK(hull.corners[k] >= 0 && hull.corners[k] < hull.vertex_count, "corner %d",
              hull.corners[k]);
    if (s->is_whole) check_exact_hull(s, &hull);
    free(storage);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    Input input = {data, size};
    static Subject s;
    GrazeSolidDistance exact;
    memset(&s, 0, sizeof s);
    check_subject(print_subject, &s);
    if (read_subject(&input, &s)) {
        GrazeStatus status = GRAZE_E_OUT_OF_MEMORY;
        void* memory = NULL;
        for (int32_t room = 64; status == GRAZE_E_OUT_OF_MEMORY; room *= 2) {
            free(memory);
            GrazeSolidScratch scratch = {NULL, graze_solid_scratch_size(room)};
            scratch.memory = memory = solid_room(scratch.size);
            status = graze_solid_distance(PAIR(&s), &scratch, &exact);
        }
        free(memory);
        for (int k = 0; k < METHODS * SUPPORTS * STARTS; k++) {
            const GrazeSolidGjkOptions options = {(GrazeSolidSubdistance)(k % METHODS),
                                                  (GrazeSolidSupport)(k / METHODS % SUPPORTS),
                                                  (GrazeStart)(k / METHODS / SUPPORTS)};
            fuzz_variant(&s, &options, &exact);
        }
        fuzz_difference(&s);
    }
    solid_free(&s.a);
    solid_free(&s.b);
    return 0;
}
