#include "moving_sphere_pair.h"

GrazeSphereAxes graze_sphere_axes(const GrazeMovingSphere* sphere)
{
    return (GrazeSphereAxes){{sphere->x, sphere->y, sphere->z},
                             {sphere->vx, sphere->vy, sphere->vz},
                             {sphere->ax, sphere->ay, sphere->az}};
}

/* Returns the largest of the terms of D and B. */
static double largest_term(const GrazeMovingSphere* sphere)
{
    GrazeSphereAxes axes = graze_sphere_axes(sphere);
    double duration = sphere->t1 - sphere->t0;
    double largest = 0;
    for (int i = 0; i < 3; i++) {
        double acceleration_term = fabs(axes.acceleration[i]) * duration * (duration / 2);
        largest = max2(largest, max2(fabs(axes.velocity[i]) * duration, acceleration_term));
    }
    return largest;
}

/*
 * T is first multiplied by a power of two into [1, 2), and v and a by its inverse: that cannot
 * overflow if v T does not, and then multiplying by the scale does not either.
 */
static NOINLINE void set_scaled_sphere(GrazeScaledSphere* scaled, const GrazeMovingSphere* sphere,
                                       double scale)
{
    GrazeSphereAxes axes = graze_sphere_axes(sphere);
    scaled->time = dd_sum(sphere->t1, -sphere->t0);
    double time_scale = unit_scale(scaled->time.hi);
    double inverse_time_scale = 1 / time_scale;
    Dd time = dd_scale(scaled->time, time_scale);
    Dd half_square = dd_scale(graze_dd_mul(time, time), 0.5);
    scaled->time_scale = time_scale;
    scaled->is_accelerated = false;
    for (int i = 0; i < 3; i++) {
        scaled->velocity[i] = time.hi > 0 ? axes.velocity[i] * inverse_time_scale * scale : 0;
        scaled->acceleration[i] =
            time.hi > 0 ? axes.acceleration[i] * inverse_time_scale * inverse_time_scale * scale
                        : 0;
        scaled->displacement[i] = graze_dd_mul(time, dd_from_double(scaled->velocity[i]));
        scaled->acceleration_term[i] =
            graze_dd_mul(half_square, dd_from_double(scaled->acceleration[i]));
        scaled->is_accelerated = scaled->is_accelerated || scaled->acceleration[i] != 0;
    }
}

void graze_make_sphere_pair(const GrazeMovingSphere* sphere1, const GrazeMovingSphere* sphere2,
                            GrazeSpherePair* pair)
{
    GrazeSphereAxes axes1 = graze_sphere_axes(sphere1);
    GrazeSphereAxes axes2 = graze_sphere_axes(sphere2);
    double largest =
        max2(sphere1->radius + sphere2->radius, max2(largest_term(sphere1), largest_term(sphere2)));
    for (int i = 0; i < 3; i++)
        largest = max2(largest, fabs(axes1.place[i] - axes2.place[i]));
    double scale = unit_scale(largest);
    pair->axes = is_plane_sphere(sphere1) && is_plane_sphere(sphere2) ? 2 : 3;
    pair->scale = scale;
    pair->reach = dd_scale(dd_sum(sphere1->radius, sphere2->radius), scale);
    for (int i = 0; i < 3; i++)
        pair->w[i] = dd_scale(dd_sum(axes1.place[i], -axes2.place[i]), scale);
    set_scaled_sphere(&pair->sphere1, sphere1, scale);
    set_scaled_sphere(&pair->sphere2, sphere2, scale);
}
