/*
 * Fuzzes two convex bodies in space: hulls, poses, bounds, and every query of the pair. On a grid
 * the relation and the status of a cast are those of integers; distances and depths prove
 * themselves by their witness points and normals, as a direction bounds them from one side and the
 * points from the other.
 */
#include "solid_witness.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    SolidBody a, b;
    bool is_whole;
    WholePoint way;
    double m[3];
    double reach;
    double point[3];
} Subject;

static void print_subject(const void* given)
{
    const Subject* s = given;
    print_solid(&s->a.solid, &s->a.pose);
    print_solid(&s->b.solid, &s->b.pose);
    fprintf(stderr, "    displacement {%a, %a, %a}, reach %a\n", s->m[0], s->m[1], s->m[2],
            s->reach);
}

#define PAIR(s) &(s)->a.solid, &(s)->a.pose, &(s)->b.solid, &(s)->b.pose
#define BACK(s) &(s)->b.solid, &(s)->b.pose, &(s)->a.solid, &(s)->a.pose

static bool read_subject(Input* input, Subject* s)
{
    SolidGrid grid;
    s->is_whole = input_below(input, 2) == 0;
    if (s->is_whole) grid = input_solid_grid(input);
    bool is_read = input_solid(input, s->is_whole ? &grid : NULL, &s->a);
    is_read = input_solid(input, s->is_whole ? &grid : NULL, &s->b) && is_read;
    double unit = s->is_whole ? ldexp(1, grid.exponent) : 1;
    int32_t kind = input_below(input, 4);
    for (int k = 0; k < 3; k++) {
        s->way.at[k] = input_int(input, s->is_whole ? grid.place_bits : 7);
        /* A vertex often meets a vertex, at the end of the displacement or halfway. */
        if (s->is_whole && (kind == 1 || kind == 2))
            s->way.at[k] = kind * (s->b.whole[0].at[k] - s->a.whole[0].at[k]);
        s->m[k] = kind == 3 && !s->is_whole ? input_double(input)
                                            : (double)s->way.at[k] * (s->is_whole ? unit : 0x1p-5);
        s->point[k] =
            s->is_whole ? (double)input_int(input, grid.bits) * unit : input_double(input);
        if (!(fabs(s->m[k]) <= 0x1p126)) is_read = false;
    }
    s->reach = fabs((double)input_int(input, 6)) * unit / 4;
    return is_read;
}

/* ---------------------------------------------------------------- answers */

enum { QUERIES = 8 };

/* Answers of all queries. They have no padding, so that bytes can be compared. */
typedef struct {
    GrazeStatus status[QUERIES];
    GrazeRelation relation;
    GrazeSolidDistance distance;
    GrazeSolidPenetration penetration;
    GrazeSolidCast cast;
    GrazeSolidCast allowed; /* the cast, with touching allowed */
    GrazeSolidManifold manifold;
    double gap;
    GrazeRelation gap_relation;
    GrazeRelation cone_relation;
    double cone[3 * GRAZE_SOLID_CONE_ROOM];
    int32_t cone_count;
    bool is_inside;
} Answers;

static const int UNWRITTEN = 0x5a;

static void ask_all(const Subject* s, const GrazeSolidScratch* scratch, Answers* out)
{
    memset(out, UNWRITTEN, sizeof *out);
    out->is_inside = false;
    out->status[0] = graze_solid_relation(PAIR(s), scratch, &out->relation);
    out->status[1] = graze_solid_distance(PAIR(s), scratch, &out->distance);
    out->status[2] = graze_solid_penetration(PAIR(s), scratch, &out->penetration);
    out->status[3] =
        graze_solid_shape_cast(PAIR(s), s->m, GRAZE_TOUCHING_CONFLICT, scratch, &out->cast);
    out->status[4] = graze_solid_manifold(PAIR(s), s->reach, scratch, &out->manifold);
    out->status[5] = graze_solid_gap(PAIR(s), scratch, &out->gap, &out->gap_relation);
    out->status[6] = graze_solid_contact_cone(PAIR(s), scratch, &out->cone_relation, out->cone,
                                              GRAZE_SOLID_CONE_ROOM, &out->cone_count);
    out->status[7] =
        graze_solid_shape_cast(PAIR(s), s->m, GRAZE_TOUCHING_ALLOWED, scratch, &out->allowed);
}

/* Checks that a query without memory has left its answer alone. */
static void check_unwritten(const Answers* answers)
{
    const struct {
        const void* place;
        size_t size;
    } all[QUERIES] = {
        {&answers->relation, sizeof answers->relation},
        {&answers->distance, sizeof answers->distance},
        {&answers->penetration, sizeof answers->penetration},
        {&answers->cast, sizeof answers->cast},
        {&answers->manifold, sizeof answers->manifold},
        {&answers->gap, sizeof answers->gap + sizeof answers->gap_relation},
        {&answers->cone_relation, sizeof answers->cone_relation},
        {&answers->allowed, sizeof answers->allowed},
    };
    for (int i = 0; i < QUERIES; i++) {
        const unsigned char* bytes = all[i].place;
        CHECK(answers->status[i] == GRAZE_OK || answers->status[i] == GRAZE_E_OUT_OF_MEMORY,
              "query %d: status %d", i, (int)answers->status[i]);
        for (size_t k = 0; k < all[i].size && answers->status[i] != GRAZE_OK; k++)
            CHECK(bytes[k] == UNWRITTEN, "query %d writes without memory", i);
    }
}

static bool is_all_answered(const Answers* answers)
{
    for (int i = 0; i < QUERIES; i++)
        if (answers->status[i] != GRAZE_OK) return false;
    return true;
}

/*
 * Asks with the memory on the stack, and with more and more of exactly the promised size. No query
 * needs more than that for all differences of two vertices, of which a cast has twice as many; what
 * is answered with less has the same bits.
 */
static void ask_with_memory(const Subject* s, Answers* out)
{
    int32_t most = 2 * s->a.solid.count * s->b.solid.count + 64;
    Answers less;
    ask_all(s, NULL, &less);
    check_unwritten(&less);
    *out = less;
    bool is_large = s->a.solid.count * s->b.solid.count > 64;
    for (int32_t room = is_large ? 72 : most; room <= most;
         room = room < most && 2 * room > most ? most : 2 * room) {
        size_t size = graze_solid_scratch_size(room);
        const GrazeSolidScratch scratch = {solid_room(size), size};
        ask_all(s, &scratch, out);
        free(scratch.memory);
        check_unwritten(out);
        for (int i = 0; i < QUERIES; i++)
            CHECK(less.status[i] != GRAZE_OK || out->status[i] == GRAZE_OK,
                  "query %d needs more than less memory", i);
        if (is_all_answered(&less))
            CHECK(same_bytes(&less, out, sizeof less), "more memory has other answers");
        less = *out;
    }
    for (int i = 0; i < QUERIES; i++)
        CHECK(out->status[i] == GRAZE_OK, "query %d: status %d with memory for %d vertices", i,
              (int)out->status[i], most);
    /* A - B itself has no more vertices. */
    GrazeSolidPenetration deepest;
    size_t size = graze_solid_scratch_size(s->a.solid.count * s->b.solid.count);
    const GrazeSolidScratch whole = {solid_room(size), size};
    GrazeStatus status = graze_solid_penetration(PAIR(s), &whole, &deepest);
    free(whole.memory);
    CHECK(status == GRAZE_OK, "status %d with memory for all of A - B", (int)status);
}

/* ---------------------------------------------------------------- relation */

static GrazeRelation relation_of_wholes(const WholePoint* a, int32_t n, const WholePoint* b,
                                        int32_t m)
{
    static WholePoint steps[2 * SOLID_WHOLES * SOLID_WHOLES];
    int32_t count = 0;
    for (int32_t i = 0; i < n; i++)
        for (int32_t j = 0; j < m; j++) {
            for (int k = 0; k < 3; k++)
                steps[count].at[k] = a[i].at[k] - b[j].at[k];
            count++;
        }
    return whole_relation(steps, count);
}

/* Checks a relation against that of the cores in integers; `apart` is the distance of the cores. */
static void check_against_wholes(GrazeRelation found, GrazeRelation cores, const Subject* s)
{
    int64_t reach = s->a.radius + s->b.radius;
    if (reach == 0 || cores == GRAZE_OVERLAPPING) {
        CHECK(found == cores, "relation %d, in integers %d", (int)found, (int)cores);
    } else if (cores == GRAZE_TOUCHING) {
        CHECK(found == GRAZE_OVERLAPPING, "relation %d of inflated bodies whose cores touch",
              (int)found);
    } else if (s->a.solid.count == 1 && s->b.solid.count == 1) {
        __int128 square = -(__int128)reach * reach;
        for (int k = 0; k < 3; k++) {
            int64_t step = s->a.whole[0].at[k] - s->b.whole[0].at[k];
            square += (__int128)step * step;
        }
        GrazeRelation expected = square > 0    ? GRAZE_DISJOINT
                                 : square == 0 ? GRAZE_TOUCHING
                                               : GRAZE_OVERLAPPING;
        CHECK(found == expected, "relation %d of spheres, in integers %d", (int)found,
              (int)expected);
    }
}

/* ---------------------------------------------------------------- witness points */

/* Returns an upper bound of all coordinates and radii. */
static long double scale_of(const Subject* s)
{
    return solid_size(&s->a.solid, &s->a.pose) + solid_size(&s->b.solid, &s->b.pose);
}

/* Checks points that are `along` apart along the normal. */
static void check_witness(const Subject* s, const GrazeSolidWitness* w, double along,
                          bool is_on_feature)
{
    long double near = 0x1p-40L * scale_of(s) + 0x1p-150L;
    CHECK(is_unit_in_space(w->normal), "normal {%a, %a, %a}", w->normal[0], w->normal[1],
          w->normal[2]);
    for (int k = 0; k < 3; k++)
        CHECK(fabsl((long double)w->point_b[k] - w->point_a[k] -
                    (long double)along * w->normal[k]) <= near,
              "points %a and %a are not %a along the normal", w->point_a[k], w->point_b[k], along);
    check_solid_named(&s->a.solid, solid_named_a(w));
    check_solid_named(&s->b.solid, solid_named_b(w));
    if (!is_on_feature) return;
    /* Edges that are 2^80 times as long as others leave few digits of the plane of a face. */
    long double slack = s->is_whole ? 16 * near : 0x1p-28L * scale_of(s) + 0x1p-148L;
    check_on_solid_feature(&s->a.solid, &s->a.pose, solid_named_a(w), w->point_a, w->normal, 1,
                           slack);
    check_on_solid_feature(&s->b.solid, &s->b.pose, solid_named_b(w), w->point_b, w->normal, -1,
                           slack);
}

static void check_distance(const Subject* s, const Answers* all)
{
    const GrazeSolidDistance* d = &all->distance;
    long double scale = scale_of(s);
    long double apart = (long double)d->distance + s->a.solid.radius + s->b.solid.radius;
    CHECK(d->relation == (int32_t)all->relation && all->gap_relation == all->relation,
          "relation %d, of the distance %d, of the gap %d", (int)all->relation, d->relation,
          (int)all->gap_relation);
    CHECK(same_bits(all->gap, d->distance), "gap %a, distance %a", all->gap, d->distance);
    CHECK((d->distance > 0) == (all->relation == GRAZE_DISJOINT) && isfinite(d->distance),
          "distance %a, relation %d", d->distance, (int)all->relation);
    CHECK(d->iterations > 0 && d->iterations == all->penetration.iterations,
          "%d rounds, of the penetration %d", d->iterations, all->penetration.iterations);
    bool is_disjoint = all->relation == GRAZE_DISJOINT;
    check_witness(s, &d->witness, d->distance, is_disjoint);
    if (!is_disjoint) {
        /* The common point is in both bodies. */
        for (int k = 0; k < 3; k++)
            CHECK(same_bits(d->witness.point_a[k], d->witness.point_b[k]) ||
                      fabsl((long double)d->witness.point_a[k] - d->witness.point_b[k]) <=
                          0x1p-40L * scale + 0x1p-150L,
                  "two common points");
        return;
    }
    /* The direction of a gap has too few digits there. */
    if (apart < 0x1p-80L * scale) return;
    long double bound = solid_gap_along(PAIR(s), d->witness.normal);
    CHECK(fabsl(bound - d->distance) <= 0x1p-45L * scale + 0x1p-150L,
          "%Lg apart along the normal, distance %a", bound, d->distance);
}

/* ---------------------------------------------------------------- depth */

/* Least overlap along a set of directions. */
typedef struct {
    const Subject* s;
    long double least;
} Overlap;

static void try_direction(Overlap* overlap, const long double n[3])
{
    const Subject* s = overlap->s;
    long double length = sqrtl(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    if (!(length > 0)) return;
    for (int turn = -1; turn <= 1; turn += 2) {
        const long double to[3] = {turn * n[0] / length, turn * n[1] / length,
                                   turn * n[2] / length};
        const long double back[3] = {-to[0], -to[1], -to[2]};
        overlap->least = fminl(overlap->least, solid_extent(&s->a.solid, &s->a.pose, to) +
                                                   solid_extent(&s->b.solid, &s->b.pose, back) +
                                                   s->a.solid.radius + s->b.solid.radius);
    }
}

/* Writes the directions of the edges of a body, or at most `room` of them; returns their number. */
static int32_t edges_of(const SolidBody* body, long double (*out)[3], int32_t room)
{
    const GrazeSolidFaces* faces = &body->solid.faces;
    int32_t count = 0;
    for (int32_t i = 0; i < body->solid.count && body->solid.count > 1; i++)
        for (int32_t k = faces->neighbor_starts[i]; k < faces->neighbor_starts[i + 1]; k++) {
            int32_t j = faces->neighbors[k];
            if (j < i || count == room) continue;
            LongPoint p = solid_placed(&body->solid, &body->pose, i);
            LongPoint q = solid_placed(&body->solid, &body->pose, j);
            for (int axis = 0; axis < 3; axis++)
                out[count][axis] = q.at[axis] - p.at[axis];
            count++;
        }
    return count;
}

static void cross(const long double p[3], const long double q[3], long double out[3])
{
    for (int k = 0; k < 3; k++)
        out[k] = p[(k + 1) % 3] * q[(k + 2) % 3] - p[(k + 2) % 3] * q[(k + 1) % 3];
}

/* Returns the least overlap along normals of faces, and of planes along an edge of each body: these
   hold the normals of all facets of A - B. */
static long double least_overlap(const Subject* s)
{
    enum { EDGES = 32 };
    long double edges[2][EDGES][3];
    int32_t count[2];
    long double n[3];
    Overlap overlap = {s, INFINITY};
    for (int side = 0; side < 2; side++) {
        const SolidBody* body = side == 0 ? &s->a : &s->b;
        const GrazeSolidFaces* faces = &body->solid.faces;
        count[side] = edges_of(body, edges[side], EDGES);
        for (int32_t f = 0; f < faces->face_count && f < 64; f++) {
            const int32_t* c = faces->corners + faces->face_starts[f];
            LongPoint p[3];
            long double u[3];
            long double v[3];
            for (int i = 0; i < 3; i++)
                p[i] = solid_placed(&body->solid, &body->pose, c[i]);
            for (int k = 0; k < 3; k++) {
                u[k] = p[1].at[k] - p[0].at[k];
                v[k] = p[2].at[k] - p[0].at[k];
            }
            cross(u, v, n);
            try_direction(&overlap, n);
        }
    }
    for (int32_t i = 0; i < count[0]; i++)
        for (int32_t j = 0; j < count[1]; j++) {
            cross(edges[0][i], edges[1][j], n);
            try_direction(&overlap, n);
        }
    return overlap.least;
}

static void check_penetration(const Subject* s, const Answers* all, GrazeRelation cores)
{
    const GrazeSolidPenetration* p = &all->penetration;
    long double scale = scale_of(s);
    long double slack = 0x1p-42L * scale + 0x1p-150L;
    bool is_overlapping = all->relation == GRAZE_OVERLAPPING;
    CHECK(p->relation == (int32_t)all->relation, "relation %d of %d", p->relation,
          (int)all->relation);
    CHECK((p->depth > 0) == is_overlapping && isfinite(p->depth), "depth %a, relation %d", p->depth,
          (int)all->relation);
    CHECK(same_bits(p->lower_bound, p->depth) && p->status == GRAZE_PENETRATION_EXACT &&
              p->spare == 0,
          "depth %a, at least %a, status %d", p->depth, p->lower_bound, p->status);
    bool is_disjoint = all->relation == GRAZE_DISJOINT;
    check_witness(s, &p->witness, is_disjoint ? all->gap : -p->depth, true);
    if (!is_overlapping) return;
    long double along = -solid_gap_along(PAIR(s), p->witness.normal);
    bool is_short = cores == GRAZE_DISJOINT &&
                    s->a.solid.radius + s->b.solid.radius - p->depth < 0x1p-80 * (double)scale;
    CHECK(is_short || fabsl(along - p->depth) <= slack, "depth %a, along the normal %Lg", p->depth,
          along);
    long double least = least_overlap(s);
    CHECK(p->depth <= least + slack, "depth %a, along another direction %Lg", p->depth, least);
    bool is_small = s->a.solid.count <= SOLID_WHOLES && s->b.solid.count <= SOLID_WHOLES;
    if (s->is_whole && is_small && cores == GRAZE_OVERLAPPING)
        CHECK(p->depth >= least - slack, "depth %a, at least %Lg", p->depth, least);
}

/* ---------------------------------------------------------------- manifold and cone */

/* Checks that a vertex which a name says is below the point. */
static void check_name(const SolidBody* body, uint32_t name, const GrazeSolidManifold* m,
                       const double point[3], long double slack)
{
    const GrazeSolid* solid = &body->solid;
    int32_t index = (int32_t)(name & 0x7fff);
    if (!(name & 0x8000)) {
        CHECK(index < solid->count || index < solid->faces.face_count, "feature %d", index);
        return;
    }
    CHECK(index < solid->count, "vertex %d of %d", index, solid->count);
    LongPoint v = solid_placed(solid, &body->pose, index);
    long double along = 0;
    for (int k = 0; k < 3; k++)
        along += (v.at[k] - point[k]) * m->normal[k];
    for (int k = 0; k < 3; k++)
        CHECK(fabsl(v.at[k] - point[k] - along * m->normal[k]) <= slack,
              "vertex %d is not on the line of its point", index);
}

static void check_manifold(const Subject* s, const Answers* all)
{
    const GrazeSolidManifold* m = &all->manifold;
    long double slack = 0x1p-36L * scale_of(s) + 0x1p-150L;
    CHECK(m->relation == (int32_t)all->relation && m->part_a == -1 && m->part_b == -1,
          "relation %d of %d, parts %d and %d", m->relation, (int)all->relation, m->part_a,
          m->part_b);
    CHECK(same_bits(m->depth, all->penetration.depth), "depth %a, not %a", m->depth,
          all->penetration.depth);
    CHECK(m->count >= (all->relation != GRAZE_DISJOINT) && m->count <= 4, "%d points", m->count);
    bool is_near = all->gap <= s->reach;
    CHECK((m->count > 0) == is_near || fabsl((long double)all->gap - s->reach) <= slack,
          "%d points at %a, reach %a", m->count, all->gap, s->reach);
    double least = INFINITY;
    for (int32_t k = 0; k < m->count; k++) {
        const GrazeSolidManifoldPoint* p = &m->points[k];
        CHECK(p->separation <= s->reach + (double)slack || m->count == 1, "separation %a, reach %a",
              p->separation, s->reach);
        CHECK(p->spare == 0, "spare %d", p->spare);
        least = fmin(least, p->separation);
        for (int32_t i = 0; i < k; i++)
            CHECK(m->points[i].id != p->id, "the name %x twice", p->id);
        check_name(&s->a, p->id & 0xffff, m, p->point, slack);
        check_name(&s->b, p->id >> 16, m, p->point, slack);
        /* The point is halfway between the planes of the bodies there, or between them. */
        long double low = 0;
        const long double to[3] = {m->normal[0], m->normal[1], m->normal[2]};
        const long double back[3] = {-to[0], -to[1], -to[2]};
        for (int i = 0; i < 3; i++)
            low += to[i] * p->point[i];
        long double on_a = low - p->separation / 2.0L - s->a.solid.radius;
        long double on_b = low + p->separation / 2.0L + s->b.solid.radius;
        CHECK(on_a <= solid_extent(&s->a.solid, &s->a.pose, to) + slack &&
                  on_b >= -solid_extent(&s->b.solid, &s->b.pose, back) - slack,
              "point %d is not between the surfaces", k);
    }
    if (m->count == 0) return;
    for (int k = 0; k < 3; k++)
        CHECK(same_bits(m->normal[k], all->penetration.witness.normal[k]), "another normal");
    double expected = all->relation == GRAZE_DISJOINT ? all->gap : -all->penetration.depth;
    CHECK(fabsl((long double)least - expected) <= slack, "separation %a, of the bodies %a", least,
          expected);
}

static void check_cone(const Subject* s, const Answers* all, GrazeRelation cores, Input* input)
{
    long double slack = 0x1p-37L * scale_of(s) + 0x1p-150L;
    const GrazeRelation relation = all->relation;
    CHECK(all->cone_relation == relation, "relation %d of %d", (int)all->cone_relation,
          (int)relation);
    CHECK((all->cone_count > 0) == (relation == GRAZE_TOUCHING), "%d directions, relation %d",
          all->cone_count, (int)relation);
    int32_t room = input_below(input, 5);
    double* some = solid_room(3 * (size_t)room * sizeof *some);
    GrazeRelation found;
    int32_t count = -1;
    GrazeStatus status = graze_solid_contact_cone(PAIR(s), NULL, &found, some, room, &count);
    if (status == GRAZE_OK) {
        CHECK(count == all->cone_count && found == relation, "%d directions, not %d", count,
              all->cone_count);
        int32_t held = count < room ? count : room;
        CHECK(same_bytes(some, all->cone, 3 * (size_t)held * sizeof *some), "other directions");
    }
    free(some);
    for (int32_t k = 0; k < all->cone_count && k < GRAZE_SOLID_CONE_ROOM; k++) {
        const double* d = &all->cone[3 * k];
        CHECK(is_unit_in_space(d), "direction {%a, %a, %a}", d[0], d[1], d[2]);
        long double gap = solid_gap_along(PAIR(s), d);
        CHECK(gap >= -slack && gap <= slack, "a direction with a gap of %Lg", gap);
    }
    if (relation == GRAZE_TOUCHING && cores == GRAZE_DISJOINT)
        CHECK(all->cone_count == 1, "%d directions of bodies with radii", all->cone_count);
}

/* ---------------------------------------------------------------- casts */

static GrazeCastStatus cast_in_integers(const Subject* s)
{
    WholePoint swept[2 * SOLID_WHOLES];
    for (int32_t i = 0; i < s->a.count; i++) {
        swept[i] = swept[s->a.count + i] = s->a.whole[i];
        for (int k = 0; k < 3; k++)
            swept[s->a.count + i].at[k] += s->way.at[k];
    }
    if (relation_of_wholes(s->a.whole, s->a.count, s->b.whole, s->b.count) == GRAZE_OVERLAPPING)
        return GRAZE_CAST_OVERLAPPING;
    GrazeRelation along = relation_of_wholes(swept, 2 * s->a.count, s->b.whole, s->b.count);
    return along == GRAZE_DISJOINT   ? GRAZE_CAST_FREE
           : along == GRAZE_TOUCHING ? GRAZE_CAST_GRAZING
                                     : GRAZE_CAST_HIT;
}

/* Returns the gap at a time of the cast; NAN if a position is out of range. */
static double gap_at(const Subject* s, double time)
{
    static Subject moved;
    moved = *s;
    double* place = &moved.a.pose.x;
    for (int k = 0; k < 3; k++) {
        place[k] += time * s->m[k];
        if (!(fabs(place[k]) <= 0x1p127)) return NAN;
    }
    GrazeRelation relation;
    double gap;
    GrazeStatus status = graze_solid_gap(PAIR(&moved), NULL, &gap, &relation);
    return status == GRAZE_OK ? gap : NAN;
}

static void check_cast(const Subject* s, const Answers* all)
{
    const GrazeSolidCast* c = &all->cast;
    long double scale = scale_of(s);
    long double travel = 0;
    for (int k = 0; k < 3; k++)
        travel = fmaxl(travel, fabsl((long double)s->m[k]));
    scale += travel;
    if (s->is_whole && s->a.radius + s->b.radius == 0) {
        GrazeCastStatus expected = cast_in_integers(s);
        CHECK(c->status == (int32_t)expected, "status %d, in integers %d", c->status,
              (int)expected);
    }
    CHECK((c->status == GRAZE_CAST_OVERLAPPING) == (all->relation == GRAZE_OVERLAPPING),
          "status %d, relation %d", c->status, (int)all->relation);
    CHECK(c->relation == (int32_t)all->relation, "relation %d of %d", c->relation,
          (int)all->relation);
    static const GrazeSolidCast zeros;
    GrazeSolidCast none = zeros;
    none.relation = c->relation;
    bool is_free = c->status == GRAZE_CAST_FREE;
    CHECK(!is_free || same_bytes(&none, c, sizeof none), "free, but a contact");
    bool is_hit = c->status == GRAZE_CAST_HIT || c->status == GRAZE_CAST_OVERLAPPING;
    CHECK(same_bytes(is_hit ? c : &none, &all->allowed, sizeof none),
          "status %d if touching is allowed, else %d", all->allowed.status, c->status);
    CHECK(!is_free || !(gap_at(s, 0) == 0 || gap_at(s, 0.5) < -1), "free in contact");
    double samples[] = {0, 0.25, 0.5, 0.75, 1};
    if (is_free) {
        for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
            /* On a grid the ends are exact; rounding can make poses in between touch. */
            double gap = gap_at(s, samples[i]);
            CHECK(!(s->is_whole && (i == 0 || i == 4) && gap == 0), "contact at %g of a free cast",
                  samples[i]);
        }
        return;
    }
    CHECK(c->begin >= 0 && c->begin <= c->end && c->end <= 1, "[%a, %a]", c->begin, c->end);
    CHECK(all->relation == GRAZE_DISJOINT || c->begin == 0, "begins at %a in contact", c->begin);
    for (int i = 0; i < 3; i++) {
        double at = i == 0 ? c->begin : i == 1 ? c->end : c->begin + (c->end - c->begin) / 2;
        double gap = gap_at(s, at);
        CHECK(isnan(gap) || gap <= 0x1p-42L * scale + 0x1p-148L, "a gap of %a at %a", gap, at);
    }
    check_solid_named(&s->a.solid, solid_named_a(&c->witness));
    check_solid_named(&s->b.solid, solid_named_b(&c->witness));
    CHECK(is_unit_in_space(c->witness.normal), "normal {%a, %a, %a}", c->witness.normal[0],
          c->witness.normal[1], c->witness.normal[2]);
    for (int k = 0; k < 3; k++)
        CHECK(fabsl((long double)c->witness.point_a[k] - c->witness.point_b[k]) <=
                  0x1p-39L * scale + 0x1p-148L,
              "points %a and %a of a contact", c->witness.point_a[k], c->witness.point_b[k]);
    /* The point is in B, and the normal out of it. */
    const long double out[3] = {c->witness.normal[0], c->witness.normal[1], c->witness.normal[2]};
    long double height = 0;
    for (int k = 0; k < 3; k++)
        height += out[k] * c->witness.point_b[k];
    CHECK(height <= solid_extent(&s->b.solid, &s->b.pose, out) + s->b.solid.radius +
                        0x1p-39L * scale + 0x1p-148L,
          "the contact is beyond B");
    if (c->status != GRAZE_CAST_HIT || travel < 0x1p-18L * scale) return;
    double before = gap_at(s, c->begin - 0x1p-20);
    double after = gap_at(s, c->end + 0x1p-20);
    CHECK(c->begin < 0x1p-20 || isnan(before) || before > 0, "contact before %a", c->begin);
    CHECK(c->end > 1 - 0x1p-20 || isnan(after) || after > 0, "contact after %a", c->end);
}

/* ---------------------------------------------------------------- points, bounds, poses */

static void check_contained(const Subject* s, const SolidBody* body, const double point[3],
                            bool is_vertex)
{
    const GrazeSolidPoint zero = {0, 0, 0};
    const GrazeSolid single = {.vertices = &zero, .count = 1};
    const GrazeSolidPose there = {point[0], point[1], point[2], {1, 0, 0, 0, 1, 0, 0, 0, 1}};
    bool is_valid = true;
    bool is_finite = true;
    bool is_inside = false;
    GrazeRelation relation;
    for (int k = 0; k < 3; k++) {
        is_finite = is_finite && isfinite(point[k]);
        is_valid = is_valid && fabs(point[k]) <= 0x1.fffffep127;
    }
    GrazeStatus status =
        graze_solid_contains_point(&body->solid, &body->pose, point, NULL, &is_inside);
    CHECK(status == (!is_finite  ? GRAZE_E_NOT_FINITE
                     : !is_valid ? GRAZE_E_OUT_OF_RANGE
                                 : GRAZE_OK),
          "status %d of a point", (int)status);
    if (status != GRAZE_OK) return;
    status = graze_solid_relation(&body->solid, &body->pose, &single, &there, NULL, &relation);
    CHECK(status == GRAZE_OK && is_inside == (relation != GRAZE_DISJOINT),
          "{%a, %a, %a}: %d, relation %d", point[0], point[1], point[2], is_inside, (int)relation);
    CHECK(is_inside || !is_vertex || (!s->is_whole && solid_size(&body->solid, &body->pose) == 0),
          "a vertex is outside");
}

static void check_points(const Subject* s, const SolidBody* body)
{
    GrazeSolidBounds bounds;
    graze_solid_bounds(&body->solid, &body->pose, &bounds);
    for (int k = 0; k < 3; k++) {
        long double lo = INFINITY;
        long double hi = -INFINITY;
        for (int32_t i = 0; i < body->solid.count; i++) {
            LongPoint p = solid_placed(&body->solid, &body->pose, i);
            lo = fminl(lo, p.at[k]);
            hi = fmaxl(hi, p.at[k]);
        }
        lo -= body->solid.radius;
        hi += body->solid.radius;
        /* Rounded outward, by no more than the next double; small coordinates have other steps. */
        CHECK(bounds.min[k] <= lo + 0x1p-150L &&
                  nextafter(bounds.min[k], INFINITY) >= lo - 0x1p-150L,
              "least %a, of the vertices %La", bounds.min[k], lo);
        CHECK(bounds.max[k] >= hi - 0x1p-150L &&
                  nextafter(bounds.max[k], -INFINITY) <= hi + 0x1p-150L,
              "greatest %a, of the vertices %La", bounds.max[k], hi);
    }
    check_contained(s, body, s->point, false);
    LongPoint vertex = solid_placed(&body->solid, &body->pose, body->solid.count / 2);
    const double at[3] = {(double)vertex.at[0], (double)vertex.at[1], (double)vertex.at[2]};
    check_contained(s, body, at, true);
    if (!s->is_whole || body->radius > 0) return;
    WholePoint steps[SOLID_WHOLES];
    bool is_inside = false;
    const SolidBody* other = body == &s->a ? &s->b : &s->a;
    for (int32_t i = 0; i < body->count; i++)
        for (int k = 0; k < 3; k++)
            steps[i].at[k] = body->whole[i].at[k] - other->whole[0].at[k];
    const GrazeSolidPoint* first = &other->points[0];
    GrazeSolid single = {.vertices = first, .count = 1};
    LongPoint p = solid_placed(&single, &other->pose, 0);
    const double corner[3] = {(double)p.at[0], (double)p.at[1], (double)p.at[2]};
    bool is_expected = whole_relation(steps, body->count) != GRAZE_DISJOINT;
    GrazeStatus status =
        graze_solid_contains_point(&body->solid, &body->pose, corner, NULL, &is_inside);
    CHECK(status == GRAZE_OK && is_inside == is_expected, "{%a, %a, %a}: %d, in integers %d",
          corner[0], corner[1], corner[2], is_inside, is_expected);
}

/* Checks that columns are of length 1 and perpendicular, to within a few roundings. */
static void check_rotation(const double r[9])
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j <= i; j++) {
            long double product = 0;
            for (int k = 0; k < 3; k++)
                product += (long double)r[3 * i + k] * r[3 * j + k];
            CHECK(fabsl(product - (i == j)) <= 0x1p-47L, "columns %d and %d: %Lg", i, j, product);
        }
}

/* Checks a pose from a matrix: that of a valid pose with some entries changed. */
static void check_matrix(Input* input, const GrazeSolidPose* pose)
{
    double matrix[9];
    GrazeSolidPose made = {0};
    int32_t kind = input_below(input, 4);
    memcpy(matrix, pose->rotation, sizeof matrix);
    if (kind == 1) matrix[input_below(input, 9)] = input_double(input);
    if (kind == 2) matrix[input_below(input, 9)] += ldexp((double)input_int(input, 6), -18);
    if (kind == 3)
        for (int i = 0; i < 3; i++)
            matrix[i] = -matrix[i];
    long double off = 0;
    bool is_finite = true;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            long double product = -(i == j);
            for (int k = 0; k < 3; k++)
                product += (long double)matrix[3 * i + k] * matrix[3 * j + k];
            off = fmaxl(off, fabsl(product));
            is_finite = is_finite && isfinite(matrix[3 * i + j]);
        }
    const GrazeSolidPose before = made;
    GrazeStatus status = graze_solid_matrix_pose(pose->x, pose->y, pose->z, matrix, &made);
    if (status != GRAZE_OK)
        CHECK(same_bytes(&before, &made, sizeof made), "a refused pose is written");
    if (!is_finite) {
        CHECK(status == GRAZE_E_NOT_FINITE, "status %d", (int)status);
    } else if (kind == 3 || off > 4e-3L) {
        CHECK(status == GRAZE_E_NOT_A_HEADING, "status %d, columns off by %Lg", (int)status, off);
    } else if (off <= 1e-3L) {
        CHECK(status == GRAZE_OK, "status %d, columns off by %Lg", (int)status, off);
    }
    if (status != GRAZE_OK) return;
    check_rotation(made.rotation);
    CHECK(same_bits(made.x, pose->x) && same_bits(made.y, pose->y) && same_bits(made.z, pose->z),
          "another position");
    for (int i = 0; i < 9; i++)
        CHECK(fabsl((long double)made.rotation[i] - matrix[i]) <= 2 * off + 0x1p-50L,
              "entry %d is %a, of %a", i, made.rotation[i], matrix[i]);
    if (off <= 0x1p-50L)
        CHECK(same_bytes(made.rotation, matrix, sizeof matrix), "a rotation is corrected");
}

/* Checks a pose from a quaternion, with any numbers, against long double. */
static void check_quaternion(Input* input)
{
    double q[4];
    double at[3];
    long double square = 0;
    bool is_finite = true;
    bool is_near = true;
    bool is_any = input_below(input, 4) == 0;
    for (int k = 0; k < 4; k++) {
        q[k] = is_any ? input_double(input) : (double)input_int(input, 12);
        square += (long double)q[k] * q[k];
    }
    if (!is_any && square > 0) {
        double length = (double)sqrtl(square) * (1 + ldexp((double)input_int(input, 6), -16));
        square = 0;
        for (int k = 0; k < 4; k++) {
            q[k] /= length;
            square += (long double)q[k] * q[k];
        }
    }
    for (int k = 0; k < 3; k++) {
        at[k] = input_double(input);
        is_near = is_near && fabs(at[k]) <= 0x1.fffffep127;
        is_finite = is_finite && isfinite(at[k]);
    }
    for (int k = 0; k < 4; k++)
        is_finite = is_finite && isfinite(q[k]);
    GrazeSolidPose pose = {0};
    const GrazeSolidPose before = pose;
    GrazeStatus status = graze_solid_pose(at[0], at[1], at[2], q, &pose);
    if (status != GRAZE_OK)
        CHECK(same_bytes(&before, &pose, sizeof pose), "a refused pose is written");
    long double off = fabsl(sqrtl(square) - 1);
    if (!is_finite)
        CHECK(status == GRAZE_E_NOT_FINITE, "status %d", (int)status);
    else if (!is_near)
        CHECK(status == GRAZE_E_OUT_OF_RANGE, "status %d", (int)status);
    else if (off > 1.001e-3L)
        CHECK(status == GRAZE_E_NOT_A_HEADING, "status %d, length off by %Lg", (int)status, off);
    else if (off < 0.999e-3L)
        CHECK(status == GRAZE_OK, "status %d, length off by %Lg", (int)status, off);
    if (status != GRAZE_OK) return;
    CHECK(same_bits(pose.x, at[0]) && same_bits(pose.y, at[1]) && same_bits(pose.z, at[2]),
          "another position");
    check_rotation(pose.rotation);
    const long double s = 2 / square;
    const long double x = q[0];
    const long double y = q[1];
    const long double z = q[2];
    const long double w = q[3];
    const long double expected[9] = {
        1 - s * (y * y + z * z), s * (x * y + w * z),     s * (x * z - w * y),
        s * (x * y - w * z),     1 - s * (x * x + z * z), s * (y * z + w * x),
        s * (x * z + w * y),     s * (y * z - w * x),     1 - s * (x * x + y * y)};
    for (int i = 0; i < 9; i++)
        CHECK(fabsl(pose.rotation[i] - expected[i]) <= 0x1p-50L, "entry %d is %a, not %La", i,
              pose.rotation[i], expected[i]);
    check_matrix(input, &pose);
}

/* ---------------------------------------------------------------- the target */

/* Checks that exchanged bodies have the same answers, up to rounding. */
static void check_swapped(const Subject* s, const Answers* all)
{
    static Subject other;
    static Answers back;
    other = *s;
    other.a = s->b;
    other.b = s->a;
    for (int k = 0; k < 3; k++)
        other.m[k] = -s->m[k];
    ask_all(&other, NULL, &back);
    if (!is_all_answered(&back)) return;
    long double slack = 0x1p-42L * scale_of(s) + 0x1p-150L;
    CHECK(back.relation == all->relation, "relation %d, swapped %d", (int)all->relation,
          (int)back.relation);
    CHECK(fabs(back.gap - all->gap) <= 0x1p-51 * all->gap, "gap %a, swapped %a", all->gap,
          back.gap);
    CHECK(fabsl((long double)back.penetration.depth - all->penetration.depth) <= slack,
          "depth %a, swapped %a", all->penetration.depth, back.penetration.depth);
    CHECK(back.cone_count == all->cone_count, "%d directions, swapped %d", all->cone_count,
          back.cone_count);
    /* The displacement is added to the other body, which rounds other vertices. */
    if (s->is_whole)
        CHECK(back.cast.status == all->cast.status, "cast %d, swapped %d", all->cast.status,
              back.cast.status);
}

static void check_pair(Input* input, const Subject* s)
{
    static Answers all;
    ask_with_memory(s, &all);
    GrazeRelation cores = all.relation;
    if (s->is_whole) {
        cores = relation_of_wholes(s->a.whole, s->a.count, s->b.whole, s->b.count);
        check_against_wholes(all.relation, cores, s);
    } else if (s->a.solid.radius + s->b.solid.radius > 0) {
        GrazeSolid a = s->a.solid;
        GrazeSolid b = s->b.solid;
        a.radius = b.radius = 0;
        GrazeStatus status = graze_solid_relation(&a, &s->a.pose, &b, &s->b.pose, NULL, &cores);
        if (status != GRAZE_OK) cores = GRAZE_OVERLAPPING;
    }
    check_distance(s, &all);
    check_penetration(s, &all, cores);
    check_manifold(s, &all);
    check_cone(s, &all, cores, input);
    check_cast(s, &all);
    check_swapped(s, &all);
    check_points(s, &s->a);
    check_points(s, &s->b);
}

/* Checks the statuses of hulls that are refused. */
static void check_refusals(const SolidBody* body)
{
    bool is_finite = isfinite(body->points[0].x);
    for (int32_t i = 0; i < body->count; i++)
        is_finite = is_finite && isfinite(body->points[i].x) && isfinite(body->points[i].y) &&
                    isfinite(body->points[i].z);
    GrazeSolid out;
    void* storage;
    memset(&out, 0, sizeof out);
    GrazeStatus status = solid_make_hull(body->points, body->count, -1, &storage, &out);
    CHECK(status == (is_finite ? GRAZE_E_OUT_OF_RANGE : GRAZE_E_NOT_FINITE), "status %d",
          (int)status);
    free(storage);
    status = solid_make_hull(body->points, body->count, INFINITY, &storage, &out);
    CHECK(status == GRAZE_E_NOT_FINITE || status == GRAZE_E_OUT_OF_RANGE, "status %d", (int)status);
    free(storage);
    status = solid_make_hull(body->points, 0, 0, &storage, &out);
    CHECK(status == GRAZE_E_TOO_FEW_POINTS, "status %d", (int)status);
    free(storage);
    status = solid_make_hull(body->points, body->count, 0, &storage, &out);
    CHECK(status == (is_finite ? GRAZE_OK : GRAZE_E_NOT_FINITE), "status %d", (int)status);
    free(storage);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    static Subject s;
    Input input = {data, size};
    memset(&s, 0, sizeof s);
    check_subject(print_subject, &s);
    bool is_read = read_subject(&input, &s);
    check_refusals(&s.a);
    if (is_read) {
        check_solid_hull(&s.a, s.is_whole);
        check_solid_hull(&s.b, s.is_whole);
        check_pair(&input, &s);
    }
    check_quaternion(&input);
    solid_free(&s.a);
    solid_free(&s.b);
    return 0;
}
