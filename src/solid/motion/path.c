#include "../../trajectory/path.h"

#include "../bodies.h"
#include "relative_motion.h"

/*
 * Paths: a body along its motion as boxes over the steps of a clock, and queries of two of them, which
 * leave the narrow phase only the runs of blocks of steps in which boxes are near each other.
 *
 * A run begins after a block, and ends before one, whose boxes are further apart than the reach, or
 * at an end of the queried time. Boxes of both blocks hold the bodies at the instant between, so that
 * they are apart there: what the narrow phase finds in a run neither began before it nor lasts
 * beyond it. The steps of a block have no boxes of their own in these queries: a box takes as long
 * as a round of the narrow phase, which passes the time in which bodies are apart in few.
 */

/* ---- boxes ---- */

/* Parts of a block, of each of which a box is computed: more of them fit closer. */
enum { PARTS = 2 };

static int32_t block_steps(int32_t steps)
{
    int32_t length = GRAZE_BLOCK_STEPS;
    while (steps > length * GRAZE_SOLID_MAX_BLOCKS)
        length *= 2;
    return length;
}

static int32_t count_blocks(int32_t steps)
{
    int32_t length = block_steps(steps);
    return (steps + length - 1) / length;
}

size_t graze_solid_path_size(const GrazeClock* clock)
{
    return (size_t)count_blocks(graze_clock_steps(clock)) * sizeof(SolidSides);
}

/* Begins the motion of the body alone, from the beginning of the clock on. */
static void begin_motion(const GrazeSolidPath* path, SolidRelativeMotion* motion)
{
    graze_solid_relative_motion_init(motion, &path->body, NULL, path->clock.t0, 1);
}

/* Extends bounds by those of steps `from` to `end` - 1, as far as the body exists. */
static void add_steps(const GrazeSolidPath* path, SolidRelativeMotion* motion, int32_t from,
                      int32_t end, GrazeSolidMotionBounds* bounds)
{
    const GrazeClock* clock = &path->clock;
    double first = graze_clock_time(clock, from);
    double last = graze_clock_time(clock, end);
    if (graze_solid_motion_window(&path->body, &path->body, &first, &last))
        graze_solid_extend_bounds(motion, first - clock->t0, last - clock->t0, 1, bounds);
}

/* Returns the difference of a side and the clock's point, beyond its rounding. */
static double relative_side(double side, double point, bool is_upper)
{
    return isinf(side) ? side : double_adjacent(side - point, is_upper);
}

/* Writes the box of bounds, enlarged by what the body moves in the rounding of times relative to the
   beginning of the clock, which are at most those of its end. */
static void write_box(const GrazeSolidPath* path, const GrazeSolidMotionBounds* bounds, float* box)
{
    const double point[3] = {path->clock.x, path->clock.y, path->z};
    double duration = graze_clock_time(&path->clock, path->count) - path->clock.t0;
    double margin = GRAZE_STEP_ERROR * duration * bounds->point_speed;
    double min[3];
    double max[3];
    for (int k = 0; k < 3; k++) {
        min[k] = relative_side(bounds->box.min[k] - margin, point[k], false);
        max[k] = relative_side(bounds->box.max[k] + margin, point[k], true);
    }
    SolidSides sides =
        graze_solid_rounded_sides(vec3(min[0], min[1], min[2]), vec3(max[0], max[1], max[2]));
    memcpy(box, &sides, sizeof sides);
}

void graze_solid_path_boxes(const GrazeSolidPath* path, int32_t from, int32_t end, float* boxes)
{
    SolidRelativeMotion motion;
    begin_motion(path, &motion);
    for (int32_t i = from; i < end; i++) {
        GrazeSolidMotionBounds bounds = SOLID_NO_BOUNDS;
        add_steps(path, &motion, i, i + 1, &bounds);
        write_box(path, &bounds, boxes + 6 * (size_t)(i - from));
    }
}

static void fill_blocks(GrazeSolidPath* path)
{
    SolidRelativeMotion motion;
    int32_t length = path->block_steps / PARTS;
    begin_motion(path, &motion);
    for (int32_t b = 0; b < path->block_count; b++) {
        GrazeSolidMotionBounds bounds = SOLID_NO_BOUNDS;
        for (int32_t part = 0; part < PARTS; part++) {
            int32_t from = b * path->block_steps + part * length;
            int32_t end = from + length < path->count ? from + length : path->count;
            if (from < end) add_steps(path, &motion, from, end, &bounds);
        }
        write_box(path, &bounds, path->blocks + 6 * (size_t)b);
    }
}

void graze_solid_path_init(GrazeSolidPath* path, const GrazeMovingSolid* body,
                           const GrazeClock* clock, double z, void* storage)
{
    int32_t steps = graze_clock_steps(clock);
    *path = (GrazeSolidPath){
        *body, *clock, z, steps, 0, 0, block_steps(steps), count_blocks(steps), storage};
    GrazeEnding before = GRAZE_STAY;
    GrazeEnding after = GRAZE_STAY;
    for (const GrazeSolidMotion* m = body->motion; m != NULL; m = m->parent) {
        if (m->before == GRAZE_VANISH) before = GRAZE_VANISH;
        if (m->after == GRAZE_VANISH) after = GRAZE_VANISH;
    }
    double begin = -INFINITY;
    double end = INFINITY;
    if (graze_solid_motion_window(body, body, &begin, &end))
        graze_clock_moving_steps(clock, begin, end, before, after, &path->first_step,
                                 &path->end_step);
    fill_blocks(path);
}

/* ---- queries of two paths ---- */

/* Two paths, the time that is queried, and its blocks that are left, up to `end` - 1. */
typedef struct {
    const GrazeSolidPath *a, *b;
    GrazeMotionOptions options;
    int32_t next, end;
} Sweep;

/* Begins a sweep, without a block if no time remains. */
static void begin_sweep(Sweep* sweep, const GrazeSolidPath* a, const GrazeSolidPath* b,
                        const GrazeMotionOptions* options)
{
    const GrazeClock* clock = &a->clock;
    GrazeMotionOptions* whole = &sweep->options;
    *sweep = (Sweep){a, b, *options, 0, 0};
    whole->from = options->from > clock->t0 ? options->from : clock->t0;
    whole->to = options->to < clock->t1 ? options->to : clock->t1;
    if (!(whole->from <= whole->to)) return;
    graze_solid_motion_defaults(&a->body, &b->body, whole);
    if (!(whole->from <= whole->to)) return;
    sweep->next = graze_clock_step_at(clock, whole->from) / a->block_steps;
    sweep->end = graze_clock_step_at(clock, whole->to) / a->block_steps + 1;
}

/* Returns whether the gap of the boxes of block i on each axis is at most `reach`. */
static bool are_near(const Sweep* sweep, int32_t i, double reach)
{
    const float* p = sweep->a->blocks + 6 * (size_t)i;
    const float* q = sweep->b->blocks + 6 * (size_t)i;
    bool is_far = false;
    for (int k = 0; k < 3; k++)
        is_far = is_far || (double)q[k] - p[k + 3] > reach || (double)p[k] - q[k + 3] > reach;
    return !is_far;
}

/* Finds the next run of blocks within reach, and its part of the options. */
static bool next_run(Sweep* sweep, double reach, GrazeMotionOptions* part)
{
    const GrazeSolidPath* a = sweep->a;
    while (sweep->next < sweep->end && !are_near(sweep, sweep->next, reach))
        sweep->next++;
    if (sweep->next >= sweep->end) return false;
    *part = sweep->options;
    part->from = max2(part->from, graze_clock_time(&a->clock, sweep->next * a->block_steps));
    while (sweep->next < sweep->end && are_near(sweep, sweep->next, reach))
        sweep->next++;
    if (sweep->next < sweep->end)
        part->to = graze_clock_time(&a->clock, sweep->next * a->block_steps);
    return true;
}

/*
 * A graze has a gap of up to the distance tolerance, to which the errors of positions add; twice the
 * tolerance is more. What is undecided to the end of a run is undecided from there on.
 */
GrazeStatus graze_solid_sweep(const GrazeSolidPath* a, const GrazeSolidPath* b,
                              const GrazeMotionOptions* options, const GrazeSolidScratch* scratch,
                              GrazeSolidContact* out)
{
    Sweep sweep;
    GrazeMotionOptions part;
    begin_sweep(&sweep, a, b, options);
    double to = sweep.options.to;
    int32_t iterations = 0;
    *out = (GrazeSolidContact){.lo = to, .hi = to, .status = GRAZE_CONTACT_FREE};
    while (next_run(&sweep, 2 * sweep.options.distance_tolerance, &part)) {
        GrazeStatus status = graze_solid_contact_bracket(&a->body, &b->body, &part, scratch, out);
        if (status != GRAZE_OK) return status;
        out->iterations = iterations += out->iterations;
        if (out->status == GRAZE_CONTACT_UNDECIDED && out->hi == part.to) out->hi = to;
        if (out->status != GRAZE_CONTACT_FREE) return GRAZE_OK;
        out->lo = out->hi = to;
    }
    return GRAZE_OK;
}

/* Gaps of boxes along the axes are lower bounds of the signed separation, also negative ones. */
GrazeStatus graze_solid_sweep_clearance(const GrazeSolidPath* a, const GrazeSolidPath* b,
                                        const GrazeMotionOptions* options, double limit,
                                        const GrazeSolidScratch* scratch, GrazeSolidClearance* out)
{
    Sweep sweep;
    GrazeMotionOptions part;
    begin_sweep(&sweep, a, b, options);
    *out = (GrazeSolidClearance){.lo = limit, .hi = INFINITY};
    while (next_run(&sweep, min2(limit, out->hi), &part)) {
        GrazeSolidClearance found;
        GrazeStatus status =
            graze_solid_clearance(&a->body, &b->body, &part, min2(limit, out->hi), scratch, &found);
        if (status != GRAZE_OK) return status;
        double lo = min2(out->lo, found.lo);
        if (found.lo < out->lo) out->status = found.status;
        out->iterations += found.iterations;
        if (found.hi < out->hi) {
            out->hi = found.hi;
            out->time = found.time;
            out->is_common = 1;
        }
        out->lo = lo;
    }
    out->lo = min2(out->lo, out->hi);
    return GRAZE_OK;
}
