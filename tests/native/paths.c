#include "paths.h"

#include "../../src/trajectory/path.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

void print_clock(const GrazeClock* clock)
{
    fprintf(stderr, "  clock %a to %a by %a at (%a, %a)\n", clock->t0, clock->t1, clock->step,
            clock->x, clock->y);
}

/* Returns vertex i relative to the clock's origin. */
static TruthVec vertex_at(const GrazeClock* clock, const TruthPlace* place, int32_t i)
{
    GrazePoint p = place->shape->vertices[i];
    TruthVec origin = truth_origin(place);
    long double cos = cosl(place->angle);
    long double sin = sinl(place->angle);
    return (TruthVec){(origin.x - clock->x) + (cos * p.x - sin * p.y),
                      (origin.y - clock->y) + (sin * p.x + cos * p.y)};
}

static bool holds(const float box[SIDES], const GrazeClock* clock, const TruthPlace* place)
{
    long double radius = place->shape->radius;
    for (int32_t i = 0; i < place->shape->count; i++) {
        TruthVec p = vertex_at(clock, place, i);
        bool is_in = box[LO_X] <= p.x - radius && p.x + radius <= box[HI_X] &&
                     box[LO_Y] <= p.y - radius && p.y + radius <= box[HI_Y];
        if (!is_in) return false;
    }
    return true;
}

/* Step of a path, with the body at both of its ends. */
typedef struct {
    const GrazePath* path;
    GrazeMovingBody moving_body;
    int32_t i;
    double t[2];
    float box[SIDES];
    TruthPlace ends[2];
} Step;

static Step step_of(const GrazePath* path, int32_t i)
{
    Step step = {.path = path, .moving_body = path->body, .i = i};
    step.moving_body.before = GRAZE_STAY;
    step.moving_body.after = GRAZE_STAY;
    for (int end = 0; end < 2; end++) {
        step.t[end] = graze_clock_time(&path->clock, i + end);
        truth_place(&step.moving_body, step.t[end], 0, true, &step.ends[end]);
    }
    graze_path_box(path, i, step.box);
    return step;
}

static long double lasts_of(const Step* step)
{
    return (long double)step->t[1] - step->t[0];
}

/* Returns how far off a vertex can be by the roundings of long double: less than 16 roundings of
 * all terms of its place. */
static long double rounding_of(const GrazeClock* clock, const TruthPlace* place)
{
    long double arm = fabsl(place->pivot.x) + fabsl(place->pivot.y) + place->shape->extent;
    long double terms = fabsl(place->x0) + fabsl(place->x) + fabsl(place->y0) + fabsl(place->y);
    terms += fabsl(clock->x) + fabsl(clock->y) + arm * (1 + fabsl(place->angle));
    return 8 * LDBL_EPSILON * terms;
}

/* Returns whether every vertex stays within the bulge of the line between its places at the two
 * ends. */
static bool is_within_bulge(const Step* step, const TruthPlace* place, long double share)
{
    const GrazeClock* clock = &step->path->clock;
    GrazeVec reported = graze_path_deviation(step->path, step->i);
    long double rounding = rounding_of(clock, place) + rounding_of(clock, &step->ends[0]) +
                           rounding_of(clock, &step->ends[1]);
    TruthVec deviation = {reported.x + rounding, reported.y + rounding};
    for (int32_t k = 0; k < place->shape->count; k++) {
        TruthVec p = vertex_at(clock, &step->ends[0], k);
        TruthVec q = vertex_at(clock, &step->ends[1], k);
        TruthVec v = vertex_at(clock, place, k);
        if (fabsl(v.x - (p.x + share * (q.x - p.x))) > deviation.x) return false;
        if (fabsl(v.y - (p.y + share * (q.y - p.y))) > deviation.y) return false;
    }
    return true;
}

/* Returns the fault at `tau` after the step's beginning. */
static const char* fault_at(const Step* step, long double tau, bool is_later)
{
    TruthPlace place;
    truth_place(&step->moving_body, step->t[0], tau, is_later, &place);
    if (!holds(step->box, &step->path->clock, &place)) return "the box does not hold the body";
    bool is_near = is_within_bulge(step, &place, tau / lasts_of(step));
    return is_near ? NULL : "further off the line than the bulge";
}

static const char* fault_at_knots(const Step* step)
{
    const char* what = NULL;
    for (int32_t k = 0; k < 2 * step->moving_body.count && what == NULL; k++) {
        const GrazePiece* piece = &step->moving_body.pieces[k / 2];
        double knot = k % 2 ? piece->t1 : piece->t0;
        if (!(step->t[0] < knot && knot <= step->t[1])) continue;
        what = fault_at(step, (long double)knot - step->t[0], false);
        if (what == NULL) what = fault_at(step, (long double)knot - step->t[0], true);
    }
    return what;
}

static const char* fault_of_samples(const Step* step)
{
    for (int end = 0; end < 2; end++) {
        float sample[SIDES];
        graze_path_sample_box(step->path, step->i + end, sample);
        if (!holds(sample, &step->path->clock, &step->ends[end])) return "not in its sample's box";
    }
    return NULL;
}

/* Returns whether the body is absent throughout the step. */
static bool is_absent(const Step* step)
{
    TruthPlace place;
    const GrazeMovingBody* moving_body = &step->path->body;
    double begin = moving_body->pieces[0].t0;
    return !(step->t[0] <= begin && begin <= step->t[1]) &&
           !truth_place(moving_body, step->t[0], 0, true, &place) &&
           !truth_place(moving_body, step->t[0], lasts_of(step), true, &place);
}

static const char* fault_of_stay(const Step* step, GrazePathState found,
                                 const float still_box[SIDES])
{
    if (is_absent(step) != (found == GRAZE_PATH_ABSENT)) return "there, or not there";
    if (found == GRAZE_PATH_ABSENT) {
        bool is_empty = step->box[LO_X] > step->box[HI_X] && step->box[LO_Y] > step->box[HI_Y];
        return is_empty ? NULL : "a box of nothing";
    }
    for (int side = 0; side < SIDES; side++) {
        if (step->box[side] != still_box[side]) return "held in another box";
    }
    for (int k = 0; k <= 2; k++) {
        TruthPlace place;
        truth_place(&step->moving_body, step->t[0], lasts_of(step) * k / 2, true, &place);
        if (!holds(still_box, &step->path->clock, &place))
            return "the box does not hold what is held";
    }
    return NULL;
}

const char* fault_of_step(const GrazePath* path, int32_t i)
{
    enum { SAMPLES = 8 };
    Step step = step_of(path, i);
    int32_t end;
    float still_box[SIDES];
    GrazePathState found = graze_path_state(path, i, &end, still_box);
    if (end <= i) return "a state that ends before it begins";
    if (found != GRAZE_PATH_MOVING) return fault_of_stay(&step, found, still_box);
    const char* what = fault_at_knots(&step);
    if (what == NULL) what = fault_of_samples(&step);
    for (int k = 0; k <= SAMPLES && what == NULL; k++)
        what = fault_at(&step, lasts_of(&step) * k / SAMPLES, true);
    return what;
}

static const char* fault_of_row(const GrazeBoxRow* row, int32_t sides, int32_t i, bool is_bounded)
{
    for (int32_t side = 0; side < sides; side++) {
        float value = *graze_row_at(row, side, i);
        if (isnan(value)) return "not a number";
        if (is_bounded && isinf(value)) return "infinite";
        if (sides < SIDES && value < 0) return "a bulge or rush that is negative";
    }
    return NULL;
}

static const char* fault_of_rush(const GrazePath* path, int32_t i)
{
    float p[SIDES];
    float q[SIDES];
    graze_box_read(&path->boxes.row[0], i, p);
    graze_box_read(&path->boxes.row[0], i + 1, q);
    for (int side = 0; side < SIDES; side++) {
        float box_speed = *graze_row_at(&path->box_speed, side & 1, i);
        if (box_speed < *graze_row_at(&path->box_speed, side & 1, i + 1))
            return "a rush that grows later on";
        bool is_still = p[side] == q[side];
        if (!is_still && !(fabs((double)q[side] - p[side]) <= (double)box_speed))
            return "a box that moves faster than the rush";
    }
    return NULL;
}

const char* fault_of_numbers(const GrazePath* path, bool is_bounded, int32_t* i)
{
    const char* what = NULL;
    for (*i = path->first_step; *i <= path->end_step && what == NULL; ++*i) {
        what = fault_of_row(&path->sample_boxes, SIDES, *i, is_bounded);
        if (*i == path->end_step || what != NULL) continue;
        what = fault_of_row(&path->boxes.row[0], SIDES, *i, is_bounded);
        if (what == NULL) what = fault_of_row(&path->deviation, 2, *i, is_bounded);
        if (what == NULL) what = fault_of_row(&path->box_speed, 2, *i, is_bounded);
        if (what == NULL && *i + 1 < path->end_step) what = fault_of_rush(path, *i);
    }
    --*i;
    return what;
}

int32_t plain_steps(const GrazePath* a, const GrazePath* b, double from, double to, int32_t* steps)
{
    GrazeMotionOptions options = {.from = from, .to = to, .tolerance = 0, .distance_tolerance = 0};
    int32_t count = 0;
    if (!graze_sweep_defaults(a, b, &options)) return 0;
    int32_t last = graze_clock_step_at(&a->clock, options.to);
    for (int32_t i = graze_clock_step_at(&a->clock, options.from); i <= last; i++) {
        float p[SIDES];
        float q[SIDES];
        int32_t end;
        bool are_there = graze_path_state(a, i, &end, p) != GRAZE_PATH_ABSENT &&
                         graze_path_state(b, i, &end, q) != GRAZE_PATH_ABSENT;
        graze_path_box(a, i, p);
        graze_path_box(b, i, q);
        if (are_there && graze_box_overlaps(p, q)) steps[count++] = i;
    }
    return count;
}

long double least_in_step(const GrazePath* a, const GrazePath* b, int32_t i, int32_t evaluations)
{
    long double where;
    long double floor;
    double lo = graze_clock_time(&a->clock, i);
    long double lasts = (long double)graze_clock_time(&a->clock, i + 1) - lo;
    return truth_least(&a->body, &b->body, lo, 0, lasts, evaluations, &where, &floor);
}

static bool is_sure(int32_t status)
{
    return status == GRAZE_CONTACT_HIT || status == GRAZE_CONTACT_OVERLAPPING;
}

const char* fault_of_sweep(const GrazePath* a, const GrazePath* b,
                           const GrazeMotionOptions* options, const GrazeSweepResult* swept)
{
    GrazeContact met;
    graze_first_contact(&a->body, &b->body, options, &met);
    if (is_sure(met.status)) {
        if (swept->contact.status == GRAZE_CONTACT_FREE) return "free, but there is a contact";
        if (swept->contact.lo > met.hi) return "later than a contact";
    }
    if (is_sure(swept->contact.status)) {
        if (met.status == GRAZE_CONTACT_FREE) return "a contact, but free";
        if (met.lo > swept->contact.hi) return "a contact before the first";
    }
    return NULL;
}
