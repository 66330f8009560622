#include "moving_sphere.h"

#include "../tolerance.h"
#include "numbers.h"

/*
 * Derivation. The spheres are in contact if |P(s)| <= R, a quartic inequality, whose coefficients
 * are not used: the roots of a quartic are inaccurate if its leading coefficient is small, and near
 * a touch. |P|^2 is stationary where the cubic
 *
 *   c(s) = P . P' = p.d + (d.d + 2 p.b) s + 3 d.b s^2 + 2 b.b s^3
 *
 * is 0: at three points at most. Between two of them (and the ends) |P| is monotone, so that it
 * crosses R at most once; the signs at the ends decide whether it does, and bracket the crossing.
 * The least distance is at one of these points, computed from P itself. Roots of c in turn are
 * bracketed by those of c', which is a quadratic. Rounding can miss a root of c only if c' has no
 * root or a double root there: then |P| varies by less than the error.
 *
 * Error. elapsed1, elapsed2 and duration are off by a rounding. In p, elapsed (v + a elapsed / 2)
 * has 5 roundings, its sum with the difference of positions 2 more; d has 5 and b 4, of their terms
 * as they are summed up in `size`; P(s) has 4, its length 4 of |P|, which is at most the sum of all
 * sizes, R and the difference 2. Where |P| is least, c = 0 to within rounding: P and P' are off by
 * such errors, s by that over |P'|, and |P| by as much as P again: 32 u of all sizes covers it.
 *
 * Errata of the report in this section (4.2): complex roots of the quartic need not be double, nor
 * are their real parts the places of least distance; its closed form for the roots is wrong by 2.9
 * in a case with two correct roots in [0, 4].
 */

static double coordinate(const GrazeRelativePosition* relative, int i, double s)
{
    return relative->p[i] + s * (relative->d[i] + s * relative->b[i]);
}

static double coordinate_velocity(const GrazeRelativePosition* relative, int i, double s)
{
    return relative->d[i] + 2 * s * relative->b[i];
}

void graze_relative_position(const GrazeMovingSphere* sphere1, const GrazeMovingSphere* sphere2,
                             double elapsed1, double elapsed2, double duration,
                             GrazeRelativePosition* relative)
{
    const double offset[] = {sphere1->x - sphere2->x, sphere1->y - sphere2->y,
                             sphere1->z - sphere2->z};
    const double v1[] = {sphere1->vx, sphere1->vy, sphere1->vz};
    const double v2[] = {sphere2->vx, sphere2->vy, sphere2->vz};
    const double a1[] = {sphere1->ax, sphere1->ay, sphere1->az};
    const double a2[] = {sphere2->ax, sphere2->ay, sphere2->az};
    double half1 = elapsed1 / 2;
    double half2 = elapsed2 / 2;
    double reach = sphere1->radius + sphere2->radius;
    double largest = reach;
    double size = reach;
    for (int i = 0; i < 3; i++) {
        double moved1 = elapsed1 * (v1[i] + a1[i] * half1);
        double moved2 = elapsed2 * (v2[i] + a2[i] * half2);
        relative->p[i] = offset[i] + (moved1 - moved2);
        relative->d[i] = ((v1[i] - v2[i]) + (a1[i] * elapsed1 - a2[i] * elapsed2)) * duration;
        relative->b[i] = (a1[i] - a2[i]) * duration * (duration / 2);
        double displacement =
            elapsed1 * (fabs(v1[i]) + fabs(a1[i]) * half1) +
            elapsed2 * (fabs(v2[i]) + fabs(a2[i]) * half2) +
            (fabs(a1[i]) * elapsed1 + fabs(a2[i]) * elapsed2 + fabs(v1[i] - v2[i])) * duration;
        size += fabs(offset[i]) + displacement + fabs(relative->b[i]);
        largest = max2(
            largest, max2(fabs(relative->p[i]), max2(fabs(relative->d[i]), fabs(relative->b[i]))));
    }
    double scale = unit_scale(largest);
    for (int i = 0; i < 3; i++) {
        relative->p[i] *= scale;
        relative->d[i] *= scale;
        relative->b[i] *= scale;
    }
    relative->reach = reach * scale;
    relative->scale = scale;
    relative->error = GRAZE_MOVING_SPHERE_ERROR * size * scale;
}

double graze_relative_separation(const GrazeRelativePosition* relative, double s)
{
    double square = 0;
    for (int i = 0; i < 3; i++)
        square += coordinate(relative, i, s) * coordinate(relative, i, s);
    return sqrt(square) - relative->reach;
}

bool graze_spheres_overlap(const GrazeMovingSphere* sphere1, const GrazeMovingSphere* sphere2,
                           double elapsed1, double elapsed2)
{
    GrazeRelativePosition relative;
    graze_relative_position(sphere1, sphere2, elapsed1, elapsed2, 0, &relative);
    return graze_relative_separation(&relative, 0) < -relative.error;
}

/* A function of s and its derivative. */
typedef struct {
    double value, slope;
} ValueAndSlope;

/* Returns c = P . P' and c' = P' . P' + P . P''. */
static ValueAndSlope squared_distance_slope(const GrazeRelativePosition* relative, double s)
{
    ValueAndSlope c = {0, 0};
    for (int i = 0; i < 3; i++) {
        double place = coordinate(relative, i, s);
        double velocity = coordinate_velocity(relative, i, s);
        c.value += place * velocity;
        c.slope += velocity * velocity + 2 * place * relative->b[i];
    }
    return c;
}

/* Returns |P| - R and its derivative c / |P|. */
static ValueAndSlope separation_tangent(const GrazeRelativePosition* relative, double s)
{
    double separation = graze_relative_separation(relative, s);
    return (ValueAndSlope){separation, squared_distance_slope(relative, s).value /
                                           (separation + relative->reach)};
}

typedef ValueAndSlope ScalarFunction(const GrazeRelativePosition* relative, double s);

/*
 * Returns the only root of the function between lo and hi; the function is negative at lo if it
 * `rises`. Takes Newton steps, but bisects if a step leaves the bracket or is not half of the
 * previous one: at most two steps for each of 53 halvings.
 */
static NOINLINE double find_root(const GrazeRelativePosition* relative, ScalarFunction* function,
                                 bool rises, double lo, double hi)
{
    double s = lo + (hi - lo) / 2;
    double step = hi - lo;
    for (int i = 0; i < GRAZE_ROOT_STEPS; i++) {
        ValueAndSlope value = function(relative, s);
        if (value.value == 0) break;
        if ((value.value < 0) == rises)
            lo = s;
        else
            hi = s;
        double next = s - value.value / value.slope;
        bool is_quick = next > lo && next < hi && fabs(next - s) <= step / 2;
        if (!is_quick) next = lo + (hi - lo) / 2;
        step = fabs(next - s);
        bool is_last = next == s || next == lo || next == hi;
        s = next;
        if (is_last) break;
    }
    return s;
}

/* Finds the roots of c' in (0, 1), in order. Returns their number. */
static int32_t roots_of_slope_derivative(const GrazeRelativePosition* relative, double roots[2])
{
    double c1 = 0;
    double c2 = 0;
    double c3 = 0;
    for (int i = 0; i < 3; i++) {
        c1 += relative->d[i] * relative->d[i] + 2 * relative->p[i] * relative->b[i];
        c2 += 3 * relative->d[i] * relative->b[i];
        c3 += 6 * relative->b[i] * relative->b[i];
    }
    /* c' = c1 + 2 c2 s + c3 s^2 */
    double disc = c2 * c2 - c1 * c3;
    if (!(disc > 0)) return 0;
    double q = c2 > 0 ? -(c2 + sqrt(disc)) : sqrt(disc) - c2;
    double first = q / c3;
    double second = c1 / q;
    int32_t count = 0;
    if (min2(first, second) > 0 && min2(first, second) < 1) roots[count++] = min2(first, second);
    if (max2(first, second) > 0 && max2(first, second) < 1) roots[count++] = max2(first, second);
    return count;
}

enum { MAX_NODES = 5 };

/* Finds the nodes: the ends and the extrema of |P|, in order. Returns their number. */
static int32_t find_nodes(const GrazeRelativePosition* relative, double nodes[MAX_NODES])
{
    double bends[4] = {0};
    int32_t bend_count = 1 + roots_of_slope_derivative(relative, bends + 1);
    bends[bend_count++] = 1;
    int32_t count = 0;
    nodes[count++] = 0;
    double before = squared_distance_slope(relative, 0).value;
    for (int32_t k = 1; k < bend_count; k++) {
        double after = squared_distance_slope(relative, bends[k]).value;
        if ((before < 0 && after > 0) || (before > 0 && after < 0)) {
            nodes[count++] =
                find_root(relative, squared_distance_slope, before < 0, bends[k - 1], bends[k]);
        } else if (after == 0 && bends[k] < 1) {
            nodes[count++] = bends[k];
        }
        before = after;
    }
    nodes[count++] = 1;
    return count;
}

double graze_relative_min_separation(const GrazeRelativePosition* relative, double* s)
{
    double nodes[MAX_NODES];
    int32_t count = find_nodes(relative, nodes);
    double min_separation = graze_relative_separation(relative, 0);
    *s = 0;
    for (int32_t k = 1; k < count; k++) {
        double separation = graze_relative_separation(relative, nodes[k]);
        if (separation >= min_separation) continue;
        min_separation = separation;
        *s = nodes[k];
    }
    return min_separation;
}

/* Returns the boundary of contact between a node outside of it (`out`) and one inside. */
static double crossing(const GrazeRelativePosition* relative, double out, double in,
                       double separation_in)
{
    if (separation_in >= 0) return in;
    return find_root(relative, separation_tangent, in < out, min2(out, in), max2(out, in));
}

int32_t graze_relative_contacts(const GrazeRelativePosition* relative, GrazeSphereContact out[2])
{
    double nodes[MAX_NODES];
    double separations[MAX_NODES];
    int32_t count = find_nodes(relative, nodes);
    for (int32_t k = 0; k < count; k++)
        separations[k] = graze_relative_separation(relative, nodes[k]);
    int32_t found = 0;
    bool was_in = false;
    for (int32_t k = 0; k < count; k++) {
        bool is_minimum = (k == 0 || separations[k] <= separations[k - 1]) &&
                          (k + 1 == count || separations[k] <= separations[k + 1]);
        bool is_in = separations[k] <= (is_minimum ? relative->error : 0);
        if (is_in && !was_in) {
            double from = k == 0 ? 0 : crossing(relative, nodes[k - 1], nodes[k], separations[k]);
            /* A third contact would be one that rounding has split. */
            if (found < 2) out[found++] = (GrazeSphereContact){from, 1, separations[k], nodes[k]};
        }
        if (is_in && separations[k] < out[found - 1].separation) {
            out[found - 1].separation = separations[k];
            out[found - 1].s = nodes[k];
        }
        if (!is_in && was_in)
            out[found - 1].end = crossing(relative, nodes[k], nodes[k - 1], separations[k - 1]);
        was_in = is_in;
    }
    if (was_in) out[found - 1].end = 1;
    return found;
}

static bool is_straight(const GrazeMovingSphere* sphere)
{
    return sphere->z == 0 && sphere->vz == 0 && sphere->ax == 0 && sphere->ay == 0 &&
           sphere->az == 0;
}

static GrazeMovingDisc disc_from_sphere(const GrazeMovingSphere* sphere)
{
    return (GrazeMovingDisc){sphere->x,  sphere->y,  sphere->vx,    sphere->vy,
                             sphere->t0, sphere->t1, sphere->radius};
}

/*
 * Computes the answer of graze_approach_discs if the spheres are discs without acceleration;
 * returns whether they are.
 */
static bool approach_as_discs(const GrazeMovingSphere* sphere1, const GrazeMovingSphere* sphere2,
                              GrazeApproach* out)
{
    if (!is_straight(sphere1) || !is_straight(sphere2)) return false;
    GrazeMovingDisc disc1 = disc_from_sphere(sphere1);
    GrazeMovingDisc disc2 = disc_from_sphere(sphere2);
    graze_approach_discs(&disc1, &disc2, out);
    return true;
}

/*
 * Computes the relative motion over the common time of two spheres; returns false if there is none.
 */
static bool relative_in_common_time(const GrazeMovingSphere* sphere1,
                                    const GrazeMovingSphere* sphere2,
                                    GrazeRelativePosition* relative, double* lo, double* hi)
{
    *lo = max2(sphere1->t0, sphere2->t0);
    *hi = min2(sphere1->t1, sphere2->t1);
    if (*lo > *hi) return false;
    graze_relative_position(sphere1, sphere2, *lo - sphere1->t0, *lo - sphere2->t0, *hi - *lo,
                            relative);
    return true;
}

/*
 * Returns the separation of spheres in contact, in the caller's unit; a positive one, within
 * rounding of a touch, becomes 0.
 */
static double contact_separation(const GrazeRelativePosition* relative, double separation)
{
    return min2(separation, 0) / relative->scale;
}

static GrazeRelation contact_relation(const GrazeRelativePosition* relative, double separation)
{
    return separation >= -relative->error ? GRAZE_TOUCHING : GRAZE_OVERLAPPING;
}

void graze_approach_spheres(const GrazeMovingSphere* sphere1, const GrazeMovingSphere* sphere2,
                            GrazeApproach* out)
{
    if (approach_as_discs(sphere1, sphere2, out)) return;
    GrazeRelativePosition relative;
    double lo;
    double hi;
    *out = (GrazeApproach){INFINITY, -INFINITY, INFINITY, 0, GRAZE_DISJOINT, false};
    if (!relative_in_common_time(sphere1, sphere2, &relative, &lo, &hi)) return;
    double s;
    double separation = graze_relative_min_separation(&relative, &s);
    out->time = interpolate_time(lo, hi, s);
    out->is_common = true;
    out->separation = max2(separation / relative.scale, DBL_TRUE_MIN);
    GrazeSphereContact contacts[2];
    int32_t count = separation > relative.error ? 0 : graze_relative_contacts(&relative, contacts);
    if (count == 0) return;
    out->begin = interpolate_time(lo, hi, contacts[0].begin);
    out->end = interpolate_time(lo, hi, contacts[count - 1].end);
    out->separation = contact_separation(&relative, separation);
    out->relation = contact_relation(&relative, separation);
}

int32_t graze_conflicts(const GrazeMovingSphere* sphere1, const GrazeMovingSphere* sphere2,
                        GrazeConflict out[2])
{
    GrazeApproach a;
    if (approach_as_discs(sphere1, sphere2, &a)) {
        out[0] = (GrazeConflict){a.begin, a.end, a.separation, a.time, a.relation, 0};
        return a.relation != GRAZE_DISJOINT;
    }
    GrazeRelativePosition relative;
    double lo;
    double hi;
    if (!relative_in_common_time(sphere1, sphere2, &relative, &lo, &hi)) return 0;
    GrazeSphereContact contacts[2];
    int32_t count = graze_relative_contacts(&relative, contacts);
    for (int32_t k = 0; k < count; k++) {
        const GrazeSphereContact* c = &contacts[k];
        out[k] = (GrazeConflict){
            interpolate_time(lo, hi, c->begin),           interpolate_time(lo, hi, c->end),
            contact_separation(&relative, c->separation), interpolate_time(lo, hi, c->s),
            contact_relation(&relative, c->separation),   0};
    }
    return count;
}

GrazeStatus graze_moving_sphere_check(const GrazeMovingSphere* sphere)
{
    const double values[] = {sphere->x,  sphere->y,  sphere->z,  sphere->vx,
                             sphere->vy, sphere->vz, sphere->ax, sphere->ay,
                             sphere->az, sphere->t0, sphere->t1, sphere->radius};
    GrazeStatus status = check_numbers(values, 12);
    if (status != GRAZE_OK) return status;
    if (sphere->t1 < sphere->t0 || sphere->radius < 0) return GRAZE_E_OUT_OF_RANGE;
    double duration = sphere->t1 - sphere->t0;
    for (int i = 0; i < 3; i++) {
        double displacement =
            fabs(values[3 + i]) * duration + fabs(values[6 + i]) * duration * (duration / 2);
        if (!(fabs(values[i]) + displacement <= GRAZE_MAX_MAGNITUDE)) return GRAZE_E_OUT_OF_RANGE;
    }
    return GRAZE_OK;
}
