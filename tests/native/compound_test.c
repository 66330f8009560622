/* Tests compounds: their trees give the answers of all pairs of parts, and seams are not boundary. */
#include "../../src/base/vec.h"
#include "../../src/static/compound/compound_pair.h"
#include "../../src/static/compound/compound_seam.h"
#include "../../src/static/convex/tangent_cone.h"
#include "../../src/tolerance.h"
#include "test.h"

#include <stdlib.h>

enum { MAX_PARTS = 64, RANDOM_PARTS = 12, MAX_VERTICES = 6 };

/* A body: one part, or a compound of several. */
typedef struct {
    GrazeShape parts[MAX_PARTS];
    GrazePoint points[MAX_PARTS][MAX_VERTICES];
    int32_t count;
    GrazeShape shape;
    void* storage;
} Body;

static void make_part(Body* body, double x, double y, double size, float radius)
{
    GrazePoint scratch[MAX_VERTICES + 1];
    GrazePoint* points = body->points[body->count];
    int32_t count = 1 + (int32_t)random_below(MAX_VERTICES);
    int32_t culprit;
    for (int32_t i = 0; i < count; i++) {
        points[i].x = (float)(x + size * random_tied());
        points[i].y = (float)(y + size * random_tied());
    }
    CHECK(graze_shape_hull(&body->parts[body->count++], points, scratch, count, radius, &culprit) ==
          GRAZE_OK);
}

static void finish_compound(Body* body)
{
    int32_t vertices = 0;
    for (int32_t k = 0; k < body->count; k++)
        vertices += body->parts[k].count;
    size_t size = graze_compound_size(body->count, vertices);
    body->storage = aligned_alloc(16, (size + 15) & ~(size_t)15);
    if (body->storage == NULL) abort();
    CHECK(graze_compound(&body->shape, body->parts, body->count, body->storage) == GRAZE_OK);
}

static void make_body(Body* body)
{
    int32_t count = random_below(4) == 0 ? 1 : 1 + (int32_t)random_below(RANDOM_PARTS);
    body->count = 0;
    body->storage = NULL;
    for (int32_t k = 0; k < count; k++) {
        float radius = random_below(3) == 0 ? (float)fabs(0.25 * random_tied()) : 0;
        make_part(body, 2 * random_tied(), 2 * random_tied(), 0.5, radius);
    }
    body->shape = body->parts[0];
    if (count > 1 || random_below(2)) finish_compound(body);
}

static GrazePose random_pose(void)
{
    GrazePose pose;
    double angle = random_below(2) ? 0 : 4 * random_unit();
    CHECK(graze_pose(2 * random_tied(), 2 * random_tied(), angle, &pose) == GRAZE_OK);
    return pose;
}

/* Checks that every part is in the volumes above it. */
static void check_tree(const Body* body)
{
    const GrazeCompound* compound = body->shape.compound;
    int32_t seen[MAX_PARTS] = {0};
    if (compound == NULL) return;
    CHECK(compound->count == body->count);
    for (int32_t i = 0; i < 2 * body->count - 1; i++) {
        const GrazeCompoundNode* node = &compound->nodes[i];
        if (graze_node_is_part(node)) {
            CHECK(node->part >= 0 && node->part < body->count);
            seen[node->part]++;
            continue;
        }
        const GrazePose origin = {0, 0, 1, 0};
        const int32_t children[2] = {i + 1, node->right};
        for (int k = 0; k < 2; k++) {
            const GrazeShape* child = &compound->nodes[children[k]].volume;
            CHECK(child->radius <= node->volume.radius);
            for (int32_t v = 0; v < child->count; v++) {
                GrazeShape point = {&child->vertices[v], 1, 0, child->extent, NULL, NULL};
                GrazeShape core = node->volume;
                core.radius = 0;
                CHECK(graze_collide(&point, &origin, &core, &origin));
            }
        }
    }
    for (int32_t k = 0; k < body->count; k++)
        CHECK(seen[k] == 1);
}

/* The answers of all pairs of parts. */
typedef struct {
    GrazeRelation relation;
    double gap, separation, begin;
    bool is_cast;
} Answers;

static Answers brute_force(const Body* a, const GrazePose* pose_a, const Body* b,
                           const GrazePose* pose_b, GrazeVec d)
{
    Answers answers = {GRAZE_DISJOINT, INFINITY, INFINITY, INFINITY, false};
    for (int32_t i = 0; i < a->count; i++) {
        for (int32_t j = 0; j < b->count; j++) {
            const GrazeShape* p = &a->parts[i];
            const GrazeShape* q = &b->parts[j];
            GrazeRelation relation;
            GrazePenetration penetration;
            GrazeCast cast;
            double gap = graze_gap(p, pose_a, q, pose_b, &relation);
            graze_penetration(p, pose_a, q, pose_b, &penetration);
            graze_shape_cast(p, pose_a, q, pose_b, d.x, d.y, GRAZE_TOUCHING_CONFLICT, &cast);
            if (relation > answers.relation) answers.relation = relation;
            answers.gap = min2(answers.gap, gap);
            answers.separation =
                min2(answers.separation, relation == GRAZE_OVERLAPPING ? -penetration.depth : gap);
            if (cast.status == GRAZE_CAST_FREE) continue;
            answers.is_cast = true;
            answers.begin = min2(answers.begin, cast.begin);
        }
    }
    return answers;
}

/*
 * Checks a depth against all pairs of parts: it is not below that of the deepest pair; after the
 * translation no parts overlap by more than rounding, and after a shorter one in any direction the
 * bodies overlap still. Where two curves all but touch, the depth is off by the root of rounding.
 */
static void check_depth(const Body* a, const GrazePose* pose_a, const Body* b,
                        const GrazePose* pose_b, const Answers* expected, int32_t* bounded)
{
    GrazePenetration out;
    GrazePenetration back;
    graze_penetration(&a->shape, pose_a, &b->shape, pose_b, &out);
    graze_penetration(&b->shape, pose_b, &a->shape, pose_a, &back);
    double deepest = max2(0, -expected->separation);
    bool is_bounded = out.status == GRAZE_PENETRATION_BOUNDED;
    CHECK(out.depth == back.depth && out.lower_bound == back.lower_bound);
    CHECK(out.status == back.status);
    CHECK(is_bounded ? out.lower_bound == deepest : out.lower_bound == out.depth);
    CHECK(out.depth >= deepest);
    CHECK((out.depth > 0) == (out.relation == GRAZE_OVERLAPPING));
    if (out.relation != GRAZE_OVERLAPPING) return;
    *bounded += is_bounded;
    const GrazeWitness* w = &out.witness;
    CHECK(fabs(w->point_b_x + out.depth * w->normal_x - w->point_a_x) < 1e-13);
    CHECK(fabs(w->point_b_y + out.depth * w->normal_y - w->point_a_y) < 1e-13);
    GrazePose moved = *pose_b;
    moved.x += out.depth * w->normal_x;
    moved.y += out.depth * w->normal_y;
    CHECK(brute_force(a, pose_a, b, &moved, vec(0, 0)).separation > -1e-11);
    double length = out.lower_bound * (1 - 0x1p-20) - 1e-6;
    for (int k = 0; k < 8 && length > 0; k++) {
        GrazePose way;
        CHECK(graze_pose(0, 0, 4 * random_unit(), &way) == GRAZE_OK);
        moved.x = pose_b->x + length * way.cos;
        moved.y = pose_b->y + length * way.sin;
        CHECK(graze_relation(&a->shape, pose_a, &b->shape, &moved) == GRAZE_OVERLAPPING);
    }
}

static void trees_answer_as_all_pairs(void)
{
    const GrazeGjkOptions johnson = {.subdistance = GRAZE_JOHNSON};
    int32_t bounded = 0;
    for (int round = 0; round < share_of(20000); round++) {
        Body a;
        Body b;
        make_body(&a);
        make_body(&b);
        check_tree(&a);
        GrazePose pose_a = random_pose();
        GrazePose pose_b = random_pose();
        GrazeVec d = vec(3 * random_tied(), 3 * random_tied());
        Answers expected = brute_force(&a, &pose_a, &b, &pose_b, d);
        GrazeRelation relation = graze_relation(&a.shape, &pose_a, &b.shape, &pose_b);
        bool is_seam = expected.relation == GRAZE_TOUCHING && relation == GRAZE_OVERLAPPING;
        CHECK(relation == expected.relation || is_seam);
        bool collide = relation != GRAZE_DISJOINT;
        CHECK(graze_collide(&a.shape, &pose_a, &b.shape, &pose_b) == collide);
        CHECK(graze_collide_sat(&a.shape, &pose_a, &b.shape, &pose_b) == collide);
        CHECK(graze_collide_by(&a.shape, &pose_a, &b.shape, &pose_b, &johnson) == collide);
        CHECK(graze_relation(&b.shape, &pose_b, &a.shape, &pose_a) == relation);
        GrazeRelation of_gap;
        CHECK(graze_gap(&a.shape, &pose_a, &b.shape, &pose_b, &of_gap) == expected.gap);
        CHECK(of_gap == relation);
        GrazeDistance distance;
        graze_distance(&a.shape, &pose_a, &b.shape, &pose_b, &distance);
        CHECK(distance.distance == expected.gap && distance.relation == (int32_t)relation);
        CHECK(a.shape.compound == NULL ||
              (distance.witness.part_a >= 0 && distance.witness.part_a < a.count));
        if (round % 4 == 0) check_depth(&a, &pose_a, &b, &pose_b, &expected, &bounded);
        GrazeCast cast;
        graze_shape_cast(&a.shape, &pose_a, &b.shape, &pose_b, d.x, d.y, GRAZE_TOUCHING_CONFLICT,
                         &cast);
        CHECK((cast.status != GRAZE_CAST_FREE) == expected.is_cast);
        if (expected.is_cast) CHECK(cast.begin == expected.begin && cast.end >= cast.begin);
        free(a.storage);
        free(b.storage);
    }
    CHECK(bounded >= share_of(10));
}

/* Returns a square from (x, y) on with sides of 1 as a part. */
static void add_square(Body* body, float x, float y)
{
    const GrazePoint corners[4] = {{x, y}, {x + 1, y}, {x + 1, y + 1}, {x, y + 1}};
    GrazePoint* points = body->points[body->count];
    int32_t culprit;
    memcpy(points, corners, sizeof corners);
    CHECK(graze_shape_polygon(&body->parts[body->count++], points, 4, 0, &culprit) == GRAZE_OK);
}

/* Returns the relation of a segment from p to q, or of a point, to a body, and checks that the order
   of the bodies does not matter. */
static GrazeRelation thin_relation(const Body* body, GrazePoint p, GrazePoint q)
{
    const GrazePose origin = {0, 0, 1, 0};
    GrazePoint ends[2] = {p, q};
    GrazeShape thin;
    int32_t culprit;
    CHECK(graze_shape_polygon(&thin, ends, 2, 0, &culprit) == GRAZE_OK);
    GrazeRelation relation = graze_relation(&thin, &origin, &body->shape, &origin);
    CHECK(graze_relation(&body->shape, &origin, &thin, &origin) == relation);
    GrazeDistance distance;
    graze_distance(&thin, &origin, &body->shape, &origin, &distance);
    CHECK(distance.relation == (int32_t)relation);
    return relation;
}

#define POINT(x, y) ((GrazePoint){x, y})

static void seams_are_not_boundary(void)
{
    /* Four squares around (1, 1) make a square of side 2. */
    Body four = {.count = 0};
    add_square(&four, 0, 0);
    add_square(&four, 1, 0);
    add_square(&four, 0, 1);
    add_square(&four, 1, 1);
    finish_compound(&four);
    CHECK(thin_relation(&four, POINT(1, 0.5F), POINT(1, 0.5F)) == GRAZE_OVERLAPPING);
    CHECK(thin_relation(&four, POINT(1, 1), POINT(1, 1)) == GRAZE_OVERLAPPING);
    CHECK(thin_relation(&four, POINT(1, 0), POINT(1, 0)) == GRAZE_TOUCHING);
    CHECK(thin_relation(&four, POINT(0, 0), POINT(0, 0)) == GRAZE_TOUCHING);
    CHECK(thin_relation(&four, POINT(1, 0.25F), POINT(1, 0.5F)) == GRAZE_OVERLAPPING);
    CHECK(thin_relation(&four, POINT(1, -1), POINT(1, 3)) == GRAZE_OVERLAPPING);
    CHECK(thin_relation(&four, POINT(1, -1), POINT(1, 0)) == GRAZE_TOUCHING);
    CHECK(thin_relation(&four, POINT(0, 0), POINT(2, 0)) == GRAZE_TOUCHING);
    CHECK(thin_relation(&four, POINT(3, 1), POINT(2, 1)) == GRAZE_TOUCHING);
    free(four.storage);
    /* Three squares leave a corner at (1, 1), which is boundary. */
    Body three = {.count = 0};
    add_square(&three, 0, 0);
    add_square(&three, 1, 0);
    add_square(&three, 0, 1);
    finish_compound(&three);
    CHECK(thin_relation(&three, POINT(1, 1), POINT(1, 1)) == GRAZE_TOUCHING);
    CHECK(thin_relation(&three, POINT(1, 1), POINT(1, 2)) == GRAZE_TOUCHING);
    CHECK(thin_relation(&three, POINT(1, 1), POINT(1, 0.5F)) == GRAZE_OVERLAPPING);
    CHECK(thin_relation(&three, POINT(1, 1), POINT(2, 1)) == GRAZE_TOUCHING);
    free(three.storage);
    /* Squares that share half a side. */
    Body shifted = {.count = 0};
    add_square(&shifted, 0, 0);
    add_square(&shifted, 0.5F, 1);
    finish_compound(&shifted);
    CHECK(thin_relation(&shifted, POINT(0.25F, 1), POINT(0.25F, 1)) == GRAZE_TOUCHING);
    CHECK(thin_relation(&shifted, POINT(0.5F, 1), POINT(0.5F, 1)) == GRAZE_TOUCHING);
    CHECK(thin_relation(&shifted, POINT(0.75F, 1), POINT(0.75F, 1)) == GRAZE_OVERLAPPING);
    CHECK(thin_relation(&shifted, POINT(-1, 1), POINT(0.5F, 1)) == GRAZE_TOUCHING);
    CHECK(thin_relation(&shifted, POINT(-1, 1), POINT(0.625F, 1)) == GRAZE_OVERLAPPING);
    free(shifted.storage);
    /* Two squares that share a corner only. */
    Body diagonal = {.count = 0};
    add_square(&diagonal, 0, 0);
    add_square(&diagonal, 1, 1);
    finish_compound(&diagonal);
    CHECK(thin_relation(&diagonal, POINT(1, 1), POINT(1, 1)) == GRAZE_TOUCHING);
    CHECK(thin_relation(&diagonal, POINT(0.5F, 1.5F), POINT(1.5F, 0.5F)) == GRAZE_OVERLAPPING);
    CHECK(thin_relation(&diagonal, POINT(0.5F, 0.5F), POINT(1.5F, 1.5F)) == GRAZE_OVERLAPPING);
    free(diagonal.storage);
}

static void add_polygon(Body* body, const GrazePoint* corners, int32_t count, float radius)
{
    GrazePoint* points = body->points[body->count];
    int32_t culprit;
    memcpy(points, corners, (size_t)count * sizeof *points);
    CHECK(graze_shape_polygon(&body->parts[body->count++], points, count, radius, &culprit) ==
          GRAZE_OK);
}

/* Adds the triangle from the origin to points k and k + 1 of a square's outline of 40 points. */
static void add_wedge(Body* body, int32_t k)
{
    GrazePoint corners[3] = {{0, 0}, {0, 0}, {0, 0}};
    for (int32_t i = 1; i < 3; i++) {
        int32_t at = (k + i - 1) % 40;
        float along = (float)(at % 10 - 5);
        corners[i] = at < 10   ? POINT(5, along)
                     : at < 20 ? POINT(-along, 5)
                     : at < 30 ? POINT(-5, -along)
                               : POINT(along, -5);
    }
    add_polygon(body, corners, 3, 0);
}

/*
 * Wedges around the origin, every other one of which comes first, so that there are more ranges of
 * directions than a search keeps. The origin is inside if none is left out.
 */
static void more_wedges_than_ranges_cover_a_point(void)
{
    enum { WEDGES = 40 };
    for (int32_t missing = -1; missing < WEDGES; missing += 3) {
        Body star = {.count = 0};
        GrazeCover cover = {.is_incomplete = true, .has_grown = true};
        bool is_covered = false;
        for (int32_t k = 0; k < WEDGES; k++) {
            int32_t wedge = (2 * k + 2 * k / WEDGES) % WEDGES;
            if (wedge != missing) add_wedge(&star, wedge);
        }
        while (!is_covered && graze_cover_begin_pass(&cover)) {
            for (int32_t k = 0; k < star.count && !is_covered; k++) {
                const GrazePoint* v = star.parts[k].vertices;
                const GrazeCone cone = {
                    {vec_from_point(v[1]), {0, 0}}, {vec_from_point(v[2]), {0, 0}}, true, true};
                CHECK(v[0].x == 0 && v[0].y == 0);
                is_covered = graze_cover_add(&cover, &cone);
            }
        }
        CHECK(is_covered == (missing < 0));
        finish_compound(&star);
        GrazeRelation expected = missing < 0 ? GRAZE_OVERLAPPING : GRAZE_TOUCHING;
        CHECK(thin_relation(&star, POINT(0, 0), POINT(0, 0)) == expected);
        free(star.storage);
    }
}

/* Bodies with the same hull at one pose, of different parts, have one order: answers of both orders
   of the caller agree. */
static void equal_hulls_have_an_order(void)
{
    const GrazePose pose = {0.5, 0.25, 0.6, 0.8};
    const GrazePoint corners[4] = {{0, 0}, {2, 0}, {2, 2}, {0, 2}};
    Body one = {.count = 0};
    Body halves = {.count = 0};
    Body rows = {.count = 0};
    Body whole = {.count = 0};
    add_polygon(&one, corners, 4, 0);
    finish_compound(&one);
    add_polygon(&whole, corners, 4, 0);
    for (int k = 0; k < 2; k++) {
        const float x = (float)k;
        const GrazePoint half[4] = {{x, 0}, {x + 1, 0}, {x + 1, 2}, {x, 2}};
        add_polygon(&halves, half, 4, 0);
    }
    finish_compound(&halves);
    for (int k = 0; k < 2; k++) {
        const float y = (float)k;
        const GrazePoint half[4] = {{0, y}, {2, y}, {2, y + 1}, {0, y + 1}};
        add_polygon(&rows, half, 4, 0);
    }
    finish_compound(&rows);
    const GrazeShape* shapes[4] = {&one.shape, &halves.shape, &rows.shape, &whole.parts[0]};
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < i; j++) {
            GrazePenetration out;
            GrazePenetration back;
            graze_penetration(shapes[i], &pose, shapes[j], &pose, &out);
            graze_penetration(shapes[j], &pose, shapes[i], &pose, &back);
            CHECK(out.relation == GRAZE_OVERLAPPING && fabs(out.depth - 2) < 1e-15);
            CHECK(out.depth == back.depth && out.witness.point_a_x == back.witness.point_b_x);
            CHECK(out.witness.normal_x == -back.witness.normal_x);
            CHECK(out.witness.normal_y == -back.witness.normal_y);
        }
    }
    free(one.storage);
    free(halves.storage);
    free(rows.storage);
}

/* A point moves between two rounded parts, along a side or at one place: no translation leads past
   both, unless there is a gap between them. */
static void points_pass_between_rounded_parts(void)
{
    const GrazePose origin = {0, 0, 1, 0};
    const GrazePose start = {-4, 1, 1, 0};
    GrazePoint center = {0, 0};
    const GrazeShape point = {&center, 1, 0, 0, NULL, NULL};
    for (int k = 0; k < 4; k++) {
        bool has_side = k % 2 == 1;
        bool has_gap = k >= 2;
        const float half = has_side ? 1 : 0;
        const float y = has_gap ? 2 + 0x1p-22F : 2;
        const GrazePoint lower[2] = {{-half, 0}, {half, 0}};
        const GrazePoint upper[2] = {{-half, y}, {half, y}};
        Body two = {.count = 0};
        GrazeCast cast;
        add_polygon(&two, lower, 1 + has_side, 1);
        add_polygon(&two, upper, 1 + has_side, 1);
        finish_compound(&two);
        graze_shape_cast(&point, &start, &two.shape, &origin, 8, 0, GRAZE_TOUCHING_CONFLICT, &cast);
        CHECK(cast.status == (has_gap ? (int32_t)GRAZE_CAST_GRAZING : (int32_t)GRAZE_CAST_HIT));
        CHECK(cast.begin == 0.5 - 0.125 * half && cast.end == 0.5 + 0.125 * half);
        graze_shape_cast(&point, &start, &two.shape, &origin, 8, 0, GRAZE_TOUCHING_ALLOWED, &cast);
        CHECK(cast.status == (has_gap ? (int32_t)GRAZE_CAST_FREE : (int32_t)GRAZE_CAST_HIT));
        if (!has_gap) CHECK(cast.begin == 0.5 - 0.125 * half && cast.end == 0.5 + 0.125 * half);
        free(two.storage);
    }
}

/* Makes a body of hulls of points with small whole coordinates. */
static void make_whole_body(Body* body)
{
    int32_t parts = 1 + (int32_t)random_below(4);
    *body = (Body){.count = 0};
    for (int32_t k = 0; k < parts; k++) {
        GrazePoint scratch[MAX_VERTICES + 1];
        GrazePoint* points = body->points[k];
        int32_t count = 1 + (int32_t)random_below(4);
        int32_t culprit;
        for (int32_t i = 0; i < count; i++)
            points[i] = POINT((float)random_below(5), (float)random_below(5));
        CHECK(graze_shape_hull(&body->parts[body->count++], points, scratch, count, 0, &culprit) ==
              GRAZE_OK);
    }
    finish_compound(body);
}

/* Returns the relation at an instant of a cast, exact for parameters of few bits. */
static GrazeRelation relation_at(const Body* a, const Body* b, GrazeVec d, double s)
{
    const GrazePose origin = {0, 0, 1, 0};
    const GrazePose moved = {s * d.x, s * d.y, 1, 0};
    return graze_relation(&a->shape, &moved, &b->shape, &origin);
}

static GrazeCast cast_of(const Body* a, const Body* b, GrazeVec d, double s, GrazeTouching touching)
{
    const GrazePose origin = {0, 0, 1, 0};
    GrazeCast cast;
    graze_shape_cast(&a->shape, &origin, &b->shape, &origin, s * d.x, s * d.y, touching, &cast);
    return cast;
}

/*
 * Checks a cast for which touching is allowed. Bodies and displacements are whole, so instants at
 * which the relation changes are fractions of small numbers, and odd multiples of 2^-13 are none.
 */
static void check_first_overlap(const Body* a, const Body* b, GrazeVec d)
{
    const double unit = 0x1p-13;
    const GrazeCast any = cast_of(a, b, d, 1, GRAZE_TOUCHING_CONFLICT);
    const GrazeCast cast = cast_of(a, b, d, 1, GRAZE_TOUCHING_ALLOWED);
    bool grazes = any.status == GRAZE_CAST_GRAZING;
    CHECK(cast.status == (grazes ? (int32_t)GRAZE_CAST_FREE : any.status));
    CHECK(cast.relation == any.relation);
    for (int k = 0; k < 8; k++) {
        double s = (1 + 2 * random_below(1 << 12)) * unit;
        bool is_overlap = relation_at(a, b, d, s) == GRAZE_OVERLAPPING;
        CHECK(!is_overlap || cast.status != GRAZE_CAST_FREE);
        if (cast.status == GRAZE_CAST_FREE) continue;
        CHECK(!is_overlap || s > cast.begin);
        CHECK(is_overlap || !(s > cast.begin && s < cast.end));
    }
    if (cast.status == GRAZE_CAST_FREE) return;
    CHECK(cast.begin >= any.begin && cast.begin <= cast.end && cast.end <= 1);
    double after = (2 * floor(cast.end / (2 * unit)) + 3) * unit;
    CHECK(after > 1 || relation_at(a, b, d, after) != GRAZE_OVERLAPPING);
    /* The displacement up to the beginning leads through nothing. */
    double before = (floor(cast.begin / unit) - 1) * unit;
    double beyond = (ceil(cast.begin / unit) + 1) * unit;
    if (before >= 0)
        CHECK(cast_of(a, b, d, before, GRAZE_TOUCHING_CONFLICT).status != GRAZE_CAST_HIT);
    if (cast.status == GRAZE_CAST_HIT && beyond <= 1)
        CHECK(cast_of(a, b, d, beyond, GRAZE_TOUCHING_CONFLICT).status == GRAZE_CAST_HIT);
}

static void casts_pass_over_touches(void)
{
    int32_t later = 0;
    for (int round = 0; round < share_of(20000); round++) {
        Body a;
        Body b;
        make_whole_body(&a);
        make_whole_body(&b);
        GrazeVec d = vec((double)random_below(9) - 4, (double)random_below(9) - 4);
        check_first_overlap(&a, &b, d);
        const GrazeCast any = cast_of(&a, &b, d, 1, GRAZE_TOUCHING_CONFLICT);
        const GrazeCast cast = cast_of(&a, &b, d, 1, GRAZE_TOUCHING_ALLOWED);
        later += cast.status == GRAZE_CAST_HIT && cast.begin > any.begin;
        free(a.storage);
        free(b.storage);
    }
    CHECK(later >= share_of(100));
}

/* A body that moves with one piece of constant velocity and turn. */
static GrazePiece random_piece(void)
{
    GrazePiece piece = {.t0 = 0, .t1 = 4};
    piece.x[0] = 4 * random_tied();
    piece.y[0] = 4 * random_tied();
    piece.x[1] = 2 * random_tied();
    piece.y[1] = 2 * random_tied();
    piece.angle[1] = random_below(2) ? 0 : 2 * random_unit();
    return piece;
}

static void check_first_contact(const GrazeMovingBody* a, const Body* parts_a,
                                const GrazeMovingBody* b, const Body* parts_b,
                                const GrazeMotionOptions* options)
{
    GrazeContact contact;
    graze_first_contact(a, b, options, &contact);
    double lo = INFINITY;
    double hi = INFINITY;
    double clearance = INFINITY;
    for (int32_t i = 0; i < parts_a->count; i++) {
        for (int32_t j = 0; j < parts_b->count; j++) {
            GrazeMovingBody p = *a;
            GrazeMovingBody q = *b;
            GrazeContact part;
            GrazeClearance least;
            p.shape = &parts_a->parts[i];
            q.shape = &parts_b->parts[j];
            graze_first_contact(&p, &q, options, &part);
            graze_clearance(&p, &q, options, &least);
            clearance = min2(clearance, least.hi);
            if (part.status == GRAZE_CONTACT_FREE) continue;
            lo = min2(lo, part.lo);
            if (part.status != GRAZE_CONTACT_GRAZING) hi = min2(hi, part.hi);
        }
    }
    double slack = 4 * options->tolerance;
    if (lo == INFINITY) {
        CHECK(contact.status == GRAZE_CONTACT_FREE);
    } else {
        CHECK(contact.status != GRAZE_CONTACT_FREE && contact.status != GRAZE_CONTACT_UNDECIDED);
        CHECK(fabs(contact.lo - lo) <= slack && contact.hi >= contact.lo);
        if (contact.status == GRAZE_CONTACT_HIT && hi - lo <= options->tolerance)
            CHECK(contact.hi - contact.lo <= options->tolerance);
    }
    GrazeClearance least;
    graze_clearance(a, b, options, &least);
    double error = 4 * options->distance_tolerance;
    CHECK(least.status != GRAZE_CLEARANCE_UNDECIDED && least.lo <= least.hi);
    CHECK(least.hi <= clearance + error);
    /* Unions that overlap are deeper than their parts. */
    if (clearance > error) CHECK(fabs(least.hi - clearance) <= error);
}

enum { CAPACITY = 64 };

/* Checks that intervals are in order and apart, and that bodies touch inside of them alone, at
   sampled times. */
static void check_intervals(const GrazeMovingBody* a, const GrazeMovingBody* b,
                            const GrazeMotionOptions* options)
{
    GrazeInterval intervals[CAPACITY];
    int32_t count = graze_contact_intervals(a, b, options, intervals, CAPACITY);
    CHECK(count <= CAPACITY);
    for (int32_t k = 1; k < count; k++)
        CHECK(intervals[k - 1].end_hi < intervals[k].begin_lo);
    for (int32_t k = 0; k < 200; k++) {
        double t = 4 * (random_unit() + 1) / 2;
        double separation = graze_separation_at(a, b, t);
        bool may_be_inside = false;
        bool must_be_inside = false;
        for (int32_t i = 0; i < count; i++) {
            may_be_inside |= t >= intervals[i].begin_lo && t <= intervals[i].end_hi;
            must_be_inside |= t > intervals[i].begin_hi && t < intervals[i].end_lo &&
                              intervals[i].status == GRAZE_CONTACT_HIT;
        }
        if (separation < -options->distance_tolerance) CHECK(may_be_inside);
        if (must_be_inside) CHECK(separation <= 2 * options->distance_tolerance);
    }
}

static void moving_compounds_answer_as_all_pairs(void)
{
    for (int round = 0; round < share_of(1500); round++) {
        Body bodies[2];
        GrazePiece pieces[2];
        GrazeMovingBody moving[2];
        for (int k = 0; k < 2; k++) {
            make_body(&bodies[k]);
            pieces[k] = random_piece();
            moving[k] =
                (GrazeMovingBody){&bodies[k].shape, &pieces[k], 1, GRAZE_STAY, GRAZE_STAY, NULL, 0};
        }
        GrazeMotionOptions options = {
            0, 4, 1e-9, 1e-9, 0, GRAZE_METHOD_CERTIFIED, GRAZE_TOUCHING_CONFLICT};
        check_first_contact(&moving[0], &bodies[0], &moving[1], &bodies[1], &options);
        check_intervals(&moving[0], &moving[1], &options);
        free(bodies[0].storage);
        free(bodies[1].storage);
    }
}

/* Makes four squares around (1, 1). */
static void make_four(Body* four)
{
    four->count = 0;
    add_square(four, 0, 0);
    add_square(four, 1, 0);
    add_square(four, 0, 1);
    add_square(four, 1, 1);
    finish_compound(four);
}

/* Bridges of a compound that were received. */
typedef struct {
    const Body* body;
    int32_t count;
} Received;

/* Checks that a bridge is convex, in the union, and around a point of it that is in no part. */
static void check_bridge(void* context, const GrazeShape* bridge)
{
    const GrazePose origin = {0, 0, 1, 0};
    Received* received = context;
    GrazePoint corners[4];
    GrazeShape copy;
    int32_t culprit;
    CHECK(bridge->count == 4 && bridge->radius == 0 && bridge->compound == NULL);
    memcpy(corners, bridge->vertices, sizeof corners);
    CHECK(graze_shape_polygon(&copy, corners, 4, 0, &culprit) == GRAZE_OK && copy.count == 4);
    for (int k = 0; k < 4; k++)
        CHECK(corners[k].x == bridge->vertices[k].x && corners[k].y == bridge->vertices[k].y);
    CHECK(bridge->extent == copy.extent);
    /* The part of it beyond each part is in others: no point of a grid over it is outside of all. */
    for (int i = 0; i <= 8; i++) {
        for (int j = 0; j <= 8; j++) {
            double s = i / 8.0;
            double t = j / 8.0;
            const GrazePoint* c = bridge->vertices;
            GrazePoint p = {(float)((1 - t) * ((1 - s) * c[0].x + s * c[1].x) +
                                    t * ((1 - s) * c[3].x + s * c[2].x)),
                            (float)((1 - t) * ((1 - s) * c[0].y + s * c[1].y) +
                                    t * ((1 - s) * c[3].y + s * c[2].y))};
            GrazeShape point = {&p, 1, 0, 0, NULL, NULL};
            point.extent = max2(fabs(p.x), fabs(p.y));
            if (graze_relation(&point, &origin, bridge, &origin) != GRAZE_OVERLAPPING) continue;
            CHECK(graze_relation(&point, &origin, &received->body->shape, &origin) ==
                  GRAZE_OVERLAPPING);
        }
    }
    received->count++;
}

static int32_t count_bridges(const Body* body, int32_t part, int32_t vertices)
{
    GrazePoint ends[2] = {{0, 0}, {1, 0}};
    GrazeShape thin = {ends, vertices, 0, 1, NULL, NULL};
    Received received = {body, 0};
    CHECK(graze_compound_may_have_bridge(&thin, &body->shape, part));
    graze_compound_each_bridge(&thin, &body->shape, part, check_bridge, &received);
    return received.count;
}

static void bridges_cover_seams(void)
{
    Body four;
    make_four(&four);
    for (int32_t part = 0; part < 4; part++) {
        CHECK(count_bridges(&four, part, 2) == 2);
        CHECK(count_bridges(&four, part, 1) == 3);
    }
    GrazePoint points[3] = {{0, 0}, {1, 0}, {0, 1}};
    GrazeShape triangle = {points, 3, 0, 1, NULL, NULL};
    CHECK(!graze_compound_may_have_bridge(&triangle, &four.shape, 0));
    CHECK(!graze_compound_may_have_bridge(&triangle, &triangle, -1));
    free(four.storage);
    /* Parts that only touch at a corner, or overlap, or are apart by an ulp, have no seam. */
    Body others = {.count = 0};
    add_square(&others, 0, 0);
    add_square(&others, 1, 1);
    add_square(&others, 2.5F, 1.5F);
    add_square(&others, -1 - 0x1p-23F, 0);
    finish_compound(&others);
    for (int32_t part = 0; part < 4; part++)
        CHECK(count_bridges(&others, part, 1) == 0);
    free(others.storage);
    /* A part as thin as an ulp has no point of float32 inside: its far corner is that of the
       bridge, if it is above the seam. */
    for (int is_above = 0; is_above < 2; is_above++) {
        const float begin = is_above ? 0 : 0.5F;
        const GrazePoint low[4] = {{begin, 0}, {1, 0}, {1, 1}, {begin, 1}};
        const GrazePoint thin[3] = {{0, 1}, {1, 1}, {0.25F, 1 + 0x1p-23F}};
        Body sliver = {.count = 0};
        add_polygon(&sliver, low, 4, 0);
        add_polygon(&sliver, thin, 3, 0);
        finish_compound(&sliver);
        for (int32_t part = 0; part < 2; part++)
            CHECK(count_bridges(&sliver, part, 2) == is_above);
        free(sliver.storage);
    }
}

/* Checks the answers for a point that moves from (x, y) by (dx, dy) in [0, 1] beside a body at rest,
   in both orders. */
static void check_moving_point(const Body* body, GrazePoint from, GrazePoint way,
                               GrazeContactStatus status, double lo, double hi, bool is_inside)
{
    const GrazePoint center = {0, 0};
    const GrazeShape point = {&center, 1, 0, 0, NULL, NULL};
    const GrazePiece pieces[2] = {{.t1 = 1, .x = {from.x, way.x}, .y = {from.y, way.y}}, {.t1 = 1}};
    const GrazeMovingBody moving[2] = {
        {&point, &pieces[0], 1, GRAZE_STAY, GRAZE_STAY, NULL, 0},
        {&body->shape, &pieces[1], 1, GRAZE_STAY, GRAZE_STAY, NULL, 0}};
    const GrazeMotionOptions options = {
        0, 1, 0x1p-30, 0x1p-30, 0, GRAZE_METHOD_CERTIFIED, GRAZE_TOUCHING_CONFLICT};
    for (int k = 0; k < 2; k++) {
        const GrazeMovingBody* a = &moving[k];
        const GrazeMovingBody* b = &moving[1 - k];
        GrazeContact contact;
        GrazeInterval interval;
        GrazeClearance clearance;
        GrazeDelay delay;
        graze_first_contact(a, b, &options, &contact);
        CHECK(contact.status == (int32_t)status);
        CHECK(fabs(contact.lo - lo) < 0x1p-26 && fabs(contact.hi - hi) < 0x1p-26);
        CHECK((contact.status == GRAZE_CONTACT_OVERLAPPING) == (contact.separation < -0x1p-10));
        CHECK(graze_contact_intervals(a, b, &options, &interval, 1) == 1);
        int32_t of_interval = is_inside ? GRAZE_CONTACT_HIT : GRAZE_CONTACT_GRAZING;
        CHECK(interval.status == of_interval);
        CHECK(graze_unsafe_motion_delays(a, b, -0.5, 0.5, &options, &delay, 1) == 1);
        CHECK(delay.status == of_interval);
        graze_clearance(a, b, &options, &clearance);
        CHECK(clearance.status != GRAZE_CLEARANCE_UNDECIDED && clearance.lo <= clearance.hi);
        CHECK((clearance.hi < -0x1p-10) == is_inside);
        CHECK(fabs(graze_separation_at(a, b, clearance.time) - clearance.hi) < 0x1p-26);
    }
}

static void seams_overlap_in_motion(void)
{
    Body four;
    Body shifted = {.count = 0};
    make_four(&four);
    check_moving_point(&four, POINT(1, -1), POINT(0, 4), GRAZE_CONTACT_HIT, 0.25, 0.25, true);
    check_moving_point(&four, POINT(1, 1), POINT(0, 0), GRAZE_CONTACT_OVERLAPPING, 0, 0, true);
    check_moving_point(&four, POINT(1, 0.5F), POINT(0, 0), GRAZE_CONTACT_OVERLAPPING, 0, 0, true);
    check_moving_point(&four, POINT(-1, 0), POINT(4, 0), GRAZE_CONTACT_GRAZING, 0.25, 0.75, false);
    add_square(&shifted, 0, 0);
    add_square(&shifted, 0.5F, 1);
    finish_compound(&shifted);
    check_moving_point(&shifted, POINT(-0.5F, 1), POINT(2, 0), GRAZE_CONTACT_HIT, 0.25, 0.5, true);
    free(four.storage);
    free(shifted.storage);
}

/* Posts in a row, and a base that joins them: the intervals of the posts need no room. */
static void union_of_one_interval_fits_into_one(void)
{
    const GrazePiece pieces[2] = {{.t1 = 1, .x = {-2, 16}, .y = {0.25, 0}}, {.t1 = 1}};
    const GrazeMotionOptions options = {
        0, 1, 0x1p-30, 0x1p-30, 0, GRAZE_METHOD_CERTIFIED, GRAZE_TOUCHING_CONFLICT};
    GrazePoint corners[4] = {{-0.125F, 0}, {0.125F, 0}, {0.125F, 0.125F}, {-0.125F, 0.125F}};
    const GrazeShape bar = {corners, 4, 0, 0.125, NULL, NULL};
    for (int has_base = 0; has_base < 2; has_base++) {
        Body row = {.count = 0};
        for (int k = 0; k < 6; k++)
            add_square(&row, 2 * (float)k, 0);
        for (int k = 0; has_base && k < 6; k++)
            add_square(&row, 0.5F + 2 * (float)k, -0.5F);
        GrazePoint* base = row.points[row.count - 1];
        if (has_base) {
            base[0] = POINT(0, -0.5F);
            base[1] = POINT(12, -0.5F);
            base[2] = POINT(12, 0.5F);
            base[3] = POINT(0, 0.5F);
            row.parts[row.count - 1].extent = 12;
        }
        finish_compound(&row);
        const GrazeMovingBody a = {&bar, &pieces[0], 1, GRAZE_STAY, GRAZE_STAY, NULL, 0};
        const GrazeMovingBody b = {&row.shape, &pieces[1], 1, GRAZE_STAY, GRAZE_STAY, NULL, 0};
        GrazeInterval intervals[6];
        CHECK(graze_contact_intervals(&a, &b, &options, intervals, 5) == (has_base ? 1 : 6));
        CHECK(graze_contact_intervals(&a, &b, &options, intervals, 1) == (has_base ? 1 : 2));
        CHECK(fabs(intervals[0].begin_lo - 1.875 / 16) < 0x1p-26);
        CHECK(fabs(intervals[0].end_hi - (has_base ? 14.125 : 3.125) / 16) < 0x1p-26);
        free(row.storage);
    }
}

/*
 * Posts of which more are met than a search keeps at a time. The block is found after posts beyond
 * it, where it joins some of those kept with some that were left out.
 */
static void intervals_of_many_posts_are_found(void)
{
    enum { POSTS = 48, FIRST = 30, LAST = 40 };
    const GrazePiece pieces[2] = {{.t1 = 1, .x = {-4, 128}, .y = {0.5, 0}}, {.t1 = 1}};
    const GrazeMotionOptions options = {
        0, 1, 0x1p-30, 0x1p-30, 0, GRAZE_METHOD_CERTIFIED, GRAZE_TOUCHING_CONFLICT};
    const GrazePoint center = {0, 0};
    const GrazeShape disc = {&center, 1, 0.25F, 0, NULL, NULL};
    const GrazePoint block[4] = {{2 * FIRST, 0}, {2 * LAST, 0}, {2 * LAST, 100}, {2 * FIRST, 100}};
    for (int has_block = 0; has_block < 2; has_block++) {
        Body row = {.count = 0};
        GrazeInterval intervals[POSTS + 1];
        for (int k = 0; k < POSTS; k++)
            add_square(&row, 2 * (float)(5 * k % POSTS), 0);
        if (has_block) add_polygon(&row, block, 4, 0);
        finish_compound(&row);
        const GrazeMovingBody a = {&disc, &pieces[0], 1, GRAZE_STAY, GRAZE_STAY, NULL, 0};
        const GrazeMovingBody b = {&row.shape, &pieces[1], 1, GRAZE_STAY, GRAZE_STAY, NULL, 0};
        int32_t expected = has_block ? POSTS - (LAST - FIRST) : POSTS;
        CHECK(graze_contact_intervals(&a, &b, &options, intervals, POSTS + 1) == expected);
        for (int k = 0; k < expected; k++) {
            int post = has_block && k > FIRST ? k + LAST - FIRST : k;
            int last = has_block && k == FIRST ? LAST : post;
            CHECK(fabs(intervals[k].begin_lo - (2 * post + 3.75) / 128) < 0x1p-26);
            CHECK(fabs(intervals[k].end_hi - (2 * last + 5.25) / 128) < 0x1p-26);
            CHECK(intervals[k].status == GRAZE_CONTACT_HIT);
        }
        CHECK(graze_contact_intervals(&a, &b, &options, intervals, 36) == 37);
        free(row.storage);
    }
}

int main(int argc, char** argv)
{
    set_test_share(argc, argv);
    more_wedges_than_ranges_cover_a_point();
    equal_hulls_have_an_order();
    points_pass_between_rounded_parts();
    intervals_of_many_posts_are_found();
    trees_answer_as_all_pairs();
    seams_are_not_boundary();
    casts_pass_over_touches();
    bridges_cover_seams();
    seams_overlap_in_motion();
    union_of_one_interval_fits_into_one();
    moving_compounds_answer_as_all_pairs();
    return test_failures != 0;
}
