#include "truth.h"

#include <float.h>
#include <math.h>

static long double polynomial(const double* c, long double s)
{
    long double sum = 0;
    for (int32_t k = GRAZE_PIECE_TERMS - 1; k >= 0; k--)
        sum = sum * s + c[k];
    return sum;
}

/* Returns the polynomial's value without the constant term. */
static long double moved(const double* c, long double s)
{
    long double sum = 0;
    for (int32_t k = GRAZE_PIECE_TERMS - 1; k > 0; k--)
        sum = (sum + c[k]) * s;
    return sum;
}

static long double since(double t, double base)
{
    return (long double)t - base;
}

bool truth_place(const GrazeMovingBody* moving_body, double base, long double tau, bool is_later,
                 TruthPlace* out)
{
    const GrazePiece* piece = moving_body->pieces;
    const GrazePiece* last = piece + moving_body->count - 1;
    if (tau < since(piece->t0, base) && moving_body->before == GRAZE_VANISH) return false;
    if (tau > since(last->t1, base) && moving_body->after == GRAZE_VANISH) return false;
    while (piece < last &&
           (is_later ? tau >= since(piece->t1, base) : tau > since(piece->t1, base)))
        piece++;
    long double s = tau - since(piece->t0, base);
    s = fmaxl(0, fminl(s, (long double)piece->t1 - piece->t0));
    *out = (TruthPlace){moving_body->shape,
                        {piece->pivot_x, piece->pivot_y},
                        piece->x[0],
                        piece->y[0],
                        moved(piece->x, s),
                        moved(piece->y, s),
                        polynomial(piece->angle, s)};
    return true;
}

static TruthVec turned(TruthVec p, long double angle)
{
    long double cos = cosl(angle);
    long double sin = sinl(angle);
    return (TruthVec){cos * p.x - sin * p.y, sin * p.x + cos * p.y};
}

TruthVec truth_origin(const TruthPlace* place)
{
    TruthVec arm = turned(place->pivot, place->angle);
    return (TruthVec){place->x0 + place->x - arm.x, place->y0 + place->y - arm.y};
}

/* Returns the place relative to the first body's pivot. */
static TruthVec shift_of(const TruthPlace* place, const TruthPlace* from)
{
    return (TruthVec){((long double)place->x0 - from->x0) + (place->x - from->x),
                      ((long double)place->y0 - from->y0) + (place->y - from->y)};
}

static TruthVec minus(TruthVec p, TruthVec q)
{
    return (TruthVec){p.x - q.x, p.y - q.y};
}

static long double dot(TruthVec p, TruthVec q)
{
    return p.x * q.x + p.y * q.y;
}

/* ---- cores at an instant ---- */

enum { MAX_VERTICES = 128 };

typedef struct {
    int32_t count;
    TruthVec at[MAX_VERTICES];
} Core;

static void place_core(const TruthPlace* place, const TruthPlace* from, Core* core)
{
    const GrazeShape* shape = place->shape;
    long double cos = cosl(place->angle);
    long double sin = sinl(place->angle);
    TruthVec d = shift_of(place, from);
    core->count = shape->count < MAX_VERTICES ? shape->count : MAX_VERTICES;
    for (int32_t i = 0; i < core->count; i++) {
        long double x = shape->vertices[i].x - place->pivot.x;
        long double y = shape->vertices[i].y - place->pivot.y;
        core->at[i] = (TruthVec){d.x + (cos * x - sin * y), d.y + (sin * x + cos * y)};
    }
}

static long double gap_along(const Core* a, const Core* b, TruthVec n)
{
    long double near_b = INFINITY;
    long double far_a = -INFINITY;
    for (int32_t i = 0; i < b->count; i++)
        near_b = fminl(near_b, dot(n, b->at[i]));
    for (int32_t i = 0; i < a->count; i++)
        far_a = fmaxl(far_a, dot(n, a->at[i]));
    return near_b - far_a;
}

/* Returns the largest separation along the normals of the edges of `owner` and along the edges,
 * in both directions: these include all normals of A - B. */
static long double widest_separation(const Core* owner, const Core* a, const Core* b)
{
    long double widest = -INFINITY;
    int32_t count = owner->count;
    for (int32_t i = 0; i < (count > 2 ? count : count - 1); i++) {
        TruthVec edge = minus(owner->at[(i + 1) % count], owner->at[i]);
        long double length = hypotl(edge.x, edge.y);
        /* The edge is lost in the rounding of its distance from the origin. */
        if (length == 0) continue;
        TruthVec along = {edge.x / length, edge.y / length};
        for (int32_t k = 0; k < 4; k++) {
            widest = fmaxl(widest, gap_along(a, b, along));
            along = (TruthVec){-along.y, along.x};
        }
    }
    return widest;
}

static long double nearest_on(TruthVec p, TruthVec from, TruthVec to)
{
    TruthVec edge = minus(to, from);
    TruthVec rise = minus(p, from);
    long double square = dot(edge, edge);
    long double share = square > 0 ? dot(rise, edge) / square : 0;
    if (share <= 0) return hypotl(rise.x, rise.y);
    if (share >= 1) return hypotl(p.x - to.x, p.y - to.y);
    return fabsl(edge.x * rise.y - edge.y * rise.x) / sqrtl(square);
}

static long double nearest_edge(const Core* points, const Core* edges)
{
    long double least = INFINITY;
    for (int32_t i = 0; i < edges->count; i++) {
        for (int32_t j = 0; j < points->count; j++) {
            TruthVec to = edges->at[(i + 1) % edges->count];
            least = fminl(least, nearest_on(points->at[j], edges->at[i], to));
        }
    }
    return least;
}

static long double reach_of(const TruthPlace* a, const TruthPlace* b)
{
    return (long double)a->shape->radius + b->shape->radius;
}

long double truth_thickness(const TruthPlace* a, const TruthPlace* b, TruthVec n)
{
    Core core_a = {0};
    Core core_b = {0};
    place_core(a, a, &core_a);
    place_core(b, a, &core_b);
    return gap_along(&core_a, &core_b, n) - reach_of(a, b);
}

long double truth_gap(const TruthPlace* a, const TruthPlace* b)
{
    Core core_a = {0};
    Core core_b = {0};
    place_core(a, a, &core_a);
    place_core(b, a, &core_b);
    long double widest = fmaxl(widest_separation(&core_a, &core_a, &core_b),
                               widest_separation(&core_b, &core_a, &core_b));
    bool is_deep = widest <= 0 && isfinite(widest);
    if (is_deep) return widest - reach_of(a, b);
    return fminl(nearest_edge(&core_a, &core_b), nearest_edge(&core_b, &core_a)) - reach_of(a, b);
}

/* The earlier and the later piece may differ by rounding where they meet. */
static bool is_join(const GrazeMovingBody* moving_body, double base, long double tau)
{
    for (int32_t i = 0; i < moving_body->count; i++) {
        const GrazePiece* piece = &moving_body->pieces[i];
        if (tau == since(piece->t0, base) || tau == since(piece->t1, base)) return true;
    }
    return false;
}

long double truth_separation(const GrazeMovingBody* a, const GrazeMovingBody* b, double base,
                             long double tau)
{
    TruthPlace place_a;
    TruthPlace place_b;
    long double least = INFINITY;
    for (int later_a = !is_join(a, base, tau); later_a < 2; later_a++) {
        for (int later_b = !is_join(b, base, tau); later_b < 2; later_b++) {
            bool is_there = truth_place(a, base, tau, later_a, &place_a) &&
                            truth_place(b, base, tau, later_b, &place_b);
            if (is_there) least = fminl(least, truth_gap(&place_a, &place_b));
        }
    }
    return least;
}

/* ---- over a stretch of time ---- */

static long double radius_of(const GrazeShape* shape, const GrazePiece* piece)
{
    long double most = 0;
    for (int32_t i = 0; i < shape->count; i++) {
        GrazePoint p = shape->vertices[i];
        most = fmaxl(most,
                     hypotl(p.x - (long double)piece->pivot_x, p.y - (long double)piece->pivot_y));
    }
    return most;
}

static long double derivative(const double* c, long double s)
{
    long double sum = 0;
    for (int32_t k = GRAZE_PIECE_TERMS - 1; k > 0; k--)
        sum = sum * s + k * fabsl(c[k]);
    return sum;
}

/* Returns how far [from, to] reaches into the piece; negative if it does not. The stay at an end
 * counts as inside. */
static long double reached(const GrazeMovingBody* moving_body, int32_t i, double from, double to)
{
    const GrazePiece* piece = &moving_body->pieces[i];
    bool is_early = to < piece->t0 && i > 0;
    bool is_late = from > piece->t1 && i + 1 < moving_body->count;
    if (is_early || is_late) return -1;
    return fmaxl(0, fminl(to, piece->t1) - piece->t0);
}

static long double speed_of(const GrazeMovingBody* moving_body, double from, double to)
{
    long double most = 0;
    for (int32_t i = 0; i < moving_body->count; i++) {
        const GrazePiece* piece = &moving_body->pieces[i];
        long double s = reached(moving_body, i, from, to);
        if (s < 0) continue;
        long double speed = hypotl(derivative(piece->x, s), derivative(piece->y, s));
        most =
            fmaxl(most, speed + derivative(piece->angle, s) * radius_of(moving_body->shape, piece));
    }
    return most;
}

long double truth_speed(const GrazeMovingBody* a, const GrazeMovingBody* b, double from, double to)
{
    return speed_of(a, from, to) + speed_of(b, from, to);
}

/* Returns the sum of the sizes of all terms of a vertex's place, and of the error of its time. */
static long double terms_of(const GrazeMovingBody* moving_body, double from, double to)
{
    long double most = 0;
    for (int32_t i = 0; i < moving_body->count; i++) {
        const GrazePiece* piece = &moving_body->pieces[i];
        long double s = reached(moving_body, i, from, to);
        if (s < 0) continue;
        long double radius = radius_of(moving_body->shape, piece);
        long double offset = fabsl((long double)from - piece->t0);
        long double sum = fabsl(piece->pivot_x) + fabsl(piece->pivot_y);
        long double power = 1;
        sum += radius * (1 + fabsl(piece->angle[0]));
        for (int32_t k = 1; k < GRAZE_PIECE_TERMS; k++) {
            long double rate =
                fabsl(piece->x[k]) + fabsl(piece->y[k]) + radius * fabsl(piece->angle[k]);
            sum += rate * power * (s + k * offset);
            power *= s;
        }
        most = fmaxl(most, sum);
    }
    return most;
}

/* Returns the largest jump of a vertex where pieces meet. */
static long double jump_of(const GrazeMovingBody* moving_body)
{
    long double most = 0;
    for (int32_t i = 1; i < moving_body->count; i++) {
        TruthPlace before;
        TruthPlace after;
        GrazeMovingBody first = {
            moving_body->shape, moving_body->pieces, i, GRAZE_STAY, GRAZE_STAY, NULL, 0};
        GrazeMovingBody second = {
            moving_body->shape, moving_body->pieces + i, 1, GRAZE_STAY, GRAZE_STAY, NULL, 0};
        truth_place(&first, moving_body->pieces[i].t0, 0, false, &before);
        truth_place(&second, moving_body->pieces[i].t0, 0, true, &after);
        TruthVec way = minus(truth_origin(&after), truth_origin(&before));
        long double turn = fabsl(after.angle - before.angle);
        most = fmaxl(most, hypotl(way.x, way.y) + turn * 2 * moving_body->shape->extent);
    }
    return most;
}

long double truth_rounding(const GrazeMovingBody* a, const GrazeMovingBody* b, double from,
                           double to)
{
    long double apart = 0;
    for (int32_t i = 0; i < a->count; i++) {
        for (int32_t j = 0; j < b->count; j++) {
            if (reached(a, i, from, to) < 0 || reached(b, j, from, to) < 0) continue;
            const GrazePiece* p = &a->pieces[i];
            const GrazePiece* q = &b->pieces[j];
            apart = fmaxl(apart, fabsl((long double)q->x[0] - p->x[0]) +
                                     fabsl((long double)q->y[0] - p->y[0]));
        }
    }
    long double sum =
        terms_of(a, from, to) + terms_of(b, from, to) + apart + a->shape->radius + b->shape->radius;
    /* Coordinates below GRAZE_MIN_COORDINATE count as 0. */
    return 0x1p-48L * sum + jump_of(a) + jump_of(b) + 0x1p-199L;
}

enum { MAX_CELLS = 1024 };

typedef struct {
    long double from, to, gap, floor;
} Cell;

typedef struct {
    const GrazeMovingBody *a, *b;
    double base;
    long double speed, least, where;
    Cell cells[MAX_CELLS];
    int32_t count;
} Branches;

static void add_cell(Branches* of, long double from, long double to)
{
    long double middle = from + (to - from) / 2;
    long double gap = truth_separation(of->a, of->b, of->base, middle);
    if (gap < of->least) {
        of->least = gap;
        of->where = middle;
    }
    of->cells[of->count++] = (Cell){from, to, gap, gap - of->speed * (to - from) / 2};
}

static int32_t lowest_cell(const Branches* of)
{
    int32_t lowest = 0;
    for (int32_t i = 1; i < of->count; i++) {
        if (of->cells[i].floor < of->cells[lowest].floor) lowest = i;
    }
    return lowest;
}

long double truth_least(const GrazeMovingBody* a, const GrazeMovingBody* b, double base,
                        long double lo, long double hi, int32_t evaluations, long double* where,
                        long double* floor)
{
    Branches of = {.a = a, .b = b, .base = base, .least = INFINITY, .where = lo};
    of.speed = truth_speed(a, b, base + (double)lo, base + (double)hi);
    add_cell(&of, lo, lo);
    add_cell(&of, hi, hi);
    of.count = 0;
    for (int32_t k = 0; k < 8; k++)
        add_cell(&of, lo + (hi - lo) * k / 8, lo + (hi - lo) * (k + 1) / 8);
    for (int32_t k = 10; k + 1 < evaluations && of.count < MAX_CELLS; k += 2) {
        int32_t i = lowest_cell(&of);
        Cell cell = of.cells[i];
        long double middle = cell.from + (cell.to - cell.from) / 2;
        if (!(cell.floor < of.least) || middle <= cell.from || middle >= cell.to) break;
        of.cells[i] = of.cells[--of.count];
        add_cell(&of, cell.from, middle);
        add_cell(&of, middle, cell.to);
    }
    *where = of.where;
    *floor = fminl(of.least, of.cells[lowest_cell(&of)].floor);
    return of.least;
}
