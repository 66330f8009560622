#include "relative_motion.h"

#include "../../base/expansion.h"
#include "../../base/trig.h"
#include "../compound.h"

/* Two motions piece by piece: the interval of an instant, and the state of both bodies there. */

/* Maximum number of pieces that are checked for motion; a motion with more of them counts as one.
   */
enum { MAX_STATIC_PIECES = 16 };

int32_t graze_solid_degree(const double* c)
{
    int32_t degree = GRAZE_PIECE_TERMS - 1;
    while (degree > 0 && c[degree] == 0)
        degree--;
    return degree;
}

int32_t graze_solid_position_degree(const GrazeSolidPiece* piece)
{
    return max2_int(max2_int(graze_solid_degree(piece->x), graze_solid_degree(piece->y)),
                    graze_solid_degree(piece->z));
}

bool graze_solid_is_static(const GrazeSolidMotion* motion)
{
    if (motion->before != GRAZE_STAY || motion->after != GRAZE_STAY) return false;
    if (motion->count > MAX_STATIC_PIECES) return false;
    for (int32_t i = 0; i < motion->count; i++) {
        const GrazeSolidPiece* piece = &motion->pieces[i];
        if (graze_solid_position_degree(piece) > 0 || graze_solid_degree(piece->angle) > 0)
            return false;
    }
    return true;
}

static int32_t chain_length(const GrazeSolidMotion* motion)
{
    int32_t count = 0;
    for (; motion != NULL && count < GRAZE_SOLID_MAX_LINKS; motion = motion->parent)
        count++;
    return count;
}

/* Writes the motions of a chain, from the outermost to the body's own. */
static void list_motions(const GrazeSolidMotion* motion, int32_t count,
                         const GrazeSolidMotion** out)
{
    for (int32_t k = count - 1; k >= 0; k--) {
        out[k] = motion;
        motion = motion->parent;
    }
}

void graze_solid_relative_motion_init(SolidRelativeMotion* motion, const GrazeMovingSolid* a,
                                      const GrazeMovingSolid* b, double base, double sense)
{
    const GrazeMovingSolid* both[2] = {a, b};
    int32_t common = 0;
    for (int i = 0; i < 2; i++) {
        motion->body[i] = both[i];
        motion->motion_counts[i] = both[i] != NULL ? chain_length(both[i]->motion) : 0;
        if (both[i] != NULL)
            list_motions(both[i]->motion, motion->motion_counts[i], motion->motions[i]);
    }
    while (common < motion->motion_counts[0] && common < motion->motion_counts[1] &&
           motion->motions[0][common] == motion->motions[1][common])
        common++;
    motion->common = common > 0 ? motion->motions[0][common - 1] : NULL;
    for (int i = 0; i < 2; i++) {
        motion->motion_counts[i] -= common;
        for (int32_t k = 0; k < motion->motion_counts[i]; k++)
            motion->motions[i][k] = motion->motions[i][k + common];
    }
    motion->base = base;
    motion->sense = sense;
    motion->has_interval = false;
}

/* Returns the piece of a motion at time t since the base: where two meet, the later one or the
   earlier one. */
static int32_t find_piece(const GrazeSolidMotion* motion, double base, double t, bool is_later)
{
    int32_t lo = 0;
    int32_t hi = motion->count - 1;
    while (lo < hi) {
        int32_t middle = lo + (hi - lo) / 2;
        double end = motion->pieces[middle].t1 - base;
        if (is_later ? t >= end : t > end) {
            lo = middle + 1;
        } else {
            hi = middle;
        }
    }
    return lo;
}

/* Finds the link at time t since the base, and cuts [*from, *to] to the time for which it holds. */
static void find_link(const GrazeSolidMotion* motion, double base, double t, bool is_later,
                      SolidLink* link, double* from, double* to)
{
    const GrazeSolidPiece* piece = &motion->pieces[find_piece(motion, base, t, is_later)];
    double first = motion->pieces[0].t0 - base;
    double last = motion->pieces[motion->count - 1].t1 - base;
    bool is_before = is_later ? t < first : t <= first;
    link->piece = piece;
    link->is_staying = is_before || (is_later ? t >= last : t > last);
    link->stay_time = is_before ? 0 : piece->t1 - piece->t0;
    link->position_degree = link->is_staying ? 0 : graze_solid_position_degree(piece);
    link->angle_degree = link->is_staying ? 0 : graze_solid_degree(piece->angle);
    two_sum(base, -piece->t0, &link->offset, &link->offset_rest);
    if (!link->is_staying) {
        *from = max2(*from, piece->t0 - base);
        *to = min2(*to, piece->t1 - base);
    } else if (is_before) {
        *to = min2(*to, first);
    } else {
        *from = max2(*from, last);
    }
}

static double radius_about(const GrazeSolid* solid, GrazeVec3 pivot)
{
    double square = 0;
    if (solid->compound != NULL) {
        SolidBox box = solid_box_of(&solid->compound->nodes[0]);
        GrazeVec3 d = vec3_sub(box.center, pivot);
        GrazeVec3 far = vec3_add(vec3(fabs(d.x), fabs(d.y), fabs(d.z)), box.half);
        return vec3_length(far) * (1 + 16 * GRAZE_UNIT_ROUNDOFF);
    }
    for (int32_t i = 0; i < solid->count; i++) {
        const GrazeSolidPoint* v = &solid->vertices[i];
        GrazeVec3 arm = vec3_sub(vec3(v->x, v->y, v->z), pivot);
        square = max2(square, vec3_dot(arm, arm));
    }
    return sqrt(square) * (1 + 8 * GRAZE_UNIT_ROUNDOFF);
}

void graze_solid_chain_set_body(SolidChain* chain, const GrazeSolid* solid)
{
    chain->pivot = vec3(0, 0, 0);
    if (chain->count > 0) {
        const double* pivot = chain->link[chain->count - 1].piece->pivot;
        chain->pivot = vec3(pivot[0], pivot[1], pivot[2]);
    }
    chain->solid = solid;
    chain->radius = solid != NULL ? radius_about(solid, chain->pivot) : 0;
}

const SolidInterval* graze_solid_find_interval(SolidRelativeMotion* motion, double time)
{
    SolidInterval* interval = &motion->interval;
    if (motion->has_interval && time >= interval->from && time < interval->to) return interval;
    double from = -INFINITY;
    double to = INFINITY;
    bool is_later = motion->sense > 0;
    double t = motion->sense * time;
    interval->reach = 0;
    for (int i = 0; i < 2; i++) {
        SolidChain* chain = &interval->chain[i];
        chain->count = motion->motion_counts[i];
        for (int32_t k = 0; k < chain->count; k++)
            find_link(motion->motions[i][k], motion->base, t, is_later, &chain->link[k], &from,
                      &to);
        chain->clock_rate = 1;
        graze_solid_chain_set_body(chain, motion->body[i] != NULL ? motion->body[i]->solid : NULL);
        interval->reach += chain->solid != NULL ? chain->solid->radius : 0;
    }
    interval->from = is_later ? from : -to;
    interval->to = is_later ? to : -from;
    motion->has_interval = true;
    return interval;
}

bool graze_solid_gains_from_rebase(const SolidRelativeMotion* motion, double time)
{
    double at_base = 0;
    double at_time = 0;
    for (int i = 0; i < 2; i++) {
        const SolidChain* chain = &motion->interval.chain[i];
        for (int32_t k = 0; k < chain->count; k++) {
            const SolidLink* link = &chain->link[k];
            if (link->position_degree == 0 && link->angle_degree == 0) continue;
            at_base = max2(at_base, fabs(link->offset));
            at_time = max2(at_time, fabs(link->offset + motion->sense * time));
        }
    }
    return at_base > 8 * at_time;
}

bool graze_solid_is_turning(const SolidChain* chain)
{
    for (int32_t k = 0; k < chain->count; k++) {
        bool has_arm = chain->radius > 0 || k + 1 < chain->count;
        if (chain->link[k].angle_degree > 0 && has_arm) return true;
    }
    return false;
}

/* Returns the time since the begin of a link's piece, at t since the base. */
static double time_of(const SolidLink* link, double t)
{
    return link->is_staying ? link->stay_time : t + link->offset;
}

/*
 * Returns the sum of the magnitudes of the terms of a displacement from its constant term, with the
 * error of the time: s = t + offset is off by u |offset|, which a term of degree k multiplies by k.
 */
static double displacement_terms(const double* c, int32_t degree, double s, double offset)
{
    double sum = 0;
    double power = 1;
    for (int32_t k = 1; k <= degree; k++) {
        sum += fabs(c[k]) * power * (fabs(s) + k * fabs(offset));
        power *= fabs(s);
    }
    return sum;
}

/*
 * A link at an instant: position of its pivot, without the constant terms, and velocity; rotation
 * and angular velocity; sums of the magnitudes of the terms of the position, and of the angle as
 * far as they are rounded.
 */
typedef struct {
    GrazeVec3 place, velocity, acceleration, spin, spin_rate, axis;
    double rotation[9];
    double place_terms, angle_terms;
} LinkState;

/*
 * Computes a link's position from the degree of its polynomials, which stays that of the piece
 * while the link stays.
 */
static void evaluate_place(const SolidLink* link, double s, double offset, LinkState* out)
{
    const GrazeSolidPiece* piece = link->piece;
    const double* c[3] = {piece->x, piece->y, piece->z};
    int32_t degree = link->is_staying ? graze_solid_position_degree(piece) : link->position_degree;
    double place[3];
    double rate[3];
    double change[3];
    out->place_terms = 0;
    for (int k = 0; k < 3; k++) {
        double taylor[GRAZE_PIECE_TERMS] = {0};
        graze_poly_taylor(c[k], degree, s, taylor);
        place[k] = taylor[0];
        rate[k] = link->is_staying ? 0 : taylor[1];
        change[k] = link->is_staying ? 0 : 2 * taylor[2];
        out->place_terms += displacement_terms(c[k], degree, s, offset);
    }
    out->place = vec3(place[0], place[1], place[2]);
    out->velocity = vec3(rate[0], rate[1], rate[2]);
    out->acceleration = vec3(change[0], change[1], change[2]);
}

/*
 * Computes a link's rotation, as the product of the quaternion of the turn by half its angle about
 * the axis and that of the piece.
 */
static void evaluate_rotation(const SolidLink* link, double t, double s, double offset,
                              LinkState* out)
{
    const GrazeSolidPiece* piece = link->piece;
    const double* p = piece->quaternion;
    int32_t degree = graze_solid_degree(piece->angle);
    GrazeVec3 axis = vec3(piece->axis[0], piece->axis[1], piece->axis[2]);
    axis = vec3_scale(axis, 1 / vec3_length(axis));
    double angle = graze_poly(piece->angle, degree + 1, s);
    double quaternion[4] = {p[0], p[1], p[2], p[3]};
    double sin = 0;
    double cos = 1;
    out->angle_terms = displacement_terms(piece->angle, degree, s, offset) + fabs(piece->angle[0]);
    if (out->angle_terms > GRAZE_PLAIN_ANGLE) {
        double rest = 0;
        if (!link->is_staying) two_sum(t, link->offset, &s, &rest);
        if (!link->is_staying) rest += link->offset_rest;
        angle = graze_angle_within_turn(piece->angle, degree + 1, s, rest);
        out->angle_terms = fabs(angle);
    }
    if (angle != 0) graze_sincos(0.5 * angle, &sin, &cos);
    if (sin != 0) {
        GrazeVec3 v = vec3(p[0], p[1], p[2]);
        GrazeVec3 u = vec3_scale(axis, sin);
        GrazeVec3 w = vec3_mul_add(vec3_cross(u, v), p[3], u);
        w = vec3_mul_add(w, cos, v);
        quaternion[0] = w.x;
        quaternion[1] = w.y;
        quaternion[2] = w.z;
        quaternion[3] = cos * p[3] - vec3_dot(u, v);
    }
    GrazeSolidPose pose;
    graze_solid_pose(0, 0, 0, quaternion, &pose);
    memcpy(out->rotation, pose.rotation, sizeof pose.rotation);
    double taylor[GRAZE_PIECE_TERMS] = {0};
    if (link->angle_degree > 0) graze_poly_taylor(piece->angle, link->angle_degree, s, taylor);
    out->axis = axis;
    out->spin = vec3_scale(axis, taylor[1]);
    out->spin_rate = vec3_scale(axis, 2 * taylor[2]);
}

static void link_evaluate(const SolidLink* link, double t, LinkState* out)
{
    double s = time_of(link, t);
    double offset = link->is_staying ? 0 : link->offset;
    evaluate_place(link, s, offset, out);
    evaluate_rotation(link, t, s, offset, out);
}

/* Returns the constant terms of a link's position. */
static GrazeVec3 origin_of(const SolidLink* link)
{
    return vec3(link->piece->x[0], link->piece->y[0], link->piece->z[0]);
}

/* Multiplies rotations: r = p r. */
static void rotate_columns(const double p[9], double r[9])
{
    for (int j = 0; j < 3; j++) {
        GrazeVec3 v = solid_rotate(p, vec3(r[3 * j], r[3 * j + 1], r[3 * j + 2]));
        r[3 * j] = v.x;
        r[3 * j + 1] = v.y;
        r[3 * j + 2] = v.z;
    }
}

/*
 * Computes the state of a body from its own link outward, and returns the position of its pivot,
 * without the constant terms of the outermost link. Adds to *error that of a point: of the sums of
 * the magnitudes of pivots and of the arms that each rotation turns, and of positions and, as often
 * as its angle is large, of these arms.
 */
static GrazeVec3 body_evaluate(const SolidChain* chain, double t, SolidBodyState* out,
                               double* error)
{
    GrazeVec3 place = {0, 0, 0};
    const double identity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    memcpy(out->rotation, identity, sizeof identity);
    out->velocity = out->acceleration = out->spin = out->spin_rate = out->axis = place;
    for (int32_t k = chain->count - 1; k >= 0; k--) {
        const SolidLink* link = &chain->link[k];
        LinkState now;
        GrazeVec3 arm = {0, 0, 0};
        GrazeVec3 velocity = {0, 0, 0};
        GrazeVec3 acceleration = {0, 0, 0};
        GrazeVec3 pivot = vec3(link->piece->pivot[0], link->piece->pivot[1], link->piece->pivot[2]);
        link_evaluate(link, t, &now);
        if (k + 1 < chain->count) {
            arm = solid_rotate(now.rotation, vec3_sub(place, pivot));
            GrazeVec3 own = solid_rotate(now.rotation, out->velocity);
            GrazeVec3 turning = vec3_cross(now.spin, arm);
            velocity = vec3_add(own, turning);
            acceleration = solid_rotate(now.rotation, out->acceleration);
            acceleration = vec3_add(acceleration, vec3_cross(now.spin_rate, arm));
            turning = vec3_mul_add(turning, 2, own);
            acceleration = vec3_add(acceleration, vec3_cross(now.spin, turning));
        }
        out->arm[k] = vec3_length(arm) * (1 + GRAZE_STEP_ERROR);
        place = vec3_add(now.place, arm);
        if (k > 0) place = vec3_add(place, origin_of(link));
        out->velocity = vec3_add(now.velocity, velocity);
        out->acceleration = vec3_add(now.acceleration, acceleration);
        GrazeVec3 spin = solid_rotate(now.rotation, out->spin);
        out->spin_rate = vec3_add(now.spin_rate, solid_rotate(now.rotation, out->spin_rate));
        out->spin_rate = vec3_add(out->spin_rate, vec3_cross(now.spin, spin));
        out->spin = vec3_add(now.spin, spin);
        if (chain->count == 1) out->axis = now.axis;
        rotate_columns(now.rotation, out->rotation);
        double arms = out->arm[k] + chain->radius;
        *error += GRAZE_SOLID_ARM_ERROR * (vec3_norm1(pivot) + arms) +
                  GRAZE_SOLID_PLACE_ERROR *
                      (now.place_terms + vec3_norm1(place) + arms * now.angle_terms);
    }
    return place;
}

static void expand_root(const SolidRelativeMotion* motion, double t, SolidMotionState* out)
{
    out->degree = 0;
    memset(out->root, 0, sizeof out->root);
    for (int i = 0; i < 2; i++) {
        const SolidChain* chain = &motion->interval.chain[i];
        if (chain->count == 0 || chain->link[0].position_degree == 0) continue;
        const SolidLink* link = &chain->link[0];
        const double* c[3] = {link->piece->x, link->piece->y, link->piece->z};
        int32_t degree = link->position_degree;
        out->degree = max2_int(out->degree, degree);
        for (int axis = 0; axis < 3; axis++) {
            double taylor[GRAZE_PIECE_TERMS];
            double sign = i == 0 ? -1 : 1;
            graze_poly_taylor(c[axis], degree, time_of(link, t), taylor);
            for (int32_t k = 1; k <= degree; k++) {
                sign *= motion->sense * chain->clock_rate;
                out->root[axis][k] += sign * taylor[k];
            }
        }
    }
}

/* Constant terms are subtracted first, so that far-away coordinates are not rounded. */
void graze_solid_state_evaluate(const SolidRelativeMotion* motion, double time,
                                SolidMotionState* out)
{
    const SolidInterval* interval = &motion->interval;
    double t = motion->sense * time;
    GrazeVec3 place[2];
    GrazeVec3 origin[2] = {{0, 0, 0}, {0, 0, 0}};
    out->time = time;
    out->error = 8 * GRAZE_SOLID_UNIT;
    for (int i = 0; i < 2; i++) {
        const SolidChain* chain = &interval->chain[i];
        place[i] = body_evaluate(chain, t, &out->body[i], &out->error);
        SolidBodyState* body = &out->body[i];
        double rate = motion->sense * chain->clock_rate;
        body->velocity = vec3_scale(body->velocity, rate);
        body->acceleration = vec3_scale(body->acceleration, rate * rate);
        body->spin = vec3_scale(body->spin, rate);
        body->spin_rate = vec3_scale(body->spin_rate, rate * rate);
        if (chain->count > 0) origin[i] = origin_of(&chain->link[0]);
        if (chain->count == 0) out->error += GRAZE_SOLID_ARM_ERROR * chain->radius;
    }
    expand_root(motion, t, out);
    GrazeVec3 apart = vec3_sub(origin[1], origin[0]);
    out->d = vec3_add(vec3_sub(place[1], place[0]), apart);
    out->velocity = vec3_sub(out->body[1].velocity, out->body[0].velocity);
    out->acceleration = vec3_sub(out->body[1].acceleration, out->body[0].acceleration);
    out->root[0][0] = out->d.x;
    out->root[1][0] = out->d.y;
    out->root[2][0] = out->d.z;
    out->error +=
        GRAZE_SOLID_PLACE_ERROR * (interval->reach + vec3_norm1(apart) + vec3_norm1(out->d));
    GrazeVec3 at[2] = {{0, 0, 0}, out->d};
    for (int i = 0; i < 2; i++) {
        memcpy(out->pose[i].rotation, out->body[i].rotation, sizeof out->pose[i].rotation);
        GrazeVec3 arm = solid_rotate(out->body[i].rotation, interval->chain[i].pivot);
        out->pose[i].x = at[i].x - arm.x;
        out->pose[i].y = at[i].y - arm.y;
        out->pose[i].z = at[i].z - arm.z;
    }
}

GrazeVec3 graze_solid_pivot_position(const SolidRelativeMotion* motion, double time)
{
    const SolidChain* chain = &motion->interval.chain[0];
    SolidBodyState state;
    double error = 0;
    GrazeVec3 place = body_evaluate(chain, motion->sense * time, &state, &error);
    return chain->count > 0 ? vec3_add(place, origin_of(&chain->link[0])) : place;
}

/* Upper bounds of the first and second derivative of a link's position and angle. */
typedef struct {
    double speed, acceleration, spin, spin_rate;
} LinkRates;

static LinkRates link_rates(const SolidLink* link, double t, double span)
{
    const double* c[3] = {link->piece->x, link->piece->y, link->piece->z};
    double s = time_of(link, t);
    double taylor[GRAZE_PIECE_TERMS];
    LinkRates rates = {0, 0, 0, 0};
    double first;
    double second;
    for (int k = 0; k < 3 && link->position_degree > 0; k++) {
        graze_poly_taylor(c[k], link->position_degree, s, taylor);
        graze_poly_derivative_bounds(taylor, link->position_degree, span, &first, &second);
        rates.speed += first * first;
        rates.acceleration += second * second;
    }
    rates.speed = sqrt(rates.speed);
    rates.acceleration = sqrt(rates.acceleration);
    if (link->angle_degree > 0) {
        graze_poly_taylor(link->piece->angle, link->angle_degree, s, taylor);
        graze_poly_derivative_bounds(taylor, link->angle_degree, span, &rates.spin,
                                     &rates.spin_rate);
    }
    return rates;
}

/* Returns a bound of |w_B' - w_A'|, whose terms cancel where both bodies have one link. */
static double relative_spin_rate(const SolidInterval* interval, const SolidMotionState* state,
                                 const SolidRates* rates, double t, double span)
{
    double c[3][GRAZE_PIECE_TERMS] = {{0}};
    double sum = rates->body[0].spin_rate + rates->body[1].spin_rate;
    double square = 0;
    double first;
    double second;
    bool may_cancel = rates->body[0].spin_rate > 0 && rates->body[1].spin_rate > 0 &&
                      interval->chain[0].clock_rate == 1 && interval->chain[1].clock_rate == 1;
    if (!may_cancel || interval->chain[0].count != 1 || interval->chain[1].count != 1) return sum;
    for (int i = 0; i < 2; i++) {
        const SolidLink* link = &interval->chain[i].link[0];
        double taylor[GRAZE_PIECE_TERMS] = {0};
        if (link->angle_degree > 0)
            graze_poly_taylor(link->piece->angle, link->angle_degree, time_of(link, t), taylor);
        for (int k = 0; k < 3; k++)
            for (int32_t j = 1; j <= link->angle_degree; j++)
                c[k][j] += (i == 0 ? -1 : 1) * vec3_at(state->body[i].axis, k) * taylor[j];
    }
    for (int k = 0; k < 3; k++) {
        graze_poly_derivative_bounds(c[k], GRAZE_PIECE_TERMS - 1, span, &first, &second);
        square += second * second;
    }
    return min2(sum, sqrt(square) + GRAZE_SLOPE_ERROR * sum);
}

/*
 * A point q of the frame that link k carries is at r = R (q - pivot) from its pivot, and with the
 * angular velocity v of the link
 *
 *   r' = v x r + R q'
 *   r'' = v' x r + v x (v x r) + 2 v x R q' + R q''
 *
 * A frame that turns at w in that one turns at v + R w, whose derivative is v' + v x R w + R w'. So
 * the bounds of a link follow from those of the next one, with |r| at most its arm now and what q
 * travels. At the outermost link the position of the pivot itself is left out.
 */
void graze_solid_body_rates(const SolidChain* chain, const SolidBodyState* state, double t,
                            double span, SolidBodyRates* out)
{
    double rate = fabs(chain->clock_rate);
    span *= rate;
    *out = (SolidBodyRates){0, 0, 0, 0};
    for (int32_t k = chain->count - 1; k >= 0; k--) {
        LinkRates link = link_rates(&chain->link[k], t, span);
        double distance = k + 1 < chain->count ? state->arm[k] + out->speed * span : 0;
        double acceleration = (link.spin * link.spin + link.spin_rate) * distance +
                              2 * link.spin * out->speed + out->acceleration;
        double speed = link.spin * distance + out->speed;
        out->speed = k > 0 ? speed + link.speed : speed;
        out->acceleration = k > 0 ? acceleration + link.acceleration : acceleration;
        out->spin_rate += link.spin_rate + link.spin * out->spin;
        out->spin += link.spin;
    }
    out->speed *= rate;
    out->acceleration *= rate * rate;
    out->spin *= rate;
    out->spin_rate *= rate * rate;
}

void graze_solid_compute_rates(const SolidRelativeMotion* motion, const SolidMotionState* state,
                               double span, SolidRates* out)
{
    double t = motion->sense * state->time;
    out->root_speed = out->root_acceleration = 0;
    for (int i = 0; i < 2; i++)
        graze_solid_body_rates(&motion->interval.chain[i], &state->body[i], t, span, &out->body[i]);
    for (int k = 0; k < 3; k++) {
        double first;
        double second;
        graze_poly_derivative_bounds(state->root[k], state->degree, span, &first, &second);
        out->root_speed += first * first;
        out->root_acceleration += second * second;
    }
    out->root_speed = sqrt(out->root_speed);
    out->root_acceleration = sqrt(out->root_acceleration);
    out->relative_spin_rate = relative_spin_rate(&motion->interval, state, out, t, span);
}

double graze_solid_largest_speed(const SolidInterval* interval, const SolidRates* rates)
{
    double speed = rates->root_speed;
    for (int i = 0; i < 2; i++)
        speed += rates->body[i].speed + rates->body[i].spin * interval->chain[i].radius;
    return speed;
}
