/* Shapes that are unions of convex parts. Their points and the ends of their parts, or of the rings
   of an outline, come in a stage, which is freed when the shape is made. */
#include "../core/glue.h"

#include <string.h>

/* Largest number of vertices of a part of an outline: more would not be fewer parts for long. */
enum { MAX_PART_VERTICES = 256 };

/* Returns room for `points` points and, behind them, `ends` numbers, which the caller fills before
   one of graze_wasm_compound_. */
GrazePoint* graze_wasm_compound_stage(uint32_t points, uint32_t ends)
{
    uint64_t size = (uint64_t)points * sizeof(GrazePoint) + (uint64_t)ends * sizeof(uint32_t);
    GrazePoint* stage = size <= INT32_MAX ? arena_block_new((size_t)size) : NULL;
    if (stage == NULL) glue_fail(GRAZE_E_OUT_OF_MEMORY, -1);
    return stage;
}

/* Returns memory for an array, or NULL. It is a block, as no block can be made above the stack. */
static void* new_array(int32_t count, size_t size)
{
    uint64_t bytes = (uint64_t)count * size;
    return bytes <= INT32_MAX ? arena_block_new((size_t)bytes) : NULL;
}

/* Publishes the union of convex shapes, which it copies. */
static uint32_t publish_union(const GrazeShape* parts, int32_t count)
{
    uint64_t vertices = 0;
    for (int32_t k = 0; k < count; k++)
        vertices += (uint64_t)parts[k].count;
    size_t header = (sizeof(GrazeShape) + 15) & ~(size_t)15;
    /* The factor is above the bytes that graze_compound_size takes for a vertex or a part. */
    bool fits = (vertices + (uint64_t)count) * 512 <= INT32_MAX;
    size_t size = fits ? header + 16 + graze_compound_size(count, (int32_t)vertices) : 0;
    GrazeShape* shape = fits ? arena_block_new(size) : NULL;
    if (shape == NULL) return glue_fail(GRAZE_E_OUT_OF_MEMORY, -1);
    void* storage = (void*)(((uintptr_t)shape + header + 15) & ~(uintptr_t)15);
    return glue_publish(HANDLE_SHAPE, shape, graze_compound(shape, parts, count, storage), -1);
}

/* Makes parts of successive points; returns whether all are convex, else records the failure with
   the index of the point. */
static bool make_parts(GrazePoint* points, const int32_t* ends, int32_t count, float radius,
                       GrazeShape* parts)
{
    int32_t first = 0;
    for (int32_t k = 0; k < count; k++) {
        int32_t culprit;
        GrazeStatus status =
            graze_shape_polygon(&parts[k], points + first, ends[k] - first, radius, &culprit);
        if (status != GRAZE_OK) return glue_fail(status, culprit < 0 ? -1 : first + culprit) != 0;
        first = ends[k];
    }
    return true;
}

/* Makes a compound of convex outlines, one after the other: part k has the points from ends[k - 1] to
   ends[k] - 1. */
uint32_t graze_wasm_compound_of_parts(GrazePoint* stage, uint32_t points, int32_t count,
                                      float radius)
{
    const int32_t* ends = (const int32_t*)(stage + points);
    GrazeShape* parts = new_array(count, sizeof *parts);
    uint32_t handle = 0;
    if (parts == NULL) {
        glue_fail(GRAZE_E_OUT_OF_MEMORY, -1);
    } else if (make_parts(stage, ends, count, radius, parts)) {
        handle = publish_union(parts, count);
    }
    arena_block_free(parts);
    arena_block_free(stage);
    return handle;
}

/* Writes the convex parts of a shape, if `parts` is not NULL, and returns their number. */
static int32_t copy_parts(const GrazeShape* shape, GrazeShape* parts)
{
    int32_t count = shape->compound != NULL ? shape->compound->count : 1;
    const GrazeShape* from = shape->compound != NULL ? shape->compound->parts : shape;
    if (parts != NULL) memcpy(parts, from, (size_t)count * sizeof *parts);
    return count;
}

/* Makes a compound of the parts of `count` shapes, whose handles are in the stage. */
uint32_t graze_wasm_compound_of_shapes(GrazePoint* stage, int32_t count)
{
    const uint32_t* handles = (const uint32_t*)stage;
    int64_t total = 0;
    uint32_t handle = 0;
    bool are_live = true;
    for (int32_t k = 0; are_live && k < count; k++) {
        const GrazeShape* shape = handle_get(HANDLE_SHAPE, handles[k]);
        if (shape == NULL) {
            glue_fail(GRAZE_E_STALE_HANDLE, k);
            are_live = false;
        } else {
            total += copy_parts(shape, NULL);
        }
    }
    GrazeShape* parts =
        are_live && total <= INT32_MAX ? new_array((int32_t)total, sizeof *parts) : NULL;
    if (are_live && parts == NULL) glue_fail(GRAZE_E_OUT_OF_MEMORY, -1);
    int32_t made = 0;
    for (int32_t k = 0; parts != NULL && k < count; k++) {
        const GrazeShape* shape = handle_get(HANDLE_SHAPE, handles[k]);
        if (shape != NULL) made += copy_parts(shape, parts + made);
    }
    if (parts != NULL) handle = publish_union(parts, made);
    arena_block_free(parts);
    arena_block_free(stage);
    return handle;
}

/* Makes the parts of a decomposition, whose points it copies to `copies`. */
static void make_decomposed(const GrazePoint* points, const GrazeDecomposition* decomposition,
                            float radius, GrazePoint* copies, GrazeShape* parts)
{
    int32_t first = 0;
    for (int32_t k = 0; k < decomposition->part_count; k++) {
        int32_t end = decomposition->part_ends[k];
        int32_t culprit;
        for (int32_t i = first; i < end; i++)
            copies[i] = points[decomposition->vertices[i]];
        /* The parts of a decomposition are convex. */
        graze_shape_polygon(&parts[k], copies + first, end - first, radius, &culprit);
        first = end;
    }
}

/* Makes the compound of a decomposition. */
static uint32_t publish_decomposition(const GrazePoint* points,
                                      const GrazeDecomposition* decomposition, float radius)
{
    int32_t count = decomposition->part_count;
    GrazePoint* copies = new_array(decomposition->part_ends[count - 1], sizeof *copies);
    GrazeShape* parts = new_array(count, sizeof *parts);
    uint32_t handle = 0;
    if (copies != NULL && parts != NULL) {
        make_decomposed(points, decomposition, radius, copies, parts);
        handle = publish_union(parts, count);
    } else {
        glue_fail(GRAZE_E_OUT_OF_MEMORY, -1);
    }
    arena_block_free(parts);
    arena_block_free(copies);
    return handle;
}

/* Makes a compound of the convex parts of an outline with holes: ring k has the points from
   ends[k - 1] to ends[k] - 1. A fault of the outline is in the result. */
uint32_t graze_wasm_compound_of_outline(GrazePoint* stage, uint32_t points, int32_t rings,
                                        float radius)
{
    const int32_t* ends = (const int32_t*)(stage + points);
    GrazeDecomposition decomposition = {NULL, NULL, 0, -1, -1};
    GrazeOutlineFault fault = GRAZE_OUTLINE_TOO_MANY_POINTS;
    /* For a number of points that is refused, the storage is not used. */
    size_t size = graze_decomposition_size(points <= INT32_MAX ? (int32_t)points : 0);
    void* storage = arena_block_new(size > 0 ? size : 16);
    uint32_t handle = 0;
    if (storage != NULL) {
        fault = graze_decompose(stage, ends, rings, MAX_PART_VERTICES, storage, &decomposition);
        if (fault == GRAZE_OUTLINE_OK) {
            handle = publish_decomposition(stage, &decomposition, radius);
        } else {
            glue_fail(GRAZE_E_BAD_OUTLINE, -1);
            glue_result.outline =
                (GrazeOutlineReport){(int32_t)fault, decomposition.first, decomposition.second, 0};
        }
    } else {
        glue_fail(GRAZE_E_OUT_OF_MEMORY, -1);
    }
    arena_block_free(storage);
    arena_block_free(stage);
    return handle;
}

/* Returns the number of parts of a compound; 0 for a convex shape. */
int32_t graze_wasm_compound_count(uint32_t handle)
{
    const GrazeShape* shape = handle_get(HANDLE_SHAPE, handle);
    if (shape == NULL) return (int32_t)glue_fail(GRAZE_E_STALE_HANDLE, -1) - 1;
    return shape->compound != NULL ? shape->compound->count : 0;
}

/* Writes the address and number of vertices of a part to the list. Returns its radius, or NaN. */
double graze_wasm_compound_part(uint32_t handle, int32_t part)
{
    const GrazeShape* shape = handle_get(HANDLE_SHAPE, handle);
    if (shape == NULL || shape->compound == NULL || part < 0 || part >= shape->compound->count) {
        glue_fail(GRAZE_E_STALE_HANDLE, -1);
        return __builtin_nan("");
    }
    const GrazeShape* one = &shape->compound->parts[part];
    glue_list = (GrazeList){(uint32_t)(uintptr_t)one->vertices, one->count};
    return one->radius;
}
