#include "../../base/vec.h"
#include "../../tolerance.h"
#include "../queries.h"
#include "../shape/bounds.h"
#include "bodies.h"

/*
 * One body, ray, point or box against many bodies. Those that stand still come from their index, the
 * others by a comparison of bounds.
 */

/* Bodies that a query may find: first those of the index, then the others. */
typedef struct {
    const GrazeBodies* bodies;
    const GrazeBodyFilter* filter;
    int32_t count, next;
    GrazeBoxTreeSearch search;
    GrazeTreeBox box; /* of everything that the query reaches */
} Candidates;

/* Begins with the box of the query, and the box of everything that it reaches. */
static void begin(Candidates* candidates, const GrazeBodies* bodies, int32_t count,
                  const GrazeBodyFilter* filter, const GrazeTreeBox* box,
                  const GrazeTreeBox* reached)
{
    candidates->bodies = bodies;
    candidates->filter = filter;
    candidates->count = count;
    candidates->next = bodies->still;
    candidates->box = *reached;
    graze_box_tree_search_init(&candidates->search, bodies->tree, box);
}

static bool is_considered(const Candidates* candidates, int32_t k)
{
    const GrazeBodies* bodies = candidates->bodies;
    const GrazeBodyFilter* filter = candidates->filter;
    if (k >= candidates->count) return false;
    if (filter == NULL) return true;
    if (bodies->categories == NULL) return (filter->mask & 1) != 0 && filter->category != 0;
    return (filter->mask & bodies->categories[k]) != 0 &&
           (bodies->masks[k] & filter->category) != 0;
}

/* Returns the next candidate, or -1. `next_kept` continues the search of the index. */
ALWAYS_INLINE int32_t next_candidate(Candidates* candidates,
                                     int32_t (*next_kept)(GrazeBoxTreeSearch*))
{
    const GrazeBodies* bodies = candidates->bodies;
    int32_t k;
    while ((k = next_kept(&candidates->search)) != GRAZE_NO_NODE)
        if (is_considered(candidates, k)) return k;
    while (candidates->next < candidates->count) {
        k = candidates->next++;
        GrazeTreeBox bounds = graze_tree_box(graze_body_bounds(bodies, k));
        if (graze_tree_boxes_meet(&bounds, &candidates->box) && is_considered(candidates, k))
            return k;
    }
    return -1;
}

/* Returns the items of the found bodies, which are in the scratch memory, in ascending order. */
static GrazeSortItem* sort_found(const GrazeBodies* bodies, int32_t count)
{
    size_t capacity;
    GrazeSortItem* items = graze_bodies_items(bodies, &capacity);
    return graze_sort(items, items + capacity, count);
}

int32_t graze_bodies_near_one(const GrazeBodies* bodies, int32_t count, const GrazeShape* shape,
                              const GrazePose* pose, double reach, const GrazeBodyFilter* filter,
                              const GrazeNearBatch* out)
{
    GrazeBounds bounds = graze_bounds(shape, pose, reach);
    GrazeTreeBox box = graze_tree_box(bounds.sides);
    Candidates candidates;
    size_t capacity;
    GrazeSortItem* items = graze_bodies_items(bodies, &capacity);
    int32_t found = 0;
    int32_t k;
    begin(&candidates, bodies, count, filter, &box, &box);
    while ((k = next_candidate(&candidates, graze_box_tree_next)) >= 0) {
        GrazePose other = graze_body_pose(bodies, (uint32_t)k);
        GrazeRelation relation;
        double distance = graze_gap(shape, pose, bodies->shapes[k], &other, &relation);
        if (distance > reach) continue;
        items[found++] = (GrazeSortItem){(uint32_t)k, (uint32_t)relation, (float)distance};
    }
    items = sort_found(bodies, found);
    for (int32_t i = 0; i < found && i < out->capacity; i++) {
        out->second[i] = (uint32_t)items[i].key;
        out->relations[i] = (uint8_t)items[i].value;
        out->distances[i] = items[i].distance;
    }
    return found;
}

/* Returns a box of doubles, rounded outward. */
static GrazeTreeBox rounded_box(double min_x, double min_y, double max_x, double max_y)
{
    const float sides[4] = {-float_round_up(-min_x), -float_round_up(-min_y), float_round_up(max_x),
                            float_round_up(max_y)};
    return graze_tree_box(sides);
}

/* Writes the found bodies in ascending order. */
static int32_t write_found(const GrazeBodies* bodies, int32_t count, uint32_t* found)
{
    const GrazeSortItem* items = sort_found(bodies, count);
    for (int32_t i = 0; i < count; i++)
        found[i] = (uint32_t)items[i].key;
    return count;
}

int32_t graze_bodies_at_point(const GrazeBodies* bodies, int32_t count, double x, double y,
                              const GrazeBodyFilter* filter, uint32_t* found)
{
    GrazeTreeBox box = rounded_box(x, y, x, y);
    Candidates candidates;
    size_t capacity;
    GrazeSortItem* items = graze_bodies_items(bodies, &capacity);
    int32_t number = 0;
    int32_t k;
    begin(&candidates, bodies, count, filter, &box, &box);
    while ((k = next_candidate(&candidates, graze_box_tree_next)) >= 0) {
        GrazePose pose = graze_body_pose(bodies, (uint32_t)k);
        if (graze_contains_point(bodies->shapes[k], &pose, x, y)) items[number++].key = (uint32_t)k;
    }
    return write_found(bodies, number, found);
}

/* Returns the bounds of a body. Those that are kept of a compound are the bounds of all its vertices
   with the largest radius of its parts, which are larger where radii differ. */
static GrazeTreeBox bounds_of_parts(const GrazeBodies* bodies, int32_t k)
{
    GrazeTreeBox bounds = graze_tree_box(graze_body_bounds(bodies, k));
    const GrazeCompound* compound = bodies->shapes[k]->compound;
    if (compound == NULL) return bounds;
    GrazePose pose = graze_body_pose(bodies, (uint32_t)k);
    GrazeTreeBox parts = {lanes_splat(INFINITY), lanes_splat(-INFINITY)};
    for (int32_t i = 0; i < compound->count; i++) {
        GrazeBounds part = graze_bounds(&compound->parts[i], &pose, 0);
        GrazeTreeBox box = graze_tree_box(part.sides);
        parts.lo = lanes_min(parts.lo, box.lo);
        parts.hi = lanes_max(parts.hi, box.hi);
    }
    return parts;
}

int32_t graze_bodies_in_box(const GrazeBodies* bodies, int32_t count, const GrazeShapeBounds* box,
                            const GrazeBodyFilter* filter, uint32_t* found)
{
    GrazeTreeBox rounded = rounded_box(box->min_x, box->min_y, box->max_x, box->max_y);
    Candidates candidates;
    size_t capacity;
    GrazeSortItem* items = graze_bodies_items(bodies, &capacity);
    int32_t number = 0;
    int32_t k;
    begin(&candidates, bodies, count, filter, &rounded, &rounded);
    while ((k = next_candidate(&candidates, graze_box_tree_next)) >= 0) {
        GrazeTreeBox bounds = bounds_of_parts(bodies, k);
        if (graze_tree_boxes_meet(&bounds, &rounded)) items[number++].key = (uint32_t)k;
    }
    return write_found(bodies, number, found);
}

int32_t graze_bodies_nearest(const GrazeBodies* bodies, int32_t count, const GrazeShape* shape,
                             const GrazePose* pose, double at_most, const GrazeBodyFilter* filter,
                             double* distance)
{
    GrazeBounds bounds = graze_bounds(shape, pose, 0);
    GrazeTreeBox box = graze_tree_box(bounds.sides);
    GrazeTreeBox reached = graze_enlarged_box(bounds.sides, at_most);
    Candidates candidates;
    int32_t nearest = -1;
    int32_t k;
    *distance = INFINITY;
    begin(&candidates, bodies, count, filter, &box, &reached);
    candidates.search.last = at_most;
    while ((k = next_candidate(&candidates, graze_box_tree_next_near)) >= 0) {
        GrazePose other = graze_body_pose(bodies, (uint32_t)k);
        GrazeRelation relation;
        double gap = graze_gap(shape, pose, bodies->shapes[k], &other, &relation);
        if (gap > at_most || gap > *distance || (gap == *distance && k > nearest)) continue;
        nearest = k;
        *distance = gap;
        candidates.search.last = gap;
        candidates.box = graze_enlarged_box(bounds.sides, gap);
    }
    return nearest;
}

/* ---- casts ---- */

/* Begins a search for bodies that a cast may meet. Its box is enlarged for the rounding of the cast,
   as bounds are for that of positions: see GRAZE_BOUNDS_SLACK. */
static void begin_cast(Candidates* candidates, const GrazeBodies* bodies, int32_t count,
                       const GrazeBodyCast* cast, const GrazeBodyFilter* filter)
{
    const GrazePose* pose = &cast->pose;
    double slack = GRAZE_BOUNDS_SLACK * (fabs(cast->dx) + fabs(cast->dy));
    GrazeTreeBox box;
    if (cast->shape != NULL) {
        GrazeBounds bounds = graze_bounds(cast->shape, pose, slack);
        box = graze_tree_box(bounds.sides);
    } else {
        slack += GRAZE_BOUNDS_SLACK * (fabs(pose->x) + fabs(pose->y));
        box = rounded_box(pose->x - slack, pose->y - slack, pose->x + slack, pose->y + slack);
    }
    GrazeTreeBox swept = rounded_box(box.lo[0] + min2(0, cast->dx), box.lo[1] + min2(0, cast->dy),
                                     box.hi[0] + max2(0, cast->dx), box.hi[1] + max2(0, cast->dy));
    begin(candidates, bodies, count, filter, &box, &swept);
    graze_box_tree_search_move(&candidates->search, cast->dx, cast->dy);
    candidates->search.last = 1;
}

/* Casts against body k. A contact that begins after `last` may be reported as none. */
static void cast_at(const GrazeBodies* bodies, int32_t k, const GrazeBodyCast* cast, double last,
                    GrazeCast* out)
{
    GrazePose pose = graze_body_pose(bodies, (uint32_t)k);
    if (cast->shape == NULL) {
        const GrazeRay ray = {cast->pose.x, cast->pose.y, cast->dx, cast->dy};
        graze_ray_cast_before(bodies->shapes[k], &pose, &ray, last, cast->touching, out);
    } else {
        graze_shape_cast(cast->shape, &cast->pose, bodies->shapes[k], &pose, cast->dx, cast->dy,
                         cast->touching, out);
    }
}

int32_t graze_bodies_cast(const GrazeBodies* bodies, int32_t count, const GrazeBodyCast* cast,
                          const GrazeBodyFilter* filter, GrazeCast* first)
{
    Candidates candidates;
    int32_t body = -1;
    int32_t k;
    begin_cast(&candidates, bodies, count, cast, filter);
    while ((k = next_candidate(&candidates, graze_box_tree_next_cast)) >= 0) {
        GrazeCast found;
        cast_at(bodies, k, cast, candidates.search.last, &found);
        if (found.status == GRAZE_CAST_FREE) continue;
        bool is_later =
            body >= 0 && (found.begin > first->begin || (found.begin == first->begin && k > body));
        if (is_later) continue;
        body = k;
        *first = found;
        candidates.search.last = found.begin;
    }
    return body;
}

int32_t graze_bodies_cast_rays(const GrazeBodies* bodies, int32_t count, const GrazeRay* rays,
                               int32_t ray_count, const GrazeBodyFilter* filter,
                               GrazeTouching touching, const GrazeRayBatch* out)
{
    int32_t found = 0;
    for (int32_t k = 0; k < ray_count; k++) {
        const GrazeRay* ray = &rays[k];
        const GrazeBodyCast cast = {NULL, {ray->x, ray->y, 1, 0}, ray->dx, ray->dy, touching};
        GrazeCast first = {0};
        out->bodies[k] = graze_bodies_cast(bodies, count, &cast, filter, &first);
        found += out->bodies[k] >= 0;
        const GrazeWitness* witness = &first.witness;
        out->intervals[2 * (size_t)k] = first.begin;
        out->intervals[2 * (size_t)k + 1] = first.end;
        out->points[k] = (GrazePoint){(float)witness->point_a_x, (float)witness->point_a_y};
        out->normals[k] = (GrazePoint){(float)witness->normal_x, (float)witness->normal_y};
    }
    return found;
}

/* Sorts the items of each key by their bodies. The keys need not be kept. */
static void sort_equal_keys(GrazeSortItem* items, GrazeSortItem* scratch, int32_t count,
                            const uint32_t* bodies)
{
    for (int32_t begin = 0, end = 0; begin < count; begin = end) {
        uint64_t key = items[begin].key;
        for (end = begin + 1; end < count && items[end].key == key;)
            end++;
        if (end == begin + 1) continue;
        for (int32_t i = begin; i < end; i++)
            items[i].key = bodies[items[i].value];
        const GrazeSortItem* sorted = graze_sort(items + begin, scratch, end - begin);
        if (sorted == scratch)
            memcpy(items + begin, sorted, (size_t)(end - begin) * sizeof *sorted);
    }
}

/* The items have the beginnings, which order them, and the numbers of what was found; its bodies and
   intervals are in the memory behind the items. */
int32_t graze_bodies_cast_all(const GrazeBodies* bodies, int32_t count, const GrazeBodyCast* cast,
                              const GrazeBodyFilter* filter, const GrazeBodyCastBatch* out)
{
    Candidates candidates;
    GrazeCast met;
    size_t capacity;
    GrazeSortItem* items = graze_bodies_items(bodies, &capacity);
    GrazeSortItem* spare = items + capacity;
    double(*intervals)[2] = graze_bodies_sweep_storage(bodies);
    uint32_t* found_bodies = (uint32_t*)(intervals + bodies->capacity);
    int32_t found = 0;
    int32_t k;
    begin_cast(&candidates, bodies, count, cast, filter);
    while ((k = next_candidate(&candidates, graze_box_tree_next_cast)) >= 0) {
        cast_at(bodies, k, cast, 1, &met);
        if (met.status == GRAZE_CAST_FREE) continue;
        items[found] = (GrazeSortItem){graze_double_sort_key(met.begin), (uint32_t)found, 0};
        intervals[found][0] = met.begin;
        intervals[found][1] = met.end;
        found_bodies[found++] = (uint32_t)k;
    }
    GrazeSortItem* sorted = graze_sort(items, spare, found);
    sort_equal_keys(sorted, sorted == items ? spare : items, found, found_bodies);
    for (int32_t i = 0; i < found && i < out->capacity; i++) {
        uint32_t number = sorted[i].value;
        out->bodies[i] = found_bodies[number];
        memcpy(out->intervals + 2 * (size_t)i, intervals[number], sizeof intervals[number]);
    }
    return found;
}
