#include "../tolerance.h"
#include "look.h"

/* How long bodies surely stay in contact: points or features of the two that stay near each other. */

enum { SPAN_ROUNDS = 6, HALVINGS = 32 };

/*
 * A point that the guest carries, as the holder sees it: y = R_h^T (d + R_g q) from the holder's pivot, with d from there
 * to the guest's and q from that to the point. |y''| is at most the bend of a slab that the holder carries past a
 * guest of one vertex.
 */
typedef struct {
    const GrazeTrack *holder, *guest;
    const GrazePose *holder_pose, *guest_pose;
    double holder_turn, guest_turn, holder_bend, seen_bend;
    GrazeVec to_guest, velocity; /* d and d' */
} Guard;

typedef struct {
    GrazeVec y, velocity;
    double bend;
} Seen;

static Guard guard_of(const GrazeLeg* leg, const GrazeInstant* at, const GrazeRates* rates,
                      double span, bool is_b)
{
    double turn_a = at->turn > 0 ? at->turn_a[1] : 0;
    double turn_b = at->turn > 0 ? at->turn_b[1] : 0;
    GrazeVec d = vec(at->x[0], at->y[0]);
    GrazeVec velocity = at->move > 0 ? vec(at->x[1], at->y[1]) : vec(0, 0);
    double sense = is_b ? -1 : 1;
    double turn = is_b ? rates->turn_b : rates->turn_a;
    double twist = is_b ? rates->twist_b : rates->twist_a;
    GrazeSeenAcceleration seen;
    Guard guard;
    graze_seen_acceleration(at, is_b ? at->turn_b : at->turn_a, &seen);
    guard.holder = is_b ? &leg->b : &leg->a;
    guard.guest = is_b ? &leg->a : &leg->b;
    guard.holder_pose = is_b ? &at->pose_b : &at->pose_a;
    guard.guest_pose = is_b ? &at->pose_a : &at->pose_b;
    guard.holder_turn = is_b ? turn_b : turn_a;
    guard.guest_turn = is_b ? turn_a : turn_b;
    guard.to_guest = vec_scale(d, sense);
    guard.velocity = vec_scale(velocity, sense);
    guard.holder_bend = graze_seen_most(&seen, at, rates, turn, twist, span);
    guard.seen_bend = rates->turn_ab * rates->turn_ab + rates->twist_ab;
    return guard;
}

/* `point` from the holder's pivot, axes as in the world. */
static Seen see(const Guard* guard, GrazeVec point)
{
    Seen seen;
    GrazeVec arm = vec_sub(point, guard->to_guest);
    GrazeVec moved = vec_along(guard->velocity, guard->guest_turn, vec_quarter(arm));
    moved = vec_along(moved, -guard->holder_turn, vec_quarter(point));
    seen.y = vec_unrotate(point, guard->holder_pose->cos, guard->holder_pose->sin);
    seen.velocity = vec_unrotate(moved, guard->holder_pose->cos, guard->holder_pose->sin);
    seen.bend = (guard->holder_bend + guard->seen_bend * vec_length(arm)) * (1 + GRAZE_STEP_ERROR);
    return seen;
}

/* How long c + slope tau - bend tau^2 / 2 is positive. */
static double least_root(double c, double slope, double bend, double span)
{
    if (!(c > 0)) return 0;
    double root = sqrt(slope * slope + 2 * bend * c);
    if (root - slope <= 0) return span;
    return min2(span, 2 * c / (root - slope) * (1 - GRAZE_STEP_ERROR));
}

/* A point of the guest's core stays in the holder's. */
static double point_stays(const Guard* guard, GrazeVec point, double error, double span)
{
    const GrazeShape* shape = guard->holder->shape;
    const GrazePiece* piece = guard->holder->piece;
    Seen seen = see(guard, point);
    GrazeVec y = vec(seen.y.x + piece->pivot_x, seen.y.y + piece->pivot_y);
    double least = span;
    for (int32_t i = 0; i < shape->count && least > 0; i++) {
        GrazeVec from = vec_of(shape->vertices[i]);
        GrazeVec edge = vec_sub(vec_of(shape->vertices[next_index(i, shape->count)]), from);
        GrazeVec out = vec_over(vec_outward(edge), vec_length(edge));
        double inside = -error - vec_dot(out, vec_sub(y, from));
        least = least_root(inside, -vec_dot(out, seen.velocity), seen.bend, least);
    }
    return least;
}

/* The points of two disjoint cores that are nearest to each other. */
static COLD void find_near_points(const GrazeLeg* leg, const GrazeInstant* at, GrazeVec* on_a,
                                  GrazeVec* on_b)
{
    GrazeShape a = *leg->a.shape;
    GrazeShape b = *leg->b.shape;
    GrazeDistance cores;
    a.radius = 0;
    b.radius = 0;
    graze_distance(&a, &at->pose_a, &b, &at->pose_b, NULL, &cores);
    *on_a = vec(cores.point_a_x, cores.point_a_y);
    *on_b = vec(cores.point_b_x, cores.point_b_y);
}

/*
 * They, carried along, stay within `most` of each other while |w + w' tau| + bend tau^2 / 2 <= most, for w from one to the
 * other: convex in tau, so true up to where it is.
 */
static double points_stay(const GrazeLeg* leg, const GrazeInstant* at, const GrazeRates* rates,
                          double most, double span)
{
    GrazeVec on_a;
    GrazeVec on_b;
    find_near_points(leg, at, &on_a, &on_b);
    GrazeVec w = vec_sub(on_b, on_a);
    GrazeVec arm_b = vec(on_b.x - at->x[0], on_b.y - at->y[0]);
    GrazeVec moved = at->move > 0 ? vec(at->x[1], at->y[1]) : vec(0, 0);
    moved = vec_along(moved, at->turn > 0 ? at->turn_b[1] : 0, vec_quarter(arm_b));
    moved = vec_along(moved, at->turn > 0 ? -at->turn_a[1] : 0, vec_quarter(on_a));
    double bend = rates->acceleration +
                  (rates->turn_a * rates->turn_a + rates->twist_a) * vec_length(on_a) +
                  (rates->turn_b * rates->turn_b + rates->twist_b) * vec_length(arm_b);
    double lo = 0;
    double hi = span;
    double tau = span;
    for (int32_t i = 0; i < HALVINGS; i++) {
        double apart = vec_length(vec_along(w, tau, moved)) + 0.5 * bend * tau * tau;
        if (apart <= most * (1 - GRAZE_STEP_ERROR)) {
            lo = tau;
        } else {
            hi = tau;
        }
        if (lo == span) break;
        tau = 0.5 * (lo + hi);
    }
    return lo;
}

/* The same of the two points that would come together last, each in the other body; with radii, of the cores'. */
static double depths_stay(const GrazeLeg* leg, const GrazeLook* look, const GrazeRates* rates,
                          double span)
{
    const GrazeInstant* at = &look->at;
    GrazeVec on_a = vec_along(look->on_a, -(double)leg->a.shape->radius, look->normal);
    GrazeVec on_b = vec_along(look->on_b, leg->b.shape->radius, look->normal);
    on_a = vec(on_a.x - at->x[0], on_a.y - at->y[0]);
    double best = 0;
    if (leg->a.shape->count > 2) {
        Guard in_a = guard_of(leg, at, rates, span, false);
        best = point_stays(&in_a, on_b, at->error, span);
    }
    if (leg->b.shape->count > 2) {
        Guard in_b = guard_of(leg, at, rates, span, true);
        best = max2(best, point_stays(&in_b, on_a, at->error, span));
    }
    return best;
}

/*
 * A vertex y of the guest stays within reach + allowance of the edge that is nearest: within `most`, which is half the
 * allowance less, of its line, and as much beyond its ends as Pythagoras leaves.
 */
static double vertex_stays(const Guard* guard, const GrazeHint* hint, int32_t j, double most,
                           double beyond, double span)
{
    const GrazePiece* piece = guard->guest->piece;
    GrazeVec vertex = vec_of(guard->guest->shape->vertices[j]);
    GrazeVec arm = vec(vertex.x - piece->pivot_x, vertex.y - piece->pivot_y);
    const GrazePose* pose = guard->guest_pose;
    Seen seen = see(guard, vec_add(guard->to_guest, vec_rotate(arm, pose->cos, pose->sin)));
    GrazeVec rise = vec_sub(seen.y, hint->from);
    double length = vec_length(hint->edge);
    GrazeVec along = vec_over(hint->edge, length);
    double place = vec_dot(along, rise);
    double pace = vec_dot(along, seen.velocity);
    double height = vec_dot(hint->normal, rise);
    double climb = vec_dot(hint->normal, seen.velocity);
    double held = least_root(most - height, -climb, seen.bend, span);
    held = least_root(most + height, climb, seen.bend, held);
    held = least_root(beyond + place, pace, seen.bend, held);
    return least_root(beyond + length - place, -pace, seen.bend, held);
}

/* So does the one furthest towards the edge, or a neighbour of it that is as far where their edges are parallel. */
static double edge_stays(const GrazeCourse* course, const GrazeHint* hint, const GrazeLook* look,
                         const GrazeRates* rates, double allowance, double span)
{
    const GrazeLeg* leg = &course->leg;
    double most = leg->reach + 0.5 * allowance;
    double beyond = sqrt(allowance * (most + 0.25 * allowance)) * (1 - GRAZE_STEP_ERROR);
    Guard guard = guard_of(leg, &look->at, rates, span, hint->carrier == GRAZE_CARRIED_BY_B);
    if (hint->carrier == GRAZE_STILL || hint->piece != guard.holder->piece) return 0;
    const GrazeShape* shape = guard.guest->shape;
    const GrazePose* own = guard.holder_pose;
    const GrazePose* other = guard.guest_pose;
    GrazeVec normal = vec_rotate(hint->normal, own->cos, own->sin);
    GrazeVec down = vec_unrotate(normal, -other->cos, -other->sin);
    int32_t j = graze_support(shape, down.x, down.y, GRAZE_SUPPORT_AUTO, 0);
    int32_t near[3] = {j, previous_index(j, shape->count), next_index(j, shape->count)};
    double held = 0;
    for (int32_t k = 0; k < 3 && held < span; k++)
        held = max2(held, vertex_stays(&guard, hint, near[k], most, beyond, span));
    return held;
}

double graze_look_stay(const GrazeCourse* course, const GrazeHint* hint, const GrazeLook* look,
                       double span, double slack)
{
    const GrazeLeg* leg = &course->leg;
    const GrazeInstant* at = &look->at;
    double allowance = slack - at->error;
    if (!(allowance > look->gap)) return 0;
    double trial = span;
    double best = 0;
    for (int32_t round = 0; round < SPAN_ROUNDS; round++) {
        GrazeRates rates;
        graze_rates(at, trial, &rates);
        double most = graze_largest_speed(leg, &rates);
        double room = allowance - look->gap;
        best = room < most * trial ? room / most * (1 - GRAZE_STEP_ERROR) : trial;
        if (best < trial) {
            double near = look->is_deep
                              ? depths_stay(leg, look, &rates, trial)
                              : points_stay(leg, at, &rates, leg->reach + allowance, trial);
            best = max2(best, near);
        }
        if (best < trial) {
            best = max2(best, edge_stays(course, hint, look, &rates, allowance, trial));
        }
        if (best >= 0.25 * trial || best <= 0) break;
        trial = 2 * best;
    }
    return best;
}
