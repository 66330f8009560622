#include "../tolerance.h"
#include "bodies.h"
#include "convex.h"
#include "gjk.h"

/*
 * One body, ray, point or box against many bodies in space. Those that stand still come from their
 * index, the others by a comparison of bounds.
 */

/* Bodies that a query may find: first those of the index, then the others. */
typedef struct {
    const GrazeSolidBodies* bodies;
    const GrazeBodyFilter* filter;
    int32_t count, next;
    GrazeBoxTreeSearch search;
    GrazeTreeBox box; /* of everything that the query reaches */
} Candidates;

/* Begins with the box of the query, its displacement along the third axis, and the box of
   everything that it reaches. */
static void begin(Candidates* candidates, const GrazeSolidBodies* bodies, int32_t count,
                  const GrazeBodyFilter* filter, const GrazeTreeBox* box,
                  const GrazeTreeBox* reached)
{
    candidates->bodies = bodies;
    candidates->filter = filter;
    candidates->count = count;
    candidates->next = bodies->still;
    candidates->box = *reached;
    graze_box_tree_search_init(&candidates->search, bodies->tree, box);
    graze_box_tree_search_in_space(&candidates->search, 0);
}

static bool is_considered(const Candidates* candidates, int32_t k)
{
    const GrazeSolidBodies* bodies = candidates->bodies;
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
    int32_t k;
    while ((k = next_kept(&candidates->search)) != GRAZE_NO_NODE)
        if (is_considered(candidates, k)) return k;
    while (candidates->next < candidates->count) {
        k = candidates->next++;
        GrazeTreeBox box = solid_body_box(candidates->bodies, k);
        if (graze_tree_boxes_meet(&box, &candidates->box) && is_considered(candidates, k)) return k;
    }
    return -1;
}

/* Returns the items of the found bodies, which are in the scratch memory, in ascending order. */
static const GrazeSortItem* sort_found(const GrazeSolidBodies* bodies, int32_t count)
{
    size_t capacity;
    GrazeSortItem* items = graze_solid_bodies_items(bodies, &capacity);
    return graze_sort(items, items + capacity, count);
}

static GrazeStatus gap_to(const GrazeSolidBodies* bodies, int32_t k, const GrazeSolid* solid,
                          const GrazeSolidPose* pose, const GrazeSolidScratch* scratch, double* gap,
                          GrazeRelation* relation)
{
    GrazeSolidPose other = graze_solid_placement_pose(&bodies->places[k]);
    return graze_solid_gap(solid, pose, bodies->solids[k], &other, scratch, gap, relation);
}

GrazeStatus graze_solid_bodies_near_one(const GrazeSolidBodies* bodies, int32_t count,
                                        const GrazeSolid* solid, const GrazeSolidPose* pose,
                                        double reach, const GrazeBodyFilter* filter,
                                        const GrazeSolidScratch* scratch,
                                        const GrazeSolidNearBatch* out, int32_t* found)
{
    SolidSides bounds = graze_solid_sides(solid, pose, reach);
    GrazeTreeBox box = solid_tree_box(&bounds);
    Candidates candidates;
    size_t capacity;
    GrazeSortItem* items = graze_solid_bodies_items(bodies, &capacity);
    int32_t number = 0;
    int32_t k;
    *found = 0;
    begin(&candidates, bodies, count, filter, &box, &box);
    while ((k = next_candidate(&candidates, graze_box_tree_next)) >= 0) {
        GrazeRelation relation;
        double gap;
        GrazeStatus status = gap_to(bodies, k, solid, pose, scratch, &gap, &relation);
        if (status != GRAZE_OK) return status;
        if (gap > reach) continue;
        items[number++] = (GrazeSortItem){(uint32_t)k, (uint32_t)relation, (float)gap};
    }
    const GrazeSortItem* sorted = sort_found(bodies, number);
    for (int32_t i = 0; i < number && i < out->capacity; i++) {
        out->second[i] = (uint32_t)sorted[i].key;
        out->relations[i] = (uint8_t)sorted[i].value;
        out->distances[i] = sorted[i].distance;
    }
    *found = number;
    return GRAZE_OK;
}

/* Writes the found bodies in ascending order. */
static void write_found(const GrazeSolidBodies* bodies, int32_t count, uint32_t* out)
{
    const GrazeSortItem* items = sort_found(bodies, count);
    for (int32_t i = 0; i < count; i++)
        out[i] = (uint32_t)items[i].key;
}

GrazeStatus graze_solid_bodies_at_point(const GrazeSolidBodies* bodies, int32_t count,
                                        const double point[3], const GrazeBodyFilter* filter,
                                        const GrazeSolidScratch* scratch, uint32_t* out,
                                        int32_t* found)
{
    const GrazeVec3 at = vec3(point[0], point[1], point[2]);
    SolidSides sides = graze_solid_rounded_sides(at, at);
    GrazeTreeBox box = solid_tree_box(&sides);
    Candidates candidates;
    size_t capacity;
    GrazeSortItem* items = graze_solid_bodies_items(bodies, &capacity);
    int32_t number = 0;
    int32_t k;
    *found = 0;
    begin(&candidates, bodies, count, filter, &box, &box);
    while ((k = next_candidate(&candidates, graze_box_tree_next)) >= 0) {
        GrazeSolidPose other = graze_solid_placement_pose(&bodies->places[k]);
        bool is_inside;
        GrazeStatus status =
            graze_solid_contains_point(bodies->solids[k], &other, point, scratch, &is_inside);
        if (status != GRAZE_OK) return status;
        if (is_inside) items[number++].key = (uint32_t)k;
    }
    write_found(bodies, number, out);
    *found = number;
    return GRAZE_OK;
}

int32_t graze_solid_bodies_in_box(const GrazeSolidBodies* bodies, int32_t count,
                                  const GrazeSolidBounds* box, const GrazeBodyFilter* filter,
                                  uint32_t* out)
{
    SolidSides sides = graze_solid_rounded_sides(vec3(box->min[0], box->min[1], box->min[2]),
                                                 vec3(box->max[0], box->max[1], box->max[2]));
    GrazeTreeBox rounded = solid_tree_box(&sides);
    Candidates candidates;
    size_t capacity;
    GrazeSortItem* items = graze_solid_bodies_items(bodies, &capacity);
    int32_t number = 0;
    int32_t k;
    begin(&candidates, bodies, count, filter, &rounded, &rounded);
    while ((k = next_candidate(&candidates, graze_box_tree_next)) >= 0)
        items[number++].key = (uint32_t)k;
    write_found(bodies, number, out);
    return number;
}

GrazeStatus graze_solid_bodies_nearest(const GrazeSolidBodies* bodies, int32_t count,
                                       const GrazeSolid* solid, const GrazeSolidPose* pose,
                                       double at_most, const GrazeBodyFilter* filter,
                                       const GrazeSolidScratch* scratch, int32_t* nearest,
                                       double* distance)
{
    SolidSides bounds = graze_solid_sides(solid, pose, 0);
    GrazeTreeBox box = solid_tree_box(&bounds);
    GrazeTreeBox reached = graze_solid_enlarged(&box, at_most);
    Candidates candidates;
    int32_t k;
    *nearest = -1;
    *distance = INFINITY;
    begin(&candidates, bodies, count, filter, &box, &reached);
    candidates.search.last = at_most;
    while ((k = next_candidate(&candidates, graze_box_tree_next_near)) >= 0) {
        GrazeRelation relation;
        double gap;
        GrazeStatus status = gap_to(bodies, k, solid, pose, scratch, &gap, &relation);
        if (status != GRAZE_OK) return status;
        if (gap > at_most || gap > *distance || (gap == *distance && k > *nearest)) continue;
        *nearest = k;
        *distance = gap;
        candidates.search.last = gap;
        candidates.box = graze_solid_enlarged(&box, gap);
    }
    return GRAZE_OK;
}

/* ---- casts ---- */

/* A cast of a body: that of the caller, or a point. */
typedef struct {
    const GrazeSolid* solid;
    GrazeSolidPose pose;
    const GrazeSolidBodyCast* cast;
} Caster;

static Caster caster_of(const GrazeSolidBodyCast* cast)
{
    const GrazeSolidPose* pose = &cast->pose;
    if (cast->solid != NULL) return (Caster){cast->solid, *pose, cast};
    return (Caster){&GRAZE_SOLID_POINT, solid_pose_at(pose->x, pose->y, pose->z), cast};
}

/* Begins a search for bodies that a cast may meet. Its box is enlarged for the rounding of the
   cast, as bounds are for that of positions: see GRAZE_BOUNDS_SLACK. */
static void begin_cast(Candidates* candidates, const GrazeSolidBodies* bodies, int32_t count,
                       const Caster* caster, const GrazeBodyFilter* filter)
{
    const double* d = caster->cast->displacement;
    GrazeVec3 m = vec3(d[0], d[1], d[2]);
    SolidSides bounds =
        graze_solid_sides(caster->solid, &caster->pose, GRAZE_BOUNDS_SLACK * vec3_norm1(m));
    GrazeTreeBox box = solid_tree_box(&bounds);
    SolidSides swept = graze_solid_rounded_sides(
        vec3(box.lo[0] + min2(0, m.x), box.lo[1] + min2(0, m.y), box.lo[2] + min2(0, m.z)),
        vec3(box.hi[0] + max2(0, m.x), box.hi[1] + max2(0, m.y), box.hi[2] + max2(0, m.z)));
    GrazeTreeBox reached = solid_tree_box(&swept);
    begin(candidates, bodies, count, filter, &box, &reached);
    graze_box_tree_search_move(&candidates->search, m.x, m.y);
    graze_box_tree_search_in_space(&candidates->search, m.z);
    candidates->search.last = 1;
}

/*
 * Returns whether a cast certainly meets a convex body only after a fraction `last` of the
 * displacement: whether the region that it sweeps until a little later is disjoint from the body.
 */
static bool is_met_later(const Caster* caster, const GrazeSolid* solid, const GrazeSolidPose* pose,
                         double last)
{
    const double* m = caster->cast->displacement;
    SolidPair swept;
    SolidGjk gjk;
    double until = min2(1, last * (1 + 0x1p-20));
    if (caster->solid->compound != NULL || solid->compound != NULL) return false;
    graze_solid_pair_init(&swept, caster->solid, &caster->pose, solid, pose);
    graze_solid_pair_sweep(&swept, vec3(until * m[0], until * m[1], until * m[2]));
    return graze_solid_gjk(&swept, false, &gjk) == SOLID_DISJOINT;
}

/* Casts against body k. The status is that of a free cast if contact certainly begins after
   `last` < 1. */
static GrazeStatus cast_at(const GrazeSolidBodies* bodies, int32_t k, const Caster* caster,
                           double last, const GrazeSolidScratch* scratch, GrazeSolidCast* out)
{
    GrazeSolidPose pose = graze_solid_placement_pose(&bodies->places[k]);
    const GrazeSolidBodyCast* cast = caster->cast;
    out->status = GRAZE_CAST_FREE;
    if (last < 1 && is_met_later(caster, bodies->solids[k], &pose, last)) return GRAZE_OK;
    return graze_solid_shape_cast(caster->solid, &caster->pose, bodies->solids[k], &pose,
                                  cast->displacement, cast->touching, scratch, out);
}

GrazeStatus graze_solid_bodies_cast(const GrazeSolidBodies* bodies, int32_t count,
                                    const GrazeSolidBodyCast* cast, const GrazeBodyFilter* filter,
                                    const GrazeSolidScratch* scratch, int32_t* body,
                                    GrazeSolidCast* first)
{
    const Caster caster = caster_of(cast);
    Candidates candidates;
    int32_t k;
    *body = -1;
    begin_cast(&candidates, bodies, count, &caster, filter);
    while ((k = next_candidate(&candidates, graze_box_tree_next_cast)) >= 0) {
        GrazeSolidCast met;
        GrazeStatus status = cast_at(bodies, k, &caster, candidates.search.last, scratch, &met);
        if (status != GRAZE_OK) return status;
        if (met.status == GRAZE_CAST_FREE) continue;
        bool is_later =
            *body >= 0 && (met.begin > first->begin || (met.begin == first->begin && k > *body));
        if (is_later) continue;
        *body = k;
        *first = met;
        candidates.search.last = met.begin;
    }
    return GRAZE_OK;
}

GrazeStatus graze_solid_bodies_cast_rays(const GrazeSolidBodies* bodies, int32_t count,
                                         const GrazeSolidRay* rays, int32_t ray_count,
                                         const GrazeBodyFilter* filter, GrazeTouching touching,
                                         const GrazeSolidScratch* scratch,
                                         const GrazeSolidRayBatch* out, int32_t* found)
{
    *found = 0;
    for (int32_t k = 0; k < ray_count; k++) {
        const GrazeSolidRay* ray = &rays[k];
        const GrazeSolidBodyCast cast = {
            NULL, solid_pose_at(ray->x, ray->y, ray->z), {ray->dx, ray->dy, ray->dz}, touching};
        GrazeSolidCast first = {.begin = 0};
        GrazeStatus status =
            graze_solid_bodies_cast(bodies, count, &cast, filter, scratch, &out->bodies[k], &first);
        if (status != GRAZE_OK) return status;
        *found += out->bodies[k] >= 0;
        const double* at = first.witness.point_a;
        const double* n = first.witness.normal;
        out->intervals[2 * (size_t)k] = first.begin;
        out->intervals[2 * (size_t)k + 1] = first.end;
        out->points[k] = (GrazeSolidPoint){(float)at[0], (float)at[1], (float)at[2]};
        out->normals[k] = (GrazeSolidPoint){(float)n[0], (float)n[1], (float)n[2]};
    }
    return GRAZE_OK;
}

/* A body that a cast meets, and the interval of contact. */
typedef struct {
    double begin, end;
    uint32_t body;
} Met;

/*
 * Two stable sorts, by the bodies and then by the beginnings, order what was found. It lies in the
 * memory behind the items, in the order in which it was found.
 */
GrazeStatus graze_solid_bodies_cast_all(const GrazeSolidBodies* bodies, int32_t count,
                                        const GrazeSolidBodyCast* cast,
                                        const GrazeBodyFilter* filter,
                                        const GrazeSolidScratch* scratch,
                                        const GrazeBodyCastBatch* out, int32_t* found)
{
    const Caster caster = caster_of(cast);
    Candidates candidates;
    size_t capacity;
    GrazeSortItem* items = graze_solid_bodies_items(bodies, &capacity);
    Met* met = graze_solid_bodies_sweep_storage(bodies);
    int32_t number = 0;
    int32_t k;
    *found = 0;
    begin_cast(&candidates, bodies, count, &caster, filter);
    while ((k = next_candidate(&candidates, graze_box_tree_next_cast)) >= 0) {
        GrazeSolidCast one;
        GrazeStatus status = cast_at(bodies, k, &caster, 1, scratch, &one);
        if (status != GRAZE_OK) return status;
        if (one.status == GRAZE_CAST_FREE) continue;
        items[number] = (GrazeSortItem){(uint32_t)k, (uint32_t)number, 0};
        met[number++] = (Met){one.begin, one.end, (uint32_t)k};
    }
    GrazeSortItem* sorted = graze_sort(items, items + capacity, number);
    for (int32_t i = 0; i < number; i++)
        sorted[i].key = graze_double_sort_key(met[sorted[i].value].begin);
    sorted = graze_sort(sorted, sorted == items ? items + capacity : items, number);
    for (int32_t i = 0; i < number && i < out->capacity; i++) {
        const Met* one = &met[sorted[i].value];
        out->bodies[i] = one->body;
        out->intervals[2 * (size_t)i] = one->begin;
        out->intervals[2 * (size_t)i + 1] = one->end;
    }
    *found = number;
    return GRAZE_OK;
}
