/*
 * Fuzzes graze_compound and graze_compound_size: the shape contains its parts, which are copied, and
 * the tree holds each part once, below volumes that contain it. The relation, the gap, the distance,
 * and the cast of two compounds are those of all pairs of parts, except that an overlap can be along a
 * seam. The depth is not below that of any pair, and a translation by it separates all of them, but
 * no shorter one. While they move by the cast's displacement, the first contact begins as that of all
 * pairs, the intervals are in order, and an overlap is in one. The storage has exactly the promised
 * size.
 */
#include "../../src/tolerance.h"
#include "check.h"
#include "input.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_PARTS = 7, MAX_VERTICES = 6 };

/* A body with the parts that the caller gave. */
typedef struct {
    GrazeShape parts[MAX_PARTS];
    GrazePoint points[MAX_PARTS][MAX_VERTICES];
    int32_t count, vertices;
    GrazeShape shape; /* one part, or the compound in `storage` */
    GrazePose pose;
    void* storage; /* NULL for a convex body */
} Union;

typedef struct {
    Union a, b;
    double dx, dy;
    bool is_grid; /* all numbers are of a grid, so rounding merges no vertices */
} Unions;

static void print_union(const char* name, const Union* body)
{
    fprintf(stderr, "  %s: %s, place (%a, %a), cos %a, sin %a\n", name,
            body->storage != NULL ? "compound" : "convex", body->pose.x, body->pose.y,
            body->pose.cos, body->pose.sin);
    for (int32_t k = 0; k < body->count; k++) {
        fprintf(stderr, "   radius %.9g", body->parts[k].radius);
        print_points(body->parts[k].vertices, body->parts[k].count);
    }
}

static void print_unions(const void* subject)
{
    const Unions* unions = subject;
    print_union("A", &unions->a);
    print_union("B", &unions->b);
    fprintf(stderr, "  way (%a, %a)\n", unions->dx, unions->dy);
}

/* ---------------------------------------------------------------- input */

/* Numbers of an input: of a grid with a power of two as its step, or any. */
typedef struct {
    bool is_grid;
    int bits;
    double unit;
} Numbers;

static Numbers read_numbers(Input* input)
{
    Numbers numbers = {input_below(input, 4) > 0, 1 + input_below(input, 10), 1};
    if (input_below(input, 4) == 3) numbers.unit = ldexp(1, input_below(input, 200) - 100);
    return numbers;
}

static double read_number(Input* input, const Numbers* numbers)
{
    return numbers->is_grid ? (double)input_int(input, numbers->bits) * numbers->unit
                            : (double)input_float(input);
}

/* Reads the points of a part: a cell of the grid, which has a seam with the next one, or any. */
static int32_t read_points(Input* input, const Numbers* numbers, GrazePoint* points)
{
    if (numbers->is_grid && input_below(input, 2) == 0) {
        float x = (float)read_number(input, numbers);
        float y = (float)read_number(input, numbers);
        float side = (float)numbers->unit;
        const GrazePoint corners[4] = {{x, y}, {x + side, y}, {x + side, y + side}, {x, y + side}};
        memcpy(points, corners, sizeof corners);
        return 4;
    }
    int32_t count = 1 + input_below(input, MAX_VERTICES);
    for (int32_t i = 0; i < count; i++) {
        points[i].x = (float)read_number(input, numbers);
        points[i].y = (float)read_number(input, numbers);
    }
    return count;
}

static bool read_part(Input* input, const Numbers* numbers, Union* body)
{
    GrazePoint scratch[MAX_VERTICES + 1];
    GrazePoint* points = body->points[body->count];
    int32_t culprit;
    int32_t count = read_points(input, numbers, points);
    float radius = input_below(input, 4) == 3 ? fabsf((float)read_number(input, numbers)) : 0;
    GrazeShape* part = &body->parts[body->count];
    if (graze_shape_hull(part, points, scratch, count, radius, &culprit) != GRAZE_OK) return false;
    body->count++;
    body->vertices += part->count;
    return true;
}

static GrazePose read_pose(Input* input, const Numbers* numbers)
{
    GrazePose pose = {read_number(input, numbers), read_number(input, numbers), 1, 0};
    int32_t turn = input_below(input, 8);
    if (turn == 1) pose = (GrazePose){pose.x, pose.y, 0, 1};
    if (turn == 2) graze_pose(pose.x, pose.y, (double)input_int(input, 6) / 16, &pose);
    return pose;
}

/* Makes the compound of the parts in storage of exactly the promised size, which holds anything
 * before. */
static void make_compound(Union* body)
{
    size_t size = graze_compound_size(body->count, body->vertices);
    body->storage = malloc(size);
    if (body->storage == NULL) abort();
    memset(body->storage, 0xff, size);
    GrazeStatus status = graze_compound(&body->shape, body->parts, body->count, body->storage);
    CHECK(status == GRAZE_OK, "status %d", (int)status);
    status = graze_compound(&body->shape, body->parts, 0, NULL);
    CHECK(status == GRAZE_E_TOO_FEW_POINTS, "status %d of no part", (int)status);
}

static bool read_union(Input* input, const Numbers* numbers, Union* body)
{
    int32_t count = 1 + input_below(input, MAX_PARTS);
    while (body->count < count)
        if (!read_part(input, numbers, body)) return false;
    body->pose = read_pose(input, numbers);
    body->shape = body->parts[0];
    if (!isfinite(body->pose.x) || !isfinite(body->pose.y)) return false;
    if (count > 1 || input_below(input, 2) == 1) make_compound(body);
    return true;
}

static bool read_unions(Input* input, Unions* unions)
{
    Numbers numbers = read_numbers(input);
    bool is_read =
        read_union(input, &numbers, &unions->a) && read_union(input, &numbers, &unions->b);
    unions->is_grid = numbers.is_grid;
    unions->dx = read_number(input, &numbers);
    unions->dy = read_number(input, &numbers);
    return is_read && isfinite(unions->dx) && isfinite(unions->dy);
}

/* ---------------------------------------------------------------- the shape */

/* Checks that the core of a shape contains points. */
static void check_contains(const GrazeShape* shape, const GrazePoint* points, int32_t count)
{
    const GrazePose origin = {0, 0, 1, 0};
    GrazeShape core = {shape->vertices, shape->count, 0, shape->extent, NULL, NULL};
    for (int32_t i = 0; i < count; i++) {
        GrazeShape point = {&points[i], 1, 0, shape->extent, NULL, NULL};
        CHECK(graze_relation(&point, &origin, &core, &origin) != GRAZE_DISJOINT,
              "(%a, %a) is outside", points[i].x, points[i].y);
    }
}

static bool is_same_shape(const GrazeShape* p, const GrazeShape* q)
{
    return p->count == q->count && p->radius == q->radius && p->extent == q->extent &&
           p->support_lut == NULL && p->compound == NULL &&
           same_bytes(p->vertices, q->vertices, (size_t)q->count * sizeof *q->vertices);
}

/* Checks that the vertices are the hull of those of all parts. */
static void check_hull(const Union* body)
{
    const GrazeShape* shape = &body->shape;
    GrazePoint copy[MAX_PARTS * MAX_VERTICES];
    GrazeShape hull;
    int32_t culprit;
    double extent = 0;
    float radius = 0;
    CHECK(shape->count >= 1 && shape->count <= body->vertices, "%d vertices", shape->count);
    memcpy(copy, shape->vertices, (size_t)shape->count * sizeof *copy);
    GrazeStatus status = graze_shape_polygon(&hull, copy, shape->count, 0, &culprit);
    CHECK(status == GRAZE_OK && hull.count == shape->count &&
              same_bytes(copy, shape->vertices, (size_t)shape->count * sizeof *copy),
          "status %d, %d of %d vertices", (int)status, hull.count, shape->count);
    for (int32_t i = 0; i < shape->count; i++) {
        bool is_given = false;
        for (int32_t k = 0; k < body->count; k++)
            for (int32_t j = 0; j < body->parts[k].count; j++)
                is_given = is_given || (body->parts[k].vertices[j].x == shape->vertices[i].x &&
                                        body->parts[k].vertices[j].y == shape->vertices[i].y);
        CHECK(is_given, "vertex %d is new", i);
    }
    for (int32_t k = 0; k < body->count; k++) {
        check_contains(shape, body->parts[k].vertices, body->parts[k].count);
        extent = fmax(extent, body->parts[k].extent);
        radius = fmaxf(radius, body->parts[k].radius);
    }
    CHECK(shape->extent == extent && shape->radius == radius, "extent %a of %a, radius %a of %a",
          shape->extent, extent, shape->radius, radius);
    CHECK(shape->support_lut == NULL, "a lookup table");
}

static void check_node(const GrazeCompound* compound, int32_t i, int32_t* seen)
{
    const GrazeCompoundNode* node = &compound->nodes[i];
    if (node->right == 0) {
        CHECK(node->part >= 0 && node->part < compound->count, "part %d", node->part);
        CHECK(is_same_shape(&node->volume, &compound->parts[node->part]), "leaf %d", i);
        seen[node->part]++;
        return;
    }
    CHECK(node->part == -1 && node->right > i + 1 && node->right < 2 * compound->count - 1,
          "node %d: part %d, right %d", i, node->part, node->right);
    const int32_t children[2] = {i + 1, node->right};
    for (int k = 0; k < 2; k++) {
        const GrazeShape* child = &compound->nodes[children[k]].volume;
        CHECK(child->radius <= node->volume.radius && child->extent <= node->volume.extent,
              "node %d is larger than node %d", children[k], i);
        check_contains(&node->volume, child->vertices, child->count);
    }
}

static void check_shape(const Union* body)
{
    if (body->storage == NULL) return;
    const GrazeCompound* compound = body->shape.compound;
    int32_t seen[MAX_PARTS] = {0};
    int32_t areas = 0;
    CHECK(compound != NULL && compound->count == body->count, "not %d parts", body->count);
    for (int32_t k = 0; k < body->count; k++) {
        const GrazeShape* part = &compound->parts[k];
        CHECK(is_same_shape(part, &body->parts[k]), "part %d", k);
        CHECK(part->vertices != body->parts[k].vertices, "part %d is not copied", k);
        areas += part->count > 2 || part->radius > 0;
    }
    CHECK(compound->areas == areas, "%d areas of %d", compound->areas, areas);
    check_hull(body);
    for (int32_t i = 0; i < 2 * body->count - 1; i++)
        check_node(compound, i, seen);
    for (int32_t k = 0; k < body->count; k++)
        CHECK(seen[k] == 1, "part %d is %d times in the tree", k, seen[k]);
}

/* ---------------------------------------------------------------- queries */

/* The answers of all pairs of parts. */
typedef struct {
    GrazeRelation relation;
    double gap, separation, begin, end;
    double latest; /* end of the contact if gaps that rounding leaves are passed over */
    bool is_hit;   /* whether a cast of two of them is a hit */
} Answers;

static GrazeCast cast_parts(const Unions* u, int32_t i, int32_t j)
{
    GrazeCast cast;
    graze_shape_cast(&u->a.parts[i], &u->a.pose, &u->b.parts[j], &u->b.pose, u->dx, u->dy,
                     GRAZE_TOUCHING_CONFLICT, &cast);
    return cast;
}

static void ask_parts(const Unions* u, int32_t i, int32_t j, Answers* answers)
{
    const GrazeShape* p = &u->a.parts[i];
    const GrazeShape* q = &u->b.parts[j];
    GrazeRelation relation;
    GrazePenetration penetration;
    double gap = graze_gap(p, &u->a.pose, q, &u->b.pose, &relation);
    graze_penetration(p, &u->a.pose, q, &u->b.pose, &penetration);
    GrazeCast cast = cast_parts(u, i, j);
    if (relation > answers->relation) answers->relation = relation;
    answers->gap = fmin(answers->gap, gap);
    answers->separation =
        fmin(answers->separation, relation == GRAZE_OVERLAPPING ? -penetration.depth : gap);
    if (cast.status != GRAZE_CAST_FREE) answers->begin = fmin(answers->begin, cast.begin);
    if (cast.status == GRAZE_CAST_HIT) answers->is_hit = true;
}

/* Returns a bound of the gap, as a part of the displacement, that rounding of two parts can leave
   between them and others with an edge in common; twice the gap that a cast passes over. */
static double rounding_gap(const Unions* u, int32_t i, int32_t j)
{
    double length = fmax(fabs(u->dx), fabs(u->dy));
    double shift = fmax(fabs((double)u->b.pose.x - u->a.pose.x) + 1.5 * u->b.parts[j].extent,
                        fabs((double)u->b.pose.y - u->a.pose.y) + 1.5 * u->b.parts[j].extent);
    double scale = 1.5 * u->a.parts[i].extent + 1.5 * shift;
    return length > 0 ? 2 * GRAZE_SEAM_SLACK * (scale + length) / length : 0;
}

/* Extends the contact that begins first by all parts that are in contact when it ends; with
   `has_gaps` also by those that are apart from it by rounding. Returns its end. */
static double extend_contact(const Unions* u, double begin, bool has_gaps)
{
    double end = begin;
    double gap = 0;
    for (bool has_grown = true; has_grown;) {
        has_grown = false;
        for (int32_t k = 0; k < u->a.count * u->b.count; k++) {
            int32_t i = k / u->b.count;
            int32_t j = k % u->b.count;
            GrazeCast cast = cast_parts(u, i, j);
            double own_gap = has_gaps ? rounding_gap(u, i, j) : 0;
            if (cast.status == GRAZE_CAST_FREE) continue;
            if (cast.begin > end + fmin(own_gap, end == begin ? own_gap : gap)) continue;
            if (cast.end > end || (cast.end == end && own_gap > gap)) {
                has_grown = true;
                gap = cast.end > end ? own_gap : fmax(gap, own_gap);
                end = cast.end;
            }
        }
    }
    return end;
}

static Answers ask_all_parts(const Unions* u)
{
    Answers answers = {GRAZE_DISJOINT, INFINITY, INFINITY, INFINITY, INFINITY, INFINITY, false};
    for (int32_t i = 0; i < u->a.count; i++)
        for (int32_t j = 0; j < u->b.count; j++)
            ask_parts(u, i, j, &answers);
    if (answers.begin < INFINITY) answers.end = extend_contact(u, answers.begin, false);
    if (answers.begin < INFINITY) answers.latest = extend_contact(u, answers.begin, true);
    return answers;
}

/* Returns the part that a witness names: of a convex body, the body itself. */
static const GrazeShape* part_of(const Union* body, int32_t part)
{
    bool is_convex = body->storage == NULL;
    CHECK(is_convex ? part == -1 : part >= 0 && part < body->count, "part %d of %d", part,
          body->count);
    return &body->parts[is_convex ? 0 : part];
}

/* Checks that the witness is the one of its two parts. */
static void check_witness(const GrazeWitness* witness, const GrazeWitness* of_parts)
{
    GrazeWitness expected = *of_parts;
    expected.part_a = witness->part_a;
    expected.part_b = witness->part_b;
    CHECK(same_bytes(witness, &expected, sizeof expected), "not the witness of parts %d, %d",
          witness->part_a, witness->part_b);
}

#define PAIR(u) &(u)->a.shape, &(u)->a.pose, &(u)->b.shape, &(u)->b.pose
#define PARTS(u, w)                                                                                \
    part_of(&(u)->a, (w).part_a), &(u)->a.pose, part_of(&(u)->b, (w).part_b), &(u)->b.pose

static GrazeRelation check_relation(const Unions* u, const Answers* expected)
{
    GrazeRelation relation = graze_relation(PAIR(u));
    bool has_seam = u->a.count > 1 || u->b.count > 1;
    bool is_along_seam =
        has_seam && expected->relation == GRAZE_TOUCHING && relation == GRAZE_OVERLAPPING;
    CHECK(relation == expected->relation || is_along_seam, "relation %d, of parts %d",
          (int)relation, (int)expected->relation);
    GrazeRelation swapped = graze_relation(&u->b.shape, &u->b.pose, &u->a.shape, &u->a.pose);
    CHECK(swapped == relation, "relation %d, swapped %d", (int)relation, (int)swapped);
    bool is_hit = graze_collide(PAIR(u));
    CHECK(is_hit == (relation != GRAZE_DISJOINT), "relation %d, collide %d", (int)relation, is_hit);
    return relation;
}

static void check_distances(const Unions* u, const Answers* expected, GrazeRelation relation)
{
    GrazeRelation of_gap;
    double gap = graze_gap(PAIR(u), &of_gap);
    CHECK(gap == expected->gap && of_gap == relation, "gap %a, of parts %a; relation %d of %d", gap,
          expected->gap, (int)of_gap, (int)relation);
    GrazeDistance distance;
    GrazeDistance distance_of_parts;
    graze_distance(PAIR(u), &distance);
    CHECK(distance.distance == expected->gap && distance.relation == (int32_t)relation,
          "distance %a, of parts %a; relation %d of %d", distance.distance, expected->gap,
          distance.relation, (int)relation);
    graze_distance(PARTS(u, distance.witness), &distance_of_parts);
    check_witness(&distance.witness, &distance_of_parts.witness);
}

/* ---- depth ---- */

/* Returns a bound of all coordinates and radii of both bodies relative to one of them. */
static double scale_of(const Unions* u)
{
    double scale = fabs(u->b.pose.x - u->a.pose.x) + fabs(u->b.pose.y - u->a.pose.y);
    const Union* bodies[2] = {&u->a, &u->b};
    for (int i = 0; i < 2; i++)
        scale += 2 * bodies[i]->shape.extent + bodies[i]->shape.radius;
    return scale;
}

/* Returns a bound of the rounding of positions in the world. */
static double place_error(const Unions* u)
{
    return 0x1p-48 * (scale_of(u) + fabs(u->a.pose.x) + fabs(u->a.pose.y)) + 0x1p-199;
}

/* Checks that a point is on the outline of a body's part, at the feature that is named. */
static void check_point(const Unions* u, const Union* body, double x, double y, int32_t part,
                        int32_t feature, int32_t index)
{
    const GrazeShape* shape = part_of(body, part);
    CHECK(feature == GRAZE_VERTEX || feature == GRAZE_EDGE, "feature %d", feature);
    CHECK(index >= 0 && index < shape->count, "index %d of %d", index, shape->count);
    if (!u->is_grid) return;
    GrazePoint ends[2] = {shape->vertices[index], shape->vertices[(index + 1) % shape->count]};
    GrazeShape core = {ends, feature == GRAZE_EDGE ? 2 : 1, 0, shape->extent, NULL, NULL};
    GrazePoint zero = {0, 0};
    GrazeShape point = {&zero, 1, 0, 0, NULL, NULL};
    GrazePose at = {x, y, 1, 0};
    GrazeRelation relation;
    double gap = graze_gap(&point, &at, &core, &body->pose, &relation);
    /* A translation ends where another pair of parts separates, up to the rounding of the depth. */
    CHECK(is_near(gap, shape->radius, 0x1p-38 * scale_of(u) + 8 * place_error(u)),
          "(%a, %a) is %a from the feature, not %a", x, y, gap, shape->radius);
}

/* Returns the unions with B moved. */
static Unions moved_by(const Unions* u, double dx, double dy)
{
    Unions moved = *u;
    moved.b.pose.x += dx;
    moved.b.pose.y += dy;
    return moved;
}

/*
 * Checks that a translation by the depth along the normal leaves no overlap beyond rounding, and that
 * a translation by less than the lower bound leaves one, in some directions.
 */
static void check_translations(const Unions* u, const GrazePenetration* out)
{
    const GrazeWitness* w = &out->witness;
    double slack = 0x1p-38 * scale_of(u) + place_error(u);
    Unions moved = moved_by(u, out->depth * w->normal_x, out->depth * w->normal_y);
    Answers after = ask_all_parts(&moved);
    CHECK(after.separation >= -slack, "parts overlap by %a after the depth %a", -after.separation,
          out->depth);
    /* Where curves all but touch, the depth is off by the root of rounding. */
    double length = out->lower_bound - 0x1p-16 * scale_of(u) - 4 * place_error(u);
    for (int32_t k = 0; k < 8 && length > 0; k++) {
        moved = moved_by(u, length * cos(k + 0.1), length * sin(k + 0.1));
        GrazeRelation relation = graze_relation(PAIR(&moved));
        CHECK(relation == GRAZE_OVERLAPPING, "relation %d after %a in direction %d, least depth %a",
              (int)relation, length, k, out->lower_bound);
    }
}

/* Checks the depth of bodies that overlap. */
static void check_depth(const Unions* u, const Answers* expected, const GrazePenetration* out)
{
    double deepest = fmax(0, -expected->separation);
    const GrazeWitness* w = &out->witness;
    bool is_bounded = out->status == GRAZE_PENETRATION_BOUNDED;
    CHECK(is_bounded || out->status == GRAZE_PENETRATION_EXACT, "status %d", out->status);
    CHECK(out->depth >= deepest && isfinite(out->depth), "depth %a, of parts %a", out->depth,
          deepest);
    CHECK(out->lower_bound == (is_bounded ? deepest : out->depth),
          "at least %a, depth %a, of parts %a", out->lower_bound, out->depth, deepest);
    CHECK(!is_bounded || u->a.count > 4 || u->b.count > 4, "few parts, but bounds only");
    CHECK(is_unit(w->normal_x, w->normal_y), "normal (%a, %a)", w->normal_x, w->normal_y);
    CHECK(is_near(w->point_a_x - w->point_b_x, out->depth * w->normal_x, 8 * place_error(u)) &&
              is_near(w->point_a_y - w->point_b_y, out->depth * w->normal_y, 8 * place_error(u)),
          "points (%a, %a) and (%a, %a) at depth %a", w->point_a_x, w->point_a_y, w->point_b_x,
          w->point_b_y, out->depth);
    check_point(u, &u->a, w->point_a_x, w->point_a_y, w->part_a, w->feature_a, w->index_a);
    check_point(u, &u->b, w->point_b_x, w->point_b_y, w->part_b, w->feature_b, w->index_b);
    check_translations(u, out);
}

static void check_penetration(const Unions* u, const Answers* expected, GrazeRelation relation)
{
    GrazePenetration out;
    GrazePenetration swapped;
    graze_penetration(PAIR(u), &out);
    CHECK(out.relation == (int32_t)relation, "relation %d of %d", out.relation, (int)relation);
    graze_penetration(&u->b.shape, &u->b.pose, &u->a.shape, &u->a.pose, &swapped);
    CHECK(out.depth == swapped.depth && out.lower_bound == swapped.lower_bound &&
              out.status == swapped.status,
          "depth %a, at least %a, swapped %a, %a", out.depth, out.lower_bound, swapped.depth,
          swapped.lower_bound);
    if (relation == GRAZE_OVERLAPPING) {
        check_depth(u, expected, &out);
        return;
    }
    CHECK(out.depth == 0 && out.lower_bound == 0 && out.status == GRAZE_PENETRATION_EXACT,
          "depth %a, at least %a, status %d", out.depth, out.lower_bound, out.status);
    GrazePenetration of_parts;
    graze_penetration(PARTS(u, out.witness), &of_parts);
    check_witness(&out.witness, &of_parts.witness);
}

static void check_cast(const Unions* u, const Answers* expected, GrazeRelation relation)
{
    GrazeCast cast;
    graze_shape_cast(PAIR(u), u->dx, u->dy, GRAZE_TOUCHING_CONFLICT, &cast);
    bool is_free = cast.status == GRAZE_CAST_FREE;
    CHECK(is_free == (expected->begin == INFINITY), "status %d, parts meet at %a", cast.status,
          expected->begin);
    CHECK(cast.relation == (int32_t)relation, "relation %d of %d", cast.relation, (int)relation);
    CHECK((cast.status == GRAZE_CAST_OVERLAPPING) == (relation == GRAZE_OVERLAPPING),
          "status %d, relation %d", cast.status, (int)relation);
    if (is_free) {
        const GrazeWitness zeros = {0};
        CHECK(same_bytes(&cast.witness, &zeros, sizeof zeros), "free, but parts %d, %d",
              cast.witness.part_a, cast.witness.part_b);
        return;
    }
    CHECK(cast.begin == expected->begin && cast.end >= expected->end &&
              cast.end <= expected->latest,
          "[%a, %a], of parts [%a, %a to %a]", cast.begin, cast.end, expected->begin, expected->end,
          expected->latest);
    bool is_hit = cast.status == GRAZE_CAST_HIT;
    CHECK(!expected->is_hit || is_hit || relation == GRAZE_OVERLAPPING, "status %d of a hit",
          cast.status);
    bool has_seam = u->a.count > 1 || u->b.count > 1;
    CHECK(expected->is_hit || !is_hit || has_seam, "a hit, which no parts have");
    GrazeCast cast_of_parts;
    graze_shape_cast(PARTS(u, cast.witness), u->dx, u->dy, GRAZE_TOUCHING_CONFLICT, &cast_of_parts);
    /* A hit by touching several pairs can have the normal of an edge. */
    if (is_hit && !expected->is_hit) {
        cast_of_parts.witness.normal_x = cast.witness.normal_x;
        cast_of_parts.witness.normal_y = cast.witness.normal_y;
    }
    check_witness(&cast.witness, &cast_of_parts.witness);
}

/* Checks a cast for which touching is allowed. */
static void check_overlap(const Unions* u, const Answers* expected, GrazeRelation relation)
{
    GrazeCast cast;
    GrazeCast any;
    graze_shape_cast(PAIR(u), u->dx, u->dy, GRAZE_TOUCHING_CONFLICT, &any);
    graze_shape_cast(PAIR(u), u->dx, u->dy, GRAZE_TOUCHING_ALLOWED, &cast);
    bool is_free = any.status == GRAZE_CAST_GRAZING || any.status == GRAZE_CAST_FREE;
    CHECK(cast.status == (is_free ? (int32_t)GRAZE_CAST_FREE : any.status), "status %d of %d",
          cast.status, any.status);
    CHECK(cast.relation == (int32_t)relation, "relation %d of %d", cast.relation, (int)relation);
    if (is_free) return;
    CHECK(cast.begin >= expected->begin && cast.begin <= cast.end && cast.end <= 1, "[%a, %a]",
          cast.begin, cast.end);
}

/* Checks a union's box and the points that it contains: those of any of its parts. */
static void check_contained(const Union* body, double x, double y)
{
    bool is_inside = false;
    for (int32_t k = 0; k < body->count; k++)
        is_inside = graze_contains_point(&body->parts[k], &body->pose, x, y) || is_inside;
    bool found = graze_contains_point(&body->shape, &body->pose, x, y);
    CHECK(found == is_inside, "(%a, %a): %d, in a part %d", x, y, found, is_inside);
}

static void check_points(const Union* body, const Unions* u)
{
    const GrazePose* pose = &body->pose;
    GrazeShapeBounds bounds;
    GrazeShapeBounds expected = {INFINITY, INFINITY, -INFINITY, -INFINITY};
    for (int32_t k = 0; k < body->count; k++) {
        graze_shape_bounds(&body->parts[k], pose, &bounds);
        expected.min_x = fmin(expected.min_x, bounds.min_x);
        expected.min_y = fmin(expected.min_y, bounds.min_y);
        expected.max_x = fmax(expected.max_x, bounds.max_x);
        expected.max_y = fmax(expected.max_y, bounds.max_y);
    }
    graze_shape_bounds(&body->shape, pose, &bounds);
    CHECK(bounds.min_x == expected.min_x && bounds.min_y == expected.min_y &&
              bounds.max_x == expected.max_x && bounds.max_y == expected.max_y,
          "[%a, %a] x [%a, %a], of parts [%a, %a] x [%a, %a]", bounds.min_x, bounds.max_x,
          bounds.min_y, bounds.max_y, expected.min_x, expected.max_x, expected.min_y,
          expected.max_y);
    check_contained(body, u->dx, u->dy);
    for (int32_t k = 0; k < body->count; k++) {
        GrazePoint v = body->parts[k].vertices[0];
        double x = pose->cos * v.x - pose->sin * v.y + pose->x;
        double y = pose->sin * v.x + pose->cos * v.y + pose->y;
        if (fabs(x) <= GRAZE_MAX_POSITION && fabs(y) <= GRAZE_MAX_POSITION)
            check_contained(body, x, y);
    }
}

/* ---------------------------------------------------------------- motion */

enum { MAX_INTERVALS = 16 };

/* Separation above rounding, of numbers as in can_move. */
static const double NEAR = 0x1p-20;

/* Returns whether all numbers are 0 or moderate, so that rounding is far below NEAR. */
static bool can_move(const Unions* u)
{
    const double numbers[] = {
        u->a.pose.x, u->a.pose.y,       u->b.pose.x,       u->b.pose.y,       u->dx,
        u->dy,       u->a.shape.extent, u->a.shape.radius, u->b.shape.extent, u->b.shape.radius};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (numbers[i] != 0 && !(fabs(numbers[i]) >= 0x1p-8 && fabs(numbers[i]) <= 0x1p8))
            return false;
    return true;
}

/* Returns the time at which the first contact of two parts begins; INFINITY if none meet. */
static double first_of_parts(const Unions* u, const GrazeMovingBody* a, const GrazeMovingBody* b,
                             const GrazeMotionOptions* options)
{
    double lo = INFINITY;
    for (int32_t k = 0; k < u->a.count * u->b.count; k++) {
        GrazeMovingBody p = *a;
        GrazeMovingBody q = *b;
        GrazeContact contact;
        p.shape = &u->a.parts[k / u->b.count];
        q.shape = &u->b.parts[k % u->b.count];
        graze_first_contact(&p, &q, options, &contact);
        if (contact.status != GRAZE_CONTACT_FREE) lo = fmin(lo, contact.lo);
    }
    return lo;
}

static void check_intervals(const GrazeMovingBody* a, const GrazeMovingBody* b,
                            const GrazeMotionOptions* options, const GrazeContact* first)
{
    GrazeInterval intervals[MAX_INTERVALS];
    int32_t count = graze_contact_intervals(a, b, options, intervals, MAX_INTERVALS);
    bool is_free = first->status == GRAZE_CONTACT_FREE;
    CHECK(count > 0 || is_free || first->separation > -NEAR, "no interval, but a contact at %a",
          first->lo);
    if (count == 0) return;
    for (int32_t k = 0; k < count && k < MAX_INTERVALS; k++) {
        const GrazeInterval* here = &intervals[k];
        CHECK(here->begin_lo <= here->begin_hi && here->begin_lo <= here->end_hi &&
                  here->end_lo <= here->end_hi,
              "[%a, %a] to [%a, %a]", here->begin_lo, here->begin_hi, here->end_lo, here->end_hi);
        CHECK(k == 0 || intervals[k - 1].end_hi < here->begin_lo, "interval %d meets the next", k);
    }
    GrazeInterval one;
    int32_t number = graze_contact_intervals(a, b, options, &one, 1);
    CHECK(number == (count > 1 ? 2 : 1), "%d of %d intervals", number, count);
    CHECK(same_bytes(&one, intervals, sizeof one), "another first interval with room for one");
}

/* Checks the first contact and the intervals of A, which moves by the displacement in [0, 1]. */
static void check_motion(const Unions* u)
{
    const GrazePiece pieces[2] = {
        {.t0 = 0, .t1 = 1, .x = {u->a.pose.x, u->dx}, .y = {u->a.pose.y, u->dy}},
        {.t0 = 0, .t1 = 1, .x = {u->b.pose.x}, .y = {u->b.pose.y}}};
    const GrazeMovingBody a = {&u->a.shape, &pieces[0], 1, GRAZE_STAY, GRAZE_STAY, NULL, 0};
    const GrazeMovingBody b = {&u->b.shape, &pieces[1], 1, GRAZE_STAY, GRAZE_STAY, NULL, 0};
    const GrazeMotionOptions options = {
        0, 1, 0x1p-20, 0x1p-30, 256, GRAZE_METHOD_CERTIFIED, GRAZE_TOUCHING_CONFLICT};
    GrazeContact first;
    graze_first_contact(&a, &b, &options, &first);
    double lo = first_of_parts(u, &a, &b, &options);
    if (first.status == GRAZE_CONTACT_FREE) {
        CHECK(lo == INFINITY || graze_separation_at(&a, &b, lo) > -NEAR, "parts meet at %a", lo);
    } else {
        CHECK(first.lo <= lo + options.tolerance && first.lo <= first.hi,
              "[%a, %a], parts meet at %a", first.lo, first.hi, lo);
        double separation = graze_separation_at(&a, &b, first.lo);
        double near = NEAR + options.tolerance * (fabs(u->dx) + fabs(u->dy));
        CHECK(separation < near || first.status == GRAZE_CONTACT_UNDECIDED, "%a apart at %a",
              separation, first.lo);
        CHECK(first.status != GRAZE_CONTACT_HIT || first.hi - first.lo <= options.tolerance,
              "a hit in [%a, %a]", first.lo, first.hi);
        separation = graze_separation_at(&a, &b, first.hi);
        CHECK(first.status != GRAZE_CONTACT_HIT || separation < 0, "a hit, %a apart at %a",
              separation, first.hi);
    }
    check_intervals(&a, &b, &options, &first);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    Input input = {data, size};
    Unions unions;
    memset(&unions, 0, sizeof unions);
    check_subject(print_unions, &unions);
    if (read_unions(&input, &unions)) {
        check_shape(&unions.a);
        check_shape(&unions.b);
        Answers expected = ask_all_parts(&unions);
        GrazeRelation relation = check_relation(&unions, &expected);
        check_distances(&unions, &expected, relation);
        check_penetration(&unions, &expected, relation);
        check_cast(&unions, &expected, relation);
        check_overlap(&unions, &expected, relation);
        check_points(&unions.a, &unions);
        check_points(&unions.b, &unions);
        if (can_move(&unions)) check_motion(&unions);
    }
    free(unions.a.storage);
    free(unions.b.storage);
    return 0;
}
