/*
 * Fuzzes graze_moving_discs_check, graze_moving_discs_conflicts, graze_moving_discs_among,
 * graze_moving_discs_between, graze_moving_discs_near and graze_moving_discs_nearest: they give the
 * bits of graze_approach_discs for exactly the pairs that a scan of all pairs finds, in order. All
 * memory is exactly as large as promised.
 */
#include "approach.h"
#include "check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 20, NUMBERS = sizeof(GrazeMovingDisc) / sizeof(double), LISTED = 12 };

typedef struct {
    int32_t count, capacity;
    void* numbers;
    GrazeMovingDisc* rows; /* values of the numbers as doubles */
    uint32_t* agents;
    GrazeMovingDiscs segments;
} Discs;

typedef struct {
    uint32_t* pairs;
    uint8_t* verdicts;
    double *intervals, *clearances;
} Found;

static void print_discs(const void* subject)
{
    const Discs* discs = subject;
    fprintf(stderr, "  %d segments of %s, room for %d\n", discs->count,
            discs->segments.is_double ? "doubles" : "floats", discs->capacity);
    for (int32_t k = 0; k < discs->count; k++) {
        const GrazeMovingDisc* s = &discs->rows[k];
        fprintf(stderr, "  %d, agent %u: {%a, %a, %a, %a, %a, %a, %a}\n", k, discs->agents[k], s->x,
                s->y, s->vx, s->vy, s->t0, s->t1, s->radius);
    }
}

static void* room_of(size_t size)
{
    void* room = malloc(size > 0 ? size : 1);
    if (room == NULL) abort();
    return room;
}

/* ---- input ---- */

static double read_number(Input* input, bool is_grid, int bits)
{
    return is_grid ? (double)input_int(input, bits) : input_double(input);
}

static GrazeMovingDisc read_segment(Input* input, bool is_grid, int bits)
{
    GrazeMovingDisc s;
    s.x = read_number(input, is_grid, bits);
    s.y = read_number(input, is_grid, bits);
    s.vx = read_number(input, is_grid, 2);
    s.vy = read_number(input, is_grid, 2);
    s.t0 = read_number(input, is_grid, bits);
    s.t1 = s.t0 + fabs(read_number(input, is_grid, 3));
    s.radius = fabs(read_number(input, is_grid, 1));
    return s;
}

static void read_discs(Input* input, Discs* discs)
{
    bool is_grid = input_below(input, 4) != 3;
    int bits = input_below(input, 8);
    int form = input_below(input, 4);
    bool is_double = form % 2 == 0;
    bool are_tracks = form >= 2;
    discs->count = input_below(input, MOST + 1);
    discs->capacity = input_below(input, 2) ? MOST * MOST : input_below(input, 20);
    size_t rows = (size_t)discs->count;
    discs->rows = room_of(rows * sizeof *discs->rows);
    discs->agents = room_of(rows * sizeof *discs->agents);
    discs->numbers = room_of(rows * NUMBERS * (is_double ? sizeof(double) : sizeof(float)));
    discs->segments = (GrazeMovingDiscs){discs->numbers, is_double};
    for (size_t k = 0; k < rows; k++) {
        GrazeMovingDisc s = read_segment(input, is_grid, bits);
        bool follows = are_tracks && k > 0 && input_below(input, 4) != 3;
        if (follows) {
            s.t1 = discs->rows[k - 1].t1 + (s.t1 - s.t0);
            s.t0 = discs->rows[k - 1].t1;
        }
        double numbers[NUMBERS];
        memcpy(numbers, &s, sizeof s);
        for (size_t i = 0; i < NUMBERS; i++) {
            if (!is_double) {
                float narrow = (float)numbers[i];
                ((float*)discs->numbers)[NUMBERS * k + i] = narrow;
                numbers[i] = narrow;
            } else {
                ((double*)discs->numbers)[NUMBERS * k + i] = numbers[i];
            }
        }
        memcpy(&discs->rows[k], numbers, sizeof s);
        discs->agents[k] =
            follows ? discs->agents[k - 1] : (uint32_t)(input_below(input, 4) == 3 ? k / 2 : k);
    }
}

static Found room_for(int32_t capacity)
{
    size_t n = (size_t)capacity;
    return (Found){room_of(2 * n * sizeof(uint32_t)), room_of(n), room_of(2 * n * sizeof(double)),
                   room_of(2 * n * sizeof(double))};
}

static void free_found(const Found* found)
{
    free(found->pairs);
    free(found->verdicts);
    free(found->intervals);
    free(found->clearances);
}

static GrazeConflictBatch batch_of(const Found* found, int32_t capacity)
{
    return (GrazeConflictBatch){found->pairs, found->verdicts, found->intervals, found->clearances,
                                capacity};
}

/* ---- checks ---- */

static bool is_sound(const Discs* discs, int32_t first, int32_t count)
{
    int32_t culprit = -2;
    GrazeStatus expected = GRAZE_OK;
    int32_t bad = -2;
    GrazeStatus status = graze_moving_discs_check(&discs->segments, first, count, &culprit);
    for (int32_t k = first + count - 1; k >= first; k--) {
        GrazeStatus one = graze_moving_disc_check(&discs->rows[k]);
        if (one == GRAZE_OK) continue;
        expected = one;
        bad = k;
    }
    CHECK(status == expected, "%d, expected %d", (int)status, (int)expected);
    CHECK(status == GRAZE_OK || culprit == bad, "%d at %d, expected at %d", (int)status, culprit,
          bad);
    return status == GRAZE_OK;
}

static void check_entry(const Discs* discs, const Found* found, int32_t k, uint32_t i, uint32_t j)
{
    GrazeApproach a;
    graze_approach_discs(&discs->rows[i], &discs->rows[j], &a);
    const double* interval = &found->intervals[2 * (size_t)k];
    const double* clearance = &found->clearances[2 * (size_t)k];
    CHECK(found->verdicts[k] == a.relation, "pair %d: %d, alone %d", k, found->verdicts[k],
          a.relation);
    CHECK(same_bits(interval[0], a.begin) && same_bits(interval[1], a.end),
          "pair %d: [%a, %a], alone [%a, %a]", k, interval[0], interval[1], a.begin, a.end);
    CHECK(same_bits(clearance[0], a.separation) && same_bits(clearance[1], a.time),
          "pair %d: %a at %a, alone %a at %a", k, clearance[0], clearance[1], a.separation, a.time);
}

static void check_listed(Input* input, const Discs* discs)
{
    if (discs->count == 0) return;
    int32_t count = input_below(input, LISTED + 1);
    Found found = room_for(count);
    uint32_t listed[2 * LISTED] = {0};
    GrazeConflictBatch out = batch_of(&found, count);
    for (int32_t k = 0; k < 2 * count; k++)
        listed[k] = found.pairs[k] = (uint32_t)input_below(input, discs->count);
    int32_t contacts = graze_moving_discs_conflicts(&discs->segments, count, &out);
    int32_t expected = 0;
    for (int32_t k = 0; k < count; k++) {
        check_entry(discs, &found, k, listed[2 * k], listed[2 * k + 1]);
        expected += found.verdicts[k] != GRAZE_DISJOINT;
    }
    CHECK(contacts == expected, "%d, expected %d", contacts, expected);
    CHECK(same_bytes(found.pairs, listed, 2 * (size_t)count * sizeof *listed), "other pairs");
    free_found(&found);
}

static bool do_meet(const Discs* discs, int32_t i, int32_t j)
{
    GrazeApproach a;
    if (discs->agents[i] == discs->agents[j]) return false;
    graze_approach_discs(&discs->rows[i], &discs->rows[j], &a);
    return a.relation != GRAZE_DISJOINT;
}

/* Checks all pairs of one of `firsts` and one of `seconds`; if these are the same, only pairs
 * with a higher second number. */
static void check_found(const Discs* discs, const Found* found, int32_t count, GrazeRange firsts,
                        GrazeRange seconds, bool is_among)
{
    int32_t expected = 0;
    bool is_there = count <= discs->capacity;
    for (int32_t i = firsts.first; i < firsts.first + firsts.count; i++) {
        int32_t least = is_among ? i + 1 : seconds.first;
        for (int32_t j = least; j < seconds.first + seconds.count; j++) {
            if (!do_meet(discs, i, j)) continue;
            if (is_there && expected < count) {
                CHECK(found->pairs[2 * expected] == (uint32_t)i &&
                          found->pairs[2 * expected + 1] == (uint32_t)j,
                      "(%u, %u) at %d, expected (%d, %d)", found->pairs[2 * expected],
                      found->pairs[2 * expected + 1], expected, i, j);
                check_entry(discs, found, expected, (uint32_t)i, (uint32_t)j);
            }
            expected++;
        }
    }
    CHECK(count == expected, "%d pairs, expected %d", count, expected);
}

static void check_among(const Discs* discs)
{
    Found found = room_for(discs->capacity);
    GrazeConflictBatch out = batch_of(&found, discs->capacity);
    const GrazeRange all = {0, discs->count};
    void* scratch = room_of(graze_moving_discs_scratch(discs->count));
    int32_t count =
        graze_moving_discs_among(&discs->segments, discs->agents, discs->count, scratch, &out);
    free(scratch);
    check_found(discs, &found, count, all, all, true);
    free_found(&found);
}

static void check_between(Input* input, const Discs* discs)
{
    Found found = room_for(discs->capacity);
    GrazeConflictBatch out = batch_of(&found, discs->capacity);
    int32_t cut = input_below(input, discs->count + 1);
    GrazeRange firsts = {0, cut};
    GrazeRange seconds = {cut, input_below(input, discs->count - cut + 1)};
    if (input_below(input, 2)) {
        firsts = seconds;
        seconds = (GrazeRange){0, cut};
    }
    void* scratch = room_of(graze_moving_discs_scratch(firsts.count + seconds.count));
    int32_t count =
        graze_moving_discs_between(&discs->segments, discs->agents, firsts, seconds, scratch, &out);
    free(scratch);
    check_found(discs, &found, count, firsts, seconds, false);
    free_found(&found);
}

/* ---- pairs within reach ---- */

/* Returns whether the pair counts, and its answer. */
static bool is_wanted(const Discs* discs, int32_t i, int32_t j, const GrazeNearOptions* options,
                      GrazeApproach* a)
{
    const GrazeMovingDisc* p = &discs->rows[i];
    const GrazeMovingDisc* q = &discs->rows[j];
    graze_approach_discs(p, q, a);
    if (!a->is_common) return false;
    double at = fmin(a->time, fmin(p->t1, q->t1));
    return at >= options->from && at <= options->to && a->separation <= options->reach;
}

static GrazeNearOptions read_near_options(Input* input)
{
    GrazeNearOptions options = {fabs(read_number(input, true, 4)) / 4, -INFINITY, INFINITY};
    if (input_below(input, 2)) options.from = read_number(input, true, 4);
    if (input_below(input, 2)) {
        double to = read_number(input, true, 4);
        options.to = to >= options.from ? to : options.from;
    }
    return options;
}

static bool comes_before(const GrazeNearestDiscs* p, const GrazeNearestDiscs* q)
{
    if (p->separation != q->separation) return p->separation < q->separation;
    if (p->time != q->time) return p->time < q->time;
    return p->first != q->first ? p->first < q->first : p->second < q->second;
}

static void check_near(Input* input, const Discs* discs)
{
    const GrazeNearOptions options = read_near_options(input);
    GrazeNearOptions all = options;
    if (input_below(input, 4)) all.reach = INFINITY;
    Found found = room_for(discs->capacity);
    GrazeConflictBatch out = batch_of(&found, discs->capacity);
    void* scratch = room_of(graze_moving_discs_scratch(discs->count));
    int32_t count = graze_moving_discs_near(&discs->segments, discs->agents, discs->count, &options,
                                            scratch, &out);
    GrazeNearestDiscs nearest = {0, 0, -1, -1};
    bool is_there = graze_moving_discs_nearest(&discs->segments, discs->agents, discs->count, &all,
                                               scratch, &nearest);
    free(scratch);
    int32_t expected = 0;
    GrazeNearestDiscs least = {INFINITY, INFINITY, MOST, MOST};
    for (int32_t i = 0; i < discs->count; i++) {
        for (int32_t j = i + 1; j < discs->count; j++) {
            GrazeApproach a;
            if (discs->agents[i] == discs->agents[j]) continue;
            if (is_wanted(discs, i, j, &all, &a)) {
                GrazeNearestDiscs pair = {a.separation, a.time, i, j};
                if (comes_before(&pair, &least)) least = pair;
            }
            if (!is_wanted(discs, i, j, &options, &a)) continue;
            if (count <= discs->capacity && expected < count) {
                CHECK(found.pairs[2 * expected] == (uint32_t)i &&
                          found.pairs[2 * expected + 1] == (uint32_t)j,
                      "(%u, %u) at %d, expected (%d, %d)", found.pairs[2 * expected],
                      found.pairs[2 * expected + 1], expected, i, j);
                check_entry(discs, &found, expected, (uint32_t)i, (uint32_t)j);
            }
            expected++;
        }
    }
    CHECK(count == expected, "%d pairs near, expected %d", count, expected);
    CHECK(is_there == (least.first < MOST), "a nearest pair: %d", is_there);
    CHECK(!is_there || (same_bits(nearest.separation, least.separation) &&
                        same_bits(nearest.time, least.time) && nearest.first == least.first &&
                        nearest.second == least.second),
          "(%d, %d) %a at %a, expected (%d, %d) %a at %a", nearest.first, nearest.second,
          nearest.separation, nearest.time, least.first, least.second, least.separation,
          least.time);
    free_found(&found);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    Input input = {data, size};
    Discs discs;
    read_discs(&input, &discs);
    check_subject(print_discs, &discs);
    int32_t first = input_below(&input, discs.count + 1);
    is_sound(&discs, first, discs.count - first);
    if (is_sound(&discs, 0, discs.count)) {
        check_listed(&input, &discs);
        check_among(&discs);
        check_between(&input, &discs);
        check_near(&input, &discs);
    }
    free(discs.numbers);
    free(discs.rows);
    free(discs.agents);
    return 0;
}
