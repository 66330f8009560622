#include "../base/sort.h"
#include "../broadphase/sweep_and_prune.h"
#include "moving_disc_batch.h"

/*
 * All pairs in contact among many moving discs: sweep and prune over boxes in space and time
 * excludes most pairs; the remaining pairs are solved two at a time.
 *
 * A box holds all that graze_approach_discs can take for contact: the disc along its whole path,
 * enlarged by GRAZE_MOVING_DISC_BOX_SLACK. The box is in double; the comparisons are in float32, of
 * the differences from an origin amid the data. Taking the difference and rounding it preserve
 * order (v <= w implies fl(v - o) <= fl(w - o)), so boxes that meet still do, without being rounded
 * outward; a difference beyond float32 becomes an infinity of the correct sign.
 */

/* MIN_TRACK: average number of discs from which tracks are long. */
enum { AXES = GRAZE_DISC_BOX_AXES, CHUNK = 256, MIN_TRACK = 8 };

/* A box in x, y and time. */
typedef struct {
    double lo[AXES], hi[AXES];
} Box;

/* The pairs found: those in contact, of which those that fit are in `items`. */
typedef struct {
    const GrazeMovingDiscs* all_discs;
    const uint32_t* agents;
    int64_t found;
    GrazeSortItem* items;
    int32_t capacity;
} FoundPairs;

static NOINLINE Box moving_disc_box(const GrazeMovingDiscs* all_discs, uint32_t index)
{
    GrazeMovingDiscLanes s = graze_load_moving_disc(all_discs, index);
    Doubles displacement = s.velocity * (s.times[1] - s.times[0]);
    Doubles far = s.place + displacement;
    Doubles lengths = doubles_abs(s.place) + doubles_abs(displacement);
    /* Products below DBL_MIN have an absolute error, of the last bit of the smallest double. */
    double slack = GRAZE_MOVING_DISC_BOX_SLACK * (lengths[0] + lengths[1] + s.radius) + DBL_MIN;
    double margin = s.radius + slack;
    Doubles lo = doubles_min(s.place, far) - margin;
    Doubles hi = doubles_max(s.place, far) + margin;
    return (Box){{lo[0], lo[1], s.times[0]}, {hi[0], hi[1], s.times[1]}};
}

/* Computes the mean of the positions and times at which the discs of a range begin. */
static void find_middle(const GrazeMovingDiscs* all_discs, GrazeRange range, double middle[AXES])
{
    Doubles place = {0, 0};
    double time = 0;
    for (int32_t k = 0; k < range.count; k++) {
        GrazeMovingDiscLanes s = graze_load_moving_disc(all_discs, (uint32_t)(range.first + k));
        place += s.place;
        time += s.times[0];
    }
    middle[0] = place[0] / range.count;
    middle[1] = place[1] / range.count;
    middle[2] = time / range.count;
}

/* A range of moving discs, and the origin to which their boxes are relative. */
typedef struct {
    const GrazeMovingDiscs* all_discs;
    GrazeRange range;
    double origin[AXES];
} DiscRange;

ALWAYS_INLINE void write_box(const DiscRange* discs, uint32_t index, float* sides)
{
    Box box = moving_disc_box(discs->all_discs, (uint32_t)discs->range.first + index);
    sides[0] = (float)(box.lo[0] - discs->origin[0]);
    sides[1] = (float)(box.lo[1] - discs->origin[1]);
    sides[2] = (float)(box.lo[2] - discs->origin[2]);
    sides[3] = (float)(box.hi[0] - discs->origin[0]);
    sides[4] = (float)(box.hi[1] - discs->origin[1]);
    sides[5] = (float)(box.hi[2] - discs->origin[2]);
}

static void read_boxes(const void* source, const uint32_t* indices, int32_t count, float* sides)
{
    for (int32_t k = 0; k < count; k++, sides += 2 * AXES)
        write_box(source, indices[k], sides);
}

/* Reads the boxes of two ranges, one behind the other. */
static void read_boxes_of_both(const void* source, const uint32_t* indices, int32_t count,
                               float* sides)
{
    const DiscRange* ranges = source;
    uint32_t first = (uint32_t)ranges[0].range.count;
    for (int32_t k = 0; k < count; k++, sides += 2 * AXES) {
        bool is_second = indices[k] >= first;
        write_box(&ranges[is_second], is_second ? indices[k] - first : indices[k], sides);
    }
}

static bool are_of_one_agent(const FoundPairs* pairs, uint64_t key)
{
    return pairs->agents[key >> 32] == pairs->agents[(uint32_t)key];
}

static void add_pair(FoundPairs* pairs, uint64_t key)
{
    if (pairs->found < pairs->capacity) pairs->items[pairs->found].key = key;
    pairs->found++;
}

/* Solves candidate pairs and adds those in contact. The last one of an odd number takes both
   lanes. */
static void solve_candidates(FoundPairs* pairs, const GrazeSortItem* candidates, int32_t count)
{
    for (int32_t k = 0; k < count; k += 2) {
        int32_t other = k + 1 < count ? k + 1 : k;
        uint64_t key_one = candidates[k].key;
        uint64_t key_two = candidates[other].key;
        const uint32_t one[2] = {(uint32_t)(key_one >> 32), (uint32_t)key_one};
        const uint32_t two[2] = {(uint32_t)(key_two >> 32), (uint32_t)key_two};
        GrazeTwoApproaches both;
        graze_two_approaches(pairs->all_discs, one, two, &both);
        uint32_t meet = doubles_mask_bits(both.in_contact);
        if ((meet & 1) != 0) add_pair(pairs, key_one);
        if ((meet & 2) != 0 && other > k) add_pair(pairs, key_two);
    }
}

/*
 * Finds the pairs of a sweep that are in contact, sorts them and computes their answers. `offset` is
 * the key of the first discs of both sides. The room of the answers is the scratch memory.
 */
static int32_t find_contacts(GrazeSweepAndPrune* sweep, uint64_t offset,
                             const GrazeMovingDiscs* all_discs, const uint32_t* agents,
                             const GrazeConflictBatch* out)
{
    GrazeSortItem candidates[CHUNK];
    FoundPairs pairs = {all_discs, agents, 0, (GrazeSortItem*)out->intervals, out->capacity};
    int32_t swept;
    while ((swept = graze_sweep_next(sweep, candidates, CHUNK)) > 0) {
        int32_t count = 0;
        for (int32_t k = 0; k < swept; k++) {
            uint64_t key = candidates[k].key + offset;
            candidates[count].key = key;
            count += !are_of_one_agent(&pairs, key);
        }
        solve_candidates(&pairs, candidates, count);
    }
    int32_t found = graze_sort_found_pairs(pairs.found, out);
    if (found > out->capacity) return found;
    return graze_moving_discs_conflicts(all_discs, found, out);
}

/*
 * Returns whether most tracks are long: then a box per track and block of time is quicker than one
 * per disc. Both ways find the same pairs.
 */
static bool has_long_tracks(const GrazeMovingDiscs* all_discs, const uint32_t* agents,
                            int32_t count)
{
    int32_t tracks = 1;
    for (int32_t k = 0; k + 1 < count; k++)
        tracks += !graze_continues_track(all_discs, agents, (uint32_t)k);
    return count / MIN_TRACK >= tracks;
}

int32_t graze_moving_discs_among(const GrazeMovingDiscs* all_discs, const uint32_t* agents,
                                 int32_t count, void* scratch, const GrazeConflictBatch* out)
{
    const GrazeNearOptions contact = {0, -INFINITY, INFINITY};
    DiscRange discs = {all_discs, {0, count}, {0}};
    GrazeSortedBoxes sorted;
    GrazeSweepAndPrune sweep;
    if (count == 0) return 0;
    if (has_long_tracks(all_discs, agents, count))
        return graze_moving_discs_near(all_discs, agents, count, &contact, scratch, out);
    find_middle(all_discs, discs.range, discs.origin);
    const GrazeSweepBoxes boxes = {read_boxes, &discs, AXES, count};
    graze_sorted_boxes_init(&sorted, &boxes, graze_sweep_axis(&boxes), scratch);
    graze_sweep_among(&sweep, &sorted, AXES, 0);
    return find_contacts(&sweep, 0, all_discs, agents, out);
}

int32_t graze_moving_discs_between(const GrazeMovingDiscs* all_discs, const uint32_t* agents,
                                   GrazeRange firsts, GrazeRange seconds, void* scratch,
                                   const GrazeConflictBatch* out)
{
    DiscRange sides[2] = {{all_discs, firsts, {0}}, {all_discs, seconds, {0}}};
    GrazeSortedBoxes a;
    GrazeSortedBoxes b;
    GrazeSweepAndPrune sweep;
    if (firsts.count == 0 || seconds.count == 0) return 0;
    find_middle(all_discs, firsts, sides[0].origin);
    find_middle(all_discs, seconds, sides[1].origin);
    for (int axis = 0; axis < AXES; axis++) {
        double origin = (sides[0].origin[axis] + sides[1].origin[axis]) / 2;
        sides[0].origin[axis] = sides[1].origin[axis] = origin;
    }
    const GrazeSweepBoxes both = {read_boxes_of_both, sides, AXES, firsts.count + seconds.count};
    const GrazeSweepBoxes boxes_a = {read_boxes, &sides[0], AXES, firsts.count};
    const GrazeSweepBoxes boxes_b = {read_boxes, &sides[1], AXES, seconds.count};
    int32_t axis = graze_sweep_axis(&both);
    char* storage_b = (char*)scratch + graze_sorted_boxes_size(AXES, firsts.count);
    graze_sorted_boxes_init(&a, &boxes_a, axis, scratch);
    graze_sorted_boxes_init(&b, &boxes_b, axis, storage_b);
    graze_sweep_between(&sweep, &a, &b, AXES, 0);
    uint64_t offset = (uint64_t)firsts.first << 32 | (uint32_t)seconds.first;
    return find_contacts(&sweep, offset, all_discs, agents, out);
}
