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
 *  - along the curve g = 0 f is told from 0 (curve_of).
 * Each of it allows for rounding. If none says so, but g_y is within 1/4 of that in the middle all over the cell, so that the
 * curve is a function of delta, and f is monotone along it, there is one root at the most; it is bracketed between the
 * cell's ends (is_monotone, pursue). Every root that is not a double one has such a cell about it. Else the cell is halved,
 * in the direction that adds more to the bounds. With g = 0, derivatives are
 *
 *   f_x = P . v2(v)   f_y = g   f_xx = v2 . v2 - P . a2   g_x = P . a2 + v2 . W   g_y = W . W + P . c
 *
 * Where F has a double point or g_y = 0 nothing is ever certified. There cells are halved until these bounds are rounding
 * themselves; then the double point, or both ends of the cell, are noted. That does no harm, whether critical or not; nor
 * do roots outside the square.
 *
 * Bounded work: beside a root a handful of cells for each halving, beside a double point some dozens, and more only
 * where f and g are rounding along a line, as where three or four roots come together. So after GRAZE_CRITICAL_PATIENCE cells
 * those below 2^-26 are noted as they are, and with every GRAZE_CRITICAL_RUN cells more those twice as large: at most 26
 * times, then nothing is halved any more.
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
    double close; /* last step of Newton's in double */
    double least; /* half a cell's size that is not halved again */
    double beat;
    bool is_swapped, is_plane;
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

/* A bound, what is not linear of it, and how much of it comes from either direction. */
typedef struct {
    double sum, bent, x, y;
} Bound;

static void add_term(Bound* bound, double term, int x_degree, int y_degree)
{
    double size = fabs(term);
    bound->sum += size;
    if (x_degree + y_degree > 1) bound->bent += size;
    bound->x += size * x_degree;
    bound->y += size * y_degree;
}

/* Of a p . v2 and such, for a vector n in the place of p: L, or for an axis its part of B. */
static Bound bound_along(const Hunt* hunt, const Look* look, const Vec3* n, double x, double y)
{
    double bend = dot3(n, &hunt->two.acceleration);
    Bound bound = {0, 0, 0, 0};
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
    Bound bound = {0, 0, 0, 0};
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
    Bound bound = {0, 0, 0, 0};
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

/* The magnitudes of f's cubic coefficients. */
typedef struct {
    double xxx, xxy, xyy, yyy;
} Cubic;

static Cubic cubic_of(const Hunt* hunt, const Look* look)
{
    double v2_a2 = dot3(&look->v2, &hunt->two.acceleration);
    double omega_a2 = dot3(&look->omega, &hunt->two.acceleration);
    return (Cubic){fabs(v2_a2) / 2, fabs(v2_a2 - omega_a2 / 2),
                   fabs(dot3(&look->v2, &hunt->change) / 2 + omega_a2),
                   fabs(dot3(&look->omega, &hunt->change)) / 2};
}

/*
 * What f can be along the curve g = 0 in a cell: `value` in the middle, and `spread`, how far from that. With l the linear
 * part of g, g = l + q, and f = f0 + f_x x + g0 y + (f_xx x^2 + 2 g_x x y + g_y y^2) / 2 + higher terms,
 *
 *   f = f0 - g0^2 / 2 g_y + (f_x - g0 g_x / g_y) x + (f_xx - g_x^2 / g_y) x^2 / 2 + l^2 / 2 g_y + higher terms
 *
 * where l^2 = q^2 if g = 0. So f is told apart from 0 however long and flat the curve is: where R is large and P slides along
 * the circle, and beside cusps. `bent` bounds q. `error` is that of f on the curve.
 */
typedef struct {
    double value, spread, error;
} Curve;

static Curve curve_of(const Hunt* hunt, const Look* look, const System* s, double x, double y,
                      double bent, double slope_error)
{
    if (s->gy == 0) return (Curve){0, INFINITY, 0};
    Cubic c = cubic_of(hunt, look);
    double cubic = c.xxx * x * x * x + c.xxy * x * x * y + c.xyy * x * y * y + c.yyy * y * y * y;
    double quad =
        length3(&hunt->two.acceleration) * x * (x / 2 + y) + length3(&hunt->change) * y * y / 2;
    double ratio = s->g / s->gy;
    double linear = fabs(s->fx - ratio * s->gx) * x;
    double square = fabs(bend_of(hunt, look) - s->gx * s->gx / s->gy) * x * x / 2;
    double higher = cubic + quad * quad / 2 + bent * bent / fabs(2 * s->gy);
    double far = length3(&look->p) + hunt->reach.hi + hunt->hurry * (x + y);
    return (Curve){fabs(s->f - ratio * s->g / 2), linear + square + higher,
                   hunt->place_error * far + fabs(ratio) * slope_error};
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

/*
 * Is the curve g = 0 in the cell (and beyond, up to `tall` above and below its middle) a function of delta? `tall` is at
 * least Y, and so large that g has opposite signs at both ends of every line of one delta.
 */
static bool is_graph(const Hunt* hunt, const Look* look, const System* s, double x, double y,
                     double* tall)
{
    double gy = fabs(s->gy);
    double sway = fabs(s->g) + fabs(s->gx) * x;
    *tall = gy > 0 ? max2(y, 1.5 * sway / gy) : INFINITY;
    double bent = bound_slope(hunt, look, x, *tall).bent;
    double change = length3(&hunt->change);
    double faster = length3(&hunt->two.acceleration) * x + change * *tall;
    double d_gy = (2 * length3(&look->omega) + faster) * faster +
                  change * bound_place(hunt, look, x, *tall).sum;
    return d_gy <= gy * GRAZE_CRITICAL_CERTAIN && gy * *tall > sway + bent;
}

/* Is f monotone along it? */
static bool is_monotone(const Hunt* hunt, const Look* look, const System* s, double x, double tall)
{
    double bent = bound_slope(hunt, look, x, tall).bent;
    double bend = length3(&hunt->two.acceleration);
    Cubic cubic = cubic_of(hunt, look);
    double quad = bend * x * (x / 2 + tall) + length3(&hunt->change) * tall * tall / 2;
    double slope = fabs(s->fx - s->g / s->gy * s->gx);
    double higher = 3 * cubic.xxx * x * x + 2 * cubic.xxy * x * tall + cubic.xyy * tall * tall +
                    quad * bend * (x + tall);
    return slope > fabs(bend_of(hunt, look) - s->gx * s->gx / s->gy) * x +
                       fabs(s->gx * bent / s->gy) + higher + hunt->place_error * hunt->hurry;
}

static double cross2(const Vec3* p, const Vec3* q)
{
    return p->at[0] * q->at[1] - p->at[1] * q->at[0];
}

/*
 * In the plane: is the signed distance h = P x W / |W| monotone along it? P is across W, so h is R or -R where it is
 * critical, and h' = v2 x W / |W|: as W / |W| turns by a multiple of itself turned a quarter. That is not 0 as long as W is
 * not and
 *
 *   v2 x W = v2 x omega + (v2 x a2 - a2 x omega) x + (v2 x c + a2 x omega) y + (a2 x c) (y - x) y
 *
 * is not, at whatever distance. This is for discs that are small, and for ways that are almost one.
 */
static bool is_passing(const Hunt* hunt, const Look* look, double x, double tall)
{
    const Vec3* a2 = &hunt->two.acceleration;
    const Vec3* c = &hunt->change;
    double faster = length3(a2) * x + length3(c) * tall;
    if (!hunt->is_plane || !(faster < length3(&look->omega) / 2)) return false;
    double turned = cross2(a2, &look->omega);
    double other = fabs(cross2(&look->v2, a2) - turned) * x +
                   fabs(cross2(&look->v2, c) + turned) * tall +
                   fabs(cross2(a2, c)) * (x + tall) * tall;
    return fabs(cross2(&look->v2, &look->omega)) >
           other + GRAZE_CRITICAL_TURN * hunt->hurry * hunt->hurry;
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
 * double point, where both derivatives of f are 0 and f need not be, f_x takes the place of f. Has it converged?
 */
static COLD bool refine(const Hunt* hunt, bool is_double, Dd* delta, Dd* u)
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
    if (!(fabs(step.x) + fabs(step.y) <= GRAZE_POLISH_STEP)) return false;
    *delta = dd_add(*delta, dd_of(step.x));
    *u = dd_add(*u, dd_of(step.y));
    return fabs(step.x) + fabs(step.y) <= GRAZE_CRITICAL_CLOSE;
}

static void note(const Hunt* hunt, Dd delta, double slack, bool is_sure)
{
    if (!(delta.hi >= -hunt->two.time && delta.hi <= hunt->one.time)) return;
    Dd mine = hunt->is_swapped ? dd_negated(delta) : delta;
    note_critical(hunt->critical, dd_scaled(mine, 1 / hunt->beat), slack / hunt->beat, is_sure);
}

/* Is a small cell beside a double point that is noted already? */
static bool is_noted(const Hunt* hunt, const Cell* cell)
{
    double blur = max2(hunt->least, GRAZE_CRITICAL_BLUR);
    if (cell->x > blur || cell->y > blur) return false;
    for (int32_t i = 0; i < hunt->double_count; i++) {
        const Place* point = &hunt->doubles[i];
        bool is_near = fabs(point->delta - cell->delta) <= blur && fabs(point->u - cell->u) <= blur;
        if (is_near) return true;
    }
    return false;
}

/*
 * Notes a cell that rounding leaves: the double point that most of these are beside, or else both ends of the cell, for
 * contact may begin or end anywhere in it.
 */
static COLD void note_cell(Hunt* hunt, const Cell* cell)
{
    Dd delta = dd_of(cell->delta);
    Dd u = dd_of(cell->u);
    bool is_point = false;
    for (int i = 0; i < 3; i++)
        is_point = refine(hunt, true, &delta, &u);
    double blur = max2(hunt->least, GRAZE_CRITICAL_BLUR);
    bool is_near = is_point && fabs(delta.hi - cell->delta) <= max2(blur, 2 * cell->x) &&
                   fabs(u.hi - cell->u) <= max2(blur, 2 * cell->y);
    if (hunt->double_count < MOST_DOUBLES) {
        Place place = {cell->delta, cell->u};
        if (is_near) place = (Place){delta.hi, u.hi};
        hunt->doubles[hunt->double_count++] = place;
    }
    if (is_near) {
        note(hunt, delta, GRAZE_CRITICAL_BLUR, true);
    } else if (hunt->critical->count < MOST_CRITICAL / 2) {
        note(hunt, dd_of(cell->delta - cell->x), blur, false);
        note(hunt, dd_of(cell->delta + cell->x), blur, false);
    }
}

/* The u of the curve g = 0 at a delta, from one nearby; what is there goes to `look`. */
static double on_curve(const Hunt* hunt, double delta, double u, Look* look)
{
    for (int i = 0; i < GRAZE_CRITICAL_STEPS; i++) {
        look_at(hunt, delta, u, look);
        System s = system_of(hunt, look);
        double step = s.g / s.gy;
        u -= step;
        if (!(fabs(step) > hunt->close)) break;
    }
    look_at(hunt, delta, u, look);
    return u;
}

/* What is monotone along the curve and 0 where that is critical: f, or on one side of W, 1 or -1, h or -h less R. */
typedef struct {
    double value, slope, error;
} Along;

static Along along_curve(const Hunt* hunt, const Look* look, int side)
{
    if (side == 0) {
        System s = system_of(hunt, look);
        return (Along){s.f, s.fx, hunt->place_error * (length3(&look->p) + hunt->reach.hi)};
    }
    double speed = length3(&look->omega);
    return (Along){side * cross2(&look->p, &look->omega) / speed - hunt->reach.hi,
                   side * cross2(&look->v2, &look->omega) / speed, hunt->place_error};
}

/*
 * In a cell where that is monotone: notes the root, if there is one: by Newton's method along the curve, within what
 * brackets it, then in pairs of doubles.
 */
static COLD void pursue(const Hunt* hunt, const Cell* cell, const System* middle, int side)
{
    double lo = -cell->x;
    double hi = cell->x;
    Look look;
    double tilt = -middle->gx / middle->gy;
    double foot = cell->u - middle->g / middle->gy;
    on_curve(hunt, cell->delta + lo, foot + tilt * lo, &look);
    Along at_lo = along_curve(hunt, &look, side);
    on_curve(hunt, cell->delta + hi, foot + tilt * hi, &look);
    Along at_hi = along_curve(hunt, &look, side);
    if (at_lo.value > at_lo.error && at_hi.value > at_hi.error) return;
    if (at_lo.value < -at_lo.error && at_hi.value < -at_hi.error) return;
    double rise = at_hi.value - at_lo.value;
    double x = rise == 0 ? 0 : clamp(lo - (hi - lo) * (at_lo.value / rise), lo, hi);
    double u = cell->u;
    for (int i = 0; i < GRAZE_CRITICAL_STEPS; i++) {
        u = on_curve(hunt, cell->delta + x, foot + tilt * x, &look);
        Along f = along_curve(hunt, &look, side);
        if ((f.value < 0) == (rise > 0))
            lo = x;
        else
            hi = x;
        double next = x - f.value / f.slope;
        if (!(next >= lo && next <= hi)) next = lo + (hi - lo) / 2;
        double step = fabs(next - x);
        x = next;
        if (step <= hunt->close) break;
    }
    Dd exact_delta = dd_of(cell->delta + x);
    Dd exact_u = dd_of(u);
    for (int i = 0; i < 3; i++)
        refine(hunt, false, &exact_delta, &exact_u);
    note(hunt, exact_delta, 4 * GRAZE_UNIT, hunt->reach.hi > GRAZE_CRITICAL_LEAST_REACH);
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
        n.at[i] /= max2(far, DBL_MIN); /* 0 where P is */
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
    Curve curve = curve_of(hunt, &look, &s, x, y, slope.bent, slope_error);
    if (curve.value > curve.spread + curve.error) return NOTHING_THERE;
    double tall;
    bool can_follow = is_graph(hunt, &look, &s, x, y, &tall);
    if (can_follow && is_passing(hunt, &look, x, tall)) {
        pursue(hunt, cell, &s, 1);
        pursue(hunt, cell, &s, -1);
        return NOTHING_THERE;
    }
    if (can_follow && is_monotone(hunt, &look, &s, x, tall)) {
        pursue(hunt, cell, &s, 0);
        return NOTHING_THERE;
    }
    /* What is across n adds at most its square over 2 |P| to |P|. */
    double across = place.sum / (2 * max2(far, reach));
    along.sum += across * place.sum;
    along.x += across * place.x * 2;
    along.y += across * place.y * 2;
    bool is_rounding = (along.sum <= 4 * error && slope.sum <= 4 * slope_error) ||
                       curve.value + curve.spread <= 4 * error * reach;
    if (is_rounding || (x < hunt->least && y < hunt->least)) {
        note_cell(hunt, cell);
        return NOTHING_THERE;
    }
    if (x < hunt->least) return HALVE_U;
    if (y < hunt->least) return HALVE_DELTA;
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
        seen++;
        if (seen > GRAZE_CRITICAL_PATIENCE && seen % GRAZE_CRITICAL_RUN == 0)
            hunt->least = max2(2 * hunt->least, GRAZE_CRITICAL_BLUR);
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
                 .least = GRAZE_CRITICAL_LEAST_CELL,
                 .beat = two->unit,
                 .is_swapped = is_swapped,
                 .is_plane = legs->axes == 2,
                 .critical = critical};
    if (hunt.reach.hi < GRAZE_CRITICAL_LEAST_REACH) hunt.reach = dd_of(GRAZE_CRITICAL_LEAST_REACH);
    hunt.close = min2(GRAZE_CRITICAL_CLOSE, hunt.reach.hi * 0x1p-16);
    set_course(&hunt.one, one, hunt.beat);
    set_course(&hunt.two, two, hunt.beat);
    for (int i = 0; i < 3; i++) {
        hunt.w[i] = is_swapped ? dd_negated(legs->w[i]) : legs->w[i];
        hunt.change.at[i] = hunt.one.acceleration.at[i] - hunt.two.acceleration.at[i];
    }
    hunt.hurry = hurry(&hunt.one) + hurry(&hunt.two);
    hunt_cells(&hunt);
}
