#include "../base/sort.h"
#include "approach_lanes.h"

/*
 * All pairs of many segments: boxes in space and time, sorted along one axis, tell most of them apart four at a
 * time; what is left is solved two at a time.
 *
 * A box holds what graze_approach_discs can take for contact: the disc all along its way, widened by
 * GRAZE_CROWD_SLACK. That is double; float32 is what is compared, of the difference from an origin amid the data. Taking
 * the difference and rounding it keep order (v <= w makes fl(v - o) <= fl(w - o)), so boxes that meet still do, without
 * being rounded outward; what is beyond float32 becomes an infinity that is on the right side.
 */

enum { LANES = 4, AXES = 3, TIME = 2, CHUNK = 256 };

/* Of x, y and time. */
typedef struct {
    double lo[AXES], hi[AXES];
} Box;

/*
 * Segments on their way through the sweep: `order` by the lower ends on the sweep's axis, and behind `lo`, every `room`
 * entries, in that order: lower and upper ends on that axis, on the next one, on the one after it.
 */
typedef struct {
    const GrazeItem* order;
    const float* lo;
    size_t room;
    int32_t count;
} Side;

/* What all share. `waiting` pairs of segments are to be solved; `found` were in contact, and as many as fit are `items`. */
typedef struct {
    const GrazeSegments* segments;
    const uint32_t* agents;
    double origin[AXES];
    int32_t axis;
    int64_t found;
    GrazeItem* items;
    int32_t capacity, waiting;
    uint32_t pairs[CHUNK][2];
} Crowd;

static COLD Box box_of(const GrazeSegments* segments, uint32_t index)
{
    GrazeSegmentLanes s = graze_segment_lanes(segments, index);
    Doubles way = s.velocity * (s.times[1] - s.times[0]);
    Doubles far = s.place + way;
    Doubles lengths = doubles_abs(s.place) + doubles_abs(way);
    /* Products below DBL_MIN are off by the last bit of all. */
    double slack = GRAZE_CROWD_SLACK * (lengths[0] + lengths[1] + s.radius) + DBL_MIN;
    double wide = s.radius + slack;
    Doubles lo = doubles_min(s.place, far) - wide;
    Doubles hi = doubles_max(s.place, far) + wide;
    return (Box){{lo[0], lo[1], s.times[0]}, {hi[0], hi[1], s.times[1]}};
}

/* Sums over boxes: lower ends, from those of the first box; their squares; extents. */
typedef struct {
    double from[AXES], ends[AXES], squares[AXES], extents[AXES];
    int32_t count;
} Spread;

static void spread_add(Spread* spread, const GrazeSegments* segments, GrazeRange range)
{
    for (int32_t k = 0; k < range.count; k++) {
        Box box = box_of(segments, (uint32_t)(range.first + k));
        if (spread->count++ == 0) memcpy(spread->from, box.lo, sizeof box.lo);
        for (int axis = 0; axis < AXES; axis++) {
            double end = box.lo[axis] - spread->from[axis];
            spread->ends[axis] += end;
            spread->squares[axis] += end * end;
            spread->extents[axis] += box.hi[axis] - box.lo[axis];
        }
    }
}

/* The origin, and the axis on which extents are least beside the standard deviation of the lower ends. */
static void choose(Crowd* crowd, const Spread* spread)
{
    double extent = 1;
    double variance = 0;
    for (int axis = TIME; axis >= 0; axis--) {
        double mean = spread->ends[axis] / spread->count;
        double v = spread->squares[axis] / spread->count - mean * mean;
        double e = spread->extents[axis] / spread->count;
        crowd->origin[axis] = spread->from[axis] + mean;
        if (axis != TIME && !(e * e * variance < extent * extent * v)) continue;
        crowd->axis = axis;
        extent = e;
        variance = v;
    }
}

/* Rows of one number each: four can be read from any segment on. */
static size_t room_for(int32_t count)
{
    return (size_t)count + LANES;
}

static size_t side_size(int32_t count)
{
    size_t floats = 2 * AXES * room_for(count) * sizeof(float);
    return 2 * (size_t)count * sizeof(GrazeItem) + floats;
}

size_t graze_crowd_scratch(int32_t count)
{
    /* As two sides it takes the spare entries of both. */
    return side_size(count) + side_size(0);
}

static float relative(const Crowd* crowd, const double ends[AXES], int axis)
{
    return (float)(ends[axis] - crowd->origin[axis]);
}

/* Lays the range out in `storage`, of side_size(range.count) bytes. Returns what is behind it. */
static void* lay_out(const Crowd* crowd, GrazeRange range, void* storage, Side* side)
{
    GrazeItem* items = storage;
    for (int32_t k = 0; k < range.count; k++) {
        uint32_t index = (uint32_t)(range.first + k);
        Box box = box_of(crowd->segments, index);
        float lo = relative(crowd, box.lo, crowd->axis);
        items[k] = (GrazeItem){graze_sort_key(lo), index, 0};
    }
    const GrazeItem* order = graze_sort(items, items + range.count, range.count);
    float* rows = (float*)(items + 2 * (size_t)range.count);
    size_t room = room_for(range.count);
    for (int32_t k = 0; k < range.count; k++) {
        Box box = box_of(crowd->segments, order[k].value);
        for (int i = 0; i < AXES; i++) {
            int axis = (crowd->axis + i) % AXES;
            rows[2 * (size_t)i * room + (size_t)k] = relative(crowd, box.lo, axis);
            rows[(2 * (size_t)i + 1) * room + (size_t)k] = relative(crowd, box.hi, axis);
        }
    }
    /* No comparison with these holds. */
    for (size_t row = 1; row <= 2 * AXES; row++)
        for (size_t k = 1; k <= LANES; k++)
            rows[row * room - k] = NAN;
    *side = (Side){order, rows, room, range.count};
    return rows + 2 * AXES * room;
}

/* Solves the pairs that wait. */
static COLD void solve(Crowd* crowd)
{
    for (int32_t k = 0; k < crowd->waiting; k += 2) {
        int32_t other = k + 1 < crowd->waiting ? k + 1 : k;
        const uint32_t* one = crowd->pairs[k];
        const uint32_t* two = crowd->pairs[other];
        GrazeTwoApproaches both;
        graze_two_approaches(crowd->segments, one, two, &both);
        uint32_t meet = doubles_where(both.meet) & (other > k ? 3U : 1U);
        for (; meet != 0; meet &= meet - 1) {
            const uint32_t* pair = (meet & 1) != 0 ? one : two;
            if (crowd->found < crowd->capacity)
                crowd->items[crowd->found].key = (uint64_t)pair[0] << 32 | pair[1];
            crowd->found++;
        }
    }
    crowd->waiting = 0;
}

/* How two sides lie in a pair. */
typedef enum { BY_NUMBER, ONE_FIRST, ONE_SECOND } Role;

HOT void wait_for(Crowd* crowd, uint32_t one, uint32_t other, Role role)
{
    bool swaps = role == ONE_SECOND || (role == BY_NUMBER && other < one);
    uint32_t* pair = crowd->pairs[crowd->waiting];
    pair[0] = swaps ? other : one;
    pair[1] = swaps ? one : other;
    crowd->waiting += crowd->agents[one] != crowd->agents[other];
}

/* Segment i of one side with those of the other from j on, as far as their extents on the axis meet. */
static COLD void scan(Crowd* crowd, const Side* side, int32_t i, const Side* other, int32_t from,
                      Role role)
{
    const float* own = side->lo + i;
    const size_t own_room = side->room;
    const size_t room = other->room;
    const Lanes hi = lanes_of(own[own_room]);
    const Lanes lo_b = lanes_of(own[2 * own_room]);
    const Lanes hi_b = lanes_of(own[3 * own_room]);
    const Lanes lo_c = lanes_of(own[4 * own_room]);
    const Lanes hi_c = lanes_of(own[5 * own_room]);
    const float* four = other->lo + from;
    const float* start = other->lo;
    LaneMask is_near;
    do {
        is_near = lanes_load(four) <= hi;
        LaneMask meet = is_near & (lanes_load(four + 2 * room) <= hi_b) &
                        (lanes_load(four + 3 * room) >= lo_b) &
                        (lanes_load(four + 4 * room) <= hi_c) &
                        (lanes_load(four + 5 * room) >= lo_c);
        for (uint32_t bits = mask_bits(meet); bits != 0; bits &= bits - 1) {
            int32_t j = (int32_t)(four - start) + __builtin_ctz(bits);
            wait_for(crowd, side->order[i].value, other->order[j].value, role);
        }
        if (crowd->waiting > CHUNK - LANES) solve(crowd);
        four += LANES;
    } while (is_near[LANES - 1] != 0);
}

/* Sorts and judges what was found. The answers' own room is used meanwhile. */
static int32_t finish(Crowd* crowd, const GrazeConflictBatch* out)
{
    solve(crowd);
    if (crowd->found > out->capacity)
        return crowd->found < INT32_MAX ? (int32_t)crowd->found : INT32_MAX;
    int32_t found = (int32_t)crowd->found;
    const GrazeItem* items = graze_sort(crowd->items, (GrazeItem*)out->clearances, found);
    for (int32_t k = 0; k < found; k++) {
        out->pairs[2 * (size_t)k] = (uint32_t)(items[k].key >> 32);
        out->pairs[2 * (size_t)k + 1] = (uint32_t)items[k].key;
    }
    return graze_segments_conflicts(crowd->segments, found, out);
}

static void begin(Crowd* crowd, const GrazeSegments* segments, const uint32_t* agents,
                  const GrazeConflictBatch* out)
{
    crowd->segments = segments;
    crowd->agents = agents;
    crowd->items = (GrazeItem*)out->intervals;
    crowd->capacity = out->capacity;
    crowd->found = 0;
    crowd->waiting = 0;
}

int32_t graze_crowd_among(const GrazeSegments* segments, const uint32_t* agents, int32_t count,
                          void* scratch, const GrazeConflictBatch* out)
{
    const GrazeRange all = {0, count};
    Crowd crowd;
    Spread spread = {.count = 0};
    Side side;
    if (count == 0) return 0;
    begin(&crowd, segments, agents, out);
    spread_add(&spread, segments, all);
    choose(&crowd, &spread);
    lay_out(&crowd, all, scratch, &side);
    for (int32_t i = 0; i < count; i++)
        scan(&crowd, &side, i, &side, i + 1, BY_NUMBER);
    return finish(&crowd, out);
}

int32_t graze_crowd_between(const GrazeSegments* segments, const uint32_t* agents,
                            GrazeRange firsts, GrazeRange seconds, void* scratch,
                            const GrazeConflictBatch* out)
{
    Crowd crowd;
    Spread spread = {.count = 0};
    Side a;
    Side b;
    if (firsts.count == 0 || seconds.count == 0) return 0;
    begin(&crowd, segments, agents, out);
    spread_add(&spread, segments, firsts);
    spread_add(&spread, segments, seconds);
    choose(&crowd, &spread);
    lay_out(&crowd, seconds, lay_out(&crowd, firsts, scratch, &a), &b);
    /* The one that begins first with those of the other side that begin from there on; of equals, that of the first side. */
    for (int32_t i = 0, j = 0; i < a.count && j < b.count;) {
        if (a.lo[i] <= b.lo[j])
            scan(&crowd, &a, i++, &b, j, ONE_FIRST);
        else
            scan(&crowd, &b, j++, &a, i, ONE_SECOND);
    }
    return finish(&crowd, out);
}
