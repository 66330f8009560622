#include "sheet.h"

#include "../tolerance.h"

/* `turns`: its turning matters, be it because it has vertices or because it carries the slab. */
static void gait_of(const GrazeTrack* track, bool is_disc, bool turns, GrazeGait* out)
{
    out->move = track->move;
    out->turn = turns && !is_disc ? track->turn : 0;
    out->radius = is_disc ? 0 : track->radius;
    graze_poly_about(track->piece->x, out->move, track->offset, out->x);
    graze_poly_about(track->piece->y, out->move, track->offset, out->y);
    graze_poly_about(track->piece->theta, out->turn, track->offset, out->theta);
}

static GrazeVec velocity_of(const GrazeGait* gait)
{
    return gait->move > 0 ? vec(gait->x[1], gait->y[1]) : vec(0, 0);
}

static double turn_of(const GrazeGait* gait)
{
    return gait->turn > 0 ? gait->theta[1] : 0;
}

/* Largest magnitudes within a span on either side. */
typedef struct {
    double speed, acceleration, turn, twist;
} Paces;

static Paces paces_of(const GrazeGait* gait, double span)
{
    double x[2];
    double y[2];
    Paces paces = {0, 0, 0, 0};
    if (gait->move > 0) {
        graze_poly_rates(gait->x, gait->move, span, &x[0], &x[1]);
        graze_poly_rates(gait->y, gait->move, span, &y[0], &y[1]);
        paces.speed = sqrt(x[0] * x[0] + y[0] * y[0]);
        paces.acceleration = gait->move > 1 ? sqrt(x[1] * x[1] + y[1] * y[1]) : 0;
    }
    if (gait->turn > 0) graze_poly_rates(gait->theta, gait->turn, span, &paces.turn, &paces.twist);
    return paces;
}

static void start(const GrazeLeg* leg, const GrazeInstant* at, GrazeVec n, GrazeCarrier carrier,
                  bool are_discs, GrazeSheet* out)
{
    bool a_turns = leg->a.radius > 0 || carrier == GRAZE_CARRIED_BY_A;
    bool b_turns = leg->b.radius > 0 || carrier == GRAZE_CARRIED_BY_B;
    out->carrier = carrier;
    out->are_discs = are_discs;
    out->turns_alike = false;
    out->track_a = &leg->a;
    out->track_b = &leg->b;
    gait_of(&leg->a, are_discs, a_turns, &out->gait_a);
    gait_of(&leg->b, are_discs, b_turns, &out->gait_b);
    GrazeVec d = vec(at->x[0], at->y[0]);
    out->far = vec_length(d);
    out->slope_a = -vec_dot(n, velocity_of(&out->gait_a));
    out->slope_b = vec_dot(n, velocity_of(&out->gait_b));
    out->level = vec_dot(n, d);
}

bool graze_sheet_of_discs(const GrazeLeg* leg, const GrazeInstant* at, double clear,
                          GrazeSheet* out)
{
    GrazeVec d = vec(at->x[0], at->y[0]);
    double away = vec_length(d);
    double most = leg->a.radius + leg->b.radius + leg->reach;
    if (!(away - most > 0.0625 * most + 4 * clear)) return false;
    start(leg, at, vec_over(d, away), GRAZE_STILL, true, out);
    out->level = away - most - clear;
    return true;
}

/* The rest of a sheet of which level and slopes are those of the pivots. */
static void turn_with(const GrazeLeg* leg, const GrazeInstant* at, GrazeVec n, double clear,
                      GrazeSheet* out)
{
    GrazeVec d = vec(at->x[0], at->y[0]);
    double turn_a = turn_of(&out->gait_a);
    double turn_b = turn_of(&out->gait_b);
    out->dir_a = vec_unrotate(n, at->pose_a.cos, at->pose_a.sin);
    out->dir_b = vec_unrotate(n, -at->pose_b.cos, -at->pose_b.sin);
    GrazeVec across_a = vec_quarter(out->dir_a);
    GrazeVec across_b = vec_quarter(out->dir_b);
    bool is_by_a = out->carrier == GRAZE_CARRIED_BY_A;
    bool is_by_b = out->carrier == GRAZE_CARRIED_BY_B;
    double turn_n = vec_dot(n, vec_quarter(d));
    if (is_by_a) out->slope_a -= turn_a * turn_n;
    if (is_by_b) out->slope_b -= turn_b * turn_n;
    /* n turns with its owner, and stands still as that sees it. */
    out->turn_a_a = vec_scale(across_a, is_by_a ? 0 : -turn_a);
    out->turn_a_b = vec_scale(across_a, is_by_b ? turn_b : 0);
    out->turn_b_a = vec_scale(across_b, is_by_a ? turn_a : 0);
    out->turn_b_b = vec_scale(across_b, is_by_b ? 0 : -turn_b);
    out->level -= leg->reach + clear;
}

/* ---- bodies that turn as one ---- */

static bool turn_alike(const GrazeInstant* at)
{
    if (at->turn == 0) return false;
    double least = min2(fabs(at->turn_a[1]), fabs(at->turn_b[1]));
    return fabs(at->turn_a[1] - at->turn_b[1]) < GRAZE_COMMON_TURN * least;
}

static void find_path_bend(const GrazeGait* gait, const double* heading, int32_t turn,
                           GrazePathBend* out)
{
    int32_t move = gait->move;
    out->degree = max2_int(turn + move - 2, 0);
    for (int32_t k = 0; k <= out->degree; k++)
        out->x[k] = out->y[k] = 0;
    for (int32_t k = 2; k <= move; k++) {
        out->x[k - 2] = k * (k - 1) * gait->x[k];
        out->y[k - 2] = k * (k - 1) * gait->y[k];
    }
    for (int32_t i = 1; i <= turn; i++) {
        for (int32_t j = 1; j <= move; j++) {
            out->x[i + j - 2] += i * heading[i] * j * gait->y[j];
            out->y[i + j - 2] -= i * heading[i] * j * gait->x[j];
        }
    }
}

/* `bends`: those of the instant, by which the carrier was chosen. */
static void keep_alike(const GrazeInstant* at, const GrazeBends* bends, GrazeSheet* sheet)
{
    bool is_by_a = sheet->carrier == GRAZE_CARRIED_BY_A;
    sheet->turns_alike = true;
    sheet->at = at;
    sheet->seen = bends->seen[is_by_a ? 0 : 1];
    find_path_bend(is_by_a ? &sheet->gait_b : &sheet->gait_a, is_by_a ? at->turn_b : at->turn_a,
                   at->turn, &sheet->guest_bend);
}

void graze_sheet(const GrazeLeg* leg, const GrazeLook* look, double clear, GrazeSheet* out)
{
    const GrazeInstant* at = &look->at;
    bool is_alike = turn_alike(at);
    GrazeCarrier carrier = look->carrier;
    GrazeBends bends = {.has_seen = false};
    if (is_alike) {
        GrazeRates rates;
        graze_rates(at, 0, &rates);
        graze_bends(leg, at, &rates, 0, &bends);
        carrier = graze_carrier_for(look, &rates, &bends);
    }
    start(leg, at, look->normal, carrier, false, out);
    turn_with(leg, at, look->normal, clear, out);
    if (is_alike && carrier != GRAZE_STILL) keep_alike(at, &bends, out);
}

bool graze_sheet_across(const GrazeLeg* leg, const GrazeInstant* at, double clear, GrazeSheet* out)
{
    GrazeVec d = vec(at->x[0], at->y[0]);
    gait_of(&leg->a, false, leg->a.radius > 0, &out->gait_a);
    gait_of(&leg->b, false, leg->b.radius > 0, &out->gait_b);
    GrazeVec way = velocity_of(&out->gait_a);
    if (!(vec_length(way) > 0)) way = velocity_of(&out->gait_b);
    double length = vec_length(way);
    if (!(length > 0)) return false;
    GrazeVec n = vec_over(vec_quarter(way), vec_cross(way, d) > 0 ? length : -length);
    start(leg, at, n, GRAZE_STILL, false, out);
    turn_with(leg, at, n, clear, out);
    return true;
}

/* Of the body that carries n along; the other one is the guest. */
static double bend_carrying(const Paces* own, const GrazeGait* guest, double far)
{
    double square = own->turn * own->turn + own->twist;
    return own->acceleration + 2 * own->turn * own->speed + square * (far + guest->radius);
}

static double bend_still(const Paces* paces, const GrazeGait* gait)
{
    return paces->acceleration + (paces->turn * paces->turn + paces->twist) * gait->radius;
}

/* What is taken off at the far corner, (lasts - width, lasts). */
static double most_taken_off(double bend_a, double bend_b, double bend_ab, double width,
                             double lasts)
{
    double spread = max2(width, lasts);
    return bend_a * spread * spread + bend_b * lasts * lasts + bend_ab * width * width;
}

static double path_bend_most(const GrazePathBend* bend, double span)
{
    double x = graze_poly_most(bend->x, bend->degree, span);
    double y = graze_poly_most(bend->y, bend->degree, span);
    return sqrt(x * x + y * y);
}

/* The bends of bodies that turn as one, where they take off less than the others. */
static void bend_alike(GrazeSheet* sheet, double width, double lasts)
{
    bool is_by_a = sheet->carrier == GRAZE_CARRIED_BY_A;
    const GrazeInstant* at = sheet->at;
    const GrazeGait* guest = is_by_a ? &sheet->gait_b : &sheet->gait_a;
    double span = max2(width, lasts);
    double radius = guest->radius;
    GrazeRates rates;
    graze_rates(at, span, &rates);
    Paces path = paces_of(guest, span);
    double own_turn = is_by_a ? rates.turn_a : rates.turn_b;
    double own_twist = is_by_a ? rates.twist_a : rates.twist_b;
    double turn = is_by_a ? rates.turn_b : rates.turn_a;
    double twist = is_by_a ? rates.twist_b : rates.twist_a;
    double curve = path_bend_most(&sheet->guest_bend, span) +
                   GRAZE_SLOPE_ERROR * (path.acceleration + turn * path.speed);
    double mixed = curve + rates.turn_ab * path.speed + (twist + turn * rates.turn_ab) * radius;
    double both = graze_seen_most(&sheet->seen, at, &rates, own_turn, own_twist, span) +
                  (rates.turn_ab * rates.turn_ab + rates.twist_ab) * radius;
    double one = path.acceleration + (turn * turn + twist) * radius;
    double own_span = is_by_a ? span : lasts;
    if (mixed > 0 && width > 0 && own_span > 0) {
        both += mixed * (width / own_span);
        one += mixed * (own_span / width);
    }
    double bend_a = is_by_a ? both : 0;
    double bend_b = is_by_a ? 0 : both;
    if (!(most_taken_off(bend_a, bend_b, one, width, lasts) <
          most_taken_off(sheet->bend_a, sheet->bend_b, 0, width, lasts)))
        return;
    sheet->bend_a = bend_a;
    sheet->bend_b = bend_b;
    sheet->bend_ab = one;
}

void graze_sheet_spread(GrazeSheet* sheet, double width, double lasts)
{
    double spread_a = max2(width, lasts);
    double spread_b = lasts;
    Paces a = paces_of(&sheet->gait_a, spread_a);
    Paces b = paces_of(&sheet->gait_b, spread_b);
    const GrazeGait* gait_a = &sheet->gait_a;
    const GrazeGait* gait_b = &sheet->gait_b;
    double far = sheet->far + a.speed * spread_a + b.speed * spread_b;
    double mixed = 0;
    sheet->bend_a = bend_still(&a, gait_a);
    sheet->bend_b = bend_still(&b, gait_b);
    if (sheet->carrier == GRAZE_CARRIED_BY_A && a.turn + a.twist > 0) {
        sheet->bend_a = bend_carrying(&a, gait_b, far);
        mixed = a.turn * (b.speed + b.turn * gait_b->radius);
    } else if (sheet->carrier == GRAZE_CARRIED_BY_B && b.turn + b.twist > 0) {
        sheet->bend_b = bend_carrying(&b, gait_a, far);
        mixed = b.turn * (a.speed + a.turn * gait_a->radius);
    }
    if (mixed > 0 && spread_a > 0 && spread_b > 0) {
        sheet->bend_a += mixed * (spread_b / spread_a);
        sheet->bend_b += mixed * (spread_a / spread_b);
    }
    sheet->bend_ab = 0;
    if (sheet->turns_alike) bend_alike(sheet, width, lasts);
    sheet->bend_a *= 1 + GRAZE_STEP_ERROR;
    sheet->bend_b *= 1 + GRAZE_STEP_ERROR;
    sheet->bend_ab *= 1 + GRAZE_STEP_ERROR;
    sheet->slope_error = GRAZE_SLOPE_ERROR * (a.speed + b.speed + (a.turn + b.turn) * far +
                                              a.turn * gait_a->radius + b.turn * gait_b->radius);
}

/* The linear part of G for the vertices that are least somewhere. */
typedef struct {
    double level, slope_a, slope_b;
} Plane;

static COLD void take_off(const GrazeTrack* track, GrazeVec dir, GrazeVec turn_a, GrazeVec turn_b,
                          GrazeVec at, Plane* plane)
{
    GrazeVec vertex = graze_furthest(track, vec_along(vec_along(dir, at.x, turn_a), at.y, turn_b));
    plane->level -= vec_dot(dir, vertex);
    plane->slope_a -= vec_dot(turn_a, vertex);
    plane->slope_b -= vec_dot(turn_b, vertex);
}

static COLD Plane plane_at(const GrazeSheet* sheet, GrazeVec at)
{
    Plane plane = {sheet->level, sheet->slope_a, sheet->slope_b};
    if (sheet->are_discs) return plane;
    take_off(sheet->track_a, sheet->dir_a, sheet->turn_a_a, sheet->turn_a_b, at, &plane);
    take_off(sheet->track_b, sheet->dir_b, sheet->turn_b_a, sheet->turn_b_b, at, &plane);
    return plane;
}

static double height(const Plane* plane, GrazeVec at)
{
    return plane->level + plane->slope_a * at.x + plane->slope_b * at.y;
}

/* The bilinear form of the bends: twice what they take off, for the same vector. */
static double bend_between(const GrazeSheet* sheet, GrazeVec p, GrazeVec q)
{
    return sheet->bend_a * p.x * q.x + sheet->bend_b * p.y * q.y +
           sheet->bend_ab * (p.x - p.y) * (q.x - q.y);
}

static double fall(const GrazeSheet* sheet, GrazeVec at)
{
    return 0.5 * bend_between(sheet, at, at) + sheet->slope_error * (fabs(at.x) + fabs(at.y));
}

double graze_sheet_at(const GrazeSheet* sheet, GrazeVec at)
{
    Plane plane = plane_at(sheet, at);
    return height(&plane, at) - fall(sheet, at);
}

GrazeVec graze_sheet_slope(const GrazeSheet* sheet)
{
    Plane plane = plane_at(sheet, vec(0, 0));
    return vec(plane.slope_a, plane.slope_b);
}

enum { ROUNDS = 8 };

/*
 * On the way, what is taken off is a parabola and what rounding adds no more than linear. As in graze_slab_hold: from the
 * right, by the roots of the parabolas of the vertices that are least.
 */
double graze_sheet_along(const GrazeSheet* sheet, GrazeVec from, GrazeVec to, double keep)
{
    GrazeVec way = vec_sub(to, from);
    double bend = bend_between(sheet, way, way);
    double cross = bend_between(sheet, from, way);
    double first = fall(sheet, from);
    double error = sheet->slope_error * (fabs(way.x) + fabs(way.y));
    double best = 1;
    double value = 0;
    double start = graze_sheet_at(sheet, from) - keep;
    if (!(start > 0)) return 0;
    for (int32_t round = 0; round < ROUNDS; round++) {
        GrazeVec here = vec_along(from, best, way);
        Plane plane = plane_at(sheet, here);
        value = height(&plane, here) - fall(sheet, here) - keep;
        if (value >= 0) return best;
        double level = height(&plane, from) - first - keep;
        double slope = plane.slope_a * way.x + plane.slope_b * way.y - cross - error;
        double root = graze_parabola_root(level, slope, bend) * (1 - GRAZE_STEP_ERROR);
        if (!(root < best)) break;
        best = root;
    }
    value = graze_sheet_at(sheet, vec_along(from, best, way)) - keep;
    if (value >= 0) return best;
    /* G is concave: above its chords. */
    return best * (start / (start - value)) * (1 - GRAZE_STEP_ERROR);
}
