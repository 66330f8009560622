/*
 * Replays bodies in space: pairs, unions, many bodies, and two that move.
 *
 *   solid body       int32 count, float radius, count x float[3]
 *   solid pose       int32 whether it is a matrix; double[3] position; double[4] or [9]
 *   numbers          double[7]: displacement, point, reach
 */
#include "replay.h"

#include <math.h>
#include <stdlib.h>

/* VERTICES: of a polytope in the memory for all queries. */
enum { MAX_SOLID_POINTS = 64, MAX_BODIES = 16, MAX_PARTS = 8, VERTICES = 4096 };

typedef struct {
    GrazeSolid solid;
    GrazeSolidPose pose;
    void* storage;
} Placed;

typedef struct {
    double displacement[3], point[3], reach;
} Numbers;

static const GrazeSolidScratch* all_memory(void)
{
    static GrazeSolidScratch scratch;
    if (scratch.memory == NULL) {
        scratch.size = graze_solid_scratch_size(VERTICES);
        scratch.memory = room_of(scratch.size);
    }
    return &scratch;
}

static void check_ok(GrazeStatus status)
{
    if (status != GRAZE_OK) fail("a query in space fails");
}

static void make_hull(const GrazeSolidPoint* points, int32_t count, float radius, Placed* out)
{
    size_t used;
    out->storage = room_of(graze_solid_hull_size(count));
    check_ok(graze_solid_hull(points, count, radius, out->storage, &used, &out->solid));
}

static void read_hull(Placed* out)
{
    GrazeSolidPoint points[MAX_SOLID_POINTS];
    int32_t count = read_count(MAX_SOLID_POINTS);
    float radius;
    read_bytes(&radius, sizeof radius);
    read_bytes(points, (size_t)count * sizeof *points);
    make_hull(points, count, radius, out);
}

static void read_pose(GrazeSolidPose* pose)
{
    double at[3];
    double r[9];
    bool is_matrix = read_int() != 0;
    read_bytes(at, sizeof at);
    read_bytes(r, (is_matrix ? 9 : 4) * sizeof *r);
    check_ok(is_matrix ? graze_solid_matrix_pose(at[0], at[1], at[2], r, pose)
                       : graze_solid_pose(at[0], at[1], at[2], r, pose));
}

static void write_ints(const int32_t* values, int32_t count)
{
    write_bytes(values, (size_t)count * sizeof *values);
}

/* ---- single queries ---- */

static void write_hull(const GrazeSolid* solid)
{
    const GrazeSolidFaces* faces = &solid->faces;
    write_int(solid->count);
    write_bytes(solid->vertices, (size_t)solid->count * sizeof *solid->vertices);
    write_int(faces->face_count);
    for (int32_t k = 0; k < faces->face_count; k++) {
        int32_t count = faces->face_starts[k + 1] - faces->face_starts[k];
        write_int(count);
        write_ints(faces->corners + faces->face_starts[k], count);
    }
}

static void write_witness(const GrazeSolidWitness* w)
{
    write_bytes(w->point_a, sizeof w->point_a);
    write_bytes(w->point_b, sizeof w->point_b);
    write_bytes(w->normal, sizeof w->normal);
    write_ints(&w->feature_a, 8);
}

static void write_cast(const GrazeSolidCast* cast)
{
    write_int(cast->status);
    write_int(cast->relation);
    if (cast->status == GRAZE_CAST_FREE) return;
    write_bytes(&cast->begin, sizeof cast->begin);
    write_bytes(&cast->end, sizeof cast->end);
    write_bytes(cast->witness.point_a, sizeof cast->witness.point_a);
    write_bytes(cast->witness.normal, sizeof cast->witness.normal);
    write_ints(&cast->witness.feature_a, 8);
}

static void write_manifold(const GrazeSolidManifold* m)
{
    write_int(m->relation);
    write_int(m->count);
    write_int(m->part_a);
    write_int(m->part_b);
    write_bytes(&m->depth, sizeof m->depth);
    if (m->count > 0) write_bytes(m->normal, sizeof m->normal);
    for (int32_t k = 0; k < m->count; k++) {
        const GrazeSolidManifoldPoint* p = &m->points[k];
        write_bytes(p->point, sizeof p->point);
        write_bytes(&p->separation, sizeof p->separation);
        write_bytes(&p->id, sizeof p->id);
    }
}

#define PAIR(p, q) &(p)->solid, &(p)->pose, &(q)->solid, &(q)->pose

/* Writes the relation, the gap, the distance, the penetration, the manifold and the cast. */
static void write_queries(const Placed* a, const Placed* b, const Numbers* numbers)
{
    const GrazeSolidScratch* scratch = all_memory();
    GrazeRelation relation;
    GrazeSolidDistance distance;
    GrazeSolidPenetration penetration;
    GrazeSolidManifold manifold;
    GrazeSolidCast cast;
    double gap;
    check_ok(graze_solid_relation(PAIR(a, b), scratch, &relation));
    write_int(relation);
    check_ok(graze_solid_gap(PAIR(a, b), scratch, &gap, &relation));
    check_ok(graze_solid_distance(PAIR(a, b), scratch, &distance));
    write_bytes(&gap, sizeof gap);
    write_bytes(&distance.distance, sizeof gap);
    write_witness(&distance.witness);
    write_int(distance.relation);
    write_int(distance.iterations);
    check_ok(graze_solid_penetration(PAIR(a, b), scratch, &penetration));
    write_bytes(&penetration.depth, sizeof gap);
    write_bytes(&penetration.lower_bound, sizeof gap);
    write_witness(&penetration.witness);
    write_int(penetration.relation);
    write_int(penetration.status);
    check_ok(graze_solid_manifold(PAIR(a, b), numbers->reach, scratch, &manifold));
    write_manifold(&manifold);
    check_ok(graze_solid_shape_cast(PAIR(a, b), numbers->displacement, GRAZE_TOUCHING_CONFLICT,
                                    scratch, &cast));
    write_cast(&cast);
}

static GrazeSolidPose pose_at(const double at[3])
{
    return (GrazeSolidPose){at[0], at[1], at[2], {1, 0, 0, 0, 1, 0, 0, 0, 1}};
}

/* Writes the bounds of a body, whether it contains the point, and the ray from there. */
static void write_places(const Placed* body, const Numbers* numbers)
{
    static const GrazeSolidPoint zero = {0, 0, 0};
    static const GrazeSolid point = {.vertices = &zero, .count = 1};
    GrazeSolidPose there = pose_at(numbers->point);
    GrazeSolidBounds bounds;
    GrazeSolidCast cast;
    bool is_inside;
    graze_solid_bounds(&body->solid, &body->pose, &bounds);
    write_bytes(&bounds, sizeof bounds);
    check_ok(graze_solid_contains_point(&body->solid, &body->pose, numbers->point, all_memory(),
                                        &is_inside));
    write_int(is_inside);
    check_ok(graze_solid_shape_cast(&point, &there, &body->solid, &body->pose,
                                    numbers->displacement, GRAZE_TOUCHING_CONFLICT, all_memory(),
                                    &cast));
    write_cast(&cast);
}

/* Reads two solid bodies, their solid poses and numbers. */
void answer_solid(void)
{
    Placed a;
    Placed b;
    Numbers numbers;
    double cone[3 * GRAZE_SOLID_CONE_ROOM];
    GrazeRelation relation;
    int32_t count;
    read_hull(&a);
    read_hull(&b);
    read_pose(&a.pose);
    read_pose(&b.pose);
    read_bytes(&numbers, sizeof numbers);
    write_hull(&a.solid);
    write_hull(&b.solid);
    write_queries(&a, &b, &numbers);
    write_places(&a, &numbers);
    write_places(&b, &numbers);
    check_ok(graze_solid_contact_cone(PAIR(&a, &b), all_memory(), &relation, cone,
                                      GRAZE_SOLID_CONE_ROOM, &count));
    int32_t held = count < GRAZE_SOLID_CONE_ROOM ? count : GRAZE_SOLID_CONE_ROOM;
    write_int(count);
    write_int(held);
    write_bytes(cone, 3 * (size_t)held * sizeof *cone);
    free(a.storage);
    free(b.storage);
}

/* ---- unions ---- */

/* Makes a compound of bodies as placed, whose vertices are rounded to float32. */
static void read_compound(Placed* out)
{
    Placed parts[MAX_PARTS];
    GrazeSolid solids[MAX_PARTS];
    int32_t count = read_count(MAX_PARTS);
    for (int32_t k = 0; k < count; k++) {
        GrazeSolidPoint points[MAX_SOLID_POINTS];
        Placed part;
        read_hull(&part);
        read_pose(&part.pose);
        const double* r = part.pose.rotation;
        const double* at = &part.pose.x;
        for (int32_t i = 0; i < part.solid.count; i++) {
            const GrazeSolidPoint* v = &part.solid.vertices[i];
            float* to = &points[i].x;
            for (int axis = 0; axis < 3; axis++)
                to[axis] = (float)(((r[axis] * v->x + r[3 + axis] * v->y) + r[6 + axis] * v->z) +
                                   at[axis]);
        }
        make_hull(points, part.solid.count, part.solid.radius, &parts[k]);
        solids[k] = parts[k].solid;
        free(part.storage);
    }
    out->storage = room_of(graze_solid_compound_size(solids, count));
    check_ok(graze_solid_compound(solids, count, out->storage, &out->solid));
    int32_t part_count;
    const GrazeSolid* copies = graze_solid_parts(&out->solid, &part_count);
    if (part_count != count) fail("a compound has other parts");
    for (int32_t k = 0; k < count; k++)
        check_same(copies[k].vertices, solids[k].vertices,
                   (size_t)solids[k].count * sizeof(GrazeSolidPoint), "a part has other vertices");
    for (int32_t k = 0; k < count; k++)
        free(parts[k].storage);
}

static void read_mesh(Placed* out)
{
    GrazeSolidPoint positions[MAX_SOLID_POINTS];
    int32_t indices[MAX_SOLID_POINTS];
    int32_t culprit;
    int32_t count = read_count(MAX_SOLID_POINTS);
    read_bytes(positions, (size_t)count * sizeof *positions);
    int32_t index_count = read_count(MAX_SOLID_POINTS);
    read_bytes(indices, (size_t)index_count * sizeof *indices);
    out->storage = room_of(graze_solid_mesh_size(count, index_count / 3));
    check_ok(graze_solid_mesh(positions, count, indices, index_count / 3, out->storage, &out->solid,
                              &culprit));
}

/* Reads int32 parts, each a solid body and pose; int32 positions, each float[3]; int32 indices, each
 * int32; a solid body; the pose of both unions and that of the body; numbers. */
void answer_unions(void)
{
    Placed compound;
    Placed mesh;
    Placed body;
    Numbers numbers;
    read_compound(&compound);
    read_mesh(&mesh);
    read_hull(&body);
    read_pose(&compound.pose);
    mesh.pose = compound.pose;
    read_pose(&body.pose);
    read_bytes(&numbers, sizeof numbers);
    write_queries(&compound, &body, &numbers);
    write_queries(&body, &mesh, &numbers);
    write_queries(&compound, &mesh, &numbers);
    write_places(&compound, &numbers);
    write_places(&mesh, &numbers);
    free(compound.storage);
    free(mesh.storage);
    free(body.storage);
}

/* ---- many bodies ---- */

typedef struct {
    Placed placed[MAX_BODIES];
    const GrazeSolid* solids[MAX_BODIES];
    GrazeSolidPlacement places[MAX_BODIES];
    int32_t count;
    GrazeSolidBodies bodies;
    void* storage;
} Many;

/* Reads a body and its pose, whose numbers are float32. */
static void read_placed(Placed* placed, GrazeSolidPlacement* place)
{
    double numbers[7];
    GrazeSolidPose pose;
    read_hull(placed);
    if (read_int() != 0) fail("a matrix as a placement");
    read_bytes(numbers, sizeof numbers);
    float* to = &place->x;
    for (int i = 0; i < 7; i++)
        to[i] = (float)numbers[i];
    check_ok(graze_solid_placement_check(place));
    placed->pose = graze_solid_placement_pose(place);
    check_ok(graze_solid_pose(numbers[0], numbers[1], numbers[2], numbers + 3, &pose));
    check_same(&pose, &placed->pose, sizeof pose, "a placement has another pose");
}

/* Writes each body with the next one: int32 relation, float distance, depth, points and normals. */
static void write_pairs(const Many* many)
{
    const int32_t n = many->count;
    GrazeSolidPair pairs[MAX_BODIES];
    uint8_t relations[4][MAX_BODIES];
    float values[3][MAX_BODIES];
    GrazeSolidPoint points[6][MAX_BODIES];
    int32_t contacts[5];
    const GrazeSolidScratch* scratch = all_memory();
    for (int32_t k = 0; k < n; k++) {
        int32_t next = (k + 1) % n;
        pairs[k] = (GrazeSolidPair){many->solids[k], many->solids[next], &many->places[k],
                                    &many->places[next]};
    }
    const GrazeSolidDistanceBatch plain = {relations[0], values[0], NULL, NULL, NULL};
    const GrazeSolidDistanceBatch nearest = {relations[1], values[1], points[0], points[1],
                                             points[2]};
    const GrazeSolidPenetrationBatch deepest = {relations[2], values[2], points[3], points[4],
                                                points[5]};
    check_ok(graze_solid_pairs_relation(pairs, n, scratch, relations[3], &contacts[3]));
    check_ok(graze_solid_pairs_distance(pairs, n, scratch, &plain, &contacts[0]));
    check_ok(graze_solid_pairs_distance(pairs, n, scratch, &nearest, &contacts[1]));
    check_ok(graze_solid_pairs_penetration(pairs, n, scratch, &deepest, &contacts[2]));
    for (int i = 1; i < 4; i++)
        check_same(relations[0], relations[i], (size_t)n, "batches have other relations");
    check_same(values[0], values[1], (size_t)n * sizeof(float), "batches have other distances");
    check_ok(graze_solid_pairs_collide(pairs, n, scratch, relations[3], &contacts[4]));
    write_int(n);
    for (int32_t k = 0; k < n; k++) {
        if (relations[3][k] != (relations[0][k] != GRAZE_DISJOINT)) fail("a batch has other hits");
        write_int(relations[0][k]);
        write_bytes(&values[0][k], sizeof(float));
        write_bytes(&values[2][k], sizeof(float));
        for (int i = 0; i < 6; i++)
            write_bytes(&points[i][k], sizeof(GrazeSolidPoint));
    }
    for (int i = 1; i < 5; i++)
        if (contacts[i] != contacts[0]) fail("batches have other contacts");
}

/* Writes the near pairs, the bodies near one, and the nearest of these. */
static void write_near(const Many* many, const Placed* one, double reach)
{
    uint32_t first[MAX_BODIES * MAX_BODIES];
    uint32_t second[MAX_BODIES * MAX_BODIES];
    uint8_t relations[MAX_BODIES * MAX_BODIES];
    float distances[MAX_BODIES * MAX_BODIES];
    const GrazeSolidNearBatch out = {first, second, relations, distances, MAX_BODIES * MAX_BODIES};
    int32_t found;
    int32_t nearest;
    double distance;
    check_ok(
        graze_solid_bodies_near(&many->bodies, many->count, reach, all_memory(), &out, &found));
    write_int(found);
    for (int32_t k = 0; k < found; k++) {
        write_bytes(&first[k], sizeof *first);
        write_bytes(&second[k], sizeof *second);
        write_int(relations[k]);
        write_bytes(&distances[k], sizeof *distances);
    }
    check_ok(graze_solid_bodies_near_one(&many->bodies, many->count, &one->solid, &one->pose, reach,
                                         NULL, all_memory(), &out, &found));
    write_int(found);
    for (int32_t k = 0; k < found; k++) {
        write_bytes(&second[k], sizeof *second);
        write_int(relations[k]);
        write_bytes(&distances[k], sizeof *distances);
    }
    check_ok(graze_solid_bodies_nearest(&many->bodies, many->count, &one->solid, &one->pose,
                                        INFINITY, NULL, all_memory(), &nearest, &distance));
    write_int(nearest);
    write_bytes(&distance, sizeof distance);
}

/* Writes the bodies that contain the point. They are among those whose boxes meet it. */
static void write_at_point(const Many* many, const double point[3])
{
    uint32_t held[MAX_BODIES];
    uint32_t boxed[MAX_BODIES];
    int32_t found;
    const GrazeSolidBounds box = {{point[0], point[1], point[2]}, {point[0], point[1], point[2]}};
    check_ok(graze_solid_bodies_at_point(&many->bodies, many->count, point, NULL, all_memory(),
                                         held, &found));
    int32_t near = graze_solid_bodies_in_box(&many->bodies, many->count, &box, NULL, boxed);
    write_int(found);
    write_bytes(held, (size_t)found * sizeof *held);
    for (int32_t k = 0; k < found; k++) {
        bool is_near = false;
        for (int32_t i = 0; i < near; i++)
            is_near = is_near || boxed[i] == held[k];
        if (!is_near) fail("a body contains a point outside of its box");
    }
}

/* Writes the casts of one body against all, and the ray from the point. */
static void write_casts(const Many* many, const Placed* one, const Numbers* numbers)
{
    const double* m = numbers->displacement;
    const double* p = numbers->point;
    const GrazeSolidBodyCast cast = {
        &one->solid, one->pose, {m[0], m[1], m[2]}, GRAZE_TOUCHING_CONFLICT};
    uint32_t bodies[MAX_BODIES];
    double intervals[2 * MAX_BODIES];
    const GrazeBodyCastBatch out = {bodies, intervals, MAX_BODIES};
    GrazeSolidCast met;
    int32_t found;
    int32_t first;
    check_ok(graze_solid_bodies_cast_all(&many->bodies, many->count, &cast, NULL, all_memory(),
                                         &out, &found));
    check_ok(graze_solid_bodies_cast(&many->bodies, many->count, &cast, NULL, all_memory(), &first,
                                     &met));
    if (first != (found > 0 ? (int32_t)bodies[0] : -1)) fail("another body is met first");
    write_int(found);
    for (int32_t k = 0; k < found; k++) {
        write_bytes(&bodies[k], sizeof *bodies);
        write_bytes(&intervals[2 * k], 2 * sizeof *intervals);
    }
    const GrazeSolidRay ray = {p[0], p[1], p[2], m[0], m[1], m[2]};
    GrazeSolidPoint point;
    GrazeSolidPoint normal;
    const GrazeSolidRayBatch rays = {&first, intervals, &point, &normal};
    check_ok(graze_solid_bodies_cast_rays(&many->bodies, many->count, &ray, 1, NULL,
                                          GRAZE_TOUCHING_CONFLICT, all_memory(), &rays, &found));
    write_int(first);
    write_bytes(intervals, 2 * sizeof *intervals);
    write_bytes(&point, sizeof point);
    write_bytes(&normal, sizeof normal);
}

/* Reads int32 count, still; for each body a solid body and pose; the one and its pose; numbers. */
void answer_solids(void)
{
    Many many;
    Placed one;
    GrazeSolidPlacement place;
    Numbers numbers;
    many.count = read_count(MAX_BODIES);
    int32_t still = read_count(many.count);
    for (int32_t k = 0; k < many.count; k++) {
        read_placed(&many.placed[k], &many.places[k]);
        many.solids[k] = &many.placed[k].solid;
    }
    read_placed(&one, &place);
    read_bytes(&numbers, sizeof numbers);
    const int32_t pairs = MAX_BODIES * MAX_BODIES;
    many.storage = room_of(graze_solid_bodies_size(many.count, still, pairs));
    graze_solid_bodies_init(&many.bodies, many.solids, many.places, many.count, still, pairs,
                            many.storage);
    graze_solid_bodies_update(&many.bodies, 0, many.count);
    write_pairs(&many);
    write_near(&many, &one, numbers.reach);
    write_at_point(&many, numbers.point);
    write_casts(&many, &one, &numbers);
    for (int32_t k = 0; k < many.count; k++)
        free(many.placed[k].storage);
    free(many.storage);
    free(one.storage);
}

/* ---- bodies that move ---- */

enum { MAX_LINKS = 8, MAX_LINK_PIECES = 8 };

typedef struct {
    GrazeSolidPiece pieces[MAX_LINK_PIECES];
    GrazeSolidMotion motion;
} Link;

/* Reads int32 pieces, before, after; the pieces as in GrazeSolidPiece. */
static void read_link(Link* link, const GrazeSolidMotion* parent)
{
    int32_t culprit;
    int32_t count = read_count(MAX_LINK_PIECES);
    GrazeEnding before = (GrazeEnding)read_int();
    GrazeEnding after = (GrazeEnding)read_int();
    read_bytes(link->pieces, (size_t)count * sizeof *link->pieces);
    link->motion = (GrazeSolidMotion){link->pieces, count, before, after, parent};
    check_ok(graze_solid_motion_check(&link->motion, &culprit));
}

static void write_number(double value)
{
    write_bytes(&value, sizeof value);
}

/* Writes the place and the rates of a motion at a time, and its bounds from then on. */
static void write_moving(const GrazeMovingSolid* body, double t, double to)
{
    GrazeSolidPose pose;
    GrazeSolidMotionBounds bounds;
    double error;
    double rates[6];
    bool is_there = graze_solid_motion_pose(body->motion, t, body->solid->extent, &pose, &error);
    write_int(is_there);
    if (graze_solid_motion_velocity(body->motion, t, rates, rates + 3) != is_there)
        fail("a velocity without a place");
    if (is_there) {
        const double at[3] = {pose.x, pose.y, pose.z};
        write_bytes(at, sizeof at);
        write_bytes(rates, sizeof rates);
    }
    graze_solid_motion_bounds(body, t, to, 3, &bounds);
    write_bytes(&bounds, sizeof bounds);
}

static void write_intervals_in_space(const GrazeMovingSolid* a, const GrazeMovingSolid* b,
                                     const GrazeMotionOptions* options)
{
    static GrazeInterval intervals[MAX_INTERVALS];
    int32_t count;
    check_ok(graze_solid_contact_intervals(a, b, options, all_memory(), intervals, MAX_INTERVALS,
                                           &count));
    if (count > MAX_INTERVALS) fail("too many intervals");
    write_int(count);
    write_bytes(intervals, (size_t)count * sizeof *intervals);
}

static void write_delays_in_space(const GrazeMovingSolid* a, const GrazeMovingSolid* b,
                                  const GrazeMotionOptions* given)
{
    static GrazeDelay delays[MAX_INTERVALS];
    GrazeMotionOptions options = *given;
    double from = given->from - given->to;
    double to = given->to - given->from;
    int32_t count;
    options.tolerance = NAN;
    graze_solid_unsafe_motion_delays_defaults(a, b, &from, &to, &options);
    check_ok(graze_solid_unsafe_motion_delays(a, b, from, to, &options, all_memory(), delays,
                                              MAX_INTERVALS, &count));
    if (count > MAX_INTERVALS) fail("too many delays");
    if (options.tolerance <
        graze_solid_unsafe_motion_delays_min_tolerance(a, b, from, to, &options))
        fail("a default tolerance below the least one");
    write_int(count);
    write_bytes(delays, (size_t)count * sizeof *delays);
}

/* Two bodies and the motions of their chains. */
typedef struct {
    Placed placed[2];
    GrazeMovingSolid one, other;
    GrazeMotionOptions options;
} Chains;

/* Reads options; two solid bodies; int32 of links, of that of A and of B; of each link the int32 of
   its parent, or -1, and the link. The caller frees the bodies. */
static void read_chains(Chains* chains)
{
    static Link links[MAX_LINKS];
    chains->options = read_motion_options();
    chains->options.method = GRAZE_METHOD_CERTIFIED;
    read_hull(&chains->placed[0]);
    read_hull(&chains->placed[1]);
    int32_t count = read_count(MAX_LINKS);
    int32_t of_a = read_count(count - 1);
    int32_t of_b = read_count(count - 1);
    for (int32_t k = 0; k < count; k++) {
        int32_t parent = read_int();
        if (parent >= k) fail("a link before its parent");
        read_link(&links[k], parent >= 0 ? &links[parent].motion : NULL);
    }
    chains->one = (GrazeMovingSolid){&chains->placed[0].solid, &links[of_a].motion};
    chains->other = (GrazeMovingSolid){&chains->placed[1].solid, &links[of_b].motion};
}

static void free_chains(Chains* chains)
{
    free(chains->placed[0].storage);
    free(chains->placed[1].storage);
}

/* Writes the boxes of both paths in five steps of the time, and their first contact and clearance. */
static void write_paths_in_space(const GrazeMovingSolid* a, const GrazeMovingSolid* b,
                                 const GrazeMotionOptions* options)
{
    enum { STEPS = 5 };
    const GrazeClock clock = {options->from, options->to, (options->to - options->from) / STEPS, 1,
                              -2};
    const GrazeMovingSolid* bodies[2] = {a, b};
    GrazeSolidPath paths[2];
    GrazeSolidContact contact;
    GrazeSolidClearance clearance;
    for (int i = 0; i < 2; i++) {
        float boxes[6 * (STEPS + 1)];
        graze_solid_path_init(&paths[i], bodies[i], &clock, 0.5,
                              room_of(graze_solid_path_size(&clock)));
        if (paths[i].count > STEPS + 1) fail("more steps than there are");
        graze_solid_path_boxes(&paths[i], 0, paths[i].count, boxes);
        write_int(paths[i].count);
        write_int(paths[i].first_step);
        write_int(paths[i].end_step);
        write_bytes(boxes, 6 * (size_t)paths[i].count * sizeof *boxes);
    }
    check_ok(graze_solid_sweep(&paths[0], &paths[1], options, all_memory(), &contact));
    write_bytes(&contact, sizeof contact);
    check_ok(graze_solid_sweep_clearance(&paths[0], &paths[1], options, INFINITY, all_memory(),
                                         &clearance));
    write_bytes(&clearance, sizeof clearance);
    for (int i = 0; i < 2; i++)
        free(paths[i].blocks);
}

/* Reads as read_chains does. */
void answer_chains(void)
{
    Chains chains;
    GrazeSolidContact contact;
    double separations[3];
    read_chains(&chains);
    const GrazeMovingSolid* one = &chains.one;
    const GrazeMovingSolid* other = &chains.other;
    GrazeMotionOptions options = chains.options;
    write_moving(one, options.from, options.to);
    write_moving(other, options.from, options.to);
    check_ok(graze_solid_first_contact(one, other, &options, all_memory(), &contact));
    write_bytes(&contact, sizeof contact);
    write_intervals_in_space(one, other, &options);
    write_delays_in_space(one, other, &options);
    const double limits[2] = {INFINITY, 1};
    for (int k = 0; k < 2; k++) {
        GrazeSolidClearance clearance;
        check_ok(graze_solid_clearance(one, other, &options, limits[k], all_memory(), &clearance));
        write_bytes(&clearance, sizeof clearance);
    }
    options.touching = GRAZE_TOUCHING_ALLOWED;
    write_intervals_in_space(one, other, &options);
    const double times[3] = {options.from, options.from + 0.5 * (options.to - options.from),
                             options.to};
    check_ok(graze_solid_separations_at(one, other, times, 3, all_memory(), separations, NULL));
    write_bytes(separations, sizeof separations);
    write_paths_in_space(one, other, &chains.options);
    free_chains(&chains);
}

/* ---- published methods ---- */

enum { STUDY_ROUNDS = 64, STUDY_ITERATIONS = 8, FIRST_POINTS = 256 };

/* Writes the rounds of BCDA and PCDA, and their contacts. */
static void write_published(const GrazeMovingSolid* a, const GrazeMovingSolid* b,
                            const GrazeMotionOptions* given)
{
    GrazeMotionOptions options = *given;
    if (options.max_iterations > STUDY_ITERATIONS) options.max_iterations = STUDY_ITERATIONS;
    for (int32_t method = GRAZE_METHOD_BCDA; method <= GRAZE_METHOD_PCDA; method++) {
        double times[STUDY_ITERATIONS];
        GrazeSolidContactRound rounds[STUDY_ITERATIONS];
        GrazeSolidContact contact;
        options.method = (GrazeContactMethod)method;
        check_ok(graze_solid_trace_contact_by(a, b, &options, all_memory(), times, rounds,
                                              STUDY_ITERATIONS, &contact));
        write_bytes(&contact, sizeof contact);
        write_bytes(times, (size_t)contact.iterations * sizeof *times);
        write_bytes(rounds, (size_t)contact.iterations * sizeof *rounds);
    }
}

/* Writes the rounds of GJK by each subdistance method, and the polytope A - B. */
static void write_study(const GrazeSolid* a, const GrazeSolidPose* pose_a, const GrazeSolid* b,
                        const GrazeSolidPose* pose_b)
{
    static GrazeSolidGjkRound rounds[STUDY_ROUNDS];
    for (int32_t method = 0; method <= GRAZE_SOLID_VORONOI; method++) {
        const GrazeSolidGjkOptions options = {(GrazeSolidSubdistance)method,
                                              (GrazeSolidSupport)(method % 3),
                                              method % 2 ? GRAZE_START_FIXED : GRAZE_START_POINT};
        GrazeSolidEstimate estimate;
        int32_t count =
            graze_solid_trace(a, pose_a, b, pose_b, &options, rounds, STUDY_ROUNDS, &estimate);
        write_bytes(rounds, (size_t)count * sizeof *rounds);
        write_bytes(&estimate, sizeof estimate);
        graze_solid_distance_by(a, pose_a, b, pose_b, &options, &estimate);
        write_number(estimate.distance);
        write_int(graze_solid_collide_by(a, pose_a, b, pose_b, &options, &count));
        write_int(count);
    }
    GrazeSolidDifferenceHull hull;
    void* storage = room_of(graze_solid_difference_size(FIRST_POINTS));
    check_ok(graze_solid_minkowski_difference(a, pose_a, b, pose_b, storage, FIRST_POINTS, &hull));
    write_int(hull.face_count);
    write_bytes(hull.vertices, (size_t)hull.vertex_count * sizeof *hull.vertices);
    free(storage);
}

/* Writes the bracket of a contact without its witness, and the pairs of three bodies that may meet. */
static void write_many(const GrazeMovingSolid* a, const GrazeMovingSolid* b,
                       const GrazeMotionOptions* options)
{
    enum { COUNT = 3, STEPS = 4 };
    const GrazeMovingSolid bodies[COUNT] = {*a, *b, *a};
    uint32_t first[COUNT];
    uint32_t second[COUNT];
    GrazeSolidContact bracket;
    check_ok(graze_solid_contact_bracket(a, b, options, all_memory(), &bracket));
    write_bytes(&bracket, sizeof bracket);
    void* storage = malloc(graze_solid_moving_near_size(COUNT, COUNT));
    int32_t found = graze_solid_moving_near(bodies, COUNT, 1, options->from, options->to, STEPS,
                                            storage, COUNT, first, second);
    free(storage);
    write_int(found);
    for (int32_t k = 0; k < found; k++) {
        write_int((int32_t)first[k]);
        write_int((int32_t)second[k]);
    }
}

/* Writes what JavaScript has no calls for: ranges, defaults, errors, the other certified method. */
static void write_of_c(const GrazeMovingSolid* a, const GrazeMovingSolid* b,
                       const GrazeMotionOptions* given)
{
    GrazeMotionOptions options = *given;
    GrazeMotionOptions usual = {
        NAN, NAN, NAN, NAN, 0, GRAZE_METHOD_CERTIFIED, GRAZE_TOUCHING_CONFLICT};
    GrazeSolidContact contact;
    double separation;
    double error;
    write_number(graze_solid_motion_min_tolerance(a, b, options.from, options.to));
    graze_solid_motion_defaults(a, b, &usual);
    write_bytes(&usual.from, 4 * sizeof usual.from);
    check_ok(graze_solid_separations_at(a, b, &options.from, 1, all_memory(), &separation, &error));
    write_number(error);
    options.method = GRAZE_METHOD_CONSERVATIVE;
    check_ok(graze_solid_first_contact(a, b, &options, all_memory(), &contact));
    write_bytes(&contact, sizeof contact);
    write_int(graze_solid_motion_window(a, b, &options.from, &options.to));
    write_number(options.from);
    write_number(options.to);
}

/* Reads as read_chains does. The kind is that of solid_study.test.js, and no instance has it. */
void answer_solid_study(void)
{
    Chains chains;
    GrazeSolidPose poses[2];
    double errors[2];
    read_chains(&chains);
    const GrazeMovingSolid* one = &chains.one;
    const GrazeMovingSolid* other = &chains.other;
    double from = chains.options.from;
    write_of_c(one, other, &chains.options);
    write_many(one, other, &chains.options);
    write_published(one, other, &chains.options);
    bool is_there = graze_solid_motion_pose(one->motion, from, 0, &poses[0], &errors[0]) &&
                    graze_solid_motion_pose(other->motion, from, 0, &poses[1], &errors[1]);
    if (is_there) {
        write_bytes(poses, sizeof poses);
        write_bytes(errors, sizeof errors);
        write_study(one->solid, &poses[0], other->solid, &poses[1]);
    }
    free_chains(&chains);
}
