#include "proximity.h"

#include "../witness.h"

/* ---- the separation at an instant ---- */

/* Writes the distinct indices of A or B among some points of A - B; returns their number. */
static int32_t distinct_points(const SolidPoint* points, int32_t count, int side, GrazeVec3* out)
{
    int32_t number = 0;
    for (int32_t i = 0; i < count; i++) {
        bool is_new = true;
        for (int32_t k = 0; k < i; k++)
            is_new =
                is_new && (side == 0 ? points[k].a != points[i].a : points[k].b != points[i].b);
        if (is_new) out[number++] = side == 0 ? points[i].at_a : points[i].at_b;
    }
    return number;
}

/*
 * Writes the edges of a feature of A - B: two of a face, else one of each body, the longer one
 * first: parallel edges count as that.
 */
static void write_edges(const SolidPoint* points, int32_t count, SolidEdges* out)
{
    GrazeVec3 p[2][4];
    int32_t number[2];
    out->count = 0;
    for (int i = 0; i < 2; i++)
        number[i] = distinct_points(points, count, i, p[i]);
    for (int i = 0; i < 2; i++) {
        if (number[i] < 3) continue;
        out->count = 2;
        for (int k = 0; k < 2; k++) {
            out->begin[k] = p[i][0];
            out->edge[k] = vec3_sub(p[i][k + 1], p[i][0]);
            out->body[k] = i;
        }
        return;
    }
    for (int i = 0; i < 2; i++) {
        if (number[i] < 2) continue;
        out->begin[out->count] = p[i][0];
        out->edge[out->count] = vec3_sub(p[i][1], p[i][0]);
        out->body[out->count++] = i;
    }
    if (out->count < 2) return;
    const GrazeVec3* e = out->edge;
    if (vec3_dot(e[1], e[1]) > vec3_dot(e[0], e[0])) {
        for (int k = 0; k < 2; k++) {
            out->begin[k] = p[1 - k][0];
            out->edge[k] = vec3_sub(p[1 - k][1], p[1 - k][0]);
        }
        out->body[0] = 1;
        out->body[1] = 0;
    }
}

GrazeVec3 graze_solid_feature_normal(const SolidSimplex* simplex, GrazeVec3 v)
{
    const SolidPoint* p = simplex->point;
    if (simplex->count == 1) return vec3_neg(v);
    GrazeVec3 e = vec3_sub(p[1].w, p[0].w);
    GrazeVec3 n = vec3_mul_add(v, -vec3_dot(v, e) / vec3_dot(e, e), e);
    if (simplex->count == 3) {
        n = vec3_cross(e, vec3_sub(p[2].w, p[0].w));
        if (vec3_dot(n, v) <= 0) n = vec3_neg(n);
    }
    return vec3_dot(n, n) > 0 ? vec3_neg(n) : vec3_neg(v);
}

/* Writes the proximity of disjoint cores, for a normal of any length. */
static void write_disjoint(const SolidSimplex* simplex, GrazeVec3 normal, double distance,
                           SolidProximity* out)
{
    double weights[4];
    graze_solid_weights_of_origin(simplex, weights);
    out->is_penetrating = false;
    out->has_points = true;
    out->core[0] = out->core[1] = vec3(0, 0, 0);
    for (int32_t k = 0; k < simplex->count; k++) {
        out->core[0] = vec3_mul_add(out->core[0], weights[k], simplex->point[k].at_a);
        out->core[1] = vec3_mul_add(out->core[1], weights[k], simplex->point[k].at_b);
    }
    out->normal = vec3_scale(normal, 1 / vec3_length(normal));
    out->separation = distance;
    write_edges(simplex->point, simplex->count, &out->edges);
}

/*
 * Returns whether the origin is inside a tetrahedron of A - B by more than `error`. The distance of
 * each face has an error of under 16 u of the product of the lengths over twice its area.
 */
static bool is_deep_inside(const SolidSimplex* simplex, double error)
{
    static const int other[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
    if (simplex->count < 4) return false;
    for (int k = 0; k < 4; k++) {
        GrazeVec3 p = simplex->point[other[k][0]].w;
        GrazeVec3 u = vec3_sub(simplex->point[other[k][1]].w, p);
        GrazeVec3 v = vec3_sub(simplex->point[other[k][2]].w, p);
        GrazeVec3 n = vec3_cross(u, v);
        double rounded = 32 * GRAZE_UNIT_ROUNDOFF * vec3_norm1(u) * vec3_norm1(v) * vec3_norm1(p);
        if (!(fabs(vec3_dot(n, p)) - rounded > error * vec3_length(n))) return false;
    }
    return true;
}

/*
 * Computes the proximity by the exact relation of the cores, where GJK in double leaves it open or
 * finds them to meet. Whether radii reach exactly does not matter to a separation with an error.
 */
static NOINLINE bool decide(const SolidPair* pair, const GrazeSolidScratch* scratch,
                            SolidProximity* out)
{
    SolidDecision decision;
    GrazeSolidWitness witness;
    SolidPair cores = *pair;
    cores.reach = 0;
    if (!graze_solid_decide(&cores, true, true, scratch, &decision)) {
        out->separation = 0;
        out->normal = vec3(1, 0, 0);
        out->edges.count = 0;
        out->is_penetrating = out->has_points = false;
        return false;
    }
    if (decision.cores == GRAZE_DISJOINT) {
        const SolidNearest* nearest = &decision.nearest;
        write_disjoint(&nearest->simplex, vec3_neg(nearest->v),
                       graze_solid_nearest_distance(pair, nearest) - nearest->excess, out);
        return true;
    }
    out->is_penetrating = out->has_points = true;
    out->separation = -pair->reach;
    if (decision.cores == GRAZE_OVERLAPPING) {
        out->separation = -graze_solid_write_deepest(pair, &decision.face, &witness);
        write_edges(decision.face.face, 3, &out->edges);
    } else {
        GrazeVec3 normal = graze_solid_contact_normal(pair, &decision);
        graze_solid_write_common_point(pair, &decision.gjk, normal, false, &witness);
        write_edges(decision.gjk.simplex.point, decision.gjk.simplex.count, &out->edges);
    }
    out->normal = vec3(witness.normal[0], witness.normal[1], witness.normal[2]);
    double radius = pair->a.body->radius;
    out->core[0] = vec3(witness.point_a[0], witness.point_a[1], witness.point_a[2]);
    out->core[0] = vec3_mul_add(out->core[0], -radius, out->normal);
    out->core[1] = vec3(witness.point_b[0], witness.point_b[1], witness.point_b[2]);
    out->core[1] = vec3_mul_add(out->core[1], pair->b.body->radius, out->normal);
    return true;
}

/* Returns the nearest point of a feature as a sum of its points. */
static GrazeVec3 nearest_sum(const SolidSimplex* simplex)
{
    double weights[4];
    GrazeVec3 sum = {0, 0, 0};
    graze_solid_weights_of_origin(simplex, weights);
    for (int32_t k = 0; k < simplex->count; k++)
        sum = vec3_mul_add(sum, weights[k], simplex->point[k].w);
    return sum;
}

/*
 * Half the error covers GRAZE_SOLID_SUPPORT_ERROR. Of four points in a plane GJK's last round may
 * have taken the origin to be inside, although its floor is above 0. v of a triangle is along its
 * normal, and not a point of A - B where the triangle is a sliver, whose normal has few digits.
 */
bool graze_solid_is_tight(const SolidGjk* gjk, double error)
{
    if (!(gjk->floor > 0) || gjk->simplex.count > 3) return false;
    GrazeVec3 nearest = gjk->simplex.count < 3 ? gjk->v : nearest_sum(&gjk->simplex);
    double above = vec3_length(nearest) - gjk->floor;
    return above >= 0 && above <= 0.5 * error;
}

bool graze_solid_query_proximity(const SolidInterval* interval, const GrazeSolidScratch* scratch,
                                 bool needs_depth, SolidProximity* out)
{
    SolidPair pair;
    SolidGjk gjk;
    const SolidMotionState* state = &out->state;
    graze_solid_pair_init(&pair, interval->chain[0].solid, &state->pose[0],
                          interval->chain[1].solid, &state->pose[1]);
    SolidCertainty certainty = graze_solid_gjk(&pair, true, &gjk);
    if (gjk.floor > 0) {
        if (graze_solid_is_tight(&gjk, state->error)) {
            write_disjoint(&gjk.simplex, graze_solid_feature_normal(&gjk.simplex, gjk.v),
                           gjk.floor - pair.reach, out);
            return true;
        }
    } else if (certainty == SOLID_INSIDE && !needs_depth &&
               (pair.reach > 2 * state->error || is_deep_inside(&gjk.simplex, 2 * state->error))) {
        out->separation = -(vec3_norm1(state->d) + interval->chain[0].radius +
                            interval->chain[1].radius + pair.reach);
        out->normal = vec3(1, 0, 0);
        out->edges.count = 0;
        out->is_penetrating = true;
        out->has_points = false;
        return true;
    }
    return decide(&pair, scratch, out);
}

/* ---- steps without contact ---- */

/* Returns whether d is a polynomial: that of the outermost links, which are the only ones. */
static bool is_polynomial(const SolidInterval* interval)
{
    return interval->chain[0].count <= 1 && interval->chain[1].count <= 1;
}

static double project_root(const SolidMotionState* state, GrazeVec3 n, double level, double* c)
{
    for (int32_t k = 0; k <= state->degree; k++)
        c[k] = n.x * state->root[0][k] + n.y * state->root[1][k] + n.z * state->root[2][k];
    double before = c[0];
    c[0] = level;
    return before;
}

enum { MAX_TRIALS = 6 };

/* Two bodies at an instant, with bounds of their rates over `span`. */
typedef struct {
    const SolidInterval* interval;
    const SolidMotionState* state;
    SolidRates rates;
    double span;
} RatedState;

/* Returns the step by a bound whose normal turns: where it is short, by one of each vertex. */
static double bound_step(const RatedState* rated, const SolidProximity* proximity, SolidTurn turn,
                         double margin, double* time_to_close)
{
    SolidFrame frame;
    SolidBound bound;
    double step = 0;
    bool is_curved = true;
    for (int is_fine = 0; is_fine < 2 && is_curved; is_fine++) {
        const GrazeVec3* near = is_fine && proximity->has_points ? proximity->core : NULL;
        graze_solid_frame_init(rated->interval, rated->state, &rated->rates, turn, rated->span,
                               near, &frame);
        graze_solid_bound_init(rated->interval, rated->state, &rated->rates, &frame,
                               proximity->normal, margin, is_fine, &bound);
        step =
            max2(step, graze_solid_bound_safe_step(&bound, rated->span, time_to_close, &is_curved));
    }
    return step;
}

/* Returns the turn of the normal of the nearest features. */
static SolidTurn turn_of(const SolidProximity* proximity)
{
    return graze_solid_normal_turn(&proximity->state, proximity->normal, &proximity->edges,
                                   proximity->has_points ? proximity->core : NULL);
}

/* Returns the step of bodies that only translate along polynomials: n . d less a constant. */
static double translation_step(const SolidInterval* interval, const SolidProximity* proximity,
                               double span, double margin)
{
    const SolidMotionState* state = &proximity->state;
    double c[GRAZE_PIECE_TERMS];
    double level = graze_solid_projected_separation(interval, state, proximity->normal, margin);
    project_root(state, proximity->normal, level, c);
    return graze_poly_safe_step(c, state->degree, span);
}

double graze_solid_safe_step(const SolidRelativeMotion* motion, const SolidProximity* proximity,
                             double span, double allowance, GrazeContactMethod method,
                             double* time_to_close)
{
    const SolidInterval* interval = &motion->interval;
    const SolidMotionState* state = &proximity->state;
    double margin = state->error - allowance;
    double separation = proximity->separation - margin;
    bool is_certified = method == GRAZE_METHOD_CERTIFIED;
    *time_to_close = 0;
    if (!(separation > 0)) return 0;
    bool is_turning =
        graze_solid_is_turning(&interval->chain[0]) || graze_solid_is_turning(&interval->chain[1]);
    if (is_certified && !is_turning && is_polynomial(interval))
        return translation_step(interval, proximity, span, margin);
    SolidTurn turn = turn_of(proximity);
    double trial = span;
    double best = 0;
    for (int32_t round = 0; round < MAX_TRIALS; round++) {
        RatedState rated = {.interval = interval, .state = state, .span = trial};
        graze_solid_compute_rates(motion, state, trial, &rated.rates);
        double max_speed = graze_solid_largest_speed(interval, &rated.rates);
        best = separation < max_speed * trial ? separation / max_speed * (1 - GRAZE_STEP_ERROR)
                                              : trial;
        if (is_certified && best < trial)
            best = max2(best, bound_step(&rated, proximity, turn, margin, time_to_close));
        if (best >= 0.25 * trial || best <= 0) break;
        trial = 2 * best;
    }
    return best;
}

/* Ratio of distance to contact distance from which a step by the balls alone is worthwhile. */
static const double WORTHWHILE_RATIO = 1.0625;

/*
 * Returns the time to contact of balls whose centers move uniformly, as linear_discs_safe_step of
 * the plane; (d x d')^2 is the square of a vector here.
 */
static double linear_balls_step(GrazeVec3 d, GrazeVec3 velocity, double contact_distance,
                                double span)
{
    double a = vec3_dot(velocity, velocity);
    double b = vec3_dot(d, velocity);
    double c = vec3_dot(d, d) - contact_distance * contact_distance;
    GrazeVec3 cross = vec3_cross(d, velocity);
    double square = a * contact_distance * contact_distance - vec3_dot(cross, cross);
    if (b >= 0 || square < 0) return span;
    return min2(span, c / (sqrt(square) - b));
}

double graze_solid_far_step(const SolidRelativeMotion* motion, const SolidMotionState* state,
                            double min_gap, double span)
{
    const SolidInterval* interval = &motion->interval;
    double contact_distance = interval->chain[0].radius + interval->chain[1].radius +
                              interval->reach + min_gap + state->error;
    contact_distance *= 1 + (contact_distance < 0 ? 0 : GRAZE_DISC_ERROR);
    double square = vec3_dot(state->d, state->d);
    bool is_plain = is_polynomial(interval);
    if (contact_distance < 0) return span;
    if (!(square > contact_distance * contact_distance)) return 0;
    if (is_plain && state->degree == 0) return span;
    bool is_far =
        square > WORTHWHILE_RATIO * WORTHWHILE_RATIO * contact_distance * contact_distance;
    if (is_plain && state->degree == 1) {
        double step = linear_balls_step(state->d, state->velocity, contact_distance, span);
        return is_far || step >= span ? step : 0;
    }
    if (!is_far) return 0;
    double distance = sqrt(square);
    GrazeVec3 n = vec3_scale(state->d, 1 / distance);
    double level = distance - contact_distance;
    if (is_plain) {
        double c[GRAZE_PIECE_TERMS];
        project_root(state, n, level, c);
        return graze_poly_safe_step(c, state->degree, span);
    }
    SolidRates rates;
    graze_solid_compute_rates(motion, state, span, &rates);
    double acceleration =
        rates.root_acceleration + rates.body[0].acceleration + rates.body[1].acceleration;
    double speed = rates.root_speed + rates.body[0].speed + rates.body[1].speed;
    double slope = vec3_dot(n, state->velocity) - GRAZE_SLOPE_ERROR * speed;
    double root = graze_parabola_root(level, slope, acceleration * (1 + GRAZE_STEP_ERROR));
    return min2(span, root * (1 - GRAZE_STEP_ERROR));
}

/*
 * The time for which a contact is certified to last, from points of both bodies that stay near each
 * other.
 */

/*
 * A point fixed to one body, as the other one sees it, whose frame is `frame`: its place and
 * velocity in that frame, with the error of the latter, and its arm from the pivot of its own body.
 */
typedef struct {
    const RatedState* rated;
    const SolidFrame* frame;
    int side;
    GrazeVec3 place, velocity, arm;
    double slope_error;
} SeenPoint;

/* Initializes the frame of body `side`. */
static void see_init(const RatedState* rated, int side, const GrazeVec3* near, SolidFrame* out)
{
    SolidTurn turn = {rated->state->body[side].spin, side};
    graze_solid_frame_init(rated->interval, rated->state, &rated->rates, turn, rated->span, near,
                           out);
}

/* Returns a point of the other body, given relative to A's pivot, as body `side` sees it. */
static SeenPoint see_point(const RatedState* rated, const SolidFrame* frame, GrazeVec3 point)
{
    const SolidMotionState* state = rated->state;
    const SolidRates* rates = &rated->rates;
    int side = frame->turn.body;
    const SolidBodyState* body = &state->body[side];
    const GrazeVec3 zero = {0, 0, 0};
    GrazeVec3 from_pivot = vec3_sub(point, side == 0 ? zero : state->d);
    GrazeVec3 arm = vec3_sub(point, side == 0 ? state->d : zero);
    GrazeVec3 velocity = vec3_scale(state->velocity, side == 0 ? 1 : -1);
    velocity = vec3_add(velocity, vec3_cross(state->body[1 - side].spin, arm));
    velocity = vec3_sub(velocity, vec3_cross(body->spin, from_pivot));
    double extent =
        vec3_norm1(state->d) + rated->interval->chain[0].radius + rated->interval->chain[1].radius;
    double speed = rates->root_speed + rates->body[0].speed + rates->body[1].speed +
                   (rates->body[0].spin + rates->body[1].spin) * extent;
    return (SeenPoint){.rated = rated,
                       .frame = frame,
                       .side = side,
                       .place = vec3_add(solid_rotate_back(body->rotation, from_pivot),
                                         rated->interval->chain[side].pivot),
                       .velocity = solid_rotate_back(body->rotation, velocity),
                       .arm = vec3_sub(arm, frame->spin[1 - side].offset),
                       .slope_error = GRAZE_SLOPE_ERROR * speed};
}

/* Returns an upper bound of |m . y''| for a unit vector m of the frame. */
static double curvature_along(const SeenPoint* point, GrazeVec3 m)
{
    SolidAlong along;
    int side = point->side;
    GrazeVec3 in_world = solid_rotate(point->rated->state->body[side].rotation, m);
    graze_solid_frame_along(point->frame, in_world, &along);
    double curvature =
        along.pivot + graze_solid_point_curvature(point->frame, &along, 1 - side, point->arm);
    curvature *= 1 + GRAZE_STEP_ERROR;
    return curvature <= DBL_MAX ? curvature : INFINITY;
}

/* Returns the time up to `span` during which value + slope t - curvature t^2 / 2 is positive. */
static double positive_step(double value, double slope, double curvature, double span)
{
    if (!(value > 0)) return 0;
    double root = sqrt(slope * slope + 2 * curvature * value);
    if (root - slope <= 0) return span;
    return min2(span, 2 * value / (root - slope) * (1 - GRAZE_STEP_ERROR));
}

/* Returns the time up to `span` during which c + m . (y - y(0)) is positive for a point at y. */
static double side_step(const SeenPoint* point, GrazeVec3 m, double c, double span)
{
    if (!(c > 0)) return 0;
    double slope = vec3_dot(m, point->velocity) - point->slope_error;
    return positive_step(c, slope, curvature_along(point, m), span);
}

static GrazeVec3 corner_of(const GrazeSolid* solid, int32_t k)
{
    const GrazeSolidPoint* v = &solid->vertices[solid->faces.corners[k]];
    return vec3(v->x, v->y, v->z);
}

/* Returns the outward unit normal of a face: the sum of the areas of its triangles. */
static GrazeVec3 face_normal(const GrazeSolid* solid, int32_t face)
{
    int32_t begin = solid->faces.face_starts[face];
    int32_t end = solid->faces.face_starts[face + 1];
    GrazeVec3 first = corner_of(solid, begin);
    GrazeVec3 sum = {0, 0, 0};
    for (int32_t k = begin + 1; k + 1 < end; k++)
        sum = vec3_add(sum, vec3_cross(vec3_sub(corner_of(solid, k), first),
                                       vec3_sub(corner_of(solid, k + 1), first)));
    return vec3_scale(sum, 1 / vec3_length(sum));
}

/* Returns the time for which a point stays inside the core of the body that sees it. */
static double inside_step(const GrazeSolid* solid, const SeenPoint* point, double error,
                          double span)
{
    double step = span;
    for (int32_t f = 0; f < solid->faces.face_count && step > 0; f++) {
        GrazeVec3 n = face_normal(solid, f);
        GrazeVec3 corner = corner_of(solid, solid->faces.face_starts[f]);
        double inside = -error - vec3_dot(n, vec3_sub(point->place, corner));
        step = side_step(point, vec3_neg(n), inside, step);
    }
    return step;
}

/* Returns the unit direction of the edge of a face from corner k on. */
static GrazeVec3 edge_direction(const GrazeSolid* solid, int32_t face, int32_t k)
{
    int32_t begin = solid->faces.face_starts[face];
    int32_t end = solid->faces.face_starts[face + 1];
    GrazeVec3 edge = vec3_sub(corner_of(solid, k + 1 < end ? k + 1 : begin), corner_of(solid, k));
    return vec3_scale(edge, 1 / vec3_length(edge));
}

/* Returns sin(a / 2) for the least angle a of the corners of a face. */
static double least_corner(const GrazeSolid* solid, int32_t face)
{
    int32_t end = solid->faces.face_starts[face + 1];
    GrazeVec3 last = edge_direction(solid, face, end - 1);
    double square = 1;
    for (int32_t k = solid->faces.face_starts[face]; k < end; k++) {
        GrazeVec3 next = edge_direction(solid, face, k);
        square = min2(square, 0.5 * (1 + vec3_dot(last, next)));
        last = next;
    }
    return sqrt(max2(square, 0));
}

/*
 * Returns the time for which a point stays within reach + allowance of a face: within
 * `max_distance` = reach + allowance / 2 of its plane, and at most `overhang` beyond the lines of
 * its edges. A point that is as far beyond them is at most overhang / sin(a / 2) from the face,
 * with a the least angle of its corners; and max_distance^2 + (overhang / sin(a / 2))^2 <= (reach +
 * allowance)^2.
 */
static double face_step(const GrazeSolid* solid, int32_t face, const SeenPoint* point,
                        double max_distance, double allowance, double span)
{
    int32_t begin = solid->faces.face_starts[face];
    int32_t end = solid->faces.face_starts[face + 1];
    GrazeVec3 n = face_normal(solid, face);
    double apart = vec3_dot(n, vec3_sub(point->place, corner_of(solid, begin)));
    double step = side_step(point, vec3_neg(n), max_distance - apart, span);
    step = side_step(point, n, max_distance + apart, step);
    if (!(step > 0)) return 0;
    double overhang = least_corner(solid, face) *
                      sqrt(allowance * (max_distance + 0.25 * allowance)) * (1 - GRAZE_STEP_ERROR);
    for (int32_t k = begin; k < end && step > 0; k++) {
        GrazeVec3 out = vec3_cross(edge_direction(solid, face, k), n);
        double beyond = vec3_dot(out, vec3_sub(point->place, corner_of(solid, k)));
        step = side_step(point, vec3_neg(out), overhang - beyond, step);
    }
    return step;
}

/* Returns the face of a body that faces most along a direction of its frame. */
static int32_t facing(const GrazeSolid* solid, GrazeVec3 dir)
{
    int32_t best = -1;
    double most = -INFINITY;
    for (int32_t f = 0; f < solid->faces.face_count; f++) {
        double value = vec3_dot(face_normal(solid, f), dir);
        if (value > most) best = f;
        most = max2(most, value);
    }
    return best;
}

/* Largest number of vertices that are followed besides the nearest point. */
enum { MAX_FOLLOWED = 64 };

/*
 * Returns the time for which a point or vertex of the other body stays near the face of body `side`
 * that faces it along `normal`.
 */
static double facing_step(const RatedState* rated, int side, GrazeVec3 normal, GrazeVec3 point,
                          double max_distance, double allowance, double span)
{
    SolidFrame frame;
    const GrazeVec3 near[2] = {point, point};
    const SolidChain* chain = &rated->interval->chain[side];
    const SolidChain* incident = &rated->interval->chain[1 - side];
    const SolidMotionState* state = rated->state;
    const GrazeSolid* solid = incident->solid;
    const GrazeSolidPose* pose = &state->pose[1 - side];
    GrazeVec3 dir = solid_rotate_back(state->body[side].rotation, normal);
    int32_t face = facing(chain->solid, side == 0 ? dir : vec3_neg(dir));
    if (face < 0) return 0;
    see_init(rated, side, near, &frame);
    SeenPoint seen = see_point(rated, &frame, point);
    double step = face_step(chain->solid, face, &seen, max_distance, allowance, span);
    for (int32_t i = 0; i < solid->count && i < MAX_FOLLOWED && step < span; i++) {
        const GrazeSolidPoint* v = &solid->vertices[i];
        GrazeVec3 place = solid_rotate(pose->rotation, vec3(v->x, v->y, v->z));
        seen = see_point(rated, &frame, vec3_add(place, vec3(pose->x, pose->y, pose->z)));
        step = max2(step, face_step(chain->solid, face, &seen, max_distance, allowance, span));
    }
    return step;
}

enum { MAX_HALVINGS = 32 };

/* Returns the error of the velocity of a point of B - A in a frame that turns. */
static double rate_error(const RatedState* rated, SolidTurn turn)
{
    const SolidRates* rates = &rated->rates;
    double extent = vec3_norm1(rated->state->d) + rated->interval->chain[0].radius +
                    rated->interval->chain[1].radius;
    return GRAZE_SLOPE_ERROR *
           (rates->root_speed + rates->body[0].speed + rates->body[1].speed +
            (rates->body[0].spin + rates->body[1].spin + vec3_length(turn.velocity)) * extent);
}

/* Returns the velocity of B's point, fixed to B, relative to A's, in a frame that turns. */
static GrazeVec3 point_velocity(const SolidMotionState* state, GrazeVec3 turn,
                                const GrazeVec3 point[2])
{
    GrazeVec3 velocity[2];
    GrazeVec3 acceleration[2];
    graze_solid_point_rates(state, point, velocity, acceleration);
    GrazeVec3 turning = vec3_cross(turn, vec3_sub(point[1], point[0]));
    return vec3_sub(vec3_sub(velocity[1], velocity[0]), turning);
}

/*
 * Returns the time for which two points stay within `max_distance` of each other, which move along
 * lines that are fixed to their bodies, with the velocities `slide`. In a frame that turns, the
 * vector y from one to the other is
 *
 *   |n . y| <= |n . y(0) + n . y' tau| + slope_error tau + along tau^2 / 2
 *
 * for the normal n, and across it as much by its length, with `across`. Both are convex in tau, and
 * so is the root of the sum of their squares, which is at most max_distance at 0: if it is at some
 * tau, it is up to that tau.
 */
static double points_step(const RatedState* rated, SolidTurn turn, GrazeVec3 n,
                          const GrazeVec3 point[2], const GrazeVec3 slide[2], double max_distance)
{
    const SolidMotionState* state = rated->state;
    SolidFrame frame;
    SolidAlong bounds;
    graze_solid_frame_init(rated->interval, state, &rated->rates, turn, rated->span, point, &frame);
    graze_solid_frame_along(&frame, n, &bounds);
    GrazeVec3 w = vec3_sub(point[1], point[0]);
    GrazeVec3 velocity = point_velocity(state, turn.velocity, point);
    velocity = vec3_add(velocity, vec3_sub(slide[1], slide[0]));
    double along = bounds.pivot;
    double across = frame.pivot_size + frame.pivot_change + frame.pivot_rest;
    double slope_error = rate_error(rated, turn) +
                         GRAZE_SLOPE_ERROR * (vec3_length(slide[0]) + vec3_length(slide[1]));
    for (int i = 0; i < 2; i++) {
        GrazeVec3 arm = i == 0 ? point[0] : vec3_sub(point[1], state->d);
        arm = vec3_sub(arm, frame.spin[i].offset);
        along += graze_solid_point_curvature(&frame, &bounds, i, arm) +
                 graze_solid_slide_curvature(&frame, &bounds, i, slide[i]);
        across += graze_solid_point_curvature(&frame, NULL, i, arm) +
                  graze_solid_slide_curvature(&frame, NULL, i, slide[i]);
    }
    double lo = 0;
    double hi = rated->span;
    double tau = hi;
    for (int32_t i = 0; i < MAX_HALVINGS && lo < rated->span; i++) {
        GrazeVec3 y = vec3_mul_add(w, tau, velocity);
        double normal = vec3_dot(n, y);
        double beside = vec3_length(vec3_mul_add(y, -normal, n));
        normal = fabs(normal) + tau * (slope_error + 0.5 * along * tau);
        beside += tau * (slope_error + 0.5 * across * tau);
        if (normal * normal + beside * beside <=
            max_distance * max_distance * (1 - GRAZE_STEP_ERROR)) {
            lo = tau;
        } else {
            hi = tau;
        }
        tau = lo == rated->span ? lo : 0.5 * (lo + hi);
    }
    return lo;
}

/* Returns the position along an edge, 0 to 1, that is nearest a point. */
static double position_on(GrazeVec3 begin, GrazeVec3 edge, GrazeVec3 point)
{
    return clamp(vec3_dot(vec3_sub(point, begin), edge) / vec3_dot(edge, edge), 0, 1);
}

/* Squared sine of the angle between edges up to which they count as parallel. */
static const double PARALLEL = 0x1p-40;

/*
 * Nearest points of both bodies on edges that are not parallel, or on one edge, or on none: `edge` of
 * the others is 0.
 */
typedef struct {
    GrazeVec3 begin[2], edge[2], point[2];
    double position[2];
    int32_t count;
} Crossing;

/* Finds the edges; of parallel ones the longer one. */
static void find_crossing(const SolidProximity* proximity, Crossing* out)
{
    const SolidEdges* edges = &proximity->edges;
    *out = (Crossing){.point = {proximity->core[0], proximity->core[1]}};
    if (edges->count == 2 && edges->body[0] == edges->body[1]) return;
    for (int k = 0; k < edges->count; k++) {
        int body = edges->body[k];
        GrazeVec3 edge = edges->edge[k];
        GrazeVec3 n = vec3_cross(out->edge[1 - body], edge);
        double lengths = vec3_dot(out->edge[1 - body], out->edge[1 - body]) * vec3_dot(edge, edge);
        if (k > 0 && !(vec3_dot(n, n) > PARALLEL * lengths)) return;
        out->begin[body] = edges->begin[k];
        out->edge[body] = edge;
        out->position[body] = position_on(edges->begin[k], edge, proximity->core[body]);
        out->point[body] = vec3_mul_add(edges->begin[k], out->position[body], edge);
        out->count++;
    }
}

/*
 * Returns the time for which the bodies stay within `max_distance` of each other: at points that
 * move along their edges so that their relative velocity is perpendicular to these, until one comes
 * to an end of its edge.
 */
static double edges_step(const RatedState* rated, SolidTurn turn, GrazeVec3 n,
                         const Crossing* crossing, double max_distance)
{
    const GrazeVec3* edge = crossing->edge;
    const GrazeVec3* point = crossing->point;
    if (!(vec3_length(vec3_sub(point[1], point[0])) <= max_distance)) return 0;
    double aa = vec3_dot(edge[0], edge[0]);
    double ab = vec3_dot(edge[0], edge[1]);
    double bb = vec3_dot(edge[1], edge[1]);
    double determinant = aa * bb - ab * ab;
    GrazeVec3 velocity = point_velocity(rated->state, turn.velocity, point);
    double va = vec3_dot(velocity, edge[0]);
    double vb = vec3_dot(velocity, edge[1]);
    double rate[2] = {aa > 0 ? va / aa : 0, bb > 0 ? -vb / bb : 0};
    if (crossing->count == 2) {
        rate[0] = (bb * va - ab * vb) / determinant;
        rate[1] = (ab * va - aa * vb) / determinant;
    }
    GrazeVec3 slide[2];
    double step = rated->span;
    for (int k = 0; k < 2; k++) {
        double room = rate[k] > 0 ? 1 - crossing->position[k] : crossing->position[k];
        slide[k] = vec3_scale(edge[k], rate[k]);
        if (fabs(rate[k]) * step > room) step = room / fabs(rate[k]) * (1 - GRAZE_STEP_ERROR);
    }
    return min2(step, points_step(rated, turn, n, point, slide, max_distance));
}

/*
 * Returns the time for which the points of two edges that cross, as seen along n, stay within
 * `max_distance` of each other. In a frame that turns, a point a of A's edge p and b of B's edge q,
 * at most the whole edge away from points of these at `point`, have
 *
 *   |n . (b - a)| <= |n . y| + |n . p| + |n . q|
 *
 * with y from one of those points to the other, and if the ends of either edge are on two sides of
 * the line of the other one, seen along n, there are points whose difference is along n. The end P
 * of p is on a side of q by n . (q x (P - b)), of whose second derivative a product rule gives a
 * bound.
 */
static double crossing_step(const RatedState* rated, SolidTurn turn, GrazeVec3 n,
                            const Crossing* crossing, double max_distance)
{
    const SolidMotionState* state = rated->state;
    const GrazeVec3* point = crossing->point;
    SolidFrame frame;
    SolidAlong along;
    graze_solid_frame_init(rated->interval, state, &rated->rates, turn, rated->span, point, &frame);
    graze_solid_frame_along(&frame, n, &along);
    GrazeVec3 velocity = point_velocity(state, turn.velocity, point);
    double distance = fabs(vec3_dot(n, vec3_sub(point[1], point[0])));
    double speed = fabs(vec3_dot(n, velocity)) + rate_error(rated, turn);
    double curvature = along.pivot;
    double sizes[2]; /* of the curvatures of both points in any direction */
    double step = rated->span;
    GrazeVec3 edge_rate[2];
    for (int k = 0; k < 2; k++) {
        GrazeVec3 edge = crossing->edge[k];
        GrazeVec3 arm =
            vec3_sub(k == 0 ? point[0] : vec3_sub(point[1], state->d), frame.spin[k].offset);
        edge_rate[k] = vec3_cross(vec3_sub(state->body[k].spin, turn.velocity), edge);
        distance += fabs(vec3_dot(n, edge));
        speed += fabs(vec3_dot(n, edge_rate[k]));
        curvature += graze_solid_point_curvature(&frame, &along, k, arm) +
                     graze_solid_point_curvature(&frame, &along, k, edge);
        sizes[k] = graze_solid_point_curvature(&frame, NULL, k, arm);
    }
    step = positive_step(max_distance - distance, -speed, curvature * (1 + GRAZE_STEP_ERROR), step);
    for (int end = 0; end < 4 && step > 0; end++) {
        int own = end >> 1;
        int other = 1 - own;
        GrazeVec3 edge = crossing->edge[own];
        double part = (end & 1) - crossing->position[own];
        GrazeVec3 z = vec3_mul_add(vec3_sub(point[own], point[other]), part, edge);
        GrazeVec3 z_rate =
            vec3_mul_add(own == 0 ? vec3_neg(velocity) : velocity, part, edge_rate[own]);
        GrazeVec3 x = crossing->edge[other];
        double x_curvature = graze_solid_point_curvature(&frame, NULL, other, x);
        double z_curvature = frame.pivot_size + frame.pivot_change + frame.pivot_rest + sizes[0] +
                             sizes[1] +
                             fabs(part) * graze_solid_point_curvature(&frame, NULL, own, edge);
        double x_speed = vec3_length(edge_rate[other]) + x_curvature * step;
        double z_speed = vec3_length(z_rate) + z_curvature * step;
        double reach = vec3_length(z) + z_speed * step;
        double size = vec3_length(x);
        double value = vec3_dot(n, vec3_cross(x, z));
        double slope =
            vec3_dot(n, vec3_add(vec3_cross(edge_rate[other], z), vec3_cross(x, z_rate)));
        double sign = vec3_dot(n, vec3_cross(x, edge)) * part > 0 ? 1 : -1;
        slope = sign * slope - rate_error(rated, turn) * (size + reach);
        curvature = x_curvature * reach + 2 * x_speed * z_speed + size * z_curvature;
        step = positive_step(sign * value, slope, curvature * (1 + GRAZE_STEP_ERROR), step);
    }
    return step;
}

/*
 * Returns the time for which edges that cross, p of A and q of B, support both bodies along N = p x
 * q, which turns with them: for which all vertices of A are on one side of the edges, and those of
 * B on the other one. A vertex r from a point of its edge p has
 *
 *   N . r = q . (r x p)
 *
 * In the frame of A, r x p is fixed and q turns with e = w_B - w_A, whose derivative there is at
 * most |w_A'| + |w_B'| + |w_A| |w_B|. For vertices of B both change their roles. Then N / |N| . (b
 * - a), for any points a and b of the lines of both edges, is a lower bound of the separation of
 * the cores. Vertices within `near` of the line of their edge count as on it.
 */
static double support_step(const RatedState* rated, const Crossing* crossing, GrazeVec3 normal,
                           double near)
{
    const SolidMotionState* state = rated->state;
    const SolidBodyRates* rates = rated->rates.body;
    double spin = rates[0].spin + rates[1].spin;
    double spin_rate = rates[0].spin_rate + rates[1].spin_rate + rates[0].spin * rates[1].spin;
    double turning = (spin * spin + spin_rate) * (1 + GRAZE_STEP_ERROR);
    GrazeVec3 n = vec3_cross(crossing->edge[0], crossing->edge[1]);
    double sign = vec3_dot(n, normal) > 0 ? 1 : -1;
    double step = rated->span;
    for (int side = 0; side < 2; side++) {
        const GrazeSolid* solid = rated->interval->chain[side].solid;
        const GrazeSolidPose* pose = &state->pose[side];
        GrazeVec3 own = crossing->edge[side];
        GrazeVec3 other = crossing->edge[1 - side];
        GrazeVec3 e = vec3_sub(state->body[1 - side].spin, state->body[side].spin);
        GrazeVec3 other_rate = vec3_cross(e, other);
        GrazeVec3 origin = vec3_sub(vec3(pose->x, pose->y, pose->z), crossing->begin[side]);
        double length = vec3_length(other);
        for (int32_t i = 0; i < solid->count && step > 0; i++) {
            const GrazeSolidPoint* v = &solid->vertices[i];
            GrazeVec3 r = vec3_add(solid_rotate(pose->rotation, vec3(v->x, v->y, v->z)), origin);
            GrazeVec3 moment = vec3_scale(vec3_cross(r, own), -sign);
            double size = vec3_length(moment);
            if (size <= near * vec3_length(own)) continue;
            double slope_error = GRAZE_SLOPE_ERROR * spin * length * size;
            step = positive_step(vec3_dot(other, moment) - near * length * vec3_length(own),
                                 vec3_dot(other_rate, moment) - slope_error,
                                 turning * length * size, step);
        }
    }
    return step;
}

double graze_solid_contact_step(const SolidRelativeMotion* motion, const SolidProximity* proximity,
                                double span, double slack)
{
    const SolidInterval* interval = &motion->interval;
    const SolidMotionState* state = &proximity->state;
    const GrazeVec3* point = proximity->core;
    bool has_points = proximity->has_points;
    GrazeVec3 n = proximity->normal;
    SolidTurn turn = turn_of(proximity);
    Crossing crossing;
    find_crossing(proximity, &crossing);
    double allowance = slack - state->error;
    double trial = span;
    double best = 0;
    if (!(allowance > proximity->separation)) return 0;
    for (int32_t round = 0; round < MAX_TRIALS; round++) {
        RatedState rated = {.interval = interval, .state = state, .span = trial};
        graze_solid_compute_rates(motion, state, trial, &rated.rates);
        double max_speed = graze_solid_largest_speed(interval, &rated.rates);
        double clearance = allowance - proximity->separation;
        best =
            clearance < max_speed * trial ? clearance / max_speed * (1 - GRAZE_STEP_ERROR) : trial;
        double reach = interval->reach;
        if (has_points && allowance > 0 && best < trial)
            best = max2(best, edges_step(&rated, turn, n, &crossing, reach + allowance));
        if (has_points && crossing.count == 2 && allowance > 0 && best < trial)
            best = max2(best, crossing_step(&rated, turn, n, &crossing, reach + allowance));
        for (int side = 0; side < 2 && has_points && best < trial; side++) {
            const GrazeSolid* solid = interval->chain[side].solid;
            if (solid->faces.face_count > 2 && proximity->is_penetrating) {
                SolidFrame frame;
                see_init(&rated, side, point, &frame);
                SeenPoint seen = see_point(&rated, &frame, point[1 - side]);
                best = max2(best, inside_step(solid, &seen, state->error, trial));
            }
            if (best < trial && allowance > 0)
                best = max2(best, facing_step(&rated, side, proximity->normal, point[1 - side],
                                              reach + 0.5 * allowance, allowance, trial));
        }
        if (best >= 0.25 * trial || best <= 0) break;
        trial = 2 * best;
    }
    return best;
}

double graze_solid_shallow_step(const SolidRelativeMotion* motion, const SolidProximity* proximity,
                                double span, double allowance, GrazeContactMethod method)
{
    const SolidInterval* interval = &motion->interval;
    const SolidMotionState* state = &proximity->state;
    double margin = state->error - allowance;
    double time_to_close;
    double step = graze_solid_safe_step(motion, proximity, span, allowance, method, &time_to_close);
    bool is_turning =
        graze_solid_is_turning(&interval->chain[0]) || graze_solid_is_turning(&interval->chain[1]);
    bool may_be_longer = step < span && proximity->separation > margin;
    if (method != GRAZE_METHOD_CERTIFIED || !is_turning || !may_be_longer) return step;
    GrazeVec3 n = proximity->normal;
    Crossing crossing;
    find_crossing(proximity, &crossing);
    bool is_crossing = interval->reach == 0 && proximity->has_points && crossing.count == 2;
    double trial = span;
    for (int32_t round = 0; round < MAX_TRIALS; round++) {
        RatedState rated = {.interval = interval, .state = state, .span = trial};
        graze_solid_compute_rates(motion, state, trial, &rated.rates);
        double best = 0;
        for (int side = 0; side < 2 && best < trial; side++) {
            SolidTurn turn = {state->body[side].spin, side};
            best = max2(best, bound_step(&rated, proximity, turn, margin, &time_to_close));
        }
        if (is_crossing && best < trial) {
            double near = 4 * state->error;
            double support = support_step(&rated, &crossing, n, near);
            double together =
                edges_step(&rated, turn_of(proximity), n, &crossing, -margin - 2 * near);
            best = max2(best, min2(support, together));
        }
        step = max2(step, best);
        if (best >= 0.25 * trial || best <= 0) break;
        trial = 2 * best;
    }
    return step;
}
