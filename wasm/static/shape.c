/* Shapes, made in place in the memory of their stage. */
#include "../../src/tolerance.h"
#include "../core/glue.h"

#include <stddef.h>

/* A shape and, after it in the same block, its vertices and its support lookup table. */
typedef struct {
    GrazeShape shape;
    GrazePoint vertices[];
} ShapeBlock;

/*
 * Returns room for `count` points, which the caller fills before graze_wasm_shape_polygon or _hull.
 */
GrazePoint* graze_wasm_shape_stage(uint32_t count)
{
    if (count > INT32_MAX / sizeof(GrazePoint) - sizeof(ShapeBlock)) {
        glue_fail(GRAZE_E_OUT_OF_MEMORY, -1);
        return NULL;
    }
    /* A longer outline may be reduced to this number of corners or fewer. */
    size_t lut_size = graze_support_lut_size(
        count < GRAZE_LOOKUP_MAX_VERTICES ? (int32_t)count : GRAZE_LOOKUP_MAX_VERTICES);
    ShapeBlock* block =
        arena_block_new(sizeof *block + count * sizeof block->vertices[0] + 16 + lut_size);
    if (block == NULL) {
        glue_fail(GRAZE_E_OUT_OF_MEMORY, -1);
        return NULL;
    }
    return block->vertices;
}

/* Returns the room for the support lookup table, which follows the vertices; there may be fewer of
   these than points. */
static void* support_lut_storage(ShapeBlock* block)
{
    uintptr_t end = (uintptr_t)(block->vertices + block->shape.count);
    return (void*)((end + 15) & ~(uintptr_t)15);
}

/* Publishes a filled stage as a live shape, or frees it. */
static uint32_t publish(ShapeBlock* block, GrazeStatus status, int32_t culprit)
{
    if (status == GRAZE_OK)
        graze_shape_build_support_lut(&block->shape, support_lut_storage(block));
    return glue_publish(HANDLE_SHAPE, block, status, culprit);
}

static ShapeBlock* staged_block(GrazePoint* stage)
{
    return (ShapeBlock*)((char*)stage - offsetof(ShapeBlock, vertices));
}

uint32_t graze_wasm_shape_polygon(GrazePoint* stage, int32_t count, float radius)
{
    ShapeBlock* block = staged_block(stage);
    int32_t culprit = -1;
    GrazeStatus status = graze_shape_polygon(&block->shape, stage, count, radius, &culprit);
    return publish(block, status, culprit);
}

uint32_t graze_wasm_shape_hull(GrazePoint* stage, int32_t count, float radius)
{
    ShapeBlock* block = staged_block(stage);
    int32_t culprit = -1;
    uintptr_t mark = arena_mark();
    GrazePoint* scratch = arena_push(((size_t)count + 1) * sizeof *scratch);
    GrazeStatus status = GRAZE_E_OUT_OF_MEMORY;
    if (scratch != NULL) {
        status = graze_shape_hull(&block->shape, stage, scratch, count, radius, &culprit);
    }
    arena_release(mark);
    return publish(block, status, culprit);
}

/* Return the number of vertices of a live shape, and their address; 0 for a handle that is not
   live. */
int32_t graze_wasm_shape_count(uint32_t handle)
{
    const GrazeShape* shape = handle_get(HANDLE_SHAPE, handle);
    return shape != NULL ? shape->count : (int32_t)glue_fail(GRAZE_E_STALE_HANDLE, -1);
}

const GrazePoint* graze_wasm_shape_vertices(uint32_t handle)
{
    const GrazeShape* shape = handle_get(HANDLE_SHAPE, handle);
    if (shape == NULL) glue_fail(GRAZE_E_STALE_HANDLE, -1);
    return shape != NULL ? shape->vertices : NULL;
}
