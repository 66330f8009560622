#include "velocity_obstacle.h"

/*
 * Unsafe speeds. As in moving_sphere_pair.h let agent 1 be at P1 + D1 U, U in [0, 1] along its
 * edge, and agent 2 at P2 + D2 V, with P(U, V) = w + D1 U - D2 V the position of 1 relative to 2.
 * Time t is counted from the start of agent 1: V is at t = a + V T2, a = start2 - start1. With
 * speed s agent 1 is at U = s t / L while that is at most 1, L = |D1|. So s is unsafe if s = L
 * U / t for a point of
 *
 *   K' = { (U, t) : 0 <= U <= 1, t0 <= t <= b, |P| <= R },   t0 = max(a, 0), b = a + T2
 *
 * P is affine and a disc convex, so K' is convex and compact. U / t is the slope at which (U, t) is
 * seen from the origin, a central projection: the slopes of a convex set that lies in t >= 0 and
 * does not contain the origin are one interval, closed if infinity (t = 0 < U) counts as a slope.
 * If K' contains the origin, which is a contact at the start, all speeds are unsafe.
 *
 * After the edge (GRAZE_STAY) agent 1 waits at U = 1 from L / s on. If it is in contact there at
 * some times [c, d] of [t0, b], it is so with all s >= L / d: and as (1, d) is in K', these and the
 * slopes of K' again are one interval.
 *
 * Each end of the interval is attained at a point at which the slope is extreme on the boundary of
 * K':
 *
 *  (a) on an edge of the rectangle. Along each edge, the slope is monotone, or constant, so the
 *      point is an end of the interval of the edge within K'. Each of the four edges has the form
 *      p + s d;
 *  (b) inside, where the ray from the origin is a tangent of |P| = R: at the two points in which
 *      the polar of the origin cuts this ellipse. In the plane of D1 U - D2 V, in which it is the
 *      disc about -w, the origin U = t = 0 is seen at D2 a / T2 = v2 a; from there the disc is
 *      about q = -(w + v2 a), and the ray is one of the two tangents of the velocity obstacle: the
 *      slope is the speed at which the edge meets that leg. It touches at r of tangent_point, which
 *      D1 U - v2 t = r attains at
 *
 *   U = (r x v2) / (D1 x v2),   t = (r x v1) / (v1 x v2)
 *
 * (from the cross products with v2 and D1 = v1 T1).
 *
 * If v1 x v2 = 0, with parallel velocities or agent 2 waiting, |P| <= R is a band or the whole
 * plane, whose borders are straight or do not exist: then (a) finds all ends. So it does if the
 * edge is too short relative to the other lengths to change P (GRAZE_DD_MIN_MOTION_SQUARED): then
 * K' is a rectangle, and L may be too small for a double, but slope T1 |v1| is not. If the origin
 * is inside the ellipse, though not in K', there are no tangents. If no slope is found, K' is
 * empty, because a K' that meets no edge of the rectangle is a whole ellipse, which has both
 * tangents.
 *
 * Rounding. Everything is in double-double arithmetic, in which v1 x v2 is exactly 0 for parallel
 * velocities; slopes are rounded once at the end. The report's version, the intersections of the
 * edge with the tangents of an infinite velocity obstacle, is (b) without regard to the position of
 * the points: it rejects speeds with which the contact would be after the end of a motion.
 */

/* Adds a slope to the range found; the range is empty if begin > end. */
static void note_slope(GrazeSpan* slopes, Dd u, Dd t)
{
    double slope = t.hi > 0 ? u.hi / t.hi : INFINITY;
    slopes->begin = min2(slopes->begin, slope);
    slopes->end = max2(slopes->end, slope);
}

/*
 * The window [first, last] of times in which the agents can be in contact, of length `duration`:
 * P = start_position + U D1 + s displacement2 at t = first + s duration. `a` is start2 - start1.
 */
typedef struct {
    const GrazeSpherePair* pair;
    Dd start_position[AXES], displacement2[AXES];
    Dd a, first, last, duration;
} Window;

/*
 * Notes the slopes of the times at which agent 2 passes the beginning or the end of the edge within
 * reach. Returns whether there are any.
 */
static NOINLINE bool try_edge_end(GrazeSpan* slopes, const Window* window, bool is_end)
{
    Dd p[AXES];
    Dd first;
    Dd last;
    Dd u = dd_from_double(is_end);
    graze_dd_add_scaled(p, window->start_position, u, window->pair->sphere1.displacement);
    if (!graze_within_reach(p, window->displacement2, window->pair->axes, window->pair->reach,
                            &first, &last))
        return false;
    note_slope(slopes, u, graze_dd_add(window->first, graze_dd_mul(first, window->duration)));
    note_slope(slopes, u, graze_dd_add(window->first, graze_dd_mul(last, window->duration)));
    return true;
}

/*
 * Notes the slopes of the positions along the edge at which agent 1 is within reach at the
 * beginning or the end of the window.
 */
static NOINLINE void try_time(GrazeSpan* slopes, const Window* window, bool is_end)
{
    Dd p[AXES];
    Dd first;
    Dd last;
    Dd t = is_end ? window->last : window->first;
    graze_dd_add_scaled(p, window->start_position, dd_from_double(is_end), window->displacement2);
    if (!graze_within_reach(p, window->pair->sphere1.displacement, window->pair->axes,
                            window->pair->reach, &first, &last))
        return;
    note_slope(slopes, first, t);
    note_slope(slopes, last, t);
}

static void scaled_velocity(const GrazeScaledSphere* sphere, double k, Dd* out)
{
    for (int i = 0; i < AXES; i++)
        out[i] = dd_from_double(sphere->velocity[i] * k);
}

/*
 * Writes the unit normal of the plane of v1 and v2, and returns v1 x v2 along it; 0 if they are
 * parallel. In the plane z = 0 the normal is graze_dd_upwards, and the product has a sign.
 */
static NOINLINE Dd find_normal(int32_t axes, const Dd* v1, const Dd* v2, Dd* normal)
{
    graze_dd_add_scaled(normal, graze_dd_upwards, graze_dd_zero[0], graze_dd_zero);
    if (axes == 2) return graze_dd_cross_along(normal, v1, v2);
    Dd product[AXES];
    graze_dd_cross(v1, v2, product);
    double unit = unit_scale(dd_largest(product, AXES));
    dd_scale_all(product, AXES, unit);
    Dd length = graze_dd_sqrt(dot(product, product));
    if (length.hi == 0) return length;
    for (int i = 0; i < AXES; i++)
        normal[i] = graze_dd_div(product[i], length);
    return dd_scale(length, 1 / unit);
}

/*
 * Cuts the ball of radius *reach about q by the plane through the origin with this normal: q and
 * the radius become those of a disc. Returns false if the plane passes beside the ball. A height
 * that is the radius to within its rounding is a touch, as in graze_within_reach.
 */
static NOINLINE bool cut_ball(const Dd* normal, Dd* q, Dd* reach)
{
    Dd height = dot(normal, q);
    Dd square = graze_dd_sub(graze_dd_mul(*reach, *reach), graze_dd_mul(height, height));
    double error = GRAZE_DD_ERROR * sqrt(dot(q, q).hi);
    if (square.hi < -error * (error + 2 * reach->hi)) return false;
    *reach = graze_dd_sqrt(square);
    graze_dd_add_scaled(q, q, dd_neg(height), normal);
    return true;
}

/* Tries the candidates (b). Velocities are those of the scaled spheres, each in its own unit. */
static NOINLINE void try_tangents(GrazeSpan* slopes, const Window* window)
{
    const GrazeSpherePair* pair = window->pair;
    Dd v1[AXES];
    Dd v2[AXES];
    Dd q[AXES];
    Dd normal[AXES];
    scaled_velocity(&pair->sphere1, 1, v1);
    scaled_velocity(&pair->sphere2, 1, v2);
    double unit1 = pair->sphere1.time_scale;
    double unit2 = pair->sphere2.time_scale;
    Dd turn = find_normal(pair->axes, v1, v2, normal);
    /* Compared with the time since the start of agent 1, agent 2 exists only for an instant. */
    bool is_instant = fabs(window->a.hi) * unit2 > GRAZE_DD_MAX;
    if (turn.hi == 0 || is_instant) return;
    graze_dd_add_scaled(q, pair->w, dd_scale(window->a, unit2), v2);
    double unit = unit_scale(max2(dd_largest(q, AXES), pair->reach.hi));
    dd_scale_all(q, AXES, -unit);
    Dd reach = dd_scale(pair->reach, unit);
    if (is_within(q, reach)) return;
    if (pair->axes == 3 && !cut_ball(normal, q, &reach)) return;
    Dd width = graze_dd_mul(turn, dd_scale(pair->sphere1.time, unit1 * unit));
    for (int side = -1; side <= 1; side += 2) {
        Dd r[AXES];
        graze_tangent_point(q, normal, reach, side, r);
        Dd u = graze_dd_div(graze_dd_cross_along(normal, r, v2), width);
        Dd t = dd_scale(graze_dd_div(graze_dd_cross_along(normal, r, v1), turn), 1 / unit / unit2);
        bool is_on_edge = u.hi >= 0 && u.hi <= 1;
        /*
         * The comparison is to the last bit of a double-double: agent 2 may pass by within the last
         * bit of a clock.
         */
        bool is_there = !dd_is_less(t, window->first) && !dd_is_less(window->last, t);
        if (is_on_edge && is_there) note_slope(slopes, u, t);
    }
}

/*
 * Computes the closest approach. For two that stay in the plane it is the one of discs, which has
 * other errors.
 */
static void approach(const GrazeMovingSphere* sphere1, const GrazeMovingSphere* sphere2,
                     GrazeApproach* out)
{
    if (common_axes(sphere1, sphere2) == 3) {
        graze_approach_spheres(sphere1, sphere2, out);
        return;
    }
    GrazeMovingDisc disc1 = disc_from_sphere(sphere1);
    GrazeMovingDisc disc2 = disc_from_sphere(sphere2);
    graze_approach_discs(&disc1, &disc2, out);
}

/* Returns sqrt(x^2 + y^2 + z^2). */
static double length_of(double x, double y, double z)
{
    double unit = unit_scale(max2(max2(fabs(x), fabs(y)), fabs(z)));
    GrazeVec p = vec(x * unit, y * unit);
    return sqrt(vec_dot(p, p) + z * unit * (z * unit)) / unit;
}

static double sphere_speed(const GrazeMovingSphere* sphere)
{
    return length_of(sphere->vx, sphere->vy, sphere->vz);
}

static void stop(GrazeMovingSphere* sphere)
{
    sphere->vx = sphere->vy = sphere->vz = 0;
}

/* Returns whether the edge has no length. */
static bool is_point(const GrazeMovingSphere* sphere)
{
    return (sphere->vx == 0 && sphere->vy == 0 && sphere->vz == 0) || sphere->t0 == sphere->t1;
}

/*
 * Returns whether agent 1 on an edge without length is in contact, which does not depend on its
 * speed.
 */
static bool conflicts_at_standstill(const GrazeMovingSphere* sphere1,
                                    const GrazeMovingSphere* sphere2, GrazeEnding after)
{
    GrazeMovingSphere standing = *sphere1;
    GrazeApproach result;
    stop(&standing);
    if (after == GRAZE_STAY) standing.t1 = max2(standing.t1, sphere2->t1);
    approach(&standing, sphere2, &result);
    return result.relation != GRAZE_DISJOINT;
}

static void set_window(Window* window, const GrazeSpherePair* pair, Dd a, Dd b)
{
    Dd displacement2[AXES];
    scaled_velocity(&pair->sphere2, -pair->sphere2.time_scale, displacement2);
    window->pair = pair;
    window->a = a;
    window->first = a.hi > 0 ? a : dd_from_double(0);
    window->last = b;
    window->duration = graze_dd_sub(b, window->first);
    graze_dd_add_scaled(window->start_position, pair->w, graze_dd_sub(window->first, a),
                        displacement2);
    graze_dd_add_scaled(window->displacement2, graze_dd_zero, window->duration, displacement2);
}

int32_t graze_sphere_unsafe_speeds(const GrazeMovingSphere* sphere1,
                                   const GrazeMovingSphere* sphere2, GrazeEnding after,
                                   GrazeSpan* out)
{
    GrazeSpherePair pair;
    graze_make_sphere_pair(sphere1, sphere2, &pair);
    if (graze_are_boxes_disjoint(&pair)) return 0;
    Dd square = dot(pair.sphere1.displacement, pair.sphere1.displacement);
    Dd a = dd_sum(sphere2->t0, -sphere1->t0);
    Dd b = dd_sum(sphere2->t1, -sphere1->t0);
    *out = (GrazeSpan){0, INFINITY};
    if (is_point(sphere1)) return conflicts_at_standstill(sphere1, sphere2, after);
    if (b.hi < 0) return 0;
    Window window;
    set_window(&window, &pair, a, b);
    if (a.hi <= 0 && is_within(window.start_position, pair.reach)) return 1;
    GrazeSpan slopes = {INFINITY, -INFINITY};
    try_edge_end(&slopes, &window, false);
    bool meets_at_end = try_edge_end(&slopes, &window, true);
    try_time(&slopes, &window, false);
    try_time(&slopes, &window, true);
    bool is_short = square.hi < GRAZE_DD_MIN_MOTION_SQUARED;
    if (!is_short) try_tangents(&slopes, &window);
    /* Either there is no contact, or only one that takes no time at all. */
    if (slopes.begin == INFINITY) return 0;
    double time = is_short ? sphere1->t1 - sphere1->t0 : 1;
    double length = is_short ? sphere_speed(sphere1) : dd_round(graze_dd_sqrt(square)) / pair.scale;
    out->begin = slopes.begin * time * length;
    out->end = meets_at_end && after == GRAZE_STAY ? INFINITY : slopes.end * time * length;
    return 1;
}

int32_t graze_unsafe_speeds(const GrazeMovingDisc* disc1, const GrazeMovingDisc* disc2,
                            GrazeEnding after, GrazeSpan* out)
{
    GrazeMovingSphere sphere1 = sphere_from_disc(disc1);
    GrazeMovingSphere sphere2 = sphere_from_disc(disc2);
    return graze_sphere_unsafe_speeds(&sphere1, &sphere2, after, out);
}

/*
 * The five steps of graze_safe_velocity. All queries use radii that are larger by the margin
 * together, so that each answer leaves that gap between the two. Each answer is checked: only
 * rounding may make the gap smaller than the margin, and a gap of 0 or less is rejected with any
 * margin above 0.
 */
typedef struct {
    const GrazeMovingSphere *sphere1, *sphere2;
    GrazeMovingSphere widened1, widened2; /* each with the margin */
    double margin;
} Avoidance;

static double sphere_size(const GrazeMovingSphere* sphere)
{
    double speed = fabs(sphere->vx) + fabs(sphere->vy) + fabs(sphere->vz);
    return sphere->radius + speed * (sphere->t1 - sphere->t0);
}

/* Returns whether the two are separated by the margin, up to rounding. */
static bool is_clear(const GrazeMovingSphere* sphere1, const GrazeMovingSphere* sphere2,
                     double margin)
{
    GrazeApproach result;
    approach(sphere1, sphere2, &result);
    if (margin > 0 && result.relation != GRAZE_DISJOINT) return false;
    double size = sphere_size(sphere1) + sphere_size(sphere2) + fabs(sphere1->x - sphere2->x) +
                  fabs(sphere1->y - sphere2->y) + fabs(sphere1->z - sphere2->z) + margin;
    return result.separation >= margin - GRAZE_SAFE_VELOCITY_ERROR * size;
}

static void write_answer(GrazeSafeVelocity* out, const GrazeMovingSphere* sphere, int32_t step,
                         int32_t agent)
{
    *out = (GrazeSafeVelocity){sphere->vx, sphere->vy, sphere->vz, sphere->t1, 0, step, agent};
}

/* Writes the sphere along the same edge at another speed; returns false if it is not valid. */
static bool set_speed(const GrazeMovingSphere* sphere, double speed, GrazeMovingSphere* out)
{
    double factor = speed / sphere_speed(sphere);
    *out = *sphere;
    out->vx *= factor;
    out->vy *= factor;
    out->vz *= factor;
    out->t1 = sphere->t0 + (sphere->t1 - sphere->t0) / factor;
    return graze_velocity_sphere_check(out) == GRAZE_OK;
}

enum { MAX_NUDGES = 5 };

/*
 * Returns the amount by which an answer is moved on at the k-th attempt, in units of the largest
 * time.
 */
static double nudge(int32_t k)
{
    const double nudges[MAX_NUDGES] = {0, 0x1p-48, 0x1p-44, 0x1p-40, 0x1p-32};
    return nudges[k];
}

/* An agent whose speed can be changed, and the range of that speed. */
typedef struct {
    int32_t agent;
    double min_speed, max_speed;
    const GrazeMovingSphere *own, *other;
} SpeedChoice;

static bool accept_if_clear(const SpeedChoice* change, const GrazeMovingSphere* changed,
                            double margin, GrazeSafeVelocity* out)
{
    if (!is_clear(changed, change->other, margin)) return false;
    write_answer(out, changed, change->agent + 1, change->agent);
    return true;
}

/*
 * Tries the edge that ends with the double before the appearance of the other agent. The largest
 * slope of K' is that of its corner U = 1, t = a if the corner is in K': then unsafe speeds end
 * because the agent vanishes at the instant at which the other appears, and `fast`, the edge at the
 * last of them, shares that instant up to rounding. The edge is taken if it is clear. The least
 * slope has no such corner: U = 0 means that the agent does not set out.
 */
static bool try_before(const SpeedChoice* change, const GrazeMovingSphere* fast, double margin,
                       GrazeSafeVelocity* out)
{
    const GrazeMovingSphere* own = change->own;
    const GrazeMovingSphere* other = change->other;
    double latest = max2(fabs(fast->t0), fabs(fast->t1));
    double duration = own->t1 - own->t0;
    double apart =
        length_of(own->x + own->vx * duration - other->x, own->y + own->vy * duration - other->y,
                  own->z + own->vz * duration - other->z);
    double reach = own->radius + other->radius + margin;
    GrazeMovingSphere changed = *fast;
    changed.t1 = double_adjacent(other->t0, false);
    double rest = changed.t1 - changed.t0;
    if (!(fabs(fast->t1 - other->t0) <= latest * nudge(1)) || !(rest > 0)) return false;
    if (!(apart < reach)) return false;
    double factor = (fast->t1 - fast->t0) / rest;
    changed.vx *= factor;
    changed.vy *= factor;
    changed.vz *= factor;
    return sphere_speed(&changed) <= change->max_speed &&
           accept_if_clear(change, &changed, margin, out);
}

/*
 * Takes the speed if it is clear, else the first faster (or slower) speed tried that is clear. A
 * relative change of the duration T of the edge must be a change of the times themselves, which may
 * be much larger.
 */
static bool try_speed(const SpeedChoice* change, double speed, bool is_faster, double margin,
                      GrazeSafeVelocity* out)
{
    GrazeMovingSphere changed;
    const GrazeMovingSphere* own = change->own;
    double latest = max2(fabs(own->t0), fabs(own->t1));
    double unit = max2(latest / (own->t1 - own->t0), 1);
    bool has_edge = is_faster && speed <= change->max_speed && set_speed(own, speed, &changed);
    if (has_edge && try_before(change, &changed, margin, out)) return true;
    for (int32_t k = 0; k < MAX_NUDGES; k++) {
        double factor = 1 + unit * nudge(k);
        double nudged = is_faster ? speed * factor : speed / factor;
        if (nudged < change->min_speed || nudged > change->max_speed) return false;
        if (set_speed(own, nudged, &changed) && accept_if_clear(change, &changed, margin, out))
            return true;
    }
    return false;
}

/*
 * Takes steps 2 and 3: tries the nearest of the speeds that are safe and possible. The unsafe
 * interval is the one for the other agent as `other_widened`.
 */
static bool try_speeds(const SpeedChoice* change, const GrazeMovingSphere* other_widened,
                       double margin, GrazeSafeVelocity* out)
{
    GrazeSpan unsafe;
    int32_t count = graze_sphere_unsafe_speeds(change->own, other_widened, GRAZE_VANISH, &unsafe);
    if (count == 0) return false;
    double speed = sphere_speed(change->own);
    double slow = min2(unsafe.begin, change->max_speed);
    double fast = max2(unsafe.end, change->min_speed);
    bool can_slow = slow > 0;
    bool can_fast = fast < INFINITY;
    bool prefers_slow = fabs(speed - slow) <= fabs(fast - speed);
    if (can_slow && prefers_slow && try_speed(change, slow, false, margin, out)) return true;
    if (can_fast && try_speed(change, fast, true, margin, out)) return true;
    return can_slow && !prefers_slow && try_speed(change, slow, false, margin, out);
}

/*
 * Returns whether a delayed agent 1 is clear, while it waits at the beginning of its edge and then
 * along the edge.
 */
static bool is_clear_later(const Avoidance* avoidance, double delay, GrazeMovingSphere* later)
{
    GrazeMovingSphere waiting = *avoidance->sphere1;
    *later = *avoidance->sphere1;
    later->t0 += delay;
    later->t1 += delay;
    stop(&waiting);
    waiting.t1 = later->t0;
    return graze_velocity_sphere_check(later) == GRAZE_OK &&
           is_clear(&waiting, avoidance->sphere2, avoidance->margin) &&
           is_clear(later, avoidance->sphere2, avoidance->margin);
}

/* Takes step 4. */
static bool try_wait(const Avoidance* avoidance, GrazeSafeVelocity* out)
{
    const GrazeMovingSphere* sphere1 = &avoidance->widened1;
    const GrazeMovingSphere* sphere2 = avoidance->sphere2;
    GrazeSpan unsafe[GRAZE_MAX_DELAYS];
    int32_t count = graze_unsafe_delays(sphere1, sphere2, unsafe);
    double delay = count > 0 ? max2(unsafe[0].end, 0) : 0;
    double latest_time =
        max2(max2(fabs(sphere1->t0), fabs(sphere1->t1)), max2(fabs(sphere2->t1), delay));
    for (int32_t k = 0; k < MAX_NUDGES; k++) {
        GrazeMovingSphere later;
        double longer = delay + latest_time * nudge(k);
        if (!is_clear_later(avoidance, longer, &later)) continue;
        write_answer(out, &later, 4, 1);
        out->delay = longer;
        return true;
    }
    return false;
}

void graze_sphere_safe_velocity(const GrazeMovingSphere* sphere1, const GrazeMovingSphere* sphere2,
                                const GrazeSpeedLimits* limits, GrazeSafeVelocity* out)
{
    Avoidance avoidance = {sphere1, sphere2, *sphere1, *sphere2, limits->margin};
    SpeedChoice first = {1, limits->min_speed1, limits->max_speed1, sphere1, sphere2};
    SpeedChoice second = {2, limits->min_speed2, limits->max_speed2, sphere2, sphere1};
    GrazeApproach result;
    avoidance.widened1.radius += limits->margin;
    avoidance.widened2.radius += limits->margin;
    approach(&avoidance.widened1, sphere2, &result);
    write_answer(out, sphere1, 1, 0);
    if (result.relation == GRAZE_DISJOINT) return;
    if (try_speeds(&first, &avoidance.widened2, limits->margin, out)) return;
    if (try_speeds(&second, &avoidance.widened1, limits->margin, out)) return;
    if (limits->can_wait && try_wait(&avoidance, out)) return;
    write_answer(out, sphere1, 5, 0);
}

void graze_safe_velocity(const GrazeMovingDisc* disc1, const GrazeMovingDisc* disc2,
                         const GrazeSpeedLimits* limits, GrazeSafeVelocity* out)
{
    GrazeMovingSphere sphere1 = sphere_from_disc(disc1);
    GrazeMovingSphere sphere2 = sphere_from_disc(disc2);
    graze_sphere_safe_velocity(&sphere1, &sphere2, limits, out);
}
