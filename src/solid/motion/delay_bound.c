#include "delay_bound.h"

/* Expands the position of the outermost pivot of a body, at time 0 of its links. */
static void expand_root(const SolidChain* chain, double root[3][GRAZE_PIECE_TERMS], int32_t* degree)
{
    memset(root, 0, 3 * sizeof *root);
    *degree = chain->count > 0 ? chain->link[0].position_degree : 0;
    if (*degree == 0) return;
    const SolidLink* link = &chain->link[0];
    const double* c[3] = {link->piece->x, link->piece->y, link->piece->z};
    for (int axis = 0; axis < 3; axis++)
        graze_poly_taylor(c[axis], *degree, link->offset, root[axis]);
}

/* Ratio by which balls must be apart, of their contact distance, for a bound of their own. */
static const double WORTHWHILE_RATIO = 0.0625;

/* Chooses the normal of a kind of bound; returns false if there is none. */
static bool choose_normal(const SolidInterval* interval, const SolidProximity* proximity,
                          GrazeDelayBoundKind kind, double margin, GrazeVec3* n)
{
    const SolidMotionState* state = &proximity->state;
    *n = proximity->normal;
    if (kind == GRAZE_DELAY_NEAREST) return true;
    if (kind == GRAZE_DELAY_BALLS) {
        double distance = vec3_length(state->d);
        double contact_distance =
            interval->chain[0].radius + interval->chain[1].radius + interval->reach;
        double gap = distance - contact_distance * (1 + GRAZE_DISC_ERROR);
        *n = vec3_scale(state->d, 1 / distance);
        return gap > WORTHWHILE_RATIO * contact_distance + 4 * margin;
    }
    GrazeVec3 velocity = state->body[0].velocity;
    if (!(vec3_dot(velocity, velocity) > 0)) velocity = state->body[1].velocity;
    double square = vec3_dot(velocity, velocity);
    *n = vec3_mul_add(*n, -vec3_dot(*n, velocity) / square, velocity);
    double length = vec3_length(*n);
    *n = vec3_scale(*n, 1 / length);
    return square > 0 && length > GRAZE_DISC_ERROR;
}

/* Returns the turn with which a normal follows the features while only one body turns. */
static GrazeVec3 turn_with(const SolidProximity* proximity, int side)
{
    SolidMotionState alone;
    const GrazeVec3 zero = {0, 0, 0};
    alone.body[side].spin = proximity->state.body[side].spin;
    alone.body[1 - side].spin = zero;
    return graze_solid_normal_turn(&alone, proximity->normal, &proximity->edges, NULL).velocity;
}

bool graze_solid_delay_bound_init(const SolidInterval* interval, const SolidProximity* proximity,
                                  GrazeDelayBoundKind kind, double margin, SolidDelayBound* out)
{
    const SolidMotionState* state = &proximity->state;
    GrazeVec3 n;
    if (!choose_normal(interval, proximity, kind, margin, &n)) return false;
    out->interval = interval;
    out->state = state;
    out->are_balls = kind == GRAZE_DELAY_BALLS;
    out->normal = n;
    out->level = vec3_dot(n, state->d) - interval->reach - margin;
    for (int i = 0; i < 2; i++) {
        expand_root(&interval->chain[i], out->root[i], &out->degree[i]);
        out->turn[i] = kind == GRAZE_DELAY_NEAREST ? turn_with(proximity, i) : vec3(0, 0, 0);
        out->radius[i] = out->are_balls ? 0 : interval->chain[i].radius;
        if (out->are_balls) out->level -= interval->chain[i].radius;
    }
    for (int i = 0; i < 2; i++) {
        const SolidBodyState* body = &state->body[i];
        GrazeVec3 along = i == 0 ? n : vec3_neg(n);
        GrazeVec3 n_rate = vec3_cross(out->turn[i], n);
        GrazeVec3 own = vec3_cross(along, vec3_sub(body->spin, out->turn[i]));
        GrazeVec3 other = vec3_cross(out->turn[1 - i], along);
        out->slope[i] = vec3_dot(n_rate, state->d) - vec3_dot(along, body->velocity);
        out->dir[i] = solid_rotate_back(body->rotation, along);
        out->dir_rate[i][i] = solid_rotate_back(body->rotation, own);
        out->dir_rate[i][1 - i] = solid_rotate_back(body->rotation, other);
    }
    return true;
}

/* Upper bounds of a body's motion within a span of its clock: of its pivot, the acceleration along
   the normal, and of its rotation. */
typedef struct {
    double speed, acceleration, along, spin, spin_rate;
} ClockedRates;

static ClockedRates rates_of(const SolidDelayBound* bound, int i, double span)
{
    SolidBodyRates links;
    double square[2] = {0, 0};
    double first;
    double second;
    double c[GRAZE_PIECE_TERMS];
    GrazeVec3 n = bound->normal;
    int32_t degree = bound->degree[i];
    const double(*root)[GRAZE_PIECE_TERMS] = bound->root[i];
    graze_solid_body_rates(&bound->interval->chain[i], &bound->state->body[i], 0, span, &links);
    for (int axis = 0; axis < 3; axis++) {
        graze_poly_derivative_bounds(root[axis], degree, span, &first, &second);
        square[0] += first * first;
        square[1] += second * second;
    }
    for (int32_t k = 0; k <= degree; k++)
        c[k] = n.x * root[0][k] + n.y * root[1][k] + n.z * root[2][k];
    graze_poly_derivative_bounds(c, degree, span, &first, &second);
    double acceleration = sqrt(square[1]);
    return (ClockedRates){.speed = sqrt(square[0]) + links.speed,
                          .acceleration = acceleration + links.acceleration,
                          .along = second + GRAZE_SLOPE_ERROR * acceleration + links.acceleration,
                          .spin = links.spin,
                          .spin_rate = links.spin_rate};
}

void graze_solid_delay_bound_set_extent(const SolidDelayBound* bound, double width, double duration,
                                        GrazeDelayCurvatures* out)
{
    const double extent[2] = {max2(width, duration), duration};
    const double turn[2] = {vec3_length(bound->turn[0]), vec3_length(bound->turn[1])};
    const double* radius = bound->radius;
    ClockedRates rates[2];
    double curvature[2];
    double distance = vec3_length(bound->state->d);
    double turned = turn[0] * extent[0] + turn[1] * extent[1];
    double drift = turn[0] * extent[0] * turn[1];
    for (int i = 0; i < 2; i++) {
        rates[i] = rates_of(bound, i, extent[i]);
        distance += rates[i].speed * extent[i];
    }
    for (int i = 0; i < 2; i++) {
        const ClockedRates* own = &rates[i];
        const SolidBodyState* body = &bound->state->body[i];
        double change = own->spin_rate * extent[i] + (i == 1 ? drift : 0);
        double turning = graze_solid_turning_curvature(body, own->spin_rate, bound->turn[i],
                                                       bound->normal, turned, change);
        if (i == 1) turning += drift * vec3_length(body->spin);
        curvature[i] = min2(own->acceleration, own->along + turned * own->acceleration) +
                       turn[i] * (2 * own->speed + turn[i] * (distance + radius[1 - i]));
        if (radius[i] > 0) curvature[i] += turning * radius[i];
    }
    double mixed = turn[0] * turn[1] * (distance + radius[0] + radius[1]);
    for (int i = 0; i < 2; i++)
        mixed += turn[i] * (rates[1 - i].speed + rates[1 - i].spin * radius[1 - i]);
    if (mixed > 0 && extent[0] > 0 && extent[1] > 0) {
        curvature[0] += mixed * (extent[1] / extent[0]);
        curvature[1] += mixed * (extent[0] / extent[1]);
    }
    /* The rates of a rotation by 1e7 in a tiny time can overflow, and their products can be NaN. */
    for (int i = 0; i < 2; i++) {
        curvature[i] *= 1 + GRAZE_STEP_ERROR;
        curvature[i] = curvature[i] <= DBL_MAX ? curvature[i] : INFINITY;
    }
    double spin = rates[0].spin + rates[1].spin + turn[0] + turn[1];
    *out = (GrazeDelayCurvatures){
        .curvature_a = curvature[0],
        .curvature_b = curvature[1],
        .slope_error = GRAZE_SLOPE_ERROR * (rates[0].speed + rates[1].speed +
                                            spin * (distance + radius[0] + radius[1])),
    };
}

void graze_solid_delay_bound_get_plane(const SolidDelayBound* bound, GrazeVec point,
                                       GrazeDelayPlane* out)
{
    *out = (GrazeDelayPlane){bound->level, bound->slope[0], bound->slope[1]};
    if (bound->are_balls) return;
    for (int i = 0; i < 2; i++) {
        const GrazeVec3* rate = bound->dir_rate[i];
        GrazeVec3 dir = vec3_mul_add(bound->dir[i], point.x, rate[0]);
        GrazeVec3 arm = graze_solid_support_arm(&bound->interval->chain[i],
                                                vec3_mul_add(dir, point.y, rate[1]));
        out->level -= vec3_dot(bound->dir[i], arm);
        out->slope_a -= vec3_dot(rate[0], arm);
        out->slope_b -= vec3_dot(rate[1], arm);
    }
}
