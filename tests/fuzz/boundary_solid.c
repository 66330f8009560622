/* Calls about bodies in space: hulls, compounds and meshes, and every query of two of them. */
#include "boundary_world.h"
#include "check.h"
#include "solid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_PARTS = 3, MAX_TRIANGLES = 4, SCRATCH_VERTICES = 4096 };

/* ---- poses ---- */

/* A pose as the boundary reads it, and as the core makes it. */
typedef struct {
    GrazeSolidPose given, pose;
    GrazeStatus status;
} Posed;

/* Returns a pose by a quaternion, whose fifth number is NaN, or by a matrix: mostly valid. */
static Posed draw_pose(void)
{
    static const double Q[4][4] = {
        {0, 0, 0, 1}, {1, 0, 0, 0}, {0.6, 0, 0, 0.8}, {0.5, 0.5, 0.5, 0.5}};
    Posed posed = {.given = {number(), number(), number(), {0}}};
    double* r = posed.given.rotation;
    memcpy(r, Q[below(4)], sizeof *Q);
    if (below(16) == 15) r[below(4)] = number();
    r[4] = NAN;
    posed.status = graze_solid_pose(posed.given.x, posed.given.y, posed.given.z, r, &posed.pose);
    if (below(2) == 0) return posed;
    if (posed.status == GRAZE_OK) memcpy(r, posed.pose.rotation, sizeof posed.pose.rotation);
    if (posed.status != GRAZE_OK) r[4] = 1;
    if (below(16) == 15) r[5] = number();
    posed.status =
        graze_solid_matrix_pose(posed.given.x, posed.given.y, posed.given.z, r, &posed.pose);
    return posed;
}

/* ---- making bodies ---- */

/* Checks a new body against the core's, whose storage it takes, or that there is none for this
   reason or for want of memory. */
static void check_body(uint32_t handle, GrazeStatus status, int32_t index, const GrazeSolid* own,
                       void* storage)
{
    if (handle == 0) {
        check_fault();
        check_status(graze_wasm_fault()->status, status, index);
        CHECK(graze_wasm_fault()->status != GRAZE_OK, "no handle and no fault");
        free(storage);
        return;
    }
    CHECK(status == GRAZE_OK, "%s: a body, the core has status %d", world.call, (int)status);
    Thing* thing = add_thing(handle, HANDLE_SOLID);
    thing->solid = *own;
    thing->storage = storage;
}

void make_solid(void)
{
    int32_t count = below(POINTS + 1);
    world.call = "hull";
    GrazeSolidPoint* stage = graze_wasm_solid_stage((uint32_t)count);
    if (stage == NULL) {
        check_out_of_memory();
        return;
    }
    for (int32_t k = 0; k < count; k++)
        stage[k] = (GrazeSolidPoint){(float)number(), (float)number(), (float)number()};
    float radius = below(2) ? (float)number() : 0;
    GrazeSolid own;
    void* storage;
    memset(&own, 0, sizeof own);
    GrazeStatus status = solid_make_hull(stage, count, radius, &storage, &own);
    check_body(graze_wasm_solid_hull(stage, count, radius), status, -1, &own, storage);
}

/* Makes the hull of a body's vertices as placed. */
static GrazeStatus place_part(const GrazeSolid* body, const GrazeSolidPose* pose, void** storage,
                              GrazeSolid* out)
{
    GrazeSolidPoint points[POINTS];
    for (int32_t i = 0; i < body->count; i++) {
        LongPoint p = solid_placed(body, pose, i);
        points[i] = (GrazeSolidPoint){(float)(double)p.at[0], (float)(double)p.at[1],
                                      (float)(double)p.at[2]};
    }
    GrazeStatus status = solid_make_hull(points, body->count, body->radius, storage, out);
    return status == GRAZE_E_NOT_FINITE ? GRAZE_E_OUT_OF_RANGE : status;
}

void make_solid_compound(void)
{
    int32_t count = below(MAX_PARTS + 1);
    GrazeSolid parts[MAX_PARTS];
    void* memory[MAX_PARTS] = {NULL};
    GrazeStatus status = GRAZE_OK;
    int32_t index = -1;
    world.call = "compound in space";
    GrazeSolidPlacedPart* stage = graze_wasm_solid_compound_stage((uint32_t)count);
    if (stage == NULL) {
        check_out_of_memory();
        return;
    }
    memset(parts, 0, sizeof parts);
    for (int32_t k = 0; k < count; k++) {
        Picked body = pick(HANDLE_SOLID);
        Posed posed = draw_pose();
        stage[k] = (GrazeSolidPlacedPart){posed.given, body.handle, 0};
        if (status != GRAZE_OK) continue;
        const Thing* thing = is_good(body, HANDLE_SOLID) ? thing_of(body) : NULL;
        status = thing == NULL                   ? GRAZE_E_STALE_HANDLE
                 : thing->solid.compound != NULL ? GRAZE_E_NOT_CONVEX
                                                 : posed.status;
        if (status == GRAZE_OK)
            status = place_part(&thing->solid, &posed.pose, &memory[k], &parts[k]);
        if (status != GRAZE_OK) index = k;
    }
    GrazeSolid own;
    void* storage = NULL;
    if (status == GRAZE_OK) {
        storage = solid_room(graze_solid_compound_size(parts, count));
        status = graze_solid_compound(parts, count, storage, &own);
    }
    check_body(graze_wasm_solid_compound(stage, count), status, index, &own, storage);
    for (int32_t k = 0; k < count; k++)
        free(memory[k]);
}

void make_solid_mesh(void)
{
    int32_t positions = below(POINTS + 1);
    int32_t triangles = below(MAX_TRIANGLES + 1);
    world.call = "mesh";
    GrazeSolidPoint* stage = graze_wasm_solid_mesh_stage((uint32_t)positions, (uint32_t)triangles);
    if (stage == NULL) {
        check_out_of_memory();
        return;
    }
    int32_t* indices = (int32_t*)(void*)(stage + positions);
    for (int32_t k = 0; k < positions; k++)
        stage[k] = (GrazeSolidPoint){(float)number(), (float)number(), (float)number()};
    for (int32_t k = 0; k < 3 * triangles; k++)
        indices[k] = below(POINTS + 1);
    GrazeSolid own;
    int32_t culprit = -1;
    void* storage = solid_room(graze_solid_mesh_size(positions, triangles));
    GrazeStatus status =
        graze_solid_mesh(stage, positions, indices, triangles, storage, &own, &culprit);
    check_body(graze_wasm_solid_mesh(stage, positions, triangles), status, culprit, &own, storage);
}

/* Checks a number that a call answers, which is -1 or NaN when it fails; returns whether it has an
   answer. */
static bool check_number(bool has_failed, GrazeStatus status, int32_t index)
{
    return check_status(has_failed ? graze_wasm_fault()->status : GRAZE_OK, status, index);
}

static void check_parts(const Thing* thing)
{
    int32_t count = -1;
    const GrazeSolid* parts = graze_solid_parts(&thing->solid, &count);
    int32_t found = graze_wasm_solid_part_count(thing->handle);
    CHECK(found == count, "%d parts, the core has %d", found, count);
    for (int32_t k = 0; k < count; k++) {
        double radius = graze_wasm_solid_part(thing->handle, k);
        CHECK(radius == parts[k].radius, "part %d has radius %a", k, radius);
        check_list(parts[k].vertices, parts[k].count, sizeof *parts[k].vertices);
    }
    check_number(isnan(graze_wasm_solid_part(thing->handle, count)), GRAZE_E_BAD_INDEX, -1);
}

void check_solid(const Thing* thing)
{
    const GrazeSolid* own = &thing->solid;
    CHECK(graze_wasm_solid_vertices(thing->handle) == GRAZE_OK, "no vertices");
    check_list(own->vertices, own->count, sizeof *own->vertices);
    int32_t faces = graze_wasm_solid_face_count(thing->handle);
    CHECK(faces == own->faces.face_count, "%d faces, the core has %d", faces,
          own->faces.face_count);
    for (int32_t k = 0; k < faces; k++) {
        const int32_t* starts = own->faces.face_starts + k;
        CHECK(graze_wasm_solid_face(thing->handle, k) == GRAZE_OK, "no face %d", k);
        check_list(own->faces.corners + starts[0], starts[1] - starts[0], sizeof(int32_t));
    }
    check_status(graze_wasm_solid_face(thing->handle, faces), GRAZE_E_BAD_INDEX, -1);
    check_parts(thing);
}

/* ---- queries ---- */

/* Two bodies and their poses; `status` and `index` of the fault that a query of both has. */
typedef struct {
    uint32_t handle[2];
    const GrazeSolid* solid[2];
    GrazeSolidPose pose[2];
    GrazeStatus status, first_status; /* first_status: that of the first body alone */
    Posed posed;                      /* pose of the first body */
    int32_t index;
} Two;

#define BODIES(two) (two)->solid[0], &(two)->pose[0], (two)->solid[1], &(two)->pose[1]

static Two draw_two(void)
{
    Two two = {.status = GRAZE_OK, .index = -1};
    GrazeSolidPose* staged = graze_wasm_solid_poses();
    for (int32_t k = 0; k < 2; k++) {
        Picked body = pick(HANDLE_SOLID);
        Posed posed = draw_pose();
        staged[k] = posed.given;
        two.handle[k] = body.handle;
        two.pose[k] = posed.pose;
        const Thing* thing = is_good(body, HANDLE_SOLID) ? thing_of(body) : NULL;
        if (thing != NULL) two.solid[k] = &thing->solid;
        GrazeStatus status = thing == NULL ? GRAZE_E_STALE_HANDLE : posed.status;
        if (k == 0) two.first_status = status;
        if (k == 0) two.posed = posed;
        if (two.status == GRAZE_OK && status != GRAZE_OK) {
            two.status = status;
            two.index = k;
        }
    }
    return two;
}

static void check_relations(const Two* two, const GrazeSolidScratch* scratch)
{
    GrazeRelation relation;
    int32_t found = graze_wasm_solid_relation(two->handle[0], two->handle[1]);
    if (check_number(found == -1, two->status, two->index)) {
        graze_solid_relation(BODIES(two), scratch, &relation);
        CHECK(found == (int32_t)relation, "relation %d, the core's %d", found, (int)relation);
    }
    double own;
    double gap = graze_wasm_solid_gap(two->handle[0], two->handle[1]);
    if (check_number(isnan(gap), two->status, two->index)) {
        graze_solid_gap(BODIES(two), scratch, &own, &relation);
        CHECK(same_bits(gap, own), "gap %a, the core's %a", gap, own);
    }
}

static void check_records(const Two* two, const GrazeSolidScratch* scratch)
{
    GrazeSolidDistance distance;
    GrazeSolidPenetration penetration;
    GrazeSolidManifold manifold;
    double reach = fabs(number());
    if (isnan(reach)) reach = 0;
    if (check_status(graze_wasm_solid_distance(two->handle[0], two->handle[1]), two->status,
                     two->index)) {
        graze_solid_distance(BODIES(two), scratch, &distance);
        check_result(&distance, sizeof distance);
    }
    if (check_status(graze_wasm_solid_penetration(two->handle[0], two->handle[1]), two->status,
                     two->index)) {
        graze_solid_penetration(BODIES(two), scratch, &penetration);
        check_result(&penetration, sizeof penetration);
    }
    if (check_status(graze_wasm_solid_manifold(two->handle[0], two->handle[1], reach), two->status,
                     two->index)) {
        graze_solid_manifold(BODIES(two), reach, scratch, &manifold);
        check_result(&manifold, sizeof manifold);
    }
}

/* Returns the status of a query of convex bodies, and writes the index of the one at fault. */
static GrazeStatus convex_status(const Two* two, int32_t* index)
{
    GrazeStatus status = two->status;
    *index = two->index;
    for (int32_t k = 1; k >= 0 && two->status == GRAZE_OK; k--)
        if (two->solid[k]->compound != NULL) {
            status = GRAZE_E_NOT_CONVEX;
            *index = k;
        }
    return status;
}

/* Checks the calls of the study. */
static void check_study(const Two* two)
{
    enum { ROUNDS = 64 };
    int32_t index;
    GrazeStatus status = convex_status(two, &index);
    const GrazeSolidGjkOptions options = {(GrazeSolidSubdistance)below(4),
                                          (GrazeSolidSupport)below(3), (GrazeStart)below(2)};
    const uint32_t* handle = two->handle;
    GrazeSolidEstimate estimate;
    GrazeSolidGjkRound rounds[ROUNDS];
    GrazeSolidDifferenceHull hull;
    int32_t used;
    int32_t hit = graze_wasm_solid_collide_by(handle[0], handle[1], (int32_t)options.subdistance,
                                              (int32_t)options.support, (int32_t)options.start);
    if (check_number(hit == -1, status, index))
        CHECK(hit == graze_solid_collide_by(BODIES(two), &options, &used), "collide %d", hit);
    int32_t found = graze_wasm_solid_distance_by(handle[0], handle[1], (int32_t)options.subdistance,
                                                 (int32_t)options.support, (int32_t)options.start);
    if (check_status(found, status, index)) {
        graze_solid_distance_by(BODIES(two), &options, &estimate);
        check_result(&estimate, sizeof estimate);
    }
    found = graze_wasm_solid_trace(handle[0], handle[1], (int32_t)options.subdistance,
                                   (int32_t)options.support, (int32_t)options.start);
    if (check_status(found, status, index)) {
        const GrazeList* list = graze_wasm_list();
        int32_t count = graze_solid_trace(BODIES(two), &options, rounds, ROUNDS, &estimate);
        check_result(&estimate, sizeof estimate);
        CHECK(list->count == count, "%d rounds, the core has %d", list->count, count);
        CHECK(same_bytes((const void*)(uintptr_t)list->address, rounds,
                         (size_t)count * sizeof *rounds),
              "other rounds");
    }
    found = graze_wasm_solid_minkowski_difference(handle[0], handle[1]);
    if (!check_status(found, status, index)) return;
    int32_t points = two->solid[0]->count * two->solid[1]->count + 8;
    const GrazeSolidDifferenceFaces* faces = graze_wasm_result();
    const GrazeList* list = graze_wasm_list();
    void* storage = solid_room(graze_solid_difference_size(points));
    CHECK(graze_solid_minkowski_difference(BODIES(two), storage, points, &hull) == GRAZE_OK,
          "no room for %d points", points);
    size_t corners = (size_t)hull.face_starts[hull.face_count];
    CHECK(list->count == hull.vertex_count && faces->face_count == hull.face_count &&
              faces->spare == 0,
          "%d vertices, %d faces, the core has %d, %d", list->count, faces->face_count,
          hull.vertex_count, hull.face_count);
    CHECK(same_bytes((const void*)(uintptr_t)list->address, hull.vertices,
                     (size_t)list->count * sizeof *hull.vertices),
          "other vertices");
    CHECK(same_bytes((const void*)(uintptr_t)faces->face_starts, hull.face_starts,
                     ((size_t)hull.face_count + 1) * sizeof(int32_t)) &&
              same_bytes((const void*)(uintptr_t)faces->corners, hull.corners,
                         corners * sizeof(int32_t)),
          "other faces");
    free(storage);
}

static void check_cone(const Two* two, const GrazeSolidScratch* scratch)
{
    int32_t index;
    GrazeStatus status = convex_status(two, &index);
    int32_t found = graze_wasm_solid_contact_cone(two->handle[0], two->handle[1]);
    if (!check_status(found, status, index)) return;
    double own[3 * GRAZE_SOLID_CONE_ROOM];
    GrazeRelation relation;
    int32_t count;
    graze_solid_contact_cone(BODIES(two), scratch, &relation, own, GRAZE_SOLID_CONE_ROOM, &count);
    const GrazeSolidCone* cone = graze_wasm_result();
    CHECK(cone->relation == (int32_t)relation && cone->count == count,
          "relation %d, %d directions, the core's %d, %d", cone->relation, cone->count,
          (int)relation, count);
    int32_t held = count < GRAZE_SOLID_CONE_ROOM ? count : GRAZE_SOLID_CONE_ROOM;
    CHECK(same_bytes(cone->directions, own, 3 * (size_t)held * sizeof *own), "other directions");
}

/* Returns the status of three numbers as a position. */
static GrazeStatus status_of(const double at[3])
{
    static const double identity[4] = {0, 0, 0, 1};
    GrazeSolidPose pose;
    return graze_solid_pose(at[0], at[1], at[2], identity, &pose);
}

static void check_cast(const Two* two, const double at[3], const double m[3], int32_t touching,
                       const GrazeSolidScratch* scratch)
{
    static const GrazeSolidPoint zero = {0, 0, 0};
    static const GrazeSolid point = {.vertices = &zero, .count = 1};
    const GrazeSolidPose there = {at[0], at[1], at[2], {1, 0, 0, 0, 1, 0, 0, 0, 1}};
    GrazeSolidCast own;
    GrazeStatus status = two->status != GRAZE_OK ? two->status : status_of(m);
    int32_t found =
        graze_wasm_solid_shape_cast(two->handle[0], two->handle[1], m[0], m[1], m[2], touching);
    if (check_status(found, status, two->index)) {
        graze_solid_shape_cast(BODIES(two), m, (GrazeTouching)touching, scratch, &own);
        check_result(&own, sizeof own);
    }
    bool is_body = two->first_status == GRAZE_OK;
    status = !is_body                    ? two->first_status
             : status_of(at) != GRAZE_OK ? status_of(at)
                                         : status_of(m);
    found =
        graze_wasm_solid_ray_cast(two->handle[0], at[0], at[1], at[2], m[0], m[1], m[2], touching);
    if (check_status(found, status, is_body ? -1 : 0)) {
        graze_solid_shape_cast(&point, &there, two->solid[0], &two->pose[0], m,
                               (GrazeTouching)touching, scratch, &own);
        check_result(&own, sizeof own);
    }
}

/* Checks the first of the two poses. */
static void check_pose(const Two* two)
{
    const Posed posed = two->posed;
    if (!check_status(graze_wasm_solid_pose(), posed.status, -1)) return;
    check_result(&posed.pose, sizeof posed.pose);
}

static void check_places(const Two* two, const double at[3], const GrazeSolidScratch* scratch)
{
    bool is_body = two->first_status == GRAZE_OK;
    GrazeStatus status = is_body ? status_of(at) : two->first_status;
    int32_t index = is_body ? -1 : 0;
    int32_t found = graze_wasm_solid_contains_point(two->handle[0], at[0], at[1], at[2]);
    if (check_number(found == -1, status, index)) {
        bool is_inside;
        graze_solid_contains_point(two->solid[0], &two->pose[0], at, scratch, &is_inside);
        CHECK(found == is_inside, "inside %d, the core's %d", found, is_inside);
    }
    if (check_status(graze_wasm_solid_bounds(two->handle[0]), two->first_status, 0)) {
        GrazeSolidBounds own;
        graze_solid_bounds(two->solid[0], &two->pose[0], &own);
        check_result(&own, sizeof own);
    }
}

/* Checks calls about what a body has, of which the handle may be stale. */
static void check_handle(const Two* two)
{
    if (two->first_status != GRAZE_E_STALE_HANDLE) return;
    check_status(graze_wasm_solid_vertices(two->handle[0]), GRAZE_E_STALE_HANDLE, -1);
    check_status(graze_wasm_solid_face(two->handle[0], 0), GRAZE_E_STALE_HANDLE, -1);
    CHECK(graze_wasm_solid_face_count(two->handle[0]) == -1, "faces of a stale body");
    CHECK(graze_wasm_solid_part_count(two->handle[0]) == -1, "parts of a stale body");
    check_number(isnan(graze_wasm_solid_part(two->handle[0], 0)), GRAZE_E_STALE_HANDLE, -1);
}

void query_solids(void)
{
    static char* memory;
    size_t size = graze_solid_scratch_size(SCRATCH_VERTICES);
    if (memory == NULL) memory = solid_room(size);
    const GrazeSolidScratch scratch = {memory, size};
    Two two = draw_two();
    double at[3];
    double m[3];
    world.call = "query in space";
    for (int k = 0; k < 3; k++) {
        at[k] = number();
        m[k] = number();
    }
    check_handle(&two);
    check_relations(&two, &scratch);
    check_records(&two, &scratch);
    check_cone(&two, &scratch);
    for (int32_t touching = 0; touching < 2; touching++)
        check_cast(&two, at, m, touching, &scratch);
    check_places(&two, at, &scratch);
    check_pose(&two);
    check_study(&two);
    query_solid_batches();
}
