/* Batches of bodies over shared memory: the pairs that are near, and queries of one body, ray, point
   or box against them. */
#include "../core/bodies.h"

/* State of a batch: the bodies as the core takes them. */
typedef struct {
    GlueCopies copies;
    GrazeBodies bodies;
} State;

typedef GrazePlacement Place;

static const HandleKind BATCH_KIND = HANDLE_BODIES;
static const HandleKind SHAPE_KIND = HANDLE_SHAPE;

static bool is_same_place(const Place* p, const Place* q)
{
    return p->x == q->x && p->y == q->y && p->cos == q->cos && p->sin == q->sin;
}

static GrazeStatus check_place(const Place* place)
{
    return graze_placement_check(place);
}

static void update_core(State* state, int32_t from, int32_t end)
{
    graze_bodies_update(&state->bodies, from, end);
}

#include "../core/body_copies.h"

/* Returns a batch of `capacity` bodies with room for `pairs` results. It is zeroed, except for the
   rotations, (1, 0), and the bits of filters. */
uint32_t graze_wasm_bodies_new(uint32_t capacity, uint32_t pairs, uint32_t still, uint32_t rays,
                               uint32_t has_manifolds, uint32_t has_filters, uint32_t has_seams)
{
    const GlueBodiesSizes sizes = {sizeof(Place), sizeof(GrazePoint), sizeof(GrazeRay),
                                   sizeof(State)};
    const uint32_t limits[4] = {capacity, pairs, still, rays};
    size_t size = graze_bodies_size((int32_t)capacity, (int32_t)still, (int32_t)pairs);
    uint32_t handle;
    Batch* batch = glue_bodies_new(HANDLE_BODIES, &sizes, limits, has_manifolds != 0,
                                   has_filters != 0, size, &handle);
    if (batch == NULL) return 0;
    GrazePlacement* poses = batch->view[GRAZE_BODIES_POSES];
    for (uint32_t k = 0; k < capacity; k++)
        poses[k].cos = 1;
    State* state = batch->view[GLUE_BODIES_STATE];
    graze_bodies_init(&state->bodies, batch->view[GLUE_BODIES_SHAPES],
                      batch->view[GLUE_BODIES_PLACES], (int32_t)capacity, (int32_t)still,
                      (int32_t)pairs, batch->view[GLUE_BODIES_STORAGE]);
    state->bodies.seams = has_seams != 0;
    if (has_filters != 0) {
        state->bodies.categories = batch->view[GRAZE_BODIES_CATEGORIES];
        state->bodies.masks = batch->view[GRAZE_BODIES_MASKS];
    }
    return handle;
}

int32_t graze_wasm_bodies_update(uint32_t handle, int32_t from, int32_t end)
{
    return update(handle, from, end);
}

int32_t graze_wasm_bodies_changed(uint32_t handle)
{
    return find_changed(handle);
}

/* ---- pairs ---- */

static GrazeNearBatch pairs_of(const Batch* batch, GrazeManifoldBatch* manifolds)
{
    *manifolds = (GrazeManifoldBatch){NULL,
                                      batch->view[GRAZE_BODIES_POINT_COUNTS],
                                      batch->view[GRAZE_BODIES_DEPTHS],
                                      batch->view[GRAZE_BODIES_NORMALS],
                                      batch->view[GRAZE_BODIES_POINTS],
                                      batch->view[GRAZE_BODIES_SEPARATIONS],
                                      batch->view[GRAZE_BODIES_IDS]};
    return (GrazeNearBatch){batch->view[GRAZE_BODIES_FIRST],
                            batch->view[GRAZE_BODIES_SECOND],
                            batch->view[GRAZE_BODIES_RELATIONS],
                            batch->view[GRAZE_BODIES_DISTANCES],
                            batch->pairs,
                            batch->has_extra ? manifolds : NULL};
}

int32_t graze_wasm_bodies_near(uint32_t handle, int32_t count, double reach)
{
    const Batch* batch = refresh(handle, count);
    if (batch == NULL) return -1;
    const State* state = batch->view[GLUE_BODIES_STATE];
    GrazeManifoldBatch manifolds;
    const GrazeNearBatch out = pairs_of(batch, &manifolds);
    return glue_check_full(batch, graze_bodies_near(&state->bodies, count, reach, &out));
}

int32_t graze_wasm_bodies_between(uint32_t handle, int32_t first, int32_t first_count,
                                  int32_t second, int32_t second_count, double reach)
{
    const Batch* batch = batch_get(HANDLE_BODIES, handle);
    if (batch == NULL) return -1;
    const State* state = batch->view[GLUE_BODIES_STATE];
    int64_t first_end = (int64_t)first + first_count;
    int64_t second_end = (int64_t)second + second_count;
    int64_t end = first_end > second_end ? first_end : second_end;
    bool is_apart =
        first_count == 0 || second_count == 0 || first_end <= second || second_end <= first;
    if (first < 0 || first_count < 0 || second < 0 || second_count < 0 || !is_apart ||
        end > batch->capacity) {
        glue_fail(GRAZE_E_BAD_INDEX, -1);
        return -1;
    }
    batch = refresh(handle, end < state->bodies.still ? state->bodies.still : (int32_t)end);
    if (batch == NULL) return -1;
    GrazeManifoldBatch manifolds;
    const GrazeNearBatch out = pairs_of(batch, &manifolds);
    return glue_check_full(batch,
                           graze_bodies_between(&state->bodies, (GrazeRange){first, first_count},
                                                (GrazeRange){second, second_count}, reach, &out));
}

/* ---- queries of one body, ray, point or box ---- */

typedef struct {
    const Batch* batch;
    const GrazeBodies* bodies;
    GrazeBodyFilter filter;
} Query;

static bool begin_query(Query* query, uint32_t handle, int32_t count, uint32_t category,
                        uint32_t mask)
{
    query->batch = refresh(handle, count);
    if (query->batch == NULL) return false;
    query->bodies = &((const State*)query->batch->view[GLUE_BODIES_STATE])->bodies;
    query->filter = (GrazeBodyFilter){category, mask};
    return true;
}

/* Looks up the body of a query, whose pose has the form of glue_read_pose. */
static GrazeStatus get_body(uint32_t shape, double x, double y, double cos, double sin,
                            const GrazeShape** found, GrazePose* pose)
{
    *found = handle_get(HANDLE_SHAPE, shape);
    return *found == NULL ? GRAZE_E_STALE_HANDLE : glue_read_pose(x, y, cos, sin, pose);
}

int32_t graze_wasm_bodies_near_one(uint32_t handle, int32_t count, uint32_t category, uint32_t mask,
                                   double reach, uint32_t shape, double x, double y, double cos,
                                   double sin)
{
    Query query;
    const GrazeShape* one;
    GrazePose pose;
    if (!begin_query(&query, handle, count, category, mask)) return -1;
    GrazeStatus status = get_body(shape, x, y, cos, sin, &one, &pose);
    if (status != GRAZE_OK) return glue_fail_body(status);
    /* These are separate views, so results among pairs are preserved. They have room for all
       bodies. */
    const GrazeNearBatch out = {NULL,
                                query.batch->view[GRAZE_BODIES_FOUND_BODIES],
                                query.batch->view[GRAZE_BODIES_FOUND_RELATIONS],
                                query.batch->view[GRAZE_BODIES_FOUND_DISTANCES],
                                query.batch->capacity,
                                NULL};
    return graze_bodies_near_one(query.bodies, count, one, &pose, reach, &query.filter, &out);
}

/* Returns 1 more than the nearest body, whose distance from the one body is the result, or 0. */
int32_t graze_wasm_bodies_nearest(uint32_t handle, int32_t count, uint32_t category, uint32_t mask,
                                  double at_most, uint32_t shape, double x, double y, double cos,
                                  double sin)
{
    Query query;
    const GrazeShape* one;
    GrazePose pose;
    double distance;
    if (!begin_query(&query, handle, count, category, mask)) return -1;
    GrazeStatus status = get_body(shape, x, y, cos, sin, &one, &pose);
    if (status != GRAZE_OK) return glue_fail_body(status);
    int32_t body =
        graze_bodies_nearest(query.bodies, count, one, &pose, at_most, &query.filter, &distance);
    if (body < 0) return 0;
    GrazePose other = graze_placement_pose(&query.bodies->places[body]);
    graze_distance(one, &pose, query.bodies->shapes[body], &other, &glue_result.distance);
    return body + 1;
}

/* Reads a cast: of a shape, or of a ray if it is 0. */
static GrazeStatus read_cast(GrazeBodyCast* cast, uint32_t shape, double x, double y, double cos,
                             double sin, double dx, double dy, int32_t touching)
{
    const GrazeRay ray = {x, y, dx, dy};
    GrazeStatus status = graze_ray_check(&ray);
    *cast = (GrazeBodyCast){NULL, {x, y, 1, 0}, dx, dy, (GrazeTouching)touching};
    if (status != GRAZE_OK || shape == 0) return status;
    return get_body(shape, x, y, cos, sin, &cast->shape, &cast->pose);
}

/* Returns 1 more than the body that is met first, whose cast is the result, or 0. */
int32_t graze_wasm_bodies_cast(uint32_t handle, int32_t count, uint32_t category, uint32_t mask,
                               uint32_t shape, double x, double y, double cos, double sin,
                               double dx, double dy, int32_t touching)
{
    Query query;
    GrazeBodyCast cast;
    if (!begin_query(&query, handle, count, category, mask)) return -1;
    GrazeStatus status = read_cast(&cast, shape, x, y, cos, sin, dx, dy, touching);
    if (status != GRAZE_OK) return glue_fail_body(status);
    return graze_bodies_cast(query.bodies, count, &cast, &query.filter, &glue_result.cast) + 1;
}

int32_t graze_wasm_bodies_cast_all(uint32_t handle, int32_t count, uint32_t category, uint32_t mask,
                                   uint32_t shape, double x, double y, double cos, double sin,
                                   double dx, double dy, int32_t touching)
{
    Query query;
    GrazeBodyCast cast;
    if (!begin_query(&query, handle, count, category, mask)) return -1;
    GrazeStatus status = read_cast(&cast, shape, x, y, cos, sin, dx, dy, touching);
    if (status != GRAZE_OK) return glue_fail_body(status);
    const GrazeBodyCastBatch out = {query.batch->view[GRAZE_BODIES_HIT_BODIES],
                                    query.batch->view[GRAZE_BODIES_HIT_INTERVALS],
                                    query.batch->capacity};
    return graze_bodies_cast_all(query.bodies, count, &cast, &query.filter, &out);
}

int32_t graze_wasm_bodies_cast_rays(uint32_t handle, int32_t count, uint32_t category,
                                    uint32_t mask, int32_t ray_count, int32_t touching)
{
    Query query;
    if (!begin_query(&query, handle, count, category, mask)) return -1;
    const GrazeRay* rays = query.batch->view[GRAZE_BODIES_RAYS];
    if (!glue_check_ray_count(query.batch, ray_count)) return -1;
    for (int32_t k = 0; k < ray_count; k++) {
        GrazeStatus status = graze_ray_check(&rays[k]);
        if (status != GRAZE_OK) return glue_fail_ray(status, k);
    }
    const GrazeRayBatch out = {
        query.batch->view[GRAZE_BODIES_RAY_BODIES], query.batch->view[GRAZE_BODIES_RAY_INTERVALS],
        query.batch->view[GRAZE_BODIES_RAY_POINTS], query.batch->view[GRAZE_BODIES_RAY_NORMALS]};
    return graze_bodies_cast_rays(query.bodies, count, rays, ray_count, &query.filter,
                                  (GrazeTouching)touching, &out);
}

int32_t graze_wasm_bodies_at_point(uint32_t handle, int32_t count, uint32_t category, uint32_t mask,
                                   double x, double y)
{
    Query query;
    const GrazeRay point = {x, y, 0, 0};
    if (!begin_query(&query, handle, count, category, mask)) return -1;
    GrazeStatus status = graze_ray_check(&point);
    if (status != GRAZE_OK) return glue_fail_body(status);
    return graze_bodies_at_point(query.bodies, count, x, y, &query.filter,
                                 query.batch->view[GRAZE_BODIES_POINT_BODIES]);
}

/* The sides of the box are numbers with min <= max. */
int32_t graze_wasm_bodies_in_box(uint32_t handle, int32_t count, uint32_t category, uint32_t mask,
                                 double min_x, double min_y, double max_x, double max_y)
{
    Query query;
    const GrazeShapeBounds box = {min_x, min_y, max_x, max_y};
    if (!begin_query(&query, handle, count, category, mask)) return -1;
    return graze_bodies_in_box(query.bodies, count, &box, &query.filter,
                               query.batch->view[GRAZE_BODIES_BOX_BODIES]);
}
