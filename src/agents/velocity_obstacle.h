/* Parts of velocity obstacles that the queries of speeds use. */
#ifndef GRAZE_AGENTS_VELOCITY_OBSTACLE_H
#define GRAZE_AGENTS_VELOCITY_OBSTACLE_H

#include "../tolerance.h"
#include "delays.h"

/* A vector in double-double arithmetic is an array of three; z is 0 in the plane. */
enum { AXES = 3 };

/* The null vector, and the unit vector along z: the normal of the plane. */
extern const Dd graze_dd_zero[AXES];
extern const Dd graze_dd_upwards[AXES];

/* Writes p + k q. */
void graze_dd_add_scaled(Dd* out, const Dd* p, Dd k, const Dd* q);

/* Writes p x q. */
void graze_dd_cross(const Dd* p, const Dd* q, Dd* out);

/* Returns normal . (p x q): in the plane, where the normal is graze_dd_upwards, p x q itself. */
Dd graze_dd_cross_along(const Dd* normal, const Dd* p, const Dd* q);

static inline Dd dot(const Dd* p, const Dd* q)
{
    return graze_dd_dot(p, q, AXES);
}

static inline bool is_within(const Dd* p, Dd reach)
{
    return !dd_is_less(graze_dd_mul(reach, reach), dot(p, p));
}

static inline int32_t common_axes(const GrazeMovingSphere* sphere1,
                                  const GrazeMovingSphere* sphere2)
{
    return is_plane_sphere(sphere1) && is_plane_sphere(sphere2) ? 2 : 3;
}

static inline GrazeMovingSphere sphere_from_disc(const GrazeMovingDisc* disc)
{
    return (GrazeMovingSphere){.x = disc->x,
                               .y = disc->y,
                               .vx = disc->vx,
                               .vy = disc->vy,
                               .t0 = disc->t0,
                               .t1 = disc->t1,
                               .radius = disc->radius};
}

static inline GrazeMovingDisc disc_from_sphere(const GrazeMovingSphere* sphere)
{
    return (GrazeMovingDisc){sphere->x,  sphere->y,  sphere->vx,    sphere->vy,
                             sphere->t0, sphere->t1, sphere->radius};
}

/*
 * Writes the point at which a tangent from the origin touches the disc about p, which does not
 * contain the origin, in the plane of p with this unit normal: to the left for `side` 1, to the
 * right for -1, as seen from the tip of the normal.
 */
void graze_tangent_point(const Dd* p, const Dd* normal, Dd reach, double side, Dd* out);

#endif
