#include "../broadphase/box_tree.h"
#include "../motion/queries.h"
#include "../tolerance.h"
#include "candidate_steps.h"
#include "path.h"

/*
 * The clearance of a body in a scene, by branch and bound. `out->hi` is the least separation found
 * so far, or infinite, and `limit` the given limit: the lesser of both is the bound that a pair must
 * fall below. In each block of steps the index finds the paths whose boxes are nearer to the box of
 * the body than the bound.
 *
 *   1. For each such path and block, the step in which the boxes of both are nearest gives a time at
 *      which the separation is computed. This makes the bound small.
 *   2. The clearance of the nearest pair, from the step before that time to the step after it, makes
 *      the bound as small as it will be, unless another pair comes nearer between two steps.
 *   3. For each path and block that boxes still cannot exclude, the steps in which both bodies may
 *      come nearer than the bound are certified, in runs of consecutive steps. Where a smaller
 *      separation is found, the bound decreases.
 *
 * A pair that is excluded is at least as far apart as the bound at that time, which is never below
 * the final one. So the least lower bound of all runs and the final bound is a lower bound of the
 * clearance.
 *
 * The gap of two bodies along an axis is a lower bound of their signed separation, also where it is
 * negative; within a step it is at least the lesser of the gaps of their boxes at both ends minus
 * both deviations (path.c). These differences of float32 are exact in double; the bound is enlarged
 * by more than sums with it are rounded, GRAZE_STEP_ERROR of itself.
 */

typedef struct {
    const GrazeScene* scene;
    const GrazePath* const* paths;
    int32_t count;
    const GrazeMotionOptions* options;
    double limit;
    GrazeSceneClearance* out;
} Search;

/* Boxes of a path at the beginnings and the end of the steps of a block. */
typedef struct {
    float box[GRAZE_BLOCK_STEPS + 1][SIDES];
} BlockBoxes;

/*
 * Two paths, and the steps of a block in which both exist. `boxes` are those of `a` in the block, which
 * begins with step `block_first`.
 */
typedef struct {
    int32_t part, path, first, end, block_first;
    const GrazePath *a, *b;
    const BlockBoxes* boxes;
} NearPair;

typedef void Visit(Search* search, const NearPair* pair);

static double bound_of(const Search* search)
{
    return min2(search->out->hi, search->limit);
}

/* Cuts steps *first to *end - 1 to those in which a path exists. */
static void cut_to_existence(const GrazePath* path, int32_t* first, int32_t* end)
{
    if (path->body.before == GRAZE_VANISH && path->first_step > *first) *first = path->first_step;
    if (path->body.after == GRAZE_VANISH && path->end_step < *end) *end = path->end_step;
}

/* Visits the paths of a block whose boxes are nearer to `box` than the bound; of two halves of the
   tree, the nearer one first. */
static void visit_block(Search* search, const GrazeSceneBlock* block, const float box[SIDES],
                        NearPair pair, Visit* visit)
{
    GrazeTreeBox swept = graze_tree_box(box);
    GrazeBoxTreeSearch near;
    int32_t first = pair.first;
    int32_t end = pair.end;
    graze_box_tree_search_init(&near, block->tree, &swept);
    for (;;) {
        /* Boxes that overlap are at distance 0. */
        near.last = max2(bound_of(search), 0);
        int32_t at = graze_box_tree_next_near(&near);
        if (at == GRAZE_NO_NODE) break;
        pair.path = block->bodies[at];
        pair.b = search->scene->paths[pair.path];
        pair.first = first;
        pair.end = end;
        cut_to_existence(pair.a, &pair.first, &pair.end);
        cut_to_existence(pair.b, &pair.first, &pair.end);
        if (pair.first < pair.end) visit(search, &pair);
    }
}

/* Visits all pairs of paths and blocks of steps whose boxes are nearer than the bound. */
static void visit_pairs(Search* search, Visit* visit)
{
    const GrazeScene* scene = search->scene;
    int32_t steps = scene->count > 0 ? graze_clock_steps(&scene->paths[0]->clock) : 0;
    for (int32_t part = 0; part < search->count; part++) {
        NearPair pair = {.part = part, .a = search->paths[part]};
        GrazeMotionOptions range = *search->options;
        const GrazeClock* clock = &pair.a->clock;
        double from = range.from > clock->t0 ? range.from : clock->t0;
        double to = range.to < clock->t1 ? range.to : clock->t1;
        if (!(from <= to)) return;
        int32_t first_step = graze_clock_step_at(clock, from);
        int32_t end_step = graze_clock_step_at(clock, to) + 1;
        for (int32_t b = first_step >> GRAZE_BLOCK_BITS; b < scene->blocks; b++) {
            float box[SIDES];
            int32_t first = b << GRAZE_BLOCK_BITS;
            int32_t end = first + GRAZE_BLOCK_STEPS < steps ? first + GRAZE_BLOCK_STEPS : steps;
            if (first >= end_step) break;
            graze_path_span_box(pair.a, first, end, box);
            if (box[LO_X] > box[HI_X]) continue;
            BlockBoxes boxes = {0};
            for (int32_t i = first; i <= end; i++)
                graze_path_sample_box(pair.a, i, boxes.box[i - first]);
            pair.boxes = &boxes;
            pair.block_first = first;
            pair.first = first > first_step ? first : first_step;
            pair.end = end < end_step ? end : end_step;
            visit_block(search, &scene->block[b], box, pair, visit);
            visit_block(search, &scene->block[scene->blocks], box, pair, visit);
        }
    }
}

/* Returns the box of `a` at the beginning of a step of the block. */
static const float* own_box(const NearPair* pair, int32_t i)
{
    return pair->boxes->box[i - pair->block_first];
}

/* Returns the larger of the gaps of two boxes along the axes, in both orders. */
static double box_gap(const float p[SIDES], const float q[SIDES], int32_t axis)
{
    return max2((double)q[axis] - p[axis + HI_X], (double)p[axis] - q[axis + HI_X]);
}

/* ---- 1. a time for each pair ---- */

static void lower_bound_at(Search* search, const NearPair* pair, double time)
{
    GrazeMotionOptions range = *search->options;
    if (!graze_sweep_defaults(pair->a, pair->b, &range)) return;
    time = clamp(time, range.from, range.to);
    double separation = graze_separation_at(&pair->a->body, &pair->b->body, time);
    if (!(separation < bound_of(search))) return;
    search->out->hi = separation;
    search->out->time = time;
    search->out->part = pair->part;
    search->out->path = pair->path;
}

static void sample_pair(Search* search, const NearPair* pair)
{
    double least = INFINITY;
    int32_t nearest = pair->first;
    for (int32_t i = pair->first; i <= pair->end; i++) {
        const float* p = own_box(pair, i);
        float q[SIDES];
        graze_path_sample_box(pair->b, i, q);
        double gap = max2(box_gap(p, q, 0), box_gap(p, q, 1));
        if (gap < least) nearest = i;
        least = min2(least, gap);
    }
    if (least >= bound_of(search)) return;
    lower_bound_at(search, pair, graze_clock_time(&pair->a->clock, nearest));
}

/* ---- 2. and 3. bounds of runs of steps ---- */

/* Bounds the separation of a pair from one time to another. */
static void bound_run(Search* search, const NearPair* pair, double from, double to)
{
    GrazeSceneClearance* out = search->out;
    GrazeMotionOptions part = *search->options;
    GrazeClearanceBracket bracket;
    if (!graze_sweep_defaults(pair->a, pair->b, &part)) return;
    part.from = max2(part.from, from);
    part.to = min2(part.to, to);
    if (part.from > part.to) return;
    graze_clearance_bracket(&pair->a->body, &pair->b->body, &part, bound_of(search), &bracket);
    if (bracket.lo < out->lo) out->status = (int32_t)bracket.status;
    out->lo = min2(out->lo, bracket.lo);
    if (!(bracket.hi < bound_of(search))) return;
    out->hi = bracket.hi;
    out->time = bracket.time;
    out->part = pair->part;
    out->path = pair->path;
}

static void refine_nearest(Search* search)
{
    const GrazeSceneClearance* out = search->out;
    if (out->path < 0) return;
    NearPair pair = {.part = out->part,
                     .path = out->path,
                     .a = search->paths[out->part],
                     .b = search->scene->paths[out->path]};
    double step = pair.a->clock.step;
    bound_run(search, &pair, out->time - step, out->time + step);
}

/*
 * Returns whether boxes show that two bodies are at least as far apart as the bound in step i. `from` and
 * `to` are the boxes of `b` at its beginning and end.
 */
static bool is_far_in_step(const NearPair* pair, int32_t i, const float from[SIDES],
                           const float to[SIDES], double bound)
{
    const float* p[2] = {own_box(pair, i), own_box(pair, i + 1)};
    const float* q[2] = {from, to};
    GrazeVec deviations =
        vec_add(graze_path_deviation(pair->a, i), graze_path_deviation(pair->b, i));
    for (int32_t axis = 0; axis < 2; axis++) {
        double required = bound + (axis == 0 ? deviations.x : deviations.y);
        int32_t hi = axis + HI_X;
        double forward = min2((double)q[0][axis] - p[0][hi], (double)q[1][axis] - p[1][hi]);
        double backward = min2((double)p[0][axis] - q[0][hi], (double)p[1][axis] - q[1][hi]);
        if (max2(forward, backward) >= required) return true;
    }
    return graze_step_is_free(pair->a, pair->b, i, bound);
}

static void certify_pair(Search* search, const NearPair* pair)
{
    const GrazeClock* clock = &pair->a->clock;
    int32_t first = -1;
    float boxes[2][SIDES] = {0};
    graze_path_sample_box(pair->b, pair->first, boxes[pair->first & 1]);
    for (int32_t i = pair->first; i <= pair->end; i++) {
        double bound = bound_of(search);
        bool is_far = i == pair->end;
        if (!is_far) {
            float* to = boxes[(i + 1) & 1];
            graze_path_sample_box(pair->b, i + 1, to);
            is_far =
                is_far_in_step(pair, i, boxes[i & 1], to, bound + GRAZE_STEP_ERROR * fabs(bound));
        }
        if (!is_far && first < 0) first = i;
        if (!is_far || first < 0) continue;
        bound_run(search, pair, graze_clock_time(clock, first), graze_clock_time(clock, i));
        first = -1;
    }
}

void graze_scene_clearance(const GrazeScene* scene, const GrazePath* const* paths, int32_t count,
                           const GrazeMotionOptions* options, double limit,
                           GrazeSceneClearance* out)
{
    Search search = {.scene = scene,
                     .paths = paths,
                     .count = count,
                     .options = options,
                     .limit = limit,
                     .out = out};
    *out = (GrazeSceneClearance){limit, INFINITY, INFINITY, -1, -1, GRAZE_CLEARANCE_CERTIFIED, 0};
    visit_pairs(&search, sample_pair);
    refine_nearest(&search);
    /* The bounds of a part of a run do not count: the run itself follows. */
    out->lo = limit;
    out->status = GRAZE_CLEARANCE_CERTIFIED;
    visit_pairs(&search, certify_pair);
    out->lo = min2(out->lo, out->hi);
}
