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
    int32_t part; /* index of the last polygon */
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
    iterator->part = -1;
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
        iterator->part = iterator->pairs.b.nodes[pair.b].part;
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

/*
 * Bridges: convex bodies within the union whose interiors cover seams, so that a thin body in a seam
 * overlaps a bridge as it overlaps any convex body, and everything that is certified of two convex
 * bodies holds for it, whatever the motion.
 *
 * Let p to q be what an edge of a part has in common with an edge of another part on the other side
 * of its line, r a point of the first part and s one of the second, both beside the line, which they
 * project to strictly between p and q. The triangles p q r and q p s are in the parts, and together
 * they are convex: their angles at p and at q are below a quarter turn each. So the quadrilateral
 * p s q r is a bridge, whose interior has the seam from p to q in it without these ends.
 *
 * An end v of a seam can be an inner point of the union too. Then the parts that touch v cover all
 * directions there, and each of them fills its directions up to its nearest edge that is not at v.
 * With h a power of two, at most half of the least of those distances, the square with the corners v + (h, 0),
 * v + (0, h), v - (h, 0) and v - (0, h) is a bridge.
 *
 * Corners are float32, tested by exact signs. Where parts are only a few ulps wide there may be none
 * that fit; then a seam remains without a bridge.
 */

static const GrazePose ORIGIN = {0, 0, 1, 0};

enum { BRIDGE_CORNERS = 4, APEX_TRIES = 4 };

/* A function, with its context, that receives every bridge. */
typedef struct {
    GrazeUseBridge* use;
    void* context;
} BridgeUser;

static void use_bridge(const BridgeUser* user, const GrazePoint* corners)
{
    GrazeShape bridge = {corners, BRIDGE_CORNERS, 0, 0, NULL, NULL};
    for (int i = 0; i < BRIDGE_CORNERS; i++)
        bridge.extent = max2(bridge.extent, max2(fabs(corners[i].x), fabs(corners[i].y)));
    user->use(user->context, &bridge);
}

static GrazeVec part_vertex(const GrazeShape* part, int32_t i)
{
    return vec_from_point(part->vertices[i]);
}

static GrazeVec next_vertex(const GrazeShape* part, int32_t i)
{
    return part_vertex(part, next_index(i, part->count));
}

static GrazePoint to_point(GrazeVec p)
{
    return (GrazePoint){(float)p.x, (float)p.y};
}

/* Returns whether a point of a part is to the left of p to q and projects to a point strictly
   between them. Exact. */
static bool is_apex(const GrazeShape* part, GrazeVec p, GrazeVec q, GrazeVec point)
{
    const GrazePointDifference along = {q, p};
    const GrazePointDifference back = {p, q};
    const GrazePointDifference from_p = {point, p};
    const GrazePointDifference from_q = {point, q};
    if (graze_sign_cross(&along, &from_p) <= 0) return false;
    if (graze_sign_dot(&along, &from_p) <= 0 || graze_sign_dot(&back, &from_q) <= 0) return false;
    for (int32_t i = 0; i < part->count; i++)
        if (orientation(part_vertex(part, i), next_vertex(part, i), point) < 0) return false;
    return true;
}

/* Finds a point of a part to the left of p to q, an edge of it or a piece of one: above the middle,
   at 7 / 16 of the height of the part there or of the length if that is less, or nearer. So the
   sides of a bridge between squares are not along their diagonals, along which bodies may move. */
static bool find_apex(const GrazeShape* part, GrazeVec p, GrazeVec q, GrazePoint* apex)
{
    GrazeVec middle = vec(p.x + 0.5 * (q.x - p.x), p.y + 0.5 * (q.y - p.y));
    GrazeVec normal = vec(p.y - q.y, q.x - p.x);
    double height = 1;
    for (int32_t i = 0; i < part->count; i++) {
        GrazeVec from = part_vertex(part, i);
        GrazeVec edge = vec_sub(next_vertex(part, i), from);
        double fall = -vec_cross(edge, normal);
        double above = vec_cross(edge, vec_sub(middle, from));
        if (fall > 0) height = min2(height, max2(above, 0) / fall);
    }
    height *= 0.4375;
    for (int k = 0; k < APEX_TRIES; k++) {
        *apex = to_point(vec_mul_add(middle, height, normal));
        height *= 0.5;
        if (is_apex(part, p, q, vec_from_point(*apex))) return true;
    }
    for (int32_t i = 0; i < part->count; i++) {
        *apex = part->vertices[i];
        if (is_apex(part, p, q, vec_from_point(*apex))) return true;
    }
    return false;
}

/* Returns whether p comes before q on the line in the direction of `along`, not zero. */
static bool comes_before(GrazeVec p, GrazeVec q, const GrazePointDifference* along)
{
    if (along->to.x != along->from.x) return (p.x < q.x) == (along->from.x < along->to.x);
    return (p.y < q.y) == (along->from.y < along->to.y);
}

/* Makes the bridge of the edge from p to q of a part and one of another part, if these have more
   than a point in common and the parts are on both sides. */
static void bridge_edges(const GrazeShape* part, GrazeVec p, GrazeVec q, const GrazeShape* other,
                         int32_t edge, const BridgeUser* user)
{
    GrazeVec first = part_vertex(other, edge);
    GrazeVec last = next_vertex(other, edge);
    const GrazePointDifference along = {q, p};
    const GrazePointDifference back = {last, first};
    if (orientation(p, q, first) != 0 || orientation(p, q, last) != 0) return;
    if (graze_sign_dot(&along, &back) >= 0) return;
    GrazeVec begin = comes_before(p, last, &along) ? last : p;
    GrazeVec end = comes_before(first, q, &along) ? first : q;
    if ((begin.x == end.x && begin.y == end.y) || !comes_before(begin, end, &along)) return;
    GrazePoint left;
    GrazePoint right;
    if (!find_apex(part, begin, end, &left) || !find_apex(other, end, begin, &right)) return;
    const GrazePoint corners[BRIDGE_CORNERS] = {to_point(begin), right, to_point(end), left};
    use_bridge(user, corners);
}

/* Begins a search of the polygons of a compound near a point or a segment in its own frame. */
static SeamSearch near_search(const GrazeShape* thin, const GrazeShape* compound)
{
    return (SeamSearch){thin, compound, &ORIGIN, &ORIGIN, {0, 0}, 0, 0, box_of(thin, &ORIGIN)};
}

/* Makes the bridges of a part and others. */
static void bridge_part(const GrazeShape* compound, int32_t part, const BridgeUser* user)
{
    const GrazeShape* polygon = &compound->compound->parts[part];
    for (int32_t i = 0; i < polygon->count; i++) {
        const GrazePoint ends[2] = {polygon->vertices[i],
                                    polygon->vertices[next_index(i, polygon->count)]};
        GrazeShape edge = {ends, 2, 0, polygon->extent, NULL, NULL};
        SeamSearch search = near_search(&edge, compound);
        GrazeCso cso;
        PolygonIterator iterator;
        const GrazeShape* other;
        start(&iterator, &search);
        while ((other = next_polygon(&search, &iterator, &cso)) != NULL) {
            if (iterator.part == part) continue;
            for (int32_t j = 0; j < other->count; j++)
                bridge_edges(polygon, part_vertex(polygon, i), next_vertex(polygon, i), other, j,
                             user);
        }
    }
}

/* Returns the distance of a point from the segment from p to q, and INFINITY if it is on it. */
static double distance_beyond(GrazeVec point, GrazeVec p, GrazeVec q)
{
    const GrazePointDifference to_p = {p, point};
    const GrazePointDifference to_q = {q, point};
    if (orientation(p, q, point) == 0 && graze_sign_dot(&to_p, &to_q) <= 0) return INFINITY;
    GrazeVec along = vec_sub(q, p);
    double share = clamp(vec_dot(vec_sub(point, p), along) / vec_dot(along, along), 0, 1);
    return vec_length(vec_sub(vec_mul_add(p, share, along), point));
}

/* Makes the bridge of a vertex that is an inner point of the union, but of no part. */
static void bridge_vertex(const GrazeShape* compound, GrazePoint vertex, const BridgeUser* user)
{
    GrazeShape point = {&vertex, 1, 0, max2(fabs(vertex.x), fabs(vertex.y)), NULL, NULL};
    if (!graze_compound_is_along_seam(&point, &ORIGIN, compound, &ORIGIN)) return;
    SeamSearch search = near_search(&point, compound);
    GrazeVec v = vec_from_point(vertex);
    GrazeCso cso;
    Wedge wedge;
    PolygonIterator iterator;
    const GrazeShape* polygon;
    double least = INFINITY;
    start(&iterator, &search);
    while ((polygon = next_polygon(&search, &iterator, &cso)) != NULL) {
        if (!wedge_at(&cso, polygon, &wedge)) continue;
        for (int32_t i = 0; i < polygon->count; i++)
            least =
                min2(least, distance_beyond(v, part_vertex(polygon, i), next_vertex(polygon, i)));
    }
    if (!(least < INFINITY)) return;
    double h = 0x1p51 * double_ulp(least);
    const GrazePoint corners[BRIDGE_CORNERS] = {
        to_point(vec(v.x + h, v.y)), to_point(vec(v.x, v.y + h)), to_point(vec(v.x - h, v.y)),
        to_point(vec(v.x, v.y - h))};
    bool is_exact = corners[0].x - v.x == h && corners[1].y - v.y == h && v.x - corners[2].x == h &&
                    v.y - corners[3].y == h;
    if (is_exact) use_bridge(user, corners);
}

void graze_compound_each_bridge(const GrazeShape* thin, const GrazeShape* compound, int32_t part,
                                GrazeUseBridge* use, void* context)
{
    const BridgeUser user = {use, context};
    const GrazeShape* polygon = &compound->compound->parts[part];
    bridge_part(compound, part, &user);
    for (int32_t i = 0; i < polygon->count && thin->count == 1; i++)
        bridge_vertex(compound, polygon->vertices[i], &user);
}

bool graze_compound_may_have_bridge(const GrazeShape* thin, const GrazeShape* compound,
                                    int32_t part)
{
    if (compound->compound == NULL || compound->compound->areas < 2) return false;
    const GrazeShape* polygon = &compound->compound->parts[part];
    return !graze_has_area(thin) && polygon->count > 2 && polygon->radius == 0;
}
