#include "body_seams.h"

#include "../../base/vec.h"
#include "../../tolerance.h"
#include "../compound/compound_depth.h"
#include "../shape/bounds.h"
#include "../shape/compound.h"
#include "bodies.h"

/*
 * Contacts with bodies that stand still beside each other, such as the tiles of a level. A body that
 * slides over a seam meets the next tile at its side or corner first, within the level: a contact
 * of two convex bodies that a body of both tiles would not have (a ghost collision: Terdiman,
 * "Contact generation for meshes", 2005; ghost vertices in Box2D).
 *
 * A contact of a body with a tile T is such an internal one if its normal leads into another tile:
 *
 *   at an edge of T     if other tiles that have points beyond the line of the edge cover all of the
 *                       interval of contact: no part of it is on the surface of the level
 *   at a vertex of T    if a tile that contains the vertex has points beyond the line through it
 *                       perpendicular to the normal: as it is convex, it has such points next to the
 *                       vertex, and no normal of the level there leads into them
 *
 * An internal contact is left out if a tile that covers it has a contact of its own that is not
 * internal: that one moves the body out, too. Else the body is deep in the level, or thin, and gets the
 * least translation out of everything around it.
 *
 * Nothing is kept between queries: tiles that adjoin are found in the index, near the contact.
 */

enum { PASSES = 64, ROUNDS = 16 };

/* A contact with a tile, in world axes relative to the tile's place. */
typedef struct {
    const GrazeBodies* bodies;
    uint32_t tile, other;
    GrazeVec normal, along; /* from the tile; `along` is perpendicular to it */
    GrazeVec middle;        /* of the interval of contact, on the tile's surface */
    double half;            /* half the length of the interval */
    double begin, end;      /* ends of the tile's edge, from `middle` along; equal for a vertex */
    double slack;           /* distance up to which tiles adjoin */
} Contact;

/* Returns vertex k of a convex part at a pose, relative to the tile. */
static GrazeVec vertex_at(const Contact* contact, const GrazeShape* part, const GrazePose* pose,
                          int32_t k)
{
    const GrazePlacement* origin = &contact->bodies->places[contact->tile];
    GrazeVec turned = vec_rotate(vec_from_point(part->vertices[k]), pose->cos, pose->sin);
    return vec_add(turned, vec(pose->x - origin->x, pose->y - origin->y));
}

static void init_contact(Contact* contact, const GrazeBodies* bodies, uint32_t tile, uint32_t other,
                         const GrazeManifold* manifold)
{
    GrazePose pose = graze_body_pose(bodies, tile);
    const GrazeShape* shape = bodies->shapes[tile];
    const GrazeShape* part = graze_part_at(shape, max2_int(manifold->part_a, 0));
    const float* bounds = graze_body_bounds(bodies, (int32_t)tile);
    double size = shape->extent + fabs(pose.x) + fabs(pose.y);
    for (int k = 0; k < 4; k++)
        size += fabs((double)bounds[k]);
    GrazeVec normal = vec(manifold->normal_x, manifold->normal_y);
    *contact = (Contact){.bodies = bodies,
                         .tile = tile,
                         .other = other,
                         .normal = normal,
                         .along = vec_left_perp(normal),
                         .slack = GRAZE_ADJOIN_SLACK * size};
    /* The points of least separation, on the surface of the tile. */
    double least = INFINITY;
    for (int32_t k = 0; k < manifold->count; k++)
        least = min2(least, manifold->points[k].separation);
    GrazeVec first = vec(0, 0);
    GrazeVec last = vec(0, 0);
    int32_t found = 0;
    for (int32_t k = 0; k < manifold->count; k++) {
        const GrazeManifoldPoint* point = &manifold->points[k];
        if (point->separation > least + contact->slack) continue;
        last =
            vec_mul_add(vec(point->x - pose.x, point->y - pose.y), -point->separation / 2, normal);
        if (found++ == 0) first = last;
    }
    contact->middle = vec_scale(vec_add(first, last), 0.5);
    contact->half = fabs(vec_dot(vec_sub(last, first), contact->along)) / 2;
    /* The contact is at an edge if two vertices are the farthest along the normal. */
    double farthest = -INFINITY;
    for (int32_t k = 0; k < part->count; k++)
        farthest = max2(farthest, vec_dot(vertex_at(contact, part, &pose, k), normal));
    contact->begin = INFINITY;
    contact->end = -INFINITY;
    for (int32_t k = 0; k < part->count; k++) {
        GrazeVec v = vertex_at(contact, part, &pose, k);
        if (vec_dot(v, normal) < farthest - contact->slack) continue;
        double place = vec_dot(vec_sub(v, contact->middle), contact->along);
        contact->begin = min2(contact->begin, place);
        contact->end = max2(contact->end, place);
    }
}

/* An interval along the line of a contact, from its middle. */
typedef struct {
    double begin, end;
} Interval;

static void add_to(Interval* interval, double begin, double end)
{
    interval->begin = min2(interval->begin, begin);
    interval->end = max2(interval->end, end);
}

/*
 * Returns the interval in which a convex part, grown by the slack, contains the line of the contact, if
 * the part has points beyond that line; else an empty one. The line meets the boundary of a part on
 * circles around vertices and on shifted edges.
 */
static Interval cover_of(const Contact* contact, const GrazeShape* part, const GrazePose* pose)
{
    Interval cover = {INFINITY, -INFINITY};
    double reach = part->radius + contact->slack;
    double height = -INFINITY;
    for (int32_t k = 0; k < part->count; k++) {
        GrazeVec p = vec_sub(vertex_at(contact, part, pose, k), contact->middle);
        GrazeVec q =
            vec_sub(vertex_at(contact, part, pose, next_index(k, part->count)), contact->middle);
        double across = vec_dot(p, contact->normal);
        double place = vec_dot(p, contact->along);
        height = max2(height, across + part->radius);
        if (fabs(across) <= reach) {
            double half = sqrt((reach - across) * (reach + across));
            add_to(&cover, place - half, place + half);
        }
        double length = vec_length(vec_sub(q, p));
        if (length == 0) continue;
        GrazeVec outward = vec_scale(vec_outward(vec_sub(q, p)), reach / length);
        double from = across + vec_dot(outward, contact->normal);
        double to = vec_dot(q, contact->normal) + vec_dot(outward, contact->normal);
        if (from == to || (from > 0) == (to > 0)) continue;
        double share = from / (from - to);
        double met = place + share * vec_dot(vec_sub(q, p), contact->along) +
                     vec_dot(outward, contact->along);
        add_to(&cover, met, met);
    }
    bool is_beyond = height > 4 * contact->slack;
    return is_beyond ? cover : (Interval){INFINITY, -INFINITY};
}

/* Tiles near a contact, without its own, that the other body may meet. */
typedef struct {
    const Contact* contact;
    GrazeBoxTreeSearch search;
} Neighbors;

static void begin_neighbors(Neighbors* neighbors, const Contact* contact)
{
    const GrazePlacement* origin = &contact->bodies->places[contact->tile];
    double x = contact->middle.x + origin->x;
    double y = contact->middle.y + origin->y;
    const float point[4] = {(float)x, (float)y, (float)x, (float)y};
    /* Twice the slack also covers the rounding of the point. */
    GrazeTreeBox box = graze_enlarged_box(point, contact->half + 2 * contact->slack);
    neighbors->contact = contact;
    graze_box_tree_search_init(&neighbors->search, contact->bodies->tree, &box);
}

static int32_t next_neighbor(Neighbors* neighbors)
{
    const Contact* contact = neighbors->contact;
    int32_t k;
    while ((k = graze_box_tree_next(&neighbors->search)) != GRAZE_NO_NODE) {
        if ((uint32_t)k != contact->tile &&
            graze_bodies_may_meet(contact->bodies, (uint32_t)k, contact->other))
            return k;
    }
    return GRAZE_NO_NODE;
}

/* Returns the farthest end of those intervals of a tile's parts that contain `place`; -INFINITY if
   none does. */
static double covered_until(const Contact* contact, int32_t tile, double place)
{
    GrazePose pose = graze_body_pose(contact->bodies, (uint32_t)tile);
    const GrazePlacement* origin = &contact->bodies->places[contact->tile];
    GrazeVec at = vec_inv_rotate(
        vec(contact->middle.x + (origin->x - pose.x), contact->middle.y + (origin->y - pose.y)),
        pose.cos, pose.sin);
    GrazePartsAt search;
    const GrazeShape* part;
    int32_t number;
    double end = -INFINITY;
    graze_parts_at_init(&search, contact->bodies->shapes[tile], at,
                        contact->half + 2 * contact->slack);
    while ((part = graze_parts_at_next(&search, &number)) != NULL) {
        Interval cover = cover_of(contact, part, &pose);
        if (cover.begin <= place + contact->slack) end = max2(end, cover.end);
    }
    return end;
}

/* Returns the same for all tiles. */
static double covered_by_all(const Contact* contact, double place)
{
    Neighbors neighbors;
    int32_t tile;
    double end = -INFINITY;
    begin_neighbors(&neighbors, contact);
    while ((tile = next_neighbor(&neighbors)) != GRAZE_NO_NODE)
        end = max2(end, covered_until(contact, tile, place));
    return end;
}

/* Returns whether a contact is within the level. */
static bool is_internal(const Contact* contact)
{
    double margin = 2 * contact->slack;
    if (!(contact->end - contact->begin > 2 * margin))
        return covered_by_all(contact, 0) >= -contact->slack;
    /* A point counts as a short interval of the edge: at the foot of a wall one side is not covered. */
    double half = max2(contact->half - margin, margin);
    double place = max2(-half, contact->begin);
    double last = min2(half, contact->end);
    for (int pass = 0; pass < PASSES; pass++) {
        double end = covered_by_all(contact, place);
        if (end >= last) return true;
        if (!(end > place + contact->slack)) return false;
        place = end;
    }
    return false;
}

/* Returns whether a tile that covers an internal contact has a contact that is not internal. */
static bool has_contact_beside(const Contact* contact, double reach)
{
    const GrazeBodies* bodies = contact->bodies;
    GrazePose pose = graze_body_pose(bodies, contact->other);
    Neighbors neighbors;
    int32_t tile;
    begin_neighbors(&neighbors, contact);
    while ((tile = next_neighbor(&neighbors)) != GRAZE_NO_NODE) {
        GrazePose place = graze_body_pose(bodies, (uint32_t)tile);
        GrazeManifold manifold;
        Contact beside;
        if (!(covered_until(contact, tile, contact->half) >= -contact->half - contact->slack))
            continue;
        graze_manifold(bodies->shapes[tile], &place, bodies->shapes[contact->other], &pose, reach,
                       &manifold);
        if (manifold.count == 0) continue;
        init_contact(&beside, bodies, (uint32_t)tile, contact->other, &manifold);
        if (!is_internal(&beside)) return true;
    }
    return false;
}

/* Parts that are near each other, with the poses of the tiles that they belong to. */
typedef struct {
    GrazePlacedPair pairs[GRAZE_DEPTH_PAIRS];
    GrazePose poses[GRAZE_DEPTH_PAIRS];
    int32_t count;
} NearParts;

static bool boxes_meet(const GrazeBounds* p, const GrazeBounds* q)
{
    GrazeTreeBox first = graze_tree_box(p->sides);
    GrazeTreeBox second = graze_tree_box(q->sides);
    return graze_tree_boxes_meet(&first, &second);
}

/* Adds the pairs of a body's parts and those of a tile that may be at most `reach` apart; returns false
   if there are too many. */
static bool add_tile(NearParts* near, const GrazeShape* body, const GrazePose* pose,
                     const GrazeShape* tile, const GrazePose* place, double reach)
{
    int32_t parts = body->compound != NULL ? body->compound->count : 1;
    GrazeVec at =
        vec_inv_rotate(vec(pose->x - place->x, pose->y - place->y), place->cos, place->sin);
    for (int32_t i = 0; i < parts; i++) {
        GrazeBounds bounds = graze_bounds(graze_part_at(body, i), pose, reach);
        GrazePartsAt search;
        const GrazeShape* other;
        int32_t number;
        graze_parts_at_init(&search, tile, at,
                            reach + GRAZE_DISC_OF_EXTENT * body->extent + body->radius);
        while ((other = graze_parts_at_next(&search, &number)) != NULL) {
            GrazeBounds box = graze_bounds(other, place, 0);
            if (!boxes_meet(&bounds, &box)) continue;
            if (near->count == GRAZE_DEPTH_PAIRS) return false;
            GrazePose* kept = &near->poses[near->count];
            *kept = *place;
            near->pairs[near->count++] = (GrazePlacedPair){graze_part_at(body, i), other, kept};
        }
    }
    return true;
}

/* Collects the parts of tiles that are at most `reach` from the other body of a contact; returns
   false if there are too many. */
static bool collect_near(const Contact* contact, double reach, NearParts* near)
{
    const GrazeBodies* bodies = contact->bodies;
    const GrazeShape* body = bodies->shapes[contact->other];
    GrazePose pose = graze_body_pose(bodies, contact->other);
    GrazeTreeBox box =
        graze_enlarged_box(graze_body_bounds(bodies, (int32_t)contact->other), reach);
    GrazeBoxTreeSearch search;
    int32_t k;
    near->count = 0;
    graze_box_tree_search_init(&search, bodies->tree, &box);
    while ((k = graze_box_tree_next(&search)) != GRAZE_NO_NODE) {
        GrazePose place = graze_body_pose(bodies, (uint32_t)k);
        if (!graze_bodies_may_meet(bodies, (uint32_t)k, contact->other)) continue;
        if (!add_tile(near, body, &pose, bodies->shapes[k], &place, reach)) return false;
    }
    return true;
}

/*
 * Replaces a manifold by the least translation out of all tiles. All that are at most as far as it is
 * long count; each round doubles that distance.
 */
static void leave_level(const Contact* contact, GrazeManifold* manifold)
{
    const GrazeBodies* bodies = contact->bodies;
    GrazePose pose = graze_body_pose(bodies, contact->other);
    double extent = bodies->shapes[contact->tile]->extent + bodies->shapes[contact->tile]->radius;
    double least = max2(manifold->depth, extent / 4);
    for (int round = 0; round < ROUNDS; round++) {
        double reach = least * (double)(1 << round);
        NearParts near;
        GrazePenetration found;
        GrazeVec surface;
        if (!collect_near(contact, reach, &near)) return;
        if (!graze_depth_among(&pose, near.pairs, near.count, reach, &found, &surface)) continue;
        const GrazeWitness* witness = &found.witness;
        uint32_t id = ((uint32_t)witness->index_b & 0xffff) | (uint32_t)witness->index_a << 16;
        manifold->normal_x = -witness->normal_x;
        manifold->normal_y = -witness->normal_y;
        manifold->depth = found.depth;
        manifold->count = 1;
        manifold->points[0] =
            (GrazeManifoldPoint){witness->point_a_x + (witness->point_b_x - witness->point_a_x) / 2,
                                 witness->point_a_y + (witness->point_b_y - witness->point_a_y) / 2,
                                 -found.depth, id, 0};
        manifold->points[1] = (GrazeManifoldPoint){0, 0, 0, 0, 0};
        return;
    }
}

void graze_bodies_remove_seam(const GrazeBodies* bodies, uint32_t still, uint32_t other,
                              double reach, GrazeManifold* manifold)
{
    Contact contact;
    if (manifold->count == 0) return;
    init_contact(&contact, bodies, still, other, manifold);
    if (!is_internal(&contact)) return;
    if (manifold->relation != GRAZE_DISJOINT && !has_contact_beside(&contact, reach)) {
        leave_level(&contact, manifold);
        return;
    }
    manifold->normal_x = manifold->normal_y = manifold->depth = 0;
    manifold->count = 0;
    manifold->points[0] = manifold->points[1] = (GrazeManifoldPoint){0, 0, 0, 0, 0};
}
