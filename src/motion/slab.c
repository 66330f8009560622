#include "slab.h"

#include "../base/predicate.h"
#include "../tolerance.h"

/* d = d(tau), and what it does as seen from a body that turns at `turn`: along n. */
static void see(GrazeSlab* slab, const GrazeInstant* at, GrazeVec n, double turn)
{
    GrazeVec d = vec(at->x[0], at->y[0]);
    GrazeVec velocity = at->move > 0 ? vec(at->x[1], at->y[1]) : vec(0, 0);
    slab->level = vec_dot(n, d);
    slab->slope = vec_dot(n, velocity) - turn * vec_dot(n, vec_quarter(d));
}

static double bend_turning(double turn, double twist, double radius)
{
    return (turn * turn + twist) * radius;
}

/* Of a body that does not turn, d is seen as it is. */
static double bend_seen(const GrazeSeenAcceleration* seen, const GrazeInstant* at,
                        const GrazeRates* rates, double turn, double twist, double span)
{
    if (turn == 0 && twist == 0) return rates->acceleration;
    return graze_seen_most(seen, at, rates, turn, twist, span);
}

void graze_bends(const GrazeLeg* leg, const GrazeInstant* at, const GrazeRates* rates, double span,
                 GrazeBends* bends)
{
    double turning_a = bend_turning(rates->turn_a, rates->twist_a, leg->a.radius);
    double turning_b = bend_turning(rates->turn_b, rates->twist_b, leg->b.radius);
    if (!bends->has_seen) {
        graze_seen_acceleration(at, at->turn_a, &bends->seen[0]);
        graze_seen_acceleration(at, at->turn_b, &bends->seen[1]);
        bends->has_seen = true;
    }
    bends->bend[GRAZE_STILL] = rates->acceleration + turning_a + turning_b;
    bends->bend[GRAZE_CARRIED_BY_A] =
        bend_seen(&bends->seen[0], at, rates, rates->turn_a, rates->twist_a, span) +
        bend_turning(rates->turn_ab, rates->twist_ab, leg->b.radius);
    bends->bend[GRAZE_CARRIED_BY_B] =
        bend_seen(&bends->seen[1], at, rates, rates->turn_b, rates->twist_b, span) +
        bend_turning(rates->turn_ab, rates->twist_ab, leg->a.radius);
}

void graze_slab(const GrazeLeg* leg, const GrazeInstant* at, GrazeVec n, GrazeCarrier carrier,
                const GrazeRates* rates, double bend, double clear, GrazeSlab* out)
{
    double turn_a = at->turn > 0 ? at->turn_a[1] : 0;
    double turn_b = at->turn > 0 ? at->turn_b[1] : 0;
    /* A vertex of A counts with -n . a: the furthest along n. One of B with n . b: the furthest along -n. */
    out->leg = leg;
    out->carrier = carrier;
    out->dir_a = vec_unrotate(n, at->pose_a.cos, at->pose_a.sin);
    out->dir_b = vec_unrotate(n, -at->pose_b.cos, -at->pose_b.sin);
    double seen_a = -turn_a;
    double seen_b = -turn_b;
    if (carrier == GRAZE_STILL) {
        see(out, at, n, 0);
    } else if (carrier == GRAZE_CARRIED_BY_A) {
        see(out, at, n, turn_a);
        seen_a = 0;
        seen_b = turn_a - turn_b;
    } else {
        see(out, at, n, turn_b);
        seen_a = turn_b - turn_a;
        seen_b = 0;
    }
    /* Rounding of what is summed up over a long step. */
    double far = fabs(at->x[0]) + fabs(at->y[0]) + leg->a.radius + leg->b.radius;
    out->slope -= GRAZE_SLOPE_ERROR * (rates->speed + (rates->turn_a + rates->turn_b) * far);
    out->turn_a = vec_scale(vec_quarter(out->dir_a), seen_a);
    out->turn_b = vec_scale(vec_quarter(out->dir_b), seen_b);
    if (carrier == GRAZE_CARRIED_BY_A) {
        out->level -= vec_dot(out->dir_a, graze_furthest(&leg->a, out->dir_a));
    } else if (carrier == GRAZE_CARRIED_BY_B) {
        out->level -= vec_dot(out->dir_b, graze_furthest(&leg->b, out->dir_b));
    }
    out->level -= leg->reach + clear;
    out->bend = bend * (1 + GRAZE_STEP_ERROR);
}

static void take_off(const GrazeTrack* track, GrazeVec dir, GrazeVec turn, double tau,
                     GrazeThickness* out)
{
    GrazeVec vertex = graze_furthest(track, vec_along(dir, tau, turn));
    out->level -= vec_dot(dir, vertex);
    out->slope -= vec_dot(turn, vertex);
}

void graze_slab_at(const GrazeSlab* slab, double tau, GrazeThickness* out)
{
    out->level = slab->level;
    out->slope = slab->slope;
    if (slab->carrier != GRAZE_CARRIED_BY_A) {
        take_off(&slab->leg->a, slab->dir_a, slab->turn_a, tau, out);
    }
    if (slab->carrier != GRAZE_CARRIED_BY_B) {
        take_off(&slab->leg->b, slab->dir_b, slab->turn_b, tau, out);
    }
    out->value = out->level + tau * (out->slope - 0.5 * slab->bend * tau);
}

double graze_parabola_root(double level, double slope, double bend)
{
    double root = sqrt(slope * slope + 2 * bend * level);
    double fall = root - slope;
    if (slope > 0) return bend > 0 ? (root + slope) / bend : INFINITY;
    return fall > 0 ? 2 * level / fall : INFINITY;
}

enum { HOLD_ROUNDS = 8 };

double graze_slab_hold(const GrazeSlab* slab, double span, double* speed)
{
    GrazeThickness now;
    graze_slab_at(slab, 0, &now);
    *speed = -now.slope;
    if (!(now.value > 0)) return 0;
    /* The parabola that is least at 0 is above G: what it allows is the most there can be. */
    double tau =
        min2(span, graze_parabola_root(now.level, now.slope, slab->bend) * (1 - GRAZE_STEP_ERROR));
    GrazeThickness then = now;
    for (int32_t round = 0; round < HOLD_ROUNDS; round++) {
        graze_slab_at(slab, tau, &then);
        if (then.value >= 0) return tau;
        /* Its level is above G(0) > 0, so its root lies in (0, tau). */
        double root =
            graze_parabola_root(then.level, then.slope, slab->bend) * (1 - GRAZE_STEP_ERROR);
        if (!(root < tau)) break;
        tau = root;
    }
    graze_slab_at(slab, tau, &then);
    if (then.value >= 0) return tau;
    /* G is concave: above its chords. */
    return tau * (now.value / (now.value - then.value)) * (1 - GRAZE_STEP_ERROR);
}

/* c about tau instead of 0. */
static void move_along(double* c, int32_t degree, double tau)
{
    for (int32_t k = 0; k < degree; k++) {
        for (int32_t j = degree - 1; j >= k; j--)
            c[j] += tau * c[j + 1];
    }
}

/*
 * How far a polynomial of that degree with c[0] > 0 is surely positive, up to `span`. In Bernstein's form on [0, span] it
 * lies in the hull of its control points (i / degree, b_i), which meets the axis first where a chord does that joins a
 * point above and one below (Sederberg, Nishita, "Curve intersection using Bezier clipping", 1990).
 */
static double clip(const double* c, int32_t degree, double span)
{
    if (degree == 0) return span;
    /* b_i = sum over k of C(i, k) / C(degree, k) c_k span^k */
    double b[GRAZE_PIECE_TERMS];
    double error = 0;
    double power = 1;
    for (int32_t i = 0; i <= degree; i++)
        b[i] = 0;
    double ratio = 1; /* 1 / C(degree, k) */
    for (int32_t k = 0; k <= degree; k++) {
        if (k > 0) ratio = ratio * k / (degree - k + 1);
        double term = c[k] * power * ratio;
        double choose = 1; /* C(i, k) */
        for (int32_t i = k; i <= degree; i++) {
            b[i] += choose * term;
            choose = choose * (i + 1) / (i + 1 - k);
        }
        if (k > 0) error += GRAZE_SLOPE_ERROR * fabs(c[k]) * power;
        power *= span;
    }
    for (int32_t i = 1; i <= degree; i++)
        b[i] -= error;
    double first = degree;
    for (int32_t i = 0; i <= degree; i++) {
        for (int32_t j = 0; j <= degree; j++) {
            bool crosses = b[i] >= 0 && b[j] < 0;
            if (crosses) first = min2(first, i + (j - i) * (b[i] / (b[i] - b[j])));
        }
    }
    first /= degree;
    return first < 1 ? first * span * (1 - GRAZE_STEP_ERROR) : span;
}

enum { CLIP_ROUNDS = 40 };

/*
 * Where the hull of the control points dips far below the polynomial, as it does over a long span, a shorter one is taken:
 * near a simple root or a double one some quarters are enough.
 */
double graze_poly_hold(const double* c, int32_t degree, double span)
{
    double moved[GRAZE_PIECE_TERMS] = {0};
    double tau = 0;
    double step = 0;
    double trial = span;
    for (int32_t k = 0; k <= degree; k++)
        moved[k] = c[k];
    for (int32_t round = 0; round < CLIP_ROUNDS && moved[0] > 0; round++) {
        bool is_last = trial >= span - tau;
        if (is_last) trial = span - tau;
        step = clip(moved, degree, trial);
        bool is_whole = step >= trial;
        if (is_whole && is_last) return span;
        bool is_enough = step <= 0x1p-20 * tau;
        if (is_enough) break;
        if (step < 0.25 * trial) {
            trial *= 0.25;
            continue;
        }
        tau += step;
        move_along(moved, degree, step);
        step = 0;
        trial = is_whole ? 4 * trial : trial;
    }
    return (tau + step) * (1 - GRAZE_STEP_ERROR);
}
