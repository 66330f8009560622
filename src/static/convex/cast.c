#include "cast.h"

#include "../../base/doubles.h"
#include "../../graze.h"
#include "../../tolerance.h"
#include "cast_core.h"
#include "cast_rounded.h"
#include "distance.h"
#include "witness.h"

/* Shape casts and ray casts: they set up the cast segment, clip it and write the result in the
   caller's terms. */

/* Writes the contact at the start, as graze_distance reports it there, with the normal out of B. */
static void write_start_contact(const GrazeDistance* start, GrazeCast* out)
{
    out->witness = start->witness;
    out->witness.normal_x = -start->witness.normal_x;
    out->witness.normal_y = -start->witness.normal_y;
    out->witness.point_b_x = start->witness.point_a_x;
    out->witness.point_b_y = start->witness.point_a_y;
}

/* Writes a contact after the start; `d` is the displacement of the caller's A, in the world. */
static void write_first_contact(const GrazeCso* cso, const GrazeCastContact* contact, GrazeVec d,
                                GrazeCast* out)
{
    GrazeVec on_a;
    GrazeVec on_b;
    graze_find_witness(cso, &contact->feature, &on_a, &on_b);
    on_a = vec_mul_add(on_a, cso->a->radius, contact->normal);
    GrazeVec point = graze_cso_place(cso, &on_a);
    /* The frame moves with the caller's A when the bodies are not exchanged. */
    if (!cso->is_swapped) point = vec_mul_add(point, contact->begin, d);
    GrazeVec normal = graze_cso_direction(cso, &contact->normal);
    graze_write_points(point, point, vec_scale(normal, -1), &out->witness);
    graze_write_features(cso, &contact->feature, &out->witness);
}

/* Returns the segment of a cast of the caller's A by `d`, in the world. */
static GrazeCastSegment make_cast_segment(const GrazeCso* cso, GrazeVec d)
{
    GrazeVec direction = vec_inv_rotate(d, cso->frame->cos, cso->frame->sin);
    GrazeVec m = graze_flush_tiny(cso->is_swapped ? direction : vec_scale(direction, -1));
    return (GrazeCastSegment){cso, m, {m, {0, 0}}, vec_dot(m, m), graze_reach(cso)};
}

static GrazeCastStatus cast_status(GrazeRelation at_start, const GrazeCastContact* contact)
{
    if (at_start == GRAZE_OVERLAPPING) return GRAZE_CAST_OVERLAPPING;
    if (!contact->has_contact) return GRAZE_CAST_FREE;
    return contact->is_hit ? GRAZE_CAST_HIT : GRAZE_CAST_GRAZING;
}

/* Writes a cast and its first contact, unless that is at the start. */
static void write_cast(const GrazeCso* cso, GrazeRelation at_start, const GrazeCastContact* contact,
                       GrazeVec d, GrazeCast* out)
{
    *out = (GrazeCast){.status = (int32_t)cast_status(at_start, contact),
                       .relation = (int32_t)at_start};
    if (!contact->has_contact) return;
    out->begin = contact->begin;
    out->end = contact->end;
    if (at_start == GRAZE_DISJOINT) write_first_contact(cso, contact, d, out);
}

/* Casts by the clip in double; returns false if that is uncertain. */
static bool cast_filtered(const GrazeCso* cso, const GrazeCastSegment* segment, GrazeVec d,
                          GrazeCast* out)
{
    GrazeCastContact contact;
    GrazeNearest nearest;
    GrazeDistance start;
    switch (graze_cast_filtered(segment, &contact)) {
    case GRAZE_CLIP_UNCERTAIN:
        return false;
    case GRAZE_CLIP_MISSES:
    case GRAZE_CLIP_ENTERS:
        write_cast(cso, GRAZE_DISJOINT, &contact, d, out);
        return true;
    case GRAZE_CLIP_LEAVES:
        break;
    }
    if (!graze_find_nearest_inside(cso, true, &nearest)) return false;
    contact.begin = 0;
    write_cast(cso, GRAZE_OVERLAPPING, &contact, d, out);
    graze_write_nearest(cso, &nearest, &start);
    write_start_contact(&start, out);
    return true;
}

bool graze_cast_cone(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                     const GrazePose* pose_b, GrazeVec d, GrazeCone* cone, int* side)
{
    GrazeCso cso;
    graze_cso_init(&cso, a, pose_a, b, pose_b);
    GrazeCastSegment segment = make_cast_segment(&cso, d);
    *side = 0;
    if (segment.square == 0) return false;
    bool has_cone = segment.reach > 0 ? graze_cast_rounded_cone(&segment, cone)
                                      : graze_cast_cores_cone(&segment, cone);
    if (!has_cone) return false;
    bool is_half_plane = graze_sign_cross(&segment.along, &cone->begin) == 0 &&
                         graze_sign_cross(&segment.along, &cone->end) == 0;
    if (is_half_plane) *side = -graze_sign_dot(&segment.along, &cone->begin);
    *cone = graze_cone_of_caller(&cso, cone);
    return true;
}

void graze_convex_shape_cast(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                             const GrazePose* pose_b, double dx, double dy, GrazeCast* out)
{
    GrazeCso cso;
    GrazeGjkState state;
    GrazeDistance start;
    graze_cso_init(&cso, a, pose_a, b, pose_b);
    GrazeCastSegment segment = make_cast_segment(&cso, vec(dx, dy));
    if (segment.square > 0 && cast_filtered(&cso, &segment, vec(dx, dy), out)) return;
    graze_gjk_run(&cso, &state);
    GrazeRelation at_start = graze_decide_bodies(&cso, &state);
    GrazeCastContact contact = {.begin = 0, .end = 1, .has_contact = at_start != GRAZE_DISJOINT};
    if (segment.square > 0) {
        contact.end = 0;
        if (segment.reach > 0) {
            graze_cast_rounded(&segment, at_start, &contact);
        } else {
            graze_cast_cores(&segment, &contact);
        }
    }
    if (at_start != GRAZE_DISJOINT) {
        /* Rounding can dent the outline so that the cast segment misses a contact that the relation
           reports. */
        contact.has_contact = true;
        contact.begin = 0;
    }
    write_cast(&cso, at_start, &contact, vec(dx, dy), out);
    if (at_start == GRAZE_DISJOINT) return;
    graze_write_distance(&cso, &state, &start);
    write_start_contact(&start, out);
}

static const GrazePoint ORIGIN = {0, 0};
const GrazeShape GRAZE_RAY_POINT = {&ORIGIN, 1, 0, 0, NULL, NULL};

/* Vertices that a mask of sides has bits for. */
enum { MAX_SIDES = 32 };

/* Returns the index of the one vertex that is in `these`, and whose next one is in `others`, of n
   vertices in all; -1 if there are several. */
ALWAYS_INLINE int32_t find_change(uint32_t these, uint32_t others, int32_t n)
{
    uint32_t changes = these & (others >> 1 | others << (n - 1));
    return (changes & (changes - 1)) == 0 ? __builtin_ctz(changes) : -1;
}

/* Returns whether a ray, from `at` relative to the body's position, certainly misses a disc about the
   body's frame for s in [0, last]. */
ALWAYS_INLINE bool misses_disc(GrazeVec at, GrazeVec way, double last, double reach)
{
    if (vec_dot(at, at) <= reach * reach) return false;
    double along = vec_dot(at, way);
    double cross = vec_cross(at, way);
    double square = vec_dot(way, way);
    GrazeVec end = vec_mul_add(at, last, way);
    if (along >= 0 || cross * cross > reach * reach * square) return true;
    return along + last * square <= 0 && vec_dot(end, end) > reach * reach;
}

/* States what the sides of a convex body's vertices show of a ray. If CROSSES, its line crosses the edges from
   vertices `enter` and `leave` on, and no others. */
typedef struct {
    enum { RAY_UNCERTAIN, RAY_MISSES, RAY_CROSSES } certainty;
    int32_t enter, leave;
} RaySides;

/*
 * Finds on which sides of a ray's line the vertices of a convex body certainly are, from the signs of
 * d x (v - o) for the ray o + s d in the body's frame. Positions are off by `slack` at most, and
 * products by less.
 */
static RaySides find_sides(const GrazeShape* shape, const GrazePose* pose, GrazeVec at,
                           GrazeVec way, double slack)
{
    const GrazeVec o = vec_inv_rotate(at, pose->cos, pose->sin);
    const GrazeVec d = vec_inv_rotate(way, pose->cos, pose->sin);
    const GrazePoint* v = shape->vertices;
    const int32_t n = shape->count;
    /* The sum of the coordinates is at least the length of the ray. */
    const double margin = (shape->radius + slack) * vec_norm1(d);
    uint32_t left = 0;
    uint32_t right = 0;
    if (n > MAX_SIDES) return (RaySides){RAY_UNCERTAIN, -1, -1};
    for (int32_t i = 0; i < n; i += 2) {
        int32_t j = next_index(i, n);
        Doubles side =
            d.x * ((Doubles){v[i].y, v[j].y} - o.y) - d.y * ((Doubles){v[i].x, v[j].x} - o.x);
        left |= doubles_mask_bits(side > margin) << i;
        right |= doubles_mask_bits(side < -margin) << i;
    }
    const uint32_t all = UINT32_MAX >> (MAX_SIDES - n);
    left &= all;
    right &= all;
    if (left == all || right == all) return (RaySides){RAY_MISSES, -1, -1};
    if (n < 3 || shape->radius > 0 || left == 0 || right == 0 || (left | right) != all)
        return (RaySides){RAY_UNCERTAIN, -1, -1};
    const int32_t enter = find_change(left, right, n);
    const int32_t leave = find_change(right, left, n);
    return (RaySides){enter < 0 || leave < 0 ? RAY_UNCERTAIN : RAY_CROSSES, enter, leave};
}

/* Casts a ray whose line crosses two edges; returns false if it is uncertain whether the ray meets the
   body, or if it begins inside. */
static bool cast_through(const GrazeShape* shape, const GrazePose* pose, const GrazePose* origin,
                         GrazeVec way, const RaySides* sides, GrazeCast* out)
{
    GrazeCso cso;
    GrazeCastContact contact;
    graze_cso_init(&cso, &GRAZE_RAY_POINT, origin, shape, pose);
    const GrazeCastSegment segment = make_cast_segment(&cso, way);
    if (!graze_cast_through(&segment, sides->enter, sides->leave, &contact)) return false;
    write_cast(&cso, GRAZE_DISJOINT, &contact, way, out);
    return true;
}

/* Returns by how much positions of a ray and a body can be off, with the slack of bounds. */
ALWAYS_INLINE double ray_slack(const GrazeShape* shape, const GrazePose* pose, GrazeVec at,
                               GrazeVec way)
{
    double scale = shape->extent + vec_norm1(at) + vec_norm1(way) + fabs(pose->x) + fabs(pose->y);
    return GRAZE_BOUNDS_SLACK * scale + 8 * GRAZE_MIN_COORDINATE;
}

bool graze_ray_misses(const GrazeShape* shape, const GrazePose* pose, const GrazeRay* ray,
                      double last)
{
    const GrazeVec at = vec(ray->x - pose->x, ray->y - pose->y);
    const GrazeVec way = vec(ray->dx, ray->dy);
    const double slack = ray_slack(shape, pose, at, way);
    return misses_disc(at, way, last, GRAZE_DISC_OF_EXTENT * shape->extent + shape->radius + slack);
}

void graze_convex_ray_cast(const GrazeShape* shape, const GrazePose* pose, const GrazeRay* ray,
                           GrazeCast* out)
{
    const GrazePose origin = {ray->x, ray->y, 1, 0};
    const GrazeVec at = vec(ray->x - pose->x, ray->y - pose->y);
    const GrazeVec way = vec(ray->dx, ray->dy);
    const RaySides sides = find_sides(shape, pose, at, way, ray_slack(shape, pose, at, way));
    if (sides.certainty == RAY_MISSES) {
        *out = (GrazeCast){.status = GRAZE_CAST_FREE, .relation = GRAZE_DISJOINT};
        return;
    }
    if (sides.certainty == RAY_CROSSES && cast_through(shape, pose, &origin, way, &sides, out))
        return;
    graze_convex_shape_cast(&GRAZE_RAY_POINT, &origin, shape, pose, ray->dx, ray->dy, out);
}

GrazeStatus graze_ray_check(const GrazeRay* ray)
{
    const double field[4] = {ray->x, ray->y, ray->dx, ray->dy};
    for (int i = 0; i < 4; i++) {
        if (!isfinite(field[i])) return GRAZE_E_NOT_FINITE;
        if (fabs(field[i]) > GRAZE_MAX_POSITION) return GRAZE_E_OUT_OF_RANGE;
    }
    return GRAZE_OK;
}
