/*
 * Answers queries on the core built for this machine, so that a test can compare the bits with
 * those of the wasm and the sanitizers can watch. Reads records from stdin until it ends, writes
 * one answer each to stdout; all numbers little-endian.
 *
 *   shape            int32 hull, int32 count, float radius, count x float[2]
 *   pair             two shapes, double[6] poses x y angle
 *
 *   int32 1 (pair)   pair, int32 subdistance, support, start -> GrazeDistance, GrazePenetration,
 *                    int32 relation, collide, collide by separating axes, 0
 *   int32 2 (discs)  two GrazeSegment -> GrazeApproach
 *   int32 3 (box)    GrazeSegment, GrazeBox -> GrazeApproach
 *   int32 4 (cast)   pair, double dx, dy -> GrazeCast
 *   int32 5 (ray)    pair (the second shape is the target), GrazeRay -> GrazeCast
 *   int32 6 (trace)  pair, int32 subdistance, support, start -> int32 steps, vertices of A - B;
 *                    GrazeDistance, the GrazeStep's, the GrazeDifference's
 *   int32 7 (batch)  int32 count, and for each: two shapes, float[8] placements -> int32 how many meet by
 *                    collide, relation, distance and distance with witnesses; for each pair int32 hit,
 *                    relation, relation of both distances, float both distances, points of A and B, normal
 *   mover            shape, int32 pieces, before, after; the GrazePiece's
 *   asked            double from, to, tolerance, slack; int32 budget
 *   int32 8 (motion) asked, two movers, int32 count, double[count] times -> the GrazeContact of each method, int32 how many
 *                    intervals, the GrazeInterval's, GrazeClearance, double time to collision, int32 how many delays,
 *                    the GrazeDelay's, GrazeMotionBounds of A with its shape and of B without, and for each time: int32 there, double[3] place of A, the same of
 *                    B, double separation
 *   int32 9 (movers) asked, int32 count, and for each two movers -> int32 how many are not free, and for each int32 status,
 *                    double[2] bracket
 *   clock            double start, end, step, x, y
 *   boxes            int32 first and last step in which the path moves, how many there are; float[4] of each
 *   int32 10 (sweep) asked, clock, int32 kind of boxes, two movers -> boxes of both; for each method int32 how many steps,
 *                    the steps, int32 how many boxes were compared, the GrazeSwept
 *   met              int32 status, double[2] bracket; 0 where it is free
 *   int32 11 (scene) asked, clock, int32 count, so many movers, and one more -> int32 how many pairs meet, and for each
 *                    int32[2] which two, met; int32 how many the one more meets, and for each int32 which, met; which it
 *                    meets first, met; any that it meets, met: -1 for none
 *   int32 12 (flights) two GrazeFlight -> int32 how many conflicts, the GrazeConflict's, GrazeApproach, int32 how many spans of
 *                    unsafe delays, the GrazeSpan's, the same of those in which they overlap
 *   int32 13 (routes) double from, to, int32 reading, before, after, count, and for each route int32 count, the GrazeFlight's
 *                    -> for each but the first int32 how many spans of delays of the first with it, the GrazeSpan's; double the
 *                    least delay from `from` on that is safe from all of them, int32 how many spans of contact of all with
 *                    the place where the first begins, the GrazeSpan's
 */
#include "../../src/graze.h"
#include "../../src/tolerance.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    PAIR = 1,
    DISCS = 2,
    BOX = 3,
    CAST = 4,
    RAY = 5,
    TRACE = 6,
    BATCH = 7,
    MOTION = 8,
    MOVERS = 9,
    SWEEP = 10,
    SCENE = 11,
    FLIGHTS = 12,
    ROUTES = 13
};
enum { MOST_PAIRS = 16, MOST_INTERVALS = 4096, STEPS_AT_ONCE = 256, MOST_ROUTES = 8 };

static void fail(const char* what)
{
    fprintf(stderr, "replay: %s\n", what);
    exit(2);
}

static void take(void* out, size_t size)
{
    if (fread(out, 1, size, stdin) != size) fail("the input ends in a record");
}

static void give(const void* bytes, size_t size)
{
    if (fwrite(bytes, 1, size, stdout) != size) fail("cannot write");
}

static int32_t take_int(void)
{
    int32_t value;
    take(&value, sizeof value);
    return value;
}

/* A shape whose vertices the caller frees. */
static GrazePoint* take_shape(GrazeShape* shape)
{
    int32_t is_hull = take_int();
    int32_t count = take_int();
    float radius;
    take(&radius, sizeof radius);
    if (count < 0 || count > 1 << 20) fail("odd count");
    /* Exactly as large as promised, so that the sanitizer sees a step too far. */
    GrazePoint* points = malloc(((size_t)count + 1) * sizeof *points);
    GrazePoint* scratch = malloc(((size_t)count + 1) * sizeof *scratch);
    if (points == NULL || scratch == NULL) fail("out of memory");
    take(points, (size_t)count * sizeof *points);
    int32_t culprit;
    GrazeStatus status = is_hull ? graze_shape_hull(shape, points, scratch, count, radius, &culprit)
                                 : graze_shape_polygon(shape, points, count, radius, &culprit);
    free(scratch);
    if (status != GRAZE_OK) fail("a shape is refused");
    return points;
}

typedef struct {
    GrazeShape a, b;
    GrazePose pose_a, pose_b;
    GrazePoint *points_a, *points_b;
} Pair;

static void take_pair(Pair* pair)
{
    double numbers[6];
    pair->points_a = take_shape(&pair->a);
    pair->points_b = take_shape(&pair->b);
    take(numbers, sizeof numbers);
    if (graze_pose(numbers[0], numbers[1], numbers[2], &pair->pose_a) != GRAZE_OK ||
        graze_pose(numbers[3], numbers[4], numbers[5], &pair->pose_b) != GRAZE_OK) {
        fail("a pose is refused");
    }
}

static void free_pair(Pair* pair)
{
    free(pair->points_a);
    free(pair->points_b);
}

static GrazeOptions take_options(void)
{
    GrazeOptions options;
    options.subdistance = (GrazeSubdistance)take_int();
    options.support = (GrazeSupport)take_int();
    options.start = (GrazeStart)take_int();
    return options;
}

static void answer_pair(void)
{
    Pair p;
    take_pair(&p);
    GrazeOptions options = take_options();
    GrazeDistance distance;
    GrazePenetration penetration;
    graze_distance(&p.a, &p.pose_a, &p.b, &p.pose_b, &options, &distance);
    graze_penetration(&p.a, &p.pose_a, &p.b, &p.pose_b, &penetration);
    const int32_t verdicts[4] = {(int32_t)graze_relation(&p.a, &p.pose_a, &p.b, &p.pose_b),
                                 graze_collide(&p.a, &p.pose_a, &p.b, &p.pose_b, &options),
                                 graze_collide_sat(&p.a, &p.pose_a, &p.b, &p.pose_b), 0};
    give(&distance, sizeof distance);
    give(&penetration, sizeof penetration);
    give(verdicts, sizeof verdicts);
    free_pair(&p);
}

static void answer_cast(void)
{
    Pair p;
    double way[2];
    GrazeCast cast;
    take_pair(&p);
    take(way, sizeof way);
    graze_shape_cast(&p.a, &p.pose_a, &p.b, &p.pose_b, way[0], way[1], &cast);
    give(&cast, sizeof cast);
    free_pair(&p);
}

static void answer_ray(void)
{
    Pair p;
    GrazeRay ray;
    GrazeCast cast;
    take_pair(&p);
    take(&ray, sizeof ray);
    if (graze_ray_check(&ray) != GRAZE_OK) fail("a ray is refused");
    graze_ray_cast(&p.b, &p.pose_b, &ray, &cast);
    give(&cast, sizeof cast);
    free_pair(&p);
}

static void answer_trace(void)
{
    Pair p;
    take_pair(&p);
    GrazeOptions options = take_options();
    int32_t capacity = p.a.count + p.b.count;
    /* Exactly as much room as promised to be enough. */
    int32_t rounds = capacity + GRAZE_GJK_SPARE_ROUNDS;
    GrazeStep* steps = calloc((size_t)rounds, sizeof *steps);
    GrazeDifference* vertices = calloc((size_t)capacity, sizeof *vertices);
    if (steps == NULL || vertices == NULL) fail("out of memory");
    GrazeDistance distance;
    int32_t counts[2];
    counts[0] = graze_trace(&p.a, &p.pose_a, &p.b, &p.pose_b, &options, steps, rounds, &distance);
    counts[1] = graze_difference(&p.a, &p.pose_a, &p.b, &p.pose_b, vertices);
    if (counts[0] > rounds || counts[1] > capacity) fail("more than promised");
    give(counts, sizeof counts);
    give(&distance, sizeof distance);
    give(steps, (size_t)counts[0] * sizeof *steps);
    give(vertices, (size_t)counts[1] * sizeof *vertices);
    free(steps);
    free(vertices);
    free_pair(&p);
}

/* A shape and its lookup, in memory of exactly the promised size. */
typedef struct {
    GrazeShape shape;
    GrazePoint* points;
    void* lookup;
} Indexed;

static void take_indexed(Indexed* body)
{
    body->points = take_shape(&body->shape);
    size_t size = graze_lookup_size(body->shape.count);
    body->lookup = aligned_alloc(16, (size + 15) & ~(size_t)15);
    if (body->lookup == NULL) fail("out of memory");
    graze_shape_lookup(&body->shape, body->lookup);
}

static void answer_batch(void)
{
    Indexed bodies[2 * MOST_PAIRS];
    GrazePlacement places[2 * MOST_PAIRS];
    GrazePair pairs[MOST_PAIRS];
    int32_t count = take_int();
    if (count < 0 || count > MOST_PAIRS) fail("odd count");
    for (int32_t k = 0; k < count; k++) {
        take_indexed(&bodies[2 * k]);
        take_indexed(&bodies[2 * k + 1]);
        take(&places[2 * k], 2 * sizeof places[0]);
        for (int32_t i = 2 * k; i < 2 * k + 2; i++) {
            if (graze_placement_check(&places[i]) != GRAZE_OK) fail("a placement is refused");
        }
        pairs[k] = (GrazePair){&bodies[2 * k].shape, &bodies[2 * k + 1].shape, &places[2 * k],
                               &places[2 * k + 1]};
    }
    uint8_t verdicts[4][MOST_PAIRS];
    float distances[2][MOST_PAIRS];
    GrazePoint points[3][MOST_PAIRS];
    GrazeSeed seeds[MOST_PAIRS];
    for (int32_t k = 0; k < count; k++)
        seeds[k] = (GrazeSeed){GRAZE_NO_VERTEX, GRAZE_NO_VERTEX};
    const GrazeDistanceBatch plain = {
        .relations = verdicts[2], .distances = distances[0], .seeds = seeds};
    const GrazeDistanceBatch full = {.relations = verdicts[3],
                                     .distances = distances[1],
                                     .points_a = points[0],
                                     .points_b = points[1],
                                     .normals = points[2]};
    const int32_t meeting[4] = {graze_pairs_collide(pairs, count, verdicts[0]),
                                graze_pairs_relation(pairs, count, verdicts[1]),
                                graze_pairs_distance(pairs, count, &plain),
                                graze_pairs_distance(pairs, count, &full)};
    give(meeting, sizeof meeting);
    for (int32_t k = 0; k < count; k++) {
        const int32_t ints[4] = {verdicts[0][k], verdicts[1][k], verdicts[2][k], verdicts[3][k]};
        give(ints, sizeof ints);
        give(&distances[0][k], sizeof distances[0][k]);
        give(&distances[1][k], sizeof distances[1][k]);
        for (int i = 0; i < 3; i++)
            give(&points[i][k], sizeof points[i][k]);
    }
    for (int32_t i = 0; i < 2 * count; i++) {
        free(bodies[i].points);
        free(bodies[i].lookup);
    }
}

/* A moving body: its points and pieces are the caller's to free. */
typedef struct {
    GrazeShape shape;
    GrazePoint* points;
    GrazePiece* pieces;
    GrazeMover mover;
} Moving;

static void take_mover(Moving* body)
{
    body->points = take_shape(&body->shape);
    int32_t count = take_int();
    int32_t before = take_int();
    int32_t after = take_int();
    if (count < 1 || count > 1 << 10) fail("odd count");
    /* Exactly as large as promised. */
    body->pieces = malloc((size_t)count * sizeof *body->pieces);
    if (body->pieces == NULL) fail("out of memory");
    take(body->pieces, (size_t)count * sizeof *body->pieces);
    body->mover =
        (GrazeMover){&body->shape, body->pieces, count, (GrazeEnding)before, (GrazeEnding)after};
    int32_t culprit;
    if (graze_motion_check(&body->mover, &culprit) != GRAZE_OK) fail("a motion is refused");
}

static void free_mover(Moving* body)
{
    free(body->points);
    free(body->pieces);
}

static GrazeMotionOptions take_asked(void)
{
    double numbers[4];
    take(numbers, sizeof numbers);
    return (GrazeMotionOptions){numbers[0], numbers[1], numbers[2],
                                numbers[3], take_int(), GRAZE_METHOD_CERTIFIED};
}

static void give_place(const GrazeMover* mover, double t)
{
    double place[3] = {0, 0, 0};
    int32_t is_there = graze_motion_place(mover, t, &place[0], &place[1], &place[2]);
    give(&is_there, sizeof is_there);
    give(place, sizeof place);
}

static void answer_contacts(const GrazeMover* a, const GrazeMover* b, GrazeMotionOptions options)
{
    GrazeContact contacts[4];
    static GrazeInterval intervals[MOST_INTERVALS];
    GrazeClearance clearance;
    double from = options.from;
    /* As the wasm does, which fills in what was left out. */
    graze_motion_window(a, b, &options.from, &options.to);
    for (int32_t method = 0; method < 4; method++) {
        options.method = (GrazeContactMethod)method;
        graze_first_contact(a, b, &options, &contacts[method]);
    }
    options.method = GRAZE_METHOD_CERTIFIED;
    int32_t count = graze_contact_intervals(a, b, &options, intervals, MOST_INTERVALS);
    if (count > MOST_INTERVALS) fail("too many intervals");
    graze_clearance(a, b, &options, &clearance);
    bool is_free = contacts[0].status == GRAZE_CONTACT_FREE;
    double collision = is_free ? INFINITY : contacts[0].lo - from;
    give(contacts, sizeof contacts);
    give(&count, sizeof count);
    give(intervals, (size_t)count * sizeof intervals[0]);
    give(&clearance, sizeof clearance);
    give(&collision, sizeof collision);
}

/* Delays no longer than the time asked about, at all times. */
static void answer_delays(const GrazeMover* a, const GrazeMover* b, GrazeMotionOptions options)
{
    static GrazeDelay delays[MOST_INTERVALS];
    double least = options.from - options.to;
    double most = options.to - options.from;
    options.from = -INFINITY;
    options.to = INFINITY;
    int32_t count = graze_motion_delays(a, b, least, most, &options, delays, MOST_INTERVALS);
    if (count > MOST_INTERVALS) fail("too many delays");
    give(&count, sizeof count);
    give(delays, (size_t)count * sizeof delays[0]);
}

static void answer_motion(void)
{
    GrazeMotionOptions options = take_asked();
    Moving a;
    Moving b;
    take_mover(&a);
    take_mover(&b);
    answer_contacts(&a.mover, &b.mover, options);
    answer_delays(&a.mover, &b.mover, options);
    GrazeMover origin = b.mover;
    GrazeMotionBounds bounds[2];
    origin.shape = NULL;
    graze_motion_bounds(&a.mover, options.from, options.to, &bounds[0]);
    graze_motion_bounds(&origin, options.from, options.to, &bounds[1]);
    give(bounds, sizeof bounds);
    int32_t count = take_int();
    for (int32_t k = 0; k < count; k++) {
        double t;
        take(&t, sizeof t);
        double gap = graze_separation_at(&a.mover, &b.mover, t);
        give_place(&a.mover, t);
        give_place(&b.mover, t);
        give(&gap, sizeof gap);
    }
    free_mover(&a);
    free_mover(&b);
}

static void answer_movers(void)
{
    GrazeMotionOptions asked = take_asked();
    int32_t count = take_int();
    int32_t found = 0;
    GrazeContactStatus statuses[MOST_PAIRS];
    double times[MOST_PAIRS][2];
    if (count < 0 || count > MOST_PAIRS) fail("odd count");
    for (int32_t k = 0; k < count; k++) {
        GrazeMotionOptions options = asked;
        Moving a;
        Moving b;
        take_mover(&a);
        take_mover(&b);
        graze_motion_window(&a.mover, &b.mover, &options.from, &options.to);
        graze_contact_bracket(&a.mover, &b.mover, &options, &statuses[k], &times[k][0],
                              &times[k][1]);
        found += statuses[k] != GRAZE_CONTACT_FREE;
        free_mover(&a);
        free_mover(&b);
    }
    give(&found, sizeof found);
    for (int32_t k = 0; k < count; k++) {
        const int32_t status = (int32_t)statuses[k];
        give(&status, sizeof status);
        give(times[k], sizeof times[k]);
    }
}

/* ---- paths ---- */

static void* room_of(size_t size)
{
    void* room = malloc(size > 0 ? size : 1);
    if (room == NULL) fail("out of memory");
    return room;
}

/* A body along its motion, in storage of exactly the promised size. */
typedef struct {
    Moving body;
    GrazePath path;
    void* storage;
} Laid;

static GrazeClock take_clock(void)
{
    GrazeClock clock;
    take(&clock, sizeof clock);
    if (graze_clock_check(&clock) != GRAZE_OK) fail("a clock is refused");
    return clock;
}

static void take_path(Laid* laid, const GrazeClock* clock, GrazeBoxesKind kind)
{
    take_mover(&laid->body);
    laid->storage = room_of(graze_path_size(&laid->body.mover, clock));
    graze_path_init(&laid->path, &laid->body.mover, clock, kind, laid->storage);
}

static void free_path(Laid* laid)
{
    free_mover(&laid->body);
    free(laid->storage);
}

static void give_boxes(const GrazePath* path)
{
    const int32_t span[3] = {path->first, path->last, graze_clock_steps(&path->clock)};
    give(span, sizeof span);
    for (int32_t i = 0; i < span[2]; i++) {
        float box[4];
        graze_path_box(path, i, box);
        give(box, sizeof box);
    }
}

/* As JavaScript goes through them: so many at a time, until there are none. */
static void answer_steps(const GrazePath* a, const GrazePath* b, const GrazeMotionOptions* asked,
                         GrazeSweepMethod method, void* scratch)
{
    int32_t next = 0;
    int32_t count = 0;
    int32_t tests = 0;
    int32_t found;
    int32_t* steps =
        room_of(((size_t)graze_clock_steps(&a->clock) + STEPS_AT_ONCE) * sizeof *steps);
    do {
        found = graze_sweep_steps(a, b, asked->from, asked->to, method, scratch, &next,
                                  steps + count, STEPS_AT_ONCE, &tests);
        count += found;
    } while (found > 0);
    give(&count, sizeof count);
    give(steps, (size_t)count * sizeof *steps);
    give(&tests, sizeof tests);
    free(steps);
}

static void answer_sweep(void)
{
    const GrazeMotionOptions asked = take_asked();
    const GrazeClock clock = take_clock();
    const GrazeBoxesKind kind = (GrazeBoxesKind)take_int();
    Laid a;
    Laid b;
    take_path(&a, &clock, kind);
    take_path(&b, &clock, kind);
    give_boxes(&a.path);
    give_boxes(&b.path);
    for (int method = GRAZE_SWEEP_AUTO; method <= GRAZE_SWEEP_RELATIVE; method++) {
        GrazeMotionOptions options = asked;
        GrazeSwept swept;
        void* scratch = room_of(graze_sweep_scratch(&a.path, &b.path, (GrazeSweepMethod)method));
        answer_steps(&a.path, &b.path, &asked, (GrazeSweepMethod)method, scratch);
        graze_sweep_usual(&a.path, &b.path, &options);
        graze_sweep(&a.path, &b.path, &options, (GrazeSweepMethod)method, scratch, &swept);
        give(&swept, sizeof swept);
        free(scratch);
    }
    free_path(&a);
    free_path(&b);
}

/* What a scene writes its answers to. */
typedef struct {
    GrazeScene scene;
    uint8_t* statuses;
    double* times;
} Crowd;

static int32_t meet(Crowd* crowd, const GrazePath* path, int32_t least,
                    const GrazeMotionOptions* asked, GrazeSceneMode mode, int32_t* which)
{
    return graze_scene_meet(&crowd->scene, path, least, asked, mode, crowd->statuses, crowd->times,
                            which);
}

static void give_met(const Crowd* crowd, int32_t which)
{
    const double nothing[2] = {0, 0};
    bool is_free = which < 0 || crowd->statuses[which] == GRAZE_CONTACT_FREE;
    const int32_t status = is_free ? GRAZE_CONTACT_FREE : crowd->statuses[which];
    give(&status, sizeof status);
    give(is_free ? nothing : crowd->times + 2 * (size_t)which, sizeof nothing);
}

static void answer_pairs(Crowd* crowd, const GrazeMotionOptions* asked)
{
    int32_t which;
    int32_t pairs = 0;
    int32_t count = crowd->scene.count;
    for (int32_t k = 0; k < count; k++)
        pairs += meet(crowd, crowd->scene.paths[k], k + 1, asked, GRAZE_SCENE_ALL, &which);
    give(&pairs, sizeof pairs);
    for (int32_t k = 0; k < count; k++) {
        meet(crowd, crowd->scene.paths[k], k + 1, asked, GRAZE_SCENE_ALL, &which);
        for (int32_t i = k + 1; i < count; i++) {
            const int32_t two[2] = {k, i};
            if (crowd->statuses[i] == GRAZE_CONTACT_FREE) continue;
            give(two, sizeof two);
            give_met(crowd, i);
        }
    }
}

static void answer_one(Crowd* crowd, const GrazePath* one, const GrazeMotionOptions* asked)
{
    int32_t which;
    int32_t found = meet(crowd, one, 0, asked, GRAZE_SCENE_ALL, &which);
    give(&found, sizeof found);
    for (int32_t k = 0; k < crowd->scene.count; k++) {
        if (crowd->statuses[k] == GRAZE_CONTACT_FREE) continue;
        give(&k, sizeof k);
        give_met(crowd, k);
    }
    for (int mode = GRAZE_SCENE_FIRST; mode <= GRAZE_SCENE_ANY; mode++) {
        meet(crowd, one, 0, asked, (GrazeSceneMode)mode, &which);
        give(&which, sizeof which);
        give_met(crowd, which);
    }
}

static void answer_scene(void)
{
    const GrazeMotionOptions asked = take_asked();
    const GrazeClock clock = take_clock();
    const int32_t count = take_int();
    if (count < 0 || count > MOST_PAIRS) fail("odd count");
    Laid bodies[MOST_PAIRS + 1];
    const GrazePath* paths[MOST_PAIRS];
    for (int32_t k = 0; k <= count; k++) {
        take_path(&bodies[k], &clock, GRAZE_BOXES_COVER);
        if (k < count) paths[k] = &bodies[k].path;
    }
    size_t n = (size_t)count;
    Crowd crowd = {.statuses = room_of(n), .times = room_of(2 * n * sizeof(double))};
    void* storage = room_of(graze_scene_size(paths, count));
    graze_scene_init(&crowd.scene, paths, count, storage);
    answer_pairs(&crowd, &asked);
    answer_one(&crowd, &bodies[count].path, &asked);
    free(crowd.statuses);
    free(crowd.times);
    free(storage);
    for (int32_t k = 0; k <= count; k++)
        free_path(&bodies[k]);
}

static void answer_discs(void)
{
    GrazeSegment segments[2];
    GrazeApproach approach;
    take(segments, sizeof segments);
    for (int i = 0; i < 2; i++) {
        if (graze_segment_check(&segments[i]) != GRAZE_OK) fail("a segment is refused");
    }
    graze_approach_discs(&segments[0], &segments[1], &approach);
    give(&approach, sizeof approach);
}

static void answer_box(void)
{
    GrazeSegment segment;
    GrazeBox box;
    GrazeApproach approach;
    take(&segment, sizeof segment);
    take(&box, sizeof box);
    if (graze_segment_check(&segment) != GRAZE_OK) fail("a segment is refused");
    if (graze_box_check(&box) != GRAZE_OK) fail("a box is refused");
    graze_approach_box(&segment, &box, &approach);
    give(&approach, sizeof approach);
}

/* ---- flights and routes ---- */

static void give_spans(const GrazeSpan* spans, int32_t count, int32_t capacity)
{
    if (count > capacity) fail("too many spans");
    give(&count, sizeof count);
    give(spans, (size_t)count * sizeof *spans);
}

/* As JavaScript asks: in the plane without acceleration by graze_approach_discs. */
static void approach_as_asked(const GrazeFlight* two, GrazeApproach* out)
{
    GrazeSegment plain[2];
    bool are_plain = true;
    for (int i = 0; i < 2; i++) {
        const GrazeFlight* f = &two[i];
        are_plain = are_plain && f->z == 0 && f->vz == 0 && f->ax == 0 && f->ay == 0 && f->az == 0;
        plain[i] = (GrazeSegment){f->x, f->y, f->vx, f->vy, f->start, f->end, f->radius};
    }
    if (are_plain) {
        graze_approach_discs(&plain[0], &plain[1], out);
    } else {
        graze_approach_flights(&two[0], &two[1], out);
    }
}

static void answer_flights(void)
{
    GrazeFlight two[2];
    GrazeConflict conflicts[2] = {{0}};
    GrazeApproach approach;
    GrazeSpan spans[GRAZE_MOST_DELAYS];
    GrazeRelation relations[GRAZE_MOST_DELAYS];
    take(two, sizeof two);
    for (int i = 0; i < 2; i++) {
        if (graze_flight_check(&two[i]) != GRAZE_OK) fail("a flight is refused");
    }
    int32_t count = graze_conflicts(&two[0], &two[1], conflicts);
    approach_as_asked(two, &approach);
    give(&count, sizeof count);
    give(conflicts, (size_t)count * sizeof conflicts[0]);
    give(&approach, sizeof approach);
    count = graze_unsafe_delays(&two[0], &two[1], spans);
    give_spans(spans, count, GRAZE_MOST_DELAYS);
    count = graze_related_delays(&two[0], &two[1], spans, relations);
    int32_t overlapping = 0;
    for (int32_t k = 0; k < count; k++) {
        if (relations[k] == GRAZE_OVERLAPPING) spans[overlapping++] = spans[k];
    }
    give_spans(spans, overlapping, GRAZE_MOST_DELAYS);
}

static void take_route(GrazeRoute* route, GrazeEnding before, GrazeEnding after)
{
    int32_t count = take_int();
    int32_t culprit;
    if (count < 1 || count > 1 << 10) fail("odd count");
    /* Exactly as large as promised. */
    GrazeFlight* flights = room_of((size_t)count * sizeof *flights);
    take(flights, (size_t)count * sizeof *flights);
    *route = (GrazeRoute){flights, count, before, after};
    if (graze_route_check(route, &culprit) != GRAZE_OK) fail("a route is refused");
}

static void answer_routes(void)
{
    GrazeRouteQuestion asked;
    GrazeRoute routes[MOST_ROUTES];
    double stretch[2];
    take(stretch, sizeof stretch);
    asked = (GrazeRouteQuestion){stretch[0], stretch[1], (GrazeReading)take_int()};
    GrazeEnding before = (GrazeEnding)take_int();
    GrazeEnding after = (GrazeEnding)take_int();
    int32_t count = take_int();
    if (count < 2 || count > MOST_ROUTES) fail("odd count");
    for (int32_t k = 0; k < count; k++)
        take_route(&routes[k], before, after);
    GrazeSpan* spans = room_of(MOST_INTERVALS * sizeof *spans);
    for (int32_t k = 1; k < count; k++) {
        int32_t found =
            graze_route_delays(&routes[0], &routes[k], 1, &asked, spans, MOST_INTERVALS);
        give_spans(spans, found, MOST_INTERVALS);
    }
    const GrazeRouteQuestion all = {-INFINITY, INFINITY, asked.reading};
    int32_t found =
        graze_route_delays(&routes[0], &routes[1], count - 1, &all, spans, MOST_INTERVALS);
    double least = graze_minimum_delay(spans, found, asked.from);
    give(&least, sizeof least);
    const GrazeFlight* first = &routes[0].flights[0];
    const GrazeFlight still = {
        .x = first->x, .y = first->y, .z = first->z, .radius = first->radius};
    const GrazeRoute place = {&still, 1, GRAZE_HOLD, GRAZE_HOLD};
    found = graze_route_contacts(&place, &routes[1], count - 1, &asked, spans, MOST_INTERVALS);
    give_spans(spans, found, MOST_INTERVALS);
    /* Where there is no room for all, one more than there is. */
    if (found > 1 && graze_route_contacts(&place, &routes[1], count - 1, &asked, spans, 1) != 2)
        fail("spans that did not fit");
    free(spans);
    for (int32_t k = 0; k < count; k++)
        free((void*)(uintptr_t)routes[k].flights);
}

int main(void)
{
    int32_t kind;
    while (fread(&kind, 1, sizeof kind, stdin) == sizeof kind) {
        switch (kind) {
        case PAIR:
            answer_pair();
            break;
        case DISCS:
            answer_discs();
            break;
        case BOX:
            answer_box();
            break;
        case CAST:
            answer_cast();
            break;
        case RAY:
            answer_ray();
            break;
        case TRACE:
            answer_trace();
            break;
        case BATCH:
            answer_batch();
            break;
        case MOTION:
            answer_motion();
            break;
        case MOVERS:
            answer_movers();
            break;
        case SWEEP:
            answer_sweep();
            break;
        case SCENE:
            answer_scene();
            break;
        case FLIGHTS:
            answer_flights();
            break;
        case ROUTES:
            answer_routes();
            break;
        default:
            fail("unknown record");
        }
    }
    return 0;
}
