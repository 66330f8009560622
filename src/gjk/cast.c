#include "../base/doubles.h"
#include "../graze.h"
#include "../tolerance.h"
#include "cast_core.h"
#include "compound_pair.h"
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
    if (!graze_find_nearest_inside(cso, &nearest) || !graze_find_common_point(cso, &nearest))
        return false;
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

/* Casts two convex bodies. */
static void cast_convex(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                        const GrazePose* pose_b, double dx, double dy, GrazeCast* out)
{
    GrazeCso cso;
    GrazeGjkState state;
    GrazeDistance start;
    graze_cso_init(&cso, a, pose_a, b, pose_b);
    GrazeCastSegment segment = make_cast_segment(&cso, vec(dx, dy));
    if (segment.square > 0 && cast_filtered(&cso, &segment, vec(dx, dy), out)) return;
    graze_gjk_run(&cso, &GRAZE_GJK_DEFAULTS, &state);
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

void graze_shape_cast(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                      const GrazePose* pose_b, double dx, double dy, GrazeTouching touching,
                      GrazeCast* out)
{
    if (graze_is_compound(a, b)) {
        graze_compound_shape_cast(a, pose_a, b, pose_b, dx, dy, touching, out);
        return;
    }
    cast_convex(a, pose_a, b, pose_b, dx, dy, out);
    if (touching == GRAZE_TOUCHING_ALLOWED && out->status == GRAZE_CAST_GRAZING)
        *out = (GrazeCast){.status = GRAZE_CAST_FREE, .relation = out->relation};
}

static const GrazePoint ORIGIN = {0, 0};

/* The greatest of numbers, and of these with the other sign, in two lanes. */
typedef struct {
    Doubles greatest, greatest_negative;
} Extremes;

ALWAYS_INLINE void extend(Extremes* extremes, Doubles c)
{
    extremes->greatest = doubles_max(extremes->greatest, c);
    extremes->greatest_negative = doubles_max(extremes->greatest_negative, -c);
}

/* Returns whether all numbers are above `high`, or all below `low`. */
ALWAYS_INLINE bool are_outside(const Extremes* extremes, double low, double high)
{
    return doubles_greatest(extremes->greatest) < low ||
           doubles_greatest(extremes->greatest_negative) < -high;
}

/*
 * Returns whether a ray certainly has no contact with a convex body at s in [0, last]: because a disc
 * about the body's frame contains it; because all of its vertices are on one side of the ray's line,
 * behind its beginning, or beyond its end at `last`; or because the ray is outside of an edge until
 * then. In the body's frame the ray is o + s d. Positions are off by the slack of bounds, and products
 * and squares by less.
 */
static bool ray_misses(const GrazeShape* shape, const GrazePose* pose, const GrazeRay* ray,
                       double last)
{
    GrazeVec at = vec(ray->x - pose->x, ray->y - pose->y);
    GrazeVec way = vec(ray->dx, ray->dy);
    double scale = shape->extent + vec_norm1(at) + vec_norm1(way) + fabs(pose->x) + fabs(pose->y);
    double slack = GRAZE_BOUNDS_SLACK * scale + 8 * GRAZE_MIN_COORDINATE;
    double reach = GRAZE_DISC_OF_EXTENT * shape->extent + shape->radius + slack;
    double outside = vec_dot(at, at);
    double square = vec_dot(way, way);
    if (outside > reach * reach) {
        double along = vec_dot(at, way);
        double cross = vec_cross(at, way);
        GrazeVec end = vec_mul_add(at, last, way);
        bool is_before = along + last * square <= 0;
        if (along >= 0 || cross * cross > reach * reach * square) return true;
        if (is_before && vec_dot(end, end) > reach * reach) return true;
    }
    if (shape->compound != NULL) return false;
    GrazeVec o = vec_inv_rotate(at, pose->cos, pose->sin);
    GrazeVec d = vec_inv_rotate(way, pose->cos, pose->sin);
    const GrazePoint* v = shape->vertices;
    const int32_t n = shape->count;
    const Doubles none = doubles_splat(-INFINITY);
    const double clearance = shape->radius + slack;
    Extremes sides = {none, none};
    Extremes places = {none, none};
    Doubles outermost = none;
    for (int32_t i = 0; i < n; i += 2) {
        int32_t j = next_index(i, n);
        int32_t k = next_index(j, n);
        Doubles x = (Doubles){v[i].x, v[j].x} - o.x;
        Doubles y = (Doubles){v[i].y, v[j].y} - o.y;
        Doubles edge_x = (Doubles){v[j].x, v[k].x} - (Doubles){v[i].x, v[j].x};
        Doubles edge_y = (Doubles){v[j].y, v[k].y} - (Doubles){v[i].y, v[j].y};
        extend(&sides, d.x * y - d.y * x);
        extend(&places, d.x * x + d.y * y);
        /* The outward normal of an edge is (edge_y, -edge_x); |normal|_1 is at least its length. */
        Doubles outside_edge =
            edge_x * y - edge_y * x - clearance * (doubles_abs(edge_x) + doubles_abs(edge_y));
        Doubles advance = last * (edge_x * d.y - edge_y * d.x);
        outermost = doubles_max(outermost, outside_edge - doubles_max(advance, doubles_splat(0)));
    }
    /* The sum of the coordinates is at least the length of the ray. */
    double margin = clearance * vec_norm1(d);
    return doubles_greatest(outermost) > 0 || are_outside(&sides, -margin, margin) ||
           are_outside(&places, -margin, last * square + margin);
}

void graze_ray_cast_before(const GrazeShape* shape, const GrazePose* pose, const GrazeRay* ray,
                           double last, GrazeTouching touching, GrazeCast* out)
{
    const GrazeShape point = {&ORIGIN, 1, 0, 0, NULL, NULL};
    const GrazePose origin = {ray->x, ray->y, 1, 0};
    if (ray_misses(shape, pose, ray, last)) {
        *out = (GrazeCast){.status = GRAZE_CAST_FREE, .relation = GRAZE_DISJOINT};
        return;
    }
    graze_shape_cast(&point, &origin, shape, pose, ray->dx, ray->dy, touching, out);
}

void graze_ray_cast(const GrazeShape* shape, const GrazePose* pose, const GrazeRay* ray,
                    GrazeTouching touching, GrazeCast* out)
{
    graze_ray_cast_before(shape, pose, ray, 1, touching, out);
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
