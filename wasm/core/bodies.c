#include "bodies.h"

Batch* glue_bodies_new(HandleKind kind, const GlueBodiesSizes* sizes, const uint32_t limits[4],
                       bool has_manifolds, bool has_filters, size_t storage_size, uint32_t* handle)
{
    const uint64_t n = limits[0];
    const uint64_t m = limits[1];
    const uint64_t rays = limits[3];
    const uint64_t manifolds = has_manifolds ? m : 0;
    const uint64_t filters = has_filters ? n : 0;
    const uint64_t bytes[GLUE_BODIES_VIEWS] = {
        n * sizeof(uint32_t),
        n * sizes->place,
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
        manifolds * sizes->point,
        2 * manifolds * sizes->point,
        2 * manifolds * sizeof(float),
        2 * manifolds * sizeof(uint32_t),
        n * sizeof(uint32_t),
        2 * n * sizeof(double),
        n * sizeof(uint32_t),
        n * sizeof(uint32_t),
        rays * sizes->ray,
        rays * sizeof(int32_t),
        2 * rays * sizeof(double),
        rays * sizes->point,
        rays * sizes->point,
        sizes->state,
        n * sizeof(void*),
        n * sizeof(uint32_t),
        n * sizes->place,
        storage_size,
    };
    Batch* batch = batch_new(kind, bytes, GLUE_BODIES_VIEWS, handle);
    if (batch == NULL) return NULL;
    batch->capacity = (int32_t)limits[0];
    batch->pairs = (int32_t)limits[1];
    batch->has_extra = has_manifolds;
    batch_refer(batch, 0, batch->view[GRAZE_BODIES_SHAPES], batch->capacity);
    batch_refer(batch, 1, batch->view[GLUE_BODIES_HANDLES], (int32_t)limits[2]);
    GlueCopies* state = batch->view[GLUE_BODIES_STATE];
    state->still = (int32_t)limits[2];
    state->rays = (int32_t)limits[3];
    state->shapes_freed = handle_table.shapes_freed;
    uint32_t* categories = batch->view[GRAZE_BODIES_CATEGORIES];
    uint32_t* masks = batch->view[GRAZE_BODIES_MASKS];
    for (uint64_t k = 0; k < filters; k++) {
        categories[k] = 1;
        masks[k] = UINT32_MAX;
    }
    return batch;
}

int32_t glue_check_full(const Batch* batch, int32_t found)
{
    if (found <= batch->pairs) return found;
    glue_fail(GRAZE_E_FULL, found);
    return -1;
}

bool glue_check_ray_count(const Batch* batch, int32_t count)
{
    const GlueCopies* state = batch->view[GLUE_BODIES_STATE];
    bool fits = count >= 0 && count <= state->rays;
    return fits || glue_fail(GRAZE_E_BAD_INDEX, -1) != 0;
}

int32_t glue_fail_body(GrazeStatus status)
{
    glue_fail(status, -2);
    return -1;
}

int32_t glue_fail_ray(GrazeStatus status, int32_t k)
{
    glue_fail(status, -3 - k);
    return -1;
}
