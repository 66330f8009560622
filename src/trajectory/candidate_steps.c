#include "candidate_steps.h"

#include "../motion/relative_motion.h"
#include "../tolerance.h"
#include "tree.h"

/*
 * A body at both ends of four steps, and its deviations: of a path that moves, or of a box at rest.
 */
typedef struct {
    GrazeFourBoxes at_start, at_end;
    Lanes deviation[2];
} FourSteps;

ALWAYS_INLINE FourSteps load_moving(const GrazePath* path, int32_t i)
{
    return (FourSteps){graze_four_load(&path->sample_boxes, i),
                       graze_four_load(&path->sample_boxes, i + 1),
                       {lanes_load(graze_row_at(&path->deviation, 0, i)),
                        lanes_load(graze_row_at(&path->deviation, 1, i))}};
}

ALWAYS_INLINE FourSteps load_static(const float box[SIDES])
{
    GrazeFourBoxes four = graze_four_copies(box);
    return (FourSteps){four, four, {lanes_splat(0), lanes_splat(0)}};
}

/*
 * Returns whether two bodies are certainly disjoint at all times of the step. For the four
 * directions u along the axes, the gap of the bodies along u is at least the lesser of the gaps at
 * both ends minus both deviations (path.c). Deviations are enlarged by 2^-20, and are not 0 for
 * moving bodies: so the difference, which float32 rounds by 2^-24, can be compared with their sum.
 * Values beyond float32 prove nothing.
 */
ALWAYS_INLINE LaneMask are_separated(const FourSteps* a, const FourSteps* b)
{
    LaneMask separated = mask_splat(0);
    for (int32_t axis = 0; axis < 2; axis++) {
        int32_t hi = axis + HI_X;
        Lanes deviation = a->deviation[axis] + b->deviation[axis];
        LaneMask forward = (b->at_start.side[axis] - a->at_start.side[hi] >= deviation) &
                           (b->at_end.side[axis] - a->at_end.side[hi] >= deviation);
        LaneMask backward = (a->at_start.side[axis] - b->at_start.side[hi] >= deviation) &
                            (a->at_end.side[axis] - b->at_end.side[hi] >= deviation);
        separated |= (forward | backward) & (deviation < INFINITY);
    }
    return separated;
}

/* Returns the next candidate step: where groups of four boxes of the pyramids meet, these four
   steps are tested more closely. `box`, if not NULL, replaces b. */
ALWAYS_INLINE int32_t next_relative(const GrazePath* a, const GrazePath* b, const float* box,
                                    int32_t from, int32_t end, int32_t* tests)
{
    while (from < end) {
        from = box == NULL ? graze_boxes_next(&a->boxes, &b->boxes, from, end, tests)
                           : graze_boxes_next_in(&a->boxes, box, from, end, tests);
        if (from == end) break;
        int32_t group = from & ~(GRAZE_FANOUT - 1);
        int32_t group_end = group + GRAZE_FANOUT;
        FourSteps p = load_moving(a, group);
        FourSteps q = box == NULL ? load_moving(b, group) : load_static(box);
        uint32_t candidates = (mask_bits(are_separated(&p, &q)) ^ 15U) >> (from - group);
        *tests += (group_end < end ? group_end : end) - from;
        if (candidates != 0) {
            from += __builtin_ctz(candidates);
            break;
        }
        from = group_end;
    }
    return from < end ? from : end;
}

/*
 * Returns the next candidate step, from the speed of the boxes. Boxes move by at most `box_speed`
 * per step, so boxes with a gap of `gap` now are disjoint in all steps that are less than
 * gap / box_speed after this one: the first that can meet is that many steps later, rounded up. The
 * quotient is reduced by more than its rounding errors.
 */
static int32_t next_by_speed(GrazeCandidateSearch* search, int32_t from, int32_t end)
{
    const GrazePath* a = search->a;
    const GrazePath* b = search->b;
    while (from < end) {
        float p[SIDES];
        float q[SIDES];
        double steps_apart = 0;
        bool is_apart = false;
        graze_box_read(&a->boxes.row[0], from, p);
        graze_box_read(&b->boxes.row[0], from, q);
        search->tests++;
        for (int32_t axis = 0; axis < 2; axis++) {
            double gap = max2((double)p[axis] - q[axis + HI_X], (double)q[axis] - p[axis + HI_X]);
            double box_speed = (double)*graze_row_at(&a->box_speed, axis, from) +
                               (double)*graze_row_at(&b->box_speed, axis, from);
            is_apart = is_apart || gap > 0;
            if (gap > 0)
                steps_apart = max2(steps_apart, box_speed > 0 ? gap / box_speed : INFINITY);
        }
        if (!is_apart) return from;
        steps_apart = ceil(steps_apart * (1 - 1e-12));
        from += steps_apart < 1 ? 1 : steps_apart < end - from ? (int32_t)steps_apart : end - from;
    }
    return end;
}

static int32_t next_moving(GrazeCandidateSearch* search, int32_t from, int32_t end)
{
    const GrazeBoxes* a = &search->a->boxes;
    const GrazeBoxes* b = &search->b->boxes;
    switch (search->method) {
    case GRAZE_SWEEP_SI:
        return graze_boxes_scan(a, b, from, end, &search->tests);
    case GRAZE_SWEEP_STA:
        return next_by_speed(search, from, end);
    case GRAZE_SWEEP_PYRAMID:
        return graze_boxes_next(a, b, from, end, &search->tests);
    case GRAZE_SWEEP_BVH:
    case GRAZE_SWEEP_BVI_BVH:
        if (search->tree_a == NULL) return end;
        return graze_tree_next(search->tree_a, search->tree_b, from, end, &search->tests);
    default:
        return next_relative(search->a, search->b, NULL, from, end, &search->tests);
    }
}

/* Returns the next candidate step while one body, or both, is at rest. */
static int32_t next_static(GrazeCandidateSearch* search, GrazePathState state_a,
                           const float box_a[SIDES], const float box_b[SIDES], int32_t from,
                           int32_t end)
{
    const GrazePath* moving = state_a == GRAZE_PATH_MOVING ? search->a : search->b;
    const float* box = state_a == GRAZE_PATH_MOVING ? box_b : box_a;
    bool is_relative = search->method == GRAZE_SWEEP_RELATIVE || search->method == GRAZE_SWEEP_AUTO;
    if (is_relative) return next_relative(moving, NULL, box, from, end, &search->tests);
    return graze_boxes_next_in(&moving->boxes, box, from, end, &search->tests);
}

int32_t graze_candidates_next(GrazeCandidateSearch* search)
{
    while (search->next_step < search->end) {
        int32_t end_a;
        int32_t end_b;
        float box_a[SIDES];
        float box_b[SIDES];
        GrazePathState a = graze_path_state(search->a, search->next_step, &end_a, box_a);
        GrazePathState b = graze_path_state(search->b, search->next_step, &end_b, box_b);
        int32_t end = end_a < end_b ? end_a : end_b;
        int32_t found = end = end < search->end ? end : search->end;
        if (a == GRAZE_PATH_MOVING && b == GRAZE_PATH_MOVING) {
            found = next_moving(search, search->next_step, end);
        } else if (a == GRAZE_PATH_STATIC && b == GRAZE_PATH_STATIC) {
            search->tests++;
            if (graze_box_overlaps(box_a, box_b)) found = search->next_step;
        } else if (a != GRAZE_PATH_ABSENT && b != GRAZE_PATH_ABSENT) {
            found = next_static(search, a, box_a, box_b, search->next_step, end);
        }
        search->next_step = found;
        if (found < end) {
            search->next_step++;
            return found;
        }
    }
    return search->end;
}

/* Finds the steps in which both bodies move. */
static void find_common_steps(const GrazeCandidateSearch* search, int32_t* lo, int32_t* hi)
{
    const GrazePath* a = search->a;
    const GrazePath* b = search->b;
    *lo = a->first_step > b->first_step ? a->first_step : b->first_step;
    *hi = a->end_step < b->end_step ? a->end_step : b->end_step;
    if (*lo < search->next_step) *lo = search->next_step;
    if (*hi > search->end) *hi = search->end;
}

static void build_trees(GrazeCandidateSearch* search, void* scratch)
{
    int32_t lo;
    int32_t hi;
    float clip[SIDES];
    const float* cut = NULL;
    GrazeTreeNode* nodes = scratch;
    find_common_steps(search, &lo, &hi);
    if (search->method == GRAZE_SWEEP_BVI_BVH && lo < hi) {
        graze_clip_to_common(&search->a->boxes, &search->b->boxes, &lo, &hi, clip, &search->tests);
        cut = clip;
    }
    if (lo >= hi) return;
    bool are_prebuilt = cut == NULL && search->a->tree != NULL && search->b->tree != NULL;
    if (are_prebuilt) {
        search->tree_a = search->a->tree;
        search->tree_b = search->b->tree;
        return;
    }
    graze_tree_build(&search->a->boxes, lo, hi, cut, nodes);
    graze_tree_build(&search->b->boxes, lo, hi, cut, nodes + graze_tree_nodes(hi - lo));
    search->tree_a = nodes;
    search->tree_b = nodes + graze_tree_nodes(hi - lo);
}

void graze_candidates_begin(GrazeCandidateSearch* search, const GrazePath* a, const GrazePath* b,
                            GrazeSweepMethod method, int32_t from, int32_t end, void* scratch)
{
    *search = (GrazeCandidateSearch){a, b, method, from, end, NULL, NULL, 0};
    if (method == GRAZE_SWEEP_BVH || method == GRAZE_SWEEP_BVI_BVH) build_trees(search, scratch);
}

size_t graze_sweep_scratch(const GrazePath* a, const GrazePath* b, GrazeSweepMethod method)
{
    GrazeCandidateSearch whole = {.a = a, .b = b, .next_step = 0, .end = GRAZE_MAX_STEPS};
    int32_t lo;
    int32_t hi;
    find_common_steps(&whole, &lo, &hi);
    bool has_trees = method == GRAZE_SWEEP_BVH || method == GRAZE_SWEEP_BVI_BVH;
    if (!has_trees || lo >= hi) return 0;
    return 2 * (size_t)graze_tree_nodes(hi - lo) * sizeof(GrazeTreeNode);
}

size_t graze_path_tree_size(const GrazePath* path)
{
    int32_t step_count = path->end_step - path->first_step;
    return step_count > 0 ? (size_t)graze_tree_nodes(step_count) * sizeof(GrazeTreeNode) : 0;
}

void graze_path_tree(GrazePath* path, void* storage)
{
    if (path->end_step <= path->first_step) return;
    graze_tree_build(&path->boxes, path->first_step, path->end_step, NULL, storage);
    path->tree = storage;
}

/* ---- closer test of one step ---- */

/* Computes the ends of the projection of the body's local box on the unit vector u, relative to the
   body's origin. */
static void extent_along(const GrazePath* path, const GrazePose* pose, GrazeVec u, double* min,
                         double* max)
{
    GrazeVec local_u = vec_inv_rotate(u, pose->cos, pose->sin);
    const double* local_box = path->local_box;
    double x0 = local_u.x * local_box[LO_X];
    double x1 = local_u.x * local_box[HI_X];
    double y0 = local_u.y * local_box[LO_Y];
    double y1 = local_u.y * local_box[HI_Y];
    *min = min2(x0, x1) + min2(y0, y1);
    *max = max2(x0, x1) + max2(y0, y1);
}

/* Returns the magnitude of the terms of a gap, to which its rounding errors are proportional. */
static double pose_magnitude(const GrazePath* path, const GrazePose* pose)
{
    return fabs(pose->x) + fabs(pose->y) + path->body.shape->extent;
}

/* Computes the gaps along u, in both orders: one is positive if the bodies are separated. */
static void gaps_along(const GrazePath* a, const GrazePose* p, const GrazePath* b,
                       const GrazePose* q, GrazeVec u, double gap[2])
{
    double min_a;
    double max_a;
    double min_b;
    double max_b;
    double offset = (q->x - p->x) * u.x + (q->y - p->y) * u.y;
    extent_along(a, p, u, &min_a, &max_a);
    extent_along(b, q, u, &min_b, &max_b);
    gap[0] = offset + min_b - max_a;
    gap[1] = min_a - max_b - offset;
}

/* Returns the sum of the inflations at the beginning of step i. */
static double inflations_at(const GrazePath* a, const GrazePath* b, int32_t i)
{
    if (a->body.inflation == NULL && b->body.inflation == NULL) return 0;
    double time = graze_clock_time(&a->clock, i);
    return graze_inflation_at(&a->body, time) + graze_inflation_at(&b->body, time);
}

bool graze_step_is_free(const GrazePath* a, const GrazePath* b, int32_t i, double min_gap)
{
    const GrazePose* p[2] = {graze_path_pose(a, i), graze_path_pose(a, i + 1)};
    const GrazePose* q[2] = {graze_path_pose(b, i), graze_path_pose(b, i + 1)};
    GrazeVec deviation = vec_add(graze_path_deviation(a, i), graze_path_deviation(b, i));
    double required_gap = (double)a->body.shape->radius + (double)b->body.shape->radius + min_gap;
    required_gap += 4 * (a->error + b->error);
    for (int32_t end = 0; end < 2; end++)
        required_gap += GRAZE_STEP_ERROR * (pose_magnitude(a, p[end]) + pose_magnitude(b, q[end]));
    double start_inflation = inflations_at(a, b, i);
    double end_inflation = inflations_at(a, b, i + 1);
    for (int32_t axis = 0; axis < 4; axis++) {
        const GrazePose* axes_pose = axis < 2 ? p[0] : q[0];
        GrazeVec u = vec(axes_pose->cos, axes_pose->sin);
        if (axis & 1) u = vec_left_perp(u);
        double required = required_gap + fabs(u.x) * deviation.x + fabs(u.y) * deviation.y;
        double at_start[2];
        double at_end[2];
        gaps_along(a, p[0], b, q[0], u, at_start);
        gaps_along(a, p[1], b, q[1], u, at_end);
        double required_at_start = required + start_inflation;
        double required_at_end = required + end_inflation;
        if (at_start[0] > required_at_start && at_end[0] > required_at_end) return true;
        if (at_start[1] > required_at_start && at_end[1] > required_at_end) return true;
    }
    return false;
}
