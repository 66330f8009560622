#include "../base/sort.h"
#include "../broadphase/sweep_and_prune.h"
#include "moving_disc_batch.h"

/*
 * Pairs of moving discs that come near each other, and the nearest pair.
 *
 * A track is a run of discs of one agent that follow each other in memory and in time. Time is cut
 * into closed blocks in which most tracks have about DISCS_PER_BLOCK discs, and a track has one box
 * per block: few enough discs for the box to be small, enough for one box to decide about them.
 * Sweep and prune finds the tracks whose boxes are within reach of each other, whose discs are then
 * compared two pairs at a time. The search for the nearest pair is a branch and bound: its reach is
 * the least separation found so far.
 *
 * A pair belongs to the block that has the time of its closest approach, in which the two boxes
 * are at most its separation apart; so it is found once, however long its discs last, and however
 * time is cut. Blocks follow each other: a time that is the end of one and the beginning of the
 * next belongs to the first of them.
 */

enum { AXES = 2, SIDES = 2 * AXES, DISCS_PER_BLOCK = 4, CHUNK = 256, NEIGHBORS = 4 };

typedef struct {
    const GrazeMovingDiscs* discs;
    const uint32_t* agents;
    int32_t count;
    double from, to; /* range of the times of closest approaches */
    /* Largest separation of a pair that is wanted. It falls in a search for the nearest. */
    double reach;

    /* The disc of each track that is reached: `present` tracks of the block, and those that begin
       after it, from `next` to `tracks` - 1 in the order of their beginnings. */
    uint32_t* cursors;
    int32_t tracks, present, next;
    double begin, end;  /* of the block */
    bool has_beginning; /* whether the time `begin` belongs to the block */
    double origin[AXES];
    float* sides; /* of the boxes of the present tracks, or NULL: computed whenever they are read */
    void* storage;

    GrazeSortItem queue[CHUNK]; /* pairs of discs to be compared, as keys */
    int32_t queued;
    int64_t found;             /* pairs within reach, of which those that fit are in `items` */
    GrazeSortItem* items;      /* NULL in a search for the nearest pair */
    int32_t capacity;          /* of `items` */
    GrazeNearestDiscs nearest; /* valid if found > 0 and `items` is NULL */
} Search;

ALWAYS_INLINE Doubles times_of(const Search* search, uint32_t disc)
{
    return graze_load_moving_disc(search->discs, disc).times;
}

/* Returns whether the track of a disc continues with the next one. */
ALWAYS_INLINE bool continues(const Search* search, uint32_t disc)
{
    return disc + 1 < (uint32_t)search->count &&
           graze_continues_track(search->discs, search->agents, disc);
}

/* Lists the tracks in the order of their beginnings. */
static void list_tracks(Search* search)
{
    GrazeSortItem* items = search->storage;
    int32_t tracks = 0;
    for (uint32_t k = 0; k < (uint32_t)search->count; k++) {
        if (k > 0 && continues(search, k - 1)) continue;
        uint64_t key = graze_double_sort_key(times_of(search, k)[0]);
        items[tracks++] = (GrazeSortItem){key, k, 0};
    }
    const GrazeSortItem* sorted = graze_sort(items, items + tracks, tracks);
    for (int32_t k = 0; k < tracks; k++)
        search->cursors[k] = sorted[k].value;
    search->tracks = tracks;
}

/* Advances the present tracks beyond their discs that end before the block or, unless its beginning
   belongs to it, at its beginning; tracks that end there are no longer present. */
static void leave_discs(Search* search)
{
    const double begin = search->begin;
    int32_t present = 0;
    for (int32_t k = 0; k < search->present; k++) {
        uint32_t disc = search->cursors[k];
        bool stays = true;
        double end;
        while (stays && ((end = times_of(search, disc)[1]) < begin ||
                         (end == begin && !search->has_beginning))) {
            stays = continues(search, disc);
            disc += stays;
        }
        if (stays) search->cursors[present++] = disc;
    }
    search->present = present;
}

/* Adds the tracks that begin until `time`. */
static void enter_tracks(Search* search, double time)
{
    while (search->next < search->tracks &&
           times_of(search, search->cursors[search->next])[0] <= time)
        search->cursors[search->present++] = search->cursors[search->next++];
}

/* Returns the median of the times at which present tracks have passed DISCS_PER_BLOCK discs: each
   block is passed by half of its tracks, so that all blocks together have O(discs) boxes. */
static double choose_end(const Search* search)
{
    GrazeSortItem* items = search->storage;
    for (int32_t k = 0; k < search->present; k++) {
        uint32_t disc = search->cursors[k];
        for (int i = 1; i < DISCS_PER_BLOCK && continues(search, disc); i++)
            disc++;
        items[k] = (GrazeSortItem){graze_double_sort_key(times_of(search, disc)[1]), disc, 0};
    }
    const GrazeSortItem* sorted = graze_sort(items, items + search->present, search->present);
    return times_of(search, sorted[search->present / 2].value)[1];
}

/* Advances to the next block, the first time to the one that begins at `from`; returns false at the
   end. */
static bool next_block(Search* search, bool is_first)
{
    if (!is_first && search->end >= search->to) return false;
    search->begin = is_first ? search->from : search->end;
    search->has_beginning = is_first;
    enter_tracks(search, search->begin);
    leave_discs(search);
    while (search->present == 0) {
        if (search->next == search->tracks) return false;
        search->begin = times_of(search, search->cursors[search->next])[0];
        search->has_beginning = true;
        if (search->begin > search->to) return false;
        enter_tracks(search, search->begin);
    }
    double end = choose_end(search);
    search->end = end < search->to ? end : search->to;
    enter_tracks(search, search->end);
    return true;
}

/* A box, and a margin by which it is too small. */
typedef struct {
    Doubles lo, hi;
    double margin;
} Box;

/*
 * Adds the disc's path during the block to a box. The margin is that of the box of a whole disc,
 * and the same share of what rounding of times by their own last bits moves the disc: the time of
 * a closest approach can be in the neighboring block.
 */
ALWAYS_INLINE void add_path(const Search* search, uint32_t disc, Box* box)
{
    GrazeMovingDiscLanes s = graze_load_moving_disc(search->discs, disc);
    double from = s.times[0] > search->begin ? s.times[0] : search->begin;
    double to = s.times[1] < search->end ? s.times[1] : search->end;
    Doubles first = s.place + s.velocity * (from - s.times[0]);
    Doubles last = s.place + s.velocity * (to - s.times[0]);
    double duration = s.times[1] - s.times[0];
    Doubles times = doubles_abs(s.times);
    double latest = times[0] > times[1] ? times[0] : times[1];
    Doubles sizes = doubles_abs(s.place) + doubles_abs(s.velocity) * (duration + latest);
    double slack = GRAZE_MOVING_DISC_BOX_SLACK * (sizes[0] + sizes[1] + s.radius) + DBL_MIN;
    double margin = s.radius + slack;
    box->lo = doubles_min(box->lo, doubles_min(first, last));
    box->hi = doubles_max(box->hi, doubles_max(first, last));
    if (margin > box->margin) box->margin = margin;
}

/* Returns the box of a track during the block. */
static Box track_box(const Search* search, uint32_t disc)
{
    Box box = {doubles_splat(INFINITY), doubles_splat(-INFINITY), 0};
    for (add_path(search, disc, &box); continues(search, disc); add_path(search, disc, &box)) {
        disc++;
        if (times_of(search, disc)[0] > search->end) break;
    }
    return box;
}

/* Returns at least the exact difference, rounded up: GRAZE_MOVING_DISC_END_SLACK exceeds the
   rounding of the difference, and of the sum with the reach in the sweep. */
static float upper_end(double value, double origin)
{
    double offset = value - origin;
    return float_round_up(offset + GRAZE_MOVING_DISC_END_SLACK * fabs(offset));
}

/* Writes the sides of the box of a present track. */
static void write_sides(const Search* search, uint32_t track, float* sides)
{
    Box box = track_box(search, search->cursors[track]);
    for (int axis = 0; axis < AXES; axis++) {
        const double origin = search->origin[axis];
        sides[axis] = -upper_end(-(box.lo[axis] - box.margin), -origin);
        sides[AXES + axis] = upper_end(box.hi[axis] + box.margin, origin);
    }
}

static void read_boxes(const void* source, const uint32_t* indices, int32_t count, float* sides)
{
    const Search* search = source;
    for (int32_t k = 0; k < count; k++, sides += SIDES) {
        if (search->sides == NULL)
            write_sides(search, indices[k], sides);
        else
            memcpy(sides, search->sides + SIDES * (size_t)indices[k], SIDES * sizeof *sides);
    }
}

/* Returns whether p comes before q: the nearer pair, then the earlier one, then by its discs. */
static bool is_nearer(const GrazeNearestDiscs* p, const GrazeNearestDiscs* q)
{
    if (p->separation != q->separation) return p->separation < q->separation;
    if (p->time != q->time) return p->time < q->time;
    if (p->first != q->first) return p->first < q->first;
    return p->second < q->second;
}

/* Takes the answer of a pair of discs, if it belongs to the block and is within reach. `end` is the
   end of their common time, which the computed time of the closest approach may exceed by an ulp. */
static void take_pair(Search* search, uint64_t key, double separation, double time, double end)
{
    double at = time < end ? time : end;
    bool is_in_block =
        (at > search->begin || (search->has_beginning && at == search->begin)) && at <= search->end;
    if (!is_in_block || !(separation <= search->reach)) return;
    if (search->items != NULL) {
        if (search->found < search->capacity) search->items[search->found].key = key;
        search->found++;
        return;
    }
    const GrazeNearestDiscs pair = {separation, time, (int32_t)(key >> 32), (int32_t)(uint32_t)key};
    if (search->found > 0 && !is_nearer(&pair, &search->nearest)) return;
    search->nearest = pair;
    search->reach = separation;
    search->found = 1;
}

/* Compares the pairs in the queue. The last one of an odd number takes both lanes. */
static void compare_queue(Search* search)
{
    const GrazeSortItem* queue = search->queue;
    for (int32_t k = 0; k < search->queued; k += 2) {
        int32_t other = k + 1 < search->queued ? k + 1 : k;
        const uint32_t one[2] = {(uint32_t)(queue[k].key >> 32), (uint32_t)queue[k].key};
        const uint32_t two[2] = {(uint32_t)(queue[other].key >> 32), (uint32_t)queue[other].key};
        GrazeTwoApproaches both;
        graze_two_approaches(search->discs, one, two, &both);
        Doubles separation = graze_two_separations(&both);
        Doubles time = graze_two_times(&both, both.s);
        if (both.exists[0] != 0)
            take_pair(search, queue[k].key, separation[0], time[0], both.end[0]);
        if (other > k && both.exists[1] != 0)
            take_pair(search, queue[other].key, separation[1], time[1], both.end[1]);
    }
    search->queued = 0;
}

static void queue_pair(Search* search, uint32_t p, uint32_t q)
{
    uint64_t key = p < q ? (uint64_t)p << 32 | q : (uint64_t)q << 32 | p;
    if (search->queued == CHUNK) compare_queue(search);
    search->queue[search->queued++].key = key;
}

/* Returns whether a track continues within the block, and advances to the next disc. */
ALWAYS_INLINE bool advances(const Search* search, uint32_t* disc)
{
    if (!continues(search, *disc)) return false;
    *disc += 1;
    return times_of(search, *disc)[0] <= search->end;
}

/* Queues the pairs of discs of two tracks that have a common time, be it an instant. Those of a disc
   of p begin with the first of q that does not end before it. */
static void queue_tracks(Search* search, uint32_t p, uint32_t q)
{
    if (search->agents[p] == search->agents[q]) return;
    do {
        Doubles times = times_of(search, p);
        while (times_of(search, q)[1] < times[0])
            if (!advances(search, &q)) return;
        uint32_t other = q;
        do {
            if (times_of(search, other)[0] > times[1]) break;
            queue_pair(search, p, other);
        } while (advances(search, &other));
    } while (advances(search, &p));
}

/* Compares each track with some that follow in the order of the sweep, for a first bound. */
static void compare_neighbors(Search* search, const GrazeSortedBoxes* sorted)
{
    for (int32_t i = 0; i < sorted->count; i++) {
        for (int32_t j = i + 1; j <= i + NEIGHBORS && j < sorted->count; j++) {
            queue_tracks(search, search->cursors[sorted->order[i].value],
                         search->cursors[sorted->order[j].value]);
        }
    }
    compare_queue(search);
}

static void search_block(Search* search)
{
    const GrazeSweepBoxes boxes = {read_boxes, search, AXES, search->present};
    GrazeSortedBoxes sorted;
    GrazeSweepAndPrune sweep;
    GrazeSortItem candidates[CHUNK];
    int32_t count;
    for (int32_t k = 0; search->sides != NULL && k < search->present; k++)
        write_sides(search, (uint32_t)k, search->sides + SIDES * (size_t)k);
    graze_sorted_boxes_init(&sorted, &boxes, graze_sweep_axis(&boxes), search->storage);
    if (search->items == NULL && search->reach == INFINITY) compare_neighbors(search, &sorted);
    graze_sweep_among(&sweep, &sorted, AXES, max2(search->reach, 0));
    while ((count = graze_sweep_next(&sweep, candidates, CHUNK)) > 0) {
        for (int32_t k = 0; k < count; k++) {
            uint32_t p = search->cursors[candidates[k].key >> 32];
            uint32_t q = search->cursors[(uint32_t)candidates[k].key];
            queue_tracks(search, p, q);
        }
        compare_queue(search);
        sweep.reach = max2(search->reach, 0);
    }
}

/* Computes the mean of the positions at which tracks begin. */
static void find_origin(Search* search)
{
    Doubles sum = {0, 0};
    for (int32_t k = 0; k < search->tracks; k++)
        sum += graze_load_moving_disc(search->discs, search->cursors[k]).place;
    search->origin[0] = sum[0] / search->tracks;
    search->origin[1] = sum[1] / search->tracks;
}

static void run_search(Search* search, const GrazeNearOptions* options, void* scratch)
{
    search->from = options->from;
    search->to = options->to;
    search->reach = options->reach;
    search->present = search->next = search->queued = 0;
    search->found = 0;
    if (search->count == 0) return;
    size_t cursors = ((size_t)search->count + 1) / 2 * 2;
    search->cursors = scratch;
    search->storage = search->cursors + cursors;
    search->sides = NULL;
    list_tracks(search);
    /* Boxes are kept where tracks have more than one disc on average, so that there is room. */
    size_t kept = SIDES * sizeof(float) * (size_t)search->tracks;
    if (cursors * sizeof *search->cursors + kept + graze_sorted_boxes_size(AXES, search->tracks) <=
        graze_moving_discs_scratch(search->count)) {
        search->sides = search->storage;
        search->storage = (char*)search->storage + kept;
    }
    find_origin(search);
    for (bool is_first = true; next_block(search, is_first); is_first = false) {
        if (search->present > 1) search_block(search);
    }
}

int32_t graze_moving_discs_near(const GrazeMovingDiscs* discs, const uint32_t* agents,
                                int32_t count, const GrazeNearOptions* options, void* scratch,
                                const GrazeConflictBatch* out)
{
    Search search;
    search.discs = discs;
    search.agents = agents;
    search.count = count;
    search.items = (GrazeSortItem*)out->intervals;
    search.capacity = out->capacity;
    run_search(&search, options, scratch);
    int32_t found = graze_sort_found_pairs(search.found, out);
    if (found <= out->capacity) graze_moving_discs_conflicts(discs, found, out);
    return found;
}

bool graze_moving_discs_nearest(const GrazeMovingDiscs* discs, const uint32_t* agents,
                                int32_t count, const GrazeNearOptions* options, void* scratch,
                                GrazeNearestDiscs* out)
{
    Search search;
    search.discs = discs;
    search.agents = agents;
    search.count = count;
    search.items = NULL;
    run_search(&search, options, scratch);
    if (search.found > 0) *out = search.nearest;
    return search.found > 0;
}
