#include "compound.h"

#include "hull.h"
#include "sign.h"

/* ---- parts ---- */

/* Writes the body of a triangle, or of the segment or point that is left of it. */
static void make_triangle(const GrazeSolidCompound* mesh, int32_t index, SolidPart* out)
{
    static const int32_t face_starts[3] = {0, 3, 6};
    static const int32_t corners[6] = {0, 1, 2, 2, 1, 0};
    static const int32_t neighbor_starts[3][4] = {{0, 0}, {0, 1, 2}, {0, 2, 4, 6}};
    static const int32_t neighbors_of_segment[2] = {1, 0};
    static const int32_t neighbors_of_triangle[6] = {1, 2, 2, 0, 0, 1};
    const int32_t* own = mesh->indices + 3 * (size_t)index;
    int32_t count = 0;
    for (int32_t corner = 0; corner < 3; corner++) {
        if (own[corner] < 0) continue;
        out->corners[count] = corner;
        out->vertices[count++] = mesh->positions[own[corner]];
    }
    bool is_flat = count == 3;
    out->triangle = (GrazeSolid){
        .vertices = out->vertices,
        .count = count,
        .faces = {is_flat ? 2 : 0, face_starts, corners, neighbor_starts[count - 1],
                  is_flat ? neighbors_of_triangle : neighbors_of_segment},
    };
    graze_solid_measure(&out->triangle);
    out->body = &out->triangle;
}

void graze_solid_part(const GrazeSolid* body, int32_t index, SolidPart* out)
{
    const GrazeSolidCompound* compound = body->compound;
    if (compound == NULL) {
        out->body = body;
    } else if (compound->parts != NULL) {
        out->body = &compound->parts[index];
    } else {
        make_triangle(compound, index, out);
    }
}

void graze_solid_name_corners(const SolidPart* part, int32_t kind, int32_t* first, int32_t* second)
{
    if (part->body != &part->triangle || kind == GRAZE_SOLID_FACE) return;
    *first = part->corners[*first];
    if (*second >= 0) *second = part->corners[*second];
}

static float coordinate_of(const GrazeSolidPoint* p, int k)
{
    return k == 0 ? p->x : k == 1 ? p->y : p->z;
}

GrazeTreeBox graze_solid_box(const GrazeSolid* body)
{
    GrazeTreeBox box = {lanes_splat(0), lanes_splat(0)};
    for (int k = 0; k < 3; k++) {
        float lo = coordinate_of(&body->vertices[0], k);
        float hi = lo;
        for (int32_t i = 1; i < body->count; i++) {
            float at = coordinate_of(&body->vertices[i], k);
            if (at < lo) lo = at;
            if (at > hi) hi = at;
        }
        box.lo[k] = -float_round_up((double)body->radius - lo);
        box.hi[k] = float_round_up((double)body->radius + hi);
    }
    return box;
}

/* ---- construction ---- */

/* The arrays of a compound, behind each other; those of the construction come last. */
typedef struct {
    GrazeSolidCompound* compound;
    GrazeBoxTree tree;
    void* nodes;
    float* sides;
    GrazeSortItem* items;
} Parts;

static void place_tree(GrazeStorage* storage, int32_t count, Parts* out)
{
    size_t n = (size_t)count;
    out->nodes = graze_take(storage, graze_box_tree_size(count));
    out->sides = graze_take(storage, 6 * n * sizeof *out->sides);
    out->items = graze_take(storage, 2 * n * sizeof *out->items);
}

static void set_sides(Parts* parts, int32_t index, const GrazeTreeBox* box)
{
    float* sides = parts->sides + 6 * (size_t)index;
    for (int k = 0; k < 3; k++) {
        sides[k] = box->lo[k];
        sides[3 + k] = box->hi[k];
    }
}

/* Builds the tree from the sides, and describes the body. */
static void finish(Parts* parts, double extent, float radius, GrazeSolid* out)
{
    GrazeSolidCompound* compound = parts->compound;
    graze_box_tree_init(&parts->tree, compound->count, parts->nodes);
    graze_box_tree_build(&parts->tree, parts->sides, 3, compound->count, parts->items);
    compound->nodes = parts->tree.nodes;
    *out = (GrazeSolid){.radius = radius, .extent = extent, .compound = compound};
}

/* Places a compound and copies its parts, or only counts their sizes. */
static void place_compound(GrazeStorage* storage, const GrazeSolid* parts, int32_t count,
                           Parts* out, GrazeSolid** copies)
{
    out->compound = graze_take(storage, sizeof *out->compound);
    *copies = graze_take(storage, (size_t)count * sizeof **copies);
    for (int32_t k = 0; k < count; k++)
        graze_solid_copy(storage, &parts[k], *copies == NULL ? NULL : *copies + k);
    place_tree(storage, count, out);
}

size_t graze_solid_compound_size(const GrazeSolid* parts, int32_t count)
{
    GrazeStorage storage = {NULL, 0};
    Parts placed;
    GrazeSolid* copies;
    place_compound(&storage, parts, count, &placed, &copies);
    return storage.size;
}

GrazeStatus graze_solid_compound(const GrazeSolid* parts, int32_t count, void* storage,
                                 GrazeSolid* out)
{
    GrazeStorage taken = {storage, 0};
    Parts placed;
    GrazeSolid* copies;
    double extent = 0;
    float radius = 0;
    if (count < 1) return GRAZE_E_TOO_FEW_POINTS;
    for (int32_t k = 0; k < count; k++)
        if (parts[k].compound != NULL) return GRAZE_E_NOT_CONVEX;
    place_compound(&taken, parts, count, &placed, &copies);
    *placed.compound = (GrazeSolidCompound){.parts = copies, .count = count};
    for (int32_t k = 0; k < count; k++) {
        GrazeTreeBox box = graze_solid_box(&copies[k]);
        set_sides(&placed, k, &box);
        extent = max2(extent, copies[k].extent);
        radius = fmaxf(radius, copies[k].radius);
    }
    finish(&placed, extent, radius, out);
    return GRAZE_OK;
}

/* ---- meshes ---- */

static GrazeVec3 at(const GrazeSolidPoint* p)
{
    return vec3(p->x, p->y, p->z);
}

/* Returns whether three points are on one line. Exact. */
static bool is_on_line(const GrazeSolidPoint* const p[3])
{
    const GrazeVec3 none = {0, 0, 0};
    const SolidStep u = {at(p[1]), at(p[0]), none, none};
    const SolidStep v = {at(p[2]), at(p[0]), none, none};
    return graze_solid_are_parallel(&u, &v);
}

/* Marks the corners of a triangle without an area that are in the hull of the others: all but the
   first and the last one in the order of their coordinates, of equal ones the first. */
static void leave_out_corners(const GrazeSolidPoint* const p[3], int32_t indices[3])
{
    int low = 0;
    int high = 0;
    for (int i = 1; i < 3; i++) {
        for (int side = 0; side < 2; side++) {
            const GrazeSolidPoint* q = p[side == 0 ? low : high];
            double order = p[i]->x != q->x   ? (double)p[i]->x - q->x
                           : p[i]->y != q->y ? (double)p[i]->y - q->y
                                             : (double)p[i]->z - q->z;
            if (side == 0 && order < 0) low = i;
            if (side == 1 && order > 0) high = i;
        }
    }
    for (int i = 0; i < 3; i++)
        if (i != low && i != high) indices[i] = ~indices[i];
}

typedef struct {
    GrazeSolidPoint* positions;
    int32_t* indices;
} Triangles;

static Triangles place_mesh(GrazeStorage* storage, int32_t position_count, int32_t triangle_count,
                            Parts* out)
{
    Triangles mesh;
    out->compound = graze_take(storage, sizeof *out->compound);
    mesh.positions = graze_take(storage, (size_t)position_count * sizeof *mesh.positions);
    mesh.indices = graze_take(storage, 3 * (size_t)triangle_count * sizeof *mesh.indices);
    place_tree(storage, triangle_count, out);
    return mesh;
}

size_t graze_solid_mesh_size(int32_t position_count, int32_t triangle_count)
{
    GrazeStorage storage = {NULL, 0};
    Parts placed;
    place_mesh(&storage, position_count, triangle_count, &placed);
    return storage.size;
}

static GrazeStatus check_mesh(const GrazeSolidPoint* positions, int32_t position_count,
                              const int32_t* indices, int32_t triangle_count, int32_t* culprit)
{
    *culprit = -1;
    if (triangle_count < 1) return GRAZE_E_TOO_FEW_POINTS;
    for (int32_t i = 0; i < position_count; i++) {
        *culprit = i;
        if (!isfinite(positions[i].x) || !isfinite(positions[i].y) || !isfinite(positions[i].z))
            return GRAZE_E_NOT_FINITE;
    }
    for (int32_t i = 0; i < 3 * triangle_count; i++) {
        *culprit = i;
        if (indices[i] < 0 || indices[i] >= position_count) return GRAZE_E_BAD_INDEX;
    }
    *culprit = -1;
    return GRAZE_OK;
}

GrazeStatus graze_solid_mesh(const GrazeSolidPoint* positions, int32_t position_count,
                             const int32_t* indices, int32_t triangle_count, void* storage,
                             GrazeSolid* out, int32_t* culprit)
{
    GrazeStatus status = check_mesh(positions, position_count, indices, triangle_count, culprit);
    if (status != GRAZE_OK) return status;
    GrazeStorage taken = {storage, 0};
    Parts placed;
    double extent = 0;
    Triangles mesh = place_mesh(&taken, position_count, triangle_count, &placed);
    memcpy(mesh.positions, positions, (size_t)position_count * sizeof *positions);
    memcpy(mesh.indices, indices, 3 * (size_t)triangle_count * sizeof *indices);
    *placed.compound = (GrazeSolidCompound){
        .count = triangle_count, .positions = mesh.positions, .indices = mesh.indices};
    for (int32_t k = 0; k < triangle_count; k++) {
        int32_t* own = mesh.indices + 3 * (size_t)k;
        const GrazeSolidPoint* const p[3] = {&positions[own[0]], &positions[own[1]],
                                             &positions[own[2]]};
        SolidPart part;
        if (is_on_line(p)) leave_out_corners(p, own);
        make_triangle(placed.compound, k, &part);
        GrazeTreeBox box = graze_solid_box(part.body);
        set_sides(&placed, k, &box);
        extent = max2(extent, part.body->extent);
    }
    finish(&placed, extent, 0, out);
    return GRAZE_OK;
}

const GrazeSolid* graze_solid_parts(const GrazeSolid* body, int32_t* count)
{
    const GrazeSolidCompound* compound = body->compound;
    bool has_parts = compound != NULL && compound->parts != NULL;
    *count = has_parts ? compound->count : 0;
    return has_parts ? compound->parts : NULL;
}
