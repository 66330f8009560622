/* Batches of bodies in space, over shared memory: the pairs that are near, and queries of one body,
   ray, point or box against them. */
#include "../core/bodies.h"
#include "solid.h"

/* State of a batch: the bodies as the core takes them. */
typedef struct {
    GlueCopies copies;
    GrazeSolidBodies bodies;
} State;

typedef GrazeSolidPlacement Place;

static const HandleKind BATCH_KIND = HANDLE_SOLID_BODIES;
static const HandleKind SHAPE_KIND = HANDLE_SOLID;

static bool is_same_place(const Place* p, const Place* q)
{
    return p->x == q->x && p->y == q->y && p->z == q->z && p->qx == q->qx && p->qy == q->qy &&
           p->qz == q->qz && p->qw == q->qw;
}

static GrazeStatus check_place(const Place* place)
{
    return graze_solid_placement_check(place);
}

static void update_core(State* state, int32_t from, int32_t end)
{
    graze_solid_bodies_update(&state->bodies, from, end);
}

#include "../core/body_copies.h"

/* Returns a batch of `capacity` bodies with room for `pairs` results. It is zeroed, except for the
   rotations, (0, 0, 0, 1), and the bits of filters. */
uint32_t graze_wasm_solid_bodies_new(uint32_t capacity, uint32_t pairs, uint32_t still,
                                     uint32_t rays, uint32_t has_filters)
{
    const GlueBodiesSizes sizes = {sizeof(Place), sizeof(GrazeSolidPoint), sizeof(GrazeSolidRay),
                                   sizeof(State)};
    const uint32_t limits[4] = {capacity, pairs, still, rays};
    size_t size = graze_solid_bodies_size((int32_t)capacity, (int32_t)still, (int32_t)pairs);
    uint32_t handle;
    Batch* batch = glue_bodies_new(HANDLE_SOLID_BODIES, &sizes, limits, false, has_filters != 0,
                                   size, &handle);
    if (batch == NULL) return 0;
    GrazeSolidPlacement* poses = batch->view[GRAZE_BODIES_POSES];
    for (uint32_t k = 0; k < capacity; k++)
        poses[k].qw = 1;
    State* state = batch->view[GLUE_BODIES_STATE];
    graze_solid_bodies_init(&state->bodies, batch->view[GLUE_BODIES_SHAPES],
                            batch->view[GLUE_BODIES_PLACES], (int32_t)capacity, (int32_t)still,
                            (int32_t)pairs, batch->view[GLUE_BODIES_STORAGE]);
    if (has_filters != 0) {
        state->bodies.categories = batch->view[GRAZE_BODIES_CATEGORIES];
        state->bodies.masks = batch->view[GRAZE_BODIES_MASKS];
    }
    return handle;
}

int32_t graze_wasm_solid_bodies_update(uint32_t handle, int32_t from, int32_t end)
{
    return update(handle, from, end);
}

int32_t graze_wasm_solid_bodies_changed(uint32_t handle)
{
    return find_changed(handle);
}

/*
 * A query of the first `count` bodies of a batch.
 *   solid, pose, reach  the one body, and how far from it others may be
 *   cast                that body or ray
 *   point               a point
 *   rays                number of rays
 *   found, body         answers: a number, or the body that is nearest or met first
 *   distance            the distance of the nearest
 */
typedef struct {
    const Batch* batch;
    State* state;
    GrazeBodyFilter filter;
    int32_t count;
    const GrazeSolid* solid;
    GrazeSolidPose pose;
    double reach;
    GrazeSolidBodyCast cast;
    double point[3];
    int32_t rays;
    int32_t found, body;
    double distance;
} Query;

/* Brings the copies of the bodies up to date. Returns false, with the fault recorded, where a body is
   not valid. */
static bool begin(Query* query, uint32_t handle, int32_t count, uint32_t category, uint32_t mask)
{
    const Batch* batch = refresh(handle, count);
    if (batch == NULL) return false;
    query->batch = batch;
    query->state = batch->view[GLUE_BODIES_STATE];
    query->count = count;
    query->filter = (GrazeBodyFilter){category, mask};
    return true;
}

/* Looks up the body of a query, whose pose JavaScript has filled. */
static bool get_body(Query* query, uint32_t solid)
{
    GrazeStatus status = glue_get_solid(0, solid, &query->solid, &query->pose);
    return status == GRAZE_OK || glue_fail(status, -2) != 0;
}

static bool run(GlueSolidQuery* run_query, Query* query)
{
    return glue_run_solid(run_query, query) == GRAZE_OK;
}

/* ---- pairs ---- */

static GrazeStatus near(void* arguments, const GrazeSolidScratch* scratch)
{
    Query* query = arguments;
    void* const* view = query->batch->view;
    const GrazeSolidNearBatch out = {view[GRAZE_BODIES_FIRST], view[GRAZE_BODIES_SECOND],
                                     view[GRAZE_BODIES_RELATIONS], view[GRAZE_BODIES_DISTANCES],
                                     query->batch->pairs};
    return graze_solid_bodies_near(&query->state->bodies, query->count, query->reach, scratch, &out,
                                   &query->found);
}

int32_t graze_wasm_solid_bodies_near(uint32_t handle, int32_t count, double reach)
{
    Query query = {.reach = reach};
    if (!begin(&query, handle, count, 0, 0) || !run(near, &query)) return -1;
    return glue_check_full(query.batch, query.found);
}

/* ---- one body, point or box ---- */

static GrazeStatus near_one(void* arguments, const GrazeSolidScratch* scratch)
{
    Query* query = arguments;
    void* const* view = query->batch->view;
    /* These are separate views, so results among pairs are preserved. */
    const GrazeSolidNearBatch out = {NULL, view[GRAZE_BODIES_FOUND_BODIES],
                                     view[GRAZE_BODIES_FOUND_RELATIONS],
                                     view[GRAZE_BODIES_FOUND_DISTANCES], query->batch->capacity};
    return graze_solid_bodies_near_one(&query->state->bodies, query->count, query->solid,
                                       &query->pose, query->reach, &query->filter, scratch, &out,
                                       &query->found);
}

int32_t graze_wasm_solid_bodies_near_one(uint32_t handle, int32_t count, uint32_t category,
                                         uint32_t mask, double reach, uint32_t solid)
{
    Query query = {.reach = reach};
    bool is_valid = begin(&query, handle, count, category, mask) && get_body(&query, solid);
    return is_valid && run(near_one, &query) ? query.found : -1;
}

/* Finds the nearest body, and writes the distance from it to the result. */
static GrazeStatus nearest(void* arguments, const GrazeSolidScratch* scratch)
{
    Query* query = arguments;
    const GrazeSolidBodies* bodies = &query->state->bodies;
    GrazeStatus status =
        graze_solid_bodies_nearest(bodies, query->count, query->solid, &query->pose, query->reach,
                                   &query->filter, scratch, &query->body, &query->distance);
    if (status != GRAZE_OK || query->body < 0) return status;
    GrazeSolidPose other = graze_solid_placement_pose(&bodies->places[query->body]);
    return graze_solid_distance(query->solid, &query->pose, bodies->solids[query->body], &other,
                                scratch, &glue_result.solid_distance);
}

/* Returns 1 more than the nearest body, whose distance from the one body is the result, or 0. */
int32_t graze_wasm_solid_bodies_nearest(uint32_t handle, int32_t count, uint32_t category,
                                        uint32_t mask, double at_most, uint32_t solid)
{
    Query query = {.reach = at_most};
    bool is_valid = begin(&query, handle, count, category, mask) && get_body(&query, solid);
    return is_valid && run(nearest, &query) ? query.body + 1 : -1;
}

static GrazeStatus at_point(void* arguments, const GrazeSolidScratch* scratch)
{
    Query* query = arguments;
    return graze_solid_bodies_at_point(
        &query->state->bodies, query->count, query->point, &query->filter, scratch,
        query->batch->view[GRAZE_BODIES_POINT_BODIES], &query->found);
}

int32_t graze_wasm_solid_bodies_at_point(uint32_t handle, int32_t count, uint32_t category,
                                         uint32_t mask, double x, double y, double z)
{
    Query query = {.point = {x, y, z}};
    if (!begin(&query, handle, count, category, mask)) return -1;
    GrazeStatus status = glue_check_vector(query.point);
    if (status != GRAZE_OK) return glue_fail_body(status);
    return run(at_point, &query) ? query.found : -1;
}

/* The sides of the box are numbers with min <= max. */
int32_t graze_wasm_solid_bodies_in_box(uint32_t handle, int32_t count, uint32_t category,
                                       uint32_t mask, double min_x, double min_y, double min_z,
                                       double max_x, double max_y, double max_z)
{
    Query query;
    const GrazeSolidBounds box = {{min_x, min_y, min_z}, {max_x, max_y, max_z}};
    if (!begin(&query, handle, count, category, mask)) return -1;
    return graze_solid_bodies_in_box(&query.state->bodies, count, &box, &query.filter,
                                     query.batch->view[GRAZE_BODIES_BOX_BODIES]);
}

/* ---- casts ---- */

/* Begins a cast of a body from the pose that JavaScript has filled, or of a ray from that position,
   if the body is 0. */
static bool begin_cast(Query* query, uint32_t handle, int32_t count, uint32_t category,
                       uint32_t mask, uint32_t solid, const double displacement[3],
                       int32_t touching)
{
    if (!begin(query, handle, count, category, mask)) return false;
    GrazeStatus status = glue_check_vector(displacement);
    if (status == GRAZE_OK && solid != 0)
        status = glue_get_solid(0, solid, &query->solid, &query->pose);
    if (status == GRAZE_OK && solid == 0)
        status = glue_read_solid_pose(graze_wasm_solid_poses(), &query->pose);
    query->cast = (GrazeSolidBodyCast){query->solid,
                                       query->pose,
                                       {displacement[0], displacement[1], displacement[2]},
                                       (GrazeTouching)touching};
    return status == GRAZE_OK || glue_fail(status, -2) != 0;
}

static GrazeStatus cast(void* arguments, const GrazeSolidScratch* scratch)
{
    Query* query = arguments;
    return graze_solid_bodies_cast(&query->state->bodies, query->count, &query->cast,
                                   &query->filter, scratch, &query->body, &glue_result.solid_cast);
}

/* Returns 1 more than the body that is met first, whose cast is the result, or 0. */
int32_t graze_wasm_solid_bodies_cast(uint32_t handle, int32_t count, uint32_t category,
                                     uint32_t mask, uint32_t solid, double dx, double dy, double dz,
                                     int32_t touching)
{
    Query query = {.solid = NULL};
    const double way[3] = {dx, dy, dz};
    bool is_valid = begin_cast(&query, handle, count, category, mask, solid, way, touching);
    return is_valid && run(cast, &query) ? query.body + 1 : -1;
}

static GrazeStatus cast_all(void* arguments, const GrazeSolidScratch* scratch)
{
    Query* query = arguments;
    const GrazeBodyCastBatch out = {query->batch->view[GRAZE_BODIES_HIT_BODIES],
                                    query->batch->view[GRAZE_BODIES_HIT_INTERVALS],
                                    query->batch->capacity};
    return graze_solid_bodies_cast_all(&query->state->bodies, query->count, &query->cast,
                                       &query->filter, scratch, &out, &query->found);
}

int32_t graze_wasm_solid_bodies_cast_all(uint32_t handle, int32_t count, uint32_t category,
                                         uint32_t mask, uint32_t solid, double dx, double dy,
                                         double dz, int32_t touching)
{
    Query query = {.solid = NULL};
    const double way[3] = {dx, dy, dz};
    bool is_valid = begin_cast(&query, handle, count, category, mask, solid, way, touching);
    return is_valid && run(cast_all, &query) ? query.found : -1;
}

static GrazeStatus cast_rays(void* arguments, const GrazeSolidScratch* scratch)
{
    Query* query = arguments;
    void* const* view = query->batch->view;
    const GrazeSolidRayBatch out = {view[GRAZE_BODIES_RAY_BODIES], view[GRAZE_BODIES_RAY_INTERVALS],
                                    view[GRAZE_BODIES_RAY_POINTS], view[GRAZE_BODIES_RAY_NORMALS]};
    return graze_solid_bodies_cast_rays(&query->state->bodies, query->count,
                                        view[GRAZE_BODIES_RAYS], query->rays, &query->filter,
                                        query->cast.touching, scratch, &out, &query->found);
}

int32_t graze_wasm_solid_bodies_cast_rays(uint32_t handle, int32_t count, uint32_t category,
                                          uint32_t mask, int32_t rays, int32_t touching)
{
    Query query = {.rays = rays, .cast.touching = (GrazeTouching)touching};
    if (!begin(&query, handle, count, category, mask)) return -1;
    if (!glue_check_ray_count(query.batch, rays)) return -1;
    const GrazeSolidRay* ray = query.batch->view[GRAZE_BODIES_RAYS];
    for (int32_t k = 0; k < rays; k++) {
        GrazeStatus status = glue_check_vector(&ray[k].x);
        if (status == GRAZE_OK) status = glue_check_vector(&ray[k].dx);
        if (status != GRAZE_OK) return glue_fail_ray(status, k);
    }
    return run(cast_rays, &query) ? query.found : -1;
}
