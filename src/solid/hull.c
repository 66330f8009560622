#include "hull.h"

#include "sign.h"

/*
 * The hull begins with a tetrahedron. Every facet, a triangle, lists points that are strictly
 * beyond it; the furthest of them replaces all facets that it is strictly beyond, and their points
 * are listed anew. A point that is beyond a facet which is replaced, and outside of the new hull,
 * is beyond a new facet: where it is beyond both facets at an edge of the horizon, it is beyond the
 * one between them. No facet is flat, as in polytope.c. In the end triangles in one plane are a
 * face, and vertices at fewer than three faces are not corners.
 *
 * A flat hull is made as the prism over it, with two points at infinity, as in polytope.c: its
 * walls are its edges.
 */

typedef struct {
    int32_t vertex[3]; /* counter-clockwise from outside; the first one is finite */
    int32_t next[3];   /* facet beyond the edge from vertex[i] to vertex[i + 1] */
    int32_t beyond;    /* first point of the list, or -1 */
    int32_t mark;      /* number of the last round that visited it; -1 once removed */
    int32_t face;      /* face to which it belongs in the end */
    bool is_queued;    /* whether its place is in the queue, perhaps from a facet before */
    SolidRow n;        /* outward normal */
} Facet;

typedef struct {
    int32_t facet, side; /* an edge of the horizon, seen from the facet that stays */
} Edge;

typedef struct {
    const GrazeSolidPoint* points;
    int32_t count; /* number of points; the next two are at infinity */
    GrazeVec3 up;  /* axis of a prism */
    Facet* facet;
    Edge* edge;
    int32_t* stack;     /* facets to visit */
    int32_t* free_list; /* facets that were replaced */
    int32_t* listed;    /* next point of the list that each point is in */
    int32_t* fan;       /* new facet that begins at each vertex of the horizon */
    int32_t* queue;     /* facets to replace, each at most once */
    int32_t* made;      /* new facets of a round */
    int32_t* ordered;   /* in the end, the facets by their faces */
    int32_t facet_count, free_count, queue_count, ordered_count;
} Hull;

/* Returns how many facets there are at a time: up to 2 n - 4 for n vertices, with two at infinity,
   and those of a round, one for each vertex of the horizon, before they replace others. */
static int32_t most_facets(int32_t count)
{
    return 3 * (count + 2);
}

static GrazeVec3 at(const Hull* hull, int32_t i)
{
    const GrazeSolidPoint* p = &hull->points[i];
    return vec3(p->x, p->y, p->z);
}

static SolidStep step_from(const Hull* hull, int32_t i, int32_t j)
{
    const GrazeVec3 none = {0, 0, 0};
    if (j < hull->count) return (SolidStep){at(hull, j), at(hull, i), none, none};
    GrazeVec3 up = j == hull->count ? hull->up : vec3_neg(hull->up);
    return (SolidStep){up, none, none, none};
}

static SolidRow normal_of(const Hull* hull, const int32_t v[3])
{
    SolidStep p = step_from(hull, v[0], v[1]);
    SolidStep q = step_from(hull, v[0], v[2]);
    SolidRow u = solid_row(&p);
    SolidRow w = solid_row(&q);
    return solid_cross_row(&u, &w);
}

/* Returns the side of the plane through three points, the first of them finite, on which a point
   is. */
static int side_of(const Hull* hull, const int32_t v[3], const SolidRow* n, int32_t i)
{
    SolidStep step = step_from(hull, v[0], i);
    SolidRow row = solid_row(&step);
    int side = solid_filter_side(n, &row);
    if (side != 0) return side;
    SolidStep p = step_from(hull, v[0], v[1]);
    SolidStep q = step_from(hull, v[0], v[2]);
    return graze_solid_sign_beyond_filter(&p, &q, &step);
}

static bool is_independent(const Hull* hull, const int32_t* basis, int32_t count, int32_t i)
{
    const GrazeSolidPoint* p = &hull->points[basis[0]];
    const GrazeSolidPoint* q = &hull->points[i];
    if (count == 1) return p->x != q->x || p->y != q->y || p->z != q->z;
    SolidStep u = step_from(hull, basis[0], basis[1]);
    SolidStep last = step_from(hull, basis[0], i);
    if (count == 2) return !graze_solid_are_parallel(&u, &last);
    SolidStep v = step_from(hull, basis[0], basis[2]);
    return graze_solid_sign_beyond_filter(&u, &v, &last) != 0;
}

/* Returns how far a point is from the affine hull of the basis, or a power of it, in double. */
static double distance_from(const Hull* hull, const int32_t* basis, int32_t count, int32_t i)
{
    GrazeVec3 p = vec3_sub(at(hull, i), at(hull, basis[0]));
    if (count == 1) return vec3_norm1(p);
    GrazeVec3 u = vec3_sub(at(hull, basis[1]), at(hull, basis[0]));
    GrazeVec3 n = vec3_cross(u, p);
    if (count == 2) return vec3_norm1(n);
    return fabs(vec3_dot(n, vec3_sub(at(hull, basis[2]), at(hull, basis[0]))));
}

/* Returns a point outside of the affine hull of the basis, a far one if rounding allows, or -1. */
static int32_t find_independent(const Hull* hull, const int32_t* basis, int32_t count)
{
    int32_t best = 0;
    double most = -1;
    for (int32_t i = 0; i < hull->count; i++) {
        double distance = distance_from(hull, basis, count, i);
        if (!(distance > most)) continue;
        most = distance;
        best = i;
    }
    if (is_independent(hull, basis, count, best)) return best;
    for (int32_t i = 0; i < hull->count; i++)
        if (is_independent(hull, basis, count, i)) return i;
    return -1;
}

static int32_t new_facet(Hull* hull, int32_t p, int32_t q, int32_t r)
{
    bool is_reused = hull->free_count > 0;
    int32_t index = is_reused ? hull->free_list[--hull->free_count] : hull->facet_count++;
    Facet* f = &hull->facet[index];
    bool is_queued = is_reused && f->is_queued;
    *f = (Facet){{p, q, r}, {-1, -1, -1}, -1, 0, -1, is_queued, {{0, 0, 0}, {0, 0, 0}}};
    f->n = normal_of(hull, f->vertex);
    return index;
}

/* Connects two facets whose edges are the reverse of each other, if there are such. */
static void connect_if_adjacent(Hull* hull, int32_t f, int32_t g)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            const int32_t* v = hull->facet[f].vertex;
            const int32_t* w = hull->facet[g].vertex;
            if (v[i] != w[(j + 1) % 3] || v[(i + 1) % 3] != w[j]) continue;
            hull->facet[f].next[i] = g;
            hull->facet[g].next[j] = f;
        }
}

/* Lists a point with the first of some facets that it is strictly beyond. */
static void list_point(Hull* hull, int32_t point, const int32_t* facets, int32_t count)
{
    for (int32_t k = 0; k < count; k++) {
        Facet* f = &hull->facet[facets[k]];
        if (side_of(hull, f->vertex, &f->n, point) <= 0) continue;
        hull->listed[point] = f->beyond;
        f->beyond = point;
        if (!f->is_queued) hull->queue[hull->queue_count++] = facets[k];
        f->is_queued = true;
        return;
    }
}

static int32_t furthest_listed(const Hull* hull, const Facet* f)
{
    int32_t best = f->beyond;
    double most = -INFINITY;
    for (int32_t i = f->beyond; i >= 0; i = hull->listed[i]) {
        double height = vec3_dot(f->n.v, vec3_sub(at(hull, i), at(hull, f->vertex[0])));
        if (!(height > most)) continue;
        most = height;
        best = i;
    }
    return best;
}

/* Makes the first facets, from a basis of three or four points. */
static int32_t begin(Hull* hull, const int32_t* basis, int32_t count, int32_t* facets)
{
    int32_t made = 0;
    SolidRow n = normal_of(hull, basis);
    if (count == 4) {
        static const int32_t facet[4][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};
        bool is_left = side_of(hull, basis, &n, basis[3]) > 0;
        for (int k = 0; k < 4; k++) {
            const int32_t* f = facet[k];
            facets[made++] = new_facet(hull, basis[f[0]], basis[is_left ? f[1] : f[2]],
                                       basis[is_left ? f[2] : f[1]]);
        }
    } else {
        bool is_left = side_of(hull, basis, &n, hull->count) > 0;
        for (int32_t k = 0; k < 3; k++) {
            int32_t from = basis[is_left ? k : (k + 1) % 3];
            int32_t to = basis[is_left ? (k + 1) % 3 : k];
            facets[made++] = new_facet(hull, from, to, hull->count);
            facets[made++] = new_facet(hull, to, from, hull->count + 1);
        }
    }
    for (int32_t i = 0; i < made; i++)
        for (int32_t j = 0; j < i; j++)
            connect_if_adjacent(hull, facets[i], facets[j]);
    return made;
}

/* Marks the facets that a point is strictly beyond, from one of them; returns their number, with
   the facets in `stack` and the edges around them in `edge`. */
static int32_t find_visible(Hull* hull, int32_t first, int32_t point, int32_t round,
                            int32_t* edge_count)
{
    int32_t count = 1;
    *edge_count = 0;
    hull->stack[0] = first;
    hull->facet[first].mark = round;
    for (int32_t k = 0; k < count; k++) {
        const Facet* f = &hull->facet[hull->stack[k]];
        for (int side = 0; side < 3; side++) {
            Facet* g = &hull->facet[f->next[side]];
            if (g->mark == round) continue;
            if (side_of(hull, g->vertex, &g->n, point) > 0) {
                g->mark = round;
                hull->stack[count++] = f->next[side];
                continue;
            }
            int back = 0;
            while (g->next[back] != hull->stack[k] || g->vertex[back] != f->vertex[(side + 1) % 3])
                back++;
            hull->edge[(*edge_count)++] = (Edge){f->next[side], back};
        }
    }
    return count;
}

/* Replaces the facets that the furthest point beyond a facet is strictly beyond. */
static void replace_facets(Hull* hull, int32_t first, int32_t round)
{
    int32_t* made = hull->made;
    int32_t point = furthest_listed(hull, &hull->facet[first]);
    int32_t edge_count;
    int32_t visible = find_visible(hull, first, point, round, &edge_count);
    for (int32_t k = 0; k < edge_count; k++) {
        Edge e = hull->edge[k];
        const int32_t* v = hull->facet[e.facet].vertex;
        int32_t from = v[(e.side + 1) % 3];
        int32_t to = v[e.side];
        int32_t f = new_facet(hull, point, from, to);
        hull->facet[f].next[1] = e.facet;
        hull->facet[e.facet].next[e.side] = f;
        hull->fan[from] = f;
        made[k] = f;
    }
    for (int32_t k = 0; k < edge_count; k++) {
        Facet* f = &hull->facet[made[k]];
        f->next[2] = hull->fan[f->vertex[2]];
        hull->facet[f->next[2]].next[0] = made[k];
    }
    for (int32_t k = 0; k < visible; k++) {
        Facet* f = &hull->facet[hull->stack[k]];
        for (int32_t i = f->beyond; i >= 0;) {
            int32_t following = hull->listed[i];
            if (i != point) list_point(hull, i, made, edge_count);
            i = following;
        }
        f->mark = -1;
    }
    /* They are reused only from the next round on, when no edge refers to them. */
    for (int32_t k = 0; k < visible; k++)
        hull->free_list[hull->free_count++] = hull->stack[k];
}

static void expand_all(Hull* hull, const int32_t* basis, int32_t basis_count)
{
    int32_t round = 0;
    int32_t count = begin(hull, basis, basis_count, hull->made);
    for (int32_t i = 0; i < hull->count; i++)
        list_point(hull, i, hull->made, count);
    while (hull->queue_count > 0) {
        int32_t first = hull->queue[--hull->queue_count];
        Facet* f = &hull->facet[first];
        f->is_queued = false;
        if (f->mark >= 0 && f->beyond >= 0) replace_facets(hull, first, ++round);
    }
}

/* Numbers the faces and orders the facets by them: triangles in one plane are of the same face. */
static void number_faces(Hull* hull)
{
    int32_t faces = 0;
    int32_t* ordered = hull->ordered;
    for (int32_t k = 0; k < hull->facet_count; k++) {
        if (hull->facet[k].mark < 0 || hull->facet[k].face >= 0) continue;
        int32_t i = hull->ordered_count;
        ordered[hull->ordered_count++] = k;
        hull->facet[k].face = faces;
        for (; i < hull->ordered_count; i++) {
            const Facet* f = &hull->facet[ordered[i]];
            for (int side = 0; side < 3; side++) {
                Facet* g = &hull->facet[f->next[side]];
                if (g->face >= 0) continue;
                bool is_flat = true;
                for (int j = 0; j < 3; j++)
                    is_flat = is_flat && (g->vertex[j] == f->vertex[0] ||
                                          side_of(hull, f->vertex, &f->n, g->vertex[j]) == 0);
                if (!is_flat) continue;
                g->face = faces;
                ordered[hull->ordered_count++] = f->next[side];
            }
        }
        faces++;
    }
}

/* The state of a point of the input: the faces at it, up to three, and its number as a corner.
   */
typedef struct {
    int32_t face[3];
    int32_t count;
    int32_t corner; /* -1 if it is none */
    int32_t next;   /* next vertex along the outline of the face at hand */
} Corner;

static void count_faces(const Hull* hull, Corner* corners)
{
    for (int32_t i = 0; i < hull->count + 2; i++)
        corners[i] = (Corner){{-1, -1, -1}, 0, -1, -1};
    for (int32_t k = 0; k < hull->facet_count; k++) {
        const Facet* f = &hull->facet[k];
        for (int j = 0; j < 3 && f->mark >= 0; j++) {
            Corner* c = &corners[f->vertex[j]];
            if (c->count == 3 || c->face[0] == f->face || c->face[1] == f->face) continue;
            c->face[c->count++] = f->face;
        }
    }
}

/* The arrays of the result, behind each other. */
typedef struct {
    GrazeSolidPoint* vertices;
    int32_t *face_starts, *corners, *neighbor_starts, *neighbors;
    int32_t count, face_count, corner_count;
} Result;

/* Writes the corners of an outline, from one of its vertices on. */
static void write_outline(Result* result, const Corner* corners, int32_t first)
{
    int32_t i = first;
    do {
        if (corners[i].corner >= 0) result->corners[result->corner_count++] = corners[i].corner;
        i = corners[i].next;
    } while (i != first);
    result->face_starts[++result->face_count] = result->corner_count;
}

/* Writes the faces of a hull with a volume: their outlines are the sides beyond which others are. */
static void write_faces(const Hull* hull, Corner* corners, Result* result)
{
    int32_t first = -1;
    for (int32_t i = 0; i < hull->ordered_count; i++) {
        const Facet* f = &hull->facet[hull->ordered[i]];
        for (int side = 0; side < 3; side++) {
            if (hull->facet[f->next[side]].face == f->face) continue;
            first = f->vertex[side];
            corners[first].next = f->vertex[(side + 1) % 3];
        }
        bool is_last =
            i + 1 == hull->ordered_count || hull->facet[hull->ordered[i + 1]].face != f->face;
        if (is_last) write_outline(result, corners, first);
    }
}

/* Writes the two faces of a flat hull, from the walls of its prism. */
static void write_flat(const Hull* hull, Corner* corners, Result* result)
{
    int32_t first = -1;
    for (int32_t k = 0; k < hull->facet_count; k++) {
        const int32_t* v = hull->facet[k].vertex;
        if (hull->facet[k].mark < 0) continue;
        for (int j = 0; j < 3; j++) {
            if (v[j] != hull->count || v[(j + 1) % 3] >= hull->count ||
                v[(j + 2) % 3] >= hull->count)
                continue;
            first = v[(j + 1) % 3];
            corners[first].next = v[(j + 2) % 3];
        }
    }
    write_outline(result, corners, first);
    int32_t count = result->corner_count;
    for (int32_t i = 0; i < count; i++)
        result->corners[result->corner_count++] = result->corners[count - 1 - i];
    result->face_starts[++result->face_count] = result->corner_count;
}

/* Writes the neighbors of each corner: every edge is in the outlines of two faces, once in each
   direction. */
static void write_neighbors(Result* result)
{
    for (int32_t i = 0; i <= result->count; i++)
        result->neighbor_starts[i] = 0;
    for (int32_t i = 0; i < result->corner_count; i++)
        result->neighbor_starts[result->corners[i] + 1]++;
    for (int32_t i = 0; i < result->count; i++)
        result->neighbor_starts[i + 1] += result->neighbor_starts[i];
    for (int32_t f = 0; f < result->face_count; f++) {
        int32_t begin = result->face_starts[f];
        int32_t end = result->face_starts[f + 1];
        for (int32_t i = begin; i < end; i++) {
            int32_t next = result->corners[i + 1 < end ? i + 1 : begin];
            result->neighbors[result->neighbor_starts[result->corners[i]]++] = next;
        }
    }
    for (int32_t i = result->count; i > 0; i--)
        result->neighbor_starts[i] = result->neighbor_starts[i - 1];
    result->neighbor_starts[0] = 0;
}

/* Places the arrays of a result of at most these sizes. */
static Result place_result(GrazeStorage* storage, int32_t count, int32_t faces, int32_t corners)
{
    Result result = {.count = count};
    result.vertices = graze_take(storage, (size_t)count * sizeof *result.vertices);
    result.face_starts = graze_take(storage, ((size_t)faces + 1) * sizeof(int32_t));
    result.corners = graze_take(storage, (size_t)corners * sizeof(int32_t));
    result.neighbor_starts = graze_take(storage, ((size_t)count + 1) * sizeof(int32_t));
    result.neighbors = graze_take(storage, (size_t)corners * sizeof(int32_t));
    return result;
}

/* A hull of n corners has at most 2 n - 4 faces and 6 n - 12 corners of faces; a flat one 2 n. */
static Result place_largest(GrazeStorage* storage, int32_t count)
{
    return place_result(storage, count, 2 * count + 2, 6 * count + 2);
}

static Corner* place_hull(GrazeStorage* storage, Hull* hull)
{
    size_t facets = (size_t)most_facets(hull->count);
    size_t points = (size_t)hull->count + 2;
    hull->facet = graze_take(storage, facets * sizeof *hull->facet);
    hull->edge = graze_take(storage, 3 * facets * sizeof *hull->edge);
    hull->stack = graze_take(storage, facets * sizeof(int32_t));
    hull->free_list = graze_take(storage, facets * sizeof(int32_t));
    hull->listed = graze_take(storage, points * sizeof(int32_t));
    hull->fan = graze_take(storage, points * sizeof(int32_t));
    hull->queue = graze_take(storage, facets * sizeof(int32_t));
    hull->made = graze_take(storage, facets * sizeof(int32_t));
    hull->ordered = hull->queue; /* which is empty then */
    return graze_take(storage, points * sizeof(Corner));
}

size_t graze_solid_hull_size(int32_t count)
{
    GrazeStorage storage = {NULL, 0};
    Hull hull = {.count = count};
    place_largest(&storage, count);
    place_largest(&storage, count);
    place_hull(&storage, &hull);
    return storage.size;
}

static GrazeStatus check(const GrazeSolidPoint* points, int32_t count, float radius)
{
    if (count < 1) return GRAZE_E_TOO_FEW_POINTS;
    for (int32_t i = 0; i < count; i++)
        if (!isfinite(points[i].x) || !isfinite(points[i].y) || !isfinite(points[i].z))
            return GRAZE_E_NOT_FINITE;
    if (!isfinite(radius)) return GRAZE_E_NOT_FINITE;
    return radius < 0 ? GRAZE_E_OUT_OF_RANGE : GRAZE_OK;
}

/* Marks two points as the ends of a segment, or one as the only vertex. */
static void mark_ends(const Hull* hull, const int32_t* basis, int32_t count, Corner* corners)
{
    GrazeVec3 first = at(hull, basis[0]);
    GrazeVec3 along = count == 1 ? first : vec3_sub(at(hull, basis[1]), first);
    int32_t low = basis[0];
    int32_t high = basis[0];
    /* Coordinates along the longest axis order the points of a line. */
    int axis = vec3_longest_axis(along);
    for (int32_t i = 0; i < hull->count && count == 2; i++) {
        double x = vec3_at(at(hull, i), axis);
        if (x < vec3_at(at(hull, low), axis)) low = i;
        if (x > vec3_at(at(hull, high), axis)) high = i;
    }
    corners[low].corner = 0;
    corners[high].corner = 0;
}

/* Numbers the corners in the order of the points, and writes them. */
static int32_t number_corners(const Hull* hull, Corner* corners, GrazeSolidPoint* vertices)
{
    int32_t count = 0;
    for (int32_t i = 0; i < hull->count; i++) {
        if (corners[i].corner < 0) continue;
        vertices[count] = hull->points[i];
        corners[i].corner = count++;
    }
    return count;
}

static int32_t find_basis(Hull* hull, int32_t basis[4])
{
    int32_t count = 1;
    basis[0] = 0;
    while (count < 4) {
        int32_t next = find_independent(hull, basis, count);
        if (next < 0) break;
        basis[count++] = next;
    }
    if (count == 3) {
        SolidStep p = step_from(hull, basis[0], basis[1]);
        SolidStep q = step_from(hull, basis[0], basis[2]);
        /* An axis leads out of the plane if that coordinate of the normal is not 0. In double the
           largest one may be 0, too, where all products cancel: exact signs find another one. */
        int axis = vec3_longest_axis(normal_of(hull, basis).v);
        for (int k = 0; graze_solid_sign_beyond_filter(&p, &q, &GRAZE_SOLID_AXES[axis]) == 0; k++)
            axis = k;
        hull->up = GRAZE_SOLID_AXES[axis].a_to;
    }
    return count;
}

void graze_solid_measure(GrazeSolid* body)
{
    const GrazeSolidPoint* v = body->vertices;
    float low[3] = {v->x, v->y, v->z};
    float high[3] = {v->x, v->y, v->z};
    body->extent = 0;
    for (int32_t i = 0; i < body->count; i++, v++) {
        const float at[3] = {v->x, v->y, v->z};
        for (int k = 0; k < 3; k++) {
            if (at[k] < low[k]) low[k] = at[k];
            if (at[k] > high[k]) high[k] = at[k];
            body->extent = max2(body->extent, fabs(at[k]));
        }
    }
    body->center = (GrazeSolidPoint){low[0] / 2 + high[0] / 2, low[1] / 2 + high[1] / 2,
                                     low[2] / 2 + high[2] / 2};
}

static void* copy(GrazeStorage* storage, const void* from, size_t size)
{
    void* to = graze_take(storage, size);
    if (to != NULL && size > 0) memcpy(to, from, size);
    return to;
}

static const int32_t* copy_indices(GrazeStorage* storage, const int32_t* from, size_t count)
{
    return copy(storage, from, count * sizeof *from);
}

void graze_solid_copy(GrazeStorage* storage, const GrazeSolid* body, GrazeSolid* out)
{
    const GrazeSolidFaces* f = &body->faces;
    size_t count = (size_t)body->count;
    size_t starts = f->face_starts == NULL ? 0 : (size_t)f->face_count + 1;
    size_t corners = f->face_starts == NULL ? 0 : (size_t)f->face_starts[f->face_count];
    size_t neighbors = count == 0 ? 0 : (size_t)f->neighbor_starts[count];
    GrazeSolid made = *body;
    made.vertices = copy(storage, body->vertices, count * sizeof *body->vertices);
    made.faces.face_starts = copy_indices(storage, f->face_starts, starts);
    made.faces.corners = copy_indices(storage, f->corners, corners);
    made.faces.neighbor_starts =
        copy_indices(storage, f->neighbor_starts, count == 0 ? 0 : count + 1);
    made.faces.neighbors = copy_indices(storage, f->neighbors, neighbors);
    if (out != NULL) *out = made;
}

GrazeStatus graze_solid_hull(const GrazeSolidPoint* points, int32_t count, float radius,
                             void* storage, size_t* used, GrazeSolid* out)
{
    GrazeStatus status = check(points, count, radius);
    if (status != GRAZE_OK) return status;
    GrazeStorage taken = {storage, 0};
    Hull hull = {.points = points, .count = count};
    place_largest(&taken, count);
    Result made = place_largest(&taken, count);
    Corner* corners = place_hull(&taken, &hull);
    int32_t basis[4];
    int32_t dimension = find_basis(&hull, basis) - 1;
    if (dimension >= 2) {
        expand_all(&hull, basis, dimension + 1);
        number_faces(&hull);
    }
    count_faces(&hull, corners);
    if (dimension < 2) {
        mark_ends(&hull, basis, dimension + 1, corners);
    } else {
        for (int32_t i = 0; i < count; i++)
            if (corners[i].count >= dimension) corners[i].corner = 0;
    }
    made.count = number_corners(&hull, corners, made.vertices);
    made.face_starts[0] = 0;
    if (dimension == 3) write_faces(&hull, corners, &made);
    if (dimension == 2) write_flat(&hull, corners, &made);
    if (dimension == 1) {
        made.corner_count = 2;
        for (int32_t i = 0; i < 2; i++) {
            made.neighbors[i] = 1 - i;
            made.neighbor_starts[i] = i;
        }
        made.neighbor_starts[2] = 2;
    } else {
        write_neighbors(&made);
    }
    /* It is copied to the beginning of the storage, without gaps. */
    GrazeStorage packed = {storage, 0};
    const GrazeSolid hull_made = {.vertices = made.vertices,
                                  .count = made.count,
                                  .radius = radius,
                                  .faces = {made.face_count, made.face_starts, made.corners,
                                            made.neighbor_starts, made.neighbors}};
    graze_solid_copy(&packed, &hull_made, out);
    graze_solid_measure(out);
    *used = packed.size;
    return GRAZE_OK;
}
