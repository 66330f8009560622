#include "leap.h"

#include "../base/trig.h"
#include "../tolerance.h"

/*
 * A slab measured at both ends of a stretch [0, T]. Each f of slab.h, one a pair of vertices, has f(0) >= F(0) and
 * f(T) >= F(T). With f'' <= bend on all of [0, T] it lies above the parabola
 *
 *   q(tau) = F(0) + slope tau + bend tau^2 / 2,    slope = (F(T) - F(0)) / T - bend T / 2
 *
 * since f - q is concave, and 0 or more at both ends. So F_n >= q, and F_n is positive where q is.
 *
 * The bend. With n carried along at w, p = n . d and m = Jn . d, J a quarter turn, d'' = 0:
 *
 *   p'  = w m + n . d'        p''' = -w^3 m - 3 w^2 n . d'
 *   p'' = -w^2 p + 2 w Jn . d'     p'''' = w^4 p - 4 w^3 Jn . d'
 *
 * so that p'' is at most the greater one of its values at the ends, and T^2 / 8 (w^4 |d| + 4 |w|^3 |d'|) more, where |d|
 * is greatest at an end too. A vertex a at distance R from the pivot, that turns at v as seen by n's owner, adds - n . a, with
 * the second derivative v^2 n . a <= v^2 R. Other than the bend of slab.h this one has a sign: what bends away counts.
 *
 * Everything else here is a guess: where to measure, by Taylor's polynomial of the vertices that are least.
 */

/*
 * Of two bodies, A and B in this order, the owner is the one that carries the axis, the guest the other one.
 *
 *   owner           0 or 1; or 0 for an axis that stands still, seen as A's with w = 0
 *   first           its edge begins at this vertex; less than 0 where it is none
 *   n               unit normal from the owner to the guest, in the owner's frame; or the world's
 *   turn            w
 *   own             the support of the owner's core along n, which does not change; 0 while it stands still
 *   start, length   where the edge begins, along Jn from the owner's pivot, and its length
 *   vertices        what they add to the bend
 *   shake           how far off p'' can be
 */
typedef struct {
    int32_t owner, first;
    bool is_still;
    GrazeVec n;
    double turn, own, start, length, vertices, shake;
} Axis;

/* The bodies at a time: from A's pivot to B's, and the sines and cosines of both headings. */
typedef struct {
    double time;
    GrazeVec d;
    double sin[2], cos[2];
} Station;

/*
 *   thickness             F, less what it can be off by
 *   slope, ..., fourth    derivatives of the f that is least
 *   seen, far             p''; at least |d|
 *   along                 where the guest's vertex is along Jn, from the owner's pivot
 */
typedef struct {
    double thickness, slope, second, third, fourth, seen, far, along;
} Sight;

/*
 *   track, turn, velocity, speed   what does not change: of both bodies; d' and |d'|
 *   error                          GrazeInstant.error, the largest of all
 *   time, goal                     free up to there, and from there on
 *   free_from, free_to             a stretch in between that is free
 *   axis, from                     at `time`
 *   here, there, to                the stations there and at the other end of a leap, and the axis at that
 *   look                           of the search; the hint is that edge of the axis, if `is_hinted`
 */
typedef struct {
    GrazePursuit* pursuit;
    GrazeLook* look;
    const GrazeTrack* track[2];
    double turn[2];
    GrazeVec velocity;
    double speed, error;
    double time, goal, free_from, free_to;
    bool is_hinted;
    Axis axis;
    Station here, there;
    Sight from, to;
} Leaper;

bool graze_may_leap(const GrazeLeg* leg)
{
    bool turns = leg->a.turn * leg->a.radius > 0 || leg->b.turn * leg->b.radius > 0;
    if (!turns || !graze_is_uniform(&leg->a) || !graze_is_uniform(&leg->b)) return false;
    double turn_a = leg->a.piece->theta[1];
    double turn_b = leg->b.piece->theta[1];
    return !(fabs(turn_a - turn_b) < GRAZE_COMMON_TURN * min2(fabs(turn_a), fabs(turn_b)));
}

HOT GrazeVec pivot_of(const GrazeTrack* track)
{
    return vec(track->piece->pivot_x, track->piece->pivot_y);
}

/* The places are those of graze_instant_place. */
static COLD void go_to(Leaper* leaper, double time, Station* out)
{
    const GrazePiece* p = leaper->track[0]->piece;
    const GrazePiece* q = leaper->track[1]->piece;
    double t = leaper->pursuit->course.sense * time;
    double s = t + leaper->track[0]->offset;
    double r = t + leaper->track[1]->offset;
    double headings[2] = {p->theta[1] * s + p->theta[0], q->theta[1] * r + q->theta[0]};
    graze_pursuit_count(leaper->pursuit, time);
    out->time = time;
    out->d.x = q->x[1] * r - p->x[1] * s + (q->x[0] - p->x[0]);
    out->d.y = q->y[1] * r - p->y[1] * s + (q->y[0] - p->y[0]);
    graze_sincos_two(headings, out->sin, out->cos);
}

/* What a vertex that is furthest in direction `dir` of the body's frame, which turns at `turn` there, takes off. Returns
   where it is across. */
HOT double take_off(GrazeVec vertex, GrazeVec dir, double turn, Sight* out)
{
    double reach = vec_dot(dir, vertex);
    double across = vec_dot(vec_quarter(dir), vertex);
    double square = turn * turn;
    out->thickness -= reach;
    out->slope -= turn * across;
    out->second += square * reach;
    out->third += square * turn * across;
    out->fourth -= square * square * reach;
    return across;
}

/* What the owner of an axis that stands still takes off. */
static COLD void take_off_owner(const Leaper* leaper, const Station* at, Sight* out)
{
    const GrazeTrack* track = leaper->track[0];
    GrazeVec dir = vec_unrotate(leaper->axis.n, at->cos[0], at->sin[0]);
    int32_t i = graze_support(track->shape, dir.x, dir.y, GRAZE_SUPPORT_AUTO, 0);
    GrazeVec arm = vec_sub(vec_of(track->shape->vertices[i]), pivot_of(track));
    take_off(arm, dir, -leaper->turn[0], out);
}

/* The axis' slab at a station. */
static COLD void measure(const Leaper* leaper, const Station* at, Sight* out)
{
    const Axis* axis = &leaper->axis;
    int32_t owner = axis->owner;
    int32_t guest = 1 - owner;
    double sign = 1 - 2 * owner;
    double turn = axis->turn;
    double square = turn * turn;
    GrazeVec d = vec_scale(at->d, sign);
    GrazeVec velocity = vec_scale(leaper->velocity, sign);
    GrazeVec n = axis->is_still ? axis->n : vec_rotate(axis->n, at->cos[owner], at->sin[owner]);
    GrazeVec across = vec_quarter(n);
    double p = vec_dot(n, d);
    double m = vec_dot(across, d);
    double approach = vec_dot(n, velocity);
    double sweep = turn * vec_dot(across, velocity);
    out->seen = 2 * sweep - square * p;
    out->thickness = p - axis->own - leaper->pursuit->course.leg.reach - leaper->error;
    out->slope = turn * m + approach;
    out->second = out->seen;
    out->third = -square * (turn * m + 3 * approach);
    out->fourth = square * (square * p - 4 * sweep);
    out->far = vec_norm1(d);
    if (axis->is_still) take_off_owner(leaper, at, out);
    GrazeVec dir = vec_unrotate(n, -at->cos[guest], -at->sin[guest]);
    GrazeVec arm = graze_furthest(leaper->track[guest], dir);
    out->along = m - take_off(arm, dir, turn - leaper->turn[guest], out);
}

/* Is the guest's vertex before the owner's edge? Then they are nearest. */
static bool is_before(const Axis* axis, const Sight* sight)
{
    double along = sight->along - axis->start;
    return axis->first >= 0 && along >= 0 && along <= axis->length;
}

/* What is added to p'' at the ends of a stretch. */
HOT double spread(const Leaper* leaper, double far, double span)
{
    double turn = fabs(leaper->axis.turn);
    double fourth = turn * turn * turn * (turn * far + 4 * leaper->speed);
    return 0.125 * span * span * fourth + leaper->axis.vertices;
}

/*
 * An upper bound of f'' between two sights. Of what p'' can be off by, `shake`: p by the error; and n's heading, which
 * counts in 2 w |d'|, by error / (10 R), since GRAZE_MOTION_ERROR is more than ten of its roundings times the radius R.
 */
HOT double bend_between(const Leaper* leaper, const Sight* from, const Sight* to, double span)
{
    const Axis* axis = &leaper->axis;
    double turn = fabs(axis->turn);
    double far = max2(from->far, to->far);
    double size = turn * (turn * far + 2 * leaper->speed) + axis->vertices;
    return max2(from->seen, to->seen) + spread(leaper, far, span) + axis->shake +
           GRAZE_STEP_ERROR * size;
}

/*
 * How long q is surely positive, from F(0) on: `span` if all along. F(0) and F(T) are lowered by what the roundings of q can
 * be; the discriminant is raised by its own.
 */
static COLD double hold(double first, double last, double bend, double span)
{
    if (!(bend <= DBL_MAX)) return 0;
    if (bend < 0) bend = 0;
    double error = GRAZE_SLOPE_ERROR * (fabs(first) + fabs(last) + bend * span * span);
    first -= error;
    last -= error;
    if (!(first > 0)) return 0;
    double slope = (last - first) / span - 0.5 * bend * span;
    double size = slope * slope + 2 * bend * first;
    double square = slope * slope - 2 * bend * first + GRAZE_SLOPE_ERROR * size;
    bool is_whole = slope >= 0 || slope + bend * span <= 0 || square < 0;
    if (last > 0 && is_whole) return span;
    double root = 2 * first / (sqrt(max2(square, 0)) - slope) * (1 - GRAZE_STEP_ERROR);
    return root > 0 && root < span ? root : 0;
}

/* How far the leap along the axis from one station to the other is good, forwards or backwards. */
static COLD double leap_between(Leaper* leaper, const Sight* from, double t, const Station* there)
{
    double span = fabs(there->time - t);
    measure(leaper, there, &leaper->to);
    double bend = bend_between(leaper, from, &leaper->to, span);
    return hold(from->thickness, leaper->to.thickness, bend, span);
}

/* The first root of a parabola that is positive at 0, or the last one before 0 of one that is negative: a guess. */
HOT double root_near(double level, double slope, double second)
{
    double square = slope * slope - 2 * level * second;
    if (square < 0) return INFINITY;
    if (slope < 0) return 2 * level / (sqrt(square) - slope);
    return second < 0 ? (-slope - sqrt(square)) / second : INFINITY;
}

/* The same of Taylor's polynomial: one step of Newton's method more. */
static COLD double root_of_sight(const Sight* at)
{
    double x = root_near(at->thickness, at->slope, at->second);
    if (!(fabs(x) < INFINITY)) return x;
    double third = at->third / 6;
    double fourth = at->fourth / 24;
    double value =
        at->thickness + x * (at->slope + x * (0.5 * at->second + x * (third + x * fourth)));
    double slope = at->slope + x * (at->second + x * (3 * third + x * (4 * fourth)));
    double next = x - value / slope;
    return slope < 0 && next * x > 0 ? next : x;
}

/* By how much of what it promises a stretch is made shorter; what the bodies turn by in it at most; how far behind the
   contact to look, in tolerances. */
static const double CAUTION = 0.95;
static const double MOST_TURN = 0.8;
static const double BEHIND = 0.25;

/*
 * How far to go, at most `span`, so that q will be positive all along: sqrt(F(0)) + sqrt(F(T)) > T sqrt(bend / 2), for
 * F(T) by Taylor's polynomial. Or to where it is 0, if that is sooner.
 */
static double aim(const Leaper* leaper, double span)
{
    const Sight* from = &leaper->from;
    double turns = fabs(leaper->turn[0]) + fabs(leaper->turn[1]);
    double far = min2(span, root_of_sight(from) + BEHIND * leaper->pursuit->tolerance);
    if (far * turns > MOST_TURN) far = MOST_TURN / turns;
    for (int32_t round = 0; round < 2; round++) {
        double bend = from->seen + spread(leaper, from->far, far);
        double second = from->second + far * from->third / 3;
        double rise = from->slope + sqrt(2 * max2(bend, 0) * from->thickness);
        if (rise <= 0) break;
        double most = CAUTION * 2 * rise;
        if (most >= (bend - second) * far) break;
        far = most / (bend - second);
    }
    return far;
}

/* An edge of a body, facing a direction; unit normal, all in the body's frame and from its pivot. */
typedef struct {
    int32_t owner, first;
    GrazeVec from, edge, normal;
} Edge;

static COLD void take_edge(Leaper* leaper, const Edge* edge)
{
    Axis* axis = &leaper->axis;
    double turn = leaper->turn[edge->owner];
    double seen = leaper->turn[0] - leaper->turn[1];
    GrazeVec across = vec_quarter(edge->normal);
    axis->owner = edge->owner;
    axis->first = edge->first;
    axis->is_still = false;
    axis->n = edge->normal;
    axis->turn = turn;
    axis->own = vec_dot(edge->normal, edge->from);
    axis->start = vec_dot(across, edge->from);
    axis->length = vec_dot(across, edge->edge);
    axis->vertices = seen * seen * leaper->track[1 - edge->owner]->radius;
    double shaken = fabs(turn) + leaper->speed / leaper->track[edge->owner]->radius;
    axis->shake = leaper->error * fabs(turn) * shaken;
}

/* i + 1 and i - 1 along an outline, without a branch. */
HOT int32_t behind(int32_t i, int32_t count)
{
    int32_t j = i + 1 - count;
    return j + (count & (j >> 31));
}

HOT int32_t ahead(int32_t i, int32_t count)
{
    int32_t h = i - 1;
    return h + (count & (h >> 31));
}

/* Is p < q? As a number, from what engines do not make a branch of. */
HOT int32_t is_less(double p, double q)
{
    return (int32_t)(doubles_where((Doubles){p, p} < (Doubles){q, q}) & 1);
}

/* Of the two edges at the vertex that is furthest along `dir` the one that faces it more. Returns how thick its slab is at
   the least, seen from a guest whose pivot is at `dir`. */
static COLD double edge_towards(const Leaper* leaper, int32_t owner, GrazeVec dir, Edge* out)
{
    const GrazeTrack* track = leaper->track[owner];
    const GrazeShape* shape = track->shape;
    int32_t count = shape->count;
    if (count < 2) return -INFINITY;
    int32_t i = graze_support(shape, dir.x, dir.y, GRAZE_SUPPORT_AUTO, 0);
    int32_t h = ahead(i, count);
    GrazeVec vertex = vec_of(shape->vertices[i]);
    GrazeVec before = vec_sub(vertex, vec_of(shape->vertices[h]));
    GrazeVec after = vec_sub(vec_of(shape->vertices[behind(i, count)]), vertex);
    double facing_before = vec_dot(vec_outward(before), dir) * vec_length(after);
    double facing_after = vec_dot(vec_outward(after), dir) * vec_length(before);
    int32_t first = i + (h - i) * is_less(facing_after, facing_before);
    GrazeVec from = vec_of(shape->vertices[first]);
    out->owner = owner;
    out->first = first;
    out->edge = vec_sub(vec_of(shape->vertices[behind(first, count)]), from);
    out->normal = vec_over(vec_outward(out->edge), vec_length(out->edge));
    out->from = vec_sub(from, pivot_of(track));
    return vec_dot(out->normal, vec_sub(dir, out->from)) - leaper->track[1 - owner]->radius;
}

static COLD bool try_edge(Leaper* leaper, const Station* at, const Edge* edge)
{
    take_edge(leaper, edge);
    measure(leaper, at, &leaper->from);
    leaper->is_hinted = false;
    return leaper->from.thickness > 0;
}

/* An axis at the station, without a search. Where it finds none, the bodies are likely to overlap. */
static COLD bool pick(Leaper* leaper, const Station* at)
{
    Edge edges[2];
    GrazeVec dir_a = vec_unrotate(at->d, at->cos[0], at->sin[0]);
    GrazeVec dir_b = vec_unrotate(at->d, -at->cos[1], -at->sin[1]);
    double least_a = edge_towards(leaper, 0, dir_a, &edges[0]);
    double least_b = edge_towards(leaper, 1, dir_b, &edges[1]);
    int32_t first = is_less(least_a, least_b);
    if (max2(least_a, least_b) > -INFINITY && try_edge(leaper, at, &edges[first])) return true;
    return min2(least_a, least_b) > -INFINITY && try_edge(leaper, at, &edges[1 - first]);
}

/* The instant of the station, as far as looks read it, and the axis as hint. */
static COLD void tell(Leaper* leaper, const Station* station)
{
    GrazePursuit* pursuit = leaper->pursuit;
    GrazeInstant* at = &leaper->look->at;
    at->time = station->time;
    at->x[0] = station->d.x;
    at->y[0] = station->d.y;
    at->error = leaper->error;
    graze_instant_turn(&pursuit->course.leg, at, station->sin, station->cos);
    if (leaper->is_hinted) return;
    GrazeCarrier carrier = leaper->axis.owner == 0 ? GRAZE_CARRIED_BY_A : GRAZE_CARRIED_BY_B;
    graze_keep_edge(&pursuit->course, carrier, leaper->axis.first, &pursuit->hint);
    leaper->is_hinted = true;
}

/* Signed separation at the station, and what is nearest. */
static COLD void search(Leaper* leaper, const Station* at)
{
    GrazePursuit* pursuit = leaper->pursuit;
    tell(leaper, at);
    if (graze_look_again(&pursuit->course, &pursuit->hint, leaper->look)) return;
    graze_look(&pursuit->course, &pursuit->hint, leaper->look);
}

/* The normal of the look: of an edge where it is one, else it stands still. */
static void take_axis(Leaper* leaper)
{
    const GrazeHint* hint = &leaper->pursuit->hint;
    Axis* axis = &leaper->axis;
    if (hint->carrier != GRAZE_STILL) {
        int32_t owner = hint->carrier == GRAZE_CARRIED_BY_B;
        take_edge(leaper, &(Edge){owner, 0, hint->from, hint->edge, hint->normal});
        leaper->is_hinted = true;
        return;
    }
    double by_a = leaper->turn[0] * leaper->turn[0] * leaper->track[0]->radius;
    double by_b = leaper->turn[1] * leaper->turn[1] * leaper->track[1]->radius;
    *axis = (Axis){.first = -1, .is_still = true, .n = leaper->look->normal};
    axis->vertices = by_a + by_b;
}

/* An axis by a search: the normal between what is nearest. False when the bodies are not surely apart. */
static COLD bool find(Leaper* leaper, const Station* at)
{
    search(leaper, at);
    if (!(leaper->look->gap > leaper->error)) return false;
    take_axis(leaper);
    measure(leaper, at, &leaper->from);
    return leaper->from.thickness > 0;
}

/* t + step or t - step, no further. */
static double time_towards(double t, double step, bool is_forward)
{
    return is_forward ? graze_time_after(t, step) : -graze_time_after(-t, step);
}

enum { FILLS = 2 };

/*
 * One side of the middle, for which there is a sight: what is free of it, from the middle to `near`, and from `far` to
 * the end. By the middle's axis; by one of the end; and by ones of times in between.
 */
static COLD void leap_side(Leaper* leaper, const Station* middle, const Sight* sight,
                           const Station* end, double* near, double* far)
{
    bool is_forward = end->time > middle->time;
    double span = fabs(end->time - middle->time);
    double step = leap_between(leaper, sight, middle->time, end);
    *far = end->time;
    *near = end->time;
    if (step >= span) return;
    *near = time_towards(middle->time, step, is_forward);
    if (!pick(leaper, end)) return;
    step = leap_between(leaper, &leaper->from, end->time, middle);
    *far = step >= span ? middle->time : time_towards(end->time, step, !is_forward);
    for (int32_t i = 0; i < FILLS && (is_forward ? *near < *far : *far < *near); i++) {
        Station between;
        double time = *near + 0.5 * (*far - *near);
        go_to(leaper, time, &between);
        if (!pick(leaper, &between)) return;
        double back = leap_between(leaper, &leaper->from, time, middle);
        double on = leap_between(leaper, &leaper->from, time, end);
        bool is_near = back >= fabs(time - *near);
        bool is_far = on >= fabs(*far - time);
        if (is_near) *near = is_far ? *far : time_towards(time, on, is_forward);
        if (!is_near && is_far) *far = time_towards(time, back, !is_forward);
    }
}

/* What is free about the time at which the pivots are nearest: there a slab closes most slowly. */
static void leap_from_middle(Leaper* leaper, double time)
{
    Station middle;
    go_to(leaper, time, &middle);
    if (!pick(leaper, &middle)) return;
    Sight sight = leaper->from;
    Axis axis = leaper->axis;
    double t = leaper->time;
    double goal = leaper->goal;
    go_to(leaper, t, &leaper->here);
    go_to(leaper, goal, &leaper->there);
    leap_side(leaper, &middle, &sight, &leaper->there, &leaper->free_to, &leaper->goal);
    leaper->axis = axis;
    leap_side(leaper, &middle, &sight, &leaper->here, &leaper->free_from, &leaper->time);
    if (leaper->time >= leaper->free_from) leaper->time = leaper->free_to;
}

/* How fast the terms of a body's places can grow, of which the error is a part. */
static double rate_of(const GrazeTrack* track)
{
    const GrazePiece* piece = track->piece;
    return fabs(piece->x[1]) + fabs(piece->y[1]) + track->radius * fabs(piece->theta[1]);
}

/* How near the pivots have to pass, in the radii, for contact to be likely: then a look there is of no use. */
static const double NEAR = 0.65;

/*
 * Where to go: to when the discs about the pivots have parted for good, widened as in graze_discs_hold and more, or to
 * `end`. The error: each body's terms grow by twice its rate at most, and what both have moved by once.
 */
static void survey(Leaper* leaper, double end)
{
    const GrazeInstant* at = &leaper->look->at;
    double reach = leaper->track[0]->radius + leaper->track[1]->radius;
    reach += leaper->pursuit->course.leg.reach;
    GrazeVec d = vec(at->x[0], at->y[0]);
    double most = (reach + at->error) * (1 + 0x1p-20);
    double a = vec_dot(leaper->velocity, leaper->velocity);
    double b = vec_dot(d, leaper->velocity);
    double pass = vec_cross(d, leaper->velocity);
    double square = a * most * most - pass * pass;
    double rate = rate_of(leaper->track[0]) + rate_of(leaper->track[1]);
    leaper->goal = square > 0 ? min2(end, at->time + (sqrt(square) - b) / a) : end;
    leaper->error = at->error + 3 * GRAZE_MOTION_ERROR * rate * (leaper->goal - at->time);
    leaper->free_from = INFINITY;
    leaper->free_to = INFINITY;
    leaper->here = (Station){.time = INFINITY};
    double middle = at->time - b / a;
    bool is_inside = middle > leaper->time && middle < leaper->goal;
    if (is_inside && pass * pass > a * (NEAR * NEAR * reach * reach))
        leap_from_middle(leaper, middle);
}

enum { LEAPS = 64, RETRIES = 4 };

/* Do they surely overlap there, which the slab does not deny? */
static bool overlaps(Leaper* leaper)
{
    search(leaper, &leaper->there);
    return leaper->look->gap < -leaper->error;
}

/* A leap to `*target`; and where the guest is behind the edge then, to times before it. How far it is good, or true when
   they met. */
static bool leap(Leaper* leaper, double* target, double* step, GrazeMet* met)
{
    double t = leaper->time;
    double tolerance = leaper->pursuit->tolerance;
    *step = 0;
    for (int32_t k = 0; k < RETRIES; k++) {
        go_to(leaper, *target, &leaper->there);
        *step = max2(*step, leap_between(leaper, &leaper->from, t, &leaper->there));
        if (*step >= *target - t || !(leaper->to.thickness < -2 * leaper->error)) return false;
        double next = graze_time_after(t, *step);
        if (*target - next <= tolerance) {
            *met = (GrazeMet){GRAZE_CONTACT_HIT, next, *target, *target};
            return overlaps(leaper);
        }
        double sooner = *target + root_of_sight(&leaper->to) + BEHIND * tolerance;
        if (!(is_before(&leaper->axis, &leaper->to) && sooner > next && sooner < *target))
            return false;
        *target = sooner;
    }
    return false;
}

/* On to `goal`, from where an axis has been found; true when they met. */
static bool go_on(Leaper* leaper, GrazeMet* met)
{
    for (int32_t i = 0; i < LEAPS && leaper->pursuit->left > RETRIES; i++) {
        double t = leaper->time;
        double until = t < leaper->free_from ? min2(leaper->goal, leaper->free_from) : leaper->goal;
        double far = aim(leaper, until - t);
        double target = t + far < until ? t + far : until;
        double step;
        if (!(target > t)) return false;
        if (leap(leaper, &target, &step, met)) return true;
        bool is_whole = step >= target - t;
        double next = is_whole ? target : graze_time_after(t, step);
        if (next >= leaper->free_from && next < leaper->free_to) {
            next = leaper->free_to;
            is_whole = false;
        }
        leaper->time = next;
        if (next - t < 0.25 * leaper->pursuit->tolerance || next >= leaper->goal) return false;
        if (is_whole && is_before(&leaper->axis, &leaper->to)) {
            leaper->from = leaper->to;
            continue;
        }
        if (!is_whole) go_to(leaper, next, &leaper->there);
        if (!find(leaper, &leaper->there)) return false;
    }
    return false;
}

bool graze_leap(GrazePursuit* pursuit, GrazeLook* look, double end, GrazeMet* met, double* time)
{
    Leaper leaper;
    leaper.pursuit = pursuit;
    leaper.look = look;
    leaper.track[0] = &pursuit->course.leg.a;
    leaper.track[1] = &pursuit->course.leg.b;
    leaper.turn[0] = look->at.turn_a[1];
    leaper.turn[1] = look->at.turn_b[1];
    leaper.velocity = vec(look->at.x[1], look->at.y[1]);
    leaper.speed = vec_length(leaper.velocity);
    leaper.axis.first = -1;
    leaper.is_hinted = true;
    leaper.time = *time;
    survey(&leaper, end);
    bool is_met = false;
    if (leaper.time < leaper.goal) {
        if (leaper.here.time != leaper.time) go_to(&leaper, leaper.time, &leaper.here);
        is_met =
            (pick(&leaper, &leaper.here) || find(&leaper, &leaper.here)) && go_on(&leaper, met);
    }
    *time = leaper.time >= leaper.goal ? end : leaper.time;
    return is_met;
}
