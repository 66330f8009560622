/*
 * Batches of bodies over shared memory: the pairs that are near, and queries of one body, ray, point
 * or box against them. The core reads a copy of the bodies, which is checked: of bodies that stand
 * still it is that of the last update, of the others that of the call, as far as they changed.
 */
#include "../../src/tolerance.h"
#include "../core/batch.h"

/* Views after those of boundary.h: the state, and the copies of shapes, handles and placements. */
enum {
    BODIES_STATE = GRAZE_BODIES_RAY_NORMALS + 1,
    BODIES_SHAPES,
    BODIES_HANDLES,
    BODIES_PLACES,
    BODIES_STORAGE,
    BODIES_VIEWS
};

_Static_assert((int)BODIES_VIEWS <= (int)BATCH_MAX_VIEWS, "a batch of bodies has too many views");

/*
 * State of a batch.
 *   bodies        the bodies as the core takes them
 *   rays          maximum number of rays
 *   is_indexed    whether the bodies that stand still have been copied
 *   shapes_freed  handle_table.shapes_freed when the handles of all copies were last looked up
 */
typedef struct {
    GrazeBodies bodies;
    int32_t rays;
    bool is_indexed;
    uint32_t shapes_freed;
} State;

/* Returns a batch of `capacity` bodies with room for `pairs` results. It is zeroed, except for the
   rotations, (1, 0), and the bits of filters. */
uint32_t graze_wasm_bodies_new(uint32_t capacity, uint32_t pairs, uint32_t still, uint32_t rays,
                               uint32_t has_manifolds, uint32_t has_filters, uint32_t has_seams)
{
    const uint64_t n = capacity;
    const uint64_t m = pairs;
    const uint64_t manifolds = has_manifolds != 0 ? m : 0;
    const uint64_t filters = has_filters != 0 ? n : 0;
    const uint64_t sizes[BODIES_VIEWS] = {
        n * sizeof(uint32_t),
        n * sizeof(GrazePlacement),
        m * sizeof(uint32_t),
        m * sizeof(uint32_t),
        m,
        m * sizeof(float),
        n * sizeof(uint32_t),
        n,
        n * sizeof(float),
        filters * sizeof(uint32_t),
        filters * sizeof(uint32_t),
        manifolds,
        manifolds * sizeof(float),
        manifolds * sizeof(GrazePoint),
        2 * manifolds * sizeof(GrazePoint),
        2 * manifolds * sizeof(float),
        2 * manifolds * sizeof(uint32_t),
        n * sizeof(uint32_t),
        2 * n * sizeof(double),
        n * sizeof(uint32_t),
        n * sizeof(uint32_t),
        (uint64_t)rays * sizeof(GrazeRay),
        (uint64_t)rays * sizeof(int32_t),
        2 * (uint64_t)rays * sizeof(double),
        (uint64_t)rays * sizeof(GrazePoint),
        (uint64_t)rays * sizeof(GrazePoint),
        sizeof(State),
        n * sizeof(GrazeShape*),
        n * sizeof(uint32_t),
        n * sizeof(GrazePlacement),
        graze_bodies_size((int32_t)n, (int32_t)still, (int32_t)m),
    };
    uint32_t handle;
    Batch* batch = batch_new(HANDLE_BODIES, sizes, BODIES_VIEWS, &handle);
    if (batch == NULL) return 0;
    batch->capacity = (int32_t)capacity;
    batch->pairs = (int32_t)pairs;
    batch->has_extra = has_manifolds != 0;
    GrazePlacement* poses = batch->view[GRAZE_BODIES_POSES];
    for (uint32_t k = 0; k < capacity; k++)
        poses[k].cos = 1;
    State* state = batch->view[BODIES_STATE];
    state->rays = (int32_t)rays;
    state->shapes_freed = handle_table.shapes_freed;
    graze_bodies_init(&state->bodies, batch->view[BODIES_SHAPES], batch->view[BODIES_PLACES],
                      (int32_t)capacity, (int32_t)still, (int32_t)pairs,
                      batch->view[BODIES_STORAGE]);
    state->bodies.seams = has_seams != 0;
    if (has_filters != 0) {
        uint32_t* categories = batch->view[GRAZE_BODIES_CATEGORIES];
        uint32_t* masks = batch->view[GRAZE_BODIES_MASKS];
        state->bodies.categories = categories;
        state->bodies.masks = masks;
        for (uint32_t k = 0; k < capacity; k++) {
            categories[k] = 1;
            masks[k] = UINT32_MAX;
        }
    }
    return handle;
}

/* ---- copies ---- */

/* Returns whether body k differs from its copy, or has none: its copied handle is 0 then. */
static bool is_changed(const Batch* batch, int32_t k)
{
    const uint32_t* handles = batch->view[GRAZE_BODIES_SHAPES];
    const uint32_t* kept_handles = batch->view[BODIES_HANDLES];
    const GrazePlacement* poses = batch->view[GRAZE_BODIES_POSES];
    const GrazePlacement* kept_poses = batch->view[BODIES_PLACES];
    const GrazePlacement* pose = &poses[k];
    const GrazePlacement* kept = &kept_poses[k];
    return kept_handles[k] == 0 || handles[k] != kept_handles[k] || pose->x != kept->x ||
           pose->y != kept->y || pose->cos != kept->cos || pose->sin != kept->sin;
}

/* Returns whether body k is valid; else records its fault. */
static bool check_body(const Batch* batch, int32_t k)
{
    const uint32_t* handles = batch->view[GRAZE_BODIES_SHAPES];
    const GrazePlacement* poses = batch->view[GRAZE_BODIES_POSES];
    if (handle_get(HANDLE_SHAPE, handles[k]) == NULL)
        return glue_fail(GRAZE_E_STALE_HANDLE, k) != 0;
    GrazeStatus status = graze_placement_check(&poses[k]);
    return status == GRAZE_OK || glue_fail(status, k) != 0;
}

/* Copies bodies from `from` to end - 1, which are valid. */
static void copy_bodies(Batch* batch, int32_t from, int32_t end)
{
    State* state = batch->view[BODIES_STATE];
    const uint32_t* handles = batch->view[GRAZE_BODIES_SHAPES];
    const GrazePlacement* poses = batch->view[GRAZE_BODIES_POSES];
    uint32_t* kept_handles = batch->view[BODIES_HANDLES];
    GrazePlacement* kept_poses = batch->view[BODIES_PLACES];
    const GrazeShape** shapes = batch->view[BODIES_SHAPES];
    for (int32_t k = from; k < end; k++) {
        shapes[k] = handle_get(HANDLE_SHAPE, handles[k]);
        kept_handles[k] = handles[k];
        kept_poses[k] = poses[k];
    }
    graze_bodies_update(&state->bodies, from, end);
    if (from == 0 && end >= state->bodies.still) state->is_indexed = true;
}

/* Checks that the shapes of all copies live; else records the fault. */
static bool check_copies(Batch* batch)
{
    State* state = batch->view[BODIES_STATE];
    uint32_t* kept_handles = batch->view[BODIES_HANDLES];
    if (state->shapes_freed == handle_table.shapes_freed) return true;
    for (int32_t k = 0; k < batch->capacity; k++) {
        if (kept_handles[k] == 0 || handle_get(HANDLE_SHAPE, kept_handles[k]) != NULL) continue;
        if (k < state->bodies.still) return glue_fail(GRAZE_E_STALE_HANDLE, k) != 0;
        kept_handles[k] = 0; /* The body counts as changed. */
    }
    state->shapes_freed = handle_table.shapes_freed;
    return true;
}

const uint32_t* glue_copied_shapes(const Batch* batch, int32_t* count)
{
    const State* state = batch->view[BODIES_STATE];
    *count = state->bodies.still;
    return batch->view[BODIES_HANDLES];
}

/*
 * Looks up a batch and brings the copies of its first `count` bodies up to date: those that stand
 * still if they were never copied, the others if they have changed. Returns NULL, with the fault
 * recorded, where a body is not valid; its index is that of the body, -1 for the batch.
 */
static Batch* refresh(uint32_t handle, int32_t count)
{
    Batch* batch = batch_get(HANDLE_BODIES, handle);
    if (batch == NULL) return NULL;
    State* state = batch->view[BODIES_STATE];
    int32_t still = state->bodies.still;
    if (count < still || count > batch->capacity) {
        glue_fail(GRAZE_E_BAD_INDEX, -1);
        return NULL;
    }
    if (!check_copies(batch)) return NULL;
    int32_t from = state->is_indexed ? still : 0;
    for (int32_t k = from; k < count; k++)
        if (is_changed(batch, k) && !check_body(batch, k)) return NULL;
    if (!state->is_indexed) copy_bodies(batch, 0, still);
    for (int32_t k = still; k < count; k++)
        if (is_changed(batch, k)) copy_bodies(batch, k, k + 1);
    return batch;
}

/* Copies bodies from `from` to end - 1 again; the first time, all that stand still. */
int32_t graze_wasm_bodies_update(uint32_t handle, int32_t from, int32_t end)
{
    Batch* batch = batch_get(HANDLE_BODIES, handle);
    if (batch == NULL) return glue_fault.status;
    State* state = batch->view[BODIES_STATE];
    if (from < 0 || end < from || end > batch->capacity) {
        glue_fail(GRAZE_E_BAD_INDEX, -1);
        return glue_fault.status;
    }
    if (!state->is_indexed) {
        from = 0;
        if (end < state->bodies.still) end = state->bodies.still;
    }
    for (int32_t k = from; k < end; k++)
        if (!check_body(batch, k)) return glue_fault.status;
    copy_bodies(batch, from, end);
    return GRAZE_OK;
}

/* Returns 1 more than the first body that stands still and has changed since its update, or 0. */
int32_t graze_wasm_bodies_changed(uint32_t handle)
{
    const Batch* batch = batch_get(HANDLE_BODIES, handle);
    if (batch == NULL) return -1;
    const State* state = batch->view[BODIES_STATE];
    for (int32_t k = 0; k < state->bodies.still && state->is_indexed; k++)
        if (is_changed(batch, k)) return k + 1;
    return 0;
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

/* Returns the number of pairs found, or -1 with the fault GRAZE_E_FULL, whose index is that number. */
static int32_t check_full(const Batch* batch, int32_t found)
{
    if (found <= batch->pairs) return found;
    glue_fail(GRAZE_E_FULL, found);
    return -1;
}

int32_t graze_wasm_bodies_near(uint32_t handle, int32_t count, double reach)
{
    const Batch* batch = refresh(handle, count);
    if (batch == NULL) return -1;
    const State* state = batch->view[BODIES_STATE];
    GrazeManifoldBatch manifolds;
    const GrazeNearBatch out = pairs_of(batch, &manifolds);
    return check_full(batch, graze_bodies_near(&state->bodies, count, reach, &out));
}

int32_t graze_wasm_bodies_between(uint32_t handle, int32_t first, int32_t first_count,
                                  int32_t second, int32_t second_count, double reach)
{
    const Batch* batch = batch_get(HANDLE_BODIES, handle);
    if (batch == NULL) return -1;
    const State* state = batch->view[BODIES_STATE];
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
    return check_full(batch, graze_bodies_between(&state->bodies, (GrazeRange){first, first_count},
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
    query->bodies = &((const State*)query->batch->view[BODIES_STATE])->bodies;
    query->filter = (GrazeBodyFilter){category, mask};
    return true;
}

/* Records the fault of the body of a query, whose index is -2; always returns -1. */
static int32_t fail_body(GrazeStatus status)
{
    glue_fail(status, -2);
    return -1;
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
    if (status != GRAZE_OK) return fail_body(status);
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
    if (status != GRAZE_OK) return fail_body(status);
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
    if (status != GRAZE_OK) return fail_body(status);
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
    if (status != GRAZE_OK) return fail_body(status);
    const GrazeBodyCastBatch out = {query.batch->view[GRAZE_BODIES_HIT_BODIES],
                                    query.batch->view[GRAZE_BODIES_HIT_INTERVALS],
                                    query.batch->capacity};
    return graze_bodies_cast_all(query.bodies, count, &cast, &query.filter, &out);
}

/* Records the fault of ray k, whose index is -3 - k; always returns -1. */
static int32_t fail_ray(GrazeStatus status, int32_t k)
{
    glue_fail(status, -3 - k);
    return -1;
}

int32_t graze_wasm_bodies_cast_rays(uint32_t handle, int32_t count, uint32_t category,
                                    uint32_t mask, int32_t ray_count, int32_t touching)
{
    Query query;
    if (!begin_query(&query, handle, count, category, mask)) return -1;
    const State* state = query.batch->view[BODIES_STATE];
    const GrazeRay* rays = query.batch->view[GRAZE_BODIES_RAYS];
    if (ray_count < 0 || ray_count > state->rays) {
        glue_fail(GRAZE_E_BAD_INDEX, -1);
        return -1;
    }
    for (int32_t k = 0; k < ray_count; k++) {
        GrazeStatus status = graze_ray_check(&rays[k]);
        if (status != GRAZE_OK) return fail_ray(status, k);
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
    if (status != GRAZE_OK) return fail_body(status);
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
