#include "solid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef __int128 Wide;

/* ---------------------------------------------------------------- input */

void* solid_room(size_t size)
{
    void* room = malloc(size > 0 ? size : 1);
    if (room == NULL) abort();
    return room;
}

SolidGrid input_solid_grid(Input* input)
{
    static const int BITS[] = {1, 1, 2, 3, 5, 10, 16, 23};
    SolidGrid grid = {BITS[input_below(input, 8)], BITS[input_below(input, 8)], 0};
    if (input_below(input, 4) == 3) grid.exponent = -149 + input_below(input, 240);
    return grid;
}

GrazeStatus solid_make_hull(const GrazeSolidPoint* points, int32_t count, float radius,
                            void** storage, GrazeSolid* out)
{
    size_t used = 0;
    void* room = solid_room(graze_solid_hull_size(count));
    /* The copy has exactly its size, so that the sanitizer detects any access beyond it. */
    GrazeSolidPoint* copy = solid_room((size_t)count * sizeof *copy);
    memcpy(copy, points, (size_t)count * sizeof *copy);
    const GrazeSolid before = *out;
    GrazeStatus status = graze_solid_hull(copy, count, radius, room, &used, out);
    free(copy);
    *storage = room;
    if (status != GRAZE_OK) {
        CHECK(same_bytes(&before, out, sizeof before), "a refused hull is written, status %d",
              (int)status);
        return status;
    }
    if (out->count < 1)
        for (int32_t i = 0; i < count; i++)
            fprintf(stderr, " {%a, %a, %a},", (double)points[i].x, (double)points[i].y,
                    (double)points[i].z);
    CHECK(out->count >= 1 && out->count <= count, "%d vertices of %d points", out->count, count);
    *storage = solid_room(used);
    memcpy(*storage, room, used);
    ptrdiff_t moved = (char*)*storage - (char*)room;
    const GrazeSolidFaces* faces = &out->faces;
    out->vertices = (const GrazeSolidPoint*)((const char*)out->vertices + moved);
    if (faces->face_starts != NULL)
        out->faces = (GrazeSolidFaces){
            faces->face_count,
            (const int32_t*)((const char*)faces->face_starts + moved),
            (const int32_t*)((const char*)faces->corners + moved),
            (const int32_t*)((const char*)faces->neighbor_starts + moved),
            (const int32_t*)((const char*)faces->neighbors + moved),
        };
    free(room);
    return status;
}

/* Writes the corners of a box, a flat or thin one if sides are 0, or points in any place; returns
   their number. */
static int32_t read_wholes(Input* input, const SolidGrid* grid, WholePoint* out)
{
    int32_t kind = input_below(input, 6);
    int32_t count = kind == 0 ? 8 : 1 + input_below(input, kind < 4 ? SOLID_WHOLES : 4);
    WholePoint corner = {{0, 0, 0}};
    WholePoint side = {{0, 0, 0}};
    for (int k = 0; k < 3 && kind == 0; k++) {
        corner.at[k] = input_int(input, grid->bits);
        side.at[k] = llabs(input_int(input, grid->bits));
    }
    for (int32_t i = 0; i < count; i++)
        for (int k = 0; k < 3; k++) {
            if (kind == 0)
                out[i].at[k] = corner.at[k] + (i >> k & 1 ? side.at[k] : 0);
            else
                /* Flat bodies in a plane of the axes, or in one across. */
                out[i].at[k] = kind == 1 && k == 2   ? 0
                               : kind == 2 && k == 2 ? out[i].at[0] - out[i].at[1]
                                                     : input_int(input, grid->bits);
        }
    return count;
}

/* Writes one of the rotations that map axes to axes, column by column. */
static void quarter_turns(int32_t index, double r[9])
{
    int32_t first = index % 3;
    bool is_swapped = index / 3 % 2;
    const int32_t axis[3] = {first, (first + (is_swapped ? 2 : 1)) % 3,
                             (first + (is_swapped ? 1 : 2)) % 3};
    int sign[3] = {index & 8 ? -1 : 1, index & 16 ? -1 : 1, 1};
    sign[2] = sign[0] * sign[1] * (is_swapped ? -1 : 1);
    for (int i = 0; i < 9; i++)
        r[i] = 0;
    for (int column = 0; column < 3; column++)
        r[3 * column + axis[column]] = sign[column];
}

static bool read_grid_body(Input* input, const SolidGrid* grid, SolidBody* body)
{
    double unit = ldexp(1, grid->exponent);
    WholePoint place;
    double r[9];
    body->count = read_wholes(input, grid, body->whole);
    body->radius = input_below(input, 4) == 3 ? llabs(input_int(input, grid->bits)) : 0;
    int32_t turn = input_below(input, 64);
    quarter_turns(turn < 24 ? turn : 0, r);
    for (int k = 0; k < 3; k++)
        place.at[k] = input_int(input, grid->place_bits);
    for (int32_t i = 0; i < body->count; i++) {
        WholePoint* p = &body->whole[i];
        WholePoint moved = place;
        body->points[i] =
            (GrazeSolidPoint){(float)((double)p->at[0] * unit), (float)((double)p->at[1] * unit),
                              (float)((double)p->at[2] * unit)};
        for (int column = 0; column < 3; column++)
            for (int k = 0; k < 3; k++)
                moved.at[k] += (int64_t)r[3 * column + k] * p->at[column];
        *p = moved;
    }
    GrazeStatus status =
        graze_solid_matrix_pose((double)place.at[0] * unit, (double)place.at[1] * unit,
                                (double)place.at[2] * unit, r, &body->pose);
    CHECK(status == GRAZE_OK, "pose: status %d", (int)status);
    CHECK(same_bytes(body->pose.rotation, r, sizeof r), "a turn is changed");
    status = solid_make_hull(body->points, body->count, (float)((double)body->radius * unit),
                             &body->storage, &body->solid);
    CHECK(status == GRAZE_OK, "hull: status %d", (int)status);
    return true;
}

/* Writes points of a sphere, one for each step of a spiral: many vertices from few bytes. */
static int32_t read_round(Input* input, GrazeSolidPoint* points)
{
    int32_t count = 5 + input_below(input, SOLID_ROUND - 4);
    double size = input_below(input, 2) == 0 ? 1 : input_float(input);
    double grain = input_below(input, 3) == 0 ? 8 : 0;
    for (int32_t i = 0; i < count; i++) {
        double z = 1 - (2.0 * i + 1) / count;
        double across = sqrt(1 - z * z);
        double p[3] = {across * cos(2.399963 * i), across * sin(2.399963 * i), z};
        for (int k = 0; k < 3; k++)
            p[k] = size * (grain > 0 ? rint(grain * p[k]) / grain : p[k]);
        points[i] = (GrazeSolidPoint){(float)p[0], (float)p[1], (float)p[2]};
    }
    return count;
}

static void read_quaternion(Input* input, double q[4])
{
    double square = 0;
    int32_t kind = input_below(input, 4);
    for (int k = 0; k < 4; k++) {
        q[k] = kind == 0 ? k == 3 : (double)input_int(input, kind == 1 ? 1 : 12);
        square += q[k] * q[k];
    }
    double length = square > 0 ? sqrt(square) : 1;
    /* Lengths that are not 1, within the slack and beyond it. */
    if (kind == 3) length *= 1 + ldexp((double)input_int(input, 6), -16);
    for (int k = 0; k < 4; k++)
        q[k] /= length;
    if (square == 0) q[3] = 1;
}

static bool read_wild_body(Input* input, SolidBody* body)
{
    int32_t kind = input_below(input, 5);
    double place[3];
    double q[4];
    if (kind == 4) {
        body->count = read_round(input, body->points);
    } else {
        body->count = 1 + input_below(input, kind == 0 ? 4 : 12);
        for (int32_t i = 0; i < body->count; i++) {
            body->points[i].x = input_float(input);
            body->points[i].y = input_float(input);
            body->points[i].z = kind == 1 ? 0 : input_float(input);
        }
    }
    float radius = input_below(input, 3) == 2 ? fabsf(input_float(input)) : 0;
    bool is_near = input_below(input, 2) == 0;
    for (int k = 0; k < 3; k++)
        place[k] = is_near ? (double)input_int(input, 6) / 32 : input_double(input);
    read_quaternion(input, q);
    const GrazeSolidPose before = body->pose;
    GrazeStatus status = graze_solid_pose(place[0], place[1], place[2], q, &body->pose);
    if (status != GRAZE_OK)
        CHECK(same_bytes(&before, &body->pose, sizeof before), "a refused pose is written");
    return solid_make_hull(body->points, body->count, radius, &body->storage, &body->solid) ==
               GRAZE_OK &&
           status == GRAZE_OK;
}

bool input_solid(Input* input, const SolidGrid* grid, SolidBody* body)
{
    memset(body, 0, sizeof *body);
    return grid != NULL ? read_grid_body(input, grid, body) : read_wild_body(input, body);
}

void solid_free(SolidBody* body)
{
    free(body->storage);
}

bool input_solid_placement(Input* input, GrazeSolidPlacement* place)
{
    double q[4];
    float at[3];
    int32_t kind = input_below(input, 8);
    for (int k = 0; k < 3; k++)
        at[k] = kind == 7 ? input_float(input)
                          : (float)input_int(input, kind < 4 ? 2 : 8) / (kind < 4 ? 1 : 64);
    read_quaternion(input, q);
    *place = (GrazeSolidPlacement){at[0],       at[1],       at[2],      (float)q[0],
                                   (float)q[1], (float)q[2], (float)q[3]};
    return graze_solid_placement_check(place) == GRAZE_OK;
}

void print_solid(const GrazeSolid* solid, const GrazeSolidPose* pose)
{
    fprintf(stderr, "    radius %a, at {%a, %a, %a}, rotation {", (double)solid->radius, pose->x,
            pose->y, pose->z);
    for (int i = 0; i < 9; i++)
        fprintf(stderr, "%a%s", pose->rotation[i], i < 8 ? ", " : "}, vertices");
    for (int32_t i = 0; i < solid->count && solid->vertices != NULL; i++)
        fprintf(stderr, " {%a, %a, %a},", (double)solid->vertices[i].x,
                (double)solid->vertices[i].y, (double)solid->vertices[i].z);
    fputc('\n', stderr);
}

/* ---------------------------------------------------------------- integers */

typedef struct {
    Wide at[3];
} WideVector;

static WideVector wide(const WholePoint* p)
{
    return (WideVector){{p->at[0], p->at[1], p->at[2]}};
}

static WideVector cross(WideVector p, WideVector q)
{
    return (WideVector){{p.at[1] * q.at[2] - p.at[2] * q.at[1],
                         p.at[2] * q.at[0] - p.at[0] * q.at[2],
                         p.at[0] * q.at[1] - p.at[1] * q.at[0]}};
}

static Wide dot(WideVector p, const WholePoint* q)
{
    return p.at[0] * q->at[0] + p.at[1] * q->at[1] + p.at[2] * q->at[2];
}

static bool is_zero(WideVector p)
{
    return p.at[0] == 0 && p.at[1] == 0 && p.at[2] == 0;
}

/* Returns whether all points are on one side of the plane through the origin, or on it. */
static bool supports(WideVector d, const WholePoint* points, int32_t count)
{
    bool is_above = false;
    bool is_below = false;
    for (int32_t i = 0; i < count && !(is_above && is_below); i++) {
        Wide height = dot(d, &points[i]);
        is_above = is_above || height > 0;
        is_below = is_below || height < 0;
    }
    return !(is_above && is_below);
}

/* Keeps the points on a plane through the origin; returns their number. */
static int32_t keep_on(WideVector d, WholePoint* points, int32_t count)
{
    int32_t kept = 0;
    for (int32_t i = 0; i < count; i++)
        if (dot(d, &points[i]) == 0) points[kept++] = points[i];
    return kept;
}

/*
 * The origin is inside unless a plane through it has all points on one side. If the points span the
 * space, one such plane holds two of them that are independent, as an extreme ray of the dual cone
 * does. A sum of points with positive weights that is 0 uses only those on that plane, so that the
 * others are dropped; in the plane the same holds for a line.
 */
GrazeRelation whole_relation(WholePoint* points, int32_t count)
{
    WideVector plane = {{0, 0, 0}};
    bool is_line = true;
    for (int32_t i = 0; i < count && is_zero(plane); i++)
        for (int32_t j = 0; j < i && is_zero(plane); j++) {
            WideVector d = cross(wide(&points[i]), wide(&points[j]));
            if (is_zero(d)) continue;
            is_line = false;
            if (supports(d, points, count)) plane = d;
        }
    if (!is_line && is_zero(plane)) return GRAZE_OVERLAPPING;
    if (!is_line) {
        count = keep_on(plane, points, count);
        WideVector line = {{0, 0, 0}};
        for (int32_t i = 0; i < count && is_zero(line); i++) {
            WideVector e = cross(plane, wide(&points[i]));
            if (is_zero(e)) return GRAZE_TOUCHING;
            if (supports(e, points, count)) line = e;
        }
        if (is_zero(line)) return GRAZE_TOUCHING;
        count = keep_on(line, points, count);
    }
    for (int32_t i = 0; i < count; i++)
        if (dot(wide(&points[0]), &points[i]) <= 0) return GRAZE_TOUCHING;
    return GRAZE_DISJOINT;
}

/* ---------------------------------------------------------------- directions */

LongPoint solid_placed(const GrazeSolid* solid, const GrazeSolidPose* pose, int32_t vertex)
{
    const GrazeSolidPoint* v = &solid->vertices[vertex];
    const double* r = pose->rotation;
    const double place[3] = {pose->x, pose->y, pose->z};
    LongPoint p;
    for (int k = 0; k < 3; k++) {
        double x = r[k] * v->x + r[3 + k] * v->y;
        x = x + r[6 + k] * v->z;
        p.at[k] = x + place[k];
    }
    return p;
}

long double solid_extent(const GrazeSolid* solid, const GrazeSolidPose* pose,
                         const long double d[3])
{
    long double most = -INFINITY;
    for (int32_t i = 0; i < solid->count; i++) {
        LongPoint p = solid_placed(solid, pose, i);
        most = fmaxl(most, p.at[0] * d[0] + p.at[1] * d[1] + p.at[2] * d[2]);
    }
    return most;
}

long double solid_size(const GrazeSolid* solid, const GrazeSolidPose* pose)
{
    long double most = 0;
    for (int32_t i = 0; i < solid->count; i++)
        for (int k = 0; k < 3; k++)
            most = fmaxl(most, fabsl(solid_placed(solid, pose, i).at[k]));
    return most + solid->radius;
}

long double solid_gap_along(const GrazeSolid* a, const GrazeSolidPose* pose_a, const GrazeSolid* b,
                            const GrazeSolidPose* pose_b, const double d[3])
{
    const long double to[3] = {d[0], d[1], d[2]};
    const long double back[3] = {-to[0], -to[1], -to[2]};
    return -solid_extent(b, pose_b, back) - solid_extent(a, pose_a, to) - a->radius - b->radius;
}

bool is_unit_in_space(const double d[3])
{
    long double square = 0;
    for (int k = 0; k < 3; k++)
        square += (long double)d[k] * d[k];
    return fabsl(square - 1) <= 0x1p-40L;
}

/* ---------------------------------------------------------------- hulls */

static LongPoint corner(const GrazeSolid* solid, int32_t vertex)
{
    const GrazeSolidPoint* v = &solid->vertices[vertex];
    return (LongPoint){{v->x, v->y, v->z}};
}

/* Returns the height of a point over the plane of three, times twice their area. On a grid of 24
   bits long double may round it; `bound` is that of the roundings. */
static long double height_over(LongPoint p, LongPoint q, LongPoint r, LongPoint s,
                               long double* bound)
{
    long double u[3];
    long double v[3];
    long double w[3];
    long double sum = 0;
    *bound = 0;
    for (int k = 0; k < 3; k++) {
        u[k] = q.at[k] - p.at[k];
        v[k] = r.at[k] - p.at[k];
        w[k] = s.at[k] - p.at[k];
    }
    for (int k = 0; k < 3; k++) {
        int i = (k + 1) % 3;
        int j = (k + 2) % 3;
        sum += (u[i] * v[j] - u[j] * v[i]) * w[k];
        *bound += (fabsl(u[i] * v[j]) + fabsl(u[j] * v[i])) * fabsl(w[k]);
    }
    *bound *= 0x1p-59L;
    return sum;
}

static bool has_neighbor(const GrazeSolidFaces* faces, int32_t from, int32_t to)
{
    for (int32_t k = faces->neighbor_starts[from]; k < faces->neighbor_starts[from + 1]; k++)
        if (faces->neighbors[k] == to) return true;
    return false;
}

/* Returns how often an edge runs along the outline of a face. */
static int32_t count_edge(const GrazeSolidFaces* faces, int32_t from, int32_t to)
{
    int32_t found = 0;
    for (int32_t f = 0; f < faces->face_count; f++) {
        int32_t begin = faces->face_starts[f];
        int32_t end = faces->face_starts[f + 1];
        for (int32_t k = begin; k < end; k++)
            found += faces->corners[k] == from && faces->corners[k + 1 < end ? k + 1 : begin] == to;
    }
    return found;
}

/* Checks that all points are on a face's plane or below it, and its corners on it. */
static void check_face(const SolidBody* body, int32_t f)
{
    const GrazeSolid* solid = &body->solid;
    const int32_t* c = solid->faces.corners + solid->faces.face_starts[f];
    int32_t count = solid->faces.face_starts[f + 1] - solid->faces.face_starts[f];
    long double bound;
    CHECK(count >= 3, "face %d has %d corners", f, count);
    for (int32_t i = 0; i < count; i++)
        CHECK(c[i] >= 0 && c[i] < solid->count, "face %d has vertex %d", f, c[i]);
    LongPoint p = corner(solid, c[0]);
    LongPoint q = corner(solid, c[1]);
    LongPoint r = corner(solid, c[2]);
    for (int32_t i = 0; i < body->count; i++) {
        const GrazeSolidPoint* v = &body->points[i];
        long double height = height_over(p, q, r, (LongPoint){{v->x, v->y, v->z}}, &bound);
        CHECK(height <= bound, "point %d is beyond face %d by %Lg", i, f, height);
    }
    for (int32_t i = 3; i < count; i++) {
        long double height = height_over(p, q, r, corner(solid, c[i]), &bound);
        CHECK(fabsl(height) <= bound, "corner %d of face %d is off by %Lg", i, f, height);
    }
}

static void check_edges(const GrazeSolid* solid)
{
    const GrazeSolidFaces* faces = &solid->faces;
    int32_t edges = 0;
    for (int32_t f = 0; f < faces->face_count; f++) {
        int32_t begin = faces->face_starts[f];
        int32_t end = faces->face_starts[f + 1];
        for (int32_t k = begin; k < end; k++) {
            int32_t from = faces->corners[k];
            int32_t to = faces->corners[k + 1 < end ? k + 1 : begin];
            edges++;
            CHECK(count_edge(faces, from, to) == 1 && count_edge(faces, to, from) == 1,
                  "edge %d to %d is not in two faces", from, to);
            CHECK(has_neighbor(faces, from, to), "%d is not a neighbor of %d", to, from);
        }
    }
    CHECK(faces->neighbor_starts[0] == 0 && faces->neighbor_starts[solid->count] == edges,
          "%d neighbors, %d edges", faces->neighbor_starts[solid->count], edges);
    CHECK(solid->count - edges / 2 + faces->face_count == 2, "%d vertices, %d edges, %d faces",
          solid->count, edges / 2, faces->face_count);
}

static bool same_place(const GrazeSolidPoint* p, const GrazeSolidPoint* q)
{
    return p->x == q->x && p->y == q->y && p->z == q->z;
}

void check_solid_hull(const SolidBody* body, bool is_whole)
{
    const GrazeSolid* solid = &body->solid;
    const GrazeSolidFaces* faces = &solid->faces;
    float lo[3] = {INFINITY, INFINITY, INFINITY};
    float hi[3] = {-INFINITY, -INFINITY, -INFINITY};
    double extent = 0;
    CHECK(solid->count >= 1 && solid->count <= body->count && solid->compound == NULL,
          "%d vertices of %d points", solid->count, body->count);
    /* Vertices are points, in their order. */
    int32_t next = 0;
    for (int32_t i = 0; i < solid->count; i++) {
        const float* p = &solid->vertices[i].x;
        while (next < body->count && !same_place(&body->points[next], &solid->vertices[i]))
            next++;
        CHECK(next < body->count, "vertex %d is not a point, or out of order", i);
        next++;
        for (int k = 0; k < 3; k++) {
            lo[k] = fminf(lo[k], p[k]);
            hi[k] = fmaxf(hi[k], p[k]);
            extent = fmax(extent, fabs((double)p[k]));
        }
    }
    CHECK(solid->extent == extent, "extent %a, not %a", solid->extent, extent);
    for (int k = 0; k < 3; k++) {
        float middle = (&solid->center.x)[k];
        double expected = ((double)lo[k] + hi[k]) / 2;
        CHECK(fabs(middle - expected) <= 0x1p-23 * extent + 0x1p-148, "center %a, not %a",
              (double)middle, expected);
    }
    if (solid->count == 1) {
        CHECK(faces->face_count == 0, "a point has faces");
    } else if (solid->count == 2) {
        CHECK(faces->face_count == 0, "a segment has faces");
        CHECK(has_neighbor(faces, 0, 1) && has_neighbor(faces, 1, 0), "a segment has no edge");
    } else {
        CHECK(faces->face_starts[0] == 0 && (faces->face_count == 2 || faces->face_count >= 4),
              "%d faces", faces->face_count);
        check_edges(solid);
        for (int32_t f = 0; f < faces->face_count; f++)
            check_face(body, f);
    }
    if (!is_whole) return;
    /* No vertex is in the hull of the others, and every point is in that of the vertices. */
    for (int32_t i = 0; i < body->count; i++) {
        WholePoint steps[SOLID_WHOLES];
        int32_t count = 0;
        bool is_vertex = false;
        for (int32_t j = 0; j < body->count; j++) {
            if (same_place(&body->points[i], &body->points[j])) continue;
            for (int k = 0; k < 3; k++)
                steps[count].at[k] = body->whole[j].at[k] - body->whole[i].at[k];
            count++;
        }
        for (int32_t j = 0; j < solid->count; j++)
            is_vertex = is_vertex || same_place(&body->points[i], &solid->vertices[j]);
        bool is_inside = count > 0 && whole_relation(steps, count) != GRAZE_DISJOINT;
        CHECK(is_vertex == !is_inside, "point %d: a vertex %d", i, is_vertex);
    }
}
