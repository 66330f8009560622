#include "../tolerance.h"
#include "delays.h"

/* A plane vector in double-double arithmetic is an array of two. */
enum { PLANE = 2 };

/* Writes p + k q. */
static NOINLINE void add_scaled(Dd* out, const Dd* p, Dd k, const Dd* q)
{
    for (int i = 0; i < PLANE; i++)
        out[i] = graze_dd_add(p[i], graze_dd_mul(k, q[i]));
}

static Dd dot(const Dd* p, const Dd* q)
{
    return graze_dd_dot(p, q, PLANE);
}

static Dd cross(const Dd* p, const Dd* q)
{
    return graze_dd_minor(p, q, 0, 1);
}

static bool is_within(const Dd* p, Dd reach)
{
    return !dd_is_less(graze_dd_mul(reach, reach), dot(p, p));
}

/*
 * The velocity obstacle. At the first time at which both agents exist let p be the position of
 * agent 2 relative to agent 1. Agent 1 with velocity v1 is in contact a time t later if
 * |(v1 - v2) t - p| <= R, so if v1 - v2 lies in the disc about p / t with radius R / t. These discs
 * all touch the two tangents from the origin to the disc about p. With c = p.p - R^2 > 0 and p' the
 * quarter turn of p, the tangents have the directions
 *
 *   (sqrt(c) p +- R p') / p.p
 *
 * (their squares are (c + R^2) / p.p = 1; R / |p| is the sine of the angle). c is the only
 * difference here, and it is a difference of squares that carry 106 bits.
 */
typedef struct {
    Dd p[PLANE];
    Dd reach;
    double time;  /* first time at which both agents exist */
    double scale; /* power of two by which p and reach are multiplied: the largest lies in [1, 2) */
} VelocityQuery;

/* Prepares a query; returns false for two discs that never exist at the same time. */
static bool begin_query(const GrazeMovingDisc* disc1, const GrazeMovingDisc* disc2,
                        VelocityQuery* query)
{
    double time = max2(disc1->t0, disc2->t0);
    if (time > min2(disc1->t1, disc2->t1)) return false;
    const Dd offset[] = {dd_sum(disc2->x, -disc1->x), dd_sum(disc2->y, -disc1->y)};
    const Dd back[] = {dd_from_double(-disc1->vx), dd_from_double(-disc1->vy)};
    const Dd drift[] = {dd_from_double(disc2->vx), dd_from_double(disc2->vy)};
    add_scaled(query->p, offset, dd_sum(time, -disc1->t0), back);
    add_scaled(query->p, query->p, dd_sum(time, -disc2->t0), drift);
    Dd reach = dd_sum(disc1->radius, disc2->radius);
    query->time = time;
    query->scale = unit_scale(max2(dd_largest(query->p, PLANE), reach.hi));
    query->reach = dd_scale(reach, query->scale);
    dd_scale_all(query->p, PLANE, query->scale);
    return true;
}

/*
 * Writes the point at which a tangent from the origin touches the disc about p, which does not
 * contain the origin: to the left for `side` 1, to the right for -1. The length of a tangent is
 * sqrt(c).
 */
static NOINLINE void tangent_point(const Dd* p, Dd reach, double side, Dd* out)
{
    Dd square = dot(p, p);
    Dd c = graze_dd_sub(square, graze_dd_mul(reach, reach));
    const Dd zero[PLANE] = {dd_from_double(0), dd_from_double(0)};
    const Dd quarter[PLANE] = {dd_neg(p[1]), p[0]};
    add_scaled(out, zero, graze_dd_div(c, square), p);
    add_scaled(out, out,
               dd_scale(graze_dd_div(graze_dd_mul(graze_dd_sqrt(c), reach), square), side),
               quarter);
}

/* Returns the unit vector along a leg of the cone. */
static GrazeVec cone_leg(const VelocityQuery* query, double side)
{
    Dd point[PLANE];
    tangent_point(query->p, query->reach, side, point);
    /* For a point within rounding of the origin, any direction is a valid tangent. */
    double unit = unit_scale(dd_largest(point, PLANE));
    GrazeVec leg = vec(point[0].hi * unit, point[1].hi * unit);
    double length = vec_length(leg);
    return length > 0 ? vec_div(leg, length) : vec(0, 0);
}

void graze_velocity_obstacle(const GrazeMovingDisc* disc1, const GrazeMovingDisc* disc2,
                             double horizon, GrazeVelocityObstacle* out)
{
    VelocityQuery query;
    *out = (GrazeVelocityObstacle){.apex_x = disc2->vx,
                                   .apex_y = disc2->vy,
                                   .cut_x = disc2->vx,
                                   .cut_y = disc2->vy,
                                   .horizon = horizon,
                                   .kind = GRAZE_OBSTACLE_NOTHING};
    if (!begin_query(disc1, disc2, &query)) return;
    out->kind = GRAZE_OBSTACLE_EVERYTHING;
    if (is_within(query.p, query.reach)) return;
    out->kind = GRAZE_OBSTACLE_CONE;
    GrazeVec left = cone_leg(&query, 1);
    GrazeVec right = cone_leg(&query, -1);
    out->left_x = left.x;
    out->left_y = left.y;
    out->right_x = right.x;
    out->right_y = right.y;
    out->cut_x += query.p[0].hi / query.scale / horizon;
    out->cut_y += query.p[1].hi / query.scale / horizon;
    out->cut_radius = query.reach.hi / query.scale / horizon;
}

/*
 * Decides membership in double: returns 1, 0 or, if rounding leaves both possible, -1. With
 * v = v1 - v2, p as above and h = p.v the least distance is |p x v| / |v| if 0 < h < T v.v, |p| if
 * h <= 0, and |T v - p| for a horizon T before that.
 */
static int32_t filter_membership(const GrazeMovingDisc* disc1, const GrazeMovingDisc* disc2,
                                 double vx, double vy, double horizon)
{
    double time = max2(disc1->t0, disc2->t0);
    double elapsed1 = time - disc1->t0;
    double elapsed2 = time - disc2->t0;
    GrazeVec offset = vec(disc2->x - disc1->x, disc2->y - disc1->y);
    GrazeVec displacement1 = vec(disc1->vx * elapsed1, disc1->vy * elapsed1);
    GrazeVec displacement2 = vec(disc2->vx * elapsed2, disc2->vy * elapsed2);
    GrazeVec p = vec_add(offset, vec_sub(displacement2, displacement1));
    GrazeVec v = vec(vx - disc2->vx, vy - disc2->vy);
    double reach = disc1->radius + disc2->radius;
    double speed = vec_length(v);
    double size = vec_norm1(offset) + vec_norm1(displacement1) + vec_norm1(displacement2) + reach;
    double error = GRAZE_VELOCITY_FILTER_ERROR * size;
    bool is_plain = size > 0x1p-400 && size < 0x1p+400 && speed > 0x1p-400 && speed < 0x1p+400;
    if (!is_plain) return -1;
    double distance = vec_length(p);
    if (distance < reach - error) return 1;
    double across = fabs(vec_cross(p, v));
    if (across > (reach + error) * speed) return 0;
    if (!(distance > reach + error)) return -1;
    double ahead = vec_dot(p, v);
    if (ahead < -error * speed) return 0;
    if (!(across < (reach - error) * speed) || !(ahead > error * speed)) return -1;
    double far = horizon * speed;
    if (far > distance) return 1;
    double remaining = vec_length(vec_mul_add(p, -horizon, v));
    if (remaining < reach - error) return 1;
    return remaining > reach + error && ahead > far * speed ? 0 : -1;
}

/*
 * Membership, if the filter leaves it open or the time is wanted, is the question whether
 * |s d - p| <= R for some s in [0, 1], where d is the displacement at v1 - v2 until the horizon. p
 * and d each have their own scale: the larger coordinate of p is in [1, 2), and so is that of
 * v1 - v2, in whose unit the horizon is `max_time`. A contact begins no further away than |p| < 4,
 * so that clamping `max_time` to 4 does not change the answer; then no horizon is too long, and an
 * infinite one needs no special case.
 */
bool graze_velocity_is_unsafe(const GrazeMovingDisc* disc1, const GrazeMovingDisc* disc2, double vx,
                              double vy, double horizon, double* contact_time)
{
    VelocityQuery query;
    Dd first;
    Dd last;
    if (contact_time == NULL) {
        if (max2(disc1->t0, disc2->t0) > min2(disc1->t1, disc2->t1)) return false;
        int32_t membership = filter_membership(disc1, disc2, vx, vy, horizon);
        if (membership >= 0) return membership;
    } else {
        *contact_time = INFINITY;
    }
    if (!begin_query(disc1, disc2, &query)) return false;
    Dd v[] = {dd_sum(disc2->vx, -vx), dd_sum(disc2->vy, -vy)};
    double unit = unit_scale(dd_largest(v, PLANE));
    dd_scale_all(v, PLANE, unit);
    /* A subnormal velocity needs two scaling steps; then the time scale may be infinite. */
    double subnormal_unit = unit_scale(dd_largest(v, PLANE));
    dd_scale_all(v, PLANE, subnormal_unit);
    double time_scale = unit * subnormal_unit / query.scale;
    bool is_endless = time_scale == INFINITY;
    double max_time =
        min2(is_endless ? horizon / unit / subnormal_unit * query.scale : horizon / time_scale, 4);
    const Dd zero[PLANE] = {dd_from_double(0), dd_from_double(0)};
    add_scaled(v, zero, dd_from_double(max_time), v);
    if (!graze_within_reach(query.p, v, PLANE, query.reach, &first, &last)) return false;
    /* 0 times an infinite time scale would be NaN. */
    double elapsed = first.hi * max_time;
    if (elapsed > 0)
        elapsed = is_endless ? elapsed / query.scale * unit * subnormal_unit : elapsed * time_scale;
    if (contact_time != NULL) *contact_time = query.time + elapsed;
    return true;
}

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
    Dd start_position[PLANE], displacement2[PLANE];
    Dd a, first, last, duration;
} Window;

/*
 * Notes the slopes of the times at which agent 2 passes the beginning or the end of the edge within
 * reach. Returns whether there are any.
 */
static NOINLINE bool try_edge_end(GrazeSpan* slopes, const Window* window, bool is_end)
{
    Dd p[PLANE];
    Dd first;
    Dd last;
    Dd u = dd_from_double(is_end);
    add_scaled(p, window->start_position, u, window->pair->sphere1.displacement);
    if (!graze_within_reach(p, window->displacement2, PLANE, window->pair->reach, &first, &last))
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
    Dd p[PLANE];
    Dd first;
    Dd last;
    Dd t = is_end ? window->last : window->first;
    add_scaled(p, window->start_position, dd_from_double(is_end), window->displacement2);
    if (!graze_within_reach(p, window->pair->sphere1.displacement, PLANE, window->pair->reach,
                            &first, &last))
        return;
    note_slope(slopes, first, t);
    note_slope(slopes, last, t);
}

static void scaled_velocity(const GrazeScaledSphere* sphere, double k, Dd* out)
{
    for (int i = 0; i < PLANE; i++)
        out[i] = dd_from_double(sphere->velocity[i] * k);
}

/* Tries the candidates (b). Velocities are those of the scaled spheres, each in its own unit. */
static NOINLINE void try_tangents(GrazeSpan* slopes, const Window* window)
{
    const GrazeSpherePair* pair = window->pair;
    Dd v1[PLANE];
    Dd v2[PLANE];
    Dd q[PLANE];
    scaled_velocity(&pair->sphere1, 1, v1);
    scaled_velocity(&pair->sphere2, 1, v2);
    double unit1 = pair->sphere1.time_scale;
    double unit2 = pair->sphere2.time_scale;
    Dd turn = cross(v1, v2);
    /* Compared with the time since the start of agent 1, agent 2 exists only for an instant. */
    bool is_instant = fabs(window->a.hi) * unit2 > GRAZE_DD_MAX;
    if (turn.hi == 0 || is_instant) return;
    add_scaled(q, pair->w, dd_scale(window->a, unit2), v2);
    double unit = unit_scale(max2(dd_largest(q, PLANE), pair->reach.hi));
    dd_scale_all(q, PLANE, -unit);
    Dd reach = dd_scale(pair->reach, unit);
    if (is_within(q, reach)) return;
    Dd width = graze_dd_mul(turn, dd_scale(pair->sphere1.time, unit1 * unit));
    for (int side = -1; side <= 1; side += 2) {
        Dd r[PLANE];
        tangent_point(q, reach, side, r);
        Dd u = graze_dd_div(cross(r, v2), width);
        Dd t = dd_scale(graze_dd_div(cross(r, v1), turn), 1 / unit / unit2);
        bool is_on_edge = u.hi >= 0 && u.hi <= 1;
        /*
         * The comparison is to the last bit of a double-double: agent 2 may pass by within the last
         * bit of a clock.
         */
        bool is_there = !dd_is_less(t, window->first) && !dd_is_less(window->last, t);
        if (is_on_edge && is_there) note_slope(slopes, u, t);
    }
}

static GrazeMovingSphere sphere_from_disc(const GrazeMovingDisc* disc)
{
    return (GrazeMovingSphere){.x = disc->x,
                               .y = disc->y,
                               .vx = disc->vx,
                               .vy = disc->vy,
                               .t0 = disc->t0,
                               .t1 = disc->t1,
                               .radius = disc->radius};
}

static double disc_speed(const GrazeMovingDisc* disc)
{
    double unit = unit_scale(max2(fabs(disc->vx), fabs(disc->vy)));
    return vec_length(vec(disc->vx * unit, disc->vy * unit)) / unit;
}

/* Returns whether the edge has no length. */
static bool is_point(const GrazeMovingDisc* disc)
{
    return (disc->vx == 0 && disc->vy == 0) || disc->t0 == disc->t1;
}

/*
 * Returns whether agent 1 on an edge without length is in contact, which does not depend on its
 * speed.
 */
static bool conflicts_at_standstill(const GrazeMovingDisc* disc1, const GrazeMovingDisc* disc2,
                                    GrazeEnding after)
{
    GrazeMovingDisc standing = *disc1;
    GrazeApproach approach;
    standing.vx = standing.vy = 0;
    if (after == GRAZE_STAY) standing.t1 = max2(standing.t1, disc2->t1);
    graze_approach_discs(&standing, disc2, &approach);
    return approach.relation != GRAZE_DISJOINT;
}

static void set_window(Window* window, const GrazeSpherePair* pair, Dd a, Dd b)
{
    Dd displacement2[PLANE];
    const Dd zero[PLANE] = {dd_from_double(0), dd_from_double(0)};
    scaled_velocity(&pair->sphere2, -pair->sphere2.time_scale, displacement2);
    window->pair = pair;
    window->a = a;
    window->first = a.hi > 0 ? a : dd_from_double(0);
    window->last = b;
    window->duration = graze_dd_sub(b, window->first);
    add_scaled(window->start_position, pair->w, graze_dd_sub(window->first, a), displacement2);
    add_scaled(window->displacement2, zero, window->duration, displacement2);
}

int32_t graze_unsafe_speeds(const GrazeMovingDisc* disc1, const GrazeMovingDisc* disc2,
                            GrazeEnding after, GrazeSpan* out)
{
    GrazeMovingSphere sphere1 = sphere_from_disc(disc1);
    GrazeMovingSphere sphere2 = sphere_from_disc(disc2);
    GrazeSpherePair pair;
    graze_make_sphere_pair(&sphere1, &sphere2, &pair);
    if (graze_are_boxes_disjoint(&pair)) return 0;
    Dd square = dot(pair.sphere1.displacement, pair.sphere1.displacement);
    Dd a = dd_sum(disc2->t0, -disc1->t0);
    Dd b = dd_sum(disc2->t1, -disc1->t0);
    *out = (GrazeSpan){0, INFINITY};
    if (is_point(disc1)) return conflicts_at_standstill(disc1, disc2, after);
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
    double time = is_short ? disc1->t1 - disc1->t0 : 1;
    double length = is_short ? disc_speed(disc1) : dd_round(graze_dd_sqrt(square)) / pair.scale;
    out->begin = slopes.begin * time * length;
    out->end = meets_at_end && after == GRAZE_STAY ? INFINITY : slopes.end * time * length;
    return 1;
}

/*
 * The five steps of graze_safe_velocity. All queries use radii that are larger by the margin
 * together, so that each answer leaves that gap between the two. Each answer is checked: only
 * rounding may make the gap smaller than the margin, and a gap of 0 or less is rejected with any
 * margin above 0.
 */
typedef struct {
    const GrazeMovingDisc *disc1, *disc2;
    GrazeMovingDisc widened1, widened2; /* each with the margin */
    double margin;
} Avoidance;

static double disc_size(const GrazeMovingDisc* disc)
{
    return disc->radius + (fabs(disc->vx) + fabs(disc->vy)) * (disc->t1 - disc->t0);
}

/* Returns whether the two are separated by the margin, up to rounding. */
static bool is_clear(const GrazeMovingDisc* disc1, const GrazeMovingDisc* disc2, double margin)
{
    GrazeApproach approach;
    graze_approach_discs(disc1, disc2, &approach);
    if (margin > 0 && approach.relation != GRAZE_DISJOINT) return false;
    double size = disc_size(disc1) + disc_size(disc2) + fabs(disc1->x - disc2->x) +
                  fabs(disc1->y - disc2->y) + margin;
    return approach.separation >= margin - GRAZE_SAFE_VELOCITY_ERROR * size;
}

static void write_answer(GrazeSafeVelocity* out, const GrazeMovingDisc* disc, int32_t step,
                         int32_t agent)
{
    *out = (GrazeSafeVelocity){disc->vx, disc->vy, disc->t1, 0, step, agent};
}

/* Writes the moving disc along the same edge at another speed; returns false if it is not valid. */
static bool set_speed(const GrazeMovingDisc* disc, double speed, GrazeMovingDisc* out)
{
    double factor = speed / disc_speed(disc);
    *out = *disc;
    out->vx *= factor;
    out->vy *= factor;
    out->t1 = disc->t0 + (disc->t1 - disc->t0) / factor;
    return graze_moving_disc_check(out) == GRAZE_OK;
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
    const GrazeMovingDisc *own, *other;
} SpeedChoice;

static bool accept_if_clear(const SpeedChoice* change, const GrazeMovingDisc* changed,
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
static bool try_before(const SpeedChoice* change, const GrazeMovingDisc* fast, double margin,
                       GrazeSafeVelocity* out)
{
    const GrazeMovingDisc* own = change->own;
    const GrazeMovingDisc* other = change->other;
    double latest = max2(fabs(fast->t0), fabs(fast->t1));
    double duration = own->t1 - own->t0;
    GrazeVec apart =
        vec(own->x + own->vx * duration - other->x, own->y + own->vy * duration - other->y);
    double reach = own->radius + other->radius + margin;
    GrazeMovingDisc changed = *fast;
    changed.t1 = double_adjacent(other->t0, false);
    double rest = changed.t1 - changed.t0;
    if (!(fabs(fast->t1 - other->t0) <= latest * nudge(1)) || !(rest > 0)) return false;
    if (!(vec_length(apart) < reach)) return false;
    double factor = (fast->t1 - fast->t0) / rest;
    changed.vx *= factor;
    changed.vy *= factor;
    return disc_speed(&changed) <= change->max_speed &&
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
    GrazeMovingDisc changed;
    const GrazeMovingDisc* own = change->own;
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
static bool try_speeds(const SpeedChoice* change, const GrazeMovingDisc* other_widened,
                       double margin, GrazeSafeVelocity* out)
{
    GrazeSpan unsafe;
    if (graze_unsafe_speeds(change->own, other_widened, GRAZE_VANISH, &unsafe) == 0) return false;
    double speed = disc_speed(change->own);
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
static bool is_clear_later(const Avoidance* avoidance, double delay, GrazeMovingDisc* later)
{
    GrazeMovingDisc waiting = *avoidance->disc1;
    *later = *avoidance->disc1;
    later->t0 += delay;
    later->t1 += delay;
    waiting.vx = waiting.vy = 0;
    waiting.t1 = later->t0;
    return graze_moving_disc_check(later) == GRAZE_OK &&
           is_clear(&waiting, avoidance->disc2, avoidance->margin) &&
           is_clear(later, avoidance->disc2, avoidance->margin);
}

/* Takes step 4. */
static bool try_wait(const Avoidance* avoidance, GrazeSafeVelocity* out)
{
    GrazeMovingSphere sphere1 = sphere_from_disc(&avoidance->widened1);
    GrazeMovingSphere sphere2 = sphere_from_disc(avoidance->disc2);
    GrazeSpan unsafe[GRAZE_MAX_DELAYS];
    int32_t count = graze_unsafe_delays(&sphere1, &sphere2, unsafe);
    double delay = count > 0 ? max2(unsafe[0].end, 0) : 0;
    double latest_time =
        max2(max2(fabs(sphere1.t0), fabs(sphere1.t1)), max2(fabs(sphere2.t1), delay));
    for (int32_t k = 0; k < MAX_NUDGES; k++) {
        GrazeMovingDisc later;
        double longer = delay + latest_time * nudge(k);
        if (!is_clear_later(avoidance, longer, &later)) continue;
        write_answer(out, &later, 4, 1);
        out->delay = longer;
        return true;
    }
    return false;
}

void graze_safe_velocity(const GrazeMovingDisc* disc1, const GrazeMovingDisc* disc2,
                         const GrazeSpeedLimits* limits, GrazeSafeVelocity* out)
{
    Avoidance avoidance = {disc1, disc2, *disc1, *disc2, limits->margin};
    SpeedChoice first = {1, limits->min_speed1, limits->max_speed1, disc1, disc2};
    SpeedChoice second = {2, limits->min_speed2, limits->max_speed2, disc2, disc1};
    GrazeApproach approach;
    avoidance.widened1.radius += limits->margin;
    avoidance.widened2.radius += limits->margin;
    graze_approach_discs(&avoidance.widened1, disc2, &approach);
    write_answer(out, disc1, 1, 0);
    if (approach.relation == GRAZE_DISJOINT) return;
    if (try_speeds(&first, &avoidance.widened2, limits->margin, out)) return;
    if (try_speeds(&second, &avoidance.widened1, limits->margin, out)) return;
    if (limits->can_wait && try_wait(&avoidance, out)) return;
    write_answer(out, disc1, 5, 0);
}
