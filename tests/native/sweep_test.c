/*
 * Tests trajectories in storage of exactly the promised size: boxes and pyramids against a plain
 * scan, covers and bulges against long double, candidate steps of all methods against each other,
 * sweeps against the first contact over the whole time, and scenes against pair by pair.
 */
#include "../../src/base/vec.h"
#include "../../src/broadphase/box_tree.h"
#include "../../src/static/shape/bounds.h"
#include "../../src/tolerance.h"
#include "../../src/trajectory/candidate_steps.h"
#include "../../src/trajectory/tree.h"
#include "faults.h"
#include "paths.h"
#include "test.h"

#include <stdlib.h>

/* Returns memory exactly as large as promised, so that the sanitizer detects any access beyond
 * it; never NULL. */
static void* room_of(size_t size)
{
    void* room = malloc(size > 0 ? size : 1);
    if (room == NULL) abort();
    return room;
}

/* ---- boxes ---- */

typedef struct {
    GrazeBoxes boxes;
    void* storage;
    int kind;
} Sequence;

/* Kinds of box sequences: on a grid, anywhere, some boxes unbounded, or few boxes not empty. */
enum { ON_GRID, ANYWHERE, UNBOUNDED, SPARSE, SEQUENCE_KINDS };

static void random_box(int kind, float box[SIDES])
{
    static const float empty[SIDES] = GRAZE_EMPTY_BOX;
    memcpy(box, empty, sizeof empty);
    if (kind == SPARSE && random_below(40) > 0) return;
    for (int axis = 0; axis < 2; axis++) {
        float at = (float)(10 * random_tied());
        float wide = (float)fabs(random_tied());
        if (kind == ON_GRID) at = (float)random_below(8), wide = (float)random_below(2);
        box[axis] = at - wide;
        box[axis + HI_X] = at + wide;
        if (kind == UNBOUNDED && random_below(8) == 0) box[axis] = -INFINITY;
        if (kind == UNBOUNDED && random_below(8) == 0) box[axis + HI_X] = INFINITY;
    }
}

static void random_range(int32_t* first, int32_t* last)
{
    *first = (int32_t)random_below(random_below(2) ? 5 : 5000);
    *last = *first + (int32_t)random_below(random_below(8) ? 60 : 3000);
    if (random_below(16) == 0) *last = *first;
}

static Sequence random_sequence(int32_t first, int32_t last, int kind)
{
    Sequence out = {.kind = kind};
    size_t size = graze_boxes_size(first, last);
    CHECK(size % 16 == 0);
    out.storage = room_of(size);
    void* behind = graze_boxes_init(&out.boxes, first, last, out.storage);
    CHECK((char*)behind == (char*)out.storage + size);
    CHECK(graze_boxes_width(first, last) == out.boxes.row[0].width);
    for (int32_t i = first; i < last; i++) {
        float box[SIDES];
        random_box(kind, box);
        graze_box_write(&out.boxes.row[0], i, box);
    }
    graze_boxes_build_levels(&out.boxes);
    return out;
}

static void check_joined(const GrazeBoxes* boxes, int32_t from, int32_t end,
                         const float found[SIDES])
{
    float expected[SIDES] = GRAZE_EMPTY_BOX;
    for (int32_t i = from; i < end; i++) {
        float box[SIDES];
        if (i < boxes->first || i >= boxes->last) continue;
        graze_box_read(&boxes->row[0], i, box);
        graze_box_join(expected, box);
    }
    for (int side = 0; side < SIDES; side++)
        CHECK(found[side] == expected[side]);
}

static void the_box_of_many_is_that_of_each(void)
{
    for (int k = 0; k < share_of(3000); k++) {
        int32_t first;
        int32_t last;
        random_range(&first, &last);
        Sequence all = random_sequence(first, last, k % SEQUENCE_KINDS);
        float box[SIDES];
        graze_boxes_whole(&all.boxes, box);
        check_joined(&all.boxes, first, last, box);
        for (int j = 0; j < 8 && last > first; j++) {
            static const float empty[SIDES] = GRAZE_EMPTY_BOX;
            int32_t within = first + (int32_t)random_below((uint32_t)(last - first));
            int32_t from = within & ~15;
            int32_t end = random_below(2) ? from + 16 : from + 1 + (int32_t)random_below(16);
            memcpy(box, empty, sizeof empty);
            graze_boxes_span(&all.boxes, from, end, box);
            check_joined(&all.boxes, from, end, box);
        }
        free(all.storage);
    }
}

/* Returns the first step from `from` on, by testing one box after another; uses `one` instead of
 * b if b is NULL. */
static int32_t plain_next(const GrazeBoxes* a, const GrazeBoxes* b, const float one[SIDES],
                          int32_t from, int32_t end)
{
    for (int32_t i = from; i < end; i++) {
        float p[SIDES];
        float q[SIDES];
        graze_box_read(&a->row[0], i, p);
        if (b != NULL) {
            graze_box_read(&b->row[0], i, q);
        } else {
            memcpy(q, one, sizeof q);
        }
        if (graze_box_overlaps(p, q)) return i;
    }
    return end;
}

/* Draws a part of [first, last). */
static void random_part(int32_t first, int32_t last, int32_t* from, int32_t* end)
{
    uint32_t count = last > first ? (uint32_t)(last - first) : 0;
    *from = first + (random_below(3) ? (int32_t)random_below(count + 1) : 0);
    *end = last - (random_below(3) ? (int32_t)random_below((uint32_t)(last - *from) + 1) : 0);
}

static void pyramids_find_what_a_scan_finds(void)
{
    for (int k = 0; k < share_of(6000); k++) {
        int32_t first[2];
        int32_t last[2];
        float one[SIDES];
        random_range(&first[0], &last[0]);
        random_range(&first[1], &last[1]);
        if (random_below(2)) first[1] = first[0] + (int32_t)random_below(5);
        if (last[1] < first[1]) last[1] = first[1];
        Sequence a = random_sequence(first[0], last[0], k % SEQUENCE_KINDS);
        Sequence b = random_sequence(first[1], last[1], k / 4 % SEQUENCE_KINDS);
        int32_t lo = first[0] > first[1] ? first[0] : first[1];
        int32_t hi = last[0] < last[1] ? last[0] : last[1];
        random_box(k / 8 % SEQUENCE_KINDS, one);
        for (int j = 0; j < 6; j++) {
            int32_t from;
            int32_t end;
            int32_t tests = 0;
            random_part(first[0], last[0], &from, &end);
            int32_t found = graze_boxes_next_in(&a.boxes, one, from, end, &tests);
            CHECK(found == plain_next(&a.boxes, NULL, one, from, end));
            if (lo >= hi) continue;
            random_part(lo, hi, &from, &end);
            int32_t expected = plain_next(&a.boxes, &b.boxes, NULL, from, end);
            CHECK(graze_boxes_next(&a.boxes, &b.boxes, from, end, &tests) == expected);
            CHECK(graze_boxes_next(&b.boxes, &a.boxes, from, end, &tests) == expected);
            CHECK(tests >= 0);
            tests = 0;
            CHECK(graze_boxes_scan(&a.boxes, &b.boxes, from, end, &tests) == expected);
            CHECK(tests >= expected - from && tests <= end - from + 3);
        }
        free(a.storage);
        free(b.storage);
    }
}

/* Builds a tree in memory of exactly its size. */
static GrazeTreeNode* grow(const GrazeBoxes* boxes, int32_t lo, int32_t hi, const float* clip)
{
    GrazeTreeNode* nodes = room_of((size_t)graze_tree_nodes(hi - lo) * sizeof *nodes);
    graze_tree_build(boxes, lo, hi, clip, nodes);
    return nodes;
}

static void check_trees(const GrazeBoxes* a, const GrazeBoxes* b, int32_t lo, int32_t hi)
{
    int32_t tests = 0;
    int32_t from;
    int32_t end;
    float clip[SIDES];
    int32_t cut_lo = lo;
    int32_t cut_hi = hi;
    GrazeTreeNode* tree_a = grow(a, a->first, a->last, NULL);
    GrazeTreeNode* tree_b = grow(b, b->first, b->last, NULL);
    random_part(lo, hi, &from, &end);
    int32_t expected = plain_next(a, b, NULL, from, end);
    CHECK(graze_tree_next(tree_a, tree_b, from, end, &tests) == expected);
    CHECK(graze_tree_next(tree_b, tree_a, from, end, &tests) == expected);
    tests = 0;
    CHECK(graze_tree_next(tree_a, tree_b, lo, lo, &tests) == lo && tests == 0);
    free(tree_a);
    free(tree_b);
    graze_clip_to_common(a, b, &cut_lo, &cut_hi, clip, &tests);
    CHECK(cut_lo == cut_hi || (lo <= cut_lo && cut_lo < cut_hi && cut_hi <= hi));
    int32_t first = plain_next(a, b, NULL, lo, hi);
    CHECK(cut_lo < cut_hi || first == hi);
    if (cut_lo >= cut_hi) return;
    tree_a = grow(a, cut_lo, cut_hi, clip);
    tree_b = grow(b, cut_lo, cut_hi, clip);
    for (int32_t at = lo; at < hi; at++) {
        at = graze_tree_next(tree_a, tree_b, at, hi, &tests);
        CHECK(at == first);
        if (at != first) break;
        first = at < hi ? plain_next(a, b, NULL, at + 1, hi) : hi;
    }
    free(tree_a);
    free(tree_b);
}

static void trees_find_what_a_scan_finds(void)
{
    for (int k = 0; k < share_of(2000); k++) {
        int32_t first[2];
        int32_t last[2];
        random_range(&first[0], &last[0]);
        first[1] = first[0] + (int32_t)random_below(20);
        last[1] = last[0] + (int32_t)random_below(20);
        if (last[0] == first[0] || last[1] <= first[1]) continue;
        int kind_b = k / 4 % SEQUENCE_KINDS;
        /* An unbounded box meets even empty ones, but no step in which a body moves is empty. */
        if (k % SEQUENCE_KINDS == SPARSE && kind_b == UNBOUNDED) kind_b = ON_GRID;
        if (k % SEQUENCE_KINDS == UNBOUNDED && kind_b == SPARSE) kind_b = ANYWHERE;
        Sequence a = random_sequence(first[0], last[0], k % SEQUENCE_KINDS);
        Sequence b = random_sequence(first[1], last[1], kind_b);
        if (first[1] < last[0]) check_trees(&a.boxes, &b.boxes, first[1], last[0]);
        free(a.storage);
        free(b.storage);
    }
}

/* ---- clocks ---- */

static void check_clock(const GrazeClock* clock)
{
    int32_t steps = graze_clock_steps(clock);
    CHECK(steps >= 1 && steps <= GRAZE_MAX_STEPS);
    CHECK(graze_clock_time(clock, 0) == clock->t0);
    CHECK(graze_clock_time(clock, steps) >= clock->t1);
    CHECK(graze_clock_time(clock, steps - 1) < clock->t1);
    for (int k = 0; k < 12; k++) {
        int32_t i = (int32_t)random_below((uint32_t)steps);
        if (k < 2) i = k == 0 ? 0 : steps - 1;
        double lo = graze_clock_time(clock, i);
        double hi = graze_clock_time(clock, i + 1);
        CHECK(lo < hi);
        /* At the border of two steps the later one counts, if there is one. */
        CHECK(graze_clock_step_at(clock, lo) == i);
        CHECK(graze_clock_step_at(clock, hi) == (i < steps - 1 ? i + 1 : i));
        CHECK(graze_clock_step_at(clock, double_adjacent(hi, false)) == i);
        CHECK(i == 0 || graze_clock_step_at(clock, double_adjacent(lo, false)) == i - 1);
        double within = lo + (hi - lo) * fabs(random_tied());
        CHECK(within >= hi || graze_clock_step_at(clock, within) == i);
    }
}

static void clocks_know_their_steps(void)
{
    int taken = 0;
    for (int k = 0; k < share_of(40000); k++) {
        const double starts[] = {0, -0.0, 1, -1e3, 1.6e9, 1e12, -0x1p53, 1e149, 0x1p-1000};
        GrazeClock clock = {.t0 = starts[random_below(9)]};
        double size = fmax(fabs(clock.t0), 0x1p-1000);
        clock.step = ldexp(1 + fabs(random_tied()),
                           (random_below(2) ? ilogb(size) - 50 : 0) + (int)random_below(60) - 5);
        if (random_below(4) == 0) clock.step = 1.0 / (1 + random_below(1000));
        double count = random_below(16) ? 1 + random_below(3000) : GRAZE_MAX_STEPS - 1.0;
        clock.t1 = clock.t0 + clock.step * (count + (random_below(2) ? random_tied() : 0));
        if (graze_clock_check(&clock) != GRAZE_OK) continue;
        check_clock(&clock);
        taken++;
    }
    CHECK(taken >= share_of(10000));
}

static void clocks_are_refused(void)
{
    const GrazeClock good = {0, 1, 0.25, 3, -4};
    CHECK(graze_clock_check(&good) == GRAZE_OK && graze_clock_steps(&good) == 4);
    for (int k = 0; k < 5; k++) {
        const double bad[] = {NAN, INFINITY, -INFINITY};
        for (int j = 0; j < 3; j++) {
            GrazeClock clock = good;
            (&clock.t0)[k] = bad[j];
            CHECK(graze_clock_check(&clock) == GRAZE_E_NOT_FINITE);
        }
    }
    const GrazeClock backwards[] = {{1, 1, 0.25, 0, 0}, {1, 0, 0.25, 0, 0}};
    for (int k = 0; k < 2; k++)
        CHECK(graze_clock_check(&backwards[k]) == GRAZE_E_OUT_OF_ORDER);
    const GrazeClock odd[] = {{0, 1, 0, 0, 0},           {0, 1, -1, 0, 0},
                              {0, 1, 0x1p-25, 0, 0},     {0, 1e151, 1e150, 0, 0},
                              {0, 1, 1e151, 0, 0},       {-1e151, 0, 1e150, 0, 0},
                              {0, 1, 0.5, 1e39, 0},      {0, 1, 0.5, 0, -1e39},
                              {1e16, 1e16 + 8, 1, 0, 0}, {0, 0x1p24 + 0.5, 1, 0, 0}};
    for (size_t k = 0; k < sizeof odd / sizeof odd[0]; k++)
        CHECK(graze_clock_check(&odd[k]) == GRAZE_E_OUT_OF_RANGE);
    /* The number of steps is that of the division in double, and one more if adding them up in
     * double gives one more. */
    const GrazeClock many = {-0x1.0864da9ec2c34p+16, -0x1.49e8fb57cdf2fp+12, 0x1.e78c95d28bc82p-9,
                             0, 0};
    CHECK((many.t1 - many.t0) / many.step <= GRAZE_MAX_STEPS);
    CHECK(graze_clock_check(&many) == GRAZE_E_OUT_OF_RANGE);
    const GrazeClock most = {0, 0x1p24, 1, 0, 0};
    CHECK(graze_clock_check(&most) == GRAZE_OK && graze_clock_steps(&most) == GRAZE_MAX_STEPS);
    const GrazeClock longer = {0, 0.5, 8, 0, 0};
    CHECK(graze_clock_check(&longer) == GRAZE_OK && graze_clock_steps(&longer) == 1);
}

/* ---- random bodies ---- */

enum { MAX_VERTICES = 6, MAX_PIECES = 4 };

typedef struct {
    GrazePoint points[MAX_VERTICES];
    GrazeShape shape;
    GrazePiece pieces[MAX_PIECES];
    GrazeMovingBody moving_body;
} Moving;

/* Size, distance, speed and place, common to all bodies on a clock. */
typedef struct {
    GrazeClock clock;
    double size, reach, turn, home_x, home_y;
} Kind;

static double lasts_of(const GrazeClock* clock)
{
    return clock->t1 - clock->t0;
}

static GrazeClock random_clock(uint32_t most)
{
    const double starts[] = {0, 0, -0.5, 1.6e9, 1e12};
    for (;;) {
        GrazeClock clock = {.t0 = starts[random_below(5)]};
        double count = 1 + random_below(most);
        clock.step = ldexp(1, (int)random_below(16) - 10) * (random_below(2) ? 1 : 0.7);
        clock.t1 = clock.t0 + clock.step * (count + (random_below(2) ? random_tied() : 0));
        if (graze_clock_check(&clock) == GRAZE_OK) return clock;
    }
}

static Kind random_kind(uint32_t most)
{
    Kind kind = {.clock = random_clock(most)};
    kind.size = ldexp(1, random_below(3) == 0 ? (int)random_below(61) - 30 : 0);
    kind.reach = kind.size * ldexp(1, (int)random_below(8) - 2);
    kind.turn = random_below(4) == 0 ? 0 : ldexp(1, (int)random_below(12) - 6);
    /* The body makes thousands of turns per step. */
    if (random_below(8) == 0) kind.turn = ldexp(1, (int)random_below(22));
    bool is_far = random_below(3) == 0;
    kind.home_x = is_far ? 5e5 * kind.size : 0;
    kind.home_y = is_far ? 5.3e6 * kind.size : 0;
    if (is_far && random_below(4)) {
        kind.clock.x = kind.home_x + 100 * kind.size * random_tied();
        kind.clock.y = kind.home_y - 100 * kind.size * random_tied();
    }
    return kind;
}

static void random_shape(Moving* body, double size)
{
    GrazePoint scratch[MAX_VERTICES + 1];
    int32_t count = 1 + (int32_t)random_below(MAX_VERTICES);
    int32_t culprit;
    for (int32_t i = 0; i < count; i++)
        body->points[i] =
            (GrazePoint){(float)(size * random_tied()), (float)(size * random_tied())};
    float radius = random_below(2) ? (float)fabs(size * random_tied()) : 0;
    CHECK(graze_shape_hull(&body->shape, body->points, scratch, count, radius, &culprit) ==
          GRAZE_OK);
}

static void random_polynomial(double* c, int32_t degree, double size, double lasts)
{
    double power = 1;
    for (int32_t k = 0; k < GRAZE_PIECE_TERMS; k++) {
        c[k] = k <= degree ? size * random_tied() / power : 0;
        power *= lasts;
    }
}

/* Makes piece i continue where the previous one ends, or nearly. */
static void join(Moving* body, int32_t i, bool jumps)
{
    GrazePiece* piece = &body->pieces[i];
    GrazeMovingBody before = {&body->shape, body->pieces, i, GRAZE_STAY, GRAZE_STAY, NULL, 0};
    TruthPlace place;
    truth_place(&before, piece->t0, 0, false, &place);
    if (jumps) place.angle += 0.9L * GRAZE_JOIN_SLACK * (random_below(2) ? 1 : -1);
    TruthVec origin = truth_origin(&place);
    long double cos = cosl(place.angle);
    long double sin = sinl(place.angle);
    piece->angle[0] = (double)place.angle;
    piece->x[0] = (double)(origin.x + cos * piece->pivot_x - sin * piece->pivot_y);
    piece->y[0] = (double)(origin.y + sin * piece->pivot_x + cos * piece->pivot_y);
}

/* Draws the end of a piece: between two steps, within one, outside the clock, or at the end of
 * the previous one. */
static double random_knot(const GrazeClock* clock, double before)
{
    double lasts = lasts_of(clock);
    uint32_t steps = (uint32_t)graze_clock_steps(clock);
    if (random_below(8) == 0) return before;
    if (random_below(3) == 0) return graze_clock_time(clock, (int32_t)random_below(steps + 1));
    return clock->t0 + lasts * (0.7 * random_tied() + 0.5);
}

static int by_size(const void* p, const void* q)
{
    const double* a = p;
    const double* b = q;
    return (*a > *b) - (*a < *b);
}

static bool lay_pieces(Moving* body, const Kind* kind, bool jumps)
{
    int32_t count = 1 + (int32_t)random_below(MAX_PIECES);
    double knots[MAX_PIECES + 1];
    knots[0] = kind->clock.t0 + lasts_of(&kind->clock) * (0.5 * random_tied() + 0.2);
    for (int32_t i = 1; i <= count; i++)
        knots[i] = random_knot(&kind->clock, knots[i - 1]);
    qsort(knots, (size_t)count + 1, sizeof knots[0], by_size);
    for (int32_t i = 0; i < count; i++) {
        GrazePiece* piece = &body->pieces[i];
        *piece = (GrazePiece){.t0 = knots[i], .t1 = knots[i + 1]};
        double lasts = piece->t1 - piece->t0;
        if (lasts == 0) lasts = lasts_of(&kind->clock);
        int32_t degree = (int32_t)random_below(GRAZE_PIECE_TERMS);
        random_polynomial(piece->x, degree, kind->reach, lasts);
        random_polynomial(piece->y, degree, kind->reach, lasts);
        random_polynomial(piece->angle, (int32_t)random_below(degree + 2), kind->turn, lasts);
        bool has_pivot = random_below(3) == 0;
        piece->pivot_x = has_pivot ? 2 * kind->size * random_tied() : 0;
        piece->pivot_y = has_pivot ? 2 * kind->size * random_tied() : 0;
        piece->x[0] += kind->home_x;
        piece->y[0] += kind->home_y;
        if (i > 0) join(body, i, jumps);
    }
    GrazeEnding before = random_below(4) == 0 ? GRAZE_VANISH : GRAZE_STAY;
    GrazeEnding after = random_below(4) == 0 ? GRAZE_VANISH : GRAZE_STAY;
    body->moving_body =
        (GrazeMovingBody){&body->shape, body->pieces, count, before, after, NULL, 0};
    int32_t culprit;
    return graze_motion_check(&body->moving_body, &culprit) == GRAZE_OK;
}

static void random_moving_body(Moving* body, const Kind* kind)
{
    random_shape(body, kind->size);
    bool jumps = random_below(6) == 0;
    while (!lay_pieces(body, kind, jumps))
        jumps = false;
}

static void print_moving_body(const GrazeMovingBody* moving_body)
{
    fprintf(stderr, "  radius %a, ends %d %d, vertices", (double)moving_body->shape->radius,
            (int)moving_body->before, (int)moving_body->after);
    for (int32_t i = 0; i < moving_body->shape->count; i++) {
        GrazePoint p = moving_body->shape->vertices[i];
        fprintf(stderr, " {%a, %a},", (double)p.x, (double)p.y);
    }
    for (int32_t i = 0; i < moving_body->count; i++) {
        const double* c = &moving_body->pieces[i].t0;
        fprintf(stderr, "\n    {");
        for (size_t k = 0; k < sizeof(GrazePiece) / sizeof(double); k++)
            fprintf(stderr, "%a, ", c[k]);
    }
    fputc('\n', stderr);
}

static void print_path(const GrazePath* path)
{
    print_clock(&path->clock);
    fprintf(stderr, "  moves in [%d, %d)\n", path->first_step, path->end_step);
    print_moving_body(&path->body);
}

/* Prints the fault of a path, or of two, in step i. */
static void report(const char* what, const GrazePath* a, const GrazePath* b, int32_t i)
{
    if (what == NULL) return;
    test_failures++;
    fprintf(stderr, "%s: step %d\n", what, i);
    print_path(a);
    if (b != NULL) print_path(b);
}

#define CHECK_PATH(path, i, condition)                                                             \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            CHECK(condition);                                                                      \
            fprintf(stderr, "  step %d\n", (int)(i));                                              \
            print_path(path);                                                                      \
        }                                                                                          \
    } while (0)

#define CHECK_PATHS(a, b, i, condition)                                                            \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            CHECK_PATH(a, i, condition);                                                           \
            print_path(b);                                                                         \
        }                                                                                          \
    } while (0)

/* ---- paths ---- */

/* Path and its storage, which the caller frees. */
typedef struct {
    GrazePath path;
    void *storage, *tree;
} Laid;

static Laid lay_out(const GrazeMovingBody* moving_body, const GrazeClock* clock,
                    GrazeBoxesKind kind)
{
    Laid laid = {.tree = NULL};
    size_t size = graze_path_size(moving_body, clock);
    CHECK(size % 16 == 0);
    laid.storage = room_of(size);
    graze_path_init(&laid.path, moving_body, clock, kind, laid.storage);
    return laid;
}

static void plant(Laid* laid)
{
    const GrazePath* path = &laid->path;
    size_t count = graze_path_tree_size(path) / sizeof(GrazeTreeNode);
    CHECK(graze_path_tree_size(path) == count * sizeof(GrazeTreeNode));
    laid->tree = room_of(count * sizeof(GrazeTreeNode));
    graze_path_tree(&laid->path, laid->tree);
    CHECK((count == 0) == (path->first_step == path->end_step));
    CHECK(count == 0 || path->tree[count - 1].hi == path->end_step);
}

static void free_laid(const Laid* laid)
{
    free(laid->storage);
    free(laid->tree);
}

static void check_spans(const GrazePath* path, int32_t steps)
{
    for (int32_t from = 0; from < steps; from += 16) {
        float box[SIDES];
        float expected[SIDES] = GRAZE_EMPTY_BOX;
        int32_t end = from + 16 < steps ? from + 16 : steps;
        graze_path_span_box(path, from, end, box);
        for (int32_t i = from; i < end; i++) {
            float one[SIDES];
            graze_path_box(path, i, one);
            graze_box_join(expected, one);
        }
        for (int side = 0; side < SIDES; side++)
            CHECK_PATH(path, from, box[side] == expected[side]);
    }
}

static void check_numbers(const GrazePath* path, bool is_bounded)
{
    int32_t i;
    const char* what = fault_of_numbers(path, is_bounded, &i);
    report(what, path, NULL, i);
}

/* Returns whether the body moves in that step, or is present at an instant of it and absent in
 * the next step or before. */
static bool may_move(const GrazePath* path, int32_t i)
{
    const GrazeMovingBody* moving_body = &path->body;
    double lo = graze_clock_time(&path->clock, i);
    double hi = graze_clock_time(&path->clock, i + 1);
    double begin = moving_body->pieces[0].t0;
    double end = moving_body->pieces[moving_body->count - 1].t1;
    return (hi > begin && lo < end) || (hi == begin && moving_body->before == GRAZE_VANISH) ||
           (lo == end && moving_body->after == GRAZE_VANISH);
}

static void check_path(const GrazePath* path)
{
    int32_t steps = graze_clock_steps(&path->clock);
    CHECK_PATH(path, 0,
               0 <= path->first_step && path->first_step <= path->end_step &&
                   path->end_step <= steps);
    if (path->first_step < path->end_step) {
        CHECK_PATH(path, path->first_step, may_move(path, path->first_step));
        CHECK_PATH(path, path->end_step - 1, may_move(path, path->end_step - 1));
    }
    uint32_t odds = (uint32_t)(steps / 40 + 1);
    for (int32_t i = 0; i < steps; i++) {
        bool is_border =
            i <= path->first_step + 1 || (i + 2 >= path->end_step && i <= path->end_step + 2);
        if (is_border || random_below(odds) == 0) report(fault_of_step(path, i), path, NULL, i);
    }
    check_spans(path, steps);
}

static void covers_hold_all_that_is_swept(void)
{
    for (int k = 0; k < share_of(1500); k++) {
        Moving body;
        Kind kind = random_kind(random_below(16) ? 40 : 2000);
        random_moving_body(&body, &kind);
        Laid laid = lay_out(&body.moving_body, &kind.clock, GRAZE_BOXES_COVER);
        check_path(&laid.path);
        check_numbers(&laid.path, true);
        free_laid(&laid);
    }
}

/* The boxes, deviations and poses are those of the same motion with as few terms as it needs. */
static void stored_terms_do_not_change_paths(void)
{
    for (int k = 0; k < share_of(300); k++) {
        Moving body;
        double records[MAX_PIECES * sizeof(GrazePiece) / sizeof(double)];
        Kind kind = random_kind(64);
        random_moving_body(&body, &kind);
        GrazeMovingBody packed = body.moving_body;
        packed.terms = graze_motion_terms(&body.moving_body);
        packed.pieces = (const GrazePiece*)(void*)records;
        graze_motion_pack(&body.moving_body, packed.terms, records);
        Laid full = lay_out(&body.moving_body, &kind.clock, GRAZE_BOXES_COVER);
        Laid stored = lay_out(&packed, &kind.clock, GRAZE_BOXES_COVER);
        size_t size = graze_path_size(&body.moving_body, &kind.clock);
        CHECK(graze_path_size(&packed, &kind.clock) == size);
        CHECK(full.path.error == stored.path.error);
        CHECK(memcmp(full.storage, stored.storage, size) == 0);
        free_laid(&full);
        free_laid(&stored);
    }
}

/* Pieces begin and end with the clock, or with a step. */
static void paths_move_while_their_bodies_do(void)
{
    const double times[] = {-1, 0, 0.5, 1, 2, 3.5, 4, 5};
    const GrazeClock clock = {0, 4, 1, 0, 0};
    GrazePoint corner = {1, 2};
    const GrazeShape point = {&corner, 1, 0, 2, NULL, NULL};
    for (int k = 0; k < 4 * 64; k++) {
        GrazePiece piece = {times[k / 4 % 8], times[k / 32], .x = {0, 1}, .angle = {0, 1}};
        if (piece.t0 > piece.t1) continue;
        const GrazeMovingBody moving_body = {
            &point, &piece, 1, k & 1 ? GRAZE_STAY : GRAZE_VANISH, k & 2 ? GRAZE_STAY : GRAZE_VANISH,
            NULL,   0};
        Laid laid = lay_out(&moving_body, &clock, GRAZE_BOXES_COVER);
        check_path(&laid.path);
        free_laid(&laid);
    }
}

/* Checks a motion on a clock with a step that ends at 2, where pieces meet. */
static void check_joined_at_2(const GrazeShape* shape, const GrazePiece* pieces, int32_t count)
{
    const GrazeClock clocks[3] = {{0, 4, 2, 0, 0}, {-1, 5, 1.5, 0, 0}, {0.5, 3.5, 0.75, 0, 0}};
    const GrazeMovingBody moving_body = {shape, pieces, count, GRAZE_STAY, GRAZE_STAY, NULL, 0};
    int32_t culprit;
    CHECK(graze_motion_check(&moving_body, &culprit) == GRAZE_OK);
    for (int k = 0; k < 3; k++) {
        Laid laid = lay_out(&moving_body, &clocks[k], GRAZE_BOXES_COVER);
        check_path(&laid.path);
        free_laid(&laid);
    }
}

/* Two pieces may differ where they meet, at the end of a step: by the rounding about a pivot
   that is far from so small a body, and once for each piece of zero length. */
static void jumps_at_the_end_of_a_step_bulge(void)
{
    const double turn = 0.9 * GRAZE_JOIN_SLACK;
    GrazePoint corners[2] = {{0.0078125, 0}, {0, 0.0078125}};
    const GrazeShape rod = {corners, 2, 0, 0.0078125, NULL, NULL};
    const double pivots[4][2] = {{0, 1}, {1, 0}, {0, 0}, {1, 1}};
    for (int k = 0; k < 4; k++) {
        const double x = pivots[k][0];
        const double y = pivots[k][1];
        const GrazePiece pieces[2] = {
            {.t1 = 2, .x = {0, 1}, .y = {0, 1}, .pivot_x = x, .pivot_y = y},
            {2, 4, .x = {2}, .y = {2}, .angle = {turn}, .pivot_x = x, .pivot_y = y}};
        check_joined_at_2(&rod, pieces, 2);
    }
    const GrazePiece pieces[4] = {{.t1 = 2},
                                  {2, 2, .angle = {turn}},
                                  {2, 2, .angle = {2 * turn}},
                                  {2, 4, .angle = {3 * turn}}};
    check_joined_at_2(&rod, pieces, 4);
}

/* If a piece begins at the end of a step, the rounding of its sample depends on the distance of
 * its pivot, not on the movement until then. */
static void a_far_pivot_from_the_end_of_a_step_on_rounds_there(void)
{
    for (int k = 0; k < share_of(100); k++) {
        Moving body;
        random_shape(&body, 1);
        body.pieces[0] = (GrazePiece){.t1 = 2, .x = {0, 0x1p-10}};
        body.pieces[1] =
            (GrazePiece){2, 4, .pivot_x = 1e6 * random_tied(), .pivot_y = 1e6 * random_tied()};
        join(&body, 1, true);
        check_joined_at_2(&body.shape, body.pieces, 2);
    }
}

/*
 * Near angle 0 the cosine changes by less than double resolves, and the sine by more. The bulge
 * must bound both for a body that starts or stops turning within a step.
 */
static void what_hardly_turns_bulges(void)
{
    int bent = 0;
    for (int k = 0; k < share_of(4000); k++) {
        GrazePoint p = {(float)random_tied(), (float)random_tied()};
        if (random_below(2)) p.y = p.x;
        const GrazeShape point = {&p, 1, 0, fmaxf(fabsf(p.x), fabsf(p.y)), NULL, NULL};
        GrazePiece piece = {.t1 = ldexp(1, (int)random_below(6) - 3)};
        piece.angle[0] = ldexp(random_tied(), -(int)random_below(40));
        piece.angle[1] = ldexp(random_tied(), -(int)random_below(60));
        const GrazeMovingBody moving_body = {&point, &piece, 1, GRAZE_STAY, GRAZE_STAY, NULL, 0};
        const GrazeClock clock = {-1, 0.25, 1.25, 0, 0};
        Laid laid = lay_out(&moving_body, &clock, GRAZE_BOXES_COVER);
        bent += graze_path_deviation(&laid.path, 0).x > FLT_MIN;
        report(fault_of_step(&laid.path, 0), &laid.path, NULL, 0);
        free_laid(&laid);
    }
    CHECK(bent >= share_of(2000));
}

/* ---- candidate steps ---- */

/* Two bodies on one clock. */
typedef struct {
    Kind kind;
    Moving a, b;
    Laid of_a, of_b;
} Two;

static void draw_two(Two* two, uint32_t most, GrazeBoxesKind boxes)
{
    two->kind = random_kind(most);
    random_moving_body(&two->a, &two->kind);
    random_moving_body(&two->b, &two->kind);
    two->of_a = lay_out(&two->a.moving_body, &two->kind.clock, boxes);
    two->of_b = lay_out(&two->b.moving_body, &two->kind.clock, boxes);
}

static void free_two(const Two* two)
{
    free_laid(&two->of_a);
    free_laid(&two->of_b);
}

/* Draws a part of the clock's time, or the default. */
static void random_time(const GrazeClock* clock, double* from, double* to)
{
    double lasts = lasts_of(clock);
    int32_t steps = graze_clock_steps(clock);
    *from = clock->t0 + lasts * (0.6 * random_tied() + 0.3);
    *to = *from + lasts * fabs(random_tied());
    if (random_below(3) == 0) *from = NAN;
    if (random_below(3) == 0) *to = NAN;
    if (random_below(4) == 0)
        *from = graze_clock_time(clock, (int32_t)random_below((uint32_t)steps + 1));
    if (*from > *to) *to = *from;
}

/* Collects all steps, a fixed number at a time. */
static int32_t steps_by(const GrazePath* a, const GrazePath* b, double from, double to,
                        GrazeSweepMethod method, int32_t at_once, int32_t* steps)
{
    int32_t next = 0;
    int32_t count = 0;
    int32_t tests = 0;
    size_t size = graze_sweep_scratch(a, b, method);
    void* scratch = room_of(size);
    int32_t* some = room_of((size_t)at_once * sizeof *some);
    /* The size is at most that of the trees over all of both paths. */
    CHECK(size <= graze_path_tree_size(a) + graze_path_tree_size(b));
    for (;;) {
        int32_t found =
            graze_sweep_steps(a, b, from, to, method, scratch, &next, some, at_once, &tests);
        memcpy(steps + count, some, (size_t)found * sizeof *some);
        count += found;
        if (found < at_once) break;
    }
    free(some);
    free(scratch);
    CHECK(tests >= 0);
    return count;
}

/* Checks that they do not touch in the omitted steps. */
static void check_relative(const GrazePath* a, const GrazePath* b, const int32_t* all,
                           int32_t count, const int32_t* some, int32_t left)
{
    int32_t k = 0;
    int32_t evaluations = 20;
    for (int32_t j = 0; j < count; j++) {
        bool is_there = k < left && some[k] == all[j];
        k += is_there;
        if (is_there || evaluations-- <= 0) continue;
        CHECK_PATHS(a, b, all[j], least_in_step(a, b, all[j], 40) > 0);
    }
    CHECK_PATHS(a, b, -1, k == left);
}

static void check_methods(const GrazePath* a, const GrazePath* b, bool is_cover)
{
    double from;
    double to;
    size_t size = ((size_t)graze_clock_steps(&a->clock) + 1) * sizeof(int32_t);
    int32_t* all = room_of(size);
    int32_t* found = room_of(size);
    int32_t* again = room_of(size);
    random_time(&a->clock, &from, &to);
    int32_t count = plain_steps(a, b, from, to, all);
    for (int method = GRAZE_SWEEP_SI; method <= GRAZE_SWEEP_PYRAMID; method++) {
        int32_t at_once = 1 + (int32_t)random_below(random_below(2) ? 4 : 300);
        int32_t n = steps_by(a, b, from, to, (GrazeSweepMethod)method, at_once, found);
        CHECK_PATHS(a, b, method, n == count);
        CHECK_PATHS(a, b, method, memcmp(found, all, (size_t)n * sizeof *all) == 0);
    }
    int32_t left = steps_by(a, b, from, to, GRAZE_SWEEP_RELATIVE, 7, found);
    CHECK_PATHS(a, b, -1, steps_by(a, b, from, to, GRAZE_SWEEP_AUTO, 1000, again) == left);
    CHECK_PATHS(a, b, -1, memcmp(found, again, (size_t)left * sizeof *found) == 0);
    if (is_cover) check_relative(a, b, all, count, found, left);
    free(all);
    free(found);
    free(again);
}

static void all_methods_find_the_same_steps(void)
{
    for (int k = 0; k < share_of(2500); k++) {
        Two two;
        bool is_cover = random_below(8) > 0;
        draw_two(&two, random_below(16) ? 60 : 2000,
                 is_cover ? GRAZE_BOXES_COVER : GRAZE_BOXES_STEP_ENDS);
        if (random_below(2)) plant(&two.of_a);
        if (random_below(2)) plant(&two.of_b);
        check_methods(&two.of_a.path, &two.of_b.path, is_cover);
        CHECK(graze_paths_share_clock(&two.of_a.path, &two.of_b.path));
        free_two(&two);
    }
}

static void steps_that_are_free_are(void)
{
    int freed = 0;
    for (int k = 0; k < share_of(2500); k++) {
        Two two;
        draw_two(&two, 20, GRAZE_BOXES_COVER);
        const GrazePath* a = &two.of_a.path;
        const GrazePath* b = &two.of_b.path;
        int32_t steps = graze_clock_steps(&two.kind.clock);
        for (int32_t i = 0; i < steps; i++) {
            if (!graze_step_is_free(a, b, i, 0)) continue;
            freed++;
            CHECK_PATHS(a, b, i, least_in_step(a, b, i, 40) > 0);
        }
        free_two(&two);
    }
    CHECK(freed >= share_of(5000));
}

static void clocks_are_distinguished(void)
{
    Moving body;
    Kind kind = random_kind(20);
    random_moving_body(&body, &kind);
    Laid one = lay_out(&body.moving_body, &kind.clock, GRAZE_BOXES_COVER);
    for (int k = 0; k < 5; k++) {
        GrazeClock clock = kind.clock;
        (&clock.t0)[k] += k < 2 ? clock.step : 1;
        Laid other = lay_out(&body.moving_body, &clock, GRAZE_BOXES_COVER);
        CHECK(!graze_paths_share_clock(&one.path, &other.path));
        free_laid(&other);
    }
    free_laid(&one);
}

/* ---- sweeps ---- */

static GrazeMotionOptions random_options(const Kind* kind)
{
    const int32_t budgets[] = {1, 2, 5, 20, 400};
    GrazeMotionOptions options = {.method = GRAZE_METHOD_CERTIFIED, GRAZE_TOUCHING_CONFLICT};
    random_time(&kind->clock, &options.from, &options.to);
    options.tolerance = lasts_of(&kind->clock) * ldexp(1, -2 - (int)random_below(38));
    options.distance_tolerance =
        random_below(5) ? kind->size * ldexp(1, -4 - (int)random_below(40)) : 0;
    options.max_iterations = budgets[random_below(5)];
    if (random_below(4) == 0) options.tolerance = NAN;
    if (random_below(4) == 0) options.distance_tolerance = NAN;
    return options;
}

static bool is_contact(int32_t status)
{
    return status == GRAZE_CONTACT_HIT || status == GRAZE_CONTACT_OVERLAPPING;
}

/* Returns whether they move by hardly more than double resolves, which brute force cannot
 * verify. */
static bool is_steady(const GrazePath* a, const GrazePath* b, const GrazeMotionOptions* options)
{
    double tick = DBL_EPSILON * fmax(fabs(options->from), fabs(options->to));
    long double speed = truth_speed(&a->body, &b->body, options->from, options->to);
    return speed * tick <= 0x1p-10L * (a->body.shape->extent + b->body.shape->extent);
}

/* Checks a sweep by brute force, as any contact; its evaluations are those of several
 * advancements. */
static void check_swept(const GrazePath* a, const GrazePath* b, const GrazeMotionOptions* options,
                        const GrazeSweepResult* swept)
{
    GrazeContact met;
    FaultDetail detail = {0};
    memcpy(&met, swept, sizeof met);
    bool is_there = options->from <= options->to;
    CHECK_PATHS(a, b, swept->step,
                met.iterations <= swept->runs * (options->max_iterations + GRAZE_BISECTIONS));
    met.iterations = is_there;
    const char* what = fault_of_contact(&a->body, &b->body, options, &met, 200, &detail);
    if (what != NULL) {
        fprintf(stderr, "%s: status %d [%a, %a], at %.17g, %Lg, expected %Lg\n", what,
                swept->contact.status, swept->contact.lo, swept->contact.hi, detail.time,
                detail.found, detail.expected);
        fprintf(stderr, "  from %a to %a, tolerance %a, slack %a, budget %d\n", options->from,
                options->to, options->tolerance, options->distance_tolerance,
                options->max_iterations);
    }
    CHECK_PATHS(a, b, swept->step, what == NULL);
    bool is_free = swept->contact.status == GRAZE_CONTACT_FREE;
    CHECK_PATHS(a, b, swept->step, is_free == (swept->step == -1));
    if (is_free) return;
    CHECK_PATHS(a, b, swept->step,
                swept->step == graze_clock_step_at(&a->clock, swept->contact.lo));
    CHECK_PATHS(a, b, swept->step, swept->runs >= 1 && swept->candidates >= swept->runs);
}

static void check_sweep(const GrazePath* a, const GrazePath* b, const GrazeMotionOptions* requested)
{
    GrazeSweepResult swept[GRAZE_SWEEP_RELATIVE + 1];
    GrazeMotionOptions options = *requested;
    bool is_there = graze_sweep_defaults(a, b, &options);
    CHECK_PATHS(a, b, -1, is_there == (options.from <= options.to));
    for (int method = GRAZE_SWEEP_AUTO; method <= GRAZE_SWEEP_RELATIVE; method++) {
        void* scratch = room_of(graze_sweep_scratch(a, b, (GrazeSweepMethod)method));
        graze_sweep(a, b, &options, (GrazeSweepMethod)method, scratch, &swept[method]);
        free(scratch);
        if (is_there && is_steady(a, b, &options)) check_swept(a, b, &options, &swept[method]);
        if (is_there) report(fault_of_sweep(a, b, &options, &swept[method]), a, b, method);
    }
    double lo;
    double hi;
    const GrazeSweepResult* usual = &swept[GRAZE_SWEEP_AUTO];
    GrazeContactStatus status = graze_sweep_bracket(a, b, &options, 0, GRAZE_MAX_STEPS, &lo, &hi);
    CHECK_PATHS(a, b, -1,
                (int32_t)status == usual->contact.status && lo == usual->contact.lo &&
                    hi == usual->contact.hi);
    /* All methods that check the same steps give the same result. */
    for (int method = GRAZE_SWEEP_STA; method <= GRAZE_SWEEP_PYRAMID; method++) {
        const GrazeSweepResult* first = &swept[GRAZE_SWEEP_SI];
        CHECK_PATHS(a, b, method,
                    swept[method].contact.status == first->contact.status &&
                        swept[method].contact.lo == first->contact.lo &&
                        swept[method].contact.hi == first->contact.hi &&
                        swept[method].step == first->step &&
                        swept[method].candidates == first->candidates);
    }
}

static void sweeps_find_the_first_contact(void)
{
    for (int k = 0; k < share_of(1200); k++) {
        Two two;
        draw_two(&two, random_below(8) ? 40 : 400, GRAZE_BOXES_COVER);
        GrazeMotionOptions options = random_options(&two.kind);
        check_sweep(&two.of_a.path, &two.of_b.path, &options);
        free_two(&two);
    }
}

/*
 * Sweeps of bodies that grow find the contact that a search over all of the time finds. Without
 * turns, the boxes of a few steps are tight, so that steps are free by the inflation at both of
 * their ends.
 */
static void sweeps_of_bodies_that_grow_find_the_first_contact(void)
{
    int32_t met = 0;
    for (int k = 0; k < share_of(2000); k++) {
        const GrazeClock clock = {0, 4, 0.125, 0, 0};
        GrazePoint corners[4] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
        const GrazeShape box = {corners, 4, 0, 1, NULL, NULL};
        const double growth[2][GRAZE_INFLATION_TERMS] = {{0.25, 0.25}, {0, 0.5, 0.0625}};
        GrazePiece pieces[2];
        GrazeMovingBody bodies[2];
        Laid laid[2];
        for (int i = 0; i < 2; i++) {
            pieces[i] = (GrazePiece){.t1 = 4,
                                     .x = {8 * random_unit(), 2 * random_unit()},
                                     .y = {8 * random_unit(), 2 * random_unit()},
                                     .angle = {random_unit()}};
            bodies[i] =
                (GrazeMovingBody){&box, &pieces[i], 1, GRAZE_STAY, GRAZE_STAY, growth[i], 0};
            laid[i] = lay_out(&bodies[i], &clock, GRAZE_BOXES_COVER);
        }
        GrazeMotionOptions options = {
            0, 4, 1e-6, 1e-6, 0, GRAZE_METHOD_CERTIFIED, GRAZE_TOUCHING_CONFLICT};
        GrazeContact whole;
        graze_first_contact(&bodies[0], &bodies[1], &options, &whole);
        met += whole.status == GRAZE_CONTACT_HIT;
        for (int method = GRAZE_SWEEP_AUTO; method <= GRAZE_SWEEP_RELATIVE; method++) {
            GrazeSweepResult swept;
            void* scratch = room_of(
                graze_sweep_scratch(&laid[0].path, &laid[1].path, (GrazeSweepMethod)method));
            graze_sweep(&laid[0].path, &laid[1].path, &options, (GrazeSweepMethod)method, scratch,
                        &swept);
            free(scratch);
            if (whole.status == GRAZE_CONTACT_GRAZING) continue;
            CHECK(swept.contact.status == whole.status);
            if (whole.status == GRAZE_CONTACT_HIT)
                CHECK(swept.contact.lo <= whole.hi && whole.lo <= swept.contact.hi);
        }
        free_laid(&laid[0]);
        free_laid(&laid[1]);
    }
    CHECK(met >= share_of(200));
}

/* ---- scenes ---- */

enum { MAX_BODIES = 300 };

typedef struct {
    Kind kind;
    int32_t count;
    Moving* bodies;
    Laid* laid;
    const GrazePath** paths;
    void* storage;
    GrazeScene scene;
} Traffic;

/* Makes a body; some stand still, some leave before the clock begins, some appear only later. */
static void random_body(Moving* body, const Kind* kind)
{
    const GrazeClock* clock = &kind->clock;
    random_moving_body(body, kind);
    GrazePiece* piece = &body->pieces[0];
    switch (random_below(8)) {
    case 0:
        /* The body is present at one instant before, at the beginning of, or during the clock's
         * time. */
        piece->t0 = clock->t0 + (double)((int)random_below(4) - 1) * clock->step;
        piece->t1 = piece->t0;
        body->moving_body.count = 1;
        break;
    case 1:
        *piece = (GrazePiece){.t0 = clock->t0,
                              .t1 = clock->t1,
                              .x = {piece->x[0]},
                              .y = {piece->y[0]},
                              .angle = {piece->angle[0]}};
        body->moving_body.count = 1;
        break;
    case 2:
        piece->t0 = clock->t1 + clock->step;
        piece->t1 = piece->t0;
        body->moving_body.count = 1;
        break;
    default:
        break;
    }
    int32_t culprit;
    CHECK(graze_motion_check(&body->moving_body, &culprit) == GRAZE_OK);
}

static void draw_traffic(Traffic* traffic, int32_t count, uint32_t most)
{
    size_t n = (size_t)count;
    traffic->kind = random_kind(most);
    traffic->kind.reach = traffic->kind.size * ldexp(1, (int)random_below(7));
    traffic->count = count;
    traffic->bodies = room_of((n + 1) * sizeof *traffic->bodies);
    traffic->laid = room_of((n + 1) * sizeof *traffic->laid);
    traffic->paths = room_of(n * sizeof(void*));
    /* One body more is not part of the scene. */
    for (int32_t k = 0; k <= count; k++) {
        random_body(&traffic->bodies[k], &traffic->kind);
        traffic->laid[k] =
            lay_out(&traffic->bodies[k].moving_body, &traffic->kind.clock, GRAZE_BOXES_COVER);
        if (k < count) traffic->paths[k] = &traffic->laid[k].path;
    }
    traffic->storage = room_of(graze_scene_size(traffic->paths, count));
    graze_scene_init(&traffic->scene, traffic->paths, count, traffic->storage);
    int32_t steps = count > 0 ? graze_clock_steps(&traffic->kind.clock) : 0;
    CHECK(traffic->scene.blocks == (steps + 15) / 16);
}

static void free_traffic(const Traffic* traffic)
{
    for (int32_t k = 0; k <= traffic->count; k++)
        free_laid(&traffic->laid[k]);
    free(traffic->bodies);
    free(traffic->laid);
    free(traffic->paths);
    free(traffic->storage);
}

typedef struct {
    int32_t status;
    double lo, hi;
} Met;

/* Returns the first contact pair by pair, 16 steps at a time as in the scene. */
static Met plain_meet(const GrazePath* a, const GrazePath* b, const GrazeMotionOptions* requested)
{
    int32_t steps = graze_clock_steps(&a->clock);
    Met met = {GRAZE_CONTACT_FREE, INFINITY, INFINITY};
    GrazeMotionOptions options = *requested;
    if (!graze_sweep_defaults(a, b, &options)) return met;
    for (int32_t i = 0; i < steps; i += 16) {
        double lo;
        double hi;
        int32_t end = i + 16 < steps ? i + 16 : steps;
        GrazeContactStatus status = graze_sweep_bracket(a, b, &options, i, end, &lo, &hi);
        if (status != GRAZE_CONTACT_FREE) return (Met){(int32_t)status, lo, hi};
    }
    return met;
}

/* Checks that the whole time at once gives the same verdict, unless either may be a graze or the
 * iteration limit is reached. */
static void check_whole(const GrazePath* a, const GrazePath* b, const GrazeMotionOptions* requested,
                        const Met* met)
{
    double lo;
    double hi;
    GrazeMotionOptions options = *requested;
    if (!graze_sweep_defaults(a, b, &options)) return;
    GrazeContactStatus status = graze_sweep_bracket(a, b, &options, 0, GRAZE_MAX_STEPS, &lo, &hi);
    bool is_sure = is_contact((int32_t)status) || is_contact(met->status);
    bool is_any = status != GRAZE_CONTACT_FREE && met->status != GRAZE_CONTACT_FREE;
    CHECK_PATHS(a, b, -1, !is_sure || is_any);
    CHECK_PATHS(a, b, -1, !is_any || (lo <= met->hi && met->lo <= hi) || !is_sure);
}

static void check_scene(const Traffic* traffic, const GrazePath* ego, int32_t least,
                        const GrazeMotionOptions* options)
{
    size_t n = (size_t)traffic->count;
    Met* expected = room_of(n * sizeof *expected);
    int32_t count = 0;
    int32_t first = -1;
    for (int32_t k = 0; k < traffic->count; k++) {
        expected[k] = (Met){GRAZE_CONTACT_FREE, INFINITY, INFINITY};
        if (k < least) continue;
        expected[k] = plain_meet(ego, traffic->paths[k], options);
        if (random_below(4) == 0) check_whole(ego, traffic->paths[k], options, &expected[k]);
        if (expected[k].status == GRAZE_CONTACT_FREE) continue;
        count++;
        if (first < 0 || expected[k].lo < expected[first].lo) first = k;
    }
    for (int mode = GRAZE_SCENE_ALL; mode <= GRAZE_SCENE_ANY; mode++) {
        GrazeSceneContacts out = {.statuses = room_of(n),
                                  .contacts = room_of(n * sizeof(GrazeGroupContact))};
        int32_t reported = 0;
        for (size_t k = 0; k < n; k++)
            out.contacts[k] = (GrazeGroupContact){.lo = -77, .hi = -77};
        graze_scene_clear(&traffic->scene, &out);
        graze_scene_first_contacts(&traffic->scene, ego, 5, least, options, (GrazeSceneMode)mode,
                                   &out);
        for (int32_t k = 0; k < traffic->count; k++) {
            const GrazeGroupContact* contact = &out.contacts[k];
            const Met* met = &expected[k];
            reported += out.statuses[k] != GRAZE_CONTACT_FREE;
            if (out.statuses[k] == GRAZE_CONTACT_FREE) {
                CHECK_PATHS(ego, traffic->paths[k], k, contact->lo == -77 && contact->hi == -77);
                CHECK_PATHS(ego, traffic->paths[k], k,
                            mode != GRAZE_SCENE_ALL || met->status == GRAZE_CONTACT_FREE);
                continue;
            }
            CHECK_PATHS(ego, traffic->paths[k], k,
                        out.statuses[k] == met->status && contact->status == met->status);
            CHECK_PATHS(ego, traffic->paths[k], k,
                        contact->lo == met->lo && contact->hi == met->hi);
            CHECK(contact->first == 5 && contact->second == k);
        }
        CHECK(reported == out.found && (out.found > 0) == (count > 0));
        CHECK(mode != GRAZE_SCENE_ALL || out.found == count);
        CHECK(mode == GRAZE_SCENE_ANY ? (out.earliest >= 0) == (count > 0) : out.earliest == first);
        CHECK(mode != GRAZE_SCENE_ANY || out.found == 0 ||
              out.statuses[out.earliest] != GRAZE_CONTACT_FREE);
        free(out.statuses);
        free(out.contacts);
    }
    free(expected);
}

static void scenes_find_what_pairs_find(void)
{
    for (int k = 0; k < share_of(250); k++) {
        const int32_t counts[] = {0, 1, 2, 5, 17};
        Traffic traffic;
        int32_t count = k % 50 == 49 ? MAX_BODIES : counts[k % 5];
        draw_traffic(&traffic, count, k % 50 == 49 ? 40 : 100);
        for (int j = 0; j < 2; j++) {
            GrazeMotionOptions options = random_options(&traffic.kind);
            check_scene(&traffic, &traffic.laid[count].path, 0, &options);
            if (count > 1) check_scene(&traffic, traffic.paths[0], 1, &options);
        }
        free_traffic(&traffic);
    }
}

/* Between two samples the inflation deviates from the line where it begins or ends to change. */
static void an_inflation_that_begins_within_a_step_bulges(void)
{
    const GrazeClock clock = {0, 3, 1, 0, 0};
    const GrazeShape point = {&(const GrazePoint){0, 0}, 1, 0, 0, NULL, NULL};
    const GrazePiece piece = {.t0 = 0.5, .t1 = 2.5};
    const double inflation[GRAZE_INFLATION_TERMS] = {2, -1};
    const GrazeMovingBody moving_body = {&point, &piece, 1, GRAZE_STAY, GRAZE_STAY, inflation, 0};
    Laid laid = lay_out(&moving_body, &clock, GRAZE_BOXES_COVER);
    const double least[3] = {0.25, 0, 0.25};
    for (int32_t i = 0; i < 3; i++) {
        GrazeVec deviation = graze_path_deviation(&laid.path, i);
        CHECK(deviation.x >= least[i] && deviation.y >= least[i]);
        CHECK(deviation.x <= 2 * least[i] + 1e-6 && deviation.y <= 2 * least[i] + 1e-6);
    }
    free_laid(&laid);
}

/* A static body is boxed once, not in each block of 16 steps as a moving one is. */
static void static_bodies_are_boxed_once(void)
{
    enum { FEW = 20, MANY = 40 };
    const GrazeClock clock = {0, 4, 0x1p-8, 0, 0};
    const GrazeShape point = {&(const GrazePoint){0, 0}, 1, 0, 0, NULL, NULL};
    const GrazePiece pieces[2] = {{.t1 = 4}, {.t0 = 5, .t1 = 5}};
    const GrazePath* paths[MANY];
    Laid laid[2];
    for (int k = 0; k < 2; k++) {
        const GrazeMovingBody moving_body = {&point,     &pieces[k], 1, GRAZE_STAY,
                                             GRAZE_STAY, NULL,       0};
        laid[k] = lay_out(&moving_body, &clock, GRAZE_BOXES_COVER);
    }
    for (int32_t k = 0; k < MANY; k++)
        paths[k] = &laid[k >= FEW].path;
    size_t few = graze_scene_size(paths, FEW);
    size_t all = graze_scene_size(paths, MANY);
    size_t one = sizeof(GrazeBounds) + 2 * sizeof(GrazeSortItem) + 2 * sizeof(GrazeBoxTreeNode) +
                 3 * sizeof(int32_t);
    CHECK(few > (size_t)FEW * 64 * sizeof(GrazeBoxTreeNode));
    CHECK(all <= few + (MANY - FEW) * one + 1024);
    const GrazePath* reversed[2] = {paths[FEW], paths[0]};
    CHECK(graze_scene_size(reversed, 2) == graze_scene_size(&paths[FEW - 1], 2));
    free_laid(&laid[0]);
    free_laid(&laid[1]);
}

/* ---- the ends of the range ---- */

/* Makes a motion as large, small, long or short as is allowed. */
static bool extreme_moving_body(Moving* body, double size, double lasts)
{
    double far = fmin(8 * size, GRAZE_MAX_POSITION);
    random_shape(body, size);
    GrazePiece* piece = &body->pieces[0];
    *piece = (GrazePiece){.t1 = lasts};
    int32_t degree = (int32_t)random_below(GRAZE_PIECE_TERMS);
    random_polynomial(piece->x, degree, 0.3 * far, lasts);
    random_polynomial(piece->y, degree, 0.3 * far, lasts);
    random_polynomial(piece->angle, degree, ldexp(1, (int)random_below(40) - 20), lasts);
    if (random_below(3) == 0) piece->pivot_x = far * random_tied();
    body->moving_body =
        (GrazeMovingBody){&body->shape, body->pieces, 1, GRAZE_STAY, GRAZE_STAY, NULL, 0};
    int32_t culprit;
    return graze_motion_check(&body->moving_body, &culprit) == GRAZE_OK;
}

static GrazeClock extreme_clock(double lasts, double far)
{
    double share = 0.01 + fabs(random_tied());
    GrazeClock clock = {lasts * random_tied(), 0, lasts * 0.1 * share, 0, 0};
    clock.t1 = clock.t0 + lasts * share;
    if (random_below(2)) clock.x = far * random_tied();
    if (random_below(2)) clock.y = far * random_tied();
    return clock;
}

static void check_extreme(const GrazeMovingBody* a, const GrazeMovingBody* b,
                          const GrazeClock* clock, bool is_bounded)
{
    bool is_cover = random_below(4) > 0;
    GrazeBoxesKind kind = is_cover ? GRAZE_BOXES_COVER : GRAZE_BOXES_STEP_ENDS;
    Laid laid[2] = {lay_out(a, clock, kind), lay_out(b, clock, kind)};
    const GrazePath* paths[2] = {&laid[0].path, &laid[1].path};
    Traffic traffic = {.count = 2, .paths = paths};
    double lasts = lasts_of(clock);
    GrazeMotionOptions options = {
        NAN, NAN, lasts * 0x1p-20, NAN, 20, GRAZE_METHOD_CERTIFIED, GRAZE_TOUCHING_CONFLICT};
    for (int k = 0; k < 2; k++) {
        check_numbers(paths[k], is_bounded);
        if (is_cover) check_path(paths[k]);
    }
    check_methods(paths[0], paths[1], is_cover);
    traffic.storage = room_of(graze_scene_size(paths, 2));
    graze_scene_init(&traffic.scene, paths, 2, traffic.storage);
    check_scene(&traffic, paths[0], 0, &options);
    free(traffic.storage);
    free_laid(&laid[0]);
    free_laid(&laid[1]);
}

static void no_box_is_not_a_number(void)
{
    int taken = 0;
    for (int k = 0; k < share_of(2000); k++) {
        Moving a;
        Moving b;
        double size = ldexp(1, (int)random_below(276) - 149);
        if (random_below(4) == 0) size = 0x1p127;
        double lasts = ldexp(1, (int)random_below(random_below(2) ? 980 : 100) - 490);
        double far = random_below(2) ? fmin(8 * size, GRAZE_MAX_POSITION) : GRAZE_MAX_POSITION;
        GrazeClock clock = extreme_clock(lasts, far);
        if (graze_clock_check(&clock) != GRAZE_OK) continue;
        if (!extreme_moving_body(&a, size, lasts) || !extreme_moving_body(&b, size, lasts))
            continue;
        taken++;
        bool is_bounded = size < 1e36 && fabs(clock.x) + fabs(clock.y) < 1e37;
        check_extreme(&a.moving_body, &b.moving_body, &clock, is_bounded);
    }
    CHECK(taken >= share_of(500));
}

/* ---- regressions ---- */

static const GrazePoint ORIGIN = {0, 0};

/* Pieces of zero length may differ by the join slack: before the first of them the body stays at
   its place, not at that of the last, and after them at the last one's place. The turn takes a
   corner to the left, and up. */
static void a_body_stays_where_its_first_piece_begins(void)
{
    GrazePoint corners[2] = {{0, 0}, {1, 1}};
    const GrazeShape rod = {corners, 2, 0, 1, NULL, NULL};
    const double turn = 0.9 * GRAZE_JOIN_SLACK;
    const GrazePiece pieces[3] = {{.t0 = 2, .t1 = 2},
                                  {.t0 = 2, .t1 = 2, .angle = {turn}},
                                  {.t0 = 2, .t1 = 2, .angle = {2 * turn}}};
    const GrazeMovingBody moving_body = {&rod, pieces, 3, GRAZE_STAY, GRAZE_STAY, NULL, 0};
    const GrazeClock clocks[3] = {{0, 4, 1, 0, 0}, {0.5, 4, 1, 0, 0}, {3, 4, 0.25, 0, 0}};
    int32_t culprit;
    CHECK(graze_motion_check(&moving_body, &culprit) == GRAZE_OK);
    for (int k = 0; k < 3; k++) {
        Laid laid = lay_out(&moving_body, &clocks[k], GRAZE_BOXES_COVER);
        check_path(&laid.path);
        free_laid(&laid);
    }
}

/* The test squares the turn per step: the turn per unit of time is smaller than the least
 * double. */
static void a_slow_turn_over_a_long_time_bulges(void)
{
    GrazePoint corners[2] = {{-0x1p-91F, 0}, {0x1p-91F, 0}};
    const GrazeShape rod = {corners, 2, 0, 0x1p-91, NULL, NULL};
    const GrazePiece piece = {.t1 = 0x1p484, .angle = {0, 0x1p-494}};
    const GrazeMovingBody moving_body = {&rod, &piece, 1, GRAZE_STAY, GRAZE_STAY, NULL, 0};
    const GrazeClock clock = {0, 0x1p483, 0x1p479, 0, 0};
    Laid laid = lay_out(&moving_body, &clock, GRAZE_BOXES_COVER);
    check_path(&laid.path);
    free_laid(&laid);
}

/*
 * The body stays until 0, then turns by a few times 2^-40 of a radian. The sine shows that, but the
 * cosine of 2^-12 keeps the same double. Its error exceeds a bulge that allows only for the share
 * of so small an angle.
 */
static void a_cosine_that_stays_the_same_rounds_all_the_same(void)
{
    GrazePoint corner = {-0x1.941984p-1F, 0x1.941984p-1F};
    const GrazeShape point = {&corner, 1, 0, 0x1.941984p-1, NULL, NULL};
    const GrazePiece piece = {.t1 = 0.125, .angle = {-0x1.21fbd6b8p-12, 0x1.bbf066ap-37}};
    const GrazeMovingBody moving_body = {&point, &piece, 1, GRAZE_STAY, GRAZE_STAY, NULL, 0};
    const GrazeClock clock = {-1, 0.25, 1.25, 0, 0};
    Laid laid = lay_out(&moving_body, &clock, GRAZE_BOXES_COVER);
    check_path(&laid.path);
    free_laid(&laid);
}

/* The motion is slower than the rounding of its corners in long double: the answer is right, and
 * no test may report it as too small. */
static void motions_below_the_rounding_of_the_oracle_are_no_fault(void)
{
    GrazePoint corner = {-2, -3};
    const GrazeShape disc = {&corner, 1, 2, 3, NULL, NULL};
    const GrazePiece pieces[2] = {{.t1 = 8, .angle = {0, 0x1.238ap-45}},
                                  {.t1 = 8, .x = {0, 0x1.09p-57}}};
    for (int k = 0; k < 2; k++) {
        const GrazeMovingBody moving_body = {&disc, &pieces[k], 1, GRAZE_STAY, GRAZE_STAY, NULL, 0};
        const GrazeClock clock = {-1, 0.25, 1.25, 0, 0};
        Laid laid = lay_out(&moving_body, &clock, GRAZE_BOXES_COVER);
        check_path(&laid.path);
        free_laid(&laid);
    }
}

/* The boxes are apart along x, and touch along y all the time, without moving that way: no
 * number of steps is certainly free. */
static void boxes_that_touch_along_an_axis_can_meet(void)
{
    GrazePoint corners[4] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    const GrazeShape square = {corners, 4, 0, 1, NULL, NULL};
    const GrazePiece pieces[2] = {{.t1 = 10, .x = {-5, 1}},
                                  {.t1 = 10, .x = {5, -1}, .y = {2 + 0x1p-21}}};
    const GrazeClock clock = {0, 10, 0.25, 0, 0};
    Laid laid[2];
    int32_t all[64];
    int32_t steps[64];
    for (int k = 0; k < 2; k++) {
        const GrazeMovingBody moving_body = {&square,    &pieces[k], 1, GRAZE_STAY,
                                             GRAZE_STAY, NULL,       0};
        laid[k] = lay_out(&moving_body, &clock, GRAZE_BOXES_COVER);
    }
    float a[SIDES];
    float b[SIDES];
    graze_path_box(&laid[0].path, 0, a);
    graze_path_box(&laid[1].path, 0, b);
    CHECK(a[HI_Y] == b[LO_Y]);
    int32_t count = plain_steps(&laid[0].path, &laid[1].path, NAN, NAN, all);
    CHECK(count > 0);
    for (int method = GRAZE_SWEEP_SI; method <= GRAZE_SWEEP_PYRAMID; method++) {
        int32_t found =
            steps_by(&laid[0].path, &laid[1].path, NAN, NAN, (GrazeSweepMethod)method, 5, steps);
        CHECK(found == count && memcmp(steps, all, (size_t)count * sizeof *all) == 0);
    }
    free_laid(&laid[0]);
    free_laid(&laid[1]);
}

/* Within one step the body moves from either end of float32 to the middle and back: gap and
 * bulges both exceed its range. */
static void gaps_beyond_float32_are_no_proof(void)
{
    const double far = 0.6 * (double)FLT_MAX;
    const double part = 0.4 * (double)FLT_MAX;
    const GrazeShape disc = {&ORIGIN, 1, 0x1p100F, 0, NULL, NULL};
    GrazePiece pieces[2][3];
    Laid laid[2];
    for (int k = 0; k < 2; k++) {
        double sign = k == 0 ? -1 : 1;
        pieces[k][0] = (GrazePiece){.t0 = 0, .t1 = 1, .x = {sign * far, -sign * part}};
        pieces[k][1] =
            (GrazePiece){.t0 = 1, .t1 = 2, .x = {sign * (far - part), -sign * (far - part)}};
        pieces[k][2] = (GrazePiece){.t0 = 2, .t1 = 3, .x = {0, sign * far}};
        const GrazeMovingBody moving_body = {&disc, pieces[k], 3, GRAZE_STAY, GRAZE_STAY, NULL, 0};
        const GrazeClock clock = {0, 6, 3, 0, 0};
        int32_t culprit;
        CHECK(graze_motion_check(&moving_body, &culprit) == GRAZE_OK);
        laid[k] = lay_out(&moving_body, &clock, GRAZE_BOXES_COVER);
    }
    for (int method = GRAZE_SWEEP_AUTO; method <= GRAZE_SWEEP_RELATIVE; method++) {
        int32_t steps[2];
        int32_t count =
            steps_by(&laid[0].path, &laid[1].path, NAN, NAN, (GrazeSweepMethod)method, 2, steps);
        CHECK(count >= 1 && steps[0] == 0);
    }
    free_laid(&laid[0]);
    free_laid(&laid[1]);
}

int main(int argc, char** argv)
{
    set_test_share(argc, argv);
    the_box_of_many_is_that_of_each();
    pyramids_find_what_a_scan_finds();
    trees_find_what_a_scan_finds();
    clocks_know_their_steps();
    clocks_are_refused();
    covers_hold_all_that_is_swept();
    stored_terms_do_not_change_paths();
    paths_move_while_their_bodies_do();
    jumps_at_the_end_of_a_step_bulge();
    a_far_pivot_from_the_end_of_a_step_on_rounds_there();
    what_hardly_turns_bulges();
    all_methods_find_the_same_steps();
    steps_that_are_free_are();
    clocks_are_distinguished();
    sweeps_find_the_first_contact();
    sweeps_of_bodies_that_grow_find_the_first_contact();
    scenes_find_what_pairs_find();
    an_inflation_that_begins_within_a_step_bulges();
    static_bodies_are_boxed_once();
    no_box_is_not_a_number();
    a_body_stays_where_its_first_piece_begins();
    a_slow_turn_over_a_long_time_bulges();
    a_cosine_that_stays_the_same_rounds_all_the_same();
    motions_below_the_rounding_of_the_oracle_are_no_fault();
    boxes_that_touch_along_an_axis_can_meet();
    gaps_beyond_float32_are_no_proof();
    return test_failures != 0;
}
