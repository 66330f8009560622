#include "steps.h"

#include "../tolerance.h"
#include "tree.h"

/* A body at both ends of four steps, and its bulges: of a path that moves, or of a box that stays. */
typedef struct {
    GrazeFourBoxes before, behind;
    Lanes bulge[2];
} FourSteps;

HOT FourSteps steps_moving(const GrazePath* path, int32_t i)
{
    return (FourSteps){graze_four_at(&path->samples, i),
                       graze_four_at(&path->samples, i + 1),
                       {lanes_load(graze_row_at(&path->bulge, 0, i)),
                        lanes_load(graze_row_at(&path->bulge, 1, i))}};
}

HOT FourSteps steps_still(const float box[SIDES])
{
    GrazeFourBoxes four = graze_four_of(box);
    return (FourSteps){four, four, {lanes_of(0), lanes_of(0)}};
}

/*
 * Surely apart at all times of the step? For the four directions u along the
 * axes, the gap of the bodies along u is at least the lesser of the gaps at both ends less both bulges (path.c). Bulges
 * are widened by 2^-20, and not 0 of what moves: so the difference that float32 rounds by 2^-24 can be compared with their
 * sum. What is beyond float32 is no proof.
 */
HOT LaneMask are_free(const FourSteps* a, const FourSteps* b)
{
    LaneMask free = mask_of(0);
    for (int32_t axis = 0; axis < 2; axis++) {
        int32_t hi = axis + HI_X;
        Lanes bulge = a->bulge[axis] + b->bulge[axis];
        LaneMask ahead = (b->before.side[axis] - a->before.side[hi] >= bulge) &
                         (b->behind.side[axis] - a->behind.side[hi] >= bulge);
        LaneMask back = (a->before.side[axis] - b->before.side[hi] >= bulge) &
                        (a->behind.side[axis] - b->behind.side[hi] >= bulge);
        free |= (ahead | back) & (bulge < INFINITY);
    }
    return free;
}

/* Where the pyramids' groups of four meet, these four are looked at more closely. Instead of b there may be a box. */
HOT int32_t next_relative(const GrazePath* a, const GrazePath* b, const float* box, int32_t from,
                          int32_t end, int32_t* tests)
{
    while (from < end) {
        from = box == NULL ? graze_boxes_next(&a->boxes, &b->boxes, from, end, tests)
                           : graze_boxes_next_in(&a->boxes, box, from, end, tests);
        if (from == end) break;
        int32_t group = from & ~(GRAZE_FANOUT - 1);
        int32_t behind = group + GRAZE_FANOUT;
        FourSteps p = steps_moving(a, group);
        FourSteps q = box == NULL ? steps_moving(b, group) : steps_still(box);
        uint32_t near = (mask_bits(are_free(&p, &q)) ^ 15U) >> (from - group);
        *tests += (behind < end ? behind : end) - from;
        if (near != 0) {
            from += __builtin_ctz(near);
            break;
        }
        from = behind;
    }
    return from < end ? from : end;
}

/*
 * Boxes move by at most `rush` a step, so those whose gap is `gap` now are apart for all steps that are less than
 * gap / rush behind this one: the first that can meet is that many steps on, rounded up. The quotient is made smaller
 * by more than its roundings.
 */
static int32_t next_by_rush(GrazeSteps* steps, int32_t from, int32_t end)
{
    const GrazePath* a = steps->a;
    const GrazePath* b = steps->b;
    while (from < end) {
        float p[SIDES];
        float q[SIDES];
        double most = 0;
        bool is_apart = false;
        graze_box_read(&a->boxes.row[0], from, p);
        graze_box_read(&b->boxes.row[0], from, q);
        steps->tests++;
        for (int32_t axis = 0; axis < 2; axis++) {
            double gap = max2((double)p[axis] - q[axis + HI_X], (double)q[axis] - p[axis + HI_X]);
            double rush = (double)*graze_row_at(&a->rush, axis, from) +
                          (double)*graze_row_at(&b->rush, axis, from);
            is_apart = is_apart || gap > 0;
            if (gap > 0) most = max2(most, rush > 0 ? gap / rush : INFINITY);
        }
        if (!is_apart) return from;
        most = ceil(most * (1 - 1e-12));
        from += most < 1 ? 1 : most < end - from ? (int32_t)most : end - from;
    }
    return end;
}

static int32_t next_moving(GrazeSteps* steps, int32_t from, int32_t end)
{
    const GrazeBoxes* a = &steps->a->boxes;
    const GrazeBoxes* b = &steps->b->boxes;
    switch (steps->method) {
    case GRAZE_SWEEP_SI:
        return graze_boxes_scan(a, b, from, end, &steps->tests);
    case GRAZE_SWEEP_STA:
        return next_by_rush(steps, from, end);
    case GRAZE_SWEEP_PYRAMID:
        return graze_boxes_next(a, b, from, end, &steps->tests);
    case GRAZE_SWEEP_BVH:
    case GRAZE_SWEEP_BVI_BVH:
        if (steps->tree_a == NULL) return end;
        return graze_tree_next(steps->tree_a, steps->tree_b, from, end, &steps->tests);
    default:
        return next_relative(steps->a, steps->b, NULL, from, end, &steps->tests);
    }
}

/* One of them stands still for a while, or both do. */
static int32_t next_still(GrazeSteps* steps, GrazePathState state_a, const float box_a[SIDES],
                          const float box_b[SIDES], int32_t from, int32_t end)
{
    const GrazePath* moving = state_a == GRAZE_PATH_MOVING ? steps->a : steps->b;
    const float* box = state_a == GRAZE_PATH_MOVING ? box_b : box_a;
    bool is_relative = steps->method == GRAZE_SWEEP_RELATIVE || steps->method == GRAZE_SWEEP_AUTO;
    if (is_relative) return next_relative(moving, NULL, box, from, end, &steps->tests);
    return graze_boxes_next_in(&moving->boxes, box, from, end, &steps->tests);
}

int32_t graze_steps_next(GrazeSteps* steps)
{
    while (steps->at < steps->end) {
        int32_t end_a;
        int32_t end_b;
        float box_a[SIDES];
        float box_b[SIDES];
        GrazePathState a = graze_path_state(steps->a, steps->at, &end_a, box_a);
        GrazePathState b = graze_path_state(steps->b, steps->at, &end_b, box_b);
        int32_t end = end_a < end_b ? end_a : end_b;
        int32_t found = end = end < steps->end ? end : steps->end;
        if (a == GRAZE_PATH_MOVING && b == GRAZE_PATH_MOVING) {
            found = next_moving(steps, steps->at, end);
        } else if (a == GRAZE_PATH_STILL && b == GRAZE_PATH_STILL) {
            steps->tests++;
            if (graze_box_meets(box_a, box_b)) found = steps->at;
        } else if (a != GRAZE_PATH_ABSENT && b != GRAZE_PATH_ABSENT) {
            found = next_still(steps, a, box_a, box_b, steps->at, end);
        }
        steps->at = found;
        if (found < end) {
            steps->at++;
            return found;
        }
    }
    return steps->end;
}

/* The steps in which both move. */
static void find_common(const GrazeSteps* steps, int32_t* lo, int32_t* hi)
{
    const GrazePath* a = steps->a;
    const GrazePath* b = steps->b;
    *lo = a->first > b->first ? a->first : b->first;
    *hi = a->last < b->last ? a->last : b->last;
    if (*lo < steps->at) *lo = steps->at;
    if (*hi > steps->end) *hi = steps->end;
}

static void plant(GrazeSteps* steps, void* scratch)
{
    int32_t lo;
    int32_t hi;
    float clip[SIDES];
    const float* cut = NULL;
    GrazeTreeNode* nodes = scratch;
    find_common(steps, &lo, &hi);
    if (steps->method == GRAZE_SWEEP_BVI_BVH && lo < hi) {
        graze_cut_to_common(&steps->a->boxes, &steps->b->boxes, &lo, &hi, clip, &steps->tests);
        cut = clip;
    }
    if (lo >= hi) return;
    bool is_planted = cut == NULL && steps->a->tree != NULL && steps->b->tree != NULL;
    if (is_planted) {
        steps->tree_a = steps->a->tree;
        steps->tree_b = steps->b->tree;
        return;
    }
    graze_tree_build(&steps->a->boxes, lo, hi, cut, nodes);
    graze_tree_build(&steps->b->boxes, lo, hi, cut, nodes + graze_tree_nodes(hi - lo));
    steps->tree_a = nodes;
    steps->tree_b = nodes + graze_tree_nodes(hi - lo);
}

void graze_steps_begin(GrazeSteps* steps, const GrazePath* a, const GrazePath* b,
                       GrazeSweepMethod method, int32_t from, int32_t end, void* scratch)
{
    *steps = (GrazeSteps){a, b, method, from, end, NULL, NULL, 0};
    if (method == GRAZE_SWEEP_BVH || method == GRAZE_SWEEP_BVI_BVH) plant(steps, scratch);
}

size_t graze_sweep_scratch(const GrazePath* a, const GrazePath* b, GrazeSweepMethod method)
{
    GrazeSteps whole = {.a = a, .b = b, .at = 0, .end = GRAZE_MAX_STEPS};
    int32_t lo;
    int32_t hi;
    find_common(&whole, &lo, &hi);
    bool has_trees = method == GRAZE_SWEEP_BVH || method == GRAZE_SWEEP_BVI_BVH;
    if (!has_trees || lo >= hi) return 0;
    return 2 * (size_t)graze_tree_nodes(hi - lo) * sizeof(GrazeTreeNode);
}

size_t graze_path_tree_size(const GrazePath* path)
{
    int32_t steps = path->last - path->first;
    return steps > 0 ? (size_t)graze_tree_nodes(steps) * sizeof(GrazeTreeNode) : 0;
}

void graze_path_tree(GrazePath* path, void* storage)
{
    if (path->last <= path->first) return;
    graze_tree_build(&path->boxes, path->first, path->last, NULL, storage);
    path->tree = storage;
}

/* ---- one step, more closely ---- */

/* The ends of the body's frame box along the unit vector u, from its origin. */
static void extent_along(const GrazePath* path, const GrazePose* pose, GrazeVec u, double* least,
                         double* most)
{
    GrazeVec own = vec_unrotate(u, pose->cos, pose->sin);
    const double* frame = path->frame;
    double x0 = own.x * frame[LO_X];
    double x1 = own.x * frame[HI_X];
    double y0 = own.y * frame[LO_Y];
    double y1 = own.y * frame[HI_Y];
    *least = min2(x0, x1) + min2(y0, y1);
    *most = max2(x0, x1) + max2(y0, y1);
}

/* What goes into a gap: its roundings are in proportion. */
static double width_of(const GrazePath* path, const GrazePose* at)
{
    return fabs(at->x) + fabs(at->y) + path->mover.shape->extent;
}

/* How far apart along u, either way: more than zero when they are. */
static void gaps_along(const GrazePath* a, const GrazePose* p, const GrazePath* b,
                       const GrazePose* q, GrazeVec u, double gap[2])
{
    double least_a;
    double most_a;
    double least_b;
    double most_b;
    double way = (q->x - p->x) * u.x + (q->y - p->y) * u.y;
    extent_along(a, p, u, &least_a, &most_a);
    extent_along(b, q, u, &least_b, &most_b);
    gap[0] = way + least_b - most_a;
    gap[1] = least_a - most_b - way;
}

bool graze_step_is_free(const GrazePath* a, const GrazePath* b, int32_t i)
{
    const GrazePose* p[2] = {graze_path_pose(a, i), graze_path_pose(a, i + 1)};
    const GrazePose* q[2] = {graze_path_pose(b, i), graze_path_pose(b, i + 1)};
    GrazeVec bulge = vec_add(graze_path_bulge(a, i), graze_path_bulge(b, i));
    double needed = (double)a->mover.shape->radius + (double)b->mover.shape->radius;
    needed += 4 * (a->error + b->error);
    for (int32_t end = 0; end < 2; end++)
        needed += GRAZE_STEP_ERROR * (width_of(a, p[end]) + width_of(b, q[end]));
    for (int32_t axis = 0; axis < 4; axis++) {
        const GrazePose* frame = axis < 2 ? p[0] : q[0];
        GrazeVec u = vec(frame->cos, frame->sin);
        if (axis & 1) u = vec_quarter(u);
        double least = needed + fabs(u.x) * bulge.x + fabs(u.y) * bulge.y;
        double before[2];
        double behind[2];
        gaps_along(a, p[0], b, q[0], u, before);
        gaps_along(a, p[1], b, q[1], u, behind);
        if (before[0] > least && behind[0] > least) return true;
        if (before[1] > least && behind[1] > least) return true;
    }
    return false;
}
