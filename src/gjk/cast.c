#include "../graze.h"
#include "../tolerance.h"
#include "clip.h"
#include "distance.h"
#include "witness.h"

/* Shape casts and ray casts: the way set up, and its clip told in the caller's terms. */

static void tell(GrazeCast* out, GrazeVec point, GrazeVec normal, GrazeFeatureName of_a,
                 GrazeFeatureName of_b)
{
    out->point_x = point.x;
    out->point_y = point.y;
    out->normal_x = normal.x;
    out->normal_y = normal.y;
    out->feature_a = of_a.kind;
    out->index_a = of_a.index;
    out->feature_b = of_b.kind;
    out->index_b = of_b.index;
}

/* In contact at the start: what graze_distance says there. */
static void tell_start(const GrazeCso* cso, const GrazeDescent* descent, GrazeCast* out)
{
    GrazeDistance start;
    graze_answer_distance(cso, descent, &start);
    tell(out, vec(start.point_a_x, start.point_a_y), vec(start.normal_x, start.normal_y),
         (GrazeFeatureName){start.feature_a, start.index_a},
         (GrazeFeatureName){start.feature_b, start.index_b});
}

static void tell_enter(const GrazeCso* cso, const GrazeMeeting* meeting, GrazeVec d, GrazeCast* out)
{
    GrazeVec on_a;
    GrazeVec on_b;
    GrazeFeatureName of_a;
    GrazeFeatureName of_b;
    graze_find_witness(cso, &meeting->part, &on_a, &on_b);
    graze_name_features(cso, &meeting->part, &of_a, &of_b);
    on_a = vec_along(on_a, cso->a->radius, meeting->normal);
    GrazeVec point = graze_cso_place(cso, &on_a);
    /* The frame moves when it is that of the caller's A. */
    if (!cso->swapped) point = vec_along(point, meeting->enter, d);
    tell(out, point, graze_cso_direction(cso, &meeting->normal), of_a, of_b);
}

static GrazeWay make_way(const GrazeCso* cso, GrazeVec d)
{
    GrazeVec turned = vec_unrotate(d, cso->frame->cos, cso->frame->sin);
    GrazeVec m = graze_settle_tiny(cso->swapped ? turned : vec_scale(turned, -1));
    return (GrazeWay){cso, m, {m, {0, 0}}, vec_dot(m, m), graze_reach(cso)};
}

static GrazeCastStatus status_of(GrazeRelation at_start, const GrazeMeeting* meeting)
{
    if (at_start == GRAZE_OVERLAPPING) return GRAZE_CAST_OVERLAP;
    if (!meeting->is_met) return GRAZE_CAST_FREE;
    return meeting->is_hit ? GRAZE_CAST_HIT : GRAZE_CAST_GRAZE;
}

void graze_shape_cast(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                      const GrazePose* pose_b, double dx, double dy, GrazeCast* out)
{
    GrazeCso cso;
    GrazeDescent descent;
    graze_cso_init(&cso, a, pose_a, b, pose_b);
    graze_descend(&cso, &GRAZE_DEFAULTS, &descent);
    GrazeRelation at_start = graze_conclude(&cso, &descent);
    GrazeWay way = make_way(&cso, vec(dx, dy));
    GrazeMeeting meeting = {.enter = 0, .exit = 1, .is_met = at_start != GRAZE_DISJOINT};
    if (way.square > 0) {
        meeting.exit = 0;
        if (way.reach > 0) {
            graze_meet_bodies(&way, at_start, &meeting);
        } else {
            graze_meet_cores(&way, &meeting);
        }
    }
    if (at_start != GRAZE_DISJOINT) {
        /* A dent by rounding may hide from the way what the relation sees. */
        meeting.is_met = true;
        meeting.enter = 0;
    }
    *out = (GrazeCast){.status = (int32_t)status_of(at_start, &meeting),
                       .relation = (int32_t)at_start};
    if (!meeting.is_met) return;
    out->enter = meeting.enter;
    out->exit = meeting.exit;
    if (at_start != GRAZE_DISJOINT) {
        tell_start(&cso, &descent, out);
    } else {
        tell_enter(&cso, &meeting, vec(dx, dy), out);
    }
}

static const GrazePoint ORIGIN = {0, 0};

void graze_ray_cast(const GrazeShape* shape, const GrazePose* pose, const GrazeRay* ray,
                    GrazeCast* out)
{
    const GrazeShape point = {&ORIGIN, 1, 0, 0, NULL};
    const GrazePose origin = {ray->x, ray->y, 1, 0};
    graze_shape_cast(&point, &origin, shape, pose, ray->dx, ray->dy, out);
    if (out->status == GRAZE_CAST_FREE) return;
    out->normal_x = -out->normal_x;
    out->normal_y = -out->normal_y;
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
