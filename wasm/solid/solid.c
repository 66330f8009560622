/* Bodies in space, each in one block with its vertices, faces and edges. */
#include "solid.h"

#include "../core/glue.h"

#include <string.h>

/* A body and, after it in the same block, its vertices and faces. */
typedef struct {
    _Alignas(16) GrazeSolid solid;
    _Alignas(16) char storage[];
} SolidBlock;

/* Returns room for `count` points, which the caller fills before graze_wasm_solid_hull. */
GrazeSolidPoint* graze_wasm_solid_stage(uint32_t count)
{
    bool fits = count <= INT32_MAX / sizeof(GrazeSolidPoint);
    GrazeSolidPoint* stage = fits ? arena_block_new(count * sizeof *stage) : NULL;
    if (stage == NULL) glue_fail(GRAZE_E_OUT_OF_MEMORY, -1);
    return stage;
}

/* Returns the address in `to` of what is at `address` in `from`. */
static const void* moved(const void* address, const void* from, const void* to)
{
    return (const char*)to + ((const char*)address - (const char*)from);
}

/* Copies a body whose vertices and faces take `size` bytes of `storage` into a block of its own. */
static SolidBlock* copy_to_block(const GrazeSolid* solid, const void* storage, size_t size)
{
    SolidBlock* block = arena_block_new(sizeof *block + size);
    if (block == NULL) return NULL;
    GrazeSolidFaces* faces = &block->solid.faces;
    memcpy(block->storage, storage, size);
    block->solid = *solid;
    block->solid.vertices = moved(solid->vertices, storage, block->storage);
    faces->face_starts = moved(faces->face_starts, storage, block->storage);
    faces->corners = moved(faces->corners, storage, block->storage);
    faces->neighbor_starts = moved(faces->neighbor_starts, storage, block->storage);
    faces->neighbors = moved(faces->neighbors, storage, block->storage);
    return block;
}

/* Makes the hull of points in a block of its own. */
static GrazeStatus make_hull(const GrazeSolidPoint* points, int32_t count, float radius,
                             SolidBlock** block)
{
    GrazeSolid solid;
    size_t used = 0;
    /* The factor is above the bytes that graze_solid_hull_size takes for a point. */
    bool fits = count >= 0 && count <= INT32_MAX / 1024;
    void* storage = fits ? arena_block_new(graze_solid_hull_size(count)) : NULL;
    GrazeStatus status = GRAZE_E_OUT_OF_MEMORY;
    *block = NULL;
    if (storage != NULL) status = graze_solid_hull(points, count, radius, storage, &used, &solid);
    if (status == GRAZE_OK) *block = copy_to_block(&solid, storage, used);
    arena_block_free(storage);
    return status == GRAZE_OK && *block == NULL ? GRAZE_E_OUT_OF_MEMORY : status;
}

/* Makes the hull of the staged points, and frees the stage. */
uint32_t graze_wasm_solid_hull(GrazeSolidPoint* stage, int32_t count, float radius)
{
    SolidBlock* block;
    GrazeStatus status = make_hull(stage, count, radius, &block);
    arena_block_free(stage);
    return glue_publish(HANDLE_SOLID, block, status, -1);
}

/* ---- compounds ---- */

/* Returns memory for an array, or NULL, with the fault recorded. It is a block, as no block can be
   made above the stack. */
static void* new_array(uint32_t count, size_t size)
{
    uint64_t bytes = (uint64_t)count * size;
    void* array = bytes <= INT32_MAX ? arena_block_new((size_t)bytes) : NULL;
    if (array == NULL) glue_fail(GRAZE_E_OUT_OF_MEMORY, -1);
    return array;
}

/* Returns room for `count` parts, which the caller fills before graze_wasm_solid_compound. */
GrazeSolidPlacedPart* graze_wasm_solid_compound_stage(uint32_t count)
{
    return new_array(count, sizeof(GrazeSolidPlacedPart));
}

/* Makes the hull of a body's vertices as placed, rounded to float32. */
static GrazeStatus place_part(const GrazeSolidPlacedPart* placed, SolidBlock** block)
{
    GrazeSolidPose pose;
    const SolidBlock* from = handle_get(HANDLE_SOLID, placed->solid);
    *block = NULL;
    if (from == NULL) return GRAZE_E_STALE_HANDLE;
    const GrazeSolid* body = &from->solid;
    if (body->compound != NULL) return GRAZE_E_NOT_CONVEX;
    GrazeStatus status = glue_read_solid_pose(&placed->pose, &pose);
    if (status != GRAZE_OK) return status;
    GrazeSolidPoint* points = new_array((uint32_t)body->count, sizeof *points);
    if (points == NULL) return GRAZE_E_OUT_OF_MEMORY;
    const double* r = pose.rotation;
    for (int32_t i = 0; i < body->count; i++) {
        const GrazeSolidPoint* v = &body->vertices[i];
        points[i] = (GrazeSolidPoint){
            (float)(((r[0] * v->x + r[3] * v->y) + r[6] * v->z) + pose.x),
            (float)(((r[1] * v->x + r[4] * v->y) + r[7] * v->z) + pose.y),
            (float)(((r[2] * v->x + r[5] * v->y) + r[8] * v->z) + pose.z),
        };
    }
    status = make_hull(points, body->count, body->radius, block);
    arena_block_free(points);
    /* The points of a valid body are finite; as placed they may be beyond float32. */
    return status == GRAZE_E_NOT_FINITE ? GRAZE_E_OUT_OF_RANGE : status;
}

/* Publishes the union of convex bodies, which it copies. */
static uint32_t publish_union(const GrazeSolid* parts, int32_t count)
{
    size_t size = graze_solid_compound_size(parts, count);
    SolidBlock* block = size <= INT32_MAX ? arena_block_new(sizeof *block + size) : NULL;
    GrazeStatus status = GRAZE_E_OUT_OF_MEMORY;
    if (block != NULL) status = graze_solid_compound(parts, count, block->storage, &block->solid);
    return glue_publish(HANDLE_SOLID, block, status, -1);
}

/* Makes the union of the staged parts, and frees the stage. The index of a fault is that of the
   part. */
uint32_t graze_wasm_solid_compound(GrazeSolidPlacedPart* stage, int32_t count)
{
    void** blocks = new_array((uint32_t)count, sizeof(void*));
    GrazeSolid* parts = new_array((uint32_t)count, sizeof *parts);
    int32_t made = 0;
    uint32_t handle = 0;
    bool is_valid = blocks != NULL && parts != NULL;
    for (; is_valid && made < count; made += is_valid) {
        SolidBlock* block;
        GrazeStatus status = place_part(&stage[made], &block);
        is_valid = status == GRAZE_OK;
        blocks[made] = block;
        if (is_valid) parts[made] = block->solid;
        if (!is_valid) glue_fail(status, made);
    }
    if (is_valid) handle = publish_union(parts, count);
    while (made > 0)
        arena_block_free(blocks[--made]);
    arena_block_free(parts);
    arena_block_free(blocks);
    arena_block_free(stage);
    return handle;
}

/* Returns room for positions and, behind them, three indices for each triangle, which the caller
   fills before graze_wasm_solid_mesh. */
GrazeSolidPoint* graze_wasm_solid_mesh_stage(uint32_t positions, uint32_t triangles)
{
    uint64_t count = (uint64_t)positions + triangles;
    return new_array(count <= INT32_MAX ? (uint32_t)count : INT32_MAX, sizeof(GrazeSolidPoint));
}

/* Makes a mesh of the staged triangles, and frees the stage. */
uint32_t graze_wasm_solid_mesh(GrazeSolidPoint* stage, int32_t positions, int32_t triangles)
{
    const int32_t* indices = (const int32_t*)(stage + positions);
    /* The factor is above the bytes that graze_solid_mesh_size takes for a triangle or position. */
    bool fits = (int64_t)positions + triangles <= INT32_MAX / 256;
    size_t size = fits ? graze_solid_mesh_size(positions, triangles) : 0;
    SolidBlock* block = fits ? arena_block_new(sizeof *block + size) : NULL;
    int32_t culprit = -1;
    GrazeStatus status = GRAZE_E_OUT_OF_MEMORY;
    if (block != NULL)
        status = graze_solid_mesh(stage, positions, indices, triangles, block->storage,
                                  &block->solid, &culprit);
    arena_block_free(stage);
    return glue_publish(HANDLE_SOLID, block, status, culprit);
}

/* ---- what a body has ---- */

static const GrazeSolid* get_solid(uint32_t handle)
{
    const SolidBlock* block = handle_get(HANDLE_SOLID, handle);
    if (block == NULL) glue_fail(GRAZE_E_STALE_HANDLE, -1);
    return block != NULL ? &block->solid : NULL;
}

/* Returns the number of parts; -1 for a handle that is not live. */
int32_t graze_wasm_solid_part_count(uint32_t handle)
{
    const GrazeSolid* solid = get_solid(handle);
    int32_t count = -1;
    if (solid != NULL) graze_solid_parts(solid, &count);
    return count;
}

/* Writes the vertices of a part to the list. Returns its radius, or NaN. */
double graze_wasm_solid_part(uint32_t handle, int32_t part)
{
    const GrazeSolid* solid = get_solid(handle);
    int32_t count = 0;
    const GrazeSolid* parts = solid != NULL ? graze_solid_parts(solid, &count) : NULL;
    if (part < 0 || part >= count) {
        if (solid != NULL) glue_fail(GRAZE_E_BAD_INDEX, -1);
        return __builtin_nan("");
    }
    glue_list = (GrazeList){(uint32_t)(uintptr_t)parts[part].vertices, parts[part].count};
    return parts[part].radius;
}

/* Writes the vertices to the list. */
int32_t graze_wasm_solid_vertices(uint32_t handle)
{
    const GrazeSolid* solid = get_solid(handle);
    if (solid == NULL) return glue_fault.status;
    glue_list = (GrazeList){(uint32_t)(uintptr_t)solid->vertices, solid->count};
    return GRAZE_OK;
}

/* Returns the number of faces; -1 for a handle that is not live. */
int32_t graze_wasm_solid_face_count(uint32_t handle)
{
    const GrazeSolid* solid = get_solid(handle);
    return solid != NULL ? solid->faces.face_count : -1;
}

/* Writes the indices of the corners of a face to the list. */
int32_t graze_wasm_solid_face(uint32_t handle, int32_t face)
{
    const GrazeSolid* solid = get_solid(handle);
    if (solid == NULL) return glue_fault.status;
    bool is_face = face >= 0 && face < solid->faces.face_count;
    if (!is_face) {
        glue_fail(GRAZE_E_BAD_INDEX, -1);
        return glue_fault.status;
    }
    const int32_t* starts = &solid->faces.face_starts[face];
    const int32_t* corners = solid->faces.corners + starts[0];
    glue_list = (GrazeList){(uint32_t)(uintptr_t)corners, starts[1] - starts[0]};
    return GRAZE_OK;
}
