#include "../tolerance.h"
#include "delays.h"

/*
 * Critical delays inside: the points with f = 0 and g = 0 for
 *
 *   f = (P . P - R^2) / 2,   g = P . W,   P = p1(u) - p2(v),   W = P' = v1(u) - v2(v)
 *
 * of which there are 12 at the most (Bezout: degrees 4 and 3). They are looked for in the plane of delta and u, v = u - delta,
 * where W and g are the derivatives of P and f by u: so cells become narrow in delta and stay long in u where nothing
 * changes with u, as where the accelerations are equal and the velocities become so.
 *
 * In a cell about a point, |x| <= X in delta and |y| <= Y in u, with p, omega, v2 for P, W, v2 there and c = a1 - a2,
 *
 *   P = p + v2 x + omega y - a2 x^2 / 2 + a2 x y + c y^2 / 2
 *   W = omega + a2 x + c y
 *
 * exactly, so that products of these coefficients bound everything in the cell:
 *  - along n = p / |p|, n . P differs from |p| by at most L, and P from p by at most B: |p| - L > R says that all is outside
 *    (|P| >= n . P), (|p| + L)^2 + B^2 < R^2 that all is inside (B bounds the part across n);
 *  - g differs from p . omega by at most G: |p . omega| > G says that nothing is critical.
 *  - W turns by at most an angle t with sin t = (|a2| X + |c| Y) / |omega|. Where P is critical, across W and as long as R, it is
 *    at least R cos t away from the line of omega: nothing is critical if all of P is nearer to it. This is for long and
 *    narrow K, as of flights one behind the other.
 * Each of it allows for rounding. If none says so, let J be the derivative of (f, g) in the middle and D what it changes by
 * at most in the cell grown to twice its size:
 *
 *   f_x = P . v2(v)   f_y = g   g_x = P . a2 + v2(v) . W   g_y = W . W + P . c
 *
 * Where |J^-1 D| <= 1/4, measured by the cell's X and Y, the map z - J^-1 (f, g)(z) contracts by 1/4 there: one root z* at
 * the most, and if it is in the cell, the first step from the middle is at most 5/4 of the cell, since it ends within 1/4
 * |z*| of z*. Newton's own steps contract by 2/3 ((J^-1 J(z))^-1 is at most 4/3, what J changes by 1/2 of it), so they stay
 * in the grown cell and converge; if they leave it, there is no root in the cell. Else the cell is halved, in the
 * direction that adds more to L and G.
 *
 * Where F has a double point or g_y = 0 nothing is ever certified. There cells are halved until L and G are rounding
 * themselves; then the middle is noted. That does no harm, whether critical or not; nor do roots outside the square.
 *
 * Bounded work: beside a root a handful of cells for each halving, of which there are at most 60 in each direction.
 * GRAZE_CRITICAL_CELLS bounds the sum; beyond it the cells left are noted by their middles.
 */

typedef struct {
    double at[3];
} Vec3;

static double dot3(const Vec3* p, const Vec3* q)
{
    return p->at[0] * q->at[0] + p->at[1] * q->at[1] + p->at[2] * q->at[2];
}

static double length3(const Vec3* p)
{
    return sqrt(dot3(p, p));
}

/* A flight: its velocity at the start, its acceleration, its time, exactly but for the time's last bit. */
typedef struct {
    Vec3 velocity, acceleration;
    double time;
} Course;

/* A point of the plane of delta and u. */
typedef struct {
    double delta, u;
} Place;

enum { MOST_DOUBLES = 16 };

/*
 * What is looked for: flight `one` is the shorter, so that u - delta rounds no more than v. Times are multiplied by a power
 * of two that brings the longer to [1, 2). `place_error`: of P as computed; `hurry`: the sum of the largest
 * speeds, at most.
 */
typedef struct {
    Dd w[3];
    Dd reach;
    Course one, two;
    Vec3 change; /* c */
    double place_error, hurry;
    double beat;
    bool is_swapped;
    Critical* critical;
    Place doubles[MOST_DOUBLES]; /* cells noted by their middles */
    int32_t double_count;
} Hunt;

/* About (delta, u), which are that of the middle. */
typedef struct {
    double delta, u, x, y;
} Cell;

/* P, W and v2 at a point. */
typedef struct {
    Vec3 p, omega, v2;
} Look;

static void look_at(const Hunt* hunt, double delta, double u, Look* look)
{
    double v = u - delta;
    for (int i = 0; i < 3; i++) {
        double v1 = hunt->one.velocity.at[i];
        double v2 = hunt->two.velocity.at[i];
        double a1 = hunt->one.acceleration.at[i];
        double a2 = hunt->two.acceleration.at[i];
        look->p.at[i] = hunt->w[i].hi + (u * (v1 + a1 * (u / 2)) - v * (v2 + a2 * (v / 2)));
        look->v2.at[i] = v2 + a2 * v;
        look->omega.at[i] = (v1 + a1 * u) - look->v2.at[i];
    }
}

/* A bound, and how much of it comes from either direction. */
typedef struct {
    double sum, x, y;
} Bound;

static void add_term(Bound* bound, double term, int x_degree, int y_degree)
{
    double size = fabs(term);
    bound->sum += size;
    bound->x += size * x_degree;
    bound->y += size * y_degree;
}

/* Of a p . v2 and such, for a vector n in the place of p: L, or for an axis its part of B. */
static Bound bound_along(const Hunt* hunt, const Look* look, const Vec3* n, double x, double y)
{
    double bend = dot3(n, &hunt->two.acceleration);
    Bound bound = {0, 0, 0};
    add_term(&bound, dot3(n, &look->v2) * x, 1, 0);
    add_term(&bound, dot3(n, &look->omega) * y, 0, 1);
    add_term(&bound, bend * x * x / 2, 2, 0);
    add_term(&bound, bend * x * y, 1, 1);
    add_term(&bound, dot3(n, &hunt->change) * y * y / 2, 0, 2);
    return bound;
}

/* B */
static Bound bound_place(const Hunt* hunt, const Look* look, double x, double y)
{
    double bend = length3(&hunt->two.acceleration);
    Bound bound = {0, 0, 0};
    add_term(&bound, length3(&look->v2) * x, 1, 0);
    add_term(&bound, length3(&look->omega) * y, 0, 1);
    add_term(&bound, bend * x * x / 2, 2, 0);
    add_term(&bound, bend * x * y, 1, 1);
    add_term(&bound, length3(&hunt->change) * y * y / 2, 0, 2);
    return bound;
}

/* G: P . W multiplied out. */
static Bound bound_slope(const Hunt* hunt, const Look* look, double x, double y)
{
    const Vec3* a2 = &hunt->two.acceleration;
    const Vec3* c = &hunt->change;
    double bent = dot3(&look->omega, a2);
    double a2_a2 = dot3(a2, a2);
    double a2_c = dot3(a2, c);
    Bound bound = {0, 0, 0};
    add_term(&bound, (dot3(&look->v2, &look->omega) + dot3(&look->p, a2)) * x, 1, 0);
    add_term(&bound, (dot3(&look->omega, &look->omega) + dot3(&look->p, c)) * y, 0, 1);
    add_term(&bound, (dot3(&look->v2, a2) - bent / 2) * x * x, 2, 0);
    add_term(&bound, (dot3(&look->v2, c) + 2 * bent) * x * y, 1, 1);
    add_term(&bound, 1.5 * dot3(&look->omega, c) * y * y, 0, 2);
    add_term(&bound, a2_a2 / 2 * x * x * x, 3, 0);
    add_term(&bound, (a2_a2 - a2_c / 2) * x * x * y, 2, 1);
    add_term(&bound, 1.5 * a2_c * x * y * y, 1, 2);
    add_term(&bound, dot3(c, c) / 2 * y * y * y, 0, 3);
    return bound;
}

/* |q| less what goes along the unit vector n. */
static double across(const Vec3* q, const Vec3* n)
{
    double along = dot3(q, n);
    Vec3 rest = *q;
    for (int i = 0; i < 3; i++)
        rest.at[i] -= along * n->at[i];
    return length3(&rest);
}

/* Is P, all over the cell, not as far from the line of W as where it is critical? */
static bool is_in_line(const Hunt* hunt, const Look* look, double x, double y)
{
    double speed = length3(&look->omega);
    double turn = length3(&hunt->two.acceleration) * x + length3(&hunt->change) * y;
    if (!(turn < speed)) return false;
    Vec3 n = look->omega;
    for (int i = 0; i < 3; i++)
        n.at[i] /= speed;
    double wide = across(&look->p, &n) + across(&look->v2, &n) * x +
                  across(&hunt->two.acceleration, &n) * x * (x / 2 + y) +
                  across(&hunt->change, &n) * y * y / 2 + hunt->place_error;
    double cosine = sqrt((speed - turn) * (speed + turn)) / speed;
    return wide < hunt->reach.hi * cosine;
}

/* (f, g) and J. */
typedef struct {
    double f, g, fx, fy, gx, gy;
} System;

static System system_of(const Hunt* hunt, const Look* look)
{
    const Vec3* p = &look->p;
    double slope = dot3(p, &look->omega);
    double square = dot3(p, p) - hunt->reach.hi * hunt->reach.hi;
    return (System){square / 2,
                    slope,
                    dot3(p, &look->v2),
                    slope,
                    dot3(p, &hunt->two.acceleration) + dot3(&look->v2, &look->omega),
                    dot3(&look->omega, &look->omega) + dot3(p, &hunt->change)};
}

/* f_xx */
static double bend_of(const Hunt* hunt, const Look* look)
{
    return dot3(&look->v2, &look->v2) - dot3(&look->p, &hunt->two.acceleration);
}

typedef struct {
    double x, y;
} Step;

/* -J^-1 (f, g) */
static Step newton(const System* s)
{
    double det = s->fx * s->gy - s->fy * s->gx;
    return (Step){(s->fy * s->g - s->gy * s->f) / det, (s->gx * s->f - s->fx * s->g) / det};
}

/* Is |J^-1 D| <= 1/4 in the cell? X and Y are those of the grown one. */
static bool is_certain(const Hunt* hunt, const Look* look, const System* s, double x, double y)
{
    double bend = length3(&hunt->two.acceleration);
    double change = length3(&hunt->change);
    double speed = length3(&look->omega);
    double speed2 = length3(&look->v2);
    double place = bound_place(hunt, look, x, y).sum;
    double faster = bend * x + change * y;
    double faster2 = bend * (x + y);
    double d_gx = bend * place + speed2 * faster + speed * faster2 + faster * faster2;
    double d_gy = (2 * speed + faster) * faster + change * place;
    double d_fy = bound_slope(hunt, look, x, y).sum;
    double f_xx = fabs(bend_of(hunt, look)) + (2 * speed2 + faster2) * faster2 + bend * place;
    double d_fx = f_xx * x + (fabs(s->gx) + d_gx) * y;
    double limit = GRAZE_CRITICAL_CERTAIN * fabs(s->fx * s->gy - s->fy * s->gx);
    double fx = fabs(s->fx);
    double fy = fabs(s->fy);
    double gx = fabs(s->gx);
    double gy = fabs(s->gy);
    double by_x = (gy * d_fx + fy * d_gx) * x + (gy * d_fy + fy * d_gy) * y;
    double by_y = (gx * d_fx + fx * d_gx) * x + (gx * d_fy + fx * d_gy) * y;
    return limit > 0 && by_x <= limit * x && by_y <= limit * y;
}

/* p(t) of a course, less what it starts from, and its velocity there, to the precision of pairs. */
static Dd come(const Course* course, int i, Dd t, Dd* velocity)
{
    Dd faster = dd_mul(dd_of(course->acceleration.at[i]), t);
    *velocity = dd_add(dd_of(course->velocity.at[i]), faster);
    return dd_mul(t, dd_add(dd_of(course->velocity.at[i]), dd_scaled(faster, 0.5)));
}

/*
 * A step of Newton's with f and g in pairs of doubles, so that what is left is the rounding of their arguments. For a
 * double point, where both derivatives of f are 0 and f need not be, f_x takes the place of f.
 */
static COLD void refine(const Hunt* hunt, bool is_double, Dd* delta, Dd* u)
{
    Dd p[3];
    Dd omega[3];
    Dd speed2[3];
    Look look;
    Dd v = dd_sub(*u, *delta);
    for (int i = 0; i < 3; i++) {
        Dd v1;
        Dd come1 = come(&hunt->one, i, *u, &v1);
        Dd come2 = come(&hunt->two, i, v, &speed2[i]);
        p[i] = dd_add(hunt->w[i], dd_sub(come1, come2));
        omega[i] = dd_sub(v1, speed2[i]);
        look.p.at[i] = p[i].hi;
        look.omega.at[i] = omega[i].hi;
        look.v2.at[i] = speed2[i].hi;
    }
    System s = system_of(hunt, &look);
    s.g = dd_dot(p, omega, 3).hi;
    if (is_double) {
        s.f = dd_dot(p, speed2, 3).hi;
        s.fx = bend_of(hunt, &look);
        s.fy = s.gx;
    } else {
        s.f = dd_sub(dd_dot(p, p, 3), dd_mul(hunt->reach, hunt->reach)).hi / 2;
    }
    Step step = newton(&s);
    if (!(fabs(step.x) + fabs(step.y) <= GRAZE_POLISH_STEP)) return;
    *delta = dd_add(*delta, dd_of(step.x));
    *u = dd_add(*u, dd_of(step.y));
}

static void note(const Hunt* hunt, Dd delta, double slack)
{
    if (!(delta.hi >= -hunt->two.time && delta.hi <= hunt->one.time)) return;
    Dd mine = hunt->is_swapped ? dd_negated(delta) : delta;
    note_critical(hunt->critical, dd_scaled(mine, 1 / hunt->beat), slack / hunt->beat);
}

/* Is a small cell beside a double point that is noted already? */
static bool is_noted(const Hunt* hunt, const Cell* cell)
{
    if (cell->x > GRAZE_CRITICAL_BLUR || cell->y > GRAZE_CRITICAL_BLUR) return false;
    for (int32_t i = 0; i < hunt->double_count; i++) {
        const Place* point = &hunt->doubles[i];
        bool is_near = fabs(point->delta - cell->delta) <= GRAZE_CRITICAL_BLUR &&
                       fabs(point->u - cell->u) <= GRAZE_CRITICAL_BLUR;
        if (is_near) return true;
    }
    return false;
}

/* Notes a cell that rounding leaves, as most that are beside a double point: that point, if there is one. */
static COLD void note_cell(Hunt* hunt, const Cell* cell)
{
    Dd delta = dd_of(cell->delta);
    Dd u = dd_of(cell->u);
    for (int i = 0; i < 3; i++)
        refine(hunt, true, &delta, &u);
    bool is_near = fabs(delta.hi - cell->delta) <= GRAZE_CRITICAL_BLUR;
    note(hunt, is_near ? delta : dd_of(cell->delta), GRAZE_CRITICAL_BLUR);
    if (hunt->double_count < MOST_DOUBLES)
        hunt->doubles[hunt->double_count++] = (Place){cell->delta, cell->u};
}

/* In a cell where Newton's method is certain: notes the root, if there is one. */
static COLD void pursue(const Hunt* hunt, const Cell* cell)
{
    double delta = cell->delta;
    double u = cell->u;
    for (int i = 0; i < GRAZE_CRITICAL_STEPS; i++) {
        Look look;
        look_at(hunt, delta, u, &look);
        System s = system_of(hunt, &look);
        Step step = newton(&s);
        delta += step.x;
        u += step.y;
        bool is_far =
            !(fabs(delta - cell->delta) <= 2.5 * cell->x) || !(fabs(u - cell->u) <= 2.5 * cell->y);
        if (is_far) return;
        if (fabs(step.x) + fabs(step.y) <= GRAZE_CRITICAL_CLOSE) break;
    }
    Dd exact_delta = dd_of(delta);
    Dd exact_u = dd_of(u);
    for (int i = 0; i < 3; i++)
        refine(hunt, false, &exact_delta, &exact_u);
    note(hunt, exact_delta, 4 * GRAZE_UNIT);
}

typedef enum { NOTHING_THERE, HALVE_DELTA, HALVE_U } Verdict;

/* Looks at a cell: says that it is done with, or how it is to be halved. */
static Verdict look_over(Hunt* hunt, const Cell* cell)
{
    double x = cell->x;
    double y = cell->y;
    double v = cell->u - cell->delta;
    if (v + x + y < 0 || v - x - y > hunt->two.time) return NOTHING_THERE;
    Look look;
    look_at(hunt, cell->delta, cell->u, &look);
    double far = length3(&look.p);
    double reach = hunt->reach.hi;
    double error = hunt->place_error;
    Vec3 n = look.p;
    for (int i = 0; i < 3; i++)
        n.at[i] = far > 0 ? n.at[i] / far : 0;
    Bound along = bound_along(hunt, &look, &n, x, y);
    if (far - along.sum > reach + error) return NOTHING_THERE;
    Bound place = bound_place(hunt, &look, x, y);
    double most = far + (far > 0 ? along.sum : place.sum) + error;
    if (most < reach && most * most + place.sum * place.sum < (reach - error) * (reach - error))
        return NOTHING_THERE;
    Bound slope = bound_slope(hunt, &look, x, y);
    double slope_error =
        error * (length3(&look.omega) + hunt->hurry * (far + hunt->hurry * (x + y)));
    if (fabs(dot3(&look.p, &look.omega)) > slope.sum + slope_error) return NOTHING_THERE;
    if (is_in_line(hunt, &look, x, y) || is_noted(hunt, cell)) return NOTHING_THERE;
    System s = system_of(hunt, &look);
    if (is_certain(hunt, &look, &s, 2 * x, 2 * y)) {
        Step step = newton(&s);
        if (fabs(step.x) <= 1.5 * x && fabs(step.y) <= 1.5 * y) pursue(hunt, cell);
        return NOTHING_THERE;
    }
    /* What is across n adds at most its square over 2 |P| to |P|. */
    double across = place.sum / (2 * max2(far, reach));
    along.sum += across * place.sum;
    along.x += across * place.x * 2;
    along.y += across * place.y * 2;
    if (along.sum <= 4 * error && slope.sum <= 4 * slope_error) {
        note_cell(hunt, cell);
        return NOTHING_THERE;
    }
    if (x < GRAZE_CRITICAL_LEAST_CELL && y < GRAZE_CRITICAL_LEAST_CELL) {
        note_cell(hunt, cell);
        return NOTHING_THERE;
    }
    if (x < GRAZE_CRITICAL_LEAST_CELL) return HALVE_U;
    if (y < GRAZE_CRITICAL_LEAST_CELL) return HALVE_DELTA;
    double by_x = along.x / (along.sum + error) + slope.x / (slope.sum + slope_error);
    double by_y = along.y / (along.sum + error) + slope.y / (slope.sum + slope_error);
    if (by_x > 2 * by_y) return HALVE_DELTA;
    if (by_y > 2 * by_x) return HALVE_U;
    return x / hunt->two.time > y / hunt->one.time ? HALVE_DELTA : HALVE_U;
}

/* Each halving leaves one cell behind, and there are less than 64 in each direction. */
enum { MOST_CELLS = 128 };

static void hunt_cells(Hunt* hunt)
{
    Cell stack[MOST_CELLS];
    double length = hunt->one.time + hunt->two.time;
    stack[0] =
        (Cell){hunt->one.time - length / 2, hunt->one.time / 2, length / 2, hunt->one.time / 2};
    int32_t count = 1;
    int32_t seen = 0;
    while (count > 0) {
        Cell cell = stack[--count];
        if (++seen > GRAZE_CRITICAL_CELLS) {
            note_cell(hunt, &cell);
            continue;
        }
        Verdict verdict = look_over(hunt, &cell);
        if (verdict == NOTHING_THERE) continue;
        double dx = verdict == HALVE_DELTA ? cell.x / 2 : 0;
        double dy = verdict == HALVE_U ? cell.y / 2 : 0;
        stack[count++] = (Cell){cell.delta + dx, cell.u + dy, cell.x - dx, cell.y - dy};
        stack[count++] = (Cell){cell.delta - dx, cell.u - dy, cell.x - dx, cell.y - dy};
    }
}

static void set_course(Course* course, const Leg* leg, double beat)
{
    double k = leg->unit / beat;
    course->time = leg->time.hi * beat;
    for (int i = 0; i < 3; i++) {
        course->velocity.at[i] = leg->velocity[i] * k;
        course->acceleration.at[i] = leg->acceleration[i] * k * k;
    }
}

/* The largest speed, at most. */
static double hurry(const Course* course)
{
    return length3(&course->velocity) + length3(&course->acceleration) * course->time;
}

void find_critical(const Legs* legs, Critical* critical)
{
    bool is_swapped = legs->leg2.time.hi < legs->leg1.time.hi;
    const Leg* one = is_swapped ? &legs->leg2 : &legs->leg1;
    const Leg* two = is_swapped ? &legs->leg1 : &legs->leg2;
    if (one->time.hi <= two->time.hi * GRAZE_CRITICAL_LEAST_TIME) return;
    Hunt hunt = {.reach = legs->reach,
                 .place_error = GRAZE_CRITICAL_ERROR,
                 .beat = two->unit,
                 .is_swapped = is_swapped,
                 .critical = critical};
    if (hunt.reach.hi < GRAZE_CRITICAL_LEAST_REACH) hunt.reach = dd_of(GRAZE_CRITICAL_LEAST_REACH);
    set_course(&hunt.one, one, hunt.beat);
    set_course(&hunt.two, two, hunt.beat);
    for (int i = 0; i < 3; i++) {
        hunt.w[i] = is_swapped ? dd_negated(legs->w[i]) : legs->w[i];
        hunt.change.at[i] = hunt.one.acceleration.at[i] - hunt.two.acceleration.at[i];
    }
    hunt.hurry = hurry(&hunt.one) + hurry(&hunt.two);
    hunt_cells(&hunt);
}
