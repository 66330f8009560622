#include "relative_motion.h"

/* Single motions in space: validation, poses, time ranges and bounds. */

static double square_of(const double* p, int32_t count)
{
    double sum = 0;
    for (int32_t k = 0; k < count; k++)
        sum += p[k] * p[k];
    return sum;
}

/* Returns whether all numbers are finite: one that is not, less itself, is NaN. */
static bool is_finite_piece(const GrazeSolidPiece* piece)
{
    double sum = piece->t0 - piece->t0 + (piece->t1 - piece->t1);
    for (int32_t k = 0; k < GRAZE_PIECE_TERMS; k++) {
        sum += piece->x[k] - piece->x[k] + (piece->y[k] - piece->y[k]);
        sum += piece->z[k] - piece->z[k] + (piece->angle[k] - piece->angle[k]);
    }
    for (int k = 0; k < 3; k++)
        sum += piece->axis[k] - piece->axis[k] + (piece->pivot[k] - piece->pivot[k]);
    for (int k = 0; k < 4; k++)
        sum += piece->quaternion[k] - piece->quaternion[k];
    return sum == 0;
}

static bool is_in_range(const double* c, int32_t count, double most)
{
    bool is_small = true;
    for (int32_t k = 0; k < count; k++)
        is_small = is_small && fabs(c[k]) <= most;
    return is_small;
}

/* Highest degree for which the duration of a piece is not limited on its own. */
enum { LOW_DEGREE = 5 };

static GrazeStatus check_piece(const GrazeSolidPiece* piece)
{
    const double* polynomials[4] = {piece->x, piece->y, piece->z, piece->angle};
    double s = piece->t1 - piece->t0;
    int32_t degree = 0;
    if (!is_finite_piece(piece)) return GRAZE_E_NOT_FINITE;
    if (piece->t1 < piece->t0) return GRAZE_E_OUT_OF_ORDER;
    bool is_valid = fabs(piece->t0) <= GRAZE_MAX_MAGNITUDE &&
                    fabs(piece->t1) <= GRAZE_MAX_MAGNITUDE &&
                    is_in_range(piece->pivot, 3, GRAZE_MAX_POSITION);
    for (int k = 0; k < 4; k++) {
        is_valid = is_valid && is_in_range(polynomials[k], GRAZE_PIECE_TERMS, GRAZE_MAX_MAGNITUDE);
        degree = max2_int(degree, graze_solid_degree(polynomials[k]));
    }
    if (!is_valid || (degree > LOW_DEGREE && s > GRAZE_MAX_HIGH_DEGREE_DURATION))
        return GRAZE_E_OUT_OF_RANGE;
    for (int k = 0; k < 4; k++) {
        double most = k < 3 ? GRAZE_MAX_POSITION : GRAZE_MAX_ANGLE;
        if (!(graze_poly_magnitude(polynomials[k], GRAZE_PIECE_TERMS, s) <= most))
            return GRAZE_E_OUT_OF_RANGE;
    }
    bool is_rotation = fabs(sqrt(square_of(piece->axis, 3)) - 1) <= GRAZE_ROTATION_SLACK &&
                       fabs(sqrt(square_of(piece->quaternion, 4)) - 1) <= GRAZE_ROTATION_SLACK;
    return is_rotation ? GRAZE_OK : GRAZE_E_NOT_A_HEADING;
}

/* Prepares the motion of one body in the world, whose points are at most `reach` from its origin.
   */
static void init_single(const GrazeSolidMotion* motion, double base, double reach,
                        GrazeMovingSolid* body, SolidRelativeMotion* out)
{
    *body = (GrazeMovingSolid){NULL, motion};
    graze_solid_relative_motion_init(out, body, NULL, base, 1);
    SolidChain* chain = &out->interval.chain[0];
    graze_solid_find_interval(out, 0);
    chain->radius = reach + vec3_length(chain->pivot);
}

/* Returns the pose of a single body at an instant of its interval. */
static GrazeSolidPose world_pose(const SolidRelativeMotion* motion, const SolidMotionState* state)
{
    GrazeSolidPose pose = state->pose[0];
    GrazeVec3 pivot = graze_solid_pivot_position(motion, state->time);
    pose.x += pivot.x;
    pose.y += pivot.y;
    pose.z += pivot.z;
    return pose;
}

/* Returns an upper bound of the travel of the body's origin during a piece; adds the magnitudes of
   the terms of its position to *terms. */
static double max_travel(const GrazeSolidPiece* piece, double* terms)
{
    const double* c[3] = {piece->x, piece->y, piece->z};
    double s = piece->t1 - piece->t0;
    double start = 0;
    double sum = 0;
    for (int k = 0; k < 3; k++) {
        start += fabs(c[k][0]);
        sum += graze_poly_magnitude(c[k], GRAZE_PIECE_TERMS, s);
    }
    double rotation =
        min2(graze_poly_magnitude(piece->angle, GRAZE_PIECE_TERMS, s) - fabs(piece->angle[0]), 2);
    double arm = fabs(piece->pivot[0]) + fabs(piece->pivot[1]) + fabs(piece->pivot[2]);
    *terms += sum + arm;
    return sum - start + rotation * arm;
}

/* Rotations by an angle a apart have matrices apart by sqrt(8) sin(a / 2) in all numbers together.
   */
static GrazeStatus check_join(const GrazeSolidPiece* before, const GrazeSolidPiece* after)
{
    GrazeSolidPose pose[2];
    if (after->t0 != before->t1) return GRAZE_E_OUT_OF_ORDER;
    for (int i = 0; i < 2; i++) {
        const GrazeSolidPiece* piece = i == 0 ? before : after;
        const GrazeSolidMotion single = {piece, 1, GRAZE_STAY, GRAZE_STAY, NULL};
        double error;
        graze_solid_motion_pose(&single, after->t0, 0, &pose[i], &error);
    }
    double turn = 0;
    for (int k = 0; k < 9; k++) {
        double apart = pose[1].rotation[k] - pose[0].rotation[k];
        turn += apart * apart;
    }
    double jump =
        vec3_norm1(vec3(pose[1].x - pose[0].x, pose[1].y - pose[0].y, pose[1].z - pose[0].z));
    double terms = 0;
    double max_jump = GRAZE_JOIN_SLACK * (max_travel(before, &terms) + max_travel(after, &terms));
    max_jump += GRAZE_STEP_ERROR * terms;
    bool is_continuous = jump <= max_jump && sqrt(turn / 2) <= GRAZE_JOIN_SLACK;
    return is_continuous ? GRAZE_OK : GRAZE_E_DISCONTINUOUS;
}

GrazeStatus graze_solid_motion_check(const GrazeSolidMotion* motion, int32_t* culprit)
{
    *culprit = -1;
    if (motion->count < 1) return GRAZE_E_OUT_OF_RANGE;
    for (int32_t i = 0; i < motion->count; i++) {
        *culprit = i;
        GrazeStatus status = check_piece(&motion->pieces[i]);
        if (status == GRAZE_OK && i > 0)
            status = check_join(&motion->pieces[i - 1], &motion->pieces[i]);
        if (status != GRAZE_OK) return status;
    }
    *culprit = motion->count;
    int32_t links = 0;
    for (const GrazeSolidMotion* m = motion; m != NULL; m = m->parent)
        if (++links > GRAZE_SOLID_MAX_LINKS) return GRAZE_E_OUT_OF_RANGE;
    *culprit = -1;
    return GRAZE_OK;
}

static double begin_of(const GrazeSolidMotion* motion)
{
    return motion->pieces[0].t0;
}

static double end_of(const GrazeSolidMotion* motion)
{
    return motion->pieces[motion->count - 1].t1;
}

/* Clips a range to the time at which a body exists. */
static void clip_to_existence(const GrazeSolidMotion* motion, double* from, double* to)
{
    for (; motion != NULL; motion = motion->parent) {
        if (motion->before == GRAZE_VANISH) *from = max2(*from, begin_of(motion));
        if (motion->after == GRAZE_VANISH) *to = min2(*to, end_of(motion));
    }
}

static bool exists_at(const GrazeSolidMotion* motion, double t)
{
    double from = t;
    double to = t;
    clip_to_existence(motion, &from, &to);
    return from <= to;
}

bool graze_solid_motion_pose(const GrazeSolidMotion* motion, double t, double reach,
                             GrazeSolidPose* pose, double* error)
{
    GrazeMovingSolid body;
    SolidRelativeMotion single;
    SolidMotionState state;
    if (!exists_at(motion, t)) return false;
    init_single(motion, t, reach, &body, &single);
    graze_solid_state_evaluate(&single, 0, &state);
    *pose = world_pose(&single, &state);
    *error = state.error;
    return true;
}

bool graze_solid_motion_velocity(const GrazeSolidMotion* motion, double t, double velocity[3],
                                 double angular_velocity[3])
{
    GrazeMovingSolid body;
    SolidRelativeMotion single;
    SolidMotionState state;
    if (!exists_at(motion, t)) return false;
    init_single(motion, t, 0, &body, &single);
    graze_solid_state_evaluate(&single, 0, &state);
    GrazeVec3 arm = vec3(state.pose[0].x, state.pose[0].y, state.pose[0].z);
    GrazeVec3 w = state.body[0].spin;
    GrazeVec3 v = vec3_add(state.body[0].velocity, vec3_cross(w, arm));
    const double values[6] = {v.x, v.y, v.z, w.x, w.y, w.z};
    memcpy(velocity, values, 3 * sizeof *values);
    memcpy(angular_velocity, values + 3, 3 * sizeof *values);
    return true;
}

/* ---- time ranges ---- */

/*
 * Computes the time from the begin of the first motion of both chains to the end of the last one,
 * of those that are not static, or of all if all are; of each the part in [from, to]. Returns false
 * if there is none.
 */
static bool active_span(const GrazeMovingSolid* a, const GrazeMovingSolid* b, double from,
                        double to, double* begin, double* end)
{
    for (int takes_static = 0; takes_static < 2; takes_static++) {
        *begin = INFINITY;
        *end = -INFINITY;
        for (int i = 0; i < 2; i++) {
            const GrazeSolidMotion* motion = i == 0 ? a->motion : b->motion;
            for (; motion != NULL; motion = motion->parent) {
                double first = max2(begin_of(motion), from);
                double last = min2(end_of(motion), to);
                if (!(first <= last) || (!takes_static && graze_solid_is_static(motion))) continue;
                *begin = min2(*begin, first);
                *end = max2(*end, last);
            }
        }
        if (*begin <= *end) return true;
    }
    return false;
}

bool graze_solid_motion_window(const GrazeMovingSolid* a, const GrazeMovingSolid* b, double* from,
                               double* to)
{
    clip_to_existence(a->motion, from, to);
    clip_to_existence(b->motion, from, to);
    if (isinf(*from) || isinf(*to)) {
        double begin;
        double end;
        active_span(a, b, -INFINITY, INFINITY, &begin, &end);
        if (isinf(*from)) *from = min2(begin, *to);
        if (isinf(*to)) *to = max2(end, *from);
    }
    return *from <= *to;
}

double graze_solid_motion_min_tolerance(const GrazeMovingSolid* a, const GrazeMovingSolid* b,
                                        double from, double to)
{
    double begin;
    double end;
    if (isinf(from) || isinf(to)) graze_solid_motion_window(a, b, &from, &to);
    if (!active_span(a, b, from, to, &begin, &end)) {
        begin = from;
        end = to;
    }
    return GRAZE_TIME_ULPS * double_ulp(max2(fabs(begin), fabs(end)));
}

static double size_of(const GrazeMovingSolid* body)
{
    return body->solid->extent + (double)body->solid->radius;
}

void graze_solid_motion_defaults(const GrazeMovingSolid* a, const GrazeMovingSolid* b,
                                 GrazeMotionOptions* options)
{
    if (isnan(options->from)) options->from = -INFINITY;
    if (isnan(options->to)) options->to = INFINITY;
    graze_solid_motion_window(a, b, &options->from, &options->to);
    if (isnan(options->tolerance)) {
        double begin = options->from;
        double end = options->to;
        active_span(a, b, options->from, options->to, &begin, &end);
        options->tolerance =
            max2(1e-9 * max2(end - begin, 0),
                 graze_solid_motion_min_tolerance(a, b, options->from, options->to));
    }
    if (!isnan(options->distance_tolerance)) return;
    double size = max2(size_of(a), size_of(b));
    options->distance_tolerance = 1e-9 * size;
    if (size > 0) return;
    GrazeSolidMotionBounds bounds[2];
    graze_solid_motion_bounds(a, options->from, options->to, 1, &bounds[0]);
    graze_solid_motion_bounds(b, options->from, options->to, 1, &bounds[1]);
    options->distance_tolerance = options->tolerance * (bounds[0].speed + bounds[1].speed);
}

/* ---- bounds ---- */

/* Extends bounds by those of a part of an interval, given by its middle and half its duration. */
static void extend_bounds(SolidRelativeMotion* motion, double middle, double half,
                          GrazeSolidMotionBounds* out)
{
    const SolidChain* chain = &motion->interval.chain[0];
    SolidMotionState state;
    SolidRates rates;
    GrazeSolidBounds box;
    graze_solid_state_evaluate(motion, middle, &state);
    graze_solid_compute_rates(motion, &state, half, &rates);
    const SolidBodyRates* body = &rates.body[0];
    double more = 1 + GRAZE_STEP_ERROR;
    double speed = (rates.root_speed + body->speed) * more;
    double acceleration = (rates.root_acceleration + body->acceleration) * more;
    double turning = (body->spin * body->spin + body->spin_rate) * more;
    double arm = vec3_length(chain->pivot) * more;
    double point_speed = speed + body->spin * more * chain->radius;
    GrazeSolidPose pose = world_pose(motion, &state);
    graze_solid_bounds(chain->solid, &pose, &box);
    double margin = (point_speed * half + state.error) * more;
    for (int k = 0; k < 3; k++) {
        out->box.min[k] = min2(out->box.min[k], box.min[k] - margin);
        out->box.max[k] = max2(out->box.max[k], box.max[k] + margin);
    }
    out->speed = max2(out->speed, speed + body->spin * more * arm);
    out->acceleration = max2(out->acceleration, acceleration + turning * arm);
    out->angular_velocity = max2(out->angular_velocity, body->spin * more);
    out->angular_acceleration = max2(out->angular_acceleration, body->spin_rate * more);
    out->point_speed = max2(out->point_speed, point_speed);
    out->point_acceleration = max2(out->point_acceleration, acceleration + turning * chain->radius);
}

void graze_solid_extend_bounds(SolidRelativeMotion* motion, double from, double to, int32_t parts,
                               GrazeSolidMotionBounds* out)
{
    for (;;) {
        const SolidInterval* interval = graze_solid_find_interval(motion, from);
        double end = min2(interval->to, to);
        double half = 0.5 * (end - from) / parts;
        for (int32_t i = 0; i < parts; i++)
            extend_bounds(motion, from + (2 * i + 1) * half, half * (1 + GRAZE_STEP_ERROR), out);
        if (end >= to || !(end > from)) return;
        from = end;
    }
}

void graze_solid_motion_bounds(const GrazeMovingSolid* body, double from, double to, int32_t parts,
                               GrazeSolidMotionBounds* out)
{
    SolidRelativeMotion motion;
    *out = (GrazeSolidMotionBounds)SOLID_NO_BOUNDS;
    clip_to_existence(body->motion, &from, &to);
    if (!(from <= to)) return;
    graze_solid_relative_motion_init(&motion, body, NULL, from, 1);
    graze_solid_extend_bounds(&motion, 0, to - from, parts, out);
}
