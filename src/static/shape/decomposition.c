/*
 * Convex decomposition of an outline with holes: triangles between its points (triangulation.c),
 * joined across diagonals where the union is convex.
 *
 * Joining. Two parts that share a diagonal become one if at both ends of the diagonal the union has
 * no reflex corner (more than a half turn). A corner of a half turn is allowed: it is dropped in
 * the end. These corners are the only ones to check, as all others are convex already. No corner of
 * the union can be a whole turn, as edges of the outline begin at each point. For the same reason
 * two parts cannot share two diagonals.
 *
 * A diagonal that stays is needed at one end at least, and no more than two can be needed at a
 * reflex corner of the outline, so at most 2 r + 1 parts remain for r reflex corners. A
 * decomposition without holes needs r / 2 + 1 parts or more: at most four times the minimum.
 * Source: Hertel, Mehlhorn, "Fast triangulation of simple polygons", 1983.
 *
 * Swinging. A diagonal that is needed at one end only, the pivot, may end elsewhere: the union of
 * its two parts has one reflex corner, the pivot, so the pivot sees all of the union. If the
 * diagonal can end at a corner so that another diagonal there or at the pivot becomes superfluous,
 * that one is dropped: one diagonal serves two reflex corners, or one instead of two the pivot.
 *
 * Cost: O(1) orientations per diagonal, and near O(1) to find a part's number of vertices, which is
 * needed for the limit (Tarjan, "Efficiency of a good but not linear set union algorithm", 1975).
 * Swinging tries a limited number of ends, and counts vertices up to a limit.
 */
#include "../../base/predicate.h"
#include "../../graze.h"
#include "triangulation.h"

enum { NONE = -1, SIDES = GRAZE_SIDES_PER_POINT };

/* The parts, as cycles of sides. */
typedef struct {
    const GrazePoint* points;
    const GrazeTriangles* triangles;
    int32_t *next, *previous; /* sides of the same part */
    int32_t* parent;          /* of each triangle in its part's tree; a root is its own parent */
    int32_t* vertex_count;    /* of the part of each root, until diagonals swing */
    int32_t point_count, max_vertices;
} Parts;

static int corner_turn(const Parts* parts, int32_t a, int32_t b, int32_t c)
{
    const int32_t* corner = parts->triangles->corner;
    return sign_orient2d(parts->points[corner[a]], parts->points[corner[b]],
                         parts->points[corner[c]]);
}

static void make_parts(Parts* parts)
{
    for (int32_t i = 0; i < parts->triangles->count; i++) {
        for (int32_t k = 0; k < 3; k++) {
            parts->next[3 * i + k] = 3 * i + (k + 1) % 3;
            parts->previous[3 * i + k] = 3 * i + (k + 2) % 3;
        }
        parts->parent[i] = i;
        parts->vertex_count[i] = 3;
    }
}

/* Returns the root of a triangle's part, and halves the path to it. */
static int32_t find_root(Parts* parts, int32_t triangle)
{
    int32_t* parent = parts->parent;
    while (parent[triangle] != triangle) {
        parent[triangle] = parent[parent[triangle]];
        triangle = parent[triangle];
    }
    return triangle;
}

/*
 * Returns the number of vertices that the union of the parts at `side` and its twin loses at the
 * corner where `side` begins, or NONE if that corner would be reflex.
 */
static int32_t lost_vertices(const Parts* parts, int32_t side, int32_t twin)
{
    int32_t before = parts->previous[side];
    int32_t inner = parts->next[side];
    int32_t outer = parts->next[twin];
    int32_t after = parts->next[outer];
    int turn = corner_turn(parts, before, side, after);
    if (turn < 0) return NONE;
    /* A straight corner is not a vertex. */
    bool is_vertex = corner_turn(parts, before, side, inner) > 0;
    bool is_vertex_of_twin = corner_turn(parts, twin, outer, after) > 0;
    return is_vertex + is_vertex_of_twin - turn;
}

/* Makes one cycle of the two parts at a diagonal. */
static void unlink_diagonal(Parts* parts, int32_t side, int32_t twin)
{
    int32_t *next = parts->next, *previous = parts->previous;
    next[previous[side]] = next[twin];
    previous[next[twin]] = previous[side];
    next[previous[twin]] = next[side];
    previous[next[side]] = previous[twin];
}

/* Cuts a cycle by a diagonal that leads from the beginning of a side to that of another one. */
static void link_diagonal(Parts* parts, int32_t side, int32_t twin, int32_t from, int32_t to)
{
    int32_t *next = parts->next, *previous = parts->previous;
    int32_t* corner = parts->triangles->corner;
    corner[side] = corner[from];
    corner[twin] = corner[to];
    int32_t before_from = previous[from];
    int32_t before_to = previous[to];
    next[before_from] = side;
    previous[side] = before_from;
    next[side] = to;
    previous[to] = side;
    next[before_to] = twin;
    previous[twin] = before_to;
    next[twin] = from;
    previous[from] = twin;
}

/* Drops a diagonal that no part has any more. */
static void drop_diagonal(Parts* parts, int32_t side, int32_t twin)
{
    parts->triangles->corner[side] = parts->triangles->corner[twin] = NONE;
}

/* Joins the parts at a diagonal, if their union is convex and not too large. */
static void join(Parts* parts, int32_t side, int32_t twin)
{
    int32_t lost_at_begin = lost_vertices(parts, side, twin);
    if (lost_at_begin == NONE) return;
    int32_t lost_at_end = lost_vertices(parts, twin, side);
    if (lost_at_end == NONE) return;
    int32_t root = find_root(parts, side / 3);
    int32_t other = find_root(parts, twin / 3);
    int32_t vertex_count =
        parts->vertex_count[root] + parts->vertex_count[other] - lost_at_begin - lost_at_end;
    if (vertex_count > parts->max_vertices) return;
    parts->parent[other] = root;
    parts->vertex_count[root] = vertex_count;
    unlink_diagonal(parts, side, twin);
    drop_diagonal(parts, side, twin);
}

/*
 * Returns whether a part is certainly within the limit of vertices. Only an outline of more points
 * than the limit can exceed it; then no more than a few sides are counted.
 */
static bool is_within_limit(const Parts* parts, int32_t side)
{
    enum { COUNTED = 256 };
    if (parts->point_count <= parts->max_vertices) return true;
    int32_t limit = parts->max_vertices < COUNTED ? parts->max_vertices : COUNTED;
    int32_t at = side;
    for (int32_t count = 1; count <= limit; count++) {
        at = parts->next[at];
        if (at == side) return true;
    }
    return false;
}

/*
 * Drops the diagonal of `side`, if it is one, after `moved` has been moved to one of its ends.
 * Returns false if it stays.
 */
static bool drop_superfluous(Parts* parts, int32_t side, int32_t moved)
{
    int32_t twin = parts->triangles->twin[side];
    if (twin == NONE) return false;
    if (lost_vertices(parts, side, twin) == NONE || lost_vertices(parts, twin, side) == NONE)
        return false;
    int32_t from = parts->next[twin];
    int32_t to = parts->next[side];
    unlink_diagonal(parts, side, twin);
    if (is_within_limit(parts, moved) && is_within_limit(parts, parts->triangles->twin[moved])) {
        drop_diagonal(parts, side, twin);
        return true;
    }
    link_diagonal(parts, side, twin, from, to);
    return false;
}

/*
 * Puts a diagonal between the beginnings of two sides of a cycle, if both parts are convex at the
 * first, and another diagonal at one of its ends becomes superfluous. Otherwise the cycle stays.
 */
static bool swing_to(Parts* parts, int32_t side, int32_t twin, int32_t from, int32_t to)
{
    bool is_convex = corner_turn(parts, parts->previous[from], from, to) > 0 &&
                     corner_turn(parts, from, parts->next[from], to) > 0;
    if (!is_convex) return false;
    link_diagonal(parts, side, twin, from, to);
    const int32_t neighbors[4] = {parts->next[side], parts->previous[twin], from,
                                  parts->previous[side]};
    for (int i = 0; i < 4; i++) {
        if (drop_superfluous(parts, neighbors[i], side)) return true;
    }
    unlink_diagonal(parts, side, twin);
    return false;
}

/* Swings a diagonal about its beginning, if it is not needed at its end and that drops another. */
static void swing(Parts* parts, int32_t side, int32_t twin)
{
    enum { STEPS = 16 };
    if (lost_vertices(parts, twin, side) == NONE) return;
    int32_t from = parts->next[twin];
    int32_t end = parts->next[side];
    unlink_diagonal(parts, side, twin);
    int32_t forward = end;
    int32_t backward = parts->previous[end];
    for (int32_t step = 0; step < STEPS; step++) {
        if (swing_to(parts, side, twin, from, forward)) return;
        if (swing_to(parts, side, twin, from, backward)) return;
        forward = parts->next[forward];
        backward = parts->previous[backward];
    }
    link_diagonal(parts, side, twin, from, end);
}

/* Lists the vertices of each part that remains. Straight corners are not vertices. */
static void list_parts(const Parts* parts, int32_t* vertices, int32_t* part_ends,
                       GrazeDecomposition* result)
{
    int32_t* corner = parts->triangles->corner;
    int32_t count = 0;
    result->part_count = 0;
    for (int32_t first = 0; first < 3 * parts->triangles->count; first++) {
        /* The previous side is NONE for sides that are listed already. */
        if (corner[first] == NONE || parts->previous[first] == NONE) continue;
        int32_t side = first;
        do {
            int32_t before = parts->previous[side];
            int32_t after = parts->next[side];
            if (corner_turn(parts, before, side, after) > 0) vertices[count++] = corner[side];
            side = after;
        } while (side != first);
        do {
            parts->previous[side] = NONE;
            side = parts->next[side];
        } while (side != first);
        part_ends[result->part_count++] = count;
    }
}

static bool is_flat(const GrazePoint* points, int32_t begin, int32_t end)
{
    for (int32_t i = begin + 2; i < end; i++) {
        if (sign_orient2d(points[begin], points[begin + 1], points[i]) != 0) return false;
    }
    return true;
}

static GrazeOutlineFault check_counts(const int32_t* ring_ends, int32_t ring_count,
                                      GrazeDecomposition* result)
{
    for (int32_t ring = 0; ring < ring_count; ring++) {
        result->first = ring;
        if (ring_ends[ring] > GRAZE_MAX_OUTLINE_POINTS) return GRAZE_OUTLINE_TOO_MANY_POINTS;
        int32_t begin = ring == 0 ? 0 : ring_ends[ring - 1];
        if (ring_ends[ring] < begin + 3) return GRAZE_OUTLINE_TOO_FEW_POINTS;
    }
    return ring_count < 1 ? GRAZE_OUTLINE_TOO_FEW_POINTS : GRAZE_OUTLINE_OK;
}

/* Checks single points and rings, for one kind of fault after another. */
static GrazeOutlineFault check_rings(const GrazeRings* rings, GrazeDecomposition* result)
{
    const GrazePoint* points = rings->points;
    for (int32_t i = 0; i < rings->count; i++) {
        result->first = i;
        if (!isfinite(points[i].x) || !isfinite(points[i].y)) return GRAZE_OUTLINE_NOT_FINITE;
    }
    for (int32_t ring = 0, i = 0; ring < rings->ring_count; ring++) {
        for (int32_t begin = i; i < rings->ring_ends[ring]; i++) {
            result->first = i;
            result->second = i + 1 < rings->ring_ends[ring] ? i + 1 : begin;
            if (same_point(points[i], points[result->second])) return GRAZE_OUTLINE_REPEATED_POINT;
        }
    }
    result->second = NONE;
    for (int32_t ring = 0, begin = 0; ring < rings->ring_count; ring++) {
        result->first = ring;
        if (is_flat(points, begin, rings->ring_ends[ring])) return GRAZE_OUTLINE_FLAT;
        begin = rings->ring_ends[ring];
    }
    return GRAZE_OUTLINE_OK;
}

/*
 * The storage, for n points: the corners and twins of the sides, then the scratch memory of the
 * triangulation, which afterwards holds the parts.
 */
enum {
    SIDES_BYTES = SIDES * 2 * sizeof(int32_t),
    /* `next`, `previous` and `vertices` for each side; `parent`, `vertex_count` and `part_ends` for
     * each triangle. */
    PARTS_BYTES = (3 * SIDES + 3 * 2) * sizeof(int32_t),
};
_Static_assert(3 * 2 >= SIDES, "there are at most 2 n triangles");
_Static_assert((int)PARTS_BYTES <= (int)GRAZE_TRIANGULATION_BYTES_PER_POINT, "it fits in");

size_t graze_decomposition_size(int32_t count)
{
    if (count < 1 || count > GRAZE_MAX_OUTLINE_POINTS) return 0;
    return (size_t)count * (SIDES_BYTES + GRAZE_TRIANGULATION_BYTES_PER_POINT);
}

/* Joins triangles into parts, in the memory that `scratch` points to. */
static void make_decomposition(const GrazeRings* rings, const GrazeTriangles* triangles,
                               int32_t max_vertices, int32_t* scratch, GrazeDecomposition* result)
{
    size_t count = (size_t)rings->count;
    int32_t* vertices = scratch;
    int32_t* part_ends = vertices + SIDES * count;
    int32_t* next = part_ends + 2 * count;
    int32_t* previous = next + SIDES * count;
    int32_t* parent = previous + SIDES * count;
    Parts parts = {rings->points, triangles,          next,         previous,
                   parent,        parent + 2 * count, rings->count, max_vertices};
    make_parts(&parts);
    for (int32_t side = 0; side < 3 * triangles->count; side++) {
        if (triangles->twin[side] > side) join(&parts, side, triangles->twin[side]);
    }
    for (int32_t side = 0; side < 3 * triangles->count; side++) {
        bool is_diagonal = triangles->corner[side] != NONE && triangles->twin[side] != NONE;
        if (is_diagonal) swing(&parts, side, triangles->twin[side]);
    }
    list_parts(&parts, vertices, part_ends, result);
    result->vertices = vertices;
    result->part_ends = part_ends;
}

GrazeOutlineFault graze_decompose(const GrazePoint* points, const int32_t* ring_ends,
                                  int32_t ring_count, int32_t max_vertices, void* storage,
                                  GrazeDecomposition* result)
{
    *result = (GrazeDecomposition){NULL, NULL, 0, NONE, NONE};
    GrazeOutlineFault fault = check_counts(ring_ends, ring_count, result);
    if (fault != GRAZE_OUTLINE_OK) return fault;
    GrazeRings rings = {points, ring_ends, ring_count, ring_ends[ring_count - 1]};
    fault = check_rings(&rings, result);
    if (fault != GRAZE_OUTLINE_OK) return fault;
    int32_t culprits[2] = {NONE, NONE};
    size_t side_count = (size_t)rings.count * SIDES;
    GrazeTriangles triangles = {storage, (int32_t*)storage + side_count, 0};
    int32_t* scratch = triangles.twin + side_count;
    fault = graze_triangulate(&rings, scratch, &triangles, culprits);
    result->first = culprits[0];
    result->second = culprits[1];
    if (fault == GRAZE_OUTLINE_OK)
        make_decomposition(&rings, &triangles, max_vertices, scratch, result);
    return fault;
}
