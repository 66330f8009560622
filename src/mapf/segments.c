/* Many pairs of moving discs that are told one by one. */
#include "approach_lanes.h"

/* Are a segment's numbers good? A NaN is not below anything. */
static bool is_good(const GrazeSegments* segments, uint32_t index)
{
    GrazeSegmentLanes s = graze_segment_lanes(segments, index);
    const Doubles most = doubles_both(GRAZE_MAX_MAGNITUDE);
    DoublesMask good = (doubles_abs(s.place) <= most) & (doubles_abs(s.velocity) <= most) &
                       (doubles_abs(s.times) <= most) &
                       (doubles_lower(s.times, doubles_both(0)) <=
                        doubles_upper(s.times, doubles_both(s.radius))) &
                       (doubles_both(s.radius) <= most);
    return doubles_where(good) == 3;
}

static GrazeSegment segment_at(const GrazeSegments* segments, uint32_t index)
{
    GrazeSegmentLanes s = graze_segment_lanes(segments, index);
    return (GrazeSegment){s.place[0], s.place[1], s.velocity[0], s.velocity[1],
                          s.times[0], s.times[1], s.radius};
}

GrazeStatus graze_segments_check(const GrazeSegments* segments, int32_t first, int32_t count,
                                 int32_t* culprit)
{
    for (int32_t k = first; k < first + count; k++) {
        if (is_good(segments, (uint32_t)k)) continue;
        GrazeSegment bad = segment_at(segments, (uint32_t)k);
        *culprit = k;
        return graze_segment_check(&bad);
    }
    return GRAZE_OK;
}

/* Two segments with a lane each. */
typedef struct {
    Doubles x, y, vx, vy, start, end, radius;
} GrazeTwoSegments;

HOT GrazeTwoSegments two_segments(const GrazeSegments* segments, uint32_t i, uint32_t j)
{
    GrazeSegmentLanes p = graze_segment_lanes(segments, i);
    GrazeSegmentLanes q = graze_segment_lanes(segments, j);
    return (GrazeTwoSegments){
        doubles_lower(p.place, q.place),       doubles_upper(p.place, q.place),
        doubles_lower(p.velocity, q.velocity), doubles_upper(p.velocity, q.velocity),
        doubles_lower(p.times, q.times),       doubles_upper(p.times, q.times),
        (Doubles){p.radius, q.radius}};
}

/* |p x d| / |d| between the ends, |p| or |e| there. */
HOT Doubles two_distances(const GrazeTwoApproaches* two, Doubles ee)
{
    DoublesMask is_first = two->s == 0;
    DoublesMask is_last = two->s == 1;
    Doubles square = doubles_pick(is_first, two->pp, doubles_pick(is_last, ee, two->dd));
    Doubles length = doubles_sqrt(square);
    return doubles_pick(is_first | is_last, length, two->cross / length);
}

HOT GrazeTwoApproaches approaches(const GrazeTwoSegments* a, const GrazeTwoSegments* b)
{
    GrazeTwoApproaches two;
    two.lo = doubles_max(b->start, a->start);
    two.hi = doubles_min(a->end, b->end);
    two.exists = two.lo <= two.hi;
    Doubles span = two.hi - two.lo;
    Doubles late1 = two.lo - a->start;
    Doubles late2 = two.lo - b->start;
    Doubles px = (a->x - b->x) + (a->vx * late1 - b->vx * late2);
    Doubles py = (a->y - b->y) + (a->vy * late1 - b->vy * late2);
    Doubles dx = (a->vx - b->vx) * span;
    Doubles dy = (a->vy - b->vy) * span;
    two.reach = a->radius + b->radius;
    /* unit_scale: its inverse is what is left of the size without its mantissa. Where all is 0 any scale will do. */
    Doubles size = doubles_max(doubles_max(doubles_abs(px), doubles_abs(py)),
                               doubles_max(doubles_abs(dx), doubles_abs(dy)));
    size = doubles_max(doubles_max(size, two.reach), doubles_both(DBL_MIN));
    two.size = (Doubles)((DoublesMask)size & INT64_C(0x7ff0000000000000));
    Doubles scale = (Doubles)(INT64_C(2046) * (INT64_C(1) << 52) - (DoublesMask)two.size);
    px *= scale;
    py *= scale;
    dx *= scale;
    dy *= scale;
    two.reach *= scale;
    two.pp = px * px + py * py;
    two.pd = px * dx + py * dy;
    two.dd = dx * dx + dy * dy;
    two.cross = doubles_abs(px * dy - py * dx);
    two.moves = two.dd >= GRAZE_MOTION_FLOOR;
    /* Clamped to [0, 1]; what does not move may divide 0 by 0, but is not kept. */
    Doubles s = -two.pd / two.dd;
    s = doubles_pick(s < 0, doubles_both(0), doubles_min(s, doubles_both(1)));
    two.s = doubles_keep(s, two.moves);
    Doubles ex = px + dx;
    Doubles ey = py + dy;
    two.gap = two_distances(&two, ex * ex + ey * ey) - two.reach;
    two.meet = two.exists & (two.gap <= 0);
    return two;
}

void graze_two_approaches(const GrazeSegments* segments, const uint32_t one[2],
                          const uint32_t two[2], GrazeTwoApproaches* out)
{
    GrazeTwoSegments a = two_segments(segments, one[0], two[0]);
    GrazeTwoSegments b = two_segments(segments, one[1], two[1]);
    *out = approaches(&a, &b);
}

/* s as a time. */
HOT Doubles two_times(const GrazeTwoApproaches* two, Doubles s)
{
    return doubles_pick(s == 1, two->hi, two->lo + s * (two->hi - two->lo));
}

/* The stretch of contact, of those that meet. */
HOT void two_stretches(const GrazeTwoApproaches* two, Doubles* lo, Doubles* hi)
{
    Doubles h = two->pd;
    Doubles length = doubles_sqrt(two->pp);
    Doubles c = (length - two->reach) * (length + two->reach);
    Doubles span = doubles_sqrt(two->dd) * two->reach;
    Doubles root =
        doubles_sqrt(doubles_max(doubles_both(0), (span - two->cross) * (span + two->cross)));
    DoublesMask comes_after = h > 0;
    Doubles q = doubles_pick(comes_after, -(h + root), root - h);
    Doubles far = q / two->dd;
    Doubles near = c / q;
    Doubles first = doubles_max(doubles_both(0), doubles_pick(comes_after, far, near));
    Doubles second = doubles_min(doubles_pick(comes_after, near, far), doubles_both(1));
    /* Where the root is 0 it is one instant. */
    first = doubles_pick((root != 0) & (first < two->s), first, two->s);
    second = doubles_pick((root != 0) & (second > two->s), second, two->s);
    first = doubles_keep(first, two->moves);
    second = doubles_pick(two->moves, second, doubles_both(1));
    *lo = two_times(two, first);
    *hi = two_times(two, second);
}

/* The gap in the caller's unit; one that is too small for a double keeps its sign. */
HOT Doubles two_clearances(const GrazeTwoApproaches* two)
{
    Doubles gap = two->gap * two->size;
    Doubles least = doubles_both(DBL_TRUE_MIN);
    Doubles above = doubles_max(least, gap);
    Doubles below = doubles_min(gap, -least);
    gap = doubles_pick(two->gap > 0, above, doubles_keep(below, two->gap < 0));
    return doubles_pick(two->exists, gap, doubles_both(INFINITY));
}

/* Writes the answer in one lane as that of pair k. */
HOT void write_pair(const GrazeConflictBatch* out, int32_t k, uint32_t verdict, Doubles interval,
                    Doubles clearance)
{
    out->verdicts[k] = (uint8_t)verdict;
    doubles_store(out->intervals + 2 * (size_t)k, interval);
    doubles_store(out->clearances + 2 * (size_t)k, clearance);
}

int32_t graze_segments_conflicts(const GrazeSegments* segments, int32_t count,
                                 const GrazeConflictBatch* out)
{
    int32_t contacts = 0;
    for (int32_t k = 0; k < count; k += 2) {
        /* The last of an odd number goes twice. */
        int32_t other = k + 1 < count ? k + 1 : k;
        const uint32_t* one = out->pairs + 2 * (size_t)k;
        const uint32_t* two = out->pairs + 2 * (size_t)other;
        GrazeTwoApproaches both;
        graze_two_approaches(segments, one, two, &both);
        Doubles lo = doubles_both(INFINITY);
        Doubles hi = -lo;
        uint32_t meet = doubles_where(both.meet);
        uint32_t deep = meet & doubles_where(both.gap < 0);
        if (meet != 0) {
            Doubles begin;
            Doubles end;
            two_stretches(&both, &begin, &end);
            lo = doubles_pick(both.meet, begin, lo);
            hi = doubles_pick(both.meet, end, hi);
        }
        Doubles gap = two_clearances(&both);
        Doubles time = doubles_keep(two_times(&both, both.s), both.exists);
        write_pair(out, other, (meet >> 1) + (deep >> 1), doubles_upper(lo, hi),
                   doubles_upper(gap, time));
        write_pair(out, k, (meet & 1) + (deep & 1), doubles_lower(lo, hi),
                   doubles_lower(gap, time));
        contacts += (int32_t)((meet & 1) + (other > k ? meet >> 1 : 0));
    }
    return contacts;
}
