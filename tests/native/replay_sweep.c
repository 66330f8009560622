/*
 * Bodies along their motions, on clocks.
 *
 *   clock            double start, end, step, x, y
 *   boxes            int32 first and last step in which the path moves, how many there are;
 *                    float[4] of each; double[2] when
 *                    the first begins and when the last does
 *   met              int32 status, double[2] bracket; 0 where it is free
 */
#include "replay.h"

#include <math.h>
#include <stdlib.h>

enum { STEPS_AT_ONCE = 256 };

/* A body along its motion, in storage of exactly the promised size. */
typedef struct {
    Moving body;
    GrazePath path;
    void* storage;
} Laid;

static GrazeClock read_clock(void)
{
    GrazeClock clock;
    read_bytes(&clock, sizeof clock);
    if (graze_clock_check(&clock) != GRAZE_OK) fail("a clock is refused");
    return clock;
}

static void read_path(Laid* laid, const GrazeClock* clock, GrazeBoxesKind kind)
{
    read_moving_body(&laid->body);
    laid->storage = room_of(graze_path_size(&laid->body.moving_body, clock));
    graze_path_init(&laid->path, &laid->body.moving_body, clock, kind, laid->storage);
}

static void free_path(Laid* laid)
{
    free_moving_body(&laid->body);
    free(laid->storage);
}

static void write_boxes(const GrazePath* path)
{
    const int32_t span[3] = {path->first_step, path->end_step, graze_clock_steps(&path->clock)};
    write_bytes(span, sizeof span);
    for (int32_t i = 0; i < span[2]; i++) {
        float box[4];
        graze_path_box(path, i, box);
        write_bytes(box, sizeof box);
    }
    const double times[2] = {graze_clock_time(&path->clock, path->first_step),
                             graze_clock_time(&path->clock, path->end_step)};
    write_bytes(times, sizeof times);
}

/* Reads the steps as JavaScript does: a fixed number at a time, until there are none. */
static void answer_steps(const GrazePath* a, const GrazePath* b,
                         const GrazeMotionOptions* requested, GrazeSweepMethod method,
                         void* scratch)
{
    int32_t next = 0;
    int32_t count = 0;
    int32_t tests = 0;
    int32_t found;
    int32_t* steps =
        room_of(((size_t)graze_clock_steps(&a->clock) + STEPS_AT_ONCE) * sizeof *steps);
    do {
        found = graze_sweep_steps(a, b, requested->from, requested->to, method, scratch, &next,
                                  steps + count, STEPS_AT_ONCE, &tests);
        count += found;
    } while (found > 0);
    write_bytes(&count, sizeof count);
    write_bytes(steps, (size_t)count * sizeof *steps);
    write_bytes(&tests, sizeof tests);
    free(steps);
}

/* Checks that GRAZE_SWEEP_BVH with trees made beforehand, over all of both paths, gives the same
   result as with trees of their common part, except for the number of boxes compared. */
static void check_trees(Laid* a, Laid* b, const GrazeMotionOptions* options, void* scratch,
                        const GrazeSweepResult* expected)
{
    GrazeSweepResult swept;
    void* trees[2] = {room_of(graze_path_tree_size(&a->path)),
                      room_of(graze_path_tree_size(&b->path))};
    graze_path_tree(&a->path, trees[0]);
    graze_path_tree(&b->path, trees[1]);
    graze_sweep(&a->path, &b->path, options, GRAZE_SWEEP_BVH, scratch, &swept);
    swept.tests = expected->tests;
    check_same(&swept, expected, sizeof swept, "a tree changes the answer");
    a->path.tree = NULL;
    b->path.tree = NULL;
    free(trees[0]);
    free(trees[1]);
}

/* Reads options, clock, int32 kind of boxes, two moving bodies; writes boxes of both; for each
 * method int32 how many steps, the steps, int32 how many boxes were compared, the
 * GrazeSweepResult. */
void answer_sweep(void)
{
    const GrazeMotionOptions requested = read_motion_options();
    const GrazeClock clock = read_clock();
    const GrazeBoxesKind kind = (GrazeBoxesKind)read_int();
    Laid a;
    Laid b;
    read_path(&a, &clock, kind);
    read_path(&b, &clock, kind);
    if (!graze_paths_share_clock(&a.path, &b.path)) fail("two clocks");
    write_boxes(&a.path);
    write_boxes(&b.path);
    for (int method = GRAZE_SWEEP_AUTO; method <= GRAZE_SWEEP_RELATIVE; method++) {
        GrazeMotionOptions options = requested;
        GrazeSweepResult swept;
        void* scratch = room_of(graze_sweep_scratch(&a.path, &b.path, (GrazeSweepMethod)method));
        answer_steps(&a.path, &b.path, &requested, (GrazeSweepMethod)method, scratch);
        graze_sweep_defaults(&a.path, &b.path, &options);
        if (options.tolerance < graze_clock_min_tolerance(&clock, options.from, options.to))
            fail("the tolerance is too fine");
        graze_sweep(&a.path, &b.path, &options, (GrazeSweepMethod)method, scratch, &swept);
        if (method == GRAZE_SWEEP_BVH) check_trees(&a, &b, &options, scratch, &swept);
        write_bytes(&swept, sizeof swept);
        free(scratch);
    }
    free_path(&a);
    free_path(&b);
}

/* A scene and its answers. */
typedef struct {
    GrazeScene scene;
    GrazeSceneContacts out;
} SceneAnswers;

static void meet(SceneAnswers* answers, const GrazePath* path, int32_t least,
                 const GrazeMotionOptions* requested, GrazeSceneMode mode)
{
    graze_scene_clear(&answers->scene, &answers->out);
    graze_scene_first_contacts(&answers->scene, path, 0, least, requested, mode, &answers->out);
}

static void write_met(const SceneAnswers* answers, int32_t which)
{
    const GrazeSceneContacts* out = &answers->out;
    double times[2] = {0, 0};
    bool is_free = which < 0 || out->statuses[which] == GRAZE_CONTACT_FREE;
    const int32_t status = is_free ? GRAZE_CONTACT_FREE : out->statuses[which];
    if (!is_free) times[0] = out->contacts[which].lo;
    if (!is_free) times[1] = out->contacts[which].hi;
    write_bytes(&status, sizeof status);
    write_bytes(times, sizeof times);
}

static void answer_pairs(SceneAnswers* answers, const GrazeMotionOptions* requested)
{
    int32_t pairs = 0;
    int32_t count = answers->scene.count;
    for (int32_t k = 0; k < count; k++) {
        meet(answers, answers->scene.paths[k], k + 1, requested, GRAZE_SCENE_ALL);
        pairs += answers->out.found;
    }
    write_bytes(&pairs, sizeof pairs);
    for (int32_t k = 0; k < count; k++) {
        meet(answers, answers->scene.paths[k], k + 1, requested, GRAZE_SCENE_ALL);
        for (int32_t i = k + 1; i < count; i++) {
            const int32_t two[2] = {k, i};
            if (answers->out.statuses[i] == GRAZE_CONTACT_FREE) continue;
            write_bytes(two, sizeof two);
            write_met(answers, i);
        }
    }
}

static void answer_one(SceneAnswers* answers, const GrazePath* one,
                       const GrazeMotionOptions* requested)
{
    const GrazeSceneContacts* out = &answers->out;
    meet(answers, one, 0, requested, GRAZE_SCENE_ALL);
    write_bytes(&out->found, sizeof out->found);
    for (int32_t k = 0; k < answers->scene.count; k++) {
        if (out->statuses[k] == GRAZE_CONTACT_FREE) continue;
        write_bytes(&k, sizeof k);
        write_met(answers, k);
    }
    for (int mode = GRAZE_SCENE_FIRST; mode <= GRAZE_SCENE_ANY; mode++) {
        meet(answers, one, 0, requested, (GrazeSceneMode)mode);
        write_bytes(&out->earliest, sizeof out->earliest);
        write_met(answers, out->earliest);
    }
}

/* Writes how many of the bodies meet a single one, each queried alone, and which. */
static void answer_many(const Laid* bodies, int32_t count, const GrazePath* one,
                        const GrazeMotionOptions* requested)
{
    int32_t found = 0;
    int32_t which[MAX_PAIRS];
    int32_t statuses[MAX_PAIRS];
    double times[MAX_PAIRS][2];
    for (int32_t k = 0; k < count; k++) {
        GrazeMotionOptions options = *requested;
        graze_sweep_defaults(one, &bodies[k].path, &options);
        GrazeContactStatus status = graze_sweep_bracket(
            one, &bodies[k].path, &options, 0, GRAZE_MAX_STEPS, &times[found][0], &times[found][1]);
        if (status == GRAZE_CONTACT_FREE) continue;
        which[found] = k;
        statuses[found++] = (int32_t)status;
    }
    write_int(found);
    for (int32_t k = 0; k < found; k++) {
        write_int(which[k]);
        write_int(statuses[k]);
        write_bytes(times[k], sizeof times[k]);
    }
}

/* Writes the first contact of each body, as a planner's candidate, with the scene; infinity if
 * it is free. */
static void answer_candidates(SceneAnswers* answers, const Laid* bodies, int32_t count,
                              const GrazeMotionOptions* requested)
{
    const GrazeSceneContacts* out = &answers->out;
    const double never[2] = {INFINITY, INFINITY};
    for (int32_t k = 0; k < count; k++) {
        meet(answers, &bodies[k].path, 0, requested, GRAZE_SCENE_FIRST);
        if (out->earliest >= 0) {
            const GrazeGroupContact* contact = &out->contacts[out->earliest];
            const double times[2] = {contact->lo, contact->hi};
            write_int(contact->status);
            write_bytes(times, sizeof times);
        } else {
            write_int((int32_t)GRAZE_CONTACT_FREE);
            write_bytes(never, sizeof never);
        }
    }
}

/* Writes the contacts of the scene whose bodies are two successive paths each, and the first contact
 * of the body of one path more and path 0 with it. */
static void answer_groups(SceneAnswers* answers, const GrazePath* one,
                          const GrazeMotionOptions* requested)
{
    GrazeScene* scene = &answers->scene;
    GrazeSceneContacts* out = &answers->out;
    int32_t bodies[MAX_PAIRS];
    GrazeGroupContact contacts[MAX_PAIRS * MAX_PAIRS / 2];
    int32_t found = 0;
    for (int32_t k = 0; k < scene->count; k++)
        bodies[k] = k / 2;
    scene->bodies = bodies;
    scene->body_count = (scene->count + 1) / 2;
    for (int32_t k = 0; k < scene->count; k += 2) {
        graze_scene_clear(scene, out);
        for (int32_t i = k; i < k + 2 && i < scene->count; i++)
            graze_scene_first_contacts(scene, scene->paths[i], i, k + 2, requested, GRAZE_SCENE_ALL,
                                       out);
        for (int32_t i = 0; i < scene->body_count; i++) {
            if (out->statuses[i] != GRAZE_CONTACT_FREE) contacts[found++] = out->contacts[i];
        }
    }
    write_int(found);
    for (int32_t k = 0; k < found; k++) {
        const double times[2] = {contacts[k].lo, contacts[k].hi};
        write_int(contacts[k].first);
        write_int(contacts[k].second);
        write_int(contacts[k].status);
        write_bytes(times, sizeof times);
    }
    graze_scene_clear(scene, out);
    graze_scene_first_contacts(scene, one, 0, 0, requested, GRAZE_SCENE_FIRST, out);
    if (scene->count > 0)
        graze_scene_first_contacts(scene, scene->paths[0], 1, 0, requested, GRAZE_SCENE_FIRST, out);
    write_int(out->earliest < 0 ? -1 : out->contacts[out->earliest].second);
    write_met(answers, out->earliest);
}

/* Reads options, clock, int32 count, so many moving bodies, and one more; writes int32 how many
 * pairs meet, and for each int32[2] which two, met; int32 how many the one more meets, and for
 * each int32 which, met; which it meets first, met; any that it meets, met: -1 for none; how
 * many it meets one by one, and for each int32 which, met; of each body and the one more met
 * with the scene; int32 how many pairs of bodies of two paths meet, and for each int32[2] which
 * paths, met; the path that the one more and path 0 as one body meet first, met. */
void answer_scene(void)
{
    const GrazeMotionOptions requested = read_motion_options();
    const GrazeClock clock = read_clock();
    const int32_t count = read_count(MAX_PAIRS);
    Laid bodies[MAX_PAIRS + 1];
    const GrazePath* paths[MAX_PAIRS];
    for (int32_t k = 0; k <= count; k++) {
        read_path(&bodies[k], &clock, GRAZE_BOXES_COVER);
        if (k < count) paths[k] = &bodies[k].path;
    }
    size_t n = (size_t)count;
    SceneAnswers answers = {
        .out = {.statuses = room_of(n), .contacts = room_of(n * sizeof(GrazeGroupContact))}};
    void* storage = room_of(graze_scene_size(paths, count));
    graze_scene_init(&answers.scene, paths, count, storage);
    answer_pairs(&answers, &requested);
    answer_one(&answers, &bodies[count].path, &requested);
    answer_many(bodies, count, &bodies[count].path, &requested);
    answer_candidates(&answers, bodies, count + 1, &requested);
    answer_groups(&answers, &bodies[count].path, &requested);
    free(answers.out.statuses);
    free(answers.out.contacts);
    free(storage);
    for (int32_t k = 0; k <= count; k++)
        free_path(&bodies[k]);
}

/* Reads options, clock, limit, int32 count, so many moving bodies, and one more; writes the
 * GrazeSceneClearance of the one more in a scene of the others, and that of it and path 0 as one
 * body. */
void answer_clearances(void)
{
    const GrazeMotionOptions options = read_motion_options();
    const GrazeClock clock = read_clock();
    double limit;
    read_bytes(&limit, sizeof limit);
    const int32_t count = read_count(MAX_PAIRS);
    Laid bodies[MAX_PAIRS + 1];
    const GrazePath* paths[MAX_PAIRS];
    for (int32_t k = 0; k <= count; k++) {
        read_path(&bodies[k], &clock, GRAZE_BOXES_COVER);
        if (k < count) paths[k] = &bodies[k].path;
    }
    GrazeScene scene;
    void* storage = room_of(graze_scene_size(paths, count));
    graze_scene_init(&scene, paths, count, storage);
    const GrazePath* both[2] = {&bodies[count].path, &bodies[0].path};
    for (int32_t parts = 1; parts <= 2; parts++) {
        GrazeSceneClearance clearance;
        graze_scene_clearance(&scene, both, parts, &options, limit, &clearance);
        write_bytes(&clearance, sizeof clearance);
    }
    free(storage);
    for (int32_t k = 0; k <= count; k++)
        free_path(&bodies[k]);
}
