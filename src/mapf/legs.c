#include "legs.h"

typedef struct {
    double place[3], velocity[3], acceleration[3];
} Axes;

static Axes axes_of(const GrazeFlight* f)
{
    return (Axes){{f->x, f->y, f->z}, {f->vx, f->vy, f->vz}, {f->ax, f->ay, f->az}};
}

/* The largest of the terms of D and B. */
static double largest_term(const GrazeFlight* f)
{
    Axes axes = axes_of(f);
    double time = f->end - f->start;
    double most = 0;
    for (int i = 0; i < 3; i++) {
        double bend = fabs(axes.acceleration[i]) * time * (time / 2);
        most = max2(most, max2(fabs(axes.velocity[i]) * time, bend));
    }
    return most;
}

/*
 * T is multiplied by a power of two into [1, 2) first, and v and a by its inverse: that cannot overflow where v T does not,
 * and then neither does multiplying by the scale.
 */
static COLD void set_leg(Leg* leg, const GrazeFlight* f, double scale)
{
    Axes axes = axes_of(f);
    leg->time = dd_sum(f->end, -f->start);
    double beat = unit_scale(leg->time.hi);
    double tempo = 1 / beat;
    Dd time = dd_scaled(leg->time, beat);
    Dd half_square = dd_scaled(dd_mul(time, time), 0.5);
    leg->unit = beat;
    leg->is_bent = false;
    for (int i = 0; i < 3; i++) {
        leg->velocity[i] = time.hi > 0 ? axes.velocity[i] * tempo * scale : 0;
        leg->acceleration[i] = time.hi > 0 ? axes.acceleration[i] * tempo * tempo * scale : 0;
        leg->way[i] = dd_mul(time, dd_of(leg->velocity[i]));
        leg->bend[i] = dd_mul(half_square, dd_of(leg->acceleration[i]));
        leg->is_bent = leg->is_bent || leg->acceleration[i] != 0;
    }
}

static bool is_plane(const GrazeFlight* f)
{
    return f->z == 0 && f->vz == 0 && f->az == 0;
}

void legs_of(const GrazeFlight* f1, const GrazeFlight* f2, Legs* legs)
{
    Axes axes1 = axes_of(f1);
    Axes axes2 = axes_of(f2);
    double most = max2(f1->radius + f2->radius, max2(largest_term(f1), largest_term(f2)));
    for (int i = 0; i < 3; i++)
        most = max2(most, fabs(axes1.place[i] - axes2.place[i]));
    double scale = unit_scale(most);
    legs->axes = is_plane(f1) && is_plane(f2) ? 2 : 3;
    legs->scale = scale;
    legs->reach = dd_scaled(dd_sum(f1->radius, f2->radius), scale);
    for (int i = 0; i < 3; i++)
        legs->w[i] = dd_scaled(dd_sum(axes1.place[i], -axes2.place[i]), scale);
    set_leg(&legs->leg1, f1, scale);
    set_leg(&legs->leg2, f2, scale);
}
