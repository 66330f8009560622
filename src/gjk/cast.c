#include "../graze.h"
#include "../tolerance.h"
#include "cast_core.h"
#include "compound_pair.h"
#include "distance.h"
#include "witness.h"

/* Shape casts and ray casts: they set up the cast segment, clip it and write the result in the
   caller's terms. */

/* Writes the contact at the start, as graze_distance reports it there. */
static void write_start_contact(const GrazeDistance* start, GrazeCast* out)
{
    out->witness = start->witness;
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
    graze_write_points(point, point, graze_cso_direction(cso, &contact->normal), &out->witness);
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

void graze_shape_cast(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                      const GrazePose* pose_b, double dx, double dy, GrazeCast* out)
{
    GrazeCso cso;
    GrazeGjkState state;
    GrazeDistance start;
    if (graze_is_compound(a, b)) {
        graze_compound_shape_cast(a, pose_a, b, pose_b, dx, dy, out);
        return;
    }
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

static const GrazePoint ORIGIN = {0, 0};

void graze_ray_cast(const GrazeShape* shape, const GrazePose* pose, const GrazeRay* ray,
                    GrazeCast* out)
{
    const GrazeShape point = {&ORIGIN, 1, 0, 0, NULL, NULL};
    const GrazePose origin = {ray->x, ray->y, 1, 0};
    graze_shape_cast(&point, &origin, shape, pose, ray->dx, ray->dy, out);
    if (out->status == GRAZE_CAST_FREE) return;
    out->witness.normal_x = -out->witness.normal_x;
    out->witness.normal_y = -out->witness.normal_y;
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
