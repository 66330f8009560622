#include "../base/storage.h"
#include "../solid/polytope.h"

/*
 * The polytope A - B of two cores in space, for display: its corners and faces, from the triangles
 * of the expanding polytope. Triangles in one plane are joined to a face, and points that are
 * inside of faces and edges are left out, by exact signs.
 */

/* Arrays of a result, and of the work on it. */
typedef struct {
    void* memory; /* of the polytope */
    const SolidHull* hull;
    int32_t* group;  /* face of each triangle, or -1 */
    int32_t* queue;  /* triangles whose neighbors are to be joined */
    int32_t* next;   /* next point of an outline, or -1 */
    int32_t* vertex; /* number of each point as a corner, or -1 */
    GrazeSolidDifference* vertices;
    int32_t *face_starts, *corners;
    int32_t vertex_count, face_count, corner_count;
} Result;

/* Lays out the arrays for a polytope of at most `points` points: twice as many triangles, with
   three corners each. Its own memory is the first one. */
static void lay_out(GrazeStorage* storage, int32_t points, Result* result)
{
    size_t n = (size_t)points;
    result->vertices = graze_take(storage, n * sizeof *result->vertices);
    result->memory = graze_take(storage, graze_solid_polytope_size(points));
    result->group = graze_take(storage, 2 * n * sizeof(int32_t));
    result->queue = graze_take(storage, 2 * n * sizeof(int32_t));
    result->next = graze_take(storage, n * sizeof(int32_t));
    result->vertex = graze_take(storage, n * sizeof(int32_t));
    result->face_starts = graze_take(storage, (2 * n + 1) * sizeof(int32_t));
    result->corners = graze_take(storage, 6 * n * sizeof(int32_t));
}

size_t graze_solid_difference_size(int32_t points)
{
    GrazeStorage storage = {NULL, 0};
    Result result;
    lay_out(&storage, points, &result);
    return storage.size;
}

/* Returns the side of the plane through three points on which a step leads. */
static int side_of(const SolidPoint* p, const SolidPoint* q, const SolidPoint* r,
                   const SolidStep* step)
{
    const SolidStep u = solid_step(p, q);
    const SolidStep v = solid_step(p, r);
    SolidRow row_u = solid_row(&u);
    SolidRow row_v = solid_row(&v);
    SolidRow n = solid_cross_row(&row_u, &row_v);
    SolidRow row = solid_row(step);
    int side = solid_filter_side(&n, &row);
    return side != 0 ? side : graze_solid_sign_beyond_filter(&u, &v, step);
}

static bool is_in_line(const SolidPoint* p, const SolidPoint* q, const SolidPoint* r)
{
    static const SolidStep axis[3] = {{{1, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}},
                                      {{0, 1, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}},
                                      {{0, 0, 1}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}}};
    for (int k = 0; k < 3; k++)
        if (side_of(p, q, r, &axis[k]) != 0) return false;
    return true;
}

/* Returns the number of a point as a corner. */
static int32_t number_corner(Result* result, int32_t i)
{
    if (result->vertex[i] < 0) {
        const SolidPoint* p = &result->hull->point[i];
        result->vertex[i] = result->vertex_count;
        result->vertices[result->vertex_count++] =
            (GrazeSolidDifference){p->w.x, p->w.y, p->w.z, p->a, p->b};
    }
    return result->vertex[i];
}

/* Returns the place of the edge from q to p in a triangle, or -1. */
static int edge_in(const int32_t* facet, int32_t q, int32_t p)
{
    for (int k = 0; k < 3; k++)
        if (facet[k] == q && facet[(k + 1) % 3] == p) return k;
    return -1;
}

/* Joins the triangles in the plane of one to a face. */
static void join_triangles(Result* result, int32_t first)
{
    const SolidHull* hull = result->hull;
    int32_t count = 1;
    result->queue[0] = first;
    result->group[first] = result->face_count;
    for (int32_t at = 0; at < count; at++) {
        const int32_t* facet = hull->facet[result->queue[at]];
        for (int32_t other = 0; other < hull->facet_count; other++) {
            const int32_t* t = hull->facet[other];
            int k = -1;
            for (int i = 0; i < 3 && k < 0 && result->group[other] < 0; i++)
                k = edge_in(t, facet[(i + 1) % 3], facet[i]);
            if (k < 0) continue;
            const SolidPoint* p = &hull->point[facet[0]];
            SolidStep step = solid_step(p, &hull->point[t[(k + 2) % 3]]);
            if (side_of(p, &hull->point[facet[1]], &hull->point[facet[2]], &step) != 0) continue;
            result->group[other] = result->face_count;
            result->queue[count++] = other;
        }
    }
}

/* Writes an outline, whose points follow each other, as a face, without the points in line with
   those beside them. */
static void write_face(Result* result, int32_t first)
{
    const SolidPoint* point = result->hull->point;
    int32_t last = first;
    int32_t here = result->next[first];
    do {
        int32_t next = result->next[here];
        if (!is_in_line(&point[last], &point[here], &point[next]))
            result->corners[result->corner_count++] = number_corner(result, here);
        last = here;
        here = next;
    } while (last != first);
    result->face_starts[++result->face_count] = result->corner_count;
}

/* Makes a face of the triangles of a group: its outline has the edges whose other side is in
   another. */
static void write_group(Result* result, int32_t first)
{
    const SolidHull* hull = result->hull;
    int32_t begin = -1;
    for (int32_t k = first; k < hull->facet_count; k++) {
        const int32_t* facet = hull->facet[k];
        for (int i = 0; i < 3 && result->group[k] == result->face_count; i++) {
            bool is_inside = false;
            for (int32_t other = first; other < hull->facet_count && !is_inside; other++)
                is_inside = result->group[other] == result->face_count &&
                            edge_in(hull->facet[other], facet[(i + 1) % 3], facet[i]) >= 0;
            if (is_inside) continue;
            begin = facet[i];
            result->next[begin] = facet[(i + 1) % 3];
        }
    }
    write_face(result, begin);
}

/* Writes the front of a polygon, and its back with the corners in reverse. */
static void write_polygon(Result* result)
{
    const SolidHull* hull = result->hull;
    for (int32_t k = 0; k < hull->facet_count; k++)
        result->next[hull->facet[k][0]] = hull->facet[k][1];
    write_face(result, hull->facet[0][0]);
    int32_t count = result->corner_count;
    for (int32_t k = 0; k < count; k++)
        result->corners[count + k] = result->corners[count - 1 - k];
    result->face_starts[++result->face_count] = 2 * count;
}

static void write_result(Result* result)
{
    const SolidHull* hull = result->hull;
    for (int32_t k = 0; k < hull->facet_count; k++)
        result->group[k] = -1;
    for (int32_t k = 0; k < hull->point_count; k++)
        result->vertex[k] = -1;
    result->face_starts[0] = 0;
    if (hull->dimension < 2) {
        for (int32_t k = 0; k <= hull->dimension; k++)
            number_corner(result, k);
    } else if (hull->dimension == 2) {
        write_polygon(result);
    } else {
        for (int32_t k = 0; k < hull->facet_count; k++) {
            if (result->group[k] >= 0) continue;
            join_triangles(result, k);
            write_group(result, k);
        }
    }
}

GrazeStatus graze_solid_minkowski_difference(const GrazeSolid* a, const GrazeSolidPose* pose_a,
                                             const GrazeSolid* b, const GrazeSolidPose* pose_b,
                                             void* storage, int32_t points,
                                             GrazeSolidDifferenceHull* out)
{
    SolidPair pair;
    SolidHull hull;
    graze_solid_pair_init(&pair, a, pose_a, b, pose_b);
    Result result = {.hull = &hull};
    GrazeStorage memory = {storage, 0};
    lay_out(&memory, points, &result);
    const SolidSimplex start = {{solid_point(&pair, 0, 0)}, 1};
    if (!graze_solid_polytope_hull(&pair, &start, result.memory, points, &hull))
        return GRAZE_E_OUT_OF_MEMORY;
    write_result(&result);
    *out = (GrazeSolidDifferenceHull){result.vertices, result.vertex_count, result.face_count,
                                      result.face_starts, result.corners};
    return GRAZE_OK;
}
