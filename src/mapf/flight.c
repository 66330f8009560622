#include "flight.h"

#include "../tolerance.h"

/*
 * Derivation. In contact is where |P(s)| <= R, a quartic inequality, whose coefficients are not used: roots of quartics are
 * bad where the leading one is small, and near a touch. |P|^2 stands still where the cubic
 *
 *   c(s) = P . P' = p.d + (d.d + 2 p.b) s + 3 d.b s^2 + 2 b.b s^3
 *
 * is 0: at three points at most. Between two of them (and the ends) |P| is monotone, so that it crosses R at most once, which
 * is told by the signs at the ends and bracketed by them. The least distance is at one of these points, computed from P
 * itself. Roots of c in turn are bracketed by those of c', which is a quadratic. A root of c that is missed for rounding,
 * as c' has no or a double root there, would be one where |P| hardly turns: by less than the error.
 *
 * Error. late and span are off by a rounding. In p, late (v + a late / 2) has 5 roundings, its sum with the difference of
 * places 2 more; d has 5 and b 4, of their terms as they are summed up in `size`; P(s) has 4, its length 4 of |P|, which
 * is at most the sum of all sizes, R and the difference 2. Where |P| is least c = 0 to within rounding: P and P' are off
 * by such errors, s by that over |P'|, and |P| by as much as P again: 32 u of all sizes covers it.
 *
 * Errata of the report in this section (4.2): complex roots of the quartic need not be double, nor are their real parts
 * the places where the distance is least; its closed form for the roots is wrong by 2.9 where two in [0, 4] were right.
 */

static double coordinate(const Pass* pass, int i, double s)
{
    return pass->p[i] + s * (pass->d[i] + s * pass->b[i]);
}

static double slope(const Pass* pass, int i, double s)
{
    return pass->d[i] + 2 * s * pass->b[i];
}

void pass_of(const GrazeFlight* f1, const GrazeFlight* f2, double late1, double late2, double span,
             Pass* pass)
{
    const double apart[] = {f1->x - f2->x, f1->y - f2->y, f1->z - f2->z};
    const double v1[] = {f1->vx, f1->vy, f1->vz};
    const double v2[] = {f2->vx, f2->vy, f2->vz};
    const double a1[] = {f1->ax, f1->ay, f1->az};
    const double a2[] = {f2->ax, f2->ay, f2->az};
    double half1 = late1 / 2;
    double half2 = late2 / 2;
    double reach = f1->radius + f2->radius;
    double most = reach;
    double size = reach;
    for (int i = 0; i < 3; i++) {
        double come1 = late1 * (v1[i] + a1[i] * half1);
        double come2 = late2 * (v2[i] + a2[i] * half2);
        pass->p[i] = apart[i] + (come1 - come2);
        pass->d[i] = ((v1[i] - v2[i]) + (a1[i] * late1 - a2[i] * late2)) * span;
        pass->b[i] = (a1[i] - a2[i]) * span * (span / 2);
        double way = late1 * (fabs(v1[i]) + fabs(a1[i]) * half1) +
                     late2 * (fabs(v2[i]) + fabs(a2[i]) * half2) +
                     (fabs(a1[i]) * late1 + fabs(a2[i]) * late2 + fabs(v1[i] - v2[i])) * span;
        size += fabs(apart[i]) + way + fabs(pass->b[i]);
        most = max2(most, max2(fabs(pass->p[i]), max2(fabs(pass->d[i]), fabs(pass->b[i]))));
    }
    double scale = unit_scale(most);
    for (int i = 0; i < 3; i++) {
        pass->p[i] *= scale;
        pass->d[i] *= scale;
        pass->b[i] *= scale;
    }
    pass->reach = reach * scale;
    pass->scale = scale;
    pass->error = GRAZE_FLIGHT_ERROR * size * scale;
}

double pass_gap(const Pass* pass, double s)
{
    double square = 0;
    for (int i = 0; i < 3; i++)
        square += coordinate(pass, i, s) * coordinate(pass, i, s);
    return sqrt(square) - pass->reach;
}

bool flights_overlap(const GrazeFlight* f1, const GrazeFlight* f2, double late1, double late2)
{
    Pass pass;
    pass_of(f1, f2, late1, late2, 0, &pass);
    return pass_gap(&pass, 0) < -pass.error;
}

/* A function of s and its derivative. */
typedef struct {
    double value, slope;
} Tangent;

/* c = P . P' and c' = P' . P' + P . P''. */
static Tangent turning(const Pass* pass, double s)
{
    Tangent c = {0, 0};
    for (int i = 0; i < 3; i++) {
        double place = coordinate(pass, i, s);
        double velocity = slope(pass, i, s);
        c.value += place * velocity;
        c.slope += velocity * velocity + 2 * place * pass->b[i];
    }
    return c;
}

/* |P| - R and its derivative c / |P|. */
static Tangent gap_tangent(const Pass* pass, double s)
{
    double gap = pass_gap(pass, s);
    return (Tangent){gap, turning(pass, s).value / (gap + pass->reach)};
}

typedef Tangent Function(const Pass* pass, double s);

/*
 * Where the function is 0, which it is once between lo and hi, negative at lo if it `rises`. Newton's steps, but halving
 * where one leaves the bracket or is not half of the one before: at most two for each of 53 halvings.
 */
static COLD double root_between(const Pass* pass, Function* function, bool rises, double lo,
                                double hi)
{
    double s = lo + (hi - lo) / 2;
    double step = hi - lo;
    for (int i = 0; i < GRAZE_ROOT_STEPS; i++) {
        Tangent f = function(pass, s);
        if (f.value == 0) break;
        if ((f.value < 0) == rises)
            lo = s;
        else
            hi = s;
        double next = s - f.value / f.slope;
        bool is_quick = next > lo && next < hi && fabs(next - s) <= step / 2;
        if (!is_quick) next = lo + (hi - lo) / 2;
        step = fabs(next - s);
        bool is_last = next == s || next == lo || next == hi;
        s = next;
        if (is_last) break;
    }
    return s;
}

/* The roots in (0, 1) of c', in order; returns how many. */
static int32_t turns_of_slope(const Pass* pass, double roots[2])
{
    double c1 = 0;
    double c2 = 0;
    double c3 = 0;
    for (int i = 0; i < 3; i++) {
        c1 += pass->d[i] * pass->d[i] + 2 * pass->p[i] * pass->b[i];
        c2 += 3 * pass->d[i] * pass->b[i];
        c3 += 6 * pass->b[i] * pass->b[i];
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

enum { MOST_NODES = 5 };

/* The ends and where |P| turns, in order; returns how many. */
static int32_t nodes_of(const Pass* pass, double nodes[MOST_NODES])
{
    double bends[4] = {0};
    int32_t bend_count = 1 + turns_of_slope(pass, bends + 1);
    bends[bend_count++] = 1;
    int32_t count = 0;
    nodes[count++] = 0;
    double before = turning(pass, 0).value;
    for (int32_t k = 1; k < bend_count; k++) {
        double after = turning(pass, bends[k]).value;
        if ((before < 0 && after > 0) || (before > 0 && after < 0)) {
            nodes[count++] = root_between(pass, turning, before < 0, bends[k - 1], bends[k]);
        } else if (after == 0 && bends[k] < 1) {
            nodes[count++] = bends[k];
        }
        before = after;
    }
    nodes[count++] = 1;
    return count;
}

double pass_least(const Pass* pass, double* s)
{
    double nodes[MOST_NODES];
    int32_t count = nodes_of(pass, nodes);
    double least = pass_gap(pass, 0);
    *s = 0;
    for (int32_t k = 1; k < count; k++) {
        double gap = pass_gap(pass, nodes[k]);
        if (gap >= least) continue;
        least = gap;
        *s = nodes[k];
    }
    return least;
}

/* Where contact begins or ends between a node without (`out`) and one with it. */
static double crossing(const Pass* pass, double out, double in, double gap_in)
{
    if (gap_in >= 0) return in;
    return root_between(pass, gap_tangent, in < out, min2(out, in), max2(out, in));
}

int32_t pass_contacts(const Pass* pass, Contact out[2])
{
    double nodes[MOST_NODES];
    double gaps[MOST_NODES];
    int32_t count = nodes_of(pass, nodes);
    for (int32_t k = 0; k < count; k++)
        gaps[k] = pass_gap(pass, nodes[k]);
    int32_t found = 0;
    bool was_in = false;
    for (int32_t k = 0; k < count; k++) {
        bool is_least =
            (k == 0 || gaps[k] <= gaps[k - 1]) && (k + 1 == count || gaps[k] <= gaps[k + 1]);
        bool is_in = gaps[k] <= (is_least ? pass->error : 0);
        if (is_in && !was_in) {
            double from = k == 0 ? 0 : crossing(pass, nodes[k - 1], nodes[k], gaps[k]);
            /* More than two would be one that rounding has split. */
            if (found < 2) out[found++] = (Contact){from, 1, gaps[k], nodes[k]};
        }
        if (is_in && gaps[k] < out[found - 1].gap) {
            out[found - 1].gap = gaps[k];
            out[found - 1].s = nodes[k];
        }
        if (!is_in && was_in)
            out[found - 1].to = crossing(pass, nodes[k], nodes[k - 1], gaps[k - 1]);
        was_in = is_in;
    }
    if (was_in) out[found - 1].to = 1;
    return found;
}

static bool is_straight(const GrazeFlight* f)
{
    return f->z == 0 && f->vz == 0 && f->ax == 0 && f->ay == 0 && f->az == 0;
}

static GrazeSegment segment_of(const GrazeFlight* f)
{
    return (GrazeSegment){f->x, f->y, f->vx, f->vy, f->start, f->end, f->radius};
}

/* What graze_approach_discs says of flights it can be asked about. */
static bool ask_discs(const GrazeFlight* f1, const GrazeFlight* f2, GrazeApproach* out)
{
    if (!is_straight(f1) || !is_straight(f2)) return false;
    GrazeSegment s1 = segment_of(f1);
    GrazeSegment s2 = segment_of(f2);
    graze_approach_discs(&s1, &s2, out);
    return true;
}

/* The time that two flights have in common; false for none. */
static bool pass_in_common(const GrazeFlight* f1, const GrazeFlight* f2, Pass* pass, double* lo,
                           double* hi)
{
    *lo = max2(f1->start, f2->start);
    *hi = min2(f1->end, f2->end);
    if (*lo > *hi) return false;
    pass_of(f1, f2, *lo - f1->start, *lo - f2->start, *hi - *lo, pass);
    return true;
}

static double at(double lo, double hi, double s)
{
    return s == 1 ? hi : lo + s * (hi - lo);
}

/* A gap that is in contact, in the caller's unit: what rounding cannot tell from a touch is none. */
static double depth(const Pass* pass, double gap)
{
    return min2(gap, 0) / pass->scale;
}

static GrazeRelation relation_of(const Pass* pass, double gap)
{
    return gap >= -pass->error ? GRAZE_TOUCHING : GRAZE_OVERLAPPING;
}

void graze_approach_flights(const GrazeFlight* f1, const GrazeFlight* f2, GrazeApproach* out)
{
    if (ask_discs(f1, f2, out)) return;
    Pass pass;
    double lo;
    double hi;
    *out = (GrazeApproach){INFINITY, -INFINITY, INFINITY, 0, GRAZE_DISJOINT, false};
    if (!pass_in_common(f1, f2, &pass, &lo, &hi)) return;
    double s;
    double gap = pass_least(&pass, &s);
    out->time = at(lo, hi, s);
    out->common = true;
    out->distance = max2(gap / pass.scale, DBL_TRUE_MIN);
    Contact contacts[2];
    int32_t count = gap > pass.error ? 0 : pass_contacts(&pass, contacts);
    if (count == 0) return;
    out->lo = at(lo, hi, contacts[0].from);
    out->hi = at(lo, hi, contacts[count - 1].to);
    out->distance = depth(&pass, gap);
    out->relation = relation_of(&pass, gap);
}

int32_t graze_conflicts(const GrazeFlight* f1, const GrazeFlight* f2, GrazeConflict out[2])
{
    GrazeApproach a;
    if (ask_discs(f1, f2, &a)) {
        out[0] = (GrazeConflict){a.lo, a.hi, a.distance, a.time, a.relation, 0};
        return a.relation != GRAZE_DISJOINT;
    }
    Pass pass;
    double lo;
    double hi;
    if (!pass_in_common(f1, f2, &pass, &lo, &hi)) return 0;
    Contact contacts[2];
    int32_t count = pass_contacts(&pass, contacts);
    for (int32_t k = 0; k < count; k++) {
        const Contact* c = &contacts[k];
        out[k] =
            (GrazeConflict){at(lo, hi, c->from), at(lo, hi, c->to),          depth(&pass, c->gap),
                            at(lo, hi, c->s),    relation_of(&pass, c->gap), 0};
    }
    return count;
}

static GrazeStatus check_number(double value)
{
    if (!isfinite(value)) return GRAZE_E_NOT_FINITE;
    return fabs(value) <= GRAZE_MAX_MAGNITUDE ? GRAZE_OK : GRAZE_E_OUT_OF_RANGE;
}

GrazeStatus graze_flight_check(const GrazeFlight* f)
{
    const double values[] = {f->x,  f->y,  f->z,  f->vx,    f->vy,  f->vz,
                             f->ax, f->ay, f->az, f->start, f->end, f->radius};
    for (int i = 0; i < 12; i++) {
        GrazeStatus status = check_number(values[i]);
        if (status != GRAZE_OK) return status;
    }
    if (f->end < f->start || f->radius < 0) return GRAZE_E_OUT_OF_RANGE;
    double time = f->end - f->start;
    for (int i = 0; i < 3; i++) {
        double way = fabs(values[3 + i]) * time + fabs(values[6 + i]) * time * (time / 2);
        if (!(fabs(values[i]) + way <= GRAZE_MAX_MAGNITUDE)) return GRAZE_E_OUT_OF_RANGE;
    }
    return GRAZE_OK;
}
