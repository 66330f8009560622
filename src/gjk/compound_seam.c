#include "../base/predicate.h"
#include "../shape/bounds.h"
#include "compound_pair.h"
#include "cso.h"

/*
 * Seams: parts of a compound that touch along edges leave points that are in the interior of their
 * union but of none of them. A body with an interior that meets such a point has interior points
 * near it, and parts with interiors have some there, too, so the body overlaps a part. Only a part
 * without an interior, a point or a segment, can meet the union's interior in seams alone. All
 * positions are those of graze_cso_vertex_a and _b, and all signs are exact. Parts with a radius
 * have curved or shifted sides, whose seams count as boundary.
 */

/* A box in world axes. */
typedef struct {
    double lo_x, lo_y, hi_x, hi_y;
} Box;

/*
 * A point or a segment, its pose, and the other body at its own. The thin part may move by a
 * displacement, of which the part from `begin` to `end` counts; `reached` contains it on the way.
 */
typedef struct {
    const GrazeShape *thin, *other;
    const GrazePose *pose_thin, *pose_other;
    GrazeVec displacement;
    double begin, end;
    Box reached;
} SeamSearch;

/* Polygons of the other body near the thin part, one after the other. */
typedef struct {
    GrazeNodePairs pairs;
} PolygonIterator;

static int32_t part_count(const GrazeShape* shape)
{
    return shape->compound != NULL ? shape->compound->count : 1;
}

static const GrazeShape* part_at(const GrazeShape* shape, int32_t k)
{
    return shape->compound != NULL ? &shape->compound->parts[k] : shape;
}

static Box box_of(const GrazeShape* shape, const GrazePose* pose)
{
    GrazeBounds bounds = graze_bounds(shape, pose, 0);
    return (Box){bounds.sides[0], bounds.sides[1], bounds.sides[2], bounds.sides[3]};
}

static bool meets(const SeamSearch* search, const GrazeShape* volume)
{
    Box box = box_of(volume, search->pose_other);
    const Box* reached = &search->reached;
    return box.lo_x <= reached->hi_x && reached->lo_x <= box.hi_x && box.lo_y <= reached->hi_y &&
           reached->lo_y <= box.hi_y;
}

static void start(PolygonIterator* iterator, const SeamSearch* search)
{
    graze_node_pairs_init(&iterator->pairs, search->thin, search->other, 0);
}

/* Returns the next part of the other body that is a polygon without a radius and near the thin
   part, or NULL, and the pair of the thin part and it. */
static const GrazeShape* next_polygon(const SeamSearch* search, PolygonIterator* iterator,
                                      GrazeCso* cso)
{
    GrazeNodePair pair;
    while (graze_node_pairs_next(&iterator->pairs, &pair)) {
        const GrazeShape* volume = &iterator->pairs.b.nodes[pair.b].volume;
        if (!meets(search, volume)) continue;
        if (!graze_node_pair_is_leaf(&iterator->pairs, &pair)) {
            GrazeNodePair split[2];
            graze_node_pair_split(&iterator->pairs, &pair, split);
            graze_node_pairs_add_split(&iterator->pairs, split, 0);
            continue;
        }
        if (volume->count < 3 || volume->radius > 0) continue;
        graze_cso_init(cso, search->thin, search->pose_thin, volume, search->pose_other);
        return volume;
    }
    return NULL;
}

/* Return vertex i of the thin part, and of the other one, in the common frame. */
static GrazeVec thin_vertex(const GrazeCso* cso, int32_t i)
{
    return cso->is_swapped ? graze_cso_vertex_b(cso, i) : graze_cso_vertex_a(cso, i);
}

static GrazeVec other_vertex(const GrazeCso* cso, int32_t i)
{
    return cso->is_swapped ? graze_cso_vertex_a(cso, i) : graze_cso_vertex_b(cso, i);
}

/* Returns the orientation of a, b, c. Exact. */
static int orientation(GrazeVec a, GrazeVec b, GrazeVec c)
{
    const GrazePointDifference to_b = {b, a};
    const GrazePointDifference to_c = {c, a};
    return graze_sign_cross(&to_b, &to_c);
}

/*
 * The segment that a thin part fills, or that it passes over when it moves along itself: its line
 * through `from`, and the coordinates of its ends on the axis along which it is not constant.
 */
typedef struct {
    GrazeVec from;
    GrazePointDifference along;
    bool is_x, is_rising;
    double lo, hi;
} Track;

/* Returns a displacement of the thin part in the common frame. */
static GrazeVec displacement_in(const SeamSearch* search, const GrazeCso* cso)
{
    GrazeVec d = search->displacement;
    return graze_flush_tiny(vec_inv_rotate(d, cso->frame->cos, cso->frame->sin));
}

/* Writes the track of the thin part; returns false if it has none: if it does not move along
   itself, or is a point that does not move. */
static bool write_track(const SeamSearch* search, const GrazeCso* cso, Track* track)
{
    GrazeVec s = thin_vertex(cso, 0);
    GrazeVec t = thin_vertex(cso, search->thin->count - 1);
    GrazeVec d = displacement_in(search, cso);
    const GrazePointDifference way = {d, vec(0, 0)};
    bool is_moving = d.x != 0 || d.y != 0;
    *track = (Track){.from = s, .along = {t, s}};
    if (search->thin->count == 1) track->along = way;
    if (search->thin->count == 1 && !is_moving) return false;
    if (is_moving && graze_sign_cross(&track->along, &way) != 0) return false;
    track->is_x = track->along.to.x != track->along.from.x;
    double from = track->is_x ? s.x : s.y;
    double to = track->is_x ? t.x : t.y;
    double shift = track->is_x ? d.x : d.y;
    double first = min2(search->begin * shift, search->end * shift);
    double last = max2(search->begin * shift, search->end * shift);
    track->lo = min2(from, to) + first;
    track->hi = max2(from, to) + last;
    track->is_rising = track->is_x ? track->along.from.x < track->along.to.x
                                   : track->along.from.y < track->along.to.y;
    return true;
}

/*
 * The part of a track that an edge of a polygon covers: `side` is 1 if the polygon is to the left
 * of the track, -1 if it is to the right, 0 if none of its edges lies along the track.
 */
typedef struct {
    int side;
    double lo, hi;
} Cover;

/* Returns the side of a track that a point is on. Exact. */
static int side_of(const Track* track, GrazeVec point)
{
    const GrazePointDifference to_point = {point, track->from};
    return graze_sign_cross(&track->along, &to_point);
}

static Cover cover_of(const SeamSearch* search, const GrazeCso* cso, const GrazeShape* polygon)
{
    Track track;
    if (!write_track(search, cso, &track)) return (Cover){0, 0, 0};
    for (int32_t i = 0; i < polygon->count; i++) {
        GrazeVec p = other_vertex(cso, i);
        GrazeVec q = other_vertex(cso, next_index(i, polygon->count));
        if (side_of(&track, p) != 0 || side_of(&track, q) != 0) continue;
        double begin = track.is_x ? p.x : p.y;
        double end = track.is_x ? q.x : q.y;
        int side = (begin < end) == track.is_rising ? 1 : -1;
        return (Cover){side, max2(min2(begin, end), track.lo), min2(max2(begin, end), track.hi)};
    }
    return (Cover){0, 0, 0};
}

/*
 * Returns whether a track has a piece with polygons on both sides of it. If an inner point of the
 * union lies on the track, all points of the track near it do; of these, all but finitely many are
 * on no vertex, so on each side an edge lies along the track there.
 */
static bool is_track_inside(const SeamSearch* search)
{
    GrazeCso cso;
    PolygonIterator outer;
    const GrazeShape* left;
    start(&outer, search);
    while ((left = next_polygon(search, &outer, &cso)) != NULL) {
        Cover one = cover_of(search, &cso, left);
        if (one.side != 1 || one.lo >= one.hi) continue;
        PolygonIterator inner;
        const GrazeShape* right;
        start(&inner, search);
        while ((right = next_polygon(search, &inner, &cso)) != NULL) {
            Cover other = cover_of(search, &cso, right);
            if (other.side == -1 && max2(one.lo, other.lo) < min2(one.hi, other.hi)) return true;
        }
    }
    return false;
}

/* Directions from a boundary point into a polygon: counter-clockwise from `begin` to `end`, at most
   half a turn. */
typedef struct {
    GrazePointDifference begin, end;
} Wedge;

/* Returns whether a point is on the boundary of a polygon, and writes the wedge there. */
static bool wedge_at(const GrazeCso* cso, const GrazeShape* polygon, Wedge* wedge)
{
    GrazeVec point = thin_vertex(cso, 0);
    for (int32_t i = 0; i < polygon->count; i++) {
        GrazeVec p = other_vertex(cso, i);
        GrazeVec q = other_vertex(cso, next_index(i, polygon->count));
        if (point.x == p.x && point.y == p.y) {
            GrazeVec before = other_vertex(cso, previous_index(i, polygon->count));
            *wedge = (Wedge){{q, p}, {before, p}};
            return true;
        }
        const GrazePointDifference from_p = {point, p};
        const GrazePointDifference from_q = {point, q};
        if (orientation(p, q, point) == 0 && graze_sign_dot(&from_p, &from_q) < 0) {
            *wedge = (Wedge){{q, p}, {p, q}};
            return true;
        }
    }
    return false;
}

/* Returns whether a wedge contains the directions that follow `direction`, counter-clockwise. */
static bool continues(const Wedge* wedge, const GrazePointDifference* direction)
{
    int turn = graze_sign_cross(&wedge->begin, direction);
    if (turn == 0) return graze_sign_dot(&wedge->begin, direction) > 0;
    return turn > 0 && graze_sign_cross(direction, &wedge->end) > 0;
}

/*
 * Returns whether the wedges of the polygons at a point cover all directions: where one ends,
 * another one continues.
 */
static bool is_point_inside(const SeamSearch* search)
{
    GrazeCso cso;
    Wedge wedge;
    PolygonIterator outer;
    const GrazeShape* polygon;
    bool has_wedge = false;
    start(&outer, search);
    while ((polygon = next_polygon(search, &outer, &cso)) != NULL) {
        if (!wedge_at(&cso, polygon, &wedge)) continue;
        PolygonIterator inner;
        const GrazeShape* next;
        bool is_continued = false;
        has_wedge = true;
        start(&inner, search);
        while (!is_continued && (next = next_polygon(search, &inner, &cso)) != NULL) {
            Wedge other;
            is_continued = wedge_at(&cso, next, &other) && continues(&other, &wedge.end);
        }
        if (!is_continued) return false;
    }
    return has_wedge;
}

/* Tests the thin parts of one body, which moves by d while the other one rests. */
static bool has_thin_part_inside(const GrazeShape* shape, const GrazePose* pose,
                                 const GrazeShape* other, const GrazePose* pose_other, GrazeVec d,
                                 double begin, double end)
{
    bool is_moving = d.x != 0 || d.y != 0;
    if (other->compound == NULL || other->compound->areas < 2) return false;
    if (shape->compound != NULL && shape->compound->areas == shape->compound->count) return false;
    for (int32_t k = 0; k < part_count(shape); k++) {
        SeamSearch search = {part_at(shape, k), other, pose, pose_other, d, begin, end,
                             {0, 0, 0, 0}};
        if (graze_has_area(search.thin)) continue;
        search.reached = box_of(search.thin, pose);
        search.reached.lo_x += min2(d.x, 0);
        search.reached.lo_y += min2(d.y, 0);
        search.reached.hi_x += max2(d.x, 0);
        search.reached.hi_y += max2(d.y, 0);
        bool is_point = search.thin->count == 1 && !is_moving;
        if (is_point ? is_point_inside(&search) : is_track_inside(&search)) return true;
    }
    return false;
}

bool graze_compound_is_along_seam(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                                  const GrazePose* pose_b)
{
    return has_thin_part_inside(a, pose_a, b, pose_b, vec(0, 0), 0, 0) ||
           has_thin_part_inside(b, pose_b, a, pose_a, vec(0, 0), 0, 0);
}

bool graze_compound_moves_along_seam(const GrazeShape* a, const GrazePose* pose_a,
                                     const GrazeShape* b, const GrazePose* pose_b, GrazeVec d,
                                     double begin, double end)
{
    return has_thin_part_inside(a, pose_a, b, pose_b, d, begin, end) ||
           has_thin_part_inside(b, pose_b, a, pose_a, vec(-d.x, -d.y), begin, end);
}
