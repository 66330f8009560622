#include "../base/storage.h"
#include "../broadphase/box_tree.h"
#include "../tolerance.h"
#include "route_conflicts.h"

#include <math.h>

/*
 * Routes that are kept for many queries.
 *
 * Each part of a route has a box over x, y, z and time (agents/route.h). For delays the box of the other
 * part has no bounds in time, or those of the range of delays. Parts whose boxes meet are
 * treated as in agents/route.c and agents/route_conflicts.c. Spans do not depend on the order in which
 * they are added, and conflicts are sorted, so that the answers are those of a list of the same
 * routes, bit for bit.
 *
 * A route has a box, too, around those of its parts, which are compared where that meets. The boxes
 * of routes are kept in a box tree.
 *
 * Boxes are in float32, as differences from an origin amid the routes: those of the first route.
 * Taking the difference and rounding it preserve order (v <= w implies fl(v - o) <= fl(w - o)), so
 * boxes that meet still do, without being rounded outward; a difference beyond float32 becomes an
 * infinity of the correct sign.
 */

enum { AXES = GRAZE_PART_AXES };

static void relative_ends(const GrazeTraffic* traffic, const double ends[AXES], float out[AXES])
{
    for (int axis = 0; axis < AXES; axis++)
        out[axis] = (float)(ends[axis] - traffic->origin[axis]);
}

/* Receives a part of a kept route. */
typedef void PartVisitor(void* query, const GrazeTraffic* traffic, int32_t key, int32_t part);

static GrazeTreeBox tree_box_of(const GrazeTrafficBox* box)
{
    return (GrazeTreeBox){lanes_load(box->lo), lanes_load(box->hi)};
}

/* Visits each part whose box meets a box. */
static void visit_parts(const GrazeTraffic* traffic, const GrazeBoundPart* bound,
                        PartVisitor* visit, void* query)
{
    GrazeTrafficBox relative;
    GrazeBoxTreeSearch search;
    int32_t key;
    if (traffic->live_count == 0) return;
    relative_ends(traffic, bound->lo, relative.lo);
    relative_ends(traffic, bound->hi, relative.hi);
    const GrazeTreeBox own = tree_box_of(&relative);
    graze_box_tree_search_init(&search, traffic->tree, &own);
    while ((key = graze_box_tree_next(&search)) != GRAZE_NO_NODE) {
        const GrazeTrafficRoute* kept = &traffic->routes[key];
        int32_t count = graze_part_count(&kept->route);
        for (int32_t k = -1; k <= count; k++) {
            GrazeTreeBox part = tree_box_of(&kept->boxes[k + 1]);
            if (graze_tree_boxes_meet(&part, &own)) visit(query, traffic, key, k);
        }
    }
}

/* ---- storage ---- */

enum { NO_KEY = -1 };

/* Meets no box: every comparison with it is false. */
static const GrazeTrafficBox NO_BOX = {{NAN, NAN, NAN, NAN}, {NAN, NAN, NAN, NAN}};

/* Contains nothing, and is enlarged by the boxes of parts. */
static const GrazeTrafficBox EMPTY_BOX = {{INFINITY, INFINITY, INFINITY, INFINITY},
                                          {-INFINITY, -INFINITY, -INFINITY, -INFINITY}};

void graze_traffic_init(GrazeTraffic* traffic)
{
    *traffic = (GrazeTraffic){.first_free = NO_KEY};
}

size_t graze_traffic_size(int32_t capacity)
{
    return graze_round_up(sizeof(GrazeBoxTree)) + graze_box_tree_size(capacity) +
           (size_t)capacity * sizeof(GrazeTrafficRoute);
}

void graze_traffic_move(GrazeTraffic* traffic, int32_t capacity, void* storage)
{
    GrazeBoxTree* tree = storage;
    char* nodes = (char*)storage + graze_round_up(sizeof *tree);
    GrazeTrafficRoute* routes = (GrazeTrafficRoute*)(void*)(nodes + graze_box_tree_size(capacity));
    if (traffic->tree == NULL) {
        graze_box_tree_init(tree, capacity, nodes);
    } else {
        *tree = *traffic->tree;
        graze_box_tree_move(tree, capacity, nodes);
    }
    if (traffic->route_count > 0)
        memcpy(routes, traffic->routes, (size_t)traffic->route_count * sizeof *routes);
    traffic->tree = tree;
    traffic->routes = routes;
    traffic->capacity = capacity;
}

int32_t graze_traffic_key(const GrazeTraffic* traffic)
{
    return traffic->first_free != NO_KEY ? traffic->first_free : traffic->route_count;
}

static int32_t take_key(GrazeTraffic* traffic)
{
    int32_t key = graze_traffic_key(traffic);
    if (traffic->first_free != NO_KEY)
        traffic->first_free = traffic->routes[key].next_free;
    else
        traffic->route_count++;
    return key;
}

/* Enlarges a box so that it contains another one. */
static void include_box(GrazeTrafficBox* box, const GrazeTrafficBox* other)
{
    for (int axis = 0; axis < AXES; axis++) {
        if (other->lo[axis] < box->lo[axis]) box->lo[axis] = other->lo[axis];
        if (other->hi[axis] > box->hi[axis]) box->hi[axis] = other->hi[axis];
    }
}

int32_t graze_traffic_add(GrazeTraffic* traffic, const GrazeRoute* route, GrazeTrafficBox* boxes)
{
    if (traffic->live_count == 0) {
        const GrazeMovingSphere* piece = route->pieces;
        const double origin[AXES] = {piece->x, piece->y, piece->z, piece->t0};
        memcpy(traffic->origin, origin, sizeof origin);
    }
    int32_t key = take_key(traffic);
    traffic->live_count++;
    traffic->routes[key] = (GrazeTrafficRoute){*route, boxes, NO_KEY, 0};
    traffic->time_size = max2(traffic->time_size, graze_route_time_size(route));
    GrazeTrafficBox whole = EMPTY_BOX;
    for (int32_t k = -1; k <= graze_part_count(route); k++) {
        GrazeBoundPart part;
        GrazeTrafficBox* kept = &boxes[k + 1];
        *kept = NO_BOX;
        if (!graze_bound_part(route, k, &part)) continue;
        relative_ends(traffic, part.lo, kept->lo);
        relative_ends(traffic, part.hi, kept->hi);
        include_box(&whole, kept);
    }
    const GrazeTreeBox box = tree_box_of(&whole);
    graze_box_tree_set(traffic->tree, key, &box);
    return key;
}

bool graze_traffic_has(const GrazeTraffic* traffic, int32_t key)
{
    return key >= 0 && key < traffic->route_count && traffic->routes[key].route.count > 0;
}

void graze_traffic_remove(GrazeTraffic* traffic, int32_t key)
{
    GrazeTrafficRoute* kept = &traffic->routes[key];
    bool is_largest = graze_route_time_size(&kept->route) == traffic->time_size;
    *kept = (GrazeTrafficRoute){.next_free = traffic->first_free};
    graze_box_tree_remove(traffic->tree, key);
    traffic->first_free = key;
    traffic->live_count--;
    if (!is_largest) return;
    traffic->time_size = 0;
    for (int32_t k = 0; k < traffic->route_count; k++) {
        if (!graze_traffic_has(traffic, k)) continue;
        traffic->time_size =
            max2(traffic->time_size, graze_route_time_size(&traffic->routes[k].route));
    }
}

/* ---- times of contact ---- */

typedef struct {
    GrazeSpanUnion united;
    const GrazeRoute* place;
} ContactQuery;

/*
 * Adds the contacts of a place and a part. The place is a route of one piece of no duration, as it
 * is for graze_route_contacts, whose parts are treated one by one.
 */
static void add_place_contacts(void* context, const GrazeTraffic* traffic, int32_t key, int32_t k)
{
    ContactQuery* query = context;
    const GrazeRoute* place = query->place;
    const GrazeRoute* other = &traffic->routes[key].route;
    double first = min2(place->pieces->t0, other->pieces->t0);
    double last = max2(place->pieces->t1, graze_end_piece(other, true)->t1);
    GrazeMovingSphere part;
    if (graze_is_end_stay(other, k)) graze_add_end_contacts(&query->united, place, other, k >= 0);
    if (!graze_get_lasting_part(other, k, first, last, &part)) return;
    for (int32_t i = -1; i <= 1; i++) {
        GrazeMovingSphere own;
        if (!graze_get_lasting_part(place, i, first, last, &own)) continue;
        if (part.t0 <= own.t1 && part.t1 >= own.t0)
            graze_add_conflicts(&query->united, &own, &part);
    }
}

int32_t graze_traffic_contacts(const GrazeTraffic* traffic, const GrazeMovingSphere* place,
                               const GrazeRouteOptions* options, GrazeSpan* out, int32_t capacity)
{
    GrazeBoundPart bound = {.sphere = graze_make_stay(place, false, 0, 0)};
    const GrazeRoute route = {&bound.sphere, 1, GRAZE_STAY, GRAZE_STAY};
    ContactQuery query = {graze_begin_span_union(traffic->time_size, options, out, capacity),
                          &route};
    graze_bound_sphere(&bound);
    /* An end of a span is at most one double past the contact. */
    bound.lo[GRAZE_PART_TIME] =
        isinf(options->from) ? options->from : double_adjacent(options->from, false);
    bound.hi[GRAZE_PART_TIME] =
        isinf(options->to) ? options->to : double_adjacent(options->to, true);
    visit_parts(traffic, &bound, add_place_contacts, &query);
    return query.united.count;
}

/* ---- delays ---- */

/* A part of a route, whose delays are to be found. */
typedef struct {
    GrazeSpanUnion united;
    GrazeBoundPart part;
} DelayQuery;

static void add_delays(void* context, const GrazeTraffic* traffic, int32_t key, int32_t k)
{
    DelayQuery* query = context;
    graze_add_part_delays(&query->united, &query->part, &traffic->routes[key].route, k);
}

int32_t graze_traffic_delays(const GrazeTraffic* traffic, const GrazeRoute* route,
                             const GrazeRouteOptions* options, GrazeSpan* out, int32_t capacity)
{
    double size = max2(traffic->time_size, graze_route_time_size(route));
    DelayQuery query = {.united = graze_begin_span_union(size, options, out, capacity)};
    /* Ends of spans are rounded, or past an instant of overlap: GRAZE_SPAN_MERGE_GAP is more. */
    double slack = 2 * query.united.join_tolerance;
    for (int32_t i = -1; i <= graze_part_count(route); i++) {
        GrazeBoundPart* part = &query.part;
        if (!graze_bound_part(route, i, part)) continue;
        bool is_stay = graze_is_end_stay(route, i);
        part->lo[GRAZE_PART_TIME] =
            is_stay ? -INFINITY : part->lo[GRAZE_PART_TIME] + options->from - slack;
        part->hi[GRAZE_PART_TIME] =
            is_stay ? INFINITY : part->hi[GRAZE_PART_TIME] + options->to + slack;
        visit_parts(traffic, part, add_delays, &query);
    }
    return query.united.count;
}

/* ---- conflicts ---- */

/* Part i of a route, whose conflicts are to be found: all of them, or the first one. */
typedef struct {
    const GrazeRoute* route;
    int32_t i;
    bool is_open, has_first;
    GrazeRouteConflict first;
    GrazeRouteConflict* out;
    int32_t found, capacity;
} ConflictQuery;

static void add_conflict(ConflictQuery* query, const GrazeRouteConflict* conflict)
{
    if (query->is_open && conflict->relation == GRAZE_TOUCHING) return;
    if (!query->has_first || graze_conflict_is_before(conflict, &query->first))
        query->first = *conflict;
    query->has_first = true;
    if (query->found < query->capacity) query->out[query->found] = *conflict;
    query->found++;
}

static void visit_conflicts(void* context, const GrazeTraffic* traffic, int32_t key, int32_t k)
{
    ConflictQuery* query = context;
    const GrazeRoute* other = &traffic->routes[key].route;
    GrazeRouteConflict conflicts[2];
    int32_t count = graze_part_conflicts(query->route, query->i, other, k, key, conflicts);
    for (int32_t c = 0; c < count; c++)
        add_conflict(query, &conflicts[c]);
}

/* Finds the conflicts, up to the first one or all of them. */
static void find_conflicts(const GrazeTraffic* traffic, ConflictQuery* query, bool only_first)
{
    for (query->i = -1; query->i <= graze_part_count(query->route); query->i++) {
        GrazeBoundPart bound;
        if (!graze_bound_part(query->route, query->i, &bound)) continue;
        if (only_first && query->has_first) {
            if (bound.lo[GRAZE_PART_TIME] > query->first.begin) break;
            bound.hi[GRAZE_PART_TIME] = min2(bound.hi[GRAZE_PART_TIME], query->first.begin);
        }
        visit_parts(traffic, &bound, visit_conflicts, query);
    }
}

int32_t graze_traffic_conflicts(const GrazeTraffic* traffic, const GrazeRoute* route,
                                GrazeTouching touching, GrazeRouteConflict* out, int32_t capacity)
{
    ConflictQuery query = {.route = route,
                           .is_open = touching == GRAZE_TOUCHING_ALLOWED,
                           .out = out,
                           .capacity = capacity};
    find_conflicts(traffic, &query, false);
    if (query.found > capacity) return capacity + 1;
    graze_sort_conflicts(out, query.found);
    return query.found;
}

bool graze_traffic_first_conflict(const GrazeTraffic* traffic, const GrazeRoute* route,
                                  GrazeTouching touching, GrazeRouteConflict* out)
{
    ConflictQuery query = {.route = route, .is_open = touching == GRAZE_TOUCHING_ALLOWED};
    find_conflicts(traffic, &query, true);
    if (query.has_first) *out = query.first;
    return query.has_first;
}
