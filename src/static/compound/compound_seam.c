#include "compound_seam.h"

#include "../../base/predicate.h"
#include "../convex/tangent_cone.h"
#include "../shape/bounds.h"
#include "../shape/compound.h"

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

/* Polygons of a compound whose boxes meet that of a point or segment, in the compound's frame. */
typedef struct {
    GrazeNodePairs pairs;
    GrazeBounds reached;
    int32_t part; /* index of the last polygon */
} PolygonIterator;

static void start(PolygonIterator* iterator, const GrazeShape* thin, const GrazeShape* compound)
{
    graze_node_pairs_init(&iterator->pairs, thin, compound, 0);
    iterator->reached = graze_bounds(thin, &ORIGIN, 0);
    iterator->part = -1;
}

/* Returns the next part that is a polygon without a radius, or NULL. */
static const GrazeShape* next_polygon(PolygonIterator* iterator)
{
    GrazeNodePair pair;
    while (graze_node_pairs_next(&iterator->pairs, &pair)) {
        const GrazeShape* volume = &iterator->pairs.b.nodes[pair.b].volume;
        GrazeBounds bounds = graze_bounds(volume, &ORIGIN, 0);
        if (!graze_bounds_meet(&bounds, &iterator->reached)) continue;
        if (!graze_node_pair_is_leaf(&iterator->pairs, &pair)) {
            GrazeNodePair split[2];
            graze_node_pair_split(&iterator->pairs, &pair, split);
            graze_node_pairs_add_split(&iterator->pairs, split, 0);
            continue;
        }
        iterator->part = iterator->pairs.b.nodes[pair.b].part;
        if (volume->count > 2 && volume->radius == 0) return volume;
    }
    return NULL;
}

/* Returns the orientation of a, b, c. Exact. */
static int orientation(GrazeVec a, GrazeVec b, GrazeVec c)
{
    const GrazePointDifference to_b = {b, a};
    const GrazePointDifference to_c = {c, a};
    return graze_sign_cross(&to_b, &to_c);
}

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

/* Makes the bridges of a part and others. */
static void bridge_part(const GrazeShape* compound, int32_t part, const BridgeUser* user)
{
    const GrazeShape* polygon = &compound->compound->parts[part];
    for (int32_t i = 0; i < polygon->count; i++) {
        const GrazePoint ends[2] = {polygon->vertices[i],
                                    polygon->vertices[next_index(i, polygon->count)]};
        GrazeShape edge = {ends, 2, 0, polygon->extent, NULL, NULL};
        PolygonIterator iterator;
        const GrazeShape* other;
        start(&iterator, &edge, compound);
        while ((other = next_polygon(&iterator)) != NULL) {
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
    GrazeVec v = vec_from_point(vertex);
    GrazeCone cone;
    GrazeCover cover = {.count = 0};
    PolygonIterator iterator;
    const GrazeShape* polygon;
    double least = INFINITY;
    bool has_cone = false;
    bool is_covered = false;
    start(&iterator, &point, compound);
    while ((polygon = next_polygon(&iterator)) != NULL) {
        GrazeRelation relation =
            graze_relation_with_cone(&point, &ORIGIN, polygon, &ORIGIN, &cone, &has_cone);
        if (relation != GRAZE_TOUCHING) continue;
        is_covered = is_covered || (has_cone && graze_cover_add(&cover, &cone));
        for (int32_t i = 0; i < polygon->count; i++)
            least =
                min2(least, distance_beyond(v, part_vertex(polygon, i), next_vertex(polygon, i)));
    }
    if (!is_covered) return;
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
