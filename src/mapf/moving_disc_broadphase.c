#include "../base/sort.h"
#include "approach_simd.h"

/*
 * All pairs in contact among many moving discs: boxes in space and time, sorted along one axis,
 * exclude most pairs, four at a time; the remaining pairs are solved two at a time.
 *
 * A box holds all that graze_approach_discs can take for contact: the disc along its whole path,
 * enlarged by GRAZE_MOVING_DISC_BOX_SLACK. The box is in double; the comparisons are in float32, of
 * the differences from an origin amid the data. Taking the difference and rounding it preserve
 * order (v <= w implies fl(v - o) <= fl(w - o)), so boxes that meet still do, without being rounded
 * outward; a difference beyond float32 becomes an infinity of the correct sign.
 */

enum { LANES = 4, AXES = 3, TIME = 2, CHUNK = 256 };

/* A box in x, y and time. */
typedef struct {
    double lo[AXES], hi[AXES];
} Box;

/*
 * Moving discs prepared for the sweep.
 *
 *   order       discs in the order of their lower ends on the axis of the sweep
 *   lo, stride  six rows of numbers in that order, `stride` entries apart: lower and upper ends on
 *               that axis, on the next one, and on the one after it
 *   count       number of discs
 */
typedef struct {
    const GrazeSortItem* order;
    const float* lo;
    size_t stride;
    int32_t count;
} SortedDiscs;

/*
 * The state that all parts of the search share: `pending` pairs remain to be solved; `found` pairs
 * were in contact, of which those that fit are in `items`.
 */
typedef struct {
    const GrazeMovingDiscs* all_discs;
    const uint32_t* agents;
    double origin[AXES];
    int32_t axis;
    int64_t found;
    GrazeSortItem* items;
    int32_t capacity, pending;
    uint32_t pairs[CHUNK][2];
} Broadphase;

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

/* Sums over boxes: lower ends, relative to those of the first box; their squares; extents. */
typedef struct {
    double from[AXES], ends[AXES], squares[AXES], extents[AXES];
    int32_t count;
} Spread;

static void spread_add(Spread* spread, const GrazeMovingDiscs* all_discs, GrazeRange range)
{
    for (int32_t k = 0; k < range.count; k++) {
        Box box = moving_disc_box(all_discs, (uint32_t)(range.first + k));
        if (spread->count++ == 0) memcpy(spread->from, box.lo, sizeof box.lo);
        for (int axis = 0; axis < AXES; axis++) {
            double end = box.lo[axis] - spread->from[axis];
            spread->ends[axis] += end;
            spread->squares[axis] += end * end;
            spread->extents[axis] += box.hi[axis] - box.lo[axis];
        }
    }
}

/*
 * Sets the origin, and the axis on which extents are least relative to the standard deviation of
 * the lower ends.
 */
static void choose_axis(Broadphase* broadphase, const Spread* spread)
{
    double extent = 1;
    double variance = 0;
    for (int axis = TIME; axis >= 0; axis--) {
        double mean = spread->ends[axis] / spread->count;
        double v = spread->squares[axis] / spread->count - mean * mean;
        double e = spread->extents[axis] / spread->count;
        broadphase->origin[axis] = spread->from[axis] + mean;
        if (axis != TIME && !(e * e * variance < extent * extent * v)) continue;
        broadphase->axis = axis;
        extent = e;
        variance = v;
    }
}

/* Returns the length of a row, with padding so that four numbers can be read from any disc on. */
static size_t padded_count(int32_t count)
{
    return (size_t)count + LANES;
}

static size_t sorted_size(int32_t count)
{
    size_t floats = 2 * AXES * padded_count(count) * sizeof(float);
    return 2 * (size_t)count * sizeof(GrazeSortItem) + floats;
}

size_t graze_moving_discs_scratch(int32_t count)
{
    /* With two sides the search needs the padding of both. */
    return sorted_size(count) + sorted_size(0);
}

static float relative(const Broadphase* broadphase, const double ends[AXES], int axis)
{
    return (float)(ends[axis] - broadphase->origin[axis]);
}

/*
 * Sorts the range into `storage`, which has sorted_size(range.count) bytes. Returns the end of the
 * used storage.
 */
static void* sort_discs(const Broadphase* broadphase, GrazeRange range, void* storage,
                        SortedDiscs* discs)
{
    GrazeSortItem* items = storage;
    for (int32_t k = 0; k < range.count; k++) {
        uint32_t index = (uint32_t)(range.first + k);
        Box box = moving_disc_box(broadphase->all_discs, index);
        float lo = relative(broadphase, box.lo, broadphase->axis);
        items[k] = (GrazeSortItem){graze_sort_key(lo), index, 0};
    }
    const GrazeSortItem* order = graze_sort(items, items + range.count, range.count);
    float* rows = (float*)(items + 2 * (size_t)range.count);
    size_t stride = padded_count(range.count);
    for (int32_t k = 0; k < range.count; k++) {
        Box box = moving_disc_box(broadphase->all_discs, order[k].value);
        for (int i = 0; i < AXES; i++) {
            int axis = (broadphase->axis + i) % AXES;
            rows[2 * (size_t)i * stride + (size_t)k] = relative(broadphase, box.lo, axis);
            rows[(2 * (size_t)i + 1) * stride + (size_t)k] = relative(broadphase, box.hi, axis);
        }
    }
    /* Every comparison with this padding is false. */
    for (size_t row = 1; row <= 2 * AXES; row++)
        for (size_t k = 1; k <= LANES; k++)
            rows[row * stride - k] = NAN;
    *discs = (SortedDiscs){order, rows, stride, range.count};
    return rows + 2 * AXES * stride;
}

/* Solves the pending pairs. */
static NOINLINE void solve_pending(Broadphase* broadphase)
{
    for (int32_t k = 0; k < broadphase->pending; k += 2) {
        int32_t other = k + 1 < broadphase->pending ? k + 1 : k;
        const uint32_t* one = broadphase->pairs[k];
        const uint32_t* two = broadphase->pairs[other];
        GrazeTwoApproaches both;
        graze_two_approaches(broadphase->all_discs, one, two, &both);
        uint32_t meet = doubles_mask_bits(both.in_contact) & (other > k ? 3U : 1U);
        for (; meet != 0; meet &= meet - 1) {
            const uint32_t* pair = (meet & 1) != 0 ? one : two;
            if (broadphase->found < broadphase->capacity)
                broadphase->items[broadphase->found].key = (uint64_t)pair[0] << 32 | pair[1];
            broadphase->found++;
        }
    }
    broadphase->pending = 0;
}

/* Order of the two sides in a pair. */
typedef enum { BY_NUMBER, ONE_FIRST, ONE_SECOND } Role;

ALWAYS_INLINE void add_pending(Broadphase* broadphase, uint32_t one, uint32_t other, Role role)
{
    bool swaps = role == ONE_SECOND || (role == BY_NUMBER && other < one);
    uint32_t* pair = broadphase->pairs[broadphase->pending];
    pair[0] = swaps ? other : one;
    pair[1] = swaps ? one : other;
    broadphase->pending += broadphase->agents[one] != broadphase->agents[other];
}

/*
 * Adds the pairs of disc i of one side with the discs of the other side from `from` on, as far as
 * their extents on the axis meet.
 */
static NOINLINE void find_overlaps(Broadphase* broadphase, const SortedDiscs* discs, int32_t i,
                                   const SortedDiscs* other, int32_t from, Role role)
{
    const float* first_box = discs->lo + i;
    const size_t own_stride = discs->stride;
    const size_t stride = other->stride;
    const Lanes hi = lanes_splat(first_box[own_stride]);
    const Lanes lo_b = lanes_splat(first_box[2 * own_stride]);
    const Lanes hi_b = lanes_splat(first_box[3 * own_stride]);
    const Lanes lo_c = lanes_splat(first_box[4 * own_stride]);
    const Lanes hi_c = lanes_splat(first_box[5 * own_stride]);
    const float* four = other->lo + from;
    const float* start = other->lo;
    LaneMask is_near;
    do {
        is_near = lanes_load(four) <= hi;
        LaneMask meet = is_near & (lanes_load(four + 2 * stride) <= hi_b) &
                        (lanes_load(four + 3 * stride) >= lo_b) &
                        (lanes_load(four + 4 * stride) <= hi_c) &
                        (lanes_load(four + 5 * stride) >= lo_c);
        for (uint32_t bits = mask_bits(meet); bits != 0; bits &= bits - 1) {
            int32_t j = (int32_t)(four - start) + __builtin_ctz(bits);
            add_pending(broadphase, discs->order[i].value, other->order[j].value, role);
        }
        if (broadphase->pending > CHUNK - LANES) solve_pending(broadphase);
        four += LANES;
    } while (is_near[LANES - 1] != 0);
}

/*
 * Sorts the pairs found and computes their answers, using the room of the answers as scratch
 * memory.
 */
static int32_t finish(Broadphase* broadphase, const GrazeConflictBatch* out)
{
    solve_pending(broadphase);
    if (broadphase->found > out->capacity)
        return broadphase->found < INT32_MAX ? (int32_t)broadphase->found : INT32_MAX;
    int32_t found = (int32_t)broadphase->found;
    const GrazeSortItem* items =
        graze_sort(broadphase->items, (GrazeSortItem*)out->clearances, found);
    for (int32_t k = 0; k < found; k++) {
        out->pairs[2 * (size_t)k] = (uint32_t)(items[k].key >> 32);
        out->pairs[2 * (size_t)k + 1] = (uint32_t)items[k].key;
    }
    return graze_moving_discs_conflicts(broadphase->all_discs, found, out);
}

static void begin(Broadphase* broadphase, const GrazeMovingDiscs* all_discs, const uint32_t* agents,
                  const GrazeConflictBatch* out)
{
    broadphase->all_discs = all_discs;
    broadphase->agents = agents;
    broadphase->items = (GrazeSortItem*)out->intervals;
    broadphase->capacity = out->capacity;
    broadphase->found = 0;
    broadphase->pending = 0;
}

int32_t graze_moving_discs_among(const GrazeMovingDiscs* all_discs, const uint32_t* agents,
                                 int32_t count, void* scratch, const GrazeConflictBatch* out)
{
    const GrazeRange all = {0, count};
    Broadphase broadphase;
    Spread spread = {.count = 0};
    SortedDiscs discs;
    if (count == 0) return 0;
    begin(&broadphase, all_discs, agents, out);
    spread_add(&spread, all_discs, all);
    choose_axis(&broadphase, &spread);
    sort_discs(&broadphase, all, scratch, &discs);
    for (int32_t i = 0; i < count; i++)
        find_overlaps(&broadphase, &discs, i, &discs, i + 1, BY_NUMBER);
    return finish(&broadphase, out);
}

int32_t graze_moving_discs_between(const GrazeMovingDiscs* all_discs, const uint32_t* agents,
                                   GrazeRange firsts, GrazeRange seconds, void* scratch,
                                   const GrazeConflictBatch* out)
{
    Broadphase broadphase;
    Spread spread = {.count = 0};
    SortedDiscs a;
    SortedDiscs b;
    if (firsts.count == 0 || seconds.count == 0) return 0;
    begin(&broadphase, all_discs, agents, out);
    spread_add(&spread, all_discs, firsts);
    spread_add(&spread, all_discs, seconds);
    choose_axis(&broadphase, &spread);
    sort_discs(&broadphase, seconds, sort_discs(&broadphase, firsts, scratch, &a), &b);
    /*
     * The disc that begins first is compared with the discs of the other side that begin from there
     * on; of equals, it is that of the first side.
     */
    for (int32_t i = 0, j = 0; i < a.count && j < b.count;) {
        if (a.lo[i] <= b.lo[j])
            find_overlaps(&broadphase, &a, i++, &b, j, ONE_FIRST);
        else
            find_overlaps(&broadphase, &b, j++, &a, i, ONE_SECOND);
    }
    return finish(&broadphase, out);
}
