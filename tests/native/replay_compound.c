/*
 * Compounds.
 *
 *   compound         int32 rings, each int32 count, count x float[2]; float radius; shape B; double[6]
 *                    poses x y angle; double[2] displacement; double[3] velocity and turn of A
 */
#include "replay.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_RINGS = 8, MAX_RING_POINTS = 256, MAX_PART_VERTICES = 256, MAX_CONTACTS = 64 };

/* Outline with holes; the caller frees its points. */
typedef struct {
    GrazePoint* points;
    int32_t ends[MAX_RINGS];
    int32_t ring_count, count;
} Rings;

static void read_rings(Rings* rings)
{
    rings->points = room_of((size_t)MAX_RINGS * MAX_RING_POINTS * sizeof *rings->points);
    rings->ring_count = read_count(MAX_RINGS);
    rings->count = 0;
    for (int32_t k = 0; k < rings->ring_count; k++) {
        int32_t count = read_count(MAX_RING_POINTS);
        read_bytes(rings->points + rings->count, (size_t)count * sizeof *rings->points);
        rings->count += count;
        rings->ends[k] = rings->count;
    }
}

/* Shape of an outline, and the memory that it refers to, which the caller frees. */
typedef struct {
    GrazeShape shape;
    void* storage;
} Outline;

/* Makes the union of a decomposition's parts, and writes each part: int32 count, its vertices. */
static void make_union(const Rings* rings, const GrazeDecomposition* parts, float radius,
                       Outline* outline)
{
    int32_t total = parts->part_ends[parts->part_count - 1];
    GrazePoint* points = room_of((size_t)total * sizeof *points);
    GrazeShape* shapes = room_of((size_t)parts->part_count * sizeof *shapes);
    int32_t first = 0;
    write_int(parts->part_count);
    for (int32_t k = 0; k < parts->part_count; k++) {
        int32_t culprit;
        int32_t count = parts->part_ends[k] - first;
        for (int32_t i = first; i < first + count; i++)
            points[i] = rings->points[parts->vertices[i]];
        if (graze_shape_polygon(&shapes[k], points + first, count, radius, &culprit) != GRAZE_OK)
            fail("a part is not convex");
        write_int(shapes[k].count);
        write_bytes(shapes[k].vertices, (size_t)shapes[k].count * sizeof *points);
        first += count;
    }
    outline->storage = make_compound(&outline->shape, shapes, parts->part_count);
    free(points);
    free(shapes);
}

/* Reads an outline and writes int32 whether it has a fault; if not, its parts. */
static bool read_compound(Outline* outline)
{
    Rings rings;
    GrazeDecomposition parts;
    float radius;
    read_rings(&rings);
    read_bytes(&radius, sizeof radius);
    void* storage = room_of(graze_decomposition_size(rings.count));
    GrazeOutlineFault fault = graze_decompose(rings.points, rings.ends, rings.ring_count,
                                              MAX_PART_VERTICES, storage, &parts);
    outline->storage = NULL;
    write_int(fault != GRAZE_OUTLINE_OK);
    if (fault == GRAZE_OUTLINE_OK) make_union(&rings, &parts, radius, outline);
    free(storage);
    free(rings.points);
    return fault == GRAZE_OUTLINE_OK;
}

/* Writes GrazeContact, int32 count and the GrazeInterval's, GrazeClearance. */
static void answer_moving(const GrazeShape* a, const GrazeShape* b, const double poses[6],
                          const double velocity[3])
{
    const GrazePiece pieces[2] = {
        {.t0 = 0,
         .t1 = 4,
         .x = {poses[0], velocity[0]},
         .y = {poses[1], velocity[1]},
         .angle = {poses[2], velocity[2]}},
        {.t0 = 0, .t1 = 4, .x = {poses[3]}, .y = {poses[4]}, .angle = {poses[5]}}};
    const GrazeMovingBody moving[2] = {{a, &pieces[0], 1, GRAZE_STAY, GRAZE_STAY, NULL, 0},
                                       {b, &pieces[1], 1, GRAZE_STAY, GRAZE_STAY, NULL, 0}};
    const GrazeMotionOptions options = {
        0, 4, 0x1p-30, 0x1p-30, 0, GRAZE_METHOD_CERTIFIED, GRAZE_TOUCHING_CONFLICT};
    GrazeContact contact;
    GrazeInterval intervals[MAX_CONTACTS];
    GrazeClearance clearance;
    graze_first_contact(&moving[0], &moving[1], &options, &contact);
    int32_t count =
        graze_contact_intervals(&moving[0], &moving[1], &options, intervals, MAX_CONTACTS);
    if (count > MAX_CONTACTS) fail("too many intervals");
    graze_clearance(&moving[0], &moving[1], &options, &clearance);
    write_bytes(&contact, sizeof contact);
    write_int(count);
    write_bytes(intervals, (size_t)count * sizeof *intervals);
    write_bytes(&clearance, sizeof clearance);
}

/* Writes GrazeShapeBounds and int32 whether the body contains a point. */
static void answer_placed(const GrazeShape* shape, const GrazePose* pose, double x, double y)
{
    GrazeShapeBounds bounds;
    graze_shape_bounds(shape, pose, &bounds);
    write_bytes(&bounds, sizeof bounds);
    write_int(graze_contains_point(shape, pose, x, y));
}

/* Writes, for a valid outline, GrazeDistance, GrazePenetration, int32 relation, GrazeCast, the
 * answers of answer_placed for each body and the origin of B, and those of answer_moving. */
void answer_compound(void)
{
    Outline outline;
    bool is_valid = read_compound(&outline);
    GrazeShape b;
    void* points = read_shape(&b);
    double numbers[11];
    read_bytes(numbers, sizeof numbers);
    if (is_valid) {
        const GrazeShape* a = &outline.shape;
        GrazePose pose_a;
        GrazePose pose_b;
        GrazeDistance distance;
        GrazePenetration penetration;
        GrazeCast cast;
        if (graze_pose(numbers[0], numbers[1], numbers[2], &pose_a) != GRAZE_OK ||
            graze_pose(numbers[3], numbers[4], numbers[5], &pose_b) != GRAZE_OK) {
            fail("a pose is refused");
        }
        graze_distance(a, &pose_a, &b, &pose_b, &distance);
        graze_penetration(a, &pose_a, &b, &pose_b, &penetration);
        GrazeRelation relation = graze_relation(a, &pose_a, &b, &pose_b);
        graze_shape_cast(a, &pose_a, &b, &pose_b, numbers[6], numbers[7], GRAZE_TOUCHING_CONFLICT,
                         &cast);
        write_bytes(&distance, sizeof distance);
        write_bytes(&penetration, sizeof penetration);
        write_int((int32_t)relation);
        write_bytes(&cast, sizeof cast);
        answer_placed(a, &pose_a, numbers[3], numbers[4]);
        answer_placed(&b, &pose_b, numbers[3], numbers[4]);
        answer_moving(a, &b, numbers, numbers + 8);
    }
    free(outline.storage);
    free(points);
}
